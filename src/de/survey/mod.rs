//! The survey: what else is wrong in a configuration, once something is. Unknown and missing names and unsuitable
//! values of all blocks are reported together.
//!
//! Serde ends with the first error, and only the types know which names and values they refuse and which names they
//! require. Therefore the type is asked again, with a part of the configuration at a time. `search` chooses the parts;
//! the `record` says what each body is given, and what happened in it.
//!
//! What the type asks for is evaluated once, so that no function is called twice: what the failed decoding has evaluated
//! is not evaluated again. The work is limited in proportion to the size of the configuration, beside a constant for small
//! ones; evaluation, by a budget as large as that of the decoding.
//!
//! The deserializer runs a survey after a type has failed. All that the rest of the decoder knows of it is the [`Hook`],
//! by which an attempt of the survey takes part in decoding:
//!
//! | method | when it is called | without a survey |
//! |---|---|---|
//! | [`given`](Hook::given) | A body is entered. | The body has all of its items. |
//! | [`visit`](Hook::visit) | A struct or a map asks for the items of a body. | Nothing is done. |
//! | [`asked_name`](Hook::asked_name) | A key is asked for that the shortcut for distinct names does not give. | There is no such name. |
//! | [`fail`](Hook::fail) | An error gets its place. | Nothing is done. |
//! | [`whole`](Hook::whole) | The path of an error is made. | The body is whole. |
//! | [`evaluation`](Hook::evaluation) | An expression is to be evaluated. | It is evaluated. |
//! | [`leaves_out`](Hook::leaves_out) | The next part of a value is asked for. | It is the next one. |
//! | [`fail_part`](Hook::fail_part) | An error of a part of a value gets its place. | Nothing is done. |
//! | [`budget`](Hook::budget) | A decoding begins. | It has the budget of the context. |
//!
//! Names that are not repeated in their body, and values that are written literally, are decoded without it.

mod record;
mod search;

use std::borrow::Cow;

use serde::de::{DeserializeSeed, Error as _};

pub(super) use self::record::{BodyFailure, Hook, Survey, SurveyRun};
use self::record::{BodyKey, Computed, ROOT, SurveyedItem};
pub(super) use self::search::with_other_faults;
use super::content::Content;
use super::guesses::FieldId;
use super::item_nodes::BodyItems;
use super::origin::ExpressionKey;
use super::text::TextDeserializer;
use crate::diagnostic::Code;
use crate::error::{Category, Error, Result};
use crate::function::Budget;
use crate::protocol::field::Fields;

impl<'a> Hook<'a> {
    /// Sets the items that a body gets.
    #[inline]
    pub(super) fn give(self, body: &mut Content<'_, 'a>) {
        if let Some(survey) = self.0 {
            give(survey, body);
        }
    }

    /// Takes note of a struct or a map that asks for the items of a body.
    #[inline]
    pub(super) fn visit(self, content: &Content<'_, '_>, fields: Option<Fields>) {
        if let Some(survey) = self.0 {
            visit(survey, content, fields);
        }
    }

