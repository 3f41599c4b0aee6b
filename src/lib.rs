//! HCL 2, the configuration language of HashiCorp, for Rust and serde: load configurations into your own structs, with
//! errors for the people who write them; evaluate expressions; write, format and change configurations.
//!
//! # Add it to a program
//!
//! The package is called `serde_hcl`, the library in it `hcl`:
//!
//! ```toml
//! [dependencies]
//! serde_hcl = "0.1"
//! serde = { version = "1", features = ["derive"] }
//! ```
//!
//! # Load a configuration
//!
//! The type that you ask for is the schema: attributes and blocks become fields.
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
//! # When something is wrong
//!
//! An [`Error`] shows what, where and what to do. It has the byte [`Span`], line and column, the
//! path from the root of the decoded value, and all other diagnostics; `{error:#}` prints them all.
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
//! | report errors, check what the types do not say | [`errors_and_validation`](guide::errors_and_validation) |
//! | keep an expression and evaluate it later | [`kept_expressions`](guide::kept_expressions) |
//! | give variables and functions to a configuration | [`functions_and_scopes`](guide::functions_and_scopes) |
//! | let parts of a configuration name each other | [`a_language_of_your_own`](guide::a_language_of_your_own) |
//! | combine defaults and several files | [`layers_and_files`](guide::layers_and_files) |
//! | write, change or format a configuration | [`writing_and_editing`](guide::writing_and_editing) |
//! | read and write JSON | [`both_syntaxes`](guide::both_syntaxes) |
//! | read what strangers write | [`untrusted_input`](guide::untrusted_input) |
//! | move from hcl-rs, toml, `serde_yaml` or gohcl | [`coming_from`](guide::coming_from) |
//!
//! The pages [`mapping`] have every rule with an example: what a field gets from attributes and from blocks, labels,
//! enums, null, conversions, how each is written, and recipes for other crates. The rest of this page lists what there
//! is.
//!
//! # Decode
//!
//! | to decode | call |
//! |---|---|
//! | text, bytes, a file, a reader | [`from_str`], [`from_slice`], [`from_path`], [`from_reader`] |
//! | text with variables and functions | [`from_str_with`] |
//! | with variables and functions, a file name, a syntax, limits, unknown names refused | [`DecodeOptions`] |
//! | JSON syntax | [`json::from_str`], [`json::from_str_with`], [`DecodeOptions::with_syntax`]; [`from_path`] goes by the name of the file |
//! | what is parsed already; an expression; a value | [`from_body`]; [`Expression::decode`]; [`from_value`] |
//! | for any function on serde's own trait | [`Deserializer`] |
//!
//! Fields may keep what they find for later: an [`Expression`], a [`Template`], a [`Traversal`] or a [`Body`], as it is
//! written; a [`Value`] with its HCL type; a [`Spanned`] value with its place. [`OneOrMany`] takes lists that may be
//! written as their one element. [`Validation`] reports checks of your own at the places of fields.
//!
//! # Encode
//!
//! [`to_string`], [`to_vec`] and [`to_writer`] write any data of serde as a person would: structs as blocks, everything
//! else as attributes, in the canonical form. [`EncodeOptions`] sets the indentation, heredocs and alignment; for one
//! field, [`mod@attribute`] and [`mod@block`] choose the form. A [`StarterFile`] is the same with comments, and with
//! optional settings commented out. [`to_value`] makes a [`Value`], and a [`Serializer`] goes wherever serde's own
//! trait is asked for. [`json::to_string`] writes the JSON syntax, also of a [`Body`].
//!
//! # Evaluate expressions
//!
//! [`Expression::evaluate`] and [`Template::evaluate`] give a [`Value`] in an [`EvalContext`] of variables and
//! [functions](function::Function); [`mod@convert`] has the conversions of the type system. [`function::stdlib`] has
//! the functions that users know from the reference implementation, from Terraform and from Packer, and
//! [`function::Function::from_fn`] makes one of a closure; [`user_functions`] reads those that a configuration defines.
//! Variables may be [looked up](EvalContext::with_resolver) when they are asked for, and parts of a configuration may
//! name each other: [`references`] has what a language of your own needs, with the graph of what needs what. From text in one step, value and
//! diagnostics together, go [`ParseOptions::evaluate_expression`] and its like.
//!
//! # Look at a configuration
//!
//! [`parse`] gives the [`Body`] itself: attributes, blocks, expressions and comments with the bytes at which they
//! stand. [`parse_expression`], [`parse_template`] and [`parse_traversal`] take a part of the language on its own, and
//! [`ParseOptions`] has all of these with options. A [`Visitor`] walks a tree.
//!
//! For tools that show what there is, whatever is wrong, [`ParseOptions::parse`], schemas and specs give [`Diagnosed`]
//! results: what could be had, and every [`Diagnostic`].
//!
//! [`Expression::static_list`] and its like give the parts of an expression as they are written, for a language of your
//! own on top of this one, and [`Expression::variables`] what must be there for its evaluation.
//! [`Expression::type_constraint`] reads types such as `list(string)`.
//!
//! # Make, change and format a configuration
//!
//! [`Body::builder`] makes a body of attributes and blocks, and so does [`body!`] in native syntax; [`value!`] makes a
//! [`Value`]. [`Body::edit`] changes a body that was parsed, with attributes, blocks, parts of objects and lists, and
//! comments: what is not touched keeps its comments and its layout. A body displays as text in the canonical form.
//! [`format()`] brings a text into that form, with everything but its white space as it was.
//!
//! # Describe a language of configurations
//!
//! Where there is no type to decode into, a description of the language takes its place:
//!
//! * A [`BodySchema`] names the attributes and blocks of one body. [`Body::content`] refuses what it does not ask for,
//!   [`Body::partial_content`] gives the rest back as a body; [`Body::just_attributes`] takes whatever attributes there
//!   are. [`BodySchema::of`] asks a type of serde for its fields.
//! * A [`Spec`] says what a body has, level by level, and [`Spec::decode`] makes one [`Value`] of it. A [`SpecFile`] is
//!   one that is written in the spec language, which the command `hcldec` decodes by.
//!
//! [`Body::merge`] makes one body of several files, and [`Overlay`] one of layers that override each other, such as files
//! and settings of the command line, each item and each error with its own file. Where an application lets blocks be generated, [`dynblock::expand_dynamic`]
//! replaces `dynamic` blocks by what they stand for, before anything else is done with the body.
//!
//! # Limits
//!
//! No input makes this crate panic, nor overflow the stack as long as you do not raise its limits:
//! what nests deeper than 256 levels is an error with a place. [`EvalContext::with_max_steps`] and
//! [`EvalContext::with_max_bytes`] bound what evaluation may cost; [`guide::untrusted_input`] has all limits.
//!
//! # Names of methods
//!
//! `with_*` takes a value, changes one thing and gives it back: options, contexts, schemas, functions, diagnostics.
//! `set_*` changes what exists already. A builder names what it adds and ends with `finish`. `as_*` borrows, `into_*`
//! takes apart.
//!
//! # Features
//!
//! None is on by default, and the library needs none. `stdlib` adds the functions of [`function::stdlib`] that need
//! other crates; the features that it consists of add them family by family. `cli` builds the commands `hcl` and `hcldec`: it
//! decodes configuration files by a spec file and prints JSON. `miette` adds the module `hcl::miette`, with reports for
//! the handlers of that crate. [`mapping::companions`] has recipes for other crates.

pub mod convert;
pub mod dynblock;
pub mod function;
pub mod guide;
pub mod json;
pub mod mapping;
#[cfg(feature = "miette")]
pub mod miette;
pub mod references;

mod analysis;
mod de;
mod diagnostic;
mod edit;
mod error;
mod eval;
mod evaluate;
mod file;
mod format;
mod identifier;
mod json_text;
mod limits;
mod macros;
mod nfc;
mod number;
mod path;
mod protocol;
mod quote;
mod reduce;
mod repeated;
mod schema;
mod ser;
mod source;
mod span;
mod spanned;
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
pub use edit::{BlockBuilder, BodyBuilder, Edit, InsertionPoint, StarterFile};
pub use error::{Category, Diagnosed, Error, Result};
pub use eval::{EvalContext, user_functions};
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
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
