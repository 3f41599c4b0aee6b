//! From any type that serde can take apart to HCL.
//!
//! Structs become blocks and everything else attributes, as a configuration is written by hand; `field` says which form
//! a value takes, `expression` writes what stands in an attribute and `collection` the parts of that, `layout` breaks the
//! text into lines, and `alignment` puts their `=` one below the other.
//!
//! Knows nothing of files and terminals.

mod alignment;
mod body;
mod collection;
mod depth;
mod entries;
mod error;
mod expression;
mod field;
mod heredoc;
mod items;
mod key;
mod label;
mod layout;
mod names;
mod native;
mod number;
mod options;
mod sequence;
mod text;
mod value;
mod with;

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;

use serde::ser::Serialize;

pub use self::options::EncodeOptions;
pub use self::value::to_value;
pub use self::with::{attribute, block};

use self::alignment::Run;
use self::body::Fields;
use self::items::Items;
use self::label::{Labels, Patch};
use self::layout::{Last, Mark, TupleLine};
use self::names::{Names, Scope};
use self::sequence::Sequence;
use self::text::Text;
use crate::error::{Error, Result};
use crate::format::format;

/// Writes a configuration.
///
/// The fields of a struct become attributes, those that are structs themselves blocks; a sequence of structs becomes
/// repeated blocks, a map of structs blocks labelled by its keys. What can be no block is an attribute. Fields renamed
/// to `$label` are labels of the block. An absent option is left out.
///
/// # Errors
///
/// If the value is not the content of a body, if a name is no identifier, if two names are equal, if a float is
/// infinite or not a number, if a label has no place, if the value nests deeper than 256 levels, or if its own
/// `Serialize` fails. The error carries the path to the part at fault.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde_derive::Serialize)]
/// struct Config {
///     name: &'static str,
///     debug: Option<bool>,
///     service: BTreeMap<&'static str, Service>,
/// }
///
/// #[derive(serde_derive::Serialize)]
/// struct Service {
///     port: u16,
///     tags: Vec<&'static str>,
/// }
///
/// let web = Service { port: 8080, tags: vec!["public", "http"] };
/// let config = Config { name: "shop", debug: None, service: BTreeMap::from([("web", web)]) };
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

/// Writes a configuration as bytes of UTF-8.
///
/// # Errors
///
/// As [`to_string`].
///
/// ```
/// let ports = std::collections::BTreeMap::from([("http", 80), ("https", 443)]);
/// assert_eq!(hcl::to_vec(&ports)?, b"http  = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_vec<T: Serialize + ?Sized>(value: &T) -> Result<Vec<u8>> {
    EncodeOptions::new().to_vec(value)
}

/// Writes a configuration to a writer, once all of it is known.
///
/// # Errors
///
/// As [`to_string`], and if the writer fails.
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

/// Takes the content of a body from serde and writes it.
///
/// Use it with crates that work on any [`serde::Serializer`]: what implements the trait is a mutable reference to it.
/// What is serialized one after another becomes one body. After an error, what has been written is of no use.
///
/// ```
/// use serde::Serialize;
/// use serde_json::json;
///
/// let mut serializer = hcl::Serializer::new();
/// json!({ "http": 80 }).serialize(&mut serializer)?;
/// json!({ "https": 443 }).serialize(&mut serializer)?;
/// assert_eq!(serializer.into_string(), "http  = 80\nhttps = 443\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub struct Serializer {
    options: EncodeOptions,
    text: Text,
    /// Where the line at hand begins, or an earlier one while that has no value that may be broken into lines.
    line_start: usize,
    /// How many spaces are before what begins the line at hand.
    indentation: usize,
    last: Last,
    run: Run,
    tuple: TupleLine,
    names: Names,
    /// The names of the body whose rest is being written, if it is one field.
    rest: Scope,
    /// The items of the body at hand, if it is a sequence.
    items: Option<HashMap<Cow<'static, str>, Last>>,
    /// The labels that are fields of the blocks on the way to the value at hand.
    labels: Vec<Labels>,
    patches: Vec<Patch>,
    /// The key of a map whose value has not come yet.
    key: Option<String>,
    /// Where the first block of the item at hand begins.
    first_block: Option<Mark>,
    /// Whether the formatter must lay out the text.
    needs_format: bool,
}

