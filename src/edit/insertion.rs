//! New lines at one place of a source, and the text into which they are written.

use std::ops::Range;

use foldhash::HashMap;

use super::layout;
use super::new_lines::{LineOrigin, laid_out};
use super::snippet::{self, SourceStyle};
use crate::format::format;
use crate::syntax::tree::handle::BodyItemKind;

/// New lines at one offset.
#[derive(Debug)]
pub(super) struct Insertion {
    /// The indentation of each line.
    pub(super) indent: String,
    /// The spacing of what precedes and of what follows the new items.
    previous: Option<Spacing>,
    next: Option<Spacing>,
    items: Vec<NewItem>,
    /// The index of each new attribute, by its name.
    names: HashMap<String, usize>,
}

/// Where blank lines are needed around something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Between it and blocks: attributes, and comments that belong to no item.
    FromBlocks,
    /// Between it and everything: blocks, and the comment at the head of the file.
    FromAll,
}

impl From<BodyItemKind> for Spacing {
    fn from(kind: BodyItemKind) -> Self {
        match kind {
            BodyItemKind::Attribute => Spacing::FromBlocks,
            BodyItemKind::Block => Spacing::FromAll,
        }
    }
}

impl Spacing {
    /// Whether a blank line separates it from what follows.
    fn is_apart_from(self, next: Spacing) -> bool {
        self == Spacing::FromAll || next == Spacing::FromAll
    }
}

/// The gap after new items.
#[derive(Clone, Copy, Debug)]
struct Gap {
    last: Spacing,
    /// What follows in the source.
    next: Option<Spacing>,
}

#[derive(Debug)]
pub(super) struct NewItem {
    spacing: Spacing,
    text: NewItemText,
}

/// The text of a new item, without its final newline.
#[derive(Debug)]
pub(super) enum NewItemText {
    /// Text in the canonical form, without the indentation of the insertion.
    New(String),
    /// Text with its indentation.
    Copied(String),
    /// A moved item, by its start and by the number of the move: an item may be moved twice.
    Moved(u32, usize),
}

/// The new text so far.
#[derive(Debug, Default)]
pub(super) struct EditedText {
    text: String,
    /// Number of newlines in the text.
    line: usize,
    /// The origins of the lines. The lines after the end of this list are from the source.
    origins: Vec<LineOrigin>,
    /// Whether something was removed since text was last copied.
    pub(super) is_after_removal: bool,
    /// Whether the text ends with a commented-out item.
    is_after_commented_item: bool,
    /// The gap after the last new item, if nothing was copied since.
    gap: Option<Gap>,
    /// Where the edited body begins, as the number of bytes before it that are not white space.
    pub(super) anchor: Option<usize>,
}

impl EditedText {
    /// Copies a part of the original text. After a removal, the blank lines above and below are merged into
    /// one, and none is left at the beginning and the end of a body.
    pub(super) fn copy(&mut self, source: &CanonicalLines<'_>, range: Range<usize>, newline: &str) {
        let text = source.text;
        let mut part = &text[range.clone()];
        if part.is_empty() && range.end < text.len() {
            return;
        }
        let rest = &text[range.start..];
        if self.is_after_removal {
            self.is_after_removal = false;
            let content = rest.trim_start();
            if content.is_empty() || content.starts_with('}') {
                self.truncate(layout::length_without_blank_end(&self.text));
            }
            if is_after_blank(&self.text) {
                part = layout::without_blank_start(part);
            }
        }
        if !part.is_empty() {
            self.fill_gap(rest, newline);
        }
        let mut at = range.end - part.len();
        for line in part.split_inclusive('\n') {
            if source.is_fixed(at) {
                self.push_lines(line, LineOrigin::Fixed);
            } else {
                self.push_unmarked(line);
            }
            at += line.len();
        }
    }

    pub(super) fn push(&mut self, text: &str) {
        self.push_lines(text, LineOrigin::New);
    }

