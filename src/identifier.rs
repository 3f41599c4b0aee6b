//! The characters of identifiers.
//!
//! "Identifiers" of the native syntax specification: `ID_Start (ID_Continue | '-')*`, with the properties of
//! Unicode's annex #31. In addition, an identifier may begin with an underscore, as in the reference
//! implementation. Identifiers are not normalized. All readers and writers of identifiers use this file.

/// Whether a text is an identifier.
#[inline]
pub(crate) fn is_identifier(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_ascii_identifier = bytes.first().is_some_and(|first| is_ascii_start(*first))
        && bytes.iter().all(|byte| is_ascii_continue(*byte));
    is_ascii_identifier || is_unicode_identifier(text)
}

/// Whether an object can have this key without quotes. At the beginning of an object, `for` would begin a `for`
/// expression.
#[inline]
pub(crate) fn is_bare_key(key: &str, is_first: bool) -> bool {
    is_identifier(key) && !(is_first && key == "for")
}

/// Whether an expression begins with the word `for`. As the first element of a tuple, it needs parentheses: `[for`
/// would begin a `for` expression.
pub(crate) fn begins_with_for(expression: &str) -> bool {
    let rest = expression.strip_prefix("for");
    rest.is_some_and(|rest| !rest.starts_with(is_continue))
}

fn is_unicode_identifier(text: &str) -> bool {
    let mut characters = text.chars();
    characters.next().is_some_and(is_start) && characters.all(is_continue)
}

/// The bit of [`USES`] for characters that an identifier may begin with.
const START: u8 = 1;

/// The bit of [`USES`] for characters that may follow.
const CONTINUE: u8 = 2;

/// Whether each ASCII character may begin or continue an identifier. A table takes fewer instructions than comparisons
/// do.
const USES: [u8; 256] = {
    let mut uses = [0; 256];
    let mut byte = 0;
    while byte < 128 {
        uses[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => START | CONTINUE,
            b'0'..=b'9' | b'-' => CONTINUE,
            _ => 0,
        };
        byte += 1;
    }
    uses
};

/// Whether an identifier may begin with this character.
pub(crate) fn is_start(character: char) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => is_ascii_start(byte),
        _ => unicode_ident::is_xid_start(character) || is_id_only(character),
    }
}

/// Whether an identifier may have this character after the first.
pub(crate) fn is_continue(character: char) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => is_ascii_continue(byte),
        _ => unicode_ident::is_xid_continue(character) || is_id_only(character),
    }
}

/// Whether an identifier may begin with this ASCII character.
pub(crate) const fn is_ascii_start(byte: u8) -> bool {
    USES[byte as usize] & START != 0
}

/// Whether an identifier may have this ASCII character after the first.
pub(crate) const fn is_ascii_continue(byte: u8) -> bool {
    USES[byte as usize] & CONTINUE != 0
}

/// Whether a character has `ID_Start` but not `XID_Start`. The available tables are for `XID_Start`, which excludes
/// characters that are not identifiers after compatibility normalization.
fn is_id_only(character: char) -> bool {
    matches!(
        character,
        '\u{37a}' | '\u{e33}' | '\u{eb3}' | '\u{309b}' | '\u{309c}' | '\u{fc5e}'
            ..='\u{fc63}'
                | '\u{fdfa}'
                | '\u{fdfb}'
                | '\u{fe70}'
                | '\u{fe72}'
                | '\u{fe74}'
                | '\u{fe76}'
                | '\u{fe78}'
                | '\u{fe7a}'
                | '\u{fe7c}'
                | '\u{fe7e}'
                | '\u{ff9e}'
                | '\u{ff9f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_of_each_kind() {
        for name in [
            "a", "_", "a-", "a1", "é", "e\u{301}", "\u{37a}", "a\u{37a}", "ﾞ", "Ⅷ", "_·",
        ] {
            assert!(is_identifier(name), "{name}");
        }
        for name in [
            "",
            "-",
            "1a",
            "a b",
            "a.b",
            "\u{301}",
            "·",
            "a\u{a0}",
            "€",
            "a\u{200b}",
            "a\n",
        ] {
            assert!(!is_identifier(name), "{name}");
        }
    }

    #[test]
    fn start_characters_are_continue_characters() {
        for character in '\0'..=char::MAX {
            assert!(
                is_continue(character) || !is_start(character),
                "{character:?}"
            );
        }
    }
}
