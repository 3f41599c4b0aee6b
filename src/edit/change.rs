//! Collects changes of a text and applies them together.
//!
//! Knows nothing of what the text means.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::insertion::{CanonicalLines, EditedText, Insertion};
use super::snippet;
use crate::error::Result;
use crate::span::Span;

/// How deep moved items may be nested in each other: as deep as blocks may nest.
const MAX_DEPTH: usize = 256;

/// Changes of a text, by their offsets in the original text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The changes in order: for each, its index in `insertions`, `removals` or `replacements`.
    in_order: BTreeMap<ChangeKey, usize>,
    insertions: Vec<Insertion>,
    /// The removed items. `None` stands for an item that is kept after all.
    removals: Vec<Option<Span>>,
    /// The index of the removal of an item, by its start.
    removed: HashMap<u32, usize>,
    replacements: Vec<Replacement>,
    /// The moved items by their start.
    moves: HashMap<u32, MovedItem>,
    /// Number of moves so far.
    move_count: usize,
}

/// What a range of the text is replaced by.
#[derive(Debug)]
pub(super) enum Replacement {
    Text(String),
    /// The beginning of a line with this indentation.
    NewLine(String),
    /// Text and parts of the original text, with the changes in these.
    Parts(Vec<ReplacementPart>),
    /// The range itself with the changes in it, each of its lines as a comment.
    Comment(String),
}

#[derive(Debug)]
pub(super) enum ReplacementPart {
    Text(String),
    Source(Range<usize>),
}

/// A moved item.
#[derive(Debug)]
struct MovedItem {
    number: usize,
    /// The lines that are moved, and their removal.
    lines: Range<usize>,
    removal: ChangeKey,
    /// The indentation of the item where it was, and where it will be.
    indents: (String, String),
}

/// The key by which changes are sorted: the order in which they are applied. An outer range precedes the ranges inside
/// of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ChangeKey {
    start: usize,
    rank: ChangeRank,
    end: Reverse<usize>,
    /// The start of the removed item.
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

    /// The lowest key at `start` with a rank, as the bound of a range of keys.
    fn bound(start: usize, rank: ChangeRank) -> Self {
        ChangeKey {
            start,
            rank,
            end: Reverse(usize::MAX),
            item: 0,
        }
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
        self.in_order.insert(key, self.replacements.len());
        self.replacements.push(replacement);
    }

    /// Whether a range is replaced as a whole.
    pub(super) fn is_replaced(&self, range: Range<usize>) -> bool {
        let key = ChangeKey::new(range, ChangeRank::Range);
        self.in_order.contains_key(&key)
    }

    /// Whether an item that ends at an offset gets a comment at the end of its line.
    pub(super) fn has_line_comment(&self, end: usize) -> bool {
        let bounds = (
            ChangeKey::bound(end, ChangeRank::LineEnd),
            ChangeKey::bound(end, ChangeRank::After),
        );
        let mut changes = self.in_order.range(bounds.0..bounds.1);
        changes.any(|(_, index)| match &self.replacements[*index] {
            Replacement::Text(text) => !text.trim().is_empty(),
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
        self.in_order.insert(key, self.removals.len());
        self.removed.insert(item.start(), self.removals.len());
        self.removals.push(Some(item));
    }

    /// Removes an item and gives the number by which it can be inserted elsewhere.
    pub(super) fn move_lines(
        &mut self,
        item: Span,
        removed: Range<usize>,
        lines: Range<usize>,
        indents: (String, String),
    ) -> usize {
        self.cut(item, removed.clone());
        self.move_count += 1;
        let moved = MovedItem {
            number: self.move_count,
            lines,
            removal: ChangeKey::removal(removed, item),
            indents,
        };
        self.moves.insert(item.start(), moved);
        self.move_count
    }

    /// Keeps an item that was to be removed.
    pub(super) fn keep(&mut self, item: Span) {
        if self.moves.contains_key(&item.start()) {
            return;
        }
        if let Some(index) = self.removed.get(&item.start()) {
            self.removals[*index] = None;
        }
    }

    /// The new lines at an offset. `make` makes them if there are none yet.
    pub(super) fn insertion(
        &mut self,
        at: usize,
        rank: ChangeRank,
        make: impl FnOnce() -> Insertion,
    ) -> &mut Insertion {
        let next = self.insertions.len();
        let key = ChangeKey::new(at..at, rank);
        let index = *self.in_order.entry(key).or_insert(next);
        if index == next {
            self.insertions.push(make());
        }
        &mut self.insertions[index]
    }

    /// Applies all changes to the text. Changes inside of a removed item have no effect.
    ///
    /// The result says where `anchor` is in the new text: an offset in the original text, directly after a byte that is
    /// not white space.
    pub(super) fn apply(
        &self,
        source: &CanonicalLines<'_>,
        anchor: usize,
        newline: &'static str,
    ) -> Result<EditedText> {
        let text = source.text;
        let mut applier = Applier {
            changes: self,
            source,
            text,
            newline,
            anchor,
            written: HashSet::default(),
            depth: 0,
            is_too_deep: false,
        };
        let bounds = (
            ChangeKey::bound(0, ChangeRank::Head),
            ChangeKey::bound(usize::MAX, ChangeRank::Range),
        );
        let edited = applier.render(0..text.len(), bounds, None);
        if applier.is_too_deep || applier.written.len() < self.moves.len() {
            let detail =
                "An item cannot be moved into itself, nor to a place that is removed or replaced.";
            return Err(snippet::error("Moved to nowhere", detail));
        }
        Ok(edited)
    }
}

/// Changes that are being applied.
struct Applier<'a> {
    changes: &'a Changes,
    source: &'a CanonicalLines<'a>,
    text: &'a str,
    newline: &'static str,
    anchor: usize,
    /// The starts of the moved items that are written.
    written: HashSet<u32>,
    depth: usize,
    is_too_deep: bool,
}

