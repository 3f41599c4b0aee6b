//! Calls whose arguments are evaluated by the function, not before it.
//!
//! The reference calls this "custom decoding". Whoever evaluates the expression around the call is behind [`Caller`].
//!
//! Knows nothing of trees: an expression is a position among the arguments.

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::error::{Error, Result};
use crate::value::{Type, Value};

use super::{Budget, FunctionError};

/// What an argument takes of the nesting that functions may need together: what lies between the call and the argument
/// on the stack.
const NESTING: usize = 4;

/// A call of a [lazy function](super::Function::lazy): its arguments, and the scope that they stand in.
///
/// Arguments have positions from 0. One whose [`Parameter`](super::Parameter::lazy) is not lazy has been evaluated and
/// converted before the function is called; so has one that comes from a list with `...` behind it.
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
/// let ctx = EvalContext::new().with_variable("a", 2).with_function("describe", describe);
/// let sum = hcl::parse_expression("describe(a + 1)")?.evaluate(&ctx)?;
/// assert_eq!(sum, "a + 1 is 3");
/// let failed = hcl::parse_expression("describe(b)")?.evaluate(&ctx)?;
/// assert_eq!(failed, r#"b is failed: Unknown variable: There is no variable named "b"."#);
/// # Ok::<(), hcl::Error>(())
/// ```
pub struct LazyCall<'a> {
    arguments: &'a [Value],
    /// Who evaluates arguments; nobody outside of an expression, where values are all that there is.
    caller: Option<&'a dyn Caller>,
    budget: &'a Budget,
}

/// What evaluates the expression around a call.
///
/// Positions are those of the arguments as they are written; there is no answer for those that come from `...`.
pub(crate) trait Caller {
    /// Evaluates the argument where it stands.
    fn evaluate(&self, index: usize) -> Option<Result<Value>>;

    /// The text of the argument.
    fn text(&self, index: usize) -> Option<&str>;

    /// The variables that the argument refers to, as they are written.
    fn variables(&self, index: usize) -> Option<Vec<String>>;

    /// The type that the argument describes.
    fn type_constraint(&self, index: usize) -> Option<Result<Type>>;

    /// Evaluates a text as a template, with these variables alone and the functions of the scope.
    fn evaluate_template(
        &self,
        name: Option<&str>,
        text: &str,
        variables: &[(Arc<str>, Value)],
    ) -> Result<Value>;
}

impl<'a> LazyCall<'a> {
    pub(super) fn new(
        arguments: &'a [Value],
        caller: Option<&'a dyn Caller>,
        budget: &'a Budget,
    ) -> Self {
        LazyCall {
            arguments,
            caller,
            budget,
        }
    }

    /// How many arguments there are.
    pub fn argument_count(&self) -> usize {
        self.arguments.len()
    }

    /// The value of an argument. One that is lazy is evaluated by each call of this method anew.
    ///
    /// # Errors
    ///
    /// If the expression has no value, with the diagnostics of the evaluation; if there is no such argument; if some 60
    /// such arguments nest in each other. A function that passes the error on reports the diagnostics.
    pub fn evaluate(&self, index: usize) -> Result<Value, FunctionError> {
        let value = self.arguments.get(index);
        let value = value.ok_or_else(|| missing(index))?;
        let _nested = self.budget.enter(NESTING)?;
        match self.caller.and_then(|caller| caller.evaluate(index)) {
            Some(result) => result.map_err(FunctionError::from),
            None => Ok(value.clone()),
        }
    }

    /// The text of an argument as it is written; nothing if it comes from `...`.
    pub fn text(&self, index: usize) -> Option<&str> {
        self.caller?.text(index)
    }

    /// The variables that an argument refers to, as they are written: `var.region`. Those that a `for` in the argument
    /// defines are not among them.
    pub fn variables(&self, index: usize) -> Vec<String> {
        let variables = self.caller.and_then(|caller| caller.variables(index));
        variables.unwrap_or_default()
    }

    /// The type that an argument describes, such as `list(string)`, by the rules of
    /// [`Expression::type_constraint`](crate::Expression::type_constraint).
    ///
    /// # Errors
    ///
    /// If it describes no type, with a diagnostic for each part that is wrong.
    pub fn type_constraint(&self, index: usize) -> Result<Type, FunctionError> {
        let ty = self.caller.and_then(|it| it.type_constraint(index));
        match ty {
            Some(result) => result.map_err(FunctionError::from),
            None => Err(FunctionError::argument(
                index,
                "a type must be written in the call itself",
            )),
        }
    }

    /// Evaluates a text as a template, in which there are these variables and the functions that the call could use.
    ///
    /// # Errors
    ///
    /// If the text is not a template or has no value; if it is evaluated by a template that is evaluated in this way
    /// itself; outside of an expression.
    pub fn evaluate_template(
        &self,
        text: &str,
        variables: impl IntoIterator<Item = (Arc<str>, Value)>,
    ) -> Result<Value, FunctionError> {
        self.evaluate_text(None, text, variables.into_iter().collect())
    }

    /// As [`LazyCall::evaluate_template`], for the text of a file, whose name stands in diagnostics.
    ///
    /// # Errors
    ///
    /// As [`LazyCall::evaluate_template`].
    pub fn evaluate_template_of(
        &self,
        filename: &str,
        text: &str,
        variables: impl IntoIterator<Item = (Arc<str>, Value)>,
    ) -> Result<Value, FunctionError> {
        self.evaluate_text(Some(filename), text, variables.into_iter().collect())
    }

    fn evaluate_text(
        &self,
        name: Option<&str>,
        text: &str,
        variables: Vec<(Arc<str>, Value)>,
    ) -> Result<Value, FunctionError> {
        let Some(caller) = self.caller else {
            let message = "a template can be evaluated in an expression only";
            return Err(FunctionError::new(message));
        };
        let _within = self.budget.enter_template()?;
        caller
            .evaluate_template(name, text, &variables)
            .map_err(|error| {
                let mut diagnostics = error.into_diagnostics();
                // It gets the place of the call.
                let detail = match name {
                    Some(name) => format!("The template \"{name}\" fails in this call."),
                    None => String::from("The template fails in this call."),
                };
                diagnostics.push(Diagnostic::error("Error in function call", detail));
                FunctionError::diagnosed(diagnostics)
            })
    }

    /// What the call may cost. What a function makes itself is taken from it; arguments pay for themselves.
    pub fn budget(&self) -> &Budget {
        self.budget
    }
}

fn missing(index: usize) -> FunctionError {
    FunctionError::new(format_args!("there is no argument {}", index + 1))
}

/// What a function says that evaluates arguments and needs their value: the diagnostics of the evaluation.
impl From<Error> for FunctionError {
    fn from(error: Error) -> Self {
        FunctionError::diagnosed(error.into_diagnostics())
    }
}
