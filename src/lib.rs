//! HCL 2, HashiCorp's configuration language, for Rust and serde: load configurations into your own structs, with
//! errors that the author of the configuration can act on; evaluate expressions; write, format and edit configurations.
//!
//! # Getting started
//!
//! The package is called `serde_hcl`; its library is called `hcl`:
//!
//! ```toml
//! [dependencies]
//! serde_hcl = "0.1"
//! serde = { version = "1", features = ["derive"] }
//! ```
//!
//! # Load a configuration
//!
//! The type that you decode into is the schema: attributes and blocks become fields.
//!
//! ```
//! use std::collections::BTreeMap;
//! use serde::Deserialize;
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Config {
//!     name: String,
//!     service: BTreeMap<String, Service>,
//! }
//!
//! #[derive(Deserialize)]
//! #[serde(deny_unknown_fields)]
//! struct Service {
//!     port: u16,
//!     #[serde(default)]
//!     hosts: Vec<String>,
//! }
//!
//! // From a file: hcl::from_path("shop.hcl")
//! let config: Config = hcl::from_str(
//!     r#"
//!     name = "shop"
//!
//!     service "web" {
//!       port  = 8000 + 80
//!       hosts = ["a.example.com", "b.example.com"]
//!     }
//!     "#,
//! )?;
//! assert_eq!(config.name, "shop");
//! assert_eq!(config.service["web"].port, 8080);
//! assert_eq!(config.service["web"].hosts.len(), 2);
//! # Ok::<(), hcl::Error>(())
//! ```
//!
//! # Errors
//!
//! An [`Error`] displays as a report: what is wrong, where, and what to do. Its methods return the byte [`Span`], the
//! line and column, the path from the root of the decoded data, and all diagnostics. `{error:#}` prints the reports of
//! all diagnostics.
//!
//! ```text
//! error: Unsupported argument
//!   --> app.hcl:41:3
//!    |
//! 41 |   capcity = 20000
//!    |   ^^^^^^^
//!    |
//!    = note: "capcity" is not expected here. Did you mean "capacity"? …
//!    = path: storage["cold"].capcity
//! ```
//!
//! # Where to go next
//!
//! | you want to | page of the [guide] |
//! |---|---|
//! | load your first file | [`first_steps`](guide::first_steps) |
//! | see which block becomes which field | [`labels_and_blocks`](guide::labels_and_blocks) |
//! | report errors, check what types cannot express | [`errors_and_validation`](guide::errors_and_validation) |
//! | keep an expression and evaluate it later | [`kept_expressions`](guide::kept_expressions) |
//! | provide variables and functions | [`functions_and_scopes`](guide::functions_and_scopes) |
//! | let parts of a configuration refer to each other | [`a_language_of_your_own`](guide::a_language_of_your_own) |
//! | combine defaults and several files | [`layers_and_files`](guide::layers_and_files) |
//! | write, edit or format a configuration | [`writing_and_editing`](guide::writing_and_editing) |
//! | read and write JSON | [`both_syntaxes`](guide::both_syntaxes) |
//! | load untrusted configurations | [`untrusted_input`](guide::untrusted_input) |
//! | move from hcl-rs, toml, `serde_yaml` or gohcl | [`coming_from`](guide::coming_from) |
//!
//! [`mapping`] is the reference for serde, with an example for each rule: what a field gets from attributes and blocks,
//! labels, enums, null, conversions, how types are written, and recipes for other crates. The rest of this page is an
//! overview of the API.
//!
//! # Decode
//!
//! | to decode | call |
//! |---|---|
//! | text, bytes, a file, a reader | [`from_str`], [`from_slice`], [`from_path`], [`from_reader`] |
//! | text with variables and functions | [`from_str_with`] |
//! | with variables and functions, a file name, a syntax, limits, or unknown names rejected | [`DecodeOptions`] |
//! | JSON syntax | [`json::from_str`], [`json::from_str_with`], [`DecodeOptions::with_syntax`]; [`from_path`] decides by the file name |
//! | a parsed body; an expression; a value | [`from_body`]; [`Expression::decode`]; [`from_value`] |
//! | with a function that takes a serde `Deserializer` | [`Deserializer`] |
//!
//! | a field of type | gets |
//! |---|---|
//! | [`Expression`], [`Template`], [`Traversal`], [`Body`] | the syntax as written, to be evaluated or decoded later |
//! | [`Value`] | the value with its HCL type |
//! | [`Spanned<T>`](Spanned) | a value with its location |
//! | [`OneOrMany<T>`](OneOrMany) | a list that may also be written as a single element |
//!
//! [`Validation`] reports your own checks at the locations of fields.
//!
//! # Encode
//!
//! Structs are written as blocks and everything else as attributes, in the canonical form.
//!
//! | to write | use |
//! |---|---|
//! | any type that implements `Serialize` | [`to_string`], [`to_vec`], [`to_writer`] |
//! | with a different indentation, heredocs or alignment | [`EncodeOptions`] |
//! | one field as an attribute or as a block | [`mod@attribute`], [`mod@block`] |
//! | a file with comments and commented-out optional settings | [`StarterFile`] |
//! | JSON syntax, from data or a [`Body`] | [`json::to_string`] |
//! | the same configuration in the other syntax | [`json::from_native`], [`json::to_native`] |
//! | a [`Value`] | [`to_value`] |
//! | with a function that takes a serde `Serializer` | [`Serializer`] |
//!
//! # Evaluate expressions
//!
//! | to | use |
//! |---|---|
//! | get a [`Value`] from an expression or a template | [`Expression::evaluate`], [`Template::evaluate`] |
//! | provide variables and [functions](function::Function) | [`EvalContext`] |
//! | evaluate what is known, and keep the rest as written | [`Expression::reduce`] |
//! | provide variables only when an expression asks for them | [`EvalContext::with_resolver`] |
//! | use the functions of the reference implementation, Terraform or Packer | [`function::stdlib`] |
//! | turn a closure into a function | [`function::Function::from_fn`] |
//! | read functions that a configuration defines | [`user_functions`] |
//! | let parts of a configuration refer to each other, with a dependency graph | [`references`] |
//! | convert values as the type system does | [`mod@convert`] |
//! | evaluate text in one step, and get the value together with diagnostics | [`ParseOptions::evaluate_expression`] and similar methods |
//!
//! # Inspect a configuration
//!
//! | to | use |
//! |---|---|
//! | get attributes, blocks, expressions and comments with their byte spans | [`parse`] or [`parse_file`], which return a [`Body`] |
//! | parse an expression, a template or a traversal alone | [`parse_expression`], [`parse_template`], [`parse_traversal`] |
//! | parse with options | [`ParseOptions`] |
//! | walk a tree | [`Visitor`] |
//! | get the usable parts of a source with errors, together with every [`Diagnostic`] | [`ParseOptions::parse`], schemas and specs, which return [`Diagnosed`] |
//! | take an expression apart without evaluating it, for a language built on HCL | [`Expression::static_list`] and similar methods |
//! | list the variables that an expression needs | [`Expression::variables`]; with `dynamic` blocks, [`dynblock::variables`] |
//! | read types such as `list(string)` | [`Expression::type_constraint`] |
//!
//! # Build, edit and format a configuration
//!
//! | to | use |
//! |---|---|
//! | build a body from attributes and blocks | [`Body::builder`], or [`body!`], which is written like native syntax |
//! | build a [`Value`] | [`value!`] |
//! | change a parsed body: attributes, blocks, parts of objects and lists, comments | [`Body::edit`]; everything that you do not change keeps its comments and its layout |
//! | print a body in the canonical form | its `Display` implementation |
//! | bring text into the canonical form, changing only white space | [`format()`] |
//!
//! # Work without a Rust type
//!
//! | to | use |
//! |---|---|
//! | declare the attributes and blocks of one body | [`BodySchema`] |
//! | take the fields of a serde type as the schema | [`BodySchema::of`] |
//! | reject everything that the schema does not declare | [`Body::content`] |
//! | get the undeclared rest back as a body | [`Body::partial_content`] |
//! | accept any attributes | [`Body::just_attributes`] |
//! | describe a body level by level, and decode it to one [`Value`] | [`Spec`], [`Spec::decode`] |
//! | read a description in the spec language, as the command `hcldec` does | [`SpecFile`] |
//! | combine several files into one body | [`Body::merge`] |
//! | overlay layers, such as files and settings from the command line; each item and each error keeps its file | [`Overlay`], [`Body::overlay`] |
//! | expand `dynamic` blocks, before doing anything else with the body | [`dynblock::expand_dynamic`] |
//!
//! # Limits
//!
//! No input makes this crate panic, and unless you raise the limits, none overflows the stack: nesting deeper than 256
//! levels is an error with a location. [`EvalContext::with_max_steps`] and
//! [`EvalContext::with_max_bytes`] limit the cost of evaluation. [`guide::untrusted_input`] lists all limits.
//!
//! # Method names
//!
//! | prefix | meaning |
//! |---|---|
//! | `with_*` | takes `self`, changes one thing and returns it: options, contexts, schemas, functions, diagnostics |
//! | `set_*` | changes something that exists |
//! | `as_*` | borrows |
//! | `into_*` | consumes |
//!
//! The methods of a builder are named after what they add; `finish` ends it.
//!
//! # Features
//!
//! No feature is enabled by default. Without any, the library reads and writes the native syntax, evaluates expressions
//! with the fifteen functions of the `hcldec` specification, and has schemas, layers, validation, references and
//! [`format`](format()).
//!
//! | feature | adds |
//! |---|---|
//! | `json` | the JSON syntax: the module [`json`](mod@json), [`Syntax::Json`], files whose names end with `.json` |
//! | `edit` | [`Edit`], [`BodyBuilder`], [`BlockBuilder`], [`body!`], [`StarterFile`] |
//! | `spec` | [`Spec`], [`SpecFile`], and `dynamic` blocks: [`dynblock`], [`References::with_dynamic_blocks`](references::References::with_dynamic_blocks) |
//! | `stdlib` | the other functions of [`function::stdlib`], except those of `stdlib-crypto`. To enable a single family, use its own feature, such as `stdlib-regex`, or `stdlib-core` for the functions that need no other crate |
//! | `full` | `json`, `edit`, `spec` and `stdlib` |
//! | `stdlib-crypto` | the functions `bcrypt` and `rsadecrypt`, which are not part of `stdlib` |
//! | `cli` | the command `hcl`, and `hcldec`, which decodes configuration files with a spec file and prints JSON; everything in `full` |
//! | `miette` | the module `hcl::miette`, with reports for miette's handlers |
//!
//! [`mapping::companions`] has recipes for other crates.

// The documentation names the feature of each item.
#![cfg_attr(docsrs, feature(doc_cfg))]
// Without all features, some private items are unused. The lints run with all features.
#![cfg_attr(not(feature = "full"), allow(dead_code, unused_imports))]

pub mod convert;
#[cfg(feature = "spec")]
pub mod dynblock;
pub mod function;
pub mod guide;
#[cfg(feature = "json")]
pub mod json;
pub mod mapping;
#[cfg(feature = "miette")]
pub mod miette;
pub mod references;

mod analysis;
mod de;
mod diagnostic;
#[cfg(feature = "edit")]
mod edit;
mod error;
mod eval;
mod file;
mod format;
mod identifier;
mod json_text;
mod limits;
mod macros;
mod nfc;
mod number;
mod path;
mod print;
mod protocol;
mod quote;
mod reduce;
mod repeated;
mod schema;
mod ser;
mod source;
mod span;
mod spanned;
#[cfg(feature = "spec")]
mod spec;
mod swar;
mod syntax;
mod validation;
mod value;

pub use de::{
    DecodeOptions, Decoded, Deserializer, OneOrMany, from_body, from_path, from_reader, from_slice,
    from_str, from_str_with, from_value,
};
pub use diagnostic::{Code, Diagnostic, RenderStyle, Severity, Suggestion};
#[cfg(feature = "edit")]
pub use edit::{BlockBuilder, BodyBuilder, Edit, InsertionPoint, StarterFile};
pub use error::{Category, Diagnosed, Error, Result};
pub use eval::{EvalContext, Marked, user_functions};
pub use format::format;
pub use number::{Number, NumberError, NumberErrorKind};
pub use path::{Path, PathStep};
pub use schema::{BodyContent, BodySchema};
pub use ser::{
    EncodeOptions, Encoded, Serializer, attribute, block, to_string, to_value, to_vec, to_writer,
};
pub use source::{Located, Position, Source};
pub use span::Span;
pub use spanned::Spanned;
#[cfg(feature = "spec")]
pub use spec::{Spec, SpecFile};
pub use syntax::address::{AtOffset, BodyPart};
pub use syntax::options::{
    ParseOptions, Syntax, parse, parse_expression, parse_file, parse_template, parse_traversal,
};
pub use syntax::tree::handle::{
    Attribute, Block, Body, BodyItem, Comment, Expression, ExpressionKind, ForExpression,
    FunctionCall, Label, ObjectItem, ObjectKey, Overlay, OverlayRule, Template, TemplatePart,
    Traversal, TraversalKey, TraversalStep, Visitor, WalkControl,
};
pub use syntax::tree::{BinaryOperator, UnaryOperator};
pub use validation::Validation;
pub use value::{
    AttributeType, CapsuleType, ObjectType, Refinement, Type, TypeKind, Value, ValueError,
    ValueRange,
};

#[doc(hidden)]
pub use macros::private as __private;

/// The examples of the README are tests.
#[cfg(all(doctest, feature = "full"))]
#[doc = include_str!("../README.md")]
struct Readme;
