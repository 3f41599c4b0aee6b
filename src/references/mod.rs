//! References: parts of a configuration that name each other.
//!
//! A configuration language begins where one part names another: `local.zone`, `var.size`, `service.web.port`, in any
//! order. [`References`] says once what can be named. A [`Scope`] of a body is a context in which these names have
//! values, for [`DecodeOptions::with_context`](crate::DecodeOptions::with_context),
//! [`Expression::evaluate`](crate::Expression::evaluate) and everything else that takes an
//! [`EvalContext`]. [`Dependencies`] say which part needs which other one, without evaluation.
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
// | `mod` | what can be named |
// | `blocks` | what can be named of blocks of a type |
// | `layout` | the names of a body, as a tree |
// | `scope` | the context in which they have values |
// | `dependencies` | the graph |
//
// The tree of names and its evaluation are in `eval::names`.

mod blocks;
mod dependencies;
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

/// What can be named in a configuration.
///
/// Names are variables and what is in them: `local.zone` is the name `zone` in the variable `local`. Blocks of a type
/// get the name of a variable by [`with`](References::with), or are variables themselves by
/// [`with_root`](References::with_root). The order of items, and in which of several merged files they stand, does not
/// matter.
///
/// A name is evaluated when an expression asks for it, and only once in a scope. `service.web.port` evaluates that
/// attribute and no other. `service` as a whole, as in a `for`, and an index that has to be evaluated first, as in
/// `service[name].port`, work, too. A part may need other parts of itself, as long as no attribute needs itself.
#[derive(Clone, Debug, Default)]
pub struct References(Declarations);

impl References {
    /// Nothing can be named.
    pub fn new() -> Self {
        References::default()
    }

    /// Names blocks by a variable. Several kinds of blocks may have the same one.
    #[must_use]
    pub fn with(mut self, variable: impl Into<String>, blocks: NamedBlocks) -> Self {
        self.0.blocks.push((Some(variable.into()), blocks));
        self
    }

    /// Names blocks without a variable before them: the first label is a variable, as in `aws_vpc.main`; of blocks
    /// without labels, the type.
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

    /// Names the attributes of the body itself: each is a variable.
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

    /// Gives a name a value: in place of the one that the configuration gives it, such as a variable from the command
    /// line, or where the configuration gives none. It is converted to the type that the configuration says.
    ///
    /// A value that is not known yet is an [unknown](Value::unknown) one. Where blocks are named, there must be a block
    /// for the name; other variables may be given any names.
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

    /// Functions that the configuration defines in blocks of a type, as [`user_functions`](crate::user_functions) reads
    /// them. What they compute may use names, and what names stand for may call them.
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

    /// `dynamic` blocks are expanded, as [`expand_dynamic`](crate::dynblock::expand_dynamic) does it, and the blocks that
    /// they generate can be named. The argument `for_each` may use names, but not those of generated blocks. It is
    /// evaluated when the scope is made. [`Scope::body`] is the expanded body.
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
    #[must_use]
    pub fn with_dynamic_blocks(mut self) -> Self {
        self.0.has_dynamic = true;
        self
    }

    /// A context in which the names of a body have values. What `ctx` has can be used, too. A variable of `ctx` hides
    /// the names of that variable.
    ///
    /// There is a diagnostic for a block with too many or too few labels; for two things with the same name, of which the
    /// first counts; for a [value](References::with_value) that is given for a name that does not exist; for a
    /// [function](References::with_functions) or a [`dynamic` block](References::with_dynamic_blocks) that is wrong. What
    /// names stand for is not evaluated: [`Scope::check`] does that.
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
        scope::of(&self.0, body, ctx)
    }

    /// Which part of a body needs which other ones. Nothing is evaluated.
    ///
    /// What is wrong with the declarations themselves is reported by [`References::scope`].
    pub fn dependencies(&self, body: &Body) -> Dependencies {
        dependencies::of(&self.0, body)
    }
}
