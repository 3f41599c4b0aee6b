//! Values in any serde format.
//!
//! A value is serialized in the natural form of the format. Deserializing gives primitive values, tuples and
//! objects, like the literals of the native syntax.

use std::fmt;

use foldhash::HashMap;
use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serializer};
use serde::{Deserialize, Serialize};

use crate::number::Number;
use crate::protocol;

use super::{Text, Value, ValueRepr};
use crate::limits::MAX_VALUE_DEPTH;

/// Serializes lists, sets and tuples as sequences, maps and objects as maps, null as none.
///
/// An unknown value and a capsule value cannot be serialized; [`to_value`](crate::to_value) accepts them.
impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            ValueRepr::Bool(_)
            | ValueRepr::Number(_)
            | ValueRepr::ShortString(_)
            | ValueRepr::LongString(_) => NaturalForm(self).serialize(serializer),
            ValueRepr::Null(None) => serializer.serialize_none(),
            _ => protocol::offer(serializer, protocol::VALUE, self, &NaturalForm(self)),
        }
    }
}

/// Serializes a value in the natural form of any format.
struct NaturalForm<'a>(&'a Value);

impl Serialize for NaturalForm<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0.0 {
            ValueRepr::Bool(value) => serializer.serialize_bool((*value).into()),
            ValueRepr::Number(number) => number.serialize(serializer),
            ValueRepr::ShortString(text) => serializer.serialize_str(text.as_str()),
            ValueRepr::LongString(text) => serializer.serialize_str(text),
            ValueRepr::Null(_) => serializer.serialize_none(),
            _ => match (self.0.as_slice(), self.0.as_entries()) {
                (Some(elements), _) => serializer.collect_seq(elements.iter().map(NaturalForm)),
                (_, Some(entries)) => {
                    let entries = entries.iter();
                    serializer
                        .collect_map(entries.map(|(name, value)| (&**name, NaturalForm(value))))
                }
                _ => Err(S::Error::custom(without_plain_form(self.0))),
            },
        }
    }
}

/// The error message for an unknown value or a capsule value, which cannot be serialized.
fn without_plain_form(value: &Value) -> String {
    match &value.0 {
        ValueRepr::Capsule(capsule) => format!(
            "A value of the capsule type \"{}\" cannot be serialized.",
            capsule.type_name()
        ),
        _ => format!(
            "An unknown value ({}) cannot be serialized.",
            value.ty().description()
        ),
    }
}

/// Deserializes from any self-describing format, up to 513 levels of nesting.
impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        ValueSeed(0).deserialize(deserializer)
    }
}

/// Deserializes a value at this nesting depth.
#[derive(Clone, Copy)]
struct ValueSeed(usize);

impl ValueSeed {
    /// One level deeper. Fails before a deep input can overflow the stack.
    fn deeper<E: serde::de::Error>(self) -> Result<Self, E> {
        if self.0 == MAX_VALUE_DEPTH {
            return Err(E::custom(format_args!(
                "Values nest deeper than {MAX_VALUE_DEPTH} levels."
            )));
        }
        Ok(Self(self.0 + 1))
    }
}

impl<'de> DeserializeSeed<'de> for ValueSeed {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        protocol::take(deserializer, protocol::VALUE, self)
    }
}

impl<'de> Visitor<'de> for ValueSeed {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, integer: i64) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_u64<E>(self, integer: u64) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_i128<E>(self, integer: i128) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_u128<E>(self, integer: u128) -> Result<Value, E> {
        Ok(integer.into())
    }

    fn visit_f32<E: serde::de::Error>(self, float: f32) -> Result<Value, E> {
        Number::try_from(float).map(Value::from).map_err(E::custom)
    }

    fn visit_f64<E: serde::de::Error>(self, float: f64) -> Result<Value, E> {
        Number::try_from(float).map(Value::from).map_err(E::custom)
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(text.into())
    }

    fn visit_none<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::NULL)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let within = self.deeper()?;
        let mut elements = Vec::new();
        while let Some(element) = sequence.next_element_seed(within)? {
            elements.push(element);
        }
        Value::tuple(elements).map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let within = self.deeper()?;
        let mut attributes = Attributes::default();
        while let Some(name) = map.next_key::<String>()? {
            let name = attributes.normalize(&name)?;
            attributes.named.push((name, map.next_value_seed(within)?));
        }
        attributes.object()
    }
}

/// The attributes of an object read so far. Separate from `ValueSeed::visit_map`, so that each level of nesting takes
/// less of the stack.
#[derive(Default)]
struct Attributes {
    /// The attributes, with normalized names.
    named: Vec<(Text, Value)>,
    /// The spellings of the names; `None` as long as all names are ASCII.
    spellings: Option<Box<Spellings>>,
}

/// The spellings of the names of an object.
#[derive(Default)]
struct Spellings {
    /// From the normal form of a name to its spelling: names that are not ASCII, and with `has_ascii` all names.
    spelled: HashMap<Text, String>,
    /// Whether the normal form of a name that is not ASCII is ASCII. The Kelvin sign, for example, becomes `K`.
    has_ascii: bool,
}

impl Attributes {
    /// Returns the normal form of the next name and records its spelling.
    ///
    /// # Errors
    ///
    /// If an earlier name has the same normal form but another spelling: one of the two values would be lost.
    fn normalize<E: serde::de::Error>(&mut self, name: &str) -> Result<Text, E> {
        let normalized = Text::from(name);
        if name.is_ascii() && self.spellings.as_ref().is_none_or(|it| !it.has_ascii) {
            return Ok(normalized);
        }
        let spellings = self.spellings.get_or_insert_default();
        if !spellings.has_ascii && normalized.is_ascii() {
            spellings.has_ascii = true;
            let names = self.named.iter().map(|(name, _)| name);
            for name in names.filter(|name| name.is_ascii()) {
                spellings.spelled.insert(name.clone(), name.to_string());
            }
        }
        match spellings
            .spelled
            .insert(normalized.clone(), name.to_owned())
        {
            Some(earlier) if earlier != name => Err(E::custom(format_args!(
                "The names \"{earlier}\" and \"{name}\" are spelled with different characters, but are one name in \
                 Unicode normal form C. Remove one of the two."
            ))),
            _ => Ok(normalized),
        }
    }

    fn object<E: serde::de::Error>(self) -> Result<Value, E> {
        Value::object_of(self.named)
            .within_depth()
            .map_err(E::custom)
    }
}
