//! What a body adds to the record of a survey while it is decoded.
//!
//! Knows nothing of what the survey does with it.

use super::record::{BodyFailure, BodyKey, Item, ROOT, SurveyRun};
use crate::de::content::Content;
use crate::de::data::{Data as _, DataKind};
use crate::de::expression::ExpressionData;
use crate::protocol::field::Fields;
use crate::syntax::tree::view::ItemView;

/// Records that a struct or a map asks for the items of a body.
#[cold]
pub(in crate::de) fn record_visit(
    survey: SurveyRun<'_>,
    content: &Content<'_, '_>,
    fields: Option<Fields>,
) {
    if let Some(key) = key_of(survey, content) {
        survey.visit(key, fields, || {
            items_of(&content.with_items(content.all_items()))
        });
    }
}

/// Records a failure.
#[cold]
pub(in crate::de) fn record_failure(
    survey: SurveyRun<'_>,
    content: &Content<'_, '_>,
    failure: BodyFailure,
) {
    if let Some(key) = key_of(survey, content) {
        survey.fail(key, failure);
    }
}

/// The key of a body; `None` for the properties of several objects of JSON.
fn key_of(survey: SurveyRun<'_>, content: &Content<'_, '_>) -> Option<BodyKey> {
    match content.block {
        Some(block) => Some(content.first_input().key(block.node)),
        None => (content.span == survey.root_span).then_some(ROOT),
    }
}

/// The items of a body.
pub(in crate::de) fn items_of(content: &Content<'_, '_>) -> Vec<Item> {
    let item = |at: usize| {
        let input = content.input(at);
        let expression = content.head(at).expression;
        let expression = expression.map(|id| ExpressionData { input, id });
        Item {
            node: content.items.get(at),
            name: content.name(at).to_owned(),
            name_span: input.origin.source().resolve(content.head(at).name).1,
            bytes: match content.item(at) {
                ItemView::Attribute(it) => input.view.tree.span(it.expression).len(),
                ItemView::Block(block) => block.span.len(),
            } as usize,
            has_body: expression.is_none_or(|it| input.view.is_json_structure(it.id)),
            is_computed: expression.is_some_and(|it| it.kind() == DataKind::Unevaluated),
        }
    };
    (0..content.items.len()).map(item).collect()
}
