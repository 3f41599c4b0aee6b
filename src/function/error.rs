//! Errors of functions and of calls.
//!
//! All messages are clauses without a full stop, so that they fit into the sentence of a diagnostic.

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::{Code, Diagnostic, clause};
use crate::error::{Category, Error};
use crate::limits::MAX_REPORTED;
use crate::number::NumberError;
use crate::span::Span;
use crate::value::{Value, ValueError};

/// An error of a function, about one of its arguments or about the call as a whole.
///
/// ```
/// use hcl::function::{Function, FunctionError, Parameter};
/// use hcl::Type;
///
/// let read = Function::new(Type::STRING, |args| {
///     let path = args[0].as_str().unwrap_or_default();
///     let text = std::fs::read_to_string(path).map_err(FunctionError::new)?;
///     Ok(text.into())
/// })
/// .with_parameter(Parameter::new("path", Type::STRING));
/// assert!(read.call(&["/no/such/file".into()]).is_err());
/// ```
///
/// A function that parses text of its own or [evaluates](super::LazyCall::evaluate) arguments can report more:
/// [diagnostics](FunctionError::diagnosed) with locations, which are reported unchanged.
#[derive(Clone)]
pub struct FunctionError {
    // A pointer, so that a `Result` is as small as its value allows.
    inner: Arc<FunctionErrorData>,
}

#[derive(Clone)]
struct FunctionErrorData {
    argument: Option<usize>,
    cause: Cause,
    /// The cause in words. Lazily computed, as it may contain advice that is computed on demand.
    message: OnceLock<String>,
}

#[derive(Clone)]
enum Cause {
    Message(String),
    Value(ValueError),
    Diagnostics(Vec<Diagnostic>),
}

/// The reason why a call has no result.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CallError {
    /// There are fewer arguments than positional parameters.
    #[non_exhaustive]
    NotEnough {
        /// The number of positional parameters that are not optional.
        expected: usize,
        /// Whether the function takes further arguments.
        takes_more: bool,
        /// The name of the first parameter without an argument.
        missing: Arc<str>,
    },
    /// There are more arguments than parameters, and none of those is variadic.
    #[non_exhaustive]
    TooMany {
        /// The number of parameters, which is the position of the first superfluous argument.
        expected: usize,
    },
    /// At least one argument does not fit its parameter.
    Arguments(Vec<ArgumentError>),
    /// The function failed.
    #[non_exhaustive]
    Failed {
        /// The message of the function.
        message: String,
    },
    /// The function failed, and has diagnostics that say why.
    Reported(FunctionError),
}

/// An argument that does not fit its parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArgumentError {
    pub(super) index: usize,
    pub(super) parameter: Arc<str>,
    pub(super) error: ValueError,
}

impl FunctionError {
    /// Creates an error about the call as a whole. The message can be any Rust error.
    pub fn new(message: impl fmt::Display) -> Self {
        Self::made(None, Cause::Message(clause(message.to_string())))
    }

    /// Creates an error about the argument at this position, counted from 0.
    pub fn argument(index: usize, message: impl fmt::Display) -> Self {
        Self::made(Some(index), Cause::Message(clause(message.to_string())))
    }

    /// An error about a part of the argument at this position.
    pub(crate) fn of_argument(index: usize, error: ValueError) -> Self {
        Self::made(Some(index), Cause::Value(error))
    }

    /// Creates an error from diagnostics. Those without a location get that of the call.
    ///
    /// ```
    /// use hcl::function::{Function, FunctionError, Parameter};
    /// use hcl::{EvalContext, Source, Type};
    ///
    /// let include = Function::new(Type::DYNAMIC, |args| {
    ///     let text = args[0].as_str().unwrap_or_default();
    ///     Ok(hcl::parse_expression(text)?.evaluate(&EvalContext::new())?)
    /// })
    /// .with_parameter(Parameter::new("text", Type::STRING));
    ///
    /// let ctx = EvalContext::new().with_function("include", include);
    /// let error = hcl::parse_expression("include(\"[1, nobody]\")")?
    ///     .evaluate(&ctx)
    ///     .unwrap_err();
    /// assert_eq!(
    ///     error.diagnostics()[0].source().map(Source::text),
    ///     Some("[1, nobody]")
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn diagnosed(diagnostics: impl IntoIterator<Item = Diagnostic>) -> Self {
        Self::made(None, Cause::Diagnostics(diagnostics.into_iter().collect()))
    }

    fn made(argument: Option<usize>, cause: Cause) -> Self {
        let message = OnceLock::new();
        FunctionError {
            inner: Arc::new(FunctionErrorData {
                argument,
                cause,
                message,
            }),
        }
    }

    /// The position of the argument that the error is about, if it is about one.
    pub fn argument_index(&self) -> Option<usize> {
        self.inner.argument
    }

    /// The message: a clause without a full stop.
    pub fn message(&self) -> &str {
        let diagnostics = match &self.inner.cause {
            Cause::Message(message) => return message,
            Cause::Value(error) => return self.inner.message.get_or_init(|| error.to_string()),
            Cause::Diagnostics(diagnostics) => diagnostics,
        };
        self.inner
            .message
            .get_or_init(|| match diagnostics.first() {
                Some(first) if first.detail().is_empty() => first.summary().to_owned(),
                Some(first) => format!("{}: {}", first.summary(), first.detail()),
                None => String::from("the call failed"),
            })
    }

