//! Removes repeated diagnostics and limits their number. Callers collect one more than the maximum. If there is an
//! extra one, it is dropped, and the last one kept is marked with `has_more`.

use foldhash::HashSet;

use super::{Diagnostic, Severity};
use crate::limits::MAX_REPORTED;
use crate::span::Span;

/// Keeps the first diagnostics up to a maximum, in their order. Errors take precedence: warnings are kept only if there
/// is room left.
pub(crate) fn limited(mut diagnostics: Vec<Diagnostic>, max: usize) -> Vec<Diagnostic> {
    if diagnostics.len() > max {
        let has_more = diagnostics.iter().any(Diagnostic::has_more);
        let count = diagnostics.iter().filter(|it| it.is_error()).count();
        let mut errors = count.min(max);
        let mut warnings = max - errors;
        diagnostics.retain(|it| {
            let room = if it.is_error() {
                &mut errors
            } else {
                &mut warnings
            };
            let has_room = *room > 0;
            *room -= usize::from(has_room);
            has_room
        });
        if (has_more || count > max)
            && let Some(last) = diagnostics.last_mut()
        {
            last.set_has_more();
        }
    }
    diagnostics
}

/// Collects diagnostics, keeping only those that [`limited`] would report. The others are only counted:
/// one mistake may be repeated in each item of a large file.
#[derive(Default)]
pub(crate) struct Diagnostics {
    kept: Vec<Diagnostic>,
    /// Number of warnings in `kept`.
    warnings: usize,
    count: usize,
}

impl Diagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.count += 1;
        let is_warning = diagnostic.severity() == Severity::Warning;
        let kept = if is_warning {
            self.warnings
        } else {
            self.kept.len() - self.warnings
        };
        if kept <= MAX_REPORTED {
            self.warnings += usize::from(is_warning);
            self.kept.push(diagnostic);
        }
    }

    /// Number of diagnostics so far, including those not kept.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// The diagnostics to report.
    pub(crate) fn into_reported(self) -> Vec<Diagnostic> {
        limited(self.kept, MAX_REPORTED)
    }
}

impl Extend<Diagnostic> for Diagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}

/// Collects diagnostics without repetitions, for example from an expression that is evaluated in each iteration.
#[derive(Default)]
pub(crate) struct UniqueDiagnostics {
    found: Vec<Diagnostic>,
    /// Keys of the diagnostics: the span, the address of the text of the source, the summary and the statement.
    seen: HashSet<(Option<Span>, Option<usize>, String, String)>,
}

impl UniqueDiagnostics {
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        let key = (
            diagnostic.subject(),
            diagnostic.source().map(|it| it.text().as_ptr().addr()),
            diagnostic.summary().to_owned(),
            diagnostic.statement().to_owned(),
        );
        if self.seen.insert(key) {
            self.found.push(diagnostic);
        }
    }

    pub(crate) fn into_vec(self) -> Vec<Diagnostic> {
        self.found
    }
}

impl Extend<Diagnostic> for UniqueDiagnostics {
    fn extend<T: IntoIterator<Item = Diagnostic>>(&mut self, diagnostics: T) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }
}
