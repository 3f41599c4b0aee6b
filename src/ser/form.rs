//! The form of an item of a body: attribute, blocks, or nothing.
//!
//! The form is decided before anything is written, by a pass over the value that ends at the first struct or scalar of
//! each part: the fields of a block are not visited, except those of a struct with `flatten`, which is serialized as a
//! map. An item becomes blocks if every part of it can be a block. The pass calls the `Serialize` of the value, which
//! is called again when the value is written.

use std::cell::Cell;
use std::fmt;

use serde::ser::{Impossible, Serialize, SerializeMap, Serializer};

use super::guesses::is_flattened;
use super::key::with_key;
use super::macros::{elements, scalars, sequences};
use super::surroundings::{Decoding, Surroundings};
use crate::identifier::is_identifier;
use crate::protocol::field::PrivateField;
use crate::protocol::foreign::ForeignScalar;
use crate::protocol::{ATTRIBUTE, BLOCK, BODY, EXPRESSION, NUMBER, TEMPLATE, TRAVERSAL, VALUE};

/// What an item of a body becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// An absent field.
    Nothing,
    Attribute,
    /// One block or more.
    Blocks,
}

/// The role of a value in the body around it, which decides the forms that the value may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemRole {
    /// A field of a struct that is a body. An absent field is left out.
    Field,
    /// An entry of a map that is a body, or the only item of a body.
    Entry,
    /// An element of a sequence of blocks or of items of a body. Other elements may have the same name.
    Element,
    /// A value in a map of labelled blocks.
    Labelled,
    /// The content of a variant whose name is a label.
    Variant,
}

impl ItemRole {
    /// Whether a value may become more than one block here.
    pub(super) fn takes_many(self) -> bool {
        matches!(self, ItemRole::Field | ItemRole::Entry | ItemRole::Labelled)
    }
}

/// The form of an item that is decoded by a type that tells serde what it expects.
#[derive(Clone, Copy)]
pub(super) struct TypedForm {
    pub(super) form: Form,
    /// Whether the blocks are read back as something else if serde buffers them: a sequence of one block is read as a
    /// single block, and labels as the keys of a map, without the list around them.
    pub(super) is_lost_in_buffer: bool,
}

/// The form of an item of a body.
#[inline]
pub(super) fn form_of<T: Serialize + ?Sized>(
    value: &T,
    role: ItemRole,
    surroundings: Surroundings,
) -> TypedForm {
    let is_lost_in_buffer = Cell::new(false);
    let form = form_by(
        value,
        FormSerializer {
            role,
            requested: RequestedForm::Any,
            surroundings,
            labels: OuterLabels::default(),
            first: &Cell::new(None),
            is_lost_in_buffer: &is_lost_in_buffer,
            verdict: &Cell::new(None),
        },
    );
    TypedForm {
        form,
        is_lost_in_buffer: is_lost_in_buffer.get(),
    }
}

/// The form that `#[serde(with = "…")]` requires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RequestedForm {
    Any,
    Attribute,
    Blocks,
}

/// The number of labels that the values around this one give to a block.
#[derive(Clone, Copy, Default)]
struct OuterLabels {
    count: u32,
    /// Whether one of them is the key of a map.
    has_key: bool,
    /// The number of labels given outside the sequence that the value is in; `None` if it is in no sequence.
    outside_sequence: Option<u32>,
}

#[derive(Clone, Copy)]
struct FormSerializer<'a> {
    role: ItemRole,
    requested: RequestedForm,
    surroundings: Surroundings,
    labels: OuterLabels,
    /// The number of labels of the first block of a map. All blocks of the map must have the same number.
    first: &'a Cell<Option<u32>>,
    /// Whether the blocks so far are lost where serde buffers them.
    is_lost_in_buffer: &'a Cell<bool>,
    /// The form, if it is known before the value's `Serialize` has ended.
    verdict: &'a Cell<Option<Form>>,
}

/// The error that ends the `Serialize` of a value when its form is known. An error of that `Serialize` itself is
/// converted to it too; then the form is not known.
#[derive(Debug)]
struct FormDecided;

impl fmt::Display for FormDecided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("no more of the value is asked for")
    }
}

impl std::error::Error for FormDecided {}

