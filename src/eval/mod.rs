//! Evaluation of expressions and templates to values ("Expressions", "Templates").
//!
//! An operation that fails results in the dynamic unknown value, which the operations around it accept. One
//! evaluation therefore reports every independent error.

mod access;
mod call;
mod collection;
mod conditional;
mod context;
mod iteration;
mod lazy;
mod marked;
pub(crate) mod names;
mod operation;
mod operator;
mod report;
pub(crate) mod secret;
mod template;
mod text;
mod traversal;
mod type_expression;
mod user_function;
mod variable;

use std::mem;

use crate::diagnostic::{Code, Diagnostic, UniqueDiagnostics};
use crate::error::{Category, Diagnosed, Error, Result};
use crate::function::Work;
use crate::number::{Small, parse_literal};
use crate::span::Span;
use crate::syntax::tree::handle::{Expression, Template, TemplateRef};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, ExprKind};
use crate::value::{Text, Value};

use variable::Scope;

pub use context::EvalContext;
pub use marked::Marked;
pub(crate) use operator::result_type;
pub use user_function::user_functions;
pub(crate) use user_function::{UserFunctionPurpose, definitions_of, functions_of};

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
    /// let expression =
    ///     hcl::parse_expression("[for name in names : \"${name}!\" if name != \"\"]")?;
    /// let ctx = EvalContext::new().with_variable("names", vec!["a", "", "b"]);
    /// assert_eq!(expression.evaluate(&ctx)?.to_string(), r#"["a!", "b!"]"#);
    ///
    /// let error = hcl::parse_expression("nmes[0] + true")?
    ///     .evaluate(&ctx)
    ///     .unwrap_err();
    /// assert_eq!(error.diagnostics().len(), 2);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate(&self, ctx: &EvalContext) -> Result<Value> {
        let work = ctx.work();
        let mut evaluator = Evaluator::new(self.view(), self.id(), &work);
        let value = evaluator.whole(self, ctx);
        if evaluator.is_done() {
            return Ok(value);
        }
        evaluator
            .finish(value, ctx)
            .with_source(self.source())
            .into_result()
    }

    /// Evaluates the expression and always returns a value: anything that cannot be evaluated is unknown. An error that
    /// is repeated for the elements of a collection is reported for at most twenty elements, and only once if all
    /// diagnostics are equal.
    ///
    /// ```
    /// let expression = hcl::parse_expression("[1 + 1, nobody]")?;
    /// let evaluated = expression.evaluate_diagnosed(&hcl::EvalContext::new());
    /// assert_eq!(evaluated.value[0], 2);
    /// assert!(!evaluated.value.is_wholly_known());
    /// assert_eq!(evaluated.diagnostics.len(), 1);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_diagnosed(&self, ctx: &EvalContext) -> Diagnosed<Value> {
        let work = ctx.work();
        let mut evaluator = Evaluator::new(self.view(), self.id(), &work);
        let value = evaluator.whole(self, ctx);
        evaluator.finish(value, ctx).with_source(self.source())
    }

    /// Evaluates the expression of a definition, without looking up its kept value. The diagnostics have sources.
    pub(in crate::eval) fn evaluate_directly(
        &self,
        ctx: &EvalContext,
        work: &Work,
    ) -> Diagnosed<Value> {
        let mut evaluator = Evaluator::new(self.view(), self.id(), work);
        let value = evaluator.whole_directly(self, ctx);
        evaluator.finish(value, ctx).with_source(self.source())
    }

    /// Evaluates the expression as a part of a larger piece of work. Once that is interrupted, nothing more is
    /// evaluated or reported: the error has been reported already.
    pub(crate) fn evaluate_within(&self, ctx: &EvalContext, work: &Work) -> Diagnosed<Value> {
        if work.is_interrupted() {
            return Diagnosed::new(Category::Limit, Value::dynamic(), Vec::new());
        }
        let mut evaluator = Evaluator::new(self.view(), self.id(), work);
        let value = evaluator.whole(self, ctx);
        evaluator
            .finish_for_use(value, ctx)
            .with_source(self.source())
    }

    /// Evaluates the expression in literal-only mode: without variables and functions, and therefore without a context.
    /// Operators, templates and `for` expressions are evaluated, except that JSON syntax has no templates in this mode:
    /// a string is literal text.
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
    /// assert_eq!(
    ///     hcl::parse_template("${count}")?.evaluate(&ctx)?,
    ///     Value::from(3)
    /// );
    /// assert_eq!(
    ///     hcl::parse_template("${count} left")?.evaluate(&ctx)?,
    ///     Value::from("3 left")
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate(&self, ctx: &EvalContext) -> Result<Value> {
        self.evaluate_diagnosed(ctx).into_result()
    }

    /// Evaluates the template and always returns a value, like [`Expression::evaluate_diagnosed`].
    pub fn evaluate_diagnosed(&self, ctx: &EvalContext) -> Diagnosed<Value> {
        self.evaluate_within(TemplateMode::Unwrapping, ctx, &ctx.work())
    }

    /// Evaluates the template in literal-only mode, like [`Expression::evaluate_literal`].
    ///
    /// # Errors
    ///
    /// If the template has no value, or if it refers to a variable or function.
    pub fn evaluate_literal(&self) -> Result<Value> {
        self.evaluate(&EvalContext::literal_only())
    }

    /// Evaluates the template to a string, even if it consists of a single interpolation. Use this to generate files.
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
        let evaluated = self.evaluate_within(TemplateMode::Text, ctx, &ctx.work());
        let value = evaluated.into_result()?;
        value.as_str().map(str::to_owned).ok_or_else(|| {
            let detail =
                "The result of the template is not known yet, because something in it is unknown.";
            let diagnostic = Diagnostic::of(Code::UnknownTemplateResult, detail).at(self);
            Error::new(Category::Evaluation, diagnostic)
        })
    }

    /// Evaluates the template as a part of a larger piece of work.
    fn evaluate_within(
        &self,
        mode: TemplateMode,
        ctx: &EvalContext,
        work: &Work,
    ) -> Diagnosed<Value> {
        let (view, id) = (self.view(), self.expression_id());
        let mut evaluator = Evaluator::new(view, id, work);
        let scope = Scope::global(ctx);
        let value = match self.node() {
            // A branch of a directive is a string, even if it consists of one interpolation.
            TemplateRef::Branch { id, notation, .. } => {
                evaluator.text(view.branch(id, notation), &scope)
            }
            TemplateRef::Expression(id) => evaluator.in_mode(id, mode, &scope),
        };
        evaluator
            .finish(value, ctx)
            .with_source(&self.document().source)
    }
}

