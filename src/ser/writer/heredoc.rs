//! Text of several lines as a heredoc.
//!
//! "Template Expressions" of the native syntax specification. Only text that a heredoc gives back exactly becomes one.
//!
//! Knows nothing of where the heredoc stands.

use super::Writer;

/// The marker that ends a heredoc, if no line of the text begins with it.
const MARKER: &str = "EOT";

/// Whether a heredoc stands for exactly this text: two lines or more, each of them ended, without anything that only an
/// escape sequence can say.
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

/// Writes the text as a heredoc from its introduction to its end marker.
pub(super) fn write(writer: &mut Writer, text: &str) {
    let marker = marker(text);
    // What all lines have in common is removed from a flush heredoc: there must be nothing but the indentation.
    let is_flush = text
        .lines()
        .any(|line| !line.is_empty() && !line.starts_with(char::is_whitespace));
    writer.push(if is_flush { "<<-" } else { "<<" });
    writer.push(&marker);
    writer.newline();
    writer.begin_level();
    for line in text.lines() {
        if is_flush && !line.is_empty() {
            writer.indent();
        }
        write_line(writer, line);
        writer.newline();
    }
    writer.end_level();
    if is_flush {
        writer.indent();
    }
    writer.push(&marker);
}

/// Writes a line so that no interpolation or directive begins in it.
fn write_line(writer: &mut Writer, line: &str) {
    let bytes = line.as_bytes();
    let mut from = 0;
    for at in memchr::memchr_iter(b'{', bytes) {
        let marker = at.checked_sub(1).map(|before| bytes[before]);
        if matches!(marker, Some(b'$' | b'%')) {
            writer.push(&line[from..at]);
            writer.push(&line[at - 1..at]);
            from = at;
        }
    }
    writer.push(&line[from..]);
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
