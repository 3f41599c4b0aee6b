//! How a configuration is written.

use super::writer::Layout;
use crate::syntax::options::Syntax;

/// Options for writing a configuration.
///
/// By default, the text has the canonical layout of the formatter.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ports = BTreeMap::from([("http", 80), ("https", 443)]);
/// let options = hcl::EncodeOptions::new().without_alignment();
/// assert_eq!(options.to_string(&ports)?, "http = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct EncodeOptions {
    pub(super) layout: Layout,
}

impl EncodeOptions {
    /// The options of [`to_string`](crate::to_string) and similar functions.
    pub fn new() -> Self {
        EncodeOptions::default()
    }

    /// Sets the number of spaces by which nested items and elements are indented. The default is 2.
    ///
    /// ```
    /// let options = hcl::EncodeOptions::new().with_indent(4);
    /// let text =
    ///     options.to_string(&hcl::to_value(&serde_json::json!({ "a": { "b": 1 } }))?)?;
    /// assert_eq!(text, "a = {\n    b = 1\n}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_indent(mut self, spaces: u8) -> Self {
        self.layout.indent = spaces;
        self
    }

    /// Writes every string in quotes. By default, strings with several lines are written as heredocs if possible.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let notes = BTreeMap::from([("note", "first\nsecond\n")]);
    /// assert_eq!(hcl::to_string(&notes)?, "note = <<-EOT\n  first\n  second\nEOT\n");
    /// let options = hcl::EncodeOptions::new().without_heredocs();
    /// assert_eq!(options.to_string(&notes)?, "note = \"first\\nsecond\\n\"\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn without_heredocs(mut self) -> Self {
        self.layout.has_heredocs = false;
        self
    }

    /// Puts one space before each `=` instead of aligning them on consecutive lines.
    #[must_use]
    pub fn without_alignment(mut self) -> Self {
        self.layout.is_aligned = false;
        self
    }

    /// The options for a native text that will be converted to the JSON syntax.
    pub(super) fn for_json() -> Self {
        let mut options = EncodeOptions::new().without_heredocs().without_alignment();
        options.layout.syntax = Syntax::Json;
        options
    }

    /// Number of spaces per level.
    pub(crate) fn indent(self) -> usize {
        self.layout.indent.into()
    }

    /// Whether the `=` of consecutive lines are aligned.
    pub(crate) fn is_aligned(self) -> bool {
        self.layout.is_aligned
    }
}
