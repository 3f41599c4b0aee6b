//! Function calls ("Functions and Function Calls").

use super::{Evaluator, Scope};
use crate::diagnostic::suggest;
use crate::function::{CallError, Function};
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::CallView;
use crate::value::{TypeKind, Value};

/// The arguments of a call, each with the place where it is written. Those that come from one
/// expanded argument stand where that does.
#[derive(Default)]
struct Arguments {
    values: Vec<Value>,
    spans: Vec<Span>,
}

/// What a diagnostic of a call needs to know of it.
struct Call<'a> {
    name: &'a str,
    /// The name alone.
    name_span: Span,
    /// The name and the opening parenthesis.
    head: Span,
    /// The closing parenthesis.
    close: Span,
}

impl Evaluator<'_> {
    pub(super) fn call(&mut self, id: NodeId, call: CallView<'_>, scope: &Scope<'_>) -> Value {
        let name = self.view.function_name(call);
        let end = self.span(id).end();
        let parenthesis = self.view.text[call.name.range().end..].find('(');
        let open = u32::try_from(parenthesis.unwrap_or_default()).unwrap_or_default();
        let place = Call {
            name: &name,
            name_span: call.name,
            head: Span::new(call.name.start(), call.name.end() + open + 1),
            close: Span::new(end - 1, end),
        };
        let Some(function) = scope.ctx.function(&name) else {
            return self.unknown_function(&place, scope);
        };
        let before = self.diagnostics.len();
        let Some(arguments) = self.arguments(call, scope) else {
            return Value::dynamic();
        };
        if self.diagnostics.len() > before && call.expand_final {
            return Value::dynamic();
        }
        let had_errors = self.diagnostics.len() > before;
        self.run(function, &place, &arguments, had_errors)
    }

    /// Calls a function and reports what is wrong with the call. If an argument has an error of its
    /// own, there is nothing to run the function for.
    fn run(
        &mut self,
        function: &Function,
        place: &Call<'_>,
        arguments: &Arguments,
        had_errors: bool,
    ) -> Value {
        let name = place.name;
        let error = match self.run_within_budget(function, place, &arguments.values) {
            Ok(_) if had_errors => return Value::dynamic(),
            Ok(value) => return value,
            Err(error) => error,
        };
        match error {
            CallError::NotEnough { expected, missing } => {
                let detail = format!(
                    "The function \"{name}\" takes {expected} {}: \"{missing}\" is missing.",
                    plural(expected)
                );
                self.error("Not enough function arguments", detail, place.close)
            }
            CallError::TooMany { expected } => {
                let first = arguments
                    .spans
                    .get(expected)
                    .copied()
                    .unwrap_or(place.close);
                let last = arguments.spans.last().copied().unwrap_or(first);
                let detail = format!(
                    "The function \"{name}\" takes only {expected} {}. Remove what is too much.",
                    plural(expected)
                );
                self.error("Too many function arguments", detail, first.join(last))
            }
            CallError::Arguments(errors) => {
                for error in errors {
                    let span = arguments.spans.get(error.index()).copied();
                    let detail = format!(
                        "The value for the parameter \"{}\" of \"{name}\" is unsuitable: {}.",
                        error.parameter(),
                        error.error()
                    );
                    let subject = span.unwrap_or(place.head);
                    self.error("Invalid function argument", detail, subject);
                }
                Value::dynamic()
            }
            CallError::Failed { message } if !had_errors => {
                let detail = format!("The call of the function \"{name}\" failed: {message}.");
                self.error("Error in function call", detail, place.head)
            }
            CallError::Failed { .. } => Value::dynamic(),
        }
    }

    /// Calls a function, for which what goes in and what comes out is paid.
    fn run_within_budget(
        &mut self,
        function: &Function,
        place: &Call<'_>,
        arguments: &[Value],
    ) -> Result<Value, CallError> {
        let mut values = arguments.iter();
        if !values.all(|argument| self.spend_parts(argument, place.head)) {
            return Ok(Value::dynamic());
        }
        let value = function.call(arguments)?;
        self.spend_parts(&value, place.head);
        self.produce(value.as_str().map_or(0, str::len), place.head);
        Ok(value)
    }

    /// Evaluates the arguments; nothing if the final one is expanded and cannot be yet.
    fn arguments(&mut self, call: CallView<'_>, scope: &Scope<'_>) -> Option<Arguments> {
        let mut arguments = Arguments::default();
        for id in call.arguments {
            let id = NodeId(*id);
            arguments.values.push(self.expression(id, scope));
            arguments.spans.push(self.span(id));
        }
        if !call.expand_final {
            return Some(arguments);
        }
        let (expanded, span) = (arguments.values.pop()?, arguments.spans.pop()?);
        let elements = self.expand(&expanded, span)?;
        let spans = std::iter::repeat_n(span, elements.len());
        arguments.spans.extend(spans);
        arguments.values.extend_from_slice(elements);
        Some(arguments)
    }

    /// The elements of an argument with `...` behind it.
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

    fn unknown_function(&mut self, place: &Call<'_>, scope: &Scope<'_>) -> Value {
        let name = place.name;
        let mut names = scope.ctx.function_names().peekable();
        if names.peek().is_none() {
            let detail = format!("The function \"{name}\" cannot be called: there are none here.");
            return self.error("Function calls not allowed", detail, place.name_span);
        }
        let namespace = name.rfind("::").map(|at| &name[..at + 2]);
        let detail = match (suggest(name, names), namespace) {
            (Some(near), _) => {
                format!("There is no function named \"{name}\". Did you mean \"{near}\"?")
            }
            (None, Some(namespace)) => {
                format!(
                    "There is no function \"{name}\", nor any in the namespace \"{namespace}\"."
                )
            }
            (None, None) => format!("There is no function named \"{name}\"."),
        };
        self.error("Call to unknown function", detail, place.name_span)
    }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "argument" } else { "arguments" }
}
