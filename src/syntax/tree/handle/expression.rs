//! Expressions ("Expressions").

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Document, Template, Traversal};
use crate::number::{Number, parse_literal};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::view::{CallView, Governor, KeyView, Shape, View};
use crate::syntax::tree::{BinaryOperator, Node, NodeId, Tree, UnaryOperator};

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
    /// Where a splat's operations on each element begin: this node stands for the element.
    element: Option<NodeId>,
    /// What is known of splats from the operation that this is the source of.
    governor: Option<Governor>,
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
    /// An expression of a block generated for an unknown `for_each`: its value is unknown, whatever
    /// is written.
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
        /// The name behind the point.
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
        /// The number behind the point.
        key: Number,
    },
    /// A splat, `source.*` or `source[*]`, with the operations that it applies to each element.
    #[non_exhaustive]
    Splat {
        /// Whose elements are taken.
        source: Expression,
        /// What is done with each; [`ExpressionKind::SplatElement`] in it is the element.
        each: Expression,
    },
    /// The element that the operations behind a splat begin with.
    SplatElement,
    /// An expression in parentheses.
    Parentheses(Expression),
    /// A unary operation.
    #[non_exhaustive]
    Unary {
        /// The operator.
        operator: UnaryOperator,
        /// What it applies to.
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
        /// What decides.
        predicate: Expression,
        /// The result if it is true.
        true_result: Expression,
        /// The result if it is false.
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
    /// The variable that takes each key.
    pub key_variable: Option<String>,
    /// The variable that takes each value.
    pub value_variable: String,
    /// What is iterated over.
    pub collection: Expression,
    /// What gives each attribute name. There is one exactly if the result is an object.
    pub key: Option<Expression>,
    /// What gives each element or attribute value.
    pub value: Expression,
    /// What decides whether an element takes part.
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
            governor: None,
        }
    }

    /// The expression that is the whole source.
    pub(crate) fn root(document: Arc<Document>) -> Self {
        let id = document.tree.root();
        Expression::new(document, id)
    }

    /// The expression as it is written in its source. [`Display`](fmt::Display) gives the text that can be parsed
    /// again, which is another one for heredocs and in blocks that a `dynamic` block has generated.
    pub fn text(&self) -> &str {
        self.view().slice(self.span())
    }

    /// The bytes of the source that it covers.
    pub fn span(&self) -> Span {
        self.document.tree.span(self.id)
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }

    /// The string, if the expression is a template of literal text alone.
    ///
    /// ```
    /// let expression = hcl::parse_expression(r#""two\nlines""#)?;
    /// assert_eq!(expression.literal_text().as_deref(), Some("two\nlines"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn literal_text(&self) -> Option<Cow<'_, str>> {
        match self.view().shape(self.id) {
            Shape::Literal(literal) => Some(self.view().literal(literal)),
            _ => None,
        }
    }

    /// The static traversal that the expression is: a variable with accesses by name or by
    /// literal key ("Static Traversal").
    pub fn traversal(&self) -> Option<Traversal> {
        Traversal::of(self)
    }

    /// What the expression is.
    pub fn kind(&self) -> ExpressionKind {
        if Some(self.id) == self.element {
            return ExpressionKind::SplatElement;
        }
        if self.document.tree.node(self.id).follows_splat() {
            return self.kind_behind_splat();
        }
        self.kind_of_shape()
    }

    /// What an operation is that has a splat among its sources or is one.
    fn kind_behind_splat(&self) -> ExpressionKind {
        let governor = self.governor();
        let known = Expression {
            governor: Some(governor),
            ..self.clone()
        };
        match governor.splat {
            Some(splat) => known.splat(splat),
            None => known.kind_of_shape(),
        }
    }

    /// The splat that the operation belongs to.
    fn governor(&self) -> Governor {
        let known = self.governor;
        self.view().governor(self.id, self.element, known)
    }

    /// The expression `source`, if it is the source of this operation with a splat among them.
    pub(super) fn with_source(&self, source: NodeId) -> Expression {
        let is_chain = self.document.tree.node(self.id).follows_splat();
        Expression {
            document: Arc::clone(&self.document),
            id: source,
            element: self.element,
            governor: is_chain.then(|| self.governor()),
        }
    }

    fn kind_of_shape(&self) -> ExpressionKind {
        match self.view().shape(self.id) {
            Shape::Number(text) => ExpressionKind::Number(number(text)),
            Shape::Bool(value) => ExpressionKind::Bool(value),
            Shape::Null => ExpressionKind::Null,
            Shape::Variable(name) => ExpressionKind::Variable(name.to_owned()),
            Shape::Unknown => ExpressionKind::Unknown,
            Shape::Literal(_) | Shape::Template => {
                ExpressionKind::Template(Template::new(Arc::clone(&self.document), self.id))
            }
            Shape::Tuple(elements) => ExpressionKind::Tuple(self.list(elements)),
            Shape::Object(items) => ExpressionKind::Object(self.object_items(items)),
            Shape::FunctionCall(call) => ExpressionKind::FunctionCall(self.function_call(call)),
            Shape::For(_) => ExpressionKind::For(Box::new(self.for_expression())),
            shape => self.operation(&shape),
        }
    }

    /// The kinds that have one or more operands.
    fn operation(&self, shape: &Shape<'_, '_>) -> ExpressionKind {
        match *shape {
            Shape::GetAttr(source, name) => ExpressionKind::GetAttr {
                source: self.operand(source),
                name: self.view().slice(name).to_owned(),
            },
            Shape::LegacyIndex(source, key) => ExpressionKind::LegacyIndex {
                source: self.operand(source),
                key: number(self.view().slice(key)),
            },
            Shape::Index(source, key) => ExpressionKind::Index {
                source: self.operand(source),
                key: self.at(key),
            },
            Shape::Unary(operator, operand) => ExpressionKind::Unary {
                operator,
                operand: self.at(operand),
            },
            Shape::Binary(operator, left, right) => ExpressionKind::Binary {
                operator,
                left: self.at(left),
                right: self.at(right),
            },
            Shape::Conditional([predicate, yes, no]) => ExpressionKind::Conditional {
                predicate: self.at(predicate),
                true_result: self.at(yes),
                false_result: self.at(no),
            },
            Shape::Parentheses(inner) => ExpressionKind::Parentheses(self.at(inner)),
            _ => ExpressionKind::Null,
        }
    }

    /// The splat `splat` with what stands behind it.
    fn splat(&self, splat: NodeId) -> ExpressionKind {
        let (Shape::AttributeSplat(source) | Shape::FullSplat(source)) = self.view().shape(splat)
        else {
            return ExpressionKind::Null;
        };
        ExpressionKind::Splat {
            source: self.operand(source),
            each: Expression {
                element: Some(splat),
                governor: None,
                ..self.clone()
            },
        }
    }

    fn for_expression(&self) -> ForExpression {
        let view = self.view();
        let Shape::For(it) = view.shape(self.id) else {
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
            name_span: call.name,
            arguments_span: self.view().arguments_span(self.id, call),
        }
    }

    /// The keys and values of the object that the expression is. A bare name as a key is an
    /// expression of its own here: the variable that it looks like.
    pub(crate) fn object_pairs(&self) -> Option<Vec<(Expression, Expression)>> {
        let Shape::Object(items) = self.view().shape(self.id) else {
            return None;
        };
        let items = items.iter().map(|item| self.view().object_item(*item));
        let items: Vec<_> = items.collect();
        let names = items.iter().filter_map(|(key, _)| match key {
            KeyView::Name(span) => Some(*span),
            KeyView::Expression(_) => None,
        });
        let mut names = self.names(names).into_iter();
        let pairs = items.iter().map(|(key, value)| {
            let key = match key {
                KeyView::Name(_) => names.next()?,
                KeyView::Expression(id) => self.at(*id),
            };
            Some((key, self.at(*value)))
        });
        pairs.collect()
    }

    /// The names at the spans as expressions, which have a tree beside that of the source.
    fn names(&self, spans: impl Iterator<Item = Span>) -> Vec<Expression> {
        let mut tree = Tree::default();
        let ids: Vec<_> = spans
            .map(|span| tree.push(Node::identifier(self.view().text, span)))
            .collect();
        let document = Document::new(self.source().clone(), tree);
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

    /// The source of a postfix operation, within the same splat as that.
    fn operand(&self, id: NodeId) -> Expression {
        Expression {
            document: Arc::clone(&self.document),
            id,
            element: self.element,
            governor: self.governor,
        }
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        self.document.view()
    }

    /// The splat whose elements the expression begins with, if it is a part of one.
    pub(crate) fn element(&self) -> Option<NodeId> {
        self.element
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The expression such that it can be parsed again, without the newline that a heredoc needs behind it; there is none
    /// for what is unknown, whatever is written.
    pub(crate) fn written(&self) -> Option<Cow<'_, str>> {
        self.view().written(self.id)
    }

    /// Whether it needs a newline behind it.
    pub(crate) fn ends_with_heredoc(&self) -> bool {
        self.view().ends_with_heredoc(self.id)
    }

    pub(crate) fn id(&self) -> NodeId {
        self.id
    }
}

/// The number of a literal. The lexer has refused those that are none.
pub(super) fn number(text: &str) -> Number {
    parse_literal(text).unwrap_or_default()
}

impl fmt::Display for Expression {
    /// Writes the expression such that it can be parsed again: as it is written in its source, with the newline that the
    /// end marker of a heredoc needs behind it, and with the value of the iterator in the place of its name where a
    /// `dynamic` block has generated the expression. What is unknown there, for which there is no syntax, stays as it is
    /// written.
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
