//! The strings of values, and the names of attributes and elements ("Primitive Types" of the information model).
//!
//! Most names and many strings have at most eight bytes. They are stored inline: no allocation, no reference counting,
//! and names are compared as integers.

use std::borrow::{Borrow, Cow};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;

use crate::nfc;
use crate::swar::{increments, padded_word};

/// A string in NFC. A clone copies at most a pointer.
#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Text {
    /// Used for every string that fits, so that equal strings have the same variant.
    Short(ShortString),
    Long(LongString),
}

/// A string of at most eight bytes, padded with bytes of 255, which never occur in UTF-8. With words of 64
/// bits, it is a whole word, like a `WordBool`: otherwise, the values that contain it would be copied in parts.
#[derive(Clone, Copy, PartialEq, Eq)]
#[cfg_attr(target_pointer_width = "64", repr(align(8)))]
pub(crate) struct ShortString([u8; 8]);

/// A string that is too long for [`ShortString`]. The second indirection keeps the reference at one word: an `Arc<str>`
/// takes two.
#[derive(Clone)]
pub(crate) struct LongString(Arc<Box<str>>);

impl Text {
    /// Creates a text from a string that is already in NFC.
    pub(crate) fn in_nfc(text: Cow<'_, str>) -> Self {
        match ShortString::new(&text) {
            Some(short) => Text::Short(short),
            None => Text::Long(LongString(Arc::new(text.into()))),
        }
    }

    /// Compares with a string, without converting a short text to `&str`.
    #[inline]
    pub(crate) fn cmp_text(&self, other: &str) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }

    fn as_bytes(&self) -> &[u8] {
        match self {
            Text::Short(text) => text.as_bytes(),
            Text::Long(text) => text.as_bytes(),
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        match ShortString::new(text) {
            Some(short) if short.is_ascii() => Text::Short(short),
            _ => Text::in_nfc(nfc::normalize(text)),
        }
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text::in_nfc(nfc::normalize(text))
    }
}

impl From<Cow<'_, str>> for Text {
    fn from(text: Cow<'_, str>) -> Self {
        Text::in_nfc(nfc::normalize(text))
    }
}

/// Copies the text, for a step of a path.
impl From<&Text> for Arc<str> {
    fn from(text: &Text) -> Self {
        Arc::from(&**text)
    }
}

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        match self {
            Text::Short(text) => text.as_str(),
            Text::Long(text) => text,
        }
    }
}

impl AsRef<str> for Text {
    fn as_ref(&self) -> &str {
        self
    }
}

impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Text::Short(left), Text::Short(right)) => left.rank().cmp(&right.rank()),
            _ => self.as_bytes().cmp(other.as_bytes()),
        }
    }
}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The same hash as that of `str`, as [`Borrow`] requires: a table is searched with a `&str`.
impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        str::hash(self, state);
    }
}

impl Borrow<str> for Text {
    fn borrow(&self) -> &str {
        self
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

impl ShortString {
    /// Creates a short string; `None` if the text is too long.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let word = padded_word(text.as_bytes())?;
        Some(ShortString(word.to_le_bytes()))
    }

    fn as_bytes(&self) -> &[u8] {
        let absent = u64::from_le_bytes(self.0).leading_ones() / 8;
        &self.0[..self.0.len() - absent as usize]
    }

    pub(crate) fn as_str(&self) -> &str {
        // The bytes are those of a `str`, so that this never fails.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Whether the text is ASCII, and therefore in NFC.
    fn is_ascii(self) -> bool {
        self.as_bytes().is_ascii()
    }

    /// An integer for comparison: the order of these integers is the order of the texts.
    #[inline]
    fn rank(self) -> u64 {
        // Each byte plus one, so that padding (255) becomes 0 and sorts before every byte of a text.
        increments(u64::from_be_bytes(self.0))
    }
}

/// Hashes the text as one word.
impl Hash for ShortString {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(u64::from_le_bytes(self.0));
    }
}

impl Deref for LongString {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl LongString {
    /// The address of the text, which clones share.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl PartialEq for LongString {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl Eq for LongString {}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn short_and_long_texts_are_kept() {
        let texts = [
            "",
            "a",
            "ab",
            "abc",
            "abcd",
            "abcdefg",
            "abcdefgh",
            "abcdefghi",
            "b",
            "é",
            "日本",
            "日本語",
            "\0",
            "a\0",
            "a\0b",
            "abcdefg\0",
            "abcdefgé",
        ];
        for one in texts {
            let text = Text::from(one);
            assert_eq!(&*text, one);
            assert_eq!(matches!(text, Text::Short(_)), one.len() <= 8, "{one:?}");
            for other in texts {
                assert_eq!(text == Text::from(other), one == other, "{one:?} {other:?}");
                assert_eq!(
                    text.cmp(&Text::from(other)),
                    one.cmp(other),
                    "{one:?} {other:?}"
                );
            }
        }
    }
}
