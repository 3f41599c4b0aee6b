//! Implementations of serde's traits that differ only in the names of methods.

/// Implements the traits of sequences, tuples and tuple structs, and other traits that are listed, with the method
/// `push` of a type and the given `end`.
macro_rules! elements {
    (
        $elements:ty, fn end($self:ident) -> Result<$ok:ty, $error:ty> $end:block
        $(, $more:ident::$push:ident)*
    ) => {
        elements! {
            impl $elements, $self, $ok, $error, $end,
            SerializeSeq::serialize_element
            SerializeTuple::serialize_element
            SerializeTupleStruct::serialize_field
            $($more::$push)*
        }
    };
    (impl $elements:ty, $self:ident, $ok:ty, $error:ty, $end:block, $($serialize:ident::$push:ident)*) => {$(
        impl serde::ser::$serialize for $elements {
            type Ok = $ok;
            type Error = $error;

            fn $push<T: serde::Serialize + ?Sized>(&mut self, element: &T) -> Result<(), $error> {
                self.push(element)
            }

            fn end($self) -> Result<$ok, $error> $end
        }
    )*};
}

/// Implements the traits of structs and struct variants with the method `push_field` of a type and the given `end`.
macro_rules! fields {
    ($fields:ty, $(#[$inline:meta])? fn end($($self:tt)+) -> Result<$ok:ty> $end:block) => {
        fields! { SerializeStruct, $fields, $(#[$inline])?, [$($self)+], $ok, $end }
        fields! { SerializeStructVariant, $fields, $(#[$inline])?, [$($self)+], $ok, $end }
    };
    ($serialize:ident, $fields:ty, $(#[$inline:meta])?, [$($self:tt)+], $ok:ty, $end:block) => {
        impl serde::ser::$serialize for $fields {
            type Ok = $ok;
            type Error = Error;

            $(#[$inline])?
            fn serialize_field<T: serde::Serialize + ?Sized>(
                &mut self,
                name: &'static str,
                value: &T,
            ) -> Result<()> {
                self.push_field(name, value)
            }

            $(#[$inline])?
            fn end($($self)+) -> Result<$ok> $end
        }
    };
}

/// Implements the trait of maps with the fields `key` (a pending key) and `output` of a type, and its methods
/// `push_entry` and `finish`.
macro_rules! entries {
    ($entries:ty) => {
        impl serde::ser::SerializeMap for $entries {
            type Ok = ();
            type Error = Error;

            fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<()> {
                self.key.set(key).inspect_err(|_| self.output.fail())
            }

            fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<()> {
                let (key, kind) = self.key.take()?;
                self.push_entry(&key, kind, value)
            }

            /// Passes the key on without a copy.
            fn serialize_entry<K: Serialize + ?Sized, T: Serialize + ?Sized>(
                &mut self,
                key: &K,
                value: &T,
            ) -> Result<()> {
                let written =
                    crate::ser::key::with_key(key, |key, kind| self.push_entry(key, kind, value));
                written.inspect_err(|_| self.output.fail())
            }

            fn end(mut self) -> Result<()> {
                self.key.end()?;
                self.finish()
            }
        }
    };
}

/// Implements the methods of `serde::Serializer` that begin a sequence, a tuple or a tuple struct with one expression,
/// which does not depend on the length.
macro_rules! sequences {
    ($elements:ty, |$self:ident| $result:expr) => {
        type SerializeSeq = $elements;
        type SerializeTuple = $elements;
        type SerializeTupleStruct = $elements;

        #[inline]
        fn serialize_seq($self, _: Option<usize>) -> Result<$elements, Self::Error> {
            $result
        }

        fn serialize_tuple($self, _: usize) -> Result<$elements, Self::Error> {
            $result
        }

        fn serialize_tuple_struct(
            $self,
            _: &'static str,
            _: usize,
        ) -> Result<$elements, Self::Error> {
            $result
        }
    };
}

/// Implements the named methods of `serde::Serializer` for scalars by one expression. If it does not depend on the
/// value, no names are needed: it stands for all bools, numbers, characters, strings and bytes.
macro_rules! scalars {
    (|$self:ident| $result:expr) => {
        scalars! {
            |$self, _| $result,
            serialize_bool(bool) serialize_i8(i8) serialize_i16(i16) serialize_i32(i32) serialize_i64(i64)
            serialize_i128(i128) serialize_u8(u8) serialize_u16(u16) serialize_u32(u32) serialize_u64(u64)
            serialize_u128(u128) serialize_f32(f32) serialize_f64(f64) serialize_char(char) serialize_str(&str)
            serialize_bytes(&[u8])
        }
    };
    (|$self:ident, $value:tt| $result:expr, $($serialize:ident($scalar:ty))*) => {$(
        fn $serialize($self, $value: $scalar) -> Result<Self::Ok, Self::Error> {
            $result
        }
    )*};
}

/// Implements methods of `serde::Serializer` that fail with the same error.
macro_rules! refused {
    (
        |$self:ident| $error:expr,
        $($serialize:ident $(<$value:ident>)? ($($argument:ty),*) -> $ok:ty;)*
    ) => {$(
        fn $serialize $(<$value: serde::Serialize + ?Sized>)? (
            $self,
            $(_: $argument),*
        ) -> Result<$ok, Self::Error> {
            Err($error)
        }
    )*};
}

pub(super) use {elements, entries, fields, refused, scalars, sequences};
