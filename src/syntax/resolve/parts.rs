//! Parts of expressions: elements of tuples, items of objects, and JSON values, which may be blocks ("Collection
//! Values").

use std::sync::{Arc, OnceLock};

use foldhash::HashMap;

use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::error::{Category, Error};
use crate::nfc;
use crate::path::PathStep;
use crate::protocol::field::PrivateField;
use crate::quote::{counted, quote, quote_whole};
use crate::syntax::tree::UnaryOperator;
use crate::syntax::tree::handle::{Attribute, Expression, ExpressionKind, ObjectItem, ObjectKey};
use crate::syntax::tree::view::ExpressionView;

/// A hint with the most similar name, if there is one.
pub(super) fn hint<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = suggest(name, names);
    near.map_or(String::new(), |near| {
        format!(" Did you mean {}?", quote_whole(near))
    })
}

pub(crate) fn invalid(detail: impl Into<String>) -> Error {
    Error::of(Code::InvalidPath, detail)
}

/// The error for a path that has an index where a name is needed.
pub(crate) fn no_name() -> Error {
    invalid("A path begins with the name of an attribute or the type of a block.")
}

/// The error for a step that names no part of an expression.
pub(crate) fn no_part_of(expression: &Expression, step: &PathStep) -> Error {
    invalid(match (expression.kind(), step) {
        (ExpressionKind::Parentheses(inner), _) => return no_part_of(&inner, step),
        (ExpressionKind::Tuple(elements), PathStep::Index(index)) => {
            let elements = counted(elements.len(), "element");
            format!("The index {index} is out of range: the list has {elements}.")
        }
        (ExpressionKind::Tuple(_), _) => {
            "This is a list, whose elements are named by their index.".to_owned()
        }
        (ExpressionKind::Object(items), PathStep::Attribute(key) | PathStep::Key(key)) => {
            let keys: Vec<String> = items.iter().filter_map(ObjectItem::static_key).collect();
            let hint = hint(key, keys.iter().map(String::as_str));
            format!("The object has no item {}.{hint}", quote(key))
        }
        (ExpressionKind::Object(_), _) => {
            "This is an object, whose items are named by their key.".to_owned()
        }
        _ => return not_a_container(expression),
    })
}

/// The error for an expression without parts.
pub(crate) fn not_a_container(expression: &Expression) -> Error {
    let detail = "This is neither an object nor a list, so it has no parts that a path could name.";
    let diagnostic = Diagnostic::of(Code::InvalidPath, detail);
    Error::new(Category::Data, diagnostic.at(expression))
}

/// The text of an object's key that is known without evaluation, in NFC.
pub(crate) fn static_key(key: &Expression) -> Option<String> {
    let inner = key.clone().without_parentheses();
    let has_parentheses = inner.span() != key.span();
    let text = match inner.kind() {
        // In parentheses, a name is a variable, and null is not a key.
        ExpressionKind::Variable(_) | ExpressionKind::Null if has_parentheses => return None,
        ExpressionKind::Variable(name) => name,
        ExpressionKind::Number(number) => number.to_string(),
        ExpressionKind::Unary {
            operator: UnaryOperator::Negate,
            operand,
        } => match operand.without_parentheses().kind() {
            ExpressionKind::Number(number) => (-number).to_string(),
            _ => return None,
        },
        ExpressionKind::Bool(value) => value.to_string(),
        ExpressionKind::Null => "null".to_owned(),
        _ => inner.literal_text()?.into_owned(),
    };
    Some(nfc::normalize(&text).into_owned())
}

impl ObjectItem {
    /// The key, in normalization form C, if it is known without evaluation: a name, a literal, or a negative number.
    /// [`Body::at`](crate::Body::at) finds the item by it.
    ///
    /// ```
    /// use hcl::ExpressionKind;
    ///
    /// let object = hcl::parse_expression(r#"{ a = 1, "b" = 2, -1 = 3, (c) = 4 }"#)?;
    /// let ExpressionKind::Object(items) = object.kind() else {
    ///     panic!("it is an object");
    /// };
    /// let keys: Vec<_> = items.iter().map(|item| item.static_key()).collect();
    /// assert_eq!(keys[..3], ["a", "b", "-1"].map(|key| Some(key.to_owned())));
    /// assert_eq!(keys[3], None);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn static_key(&self) -> Option<String> {
        match &self.key {
            ObjectKey::Name(name) => Some(nfc::normalize(name).into_owned()),
            ObjectKey::Expression(key) => static_key(key),
        }
    }
}

