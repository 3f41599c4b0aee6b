//! The header of a block: the labels that are fields, and when the body is opened.
//!
//! The labels of a block precede its body, but as fields they may be serialized in any order. Labels that are
//! serialized after the body was opened are inserted into the header at the end.

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

/// Compares the number of labels of a block in a map with that of the first block of the map.
pub(super) struct LabelComparison<'s> {
    /// Number of labels of the first block.
    pub(super) first: &'s mut Option<usize>,
    /// Number of labels of this block that come from keys and variants.
    pub(super) label_count: usize,
}

impl LabelComparison<'_> {
    /// Fails if blocks of one map have different numbers of labels: the map could not be decoded from them.
    fn compare(&mut self, field_label_count: usize) -> Result<()> {
        let label_count = self.label_count + field_label_count;
        let first = *self.first.get_or_insert(label_count);
        if first == label_count {
            Ok(())
        } else {
            Err(error::mixed_labels(first, label_count))
        }
    }
}

/// A block whose header has been begun.
pub(super) struct StartedBlock<'s> {
    comparison: Option<LabelComparison<'s>>,
    is_open: bool,
    /// Offset in the text after the labels that come from keys and variants.
    header_end: usize,
    /// The labels that are fields, if there are any. Boxed, because few blocks have them and this struct is moved
    /// often.
    field_labels: Option<Box<LabelsInHeader>>,
}

/// The labels of a block that are fields.
struct LabelsInHeader {
    labels: FieldLabels,
    /// Offset in the text after the field labels already written.
    written_end: usize,
    /// Whether a label was added after the body was opened.
    has_late: bool,
}

impl<'s> StartedBlock<'s> {
    #[inline]
    pub(super) fn new(writer: &Writer, comparison: Option<LabelComparison<'s>>) -> Self {
        StartedBlock {
            comparison,
            is_open: false,
            header_end: writer.header_end(),
            field_labels: None,
        }
    }

    /// Adds the label or the labels of a field.
    pub(super) fn take_label<T: Serialize + ?Sized>(
        &mut self,
        field: PrivateField,
        value: &T,
    ) -> Result<()> {
        self.field_labels().take(field, value)
    }

    /// Returns the labels that are fields, to add another one.
    fn field_labels(&mut self) -> &mut FieldLabels {
        let field_labels = self.field_labels.get_or_insert_with(|| {
            Box::new(LabelsInHeader {
                labels: FieldLabels::default(),
                written_end: self.header_end,
                has_late: false,
            })
        });
        field_labels.has_late |= self.is_open;
        &mut field_labels.labels
    }

    /// Writes the labels known so far and opens the body, unless it is open already.
    #[inline]
    pub(super) fn open(&mut self, writer: &mut Writer) {
        if !self.is_open {
            self.open_now(writer);
        }
    }

    fn open_now(&mut self, writer: &mut Writer) {
        self.is_open = true;
        if let Some(field_labels) = &mut self.field_labels {
            for label in field_labels.labels.texts() {
                writer.label(label);
            }
            field_labels.written_end = writer.header_end();
        }
        writer.open_block();
    }

    /// Ends the block, and inserts the labels added after the body was opened.
    #[inline]
    pub(super) fn finish(&mut self, writer: &mut Writer) -> Result<()> {
        self.open(writer);
        if self.field_labels.is_some() || self.comparison.is_some() {
            self.finish_labels(writer)?;
        }
        writer.close_block();
        Ok(())
    }

    fn finish_labels(&mut self, writer: &mut Writer) -> Result<()> {
        let field_labels = self.field_labels.as_deref();
        let texts = field_labels.map_or_else(Vec::new, |it| it.labels.texts());
        if let Some(comparison) = &mut self.comparison {
            comparison.compare(texts.len())?;
        }
        if let Some(field_labels) = field_labels {
            field_labels.labels.check(writer.layout().syntax)?;
            if field_labels.has_late {
                writer.replace_labels(self.header_end..field_labels.written_end, &texts);
            }
        }
        Ok(())
    }
}
