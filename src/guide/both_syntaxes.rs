//! Both syntaxes: people write native syntax, programs write JSON, and the same struct loads either.
//!
//! | | native syntax | JSON syntax |
//! |---|---|---|
//! | attribute | `port = 80` | `"port": 80` |
//! | expression | `port = base + 80` | `"port": "${base + 80}"` |
//! | template | `host = "${name}.local"` | `"host": "${name}.local"` |
//! | block | `tls { key = "k" }` | `"tls": { "key": "k" }` |
//! | blocks | `port { … }` `port { … }` | `"port": [{ … }, { … }]` |
//! | block with a label | `service "web" { … }` | `"service": { "web": { … } }` |
//! | comment | `# …`, `// …`, `/* … */` | the property `"//"` of a block |
//!
//! In JSON, a property can be an attribute or blocks, and an object can be a label or a value. The Rust type, the
//! schema or the spec decides.
//!
//! The JSON syntax needs the feature `json` of this crate.
//!
//! # Load either syntax
//!
//! [`from_path`](crate::from_path) and [`parse_file`](crate::parse_file) choose the syntax by the file name: `.json` is
//! JSON, anything else is native syntax. For text, the module [`json`](mod@crate::json) has counterparts of the
//! functions in the crate root.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize, PartialEq, Debug)]
//! struct Config {
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! struct Service {
//!     port: u16,
//! }
//!
//! let ctx = hcl::EvalContext::new().with_variable("base", 8000);
//! let native = "service \"web\" {\n  port = base + 80\n}\n";
//! let native: Config = hcl::from_str_with(native, &ctx)?;
//! let json = r#"{ "service": { "web": { "port": "${base + 80}" } } }"#;
//! let json: Config = hcl::json::from_str_with(json, &ctx)?;
//! assert_eq!(native, json);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Strings are templates only if there is a context. Without one, as in [`json::from_str`](crate::json::from_str), they
//! are literal: `"${base}"` is seven characters. The same file can therefore give one result with
//! [`from_path`](crate::from_path), and another with [`DecodeOptions::from_path`](crate::DecodeOptions::from_path) if
//! the options have a context.
//!
//! # Write JSON
//!
//! `${` and `%{` in text are written as `$${` and `%%{`. To read such text back, pass a context; an empty one will do.
//!
//! [`json::to_string`](crate::json::to_string) writes the same types as [`to_string`](crate::to_string). It also writes
//! a [`Body`](crate::Body), without evaluating its expressions:
//!
//! ```
//! let body = hcl::parse("service \"web\" {\n  port = var.base + 80\n}\n")?;
//! let json = hcl::json::to_string(&body)?;
//! assert_eq!(json, r#"{"service":{"web":{"port":"${var.base + 80}"}}}"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Convert files
//!
//! To convert a file without its Rust type, use [`json::from_native`](crate::json::from_native), and
//! [`json::to_native`](crate::json::to_native) for the other direction. For JSON from other programs, say which
//! properties are blocks:
//!
//! ```
//! use hcl::json::{self, NativeBlocks};
//!
//! let body = json::parse(r#"{ "service": { "web": { "tags": { "a": 1 } } } }"#)?;
//! let blocks = NativeBlocks::new().with_block("service", 1);
//! let native = json::to_native(&body, &blocks)?;
//! assert_eq!(native.source().text(), r#"service "web" {
//!   tags = {
//!     a = 1
//!   }
//! }
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Data for other tools
//!
//! Untyped data, such as a `serde_json::Value`, can be decoded without evaluation. References remain as templates, and
//! blocks are always lists, even if there is only one:
//!
//! ```
//! let options = hcl::DecodeOptions::new().without_evaluation().with_block_lists();
//! let text = "service \"web\" {\n  port = var.base + 80\n}\n";
//! let data: serde_json::Value = options.from_str(text)?;
//! assert_eq!(data.to_string(), r#"{"service":{"web":[{"port":"${var.base + 80}"}]}}"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) does this for the given block types only.
//!
//! # Without a Rust type
//!
//! If there is no Rust type, a [`BodySchema`](crate::BodySchema) or a [`Spec`](crate::Spec) decides what a property is.
//! Both work with either syntax:
//!
//! ```
//! let schema = hcl::BodySchema::new()
//!     .with_required_attribute("name")
//!     .with_block("service", ["name"]);
//! for body in [
//!     hcl::parse("name = \"shop\"\nservice \"web\" {}\n")?,
//!     hcl::json::parse(r#"{ "name": "shop", "service": { "web": {} } }"#)?,
//! ] {
//!     let content = body.content(&schema).into_result()?;
//!     let label = content.blocks()[0].labels().next().expect("it has one");
//!     assert_eq!(label.text(), "web");
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Next
//!
//! [`untrusted_input`](super::untrusted_input) · all rules: the module [`json`](mod@crate::json),
//! [`mapping::decoding`](crate::mapping::decoding#json-syntax),
//! [`mapping::encoding`](crate::mapping::encoding#json-syntax) · combining files of both syntaxes:
//! [`layers_and_files`](super::layers_and_files)
