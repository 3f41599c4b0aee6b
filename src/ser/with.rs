//! The form of a field, chosen where the field is declared.

/// Writes a field as an attribute, for `#[serde(with = "hcl::attribute")]`.
///
/// Structs and maps become objects, and sequences become lists. Other formats see the value unchanged, and decoding
/// accepts either form.
///
/// ```
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Config {
///     #[serde(with = "hcl::attribute")]
///     limits: Limits,
/// }
///
/// #[derive(Serialize, Deserialize)]
/// struct Limits {
///     cpu: u8,
/// }
///
/// let text = hcl::to_string(&Config { limits: Limits { cpu: 2 } })?;
/// assert_eq!(text, "limits = {\n  cpu = 2\n}\n");
/// assert_eq!(hcl::from_str::<Config>(&text)?.limits.cpu, 2);
/// # Ok::<(), hcl::Error>(())
/// ```
pub mod attribute {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::protocol::ATTRIBUTE;

    /// Serializes the value so that it becomes an attribute.
    ///
    /// # Errors
    ///
    /// The same as for the value's own `Serialize`.
    pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(ATTRIBUTE, value)
    }

    /// Deserializes the value.
    ///
    /// # Errors
    ///
    /// The same as for the value's own `Deserialize`.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// Writes a field as blocks, for `#[serde(with = "hcl::block")]`.
///
/// A map becomes one block with its entries inside, and a sequence becomes a block for each element. A value that
/// cannot be a block, such as a number, is an error.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Serialize, Deserialize)]
/// struct Config {
///     #[serde(with = "hcl::block")]
///     environment: BTreeMap<String, String>,
/// }
///
/// let environment = BTreeMap::from([("HOME".to_owned(), "/root".to_owned())]);
/// let text = hcl::to_string(&Config { environment })?;
/// assert_eq!(text, "environment {\n  HOME = \"/root\"\n}\n");
/// assert_eq!(hcl::from_str::<Config>(&text)?.environment["HOME"], "/root");
/// # Ok::<(), hcl::Error>(())
/// ```
pub mod block {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::protocol::BLOCK;

    /// Serializes the value so that it becomes a block, or several.
    ///
    /// # Errors
    ///
    /// The same as for the value's own `Serialize`. With the serializer of this crate, also if the value cannot be a
    /// block.
    pub fn serialize<T: Serialize + ?Sized, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct(BLOCK, value)
    }

    /// Deserializes the value.
    ///
    /// # Errors
    ///
    /// The same as for the value's own `Deserialize`.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}
