//! Views of the items of bodies: attributes, blocks with their labels, and nested bodies ("Structural
//! Elements").
//!
//! Knows nothing of expressions.

use std::borrow::Cow;

use super::text;
use super::view::View;
use super::{
    ABSENT, CLOSED, DISTINCT, ESCAPED, NONE, Node, NodeId, NodeKind, OVERLAID, Tree, UNKNOWN,
    UNKNOWN_BODY, UNKNOWN_LABELS,
};
use crate::span::{Span, offset};
use crate::syntax::lexer::scan::{self, Newlines};

/// An item of a body.
pub(crate) enum ItemView {
    Attribute(AttributeView),
    Block(BlockView),
}

/// The name of a body item, without the rest of the item.
#[derive(Clone, Copy)]
pub(crate) struct ItemHead {
    /// The name of the attribute, or the type of the block; in JSON syntax with its quotes. [`View::item_text`] is its
    /// decoded text.
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
    /// The node of the attribute.
    id: u32,
    pub(crate) name: Span,
    pub(crate) expression: NodeId,
    pub(crate) span: Span,
}

/// A block: a type, labels and a body.
#[derive(Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of its own in the node"
)]
pub(crate) struct BlockView {
    pub(crate) block_type: Span,
    /// In JSON syntax, the property whose name is the type.
    property: Option<NodeId>,
    /// From the type to the last label.
    pub(crate) header: Span,
    pub(crate) span: Span,
    pub(crate) body: BodyView,
    /// The span between the braces, if that does not follow the header.
    pub(crate) content: Option<Span>,
    /// Whether it stands for any number of blocks.
    pub(crate) is_unknown: bool,
    /// Whether it stands for no block, and the number of labels is unknown.
    pub(crate) has_unknown_labels: bool,
    /// Whether several blocks were laid over each other for it, or whether it was made of an object of JSON for that.
    pub(crate) is_overlaid: bool,
    is_closed: bool,
    labels: LabelWords,
}

/// The words of the labels of a block.
#[derive(Clone, Copy)]
struct LabelWords {
    /// Where they begin. In JSON syntax, labels are names of properties, and this is the node of the block's body.
    start: u32,
    /// The number of labels.
    count: u32,
    /// The number of words of each label; 0 in JSON syntax.
    size: u32,
}

/// A label of a block.
#[derive(Clone, Copy)]
pub(crate) struct LabelView {
    /// The label with its quotes, or the expression that gives it.
    pub(crate) span: Span,
    text: LabelText,
}

/// Where the text of a label comes from.
#[derive(Clone, Copy)]
enum LabelText {
    /// From the source.
    Written,
    /// From evaluation: the index of the text in the tree.
    Label(u32),
    /// From the name of a property in JSON syntax.
    Property(NodeId),
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

impl AttributeView {
    /// The node of the attribute.
    pub(crate) fn id(&self) -> u32 {
        self.id
    }
}

impl BlockView {
    /// In JSON syntax, the object or array that is the body.
    pub(crate) fn json_body(&self) -> Option<NodeId> {
        (self.labels.size == 0).then_some(NodeId(self.labels.start))
    }
}

impl<'s, 't> View<'s, 't> {
    /// The body that is the whole source.
    pub(crate) fn root_body(self) -> BodyView {
        let id = self.tree.root();
        let root = self.tree.node(id);
        if root.kind == NodeKind::Body {
            return BodyView {
                list: root.data,
                is_distinct: root.flags & DISTINCT != 0,
                has_absent: false,
            };
        }
        self.json_body(id)
    }

    /// The body that is an object in JSON syntax, or an array of objects.
    pub(crate) fn json_body(self, id: NodeId) -> BodyView {
        let node = self.tree.node(id);
        let list = self.tree.body_list(id).unwrap_or(node.data);
        BodyView {
            list,
            is_distinct: node.flags & DISTINCT != 0,
            has_absent: node.flags & ABSENT != 0,
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
            id,
            name: self.item_head(id).name,
            expression: NodeId(node.data),
            span: self.tree.span(NodeId(id)),
        })
    }

