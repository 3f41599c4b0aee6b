//! Unicode normalization of strings to NFC, the form in which they are stored.
//!
//! "Primitive Types" of the information model: two strings are equal if their normal forms are equal. Since
//! strings are normalized once, when a value is built, comparing them is a comparison of bytes.
//!
//! Knows nothing of values.

use std::sync::Arc;

use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};

/// The text in NFC, or `None` if it is in NFC already.
///
/// ASCII text is always in NFC, which is the only check that it costs.
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
