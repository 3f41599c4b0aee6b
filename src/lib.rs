//! HCL 2, HashiCorp's configuration language, for Rust and serde.

mod de;
mod diagnostic;
mod error;
mod number;
mod source;
mod span;
mod syntax;

pub use de::{Deserializer, from_reader, from_slice, from_str};
pub use diagnostic::{Diagnostic, RenderStyle, Severity};
pub use error::{Category, Error, Result};
pub use number::{Number, NumberError, NumberErrorKind};
pub use source::{Position, Source};
pub use span::Span;
pub use syntax::options::{
    ParseOptions, Parsed, parse, parse_expression, parse_recoverable, parse_template,
    parse_traversal,
};
pub use syntax::tree::handle::{
    Attribute, Block, Body, BodyItem, Comment, Expression, ExpressionKind, ForExpression,
    FunctionCall, Label, ObjectItem, ObjectKey, Template, TemplatePart, Traversal, TraversalKey,
    TraversalStep, Visitor,
};
pub use syntax::tree::{BinaryOperator, UnaryOperator};
