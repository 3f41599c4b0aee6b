//! Access to the parts of data: the elements of tuples, lists and sets as sequences, the entries of objects as maps and
//! structs.

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Unexpected, Visitor};

use super::data::{Data, ObjectData, SequenceData};
use super::key::ConvertedKeys;
use super::kind::Functions;
use super::value::data::ValueData;
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol::field::{PrivateField, REST};
use crate::quote::counted;
use crate::span::Span;

/// The found data where an empty object is expected.
pub(super) const NOT_EMPTY: Unexpected<'static> = Unexpected::Other("an object that is not empty");

/// The form in which a sequence is requested.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SequenceForm {
    List,
    /// A tuple, whose elements each have their own type.
    Tuple,
}

/// Gives the elements of a sequence to a visitor.
pub(super) struct SequenceAccess<'de, 'a> {
    sequence: SequenceData<'de, 'a>,
    form: SequenceForm,
    next: usize,
}

impl<'de, 'a> SequenceAccess<'de, 'a> {
    #[inline]
    pub(super) fn visit<V: Visitor<'de>>(
        sequence: SequenceData<'de, 'a>,
        form: SequenceForm,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = SequenceAccess {
            sequence,
            form,
            next: 0,
        };
        // The value stays in the caller's place: a copy would take more stack.
        let mut value = visitor.visit_seq(&mut access);
        if value.is_ok()
            && let Err(error) = check_length(access.sequence.len(), access.next)
        {
            value = Err(error);
        }
        value
    }

    /// Adds the place of the last element to its error.
    fn locate(&self, error: Error) -> Error {
        let index = self.next - 1;
        let element = self.sequence.element(index);
        if self.form == SequenceForm::List {
            element.record_failure();
        }
        let error = error.at_span(element.span());
        error.prepend_step(PathStep::Index(index))
    }
}

/// Fails if a visitor has not taken all elements of a sequence: they would be lost.
#[inline]
pub(super) fn check_length(length: usize, taken: usize) -> Result<()> {
    if length == taken {
        Ok(())
    } else {
        Err(wrong_length(length, taken))
    }
}

fn wrong_length(length: usize, taken: usize) -> Error {
    Error::invalid_length(length, &counted(taken, "element").as_str())
}

impl<'de> SeqAccess<'de> for SequenceAccess<'de, '_> {
    type Error = Error;

    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        let element = loop {
            if self.next == self.sequence.len() {
                return Ok(None);
            }
            let element = self.sequence.element(self.next);
            self.next += 1;
            if self.form == SequenceForm::Tuple || !element.is_left_out() {
                break element;
            }
        };
        match seed.deserialize(element) {
            Ok(value) => Ok(Some(value)),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.sequence.len() - self.next)
    }
}

/// The error of a visitor that has not read all entries of a map: they would be lost.
pub(super) fn unread_entries(count: usize, taken: usize) -> Error {
    let noun = if taken == 1 { "entry" } else { "entries" };
    let expected = format!("{taken} {noun}");
    Error::invalid_length(count, &expected.as_str())
}

/// Gives the entries of an object to a visitor.
pub(super) struct ObjectAccess<'de, 'a> {
    object: ObjectData<'de, 'a>,
    /// The fields of the requested struct.
    fields: Option<&'static [&'static str]>,
    next: usize,
    keys: ConvertedKeys,
    pending: PendingValue<'de, 'a>,
}

/// The value of the last key, until it is requested.
enum PendingValue<'de, 'a> {
    Nothing,
    /// That of the entry before [`ObjectAccess::next`].
    Entry,
    /// A value that has been looked at to see whether it is null. It is kept so that no expression is evaluated twice.
    Value(Box<ValueData<'de, 'a>>),
}

