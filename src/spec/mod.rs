//! Values decoded from bodies by a description of their structure.
//!
//! A [`Spec`] describes the items of a body and the value made from them. It is written in the spec language of the
//! `hcldec` specification, or built in Rust.
//!
//! | file | holds |
//! |---|---|
//! | `mod` | the kinds of specs |
//! | `build` | constructors, each of which checks its arguments |
//! | `implied` | properties of a spec without a body: schemas, labels, types |
//! | `decode`, `blocks` | decoding of a body to a value |
//! | `transformation` | operations on the value of another spec |
//! | `expressions` | the expressions that are evaluated to decode a body |
//! | `file` | specs read from the spec language |

mod blocks;
mod build;
mod decode;
mod expressions;
mod file;
mod implied;
mod transformation;

use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::schema::BodySchema;
use crate::syntax::tree::handle::Expression;
use crate::value::{Text, Type, Value};

pub use file::SpecFile;

use transformation::Transformation;

/// A description of the structure of a body, and of the value that is decoded from it.
///
/// Some specs decode a part of a body: [`attr`](Spec::attr) decodes an attribute. Others combine specs, such as
/// [`object`](Spec::object). The specs of blocks apply another spec to the body of each block. Cloning a spec is cheap.
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
/// let body = hcl::parse(r#"
///     name = upper("web")
///
///     port "http" {}
///     port "https" { number = 443 }
///     "#)?;
/// let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
/// let value = spec.decode(&body, &ctx).into_result()?;
/// assert_eq!(
///     value.to_string(),
///     r#"{ name = "WEB", ports = { http = 80, https = 443 } }"#
/// );
/// assert_eq!(
///     spec.implied_type().to_string(),
///     "object({name = string, ports = map(number)})"
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Spec(Arc<SpecNode>);

#[derive(Debug)]
struct SpecNode {
    kind: SpecKind,
    /// The nesting depth of specs, including this one.
    depth: usize,
    /// The error in this spec or in a nested one. An invalid spec decodes nothing and only reports its error.
    problem: Option<Diagnostic>,
}

#[derive(Debug)]
enum SpecKind {
    Object(Vec<(Text, Spec)>),
    Tuple(Vec<Spec>),
    Attr {
        name: String,
        ty: Type,
        requirement: Requirement,
    },
    Blocks(NestedSpec, BlockResult),
    BlockAttrs {
        block_type: String,
        element: Type,
        requirement: Requirement,
    },
    Literal(Value),
    Expression(Expression),
    Default(Vec<Spec>),
    Transform(Spec, Transformation),
    Label {
        index: usize,
        name: String,
    },
}

/// Whether the absence of an item is an error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Requirement {
    Required,
    Optional,
}

/// How the blocks of a type are decoded.
#[derive(Debug)]
struct NestedSpec {
    block_type: String,
    /// The names of all labels. The spec of the blocks uses the first `own_labels` itself; the others are for label
    /// specs in it.
    labels: Vec<String>,
    own_labels: usize,
    spec: Spec,
    /// The schema of the bodies of the blocks.
    schema: BodySchema,
}

/// Limits for the number of blocks.
#[derive(Clone, Copy, Debug)]
struct BlockCounts {
    min: usize,
    max: Option<usize>,
}

/// The kind of value made from the blocks of a type.
#[derive(Clone, Copy, Debug)]
enum BlockResult {
    /// The value of the only block.
    Only(Requirement),
    List(BlockCounts),
    Set(BlockCounts),
    Tuple(BlockCounts),
    /// A map by the labels of the blocks.
    Map,
    Object,
}
