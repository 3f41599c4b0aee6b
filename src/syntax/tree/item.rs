//! Views of the items of bodies: attributes, blocks with their labels, and nested bodies ("Structural
//! Elements").

use std::borrow::Cow;

use super::blocks::JsonBlock;
use super::text;
use super::view::View;
use super::{
    BlockNode, BodyNode, ExprId, ExprKind, GeneratedBlock, GeneratedCount, GeneratedLabel, Item,
    ItemId, ItemKind, List, Owner, PropertyName, Root, StructureContent, TextId,
};
use crate::nfc::normalize;
use crate::span::{Span, offset};
use crate::syntax::lexer::scan::{self, Newlines};

/// An item of a body in its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Node {
    Item(ItemId),
    /// One of the blocks that a JSON property stands for.
    Block(JsonBlock),
}

/// The name of a body item, without the rest of the item.
#[derive(Clone, Copy)]
pub(crate) struct ItemHead {
    /// The name of the attribute, or the type of the block; in JSON syntax with its quotes. [`View::item_text`] is its
    /// decoded text.
    pub(crate) name: Span,
    /// The expression of the attribute; `None` for a block.
    pub(crate) expression: Option<ExprId>,
}

impl ItemHead {
    pub(crate) fn is_block(self) -> bool {
        self.expression.is_none()
    }
}

/// A block: a type, labels and a body.
#[derive(Clone, Copy)]
pub(crate) struct BlockView {
    pub(crate) block_type: Span,
    /// The decoded type of a generated block, if it is written with escape sequences.
    escaped_type: Option<TextId>,
    /// From the type to the last label.
    pub(crate) header: Span,
    pub(crate) span: Span,
    pub(crate) body: BodyNode,
    /// The span between the braces, if they do not follow the header.
    pub(crate) content: Option<Span>,
    pub(crate) count: GeneratedCount,
    is_closed: bool,
    labels: Labels,
}

#[derive(Clone, Copy)]
enum Labels {
    Written(List<Span>),
    Generated(List<GeneratedLabel>),
    /// The names of properties.
    Properties(JsonBlock),
}

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
    /// From evaluation.
    Generated(TextId),
    /// From the name of a property in JSON syntax.
    Property(ItemId),
}

impl BlockView {
    /// In JSON syntax, the object or array that is the body.
    pub(crate) fn json_body(&self) -> Option<ExprId> {
        match self.labels {
            Labels::Properties(block) => Some(block.body),
            Labels::Written(_) | Labels::Generated(_) => None,
        }
    }

    /// The node of a block that is written in native syntax.
    pub(super) fn written(&self) -> Option<BlockNode> {
        match self.labels {
            Labels::Written(labels) => Some(BlockNode {
                labels,
                body: self.body,
                header_end: self.header.end(),
                end: self.span.end(),
                is_closed: self.is_closed,
            }),
            Labels::Generated(_) | Labels::Properties(_) => None,
        }
    }

    /// Whether it is a [`GeneratedBlock`]: of a `dynamic` block, of a setting, or of an attribute's object.
    pub(crate) fn is_made(&self) -> bool {
        matches!(self.labels, Labels::Generated(_))
    }

    /// Whether it stands for any number of blocks.
    pub(crate) fn is_unknown(&self) -> bool {
        self.count == GeneratedCount::Unknown
    }

    /// Whether it stands for no block, with an unknown number of labels.
    pub(crate) fn has_unknown_labels(&self) -> bool {
        self.count == GeneratedCount::NoneOfUnknownLabels
    }
}

impl Node {
    /// The item; for a block in JSON syntax, the property whose name is its type.
    #[inline]
    pub(crate) fn item(self, view: View<'_, '_>) -> Option<ItemId> {
        match self {
            Node::Item(id) => Some(id),
            Node::Block(block) => view.property_of_block(block),
        }
    }

    pub(crate) fn block(self, view: View<'_, '_>) -> BlockView {
        match self {
            Node::Item(id) => view.block(id),
            Node::Block(block) => view.json_block(block),
        }
    }

