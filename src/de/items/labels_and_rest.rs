//! What a body gives besides its items: labels and the rest, for the fields that ask for them.
//!
//! Knows nothing of keys and values.

use crate::de::content::Content;
use crate::de::item_nodes::ItemNode;
use crate::de::label_fields::{LabelFields, check_labels};
use crate::de::survey;
use crate::error::Result;
use crate::protocol::field::{REST, StructFields};

/// The labels and the rest that a body gives besides its items, and the items that it does not give.
pub(in crate::de) struct LabelsAndRest {
    pub(super) labels: LabelFields,
    /// The items that no field asks for, if there is a field for them.
    pub(super) rest: Option<Vec<ItemNode>>,
    /// The indexes of the items that no field asks for, where that is an error.
    pub(super) unknown: Vec<usize>,
}

impl LabelsAndRest {
    /// What a body gives besides its items or holds back; `None` if it gives each item and nothing else, as most do.
    ///
    /// # Errors
    ///
    /// If a label of the block would be lost.
    #[inline]
    pub(in crate::de) fn of(
        content: &Content<'_, '_>,
        fields: Option<StructFields>,
    ) -> Result<Option<Box<Self>>> {
        let is_needed = fields.is_some_and(|fields| !fields.private.is_empty())
            || content.labels_left() > 0
            || content.first_input().shared.options.exhaustive
            || content.first_input().shared.survey.is_some();
        if is_needed {
            LabelsAndRest::new(content, fields).map(Some)
        } else {
            Ok(None)
        }
    }

    #[inline(never)]
    fn new(content: &Content<'_, '_>, fields: Option<StructFields>) -> Result<Box<Self>> {
        survey::record_visit(content, fields.map(|fields| fields.all));
        let private = fields.map_or(&[][..], |fields| fields.private);
        check_labels(content, private)?;
        Ok(Box::new(LabelsAndRest {
            labels: LabelFields::Known(private),
            rest: private.contains(&REST).then(Vec::new),
            unknown: Vec::new(),
        }))
    }

    /// Each remaining label as the field of its index, for a struct whose fields serde does not tell.
    pub(in crate::de) fn offered(content: &Content<'_, '_>) -> Self {
        survey::record_visit(content, None);
        LabelsAndRest {
            labels: LabelFields::Offered(0),
            rest: None,
            unknown: Vec::new(),
        }
    }
}
