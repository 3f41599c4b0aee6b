//! Layers and many files: defaults, the file of the system, the file of the user, a folder of files.
//!
//! | you have | call | a name that is set twice |
//! |---|---|---|
//! | one configuration in several files | [`Body::merge`](crate::Body::merge) | is an error |
//! | settings from the command line or the environment | [`overlay_settings`](crate::Overlay::overlay_settings), [`overlay_environment`](crate::Overlay::overlay_environment) | is what the last setting says |
//! | layers, where a later one overrides an earlier one | [`Overlay::of::<Config>()`](crate::Overlay::of), or without a type [`Body::overlay`](crate::Body::overlay) | is what the last layer says |
//!
//! They take bodies and give a body, which is decoded like that of one file. Each error names the file that said it.
//!
//! # Several files, one configuration
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::{Body, ParseOptions};
//!
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     port: u16,
//!     path: String,
//! }
//!
//! // Of files: hcl::parse_file("network.hcl")?
//! let parse = |name, text| ParseOptions::new().with_filename(name).parse(text).into_result();
//! let network = parse("network.hcl", "port = 80\n")?;
//! let storage = parse("storage.hcl", "path = \"/srv\"\n")?;
//! let config: Config = hcl::from_body(&Body::merge([network.clone(), storage.clone()]))?;
//! assert_eq!((config.port, config.path.as_str()), (80, "/srv"));
//!
//! let more = parse("more.hcl", "port = 81\n")?;
//! let error = hcl::from_body::<Config>(&Body::merge([network, storage, more])).unwrap_err();
//! let report = error.to_string();
//! assert!(report.contains("more.hcl:1:1") && report.contains("network.hcl"), "{report}");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! To read a folder, sort the paths, so that the order does not depend on the machine:
//!
//! ```no_run
//! fn parse_folder(folder: &str) -> hcl::Result<Vec<hcl::Body>> {
//!     let mut paths = Vec::new();
//!     for entry in std::fs::read_dir(folder)? {
//!         paths.push(entry?.path());
//!     }
//!     paths.retain(|path| path.extension().is_some_and(|it| it == "hcl" || it == "json"));
//!     paths.sort();
//!     paths.iter().map(hcl::parse_file).collect()
//! }
//! # parse_folder("conf.d").map(drop)
//! # ; Ok::<(), hcl::Error>(())
//! ```
//!
//! A file that may be absent:
//!
//! ```
//! fn parse_if_there(path: &str) -> hcl::Result<Option<hcl::Body>> {
//!     match hcl::parse_file(path) {
//!         Ok(body) => Ok(Some(body)),
//!         Err(error) => match error.io_error().map(std::io::Error::kind) {
//!             Some(std::io::ErrorKind::NotFound) => Ok(None),
//!             _ => Err(error),
//!         },
//!     }
//! }
//! assert!(parse_if_there("there-is-no-such-file.hcl")?.is_none());
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Layers
//!
//! Bodies are given from the lowest to the highest. Attributes override, blocks with the same labels become one block,
//! and new ones are added. [`Overlay::of`](crate::Overlay::of) asks the type which blocks are a list or a choice instead;
//! these are replaced:
//!
//! ```text
//! defaults.hcl             app.hcl                  what is decoded
//!
//! workers = 4                                       workers = 4            defaults.hcl
//! log {                    log {                    log {
//!   level = "info"           level = "debug"          level = "debug"      app.hcl
//!   file  = "/var/log"                                file  = "/var/log"   defaults.hcl
//! }                        }                        }
//! service "web" {          service "api" {          service "web" { … }    defaults.hcl
//!   port = 80                port = 90              service "api" { … }    app.hcl
//! }                        }
//! ```
//!
//! ```
//! # use serde::{Deserialize, Serialize};
//! use hcl::{Overlay, ParseOptions};
//!
//! #[derive(Serialize, Deserialize, Debug)]
//! struct Config {
//!     workers: u16,
//!     log: Log,
//! }
//!
//! #[derive(Serialize, Deserialize, Debug)]
//! struct Log {
//!     level: String,
//!     file: String,
//! }
//!
//! // The defaults of the program are the lowest layer: written as text, so that errors can show them.
//! let log = Log { level: "info".into(), file: "/var/log".into() };
//! let defaults = hcl::to_string(&Config { workers: 4, log })?;
//!
//! let parse = |name, text| ParseOptions::new().with_filename(name).parse(text).into_result();
//! let defaults = parse("built-in defaults", defaults.as_str())?;
//! let user = parse("app.hcl", "log {\n  level = \"debug\"\n}\n")?;
//! let overlay = Overlay::of::<Config>();
//! let config: Config = hcl::from_body(&overlay.overlay([defaults.clone(), user])?)?;
//! assert_eq!((config.workers, config.log.level.as_str(), config.log.file.as_str()), (4, "debug", "/var/log"));
//!
//! let wrong = parse("app.hcl", "workers = -1\n")?;
//! let error = hcl::from_body::<Config>(&overlay.overlay([defaults, wrong])?).unwrap_err();
//! assert!(error.to_string().contains("app.hcl:1:11"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Lists of blocks and enums
//!
//! Of blocks that are a list, such as `listener` without a label, nothing says which one a later layer means, and `store
//! "disk"` over `store "memory"` would be two stores. With the type, the blocks of the last layer that has any replace the
//! others, be there one or many:
//!
//! ```
//! # use serde::Deserialize;
//! # use hcl::{Body, Overlay, OverlayRule};
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     store: Store,
//!     #[serde(default)]
//!     listener: Vec<Listener>,
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! #[serde(rename_all = "lowercase")]
//! enum Store {
//!     Memory {},
//!     Disk { path: String },
//! }
//!
//! #[derive(Deserialize, PartialEq, Debug)]
//! struct Listener {
//!     port: u16,
//!     host: Option<String>,
//! }
//!
//! let system = hcl::parse("store \"memory\" {}\nlistener {\n  port = 80\n  host = \"a\"\n}\n")?;
//! let user = hcl::parse("store \"disk\" {\n  path = \"/srv\"\n}\nlistener {\n  port = 8080\n}\n")?;
//! let body = Overlay::of::<Config>().overlay([system.clone(), user.clone()])?;
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!(config.store, Store::Disk { path: "/srv".into() });
//! assert_eq!(config.listener, [Listener { port: 8080, host: None }]);
//!
//! // Without the type there are two stores, and the listener would keep the host.
//! assert!(hcl::from_body::<Config>(&Body::overlay([system.clone(), user.clone()])?).is_err());
//!
//! // The rule for a block type overrides what the type says.
//! let all = Overlay::of::<Config>().with_blocks("listener", OverlayRule::Append);
//! assert_eq!(hcl::from_body::<Config>(&all.overlay([system, user])?)?.listener.len(), 2);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! | rule | what becomes of the blocks of a type |
//! |---|---|
//! | [`OverlayRule::Merge`](crate::OverlayRule::Merge) | one block over one with the same labels is merged; several are replaced |
//! | [`OverlayRule::Replace`](crate::OverlayRule::Replace) | those of the last layer that has any |
//! | [`OverlayRule::Append`](crate::OverlayRule::Append) | those of all layers, in order |
//!
//! Objects and lists in attributes are values: they are replaced as a whole. [`Overlay`](crate::Overlay) has all rules,
//! those for files in JSON syntax too.
//!
//! # Blocks that a layer removes
//!
//! A label that is null removes the block of a lower layer: `service = { web = null }`, in JSON `{"service": {"web":
//! null}}`.
//!
//! ```
//! let system = hcl::parse("service \"web\" {}\nservice \"api\" {}\n")?;
//! let user = hcl::parse("service = { web = null }\n")?;
//! assert_eq!(hcl::Body::overlay([system, user])?.to_string(), "service \"api\" {}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Settings from the command line as a layer
//!
//! Two calls take `--set upstream.shop.balance=random` and variables of the environment such as
//! `APP_UPSTREAM__SHOP__BALANCE` as the highest layers. The type says what is a block, a label or a key, so that a name that
//! is not known is an error with a suggestion. A string takes the text as it is, anything else is an expression:
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! use hcl::Overlay;
//!
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     upstream: BTreeMap<String, Upstream>,
//! }
//!
//! #[derive(Deserialize, Debug)]
//! struct Upstream {
//!     balance: String,
//!     port: u16,
//! }
//!
//! let file = hcl::parse("upstream \"shop\" {\n  balance = \"first\"\n  port    = 80\n}\n")?;
//! let overlay = Overlay::of::<Config>();
//! // Of a program: std::env::vars_os()
//! let variables = [("APP_UPSTREAM__SHOP__PORT", "8080"), ("HOME", "/root")];
//! let body = overlay.overlay_environment(file, "APP_", variables)?;
//! // Of a program: the values of its option `--set`
//! let body = overlay.overlay_settings(body, "--set", ["upstream.shop.balance=random"])?;
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!((config.upstream["shop"].balance.as_str(), config.upstream["shop"].port), ("random", 8080));
//!
//! // Errors know each setting by its name.
//! let body = overlay.overlay_settings(body, "--set", ["upstream.shop.port=-1"])?;
//! let error = hcl::from_body::<Config>(&body).unwrap_err();
//! assert!(error.to_string().contains("--set upstream.shop.port:1:20"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`overlay_settings`](crate::Overlay::overlay_settings) has the rules for paths and values.
//!
//! # Blocks that are generated
//!
//! [`expand_dynamic`](crate::dynblock::expand_dynamic) replaces `dynamic` blocks by the blocks that they stand for. Call it on
//! the combined body, before decoding.
//!
//! # Next
//!
//! Checks that name the right file: [`errors_and_validation`](super::errors_and_validation) · the example `layers` of
//! the repository is a whole program · figment and config: [`mapping::companions`](crate::mapping::companions)
