//! What keeps a Rust value from becoming HCL, in words.
//!
//! Knows nothing of where in the value it is: whoever goes into a part adds the step.

use super::depth::MAX_LEVELS;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error};
use crate::number::NumberError;

fn data(summary: &'static str, detail: String) -> Error {
    Error::new(Category::Data, Diagnostic::error(summary, detail))
}

/// Of a value in which values nest too deep.
#[cold]
pub(super) fn too_deep() -> Error {
    let detail = format!(
        "Values may nest {MAX_LEVELS} levels deep, and this one nests deeper. Flatten it, and make sure that it does not \
         contain itself."
    );
    Error::new(
        Category::Limit,
        Diagnostic::error("Nesting too deep", detail),
    )
}

/// Of a float that is not a number.
#[cold]
#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` calls")]
pub(super) fn invalid_number(error: NumberError) -> Error {
    data("Invalid number", error.to_string())
}

/// Of a map key that is no text and has no text.
#[cold]
pub(super) fn unsuitable_key(found: &str) -> Error {
    let detail = format!(
        "The key of a map is a string, or a number, bool, character or unit variant that becomes one, but here it is \
         {found}."
    );
    data("Unsuitable map key", detail)
}

/// Of two entries of one name.
#[cold]
pub(super) fn repeated_name(name: &str) -> Error {
    let detail = format!(
        "There are two values by the name of {name:?}. Names are the same if they are equal in Unicode normal form C."
    );
    data("Repeated name", detail)
}

/// Of a `Serialize` that does not give a key and a value in turn.
#[cold]
pub(super) fn keys_and_values() -> Error {
    let detail =
        "The type's own \"Serialize\" does not give serde a key and a value of a map in turn.";
    data("Invalid map", detail.to_owned())
}
