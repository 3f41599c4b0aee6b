//! The form of an item of a body: attribute, blocks, or nothing.
//!
//! The form is decided before anything is written, by a pass over the value that ends at the first struct or scalar of
//! each part: the content of a block is not visited. An item becomes blocks if every part of it can be a block. The pass
//! calls the `Serialize` of the value, which is called a second time when the value is written.
//!
//! Knows nothing of how a form is written.

use std::cell::Cell;
use std::fmt;

use serde::ser::{Impossible, Serialize, SerializeMap, Serializer};

use super::depth::Depth;
use super::key::with_key;
use super::macros::{elements, scalars};
use crate::identifier::is_identifier;
use crate::protocol::field::PrivateField;
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

/// Where a value is, which decides the forms that it may have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// A field of a struct that is a body: an absent one is left out.
    Field,
    /// An entry of a map that is a body, or the only item of a body.
    Entry,
    /// An item of a sequence that is a body, in which a name may be repeated.
    Item,
    /// An element of a sequence of blocks.
    Element,
    /// A value in a map of labelled blocks.
    Labelled,
    /// The content of a variant, which is a label.
    Variant,
}

impl Place {
    /// Whether a value may become more than one block here.
    #[inline]
    pub(super) fn takes_many(self) -> bool {
        matches!(self, Place::Field | Place::Entry | Place::Labelled)
    }
}

/// How a body is read when it is decoded.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reader {
    /// By a type that says what it wants.
    Typed,
    /// By serde itself, which buffers the body for `flatten` before it knows the type: a list of one block looks like
    /// one block.
    Buffer,
}

/// The form of an item of a body.
#[inline]
pub(super) fn form_of<T: Serialize + ?Sized>(
    value: &T,
    place: Place,
    depth: Depth,
    reader: Reader,
) -> Form {
    ask(
        value,
        FormSerializer {
            place,
            wanted: Wanted::Any,
            reader,
            depth,
            labels: OuterLabels::default(),
            first: &Cell::new(None),
            verdict: &Cell::new(None),
        },
    )
}

/// What `#[serde(with = "…")]` asks for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
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
    /// The number of labels outside the sequence of which the value is an element; `None` outside any sequence.
    listed: Option<u32>,
}

/// Decides the form of a value.
#[derive(Clone, Copy)]
struct FormSerializer<'a> {
    place: Place,
    wanted: Wanted,
    reader: Reader,
    depth: Depth,
    labels: OuterLabels,
    /// The number of labels of the first block of a map: all of its blocks have as many.
    first: &'a Cell<Option<u32>>,
    /// The form, where it is known before the value's `Serialize` has ended.
    verdict: &'a Cell<Option<Form>>,
}

/// The error that ends the `Serialize` of a value when its form is known. An error of that `Serialize` itself becomes it
/// too; then there is no verdict.
#[derive(Debug)]
struct Stop;

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("no more of the value is asked for")
    }
}

impl std::error::Error for Stop {}

impl serde::ser::Error for Stop {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Stop
    }
}

/// Asks a value for its form. A value that fails counts as a block: it fails again when it is written.
#[inline]
fn ask<T: Serialize + ?Sized>(value: &T, serializer: FormSerializer<'_>) -> Form {
    match value.serialize(serializer) {
        Ok(form) => form,
        Err(Stop) => serializer.verdict.get().unwrap_or(Form::Blocks),
    }
}

impl<'a> FormSerializer<'a> {
    /// The form of a value that is not a block. If blocks are asked for, writing them reports the error.
    #[inline]
    fn scalar(self) -> Form {
        match self.wanted {
            Wanted::Blocks => Form::Blocks,
            Wanted::Any | Wanted::Attribute => Form::Attribute,
        }
    }

    /// The form of a value that is a block.
    #[inline]
    fn block(self) -> Form {
        if self.wanted == Wanted::Attribute {
            return Form::Attribute;
        }
        let OuterLabels {
            count,
            has_key,
            listed,
        } = self.labels;
        let first = self.first.get().unwrap_or(count);
        if has_key {
            self.first.set(Some(first));
        }
        // Serde buffers labels as keys of a map and loses the list around them.
        let is_lost = self.reader == Reader::Buffer && listed.is_some_and(|listed| listed < count);
        if has_key && first != count || is_lost {
            Form::Attribute
        } else {
            Form::Blocks
        }
    }

