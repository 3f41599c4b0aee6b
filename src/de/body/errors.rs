//! The errors of a body: their places, and other errors in the same body.

use std::any::TypeId;

use serde::de::Error as _;

use crate::de::asked::Asked;
use crate::de::body::{BodyAccess, CurrentItem};
use crate::de::culprit;
use crate::de::data::Data;
use crate::de::expression::ExpressionData;
use crate::de::kind::Functions;
use crate::de::parts::unread_entries;
use crate::de::survey::BodyFailure;
use crate::diagnostic::is_misspelling;
use crate::error::{Error, Found, Result};
use crate::path::PathStep;
use crate::protocol::field::{LABELS, PrivateField, REST};
use crate::span::Span;
use crate::syntax::options::Syntax;

impl BodyAccess<'_, '_> {
    /// Whether no name has been refused.
    pub(super) fn is_complete(&self) -> bool {
        let special = self.special.as_ref();
        self.refused.is_none() && special.is_none_or(|it| it.unknown.is_empty())
    }

    /// Handles the error of a key. If the struct refuses the name, it gets no more items, so that it can report missing
    /// fields too; any other error ends the decoding.
    pub(super) fn refuse(&mut self, error: Error) -> Result<()> {
        let is_unknown =
            self.fields.is_some() && matches!(error.facts().found(), Some(Found::Name(_)));
        let error = self.locate_key(error);
        if !is_unknown {
            return Err(error);
        }
        if let Some(at) = self.next.checked_sub(1) {
            self.content
                .record_failure(BodyFailure::Name(self.content.node(at)));
        }
        self.refused = Some(error);
        self.current = CurrentItem::Nothing;
        Ok(())
    }

    /// Adds the place of the last key to an error, if the visitor has not requested its value: the error is then about
    /// the key.
    fn locate_key(&self, error: Error) -> Error {
        let is_item = match &self.current {
            CurrentItem::NeverNull(_)
            | CurrentItem::Attribute
            | CurrentItem::Evaluated(_)
            | CurrentItem::Property
            | CurrentItem::Block => true,
            CurrentItem::Label(_) | CurrentItem::Rest(_) | CurrentItem::Nothing => false,
        };
        if is_item && error.span().is_none() {
            let at = self.current_index();
            let span = self.content.head(at).name;
            let error = error.of_unknown_item(self.content.expression(at).is_none());
            return self.locate(error.without_values(), at, span);
        }
        error
    }

    /// Completes an error in the value of an attribute.
    pub(super) fn attribute_error(
        &self,
        error: Error,
        expression: ExpressionData<'_, '_>,
    ) -> Error {
        let at = self.current_index();
        let error = culprit::locate(error, culprit::Within::Expression(expression));
        let is_json = expression.input.view().tree.is_json();
        let name = self.content.name(at);
        let error = match (is_json, error.path().is_empty()) {
            (true, true) => error
                .with_form_of_choice(None)
                .or_as_block(name, Syntax::Json),
            (true, false) => error.with_form_of_choice(None),
            (false, true) => error
                .with_form_of_choice(Some(name))
                .or_as_block(name, Syntax::Native),
            (false, false) => error,
        };
        self.locate(error, at, expression.place())
    }

    /// Completes an error in the value of a JSON property that may be blocks.
    pub(super) fn property_error(&self, error: Error) -> Error {
        let at = self.current_index();
        let Some(expression) = self.content.expression(at) else {
            return error;
        };
        let span = match self.asked.get() {
            Asked::Blocks => self.content.head(at).name,
            _ => expression.place(),
        };
        let error = if self.repeats().next(at).is_none() {
            let error = culprit::locate(error, culprit::Within::Expression(expression));
            let error = error.with_form_of_choice(None);
            if error.path().is_empty() {
                error.or_as_block(self.content.name(at), Syntax::Json)
            } else {
                error
            }
        } else {
            error
        };
        self.locate(error, at, span)
    }

    /// Fails if the visitor has refused a name, or has not read all items: they would be lost.
    pub(in crate::de) fn end(&mut self) -> Result<()> {
        if !self.is_complete() {
            return Err(self.unknown_names(None));
        }
        let taken = self.next;
        if taken == self.content.items.len() && self.special.is_none() {
            return Ok(());
        }
        match self.next_item() {
            Some(_) => Err(unread_entries(self.content.items.len(), taken)),
            None => Ok(()),
        }
    }

    pub(super) fn locate(&self, error: Error, at: usize, span: Span) -> Error {
        self.content
            .record_failure(BodyFailure::Item(self.content.node(at)));
        let name = self.content.name(at);
        let error = error.at(span).prepend_step(PathStep::from(name));
        self.content.in_source(error, at)
    }

