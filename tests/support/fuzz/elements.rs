//! Parts of objects and tuples that are set, inserted and removed by their path.

use hcl::{Body, Edit, EvalContext, Expression, ExpressionKind, ObjectKey, Path, PathStep, Value};

use super::choices::Choices;
use super::model::{Letters, Place, items_of};
use super::rearrange::{Comments, Expected};

/// The expected object or tuple after a change.
pub(super) struct Parts {
    /// The indices that lead to it, from the expression of the attribute.
    indices: Vec<usize>,
    /// Its parts. `None` is the new part.
    kept: Vec<Option<Expression>>,
    value: Value,
}

impl Parts {
    pub(super) fn check(&self, expression: &Expression, told: &str) {
        let mut container = without_parentheses(expression.clone());
        for index in &self.indices {
            let (_, part) = parts(&container).swap_remove(*index);
            container = without_parentheses(part);
        }
        let found = parts(&container);
        assert_eq!(found.len(), self.kept.len(), "{told}");
        for ((_, found), kept) in found.iter().zip(&self.kept) {
            if let Some(kept) = kept {
                assert_eq!(found, kept, "{told}");
            } else {
                let hcl::Diagnosed {
                    value, diagnostics, ..
                } = found.evaluate_diagnosed(&EvalContext::new());
                assert!(diagnostics.is_empty() && value == self.value, "{told}");
            }
        }
    }
}

fn without_parentheses(expression: Expression) -> Expression {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => without_parentheses(inner),
        _ => expression,
    }
}

/// Returns the parts of an object or a tuple with their steps. Returns no parts for other expressions, and for objects
/// with keys that are not names or are repeated.
fn parts(expression: &Expression) -> Vec<(PathStep, Expression)> {
    match expression.kind() {
        ExpressionKind::Tuple(elements) => elements
            .into_iter()
            .enumerate()
            .map(|(index, element)| (PathStep::Index(index), element))
            .collect(),
        ExpressionKind::Object(items) => {
            let mut parts: Vec<(PathStep, Expression)> = Vec::new();
            for item in items {
                let ObjectKey::Name(name) = item.key else {
                    return Vec::new();
                };
                let step = PathStep::Attribute(name.into());
                if parts.iter().any(|it| it.0 == step) {
                    return Vec::new();
                }
                parts.push((step, item.value));
            }
            parts
        }
        _ => Vec::new(),
    }
}

/// Whether an item is an attribute whose value is an object or a tuple with parts.
pub(super) fn has_parts(place: &Place) -> bool {
    let attribute = place.item.as_attribute().filter(|_| place.has_path);
    attribute.is_some_and(|it| !parts(&without_parentheses(it.expression())).is_empty())
}

/// An object or a tuple in the expression of an attribute.
struct Container {
    path: Path,
    indices: Vec<usize>,
    parts: Vec<(PathStep, Expression)>,
}

impl Container {
    /// Chooses the whole expression, or an object or a tuple inside it.
    fn choose(expression: Expression, path: Path, choices: &mut Choices) -> Option<Self> {
        let expression = without_parentheses(expression);
        let mut container = Container {
            path,
            indices: Vec::new(),
            parts: parts(&expression),
        };
        while !container.parts.is_empty() && choices.once_in(2) {
            let index = choices.below(container.parts.len());
            let (step, inner) = container.parts[index].clone();
            let inner = parts(&without_parentheses(inner));
            if inner.is_empty() {
                break;
            }
            container.indices.push(index);
            container.path.push(step);
            container.parts = inner;
        }
        (!container.parts.is_empty()).then_some(container)
    }

    fn path_to(&self, step: PathStep) -> String {
        let mut path = self.path.clone();
        path.push(step);
        path.to_string()
    }
}

/// Changes a part of an object or a tuple. Returns `None` if the place has no such expression.
pub(super) fn change(
    body: &Body,
    place: &Place,
    edit: &mut Edit,
    choices: &mut Choices,
) -> Option<Expected> {
    let attribute = place.item.as_attribute()?;
    let container = Container::choose(attribute.expression(), place.path.clone(), choices)?;
    let parts = &container.parts;
    let data = choices.pick(&["text", "two\nlines\n", "${a}", ""]);
    let index = choices.below(parts.len());
    let mut kept: Vec<Option<Expression>> = parts.iter().map(|it| Some(it.1.clone())).collect();
    let is_tuple = matches!(parts[0].0, PathStep::Index(_));
    let mut letters = Letters::Unknown;
    let way = choices.below(4);
    let step = match way {
        0 | 1 => parts[index].0.clone(),
        2 if is_tuple => PathStep::Index(index),
        _ if is_tuple => PathStep::Index(parts.len()),
        _ => PathStep::Key("new_key".into()),
    };
    let path = container.path_to(step);
    match way {
        0 => {
            edit.set_path(body, &path, data);
            kept[index] = None;
            let new = Value::from(data).to_string();
            letters = Letters::replaced(parts[index].1.text(), &new);
        }
        1 => {
            edit.remove_path(body, &path);
            kept.remove(index);
        }
        2 if is_tuple => {
            edit.insert_path(body, &path, data);
            kept.insert(index, None);
        }
        _ if is_tuple => {
            edit.insert_path(body, &path, data);
            kept.push(None);
        }
        _ => {
            edit.set_path(body, &path, data);
            kept.push(None);
        }
    }
    let parts = Parts {
        indices: container.indices,
        kept,
        value: data.into(),
    };
    Some(Expected {
        told: format!("way {way} with {data:?} of {path}"),
        items: items_of(body),
        letters,
        comments: Comments::Unknown,
        parts: Some((place.address.clone(), parts)),
    })
}
