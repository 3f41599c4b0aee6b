//! Expressions, templates, traversals and bodies that are captured as they are written: they share the text and the
//! tree of their source, so that their diagnostics point into it.

use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _, Visitor};

use super::guesses;
use super::messages::Noted;
use crate::diagnostic::Code;
use crate::error::{Category, Error, Result};
use crate::limits::MAX_QUOTED;
use crate::protocol::{self, take};
use crate::syntax::options;
use crate::syntax::tree::handle::{Body, Expression, Template, Traversal};
use crate::syntax::tree::view::ExpressionView;
use crate::value::Value;

/// Hands over the expression, template or traversal to the type that requested it by this name.
pub(super) fn hand_over(expression: &Expression, name: &str) -> Error {
    match name {
        protocol::TEMPLATE => match expression.view().expression(expression.id()) {
            ExpressionView::Literal(_) | ExpressionView::Template(_) | ExpressionView::Embedded => {
                let document = Arc::clone(expression.document());
                Error::handover(Template::new(document, expression.id()))
            }
            _ => {
                let detail = "A template is required here. Write it in quotes or as a heredoc.";
                let span = expression.view().tree.span(expression.id());
                Error::of(Code::TemplateRequired, detail).at(span)
            }
        },
        protocol::TRAVERSAL => match Traversal::required(expression) {
            Ok(traversal) => Error::handover(traversal),
            Err(diagnostic) => Error::new(Category::Data, diagnostic),
        },
        _ => Error::handover(expression.clone()),
    }
}

/// Hands over an expression with this value to the type that requested it by this name.
pub(super) fn hand_over_value(value: &Value, name: &str) -> Error {
    let expression = match name {
        protocol::EXPRESSION => options::parse_expression(&value.to_string()).ok(),
        _ => None,
    };
    if let Some(expression) = expression {
        return Error::handover(expression);
    }
    let what = match name {
        protocol::TEMPLATE => "template",
        protocol::TRAVERSAL => "traversal",
        _ => "expression",
    };
    let ty = value.ty().description();
    let detail = format!("There is no {what} for this value ({ty}).");
    Error::of(Code::UnsuitableValueType, detail)
}

/// The error of an expression without a value, where a list of captured expressions is requested: it was evaluated only
/// because it is not written as a list. A short text is repeated in the message.
pub(super) fn list_required(text: Option<&str>) -> Error {
    let element = text.filter(|text| text.chars().count() <= MAX_QUOTED && !text.contains('\n'));
    let detail = format!(
        "A list in brackets is required here, as in [{}]. Its elements are kept as written, so this expression is not \
         evaluated.",
        element.unwrap_or("a, b")
    );
    Error::of(Code::UnsuitableValueType, detail)
}

/// The visitor for other formats, which cannot capture: they give a string, which is parsed.
struct StringVisitor<T> {
    what: &'static str,
    /// The advice for the developer where capturing is impossible.
    advice: &'static str,
    parse: fn(&str) -> Result<T>,
}

impl<'de, T> Visitor<'de> for StringVisitor<T> {
    type Value = T;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.what)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, plain: D) -> Result<T, D::Error> {
        if guesses::is_held_back::<D::Error>() {
            return Err(D::Error::custom(Noted {
                message: format_args!("This cannot be kept as {}.", self.what),
                note: self.advice,
            }));
        }
        plain.deserialize_str(self)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<T, E> {
        (self.parse)(text).map_err(|error| E::custom(error.message()))
    }
}

/// The advice for expressions, templates and traversals.
const EVALUATED: &str = "The values that serde buffers for #[serde(flatten)] and for tagged and untagged enums are \
                         already evaluated, and a label or a key is a string. Declare the field in the struct itself, \
                         or decode the body into \"hcl::Body\".";

/// The advice for bodies.
const FLATTENED: &str = "For #[serde(flatten)] and for tagged and untagged enums, serde splits a body into its items. \
                         For the items that no other field takes, rename the field to \"$body\" and remove \
                         #[serde(flatten)].";

macro_rules! captured {
    ($($(#[$doc:meta])* $type:ident $name:ident $what:literal $advice:ident $parse:expr;)*) => {$(
        $(#[$doc])*
        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let (what, advice, parse) = ($what, $advice, $parse);
                take(deserializer, protocol::$name, StringVisitor { what, advice, parse })
            }
        }
    )*};
}

captured! {
    /// Captures an attribute, an element or the value of a key as it is written: it is not evaluated, and keeps its
    /// place in its source. From other formats, a string is parsed.
    ///
    /// A struct field whose expression is known to be null gets nothing, as with any other type.
    Expression EXPRESSION "an expression" EVALUATED options::parse_expression;
    /// Captures a quoted template or a heredoc as it is written: it is not evaluated, and keeps its place in its
    /// source. From other formats, a string is parsed as the inside of one.
    Template TEMPLATE "a template" EVALUATED options::parse_template;
    /// Captures an attribute, an element or the value of a key as it is written: it is not evaluated. From other
    /// formats, a string is parsed.
    Traversal TRAVERSAL "a traversal" EVALUATED options::parse_traversal;
    /// Captures a block whose labels nothing else reads, the whole configuration, or, in a field renamed to `$body`,
    /// the items that the other fields leave. From other formats, a string is parsed.
    Body BODY "a body" FLATTENED options::parse;
}
