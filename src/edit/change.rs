//! Collects changes to a text and applies them together.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::insertion::{CanonicalLines, EditedText, Insertion};
use super::snippet::{self, SourceStyle};
use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::span::Span;

/// Changes of a text, by their offsets in the original text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    in_order: BTreeMap<ChangeKey, Change>,
    /// The key of each removal, by the start of the removed item.
    removed: HashMap<u32, ChangeKey>,
    /// The moved items by their start, with the number of the move: if an item is moved twice, only the last move
    /// counts.
    moves: HashMap<u32, (usize, MovedLines)>,
    move_count: usize,
}

#[derive(Debug)]
enum Change {
    Insertion(Insertion),
    Removal,
    Replacement(Replacement),
}

/// The replacement of a range of the text.
#[derive(Debug)]
pub(super) enum Replacement {
    Text(String),
    /// A new line that begins with this indentation.
    NewLine(String),
    /// Text and parts of the original text. The changes inside these parts are applied.
    Parts(Vec<ReplacementPart>),
    /// The range itself, with the changes inside it applied and each of its lines commented out. The string is the
    /// indentation of the item.
    Comment(String),
}

#[derive(Debug)]
pub(super) enum ReplacementPart {
    Text(String),
    Source(Range<usize>),
}

#[derive(Debug)]
pub(super) struct MovedLines {
    pub(super) item: Span,
    /// The range that is removed at the old place.
    pub(super) removed: Range<usize>,
    /// The range that is inserted at the new place.
    pub(super) inserted: Range<usize>,
    /// The indentation of the item at the old place and at the new place.
    pub(super) old_indent: String,
    pub(super) new_indent: String,
}

/// The sort key of a change. Changes are applied in this order: an outer range precedes the ranges inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChangeKey {
    start: usize,
    rank: ChangeRank,
    end: Reverse<usize>,
    /// The start of the removed item; zero for other changes.
    item: usize,
}

/// The order of changes that begin at the same offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ChangeRank {
    /// The comment at the head of the file.
    Head,
    /// The comment at the end of an item's line.
    LineEnd,
    /// New lines after an item.
    After,
    /// New attributes of a body.
    Attributes,
    /// New lines at the end of a body.
    End,
    /// New lines before an item.
    Before,
    Removal,
    /// The line breaks of a block that was on one line.
    Opening,
    /// The comment above an item.
    Comment,
    Range,
}

impl ChangeKey {
    fn new(Range { start, end }: Range<usize>, rank: ChangeRank) -> Self {
        ChangeKey {
            start,
            rank,
            end: Reverse(end),
            item: 0,
        }
    }

    /// The keys from rank `first` at `start` up to, but not including, rank `last` at `end`.
    fn bounds(start: usize, first: ChangeRank, end: usize, last: ChangeRank) -> Range<Self> {
        let lowest = |start, rank| ChangeKey {
            start,
            rank,
            end: Reverse(usize::MAX),
            item: 0,
        };
        lowest(start, first)..lowest(end, last)
    }

    fn removal(lines: Range<usize>, item: Span) -> Self {
        ChangeKey {
            item: item.range().start,
            ..ChangeKey::new(lines, ChangeRank::Removal)
        }
    }
}

impl Changes {
    /// Replaces a range of the text. A second replacement of the same range and rank replaces the first.
    pub(super) fn replace(
        &mut self,
        range: Range<usize>,
        rank: ChangeRank,
        replacement: Replacement,
    ) {
        let key = ChangeKey::new(range, rank);
        self.in_order.insert(key, Change::Replacement(replacement));
    }

    /// Whether a range is replaced as a whole.
    pub(super) fn is_replaced(&self, range: Range<usize>) -> bool {
        let key = ChangeKey::new(range, ChangeRank::Range);
        self.in_order.contains_key(&key)
    }

