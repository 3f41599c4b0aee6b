//! The modes of the lexer: which constructs are open around a token, and how the text inside each of them is read
//! ("Lexical Elements", "Templates" of the native syntax specification).

use super::scan::Newlines;

/// The kind of the innermost open construct. It decides how the text inside is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexerMode {
    /// Before the start marker.
    Start,
    /// The start of an item of a body.
    Body,
    /// Directly after the brace that opens a block. A newline here begins a body; anything else is the
    /// content of a one-line block.
    AfterBrace,
    /// The header of a block after its type, and the rest of the line after a closing brace.
    Header,
    /// The expression of an attribute.
    AttributeValue,
    /// An object.
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

impl LexerMode {
    pub(super) fn newlines(self) -> Newlines {
        match self {
            LexerMode::Body
            | LexerMode::AfterBrace
            | LexerMode::Header
            | LexerMode::AttributeValue
            | LexerMode::Object => Newlines::Significant,
            _ => Newlines::Skipped,
        }
    }
}

/// One open construct.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) mode: LexerMode,
    /// The offset of its opening bracket, quote or marker.
    pub(crate) open: u32,
    /// The nesting depth of the construct, including pending operators and directives of the frames around it.
    pub(super) depth: u32,
    /// Conditionals in it whose colon has not been read yet.
    pub(super) conditionals: u32,
    /// Directives in the text of a template whose end has not been read yet.
    pub(super) directives: u32,
    /// Prefix operators directly before the next operand.
    pub(super) prefixes: u32,
    /// Whether this frame or any frame around it is a template sequence.
    pub(super) in_sequence: bool,
}

impl Frame {
    /// The depth of a construct that begins inside this one.
    pub(super) fn inner_depth(&self) -> u32 {
        self.depth + self.conditionals + self.prefixes + self.directives + 1
    }

    /// Resets the counters at the start of a new expression, to which no pending operator of this frame applies.
    pub(super) fn forget_pending(&mut self) {
        self.conditionals = 0;
        self.prefixes = 0;
    }
}

/// The kinds of source that the grammar accepts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SourceKind {
    Body,
    Expression,
    /// The text of a template, without quotes.
    Template,
    /// The text of a string in JSON syntax, which is a template, but not a source of its own: a byte order mark at its
    /// start is an ordinary character.
    JsonString,
}
