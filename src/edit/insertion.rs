//! New lines at one place of a source, and the text into which they are written.
//!
//! Knows nothing of the tree that they are a part of.

use foldhash::HashMap;

use super::layout;
use super::piece::{self, ItemKind};
use crate::format::format;

/// New lines at one offset.
#[derive(Debug, Default)]
pub(super) struct Insertion {
    /// The indentation of each line.
    pub(super) indent: String,
    /// The item before the new ones. Comments count as an attribute, from which a block is separated too.
    pub(super) previous: Option<ItemKind>,
    /// The item after the new ones.
    pub(super) next: Option<ItemKind>,
    /// The columns before the `=` of the attribute on the line above and on the line below.
    pub(super) above: Option<usize>,
    pub(super) below: Option<usize>,
    /// The newline sequence of the source.
    pub(super) newline: &'static str,
    pub(super) pieces: Vec<Piece>,
    /// The index of each attribute that was set, by its name.
    pub(super) names: HashMap<String, usize>,
}

#[derive(Debug)]
pub(super) struct Piece {
    kind: ItemKind,
    text: PieceText,
}

/// The text of a new item, without its final newline.
#[derive(Debug)]
pub(super) enum PieceText {
    /// Text in the canonical form, without the indentation of the insertion.
    New(String),
    /// Text with its indentation.
    Copied(String),
    /// A moved item, by its start and by the number of the move: an item may be moved twice.
    Moved(u32, usize),
}

/// The new text so far.
#[derive(Debug, Default)]
pub(super) struct Output {
    pub(super) text: String,
    /// Whether something was removed since text was last copied.
    pub(super) is_after_removal: bool,
    /// The last new item and the item that follows it in the source, if nothing was copied since.
    gap: Option<(ItemKind, Option<ItemKind>)>,
    /// Where the edited body begins, as the number of bytes before it that are not white space.
    pub(super) anchor: Option<usize>,
}

impl Output {
    /// Copies a part of the original text. After a removal, the blank lines above and below are merged into
    /// one, and none is left at the beginning and the end of a body.
    pub(super) fn copy(&mut self, text: &str, start: usize, end: usize, newline: &str) {
        let mut part = &text[start..end];
        if part.is_empty() && end < text.len() {
            return;
        }
        let rest = &text[start..];
        if self.is_after_removal {
            self.is_after_removal = false;
            let content = rest.trim_start();
            if content.is_empty() || content.starts_with('}') {
                self.text
                    .truncate(layout::length_without_blank_end(&self.text));
            }
            if is_after_blank(&self.text) {
                part = layout::without_blank_start(part);
            }
        }
        self.fill_gap(rest, newline);
        self.text.push_str(part);
    }

    /// Leaves a blank line between the last new item and the rest of the original text, if one of them is a block.
    pub(super) fn fill_gap(&mut self, rest: &str, newline: &str) {
        if let Some((last, next)) = self.gap.take() {
            let is_apart = last == ItemKind::Block || next == Some(ItemKind::Block);
            if is_apart && next.is_some() && !layout::starts_with_blank_line(rest) {
                self.text.push_str(newline);
            }
        }
    }

    /// Begins a line, unless one has been begun.
    pub(super) fn begin_line(&mut self, newline: &str) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push_str(newline);
        }
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
    /// Adds an item.
    pub(super) fn push(&mut self, kind: ItemKind, text: PieceText) {
        self.pieces.push(Piece { kind, text });
    }

    /// Adds an attribute, or replaces the one with this name.
    pub(super) fn set_attribute(&mut self, name: &str, text: String) {
        let text = PieceText::New(text);
        if let Some(index) = self.names.get(name) {
            self.pieces[*index].text = text;
        } else {
            self.names.insert(name.to_owned(), self.pieces.len());
            self.push(ItemKind::Attribute, text);
        }
    }

    /// Writes the new lines. `moved` gives the text of a moved item with its indentation, unless it was moved once more.
    pub(super) fn write(
        &self,
        output: &mut Output,
        mut moved: impl FnMut(&mut Output, u32, usize) -> Option<String>,
    ) {
        let mut previous = output.gap.take().map(|(last, _)| last).or(self.previous);
        let mut chunk = String::new();
        let mut above = self.above;
        for piece in &self.pieces {
            let is_block = |kind| kind == ItemKind::Block;
            let is_apart = previous.is_some_and(|it| is_block(it) || is_block(piece.kind));
            let written = match &piece.text {
                PieceText::New(text) => {
                    output.begin_line(self.newline);
                    if is_apart && !chunk.is_empty() {
                        chunk.push('\n');
                    } else if is_apart && !is_after_blank(&output.text) {
                        output.text.push_str(self.newline);
                        above = None;
                    }
                    chunk.extend([text, "\n"]);
                    previous = Some(piece.kind);
                    continue;
                }
                PieceText::Copied(text) => Some(text.clone()),
                PieceText::Moved(item, number) => moved(output, *item, *number),
            };
            if let Some(written) = written {
                output.begin_line(self.newline);
                self.write_chunk(&mut chunk, &mut above, None, output);
                if is_apart && !is_after_blank(&output.text) {
                    output.text.push_str(self.newline);
                }
                output.text.extend([&written, self.newline]);
                (previous, above) = (Some(piece.kind), None);
            }
        }
        let below = self.below.filter(|_| previous == Some(ItemKind::Attribute));
        self.write_chunk(&mut chunk, &mut above, below, output);
        output.gap = previous
            .filter(|_| !self.pieces.is_empty())
            .map(|last| (last, self.next));
    }

    /// Writes new items that follow each other, aligned with each other and with the attributes around them.
    fn write_chunk(
        &self,
        chunk: &mut String,
        above: &mut Option<usize>,
        below: Option<usize>,
        output: &mut Output,
    ) {
        let items = std::mem::take(chunk);
        let above = above.take();
        if items.is_empty() {
            return;
        }
        // The neighbours take part in the alignment as attributes of the same width.
        let neighbour = |columns: usize| format!("{} = 0\n", "x".repeat(columns));
        let before = above.map(neighbour).unwrap_or_default();
        let after = below.map(neighbour).unwrap_or_default();
        let formatted = format(&[&before, &*items, &after].concat());
        let lines = formatted.split_inclusive('\n').count();
        let own: String = formatted
            .split_inclusive('\n')
            .take(lines - after.lines().count())
            .skip(before.lines().count())
            .collect();
        let text = piece::indented(own.trim_end_matches('\n'), &self.indent, self.newline);
        output.text.extend([&self.indent, &*text, self.newline]);
    }
}