impl serde::ser::Error for FormDecided {
    fn custom<T: fmt::Display>(_: T) -> Self {
        FormDecided
    }
}

/// Determines the form of a value. A value that fails counts as a block: it fails again when it is written.
#[inline]
fn form_by<T: Serialize + ?Sized>(value: &T, serializer: FormSerializer<'_>) -> Form {
    let form = value.serialize(serializer).unwrap_or(Form::Blocks);
    serializer.verdict.get().unwrap_or(form)
}

impl<'a> FormSerializer<'a> {
    /// The form of a value that is not a block. If blocks are required, writing them reports the error.
    fn scalar(self) -> Form {
        match self.requested {
            RequestedForm::Blocks => Form::Blocks,
            RequestedForm::Any | RequestedForm::Attribute => Form::Attribute,
        }
    }

    fn block(self) -> Form {
        if self.requested == RequestedForm::Attribute {
            return Form::Attribute;
        }
        let OuterLabels {
            count,
            has_key,
            outside_sequence,
        } = self.labels;
        let first = self.first.get().unwrap_or(count);
        if has_key {
            self.first.set(Some(first));
        }
        if outside_sequence.is_some_and(|outside_sequence| outside_sequence < count) {
            self.is_lost_in_buffer.set(true);
        }
        if has_key && first != count {
            Form::Attribute
        } else {
            Form::Blocks
        }
    }

    /// Ends the value's `Serialize` with a form.
    fn stop<T>(self, form: Form) -> Result<T, FormDecided> {
        self.verdict.set(Some(form));
        Err(FormDecided)
    }

    /// The form of an absent value.
    fn absent(self) -> Form {
        if self.role == ItemRole::Field {
            Form::Nothing
        } else {
            self.scalar()
        }
    }

    fn part<T: Serialize + ?Sized>(self, value: &T, role: ItemRole, labels: OuterLabels) -> Form {
        let verdict = &Cell::new(None);
        form_by(
            value,
            FormSerializer {
                role,
                labels,
                verdict,
                ..self
            },
        )
    }

    #[inline]
    fn deeper(self) -> Result<Self, FormDecided> {
        let surroundings = self.surroundings.deeper().map_err(|_| FormDecided)?;
        Ok(FormSerializer {
            surroundings,
            ..self
        })
    }

    fn elements(self) -> Result<ElementForms<'a>, FormDecided> {
        match self.requested {
            RequestedForm::Attribute => self.stop(Form::Attribute),
            RequestedForm::Any if !self.role.takes_many() => self.stop(Form::Attribute),
            RequestedForm::Any | RequestedForm::Blocks => Ok(ElementForms {
                serializer: self,
                count: 0,
            }),
        }
    }

    fn with_label(self, has_key: bool) -> OuterLabels {
        OuterLabels {
            count: self.labels.count + 1,
            has_key: self.labels.has_key || has_key,
            ..self.labels
        }
    }
}

struct ElementForms<'a> {
    serializer: FormSerializer<'a>,
    count: usize,
}

impl ElementForms<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), FormDecided> {
        let serializer = self.serializer;
        if serializer.requested == RequestedForm::Blocks {
            // Each element has to be a block.
            return serializer.stop(Form::Blocks);
        }
        self.count += 1;
        let labels = OuterLabels {
            outside_sequence: Some(serializer.labels.count),
            ..serializer.labels
        };
        if serializer.part(element, ItemRole::Element, labels) != Form::Blocks {
            return serializer.stop(Form::Attribute);
        }
        Ok(())
    }
}

struct EntryForms<'a> {
    serializer: FormSerializer<'a>,
    /// Whether the map is a struct with flattened fields, which is one block if its keys can be names in a body. The
    /// values of any other map decide whether they are labelled blocks.
    is_body: bool,
    /// The form of the entries so far.
    form: Form,
}

