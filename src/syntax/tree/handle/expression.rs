//! Expressions ("Expressions").

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Document, Template, Traversal};
use crate::number::{Number, parse_literal};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::view::{CallView, EnclosingSplat, ExpressionView, KeyView, View};
use crate::syntax::tree::{BinaryOperator, Node, NodeId, NodeKind, Tree, UnaryOperator, VERBATIM};

/// An expression, not evaluated yet.
///
/// It owns its text and its tree, which it shares with the body that it came from: keeping one is
/// cheap, and so is cloning it.
///
/// ```
/// use hcl::ExpressionKind;
///
/// let expression = hcl::parse_expression("[1, upper(name)]")?;
/// let ExpressionKind::Tuple(elements) = expression.kind() else {
///     panic!("it is a tuple");
/// };
/// assert_eq!(elements[1].text(), "upper(name)");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Expression {
    document: Arc<Document>,
    id: NodeId,
    /// The splat whose element this expression begins with, if it is one of the operations that a splat
    /// applies to each element. That node stands for the element.
    element: Option<NodeId>,
    /// The result of [`View::enclosing_splat`] for the operation that this expression is the source of.
    enclosing_splat: Option<EnclosingSplat>,
}

/// What an expression is, with the expressions that it consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionKind {
    /// The literal `null`.
    Null,
    /// The literal `true` or `false`.
    Bool(bool),
    /// A numeric literal.
    Number(Number),
    /// A quoted template or a heredoc, also one that is only literal text.
    Template(Template),
    /// A tuple.
    Tuple(Vec<Expression>),
    /// An object.
    Object(Vec<ObjectItem>),
    /// A variable, by its name.
    Variable(String),
    /// An expression of a block generated for an unknown `for_each`. Its value is unknown, whatever its
    /// source text says.
    Unknown,
    /// A function call.
    FunctionCall(FunctionCall),
    /// A `for` expression.
    For(Box<ForExpression>),
    /// Attribute access: `source.name`.
    #[non_exhaustive]
    GetAttr {
        /// What is accessed.
        source: Expression,
        /// The name after the point.
        name: String,
    },
    /// An index: `source[key]`.
    #[non_exhaustive]
    Index {
        /// What is accessed.
        source: Expression,
        /// The key between the brackets.
        key: Expression,
    },
    /// A legacy index: `source.0`.
    #[non_exhaustive]
    LegacyIndex {
        /// What is accessed.
        source: Expression,
        /// The number after the point.
        key: Number,
    },
    /// A splat, `source.*` or `source[*]`, with the operations that it applies to each element.
    #[non_exhaustive]
    Splat {
        /// The value whose elements are taken.
        source: Expression,
        /// The operations on each element; [`ExpressionKind::SplatElement`] in it is the element.
        each: Expression,
    },
    /// The element to which the operations after a splat apply.
    SplatElement,
    /// An expression in parentheses.
    Parentheses(Expression),
    /// A unary operation.
    #[non_exhaustive]
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// The operand.
        operand: Expression,
    },
    /// A binary operation.
    #[non_exhaustive]
    Binary {
        /// The operator.
        operator: BinaryOperator,
        /// The left operand.
        left: Expression,
        /// The right operand.
        right: Expression,
    },
    /// A conditional: `predicate ? true_result : false_result`.
    #[non_exhaustive]
    Conditional {
        /// The condition.
        predicate: Expression,
        /// The result if the condition is true.
        true_result: Expression,
        /// The result if the condition is false.
        false_result: Expression,
    },
}

/// An item of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ObjectItem {
    /// The key.
    pub key: ObjectKey,
    /// The value.
    pub value: Expression,
}

/// The key of an item of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ObjectKey {
    /// A bare identifier: the key itself.
    Name(String),
    /// An expression that gives the key.
    Expression(Expression),
}

/// A function call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FunctionCall {
    /// The name, with its namespaces: `name` or `space::name`.
    pub name: String,
    /// The arguments.
    pub arguments: Vec<Expression>,
    /// Whether the elements of the final argument are the remaining arguments (`...`).
    pub expand_final: bool,
    /// The bytes of the name.
    pub name_span: Span,
    /// The bytes of the parentheses and what they hold.
    pub arguments_span: Span,
}

