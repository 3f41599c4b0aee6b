//! Properties that hold for every input: the bodies of the fuzz targets.
//!
//! Each target takes bytes and panics if a property does not hold. After the first byte
//! [`GENERATED`](source::GENERATED), the bytes are the decisions of a generator; any other input is used as text. The
//! tests of the crate run every target over all cases and some generated inputs.

#![allow(
    unreachable_pub,
    reason = "they are public in the package of the fuzz targets"
)]

mod addresses;
pub mod choices;
mod convert;
mod decode;
mod differential;
mod dynamic;
mod edit;
mod elements;
mod evaluate;
mod format;
mod json;
mod model;
#[path = "../addresses.rs"]
mod of_source;
mod outline;
mod parse;
#[path = "../../../examples/conformance/promises.rs"]
mod promises;
mod rearrange;
mod reduce;
mod references;
mod round_trip;
mod scope;
mod settings;
pub mod source;
mod spec;
mod syntaxes;
mod types;
#[path = "../../serde/words.rs"]
mod words;
#[path = "../../serde/zoo.rs"]
mod zoo;

pub use addresses::addresses;
pub use convert::convert;
pub use decode::decode;
pub use differential::differential;
pub use dynamic::dynamic;
pub use edit::edit;
pub use evaluate::evaluate;
pub use format::format;
pub use json::json;
pub use parse::parse;
pub use reduce::reduce;
pub use references::references;
pub use round_trip::round_trip;
pub use settings::settings;
pub use spec::spec;
pub use syntaxes::syntaxes;

/// A function that accepts any bytes, and that panics if a property does not hold.
pub type Target = fn(&[u8]);

/// All fuzz targets with their names.
pub const TARGETS: [(&str, Target); 16] = [
    ("parse", parse),
    ("format", format),
    ("evaluate", evaluate),
    ("decode", decode),
    ("differential", differential),
    ("round_trip", round_trip),
    ("edit", edit),
    ("spec", spec),
    ("dynamic", dynamic),
    ("json", json),
    ("syntaxes", syntaxes),
    ("reduce", reduce),
    ("references", references),
    ("addresses", addresses),
    ("convert", convert),
    ("settings", settings),
];

/// A body with the attribute `x`, for the types of the table.
#[derive(serde_derive::Serialize, serde_derive::Deserialize, Debug, PartialEq)]
struct X<T> {
    x: T,
}
