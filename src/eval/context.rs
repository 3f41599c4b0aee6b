//! The variables and functions that expressions may use ("Evaluation context").

use std::fmt;
use std::sync::Arc;

use foldhash::HashMap;

use super::names::{LookUp, NameTree, NodeId};
use crate::error::Result;
use crate::function::{Budget, Function, LentWork, Work};
use crate::limits::{UNTRUSTED_BYTES, UNTRUSTED_STEPS};
use crate::nfc::normalize;
use crate::path::Path;
use crate::syntax::tree::{ExprId, Tree};
use crate::value::{Text, Value};

/// The variables and functions that expressions can use.
///
/// Cloning a context is cheap: the clones share their variables and functions until one of them is changed.
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
    /// Variables whose values are computed on demand.
    names: Option<Arc<NameTree>>,
    /// Secret variables, and secret attributes of object variables, as paths with dots.
    secrets: Vec<Arc<str>>,
    parent: Parent,
    max_steps: Option<u64>,
    max_bytes: Option<u64>,
    /// The work lent by the evaluation that calls a look-up of the application with this context.
    lent: Option<LentWork>,
    /// Whether JSON strings are literal text while nothing is defined, as without an evaluation context.
    is_literal_only: bool,
}

impl EvalContext {
    /// Whether literal-only mode applies: it was requested, and nothing is defined.
    pub(crate) fn is_literal_only(&self) -> bool {
        let is_empty =
            self.variables.is_empty() && self.functions.is_empty() && self.names.is_none();
        self.is_literal_only && is_empty
    }

    /// Creates a context without variables and functions.
    pub fn new() -> Self {
        EvalContext::default()
    }

    /// Creates a context for the literal-only mode, in which strings in JSON syntax are literal text ("Strings" of the
    /// JSON syntax). Adding a variable, a resolver or a function ends this mode.
    ///
    /// ```
    /// # #[cfg(feature = "json")] {
    /// use hcl::EvalContext;
    ///
    /// let body = hcl::json::parse(r#"{ "sum": "${1 + 1}" }"#)?;
    /// let sum = |ctx| {
    ///     body.evaluate_attributes(&ctx)
    ///         .into_result()
    ///         .map(|object| object["sum"].to_string())
    /// };
    /// assert_eq!(sum(EvalContext::literal_only())?, r#""$${1 + 1}""#);
    /// assert_eq!(sum(EvalContext::new())?, "2");
    /// # }
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn literal_only() -> Self {
        EvalContext {
            is_literal_only: true,
            ..EvalContext::default()
        }
    }

