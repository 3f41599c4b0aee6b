//! [`FromStr`] for the parts of the language that users parse on their own. It is the inverse of their
//! `Display`.

use std::str::FromStr;

use super::options;
use super::tree::handle::{Attribute, Block, Body, BodyItem, Expression, Traversal};
use super::tree::{BinaryOperator, UnaryOperator};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
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
        let detail = "One attribute is required here, and nothing else.";
        only_item(text, |item| item.as_attribute().cloned(), detail)
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
        let detail = "One block is required here, and nothing else.";
        only_item(text, |item| item.as_block().cloned(), detail)
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
                    Error::of(Code::UnknownOperator, detail)
                })
            }
        }
    )*};
}

operators! { UnaryOperator "a unary operator" BinaryOperator "a binary operator" }

/// Parses a body that consists of one item. `read` returns `None` for an item of the wrong kind.
fn only_item<T>(text: &str, read: fn(&BodyItem) -> Option<T>, detail: &str) -> Result<T> {
    let body = options::parse(text)?;
    let mut items = body.items();
    let (first, second) = (items.next(), items.next());
    if let (Some(item), None) = (first.as_ref().and_then(read), &second) {
        return Ok(item);
    }
    let start = Span::new(body.span().start(), body.span().start());
    let wrong = second.or(first);
    let place = wrong.map_or(start, |wrong| wrong.span());
    let diagnostic = Diagnostic::of(Code::UnsuitableText, detail).at((place, body.source()));
    Err(Error::new(Category::Syntax, diagnostic))
}
