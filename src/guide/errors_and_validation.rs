//! Errors and validation: what users see when something is wrong, and checks of your own.
//!
//! # The report
//!
//! An [`Error`](crate::Error) speaks to the author of the configuration: what is wrong, where, what to do, and the path
//! in your data. `Display` is the whole report.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     storage: BTreeMap<String, Storage>,
//! }
//!
//! #[derive(Deserialize, Debug)]
//! #[serde(deny_unknown_fields)]
//! struct Storage {
//!     path: String,
//!     capacity: Option<u64>,
//! }
//!
//! let text = "storage \"cold\" {\n  path    = \"/mnt\"\n  capcity = 20000\n}\n";
//! let options = hcl::DecodeOptions::new().with_filename("app.hcl");
//! let error = options.from_str::<Config>(text).unwrap_err();
//! assert_eq!(error.to_string(), r#"error: Unsupported argument
//!  --> app.hcl:3:3
//!   |
//! 3 |   capcity = 20000
//!   |   ^^^^^^^
//!   |
//!   = note: "capcity" is not expected here. Did you mean "capacity"? Expected one of "path", "capacity".
//!   = path: storage["cold"].capcity"#);
//! ```
//!
//! # The facts, for programs
//!
//! | call | what it gives |
//! |---|---|
//! | [`diagnostics`](crate::Error::diagnostics) | all [diagnostics](crate::Diagnostic): every syntax error of a file; every [name and value](crate::mapping::decoding#several-errors) that does not fit, and every expression of a body that cannot be evaluated |
//! | [`render`](crate::Error::render), `{error:#}` | the reports of all of them, as a program prints them |
//! | [`line`](crate::Error::line), [`column`](crate::Error::column), [`span`](crate::Error::span) | the place of the first one; lines and columns count from 1, spans are bytes |
//! | [`path`](crate::Error::path) | the path in the decoded data |
//! | [`classify`](crate::Error::classify) | whether the syntax, an evaluation, the data, a limit or reading failed |
//! | [`developer_note`](crate::Error::developer_note) | what a developer should change in the types; `{:?}` shows it too |
//! | [`Diagnostic::render`](crate::Diagnostic::render) | the report of one diagnostic, in colour if you like |
//!
//! The report of an error shows the first diagnostic and counts the other errors, but not the warnings. To print all of
//! them:
//!
//! ```
//! let error = hcl::parse("a = \nb = 2 +\n").unwrap_err();
//! assert_eq!(error.diagnostics().len(), 2);
//! eprintln!("{error:#}"); // in colour: error.render(hcl::RenderStyle::Ansi)
//! # assert_eq!(format!("{error:#}").matches("error: ").count(), 2);
//! ```
//!
//! # A check of one value: its type
//!
//! The message of a `Deserialize` or `TryFrom` implementation gets the place and the path of its field.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize, Debug)]
//! struct Config {
//!     host: HostName,
//! }
//!
//! #[derive(Deserialize, Debug)]
//! #[serde(try_from = "String")]
//! struct HostName(String);
//!
//! impl TryFrom<String> for HostName {
//!     type Error = String;
//!
//!     fn try_from(name: String) -> Result<Self, String> {
//!         if name.contains(' ') {
//!             return Err(format!("\"{name}\" is not a host name: it contains a space."));
//!         }
//!         Ok(HostName(name))
//!     }
//! }
//!
//! let error = hcl::from_str::<Config>("host = \"my host\"\n").unwrap_err();
//! assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
//! assert!(error.to_string().contains("it contains a space"));
//! ```
//!
//! # A check of several fields: `Validation`
//!
//! Parse the body first, decode it, then report what is wrong by paths. The types need not know about places. All
//! faults are reported together.
//!
//! ```
//! # use serde::Deserialize;
//! # use std::collections::BTreeMap;
//! #[derive(Deserialize)]
//! struct Config {
//!     pool: BTreeMap<String, Pool>,
//! }
//!
//! #[derive(Deserialize)]
//! struct Pool {
//!     min: u32,
//!     max: u32,
//! }
//!
//! impl Pool {
//!     fn check(&self, validation: &hcl::Validation) {
//!         if self.min > self.max {
//!             let detail = format!("\"min\" must not be greater than \"max\", which is {}.", self.max);
//!             validation.error("min", "Empty range", detail);
//!         }
//!         if self.max > 1000 {
//!             validation.warning("max", "Large pool", "Most servers allow 1000 connections.");
//!         }
//!     }
//! }
//!
//! let body = hcl::parse("pool \"a\" {\n  min = 2000\n  max = 1500\n}\n")?; // of a file: hcl::parse_file(path)
//! let config: Config = hcl::from_body(&body)?;
//! let validation = hcl::Validation::new(&body);
//! for (name, pool) in &config.pool {
//!     pool.check(&validation.within(["pool", name]));
//! }
//! let error = validation.finish().unwrap_err();
//! assert_eq!(error.diagnostics().len(), 2);
//! assert_eq!((error.line(), error.path().to_string()), (Some(2), r#"pool["a"].min"#.to_owned()));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`finish`](crate::Validation::finish) fails if an error was reported. Warnings alone do not: print those of
//! [`diagnostics`](crate::Validation::diagnostics).
//!
//! A path is text as in the report (`"tls.key"`), or an array of names: names that come from data, such as `name` here,
//! belong in an array, because they may have points. `["pool", name, "$label"]` names a label, and
//! [`Path::name`](crate::Path::name) begins a path with indices. Where the file does not say what a path names, the
//! report is at the nearest place around and says what is not set there; [`is_set`](crate::Validation::is_set) asks. A
//! fault that is about two fields, such as a repeated port, is reported with the places of both: give the diagnostic of
//! [`report`](crate::Validation::report) the path of the other one.
//!
//! [`Validation`](crate::Validation) follows paths through [overlaid](super::layers_and_files) bodies too: the report
//! names the file that set the value.
//!
//! ## Secrets
//!
//! What the crate reports shows no [secret](super::functions_and_scopes#secrets). A detail that you write, such as
//! `There is no upstream "…"`, shows what you put into it: decoded data does not know that it came from a secret
//! variable. Say what is wrong without the value where it may be secret. Messages of `Deserialize` and `TryFrom` are
//! left out where the expression refers to a secret.
//!
//! # A value that knows its place: `Spanned`
//!
//! A field of type [`Spanned<T>`](crate::Spanned) can be reported long after the body is gone. With the trait
//! [`Located`](crate::Located) in scope, `position()` gives its line and column.
//! [`Diagnostic::at`](crate::Diagnostic::at) and [`Error::at`](crate::Error::at) take it, and anything else that has a
//! place: an [`Expression`](crate::Expression), an [`Attribute`](crate::Attribute), a [`Block`](crate::Block).
//!
//! ```
//! # use serde::Deserialize;
//! use hcl::{Diagnostic, Error, Spanned};
//!
//! #[derive(Deserialize)]
//! struct Config {
//!     port: Spanned<u16>,
//! }
//!
//! let config: Config = hcl::from_str("port = 80\n")?;
//! let mut found = Vec::new();
//! if *config.port.value() < 1024 {
//!     let detail = "Ports below 1024 are for root.";
//!     found.push(Diagnostic::error("Privileged port", detail).at(&config.port));
//! }
//! let error = Error::check(found).unwrap_err();
//! assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Files with errors
//!
//! Editors and linters want what there is. What reads a whole body gives it beside all diagnostics, whatever is wrong,
//! as [`Diagnosed`](crate::Diagnosed): [`ParseOptions::parse`](crate::ParseOptions::parse), schemas, specs, and
//! [`evaluate_diagnosed`](crate::Expression::evaluate_diagnosed) for one expression. Where all of it is needed,
//! [`into_result`](crate::Diagnosed::into_result) makes a `Result` of it.
//!
//! ```
//! let parsed = hcl::ParseOptions::new().parse("a = 1\nb = \nc = 3\n");
//! assert_eq!(parsed.diagnostics.len(), 1);
//! assert!(parsed.value.attribute("c").is_some());
//! ```
//!
//! # Next
//!
//! [`kept_expressions`](super::kept_expressions) · secrets in reports:
//! [`functions_and_scopes`](super::functions_and_scopes#secrets) · reports by miette:
//! [`mapping::companions`](crate::mapping::companions)