    /// Ends the value's `Serialize` with a form.
    #[inline]
    fn stop<T>(self, form: Form) -> Result<T, Stop> {
        self.verdict.set(Some(form));
        Err(Stop)
    }

    /// The form of an absent value or a unit.
    #[inline]
    fn absent(self) -> Form {
        if self.place == Place::Field {
            Form::Nothing
        } else {
            self.scalar()
        }
    }

    /// The form of a part of the value.
    #[inline]
    fn part<T: Serialize + ?Sized>(self, value: &T, place: Place, labels: OuterLabels) -> Form {
        let verdict = &Cell::new(None);
        ask(
            value,
            FormSerializer {
                place,
                labels,
                verdict,
                ..self
            },
        )
    }

    #[inline]
    fn elements(self) -> Result<Elements<'a>, Stop> {
        match self.wanted {
            Wanted::Attribute => self.stop(Form::Attribute),
            Wanted::Any if !self.place.takes_many() => self.stop(Form::Attribute),
            Wanted::Any | Wanted::Blocks => Ok(Elements {
                serializer: self,
                count: 0,
                form: Form::Blocks,
            }),
        }
    }

    #[inline]
    fn with_label(self, has_key: bool) -> OuterLabels {
        OuterLabels {
            count: self.labels.count + 1,
            has_key: self.labels.has_key || has_key,
            ..self.labels
        }
    }
}

/// The elements of a sequence.
struct Elements<'a> {
    serializer: FormSerializer<'a>,
    count: usize,
    form: Form,
}

impl Elements<'_> {
    #[inline]
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<(), Stop> {
        let serializer = self.serializer;
        if serializer.wanted == Wanted::Blocks {
            // Each element has to be a block.
            return serializer.stop(Form::Blocks);
        }
        self.count += 1;
        let labels = OuterLabels {
            listed: Some(serializer.labels.count),
            ..serializer.labels
        };
        if serializer.part(element, Place::Element, labels) != Form::Blocks {
            self.form = Form::Attribute;
            return serializer.stop(Form::Attribute);
        }
        Ok(())
    }

    /// An empty sequence has no blocks, and a single one loses its sequence where serde buffers it.
    #[expect(
        clippy::unnecessary_wraps,
        reason = "it is what serde's method ends with"
    )]
    #[inline]
    fn finish(self) -> Result<Form, Stop> {
        let is_lost = self.count == 1 && self.serializer.reader == Reader::Buffer;
        let has_form = self.count > 0 && !is_lost;
        Ok(if has_form { self.form } else { Form::Attribute })
    }
}

/// The entries of a map.
enum Entries<'a> {
    /// Those of a map of labelled blocks, whose values decide.
    Labelled {
        serializer: FormSerializer<'a>,
        is_empty: bool,
        form: Form,
    },
    /// Those of a map that is one block, whose keys decide: a struct with flattened fields is one.
    Body {
        serializer: FormSerializer<'a>,
        form: Form,
    },
}

impl SerializeMap for Entries<'_> {
    type Ok = Form;
    type Error = Stop;

    #[inline]
    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Stop> {
        let Entries::Body { serializer, form } = self else {
            return Ok(());
        };
        let is_name = with_key(key, |key, _| {
            Ok(is_identifier(key) || PrivateField::parse(key).is_some())
        });
        if matches!(is_name, Ok(false)) {
            *form = Form::Attribute;
            return serializer.stop(Form::Attribute);
        }
        Ok(())
    }

    #[inline]
    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Stop> {
        let Entries::Labelled {
            serializer,
            is_empty,
            form,
        } = self
        else {
            return Ok(());
        };
        *is_empty = false;
        let Ok(depth) = serializer.depth.deeper() else {
            return Err(Stop);
        };
        let within = FormSerializer {
            depth,
            ..*serializer
        };
        if within.part(value, Place::Labelled, serializer.with_label(true)) != Form::Blocks {
            *form = Form::Attribute;
            return serializer.stop(Form::Attribute);
        }
        Ok(())
    }

    #[inline]
    fn end(self) -> Result<Form, Stop> {
        Ok(match self {
            Entries::Labelled { is_empty: true, .. } => Form::Attribute,
            Entries::Labelled { form, .. } | Entries::Body { form, .. } => form,
        })
    }
}

