//! Operations on the value of another spec: transforming, checking or refining it.

use std::fmt;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Result;
use crate::eval::EvalContext;
use crate::function::{Function, Work};
use crate::syntax::tree::handle::Expression;
use crate::value::{Refinement, Type, Value};

#[derive(Debug)]
pub(super) enum Transformation {
    /// An expression in which the variable `nested` is the value.
    Expression(Expression, EvalContext),
    Function(Function),
    /// Accepts or rejects the value, without changing it.
    Check(Closure<Check>),
    /// Refines an unknown value.
    Refine(Closure<Refine>),
}

type Check = dyn Fn(&Value) -> Result<()> + Send + Sync;
type Refine = dyn Fn(Refinement) -> Refinement + Send + Sync;

/// A closure of the application, which has no debug representation of its own.
pub(super) struct Closure<F: ?Sized>(pub(super) Box<F>);

impl Transformation {
    /// The type of the results for values of type `nested`.
    pub(super) fn implied_type(&self, nested: &Type) -> Type {
        match self {
            Transformation::Expression(..) | Transformation::Function(_) => {
                let (value, _) = self.apply(Value::unknown(nested), &Work::unlimited());
                value.ty()
            }
            Transformation::Check(_) | Transformation::Refine(_) => nested.clone(),
        }
    }

    /// Returns the result for a value, and the diagnostics.
    pub(super) fn apply(&self, value: Value, work: &Work) -> (Value, Vec<Diagnostic>) {
        match self {
            Transformation::Expression(expression, ctx) => {
                // Limits of the transformation's own context take precedence over those of the decoding.
                let own = ctx.is_limited().then(|| ctx.work());
                let ctx = EvalContext::child(ctx).with_variable("nested", value);
                let evaluated = expression.evaluate_within(&ctx, own.as_ref().unwrap_or(work));
                (evaluated.value, evaluated.diagnostics)
            }
            Transformation::Function(function) => {
                match function.call_within(&[value], work, None) {
                    Ok(result) => (result, Vec::new()),
                    Err(error) => {
                        let detail = format!("The value is unsuitable here: {error}.");
                        let diagnostic = Diagnostic::of(Code::InvalidValue, detail);
                        (Value::dynamic(), vec![diagnostic])
                    }
                }
            }
            Transformation::Check(Closure(check)) => match check(&value) {
                Ok(()) => (value, Vec::new()),
                Err(error) => (Value::unknown(&value.ty()), error.into_diagnostics()),
            },
            Transformation::Refine(Closure(refine)) => {
                (refine(value.refine()).finish(), Vec::new())
            }
        }
    }
}

impl<F: ?Sized> fmt::Debug for Closure<F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Closure")
    }
}
