//! Types of values, and type specifications.
//!
//! "The HCL Type System" and "Type Specifications" of the information model. [`Type`] serves as both. As a
//! specification it is used with [`Type::matches`]: `any` then stands for every type, and an object may have
//! optional attributes.
//!
//! Type expressions are written by [`super::type_text`].

use std::hash::{Hash, Hasher};
use std::mem;
use std::sync::Arc;

use super::Text;
use super::capsule::CapsuleTypeHandle;
use super::entries;
use super::object_type::ObjectType;
use crate::limits::MAX_VALUE_DEPTH;

/// The type of a value, or a specification of types.
///
/// Cloning is cheap. Two types are equal if they are identical in the sense of the specification. Types nest at most
/// 513 levels deep, like values: a constructor replaces anything deeper with `any`.
///
/// ```
/// use hcl::Type;
///
/// let ports = Type::list(Type::NUMBER);
/// assert_eq!(ports.to_string(), "list(number)");
/// assert!(ports.matches(&Type::list(Type::DYNAMIC)));
/// assert!(!ports.matches(&Type::set(Type::DYNAMIC)));
/// ```
#[derive(PartialEq, Eq, Hash)]
pub struct Type(TypeRepr);

#[derive(Clone, PartialEq, Eq, Hash)]
enum TypeRepr {
    String,
    Number,
    Bool,
    Dynamic,
    List(Composite<Type>),
    Set(Composite<Type>),
    Map(Composite<Type>),
    Tuple(Composite<Vec<Type>>),
    Object(Composite<ObjectType>),
    Capsule(CapsuleTypeHandle),
}

/// The shared content of a type that has parts: the parts, and the properties that follow from them.
struct Composite<T>(Arc<CompositeData<T>>);

struct CompositeData<T> {
    parts: T,
    summary: TypeSummary,
}

