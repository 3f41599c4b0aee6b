//! The names that a piece of work is looking up, each of them for the one before it.
//!
//! What a name stands for may refer to other names, so that looking one up looks up others in turn. This keeps which
//! ones are being looked up, by number: to find cycles, to end recursion at a fixed depth, and to remember what an
//! interrupted evaluation has done. What the numbers mean, and the evaluation itself, is in `eval::names`.
//!
//! An evaluation that would recurse too deep is *suspended*: the budget says which name it needs, and everything down to
//! the outermost look-up of the same table returns at once, as if the budget were exhausted. That look-up then evaluates
//! that name first, and its own expression again.

use std::cell::{Cell, RefCell};

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
pub(crate) struct Lookups {
    /// The names that are being looked up, the outermost first. Those of a suspended evaluation stay until it begins
    /// again.
    path: RefCell<Vec<PathEntry>>,
    /// The index of each name in the path.
    positions: RefCell<HashMap<LookupId, usize>>,
    /// The tables of which a name is being looked up, in the order of their first one.
    tables: RefCell<Vec<usize>>,
    /// The diagnostics of look-ups that have failed for reasons that may pass. The next piece of work tries again.
    failed: RefCell<HashMap<LookupId, Vec<Diagnostic>>>,
    /// The calls of the evaluation at the end of the path.
    log: RefCell<CallLog>,
    /// The calls of suspended evaluations.
    logs: RefCell<HashMap<LookupId, CallLog>>,
    marks: Cell<Marks>,
    /// Whether somebody asks if secrets are used.
    tracks_secrets: Cell<bool>,
}

impl Lookups {
    /// The number of names that are being looked up.
    pub(crate) fn len(&self) -> usize {
        self.path.borrow().len()
    }

    /// Whether a name is being looked up.
    pub(crate) fn are_active(&self) -> bool {
        !self.tables.borrow().is_empty()
    }

    /// The name whose look-up began last: all others in the path wait for it.
    pub(crate) fn last(&self) -> Option<LookupId> {
        self.path.borrow().last().map(|it| it.id)
    }

    /// The index of a name in the path, if it is being looked up.
    pub(crate) fn position(&self, id: LookupId) -> Option<usize> {
        self.positions.borrow().get(&id).copied()
    }

    /// The names from an index of the path on.
    pub(crate) fn path_from(&self, start: usize) -> Vec<LookupId> {
        let path = self.path.borrow();
        let path = path.get(start..).unwrap_or_default();
        path.iter().map(|it| it.id).collect()
    }

    /// The last name that is being evaluated within the one before it: it could be evaluated with more nesting left.
    pub(crate) fn last_nested(&self) -> Option<LookupId> {
        let path = self.path.borrow();
        let mut nested = path.iter().rev();
        let nested = nested.find(|it| it.state == LookupState::Nested);
        nested.map(|it| it.id)
    }

    /// Adds a name to the end of the path.
    pub(crate) fn push(&self, id: LookupId, state: LookupState) {
        let mut path = self.path.borrow_mut();
        self.positions.borrow_mut().insert(id, path.len());
        path.push(PathEntry { id, state });
    }

    /// Notes that the evaluation of the name at an index of the path is suspended.
    pub(crate) fn set_suspended(&self, index: usize) {
        if let Some(entry) = self.path.borrow_mut().get_mut(index) {
            entry.state = LookupState::Suspended;
        }
    }

    /// Shortens the path to this length.
    pub(crate) fn truncate(&self, length: usize) {
        let mut path = self.path.borrow_mut();
        let mut positions = self.positions.borrow_mut();
        while path.len() > length
            && let Some(entry) = path.pop()
        {
            positions.remove(&entry.id);
        }
    }

    /// Whether no name of a table is being looked up.
    pub(crate) fn is_outermost(&self, table: usize) -> bool {
        !self.tables.borrow().contains(&table)
    }

    /// The number of tables of which a name is being looked up.
    pub(crate) fn tables(&self) -> usize {
        self.tables.borrow().len()
    }

