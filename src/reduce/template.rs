//! Writes the reduced form of a template ("Templates"): known strings become literal text.

use super::expression::{LiteralText, Position, WriteStep};
use super::reducer::Reducer;
use crate::nfc::normalize;
use crate::quote::write_quoted_text;
use crate::source::BYTE_ORDER_MARK;
use crate::span::Span;
use crate::syntax::lexer::template::heredoc_introduction;
use crate::syntax::tree::view::ExpressionView;
use crate::syntax::tree::{ExprId, Part, TemplateForm, TemplateId};

impl<'a> Reducer<'a, '_> {
    /// Writes the template `id`, which has quotes or markers.
    pub(super) fn write_template(
        &self,
        id: ExprId,
        template: TemplateId,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> Option<()> {
        let span = self.span(id);
        let view = self.view;
        let literal = match view.tree[template].form {
            TemplateForm::Quoted => LiteralText::Quoted,
            TemplateForm::Bare { .. } => LiteralText::Bare,
            TemplateForm::Heredoc { .. } => {
                let introduction = heredoc_introduction(view.text, span.start() as usize)?;
                LiteralText::Heredoc {
                    marker: introduction.marker,
                    is_flush: introduction.flush,
                }
            }
        };
        let end = match view.tree[view.tree[template].parts] {
            // Its value is the value of the interpolation, which need not be a string.
            [Part::Interpolation { expression, .. }] => {
                self.write_from(span.start(), &[expression], Position::Free, steps)
            }
            _ => self.write_parts(span.start(), template, literal, steps),
        };
        steps.push(WriteStep::between(end, span.end()));
        Some(())
    }

    /// Writes a template that is a whole source.
    pub(super) fn bare_template(&mut self) -> Option<()> {
        let id = self.root.id();
        self.scan(id);
        let ExpressionView::Template(template) = self.view.expression(id) else {
            self.verbatim(self.span(id));
            return Some(());
        };
        let mut steps = Vec::new();
        self.write_template(id, template, &mut steps)?;
        steps.reverse();
        self.write_all(steps)
    }

    /// Whether a template is always a string: it is not a single interpolation.
    pub(super) fn is_text(&self, template: TemplateId) -> bool {
        let tree = self.view.tree;
        !matches!(tree[tree[template].parts], [Part::Interpolation { .. }])
    }

    /// Adds the steps for the parts of a template, each with the text before it, beginning at `start`. Returns the end
    /// of the last part that is not literal text. Recursion is as deep as directives nest.
    fn write_parts(
        &self,
        start: u32,
        template: TemplateId,
        literal: LiteralText<'a>,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> u32 {
        let tree = self.view.tree;
        let mut at = start;
        for part in &tree[tree[template].parts] {
            at = match *part {
                Part::Literal(_) => at,
                Part::Interpolation { span, expression } => {
                    steps.push(WriteStep::between(at, span.start()));
                    steps.push(WriteStep::Interpolation {
                        span,
                        expression,
                        literal,
                    });
                    span.end()
                }
                Part::If(id) => {
                    let it = tree[id];
                    let end = self.write_from(at, &[it.predicate], Position::Free, steps);
                    let end = self.write_parts(end, it.yes, literal, steps);
                    match it.no {
                        Some(no) => self.write_parts(end, no, literal, steps),
                        None => end,
                    }
                }
                Part::For(id) => {
                    let it = tree[id];
                    let end = self.write_from(at, &[it.collection], Position::Free, steps);
                    self.write_parts(end, it.body, literal, steps)
                }
            };
        }
        at
    }

    /// Writes an interpolation, as literal text if possible.
    pub(super) fn write_interpolation(
        &mut self,
        span: Span,
        expression: ExprId,
        literal: LiteralText<'a>,
        steps: &mut Vec<WriteStep<'a>>,
    ) {
        if let Some(text) = self.literal_text(span, expression, literal) {
            self.output.replaced(&text, self.document, span);
        } else {
            let end = self.write_from(span.start(), &[expression], Position::Free, steps);
            steps.push(WriteStep::between(end, span.end()));
        }
    }

    /// The literal text that can replace an interpolation, together with the text around it.
    fn literal_text(
        &self,
        span: Span,
        expression: ExprId,
        literal: LiteralText<'_>,
    ) -> Option<String> {
        let written = self.view.slice(span);
        let (before, after) = (self.output.text(), &self.view.text[span.end() as usize..]);
        // A strip marker would also strip the new literal text beside it.
        let has_markers = written.starts_with("${~")
            || written.ends_with("~}")
            || before.ends_with("~}")
            || after.starts_with("${~")
            || after.starts_with("%{~");
        // A `$` or `%` before the new text may form a marker together with it.
        if has_markers || before.ends_with(['$', '%']) {
            return None;
        }
        let text = self.text_of(expression)?;
        let is_joint = |one: Option<char>, other: Option<char>| {
            let pair: String = one.into_iter().chain(other).collect();
            normalize(pair.as_str()) != pair
        };
        let (first, last) = (text.chars().next(), text.chars().next_back());
        if last.is_none()
            || text.ends_with(['$', '%'])
            || is_joint(before.chars().next_back(), first)
            || is_joint(last, after.chars().next())
        {
            return None;
        }
        if let LiteralText::Quoted = literal {
            let mut quoted = String::with_capacity(text.len());
            write_quoted_text(&mut quoted, &text).ok()?;
            return Some(quoted);
        }
        let is_special = |it: char| it.is_control() || matches!(it, '$' | '%' | BYTE_ORDER_MARK);
        if text.contains(is_special) {
            return None;
        }
        if let LiteralText::Heredoc { marker, is_flush } = literal {
            let line = before.rsplit('\n').next().unwrap_or_default();
            // The text would count as indentation, or be the end marker.
            if is_flush && line.trim().is_empty() || marker.contains(text.trim()) {
                return None;
            }
        }
        Some(text)
    }
}
