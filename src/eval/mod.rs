//! Expressions and templates to values ("Expressions", "Templates").
//!
//! An operation that fails gives the dynamic unknown value, with which the operations around it go
//! on without complaint; so one evaluation reports every independent error.
//!
//! Knows nothing of serde.

mod access;
mod bound;
mod budget;
mod call;
mod conditional;
mod constant;
mod context;
mod iteration;
mod names;
mod object;
mod operand;
mod operation;
mod operator;
mod plain;
mod postfix;
mod scalar;
mod scope;
mod template;
mod type_expression;

use std::cell::OnceCell;
use std::mem;

use crate::diagnostic::{Diagnostic, suggest};
use crate::error::{Category, Error, Result};
use crate::function;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::{Expression, Template};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{Node, NodeId, NodeKind};
use crate::value::{Value, ValueError};

use postfix::Step;
use scope::Scope;

pub(crate) use bound::BoundValues;
use budget::Budget;
use constant::Constants;
pub use context::EvalContext;

/// How many diagnostics there are at the most for all elements that a `for` or a splat goes through.
const MAX_REPEATED: usize = 20;

/// How many of the names that the expressions around define may have been meant by one that nobody knows.
const MAX_LOCAL_NAMES: usize = 20;

/// Where the diagnostics begin and end that stand for the elements which are done.
struct Repetition {
    start: usize,
    end: usize,
}

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
        let outcome = evaluator.finish(value);
        outcome.in_source(self.source()).into_result()
    }

    /// Evaluates the expression, whatever is wrong with it: what cannot be known is unknown. What
    /// fails for several elements of a collection is reported for twenty of them at the most, and
    /// once if that is all there is to say.
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
        let outcome = evaluator.finish(value).in_source(self.source());
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the expression as a part of a larger piece of work, for all of which there is one budget. Once that is
    /// used up, nothing is evaluated any more, and nothing said: that it is has been reported.
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
        let outcome = evaluator.finish_for_use(value).in_source(self.source());
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the expression in literal-only mode: there are no variables and functions, which is
    /// why no context can be given. Operators, templates and `for` expressions are evaluated.
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
        self.evaluate(&EvalContext::new())
    }
}

impl Template {
    /// Evaluates the template. One that is a single interpolation has the value of that, of
    /// whatever type ("Template Interpolation Unwrapping"); any other is a string.
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
        self.outcome(Mode::Unwrapping, ctx).into_result()
    }

    /// Evaluates the template, whatever is wrong with it: what cannot be known is unknown, as
    /// [`Expression::evaluate_recoverable`].
    pub fn evaluate_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let outcome = self.outcome(Mode::Unwrapping, ctx);
        (outcome.value, outcome.diagnostics)
    }

    /// Evaluates the template in literal-only mode, as [`Expression::evaluate_literal`].
    ///
    /// # Errors
    ///
    /// If the template has no value, or if it refers to a variable or function.
    pub fn evaluate_literal(&self) -> Result<Value> {
        self.evaluate(&EvalContext::new())
    }

    /// Evaluates the template to the string that it stands for, also if it is a single
    /// interpolation: what a file is made of.
    ///
    /// # Errors
    ///
    /// If the template has no value, or one that is not known or no string.
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
        let value = self.outcome(Mode::Text, ctx).into_result()?;
        value.as_str().map(str::to_owned).ok_or_else(|| {
            let detail = "The template stands for a string that is not known yet, because something \
                          in it is unknown.";
            let diagnostic = Diagnostic::error("Unknown template result", detail)
.at(self);
            Error::new(Category::Evaluation, diagnostic)
        })
    }

    fn outcome(&self, mode: Mode, ctx: &EvalContext) -> Outcome {
        let budget = ctx.budget();
        let mut evaluator = Evaluator::new(self.view(), self.id(), &budget);
        let scope = Scope::global(ctx);
        let value = match (self.branch(), mode) {
            // The text after a directive is a string, also if it is one interpolation.
            (Some(branch), _) => evaluator.text(branch, &scope),
            (None, Mode::Unwrapping) => evaluator.expression(self.id(), &scope),
            (None, Mode::Text) => match self.view().expression(self.id()) {
                ExpressionView::Template => evaluator.text(self.view().template(self.id()), &scope),
                _ => evaluator.expression(self.id(), &scope),
            },
        };
        let outcome = evaluator.finish(value);
        outcome.in_source(self.source())
    }
}

