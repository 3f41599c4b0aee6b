//! Two kinds of equality: structural equality (`PartialEq`), and the operator `==` of the language.
//!
//! "The HCL Type System" of the information model ("Two values are equal if and only if …"), with two
//! rulings: no operand is converted, and all null values are equal.

use std::hash::{Hash, Hasher};
use std::mem;
use std::sync::Arc;

use super::{Text, Type, TypeKind, Value, ValueRepr, set};

impl Value {
    /// The result of the operator `==`: a bool, or unknown if it depends on something unknown.
    ///
    /// Operands are not converted: values of different types are different. Null values are equal, whatever
    /// their types.
    ///
    /// ```
    /// use hcl::{Type, Value};
    ///
    /// assert_eq!(Value::from(1).equals(&Value::from("1")), false);
    /// assert_eq!(Value::NULL.equals(&Value::null(&Type::STRING)), true);
    /// assert!(!Value::from(1).equals(&Value::unknown(&Type::NUMBER)).is_known());
    /// ```
    #[must_use]
    pub fn equals(&self, other: &Value) -> Value {
        compare(self, other).map_or_else(Value::unknown_bool, Value::from)
    }
}

/// Whether two values are equal; `None` if it depends on something unknown.
fn compare(left: &Value, right: &Value) -> Option<bool> {
    match (&left.0, &right.0) {
        (ValueRepr::Null(_), ValueRepr::Null(_)) => Some(true),
        (ValueRepr::Unknown(_), _) | (_, ValueRepr::Unknown(_)) => compare_unknown(left, right),
        (ValueRepr::Null(_), _) | (_, ValueRepr::Null(_)) => Some(false),
        (ValueRepr::List(left), ValueRepr::List(right)) => {
            if !may_be_identical(&left.element, &right.element) {
                return Some(false);
            }
            compare_elements(&left.elements, &right.elements)
        }
        (ValueRepr::Tuple(left), ValueRepr::Tuple(right)) => {
            compare_elements(&left.elements, &right.elements)
        }
        (ValueRepr::Set(first), ValueRepr::Set(second)) => {
            if first.summary.wholly_known && second.summary.wholly_known {
                Some(left == right)
            } else if may_be_identical(&first.element, &second.element) {
                None
            } else {
                Some(false)
            }
        }
        (ValueRepr::Map(left), ValueRepr::Map(right)) => {
            if !may_be_identical(&left.element, &right.element) {
                return Some(false);
            }
            compare_entries(left.entries.as_slice(), right.entries.as_slice())
        }
        (ValueRepr::Object(left), ValueRepr::Object(right)) => {
            compare_entries(left.entries.as_slice(), right.entries.as_slice())
        }
        _ => Some(left == right),
    }
}

/// Compares two values, at least one of which is unknown. Types and refinements may still show that they are
/// different.
fn compare_unknown(left: &Value, right: &Value) -> Option<bool> {
    if !left.range().overlaps(&right.range()) {
        return Some(false);
    }
    // A null value equals null values of other types, and two unknown values may both turn out to be null.
    let one_is_known = left.is_known() != right.is_known();
    if !one_is_known || left.is_null() || right.is_null() {
        return None;
    }
    if may_be_identical(&left.ty(), &right.ty()) {
        None
    } else {
        Some(false)
    }
}

/// Whether two types are identical, or may be identical once their dynamic parts are known.
fn may_be_identical(left: &Type, right: &Type) -> bool {
    if !left.has_dynamic() && !right.has_dynamic() {
        return left == right;
    }
    match (left.kind(), right.kind()) {
        (TypeKind::Dynamic, _) | (_, TypeKind::Dynamic) => true,
        (TypeKind::List(left), TypeKind::List(right))
        | (TypeKind::Set(left), TypeKind::Set(right))
        | (TypeKind::Map(left), TypeKind::Map(right)) => may_be_identical(left, right),
        (TypeKind::Tuple(left), TypeKind::Tuple(right)) => {
            let mut pairs = left.iter().zip(right);
            left.len() == right.len() && pairs.all(|(left, right)| may_be_identical(left, right))
        }
        (TypeKind::Object(left), TypeKind::Object(right)) => {
            let mut pairs = left.iter().zip(right.iter());
            left.len() == right.len()
                && pairs.all(|(left, right)| {
                    left.name() == right.name() && may_be_identical(left.ty(), right.ty())
                })
        }
        _ => false,
    }
}

