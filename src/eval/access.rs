//! Elements of collections and attributes of objects ("Index Operator", "Attribute Access Operator").

use super::Evaluator;
use crate::convert::convert;
use crate::diagnostic::{Advised, Code, Diagnostic, did_you_mean, suggest};
use crate::number::Number;
use crate::quote::quote;
use crate::span::Span;
use crate::value::{AttributeType, ObjectType, Type, TypeKind, Value};

impl Evaluator<'_> {
    /// The attribute `name` of a value. `step` is the span of the access.
    pub(super) fn get_attr(&mut self, source: &Value, name: &str, step: Span) -> Value {
        const UNSUPPORTED: Code = Code::UnsupportedAttribute;
        if let Some(value) = source.get(name) {
            return value.clone();
        }
        if source.is_null() {
            let detail = format!("This value is null, so it has no attribute \"{name}\".");
            return self.error(Code::AttemptToGetAttributeFromNullValue, detail, step);
        }
        let ty = source.ty();
        if let Some(value) = unknown_part(source, &ty, name) {
            return value;
        }
        match ty.kind() {
            TypeKind::Dynamic => Value::dynamic(),
            TypeKind::Object(_) => {
                let detail = format!("This object does not have an attribute named \"{name}\".");
                let (ty, name) = (ty.clone(), name.to_owned());
                // The accessed name is in the source, but the names in the object may reveal a secret.
                let diagnostic = Diagnostic::of(UNSUPPORTED, detail).at(step);
                let diagnostic = diagnostic.with_advice(move || {
                    let attributes = ty.as_object().into_iter().flat_map(ObjectType::iter);
                    near(&name, attributes.map(AttributeType::name))
                });
                self.fail(diagnostic.with_statement_without_values())
            }
            TypeKind::Map(_) => {
                let detail = format!("This map does not have an element with the key \"{name}\".");
                let find = near_key(source, name);
                self.error_with_advice(Code::MissingMapElement, detail, step, find)
            }
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => {
                let detail = format!(
                    "This value is {}, which has elements but no attributes. For the attribute \
                     \"{name}\" of each element, use the splat \"[*].{name}\".",
                    ty.noun()
                );
                self.error(UNSUPPORTED, detail, step)
            }
            _ => {
                let detail = format!(
                    "A value of type {} does not have any attributes.",
                    ty.description()
                );
                self.error(UNSUPPORTED, detail, step)
            }
        }
    }

    /// The element of a value at a key. `step` is the span of the brackets.
    pub(super) fn index(&mut self, source: &Value, key: &Value, step: Span) -> Value {
        const INVALID: Code = Code::InvalidIndex;
        if let Some(value) = source.known_element(key) {
            return value.clone();
        }
        if source.is_null() {
            let detail = "This value is null, so it cannot be indexed.";
            return self.error(Code::AttemptToIndexNullValue, detail, step);
        }
        if key.is_null() {
            return self.error(INVALID, "A null value cannot be used as a key.", step);
        }
        let ty = source.ty();
        if ty.is_dynamic() || key.ty().is_dynamic() {
            return Value::dynamic();
        }
        let (key_type, element) = match ty.kind() {
            TypeKind::List(element) => (Type::NUMBER, Some(element)),
            TypeKind::Tuple(_) => (Type::NUMBER, None),
            TypeKind::Map(element) => (Type::STRING, Some(element)),
            TypeKind::Object(_) => (Type::STRING, None),
            TypeKind::Set(_) => {
                let detail = "The elements of a set have no keys; use a \"for\" expression to iterate over them.";
                return self.error(INVALID, detail, step);
            }
            _ => {
                let detail = format!("A value of type {} cannot be indexed.", ty.description());
                return self.error(INVALID, detail, step);
            }
        };
        if !self.paid_at(self.work.budget.take_conversion(key, &key_type), step) {
            return Value::dynamic();
        }
        let key = match convert(key, &key_type) {
            Ok(key) => key,
            Err(error) => {
                let detail =
                    format!("The key does not identify an element of this value: {error}.");
                return self.error(INVALID, detail, step);
            }
        };
        if !key.is_known() {
            return element.map_or_else(Value::dynamic, Value::unknown);
        }
        match key.as_str() {
            Some(name) => self.keyed(source, name, &ty, step),
            None => self.numbered(source, &key, &ty, step),
        }
    }

    fn keyed(&mut self, source: &Value, name: &str, ty: &Type, step: Span) -> Value {
        if let Some(value) = source.get(name) {
            return value.clone();
        }
        if let Some(value) = unknown_part(source, ty, name) {
            return value;
        }
        let detail = format!("This value has no element with the key {}.", quote(name));
        self.error_with_advice(Code::InvalidIndex, detail, step, near_key(source, name))
    }

    fn numbered(&mut self, source: &Value, key: &Value, ty: &Type, step: Span) -> Value {
        let Some(number) = key.as_number() else {
            return Value::dynamic();
        };
        // On 32-bit platforms, an index may exceed `usize` and still be within the limits of an unknown list.
        let index = number.as_u64();
        let position = index.and_then(|index| usize::try_from(index).ok());
        if let Some(value) = position.and_then(|position| source.get_index(position)) {
            return value.clone();
        }
        let length = ElementCount::of(source, ty);
        if index.is_some_and(|index| index < length.most) {
            let element = match ty.kind() {
                TypeKind::List(element) => Some(element),
                _ => ty.tuple_elements().and_then(|it| it.get(position?)),
            };
            return element.map_or_else(Value::dynamic, Value::unknown);
        }
        let reason = if !number.is_integer() {
            format!("the index {number} is not a whole number")
        } else if number.is_negative() {
            format!("the index {number} is negative; indices start at 0")
        } else {
            length.describe(number)
        };
        let detail = format!("The key does not identify an element of this value: {reason}.");
        self.error(Code::InvalidIndex, detail, step)
    }
}

