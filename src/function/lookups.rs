//! The names that a piece of work is looking up, each of them needed by the previous one.
//!
//! The definition of a name may refer to other names, so looking one up may look up others in turn. This module keeps
//! track of the names that are being looked up, as numbers: to find cycles, to end recursion at a fixed depth, and to
//! remember what an interrupted evaluation has done. The meaning of the numbers, and the evaluation itself, are in
//! `eval::names`.
//!
//! An evaluation that would recurse too deep is *suspended*: the budget records which name it needs, and all calls up
//! to the outermost look-up of the same table return at once, as if the budget were exhausted. The outermost look-up
//! then evaluates that name first, and after that its own expression again.

use std::cell::RefCell;
use std::mem;

use foldhash::HashMap;

use super::call_log::{BegunCall, CallLog, CallOutcome, CallPlace, Marks};
use crate::diagnostic::Diagnostic;

/// A name that can be looked up: the number of its table, and its index there.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct LookupId {
    pub(crate) table: usize,
    pub(crate) index: usize,
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
    /// The outermost look-up of its table, or one that is evaluated in its place.
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
    /// The tables in which a name is being looked up, in the order of their outermost look-ups.
    tables: Vec<usize>,
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

impl Lookups {
    /// The number of names that are being looked up.
    pub(crate) fn len(&self) -> usize {
        self.0.borrow().path.len()
    }

    /// Whether a name is being looked up.
    pub(crate) fn are_active(&self) -> bool {
        !self.0.borrow().tables.is_empty()
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

    /// Whether no name of a table is being looked up.
    pub(crate) fn is_outermost(&self, table: usize) -> bool {
        !self.0.borrow().tables.contains(&table)
    }

    /// The number of tables in which a name is being looked up.
    pub(crate) fn tables(&self) -> usize {
        self.0.borrow().tables.len()
    }

    /// Marks the beginning of the outermost look-up in a table.
    pub(crate) fn begin_table(&self, table: usize) {
        self.0.borrow_mut().tables.push(table);
    }

    /// Marks the end of the outermost look-up in the table that was begun last.
    pub(crate) fn end_table(&self) {
        self.0.borrow_mut().tables.pop();
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
        let log = state.logs.remove(&id).unwrap_or_default();
        mem::replace(&mut state.log, log.rewound())
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
    pub(crate) fn replay_call(&self, place: CallPlace) -> Option<CallOutcome> {
        self.0.borrow_mut().log.replay(place)
    }

    /// Notes that a call begins.
    pub(crate) fn begin_call(&self) -> BegunCall {
        self.0.borrow_mut().log.begin()
    }

    /// Keeps the outcome of a call.
    pub(crate) fn end_call(&self, call: BegunCall, place: CallPlace, outcome: CallOutcome) {
        self.0.borrow_mut().log.end(call, place, outcome);
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
