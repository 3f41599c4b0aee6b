//! Diagnostics of lexical errors: characters, strings and numbers.

use super::super::lexemes::Lexemes;
use super::ranked::{Rank, RankedDiagnostic};
use crate::diagnostic::{Code, Correction, Diagnostic, suggest};
use crate::number::parse_literal;
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::lexer::template::heredoc_introduction;
use crate::syntax::lexer::tolerant::invalid_escape;
use crate::syntax::lexer::{LexError, LexErrorKind};

/// Whether the error is about characters that are invalid everywhere. Other errors around them are likely to
/// follow from them.
pub(super) fn is_about_characters(kind: LexErrorKind) -> bool {
    matches!(
        kind,
        LexErrorKind::InvalidCharacter
            | LexErrorKind::UnsupportedOperator
            | LexErrorKind::MultiLineString
    )
}

/// The diagnostic of a lexical error.
pub(super) fn wrong(lexemes: &Lexemes<'_>, error: LexError) -> RankedDiagnostic {
    let rank = match error.kind {
        LexErrorKind::TooDeep => Rank::Limit,
        kind if is_about_characters(kind) => Rank::Character,
        _ => Rank::Grammar,
    };
    RankedDiagnostic {
        rank,
        diagnostic: explain(lexemes, error),
    }
}

fn explain(lexemes: &Lexemes<'_>, error: LexError) -> Diagnostic {
    let (text, whole) = (lexemes.text, lexemes.whole());
    let at = error.at as usize;
    match error.kind {
        LexErrorKind::InvalidCharacter => invalid_character(text, whole, at),
        LexErrorKind::UnsupportedOperator => unsupported_operator(text, at),
        LexErrorKind::InvalidNumber => {
            let end = scan::number(text.as_bytes(), at).0;
            let detail = format!(
                "\"{}\" is not a number. A number has digits, at most one decimal point with digits after it, and at \
                 most one exponent.",
                &text[at..end.min(at + 40)]
            );
            about(Code::InvalidNumberLiteral, detail, at, end)
        }
        LexErrorKind::NumberOutOfRange => {
            let end = scan::number(text.as_bytes(), at).0;
            let reason = parse_literal(&text[at..end]).err();
            let detail = reason.map_or_else(String::new, |reason| reason.to_string());
            about(Code::InvalidNumberLiteral, detail, at, end)
        }
        LexErrorKind::UnterminatedComment => {
            let detail = "The comment that begins here is not closed. Add \"*/\".";
            about(Code::UnterminatedComment, detail, at, at + 2)
        }
        LexErrorKind::MultiLineString => multi_line_string(text, at),
        LexErrorKind::UnterminatedString => {
            unterminated_string(text, whole, Code::UnterminatedTemplateString)
        }
        LexErrorKind::UnterminatedLabel => {
            unterminated_string(text, whole, Code::UnterminatedStringLiteral)
        }
        LexErrorKind::UnterminatedHeredoc => unterminated_heredoc(text, whole, at),
        LexErrorKind::InvalidEscape => invalid_escape_sequence(text, at),
        LexErrorKind::TemplateInLabel => {
            let mark = &text[at..=at];
            let detail = format!(
                "Template sequences are not allowed in the label of a block. To include a literal \
                 \"{mark}{{\", double its first character (\"{mark}{mark}{{\")."
            );
            about(Code::InvalidStringLiteral, detail, at, at + 2)
        }
        LexErrorKind::InvalidDirective => invalid_directive(text, at),
        LexErrorKind::TooDeep => {
            let detail = "Brackets, blocks, templates, directives and prefix operators nest deeper here than the limit \
                          allows. Flatten the value, or raise the limit.";
            about(Code::NestingTooDeep, detail, at, at + 1)
        }
    }
}

fn about(code: Code, detail: impl Into<String>, start: usize, end: usize) -> Diagnostic {
    Diagnostic::of(code, detail).at(Span::between(start, end))
}

