//! Labels and blocks: which part of the configuration becomes which part of the struct.
//!
//! # Overview
//!
//! ```text
//! the configuration                     the fields of Config
//!
//! name = "shop"  ─────────────────────▶ name: String
//!
//! tls {           ─┐
//!   key = "k"      ├──────────────────▶ tls: Option<Tls>
//! }               ─┘                      └─ Tls { key: "k" }
//!
//! listener {      ─┐
//!   port = 80      │
//! }                ├──────────────────▶ listener: Vec<Listener>
//! listener {       │                      ├─ [0] Listener { port: 80 }
//!   port = 443     │                      └─ [1] Listener { port: 443 }
//! }               ─┘
//!
//! service "web" { ─┐
//!   port = 8080    │
//! }                ├──────────────────▶ service: BTreeMap<String, Service>
//! service "api" {  │                      ├─ "web" → Service { port: 8080 }
//!   port = 9090    │                      └─ "api" → Service { port: 9090 }
//! }               ─┘
//!
//! route "GET" "/" {  ─────────────────▶ route: Vec<Route>
//!        │     │                          └─ Route {
//!        │     │                               #[serde(rename = "$label")]
//!        └─────┼──────────────────────▶        method: "GET",
//!              │                               #[serde(rename = "$label.1")]
//!              └──────────────────────▶        path: "/",
//!   to = "web"  ──────────────────────▶        to: "web",
//! }                                          }
//! ```
//!
//! As a program:
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
//! assert_eq!(config.name, "shop");
//! assert_eq!(config.tls.expect("it is set").key, "k");
//! assert_eq!((config.listener[0].port, config.listener[1].port), (80, 443));
//! assert_eq!(config.service["web"].port, 8080);
//! assert_eq!(config.service["api"].port, 9090);
//! let Route { method, path, to } = &config.route[0];
//! assert_eq!((method.as_str(), path.as_str(), to.as_str()), ("GET", "/", "web"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Choosing the type of a field
//!
//! | the blocks | the field |
//! |---|---|
//! | one | `tls: Tls` |
//! | one or none | `tls: Option<Tls>` |
//! | any number, in order | `listener: Vec<Listener>` |
//! | each with a unique label | `service: BTreeMap<String, Service>` |
//! | several with the same label | `service: BTreeMap<String, Vec<Service>>` |
//! | two labels, as in `resource "server" "web"` | `resource: BTreeMap<String, BTreeMap<String, Resource>>` |
//! | labels that you need in the struct | `Vec<Route>`, with fields renamed to `$label`, `$label.1` |
//! | [a label that may be absent](#optional-labels) | a field of type `Option<String>` renamed to `$label` |
//! | any number of labels | a field of type `Vec<String>` renamed to `$labels` |
//! | [one label that chooses the kind](#a-label-that-chooses-the-type) | an enum: the label names the variant |
//!
//! If there are no blocks, a `Vec`, set or map field counts as missing: add `#[serde(default)]`. Two blocks for a `T`,
//! a label that the type does not take, and a repeated label are errors. A block with the name of a field is never
//! ignored.
//!
//! # Maps take labels first
//!
//! Labels are taken from left to right. Fields get the labels that remain after the maps:
//!
//! ```text
//! resource "server" "web" {        resource: BTreeMap<String, Vec<Resource>>
//!           │        │                                    │
//!           └────────┼──────────────▶ the key "server" ───┘
//!                    └──────────────▶ #[serde(rename = "$label")] name: "web"
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
//! let config: Config = hcl::from_str(r#"
//!     resource "server" "web" {}
//!     resource "server" "api" {}
//! "#)?;
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
//! assert_eq!(config.store[0], Store::Memory { limit: 100 });
//! assert_eq!(config.store[1], Store::Disk { path: "/srv".into() });
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Optional labels
//!
//! A field of type `Option<String>` renamed to `$label` makes a label optional. If the label also chooses the content,
//! as in `tls { … }` or `tls "acme" { … }`, put an enum for the label and a struct for the block without a label into
//! an untagged enum:
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Config {
//!     tls: Tls,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! #[serde(untagged)]
//! enum Tls {
//!     Provider(Provider),
//!     Files { key: String },
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "lowercase")]
//! enum Provider {
//!     Acme { email: String },
//! }
//!
//! let config: Config = hcl::from_str("tls {\n  key = \"k\"\n}\n")?;
//! assert_eq!(config.tls, Tls::Files { key: "k".into() });
//! let config: Config = hcl::from_str("tls \"acme\" {\n  email = \"me\"\n}\n")?;
//! assert_eq!(config.tls, Tls::Provider(Provider::Acme { email: "me".into() }));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! Errors inside an untagged enum say only that no variant fits. For precise errors, read the label, keep the rest of
//! the block, and decode the rest once the label is known. In JSON syntax, a block that is read in this way must have a
//! label:
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! struct Config {
//!     tls: Tls,
//! }
//!
//! #[derive(Deserialize)]
//! struct Tls {
//!     #[serde(rename = "$label")]
//!     provider: Option<String>,
//!     #[serde(rename = "$body")]
//!     settings: hcl::Body,
//! }
//!
//! #[derive(Deserialize)]
//! struct Files {
//!     key: String,
//! }
//!
//! let config: Config = hcl::from_str("tls {\n  kye = \"k\"\n}\n")?;
//! if config.tls.provider.is_none() {
//!     let files = hcl::from_body::<Files>(&config.tls.settings);
//!     let error = files.err().expect("it is misspelt");
//!     assert!(error.message().contains("key"), "{error}");
//! }
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Blocks of several types, in order
//!
//! The steps of a job and the rules of a firewall have an order across block types. A field renamed to `$body` takes
//! everything that no other field takes, here as a list of enums: each attribute name or block type names a variant.
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
//! Any type that serde reads from a string or a number can be a field. The usual helpers work:
//! `#[serde(default, with = "humantime_serde")] timeout: Option<Duration>` reads `timeout = "90s"`. The page
//! [companions](crate::mapping::companions) lists the tested crates.
//!
//! # Flattened, tagged and untagged types
//!
//! With `#[serde(flatten)]`, `#[serde(untagged)]` and `#[serde(tag = "…")]`, serde reads the data before it knows the
//! type. A single block is then read as one value, not as a list: use [`OneOrMany`](crate::OneOrMany) instead of `Vec`.
//! The [reference](crate::mapping::decoding#flattened-tagged-and-untagged-types) has the rules.
//!
//! # Next
//!
//! [`errors_and_validation`](super::errors_and_validation) · all rules: [`mapping::decoding`](crate::mapping::decoding)
//! · from structs to blocks: [`writing_and_editing`](super::writing_and_editing)
