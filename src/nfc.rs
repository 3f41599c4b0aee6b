//! Text in NFC, the form in which strings are stored and names are compared.
//!
//! "Primitive Types" of the information model: two strings are equal if their normal forms are equal. The strings of a
//! value are normalized once, when it is built, so that they can be compared byte by byte.

use std::borrow::Cow;

use unicode_normalization::char::canonical_combining_class;
use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// Returns the text in NFC, or `None` if a quick check shows that it is already in NFC.
///
/// ASCII text is always in NFC, so no further check is made for it. If the quick check cannot tell, as for `x` with a
/// combining accent, the result may be the same text.
pub(crate) fn normalized(text: &str) -> Option<String> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return None;
    }
    Some(text.nfc().collect())
}

/// Returns the text in NFC.
pub(crate) fn normalize<'t>(text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
    let text = text.into();
    normalized(&text).map_or(text, Cow::Owned)
}

/// Whether normalization may compose a character with an ASCII character before it.
pub(crate) fn is_combining(character: char) -> bool {
    canonical_combining_class(character) != 0 && u32::from(character) <= 0xffff
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::{is_combining, normalize};

    #[test]
    fn texts_are_equal_if_their_normal_forms_are() {
        let texts = ["K", "\u{212a}", "k", "\u{e9}", "e\u{301}", "e", ""];
        for one in texts {
            for other in texts {
                let are_equal = normalize(one) == normalize(other);
                assert_eq!(are_equal, one.nfc().eq(other.nfc()), "{one:?} {other:?}");
            }
        }
    }

    #[test]
    fn all_characters_that_compose_with_ascii_are_combining() {
        for character in '\u{80}'..=char::MAX {
            let composes = |letter: char| unicode_normalization::char::compose(letter, character);
            let is_composed = ('\0'..='\u{7f}').any(|letter| composes(letter).is_some());
            assert!(!is_composed || is_combining(character), "{character:?}");
        }
    }
}
