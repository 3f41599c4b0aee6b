//! Byte ranges of a source text, and values that know theirs.
//!
//! Knows nothing of what the text means.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::Range;

use serde::{Serialize, Serializer};

/// A half-open range of bytes of a source text, `start..end`, counted from 0.
///
/// ```
/// let body = hcl::parse("port = 8080\n")?;
/// let span = body.attribute("port").expect("it is there").expression().span();
/// assert_eq!(span.range(), 7..11);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// The span from `start` to `end`; one that would end before it starts is empty at `start`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The byte at which the span starts.
    pub const fn start(self) -> u32 {
        self.start
    }

    /// The byte before which the span ends.
    pub const fn end(self) -> u32 {
        self.end
    }

    /// The length in bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Whether the span covers no byte.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// The same range as Rust's own type, to index a text with.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

/// A value with the span of what it was read from.
///
/// As a type that serde decodes, it takes an attribute, an element or the value of a key with the span of the
/// expression, a label with its own, and a block with the span from its block type to its closing brace. Formats other
/// than HCL know no spans, and neither does a [`Value`](crate::Value): from there, and to any format, it is the value
/// alone, and the span is empty at 0.
///
/// It is equal to another if the values are equal, wherever they stand.
///
/// ```
/// #[derive(serde_derive::Deserialize)]
/// struct Config {
///     port: hcl::Spanned<u16>,
/// }
///
/// let text = "port = 8080\n";
/// let config: Config = hcl::from_str(text)?;
/// assert_eq!(*config.port.value(), 8080);
/// assert_eq!(&text[config.port.span().range()], "8080");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Spanned<T> {
    value: T,
    span: Span,
}

impl<T> Spanned<T> {
    /// A value that was read from `span`.
    pub const fn new(value: T, span: Span) -> Self {
        Spanned { value, span }
    }

    /// The value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// The value, to be changed.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// The value itself.
    pub fn into_value(self) -> T {
        self.value
    }

    /// Where it was read from.
    pub const fn span(&self) -> Span {
        self.span
    }
}

/// A value that was not read, with the empty span at 0.
impl<T> From<T> for Spanned<T> {
    fn from(value: T) -> Self {
        Spanned::new(value, Span::default())
    }
}

impl<T> AsRef<T> for Spanned<T> {
    fn as_ref(&self) -> &T {
        &self.value
    }
}

/// As the value.
impl<T: Serialize> Serialize for Spanned<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.value.serialize(serializer)
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash> Hash for Spanned<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.range()
    }
}
