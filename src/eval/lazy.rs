//! Calls to functions that evaluate arguments themselves ("Functions and Function Calls").
//!
//! Such a function uses the evaluator while it runs. An argument that it requests is evaluated in the scope of the
//! call, but its diagnostics are passed to the function instead of being reported.

use std::cell::RefCell;
use std::sync::Arc;

use super::variable::Scope;
use super::{Evaluator, TemplateMode};
use crate::analysis;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::function::{CallError, Caller, Function, Parameter, Work};
use crate::limits::MAX_TEMPLATE_DEPTH;
use crate::span::Span;
use crate::syntax::options::{ParseOptions, parse_expression};
use crate::syntax::tree::view::View;
use crate::syntax::tree::{CallNode, ExprId};
use crate::value::{Type, Value};

impl Evaluator<'_> {
    /// Calls a function that evaluates arguments itself.
    pub(super) fn call_lazily(
        &mut self,
        function: &Function,
        call: &CallNode,
        arguments: &[Value],
        scope: &Scope<'_>,
    ) -> Result<Value, CallError> {
        let (view, work) = (self.view, self.work);
        let caller = LazyCaller {
            evaluator: RefCell::new(self),
            function,
            view,
            call,
            scope,
            work,
        };
        function.call_within(arguments, work, Some(&caller))
    }
}

/// The evaluator while a function uses it.
struct LazyCaller<'c, 'e, 'a> {
    evaluator: RefCell<&'e mut Evaluator<'a>>,
    function: &'c Function,
    view: View<'a, 'a>,
    call: &'c CallNode,
    scope: &'c Scope<'c>,
    work: &'a Work,
}

impl LazyCaller<'_, '_, '_> {
    /// The expression of an argument; `None` if the argument comes from an expanded one.
    fn argument(&self, index: usize) -> Option<ExprId> {
        let arguments = &self.view.tree[self.call.arguments];
        let id = *arguments.get(index)?;
        let is_final = index + 1 == arguments.len();
        (!(is_final && self.call.expand_final)).then_some(id)
    }

    /// Calls `work` with the evaluator, which is not borrowed elsewhere: the function makes one request at a time.
    fn with_evaluator<T>(&self, work: impl FnOnce(&mut Evaluator<'_>) -> T) -> Result<T> {
        let Ok(mut evaluator) = self.evaluator.try_borrow_mut() else {
            let diagnostic = Diagnostic::of(Code::ErrorInFunctionCall, "");
            return Err(Error::new(Category::Evaluation, diagnostic));
        };
        Ok(work(&mut evaluator))
    }
}

impl Caller for LazyCaller<'_, '_, '_> {
    fn evaluate(&self, index: usize) -> Option<Result<Value>> {
        let id = self.argument(index)?;
        let is_lazy = |parameter: &Parameter| parameter.is_lazy();
        self.function.parameter_at(index).filter(|it| is_lazy(it))?;
        let result = self.with_evaluator(|evaluator| {
            let before = evaluator.diagnostics.len();
            let value = evaluator.expression(id, self.scope);
            let diagnostics = evaluator.diagnostics.split_off(before);
            // Errors in names that the argument refers to are reported, not passed to the function.
            let diagnostics = diagnostics.into_iter();
            let (others, own): (Vec<_>, Vec<_>) =
                diagnostics.partition(Diagnostic::is_of_reference);
            evaluator.diagnostics.extend(others);
            (value, own)
        });
        Some(result.and_then(|(value, diagnostics)| {
            Error::unless(Category::Evaluation, diagnostics, value)
        }))
    }

    fn text(&self, index: usize) -> Option<&str> {
        let id = self.argument(index)?;
        Some(self.view.slice(self.view.tree.span(id)))
    }

    fn variables(&self, index: usize) -> Option<Vec<String>> {
        let variables = analysis::written_variables(self.view, self.argument(index)?);
        Some(variables.map(str::to_owned).collect())
    }

    fn type_constraint(&self, index: usize) -> Option<Result<Type>> {
        let id = self.argument(index)?;
        let span = self.view.tree.span(id);
        let ty = parse_expression(self.view.slice(span)).and_then(|it| it.type_constraint());
        Some(ty.map_err(|error| moved(error, span.start())))
    }

    fn evaluate_template(
        &self,
        name: Option<&str>,
        text: &str,
        variables: &[(Arc<str>, Value)],
    ) -> Result<Value> {
        let mut options = ParseOptions::new().with_max_depth(MAX_TEMPLATE_DEPTH);
        if let Some(name) = name {
            options = options.with_filename(name);
        }
        let template = options.parse_template(text)?;
        let mut ctx = self.scope.ctx.without_variables();
        for (name, value) in variables {
            ctx.set_variable(&**name, value.clone());
        }
        let evaluated = template.evaluate_within(TemplateMode::Unwrapping, &ctx, self.work);
        evaluated.into_result()
    }
}

/// Moves the spans of an error in a part of a source, which begins at byte `start`, to the whole source.
fn moved(mut error: Error, start: u32) -> Error {
    let moved = |span: Span| Span::new(span.start() + start, span.end() + start);
    for diagnostic in error.diagnostics_mut() {
        let (subject, context) = (diagnostic.subject(), diagnostic.context());
        diagnostic.remove_place();
        if let Some(subject) = subject {
            diagnostic.set_missing_subject(moved(subject));
        }
        if let Some(context) = context {
            diagnostic.set_context(moved(context));
        }
    }
    error
}
