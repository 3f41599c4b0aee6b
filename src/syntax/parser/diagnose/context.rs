//! Finds the innermost construct that is open where the parser stopped, and the phase that it has reached.
//!
//! The generated parser cannot tell, because its tables hold states without names. Following the tokens of
//! the invalid item with a stack gives the answer.

use crate::syntax::lexer::Token;

use super::super::lexemes::Lexemes;

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenConstruct {
    pub(super) kind: Construct,
    /// The token that opens it.
    pub(super) opener: usize,
    pub(super) phase: Phase,
    /// The first token of its current part.
    pub(super) part: usize,
    /// Conditionals in that part whose colon has not been read yet.
    pub(super) conditionals: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Construct {
    /// The source, if it is an expression or a template.
    Source,
    /// A body item: an attribute, or the header of a block.
    Item,
    /// The braces of a block.
    Block,
    Parentheses,
    FunctionCall,
    Tuple,
    Index,
    Object,
    ForTuple,
    ForObject,
    /// The text of a template.
    Template,
    Interpolation,
    /// An `if` directive until its brace.
    IfDirective,
    /// A `for` directive until its brace.
    ForDirective,
    /// The text after an `if` directive.
    IfBranch,
    /// The text after an `else` directive.
    ElseBranch,
    /// The text after a `for` directive.
    ForBranch,
}

/// The part of a construct that has been reached. A construct with a single part stays in [`Phase::Start`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Phase {
    /// The header of a block, the names of a `for`, the key of an object's item.
    Start,
    /// The collection of a `for`.
    Collection,
    /// The value of an attribute or an item, the first expression of a `for`.
    Value,
    /// The value of an object `for`, after its arrow.
    ForValue,
    /// After the `...` of an object `for` or a function call.
    Grouped,
    /// The condition of a `for`.
    Condition,
    /// After the closing brace of a block.
    Closed,
}

/// The innermost construct that is open before the token `at`, in the item that begins at the token `from`.
pub(super) fn innermost_at(
    lexemes: &Lexemes<'_>,
    from: usize,
    at: usize,
    base: Construct,
) -> OpenConstruct {
    let mut stack = Stack {
        open: Vec::new(),
        base: OpenConstruct {
            kind: base,
            opener: from,
            phase: Phase::Start,
            part: from,
            conditionals: 0,
        },
    };
    for (index, lexeme) in lexemes.list.iter().enumerate().take(at).skip(from) {
        stack.follow(index, lexeme.token);
    }
    *stack.top()
}

struct Stack {
    base: OpenConstruct,
    open: Vec<OpenConstruct>,
}

impl Stack {
    fn top(&mut self) -> &mut OpenConstruct {
        self.open.last_mut().unwrap_or(&mut self.base)
    }

    /// Begins the next part of the innermost construct.
    fn enter_phase(&mut self, phase: Phase, index: usize) {
        let top = self.top();
        top.phase = phase;
        top.part = index + 1;
        top.conditionals = 0;
    }

    fn push(&mut self, kind: Construct, opener: usize) {
        self.open.push(OpenConstruct {
            kind,
            opener,
            phase: Phase::Start,
            part: opener + 1,
            conditionals: 0,
        });
    }

    fn follow(&mut self, index: usize, token: Token) {
        if let Some(kind) = opened(token) {
            self.push(kind, index);
            return;
        }
        let (kind, phase) = (self.top().kind, self.top().phase);
        match token {
            Token::BraceClose if kind == Construct::Block => {
                self.open.pop();
                self.top().phase = Phase::Closed;
            }
            Token::BraceClose
            | Token::ParenClose
            | Token::BracketClose
            | Token::TemplateClose
            | Token::DirectiveEndIf
            | Token::DirectiveEndFor => {
                self.open.pop();
            }
            Token::DirectiveElse => self.top().kind = Construct::ElseBranch,
            Token::SequenceClose => self.close_sequence(index),
            Token::In => self.enter_phase(Phase::Collection, index),
            Token::If => self.enter_phase(Phase::Condition, index),
            Token::Ellipsis => self.enter_phase(Phase::Grouped, index),
            Token::Arrow => self.enter_phase(Phase::ForValue, index),
            Token::Question => self.top().conditionals += 1,
            Token::Colon if self.top().conditionals > 0 => self.top().conditionals -= 1,
            Token::NameEqual | Token::Equal | Token::Colon => {
                self.enter_phase(Phase::Value, index);
            }
            Token::Comma | Token::Newline if kind != Construct::Block => self.enter_phase(
                if kind == Construct::Object {
                    Phase::Start
                } else {
                    phase
                },
                index,
            ),
            _ => {}
        }
    }

    /// Ends an interpolation, or the introduction of a directive, after which its text begins.
    fn close_sequence(&mut self, index: usize) {
        let branch = match self.top().kind {
            Construct::IfDirective => Construct::IfBranch,
            Construct::ForDirective => Construct::ForBranch,
            _ => {
                self.open.pop();
                return;
            }
        };
        let top = self.top();
        top.kind = branch;
        top.part = index + 1;
    }
}

/// The construct that a token opens.
fn opened(token: Token) -> Option<Construct> {
    Some(match token {
        Token::BlockOpen => Construct::Block,
        Token::ParenOpen => Construct::Parentheses,
        Token::CallOpen => Construct::FunctionCall,
        Token::TupleOpen => Construct::Tuple,
        Token::IndexOpen => Construct::Index,
        Token::ObjectOpen => Construct::Object,
        Token::ForTupleOpen => Construct::ForTuple,
        Token::ForObjectOpen => Construct::ForObject,
        Token::QuoteOpen | Token::HeredocOpen => Construct::Template,
        Token::InterpolationOpen => Construct::Interpolation,
        Token::DirectiveIf => Construct::IfDirective,
        Token::DirectiveFor => Construct::ForDirective,
        _ => return None,
    })
}
