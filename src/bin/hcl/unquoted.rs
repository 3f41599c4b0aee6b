//! The text outside of quotes, in addresses and edits.

/// The characters of a text that are not in quotes, with their positions. In quotes, a backslash escapes the next
/// character.
pub(crate) fn unquoted(text: &str) -> impl Iterator<Item = (usize, char)> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    text.char_indices().filter(move |(_, character)| {
        let was_quoted = is_quoted;
        if *character == '"' && !is_escaped {
            is_quoted = !is_quoted;
        }
        is_escaped = is_quoted && *character == '\\' && !is_escaped;
        !was_quoted && !is_quoted
    })
}
