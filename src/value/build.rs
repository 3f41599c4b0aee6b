//! Constructors of values. Each of them rejects invalid arguments.

use std::sync::{Arc, OnceLock};

use super::entries::Entries;
use super::unknown::UnknownValue;
use super::{
    Map, Object, PathStep, Sequence, Text, Tuple, Type, Value, ValueError, ValueRepr, ValueSummary,
    set,
};
use crate::limits::MAX_VALUE_DEPTH;

impl Value {
    /// The null value of a type.
    pub fn null(ty: &Type) -> Value {
        let ty = ty.without_optional();
        Value(ValueRepr::Null((!ty.is_dynamic()).then(|| Arc::new(ty))))
    }

    /// The unknown value of a type, about which nothing else is known.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let address = Value::unknown(&Type::STRING);
    /// assert!(!address.is_known());
    /// assert_eq!(address.ty(), Type::STRING);
    /// ```
    pub fn unknown(ty: &Type) -> Value {
        Value(ValueRepr::Unknown(Arc::new(UnknownValue::new(
            ty.without_optional(),
        ))))
    }

    /// The unknown value of the dynamic pseudo-type.
    pub fn dynamic() -> Value {
        Value::unknown(&Type::DYNAMIC)
    }

    /// A list of elements of one type. It may be empty.
    ///
    /// With [`Type::DYNAMIC`], the element type is taken from the elements. Elements of the dynamic pseudo-type
    /// become null or unknown values of the element type.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let names = Value::list(&Type::STRING, [Value::from("a"), Value::from("b")])?;
    /// assert_eq!(names.ty(), Type::list(Type::STRING));
    /// assert!(Value::list(&Type::STRING, [Value::from(1)]).is_err());
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an element is of another type, or if the list would nest deeper than 513 levels.
    pub fn list(
        element: &Type,
        elements: impl IntoIterator<Item = Value>,
    ) -> Result<Value, ValueError> {
        let elements = elements.into_iter().collect();
        let (element, elements) = uniform(element, elements, &PathStep::Index)?;
        Value::list_of(element, elements).within_depth()
    }

    /// A set of elements of one type. It may be empty. Equal elements are kept once.
    ///
    /// With [`Type::DYNAMIC`], the element type is taken from the elements.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let ports = Value::set(&Type::NUMBER, [443, 80, 443].map(Value::from))?;
    /// assert_eq!(ports.as_slice(), Some(&[Value::from(80), Value::from(443)][..]));
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an element is of another type, or if the set would nest deeper than 513 levels.
    pub fn set(
        element: &Type,
        elements: impl IntoIterator<Item = Value>,
    ) -> Result<Value, ValueError> {
        let elements = elements.into_iter().collect();
        let (element, elements) = uniform(element, elements, &|_| PathStep::Element)?;
        Value::set_of(element, elements).within_depth()
    }

    /// A map of elements of one type. It may be empty. If keys are equal, the last one wins.
    ///
    /// With [`Type::DYNAMIC`], the element type is taken from the elements.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// let tags = Value::map(&Type::STRING, [("env", Value::from("prod"))])?;
    /// assert_eq!(tags["env"], "prod");
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If an element is of another type, or if the map would nest deeper than 513 levels.
    pub fn map<K: AsRef<str>>(
        element: &Type,
        entries: impl IntoIterator<Item = (K, Value)>,
    ) -> Result<Value, ValueError> {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (key, value) in entries {
            keys.push(Text::from(key.as_ref()));
            values.push(value);
        }
        Value::map_of_keys(element, keys, values)
    }

    /// A map with normalized keys. Fails if an element is of another type.
    fn map_of_keys(
        element: &Type,
        keys: Vec<Text>,
        values: Vec<Value>,
    ) -> Result<Value, ValueError> {
        let step = |index: usize| PathStep::Key((&keys[index]).into());
        let (element, values) = uniform(element, values, &step)?;
        let entries = keys.into_iter().zip(values).collect();
        Value::map_of(element, entries).within_depth()
    }

    /// A tuple, whose elements may be of different types.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let pair = Value::tuple([Value::from("a"), Value::from(1)])?;
    /// assert_eq!(pair.ty().to_string(), "tuple([string, number])");
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the tuple would nest deeper than 513 levels.
    pub fn tuple(elements: impl IntoIterator<Item = Value>) -> Result<Value, ValueError> {
        Value::tuple_of(elements.into_iter().collect()).within_depth()
    }

