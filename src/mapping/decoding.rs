//! Decoding: what a Rust type gets from attributes and from blocks.
//!
//! The Rust type is the schema. A body (of a file or of a block) is a map of attribute names and block types.
//!
//! | type of the field | from an attribute | from blocks with its name |
//! |---|---|---|
//! | [struct or map](#structs-and-maps) | object | exactly one block |
//! | [`Vec`, set, tuple](#sequences) | tuple, list or set | all blocks, whether one or many |
//! | [`Option`](#options-and-null) | nothing if absent or null | nothing if absent |
//! | [map by label](#maps-by-label) | object | labels from the left are the keys |
//! | [enum](#enums) | string, or object with one key | the next label, or the only item, is the variant |
//! | [`Expression`, `Template`, `Traversal`](#expressions) | itself, not evaluated | an error |
//! | [`Body`](#bodies) | an error | the body itself |
//! | [`Value`](#values) | the value with its HCL type | object, tuple of objects, nested objects |
//! | [`Spanned<T>`](#spans) | the value and its span | the value and the block's span |
//! | a scalar | the value, [converted](#conversions) | an error |
//!
//! Serde's other types (newtypes, tuples, `char`, bytes, 128-bit integers, maps whose keys are not strings) and its
//! attributes (`default`, `alias`, `rename_all`, `deny_unknown_fields`, `with`) work as in `serde_json`.
//!
//! # Structs and maps
//!
//! One block, or an object. The Rust type is the same for both. If an object repeats a key, the last item counts, as in
//! the reference implementation; in JSON syntax, it is an error. A map that keeps the order of insertion, such as
//! `IndexMap`, gets the items in the order of the source, and those of a computed object, which has none, by name.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     tls: Tls,
//!     limits: BTreeMap<String, u32>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Tls {
//!     key: String,
//! }
//!
//! let blocks = "tls { key = \"k\" }\nlimits { cpu = 2 }\n";
//! let objects = "tls = { key = \"k\" }\nlimits = { cpu = 2 }\n";
//! for text in [blocks, objects] {
//!     let config: Config = hcl::from_str(text)?;
//!     assert_eq!((config.tls.key.as_str(), config.limits["cpu"]), ("k", 2));
//! }
//!
//! let text = "tls { key = \"a\" }\ntls { key = \"b\" }\n";
//! let error = hcl::from_str::<Config>(text).err().expect("there are two");
//! assert_eq!(error.diagnostics()[0].summary(), "Duplicate tls block");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Sequences
//!
//! All blocks of that type, in order; a single block is a list with one element. Without blocks, the field is missing
//! unless it has `#[serde(default)]`.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Config {
//!     #[serde(default)]
//!     port: Vec<Port>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Port {
//!     number: u16,
//! }
//!
//! let numbers = |text| -> hcl::Result<Vec<u16>> {
//!     let config: Config = hcl::from_str(text)?;
//!     Ok(config.port.iter().map(|port| port.number).collect())
//! };
//! assert_eq!(numbers("port { number = 80 }\nport { number = 443 }\n")?, [80, 443]);
//! assert_eq!(numbers("port { number = 80 }\n")?, [80]);
//! assert_eq!(numbers("port = [{ number = 80 }]\n")?, [80]);
//! assert!(numbers("")?.is_empty());
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Options and null
//!
//! In a struct, an attribute whose value is null counts as absent: an `Option` is `None`, a default applies, and a
//! required field is missing. Functions are called only when a field needs the value: if a function may return null,
//! the field must be an `Option`. Maps, sequences and `Value`s keep nulls inside them. A field of type `Value` treats
//! null as absent, like any other field; with `#[serde(default)]` it becomes null.
//!
//! An `Option` is `None` if the value is null. If an expression cannot be evaluated, the type inside the `Option`
//! reports the error or captures the [expression](#expressions). Each function is called once.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     name: Option<String>,
//!     #[serde(default)]
//!     workers: u8,
//!     limits: Vec<Option<u32>>,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     name    = null
//!     workers = null
//!     limits  = [1, null]
//! "#)?;
//! assert_eq!((config.name, config.workers), (None, 0));
//! assert_eq!(config.limits, [Some(1), None]);
//!
//! let error = hcl::from_str::<Config>("limits = null\n").unwrap_err();
//! assert!(error.to_string().contains("null"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Maps by label
//!
//! Labels from the left are the keys; a map in a map takes the next label. A repeated label is an error unless the map
//! contains lists, which hold all blocks. Keys that are numbers or bools, including those of objects, are compared
//! after conversion: `"1"` and `"01"` are the same key. Other keys that a type treats as equal (aliases of an enum,
//! case-insensitive text) are not recognised as repeated.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     resource: BTreeMap<String, BTreeMap<String, Resource>>,
//!     rule: BTreeMap<String, Vec<Resource>>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Resource {
//!     zone: String,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     resource "server" "web" { zone = "a" }
//!     resource "server" "api" { zone = "b" }
//!     rule "in" { zone = "c" }
//!     rule "in" { zone = "d" }
//! "#)?;
//! assert_eq!(config.resource["server"]["api"].zone, "b");
//! assert_eq!(config.rule["in"].len(), 2);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Labels as fields
//!
//! A field renamed to `$label` takes the first label that no map has taken, `$label.1` takes the next, and so on.
//! `$labels` takes all remaining labels. A field of type `Option` makes a label optional.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     route: Vec<Route>,
//!     handler: BTreeMap<String, Handler>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Route {
//!     #[serde(rename = "$label")]
//!     method: String,
//!     #[serde(rename = "$label.1")]
//!     path: Option<String>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Handler {
//!     #[serde(rename = "$labels")]
//!     arguments: Vec<String>,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     route "GET" "/" {}
//!     route "POST" {}
//!     handler "files" "/srv" "/tmp" {}
//! "#)?;
//! assert_eq!(config.route[0].method, "GET");
//! assert_eq!(config.route[0].path.as_deref(), Some("/"));
//! assert_eq!(config.route[1].path, None);
//! assert_eq!(config.handler["files"].arguments, ["/srv", "/tmp"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! A label that no field or map takes is an error; its [`developer_note`](crate::Error::developer_note) lists the
//! ways to read it. Each label has only one name: a field renamed to `$label.01` can never be set.
//!
//! # Enums
//!
//! In an attribute, the variant is a string, or the only key of an object. In a block, it is the next label or, if no
//! label is left, the name of the only item in the block.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize, Debug, PartialEq)]
//! struct Config {
//!     store: Store,
//! }
//!
//! #[derive(Deserialize, Debug, PartialEq)]
//! #[serde(rename_all = "lowercase")]
//! enum Store {
//!     Memory,
//!     Disk { path: String },
//! }
//!
//! assert_eq!(hcl::from_str::<Config>("store = \"memory\"\n")?.store, Store::Memory);
//! let store = Store::Disk { path: "/".into() };
//! for text in [
//!     "store = { disk = { path = \"/\" } }\n",
//!     "store \"disk\" {\n  path = \"/\"\n}\n",
//!     "store {\n  disk {\n    path = \"/\"\n  }\n}\n",
//! ] {
//!     assert_eq!(hcl::from_str::<Config>(text)?.store, store);
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Serde's other representations work, and `#[serde(tag = "$label")]` makes a label the tag.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize, Debug, PartialEq)]
//! #[serde(tag = "$label", rename_all = "lowercase")]
//! enum Check {
//!     Tcp,
//!     Http { path: String },
//! }
//!
//! let checks: BTreeMap<String, Vec<Check>> =
//!     hcl::from_str("check \"tcp\" {}\ncheck \"http\" {\n  path = \"/health\"\n}\n")?;
//! assert_eq!(checks["check"], [Check::Tcp, Check::Http { path: "/health".into() }]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Expressions
//!
//! A field of type [`Expression`](crate::Expression) keeps the expression itself, with its text and location, so that
//! you can evaluate it later and as often as you like. [`Template`](crate::Template) and
//! [`Traversal`](crate::Traversal) do the same for expressions that are written as a template or a traversal; anything
//! else is an error.
//!
//! They can be inside an `Option`, a `Box`, a newtype, [`Spanned`](crate::Spanned), [`OneOrMany`](crate::OneOrMany) or
//! any other wrapper. An `Option` is `None` if the value is null. To find out, functions are called only if both of
//! these conditions hold: the expression could be null because of a function that is not declared
//! [`never_null`](crate::function::Function::never_null); and the content of the `Option` is not itself one of the
//! three types, directly or in a `Box`, `Rc`, `Arc`, `Spanned` or another `Option`. `OneOrMany` evaluates an expression
//! that could be a list.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Rule {
//!     when: hcl::Expression,
//!     title: hcl::Template,
//!     after: Vec<hcl::Traversal>,
//! }
//!
//! let rule: Rule = hcl::from_str(r#"
//!     when  = size > 10
//!     title = "Too large: ${size}"
//!     after = [job.build]
//! "#)?;
//! assert_eq!(rule.when.text(), "size > 10");
//! assert_eq!(rule.after[0].root(), "job");
//! for (size, answer) in [(9, false), (11, true)] {
//!     let ctx = hcl::EvalContext::new().with_variable("size", size);
//!     assert_eq!(rule.when.evaluate(&ctx)?, answer);
//!     assert_eq!(rule.title.evaluate(&ctx)?, format!("Too large: {size}").as_str());
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Bodies
//!
//! A field of type [`Body`](crate::Body) keeps the body of a block as written. Decode it later with
//! [`from_body`](crate::from_body).
//!
//! A field renamed to `$body` takes everything that no other field takes: as a body, or as a list of enums in the order
//! of the source, where attribute names and block types name the variants. A whole configuration can also be decoded to
//! a `Body` or to such a list.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Plugin {
//!     path: String,
//!     #[serde(rename = "$body")]
//!     settings: hcl::Body,
//! }
//!
//! let plugin: Plugin = hcl::from_str("path = \"a.so\"\nlevel = 3\n")?;
//! let settings: BTreeMap<String, u8> = hcl::from_body(&plugin.settings)?;
//! assert_eq!((plugin.path.as_str(), settings["level"]), ("a.so", 3));
//!
//! #[derive(Deserialize)]
//! struct Job {
//!     name: String,
//!     #[serde(rename = "$body")]
//!     steps: Vec<Step>,
//! }
//!
//! #[derive(Deserialize, Debug, PartialEq)]
//! #[serde(rename_all = "lowercase")]
//! enum Step {
//!     Run(String),
//!     Copy { to: String },
//! }
//!
//! let job: Job = hcl::from_str(r#"
//!     run  = "make"
//!     name = "j"
//!     copy {
//!       to = "/srv"
//!     }
//! "#)?;
//! assert_eq!(job.steps, [Step::Run("make".into()), Step::Copy { to: "/srv".into() }]);
//! assert_eq!(job.name, "j");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Values
//!
//! A field of type [`Value`](crate::Value) keeps the type that evaluation gives. A block becomes an object, several
//! blocks become a tuple of objects, and labels become enclosing objects. Blocks of one type with different numbers of
//! labels are an error. Objects and maps are sorted by name. A type that accepts anything, such as
//! `serde_json::Value`, gets the natural form of the same data.
//!
//! ```
//! let value: hcl::Value = hcl::from_str(r#"
//!     ratio = 0.10
//!     tls { key = "k" }
//!     port { number = 80 }
//!     port { number = 443 }
//!     service "web" { replicas = 2 }
//! "#)?;
//! let ratio: hcl::Number = "0.1".parse().unwrap();
//! assert_eq!(value["ratio"], hcl::Value::from(ratio));
//! assert_eq!(value["port"][1]["number"], 443);
//! assert_eq!(value["service"]["web"]["replicas"], 2);
//!
//! let json: serde_json::Value = hcl::from_str(r#"
//!     ratio = 1.0
//!     count = 1
//!     port { number = 80 }
//! "#)?;
//! let port = serde_json::json!({ "number": 80 });
//! let expected = serde_json::json!({ "ratio": 1.0, "count": 1, "port": port });
//! assert_eq!(json, expected);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! In the natural form, a number is an `f64` if it is a literal with a decimal point or an exponent, or if it is not
//! whole. Any other number is the first of `u64`, `i64`, `u128` and `i128` that can represent it. Numbers are never
//! rounded: more digits than an `f64` keeps (`0.12345678901234567890123`, `1 / 3`) or more than 128 bits are an error.
//! A `Value`, a [`Number`](crate::Number) and a string keep every digit.
//!
//! With [`DecodeOptions::without_evaluation`](crate::DecodeOptions::without_evaluation), such types get literals as
//! values and all other expressions as templates of the JSON syntax: the data is the configuration in that syntax. With
//! [`DecodeOptions::with_block_lists`](crate::DecodeOptions::with_block_lists) they always get blocks as lists, and
//! with [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) those of the given types.
//!
//! ```
//! let options = hcl::DecodeOptions::new().without_evaluation().with_block_lists();
//! let json: serde_json::Value = options.from_str(r#"
//!     service "web" {
//!       port = var.base + 80
//!       host = "${var.name}.example.com"
//!     }
//! "#)?;
//! let expected = serde_json::json!({
//!     "service": {
//!         "web": [{
//!             "port": "${var.base + 80}",
//!             "host": "${var.name}.example.com",
//!         }],
//!     },
//! });
//! assert_eq!(json, expected);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Spans
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Config {
//!     port: hcl::Spanned<u16>,
//! }
//!
//! let text = "port = 8080\n";
//! let port = hcl::from_str::<Config>(text)?.port;
//! assert_eq!((*port.value(), &text[port.span().range()]), (8080, "8080"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Conversions
//!
//! HCL converts a value to the required type: strings that spell a number or a bool, numbers and bools to strings, a
//! tuple to a list, a set or a Rust tuple. A number converts to an integer type exactly or not at all. `f32` and `f64`
//! get the nearest float: `9007199254740993` becomes 9007199254740992. A number outside the range of the type is an
//! error.
//!
//! As in the reference implementation, `1 / 0` is infinity, and `10 % 0` is 10. Float types accept infinity, integer
//! types do not; if a value must be finite, check it yourself. HCL has no syntax for infinity, so
//! [`to_string`](crate::to_string) refuses to write it.
//!
//! It makes no difference whether a value is a literal, is computed or comes from a variable, with two exceptions: for
//! a type that accepts anything, a literal with a decimal point or an exponent is a float (see [above](#values)); and a
//! literal keeps the sign of `-0.0`.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeSet;
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     port: u16,
//!     name: String,
//!     debug: bool,
//!     zones: BTreeSet<String>,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     port  = "8080"
//!     name  = 5
//!     debug = "true"
//!     zones = ["a", "a"]
//! "#)?;
//! assert_eq!((config.port, config.name.as_str()), (8080, "5"));
//! assert_eq!((config.debug, config.zones.len()), (true, 1));
//! let error = hcl::from_str::<Config>("port = 80.5\n").unwrap_err();
//! assert_eq!(error.path(), "port");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Unknown names
//!
//! Unknown names are ignored, and their expressions are not evaluated. `#[serde(deny_unknown_fields)]` rejects them in
//! one struct, [`DecodeOptions::exhaustive`](crate::DecodeOptions::exhaustive) in all structs.
//!
//! # Several errors
//!
//! If decoding fails, all errors in names and values are reported together, across all blocks: every unknown name that
//! is rejected, every attribute whose value does not fit its field, and the first missing field of each block. This
//! holds for the `from_*` functions that take a source or a body, and for the methods of
//! [`DecodeOptions`](crate::DecodeOptions) with the same names:
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     task: Vec<Task>,
//! }
//!
//! #[derive(Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Task {
//!     #[serde(rename = "$label")]
//!     name: String,
//!     command: String,
//!     #[serde(default)]
//!     zone: String,
//! }
//!
//! let text = r#"
//!     task "a" {
//!       command = "x"
//!       zoen    = 1
//!     }
//!     task "b" {
//!       command = []
//!     }
//!     task "c" {}
//! "#;
//! let error = hcl::from_str::<Config>(text).unwrap_err();
//! let paths = error.diagnostics().iter().map(|it| it.path().to_string());
//! let paths: Vec<String> = paths.collect();
//! assert_eq!(paths[0], r#"task["a"].zoen"#);
//! assert_eq!(paths[1], r#"task["b"].command"#);
//! assert_eq!(paths[2], r#"task["c"].command"#);
//! ```
//!
//! To find all errors, the type is deserialized again from one part of the configuration at a time, without evaluating
//! anything. If something is wrong, your own `Deserialize` implementations are therefore called more than once. Some
//! errors cannot be found in this way:
//!
//! * A missing field is not reported if a required field declared before it is wrong or computed.
//! * In an object or a list in an attribute, only the first error is reported, and only if nothing before it is
//!   computed.
//! * In JSON syntax, if a property has several blocks and the first one has errors, only those are reported; otherwise,
//!   only the first error in the property is.
//! * In data that serde buffers for `flatten` and tags, only the first error of each block is reported.
//! * An error about a block as a whole, such as one from `#[serde(try_from)]`, is reported only if nothing in the block
//!   is wrong or computed.
//! * Expressions that cannot be evaluated are reported together only if they are attributes of one body.
//! * If several files of a merged body set the same attribute, only the first such attribute and the unknown names are
//!   reported in that body.
//!
//! At most 20 errors are reported. Errors in several files are reported in the order of the files. A
//! [`Deserializer`](crate::Deserializer) that is used directly reports the unknown names of one block.
//!
//! # Paths
//!
//! The path of an error leads from the root through attributes, keys and blocks: `service["web"].port`. Blocks are
//! named by their labels, whether these are keys of maps or fields of elements of a `Vec`. A block without labels, and
//! each of several blocks with the same labels, is named by its index: `listener[1].port`, `service["web"][1].port`.
//! See [`Path`](crate::Path).
//!
//! # Flattened, tagged and untagged types
//!
//! For `#[serde(flatten)]`, `#[serde(untagged)]` and `#[serde(tag = "…")]`, serde buffers data before it knows the
//! inner type. This has consequences:
//!
//! * Buffering loses spans and expressions, 128-bit numbers, and the information that a single block may be a list with
//!   one element. Errors say so.
//! * The only float type of the buffer is `f64`: a number that an `f64` cannot represent is an error (see
//!   [above](#values)).
//! * Buffered data is not converted: a `u16` does not accept `"80"` or the literal `80.0`, a unit struct does not
//!   accept `{}`, and the keys of a map do not become numbers or bools.
//! * A flattened `Option` is `None` if the data does not fit the type in it: serde discards the error.
//! * An error in buffered data has a location if only one part of the data can be the cause. Otherwise it names all
//!   possible parts, or has the location of the block.
//! * Labels are read by the outer struct. [`OneOrMany`](crate::OneOrMany) accepts one block where there may be several.
//!   A map of [`Value`](crate::Value) takes the rest.
//!
//! Both a struct with `flatten` and a tagged enum ask for a map. Their first request distinguishes them from a real
//! map: a type that asks for a key as an identifier (a struct) or for a type tag (a tagged enum) gets labels as fields;
//! a type that asks for a whole entry, or for a key as anything else, gets labels as keys. A label field next to
//! flattened fields must ask for a string, a number or an enum. A field that accepts anything cannot be distinguished
//! from buffered data, so the label is an error there.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Service {
//!     #[serde(rename = "$label")]
//!     name: String,
//!     #[serde(flatten)]
//!     common: Common,
//!     #[serde(flatten)]
//!     rest: BTreeMap<String, hcl::Value>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Common {
//!     backend: hcl::OneOrMany<Backend>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Backend {
//!     host: String,
//! }
//!
//! let services: BTreeMap<String, Service> = hcl::from_str(
//!     "service \"web\" {\n  backend { host = \"a\" }\n  weight = 3\n}\n",
//! )?;
//! let web = &services["service"];
//! assert_eq!(web.name, "web");
//! assert_eq!(web.common.backend[0].host, "a");
//! assert_eq!(web.rest["weight"], 3);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # JSON syntax
//!
//! [`json`](mod@crate::json) and [`from_path`](crate::from_path) load the same types from JSON. A property can be an
//! attribute or blocks; the type of the field decides:
//!
//! | type of the field | from a property |
//! |---|---|
//! | struct | a single block: an object, or an array with one object; for each label field, another level of objects around it |
//! | map | the properties of the object, or of the objects in the array: keys, labels or attribute names |
//! | `Vec`, set, tuple | the elements of the array, or the single object |
//! | `Vec` of structs with label fields | all blocks below the labels |
//! | `Vec` of enums | each property is a variant, or each object in its array and each block below its labels, unless the variant is itself a sequence |
//! | enum | a string, or the only property of the object |
//! | [`Body`](crate::Body) | the body of the single block |
//! | anything else, [`Value`](crate::Value) and other untyped targets | the expression: an object or a tuple |
//!
//! A property can be repeated where several blocks are possible; an untyped target then gets a sequence of its values.
//! In a merged body, a property is read as blocks if a file in native syntax has blocks of that name. In a body,
//! and therefore for a struct, a property named `"//"` is a comment. A map keeps it, since it may be a label or a key.
//!
//! Only the number of labels distinguishes labels from attribute names. Label fields determine it: each of them gets a
//! label, even an `Option`, and `$labels` gets one. If serde hides the fields, the number is unknown: a label field
//! next to `flatten`, and `#[serde(tag = "$label")]`, work in native syntax only. A map by label and an enum without a
//! tag work in both syntaxes.
//!
//! Without a context, strings are literal text; with a context, they are templates.
//!
//! ```
//! # #[cfg(feature = "json")] {
//! # use serde::Deserialize;
//! #[derive(Deserialize, PartialEq, Debug)]
//! struct Config {
//!     disk: Vec<Disk>,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! struct Disk {
//!     #[serde(rename = "$label")]
//!     name: String,
//!     size: u32,
//! }
//!
//! let native: Config = hcl::from_str(r#"
//!     disk "a" {
//!       size = 1
//!     }
//!     disk "b" {
//!       size = 2
//!     }
//! "#)?;
//! let json: Config = hcl::json::from_str(r#"{
//!     "disk": { "a": { "size": 1 }, "b": { "//": "new", "size": 2 } }
//! }"#)?;
//! assert_eq!(native, json);
//! # }
//! # Ok::<(), hcl::Error>(())
//! ```
