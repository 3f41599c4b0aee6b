//! Collects changes of a text and applies them together.
//!
//! Knows nothing of what the text means.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use foldhash::HashMap;

use super::layout;
use crate::span::Span;

/// Changes of a text, by their offsets in the original text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// For each place, the index of its change among those of its kind.
    places: BTreeMap<Place, usize>,
    insertions: Vec<Insertion>,
    /// The removed items. `None` stands for an item that is kept after all.
    removals: Vec<Option<Span>>,
    replacements: Vec<String>,
}

/// The place of a change, in the order in which changes are applied. An outer range precedes the ranges inside of it, and
/// insertions precede both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    start: usize,
    size: Size,
    end: Reverse<usize>,
    kind: Kind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Size {
    Insertion,
    Empty,
    Range,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Insertion,
    /// The removal of the item that starts at this offset.
    Removal(usize),
    Replacement,
}

impl Place {
    fn insertion(at: usize) -> Self {
        Place {
            start: at,
            size: Size::Insertion,
            end: Reverse(at),
            kind: Kind::Insertion,
        }
    }

    fn range((start, end): (usize, usize), kind: Kind) -> Self {
        Place {
            start,
            size: if start < end {
                Size::Range
            } else {
                Size::Empty
            },
            end: Reverse(end),
            kind,
        }
    }
}

/// New lines at one offset.
#[derive(Debug, Default)]
pub(super) struct Insertion {
    /// Text before the lines, such as a missing newline.
    pub(super) before: String,
    /// Text after the lines.
    pub(super) after: String,
    /// The indentation of each line.
    pub(super) indent: String,
    /// Whether a blank line separates a new block from what precedes it.
    pub(super) is_block_apart: bool,
    /// Whether a blank line separates new attributes from what follows them.
    pub(super) is_rest_apart: bool,
    /// The newline sequence of the text.
    pub(super) newline: &'static str,
    /// New attributes, indented and without a final newline, followed by new blocks.
    pub(super) attributes: Vec<String>,
    pub(super) blocks: Vec<String>,
    /// The index of each new attribute by its name.
    pub(super) places: HashMap<String, usize>,
}

impl Changes {
    /// Replaces a range of the text. A second replacement of the same range replaces the first.
    pub(super) fn replace(&mut self, place: (usize, usize), text: String) {
        let place = Place::range(place, Kind::Replacement);
        self.places.insert(place, self.replacements.len());
        self.replacements.push(text);
    }

    /// Removes an item with everything in it.
    pub(super) fn remove(&mut self, item: Span, part: (usize, usize)) {
        let place = Place::range(part, Kind::Removal(item.range().start));
        self.places.insert(place, self.removals.len());
        self.removals.push(Some(item));
    }

    /// Keeps an item that was to be removed.
    pub(super) fn keep(&mut self, item: Span) {
        for removal in &mut self.removals {
            if removal.is_some_and(|it| it.start() == item.start()) {
                *removal = None;
            }
        }
    }

    /// The new lines at an offset. `make` makes them if there are none yet.
    pub(super) fn insertion(
        &mut self,
        at: usize,
        make: impl FnOnce() -> Insertion,
    ) -> &mut Insertion {
        let next = self.insertions.len();
        let index = *self.places.entry(Place::insertion(at)).or_insert(next);
        if index == next {
            self.insertions.push(make());
        }
        &mut self.insertions[index]
    }

    /// Applies all changes to the text. Changes inside of a removed item have no effect.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut output = Output::default();
        let mut at = 0;
        let mut removed = Span::new(0, 0);
        for (place, index) in &self.places {
            let (start, Reverse(end)) = (place.start, place.end);
            let is_kept = matches!(place.kind, Kind::Removal(_)) && self.removals[*index].is_none();
            if is_kept {
                continue;
            }
            let is_gone = start < at;
            if !is_gone {
                output.copy(text, at, start);
                at = start;
            }
            match place.kind {
                Kind::Insertion => {
                    let item = removed.range();
                    let is_within = item.start < start && start < item.end;
                    if !is_within {
                        self.insertions[*index].write(&mut output.text);
                    }
                }
                Kind::Replacement if !is_gone => {
                    output.text.push_str(&self.replacements[*index]);
                    at = end;
                }
                Kind::Replacement => {}
                Kind::Removal(_) => {
                    output.is_after_removal = true;
                    at = at.max(end);
                    let item = self.removals[*index].unwrap_or(removed);
                    if item.end() > removed.end() {
                        removed = item;
                    }
                }
            }
        }
        output.copy(text, at, text.len());
        output.text
    }
}

/// The new text so far.
#[derive(Default)]
struct Output {
    text: String,
    /// Whether something was removed since text was last copied.
    is_after_removal: bool,
}

impl Output {
    /// Copies a part of the original text. After a removal, the blank lines above and below are merged into
    /// one, and none is left at the beginning and the end of a body.
    fn copy(&mut self, text: &str, start: usize, end: usize) {
        let mut part = &text[start..end];
        if part.is_empty() && end < text.len() {
            return;
        }
        if self.is_after_removal {
            self.is_after_removal = false;
            let rest = text[start..].trim_start();
            if rest.is_empty() || rest.starts_with('}') {
                self.text
                    .truncate(layout::length_without_blank_end(&self.text));
            }
            if is_after_blank(&self.text) {
                part = layout::without_blank_start(part);
            }
        }
        self.text.push_str(part);
    }
}

/// Whether another blank line after this text would be superfluous.
fn is_after_blank(text: &str) -> bool {
    let content = text.trim_end();
    let after = &text[content.len()..];
    content.is_empty()
        || after.contains('\n') && content.ends_with('{')
        || after.matches('\n').count() > 1
}

impl Insertion {
    /// Adds an attribute, or replaces the one with this name.
    pub(super) fn set_attribute(&mut self, name: &str, text: String) {
        if let Some(place) = self.places.get(name) {
            self.attributes[*place] = text;
        } else {
            self.places.insert(name.to_owned(), self.attributes.len());
            self.attributes.push(text);
        }
    }

    fn write(&self, text: &mut String) {
        text.push_str(&self.before);
        for attribute in &self.attributes {
            self.write_item(attribute, text);
        }
        let mut is_apart = self.is_block_apart || !self.attributes.is_empty();
        for block in &self.blocks {
            if is_apart && !is_after_blank(text) {
                text.push_str(self.newline);
            }
            is_apart = true;
            self.write_item(block, text);
        }
        if self.is_rest_apart {
            text.push_str(self.newline);
        }
        text.push_str(&self.after);
    }

    fn write_item(&self, item: &str, text: &mut String) {
        text.extend([&self.indent, item, self.newline]);
    }
}
