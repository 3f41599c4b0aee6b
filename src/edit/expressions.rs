//! Expressions that a program builds from data and from parts ("Expressions").

use serde::ser::Serialize;

use super::snippet;
use crate::analysis::template::{bare_parts, quoted_parts};
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::Path;
use crate::syntax::options::{parse_expression, parse_template};
use crate::syntax::resolve::invalid;
use crate::syntax::tree::handle::{Expression, ExpressionKind, Template, TemplatePart};

impl Expression {
    /// Creates an expression from data: the same as [`Edit::set_attribute`](crate::Edit::set_attribute) writes, but
    /// without heredocs.
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
        parse_expression(&snippet::data(data)?)
    }

    /// Creates a traversal from a path: a variable, followed by the other steps.
    ///
    /// # Errors
    ///
    /// If a text is not a path, or if the path does not begin with an identifier.
    ///
    /// ```
    /// use hcl::{Expression, Path};
    ///
    /// let path = Path::name("service")
    ///     .with("front end")
    ///     .with("ports")
    ///     .with(0);
    /// assert_eq!(
    ///     Expression::traversal_of(path)?.text(),
    ///     r#"service["front end"].ports[0]"#
    /// );
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

    /// Creates a function call.
    ///
    /// # Errors
    ///
    /// If the name is not an identifier, or several identifiers separated by `::`.
    ///
    /// ```
    /// use hcl::Expression;
    ///
    /// let arguments = [
    ///     Expression::traversal_of("var.name")?,
    ///     Expression::from_data("web")?,
    /// ];
    /// assert_eq!(
    ///     Expression::call("coalesce", arguments)?.text(),
    ///     "coalesce(var.name, \"web\")"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn call(name: &str, arguments: impl IntoIterator<Item = Expression>) -> Result<Self> {
        for part in name.split("::") {
            snippet::name(part)?;
        }
        let arguments: Vec<String> = arguments.into_iter().map(|it| it.to_string()).collect();
        parse_expression(&format!("{name}({})", arguments.join(", ")))
    }

    /// Creates a conditional expression.
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

    /// Creates a quoted template from parts: literal text, interpolations and directives.
    ///
    /// # Errors
    ///
    /// If a variable of a `for` directive is not an identifier, or if expressions nest deeper than the parser allows.
    ///
    /// ```
    /// use hcl::{Expression, Template, TemplatePart};
    ///
    /// let name = Expression::traversal_of("var.name")?;
    /// let parts = [
    ///     TemplatePart::literal("Hello, "),
    ///     TemplatePart::Interpolation(name.clone()),
    /// ];
    /// assert_eq!(
    ///     Expression::template(parts)?.text(),
    ///     r#""Hello, ${var.name}""#
    /// );
    ///
    /// let hello = Template::from_parts([TemplatePart::literal("Hello")])?;
    /// let parts = [
    ///     TemplatePart::if_directive(name, hello, None),
    ///     TemplatePart::literal("!"),
    /// ];
    /// assert_eq!(
    ///     Expression::template(parts)?.text(),
    ///     r#""%{ if var.name }Hello%{ endif }!""#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn template(parts: impl IntoIterator<Item = TemplatePart>) -> Result<Self> {
        let text = quoted_parts(joined(parts)?);
        parse_expression(&snippet::expression(&text)?)
    }
}

impl Template {
    /// Creates a template from parts: literal text, interpolations and directives.
    ///
    /// # Errors
    ///
    /// If a variable of a `for` directive is not an identifier, or if expressions nest deeper than the parser allows.
    ///
    /// ```
    /// use hcl::{Expression, Template, TemplatePart};
    ///
    /// let port = Expression::traversal_of("port")?;
    /// let line = Template::from_parts([
    ///     TemplatePart::literal("listen "),
    ///     TemplatePart::Interpolation(port),
    ///     TemplatePart::literal("\n"),
    /// ])?;
    /// let ports = Expression::traversal_of("var.ports")?;
    /// let all = TemplatePart::for_directive(None, "port", ports, line);
    /// let template = Template::from_parts([all])?;
    /// assert_eq!(template.text(), "%{ for port in var.ports }listen ${port}\n%{ endfor }");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn from_parts(parts: impl IntoIterator<Item = TemplatePart>) -> Result<Self> {
        parse_template(&bare_parts(joined(parts)?))
    }
}

impl TemplatePart {
    /// Literal text: the string that it stands for.
    pub fn literal(text: impl Into<String>) -> Self {
        TemplatePart::Literal(text.into())
    }

    /// An `if` directive: a condition, the template for it, and the one after `else`.
    pub fn if_directive(
        predicate: Expression,
        true_branch: Template,
        false_branch: Option<Template>,
    ) -> Self {
        TemplatePart::If {
            predicate,
            true_branch,
            false_branch,
        }
    }

    /// A `for` directive: the variables for each key (optional) and for each value, the collection, and the template
    /// that is repeated.
    pub fn for_directive(
        key_variable: Option<&str>,
        value_variable: &str,
        collection: Expression,
        body: Template,
    ) -> Self {
        TemplatePart::For {
            key_variable: key_variable.map(str::to_owned),
            value_variable: value_variable.to_owned(),
            collection,
            body,
        }
    }
}

/// Joins adjacent literals, because `$` at the end of one and `{` at the start of the next would begin a sequence. Also
/// checks the names of variables.
fn joined(parts: impl IntoIterator<Item = TemplatePart>) -> Result<Vec<TemplatePart>> {
    let mut joined: Vec<TemplatePart> = Vec::new();
    for part in parts {
        if let TemplatePart::For {
            key_variable,
            value_variable,
            ..
        } = &part
        {
            for variable in key_variable.iter().chain([value_variable]) {
                snippet::name(variable)?;
            }
        }
        match (joined.last_mut(), part) {
            (Some(TemplatePart::Literal(last)), TemplatePart::Literal(text)) => {
                last.push_str(&text);
            }
            (_, part) => joined.push(part),
        }
    }
    Ok(joined)
}

/// The text of an expression as an operand of a conditional, in parentheses if necessary.
fn operand(expression: &Expression) -> String {
    let text = expression.to_string();
    match expression.kind() {
        ExpressionKind::Conditional { .. } => format!("({text})"),
        _ if text.contains('\n') => format!("(\n{text}\n)"),
        _ => text,
    }
}
