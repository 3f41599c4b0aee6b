//! What is known about a function of a set.

use std::path::PathBuf;

use crate::function::Function;

/// A function of one of the sets; see [`entries`](super::entries).
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(super) name: &'static str,
    pub(super) family: &'static str,
    constructor: Constructor,
    example: &'static str,
}

/// What makes a function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Constructor {
    Plain(fn() -> Function),
    /// Of a function that reads files below a root.
    BelowRoot(fn(PathBuf) -> Function),
}

impl Entry {
    pub(super) const fn new(
        family: &'static str,
        name: &'static str,
        constructor: Constructor,
        example: &'static str,
    ) -> Self {
        Entry {
            name,
            family,
            constructor,
            example,
        }
    }

    /// The name under which the set has the function.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The family that the function belongs to: "strings", "numbers", "collections" and so on.
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// The function, with its parameters and description. One that reads files finds none: those that do are made by
    /// [`files`](super::super::files).
    pub fn function(&self) -> Function {
        match self.constructor {
            Constructor::Plain(constructor) => constructor(),
            // No directory has an empty path.
            Constructor::BelowRoot(constructor) => constructor(PathBuf::new()),
        }
    }

    /// The function if it is one that reads files, below this root.
    pub(super) fn function_below(&self, root: &std::path::Path) -> Option<Function> {
        match self.constructor {
            Constructor::Plain(_) => None,
            Constructor::BelowRoot(constructor) => Some(constructor(root.to_owned())),
        }
    }

    /// An expression that calls it.
    pub fn example(&self) -> &'static str {
        self.example
    }
}

/// The families in the order of the documentation.
pub(super) const FAMILIES: [&str; 14] = [
    STRING,
    NUMBER,
    COLLECTION,
    SET,
    CONVERSION,
    TEST,
    ENCODING,
    HASH,
    NETWORK,
    TIME,
    PATH,
    REGEX,
    FILE,
    ENVIRONMENT,
];
pub(super) const STRING: &str = "strings";
pub(super) const NUMBER: &str = "numbers";
pub(super) const COLLECTION: &str = "collections";
pub(super) const SET: &str = "sets";
pub(super) const CONVERSION: &str = "conversion";
pub(super) const TEST: &str = "expressions";
pub(super) const ENCODING: &str = "encoding";
pub(super) const HASH: &str = "hashes";
pub(super) const NETWORK: &str = "network";
pub(super) const TIME: &str = "time";
pub(super) const PATH: &str = "paths";
pub(super) const FILE: &str = "files";
pub(super) const ENVIRONMENT: &str = "environment";
pub(super) const REGEX: &str = "regular expressions";

pub(super) const fn entry(
    family: &'static str,
    name: &'static str,
    constructor: fn() -> Function,
    example: &'static str,
) -> Entry {
    Entry::new(family, name, Constructor::Plain(constructor), example)
}