fn invalid_character(text: &str, whole: &str, at: usize) -> Diagnostic {
    let character = text[at..].chars().next().unwrap_or('\0');
    let detail = match character {
        '$' if text[at..].starts_with("${") => sequence_without_quotes(&text[..at]).to_owned(),
        '\'' if text[..at].ends_with("<<") || text[..at].ends_with("<<-") => {
            String::from("The marker of a heredoc is a name without quotes, as in \"<<EOT\".")
        }
        '\'' => String::from("Single quotes are not valid. Use double quotes (\") around strings."),
        '`' => String::from(
            "The \"`\" character is not valid. For a string over several lines, use a heredoc, \
             which begins like \"<<EOT\".",
        ),
        ';' => String::from(
            "The \";\" character is not valid. Put each argument and each block on a line of its \
             own, and commas between the elements of a list.",
        ),
        '\\' => String::from(
            "A backslash is valid only in strings. Quotes inside a template sequence need no backslash, and an \
             expression over several lines must be in parentheses.",
        ),
        '\u{201c}' | '\u{201d}' | '\u{2018}' | '\u{2019}' => String::from(
            "Curly quotes are not valid. A word processor may have put them there; use straight \
             double quotes (\").",
        ),
        '\u{feff}' if at == 0 && whole == "file" => String::from(
            "The file begins with a byte order mark, which HCL does not permit. Save the file as \
             UTF-8 without a byte order mark.",
        ),
        '\u{feff}' => String::from(
            "There is a byte order mark (U+FEFF) here, an invisible character. Remove it.",
        ),
        '\0' => String::from(
            "There is a NUL byte here. The text may be damaged, or not be encoded in UTF-8.",
        ),
        '\r' => String::from(
            "There is a carriage return without a line feed here. Lines end with a line feed, or \
             with a carriage return and a line feed.",
        ),
        other if other.is_whitespace() => format!(
            "The character U+{:04X} looks like a space, but only spaces, tabs and newlines may separate things. \
             Replace it with a space.",
            u32::from(other)
        ),
        other if other.is_control() || !other.is_ascii() => format!(
            "The character U+{:04X} is not valid outside strings and comments.",
            u32::from(other)
        ),
        other => format!("The character \"{other}\" is not valid outside strings and comments."),
    };
    let code = match character {
        '\u{feff}' if at == 0 => Code::ByteOrderMarkNotPermitted,
        _ => Code::InvalidCharacter,
    };
    about(code, detail, at, at + character.len_utf8())
}

/// Advice about a template sequence in code, after the text `before`.
fn sequence_without_quotes(before: &str) -> &'static str {
    if before.ends_with('.') {
        return "The name of an attribute cannot be computed after a dot. Put the expression in brackets instead, as \
                in a[b].";
    }
    "A template sequence must be inside quotes. For just the value of the expression, write the expression without \
     \"${\" and \"}\"; for a string, put all of it in quotes."
}

fn unsupported_operator(text: &str, at: usize) -> Diagnostic {
    let detail = match text.as_bytes()[at] {
        b'&' => "There are no bitwise operators. For a logical AND, write \"&&\".",
        b'|' => "There are no bitwise operators. For a logical OR, write \"||\".",
        b'~' if text[..at].ends_with("<<") => {
            "For a heredoc whose indentation is removed, write \"<<-\"."
        }
        b'~' => "There are no bitwise operators. For a logical NOT, write \"!\".",
        _ => "There are no bitwise operators.",
    };
    about(Code::UnsupportedOperator, detail, at, at + 1)
}

fn multi_line_string(text: &str, newline: usize) -> Diagnostic {
    let mut end = newline;
    while let length @ 1.. = scan::newline_len(text.as_bytes(), end) {
        end += length;
    }
    let detail = "A quoted string must end on the line on which it begins. Add the closing quote; \
                  for a newline in the string, write \"\\n\", or use a heredoc (\"<<EOT\").";
    let line = text[..newline].rfind('\n').map_or(0, |at| at + 1);
    let quote = opening_quote(&text[line..newline]).map(|quote| line + quote);
    if let Some(quote) = quote
        && let Some(sequence) = open_sequence(&text[line..quote])
    {
        return unclosed_sequence(text, line + sequence, quote);
    }
    let diagnostic = about(Code::InvalidMultiLineString, detail, newline, end);
    match quote {
        Some(quote) => diagnostic.with_context(character_at(quote)),
        None => diagnostic,
    }
}

/// The diagnostic for a template sequence that is not closed before a quote, which therefore begins another string.
fn unclosed_sequence(text: &str, sequence: usize, quote: usize) -> Diagnostic {
    let mark = &text[sequence..sequence + 2];
    let detail = format!(
        "The template sequence that \"{mark}\" opens here is not closed, so the next quote begins another \
         string. Add the closing brace (\"}}\")."
    );
    let code = Code::UnclosedTemplateInterpolationSequence;
    let diagnostic = about(code, detail, sequence, sequence + 2);
    diagnostic.with_context(character_at(quote))
}

fn character_at(byte: usize) -> Span {
    Span::between(byte, byte + 1)
}

/// The offset of the template sequence that seems to be open at the end of a part of a line.
fn open_sequence(part: &str) -> Option<usize> {
    let bytes = part.as_bytes();
    let mut open = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'{' => {
                let mark = at
                    .checked_sub(1)
                    .filter(|mark| matches!(bytes[*mark], b'$' | b'%'));
                let is_escaped = |mark: &usize| *mark > 0 && bytes[*mark - 1] == bytes[*mark];
                open.push(mark.filter(|mark| !is_escaped(mark)));
            }
            b'}' => {
                open.pop();
            }
            _ => {}
        }
    }
    open.into_iter().flatten().last()
}

