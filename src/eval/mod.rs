//! Evaluation of expressions and templates to values ("Expressions", "Templates").
//!
//! An operation that fails results in the dynamic unknown value, which the operations around it accept. One
//! evaluation therefore reports every independent error.
//!
//! Knows nothing of serde.

mod access;
mod bound;
mod budget;
mod call;
mod conditional;
mod constant;
mod context;
mod embedded;
mod iteration;
mod lazy;
mod names;
mod object;
mod operand;
mod operation;
mod operator;
mod plain;
mod postfix;
mod repeated;
mod resolver;
mod scalar;
mod scope;
pub(crate) mod secret;
mod template;
mod type_expression;
mod undefined;
mod user_function;

use std::cell::OnceCell;
use std::mem;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::function;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::{Expression, Template};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{Node, NodeId, NodeKind};
use crate::value::{Value, ValueError};

use postfix::ChainLink;
use scope::Scope;

pub(crate) use bound::BoundValues;
use budget::BorrowedBudget;
use constant::Constants;
pub use context::EvalContext;
pub use user_function::user_functions;
pub(crate) use user_function::{UserFunctionPurpose, functions_of};

/// Number of names from surrounding expressions that are considered as suggestions for an unknown name.
const MAX_LOCAL_NAMES: usize = 20;

impl Expression {
    /// Evaluates the expression.
    ///
    /// # Errors
    ///
    /// If the expression has no value. The error holds one diagnostic for each operation that
    /// fails.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let expression = hcl::parse_expression("[for name in names : \"${name}!\" if name != \"\"]")?;
    /// let ctx = EvalContext::new().with_variable("names", vec!["a", "", "b"]);
    /// assert_eq!(expression.evaluate(&ctx)?.to_string(), r#"["a!", "b!"]"#);
    ///
    /// let error = hcl::parse_expression("nmes[0] + true")?.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.diagnostics().len(), 2);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate(&self, ctx: &EvalContext) -> Result<Value> {
        let budget = ctx.budget();
        let mut evaluator = Evaluator::new(self.view(), self.id(), &budget);
        let value = evaluator.whole(self, ctx);
        if evaluator.is_done() {
            return Ok(value);
        }
        let outcome = evaluator
            .finish(value)
            .concealed(self.view(), self.id(), ctx);
        outcome.in_source(&self.document().source).into_result()
    }

    /// Evaluates the expression and returns a value in any case: what cannot be evaluated is unknown. An
    /// error that is repeated for the elements of a collection is reported for at most twenty elements, and
    /// only once if all diagnostics are equal.
    ///
    /// ```
    /// let expression = hcl::parse_expression("[1 + 1, nobody]")?;
    /// let (value, diagnostics) = expression.evaluate_recoverable(&hcl::EvalContext::new());
    /// assert_eq!(value[0], 2);
    /// assert_eq!((value.is_wholly_known(), diagnostics.len()), (false, 1));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let budget = ctx.budget();
        let mut evaluator = Evaluator::new(self.view(), self.id(), &budget);
        let value = evaluator.whole(self, ctx);
        let outcome = evaluator
            .finish(value)
            .concealed(self.view(), self.id(), ctx)
            .in_source(&self.document().source);
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the expression as a part of a larger piece of work with one budget. Once that is exhausted,
    /// nothing is evaluated or reported any more: the error has been reported already.
    pub(crate) fn evaluate_within(
        &self,
        ctx: &EvalContext,
        budget: &function::Budget,
    ) -> (Value, Vec<Diagnostic>) {
        if budget.exceeded().is_some() {
            return (Value::dynamic(), Vec::new());
        }
        let mut evaluator = Evaluator::new(self.view(), self.id(), budget);
        let value = evaluator.whole(self, ctx);
        let outcome = evaluator
            .finish_for_use(value)
            .concealed(self.view(), self.id(), ctx)
            .in_source(&self.document().source);
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the expression in literal-only mode: without variables and functions, and therefore without
    /// a context. Operators, templates and `for` expressions are evaluated; but in JSON syntax there are no
    /// templates in this mode, and a string is its text.
    ///
    /// # Errors
    ///
    /// If the expression has no value, or if it refers to a variable or function.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let expression = hcl::parse_expression(r#""${60 * 60}s""#)?;
    /// assert_eq!(expression.evaluate_literal()?, Value::from("3600s"));
    /// assert!(hcl::parse_expression("timeout")?.evaluate_literal().is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_literal(&self) -> Result<Value> {
        self.evaluate(&EvalContext::literal_only())
    }
}

