//! Coming from another library: hcl-rs, toml, `serde_yaml`, gohcl.
//!
//! # hcl-rs
//!
//! `from_str`, `from_body`, `to_string`, `parse`, `body!` and `value!` have the same names here.
//!
//! | hcl-rs | this crate |
//! |---|---|
//! | `hcl::eval::from_str(text, &ctx)` | [`hcl::from_str_with(text, &ctx)`](crate::from_str_with) |
//! | `Context::new()`, `ctx.declare_var("x", 1)`, `ctx.declare_func("f", func)` | [`EvalContext::new()`](crate::EvalContext), `.with_variable("x", 1)`, `.with_function("f", function)` |
//! | a `fn` that takes `FuncArgs`, with a `FuncDef` | a closure of ordinary types: [`Function::from_fn`](crate::function::Function::from_fn) |
//! | an expression in a `String` field is kept as text, `"${a + b}"` | it is evaluated; use a field of type [`Expression`](crate::Expression) to keep it |
//! | one block is an object, several are a list | the type of the field decides: `T` takes one block, `Vec<T>` any number |
//! | `hcl::ser::LabeledBlock`, `hcl::ser::labeled_block` | a map whose keys are the labels, or a field renamed to `$label` |
//! | `hcl::ser::Block`, `hcl::ser::block` | not needed: a struct is a block; [`attribute`](mod@crate::attribute) makes it an attribute |
//! | `None` is written as `null` | it is omitted |
//! | `hcl_edit::structure::Body`, `hcl_edit::visit` | [`Body`](crate::Body) and [`Body::edit`](crate::Body::edit), [`Visitor`](crate::Visitor) |
//! | syntax errors have a location | every [error](super::errors_and_validation) has one, with an excerpt and the path |
//!
//! The library of `hcl-rs` is also called `hcl`. A program that depends on both, for example during a migration,
//! gives each its own name. The name on the left is the one to use in code:
//!
//! ```toml
//! [dependencies]
//! hcl = { package = "serde_hcl", version = "0.1" }   # hcl::from_str: this crate
//! hcl_rs = { package = "hcl-rs", version = "0.20" }  # hcl_rs::from_str: hcl-rs
//! ```
//!
//! # toml
//!
//! The structs stay the same; the file changes.
//!
//! | toml | this crate |
//! |---|---|
//! | `[server]` | a block, `server { … }`; or an attribute that is an object, `server = { … }` |
//! | `[storage.hot]`, `[storage.cold]` | blocks with a label, `storage "hot" { … }`; the field is still a map |
//! | `[[route]]` | blocks of one type, `route { … }` `route { … }`; the field is still a `Vec` |
//! | `toml::Value`, `toml::Table` | [`Value`](crate::Value) for data, [`Body`](crate::Body) for the content of a file |
//! | `toml::Spanned<T>` | [`Spanned<T>`](crate::Spanned) |
//! | `toml_edit::DocumentMut` | [`parse`](crate::parse) and [`Body::edit`](crate::Body::edit) |
//! | `toml::to_string_pretty` | [`to_string`](crate::to_string), which is always in the canonical form |
//! | a date or time | a string |
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! // server.toml                     server.hcl
//! // [storage.hot]                   storage "hot" {
//! // path = "/srv"                     path = "/srv"
//! //                                 }
//! // [[route]]                       route {
//! // to = "web"                        to = "web"
//! //                                 }
//! #[derive(Deserialize)]
//! struct Config {
//!     storage: BTreeMap<String, Storage>,
//!     route: Vec<Route>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Storage {
//!     path: String,
//! }
//!
//! #[derive(Deserialize)]
//! struct Route {
//!     to: String,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     storage "hot" {
//!       path = "/srv"
//!     }
//!
//!     route {
//!       to = "web"
//!     }
//! "#)?;
//! assert_eq!(config.storage["hot"].path, "/srv");
//! assert_eq!(config.route[0].to, "web");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # `serde_yaml`
//!
//! | `serde_yaml` | this crate |
//! |---|---|
//! | a mapping in a mapping | a block, `server { … }`, or an object, `server = { … }` |
//! | a sequence of mappings, `- name: a` | blocks of one type, or blocks with labels if each has a name |
//! | a sequence of scalars | a list, `[80, 443]` |
//! | unquoted text: `name: shop`; text that looks like a number is a number: `version: 1.10` | strings are quoted, `name = "shop"`; a `String` field converts a number to a string, so write `"1.10"` to keep the zero |
//! | indentation delimits blocks | braces do |
//! | an anchor and an alias, `&a`, `*a` | a [variable](super::functions_and_scopes), or a [layer](super::layers_and_files) of defaults |
//! | `<<: *defaults` | `merge(defaults, { … })` with [`stdlib::reference()`](crate::function::stdlib::reference()) |
//! | a block scalar, <code>\|</code> | a heredoc, `<<EOT` or `<<-EOT` |
//! | a tag, `!Variant` | a label, or a string for a unit variant |
//! | several documents, `---` | several files, [merged](crate::Body::merge) |
//! | `serde_yaml::Value` | [`Value`](crate::Value) |
//!
//! # gohcl, in Go
//!
//! | Go | this crate |
//! |---|---|
//! | `hclsimple.DecodeFile(path, ctx, &config)` | [`DecodeOptions::new().with_context(&ctx).from_path(path)`](crate::DecodeOptions::from_path) |
//! | `gohcl.DecodeBody(body, ctx, &config)` | [`DecodeOptions::new().with_context(&ctx).from_body(&body)`](crate::DecodeOptions::from_body) |
//! | `gohcl.EncodeIntoBody(&config, body)` | [`to_string(&config)`](crate::to_string), [`Body::builder().data(&config)`](crate::BodyBuilder::data) |
//! | `hcl:"name"`, `hcl:"name,optional"` | a field; one of type `Option<T>`, or with `#[serde(default)]` |
//! | `hcl:"service,block"` of type `T`, `*T`, `[]T` | a field of type `T`, `Option<T>`, `Vec<T>` |
//! | `hcl:"type,label"`, `hcl:"name,label"` | fields renamed to `$label` and `$label.1`; or maps whose keys are the labels |
//! | `hcl:",remain"` | a field of type [`Body`](crate::Body) renamed to `$body` |
//! | a field of type `hcl.Expression` | a field of type [`Expression`](crate::Expression) |
//! | unknown names are errors | with `#[serde(deny_unknown_fields)]`, or everywhere with [`DecodeOptions::exhaustive(true)`](crate::DecodeOptions::exhaustive) |
//! | `hcl.EvalContext{Variables, Functions}`, `ctx.NewChild()` | [`EvalContext`](crate::EvalContext), [`EvalContext::child(&ctx)`](crate::EvalContext::child) |
//! | `hcl.Diagnostics` | [`Error::diagnostics`](crate::Error::diagnostics); [`Diagnosed`](crate::Diagnosed) holds a result and diagnostics |
//! | `hcl.MergeBodies` | [`Body::merge`](crate::Body::merge); if later bodies override earlier ones, [`Body::overlay`](crate::Body::overlay) |
//! | `body.Content(schema)`, `PartialContent`, `JustAttributes` | [`body.content(&schema)`](crate::Body::content), `partial_content`, `just_attributes`, each a [`Diagnosed`](crate::Diagnosed) |
//! | `hcldec.Spec`, `hclwrite`, `dynblock.Expand` | [`Spec`](crate::Spec), [`Body::edit`](crate::Body::edit) and [`format`](crate::format()), [`expand_dynamic`](crate::dynblock::expand_dynamic) |
//! | `cty.Value`, `convert.Convert` | [`Value`](crate::Value), [`convert::convert`](crate::convert::convert) |
//!
//! # Next
//!
//! [`first_steps`](super::first_steps) · [`labels_and_blocks`](super::labels_and_blocks) · all rules:
//! [`mapping`](crate::mapping)
