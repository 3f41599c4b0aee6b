//! The options for decoding a configuration.

use std::sync::Arc;

use crate::eval::EvalContext;
use crate::limits::{MAX_LABELS, ParseLimits};
use crate::syntax::options::{ParseOptions, Syntax};

/// Options for decoding a configuration: variables and functions, the file name in reports, and limits.
///
/// Options borrow nothing, so they can be kept in a struct or a static. Cloning them is cheap.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let options = hcl::DecodeOptions::new().with_filename("ports.hcl");
/// let ports = options.from_str::<BTreeMap<String, u16>>("http = -80\n");
/// let error = ports.expect_err("it is negative");
/// assert!(error.to_string().contains("ports.hcl:1:8"));
/// ```
#[derive(Clone, Debug)]
pub struct DecodeOptions {
    pub(super) parse: ParseOptions,
    /// The maximum number of labels around a value, if set.
    max_labels: Option<u32>,
    /// The context of expressions. Literal-only mode, unless a context has been set.
    pub(super) ctx: EvalContext,
    /// Whether an unknown name is always an error.
    pub(super) exhaustive: bool,
    /// Whether expressions are left as text for types that accept anything.
    pub(super) is_unevaluated: bool,
    pub(super) block_lists: BlockLists,
}

impl Default for DecodeOptions {
    fn default() -> Self {
        DecodeOptions {
            parse: ParseOptions::default(),
            max_labels: None,
            ctx: EvalContext::literal_only(),
            exhaustive: false,
            is_unevaluated: false,
            block_lists: BlockLists::None,
        }
    }
}

/// The blocks that are lists for types that accept anything, even if there is only one of a type.
#[derive(Clone, Debug, Default)]
pub(super) enum BlockLists {
    #[default]
    None,
    OfTypes(Arc<[String]>),
    All,
}

impl BlockLists {
    /// Whether the blocks of a type are a list.
    pub(super) fn has(&self, block_type: &str) -> bool {
        match self {
            BlockLists::None => false,
            BlockLists::OfTypes(types) => types.iter().any(|it| it == block_type),
            BlockLists::All => true,
        }
    }
}

impl DecodeOptions {
    /// The options of [`from_str`](crate::from_str) and similar functions: no name, and the default limits.
    pub fn new() -> Self {
        DecodeOptions::default()
    }

