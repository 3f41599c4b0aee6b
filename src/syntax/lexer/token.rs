//! The alphabet of the grammar.

use super::{offset, scan};

/// What a token is. The grammar's come first, and there are no more of them than the compiler makes an inlined switch of,
/// which the generated parser goes through for each token. A token's text is a span of the source, so that a token costs four bytes.
///
/// The names are those of the native syntax specification where it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    /// The marker before a source that is a body.
    StartBody,
    /// The marker before a source that is one expression.
    StartExpression,
    /// The marker before a source that is a template.
    StartTemplate,
    /// One or more newline sequences and line comments where they end something.
    Newline,
    /// An identifier that no other token covers.
    Identifier,
    /// `name =` where an attribute or an item of an object begins (there also `name :`). The span
    /// is that of the name.
    NameEqual,
    /// A numeric literal.
    Number,
    /// A quoted template without template sequences.
    QuotedLiteral,
    /// A heredoc without template sequences.
    HeredocLiteral,
    /// `{` that opens the body of a block.
    BlockOpen,
    /// `}` of a block, an object or an object `for`.
    BraceClose,
    /// `(` that groups.
    ParenOpen,
    /// `)`.
    ParenClose,
    /// `name (`, a function call. The span is that of the name.
    CallOpen,
    /// `[` that opens a tuple.
    TupleOpen,
    /// `[ for`.
    ForTupleOpen,
    /// `[` behind an operand.
    IndexOpen,
    /// `]`.
    BracketClose,
    /// `{` that opens an object.
    ObjectOpen,
    /// `{ for`.
    ForObjectOpen,
    /// The keyword `in`.
    In,
    /// The keyword `if` of a `for` expression.
    If,
    /// `,`
    Comma,
    /// `:`
    Colon,
    /// `::`
    DoubleColon,
    /// `?`
    Question,
    /// `=` that no other token covers.
    Equal,
    /// `=>`
    Arrow,
    /// `...`
    Ellipsis,
    /// `.name`
    GetAttr,
    /// `.0`
    LegacyIndex,
    /// `.*` or `[*]`
    Splat,
    /// `-`, between operands or before one.
    Minus,
    /// `!`
    Not,
    /// Any other operator between two operands.
    BinaryOperator,
    /// `"` that opens a template with sequences.
    QuoteOpen,
    /// The introduction of a heredoc with sequences, its newline included.
    HeredocOpen,
    /// What ends either: `"`, or the end marker with the blanks before it.
    TemplateClose,
    /// Literal text between template sequences.
    TemplateLiteral,
    /// `${` or `${~`.
    InterpolationOpen,
    /// `%{ if`
    DirectiveIf,
    /// `%{ else }`
    DirectiveElse,
    /// `%{ endif }`
    DirectiveEndIf,
    /// `%{ for`
    DirectiveFor,
    /// `%{ endfor }`
    DirectiveEndFor,
    /// `}` or `~}` that ends a template sequence.
    SequenceClose,
    /// Items whose values are literal: of an object with what stands between them, or of a body with the ends of their lines,
    /// and there also blocks of nothing but such items.
    /// They are made of so many of the [parts](super::Parts) that come next. Like the two below, only a [`JoiningLexer`](super::JoiningLexer) makes it.
    LiteralItems(u16),
    /// The header of a block with no more than two labels, the brace that opens its body, and the end of its line. The
    /// span ends with the brace.
    BlockStart(Header),
    /// `}` of a block and the end of its line. The span is that of the brace.
    BlockEnd,
    /// `.` that no access or splat follows.
    Dot,
    /// Something that is no token; only the tolerant lexer makes it.
    Bad,
}

/// The header of a block in one token. All is counted from where the token begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Header {
    /// Where the type ends.
    pub(crate) block_type: u8,
    /// Where each label ends, 0 if there is none. It begins behind what precedes it and blanks.
    pub(crate) labels: [u8; 2],
}

impl Header {
    /// The header and how many items the body has, as the data of a node.
    pub(crate) fn with_items(self, items: u8) -> u32 {
        let [first, second] = self.labels;
        u32::from_le_bytes([self.block_type, first, second, items])
    }

    /// What such data says.
    pub(crate) fn and_items(data: u32) -> (Self, u8) {
        let [block_type, first, second, items] = data.to_le_bytes();
        let labels = [first, second];
        (Header { block_type, labels }, items)
    }

    /// Appends where the type ends, and where each label begins and ends, if the header begins at `start`.
    pub(crate) fn push_positions(self, bytes: &[u8], start: u32, positions: &mut Vec<u32>) {
        let mut end = start + u32::from(self.block_type);
        positions.push(end);
        for label in self.labels.into_iter().take_while(|label| *label > 0) {
            let from = scan::blanks(bytes, end as usize);
            end = start + u32::from(label);
            positions.extend([offset(from), end]);
        }
    }
}

impl Token {
    /// Whether an operand may end with this token, so that `[` behind it is an index and `-` a
    /// subtraction.
    pub(crate) fn ends_operand(self) -> bool {
        matches!(
            self,
            Token::Identifier
                | Token::Number
                | Token::QuotedLiteral
                | Token::HeredocLiteral
                | Token::BraceClose
                | Token::ParenClose
                | Token::BracketClose
                | Token::GetAttr
                | Token::LegacyIndex
                | Token::Splat
                | Token::TemplateClose
        )
    }
}

/// A token with the bytes at which it starts and ends, as the generated parser takes it.
pub(crate) type SpannedToken = (u32, Token, u32);

/// Why no token could be made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LexErrorKind {
    /// A character that no token begins with.
    InvalidCharacter,
    /// `&`, `|`, `^` or `~`.
    UnsupportedOperator,
    /// A numeric literal such as `1.2.3`.
    InvalidNumber,
    /// A comment that nothing ends.
    UnterminatedComment,
    /// A numeric literal beyond the limits of numbers.
    NumberOutOfRange,
    /// A newline inside a quoted template.
    MultiLineString,
    /// The end of the source inside a quoted template.
    UnterminatedString,
    /// The end of the source inside the label of a block.
    UnterminatedLabel,
    /// The end of the source inside a heredoc.
    UnterminatedHeredoc,
    /// A backslash that no escape sequence begins with.
    InvalidEscape,
    /// A template sequence in the label of a block.
    TemplateInLabel,
    /// `%{` without one of the words that may follow.
    InvalidDirective,
    /// Brackets, blocks, templates and prefix operators nest too deep.
    TooDeep,
}

/// A lexical error and the byte at which what is wrong begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LexError {
    pub(crate) at: u32,
    pub(crate) kind: LexErrorKind,
}