/// Evaluates the expression `id`. The diagnostics have no source yet.
pub(crate) fn evaluate(
    view: View<'_, '_>,
    id: ExprId,
    ctx: &EvalContext,
    work: &Work,
) -> Diagnosed<Value> {
    let mut evaluator = Evaluator::new(view, id, work);
    let value = evaluator.defined(id, ctx);
    let value = value.unwrap_or_else(|| evaluator.expression(id, &Scope::global(ctx)));
    evaluator.finish_for_use(value, ctx)
}

/// Evaluates the key `id` of an object, which is a string if it is known. The diagnostics have no source yet.
pub(crate) fn evaluate_key(
    view: View<'_, '_>,
    id: ExprId,
    ctx: &EvalContext,
    work: &Work,
) -> Diagnosed<Value> {
    let mut evaluator = Evaluator::new(view, id, work);
    let key = evaluator.key(id, &Scope::global(ctx));
    let value = key.map_or(Value::dynamic(), Value::from);
    evaluator.finish(value, ctx)
}

/// How a template that consists of one interpolation is evaluated: to the value of that interpolation, or to a string.
#[derive(Clone, Copy)]
enum TemplateMode {
    Unwrapping,
    Text,
}

/// The state of one evaluation.
struct Evaluator<'a> {
    view: View<'a, 'a>,
    /// The expression that is evaluated as a whole.
    root: ExprId,
    /// The expression that gets a hint about missing quotes if it is an unknown name: the root, or the current element
    /// if the root is a collection. `None` in a template in a JSON string, which already has quotes.
    alone: Option<ExprId>,
    diagnostics: Vec<Diagnostic>,
    work: &'a Work,
    /// Where the work was interrupted, if it was. Results computed after that are not used.
    interrupted_at: Option<Span>,
    /// Number of splats around the current expression.
    splats: usize,
}

