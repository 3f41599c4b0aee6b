//! The JSON syntax of configurations (`json-syntax.md`): programs write JSON, people write native syntax, and both mean
//! the same.
//!
//! What the functions here give is what those of the crate's root give for native syntax: a [`Body`] from JSON answers
//! the questions that one from native syntax answers. [`ParseOptions`] and [`DecodeOptions`] read everything else with
//! [`Syntax::Json`]: files, readers, bytes.
//!
//! * **A property is an attribute or blocks**, as whoever reads the body asks for it ("Structural Elements"): a
//!   [`BodySchema`](crate::BodySchema), a [`Spec`](crate::Spec), or the type that is decoded. Blocks are an object, or
//!   an array of objects for several of them; each label is a level of objects around that, whose property names are
//!   the labels. A property may be repeated, and `null` is not a block. Where nobody asks, as in
//!   [`Body::attributes`](crate::Body::attributes), every property is an attribute.
//! * **Comments** are the properties named `"//"` of objects that are bodies.
//! * **Strings are templates** where there is an evaluation context ("Strings"): `"${a + b}"` is a number. In
//!   literal-only mode, which is [`from_str`] and
//!   [`Expression::evaluate_literal`](crate::Expression::evaluate_literal), they are the text that they are. Names of
//!   properties are templates too in an object that is an expression. A repeated name is an error there.
//! * **`dynamic` blocks** are properties of that name; [`expand_dynamic`](crate::dynblock::expand_dynamic) says which objects
//!   they generate blocks in.
//! * **Static analysis** ("Static Analysis") reads arrays as static lists, objects as static maps, and strings as
//!   expressions of native syntax: `"list(string)"` is a type, `"var.name"` a traversal.
//!
//! ```
//! use hcl::EvalContext;
//!
//! let body = hcl::json::parse(r#"{ "service": { "web": { "port": "${base + 80}" } } }"#)?;
//! let schema = hcl::BodySchema::new().with_block("service", ["name"]);
//! let content = body.content(&schema).into_result()?;
//! let service = &content.blocks()[0];
//! assert_eq!(service.labels().next().expect("it has one").text(), "web");
//!
//! let port = service.body().attribute("port").expect("it is set").expression();
//! let ctx = EvalContext::new().with_variable("base", 8000);
//! assert_eq!(port.evaluate(&ctx)?, hcl::Value::from(8080));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`to_string`] writes the same types, and any [`Body`], in the JSON
//! syntax. To have a configuration with references as data, such as a `serde_json::Value`, see
//! [`DecodeOptions::without_evaluation`](crate::DecodeOptions::without_evaluation).

mod native;

use serde::de::Deserialize;
use serde::ser::Serialize;

use crate::de::DecodeOptions;
use crate::error::Result;
use crate::eval::EvalContext;
use crate::ser;
use crate::ser::json::{JsonForm, JsonLayout};
use crate::syntax::options::{ParseOptions, Syntax};
use crate::syntax::tree::handle::{Body, Expression};

pub use native::{NativeBlocks, to_native};

/// Parses a body in JSON syntax: a whole configuration file.
///
/// # Errors
///
/// If the text is not JSON, or neither an object nor an array. The error holds one diagnostic for each item that is
/// wrong, twenty at the most. What is wrong with a template in a string is said where that is evaluated.
///
/// ```
/// let body = hcl::json::parse(r#"{ "port": 8080 }"#)?;
/// assert_eq!(body.attributes().count(), 1);
///
/// let error = hcl::json::parse(r#"{ "a" 1, "b": [80 443], "c": nul }"#).expect_err("three items are wrong");
/// assert_eq!(error.diagnostics().len(), 3);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Body> {
    options().parse(text).into_result()
}

/// Parses an expression in JSON syntax: any value of JSON.
///
/// # Errors
///
/// If the text is not one value of JSON.
///
/// ```
/// let expression = hcl::json::parse_expression(r#"["${name}", 1]"#)?;
/// let ctx = hcl::EvalContext::new().with_variable("name", "web");
/// assert_eq!(expression.evaluate(&ctx)?.to_string(), r#"["web", 1]"#);
/// assert_eq!(expression.evaluate_literal()?[0], "${name}");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse_expression(text: &str) -> Result<Expression> {
    options().parse_expression(text)
}

/// Decodes a configuration in JSON syntax, as [`from_str`](crate::from_str) does for native syntax.
///
/// This is the literal-only mode: strings are the text that they are, template sequences included. For expressions in
/// strings, give a context to [`from_str_with`].
///
/// The type decides what a property is: [`decoding`](crate::mapping::decoding) has the rules.
///
/// # Errors
///
/// If the text is not JSON, or if the configuration does not fit `T`. The error carries the place in the text and the
/// path in the configuration.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Config {
///     name: String,
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(serde::Deserialize, PartialEq, Debug)]
/// struct Service {
///     port: u16,
/// }
///
/// let native: Config = hcl::from_str("name = \"shop\"\n\nservice \"web\" {\n  port = 80\n}\n")?;
/// let json: Config = hcl::json::from_str(r#"{ "name": "shop", "service": { "web": { "port": 80 } } }"#)?;
/// assert_eq!(native, json);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    decode_options().from_str(text)
}

