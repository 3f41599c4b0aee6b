//! The four inputs, generated from a fixed seed: the same bytes on every machine and in every run. An input consists of
//! whole items, just enough to reach its size. It contains no construct that one of the peers rejects or is known to
//! read in quadratic time, so that the ratios compare parsers and not their weak spots.

mod attributes;
mod object;
mod operators;
mod random;
mod terraform;
#[cfg(test)]
mod tests;

/// The kind of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Terraform-like: labelled and nested blocks, references, templates, heredocs, calls, `for` expressions, comments.
    Terraform,
    /// Attributes of the root body with numbers, short strings and bools.
    Attributes,
    /// Attributes whose values are arithmetic, comparison and logic over literals and traversals.
    Operators,
    /// One attribute with one huge object; it has a JSON text of the same data.
    Object,
}

impl Input {
    /// Every input, in the order of the tables.
    pub const ALL: [Self; 4] = [
        Self::Terraform,
        Self::Attributes,
        Self::Operators,
        Self::Object,
    ];

    /// The name that tables and arguments use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Terraform => "terraform",
            Self::Attributes => "attributes",
            Self::Operators => "operators",
            Self::Object => "object",
        }
    }
}

/// The length of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// 4 KB: one file of a module.
    Small,
    /// 64 KB: a large file.
    Medium,
    /// 8 MB: generated configuration, where memory bandwidth and allocation decide.
    Large,
}

impl Size {
    /// Every size, ascending.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Large];

    /// The name that tables and arguments use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Small => "4K",
            Self::Medium => "64K",
            Self::Large => "8M",
        }
    }

    /// The least number of bytes of the native syntax text.
    pub const fn bytes(self) -> usize {
        match self {
            Self::Small => 4 << 10,
            Self::Medium => 64 << 10,
            Self::Large => 8 << 20,
        }
    }
}

/// One generated input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The native syntax text.
    pub hcl: String,
    /// The same data as JSON, only for [`Input::Object`].
    pub json: Option<String>,
}

impl Document {
    /// Generates the input of a size.
    pub fn generate(input: Input, size: Size) -> Self {
        let bytes = size.bytes();
        match input {
            Input::Terraform => Self::native(terraform::generate(bytes)),
            Input::Attributes => Self::native(attributes::generate(bytes)),
            Input::Operators => Self::native(operators::generate(bytes)),
            Input::Object => {
                let (hcl, json) = object::generate(bytes);
                Self {
                    hcl,
                    json: Some(json),
                }
            }
        }
    }

    fn native(hcl: String) -> Self {
        Self { hcl, json: None }
    }
}

/// An empty text with enough capacity for an input, so that a reallocation never affects a measured peak of memory.
fn text_with_room(bytes: usize) -> String {
    /// More than the longest item of any input, and more than the bytes that JSON needs in addition to native syntax.
    const SLACK: usize = 16 << 10;
    String::with_capacity(bytes + bytes / 4 + SLACK)
}
