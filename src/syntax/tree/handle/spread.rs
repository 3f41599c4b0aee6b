//! Attributes of native syntax as the blocks for which their objects stand.

use super::item::{ItemHandle, ItemRef};
use crate::identifier::is_identifier;
use crate::span::Span;
use crate::syntax::tree::copy::{CopiedItems, NewLabel};
use crate::syntax::tree::view::{ExpressionView, KeyView, View};
use crate::syntax::tree::{ExprId, GeneratedBlock, GeneratedCount, Tree};

/// The blocks with `labels` labels that are equivalent to an attribute, if its value is an object or null. They have
/// the location of the attribute.
pub(super) fn blocks_of_attribute(
    attribute: ItemRef<'_>,
    labels: usize,
) -> Option<Vec<ItemHandle>> {
    let view = attribute.document.view();
    let written = attribute.attribute()?;
    let (name, whole) = (written.name_span(), written.span());
    let mut tree = Tree::default();
    let mut blocks = Vec::new();
    let mut pending = vec![(attribute.attribute_value()?, Vec::new())];
    while let Some((value, read)) = pending.pop() {
        let items = match view.expression(value) {
            ExpressionView::Null => continue,
            ExpressionView::Object(items) => items,
            _ => return None,
        };
        if read.len() < labels {
            for id in items.iter().rev() {
                let (key, value) = view.object_item(*id);
                let mut read: Vec<NewLabel> = read.clone();
                read.push(label_of_key(view, key)?);
                pending.push((value, read));
            }
            continue;
        }
        let items = attributes_of_object(view, value, &mut tree)?;
        let block = GeneratedBlock {
            span: whole,
            block_type: name,
            escaped_type: None,
            header: name,
            content: view.tree.span(value).inner(),
            labels: tree.push_labels(read),
            body: tree.push_body(&items),
            count: GeneratedCount::One,
        };
        blocks.push(tree.push_generated_block(block));
    }
    let document = attribute.document.with_tree(tree);
    Some(
        blocks
            .into_iter()
            .map(|id| ItemRef::of_tree(&document, id).to_handle())
            .collect(),
    )
}

/// The items of an object as attributes in another tree, if all their keys are names.
fn attributes_of_object(
    view: View<'_, '_>,
    object: ExprId,
    tree: &mut Tree,
) -> Option<CopiedItems> {
    let mut items = CopiedItems::default();
    for id in view.object_items(object) {
        let (key, value) = view.object_item(*id);
        let name = name_of_key(view, key)?;
        let value = tree.copy_unchanged(view.tree, value);
        items.items.push(tree.push_attribute(name, value));
    }
    Some(items)
}

/// The location of the name given by a key of an object, without quotes.
pub(crate) fn name_of_key(view: View<'_, '_>, key: KeyView) -> Option<Span> {
    let name = match key {
        KeyView::Name(span) => span,
        KeyView::Expression(key) => match view.expression(key) {
            ExpressionView::Literal(_) => view.tree.span(key).inner(),
            _ => return None,
        },
    };
    is_identifier(view.slice(name)).then_some(name)
}

/// The label given by a key of an object, if the key is not computed.
pub(crate) fn label_of_key(view: View<'_, '_>, key: KeyView) -> Option<NewLabel> {
    match key {
        KeyView::Name(span) => Some(NewLabel {
            span,
            text: view.slice(span).into(),
        }),
        KeyView::Expression(key) => match view.expression(key) {
            ExpressionView::Literal(literal) => Some(NewLabel {
                span: view.tree.span(key),
                text: view.literal(literal).into(),
            }),
            _ => None,
        },
    }
}
