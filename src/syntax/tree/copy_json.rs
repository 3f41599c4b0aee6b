//! Copies parts of a tree of JSON into another tree of the same source, where objects for generated blocks are added.
//!
//! The node of an object or an array is made before what stands in it, and completed after it, as the parser does: what
//! stands in it names it.
//!
//! Knows nothing of why something is copied.

use std::sync::Arc;

use super::arena::{Embedded, Strings};
use super::copy::{CopiedItems, GeneratedBlock, GeneratedCount};
use super::view::View;
use super::{
    ABSENT, BODY_ITEMS, ESCAPED, JSON, KEYED, Node, NodeId, NodeKind, STORED, Tree, name_flags,
};
use crate::span::Span;

/// The property whose value an object or array is or stands in, and the object with that property.
pub(crate) type Owner = [u32; 2];

/// What stands in an object or an array.
#[derive(Default)]
pub(crate) struct StructureItems {
    /// The properties or the elements.
    pub(crate) items: Vec<u32>,
    /// The properties of the body that it is, if those are not `items`.
    pub(crate) body: Option<Vec<u32>>,
    /// The absent blocks of that body.
    pub(crate) absent: Vec<u32>,
    pub(crate) flags: u8,
}

impl Tree {
    /// Begins a tree for what is copied from `from`.
    pub(crate) fn for_copy_of(from: &Tree) -> Self {
        let mut tree = Tree::default();
        if let Some(strings) = from.strings() {
            tree.set_strings(strings.without_templates());
        }
        tree.set_parts(from.parts().to_vec());
        tree
    }

    /// Adds the node of an object or an array, which [`Tree::close_structure`] completes.
    pub(crate) fn open_structure(&mut self, kind: NodeKind, span: Span) -> NodeId {
        self.push(Node::leaf(kind, JSON, span))
    }

    /// Completes the node of an object or an array.
    pub(crate) fn close_structure(&mut self, id: NodeId, owner: Owner, items: &StructureItems) {
        self.push_words(&owner);
        let data = self.push_counted(&items.items);
        let mut flags = JSON | items.flags;
        let has_absent = !items.absent.is_empty();
        if items.body.is_some() || has_absent {
            self.push_counted(items.body.as_ref().unwrap_or(&items.items));
            flags |= BODY_ITEMS;
        }
        if has_absent {
            self.push_counted(&items.absent);
            flags |= ABSENT;
        }
        let node = self.node_mut(id);
        (node.flags, node.data) = (flags, data);
    }

    /// Adds an array of these values. Each of them has the same owner.
    pub(crate) fn push_array(
        &mut self,
        span: Span,
        owner: Owner,
        elements: Vec<u32>,
        flags: u8,
    ) -> NodeId {
        let array = self.open_structure(NodeKind::Tuple, span);
        let items = StructureItems {
            items: elements,
            flags,
            ..StructureItems::default()
        };
        self.close_structure(array, owner, &items);
        array
    }

    /// Copies a property, and before it the node of its name if there is one. [`Tree::set_value`] completes it.
    ///
    /// `template` is what a name with template sequences is.
    pub(crate) fn copy_property(
        &mut self,
        from: &Tree,
        id: NodeId,
        template: Option<Arc<Embedded>>,
    ) -> NodeId {
        let node = from.node(id);
        if node.flags & KEYED != 0 {
            let mut key = from.node(Tree::previous(id));
            match key.kind {
                NodeKind::JsonTemplate => self.copy_template(from, key, template),
                NodeKind::JsonString => {
                    key.data = self.push_label(from.label(key.data).into());
                    self.push(key)
                }
                _ => self.push(key),
            };
        }
        self.push(Node { data: 0, ..node })
    }

    /// Adds a property that is named as it is written at `name`, without its quotes.
    pub(crate) fn push_property(&mut self, text: &str, name: Span) -> NodeId {
        let flags = name_flags(text[name.range()].as_bytes());
        self.push(Node::leaf(NodeKind::Property, flags, name))
    }

    /// Adds a property that is named by a label. `span` is that of the expression that gives the label.
    pub(crate) fn push_label_property(&mut self, label: &str, span: Span) -> NodeId {
        let flags = name_flags(label.as_bytes()) | KEYED | ESCAPED;
        let data = self.push_label(label.into());
        self.push(Node {
            data,
            ..Node::leaf(NodeKind::JsonString, STORED, span)
        });
        // The quotes are not part of the span of a property.
        self.push(Node {
            kind: NodeKind::Property,
            flags,
            start: span.start() + 1,
            end: span.end() - 1,
            data: 0,
        })
    }

    /// Adds the block with this body and this number of labels, which properties around it give, as a block of its own.
    pub(crate) fn push_block_of_properties(
        &mut self,
        from: View<'_, '_>,
        body: NodeId,
        labels: usize,
    ) -> u32 {
        let block = from.json_block(body, labels);
        // The quotes are not part of the type of a generated block.
        let quoted = block.block_type;
        let block_type = Span::new(quoted.start() + 1, quoted.end() - 1);
        let labels = from.labels(&block);
        let labels = labels.map(|label| (label.span, from.normalized_label(label).into()));
        let items = CopiedItems {
            items: from.item_ids(block.body).to_vec(),
            absent: from.absent_ids(block.body).to_vec(),
        };
        let block = GeneratedBlock {
            span: block.span,
            block_type,
            header: block.header,
            content: from.content(&block),
            labels: labels.collect(),
            count: if block.is_unknown {
                GeneratedCount::Unknown
            } else {
                GeneratedCount::One
            },
        };
        self.push_generated_block(block, &items)
    }

    /// Sets the value of a property.
    pub(crate) fn set_value(&mut self, property: NodeId, value: NodeId) {
        self.node_mut(property).data = value.0;
    }

    /// Copies a string with template sequences, which are those of `template` if there is one.
    pub(crate) fn copy_template(
        &mut self,
        from: &Tree,
        node: Node,
        template: Option<Arc<Embedded>>,
    ) -> NodeId {
        let slot = from.strings().and_then(|strings| strings.slot(node.data));
        let slot = slot.cloned().unwrap_or_default();
        let strings = self.strings_mut();
        let data = strings.map_or(0, |strings| strings.push_slot(slot, template));
        self.push(Node { data, ..node })
    }

    /// Adds an expression that is unknown in the place of the one at `span`. `blocks` is what it is as blocks.
    pub(crate) fn push_unknown_blocks(&mut self, span: Span, blocks: NodeId) -> NodeId {
        let unknown = self.push_unknown(span);
        self.node_mut(unknown).data = blocks.0;
        unknown
    }
}

impl Embedded {
    /// The template of a string that stands so many bytes later in its source.
    pub(super) fn moved(&self, bytes: u32) -> Self {
        Embedded {
            offsets: self.offsets.moved(bytes),
            ..self.clone()
        }
    }

    /// The same text with another tree.
    pub(crate) fn with_tree(&self, tree: Tree) -> Self {
        Embedded {
            tree: Some(Arc::new(tree)),
            ..self.clone()
        }
    }
}

impl Strings {
    /// What is known of the strings of a source, for another tree of that source.
    pub(super) fn without_templates(&self) -> Self {
        Strings::new(self.reader, self.limits)
    }
}