    /// Whether an item that ends at an offset gets a comment at the end of its line.
    pub(super) fn has_line_comment(&self, end: usize) -> bool {
        let bounds = ChangeKey::bounds(end, ChangeRank::LineEnd, end, ChangeRank::After);
        let mut changes = self.in_order.range(bounds);
        changes.any(|(_, change)| match change {
            Change::Replacement(Replacement::Text(text)) => !text.trim().is_empty(),
            _ => false,
        })
    }

    /// Removes an item with everything in it.
    pub(super) fn remove(&mut self, item: Span, lines: Range<usize>) {
        self.moves.remove(&item.start());
        self.cut(item, lines);
    }

    fn cut(&mut self, item: Span, lines: Range<usize>) {
        let key = ChangeKey::removal(lines, item);
        self.in_order.insert(key, Change::Removal);
        self.removed.insert(item.start(), key);
    }

    /// Removes an item and returns the number of the move, by which the item can be inserted elsewhere.
    pub(super) fn move_lines(&mut self, lines: MovedLines) -> usize {
        self.cut(lines.item, lines.removed.clone());
        self.move_count += 1;
        let number = self.move_count;
        self.moves.insert(lines.item.start(), (number, lines));
        number
    }

    /// Undoes the removal of an item, unless the item was moved.
    pub(super) fn keep(&mut self, item: Span) {
        if self.moves.contains_key(&item.start()) {
            return;
        }
        if let Some(key) = self.removed.get(&item.start()) {
            self.in_order.remove(key);
        }
    }

    /// Returns the new lines at an offset: `new` if there are none yet.
    pub(super) fn insertion(
        &mut self,
        at: usize,
        rank: ChangeRank,
        new: Insertion,
    ) -> &mut Insertion {
        let change = self.in_order.entry(ChangeKey::new(at..at, rank));
        match change.or_insert(Change::Insertion(new)) {
            Change::Insertion(insertion) => insertion,
            _ => unreachable!("all changes of this rank are insertions"),
        }
    }

    /// Applies all changes to the text. Changes inside a removed item have no effect.
    ///
    /// `anchor` is an offset in the original text, directly after a byte that is not white space. The result has its
    /// position in the new text.
    pub(super) fn apply(
        &self,
        source: &CanonicalLines<'_>,
        anchor: usize,
        style: &SourceStyle,
    ) -> Result<EditedText> {
        let mut applier = Applier {
            changes: self,
            source,
            style,
            anchor,
            written: HashSet::default(),
            depth: 0,
            is_too_deep: false,
        };
        let bounds = ChangeKey::bounds(0, ChangeRank::Head, usize::MAX, ChangeRank::Range);
        let edited = applier.render(0..source.text.len(), bounds, None);
        if applier.is_too_deep || applier.written.len() < self.moves.len() {
            return Err(moved_to_nowhere());
        }
        Ok(edited)
    }
}

/// The error for a move to a place that is not in the result.
pub(super) fn moved_to_nowhere() -> Error {
    let detail = "An item cannot be moved into itself, nor to a place that is removed or replaced.";
    Error::of(Code::MovedToNowhere, detail)
}

struct Applier<'a> {
    changes: &'a Changes,
    source: &'a CanonicalLines<'a>,
    style: &'a SourceStyle,
    anchor: usize,
    /// The starts of the moved items written so far.
    written: HashSet<u32>,
    depth: usize,
    is_too_deep: bool,
}

