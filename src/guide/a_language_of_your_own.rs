//! A language of your own: parts of a configuration that refer to each other, as in Terraform, Packer, Nomad or Bake.
//!
//! Declare what can be referred to, and you get a context to pass to anything that takes one:
//!
//! | in the configuration | declare it with |
//! |---|---|
//! | `local.zone`, from `locals` blocks | [`NamedBlocks::merged`](crate::references::NamedBlocks::merged) |
//! | `var.size`, from `variable "size"` | [`NamedBlocks::labelled`](crate::references::NamedBlocks::labelled) with [`with_value_of`](crate::references::NamedBlocks::with_value_of) |
//! | `service.web.port`, from `service "web"` | [`NamedBlocks::labelled`](crate::references::NamedBlocks::labelled) |
//! | `aws_vpc.main.id`, from `resource "aws_vpc" "main"` | [`References::with_root`](crate::references::References::with_root) |
//! | `service.web.listener[0].port` | [`with_blocks`](crate::references::NamedBlocks::with_blocks) with [`NamedBlocks::listed`](crate::references::NamedBlocks::listed) |
//! | `host`, a top-level attribute | [`References::with_root_attributes`](crate::references::References::with_root_attributes) |
//!
//! Each name is evaluated when it is first needed, and only once. It does not matter in which order, or in which file,
//! items are defined. Two of the examples in the repository implement such languages: `plan` resembles Terraform,
//! `packer` resembles Packer.
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
//!     let variables = NamedBlocks::labelled("variable", ["name"])
//!         .with_value_of("default")
//!         .with_type_of("type");
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
//! // A value from the command line overrides the default. It is converted to the type.
//! let references = language().with_value("var.name", "books");
//! let scope = references.scope(&body, &EvalContext::new()).into_result()?;
//! let config: Config = DecodeOptions::new().with_context(&scope).from_body(&body)?;
//! assert_eq!(config.service["api"].port, 8081);
//! assert_eq!(config.service["api"].url, "http://books.example.com:8080/api");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Scope::value`](crate::references::Scope::value) returns the value of one name. A validation rule for a variable is
//! an ordinary expression: evaluate it in the scope, as `plan` does with `validation` blocks.
//!
//! # Functions and dynamic blocks
//!
//! [`with_functions`](crate::references::References::with_functions) lets the configuration define functions, which can
//! use the declared names. With the feature `spec`,
//! [`with_dynamic_blocks`](crate::references::References::with_dynamic_blocks) expands `dynamic` blocks. In both cases,
//! decode [`Scope::body`](crate::references::Scope::body), the body that remains.
//!
//! ```
//! use std::collections::BTreeMap;
//!
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
//! let config: BTreeMap<String, String> = options.from_body(scope.body())?;
//! assert_eq!(config["app"], "registry.example.com/app");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # One block for several objects
//!
//! A block with `for_each` or `count` describes several objects. Pass a Rust function that computes them to
//! [`with_value_by`](crate::references::NamedBlocks::with_value_by). The function defines variables such as `each` in a
//! child context, so that other names evaluated along the way do not see them.
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
//!             let each = [("key", Value::from(key)), ("value", value.clone())];
//!             let each = Value::object(each)?;
//!             let ctx = EvalContext::child(ctx).with_variable("each", each);
//!             let instance = body.evaluate_attributes(&ctx).into_result()?;
//!             instances.push((key.to_owned(), instance));
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
//! let servers = NamedBlocks::labelled("server", ["name"]).with_value_by(instances);
//! let references = References::new()
//!     .with("server", servers)
//!     .with("local", NamedBlocks::merged("locals"));
//! let scope = references.scope(&body, &EvalContext::new()).into_result()?;
//! assert_eq!(scope.value("server.web.b.size")?, 8);
//! assert_eq!(scope.value("local.names")?.to_string(), r#"["web-a", "web-b"]"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Unknown values
//!
//! During planning, some values are not known yet, such as the ID that a provider will assign to a server. Declare such
//! a name with [`with_unknown`](crate::references::NamedBlocks::with_unknown), and set its value with
//! [`with_value`](crate::references::References::with_value) once it is known. Until then, expressions that use it are
//! unknown, but have a type.
//!
//! # The dependency graph
//!
//! [`References::dependencies`](crate::references::References::dependencies) finds the dependencies without evaluating
//! anything. The result has an [order](crate::references::Dependencies::order), and
//! [layers](crate::references::Dependencies::layers) that can be processed in parallel. By default, the nodes of the
//! graph are attributes; with [`by_block`](crate::references::Dependencies::by_block), they are blocks.
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
//! let jobs = NamedBlocks::labelled("job", ["name"]);
//! let jobs = References::new().with("job", jobs).dependencies(&body).by_block();
//! let layers = jobs.layers()?.into_iter().map(|layer| {
//!     layer.iter().map(|job| job.path().to_string()).collect::<Vec<_>>().join(" ")
//! });
//! let layers: Vec<_> = layers.collect();
//! assert_eq!(layers, ["job.lint job.build", "job.test", "job.deploy"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Several files
//!
//! [Merge](crate::Body::merge) or [overlay](crate::Body::overlay) the bodies first. Each error names its file.
//!
//! # Errors
//!
//! An error in a definition is reported once, at its own location, and says what needs the definition. For a name that
//! does not exist, the report lists those that do. For a cycle, it lists each step:
//!
//! ```
//! use hcl::references::{NamedBlocks, References};
//!
//! let text = "locals {\n  a = local.b + 1\n  b = local.c\n  c = local.a\n}\n";
//! let options = hcl::ParseOptions::new().with_filename("app.hcl");
//! let body = options.parse(text).into_result()?;
//! let references = References::new().with("local", NamedBlocks::merged("locals"));
//! let scope = references.scope(&body, &hcl::EvalContext::new()).into_result()?;
//! let error = scope.value("local.b").unwrap_err();
//! let cycle = "\"local.a\" at app.hcl:2:7 needs \"local.b\" at app.hcl:3:7, \
//!     which needs \"local.c\" at app.hcl:4:7, which needs \"local.a\".";
//! assert!(error.message().contains(cycle));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Unused names are not evaluated, and their errors are not reported.
//! [`Scope::check`](crate::references::Scope::check) evaluates all names.
//!
//! # Next
//!
//! [`layers_and_files`](super::layers_and_files) · limits on the cost of evaluation:
//! [`untrusted_input`](super::untrusted_input) · all declarations: [`references`](crate::references)
