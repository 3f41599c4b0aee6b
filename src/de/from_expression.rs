//! One expression decoded on its own.
//!
//! Knows nothing of bodies and blocks.

use serde::de::DeserializeOwned;

use super::data_deserializer::DataDeserializer;
use super::expression::ExpressionData;
use super::input::{Input, Origin, Shared};
use super::options::DecodeOptions;
use super::value::from_value;
use crate::error::{Error, Result};
use crate::eval::{EvalContext, secret};
use crate::syntax::tree::handle::Expression;

impl Expression {
    /// Evaluates the expression and decodes its value, as a field of a struct does with the expression of its
    /// attribute: an `Option` takes null for `None`, an [`Expression`] or a [`Spanned`](crate::Spanned) value in `T` is
    /// captured.
    ///
    /// # Errors
    ///
    /// If the expression cannot be evaluated, or if its value does not fit `T`. The error names the place.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// #[derive(serde_derive::Deserialize)]
    /// struct Rule {
    ///     when: hcl::Expression,
    /// }
    ///
    /// let rule: Rule = hcl::from_str("when = [for p in ports : p * 2]\n")?;
    /// let ctx = EvalContext::new().with_variable("ports", vec![1, 2]);
    /// assert_eq!(rule.when.decode::<Vec<u16>>(&ctx)?, [2, 4]);
    ///
    /// let error = rule.when.decode::<Vec<bool>>(&ctx).unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn decode<T: DeserializeOwned>(&self, ctx: &EvalContext) -> Result<T> {
        DecodeOptions::new().with_context(ctx).from_expression(self)
    }
}

#[allow(
    clippy::wrong_self_convention,
    reason = "the same names as the functions without options"
)]
impl DecodeOptions {
    /// Decodes an expression, as [`Expression::decode`], in the context of these options.
    ///
    /// # Errors
    ///
    /// As [`Expression::decode`].
    pub fn from_expression<T: DeserializeOwned>(&self, expression: &Expression) -> Result<T> {
        if expression.element().is_some() {
            // What follows a splat begins with an element, for which only evaluation knows a value.
            let ctx = self.ctx.clone().unwrap_or_default();
            let value = expression.evaluate(&ctx)?;
            let decoded = from_value(value);
            return decoded.map_err(|error| concealed(error.at(expression), expression, &ctx));
        }
        let origin = Origin::of(expression.document());
        let shared = Shared::new(self, None, None);
        let data = ExpressionData {
            input: &Input::new(&origin, &shared),
            id: expression.id(),
        };
        T::deserialize(DataDeserializer(data)).map_err(|error| {
            let error = error.at(expression);
            match &self.ctx {
                Some(ctx) => concealed(error, expression, ctx),
                None => error,
            }
        })
    }
}

/// Conceals what an error may tell of secrets.
fn concealed(error: Error, expression: &Expression, ctx: &EvalContext) -> Error {
    error.concealed(|diagnostics| {
        secret::conceal_of(expression.view(), expression.id(), ctx, diagnostics);
    })
}
