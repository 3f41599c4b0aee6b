//! Expressions ("Expressions").

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Document, ItemRef, Layered, Template};
use crate::error::{Category, Error};
use crate::number::{Number, parse_literal};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, KeyView, OperationsView, TraversalView, View};
use crate::syntax::tree::{
    BinaryOperator, CallNode, Expr, ExprId, ExprKind, ForNode, ItemId, Operation, StepKind, Tree,
    UnaryOperator,
};

/// An expression, not evaluated yet.
///
/// It shares its text and its tree with the body that it was taken from, so keeping and cloning it are cheap.
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
    id: ExprId,
    part: ChainPart,
    /// The content, if the expression is an object with content from several layers.
    layered: Option<Layered>,
}

/// The part of a chain that an [`Expression`] covers. In the tree, a chain of operators, steps or conditionals is one
/// node; to users, it is nested.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChainPart {
    Whole,
    /// The operands on the left, with this number of operators between them.
    Operators(usize),
    /// The conditionals from the one at this index on.
    Conditionals(usize),
    /// The source with this number of steps. If `element` is the index of a splat, the expression begins with the
    /// element of that splat instead of the source.
    Steps {
        count: usize,
        element: Option<usize>,
    },
}

impl ChainPart {
    /// The source of the traversal `id` with its first steps, as an expression id and the part of that expression.
    pub(crate) fn with_steps(
        id: ExprId,
        traversal: TraversalView<'_>,
        count: usize,
    ) -> (ExprId, ChainPart) {
        let element = None;
        match count {
            0 => (traversal.source, ChainPart::Whole),
            count => (id, ChainPart::Steps { count, element }),
        }
    }
}

/// The kind of an expression, with the expressions that it consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExpressionKind {
    /// The literal `null`.
    Null,
    /// The literal `true` or `false`.
    Bool(bool),
    /// A numeric literal.
    Number(Number),
    /// A quoted template or a heredoc, including one that consists of literal text only.
    Template(Template),
    /// A tuple, `[a, b]`.
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
        /// The expression that is accessed.
        source: Expression,
        /// The name after the dot.
        name: String,
    },
    /// An index: `source[key]`.
    #[non_exhaustive]
    Index {
        /// The expression that is accessed.
        source: Expression,
        /// The key between the brackets.
        key: Expression,
    },
    /// A legacy index: `source.0`.
    #[non_exhaustive]
    LegacyIndex {
        /// The expression that is accessed.
        source: Expression,
        /// The number after the dot.
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

impl ObjectKey {
    /// The text of the key, if it is known without evaluation: a name or a literal string.
    pub(crate) fn literal_text(&self) -> Option<Cow<'_, str>> {
        match self {
            ObjectKey::Name(name) => Some(Cow::Borrowed(name)),
            ObjectKey::Expression(key) => key.literal_text(),
        }
    }
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
    /// The bytes of the parentheses with their content.
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
    /// The condition that selects elements.
    pub condition: Option<Expression>,
    /// Whether values of the same key are grouped (`...`).
    pub grouping: bool,
}

impl Expression {
    pub(crate) fn new(document: Arc<Document>, id: ExprId) -> Self {
        Expression {
            document,
            id,
            part: ChainPart::Whole,
            layered: None,
        }
    }

    /// The same object with content from several layers.
    pub(crate) fn of_layers(self, layered: Layered) -> Self {
        let layered = Some(layered);
        Expression { layered, ..self }
    }

    pub(crate) fn layered(&self) -> Option<&Layered> {
        self.layered.as_ref()
    }

