//! Functions that expressions call.
//!
//! "Functions and Function Calls" of the information model: a function has parameters
//! with names and types, a result type and a result value, both of which may depend on
//! the arguments. The rules for all calls (arity, conversion, null, dynamic and unknown arguments) are applied in one
//! place, in [`Function::call`], before the function itself runs.

// | file | holds |
// |---|---|
// | `mod` | the definition of a function |
// | `parameter` | the definition of a parameter |
// | `budget` | the limits of a piece of work |
// | `work` | a piece of work: its budget, its calls, its look-ups |
// | `calls` | the record of calls |
// | `lookups` | the names that are being looked up, and the calls of evaluations that may start again |
// | `call` | the call protocol |
// | `lazy` | calls whose arguments the function evaluates |
// | `closure` | functions from closures over Rust types |
// | `error` | the errors of functions and of calls |
// | `stdlib` | functions for everyday use |

mod budget;
mod call;
pub(crate) mod calls;
mod closure;
mod error;
mod lazy;
pub(crate) mod lookups;
mod parameter;
pub mod stdlib;
mod work;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::value::{Type, Value};

pub use self::budget::Budget;
pub(crate) use self::budget::{Exceeded, text_length};
pub use self::closure::{FromValue, IntoValue, Optional, Variadic};
pub use self::error::{ArgumentError, CallError, FunctionError};
pub(crate) use self::lazy::Caller;
pub use self::lazy::LazyCall;
pub use self::parameter::Parameter;
pub(crate) use self::work::{Interruption, LentWork, Work};

/// A function that expressions can call: parameters and a closure, which may have state.
///
/// [`Function::from_fn`] makes one from a closure of ordinary Rust types.
///
/// The closure receives one argument for each parameter (except for [optional](Parameter::optional) ones that a call
/// omits), and any number for the [variadic](Function::with_variadic) one. Arguments are converted to the types of the
/// parameters. They are known and not null unless the [`Parameter`] allows otherwise; values *in* a list, map or object
/// may always be unknown. A clone shares the closure.
///
/// ```
/// use hcl::function::{Function, FunctionError, Parameter};
/// use hcl::{Type, Value};
///
/// let greeting = "Hello".to_owned();
/// let greet = Function::new(Type::STRING, move |args| match args[0].as_str() {
///     Some("") => Err(FunctionError::argument(0, "must not be empty")),
///     name => Ok(format!("{greeting}, {}!", name.unwrap_or_default()).into()),
/// })
/// .with_parameter(Parameter::new("name", Type::STRING));
///
/// assert_eq!(greet.call(&[Value::from("Ada")])?, "Hello, Ada!");
/// assert_eq!(greet.call(&[Value::from(1)])?, "Hello, 1!");
/// assert!(!greet.call(&[Value::unknown(&Type::STRING)])?.is_known());
///
/// let error = greet.call(&[]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"there is no argument for the parameter "name""#
/// );
/// let error = greet.call(&["".into()]).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#"invalid value for the parameter "name": must not be empty"#
/// );
/// # Ok::<(), hcl::function::CallError>(())
/// ```
#[derive(Clone)]
pub struct Function(Arc<FunctionData>);

type ResultTypeFn = dyn Fn(&[Value], &Budget) -> Result<Type, FunctionError> + Send + Sync;
type Implementation = dyn Fn(&LazyCall<'_>) -> Result<Value, FunctionError> + Send + Sync;

/// What a function uses of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Usage {
    /// The values of the arguments.
    Values,
    /// Also the work that the call is a part of, or its budget.
    Work,
    /// Also the arguments as they are written, which it may evaluate itself.
    Arguments,
}

/// Whether diagnostics must not show the result of a function.
#[derive(Clone)]
enum Secrecy {
    Never,
    Always,
    /// Once a result has depended on a secret, which the function itself notes here.
    Noted(Arc<AtomicBool>),
}

#[derive(Clone)]
struct FunctionData {
    parameters: Vec<Parameter>,
    variadic: Option<Parameter>,
    description: String,
    result: Type,
    computed_result: Option<Arc<ResultTypeFn>>,
    /// Whether no result is null.
    is_never_null: bool,
    implementation: Arc<Implementation>,
    usage: Usage,
    /// Whether the result depends on more than the arguments.
    is_impure: bool,
    secrecy: Secrecy,
}

