//! Encoding: how Rust data is written as attributes and as blocks.
//!
//! | a field is | it is written as |
//! |---|---|
//! | scalar, sequence, tuple, map of anything but structs | [attribute](#attributes) |
//! | struct | [block](#blocks); its `$label` fields are the labels |
//! | sequence of structs | [repeated blocks](#repeated-blocks); an empty one as `name = []` |
//! | map of structs, maps of these | [labelled blocks](#labelled-blocks); an empty one as `name = {}` |
//! | enum | [block labelled by the variant](#variants), or string |
//! | `None`, `()` | [nothing in a struct](#absent-values), `null` in maps, tuples and objects |
//! | list of one struct behind `flatten` | [attribute](#flattened-structs) |
//! | `Expression`, `Template`, `Traversal`, `Body` | [its own text](#native-syntax) |
//! | root sequence of enums | [body in that order](#ordered-bodies) |
//!
//! A field is written as blocks only if every part of it can be a block; otherwise the whole field is one attribute.
//! The text is in the canonical form of [`format`](crate::format()), and decodes to the data that was written.
//!
//! # Attributes
//!
//! ```
//! # use serde::Serialize;
//! # use std::collections::BTreeMap;
//! #[derive(Serialize)]
//! struct Config {
//!     name: &'static str,
//!     ratio: f64,
//!     ports: Vec<u16>,
//!     environment: BTreeMap<&'static str, &'static str>,
//! }
//!
//! let environment = BTreeMap::from([("HOME", "/home/${user}")]);
//! let config = Config { name: "shop", ratio: 1.0, ports: vec![80, 443], environment };
//! assert_eq!(hcl::to_string(&config)?, r#"name  = "shop"
//! ratio = 1.0
//! ports = [80, 443]
//! environment = {
//!   HOME = "/home/$${user}"
//! }
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Blocks
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     service: Service,
//! }
//!
//! #[derive(Serialize)]
//! struct Service {
//!     #[serde(rename = "$label")]
//!     name: &'static str,
//!     port: u16,
//! }
//!
//! let config = Config { service: Service { name: "web", port: 80 } };
//! assert_eq!(hcl::to_string(&config)?, "service \"web\" {\n  port = 80\n}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! `#[serde(with = "hcl::attribute")]` and `#[serde(with = "hcl::block")]` choose the [other](mod@crate::attribute)
//! [form](mod@crate::block).
//!
//! # Repeated blocks
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     port: Vec<Port>,
//!     proxy: Vec<Port>,
//! }
//!
//! #[derive(Serialize)]
//! struct Port {
//!     number: u16,
//! }
//!
//! let config = Config { port: vec![Port { number: 80 }, Port { number: 443 }], proxy: vec![] };
//! assert_eq!(
//!     hcl::to_string(&config)?,
//!     "port {\n  number = 80\n}\n\nport {\n  number = 443\n}\n\nproxy = []\n"
//! );
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Labelled blocks
//!
//! ```
//! # use serde::Serialize;
//! # use std::collections::BTreeMap;
//! #[derive(Serialize)]
//! struct Port {
//!     number: u16,
//! }
//!
//! let ports = BTreeMap::from([("tcp", BTreeMap::from([("http", Port { number: 80 })]))]);
//! let config = BTreeMap::from([("port", ports)]);
//! assert_eq!(hcl::to_string(&config)?, "port \"tcp\" \"http\" {\n  number = 80\n}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Variants
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! enum Store {
//!     Memory,
//!     Disk { path: &'static str },
//! }
//!
//! #[derive(Serialize)]
//! struct Config {
//!     cache: Store,
//!     store: Store,
//!     mixed: Vec<Store>,
//! }
//!
//! let disk = || Store::Disk { path: "/" };
//! let config = Config { cache: Store::Memory, store: disk(), mixed: vec![Store::Memory, disk()] };
//! assert_eq!(hcl::to_string(&config)?, r#"cache = "Memory"
//!
//! store "Disk" {
//!   path = "/"
//! }
//!
//! mixed = [
//!   "Memory",
//!   {
//!     Disk = {
//!       path = "/"
//!     }
//!   },
//! ]
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Absent values
//!
//! An absent option and a unit are left out of a struct that is a body, also if its fields are flattened or tagged.
//! In maps, tuples and objects they are `null`. An absent field decodes if its type is an `Option`; any other type
//! that is written as null here (a `()`, a `serde_json::Value`, a newtype around an `Option`, an `Option` under
//! `with`) needs `#[serde(default)]`. A `None` does not come back where the default is not `None`: an absent field has
//! that default, and so has one that is null. Give such a field another type, such as an enum with a variant for "none".
//!
//! ```
//! # use serde::Serialize;
//! # use std::collections::BTreeMap;
//! #[derive(Serialize)]
//! struct Config {
//!     region: Option<&'static str>,
//!     limits: Vec<Option<u8>>,
//!     #[serde(flatten)]
//!     common: Common,
//!     #[serde(flatten)]
//!     rest: BTreeMap<&'static str, Option<u8>>,
//! }
//!
//! #[derive(Serialize)]
//! struct Common {
//!     zone: Option<&'static str>,
//! }
//!
//! let rest = BTreeMap::from([("burst", None)]);
//! let config = Config { region: None, limits: vec![Some(1), None], common: Common { zone: None }, rest };
//! assert_eq!(hcl::to_string(&config)?, "limits = [1, null]\nburst  = null\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Flattened structs
//!
//! A serializer gets a struct with flattened fields as a map of unknown length. Keys that are given as a bare `str`,
//! as derived code does, are names of fields; all others are data. In such a body, and in everything inside of it, a
//! list of one struct is an attribute: in decoding, serde buffers the flattened data and would take a single block
//! for a map. A list of variants that would be labels is an attribute, too, since serde would take the labels for
//! keys. A list of structs with label fields stays a block. An integer beyond 64 bits is written as a float there if
//! it is equal to one.
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     #[serde(flatten)]
//!     common: Common,
//! }
//!
//! #[derive(Serialize)]
//! struct Common {
//!     port: Vec<Port>,
//! }
//!
//! #[derive(Serialize)]
//! struct Port {
//!     number: u16,
//! }
//!
//! let config = Config { common: Common { port: vec![Port { number: 80 }] } };
//! assert_eq!(hcl::to_string(&config)?, "port = [\n  {\n    number = 80\n  },\n]\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Types with `#[serde(tag = "…")]` and `#[serde(untagged)]` are buffered, too, but a serializer cannot see that: a
//! list of one struct in them is a block, which [`OneOrMany`](crate::OneOrMany) decodes, and variants in a list are
//! labels.
//!
//! # Native syntax
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     region: hcl::Expression,
//!     server: hcl::Body,
//! }
//!
//! let config = Config { region: hcl::parse_expression("var.region")?, server: hcl::parse("port = base + 1 # see base\n")? };
//! assert_eq!(hcl::to_string(&config)?, "region = var.region\n\nserver {\n  port = base + 1 # see base\n}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Ordered bodies
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! #[serde(rename_all = "lowercase")]
//! enum Step {
//!     Run(&'static str),
//!     Copy { to: &'static str },
//!     Wait,
//! }
//!
//! let steps = [Step::Wait, Step::Run("make"), Step::Copy { to: "/srv" }];
//! assert_eq!(hcl::to_string(&steps)?, "wait {}\n\nrun = \"make\"\n\ncopy {\n  to = \"/srv\"\n}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Comments, and settings that are commented out
//!
//! Serde does not know the documentation of fields. A [`StarterFile`](crate::StarterFile) takes comments by path, and
//! comments out what equals the defaults of the type:
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! #[derive(Serialize, Deserialize, Default)]
//! #[serde(default)]
//! struct Config {
//!     name: String,
//!     threads: u8,
//! }
//!
//! let config = Config { name: "shop".to_owned(), ..Config::default() };
//! let text = hcl::StarterFile::new()
//!     .with_comment("name", "As users see it.")
//!     .with_defaults(&Config::default())
//!     .to_string(&config)?;
//! assert_eq!(text, "# As users see it.\nname = \"shop\"\n\n# threads = 0\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # JSON syntax
//!
//! [`json::to_string`](crate::json::to_string) writes the same attributes and blocks in the JSON syntax: a block is an
//! object below its type and its labels, blocks with the same labels are an array, and an expression is a template in a
//! string. All blocks of a type in one body need the same number of labels: only that tells a label from an attribute
//! there, and anything else is an error. Types with several `$labels`, and those whose fields serde hides, are written
//! as well, but [not read](super::decoding#json-syntax).
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     region: hcl::Expression,
//!     disk: Vec<Disk>,
//! }
//!
//! #[derive(Serialize)]
//! struct Disk {
//!     #[serde(rename = "$label")]
//!     name: &'static str,
//!     size: u32,
//! }
//!
//! let disk = vec![Disk { name: "a", size: 1 }, Disk { name: "b", size: 2 }];
//! let config = Config { region: hcl::parse_expression("var.region")?, disk };
//! assert_eq!(
//!     hcl::json::to_string(&config)?,
//!     r#"{"region":"${var.region}","disk":{"a":{"size":1},"b":{"size":2}}}"#
//! );
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # What cannot be written
//!
//! A float that is infinite or not a number, a name that is not an identifier, two equal names in one body, a label
//! without a block, a value that is unknown, and a root that is not a body are errors with the path of the part at
//! fault, and no text is written. Names of attributes and blocks are equal if they have the same characters; keys of
//! objects and labels if they have the same normal form.
//!
//! A label that one field lacks and another has, as `$label: None` beside `$labels`, is an error: it would be read.
//!
//! Text is [normalized](https://unicode.org/reports/tr15/) (form C) when it is read, so that a text in another form comes
//! back as an equal one with other bytes.
//!
//! A map that becomes a body cannot have the key `$label`, `$label.1`, `$labels` or `$body`: these names have a
//! meaning only as names of fields. As keys of objects and as labels they are ordinary text.
//!
//! ```
//! let error = hcl::to_string(&serde_json::json!({ "two words": 1 })).unwrap_err();
//! assert_eq!(error.path(), "[\"two words\"]");
//!
//! let error = hcl::to_string(&serde_json::json!({ "$body": [] })).unwrap_err();
//! assert_eq!(error.diagnostics()[0].summary(), "Reserved name");
//! ```
//!
//! # Types with their own `Serialize`
//!
//! The form of a value is decided before it is written. `Serialize` is called twice, once for the form and once to
//! write, and must give the same data each time. A type that gives its elements only once, such as an iterator in a
//! cell, does not.
//!
//! An error of a part has to be returned. A `Serialize` that ignores it and goes on is refused: the text would lack the
//! part.
