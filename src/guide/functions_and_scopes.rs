//! Functions and scopes: what the expressions of a configuration can use.
//!
//! Without a context, expressions have operators, templates, conditionals and `for`, but no variables and no functions.
//! An [`EvalContext`](crate::EvalContext) adds them. Only what the application adds is in scope.
//!
//! # Variables
//!
//! The value of a variable is a [`Value`](crate::Value). Rust numbers, strings, bools and lists are converted
//! automatically. For other values, use the macro [`value!`](crate::value!), or [`to_value`](crate::to_value), which
//! takes any type that implements `Serialize`.
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! use hcl::EvalContext;
//!
//! #[derive(Serialize)]
//! struct Host {
//!     name: &'static str,
//!     cores: u32,
//! }
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     name: String,
//!     workers: u32,
//! }
//!
//! let host = hcl::to_value(&Host { name: "db1", cores: 8 })?;
//! let ctx = EvalContext::new().with_variable("host", host).with_variable("factor", 2);
//! let config: Config = hcl::from_str_with(r#"
//!     name    = "worker-${host.name}"
//!     workers = host.cores * factor
//! "#, &ctx)?;
//! assert_eq!((config.name.as_str(), config.workers), ("worker-db1", 16));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Scopes
//!
//! A [child](crate::EvalContext::child) sees the variables and functions of its parent. Its own variables and functions
//! hide those of the parent with the same name. Cloning a context and creating a child of it are both cheap.
//!
//! ```
//! use hcl::EvalContext;
//!
//! let site = EvalContext::new()
//!     .with_variable("zone", "eu")
//!     .with_variable("tier", "basic");
//! let customer = EvalContext::child(&site).with_variable("tier", "gold");
//! let name = hcl::parse_expression("\"${zone}-${tier}\"")?;
//! assert_eq!(name.evaluate(&site)?, "eu-basic");
//! assert_eq!(name.evaluate(&customer)?, "eu-gold");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # The standard library
//!
//! | call | functions |
//! |---|---|
//! | [`stdlib::functions()`](crate::function::stdlib::functions) | the fifteen functions of the `hcldec` specification |
//! | [`stdlib::reference()`](crate::function::stdlib::reference()) | the library of the reference implementation |
//! | [`stdlib::terraform()`](crate::function::stdlib::terraform) | the functions of Terraform and Packer |
//! | [`stdlib::files(root)`](crate::function::stdlib::files) | `file`, `templatefile` and others, which cannot leave the directory `root` |
//! | [`stdlib::env()`](crate::function::stdlib::env()) | `env(name)` and `env(name, default)`, which read environment variables; not part of any set |
//!
//! Add a set with [`with_functions`](crate::EvalContext::with_functions), or single functions under any name with
//! [`with_function`](crate::EvalContext::with_function). If a name is added more than once, the last one wins. All
//! functions except the fifteen require a feature of this crate. `stdlib` enables all of them except `bcrypt` and
//! `rsadecrypt`, `stdlib-core` enables those that need no other crate, and features such as `stdlib-regex` and
//! `stdlib-yaml` enable one family each. A set does not contain the functions whose features are not enabled.
//!
//! ```
//! # #[cfg(feature = "stdlib-core")] {
//! use hcl::EvalContext;
//! use hcl::function::stdlib;
//!
//! let ctx = EvalContext::new()
//!     .with_functions(stdlib::functions())
//!     .with_function("env", stdlib::env());
//! let port = hcl::parse_expression(r#"env("NO_SUCH_PORT", "8080")"#)?.evaluate(&ctx)?;
//! assert_eq!(port, "8080");
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Your own functions
//!
//! [`Function::from_fn`](crate::function::Function::from_fn) turns a closure into a function. The types of the closure
//! determine the parameters and the result, and arguments are converted. Errors point at the argument.
//!
//! ```
//! use hcl::EvalContext;
//! use hcl::function::{Function, FunctionError, stdlib};
//!
//! let port = Function::from_fn(|name: String| match name.as_str() {
//!     "http" => Ok(80_u16),
//!     "https" => Ok(443),
//!     _ => Err(FunctionError::argument(0, "must be \"http\" or \"https\"")),
//! });
//! let ctx = EvalContext::new()
//!     .with_functions(stdlib::functions())
//!     .with_function("net::port", port.with_names(["name"]));
//!
//! let evaluate = |text: &str| hcl::parse_expression(text)?.evaluate(&ctx);
//! assert_eq!(evaluate("net::port(lower(\"HTTPS\"))")?, 443);
//! let error = evaluate("net::port(\"gopher\")").unwrap_err();
//! assert_eq!(error.column(), Some(11));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! | for a function that | use |
//! |---|---|
//! | takes or returns a struct | [`Decoded<T>`](crate::Decoded) as an argument, [`Encoded<T>`](crate::Encoded) as the result |
//! | has types that depend on the arguments, or handles unknown values | [`Function::new`](crate::function::Function::new) |
//! | returns a result much larger than its arguments, and must respect [limits](super::untrusted_input) | [`Function::within_budget`](crate::function::Function::within_budget) |
//! | evaluates its arguments itself, like `try` | [`Function::lazy`](crate::function::Function::lazy) |
//!
//! # Names that the configuration defines
//!
//! If parts of a configuration refer to each other, as in `local.zone` or `service.web.port`, declare them with
//! [`References`](crate::references::References). It creates a context in which names are evaluated when they are
//! needed.
//!
//! ```
//! use hcl::references::References;
//!
//! let body = hcl::parse(r#"
//!     url  = "https://${host}"
//!     host = "${name}.example.com"
//! "#)?;
//! let ctx = hcl::EvalContext::new().with_variable("name", "shop");
//! let references = References::new().with_root_attributes();
//! let scope = references.scope(&body, &ctx).into_result()?;
//! let url = hcl::parse_expression("url")?.evaluate(&scope)?;
//! assert_eq!(url, "https://shop.example.com");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! For values that come from elsewhere, use a [resolver](crate::EvalContext::with_resolver), which is called for
//! variables that nothing else defines, or an [object resolver](crate::EvalContext::with_object_resolver), which is
//! called for the attributes of one variable. Resolvers may evaluate expressions in turn; a cycle is an error.
//!
//! # Functions that the configuration defines
//!
//! [`user_functions`](crate::user_functions) reads `function` blocks and returns the rest of the body:
//!
//! ```
//! let body = hcl::parse(r#"
//!     function "double" {
//!       params = [n]
//!       result = 2 * n
//!     }
//!
//!     workers = double(8)
//! "#)?;
//! let ctx = hcl::EvalContext::new();
//! let (functions, rest) = hcl::user_functions(&body, "function", &ctx)?;
//! let options = hcl::DecodeOptions::new().with_context(ctx.with_functions(functions));
//! let config: std::collections::BTreeMap<String, u16> = options.from_body(&rest)?;
//! assert_eq!(config["workers"], 16);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Secrets
//!
//! A diagnostic may show the value that is wrong. It never shows the value of a variable that is marked with
//! [`with_secret`](crate::EvalContext::with_secret), or anything computed from it. For the results of a function, use
//! [`with_secret_result`](crate::function::Function::with_secret_result).
//!
//! ```
//! let ctx = hcl::EvalContext::new()
//!     .with_variable("token", "hunter2")
//!     .with_secret("token");
//! let error = hcl::parse_expression("1 + token")?.evaluate(&ctx).unwrap_err();
//! assert!(!error.to_string().contains("hunter2"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Secrets are not tracked in decoded data or in text that you create: neither in the details of [your own
//! checks](super::errors_and_validation#secrets), nor in the text of an [expanded](crate::dynblock::expand_dynamic)
//! body, which contains the values of the iterators.
//!
//! # Next
//!
//! [`a_language_of_your_own`](super::a_language_of_your_own) · limits on the cost of evaluation:
//! [`untrusted_input`](super::untrusted_input) · every function with an example:
//! [`function::stdlib`](crate::function::stdlib)
