//! Templates ("Templates"), including those in JSON strings ("Strings" of the JSON syntax).

use std::mem;

use super::report::Operand;
use super::variable::Scope;
use super::{Evaluator, TemplateMode};
use crate::convert::convert;
use crate::diagnostic::Code;
use crate::function::text_length;
use crate::number::Number;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, TemplateView};
use crate::syntax::tree::{ExprId, IfNode, Part, TemplateForNode, TemplateId};
use crate::value::{Type, Value};

/// Initial capacity of a string: enough for most templates.
const USUAL_LENGTH: usize = 64;

/// A string under construction, up to its first unknown part.
struct PartialText {
    known: String,
    /// Whether everything so far is known.
    is_known: bool,
}

impl Evaluator<'_> {
    /// The value of the template `id`, which has sequences.
    #[inline(never)]
    pub(super) fn template(&mut self, id: TemplateId, scope: &Scope<'_>) -> Value {
        let template = self.view.template(id);
        if let [Part::Interpolation { expression, .. }] = template.parts {
            return self.expression(*expression, scope);
        }
        self.text(template, scope)
    }

    /// The string of a template.
    pub(super) fn text(&mut self, template: TemplateView<'_>, scope: &Scope<'_>) -> Value {
        let mut text = PartialText {
            known: String::with_capacity(USUAL_LENGTH),
            is_known: true,
        };
        self.write(template, &mut text, scope);
        if text.is_known {
            return Value::from(text.known);
        }
        let unknown = Value::unknown(&Type::STRING).refine().not_null();
        unknown.string_prefix(&text.known).finish()
    }

    /// Appends the parts of a template.
    fn write(&mut self, template: TemplateView<'_>, text: &mut PartialText, scope: &Scope<'_>) {
        for part in template.parts {
            if self.is_interrupted() {
                return;
            }
            let value = match *part {
                Part::Literal(span) => {
                    let literal = self.view.template_literal(span, template.notation);
                    self.push(text, &literal, span);
                    continue;
                }
                Part::Interpolation { expression, .. } => self.expression(expression, scope),
                Part::If(id) => self.template_if(self.view.tree[id], template, scope),
                Part::For(id) => {
                    self.template_for(self.view.tree[id], template, text, scope);
                    continue;
                }
            };
            self.append(text, &value, self.part_span(*part));
        }
    }

    /// The span to report for the value of a part; for an interpolation, the span of its expression.
    fn part_span(&self, part: Part) -> Span {
        match part {
            Part::Literal(span) => span,
            Part::Interpolation { expression, .. } => self.span(expression),
            Part::If(id) => self.view.tree[id].span,
            Part::For(id) => self.view.tree[id].span,
        }
    }

    /// Appends the value of a part, converted to a string.
    fn append(&mut self, text: &mut PartialText, value: &Value, span: Span) {
        const INVALID: Code = Code::InvalidTemplateInterpolationValue;
        if let Some(string) = value.as_str() {
            self.push(text, string, span);
            return;
        }
        if let Some(integer) = value.as_number().and_then(Number::as_i64) {
            self.push(text, itoa::Buffer::new().format(integer), span);
            return;
        }
        if text.is_known && !self.paid_at(self.work.budget.take_bytes(text_length(value)), span) {
            return;
        }
        if value.is_null() {
            let detail = "The value is null, which cannot be included in a string template.";
            self.error(INVALID, detail, span);
            text.is_known = false;
            return;
        }
        if !value.is_known() {
            if text.is_known {
                text.known.push_str(value.range().string_prefix());
            }
            text.is_known = false;
            return;
        }
        match convert(value, &Type::STRING) {
            // The bytes were spent before the string was made.
            Ok(string) if text.is_known => {
                text.known.push_str(string.as_str().unwrap_or_default());
            }
            Ok(_) => {}
            Err(error) => {
                let detail =
                    format!("This value cannot be included in a string template: {error}.");
                self.error(INVALID, detail, span);
                text.is_known = false;
            }
        }
    }

    /// Appends the string of a part, if everything before it is known.
    fn push(&mut self, text: &mut PartialText, string: &str, span: Span) {
        if !text.is_known {
            return;
        }
        if self.work.budget.take_bytes(string.len()) {
            text.known.push_str(string);
        } else {
            self.paid_at(false, span);
        }
    }

    /// Appends the selected branch of an `if` directive.
    fn template_if(&mut self, it: IfNode, template: TemplateView<'_>, scope: &Scope<'_>) -> Value {
        let IfNode {
            span,
            predicate,
            yes,
            no,
        } = it;
        let branch = |it: &mut Self, id: TemplateId| {
            let branch = it.view.branch(id, template.notation);
            it.operand(|it| it.text(branch, scope))
        };
        let condition = self.operand(|it| it.expression(predicate, scope));
        let yes = branch(self, yes);
        let no = match no {
            Some(no) => branch(self, no),
            None => Operand::new(Value::from("")),
        };
        let chosen = self.choose(condition, predicate, yes, no, span);
        self.report(chosen)
    }

    /// Appends the iterations of a `for` directive.
    fn template_for(
        &mut self,
        it: TemplateForNode,
        template: TemplateView<'_>,
        text: &mut PartialText,
        scope: &Scope<'_>,
    ) {
        let TemplateForNode {
            key,
            value,
            collection,
            body,
            ..
        } = it;
        let body = self.view.branch(body, template.notation);
        let elements = self.expression(collection, scope);
        if !self.is_iterable(&elements, collection, "directive") || !elements.is_known() {
            text.is_known = false;
            return;
        }
        if !self.pay_elements(&elements, collection) {
            text.is_known = false;
            return;
        }
        let (start, was_known) = (text.known.len(), text.is_known);
        self.each(&elements, key, value, scope, |this, inner| {
            this.write(body, text, inner);
        });
        if was_known && !text.is_known {
            // If the result is only partly known, a directive does not contribute its known beginning.
            text.known.truncate(start);
        }
    }

    /// The value of the JSON string `id`, which contains template sequences. In literal-only mode, the value is the
    /// text itself.
    ///
    /// Such a template has its own source and its own tree; surrounding expressions define no variables in it.
    #[inline(never)]
    pub(super) fn embedded(&mut self, id: ExprId, mode: TemplateMode, scope: &Scope<'_>) -> Value {
        // Content that a `dynamic` block generates is evaluated with its iterator, which ends literal-only mode.
        if scope.ctx.is_literal_only() && !self.view.tree.is_bound() {
            let text = self.view.raw_text(id);
            self.paid(self.work.budget.take_bytes(text.len()), id);
            return text.into();
        }
        let Some(embedded) = self.view.embedded(id) else {
            return Value::dynamic();
        };
        let Some((view, root)) = embedded.view() else {
            self.diagnostics.extend(embedded.diagnostics());
            return Value::dynamic();
        };
        let mut evaluator = Evaluator::new(view, root, self.work);
        evaluator.alone = None;
        let inner = Scope::global(scope.ctx);
        let value = evaluator.in_mode(root, mode, &inner);
        let diagnostics = mem::take(&mut evaluator.diagnostics);
        self.diagnostics.extend(embedded.placed(diagnostics));
        self.paid(!self.work.is_interrupted(), id);
        value
    }

    /// The value of an expression that is a template as a whole.
    #[inline(never)]
    pub(super) fn in_mode(&mut self, id: ExprId, mode: TemplateMode, scope: &Scope<'_>) -> Value {
        match (mode, self.view.expression(id)) {
            (TemplateMode::Text, ExpressionView::Template(template)) => {
                self.text(self.view.template(template), scope)
            }
            (TemplateMode::Text, ExpressionView::Embedded) => self.embedded(id, mode, scope),
            _ => self.expression(id, scope),
        }
    }
}
