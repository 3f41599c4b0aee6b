//! Labels and blocks: which piece of the configuration becomes which piece of the struct.
//!
//! # The drawing
//!
//! ```text
//! the configuration                          the fields of Config
//!
//! name = "shop"  ──────────────────────────▶ name: String
//!
//! tls {           ─┐
//!   key = "k"      ├───────────────────────▶ tls: Option<Tls>
//! }               ─┘                                      │
//!                                                         └─ Tls { key: "k" }
//!
//! listener {      ─┐
//!   port = 80      │
//! }                ├───────────────────────▶ listener: Vec<Listener>
//! listener {       │                                       │
//!   port = 443     │                                       ├─ [0] Listener { port: 80 }
//! }               ─┘                                       └─ [1] Listener { port: 443 }
//!
//! service "web" { ─┐
//!   port = 8080    │
//! }                ├───────────────────────▶ service: BTreeMap<String, Service>
//! service "api" {  │                                            │
//!   port = 9090    │                                            ├─ "web" → Service { port: 8080 }
//! }               ─┘                                            └─ "api" → Service { port: 9090 }
//!
//! route "GET" "/" {  ──────────────────────▶ route: Vec<Route>
//!        │     │                                         │
//!        │     │                                         └─ Route {
//!        └─────┼──────────────────────────▶                   #[serde(rename = "$label")]   method: "GET"
//!              └──────────────────────────▶                   #[serde(rename = "$label.1")] path:   "/"
//!   to = "web"  ──────────────────────────▶                                                 to:     "web"
//! }                                                         }
//! ```
//!
//! The same as a program:
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     name: String,
//!     tls: Option<Tls>,
//!     #[serde(default)]
//!     listener: Vec<Listener>,
//!     #[serde(default)]
//!     service: BTreeMap<String, Service>,
//!     #[serde(default)]
//!     route: Vec<Route>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Tls {
//!     key: String,
//! }
//!
//! #[derive(Deserialize)]
//! struct Listener {
//!     port: u16,
//! }
//!
//! #[derive(Deserialize)]
//! struct Service {
//!     port: u16,
//! }
//!
//! #[derive(Deserialize)]
//! struct Route {
//!     #[serde(rename = "$label")]
//!     method: String,
//!     #[serde(rename = "$label.1")]
//!     path: String,
//!     to: String,
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     name = "shop"
//!
//!     tls {
//!       key = "k"
//!     }
//!
//!     listener {
//!       port = 80
//!     }
//!     listener {
//!       port = 443
//!     }
//!
//!     service "web" {
//!       port = 8080
//!     }
//!     service "api" {
//!       port = 9090
//!     }
//!
//!     route "GET" "/" {
//!       to = "web"
//!     }
//! "#)?;
//! assert_eq!((config.name.as_str(), config.tls.expect("it is set").key.as_str()), ("shop", "k"));
//! assert_eq!((config.listener[0].port, config.listener[1].port), (80, 443));
//! assert_eq!((config.service["web"].port, config.service["api"].port), (8080, 9090));
//! let Route { method, path, to } = &config.route[0];
//! assert_eq!((method.as_str(), path.as_str(), to.as_str()), ("GET", "/", "web"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Which type for which blocks
//!
//! | the blocks | the field |
//! |---|---|
//! | one | `tls: Tls` |
//! | one or none | `tls: Option<Tls>` |
//! | any number, in order | `listener: Vec<Listener>` |
//! | each with a name that is its own | `service: BTreeMap<String, Service>` |
//! | several with the same name | `service: BTreeMap<String, Vec<Service>>` |
//! | two labels, as in `resource "server" "web"` | `resource: BTreeMap<String, BTreeMap<String, Resource>>` |
//! | labels that you need inside of the struct | `Vec<Route>`, with fields renamed to `$label`, `$label.1` |
//! | any number of labels | a field renamed to `$labels`, of type `Vec<String>` |
//! | one label that says which kind it is | an enum: the label names the variant |
//!
//! A `Vec`, set or map is a missing field if there are no blocks: add `#[serde(default)]`. `T` beside two blocks, a
//! label that nothing reads and a repeated key are errors. Data is never dropped silently.
//!
//! # Maps take labels first
//!
//! Labels are taken from the left. What maps leave is for the fields:
//!
//! ```text
//! resource "server" "web" {                  resource: BTreeMap<String, Vec<Resource>>
//!           │        │                                            │
//!           └────────┼──────────────────────────▶ the key "server" ┘
//!                    └──────────────────────────▶ #[serde(rename = "$label")] name: "web"
//! ```
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     resource: BTreeMap<String, Vec<Resource>>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Resource {
//!     #[serde(rename = "$label")]
//!     name: String,
//! }
//!
//! let config: Config = hcl::from_str("resource \"server\" \"web\" {}\nresource \"server\" \"api\" {}\n")?;
//! assert_eq!(config.resource["server"][1].name, "api");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # A label that chooses the type
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Config {
//!     store: Vec<Store>,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "lowercase")]
//! enum Store {
//!     Memory { limit: u32 },
//!     Disk { path: String },
//! }
//!
//! let config: Config = hcl::from_str(r#"
//!     store "memory" {
//!       limit = 100
//!     }
//!     store "disk" {
//!       path = "/srv"
//!     }
//! "#)?;
//! assert_eq!(config.store, [Store::Memory { limit: 100 }, Store::Disk { path: "/srv".into() }]);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Blocks in the order of the file
//!
//! Steps of a job, rules of a firewall: where blocks of several types have one order, a field renamed to `$body` takes
//! what the other fields leave, as a list of enums. Each variant is named by an attribute or by a block type.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Job {
//!     name: String,
//!     #[serde(rename = "$body")]
//!     steps: Vec<Step>,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "lowercase")]
//! enum Step {
//!     Run { command: String },
//!     Copy { from: String, to: String },
//! }
//!
//! let job: Job = hcl::from_str(r#"
//!     name = "release"
//!
//!     copy {
//!       from = "site"
//!       to   = "/srv"
//!     }
//!     run {
//!       command = "make"
//!     }
//! "#)?;
//! assert_eq!(job.name, "release");
//! assert_eq!(job.steps[1], Step::Run { command: "make".into() });
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Times and durations
//!
//! Any type that serde reads from a string or a number can be a field, so that the usual helpers work:
//! `#[serde(default, with = "humantime_serde")] timeout: Option<Duration>` reads `timeout = "90s"`. The page
//! [companions](crate::mapping::companions) lists what is tested.
//!
//! # Where serde hides the type
//!
//! `#[serde(flatten)]`, `#[serde(untagged)]` and `#[serde(tag = "…")]` make serde read data before the type is known.
//! One block cannot be told from a list of one there: use [`OneOrMany`](crate::OneOrMany). The section [Flattened,
//! tagged and untagged types](crate::mapping::decoding#flattened-tagged-and-untagged-types) has the rules.
//!
//! # Next
//!
//! [`errors_and_validation`](super::errors_and_validation) · all rules: [`mapping::decoding`](crate::mapping::decoding)
//! · the way back, from structs to blocks: [`writing_and_editing`](super::writing_and_editing)