impl Applier<'_> {
    /// Applies the changes between two bounds to a range, except `own`: the change that the range is rendered for.
    fn render(
        &mut self,
        range: Range<usize>,
        bounds: Range<ChangeKey>,
        own: Option<ChangeKey>,
    ) -> EditedText {
        let mut edited = EditedText::default();
        let mut at = range.start;
        // The end of the last item that was removed or commented out.
        let mut cut = None;
        for (key, change) in self.changes.in_order.range(bounds) {
            let (start, Reverse(end)) = (key.start, key.end);
            let is_gone = start < at || key.rank == ChangeRank::LineEnd && cut == Some(start);
            if is_gone || Some(*key) == own {
                continue;
            }
            self.copy(&mut edited, at..start);
            at = start;
            match change {
                Change::Insertion(insertion) => {
                    let style = self.style;
                    insertion.write(&mut edited, style, |item, number| self.moved(item, number));
                }
                Change::Removal => {
                    edited.is_after_removal = true;
                    at = end;
                    cut = Some(end);
                }
                Change::Replacement(replacement) => {
                    edited.fill_gap(&self.source.text[start..], self.style.newline);
                    if matches!(replacement, Replacement::Comment(_)) {
                        cut = Some(end);
                    }
                    self.replace(&mut edited, replacement, *key);
                    if key.rank == ChangeRank::Head {
                        edited.leave_gap();
                    }
                    at = end;
                }
            }
        }
        self.copy(&mut edited, at..range.end);
        edited
    }

    fn copy(&self, edited: &mut EditedText, range: Range<usize>) {
        if range.start < self.anchor && self.anchor <= range.end {
            edited.set_anchor(&self.source.text[range.start..self.anchor]);
        }
        edited.copy(self.source, range, self.style.newline);
    }

    fn replace(&mut self, edited: &mut EditedText, replacement: &Replacement, key: ChangeKey) {
        let range = key.start..key.end.0;
        match replacement {
            Replacement::Text(text) => edited.push(text),
            Replacement::NewLine(indent) => {
                edited.is_after_removal = false;
                edited.begin_line(self.style.newline);
                edited.push(indent);
            }
            Replacement::Parts(parts) => {
                for part in parts {
                    match part {
                        ReplacementPart::Text(text) => edited.push(text),
                        ReplacementPart::Source(range) => {
                            let (first, last) = (ChangeRank::Range, ChangeRank::LineEnd);
                            let bounds = ChangeKey::bounds(range.start, first, range.end, last);
                            let rendered = self.deeper(range.clone(), bounds, None);
                            edited.push_part(&rendered, rendered.text());
                        }
                    }
                }
            }
            Replacement::Comment(indent) => {
                let (first, last) = (ChangeRank::Range, ChangeRank::After);
                let bounds = ChangeKey::bounds(range.start, first, range.end, last);
                let rendered = self.deeper(range, bounds, Some(key));
                edited.push_comment(&rendered, indent);
            }
        }
    }

    /// Returns a moved item and its text with the new indentation; `None` if the item was later moved again or removed.
    fn moved(&mut self, item: u32, number: usize) -> Option<(EditedText, String)> {
        let changes = self.changes;
        let (_, lines) = changes.moves.get(&item).filter(|it| it.0 == number)?;
        let Range { start, end } = lines.inserted.clone();
        // A line break that opens a block on one line stays at the old place.
        let bounds = ChangeKey::bounds(start, ChangeRank::Comment, end, ChangeRank::After);
        let removal = ChangeKey::removal(lines.removed.clone(), lines.item);
        let rendered = self.deeper(start..end, bounds, Some(removal));
        self.written.insert(item);
        let (old, new) = (&lines.old_indent, &lines.new_indent);
        let text = rendered.text().trim_end_matches(['\n', '\r']);
        let begins_line = start == 0 || self.source.text[..start].ends_with('\n');
        let blanks = if begins_line { "" } else { old };
        let text = snippet::reindented(&[blanks, text].concat(), old, new);
        Some((rendered, text))
    }

    fn deeper(
        &mut self,
        range: Range<usize>,
        bounds: Range<ChangeKey>,
        own: Option<ChangeKey>,
    ) -> EditedText {
        if self.depth == MAX_DEPTH {
            self.is_too_deep = true;
            return EditedText::default();
        }
        self.depth += 1;
        let edited = self.render(range, bounds, own);
        self.depth -= 1;
        edited
    }
}
