//! The items of a body: the fields of a struct, or the entries of a map.
//!
//! Only this file calls `form_of`; others call [`form_of_item`].

#![expect(
    clippy::inline_always,
    reason = "the name of a field is a constant where this is inlined"
)]

use serde::ser::Serialize;

use super::blocks;
use super::error;
use super::expression;
use super::form::{Form, ItemRole, TypedForm, form_of};
use super::guesses::KeyKind;
use super::header::StartedBlock;
use super::items;
use super::key::PendingKey;
use super::macros::{entries, fields};
use super::names::{Equality, NameScope};
use super::output::{Output, PartsOutput};
use super::surroundings::{Decoding, Surroundings};
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::PathStep;
use crate::protocol::field::PrivateField;

/// The form of an item of a body.
#[inline]
pub(super) fn form_of_item<T: Serialize + ?Sized>(
    value: &T,
    role: ItemRole,
    surroundings: Surroundings,
) -> Form {
    let TypedForm {
        form,
        is_lost_in_buffer,
    } = form_of(value, role, surroundings);
    let is_lost = is_lost_in_buffer && surroundings.decoding == Decoding::Buffered;
    // A value that cannot be an expression, because it has labels or a body of its own, still becomes blocks.
    if is_lost && form == Form::Blocks && expression::is_possible(value, surroundings) {
        Form::Attribute
    } else {
        form
    }
}

#[inline(always)]
pub(super) fn write_item<T: Serialize + ?Sized>(
    output: &mut Output,
    name: &str,
    value: &T,
    form: Form,
    role: ItemRole,
    surroundings: Surroundings,
) -> Result<()> {
    match form {
        Form::Nothing => Ok(()),
        Form::Attribute => expression::write_attribute(output, name, value, surroundings),
        Form::Blocks => blocks::write(output, name, value, role, surroundings),
    }
}

/// What serde serializes as a body.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum BodyKind {
    /// The fields of a struct.
    Struct,
    /// The fields of a variant of this name, which is a label of the block.
    Variant(&'static str),
    /// The fields of a variant of this name, which is the type of the block.
    Item(&'static str),
    /// The entries of a map.
    Map,
    /// The entries of a map of unknown length: the fields of a struct with flattened fields.
    Flattened,
}

/// Writes the items of a body.
pub struct BodySerializer<'s> {
    output: PartsOutput<'s>,
    /// The names of the items.
    names: NameScope,
    /// Whether the names are shared with other items of the same body.
    has_shared_names: bool,
    /// The block that has this body; `None` for the whole configuration and for the rest of a body.
    block: Option<StartedBlock<'s>>,
    kind: BodyKind,
    surroundings: Surroundings,
    key: PendingKey,
}

impl<'s> BodySerializer<'s> {
    /// Creates a serializer for the items of a body. If the body also has other items, `shared_names` has the names of
    /// all items.
    #[inline]
    pub(super) fn new(
        output: &'s mut Output,
        shared_names: Option<NameScope>,
        block: Option<StartedBlock<'s>>,
        kind: BodyKind,
        surroundings: Surroundings,
    ) -> Self {
        BodySerializer {
            names: shared_names.unwrap_or_else(|| output.names.begin(Equality::Exact)),
            has_shared_names: shared_names.is_some(),
            output: PartsOutput::new(output),
            block,
            kind,
            surroundings: match kind {
                BodyKind::Flattened => surroundings.buffered(),
                BodyKind::Struct | BodyKind::Variant(_) | BodyKind::Item(_) | BodyKind::Map => {
                    surroundings
                }
            },
            key: PendingKey::default(),
        }
    }

    #[inline]
    pub(super) fn of_block(
        output: &'s mut Output,
        block: StartedBlock<'s>,
        kind: BodyKind,
        surroundings: Surroundings,
    ) -> Self {
        BodySerializer::new(output, None, Some(block), kind, surroundings)
    }

    /// Writes a field of a struct.
    ///
    /// In derived code, the name is a constant: when inlined, it is checked and hashed at compile time.
    #[inline(always)]
    fn push_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<()> {
        if !is_identifier(name) {
            return self.push_private(name, value);
        }
        let output = self.begin_item()?;
        output.names.add(self.names, name);
        self.push_item(output, name, ItemRole::Field, value)
    }