    /// The properties of an object with content from several layers.
    pub(crate) fn layers(&self) -> Option<impl Iterator<Item = LayeredProperty> + '_> {
        let layered = self.layered.as_ref().filter(|it| !it.is_unknown)?;
        Some(layered.properties().filter_map(LayeredProperty::of))
    }

    /// The expressions that it consists of, each from one document: itself, or the keys and values from several layers.
    pub(crate) fn parts(&self) -> Vec<Expression> {
        let mut parts = Vec::new();
        let mut pending = vec![self.clone()];
        while let Some(expression) = pending.pop() {
            let start = pending.len();
            let Some(properties) = expression.layers() else {
                parts.push(expression);
                continue;
            };
            for property in properties {
                pending.extend(property.key_expression());
                pending.push(property.value);
            }
            pending[start..].reverse();
        }
        parts
    }

    /// The expression that is the whole source.
    pub(crate) fn root(document: Arc<Document>) -> Self {
        let id = document.tree.root_expression();
        let id = id.expect("the source was parsed as an expression");
        Expression::new(document, id)
    }

    /// An expression of the same document, or a part of one.
    pub(crate) fn at_part(&self, id: ExprId, part: ChainPart) -> Self {
        let expression = Expression::new(Arc::clone(&self.document), id);
        Expression { part, ..expression }
    }

    /// Another part of the same chain.
    pub(super) fn with_part(&self, part: ChainPart) -> Self {
        self.at_part(self.id, part)
    }

    /// The expression as written in its source. [`Display`](fmt::Display) prints text that can be parsed again, which
    /// differs for heredocs and in blocks that were generated by a `dynamic` block.
    pub fn text(&self) -> &str {
        self.view().slice(self.tree_span())
    }

    /// The bytes of the source that it covers.
    pub fn span(&self) -> Span {
        self.document.place(self.tree_span())
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }

    /// The span of the expression in the text of its tree.
    pub(crate) fn tree_span(&self) -> Span {
        let tree = &self.document.tree;
        let whole = tree.span(self.id);
        if self.part == ChainPart::Whole {
            return whole;
        }
        match self.shape() {
            ExpressionView::Operations(OperationsView { rest, .. }) => {
                let last = rest.last().map_or(whole, |it| tree.span(it.operand));
                Span::new(whole.start(), last.end())
            }
            ExpressionView::Conditional(parts) => {
                let first = parts.first().map_or(whole, |id| tree.span(*id));
                Span::new(first.start(), whole.end())
            }
            ExpressionView::Traversal(TraversalView { steps, .. }) => {
                let end = steps.last().map_or(whole, |step| step.span).end();
                Span::new(whole.start(), end)
            }
            _ => whole,
        }
    }

    /// The string, if the expression is a template that consists only of literal text.
    ///
    /// ```
    /// let expression = hcl::parse_expression(r#""two\nlines""#)?;
    /// assert_eq!(expression.literal_text().as_deref(), Some("two\nlines"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn literal_text(&self) -> Option<Cow<'_, str>> {
        match self.shape() {
            ExpressionView::Literal(literal) => Some(self.view().literal(literal)),
            _ => None,
        }
    }

    /// The kind of the expression, with the expressions that it consists of.
    pub fn kind(&self) -> ExpressionKind {
        match self.shape() {
            ExpressionView::Number(text) => ExpressionKind::Number(number(text)),
            ExpressionView::Bool(value) => ExpressionKind::Bool(value),
            ExpressionView::Null => ExpressionKind::Null,
            ExpressionView::Variable(name) => ExpressionKind::Variable(name.to_owned()),
            ExpressionView::Unknown => ExpressionKind::Unknown,
            ExpressionView::Literal(_) | ExpressionView::Template(_) | ExpressionView::Embedded => {
                ExpressionKind::Template(Template::new(Arc::clone(&self.document), self.id))
            }
            ExpressionView::Tuple(elements) => ExpressionKind::Tuple(self.list(elements)),
            ExpressionView::Object(items) => ExpressionKind::Object(match self.layers() {
                Some(properties) => properties.map(LayeredProperty::object_item).collect(),
                None => self.object_items(items),
            }),
            ExpressionView::FunctionCall(call) => {
                ExpressionKind::FunctionCall(self.function_call(call))
            }
            ExpressionView::For(it) => ExpressionKind::For(Box::new(self.for_expression(it))),
            ExpressionView::Parentheses(inner) => ExpressionKind::Parentheses(self.at(inner)),
            ExpressionView::Unary(operator, operand) => ExpressionKind::Unary {
                operator,
                operand: self.at(operand),
            },
            ExpressionView::Operations(operations) => self.operation(operations),
            ExpressionView::Conditional(parts) => ExpressionKind::Conditional {
                predicate: self.at(parts[0]),
                true_result: self.at(parts[1]),
                false_result: self.false_result(parts),
            },
            ExpressionView::Traversal(traversal) => self.step(traversal),
        }
    }

    /// The inner expression, if this is an expression in parentheses.
    pub(crate) fn in_parentheses(&self) -> Option<Expression> {
        match self.shape() {
            ExpressionView::Parentheses(inner) => Some(self.at(inner)),
            _ => None,
        }
    }

    /// The expression without the parentheses around it.
    pub(crate) fn without_parentheses(mut self) -> Expression {
        while let Some(inner) = self.in_parentheses() {
            self = inner;
        }
        self
    }

    /// The view of the expression in the tree; for a part of a chain, the view of that part.
    pub(crate) fn shape(&self) -> ExpressionView<'_, '_> {
        if self.is_unknown() {
            return ExpressionView::Unknown;
        }
        let view = self.view().expression(self.id);
        match (view, self.part) {
            (ExpressionView::Operations(it), ChainPart::Operators(count)) => {
                ExpressionView::Operations(it.up_to(count))
            }
            (ExpressionView::Conditional(parts), ChainPart::Conditionals(first)) => {
                ExpressionView::Conditional(&parts[2 * first..])
            }
            (ExpressionView::Traversal(it), ChainPart::Steps { count, .. }) => {
                ExpressionView::Traversal(TraversalView {
                    steps: &it.steps[..count],
                    ..it
                })
            }
            (view, _) => view,
        }
    }

    /// Whether one of several layers makes it unknown.
    fn is_unknown(&self) -> bool {
        self.layered.as_ref().is_some_and(|it| it.is_unknown)
    }

    /// Whether the expression is a whole node of the tree, not only a part of a chain.
    pub(crate) fn is_whole(&self) -> bool {
        self.part == ChainPart::Whole
    }

    /// The index of the splat whose element the expression begins with, if it is one of the operations that a splat
    /// applies to each element.
    pub(crate) fn element(&self) -> Option<usize> {
        match self.part {
            ChainPart::Steps { element, .. } => element,
            _ => None,
        }
    }

    /// A chain of binary operators as the operation of its last operator.
    fn operation(&self, operations: OperationsView<'_>) -> ExpressionKind {
        let last = operations.rest.len() - 1;
        let Operation { operator, operand } = operations.rest[last];
        ExpressionKind::Binary {
            operator,
            left: self.with_operators(operations.first, last),
            right: self.at(operand),
        }
    }

    /// The beginning of a chain: its first operand and `count` operators.
    pub(super) fn with_operators(&self, first: ExprId, count: usize) -> Expression {
        match count {
            0 => self.at(first),
            count => self.with_part(ChainPart::Operators(count)),
        }
    }

    /// The false result of the first conditional of this expression.
    pub(super) fn false_result(&self, parts: &[ExprId]) -> Expression {
        let first = match self.part {
            ChainPart::Conditionals(first) => first,
            _ => 0,
        };
        match parts {
            [_, _, last] => self.at(*last),
            _ => self.with_part(ChainPart::Conditionals(first + 1)),
        }
    }

    /// A traversal as the operation of its last step, or as the splat that reaches that step.
    fn step(&self, traversal: TraversalView<'_>) -> ExpressionKind {
        let element = self.element();
        let from = element.map_or(0, |splat| splat + 1);
        let steps = traversal.steps;
        if steps.len() == from {
            return ExpressionKind::SplatElement;
        }
        if let Some(splat) = traversal.last_splat(element) {
            return ExpressionKind::Splat {
                source: self.with_steps(traversal.source, splat),
                each: self.with_part(ChainPart::Steps {
                    count: steps.len(),
                    element: Some(splat),
                }),
            };
        }
        let last = steps.len() - 1;
        let source = self.with_steps(traversal.source, last);
        let step = steps[last];
        match step.kind {
            StepKind::GetAttr(_) => ExpressionKind::GetAttr {
                source,
                name: self.view().accessed(step).to_owned(),
            },
            StepKind::LegacyIndex(_) => ExpressionKind::LegacyIndex {
                source,
                key: number(self.view().accessed(step)),
            },
            StepKind::Index(key) => ExpressionKind::Index {
                source,
                key: self.at(key),
            },
            StepKind::AttributeSplat(_) | StepKind::FullSplat(_) => {
                unreachable!("a splat reaches itself")
            }
        }
    }

    /// The source of a traversal with its first steps, which begins with the same element as this expression.
    pub(super) fn with_steps(&self, source: ExprId, count: usize) -> Expression {
        match (count, self.element()) {
            (0, _) => self.at(source),
            (count, element) => self.with_part(ChainPart::Steps { count, element }),
        }
    }

    fn for_expression(&self, it: &ForNode) -> ForExpression {
        let view = self.view();
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

    fn function_call(&self, call: &CallNode) -> FunctionCall {
        FunctionCall {
            name: self.view().function_name(call).into_owned(),
            arguments: self.list(&self.document.tree[call.arguments]),
            expand_final: call.expand_final,
            name_span: self.document.place(call.name),
            arguments_span: (self.document).place(self.view().arguments_span(self.id, call)),
        }
    }

    /// The keys and values of an object. A key that is a bare name becomes a variable of that name, and the name of a
    /// JSON property becomes a string.
    pub(crate) fn object_pairs(&self) -> Option<Vec<(Expression, Expression)>> {
        let ExpressionView::Object(items) = self.shape() else {
            return None;
        };
        if let Some(properties) = self.layers() {
            return properties.map(LayeredProperty::into_pair).collect();
        }
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

    /// The names at `spans` as expressions, in a second tree of the same source.
    fn names(&self, spans: &[Span], is_json: bool) -> Vec<Expression> {
        let strings = self.document.tree.strings.as_ref();
        let mut tree = Tree {
            strings: strings.filter(|_| is_json).cloned(),
            ..Tree::default()
        };
        let name = |span: Span| {
            if !is_json {
                return Expr::identifier(self.view().text, span);
            }
            let quoted = Span::new(span.start() - 1, span.end() + 1);
            Expr::new(ExprKind::QuotedLiteral { is_verbatim: true }, quoted)
        };
        let names = spans.iter().map(|span| name(*span));
        let ids: Vec<ExprId> = names.map(|it| tree.push_expression(it)).collect();
        let document = self.document.with_tree(tree);
        let name = |id| Expression::new(Arc::clone(&document), id);
        ids.into_iter().map(name).collect()
    }

    fn object_items(&self, items: &[ItemId]) -> Vec<ObjectItem> {
        let view = self.view();
        let item = |id: &ItemId| {
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

    fn list(&self, ids: &[ExprId]) -> Vec<Expression> {
        ids.iter().map(|id| self.at(*id)).collect()
    }

    pub(crate) fn at(&self, id: ExprId) -> Expression {
        Expression::new(Arc::clone(&self.document), id)
    }

    pub(crate) fn is_json(&self) -> bool {
        self.document.tree.is_json()
    }

    /// The expression in native syntax that a JSON string represents in static analysis, if it is one.
    pub(crate) fn embedded_expression(&self) -> Option<Expression> {
        let embedded = self.view().embedded_expression(self.id)?;
        let document = self.document.with_embedded(Arc::new(embedded))?;
        Some(Expression::root(document))
    }

    /// The template in a JSON string with template sequences, as an expression in a source of its own.
    pub(crate) fn embedded(&self) -> Option<Expression> {
        let embedded = self.view().embedded(self.id)?;
        let document = self.document.with_embedded(Arc::clone(embedded))?;
        Some(Expression::root(document))
    }

    /// The error in the template of a JSON string.
    pub(crate) fn template_error(&self) -> Option<Error> {
        let embedded = self.view().embedded(self.id)?;
        let error = Error::from_diagnostics(Category::Syntax, embedded.diagnostics())?;
        Some(error.with_source(self.source()))
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        self.document.view()
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The text of the expression that can be parsed again, without the newline that a heredoc needs after
    /// it. `None` if the expression is unknown.
    pub(crate) fn written(&self) -> Option<Cow<'_, str>> {
        if self.is_unknown() {
            return None;
        }
        let Some(properties) = self.layers() else {
            return self.view().written(self.id, self.tree_span());
        };
        let items: Option<Vec<String>> = properties.map(|it| it.written()).collect();
        Some(Cow::Owned(match items?.as_slice() {
            [] => "{}".to_owned(),
            items => format!("{{ {} }}", items.join(", ")),
        }))
    }

    /// Whether the text needs a newline after it.
    pub(crate) fn ends_with_heredoc(&self) -> bool {
        self.view().ends_with_heredoc(self.id)
    }

    pub(crate) fn id(&self) -> ExprId {
        self.id
    }
}

/// A property of an object with content from several layers. It is written in one of them.
pub(crate) struct LayeredProperty {
    pub(crate) id: ItemId,
    pub(crate) value: Expression,
}

impl LayeredProperty {
    fn of(item: ItemRef<'_>) -> Option<Self> {
        let property = item.attribute()?;
        Some(LayeredProperty {
            id: property.id(),
            value: property.expression(),
        })
    }

    /// The expression of its key, if the key is not a plain name.
    pub(crate) fn key_expression(&self) -> Option<Expression> {
        match self.value.view().object_item(self.id).0 {
            KeyView::Name(_) => None,
            KeyView::Expression(key) => Some(self.value.at(key)),
        }
    }

    fn object_item(self) -> ObjectItem {
        let item = self.value.object_items(&[self.id]).pop();
        let item = item.expect("it is one");
        ObjectItem {
            value: self.value,
            ..item
        }
    }

    /// Its name as an expression, and its value.
    fn into_pair(self) -> Option<(Expression, Expression)> {
        let key = match self.value.view().object_item(self.id).0 {
            KeyView::Name(span) => self.value.names(&[span], true).pop()?,
            KeyView::Expression(key) => self.value.at(key),
        };
        Some((key, self.value))
    }

    /// The text of an item of an object in native syntax. `None` if something in it is unknown.
    fn written(&self) -> Option<String> {
        let mut text = String::new();
        self.value.view().write_key(self.id, &mut text)?;
        text.push_str(" = ");
        text.push_str(&self.value.written()?);
        Some(text)
    }
}

/// The value of a numeric literal. The lexer has checked that it is valid.
pub(super) fn number(text: &str) -> Number {
    parse_literal(text).unwrap_or_default()
}

impl fmt::Display for Expression {
    /// Writes the expression so that it can be parsed again: its source text, with the newline that the end
    /// marker of a heredoc needs, and with the iterator of a `dynamic` block replaced by its value. An
    /// unknown value is printed as written, since there is no syntax for it.
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
