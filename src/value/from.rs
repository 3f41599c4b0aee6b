//! Conversions from Rust types to values, and comparisons with them.
//!
//! Most of these conversions cannot fail: primitive values, and collections of them. Nested values are made with the
//! constructors of [`Value`].

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use crate::number::{Number, NumberError, Small};

use super::{Text, Type, Value, ValueRepr};
use crate::nfc;

mod sealed {
    pub trait Sealed {}
}

/// A Rust type whose values are values of one primitive type: `bool`, the integers, strings and [`Number`]. Collections
/// of such types become collections.
pub trait Primitive: Into<Value> + sealed::Sealed {
    /// The type of the values.
    const TYPE: Type;
}

macro_rules! primitives {
    ($($rust:ty => $ty:ident, $given:ident => $value:expr;)*) => {$(
        impl sealed::Sealed for $rust {}

        impl Primitive for $rust {
            const TYPE: Type = Type::$ty;
        }

        impl From<$rust> for Value {
            fn from($given: $rust) -> Self {
                $value
            }
        }
    )*};
}

primitives! {
    bool => BOOL, truth => Value(ValueRepr::Bool(truth.into()));
    Number => NUMBER, number => Value(ValueRepr::Number(number));
    &str => STRING, text => Text::from(text).into();
    String => STRING, text => Text::from(text).into();
    Cow<'_, str> => STRING, text => Text::from(text).into();
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        Value(match text {
            Text::Short(text) => ValueRepr::ShortString(text),
            Text::Long(text) => ValueRepr::LongString(text),
        })
    }
}

impl From<Small> for Value {
    fn from(number: Small) -> Self {
        Value(ValueRepr::Number(number.into()))
    }
}

/// Fails for NaN; accepts infinities.
impl TryFrom<f64> for Value {
    type Error = NumberError;

    fn try_from(float: f64) -> Result<Self, Self::Error> {
        Number::try_from(float).map(Value::from)
    }
}

/// Converts an optional bool, number or string. `None` becomes the null value of its type.
///
/// ```
/// use hcl::{Type, Value};
///
/// assert_eq!(Value::from(None::<bool>), Value::null(&Type::BOOL));
/// ```
impl<T: Primitive> From<Option<T>> for Value {
    fn from(option: Option<T>) -> Self {
        option.map_or_else(
            || Value(ValueRepr::Null(Some(Arc::new(T::TYPE)))),
            Into::into,
        )
    }
}

/// Makes a list of bools, numbers or strings; [`Value::list`] makes any other.
///
/// ```
/// use hcl::{Type, Value};
///
/// assert_eq!(Value::from(Vec::<String>::new()).ty(), Type::list(Type::STRING));
/// ```
impl<T: Primitive> From<Vec<T>> for Value {
    fn from(elements: Vec<T>) -> Self {
        elements.into_iter().collect()
    }
}

/// Makes a list of bools, numbers or strings; [`Value::list`] makes any other.
impl<T: Primitive, const N: usize> From<[T; N]> for Value {
    fn from(elements: [T; N]) -> Self {
        elements.into_iter().collect()
    }
}

/// Makes a set of bools, numbers or strings; [`Value::set`] makes any other.
impl<T: Primitive> From<BTreeSet<T>> for Value {
    fn from(elements: BTreeSet<T>) -> Self {
        Value::set_of(T::TYPE, elements.into_iter().map(Into::into).collect())
    }
}

/// Makes a map of bools, numbers or strings; [`Value::map`] makes any other.
impl<K: AsRef<str>, T: Primitive> From<BTreeMap<K, T>> for Value {
    fn from(entries: BTreeMap<K, T>) -> Self {
        entries.into_iter().collect()
    }
}

/// Makes a map of bools, numbers or strings; [`Value::map`] makes any other.
impl<K: AsRef<str>, T: Primitive, S> From<HashMap<K, T, S>> for Value {
    fn from(entries: HashMap<K, T, S>) -> Self {
        entries.into_iter().collect()
    }
}

/// Makes a list of bools, numbers or strings; [`Value::list`] makes any other.
///
/// ```
/// use hcl::{Type, Value};
///
/// let ports: Value = [80, 443].into_iter().collect();
/// assert_eq!(ports.ty(), Type::list(Type::NUMBER));
/// ```
impl<T: Primitive> FromIterator<T> for Value {
    fn from_iter<I: IntoIterator<Item = T>>(elements: I) -> Self {
        Value::list_of(T::TYPE, elements.into_iter().map(Into::into).collect())
    }
}

/// Makes a map of bools, numbers or strings; [`Value::map`] makes any other.
impl<K: AsRef<str>, T: Primitive> FromIterator<(K, T)> for Value {
    fn from_iter<I: IntoIterator<Item = (K, T)>>(entries: I) -> Self {
        let entries = entries
            .into_iter()
            .map(|(key, value)| (Text::from(key.as_ref()), value.into()))
            .collect();
        Value::map_of(T::TYPE, entries)
    }
}

/// Compares with a known bool.
impl PartialEq<bool> for Value {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

/// Compares with a known string, by normal form.
impl PartialEq<str> for Value {
    fn eq(&self, other: &str) -> bool {
        self.as_str().is_some_and(|text| {
            // The text of the value is in NFC; the other text may have to be normalized.
            text == other || nfc::normalized(other).is_some_and(|other| text == other)
        })
    }
}

/// Compares with a known string, by normal form.
impl PartialEq<&str> for Value {
    fn eq(&self, other: &&str) -> bool {
        *self == **other
    }
}

/// Compares with a known string, by normal form.
impl PartialEq<String> for Value {
    fn eq(&self, other: &String) -> bool {
        *self == **other
    }
}

/// Compares with a known number.
impl PartialEq<Number> for Value {
    fn eq(&self, other: &Number) -> bool {
        self.as_number() == Some(other)
    }
}

macro_rules! integers {
    ($($integer:ty)*) => {
        primitives! {
            $($integer => NUMBER, integer => Number::from(integer).into();)*
        }

        $(
        /// Compares with a known number.
        impl PartialEq<$integer> for Value {
            fn eq(&self, other: &$integer) -> bool {
                self.as_number() == Some(&Number::from(*other))
            }
        }
        )*
    };
}

integers! { u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize }
