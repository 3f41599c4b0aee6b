//! The fifteen functions of the `hcldec` specification, which are available without a feature.

pub(super) mod collection;
pub(super) mod json;
pub(super) mod number;
pub(super) mod string;

pub use self::collection::*;
pub use self::json::*;
pub use self::number::*;
pub use self::string::*;
