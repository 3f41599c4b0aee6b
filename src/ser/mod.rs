//! Serialization: from any type that implements `Serialize` to HCL.
//!
//! Structs become blocks and everything else attributes, as in a configuration written by hand. There are three layers,
//! and each uses only those below it (but [`form`] also uses [`key`]):
//!
//! 1. Implementations of serde's traits. [`serializer`] is the public one. [`items`] takes a whole configuration and
//!    finds the items of its body. [`body`] takes each item, determines its form, and passes it to [`blocks`] or to
//!    [`expression`]. The content of a block is a body again; [`header`] writes the labels of the block. [`labels`] and
//!    [`key`] convert labels and the keys of maps to text; [`verbatim`] writes native syntax as it is given.
//! 2. [`form`], which decides what an item of a body becomes (an attribute, blocks, nothing) before anything is
//!    written.
//! 3. [`writer`], which writes native syntax: lines, indentation, aligned `=`, blank lines. [`names`] finds repeated
//!    names.
//!
//! [`guesses`] lists the assumptions about serde that it does not guarantee.
//!
//! Where to add something new:
//!
//! * A setting of [`EncodeOptions`]: a field of `Layout` in [`writer`], read where the writer makes the decision, and a
//!   method in [`options`]. `Layout::is_canonical` says whether the formatter keeps the setting. `StarterFile` writes
//!   examples and defaults with `plain` in `edit/starter.rs`, which does not know the options: a setting that moves or
//!   pads lines is applied again in `edit/assembly.rs`, and one that decides where lines break must be the same in
//!   `plain`. A setting that decides the form of an item goes into [`surroundings`] instead.
//! * A private name of a field, such as `$label`: a variant of `PrivateField` in `protocol/field.rs`, handled in
//!   `BodySerializer::push_private` of [`body`] and in `ObjectSerializer::push_field` of [`expression`];
//!   `FieldLabels::take` of [`labels`] takes those that are labels.
//! * A private name of a newtype, by which a type of this crate is recognised: a constant in `protocol.rs`, handled in
//!   `serialize_newtype_struct` of [`form`], [`blocks`], [`expression`] and [`value`], and of [`items`] if it can be a
//!   whole body or must be refused as one.
//! * A scalar type: its method of serde's trait, in [`expression`] (how it is written), [`macros`] (that it is an
//!   attribute and not a block), [`value`] (the value it becomes), [`items`], [`serializer`], and [`key`] if it can be
//!   the key of a map or a label. A type that serde does not have is written as a newtype that is recognised by its
//!   name, like `Number` (`number/serde.rs`). Scalars of other crates are in [`foreign`].
//!
//! [`json`] writes the resulting body in the JSON syntax. [`value`] converts the same data to a `Value`, and shares
//! [`key`], [`surroundings`] and [`error`] with the rest.

mod ask;
mod blocks;
mod body;
mod error;
mod expression;
mod float;
mod foreign;
mod form;
mod guesses;
mod header;
mod items;
#[cfg(feature = "json")]
pub(crate) mod json;
mod key;
mod labels;
mod macros;
mod names;
mod options;
mod output;
mod serializer;
mod surroundings;
mod value;
mod verbatim;
mod with;
mod writer;

use std::io::Write;

use serde::ser::Serialize;

pub(crate) use self::error::repeated_key;
pub use self::options::EncodeOptions;
pub use self::serializer::Serializer;
pub use self::value::{Encoded, to_value};
pub use self::with::{attribute, block};

use crate::error::Result;

/// Writes a configuration to a string in native syntax.
///
/// | a field that is | is written as |
/// |---|---|
/// | a struct | a block; its fields renamed to `$label` are the labels |
/// | a sequence of structs | repeated blocks |
/// | a map of structs | blocks labelled by the keys |
/// | `None` | nothing |
/// | anything else | an attribute |
///
/// [`mapping::encoding`](crate::mapping::encoding) has all rules.
///
/// # Errors
///
/// If the value cannot be a body, if a name is not an identifier, if two names are equal, if a float is infinite or
/// NaN, if a struct with a `$label` field is not written as a block, if the value nests deeper than 256 levels, or if
/// its own `Serialize` fails. The error has the path to the part at fault.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde::Serialize)]
/// struct Config {
///     name: &'static str,
///     debug: Option<bool>,
///     service: BTreeMap<&'static str, Service>,
/// }
///
/// #[derive(serde::Serialize)]
/// struct Service {
///     port: u16,
///     tags: Vec<&'static str>,
/// }
///
/// let web = Service { port: 8080, tags: vec!["public", "http"] };
/// let config =
///     Config { name: "shop", debug: None, service: BTreeMap::from([("web", web)]) };
/// assert_eq!(
///     hcl::to_string(&config)?,
///     r#"name = "shop"
///
/// service "web" {
///   port = 8080
///   tags = ["public", "http"]
/// }
/// "#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    EncodeOptions::new().to_string(value)
}

/// Writes a configuration as UTF-8 bytes.
///
/// # Errors
///
/// The same as for [`to_string`].
///
/// ```
/// let ports = std::collections::BTreeMap::from([("http", 80), ("https", 443)]);
/// assert_eq!(hcl::to_vec(&ports)?, b"http  = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    EncodeOptions::new().to_vec(value)
}

/// Writes a configuration to a writer. Nothing is written before all of it has been serialized.
///
/// # Errors
///
/// Fails in the same cases as [`to_string`], and if the writer fails.
///
/// ```
/// let ports = std::collections::BTreeMap::from([("http", 80), ("https", 443)]);
/// let mut file = Vec::new();
/// hcl::to_writer(&mut file, &ports)?;
/// assert_eq!(file, b"http  = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_writer<W: Write, T: Serialize + ?Sized>(writer: W, value: &T) -> Result<()> {
    EncodeOptions::new().to_writer(writer, value)
}
