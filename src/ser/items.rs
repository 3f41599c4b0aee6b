//! The values that are a whole body: a struct, a map, an enum, or a sequence of enums.

use foldhash::HashMap;
use serde::ser::Serialize;

use super::ask::ask;
use super::body::{BodyKind, BodySerializer, form_of_item, write_item};
use super::error;
use super::expression::TupleSerializer;
use super::form::{Form, ItemRole};
use super::guesses::is_flattened;
use super::header::StartedBlock;
use super::macros::{elements, scalars, sequences};
use super::names::NameScope;
use super::output::{Output, PartsOutput};
use super::surroundings::Surroundings;
use super::verbatim;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::PathStep;
use crate::protocol::foreign::ForeignScalar;
use crate::protocol::{BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL};
use crate::syntax::tree::handle::Body;

/// Writes the items of a field that is the rest of a body. Their names are added to those of the body.
pub(super) fn write_rest<T: Serialize + ?Sized>(
    output: &mut Output,
    names: NameScope,
    value: &T,
    surroundings: Surroundings,
) -> Result<()> {
    value.serialize(ItemsSerializer::of_rest(output, names, surroundings)?)
}

/// Writes a value as items of a body: all of them, or one if the value is an element of a sequence that is a body.
pub(super) struct ItemsSerializer<'s> {
    output: &'s mut Output,
    /// The names of the body, if it also has other items.
    shared_names: Option<NameScope>,
    /// The forms of the previous elements, if this is an element of a sequence.
    forms: Option<&'s mut FormsByName>,
    surroundings: Surroundings,
}

/// The forms of the elements of a sequence so far, by their names.
type FormsByName = HashMap<&'static str, Form>;

impl<'s> ItemsSerializer<'s> {
    pub(super) fn whole(output: &'s mut Output) -> Self {
        output.clear_unended();
        ItemsSerializer {
            output,
            shared_names: None,
            forms: None,
            surroundings: Surroundings::ROOT,
        }
    }

    fn of_rest(
        output: &'s mut Output,
        names: NameScope,
        surroundings: Surroundings,
    ) -> Result<Self> {
        Ok(ItemsSerializer {
            output,
            shared_names: Some(names),
            forms: None,
            // Counts as two wrappers, because it uses as much of the stack as two.
            surroundings: surroundings.wrapped()?.wrapped()?,
        })
    }

