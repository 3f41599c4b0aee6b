//! The JSON syntax of configurations (`json-syntax.md`): programs write JSON, people write native syntax, and both mean
//! the same.
//!
//! The functions in this module correspond to those of the crate root for native syntax. A [`Body`] from JSON has the
//! same methods as one from native syntax. To read files, readers and bytes, use [`ParseOptions`] and [`DecodeOptions`]
//! with [`Syntax::Json`].
//!
//! * **A property is an attribute or blocks** ("Structural Elements"). What reads the body decides: a
//!   [`BodySchema`](crate::BodySchema), a [`Spec`](crate::Spec), or the type that is decoded. A block is an object;
//!   several blocks are an array of objects. Each label is a level of objects around that, whose property names are the
//!   labels. A property can be repeated, and `null` is not a block. If nothing decides, as in
//!   [`Body::attributes`](crate::Body::attributes), every property is an attribute.
//! * **Comments** are the properties named `"//"` of objects that are bodies.
//! * **Strings are templates** if there is an evaluation context ("Strings"): `"${a + b}"` can be a number. In
//!   literal-only mode, that is in [`from_str`] and
//!   [`Expression::evaluate_literal`](crate::Expression::evaluate_literal), they are literal text. In an object that is
//!   an expression, property names are templates, too, and a repeated name is an error.
//! * **`dynamic` blocks** are properties of that name. [`expand_dynamic`](crate::dynblock::expand_dynamic) describes in
//!   which objects they generate blocks.
//! * **Static analysis** ("Static Analysis") reads arrays as static lists, objects as static maps, and strings as
//!   expressions in native syntax: `"list(string)"` is a type, `"var.name"` is a traversal.
//!
//! ```
//! use hcl::EvalContext;
//!
//! let body =
//!     hcl::json::parse(r#"{ "service": { "web": { "port": "${base + 80}" } } }"#)?;
//! let schema = hcl::BodySchema::new().with_block("service", ["name"]);
//! let content = body.content(&schema).into_result()?;
//! let service = &content.blocks()[0];
//! assert_eq!(service.labels().next().expect("it has one").text(), "web");
//!
//! let port = service
//!     .body()
//!     .attribute("port")
//!     .expect("it is set")
//!     .expression();
//! let ctx = EvalContext::new().with_variable("base", 8000);
//! assert_eq!(port.evaluate(&ctx)?, hcl::Value::from(8080));
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! [`to_string`] writes the same types, and any [`Body`], in the JSON syntax. To get a configuration with references as
//! data, such as a `serde_json::Value`, see
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
/// If the text is not JSON, or neither an object nor an array. The error contains one diagnostic for each invalid item,
/// up to twenty. Errors in the template of a string are reported when it is evaluated.
///
/// ```
/// let body = hcl::json::parse(r#"{ "port": 8080 }"#)?;
/// assert_eq!(body.attributes().count(), 1);
///
/// let body = hcl::json::parse(r#"{ "a" 1, "b": [80 443], "c": nul }"#);
/// let error = body.expect_err("three items are wrong");
/// assert_eq!(error.diagnostics().len(), 3);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn parse(text: &str) -> Result<Body> {
    options().parse(text).into_result()
}

/// Parses an expression in JSON syntax: any JSON value.
///
/// # Errors
///
/// If the text is not a single JSON value.
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

/// Decodes a configuration in JSON syntax. This is the counterpart of [`from_str`](crate::from_str) for native syntax.
///
/// This is the literal-only mode: strings are literal text, including template sequences. To evaluate expressions in
/// strings, use [`from_str_with`] with a context.
///
/// The type decides what a property is: [`decoding`](crate::mapping::decoding#json-syntax) has the rules.
///
/// # Errors
///
/// If the text is not JSON, or if the configuration does not fit `T`. The error has the location in the text and the
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
/// let native = "name = \"shop\"\n\nservice \"web\" {\n  port = 80\n}\n";
/// let native: Config = hcl::from_str(native)?;
/// let json = r#"{ "name": "shop", "service": { "web": { "port": 80 } } }"#;
/// let json: Config = hcl::json::from_str(json)?;
/// assert_eq!(native, json);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str<'de, T: Deserialize<'de>>(text: &'de str) -> Result<T> {
    decode_options().from_str(text)
}

/// Decodes a configuration in JSON syntax whose strings are templates. They can use the variables and functions of
/// `ctx`.
///
/// # Errors
///
/// Fails in the same cases as [`from_str`], and if a template cannot be evaluated. All such templates in a body are
/// reported together, up to twenty diagnostics.
///
/// ```
/// use std::collections::BTreeMap;
///
/// let ctx = hcl::EvalContext::new().with_variable("base", 8000);
/// let text = r#"{ "http": "${base + 80}" }"#;
/// let ports: BTreeMap<String, u16> = hcl::json::from_str_with(text, &ctx)?;
/// assert_eq!(ports["http"], 8080);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_str_with<'de, T: Deserialize<'de>>(text: &'de str, ctx: &EvalContext) -> Result<T> {
    decode_options().with_context(ctx).from_str(text)
}

