//! Text in NFC, the form in which strings are stored and names are compared.
//!
//! "Primitive Types" of the information model: two strings are equal if their normal forms are equal. Values normalize
//! their strings once, when they are built, so that comparing them is a comparison of bytes.

use std::borrow::Cow;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The text in NFC, or `None` if it is in NFC already.
///
/// ASCII text is always in NFC, so that nothing else is checked.
pub(crate) fn normalized(text: &str) -> Option<String> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return None;
    }
    Some(text.nfc().collect())
}

/// The text in NFC.
pub(crate) fn normalize<'t>(text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
    let text = text.into();
    normalized(&text).map_or(text, Cow::Owned)
}

#[cfg(test)]
mod tests {
    use unicode_normalization::UnicodeNormalization;

    use super::normalize;

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
}
