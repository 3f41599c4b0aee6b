//! Encoding: how Rust data is written as attributes and as blocks.
//!
//! | the field is | it is written as |
//! |---|---|
//! | scalar, sequence, tuple, map of anything but structs | [attribute](#attributes) |
//! | struct | [block](#blocks); its `$label` fields are the labels |
//! | sequence of structs | [repeated blocks](#repeated-blocks); if empty, `name = []` |
//! | map of structs, or map of such maps | [labelled blocks](#labelled-blocks); if empty, `name = {}` |
//! | enum | [block labelled by the variant](#variants), or string |
//! | `None`, `()` | [nothing in a struct](#absent-values), `null` in maps, tuples and objects |
//! | list of one struct inside `flatten` | [attribute](#flattened-structs) |
//! | `Expression`, `Template`, `Traversal`, `Body` | [its own text](#expressions-and-bodies-as-written) |
//! | root sequence of enums | [body in that order](#ordered-bodies) |
//!
//! A field is written as blocks only if every part of it can be a block. Otherwise the whole field is one attribute.
//! The text is in the canonical form of [`format`](crate::format()), and decodes to the same data.
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
//! `#[serde(with = "hcl::attribute")]` and `#[serde(with = "hcl::block")]` choose the other form: see
//! [`attribute`](mod@crate::attribute) and [`block`](mod@crate::block).
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
//! let port = vec![Port { number: 80 }, Port { number: 443 }];
//! let config = Config { port, proxy: vec![] };
//! assert_eq!(hcl::to_string(&config)?, r#"port {
//!   number = 80
//! }
//!
//! port {
//!   number = 443
//! }
//!
//! proxy = []
//! "#);
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
//! let tcp = BTreeMap::from([("http", Port { number: 80 })]);
//! let ports = BTreeMap::from([("tcp", tcp)]);
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
//! let mixed = vec![Store::Memory, disk()];
//! let config = Config { cache: Store::Memory, store: disk(), mixed };
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
//! `None` and `()` are omitted in a struct that is a body. In maps, tuples and objects they are written as `null`.
//!
//! If a struct has flattened fields, a `None` in it or inside of them is omitted as well. A `()` is written as `null`,
//! because serde passes a unit variant of a flattened enum as a field with its name and `()`.
//!
//! An absent field can be decoded again only if it is an `Option`. Any other type that serializes as null (a `()`, a
//! `serde_json::Value`, a newtype around an `Option`, an `Option` with `with`) needs `#[serde(default)]`.
//!
//! A `None` does not round-trip if the default of the field is not `None`: an absent field gets the default, and so
//! does one that is null. Use another type for such a field, for example an enum with a variant for "none". In a
//! flattened enum, a variant around `None` does not round-trip either, because serde passes it like an absent field. In
//! an `Option<Option<T>>`, `Some(None)` is written like `None`, and comes back as `None`.
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
//! let limits = vec![Some(1), None];
//! let config = Config { region: None, limits, common: Common { zone: None }, rest };
//! assert_eq!(hcl::to_string(&config)?, "limits = [1, null]\nburst  = null\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Flattened structs
//!
//! A serializer sees a struct with flattened fields as a map of unknown length. Keys that are passed as a bare `str`,
//! as derived code does, are names of fields; all others are data. In such a body, and in everything inside it:
//!
//! * A list of one struct is written as an attribute: when decoding, serde buffers the flattened data and would read a
//!   single block as a map.
//! * A list of variants that would be labels is written as an attribute as well, because serde would read the labels as
//!   keys.
//! * A list of structs with label fields is still written as blocks.
//! * An integer of more than 64 bits is written as a float if it is equal to one.
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
//! assert_eq!(hcl::to_string(&config)?, r#"port = [
//!   {
//!     number = 80
//!   },
//! ]
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Types with `#[serde(tag = "…")]` and `#[serde(untagged)]` are buffered as well, but a serializer cannot detect them.
//! In such types, a list of one struct is written as a block, which [`OneOrMany`](crate::OneOrMany) decodes, and
//! variants in a list become labels.
//!
//! # Expressions and bodies as written
//!
//! ```
//! # use serde::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     region: hcl::Expression,
//!     server: hcl::Body,
//! }
//!
//! let region = hcl::parse_expression("var.region")?;
//! let server = hcl::parse("port = base + 1 # see base\n")?;
//! assert_eq!(hcl::to_string(&Config { region, server })?, r#"region = var.region
//!
//! server {
//!   port = base + 1 # see base
//! }
//! "#);
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
//! assert_eq!(hcl::to_string(&steps)?, r#"wait {}
//!
//! run = "make"
//!
//! copy {
//!   to = "/srv"
//! }
//! "#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Comments and commented-out settings
//!
//! Serde does not see the doc comments of fields. A [`StarterFile`](crate::StarterFile) takes comments by path, and
//! comments out the settings that equal the defaults of the type:
//!
//! ```
//! # #[cfg(feature = "edit")] {
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
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # JSON syntax
//!
//! [`json::to_string`](crate::json::to_string) writes the same attributes and blocks in the JSON syntax: a block is an
//! object under its type and its labels, blocks with the same labels are an array, and an expression is a template in a
//! string. All blocks of a type in one body must have the same number of labels, because only the number distinguishes
//! labels from attributes in JSON; anything else is an error. Types with several `$labels`, and those whose fields
//! serde hides, are written, but [cannot be read back](super::decoding#json-syntax).
//!
//! ```
//! # #[cfg(feature = "json")] {
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
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # What cannot be written
//!
//! Each of these is an error that has the path of the part at fault, and no text is written:
//!
//! * a float that is infinite or NaN,
//! * a name that is not an identifier,
//! * two equal names in one body. Names of attributes and blocks are equal if they have the same characters; keys of
//!   objects and labels are equal if they have the same normal form,
//! * a label without a block,
//! * an unknown value,
//! * a root that is not a body,
//! * a missing label before one that is present, such as `$label: None` with `$labels`: the next label would be read in
//!   its place,
//! * a key `$label`, `$label.1`, `$labels` or `$body` in a map that becomes a body: these names have a meaning only as
//!   names of fields. As keys of objects and as labels they are ordinary text.
//!
//! Text is [normalized](https://unicode.org/reports/tr15/) (form C) when it is read, so text in another form comes back
//! as equal text with different bytes.
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
//! The form of a value is decided before it is written: `Serialize` is called twice, once to choose the form and once
//! to write, and must produce the same data each time. A type that yields its elements only once, such as an iterator
//! in a cell, does not meet this requirement.
//!
//! `Serialize` must return the errors of its parts. Ignoring one and continuing is an error: otherwise the part would
//! be missing from the text.
