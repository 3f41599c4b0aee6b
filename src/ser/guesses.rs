//! Assumptions of the encoder about serde and its derive macros that serde does not guarantee. Each row of the table
//! has a test, below or where the row says, that fails as soon as the assumption is wrong.
//!
//! | | assumption | what depends on it | what happens if it is wrong |
//! |---|---|---|---|
//! | 1 | Where derived code serializes a map, it passes the names of fields and tags as a bare `str`; the keys of a collection have other types. [`KeyKind::of`] | As the name of a field, `$label` is a label; as the key of a map, it is refused. | A key becomes a label, or a label is refused. |
//! | 2 | A struct with `flatten` is a map of unknown length; collections know their length. [`is_flattened`] | The struct is one block, and its absent fields are left out. | It becomes an object, with `null` for absent fields, or a map becomes a block. |
//! | 3 | Flattened data is decoded with `deserialize_any`, because serde does not know its type yet. `Decoding::Buffered` in `surroundings` | A list of one struct is an attribute there: one block would be read as a struct. | The list could be a block, too. |
//! | 4 | The buffer for flattened fields cannot hold integers of more than 64 bits. [`float_for_buffer`] | Such an integer becomes a float, if the float has the same value. | The float is not necessary. |
//! | 5 | Numbers of `serde_json` with its feature `arbitrary_precision`, and dates of `toml`, are structs with a private name. [`ForeignScalar`](crate::protocol::foreign::ForeignScalar), tested in `tests/companions` | They are written as numbers and strings. | They are written as objects or blocks with a private name. |
//! | 6 | A unit variant of an enum with `flatten` is a field with the name of the variant and a unit. [`Form`](super::form::Form) | A unit in a struct with `flatten` is written as `null`. | The variant is lost, or a unit is written that could be left out. |

use std::any::TypeId;

use crate::number::Number;

/// Where a key comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyKind {
    /// The type of the value: the key is the name of a field.
    Field,
    /// The value itself: the key is data.
    Data,
}

impl KeyKind {
    /// Distinguishes field names from data in the keys of a map that serde passes for a struct with flattened fields or
    /// a tag.
    ///
    /// Derived code passes the name of a field as a bare `str`. The keys of a collection have other types: `String`,
    /// `&str`, `Cow<str>`, or types that contain the bytes of the text.
    pub(super) fn of<K: ?Sized>() -> Self {
        if typeid::of::<K>() == TypeId::of::<str>() {
            KeyKind::Field
        } else {
            KeyKind::Data
        }
    }
}

/// Whether a map of this length is a struct with flattened fields.
pub(super) fn is_flattened(len: Option<usize>) -> bool {
    len.is_none()
}

