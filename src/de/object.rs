//! Objects as maps and structs.
//!
//! Knows nothing of bodies and blocks.

use serde::de::{DeserializeSeed, Error as _, MapAccess, Visitor};

use super::deserializer::SourceDeserializer;
use super::key::{ConvertedKeys, Repeat};
use super::source::{Entry, Functions, Object, Presence, Source, presence};
use super::text::TextDeserializer;
use crate::error::{Category, Error, PathStep, Result};
use crate::protocol::field::{PrivateField, REST};
use crate::span::Span;

/// The entries of an object, one after the other.
pub(super) struct ObjectAccess<'de, O: Object<'de>> {
    object: O,
    /// The fields of the struct that is asked for.
    fields: Option<&'static [&'static str]>,
    next: usize,
    keys: ConvertedKeys,
    /// The value of the entry before the next, if its key has been given, but not the value.
    current: Current<'de, O::Value>,
}

/// The value of an entry.
enum Current<'de, S: Source<'de>> {
    Nothing,
    Value(S),
    /// It had to be evaluated to see that it is not null.
    Evaluated(Box<S::Evaluated>),
}

impl<'de, O: Object<'de>> ObjectAccess<'de, O> {
    /// Gives the visitor the entries of an object: to a map all of them, to a struct with those fields all but those
    /// that null takes away.
    pub(super) fn visit<V: Visitor<'de>>(
        object: O,
        fields: Option<&'static [&'static str]>,
        visitor: V,
    ) -> Result<V::Value> {
        let mut access = ObjectAccess {
            object,
            fields,
            next: 0,
            keys: ConvertedKeys::default(),
            current: Current::Nothing,
        };
        match visitor.visit_map(&mut access) {
            Ok(value) => Ok(value),
            Err(error) => Err(access.complete(error)),
        }
    }

    /// Whether null takes an entry away from the struct that is asked for; an error if it has no place at all. One that
    /// no field asks for stays, to be refused or ignored under its key.
    #[inline]
    fn value(&self, key: &str, value: O::Value) -> Result<Current<'de, O::Value>> {
        let Some(fields) = self.fields else {
            return Ok(Current::Value(value));
        };
        if !fields.contains(&key) {
            if self.object.is_exhaustive() {
                return Err(Error::unknown_field(key, fields));
            }
            return Ok(Current::Value(value));
        }
        Ok(match presence(value, Functions::NotCalled) {
            Presence::Absent => Current::Nothing,
            Presence::Present(value) => Current::Value(value),
            Presence::Evaluated(value) => Current::Evaluated(value),
        })
    }

    /// Adds to an error of the key that was given last what is known of its place.
    #[cold]
    fn locate_key(&self, error: Error) -> Error {
        match self.last_entry() {
            Some(entry) if error.is_without_place() => place(error, &entry.key, entry.key_span),
            _ => error,
        }
    }

    /// Adds to an error of the value that was given last what is known of its place.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        match self.last_entry() {
            Some(entry) => place(error, &entry.key, entry.value.span()),
            None => error,
        }
    }

    fn last_entry(&self) -> Option<Entry<'de, O::Value>> {
        self.object.entry(self.next.checked_sub(1)?)
    }

    /// Adds to an error of the object as a whole what is known of its place.
    #[cold]
    fn complete(&self, error: Error) -> Error {
        if !matches!(self.current, Current::Nothing) {
            // The visitor has read a key and does not ask for the value: it is about that key.
            return self.locate_key(error);
        }
        let missing = error.missing_field_name();
        let Some(field) = missing.filter(|_| error.is_without_place()) else {
            return error;
        };
        if let Some(entry) = self.object.entries().find(|entry| entry.key == field) {
            let span = entry.value.span();
            if let Presence::Absent = presence(entry.value, Functions::NotCalled) {
                return place(Error::null_field(field), field, span);
            }
        }
        let error = if field == REST {
            Error::hidden_body()
        } else if PrivateField::is_label(field) {
            Error::label_without_block(field)
        } else {
            error.prepend_step(PathStep::Attribute(field))
        };
        match self.object.span_of_missing() {
            Some(span) => error.at(span),
            None => error,
        }
    }
}

/// Adds to an error the place of a key or of its value.
#[cold]
fn place(error: Error, key: &str, span: Option<Span>) -> Error {
    let error = match span {
        Some(span) => error.at(span),
        None => error,
    };
    error.prepend_step(PathStep::Attribute(key))
}

/// The error of a key that has become the same as an earlier one.
#[cold]
fn repeated_key<'de, O: Object<'de>>(object: &O, repeat: &Repeat, at: usize) -> Error {
    let [earlier, later] = [repeat.earlier, at].map(|at| object.entry(at));
    let [earlier_key, later_key] =
        [&earlier, &later].map(|entry| entry.as_ref().map_or("", |entry| &*entry.key));
    let mut diagnostic = repeat.diagnostic(earlier_key, later_key);
    if let Some(span) = earlier.as_ref().and_then(|entry| entry.key_span) {
        diagnostic.set_context(span);
    }
    Error::new(Category::Data, diagnostic)
}

impl<'de, O: Object<'de>> MapAccess<'de> for ObjectAccess<'de, O> {
    type Error = Error;

    fn next_key_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        self.current = Current::Nothing;
        while self.next < self.object.len() {
            let entry = self.object.entry(self.next);
            self.next += 1;
            let Some(Entry {
                key,
                key_span,
                value,
            }) = entry
            else {
                continue;
            };
            let value = self.value(&key, value);
            self.current = value.map_err(|error| self.locate_key(error))?;
            if let Current::Nothing = self.current {
                continue;
            }
            let key = TextDeserializer {
                text: key,
                span: key_span,
            };
            let (object, at) = (&self.object, self.next - 1);
            let repeated = |repeat: &Repeat| repeated_key(object, repeat, at);
            return match self.keys.read(key, at, seed, repeated) {
                Ok(key) => Ok(Some(key)),
                Err(error) => Err(self.locate_key(error)),
            };
        }
        Ok(None)
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        let value = match std::mem::replace(&mut self.current, Current::Nothing) {
            Current::Value(value) => seed.deserialize(SourceDeserializer(value)),
            Current::Evaluated(value) => seed.deserialize(SourceDeserializer(*value)),
            Current::Nothing => unreachable!("serde asks for a value only after its key"),
        };
        match value {
            Ok(value) => Ok(value),
            Err(error) => Err(self.locate(error)),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.object.len() - self.next)
    }
}
