//! Values with the location in the source that they were read from.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Serialize, Serializer};

use crate::source::{Located, Source};
use crate::span::Span;

/// A value with the location that it was read from.
///
/// | decoded from | span |
/// |---|---|
/// | an attribute, an element, the value of a key | the expression |
/// | a label | the label |
/// | all labels of a block | the header of the block |
/// | a block | from the block type to the closing brace |
/// | a [`Value`](crate::Value), or a format other than HCL | empty, at byte 0 |
///
/// It is serialized as the value alone, without the location.
///
/// It also keeps the source: a [`Diagnostic`](crate::Diagnostic::at) shows an excerpt of it, and
/// [`Located::position`] returns the line and the column. For this, decoding copies the text: once, and only if a type
/// contains a `Spanned` value. In a body of several files, [merged](crate::Body::merge) or
/// [overlaid](crate::Body::overlay), the source is the file that contains the value, label or key.
///
/// Two `Spanned` values are equal if their values are equal, regardless of their locations.
///
/// ```
/// use hcl::Located;
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     port: hcl::Spanned<u16>,
/// }
///
/// let text = "port = 8080\n";
/// let config: Config = hcl::from_str(text)?;
/// assert_eq!(*config.port.value(), 8080);
/// assert_eq!(&text[config.port.span().range()], "8080");
/// let position = config.port.position().expect("it was decoded");
/// assert_eq!((position.line(), position.column()), (1, 8));
///
/// let diagnostic = hcl::Diagnostic::warning("Odd port", "").at(&config.port);
/// assert!(diagnostic.to_string().contains("line 1, column 8"));
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct Spanned<T> {
    value: T,
    span: Span,
    source: Option<Source>,
}

impl<T> Spanned<T> {
    /// Creates a value that was read from `span`.
    pub const fn new(value: T, span: Span) -> Self {
        Spanned {
            value,
            span,
            source: None,
        }
    }

    /// Sets the source of the span.
    #[must_use]
    pub fn with_source(mut self, source: Source) -> Self {
        self.source = Some(source);
        self
    }

    /// The value.
    pub const fn value(&self) -> &T {
        &self.value
    }

    /// A mutable reference to the value.
    pub fn value_mut(&mut self) -> &mut T {
        &mut self.value
    }

    /// Converts to the value, without the location.
    pub fn into_value(self) -> T {
        self.value
    }

    /// The location that the value was read from.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The source, if it is known.
    pub const fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }

    /// Applies a function to the value and keeps the location.
    pub fn map<U>(self, function: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned {
            value: function(self.value),
            span: self.span,
            source: self.source,
        }
    }
}

impl<T> Located for Spanned<T> {
    fn span(&self) -> Span {
        self.span
    }

    fn source(&self) -> Option<&Source> {
        self.source.as_ref()
    }
}

#[expect(
    clippy::missing_fields_in_debug,
    reason = "the source would bury the value"
)]
impl<T: fmt::Debug> fmt::Debug for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Spanned")
            .field("value", &self.value)
            .field("span", &self.span)
            .finish()
    }
}

/// Creates a value without a location: its span is empty, at byte 0.
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

/// Serializes the value alone.
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
