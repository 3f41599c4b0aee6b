//! The call protocol, which is the same for every call to every function.
//!
//! "Functions and Function Calls" of the information model. In addition, the arguments are converted to the
//! types of their parameters first.

use std::borrow::Cow;

use crate::convert::convert;
use crate::value::{Type, Value, ValueError};

use super::parameter::Accepts;
use super::{ArgumentError, CallError, Caller, Function, FunctionError, LazyCall, Parameter, Work};

/// The result of checking and converting the arguments of a call.
enum Prepared<'a> {
    Arguments(Cow<'a, [Value]>),
    Result(Value),
}

impl Function {
    /// Calls the function.
    ///
    /// 1. Each argument goes to the next positional parameter, or else to the variadic one.
    /// 2. It is converted to the type of the parameter; null is refused unless allowed.
    /// 3. A dynamic unknown value that is not allowed is the result.
    /// 4. The result type is found.
    /// 5. An unknown argument that is not allowed makes the result the unknown value of
    ///    that type.
    /// 6. Otherwise the function runs, and must return a value of that type.
    ///
    /// ```
    /// use hcl::function::{CallError, stdlib};
    /// use hcl::{Type, Value};
    ///
    /// let upper = stdlib::upper();
    /// assert_eq!(upper.call(&["a".into()])?, "A");
    /// assert_eq!(upper.call(&[Value::dynamic()])?.ty(), Type::STRING);
    ///
    /// let error = upper.call(&[Value::NULL]).unwrap_err();
    /// assert!(matches!(error, CallError::Arguments(errors) if errors[0].index() == 0));
    /// # Ok::<(), CallError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there are too few or too many arguments, if some of them cannot be converted or are null (the error contains
    /// all of these), or if the function fails.
    pub fn call(&self, args: &[Value]) -> Result<Value, CallError> {
        self.call_within(args, &Work::unlimited(), None)
    }

    /// Calls the function as a part of a piece of work. A caller evaluates the arguments of lazy parameters when the
    /// function requests them; their values in `args` are ignored.
    pub(crate) fn call_within(
        &self,
        args: &[Value],
        work: &Work,
        caller: Option<&dyn Caller>,
    ) -> Result<Value, CallError> {
        if self.0.parameters.len() == args.len()
            && self
                .0
                .parameters
                .iter()
                .zip(args)
                .all(|(it, value)| is_plain(it, value))
        {
            return self.run(caller, args, work);
        }
        match self.prepared(args, work)? {
            Prepared::Arguments(args) => self.run(caller, &args, work),
            Prepared::Result(result) => Ok(result),
        }
    }

