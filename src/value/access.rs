//! Access to the parts of a value from Rust.

use std::ops::Index;

use crate::number::Number;

use super::{Path, PathStep, Text, Value, ValueRepr};

impl Value {
    /// The text of a known string.
    pub fn as_str(&self) -> Option<&str> {
        match &self.0 {
            ValueRepr::ShortString(text) => Some(text.as_str()),
            ValueRepr::LongString(text) => Some(text),
            _ => None,
        }
    }

    /// The text of a known string.
    pub(crate) fn into_text(self) -> Option<Text> {
        match self.0 {
            ValueRepr::ShortString(text) => Some(Text::Short(text)),
            ValueRepr::LongString(text) => Some(Text::Long(text)),
            _ => None,
        }
    }

    /// The number of a known number.
    pub fn as_number(&self) -> Option<&Number> {
        match &self.0 {
            ValueRepr::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The known bool.
    pub fn as_bool(&self) -> Option<bool> {
        match &self.0 {
            ValueRepr::Bool(value) => Some((*value).into()),
            _ => None,
        }
    }

    /// A known number that is an integer in the range of `i64`.
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// A known number that is an integer in the range of `u64`.
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The nearest `f64` of a known number.
    pub fn as_f64(&self) -> Option<f64> {
        Some(self.as_number()?.to_f64())
    }

    /// The element of a known map, or the attribute of a known object, by name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        match &self.0 {
            ValueRepr::Map(map) => map.entries.get(name),
            ValueRepr::Object(object) => object.entries.get(name),
            _ => None,
        }
    }

    /// The element of a known list or tuple, counted from 0.
    pub fn get_index(&self, index: usize) -> Option<&Value> {
        match &self.0 {
            ValueRepr::List(sequence) => sequence.elements.get(index),
            ValueRepr::Tuple(tuple) => tuple.elements.get(index),
            _ => None,
        }
    }

    /// The element of a known value at a known key. The key must be of the type that the index operator
    /// requires.
    pub(crate) fn known_element(&self, key: &Value) -> Option<&Value> {
        match &key.0 {
            ValueRepr::Number(number) => self.get_index(usize::try_from(number.as_u64()?).ok()?),
            _ => self.get(key.as_str()?),
        }
    }

    /// The part of the value at a path.
    ///
    /// ```
    /// use hcl::{Path, Value};
    ///
    /// let object = Value::object([("ports", Value::from(vec![80, 443]))])?;
    /// let path = Path::name("ports").with(1);
    /// assert_eq!(object.at(&path), Some(&Value::from(443)));
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    pub fn at(&self, path: &Path) -> Option<&Value> {
        path.steps()
            .iter()
            .try_fold(self, |value, step| match step {
                PathStep::Attribute(name) | PathStep::Key(name) => value.get(name),
                PathStep::Index(index) => value.get_index(*index),
                PathStep::Element => None,
            })
    }

    /// The part of the value at a JSON pointer: names and indices, each after a `/`, with `~1` for `/` and
    /// `~0` for `~`.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let object = Value::object([("a/b", Value::from(vec![80, 443]))])?;
    /// assert_eq!(object.pointer("/a~1b/1"), Some(&Value::from(443)));
    /// assert_eq!(object.pointer("/a~1b/01"), None);
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    pub fn pointer(&self, pointer: &str) -> Option<&Value> {
        if pointer.is_empty() {
            return Some(self);
        }
        let steps = pointer.strip_prefix('/')?.split('/');
        steps
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .try_fold(self, |value, step| {
                value
                    .get(&step)
                    .or_else(|| value.get_index(index_of(&step)?))
            })
    }
}

/// The index in a step of a pointer: digits without a leading zero.
fn index_of(step: &str) -> Option<usize> {
    let has_leading_zero = step.len() > 1 && step.starts_with('0');
    if has_leading_zero || !step.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    step.parse().ok()
}

/// The attribute of an object or the element of a map; [`Value::NULL`] if there is none. Indexing therefore
/// never panics. Use [`Value::get`] to distinguish an absent element from a null one.
impl Index<&str> for Value {
    type Output = Value;

    fn index(&self, name: &str) -> &Value {
        self.get(name).unwrap_or(&Value::NULL)
    }
}

/// The element of a list or tuple; [`Value::NULL`] if there is none. Indexing therefore never panics. Use
/// [`Value::get_index`] to distinguish an absent element from a null one.
impl Index<usize> for Value {
    type Output = Value;

    fn index(&self, index: usize) -> &Value {
        self.get_index(index).unwrap_or(&Value::NULL)
    }
}
