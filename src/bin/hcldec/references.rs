//! The variables that a configuration refers to, as JSON.

use std::io::{self, Write};

use hcl::{Body, Expression, Source, Spec, Traversal, TraversalKey, TraversalStep};
use serde_json::{Value, json};

use crate::report::range;

/// Writes the variables that a decoding of the body refers to.
pub(crate) fn write(spec: &Spec, body: &Body, out: &mut dyn Write) -> io::Result<()> {
    let expressions = spec.expressions(body);
    let references: Vec<Value> = expressions.iter().flat_map(references).collect();
    write!(out, "{:#}", Value::from(references))
}

fn references(expression: &Expression) -> Vec<Value> {
    let source = expression.source();
    let variables = expression.variables();
    variables.iter().map(|it| reference(it, source)).collect()
}

fn reference(traversal: &Traversal, source: &Source) -> Value {
    let root = &traversal.root;
    let root_range = range(source, traversal.root_span);
    let mut steps = vec![json!({ "kind": "root", "name": root, "range": root_range })];
    let mut whole = traversal.root_span;
    for it in &traversal.steps {
        steps.push(step(it, source));
        whole = whole.join(it.span());
    }
    json!({ "root_name": root, "steps": steps, "range": range(source, whole) })
}

fn step(step: &TraversalStep, source: &Source) -> Value {
    let range = range(source, step.span());
    match step {
        TraversalStep::GetAttr { name, .. } => {
            json!({ "kind": "attr", "name": name, "range": range })
        }
        TraversalStep::Index { key, .. } => {
            json!({ "kind": "index", "key": index_key(key), "range": range })
        }
        _ => json!({ "kind": "other", "range": range }),
    }
}

fn index_key(key: &TraversalKey) -> Value {
    match key {
        TraversalKey::String(key) => key.as_str().into(),
        TraversalKey::Number(key) => key
            .as_i64()
            .map_or_else(|| key.to_f64().into(), Value::from),
    }
}
