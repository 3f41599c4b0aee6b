//! Scalars of other crates that serde's data model does not have. Such a scalar is passed as a struct with a private
//! name, whose only field is its text.
//!
//! These crates do not guarantee the names: `tests/companions` tests them.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ForeignScalar {
    /// A number of `serde_json`, if any crate has enabled its feature `arbitrary_precision`.
    JsonNumber,
    /// A date, a time or both of `toml`.
    TomlDatetime,
    /// A `RawValue` of `serde_json`: text in JSON, which is not HCL.
    JsonText,
}

/// The name of the struct that represents a number of `serde_json`, and of its field.
pub(crate) const JSON_NUMBER: &str = "$serde_json::private::Number";

/// The name of the struct that represents a date of `toml`.
const TOML_DATETIME: &str = "$__toml_private_Datetime";

/// The name of the struct that represents a `RawValue` of `serde_json`.
const JSON_TEXT: &str = "$serde_json::private::RawValue";

impl ForeignScalar {
    /// The scalar that a struct of this name represents.
    #[inline]
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            JSON_NUMBER => Some(ForeignScalar::JsonNumber),
            TOML_DATETIME => Some(ForeignScalar::TomlDatetime),
            JSON_TEXT => Some(ForeignScalar::JsonText),
            _ => None,
        }
    }
}