/// Writes a configuration in the JSON syntax, on one line.
///
/// What [`hcl::to_string`](crate::to_string) writes as an attribute becomes a property, and a block becomes an object
/// under its type and each of its labels. Blocks with the same labels become an array of objects. Numbers keep every
/// digit, an expression becomes the string `"${…}"`, and `${` and `%{` in other text are escaped. A field of type
/// [`Traversal`](crate::Traversal) becomes a string of native syntax, `"var.name"`. [`from_str_with`]
/// loads the same type from the text; so does [`from_str`] if there are no expressions and no escaped text.
///
/// A [`Body`] is written as it is: native syntax becomes JSON with the same attributes, blocks, labels and values, and
/// JSON is not changed. The comments of a body in native syntax, with those before the brace of its block, become one
/// property `"//"` of that body. The first block that a `dynamic` block has generated also has the comments of the
/// arguments. If the items of a body were selected, as in a merged body, its comments are those in its attributes,
/// directly above each item and after it. Schemas and structs ignore the property; a map or an untyped target that is
/// decoded from the body of a block has it as an entry. What JSON cannot express is lost: layout, the relative order of
/// blocks of different types, and whether a string was a heredoc.
///
/// # Errors
///
/// The same as for [`hcl::to_string`](crate::to_string). Also if a body has an attribute and a block of the same name,
/// blocks of one type with different numbers of labels, or an unknown value, and if blocks, labels, tuples and objects
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
/// let service = BTreeMap::from([("web".to_owned(), web)]);
/// let config = Config { name: "shop".to_owned(), service };
/// let text = hcl::json::to_string(&config)?;
/// assert_eq!(text, r#"{"name":"shop","service":{"web":{"port":80}}}"#);
/// assert_eq!(hcl::json::from_str::<Config>(&text)?, config);
///
/// let body = hcl::parse("greeting = \"Hello, ${name}!\"\nport = base + 80\n")?;
/// let json = hcl::json::to_string(&body)?;
/// assert_eq!(json, r#"{"greeting":"Hello, ${name}!","port":"${base + 80}"}"#);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_string<T: Serialize + ?Sized>(value: &T) -> Result<String> {
    ser::json::to_string(value, JsonLayout::Compact)
}

/// Writes a configuration in the JSON syntax, with one property or element per line.
///
/// # Errors
///
/// The same as for [`to_string`].
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

/// How [`from_native`] and [`body_to_string`] write the blocks of a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub enum BlockForm {
    /// A single block is an object, and several with the same labels are an array of objects.
    #[default]
    Shortest,
    /// The body of each block is in an array, so that programs have to handle only one form.
    Lists,
}

/// Writes a body in the JSON syntax with its blocks in a form, for other programs. There is one property or element per
/// line. With [`BlockForm::Shortest`], the result is that of [`to_string_pretty`].
///
/// # Errors
///
/// The same as for [`to_string`].
///
/// ```
/// use hcl::json::{self, BlockForm};
///
/// let body = hcl::parse("tags = { zone = \"eu\" }\nlog {}\n")?;
/// let text = json::body_to_string(&body, BlockForm::Lists)?;
/// let value: serde_json::Value = serde_json::from_str(&text)?;
/// assert_eq!(
///     value,
///     serde_json::json!({ "tags": { "zone": "eu" }, "log": [{}] })
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn body_to_string(body: &Body, form: BlockForm) -> Result<String> {
    let form = JsonForm {
        in_lists: form == BlockForm::Lists,
        unambiguous: false,
    };
    ser::json::write(body, JsonLayout::Lines, form)
}

/// Writes a body in the JSON syntax in a form from which [`to_native`] can recover its blocks without further
/// information: every object or array of objects that is a property of a body represents blocks. There is one property
/// or element per line.
///
/// The result is the same as that of [`body_to_string`], with two exceptions: attributes whose values look like
/// blocks are written as templates, `"${…}"`, and a block that contains only blocks gets an empty comment, `"//"`,
/// which distinguishes it from labels. For other programs, `body_to_string` is easier to read. Layout, heredocs and the
/// positions of comments are lost.
///
/// # Errors
///
/// The same as for [`to_string`]. Also if a block has the label `"//"`, which would be read as a comment.
///
/// ```
/// use hcl::json::{self, BlockForm, NativeBlocks};
///
/// let text =
///     "tags = {\n  zone = \"eu\"\n}\n\nservice \"web\" {\n  port = base + 80\n}\n";
/// let written = json::from_native(&hcl::parse(text)?, BlockForm::Shortest)?;
/// assert!(written.contains("${"));
/// let body = json::to_native(&json::parse(&written)?, &NativeBlocks::by_shape())?;
/// assert_eq!(body.source().text(), text);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn from_native(body: &Body, form: BlockForm) -> Result<String> {
    let form = JsonForm {
        in_lists: form == BlockForm::Lists,
        unambiguous: true,
    };
    ser::json::write(body, JsonLayout::Lines, form)
}

fn options() -> ParseOptions {
    ParseOptions::new().with_syntax(Syntax::Json)
}

fn decode_options() -> DecodeOptions {
    DecodeOptions::new().with_syntax(Syntax::Json)
}
