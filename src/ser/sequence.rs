//! Sequences in a body: repeated blocks, or one attribute.
//!
//! Knows nothing of what is in a block.

use std::marker::PhantomData;

use serde::ser::{
    Serialize, SerializeSeq, SerializeTuple, SerializeTupleStruct, SerializeTupleVariant,
};

use super::Serializer;
use super::collection::TupleState;
use super::depth::Depth;
use super::error;
use super::field::{FieldSerializer, Item, Outcome, Place};
use super::names::Name;
use crate::error::{Error, PathStep, Result};

/// Writes a sequence, and says what has become of it as the serializer around it does.
pub struct Sequence<'s, 'n, O> {
    serializer: &'s mut Serializer,
    outcome: PhantomData<O>,
    item: Item<'n>,
    form: Form,
    count: usize,
    /// The variant whose content it is, if it is an item of a body.
    variant: Option<&'static str>,
}

/// The form that a sequence takes.
enum Form {
    /// It has no elements yet.
    Undecided,
    Blocks,
    Attribute(TupleState),
    /// It can be no blocks, and cannot be written as an attribute here.
    Refused,
}

impl<'s, 'n, O: From<Outcome>> Sequence<'s, 'n, O> {
    pub(super) fn new(field: FieldSerializer<'s, 'n>) -> Self {
        Sequence {
            form: Form::Undecided,
            ..Sequence::refused(field)
        }
    }

    #[expect(
        clippy::needless_pass_by_value,
        reason = "what it borrows is what it gives up"
    )]
    pub(super) fn refused(field: FieldSerializer<'s, 'n>) -> Self {
        Sequence {
            serializer: field.serializer,
            outcome: PhantomData,
            item: field.item,
            form: Form::Refused,
            count: 0,
            variant: None,
        }
    }

    /// The content of a variant that is an attribute of a body.
    pub(super) fn attribute(
        serializer: &'s mut Serializer,
        variant: Name<'static>,
        depth: Depth,
    ) -> Result<Self> {
        // Once the form is known, nothing asks for the item any more.
        const DECIDED: Item<'static> = Item::new(Name::EMPTY, Place::OneItem, Depth::ROOT);

        serializer.begin_attribute(variant);
        Ok(Sequence {
            form: Form::Attribute(TupleState::begin(serializer, depth)?),
            serializer,
            outcome: PhantomData,
            item: DECIDED,
            count: 0,
            variant: Some(variant.text),
        })
    }

    /// Goes on as an attribute, unless blocks have been asked for.
    fn refuse_blocks(&mut self) -> Result<()> {
        if self.item.is_block {
            return Err(error::no_block_form());
        }
        self.give_up_blocks()
    }

    /// Goes on as an attribute, if nothing has been written yet.
    fn give_up_blocks(&mut self) -> Result<()> {
        let is_first =
            matches!(self.form, Form::Undecided) && self.serializer.first_block.is_none();
        self.form = if is_first && self.item.place.is_item() {
            self.serializer.begin_attribute(self.item.name);
            Form::Attribute(TupleState::begin(self.serializer, self.item.depth)?)
        } else {
            Form::Refused
        };
        Ok(())
    }

    pub(super) fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let pushed = self.push_element(element);
        pushed.map_err(|error| self.within_variant(error))
    }

    /// Writes elements that are all there.
    pub(super) fn extend<T: Serialize>(
        &mut self,
        mut elements: impl Iterator<Item = T>,
    ) -> Result<()> {
        if let Some(first) = elements.next() {
            self.push(&first)?;
        }
        if let Form::Attribute(tuple) = &mut self.form {
            return elements.try_for_each(|element| tuple.push(self.serializer, &element));
        }
        elements.try_for_each(|element| self.push(&element))
    }

    #[cold]
    fn within_variant(&self, error: Error) -> Error {
        match self.variant {
            Some(variant) => error.prepend_step(PathStep::Attribute(variant)),
            None => error,
        }
    }

    fn push_element<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        if let Form::Attribute(tuple) = &mut self.form {
            // Most sequences are attributes, which is known from the second element on.
            self.count += 1;
            return tuple.push(self.serializer, element);
        }
        if matches!(self.form, Form::Undecided) && !self.item.place.takes_many() {
            self.refuse_blocks()?;
        } else if matches!(self.form, Form::Undecided | Form::Blocks) {
            self.push_block(element)
                .map_err(|error| error.prepend_step(PathStep::Index(self.count)))?;
        }
        if let Form::Attribute(tuple) = &mut self.form {
            tuple.push(self.serializer, element)?;
        }
        self.count += 1;
        Ok(())
    }

    fn push_block<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let outcome = element.serialize(FieldSerializer {
            serializer: self.serializer,
            item: Item {
                place: Place::Element,
                ..self.item
            },
        })?;
        if outcome == Outcome::Refused {
            return self.refuse_blocks();
        }
        self.form = Form::Blocks;
        Ok(())
    }

    pub(super) fn finish(&mut self) -> Result<O> {
        if matches!(self.form, Form::Undecided) {
            // An empty sequence is an attribute, also where blocks have been asked for.
            self.give_up_blocks()?;
        }
        match &self.form {
            Form::Attribute(tuple) => {
                tuple.end(self.serializer);
                self.serializer.newline();
            }
            Form::Refused => return Ok(Outcome::Refused.into()),
            Form::Undecided | Form::Blocks => {}
        }
        Ok(Outcome::Written.into())
    }
}

/// What the traits of sequences and tuples ask for, which differ in the name of one method.
macro_rules! elements {
    ($($serialize:ident::$push:ident)*) => {$(
        impl<O: From<Outcome>> $serialize for Sequence<'_, '_, O> {
            type Ok = O;
            type Error = Error;

            fn $push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
                self.push(element)
            }

            fn end(mut self) -> Result<O> {
                self.finish()
            }
        }
    )*};
}

elements! {
    SerializeSeq::serialize_element
    SerializeTuple::serialize_element
    SerializeTupleStruct::serialize_field
    SerializeTupleVariant::serialize_field
}
