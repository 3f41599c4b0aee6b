//! Positions in the lines of a source: the lines to remove with an item, and the place of new lines.

use std::ops::Range;

use crate::source::Source;
use crate::span::Span;
use crate::syntax::comment::all_comment_spans;
use crate::syntax::lexer::scan::{self, Newlines};

/// The lines and comments of a source.
#[derive(Clone, Copy)]
pub(super) struct SourceLines<'a> {
    pub(super) text: &'a str,
    source: &'a Source,
    /// All comments, in order.
    pub(super) comments: &'a [Span],
}

impl<'a> SourceLines<'a> {
    pub(super) fn new(source: &'a Source, comments: &'a [Span]) -> Self {
        SourceLines {
            text: source.text(),
            source,
            comments,
        }
    }

    /// The start of the line around a byte.
    pub(super) fn start(self, at: usize) -> usize {
        self.source.line_start(at)
    }

    /// The blanks at the start of the line around a byte; if comments of several lines precede the byte on its line,
    /// those of the line on which these begin.
    pub(super) fn indent(self, at: usize) -> &'a str {
        let start = self.start(self.start_of_comments(at));
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
    pub(super) fn start_of_comments(self, at: usize) -> usize {
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

    /// The lines of an item with the comments that belong to it; `None` if the lines have anything else.
    pub(super) fn of_item(self, item: Span) -> Option<Range<usize>> {
        let Range { start, end } = item.range();
        let first = self.start_of_comments(start);
        let line_end = self.end(end).filter(|_| self.begins_line(first))?;
        Some(self.start_with_comments(first)..line_end)
    }

    /// The range to remove with an item: its lines and the comments that belong to it.
    pub(super) fn removal(self, item: Span) -> Range<usize> {
        self.of_item(item).unwrap_or_else(|| {
            // An item of a block on one line.
            let Range { start, end } = self.within_line(item);
            let before = self.text[..start].trim_end_matches([' ', '\t']).len();
            before..scan::blanks(self.text.as_bytes(), end)
        })
    }

    /// An item that shares its lines with others, with the comments that belong to it.
    pub(super) fn within_line(self, item: Span) -> Range<usize> {
        let Range { start, end } = item.range();
        let after = self.comments_after(end).last();
        self.start_of_comments(start)..after.map_or(end, |last| last.range().end)
    }

    /// The comments in a range.
    pub(super) fn comments_in(self, range: Range<usize>) -> &'a [Span] {
        let comments = self.comments;
        let from = comments.partition_point(|it| it.range().start < range.start);
        let to = comments.partition_point(|it| it.range().end <= range.end);
        &comments[from..to.max(from)]
    }

    /// The comments at the end of the line on which an item ends.
    pub(super) fn comments_after(self, end: usize) -> &'a [Span] {
        let bytes = self.text.as_bytes();
        let after = scan::insignificant(bytes, end, Newlines::Significant);
        let line_end = match bytes.get(after) {
            Some(b'#' | b'/') => scan::line_comment(bytes, after).unwrap_or(after),
            _ => after,
        };
        self.comments_in(end..line_end)
    }
}

/// Whether the first line of the text is blank, or nothing else follows in the body.
pub(super) fn starts_with_blank_line(text: &str) -> bool {
    let content = text.trim_start();
    let line = text.lines().next().unwrap_or_default();
    content.is_empty() || content.starts_with('}') || line.trim().is_empty()
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

/// Whether the text, blanks and comments of one line, ends with a line comment.
pub(super) fn ends_with_line_comment(text: &str) -> bool {
    let bytes = text.as_bytes();
    let at = scan::insignificant(bytes, 0, Newlines::Significant);
    matches!(bytes.get(at), Some(b'#' | b'/'))
}

/// Whether a line, without blanks at its end, ends with the brace that opens a block.
pub(super) fn opens_block(line: &str) -> bool {
    let is_at_end = |comment: &Span| comment.range().end == line.len();
    line.ends_with('{') && !all_comment_spans(line).iter().any(is_at_end)
}

/// Whether the last line of a text that is not blank is a comment, or the end of one of several lines.
pub(super) fn ends_with_comment(text: &str) -> bool {
    let content = text.trim_end();
    let line = content.rfind('\n').map_or(0, |newline| newline + 1);
    if content[line..].trim_start().starts_with(['#', '/']) {
        return true;
    }
    if !content.ends_with("*/") {
        return false;
    }
    let begins_line = |at: usize| {
        let before = content[..at].trim_end_matches([' ', '\t']);
        before.is_empty() || before.ends_with('\n')
    };
    let is_one_comment = |at: usize| {
        let end = content[at + 2..].find("*/");
        begins_line(at) && end.is_some_and(|length| at + 2 + length + 2 == content.len())
    };
    content.rfind("/*").is_some_and(is_one_comment)
}

/// Whether a byte is not white space. The formatter changes only white space.
pub(super) fn is_visible(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

#[cfg(test)]
mod tests {
    use super::ends_with_comment;

    #[test]
    fn a_comment_ends_a_text_only_if_its_last_line_is_one() {
        for (text, expected) in [
            ("# c\n\n", true),
            ("/* c */\n", true),
            ("a = 1\n/* c\n   d */\n", true),
            ("a = 1 # x\n", false),
            ("a = 1 /* x */\n", false),
            ("a = 1 /* x\n y */\n", false),
            ("/* c */\na = 1 # x */\n", false),
            ("", false),
        ] {
            assert_eq!(ends_with_comment(text), expected, "{text:?}");
        }
    }
}
