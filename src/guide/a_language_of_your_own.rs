//! A language of your own: parts of a configuration that name each other, as in Terraform, Packer, Nomad or Bake.
//!
//! You say what can be named, and get a context for everything that takes one:
//!
//! | in the language | declared by |
//! |---|---|
//! | `local.zone`, of blocks `locals` | [`NamedBlocks::merged`](crate::references::NamedBlocks::merged) |
//! | `var.size`, of `variable "size"` | [`NamedBlocks::labelled`](crate::references::NamedBlocks::labelled) with [`with_value_of`](crate::references::NamedBlocks::with_value_of) |
//! | `service.web.port`, of `service "web"` | [`NamedBlocks::labelled`](crate::references::NamedBlocks::labelled) |
//! | `aws_vpc.main.id`, of `resource "aws_vpc" "main"` | [`References::with_root`](crate::references::References::with_root) |
//! | `service.web.listener[0].port` | [`with_blocks`](crate::references::NamedBlocks::with_blocks) of [`NamedBlocks::listed`](crate::references::NamedBlocks::listed) |
//! | `host`, an attribute of the file itself | [`References::with_root_attributes`](crate::references::References::with_root_attributes) |
//!
//! Each name is evaluated when something asks for it, and once. The order of items does not matter, nor in which file
//! they stand. Two of the examples that come with this crate are such languages: `plan` is like Terraform, `packer` like
//! Packer.
//!
//! # Variables, locals, and blocks that refer to each other
//!
//! ```
//! # use serde::Deserialize;
//! use std::collections::BTreeMap;
//!
//! use hcl::references::{NamedBlocks, References};
//! use hcl::{DecodeOptions, EvalContext};
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Service {
//!     url: String,
//!     port: u16,
//! }
//!
//! fn language() -> References {
//!     let variables = NamedBlocks::labelled("variable", ["name"]).with_value_of("default").with_type_of("type");
//!     References::new()
//!         .with("var", variables)
//!         .with("local", NamedBlocks::merged("locals"))
//!         .with("service", NamedBlocks::labelled("service", ["name"]))
//! }
//!
//! let body = hcl::parse(r#"
//!     service "api" {
//!       port = service.web.port + 1
//!       url  = "${service.web.url}/api"
//!     }
//!     service "web" {
//!       port = 8080
//!       url  = "http://${local.host}:${service.web.port}"
//!     }
//!     locals {
//!       host = "${var.name}.example.com"
//!     }
//!     variable "name" {
//!       type    = string
//!       default = "shop"
//!     }
//! "#)?;
//! // A value from the command line counts before the default, and is converted to the type.
//! let references = language().with_value("var.name", "books");
//! let scope = references.scope(&body, &EvalContext::new()).into_result()?;
//! let config: Config = DecodeOptions::new().with_context(&scope).from_body(&body)?;
//! assert_eq!(config.service["api"].port, 8081);
//! assert_eq!(config.service["api"].url, "http://books.example.com:8080/api");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Scope::value`](crate::references::Scope::value) gives the value of one name. A rule for a variable is an expression
//! like any other: evaluate it in the scope, as `plan` does with blocks `validation`.
//!
//! # Functions, and blocks that are generated
//!
//! [`with_functions`](crate::references::References::with_functions) lets the configuration define functions, which may
//! use names; [`with_dynamic_blocks`](crate::references::References::with_dynamic_blocks) expands `dynamic` blocks. Decode
//! [`Scope::body`](crate::references::Scope::body) then: it is what is left.
//!
//! ```
//! use hcl::references::References;
//!
//! let body = hcl::parse(r#"
//!     function "image" {
//!       params = [name]
//!       result = "${registry}/${name}"
//!     }
//!     registry = "registry.example.com"
//!     app      = image("app")
//! "#)?;
//! let references = References::new().with_root_attributes().with_functions("function");
//! let scope = references.scope(&body, &hcl::EvalContext::new()).into_result()?;
//! let options = hcl::DecodeOptions::new().with_context(&scope);
//! let config: std::collections::BTreeMap<String, String> = options.from_body(scope.body())?;
//! assert_eq!(config["app"], "registry.example.com/app");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # One block for several things
//!
//! A block with `for_each` or `count` stands for several objects. A function says which; variables such as `each` are
//! those of a child context, which what is named elsewhere does not see.
//!
//! ```
//! use hcl::references::{NamedBlocks, References};
//! use hcl::{Block, BodySchema, EvalContext, Result, Value};
//!
//! fn instances(block: &Block, ctx: &EvalContext) -> Result<Value> {
//!     let schema = BodySchema::new().with_required_attribute("for_each");
//!     let (content, body) = block.body().partial_content(&schema).into_result()?;
//!     let mut instances = Vec::new();
//!     for for_each in content.attributes() {
//!         let elements = for_each.expression().evaluate(ctx)?;
//!         for (key, value) in elements.entries().into_iter().flatten() {
//!             let each = Value::object([("key", Value::from(key)), ("value", value.clone())])?;
//!             let ctx = EvalContext::child(ctx).with_variable("each", each);
//!             instances.push((key.to_owned(), body.evaluate_attributes(&ctx).into_result()?));
//!         }
//!     }
//!     Ok(Value::object(instances)?)
//! }
//!
//! let body = hcl::parse(r#"
//!     server "web" {
//!       for_each = { a = 1, b = 2 }
//!       name     = "web-${each.key}"
//!       size     = each.value * local.unit
//!     }
//!     locals {
//!       unit  = 4
//!       names = [for server in server.web : server.name]
//!     }
//! "#)?;
//! let references = References::new()
//!     .with("server", NamedBlocks::labelled("server", ["name"]).with_value_by(instances))
//!     .with("local", NamedBlocks::merged("locals"));
//! let scope = references.scope(&body, &EvalContext::new()).into_result()?;
//! assert_eq!(scope.value("server.web.b.size")?, 8);
//! assert_eq!(scope.value("local.names")?.to_string(), r#"["web-a", "web-b"]"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # What is not known yet
//!
//! While something is planned, a part of the values is unknown: what a server will be called by its provider.
//! [`with_unknown`](crate::references::NamedBlocks::with_unknown) declares such a name, and
//! [`with_value`](crate::references::References::with_value) gives it its value when there is one. Expressions that use
//! it are unknown until then, with their type.
//!
//! # What needs what
//!
//! [`References::dependencies`](crate::references::References::dependencies) finds the graph without evaluating anything:
//! an order, or [layers](crate::references::Dependencies::layers) that can be worked on side by side. By default its
//! parts are attributes; [`by_block`](crate::references::Dependencies::by_block) makes them blocks.
//!
//! ```
//! use hcl::references::{NamedBlocks, References};
//!
//! let body = hcl::parse(r#"
//!     job "deploy" {
//!       after = job.test.name
//!     }
//!     job "lint" {
//!       name = "lint"
//!     }
//!     job "test" {
//!       name = "test-${job.build.name}"
//!     }
//!     job "build" {
//!       name = "build"
//!     }
//! "#)?;
//! let references = References::new().with("job", NamedBlocks::labelled("job", ["name"]));
//! let jobs = references.dependencies(&body).by_block();
//! let layers = jobs.layers()?.into_iter().map(|layer| {
//!     layer.iter().map(|job| job.path().to_string()).collect::<Vec<_>>().join(" ")
//! });
//! assert_eq!(layers.collect::<Vec<_>>(), ["job.lint job.build", "job.test", "job.deploy"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Several files
//!
//! [Merge](crate::Body::merge) or [overlay](crate::Body::overlay) the bodies first. Each error names the file that it is
//! in.
//!
//! # Errors
//!
//! What is wrong with something that is referred to is reported once, where it stands, with who needs it. A name that does not
//! exist is reported with those that do, and a cycle with each of its steps:
//!
//! ```
//! use hcl::references::{NamedBlocks, References};
//!
//! let text = "locals {\n  a = local.b + 1\n  b = local.c\n  c = local.a\n}\n";
//! let body = hcl::ParseOptions::new().with_filename("app.hcl").parse(text).into_result()?;
//! let references = References::new().with("local", NamedBlocks::merged("locals"));
//! let scope = references.scope(&body, &hcl::EvalContext::new()).into_result()?;
//! let error = scope.value("local.b").unwrap_err();
//! assert_eq!(
//!     error.message(),
//!     "Circular reference: \"local.a\" at app.hcl:2:7 needs \"local.b\" at app.hcl:3:7, which needs \"local.c\" at \
//!      app.hcl:4:7, which needs \"local.a\". Something that needs itself has no value."
//! );
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Nothing is reported of names that nobody uses. [`Scope::check`](crate::references::Scope::check) evaluates all of
//! them.
//!
//! # Next
//!
//! [`functions_and_scopes`](super::functions_and_scopes) · limits on what an evaluation may cost:
//! [`untrusted_input`](super::untrusted_input) · the declarations in full: [`references`](crate::references)
