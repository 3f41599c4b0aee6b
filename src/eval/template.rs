//! Templates ("Templates").
//!
//! Knows nothing of how literal text is decoded.

use super::operand::Operand;
use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::function::text_length;
use crate::number::Number;
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::{PartView, TemplateView};
use crate::value::{Type, Value};

/// Initial capacity of a string: enough for most templates.
const USUAL_LENGTH: usize = 64;

/// A string under construction, as far as it is known.
struct PartialText {
    known: String,
    /// Whether everything so far is known.
    is_known: bool,
}

impl Evaluator<'_> {
    /// The value of the template `id`, which has sequences.
    #[inline(never)]
    pub(super) fn template(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let template = self.view.template(id);
        if let [part] = template.parts
            && let PartView::Interpolation(inner) = self.view.part(*part)
        {
            return self.expression(inner, scope);
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
            if self.budget.is_spent() {
                return;
            }
            let value = match self.view.part(*part) {
                PartView::Literal(span) => {
                    let literal = self.view.template_literal(span, template.notation);
                    self.push(text, &literal, *part);
                    continue;
                }
                PartView::Interpolation(id) => {
                    // A value that exists already is borrowed instead of cloned.
                    if self.view.tree.node(id).kind.is_postfix()
                        && let Some(value) = self.simple_chain(id, 2, scope)
                    {
                        self.append(text, value, *part);
                        continue;
                    }
                    self.expression(id, scope)
                }
                PartView::If { predicate, yes, no } => {
                    let subject = self.part_span(*part);
                    self.template_if(predicate, yes, no, template, subject, scope)
                }
                PartView::For {
                    key,
                    value,
                    collection,
                    body,
                } => {
                    let body = self.view.branch(body, template.notation);
                    self.template_for(key, value, collection, body, text, scope);
                    continue;
                }
            };
            self.append(text, &value, *part);
        }
    }

    /// The span to report for the value of a part: that of the expression in an interpolation.
    fn part_span(&self, part: u32) -> Span {
        match self.view.part(part) {
            PartView::Interpolation(id) => self.span(id),
            _ => self.span(NodeId(part)),
        }
    }

    /// Appends the value of a part, converted to a string.
    fn append(&mut self, text: &mut PartialText, value: &Value, part: u32) {
        const INVALID: &str = "Invalid template interpolation value";
        if let Some(string) = value.as_str() {
            self.push(text, string, part);
            return;
        }
        if let Some(integer) = value.as_number().and_then(Number::as_small_integer) {
            self.push(text, itoa::Buffer::new().format(integer), part);
            return;
        }
        let span = self.part_span(part);
        if text.is_known && !self.produce(text_length(value), span) {
            return;
        }
        if value.is_null() {
            let detail = "The expression gives null, which a string template cannot hold.";
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
                let detail = format!("A string template cannot hold this value: {error}.");
                self.error(INVALID, detail, span);
                text.is_known = false;
            }
        }
    }

    /// Appends the string of a part, if everything before it is known.
    #[inline]
    fn push(&mut self, text: &mut PartialText, string: &str, part: u32) {
        if !text.is_known {
            return;
        }
        if self.budget.take_bytes(string.len()) {
            text.known.push_str(string);
        } else {
            self.out_of_bytes(self.part_span(part));
        }
    }

    /// Appends the selected branch of an `if` directive.
    fn template_if(
        &mut self,
        predicate: NodeId,
        yes: NodeId,
        no: Option<NodeId>,
        template: TemplateView<'_>,
        subject: Span,
        scope: &Scope<'_>,
    ) -> Value {
        let branch = |it: &mut Self, id: NodeId| {
            let branch = it.view.branch(id, template.notation);
            it.operand(|it| it.text(branch, scope))
        };
        let condition = self.operand(|it| it.expression(predicate, scope));
        let yes = branch(self, yes);
        let no = match no {
            Some(no) => branch(self, no),
            None => Operand::new(Value::from("")),
        };
        let chosen = self.choose(condition, predicate, yes, no, subject);
        self.report(chosen)
    }

    /// Appends the iterations of a `for` directive.
    fn template_for(
        &mut self,
        key: Option<Span>,
        value: Span,
        collection: NodeId,
        body: TemplateView<'_>,
        text: &mut PartialText,
        scope: &Scope<'_>,
    ) {
        let elements = self.expression(collection, scope);
        if !self.is_iterable(&elements, collection, "directive") || !elements.is_known() {
            text.is_known = false;
            return;
        }
        if !self.spend_elements(&elements, collection) {
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
}