    #[inline]
    pub(crate) fn is_block(self, view: View<'_, '_>) -> bool {
        match self {
            Node::Item(id) => view.is_block(id),
            Node::Block(_) => true,
        }
    }

    /// Whether the item is a JSON property, which may be an attribute or blocks.
    pub(crate) fn is_property(self, view: View<'_, '_>) -> bool {
        matches!(self, Node::Item(id) if view.is_property(id))
    }

    /// The name, without the rest of the item.
    #[inline]
    pub(crate) fn head(self, view: View<'_, '_>) -> ItemHead {
        match self {
            Node::Item(id) => view.item_head(id),
            Node::Block(block) => ItemHead {
                name: view.json_block(block).block_type,
                expression: None,
            },
        }
    }

    /// The name of an attribute, or the type of a block.
    pub(crate) fn text<'s: 't, 't>(self, view: View<'s, 't>) -> &'t str {
        self.item(view).map_or("", |id| view.item_text(id))
    }

    /// The decoded text, borrowed from the source if possible.
    pub(crate) fn key<'s>(self, view: View<'s, '_>) -> Cow<'s, str> {
        self.item(view)
            .map_or(Cow::Borrowed(""), |id| view.item_key(id))
    }

    pub(crate) fn span(self, view: View<'_, '_>) -> Span {
        match self {
            Node::Item(id) => view.tree.item_span(id),
            Node::Block(block) => view.json_block(block).span,
        }
    }

    /// The span of a block, its body and the number of its labels.
    #[inline]
    pub(crate) fn body_of_block(self, view: View<'_, '_>) -> (Span, BodyNode, usize) {
        match self {
            Node::Item(id) => view.body_of_block(id),
            Node::Block(JsonBlock { body, labels }) => {
                (view.tree.span(body), view.json_body(body), labels)
            }
        }
    }

    /// The number of labels; 0 for an attribute.
    pub(crate) fn label_count(self, view: View<'_, '_>) -> usize {
        match self {
            Node::Item(id) => view.label_count(id),
            Node::Block(block) => block.labels,
        }
    }

    pub(crate) fn nth_label(self, view: View<'_, '_>, index: usize) -> Option<LabelView> {
        match self {
            Node::Item(id) => view.nth_label(id, index),
            Node::Block(block) => view.labels(&view.json_block(block)).nth(index),
        }
    }
}

impl<'s, 't> View<'s, 't> {
    pub(crate) fn root_body(self) -> BodyNode {
        match self.tree.root {
            Root::Body(body) => body,
            Root::Expression(id) => self.json_body(id),
        }
    }

    /// The body of an object in JSON syntax, or of the array of objects that is the whole source.
    pub(crate) fn json_body(self, id: ExprId) -> BodyNode {
        let structure = self.tree.structure(id);
        structure.map_or(BodyNode::EMPTY, |it| it.body)
    }

    /// All properties of an object in JSON syntax, including comments, as if they were the items of its body.
    pub(crate) fn properties(self, id: ExprId) -> BodyNode {
        match self.tree.structure(id).map(|it| it.content) {
            Some(StructureContent::Object(items)) => BodyNode {
                absent: self.json_body(id).absent,
                ..BodyNode::of_items(items)
            },
            _ => BodyNode::EMPTY,
        }
    }

