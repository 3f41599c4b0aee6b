//! Copies parts of one tree into another tree of the same source. Generated blocks get an ordinary tree in
//! this way.
//!
//! Knows nothing of why something is copied.

use super::view::{BlockView, View};
use super::{
    AWAITED, CLOSED, NONE, Node, NodeId, NodeKind, OVERLAID, PLAIN, Tree, UNKNOWN, UNKNOWN_LABELS,
    WAITS,
};
use crate::span::Span;

/// A generated block, which is to be added to a tree.
pub(crate) struct GeneratedBlock {
    /// The span of the block that generates it.
    pub(crate) span: Span,
    pub(crate) block_type: Span,
    pub(crate) header: Span,
    /// What stands between its braces.
    pub(crate) content: Span,
    /// The span of the expression that gives each label, and the text of the label.
    pub(crate) labels: Vec<(Span, Box<str>)>,
    pub(crate) count: GeneratedCount,
}

/// The number of blocks that a generated block stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum GeneratedCount {
    One,
    /// Any number, because its `for_each` is unknown.
    Unknown,
    /// No block, and the number of labels is unknown. An absent block with known labels is one of
    /// [`CopiedItems::absent`] instead.
    NoneOfUnknownLabels,
}

/// The nodes of the items of a body in the new tree.
#[derive(Default)]
pub(crate) struct CopiedItems {
    pub(crate) items: Vec<u32>,
    /// The generated blocks that stand for no block, but show which blocks were meant.
    pub(crate) absent: Vec<u32>,
}

/// A pending step of copying an expression.
enum CopyStep {
    /// Copy the children of a node, then the node.
    Visit(NodeId),
    /// Copy the node; its children are copied already.
    Copy(NodeId),
}

