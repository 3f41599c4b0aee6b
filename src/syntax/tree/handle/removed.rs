//! Blocks that a layer removes: their labels are names in an object, whose values are null.

use foldhash::HashSet;

use super::item::ItemRef;
use super::spread::label_of_key;
use crate::nfc::normalize;
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, ExprKind, StructureContent};

/// The first labels of the blocks that a layer removes.
#[derive(Default)]
pub(super) struct RemovedBlocks {
    labels: HashSet<Vec<String>>,
}

impl RemovedBlocks {
    pub(super) fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Vec<String>> {
        self.labels.iter()
    }

    /// Whether blocks with these labels are removed.
    pub(super) fn removes(&self, labels: &[String]) -> bool {
        (1..=labels.len()).any(|count| self.labels.contains(&labels[..count]))
    }

    /// Adds the labels that a JSON property removes; it stands for blocks with `labels` labels.
    pub(super) fn add_property(&mut self, property: ItemRef<'_>, labels: usize) {
        let mut pending = vec![(property, Vec::new())];
        while let Some((property, read)) = pending.pop() {
            if let Some(layered) = property.layered.filter(|_| read.len() < labels) {
                for item in layered.properties() {
                    pending.push((item, with_label(&read, item.name())));
                }
            } else if let Some(value) = property.value() {
                self.add_value(property.document.view(), value, read, labels);
            }
        }
    }

    /// Adds the labels that a JSON value removes, for blocks whose first labels are `read`.
    fn add_value(&mut self, view: View<'_, '_>, value: ExprId, read: Vec<String>, labels: usize) {
        let mut pending = vec![(value, read)];
        while let Some((value, read)) = pending.pop() {
            if matches!(view.tree[value].kind, ExprKind::Null) {
                self.labels.extend((!read.is_empty()).then_some(read));
            } else if read.len() < labels {
                let structure = view.tree.structure(value);
                if let Some(StructureContent::Array(elements)) = structure.map(|it| it.content) {
                    let elements = view.tree[elements].iter();
                    pending.extend(elements.map(|element| (*element, read.clone())));
                }
                for id in view.json_properties(value) {
                    let value = view.property_value(*id);
                    let read = with_label(&read, &view.item_key(*id));
                    pending.extend(value.map(|value| (value, read)));
                }
            }
        }
    }
}

/// `labels` with `label` in NFC appended.
fn with_label(labels: &[String], label: &str) -> Vec<String> {
    let label = normalize(label).into_owned();
    labels.iter().cloned().chain([label]).collect()
}

/// The blocks, with at most `labels` labels, that an attribute of native syntax removes: its value is an object that
/// contains only labels that are null. `None` for any other value.
pub(super) fn removed_blocks(
    attribute: ItemRef<'_>,
    labels: Option<usize>,
) -> Option<RemovedBlocks> {
    let view = attribute.document.view();
    let value = attribute.attribute_value()?;
    let mut removed = RemovedBlocks::default();
    let mut pending = vec![(value, Vec::new())];
    while let Some((value, read)) = pending.pop() {
        match view.expression(value) {
            ExpressionView::Null if !read.is_empty() => {
                removed.labels.insert(read);
            }
            ExpressionView::Object(items) if labels.is_none_or(|labels| read.len() < labels) => {
                for id in items {
                    let (key, value) = view.object_item(*id);
                    let read = with_label(&read, &label_of_key(view, key)?.text);
                    pending.push((value, read));
                }
            }
            _ => return None,
        }
    }
    (!removed.is_empty()).then_some(removed)
}
