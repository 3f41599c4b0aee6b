//! Capsule values: an application's own Rust type, carried through the language.
//!
//! "Capsule Types" of the information model: opaque, identical only to itself, equal as
//! the application says.

use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::sync::Arc;

use super::{Type, Value, ValueRepr};

/// A capsule type: creates the values of the type and gives access to their content.
///
/// Each call to [`new`](CapsuleType::new) creates a different type, even under the same name. Keep the one that you
/// have created, and clone it where needed.
///
/// ```
/// use hcl::{CapsuleType, Value};
///
/// let bytes = CapsuleType::<Vec<u8>>::new("bytes");
/// let value = bytes.value(vec![1, 2, 3]);
/// assert_eq!(value.ty(), bytes.ty());
/// assert_eq!(bytes.get(&value), Some(&vec![1, 2, 3]));
/// assert_eq!(bytes.get(&Value::from("text")), None);
/// assert_eq!(value.equals(&bytes.value(vec![1, 2, 3])), true);
/// ```
pub struct CapsuleType<T> {
    definition: CapsuleTypeHandle,
    content: PhantomData<fn() -> T>,
}

/// A capsule type without its Rust type parameter.
#[derive(Clone)]
pub(super) struct CapsuleTypeHandle(Arc<CapsuleTypeData>);

struct CapsuleTypeData {
    name: Box<str>,
    equal: fn(&dyn Any, &dyn Any) -> bool,
}

/// A capsule value. Its content is of the Rust type of its capsule type.
#[derive(Clone)]
pub(super) struct CapsuleValue(Arc<Capsule>);

struct Capsule {
    definition: CapsuleTypeHandle,
    content: Box<dyn Any + Send + Sync>,
}

impl<T: PartialEq + Send + Sync + 'static> CapsuleType<T> {
    /// Creates a new capsule type, whose values are compared by the equality of `T`.
    ///
    /// Messages call the type by its name.
    pub fn new(name: &str) -> Self {
        let equal = |left: &dyn Any, right: &dyn Any| {
            let (left, right) = (left.downcast_ref::<T>(), right.downcast_ref::<T>());
            left.is_some() && left == right
        };
        Self {
            definition: CapsuleTypeHandle(Arc::new(CapsuleTypeData {
                name: name.into(),
                equal,
            })),
            content: PhantomData,
        }
    }

    /// A value of the type.
    pub fn value(&self, content: T) -> Value {
        Value(ValueRepr::Capsule(CapsuleValue(Arc::new(Capsule {
            definition: self.definition.clone(),
            content: Box::new(content),
        }))))
    }

    /// The content of a known value of this type; `None` for null and any other value.
    pub fn get<'a>(&self, value: &'a Value) -> Option<&'a T> {
        match &value.0 {
            ValueRepr::Capsule(CapsuleValue(capsule)) if capsule.definition == self.definition => {
                capsule.content.downcast_ref()
            }
            _ => None,
        }
    }
}

impl<T> CapsuleType<T> {
    /// The type as a [`Type`].
    pub fn ty(&self) -> Type {
        Type::from_capsule(self.definition.clone())
    }
}

impl<T> Clone for CapsuleType<T> {
    fn clone(&self) -> Self {
        Self {
            definition: self.definition.clone(),
            content: PhantomData,
        }
    }
}

impl<T> fmt::Debug for CapsuleType<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CapsuleType({})", self.definition.name())
    }
}

impl CapsuleTypeHandle {
    pub(super) fn name(&self) -> &str {
        &self.0.name
    }
}

impl PartialEq for CapsuleTypeHandle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for CapsuleTypeHandle {}

impl Hash for CapsuleTypeHandle {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl CapsuleValue {
    pub(super) fn ty(&self) -> Type {
        Type::from_capsule(self.0.definition.clone())
    }

    pub(super) fn type_name(&self) -> &str {
        self.0.definition.name()
    }
}

impl PartialEq for CapsuleValue {
    fn eq(&self, other: &Self) -> bool {
        let (left, right) = (&*self.0, &*other.0);
        Arc::ptr_eq(&self.0, &other.0)
            || left.definition == right.definition
                && (left.definition.0.equal)(&*left.content, &*right.content)
    }
}
