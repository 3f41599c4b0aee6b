//! Expressions that a program makes: from data, and of parts ("Expressions").

use serde::ser::Serialize;

use super::by_path::{NAME, inner_data, without_name};
use super::snippet;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::Path;
use crate::quote::write_quoted_text;
use crate::syntax::options::parse_expression;
use crate::syntax::resolve::invalid;
use crate::syntax::tree::handle::{Expression, ExpressionKind, TemplatePart};

impl Expression {
    /// Makes an expression from data: the same as [`Edit::set_attribute`](crate::Edit::set_attribute) writes, but without
    /// heredocs.
    ///
    /// # Errors
    ///
    /// If the data cannot be written as an expression.
    ///
    /// ```
    /// let expression = hcl::Expression::from_data(&hcl::value!([1, "${a}"])?)?;
    /// assert_eq!(expression.text(), r#"[1, "$${a}"]"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn from_data<T: Serialize + ?Sized>(data: &T) -> Result<Self> {
        parse_expression(&inner_data(data)?)
    }

    /// Makes a traversal from a path: a variable, followed by the other steps.
    ///
    /// # Errors
    ///
    /// If a text is not a path, or if the path does not begin with an identifier.
    ///
    /// ```
    /// use hcl::{Expression, Path};
    ///
    /// let path = Path::name("service").with("front end").with("ports").with(0);
    /// assert_eq!(Expression::traversal_of(path)?.text(), r#"service["front end"].ports[0]"#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn traversal_of(path: impl TryInto<Path, Error: Into<Error>>) -> Result<Self> {
        let path: Path = path.try_into().map_err(Into::into)?;
        let first = path.steps().first().and_then(|step| step.name());
        if !first.is_some_and(is_identifier) {
            return Err(invalid("A traversal begins with the name of a variable."));
        }
        parse_expression(&path.to_string())
    }

    /// A call of a function.
    ///
    /// # Errors
    ///
    /// If the name is not an identifier, or several with `::` between them.
    ///
    /// ```
    /// use hcl::Expression;
    ///
    /// let arguments = [Expression::traversal_of("var.name")?, Expression::from_data("web")?];
    /// assert_eq!(Expression::call("coalesce", arguments)?.text(), "coalesce(var.name, \"web\")");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn call(name: &str, arguments: impl IntoIterator<Item = Expression>) -> Result<Self> {
        for part in name.split("::") {
            snippet::name(part)?;
        }
        let arguments: Vec<String> = arguments.into_iter().map(|it| it.to_string()).collect();
        parse_expression(&format!("{name}({})", arguments.join(", ")))
    }

    /// A conditional.
    ///
    /// # Errors
    ///
    /// If expressions nest deeper than the parser allows.
    ///
    /// ```
    /// use hcl::Expression;
    ///
    /// let predicate = hcl::parse_expression("var.size > 1")?;
    /// let (yes, no) = (Expression::from_data("many")?, Expression::from_data("one")?);
    /// let text = "var.size > 1 ? \"many\" : \"one\"";
    /// assert_eq!(Expression::conditional(&predicate, &yes, &no)?.text(), text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn conditional(predicate: &Self, true_result: &Self, false_result: &Self) -> Result<Self> {
        let [predicate, yes, no] = [predicate, true_result, false_result].map(operand);
        parse_expression(&format!("{predicate} ? {yes} : {no}"))
    }

    /// A quoted template of literal text and interpolations.
    ///
    /// # Errors
    ///
    /// If a part is a directive.
    ///
    /// ```
    /// use hcl::{Expression, TemplatePart};
    ///
    /// let name = Expression::traversal_of("var.name")?;
    /// let parts = [TemplatePart::Literal("Hello, ".to_owned()), TemplatePart::Interpolation(name)];
    /// assert_eq!(Expression::template(parts)?.text(), r#""Hello, ${var.name}""#);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn template(parts: impl IntoIterator<Item = TemplatePart>) -> Result<Self> {
        let mut text = "\"".to_owned();
        for part in parts {
            match part {
                TemplatePart::Literal(literal) => {
                    // What precedes an interpolation must not escape it.
                    let marks = literal.len() - literal.trim_end_matches(['$', '%']).len();
                    let (plain, marks) = literal.split_at(literal.len() - marks);
                    // Writing to a string cannot fail.
                    let _ = write_quoted_text(&mut text, plain);
                    if !marks.is_empty() {
                        text.extend(["${\"", marks, "\"}"]);
                    }
                }
                TemplatePart::Interpolation(expression) => {
                    text.extend(["${", &expression.to_string(), "}"]);
                }
                TemplatePart::If { .. } | TemplatePart::For { .. } => {
                    let detail = "A template is made of literal text and interpolations.";
                    return Err(snippet::error(
                        crate::diagnostic::Code::InvalidExpression,
                        detail,
                    ));
                }
            }
        }
        snippet::expression(NAME, &(text + "\""))
            .map_err(without_name)
            .and_then(|it| parse_expression(&it))
    }
}

/// The text of an expression that can be a part of a conditional.
fn operand(expression: &Expression) -> String {
    let text = expression.to_string();
    match expression.kind() {
        ExpressionKind::Conditional { .. } => format!("({text})"),
        _ if text.contains('\n') => format!("(\n{text}\n)"),
        _ => text,
    }
}
