//! The header of a block: the labels that are fields, and when the body is opened.
//!
//! The labels of a block stand before its body, but as fields they may come in any order. Those that come after the
//! body was opened are inserted into the header at the end.
//!
//! Knows nothing of what is in the body.

use std::ops::Range;

use serde::ser::Serialize;

use super::error;
use super::labels::FieldLabels;
use super::writer::Writer;
use crate::error::Result;
use crate::protocol::field::PrivateField;

/// The type of a block and the labels that are known before its body.
#[derive(Clone, Copy)]
pub(super) enum BlockHeader<'n> {
    Type(&'n str),
    /// A header and one more label, which is the key of a map or a variant.
    Label(&'n BlockHeader<'n>, &'n str),
}

impl BlockHeader<'_> {
    #[inline]
    pub(super) fn write(&self, writer: &mut Writer) {
        match self {
            BlockHeader::Type(block_type) => writer.begin_block(block_type),
            BlockHeader::Label(header, label) => {
                header.write(writer);
                writer.label(label);
            }
        }
    }
}

/// The number of labels of a block that is the value of a map key.
#[derive(Clone, Copy)]
pub(super) struct LabelCount {
    labels: usize,
    /// Whether some of them are fields.
    has_fields: bool,
}

/// Compares the labels of a block that is the value of a map key with those of the first block of the map.
pub(super) struct LabelComparison<'s> {
    pub(super) first: &'s mut Option<LabelCount>,
    /// The labels of the block that are keys and variants.
    pub(super) labels: usize,
}

impl LabelComparison<'_> {
    /// Refuses blocks of one map that differ in the number of their labels: the map could not be decoded from them.
    fn compare(&mut self, fields: Option<usize>) -> Result<()> {
        let other = LabelCount {
            labels: self.labels + fields.unwrap_or_default(),
            has_fields: fields.is_some(),
        };
        let first = *self.first.get_or_insert(other);
        if first.labels == other.labels {
            return Ok(());
        }
        if first.has_fields || other.has_fields {
            Err(error::mixed_labels(first.labels, other.labels))
        } else {
            Err(error::changed_form())
        }
    }
}

/// A block whose header has been begun.
pub(super) struct StartedBlock<'s> {
    comparison: Option<LabelComparison<'s>>,
    is_open: bool,
    /// Where the labels that are keys and variants end in the text.
    header_end: usize,
    /// The labels that are fields, if there are any: few blocks have them, and this is moved often.
    labels: Option<Box<LabelsInHeader>>,
}

/// The labels of a block that are fields.
struct LabelsInHeader {
    labels: FieldLabels,
    /// The range of the text that holds those already written.
    written: Range<usize>,
    /// Whether some came after the body was opened.
    has_late: bool,
}

impl<'s> StartedBlock<'s> {
    #[inline]
    pub(super) fn new(writer: &Writer, comparison: Option<LabelComparison<'s>>) -> Self {
        StartedBlock {
            comparison,
            is_open: false,
            header_end: writer.header_end(),
            labels: None,
        }
    }

    /// Takes the label or labels that a field is.
    pub(super) fn take_label<T: Serialize + ?Sized>(
        &mut self,
        field: PrivateField,
        value: &T,
    ) -> Result<()> {
        let fields = self.labels.get_or_insert_with(|| {
            Box::new(LabelsInHeader {
                labels: FieldLabels::default(),
                written: self.header_end..self.header_end,
                has_late: false,
            })
        });
        fields.has_late |= self.is_open;
        fields.labels.take(field, value)
    }

    /// Writes the labels that are known and opens the body, unless that has been done.
    #[inline]
    pub(super) fn open(&mut self, writer: &mut Writer) {
        if !self.is_open {
            self.open_now(writer);
        }
    }

    fn open_now(&mut self, writer: &mut Writer) {
        self.is_open = true;
        if let Some(fields) = &mut self.labels {
            let labels = fields.labels.texts();
            for label in &labels {
                writer.label(label);
            }
            fields.written.end = writer.header_end();
        }
        writer.open_block();
    }

    /// Ends the block, and writes the labels that came late.
    #[inline]
    pub(super) fn finish(&mut self, writer: &mut Writer) -> Result<()> {
        self.open(writer);
        if self.labels.is_some() || self.comparison.is_some() {
            self.finish_labels(writer)?;
        }
        writer.close_block();
        Ok(())
    }

    fn finish_labels(&mut self, writer: &mut Writer) -> Result<()> {
        let fields = self.labels.as_mut();
        let texts = fields.map(|fields| fields.labels.texts());
        if let Some(comparison) = &mut self.comparison {
            comparison.compare(texts.as_ref().map(Vec::len))?;
        }
        if let (Some(fields), Some(texts)) = (&mut self.labels, texts) {
            fields.labels.check()?;
            if fields.has_late {
                writer.replace_labels(fields.written.clone(), &texts);
            }
        }
        Ok(())
    }
}
