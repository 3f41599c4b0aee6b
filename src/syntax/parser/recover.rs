//! What is left of a source in which something is wrong.
//!
//! The source is lexed again, tolerantly: what is no token becomes a [`Token::Bad`]. Then it is
//! parsed; the body item in which that stops is diagnosed, set apart and skipped; and so on, until
//! the rest is accepted or there are more errors than anybody reads. So there is one diagnostic for
//! each wrong item, however deep it stands, and every other item stays.
//!
//! Knows nothing of messages.

use std::cell::Cell;
use std::ops::Range;

use super::diagnose::{self, Wrong};
use super::lexemes::{Cut, Lexemes};
use super::{Failure, Limits, accept};
use crate::error::Category;
use crate::syntax::lexer::{LexError, SpannedToken, Start};
use crate::syntax::tree::Tree;

/// How many wrong items are reported at the most.
const MOST: usize = 20;

/// Finds out what is wrong with a source that the parser did not accept, and makes a tree of the
/// rest.
pub(super) fn recover(text: &str, start: Start, limits: Limits) -> Failure {
    let mut recovery = Recovery {
        lexemes: Lexemes::new(text, start, limits.depth, &[]),
        start,
        limits,
        cuts: Vec::new(),
        bad: Vec::new(),
        wrong: Vec::new(),
    };
    let tree = recovery.run();
    let wrong = recovery.wrong;
    let limit = wrong.iter().any(Wrong::is_limit);
    Failure {
        category: if limit {
            Category::Limit
        } else {
            Category::Syntax
        },
        tree,
        diagnostics: diagnose::in_order(wrong),
    }
}

struct Recovery<'s> {
    lexemes: Lexemes<'s>,
    start: Start,
    limits: Limits,
    cuts: Vec<Cut>,
    /// The items to skip, as tokens.
    bad: Vec<Range<usize>>,
    wrong: Vec<Wrong>,
}

impl Recovery<'_> {
    fn run(&mut self) -> Option<Tree> {
        while self.wrong.len() < MOST {
            let last = Cell::new(0);
            match accept(self.lexemes.text, self.tokens(&last), self.limits) {
                Ok((tree, problems)) => {
                    let text = self.lexemes.text;
                    let room = MOST - self.wrong.len();
                    let wrong = problems.into_iter().map(|it| Wrong::problem(text, it));
                    self.wrong.extend(wrong.take(room));
                    return (self.start == Start::Body).then_some(tree);
                }
                Err(_) if self.set_apart(last.get()) => {}
                Err(_) => return None,
            }
        }
        self.give_up()
    }

    /// The tree of what stands before the wrong items that are not reported any more.
    fn give_up(&mut self) -> Option<Tree> {
        loop {
            let accepted = accept(self.lexemes.text, self.tokens(&Cell::new(0)), self.limits);
            if let Ok((tree, _)) = accepted {
                return Some(tree);
            }
            let last = self.bad.pop()?.start;
            self.lexemes.truncate(last);
            self.lexemes.close_blocks();
        }
    }

    /// The tokens of all items that are not set apart. `last` is kept at the index of the token
    /// that was taken last, behind all when there are no more.
    fn tokens<'a>(
        &'a self,
        last: &'a Cell<usize>,
    ) -> impl Iterator<Item = Result<SpannedToken, LexError>> + 'a {
        let mut lexemes = self.lexemes.list.iter().enumerate();
        std::iter::from_fn(move || {
            let is_bad = |index: usize| self.bad.iter().any(|item| item.contains(&index));
            let next = lexemes.find(|(index, _)| !is_bad(*index));
            last.set(next.map_or(self.lexemes.list.len(), |(index, _)| index));
            next.map(|(_, it)| Ok((it.start, it.token, it.end)))
        })
    }

    /// Says what is wrong at the token `at` and sets the item around it apart. Returns whether
    /// there is anything left to parse.
    fn set_apart(&mut self, at: usize) -> bool {
        let lexemes = &mut self.lexemes;
        if at == lexemes.list.len()
            && let Some(brace) = lexemes.unclosed_block()
        {
            // What else is wrong inside of the block is the likelier cause.
            if !self.wrong.iter().any(|wrong| wrong.is_behind(brace)) {
                self.wrong.push(Wrong::unclosed_block(lexemes.text, brace));
            }
            lexemes.close_blocks();
            return true;
        }
        let item = lexemes.item_around(at);
        let end = item.and_then(|item| lexemes.item_end(item, at));
        // What follows a wrong item and cannot be one itself was meant to be part of that.
        let follows_bad = |item| self.bad.last().is_some_and(|bad| bad.end == item);
        if !item.is_some_and(|item| follows_bad(item) && lexemes.is_rest(item)) {
            self.wrong.push(diagnose::diagnose(lexemes, item, at, end));
        }
        let Some(item) = item.filter(|_| !lexemes.is_cut_short) else {
            return false;
        };
        if let Some(end) = end {
            self.bad.push(item..end + 1);
            return true;
        }
        if let Some(cut) = lexemes.cut(item) {
            self.cuts.push(cut);
            *lexemes = Lexemes::new(lexemes.text, self.start, self.limits.depth, &self.cuts);
            // What stands before the cut has the same tokens as before.
            self.bad.push(item..lexemes.first_from(cut));
        } else {
            lexemes.truncate(item);
            lexemes.close_blocks();
        }
        true
    }
}