impl<'a> Serializer for FormSerializer<'a> {
    type Ok = Form;
    type Error = Stop;
    type SerializeSeq = Elements<'a>;
    type SerializeTuple = Elements<'a>;
    type SerializeTupleStruct = Elements<'a>;
    type SerializeTupleVariant = Impossible<Form, Stop>;
    type SerializeMap = Entries<'a>;
    type SerializeStruct = Impossible<Form, Stop>;
    type SerializeStructVariant = Impossible<Form, Stop>;

    scalars! { |self| Ok(self.scalar()) }

    /// The text is formatted when it is written, and not for its form.
    #[inline]
    fn collect_str<T: fmt::Display + ?Sized>(self, _: &T) -> Result<Form, Stop> {
        Ok(self.scalar())
    }

    #[inline]
    fn serialize_none(self) -> Result<Form, Stop> {
        Ok(self.absent())
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Form, Stop> {
        let depth = self.depth.wrapped().map_err(|_| Stop)?;
        value.serialize(FormSerializer { depth, ..self })
    }

    #[inline]
    fn serialize_unit(self) -> Result<Form, Stop> {
        Ok(self.absent())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<Form, Stop> {
        Ok(self.block())
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
    ) -> Result<Form, Stop> {
        Ok(self.scalar())
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Form, Stop> {
        let wanted = match name {
            EXPRESSION | TEMPLATE | TRAVERSAL | NUMBER => return Ok(self.scalar()),
            // A value with its type is always an attribute, even within `hcl::block`.
            VALUE => return Ok(Form::Attribute),
            BODY => return Ok(self.block()),
            ATTRIBUTE => Wanted::Attribute,
            BLOCK if self.wanted == Wanted::Any => Wanted::Blocks,
            _ => self.wanted,
        };
        FormSerializer { wanted, ..self }.serialize_some(value)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        value: &T,
    ) -> Result<Form, Stop> {
        if self.place == Place::Variant || self.wanted == Wanted::Attribute {
            // Blocks of one type have the same number of labels: a variant is one of them.
            return Ok(self.scalar());
        }
        let depth = self.depth.deeper().map_err(|_| Stop)?;
        let within = FormSerializer { depth, ..self };
        Ok(within.part(value, Place::Variant, self.with_label(false)))
    }

    #[inline]
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements<'a>, Stop> {
        self.elements()
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Elements<'a>, Stop> {
        self.elements()
    }

    #[inline]
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Elements<'a>, Stop> {
        self.elements()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, Stop> {
        let form = self.scalar();
        self.stop(form)
    }

    #[inline]
    fn serialize_map(self, len: Option<usize>) -> Result<Entries<'a>, Stop> {
        match self.wanted {
            Wanted::Attribute => self.stop(Form::Attribute),
            Wanted::Blocks => self.stop(Form::Blocks),
            Wanted::Any if len.is_none() => Ok(Entries::Body {
                serializer: self,
                form: self.block(),
            }),
            Wanted::Any if !self.place.takes_many() => self.stop(Form::Attribute),
            Wanted::Any => Ok(Entries::Labelled {
                serializer: self,
                is_empty: true,
                form: Form::Blocks,
            }),
        }
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeStruct, Stop> {
        let form = self.block();
        self.stop(form)
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, Stop> {
        if self.place == Place::Variant {
            return self.stop(Form::Attribute);
        }
        let labels = self.with_label(false);
        let form = FormSerializer { labels, ..self }.block();
        self.stop(form)
    }
}

elements! { Elements<'_>, Form, Stop }
