//! Writing and editing: from structs to text, starter files, and edits that keep comments.
//!
//! | you have | you want | use |
//! |---|---|---|
//! | structs | text | [`to_string`](crate::to_string), [`to_writer`](crate::to_writer) |
//! | structs | a commented file for users to start from | [`StarterFile`](crate::StarterFile) |
//! | no structs | text or a body | [`body!`](crate::body!), [`Body::builder`](crate::Body::builder) |
//! | a file | the same file with a few changes | [`Body::edit`](crate::Body::edit) |
//! | a file | its canonical layout | [`format`](crate::format()) |
//!
//! # Write structs
//!
//! Structs become blocks, map keys and `$label` fields become labels, and everything else becomes attributes. `None` is
//! omitted. The text decodes to the same data.
//!
//! ```
//! # use serde::Serialize;
//! # use std::collections::BTreeMap;
//! #[derive(Serialize)]
//! struct Config {
//!     name: &'static str,
//!     region: Option<&'static str>,
//!     service: BTreeMap<&'static str, Service>,
//! }
//!
//! #[derive(Serialize)]
//! struct Service {
//!     port: u16,
//!     #[serde(with = "hcl::attribute")]
//!     limits: Limits,
//! }
//!
//! #[derive(Serialize)]
//! struct Limits {
//!     cpu: u8,
//! }
//!
//! let web = Service { port: 80, limits: Limits { cpu: 2 } };
//! let service = BTreeMap::from([("web", web)]);
//! let config = Config { name: "shop", region: None, service };
//! assert_eq!(hcl::to_string(&config)?, r#"name = "shop"
//!
//! service "web" {
//!   port = 80
//!   limits = {
//!     cpu = 2
//!   }
//! }
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! A field of type [`Expression`](crate::Expression) is written as it is: `hcl::parse_expression("var.region")?` gives
//! `region = var.region`, and [`Expression::call`](crate::Expression::call) builds a function call. A `String` is
//! always text, so `${` in it is escaped.
//!
//! `#[serde(with = "hcl::attribute")]` and `#[serde(with = "hcl::block")]` choose the form of one field.
//! [`EncodeOptions`](crate::EncodeOptions) controls indentation, heredocs and alignment.
//! [`mapping::encoding`](crate::mapping::encoding) has all rules.
//!
//! # Write a starter file
//!
//! A starter file is a configuration for users to start from: it has comments, and optional settings are commented
//! out. [`StarterFile`](crate::StarterFile) sets each comment by the path of a setting, and comments out settings that
//! equal the defaults and settings that only the examples have. Without defaults and examples, it just adds comments to
//! a generated file.
//!
//! ```
//! # #[cfg(feature = "edit")] {
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, Default, Clone)]
//! #[serde(default)]
//! struct Config {
//!     name: String,
//!     threads: u8,
//!     proxy: Option<String>,
//! }
//!
//! let config = Config { name: "shop".into(), ..Config::default() };
//! let examples = Config { proxy: Some("http://localhost".into()), ..config.clone() };
//! let text = hcl::StarterFile::new()
//!     .with_comment("name", "As users see it.")
//!     .with_comment("threads", "0 is one for each core.")
//!     .with_defaults(&Config::default())
//!     .with_examples(&examples)
//!     .to_string(&config)?;
//! assert_eq!(text, r#"# As users see it.
//! name = "shop"
//!
//! ## 0 is one for each core.
//! ## threads = 0
//! ## proxy   = "http://localhost"
//! "#);
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Build a body without structs
//!
//! ```
//! # #[cfg(feature = "edit")] {
//! let zone = "eu";
//! let body = hcl::body! {
//!     name = "shop"
//!     service "web" {
//!         zone = (zone)
//!         port = expression("base + 1")
//!     }
//! }?;
//! let service = hcl::Block::builder("service")
//!     .label("web")
//!     .attribute("zone", zone)
//!     .expression("port", "base + 1");
//! let built = hcl::Body::builder().attribute("name", "shop").block(service).finish()?;
//! assert_eq!(body.to_string(), built.to_string());
//! assert_eq!(body.to_string(), r#"name = "shop"
//!
//! service "web" {
//!   zone = "eu"
//!   port = base + 1
//! }
//! "#);
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Inspect a file
//!
//! [`parse`](crate::parse) returns the items of a file as written, without types. With the trait
//! [`Located`](crate::Located) in scope, each of them has a position:
//!
//! ```
//! use hcl::Located;
//!
//! let body = hcl::parse("region = var.region\n\nmodule \"network\" {}\n")?;
//! for block in body.blocks_of_type("module") {
//!     let line = block.position().map(|position| position.line());
//!     assert_eq!(line, Some(3));
//! }
//! let variable = &body.variables()[0];
//! assert_eq!((variable.to_string().as_str(), variable.root()), ("var.region", "var"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Edit a file
//!
//! [`Edit`](crate::Edit) collects changes and applies them together. Everything that you do not change keeps its
//! comments, order and layout; only aligned lines [may be realigned](crate::Edit#unchanged-lines) if a new
//! item is added among them. [`finish_text`](crate::Edit::finish_text) returns the text to write to the file.
//! [`finish`](crate::Edit::finish) returns the changed body; its `to_string()` would reformat the whole body.
//!
//! ```no_run
//! # #[cfg(feature = "edit")] {
//! let body = hcl::parse_file("shop.hcl")?;
//! let mut edit = body.edit();
//! edit.set_path(&body, "service.web.port", 8080);
//! let text = edit.finish_text()?;
//! if text != body.source().text() {
//!     std::fs::write("shop.hcl", text)?;
//! }
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Several changes at once:
//!
//! ```
//! # #[cfg(feature = "edit")] {
//! let body = hcl::parse(r#"# The shop.
//! name="shop"
//!
//! module "network" {
//!   version = "1.0" # checked by hand
//!   zones   = ["a", "b"]
//! }
//! "#)?;
//! let mut edit = body.edit();
//! edit.set_attribute(&body, "name", "store");
//! edit.set_path(&body, "module[\"network\"].version", "1.1");
//! // Pass names that come from data as steps, not as text.
//! let (name, zone) = (String::from("network"), 0);
//! let path = hcl::Path::name("module").with(&name).with("zones").with(zone);
//! edit.set_path(&body, path, "c");
//! for module in body.blocks_of_type("module") {
//!     edit.set_comment(&module, "For everybody.");
//!     edit.set_expression(&module.body(), "region", "var.region");
//! }
//! let zones = body.at("module.network.zones")?.item();
//! if let Some(hcl::BodyItem::Attribute(zones)) = zones {
//!     edit.rename_attribute(&zones, "regions");
//! }
//! edit.add_block(&body, hcl::Block::builder("log").attribute("level", "info"));
//! assert_eq!(edit.finish_text()?, r#"# The shop.
//! name="store"
//!
//! ## For everybody.
//! module "network" {
//!   version = "1.1" # checked by hand
//!   regions = ["c", "b"]
//!   region  = var.region
//! }
//!
//! log {
//!   level = "info"
//! }
//! "#);
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Edit`](crate::Edit) lists all changes: comments, parts of objects and lists, and items that are renamed, inserted,
//! moved, copied, removed or commented out. Renaming or moving an item does not change the references to it: call
//! [`rename_references`](crate::Edit::rename_references) as well. Names and paths are always those of the file before
//! the edit. Edit the body of a single file in native syntax: a body that was [merged or
//! overlaid](super::layers_and_files) has no text of its own, and one in JSON syntax cannot be edited.
//!
//! # Format text
//!
//! [`format`](crate::format()) changes only white space. It is safe for text with syntax errors: nothing in it is lost.
//!
//! ```
//! let text = hcl::format("a=1 # one\nlong   =   [1,2]\n");
//! assert_eq!(text, "a    = 1 # one\nlong = [1, 2]\n");
//! ```
//!
//! # Next
//!
//! [`both_syntaxes`](super::both_syntaxes): JSON instead of native syntax · all rules:
//! [`mapping::encoding`](crate::mapping::encoding)
