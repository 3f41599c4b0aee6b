//! Templates in the strings of JSON ("Strings" of the JSON syntax).
//!
//! Such a template is a source of its own, with a tree of its own; nothing in it can be defined by what is around it.
//!
//! Knows nothing of how templates are evaluated.

use std::mem;

use super::{Evaluator, Scope, TemplateMode};
use crate::syntax::tree::{NONE, NodeId};
use crate::value::Value;

impl Evaluator<'_> {
    /// The value of the string `id`, which has template sequences. In literal-only mode that is its text.
    #[inline(never)]
    pub(super) fn embedded(&mut self, id: NodeId, mode: TemplateMode, scope: &Scope<'_>) -> Value {
        if scope.ctx.is_literal_only() {
            let text = self.string_value(id, |view| view.raw_text(id)).clone();
            let length = text.as_str().map_or(0, str::len);
            self.produce(length, self.span(id));
            return text;
        }
        let Some(embedded) = self.view.embedded(id) else {
            return Value::dynamic();
        };
        let Some((view, root)) = embedded.view() else {
            self.diagnostics.extend(embedded.diagnostics());
            return Value::dynamic();
        };
        let (value, diagnostics) = self.lend(self.span(id), |budget| {
            let mut evaluator = Evaluator::new(view, root, budget);
            // A name in a template is not one that quotes are missing around.
            evaluator.alone = NodeId(NONE);
            let scope = Scope::global(scope.ctx);
            let value = match mode {
                TemplateMode::Unwrapping => evaluator.expression(root, &scope),
                TemplateMode::Text => evaluator.text(view.template(root), &scope),
            };
            evaluator.budget.settle();
            (value, mem::take(&mut evaluator.diagnostics))
        });
        self.diagnostics.extend(embedded.placed(diagnostics));
        value
    }
}
