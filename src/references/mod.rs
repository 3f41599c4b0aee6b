//! References: parts of a configuration that name each other.
//!
//! In a configuration language such as Terraform's, parts of a configuration refer to each other by name, in any order:
//! `local.zone`, `var.size`, `service.web.port`. [`References`] declares once what can be referred to. The [`Scope`] of
//! a body is a context in which these names have values. Pass it to
//! [`DecodeOptions::with_context`](crate::DecodeOptions::with_context),
//! [`Expression::evaluate`](crate::Expression::evaluate) and everything else that takes an [`EvalContext`].
//! [`Dependencies`] tells which parts need which other parts, without evaluating anything.
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::references::{NamedBlocks, References};
//! use hcl::{DecodeOptions, EvalContext};
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     service: std::collections::BTreeMap<String, Service>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Service {
//!     port: u16,
//!     url: String,
//! }
//!
//! let body = hcl::parse(r#"
//!     service "web" {
//!       port = 8000 + var.offset
//!       url  = "http://${local.host}:${service.web.port}"
//!     }
//!     service "api" {
//!       port = service.web.port + 1
//!       url  = "${service.web.url}/api"
//!     }
//!     locals {
//!       host = "${var.name}.example.com"
//!     }
//!     variable "name" {
//!       default = "shop"
//!     }
//!     variable "offset" {
//!       type    = number
//!       default = 80
//!     }
//! "#)?;
//! let references = References::new()
//!     .with("local", NamedBlocks::merged("locals"))
//!     .with(
//!         "var",
//!         NamedBlocks::labelled("variable", ["name"])
//!             .with_value_of("default")
//!             .with_type_of("type"),
//!     )
//!     .with("service", NamedBlocks::labelled("service", ["name"]));
//! let scope = references.scope(&body, &EvalContext::new()).into_result()?;
//! let config: Config = DecodeOptions::new().with_context(&scope).from_body(&body)?;
//! assert_eq!(config.service["api"].port, 8081);
//! assert_eq!(
//!     config.service["api"].url,
//!     "http://shop.example.com:8080/api"
//! );
//! # Ok::<(), hcl::Error>(())
//! ```

// | file | holds |
// |---|---|
// | `mod` | declarations of names, for a whole configuration |
// | `blocks` | declarations of names, for blocks of a type |
// | `layout` | the names of a body, as a tree |
// | `scope` | the context in which the names have values |
// | `dynamic` | scopes in which `dynamic` blocks are expanded; with the feature `spec` |
// | `dependencies` | the graph of the parts that need each other |
//
// The tree of names and its evaluation are in `eval::names`.

mod blocks;
mod dependencies;
#[cfg(feature = "spec")]
mod dynamic;
mod layout;
mod scope;

use crate::error::{Diagnosed, Error};
use crate::eval::EvalContext;
use crate::path::Path;
use crate::syntax::tree::handle::Body;
use crate::value::Value;

pub use blocks::NamedBlocks;
pub use dependencies::{Dependencies, Part, Reference};
pub use scope::Scope;

use blocks::Declarations;
#[cfg(feature = "spec")]
use dynamic::scope_of;
#[cfg(not(feature = "spec"))]
use scope::written_scope_of as scope_of;

/// Declares what can be referred to in a configuration.
///
/// Names are variables and what is inside them: `local.zone` is the name `zone` in the variable `local`.
/// [`with`](References::with) makes blocks available under a variable, and [`with_root`](References::with_root) makes
/// them variables themselves. The order of the items does not matter, nor does the file that contains them if several
/// are merged.
///
/// A name is evaluated when an expression uses it, and only once per scope. `service.web.port` evaluates this attribute
/// and no other. You can also use `service` as a whole, as in a `for`, and an index that has to be evaluated first, as
/// in `service[name].port`. A part may refer to itself as long as no attribute depends on itself.
#[derive(Clone, Debug, Default)]
pub struct References(Declarations);

impl References {
    /// Creates an empty set of declarations.
    pub fn new() -> Self {
        References::default()
    }

    /// Makes blocks available under a variable. Several kinds of blocks can share a variable.
    #[must_use]
    pub fn with(mut self, variable: impl Into<String>, blocks: NamedBlocks) -> Self {
        self.0.blocks.push((Some(variable.into()), blocks));
        self
    }

    /// Makes blocks available without a variable in front: the first label becomes a variable, as in `aws_vpc.main`, or
    /// the block type if there are no labels.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse("resource \"vpc\" \"main\" {\n  cidr = \"10.0.0.0/16\"\n}\n")?;
    /// let references =
    ///     References::new().with_root(NamedBlocks::labelled("resource", ["type", "name"]));
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(
    ///     hcl::parse_expression("vpc.main.cidr")?.evaluate(&scope)?,
    ///     "10.0.0.0/16"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_root(mut self, blocks: NamedBlocks) -> Self {
        self.0.blocks.push((None, blocks));
        self
    }

    /// Makes the attributes of the body itself available: each is a variable.
    ///
    /// ```
    /// use hcl::references::References;
    ///
    /// let body = hcl::parse(
    ///     "url = \"http://${host}:${port}\"\nhost = \"localhost\"\nport = 80\n",
    /// )?;
    /// let scope = References::new()
    ///     .with_root_attributes()
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(
    ///     hcl::parse_expression("url")?.evaluate(&scope)?,
    ///     "http://localhost:80"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_root_attributes(mut self) -> Self {
        self.0.has_root_attributes = true;
        self
    }

    /// Sets the value of a name, for example from the command line. It replaces the value in the configuration, or
    /// provides one if the configuration has none, and is converted to the type that the configuration declares.
    ///
    /// For a value that is not known yet, pass an [unknown](Value::unknown) one. If the name belongs to a declared
    /// block, the block must exist; values below other variables can have any names.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body =
    ///     hcl::parse("variable \"size\" {\n  type    = number\n  default = 1\n}\n")?;
    /// let variables = NamedBlocks::labelled("variable", ["name"])
    ///     .with_value_of("default")
    ///     .with_type_of("type");
    /// let references = References::new()
    ///     .with("var", variables)
    ///     .with_value("var.size", "20")
    ///     .with_value("count.index", 2);
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(
    ///     hcl::parse_expression("var.size + count.index")?.evaluate(&scope)?,
    ///     22
    /// );
    ///
    /// let error = references
    ///     .with_value("var.sise", 3)
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()
    ///     .unwrap_err();
    /// assert!(error.message().ends_with("Did you mean \"size\"?"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_value(
        mut self,
        name: impl TryInto<Path, Error: Into<Error>>,
        value: impl Into<Value>,
    ) -> Self {
        match name.try_into() {
            Ok(name) => self.0.values.push((name, value.into())),
            Err(error) => self.0.wrong.extend(error.into().into_diagnostics()),
        }
        self
    }

    /// Adds the functions that the configuration defines in blocks of this type, like
    /// [`user_functions`](crate::user_functions). They can use the declared names, and the named parts can call them.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse(r#"
    ///     function "with_tax" {
    ///       params = [price]
    ///       result = price + price * local.tax
    ///     }
    ///     locals {
    ///       tax   = 0.25
    ///       total = with_tax(80)
    ///     }
    /// "#)?;
    /// let references = References::new()
    ///     .with("local", NamedBlocks::merged("locals"))
    ///     .with_functions("function");
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(scope.value("local.total")?, 100);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_functions(mut self, block_type: impl Into<String>) -> Self {
        self.0.functions = Some(block_type.into());
        self
    }

    /// Expands `dynamic` blocks, like [`expand_dynamic`](crate::dynblock::expand_dynamic), and makes the generated
    /// blocks available. The argument `for_each` can use names, but not those of generated blocks; it is evaluated when
    /// the scope is created. [`Scope::body`] is the expanded body.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse(r#"
    ///     locals {
    ///       ports = [80, 443]
    ///       last  = service.web.listener[1].port
    ///     }
    ///     service "web" {
    ///       dynamic "listener" {
    ///         for_each = local.ports
    ///         content {
    ///           port = listener.value
    ///         }
    ///       }
    ///     }
    /// "#)?;
    /// let services = NamedBlocks::labelled("service", ["name"])
    ///     .with_blocks(NamedBlocks::listed("listener"));
    /// let references = References::new()
    ///     .with("local", NamedBlocks::merged("locals"))
    ///     .with("service", services)
    ///     .with_dynamic_blocks();
    /// let scope = references
    ///     .scope(&body, &hcl::EvalContext::new())
    ///     .into_result()?;
    /// assert_eq!(scope.value("local.last")?, 443);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[cfg(feature = "spec")]
    #[must_use]
    pub fn with_dynamic_blocks(mut self) -> Self {
        self.0.has_dynamic = true;
        self
    }

    /// Creates a context in which the names of a body have values, in addition to everything in `ctx`. A variable in
    /// `ctx` hides the declared variable of the same name, with all names in it.
    ///
    /// There is a diagnostic for each block with the wrong number of labels; for two parts with the same name, of which
    /// the first is used; for a [value](References::with_value) whose name does not exist; and for each invalid
    /// [function](References::with_functions) or [`dynamic` block](References::with_dynamic_blocks). The named parts
    /// are not evaluated: use [`Scope::check`] for that.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse("locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\n")?;
    /// let references = References::new().with("local", NamedBlocks::merged("locals"));
    /// let scope = references.scope(&body, &hcl::EvalContext::new());
    /// assert_eq!(scope.value.value("local.a")?, 1);
    /// assert_eq!(
    ///     scope.into_result().unwrap_err().message().split(':').next(),
    ///     Some("Duplicate name")
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn scope(&self, body: &Body, ctx: &EvalContext) -> Diagnosed<Scope> {
        scope_of(&self.0, body, ctx)
    }

    /// Finds which parts of a body need which other parts, without evaluating anything.
    ///
    /// Invalid declarations are reported by [`References::scope`].
    pub fn dependencies(&self, body: &Body) -> Dependencies {
        dependencies::of(&self.0, body)
    }
}
