//! More functions of lists, sets, maps, tuples and objects.

mod aggregate;
mod mapping;
mod search;
mod sequence;

pub use self::aggregate::*;
pub use self::mapping::*;
pub use self::search::*;
pub use self::sequence::*;
