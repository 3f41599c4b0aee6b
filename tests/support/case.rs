//! The format of case files.
//!
//! The first line names the section of the specification that the case tests: `# native-syntax: Numeric Literals`.
//! Several specifications are separated by commas. Everything after that line is the source, so a source can begin and
//! end with any text. The extension determines how the source is parsed: `hcl` as a body, `json` in a folder named
//! `json` as a body in JSON syntax, and `expression`, `template` and `traversal` as their names say.

#![allow(dead_code, reason = "each test target uses a part of it")]

use std::error::Error;
use std::path::Path;

/// A test case.
pub(crate) struct Case {
    /// The name of the specification and of the section, from the first line.
    pub(crate) section: String,
    /// The text to parse.
    pub(crate) source: String,
    pub(crate) form: Form,
}

/// How the source of a case is parsed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Body,
    /// A body in JSON syntax.
    Json,
    Expression,
    Template,
    Traversal,
}

impl Case {
    /// Reads a case file.
    pub(crate) fn read(path: &Path) -> Result<Self, Box<dyn Error>> {
        let text = std::fs::read_to_string(path)?;
        let place = path.display();
        let head = text.split_once('\n').and_then(|(head, source)| {
            let section = head.trim_end().strip_prefix("# ")?;
            section.contains(": ").then_some((section, source))
        });
        let (section, source) =
            head.ok_or_else(|| format!("{place}: the first line must name a section"))?;
        Ok(Case {
            section: section.to_owned(),
            source: source.to_owned(),
            form: Form::of(path).ok_or_else(|| format!("{place}: unknown extension"))?,
        })
    }
}

impl Form {
    /// Returns how a file is parsed, or `None` if it is not a case.
    pub(crate) fn of(path: &Path) -> Option<Self> {
        Some(match path.extension()?.to_str()? {
            "hcl" => Form::Body,
            "json" if path.parent()?.ends_with("json") => Form::Json,
            "expression" => Form::Expression,
            "template" => Form::Template,
            "traversal" => Form::Traversal,
            _ => return None,
        })
    }
}
