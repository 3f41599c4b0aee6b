//! Recipes for crates that are often used together with this one. The package `tests/companions` tests them with the
//! real crates.
//!
//! | crate | how to use it |
//! |---|---|
//! | `figment`, `config` | with the implementations below; but [`Body::overlay`](crate::Body::overlay) keeps the location of each value |
//! | `miette` | with the feature `miette`: `hcl::miette::Report::from(error)` |
//! | `serde_path_to_error`, `serde_ignored` | with a [`Deserializer`](crate::Deserializer); this crate's errors already have a path |
//! | `serde_with`, `humantime-serde` | on fields; a field for one or many blocks needs no wrapper, see [`decoding`](super::decoding) |
//! | `serde_json`, `toml`, `serde_yaml`, `rmpv` | their value types accept any body: labels and names become keys, and several blocks of a type become a list; a date of `toml` is a string; with the feature `arbitrary_precision` of `serde_json`, its numbers keep all digits |
//! | `chrono`, `jiff`, `url`, `uuid`, `ipnet` | as types of fields, from strings; values that such a type rejects are reported at their location |
//!
//! # figment and config
//!
//! Both crates read files without knowing the types, and merge the data before it is decoded. Without types, one
//! `listener {}` looks like a struct, and two look like a list.
//! [`with_block_lists_of`](crate::DecodeOptions::with_block_lists_of) declares which block types are lists, whether
//! there is one block or many. All others become structs, and labels become the keys of maps.
//!
//! ```ignore
//! /// HCL for figment. Blocks of these types are always lists.
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
//! /// HCL for config. Blocks of these types are always lists.
//! #[derive(Clone, Debug)]
//! struct HclFormat;
//!
//! impl config::Format for HclFormat {
//!     fn parse(
//!         &self,
//!         uri: Option<&String>,
//!         text: &str,
//!     ) -> Result<config::Map<String, config::Value>, Box<dyn Error + Send + Sync>> {
//!         let lists = ["listener"];
//!         let mut options = hcl::DecodeOptions::new().with_block_lists_of(lists);
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
