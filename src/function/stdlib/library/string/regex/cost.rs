//! What compiling a pattern costs.
//!
//! The crate that matches patterns limits the size of what it makes of a pattern, but not what it takes to read the
//! pattern: one class can stand for a thousand ranges of characters, and a class without regard to case is found by
//! looking at each of its characters.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{self, Ast, ClassSetItem, ClassSetRange, Flag, GroupKind, Visitor};

use crate::function::{Budget, FunctionError};

/// Bytes of a pattern that cost one step to read.
const TEXT_PER_STEP: usize = 4;
/// Bytes of memory that a byte of a pattern takes.
const BYTES_PER_TEXT: usize = 500;
/// Bytes of memory that a class with a name takes, such as `\pL`; twice as many without regard to case.
const BYTES_PER_NAME: usize = 22_000;
/// Steps of a class with a name without regard to case.
const STEPS_PER_FOLDED_NAME: usize = 32;
/// Characters of a class without regard to case that cost one step.
const FOLDED_PER_STEP: usize = 1_000;
/// Bytes of memory that a range of characters takes without regard to case: this many for each character, but not for
/// more characters than have two cases.
const BYTES_PER_FOLDED: usize = 16;
const MAX_FOLDED: usize = 3_000;

/// The memory that a pattern may take in any case, if a limit of bytes leaves it or not: it is what small patterns take.
const FREE_BYTES: usize = 1 << 18;
/// Bytes of memory for each byte of the budget.
const BYTES_PER_BUDGET: usize = 8;

/// The greatest costs of reading a pattern. Patterns that cost more are too large for the limit of compiled patterns.
const MAX_STEPS: usize = 100_000;
const MAX_BYTES: usize = 64 << 20;

/// Steps, and bytes of memory at the same time.
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

    /// The cost of the classes of a pattern, in addition to that of its text. What is wrong with the pattern is left to
    /// be found later.
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

    /// Takes the steps from the budget. The memory is in use only for a while, so that its bytes are not taken: they must
    /// be left.
    pub(super) fn charge(self, budget: &Budget) -> Result<(), FunctionError> {
        budget.spend_steps(self.steps)?;
        budget.require_bytes(self.bytes.saturating_sub(FREE_BYTES) / BYTES_PER_BUDGET)
    }
}

/// Counts what in a pattern stands for many characters.
#[derive(Default)]
struct ClassCounter {
    /// The number of classes with a name.
    names: usize,
    /// The numbers of characters in all ranges, and of those that have two cases, at most.
    characters: usize,
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
