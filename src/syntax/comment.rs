//! The comments of a source ("Comments and Whitespace").
//!
//! The tree does not hold comments. On request, the source is lexed again: the text between literal tokens is code,
//! which is searched for comments.

use super::lexer::{Lexer, SourceKind, Token, scan};
use crate::span::Span;

/// All comments of a text that begins at a body item, in order, each without the newline that ends it.
pub(crate) fn all_comment_spans(text: &str) -> Vec<Span> {
    comment_spans(text, Span::between(0, text.len()))
}

/// The comments within a part of a source that begins at a body item, in order, each without the
/// newline that ends it.
pub(crate) fn comment_spans(text: &str, part: Span) -> Vec<Span> {
    let mut comments = Vec::new();
    let mut code = part.start() as usize;
    let inner = &text[..part.end() as usize];
    // The valid parts of an invalid source keep their comments.
    for token in Lexer::new_at(inner, SourceKind::Body, u32::MAX, code) {
        if is_text(token.token) {
            find(inner, code..token.start() as usize, &mut comments);
            code = token.end() as usize;
        }
    }
    find(inner, code..inner.len(), &mut comments);
    comments
}

/// Whether the token is literal text, in which nothing is a comment.
fn is_text(token: Token) -> bool {
    matches!(
        token,
        Token::QuotedLiteral
            | Token::HeredocLiteral
            | Token::HeredocOpen
            | Token::TemplateClose
            | Token::TemplateLiteral
    )
}

/// Finds the comments in code.
fn find(text: &str, code: std::ops::Range<usize>, comments: &mut Vec<Span>) {
    let bytes = &text.as_bytes()[..code.end];
    let mut at = code.start;
    while let Some(length) = memchr::memchr2(b'#', b'/', &bytes[at..]) {
        at += length;
        let end = scan::line_comment(bytes, at).or_else(|| scan::inline_comment(bytes, at));
        let Some(end) = end else {
            if bytes[at..].starts_with(b"/*") {
                // An unclosed comment: everything from here on belongs to it.
                return;
            }
            at += 1;
            continue;
        };
        let written = text[at..end].trim_end_matches(['\n', '\r']);
        comments.push(Span::between(at, at + written.len()));
        at = end;
    }
}