    /// Writes the value of a key.
    fn push<T: Serialize + ?Sized>(&mut self, name: &str, role: ItemRole, value: &T) -> Result<()> {
        if !is_identifier(name) {
            return self.push_private(name, value);
        }
        let output = self.begin_item()?;
        output.names.add(self.names, name);
        self.push_item(output, name, role, value)
    }

    #[inline(always)]
    fn push_item<T: Serialize + ?Sized>(
        &mut self,
        output: &'s mut Output,
        name: &str,
        role: ItemRole,
        value: &T,
    ) -> Result<()> {
        let form = form_of_item(value, role, self.surroundings);
        let written = write_item(output, name, value, form, role, self.surroundings);
        written.map_err(|error| self.step_into_item(error, name))?;
        self.output.put_back(output);
        Ok(())
    }

    /// Writes an entry of a map. Derived code passes the fields of a struct with flattened fields as entries, too: they
    /// are written as fields.
    #[inline]
    fn push_entry<T: Serialize + ?Sized>(
        &mut self,
        key: &str,
        kind: KeyKind,
        value: &T,
    ) -> Result<()> {
        match (self.kind, kind) {
            (BodyKind::Flattened, KeyKind::Field) => self.push(key, ItemRole::Field, value),
            (_, KeyKind::Data) if PrivateField::parse(key).is_some() => {
                Err(self.step_into_item(error::private_key(key), key))
            }
            _ => self.push(key, ItemRole::Entry, value),
        }
    }

    /// Returns the output for an item. Opens the block, unless it is open already.
    #[inline]
    fn begin_item(&mut self) -> Result<&'s mut Output> {
        let output = self.output.take()?;
        if let Some(block) = &mut self.block {
            block.open(&mut output.writer);
        }
        Ok(output)
    }

    /// Writes a field that is not an item: a label, or the rest of the body.
    fn push_private<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let written = self.write_private(name, value);
        if written.is_err() {
            self.output.fail();
        }
        written
    }

    fn write_private<T: Serialize + ?Sized>(&mut self, name: &str, value: &T) -> Result<()> {
        let field = self.private_field(name)?;
        let written = match (field, &mut self.block) {
            (PrivateField::Rest, _) => self.push_rest(value),
            (PrivateField::Label(_) | PrivateField::Labels, Some(block)) => {
                block.take_label(field, value)
            }
            (PrivateField::Label(_) | PrivateField::Labels, None) => {
                Err(error::label_without_block(name))
            }
        };
        written.map_err(|error| self.step_into_variant(error))
    }

    /// The private field with a name that is not an identifier.
    fn private_field(&self, name: &str) -> Result<PrivateField> {
        PrivateField::parse(name).ok_or_else(|| {
            let error = error::invalid_name(name);
            match self.kind {
                BodyKind::Struct | BodyKind::Variant(_) | BodyKind::Item(_)
                    if name.starts_with('$') =>
                {
                    self.step_into_variant(error)
                }
                _ => self.step_into_item(error, name),
            }
        })
    }

    fn push_rest<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
        let output = self.begin_item()?;
        items::write_rest(output, self.names, value, self.surroundings)?;
        self.output.put_back(output);
        Ok(())
    }

    fn step_into_item(&self, error: Error, name: &str) -> Error {
        self.step_into_variant(error.prepend_step(PathStep::from(name)))
    }

    fn step_into_variant(&self, error: Error) -> Error {
        match self.kind {
            BodyKind::Variant(variant) => error.prepend_step(PathStep::Key(variant.into())),
            BodyKind::Item(variant) => error.prepend_step(PathStep::from(variant)),
            BodyKind::Struct | BodyKind::Map | BodyKind::Flattened => error,
        }
    }

    /// Ends the body. Takes `&mut self`, because moving the body takes longer than ending it.
    #[inline]
    pub(super) fn finish(&mut self) -> Result<()> {
        let output = self.output.take()?;
        if !self.has_shared_names
            && let Some(name) = output.names.end(self.names)
        {
            return Err(self.step_into_item(error::repeated_name(&name), &name));
        }
        match &mut self.block {
            Some(block) => {
                let ended = block.finish(&mut output.writer);
                ended.map_err(|error| self.step_into_variant(error))
            }
            None => Ok(()),
        }
    }
}

// Inlined, so that the body is not moved when it ends.
fields! { BodySerializer<'_>, #[inline(always)] fn end(mut self) -> Result<()> { self.finish() } }

entries! { BodySerializer<'_> }
