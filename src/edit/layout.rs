//! Checks of the ends of texts that are joined line by line.

use crate::span::Span;
use crate::syntax::comment::all_comment_spans;
use crate::syntax::lexer::scan::{self, Newlines};

/// Whether the first line of the text is blank, or nothing follows in the body.
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

/// Whether a text of blanks and comments on one line ends with a line comment.
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

/// Whether the last line that is not blank is a comment, or the end of a comment of several lines.
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

/// The blanks at the start of a line.
pub(super) fn indent_of(line: &str) -> &str {
    &line[..scan::blanks(line.as_bytes(), 0)]
}

/// Whether a byte is not white space. The formatter changes only white space.
pub(super) fn is_visible(byte: u8) -> bool {
    !matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

/// Number of bytes that are not white space.
pub(super) fn count_visible(text: &str) -> usize {
    text.bytes().filter(|byte| is_visible(*byte)).count()
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
