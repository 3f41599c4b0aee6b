//! Decoding: what a Rust type gets from attributes and from blocks.
//!
//! The Rust type is the schema. A body (of a file or of a block) is a map of attribute names and block types.
//!
//! | a field asks for | from an attribute | from blocks of its name |
//! |---|---|---|
//! | [struct or map](#structs-and-maps) | object | exactly one block |
//! | [`Vec`, set, tuple](#sequences) | tuple, list or set | every block, be there one or many |
//! | [`Option`](#options-and-null) | nothing if absent or null | nothing if absent |
//! | [map by label](#maps-by-label) | object | labels from the left are the keys |
//! | [enum](#enums) | string, or object of one key | the next label, or the only item, is the variant |
//! | [`Expression`, `Template`, `Traversal`](#expressions) | itself, not evaluated | an error |
//! | [`Body`](#bodies) | an error | the body itself |
//! | [`Value`](#values) | the value with its HCL type | object, tuple of objects, nested objects |
//! | [`Spanned<T>`](#spans) | the value and its span | the value and the block's span |
//! | a scalar | the value, [converted](#conversions) | an error |
//!
//! The other types of serde (newtypes, tuples, `char`, bytes, 128-bit integers, maps whose keys are not strings) and
//! its attributes (`default`, `alias`, `rename_all`, `deny_unknown_fields`, `with`) work as in `serde_json`.
//!
//! # Structs and maps
//!
//! One block, or an object. The type is the same for both.
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
//! for text in ["tls { key = \"k\" }\nlimits { cpu = 2 }\n", "tls = { key = \"k\" }\nlimits = { cpu = 2 }\n"] {
//!     let config: Config = hcl::from_str(text)?;
//!     assert_eq!((config.tls.key.as_str(), config.limits["cpu"]), ("k", 2));
//! }
//!
//! let error = hcl::from_str::<Config>("tls { key = \"a\" }\ntls { key = \"b\" }\n").err().expect("there are two");
//! assert_eq!(error.diagnostics()[0].summary(), "Duplicate tls block");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Sequences
//!
//! Every block of that type, in order; one block is a list of one. Without any block the field is missing, unless it
//! has `#[serde(default)]`.
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
//!     Ok(hcl::from_str::<Config>(text)?.port.iter().map(|port| port.number).collect())
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
//! In a struct, an attribute that is null counts as absent: an `Option` is `None`, a default applies, and a required
//! field is missing. Functions are called only when a field asks for the value: if a function may return null, the
//! field must be an `Option`. Maps, sequences and `Value`s keep the nulls in them. A field of type `Value` counts
//! null as absent like any other field; with `#[serde(default)]` it becomes null.
//!
//! An `Option` is `None` if the value is null. If an expression cannot be evaluated, the type in the `Option` reports
//! that, or captures the [expression](#expressions). Each function is called once.
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
//! let config: Config = hcl::from_str("name = null\nworkers = null\nlimits = [1, null]\n")?;
//! assert_eq!((config.name, config.workers, config.limits), (None, 0, vec![Some(1), None]));
//!
//! let error = hcl::from_str::<Config>("limits = null\n").unwrap_err();
//! assert!(error.to_string().contains("null"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Maps by label
//!
//! Labels from the left are the keys; a map in a map takes the next label. A repeated label is an error, unless there
//! is a list to hold both blocks. Keys that are numbers or bools are compared after conversion, also those of
//! objects: "1" beside "01" is a repeated key. Other keys that a type treats as equal (aliases of an enum, text
//! without regard to case) are not recognised as repeated.
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
//! A field renamed to `$label` takes the first label that no map has taken, `$label.1` the next one and so on, and
//! `$labels` all remaining ones. An `Option` takes a label that may be absent.
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
//! assert_eq!((config.route[0].method.as_str(), config.route[0].path.as_deref()), ("GET", Some("/")));
//! assert_eq!(config.route[1].path, None);
//! assert_eq!(config.handler["files"].arguments, ["/srv", "/tmp"]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! A label that no field or map takes is an error; its [`developer_note`](crate::Error::developer_note) lists the
//! ways to read it. Each label has one name: `$label.01` is a field name that nothing can set.
//!
//! # Enums
//!
//! An attribute names the variant by a string, or by the one key of an object. Of a block it is the next label, or, if
//! there is none, the name of the only item in it.
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
//! An [`Expression`](crate::Expression) is the expression itself, with its text and its place, to be evaluated later
//! and as often as you like. So are a [`Template`](crate::Template) and a [`Traversal`](crate::Traversal), which must
//! be written as such.
//!
//! They may stand in an `Option`, a `Box`, a newtype, [`Spanned`](crate::Spanned), [`OneOrMany`](crate::OneOrMany) or
//! any other wrapper. An `Option` is `None` if the value is null. To find that out, functions are called only if both
//! of these hold: the expression may be null because of a function that is not declared
//! [`never_null`](crate::function::Function::never_null); and the content of the `Option` is not one of the three
//! itself, directly or in a `Box`, `Rc`, `Arc`, `Spanned` or another `Option`. `OneOrMany` evaluates an expression
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
//! let rule: Rule = hcl::from_str("when = size > 10\ntitle = \"Too large: ${size}\"\nafter = [job.build]\n")?;
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
//! A [`Body`](crate::Body) is the body of a block as it is written, and decodes later with
//! [`from_body`](crate::from_body).
//!
//! A field renamed to `$body` takes what the other fields leave: as a body, or as a list of enums, whose variants are
//! named by attributes and block types, in the order of the source. A whole configuration decodes as such a list, too.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Plugin {
//!     path: String,
//!     #[serde(rename = "$body")]
//!     settings: hcl::Body,
//! }
//!
//! let plugin: Plugin = hcl::from_str("path = \"a.so\"\nlevel = 3\n")?;
//! let settings: std::collections::BTreeMap<String, u8> = hcl::from_body(&plugin.settings)?;
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
//! let job: Job = hcl::from_str("run = \"make\"\nname = \"j\"\ncopy {\n  to = \"/srv\"\n}\n")?;
//! assert_eq!(job.steps, [Step::Run("make".into()), Step::Copy { to: "/srv".into() }]);
//! assert_eq!(job.name, "j");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Values
//!
//! A [`Value`](crate::Value) keeps the type that evaluation gives. Blocks become an object, several blocks a tuple of
//! objects, and labels nest objects around it; blocks of one type with different numbers of labels are an error. A
//! type that accepts anything, such as `serde_json::Value`, gets the natural form of the same data.
//!
//! ```
//! let value: hcl::Value = hcl::from_str(r#"
//!     ratio = 0.10
//!     tls { key = "k" }
//!     port { number = 80 }
//!     port { number = 443 }
//!     service "web" { replicas = 2 }
//! "#)?;
//! assert_eq!(value["ratio"], "0.1".parse::<hcl::Number>().map(hcl::Value::from).unwrap());
//! assert_eq!(value["port"][1]["number"], 443);
//! assert_eq!(value["service"]["web"]["replicas"], 2);
//!
//! let json: serde_json::Value = hcl::from_str("ratio = 1.0\ncount = 1\nport { number = 80 }\n")?;
//! assert_eq!(json, serde_json::json!({ "ratio": 1.0, "count": 1, "port": { "number": 80 } }));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! In the natural form, a number is an `f64` if it is a literal with a point or an exponent, or if it is not whole;
//! any other number is the first of `u64`, `i64`, `u128` and `i128` that holds it. It is never rounded: it is an
//! error if it has more digits than an `f64` keeps (`0.12345678901234567890123`, `1 / 3`) or more than 128 bits. A
//! `Value`, a [`Number`](crate::Number) and a string keep every digit.
//!
//! With [`DecodeOptions::without_evaluation`](crate::DecodeOptions::without_evaluation), such targets get expressions
//! as templates of the JSON syntax, and only literals as values: the data is the configuration in that syntax.
//! [`DecodeOptions::with_block_lists`](crate::DecodeOptions::with_block_lists) gives them blocks always as lists, and
//! [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) those of some types.
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
//!     "service": { "web": [{ "port": "${var.base + 80}", "host": "${var.name}.example.com" }] },
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
//! HCL converts a value to the required type: text that spells a number or a bool, numbers and bools as text, a tuple
//! to a list, a set or a Rust tuple. A number becomes an integer exactly or not at all; `f32` and `f64` take the
//! nearest float, which for `9007199254740993` is 9007199254740992. A number beyond the range of the type is an
//! error.
//!
//! As in the reference implementation, `1 / 0` is infinite, and `10 % 0` is 10. Floats take infinity, and no integer
//! does; what must be finite needs a check of its own. No syntax writes infinity, so that [`to_string`](crate::to_string)
//! refuses it.
//!
//! The result does not depend on whether a value is a literal, computed or given by a variable, with two exceptions:
//! a literal with a point or an exponent is a float for a type that accepts anything (see [above](#values)), and a
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
//! let config: Config = hcl::from_str("port = \"8080\"\nname = 5\ndebug = \"true\"\nzones = [\"a\", \"a\"]\n")?;
//! assert_eq!((config.port, config.name.as_str(), config.debug, config.zones.len()), (8080, "5", true, 1));
//! let error = hcl::from_str::<Config>("port = 80.5\n").unwrap_err();
//! assert_eq!(error.path(), "port");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Unknown names
//!
//! A name that no field has is ignored, and its expression is not evaluated. `#[serde(deny_unknown_fields)]`
//! refuses unknown names for one struct, [`DecodeOptions::exhaustive`](crate::DecodeOptions::exhaustive) for all.
//!
//! # Several errors
//!
//! If decoding fails, everything that is wrong with names and with values is reported together, in whichever blocks it
//! is: every unknown name that is refused, every attribute with a value that its field does not take, and of each block
//! the first field that is missing. The functions `from_…` do that for sources and bodies, and the methods of
//! [`DecodeOptions`](crate::DecodeOptions) with these names:
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
//! let text = "task \"a\" {\n  command = \"x\"\n  zoen = 1\n}\ntask \"b\" {\n  command = []\n}\ntask \"c\" {}\n";
//! let error = hcl::from_str::<Config>(text).unwrap_err();
//! let paths: Vec<String> = error.diagnostics().iter().map(|it| it.path().to_string()).collect();
//! assert_eq!(paths, ["task[\"a\"].zoen", "task[\"b\"].command", "task[\"c\"].command"]);
//! ```
//!
//! To find them, the type is deserialized again with a part of the configuration at a time, without evaluating
//! anything: a `Deserialize` of your own is called more than once if something is wrong. Where that does not tell, the
//! report has less: a missing field is not found if one that is required and declared before it is wrong or computed;
//! of an object or a list in an attribute, there is the first error, if nothing before it is computed; of the
//! blocks in one property of JSON syntax, those of the first one; of what serde holds back for `flatten` and tags, the first one of each
//! block. What a type says of a block as a whole, as `#[serde(try_from)]` does, is reported if nothing in the block is
//! wrong or computed. Expressions that cannot be evaluated are reported together if they are attributes of one body. At
//! most 20 errors are reported, those of several files in the order of the files. A
//! [`Deserializer`](crate::Deserializer) that is used directly reports the names of one block.
//!
//! # Paths
//!
//! The path of an error names attributes, keys and blocks from the root: `service["web"].port`. A block is named by its
//! labels, whether they are keys of maps or fields of an element of a `Vec`; a block without labels, or one of several
//! with the same labels, by its index: `listener[1].port`, `service["web"][1].port`. See [`Path`](crate::Path).
//!
//! # Flattened, tagged and untagged types
//!
//! For `#[serde(flatten)]`, `#[serde(untagged)]` and `#[serde(tag = "…")]`, serde buffers data before it knows what
//! the inner type asks for. Buffered data has lost spans and expressions, numbers of 128 bits, and the information
//! that one block may be a list of one: errors say so. Its only float is `f64`: a number that this cannot hold is an
//! error there (see [above](#values)). Buffered data is not converted, either: a `u16` does not accept `"80"` or the
//! literal `80.0`, a unit struct does not accept `{}`, and the keys of a map do not become numbers or bools. An error
//! of buffered data has its place if exactly one part of the data can be meant; otherwise it names all parts that can be,
//! or has the place of the block.
//! Labels are read by the outer struct; [`OneOrMany`](crate::OneOrMany) accepts one block where there may be several;
//! a map of [`Value`](crate::Value) takes the rest.
//!
//! A struct with `flatten` and a tagged enum ask for a map. Their first request distinguishes them from a real map: a
//! type that asks for a key as an identifier (a struct) or for a type tag (a tagged enum) gets labels as fields; a type
//! that asks for a whole entry, or for a key as anything else, gets labels as keys. A label field beside
//! flattened fields must ask for text, a number or an enum: a field that accepts anything cannot be distinguished
//! from buffered data, and the label is an error there.
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
//! let services: BTreeMap<String, Service> =
//!     hcl::from_str("service \"web\" {\n  backend { host = \"a\" }\n  weight = 3\n}\n")?;
//! let web = &services["service"];
//! assert_eq!((web.name.as_str(), web.common.backend[0].host.as_str()), ("web", "a"));
//! assert_eq!(web.rest["weight"], 3);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # JSON syntax
//!
//! [`json`](mod@crate::json) and [`from_path`](crate::from_path) load the same types from JSON. A property may be an
//! attribute or blocks, and what is asked for decides:
//!
//! | a field asks for | from a property |
//! |---|---|
//! | struct | the one block: an object, or an array with one; a level of objects around it for each label that its fields ask for |
//! | map | the properties of the object, or of the objects in the array: keys, labels or names of attributes |
//! | `Vec`, set, tuple | the elements of the array, or the object alone; of structs with label fields, all blocks behind the labels; of enums, each property as a variant, or each object in its array and each block behind its labels, unless the variant is a sequence itself |
//! | enum | a string, or the one property of the object |
//! | [`Body`](crate::Body) | the one block's body |
//! | anything else, [`Value`](crate::Value) and other untyped targets | the expression: an object or a tuple |
//!
//! A property may be repeated where several blocks are meant, and an untyped target gets a sequence of its values then.
//! In a merged body it is blocks if a file in native syntax has blocks of that name. A property of the name `"//"` is a
//! comment in a body, which is what a struct is decoded from; a map keeps it, since it may be a label or a key.
//!
//! Only the number of labels tells a label from the name of an attribute. Label fields say it: each of them gets a
//! label, also an `Option`, and `$labels` gets one. Where serde hides the fields, nothing says it: a label field beside
//! `flatten`, and `#[serde(tag = "$label")]`, are for native syntax only. A map keyed by label and an enum without a
//! tag work in both.
//!
//! Without a context, strings are the text that they are; with one, they are templates.
//!
//! ```
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
//! let native: Config = hcl::from_str("disk \"a\" {\n  size = 1\n}\ndisk \"b\" {\n  size = 2\n}\n")?;
//! let json: Config = hcl::json::from_str(r#"{ "disk": { "a": { "size": 1 }, "b": { "//": "new", "size": 2 } } }"#)?;
//! assert_eq!(native, json);
//! # Ok::<(), hcl::Error>(())
//! ```
