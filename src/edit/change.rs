//! Collects changes of a text and applies them together.
//!
//! Knows nothing of what the text means.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use super::layout;
use crate::span::Span;

/// Changes of a text, by their offsets in the original text.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// The replacement for each range of bytes.
    replacements: BTreeMap<(usize, usize), String>,
    /// For each removed item, by its start: its span, and the range of bytes that is removed with it.
    removals: BTreeMap<usize, (Span, (usize, usize))>,
    insertions: BTreeMap<usize, Insertion>,
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

/// A change at an offset.
enum Action<'c> {
    Insert(&'c Insertion),
    Replace(&'c str),
    Remove(Span),
}

impl Changes {
    /// Replaces a range of the text. A second replacement of the same range replaces the first.
    pub(super) fn replace(&mut self, place: (usize, usize), text: String) {
        self.replacements.insert(place, text);
    }

    /// Removes an item with everything in it.
    pub(super) fn remove(&mut self, item: Span, part: (usize, usize)) {
        self.removals.insert(item.range().start, (item, part));
    }

    /// Keeps an item that was to be removed.
    pub(super) fn keep(&mut self, item: Span) {
        self.removals.remove(&item.range().start);
    }

    /// The new lines at an offset. `make` makes them if there are none yet.
    pub(super) fn insertion(
        &mut self,
        at: usize,
        make: impl FnOnce() -> Insertion,
    ) -> &mut Insertion {
        self.insertions.entry(at).or_insert_with(make)
    }

    /// Applies all changes to the text. Changes inside of a removed item have no effect.
    pub(super) fn apply(&self, text: &str) -> String {
        let mut output = Output::default();
        let mut at = 0;
        let mut removed = Span::new(0, 0);
        for (start, end, action) in self.actions() {
            let is_gone = start < at;
            if !is_gone {
                output.copy(text, at, start);
                at = start;
            }
            match action {
                Action::Insert(insertion) => {
                    let item = removed.range();
                    let is_within = item.start < start && start < item.end;
                    if !is_within {
                        insertion.write(&mut output.text);
                    }
                }
                Action::Replace(new) if !is_gone => {
                    output.text.push_str(new);
                    at = end;
                }
                Action::Replace(_) => {}
                Action::Remove(item) => {
                    output.is_after_removal = true;
                    at = at.max(end);
                    if item.end() > removed.end() {
                        removed = item;
                    }
                }
            }
        }
        output.copy(text, at, text.len());
        output.text
    }

    /// All changes, in the order of the text.
    fn actions(&self) -> Vec<(usize, usize, Action<'_>)> {
        let insertions = self.insertions.iter();
        let insertions = insertions.map(|(at, it)| (*at, *at, Action::Insert(it)));
        let removals = self.removals.values();
        let removals = removals.map(|(item, part)| (part.0, part.1, Action::Remove(*item)));
        let replacements = self.replacements.iter();
        let replacements =
            replacements.map(|((start, end), text)| (*start, *end, Action::Replace(text)));
        let mut actions: Vec<_> = insertions.chain(removals).chain(replacements).collect();
        // An outer range precedes the ranges inside of it, and insertions precede both.
        actions.sort_by_key(|(start, end, action)| {
            let is_insertion = matches!(action, Action::Insert(_));
            (*start, !is_insertion, start < end, Reverse(*end))
        });
        actions
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
