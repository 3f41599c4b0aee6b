//! From the types of serde to HCL: how data is written as attributes and as blocks.
//!
//! | a field is | it is written as |
//! |---|---|
//! | scalar, sequence, tuple, map of anything but structs | [attribute](#attributes) |
//! | struct | [block](#blocks); its `$label` fields are the labels |
//! | sequence of structs | [repeated blocks](#repeated-blocks); an empty one as `name = []` |
//! | map of structs, maps of these | [labelled blocks](#labelled-blocks); an empty one as `name = {}` |
//! | enum | [block labelled by the variant](#variants), or string |
//! | `None` | [nothing in a struct](#absent-values), `null` elsewhere |
//! | `Expression`, `Template`, `Traversal`, `Body` | [its own text](#native-syntax) |
//! | root sequence of enums | [body in that order](#ordered-bodies) |
//!
//! A block must be possible for every part of a field; otherwise the whole field is one attribute. What is written is in
//! the canonical form of [`format`](crate::format()), and decodes to what was written.
//!
//! # Attributes
//!
//! ```
//! # use serde_derive::Serialize;
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
//! # use serde_derive::Serialize;
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
//! # use serde_derive::Serialize;
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
//! # use serde_derive::Serialize;
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
//! # use serde_derive::Serialize;
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
//! ```
//! # use serde_derive::Serialize;
//! #[derive(Serialize)]
//! struct Config {
//!     region: Option<&'static str>,
//!     limits: Vec<Option<u8>>,
//! }
//!
//! let config = Config { region: None, limits: vec![Some(1), None] };
//! assert_eq!(hcl::to_string(&config)?, "limits = [1, null]\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Native syntax
//!
//! ```
//! # use serde_derive::Serialize;
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
//! # use serde_derive::Serialize;
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
//! # What cannot be written
//!
//! A float that is no number or infinite, a name that is no identifier, two equal names in one body, a label without a
//! block, a value that is unknown, and a root that is no body are errors with the path of the part at fault, and no text
//! is written.
//!
//! ```
//! let error = hcl::to_string(&serde_json::json!({ "two words": 1 })).unwrap_err();
//! assert_eq!(error.path(), "[\"two words\"]");
//! ```
