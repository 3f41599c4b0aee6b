//! What expressions are evaluated in: variables and functions, by name ("Evaluation context").
//!
//! Knows nothing of expressions.

use std::fmt;
use std::sync::Arc;

use super::names::Names;
use crate::function::{Budget, Function};
use crate::syntax::tree::Name;
use crate::value::Value;

/// The variables and functions that expressions may use.
///
/// Cloning it is cheap: the clones share their variables and functions until one of them is given another one.
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
    parent: Parent,
    max_steps: Option<u64>,
    max_bytes: Option<u64>,
}

impl EvalContext {
    /// A context without variables and functions: expressions must be literal.
    pub fn new() -> Self {
        EvalContext::default()
    }

    /// A context whose names come before those of `parent`, which stay visible where it does not
    /// define them itself. The parent is a context or a reference to one, which is cloned.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let parent = EvalContext::new().with_variable("a", 1).with_variable("b", 2);
    /// let ctx = EvalContext::child(&parent).with_variable("b", 3);
    /// let sum = hcl::parse_expression("a + b")?.evaluate(&ctx)?;
    /// assert_eq!(sum, Value::from(4));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn child(parent: impl Into<EvalContext>) -> Self {
        let parent = parent.into();
        EvalContext {
            max_steps: parent.max_steps,
            max_bytes: parent.max_bytes,
            parent: Parent(Some(Arc::new(parent))),
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
        self.set_function(name, function);
        self
    }

    /// Defines several functions.
    #[must_use]
    pub fn with_functions<N: Into<String>>(
        mut self,
        functions: impl IntoIterator<Item = (N, Function)>,
    ) -> Self {
        for (name, function) in functions {
            self.set_function(name, function);
        }
        self
    }

    /// Defines a variable in a context that exists already.
    pub fn set_variable(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.variables.insert(name.into(), value.into());
    }

    /// Defines a function in a context that exists already, as [`EvalContext::with_function`] does.
    ///
    /// ```
    /// use hcl::{EvalContext, Value, function::stdlib};
    ///
    /// let mut ctx = EvalContext::new();
    /// for (name, function) in stdlib::functions() {
    ///     ctx.set_function(format!("std::{name}"), function);
    /// }
    /// let shout = hcl::parse_expression(r#"std::upper("hey")"#)?.evaluate(&ctx)?;
    /// assert_eq!(shout, Value::from("HEY"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_function(&mut self, name: impl Into<String>, function: Function) {
        self.functions.insert(name.into(), function);
    }

    /// Limits how many steps a piece of work may take; without a limit it takes as many as it needs.
    ///
    /// A step is an expression that is evaluated; an element that a `for`, a splat or `...` goes through; a part of a
    /// value that is handed to a function, converted, compared, chosen by a conditional or given as the result, and each
    /// 64 bytes of its text; a node of what a `dynamic` block generates. So a step takes a bounded time, and makes a
    /// value of some 100 bytes at the most, apart from text.
    ///
    /// Whoever evaluates what strangers write should set this limit and that of
    /// [bytes](EvalContext::with_max_bytes): one bounds the time and the number of values, the other the text that they
    /// hold. Work that goes beyond a limit ends with one diagnostic about that.
    ///
    /// The limits hold for one call with the context: of [`Expression::evaluate`](crate::Expression::evaluate) and its
    /// like; and of [`from_str_with`](crate::from_str_with) and the other functions that decode,
    /// [`Spec::decode`](crate::Spec::decode), [`expand_dynamic`](crate::expand_dynamic) and
    /// [`Body::evaluate_attributes`](crate::Body::evaluate_attributes) for all of their expressions together. The next
    /// call begins anew. Parsing has limits of its own, and what it takes is in proportion to the source.
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

    /// Limits how many bytes of text a piece of work may make, also if that is not in the result; without a limit it
    /// makes as many as it is asked for. What a piece of work is, see [`EvalContext::with_max_steps`].
    ///
    /// Text is what templates make, and the literals in them; what numbers and bools become where a string is needed,
    /// such as the key of an object; the digits of numbers that do not fit 64 bits where they are written, handed to a
    /// function or decoded; and what functions make. All of that is taken before it is made, but for functions that are
    /// not made by [`Function::within_budget`]: their result is taken when it is there. Text
    /// is counted before it is normalized, which makes it three times as long at the most. A string that is only passed
    /// on takes nothing, since it is shared.
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

    /// A budget of all that the context allows for one piece of work.
    #[inline]
    pub(crate) fn budget(&self) -> Budget {
        Budget::new(self.max_steps, self.max_bytes)
    }

    /// Whether the context has limits.
    pub(crate) fn is_limited(&self) -> bool {
        self.max_steps.is_some() || self.max_bytes.is_some()
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
            match (ctx.variables.get(name), &ctx.parent.0) {
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

    /// Whether there are any variables.
    pub(super) fn has_variables(&self) -> bool {
        self.chain().any(|ctx| !ctx.variables.is_empty())
    }

    /// Whether there are any functions.
    pub(super) fn has_functions(&self) -> bool {
        self.chain().any(|ctx| !ctx.functions.is_empty())
    }

    /// The names of all functions that can be called, those of each context in lexicographic order.
    pub(super) fn function_names(&self) -> impl Iterator<Item = &str> {
        self.chain().flat_map(|ctx| ctx.functions.sorted())
    }

    fn chain(&self) -> impl Iterator<Item = &EvalContext> {
        std::iter::successors(Some(self), |ctx| ctx.parent.0.as_deref())
    }
}

/// A clone, which is cheap.
impl From<&EvalContext> for EvalContext {
    fn from(ctx: &EvalContext) -> Self {
        ctx.clone()
    }
}

impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EvalContext")
            .field("variables", &self.variables)
            .field("functions", &self.functions.sorted())
            .field("parents", &self.parent)
            .field("max_steps", &self.max_steps)
            .field("max_bytes", &self.max_bytes)
            .finish()
    }
}

/// The context around another one.
#[derive(Clone, Default)]
struct Parent(Option<Arc<EvalContext>>);

impl Drop for Parent {
    /// Drops the contexts that nobody else holds one after the other: however many there are around one another, that
    /// takes no more of the stack.
    fn drop(&mut self) {
        let mut parent = self.0.take();
        while let Some(mut ctx) = parent.and_then(Arc::into_inner) {
            parent = ctx.parent.0.take();
        }
    }
}

/// The contexts around, the nearest first, without recursion.
impl fmt::Debug for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parents = self.0.iter().flat_map(|ctx| ctx.chain());
        let shown = parents.map(|ctx| (&ctx.variables, ctx.functions.sorted()));
        f.debug_list().entries(shown).finish()
    }
}
