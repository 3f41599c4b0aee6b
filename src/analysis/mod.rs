//! Static analysis of expressions, without evaluation ("Static Analysis").
//!
//! Applications use it to give their own meaning to expressions: a list of references, a map whose keys are not
//! strings, a call that does not call a function.

mod dynamic;
pub(crate) mod template;
mod variables;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::syntax::tree::handle::{
    Expression, ExpressionKind, FunctionCall, Traversal, Visitor, WalkControl,
};

pub(crate) use self::dynamic::{DYNAMIC, iterator_name, iterator_of};
pub(crate) use self::variables::written_variables;

impl Expression {
    /// The elements of a list in brackets, without evaluating them ("Static List").
    ///
    /// # Errors
    ///
    /// If the expression is not a list in brackets.
    ///
    /// ```
    /// let expression = hcl::parse_expression("[aws_instance.web, local.name]")?;
    /// let elements = expression.static_list()?;
    /// assert_eq!(elements[1].text(), "local.name");
    ///
    /// assert!(hcl::parse_expression("local.names")?.static_list().is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn static_list(&self) -> Result<Vec<Expression>> {
        match self.kind() {
            ExpressionKind::Tuple(elements) => Ok(elements),
            _ => Err(self.required(
                "A static list is required here: elements in brackets, such as \"[a, b]\".",
            )),
        }
    }

    /// The keys and values of an object, without evaluating them, in the order of the source ("Static Map").
    ///
    /// Keys can be any expression. For a key that is a bare name, [`keyword`](Expression::keyword) returns the name.
    ///
    /// # Errors
    ///
    /// If the expression is not an object in braces.
    ///
    /// ```
    /// let expression =
    ///     hcl::parse_expression("{ aws = aws.west, aws.backup = aws.east, 1 = x }")?;
    /// let pairs = expression.static_map()?;
    /// assert_eq!(pairs[0].0.keyword(), Some("aws"));
    /// assert_eq!(pairs[1].0.static_traversal()?.steps().len(), 1);
    /// assert_eq!(pairs[2].1.text(), "x");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn static_map(&self) -> Result<Vec<(Expression, Expression)>> {
        self.object_pairs().ok_or_else(|| {
            self.required(
                "A static map is required here: keys and values in braces, such as \"{ a = b }\".",
            )
        })
    }

    /// The name and the arguments of a function call, without evaluating them ("Static Call"). The function does not
    /// have to exist.
    ///
    /// # Errors
    ///
    /// If the expression is not a function call.
    ///
    /// ```
    /// let call = hcl::parse_expression("optional(string, \"none\")")?.static_call()?;
    /// assert_eq!(call.name, "optional");
    /// assert_eq!(call.arguments[0].keyword(), Some("string"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn static_call(&self) -> Result<FunctionCall> {
        match (self.kind(), self.embedded_expression().map(|it| it.kind())) {
            (ExpressionKind::FunctionCall(call), _)
            | (_, Some(ExpressionKind::FunctionCall(call))) => Ok(call),
            _ => Err(self.required(
                "A static function call is required here: a name with arguments in parentheses, \
                 such as \"f(a)\".",
            )),
        }
    }

    /// All function calls in the expression, in the order of the source. The calls in the arguments of a call come
    /// after it.
    ///
    /// ```
    /// let expression = hcl::parse_expression("upper(\"${trim(name)}!\") == lower(zone)")?;
    /// let calls = expression.function_calls();
    /// let names: Vec<_> = calls.iter().map(|call| &call.name).collect();
    /// assert_eq!(names, ["upper", "trim", "lower"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn function_calls(&self) -> Vec<FunctionCall> {
        let mut calls = FunctionCalls(Vec::new());
        self.walk(&mut calls);
        calls.0
    }

    /// The path from a variable through attributes and elements with literal keys ("Static Traversal"). `true`, `false`
    /// and `null` count as names here.
    ///
    /// # Errors
    ///
    /// If the expression is anything else.
    ///
    /// ```
    /// let traversal =
    ///     hcl::parse_expression("aws_instance.web[0].id")?.static_traversal()?;
    /// assert_eq!(traversal.root(), "aws_instance");
    ///
    /// let error = hcl::parse_expression("aws_instance[n]")?
    ///     .static_traversal()
    ///     .unwrap_err();
    /// assert_eq!(error.diagnostics()[0].summary(), "Invalid expression");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn static_traversal(&self) -> Result<Traversal> {
        Traversal::required(self).map_err(|diagnostic| Error::new(Category::Data, diagnostic))
    }

    /// The name, if the expression is a single name. `true`, `false` and `null` count as names here.
    ///
    /// ```
    /// assert_eq!(hcl::parse_expression("string")?.keyword(), Some("string"));
    /// assert_eq!(hcl::parse_expression("string.length")?.keyword(), None);
    /// assert_eq!(hcl::parse_expression("\"string\"")?.keyword(), None);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn keyword(&self) -> Option<&str> {
        self.view().keyword(self.id())
    }

    /// The name, if the expression is a single name, like [`Expression::keyword`]. In JSON syntax, the string that
    /// consists of the name may have escape sequences.
    pub(crate) fn static_name(&self) -> Option<String> {
        if let Some(name) = self.keyword() {
            return Some(name.to_owned());
        }
        self.embedded_expression()?.keyword().map(str::to_owned)
    }

    /// The error of an expression in a place where something else is required.
    fn required(&self, detail: &str) -> Error {
        let diagnostic = Diagnostic::of(Code::InvalidExpression, detail).at(self);
        Error::new(Category::Data, diagnostic)
    }
}

/// The function calls found so far.
struct FunctionCalls(Vec<FunctionCall>);

impl Visitor for FunctionCalls {
    fn expression(&mut self, expression: &Expression) -> WalkControl {
        if let ExpressionKind::FunctionCall(call) = expression.kind() {
            self.0.push(call);
        }
        WalkControl::Continue
    }
}