    /// Adds to an error of the body its place and the other refused names. `owner` is the visited type.
    pub(in crate::de) fn complete(&mut self, mut error: Error, owner: TypeId) -> Error {
        // The path, not the current item, names the property: the rest of the body is read after all items.
        if let Some(labels) = error.facts_mut().take_missing_block()
            && let Some(name) = error.path().steps().first().and_then(PathStep::name)
        {
            self.content.shared.single_blocks.add(owner, name, labels);
        }
        let mut error = self.locate_key(error);
        if error.span().is_none() {
            error = self.of_whole(error);
        }
        if self.is_complete() && !self.content.shared.options.exhaustive {
            return error;
        }
        let is_kept = match error.facts().missing_field() {
            Some(field) => self.is_really_missing(field),
            None => true,
        };
        self.unknown_names(is_kept.then_some(error))
    }

    /// Whether a field is really missing. The items after a refused name were not read, and an unknown name may be a
    /// misspelling of this field.
    fn is_really_missing(&self, field: &str) -> bool {
        let fields = self.fields.unwrap_or_default();
        let names = || (0..self.content.items.len()).map(|at| self.content.name(at));
        if self.refused.is_some() && names().any(|name| name == field) {
            return false;
        }
        !names().any(|name| is_misspelling(name, field, fields))
    }

    /// Returns the errors of all unknown names, together with another error of the body.
    pub(super) fn unknown_names(&mut self, other: Option<Error>) -> Error {
        let fields = self.fields.unwrap_or_default();
        let special = self.special.as_mut();
        let mut unknown = special.map_or_else(Vec::new, |it| std::mem::take(&mut it.unknown));
        let is_unknown = |at: &usize| {
            !self.repeats().is_repeat(*at) && !fields.contains(&self.content.name(*at))
        };
        unknown.extend((self.next..self.content.items.len()).filter(is_unknown));
        let max = self.content.shared.options.parse.limits.reported;
        let unknown = unknown.into_iter().take(max + 1).map(|at| {
            self.content
                .record_failure(BodyFailure::Name(self.content.node(at)));
            let name = self.content.name(at);
            let is_block = self.content.expression(at).is_none();
            let error = Error::unknown_field(name, fields).of_unknown_item(is_block);
            let error = error.without_values();
            let error = self.locate(error, at, self.content.head(at).name);
            error.with_source(self.content.input(at).origin.source())
        });
        let unknown: Vec<Error> = unknown.collect();
        let mut errors = self.refused.take().into_iter().chain(other).chain(unknown);
        match errors.next() {
            Some(first) => {
                let mut more = Vec::new();
                for error in errors {
                    more.extend(error.into_diagnostics());
                }
                first.with_more(more, max)
            }
            None => Error::custom("a name is not expected here"),
        }
    }

    /// Adds the place to an error of the body as a whole.
    fn of_whole(&self, error: Error) -> Error {
        let content = self.content;
        let Some(field) = error.facts().missing_field() else {
            self.content.record_failure(BodyFailure::Body);
            let error = match self.fields {
                None => culprit::locate(error.of_hidden(), culprit::Within::Body(content)),
                Some(_) => error,
            };
            return content.locate(error, false);
        };
        let null = (0..content.items.len()).find_map(|at| {
            let expression = content.expression(at);
            let expression = expression.filter(|_| content.name(at) == field)?;
            let present = Data::Expression(expression).present(Functions::NotCalled);
            present.is_none().then(|| (at, expression.place()))
        });
        if let Some((at, span)) = null {
            return self.locate(Error::null_field(field), at, span);
        }
        self.content.record_failure(BodyFailure::Body);
        content.locate(self.missing(error, field), true)
    }

    /// Completes the error of a field that nothing in the body sets, according to what the field asks for.
    fn missing(&self, error: Error, field: &'static str) -> Error {
        let content = self.content;
        match content.block() {
            _ if field == REST => Error::hidden_body(),
            _ if !PrivateField::is_label(field) => {
                error.of_body().prepend_step(PathStep::from(field))
            }
            Some(block) if self.fields.is_none() && block.json_body().is_some() => {
                Error::hidden_label_of_json(field)
            }
            Some(block) => {
                let block_type = content.own_input().view().block_type(&block);
                let (read, count) = content
                    .block
                    .map_or((0, 0), |block| (block.labels_read, block.label_count()));
                if self.fields.is_none() && field == LABELS {
                    Error::hidden_labels(block_type)
                } else {
                    let header = content.own_input().view().slice(block.header);
                    Error::missing_label(block_type, header.trim_end(), read, count, field)
                }
            }
            None if self.fields.is_none() && content.own_input().view().tree.is_json() => {
                Error::hidden_label_of_json(field)
            }
            None => Error::label_without_block(field),
        }
    }
}
