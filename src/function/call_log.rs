//! A log of the calls that an evaluation has made: an evaluation that is interrupted and starts again must not call any
//! function twice.
//!
//! An evaluation that starts again makes the same calls in the same order, so a list of results is enough. If a call
//! ends, its result replaces the results of the calls within it. If it is interrupted, those results stay, and are used
//! when it starts again.

use super::CallError;
use crate::span::Span;
use crate::value::Value;

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

/// The span of the function name in a call. Calls in different texts can have the same place: the order of the calls
/// tells them apart.
pub(crate) type CallPlace = Span;

/// The calls that an evaluation has made, in the order in which they have ended.
#[derive(Debug, Default)]
pub(crate) struct CallLog {
    calls: Vec<LoggedCall>,
    /// Number of calls that have been replayed or added.
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

/// The outcome of a call.
#[derive(Clone, Debug)]
pub(crate) struct CallOutcome {
    pub(crate) result: Result<Value, CallError>,
    pub(crate) marks: Marks,
    /// Whether an impure function was involved.
    pub(crate) is_impure: bool,
}

/// A call that has begun: the index in the log at which the calls within it begin.
#[derive(Clone, Copy)]
pub(crate) struct BegunCall(usize);

impl CallLog {
    /// The log for an evaluation that starts again.
    pub(super) fn rewound(self) -> Self {
        CallLog {
            next: 0,
            level: 0,
            ..self
        }
    }

    /// The outcome of the call at this place before the evaluation started again.
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

    /// Notes that a call begins. If it is interrupted, so is the evaluation, and no call follows until it starts again.
    pub(super) fn begin(&mut self) -> BegunCall {
        self.level += 1;
        BegunCall(self.next)
    }

    /// Keeps the outcome of a call, in place of the calls within it.
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
