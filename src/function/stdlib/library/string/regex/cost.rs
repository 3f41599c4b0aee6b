//! The cost of compiling a pattern.
//!
//! The crate `regex` limits the size of a compiled pattern, but not the cost of reading a pattern: one class can stand
//! for a thousand ranges of characters, and a class that ignores case is computed by looking at each of its characters.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, Ast, ClassSetItem, ClassSetRange, Flag, GroupKind, Visitor};

use crate::function::{Budget, FunctionError};

/// Bytes of a pattern that cost one step to read.
const TEXT_PER_STEP: usize = 4;
/// Bytes of memory that a byte of a pattern takes.
const BYTES_PER_TEXT: usize = 500;
/// Bytes of memory that a named class takes, such as `\pL`; twice as many if it ignores case.
const BYTES_PER_NAME: usize = 22_000;
/// Steps that a named class costs if it ignores case.
const STEPS_PER_FOLDED_NAME: usize = 32;
/// Characters of a class that cost one step if it ignores case.
const FOLDED_PER_STEP: usize = 1_000;
/// Bytes of memory that each character of a range takes if the range ignores case.
const BYTES_PER_FOLDED: usize = 16;
/// Maximum number of characters counted for a range that ignores case: no more characters than these have two cases.
const MAX_FOLDED: usize = 3_000;

/// Bytes of memory that a pattern may take even if the limit of bytes does not leave them: small patterns need them.
const FREE_BYTES: usize = 1 << 18;
/// Bytes of memory for each byte of the budget.
const BYTES_PER_BUDGET: usize = 8;

/// Maximum costs of reading a pattern. Patterns that cost more exceed the size limit of compiled patterns.
const MAX_STEPS: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// A cost in steps, and in bytes of memory that are in use at the same time.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CompileCost {
    pub(super) steps: usize,
    pub(super) bytes: usize,
}

impl CompileCost {
    /// The cost of reading a pattern as text.
    pub(super) fn of_text(pattern: &str) -> Self {
        CompileCost {
            steps: pattern.len() / TEXT_PER_STEP,
            bytes: pattern.len().saturating_mul(BYTES_PER_TEXT),
        }
    }

    /// The cost of the classes of a pattern, in addition to the cost of its text. Errors in the pattern are ignored
    /// here and found later.
    pub(super) fn of_classes(pattern: &str) -> Self {
        let Ok(syntax) = Parser::new().parse(pattern) else {
            return CompileCost::default();
        };
        match ast::visit(&syntax, ClassCounter::default()) {
            Ok(cost) => cost,
            Err(never) => match never {},
        }
    }

    #[must_use]
    pub(super) fn and(self, other: CompileCost) -> Self {
        CompileCost {
            steps: self.steps.saturating_add(other.steps),
            bytes: self.bytes.saturating_add(other.bytes),
        }
    }

    /// Whether reading a pattern costs more than any pattern may.
    pub(super) fn is_too_large(self) -> bool {
        self.steps > MAX_STEPS || self.bytes > MAX_BYTES
    }

    /// Spends the steps from the budget. The memory is in use only temporarily, so its bytes are not spent, but they
    /// must be available.
    pub(super) fn charge(self, budget: &Budget) -> Result<(), FunctionError> {
        budget.spend_steps(self.steps)?;
        budget.require_bytes(self.bytes.saturating_sub(FREE_BYTES) / BYTES_PER_BUDGET)
    }
}

/// Counts the parts of a pattern that stand for many characters.
#[derive(Default)]
struct ClassCounter {
    /// The number of classes with a name.
    names: usize,
    /// The number of characters in all ranges.
    characters: usize,
    /// Upper limit for the number of them that have two cases.
    folded: usize,
    /// Whether a part of the pattern disregards case.
    ignores_case: bool,
}

enum Never {}

impl ClassCounter {
    fn add_range(&mut self, range: &ClassSetRange) {
        let length = u32::from(range.end.c).saturating_sub(u32::from(range.start.c)) as usize;
        self.characters = self.characters.saturating_add(length);
        self.folded = self.folded.saturating_add(length.min(MAX_FOLDED));
    }

    fn add_flags(&mut self, flags: &ast::Flags) {
        self.ignores_case |= flags.flag_state(Flag::CaseInsensitive) == Some(true);
    }
}

impl Visitor for ClassCounter {
    type Output = CompileCost;
    type Err = Never;

    fn finish(self) -> Result<CompileCost, Never> {
        if self.ignores_case {
            return Ok(CompileCost {
                steps: self.names * STEPS_PER_FOLDED_NAME + self.characters / FOLDED_PER_STEP,
                bytes: self.names * 2 * BYTES_PER_NAME + self.folded * BYTES_PER_FOLDED,
            });
        }
        Ok(CompileCost {
            steps: self.names,
            bytes: self.names * BYTES_PER_NAME,
        })
    }

    fn visit_pre(&mut self, syntax: &Ast) -> Result<(), Never> {
        match syntax {
            Ast::ClassUnicode(_) => self.names += 1,
            Ast::Flags(set) => self.add_flags(&set.flags),
            Ast::Group(group) => {
                if let GroupKind::NonCapturing(flags) = &group.kind {
                    self.add_flags(flags);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Never> {
        match item {
            ClassSetItem::Unicode(_) => self.names += 1,
            ClassSetItem::Range(range) => self.add_range(range),
            _ => {}
        }
        Ok(())
    }
}