#[cfg(test)]
thread_local! {
    /// Counts the changes that are looked at and the bytes that are copied, for a test.
    pub(super) static STEPS: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

impl Applier<'_> {
    /// Applies the changes between two bounds to a range, except `own`: the change that the range is rendered for.
    fn render(
        &mut self,
        range: Range<usize>,
        bounds: (ChangeKey, ChangeKey),
        own: Option<ChangeKey>,
    ) -> EditedText {
        let mut edited = EditedText::default();
        let mut at = range.start;
        // Where the last removed or commented item ends.
        let mut cut = None;
        let changes = self.changes;
        for (key, index) in changes.in_order.range(bounds.0..bounds.1) {
            #[cfg(test)]
            STEPS.with(|steps| steps.set(steps.get() + 1));
            let (start, Reverse(end)) = (key.start, key.end);
            let is_kept = key.rank == ChangeRank::Removal && changes.removals[*index].is_none();
            let is_gone = start < at || key.rank == ChangeRank::LineEnd && cut == Some(start);
            if is_kept || is_gone || Some(*key) == own {
                continue;
            }
            self.copy(&mut edited, at..start);
            at = start;
            match key.rank {
                ChangeRank::After
                | ChangeRank::Attributes
                | ChangeRank::End
                | ChangeRank::Before => {
                    let insertion = &changes.insertions[*index];
                    insertion.write(&mut edited, |item, number| self.moved(item, number));
                }
                ChangeRank::Removal => {
                    edited.is_after_removal = true;
                    at = end;
                    cut = Some(end);
                }
                ChangeRank::Head
                | ChangeRank::LineEnd
                | ChangeRank::Opening
                | ChangeRank::Comment
                | ChangeRank::Range => {
                    let replacement = &changes.replacements[*index];
                    edited.fill_gap(&self.text[start..], self.newline);
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
            edited.set_anchor(&self.text[range.start..self.anchor]);
        }
        #[cfg(test)]
        STEPS.with(|steps| steps.set(steps.get() + range.len()));
        edited.copy(self.source, range, self.newline);
    }

    fn replace(&mut self, edited: &mut EditedText, replacement: &Replacement, key: ChangeKey) {
        let range = key.start..key.end.0;
        match replacement {
            Replacement::Text(text) => edited.push(text),
            Replacement::NewLine(indent) => {
                edited.is_after_removal = false;
                edited.begin_line(self.newline);
                edited.push(indent);
            }
            Replacement::Parts(parts) => {
                for part in parts {
                    match part {
                        ReplacementPart::Text(text) => edited.push(text),
                        ReplacementPart::Source(range) => {
                            let bounds = (
                                ChangeKey::bound(range.start, ChangeRank::Range),
                                ChangeKey::bound(range.end, ChangeRank::LineEnd),
                            );
                            let rendered = self.deeper(range.clone(), bounds, None);
                            edited.push_part(&rendered, rendered.text());
                        }
                    }
                }
            }
            Replacement::Comment(indent) => {
                let bounds = (
                    ChangeKey::bound(range.start, ChangeRank::Range),
                    ChangeKey::bound(range.end, ChangeRank::After),
                );
                let rendered = self.deeper(range, bounds, Some(key));
                edited.push_comment(&rendered, indent);
            }
        }
    }

    /// A moved item and its text with the new indentation; `None` if a later move or a removal has taken it away.
    fn moved(&mut self, item: u32, number: usize) -> Option<(EditedText, String)> {
        let changes = self.changes;
        let moved = changes.moves.get(&item).filter(|it| it.number == number)?;
        let Range { start, end } = moved.lines.clone();
        // The line break of a block that was on one line stays there.
        let bounds = (
            ChangeKey::bound(start, ChangeRank::Comment),
            ChangeKey::bound(end, ChangeRank::After),
        );
        let rendered = self.deeper(start..end, bounds, Some(moved.removal));
        self.written.insert(item);
        let (old, new) = &moved.indents;
        let text = rendered.text().trim_end_matches(['\n', '\r']);
        let begins_line = start == 0 || self.text[..start].ends_with('\n');
        let blanks = if begins_line { "" } else { old };
        let text = snippet::reindented(&[blanks, text].concat(), old, new);
        Some((rendered, text))
    }

    fn deeper(
        &mut self,
        range: Range<usize>,
        bounds: (ChangeKey, ChangeKey),
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
