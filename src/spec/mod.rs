//! Values decoded from bodies by a description of their structure.
//!
//! A [`Spec`] says what a body has and what value is made of it; the spec language of the `hcldec` specification is
//! one way to write it, Rust the other.
//!
//! | file | holds |
//! |---|---|
//! | `mod` | the kinds of specs |
//! | `build` | the ways to make one, each of which checks what it is given |
//! | `implied` | what follows from a spec alone: schemas, labels, types |
//! | `decode`, `blocks` | body and spec to value |
//! | `expressions` | what of a body a decoding evaluates |
//! | `file` | specs read from the spec language |
//!
//! Knows nothing of serde, and of how values are written.

mod blocks;
mod build;
mod decode;
mod expressions;
mod file;
mod implied;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::eval::EvalContext;
use crate::function::Function;
use crate::schema::BodySchema;
use crate::syntax::tree::handle::Expression;
use crate::value::{Type, Value};

pub use file::SpecFile;

/// What is expected in a body, and what value is made of it.
///
/// Some specs are about the body that they are applied to: [`attr`](Spec::attr) reads an
/// attribute, [`object`](Spec::object) puts together what others read. Those of blocks apply
/// another spec to the body of each block. Cloning a spec is cheap.
///
/// ```
/// use hcl::{EvalContext, Spec, Type, Value};
///
/// let spec = Spec::object([
///     ("name", Spec::required_attr("name", Type::STRING)),
///     (
///         "ports",
///         Spec::block_map(
///             "port",
///             ["name"],
///             Spec::default([Spec::attr("number", Type::NUMBER), Spec::literal(80)]),
///         ),
///     ),
/// ]);
/// let body = hcl::parse(
///     r#"
///     name = upper("web")
///
///     port "http" {}
///     port "https" { number = 443 }
///     "#,
/// )?;
/// let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
/// let value = spec.decode(&body, &ctx)?;
/// assert_eq!(value.to_string(), r#"{ name = "WEB", ports = { http = 80, https = 443 } }"#);
/// assert_eq!(spec.implied_type().to_string(), "object({name = string, ports = map(number)})");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec(Arc<Node>);

#[derive(Debug)]
struct Node {
    kind: Kind,
    /// How many specs nest in this one, itself included.
    depth: usize,
    /// What is wrong with this spec or with one in it. Such a spec decodes nothing.
    problem: Option<Diagnostic>,
}

#[derive(Debug)]
enum Kind {
    Object(Vec<(Arc<str>, Spec)>),
    Tuple(Vec<Spec>),
    Attr {
        name: String,
        ty: Type,
        presence: Presence,
    },
    Block(Nested, Presence),
    /// All blocks of a type, as elements of a collection or a tuple.
    Blocks(Nested, Counts, Elements),
    /// All blocks of a type under their labels.
    LabelledBlocks(Nested, LabelledElements),
    BlockAttrs {
        block_type: String,
        element: Type,
        presence: Presence,
    },
    Literal(Value),
    Default(Vec<Spec>),
    Transform(Spec, Transformation),
    Label {
        index: usize,
        name: String,
    },
}

/// Whether it is an error that something is absent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Presence {
    Required,
    Optional,
}

/// What blocks of a type are decoded by.
#[derive(Debug)]
struct Nested {
    block_type: String,
    /// The names of all labels, and how many of them the spec of the blocks takes itself; the
    /// others are for specs of labels inside.
    labels: Vec<String>,
    own_labels: usize,
    spec: Spec,
    /// What the bodies of the blocks have.
    schema: BodySchema,
}

/// How many blocks there may be.
#[derive(Clone, Copy, Debug)]
struct Counts {
    min: usize,
    max: Option<usize>,
}

/// What is made of a number of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Elements {
    List,
    Set,
    Tuple,
}

/// What is made of a number of blocks with labels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum LabelledElements {
    Map,
    Object,
}

/// What makes another value of a value.
#[derive(Clone, Debug)]
enum Transformation {
    /// An expression in which the variable `nested` is the value.
    Expression(Expression, EvalContext),
    Function(Function),
}
