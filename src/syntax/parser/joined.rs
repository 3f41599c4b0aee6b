//! Joined tokens, for sources that probably have no errors.
//!
//! Most items of most configurations have no values but literals, and most lines besides open or close a block. The
//! generated parser gets one token for successive items of that kind, blocks of them included: [`Token::LiteralItems`].
//! Of other blocks, it gets [`Token::BlockLine`] for the line that opens one, and [`Token::BodyClose`] for the line that
//! closes it. Without these tokens, `from_str` takes twice the time (benchmark `serde`). The builder reads the items and
//! makes their nodes as soon as the parser asks for the token, and the action for the token adds them to what is open.
//!
//! An item that cannot be read as a whole is left to the lexer and its single tokens. This file therefore reports no
//! errors, and a source that the parser refuses is lexed again without joining, so that messages speak of single tokens.
//!
//! [`Token::LiteralItems`]: crate::syntax::lexer::Token::LiteralItems
//! [`Token::BlockLine`]: crate::syntax::lexer::Token::BlockLine
//! [`Token::BodyClose`]: crate::syntax::lexer::Token::BodyClose

use super::builder::{ItemsOf, SharedBuilder, header_line};
use crate::syntax::lexer::{Lexer, LexerMode, SpannedToken};

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

    /// A joined token, if one is next.
    fn joined(&mut self) -> Option<SpannedToken> {
        let at = self.lexer.item_start()?;
        let of = match self.lexer.mode() {
            LexerMode::Body => ItemsOf::Body,
            _ => ItemsOf::Object,
        };
        if of == ItemsOf::Body && self.text.as_bytes().get(at) == Some(&b'}') {
            return self.lexer.take_body_close();
        }
        let room = self.lexer.room();
        // The parser asks for a token between two actions, so that no action uses the builder now.
        if let Some(last) = self.builder.borrow_mut().read_literal_items(at, of, room) {
            return Some(self.lexer.take_literal_items(last));
        }
        if of == ItemsOf::Object || room == 0 {
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
