//! Recipes for the crates that services use beside this one. The package `tests/companions` tests them against the real
//! crates.
//!
//! | crate | how |
//! |---|---|
//! | `figment`, `config` | the implementations below; but [`Body::overlay`](crate::Body::overlay) keeps the place of each value |
//! | `miette` | the feature `miette`: `hcl::miette::Report::from(error)` |
//! | `serde_path_to_error`, `serde_ignored` | with a [`Deserializer`](crate::Deserializer); errors have a path of their own |
//! | `serde_with`, `humantime-serde` | as fields; blocks that may be one or many need no wrapper, see [`decoding`](super::decoding) |
//! | `serde_json`, `toml`, `serde_yaml`, `rmpv` | their value types take any body: labels and names are keys, several blocks of a type a list; a date of `toml` is a string; with the feature `arbitrary_precision` of `serde_json`, its numbers have all their digits |
//! | `chrono`, `jiff`, `url`, `uuid`, `ipnet` | as fields, from strings; what such a type refuses is reported at its place |
//!
//! # figment and config
//!
//! Both read a file without knowing the types, and put what they have read together before the types are asked for: one
//! `listener {}` looks like a struct then, and two like a list.
//! [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) says which block types of your configuration are
//! lists, be there one or many. All others become structs, and labels the keys of maps.
//!
//! ```ignore
//! /// HCL for figment. Blocks of these types are a list, however many there are.
//! struct HclProvider;
//!
//! impl figment::providers::Format for HclProvider {
//!     type Error = hcl::Error;
//!     const NAME: &'static str = "HCL";
//!
//!     fn from_str<T: DeserializeOwned>(text: &str) -> hcl::Result<T> {
//!         hcl::DecodeOptions::new()
//!             .with_block_lists_of(["listener"])
//!             .from_str(text)
//!     }
//!
//!     fn from_path<T: DeserializeOwned>(path: &std::path::Path) -> hcl::Result<T> {
//!         hcl::DecodeOptions::new()
//!             .with_block_lists_of(["listener"])
//!             .from_path(path)
//!     }
//! }
//! ```
//!
//! ```ignore
//! /// HCL for config. Blocks of these types are a list, however many there are.
//! #[derive(Clone, Debug)]
//! struct HclFormat;
//!
//! impl config::Format for HclFormat {
//!     fn parse(
//!         &self,
//!         uri: Option<&String>,
//!         text: &str,
//!     ) -> Result<config::Map<String, config::Value>, Box<dyn Error + Send + Sync>> {
//!         let mut options = hcl::DecodeOptions::new().with_block_lists_of(["listener"]);
//!         if let Some(uri) = uri {
//!             options = options.with_filename(uri);
//!         }
//!         Ok(options.from_str(text)?)
//!     }
//! }
//!
//! impl config::FileStoredFormat for HclFormat {
//!     fn file_extensions(&self) -> &'static [&'static str] {
//!         &["hcl"]
//!     }
//! }
//! ```