    /// An object, whose attributes may be of different types. If names are equal, the last one wins.
    ///
    /// ```
    /// use hcl::Value;
    ///
    /// let object = Value::object([("b", Value::from(1)), ("a", Value::from(true))])?;
    /// assert_eq!(object.to_string(), "{ a = true, b = 1 }");
    /// # Ok::<(), hcl::ValueError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the object would nest deeper than 513 levels.
    pub fn object<K: AsRef<str>>(
        attributes: impl IntoIterator<Item = (K, Value)>,
    ) -> Result<Value, ValueError> {
        let attributes = attributes.into_iter();
        let mut normalized = Vec::with_capacity(attributes.size_hint().0);
        for (name, value) in attributes {
            normalized.push((Text::from(name.as_ref()), value));
        }
        Value::object_of(normalized).within_depth()
    }

    /// A list. The caller ensures that all elements are of the element type.
    pub(crate) fn list_of(element: Type, elements: Vec<Value>) -> Value {
        let summary = ValueSummary::of(&elements);
        Value(ValueRepr::List(Arc::new(Sequence {
            element,
            elements,
            summary,
        })))
    }

    /// A set. The caller ensures that all elements are of the element type.
    pub(crate) fn set_of(element: Type, elements: Vec<Value>) -> Value {
        let elements = set::distinct(elements);
        let summary = ValueSummary::of(&elements);
        Value(ValueRepr::Set(Arc::new(Sequence {
            element,
            elements,
            summary,
        })))
    }

    /// A map with normalized keys. The caller ensures that all elements are of the element type.
    pub(crate) fn map_of(element: Type, entries: Vec<(Text, Value)>) -> Value {
        let entries = Entries::new(entries);
        let summary = ValueSummary::of(entries.values());
        Value(ValueRepr::Map(Arc::new(Map {
            element,
            entries,
            summary,
        })))
    }

    /// A tuple. The caller ensures that it is within the nesting limit.
    pub(crate) fn tuple_of(elements: Vec<Value>) -> Value {
        let summary = ValueSummary::of(&elements);
        Value(ValueRepr::Tuple(Arc::new(Tuple {
            elements,
            ty: OnceLock::new(),
            summary,
        })))
    }

    /// An object with normalized names. The caller ensures that it is within the nesting limit.
    pub(crate) fn object_of(attributes: Vec<(Text, Value)>) -> Value {
        Value::object_of_entries(Entries::new(attributes))
    }

    /// An object whose attributes are already sorted by name, without repeated names.
    pub(crate) fn object_of_sorted(attributes: Vec<(Text, Value)>) -> Value {
        Value::object_of_entries(Entries::from_sorted(attributes))
    }

    fn object_of_entries(entries: Entries) -> Value {
        let summary = ValueSummary::of(entries.values());
        Value(ValueRepr::Object(Arc::new(Object {
            entries,
            ty: OnceLock::new(),
            summary,
        })))
    }

    /// Rejects a value that nests too deep, before any recursion over it.
    pub(crate) fn within_depth(self) -> Result<Value, ValueError> {
        if self.summary().depth > MAX_VALUE_DEPTH {
            return Err(too_deep());
        }
        Ok(self)
    }
}

/// Checks that all elements are of one type, and returns this type and the elements. `step` makes the path step of
/// an element for an error.
fn uniform(
    element: &Type,
    mut elements: Vec<Value>,
    step: &dyn Fn(usize) -> PathStep,
) -> Result<(Type, Vec<Value>), ValueError> {
    let mut element = element.without_optional();
    if element.is_dynamic() {
        let mut types = elements.iter().map(Value::ty);
        element = types.find(|ty| !ty.is_dynamic()).unwrap_or(element);
    }
    if element.depth() >= MAX_VALUE_DEPTH {
        return Err(too_deep());
    }
    for (index, value) in elements.iter_mut().enumerate() {
        if value.is_of_type(&element) {
            continue;
        }
        if !value.ty().is_dynamic() {
            let message = element.expected_not(&value.ty());
            return Err(ValueError::new(message).within(step(index)));
        }
        *value = if value.is_null() {
            Value::null(&element)
        } else {
            Value::unknown(&element)
        };
    }
    Ok((element, elements))
}

fn too_deep() -> ValueError {
    ValueError::new(format!("values nest deeper than {MAX_VALUE_DEPTH} levels"))
}
