//! Values and their types.
//!
//! "The HCL Type System" of the information model: primitive, collection and structural
//! values, the null and the unknown value of each type, the dynamic pseudo-type, and
//! capsule values. A value takes two words: small numbers, bools and short strings are
//! stored inline, anything else is shared. Cloning a value never copies its content.
//!
//! | file | holds |
//! |---|---|
//! | `ty`, `object_type`, `type_text` | types, and their text |
//! | `string` | strings, and the names of attributes and elements |
//! | `build`, `from` | constructors and conversions from Rust types |
//! | `access`, `iterate` | access to parts, and iteration |
//! | `change` | changes in place |
//! | `equality`, `set` | `==`, hashing, and the order of sets |
//! | `unknown`, `range`, `interval` | unknown values, their refinements, and arithmetic with their bounds |
//! | `error` | errors about a value, with the path of the part at fault |
//! | `capsule` | values of an application's own Rust type |
//! | `text`, `serde` | values in native syntax and in serde formats |

mod access;
mod build;
mod capsule;
mod change;
mod entries;
mod equality;
mod error;
mod from;
mod interval;
mod iterate;
mod object_type;
mod range;
mod serde;
mod set;
mod string;
mod text;
mod ty;
mod type_text;
mod unknown;

use std::sync::{Arc, OnceLock};

use crate::number::Number;

pub use self::capsule::CapsuleType;
pub(crate) use self::entries::{find, sort_by_name};
pub use self::error::ValueError;
pub use self::object_type::{AttributeType, ObjectType};
pub use self::range::ValueRange;
pub(crate) use self::string::{ShortString, Text};
pub use self::ty::{Type, TypeKind};
pub use self::unknown::Refinement;
pub(crate) use crate::path::{Path, PathStep};

use self::capsule::CapsuleValue;
use self::entries::Entries;
use self::string::LongString;
use self::unknown::UnknownValue;

/// A value of HCL's type system.
///
/// Build values with `From`, with [`list`](Value::list), [`set`](Value::set), [`map`](Value::map),
/// [`tuple`](Value::tuple) and [`object`](Value::object), with [`null`](Value::null) and
/// [`unknown`](Value::unknown), or with a [`CapsuleType`]. Cloning a value is cheap, regardless of its content. The
/// attributes of an object and the elements of a map are sorted by name.
///
/// `==` compares structurally: two values are equal if they have the same type and the same content, and two unknown
/// values are equal if they also have the same refinements. The operator `==` of the language is [`Value::equals`].
///
/// ```
/// use hcl::Value;
///
/// let server = Value::object([
///     ("name", Value::from("web")),
///     ("ports", Value::from(vec![80, 443])),
/// ])?;
/// assert_eq!(server["name"], "web");
/// assert_eq!(server["ports"][1], 443);
/// assert_eq!(server.to_string(), r#"{ name = "web", ports = [80, 443] }"#);
/// assert_eq!(server.ty().to_string(), "object({name = string, ports = list(number)})");
/// # Ok::<(), hcl::ValueError>(())
/// ```
pub struct Value(ValueRepr);

#[derive(Clone)]
enum ValueRepr {
    Bool(WordBool),
    Number(Number),
    ShortString(ShortString),
    LongString(LongString),
    List(Arc<Sequence>),
    Set(Arc<Sequence>),
    Map(Arc<Map>),
    Tuple(Arc<Tuple>),
    Object(Arc<Object>),
    Capsule(CapsuleValue),
    /// The type; `None` for the dynamic pseudo-type.
    Null(Option<Arc<Type>>),
    Unknown(Arc<UnknownValue>),
}

/// A bool that takes a whole word, so that a value is copied word by word. A processor stalls when it reads a
/// word after writing only one byte of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(usize)]
enum WordBool {
    False,
    True,
}

/// The elements of a list or set, all of the element type.
struct Sequence {
    element: Type,
    elements: Vec<Value>,
    summary: ValueSummary,
}

/// The elements of a map, all of the element type.
struct Map {
    element: Type,
    entries: Entries,
    summary: ValueSummary,
}

/// The elements of a tuple, and its type, which is computed when first needed.
struct Tuple {
    elements: Vec<Value>,
    ty: OnceLock<Type>,
    summary: ValueSummary,
}

/// The attributes of an object, and its type, which is computed when first needed.
struct Object {
    entries: Entries,
    ty: OnceLock<Type>,
    summary: ValueSummary,
}

/// Properties of a container that follow from its parts.
#[derive(Clone, Copy)]
struct ValueSummary {
    /// The number of nesting levels, including this one.
    depth: usize,
    wholly_known: bool,
}

/// Implemented by hand, so that it is compiled only once: the derived `clone` was inlined at every call.
impl Clone for Value {
    fn clone(&self) -> Self {
        Value(self.0.clone())
    }
}

impl From<bool> for WordBool {
    fn from(value: bool) -> Self {
        if value {
            WordBool::True
        } else {
            WordBool::False
        }
    }
}

impl From<WordBool> for bool {
    fn from(truth: WordBool) -> Self {
        truth == WordBool::True
    }
}

