//! Layers and several files: built-in defaults, a system file, a user file, a directory of files.
//!
//! | you have | call | if a name is set twice |
//! |---|---|---|
//! | one configuration in several files | [`Body::merge`](crate::Body::merge) | it is an error |
//! | layers, where later ones override earlier ones | [`Overlay::of::<Config>()`](crate::Overlay::of), or without a type [`Body::overlay`](crate::Body::overlay) | the last layer wins |
//! | settings from the command line or the environment | [`overlay_settings`](crate::Overlay::overlay_settings), [`overlay_environment`](crate::Overlay::overlay_environment) | the last setting wins |
//!
//! The result is always a body, which you decode like the body of a single file. `Overlay::of` returns the rules of a
//! type; pass the bodies to its method [`overlay`](crate::Overlay::overlay). Each error names the file that it comes
//! from.
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
//! // From files: hcl::parse_file("network.hcl")?
//! let parse = |name, text| {
//!     ParseOptions::new().with_filename(name).parse(text).into_result()
//! };
//! let network = parse("network.hcl", "port = 80\n")?;
//! let storage = parse("storage.hcl", "path = \"/srv\"\n")?;
//! let body = Body::merge([network.clone(), storage.clone()]);
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!((config.port, config.path.as_str()), (80, "/srv"));
//!
//! let more = parse("more.hcl", "port = 81\n")?;
//! let body = Body::merge([network, storage, more]);
//! let report = hcl::from_body::<Config>(&body).unwrap_err().to_string();
//! assert!(report.contains("more.hcl:1:1") && report.contains("network.hcl"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! When you read a directory, sort the paths: the operating system returns them in no particular order. To report the
//! errors of all files together, collect their diagnostics:
//!
//! ```no_run
//! use std::path::Path;
//!
//! fn parse_directory(directory: &Path) -> Result<Vec<hcl::Body>, hcl::Error> {
//!     // The error of `read_dir` does not name the directory.
//!     let unreadable = |error: std::io::Error| {
//!         let text = format!("{}: {error}", directory.display());
//!         std::io::Error::new(error.kind(), text)
//!     };
//!     let mut paths = Vec::new();
//!     for entry in std::fs::read_dir(directory).map_err(unreadable)? {
//!         paths.push(entry?.path());
//!     }
//!     // With the feature `json`, "json" as well.
//!     paths.retain(|path| path.extension().is_some_and(|it| it == "hcl"));
//!     paths.sort();
//!     let (mut bodies, mut diagnostics) = (Vec::new(), Vec::new());
//!     for path in paths {
//!         match hcl::parse_file(path) {
//!             Ok(body) => bodies.push(body),
//!             Err(error) => diagnostics.extend(error.into_diagnostics()),
//!         }
//!     }
//!     hcl::Error::check(diagnostics)?;
//!     Ok(bodies)
//! }
//! # parse_directory(Path::new("conf.d")).map(drop)
//! # ; Ok::<(), hcl::Error>(())
//! ```
//!
//! An optional file:
//!
//! ```
//! fn parse_if_exists(path: &str) -> hcl::Result<Option<hcl::Body>> {
//!     match hcl::parse_file(path) {
//!         Ok(body) => Ok(Some(body)),
//!         Err(error) => match error.io_error().map(std::io::Error::kind) {
//!             Some(std::io::ErrorKind::NotFound) => Ok(None),
//!             _ => Err(error),
//!         },
//!     }
//! }
//! assert!(parse_if_exists("no-such-file.hcl")?.is_none());
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Layers
//!
//! Pass the bodies from the lowest layer to the highest. Attributes override each other, blocks with the same labels
//! are merged into one, and new blocks are added. [`Overlay::of`](crate::Overlay::of) also considers the type: blocks
//! that the type reads as a list or an enum are replaced, not merged.
//!
//! ```text
//! defaults.hcl             app.hcl                  the result
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
//! // The lowest layer is the built-in defaults, as text, so that errors can show them.
//! let log = Log { level: "info".into(), file: "/var/log".into() };
//! let defaults = hcl::to_string(&Config { workers: 4, log })?;
//!
//! let parse = |name, text| {
//!     ParseOptions::new().with_filename(name).parse(text).into_result()
//! };
//! let defaults = parse("built-in defaults", defaults.as_str())?;
//! let user = parse("app.hcl", "log {\n  level = \"debug\"\n}\n")?;
//! let overlay = Overlay::of::<Config>();
//! let body = overlay.overlay([defaults.clone(), user])?;
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!(config.workers, 4);
//! assert_eq!(config.log.level, "debug");
//! assert_eq!(config.log.file, "/var/log");
//!
//! let wrong = parse("app.hcl", "workers = -1\n")?;
//! let body = overlay.overlay([defaults, wrong])?;
//! let error = hcl::from_body::<Config>(&body).unwrap_err();
//! assert!(error.to_string().contains("app.hcl:1:11"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Lists of blocks and enums
//!
//! If blocks are a list, such as `listener` without a label, nothing says which one a later layer refers to. Likewise,
//! `store "disk"` over `store "memory"` would result in two stores. With the type, the blocks of the last layer that
//! has any replace all others, no matter how many there are:
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
//! let system = hcl::parse(r#"
//!     store "memory" {}
//!     listener {
//!       port = 80
//!       host = "a"
//!     }
//! "#)?;
//! let user = hcl::parse(r#"
//!     store "disk" {
//!       path = "/srv"
//!     }
//!     listener {
//!       port = 8080
//!     }
//! "#)?;
//! let body = Overlay::of::<Config>().overlay([system.clone(), user.clone()])?;
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!(config.store, Store::Disk { path: "/srv".into() });
//! assert_eq!(config.listener, [Listener { port: 8080, host: None }]);
//!
//! // Without the type, there are two stores, and the listener keeps its host.
//! let body = Body::overlay([system.clone(), user.clone()])?;
//! assert!(hcl::from_body::<Config>(&body).is_err());
//!
//! // A rule for a block type overrides what the Rust type says.
//! let all = Overlay::of::<Config>().with_blocks("listener", OverlayRule::Append);
//! let config: Config = hcl::from_body(&all.overlay([system, user])?)?;
//! assert_eq!(config.listener.len(), 2);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! | rule | result for the blocks of a type |
//! |---|---|
//! | [`OverlayRule::Merge`](crate::OverlayRule::Merge) | one block is merged into one with the same labels; if either body has several, the later blocks replace the earlier ones |
//! | [`OverlayRule::Replace`](crate::OverlayRule::Replace) | the blocks of the last layer that has any |
//! | [`OverlayRule::Append`](crate::OverlayRule::Append) | the blocks of all layers, in order |
//!
//! Objects and lists in attributes are values, and are replaced as a whole. [`Overlay`](crate::Overlay) lists all
//! rules, including those for JSON syntax.
//!
//! # Remove a block
//!
//! Setting a label to null removes the block of a lower layer: `service = { web = null }`, or in JSON
//! `{"service": {"web": null}}`.
//!
//! ```
//! let system = hcl::parse("service \"web\" {}\nservice \"api\" {}\n")?;
//! let user = hcl::parse("service = { web = null }\n")?;
//! let body = hcl::Body::overlay([system, user])?;
//! assert_eq!(body.to_string(), "service \"api\" {}\n");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Settings from the command line as a layer
//!
//! `--set upstream.shop.balance=random` and environment variables such as `APP_UPSTREAM__SHOP__BALANCE` can be the
//! highest layers. The type determines what is a block, a label or a key, so an unknown name is an error with a
//! suggestion; a label that does not exist yet adds a block. If the setting is a string, the value is taken literally;
//! otherwise, it is an expression. The last call wins, so overlay the environment before the command line:
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
//! let file = hcl::parse(r#"
//!     upstream "shop" {
//!       balance = "first"
//!       port    = 80
//!     }
//! "#)?;
//! let overlay = Overlay::of::<Config>();
//! // In a program: std::env::vars_os()
//! let variables = [("APP_UPSTREAM__SHOP__PORT", "8080"), ("HOME", "/root")];
//! let body = overlay.overlay_environment(file, "APP_", variables)?;
//! // In a program: the values of its option `--set`
//! let settings = ["upstream.shop.balance=random"];
//! let body = overlay.overlay_settings(body, "--set", settings)?;
//! let config: Config = hcl::from_body(&body)?;
//! assert_eq!(config.upstream["shop"].balance, "random");
//! assert_eq!(config.upstream["shop"].port, 8080);
//!
//! // Errors name the setting.
//! let body = overlay.overlay_settings(body, "--set", ["upstream.shop.port=-1"])?;
//! let error = hcl::from_body::<Config>(&body).unwrap_err();
//! assert!(error.to_string().contains("--set upstream.shop.port:1:20"));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`overlay_settings`](crate::Overlay::overlay_settings) has the rules for paths and values.
//!
//! # Dynamic blocks
//!
//! [`expand_dynamic`](crate::dynblock::expand_dynamic) replaces `dynamic` blocks with the blocks that they generate.
//! Call it on the combined body, before decoding. [`dynblock::variables`](crate::dynblock::variables) lists the
//! variables that such a body needs. Both need the feature `spec`.
//!
//! # Next
//!
//! [`writing_and_editing`](super::writing_and_editing) · checks that name the right file:
//! [`errors_and_validation`](super::errors_and_validation) · a complete program for files: the example `layers` in the
//! repository · figment and config: [`mapping::companions`](crate::mapping::companions)