impl Template {
    /// Evaluates the template. A template that consists of a single interpolation has the value of that
    /// expression, of any type ("Template Interpolation Unwrapping"); any other template is a string.
    ///
    /// # Errors
    ///
    /// If the template has no value.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let ctx = EvalContext::new().with_variable("count", 3);
    /// assert_eq!(hcl::parse_template("${count}")?.evaluate(&ctx)?, Value::from(3));
    /// assert_eq!(hcl::parse_template("${count} left")?.evaluate(&ctx)?, Value::from("3 left"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate(&self, ctx: &EvalContext) -> Result<Value> {
        self.outcome(TemplateMode::Unwrapping, ctx).into_result()
    }

    /// Evaluates the template and returns a value in any case, as [`Expression::evaluate_recoverable`].
    pub fn evaluate_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let outcome = self.outcome(TemplateMode::Unwrapping, ctx);
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the template in literal-only mode, as [`Expression::evaluate_literal`].
    ///
    /// # Errors
    ///
    /// If the template has no value, or if it refers to a variable or function.
    pub fn evaluate_literal(&self) -> Result<Value> {
        self.evaluate(&EvalContext::literal_only())
    }

    /// Evaluates the template to a string, even if it consists of a single interpolation. This is the form
    /// for generating files.
    ///
    /// # Errors
    ///
    /// If the template has no value, or if the value is unknown or cannot be converted to a string.
    ///
    /// ```
    /// use hcl::{EvalContext, Type, Value};
    ///
    /// let template = hcl::parse_template("${count}")?;
    /// let ctx = EvalContext::new().with_variable("count", 3);
    /// assert_eq!(template.evaluate_to_string(&ctx)?, "3");
    ///
    /// let ctx = EvalContext::new().with_variable("count", Value::unknown(&Type::NUMBER));
    /// assert!(template.evaluate_to_string(&ctx).is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_to_string(&self, ctx: &EvalContext) -> Result<String> {
        let value = self.outcome(TemplateMode::Text, ctx).into_result()?;
        value.as_str().map(str::to_owned).ok_or_else(|| {
            let detail = "The template stands for a string that is not known yet, because something \
                          in it is unknown.";
            let diagnostic = Diagnostic::error("Unknown template result", detail)
.at(self);
            Error::new(Category::Evaluation, diagnostic)
        })
    }

    /// Evaluates the template as a part of a larger piece of work.
    fn evaluate_within(&self, ctx: &EvalContext, budget: &function::Budget) -> Result<Value> {
        self.outcome_within(TemplateMode::Unwrapping, ctx, budget)
            .into_result()
    }

    fn outcome(&self, mode: TemplateMode, ctx: &EvalContext) -> Outcome {
        self.outcome_within(mode, ctx, &ctx.budget())
    }

    fn outcome_within(
        &self,
        mode: TemplateMode,
        ctx: &EvalContext,
        budget: &function::Budget,
    ) -> Outcome {
        let mut evaluator = Evaluator::new(self.view(), self.id(), budget);
        let scope = Scope::global(ctx);
        let value = match (self.branch(), mode) {
            // A branch of a directive is a string, even if it consists of one interpolation.
            (Some(branch), _) => evaluator.text(branch, &scope),
            (None, TemplateMode::Unwrapping) => evaluator.expression(self.id(), &scope),
            (None, TemplateMode::Text) => match self.view().expression(self.id()) {
                ExpressionView::Template => evaluator.text(self.view().template(self.id()), &scope),
                ExpressionView::Embedded => {
                    evaluator.embedded(self.id(), TemplateMode::Text, &scope)
                }
                _ => evaluator.expression(self.id(), &scope),
            },
        };
        let outcome = evaluator
            .finish(value)
            .concealed(self.view(), self.id(), ctx);
        outcome.in_source(&self.document().source)
    }
}

/// Evaluates the expression `id`. The diagnostics have no source yet.
pub(crate) fn evaluate(
    view: View<'_, '_>,
    id: NodeId,
    ctx: &EvalContext,
    budget: &function::Budget,
) -> Outcome {
    let mut evaluator = Evaluator::new(view, id, budget);
    let value = evaluator.expression(id, &Scope::global(ctx));
    evaluator.finish_for_use(value)
}

/// Evaluates the key `id` of an object, which is a string if it is known. The diagnostics have no source yet.
pub(crate) fn evaluate_key(
    view: View<'_, '_>,
    id: NodeId,
    ctx: &EvalContext,
    budget: &function::Budget,
) -> Outcome {
    let mut evaluator = Evaluator::new(view, id, budget);
    let key = evaluator.key(id, &Scope::global(ctx));
    let value = key.map_or(Value::dynamic(), Value::from_shared);
    evaluator.finish(value)
}

/// How a template that consists of one interpolation is evaluated: to the value of that interpolation, or to a string.
#[derive(Clone, Copy)]
enum TemplateMode {
    Unwrapping,
    Text,
}

