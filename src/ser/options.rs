//! How a configuration is written.
//!
//! Knows nothing of serde's data model.

use std::io::Write;

use serde::ser::Serialize;

use super::Serializer;
use crate::error::{Error, Result};

/// How a configuration is written.
///
/// With the defaults, what is written is in the canonical form of the formatter.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ports = BTreeMap::from([("http", 80), ("https", 443)]);
/// let options = hcl::EncodeOptions::new().without_alignment();
/// assert_eq!(options.to_string(&ports)?, "http = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct EncodeOptions {
    pub(super) indent: u8,
    pub(super) has_heredocs: bool,
    pub(super) is_aligned: bool,
}

impl Default for EncodeOptions {
    fn default() -> Self {
        EncodeOptions {
            indent: 2,
            has_heredocs: true,
            is_aligned: true,
        }
    }
}

impl EncodeOptions {
    /// The options of [`to_string`](crate::to_string) and its like.
    pub fn new() -> Self {
        EncodeOptions::default()
    }

    /// Sets by how many spaces what is inside of something else is indented; 2 unless told.
    ///
    /// ```
    /// let options = hcl::EncodeOptions::new().with_indent(4);
    /// let text = options.to_string(&hcl::to_value(&serde_json::json!({ "a": { "b": 1 } }))?)?;
    /// assert_eq!(text, "a = {\n    b = 1\n}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_indent(mut self, spaces: u8) -> Self {
        self.indent = spaces;
        self
    }

    /// Writes every string between quotes, also one of several lines.
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
        self.has_heredocs = false;
        self
    }

    /// Puts one space before each `=`, rather than aligning those of consecutive lines.
    #[must_use]
    pub fn without_alignment(mut self) -> Self {
        self.is_aligned = false;
        self
    }

    /// Whether what is written is in the formatter's form.
    pub(super) fn is_canonical(self) -> bool {
        self.indent == EncodeOptions::default().indent && self.is_aligned
    }

    /// Writes a configuration, as [`to_string`](crate::to_string).
    ///
    /// # Errors
    ///
    /// As [`to_string`](crate::to_string).
    pub fn to_string<T: Serialize + ?Sized>(&self, value: &T) -> Result<String> {
        let mut serializer = Serializer::with_options(*self);
        value.serialize(&mut serializer)?;
        Ok(serializer.take_string())
    }

    /// Writes a configuration as bytes, as [`to_vec`](crate::to_vec).
    ///
    /// # Errors
    ///
    /// As [`to_vec`](crate::to_vec).
    pub fn to_vec<T: Serialize + ?Sized>(&self, value: &T) -> Result<Vec<u8>> {
        self.to_string(value).map(String::into_bytes)
    }

    /// Writes a configuration to a writer, as [`to_writer`](crate::to_writer).
    ///
    /// # Errors
    ///
    /// As [`to_writer`](crate::to_writer).
    pub fn to_writer<W: Write, T: Serialize + ?Sized>(
        &self,
        mut writer: W,
        value: &T,
    ) -> Result<()> {
        let text = self.to_string(value)?;
        writer.write_all(text.as_bytes()).map_err(Error::writing)
    }
}