impl<'a> Evaluator<'a> {
    fn new(view: View<'a, 'a>, root: ExprId, work: &'a Work) -> Self {
        Evaluator {
            view,
            root,
            alone: Some(root),
            diagnostics: Vec::new(),
            work,
            interrupted_at: None,
            splats: 0,
        }
    }

    /// The value of an expression handle.
    fn whole(&mut self, expression: &Expression, ctx: &EvalContext) -> Value {
        if expression.is_whole()
            && expression.layers().is_none()
            && let Some(value) = self.defined(expression.id(), ctx)
        {
            return value;
        }
        self.whole_directly(expression, ctx)
    }

    /// The value of an expression handle, without looking for a definition.
    fn whole_directly(&mut self, expression: &Expression, ctx: &EvalContext) -> Value {
        let (id, scope) = (expression.id(), Scope::global(ctx));
        if let Some(properties) = expression.layers() {
            return self.layered(properties, ctx);
        }
        if expression.is_whole() || !self.paid(self.work.budget.take_steps(1), id) {
            return self.expression(id, &scope);
        }
        match expression.shape() {
            ExpressionView::Unknown => self.of_unknown_block(),
            ExpressionView::Traversal(it) => self.traversal(id, it, expression.element(), &scope),
            ExpressionView::Operations(it) => self.operations(it, &scope),
            ExpressionView::Conditional(parts) => self.conditional(parts, &scope),
            _ => self.expression(id, &scope),
        }
    }

    /// A value in blocks that `dynamic` blocks have generated from an unknown value, which may be a secret.
    fn of_unknown_block(&self) -> Value {
        if let Some(lookups) = self.work.existing_lookups()
            && let Some(bindings) = &self.view.tree.bindings
            && lookups.track_secrets()
            && bindings.is_secret()
        {
            self.note_secret();
        }
        Value::dynamic()
    }

    /// Whether a value can be returned as it is: without diagnostics and without further cost.
    fn is_done(&self) -> bool {
        self.diagnostics.is_empty() && !self.work.budget.is_limited()
    }

    /// The value of the whole expression with its diagnostics, each of them once. If the work is interrupted,
    /// only that is reported. The diagnostics have no source yet.
    fn finish(&mut self, value: Value, ctx: &EvalContext) -> Diagnosed<Value> {
        self.paid(self.work.budget.take_parts(&value), self.root);
        self.diagnosed(value, ctx)
    }

    /// Like [`Evaluator::finish`], for a value that will be decoded: decoding may convert its numbers to text.
    fn finish_for_use(&mut self, value: Value, ctx: &EvalContext) -> Diagnosed<Value> {
        self.paid(self.work.budget.take_argument(&value), self.root);
        self.diagnosed(value, ctx)
    }

    /// Conceals details that may reveal a secret. Diagnostics of a function may be about a place far from the call, so
    /// the decoder, which looks for secrets around that place, does not find the secret among the arguments.
    fn diagnosed(&mut self, value: Value, ctx: &EvalContext) -> Diagnosed<Value> {
        let mut evaluated = if let Some(interruption) = self.interruption() {
            Diagnosed::new(Category::Limit, Value::dynamic(), vec![interruption])
        } else {
            let mut diagnostics = mem::take(&mut self.diagnostics);
            if !diagnostics.is_empty() {
                let mut unique = UniqueDiagnostics::default();
                unique.extend(diagnostics);
                diagnostics = unique.into_vec();
            }
            Diagnosed::new(category_of(&diagnostics), value, diagnostics)
        };
        secret::conceal_of(self.view, self.root, ctx, &mut evaluated.diagnostics);
        evaluated
    }

