//! The names that a piece of work is looking up, each of them needed by the previous one.
//!
//! The definition of a name may refer to other names, so looking one up may look up others in turn. This module keeps
//! track of the names that are being looked up, by their ids: to find cycles, to end recursion at a fixed depth, and to
//! remember what an interrupted evaluation has done. The definitions with these ids, and the evaluation itself, are in
//! `eval::names`.
//!
//! An evaluation that would recurse too deep is *suspended*: the work records which name it needs, and all calls up to
//! the outermost look-up of the same tree return at once, as if a limit were exceeded. The outermost look-up then
//! evaluates that name first, and after that its own expression again.
//!
//! An evaluation that starts again must not call any function twice. It makes the same calls in the same order, so a
//! list of their outcomes is enough: its log. If a call ends, its outcome replaces those of the calls within it. If it
//! is interrupted, those outcomes stay, and are used when the evaluation starts again.

use std::cell::RefCell;
use std::mem;
use std::sync::atomic::{AtomicUsize, Ordering};

use foldhash::HashMap;

use super::CallError;
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::value::Value;

/// A tree of names: a number that no other tree has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct NameTreeId(usize);

impl NameTreeId {
    pub(crate) fn unique() -> Self {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        NameTreeId(COUNT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A definition of a tree of names: its index there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct DefinitionId(pub(crate) usize);

/// A name that can be looked up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LookupId {
    pub(crate) tree: NameTreeId,
    pub(crate) definition: DefinitionId,
}

/// A name that is being looked up.
#[derive(Clone, Copy, Debug)]
struct PathEntry {
    id: LookupId,
    state: LookupState,
}

/// The state of a look-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LookupState {
    /// The outermost look-up of its tree, or one that is evaluated in its place.
    Outermost,
    /// Evaluated within the previous one.
    Nested,
    /// Suspended: it will start again.
    Suspended,
}

/// The look-ups of a piece of work.
#[derive(Debug, Default)]
pub(crate) struct Lookups(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    /// The names that are being looked up, the outermost first. The names of a suspended evaluation stay until it
    /// starts again.
    path: Vec<PathEntry>,
    /// The index of each name in the path.
    positions: HashMap<LookupId, usize>,
    /// The trees in which a name is being looked up, in the order of their outermost look-ups.
    trees: Vec<NameTreeId>,
    /// The diagnostics of look-ups that have failed for a temporary reason. The next piece of work tries again.
    failed: HashMap<LookupId, Vec<Diagnostic>>,
    /// The calls of the evaluation at the end of the path.
    log: CallLog,
    /// The calls of suspended evaluations.
    logs: HashMap<LookupId, CallLog>,
    marks: Marks,
    /// Whether the use of secrets is tracked.
    tracks_secrets: bool,
}

/// Properties of an evaluation besides its value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    /// Whether it depends on a secret.
    pub(crate) is_secret: bool,
    /// Whether it has failed for a temporary reason: a look-up of the application has failed.
    pub(crate) is_passing: bool,
}

impl Marks {
    /// The evaluation depends on a secret.
    pub(crate) const SECRET: Marks = Marks {
        is_secret: true,
        is_passing: false,
    };
    /// The evaluation has failed for a temporary reason.
    pub(crate) const PASSING: Marks = Marks {
        is_secret: false,
        is_passing: true,
    };
}

/// The calls that an evaluation has made, in the order in which they have ended.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    calls: Vec<LoggedCall>,
    /// Number of calls that have been replayed or added.
    next: usize,
    /// The calls around the current place: for each, the index at which the calls within it begin.
    open: Vec<usize>,
}

#[derive(Debug)]
struct LoggedCall {
    /// The span of the function name. Calls in different texts can have the same place: the order of the calls tells
    /// them apart.
    place: Span,
    /// Number of calls around it.
    level: usize,
    outcome: CallOutcome,
}

/// The outcome of a call.
#[derive(Clone, Debug)]
pub(crate) struct CallOutcome {
    pub(crate) result: Result<Value, CallError>,
    pub(crate) marks: Marks,
    /// Whether an impure function was involved.
    pub(crate) is_impure: bool,
}