    /// The diagnostics that are reported instead of the message, if there are any.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        match &self.inner.cause {
            Cause::Diagnostics(diagnostics) => diagnostics,
            _ => &[],
        }
    }

    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        match Arc::unwrap_or_clone(self.inner).cause {
            Cause::Diagnostics(diagnostics) => diagnostics,
            _ => Vec::new(),
        }
    }

    /// The error as one about a value.
    pub(super) fn into_value_error(self) -> ValueError {
        match &self.inner.cause {
            Cause::Value(error) => error.clone(),
            _ => ValueError::new(self.message()),
        }
    }
}

/// Two errors are equal if they concern the same argument and have the same message and diagnostics, at the same
/// places.
impl PartialEq for FunctionError {
    fn eq(&self, other: &Self) -> bool {
        fn key(it: &Diagnostic) -> (Option<Span>, &str, &str) {
            (it.subject(), it.summary(), it.detail())
        }
        let (own, others) = (self.diagnostics().iter(), other.diagnostics().iter());
        self.argument_index() == other.argument_index()
            && self.message() == other.message()
            && own.map(key).eq(others.map(key))
    }
}

impl Eq for FunctionError {}

impl ArgumentError {
    /// The position of the argument, counted from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name of its parameter.
    pub fn parameter(&self) -> &str {
        &self.parameter
    }

    /// The error, with the path of the part of the argument at fault.
    pub fn error(&self) -> &ValueError {
        &self.error
    }
}

/// The message.
impl fmt::Display for FunctionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.message())
    }
}

impl fmt::Debug for FunctionError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("FunctionError")
            .field("argument", &self.argument_index())
            .field("message", &self.message())
            .field("diagnostics", &self.diagnostics())
            .finish()
    }
}

impl std::error::Error for FunctionError {}

/// The failure of a function because an argument could not be evaluated, with the diagnostics of that evaluation.
impl From<Error> for FunctionError {
    fn from(error: Error) -> Self {
        FunctionError::diagnosed(error.into_diagnostics())
    }
}

impl From<ValueError> for FunctionError {
    fn from(error: ValueError) -> Self {
        Self::made(None, Cause::Value(error))
    }
}

impl From<String> for FunctionError {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<&str> for FunctionError {
    fn from(message: &str) -> Self {
        Self::new(message)
    }
}

impl From<std::io::Error> for FunctionError {
    fn from(error: std::io::Error) -> Self {
        Self::new(error)
    }
}

impl From<NumberError> for FunctionError {
    fn from(error: NumberError) -> Self {
        Self::new(error)
    }
}

/// Writes the name of the parameter and the error.
impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parameter = Value::from(self.parameter());
        write!(
            formatter,
            "invalid value for the parameter {parameter}: {}",
            self.error
        )
    }
}

impl std::error::Error for ArgumentError {}

/// Writes the message; the errors of several arguments one after the other.
impl fmt::Display for CallError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CallError::NotEnough { missing, .. } => {
                let missing = Value::from(&**missing);
                write!(
                    formatter,
                    "there is no argument for the parameter {missing}"
                )
            }
            CallError::TooMany { expected: 0 } => formatter.write_str("no argument is expected"),
            CallError::TooMany { expected: 1 } => {
                formatter.write_str("only 1 argument is expected")
            }
            CallError::TooMany { expected } => {
                write!(formatter, "only {expected} arguments are expected")
            }
            CallError::Arguments(errors) => {
                let mut separator = "";
                for error in errors {
                    write!(formatter, "{separator}{error}")?;
                    separator = "; ";
                }
                Ok(())
            }
            CallError::Failed { message } => formatter.write_str(message),
            CallError::Reported(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for CallError {}

/// An error of [`Category::Evaluation`] without a place; [`Error::at`] adds one. Each invalid argument
/// becomes a diagnostic.
impl From<CallError> for Error {
    fn from(error: CallError) -> Self {
        let error = match error {
            CallError::Reported(error) => {
                let diagnostics = error.clone().into_diagnostics();
                let reported = Error::from_diagnostics(Category::Evaluation, diagnostics);
                if let Some(error) = reported {
                    return error;
                }
                let message = error.message().to_owned();
                CallError::Failed { message }
            }
            other => other,
        };
        let code = match error {
            CallError::NotEnough { .. } => Code::NotEnoughFunctionArguments,
            CallError::TooMany { .. } => Code::TooManyFunctionArguments,
            CallError::Arguments(_) => Code::InvalidFunctionArgument,
            CallError::Failed { .. } | CallError::Reported(_) => Code::ErrorInFunctionCall,
        };
        let diagnostic =
            |clause: &dyn fmt::Display| Diagnostic::of(code, format!("The call failed: {clause}."));
        let mut diagnostics = match &error {
            CallError::Arguments(errors) => errors.iter().map(|it| diagnostic(it)).collect(),
            _ => vec![diagnostic(&error)],
        };
        if diagnostics.is_empty() {
            diagnostics.push(diagnostic(&"an argument is not suitable"));
        }
        let first = diagnostics.remove(0);
        Error::new(Category::Evaluation, first).with_more(diagnostics, MAX_REPORTED)
    }
}