    /// The name that this attempt asks the type of the body about, if it does.
    pub(super) fn asked_name(self, content: &Content<'_, '_>) -> Option<&'a str> {
        let survey = self.0?;
        survey.asked_name(key_of(survey, content)?)
    }

    /// Asks the type of a body, by the seed of its keys, which field a name belongs to. Always an error: it ends the
    /// decoding of the body.
    pub(super) fn ask_field<'de, S: DeserializeSeed<'de>, T>(
        self,
        name: &str,
        seed: S,
    ) -> Result<T> {
        let key = seed.deserialize(TextDeserializer::new(name.to_owned()))?;
        if let Some(survey) = self.0 {
            survey.tell_field(FieldId::of(&key));
        }
        Err(Error::custom("the type was only asked for its field"))
    }

    /// Takes note of a failure in a body.
    pub(super) fn fail(self, content: &Content<'_, '_>, failure: BodyFailure) {
        if let Some(survey) = self.0
            && let Some(key) = key_of(survey, content)
        {
            survey.fail(key, failure);
        }
    }

    /// A body with all of its items, for the paths of errors in it. `None` if there is no need of them, because the error
    /// is not reported.
    pub(super) fn whole<'de>(self, content: &Content<'de, 'a>) -> Option<Content<'de, 'a>> {
        match self.0 {
            None => Some(*content),
            Some(survey) if survey.is_reported() => Some(whole(survey, content)),
            Some(_) => None,
        }
    }

    /// Fails if an expression is not evaluated.
    pub(super) fn evaluation(self, expression: ExpressionKey) -> Result<()> {
        match self.0 {
            Some(survey) if !survey.begin_evaluation(expression) => Err(not_evaluated(survey)),
            _ => Ok(()),
        }
    }

    /// Whether a part of a list, map or struct is left out, because it has been looked at already.
    #[inline]
    pub(super) fn leaves_out(self, part: impl FnOnce() -> ExpressionKey) -> bool {
        self.0.is_some_and(|survey| survey.leaves_out(part()))
    }

    /// Takes note of the failure of a part of a list, map or struct. What is inside is told first.
    pub(super) fn fail_part(self, part: ExpressionKey) {
        if let Some(survey) = self.0 {
            survey.fail_part(part);
        }
    }

    /// What a survey may still spend on evaluation.
    pub(super) fn budget(self) -> Option<Budget> {
        self.0.and_then(SurveyRun::budget)
    }
}

fn give<'a>(survey: SurveyRun<'a>, body: &mut Content<'_, 'a>) {
    if let Some(key) = key_of(survey, body) {
        body.items = survey.items(key, body.items);
    }
}

fn visit(survey: SurveyRun<'_>, content: &Content<'_, '_>, fields: Option<Fields>) {
    if let Some(key) = key_of(survey, content) {
        survey.visit(key, fields, || items_of(&whole(survey, content)));
    }
}

fn whole<'de, 'a>(survey: SurveyRun<'a>, content: &Content<'de, 'a>) -> Content<'de, 'a> {
    let view = content.first_input().view();
    let items = match content.block {
        None => survey.root,
        Some(block) => match block.layers {
            Some(id) => BodyItems::Selected(&content.shared.layers(id).body),
            None => BodyItems::of_body(view, block.node.body_of_block(view).1),
        },
    };
    content.with_items(items)
}

/// The error of an expression in a survey.
fn not_evaluated(survey: SurveyRun<'_>) -> Error {
    survey.refuse_evaluation();
    let detail = "Only what is written literally is looked at.";
    Error::of(Category::Evaluation, Code::NotEvaluated, detail)
}

/// The key of a body; `None` for the properties of several objects of JSON.
fn key_of(survey: SurveyRun<'_>, content: &Content<'_, '_>) -> Option<BodyKey> {
    match content.block {
        Some(block) => Some(BodyKey {
            origin: std::ptr::from_ref(content.first_input().origin).addr(),
            block: Some(block.node),
        }),
        None => (content.span == survey.root_span).then_some(ROOT),
    }
}

/// The items of a body.
pub(super) fn items_of(content: &Content<'_, '_>) -> Vec<SurveyedItem> {
    let item = |at: usize| {
        let input = content.input(at);
        let expression = content.expression(at);
        SurveyedItem {
            node: content.items.get(at),
            name: content.name(at).to_owned(),
            label: content.first_label(at).map(Cow::into_owned),
            name_span: content.head(at).name,
            bytes: match expression {
                Some(expression) => expression.place().len(),
                None => content.block_at(at).span.len(),
            } as usize,
            has_body: expression.is_none_or(|it| input.view().is_json_structure(it.id)),
            is_property: content.is_property(at),
            computed: match expression {
                Some(it) if it.is_computed() => Computed::Whole,
                Some(it) if it.has_computed() => Computed::Inside,
                _ => Computed::Nothing,
            },
        }
    };
    (0..content.items.len()).map(item).collect()
}
