//! Joined tokens, for sources that probably have no errors.
//!
//! Most lines of most configurations are a name with a literal value, or open or close a block. Of such lines, the
//! generated parser gets one token: [`Token::LiteralItems`] for successive lines `name = literal`, [`Token::BlockLine`]
//! for a line that opens a block, and [`Token::BodyClose`] for one that closes it. Without them, `from_str` takes twice
//! the time (benchmark `serde`). The builder reads the lines and makes the nodes of their items as soon as the parser
//! asks for the token, and the action for the token adds the items to what is open.
//!
//! A line that cannot be read as a whole is left to the lexer and its single tokens. This file therefore reports no
//! errors, and a source that the parser refuses is lexed again without joining, so that messages speak of single tokens.
//!
//! [`Token::LiteralItems`]: crate::syntax::lexer::Token::LiteralItems
//! [`Token::BlockLine`]: crate::syntax::lexer::Token::BlockLine
//! [`Token::BodyClose`]: crate::syntax::lexer::Token::BodyClose

use super::builder::{SharedBuilder, header_line};
use crate::syntax::lexer::{Lexer, LexerMode, SpannedToken};
use crate::syntax::tree::ItemKind;

/// The tokens of a lexer, some of them joined.
pub(super) struct JoinedTokens<'s, 'b> {
    text: &'s str,
    lexer: Lexer<'s>,
    builder: &'b SharedBuilder<'s>,
}

impl<'s, 'b> JoinedTokens<'s, 'b> {
    /// The tokens of `text`, of which `lexer` is at the beginning.
    pub(super) fn new(text: &'s str, lexer: Lexer<'s>, builder: &'b SharedBuilder<'s>) -> Self {
        JoinedTokens {
            text,
            lexer,
            builder,
        }
    }

    /// A token of whole lines, if such lines are next.
    fn joined(&mut self) -> Option<SpannedToken> {
        let at = self.lexer.item_start()?;
        let in_body = self.lexer.mode() == LexerMode::Body;
        if in_body && self.text.as_bytes().get(at) == Some(&b'}') {
            return self.lexer.take_body_close();
        }
        let kind = if in_body {
            ItemKind::Attribute
        } else {
            ItemKind::Named
        };
        // The parser asks for a token between two actions, so that no action uses the builder now.
        if let Some(last) = self.builder.borrow_mut().read_literal_items(at, kind) {
            return Some(self.lexer.take_literal_items(last));
        }
        if !in_body {
            return None;
        }
        let line = header_line(self.text, at, |_| {})?;
        self.lexer.take_block_line(line)
    }
}

impl Iterator for JoinedTokens<'_, '_> {
    type Item = SpannedToken;

    fn next(&mut self) -> Option<SpannedToken> {
        self.joined().or_else(|| self.lexer.next())
    }
}
