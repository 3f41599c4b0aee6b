//! Scopes in which `dynamic` blocks are expanded.

use super::blocks::Declarations;
use super::scope::{Scope, written_scope_of};
use crate::dynblock::{expand_dynamic, has_dynamic};
use crate::error::Diagnosed;
use crate::eval::EvalContext;
use crate::syntax::tree::handle::Body;

/// The scope of a body, and the errors in its names. `dynamic` blocks are expanded if the declarations request it.
pub(super) fn scope_of(
    declared: &Declarations,
    body: &Body,
    ctx: &EvalContext,
) -> Diagnosed<Scope> {
    let written = written_scope_of(declared, body, ctx);
    if !declared.has_dynamic || !body.item_refs().any(has_dynamic) {
        return written;
    }
    // Errors in the declarations are reported for the expanded body.
    let written = written.value;
    let scope =
        expand_dynamic(body, &written).and_then(|body| written_scope_of(declared, &body, ctx));
    // Definitions that `for_each` needed are not evaluated again.
    if let (Some(names), Some(before)) = (scope.value.names(), written.names()) {
        names.keep_results_of(before);
    }
    scope
}
