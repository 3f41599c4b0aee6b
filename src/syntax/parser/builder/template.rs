//! The actions for templates.

use super::{Builder, ForNames, Mark, Term, mark};
use crate::span::{Span, offset};
use crate::syntax::tree::{
    ExprId, ExprKind, IfId, IfNode, Part, Root, TemplateForId, TemplateForNode, TemplateForm,
    TemplateId, TemplateNode, text,
};

impl Builder<'_> {
    pub(crate) fn parts_mark(&self) -> Mark {
        mark(&self.open.parts)
    }

    pub(crate) fn part(&mut self, mark: Mark, part: Part) -> Mark {
        self.open.parts.push(part);
        mark
    }

    pub(crate) fn literal(&mut self, mark: Mark, start: u32, end: u32) -> Mark {
        self.part(mark, Part::Literal(Span::ordered(start, end)))
    }

    pub(crate) fn interpolation(
        &mut self,
        mark: Mark,
        start: u32,
        expression: ExprId,
        end: u32,
    ) -> Mark {
        let span = Span::ordered(start, end);
        self.part(mark, Part::Interpolation { span, expression })
    }

    pub(crate) fn finish_template(&mut self, mark: Mark) {
        let span = Span::new(0, offset(self.text.len()));
        let indent = self.least_indent(mark, false);
        let template = self.template(TemplateForm::Bare { indent }, mark, span);
        let kind = ExprKind::Template(template);
        self.root = Root::Expression(self.nodes.expression(kind, span));
    }

    fn template(&mut self, form: TemplateForm, mark: Mark, span: Span) -> TemplateId {
        let parts = self.nodes.list_parts(&self.open.parts[mark as usize..]);
        self.open.parts.truncate(mark as usize);
        self.nodes.push_template(TemplateNode { span, form, parts })
    }

    pub(crate) fn quoted_template(&mut self, mark: Mark, start: u32, end: u32) -> Term {
        let template = self.template(TemplateForm::Quoted, mark, Span::ordered(start, end));
        Term::Single(self.expression(ExprKind::Template(template), start, end))
    }

    pub(crate) fn heredoc_template(&mut self, mark: Mark, start: u32, end: u32) -> Term {
        let is_flush = self.text[start as usize..].starts_with("<<-");
        let indent = if is_flush {
            self.least_indent(mark, true)
        } else {
            None
        };
        let form = TemplateForm::Heredoc {
            indent: indent.unwrap_or(0),
        };
        let template = self.template(form, mark, Span::ordered(start, end));
        Term::Single(self.expression(ExprKind::Template(template), start, end))
    }

    pub(crate) fn branch(&mut self, mark: Mark, start: u32, end: u32) -> TemplateId {
        // A branch begins directly after a directive, not at the start of a line.
        let indent = self.least_indent(mark, false);
        self.template(
            TemplateForm::Bare { indent },
            mark,
            Span::ordered(start, end),
        )
    }

    /// The indentation that a flush heredoc removes: the least one in its own text and the branches of its directives.
    /// `None` if no line counts.
    fn least_indent(&self, mark: Mark, is_heredoc: bool) -> Option<u32> {
        let mut least = None;
        let mut begins_line = is_heredoc;
        let mut add = |indent: Option<u32>| {
            let both = least
                .zip(indent)
                .map(|(one, other): (u32, u32)| one.min(other));
            least = both.or(least).or(indent);
        };
        for part in &self.open.parts[mark as usize..] {
            let literal = match part {
                Part::Literal(span) => Some(*span),
                _ => None,
            };
            match (literal, part) {
                (Some(span), _) => add(text::template_indent(self.text, span)),
                _ if begins_line => add(Some(0)),
                (_, Part::If(id)) => {
                    let IfNode { yes, no, .. } = self.nodes[*id];
                    add(self.branch_indent(yes));
                    add(no.and_then(|no| self.branch_indent(no)));
                }
                (_, Part::For(id)) => add(self.branch_indent(self.nodes[*id].body)),
                _ => {}
            }
            begins_line = literal.is_some_and(|span| text::ends_line(self.text, span));
        }
        if begins_line && !is_heredoc {
            // The directive that ends a branch may itself be at the start of a line.
            return Some(0);
        }
        least
    }

    fn branch_indent(&self, branch: TemplateId) -> Option<u32> {
        match self.nodes[branch].form {
            TemplateForm::Bare { indent } => indent,
            TemplateForm::Heredoc { indent } => Some(indent),
            TemplateForm::Quoted => None,
        }
    }

    pub(crate) fn template_if(
        &mut self,
        span: Span,
        predicate: ExprId,
        yes: TemplateId,
        no: Option<TemplateId>,
    ) -> IfId {
        self.nodes.push_if(IfNode {
            span,
            predicate,
            yes,
            no,
        })
    }

    pub(crate) fn template_for(
        &mut self,
        span: Span,
        collection: ExprId,
        body: TemplateId,
    ) -> TemplateForId {
        let ForNames { key, value } = self.close_for();
        self.nodes.push_template_for(TemplateForNode {
            span,
            key,
            value,
            collection,
            body,
        })
    }
}
