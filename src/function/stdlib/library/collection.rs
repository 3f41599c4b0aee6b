//! More functions of lists, sets, maps, tuples and objects.

mod mapping;
mod search;
mod sequence;
mod test;

pub use self::mapping::{keys, lookup, lookup_optional, merge, transpose, values, zipmap};
pub use self::search::{contains, element, index, index_of, matchkeys, one, slice};
pub use self::sequence::{chunklist, coalescelist, compact, distinct, flatten, range, reverselist};
pub use self::test::{alltrue, anytrue, coalesce_text, sum};
