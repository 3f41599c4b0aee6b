//! From the text of a configuration to any type that serde can build.
//!
//! The requested type is the schema. A body is a map of attribute names and block types; the files of this folder
//! define what each kind of request gets from an attribute and from blocks. Data takes this path:
//!
//! 1. A [`Deserializer`] (`deserializer`) holds one text with its tree, or several of a merged body (`input`), and
//!    gives serde its items (`content`, `body`). `json` gives the items of the JSON syntax.
//! 2. A body gives a visitor one item after the other (`body`): attributes as expressions, all blocks of a type at
//!    once with labels as keys (`block`, `repeats`), and the labels of its own block as fields (`label_fields`).
//! 3. An expression or a value (`expression`, `value`) is the `data` of one deserializer (`data/requests`), which
//!    converts it to the requested type (`parts`, `number`, `text`). A literal goes from the tree to the visitor. Any
//!    other expression is evaluated when it is requested, in the context of its place, or left as text if the options
//!    say so.
//! 4. What serde's data model cannot represent is passed outside of it (`capture`, `spanned`, [`crate::protocol`]).
//!
//! Errors get their place as they are returned: the code that gives a part of the tree to serde adds the span of the
//! part and its step of the path. A body adds the errors of attributes that have not been reached (`body/errors`).
//! `messages` has the wording of what serde reports, and `culprit` finds the place of an error in data that serde has
//! buffered. `survey` finds the other errors once there is one. The assumptions about serde that serde does not
//! guarantee are in `guesses`.
//!
//! Where to add something new:
//!
//! * A setting: a field and a method in `options`. It is read where it is needed, as a field of `Shared::options`.
//! * A private field name, such as `$label`: a variant of `PrivateField` in `protocol/field.rs`. A label is handled in
//!   `label_fields` and in `schema/mod.rs`; anything else in `SpecialItems`, `HeldValue` and `next_item` of `body`.
//!   The other places compare with `PrivateField`, with one of its constants or with `$`: `body/errors`, `parts`,
//!   `messages`, `culprit`, `schema`, `survey/search`.
//! * A number type: a row of `for_each_number!` in `number`. Another scalar type: `data/requests`, `text`, and `key` if
//!   it can be the key of a map. Both: the lists of methods in `forward` and `label_fields`. A type that
//!   serde does not have is read as a newtype that is recognised by its name, as `Number` is (`number/serde.rs`).
//!
//! | requested | an attribute gives | blocks give | a body gives |
//! |---|---|---|---|
//! | scalar | the converted value | an error | an error |
//! | struct, map | an object | the one block, or labels as keys | its items by name |
//! | sequence | a tuple, list or set | each block | its items, each as an enum |
//! | enum | a string, or an object of one key | the next label, or the one item | its one item |
//! | [`Value`](crate::Value) | the value with its type | as for `deserialize_any`; unknown if their number is unknown | as for `deserialize_any` |
//! | [`Expression`](crate::Expression) | itself | an error | an error |
//! | [`Body`] | an error | the body of the one block | itself |

mod asked;
mod block;
mod body;
mod body_requests;
mod capture;
mod content;
mod culprit;
mod data;
mod deserializer;
mod expression;
mod first_request;
mod foreign;
mod forward;
mod guesses;
mod input;
mod item_nodes;
mod json;
mod key;
mod kind;
mod label_fields;
mod layers;
mod messages;
mod number;
mod one_or_many;
mod options;
mod origin;
mod parts;
mod repeats;
mod replaced;
mod schema;
mod spanned;
mod survey;
#[cfg(test)]
mod tests;
mod text;
mod value;

use std::io::Read;
use std::path::Path;

use serde::de::{Deserialize, DeserializeOwned};

pub use self::deserializer::Deserializer;
pub use self::one_or_many::OneOrMany;
pub use self::options::DecodeOptions;
pub use self::value::{Decoded, from_value};

use crate::error::Result;
use crate::eval::EvalContext;
use crate::syntax::tree::handle::Body;

