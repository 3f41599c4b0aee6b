//! Types as text: as type expressions, and as prose in a message.
//!
//! Type expressions are spelled as in the spec language ("Type Expressions" there), with `optional(…)` inside
//! `object({…})`.

use std::fmt;

use super::text::ObjectKeyText;
use super::{Type, TypeKind};

/// Writes a type expression: `list(string)`, `object({a = optional(number, 1)})`, `any`.
///
/// There is no expression for a capsule type; its name is written instead.
impl fmt::Display for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            TypeKind::String => formatter.write_str("string"),
            TypeKind::Number => formatter.write_str("number"),
            TypeKind::Bool => formatter.write_str("bool"),
            TypeKind::Dynamic => formatter.write_str("any"),
            TypeKind::List(element) => write!(formatter, "list({element})"),
            TypeKind::Set(element) => write!(formatter, "set({element})"),
            TypeKind::Map(element) => write!(formatter, "map({element})"),
            TypeKind::Tuple(elements) => {
                formatter.write_str("tuple([")?;
                for (index, element) in elements.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(formatter, "{separator}{element}")?;
                }
                formatter.write_str("])")
            }
            TypeKind::Object(object) => {
                formatter.write_str("object({")?;
                for (index, attribute) in object.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    let (name, ty) = (ObjectKeyText(attribute.name()), attribute.ty());
                    write!(formatter, "{separator}{name} = ")?;
                    match attribute.default_value() {
                        Some(default) => write!(formatter, "optional({ty}, {default})")?,
                        None if attribute.is_optional() => write!(formatter, "optional({ty})")?,
                        None => write!(formatter, "{ty}")?,
                    }
                }
                formatter.write_str("})")
            }
            TypeKind::Capsule(name) => formatter.write_str(name),
        }
    }
}

impl fmt::Debug for Type {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Type({self})")
    }
}

impl Type {
    /// The type as prose for a message: `number`, `list of string`, `object`.
    ///
    /// The attributes of an object and the elements of a tuple are left out, because the message would become too
    /// long.
    ///
    /// ```
    /// use hcl::Type;
    ///
    /// assert_eq!(
    ///     Type::list(Type::map(Type::STRING)).description(),
    ///     "list of map of string"
    /// );
    /// ```
    pub fn description(&self) -> String {
        let of = |kind: &str, element: &Type| format!("{kind} of {}", element.description());
        match self.kind() {
            TypeKind::Dynamic => "dynamic".to_owned(),
            TypeKind::List(element) => of("list", element),
            TypeKind::Set(element) => of("set", element),
            TypeKind::Map(element) => of("map", element),
            TypeKind::Tuple(_) => "tuple".to_owned(),
            TypeKind::Object(_) => "object".to_owned(),
            _ => self.to_string(),
        }
    }

    /// The type as a noun for authors of configuration, for example `a list of strings`. A tuple is called a list and a
    /// map an object, because authors write them alike.
    pub(crate) fn noun(&self) -> String {
        match self.kind() {
            TypeKind::Dynamic => "a value".to_owned(),
            TypeKind::String | TypeKind::Number | TypeKind::Bool => format!("a {self}"),
            TypeKind::List(element) => format!("a list{}", of_elements(element)),
            TypeKind::Set(element) => format!("a set{}", of_elements(element)),
            TypeKind::Map(element) => format!("an object{}", of_elements(element)),
            TypeKind::Tuple(_) => "a list".to_owned(),
            TypeKind::Object(_) => "an object".to_owned(),
            TypeKind::Capsule(_) => format!("a value of type {self}"),
        }
    }

    /// The message for a value of another type: what was expected, and what was found.
    pub(crate) fn expected_not(&self, given: &Type) -> String {
        let (wanted, found) = self.told_apart(given);
        format!("expected {wanted}, but found {found}")
    }

    /// Texts for this type and another one: the nouns, or the type expressions if both nouns are the same, as for two
    /// object types.
    pub(crate) fn told_apart(&self, other: &Type) -> (String, String) {
        match (self.noun(), other.noun()) {
            (own, others) if own == others => (self.to_string(), other.to_string()),
            nouns => nouns,
        }
    }
}

/// The suffix of a noun that names the elements of a collection, such as ` of strings`; empty if their type is unknown.
fn of_elements(element: &Type) -> String {
    match element.kind() {
        TypeKind::Dynamic => String::new(),
        TypeKind::List(element) => format!(" of lists{}", of_elements(element)),
        TypeKind::Set(element) => format!(" of sets{}", of_elements(element)),
        TypeKind::Map(element) => format!(" of objects{}", of_elements(element)),
        TypeKind::Tuple(_) => " of lists".to_owned(),
        TypeKind::Object(_) => " of objects".to_owned(),
        TypeKind::Capsule(name) => format!(" of {name}"),
        TypeKind::String | TypeKind::Number | TypeKind::Bool => format!(" of {element}s"),
    }
}
