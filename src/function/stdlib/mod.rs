//! A library of common functions.
//!
//! The fifteen functions of the `hcldec` specification ("Spec Definition Functions"). An application adds
//! them to a context, all of them with [`functions`], or some of them under names of its choice.
//!
//! Knows nothing of expressions. No function uses files, clocks or the environment: each result depends only
//! on the arguments.

mod collection;
mod json;
mod number;
mod string;

use super::Function;

pub use self::collection::{coalesce, concat, hasindex, length};
pub use self::json::{jsondecode, jsonencode};
pub use self::number::{abs, int, max, min};
pub use self::string::{lower, reverse, strlen, substr, upper};

type Constructor = fn() -> Function;

/// All functions with their names, in the order of the names.
///
/// ```
/// use hcl::function::stdlib;
///
/// let names: Vec<_> = stdlib::functions().map(|(name, _)| name).collect();
/// assert_eq!(names.len(), 15);
/// assert!(names.contains(&"substr"));
/// ```
pub fn functions() -> impl Iterator<Item = (&'static str, Function)> {
    const CONSTRUCTORS: [(&str, Constructor); 15] = [
        ("abs", abs),
        ("coalesce", coalesce),
        ("concat", concat),
        ("hasindex", hasindex),
        ("int", int),
        ("jsondecode", jsondecode),
        ("jsonencode", jsonencode),
        ("length", length),
        ("lower", lower),
        ("max", max),
        ("min", min),
        ("reverse", reverse),
        ("strlen", strlen),
        ("substr", substr),
        ("upper", upper),
    ];
    CONSTRUCTORS
        .into_iter()
        .map(|(name, constructor)| (name, constructor()))
}