/// Evaluates the expression `id`. The diagnostics do not say their source.
pub(crate) fn evaluate(
    view: View<'_, '_>,
    id: NodeId,
    (ctx, budget): (&EvalContext, &function::Budget),
) -> Outcome {
    let mut evaluator = Evaluator::new(view, id, budget);
    let value = evaluator.expression(id, &Scope::global(ctx));
    evaluator.finish_for_use(value)
}

/// Evaluates the key `id` of an object, which is a string if it is known. The diagnostics do not
/// say their source.
pub(crate) fn evaluate_key(
    view: View<'_, '_>,
    id: NodeId,
    (ctx, budget): (&EvalContext, &function::Budget),
) -> Outcome {
    let mut evaluator = Evaluator::new(view, id, budget);
    let key = evaluator.key(id, &Scope::global(ctx));
    let value = key.map_or(Value::dynamic(), Value::from_shared);
    evaluator.finish(value)
}

/// What a template that is one interpolation gives.
#[derive(Clone, Copy)]
enum Mode {
    Unwrapping,
    Text,
}

/// What came of an evaluation.
pub(crate) struct Outcome {
    pub(crate) value: Value,
    pub(crate) diagnostics: Vec<Diagnostic>,
    /// What kind of thing went wrong if something did.
    category: Category,
}

impl Outcome {
    /// The value, or the error that says why there is none.
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

    /// The same with diagnostics that refer to `source`.
    #[inline]
    fn in_source(mut self, source: &Source) -> Self {
        if !self.diagnostics.is_empty() {
            let with_source = |it: Diagnostic| it.with_source(source.clone());
            self.diagnostics = self.diagnostics.into_iter().map(with_source).collect();
        }
        self
    }
}

/// One evaluation.
struct Evaluator<'a> {
    view: View<'a, 'a>,
    /// The expression that all others are parts of.
    root: NodeId,
    /// The root, or the element that is at hand of a collection which stands alone itself.
    alone: NodeId,
    diagnostics: Vec<Diagnostic>,
    budget: Budget<'a>,
    /// The value of the expression that was evaluated last, if it is no scalar.
    other: Value,
    /// The arguments of the calls that are being evaluated, those of the innermost last.
    arguments: Vec<Value>,
    /// The operations and conditionals that wait for their first operand or their false result,
    /// those of the innermost chain last.
    pending: Vec<NodeId>,
    /// The links of the chains that are being gone through, those of the innermost chain last.
    links: Vec<Step>,
    /// The constants of the tree, once one is needed.
    constants: OnceCell<&'a Constants>,
    /// Whether the operation that is being evaluated has something in it that is no scalar.
    by_rules: bool,
    /// How many splats nest around what is being evaluated.
    splats: usize,
}

impl<'a> Evaluator<'a> {
    fn new(view: View<'a, 'a>, root: NodeId, budget: &'a function::Budget) -> Self {
        Evaluator {
            view,
            root,
            alone: root,
            diagnostics: Vec::new(),
            budget: Budget::of(budget),
            other: Value::NULL,
            arguments: Vec::new(),
            pending: Vec::new(),
            links: Vec::new(),
            constants: OnceCell::new(),
            by_rules: false,
            splats: 0,
        }
    }

    /// The value of an expression that somebody holds.
    #[inline]
    fn whole(&mut self, expression: &Expression, ctx: &EvalContext) -> Value {
        let (id, scope) = (expression.id(), Scope::global(ctx));
        if self.view.tree.node(id).kind.is_postfix() {
            self.in_element(id, expression.element(), &scope)
        } else {
            self.expression(id, &scope)
        }
    }

    /// Whether there is nothing to say of a value, and nothing to pay for it.
    #[inline]
    fn is_done(&self) -> bool {
        self.diagnostics.is_empty() && !self.budget.is_limited()
    }

    /// The value of the whole with the diagnostics, each once; if the budget did not suffice, with that diagnostic
    /// alone.
    fn finish(&mut self, value: Value) -> Outcome {
        self.spend_parts(&value, self.span(self.root));
        self.outcome(value)
    }

    /// The same for a value that is decoded, for which its numbers may be made text.
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
            let mut seen = std::collections::HashSet::new();
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

    /// The beginning of something that is done for each of many elements.
    fn repetition(&self) -> Repetition {
        let start = self.diagnostics.len();
        Repetition { start, end: start }
    }

