//! The survey finds further errors in a configuration, once there is one. Unknown and missing names and unsuitable
//! values of all blocks are reported together.
//!
//! Serde stops at the first error, and only the types know which names and values they refuse and which names they
//! require. Therefore the type is decoded again, with a part of the configuration at a time. `search` chooses the
//! parts; `record` holds what each body is given, and what happened in it.
//!
//! Each requested expression is evaluated once, so that no function is called twice: what the failed decoding has
//! evaluated is not evaluated again. The work is limited in proportion to the size of the configuration, plus a
//! constant for small ones; evaluation is limited by a budget as large as the one of the decoding.
//!
//! The deserializer runs a survey after a type has failed. In its attempts, the rest of the decoder calls these methods
//! of [`Survey`] and [`Content`]:
//!
//! | method | when it is called | without a survey |
//! |---|---|---|
//! | [`select`](Survey::select) | A body is entered. | The body has all of its items. |
//! | [`record_visit`](Content::record_visit) | A struct or a map asks for the items of a body. | Nothing is done. |
//! | [`asked_name`](Content::asked_name) | A key is requested that the shortcut for distinct names does not give. | There is no such name. |
//! | [`record_failure`](Content::record_failure) | An error gets its place. | Nothing is done. |
//! | [`whole`](Content::whole) | The path of an error is made. | The body is whole. |
//! | [`begin_evaluation`](Survey::begin_evaluation) | An expression is to be evaluated. | It is evaluated. |
//! | [`leaves_out`](Survey::leaves_out) | The next part of a value is requested. | No part is left out. |
//! | [`fail_part`](Survey::fail_part) | An error of a part of a value gets its place. | Nothing is done. |
//! | [`work`](Survey::work) | A decoding begins. | It begins work with the limits of the context. |
//!
//! Names that are not repeated in their body, and literal values, are decoded without calling the survey.

mod record;
mod search;

use std::borrow::Cow;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Error as _};

pub(super) use self::record::{BodyFailure, BodyKey, ROOT, Survey};
use self::record::{Computed, OtherBodies, Purpose, SurveyedItem, VisitedBody};
pub(super) use self::search::with_other_faults;
use super::content::Content;
use super::guesses::FieldId;
use super::item_nodes::BodyItems;
use super::origin::ExpressionKey;
use super::text::TextDeserializer;
use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::protocol::field::Fields;

impl<'a> Content<'_, 'a> {
    /// Records that a struct or a map asks for the items of the body.
    #[inline]
    pub(super) fn record_visit(&self, fields: Option<Fields>) {
        if let Some(survey) = self.shared.survey {
            survey.visit(self, fields);
        }
    }

    /// Returns the survey and the name, if this attempt asks the type of this body about a name.
    pub(super) fn asked_name(&self) -> Option<(&'a Survey, &'a str)> {
        let survey = self.shared.survey?;
        let Purpose::AskField(body, name) = &survey.purpose else {
            return None;
        };
        (survey.key_of(self)? == *body).then_some((survey, name))
    }

    pub(super) fn record_failure(&self, failure: BodyFailure) {
        if let Some(survey) = self.shared.survey
            && let Some(key) = survey.key_of(self)
        {
            survey.record().failures.push((key, failure));
        }
    }

    /// Returns the body with all of its items, for the paths of errors in it. `None` if they are not needed, because
    /// the error is not reported.
    pub(super) fn whole(&self) -> Option<Self> {
        match self.shared.survey {
            None => Some(*self),
            Some(survey) => survey.is_reported().then(|| self.with_all_items()),
        }
    }

    pub(super) fn with_all_items(&self) -> Self {
        let view = self.own_input().view();
        let items = match self.block {
            None => self.shared.root,
            Some(block) => match block.layers {
                Some(id) => BodyItems::Selected(&self.shared.layered_items(id).body),
                None => BodyItems::of_body(view, block.node.body_of_block(view).1),
            },
        };
        self.with_items(items)
    }
}

impl Survey {
    /// Returns the items that a body is given, of all that it has.
    pub(super) fn select<'a>(&'a self, body: BodyKey, all: BodyItems<'a>) -> BodyItems<'a> {
        match (self.given.get(&body), self.others) {
            (Some(items), _) => BodyItems::Selected(items),
            (None, OtherBodies::Nothing) => BodyItems::Selected(&[]),
            (None, OtherBodies::All) => all,
        }
    }

    /// Records a body, if it is given without items because nothing is known of it yet.
    fn visit(&self, content: &Content<'_, '_>, fields: Option<Fields>) {
        if let Some(key) = self.key_of(content)
            && self.others == OtherBodies::Nothing
            && !self.given.contains_key(&key)
            && self.record().keys.insert(key)
        {
            let body = VisitedBody {
                key,
                fields,
                items: items_of(&content.with_all_items()),
                left_out: Arc::clone(&self.left_out),
            };
            self.record().bodies.push(body);
        }
    }

    /// Asks the type of a body, through the seed of its keys, which field a name belongs to. Always returns an error,
    /// which ends the decoding of the body.
    pub(super) fn ask_field<'de, S: DeserializeSeed<'de>, T>(
        &self,
        name: &str,
        seed: S,
    ) -> Result<T> {
        let key = seed.deserialize(TextDeserializer::new(name.to_owned()))?;
        Err(self.end_at_field(FieldId::of(&key)))
    }

    /// Records the field that a name belongs to, and returns the error that ends the attempt.
    fn end_at_field(&self, field: FieldId) -> Error {
        self.record().field = Some(field);
        Error::custom("the type was only asked for its field")
    }

    /// Fails if an expression must not be evaluated: in an attempt without evaluation, or a second time.
    pub(super) fn begin_evaluation(&self, expression: ExpressionKey) -> Result<()> {
        if matches!(self.purpose, Purpose::Evaluate { .. }) && self.evaluated().insert(expression) {
            return Ok(());
        }
        self.record().is_unevaluated = true;
        let detail = "Only what is written literally is looked at.";
        Err(Error::of(Code::NotEvaluated, detail))
    }

    /// Whether a part of a list, map or struct is left out, because an earlier attempt has covered it.
    pub(super) fn leaves_out(&self, part: ExpressionKey) -> bool {
        self.left_out.contains(&part)
            || self.purpose == Purpose::Evaluate { only_rest: true }
                && self.evaluated().contains(&part)
    }

    /// Records the failure of a part of a list, map or struct. Inner parts are recorded first.
    pub(super) fn fail_part(&self, part: ExpressionKey) {
        let mut record = self.record();
        let mut failures = record.failures.iter();
        if failures.all(|(key, _)| Some(*key) != self.current) {
            record.failed_parts.push(part);
        }
    }

    /// Returns the key of a body; `None` for the properties of several JSON objects.
    fn key_of(&self, content: &Content<'_, '_>) -> Option<BodyKey> {
        match content.block {
            Some(block) => Some(BodyKey::of_block(content.origin.index, block.node)),
            None => (content.span == self.root_span).then_some(ROOT),
        }
    }
}

pub(super) fn items_of(content: &Content<'_, '_>) -> Vec<SurveyedItem> {
    let item = |at: usize| {
        let input = content.input(at);
        let expression = content.expression(at);
        SurveyedItem {
            node: content.node(at),
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