    /// Marks the beginning of the outermost look-up in a table.
    pub(crate) fn begin_table(&self, table: usize) {
        self.tables.borrow_mut().push(table);
    }

    /// Marks the end of the outermost look-up in the table that was begun last.
    pub(crate) fn end_table(&self) {
        self.tables.borrow_mut().pop();
    }

    /// The diagnostics of a look-up that has failed in this piece of work.
    pub(crate) fn failure(&self, id: LookupId) -> Option<Vec<Diagnostic>> {
        self.failed.borrow().get(&id).cloned()
    }

    /// Keeps the diagnostics of a look-up that has failed, for this piece of work.
    pub(crate) fn keep_failure(&self, id: LookupId, diagnostics: Vec<Diagnostic>) {
        self.failed.borrow_mut().insert(id, diagnostics);
    }

    /// Begins the log of calls for a name, or the one that its suspended evaluation has left. Returns the log before it.
    pub(crate) fn begin_log(&self, id: LookupId) -> CallLog {
        let log = self.logs.borrow_mut().remove(&id).unwrap_or_default();
        self.log.replace(log.rewound())
    }

    /// Returns to an earlier log of calls. The log that ends is kept for a name that is suspended.
    pub(crate) fn end_log(&self, before: CallLog, suspended: Option<LookupId>) {
        let log = self.log.replace(before);
        if let Some(id) = suspended {
            self.logs.borrow_mut().insert(id, log);
        }
    }

    /// What the call at this place has given before the evaluation began again.
    pub(crate) fn replay_call(&self, place: CallPlace) -> Option<CallOutcome> {
        self.log.borrow_mut().replay(place)
    }

    /// Notes that a call begins.
    pub(crate) fn begin_call(&self) -> BegunCall {
        self.log.borrow_mut().begin()
    }

    /// Keeps what a call has given.
    pub(crate) fn end_call(&self, call: BegunCall, place: CallPlace, outcome: CallOutcome) {
        self.log.borrow_mut().end(call, place, outcome);
    }

    /// Adds marks to those of what is being evaluated.
    pub(crate) fn add_marks(&self, marks: Marks) {
        let Marks {
            is_secret,
            is_passing,
        } = self.marks.get();
        self.marks.set(Marks {
            is_secret: is_secret || marks.is_secret,
            is_passing: is_passing || marks.is_passing,
        });
    }

    /// Does some work, and returns its own marks with the result.
    pub(crate) fn marked<T>(&self, work: impl FnOnce() -> T) -> (T, Marks) {
        let before = self.marks.take();
        let result = work();
        let own = self.marks.replace(before);
        self.add_marks(own);
        (result, own)
    }

    /// Does some work whose marks do not count.
    pub(crate) fn unmarked<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = self.marks.get();
        let result = work();
        self.marks.set(before);
        result
    }

    /// Whether somebody asks if secrets are used.
    pub(crate) fn track_secrets(&self) -> bool {
        self.tracks_secrets.get()
    }

    /// Asks for marks of secrets from here on.
    pub(crate) fn begin_tracking(&self) {
        self.tracks_secrets.set(true);
    }

    /// Moves everything out, for a look-up of the application that evaluates with a budget of its own.
    pub(super) fn moved(&self) -> Lookups {
        Lookups {
            path: RefCell::new(self.path.take()),
            positions: RefCell::new(self.positions.take()),
            tables: RefCell::new(self.tables.take()),
            failed: RefCell::new(self.failed.take()),
            log: RefCell::new(self.log.take()),
            logs: RefCell::new(self.logs.take()),
            marks: Cell::new(self.marks.take()),
            tracks_secrets: Cell::new(self.tracks_secrets.get()),
        }
    }

    /// Takes back what was moved out.
    pub(super) fn take_back(&self, moved: &Lookups) {
        self.path.swap(&moved.path);
        self.positions.swap(&moved.positions);
        self.tables.swap(&moved.tables);
        self.failed.swap(&moved.failed);
        self.log.swap(&moved.log);
        self.logs.swap(&moved.logs);
        self.marks.swap(&moved.marks);
        self.tracks_secrets.swap(&moved.tracks_secrets);
    }
}
