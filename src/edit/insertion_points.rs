//! Where new items of a body are inserted, and the lines around them.
//!
//! Knows nothing of what is inserted.

use std::ops::Range;

use super::change::{ChangeRank, Replacement};
use super::editor::Edit;
use super::insertion::Insertion;
use crate::span::Span;
use crate::syntax::tree::handle::{Body, BodyItem, ItemKind};

impl Edit {
    /// Whether a body is that of a block on one line.
    pub(super) fn is_in_one_line(&self, body: &Body) -> bool {
        let Range { start, .. } = body.span().range();
        start > 0 && self.lines().end(start).is_none()
    }

    /// The insertion of attributes: after the existing ones, before the blocks.
    pub(super) fn after_attributes(&mut self, body: &Body) -> &mut Insertion {
        let body_index = self.body_index(body);
        let first = body_index.items.first().copied();
        if let Some(last) = body_index.last_attribute.clone() {
            return self.after_item(&BodyItem::Attribute(last), ChangeRank::Attributes);
        }
        let Some((first, kind)) = first else {
            return self.end(body, ChangeRank::Attributes);
        };
        let (newline, unit) = (self.newline, self.unit.clone());
        let lines = self.lines();
        let at = lines.start_with_comments(first.range().start);
        let indent = lines.indent(first.range().start).to_owned();
        self.changes
            .insertion(at, ChangeRank::Attributes, || Insertion {
                indent,
                next: Some(kind),
                unit,
                newline,
                ..Insertion::default()
            })
    }

    /// The insertion at the end of a body.
    pub(super) fn end(&mut self, body: &Body, rank: ChangeRank) -> &mut Insertion {
        if self.is_in_one_line(body) {
            return self.break_one_line_block(body, rank);
        }
        let items = &self.body_index(body).items;
        let (first, last) = (items.first().copied(), items.last().copied());
        let (newline, unit) = (self.newline, self.unit.clone());
        let lines = self.lines();
        let Range { start, end } = body.span().range();
        let content = &lines.text[start..end];
        let is_root = start == 0;
        let previous = match last {
            Some((_, kind)) => Some(kind),
            // Comments are kept apart from blocks too. From the one at the head of the file, everything is.
            None if is_root && !self.head_comments().is_empty() => Some(ItemKind::Block),
            None => (!content.trim().is_empty()).then_some(ItemKind::Attribute),
        };
        let closing = if is_root {
            end
        } else {
            start + content.trim_end_matches([' ', '\t']).len()
        };
        let first = first.filter(|(first, _)| lines.begins_line(first.range().start));
        let indent = match first {
            Some((first, _)) => lines.indent(first.range().start).to_owned(),
            None if is_root => String::new(),
            None => [lines.indent(end), &unit.0].concat(),
        };
        self.changes.insertion(closing, rank, || Insertion {
            indent,
            previous,
            unit,
            newline,
            ..Insertion::default()
        })
    }

    /// Breaks a block of one line, so that lines can be inserted in it, and gives the insertion at its end.
    pub(super) fn break_one_line_block(&mut self, body: &Body, rank: ChangeRank) -> &mut Insertion {
        let (newline, unit) = (self.newline, self.unit.clone());
        let last = self.body_index(body).items.last().copied();
        let lines = self.lines();
        let Range { start, end } = body.span().range();
        let content = &lines.text[start..end];
        let outer = lines.indent(start).to_owned();
        let indent = [&outer, &*unit.0].concat();
        let trimmed = content.trim_start();
        let first_byte = end - trimmed.len();
        let last_byte = first_byte + trimmed.trim_end().len();
        let is_empty = trimmed.is_empty();
        let changes = &mut self.changes;
        if is_empty {
            changes.replace(start..end, ChangeRank::Opening, Replacement::NewLine(outer));
            return changes.insertion(start, rank, || Insertion {
                indent,
                unit,
                newline,
                ..Insertion::default()
            });
        }
        let first_line = Replacement::NewLine(indent.clone());
        changes.replace(start..first_byte, ChangeRank::Opening, first_line);
        if last_byte < end {
            let blanks = Replacement::Text(String::new());
            changes.replace(last_byte..end, ChangeRank::Opening, blanks);
        }
        changes.replace(end..end, ChangeRank::Opening, Replacement::NewLine(outer));
        changes.insertion(end, rank, || Insertion {
            indent,
            previous: last.map(|(_, kind)| kind).or(Some(ItemKind::Attribute)),
            unit,
            newline,
            ..Insertion::default()
        })
    }

    /// The body that an item is in, and the index of the item there.
    pub(super) fn owner(&mut self, item: Span) -> (Body, usize) {
        let mut body = self.root.clone();
        loop {
            let items = &self.body_index(&body).items;
            let after = items.partition_point(|(span, _)| span.start() <= item.start());
            let index = after.saturating_sub(1);
            let is_inside = items
                .get(index)
                .is_some_and(|(span, _)| span.start() < item.start());
            match is_inside.then(|| body.item_handle(index)) {
                Some(BodyItem::Block(block)) => body = block.body(),
                _ => return (body, index),
            }
        }
    }

    /// The insertion of this rank after an item.
    pub(super) fn after_item(&mut self, item: &BodyItem, rank: ChangeRank) -> &mut Insertion {
        let span = item.span();
        let (owner, index) = self.owner(span);
        if self.is_in_one_line(&owner) {
            return self.break_one_line_block(&owner, rank);
        }
        let items = &self.body_index(&owner).items;
        let (kind, next) = (items.get(index), items.get(index + 1));
        let (kind, next) = (kind.map(|it| it.1), next.map(|it| it.1));
        let (newline, unit) = (self.newline, self.unit.clone());
        let lines = self.lines();
        let at = lines.end(span.range().end).unwrap_or(span.range().end);
        let indent = lines.indent(span.range().start).to_owned();
        self.changes.insertion(at, rank, || Insertion {
            indent,
            previous: kind,
            next,
            unit,
            newline,
            ..Insertion::default()
        })
    }

    /// The insertion before an item.
    pub(super) fn before_item(&mut self, item: &BodyItem) -> &mut Insertion {
        let span = item.span();
        let (owner, index) = self.owner(span);
        let (newline, unit) = (self.newline, self.unit.clone());
        let items = &self.body_index(&owner).items;
        let kind = items.get(index).map(|it| it.1);
        let previous = index.checked_sub(1).and_then(|index| items.get(index));
        let previous = previous.map(|it| it.1);
        if self.is_in_one_line(&owner) {
            let indent = self
                .break_one_line_block(&owner, ChangeRank::End)
                .indent
                .clone();
            let start = owner.span().range().start;
            return self
                .changes
                .insertion(start, ChangeRank::Before, || Insertion {
                    indent,
                    next: kind,
                    unit,
                    newline,
                    ..Insertion::default()
                });
        }
        let lines = self.lines();
        let at = lines.start_with_comments(span.range().start);
        let indent = lines.indent(span.range().start).to_owned();
        self.changes
            .insertion(at, ChangeRank::Before, || Insertion {
                indent,
                previous,
                next: kind,
                unit,
                newline,
                ..Insertion::default()
            })
    }
}
