//! Writing and editing: from structs to text, a file to start from, and changes that keep comments.
//!
//! | you have | you want | use |
//! |---|---|---|
//! | structs | text | [`to_string`](crate::to_string), [`to_writer`](crate::to_writer) |
//! | structs | a file with comments, to start from | [`StarterFile`](crate::StarterFile) |
//! | no structs | text or a body | [`body!`](crate::body!), [`Body::builder`](crate::Body::builder) |
//! | a file | the same file with a few changes | [`Body::edit`](crate::Body::edit) |
//! | a file | its canonical layout | [`format`](crate::format()) |
//!
//! # Write structs
//!
//! Structs become blocks, map keys and `$label` fields become labels, everything else becomes attributes. `None` is
//! left out. What is written decodes to what was written.
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
//! let config = Config { name: "shop", region: None, service: BTreeMap::from([("web", web)]) };
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
//! `#[serde(with = "hcl::attribute")]` and `#[serde(with = "hcl::block")]` choose the form of one field;
//! [`EncodeOptions`](crate::EncodeOptions) sets the indentation, heredocs and alignment.
//! [`mapping::encoding`](crate::mapping::encoding) has all rules.
//!
//! # A file to start from
//!
//! Comments are given by path. What equals the defaults is commented out, and so is what only the examples have.
//!
//! ```
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
//! let text = hcl::StarterFile::new()
//!     .with_comment("name", "As users see it.")
//!     .with_comment("threads", "0 is one for each core.")
//!     .with_defaults(&Config::default())
//!     .with_examples(&Config { proxy: Some("http://localhost".into()), ..config.clone() })
//!     .to_string(&config)?;
//! assert_eq!(text, r#"# As users see it.
//! name = "shop"
//!
//! ## 0 is one for each core.
//! ## threads = 0
//! ## proxy   = "http://localhost"
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Make a body without structs
//!
//! ```
//! let zone = "eu";
//! let body = hcl::body! {
//!     name = "shop"
//!     service "web" {
//!         zone = (zone)
//!         port = expression("base + 1")
//!     }
//! }?;
//! let built = hcl::Body::builder()
//!     .attribute("name", "shop")
//!     .block(hcl::Block::builder("service").label("web").attribute("zone", zone).expression("port", "base + 1"))
//!     .finish()?;
//! assert_eq!(body.to_string(), built.to_string());
//! assert_eq!(body.to_string(), "name = \"shop\"\n\nservice \"web\" {\n  zone = \"eu\"\n  port = base + 1\n}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Look at a file
//!
//! [`parse`](crate::parse) gives the items of a file as they are written, without types. With the trait
//! [`Located`](crate::Located) in scope, each of them says where it stands:
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
//! # Change a file
//!
//! [`Edit`](crate::Edit) collects changes and applies them together. What no change is about keeps comments, order and
//! layout; only lines that are aligned [may be aligned anew](crate::Edit#lines-that-no-change-is-about) with something
//! new among them. [`finish_text`](crate::Edit::finish_text) gives what to write to the file, and
//! [`finish`](crate::Edit::finish) the changed body, whose `to_string()` would lay out the whole body anew.
//!
//! ```
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
//! let (name, zone) = (String::from("network"), 0);
//! let path = hcl::Path::name("module").with(&name).with("zones").with(zone); // names from data are steps
//! edit.set_path(&body, path, "c");
//! for module in body.blocks_of_type("module") {
//!     edit.set_comment(&module, "For everybody.");
//!     edit.set_expression(&module.body(), "region", "var.region");
//! }
//! edit.add_block(&body, hcl::Block::builder("log").attribute("level", "info"));
//! assert_eq!(edit.finish_text()?, r#"# The shop.
//! name="store"
//!
//! ## For everybody.
//! module "network" {
//!   version = "1.1" # checked by hand
//!   zones   = ["c", "b"]
//!   region  = var.region
//! }
//!
//! log {
//!   level = "info"
//! }
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`Edit`](crate::Edit) lists all changes: comments, parts of objects and lists, blocks that are inserted, moved,
//! copied, removed or commented out. Edit the body of one file: one that was [merged or
//! overlaid](super::layers_and_files) has no text of its own.
//!
//! # Format a text
//!
//! Only white space changes, and a text with syntax errors comes to no harm.
//!
//! ```
//! assert_eq!(hcl::format("a=1 # one\nlong   =   [1,2]\n"), "a    = 1 # one\nlong = [1, 2]\n");
//! ```
//!
//! # Next
//!
//! JSON instead of native syntax: [`both_syntaxes`](super::both_syntaxes) · all rules:
//! [`mapping::encoding`](crate::mapping::encoding)
