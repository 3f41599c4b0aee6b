//! Collects changes of a text and applies them together.
//!
//! Knows nothing of what the text means.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use foldhash::{HashMap, HashSet};

use super::insertion::{Insertion, Output, SourceLines};
use super::piece;
use crate::error::Result;
use crate::span::Span;

/// Moved items that may be inside of each other: as many as blocks may nest.
const MAX_DEPTH: usize = 256;

/// Changes of a text, by their offsets in the original text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// For each place, the index of its change among those of its kind.
    places: BTreeMap<Place, usize>,
    insertions: Vec<Insertion>,
    /// The removed items. `None` stands for an item that is kept after all.
    removals: Vec<Option<Span>>,
    /// The index of the removal of an item, by its start.
    removed: HashMap<u32, usize>,
    replacements: Vec<Replacement>,
    /// The moved items by their start.
    moves: HashMap<u32, Move>,
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
    Parts(Vec<Part>),
    /// The range itself with the changes in it, each of its lines as a comment.
    Comment(String),
}

#[derive(Debug)]
pub(super) enum Part {
    Text(String),
    Source(Range<usize>),
}

/// A moved item.
#[derive(Debug)]
struct Move {
    number: usize,
    /// The lines that are moved, and their removal.
    lines: Range<usize>,
    removal: Place,
    /// The indentation of the item where it was, and where it will be.
    indents: (String, String),
}

/// The place of a change, in the order in which changes are applied. An outer range precedes the ranges inside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    start: usize,
    rank: Rank,
    end: Reverse<usize>,
    /// The start of the removed item.
    item: usize,
}

/// The order of changes that begin at the same offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
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

impl Place {
    fn new(Range { start, end }: Range<usize>, rank: Rank) -> Self {
        Place {
            start,
            rank,
            end: Reverse(end),
            item: 0,
        }
    }

    /// A bound of the places at `start` from a rank on.
    fn bound(start: usize, rank: Rank) -> Self {
        Place {
            start,
            rank,
            end: Reverse(usize::MAX),
            item: 0,
        }
    }

    fn removal(lines: Range<usize>, item: Span) -> Self {
        Place {
            item: item.range().start,
            ..Place::new(lines, Rank::Removal)
        }
    }
}

impl Changes {
    /// Replaces a range of the text. A second replacement of the same range and rank replaces the first.
    pub(super) fn replace(&mut self, range: Range<usize>, rank: Rank, replacement: Replacement) {
        let place = Place::new(range, rank);
        self.places.insert(place, self.replacements.len());
        self.replacements.push(replacement);
    }

    /// Whether a range is replaced as a whole.
    pub(super) fn is_replaced(&self, range: Range<usize>) -> bool {
        let place = Place::new(range, Rank::Range);
        self.places.contains_key(&place)
    }

    /// Removes an item with everything in it.
    pub(super) fn remove(&mut self, item: Span, lines: Range<usize>) {
        self.moves.remove(&item.start());
        self.cut(item, lines);
    }

