//! Functions and scopes: what expressions of a configuration may use.
//!
//! Without a context there are operators, templates, conditionals and `for`, but no variables and no functions. An
//! [`EvalContext`](crate::EvalContext) adds them; nothing is in scope that the application does not put there.
//!
//! # Variables
//!
//! A variable is a [`Value`](crate::Value): a Rust number, string, bool or list, what [`value!`](crate::value!) says,
//! or any data of serde through [`to_value`](crate::to_value).
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
//! A [child](crate::EvalContext::child) sees the variables and functions of its parent and hides those of the same
//! name. A context is cheap to clone and cheap to have as a parent.
//!
//! ```
//! use hcl::EvalContext;
//!
//! let site = EvalContext::new().with_variable("zone", "eu").with_variable("tier", "basic");
//! let customer = EvalContext::child(&site).with_variable("tier", "gold");
//! let name = hcl::parse_expression("\"${zone}-${tier}\"")?;
//! assert_eq!(name.evaluate(&site)?, "eu-basic");
//! assert_eq!(name.evaluate(&customer)?, "eu-gold");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Functions that are there already
//!
//! | call | what it gives |
//! |---|---|
//! | [`stdlib::functions()`](crate::function::stdlib::functions) | the fifteen functions of the `hcldec` specification |
//! | [`stdlib::reference()`](crate::function::stdlib::reference()) | the library of the reference implementation |
//! | [`stdlib::terraform()`](crate::function::stdlib::terraform) | what users of Terraform and Packer know |
//! | [`stdlib::files(root)`](crate::function::stdlib::files) | `file`, `templatefile` and the like, which cannot leave a directory |
//!
//! Take one set by [`with_functions`](crate::EvalContext::with_functions), or single functions under any name. Of
//! several calls, the last one decides what a name means. Functions that need other crates, such as
//! `regex`, `base64encode` and `yamldecode`, come with the feature `stdlib` of this crate: without it they are unknown.
//!
//! # Functions of your own
//!
//! [`Function::from_fn`](crate::function::Function::from_fn) makes a function of a closure. Its types say what it takes
//! and what it returns; arguments are converted. An error points at the argument.
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
//! A struct as an argument is [`Decoded<T>`](crate::Decoded), as a result [`Encoded<T>`](crate::Encoded).
//! [`Function::new`](crate::function::Function::new) does what a closure's types cannot say: types that depend on
//! arguments, unknown values. [`Function::lazy`](crate::function::Function::lazy) evaluates its arguments itself, as
//! `try` does.
//!
//! # Names of the configuration itself
//!
//! Parts of a configuration that refer to each other, as `local.zone` or `service.web.port`, are declared:
//! [`References`](crate::references::References) makes a context in which each name is evaluated when it is asked for.
//!
//! ```
//! use hcl::references::References;
//!
//! let body = hcl::parse("url  = \"https://${host}\"\nhost = \"${name}.example.com\"\n")?;
//! let ctx = hcl::EvalContext::new().with_variable("name", "shop");
//! let scope = References::new().with_root_attributes().scope(&body, &ctx).into_result()?;
//! assert_eq!(hcl::parse_expression("url")?.evaluate(&scope)?, "https://shop.example.com");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! For values that stand elsewhere, a [resolver](crate::EvalContext::with_resolver) is asked for variables that nothing
//! else defines, and an [object resolver](crate::EvalContext::with_object_resolver) for what is below one variable. It
//! may evaluate expressions in turn; a cycle is an error.
//!
//! # Functions that the configuration defines
//!
//! [`user_functions`](crate::user_functions) reads `function` blocks and gives the rest of the body back:
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
//! A diagnostic may show the value that is wrong. It never shows that of a variable which
//! [`with_secret`](crate::EvalContext::with_secret) names, or anything that was computed from it. For what a function
//! returns, say [`with_secret_result`](crate::function::Function::with_secret_result).
//!
//! ```
//! let ctx = hcl::EvalContext::new().with_variable("token", "hunter2").with_secret("token");
//! let error = hcl::parse_expression("1 + token")?.evaluate(&ctx).unwrap_err();
//! assert!(!error.to_string().contains("hunter2"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Decoded data and text that you make know nothing of secrets: not the details of [checks of your
//! own](super::errors_and_validation#secrets), and not the text of an [expanded](crate::dynblock::expand_dynamic) body, which has
//! the values of the iterators.
//!
//! # Next
//!
//! [`kept_expressions`](super::kept_expressions) · limits on what an evaluation may cost:
//! [`untrusted_input`](super::untrusted_input) · every function with an example:
//! [`function::stdlib`](crate::function::stdlib)
