//! Evaluates text in one step: an expression, a template, the attributes of a body, a body by a spec.
//!
//! These functions are for tools that show all known values together with all errors. Each therefore returns
//! a value and diagnostics, whether parsing or evaluation fails.

use std::str::FromStr;

use crate::diagnostic::{Diagnostic, limited};
use crate::error::{Category, Error, Result};
use crate::eval::EvalContext;
use crate::spec::Spec;
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
    /// What cannot be evaluated is unknown, and the diagnostics explain why: errors of the syntax, and of each
    /// operation that fails.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions, Value};
    ///
    /// let ctx = EvalContext::new().with_variable("count", 3);
    /// let (value, diagnostics) = ParseOptions::new().evaluate_expression("count * 2", &ctx);
    /// assert_eq!((value, diagnostics.len()), (Value::from(6), 0));
    ///
    /// let (value, diagnostics) = ParseOptions::new().evaluate_expression("count *", &ctx);
    /// assert!(!value.is_known());
    /// assert_eq!(diagnostics.len(), 1);
    /// ```
    pub fn evaluate_expression(&self, text: &str, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let parsed = self.parse_expression_recoverable(text);
        match parsed.tree {
            Some(expression) if parsed.diagnostics.is_empty() => {
                expression.evaluate_recoverable(ctx)
            }
            _ => (Value::dynamic(), parsed.diagnostics),
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
    /// let (value, diagnostics) = ParseOptions::new().evaluate_template("Hello ${name}!\n", &ctx);
    /// assert_eq!((value, diagnostics.len()), (Value::from("Hello ann!\n"), 0));
    /// ```
    pub fn evaluate_template(&self, text: &str, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let parsed = self.parse_template_recoverable(text);
        match parsed.tree {
            Some(template) if parsed.diagnostics.is_empty() => template.evaluate_recoverable(ctx),
            _ => (Value::dynamic(), parsed.diagnostics),
        }
    }

    /// Evaluates the text of a body of attributes to an object of their values. A block in it is an error.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions};
    ///
    /// let ctx = EvalContext::new().with_variable("region", "eu");
    /// let text = "zone = \"${region}-1\"\nport = 80 +\n";
    /// let (value, diagnostics) = ParseOptions::new().evaluate_attributes(text, &ctx);
    /// assert_eq!(value["zone"], "eu-1");
    /// assert_eq!(diagnostics.len(), 1);
    /// ```
    pub fn evaluate_attributes(&self, text: &str, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let parsed = self.parse_recoverable(text);
        let (value, diagnostics) = parsed.tree.evaluate_attributes_recoverable(ctx);
        (value, limited([parsed.diagnostics, diagnostics].concat()))
    }

    /// Decodes the text of a body by a spec.
    ///
    /// If the syntax of the body is invalid, only that is reported: something that seems to be missing may be
    /// in the part that could not be read.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions, Spec, Type};
    ///
    /// let spec = Spec::object([("port", Spec::attr("port", Type::NUMBER))]);
    /// let text = "port = \"8080\"\nhost = 1\n";
    /// let (value, diagnostics) = ParseOptions::new().evaluate_body(text, &spec, &EvalContext::new());
    /// assert_eq!(value["port"], 8080);
    /// assert_eq!(diagnostics[0].summary(), "Unsupported argument");
    /// ```
    pub fn evaluate_body(
        &self,
        text: &str,
        spec: &Spec,
        ctx: &EvalContext,
    ) -> (Value, Vec<Diagnostic>) {
        let parsed = self.parse_recoverable(text);
        let (value, diagnostics) = spec.decode_recoverable(&parsed.tree, ctx);
        if parsed.diagnostics.is_empty() {
            (value, diagnostics)
        } else {
            (value, parsed.diagnostics)
        }
    }
}

impl Body {
    /// Evaluates the attributes of the body to an object of their values ("Dynamic Attributes").
    ///
    /// # Errors
    ///
    /// If the body has a block, or if an expression has no value. The error holds a diagnostic for each, twenty at the
    /// most.
    ///
    /// ```
    /// let ctx = hcl::EvalContext::new().with_variable("region", "eu");
    /// let object = hcl::parse("zone = \"${region}-1\"\nport = 80\n")?.evaluate_attributes(&ctx)?;
    /// assert_eq!(object.to_string(), r#"{ port = 80, zone = "eu-1" }"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn evaluate_attributes(&self, ctx: &EvalContext) -> Result<Value> {
        let (value, diagnostics) = self.evaluate_attributes_recoverable(ctx);
        Error::unless(Category::Evaluation, diagnostics, value)
    }

    /// Evaluates the attributes of the body and returns an object in any case: what cannot be evaluated is
    /// unknown.
    pub fn evaluate_attributes_recoverable(&self, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        let budget = ctx.budget();
        let (attributes, mut diagnostics) = self.just_attributes_recoverable();
        let values: Vec<_> = attributes
            .iter()
            .map(|attribute| {
                let (value, more) = attribute.expression().evaluate_within(ctx, &budget);
                diagnostics.extend(more);
                (attribute.name(), value)
            })
            .collect();
        match Value::object(values) {
            Ok(object) => (object, limited(diagnostics)),
            Err(error) => {
                let diagnostic =
                    Diagnostic::error("Nesting too deep", format!("{error}.")).at(self);
                diagnostics.push(diagnostic);
                (Value::dynamic(), limited(diagnostics))
            }
        }
    }
}