    /// The converted arguments, or the result if they make it unknown. Not inlined, so that its variables are not on
    /// the stack while the function runs.
    #[inline(never)]
    fn prepared<'a>(&self, args: &'a [Value], work: &Work) -> Result<Prepared<'a>, CallError> {
        self.check_arity(args.len())?;
        let arguments = self.convert_arguments(args)?;
        let args = &*arguments;
        if self.has_forbidden(args, |parameter, value| {
            parameter.dynamic == Accepts::No && !value.is_known() && value.ty().is_dynamic()
        }) {
            return Ok(Prepared::Result(Value::dynamic()));
        }
        if self.has_forbidden(args, |parameter, value| {
            parameter.unknown == Accepts::No && !value.is_known()
        }) {
            let unknown = self.refined(Value::unknown(&*self.result_type(args, work)?));
            return Ok(Prepared::Result(unknown));
        }
        Ok(Prepared::Arguments(arguments))
    }

    /// Runs the function with arguments that fit its parameters.
    fn run(
        &self,
        caller: Option<&dyn Caller>,
        args: &[Value],
        work: &Work,
    ) -> Result<Value, CallError> {
        if self.0.is_impure {
            work.calls.count_impure();
        }
        let result_type = self.result_type(args, work)?;
        let call = LazyCall {
            arguments: args,
            caller,
            work,
        };
        let result = (self.0.implementation)(&call);
        let result = result.map_err(|error| self.failure(error))?;
        Ok(self.refined(checked_result(result, &result_type)?))
    }

    fn result_type(&self, args: &[Value], work: &Work) -> Result<Cow<'_, Type>, CallError> {
        match &self.0.computed_result {
            Some(compute) => {
                let ty = compute(args, &work.budget).map_err(|error| self.failure(error))?;
                Ok(Cow::Owned(ty))
            }
            None => Ok(Cow::Borrowed(&self.0.result)),
        }
    }

    fn check_arity(&self, given: usize) -> Result<(), CallError> {
        let expected = self.0.parameters.len();
        let missing = self.0.parameters.get(given);
        if let Some(missing) = missing.filter(|parameter| !parameter.is_optional()) {
            let required = self.0.parameters.iter().take_while(|it| !it.is_optional());
            let expected = required.count();
            let missing = missing.shared_name();
            let takes_more = expected < self.0.parameters.len() || self.0.variadic.is_some();
            return Err(CallError::NotEnough {
                expected,
                takes_more,
                missing,
            });
        }
        if given > expected && self.0.variadic.is_none() {
            return Err(CallError::TooMany { expected });
        }
        Ok(())
    }

    /// The arguments, converted to the types of their parameters, or all errors.
    fn convert_arguments<'a>(&self, args: &'a [Value]) -> Result<Cow<'a, [Value]>, CallError> {
        if self
            .assign(args)
            .all(|(_, parameter, value)| fits(parameter, value))
        {
            return Ok(Cow::Borrowed(args));
        }
        let mut converted = Vec::with_capacity(args.len());
        let mut errors = Vec::new();
        for (index, parameter, value) in self.assign(args) {
            match accepted(parameter, value) {
                Ok(value) => converted.push(value),
                Err(error) => errors.push(ArgumentError {
                    index,
                    parameter: parameter.shared_name(),
                    error,
                }),
            }
        }
        if errors.is_empty() {
            Ok(Cow::Owned(converted))
        } else {
            Err(CallError::Arguments(errors))
        }
    }

    /// The arguments, each with its position and its parameter.
    fn assign<'a>(
        &'a self,
        args: &'a [Value],
    ) -> impl Iterator<Item = (usize, &'a Parameter, &'a Value)> {
        let assign = |(index, value)| Some((index, self.parameter_at(index)?, value));
        args.iter().enumerate().filter_map(assign)
    }

    fn has_forbidden(
        &self,
        args: &[Value],
        is_forbidden: impl Fn(&Parameter, &Value) -> bool,
    ) -> bool {
        self.assign(args)
            .any(|(_, parameter, value)| is_forbidden(parameter, value))
    }

    /// Refines an unknown result with what is known about all results of the function.
    fn refined(&self, result: Value) -> Value {
        if self.0.is_never_null && !result.is_known() {
            result.refine().not_null().finish()
        } else {
            result
        }
    }

    fn failure(&self, error: FunctionError) -> CallError {
        if !error.diagnostics().is_empty() {
            return CallError::Reported(error);
        }
        let argument = error.argument_index();
        match argument.and_then(|index| Some((index, self.parameter_at(index)?))) {
            Some((index, parameter)) => CallError::Arguments(vec![ArgumentError {
                index,
                parameter: parameter.shared_name(),
                error: error.into_value_error(),
            }]),
            None => CallError::Failed {
                message: error.message().to_owned(),
            },
        }
    }
}

/// Whether an argument is a known value of the parameter's type, which is the common case.
fn is_plain(parameter: &Parameter, value: &Value) -> bool {
    value.is_known() && fits(parameter, value)
}

/// Whether an argument can be passed to the function as it is.
fn fits(parameter: &Parameter, value: &Value) -> bool {
    let ty = parameter.ty();
    !value.is_null() && (ty.is_dynamic() || value.is_of_type(ty) && !ty.has_optional())
}

/// An argument converted to the type of its parameter.
fn accepted(parameter: &Parameter, value: &Value) -> Result<Value, ValueError> {
    let value = convert(value, parameter.ty())?;
    if value.is_null() && parameter.null == Accepts::No {
        return Err(ValueError::new("argument must not be null"));
    }
    Ok(value)
}

/// The result if it is of the declared type. A result without a type takes the declared type.
fn checked_result(result: Value, ty: &Type) -> Result<Value, CallError> {
    if ty.is_dynamic() || result.is_of_type(ty) {
        return Ok(result);
    }
    let own = result.ty();
    if own.is_dynamic() {
        // Only null and the unknown value are of the dynamic pseudo-type.
        return Ok(if result.is_null() {
            Value::null(ty)
        } else {
            Value::unknown(ty)
        });
    }
    if own.matches(ty) {
        return Ok(result);
    }
    let message = format!("the function returned a value of type {own} instead of {ty}");
    Err(CallError::Failed { message })
}