fn compare_elements(left: &[Value], right: &[Value]) -> Option<bool> {
    if left.len() != right.len() {
        return Some(false);
    }
    compare_all(left.iter().zip(right))
}

fn compare_entries(left: &[(Text, Value)], right: &[(Text, Value)]) -> Option<bool> {
    let mut pairs = left.iter().zip(right);
    if left.len() != right.len() || pairs.any(|(left, right)| left.0 != right.0) {
        return Some(false);
    }
    let pairs = left.iter().zip(right);
    compare_all(pairs.map(|((_, left), (_, right))| (left, right)))
}

/// Combines the results of all pairs. One difference decides the result, even if other pairs are unknown.
fn compare_all<'a>(pairs: impl Iterator<Item = (&'a Value, &'a Value)>) -> Option<bool> {
    let mut result = Some(true);
    for (left, right) in pairs {
        match compare(left, right) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => result = None,
        }
    }
    result
}

impl Value {
    /// The address of the long text or the container that the clones of a value share; `None` for other values.
    pub(crate) fn shared_address(&self) -> Option<usize> {
        Some(match &self.0 {
            ValueRepr::LongString(text) => text.address(),
            ValueRepr::List(it) | ValueRepr::Set(it) => Arc::as_ptr(it).addr(),
            ValueRepr::Map(it) => Arc::as_ptr(it).addr(),
            ValueRepr::Tuple(it) => Arc::as_ptr(it).addr(),
            ValueRepr::Object(it) => Arc::as_ptr(it).addr(),
            _ => return None,
        })
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (ValueRepr::Bool(left), ValueRepr::Bool(right)) => left == right,
            (ValueRepr::Number(left), ValueRepr::Number(right)) => left == right,
            (ValueRepr::ShortString(left), ValueRepr::ShortString(right)) => left == right,
            (ValueRepr::LongString(left), ValueRepr::LongString(right)) => left == right,
            (ValueRepr::List(left), ValueRepr::List(right)) => {
                Arc::ptr_eq(left, right)
                    || (left.element == right.element && left.elements == right.elements)
            }
            (ValueRepr::Set(left), ValueRepr::Set(right)) => {
                Arc::ptr_eq(left, right)
                    || (left.element == right.element
                        && left.elements.len() == right.elements.len()
                        && same_elements(&left.elements, &right.elements))
            }
            (ValueRepr::Map(left), ValueRepr::Map(right)) => {
                Arc::ptr_eq(left, right)
                    || (left.element == right.element && left.entries == right.entries)
            }
            (ValueRepr::Tuple(left), ValueRepr::Tuple(right)) => {
                Arc::ptr_eq(left, right) || left.elements == right.elements
            }
            (ValueRepr::Object(left), ValueRepr::Object(right)) => {
                Arc::ptr_eq(left, right) || left.entries == right.entries
            }
            (ValueRepr::Capsule(left), ValueRepr::Capsule(right)) => left == right,
            (ValueRepr::Null(left), ValueRepr::Null(right)) => left == right,
            (ValueRepr::Unknown(left), ValueRepr::Unknown(right)) => left == right,
            _ => false,
        }
    }
}

impl Eq for Value {}

/// Compares the elements of two sets of the same length. Elements that the set order cannot distinguish may be in any
/// order.
fn same_elements(left: &[Value], right: &[Value]) -> bool {
    left == right || left.iter().all(|element| set::contains(right, element))
}

impl Hash for Value {
    fn hash<H: Hasher>(&self, state: &mut H) {
        mem::discriminant(&self.0).hash(state);
        match &self.0 {
            ValueRepr::Bool(value) => value.hash(state),
            ValueRepr::Number(number) => number.hash(state),
            ValueRepr::ShortString(text) => text.hash(state),
            ValueRepr::LongString(text) => text.hash(state),
            // Elements that the set order cannot distinguish (capsule, null and unknown values) may be in any
            // order. They have equal hashes, so that equal sets do too.
            ValueRepr::List(sequence) | ValueRepr::Set(sequence) => sequence.elements.hash(state),
            ValueRepr::Tuple(tuple) => tuple.elements.hash(state),
            ValueRepr::Map(map) => map.entries.hash(state),
            ValueRepr::Object(object) => object.entries.hash(state),
            ValueRepr::Capsule(_) | ValueRepr::Null(_) | ValueRepr::Unknown(_) => {}
        }
    }
}