    fn body(self, kind: BodyKind) -> BodySerializer<'s> {
        BodySerializer::new(
            self.output,
            self.shared_names,
            None,
            kind,
            self.surroundings,
        )
    }

    fn is_element(&self) -> bool {
        self.forms.is_some()
    }

    /// Begins the block that a variant becomes.
    fn block(mut self, variant: &'static str) -> Result<BodySerializer<'s>> {
        self.add(variant, Form::Blocks)?;
        let surroundings = self.surroundings.deeper();
        let surroundings =
            surroundings.map_err(|error| error.prepend_step(PathStep::from(variant)))?;
        let writer = &mut self.output.writer;
        writer.begin_block(variant);
        let block = StartedBlock::new(writer, None);
        Ok(BodySerializer::of_block(
            self.output,
            block,
            BodyKind::Item(variant),
            surroundings,
        ))
    }

    /// Adds an item to the names of the body. In a sequence, several blocks may have the same name, but the name of an
    /// attribute must be unique.
    fn add(&mut self, name: &'static str, form: Form) -> Result<()> {
        if !is_identifier(name) {
            return Err(error::invalid_name(name));
        }
        let before = self.forms.as_mut().and_then(|it| it.insert(name, form));
        match (before, self.shared_names) {
            (Some(before), _) if [before, form] != [Form::Blocks; 2] => {
                Err(error::repeated_name(name).prepend_step(PathStep::from(name)))
            }
            // The body may have a field of this name, too.
            (None, Some(names)) => {
                self.output.names.add(names, name);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn unsuitable<T>(&self, found: &str) -> Result<T> {
        Err(if self.is_element() {
            error::unsuitable_item(found)
        } else {
            error::unsuitable_body(found)
        })
    }

    fn elements(self) -> Result<ItemSequence<'s>> {
        if self.is_element() {
            return self.unsuitable("a sequence");
        }
        Ok(ItemSequence {
            output: PartsOutput::new(self.output),
            shared_names: self.shared_names,
            forms: FormsByName::default(),
            surroundings: self.surroundings,
            count: 0,
        })
    }

    /// Writes a body that is given as native syntax.
    fn verbatim<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        let body = ask::<Body>(value).ok_or_else(|| error::unsuitable_body("a string"))?;
        if let Some(scope) = self.shared_names {
            // The body may have a field of this name, too.
            let names = &mut self.output.names;
            for name in verbatim::names(&body) {
                names.add(scope, &name);
            }
        }
        verbatim::write_body(&mut self.output.writer, &body)
    }
}

impl<'s> serde::Serializer for ItemsSerializer<'s> {
    type Ok = ();
    type Error = Error;
    type SerializeTupleVariant = TupleSerializer<'s>;
    type SerializeMap = BodySerializer<'s>;
    type SerializeStruct = BodySerializer<'s>;
    type SerializeStructVariant = BodySerializer<'s>;

    sequences! { ItemSequence<'s>, |self| self.elements() }

    scalars! {
        |self, _| self.unsuitable("a number"),
        serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64) serialize_i128(i128)
        serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64) serialize_u128(u128)
        serialize_f32(f32) serialize_f64(f64)
    }
    scalars! { |self, _| self.unsuitable("a bool"), serialize_bool(bool) }
    scalars! { |self, _| self.unsuitable("a character"), serialize_char(char) }
    scalars! { |self, _| self.unsuitable("a string"), serialize_str(&str) }
    scalars! { |self, _| self.unsuitable("bytes"), serialize_bytes(&[u8]) }

    fn serialize_none(self) -> Result<()> {
        self.unsuitable("an absent option")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(ItemsSerializer {
            surroundings: self.surroundings.wrapped()?,
            ..self
        })
    }

    /// A unit is an empty body.
    fn serialize_unit(self) -> Result<()> {
        if self.is_element() {
            return self.unsuitable("a unit");
        }
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<()> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<()> {
        self.block(variant)?.finish()
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        match name {
            BODY if !self.is_element() => self.verbatim(value),
            EXPRESSION | TEMPLATE | TRAVERSAL => self.unsuitable("an expression"),
            NUMBER => self.unsuitable("a number"),
            _ => self.serialize_some(value),
        }
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let role = if self.is_element() {
            ItemRole::Element
        } else {
            ItemRole::Entry
        };
        let form = form_of_item(value, role, self.surroundings);
        self.add(variant, form)?;
        let written = write_item(self.output, variant, value, form, role, self.surroundings);
        written.map_err(|error| error.prepend_step(PathStep::from(variant)))
    }

    fn serialize_tuple_variant(
        mut self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<TupleSerializer<'s>> {
        self.add(variant, Form::Attribute)?;
        TupleSerializer::attribute(self.output, variant, self.surroundings)
    }

    fn serialize_map(self, len: Option<usize>) -> Result<BodySerializer<'s>> {
        if self.is_element() {
            return self.unsuitable("a map");
        }
        Ok(self.body(if is_flattened(len) {
            BodyKind::Flattened
        } else {
            BodyKind::Map
        }))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<BodySerializer<'s>> {
        match ForeignScalar::named(name) {
            Some(ForeignScalar::JsonNumber) => return self.unsuitable("a number"),
            Some(ForeignScalar::TomlDatetime) => return self.unsuitable("a string"),
            Some(ForeignScalar::JsonText) => return Err(error::json_text()),
            None if self.is_element() => return self.unsuitable("a struct"),
            None => {}
        }
        Ok(self.body(BodyKind::Struct))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<BodySerializer<'s>> {
        self.block(variant)
    }
}

/// Writes a sequence of variants as the items of a body.
pub struct ItemSequence<'s> {
    output: PartsOutput<'s>,
    shared_names: Option<NameScope>,
    forms: FormsByName,
    surroundings: Surroundings,
    count: usize,
}

impl ItemSequence<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<()> {
        let output = self.output.take()?;
        let written = item.serialize(ItemsSerializer {
            output: &mut *output,
            shared_names: self.shared_names,
            forms: Some(&mut self.forms),
            surroundings: self.surroundings,
        });
        written.map_err(|error| error.prepend_step(PathStep::Index(self.count)))?;
        self.output.put_back(output);
        self.count += 1;
        Ok(())
    }
}

elements! { ItemSequence<'_>, fn end(self) -> Result<(), Error> { self.output.end().map(drop) } }