impl Tree {
    /// Copies an expression. `binding` gives for each of its variables the index of the value that it is
    /// bound to, if it is bound.
    ///
    /// Uses no recursion, since a chain of operations may be longer than the stack.
    pub(crate) fn copy_expression(
        &mut self,
        from: &Tree,
        id: NodeId,
        mut binding: impl FnMut(Node) -> Option<u32>,
    ) -> NodeId {
        let view = View {
            text: "",
            tree: from,
        };
        let mut steps = vec![CopyStep::Visit(id)];
        let mut copies: Vec<NodeId> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                CopyStep::Visit(id) => {
                    steps.push(CopyStep::Copy(id));
                    let start = steps.len();
                    view.for_each_child(id, &mut |child| steps.push(CopyStep::Visit(child)));
                    steps[start..].reverse();
                }
                CopyStep::Copy(id) => {
                    let mut count = 0;
                    view.for_each_child(id, &mut |_| count += 1);
                    let children = copies.split_off(copies.len() - count);
                    let mut node = from.node(id);
                    if node.kind == NodeKind::Variable
                        && let Some(index) = binding(node)
                    {
                        (node.flags, node.data) = (PLAIN | 1, index);
                    }
                    copies.push(self.copy_node(from, node, &children));
                }
            }
        }
        copies.pop().unwrap_or(id)
    }

    /// Copies a node whose children are copied, in the order in which [`View::for_each_child`] gives them.
    fn copy_node(&mut self, from: &Tree, mut node: Node, children: &[NodeId]) -> NodeId {
        match (node.kind, children) {
            (NodeKind::Binary, [left, right]) => {
                (node.data, node.end) = (left.0, right.0);
                // A copied operation is stored after both operands.
                node.flags &= !(WAITS | AWAITED);
            }
            (NodeKind::KeyedItem, [key, value]) => (node.start, node.data) = (key.0, value.0),
            // Their source is the node before them, which was copied last.
            (NodeKind::GetAttr | NodeKind::LegacyIndex, _) => {}
            _ => match from.word_layout(node) {
                (0, 0) => node.data = children.first().map_or(node.data, |child| child.0),
                (before, count) => {
                    let words = from.words(node.data, before + count);
                    let (before, list) = words.split_at(before as usize);
                    let mut children = children.iter();
                    let copy = |word: &u32| match *word {
                        NONE => NONE,
                        _ => children.next().map_or(NONE, |child| child.0),
                    };
                    let list: Vec<u32> = list.iter().map(copy).collect();
                    node.data = self.push_words(before);
                    self.push_words(&list);
                }
            },
        }
        self.push(node)
    }

    /// Adds an unknown expression in the place of the one at `span`.
    pub(crate) fn push_unknown(&mut self, span: Span) -> NodeId {
        self.push(Node {
            kind: NodeKind::Unknown,
            flags: 0,
            start: span.start(),
            end: span.end(),
            data: 0,
        })
    }

    /// Copies the attribute `id` with another expression.
    pub(crate) fn copy_attribute(&mut self, from: &Tree, id: u32, expression: NodeId) -> u32 {
        let data = expression.0;
        let node = from.node(NodeId(id));
        self.push(Node { data, ..node }).0
    }

    /// Copies the block `id`, which `block` views, with other items. The copy stands for any number of blocks
    /// if `is_unknown` says so or if the block did before.
    pub(crate) fn copy_block(
        &mut self,
        from: View<'_, '_>,
        id: u32,
        block: &BlockView,
        items: &CopiedItems,
        is_unknown: bool,
    ) -> u32 {
        let is_unknown = is_unknown || block.is_unknown;
        if is_unknown || block.content.is_some() || !items.absent.is_empty() {
            let labels = from.labels(block);
            let labels = labels.map(|label| (label.span, from.label(label).into()));
            let generated = GeneratedBlock {
                span: block.span,
                block_type: block.block_type,
                header: block.header,
                content: from.content(block),
                labels: labels.collect(),
                count: match (is_unknown, block.has_unknown_labels) {
                    (true, _) => GeneratedCount::Unknown,
                    (false, true) => GeneratedCount::NoneOfUnknownLabels,
                    (false, false) => GeneratedCount::One,
                },
            };
            let copy = self.push_generated_block(generated, items);
            if block.is_overlaid {
                self.node_mut(NodeId(copy)).flags |= OVERLAID;
            }
            return copy;
        }
        let mut words = vec![block.block_type.end(), block.header.end()];
        let labels = from.labels(block);
        words.push(u32::try_from(labels.len()).unwrap_or(NONE));
        for label in labels {
            words.push(label.span.start());
            words.push(label.span.end());
        }
        let data = self.push_words(&words);
        self.push_counted(&items.items);
        let node = from.tree.node(NodeId(id));
        // The names of the new items may differ, so that `DISTINCT` is not copied.
        let flags = node.flags & CLOSED;
        self.push(Node {
            flags,
            data,
            ..node
        })
        .0
    }

    /// Adds a generated block.
    pub(crate) fn push_generated_block(
        &mut self,
        block: GeneratedBlock,
        items: &CopiedItems,
    ) -> u32 {
        let mut words = Vec::new();
        for span in [block.block_type, block.header, block.content] {
            words.push(span.start());
            words.push(span.end());
        }
        words.push(u32::try_from(block.labels.len()).unwrap_or(NONE));
        for (span, text) in block.labels {
            words.extend([span.start(), span.end(), self.push_label(text)]);
        }
        let data = self.push_words(&words);
        self.push_counted(&items.items);
        self.push_counted(&items.absent);
        let flags = match block.count {
            GeneratedCount::One => 0,
            GeneratedCount::Unknown => UNKNOWN,
            GeneratedCount::NoneOfUnknownLabels => UNKNOWN_LABELS,
        };
        let node = Node {
            kind: NodeKind::GeneratedBlock,
            flags: flags | CLOSED,
            start: block.span.start(),
            end: block.span.end(),
            data,
        };
        self.push(node).0
    }
}
