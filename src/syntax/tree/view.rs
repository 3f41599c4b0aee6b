//! What the nodes mean: a tree beside its source, read without copying.
//!
//! The public handles of [`super::handle`] and everything that walks trees stand on these views.
//!
//! Knows nothing of tokens, grammar and values.

use std::borrow::Cow;

use super::operator::{BinaryOperator, UnaryOperator};
use super::text::{self, Form};
use super::{NONE, NodeId, NodeKind, Tree, VERBATIM};
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::lexer::swar;

pub(crate) use super::item::{AttributeView, BlockView, BodyView, ItemHead, ItemView, LabelView};

/// A tree and the source that its spans point into.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, 't> {
    pub(crate) text: &'s str,
    pub(crate) tree: &'t Tree,
}

/// What an expression is.
pub(crate) enum Shape<'s, 't> {
    Number(&'s str),
    Bool(bool),
    Null,
    /// A variable, which [`Tree::binding`] may bind to a value.
    Variable(&'s str),
    /// Unknown, whatever is written.
    Unknown,
    /// A quoted template or heredoc without sequences.
    Literal(LiteralView),
    /// A template with sequences; [`View::template`] gives its parts.
    Template,
    Parentheses(NodeId),
    Unary(UnaryOperator, NodeId),
    Binary(BinaryOperator, NodeId, NodeId),
    Conditional([NodeId; 3]),
    Tuple(&'t [u32]),
    Object(&'t [u32]),
    For(ForView),
    FunctionCall(CallView<'t>),
    /// Attribute access: the source, and where the name stands.
    GetAttr(NodeId, Span),
    /// A legacy index: the source, and where the digits stand.
    LegacyIndex(NodeId, Span),
    Index(NodeId, NodeId),
    AttributeSplat(NodeId),
    FullSplat(NodeId),
}

/// A template that is one literal string.
#[derive(Clone, Copy)]
pub(crate) struct LiteralView {
    span: Span,
    quoted: bool,
    /// Whether it is known to stand for what is between its quotes.
    plain: bool,
}

/// A template with sequences.
#[derive(Clone, Copy)]
pub(crate) struct TemplateView<'t> {
    pub(crate) parts: &'t [u32],
    pub(crate) form: Form,
}

/// A part of a template.
#[derive(Clone, Copy)]
pub(crate) enum PartView {
    Literal(Span),
    Interpolation(NodeId),
    If {
        predicate: NodeId,
        yes: NodeId,
        no: Option<NodeId>,
    },
    For {
        key: Option<Span>,
        value: Span,
        collection: NodeId,
        body: NodeId,
    },
}

/// A `for` expression.
#[derive(Clone, Copy)]
pub(crate) struct ForView {
    pub(crate) key: Option<Span>,
    pub(crate) value: Span,
    pub(crate) collection: NodeId,
    /// Present in an object `for`.
    pub(crate) key_expression: Option<NodeId>,
    pub(crate) value_expression: NodeId,
    pub(crate) condition: Option<NodeId>,
    pub(crate) grouping: bool,
}

/// The splat that an operation belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Governor {
    pub(crate) splat: Option<NodeId>,
    /// The innermost operation for which that is so, as for all between it and the first one.
    from: NodeId,
}

/// A function call.
#[derive(Clone, Copy)]
pub(crate) struct CallView<'t> {
    /// The name with its namespaces, as written.
    pub(crate) name: Span,
    pub(crate) arguments: &'t [u32],
    pub(crate) expand_final: bool,
}

/// The key of an item of an object.
pub(crate) enum KeyView {
    /// A bare identifier, which is the key itself.
    Name(Span),
    Expression(NodeId),
}

impl<'s, 't> View<'s, 't> {
    /// The text of a span.
    #[inline]
    pub(crate) fn slice(self, span: Span) -> &'s str {
        &self.text[span.range()]
    }

    /// What the expression `id` is.
    #[expect(
        clippy::inline_always,
        reason = "a shape is matched on where it is asked for, and never has to be stored then"
    )]
    #[inline(always)]
    pub(crate) fn shape(self, id: NodeId) -> Shape<'s, 't> {
        let tree = self.tree;
        let node = tree.node(id);
        let operand = NodeId(node.data);
        // What a node covers that is a token.
        let span = Span::new(node.start, node.end);
        match node.kind {
            NodeKind::Number => Shape::Number(self.slice(span)),
            NodeKind::True => Shape::Bool(true),
            NodeKind::False => Shape::Bool(false),
            NodeKind::Variable => Shape::Variable(self.slice(span)),
            NodeKind::Unknown => Shape::Unknown,
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral => {
                Shape::Literal(self.literal_of(id))
            }
            NodeKind::QuotedTemplate | NodeKind::HeredocTemplate | NodeKind::BareTemplate => {
                Shape::Template
            }
            NodeKind::Parentheses => Shape::Parentheses(operand),
            NodeKind::Unary => Shape::Unary(UnaryOperator::from_flags(node.flags), operand),
            NodeKind::Binary => Shape::Binary(
                BinaryOperator::from_flags(node.flags),
                operand,
                NodeId(node.end),
            ),
            NodeKind::Conditional => {
                Shape::Conditional([0, 1, 2].map(|at| NodeId(tree.word(node.data + at))))
            }
            NodeKind::Tuple => Shape::Tuple(tree.counted(node.data)),
            NodeKind::Object => Shape::Object(tree.counted(node.data)),
            NodeKind::ForTuple | NodeKind::ForObject => Shape::For(for_view(tree, id)),
            NodeKind::FunctionCall => Shape::FunctionCall(self.call(id)),
            NodeKind::GetAttr => Shape::GetAttr(Tree::previous(id), self.accessed(id)),
            NodeKind::LegacyIndex => Shape::LegacyIndex(Tree::previous(id), self.accessed(id)),
            NodeKind::Index => Shape::Index(
                NodeId(tree.word(node.data)),
                NodeId(tree.word(node.data + 1)),
            ),
            NodeKind::AttributeSplat => Shape::AttributeSplat(operand),
            NodeKind::FullSplat => Shape::FullSplat(operand),
            // The remaining kinds are no expressions: nothing leads to them from one.
            _ => Shape::Null,
        }
    }

    /// The name or the digits behind the point of an access.
    fn accessed(self, id: NodeId) -> Span {
        let node = self.tree.node(id);
        let after = node.data as usize + 1;
        let bytes = self.text.as_bytes();
        // Nearly always the name follows the point.
        if bytes.get(after).is_some_and(u8::is_ascii_alphanumeric) {
            return Span::new(node.data + 1, node.end);
        }
        let start = scan::insignificant(bytes, after, Newlines::Skipped);
        Span::new(offset(start), node.end)
    }

    /// The splat that the postfix operation `id` belongs to, or that it is: the first one whose
    /// reach extends that far. A full splat takes everything behind it, an attribute-only splat
    /// everything up to the first index. `element` is the splat whose elements `id` begins with,
    /// which does not count itself. `known` is what was found for an operation further out: with it
    /// a whole chain is gone through in linear time.
    pub(crate) fn governor(
        self,
        id: NodeId,
        element: Option<NodeId>,
        known: Option<Governor>,
    ) -> Governor {
        if let Some(known) = known.filter(|known| known.from.0 <= id.0) {
            return known;
        }
        let mut governor = Governor {
            splat: None,
            from: id,
        };
        let mut only_attributes = true;
        let mut passed_splat = false;
        let mut at = id;
        while Some(at) != element && self.tree.node(at).follows_splat() {
            let is_full = matches!(self.tree.node(at).kind, NodeKind::FullSplat);
            let source = match self.shape(at) {
                Shape::GetAttr(source, _) | Shape::LegacyIndex(source, _) => source,
                Shape::Index(source, _) => {
                    only_attributes = false;
                    if !passed_splat {
                        governor.from = at;
                    }
                    source
                }
                Shape::FullSplat(source) | Shape::AttributeSplat(source) => {
                    if is_full || only_attributes {
                        governor = Governor {
                            splat: Some(at),
                            from: at,
                        };
                    }
                    (only_attributes, passed_splat) = (false, true);
                    source
                }
                _ => break,
            };
            if known.is_some() && !only_attributes {
                // What is known already went past the first full splat: there is none before.
                return governor;
            }
            at = source;
        }
        if !passed_splat {
            governor.from = at;
        }
        governor
    }

    /// The tuple or object `id`: its elements or items.
    #[inline]
    pub(crate) fn elements(self, id: NodeId) -> &'t [u32] {
        self.tree.counted(self.tree.node(id).data)
    }

    /// The `for` expression `id`.
    pub(crate) fn for_expression(self, id: NodeId) -> ForView {
        for_view(self.tree, id)
    }

    /// The literal template `id`.
    #[inline]
    pub(crate) fn literal_of(self, id: NodeId) -> LiteralView {
        let node = self.tree.node(id);
        LiteralView {
            span: Span::new(node.start, node.end),
            quoted: node.kind == NodeKind::QuotedLiteral,
            plain: node.flags & VERBATIM != 0,
        }
    }

    /// The call `id`.
    #[inline]
    pub(crate) fn call(self, id: NodeId) -> CallView<'t> {
        let node = self.tree.node(id);
        CallView {
            name: Span::new(node.start, self.tree.word(node.data)),
            arguments: self.tree.counted(node.data + 1),
            expand_final: node.flags == 1,
        }
    }

    /// The name of a function with its namespaces, without what may stand between them.
    pub(crate) fn function_name(self, call: CallView<'_>) -> Cow<'s, str> {
        let written = self.slice(call.name);
        if written.bytes().all(|byte| byte != b':') {
            return Cow::Borrowed(written);
        }
        let mut name = String::with_capacity(written.len());
        let mut at = 0;
        while at < written.len() {
            let end = scan::identifier(written, at);
            name.push_str(&written[at..end]);
            at = scan::insignificant(written.as_bytes(), end, Newlines::Skipped);
            if written[at..].starts_with("::") {
                name.push_str("::");
                at = scan::insignificant(written.as_bytes(), at + 2, Newlines::Skipped);
            } else {
                break;
            }
        }
        Cow::Owned(name)
    }

    /// The parentheses of the call `id` and what they hold.
    pub(crate) fn arguments_span(self, id: NodeId, call: CallView<'_>) -> Span {
        let name_end = call.name.end() as usize;
        let open = scan::insignificant(self.text.as_bytes(), name_end, Newlines::Skipped);
        Span::new(offset(open), self.tree.span(id).end())
    }

    /// The step of a chain after `source`, from its point or bracket to `end`: white space and
    /// comments before it are no part of it.
    pub(crate) fn step_span(self, source: NodeId, end: u32) -> Span {
        let from = self.tree.span(source).end() as usize;
        let start = scan::insignificant(self.text.as_bytes(), from, Newlines::Skipped);
        Span::new(offset(start), end)
    }

    /// Calls `visit` with each node that the expression or part of a template `id` consists of, in
    /// the order of the source.
    pub(crate) fn for_each_child(self, id: NodeId, mut visit: impl FnMut(NodeId)) {
        let tree = self.tree;
        let node = tree.node(id);
        let list: &[u32] = match node.kind {
            NodeKind::Interpolation
            | NodeKind::Parentheses
            | NodeKind::Unary
            | NodeKind::NamedItem
            | NodeKind::AttributeSplat
            | NodeKind::FullSplat => &[node.data],
            NodeKind::Binary => &[node.data, node.end],
            NodeKind::KeyedItem => &[node.start, node.data],
            NodeKind::GetAttr | NodeKind::LegacyIndex => &[Tree::previous(id).0],
            _ => match tree.word_layout(node) {
                (_, 0) => &[],
                (before, count) => tree.words(node.data + before, count),
            },
        };
        list.iter()
            .filter(|word| **word != NONE)
            .for_each(|word| visit(NodeId(*word)));
    }

    /// The template `id`.
    pub(crate) fn template(self, id: NodeId) -> TemplateView<'t> {
        let node = self.tree.node(id);
        let form = match node.kind {
            NodeKind::QuotedTemplate => Form::Quoted,
            NodeKind::HeredocTemplate => Form::Lines {
                indent: self.tree.word(node.data),
            },
            _ => Form::Lines { indent: 0 },
        };
        TemplateView {
            parts: self.tree.counted(node.data + 1),
            form,
        }
    }

    /// The template `id`, which is a branch of a directive in a template written as `form`.
    pub(crate) fn branch(self, id: NodeId, form: Form) -> TemplateView<'t> {
        TemplateView {
            form,
            ..self.template(id)
        }
    }

    /// A part of a template.
    pub(crate) fn part(self, id: u32) -> PartView {
        let tree = self.tree;
        let node = tree.node(NodeId(id));
        let word = |at: u32| tree.word(node.data + at);
        match node.kind {
            NodeKind::Interpolation => PartView::Interpolation(NodeId(node.data)),
            NodeKind::TemplateIf => PartView::If {
                predicate: NodeId(word(0)),
                yes: NodeId(word(1)),
                no: some(word(2)),
            },
            NodeKind::TemplateFor => PartView::For {
                key: some(word(0)).map(|_| Span::new(word(0), word(1))),
                value: Span::new(word(2), word(3)),
                collection: NodeId(word(4)),
                body: NodeId(word(5)),
            },
            _ => PartView::Literal(tree.span(NodeId(id))),
        }
    }

    /// The string of literal text in a template.
    pub(crate) fn template_literal(self, span: Span, form: Form) -> Cow<'s, str> {
        text::template_literal(self.text, span, form)
    }

    /// The string of a template that is one literal.
    #[inline]
    pub(crate) fn literal(self, literal: LiteralView) -> Cow<'s, str> {
        let span = literal.span;
        if literal.plain {
            return Cow::Borrowed(&self.text[span.start() as usize + 1..span.end() as usize - 1]);
        }
        if literal.quoted {
            text::quoted_literal(self.text, span)
        } else {
            text::heredoc_literal(self.text, span)
        }
    }

    /// The string of a quoted literal that stands for what is between its quotes, as far as a glance shows.
    #[inline]
    pub(crate) fn plain_literal(self, id: NodeId) -> Option<&'s str> {
        let node = self.tree.node(id);
        if node.kind != NodeKind::QuotedLiteral {
            return None;
        }
        let inner = &self.text[node.start as usize + 1..node.end as usize - 1];
        let is_plain = node.flags & VERBATIM != 0 || swar::is_plain(inner.as_bytes());
        is_plain.then_some(inner)
    }

    /// An item of an object.
    #[inline]
    pub(crate) fn object_item(self, id: u32) -> (KeyView, NodeId) {
        let node = self.tree.node(NodeId(id));
        let key = match node.kind {
            NodeKind::NamedItem => KeyView::Name(Span::new(node.start, node.end)),
            _ => self.key(NodeId(node.start)),
        };
        (key, NodeId(node.data))
    }

    /// The bytes of the name of an item of an object, if the lexer has fused it with its `=`.
    #[inline]
    pub(crate) fn item_name(self, id: u32) -> Option<&'s [u8]> {
        let node = self.tree.node(NodeId(id));
        let is_named = node.kind == NodeKind::NamedItem;
        is_named.then(|| &self.text.as_bytes()[node.start as usize..node.end as usize])
    }

    /// A key that the lexer could not fuse with its `=`, but that is a bare word nevertheless.
    fn key(self, id: NodeId) -> KeyView {
        match self.tree.node(id).kind {
            NodeKind::Variable | NodeKind::True | NodeKind::False | NodeKind::Null => {
                KeyView::Name(self.tree.span(id))
            }
            _ => KeyView::Expression(id),
        }
    }
}

fn for_view(tree: &Tree, id: NodeId) -> ForView {
    let node = tree.node(id);
    let word = |at: u32| tree.word(node.data + at);
    ForView {
        key: some(word(0)).map(|_| Span::new(word(0), word(1))),
        value: Span::new(word(2), word(3)),
        collection: NodeId(word(4)),
        key_expression: some(word(5)),
        value_expression: NodeId(word(6)),
        condition: some(word(7)),
        grouping: node.flags == 1,
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(NONE)
}

fn some(word: u32) -> Option<NodeId> {
    (word != NONE).then_some(NodeId(word))
}
