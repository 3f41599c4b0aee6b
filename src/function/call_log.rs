//! The calls that an evaluation has made: one that is interrupted and begins again must call no function twice.
//!
//! An evaluation that begins again comes by the same calls in the same order, so that a list of results is enough. If a
//! call ends, its result replaces those of the calls within it. If it is interrupted, those stay, and are used when it
//! begins again.

use super::CallError;
use crate::span::Span;
use crate::value::Value;

/// What is known of an evaluation besides its value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(crate) struct Marks {
    /// Whether a secret went into it.
    pub(crate) is_secret: bool,
    /// Whether it has failed for a reason that may pass: a look-up of the application has.
    pub(crate) is_passing: bool,
}

impl Marks {
    /// A secret went into it.
    pub(crate) const SECRET: Marks = Marks {
        is_secret: true,
        is_passing: false,
    };
    /// It has failed for a reason that may pass.
    pub(crate) const PASSING: Marks = Marks {
        is_secret: false,
        is_passing: true,
    };
}

/// Where the name of a function stands in a call. Calls of different texts can have the same place: the order of the
/// calls says which one is meant.
pub(crate) type CallPlace = Span;

/// The calls that an evaluation has made, in the order in which they have ended.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    calls: Vec<LoggedCall>,
    /// The number of calls whose results have been given again, or that were added.
    next: usize,
    /// The number of calls around the current place.
    level: usize,
}

#[derive(Debug)]
struct LoggedCall {
    place: CallPlace,
    level: usize,
    outcome: CallOutcome,
}

/// What a call has given.
#[derive(Clone, Debug)]
pub(crate) struct CallOutcome {
    pub(crate) result: Result<Value, CallError>,
    pub(crate) marks: Marks,
    /// Whether an impure function has had a part in it.
    pub(crate) is_impure: bool,
}

/// A call that has begun: the index in the log at which the calls within it begin.
#[derive(Clone, Copy)]
pub(crate) struct BegunCall(usize);

impl CallLog {
    /// The log for an evaluation that begins again.
    pub(super) fn rewound(self) -> Self {
        CallLog {
            next: 0,
            level: 0,
            ..self
        }
    }

    /// What the call at this place has given before the evaluation began again.
    pub(super) fn replay(&mut self, place: CallPlace) -> Option<CallOutcome> {
        let call = self.calls.get(self.next)?;
        if (call.place, call.level) == (place, self.level) {
            self.next += 1;
            return Some(call.outcome.clone());
        }
        // Deeper calls are calls within this one, which was interrupted.
        if call.level <= self.level {
            self.calls.truncate(self.next);
        }
        None
    }

    /// Notes that a call begins. If it is interrupted, so is the evaluation, and no call follows until it begins again.
    pub(super) fn begin(&mut self) -> BegunCall {
        self.level += 1;
        BegunCall(self.next)
    }

    /// Keeps what a call has given, in place of the calls within it.
    pub(super) fn end(&mut self, call: BegunCall, place: CallPlace, outcome: CallOutcome) {
        self.level -= 1;
        self.calls.truncate(call.0);
        self.calls.push(LoggedCall {
            place,
            level: self.level,
            outcome,
        });
        self.next = self.calls.len();
    }
}
