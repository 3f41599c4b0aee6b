//! Both syntaxes: people write native syntax, programs write JSON, one struct loads either.
//!
//! | | native syntax | JSON syntax |
//! |---|---|---|
//! | attribute | `port = 80` | `"port": 80` |
//! | reference, operation | `port = base + 80` | `"port": "${base + 80}"` |
//! | text with sequences | `host = "${name}.local"` | `"host": "${name}.local"` |
//! | block | `tls { key = "k" }` | `"tls": { "key": "k" }` |
//! | blocks | `port { … }` `port { … }` | `"port": [{ … }, { … }]` |
//! | block with a label | `service "web" { … }` | `"service": { "web": { … } }` |
//! | comment | `# …`, `// …`, `/* … */` | the property `"//"` of a block |
//!
//! In JSON a property may be an attribute or blocks, and an object may be a label or a value: the type, the schema or
//! the spec that asks decides.
//!
//! # Load either
//!
//! [`from_path`](crate::from_path) and [`parse_file`](crate::parse_file) go by the name of the file: `.json` is JSON,
//! anything else is native syntax. For text, the module [`json`](mod@crate::json) has the functions of the crate's
//! root.
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
//! let native: Config = hcl::from_str_with("service \"web\" {\n  port = base + 80\n}\n", &ctx)?;
//! let json: Config = hcl::json::from_str_with(r#"{ "service": { "web": { "port": "${base + 80}" } } }"#, &ctx)?;
//! assert_eq!(native, json);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Strings are templates only if there is a context. Without one, as in [`json::from_str`](crate::json::from_str), they
//! are the text that they are: `"${base}"` is seven characters. One file can therefore mean something else to
//! [`from_path`](crate::from_path) than to [`DecodeOptions::from_path`](crate::DecodeOptions::from_path) with a context.
//!
//! # Write JSON
//!
//! `${` and `%{` in text are written as `$${` and `%%{`. Read such a text back with a context, of which an empty one
//! will do.
//!
//! [`json::to_string`](crate::json::to_string) writes the same types as [`to_string`](crate::to_string), and a body as
//! it is:
//!
//! ```
//! let body = hcl::parse("service \"web\" {\n  port = var.base + 80\n}\n")?;
//! assert_eq!(hcl::json::to_string(&body)?, r#"{"service":{"web":{"port":"${var.base + 80}"}}}"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Data for other tools
//!
//! Untyped data, such as a `serde_json::Value`, can be made without evaluation. References stay as templates, and lists
//! of blocks are lists however many blocks there are:
//!
//! ```
//! let options = hcl::DecodeOptions::new().without_evaluation().with_block_lists();
//! let data: serde_json::Value = options.from_str("service \"web\" {\n  port = var.base + 80\n}\n")?;
//! assert_eq!(data.to_string(), r#"{"service":{"web":[{"port":"${var.base + 80}"}]}}"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) makes lists of some block types only.
//!
//! # Without a type
//!
//! Where there is no Rust type, a [`BodySchema`](crate::BodySchema) or a [`Spec`](crate::Spec) says what a property is,
//! for both syntaxes:
//!
//! ```
//! let schema = hcl::BodySchema::new().with_required_attribute("name").with_block("service", ["name"]);
//! for body in [
//!     hcl::parse("name = \"shop\"\nservice \"web\" {}\n")?,
//!     hcl::json::parse(r#"{ "name": "shop", "service": { "web": {} } }"#)?,
//! ] {
//!     let content = body.content(&schema).into_result()?;
//!     assert_eq!(content.blocks()[0].labels().next().expect("it has one").text(), "web");
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Next
//!
//! All rules: the module [`json`](mod@crate::json), [`mapping::decoding`](crate::mapping::decoding#json-syntax),
//! [`mapping::encoding`](crate::mapping::encoding#json-syntax) · files of both syntaxes together:
//! [`layers_and_files`](super::layers_and_files)
