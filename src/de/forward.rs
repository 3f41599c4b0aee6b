//! Deserializers that forward every request to another one.
//!
//! Knows nothing of what the other one reads.

/// The methods of such a deserializer. The function takes the deserializer and a closure for the one that it forwards to.
macro_rules! forward_deserializer {
    ($door:path) => {
        forward_deserializer! { $door,
            deserialize_any() deserialize_bool() deserialize_u8() deserialize_u16() deserialize_u32()
            deserialize_u64() deserialize_u128() deserialize_i8() deserialize_i16() deserialize_i32()
            deserialize_i64() deserialize_i128() deserialize_f32() deserialize_f64() deserialize_char()
            deserialize_str() deserialize_string() deserialize_bytes() deserialize_byte_buf()
            deserialize_option() deserialize_unit() deserialize_seq() deserialize_map()
            deserialize_identifier() deserialize_ignored_any()
            deserialize_unit_struct(name: &'static str)
            deserialize_newtype_struct(name: &'static str)
            deserialize_tuple(len: usize)
            deserialize_tuple_struct(name: &'static str, len: usize)
            deserialize_struct(name: &'static str, fields: &'static [&'static str])
            deserialize_enum(name: &'static str, variants: &'static [&'static str])
        }
    };
    ($door:path, $($deserialize:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $deserialize<V: ::serde::de::Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> ::std::result::Result<V::Value, Self::Error> {
            $door(self, |inner| inner.$deserialize($($argument,)* visitor))
        }
    )*};
}

/// The methods of a deserializer that gives tuples and tuple structs what it gives sequences, whatever their length.
macro_rules! tuples_are_sequences {
    () => {
        fn deserialize_tuple<V: ::serde::de::Visitor<'de>>(
            self,
            _len: usize,
            visitor: V,
        ) -> ::std::result::Result<V::Value, Self::Error> {
            self.deserialize_seq(visitor)
        }

        fn deserialize_tuple_struct<V: ::serde::de::Visitor<'de>>(
            self,
            _name: &'static str,
            _len: usize,
            visitor: V,
        ) -> ::std::result::Result<V::Value, Self::Error> {
            self.deserialize_seq(visitor)
        }
    };
}

pub(super) use {forward_deserializer, tuples_are_sequences};