/// The result of an evaluation.
pub(crate) struct Outcome {
    pub(crate) value: Value,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// The category of the error, if there is one.
    category: Category,
}

impl Outcome {
    /// Conceals what the diagnostics may tell of secrets.
    #[inline]
    fn concealed(mut self, view: View<'_, '_>, id: NodeId, ctx: &EvalContext) -> Self {
        if !self.diagnostics.is_empty() {
            secret::conceal_of(view, id, ctx, &mut self.diagnostics);
        }
        self
    }

    /// The value, or the error with the diagnostics.
    #[inline]
    pub(crate) fn into_result(self) -> Result<Value> {
        if self.diagnostics.is_empty() {
            return Ok(self.value);
        }
        match Error::from_diagnostics(self.category, self.diagnostics) {
            Some(error) => Err(error),
            None => Ok(self.value),
        }
    }

    /// Sets the source of all diagnostics.
    #[inline]
    fn in_source(mut self, source: &Source) -> Self {
        if !self.diagnostics.is_empty() {
            // Those of a function may have a source of their own.
            for diagnostic in &mut self.diagnostics {
                diagnostic.set_missing_source(source);
            }
        }
        self
    }
}

/// The state of one evaluation.
struct Evaluator<'a> {
    view: View<'a, 'a>,
    /// The expression that is evaluated as a whole.
    root: NodeId,
    /// The root, or the current element of a collection that is the root itself. An error in it gets a hint
    /// about missing quotes.
    alone: NodeId,
    diagnostics: Vec<Diagnostic>,
    budget: BorrowedBudget<'a>,
    /// The value of the expression that was evaluated last, if it is not a scalar.
    other: Value,
    /// Stack of the arguments of the calls that are being evaluated, innermost call last.
    arguments: Vec<Value>,
    /// Stack of the operations and conditionals that wait for their first operand or their false result,
    /// innermost chain last.
    pending: Vec<NodeId>,
    /// Stack of the links of the chains that are being evaluated, innermost chain last.
    links: Vec<ChainLink>,
    /// The cached constants of the tree, looked up when first needed.
    constants: OnceCell<&'a Constants>,
    /// Whether an operand of the plain operation that is being evaluated is not a scalar.
    by_rules: bool,
    /// The number of splats around the expression that is being evaluated.
    splats: usize,
}

impl<'a> Evaluator<'a> {
    fn new(view: View<'a, 'a>, root: NodeId, budget: &'a function::Budget) -> Self {
        Evaluator {
            view,
            root,
            alone: root,
            diagnostics: Vec::new(),
            budget: BorrowedBudget::of(budget),
            other: Value::NULL,
            arguments: Vec::new(),
            pending: Vec::new(),
            links: Vec::new(),
            constants: OnceCell::new(),
            by_rules: false,
            splats: 0,
        }
    }

    /// The value of an expression handle.
    #[inline]
    fn whole(&mut self, expression: &Expression, ctx: &EvalContext) -> Value {
        let (id, scope) = (expression.id(), Scope::global(ctx));
        if self.view.tree.node(id).kind.is_postfix() {
            self.in_element(id, expression.element(), &scope)
        } else {
            self.expression(id, &scope)
        }
    }

    /// Whether a value can be returned as it is: without diagnostics and without further cost.
    #[inline]
    fn is_done(&self) -> bool {
        self.diagnostics.is_empty() && !self.budget.is_limited()
    }

    /// The value of the whole expression with its diagnostics, each of them once. If the budget is exhausted,
    /// only that diagnostic is reported.
    fn finish(&mut self, value: Value) -> Outcome {
        self.spend_parts(&value, self.span(self.root));
        self.outcome(value)
    }

    /// As [`Evaluator::finish`], for a value that is decoded, which may convert its numbers to text.
    fn finish_for_use(&mut self, value: Value) -> Outcome {
        self.spend_argument(&value, self.span(self.root));
        self.outcome(value)
    }

    fn outcome(&mut self, value: Value) -> Outcome {
        self.budget.settle();
        if let Some(failure) = self.budget.take_failure() {
            return Outcome {
                value: Value::dynamic(),
                diagnostics: vec![failure],
                category: Category::Limit,
            };
        }
        let mut diagnostics = mem::take(&mut self.diagnostics);
        if !diagnostics.is_empty() {
            let mut seen = foldhash::HashSet::default();
            diagnostics.retain(|it| {
                seen.insert((
                    it.subject(),
                    it.summary().to_owned(),
                    it.statement().to_owned(),
                ))
            });
        }
        Outcome {
            value,
            diagnostics,
            category: Category::Evaluation,
        }
    }

    fn span(&self, id: NodeId) -> Span {
        self.view.tree.span(id)
    }

