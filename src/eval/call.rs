//! Function calls ("Functions and Function Calls").
//!
//! Knows nothing of what functions do.

use std::mem;

use super::{Evaluator, Scope, did_you_mean};
use crate::diagnostic::suggest;
use crate::function::{CallError, Function, Parameter};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::CallView;
use crate::value::{TypeKind, Value};

/// What diagnostics need to know of a call.
#[derive(Clone, Copy)]
struct CallSite<'a> {
    id: NodeId,
    name: &'a str,
    view: CallView<'a>,
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn call(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let view = self.view.call(id);
        let name = &*self.view.function_name(view);
        let call = CallSite { id, name, view };
        let Some(function) = scope.ctx.function(name) else {
            return self.unknown_function(call, scope);
        };
        let before = self.diagnostics.len();
        let from = self.arguments.len();
        let is_complete = self.push_arguments(function, view, scope).is_some();
        let had_errors = self.diagnostics.len() > before;
        let mut arguments = mem::take(&mut self.arguments);
        let value = if !is_complete || had_errors && view.expand_final {
            Value::dynamic()
        } else {
            // If the evaluation of an argument has failed, the error of the function is not reported.
            let caller = (call, scope);
            match self.run(function, caller, &arguments[from..]) {
                Ok(_) | Err(CallError::Failed { .. }) if had_errors => Value::dynamic(),
                Ok(value) => value,
                Err(error) => self.failed_call(error, call, arguments.len() - from),
            }
        };
        arguments.truncate(from);
        self.arguments = arguments;
        value
    }

    /// Calls a function and spends the cost of its arguments and result.
    fn run(
        &mut self,
        function: &Function,
        (call, scope): (CallSite<'_>, &Scope<'_>),
        arguments: &[Value],
    ) -> Result<Value, CallError> {
        let name = call.view.name;
        if !self.budget.is_limited() {
            if function.is_lazy() {
                return self.call_lazily(function, (call.view, scope), arguments);
            }
            return self.lend(name, |budget| function.call_within(arguments, budget));
        }
        let takes_budget = function.takes_budget();
        for (index, argument) in arguments.iter().enumerate() {
            let paid = if takes_budget {
                self.spend_parts(argument, name)
            } else {
                self.spend_argument(argument, name)
            };
            let ty = function.parameter_at(index).map(Parameter::ty);
            if !paid || ty.is_some_and(|ty| !self.spend_conversion(argument, ty, name)) {
                return Ok(Value::dynamic());
            }
        }
        let value = if function.is_lazy() {
            self.call_lazily(function, (call.view, scope), arguments)
        } else {
            self.lend(name, |budget| function.call_within(arguments, budget))
        };
        if self.budget.is_spent() {
            return Ok(Value::dynamic());
        }
        let value = value?;
        self.spend_parts(&value, name);
        if !takes_budget {
            self.produce(value.as_str().map_or(0, str::len), name);
        }
        Ok(value)
    }

    /// Reports a failed call. `given` is the number of its arguments, including those of an expanded one.
    #[cold]
    fn failed_call(&mut self, error: CallError, call: CallSite<'_>, given: usize) -> Value {
        let name = call.name;
        match error {
            CallError::NotEnough {
                expected,
                takes_more,
                missing,
            } => {
                let least = if takes_more { "at least " } else { "" };
                let detail = format!(
                    "The function \"{name}\" takes {least}{expected} {}: \"{missing}\" is missing.",
                    plural(expected)
                );
                let end = self.span(call.id).end();
                let close = Span::new(end - 1, end);
                self.error("Not enough function arguments", detail, close)
            }
            CallError::TooMany { expected } => {
                let first = self.argument(call, expected);
                let last = self.argument(call, given.saturating_sub(1));
                let most = match expected {
                    0 => "no arguments".to_owned(),
                    _ => format!("only {expected} {}", plural(expected)),
                };
                let detail =
                    format!("The function \"{name}\" takes {most}. Remove what is too much.");
                self.error("Too many function arguments", detail, first.join(last))
            }
            CallError::Arguments(errors) => {
                for error in errors {
                    let detail = format!(
                        "The value for the parameter \"{}\" of \"{name}\" is unsuitable: {}.",
                        error.parameter(),
                        error.error()
                    );
                    let subject = self.argument(call, error.index());
                    self.error("Invalid function argument", detail, subject);
                }
                Value::dynamic()
            }
            CallError::Failed { message } => {
                let detail = format!("The call of the function \"{name}\" failed: {message}.");
                self.error("Error in function call", detail, self.head(call))
            }
            CallError::Reported(error) => {
                let head = self.head(call);
                for mut diagnostic in error.into_diagnostics() {
                    diagnostic.set_missing_subject(head);
                    self.diagnostics.push(diagnostic);
                }
                Value::dynamic()
            }
        }
    }

    /// The span from the name of a call to its opening parenthesis.
    fn head(&self, call: CallSite<'_>) -> Span {
        let name = call.view.name;
        let parentheses = self.view.arguments_span(call.id, call.view);
        Span::new(name.start(), parentheses.start() + 1)
    }

    /// The span of an argument. Arguments from an expanded argument have its span.
    fn argument(&self, call: CallSite<'_>, index: usize) -> Span {
        let written = call.view.arguments;
        match written.get(index).or(written.last()) {
            Some(id) => self.span(NodeId(*id)),
            None => self.head(call),
        }
    }

    /// Evaluates the arguments, except those that the function evaluates itself. `None` if the elements of an expanded
    /// final argument are not known or too many.
    fn push_arguments(
        &mut self,
        function: &Function,
        call: CallView<'_>,
        scope: &Scope<'_>,
    ) -> Option<()> {
        if function.is_lazy() {
            self.push_some_arguments(function, call, scope);
        } else {
            for id in call.arguments {
                let argument = self.expression(NodeId(*id), scope);
                self.arguments.push(argument);
            }
        }
        if call.expand_final {
            let expanded = self.arguments.pop()?;
            let span = self.span(NodeId(*call.arguments.last()?));
            let elements = self.expand(&expanded, span)?;
            if !self.spend(elements.len(), span) {
                return None;
            }
            self.arguments.extend_from_slice(elements);
        }
        Some(())
    }

    /// The elements of an argument with `...` after it.
    fn expand<'v>(&mut self, value: &'v Value, span: Span) -> Option<&'v [Value]> {
        const INVALID: &str = "Invalid expanding argument value";
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
                "The argument that \"...\" expands must be a list, a tuple or a set, not {}.",
                ty.description()
            ),
        };
        self.error(INVALID, detail, span);
        None
    }

    fn unknown_function(&mut self, call: CallSite<'_>, scope: &Scope<'_>) -> Value {
        let (name, name_span) = (call.name, call.view.name);
        if !scope.ctx.has_functions() {
            let detail =
                format!("There are no functions here, so that \"{name}\" cannot be called.");
            return self.unknown_name("Function calls not allowed", detail, name_span, String::new);
        }
        let detail = format!("There is no function named \"{name}\".");
        let (name, ctx) = (name.to_owned(), scope.ctx.clone());
        self.unknown_name("Call to unknown function", detail, name_span, move || {
            if let Some(near) = suggest(&name, ctx.function_names()) {
                return did_you_mean(near);
            }
            let namespace = name.rfind("::").map(|at| &name[..at + 2]);
            let names = ctx.function_names();
            let is_empty = |it: &&str| names.iter().all(|name| !name.starts_with(*it));
            namespace
                .filter(is_empty)
                .map_or_else(String::new, |namespace| {
                    format!(" The namespace \"{namespace}\" has no functions.")
                })
        })
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "argument" } else { "arguments" }
}
