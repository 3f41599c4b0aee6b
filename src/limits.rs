//! The limits that keep hostile or mistaken input from using up the stack, the memory, or the patience of who reads a
//! report.
//!
//! Applications may change some of them: the settings of `ParseOptions`, `DecodeOptions` and `EvalContext` say which. A
//! limit that concerns one function or one algorithm stands beside it.

/// Levels of nesting: of expressions and blocks in a source, of specs, of what is written, and of the expressions that
/// functions evaluate within each other.
pub(crate) const MAX_DEPTH: usize = SOURCE_DEPTH as usize;

/// Levels of nesting of values and types, whatever the settings are, since a value does not know where it comes from.
/// With the default settings, every configuration is a value: an object of blocks with labels.
pub(crate) const MAX_VALUE_DEPTH: usize = 1 + MAX_DEPTH + MAX_LABELS as usize;

/// Levels of nesting in a source, unless an application sets another limit.
const SOURCE_DEPTH: u32 = 256;

/// How long a source may be, how deep it may nest, how many links its chains may have (chains of operators, accesses and
/// conditionals), and how many errors are reported. `ParseOptions` and `DecodeOptions` set them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ParseLimits {
    /// Bytes of the source. Spans reach no further than the default.
    pub(crate) length: u32,
    pub(crate) depth: u32,
    pub(crate) links: u32,
    /// How many errors are reported. One more is looked for.
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
    /// The limits for the sources of strangers.
    pub(crate) const UNTRUSTED: ParseLimits = ParseLimits {
        length: 1 << 20,
        depth: 64,
        links: 10_000,
        reported: MAX_REPORTED,
    };
}

/// The steps and the bytes that evaluation may take for the sources of strangers.
pub(crate) const UNTRUSTED_STEPS: u64 = 100_000;
pub(crate) const UNTRUSTED_BYTES: u64 = 1 << 20;

/// Levels of nesting in a text that a function evaluates as a template.
pub(crate) const MAX_TEMPLATE_DEPTH: u32 = 64;

/// Labels of a block. Blocks nest no deeper than the parser allows, but a block may have any number of labels, and each
/// of them is a call within the call of the one before it.
pub(crate) const MAX_LABELS: u32 = 256;

/// Diagnostics that parsing, decoding or an iteration reports, unless an application sets another limit. One mistake may
/// cause many of them, and a longer list is not read.
pub(crate) const MAX_REPORTED: usize = 20;

/// Characters of a text that a message quotes.
pub(crate) const MAX_QUOTED: usize = 60;

/// Expected names that a message lists.
pub(crate) const MAX_LISTED: usize = 12;