    fn push_lines(&mut self, text: &str, origin: LineOrigin) {
        for line in text.split_inclusive('\n') {
            if !line.trim().is_empty() {
                self.mark(self.line, origin);
            }
            self.push_unmarked(line);
        }
    }

    fn mark(&mut self, line: usize, origin: LineOrigin) {
        if line >= self.origins.len() {
            self.origins.resize(line + 1, LineOrigin::Source);
        }
        self.origins[line] = self.origins[line].max(origin);
    }

    /// Adds a commented-out item. Items inside it may already be commented out.
    pub(super) fn push_comment(&mut self, item: &EditedText, indent: &str) {
        let origin = if item.has_commented_heredoc() || snippet::has_heredoc(&item.text) {
            LineOrigin::CommentedHeredoc
        } else {
            LineOrigin::Fixed
        };
        self.push_lines(&snippet::commented(&item.text, indent), origin);
        self.is_after_commented_item = true;
    }

    /// Adds a part of the original text with its changes applied. `text` is the text of the part, possibly with another
    /// indentation.
    pub(super) fn push_part(&mut self, part: &EditedText, text: &str) {
        let first = self.line;
        for (line, origin) in part.origins.iter().enumerate() {
            self.mark(first + line, *origin);
        }
        if let Some(anchor) = part.anchor {
            self.anchor = Some(layout::count_visible(&self.text) + anchor);
        }
        self.push_unmarked(text);
    }

    fn push_unmarked(&mut self, text: &str) {
        self.line += text.matches('\n').count();
        self.text.push_str(text);
        self.is_after_commented_item = false;
    }

    fn truncate(&mut self, length: usize) {
        self.line -= self.text[length..].matches('\n').count();
        self.text.truncate(length);
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// The formatted text. The lines of commented-out heredocs stay as they are, because the formatter would indent
    /// them.
    pub(super) fn formatted(&self) -> String {
        let formatted = format(&self.text);
        if !self.has_commented_heredoc() {
            return formatted;
        }
        let lines = self.text.split_inclusive('\n');
        let lines = lines.zip(formatted.split_inclusive('\n')).enumerate();
        let lines = lines.map(
            |(number, (line, formatted))| match self.origins.get(number) {
                Some(LineOrigin::CommentedHeredoc) => line,
                _ => formatted,
            },
        );
        lines.collect()
    }

    fn has_commented_heredoc(&self) -> bool {
        self.origins.contains(&LineOrigin::CommentedHeredoc)
    }

    /// The text with its new lines laid out like those of the formatter. No line changes its indentation.
    pub(super) fn laid_out(&self) -> String {
        laid_out(&self.text, &self.origins)
    }
}

/// Which lines of the source are in the canonical form.
#[derive(Debug)]
pub(super) struct CanonicalLines<'a> {
    pub(super) text: &'a str,
    /// The starts of the lines, and whether the formatter would change more of a line than its indentation.
    lines: Vec<(usize, bool)>,
    /// Whether the source is in the canonical form.
    pub(super) is_canonical: bool,
}

impl<'a> CanonicalLines<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let formatted = format(text);
        let mut at = 0;
        let lines = text
            .split_inclusive('\n')
            .zip(formatted.split_inclusive('\n'));
        let lines = lines.map(|(line, formatted)| {
            let start = at;
            at += line.len();
            (start, line.trim_start() != formatted.trim_start())
        });
        CanonicalLines {
            text,
            lines: lines.collect(),
            is_canonical: text == formatted,
        }
    }

    /// Whether the formatter would change more than the indentation of the line that contains a byte.
    fn is_fixed(&self, at: usize) -> bool {
        let after = self.lines.partition_point(|(start, _)| *start <= at);
        after.checked_sub(1).is_some_and(|line| self.lines[line].1)
    }
}

impl EditedText {
    /// Records that the edited body begins after the text so far and `before`, the text to be copied up to that place.
    pub(super) fn set_anchor(&mut self, before: &str) {
        self.anchor = Some(layout::count_visible(&self.text) + layout::count_visible(before));
    }