impl SerializeMap for EntryForms<'_> {
    type Ok = Form;
    type Error = FormDecided;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), FormDecided> {
        if !self.is_body {
            return Ok(());
        }
        let is_name = with_key(key, |key, _| {
            Ok(is_identifier(key) || PrivateField::parse(key).is_some())
        });
        match is_name {
            Ok(false) => self.serializer.stop(Form::Attribute),
            _ => Ok(()),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), FormDecided> {
        if self.is_body {
            return Ok(());
        }
        let serializer = self.serializer;
        let labels = serializer.with_label(true);
        self.form = serializer.deeper()?.part(value, ItemRole::Labelled, labels);
        match self.form {
            Form::Blocks => Ok(()),
            Form::Nothing | Form::Attribute => serializer.stop(Form::Attribute),
        }
    }

    fn end(self) -> Result<Form, FormDecided> {
        Ok(self.form)
    }
}

impl<'a> Serializer for FormSerializer<'a> {
    type Ok = Form;
    type Error = FormDecided;
    type SerializeTupleVariant = Impossible<Form, FormDecided>;
    type SerializeMap = EntryForms<'a>;
    type SerializeStruct = Impossible<Form, FormDecided>;
    type SerializeStructVariant = Impossible<Form, FormDecided>;

    sequences! { ElementForms<'a>, |self| self.elements() }

    scalars! { |self| Ok(self.scalar()) }

    /// Does not format the text, which is not needed for the form.
    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Result<Form, FormDecided> {
        Ok(self.scalar())
    }

    fn serialize_none(self) -> Result<Form, FormDecided> {
        Ok(self.absent())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Form, FormDecided> {
        let surroundings = self.surroundings.wrapped().map_err(|_| FormDecided)?;
        value.serialize(FormSerializer {
            surroundings,
            ..self
        })
    }

    fn serialize_unit(self) -> Result<Form, FormDecided> {
        Ok(match self.surroundings.decoding {
            Decoding::Typed => self.absent(),
            // Serde passes a unit variant of a flattened enum as a field with its name and a unit.
            Decoding::Buffered => self.scalar(),
        })
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Form, FormDecided> {
        Ok(self.block())
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<Form, FormDecided> {
        Ok(self.scalar())
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Form, FormDecided> {
        let requested = match name {
            EXPRESSION | TEMPLATE | TRAVERSAL | NUMBER => return Ok(self.scalar()),
            // A value with its type is always an attribute, even within `hcl::block`.
            VALUE => return Ok(Form::Attribute),
            BODY => return Ok(self.block()),
            ATTRIBUTE => RequestedForm::Attribute,
            BLOCK if self.requested == RequestedForm::Any => RequestedForm::Blocks,
            _ => self.requested,
        };
        FormSerializer { requested, ..self }.serialize_some(value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Form, FormDecided> {
        if self.role == ItemRole::Variant || self.requested == RequestedForm::Attribute {
            // Blocks of one type have the same number of labels, and a variant is one label.
            return Ok(self.scalar());
        }
        let labels = self.with_label(false);
        Ok(self.deeper()?.part(value, ItemRole::Variant, labels))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, FormDecided> {
        let form = self.scalar();
        self.stop(form)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<EntryForms<'a>, FormDecided> {
        match self.requested {
            RequestedForm::Attribute => self.stop(Form::Attribute),
            RequestedForm::Blocks => self.stop(Form::Blocks),
            RequestedForm::Any if is_flattened(len) => Ok(EntryForms {
                serializer: self,
                is_body: true,
                form: self.block(),
            }),
            RequestedForm::Any if !self.role.takes_many() => self.stop(Form::Attribute),
            RequestedForm::Any => Ok(EntryForms {
                serializer: self,
                is_body: false,
                form: Form::Attribute,
            }),
        }
    }

    #[inline]
    fn serialize_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStruct, FormDecided> {
        let form = match ForeignScalar::named(name) {
            None => self.block(),
            Some(_) => self.scalar(),
        };
        self.stop(form)
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, FormDecided> {
        if self.role == ItemRole::Variant {
            return self.stop(Form::Attribute);
        }
        let labels = self.with_label(false);
        let form = FormSerializer { labels, ..self }.block();
        self.stop(form)
    }
}

elements! {
    ElementForms<'_>, fn end(self) -> Result<Form, FormDecided> {
        if self.count == 1 {
            self.serializer.is_lost_in_buffer.set(true);
        }
        Ok(match self.count {
            0 => Form::Attribute,
            _ => Form::Blocks,
        })
    }
}
