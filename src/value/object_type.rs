//! Object types: named attributes, some of which may be optional in type constraints.
//!
//! "Structural Types" of the information model; optional attributes and their defaults are the
//! `optional(type, default)` of type expressions.

use super::{Text, Type, Value};
use crate::nfc;

/// The attributes of an object type, in the lexicographic order of their names.
///
/// ```
/// use hcl::{ObjectType, Type, Value};
///
/// let service = ObjectType::new()
///     .with_attribute("name", Type::STRING)
///     .with_optional("port", Type::NUMBER)
///     .with_default("tls", Type::BOOL, Value::from(true));
/// let service = Type::from(service);
/// assert_eq!(
///     service.to_string(),
///     "object({name = string, port = optional(number), tls = optional(bool, true)})"
/// );
/// ```
#[derive(Clone, Default, Debug, PartialEq, Eq, Hash)]
pub struct ObjectType {
    attributes: Vec<AttributeType>,
}

/// One attribute of an object type.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AttributeType {
    name: Text,
    pub(super) optional: bool,
    pub(super) ty: Type,
    default: Option<Value>,
}

impl ObjectType {
    /// The type of the object without attributes.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a required attribute. Replaces an attribute of the same name.
    #[must_use]
    pub fn with_attribute(self, name: &str, ty: Type) -> Self {
        self.with(name, ty, false, None)
    }

    /// Adds an attribute that may be absent: a conversion fills in null.
    #[must_use]
    pub fn with_optional(self, name: &str, ty: Type) -> Self {
        self.with(name, ty, true, None)
    }

    /// Adds an attribute that may be absent. A conversion fills in the default, converted to the type, where
    /// the attribute is absent or null.
    #[must_use]
    pub fn with_default(self, name: &str, ty: Type, default: Value) -> Self {
        self.with(name, ty, true, Some(default))
    }

    fn with(mut self, name: &str, ty: Type, optional: bool, default: Option<Value>) -> Self {
        let attribute = AttributeType {
            name: Text::from(name),
            ty,
            optional,
            default,
        };
        let position = self
            .attributes
            .binary_search_by(|other| other.name.cmp(&attribute.name));
        match position {
            Ok(index) => self.attributes[index] = attribute,
            Err(index) => self.attributes.insert(index, attribute),
        }
        self
    }

    /// The attribute with the given name.
    pub fn get(&self, name: &str) -> Option<&AttributeType> {
        let find = |name: &str| {
            let order = |attribute: &AttributeType| attribute.name().cmp(name);
            let index = self.attributes.binary_search_by(order).ok()?;
            Some(&self.attributes[index])
        };
        // Names are kept in NFC.
        find(name).or_else(|| find(&nfc::normalized(name)?))
    }

    /// The attributes, in the lexicographic order of their names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &AttributeType> {
        self.attributes.iter()
    }

    /// The number of attributes.
    pub fn len(&self) -> usize {
        self.attributes.len()
    }

    /// Whether there is no attribute.
    pub fn is_empty(&self) -> bool {
        self.attributes.is_empty()
    }

    pub(super) fn attributes_mut(&mut self) -> impl Iterator<Item = &mut AttributeType> {
        self.attributes.iter_mut()
    }

    /// Builds an object type from required attributes, sorted by name and with names in NFC.
    pub(super) fn from_sorted(attributes: impl IntoIterator<Item = (Text, Type)>) -> Self {
        let attributes = attributes
            .into_iter()
            .map(|(name, ty)| AttributeType {
                name,
                ty,
                optional: false,
                default: None,
            })
            .collect();
        Self { attributes }
    }

    /// Whether the type satisfies a type specification: every attribute is in the specification and matches it, and
    /// only optional attributes are absent.
    pub(super) fn matches(&self, specification: &ObjectType) -> bool {
        let known = self
            .iter()
            .all(|attribute| specification.get(attribute.name()).is_some());
        known
            && specification
                .iter()
                .all(|wanted| match self.get(wanted.name()) {
                    Some(attribute) => attribute.ty.matches(&wanted.ty),
                    None => wanted.optional,
                })
    }
}

impl AttributeType {
    /// The attribute's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(crate) fn shared_name(&self) -> Text {
        self.name.clone()
    }

    /// The attribute's type.
    pub fn ty(&self) -> &Type {
        &self.ty
    }

    /// Whether the attribute may be absent.
    pub fn is_optional(&self) -> bool {
        self.optional
    }

    /// The value that replaces an absent or null attribute.
    pub fn default_value(&self) -> Option<&Value> {
        self.default.as_ref()
    }
}
