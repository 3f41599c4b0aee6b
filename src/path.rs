//! Paths from a value, or from the root of a configuration, to a part of it.

use std::fmt;
use std::sync::Arc;

use crate::identifier::is_identifier;
use crate::quote::write_quoted;

/// The path to a part of a value, or of the data that a configuration is decoded to.
///
/// It displays as a traversal in native syntax, without the name of the value that it starts from:
/// `service["web"].ports[0]`. It can be compared with that text.
///
/// Blocks are named by their labels, regardless of the type that they are decoded to: `service["web"]` is an element of
/// a `Vec<Service>` with a field `$label` as well as an entry of a `HashMap<String, Service>`. Several blocks without
/// labels are named by index: `listener[1]`. Blocks with the same labels are named by the labels and by their index
/// among these blocks: `service["web"][1]`.
///
/// # From text, names and indices
///
/// Methods that take a path accept any of these:
///
/// * text in the displayed form: `"service.ports[0]"`. Text that is not a path is an error.
/// * an array of names: `["service", name]`. Each name is one step, whatever characters it contains. Use this for names
///   that come from data.
/// * a path that is built step by step: `Path::name("service").with(name).with(0)`.
///
/// A name can be the name of an attribute or a block type, the key of a map, or a label. A [`PathStep::Key`] can only
/// be a key or a label. Use it if a label that comes from data could also be the name of something in the block:
/// `Path::name("service").with(PathStep::Key(name.into()))`. Paths are equal if their steps are equal: `service.web` is
/// not equal to `service["web"]`, although both may lead to the same block.
///
/// ```
/// use hcl::{Path, PathStep};
///
/// let name = String::from("web.eu");
/// let path = Path::name("service").with(&name).with("ports").with(0);
/// assert_eq!(path, r#"service["web.eu"].ports[0]"#);
/// assert_eq!(Path::from(["service", &name]).steps().len(), 2);
/// assert_eq!("service.ports[0]".parse::<Path>()?.steps()[2], PathStep::Index(0));
/// assert!("web eu".parse::<Path>().is_err());
/// # Ok::<(), hcl::Error>(())
/// ```
///
/// ```
/// use hcl::PathStep;
///
/// let ports = hcl::from_str::<std::collections::BTreeMap<String, u16>>("http = -80\n");
/// let error = ports.unwrap_err();
/// assert_eq!(error.path(), "http");
/// assert_eq!(error.path().steps(), [PathStep::Attribute("http".into())]);
/// ```
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<PathStep>);

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStep {
    /// The attribute of an object; in a configuration, the attribute of this name or the blocks of this type.
    Attribute(Arc<str>),
    /// The element of a list or tuple, or one of several blocks; counted from 0.
    Index(usize),
    /// The element of a map; in a configuration, the block with this label.
    Key(Arc<str>),
    /// An element of a set, which has no index; in a type, the element type of a collection.
    Element,
}

impl Path {
    /// The path to the value itself.
    pub const fn new() -> Self {
        Path(Vec::new())
    }

    /// The path that consists of one name: the name of an attribute or a block type, with any characters.
    pub fn name(name: impl Into<Arc<str>>) -> Self {
        Path(vec![PathStep::Attribute(name.into())])
    }

    /// Adds a step at the end: a name, an index, or a [`PathStep`].
    #[must_use]
    pub fn with(mut self, step: impl Into<PathStep>) -> Self {
        self.push(step);
        self
    }

    /// Appends a step: a name, an index, or a [`PathStep`].
    pub fn push(&mut self, step: impl Into<PathStep>) {
        self.0.push(step.into());
    }

    /// Keeps only the first `count` steps.
    pub(crate) fn truncate(&mut self, count: usize) {
        self.0.truncate(count);
    }

    /// Adds a step at the start, for callers that build the path from its end.
    pub(crate) fn prepend(&mut self, step: PathStep) {
        self.0.insert(0, step);
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// An iterator over the steps, outermost first.
    pub fn iter(&self) -> std::slice::Iter<'_, PathStep> {
        self.0.iter()
    }

