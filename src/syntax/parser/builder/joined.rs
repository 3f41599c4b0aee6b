//! The actions for joined tokens.

use super::{Builder, Mark, mark};
use crate::span::Span;
use crate::syntax::lexer::{JoinedPart, PartKind, Scalar};
use crate::syntax::tree::{Expr, ExprId, ExprKind, Item, ItemId, ItemKind};

impl Builder<'_> {
    /// Attributes of a body, in lines that end at a byte.
    pub(crate) fn literal_attributes(&mut self, mark: Mark, end: u32) -> Mark {
        self.joined_items(end, ItemKind::Attribute);
        mark
    }

    /// Items of an object, in lines that end at a byte.
    pub(crate) fn literal_items(&mut self, mark: Mark, end: u32) -> Mark {
        self.joined_items(end, ItemKind::Named);
        mark
    }

    /// The type and the labels of a block, in a line that ends at a byte.
    pub(crate) fn joined_header(&mut self, end: u32) -> Mark {
        let header = mark(&self.open.labels);
        while let Some(part) = self.next_part(end) {
            self.open.labels.push(part.span);
        }
        header
    }

    /// The next part of a joined token that ends at a byte.
    fn next_part(&self, end: u32) -> Option<JoinedPart> {
        self.parts.borrow_mut().next(end)
    }

    fn joined_items(&mut self, end: u32, kind: fn(ExprId) -> ItemKind) {
        while let Some(name) = self.next_part(end) {
            self.joined_item(name.span, end, kind);
        }
    }

    fn joined_item(
        &mut self,
        name: Span,
        end: u32,
        kind: fn(ExprId) -> ItemKind,
    ) -> Option<ItemId> {
        let part = self.next_part(end)?;
        let value = match part.kind {
            PartKind::Scalar(scalar) => self.scalar(scalar, part.span),
            PartKind::TupleOpen => self.joined_tuple(part.span.start(), end)?,
            PartKind::ObjectOpen => self.joined_object(part.span.start(), end)?,
            _ => return None,
        };
        let kind = kind(value);
        let item = self.nodes.push_item(Item { name, kind });
        self.open.items.push(item);
        Some(item)
    }

    /// The tuple that begins at `start`, whose bracket is taken.
    fn joined_tuple(&mut self, start: u32, end: u32) -> Option<ExprId> {
        let mark = self.elements_mark();
        loop {
            let part = self.next_part(end)?;
            let PartKind::Scalar(scalar) = part.kind else {
                let elements = self.elements(mark);
                return Some(self.expression(ExprKind::Tuple(elements), start, part.span.end()));
            };
            let element = self.scalar(scalar, part.span);
            self.open.elements.push(element);
        }
    }

    /// The object that begins at `start`, whose brace is taken.
    fn joined_object(&mut self, start: u32, end: u32) -> Option<ExprId> {
        let mark = self.items_mark();
        loop {
            let part = self.next_part(end)?;
            if !matches!(part.kind, PartKind::Name) {
                let items = self.items(mark);
                return Some(self.expression(ExprKind::Object(items), start, part.span.end()));
            }
            self.joined_item(part.span, end, ItemKind::Named)?;
        }
    }

    fn scalar(&mut self, scalar: Scalar, span: Span) -> ExprId {
        let literal = match scalar {
            Scalar::String { is_verbatim } => {
                Expr::new(ExprKind::QuotedLiteral { is_verbatim }, span)
            }
            Scalar::Number => Expr::number(self.text, span),
            Scalar::Keyword => Expr::identifier(self.text, span),
        };
        self.nodes.push_expression(literal)
    }
}