/// An expression in native syntax, or the values of all properties with the same name in JSON syntax, which may be
/// blocks or objects for their labels. Its parts are collected at the first lookup.
#[derive(Debug)]
pub(crate) struct Parts {
    /// One expression, or any number of values.
    values: Vec<Expression>,
    syntax: PartsSyntax,
    inner: OnceLock<InnerParts>,
    /// Whether it is certain that all parts are written in the source.
    is_literal: OnceLock<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartsSyntax {
    Native,
    Json,
}

/// The parts of an expression or of values in JSON syntax, by index and by name.
#[derive(Debug, Default)]
struct InnerParts {
    elements: Vec<Arc<Parts>>,
    /// By names in NFC.
    named: HashMap<String, Arc<Parts>>,
}

impl Parts {
    /// The parts of an attribute, or of all properties with the same name.
    pub(super) fn of(attributes: &[Attribute]) -> Arc<Self> {
        match attributes {
            [attribute, ..] if !attribute.is_property() => Parts::native(attribute.expression()),
            properties => Parts::json(properties.iter().map(Attribute::expression).collect()),
        }
    }

    fn native(expression: Expression) -> Arc<Self> {
        Parts::new(vec![expression], PartsSyntax::Native)
    }

    fn json(values: Vec<Expression>) -> Arc<Self> {
        Parts::new(values, PartsSyntax::Json)
    }

    fn new(values: Vec<Expression>, syntax: PartsSyntax) -> Arc<Self> {
        Arc::new(Parts {
            values,
            syntax,
            inner: OnceLock::new(),
            is_literal: OnceLock::new(),
        })
    }

    /// The expression, or the first of the values.
    pub(super) fn expression(&self) -> Option<&Expression> {
        self.values.first()
    }

    /// The part that a step leads to.
    pub(super) fn step(&self, step: &PathStep) -> Option<Arc<Parts>> {
        let inner = self.inner.get_or_init(|| match self.syntax {
            PartsSyntax::Native => InnerParts::of_expression(self.values.first()),
            PartsSyntax::Json => InnerParts::of_values(&self.values),
        });
        match step {
            PathStep::Index(index) => inner.elements.get(*index).cloned(),
            _ => inner.named.get(&*nfc::normalize(step.name()?)).cloned(),
        }
    }

    /// For a step that leads nowhere, whether its target certainly does not exist. Computed content is not known.
    pub(super) fn is_certain(&self, step: &PathStep) -> bool {
        // Only the type determines how many levels of objects in JSON are labels.
        let is_json = self.syntax == PartsSyntax::Json;
        let is_label = is_json && step.name().is_some_and(PrivateField::is_label);
        let is_literal = |it: &Expression| is_literal(it) && !(is_json && may_be_labels(it));
        let is_certain = || self.values.iter().all(is_literal);
        !is_label && *self.is_literal.get_or_init(is_certain)
    }
}

impl InnerParts {
    fn of_expression(expression: Option<&Expression>) -> Self {
        let mut inner = InnerParts::default();
        let Some(expression) = expression.cloned() else {
            return inner;
        };
        match expression.without_parentheses().kind() {
            ExpressionKind::Tuple(elements) => {
                inner.elements = elements.into_iter().map(Parts::native).collect();
            }
            ExpressionKind::Object(items) => {
                for item in items {
                    // If a key is repeated, the last item counts.
                    let key = item.static_key();
                    let part = key.map(|key| (key, Parts::native(item.value)));
                    inner.named.extend(part);
                }
            }
            _ => {}
        }
        inner
    }

    /// The parts of values in JSON. An object is one block, an array is one block per element.
    fn of_values(values: &[Expression]) -> Self {
        let mut elements = Vec::new();
        for value in values {
            match value.kind() {
                ExpressionKind::Tuple(inner) => elements.extend(inner),
                ExpressionKind::Object(_) => elements.push(value.clone()),
                _ => {}
            }
        }
        let mut named: HashMap<String, Vec<Expression>> = HashMap::default();
        for element in &elements {
            if let ExpressionKind::Object(items) = element.kind() {
                for item in items {
                    let Some(key) = item.static_key() else {
                        continue;
                    };
                    named.entry(key).or_default().push(item.value);
                }
            }
        }
        // If there are several objects, each name in them is a label, so its values must be bodies.
        let is_found = |parts: &[Expression]| elements.len() == 1 || parts.iter().all(is_structure);
        named.retain(|_, parts| is_found(parts));
        let named = named.into_iter();
        InnerParts {
            named: named.map(|(key, it)| (key, Parts::json(it))).collect(),
            elements: elements
                .into_iter()
                .map(|it| Parts::json(vec![it]))
                .collect(),
        }
    }
}

fn is_literal(expression: &Expression) -> bool {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => is_literal(&inner),
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Tuple(_) => true,
        ExpressionKind::Object(items) => items.iter().all(|item| item.static_key().is_some()),
        _ => expression.literal_text().is_some(),
    }
}

/// Whether a value in JSON syntax may have objects for labels: objects that contain only objects and arrays.
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
    let shape = value.shape();
    matches!(shape, ExpressionView::Object(_) | ExpressionView::Tuple(_))
}