impl Function {
    /// Creates a function without parameters, whose result has this type.
    ///
    /// With [`Type::DYNAMIC`], the result may be of any type. A result that is `null` or the dynamic unknown
    /// value takes the result type.
    pub fn new<F>(result: Type, implementation: F) -> Self
    where
        F: Fn(&[Value]) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        Self::defined(result, Usage::Values, move |call| {
            implementation(call.arguments)
        })
    }

    /// Creates a function that charges its result to a [`Budget`] before it creates it. [`Budget`] has an example.
    ///
    /// Use this for functions whose result can be much larger than their arguments: it keeps them within
    /// [`EvalContext::with_max_steps`](crate::EvalContext::with_max_steps) and
    /// [`EvalContext::with_max_bytes`](crate::EvalContext::with_max_bytes). The result of any other function is counted
    /// after the call.
    pub fn within_budget<F>(result: Type, implementation: F) -> Self
    where
        F: Fn(&[Value], &Budget) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        Self::defined(result, Usage::Work, move |call| {
            implementation(call.arguments, &call.work.budget)
        })
    }

    /// Creates a function that evaluates expressions as a part of the work of the call.
    pub(crate) fn within_work<F>(result: Type, implementation: F) -> Self
    where
        F: Fn(&[Value], &Work) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        Self::defined(result, Usage::Work, move |call| {
            implementation(call.arguments, call.work)
        })
    }

    /// Creates a function that evaluates arguments itself: those of [lazy parameters](Parameter::lazy). It can skip an
    /// argument, evaluate it several times, or continue after an evaluation has failed.
    ///
    /// ```
    /// use hcl::EvalContext;
    /// use hcl::function::{Function, Parameter};
    /// use hcl::{Type, Value};
    ///
    /// let when = Function::lazy(Type::DYNAMIC, |call| {
    ///     let is_wanted = call.evaluate(0)?.as_bool().unwrap_or_default();
    ///     if is_wanted {
    ///         call.evaluate(1)
    ///     } else {
    ///         Ok(Value::NULL)
    ///     }
    /// })
    /// .with_parameter(Parameter::new("condition", Type::BOOL))
    /// .with_parameter(Parameter::lazy("value"));
    ///
    /// let ctx = EvalContext::new().with_function("when", when);
    /// assert!(
    ///     hcl::parse_expression("when(1 > 2, nobody.name)")?
    ///         .evaluate(&ctx)?
    ///         .is_null()
    /// );
    /// let error = hcl::parse_expression("when(2 > 1, nobody.name)")?
    ///     .evaluate(&ctx)
    ///     .unwrap_err();
    /// assert_eq!(error.column(), Some(13));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn lazy<F>(result: Type, implementation: F) -> Self
    where
        F: Fn(&LazyCall<'_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        Self::defined(result, Usage::Arguments, implementation)
    }

    fn defined<F>(result: Type, usage: Usage, implementation: F) -> Self
    where
        F: Fn(&LazyCall<'_>) -> Result<Value, FunctionError> + Send + Sync + 'static,
    {
        Self::of_implementation(result, usage, Arc::new(implementation))
    }

    /// The part of [`Function::defined`] that does not depend on the type of the closure: it is compiled once.
    fn of_implementation(result: Type, usage: Usage, implementation: Arc<Implementation>) -> Self {
        Self(Arc::new(FunctionData {
            parameters: Vec::new(),
            variadic: None,
            description: String::new(),
            result: without_optional(result),
            computed_result: None,
            is_never_null: false,
            implementation,
            usage,
            is_impure: false,
            secrecy: Secrecy::Never,
        }))
    }

    /// Adds a positional parameter after the existing ones.
    #[must_use]
    pub fn with_parameter(mut self, parameter: Parameter) -> Self {
        self.data_mut().parameters.push(parameter);
        self
    }

    /// Sets the parameter for all further arguments, of which there may be any number.
    ///
    /// ```
    /// use hcl::function::{Function, Parameter};
    /// use hcl::{Type, Value};
    ///
    /// let join = Function::new(Type::STRING, |args| {
    ///     let parts: Vec<_> = args[1..].iter().filter_map(Value::as_str).collect();
    ///     Ok(parts.join(args[0].as_str().unwrap_or_default()).into())
    /// })
    /// .with_parameter(Parameter::new("separator", Type::STRING))
    /// .with_variadic(Parameter::new("parts", Type::STRING));
    ///
    /// assert_eq!(join.call(&["-".into(), "a".into(), "b".into()])?, "a-b");
    /// # Ok::<(), hcl::function::CallError>(())
    /// ```
    #[must_use]
    pub fn with_variadic(mut self, parameter: Parameter) -> Self {
        self.data_mut().variadic = Some(parameter);
        self
    }

    /// Computes the result type from the arguments. It replaces the type that [`Function::new`] was given.
    ///
    /// Any argument may be unknown here, even if its parameter does not allow that. If the result type
    /// depends on the content of an unknown argument, return [`Type::DYNAMIC`].
    ///
    /// ```
    /// use hcl::function::{Function, Parameter};
    /// use hcl::{Type, Value};
    ///
    /// let same = Function::new(Type::DYNAMIC, |args| Ok(args[0].clone()))
    ///     .with_result_type(|args| Ok(args[0].ty()))
    ///     .with_parameter(Parameter::new("value", Type::DYNAMIC));
    ///
    /// let unknown = same.call(&[Value::unknown(&Type::BOOL)])?;
    /// assert_eq!(unknown.ty(), Type::BOOL);
    /// # Ok::<(), hcl::function::CallError>(())
    /// ```
    #[must_use]
    pub fn with_result_type<F>(self, result_type: F) -> Self
    where
        F: Fn(&[Value]) -> Result<Type, FunctionError> + Send + Sync + 'static,
    {
        self.with_result_type_within(move |args, _| result_type(args))
    }

    /// Like [`Function::with_result_type`], for a type whose computation spends from the budget.
    pub(crate) fn with_result_type_within<F>(mut self, result_type: F) -> Self
    where
        F: Fn(&[Value], &Budget) -> Result<Type, FunctionError> + Send + Sync + 'static,
    {
        self.data_mut().computed_result = Some(Arc::new(result_type));
        self
    }

    /// Declares that the result is never null. Unknown results are then known not to be null, too.
    #[must_use]
    pub fn never_null(mut self) -> Self {
        self.data_mut().is_never_null = true;
        self
    }

    /// Declares that calls with equal arguments may have different results. Examples are functions that count, draw
    /// random numbers, or read a clock or a file.
    ///
    /// Each call in an expression runs the function, whether it is declared impure or not. The declaration matters for
    /// [functions written in HCL](crate::user_functions): if they call each other, calls with equal arguments are
    /// computed once, unless an impure function was involved.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU64, Ordering};
    ///
    /// use hcl::EvalContext;
    /// use hcl::function::Function;
    ///
    /// let count = AtomicU64::new(0);
    /// let next = Function::from_fn(move || count.fetch_add(1, Ordering::Relaxed)).impure();
    /// let ctx = EvalContext::new().with_function("next", next);
    /// let body = hcl::parse(r#"
    ///     function "name" {
    ///       params = [prefix]
    ///       result = "${prefix}-${next()}"
    ///     }
    ///     function "pair" {
    ///       params = [prefix]
    ///       result = [name(prefix), name(prefix)]
    ///     }
    /// "#)?;
    /// let (functions, _) = hcl::user_functions(&body, "function", &ctx)?;
    /// let ctx = ctx.with_functions(functions);
    /// let pair = hcl::parse_expression("pair(\"a\")")?.evaluate(&ctx)?;
    /// assert_eq!(pair.to_string(), r#"["a-0", "a-1"]"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn impure(mut self) -> Self {
        self.data_mut().is_impure = true;
        self
    }

    /// Whether calls with equal arguments may have different results.
    pub fn is_impure(&self) -> bool {
        self.0.is_impure
    }

    /// Whether the result is declared never to be null.
    pub(crate) fn is_never_null(&self) -> bool {
        self.0.is_never_null
    }

    /// Marks the result as secret: no diagnostic shows it, or anything computed from it.
    /// [`EvalContext::with_secret`](crate::EvalContext::with_secret) does the same for variables.
    ///
    /// ```
    /// use hcl::EvalContext;
    /// use hcl::function::Function;
    ///
    /// let vault = Function::from_fn(|path: String| format!("the secret at {path}"));
    /// let ctx = EvalContext::new().with_function("vault", vault.with_secret_result());
    /// let error = hcl::parse_expression("1 + vault(\"db\")")?.evaluate(&ctx).unwrap_err();
    /// assert!(!error.to_string().contains("the secret"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_secret_result(mut self) -> Self {
        self.data_mut().secrecy = Secrecy::Always;
        self
    }

    /// Conceals the result in diagnostics once the function has noted that a result depends on a secret.
    pub(crate) fn with_secrets_noted_in(mut self, has_met_secret: &Arc<AtomicBool>) -> Self {
        self.data_mut().secrecy = Secrecy::Noted(Arc::clone(has_met_secret));
        self
    }

    /// Whether diagnostics must not show the result.
    pub(crate) fn has_secret_result(&self) -> bool {
        match &self.0.secrecy {
            Secrecy::Never => false,
            Secrecy::Always => true,
            Secrecy::Noted(has_met_secret) => has_met_secret.load(Ordering::Relaxed),
        }
    }

    /// Whether every result is a secret.
    pub(crate) fn always_has_secret_result(&self) -> bool {
        matches!(self.0.secrecy, Secrecy::Always)
    }

    /// Describes the function in a sentence.
    #[must_use]
    pub fn with_description(mut self, description: impl Into<String>) -> Self {
        self.data_mut().description = description.into();
        self
    }

    /// The positional parameters.
    pub fn parameters(&self) -> &[Parameter] {
        &self.0.parameters
    }

    /// The variadic parameter, if there is one.
    pub fn variadic_parameter(&self) -> Option<&Parameter> {
        self.0.variadic.as_ref()
    }

    /// The type of the result; [`Type::DYNAMIC`] if it depends on the arguments.
    pub fn result(&self) -> &Type {
        match self.0.computed_result {
            Some(_) => &Type::DYNAMIC,
            None => &self.0.result,
        }
    }

    /// The signature of the function for documentation and editors: name, parameters and result with their types.
    ///
    /// ```
    /// use hcl::function::stdlib;
    ///
    /// let signature = stdlib::substr().signature("substr");
    /// assert_eq!(
    ///     signature,
    ///     "substr(str: string, offset: number, length: number) -> string"
    /// );
    /// ```
    pub fn signature(&self, name: &str) -> String {
        format!("{name}{} -> {}", Parameters(self), self.result())
    }

    /// The description of the function; empty if there is none.
    pub fn description(&self) -> &str {
        &self.0.description
    }

    /// Whether the function spends from a budget itself.
    pub(crate) fn takes_budget(&self) -> bool {
        self.0.usage != Usage::Values
    }

    /// Whether the function evaluates arguments itself.
    pub(crate) fn is_lazy(&self) -> bool {
        self.0.usage == Usage::Arguments
    }

    /// The parameter for the argument at this position.
    pub(crate) fn parameter_at(&self, index: usize) -> Option<&Parameter> {
        self.0.parameters.get(index).or(self.variadic_parameter())
    }

    fn data_mut(&mut self) -> &mut FunctionData {
        Arc::make_mut(&mut self.0)
    }
}

/// The type without optional attributes, which values cannot have.
fn without_optional(ty: Type) -> Type {
    if ty.has_optional() {
        return ty.without_optional();
    }
    ty
}

/// The parameters: `Function(separator: string, parts: string...)`.
impl fmt::Debug for Function {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Function{}", Parameters(self))
    }
}

/// The parameters of a function in parentheses; `?` marks the optional ones.
struct Parameters<'a>(&'a Function);

impl fmt::Display for Parameters<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(")?;
        let mut separator = "";
        for parameter in self.0.parameters() {
            let mark = if parameter.is_optional() { "?" } else { "" };
            let (name, ty) = (parameter.name(), parameter.ty());
            write!(formatter, "{separator}{name}{mark}: {ty}")?;
            separator = ", ";
        }
        if let Some(parameter) = self.0.variadic_parameter() {
            let (name, ty) = (parameter.name(), parameter.ty());
            write!(formatter, "{separator}{name}: {ty}...")?;
        }
        formatter.write_str(")")
    }
}