    /// Creates a context without variables and functions for untrusted expressions, with limits suitable for a web
    /// service: 100,000 steps ([`with_max_steps`](EvalContext::with_max_steps)) and 1 MiB of text
    /// ([`with_max_bytes`](EvalContext::with_max_bytes)) per call.
    ///
    /// ```
    /// use hcl::{Category, EvalContext};
    ///
    /// let ctx = EvalContext::untrusted().with_variable("x", vec![0; 1000]);
    /// assert!(hcl::parse_expression("[for a in x : a + 1]")?.evaluate(&ctx).is_ok());
    /// let expression = hcl::parse_expression("[for a in x : [for b in x : a + b]]")?;
    /// let error = expression.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.classify(), Category::Limit);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn untrusted() -> Self {
        EvalContext::new().limited_as_untrusted()
    }

    /// This context with the limits of [`EvalContext::untrusted`].
    pub(crate) fn limited_as_untrusted(self) -> Self {
        self.with_max_steps(UNTRUSTED_STEPS)
            .with_max_bytes(UNTRUSTED_BYTES)
    }

    /// Creates a child of `parent`. Its own variables and functions hide those with the same names in the parent; all
    /// others remain visible. Pass the parent by value or by reference; cloning it is cheap.
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
            lent: parent.lent.clone(),
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

    /// Provides variables on demand: the resolver is called with a name when an expression uses a variable that neither
    /// this context nor its parents define. It replaces an earlier resolver.
    ///
    /// The resolver receives the name and this context, in which it can evaluate expressions, so that variables can
    /// depend on each other, in chains of any length. A cycle of such variables is an error. Each variable is looked up
    /// once; clones of the context share the result. After a failure, the next evaluation or decoding tries again. An
    /// error without a location is reported where the variable is used. Evaluation by the resolver in the context that
    /// it receives counts towards the budget of the expression that uses the variable.
    ///
    /// If chains nest too deeply for the stack, a call to the resolver can be interrupted: evaluation in the context it
    /// received then fails, its result is discarded, and it is called again later.
    ///
    /// For names below one variable, such as `local.zone`, use [`EvalContext::with_object_resolver`]. For names that
    /// the configuration itself defines, use [`References`](crate::references::References) instead of a resolver.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let locals = hcl::parse("b = 2 * a\nc = b + 1\n")?;
    /// let ctx = EvalContext::new().with_variable("a", 20).with_resolver(move |name, ctx| {
    ///     let local = locals.attribute(name);
    ///     local.map(|it| it.expression().evaluate(ctx)).transpose()
    /// });
    /// assert_eq!(hcl::parse_expression("[c, b]")?.evaluate(&ctx)?.to_string(), "[41, 40]");
    /// assert!(hcl::parse_expression("d")?.evaluate(&ctx).is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_resolver<F>(self, resolver: F) -> Self
    where
        F: Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync + 'static,
    {
        self.with_look_up(None, Arc::new(resolver))
    }

    /// Provides the names below a variable on demand: for `local.zone`, the resolver of `local` is called with `zone`.
    /// It works like the resolver of [`EvalContext::with_resolver`], and one name may depend on others of the same
    /// variable. The variable as a whole has no value.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let locals = hcl::parse("zone = \"eu-${local.tier}\"\ntier = \"gold\"\n")?;
    /// let ctx = EvalContext::new().with_object_resolver("local", move |name, ctx| {
    ///     let local = locals.attribute(name);
    ///     local.map(|it| it.expression().evaluate(ctx)).transpose()
    /// });
    /// assert_eq!(hcl::parse_expression("local.zone")?.evaluate(&ctx)?, "eu-gold");
    /// let error = hcl::parse_expression("local.zoen")?.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.message(), "Unknown name: There is no \"zoen\" in \"local\".");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_object_resolver<F>(self, variable: &str, resolver: F) -> Self
    where
        F: Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync + 'static,
    {
        self.with_look_up(Some(variable), Arc::new(resolver))
    }

    fn with_look_up(mut self, variable: Option<&str>, look_up: Arc<LookUp>) -> Self {
        let names = NameTree::with_look_up(self.names.as_ref(), variable, look_up);
        self.names = Some(Arc::new(names));
        self
    }

    /// Adds a tree of names.
    pub(crate) fn with_names(mut self, names: Arc<NameTree>) -> Self {
        self.names = Some(names);
        self
    }

    /// The tree of names of this context, without those of its parents.
    pub(crate) fn names(&self) -> Option<&NameTree> {
        self.names.as_deref()
    }

    /// Whether the expression `id` defines a name of this context, without those of its parents.
    pub(crate) fn defines(&self, tree: &Tree, id: ExprId) -> bool {
        let names = self.names();
        names.is_some_and(|names| names.definition_at(tree, id).is_some())
    }

    /// A copy of this context for work of the application that is a part of lent work.
    pub(super) fn with_lent(&self, lent: &LentWork) -> Self {
        EvalContext {
            lent: Some(lent.clone()),
            ..self.clone()
        }
    }

    /// Marks the value of a variable as secret, wherever the variable is defined: no diagnostic shows the value or
    /// anything computed from it. A path with dots, such as `vault.password`, marks an attribute of an object.
    ///
    /// Errors in an expression that refers to a secret are reported with their location, their summary and what is
    /// expected, but without other details. Details are also omitted for a value whose location is lost (serde buffers
    /// it for `flatten` and for tagged and untagged enums) if the enclosing block contains such an expression. Errors
    /// about names that do not exist and about missing required fields keep their details. The same applies to
    /// [functions with secret results](Function::with_secret_result), and to variables that are [looked
    /// up](EvalContext::with_resolver) or [declared](crate::references) if their value depends on a secret.
    ///
    /// [`Expression::evaluate_marked`](crate::Expression::evaluate_marked) tells whether a value depends on a secret,
    /// and [`Body::secret_paths`](crate::Body::secret_paths) lists the attributes of a body that do.
    ///
    /// Excerpts show the source, so a secret written in a file is visible in them. Marks are lost when you take a value
    /// out of the context: by decoding it with [`from_value`](crate::from_value), or in the text of an
    /// [expanded](crate::dynblock::expand_dynamic) body.
    ///
    /// ```
    /// let ctx = hcl::EvalContext::new()
    ///     .with_variable("token", "hunter2")
    ///     .with_secret("token");
    /// let text = "timeout = token\n";
    /// let error =
    ///     hcl::from_str_with::<std::collections::BTreeMap<String, u32>>(text, &ctx)
    ///         .unwrap_err();
    /// assert!(!error.to_string().contains("hunter2"));
    /// assert_eq!(
    ///     (error.line(), error.path().to_string()),
    ///     (Some(1), "timeout".to_owned())
    /// );
    /// ```
    #[must_use]
    pub fn with_secret(mut self, path: &str) -> Self {
        self.set_secret(path);
        self
    }

    /// Marks the value of a variable as secret in an existing context, like [`EvalContext::with_secret`].
    pub fn set_secret(&mut self, path: &str) {
        self.secrets.push(normalize(path).into());
    }

    /// Whether a variable is marked as secret or a function has a secret result, here or in a parent.
    pub(crate) fn has_secrets(&self) -> bool {
        self.chain().any(|ctx| {
            let mut functions = ctx.functions.iter();
            !ctx.secrets.is_empty() || functions.any(|(_, it)| it.has_secret_result())
        })
    }

    /// Whether the application has marked a variable as secret, by `with_secret`.
    pub(super) fn has_marked_secrets(&self) -> bool {
        self.chain().any(|ctx| !ctx.secrets.is_empty())
    }

    /// Whether the variable or attribute at this path is secret. The context must have secrets.
    pub(super) fn is_secret(&self, path: &[&str]) -> bool {
        let holds_secret = |ctx: &EvalContext| {
            let names = ctx.names.as_ref();
            names.is_some_and(|names| names.is_secret(path))
        };
        self.is_marked(path) || (self.variable(path[0]).is_none() && self.chain().any(holds_secret))
    }

    /// Whether the application has marked a variable with this path as secret, by `with_secret`.
    fn is_marked(&self, path: &[&str]) -> bool {
        let is_marked = |ctx: &EvalContext| ctx.secrets.iter().any(|secret| overlaps(secret, path));
        self.chain().any(is_marked)
    }

    /// Whether the application has marked a variable with this path as secret. The path is computed only if anything is
    /// marked.
    pub(super) fn is_marked_secret(&self, path: impl FnOnce() -> Path) -> bool {
        if !self.has_marked_secrets() {
            return false;
        }
        let path = path();
        let names: Vec<&str> = path.iter().map_while(|step| step.name()).collect();
        !names.is_empty() && self.is_marked(&names)
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

    /// Defines a variable in an existing context.
    pub fn set_variable(&mut self, name: impl Into<String>, value: impl Into<Value>) {
        self.variables.insert(name.into(), value.into());
    }

    /// Defines a function in an existing context, like [`EvalContext::with_function`].
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

    /// Limits the number of steps of one call. There is no limit by default.
    ///
    /// Each of these is one step: an expression that is evaluated; an element that a `for`, a splat or `...` iterates
    /// over; a part of a value that is passed to a function, converted, compared, selected by a conditional or returned
    /// as the result, and each 64 bytes of its text; a part of a [reference](crate::references) to several names at
    /// once; a node that a `dynamic` block generates. Most errors are ten steps. A step takes a bounded amount of time
    /// and creates a value of at most about 100 bytes, not counting text.
    ///
    /// An application that evaluates untrusted input should set both this limit and the limit on
    /// [bytes](EvalContext::with_max_bytes): one limits the time and the number of values, the other the text in them.
    /// A call that exceeds a limit fails with a single diagnostic.
    ///
    /// Each call with the context has its own budget: a call to [`Expression::evaluate`](crate::Expression::evaluate)
    /// or a similar function for one expression; a call to [`from_str_with`](crate::from_str_with) or another decoding
    /// function, of [`Spec::decode`](crate::Spec::decode), of [`expand_dynamic`](crate::dynblock::expand_dynamic) or of
    /// [`Body::evaluate_attributes`](crate::Body::evaluate_attributes) for all of its expressions. Parsing has limits
    /// of its own; its cost is proportional to the length of the source.
    ///
    /// If a context and its parents have different limits, the innermost limit applies.
    ///
    /// ```
    /// use hcl::{Category, EvalContext};
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variable("x", vec![0; 1000])
    ///     .with_max_steps(100_000)
    ///     .with_max_bytes(1 << 20);
    /// let expression =
    ///     hcl::parse_expression("[for a in x : [for b in x : [for c in x : 0]]]")?;
    /// let error = expression.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.classify(), Category::Limit);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_steps(mut self, steps: u64) -> Self {
        self.max_steps = Some(steps);
        self
    }

    /// Limits the number of bytes of text that one call may create, in its result and on the way to it. There is no
    /// limit by default. [`EvalContext::with_max_steps`] defines what one call is.
    ///
    /// The following text counts: the results of templates, and the literals in them; the strings that numbers and
    /// bools are converted to, for example as the key of an object; the digits of numbers that do not fit into 64 bits,
    /// when they are written, passed to a function or decoded; and the text that functions create. It is counted before
    /// it is created, with one exception: the result of a function that was not made by [`Function::within_budget`] is
    /// counted afterwards. Text is counted before NFC normalization, which can make it up to three times as long. A
    /// string that is only passed on is shared and does not count.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// let ctx = EvalContext::new()
    ///     .with_variable("x", "a".repeat(1000))
    ///     .with_max_bytes(1999);
    /// let error = hcl::parse_template("${x}${x}")?.evaluate(&ctx).unwrap_err();
    /// assert_eq!(error.diagnostics()[0].summary(), "Evaluation too expensive");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: u64) -> Self {
        self.max_bytes = Some(bytes);
        self
    }

    /// A piece of work: the rest of lent work, or new work with the limits of the context.
    #[inline]
    pub(crate) fn work(&self) -> Work {
        let lent = self.lent.as_ref().and_then(LentWork::work);
        lent.unwrap_or_else(|| Work::new(Budget::new(self.max_steps, self.max_bytes)))
    }

    /// Whether the context has limits.
    pub(crate) fn is_limited(&self) -> bool {
        self.max_steps.is_some() || self.max_bytes.is_some()
    }

    /// The variable with this name, in this context or a parent.
    #[inline]
    pub fn variable(&self, name: &str) -> Option<&Value> {
        let mut ctx = self;
        loop {
            if let Some(value) = ctx.variables.get(name) {
                return Some(value);
            }
            ctx = ctx.parent.0.as_deref()?;
        }
    }

    /// The function with this name, in this context or a parent.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.chain().find_map(|ctx| ctx.functions.get(name))
    }

    /// A context with only the functions of this one and of its parents.
    pub(super) fn without_variables(&self) -> EvalContext {
        let mut functions: Vec<_> = self.chain().map(|ctx| ctx.functions.clone()).collect();
        let mut result = EvalContext::new();
        while let Some(functions) = functions.pop() {
            result = EvalContext::child(result);
            result.functions = functions;
        }
        result
    }

    /// The names of all visible variables.
    pub(super) fn variable_names(&self) -> VisibleNames<Value> {
        let names = self.chain().map(|ctx| NamesOfContext {
            defined: ctx.variables.clone(),
            in_tree: ctx.names.as_deref().map(NameTree::root_names),
        });
        VisibleNames(names.collect())
    }

    /// The nodes for a variable in the trees of names of this context and of its parents, nearest first. They include
    /// look-ups of the application, whether or not these know the variable.
    pub(super) fn named<'c>(&'c self, name: &'c str) -> impl Iterator<Item = Found<'c>> {
        self.chain().filter_map(move |ctx| {
            let names = ctx.names.as_deref()?;
            let node = names.variable(name)?;
            Some(Found { names, node, ctx })
        })
    }

    /// Whether there are any variables.
    pub(super) fn has_variables(&self) -> bool {
        self.chain()
            .any(|ctx| !ctx.variables.is_empty() || ctx.names.is_some())
    }

    /// Whether there are any functions.
    pub(crate) fn has_functions(&self) -> bool {
        self.chain().any(|ctx| !ctx.functions.is_empty())
    }

    /// The names of all visible functions.
    pub(super) fn function_names(&self) -> VisibleNames<Function> {
        let names = self.chain().map(|ctx| NamesOfContext {
            defined: ctx.functions.clone(),
            in_tree: None,
        });
        VisibleNames(names.collect())
    }

    fn chain(&self) -> impl Iterator<Item = &EvalContext> {
        std::iter::successors(Some(self), |ctx| ctx.parent.0.as_deref())
    }
}