/// Decodes a configuration.
///
/// Attributes and blocks become the fields of a struct or the entries of a map. A `Vec` takes all blocks of a type,
/// whether one or many. A map such as `HashMap<String, T>` takes labelled blocks by label, and a field renamed to
/// `$label` takes the label itself. Strings can be borrowed from the text if it contains them literally.
///
/// # Errors
///
/// If the text is not valid HCL, if an expression cannot be evaluated (there are no variables and no functions here),
/// or if the configuration does not fit `T`. The error has the location in the text and the path in the configuration.
///
/// ```
/// use std::collections::HashMap;
///
/// #[derive(serde::Deserialize)]
/// struct Config<'a> {
///     name: &'a str,
///     service: HashMap<String, Service>,
/// }
///
/// #[derive(serde::Deserialize)]
/// struct Service {
///     port: u16,
///     #[serde(default)]
///     tags: Vec<String>,
/// }
///
/// let text = r#"
///     name = "shop"
///
///     service "web" {
///       port = 8080
///       tags = ["public", "http"]
///     }
/// "#;
/// let config: Config = hcl::from_str(text)?;
/// assert_eq!(config.name, "shop");
/// assert_eq!(config.service["web"].port, 8080);
/// assert_eq!(config.service["web"].tags, ["public", "http"]);
///
/// let text = text.replace("8080", "80800");
/// let error = hcl::from_str::<Config>(&text).err().expect("it is too large");
/// assert_eq!(error.path(), "service[\"web\"].port");
/// assert_eq!((error.line(), error.column()), (Some(5), Some(14)));
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    DecodeOptions::new().from_str(text)
}

/// Decodes a configuration whose expressions can use the variables and functions of `ctx`.
///
/// An expression is evaluated only if a field needs its value. If the expression for a field of a struct evaluates to
/// null, the field counts as absent. A field of type [`Expression`](crate::Expression) keeps its expression for later.
///
/// # Errors
///
/// The same as for [`from_str`]. All expressions of a body that cannot be evaluated are reported together, up to twenty
/// diagnostics.
///
/// ```
/// use hcl::{EvalContext, Value};
///
/// #[derive(serde::Deserialize)]
/// struct Config {
///     url: String,
///     workers: u16,
///     limit: Option<u32>,
///     greeting: hcl::Expression,
/// }
///
/// let ctx = EvalContext::new()
///     .with_variable("host", "example.com")
///     .with_variable("cores", 4)
///     .with_variable("limit", Value::NULL);
/// let text = r#"
///     url      = "https://${host}/"
///     workers  = cores * 2
///     limit    = limit
///     greeting = "Hello, ${name}!"
/// "#;
/// let config: Config = hcl::from_str_with(text, &ctx)?;
/// assert_eq!(config.url, "https://example.com/");
/// assert_eq!((config.workers, config.limit), (8, None));
///
/// let ctx = EvalContext::child(ctx).with_variable("name", "world");
/// assert_eq!(config.greeting.evaluate(&ctx)?, Value::from("Hello, world!"));
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, ctx: &EvalContext) -> Result<T> {
    DecodeOptions::new().with_context(ctx).from_str(text)
}

/// Decodes a configuration from bytes, which must be UTF-8.
///
/// # Errors
///
/// Fails in the same cases as [`from_str`], and if the bytes are not UTF-8.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ports: BTreeMap<String, u16> = hcl::from_slice(b"http = 80\nhttps = 443\n")?;
/// assert_eq!(ports["https"], 443);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    DecodeOptions::new().from_slice(bytes)
}

/// Decodes a configuration from a reader, after reading it to its end.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`], and if the reader fails.
///
/// ```
/// let reader = std::io::Cursor::new("http = 80\nhttps = 443\n");
/// let ports: std::collections::BTreeMap<String, u16> = hcl::from_reader(reader)?;
/// assert_eq!(ports["http"], 80);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_reader<R: Read, T: DeserializeOwned>(reader: R) -> Result<T> {
    DecodeOptions::new().from_reader(reader)
}

/// Decodes a configuration file. Errors name the file by the given path.
///
/// A file whose name ends in `.json` is read as JSON syntax, which requires the feature `json`; any other file is read
/// as native syntax.
///
/// # Errors
///
/// Fails in the same cases as [`from_slice`], and if the file cannot be read. Every error names the file.
///
/// ```
/// #[derive(serde::Deserialize)]
/// struct Gateway {
///     name: String,
/// }
///
/// let error = hcl::from_path::<Gateway>("examples/no_such.hcl").err();
/// let error = error.expect("there is no such file");
/// assert_eq!(error.classify(), hcl::Category::Io);
/// assert!(error.to_string().contains("examples/no_such.hcl"));
/// ```
pub fn from_path<T: DeserializeOwned>(path: impl AsRef<Path>) -> Result<T> {
    DecodeOptions::new().from_path(path)
}

/// Decodes a parsed body: a whole configuration, the content of a block, the rest that partial processing left, or the
/// merged bodies of several files.
///
/// # Errors
///
/// If an expression cannot be evaluated, or if the body does not fit `T`. The error names the source of the body.
///
/// ```
/// let body = hcl::parse("port \"http\" {\n  number = 80\n}\n")?;
/// let port = body.blocks().next().expect("there is one").body();
/// let decoded: std::collections::BTreeMap<&str, u16> = hcl::from_body(&port)?;
/// assert_eq!(decoded["number"], 80);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_body<'de, T: Deserialize<'de>>(body: &'de Body) -> Result<T> {
    DecodeOptions::new().from_body(body)
}
