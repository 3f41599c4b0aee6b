//! Text of several lines as a heredoc.
//!
//! "Template Expressions" of the native syntax specification. Only text that a heredoc represents exactly becomes one.

use crate::format::push_spaces;

/// The marker that ends a heredoc, if no line of the text begins with it.
const MARKER: &str = "EOT";

/// Whether a heredoc can represent exactly this text: two or more lines, each with a newline, without anything that
/// needs an escape sequence.
pub(super) fn is_possible(text: &str) -> bool {
    text.ends_with('\n')
        && memchr::memchr(b'\n', &text.as_bytes()[..text.len() - 1]).is_some()
        && !text.contains(is_unwritable)
        && ["$${", "%%{"].iter().all(|run| !text.contains(run))
        && text
            .lines()
            .all(|line| line.is_empty() || !line.trim().is_empty())
}

/// Whether a character cannot stand in a heredoc, or should not.
fn is_unwritable(character: char) -> bool {
    character.is_control() && !matches!(character, '\n' | '\t')
}

/// Writes a heredoc with these lines, from its introduction to its end marker. It begins on a line with the given
/// indentation; the lines of a flush heredoc are indented by `indent` more spaces.
pub(super) fn write(out: &mut String, text: &str, indentation: usize, indent: usize) {
    let marker = marker(text);
    // A flush heredoc removes the indentation that all lines share, so at least one line of the text must not be
    // indented.
    let is_flush = text
        .lines()
        .any(|line| !line.is_empty() && !line.starts_with(char::is_whitespace));
    out.push_str(if is_flush { "<<-" } else { "<<" });
    out.push_str(&marker);
    out.push('\n');
    for line in text.lines() {
        if is_flush && !line.is_empty() {
            push_spaces(out, indentation + indent);
        }
        write_line(out, line);
        out.push('\n');
    }
    if is_flush {
        push_spaces(out, indentation);
    }
    out.push_str(&marker);
}

/// Writes a line so that no interpolation or directive begins in it.
fn write_line(out: &mut String, line: &str) {
    let bytes = line.as_bytes();
    let mut from = 0;
    for at in memchr::memchr_iter(b'{', bytes) {
        let marker = at.checked_sub(1).map(|before| bytes[before]);
        if matches!(marker, Some(b'$' | b'%')) {
            out.push_str(&line[from..at]);
            out.push_str(&line[at - 1..at]);
            from = at;
        }
    }
    out.push_str(&line[from..]);
}

/// A marker that no line of the text begins with.
fn marker(text: &str) -> String {
    let tails = text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix(MARKER));
    let underscores = tails.map(|tail| tail.len() - tail.trim_start_matches('_').len());
    match underscores.max() {
        Some(most) => format!("{MARKER}{}", "_".repeat(most + 1)),
        None => MARKER.to_owned(),
    }
}