    /// Drops what was reported for the last element and for one before it: what fails for each
    /// element mostly fails for each in the same way.
    #[inline]
    fn drop_repeated(&mut self, repetition: &mut Repetition) {
        if self.diagnostics.len() > repetition.end {
            for diagnostic in self.diagnostics.split_off(repetition.end) {
                let kept = &self.diagnostics[repetition.start..];
                let is_known = kept.iter().any(|it| is_same(it, &diagnostic));
                if !is_known && kept.len() < MAX_REPEATED {
                    self.diagnostics.push(diagnostic);
                }
            }
            repetition.end = self.diagnostics.len();
        }
    }

    fn span(&self, id: NodeId) -> Span {
        self.view.tree.span(id)
    }

    /// Reports an error. What failed is the dynamic unknown value.
    fn error(&mut self, summary: &'static str, detail: impl Into<String>, subject: Span) -> Value {
        let diagnostic = Diagnostic::error(summary, detail).with_subject(subject);
        self.diagnostics.push(diagnostic);
        Value::dynamic()
    }

    /// Reports an error with advice that is found when it is read.
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

    /// The value of the expression `id`, or the error that it nests too deep.
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

    /// The value of an expression that is no number and no operation, for which its step is taken. Each kind that makes
    /// something of others is a function of its own: what it needs of the stack, the others need not set up.
    #[inline]
    fn by_kind(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let node = self.view.tree.node(id);
        match node.kind {
            NodeKind::Variable => self.variable_value(id, scope),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral => self.literal(id),
            NodeKind::True | NodeKind::False => Value::from(node.kind == NodeKind::True),
            NodeKind::Parentheses => self.expression(NodeId(node.data), scope),
            NodeKind::Conditional => self.conditional(id, scope),
            NodeKind::QuotedTemplate | NodeKind::HeredocTemplate | NodeKind::BareTemplate => {
                self.template(id, scope)
            }
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
            // Unknown; numbers and operations are scalars, and otherwise nothing is left.
            _ => Value::dynamic(),
        }
    }

    /// A value of its own for the variable `id`, or the error that there is none.
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
            return self.bound(*node);
        }
        scope.get(node.name(self.view.text))
    }

    #[cold]
    fn unknown_variable(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let span = self.span(id);
        let name = self.view.slice(span);
        let local_names = scope.local_names().take(MAX_LOCAL_NAMES);
        let local_names: Vec<_> = local_names.map(str::to_owned).collect();
        let advice = match keyword(name) {
            Some(keyword) => format!(" Did you mean the keyword \"{keyword}\"?"),
            None => self.quotes(id),
        };
        if local_names.is_empty() && !scope.ctx.has_variables() {
            let detail = format!(
                "The variable \"{name}\" is not defined: there are no variables here.{advice}"
            );
            return self.error("Variables not allowed", detail, span);
        }
        let detail = format!("There is no variable named \"{name}\".");
        let (name, ctx) = (name.to_owned(), scope.ctx.clone());
        if keyword(&name).is_some() {
            return self.error("Unknown variable", detail + &advice, span);
        }
        self.error_with_advice("Unknown variable", detail, span, move || {
            let names = local_names.iter().map(String::as_str);
            let near = suggest(&name, names.chain(ctx.variable_names()));
            near.map_or_else(|| advice.clone(), did_you_mean)
        })
    }

    /// What else a name without a value may have been meant for, if it stands alone.
    fn quotes(&self, id: NodeId) -> String {
        if id != self.alone {
            return String::new();
        }
        let name = self.view.slice(self.span(id));
        format!(" If a string is meant, write it in quotes: \"{name}\".")
    }
}

/// The keyword that another language writes like this.
fn keyword(name: &str) -> Option<&'static str> {
    match name.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some("true"),
        "false" | "no" | "off" => Some("false"),
        "null" | "none" | "nil" => Some("null"),
        _ => None,
    }
}

/// Whether two diagnostics say the same of the same place.
fn is_same(left: &Diagnostic, right: &Diagnostic) -> bool {
    left.subject() == right.subject()
        && left.summary() == right.summary()
        && left.statement() == right.statement()
}

/// What follows a detail if a name was probably meant.
fn did_you_mean(name: &str) -> String {
    format!(" Did you mean \"{name}\"?")
}

/// A clause of a value error, as a part of a sentence that is closed by a full stop.
fn sentence(error: &ValueError) -> String {
    format!("{error}.")
}