    /// The items of a body, in source order.
    pub(crate) fn item_ids(self, body: BodyNode) -> &'t [ItemId] {
        &self.tree[body.items]
    }

    /// Placeholders for the blocks that `dynamic` blocks without elements would have generated in a body.
    pub(crate) fn absent_ids(self, body: BodyNode) -> &'t [ItemId] {
        &self.tree[body.absent]
    }

    /// The view of a written or generated block.
    pub(crate) fn block(self, id: ItemId) -> BlockView {
        let item = self.tree[id];
        match item.kind {
            ItemKind::Block(block) => written_block(item.name, self.tree[block]),
            ItemKind::Generated(block) => generated_block(self.tree[block]),
            ItemKind::Attribute(_)
            | ItemKind::Named(_)
            | ItemKind::Keyed { .. }
            | ItemKind::Property { .. } => {
                unreachable!("the item is a block")
            }
        }
    }

    pub(crate) fn json_block(self, block: JsonBlock) -> BlockView {
        let body = block.body;
        let span = self.tree.span(body);
        let property = self.property_of_block(block);
        let start = Span::new(span.start(), span.start());
        let block_type = property.map_or(start, |it| self.quoted_name(it));
        // Blocks in an array share a property, so the header of each is the bracket of its body.
        let named = self
            .nth_owner(body, 0)
            .filter(|it| self.property_value(*it) == Some(body));
        let bracket = Span::new(span.start(), span.start() + 1);
        let header = named.map_or(bracket, |it| self.quoted_name(it));
        let structure = self.tree.structure(body);
        BlockView {
            block_type,
            escaped_type: None,
            header,
            span: Span::new(header.start(), span.end()),
            body: self.json_body(body),
            content: Some(Span::new(span.start() + 1, self.closing_bracket(body))),
            count: match structure {
                Some(structure) if structure.is_unknown => GeneratedCount::Unknown,
                _ => GeneratedCount::One,
            },
            is_closed: true,
            labels: Labels::Properties(block),
        }
    }

    /// The offset of the bracket that closes an object or array in JSON syntax. If the parser recovered from an error
    /// and found no bracket, the end of the object or array.
    pub(crate) fn closing_bracket(self, id: ExprId) -> u32 {
        let end = self.tree.span(id).end();
        let before = end.saturating_sub(1);
        match self.text.as_bytes().get(before as usize) {
            Some(b'}' | b']') => before,
            _ => end,
        }
    }

    pub(crate) fn property_value(self, id: ItemId) -> Option<ExprId> {
        match self.tree[id].kind {
            ItemKind::Property { value, .. } => Some(value),
            _ => None,
        }
    }

    /// The name of a property as an expression, if it has template sequences.
    pub(crate) fn template_name(self, id: ItemId) -> Option<ExprId> {
        let ItemKind::Property {
            name: PropertyName::Expression(key) | PropertyName::Escaped(key),
            ..
        } = self.tree[id].kind
        else {
            return None;
        };
        matches!(self.tree[key].kind, ExprKind::JsonTemplate(_)).then_some(key)
    }

    /// The name of a property with its quotes.
    fn quoted_name(self, property: ItemId) -> Span {
        quoted(self.tree[property].name)
    }

    /// The property whose name is the type of a block in JSON syntax.
    pub(crate) fn property_of_block(self, block: JsonBlock) -> Option<ItemId> {
        self.nth_owner(block.body, block.labels)
    }

    /// The property around an object or array in JSON syntax, after skipping the `count` innermost ones.
    fn nth_owner(self, mut id: ExprId, count: usize) -> Option<ItemId> {
        for _ in 0..count {
            id = self.tree.owner(id)?.object?;
        }
        let Owner { property, .. } = self.tree.owner(id)?;
        Some(property)
    }

    /// The decoded text of the name of an attribute, or of the type of a block.
    pub(crate) fn item_text(self, id: ItemId) -> &'t str
    where
        's: 't,
    {
        match self.escaped_name(id) {
            Some(name) => name,
            None => self.slice(self.unescaped_name(id)),
        }
    }

    /// The decoded text of the name of an attribute, borrowed from the source unless it is written with escape
    /// sequences.
    pub(crate) fn item_key(self, id: ItemId) -> Cow<'s, str> {
        match self.escaped_name(id) {
            Some(name) => Cow::Owned(name.to_owned()),
            None => Cow::Borrowed(self.slice(self.unescaped_name(id))),
        }
    }

    /// The decoded text of the name of a property in NFC, borrowed from the source if possible.
    pub(crate) fn normalized_key(self, id: ItemId) -> Cow<'s, str> {
        let item = &self.tree[id];
        match item.kind {
            // It consists of ASCII characters.
            ItemKind::Property {
                name: PropertyName::Verbatim,
                ..
            } => Cow::Borrowed(self.slice(item.name)),
            _ => normalize(self.item_key(id)),
        }
    }

    /// The name of an attribute or the type of a block, without quotes.
    fn unescaped_name(self, id: ItemId) -> Span {
        let item = self.tree[id];
        match item.kind {
            ItemKind::Generated(block) => self.tree[block].block_type,
            _ => item.name,
        }
    }

    /// The decoded text of the name of a property in JSON syntax, or of the type of a generated block, if it is written
    /// with escape sequences.
    #[inline]
    fn escaped_name(self, id: ItemId) -> Option<&'t str> {
        let key = match self.tree[id].kind {
            ItemKind::Property {
                name: PropertyName::Escaped(key),
                ..
            } => key,
            ItemKind::Generated(block) => {
                let escaped = self.tree[block].escaped_type?;
                return Some(self.tree.text(escaped));
            }
            _ => return None,
        };
        match self.tree[key].kind {
            ExprKind::JsonString { text } => text.map(|text| self.tree.text(text)),
            ExprKind::JsonTemplate(string) => self.tree.strings.as_ref()?.text(string),
            _ => None,
        }
    }

    pub(crate) fn block_type(self, block: &BlockView) -> &'t str
    where
        's: 't,
    {
        let property = match block.labels {
            Labels::Properties(block) => self.property_of_block(block),
            Labels::Written(_) | Labels::Generated(_) => None,
        };
        match (property, block.escaped_type) {
            (Some(property), _) => self.item_text(property),
            (None, Some(escaped)) => self.tree.text(escaped),
            (None, None) => self.slice(block.block_type),
        }
    }

    /// The decoded text of the name of an item, its span and its expression, if the item is an attribute or a written
    /// block and its name is verbatim in the source.
    #[expect(
        clippy::inline_always,
        reason = "what it returns is used part by part where it is called"
    )]
    #[inline(always)]
    pub(crate) fn verbatim_item(self, id: ItemId) -> Option<(&'s str, ItemHead)> {
        let item = &self.tree[id];
        let (name, expression) = match item.kind {
            ItemKind::Attribute(value) => (item.name, Some(value)),
            ItemKind::Block(_) => (item.name, None),
            ItemKind::Property {
                name: PropertyName::Verbatim | PropertyName::Expression(_),
                value,
            } => (quoted(item.name), Some(value)),
            _ => return None,
        };
        Some((self.slice(item.name), ItemHead { name, expression }))
    }

    /// Whether an item is a property in JSON syntax, which may be an attribute or blocks.
    pub(crate) fn is_property(self, id: ItemId) -> bool {
        matches!(self.tree[id].kind, ItemKind::Property { .. })
    }

    /// The span of a written or generated block, its body and the number of its labels.
    #[inline]
    pub(crate) fn body_of_block(self, id: ItemId) -> (Span, BodyNode, usize) {
        let item = &self.tree[id];
        if let ItemKind::Block(block) = item.kind {
            let block = &self.tree[block];
            let span = Span::ordered(item.name.start(), block.end);
            return (span, block.body, block.labels.len());
        }
        let block = self.block(id);
        (block.span, block.body, self.labels(&block).len())
    }

    /// The number of labels of a written or generated block; 0 for an attribute.
    pub(crate) fn label_count(self, id: ItemId) -> usize {
        match self.tree[id].kind {
            ItemKind::Block(block) => self.tree[block].labels.len(),
            ItemKind::Generated(block) => self.tree[block].labels.len(),
            _ => 0,
        }
    }

    /// Whether an item is a written or generated block.
    #[inline]
    pub(crate) fn is_block(self, id: ItemId) -> bool {
        matches!(
            self.tree[id].kind,
            ItemKind::Block(_) | ItemKind::Generated(_)
        )
    }

    pub(crate) fn item_head(self, id: ItemId) -> ItemHead {
        let Item { name, kind } = self.tree[id];
        let (name, expression) = match kind {
            ItemKind::Attribute(value) | ItemKind::Named(value) | ItemKind::Keyed { value, .. } => {
                (name, Some(value))
            }
            ItemKind::Property { value, .. } => (quoted(name), Some(value)),
            ItemKind::Block(_) => (name, None),
            ItemKind::Generated(block) => (self.tree[block].block_type, None),
        };
        ItemHead { name, expression }
    }

    pub(crate) fn labels(
        self,
        block: &BlockView,
    ) -> impl ExactSizeIterator<Item = LabelView> + use<'s, 't> {
        let labels = block.labels;
        let count = match labels {
            Labels::Written(labels) => labels.len(),
            Labels::Generated(labels) => labels.len(),
            Labels::Properties(block) => block.labels,
        };
        (0..count).map(move |index| self.label_at(labels, index))
    }

    /// The label at an index, which must be less than the number of labels.
    fn label_at(self, labels: Labels, index: usize) -> LabelView {
        match labels {
            Labels::Written(labels) => LabelView {
                span: self.tree[labels][index],
                text: LabelText::Written,
            },
            Labels::Generated(labels) => {
                let GeneratedLabel { span, text } = self.tree[labels][index];
                LabelView {
                    span,
                    text: LabelText::Generated(text),
                }
            }
            Labels::Properties(JsonBlock { body, labels }) => {
                match self.nth_owner(body, labels - 1 - index) {
                    Some(property) => LabelView {
                        span: self.quoted_name(property),
                        text: LabelText::Property(property),
                    },
                    None => LabelView {
                        span: self.tree.span(body),
                        text: LabelText::Written,
                    },
                }
            }
        }
    }

    /// The label at `index` of a written or generated block.
    pub(crate) fn nth_label(self, id: ItemId, index: usize) -> Option<LabelView> {
        let labels = match self.tree[id].kind {
            ItemKind::Block(block) => Labels::Written(self.tree[block].labels),
            ItemKind::Generated(block) => Labels::Generated(self.tree[block].labels),
            _ => return None,
        };
        (index < self.label_count(id)).then(|| self.label_at(labels, index))
    }

    /// The string of a label in NFC, whether the label is quoted or not.
    pub(crate) fn normalized_label(self, label: LabelView) -> Cow<'s, str> {
        if self.is_quoted(label) {
            text::quoted_literal(self.text, label.span)
        } else {
            normalize(self.label(label))
        }
    }

    /// Whether a label is written in quotes, so that it is a string literal.
    fn is_quoted(self, label: LabelView) -> bool {
        let is_written = matches!(label.text, LabelText::Written);
        is_written && self.text.as_bytes()[label.span.start() as usize] == b'"'
    }

    pub(crate) fn label(self, label: LabelView) -> Cow<'s, str> {
        match label.text {
            LabelText::Generated(text) => Cow::Owned(self.tree.text(text).to_owned()),
            LabelText::Property(property) => self.normalized_key(property),
            LabelText::Written if self.is_quoted(label) => {
                text::quoted_literal(self.text, label.span)
            }
            LabelText::Written => Cow::Borrowed(self.slice(label.span)),
        }
    }

    /// Whether the string of a label is verbatim in the source, as opposed to computed or written with escape
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

fn written_block(block_type: Span, block: BlockNode) -> BlockView {
    BlockView {
        block_type,
        escaped_type: None,
        header: Span::new(block_type.start(), block.header_end),
        span: Span::new(block_type.start(), block.end),
        body: block.body,
        content: None,
        count: GeneratedCount::One,
        is_closed: block.is_closed,
        labels: Labels::Written(block.labels),
    }
}

fn generated_block(block: GeneratedBlock) -> BlockView {
    BlockView {
        block_type: block.block_type,
        escaped_type: block.escaped_type,
        header: block.header,
        span: block.span,
        body: block.body,
        content: Some(block.content),
        count: block.count,
        is_closed: true,
        labels: Labels::Generated(block.labels),
    }
}

/// The span of a name in JSON syntax with its quotes.
fn quoted(name: Span) -> Span {
    Span::ordered(name.start() - 1, name.end() + 1)
}
