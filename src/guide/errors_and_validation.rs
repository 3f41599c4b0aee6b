//! Errors and validation: what users see when something is wrong, and how to add your own checks.
//!
//! # The report
//!
//! An [`Error`](crate::Error) is written for the author of the configuration: it says what is wrong, where, what to do,
//! and the path in your data. `Display` prints the report.
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
//!     size: Option<u64>,
//! }
//!
//! let text = "storage \"cold\" {\n  sise = 20000\n}\n";
//! let options = hcl::DecodeOptions::new().with_filename("app.hcl");
//! let error = options.from_str::<Config>(text).unwrap_err();
//! assert_eq!(error.to_string(), r#"error: Unsupported argument
//!  --> app.hcl:2:3
//!   |
//! 2 |   sise = 20000
//!   |   ^^^^
//!   |
//!   = note: "sise" is not expected here. Did you mean "size"? Expected "size".
//!   = path: storage["cold"].sise"#);
//! ```
//!
//! # Errors in programs
//!
//! | call | result |
//! |---|---|
//! | [`diagnostics`](crate::Error::diagnostics) | all [diagnostics](crate::Diagnostic), by default at most 20: the syntax errors of a file; the names and values that do not fit, [with some exceptions](crate::mapping::decoding#several-errors); the expressions of a body that cannot be evaluated |
//! | [`render`](crate::Error::render), `{error:#}` | the reports of all diagnostics, ready to print |
//! | [`line`](crate::Error::line), [`column`](crate::Error::column), [`span`](crate::Error::span) | the location of the first error; lines and columns count from 1, spans are in bytes |
//! | [`path`](crate::Error::path) | the path in the decoded data |
//! | [`classify`](crate::Error::classify) | the category: syntax, evaluation, data, a limit, or input and output |
//! | [`developer_note`](crate::Error::developer_note) | what the developer should change in the types; `{:?}` shows it too |
//! | [`Diagnostic::render`](crate::Diagnostic::render) | the report of one diagnostic, optionally in colour |
//!
//! # Print errors and warnings
//!
//! | to print | use |
//! |---|---|
//! | the first error, and the number of other errors | `{error}` |
//! | everything: all errors, and the warnings found with them | `{error:#}`, or in colour [`render`](crate::Error::render) |
//! | the warnings, if there is no error | [`Validation::diagnostics`](crate::Validation::diagnostics), [`Diagnosed::diagnostics`](crate::Diagnosed) |
//!
//! The crate itself gives no warnings; they come from your own checks. The error that a check returns already contains
//! its warnings. Print warnings yourself only if there is no error; otherwise they appear twice, because `{error:#}`
//! prints them too. `{error}` neither shows nor counts warnings.
//!
//! ```
//! let error = hcl::parse("a = \nb = 2 +\n").unwrap_err();
//! assert_eq!(error.diagnostics().len(), 2);
//! eprintln!("{error:#}"); // in colour: error.render(hcl::RenderStyle::Ansi)
//! # assert_eq!(format!("{error:#}").matches("error: ").count(), 2);
//! ```
//!
//! # Check one value in its type
//!
//! The error message of a `Deserialize` or `TryFrom` implementation is reported with the location and the path of its
//! field.
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
//!             let message = "is not a host name: it contains a space.";
//!             return Err(format!("\"{name}\" {message}"));
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
//! # Check several fields with `Validation`
//!
//! Parse the body, decode it, and report problems by path. The types need not carry locations. All problems are
//! reported together once decoding has succeeded; errors in names and types are reported earlier, on their own.
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
//!             let detail = format!("\"min\" must not exceed \"max\" ({}).", self.max);
//!             validation.error("min", "Empty range", detail);
//!         }
//!         if self.max > 1000 {
//!             let detail = "Most servers allow 1000 connections.";
//!             validation.warning("max", "Large pool", detail);
//!         }
//!     }
//! }
//!
//! // From a file: hcl::parse_file(path)
//! let body = hcl::parse("pool \"a\" {\n  min = 2000\n  max = 1500\n}\n")?;
//! let config: Config = hcl::from_body(&body)?;
//! let validation = hcl::Validation::new(&body);
//! for (name, pool) in &config.pool {
//!     pool.check(&validation.within(["pool", name]));
//! }
//! match validation.finish() {
//!     // Only warnings, or nothing at all.
//!     Ok(()) => validation.diagnostics().iter().for_each(|it| eprintln!("{it}")),
//!     // The error contains the warnings.
//!     Err(error) => eprintln!("{error:#}"),
//! }
//! # let error = validation.finish().unwrap_err();
//! # assert_eq!(error.diagnostics().len(), 2);
//! # assert_eq!(error.line(), Some(2));
//! # assert_eq!(error.path(), r#"pool["a"].min"#);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`finish`](crate::Validation::finish) fails if an error was reported. It does not fail if there are only warnings:
//! get them from [`diagnostics`](crate::Validation::diagnostics) and print them.
//!
//! | path | names |
//! |---|---|
//! | `"tls.key"` | a field, in the notation of reports |
//! | `["pool", name, "min"]` | a field, as steps. Use steps for names that come from data: they may contain dots |
//! | `["pool", name, "$label"]` | a label |
//! | [`Path::name("pool").with(0)`](crate::Path::name) | an element by its index |
//!
//! If the file does not set the field at a path, the report points at the nearest enclosing location and says what is
//! not set there. [`is_set`](crate::Validation::is_set) tells whether the file sets a field. If a problem concerns two
//! fields, such as a repeated port, the report can show both locations: add the path of the other field to the
//! diagnostic that you pass to [`report`](crate::Validation::report).
//!
//! [`Validation`](crate::Validation) also follows paths through [overlaid](super::layers_and_files) bodies: the report
//! names the file that set the value.
//!
//! ## Secrets
//!
//! The crate's own reports do not show [secrets](super::functions_and_scopes#secrets). A detail that you write, such as
//! `There is no upstream "…"`, shows whatever you put into it: decoded data does not record that it came from a secret
//! variable. If a value may be secret, describe the problem without it. Messages of `Deserialize` and `TryFrom` are
//! omitted if the expression refers to a secret.
//!
//! # Keep the location of a value with `Spanned`
//!
//! A field of type [`Spanned<T>`](crate::Spanned) keeps its location, so you can report errors about it after the body
//! has been dropped. With the trait [`Located`](crate::Located) in scope, `position()` returns the line and column.
//! [`Diagnostic::at`](crate::Diagnostic::at) and [`Error::at`](crate::Error::at) accept a `Spanned<T>` and everything
//! else that has a location, such as an [`Expression`](crate::Expression), an [`Attribute`](crate::Attribute) or a
//! [`Block`](crate::Block).
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
//!     let detail = "Ports below 1024 are reserved for root.";
//!     found.push(Diagnostic::error("Privileged port", detail).at(&config.port));
//! }
//! let error = Error::check(found).unwrap_err();
//! assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Files with errors
//!
//! Editors and linters need the usable parts of a file even if other parts are wrong. Methods that read a whole body
//! return both the result and all diagnostics, as [`Diagnosed`](crate::Diagnosed):
//! [`ParseOptions::parse`](crate::ParseOptions::parse), schemas and specs. For a single expression,
//! [`evaluate_diagnosed`](crate::Expression::evaluate_diagnosed) does the same. If only a complete result is useful,
//! [`into_result`](crate::Diagnosed::into_result) turns it into a `Result`.
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
//! [`functions_and_scopes`](super::functions_and_scopes#secrets) · reports with miette:
//! [`mapping::companions`](crate::mapping::companions)
