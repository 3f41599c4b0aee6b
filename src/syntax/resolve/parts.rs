//! Parts of expressions: elements of tuples, items of objects, and values of JSON, which may be blocks ("Collection
//! Values").

use crate::diagnostic::{Diagnostic, suggest};
use crate::error::{Category, Error};
use crate::nfc;
use crate::path::PathStep;
use crate::protocol::field::PrivateField;
use crate::syntax::tree::handle::{Attribute, Expression, ExpressionKind, ObjectItem, ObjectKey};

/// A near name to suggest.
pub(super) fn hint<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = suggest(name, names);
    near.map_or(String::new(), |near| format!(" Did you mean \"{near}\"?"))
}

/// The error about a path.
pub(crate) fn invalid(detail: impl Into<String>) -> Error {
    Error::of(Category::Data, "Invalid path", detail)
}

/// The error about a path that has an index where a name is needed.
pub(crate) fn no_name() -> Error {
    invalid("A path begins with the name of an attribute or the type of a block.")
}

/// The error that a step names no part of an expression.
pub(crate) fn no_part_of(expression: &Expression, step: &PathStep) -> Error {
    invalid(match (expression.kind(), step) {
        (ExpressionKind::Parentheses(inner), _) => return no_part_of(&inner, step),
        (ExpressionKind::Tuple(elements), PathStep::Index(index)) => {
            let count = elements.len();
            format!("The index {index} is out of range: the tuple has {count} elements.")
        }
        (ExpressionKind::Tuple(_), _) => {
            "Here is a tuple, whose elements are named by their index.".to_owned()
        }
        (ExpressionKind::Object(items), PathStep::Attribute(key) | PathStep::Key(key)) => {
            let keys: Vec<String> = items.iter().filter_map(item_key).collect();
            let hint = hint(key, keys.iter().map(String::as_str));
            format!("The object has no item \"{key}\".{hint}")
        }
        (ExpressionKind::Object(_), _) => {
            "Here is an object, whose items are named by their key.".to_owned()
        }
        _ => return not_a_container(expression),
    })
}

/// The error that an expression has no parts.
pub(crate) fn not_a_container(expression: &Expression) -> Error {
    let detail = "Here is neither an object nor a tuple: it has no parts that a path could name.";
    let diagnostic = Diagnostic::error("Invalid path", detail);
    Error::new(Category::Data, diagnostic.at(expression))
}

/// The text of an object's key that is known without evaluation, in NFC.
pub(crate) fn static_key(key: &Expression) -> Option<String> {
    let text = match key.kind() {
        ExpressionKind::Variable(name) => name,
        ExpressionKind::Number(number) => number.to_string(),
        ExpressionKind::Bool(value) => value.to_string(),
        ExpressionKind::Null => "null".to_owned(),
        _ => key.literal_text()?.into_owned(),
    };
    Some(nfc::normalize(&text).into_owned())
}

fn item_key(item: &ObjectItem) -> Option<String> {
    match &item.key {
        ObjectKey::Name(name) => Some(nfc::normalize(name).into_owned()),
        ObjectKey::Expression(key) => static_key(key),
    }
}

/// The values in an object that have this key.
fn items_of_key(items: Vec<ObjectItem>, name: &str) -> Vec<Expression> {
    let name = nfc::normalize(name);
    let is_named = |item: &ObjectItem| item_key(item).is_some_and(|key| *key == *name);
    let items = items.into_iter().filter(is_named);
    items.map(|item| item.value).collect()
}

pub(super) fn part_of_expression(expression: &Expression, step: &PathStep) -> Option<Expression> {
    match (expression.kind(), step) {
        (ExpressionKind::Parentheses(inner), _) => part_of_expression(&inner, step),
        (ExpressionKind::Tuple(elements), PathStep::Index(index)) => elements.get(*index).cloned(),
        // Of a repeated key, the last counts.
        (ExpressionKind::Object(items), _) => items_of_key(items, step.name()?).pop(),
        _ => None,
    }
}

pub(super) fn is_literal(expression: &Expression) -> bool {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => is_literal(&inner),
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Tuple(_) => true,
        ExpressionKind::Object(items) => items.iter().all(|item| item_key(item).is_some()),
        _ => expression.literal_text().is_some(),
    }
}

pub(super) fn values(properties: &[Attribute]) -> Vec<Expression> {
    properties.iter().map(Attribute::expression).collect()
}

/// What a step leads to in values of JSON. An object is one block, and an array as many as it has elements.
pub(super) fn part_of_values(values: &[Expression], step: &PathStep) -> Option<Vec<Expression>> {
    let mut elements = Vec::new();
    for value in values {
        match value.kind() {
            ExpressionKind::Tuple(inner) => elements.extend(inner),
            ExpressionKind::Object(_) => elements.push(value.clone()),
            _ => {}
        }
    }
    if let PathStep::Index(index) = step {
        return elements.get(*index).map(|it| vec![it.clone()]);
    }
    let name = step.name()?;
    let mut parts = Vec::new();
    for element in &elements {
        if let ExpressionKind::Object(items) = element.kind() {
            parts.append(&mut items_of_key(items, name));
        }
    }
    // A name in one of several objects is a label, below which there are bodies.
    let is_found = elements.len() == 1 || parts.iter().all(is_structure);
    (is_found && !parts.is_empty()).then_some(parts)
}

/// Whether it is certain that values of JSON lack what a step names. The types alone tell how many of the objects are
/// labels.
pub(super) fn lack(values: &[Expression], step: &PathStep) -> bool {
    let is_label = step.name().is_some_and(PrivateField::is_label);
    !is_label && values.iter().all(|it| is_literal(it) && !may_be_labels(it))
}

/// Whether a value in JSON syntax may have objects for labels: objects of nothing but objects and arrays.
fn may_be_labels(value: &Expression) -> bool {
    match value.kind() {
        ExpressionKind::Tuple(elements) => elements.iter().any(may_be_labels),
        ExpressionKind::Object(items) => {
            !items.is_empty() && items.iter().all(|item| is_structure(&item.value))
        }
        _ => false,
    }
}

fn is_structure(value: &Expression) -> bool {
    matches!(
        value.kind(),
        ExpressionKind::Object(_) | ExpressionKind::Tuple(_)
    )
}
