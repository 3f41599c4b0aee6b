//! The names that a piece of work is looking up, each of them for the one before it.
//!
//! What a name stands for may refer to other names, so that looking one up looks up others in turn. This keeps which
//! ones are being looked up, by number: to find cycles, to end recursion at a fixed depth, and to remember what an
//! interrupted evaluation has done. What the numbers mean, and the evaluation itself, is in `eval::names`.
//!
//! An evaluation that would recurse too deep is *suspended*: the budget says which name it needs, and everything down to
//! the outermost look-up of the same table returns at once, as if the budget were exhausted. That look-up then evaluates
//! that name first, and its own expression again.

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
    /// The outermost one of its table, or one that is done in its place.
    Outermost,
    /// Within the one before it.
    Nested,
    /// Suspended: it will begin again.
    Suspended,
}

/// The look-ups of a piece of work.
#[derive(Debug, Default)]
pub(crate) struct Lookups(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    /// The names that are being looked up, the outermost first. Those of a suspended evaluation stay until it begins
    /// again.
    path: Vec<PathEntry>,
    /// The index of each name in the path.
    positions: HashMap<LookupId, usize>,
    /// The tables of which a name is being looked up, in the order of their first one.
    tables: Vec<usize>,
    /// The diagnostics of look-ups that have failed for reasons that may pass. The next piece of work tries again.
    failed: HashMap<LookupId, Vec<Diagnostic>>,
    /// The calls of the evaluation at the end of the path.
    log: CallLog,
    /// The calls of suspended evaluations.
    logs: HashMap<LookupId, CallLog>,
    marks: Marks,
    /// Whether somebody asks if secrets are used.
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

    /// The last name that is being evaluated within the one before it: it could be evaluated with more nesting left.
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

    /// The number of tables of which a name is being looked up.
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

    /// Begins the log of calls for a name, or the one that its suspended evaluation has left. Returns the log before it.
    pub(crate) fn begin_log(&self, id: LookupId) -> CallLog {
        let mut state = self.0.borrow_mut();
        let log = state.logs.remove(&id).unwrap_or_default();
        mem::replace(&mut state.log, log.rewound())
    }

    /// Returns to an earlier log of calls. The log that ends is kept for a name that is suspended.
    pub(crate) fn end_log(&self, before: CallLog, suspended: Option<LookupId>) {
        let mut state = self.0.borrow_mut();
        let log = mem::replace(&mut state.log, before);
        if let Some(id) = suspended {
            state.logs.insert(id, log);
        }
    }

    /// What the call at this place has given before the evaluation began again.
    pub(crate) fn replay_call(&self, place: CallPlace) -> Option<CallOutcome> {
        self.0.borrow_mut().log.replay(place)
    }

    /// Notes that a call begins.
    pub(crate) fn begin_call(&self) -> BegunCall {
        self.0.borrow_mut().log.begin()
    }

    /// Keeps what a call has given.
    pub(crate) fn end_call(&self, call: BegunCall, place: CallPlace, outcome: CallOutcome) {
        self.0.borrow_mut().log.end(call, place, outcome);
    }

    /// Adds marks to those of what is being evaluated.
    pub(crate) fn add_marks(&self, marks: Marks) {
        let own = &mut self.0.borrow_mut().marks;
        own.is_secret |= marks.is_secret;
        own.is_passing |= marks.is_passing;
    }

    /// Does some work, and returns its own marks with the result.
    pub(crate) fn marked<T>(&self, work: impl FnOnce() -> T) -> (T, Marks) {
        let before = self.replace_marks(Marks::default());
        let result = work();
        let own = self.replace_marks(before);
        self.add_marks(own);
        (result, own)
    }

    /// Does some work whose marks do not count.
    pub(crate) fn unmarked<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.0.borrow().marks;
        let result = work();
        self.replace_marks(before);
        result
    }

    fn replace_marks(&self, marks: Marks) -> Marks {
        mem::replace(&mut self.0.borrow_mut().marks, marks)
    }

    /// Whether somebody asks if secrets are used.
    pub(crate) fn track_secrets(&self) -> bool {
        self.0.borrow().tracks_secrets
    }

    /// Asks for marks of secrets from here on.
    pub(crate) fn begin_tracking(&self) {
        self.0.borrow_mut().tracks_secrets = true;
    }

    /// Moves everything out, for a look-up of the application that evaluates with a budget of its own.
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