/// The kind of a type, to match on.
///
/// ```
/// use hcl::{Type, TypeKind};
///
/// let ty = Type::map(Type::BOOL);
/// match ty.kind() {
///     TypeKind::Map(element) => assert_eq!(element, &Type::BOOL),
///     _ => unreachable!(),
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TypeKind<'a> {
    /// `string`.
    String,
    /// `number`.
    Number,
    /// `bool`.
    Bool,
    /// The dynamic pseudo-type, `any`.
    Dynamic,
    /// `list(…)`, with the element type.
    List(&'a Type),
    /// `set(…)`, with the element type.
    Set(&'a Type),
    /// `map(…)`, with the element type. Keys are strings.
    Map(&'a Type),
    /// `tuple([…])`, with the type of each element.
    Tuple(&'a [Type]),
    /// `object({…})`, with the type of each attribute.
    Object(&'a ObjectType),
    /// A capsule type, with the name that the application gave it.
    Capsule(&'a str),
}

/// Implemented by hand, so that it is compiled only once: the derived `clone` was inlined at every call.
impl Clone for Type {
    fn clone(&self) -> Self {
        Type(self.0.clone())
    }
}

impl Type {
    /// The type of strings.
    pub const STRING: Type = Type(TypeRepr::String);

    /// The type of decimal numbers.
    pub const NUMBER: Type = Type(TypeRepr::Number);

    /// The type of `true` and `false`.
    pub const BOOL: Type = Type(TypeRepr::Bool);

    /// The dynamic pseudo-type: a type not yet known, or in a specification any type.
    pub const DYNAMIC: Type = Type(TypeRepr::Dynamic);

    /// The type of lists with elements of one type.
    #[must_use]
    pub fn list(element: Type) -> Type {
        Type(TypeRepr::List(Composite::of_element(element)))
    }

    /// The type of sets with elements of one type.
    #[must_use]
    pub fn set(element: Type) -> Type {
        Type(TypeRepr::Set(Composite::of_element(element)))
    }

    /// The type of maps with elements of one type.
    #[must_use]
    pub fn map(element: Type) -> Type {
        Type(TypeRepr::Map(Composite::of_element(element)))
    }

    /// The type of tuples with these element types.
    pub fn tuple(elements: impl IntoIterator<Item = Type>) -> Type {
        Type::tuple_of(elements.into_iter().collect())
    }

    fn tuple_of(mut elements: Vec<Type>) -> Type {
        let mut summary = TypeSummary::default();
        for element in &mut elements {
            *element = element.clone().nested();
            summary.include(element);
        }
        Type(TypeRepr::Tuple(Composite::new(elements, summary)))
    }

    /// The type of objects with these attributes, all of them required. If names are equal, the last one wins.
    ///
    /// For optional attributes, use [`ObjectType`].
    pub fn object<N: AsRef<str>>(attributes: impl IntoIterator<Item = (N, Type)>) -> Type {
        let mut normalized = Vec::new();
        for (name, ty) in attributes {
            normalized.push((Text::from(name.as_ref()), ty));
        }
        let sorted = entries::sorted(normalized);
        ObjectType::from_sorted(sorted).into()
    }

    pub(super) fn from_capsule(definition: CapsuleTypeHandle) -> Type {
        Type(TypeRepr::Capsule(definition))
    }

    /// The kind of the type, to match on.
    pub fn kind(&self) -> TypeKind<'_> {
        match &self.0 {
            TypeRepr::String => TypeKind::String,
            TypeRepr::Number => TypeKind::Number,
            TypeRepr::Bool => TypeKind::Bool,
            TypeRepr::Dynamic => TypeKind::Dynamic,
            TypeRepr::List(node) => TypeKind::List(&node.0.parts),
            TypeRepr::Set(node) => TypeKind::Set(&node.0.parts),
            TypeRepr::Map(node) => TypeKind::Map(&node.0.parts),
            TypeRepr::Tuple(node) => TypeKind::Tuple(&node.0.parts),
            TypeRepr::Object(node) => TypeKind::Object(&node.0.parts),
            TypeRepr::Capsule(definition) => TypeKind::Capsule(definition.name()),
        }
    }

    /// Whether both types are of the same kind: for example, both are lists.
    pub(crate) fn has_kind_of(&self, other: &Type) -> bool {
        mem::discriminant(&self.0) == mem::discriminant(&other.0)
    }

    /// Whether this is the dynamic pseudo-type itself.
    pub fn is_dynamic(&self) -> bool {
        matches!(self.0, TypeRepr::Dynamic)
    }

    /// Whether this is string, number or bool.
    pub fn is_primitive(&self) -> bool {
        matches!(self.0, TypeRepr::String | TypeRepr::Number | TypeRepr::Bool)
    }

    /// Whether this is a list, set or map type.
    pub fn is_collection(&self) -> bool {
        matches!(
            self.0,
            TypeRepr::List(_) | TypeRepr::Set(_) | TypeRepr::Map(_)
        )
    }

    /// Whether this is a list, set or tuple type.
    pub(crate) fn is_sequence(&self) -> bool {
        matches!(
            self.0,
            TypeRepr::List(_) | TypeRepr::Set(_) | TypeRepr::Tuple(_)
        )
    }

    /// The element type of a list, set or map type.
    pub fn element_type(&self) -> Option<&Type> {
        match &self.0 {
            TypeRepr::List(node) | TypeRepr::Set(node) | TypeRepr::Map(node) => Some(&node.0.parts),
            _ => None,
        }
    }

    /// The element types of a tuple type.
    pub fn tuple_elements(&self) -> Option<&[Type]> {
        match &self.0 {
            TypeRepr::Tuple(node) => Some(&node.0.parts),
            _ => None,
        }
    }

    /// The attributes of an object type.
    pub fn as_object(&self) -> Option<&ObjectType> {
        match &self.0 {
            TypeRepr::Object(node) => Some(&node.0.parts),
            _ => None,
        }
    }

    /// The type of one attribute of an object type.
    pub fn attribute_type(&self, name: &str) -> Option<&Type> {
        Some(self.as_object()?.get(name)?.ty())
    }

    /// Whether the dynamic pseudo-type occurs anywhere in the type.
    pub fn has_dynamic(&self) -> bool {
        self.summary().has_dynamic
    }

    /// Whether an object in the type has optional attributes.
    pub(crate) fn has_optional(&self) -> bool {
        self.summary().has_optional
    }

    /// Whether the type satisfies a type specification: both are identical, except that `any` in the specification
    /// accepts every type, and that optional attributes may be absent.
    pub fn matches(&self, specification: &Type) -> bool {
        match (self.kind(), specification.kind()) {
            (_, TypeKind::Dynamic) => true,
            (TypeKind::List(ty), TypeKind::List(specification))
            | (TypeKind::Set(ty), TypeKind::Set(specification))
            | (TypeKind::Map(ty), TypeKind::Map(specification)) => ty.matches(specification),
            (TypeKind::Tuple(types), TypeKind::Tuple(specifications)) => {
                types.len() == specifications.len()
                    && types
                        .iter()
                        .zip(specifications)
                        .all(|(ty, specification)| ty.matches(specification))
            }
            (TypeKind::Object(object), TypeKind::Object(specification)) => {
                object.matches(specification)
            }
            _ => self == specification,
        }
    }

    /// The type with every optional attribute made required, as in the type of a value.
    #[must_use]
    pub fn without_optional(&self) -> Type {
        if !self.summary().has_optional {
            return self.clone();
        }
        match self.kind() {
            TypeKind::List(element) => Type::list(element.without_optional()),
            TypeKind::Set(element) => Type::set(element.without_optional()),
            TypeKind::Map(element) => Type::map(element.without_optional()),
            TypeKind::Tuple(elements) => Type::tuple(elements.iter().map(Type::without_optional)),
            TypeKind::Object(object) => Type::object(
                object
                    .iter()
                    .map(|attribute| (attribute.name(), attribute.ty().without_optional())),
            ),
            _ => self.clone(),
        }
    }

    /// The number of nesting levels: 0 for a type without parts.
    pub(crate) fn depth(&self) -> usize {
        self.summary().depth
    }

    /// The type for use as a part of another type: `any` if the outer type would nest too deep.
    fn nested(self) -> Type {
        if self.depth() < MAX_VALUE_DEPTH {
            self
        } else {
            Type::DYNAMIC
        }
    }

    fn summary(&self) -> TypeSummary {
        match &self.0 {
            TypeRepr::List(node) | TypeRepr::Set(node) | TypeRepr::Map(node) => node.0.summary,
            TypeRepr::Tuple(node) => node.0.summary,
            TypeRepr::Object(node) => node.0.summary,
            TypeRepr::Dynamic => TypeSummary {
                has_dynamic: true,
                ..TypeSummary::default()
            },
            _ => TypeSummary::default(),
        }
    }
}

/// Properties of a type that follow from its parts.
#[derive(Clone, Copy, Default)]
struct TypeSummary {
    /// The number of nesting levels.
    depth: usize,
    /// Whether `any` occurs in it.
    has_dynamic: bool,
    /// Whether an object in it has optional attributes.
    has_optional: bool,
}

impl TypeSummary {
    fn include(&mut self, part: &Type) {
        let part = part.summary();
        self.depth = self.depth.max(part.depth);
        self.has_dynamic |= part.has_dynamic;
        self.has_optional |= part.has_optional;
    }
}

impl Composite<Type> {
    fn of_element(element: Type) -> Self {
        let element = element.nested();
        let summary = element.summary();
        Self::new(element, summary)
    }
}

impl<T> Composite<T> {
    /// A type with these parts. `of_parts` is the summary of the parts, without the new level.
    fn new(parts: T, of_parts: TypeSummary) -> Self {
        let summary = TypeSummary {
            depth: of_parts.depth + 1,
            ..of_parts
        };
        Self(Arc::new(CompositeData { parts, summary }))
    }
}

impl<T> Clone for Composite<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

/// Compares the pointers first: types are compared for each element of a collection, and are shared in most cases.
impl<T: PartialEq> PartialEq for Composite<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
            || (self.0.summary.depth == other.0.summary.depth && self.0.parts == other.0.parts)
    }
}

impl<T: Eq> Eq for Composite<T> {}

impl<T: Hash> Hash for Composite<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.parts.hash(state);
    }
}

impl From<ObjectType> for Type {
    fn from(mut object: ObjectType) -> Self {
        let mut summary = TypeSummary::default();
        for attribute in object.attributes_mut() {
            attribute.ty = attribute.ty.clone().nested();
            summary.include(&attribute.ty);
            summary.has_optional |= attribute.optional;
        }
        Type(TypeRepr::Object(Composite::new(object, summary)))
    }
}
