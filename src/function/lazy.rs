//! Calls whose arguments are evaluated by the function, not before it.
//!
//! The reference calls this "custom decoding". The evaluator of the expression around the call implements [`Caller`].

use std::sync::Arc;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::Result;
use crate::value::{Type, Value};

use super::{Budget, FunctionError, Work};

/// Levels of nesting that one argument reserves, for the stack frames between the call and the argument.
const NESTING: usize = 4;

/// A call to a [lazy function](super::Function::lazy): its arguments and their scope.
///
/// Arguments are numbered from 0. If the [`Parameter`](super::Parameter::lazy) is not lazy, or if the argument comes
/// from a list followed by `...`, the argument has been evaluated and converted before the call.
///
/// ```
/// use hcl::EvalContext;
/// use hcl::function::{Function, Parameter};
/// use hcl::{Type, Value};
///
/// let describe = Function::lazy(Type::STRING, |call| {
///     let text = call.text(0).unwrap_or_default();
///     let result = match call.evaluate(0) {
///         Ok(value) => value.to_string(),
///         Err(error) => format!("failed: {error}"),
///     };
///     Ok(Value::from(format!("{text} is {result}")))
/// })
/// .with_parameter(Parameter::lazy("expression"));
///
/// let ctx = EvalContext::new()
///     .with_variable("a", 2)
///     .with_function("describe", describe);
/// let sum = hcl::parse_expression("describe(a + 1)")?.evaluate(&ctx)?;
/// assert_eq!(sum, "a + 1 is 3");
/// let failed = hcl::parse_expression("describe(b)")?.evaluate(&ctx)?;
/// assert_eq!(
///     failed,
///     r#"b is failed: Unknown variable: There is no variable named "b"."#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
pub struct LazyCall<'a> {
    pub(super) arguments: &'a [Value],
    /// Evaluates arguments. `None` if the function is called outside an expression, with values only.
    pub(super) caller: Option<&'a dyn Caller>,
    pub(super) work: &'a Work,
}

/// The evaluator of the expression around a call.
///
/// Positions count the arguments as they are written; the result is `None` for an argument that comes from `...`.
pub(crate) trait Caller {
    /// Evaluates the argument in the scope of the call.
    fn evaluate(&self, index: usize) -> Option<Result<Value>>;

    /// The text of the argument.
    fn text(&self, index: usize) -> Option<&str>;

    /// The variables that the argument refers to, as written.
    fn variables(&self, index: usize) -> Option<Vec<String>>;

    /// The type that the argument describes.
    fn type_constraint(&self, index: usize) -> Option<Result<Type>>;

    /// Evaluates a text as a template, with only these variables, and the functions of the scope.
    fn evaluate_template(
        &self,
        name: Option<&str>,
        text: &str,
        variables: &[(Arc<str>, Value)],
    ) -> Result<Value>;
}

impl LazyCall<'_> {
    /// The number of arguments.
    pub fn argument_count(&self) -> usize {
        self.arguments.len()
    }

    /// The value of an argument. A lazy argument is evaluated each time this method is called.
    ///
    /// # Errors
    ///
    /// If the evaluation fails, with its diagnostics; if there is no such argument; or if more than about 60 such
    /// arguments nest in each other. A function that returns the error reports the diagnostics.
    pub fn evaluate(&self, index: usize) -> Result<Value, FunctionError> {
        let value = self.arguments.get(index);
        let value = value.ok_or_else(|| missing(index))?;
        let _nested = self.work.enter(NESTING)?;
        match self.caller.and_then(|caller| caller.evaluate(index)) {
            Some(result) => result.map_err(FunctionError::from),
            None => Ok(value.clone()),
        }
    }

    /// The text of an argument as written; `None` if it comes from `...`.
    pub fn text(&self, index: usize) -> Option<&str> {
        self.caller?.text(index)
    }

    /// The variables that an argument refers to, as written: `var.region`. Variables defined by a `for` in the argument
    /// are not included.
    pub fn variables(&self, index: usize) -> Vec<String> {
        let variables = self.caller.and_then(|caller| caller.variables(index));
        variables.unwrap_or_default()
    }

    /// The type that an argument describes, such as `list(string)`, by the rules of
    /// [`Expression::type_constraint`](crate::Expression::type_constraint).
    ///
    /// # Errors
    ///
    /// If it does not describe a type, with a diagnostic for each invalid part.
    pub fn type_constraint(&self, index: usize) -> Result<Type, FunctionError> {
        let length = self.text(index).map_or(0, str::len);
        self.work.budget.spend_text(length)?;
        let ty = self.caller.and_then(|it| it.type_constraint(index));
        match ty {
            Some(result) => result.map_err(FunctionError::from),
            None => Err(FunctionError::argument(
                index,
                "a type must be written in the call itself",
            )),
        }
    }

    /// Evaluates text as a template that can use the given variables, and the functions that are visible where the
    /// function is called.
    ///
    /// # Errors
    ///
    /// If the text is not a template or has no value; if the call is itself in a template that is evaluated in this
    /// way; if the function is called outside an expression.
    pub fn evaluate_template(
        &self,
        text: &str,
        variables: impl IntoIterator<Item = (Arc<str>, Value)>,
    ) -> Result<Value, FunctionError> {
        let variables: Vec<_> = variables.into_iter().collect();
        self.evaluate_text(None, text, &variables)
    }

    /// Like [`LazyCall::evaluate_template`], for a text that may come from a file, whose `name` is then shown in
    /// diagnostics.
    pub(super) fn evaluate_text(
        &self,
        name: Option<&str>,
        text: &str,
        variables: &[(Arc<str>, Value)],
    ) -> Result<Value, FunctionError> {
        let Some(caller) = self.caller else {
            let message = "a template can be evaluated only in an expression";
            return Err(FunctionError::new(message));
        };
        let _within = self.work.calls.enter_template()?;
        caller
            .evaluate_template(name, text, variables)
            .map_err(|error| {
                let mut diagnostics = error.into_diagnostics();
                // The evaluator adds the place of the call.
                let detail = match name {
                    Some(name) => format!("The template \"{name}\" fails in this call."),
                    None => String::from("The template fails in this call."),
                };
                diagnostics.push(Diagnostic::of(Code::ErrorInFunctionCall, detail));
                FunctionError::diagnosed(diagnostics)
            })
    }

    /// The budget of the call. A function charges to it whatever it creates itself; the evaluation of arguments is
    /// charged automatically.
    pub fn budget(&self) -> &Budget {
        &self.work.budget
    }
}

fn missing(index: usize) -> FunctionError {
    FunctionError::new(format_args!("there is no argument {}", index + 1))
}