    /// Reports an error and returns the dynamic unknown value.
    #[cold]
    #[inline(never)]
    fn error(&mut self, summary: &'static str, detail: impl Into<String>, subject: Span) -> Value {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(subject);
        self.diagnostics.push(diagnostic);
        Value::dynamic()
    }

    /// Reports an error with advice that is computed when it is first read.
    fn error_with_advice(
        &mut self,
        summary: &'static str,
        detail: String,
        subject: Span,
        find: impl Fn() -> String + Send + Sync + 'static,
    ) -> Value {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(subject);
        self.diagnostics.push(diagnostic.with_advice(find));
        Value::dynamic()
    }

    /// Reports an error about a name that does not exist, with advice that is computed when it is first read. The
    /// message has only words of the source, and no values.
    fn unknown_name(
        &mut self,
        summary: &'static str,
        detail: String,
        subject: Span,
        find: impl Fn() -> String + Send + Sync + 'static,
    ) -> Value {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(subject);
        let diagnostic = diagnostic.with_advice(find).without_values();
        self.diagnostics.push(diagnostic);
        Value::dynamic()
    }

    /// The value of the expression `id`, or the error that the value nests too deep.
    #[inline]
    fn nested(&mut self, value: Result<Value, ValueError>, id: NodeId) -> Value {
        match value {
            Ok(value) => value,
            Err(error) => self.too_deep(&error, self.span(id)),
        }
    }

    #[cold]
    fn too_deep(&mut self, error: &ValueError, subject: Span) -> Value {
        self.error("Nesting too deep", sentence(error), subject)
    }

    /// The value of the expression `id`.
    fn expression(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let node = self.view.tree.node(id);
        let is_scalar = matches!(
            node.kind,
            NodeKind::Number | NodeKind::Unary | NodeKind::Binary
        );
        if is_scalar || node.is_plain_operation() {
            let scalar = self.scalar(id, scope);
            return self.value_of(scalar);
        }
        if !self.budget.take_steps(1) {
            return self.out_of_steps(self.span(id));
        }
        self.by_kind(id, scope)
    }

    /// The value of an expression that is neither a number nor an operation; its step is already spent. Each
    /// kind with children has a function of its own, which keeps the stack frame of this function small.
    #[inline]
    fn by_kind(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let node = self.view.tree.node(id);
        match node.kind {
            NodeKind::Variable => self.variable_value(id, scope),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral | NodeKind::JsonString => {
                self.literal(id)
            }
            NodeKind::JsonTemplate => self.embedded(id, TemplateMode::Unwrapping, scope),
            NodeKind::True | NodeKind::False => Value::from(node.kind == NodeKind::True),
            NodeKind::Parentheses => self.expression(NodeId(node.data), scope),
            NodeKind::Conditional => self.conditional(id, scope),
            NodeKind::QuotedTemplate | NodeKind::HeredocTemplate | NodeKind::BareTemplate => {
                self.template(id, scope)
            }
            NodeKind::Tuple | NodeKind::Object if node.is_unknown_blocks() => Value::dynamic(),
            NodeKind::Tuple => self.tuple(id, scope),
            NodeKind::Object => self.object(id, scope),
            NodeKind::ForTuple | NodeKind::ForObject => self.for_expression(id, scope),
            NodeKind::FunctionCall => self.call(id, scope),
            NodeKind::GetAttr
            | NodeKind::LegacyIndex
            | NodeKind::Index
            | NodeKind::AttributeSplat
            | NodeKind::FullSplat => self.in_element(id, None, scope),
            NodeKind::Null => Value::NULL,
            // An unknown expression. Numbers and operations are evaluated as scalars and do not get here.
            _ => Value::dynamic(),
        }
    }

    /// The value of the variable `id` (cloned), or the error that there is no such variable.
    #[inline(never)]
    fn variable_value(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        match self.variable(&self.view.tree.node(id), scope) {
            Some(value) => value.clone(),
            None => self.unknown_variable(id, scope),
        }
    }

    /// The value of the variable `node`, if there is one.
    #[expect(
        clippy::inline_always,
        reason = "it is a few steps of what asks for it, where a call would be most of the cost"
    )]
    #[inline(always)]
    fn variable<'s>(&self, node: &Node, scope: &Scope<'s>) -> Option<&'s Value>
    where
        'a: 's,
    {
        if node.is_bound() {
            return BoundValues::bound(self.view.tree, *node);
        }
        scope.get(node.name(self.view.text))
    }
}

/// A suggestion to append to a detail.
fn did_you_mean(name: &str) -> String {
    format!(" Did you mean \"{name}\"?")
}

/// The message of a value error as the end of a sentence.
fn sentence(error: &ValueError) -> String {
    format!("{error}.")
}
