//! Diagnostics of an invalid source.
//!
//! Summaries are those that users know from other tools for HCL. Details say what was expected, what was
//! found and what to do. The context of a diagnostic is the construct that was opened and not closed.
//!
//! Knows nothing of the generated parser.

mod context;
mod grammar;
mod hint;
mod lexical;
mod site;

use super::builder::Violation;
use super::lexemes::Lexemes;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::lexer::LexErrorKind;
use context::Construct;
use site::Site;

/// A diagnostic and its rank in the order of reporting.
pub(super) struct RankedDiagnostic {
    rank: Rank,
    diagnostic: Diagnostic,
}

/// Invalid characters come first, because they cause many of the other errors.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Limit,
    Character,
    Grammar,
}

impl RankedDiagnostic {
    pub(super) fn is_limit(&self) -> bool {
        self.rank == Rank::Limit
    }

    /// Whether both have the same summary and subject.
    pub(super) fn is_like(&self, other: &RankedDiagnostic) -> bool {
        let (own, other) = (&self.diagnostic, &other.diagnostic);
        own.subject() == other.subject() && own.summary() == other.summary()
    }

    /// Whether it is about something after the byte `at`.
    pub(super) fn is_after(&self, at: u32) -> bool {
        let subject = self.diagnostic.subject();
        subject.is_some_and(|subject| subject.start() > at)
    }

    /// A block that is still open at the end of the source; its brace is at `brace`.
    pub(super) fn unclosed_block(text: &str, brace: u32) -> Self {
        let line = text[..brace as usize].matches('\n').count() + 1;
        let detail = format!(
            "The block that is opened on line {line} is not closed before the end of the file. \
             Add a closing brace (\"}}\"), or look for one that is missing inside the block.",
        );
        RankedDiagnostic {
            rank: Rank::Grammar,
            diagnostic: Diagnostic::error("Unclosed configuration block", detail)
                .with_subject(Span::new(brace, brace + 1)),
        }
    }

    /// What the grammar accepts and HCL forbids.
    pub(super) fn violation(text: &str, violation: Violation) -> Self {
        let (rank, diagnostic) = match violation {
            Violation::Redefined { name, first } => {
                let line = text[..first.range().start].matches('\n').count() + 1;
                let detail = format!(
                    "The argument \"{}\" is already set on line {line}. Each argument may be set \
                     only once: remove one of the two.",
                    &text[name.range()],
                );
                let diagnostic = Diagnostic::error("Attribute redefined", detail);
                (
                    Rank::Grammar,
                    diagnostic.with_subject(name).with_context(first),
                )
            }
            Violation::NestedSplat(span) => {
                let detail = "An attribute-only splat (\".*\") cannot be used inside another one. \
                              Use the full splat (\"[*]\") for the outer one.";
                let diagnostic = Diagnostic::error("Nested splat expression not allowed", detail);
                (Rank::Grammar, diagnostic.with_subject(span))
            }
            Violation::TooLong(span) => {
                let detail = "This chain of operators has more links than the limit allows. Split \
                              it into several expressions, or raise the limit.";
                let diagnostic = Diagnostic::error("Expression too long", detail);
                (Rank::Limit, diagnostic.with_subject(span))
            }
        };
        RankedDiagnostic { rank, diagnostic }
    }
}

/// The diagnostics in the order in which they are reported.
pub(super) fn in_order(mut wrong: Vec<RankedDiagnostic>) -> Vec<Diagnostic> {
    wrong.sort_by_key(|wrong| {
        let start = wrong.diagnostic.subject().map(Span::start);
        (wrong.rank, start)
    });
    wrong.into_iter().map(|wrong| wrong.diagnostic).collect()
}

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
        open: context::open_at(lexemes, first, at, base),
    };
    if let Some((_, error)) = characters {
        return lexical::wrong(lexemes.text, *error);
    }
    match lexemes.error(at) {
        // A heredoc where no expression may begin is an error even if it is closed.
        Some(error)
            if error.kind != LexErrorKind::UnterminatedHeredoc || site.expects_operand() =>
        {
            lexical::wrong(lexemes.text, error)
        }
        _ => RankedDiagnostic {
            rank: Rank::Grammar,
            diagnostic: grammar::explain(&site),
        },
    }
}