/// The last quote of a line that is not escaped. It opens the string that is open at the end of the line.
fn opening_quote(line: &str) -> Option<usize> {
    let bytes = line.as_bytes();
    let is_escaped = |at: usize| {
        let backslashes = bytes[..at].iter().rev().take_while(|byte| **byte == b'\\');
        backslashes.count() % 2 == 1
    };
    memchr::memrchr_iter(b'"', bytes).find(|at| !is_escaped(*at))
}

fn unterminated_string(text: &str, whole: &str, code: Code) -> Diagnostic {
    let detail = format!("The {whole} ends inside a quoted string. Add the closing quote.");
    let line = text.rfind('\n').map_or(0, |at| at + 1);
    let Some(quote) = opening_quote(&text[line..]).map(|quote| line + quote) else {
        return about(code, detail, text.len(), text.len());
    };
    if let Some(sequence) = open_sequence(&text[line..quote]) {
        return unclosed_sequence(text, line + sequence, quote);
    }
    about(code, detail, text.len(), text.len()).with_context(character_at(quote))
}

fn unterminated_heredoc(text: &str, whole: &str, at: usize) -> Diagnostic {
    let marker = heredoc_introduction(text, at).map_or("", |introduction| introduction.marker);
    let detail = format!(
        "The {whole} ends inside this heredoc. End the heredoc with \"{marker}\" alone on a line, followed by a \
         newline."
    );
    about(
        Code::UnterminatedTemplateString,
        detail,
        text.len(),
        text.len(),
    )
    .with_context(Span::between(at, at + 2))
}

fn invalid_escape_sequence(text: &str, at: usize) -> Diagnostic {
    let end = invalid_escape(text, at);
    let detail = match text[at + 1..].chars().next() {
        Some('u') if end < at + 6 => {
            "The escape sequence \"\\u\" must be followed by four hexadecimal digits. For a backslash, \
             write \"\\\\\"."
                .to_owned()
        }
        Some('U') if end < at + 10 => {
            "The escape sequence \"\\U\" must be followed by eight hexadecimal digits. For a backslash, \
             write \"\\\\\"."
                .to_owned()
        }
        Some('u' | 'U') => {
            format!("There is no Unicode character U+{}.", text[at + 2..end].to_ascii_uppercase())
        },
        Some(selector) if !selector.is_control() => format!(
            "\"\\{selector}\" is not an escape sequence. For a backslash, write \"\\\\\"; the others \
             are \\n, \\r, \\t, \\\", \\uNNNN and \\UNNNNNNNN."
        ),
        _ => "A backslash begins an escape sequence. For a backslash itself, write \"\\\\\"."
            .to_owned(),
    };
    about(Code::InvalidEscapeSequence, detail, at, end)
}

fn invalid_directive(text: &str, at: usize) -> Diagnostic {
    let strip = usize::from(text[at + 2..].starts_with('~'));
    let word = scan::insignificant(text.as_bytes(), at + 2 + strip, Newlines::Skipped);
    let end = scan::identifier(text, word);
    let name = &text[word..end];
    if name.is_empty() {
        let next = text[word..].chars().next().map_or(0, char::len_utf8);
        let detail = "One of the words if, else, endif, for and endfor is expected after \"%{\". \
                      For a literal \"%{\", write \"%%{\".";
        return about(Code::InvalidTemplateDirective, detail, word, word + next);
    }
    if matches!(name, "else" | "endif" | "endfor") {
        let next = scan::insignificant(text.as_bytes(), end, Newlines::Skipped);
        let length = text[next..].chars().next().map_or(0, char::len_utf8);
        let detail = format!("Nothing but the closing brace may follow \"{name}\" here.");
        let diagnostic = about(Code::InvalidTemplateDirective, detail, next, next + length);
        return diagnostic.with_context(Span::between(at, at + 2));
    }
    let near = suggest(name, ["if", "else", "endif", "for", "endfor"]);
    let detail = match near {
        Some(near) => format!("\"{name}\" is not a directive. Did you mean \"{near}\"?"),
        None => format!(
            "\"{name}\" is not a directive; if, else, endif, for and endfor are. For a literal \
             \"%{{\", write \"%%{{\"."
        ),
    };
    let diagnostic = about(Code::InvalidTemplateControlKeyword, detail, word, end);
    match near {
        Some(near) => diagnostic.with_correction(Correction::Whole(near)),
        None => diagnostic,
    }
}