    /// The block of a node that is a written or generated block.
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
            is_overlaid: has(OVERLAID),
            block_type,
            property: None,
            header,
            span: Span::new(node.start, node.end),
            content,
            is_closed: node.flags & CLOSED != 0,
            labels,
            body: body_after(labels, node),
        }
    }

    /// The block in JSON syntax whose body is the node `body`. Its labels are the names of this number of properties
    /// around it.
    pub(crate) fn json_block(self, body: NodeId, labels: usize) -> BlockView {
        let node = self.tree.node(body);
        let labels = LabelWords {
            start: body.0,
            count: u32::try_from(labels).unwrap_or(NONE),
            size: 0,
        };
        let property = self.nth_owner(body, labels.count);
        let block_type =
            property.map_or(Span::new(node.start, node.start), |it| self.quoted_name(it));
        // Blocks in an array share a property, so that the header of each is the bracket of its body.
        let named = self
            .nth_owner(body, 0)
            .filter(|it| self.tree.node(*it).data == body.0);
        let bracket = Span::new(node.start, node.start + 1);
        let header = named.map_or(bracket, |it| self.quoted_name(it));
        BlockView {
            block_type,
            property,
            header,
            span: Span::new(header.start(), node.end),
            body: self.json_body(body),
            content: Some(Span::new(node.start + 1, self.closing_bracket(body))),
            is_unknown: node.flags & UNKNOWN_BODY != 0,
            has_unknown_labels: false,
            is_overlaid: node.flags & OVERLAID != 0 && node.kind == NodeKind::Object,
            is_closed: true,
            labels,
        }
    }

    /// The place of the bracket that closes an object or array in JSON syntax. A parser that recovers from errors may
    /// have found none: then its end.
    pub(crate) fn closing_bracket(self, id: NodeId) -> u32 {
        let end = self.tree.node(id).end;
        let before = end.saturating_sub(1);
        match self.text.as_bytes().get(before as usize) {
            Some(b'}' | b']') => before,
            _ => end,
        }
    }

    /// The name of a property, without its quotes.
    fn name_span(self, property: NodeId) -> Span {
        let node = self.tree.node(property);
        Span::new(node.start, node.end)
    }

    /// The name of a property with its quotes.
    fn quoted_name(self, property: NodeId) -> Span {
        let node = self.tree.node(property);
        Span::new(node.start - 1, node.end + 1)
    }

    /// The innermost property around an object or array in JSON syntax, or one further out: `count` properties are
    /// skipped.
    fn nth_owner(self, mut id: NodeId, count: u32) -> Option<NodeId> {
        for _ in 0..count {
            id = self.tree.owner(id)?.1;
        }
        Some(self.tree.owner(id)?.0)
    }

    /// The decoded text of the name of an attribute, or of the type of a block.
    pub(crate) fn item_text(self, id: u32) -> &'t str
    where
        's: 't,
    {
        let node = self.tree.node(NodeId(id));
        match node.kind {
            NodeKind::Property => self.property_name(NodeId(id)),
            _ => self.slice(self.item_head(id).name),
        }
    }

    /// The decoded text of the name of an attribute, borrowed from the source unless it is written with escape
    /// sequences.
    #[inline]
    pub(crate) fn item_key(self, id: u32) -> Cow<'s, str> {
        if !self.is_property(id) {
            return Cow::Borrowed(self.slice(self.item_head(id).name));
        }
        match self.escaped_name(NodeId(id)) {
            Some(name) => Cow::Owned(name.to_owned()),
            None => Cow::Borrowed(self.slice(self.name_span(NodeId(id)))),
        }
    }

    /// The decoded text of the name of a property in JSON syntax.
    fn property_name(self, id: NodeId) -> &'t str
    where
        's: 't,
    {
        match self.escaped_name(id) {
            Some(name) => name,
            None => self.slice(self.name_span(id)),
        }
    }

    /// The decoded text of the name of a property in JSON syntax, if it is written with escape sequences.
    fn escaped_name(self, id: NodeId) -> Option<&'t str> {
        if self.tree.node(id).flags & ESCAPED == 0 {
            return None;
        }
        let key = self.tree.node(Tree::previous(id));
        match key.kind {
            NodeKind::JsonTemplate => self.tree.strings()?.text(key.data),
            _ => Some(self.tree.label(key.data)),
        }
    }

    /// The name of an attribute.
    pub(crate) fn attribute_name(self, attribute: &AttributeView) -> &'t str
    where
        's: 't,
    {
        self.item_text(attribute.id)
    }

    /// The type of a block.
    pub(crate) fn block_type(self, block: &BlockView) -> &'t str
    where
        's: 't,
    {
        match block.property {
            Some(property) => self.property_name(property),
            None => self.slice(block.block_type),
        }
    }

    /// The decoded text of the name of an item, its span and the expression, if the item is an attribute or a block
    /// that is written and the text stands in the source as it is.
    #[expect(
        clippy::inline_always,
        reason = "what it returns is used part by part where it is called"
    )]
    #[inline(always)]
    pub(crate) fn plain_item(self, id: u32) -> Option<(&'s str, ItemHead)> {
        let node = self.tree.node(NodeId(id));
        let written = Span::ordered(node.start, node.end);
        let (text, name, expression) = match node.kind {
            NodeKind::Attribute => (written, written, Some(NodeId(node.data))),
            NodeKind::Block => {
                let block_type = Span::ordered(node.start, self.tree.word(node.data));
                (block_type, block_type, None)
            }
            NodeKind::Property if node.flags & ESCAPED == 0 => {
                let quoted = Span::ordered(node.start - 1, node.end + 1);
                (written, quoted, Some(NodeId(node.data)))
            }
            _ => return None,
        };
        Some((self.slice(text), ItemHead { name, expression }))
    }

    /// Whether an item is a property in JSON syntax, which may be an attribute or blocks.
    #[inline]
    pub(crate) fn is_property(self, id: u32) -> bool {
        self.tree.node(NodeId(id)).kind == NodeKind::Property
    }

    /// Whether an attribute is a property in JSON syntax.
    pub(crate) fn is_property_view(self, attribute: &AttributeView) -> bool {
        self.is_property(attribute.id)
    }

    /// The span of a written or generated block, its body and the number of its labels.
    #[inline]
    pub(crate) fn body_of_block(self, id: u32) -> (Span, BodyView, usize) {
        let node = self.tree.node(NodeId(id));
        let labels = self.label_words(node);
        let span = Span::new(node.start, node.end);
        (span, body_after(labels, node), labels.count as usize)
    }

    /// The number of labels of a written or generated block.
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
        matches!(
            self.tree.node(NodeId(id)).kind,
            NodeKind::Block | NodeKind::GeneratedBlock
        )
    }

    /// The name of a body item.
    #[inline]
    pub(crate) fn item_head(self, id: u32) -> ItemHead {
        let node = self.tree.node(NodeId(id));
        let word = |at: u32| self.tree.word(node.data + at);
        let (name, expression) = match node.kind {
            NodeKind::Property => (
                Span::ordered(node.start - 1, node.end + 1),
                Some(NodeId(node.data)),
            ),
            NodeKind::Block => (Span::ordered(node.start, word(0)), None),
            NodeKind::GeneratedBlock => (Span::new(word(0), word(1)), None),
            _ => (Span::ordered(node.start, node.end), Some(NodeId(node.data))),
        };
        ItemHead { name, expression }
    }

    /// The labels of a block.
    pub(crate) fn labels(
        self,
        block: &BlockView,
    ) -> impl ExactSizeIterator<Item = LabelView> + use<'s, 't> {
        let labels = block.labels;
        let count = labels.count as usize;
        (0..count).map(move |index| self.label_at(labels, u32::try_from(index).unwrap_or(NONE)))
    }

    /// The label at an index, which must be less than the number of labels.
    #[inline]
    fn label_at(self, labels: LabelWords, index: u32) -> LabelView {
        let LabelWords { start, size, .. } = labels;
        if size > 0 {
            label_view(self.tree.words(start + index * size, size))
        } else {
            self.label_of_property(labels, index)
        }
    }

    /// The label at an index of a block in JSON syntax, whose labels are the names of the properties around it.
    fn label_of_property(
        self,
        LabelWords { start, count, .. }: LabelWords,
        index: u32,
    ) -> LabelView {
        let property = self.nth_owner(NodeId(start), count - 1 - index);
        let property = property.unwrap_or(NodeId(start));
        LabelView {
            span: self.quoted_name(property),
            text: LabelText::Property(property),
        }
    }

    /// The label at `index` of the block `id`.
    #[inline]
    pub(crate) fn nth_label(self, id: u32, index: usize) -> Option<LabelView> {
        let labels = self.label_words(self.tree.node(NodeId(id)));
        let index = u32::try_from(index).ok();
        let index = index.filter(|index| *index < labels.count)?;
        Some(self.label_at(labels, index))
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
        let is_written = matches!(label.text, LabelText::Written);
        is_written && self.text.as_bytes()[label.span.start() as usize] == b'"'
    }

    /// The string of a label.
    pub(crate) fn label(self, label: LabelView) -> Cow<'s, str> {
        let span = label.span;
        match label.text {
            LabelText::Label(index) => return Cow::Owned(self.tree.label(index).to_owned()),
            LabelText::Property(property) => {
                return text::normalize(match self.escaped_name(property) {
                    Some(name) => Cow::Owned(name.to_owned()),
                    None => Cow::Borrowed(self.slice(self.name_span(property))),
                });
            }
            LabelText::Written => {}
        }
        if self.is_quoted(label) {
            text::quoted_literal(self.text, span)
        } else {
            Cow::Borrowed(self.slice(span))
        }
    }

    /// Whether a label stands in the source as the string that it is. It may be computed otherwise, or written with escape
    /// sequences.
    pub(crate) fn is_verbatim(self, label: LabelView) -> bool {
        let written = self.slice(label.span);
        let unquoted = written
            .strip_prefix('"')
            .and_then(|it| it.strip_suffix('"'));
        self.label(label) == unquoted.unwrap_or(written)
    }

    /// The span between the braces of a block.
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
#[inline]
fn label_view(words: &[u32]) -> LabelView {
    LabelView {
        span: Span::ordered(words[0], words[1]),
        text: words
            .get(2)
            .map_or(LabelText::Written, |index| LabelText::Label(*index)),
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
