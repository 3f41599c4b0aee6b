//! Attributes that refer to each other have the same values as when they are evaluated one by one, in dependency order.

use std::collections::HashSet;

use hcl::references::References;
use hcl::{BodyItem, Category, EvalContext};

use super::{parse, scope, source};

/// Evaluates the attributes of a body, which may refer to each other.
pub fn references(data: &[u8]) {
    let (text, _) = source::split(data);
    let text = source::body_of(text);
    let Ok(body) = hcl::parse(&text) else {
        return;
    };
    let references = References::new().with_root_attributes();
    // The context has no variables, because they could replace missing attributes with the same name.
    let ctx = scope::functions()
        .with_max_steps(scope::STEPS)
        .with_max_bytes(scope::BYTES);
    let scope = references.scope(&body, &ctx);
    parse::check_diagnostics(&text, &scope.diagnostics);
    let (scope, dependencies) = (scope.value, references.dependencies(&body));
    let Ok(order) = dependencies.order() else {
        assert!(!dependencies.cycles().is_empty(), "{text:?}");
        // A cycle is an error only if its value is needed. After `true ||`, for example, it is not.
        let _ = scope.check();
        return;
    };
    let mut one_by_one = EvalContext::child(&ctx);
    let mut seen = HashSet::new();
    for part in order {
        // Attributes in blocks have no names here. Attributes with the name of a literal cannot be referred to.
        let is_root = part.path().steps().len() == 1;
        let is_literal = |name: &str| ["true", "false", "null"].contains(&name);
        let BodyItem::Attribute(attribute) = part.item() else {
            continue;
        };
        // If an attribute is defined twice, the first definition counts.
        let is_first = seen.insert(part.path());
        if !is_root || !is_first || is_literal(attribute.name()) {
            continue;
        }
        let expected = attribute.expression().evaluate(&one_by_one);
        let found = scope.value(part.path().clone());
        if is_limit(&expected) || is_limit(&found) {
            return;
        }
        assert_eq!(
            found.as_ref().ok(),
            expected.as_ref().ok(),
            "{} of {text:?}",
            part.path()
        );
        match expected {
            Ok(value) => one_by_one.set_variable(attribute.name(), value),
            // A part without a value has no variable in `one_by_one`, so the parts that need it cannot be compared.
            Err(_) => return,
        }
    }
}

fn is_limit<T>(result: &hcl::Result<T>) -> bool {
    let error = result.as_ref().err();
    error.is_some_and(|error| error.classify() == Category::Limit)
}
