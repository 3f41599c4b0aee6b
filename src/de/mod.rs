//! From the text of a configuration to any type that serde can build.
//!
//! The requested type is the schema. A body is a map of attribute names and block types; the files of this folder say
//! what each kind of request gets from an attribute and from blocks. Errors get their place on the way out: whoever
//! hands a part of the tree to serde adds, when that fails, the span of the part and its step of the path.
//!
//! Knows nothing of files and terminals.

mod block;
mod body;
mod enum_;
mod expression;
mod label;
mod number;
mod object;
mod options;
mod repeats;
mod text;
mod tuple;
mod unevaluated;

use std::cell::Cell;
use std::io::Read;

use serde::de::{Deserialize, DeserializeOwned, Error as _, Expected, Unexpected, Visitor};
use serde::forward_to_deserialize_any;

pub use self::options::DecodeOptions;

use self::body::Content;
use crate::error::{Error, Result};
use crate::protocol::NUMBER;
use crate::source::Source;
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::Tree;
use crate::syntax::tree::view::View;

/// Decodes a configuration.
///
/// Attributes and blocks become the fields of a struct or the entries of a map. A `Vec` takes the blocks of a type
/// whether there is one or many, a map such as `HashMap<String, T>` takes labelled blocks by their label, and so do
/// fields renamed to `$label`. Strings are borrowed from the text where it says them literally.
///
/// # Errors
///
/// If the text is not HCL, if an expression is not literal, or if the configuration does not fit `T`. The error
/// carries the place in the text and the path in the configuration.
///
/// ```
/// use std::collections::HashMap;
///
/// #[derive(serde_derive::Deserialize)]
/// struct Config<'a> {
///     name: &'a str,
///     service: HashMap<String, Service>,
/// }
///
/// #[derive(serde_derive::Deserialize)]
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
/// let error = hcl::from_str::<Config>(&text.replace("8080", "80800")).err().expect("it is too large");
/// assert_eq!(error.path(), Some("service[\"web\"].port"));
/// assert_eq!((error.line(), error.column()), (Some(5), Some(14)));
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    DecodeOptions::new().from_str(text)
}

/// Decodes a configuration from bytes, which must be UTF-8.
///
/// # Errors
///
/// As [`from_str`], and if the bytes are not UTF-8.
///
/// ```
/// let ports: std::collections::BTreeMap<String, u16> = hcl::from_slice(b"http = 80\nhttps = 443\n")?;
/// assert_eq!(ports["https"], 443);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_slice<'de, T: Deserialize<'de>>(bytes: &'de [u8]) -> Result<T> {
    DecodeOptions::new().from_slice(bytes)
}

/// Decodes a configuration from a reader, which is read to its end first.
///
/// # Errors
///
/// As [`from_slice`], and if the reader fails.
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

/// A parsed configuration from which serde can build values.
///
/// Use it with crates that work on any [`serde::Deserializer`], or to decode one configuration as several types:
/// what implements the trait is a reference to it.
///
/// ```
/// use serde::Deserialize;
///
/// let deserializer = hcl::Deserializer::parse("http = 80\nhttps = 443\n")?;
/// let ports = std::collections::BTreeMap::<&str, u16>::deserialize(&deserializer)?;
/// assert_eq!(ports["http"], 80);
/// let json = serde_json::Value::deserialize(&deserializer)?;
/// assert_eq!(json, serde_json::json!({ "http": 80, "https": 443 }));
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<'de> {
    text: &'de str,
    tree: Tree,
    options: ParseOptions,
    max_labels: u32,
}

/// How many labels may be on the way to a value, unless told.
///
/// Blocks nest no deeper than the parser allows, but a block may have any number of labels, and each of them is a call
/// within the call of the one before it.
const MAX_LABELS: u32 = 256;

/// What all parts of one decoding share.
struct Input<'de, 'a> {
    view: View<'de, 'a>,
    /// How many labels are on the way to what is being decoded.
    labels: Cell<u32>,
    /// How many of them there may be.
    max_labels: u32,
}

impl<'de> Deserializer<'de> {
    /// Parses a configuration.
    ///
    /// # Errors
    ///
    /// If the text is not HCL.
    pub fn parse(text: &'de str) -> Result<Self> {
        DecodeOptions::new().deserializer(text)
    }

    fn new(text: &'de str, options: ParseOptions, max_labels: u32) -> Result<Self> {
        let tree = options.tree(text)?;
        Ok(Deserializer {
            text,
            tree,
            options,
            max_labels,
        })
    }

    /// Decodes the body and adds the source to what goes wrong.
    fn decode<T>(
        &self,
        decode: impl FnOnce(&Input<'de, '_>, Content<'_>) -> Result<T>,
    ) -> Result<T> {
        let view = View {
            text: self.text,
            tree: &self.tree,
        };
        let content = Content {
            body: view.root_body(),
            block: None,
        };
        let input = Input {
            view,
            labels: Cell::new(0),
            max_labels: self.max_labels,
        };
        decode(&input, content).map_err(|error| self.locate(error))
    }

    /// Adds to an error what it lacks: the source, and the start of the body if nothing nearer is known.
    #[cold]
    fn locate(&self, error: Error) -> Error {
        let view = View {
            text: self.text,
            tree: &self.tree,
        };
        let content = Content {
            body: view.root_body(),
            block: None,
        };
        error
            .at(body::place(view, content, false))
            .with_source(&self.options.source(Source::new(self.text)))
    }

    /// The error of something asked for that a body cannot be.
    #[cold]
    fn unsuitable(&self, expected: &dyn Expected) -> Error {
        let found = Unexpected::Other(
            "a body, which is a list of attributes and blocks; decode it into a struct, a map or an enum",
        );
        self.locate(Error::invalid_type(found, expected))
    }
}

macro_rules! unsuitable {
    ($($deserialize:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, $($argument: $type,)* visitor: V) -> Result<V::Value> {
            $(let _ = $argument;)*
            Err(self.unsuitable(&visitor))
        }
    )*};
}

impl<'de> serde::Deserializer<'de> for &Deserializer<'de> {
    type Error = Error;

    unsuitable! {
        deserialize_bool() deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
        deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128() deserialize_f32()
        deserialize_f64() deserialize_char() deserialize_str() deserialize_string() deserialize_bytes()
        deserialize_byte_buf() deserialize_identifier() deserialize_seq() deserialize_tuple(len: usize)
        deserialize_tuple_struct(name: &'static str, len: usize)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.decode(|input, content| body::visit(input, content, None, visitor))
    }

    forward_to_deserialize_any! { map }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decode(|input, content| body::visit(input, content, Some(fields), visitor))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.decode(|input, content| body::visit_enum(input, content, visitor))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        if name == NUMBER {
            return Err(self.unsuitable(&visitor));
        }
        visitor.visit_newtype_struct(self)
    }

    /// The empty body; another one would be lost.
    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.decode(|input, content| {
            if input.view.item_ids(content.body).is_empty() {
                return visitor.visit_unit();
            }
            let found = Unexpected::Other("a body that is not empty");
            Err(Error::invalid_type(found, &visitor))
        })
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}
