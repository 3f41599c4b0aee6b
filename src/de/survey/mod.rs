//! The survey: what else is wrong in a configuration, once something is. Unknown and missing names and unsuitable
//! values of all blocks are reported together.
//!
//! Serde ends with the first error, and only the types know which names and values they refuse and which names they
//! require. Therefore the type is asked again, with a part of the configuration at a time. `search` chooses the parts;
//! the `record` says what each body is given, and what happened in it; `bodies` is how a body adds to the record while
//! it is decoded.
//!
//! Nothing is evaluated, and no function is called. The work is limited in proportion to the size of the configuration,
//! beside a constant for small ones.
//!
//! Knows nothing of the types.

mod bodies;
mod record;
mod search;

pub(super) use self::bodies::{ask_field, asked_name, items_of, record_failure, record_visit};
pub(super) use self::record::{BodyFailure, BodyKey, Survey, SurveyRun};
pub(super) use self::search::with_other_faults;
