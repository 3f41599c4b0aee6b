//! What expressions are evaluated in: variables and functions, by name ("Evaluation context").
//!
//! Knows nothing of expressions.

use std::fmt;
use std::sync::Arc;

use super::names::Names;
use crate::function::Function;
use crate::syntax::tree::Name;
use crate::value::Value;

/// The variables and functions that expressions may use.
///
/// ```
/// use hcl::{EvalContext, Value};
///
/// let ctx = EvalContext::new()
///     .with_variable("name", "world")
///     .with_functions(hcl::function::stdlib::functions());
/// let greeting = hcl::parse_expression(r#"upper("hello ${name}")"#)?.evaluate(&ctx)?;
/// assert_eq!(greeting, Value::from("HELLO WORLD"));
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct EvalContext {
    variables: Names<Value>,
    functions: Names<Function>,
    parent: Option<Arc<EvalContext>>,
    max_steps: Option<u64>,
    max_bytes: Option<u64>,
}

impl EvalContext {
    /// A context without variables and functions: expressions must be literal.
    pub fn new() -> Self {
        EvalContext::default()
    }

    /// A context whose names come before those of `parent`, which stay visible where it does not
    /// define them itself.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let parent = EvalContext::new().with_variable("a", 1).with_variable("b", 2);
    /// let ctx = EvalContext::child(parent).with_variable("b", 3);
    /// let sum = hcl::parse_expression("a + b")?.evaluate(&ctx)?;
    /// assert_eq!(sum, Value::from(4));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn child(parent: impl Into<Arc<EvalContext>>) -> Self {
        let parent = parent.into();
        EvalContext {
            max_steps: parent.max_steps,
            max_bytes: parent.max_bytes,
            parent: Some(parent),
            ..EvalContext::default()
        }
    }

    /// Defines a variable.
    #[must_use]
    pub fn with_variable(mut self, name: impl Into<String>, value: impl Into<Value>) -> Self {
        self.set_variable(name, value);
        self
    }

    /// Defines a function. Its name may have namespaces, as in `text::upper`.
    #[must_use]
    pub fn with_function(mut self, name: impl Into<String>, function: Function) -> Self {
        self.functions.insert(name.into(), function);
        self
    }

    /// Defines several functions.
    #[must_use]
    pub fn with_functions<N: Into<String>>(
        mut self,
        functions: impl IntoIterator<Item = (N, Function)>,
    ) -> Self {
        for (name, function) in functions {
            self.functions.insert(name.into(), function);
        }
        self
    }

    /// Defines a variable in a context that exists already.
    pub fn set_variable(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.variables.insert(name.into(), value.into());
    }

    /// Limits how many steps an evaluation may take; without a limit it takes as many as it needs.
    ///
    /// A step is an expression that is evaluated, an element that a `for` or a splat goes through, or
    /// a part of a value that is handed to a function, compared, or given as the result. Whoever
    /// evaluates what strangers write should set this limit and that of
    /// [bytes](EvalContext::with_max_bytes): one bounds the time and the values, the other the text
    /// that they hold. An evaluation that goes beyond a limit ends with one diagnostic.
    ///
    /// Of a context and its parents, the innermost limit counts.
    ///
    /// ```
    /// use hcl::{Category, EvalContext};
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variable("x", vec![0; 1000])
    ///     .with_max_steps(100_000)
    ///     .with_max_bytes(1 << 20);
    /// let expression = hcl::parse_expression("[for a in x : [for b in x : [for c in x : 0]]]")?;
    /// let error = expression.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.classify(), Category::Limit);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_steps(mut self, steps: u64) -> Self {
        self.max_steps = Some(steps);
        self
    }

    /// Limits how many bytes of text the templates and functions of an evaluation may make, also if
    /// that is not in the result; without a limit they make as many as they are asked for.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let ctx = EvalContext::new().with_variable("x", "a".repeat(1000)).with_max_bytes(1999);
    /// let error = hcl::parse_template("${x}${x}")?.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].summary(), "Evaluation too expensive");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    pub(crate) fn max_steps(&self) -> Option<u64> {
        self.max_steps
    }

    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.max_bytes
    }

    /// The variable of that name, here or in a parent.
    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.find_variable(Name::new(name))
    }

    /// The same, if this very context has it at its hash.
    #[inline]
    pub(super) fn variable_at_hash(&self, name: Name<'_>) -> Option<&Value> {
        self.variables.at_hash(name)
    }

    /// The same, wherever it is: here or in a parent.
    pub(super) fn find_variable(&self, name: Name<'_>) -> Option<&Value> {
        let mut ctx = self;
        loop {
            match (ctx.variables.get(name), &ctx.parent) {
                (Some(value), _) => return Some(value),
                (None, Some(parent)) => ctx = parent,
                (None, None) => return None,
            }
        }
    }

    /// The function of that name, here or in a parent.
    pub fn function(&self, name: &str) -> Option<&Function> {
        let name = Name::new(name);
        let near = self.functions.at_hash(name);
        near.or_else(|| self.chain().find_map(|ctx| ctx.functions.get(name)))
    }

    /// The names of all variables that can be seen, those of each context in lexicographic order.
    pub(super) fn variable_names(&self) -> impl Iterator<Item = &str> {
        self.chain().flat_map(|ctx| ctx.variables.sorted())
    }

    /// The names of all functions that can be called, those of each context in lexicographic order.
    pub(super) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.chain().flat_map(|ctx| ctx.functions.sorted())
    }

    fn chain(&self) -> impl Iterator<Item = &EvalContext> {
        std::iter::successors(Some(self), |ctx| ctx.parent.as_deref())
    }
}

impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variables)
            .field("functions", &self.functions.sorted())
            .field("parent", &self.parent)
            .field("max_steps", &self.max_steps)
            .field("max_bytes", &self.max_bytes)
            .finish()
    }
}
