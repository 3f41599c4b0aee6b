//! The strings of values, and the names of attributes and elements ("Primitive Types" of the information model).
//!
//! Most names and many strings have at most eight bytes. They are kept in a value itself: no allocation, no counting of
//! references, and names are compared as numbers.

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
    /// Each string that can be kept so is kept so.
    Short(ShortString),
    Long(LongString),
}

/// A string of at most eight bytes. The bytes that it does not have are 255, which is not a byte of any text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShortString([u8; 8]);

/// Any other string. The reference is a single word, which is why it refers to a box.
#[derive(Clone)]
pub(crate) struct LongString(Arc<Box<str>>);

/// A name to look for, which is compared as it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name<'a> {
    Short(ShortString),
    Long(&'a str),
}

impl<'a> Name<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        match ShortString::new(text) {
            Some(short) => Name::Short(short),
            None => Name::Long(text),
        }
    }

    pub(crate) fn as_str(&self) -> &str {
        match self {
            Name::Short(text) => text.as_str(),
            Name::Long(text) => text,
        }
    }
}

impl PartialEq<Text> for Name<'_> {
    fn eq(&self, text: &Text) -> bool {
        match (self, text) {
            (Name::Short(name), Text::Short(text)) => name == text,
            (Name::Long(name), Text::Long(text)) => **name == **text,
            _ => false,
        }
    }
}

impl Text {
    /// A text that is known to be in NFC.
    pub(crate) fn in_nfc(text: Cow<'_, str>) -> Self {
        match ShortString::new(&text) {
            Some(short) => Text::Short(short),
            None => Text::Long(LongString(Arc::new(text.into()))),
        }
    }

    /// The order of the text and another one, without making a string of a short text.
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

/// Shares the text, which a path keeps as it is.
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

/// As the hash of the text, by which it is found in a table, too.
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
    /// A text, if it is short enough.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let word = padded_word(text.as_bytes())?;
        Some(ShortString(word.to_le_bytes()))
    }

    fn as_bytes(&self) -> &[u8] {
        let absent = u64::from_le_bytes(self.0).leading_ones() / 8;
        &self.0[..self.0.len() - absent as usize]
    }

    pub(crate) fn as_str(&self) -> &str {
        // They are the bytes of a text.
        str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// Whether it is ASCII, which is always in NFC.
    fn is_ascii(self) -> bool {
        self.as_bytes().is_ascii()
    }

    /// The text as a number. Numbers have the order of the texts.
    #[inline]
    fn rank(self) -> u64 {
        // Each byte counts one more, so that a missing one, 255, counts nothing and is before all others.
        increments(u64::from_be_bytes(self.0))
    }
}

/// The hash of a word.
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
    /// Whether one is a clone of the other.
    pub(super) fn is_shared_with(&self, other: &LongString) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl PartialEq for LongString {
    fn eq(&self, other: &Self) -> bool {
        self.is_shared_with(other) || self.0 == other.0
    }
}

impl Eq for LongString {}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn short_and_long_texts_are_texts() {
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