/// Decodes a configuration in JSON syntax whose strings are templates, which may use the variables and functions of
/// `ctx`.
///
/// # Errors
///
/// As [`from_str`], and if a template cannot be evaluated. All of them in a body are reported together, twenty
/// diagnostics at the most.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ctx = hcl::EvalContext::new().with_variable("base", 8000);
/// let ports: BTreeMap<String, u16> = hcl::json::from_str_with(r#"{ "http": "${base + 80}" }"#, &ctx)?;
/// assert_eq!(ports["http"], 8080);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, ctx: &EvalContext) -> Result<T> {
    decode_options().with_context(ctx).from_str(text)
}

/// Writes a configuration in the JSON syntax, on one line.
///
/// What [`hcl::to_string`](crate::to_string) writes as an attribute is a property here, and a block an object: below
/// its type, and below each of its labels. Blocks with the same labels are an array of objects. A number keeps every
/// digit, an expression is the string `"${…}"`, and in other text `${` and `%{` are escaped. The same type is loaded
/// from the text by [`from_str_with`]; [`from_str`] does, too, if there are no expressions and no such text.
///
/// A [`Body`] is written as it is: native syntax becomes JSON that has the same attributes, blocks, labels and values,
/// and JSON stays as it is. The comments of native syntax become one property `"//"` in the body in which they stand,
/// which schemas and structs ignore; a map or an untyped target that is decoded from the body of a block has it as an
/// entry. What JSON cannot tell is lost: layout, how blocks of different types follow each other, and whether a string
/// was a heredoc.
///
/// # Errors
///
/// As [`hcl::to_string`](crate::to_string). Also if a body has an attribute and a block of the same name, blocks of one
/// type with different numbers of labels, or a value that is not known, and if blocks, labels, tuples and objects
/// together nest deeper than 256 levels.
///
/// ```
/// use std::collections::BTreeMap;
///
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Config {
///     name: String,
///     service: BTreeMap<String, Service>,
/// }
///
/// #[derive(serde::Serialize, serde::Deserialize, PartialEq, Debug)]
/// struct Service {
///     port: u16,
/// }
///
/// let web = Service { port: 80 };
/// let config = Config { name: "shop".to_owned(), service: BTreeMap::from([("web".to_owned(), web)]) };
/// let text = hcl::json::to_string(&config)?;
/// assert_eq!(text, r#"{"name":"shop","service":{"web":{"port":80}}}"#);
/// assert_eq!(hcl::json::from_str::<Config>(&text)?, config);
///
/// let body = hcl::parse("greeting = \"Hello, ${name}!\"\nport = base + 80\n")?;
/// assert_eq!(hcl::json::to_string(&body)?, r#"{"greeting":"Hello, ${name}!","port":"${base + 80}"}"#);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    ser::json::to_string(value, JsonLayout::Compact)
}

/// Writes a configuration in the JSON syntax, with a line for each property and element.
///
/// # Errors
///
/// As [`to_string`].
///
/// ```
/// let body = hcl::parse("# of the web server\nport = 80\n")?;
/// let text = "{\n  \"//\": \"of the web server\",\n  \"port\": 80\n}\n";
/// assert_eq!(hcl::json::to_string_pretty(&body)?, text);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_string_pretty<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    ser::json::to_string(value, JsonLayout::Lines)
}

/// How the blocks of a body are written by [`from_native`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum BlockForm {
    /// A single block is an object, and several with the same labels are an array of objects.
    #[default]
    Shortest,
    /// The body of each block is in an array, so that programs find one form.
    Lists,
}

/// Writes a body in the JSON syntax so that [`to_native`] finds its blocks again without being told: each object or array
/// of objects that is a property of a body is blocks. With a line for each property and element.
///
/// It is what [`to_string_pretty`] writes, but for two things: attributes whose values look like blocks are written as
/// templates, `"${…}"`, and a block that has only blocks in it gets an empty comment, `"//"`, which tells it from labels.
///
/// # Errors
///
/// As [`to_string`].
///
/// ```
/// use hcl::json::{self, BlockForm, NativeBlocks};
///
/// let text = "tags = {\n  zone = \"eu\"\n}\n\nservice \"web\" {\n  port = base + 80\n}\n";
/// let written = json::from_native(&hcl::parse(text)?, BlockForm::Shortest)?;
/// assert!(written.contains("${"));
/// let body = json::to_native(&json::parse(&written)?, &NativeBlocks::by_shape())?;
/// assert_eq!(body.source().text(), text);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_native(body: &Body, form: BlockForm) -> Result<String> {
    let form = match form {
        BlockForm::Shortest => JsonForm::Unambiguous,
        BlockForm::Lists => JsonForm::UnambiguousInLists,
    };
    ser::json::write(body, JsonLayout::Lines, form)
}

fn options() -> ParseOptions {
    ParseOptions::new().with_syntax(Syntax::Json)
}

fn decode_options() -> DecodeOptions {
    DecodeOptions::new().with_syntax(Syntax::Json)
}