/// Whether one of the paths begins with the other.
fn overlaps(secret: &str, reference: &[&str]) -> bool {
    let mut names = secret.split('.').zip(reference);
    names.all(|(secret, name)| secret == normalize(*name))
}

/// Clones the context, which is cheap.
impl From<&EvalContext> for EvalContext {
    fn from(ctx: &EvalContext) -> Self {
        ctx.clone()
    }
}

impl fmt::Debug for EvalContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has_secrets() {
            let names = self.variable_names();
            let names = names.list();
            let mut secretive = f.debug_struct("EvalContext");
            return secretive.field("variables", &names).finish_non_exhaustive();
        }
        f.debug_struct("EvalContext")
            .field("variables", &self.variables)
            .field("functions", &self.functions.sorted())
            .field("names", &self.names)
            .field("parents", &self.parent)
            .field("max_steps", &self.max_steps)
            .field("max_bytes", &self.max_bytes)
            .field("is_literal_only", &self.is_literal_only)
            .finish()
    }
}

/// The node that a context finds for the name of a variable.
#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub(super) names: &'a NameTree,
    pub(super) node: NodeId,
    /// The context that holds the names, in which definitions are evaluated.
    pub(super) ctx: &'a EvalContext,
}

/// The names that are visible in a context, for advice in diagnostics. They must hold neither a tree of names nor a
/// context, which holds its tree: a tree keeps the diagnostics of its definitions, so this would be a reference cycle
/// that is never dropped.
pub(super) struct VisibleNames<T>(Vec<NamesOfContext<T>>);

