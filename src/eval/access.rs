//! Elements of collections and attributes of objects ("Index Operator", "Attribute Access
//! Operator").

use super::Evaluator;
use crate::convert::convert;
use crate::diagnostic::suggest;
use crate::span::Span;
use crate::value::{AttributeType, Type, TypeKind, Value};

impl Evaluator<'_> {
    /// The attribute `name` of a value; `step` is where the access stands.
    pub(super) fn get_attr(&mut self, source: &Value, name: &str, step: Span) -> Value {
        const UNSUPPORTED: &str = "Unsupported attribute";
        if let Some(value) = source.get(name) {
            return value.clone();
        }
        if source.is_null() {
            let detail = format!("This value is null, so it has no attribute \"{name}\".");
            return self.error("Attempt to get attribute from null value", detail, step);
        }
        let ty = source.ty();
        match ty.kind() {
            TypeKind::Dynamic => Value::dynamic(),
            TypeKind::Object(object) => {
                if let Some(attribute) = object.get(name) {
                    return Value::unknown(attribute.ty());
                }
                let names = object.iter().map(AttributeType::name);
                let detail = with_suggestion(
                    format!("This object does not have an attribute named \"{name}\"."),
                    suggest(name, names),
                );
                self.error(UNSUPPORTED, detail, step)
            }
            TypeKind::Map(element) => self.map_element(source, name, (element, step)),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) => {
                let detail = format!(
                    "This value is a {}, which has elements and no attributes. For the attribute \
                     \"{name}\" of each element, use the splat \"[*].{name}\".",
                    ty.description()
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

    fn map_element(&mut self, source: &Value, key: &str, (element, step): (&Type, Span)) -> Value {
        if !source.is_known() {
            return Value::unknown(element);
        }
        let keys = source.entries().into_iter().flatten().map(|(key, _)| key);
        let detail = with_suggestion(
            format!("This map does not have an element with the key \"{key}\"."),
            suggest(key, keys),
        );
        self.error("Missing map element", detail, step)
    }

    /// The element of a value by its key; `step` is where the brackets stand.
    pub(super) fn index(&mut self, source: &Value, key: &Value, step: Span) -> Value {
        const INVALID: &str = "Invalid index";
        if let Some(value) = source.known_element(key) {
            return value.clone();
        }
        if source.is_null() {
            let detail = "This value is null, so it does not have any indices.";
            return self.error("Attempt to index null value", detail, step);
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
                let detail = "The elements of a set have no keys; use a \"for\" expression to go \
                              through them.";
                return self.error(INVALID, detail, step);
            }
            _ => {
                let detail = format!(
                    "A value of type {} does not have any indices.",
                    ty.description()
                );
                return self.error(INVALID, detail, step);
            }
        };
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
            Some(name) => self.keyed(source, name, (&ty, step)),
            None => self.numbered(source, &key, (&ty, step)),
        }
    }

    fn keyed(&mut self, source: &Value, name: &str, (ty, step): (&Type, Span)) -> Value {
        if let Some(value) = source.get(name) {
            return value.clone();
        }
        match ty.kind() {
            TypeKind::Map(element) if !source.is_known() => Value::unknown(element),
            TypeKind::Object(object) if object.get(name).is_some() => object
                .get(name)
                .map_or_else(Value::dynamic, |it| Value::unknown(it.ty())),
            _ => {
                let entries = source.entries().into_iter().flatten();
                let detail = with_suggestion(
                    format!("This value has no element with the key \"{name}\"."),
                    suggest(name, entries.map(|(key, _)| key)),
                );
                self.error("Invalid index", detail, step)
            }
        }
    }

    fn numbered(&mut self, source: &Value, key: &Value, (ty, step): (&Type, Span)) -> Value {
        let Some(number) = key.as_number() else {
            return Value::dynamic();
        };
        let index = number
            .as_u64()
            .and_then(|index| usize::try_from(index).ok());
        if let (TypeKind::List(element), false) = (ty.kind(), source.is_known()) {
            let (_, longest) = source.range().length();
            if index.is_some_and(|index| longest.is_none_or(|longest| index < longest)) {
                return Value::unknown(element);
            }
        }
        let length = match ty.tuple_elements() {
            Some(types) => types.len(),
            None => source.as_slice().map_or(0, <[Value]>::len),
        };
        if let Some(value) = index.and_then(|index| source.get_index(index)) {
            return value.clone();
        }
        if let Some(ty) = index.and_then(|index| ty.tuple_elements()?.get(index)) {
            return Value::unknown(ty);
        }
        let reason = if !number.is_integer() {
            format!("the index {number} is not a whole number")
        } else if number.is_negative() {
            format!("the index {number} is negative; counting begins with 0")
        } else if length == 0 {
            String::from("it has no elements")
        } else if length == 1 {
            String::from("it has 1 element, so that the only index is 0")
        } else {
            format!(
                "it has {length} elements, so that the last index is {}",
                length - 1
            )
        };
        let detail = format!("The key does not identify an element of this value: {reason}.");
        self.error("Invalid index", detail, step)
    }
}

fn with_suggestion(detail: String, suggestion: Option<&str>) -> String {
    match suggestion {
        Some(suggestion) => format!("{detail} Did you mean \"{suggestion}\"?"),
        None => detail,
    }
}
