//! Maps in a body: blocks labelled by their keys, or one attribute.
//!
//! Knows nothing of what is in a block.

use serde::ser::Serialize;

use super::Serializer;
use super::collection::ObjectState;
use super::field::{FieldSerializer, Item, Outcome, Place};
use super::key::KeySerializer;
use super::label::Label;
use super::names::Scope;
use crate::error::{PathStep, Result};

/// Writes a map.
pub(super) struct Entries<'s, 'n> {
    serializer: &'s mut Serializer,
    item: Item<'n>,
    form: Form,
    /// The labels of its blocks.
    labels: Scope,
}

/// The form that a map takes.
enum Form {
    /// It has no entries yet.
    Undecided,
    Blocks,
    Attribute(ObjectState),
    /// It can be no blocks, and cannot be written as an attribute here.
    Refused,
}

impl<'s, 'n> Entries<'s, 'n> {
    #[expect(
        clippy::needless_pass_by_value,
        reason = "what it borrows is what it gives up"
    )]
    pub(super) fn new(field: FieldSerializer<'s, 'n>, len: Option<usize>) -> Self {
        let run = &mut field.serializer.run;
        run.begin_body("", len.unwrap_or_default());
        Entries {
            serializer: field.serializer,
            item: field.item,
            form: Form::Undecided,
            labels: Scope::default(),
        }
    }

    /// Goes on as an attribute, if nothing has been written yet.
    fn give_up_blocks(&mut self, is_empty: bool) -> Result<()> {
        let is_first =
            matches!(self.form, Form::Undecided) && self.serializer.first_block.is_none();
        self.form = if is_first && self.item.place.is_item() {
            if is_empty {
                self.serializer.begin_attribute(self.item.name);
            } else {
                self.serializer.begin_attribute_of_lines(self.item.name);
            }
            Form::Attribute(ObjectState::begin(self.serializer, self.item.depth)?)
        } else {
            Form::Refused
        };
        Ok(())
    }

    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        if !matches!(self.form, Form::Attribute(_)) {
            self.push_undecided(key, value)?;
        }
        if let Form::Attribute(object) = &mut self.form {
            let name = self.serializer.names.key(key);
            object.push(self.serializer, name, value)?;
        }
        Ok(())
    }

    /// Writes an entry as blocks, unless the map turns out to be an attribute.
    #[inline]
    fn push_undecided<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        match self.form {
            Form::Attribute(_) | Form::Refused => Ok(()),
            Form::Undecided if !self.item.place.takes_many() => self.give_up_blocks(false),
            Form::Undecided | Form::Blocks => self
                .push_block(key, value)
                .map_err(|error| error.prepend_step(PathStep::Label(key))),
        }
    }

    #[expect(
        clippy::inline_always,
        reason = "each block of a map is written by it, and its caller is one"
    )]
    #[inline(always)]
    fn push_block<T: Serialize + ?Sized>(&mut self, key: &str, value: &T) -> Result<()> {
        let outcome = value.serialize(FieldSerializer {
            serializer: self.serializer,
            item: Item {
                label: Some(&Label::key(key, self.item.label)),
                place: Place::Entry,
                depth: self.item.depth.deeper()?,
                ..self.item
            },
        })?;
        if outcome == Outcome::Refused {
            return self.give_up_blocks(false);
        }
        self.form = Form::Blocks;
        self.serializer.names.add_key(&mut self.labels, key);
        Ok(())
    }

    pub(super) fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
        self.serializer.take_key(key)
    }

    pub(super) fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let key = self.serializer.given_key()?;
        self.push(&key, value)
    }

    /// Takes the key where it is, without a copy.
    pub(super) fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
        &mut self,
        key: &K,
        value: &T,
    ) -> Result<()> {
        key.serialize(KeySerializer(|key: &str| self.push(key, value)))
    }

    pub(super) fn finish(&mut self) -> Result<Outcome> {
        self.serializer.end_keys()?;
        if matches!(self.form, Form::Undecided) {
            self.give_up_blocks(true)?;
        }
        let mut outcome = Outcome::Written;
        match &self.form {
            Form::Attribute(object) => {
                object.end(self.serializer)?;
                self.serializer.newline();
            }
            Form::Refused => outcome = Outcome::Refused,
            Form::Undecided | Form::Blocks => {}
        }
        self.serializer.names.close(&self.labels)?;
        Ok(outcome)
    }
}
