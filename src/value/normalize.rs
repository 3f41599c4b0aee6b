//! The one form in which strings are stored: NFC.
//!
//! "Primitive Types" of the information model: two strings are equal if their normal
//! forms are. Normalizing once, when a value is built, makes that a comparison of bytes.
//!
//! Knows nothing of values.

use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The text in normal form, if it is not in that form already.
///
/// ASCII is in normal form, and finding that out is all that such a text pays.
pub(super) fn normalized(text: &str) -> Option<String> {
    if text.is_ascii() || is_nfc_quick(text.chars()) == IsNormalized::Yes {
        return None;
    }
    Some(text.nfc().collect())
}

/// The shared form of a text, normalized.
pub(crate) fn string(text: &str) -> Arc<str> {
    match normalized(text) {
        Some(text) => text.into(),
        None => text.into(),
    }
}
