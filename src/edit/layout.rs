//! Where things stand in the lines of a source: what goes with an item when that is removed, and
//! where new lines belong.
//!
//! Knows nothing of what is changed.

use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};

/// A source, seen as lines.
#[derive(Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// All comments, in order.
    pub(super) comments: &'a [Span],
}

impl<'a> Lines<'a> {
    /// Where the line of a byte begins.
    pub(super) fn start(self, at: usize) -> usize {
        self.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
    }

    /// The blanks that the line of a byte begins with.
    pub(super) fn indent(self, at: usize) -> &'a str {
        let start = self.start(at);
        let end = scan::blanks(self.text.as_bytes(), start);
        &self.text[start..end]
    }

    /// Whether only blanks stand before a byte on its line.
    pub(super) fn begins_line(self, at: usize) -> bool {
        let start = self.start(at);
        scan::blanks(self.text.as_bytes(), start) >= at
    }

    /// The end of the line on which an item ends, with the comment behind the item and the newline;
    /// nothing if something else stands there.
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

    /// Where the comments begin that stand directly above the item at `at`, or its line.
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

    /// What is removed with an item: its lines, the comments that belong to it, and one of the
    /// blank lines around it if there are two.
    pub(super) fn removal(self, item: Span) -> (usize, usize) {
        let (start, end) = (item.range().start, item.range().end);
        let line_end = self.end(end).filter(|_| self.begins_line(start));
        let Some(line_end) = line_end else {
            // In a block of one line.
            let before = self.text[..start].trim_end_matches([' ', '\t']).len();
            return (before, scan::blanks(self.text.as_bytes(), end));
        };
        let start = self.start_with_comments(start);
        let blank_behind = self.blank_line_end(line_end);
        let begins_body = start == 0 || self.text[..start].trim_end().ends_with('{');
        let blank_before = self.blank_lines_start(start);
        match blank_behind {
            Some(blank_end) if begins_body || blank_before < start => (start, blank_end),
            _ if self.ends_body(line_end) => (blank_before, line_end),
            _ => (start, line_end),
        }
    }

    /// The end of the blank line at `at`, if it is one.
    fn blank_line_end(self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let end = scan::blanks(bytes, at);
        match scan::newline_len(bytes, end) {
            0 => None,
            length => Some(end + length),
        }
    }

    /// Where the blank lines above the line that begins at `at` begin.
    fn blank_lines_start(self, at: usize) -> usize {
        let above = self.text[..at].trim_end();
        let end = above.len();
        self.text[end..at]
            .find('\n')
            .map_or(at, |newline| end + newline + 1)
    }

    /// Whether the line at `at` is not there, or closes the block.
    fn ends_body(self, at: usize) -> bool {
        let rest = self.text[at..].trim_start();
        rest.is_empty() || rest.starts_with('}')
    }
}