    /// Leaves a blank line between the last new item and the rest of the original text, if one of them is a block.
    pub(super) fn fill_gap(&mut self, rest: &str, newline: &str) {
        if let Some(gap) = self.gap.take()
            && gap.next.is_some_and(|next| gap.last.is_apart_from(next))
            && !layout::starts_with_blank_line(rest)
        {
            self.push_unmarked(newline);
        }
    }

    /// Leaves a blank line between the text so far and what follows, if anything follows.
    pub(super) fn leave_gap(&mut self) {
        if !is_after_blank(&self.text) {
            let (last, next) = (Spacing::FromAll, Some(Spacing::FromAll));
            self.gap = Some(Gap { last, next });
        }
    }

    /// Begins a new line, unless the text is already at the start of a line.
    pub(super) fn begin_line(&mut self, newline: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.push_unmarked(newline);
        }
    }
}

/// Whether another blank line after this text would be superfluous.
fn is_after_blank(text: &str) -> bool {
    let content = text.trim_end();
    let after = &text[content.len()..];
    let last = content.rsplit('\n').next().unwrap_or_default();
    content.is_empty()
        || after.contains('\n') && layout::opens_block(last)
        || after.matches('\n').count() > 1
}

impl Insertion {
    pub(super) fn between(
        previous: Option<Spacing>,
        next: Option<Spacing>,
        indent: String,
    ) -> Self {
        Insertion {
            indent,
            previous,
            next,
            items: Vec::new(),
            names: HashMap::default(),
        }
    }

    pub(super) fn push(&mut self, kind: BodyItemKind, text: NewItemText) {
        let spacing = kind.into();
        self.items.push(NewItem { spacing, text });
    }

    /// Adds an attribute, or replaces the one with this name.
    pub(super) fn set_attribute(&mut self, name: &str, text: String) {
        let text = NewItemText::New(text);
        if let Some(index) = self.names.get(name) {
            self.items[*index].text = text;
        } else {
            self.names.insert(name.to_owned(), self.items.len());
            self.push(BodyItemKind::Attribute, text);
        }
    }

    /// Writes the new lines. `moved` returns a moved item and its text with the new indentation, or `None` if the item
    /// was later moved elsewhere.
    pub(super) fn write(
        &self,
        edited: &mut EditedText,
        style: &SourceStyle,
        mut moved: impl FnMut(u32, usize) -> Option<(EditedText, String)>,
    ) {
        let mut previous = edited.gap.take().map(|gap| gap.last).or(self.previous);
        let mut has_written = false;
        // A comment directly above an item belongs to it, so a blank line separates new items from other comments. A
        // commented-out item is an exception: its replacement may follow directly.
        let is_below_comment =
            !edited.is_after_commented_item && layout::ends_with_comment(&edited.text);
        for item in &self.items {
            let moved = match &item.text {
                NewItemText::Moved(start, number) => match moved(*start, *number) {
                    Some(moved) => Some(moved),
                    None => continue,
                },
                NewItemText::New(_) | NewItemText::Copied(_) => None,
            };
            edited.begin_line(style.newline);
            let is_apart = previous.is_some_and(|it| it.is_apart_from(item.spacing))
                || is_below_comment && !has_written;
            if is_apart && !is_after_blank(&edited.text) {
                edited.push_unmarked(style.newline);
            }
            match (&item.text, moved) {
                (_, Some((part, text))) => edited.push_part(&part, &text),
                (NewItemText::Copied(text), _) => edited.push_lines(text, LineOrigin::Fixed),
                (NewItemText::New(text), _) => {
                    edited.push(&self.indent);
                    edited.push(&style.indented(text, &self.indent));
                }
                (NewItemText::Moved(..), None) => {}
            }
            edited.push_unmarked(style.newline);
            previous = Some(item.spacing);
            has_written = true;
        }
        let next = self.next;
        let last = previous.filter(|_| has_written);
        edited.gap = last.map(|last| Gap { last, next });
    }
}