impl<'de, 'a> ObjectAccess<'de, 'a> {
    /// Visits the entries of an object as a map, or as a struct with these fields. For a struct, null entries are left
    /// out.
    #[expect(
        clippy::inline_always,
        reason = "its fields are then stored once, in the place where it is used"
    )]
    #[inline(always)]
    pub(super) fn visit<V: Visitor<'de>>(
        object: ObjectData<'de, 'a>,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = ObjectAccess {
            object,
            fields,
            next: 0,
            keys: ConvertedKeys::default(),
            pending: PendingValue::Nothing,
        };
        // The value stays in the caller's place: a copy would take more stack.
        let mut value = visitor.visit_map(&mut access);
        if let Err(error) = value {
            return Err(access.of_struct(access.complete(error)));
        }
        if access.next < access.object.len() {
            value = Err(unread_entries(access.object.len(), access.next));
        }
        value
    }

    /// Returns the value of a struct's key; `None` if it is null and a field of the struct, which is then absent. An
    /// entry that no field asks for is an error in exhaustive decoding. Otherwise its value is returned, so that the
    /// struct refuses or ignores it.
    fn value_of_field(
        &self,
        fields: &'static [&'static str],
        at: usize,
        key: &str,
    ) -> Result<Option<PendingValue<'de, 'a>>> {
        if fields.contains(&key) {
            let present = self.object.value(at).present(Functions::NotCalled);
            return Ok(present.map(|value| match value {
                Data::Expression(_) => PendingValue::Entry,
                Data::Value(value) => PendingValue::Value(value),
            }));
        }
        if self.object.is_exhaustive() {
            return Err(Error::unknown_field(key, fields));
        }
        Ok(Some(PendingValue::Entry))
    }

    /// Adds the place of the last key to its error.
    fn locate_key(&self, error: Error) -> Error {
        match self.object.key(self.next - 1) {
            Some(key) if error.is_without_place() => place(error, &key.text, key.span()),
            _ => error,
        }
    }

    /// Adds the place of the last value to its error.
    fn locate(&self, error: Error) -> Error {
        let at = self.next - 1;
        let value = self.object.value(at);
        value.record_failure();
        match self.object.key(at) {
            Some(key) => place(error, &key.text, value.span()),
            None => error,
        }
    }

    /// Adds the fields of the struct to an error in an object.
    fn of_struct(&self, error: Error) -> Error {
        match self.fields {
            Some(fields) => error.in_struct(fields),
            None => error,
        }
    }

    /// Adds the place to an error of the object as a whole.
    fn complete(&self, error: Error) -> Error {
        if !matches!(self.pending, PendingValue::Nothing) {
            // The visitor has read a key and has not requested the value: the error is about that key.
            return self.locate_key(error);
        }
        let missing = error.facts().missing_field();
        let Some(field) = missing.filter(|_| error.is_without_place()) else {
            return error;
        };
        if let Some((_, value)) = self.object.entries().find(|(key, _)| key.text == field) {
            let span = value.span();
            if value.present(Functions::NotCalled).is_none() {
                return place(Error::null_field(field), field, span);
            }
        }
        let error = if field == REST {
            Error::hidden_body()
        } else if PrivateField::is_label(field) {
            if self.object.is_json() {
                Error::hidden_label_of_json(field)
            } else {
                Error::label_without_block(field)
            }
        } else {
            error.prepend_step(PathStep::from(field))
        };
        error.at_span(self.object.span_of_missing())
    }
}

/// Adds to an error the place of a key or of its value.
fn place(error: Error, key: &str, span: Option<Span>) -> Error {
    error.at_span(span).prepend_step(PathStep::from(key))
}

impl<'de> MapAccess<'de> for ObjectAccess<'de, '_> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.pending = PendingValue::Nothing;
        while self.next < self.object.len() {
            let at = self.next;
            self.next += 1;
            if self.object.is_left_out(at) {
                continue;
            }
            let Some(key) = self.object.key(at) else {
                continue;
            };
            self.pending = match self.fields {
                None => PendingValue::Entry,
                Some(fields) => match self.value_of_field(fields, at, &key.text) {
                    Ok(None) => continue,
                    Ok(Some(value)) => value,
                    Err(error) => return Err(self.locate_key(error)),
                },
            };
            let object = &self.object;
            let key_at = |at| object.key(at).expect("it has been read");
            return match self.keys.read(key, at, seed, &key_at) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.locate_key(error)),
            };
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let value = match std::mem::replace(&mut self.pending, PendingValue::Nothing) {
            PendingValue::Entry => self.object.value(self.next - 1),
            PendingValue::Value(value) => Data::Value(value),
            PendingValue::Nothing => unreachable!("serde asks for a value only after its key"),
        };
        match seed.deserialize(value) {
            Ok(value) => Ok(value),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.object.len() - self.next)
    }
}
