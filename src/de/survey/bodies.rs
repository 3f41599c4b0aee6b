//! What a body adds to the record of a survey while it is decoded.
//!
//! Knows nothing of what the survey does with it.

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Error as _};

use super::record::{BodyFailure, BodyKey, Item, Place, ROOT, SurveyRun};
use crate::de::content::Content;
use crate::de::data::{Data as _, DataKind};
use crate::de::expression::ExpressionData;
use crate::de::text::TextDeserializer;
use crate::error::{Error, Result};
use crate::protocol::field::Fields;

/// Records that a struct or a map asks for the items of a body, if this is a survey.
#[cold]
pub(in crate::de) fn record_visit(content: &Content<'_, '_>, fields: Option<Fields>) {
    if let Some(survey) = content.first_input().shared.survey
        && let Some(key) = key_of(survey, content)
    {
        survey.visit(key, fields, || {
            items_of(&content.with_items(content.all_items()))
        });
    }
}

/// Records a failure in a body, if this is a survey.
#[cold]
pub(in crate::de) fn record_failure(content: &Content<'_, '_>, failure: BodyFailure) {
    if let Some(survey) = content.first_input().shared.survey
        && let Some(key) = key_of(survey, content)
    {
        survey.fail(key, failure);
    }
}

/// The name that this attempt asks the type of the body about.
#[cold]
pub(in crate::de) fn asked_name<'a>(content: &Content<'_, 'a>) -> Option<&'a str> {
    let survey = content.first_input().shared.survey?;
    survey.asked_name(key_of(survey, content)?)
}

/// Asks the type of a body, by the seed of its keys, which field a name belongs to. Always an error: it ends the
/// decoding of the body.
#[cold]
pub(in crate::de) fn ask_field<'de, S: DeserializeSeed<'de>, T>(
    content: &Content<'de, '_>,
    name: &str,
    seed: S,
) -> Result<T> {
    let field = seed.deserialize(TextDeserializer::new(name.to_owned()))?;
    if let Some(survey) = content.first_input().shared.survey {
        survey.tell_field(&field);
    }
    Err(Error::custom("the type was only asked for its field"))
}

/// The key of a body; `None` for the properties of several objects of JSON.
fn key_of(survey: SurveyRun<'_>, content: &Content<'_, '_>) -> Option<BodyKey> {
    match content.block {
        Some(block) => Some(content.first_input().key(block.node)),
        None => (content.span == survey.root_span).then_some(ROOT),
    }
}

fn place_of(expression: ExpressionData<'_, '_>) -> Place {
    let source = expression.input.origin.source();
    let (source, span) = source.resolve(expression.place());
    Place(source.clone(), span)
}

/// The items of a body.
pub(in crate::de) fn items_of(content: &Content<'_, '_>) -> Vec<Item> {
    let item = |at: usize| {
        let input = content.input(at);
        let expression = content.expression(at);
        Item {
            node: content.items.get(at),
            name: content.name(at).to_owned(),
            label: content.first_label(at).map(Cow::into_owned),
            name_span: input.origin.source().resolve(content.head(at).name).1,
            bytes: match expression {
                Some(expression) => expression.place().len(),
                None => content.block_at(at).span.len(),
            } as usize,
            has_body: expression.is_none_or(|it| input.view.is_json_structure(it.id)),
            is_property: content.is_property(at),
            expression: expression.map(place_of),
            is_computed: expression.is_some_and(|it| it.kind() == DataKind::Unevaluated),
        }
    };
    (0..content.items.len()).map(item).collect()
}
