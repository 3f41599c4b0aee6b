//! First steps: load a file into a struct.
//!
//! # 1. Add the crates
//!
//! The package is called `serde_hcl`; its library is called `hcl`.
//!
//! ```toml
//! [dependencies]
//! serde_hcl = "0.1"
//! serde = { version = "1", features = ["derive"] }
//! ```
//!
//! # 2. Write the configuration
//!
//! A file is a *body*, which consists of attributes (`name = value`) and blocks (`name { … }`). A block can have
//! *labels*, as in `service "web" { … }`. Each block has its own body.
//!
//! ```hcl
//! // app.hcl
//! name    = "depot"
//! workers = 4 * 4
//!
//! tls {
//!   certificate = "/etc/depot/server.pem"
//! }
//! ```
//!
//! # 3. Write the structs
//!
//! Each attribute and each block sets the field of the same name. The type of the field decides what may be written
//! there.
//!
//! ```
//! # use serde::Deserialize;
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Config {
//!     name: String,
//!     #[serde(default = "one")]
//!     workers: u16,
//!     tls: Option<Tls>,
//! }
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Tls {
//!     certificate: String,
//! }
//!
//! fn one() -> u16 {
//!     1
//! }
//!
//! // From a file: hcl::from_path("app.hcl")
//! let config: Config = hcl::from_str(r#"
//!     name    = "depot"
//!     workers = 4 * 4
//!
//!     tls {
//!       certificate = "/etc/depot/server.pem"
//!     }
//! "#)?;
//! assert_eq!((config.name.as_str(), config.workers), ("depot", 16));
//! assert_eq!(config.tls.expect("it is set").certificate, "/etc/depot/server.pem");
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! | the setting | the field |
//! |---|---|
//! | is required | `name: String` |
//! | is optional | `tls: Option<Tls>` |
//! | has a default | `#[serde(default)]` or `#[serde(default = "function")]` |
//! | is any number of blocks, or none | `#[serde(default)] service: Vec<Service>` |
//!
//! With `deny_unknown_fields`, a misspelt name is an error. Without it, unknown names are ignored.
//! [`DecodeOptions::exhaustive`](crate::DecodeOptions::exhaustive) rejects unknown names in all structs at once.
//!
//! # 4. Load the file
//!
//! [`from_path`](crate::from_path) reads a file and names it in every error. If `main` returns
//! [`hcl::Result`](crate::Result), an error is printed as a report with its location and an excerpt, after the standard
//! library's prefix `Error:`. To print all diagnostics instead, see [Errors and
//! validation](super::errors_and_validation).
//!
//! ```no_run
//! # use serde::Deserialize;
//! # #[derive(Deserialize)]
//! # struct Config { name: String }
//! fn main() -> hcl::Result<()> {
//!     let config: Config = hcl::from_path("app.hcl")?;
//!     println!("{} starts", config.name);
//!     Ok(())
//! }
//! ```
//!
//! | to load | call |
//! |---|---|
//! | a file | [`from_path`](crate::from_path) |
//! | text, bytes, a reader | [`from_str`](crate::from_str), [`from_slice`](crate::from_slice), [`from_reader`](crate::from_reader) |
//! | text with variables and functions | [`from_str_with`](crate::from_str_with) |
//! | with variables and functions, a file name, limits, other options | [`DecodeOptions`](crate::DecodeOptions) |
//!
//! # Next
//!
//! [`labels_and_blocks`](super::labels_and_blocks) shows how blocks with labels become maps and fields. All rules are
//! in [`mapping::decoding`](crate::mapping::decoding).
