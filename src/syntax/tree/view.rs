//! The meaning of the nodes: views of a tree and its source that copy nothing.
//!
//! The public handles of [`super::handle`] and everything else that walks trees use these views.
//!
//! Knows nothing of tokens, grammar and values.

use std::borrow::Cow;

use super::operator::{BinaryOperator, UnaryOperator};
use super::text::{self, Notation};
use super::{KEYED, NONE, NodeId, NodeKind, STORED, Tree, VERBATIM};
use crate::span::{Span, offset};
use crate::swar;
use crate::syntax::lexer::scan::{self, Newlines};

pub(crate) use super::item::{AttributeView, BlockView, BodyView, ItemHead, ItemView, LabelView};

/// A tree and the source that its spans point into.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, 't> {
    pub(crate) text: &'s str,
    pub(crate) tree: &'t Tree,
}

/// What an expression is.
pub(crate) enum ExpressionView<'s, 't> {
    Number(&'s str),
    Bool(bool),
    Null,
    /// A variable. [`Tree::binding`] says whether it is bound to a value.
    Variable(&'s str),
    /// An unknown value, whatever the source text says.
    Unknown,
    /// A quoted template or heredoc without sequences.
    Literal(LiteralView),
    /// A template with sequences; [`View::template`] gives its parts.
    Template,
    /// A template with sequences in a source of its own, which [`View::embedded`] gives. Where there is no evaluation
    /// context it is literal text, [`View::raw_text`].
    Embedded,
    Parentheses(NodeId),
    Unary(UnaryOperator, NodeId),
    Binary(BinaryOperator, NodeId, NodeId),
    Conditional([NodeId; 3]),
    Tuple(&'t [u32]),
    Object(&'t [u32]),
    For(ForView),
    FunctionCall(CallView<'t>),
    /// Attribute access: the source, and the span of the name.
    GetAttr(NodeId, Span),
    /// A legacy index: the source, and the span of the digits.
    LegacyIndex(NodeId, Span),
    Index(NodeId, NodeId),
    AttributeSplat(NodeId),
    FullSplat(NodeId),
}

/// A template that is one literal string.
#[derive(Clone, Copy)]
pub(crate) struct LiteralView {
    span: Span,
    form: LiteralForm,
}

/// How a literal string is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LiteralForm {
    /// In quotes, and it is known to stand for exactly the text between them.
    Plain,
    Quoted,
    Heredoc,
    /// In quotes, with the escape sequences of JSON.
    Json,
    /// Anywhere: the tree has the text at this index.
    Stored(u32),
}

/// A template with sequences.
#[derive(Clone, Copy)]
pub(crate) struct TemplateView<'t> {
    pub(crate) parts: &'t [u32],
    pub(crate) notation: Notation,
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
    /// `Some` in an object `for`.
    pub(crate) key_expression: Option<NodeId>,
    pub(crate) value_expression: NodeId,
    pub(crate) condition: Option<NodeId>,
    pub(crate) grouping: bool,
}

/// The splat that a postfix operation belongs to.
#[derive(Clone, Copy)]
pub(crate) struct EnclosingSplat {
    pub(crate) splat: Option<NodeId>,
    /// The innermost operation to which this applies; it applies to all operations between it and the one
    /// asked about.
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
    #[inline(never)]
    pub(crate) fn expression(self, id: NodeId) -> ExpressionView<'s, 't> {
        self.expression_inlined(id)
    }

    /// [`View::expression`] for where evaluation and decoding spend their time: matched on where it is asked for, the
    /// shape never has to be stored.
    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    pub(crate) fn expression_inlined(self, id: NodeId) -> ExpressionView<'s, 't> {
        let tree = self.tree;
        let node = tree.node(id);
        let operand = NodeId(node.data);
        // The span of a node that is a single token.
        let span = Span::new(node.start, node.end);
        match node.kind {
            NodeKind::Number => ExpressionView::Number(self.slice(span)),
            NodeKind::True => ExpressionView::Bool(true),
            NodeKind::False => ExpressionView::Bool(false),
            NodeKind::Variable => ExpressionView::Variable(self.slice(span)),
            NodeKind::Unknown => ExpressionView::Unknown,
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral | NodeKind::JsonString => {
                ExpressionView::Literal(self.literal_of(id))
            }
            NodeKind::JsonTemplate => ExpressionView::Embedded,
            NodeKind::QuotedTemplate | NodeKind::HeredocTemplate | NodeKind::BareTemplate => {
                ExpressionView::Template
            }
            NodeKind::Parentheses => ExpressionView::Parentheses(operand),
            NodeKind::Unary => {
                ExpressionView::Unary(UnaryOperator::from_flags(node.flags), operand)
            }
            NodeKind::Binary => ExpressionView::Binary(
                BinaryOperator::from_flags(node.flags),
                operand,
                NodeId(node.end),
            ),
            NodeKind::Conditional => {
                let part = |at| NodeId(tree.word(node.data + at));
                ExpressionView::Conditional([part(0), part(1), part(2)])
            }
            NodeKind::Tuple => ExpressionView::Tuple(tree.counted(node.data)),
            NodeKind::Object => ExpressionView::Object(tree.counted(node.data)),
            NodeKind::ForTuple | NodeKind::ForObject => ExpressionView::For(for_view(tree, id)),
            NodeKind::FunctionCall => ExpressionView::FunctionCall(self.call(id)),
            NodeKind::GetAttr => ExpressionView::GetAttr(Tree::previous(id), self.accessed(id)),
            NodeKind::LegacyIndex => {
                ExpressionView::LegacyIndex(Tree::previous(id), self.accessed(id))
            }
            NodeKind::Index => ExpressionView::Index(
                NodeId(tree.word(node.data)),
                NodeId(tree.word(node.data + 1)),
            ),
            NodeKind::AttributeSplat => ExpressionView::AttributeSplat(operand),
            NodeKind::FullSplat => ExpressionView::FullSplat(operand),
            // The remaining kinds are not expressions, and no expression contains them as an operand.
            _ => ExpressionView::Null,
        }
    }

    /// The name or the digits after the point of an access.
    fn accessed(self, id: NodeId) -> Span {
        let node = self.tree.node(id);
        let after = node.data as usize + 1;
        let bytes = self.text.as_bytes();
        // The common case: the name directly follows the point.
        if bytes.get(after).is_some_and(u8::is_ascii_alphanumeric) {
            return Span::new(node.data + 1, node.end);
        }
        let start = scan::insignificant(bytes, after, Newlines::Skipped);
        Span::new(offset(start), node.end)
    }

    /// The splat that the postfix operation `id` belongs to, or the splat that it is: the first splat in the
    /// chain that reaches `id`. A full splat reaches all operations after it, an attribute-only splat all
    /// operations until the first index.
    ///
    /// If `element` is given, `id` belongs to the operations that a splat applies to each element, and that
    /// splat itself is not counted. `known` is the result for an operation further out; with it, visiting a
    /// whole chain takes linear time.
    pub(crate) fn enclosing_splat(
        self,
        id: NodeId,
        element: Option<NodeId>,
        known: Option<EnclosingSplat>,
    ) -> EnclosingSplat {
        if let Some(known) = known.filter(|known| known.from.0 <= id.0) {
            return known;
        }
        let mut enclosing_splat = EnclosingSplat {
            splat: None,
            from: id,
        };
        let mut only_attributes = true;
        let mut passed_splat = false;
        let mut at = id;
        while Some(at) != element && self.tree.node(at).follows_splat() {
            let is_full = matches!(self.tree.node(at).kind, NodeKind::FullSplat);
            let source = match self.expression_inlined(at) {
                ExpressionView::GetAttr(source, _) | ExpressionView::LegacyIndex(source, _) => {
                    source
                }
                ExpressionView::Index(source, _) => {
                    only_attributes = false;
                    if !passed_splat {
                        enclosing_splat.from = at;
                    }
                    source
                }
                ExpressionView::FullSplat(source) | ExpressionView::AttributeSplat(source) => {
                    if is_full || only_attributes {
                        enclosing_splat = EnclosingSplat {
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
                // The known search went past the first full splat, so that there is none before it.
                return enclosing_splat;
            }
            at = source;
        }
        if !passed_splat {
            enclosing_splat.from = at;
        }
        enclosing_splat
    }

    /// The elements of the tuple `id`, or the items of the object `id`.
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
            form: match node.kind {
                _ if node.flags & VERBATIM != 0 => LiteralForm::Plain,
                NodeKind::QuotedLiteral => LiteralForm::Quoted,
                NodeKind::JsonString if node.flags & STORED != 0 => LiteralForm::Stored(node.data),
                NodeKind::JsonString => LiteralForm::Json,
                _ => LiteralForm::Heredoc,
            },
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

    /// The name of a function with its namespaces, without the blanks and comments between them.
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

    /// The parentheses of the call `id` with their content.
    pub(crate) fn arguments_span(self, id: NodeId, call: CallView<'_>) -> Span {
        let name_end = call.name.end() as usize;
        let open = scan::insignificant(self.text.as_bytes(), name_end, Newlines::Skipped);
        Span::new(offset(open), self.tree.span(id).end())
    }

    /// The span of the step of a chain after `source`, from its point or bracket to `end`. White space and
    /// comments before it are not part of the step.
    pub(crate) fn step_span(self, source: NodeId, end: u32) -> Span {
        let from = self.tree.span(source).end() as usize;
        let start = scan::insignificant(self.text.as_bytes(), from, Newlines::Skipped);
        Span::new(offset(start), end)
    }

    /// Calls `visit` for each child of the expression or template part `id`, in the order of the source.
    pub(crate) fn for_each_child(self, id: NodeId, visit: &mut dyn FnMut(NodeId)) {
        let tree = self.tree;
        let node = tree.node(id);
        let list: &[u32] = match node.kind {
            NodeKind::Property if node.flags & KEYED != 0 => &[id.0 - 1, node.data],
            NodeKind::Interpolation
            | NodeKind::Property
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
        let notation = match node.kind {
            NodeKind::QuotedTemplate => Notation::Quoted,
            NodeKind::HeredocTemplate => Notation::Lines {
                indent: self.tree.word(node.data),
            },
            _ => Notation::Lines { indent: 0 },
        };
        TemplateView {
            parts: self.tree.counted(node.data + 1),
            notation,
        }
    }

    /// The template `id`, which is a branch of a directive in a template with this notation.
    pub(crate) fn branch(self, id: NodeId, notation: Notation) -> TemplateView<'t> {
        TemplateView {
            notation,
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
    pub(crate) fn template_literal(self, span: Span, notation: Notation) -> Cow<'s, str> {
        text::template_literal(self.text, span, notation)
    }

    /// The string of a template that is one literal.
    #[inline]
    pub(crate) fn literal(self, literal: LiteralView) -> Cow<'s, str> {
        let span = literal.span;
        match literal.form {
            LiteralForm::Plain => {
                Cow::Borrowed(&self.text[span.start() as usize + 1..span.end() as usize - 1])
            }
            LiteralForm::Quoted => text::quoted_literal(self.text, span),
            LiteralForm::Heredoc => text::heredoc_literal(self.text, span),
            LiteralForm::Json => text::json_string(self.text, span),
            LiteralForm::Stored(index) => Cow::Owned(self.tree.label(index).to_owned()),
        }
    }

    /// The string that the embedded template `id` is where there is no evaluation context: its text as it is, sequences
    /// included.
    pub(crate) fn raw_text(self, id: NodeId) -> Cow<'s, str> {
        text::json_string(self.text, self.tree.span(id))
    }

    /// The string of a quoted literal, if a fast check shows that it stands for exactly the text between its
    /// quotes.
    #[inline]
    pub(crate) fn plain_literal(self, id: NodeId) -> Option<&'s str> {
        let node = self.tree.node(id);
        if node.kind != NodeKind::QuotedLiteral {
            return None;
        }
        let inner = &self.text[node.start as usize + 1..node.end as usize - 1];
        let is_plain = node.flags & VERBATIM != 0 || is_plain_literal(inner);
        is_plain.then_some(inner)
    }

    /// An item of an object.
    #[inline]
    pub(crate) fn object_item(self, id: u32) -> (KeyView, NodeId) {
        let node = self.tree.node(NodeId(id));
        let key = match node.kind {
            NodeKind::Property if node.flags & KEYED != 0 => {
                KeyView::Expression(Tree::previous(NodeId(id)))
            }
            NodeKind::NamedItem | NodeKind::Property => {
                KeyView::Name(Span::ordered(node.start, node.end))
            }
            _ => self.key(NodeId(node.start)),
        };
        (key, NodeId(node.data))
    }

    /// The span of the name of an item of an object, if the item is a [`NodeKind::NamedItem`], or a property of JSON
    /// whose name stands for exactly the text between its quotes.
    #[inline]
    pub(crate) fn item_name(self, id: u32) -> Option<Span> {
        let node = self.tree.node(NodeId(id));
        let is_named = node.kind == NodeKind::NamedItem
            || node.kind == NodeKind::Property && node.flags & KEYED == 0;
        is_named.then(|| Span::ordered(node.start, node.end))
    }

    /// A key that is a bare word, although the lexer could not join it with its `=`, or an expression.
    fn key(self, id: NodeId) -> KeyView {
        match self.tree.node(id).kind {
            NodeKind::Variable | NodeKind::True | NodeKind::False | NodeKind::Null => {
                KeyView::Name(self.tree.span(id))
            }
            _ => KeyView::Expression(id),
        }
    }
}

/// Out of line, so that what has been found to be plain before is read where it is asked for.
#[inline(never)]
fn is_plain_literal(text: &str) -> bool {
    swar::is_plain_literal(text.as_bytes())
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

fn some(word: u32) -> Option<NodeId> {
    (word != NONE).then_some(NodeId(word))
}
