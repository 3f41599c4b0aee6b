//! The variables that a configuration refers to, as JSON.

use std::io::{self, Write};

use hcl::{Body, Expression, Source, Spec, Traversal, TraversalKey, TraversalStep};
use serde_json::{Value, json};

use super::report::range;

/// Writes the variables that a decoding of the body refers to.
pub(crate) fn write(spec: &Spec, body: &Body, out: &mut dyn Write) -> io::Result<()> {
    let expressions = spec.expressions(body);
    let references: Vec<Value> = expressions.iter().flat_map(references).collect();
    write!(out, "{:#}", Value::from(references))
}

fn references(expression: &Expression) -> Vec<Value> {
    expression.variables().iter().map(reference).collect()
}

fn reference(traversal: &Traversal) -> Value {
    let (root, source) = (traversal.root(), traversal.source());
    let root_range = range(source, traversal.root_span());
    let mut steps = vec![json!({ "kind": "root", "name": root, "range": root_range })];
    steps.extend(traversal.steps().iter().map(|it| step(it, source)));
    json!({ "root_name": root, "steps": steps, "range": range(source, traversal.span()) })
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
        _ => Value::Null,
    }
}