impl ValueSummary {
    fn of<'a>(parts: impl IntoIterator<Item = &'a Value>) -> Self {
        let mut summary = Self {
            depth: 0,
            wholly_known: true,
        };
        for part in parts {
            let part = part.summary();
            summary.depth = summary.depth.max(part.depth);
            summary.wholly_known &= part.wholly_known;
        }
        summary.depth += 1;
        summary
    }
}

impl Value {
    /// The null value of the dynamic pseudo-type, which is the value of the literal `null`.
    pub const NULL: Value = Value(ValueRepr::Null(None));

    /// The value's type. The type of a tuple or object is computed when first needed.
    pub fn ty(&self) -> Type {
        match &self.0 {
            ValueRepr::Bool(_) => Type::BOOL,
            ValueRepr::Number(_) => Type::NUMBER,
            ValueRepr::ShortString(_) | ValueRepr::LongString(_) => Type::STRING,
            ValueRepr::List(list) => Type::list(list.element.clone()),
            ValueRepr::Set(set) => Type::set(set.element.clone()),
            ValueRepr::Map(map) => Type::map(map.element.clone()),
            ValueRepr::Tuple(tuple) => tuple.ty().clone(),
            ValueRepr::Object(object) => object.ty().clone(),
            ValueRepr::Capsule(capsule) => capsule.ty(),
            ValueRepr::Null(ty) => ty.as_deref().cloned().unwrap_or(Type::DYNAMIC),
            ValueRepr::Unknown(unknown) => unknown.ty().clone(),
        }
    }

    /// Whether the value is of this type. Computes the type only for tuples and objects.
    pub(crate) fn is_of_type(&self, ty: &Type) -> bool {
        match (&self.0, ty.kind()) {
            (ValueRepr::Bool(_), TypeKind::Bool)
            | (ValueRepr::Number(_), TypeKind::Number)
            | (ValueRepr::ShortString(_) | ValueRepr::LongString(_), TypeKind::String) => true,
            (ValueRepr::List(sequence), TypeKind::List(element))
            | (ValueRepr::Set(sequence), TypeKind::Set(element)) => sequence.element == *element,
            (ValueRepr::Map(map), TypeKind::Map(element)) => map.element == *element,
            (ValueRepr::Tuple(tuple), TypeKind::Tuple(_)) => tuple.ty() == ty,
            (ValueRepr::Object(object), TypeKind::Object(_)) => object.ty() == ty,
            (ValueRepr::Capsule(capsule), TypeKind::Capsule(_)) => capsule.ty() == *ty,
            (ValueRepr::Null(own), _) => own.as_deref().unwrap_or(&Type::DYNAMIC) == ty,
            (ValueRepr::Unknown(unknown), _) => unknown.ty() == ty,
            _ => false,
        }
    }

    /// The element type of a known list, set or map.
    pub(crate) fn element_type(&self) -> Option<&Type> {
        match &self.0 {
            ValueRepr::List(sequence) | ValueRepr::Set(sequence) => Some(&sequence.element),
            ValueRepr::Map(map) => Some(&map.element),
            _ => None,
        }
    }

    /// Whether the value is the null value of its type.
    pub fn is_null(&self) -> bool {
        matches!(self.0, ValueRepr::Null(_))
    }

    /// Whether the value is a null whose type is not known. It converts to every type.
    pub(crate) fn is_untyped_null(&self) -> bool {
        self.is_null() && self.ty().is_dynamic()
    }

    /// Whether the value is known. Its elements or attributes may still be unknown.
    pub fn is_known(&self) -> bool {
        !matches!(self.0, ValueRepr::Unknown(_))
    }

    /// Whether the value and all values in it are known.
    pub fn is_wholly_known(&self) -> bool {
        self.summary().wholly_known
    }

    fn summary(&self) -> ValueSummary {
        match &self.0 {
            ValueRepr::List(sequence) | ValueRepr::Set(sequence) => sequence.summary,
            ValueRepr::Map(map) => map.summary,
            ValueRepr::Tuple(tuple) => tuple.summary,
            ValueRepr::Object(object) => object.summary,
            _ => ValueSummary {
                depth: 0,
                wholly_known: self.is_known(),
            },
        }
    }
}

/// [`Value::NULL`].
impl Default for Value {
    fn default() -> Self {
        Value::NULL
    }
}

impl Tuple {
    fn ty(&self) -> &Type {
        self.ty
            .get_or_init(|| Type::tuple(self.elements.iter().map(Value::ty)))
    }
}

impl Object {
    fn ty(&self) -> &Type {
        self.ty.get_or_init(|| {
            let attributes = self.entries.as_slice().iter();
            let attributes = attributes.map(|(name, value)| (name.clone(), value.ty()));
            ObjectType::from_sorted(attributes).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{ShortString, Type, Value, WordBool};

    /// With words of 64 bits, a value takes two words. With words of 32 bits, short strings take a third word.
    #[test]
    fn values_and_types_are_small() {
        assert!(size_of::<Value>() <= 16);
        if cfg!(target_pointer_width = "64") {
            assert_eq!(align_of::<ShortString>(), align_of::<WordBool>());
        }
        assert!(size_of::<Type>() <= 16);
    }
}