    /// Options for untrusted configurations, with limits suitable for a web service: a source has at most 1 MiB, nests
    /// at most 64 levels deep, and its chains have at most 10,000 links; expressions have the limits of
    /// [`EvalContext::untrusted`]. Unknown names are errors.
    ///
    /// A context that you pass to [`with_context`](DecodeOptions::with_context) replaces these limits of expressions
    /// with its own: start from [`EvalContext::untrusted`], and add variables and functions.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use hcl::{Category, DecodeOptions, EvalContext};
    ///
    /// let ctx = EvalContext::untrusted().with_variable("base", 79);
    /// let options = DecodeOptions::untrusted().with_context(ctx);
    /// let ports: BTreeMap<String, u16> = options.from_str("http = base + 1\n")?;
    /// assert_eq!(ports["http"], 80);
    ///
    /// let deep = format!("http = {}1{}\n", "(".repeat(100), ")".repeat(100));
    /// let error = options.from_str::<BTreeMap<String, u16>>(&deep).unwrap_err();
    /// assert_eq!(error.classify(), Category::Limit);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn untrusted() -> Self {
        DecodeOptions {
            parse: ParseOptions::untrusted(),
            max_labels: Some(ParseLimits::UNTRUSTED.depth),
            ctx: EvalContext::literal_only().limited_as_untrusted(),
            exhaustive: true,
            ..DecodeOptions::new()
        }
    }

    /// Sets the name of the source in reports, usually the path of its file.
    #[must_use]
    pub fn with_filename(mut self, filename: impl Into<String>) -> Self {
        self.parse = self.parse.with_filename(filename);
        self
    }

    /// Sets the syntax of the source, like [`ParseOptions::with_syntax`].
    #[must_use]
    pub fn with_syntax(mut self, syntax: Syntax) -> Self {
        self.parse = self.parse.with_syntax(syntax);
        self
    }

    /// Sets the variables and functions that expressions can use; none by default. Pass the context by value or by
    /// reference; cloning it is cheap. It brings its own limits, which replace those of
    /// [`untrusted`](DecodeOptions::untrusted). In JSON syntax, strings are templates once there is a context.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// let ctx = hcl::EvalContext::new().with_variable("base", 8000);
    /// let options = hcl::DecodeOptions::new()
    ///     .with_filename("ports.hcl")
    ///     .with_context(&ctx);
    /// let ports: BTreeMap<String, u16> = options.from_str("http = base + 80\n")?;
    /// assert_eq!(ports["http"], 8080);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_context(mut self, ctx: impl Into<EvalContext>) -> Self {
        self.ctx = ctx.into();
        self
    }

    /// Sets whether unknown names are errors, as if every struct had `#[serde(deny_unknown_fields)]`. By default, they
    /// are ignored.
    ///
    /// For a struct with `#[serde(flatten)]`, serde does not reveal the fields, so names are not checked.
    ///
    /// ```
    /// #[derive(serde::Deserialize, Debug)]
    /// struct Config {
    ///     port: u16,
    /// }
    ///
    /// let options = hcl::DecodeOptions::new().exhaustive(true);
    /// let error = options.from_str::<Config>("port = 80\nhots = 1\n").unwrap_err();
    /// assert_eq!(error.path(), "hots");
    /// ```
    #[must_use]
    pub fn exhaustive(mut self, exhaustive: bool) -> Self {
        self.exhaustive = exhaustive;
        self
    }

    /// Leaves expressions unevaluated for types that accept anything, such as `serde_json::Value` and
    /// [`Value`](crate::Value). Such a type gets
    ///
    /// * literals as values: null, bools, numbers, and tuples and objects whose parts follow these rules;
    /// * strings as templates of the JSON syntax: a quoted template or a heredoc keeps its sequences, any other text
    ///   gets its `${` and `%{` escaped;
    /// * any other expression as a template with the same value: `"${var.name}"`. This includes numbers that no `u64`,
    ///   `i64` or `f64` can represent exactly, except in a [`Value`](crate::Value) and a [`Number`](crate::Number),
    ///   which keep every digit.
    ///
    /// The result is the configuration in the JSON syntax: written as JSON and read with
    /// [`json::from_str_with`](crate::json::from_str_with), it evaluates to the same values as the source. If the
    /// source is in JSON syntax, its strings stay as they are. Fields of a specific type, such as `String` or `u16`,
    /// are evaluated as usual.
    ///
    /// ```
    /// let options = hcl::DecodeOptions::new().without_evaluation();
    /// let json: serde_json::Value = options.from_str(
    ///     r#"
    ///         name  = "web-${var.zone}"
    ///         port  = 80
    ///         hosts = [var.host, "b"]
    ///         label = "$${name}"
    ///     "#,
    /// )?;
    /// let expected = serde_json::json!({
    ///     "name": "web-${var.zone}",
    ///     "port": 80,
    ///     "hosts": ["${var.host}", "b"],
    ///     "label": "$${name}",
    /// });
    /// assert_eq!(json, expected);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn without_evaluation(mut self) -> Self {
        self.is_unevaluated = true;
        self
    }

    /// Always represents blocks with the same type and labels as a list, even if there is only one, for types that
    /// accept anything (see [`without_evaluation`](DecodeOptions::without_evaluation)). By default, one block is an
    /// object, and several are a list.
    ///
    /// This has no effect on JSON syntax, which does not mark blocks: everything is passed on as it is.
    ///
    /// ```
    /// let options = hcl::DecodeOptions::new().with_block_lists();
    /// let json: serde_json::Value =
    ///     options.from_str("service \"web\" {\n  port = 80\n}\n")?;
    /// assert_eq!(
    ///     json,
    ///     serde_json::json!({ "service": { "web": [{ "port": 80 }] } })
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_block_lists(mut self) -> Self {
        self.block_lists = BlockLists::All;
        self
    }

    /// For Rust types that accept anything, represents blocks of the given types, at any level, as lists. Other blocks
    /// are not affected. Use this for crates that merge configurations before the Rust types are known: the data then
    /// has lists where a type has `Vec<T>`, and objects where it has structs and maps.
    ///
    /// Blocks with labels are a list under each label. Each call adds to the types of earlier calls. This has no effect
    /// on JSON syntax: everything is passed on as it is.
    ///
    /// ```
    /// let options = hcl::DecodeOptions::new().with_block_lists_of(["listener"]);
    /// let text = "listener {\n  port = 80\n}\n\npool \"db\" {\n  max = 5\n}\n";
    /// let json: serde_json::Value = options.from_str(text)?;
    /// let expected = serde_json::json!({
    ///     "listener": [{ "port": 80 }],
    ///     "pool": { "db": { "max": 5 } },
    /// });
    /// assert_eq!(json, expected);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_block_lists_of<S: Into<String>>(
        mut self,
        block_types: impl IntoIterator<Item = S>,
    ) -> Self {
        let earlier = match &self.block_lists {
            BlockLists::None => &[],
            BlockLists::OfTypes(types) => &**types,
            BlockLists::All => return self,
        };
        let new = block_types.into_iter().map(Into::into);
        self.block_lists = BlockLists::OfTypes(earlier.iter().cloned().chain(new).collect());
        self
    }

    /// Sets how deep brackets, blocks, templates and prefix operators can nest; 256 by default.
    ///
    /// The limit also applies to the number of labels on the path to a value, because each label is a separate level
    /// for a map or an enum.
    ///
    /// Decoding is recursive: each level of nesting, in the type and in the source, takes stack space. If you raise the
    /// limit, raise the stack size as well. For the default, the 2 MiB stack of a thread is enough. In a build without
    /// optimization, however, a type that wraps each level several times
    /// (`BTreeMap<String, Option<Spanned<Box<T>>>>`) needs up to 8 MiB.
    ///
    /// The limit applies to sources and to types that are decoded from them. A [`Value`](crate::Value) and the result
    /// of an expression nest at most 513 levels, whatever this limit is.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.parse = self.parse.with_max_depth(depth);
        self.max_labels = Some(depth);
        self
    }

    /// Sets the maximum length of a source in bytes. The default is 4 GiB less one byte, which is also the upper limit.
    ///
    /// ```
    /// let options = hcl::DecodeOptions::new().with_max_length(1_000);
    /// let endless = std::io::repeat(b'\n');
    /// let error = options.from_reader::<_, hcl::Value>(endless).unwrap_err();
    /// assert_eq!(error.classify(), hcl::Category::Limit);
    /// ```
    #[must_use]
    pub fn with_max_length(mut self, bytes: u32) -> Self {
        self.parse = self.parse.with_max_length(bytes);
        self
    }

    /// Sets how many errors are reported; 20 by default, and at least one. If there are more, the report says so.
    ///
    /// ```
    /// #[derive(serde::Deserialize, Debug)]
    /// #[serde(deny_unknown_fields)]
    /// struct Config {}
    ///
    /// let text: String = (0..50).map(|at| format!("name{at} = 1\n")).collect();
    /// let error = hcl::from_str::<Config>(&text).unwrap_err();
    /// assert_eq!((error.diagnostics().len(), error.has_more()), (20, true));
    /// assert!(error.to_string().ends_with("… and at least 20 more errors"));
    ///
    /// let options = hcl::DecodeOptions::new().with_max_diagnostics(100);
    /// let error = options.from_str::<Config>(&text).unwrap_err();
    /// assert_eq!((error.diagnostics().len(), error.has_more()), (50, false));
    /// ```
    #[must_use]
    pub fn with_max_diagnostics(mut self, count: usize) -> Self {
        self.parse = self.parse.with_max_diagnostics(count);
        self
    }

    /// Sets how many links a chain of operators, accesses or conditionals can have; 100,000 by default.
    #[must_use]
    pub fn with_max_links(mut self, links: u32) -> Self {
        self.parse = self.parse.with_max_links(links);
        self
    }

    /// Returns the maximum number of labels around a value, which also limits the levels of an evaluated value within
    /// them.
    #[inline]
    pub(super) fn max_labels(&self) -> u32 {
        self.max_labels.unwrap_or(MAX_LABELS)
    }
}
