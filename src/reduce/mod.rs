//! Partial evaluation: known parts become literals, the rest stays as written ("Expressions", "Templates").
//!
//! [`reducer`] holds the state, [`inputs`] finds the parts of an expression whose inputs are all known, [`expression`],
//! [`template`], [`json`] and [`body`] write the reduced text, and [`output`] records the origins of its parts. The
//! text is then parsed like any other.

mod body;
mod expression;
mod inputs;
mod json;
mod output;
mod reducer;
mod template;

use crate::eval::EvalContext;
use crate::syntax::lexer::SourceKind;
use crate::syntax::options::{ParseOptions, Syntax};
use crate::syntax::tree::handle::{Expression, ExpressionKind, Template, TemplateRef};

use json::Keys;
use output::Output;
use reducer::{Knowledge, Reducer};

impl Expression {
    /// Evaluates everything that is already known and leaves the rest as written. Use it to produce a plan that an
    /// author can read, or a configuration to be completed elsewhere.
    ///
    /// The result has its own text and can be printed, decoded and evaluated like any other expression. Evaluated in a
    /// context that provides what was missing, it gives the same value, or the same first error, as the original does
    /// in a context that provides everything. [`Source::origin`](crate::Source::origin) maps its spans to the original,
    /// and diagnostics show these locations.
    ///
    /// A part becomes a literal if the context has all variables and functions used in it, if their values are wholly
    /// known, and if its evaluation succeeds. A known condition selects one side of a conditional if the types of both
    /// sides are known to be the same, so that no conversion is needed. The following stays as written:
    ///
    /// * values that the syntax cannot represent exactly: lists, sets and maps, which would become tuples and objects;
    ///   nulls with a type; infinite numbers; capsules;
    /// * parts that depend on a [secret](EvalContext::with_secret), and parts that call an
    ///   [impure](crate::function::Function::impure) function;
    /// * parts whose evaluation fails: a later evaluation reports the error;
    /// * arguments that describe a type, if the function may read them as written.
    ///
    /// A later context must therefore again provide the variables that these parts refer to, and the functions that
    /// they call.
    ///
    /// Evaluation uses the budget of the context. When it is exhausted, the rest stays as written; so does an
    /// expression in which a failing part is nested so deeply that the surrounding parts would be evaluated in vain too
    /// often. The result nests at most 256 levels deep: an expression whose reduced form would nest deeper is returned
    /// unchanged.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let ctx = EvalContext::new().with_variable("var", hcl::value!({ env = "prod" })?);
    /// let name = hcl::parse_expression(r#""${var.env}-${each.key}""#)?.reduce(&ctx);
    /// assert_eq!(name.text(), r#""prod-${each.key}""#);
    ///
    /// let later = EvalContext::new().with_variable("each", hcl::value!({ key = "web" })?);
    /// assert_eq!(name.evaluate(&later)?, "prod-web");
    ///
    /// let reduced = |text: &str| {
    ///     Ok::<_, hcl::Error>(hcl::parse_expression(text)?.reduce(&ctx).to_string())
    /// };
    /// assert_eq!(reduced("x + 1 * 2")?, "x + 2");
    /// assert_eq!(reduced("true ? 1 : 2")?, "1");
    /// assert_eq!(
    ///     reduced("var.env == \"prod\" ? \"${x}!\" : \"none\"")?,
    ///     "\"${x}!\""
    /// );
    /// assert_eq!(reduced("true ? x : 1")?, "true ? x : 1");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn reduce(&self, ctx: &EvalContext) -> Expression {
        let mut output = Output::default();
        let mut knowledge = Knowledge::new(ctx, self.tree_span().range().len());
        if reduced_to(self, &mut knowledge, &mut output).is_none() || !output.is_changed() {
            return self.clone();
        }
        let options = ParseOptions::for_text_of(self.document());
        let options = if self.is_json() && self.layers().is_none() {
            options.with_syntax(Syntax::Json)
        } else {
            options
        };
        let document = options.document_of(output.into_source(), SourceKind::Expression);
        document.map_or_else(|| self.clone(), Expression::root)
    }
}

impl Template {
    /// Evaluates everything that is already known and leaves the rest as written, like [`Expression::reduce`]. A known
    /// string becomes literal text unless a strip marker or an indentation prevents this; then it stays an
    /// interpolation.
    ///
    /// A template that consists of a single interpolation stays one, with the value inside.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variable("name", "world")
    ///     .with_variable("count", 3);
    /// let reduced = |text: &str| {
    ///     Ok::<_, hcl::Error>(hcl::parse_template(text)?.reduce(&ctx).to_string())
    /// };
    /// assert_eq!(
    ///     reduced("Hello, ${name} and ${others}!")?,
    ///     "Hello, world and ${others}!"
    /// );
    /// assert_eq!(
    ///     reduced("%{ if count > 1 }${others}%{ endif }")?,
    ///     "%{ if true }${others}%{ endif }"
    /// );
    /// assert_eq!(reduced("${count}")?, "${3}");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn reduce(&self, ctx: &EvalContext) -> Template {
        let TemplateRef::Expression(id) = self.node() else {
            // A branch of a directive has no text of its own.
            return self.clone();
        };
        if !self.is_bare() {
            let reduced = self.expression(id).reduce(ctx);
            return match reduced.kind() {
                ExpressionKind::Template(template) => template,
                // It has become another literal, for example a number.
                _ => self.clone(),
            };
        }
        let (expression, mut output) = (self.expression(id), Output::default());
        let mut knowledge = Knowledge::new(ctx, self.tree_span().range().len());
        let written = Reducer::new(&expression, &mut knowledge, &mut output).bare_template();
        if written.is_none() || !output.is_changed() {
            return self.clone();
        }
        let options = ParseOptions::for_text_of(expression.document());
        let document = options.document_of(output.into_source(), SourceKind::Template);
        document.map_or_else(|| self.clone(), Template::root)
    }
}

/// Whether an expression is written in native syntax, in one piece, and is not a part of a chain.
fn is_native(expression: &Expression) -> bool {
    !expression.is_json() && expression.is_whole() && expression.layers().is_none()
}

/// The expression rewritten so that [`is_native`] holds. `None` if it is unknown.
fn native(expression: &Expression) -> Option<Expression> {
    if is_native(expression) {
        return Some(expression.clone());
    }
    let mut alone = Output::default();
    if expression.is_json() || expression.layers().is_some() {
        let place = (&**expression.document(), expression.tree_span());
        alone.added(&expression.written()?, place);
    } else {
        // Written alone, a part of a chain gets its own tree.
        alone.verbatim(expression.document(), expression.tree_span());
    }
    let options = ParseOptions::for_text_of(expression.document());
    let document = options.document_of(alone.into_source(), SourceKind::Expression)?;
    Some(Expression::root(document))
}

/// Writes the reduced form of an expression. `None` if it has no text that could be parsed again.
fn reduced_to(
    expression: &Expression,
    knowledge: &mut Knowledge<'_>,
    output: &mut Output,
) -> Option<()> {
    if expression.element().is_some() {
        return None;
    }
    let is_json = expression.is_json() && expression.layers().is_none();
    if !is_json && !is_native(expression) {
        return reduced_to(&native(expression)?, knowledge, output);
    }
    let mut reducer = Reducer::new(expression, knowledge, output);
    if is_json {
        return reducer.json(expression.id(), Keys::Evaluated);
    }
    reducer.scan(expression.id());
    reducer.write(expression.id())?;
    if expression.ends_with_heredoc() && !output.text().ends_with('\n') {
        output.added("\n", (expression.document(), expression.tree_span()));
    }
    Some(())
}
