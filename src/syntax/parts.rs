//! [`FromStr`] for the parts of the language that users parse on their own. It is the inverse of their
//! `Display`.
//!
//! Knows nothing of how parsing is done.

use std::str::FromStr;

use super::options;
use super::tree::handle::{Attribute, Block, Body, BodyItem, Expression, Traversal, TraversalKey};
use super::tree::{BinaryOperator, UnaryOperator};
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::path::{Path, PathStep};
use crate::span::Span;

/// Parses a body, as [`parse`](crate::parse).
impl FromStr for Body {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        options::parse(text)
    }
}

/// Parses an expression, as [`parse_expression`](crate::parse_expression).
impl FromStr for Expression {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        options::parse_expression(text)
    }
}

/// Parses a traversal, as [`parse_traversal`](crate::parse_traversal).
impl FromStr for Traversal {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        options::parse_traversal(text)
    }
}

/// Parses a body that is one attribute.
///
/// ```
/// let attribute: hcl::Attribute = "port = base + 80".parse()?;
/// assert_eq!(attribute.expression().text(), "base + 80");
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Attribute {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match only_item(text)? {
            (_, Some(BodyItem::Attribute(attribute))) => Ok(attribute),
            (body, _) => Err(required(
                &body,
                "One attribute is required here, and nothing else.",
            )),
        }
    }
}

/// Parses a body that is one block.
///
/// ```
/// let block: hcl::Block = "service \"web\" {}".parse()?;
/// assert_eq!(block.block_type(), "service");
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Block {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        match only_item(text)? {
            (_, Some(BodyItem::Block(block))) => Ok(block),
            (body, _) => Err(required(
                &body,
                "One block is required here, and nothing else.",
            )),
        }
    }
}

/// Parses the displayed form of a path. A name within brackets becomes the key of a map, although the
/// attribute of an object is displayed in the same way if its name is not an identifier.
///
/// ```
/// use hcl::{Path, PathStep, Value};
///
/// let path: Path = "service[\"web\"].ports[1]".parse()?;
/// assert_eq!(path.steps()[1], PathStep::Key("web".into()));
/// assert_eq!(path, "service[\"web\"].ports[1]");
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Path {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        if text.is_empty() {
            return Ok(Path::new());
        }
        // Unlike a traversal, a path may begin with an index.
        let starts_with_index = text.starts_with('[');
        let traversal = if starts_with_index {
            options::parse_traversal(&format!("value{text}"))?
        } else {
            options::parse_traversal(text)?
        };
        for step in traversal.steps() {
            if let (Some(TraversalKey::Number(_)), PathStep::Key(_)) = (step.key(), step.into()) {
                let detail = "The index of an element is a whole number from 0 on.";
                let diagnostic = Diagnostic::error("Invalid index", detail);
                let place = (step.span(), traversal.source());
                return Err(Error::new(Category::Data, diagnostic.at(place)));
            }
        }
        let path = traversal.path();
        Ok(if starts_with_index {
            path.into_iter().skip(1).collect()
        } else {
            path
        })
    }
}

/// The path that is displayed as this text. A text that is not a path becomes the name of the only step; where an error
/// is needed instead, use [`str::parse`].
///
/// ```
/// use hcl::{Path, PathStep};
///
/// assert_eq!(Path::from("service.ports[1]").steps()[2], PathStep::Index(1));
/// assert_eq!(Path::from("two words").steps(), [PathStep::Attribute("two words".into())]);
/// ```
impl From<&str> for Path {
    fn from(text: &str) -> Self {
        let step = |_| Path::from(PathStep::from(text));
        text.parse().unwrap_or_else(step)
    }
}

/// The path that is displayed as this text, as for a `&str`.
impl From<&String> for Path {
    fn from(text: &String) -> Self {
        Path::from(text.as_str())
    }
}

/// The path that is displayed as this text, as for a `&str`.
impl From<String> for Path {
    fn from(text: String) -> Self {
        Path::from(text.as_str())
    }
}

macro_rules! operators {
    ($($operator:ident $what:literal)*) => {$(
        /// Parses the operator from its source form.
        impl FromStr for $operator {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self> {
                let found = $operator::ALL.into_iter().find(|it| it.as_str() == text);
                found.ok_or_else(|| {
                    let detail = format!("{text:?} is not {}.", $what);
                    Error::of(Category::Syntax, "Unknown operator", detail)
                })
            }
        }
    )*};
}

operators! { UnaryOperator "a unary operator" BinaryOperator "a binary operator" }

/// Parses a body. Also returns its item if it has exactly one.
fn only_item(text: &str) -> Result<(Body, Option<BodyItem>)> {
    let body = options::parse(text)?;
    let item = Some(body.items()).filter(|items| items.len() == 1);
    let item = item.and_then(|mut items| items.next());
    Ok((body, item))
}

fn required(body: &Body, detail: &str) -> Error {
    let place = match body.items().nth(1).or_else(|| body.items().next()) {
        Some(item) => item.span(),
        None => Span::new(body.span().start(), body.span().start()),
    };
    let diagnostic = Diagnostic::error("Unsuitable text", detail).at((place, body.source()));
    Error::new(Category::Syntax, diagnostic)
}