impl Default for Serializer {
    fn default() -> Self {
        Serializer::new()
    }
}

impl Serializer {
    /// A serializer that has written nothing yet.
    pub fn new() -> Self {
        Serializer::with_options(EncodeOptions::new())
    }

    /// A serializer that writes as the options say.
    ///
    /// ```
    /// use serde::Serialize;
    ///
    /// let options = hcl::EncodeOptions::new().without_alignment();
    /// let mut serializer = hcl::Serializer::with_options(options);
    /// serde_json::json!({ "http": 80, "https": 443 }).serialize(&mut serializer)?;
    /// assert_eq!(serializer.into_string(), "http = 80\nhttps = 443\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn with_options(options: EncodeOptions) -> Self {
        Serializer {
            options,
            text: Text::with_room(),
            line_start: 0,
            indentation: 0,
            last: Last::default(),
            run: Run::new(options.is_aligned),
            tuple: TupleLine::NONE,
            names: Names::new(),
            rest: Scope::default(),
            items: None,
            labels: Vec::new(),
            patches: Vec::new(),
            key: None,
            first_block: None,
            needs_format: false,
        }
    }

    /// What has been written.
    pub fn into_string(mut self) -> String {
        self.take_string()
    }

    /// The same, without moving the serializer.
    fn take_string(&mut self) -> String {
        self.close_run();
        self.patches.sort_by_key(|patch| patch.start);
        let mut text = self.text.take_string();
        if !self.patches.is_empty() {
            text = patched(&text, &self.patches);
        }
        if self.needs_format && self.options.is_canonical() {
            text = format(&text);
        }
        text
    }
}

/// The text with parts of it replaced.
fn patched(text: &str, patches: &[Patch]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut from = 0;
    for patch in patches {
        result.push_str(&text[from..patch.start]);
        result.push_str(&patch.text);
        from = patch.end;
    }
    result.push_str(&text[from..]);
    result
}

macro_rules! forward {
    ($($serialize:ident($($argument:ident: $ty:ty),*) -> $ok:ty;)*) => {$(
        fn $serialize(self, $($argument: $ty),*) -> Result<$ok> {
            self.whole().$serialize($($argument),*)
        }
    )*};
}

impl<'s> serde::Serializer for &'s mut Serializer {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Items<'s>;
    type SerializeTuple = Items<'s>;
    type SerializeTupleStruct = Items<'s>;
    type SerializeTupleVariant = Sequence<'s, 'static, ()>;
    type SerializeMap = Fields<'s, ()>;
    type SerializeStruct = Fields<'s, ()>;
    type SerializeStructVariant = Fields<'s, ()>;

    forward! {
        serialize_bool(value: bool) -> ();
        serialize_i8(value: i8) -> ();
        serialize_i16(value: i16) -> ();
        serialize_i32(value: i32) -> ();
        serialize_i64(value: i64) -> ();
        serialize_i128(value: i128) -> ();
        serialize_u8(value: u8) -> ();
        serialize_u16(value: u16) -> ();
        serialize_u32(value: u32) -> ();
        serialize_u64(value: u64) -> ();
        serialize_u128(value: u128) -> ();
        serialize_f32(value: f32) -> ();
        serialize_f64(value: f64) -> ();
        serialize_char(value: char) -> ();
        serialize_str(value: &str) -> ();
        serialize_bytes(value: &[u8]) -> ();
        serialize_none() -> ();
        serialize_unit() -> ();
        serialize_unit_struct(name: &'static str) -> ();
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> ();
        serialize_seq(len: Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(len: usize) -> Self::SerializeTuple;
        serialize_tuple_struct(name: &'static str, len: usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeTupleVariant;
        serialize_map(len: Option<usize>) -> Self::SerializeMap;
        serialize_struct(name: &'static str, len: usize) -> Self::SerializeStruct;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize)
            -> Self::SerializeStructVariant;
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
        self.whole().serialize_some(value)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<()> {
        self.whole().serialize_newtype_struct(name, value)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<()> {
        let whole = self.whole();
        whole.serialize_newtype_variant(name, index, variant, value)
    }
}
