//! What is known about a function of a set.

use crate::function::Function;

/// A function of one of the sets; see [`entries`](super::entries).
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    pub(super) name: &'static str,
    pub(super) family: &'static str,
    pub(super) constructor: fn() -> Function,
    example: &'static str,
}

impl Entry {
    /// The name under which the set has the function.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The family that the function belongs to: "strings", "numbers", "collections" and so on.
    pub fn family(&self) -> &'static str {
        self.family
    }

    /// The function, with its parameters and description.
    pub fn function(&self) -> Function {
        (self.constructor)()
    }

    /// An expression that calls it.
    pub fn example(&self) -> &'static str {
        self.example
    }
}

/// The families in the order of the documentation.
pub(super) const FAMILIES: [&str; 12] = [
    STRING, NUMBER, COLLECTION, SET, CONVERSION, TEST, ENCODING, HASH, NETWORK, TIME, PATH, REGEX,
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
pub(super) const REGEX: &str = "regular expressions";

pub(super) const fn entry(
    family: &'static str,
    name: &'static str,
    constructor: fn() -> Function,
    example: &'static str,
) -> Entry {
    Entry {
        name,
        family,
        constructor,
        example,
    }
}
