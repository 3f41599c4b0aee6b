//! Expressions kept for later: rules, templates, references and whole bodies.
//!
//! Fields of ordinary types are evaluated while decoding. Fields of these types keep the syntax as written:
//!
//! | type of the field | keeps | use it with |
//! |---|---|---|
//! | [`Expression`](crate::Expression) | any expression | [`evaluate`](crate::Expression::evaluate), [`decode`](crate::Expression::decode) |
//! | [`Template`](crate::Template) | text with `${…}` | [`evaluate_to_string`](crate::Template::evaluate_to_string) |
//! | [`Traversal`](crate::Traversal) | a reference, such as `job.build` | [`root`](crate::Traversal::root), [`steps`](crate::Traversal::steps) |
//! | [`Body`](crate::Body) | the body of a block | [`from_body`](crate::from_body) |
//!
//! Encoding such a field writes its text unchanged. To create an expression in Rust, call
//! [`parse_expression`](crate::parse_expression), or, with the feature `edit`, create it from data
//! ([`Expression::from_data`](crate::Expression::from_data)), from a path
//! ([`Expression::traversal_of`](crate::Expression::traversal_of)), or from other expressions
//! ([`Expression::call`](crate::Expression::call), [`conditional`](crate::Expression::conditional),
//! [`template`](crate::Expression::template)).
//!
//! These types can be inside `Option`, `Vec`, `Box`, maps and newtypes. They keep their locations: an error in a later
//! evaluation points to its place in the file.
//!
//! # A rule for each request
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::{EvalContext, Expression, Template};
//!
//! #[derive(Deserialize)]
//! struct Rule {
//!     allow: Expression,
//!     message: Template,
//! }
//!
//! let rule: Rule = hcl::from_str(r#"
//!     allow   = method == "GET" && size < 10
//!     message = "Refused: ${method}"
//! "#)?;
//! let common = EvalContext::new().with_variable("size", 3);
//! for (method, allowed) in [("GET", true), ("POST", false)] {
//!     // A child context shares the variables of its parent.
//!     let ctx = EvalContext::child(&common).with_variable("method", method);
//!     assert_eq!(rule.allow.evaluate(&ctx)?, allowed);
//!     assert_eq!(rule.message.evaluate_to_string(&ctx)?, format!("Refused: {method}"));
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Expression::decode`](crate::Expression::decode) decodes the result to any type that serde supports, with the same
//! conversions as for a field:
//!
//! ```
//! let expression = hcl::parse_expression("[for port in ports : port + 1]")?;
//! let ctx = hcl::EvalContext::new().with_variable("ports", vec![80, 443]);
//! assert_eq!(expression.decode::<Vec<u16>>(&ctx)?, [81, 444]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Partial evaluation
//!
//! [`Expression::reduce`](crate::Expression::reduce) evaluates what the context knows and leaves the rest as written.
//! Templates and bodies have the same method. Use it to show a plan while some values are not known yet, or to pass on
//! part of a configuration without its context:
//!
//! ```
//! use hcl::EvalContext;
//!
//! let body = hcl::parse("name = \"${env}-${each.key}\"\nsize = 2 * count\n")?;
//! let ctx = EvalContext::new().with_variable("env", "prod").with_variable("count", 3);
//! let reduced = body.reduce(&ctx);
//! assert_eq!(reduced.text(), Some("name = \"prod-${each.key}\"\nsize = 6\n"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Find the variables that an expression needs
//!
//! [`variables`](crate::Expression::variables) lists the references in an expression without evaluating it. Names that
//! the expression itself defines with `for` are left out. Use it to order evaluations that depend on each other, or to
//! check references when the file is loaded. [`Body::variables`](crate::Body::variables) does the same for a body. For
//! a body with `dynamic` blocks, use [`dynblock::variables`](crate::dynblock::variables), which leaves out the
//! iterators. [`function_calls`](crate::Expression::function_calls) lists the functions that an expression calls.
//!
//! ```
//! let text = r#"[for zone in var.zones : "${local.name}-${zone}"]"#;
//! let variables = hcl::parse_expression(text)?.variables();
//! let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
//! assert_eq!(roots, ["var", "local"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # References that are not values
//!
//! `after = [job.build]` may refer to something that is not a variable. A [`Traversal`](crate::Traversal) keeps the
//! reference:
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::TraversalStep;
//!
//! #[derive(Deserialize)]
//! struct Job {
//!     after: Vec<hcl::Traversal>,
//! }
//!
//! let job: Job = hcl::from_str("after = [job.build, job.test]\n")?;
//! assert_eq!(job.after[0].root(), "job");
//! let step = &job.after[0].steps()[0];
//! assert!(matches!(step, TraversalStep::GetAttr { name, .. } if name == "build"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Other methods that read an expression without evaluating it: [`keyword`](crate::Expression::keyword),
//! [`static_list`](crate::Expression::static_list),
//! [`static_map`](crate::Expression::static_map), [`static_call`](crate::Expression::static_call), and
//! [`type_constraint`](crate::Expression::type_constraint) for types such as `list(string)`.
//!
//! # The rest of a block for a plugin
//!
//! A field renamed to `$body` takes everything that no other field takes. The plugin, which knows the type, decodes it
//! later.
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::{Body, DecodeOptions, EvalContext};
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     plugin: Vec<Plugin>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Plugin {
//!     #[serde(rename = "$label")]
//!     name: String,
//!     #[serde(rename = "$body")]
//!     settings: Body,
//! }
//!
//! #[derive(Deserialize)]
//! struct Mailer {
//!     port: u16,
//! }
//!
//! let config: Config = hcl::from_str("plugin \"mail\" {\n  port = base + 25\n}\n")?;
//! let plugin = &config.plugin[0];
//! assert_eq!(plugin.name, "mail");
//! let ctx = EvalContext::new().with_variable("base", 2500);
//! let options = DecodeOptions::new().with_context(ctx);
//! let mailer: Mailer = options.from_body(&plugin.settings)?;
//! assert_eq!(mailer.port, 2525);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Next
//!
//! [`functions_and_scopes`](super::functions_and_scopes) · all rules:
//! [`mapping::decoding`](crate::mapping::decoding#expressions)
