//! Types whose fields are wrapped several times: decoding takes more of the stack for each level of them.
//!
//! The stacks are those that the documentation of `DecodeOptions::with_max_depth` names.

use std::collections::BTreeMap;

use hcl::{OneOrMany, Spanned};
use serde::de::DeserializeOwned;
use serde_derive::Deserialize;

/// The stack that is sufficient for the default depth with any type.
const STACK: usize = if cfg!(debug_assertions) {
    8 << 20
} else {
    2 << 20
};

#[derive(Deserialize)]
struct Labelled {
    #[serde(default)]
    a: BTreeMap<String, Option<Spanned<Box<Labelled>>>>,
}

#[derive(Deserialize)]
struct Many {
    #[serde(default)]
    a: OneOrMany<Option<Spanned<Box<Many>>>>,
}

#[derive(Deserialize)]
struct Choice {
    a: Option<Spanned<Box<Kind>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    B(Spanned<Box<Choice>>),
    C { c: OneOrMany<Spanned<Box<Choice>>> },
}

#[derive(Deserialize)]
struct Choices {
    #[serde(default)]
    a: BTreeMap<String, OneOrMany<Spanned<Box<Variant>>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Variant {
    B(Option<Spanned<Box<Choices>>>),
}

#[derive(Deserialize)]
struct Flattened {
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Deserialize)]
struct Rest {
    a: Option<Box<Flattened>>,
    #[serde(flatten)]
    _others: BTreeMap<String, hcl::Value>,
}

/// A type that serde reads into a buffer first.
#[derive(Deserialize)]
#[serde(untagged)]
enum Untagged {
    Block {
        a: Option<Box<Untagged>>,
    },
    #[allow(dead_code, reason = "no block is decoded as this variant")]
    Other(bool),
}

#[derive(Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Tagged {
    B { a: Option<Box<Tagged>> },
}

/// Returns how many levels of a type were decoded.
trait Levels {
    fn levels(&self) -> usize;
}

impl<T: Levels> Levels for Box<T> {
    fn levels(&self) -> usize {
        (**self).levels()
    }
}

impl<T: Levels> Levels for Spanned<T> {
    fn levels(&self) -> usize {
        self.value().levels()
    }
}

/// Returns the number of levels of a value that contains these values.
fn around<'a, T: Levels + 'a>(inner: impl IntoIterator<Item = &'a T>) -> usize {
    let levels = inner.into_iter().map(|it| 1 + it.levels());
    levels.max().unwrap_or(0)
}

impl Levels for Labelled {
    fn levels(&self) -> usize {
        around(self.a.values().flatten())
    }
}

impl Levels for Many {
    fn levels(&self) -> usize {
        around(self.a.iter().flatten())
    }
}

impl Levels for Choice {
    fn levels(&self) -> usize {
        self.a.as_ref().map_or(0, Levels::levels)
    }
}

impl Levels for Kind {
    fn levels(&self) -> usize {
        match self {
            Kind::B(inner) => around([inner]),
            Kind::C { c } => around(c.iter()),
        }
    }
}

impl Levels for Choices {
    fn levels(&self) -> usize {
        let variants = self.a.values().flat_map(|many| many.iter());
        variants.map(Levels::levels).max().unwrap_or(0)
    }
}

impl Levels for Variant {
    fn levels(&self) -> usize {
        match self {
            Variant::B(inner) => around(inner),
        }
    }
}

impl Levels for Flattened {
    fn levels(&self) -> usize {
        around(&self.rest.a)
    }
}

impl Levels for Untagged {
    fn levels(&self) -> usize {
        match self {
            Untagged::Block { a } => around(a),
            Untagged::Other(_) => 0,
        }
    }
}

impl Levels for Tagged {
    fn levels(&self) -> usize {
        let Tagged::B { a } = self;
        around(a)
    }
}

impl Levels for serde_json::Value {
    fn levels(&self) -> usize {
        around(self.get("a"))
    }
}

/// Items that are wrong in each type of block, and in untyped data.
const WRONG: &str = "wrong = 1\na = 1\n";
const UNKNOWN_VARIABLE: &str = "a = nothing\n";

/// Decodes blocks that nest as deep as the default limits allow.
fn decodes<T: DeserializeOwned + Levels + Send + 'static>(
    open: &'static str,
    [middle, wrong]: [&'static str; 2],
    levels: usize,
) {
    let test = move || {
        let text = super::nested(open, middle, "}\n", levels);
        let decoded = hcl::from_str::<T>(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(decoded.levels(), levels, "{open}");
        // A fault at the deepest level is reported.
        let text = super::nested(open, wrong, "}\n", levels);
        assert!(hcl::from_str::<T>(&text).is_err());
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(test);
    let ended = thread.expect("a thread can be made").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

#[test]
fn wrappers_of_labelled_blocks() {
    decodes::<Labelled>("a \"b\" {\n", ["", WRONG], 256);
}

#[test]
fn wrappers_of_repeated_blocks() {
    decodes::<Many>("a {\n", ["", WRONG], 256);
}

#[test]
fn wrappers_of_variants() {
    decodes::<Choice>("a \"b\" {\n", ["", WRONG], 256);
}

#[test]
fn wrappers_of_labelled_variants() {
    // Each label counts as a level.
    decodes::<Choices>("a \"x\" \"b\" {\n", ["", WRONG], 128);
}

#[test]
fn flattened_structs() {
    decodes::<Flattened>("a {\n", ["", WRONG], 256);
}

#[test]
fn untagged_enums() {
    decodes::<Untagged>("a {\n", ["", WRONG], 256);
}

#[test]
fn tagged_enums() {
    // The root body counts as a level.
    decodes::<Tagged>("kind = \"b\"\na {\n", ["kind = \"b\"\n", WRONG], 256);
}

#[test]
fn untyped_data() {
    decodes::<serde_json::Value>("a {\n", ["", UNKNOWN_VARIABLE], 256);
}