    fn cut(&mut self, item: Span, lines: Range<usize>) {
        let place = Place::removal(lines, item);
        self.places.insert(place, self.removals.len());
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
        let moved = Move {
            number: self.move_count,
            lines,
            removal: Place::removal(removed, item),
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
        rank: Rank,
        make: impl FnOnce() -> Insertion,
    ) -> &mut Insertion {
        let next = self.insertions.len();
        let place = Place::new(at..at, rank);
        let index = *self.places.entry(place).or_insert(next);
        if index == next {
            self.insertions.push(make());
        }
        &mut self.insertions[index]
    }

    /// Applies all changes to the text. Changes inside of a removed item have no effect.
    ///
    /// The result has the place of `anchor`, an offset in the original text that follows a byte which is not white
    /// space.
    pub(super) fn apply(
        &self,
        source: &SourceLines<'_>,
        anchor: usize,
        newline: &'static str,
    ) -> Result<Output> {
        let text = source.text;
        let mut application = Application {
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
            Place::bound(0, Rank::LineEnd),
            Place::bound(usize::MAX, Rank::Range),
        );
        let output = application.render(0..text.len(), bounds, None);
        if application.is_too_deep || application.written.len() < self.moves.len() {
            let detail =
                "An item cannot be moved into itself, nor to a place that is removed or replaced.";
            return Err(piece::error("Moved to nowhere", detail));
        }
        Ok(output)
    }
}

/// Changes that are being applied.
struct Application<'a> {
    changes: &'a Changes,
    source: &'a SourceLines<'a>,
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

impl Application<'_> {
    /// Applies the changes between two bounds, but for `own`, to a range.
    fn render(
        &mut self,
        range: Range<usize>,
        bounds: (Place, Place),
        own: Option<Place>,
    ) -> Output {
        let mut output = Output::default();
        let mut at = range.start;
        // Where the last removed or commented item ends.
        let mut cut = None;
        let changes = self.changes;
        for (place, index) in changes.places.range(bounds.0..bounds.1) {
            #[cfg(test)]
            STEPS.with(|steps| steps.set(steps.get() + 1));
            let (start, Reverse(end)) = (place.start, place.end);
            let is_kept = place.rank == Rank::Removal && changes.removals[*index].is_none();
            let is_gone = start < at || place.rank == Rank::LineEnd && cut == Some(start);
            if is_kept || is_gone || Some(*place) == own {
                continue;
            }
            self.copy(&mut output, at..start);
            at = start;
            match place.rank {
                Rank::After | Rank::Attributes | Rank::End | Rank::Before => {
                    let insertion = &changes.insertions[*index];
                    insertion.write(&mut output, |item, number| self.moved(item, number));
                }
                Rank::Removal => {
                    output.is_after_removal = true;
                    at = end;
                    cut = Some(end);
                }
                Rank::LineEnd | Rank::Opening | Rank::Comment | Rank::Range => {
                    let replacement = &changes.replacements[*index];
                    output.fill_gap(&self.text[start..], self.newline);
                    if matches!(replacement, Replacement::Comment(_)) {
                        cut = Some(end);
                    }
                    self.replace(&mut output, replacement, *place);
                    at = end;
                }
            }
        }
        self.copy(&mut output, at..range.end);
        output
    }

    fn copy(&self, output: &mut Output, range: Range<usize>) {
        if range.start < self.anchor && self.anchor <= range.end {
            output.set_anchor(&self.text[range.start..self.anchor]);
        }
        #[cfg(test)]
        STEPS.with(|steps| steps.set(steps.get() + range.len()));
        output.copy(self.source, range, self.newline);
    }

    fn replace(&mut self, output: &mut Output, replacement: &Replacement, place: Place) {
        let range = place.start..place.end.0;
        match replacement {
            Replacement::Text(text) => output.push(text),
            Replacement::NewLine(indent) => {
                output.is_after_removal = false;
                output.begin_line(self.newline);
                output.push(indent);
            }
            Replacement::Parts(parts) => {
                for part in parts {
                    match part {
                        Part::Text(text) => output.push(text),
                        Part::Source(range) => {
                            let bounds = (
                                Place::bound(range.start, Rank::Range),
                                Place::bound(range.end, Rank::LineEnd),
                            );
                            let rendered = self.deeper(range.clone(), bounds, None);
                            output.push_part(&rendered, rendered.text());
                        }
                    }
                }
            }
            Replacement::Comment(indent) => {
                let bounds = (
                    Place::bound(range.start, Rank::Range),
                    Place::bound(range.end, Rank::After),
                );
                let rendered = self.deeper(range, bounds, Some(place));
                output.push_fixed(&piece::commented(rendered.text(), indent));
            }
        }
    }

    /// A moved item and its text with the new indentation, unless it is not inserted here after all.
    fn moved(&mut self, item: u32, number: usize) -> Option<(Output, String)> {
        let changes = self.changes;
        let moved = changes.moves.get(&item).filter(|it| it.number == number)?;
        let Range { start, end } = moved.lines.clone();
        let bounds = (
            Place::bound(start, Rank::Removal),
            Place::bound(end, Rank::After),
        );
        let rendered = self.deeper(start..end, bounds, Some(moved.removal));
        self.written.insert(item);
        let (old, new) = &moved.indents;
        let text = rendered.text().trim_end_matches(['\n', '\r']);
        let begins_line = start == 0 || self.text[..start].ends_with('\n');
        let blanks = if begins_line { "" } else { old };
        let text = piece::reindented(&[blanks, text].concat(), old, new);
        Some((rendered, text))
    }

    fn deeper(
        &mut self,
        range: Range<usize>,
        bounds: (Place, Place),
        own: Option<Place>,
    ) -> Output {
        if self.depth == MAX_DEPTH {
            self.is_too_deep = true;
            return Output::default();
        }
        self.depth += 1;
        let output = self.render(range, bounds, own);
        self.depth -= 1;
        output
    }
}
