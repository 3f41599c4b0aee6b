//! An expanded body decodes to the same value as its displayed text, and as the same body expanded in JSON syntax.

use hcl::{Body, EvalContext, Value};

use super::choices::Choices;
use super::outline::items;
use super::{parse, scope, source};

pub fn dynamic(data: &[u8]) {
    let (text, choices) = source::split(data);
    let text = source::body_of(text);
    let Ok(body) = hcl::parse(&text) else {
        return;
    };
    let ctx = scope::limited(scope::STEPS, scope::BYTES);
    let hcl::Diagnosed {
        value: expanded,
        diagnostics,
        ..
    } = hcl::dynblock::expand_dynamic(&body, &ctx);
    parse::check_diagnostics(&text, &diagnostics);
    if diagnostics.is_empty() {
        written(&text, &expanded, &ctx);
        in_json(&text, &body, &expanded, &ctx);
    }
    if !text.contains("dynamic") {
        assert!(
            diagnostics.is_empty(),
            "there is nothing to expand: {text:?}"
        );
        assert_eq!(items(&expanded), items(&body), "{text:?}");
    }
    let mut choices = Choices::new(choices);
    let steps = u64::from(choices.byte()) * u64::from(choices.byte());
    let narrow = hcl::dynblock::expand_dynamic(&body, &scope::limited(steps, scope::BYTES));
    if diagnostics.is_empty() && narrow.diagnostics.is_empty() {
        assert_eq!(
            items(&narrow.value),
            items(&expanded),
            "with {steps} steps: {text:?}"
        );
    }
    decode(&text, &expanded, &ctx);
}

/// Checks that the displayed text of an expanded body decodes to the same value as the body.
fn written(text: &str, expanded: &Body, ctx: &EvalContext) {
    let display = expanded.to_string();
    let again = hcl::parse(&display)
        .unwrap_or_else(|error| panic!("{text:?} displays as {display:?}: {error}"));
    if let Ok(value) = decoded(expanded, ctx)
        && value.is_wholly_known()
    {
        let again = decoded(&again, ctx);
        let again = again.unwrap_or_else(|error| panic!("{error}\n{text:?}\n{display}"));
        assert_eq!(again, value, "{text:?}\n{display}");
    }
}

/// Checks that the same body in JSON syntax decodes to the same value after its expansion.
fn in_json(text: &str, body: &Body, expanded: &Body, ctx: &EvalContext) {
    let (Ok(json), Ok(value)) = (hcl::json::to_string(body), decoded(expanded, ctx)) else {
        return;
    };
    if hides_dynamic(body) {
        return;
    }
    let has_comment = json.rfind("\"//\"").is_some_and(|at| at > 1);
    if has_comment || text.contains("$${") || text.contains("%%{") {
        // Without a schema, a comment in a JSON block is a property, and a label is the name of a property, which is a
        // template.
        return;
    }
    let body = hcl::json::parse(&json).expect("what is written is JSON");
    let expanded = hcl::dynblock::expand_dynamic(&body, ctx);
    let expanded = expanded
        .into_result()
        .unwrap_or_else(|error| panic!("{error}\n{text:?}\n{json}"));
    let other = decoded(&expanded, ctx);
    let other = other.unwrap_or_else(|error| panic!("{error}\n{text:?}\n{json}"));
    assert_eq!(other, value, "{text:?}\n{json}");
    again(&json, expanded, &value, ctx);
}

/// Whether there is a `dynamic` block inside a block that is not generated. In JSON without a schema, that block is an
/// object.
fn hides_dynamic(body: &Body) -> bool {
    body.blocks().any(|block| {
        let inner = block.body();
        match block.block_type() {
            "dynamic" => inner.blocks().any(|content| hides_dynamic(&content.body())),
            _ => has_dynamic(&inner),
        }
    })
}

fn has_dynamic(body: &Body) -> bool {
    body.blocks()
        .any(|block| block.block_type() == "dynamic" || has_dynamic(&block.body()))
}

/// Checks that an expanded body stays the same when it is expanded again together with a layer that has a `dynamic`
/// block.
fn again(json: &str, expanded: Body, value: &Value, ctx: &EvalContext) {
    // A name that does not occur in the body.
    let mut name = String::from("more-");
    while json.contains(&name) {
        name.push('-');
    }
    let more = format!(r#"{{"dynamic": {{"{name}": {{"for_each": [1], "content": {{}}}}}}}}"#);
    let more = hcl::json::parse(&more).expect("it is JSON");
    let both = Body::overlay([expanded, more]).expect("they are small");
    let Ok(again) = hcl::dynblock::expand_dynamic(&both, ctx).into_result() else {
        return;
    };
    let again = decoded(&again, ctx).unwrap_or_else(|error| panic!("{error}\n{json}"));
    let entries = again.entries().expect("a body is an object");
    let entries = entries.filter(|(it, _)| *it != name);
    let entries = entries.map(|(name, value)| (name, value.clone()));
    let again = Value::object(entries).expect("it was an object");
    assert_eq!(again, *value, "{json}");
}

fn decoded(body: &Body, ctx: &EvalContext) -> hcl::Result<Value> {
    hcl::DecodeOptions::new().with_context(ctx).from_body(body)
}

fn decode(text: &str, expanded: &Body, ctx: &EvalContext) {
    let first = decoded(expanded, ctx).map_err(|error| error.to_string());
    let second = decoded(expanded, ctx).map_err(|error| error.to_string());
    assert_eq!(first, second, "{text:?}");
}
