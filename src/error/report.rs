//! Errors as text and as serialized data.

use std::fmt;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::Error;
use crate::diagnostic::RenderStyle;

impl Error {
    /// Renders the reports of all diagnostics in a style, separated by empty lines. Without colour, this is the same as
    /// `{:#}`.
    ///
    /// ```
    /// #[derive(serde::Deserialize)]
    /// struct Config {
    ///     port: u16,
    ///     workers: u16,
    /// }
    ///
    /// let config = hcl::from_str::<Config>("port = \"http\"\nworkers = -1\n");
    /// let error = config.err().expect("both are wrong");
    /// assert_eq!(
    ///     format!("{error:#}"),
    ///     r#"error: Unsuitable value type
    ///  --> line 1, column 8
    ///   |
    /// 1 | port = "http"
    ///   |        ^^^^^^
    ///   |
    ///   = note: Expected a whole number from 0 to 65535, but found the string "http".
    ///   = path: port
    ///
    /// error: Number out of range
    ///  --> line 2, column 11
    ///   |
    /// 2 | workers = -1
    ///   |           ^^
    ///   |
    ///   = note: The number -1 is out of range; a whole number from 0 to 65535 is required.
    ///   = path: workers"#
    /// );
    /// assert!(error.render(hcl::RenderStyle::Ansi).contains("\u{1b}["));
    /// ```
    pub fn render(&self, style: RenderStyle) -> String {
        let reports = self.diagnostics().iter().map(|it| it.render(style));
        let more = self.has_more().then(|| more(1, true));
        reports.chain(more).collect::<Vec<_>>().join("\n\n")
    }

    fn fmt_fields(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Error")
            .field("category", &self.inner.category)
            .field("diagnostics", &self.inner.diagnostics)
            .field("io_error", &self.inner.io_error)
            .field("developer_note", &self.inner.note)
            .finish()
    }
}

impl fmt::Display for Error {
    /// Writes the report of the first error and the number of the others. `{:#}` writes the reports of all diagnostics;
    /// [`Error::render`] returns them in colour.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            return f.write_str(&self.render(RenderStyle::Plain));
        }
        write!(f, "{}", self.first())?;
        let errors = self.diagnostics().iter().filter(|other| other.is_error());
        match errors.count().saturating_sub(1) + usize::from(self.has_more()) {
            0 => Ok(()),
            count => write!(f, "\n\n{}", more(count, self.has_more())),
        }
    }
}

/// The line for errors that are not shown. If `is_open`, there may be more than `count`.
fn more(count: usize, is_open: bool) -> String {
    let at_least = if is_open { "at least " } else { "" };
    let errors = if count == 1 { "error" } else { "errors" };
    format!("… and {at_least}{count} more {errors}")
}

impl fmt::Debug for Error {
    /// Writes the report, because `main` and `unwrap` show errors in this form, and the note for the
    /// developer. `{:#?}` writes the fields.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.alternate() {
            self.fmt_fields(f)
        } else {
            fmt::Display::fmt(self, f)?;
            match &self.inner.note {
                Some(note) => write!(f, "\n\nnote for the developer: {note}"),
                None => Ok(()),
            }
        }
    }
}

/// Serializes the category, the diagnostics, and whether there are more:
/// `{"category": "data", "diagnostics": […], "has_more": false}`.
impl Serialize for Error {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Error", 3)?;
        fields.serialize_field("category", &self.classify())?;
        fields.serialize_field("diagnostics", self.diagnostics())?;
        fields.serialize_field("has_more", &self.has_more())?;
        fields.end()
    }
}
