//! Labels of a block that are fields of the struct that becomes the block.
//!
//! The field `$label` is the first label after those that are keys of maps around the block, `$label.1` is the next,
//! and `$labels` are all of them. They are written in the header of the block, regardless of their position among the
//! fields.

use serde::ser::{Impossible, Serialize};

use super::error;
use super::key::KeySerializer;
use super::macros::{elements, refused, scalars, sequences};
use super::output::UntilFailure;
use super::surroundings::Surroundings;
use crate::error::{Error, Result};
use crate::path::PathStep;
use crate::protocol::field::PrivateField;
use crate::syntax::options::Syntax;

/// The labels of a block that are fields.
#[derive(Default)]
pub(super) struct FieldLabels {
    /// Single labels with their indexes, in ascending order of the indexes.
    single: Vec<(usize, String)>,
    /// The indexes of single labels that are absent.
    absent: Vec<usize>,
    /// The sequences of all labels; more than one is an error. An absent label is `None`.
    lists: Vec<LabelList>,
}

type LabelList = Vec<Option<String>>;

impl FieldLabels {
    /// Adds the label or the labels of a field.
    pub(super) fn take<T: Serialize + ?Sized>(
        &mut self,
        field: PrivateField,
        value: &T,
    ) -> Result<()> {
        if let PrivateField::Label(index) = field {
            self.add_single(index, label(value)?);
            return Ok(());
        }
        value.serialize(LabelsSerializer {
            lists: &mut self.lists,
            surroundings: Surroundings::ROOT,
        })
    }

    fn add_single(&mut self, index: usize, label: Option<String>) {
        match label {
            Some(text) => {
                let position = self.single.partition_point(|(other, _)| *other <= index);
                self.single.insert(position, (index, text));
            }
            None => self.absent.push(index),
        }
    }

    /// The labels in order, without the missing ones.
    pub(super) fn texts(&self) -> Vec<&str> {
        match self.lists.last() {
            Some(all) => all.iter().flatten().map(String::as_str).collect(),
            None => self.single.iter().map(|(_, text)| text.as_str()).collect(),
        }
    }

    /// Fails if a label is missing before another one, if one is repeated, if two contradict each other, or, in the
    /// JSON syntax, if one is absent, which that syntax cannot express.
    pub(super) fn check(&self, syntax: Syntax) -> Result<()> {
        if syntax == Syntax::Json {
            self.check_presence()?;
        }
        let all = match self.lists.as_slice() {
            [] => None,
            [all] => Some(all),
            [_, _, ..] => return Err(error::repeated_labels()),
        };
        if let Some(all) = all {
            let missing = all.iter().position(Option::is_none);
            let last = all.iter().rposition(Option::is_some);
            if let (Some(missing), Some(last)) = (missing, last)
                && missing < last
            {
                return Err(error::label_gap(missing + 1));
            }
            let is_there = |index: &&usize| matches!(all.get(**index), Some(Some(_)));
            if let Some(index) = self.absent.iter().find(is_there) {
                return Err(error::absent_label(*index));
            }
        }
        let mut before = None;
        for (position, (index, label)) in self.single.iter().enumerate() {
            match all {
                Some(all) if all.get(*index).and_then(Option::as_ref) != Some(label) => {
                    return Err(error::contradictory_label(*index, label));
                }
                None if *index > position => return Err(error::label_gap(*index)),
                _ if before == Some(index) => return Err(error::repeated_label(*index)),
                _ => before = Some(index),
            }
        }
        Ok(())
    }

    fn check_presence(&self) -> Result<()> {
        let in_list = || self.lists.last().is_some_and(|all| all.contains(&None));
        if !self.absent.is_empty() || in_list() {
            return Err(error::absent_label_in_json());
        }
        Ok(())
    }
}

/// The label in a value; `None` for an absent option.
fn label<T: Serialize + ?Sized>(value: &T) -> Result<Option<String>> {
    value.serialize(KeySerializer::new(
        |label| Ok(label.map(str::to_owned)),
        |_| error::unsuitable_label(),
    ))
}

/// Takes a sequence of labels, or nothing from an absent option.
struct LabelsSerializer<'a> {
    lists: &'a mut Vec<LabelList>,
    /// The context of the sequence within the field.
    surroundings: Surroundings,
}

impl<'a> serde::Serializer for LabelsSerializer<'a> {
    type Ok = ();
    type Error = Error;
    type SerializeTupleVariant = Impossible<(), Error>;
    type SerializeMap = Impossible<(), Error>;
    type SerializeStruct = Impossible<(), Error>;
    type SerializeStructVariant = Impossible<(), Error>;

    sequences! {
        LabelElements<'a>,
        |self| Ok(LabelElements {
            lists: self.lists,
            labels: UntilFailure::new(LabelList::new()),
        })
    }

    scalars! { |self| Err(error::unsuitable_label()) }

    refused! {
        |self| error::unsuitable_label(),
        serialize_unit() -> ();
        serialize_unit_struct(&'static str) -> ();
        serialize_unit_variant(&'static str, u32, &'static str) -> ();
        serialize_newtype_variant<V>(&'static str, u32, &'static str, &V) -> ();
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct(&'static str, usize) -> Self::SerializeStruct;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }

    fn serialize_none(self) -> Result<()> {
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        value.serialize(LabelsSerializer {
            surroundings: self.surroundings.wrapped()?,
            ..self
        })
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<()> {
        self.serialize_some(value)
    }
}

/// Takes the elements of a sequence of labels.
struct LabelElements<'a> {
    lists: &'a mut Vec<LabelList>,
    labels: UntilFailure<LabelList>,
}

impl LabelElements<'_> {
    fn push<T: Serialize + ?Sized>(&mut self, element: &T) -> Result<()> {
        let mut labels = self.labels.take()?;
        let label = label(element);
        let label = label.map_err(|error| error.prepend_step(PathStep::Index(labels.len())))?;
        labels.push(label);
        self.labels.put_back(labels);
        Ok(())
    }
}

elements! {
    LabelElements<'_>, fn end(self) -> Result<(), Error> {
        self.lists.push(self.labels.end()?);
        Ok(())
    }
}
