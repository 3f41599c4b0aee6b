//! The tokens of the native syntax, which are the terminals of the grammar ("Lexical Elements").

/// The kind of a token. Its text is a span of the source.
///
/// The terminals of the grammar come first. Their names follow the native syntax specification where it has a name.
///
/// A token is as wide as the offsets beside it in the parser: with one byte, the padding after it would be
/// copied byte by byte at each step of the parser.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub(crate) enum Token {
    /// The marker before a source that is a body.
    StartBody,
    /// The marker before a source that is one expression.
    StartExpression,
    /// The marker before a source that is a template.
    StartTemplate,
    /// A significant newline sequence, or a line comment with its newline. Those directly after it are skipped.
    Newline,
    /// An identifier that is not part of another token.
    Identifier,
    /// `name =` where an attribute or an item of an object begins (there also `name :`). The span covers only the name.
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
    /// `name (`, a function call. The span covers only the name.
    CallOpen,
    /// `[` that opens a tuple.
    TupleOpen,
    /// `[ for`.
    ForTupleOpen,
    /// `[` after an operand.
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
    /// `=` that is not part of another token.
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
    /// The introduction of a heredoc with sequences, including its newline.
    HeredocOpen,
    /// The end of a template with sequences: `"`, or the end marker of a heredoc with the blanks before it.
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
    /// Successive items of a body or an object whose values are all literals. The span ends with the last item. This
    /// token and the next two are joined tokens (`parser/builder/joined.rs`).
    LiteralItems,
    /// The type and the labels of a block, `{`, and the end of the line. The span ends with the brace.
    BlockLine,
    /// `}` of a block and the end of its line. The span covers only the brace.
    BodyClose,
    /// `.` without an access or splat after it.
    Dot,
    /// Invalid text, or a token that is not allowed here.
    Bad,
}

impl Token {
    /// Whether an operand may end with this token, so that `[` after it is an index and `-` a subtraction.
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

/// A token with the offsets of its start and its end, in bytes.
///
/// The offsets are one word, which the parser loads as a whole: a processor stalls when it loads a word that has just
/// been stored in two parts.
#[derive(Clone, Copy)]
pub(crate) struct SpannedToken {
    pub(crate) token: Token,
    /// The start in the lower half, the end in the upper half.
    offsets: u64,
}

impl SpannedToken {
    #[inline]
    pub(crate) fn new(start: u32, token: Token, end: u32) -> Self {
        let offsets = u64::from(start) | u64::from(end) << 32;
        SpannedToken { token, offsets }
    }

    #[expect(clippy::cast_possible_truncation, reason = "the upper half is the end")]
    pub(crate) fn start(self) -> u32 {
        self.offsets as u32
    }

    pub(crate) fn end(self) -> u32 {
        (self.offsets >> 32) as u32
    }
}

/// The form that the generated parser takes.
impl From<SpannedToken> for (u32, Token, u32) {
    fn from(it: SpannedToken) -> Self {
        (it.start(), it.token, it.end())
    }
}
