//! Diagnostics of an invalid source.
//!
//! Summaries are those that users know from other tools for HCL. Details say what was expected, what was
//! found and what to do. The context of a diagnostic is the construct that was opened and not closed.

mod context;
mod grammar;
mod hint;
mod lexical;
mod ranked;
mod site;

use super::lexemes::Lexemes;
use crate::syntax::lexer::LexErrorKind;
use context::Construct;
use ranked::Rank;
use site::Site;

pub(super) use ranked::{RankedDiagnostic, in_order};

/// Diagnoses the error at the token `at`, in the item from the token `item` to the token `end`. Without an
/// item, the error belongs to the source as a whole.
pub(super) fn diagnose(
    lexemes: &Lexemes<'_>,
    item: Option<usize>,
    at: usize,
    end: Option<usize>,
) -> RankedDiagnostic {
    let first = item.unwrap_or(0);
    let last = end.unwrap_or(lexemes.list.len());
    let characters = lexemes.errors.iter().find(|(index, error)| {
        (first..=last).contains(index) && lexical::is_about_characters(error.kind)
    });
    let base = match item {
        Some(_) => Construct::Item,
        None => Construct::Source,
    };
    let site = Site {
        lexemes,
        at,
        item: first,
        top: context::innermost_at(lexemes, first, at, base),
    };
    if let Some((_, error)) = characters {
        return lexical::wrong(lexemes, *error);
    }
    match lexemes.error(at) {
        // A heredoc where no expression may begin is an error even if it is closed.
        Some(error)
            if error.kind != LexErrorKind::UnterminatedHeredoc || site.expects_operand() =>
        {
            lexical::wrong(lexemes, error)
        }
        _ => RankedDiagnostic {
            rank: Rank::Grammar,
            diagnostic: grammar::explain(&site),
        },
    }
}
