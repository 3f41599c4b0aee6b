//! Values with a mark that tells whether they depend on a secret, for applications that mask their output.

use std::fmt;

use super::EvalContext;
use super::secret::refers_to_secret;
use crate::error::Result;
use crate::path::Path;
use crate::syntax::address::BodyPart;
use crate::syntax::tree::handle::{Body, Expression};
use crate::value::Value;

/// A value, and whether it depends on a [secret](EvalContext::with_secret): the result of
/// [`Expression::evaluate_marked`].
#[derive(Clone, PartialEq)]
pub struct Marked {
    value: Value,
    is_secret: bool,
}

impl Marked {
    /// The value.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The value, without the mark.
    pub fn into_value(self) -> Value {
        self.value
    }

    /// Whether the value depends on a secret.
    pub fn is_secret(&self) -> bool {
        self.is_secret
    }
}

impl fmt::Debug for Marked {
    /// Shows the value only if it is not secret.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut marked = formatter.debug_struct("Marked");
        if self.is_secret {
            marked.field("is_secret", &true).finish_non_exhaustive()
        } else {
            marked
                .field("value", &self.value)
                .field("is_secret", &false)
                .finish()
        }
    }
}

impl Expression {
    /// Evaluates the expression and tells whether its value depends on a secret: on a variable or an attribute that is
    /// [secret](EvalContext::with_secret), on a [secret result of a
    /// function](crate::function::Function::with_secret_result), or on anything derived from these, including through
    /// the names that a configuration [refers to](crate::references). The value of a conditional depends on its
    /// condition, but not on the side that is not selected.
    ///
    /// # Errors
    ///
    /// The same as for [`Expression::evaluate`].
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variable("vault", hcl::value!({ password = "hunter2", zone = "eu" })?)
    ///     .with_secret("vault.password");
    /// let is_secret = |text: &str| {
    ///     Ok::<_, hcl::Error>(
    ///         hcl::parse_expression(text)?
    ///             .evaluate_marked(&ctx)?
    ///             .is_secret(),
    ///     )
    /// };
    /// assert!(is_secret("\"Bearer ${vault.password}\"")?);
    /// assert!(is_secret("vault.password == \"x\" ? 1 : 2")?);
    /// assert!(!is_secret("vault.zone")?);
    /// assert!(!is_secret("true ? vault.zone : vault.password")?);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_marked(&self, ctx: &EvalContext) -> Result<Marked> {
        let work = ctx.work();
        let lookups = work.lookups();
        lookups.begin_tracking();
        let (evaluated, marks) = lookups.marked(|| self.evaluate_within(ctx, &work));
        Ok(Marked {
            value: evaluated.into_result()?,
            is_secret: marks.is_secret,
        })
    }
}

impl Body {
    /// The paths of all attributes, including those in nested blocks, whose values depend on a secret, as defined at
    /// [`Expression::evaluate_marked`]. An application can use them to mask these fields when it shows what it has
    /// decoded. An attribute that cannot be evaluated is included if it refers to a secret.
    ///
    /// This evaluates the expressions, each with the budget of the context.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let text = r#"
    /// user = "web"
    /// login "db" {
    ///   url     = "db://web:${token}@host"
    ///   retries = 3
    /// }
    /// "#;
    /// let body = hcl::parse(text)?;
    /// let ctx = EvalContext::new()
    ///     .with_variable("token", "hunter2")
    ///     .with_secret("token");
    /// let paths: Vec<_> = body
    ///     .secret_paths(&ctx)
    ///     .iter()
    ///     .map(|path| path.to_string())
    ///     .collect();
    /// assert_eq!(paths, ["login[\"db\"].url"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn secret_paths(&self, ctx: &EvalContext) -> Vec<Path> {
        if !ctx.has_secrets() {
            return Vec::new();
        }
        let is_secret = |expression: &Expression| match expression.evaluate_marked(ctx) {
            Ok(marked) => marked.is_secret,
            Err(_) => refers_to_secret(expression, ctx),
        };
        let parts = self.parts().into_iter();
        let secret = parts.filter_map(|(path, part)| match part {
            BodyPart::Attribute(attribute) if is_secret(&attribute.expression()) => Some(path),
            _ => None,
        });
        secret.collect()
    }
}
