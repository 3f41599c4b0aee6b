//! Expressions and templates to values ("Expressions", "Templates").
//!
//! An operation that fails gives the dynamic unknown value, with which the operations around it go
//! on without complaint; so one evaluation reports every independent error.
//!
//! Knows nothing of serde.

mod access;
mod call;
mod conditional;
mod context;
mod iteration;
mod object;
mod operation;
mod postfix;
mod template;
mod type_expression;

use crate::diagnostic::{Diagnostic, suggest};
use crate::error::{Category, Error, Result};
use crate::number::parse_literal;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::handle::{Expression, Template};
use crate::syntax::tree::view::{Shape, View};
use crate::value::{Value, ValueError};

pub use context::EvalContext;

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
        strict(self.evaluate_recoverable(ctx))
    }

    /// Evaluates the expression, whatever is wrong with it: what cannot be known is unknown.
    pub fn evaluate_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let mut evaluator = Evaluator::new(self.view());
        let value = evaluator.in_element(self.id(), self.element(), &Scope::global(ctx));
        (value, evaluator.finish(self.source()))
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
        strict(self.evaluate_recoverable(ctx))
    }

    /// Evaluates the template, whatever is wrong with it: what cannot be known is unknown.
    pub fn evaluate_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let mut evaluator = Evaluator::new(self.view());
        let scope = Scope::global(ctx);
        let value = match self.branch() {
            // The text behind a directive is a string, also if it is one interpolation.
            Some(branch) => evaluator.text(branch, &scope),
            None => evaluator.expression(self.id(), &scope),
        };
        (value, evaluator.finish(self.source()))
    }
}

/// The value, or the error that says why there is none.
fn strict((value, diagnostics): (Value, Vec<Diagnostic>)) -> Result<Value> {
    match Error::from_diagnostics(Category::Evaluation, diagnostics) {
        Some(error) => Err(error),
        None => Ok(value),
    }
}

/// The variables of an expression: those of the context, and those that the expressions around it
/// define.
struct Scope<'a> {
    /// The innermost names with their values.
    names: [Option<(&'a str, Value)>; 2],
    parent: Option<&'a Scope<'a>>,
    ctx: &'a EvalContext,
}

impl<'a> Scope<'a> {
    fn global(ctx: &'a EvalContext) -> Self {
        Scope {
            names: [None, None],
            parent: None,
            ctx,
        }
    }

    /// A scope within this one that defines one or two more names.
    fn child<'b>(&'b self, names: [Option<(&'b str, Value)>; 2]) -> Scope<'b>
    where
        'a: 'b,
    {
        Scope {
            names,
            parent: Some(self),
            ctx: self.ctx,
        }
    }

    fn chain(&self) -> impl Iterator<Item = &Scope<'a>> {
        std::iter::successors(Some(self), |scope| scope.parent)
    }

    fn variable(&self, name: &str) -> Option<&Value> {
        let local = self.chain().flat_map(|scope| scope.names.iter().flatten());
        let found = local
            .filter(|(own, _)| *own == name)
            .map(|(_, value)| value)
            .next();
        found.or_else(|| self.ctx.variable(name))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        let local = self.chain().flat_map(|scope| scope.names.iter().flatten());
        local
            .map(|(name, _)| *name)
            .chain(self.ctx.variable_names())
    }
}

/// One evaluation.
struct Evaluator<'a> {
    view: View<'a, 'a>,
    diagnostics: Vec<Diagnostic>,
    /// How many splats nest around what is being evaluated.
    splats: usize,
}

impl<'a> Evaluator<'a> {
    fn new(view: View<'a, 'a>) -> Self {
        Evaluator {
            view,
            diagnostics: Vec::new(),
            splats: 0,
        }
    }

    /// The diagnostics, each once: what is evaluated for each element of a collection fails for
    /// each in the same way.
    fn finish(self, source: &Source) -> Vec<Diagnostic> {
        let mut seen = std::collections::HashSet::new();
        let mut diagnostics = self.diagnostics;
        diagnostics.retain(|it| {
            seen.insert((
                it.subject(),
                it.summary().to_owned(),
                it.detail().to_owned(),
            ))
        });
        let with_source = |it: Diagnostic| it.with_source(source.clone());
        diagnostics.into_iter().map(with_source).collect()
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

    /// The value, or the error that it nests too deep.
    fn nested(&mut self, value: Result<Value, ValueError>, subject: Span) -> Value {
        match value {
            Ok(value) => value,
            Err(error) => self.error("Nesting too deep", sentence(&error), subject),
        }
    }

    /// The value of the expression `id`.
    fn expression(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        match self.view.shape(id) {
            Shape::Number(text) => parse_literal(text).unwrap_or_default().into(),
            Shape::Bool(value) => Value::from(value),
            Shape::Null => Value::NULL,
            Shape::Variable(name) => self.variable(name, self.span(id), scope),
            Shape::Literal(literal) => Value::from(&*self.view.literal(literal)),
            Shape::Template => self.template(id, scope),
            Shape::Parentheses(inner) => self.expression(inner, scope),
            Shape::Unary(operator, operand) => self.unary(id, (operator, operand), scope),
            Shape::Binary(..) => self.binary(id, scope),
            Shape::Conditional(_) => self.conditional(id, scope),
            Shape::Tuple(elements) => {
                let elements = elements
                    .iter()
                    .map(|id| self.expression(NodeId(*id), scope));
                let elements: Vec<_> = elements.collect();
                self.nested(Value::tuple(elements), self.span(id))
            }
            Shape::Object(items) => self.object(id, items, scope),
            Shape::For(it) => self.for_expression(id, it, scope),
            Shape::FunctionCall(call) => self.call(id, call, scope),
            Shape::GetAttr(..)
            | Shape::LegacyIndex(..)
            | Shape::Index(..)
            | Shape::AttributeSplat(_)
            | Shape::FullSplat(_) => self.in_element(id, None, scope),
        }
    }

    fn variable(&mut self, name: &str, span: Span, scope: &Scope<'_>) -> Value {
        if let Some(value) = scope.variable(name) {
            return value.clone();
        }
        if scope.names().next().is_none() {
            let detail =
                format!("The variable \"{name}\" is not defined: there are no variables here.");
            return self.error("Variables not allowed", detail, span);
        }
        let detail = match suggest(name, scope.names()) {
            Some(near) => {
                format!("There is no variable named \"{name}\". Did you mean \"{near}\"?")
            }
            None => format!("There is no variable named \"{name}\"."),
        };
        self.error("Unknown variable", detail, span)
    }
}

/// A clause of a value error, as a part of a sentence that is closed by a full stop.
fn sentence(error: &ValueError) -> String {
    format!("{error}.")
}
