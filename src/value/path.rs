//! Where in a value something is, and what is wrong there.
//!
//! Knows nothing of traversals in a source, and of spans.

use std::fmt;
use std::sync::Arc;

use super::text::Quoted;

/// The way from a value to a part of it.
///
/// ```
/// use hcl::{Path, PathStep};
///
/// let path = Path::from_iter([PathStep::Attribute("servers".into()), PathStep::Index(0)]);
/// assert_eq!(path.to_string(), ".servers[0]");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<PathStep>);

/// One step from a value to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PathStep {
    /// The attribute of an object.
    Attribute(Arc<str>),
    /// The element of a list or tuple, counted from 0.
    Index(usize),
    /// The element of a map.
    Key(Arc<str>),
    /// Some element of a set, which has no name to call it by; of a type, the element
    /// type of a collection.
    Element,
}

/// A value that cannot be built, or cannot be converted: a message, and the part of the
/// value that it is about.
///
/// The message is a clause without a full stop (`number required, but have bool`), so
/// that it fits into the sentence of a diagnostic; [`Display`](fmt::Display) adds the path.
#[derive(Clone, PartialEq, Eq)]
pub struct ValueError(Box<Content>);

#[derive(Clone, PartialEq, Eq)]
struct Content {
    /// Innermost step first while the error is on its way out.
    reversed: Vec<PathStep>,
    message: String,
}

impl Path {
    /// The path to the value itself.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends a step.
    pub fn push(&mut self, step: PathStep) {
        self.0.push(step);
    }

    /// The steps, outermost first.
    pub fn steps(&self) -> &[PathStep] {
        &self.0
    }

    /// Whether this is the path to the value itself.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<PathStep> for Path {
    fn from_iter<I: IntoIterator<Item = PathStep>>(steps: I) -> Self {
        Self(steps.into_iter().collect())
    }
}

/// As a traversal of the native syntax would continue: `.name[0]["key"]`.
impl fmt::Display for Path {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.0 {
            match step {
                PathStep::Attribute(name) => write!(formatter, ".{name}")?,
                PathStep::Index(index) => write!(formatter, "[{index}]")?,
                PathStep::Key(key) => write!(formatter, "[{}]", Quoted(key))?,
                PathStep::Element => formatter.write_str("[…]")?,
            }
        }
        Ok(())
    }
}

impl ValueError {
    /// An error about the value itself.
    pub fn new(message: impl Into<String>) -> Self {
        Self(Box::new(Content {
            reversed: Vec::new(),
            message: message.into(),
        }))
    }

    /// The error seen from the value around: `step` leads to where it was.
    #[must_use]
    pub fn within(mut self, step: PathStep) -> Self {
        self.0.reversed.push(step);
        self
    }

    /// Which part of the value the error is about.
    pub fn path(&self) -> Path {
        self.0.reversed.iter().rev().cloned().collect()
    }

    /// What is wrong there: a clause without a full stop.
    pub fn message(&self) -> &str {
        &self.0.message
    }
}

/// The steps in words, then the message: `attribute "port": a number is required`.
impl fmt::Display for ValueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.0.reversed.iter().rev() {
            match step {
                PathStep::Attribute(name) => write!(formatter, "attribute {}: ", Quoted(name))?,
                PathStep::Index(index) => write!(formatter, "element {index}: ")?,
                PathStep::Key(key) => write!(formatter, "element {}: ", Quoted(key))?,
                PathStep::Element => formatter.write_str("an element: ")?,
            }
        }
        formatter.write_str(&self.0.message)
    }
}

impl fmt::Debug for ValueError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ValueError")
            .field("path", &self.path().to_string())
            .field("message", &self.0.message)
            .finish()
    }
}

impl std::error::Error for ValueError {}
