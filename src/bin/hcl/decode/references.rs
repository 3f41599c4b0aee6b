//! The variables that a configuration refers to, as JSON.

use std::io::{self, Write};

use hcl::{Body, EvalContext, Expression, Source, Spec, Traversal, TraversalKey, TraversalStep};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::value::RawValue;
use serde_json::{Value, json};

use super::json;
use super::report::range;

/// Writes the variables that decoding the body refers to, with their values in the context as far as these are known.
pub(crate) fn write(
    spec: &Spec,
    body: &Body,
    ctx: &EvalContext,
    out: &mut dyn Write,
) -> io::Result<()> {
    let expressions = spec.expressions(body);
    let references = expressions.iter().flat_map(Expression::variables);
    let references = references.map(|traversal| {
        let value = value_of(&traversal, ctx)?;
        Ok(Reference { traversal, value })
    });
    let references: Vec<_> = references.collect::<io::Result<_>>()?;
    Ok(serde_json::to_writer_pretty(out, &references)?)
}

/// A variable that is referred to, and its value in JSON.
struct Reference {
    traversal: Traversal,
    value: Option<Box<RawValue>>,
}

impl Serialize for Reference {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (root, source) = (self.traversal.root(), self.traversal.source());
        let root_range = range(source, self.traversal.root_span());
        let mut steps = vec![json!({ "kind": "root", "name": root, "range": root_range })];
        steps.extend(self.traversal.steps().iter().map(|it| step(it, source)));
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("range", &range(source, self.traversal.span()))?;
        map.serialize_entry("root_name", root)?;
        map.serialize_entry("steps", &steps)?;
        if let Some(value) = &self.value {
            map.serialize_entry("value", value)?;
        }
        map.end()
    }
}

/// Returns the value that the context has for a traversal, if it has one that can be written as JSON.
fn value_of(traversal: &Traversal, ctx: &EvalContext) -> io::Result<Option<Box<RawValue>>> {
    let expression = hcl::parse_expression(&traversal.to_string());
    let Ok(value) = expression.and_then(|it| it.evaluate(ctx)) else {
        return Ok(None);
    };
    if json::check(&value).is_err() {
        return Ok(None);
    }
    let mut text = Vec::new();
    json::write(&value, json::Nulls::Keep, &mut text)?;
    Ok(Some(serde_json::from_slice(&text)?))
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
