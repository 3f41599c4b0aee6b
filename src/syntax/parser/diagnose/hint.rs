//! Hints: what to write instead, where the invalid text suggests what was meant.

use super::context::Construct;
use super::site::Site;
use crate::syntax::lexer::Token;

/// Appends the hint, if there is one, to a detail.
pub(super) fn with_hint(detail: String, hint: Option<String>) -> String {
    match hint {
        Some(hint) => format!("{detail} {hint}"),
        None => detail,
    }
}

/// A hint where an argument or a block must begin.
pub(super) fn item_start(site: &Site<'_>) -> Option<String> {
    let hint = match site.token() {
        Token::BraceClose => "There is no open block that it could close.",
        // The first token of a source is its start marker.
        Token::BlockOpen if site.at == 1 && begins_json(site.source_here()) => {
            "This looks like the JSON syntax: the name of a file in it ends with \".json\"."
        }
        Token::BlockOpen => "Write the type of the block before its brace, on the same line.",
        Token::Number => "A name begins with a letter or an underscore.",
        Token::Equal => "Write the name of the argument before the equals sign.",
        _ if site.item > 1 && goes_on(site.token()) => {
            "To continue the expression of the previous line, put the whole expression in parentheses."
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A hint after the name of an argument or the type of a block.
pub(super) fn after_name(site: &Site<'_>) -> Option<String> {
    let hint = match site.token() {
        Token::GetAttr | Token::LegacyIndex | Token::Dot | Token::IndexOpen => {
            "Only an argument as a whole can be set, by its plain name."
        }
        Token::BinaryOperator if site.found_text() == "==" => {
            "To set the argument, write a single equals sign."
        }
        Token::Colon => "To set the argument, write \"=\" instead of the colon.",
        Token::Number => "A label that is not an identifier needs quotes.",
        Token::Newline if site.lexeme(site.at + 1).token == Token::BlockOpen => {
            "The brace must be on the same line as the type of the block."
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A hint after the key of an object.
pub(super) fn after_key(site: &Site<'_>) -> Option<String> {
    let hint = match site.token() {
        Token::ObjectOpen | Token::ForObjectOpen => {
            "An object contains no blocks: to set the key to another object, write \"=\" before the brace."
        }
        Token::Arrow | Token::QuotedLiteral | Token::QuoteOpen => return None,
        _ => "A key that is not an identifier needs quotes.",
    };
    Some(hint.to_owned())
}

/// A hint where an expression must begin.
pub(super) fn operand(site: &Site<'_>) -> Option<String> {
    if site.at_end() {
        return closer(site);
    }
    let after_newline = site.previous() == Token::Newline;
    let hint = match site.token() {
        Token::Newline if matches!(site.previous(), Token::NameEqual | Token::Equal) => {
            "Write the value after the equals sign, on the same line."
        }
        Token::Newline => "An expression over several lines must be in parentheses.",
        Token::Comma if site.top.kind == Construct::Object && after_newline => {
            "The newline has ended the item already: put the comma after the item, or remove it."
        }
        Token::Dot if site.lexeme(site.at + 1).token == Token::Number => {
            "A number needs a digit before its decimal point, as in 0.5."
        }
        Token::BinaryOperator if site.source_here().starts_with("<<") => {
            "A heredoc begins with \"<<\", directly followed by a name as its marker and a newline."
        }
        Token::BinaryOperator if site.source_here().starts_with("%{") => {
            "A template directive must be inside quotes: put the whole template in quotes."
        }
        Token::Equal if site.previous_text() == "==" => "To compare two values, write \"==\".",
        Token::BinaryOperator if site.previous() == Token::IndexOpen => {
            "The star of a full splat must be directly between its brackets."
        }
        Token::BinaryOperator => {
            let operator = site.found_text();
            return Some(format!(
                "The operator \"{operator}\" needs a value on each of its sides."
            ));
        }
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A hint about the missing closing bracket at the end of the source.
fn closer(site: &Site<'_>) -> Option<String> {
    let (what, closer) = match site.top.kind {
        Construct::Parentheses => ("parenthesis", "closing parenthesis"),
        Construct::FunctionCall => ("function call", "closing parenthesis"),
        Construct::Tuple | Construct::ForTuple => ("list", "closing bracket (\"]\")"),
        Construct::Index => ("index", "closing bracket (\"]\")"),
        Construct::Object | Construct::ForObject => ("object", "closing brace (\"}\")"),
        Construct::Interpolation => ("template sequence", "closing brace (\"}\")"),
        _ => return None,
    };
    let line = site.line(site.top.opener);
    Some(format!(
        "The {what} that is opened on {line} is not closed: add its {closer}."
    ))
}

/// A hint after a complete value.
pub(super) fn after_value(site: &Site<'_>) -> Option<String> {
    let (before, here) = (site.previous_text(), site.found_text());
    let hint = match (site.previous(), site.token()) {
        (Token::Number, Token::Identifier) if site.is_adjacent() => {
            return Some(format!(
                "Numbers are decimal and have no units, so \"{before}{here}\" is not a number. Text needs \
                 quotes."
            ));
        }
        (Token::Identifier | Token::GetAttr, _) if before.ends_with('-') => {
            "A hyphen directly after a name is part of it: put a space before the minus sign."
        }
        (_, Token::Identifier) if here == "and" => "For a logical AND, write \"&&\".",
        (_, Token::Identifier) if here == "or" => "For a logical OR, write \"||\".",
        (Token::Identifier, _) if before == "not" => "For a logical NOT, write \"!\".",
        (Token::Identifier, Token::Identifier) => "Text needs quotes.",
        (_, Token::BraceClose) => "If it closes a block, put it on a line of its own.",
        (_, Token::Equal) => "To compare two values, write \"==\".",
        _ => return None,
    };
    Some(hint.to_owned())
}

/// A hint where the names of a `for` must begin.
pub(super) fn for_names(site: &Site<'_>) -> Option<String> {
    let hint = match site.previous() {
        Token::ForTupleOpen => "A variable named \"for\" needs parentheses here: \"(for)\".",
        Token::ForObjectOpen => "A key named \"for\" needs quotes here.",
        _ => return None,
    };
    Some(hint.to_owned())
}

/// Whether a text that begins with a brace continues as a JSON object.
fn begins_json(text: &str) -> bool {
    let inner = text.strip_prefix('{').unwrap_or(text).trim_start();
    inner.starts_with('"') && inner.contains("\":") || inner.trim_end() == "}"
}

/// Whether the token can continue an expression but cannot begin anything.
fn goes_on(token: Token) -> bool {
    matches!(
        token,
        Token::BinaryOperator
            | Token::Minus
            | Token::Dot
            | Token::Question
            | Token::Colon
            | Token::ParenOpen
            | Token::TupleOpen
    )
}
