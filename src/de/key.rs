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
use serde::de::DeserializeSeed;

use super::content::with_other_place;
use super::text::{Converted, TextDeserializer};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::quote::quote;

/// The keys of a map that were converted to something other than text.
#[derive(Default)]
pub(super) struct ConvertedKeys {
    seen: Option<Box<HashMap<Converted, usize>>>,
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
        let value = seed.deserialize(TextDeserializer {
            converted: Some(&mut converted),
            ..key
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
            "The keys are read as {what} here, and {} is the same as {} before it. Remove one of the two.",
            quote(&later.text),
            quote(&earlier.text)
        );
        let mut diagnostic = Diagnostic::of(Code::RepeatedKey, detail);
        if let (Some(first), Some(second)) = (earlier.site, later.site) {
            diagnostic = with_other_place(diagnostic, first, second);
        }
        Err(Error::new(Category::Data, diagnostic))
    }
}
