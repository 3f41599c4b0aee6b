//! Views of what stands in bodies: attributes, blocks with their labels, and nested bodies ("Structural
//! Elements").
//!
//! Knows nothing of expressions.

use std::borrow::Cow;

use super::text;
use super::view::View;
use super::{CLOSED, DISTINCT, Node, NodeId, NodeKind, UNKNOWN, UNKNOWN_LABELS, offset};
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};

/// An item of a body.
pub(crate) enum ItemView {
    Attribute(AttributeView),
    Block(BlockView),
}

/// The name of a body item, without the rest of the item.
#[derive(Clone, Copy)]
pub(crate) struct ItemHead {
    /// The name of the attribute, or the type of the block.
    pub(crate) name: Span,
    /// The expression of the attribute; `None` for a block.
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
    /// What stands between the braces, if it does not follow the header.
    pub(crate) content: Option<Span>,
    /// Whether it stands for any number of blocks.
    pub(crate) is_unknown: bool,
    /// Whether it stands for no block, and the number of labels is unknown.
    pub(crate) has_unknown_labels: bool,
    is_closed: bool,
    labels: LabelWords,
}

/// The words of the labels of a block.
#[derive(Clone, Copy)]
struct LabelWords {
    start: u32,
    /// The number of labels.
    count: u32,
    /// The number of words of each label.
    size: u32,
}

/// A label of a block.
#[derive(Clone, Copy)]
pub(crate) struct LabelView {
    /// The label with its quotes, or the expression that gives it.
    pub(crate) span: Span,
    /// Its text, if it comes from evaluation.
    text: Option<u32>,
}

/// A body: the list of its items.
#[derive(Clone, Copy)]
pub(crate) struct BodyView {
    list: u32,
    /// Whether all items are known to have different names.
    pub(crate) is_distinct: bool,
    /// Whether a list of absent blocks follows the list of items.
    has_absent: bool,
}

impl<'s, 't> View<'s, 't> {
    /// The body that is the whole source.
    pub(crate) fn root_body(self) -> BodyView {
        let root = self.tree.node(self.tree.root());
        BodyView {
            list: root.data,
            is_distinct: root.flags & DISTINCT != 0,
            has_absent: false,
        }
    }

    /// The nodes of the items of a body, in source order.
    #[inline]
    pub(crate) fn item_ids(self, body: BodyView) -> &'t [u32] {
        self.tree.counted(body.list)
    }

    /// The nodes of the generated blocks in a body that stand for no block.
    pub(crate) fn absent_ids(self, body: BodyView) -> &'t [u32] {
        if !body.has_absent {
            return &[];
        }
        self.tree.counted(body.list + 1 + self.tree.word(body.list))
    }

    /// The item of a node that [`View::item_ids`] has returned.
    pub(crate) fn item(self, id: u32) -> ItemView {
        if self.is_block(id) {
            return ItemView::Block(self.block(id));
        }
        let node = self.tree.node(NodeId(id));
        ItemView::Attribute(AttributeView {
            name: Span::new(node.start, node.end),
            expression: NodeId(node.data),
            span: self.tree.span(NodeId(id)),
        })
    }

    /// The block of such a node.
    pub(crate) fn block(self, id: u32) -> BlockView {
        let node = self.tree.node(NodeId(id));
        let word = |at: u32| self.tree.word(node.data + at);
        let span = |at: u32| Span::new(word(at), word(at + 1));
        let (block_type, header, content) = if node.kind == NodeKind::GeneratedBlock {
            (span(0), span(2), Some(span(4)))
        } else {
            let to = |at: u32| Span::new(node.start, word(at));
            (to(0), to(1), None)
        };
        let labels = self.label_words(node);
        let has = |flag: u8| content.is_some() && node.flags & flag != 0;
        BlockView {
            is_unknown: has(UNKNOWN),
            has_unknown_labels: has(UNKNOWN_LABELS),
            block_type,
            header,
            span: Span::new(node.start, node.end),
            content,
            is_closed: node.flags & CLOSED != 0,
            labels,
            body: body_after(labels, node),
        }
    }

    /// The span of such a block, its body and the number of its labels.
    #[inline]
    pub(crate) fn body_of_block(self, id: u32) -> (Span, BodyView, usize) {
        let node = self.tree.node(NodeId(id));
        let labels = self.label_words(node);
        let span = Span::new(node.start, node.end);
        (span, body_after(labels, node), labels.count as usize)
    }

    /// The number of labels of such a block.
    #[inline]
    pub(crate) fn label_count(self, id: u32) -> usize {
        self.label_words(self.tree.node(NodeId(id))).count as usize
    }

    /// The words of the labels of a block.
    #[inline]
    fn label_words(self, node: Node) -> LabelWords {
        let is_generated = u32::from(node.kind == NodeKind::GeneratedBlock);
        let start = node.data + 3 + 4 * is_generated;
        LabelWords {
            start,
            count: self.tree.word(start - 1),
            size: 2 + is_generated,
        }
    }

    /// Whether the node of a body item is a block.
    #[inline]
    pub(crate) fn is_block(self, id: u32) -> bool {
        self.tree.node(NodeId(id)).kind != NodeKind::Attribute
    }

    /// The name of a body item.
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
        let LabelWords { start, count, size } = block.labels;
        let words = self.tree.words(start, count * size);
        words.chunks_exact(size as usize).map(label_view)
    }

    /// The label at `index` of the block `id`.
    #[inline]
    pub(crate) fn nth_label(self, id: u32, place: usize) -> Option<LabelView> {
        let LabelWords { start, count, size } = self.label_words(self.tree.node(NodeId(id)));
        let place = u32::try_from(place).ok().filter(|place| *place < count)?;
        Some(label_view(self.tree.words(start + place * size, size)))
    }

    /// The string of a label in NFC, whether the label is quoted or not.
    pub(crate) fn normalized_label(self, label: LabelView) -> Cow<'s, str> {
        if self.is_quoted(label) {
            text::quoted_literal(self.text, label.span)
        } else {
            text::normalize(self.label(label))
        }
    }

    /// Whether a label is written in quotes, so that it is a string literal.
    #[inline]
    fn is_quoted(self, label: LabelView) -> bool {
        label.text.is_none() && self.text.as_bytes()[label.span.start() as usize] == b'"'
    }

    /// The string of a label.
    pub(crate) fn label(self, label: LabelView) -> Cow<'s, str> {
        let span = label.span;
        if let Some(index) = label.text {
            return Cow::Owned(self.tree.label(index).to_owned());
        }
        if self.is_quoted(label) {
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

/// The view of one label from its words.
fn label_view(words: &[u32]) -> LabelView {
    LabelView {
        span: Span::new(words[0], words[1]),
        text: words.get(2).copied(),
    }
}

/// The body of a block, which follows the labels.
#[inline]
fn body_after(labels: LabelWords, node: Node) -> BodyView {
    BodyView {
        list: labels.start + labels.count * labels.size,
        is_distinct: node.flags & DISTINCT != 0,
        has_absent: node.kind == NodeKind::GeneratedBlock,
    }
}
