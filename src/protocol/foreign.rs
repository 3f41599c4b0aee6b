//! Scalars of other crates that serde's data model does not have. Such a type is given as a struct with a private name,
//! whose only field is its text.
//!
//! The names are no promise of these crates: `tests/companions` tests them.

/// A scalar of another crate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForeignScalar {
    /// A number of `serde_json`, where any crate has switched on its feature `arbitrary_precision`.
    JsonNumber,
    /// A date, a time or both of `toml`.
    TomlDatetime,
}

/// The name of the struct that a number of `serde_json` is, and of its field.
pub(crate) const JSON_NUMBER: &str = "$serde_json::private::Number";

/// The name of the struct that a date of `toml` is.
const TOML_DATETIME: &str = "$__toml_private_Datetime";

impl ForeignScalar {
    /// The scalar that a struct of this name is.
    #[inline]
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            JSON_NUMBER => Some(ForeignScalar::JsonNumber),
            TOML_DATETIME => Some(ForeignScalar::TomlDatetime),
            _ => None,
        }
    }
}
