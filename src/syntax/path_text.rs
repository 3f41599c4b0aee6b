//! Paths from text.

use std::str::FromStr;

use super::options::parse_traversal;
use super::tree::handle::TraversalKey;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::path::{Path, PathStep};

/// Parses the displayed form of a path. A name within brackets becomes the key of a map, although the
/// attribute of an object is displayed in the same way if its name is not an identifier.
///
/// A label or a key that comes from data must be written like a quoted string, with its escapes. It is simpler to build
/// such a path from steps.
///
/// ```
/// use hcl::{Path, PathStep, Value};
///
/// let path: Path = "service[\"web\"].ports[1]".parse()?;
/// assert_eq!(path.steps()[1], PathStep::Key("web".into()));
/// assert_eq!(path, "service[\"web\"].ports[1]");
///
/// let label = String::from("${x}");
/// let path = Path::name("service").with(PathStep::Key(label.into())).with("port");
/// assert_eq!(path.to_string(), r#"service["$${x}"].port"#);
/// assert_eq!(path.to_string().parse::<Path>()?, path);
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Path {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse(text).map_err(|error| Error::new(error.classify(), invalid(text)))
    }
}

/// The diagnostic for a text that is not a path.
fn invalid(text: &str) -> Diagnostic {
    let hint = hint(text);
    let detail = format!(
        "\"{text}\" is not a path: names separated by dots, and indices and keys in brackets, as in \
         `name.name[0][\"key\"]`.{hint}"
    );
    Diagnostic::of(Code::InvalidPath, detail)
}

/// Suggests a path for a text that is not one. Empty if there is nothing to suggest.
fn hint(text: &str) -> String {
    let meant = meant(text).map(|path| path.to_string());
    // A suggestion must itself be a path.
    let meant = meant.filter(|meant| meant != text && parse(meant).is_ok());
    meant.map_or(String::new(), |meant| format!(" Did you mean `{meant}`?"))
}

fn parse(text: &str) -> Result<Path> {
    if text.is_empty() {
        return Ok(Path::new());
    }
    // Unlike a traversal, a path may begin with an index.
    let starts_with_index = text.starts_with('[');
    let traversal = if starts_with_index {
        parse_traversal(&format!("value{text}"))?
    } else {
        parse_traversal(text)?
    };
    for step in traversal.steps() {
        if let (Some(TraversalKey::Number(_)), PathStep::Key(_)) = (step.key(), step.into()) {
            let detail = "The index of an element is a whole number, counted from 0.";
            let diagnostic = Diagnostic::of(Code::InvalidIndex, detail);
            return Err(Error::new(Category::Data, diagnostic));
        }
    }
    let path = traversal.path();
    Ok(if starts_with_index {
        path.into_iter().skip(1).collect()
    } else {
        path
    })
}

/// The path that a text becomes if names and keys are quoted where they must be.
fn meant(text: &str) -> Option<Path> {
    let mut path = Path::new();
    let mut rest = text;
    while !rest.is_empty() {
        if let Some(inner) = rest.strip_prefix('[') {
            let end = match inner.strip_prefix('"') {
                Some(quoted) => 1 + quoted.find("\"]")? + 1,
                None => inner.find(']')?,
            };
            if inner[..end].trim().is_empty() {
                return None;
            }
            path.push(bracketed(&inner[..end]));
            rest = &inner[end + 1..];
        } else {
            let name = rest.strip_prefix('.').unwrap_or(rest);
            let end = name.find(['.', '[']).unwrap_or(name.len());
            if end == 0 {
                return None;
            }
            path.push(PathStep::from(&name[..end]));
            rest = &name[end..];
        }
    }
    Some(path)
}

/// The step that the text between brackets probably means.
fn bracketed(text: &str) -> PathStep {
    let step = parse(&format!("[{text}]")).ok().map(Path::into_iter);
    let step = step.and_then(|mut steps| steps.next());
    step.unwrap_or_else(|| PathStep::Key(text.trim_matches(['"', '\'', '`']).into()))
}

/// Parses the displayed form of a path, so that methods that take a path also take its text; see
/// [`from_str`](Path::from_str).
impl TryFrom<&str> for Path {
    type Error = Error;

    fn try_from(text: &str) -> Result<Self> {
        text.parse()
    }
}

/// Parses the displayed form of a path, so that methods that take a path also take its text; see
/// [`from_str`](Path::from_str).
impl TryFrom<&String> for Path {
    type Error = Error;

    fn try_from(text: &String) -> Result<Self> {
        text.parse()
    }
}