    /// Whether this is the path to the value itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The name of a field, the key of a map or the label of a block.
impl From<&str> for PathStep {
    fn from(name: &str) -> Self {
        PathStep::Attribute(name.into())
    }
}

impl PathStep {
    /// The name of an attribute or a block type, the key of a map or the label of a block. `None` for an index.
    ///
    /// ```
    /// for text in ["var.region", "var[\"region\"]"] {
    ///     let path = hcl::parse_traversal(text)?.path();
    ///     assert_eq!(path.steps()[1].name(), Some("region"));
    /// }
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn name(&self) -> Option<&str> {
        match self {
            PathStep::Attribute(name) | PathStep::Key(name) => Some(name),
            PathStep::Index(_) | PathStep::Element => None,
        }
    }
}

/// The name of a field, the key of a map or the label of a block.
impl From<&String> for PathStep {
    fn from(name: &String) -> Self {
        PathStep::from(name.as_str())
    }
}

/// The index of an element, counted from 0.
impl From<usize> for PathStep {
    fn from(index: usize) -> Self {
        PathStep::Index(index)
    }
}

impl From<&Path> for Path {
    fn from(path: &Path) -> Self {
        path.clone()
    }
}

/// Creates a path with one step for each element.
impl<S: Into<PathStep>, const N: usize> From<[S; N]> for Path {
    fn from(steps: [S; N]) -> Self {
        steps.into_iter().map(Into::into).collect()
    }
}

/// Creates a path with one step for each element.
impl<S: Into<PathStep>> FromIterator<S> for Path {
    fn from_iter<I: IntoIterator<Item = S>>(steps: I) -> Self {
        Path(steps.into_iter().map(Into::into).collect())
    }
}

impl Extend<PathStep> for Path {
    fn extend<I: IntoIterator<Item = PathStep>>(&mut self, steps: I) {
        self.0.extend(steps);
    }
}

impl<'a> IntoIterator for &'a Path {
    type Item = &'a PathStep;
    type IntoIter = std::slice::Iter<'a, PathStep>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl IntoIterator for Path {
    type Item = PathStep;
    type IntoIter = std::vec::IntoIter<PathStep>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Writes a traversal: `name[0]["key"].name`. A name that is not an identifier is written as a key, and an
/// element of a set as `[…]`.
impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.0.iter().enumerate() {
            match step {
                PathStep::Attribute(name) if is_identifier(name) => {
                    let separator = if index == 0 { "" } else { "." };
                    write!(formatter, "{separator}{name}")?;
                }
                PathStep::Attribute(key) | PathStep::Key(key) => {
                    formatter.write_str("[")?;
                    write_quoted(formatter, key)?;
                    formatter.write_str("]")?;
                }
                PathStep::Index(index) => write!(formatter, "[{index}]")?,
                PathStep::Element => formatter.write_str("[…]")?,
            }
        }
        Ok(())
    }
}

/// Writes the displayed form in quotes.
impl fmt::Debug for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.to_string(), formatter)
    }
}

/// Compares the displayed form with the text.
impl PartialEq<str> for Path {
    fn eq(&self, text: &str) -> bool {
        let displayed = self.to_string();
        displayed == text
    }
}

/// Compares the displayed form with the text.
impl PartialEq<&str> for Path {
    fn eq(&self, text: &&str) -> bool {
        self == *text
    }
}

/// Compares the displayed form with the text.
impl PartialEq<String> for Path {
    fn eq(&self, text: &String) -> bool {
        self == text.as_str()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_display_as_traversals() {
        let attribute = |name: &str| PathStep::Attribute(name.into());
        let key = |name: &str| PathStep::Key(name.into());
        let check = |steps: &[PathStep], text: &str| {
            let path: Path = steps.iter().cloned().collect();
            assert_eq!(path, text);
            let mut built = Path::new();
            steps.iter().rev().for_each(|it| built.prepend(it.clone()));
            assert_eq!(built, path);
        };
        check(&[], "");
        check(
            &[attribute("service"), key("web"), attribute("port")],
            r#"service["web"].port"#,
        );
        check(
            &[
                attribute("a-b"),
                PathStep::Index(3),
                PathStep::Index(0),
                attribute("c"),
            ],
            "a-b[3][0].c",
        );
        check(
            &[attribute("a"), attribute("b c\"\n"), attribute("é")],
            r#"a["b c\"\n"].é"#,
        );
        check(&[key("x"), attribute("")], r#"["x"][""]"#);
        check(&[PathStep::Element, key("${x}")], r#"[…]["$${x}"]"#);
    }
}
