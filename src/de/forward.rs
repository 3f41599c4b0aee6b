//! Macros for methods of deserializers that are the same for many requests.

/// The methods of a deserializer that forwards all requests, or those of some groups, to another one. `$forward` is a
/// function that takes the deserializer and a closure, and calls the closure with the other deserializer.
macro_rules! forward_deserializer {
    ($forward:path) => {
        forward_deserializer! {
            $forward, any identifier bool numbers option newtype structs enums others
        }
    };
    ($forward:path, $($group:ident)*) => {
        $(forward_deserializer! { @group $group, $forward })*
    };
    (@group any, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_any() }
    };
    (@group identifier, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_identifier() }
    };
    (@group bool, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_bool() }
    };
    (@group numbers, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
            deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
            deserialize_f32() deserialize_f64()
        }
    };
    (@group option, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_option() }
    };
    (@group newtype, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_newtype_struct(name: &'static str) }
    };
    (@group structs, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_struct(name: &'static str, fields: &'static [&'static str])
        }
    };
    (@group enums, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_enum(name: &'static str, variants: &'static [&'static str])
        }
    };
    (@group others, $forward:path) => {
        forward_deserializer! { $forward, text ignored sequences maps_and_units }
    };
    (@group text, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_char() deserialize_str() deserialize_string() deserialize_bytes()
            deserialize_byte_buf()
        }
    };
    (@group ignored, $forward:path) => {
        forward_deserializer! { @methods $forward, deserialize_ignored_any() }
    };
    (@group sequences, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_seq()
            deserialize_tuple(len: usize)
            deserialize_tuple_struct(name: &'static str, len: usize)
        }
    };
    (@group maps_and_units, $forward:path) => {
        forward_deserializer! { @methods $forward,
            deserialize_map() deserialize_unit() deserialize_unit_struct(name: &'static str)
        }
    };
    (@methods $forward:path, $($deserialize:ident($($argument:ident: $type:ty),*))*) => {$(
        fn $deserialize<V: ::serde::de::Visitor<'de>>(
            self,
            $($argument: $type,)*
            visitor: V,
        ) -> ::std::result::Result<V::Value, Self::Error> {
            $forward(self, |inner| inner.$deserialize($($argument,)* visitor))
        }
    )*};
}

/// The methods of a deserializer, from its answers to kinds of requests. `$self` and `$visitor` are the names in the
/// answers.
///
/// Each method contains only its own answer. If all methods called one function with a `match`, the compiler would
/// translate all answers for each visitor: a dev build of 30 structs with `BodySchema::of` and `Overlay::of` would take
/// 3.2 s instead of 2.4 s.
macro_rules! answer_requests {
    (($self:ident, $visitor:tt) $($($request:ident $(($argument:tt))?)|+ => $answer:expr,)+) => {
        $($(answer_requests! { @$request $(($argument))? ($self, $visitor) => $answer })+)+
    };
    (@Anything $($answer:tt)*) => { answer_requests! { @methods deserialize_any(); $($answer)* } };
    (@Ignored $($answer:tt)*) => { answer_requests! { @methods deserialize_ignored_any(); $($answer)* } };
    (@Bool $($answer:tt)*) => { answer_requests! { @methods deserialize_bool(); $($answer)* } };
    (@Number $($answer:tt)*) => {
        answer_requests! { @methods
            deserialize_u8() deserialize_u16() deserialize_u32() deserialize_u64() deserialize_u128()
            deserialize_i8() deserialize_i16() deserialize_i32() deserialize_i64() deserialize_i128()
            deserialize_f32() deserialize_f64();
            $($answer)*
        }
    };
    (@Char $($answer:tt)*) => { answer_requests! { @methods deserialize_char(); $($answer)* } };
    (@Text $($answer:tt)*) => {
        answer_requests! { @methods deserialize_str() deserialize_string(); $($answer)* }
    };
    (@Identifier $($answer:tt)*) => { answer_requests! { @methods deserialize_identifier(); $($answer)* } };
    (@Bytes $($answer:tt)*) => {
        answer_requests! { @methods deserialize_bytes() deserialize_byte_buf(); $($answer)* }
    };
    (@Unit $($answer:tt)*) => {
        answer_requests! { @methods deserialize_unit() deserialize_unit_struct(_: &'static str); $($answer)* }
    };
    (@Option $($answer:tt)*) => { answer_requests! { @methods deserialize_option(); $($answer)* } };
    (@Newtype($name:tt) $($answer:tt)*) => {
        answer_requests! { @methods deserialize_newtype_struct($name: &'static str); $($answer)* }
    };
    (@Sequence $($answer:tt)*) => { answer_requests! { @methods deserialize_seq(); $($answer)* } };
    (@Tuple($len:tt) $($answer:tt)*) => {
        answer_requests! { @methods
            deserialize_tuple($len: usize) deserialize_tuple_struct(_: &'static str, $len: usize);
            $($answer)*
        }
    };
    (@Map $($answer:tt)*) => { answer_requests! { @methods deserialize_map(); $($answer)* } };
    (@Struct($names:tt) $($answer:tt)*) => {
        answer_requests! { @methods deserialize_struct(_: &'static str, $names: Fields); $($answer)* }
    };
    (@Enum($names:tt) $($answer:tt)*) => {
        answer_requests! { @methods deserialize_enum(_: &'static str, $names: Fields); $($answer)* }
    };
    (@methods $($deserialize:ident($($argument:tt: $type:ty),*))+; ($self:ident, $visitor:tt) => $answer:expr) => {$(
        fn $deserialize<V: Visitor<'de>>(
            $self,
            $($argument: $type,)*
            $visitor: V,
        ) -> Result<V::Value, Self::Error> {
            $answer
        }
    )+};
}

/// The methods that are the same for all deserializers of bodies, built on those of
/// [`BodyRequests`](super::body_requests::BodyRequests).
macro_rules! body_requests {
    () => {
        answer_requests! { (self, visitor)
            Bool | Number | Char | Text | Bytes | Identifier => self.unsuitable(&visitor),
            Tuple(_) => self.deserialize_seq(visitor),
            Option => visitor.visit_some(self),
            Newtype(name) => match name {
                crate::protocol::VALUE => self.visit_value(visitor),
                _ => self.visit_newtype(name, visitor),
            },
            Unit => self.visit_empty(visitor),
            Ignored => visitor.visit_unit(),
        }
    };
}

pub(super) use {answer_requests, body_requests, forward_deserializer};
