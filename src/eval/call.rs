//! Function calls ("Functions and Function Calls").

use super::Evaluator;
use super::variable::Scope;
use crate::diagnostic::{Advised, Code, did_you_mean, suggest};
use crate::function::lookups::CallOutcome;
use crate::function::{ArgumentError, CallError, Function, Parameter};
use crate::quote::counted;
use crate::span::Span;
use crate::syntax::tree::{CallNode, ExprId};
use crate::value::{TypeKind, Value};

/// The parts of a call that diagnostics need.
#[derive(Clone, Copy)]
struct CallSite<'a> {
    id: ExprId,
    name: &'a str,
    view: &'a CallNode,
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn call(&mut self, id: ExprId, view: &CallNode, scope: &Scope<'_>) -> Value {
        // The text of the name is charged, because there can be long comments between namespaces.
        if !self.paid(self.work.budget.take_text(view.name.range().len()), id) {
            return Value::dynamic();
        }
        let name = &*self.view.function_name(view);
        let call = CallSite { id, name, view };
        let Some(function) = scope.ctx.function(name) else {
            return self.unknown_function(call, scope);
        };
        let before = self.diagnostics.len();
        let arguments = self.arguments(function, view, scope);
        let had_errors = self.diagnostics.len() > before;
        let Some(arguments) = arguments.filter(|_| !(had_errors && view.expand_final)) else {
            return Value::dynamic();
        };
        match self.run(function, view, &arguments, scope) {
            // If the evaluation of an argument has failed, the error of the function is not reported.
            Ok(_) | Err(CallError::Failed { .. }) if had_errors => Value::dynamic(),
            Ok(value) => value,
            Err(error) => self.failed_call(error, call, arguments.len()),
        }
    }

    /// Calls a function and spends the cost of its arguments and result.
    fn run(
        &mut self,
        function: &Function,
        call: &CallNode,
        arguments: &[Value],
        scope: &Scope<'_>,
    ) -> Result<Value, CallError> {
        let (work, name) = (self.work, call.name);
        let takes_budget = function.takes_budget();
        for (index, argument) in arguments.iter().enumerate() {
            let is_paid = if takes_budget {
                work.budget.take_parts(argument)
            } else {
                work.budget.take_argument(argument)
            };
            let parameter = function.parameter_at(index);
            let is_paid = is_paid
                && parameter.is_none_or(|it| work.budget.take_conversion(argument, it.ty()));
            if !self.paid_at(is_paid, name) {
                return Ok(Value::dynamic());
            }
        }
        if !self.paid_at(!work.is_interrupted(), name) {
            return Ok(Value::dynamic());
        }
        let value = self.result(function, call, arguments, scope);
        if !self.paid_at(!work.is_interrupted(), name) {
            return Ok(Value::dynamic());
        }
        let value = value?;
        let made = match value.as_str() {
            Some(text) if !takes_budget => text.len(),
            _ => 0,
        };
        self.paid_at(
            work.budget.take_parts(&value) && work.budget.take_bytes(made),
            name,
        );
        Ok(value)
    }

    /// The result of a function. If the evaluation of a definition starts again, the results of calls that have ended
    /// are reused.
    fn result(
        &mut self,
        function: &Function,
        call: &CallNode,
        arguments: &[Value],
        scope: &Scope<'_>,
    ) -> Result<Value, CallError> {
        let work = self.work;
        let lookups = work.existing_lookups();
        let Some(lookups) = lookups.filter(|it| it.are_active()) else {
            return self.called(function, call, arguments, scope);
        };
        let place = call.name;
        if let Some(outcome) = lookups.replay_call(place) {
            lookups.add_marks(outcome.marks);
            if outcome.is_impure {
                work.calls.count_impure();
            }
            return outcome.result;
        }
        let impure = work.calls.impure();
        lookups.begin_call();
        let (result, marks) = lookups.marked(|| self.called(function, call, arguments, scope));
        if work.is_interrupted() {
            return result;
        }
        let outcome = CallOutcome {
            result: result.clone(),
            marks,
            is_impure: work.calls.impure() > impure,
        };
        lookups.end_call(place, outcome);
        result
    }

    /// Calls a function.
    fn called(
        &mut self,
        function: &Function,
        call: &CallNode,
        arguments: &[Value],
        scope: &Scope<'_>,
    ) -> Result<Value, CallError> {
        if function.always_has_secret_result() {
            self.note_secret();
        }
        if function.is_lazy() {
            self.call_lazily(function, call, arguments, scope)
        } else {
            function.call_within(arguments, self.work, None)
        }
    }

    /// Reports a failed call. `given` is the number of its arguments, including those of an expanded one.
    fn failed_call(&mut self, error: CallError, call: CallSite<'_>, given: usize) -> Value {
        let name = call.name;
        match error {
            CallError::NotEnough {
                expected,
                takes_more,
                missing,
            } => {
                let least = if takes_more { "at least " } else { "" };
                let expected = counted(expected, "argument");
                let detail = format!(
                    "The function \"{name}\" takes {least}{expected}: \"{missing}\" is missing."
                );
                let end = self.span(call.id).end();
                let close = Span::new(end - 1, end);
                self.error(Code::NotEnoughFunctionArguments, detail, close)
            }
            CallError::TooMany { expected } => {
                let first = self.argument(call, expected);
                let last = self.argument(call, given.saturating_sub(1));
                let most = match expected {
                    0 => "no arguments".to_owned(),
                    _ => format!("only {}", counted(expected, "argument")),
                };
                let detail =
                    format!("The function \"{name}\" takes {most}. Remove any extra arguments.");
                self.error(Code::TooManyFunctionArguments, detail, first.join(last))
            }
            CallError::Arguments(errors) => {
                for error in errors {
                    self.unsuitable_argument(&error, call);
                }
                Value::dynamic()
            }
            CallError::Failed { message } => {
                let detail = format!("The call to the function \"{name}\" failed: {message}.");
                self.error(Code::ErrorInFunctionCall, detail, self.head(call))
            }
            CallError::Reported(error) => {
                let head = self.head(call);
                for mut diagnostic in error.into_diagnostics() {
                    diagnostic.set_missing_subject(head);
                    self.add_diagnostic(diagnostic, head);
                }
                Value::dynamic()
            }
        }
    }

    fn unsuitable_argument(&mut self, error: &ArgumentError, call: CallSite<'_>) {
        const INVALID: Code = Code::InvalidFunctionArgument;
        let subject = self.argument(call, error.index());
        let (name, parameter, error) = (call.name, error.parameter(), error.error());
        let statement = error.statement();
        let detail = format!(
            "The value for the parameter \"{parameter}\" of \"{name}\" is unsuitable: {statement}"
        );
        match error.hint().cloned() {
            Some(hint) => {
                let find = move || hint.text() + ".";
                self.error_with_advice(INVALID, detail, subject, find)
            }
            None => self.error(INVALID, detail + ".", subject),
        };
    }

    /// The span from the name of a call to its opening parenthesis.
    fn head(&self, call: CallSite<'_>) -> Span {
        let name = call.view.name;
        let parentheses = self.view.arguments_span(call.id, call.view);
        Span::new(name.start(), parentheses.start() + 1)
    }

    /// The span of an argument. Arguments from an expanded argument have its span.
    fn argument(&self, call: CallSite<'_>, index: usize) -> Span {
        let written = &self.view.tree[call.view.arguments];
        match written.get(index).or(written.last()) {
            Some(id) => self.span(*id),
            None => self.head(call),
        }
    }

    /// Evaluates the arguments. One that the function evaluates itself is replaced by an unknown value, unless `...`
    /// expands it. `None` if the elements of an expanded final argument are not known or too many.
    fn arguments(
        &mut self,
        function: &Function,
        call: &CallNode,
        scope: &Scope<'_>,
    ) -> Option<Vec<Value>> {
        let written = &self.view.tree[call.arguments];
        let mut arguments = Vec::with_capacity(written.len());
        for (index, id) in written.iter().enumerate() {
            let is_expanded = call.expand_final && index + 1 == written.len();
            let is_lazy = function.parameter_at(index).is_some_and(Parameter::is_lazy);
            arguments.push(if is_lazy && function.is_lazy() && !is_expanded {
                Value::dynamic()
            } else {
                self.expression(*id, scope)
            });
        }
        if call.expand_final {
            let expanded = arguments.pop()?;
            let span = self.span(*written.last()?);
            let elements = self.expand(&expanded, span)?;
            if !self.paid_at(self.work.budget.take_steps(elements.len()), span) {
                return None;
            }
            arguments.extend_from_slice(elements);
        }
        Some(arguments)
    }

    /// The elements of an argument with `...` after it.
    fn expand<'v>(&mut self, value: &'v Value, span: Span) -> Option<&'v [Value]> {
        const INVALID: Code = Code::InvalidExpandingArgumentValue;
        let ty = value.ty();
        let detail = match ty.kind() {
            TypeKind::Dynamic if !value.is_null() => return None,
            _ if value.is_null() => {
                String::from("The argument that \"...\" expands must not be null.")
            }
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => {
                return value.as_slice();
            }
            _ => format!(
                "The argument that \"...\" expands must be a list or a set, not {}.",
                ty.noun()
            ),
        };
        self.error(INVALID, detail, span);
        None
    }

    fn unknown_function(&mut self, call: CallSite<'_>, scope: &Scope<'_>) -> Value {
        let (name, name_span) = (call.name, call.view.name);
        if !scope.ctx.has_functions() {
            let detail = format!("There are no functions here, so \"{name}\" cannot be called.");
            return self.unknown_name(
                Code::FunctionCallsNotAllowed,
                detail,
                name_span,
                String::new,
            );
        }
        let detail = format!("There is no function named \"{name}\".");
        let (name, visible) = (name.to_owned(), scope.ctx.function_names());
        self.unknown_name(Code::CallToUnknownFunction, detail, name_span, move || {
            let names = visible.list();
            if let Some(near) = suggest(&name, names.iter().copied()) {
                return did_you_mean(&name, near);
            }
            let namespace = name.rfind("::").map(|at| &name[..at + 2]);
            let is_empty = |it: &&str| names.iter().all(|name| !name.starts_with(*it));
            namespace
                .filter(is_empty)
                .map_or_else(Advised::default, |namespace| {
                    format!(" The namespace \"{namespace}\" has no functions.").into()
                })
        })
    }
}
