//! The keys of a map, which are compared after conversion: as whole numbers, "1" and "01" are the same key.
//!
//! A map access keeps one [`ConvertedKeys`] and reads each key with [`ConvertedKeys::read`] instead of giving it to the
//! seed directly:
//!
//! ```text
//! let key = TextDeserializer::at(text, span, origin);
//! self.keys.read(key, at, seed, &|at| self.key(at))
//! ```
//!
//! `at` is a number from which the closure finds the key again, usually its index: it is used for the error if an
//! earlier key converts to the same value. The caller adds the place of the later key. Keys that are read as text are
//! not compared here: the access has already compared their texts, by the rules of the language.
//!
//! Nothing is allocated unless a key is requested as a number or a bool.

use foldhash::HashMap;
use serde::de::{DeserializeSeed, Deserializer, Visitor};

use super::content::with_other_place;
use super::forward::forward_deserializer;
use super::number::{NumberText, for_each_number};
use super::spanned::SpannedAccess;
use super::text::{TextDeserializer, read_bool};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::number::Number;
use crate::protocol::{NUMBER, SPANNED};

/// The keys of a map that were converted to something other than text.
#[derive(Default)]
pub(super) struct ConvertedKeys {
    seen: Option<Box<HashMap<Converted, usize>>>,
}

/// A key that was converted to something other than text.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Converted {
    Bool(bool),
    Number(Number),
    /// The bits of a float: different numbers may round to the same float.
    Float(u64),
}

impl Converted {
    fn what(&self) -> &'static str {
        match self {
            Converted::Bool(_) => "bools",
            Converted::Number(_) | Converted::Float(_) => "numbers",
        }
    }
}

impl ConvertedKeys {
    /// Gives a key to `seed`; an error if an earlier key was converted to the same value.
    #[inline]
    pub(super) fn read<'de, 'k, S: DeserializeSeed<'de>>(
        &mut self,
        key: TextDeserializer<'de, 'k>,
        at: usize,
        seed: S,
        key_at: &dyn Fn(usize) -> TextDeserializer<'de, 'k>,
    ) -> Result<S::Value> {
        let mut converted = None;
        let value = seed.deserialize(KeyDeserializer {
            key,
            converted: &mut converted,
        })?;
        match converted {
            None => Ok(value),
            Some(converted) => self.add(converted, at, key_at).map(|()| value),
        }
    }

    fn add<'de, 'k>(
        &mut self,
        converted: Converted,
        at: usize,
        key_at: &dyn Fn(usize) -> TextDeserializer<'de, 'k>,
    ) -> Result<()> {
        let what = converted.what();
        let Some(earlier) = self.seen.get_or_insert_default().insert(converted, at) else {
            return Ok(());
        };
        let (earlier, later) = (key_at(earlier), key_at(at));
        let detail = format!(
            "The keys are read as {what} here, and \"{}\" is the same as \"{}\" before it. Remove one of the two.",
            later.text, earlier.text
        );
        let mut diagnostic = Diagnostic::of(Code::RepeatedKey, detail);
        if let (Some(first), Some(second)) = (earlier.site, later.site) {
            diagnostic = with_other_place(diagnostic, first, second);
        }
        Err(Error::new(Category::Data, diagnostic))
    }
}

/// A key that records its conversion.
struct KeyDeserializer<'de, 'k> {
    key: TextDeserializer<'de, 'k>,
    converted: &'k mut Option<Converted>,
}

impl<'de, 'k> KeyDeserializer<'de, 'k> {
    fn decode_text<T>(self, decode: impl FnOnce(TextDeserializer<'de, 'k>) -> T) -> T {
        decode(self.key)
    }

    fn number(&self) -> NumberText<'_> {
        NumberText::string(&self.key.text)
    }

    // The key as the requested number. `None` if it is not a number, which the visitor then refuses.

    fn integer(&self) -> Option<Converted> {
        self.number().number().ok().map(Converted::Number)
    }

    fn f32(&self) -> Option<Converted> {
        let float = f64::from(self.number().f32().ok()?);
        Some(Converted::Float(float.to_bits()))
    }

    fn f64(&self) -> Option<Converted> {
        let float = self.number().f64().ok()?;
        Some(Converted::Float(float.to_bits()))
    }
}

macro_rules! numbers {
    ($($deserialize:ident $visit:ident $read:ident,)*) => {$(
        fn $deserialize<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
            *self.converted = self.$read();
            self.key.$deserialize(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for KeyDeserializer<'de, '_> {
    type Error = Error;

    for_each_number!(numbers);

    forward_deserializer! { Self::decode_text, any identifier structs enums others }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        *self.converted = read_bool(&self.key.text).map(Converted::Bool);
        self.key.deserialize_bool(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            NUMBER => {
                *self.converted = self.integer();
                self.key.deserialize_newtype_struct(name, visitor)
            }
            SPANNED => SpannedAccess::visit(self.key.place(), self, visitor),
            _ => visitor.visit_newtype_struct(self),
        }
    }
}