    fn span(&self, id: ExprId) -> Span {
        self.view.tree.span(id)
    }

    /// The value of the expression `id`.
    #[expect(
        clippy::inline_always,
        reason = "the most frequent operands, numbers and variables, then need no call and no stack frame for this"
    )]
    #[inline(always)]
    fn expression(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        if !self.paid(self.work.budget.take_steps(1), id) {
            return Value::dynamic();
        }
        match self.view.tree[id].kind {
            ExprKind::ShortNumber {
                coefficient,
                places,
            } => Value::from(ExprKind::value_of_short(coefficient, places)),
            ExprKind::Variable { bound } => match self.variable(id, bound, &[], scope) {
                Some(value) => value.clone(),
                None => self.resolved(id, scope),
            },
            kind => self.expression_of_kind(id, kind, scope),
        }
    }

    /// The value of an expression whose step is already paid. Each kind with children has its own function, which keeps
    /// the stack frame of this one small.
    #[inline(never)]
    fn expression_of_kind(&mut self, id: ExprId, kind: ExprKind, scope: &Scope<'_>) -> Value {
        let view = self.view;
        match kind {
            ExprKind::Null => Value::NULL,
            ExprKind::Bool(truth) => Value::from(truth),
            ExprKind::ShortNumber { .. } | ExprKind::LongNumber => self.number(id),
            ExprKind::QuotedLiteral { .. }
            | ExprKind::HeredocLiteral
            | ExprKind::JsonString { .. } => self.literal(id),
            ExprKind::Unknown => self.of_unknown_block(),
            ExprKind::Variable { .. } => self.resolved(id, scope),
            ExprKind::Template(template) => self.template(template, scope),
            ExprKind::JsonTemplate(_) => self.embedded(id, TemplateMode::Unwrapping, scope),
            ExprKind::Parentheses(inner) => self.in_parentheses(inner, scope),
            ExprKind::Unary(operator, operand) => self.unary(id, operator, operand, scope),
            ExprKind::Operations(it) => self.operations(self.view.operations(it), scope),
            ExprKind::Conditional(it) => self.conditional(&view.tree[view.tree[it]], scope),
            ExprKind::Tuple(it) => self.tuple(id, &view.tree[view.tree[it]], scope),
            ExprKind::Object(it) => self.object(id, &view.tree[view.tree[it].items], scope),
            ExprKind::Structure(it) => self.structure(id, &view.tree[it], scope),
            ExprKind::For(it) => self.for_expression(id, &view.tree[it], scope),
            ExprKind::FunctionCall(call) => self.call(id, &view.tree[call], scope),
            ExprKind::Traversal(it) => self.traversal(id, view.traversal(it), None, scope),
        }
    }

    #[inline(never)]
    fn in_parentheses(&mut self, inner: ExprId, scope: &Scope<'_>) -> Value {
        self.expression(inner, scope)
    }

    /// The value of a numeric literal. The digits of a long one count towards the budget.
    #[inline(never)]
    fn number(&mut self, id: ExprId) -> Value {
        let digits = self.view.slice(self.span(id));
        if let Some(small) = Small::parse_literal(digits.as_bytes()) {
            return Value::from(small);
        }
        if !self.paid(self.work.budget.take_bytes(digits.len()), id) {
            return Value::dynamic();
        }
        parse_literal(digits).unwrap_or_default().into()
    }

    /// The value of a literal template.
    #[inline(never)]
    fn literal(&mut self, id: ExprId) -> Value {
        let text = Text::in_nfc(self.view.literal(id));
        self.paid(self.work.budget.take_bytes(text.len()), id);
        text.into()
    }
}

/// The category of an evaluation with these diagnostics. It can be `Syntax`, because native syntax in a JSON string is
/// parsed only when it is evaluated.
fn category_of(diagnostics: &[Diagnostic]) -> Category {
    match diagnostics.first().map(Diagnostic::category) {
        Some(Category::Syntax) => Category::Syntax,
        _ => Category::Evaluation,
    }
}
