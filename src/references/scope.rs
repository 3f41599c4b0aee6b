//! The context in which the names of a body have values.

use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use super::blocks::Declarations;
use super::layout::layout;
use crate::error::{Category, Diagnosed, Error, Result};
use crate::eval::{EvalContext, UserFunctionPurpose, functions_of};
use crate::path::Path;
use crate::syntax::options::parse_expression;
use crate::syntax::tree::handle::Body;
use crate::value::Value;

/// A context in which the names of a body have values.
///
/// You can use it wherever an [`EvalContext`] is accepted: by reference, or as a parent. Cloning it is cheap; clones
/// share the values. Expressions of the body are evaluated in the scope itself, so variables of a child context are not
/// visible to them.
///
/// Names are evaluated with the budget of the call that needs them. Several threads can share a scope; if two of them
/// need the same name at the same time, it may be evaluated twice, and the first value is kept.
///
/// ```
/// use hcl::EvalContext;
/// use hcl::references::{NamedBlocks, References};
///
/// let body = hcl::parse("locals {\n  greeting = \"hello\"\n}\n")?;
/// let references = References::new().with("local", NamedBlocks::merged("locals"));
/// let scope = references.scope(&body, &EvalContext::new()).into_result()?;
/// let ctx = EvalContext::child(&scope).with_variable("name", "Ada");
/// let text = hcl::parse_expression("\"${local.greeting}, ${name}\"")?;
/// assert_eq!(text.evaluate(&ctx)?, "hello, Ada");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Scope {
    ctx: EvalContext,
    body: Body,
}

/// The scope of a body, and the errors in its names. `dynamic` blocks are treated like any other blocks.
pub(super) fn written_scope_of(
    declared: &Declarations,
    body: &Body,
    ctx: &EvalContext,
) -> Diagnosed<Scope> {
    let layout = layout(declared, body);
    let names = Arc::new(layout.names);
    let mut ctx = EvalContext::child(ctx);
    if declared.functions.is_some() {
        let purpose = UserFunctionPurpose::Application;
        let functions = functions_of(layout.functions, purpose, &ctx, Some(&names));
        ctx = ctx.with_functions(functions);
    }
    let scope = Scope {
        ctx: ctx.with_names(names),
        body: declared.without_functions(body),
    };
    Diagnosed::new(Category::Data, scope, layout.diagnostics)
}

impl Scope {
    /// The body to decode: without the blocks that define [functions](super::References::with_functions), and with
    /// [`dynamic` blocks](super::References::with_dynamic_blocks) expanded.
    pub fn body(&self) -> &Body {
        &self.body
    }

    /// The value of a name.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse(
    ///     "job \"a\" {\n  size = job.b.size + 1\n}\njob \"b\" {\n  size = 1\n}\n",
    /// )?;
    /// let references =
    ///     References::new().with("job", NamedBlocks::labelled("job", ["name"]));
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(scope.value("job.a.size")?, 2);
    /// assert_eq!(scope.value(["job", "b"])?.to_string(), "{ size = 1 }");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the name does not exist, or if it cannot be evaluated.
    pub fn value(&self, name: impl TryInto<Path, Error: Into<Error>>) -> Result<Value> {
        let name = name.try_into().map_err(Into::into)?;
        // Parsed as an expression, so that the first step is a variable, whatever characters it contains.
        parse_expression(&name.to_string())?.evaluate(&self.ctx)
    }

    /// Evaluates all names, even those that are not used.
    ///
    /// # Errors
    ///
    /// If a name cannot be evaluated. The error contains all diagnostics, each once, up to twenty.
    ///
    /// ```
    /// use hcl::references::References;
    ///
    /// let body = hcl::parse("a = 1\nb = nobody\nc = b + true\nd = -\"x\"\n")?;
    /// let scope = References::new()
    ///     .with_root_attributes()
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(hcl::parse_expression("a")?.evaluate(&scope)?, 1);
    /// assert_eq!(scope.check().unwrap_err().diagnostics().len(), 3);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn check(&self) -> Result<()> {
        self.ctx
            .names()
            .map_or(Ok(()), |names| names.check(&self.ctx))
    }
}

/// The scope as a context.
impl Deref for Scope {
    type Target = EvalContext;

    fn deref(&self) -> &EvalContext {
        &self.ctx
    }
}

/// The scope as a context.
impl From<Scope> for EvalContext {
    fn from(scope: Scope) -> Self {
        scope.ctx
    }
}

/// Clones the scope as a context, which is cheap.
impl From<&Scope> for EvalContext {
    fn from(scope: &Scope) -> Self {
        scope.ctx.clone()
    }
}

impl fmt::Debug for Scope {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Scope").field(&self.ctx).finish()
    }
}
