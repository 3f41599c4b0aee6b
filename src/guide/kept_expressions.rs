//! Expressions kept for later: rules, templates, references and whole bodies.
//!
//! A field of a plain type is evaluated while decoding. A field of one of these types keeps what is written:
//!
//! | the field | keeps | to be used with |
//! |---|---|---|
//! | [`Expression`](crate::Expression) | any expression | [`evaluate`](crate::Expression::evaluate), [`decode`](crate::Expression::decode) |
//! | [`Template`](crate::Template) | text with `${…}` | [`evaluate_to_string`](crate::Template::evaluate_to_string) |
//! | [`Traversal`](crate::Traversal) | a reference, such as `job.build` | [`root`](crate::Traversal::root), [`steps`](crate::Traversal::steps) |
//! | [`Body`](crate::Body) | the body of a block | [`from_body`](crate::from_body) |
//!
//! They work in `Option`, `Vec`, `Box`, maps and newtypes. They keep their places: an error of a later evaluation
//! points into the file.
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
//!     // A child context shares what is common.
//!     let ctx = EvalContext::child(&common).with_variable("method", method);
//!     assert_eq!(rule.allow.evaluate(&ctx)?, allowed);
//!     assert_eq!(rule.message.evaluate_to_string(&ctx)?, format!("Refused: {method}"));
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Expression::decode`](crate::Expression::decode) makes any type of serde of the result, with the conversions of a
//! field:
//!
//! ```
//! let expression = hcl::parse_expression("[for port in ports : port + 1]")?;
//! let ctx = hcl::EvalContext::new().with_variable("ports", vec![80, 443]);
//! assert_eq!(expression.decode::<Vec<u16>>(&ctx)?, [81, 444]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # What is known already
//!
//! [`Expression::reduce`](crate::Expression::reduce), and the same of templates and bodies, evaluates what the context has
//! and leaves the rest as it is written. So a plan can be shown while some values are not known yet, and a part of a
//! configuration can be handed on without the context that it came from:
//!
//! ```
//! use hcl::EvalContext;
//!
//! let body = hcl::parse("name = \"${env}-${each.key}\"\nsize = 2 * count\n")?;
//! let ctx = EvalContext::new().with_variable("env", "prod").with_variable("count", 3);
//! assert_eq!(body.reduce(&ctx).text(), Some("name = \"prod-${each.key}\"\nsize = 6\n"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # What an expression needs
//!
//! [`variables`](crate::Expression::variables) lists the references of an expression without evaluating it. Names that
//! the expression itself binds, as in a `for`, are not among them. So you can order the evaluation of things that
//! depend on each other, or check references when the file is loaded.
//!
//! ```
//! let expression = hcl::parse_expression("[for zone in var.zones : \"${local.name}-${zone}\"]")?;
//! let needs: Vec<_> = expression.variables().iter().map(|it| it.root().to_owned()).collect();
//! assert_eq!(needs, ["var", "local"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # References that are not values
//!
//! `after = [job.build]` may name something that is no variable at all. A [`Traversal`](crate::Traversal) keeps it:
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
//! assert!(matches!(&job.after[0].steps()[0], TraversalStep::GetAttr { name, .. } if name == "build"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Other static readings: [`keyword`](crate::Expression::keyword), [`static_list`](crate::Expression::static_list),
//! [`static_map`](crate::Expression::static_map), [`static_call`](crate::Expression::static_call), and
//! [`type_constraint`](crate::Expression::type_constraint) for types such as `list(string)`.
//!
//! # The rest of a block for a plugin
//!
//! A field renamed to `$body` takes what the other fields leave. Whoever knows its type decodes it later.
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
//! let options = DecodeOptions::new().with_context(EvalContext::new().with_variable("base", 2500));
//! let mailer: Mailer = options.from_body(&plugin.settings)?;
//! assert_eq!(mailer.port, 2525);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Next
//!
//! [`functions_and_scopes`](super::functions_and_scopes) · all rules:
//! [`mapping::decoding`](crate::mapping::decoding#expressions)
