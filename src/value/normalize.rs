//! Strings in NFC, the form in which they are stored.
//!
//! "Primitive Types" of the information model: two strings are equal if their normal forms are equal. Since
//! strings are normalized once, when a value is built, comparing them is a comparison of bytes.
//!
//! Knows nothing of values.

use std::sync::Arc;

pub(super) use crate::nfc::normalized;

/// The shared form of a text, normalized.
pub(crate) fn string(text: &str) -> Arc<str> {
    match normalized(text) {
        Some(text) => text.into(),
        None => text.into(),
    }
}
