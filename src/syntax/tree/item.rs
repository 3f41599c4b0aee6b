//! What stands in bodies: attributes, blocks with their labels, and the bodies of those.
//!
//! Knows nothing of expressions.

use std::borrow::Cow;

use super::text;
use super::view::View;
use super::{CLOSED, DISTINCT, NONE, NodeId, NodeKind, Tree};
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};

/// An item of a body.
pub(crate) enum ItemView {
    Attribute(AttributeView),
    Block(BlockView),
}

/// The beginning of an item of a body.
#[derive(Clone, Copy)]
pub(crate) struct ItemHead {
    /// The name of the attribute, or the type of the block.
    pub(crate) name: Span,
    /// The expression of the attribute; a block has none.
    pub(crate) expression: Option<NodeId>,
}

impl ItemHead {
    pub(crate) fn is_block(self) -> bool {
        self.expression.is_none()
    }
}

/// An attribute: a name and an expression.
#[derive(Clone, Copy)]
pub(crate) struct AttributeView {
    pub(crate) name: Span,
    pub(crate) expression: NodeId,
    pub(crate) span: Span,
}

/// A block: a type, labels and a body.
#[derive(Clone, Copy)]
pub(crate) struct BlockView {
    pub(crate) block_type: Span,
    /// From the type to the last label.
    pub(crate) header: Span,
    pub(crate) span: Span,
    pub(crate) body: BodyView,
    /// What stands between the braces, if that is not found behind the header.
    pub(crate) content: Option<Span>,
    is_closed: bool,
    labels: u32,
    label_count: u32,
    /// How many words there are for each label.
    label_words: u32,
}

/// A label of a block.
#[derive(Clone, Copy)]
pub(crate) struct LabelView {
    /// The label with its quotes, or the expression that gives it.
    pub(crate) span: Span,
    /// Its text, if that is not what is written.
    text: Option<u32>,
}

/// A body: the list of its items.
#[derive(Clone, Copy)]
pub(crate) struct BodyView {
    list: u32,
    /// Whether it is known that no two items have the same name.
    pub(crate) is_distinct: bool,
}

impl BlockView {
    pub(crate) fn label_count(&self) -> usize {
        self.label_count as usize
    }
}

impl<'s, 't> View<'s, 't> {
    /// The body that is the whole source.
    pub(crate) fn root_body(self) -> BodyView {
        let root = self.tree.node(self.tree.root());
        BodyView {
            list: root.data,
            is_distinct: root.flags & DISTINCT != 0,
        }
    }

    /// The nodes of the items of a body, in source order.
    pub(crate) fn item_ids(self, body: BodyView) -> &'t [u32] {
        self.tree.counted(body.list)
    }

    /// The item that a node of [`View::item_ids`] is.
    pub(crate) fn item(self, id: u32) -> ItemView {
        item(self.tree, NodeId(id))
    }

    /// What such an item begins with.
    #[inline]
    pub(crate) fn item_head(self, id: u32) -> ItemHead {
        let node = self.tree.node(NodeId(id));
        let word = |at: u32| self.tree.word(node.data + at);
        let (name, expression) = match node.kind {
            NodeKind::Block => (Span::new(node.start, word(0)), None),
            NodeKind::GeneratedBlock => (Span::new(word(0), word(1)), None),
            _ => (Span::new(node.start, node.end), Some(NodeId(node.data))),
        };
        ItemHead { name, expression }
    }

    /// The labels of a block.
    pub(crate) fn labels(
        self,
        block: &BlockView,
    ) -> impl ExactSizeIterator<Item = LabelView> + use<'t> {
        let size = block.label_words;
        let words = self.tree.words(block.labels, block.label_count * size);
        words.chunks_exact(size as usize).map(label_view)
    }

    /// A label of the block that a node of [`View::item_ids`] is, counted from the left.
    pub(crate) fn nth_label(self, id: u32, place: usize) -> Option<LabelView> {
        let node = self.tree.node(NodeId(id));
        let (before, size) = label_layout(node.kind)?;
        let count = self.tree.word(node.data + before - 1);
        let words = self.tree.words(node.data + before, count * size);
        words.chunks_exact(size as usize).nth(place).map(label_view)
    }

    /// The string of a label.
    pub(crate) fn label(self, label: LabelView) -> Cow<'s, str> {
        let span = label.span;
        if let Some(index) = label.text {
            return Cow::Owned(self.tree.label(index).to_owned());
        }
        if self.text.as_bytes()[span.start() as usize] == b'"' {
            text::quoted_literal(self.text, span)
        } else {
            Cow::Borrowed(self.slice(span))
        }
    }

    /// What stands between the braces of a block.
    pub(crate) fn content(self, block: &BlockView) -> Span {
        if let Some(content) = block.content {
            return content;
        }
        let header = block.header.end() as usize;
        let brace = scan::insignificant(self.text.as_bytes(), header, Newlines::Significant);
        Span::new(
            offset(brace + 1),
            block.span.end() - u32::from(block.is_closed),
        )
    }
}

/// How many words of a block stand before those of its labels, and how many each label has; nothing for an attribute.
fn label_layout(kind: NodeKind) -> Option<(u32, u32)> {
    match kind {
        NodeKind::Block => Some((3, 2)),
        NodeKind::GeneratedBlock => Some((7, 3)),
        _ => None,
    }
}

/// A label by its words.
fn label_view(words: &[u32]) -> LabelView {
    LabelView {
        span: Span::new(words[0], words[1]),
        text: words.get(2).copied(),
    }
}

#[inline]
fn item(tree: &Tree, id: NodeId) -> ItemView {
    let node = tree.node(id);
    let Some((before, label_words)) = label_layout(node.kind) else {
        return ItemView::Attribute(AttributeView {
            name: Span::new(node.start, node.end),
            expression: NodeId(node.data),
            span: tree.span(id),
        });
    };
    let word = |at: u32| tree.word(node.data + at);
    let span = |at: u32| Span::new(word(at), word(at + 1));
    let is_generated = node.kind == NodeKind::GeneratedBlock;
    let (block_type, header, content) = if is_generated {
        (span(0), span(2), Some(span(4)))
    } else {
        let to = |at: u32| Span::new(node.start, word(at));
        (to(0), to(1), None)
    };
    let label_count = word(before - 1);
    let labels = node.data + before;
    ItemView::Block(BlockView {
        block_type,
        header,
        span: Span::new(node.start, node.end),
        content,
        is_closed: node.flags & CLOSED != 0,
        labels,
        label_count,
        label_words,
        body: BodyView {
            list: labels + label_count * label_words,
            is_distinct: node.flags & DISTINCT != 0,
        },
    })
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}
