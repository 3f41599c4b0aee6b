//! The lines of a source, and those that an item and its comments occupy.

use std::ops::Range;

use foldhash::HashMap;

use crate::source::Source;
use crate::span::Span;
use crate::syntax::comment::all_comment_spans;
use crate::syntax::lexer::scan::{self, Newlines};

/// The lines and comments of a source.
#[derive(Clone, Copy)]
pub(crate) struct SourceLines<'a> {
    pub(crate) text: &'a str,
    source: &'a Source,
    /// All comments, in order.
    pub(crate) comments: &'a [Span],
}

/// The comments of each source, which are found at the first use.
#[derive(Default)]
pub(crate) struct CommentCache(HashMap<*const str, Vec<Span>>);

impl CommentCache {
    pub(crate) fn lines<'a>(&'a mut self, source: &'a Source) -> SourceLines<'a> {
        let comments = self.0.entry(std::ptr::from_ref(source.text()));
        let comments = comments.or_insert_with(|| all_comment_spans(source.text()));
        SourceLines::new(source, comments)
    }
}

impl<'a> SourceLines<'a> {
    pub(crate) fn new(source: &'a Source, comments: &'a [Span]) -> Self {
        SourceLines {
            text: source.text(),
            source,
            comments,
        }
    }

    /// The start of the line that contains a byte.
    pub(crate) fn start(self, at: usize) -> usize {
        self.source.line_start(at)
    }

    /// The blanks at the start of the line that contains a byte. If multi-line comments precede the byte on its line,
    /// the blanks of the line on which these comments begin.
    pub(crate) fn indent(self, at: usize) -> &'a str {
        let start = self.start(self.start_of_comments(at));
        let end = scan::blanks(self.text.as_bytes(), start);
        &self.text[start..end]
    }

    /// Whether only blanks precede a byte on its line.
    pub(crate) fn begins_line(self, at: usize) -> bool {
        let start = self.start(at);
        scan::blanks(self.text.as_bytes(), start) >= at
    }

    /// The end of the line on which an item ends, including a comment after the item and the newline. `None`
    /// if anything else follows on this line.
    pub(crate) fn end(self, at: usize) -> Option<usize> {
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

    /// The start of the comments directly above the item at `at`. Without such comments, the start of its line.
    pub(crate) fn start_with_comments(self, at: usize) -> usize {
        let mut start = self.start(self.start_of_comments(at));
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

    /// The start of the comments before a byte on its line, with nothing but blanks between them and the byte.
    pub(crate) fn start_of_comments(self, at: usize) -> usize {
        let before = self.comments.partition_point(|it| it.range().end <= at);
        let mut start = at;
        for comment in self.comments[..before].iter().rev() {
            let Range { start: first, end } = comment.range();
            if scan::blanks(self.text.as_bytes(), end) < start {
                break;
            }
            start = first;
        }
        start
    }

    /// The lines of an item with the comments that belong to it; `None` if the lines contain anything else.
    pub(crate) fn of_item(self, item: Span) -> Option<Range<usize>> {
        let Range { start, end } = item.range();
        let first = self.start_of_comments(start);
        let line_end = self.end(end).filter(|_| self.begins_line(first))?;
        Some(self.start_with_comments(first)..line_end)
    }

    /// The range of an item with the comments that belong to it.
    pub(crate) fn with_comments(self, item: Span) -> Range<usize> {
        self.of_item(item).unwrap_or_else(|| self.within_line(item))
    }

    /// The range to remove with an item: its lines and the comments that belong to it.
    pub(crate) fn removal(self, item: Span) -> Range<usize> {
        self.of_item(item).unwrap_or_else(|| {
            // An item of a block on one line.
            let Range { start, end } = self.within_line(item);
            let before = self.text[..start].trim_end_matches([' ', '\t']).len();
            before..scan::blanks(self.text.as_bytes(), end)
        })
    }

    /// The range of an item that shares its lines with others, with the comments that belong to it.
    pub(crate) fn within_line(self, item: Span) -> Range<usize> {
        let Range { start, end } = item.range();
        let after = self.comments_after(end).last();
        self.start_of_comments(start)..after.map_or(end, |last| last.range().end)
    }

    pub(crate) fn comments_in(self, range: Range<usize>) -> &'a [Span] {
        let comments = self.comments;
        let from = comments.partition_point(|it| it.range().start < range.start);
        let to = comments.partition_point(|it| it.range().end <= range.end);
        &comments[from..to.max(from)]
    }

    /// The comments at the end of the line on which an item ends.
    pub(crate) fn comments_after(self, end: usize) -> &'a [Span] {
        let bytes = self.text.as_bytes();
        let after = scan::insignificant(bytes, end, Newlines::Significant);
        let line_end = match bytes.get(after) {
            Some(b'#' | b'/') => scan::line_comment(bytes, after).unwrap_or(after),
            _ => after,
        };
        self.comments_in(end..line_end)
    }
}
