//! Recovery from errors: builds a tree from the valid items of an invalid source.
//!
//! The source is lexed again with the tolerant lexer, in which invalid text becomes a `Token::Bad`, and parsed. The
//! body item in which the parser stops is diagnosed and skipped, and the rest is parsed again, until it is accepted or
//! the maximum number of errors is reached. This gives one diagnostic for each invalid item, however deep it is nested,
//! and keeps every other item.

use std::sync::Arc;

use super::builder::{Builder, Violation};
use super::diagnose::{self, RankedDiagnostic};
use super::lexemes::{Cut, Lexemes};
use super::{Failure, accept};
use crate::diagnostic::limited;
use crate::limits::ParseLimits;
use crate::span::Span;
use crate::syntax::lexer::{SourceKind, SpannedToken};
use crate::syntax::tree::Tree;

/// Diagnoses a source that the parser rejected, and builds a tree from its valid items.
pub(super) fn recover(text: &str, kind: SourceKind, limits: ParseLimits) -> Failure {
    let mut recovery = Recovery {
        lexemes: Lexemes::new(text, kind, limits.depth, &[]),
        kind,
        limits,
        cuts: Vec::new(),
        end: u32::MAX,
        bad: Vec::new(),
        wrong: Vec::new(),
    };
    let tree = recovery.run();
    let diagnostics = limited(diagnose::in_order(recovery.wrong), limits.reported);
    Failure { tree, diagnostics }
}

struct Recovery<'s> {
    lexemes: Lexemes<'s>,
    kind: SourceKind,
    limits: ParseLimits,
    cuts: Vec<Cut>,
    /// Everything that begins at this byte or later is ignored.
    end: u32,
    /// The byte ranges of the items to skip, in order, none inside another.
    bad: Vec<Span>,
    wrong: Vec<RankedDiagnostic>,
}

/// The tokens of all items that are not skipped.
struct KeptTokens<'a, 's> {
    lexemes: &'a Lexemes<'s>,
    /// The items to skip, except those that end before the current token.
    bad: &'a [Span],
    /// The index of the next token.
    at: usize,
    /// The index of the last token returned; at the end, the number of tokens.
    last: usize,
}

impl Iterator for KeptTokens<'_, '_> {
    type Item = SpannedToken;

    fn next(&mut self) -> Option<SpannedToken> {
        let list = &self.lexemes.list;
        while let Some(lexeme) = list.get(self.at) {
            let index = self.at;
            self.at += 1;
            while let [item, rest @ ..] = self.bad
                && item.end() <= lexeme.start
            {
                self.bad = rest;
            }
            let is_skipped = matches!(self.bad, [item, ..] if item.start() <= lexeme.start);
            // The first token is the start marker, which belongs to no item.
            if index == 0 || !is_skipped {
                self.last = index;
                return Some(SpannedToken::new(lexeme.start, lexeme.token, lexeme.end));
            }
        }
        self.last = list.len();
        let closer = self.lexemes.closer(self.at - list.len())?;
        self.at += 1;
        Some(closer)
    }
}

impl Recovery<'_> {
    fn run(&mut self) -> Option<Arc<Tree>> {
        // Each pass finds one invalid item; a few passes find one that needs no diagnostic.
        let max = self.limits.reported + 1;
        for _ in 0..max.saturating_mul(2) {
            if self.wrong.len() >= max {
                break;
            }
            match self.accept() {
                Ok((tree, violations)) => {
                    let text = self.lexemes.text;
                    let room = max - self.wrong.len();
                    let wrong = violations
                        .into_iter()
                        .map(|it| RankedDiagnostic::violation(text, it));
                    self.wrong.extend(wrong.take(room));
                    return (self.kind == SourceKind::Body).then_some(tree);
                }
                Err(at) if self.diagnose_and_skip(at) => {}
                Err(_) => return None,
            }
        }
        self.give_up()
    }

    /// The tree of everything before the first invalid item that is no longer reported.
    fn give_up(&mut self) -> Option<Arc<Tree>> {
        loop {
            if let Ok((tree, _)) = self.accept() {
                return Some(tree);
            }
            let last = self.bad.pop()?;
            self.ignore_from(last.start());
        }
    }

    /// Parses all items that are not skipped. The error is the index of the token at which the parser stopped.
    fn accept(&self) -> Result<(Arc<Tree>, Vec<Violation>), usize> {
        let builder = Builder::shared(self.lexemes.text, self.limits);
        let mut tokens = KeptTokens {
            lexemes: &self.lexemes,
            bad: &self.bad,
            at: 0,
            last: 0,
        };
        if accept(&builder, &mut tokens) {
            Ok(builder.into_inner().finish_source())
        } else {
            Err(tokens.last)
        }
    }

    /// Ignores everything from the byte `from` on, where an item begins. The blocks around that item are treated as
    /// closed there.
    fn ignore_from(&mut self, from: u32) {
        self.end = from;
        self.lexemes.truncate(from);
    }

    /// Diagnoses the error at the token `at` and skips the item around it. Returns whether anything is left
    /// to parse.
    fn diagnose_and_skip(&mut self, at: usize) -> bool {
        let lexemes = &mut self.lexemes;
        if at == lexemes.list.len()
            && let Some(brace) = lexemes.unclosed_block()
        {
            // Another error inside the block is the more likely cause.
            if !self.wrong.iter().any(|wrong| wrong.is_after(brace)) {
                self.wrong
                    .push(RankedDiagnostic::unclosed_block(lexemes.text, brace));
            }
            lexemes.close_blocks();
            return true;
        }
        let item = lexemes.item_around(at);
        let end = item.and_then(|item| lexemes.item_end(item, at));
        let wrong = diagnose::diagnose(lexemes, item, at, end);
        if !self.wrong.iter().any(|other| other.is_like(&wrong)) {
            self.wrong.push(wrong);
        }
        let Some(item) = item.filter(|_| !lexemes.is_cut_short) else {
            return false;
        };
        let start = lexemes.list[item].start;
        if let Some(end) = end {
            let end = lexemes.rest_end(item, end);
            if !self.skip(Span::new(start, end)) {
                self.ignore_from(start);
            }
        } else if let Some(cut) = lexemes.cut(item) {
            // If two items are cut off at the same place, the outer one decides.
            self.cuts.retain(|other| other.at < cut.at);
            self.cuts.push(cut);
            self.bad.retain(|item| item.start() < cut.at);
            self.skip(Span::new(start, cut.at));
            let text = self.lexemes.text;
            self.lexemes = Lexemes::new(text, self.kind, self.limits.depth, &self.cuts);
            self.lexemes.truncate(self.end);
        } else {
            self.ignore_from(start);
        }
        true
    }

    /// Skips an item. Returns false if it is skipped already.
    fn skip(&mut self, item: Span) -> bool {
        let within = |inner: &Span, outer: &Span| {
            outer.start() <= inner.start() && inner.end() <= outer.end()
        };
        if self.bad.iter().any(|other| within(&item, other)) {
            return false;
        }
        self.bad.retain(|other| !within(other, &item));
        let place = self
            .bad
            .partition_point(|other| other.start() < item.start());
        self.bad.insert(place, item);
        true
    }
}
