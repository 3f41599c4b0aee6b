//! The fifteen functions of the `hcldec` specification, which are there without a feature.

pub(super) mod collection;
pub(super) mod json;
pub(super) mod number;
pub(super) mod string;

pub use self::collection::{coalesce, concat, hasindex, length};
pub use self::json::{jsondecode, jsonencode};
pub use self::number::{abs, int, max, min};
pub use self::string::{lower, reverse, strlen, substr, upper};
