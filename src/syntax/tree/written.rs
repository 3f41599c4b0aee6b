//! Expressions as text that can be parsed again, on its own or after an equals sign.
//!
//! The text is copied from the source, with two exceptions. A heredoc needs the newline after its end marker, which is
//! not part of the expression. The iterator of a `dynamic` block has no meaning outside the block, so its value
//! replaces it.

use std::borrow::Cow;

use super::bound::BoundValues;
use super::view::{ExpressionView, TraversalView, View};
use super::{BindingId, ExprId, ExprKind, StepKind, TemplateForm};
use crate::span::Span;

/// A text that replaces a part of the source.
struct SpanReplacement {
    span: Span,
    text: String,
}

impl<'s, 't> View<'s, 't> {
    /// The text of the expression `id`, without the newline that a heredoc needs after it. `None` if the
    /// expression is unknown.
    pub(crate) fn written(self, id: ExprId, span: Span) -> Option<Cow<'s, str>> {
        if self.tree.is_json() {
            return self.native(id).map(Cow::Owned);
        }
        let replacements = self.replacements(id)?;
        if replacements.is_empty() {
            return Some(Cow::Borrowed(self.slice(span)));
        }
        Some(Cow::Owned(self.replaced(span, &replacements)))
    }

    /// The text of a span in which parts are replaced.
    fn replaced(self, span: Span, replacements: &[SpanReplacement]) -> String {
        let mut text = String::with_capacity(span.range().len());
        let mut at = span.start();
        let from = replacements.partition_point(|it| it.span.start() < span.start());
        let parts = replacements[from..].iter();
        for SpanReplacement {
            span: place,
            text: new,
        } in parts.take_while(|it| it.span.end() <= span.end())
        {
            text.push_str(self.slice(Span::new(at, place.start())));
            at = place.end();
            let after = self.slice(Span::new(at, span.end()));
            if *place != span && needs_parentheses(new, after) {
                text.extend(["(", new, ")"]);
            } else {
                text.push_str(new);
            }
        }
        text.push_str(self.slice(Span::new(at, span.end())));
        text
    }

    /// The text of the template `id`, which is a whole source, between these spans, in order. `None` if it is unknown.
    pub(super) fn written_between(self, id: ExprId, spans: &[Span]) -> Option<Vec<String>> {
        let replacements = self.replacements(id)?;
        let whole = self.tree.span(id);
        let mut between = Vec::with_capacity(spans.len() + 1);
        let mut at = whole.start();
        for span in spans {
            between.push(self.replaced(Span::new(at, span.start()), &replacements));
            at = span.end();
        }
        between.push(self.replaced(Span::new(at, whole.end()), &replacements));
        Some(between)
    }

    /// The decoded text of the JSON string `id` with template sequences, in which values replace bound variables.
    /// `None` if one is unknown.
    pub(crate) fn template_of_string(self, id: ExprId) -> Option<Cow<'s, str>> {
        match self.embedded_view(id) {
            Some((view, root)) if view.tree.is_bound() => {
                let text = view.written(root, view.tree.span(root))?;
                Some(Cow::Owned(text.into_owned()))
            }
            _ => Some(self.raw_text(id)),
        }
    }

    /// The replacements of the bound variables in an expression, in the order of the source. `None` if one of them is
    /// unknown.
    fn replacements(self, id: ExprId) -> Option<Vec<SpanReplacement>> {
        let mut replacements = Vec::new();
        let Some(bindings) = self.tree.bindings.as_deref() else {
            return Some(replacements);
        };
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            match self.tree[id].kind {
                ExprKind::Unknown => return None,
                ExprKind::Structure(id) if self.tree[id].is_unknown => return None,
                ExprKind::Variable { bound: Some(bound) } => {
                    let text = bindings.text(bound, None)?;
                    let span = self.tree.span(id);
                    replacements.push(SpanReplacement { span, text });
                }
                _ => match self.bound_attribute(id, bindings) {
                    Some((attribute, traversal)) => {
                        replacements.push(attribute);
                        pending.extend(traversal.keys());
                    }
                    None => self.for_each_child(id, &mut |child| pending.push(child)),
                },
            }
        }
        replacements.sort_by_key(|replacement| replacement.span.start());
        Some(replacements)
    }

    /// If a traversal begins with an attribute of a bound variable, the replacement of that attribute by its value, and
    /// the traversal. `None` for any other expression.
    fn bound_attribute(
        self,
        id: ExprId,
        bindings: &BoundValues,
    ) -> Option<(SpanReplacement, TraversalView<'t>)> {
        let ExpressionView::Traversal(traversal) = self.expression(id) else {
            return None;
        };
        let bound: BindingId = self.tree.binding(traversal.source)?;
        let first = traversal.steps.first()?;
        let StepKind::GetAttr(_) = first.kind else {
            return None;
        };
        let text = bindings.text(bound, Some(self.accessed(*first)))?;
        let start = self.tree.span(traversal.source).start();
        let span = Span::new(start, first.span.end());
        Some((SpanReplacement { span, text }, traversal))
    }

    /// Whether an expression ends with the end marker of a heredoc, which needs a newline after it.
    pub(crate) fn ends_with_heredoc(self, mut id: ExprId) -> bool {
        let end = self.tree.span(id).end();
        if self.tree.is_json() || !self.slice(self.tree.span(id)).contains("<<") {
            return false;
        }
        loop {
            match self.tree[id].kind {
                ExprKind::HeredocLiteral => return true,
                ExprKind::Template(template)
                    if matches!(self.tree[template].form, TemplateForm::Heredoc { .. }) =>
                {
                    return true;
                }
                _ => {
                    let mut last = None;
                    self.for_each_child(id, &mut |child| last = Some(child));
                    match last.filter(|last| self.tree.span(*last).end() == end) {
                        Some(last) => id = last,
                        None => return false,
                    }
                }
            }
        }
    }
}

/// Whether a replacement needs parentheses to be an operand before the text `after`.
fn needs_parentheses(value: &str, after: &str) -> bool {
    let is_operation = value.starts_with('-') || value == "1/0";
    let is_accessed = after.trim_start().starts_with(['.', '[']);
    is_operation || is_accessed && !value.starts_with(['"', '[', '{'])
}