/// A `for` expression.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ForExpression {
    /// The variable for each key.
    pub key_variable: Option<String>,
    /// The variable for each value.
    pub value_variable: String,
    /// The collection that is iterated over.
    pub collection: Expression,
    /// The expression for each attribute name; `Some` if the result is an object.
    pub key: Option<Expression>,
    /// The expression for each element or attribute value.
    pub value: Expression,
    /// The condition under which an element takes part.
    pub condition: Option<Expression>,
    /// Whether values of the same key are grouped (`...`).
    pub grouping: bool,
}

impl Expression {
    pub(crate) fn new(document: Arc<Document>, id: NodeId) -> Self {
        Expression {
            document,
            id,
            element: None,
            enclosing_splat: None,
        }
    }

    /// The expression that is the whole source.
    pub(crate) fn root(document: Arc<Document>) -> Self {
        let id = document.tree.root();
        Expression::new(document, id)
    }

    /// The expression as it is written in its source. [`Display`](fmt::Display) gives text that can be parsed
    /// again, which differs for heredocs and in blocks that a `dynamic` block has generated.
    pub fn text(&self) -> &str {
        self.view().slice(self.document.tree.span(self.id))
    }

    /// The bytes of the source that it covers.
    pub fn span(&self) -> Span {
        self.document.span(self.id)
    }

    /// The source.
    pub fn source(&self) -> &Source {
        self.document.source_of(self.document.tree.span(self.id))
    }

    /// The bytes that it covers of the text that its tree is about.
    pub(crate) fn tree_span(&self) -> Span {
        self.document.tree.span(self.id)
    }

