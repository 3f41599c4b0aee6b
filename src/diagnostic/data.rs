//! Serialization of diagnostics, for programs that show them in their own way, for example from JSON.

use std::ops::Range;

use serde::ser::{Serialize, SerializeStruct as _, Serializer};

use super::{Category, Code, Diagnostic, Severity, Suggestion};
use crate::source::{Position, Source};
use crate::span::Span;

macro_rules! names {
    ($($name:ty)*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    )*};
}

names! { Severity Category Code }

/// Serializes lines and columns counted from 1, and the byte offset from 0:
/// `{"line": 1, "column": 3, "character_column": 3, "utf16_column": 3, "byte": 2}`.
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut position = serializer.serialize_struct("Position", 5)?;
        position.serialize_field("line", &self.line())?;
        position.serialize_field("column", &self.column())?;
        position.serialize_field("character_column", &self.character_column())?;
        position.serialize_field("utf16_column", &self.utf16_column())?;
        position.serialize_field("byte", &self.byte())?;
        position.end()
    }
}

/// The positions at which a part of a source starts and ends.
struct Part(Range<Position>);

impl Part {
    fn of(source: Option<&Source>, span: Option<Span>) -> Option<Self> {
        Some(Part(source?.positions(span?)))
    }
}

impl Serialize for Part {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut part = serializer.serialize_struct("Part", 2)?;
        part.serialize_field("start", &self.0.start)?;
        part.serialize_field("end", &self.0.end)?;
        part.end()
    }
}

/// A suggestion with the part of the source that it replaces.
struct Replacement<'d> {
    diagnostic: &'d Diagnostic,
    suggestion: Suggestion,
}

impl Serialize for Replacement<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let part = Part::of(self.diagnostic.source(), Some(self.suggestion.span()));
        let mut replacement = serializer.serialize_struct("Suggestion", 2)?;
        replacement.serialize_field("replaces", &part)?;
        replacement.serialize_field("replacement", self.suggestion.replacement())?;
        replacement.end()
    }
}

/// Serializes all fields of the diagnostic. A field without a value is null, so that every field is always present.
///
/// | field | content |
/// |---|---|
/// | `severity` | `error` or `warning` |
/// | `code` | the text of the [`Code`], as in [`Code::as_str`] |
/// | `category` | `io`, `syntax`, `evaluation`, `data` or `limit` |
/// | `summary`, `detail` | the message for people |
/// | `path` | the path to the part of the data at fault, such as `service["web"].port`; empty if it is not known |
/// | `file` | the name of the source |
/// | `subject`, `context` | parts of the source, as `start` and `end`, each with `line`, `column`, `character_column`, `utf16_column` (from 1) and `byte` (from 0) |
/// | `suggestion` | the part that it `replaces`, and the `replacement` |
/// | `needed_by` | the part of the source that refers to the part at fault, as in [`Diagnostic::needed_by`] |
///
/// ```
/// #[derive(serde::Deserialize, Debug)]
/// #[serde(deny_unknown_fields)]
/// struct Config {
///     port: u16,
/// }
///
/// let error = hcl::from_str::<Config>("prot = 80\n").unwrap_err();
/// let diagnostic = serde_json::to_value(&error.diagnostics()[0])?;
/// assert_eq!(diagnostic["code"], "unsupported-argument");
/// assert_eq!(diagnostic["subject"]["end"]["utf16_column"], 5);
/// assert_eq!(diagnostic["suggestion"]["replacement"], "port");
/// # Ok::<(), serde_json::Error>(())
/// ```
impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let suggestion = self.suggestion().map(|suggestion| Replacement {
            diagnostic: self,
            suggestion,
        });
        let path = self.path().to_string();
        let mut fields = serializer.serialize_struct("Diagnostic", 11)?;
        fields.serialize_field("severity", &self.severity())?;
        fields.serialize_field("code", &self.code())?;
        fields.serialize_field("category", &self.category())?;
        fields.serialize_field("summary", self.summary())?;
        fields.serialize_field("detail", self.detail())?;
        fields.serialize_field("path", &path)?;
        fields.serialize_field("file", &self.source().and_then(Source::name))?;
        fields.serialize_field("subject", &Part::of(self.source(), self.subject()))?;
        fields.serialize_field("context", &Part::of(self.source(), self.context()))?;
        fields.serialize_field("suggestion", &suggestion)?;
        fields.serialize_field("needed_by", &self.needed_by())?;
        fields.end()
    }
}
