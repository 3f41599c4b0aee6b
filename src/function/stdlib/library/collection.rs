//! More functions of lists, sets, maps, tuples and objects.

mod mapping;
mod search;
mod sequence;
mod test;

pub use self::mapping::*;
pub use self::search::*;
pub use self::sequence::*;
pub use self::test::*;
