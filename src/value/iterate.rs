//! Iteration over the elements of a value, as in a `for` expression.

use std::slice;

use crate::number::Number;

use super::{Text, Value, ValueRepr};

/// The elements of a known value, each with its key.
#[derive(Clone)]
enum KeyedElements<'a> {
    Indexed(usize, slice::Iter<'a, Value>),
    OwnKeys(slice::Iter<'a, Value>),
    Named(slice::Iter<'a, (Text, Value)>),
}

impl Value {
    /// The elements of a known list, set, map or tuple, or the attributes of a known object, each with its
    /// key: a number for lists and tuples, a string for maps and objects, the element itself for sets. `None`
    /// for any other value.
    ///
    /// Maps and objects iterate in the lexicographic order of their names, sets in the order of sets.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let names = Value::from(vec!["a", "b"]);
    /// let elements: Vec<_> = names.elements().into_iter().flatten().collect();
    /// assert_eq!(elements[1], (Value::from(1), &Value::from("b")));
    /// ```
    pub fn elements(&self) -> Option<impl ExactSizeIterator<Item = (Value, &Value)>> {
        Some(match &self.0 {
            ValueRepr::List(sequence) => KeyedElements::Indexed(0, sequence.elements.iter()),
            ValueRepr::Tuple(tuple) => KeyedElements::Indexed(0, tuple.elements.iter()),
            ValueRepr::Set(sequence) => KeyedElements::OwnKeys(sequence.elements.iter()),
            ValueRepr::Map(map) => KeyedElements::Named(map.entries.as_slice().iter()),
            ValueRepr::Object(object) => KeyedElements::Named(object.entries.as_slice().iter()),
            _ => return None,
        })
    }

    /// The elements of a known list, set or tuple.
    pub fn as_slice(&self) -> Option<&[Value]> {
        match &self.0 {
            ValueRepr::List(sequence) | ValueRepr::Set(sequence) => Some(&sequence.elements),
            ValueRepr::Tuple(tuple) => Some(&tuple.elements),
            _ => None,
        }
    }

    /// The names and values of a known map or object, in lexicographic order of the names.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let object = Value::object([("b", Value::from(2)), ("a", Value::from(1))])?;
    /// let names: Vec<_> = object
    ///     .entries()
    ///     .into_iter()
    ///     .flatten()
    ///     .map(|(name, _)| name)
    ///     .collect();
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    pub fn entries(&self) -> Option<impl ExactSizeIterator<Item = (&str, &Value)>> {
        let entries = self.as_entries()?.iter();
        Some(entries.map(|(name, value)| (&**name, value)))
    }

    /// The entries of a known map or object. The names are shared and cheap to clone.
    pub(crate) fn as_entries(&self) -> Option<&[(Text, Value)]> {
        match &self.0 {
            ValueRepr::Map(map) => Some(map.entries.as_slice()),
            ValueRepr::Object(object) => Some(object.entries.as_slice()),
            _ => None,
        }
    }
}

impl<'a> Iterator for KeyedElements<'a> {
    type Item = (Value, &'a Value);

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            KeyedElements::Indexed(index, elements) => {
                let element = elements.next()?;
                let key = Value(ValueRepr::Number(Number::from(*index)));
                *index += 1;
                Some((key, element))
            }
            KeyedElements::OwnKeys(elements) => {
                let element = elements.next()?;
                Some((element.clone(), element))
            }
            KeyedElements::Named(entries) => {
                let (name, value) = entries.next()?;
                Some((Value::from(name.clone()), value))
            }
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        match self {
            KeyedElements::Indexed(_, elements) | KeyedElements::OwnKeys(elements) => {
                elements.size_hint()
            }
            KeyedElements::Named(entries) => entries.size_hint(),
        }
    }
}

impl ExactSizeIterator for KeyedElements<'_> {}