/// The element or attribute with this name of an unknown value of this type. `None` if the value is known, or if it
/// certainly has no such part.
fn unknown_part(value: &Value, ty: &Type, name: &str) -> Option<Value> {
    match ty.kind() {
        TypeKind::Map(element) if !value.is_known() => Some(Value::unknown(element)),
        TypeKind::Object(object) if !value.is_known() => {
            Some(Value::unknown(object.get(name)?.ty()))
        }
        _ => None,
    }
}

/// The number of elements of a list or tuple.
struct ElementCount {
    most: u64,
    /// Whether it is only an upper limit.
    is_limit: bool,
}

impl ElementCount {
    /// The length of a value of this type. The length of an unknown list may have an upper limit; without
    /// one, it counts as unlimited.
    fn of(value: &Value, ty: &Type) -> Self {
        let (least, most) = match ty.tuple_elements() {
            Some(types) => (types.len(), Some(types.len())),
            None => value.range().length(),
        };
        ElementCount {
            most: most.map_or(u64::MAX, |most| most as u64),
            is_limit: Some(least) != most,
        }
    }

    /// Says why the index `number` is out of range.
    fn describe(&self, number: &Number) -> String {
        let most = if self.is_limit { "at most " } else { "" };
        match self.most {
            u64::MAX => format!("the index {number} is too large"),
            0 => String::from("it has no elements"),
            1 => format!("it has {most}1 element, so the only index is 0"),
            length => format!(
                "it has {most}{length} elements, so the last index is {}",
                length - 1
            ),
        }
    }
}

/// A suggestion to append to a detail, if `given` is similar to one of the names.
fn near<'n>(given: &str, names: impl Iterator<Item = &'n str>) -> Advised {
    suggest(given, names).map_or_else(Advised::default, |near| did_you_mean(given, near))
}

/// A suggestion to append to a detail, if the key is similar to a key of the value.
fn near_key(value: &Value, key: &str) -> impl Fn() -> Advised + Send + Sync + 'static {
    let (value, key) = (value.clone(), key.to_owned());
    move || {
        let entries = value.as_entries().unwrap_or_default().iter();
        near(&key, entries.map(|(key, _)| &**key))
    }
}
