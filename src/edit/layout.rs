//! Positions in the lines of a source: the lines to remove with an item, and the place of new lines.
//!
//! Knows nothing of what is changed.

use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};

/// The lines and comments of a source.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// All comments, in order.
    pub(super) comments: &'a [Span],
}

impl<'a> Lines<'a> {
    /// The start of the line around a byte.
    pub(super) fn start(self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The blanks at the start of the line around a byte.
    pub(super) fn indent(self, at: usize) -> &'a str {
        let start = self.start(at);
        let end = scan::blanks(self.text.as_bytes(), start);
        &self.text[start..end]
    }

    /// Whether only blanks precede a byte on its line.
    pub(super) fn begins_line(self, at: usize) -> bool {
        let start = self.start(at);
        scan::blanks(self.text.as_bytes(), start) >= at
    }

    /// The end of the line on which an item ends, including a comment after the item and the newline. `None`
    /// if anything else follows on this line.
    pub(super) fn end(self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let at = scan::insignificant(bytes, at, Newlines::Significant);
        if at == bytes.len() {
            return Some(at);
        }
        scan::line_comment(bytes, at).or(match scan::newline_len(bytes, at) {
            0 => None,
            length => Some(at + length),
        })
    }

    /// The start of the comments directly above the item at `at`, or of its line.
    pub(super) fn start_with_comments(self, at: usize) -> usize {
        let mut start = self.start(at);
        let above = self.comments.partition_point(|it| it.range().start < start);
        for comment in self.comments[..above].iter().rev() {
            let end = comment.range().end;
            let is_directly_above = end < start && matches!(&self.text[end..start], "\n" | "\r\n");
            if !is_directly_above || !self.begins_line(comment.range().start) {
                break;
            }
            start = self.start(comment.range().start);
        }
        start
    }

    /// The range to remove with an item: its lines and the comments that belong to it.
    pub(super) fn removal(self, item: Span) -> (usize, usize) {
        let (start, end) = (item.range().start, item.range().end);
        if let Some(line_end) = self.end(end).filter(|_| self.begins_line(start)) {
            return (self.start_with_comments(start), line_end);
        }
        // An item of a block on one line.
        let before = self.text[..start].trim_end_matches([' ', '\t']).len();
        (before, scan::blanks(self.text.as_bytes(), end))
    }
}

/// The text without blank lines at its start.
pub(super) fn without_blank_start(text: &str) -> &str {
    let content = text.len() - text.trim_start().len();
    let line = text[..content].rfind('\n').map_or(0, |newline| newline + 1);
    &text[line..]
}

/// The length of the text without blank lines at its end.
pub(super) fn length_without_blank_end(text: &str) -> usize {
    let content = text.trim_end().len();
    let newline = text[content..].find('\n');
    newline.map_or(text.len(), |newline| content + newline + 1)
}
