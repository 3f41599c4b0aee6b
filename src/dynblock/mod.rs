//! Expansion of `dynamic` blocks into the blocks that they generate (packer-expressions, "dynamic Blocks").
//!
//! [`expand_dynamic`] replaces the `dynamic` blocks of a body. The result is an ordinary body: it can be decoded,
//! evaluated and analysed, and its diagnostics point to the lines that the author wrote.
//!
//! [`variables()`] lists all variables that such a body refers to, without the iterators. [`expansion_variables`] lists
//! only those that its expansion needs.

// `read` reads the arguments of a `dynamic` block. `expand` evaluates its `for_each` and adds a block for each element
// to a new tree of the same source; `json` does the same for JSON syntax. Expressions are copied, and the variables in
// them that refer to the iterator are bound to its value.

mod expand;
mod json;
mod read;
mod variables;

use crate::error::{Category, Diagnosed};
use crate::eval::EvalContext;
use crate::syntax::tree::handle::Body;

pub(crate) use read::has_dynamic;
pub use variables::{expansion_variables, variables};

/// Replaces the `dynamic` blocks in a body, and in its blocks, with the blocks that they generate.
///
/// ```hcl
/// dynamic "tag" {
///   for_each = local.tags   # any collection, tuple or object
///   iterator = it           # the name of the variable; by default the block type
///   labels   = [it.key]     # a label for each element
///   content {
///     value = it.value      # what the blocks hold
///   }
/// }
/// ```
///
/// `for_each` and `labels` are evaluated in the given context. Everything else is evaluated later, in any context; the
/// values of the iterator are stored in the body. If `for_each` has no elements, no block is generated, but a schema
/// still checks the type and the number of labels.
///
/// If `for_each` is unknown, one block with unknown attributes is generated, which represents any number of blocks
/// ([`Block::is_unknown`](crate::Block::is_unknown)). Its labels must be known. A [`Spec`](crate::Spec) decodes it to
/// an unknown list, and a [`Value`](crate::Value) decoded from all blocks of its type is unknown. Any other serde type
/// gets the single block; of its fields, only those of type `Value` accept the unknown attributes.
///
/// In JSON syntax, a `dynamic` block is a property named `dynamic`. Its value is read as blocks with one label:
///
/// ```json
/// {
///   "dynamic": {
///     "tag": {
///       "for_each": "${local.tags}",
///       "labels": ["${tag.key}"],
///       "content": { "value": "${tag.value}" }
///     }
///   }
/// }
/// ```
///
/// Only a schema could tell which objects are bodies. The root of the source and the `content` of a `dynamic` block are
/// bodies. Any other object is treated as a body if it has a property `dynamic` that contains, where the arguments of a
/// `dynamic` block would be, an object with a property `for_each`. The generated blocks are properties like those that
/// an author writes.
///
/// The result [displays](Body#impl-Display-for-Body) the generated blocks, in which the values of the iterator replace
/// its name. This text also shows the values of [secret](EvalContext::with_secret) variables: display it only where
/// secrets may be shown.
///
/// Nested `dynamic` blocks can generate more than fits into memory. The limit
/// [`with_max_steps`](EvalContext::with_max_steps) of the context applies: each node of the expanded tree is a step.
///
/// Expand a body before you read it with a schema or decode it. A body without `dynamic` blocks is not changed.
///
/// There is a diagnostic for each invalid `dynamic` block: one whose `for_each` or labels cannot be evaluated, or whose
/// `for_each` is null or not a collection. Invalid blocks are omitted from the body.
///
/// ```
/// use hcl::{EvalContext, Value};
///
/// let body = hcl::parse(
///     r#"
///     dynamic "tag" {
///       for_each = { Component = "user-service", Environment = env }
///       content {
///         key   = tag.key
///         value = upper(tag.value)
///       }
///     }
///     "#,
/// )?;
/// let ctx = EvalContext::new()
///     .with_variable("env", "production")
///     .with_functions(hcl::function::stdlib::functions());
/// let body = hcl::dynblock::expand_dynamic(&body, &ctx).into_result()?;
///
/// let tags: Vec<_> = body.blocks_of_type("tag").map(|block| block.body()).collect();
/// assert_eq!(tags.len(), 2);
/// let value = tags[1].attribute("value").expect("it is set").expression();
/// assert_eq!(value.evaluate(&ctx)?, Value::from("PRODUCTION"));
///
/// let body = hcl::parse("dynamic \"a\" {}\nb {}\n")?;
/// let expanded = hcl::dynblock::expand_dynamic(&body, &ctx);
/// assert_eq!(expanded.value.blocks().count(), 1);
/// assert_eq!(expanded.diagnostics[0].summary(), "Missing required argument");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn expand_dynamic(body: &Body, ctx: &EvalContext) -> Diagnosed<Body> {
    let (body, diagnostics) = if body.item_refs().any(read::has_dynamic) {
        expand::expand(body, ctx)
    } else {
        (body.clone(), Vec::new())
    };
    Diagnosed::new(Category::Evaluation, body, diagnostics)
}
