//! Unicode normalization of text to NFC.
//!
//! The steps of the Unicode standard (section 3.11, "Normalization Forms") over the tables of unicode-normalization.
//! The iterators of that crate would bring its tables of compatibility forms into each program, 60 KB that NFC never
//! reads.
//!
//! Knows nothing of what the text means.

use std::borrow::Cow;

use unicode_normalization::char::{canonical_combining_class, compose, decompose_canonical};
use unicode_normalization::{IsNormalized, is_nfc_quick};

use crate::sort;

/// The text in NFC, or `None` if it is in NFC already.
///
/// ASCII text is always in NFC. It costs no other check.
pub(crate) fn normalized(text: &str) -> Option<String> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return None;
    }
    Some(composed(&ordered(text)))
}

/// The text in NFC.
pub(crate) fn normal(text: &str) -> Cow<'_, str> {
    normalized(text).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether two texts are one in NFC.
pub(crate) fn are_equal(one: &str, other: &str) -> bool {
    // Some other characters are ASCII in NFC, as the Kelvin sign is.
    one == other || !(one.is_ascii() && other.is_ascii()) && normal(one) == normal(other)
}

/// The canonical decomposition of a text: characters with their combining classes, in canonical order.
fn ordered(text: &str) -> Vec<(u8, char)> {
    let mut characters = Vec::with_capacity(text.len());
    for character in text.chars() {
        decompose_canonical(character, |part| {
            characters.push((canonical_combining_class(part), part));
        });
    }
    // Marks of the same class keep their order.
    for marks in characters.split_mut(|(class, _)| *class == 0) {
        if marks.len() > 1 {
            sort::by_number(marks, |(class, _)| (*class).into());
        }
    }
    characters
}

/// The characters with each mark composed with the starter before it, if there is a character for both.
fn composed(characters: &[(u8, char)]) -> String {
    let mut result: Vec<char> = Vec::with_capacity(characters.len());
    let mut starter = None;
    // The class of the last character after the starter. One of the same class or a higher one blocks composition.
    let mut blocking = None;
    for &(class, character) in characters {
        if let Some(starter) = starter.filter(|_| blocking.is_none_or(|last| last < class)) {
            let both: Option<char> = compose(result[starter], character);
            if let Some(both) = both {
                result[starter] = both;
                continue;
            }
        }
        if class == 0 {
            starter = Some(result.len());
            blocking = None;
        } else {
            blocking = Some(class);
        }
        result.push(character);
    }
    result.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use unicode_normalization::UnicodeNormalization;

    use super::{are_equal, composed, normalized, ordered};

    fn check(text: &str) {
        let expected: String = text.nfc().collect();
        assert_eq!(composed(&ordered(text)), expected, "{text:?}");
        assert_eq!(normalized(text).as_deref().unwrap_or(text), expected);
    }

    #[test]
    fn each_character_is_normalized_as_the_crate_does() {
        for character in '\0'..='\u{2ffff}' {
            let text = [character, '\u{323}', character, '\u{301}'];
            check(&String::from_iter(text));
        }
    }

    #[test]
    fn texts_are_equal_if_their_normal_forms_are() {
        let texts = ["K", "\u{212a}", "k", "\u{e9}", "e\u{301}", "e", ""];
        for one in texts {
            for other in texts {
                assert_eq!(
                    are_equal(one, other),
                    one.nfc().eq(other.nfc()),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    /// Starters, marks of several classes and Hangul, which compose with each other or block each other.
    fn text() -> impl Strategy<Value = String> {
        let characters = "aeoA\u{e9}\u{1e69}\u{300}\u{301}\u{308}\u{323}\u{327}\u{31b}\u{345}\u{5b0}\u{93c}\u{915}\
                          \u{958}\u{1100}\u{1161}\u{11a8}\u{ac00}\u{ac01}\u{212b}\u{340}\u{344}\u{fb1d}\u{1d15e}";
        let characters: Vec<char> = characters.chars().collect();
        let character = prop_oneof![prop::sample::select(characters), any::<char>()];
        prop::collection::vec(character, 0..30).prop_map(String::from_iter)
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2_000) })]

        #[test]
        fn text_is_normalized_as_the_crate_does(text in text()) {
            check(&text);
        }
    }
}
