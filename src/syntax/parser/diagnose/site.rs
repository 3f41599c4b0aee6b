//! The place where the parser stopped, and its description in diagnostics.

use super::context::{Construct, OpenConstruct, Phase};
use crate::diagnostic::{Code, Diagnostic};
use crate::quote::shortened;
use crate::span::Span;
use crate::syntax::lexer::Token;

use super::super::lexemes::{Lexeme, Lexemes};

/// The token at which the parser stopped, and the innermost construct that is open there.
pub(super) struct Site<'a> {
    pub(super) lexemes: &'a Lexemes<'a>,
    pub(super) at: usize,
    /// The index of the first token of the item around it.
    pub(super) item: usize,
    pub(super) top: OpenConstruct,
}

impl Site<'_> {
    /// The token at `index`; at the end of the source, an empty newline.
    pub(super) fn lexeme(&self, index: usize) -> Lexeme {
        match self.lexemes.list.get(index) {
            Some(lexeme) => *lexeme,
            None => Lexeme::end(self.lexemes.text),
        }
    }

    /// The token at which the parser stopped.
    pub(super) fn token(&self) -> Token {
        self.lexeme(self.at).token
    }

    pub(super) fn previous(&self) -> Token {
        match self.at {
            0 => Token::StartBody,
            at => self.lexeme(at - 1).token,
        }
    }

    /// Whether an expression must begin or continue here.
    pub(super) fn expects_operand(&self) -> bool {
        let top = self.top;
        let holds_expression = match top.kind {
            Construct::Item | Construct::Block => top.phase == Phase::Value,
            _ => true,
        };
        holds_expression && !self.previous().ends_operand() && self.previous() != Token::Ellipsis
    }

    pub(super) fn at_end(&self) -> bool {
        let lexeme = self.lexeme(self.at);
        lexeme.start as usize == self.lexemes.text.len()
    }

    pub(super) fn text(&self, span: Span) -> &str {
        &self.lexemes.text[span.range()]
    }

    /// The part of a token to point at: in a token that joins several, the first of them.
    pub(super) fn span(&self, index: usize) -> Span {
        let lexeme = self.lexeme(index);
        let (start, span) = (lexeme.start, lexeme.span());
        let length = match lexeme.token {
            Token::GetAttr
            | Token::LegacyIndex
            | Token::Splat
            | Token::QuotedLiteral
            | Token::ForTupleOpen
            | Token::ForObjectOpen => 1,
            Token::DirectiveIf | Token::DirectiveFor => 2,
            Token::Bad | Token::HeredocLiteral | Token::HeredocOpen => {
                // The introduction of a heredoc, whether the heredoc is closed or not.
                let line = memchr::memchr(b'\n', self.text(span).as_bytes());
                line.map_or(span.len(), |at| u32::try_from(at + 1).unwrap_or(0))
            }
            _ => return span,
        };
        Span::new(start, start + length)
    }

    /// The source from this token on.
    pub(super) fn source_here(&self) -> &str {
        &self.lexemes.text[self.lexeme(self.at).start as usize..]
    }

    /// The text of this token.
    pub(super) fn found_text(&self) -> &str {
        self.text(self.lexeme(self.at).span())
    }

    pub(super) fn previous_text(&self) -> &str {
        let before = self.at.checked_sub(1);
        before.map_or("", |index| self.text(self.lexeme(index).span()))
    }

    /// Whether this token directly follows the token before.
    pub(super) fn is_adjacent(&self) -> bool {
        self.lexeme(self.at.saturating_sub(1)).end == self.lexeme(self.at).start
    }

    /// The line on which a token begins, in words.
    pub(super) fn line(&self, index: usize) -> String {
        let before = &self.lexemes.text[..self.lexeme(index).start as usize];
        let line = before.matches('\n').count() + 1;
        match self.lexemes.whole() {
            "file" => format!("line {line}"),
            whole => format!("line {line} of the {whole}"),
        }
    }

    /// The span from the first token of the current part to the token before this one.
    pub(super) fn part_span(&self) -> Span {
        let part = self.top.part.min(self.at.saturating_sub(1));
        let last = self.lexeme(self.at.saturating_sub(1));
        self.lexeme(part).span().join(last.span())
    }

    /// A diagnostic about the token here.
    pub(super) fn here(&self, code: Code, detail: impl Into<String>) -> Diagnostic {
        self.at_token(self.at, code, detail)
    }

    /// A diagnostic about the token at `index`, whose context is the opening token of the innermost
    /// construct.
    pub(super) fn at_token(
        &self,
        index: usize,
        code: Code,
        detail: impl Into<String>,
    ) -> Diagnostic {
        let diagnostic = Diagnostic::of(code, detail).at(self.span(index));
        let top = self.top;
        match top.kind {
            Construct::Item | Construct::Source => diagnostic,
            _ => diagnostic.with_context(self.span(top.opener)),
        }
    }

    /// A description of this token, for "but found …".
    pub(super) fn found(&self) -> String {
        if self.at_end() {
            return format!("the end of the {}", self.lexemes.whole());
        }
        let lexeme = self.lexeme(self.at);
        let text = self.text(lexeme.span());
        match lexeme.token {
            Token::Newline => String::from("the end of the line"),
            Token::QuotedLiteral | Token::QuoteOpen => String::from("a quoted string"),
            Token::HeredocLiteral | Token::HeredocOpen => String::from("a heredoc"),
            Token::Number => format!("the number {}", shortened(text)),
            Token::TemplateClose if text == "\"" => String::from("the closing quote"),
            Token::TemplateClose => String::from("the end of the heredoc"),
            Token::TemplateLiteral => String::from("text"),
            Token::DirectiveIf | Token::DirectiveFor => format!("\"{}\"", shortened(text)),
            // An unclosed heredoc has several lines.
            Token::Bad => {
                let line = text.lines().next().unwrap_or_default();
                format!("\"{}\"", shortened(line))
            }
            // A directive without an expression is one token, which may have several lines.
            _ => {
                let words: Vec<_> = self.text(self.span(self.at)).split_whitespace().collect();
                format!("\"{}\"", shortened(&words.join(" ")))
            }
        }
    }
}