/// The float with the same value as an integer of more than 64 bits, which serde can buffer, unlike the integer. `None`
/// if no float has this value.
pub(super) fn float_for_buffer(integer: &Number) -> Option<f64> {
    integer.exact_float()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::cell::Cell;
    use std::collections::BTreeMap;

    use serde::de::value::MapDeserializer;
    use serde::de::{Deserialize, Deserializer, Error as _, IntoDeserializer, Visitor};
    use serde::forward_to_deserialize_any;
    use serde::ser::{Impossible, Serialize, SerializeMap, Serializer};
    use serde_derive::{Deserialize, Serialize};

    use super::super::key::with_key;
    use super::super::macros::{refused, scalars, sequences};
    use super::*;
    use crate::error::{Error, Result};

    /// Records the length and the kinds of the keys of a map.
    #[derive(Default)]
    struct MapProbe {
        len: Option<usize>,
        kinds: Vec<KeyKind>,
    }

    fn no_map() -> Error {
        <Error as serde::ser::Error>::custom("this is no map")
    }

    impl Serializer for &mut MapProbe {
        type Ok = ();
        type Error = Error;
        type SerializeTupleVariant = Impossible<(), Error>;
        type SerializeMap = Self;
        type SerializeStruct = Impossible<(), Error>;
        type SerializeStructVariant = Impossible<(), Error>;

        sequences! { Impossible<(), Error>, |self| Err(no_map()) }

        scalars! { |self| Ok(()) }

        refused! {
            |self| no_map(),
            serialize_none() -> ();
            serialize_unit() -> ();
            serialize_unit_struct(&'static str) -> ();
            serialize_unit_variant(&'static str, u32, &'static str) -> ();
            serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
            serialize_struct(&'static str, usize) -> Self::SerializeStruct;
            serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
        }

        fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<()> {
            value.serialize(self)
        }

        fn serialize_newtype_struct<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            value: &T,
        ) -> Result<()> {
            value.serialize(self)
        }

        fn serialize_newtype_variant<T: Serialize + ?Sized>(
            self,
            _: &'static str,
            _: u32,
            _: &'static str,
            value: &T,
        ) -> Result<()> {
            value.serialize(self)
        }

        fn serialize_map(self, len: Option<usize>) -> Result<Self> {
            self.len = len;
            Ok(self)
        }
    }

    impl SerializeMap for &mut MapProbe {
        type Ok = ();
        type Error = Error;

        fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
            with_key(key, |_, kind| {
                self.kinds.push(kind);
                Ok(())
            })
        }

        fn serialize_value<T: Serialize + ?Sized>(&mut self, _: &T) -> Result<()> {
            Ok(())
        }

        fn end(self) -> Result<()> {
            Ok(())
        }
    }

    #[derive(Serialize)]
    struct Fields {
        field: u8,
    }

    #[derive(Serialize, Deserialize)]
    struct Flattened<T> {
        #[serde(default)]
        own: u8,
        #[serde(flatten)]
        flattened: T,
    }

    #[derive(Serialize)]
    enum Choice {
        Unit,
    }

    #[derive(Serialize)]
    #[serde(tag = "$label")]
    enum Tagged {
        Map(BTreeMap<String, u8>),
    }

    fn probed(value: &impl Serialize) -> MapProbe {
        let mut probe = MapProbe::default();
        value.serialize(&mut probe).unwrap();
        probe
    }

    fn map() -> BTreeMap<String, u8> {
        BTreeMap::from([("key".to_owned(), 1)])
    }

    fn flattened<T>(flattened: T) -> Flattened<T> {
        Flattened { own: 1, flattened }
    }

    /// Row 1: the type of a key distinguishes fields from keys of maps.
    #[test]
    fn fields_are_distinguished_from_keys() {
        use KeyKind::{Data, Field};
        assert_eq!(probed(&map()).kinds, [Data]);
        assert_eq!(probed(&BTreeMap::from([("key", 1)])).kinds, [Data]);
        let fields = Fields { field: 1 };
        assert_eq!(probed(&flattened(fields)).kinds, [Field, Field]);
        assert_eq!(probed(&flattened(map())).kinds, [Field, Data]);
        let nested = flattened(flattened(map()));
        assert_eq!(probed(&nested).kinds, [Field, Field, Data]);
        assert_eq!(probed(&Tagged::Map(map())).kinds, [Field, Data]);
        let tagged = flattened(Tagged::Map(map()));
        assert_eq!(probed(&tagged).kinds, [Field, Field, Data]);
    }

    /// Row 2: only the length of a struct with flattened fields is unknown.
    #[test]
    fn structs_with_flattened_fields_have_no_length() {
        assert!(is_flattened(probed(&flattened(map())).len));
        let fields = Fields { field: 1 };
        assert!(is_flattened(probed(&flattened(fields)).len));
        assert!(!is_flattened(probed(&map()).len));
        assert!(!is_flattened(probed(&Tagged::Map(map())).len));
    }

    /// A value that records whether any value is requested.
    #[derive(Clone, Copy)]
    struct RequestProbe<'p>(&'p Cell<Option<bool>>);

    impl<'de> Deserializer<'de> for RequestProbe<'_> {
        type Error = Error;

        fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
            self.0.set(Some(true));
            Err(Error::custom("anything was asked for"))
        }

        fn deserialize_seq<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
            self.0.set(Some(false));
            Err(Error::custom("a sequence was asked for"))
        }

        forward_to_deserialize_any! {
            bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
            unit_struct newtype_struct tuple tuple_struct map struct enum identifier ignored_any
        }
    }

    impl IntoDeserializer<'_, Error> for RequestProbe<'_> {
        type Deserializer = Self;

        fn into_deserializer(self) -> Self {
            self
        }
    }

    /// Row 3: the request for flattened data does not say that it is a sequence.
    #[test]
    fn any_value_is_requested_for_flattened_data() {
        fn asks_for_anything<'de, T: Deserialize<'de>>() -> Option<bool> {
            let asks = Cell::new(None);
            let entries = [("list", RequestProbe(&asks))];
            assert!(T::deserialize(MapDeserializer::new(entries.into_iter())).is_err());
            asks.get()
        }
        type Lists = BTreeMap<String, Vec<u8>>;
        assert_eq!(asks_for_anything::<Lists>(), Some(false));
        assert_eq!(asks_for_anything::<Flattened<Lists>>(), Some(true));
    }

    /// Row 4: integers of more than 64 bits cannot be held back, but floats with the same value can.
    #[test]
    fn large_integers_are_not_held_back() {
        #[derive(Deserialize)]
        struct Numbers {
            #[serde(flatten)]
            numbers: BTreeMap<String, f64>,
        }

        fn decoded<'de, T: IntoDeserializer<'de, Error>>(number: T) -> Result<Numbers> {
            Numbers::deserialize(MapDeserializer::new([("x", number)].into_iter()))
        }
        let integer = 10_u128.pow(20);
        assert!(decoded(integer).is_err());
        let float = float_for_buffer(&Number::from(integer)).unwrap();
        assert!(decoded(float).unwrap().numbers.contains_key("x"));
        assert_eq!(float_for_buffer(&Number::from(integer + 1)), None);
    }

    /// Row 6: a flattened unit variant is passed as a field, and its content as a unit.
    #[test]
    fn flattened_unit_variants_are_fields() {
        let probe = probed(&flattened(Choice::Unit));
        assert_eq!(probe.kinds, [KeyKind::Field, KeyKind::Field]);
        let text = crate::to_string(&flattened(Choice::Unit)).unwrap();
        assert_eq!(text, "own  = 1\nUnit = null\n");
    }
}
