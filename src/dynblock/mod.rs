//! Expansion of `dynamic` blocks into the blocks that they generate (packer-expressions, "dynamic Blocks").
//!
//! `read` reads the arguments of a `dynamic` block. `expand` evaluates its `for_each`, and writes a block for
//! each element into a new tree of the same source. Expressions are copied, and the variables in them that
//! mean the iterator are bound to its value. The result is a body like any other: it can be decoded,
//! evaluated and analysed, and its diagnostics point to the lines that the author wrote.
//!
//! Knows nothing of serde and of what the application expects in a body.

mod expand;
mod read;
mod variables;

use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::eval::EvalContext;
use crate::syntax::tree::handle::Body;

pub use variables::{expansion_variables, variables};

/// Replaces the `dynamic` blocks of a body, and of the blocks in it, by the blocks that they
/// generate.
///
/// ```hcl
/// dynamic "tag" {
///   for_each = local.tags          # any collection, tuple or object
///   iterator = it                  # the variable's name; without it, that of the block type
///   labels   = [it.key]            # a label for each element
///   content {
///     value = it.value             # what the blocks hold
///   }
/// }
/// ```
///
/// The context is what `for_each` and `labels` are evaluated in. Everything else is evaluated when
/// somebody asks, in whatever context; what the iterator means there is known already. If
/// `for_each` is unknown there is one block, whose attributes are all unknown and which stands for
/// any number of blocks: [`Block::is_unknown`](crate::Block::is_unknown) says so, and a
/// [`Spec`](crate::Spec) makes an unknown list of it. Its labels must be known nevertheless. If
/// `for_each` has no elements there is no block, but a schema that does not take blocks of this type,
/// or not with as many labels, refuses the body all the same.
///
/// The result can be [displayed](Body#impl-Display-for-Body) as the blocks that it has, each with
/// the values of the iterator in the place of its name.
///
/// How much is generated can be more than anybody can hold, if these blocks nest; the limit
/// [`with_max_steps`](EvalContext::with_max_steps) of the context counts here too, each node of the
/// expanded tree as a step.
///
/// Do this before the body is read by a schema, or decoded. A body without `dynamic` blocks stays
/// as it is.
///
/// # Errors
///
/// If a `dynamic` block is not as it has to be, if its `for_each` or its labels have no value, or
/// if `for_each` is null or has no elements that could be gone through. The error holds one
/// diagnostic for each.
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
/// let body = hcl::expand_dynamic(&body, &ctx)?;
///
/// let tags: Vec<_> = body.blocks_of_type("tag").map(|block| block.body()).collect();
/// assert_eq!(tags.len(), 2);
/// let value = tags[1].attribute("value").expect("it is set").expression();
/// assert_eq!(value.evaluate(&ctx)?, Value::from("PRODUCTION"));
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn expand_dynamic(body: &Body, ctx: &EvalContext) -> Result<Body> {
    let (body, diagnostics) = expand_dynamic_recoverable(body, ctx);
    Error::unless(Category::Evaluation, diagnostics, body)
}

/// Replaces the `dynamic` blocks of a body as [`expand_dynamic`] does. Invalid ones are left out and
/// reported.
///
/// ```
/// let body = hcl::parse("dynamic \"a\" {}\nb {}\n")?;
/// let ctx = hcl::EvalContext::new();
/// let (body, diagnostics) = hcl::dynblock::expand_dynamic_recoverable(&body, &ctx);
/// assert_eq!(body.blocks().count(), 1);
/// assert_eq!(diagnostics[0].summary(), "Missing required argument");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn expand_dynamic_recoverable(body: &Body, ctx: &EvalContext) -> (Body, Vec<Diagnostic>) {
    if read::has_dynamic(body) {
        expand::expand(body, ctx)
    } else {
        (body.clone(), Vec::new())
    }
}
