//! What can be open around a token, and how the text in it is read.
//!
//! Knows nothing of tokens.

use super::scan::Newlines;

/// What the innermost open construct is, which decides how the text in it is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Before the start marker.
    Start(Start),
    /// The start of an item of a body.
    Body,
    /// Directly behind the brace that opens a block: a newline makes it a body, anything else is
    /// the content of a one-line block.
    BlockStart,
    /// The header of a block behind its type, and whatever stands behind its closing brace.
    Header,
    /// The expression of an attribute.
    AttributeValue,
    /// An object, or an index into one.
    Object,
    /// An object `for`.
    ForObject,
    /// Parentheses, and an expression that is the whole source.
    Paren,
    /// A tuple or an index.
    Bracket,
    /// A tuple `for`.
    ForTuple,
    /// An interpolation or a directive.
    Sequence,
    /// The directive `for`.
    ForSequence,
    /// The text of a quoted template.
    Quote,
    /// The text of a heredoc.
    Heredoc,
    /// The text of a template that is the whole source.
    Bare,
}

impl Mode {
    pub(super) fn newlines(self) -> Newlines {
        match self {
            Mode::Body | Mode::BlockStart | Mode::Header | Mode::AttributeValue | Mode::Object => {
                Newlines::Significant
            }
            _ => Newlines::Skipped,
        }
    }
}

/// One open construct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) mode: Mode,
    /// Where its opening bracket, quote or marker stands.
    pub(crate) open: u32,
    /// How deep it is nested, what is pending in the frames around it counted too.
    pub(super) depth: u32,
    /// Conditionals in it whose colon is still to come.
    pub(super) conditionals: u32,
    /// Directives in the text of a template whose end is still to come.
    pub(super) directives: u32,
    /// The length of a heredoc's marker.
    pub(super) marker: u32,
    /// Prefix operators that directly precede the next operand.
    pub(super) prefixes: u32,
    /// Whether it is a template sequence or stands in one, at whatever depth.
    pub(super) in_sequence: bool,
}

impl Frame {
    /// How deep something is nested that begins here.
    pub(super) fn inner_depth(&self) -> u32 {
        self.depth + self.conditionals + self.prefixes + self.directives + 1
    }

    /// A new operand begins that no operator of the frame waits for.
    pub(super) fn forget_pending(&mut self) {
        self.conditionals = 0;
        self.prefixes = 0;
    }
}

/// The kinds of source that the grammar knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Start {
    Body,
    Expression,
    Template,
}
