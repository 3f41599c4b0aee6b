//! Diagnostics of a source with their order of reporting.

use super::super::builder::Violation;
use crate::diagnostic::{Category, Code, Diagnostic};
use crate::span::Span;

/// A diagnostic and its rank in the order of reporting.
pub(in super::super) struct RankedDiagnostic {
    pub(super) rank: Rank,
    pub(super) diagnostic: Diagnostic,
}

/// The order of reporting. Invalid characters come before other errors, because they cause many of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    Limit,
    Character,
    Grammar,
}

impl RankedDiagnostic {
    /// Whether both have the same summary and subject.
    pub(in super::super) fn is_like(&self, other: &RankedDiagnostic) -> bool {
        let (own, other) = (&self.diagnostic, &other.diagnostic);
        own.subject() == other.subject() && own.summary() == other.summary()
    }

    /// Whether it is about something after the byte `at`.
    pub(in super::super) fn is_after(&self, at: u32) -> bool {
        let subject = self.diagnostic.subject();
        subject.is_some_and(|subject| subject.start() > at)
    }

    /// The diagnostic for a block that is still open at the end of the source; its brace is at `brace`.
    pub(in super::super) fn unclosed_block(text: &str, brace: u32) -> Self {
        let line = text[..brace as usize].matches('\n').count() + 1;
        let detail = format!(
            "The block that is opened on line {line} is not closed before the end of the file. \
             Add a closing brace (\"}}\"), or look for one that is missing inside the block.",
        );
        RankedDiagnostic {
            rank: Rank::Grammar,
            diagnostic: Diagnostic::of(Code::UnclosedConfigurationBlock, detail)
                .at(Span::new(brace, brace + 1)),
        }
    }

    /// The diagnostic of a violation.
    pub(in super::super) fn violation(text: &str, violation: Violation) -> Self {
        let (rank, diagnostic) = match violation {
            Violation::Redefined { name, first } => {
                let line = text[..first.range().start].matches('\n').count() + 1;
                let place = format!(" on line {line}");
                let mut diagnostic = Diagnostic::argument_redefined(&text[name.range()], &place);
                // Decoding uses the same code in the category of data.
                diagnostic.set_category(Category::Syntax);
                (Rank::Grammar, diagnostic.at(name).with_context(first))
            }
            Violation::NestedSplat(span) => {
                let detail = "An attribute-only splat (\".*\") cannot be used inside another one. \
                              Use the full splat (\"[*]\") for the outer one.";
                let diagnostic = Diagnostic::of(Code::NestedSplatExpressionNotAllowed, detail);
                (Rank::Grammar, diagnostic.at(span))
            }
            Violation::TooLong(span) => {
                let detail = "This chain of operators has more links than the limit allows. Split \
                              it into several expressions, or raise the limit.";
                let diagnostic = Diagnostic::of(Code::ExpressionTooLong, detail);
                (Rank::Limit, diagnostic.at(span))
            }
        };
        RankedDiagnostic { rank, diagnostic }
    }
}

/// The diagnostics in the order in which they are reported.
pub(in super::super) fn in_order(mut diagnostics: Vec<RankedDiagnostic>) -> Vec<Diagnostic> {
    diagnostics.sort_by_key(|it| {
        let start = it.diagnostic.subject().map(crate::span::Span::start);
        (it.rank, start)
    });
    diagnostics.into_iter().map(|it| it.diagnostic).collect()
}