    /// The string, if the expression is a template of literal text alone.
    ///
    /// ```
    /// let expression = hcl::parse_expression(r#""two\nlines""#)?;
    /// assert_eq!(expression.literal_text().as_deref(), Some("two\nlines"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn literal_text(&self) -> Option<Cow<'_, str>> {
        match self.view().expression(self.id) {
            ExpressionView::Literal(literal) => Some(self.view().literal(literal)),
            _ => None,
        }
    }

    /// The static traversal that the expression is: a variable with accesses by name or by
    /// literal key ("Static Traversal").
    pub fn traversal(&self) -> Option<Traversal> {
        Traversal::of_any(self)
    }

    /// What the expression is.
    pub fn kind(&self) -> ExpressionKind {
        if Some(self.id) == self.element {
            return ExpressionKind::SplatElement;
        }
        if self.document.tree.node(self.id).follows_splat() {
            return self.kind_after_splat();
        }
        self.kind_of_shape()
    }

    /// The kind of a splat, or of an operation with a splat among its sources.
    fn kind_after_splat(&self) -> ExpressionKind {
        let enclosing_splat = self.enclosing_splat();
        let known = Expression {
            enclosing_splat: Some(enclosing_splat),
            ..self.clone()
        };
        match enclosing_splat.splat {
            Some(splat) => known.splat(splat),
            None => known.kind_of_shape(),
        }
    }

    /// The splat that this operation belongs to.
    fn enclosing_splat(&self) -> EnclosingSplat {
        let known = self.enclosing_splat;
        self.view().enclosing_splat(self.id, self.element, known)
    }

    /// The source of this operation, if there is a splat among its sources.
    pub(super) fn with_source(&self, source: NodeId) -> Expression {
        let is_chain = self.document.tree.node(self.id).follows_splat();
        Expression {
            document: Arc::clone(&self.document),
            id: source,
            element: self.element,
            enclosing_splat: is_chain.then(|| self.enclosing_splat()),
        }
    }

    fn kind_of_shape(&self) -> ExpressionKind {
        match self.view().expression_inlined(self.id) {
            ExpressionView::Number(text) => ExpressionKind::Number(number(text)),
            ExpressionView::Bool(value) => ExpressionKind::Bool(value),
            ExpressionView::Null => ExpressionKind::Null,
            ExpressionView::Variable(name) => ExpressionKind::Variable(name.to_owned()),
            ExpressionView::Unknown => ExpressionKind::Unknown,
            ExpressionView::Literal(_) | ExpressionView::Template | ExpressionView::Embedded => {
                ExpressionKind::Template(Template::new(Arc::clone(&self.document), self.id))
            }
            ExpressionView::Tuple(elements) => ExpressionKind::Tuple(self.list(elements)),
            ExpressionView::Object(items) => ExpressionKind::Object(self.object_items(items)),
            ExpressionView::FunctionCall(call) => {
                ExpressionKind::FunctionCall(self.function_call(call))
            }
            ExpressionView::For(_) => ExpressionKind::For(Box::new(self.for_expression())),
            shape => self.operation(&shape),
        }
    }

    /// The kinds that have one or more operands.
    fn operation(&self, shape: &ExpressionView<'_, '_>) -> ExpressionKind {
        match *shape {
            ExpressionView::GetAttr(source, name) => ExpressionKind::GetAttr {
                source: self.operand(source),
                name: self.view().slice(name).to_owned(),
            },
            ExpressionView::LegacyIndex(source, key) => ExpressionKind::LegacyIndex {
                source: self.operand(source),
                key: number(self.view().slice(key)),
            },
            ExpressionView::Index(source, key) => ExpressionKind::Index {
                source: self.operand(source),
                key: self.at(key),
            },
            ExpressionView::Unary(operator, operand) => ExpressionKind::Unary {
                operator,
                operand: self.at(operand),
            },
            ExpressionView::Binary(operator, left, right) => ExpressionKind::Binary {
                operator,
                left: self.at(left),
                right: self.at(right),
            },
            ExpressionView::Conditional([predicate, yes, no]) => ExpressionKind::Conditional {
                predicate: self.at(predicate),
                true_result: self.at(yes),
                false_result: self.at(no),
            },
            ExpressionView::Parentheses(inner) => ExpressionKind::Parentheses(self.at(inner)),
            _ => ExpressionKind::Null,
        }
    }

    /// The splat with the operations that follow it.
    fn splat(&self, splat: NodeId) -> ExpressionKind {
        let (ExpressionView::AttributeSplat(source) | ExpressionView::FullSplat(source)) =
            self.view().expression(splat)
        else {
            return ExpressionKind::Null;
        };
        ExpressionKind::Splat {
            source: self.operand(source),
            each: Expression {
                element: Some(splat),
                enclosing_splat: None,
                ..self.clone()
            },
        }
    }

    fn for_expression(&self) -> ForExpression {
        let view = self.view();
        let ExpressionView::For(it) = view.expression(self.id) else {
            unreachable!("only a for expression asks for its parts");
        };
        ForExpression {
            key_variable: it.key.map(|name| view.slice(name).to_owned()),
            value_variable: view.slice(it.value).to_owned(),
            collection: self.at(it.collection),
            key: it.key_expression.map(|id| self.at(id)),
            value: self.at(it.value_expression),
            condition: it.condition.map(|id| self.at(id)),
            grouping: it.grouping,
        }
    }

    fn function_call(&self, call: CallView<'_>) -> FunctionCall {
        FunctionCall {
            name: self.view().function_name(call).into_owned(),
            arguments: self.list(call.arguments),
            expand_final: call.expand_final,
            name_span: self.document.place(call.name),
            arguments_span: (self.document).place(self.view().arguments_span(self.id, call)),
        }
    }

    /// The keys and values of an object. A key that is a bare name becomes a variable of that name, and the name
    /// of a property of JSON a string.
    pub(crate) fn object_pairs(&self) -> Option<Vec<(Expression, Expression)>> {
        let ExpressionView::Object(items) = self.view().expression(self.id) else {
            return None;
        };
        let is_json = items
            .first()
            .is_some_and(|item| self.view().is_property(*item));
        let mut names = Vec::new();
        for item in items {
            if let (KeyView::Name(span), _) = self.view().object_item(*item) {
                names.push(span);
            }
        }
        let mut names = self.names(&names, is_json).into_iter();
        let mut pairs = Vec::with_capacity(items.len());
        for item in items {
            let (key, value) = self.view().object_item(*item);
            let key = match key {
                KeyView::Name(_) => names.next()?,
                KeyView::Expression(id) => self.at(id),
            };
            pairs.push((key, self.at(value)));
        }
        Some(pairs)
    }

    /// Expressions of the names at `spans`, in a second tree of the same source.
    fn names(&self, spans: &[Span], is_json: bool) -> Vec<Expression> {
        let mut tree = Tree::default();
        if let Some(strings) = self.document.tree.strings().filter(|_| is_json) {
            tree.set_strings(strings.clone());
        }
        let node = |span: Span| {
            if !is_json {
                return Node::identifier(self.view().text, span);
            }
            let quoted = Span::new(span.start() - 1, span.end() + 1);
            Node::leaf(NodeKind::QuotedLiteral, VERBATIM, quoted)
        };
        let ids: Vec<_> = spans.iter().map(|span| tree.push(node(*span))).collect();
        let document = self.document.with_tree(tree);
        let name = |id| Expression::new(Arc::clone(&document), id);
        ids.into_iter().map(name).collect()
    }

    fn object_items(&self, items: &[u32]) -> Vec<ObjectItem> {
        let view = self.view();
        let item = |id: &u32| {
            let (key, value) = view.object_item(*id);
            ObjectItem {
                key: match key {
                    KeyView::Name(span) => ObjectKey::Name(view.slice(span).to_owned()),
                    KeyView::Expression(id) => ObjectKey::Expression(self.at(id)),
                },
                value: self.at(value),
            }
        };
        items.iter().map(item).collect()
    }

    fn list(&self, ids: &[u32]) -> Vec<Expression> {
        ids.iter().map(|id| self.at(NodeId(*id))).collect()
    }

    pub(crate) fn at(&self, id: NodeId) -> Expression {
        Expression::new(Arc::clone(&self.document), id)
    }

    /// The source of a postfix operation, which belongs to the same splat.
    fn operand(&self, id: NodeId) -> Expression {
        Expression {
            document: Arc::clone(&self.document),
            id,
            element: self.element,
            enclosing_splat: self.enclosing_splat,
        }
    }

    /// Whether the expression is written in JSON syntax.
    pub(crate) fn is_json(&self) -> bool {
        self.document.is_json_at(self.tree_span())
    }

    /// The expression in native syntax that a string of JSON is in static analysis, if it is one.
    pub(crate) fn native(&self) -> Option<Expression> {
        let embedded = self.view().embedded_expression(self.id)?;
        let document = self.document.with_embedded(Arc::new(embedded))?;
        Some(Expression::root(document))
    }

    /// The template that a string of JSON with template sequences is, as an expression in a source of its own.
    pub(crate) fn embedded(&self) -> Option<Expression> {
        let embedded = self.view().embedded(self.id)?;
        let document = self.document.with_embedded(Arc::clone(embedded))?;
        Some(Expression::root(document))
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        self.document.view()
    }

    /// The splat whose element this expression begins with, if there is one.
    pub(crate) fn element(&self) -> Option<NodeId> {
        self.element
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The text of the expression that can be parsed again, without the newline that a heredoc needs after
    /// it. `None` if the expression is unknown.
    pub(crate) fn written(&self) -> Option<Cow<'_, str>> {
        self.view().written(self.id)
    }

    /// Whether the text needs a newline after it.
    pub(crate) fn ends_with_heredoc(&self) -> bool {
        self.view().ends_with_heredoc(self.id)
    }

    pub(crate) fn id(&self) -> NodeId {
        self.id
    }
}

/// The value of a numeric literal. The lexer has checked that it is valid.
pub(super) fn number(text: &str) -> Number {
    parse_literal(text).unwrap_or_default()
}

impl fmt::Display for Expression {
    /// Writes the expression so that it can be parsed again: its source text, with the newline that the end
    /// marker of a heredoc needs, and with the iterator of a `dynamic` block replaced by its value. An
    /// unknown value, for which there is no syntax, stays as it is written.
    ///
    /// ```
    /// let expression = hcl::parse_expression("<<END\ntext\nEND\n")?;
    /// assert_eq!(expression.text(), "<<END\ntext\nEND");
    /// assert_eq!(expression.to_string(), "<<END\ntext\nEND\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.written().unwrap_or_else(|| self.text().into()))?;
        f.write_str(if self.ends_with_heredoc() { "\n" } else { "" })
    }
}

impl fmt::Debug for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