/// The names of one context, without those of its parents.
struct NamesOfContext<T> {
    defined: Names<T>,
    /// The variables of its tree of names.
    in_tree: Option<Arc<[Text]>>,
}

impl<T> VisibleNames<T> {
    /// The names, sorted within each context.
    pub(super) fn list(&self) -> Vec<&str> {
        let mut list = Vec::new();
        for NamesOfContext { defined, in_tree } in &self.0 {
            list.append(&mut defined.sorted());
            list.extend(in_tree.iter().flat_map(|it| it.iter()).map(|it| &**it));
        }
        list
    }
}

/// Variables or functions by name. Clones share them until one of the clones changes.
#[derive(Clone)]
struct Names<T>(Option<Arc<HashMap<String, T>>>);

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names(None)
    }
}

impl<T> Names<T> {
    #[inline]
    fn get(&self, name: &str) -> Option<&T> {
        self.0.as_ref()?.get(name)
    }

    fn insert(&mut self, name: String, content: T)
    where
        T: Clone,
    {
        Arc::make_mut(self.0.get_or_insert_default()).insert(name, content);
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &T)> {
        let entries = self.0.iter().flat_map(|names| names.iter());
        entries.map(|(name, content)| (name.as_str(), content))
    }

    fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The names in lexicographic order.
    fn sorted(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.iter().map(|(name, _)| name).collect();
        names.sort_unstable();
        names
    }
}

/// Shows the names in lexicographic order.
impl<T: fmt::Debug> fmt::Debug for Names<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.sorted();
        let entries = names.iter().map(|name| (name, self.get(name)));
        f.debug_map().entries(entries).finish()
    }
}

/// The parent of a context.
#[derive(Clone, Default)]
struct Parent(Option<Arc<EvalContext>>);

impl Drop for Parent {
    /// Drops the parents that nothing else refers to, one after the other and without recursion: a long chain of
    /// contexts must not overflow the stack.
    fn drop(&mut self) {
        let mut parent = self.0.take();
        while let Some(mut ctx) = parent.and_then(Arc::into_inner) {
            parent = ctx.parent.0.take();
        }
    }
}

/// Lists the parent and its ancestors, nearest first, without recursion.
impl fmt::Debug for Parent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parents = self.0.iter().flat_map(|ctx| ctx.chain());
        let shown = parents.map(|ctx| (&ctx.variables, ctx.functions.sorted()));
        f.debug_list().entries(shown).finish()
    }
}
