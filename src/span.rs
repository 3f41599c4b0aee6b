//! Byte ranges of a source text.

use std::fmt;
use std::ops::Range;

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

/// A byte offset, or an index in a tree, in the type that spans and trees use.
#[allow(
    clippy::cast_possible_truncation,
    reason = "sources of 4 GiB are refused, and a tree with as many nodes would need 64 GiB"
)]
pub(crate) fn offset(at: usize) -> u32 {
    at as u32
}

impl Span {
    /// The span from `start` to `end`. If `end` is less than `start`, the span is empty and at `start`.
    pub const fn new(start: u32, end: u32) -> Self {
        Span {
            start,
            end: if end < start { start } else { end },
        }
    }

    /// The span from `start` to `end`, which must not be less than `start`.
    pub(crate) const fn ordered(start: u32, end: u32) -> Self {
        debug_assert!(start <= end, "a span ends where it starts or later");
        Span { start, end }
    }

    /// The span between two byte offsets; see [`Span::new`].
    pub(crate) fn between(start: usize, end: usize) -> Self {
        Span::new(offset(start), offset(end))
    }

    /// The byte at which the span starts.
    pub const fn start(self) -> u32 {
        self.start
    }

    /// The byte at which the span ends, which is not included.
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

    /// The span as a Rust range, for indexing a text.
    pub const fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What stands between the quotes or brackets at the ends of the span.
    pub(crate) const fn inner(self) -> Span {
        Span::new(self.start + 1, self.end.saturating_sub(1))
    }

    /// The smallest span that covers both.
    #[must_use]
    pub fn join(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
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
