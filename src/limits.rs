//! Limits that keep hostile or mistaken input from exhausting the stack or the memory, and reports from being too long
//! to read.
//!
//! Applications can change some of them with the settings of `ParseOptions`, `DecodeOptions` and `EvalContext`. A limit
//! that concerns one function or one algorithm is defined next to it.

/// Maximum nesting: of expressions and blocks in a source, of specs, of output, and of the expressions that functions
/// evaluate within each other.
pub(crate) const MAX_DEPTH: usize = SOURCE_DEPTH as usize;

/// Maximum nesting of values and types. It does not depend on the settings, since a value does not know its origin.
/// With the default settings, every configuration can be a value: an object of blocks with labels.
pub(crate) const MAX_VALUE_DEPTH: usize = 1 + MAX_DEPTH + MAX_LABELS as usize;

/// Maximum nesting in a source, unless an application sets another limit.
const SOURCE_DEPTH: u32 = 256;

/// How long a source may be, how deep it may nest, how many links its chains may have (chains of operators, accesses
/// and conditionals), and how many errors are reported. `ParseOptions` and `DecodeOptions` set them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParseLimits {
    /// Length of the source in bytes. Spans cannot represent more than the default.
    pub(crate) length: u32,
    pub(crate) depth: u32,
    pub(crate) links: u32,
    /// Number of reported errors. The parser looks for one more.
    pub(crate) reported: usize,
}

impl Default for ParseLimits {
    fn default() -> Self {
        ParseLimits {
            length: u32::MAX,
            depth: SOURCE_DEPTH,
            links: 100_000,
            reported: MAX_REPORTED,
        }
    }
}

impl ParseLimits {
    /// Each of these limits, or the default limit if that is higher.
    pub(crate) fn at_least_default(self) -> Self {
        let default = ParseLimits::default();
        ParseLimits {
            length: self.length.max(default.length),
            depth: self.depth.max(default.depth),
            links: self.links.max(default.links),
            reported: self.reported.max(default.reported),
        }
    }

    /// The limits for untrusted sources.
    pub(crate) const UNTRUSTED: ParseLimits = ParseLimits {
        length: 1 << 20,
        depth: 64,
        links: 10_000,
        reported: MAX_REPORTED,
    };
}

/// The steps and the bytes that evaluation may take for untrusted sources.
pub(crate) const UNTRUSTED_STEPS: u64 = 100_000;
pub(crate) const UNTRUSTED_BYTES: u64 = 1 << 20;

/// Maximum nesting in a text that a function evaluates as a template.
pub(crate) const MAX_TEMPLATE_DEPTH: u32 = 64;

/// Maximum number of labels of a block. The parser limits how deep blocks nest, but not how many labels a block has,
/// and each label is a call within the call of the previous one.
pub(crate) const MAX_LABELS: u32 = 256;

/// Maximum number of diagnostics of parsing, decoding or an iteration, unless an application sets another limit. One
/// mistake may cause many diagnostics, and users do not read a longer list.
pub(crate) const MAX_REPORTED: usize = 20;

/// Maximum number of characters of a text that a message quotes.
pub(crate) const MAX_QUOTED: usize = 60;

/// Maximum number of expected names that a message lists.
pub(crate) const MAX_LISTED: usize = 12;