impl Lookups {
    /// The number of names that are being looked up.
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().path.len()
    }

    /// Whether a name is being looked up.
    pub(crate) fn are_active(&self) -> bool {
        !self.0.borrow().trees.is_empty()
    }

    /// The name whose look-up began last: all others in the path wait for it.
    pub(crate) fn last(&self) -> Option<LookupId> {
        self.0.borrow().path.last().map(|it| it.id)
    }

    /// The index of a name in the path, if it is being looked up.
    pub(crate) fn position(&self, id: LookupId) -> Option<usize> {
        self.0.borrow().positions.get(&id).copied()
    }

    /// The names from an index of the path on.
    pub(crate) fn path_from(&self, start: usize) -> Vec<LookupId> {
        let state = self.0.borrow();
        let path = state.path.get(start..).unwrap_or_default();
        path.iter().map(|it| it.id).collect()
    }

    /// The last name that is being evaluated within the previous one: alone, it would have more nesting left.
    pub(crate) fn last_nested(&self) -> Option<LookupId> {
        let state = self.0.borrow();
        let mut nested = state.path.iter().rev();
        let nested = nested.find(|it| it.state == LookupState::Nested);
        nested.map(|it| it.id)
    }

    /// Adds a name to the end of the path.
    pub(crate) fn push(&self, id: LookupId, state: LookupState) {
        let State {
            path, positions, ..
        } = &mut *self.0.borrow_mut();
        positions.insert(id, path.len());
        path.push(PathEntry { id, state });
    }

    /// Notes that the evaluation of the name at an index of the path is suspended.
    pub(crate) fn set_suspended(&self, index: usize) {
        if let Some(entry) = self.0.borrow_mut().path.get_mut(index) {
            entry.state = LookupState::Suspended;
        }
    }

    /// Shortens the path to this length.
    pub(crate) fn truncate(&self, length: usize) {
        let State {
            path, positions, ..
        } = &mut *self.0.borrow_mut();
        for entry in path.drain(length.min(path.len())..) {
            positions.remove(&entry.id);
        }
    }

    /// Whether no name of a tree is being looked up.
    pub(crate) fn is_outermost(&self, tree: NameTreeId) -> bool {
        !self.0.borrow().trees.contains(&tree)
    }

    /// The number of trees in which a name is being looked up.
    pub(crate) fn trees(&self) -> usize {
        self.0.borrow().trees.len()
    }

    /// Marks the beginning of the outermost look-up in a tree.
    pub(crate) fn begin_tree(&self, tree: NameTreeId) {
        self.0.borrow_mut().trees.push(tree);
    }

    /// Marks the end of the outermost look-up in the tree that was begun last.
    pub(crate) fn end_tree(&self) {
        self.0.borrow_mut().trees.pop();
    }

    /// The diagnostics of a look-up that has failed in this piece of work.
    pub(crate) fn failure(&self, id: LookupId) -> Option<Vec<Diagnostic>> {
        self.0.borrow().failed.get(&id).cloned()
    }

    /// Keeps the diagnostics of a look-up that has failed, for this piece of work.
    pub(crate) fn keep_failure(&self, id: LookupId, diagnostics: Vec<Diagnostic>) {
        self.0.borrow_mut().failed.insert(id, diagnostics);
    }

    /// Begins the log of calls for a name: a new one, or the one left by its suspended evaluation. Returns the previous
    /// log.
    pub(crate) fn begin_log(&self, id: LookupId) -> CallLog {
        let mut state = self.0.borrow_mut();
        let calls = state.logs.remove(&id).map_or_else(Vec::new, |it| it.calls);
        let log = CallLog {
            calls,
            ..CallLog::default()
        };
        mem::replace(&mut state.log, log)
    }

    /// Restores the previous log of calls. The log that ends is kept if its name is suspended.
    pub(crate) fn end_log(&self, before: CallLog, suspended: Option<LookupId>) {
        let mut state = self.0.borrow_mut();
        let log = mem::replace(&mut state.log, before);
        if let Some(id) = suspended {
            state.logs.insert(id, log);
        }
    }

    /// The outcome of the call at this place before the evaluation started again.
    pub(crate) fn replay_call(&self, place: Span) -> Option<CallOutcome> {
        let log = &mut self.0.borrow_mut().log;
        let call = log.calls.get(log.next)?;
        if (call.place, call.level) == (place, log.open.len()) {
            log.next += 1;
            return Some(call.outcome.clone());
        }
        // Deeper calls are calls within this one, which was interrupted.
        if call.level <= log.open.len() {
            log.calls.truncate(log.next);
        }
        None
    }

    /// Notes that a call begins. If it is interrupted, so is the evaluation, and no call follows until it starts again.
    pub(crate) fn begin_call(&self) {
        let log = &mut self.0.borrow_mut().log;
        log.open.push(log.next);
    }

    /// Keeps the outcome of the call that was begun last, in place of the calls within it.
    pub(crate) fn end_call(&self, place: Span, outcome: CallOutcome) {
        let log = &mut self.0.borrow_mut().log;
        let start = log.open.pop().unwrap_or_default();
        log.calls.truncate(start);
        log.calls.push(LoggedCall {
            place,
            level: log.open.len(),
            outcome,
        });
        log.next = log.calls.len();
    }

    /// Adds marks to the current evaluation.
    pub(crate) fn add_marks(&self, marks: Marks) {
        let own = &mut self.0.borrow_mut().marks;
        own.is_secret |= marks.is_secret;
        own.is_passing |= marks.is_passing;
    }

    /// Runs `work`, and returns its own marks with the result.
    pub(crate) fn marked<T>(&self, work: impl FnOnce() -> T) -> (T, Marks) {
        let before = self.replace_marks(Marks::default());
        let result = work();
        let own = self.replace_marks(before);
        self.add_marks(own);
        (result, own)
    }

    /// Runs `work`, and ignores its marks.
    pub(crate) fn unmarked<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.0.borrow().marks;
        let result = work();
        self.replace_marks(before);
        result
    }

    fn replace_marks(&self, marks: Marks) -> Marks {
        mem::replace(&mut self.0.borrow_mut().marks, marks)
    }

    /// Whether the use of secrets is tracked.
    pub(crate) fn track_secrets(&self) -> bool {
        self.0.borrow().tracks_secrets
    }

    /// Tracks the use of secrets from here on.
    pub(crate) fn begin_tracking(&self) {
        self.0.borrow_mut().tracks_secrets = true;
    }

    /// Moves the state out, for a look-up of the application that evaluates with a budget of its own.
    pub(super) fn moved(&self) -> Lookups {
        let state = self.0.take();
        self.0.borrow_mut().tracks_secrets = state.tracks_secrets;
        Lookups(RefCell::new(state))
    }

    /// Takes back what was moved out.
    pub(super) fn take_back(&self, moved: &Lookups) {
        self.0.swap(&moved.0);
    }
}
