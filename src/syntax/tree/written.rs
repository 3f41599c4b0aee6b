//! Expressions as text that can be parsed again, on its own or behind an equals sign.
//!
//! Mostly that is what the source says. Two things differ: a heredoc ends with the newline behind its end marker, which
//! is no part of the expression; and the iterator of a `dynamic` block means nothing outside of it, so that its value
//! takes its place.
//!
//! Knows nothing of values.

use std::borrow::Cow;

use super::arena::{Bound, Tree};
use super::view::{Shape, View};
use super::{NodeId, NodeKind};
use crate::span::Span;

/// What takes the place of a part of the source.
struct Replacement {
    span: Span,
    text: String,
}

impl<'s> View<'s, '_> {
    /// The expression `id` without the newline that a heredoc needs behind it. There is none for what is unknown, whatever
    /// is written.
    pub(crate) fn written(self, id: NodeId) -> Option<Cow<'s, str>> {
        let span = self.tree.span(id);
        let Some(bound) = self.tree.bound() else {
            return Some(Cow::Borrowed(self.slice(span)));
        };
        let mut replacements = self.replacements(id, bound)?;
        if replacements.is_empty() {
            return Some(Cow::Borrowed(self.slice(span)));
        }
        replacements.sort_unstable_by_key(|it| it.span.start());
        let mut text = String::with_capacity(span.range().len());
        let mut at = span.start();
        for Replacement {
            span: place,
            text: new,
        } in replacements
        {
            text.push_str(self.slice(Span::new(at, place.start())));
            at = place.end();
            let behind = self.slice(Span::new(at, span.end()));
            if place != span && needs_parentheses(&new, behind) {
                text.extend(["(", &new, ")"]);
            } else {
                text.push_str(&new);
            }
        }
        text.push_str(self.slice(Span::new(at, span.end())));
        Some(Cow::Owned(text))
    }

    /// What takes the places of the bound variables in an expression.
    fn replacements(self, id: NodeId, bound: &dyn Bound) -> Option<Vec<Replacement>> {
        let mut replacements = Vec::new();
        let mut rest = vec![id];
        while let Some(id) = rest.pop() {
            let span = self.tree.span(id);
            match self.tree.node(id).kind {
                NodeKind::Unknown => return None,
                NodeKind::Variable => {
                    if let Some(index) = self.tree.binding(id) {
                        let text = bound.text(index, None)?;
                        replacements.push(Replacement { span, text });
                    }
                    continue;
                }
                NodeKind::GetAttr => {
                    if let Some(text) = self.bound_attribute(id, bound) {
                        replacements.push(Replacement { span, text });
                        continue;
                    }
                }
                _ => {}
            }
            self.for_each_child(id, |child| rest.push(child));
        }
        Some(replacements)
    }

    /// The value that an attribute access gives, if what it accesses is a bound variable.
    fn bound_attribute(self, id: NodeId, bound: &dyn Bound) -> Option<String> {
        let Shape::GetAttr(source, name) = self.shape(id) else {
            return None;
        };
        bound.text(self.tree.binding(source)?, Some(self.slice(name)))
    }

    /// Whether the last thing in an expression is the end marker of a heredoc, which needs a newline behind it.
    pub(crate) fn ends_with_heredoc(self, mut id: NodeId) -> bool {
        let end = self.tree.span(id).end();
        if !self.slice(self.tree.span(id)).contains("<<") {
            return false;
        }
        loop {
            match self.tree.node(id).kind {
                NodeKind::HeredocLiteral | NodeKind::HeredocTemplate => return true,
                _ => {
                    let mut last = None;
                    self.for_each_child(id, |child| last = Some(child));
                    match last.filter(|last| self.tree.span(*last).end() == end) {
                        Some(last) => id = last,
                        None => return false,
                    }
                }
            }
        }
    }
}

impl Tree {
    /// Whether the tree has been made from another one by replacing its `dynamic` blocks.
    pub(crate) fn is_expanded(&self) -> bool {
        self.bound().is_some()
    }
}

/// Whether a value needs parentheses to be an operand in front of this text.
fn needs_parentheses(value: &str, behind: &str) -> bool {
    let is_operation = value.starts_with('-') || value == "1/0";
    let is_accessed = behind.trim_start().starts_with(['.', '[']);
    is_operation || is_accessed && !value.starts_with(['"', '[', '{'])
}
