//! Evaluates text in one step: an expression, a template, the attributes of a body.
//!
//! These functions are for tools that show all known values together with all errors, whether parsing or evaluation
//! fails.

use std::str::FromStr;

use super::EvalContext;
use crate::diagnostic::{Code, Diagnostic, limited};
use crate::error::{Category, Diagnosed, Error, Result};
use crate::limits::MAX_REPORTED;
use crate::syntax::options::{ParseOptions, parse_expression};
use crate::syntax::tree::handle::Body;
use crate::value::Value;

/// Evaluates an expression of literals, operators, templates and `for`, as
/// [`Expression::evaluate_literal`](crate::Expression::evaluate_literal) does. It accepts the displayed form
/// of a known value. A list becomes a tuple and a map an object, as in any configuration.
///
/// ```
/// let value: hcl::Value = "{ ports = [80, 8000 + 443] }".parse()?;
/// assert_eq!(value["ports"][1], 8443);
/// # Ok::<(), hcl::Error>(())
/// ```
impl FromStr for Value {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        parse_expression(text)?.evaluate_literal()
    }
}

impl ParseOptions {
    /// Evaluates the text of an expression.
    ///
    /// Anything that cannot be evaluated is unknown, and the diagnostics explain why: syntax errors, and an error for
    /// each operation that fails.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions, Value};
    ///
    /// let ctx = EvalContext::new().with_variable("count", 3);
    /// let options = ParseOptions::new();
    /// assert_eq!(
    ///     options
    ///         .evaluate_expression("count * 2", &ctx)
    ///         .into_result()?,
    ///     Value::from(6)
    /// );
    ///
    /// let evaluated = options.evaluate_expression("count *", &ctx);
    /// assert!(!evaluated.value.is_known());
    /// assert_eq!(evaluated.diagnostics.len(), 1);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_expression(&self, text: &str, ctx: &EvalContext) -> Diagnosed<Value> {
        match self.parse_expression(text) {
            Ok(expression) => expression.evaluate_diagnosed(ctx),
            Err(error) => unknown(error),
        }
    }

    /// Evaluates the text of a template, such as the content of a file. A template that consists of one interpolation
    /// has the value of its expression; [`Template::evaluate_to_string`](crate::Template::evaluate_to_string) always
    /// returns a string.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions, Value};
    ///
    /// let ctx = EvalContext::new().with_variable("name", "ann");
    /// let evaluated = ParseOptions::new().evaluate_template("Hello ${name}!\n", &ctx);
    /// assert_eq!(evaluated.into_result()?, Value::from("Hello ann!\n"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_template(&self, text: &str, ctx: &EvalContext) -> Diagnosed<Value> {
        match self.parse_template(text) {
            Ok(template) => template.evaluate_diagnosed(ctx),
            Err(error) => unknown(error),
        }
    }

    /// Evaluates the text of a body of attributes to an object of their values. A block in it is an error.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions};
    ///
    /// let ctx = EvalContext::new().with_variable("region", "eu");
    /// let text = "zone = \"${region}-1\"\nport = 80 +\n";
    /// let evaluated = ParseOptions::new().evaluate_attributes(text, &ctx);
    /// assert_eq!(evaluated.value["zone"], "eu-1");
    /// assert_eq!(evaluated.diagnostics.len(), 1);
    /// ```
    pub fn evaluate_attributes(&self, text: &str, ctx: &EvalContext) -> Diagnosed<Value> {
        self.parse(text)
            .and_then(|body| body.evaluate_attributes(ctx))
    }
}

/// The value of a text that cannot be parsed.
fn unknown(error: Error) -> Diagnosed<Value> {
    Diagnosed::new(error.classify(), Value::dynamic(), error.into_diagnostics())
}

impl Body {
    /// Evaluates the attributes of the body to an object of their values ("Dynamic Attributes"). Anything that cannot
    /// be evaluated is unknown. There is a diagnostic for each block, and for each expression that has no value.
    ///
    /// ```
    /// let ctx = hcl::EvalContext::new().with_variable("region", "eu");
    /// let body = hcl::parse("zone = \"${region}-1\"\nport = 80\n")?;
    /// let object = body.evaluate_attributes(&ctx).into_result()?;
    /// assert_eq!(object.to_string(), r#"{ port = 80, zone = "eu-1" }"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_attributes(&self, ctx: &EvalContext) -> Diagnosed<Value> {
        let work = ctx.work();
        let mut diagnostics = Vec::new();
        let attributes = self.just_attributes().reported_to(&mut diagnostics);
        let values: Vec<_> = attributes
            .iter()
            .map(|attribute| {
                let evaluated = attribute.expression().evaluate_within(ctx, &work);
                (attribute.name(), evaluated.reported_to(&mut diagnostics))
            })
            .collect();
        let object = Value::object(values).unwrap_or_else(|error| {
            diagnostics.push(Diagnostic::of(Code::NestingTooDeep, error.sentence()).at(self));
            Value::dynamic()
        });
        Diagnosed::new(
            Category::Evaluation,
            object,
            limited(diagnostics, MAX_REPORTED),
        )
    }
}
