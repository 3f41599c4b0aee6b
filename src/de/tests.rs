//! A name that was probably meant is looked for only when a diagnostic is read.

#![allow(clippy::unwrap_used, reason = "a test")]

use serde_derive::Deserialize;

use crate::{Diagnostic, EvalContext, ParseOptions, Value, from_str};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only whether it decodes is asked")]
struct Strict {
    port: u16,
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(crate::function::stdlib::functions())
        .with_variable("count", 1)
        .with_variable("list", vec![0; 10_000])
        .with_variable("object", Value::object([("port", Value::from(1))]).unwrap())
}

/// Whether a diagnostic suggests a name, and computes the suggestion only when its detail is read.
fn suggests_on_demand(diagnostic: &Diagnostic) -> bool {
    let is_in = |text: &str| text.contains("Did you mean");
    !is_in(diagnostic.statement()) && is_in(diagnostic.detail())
}

#[test]
fn evaluation_suggests_names_on_demand() {
    // An expression, and the number of its diagnostics. Each of these suggests a name.
    let cases = [
        ("[for it in list : cuont]", 1),
        ("[for it in list : asb(1)]", 1),
        ("[for it in list : object.prot]", 1),
        ("[for it in list : object[\"prot\"]]", 1),
        ("{for key, it in list : key => kye}", 1),
        ("list[*][object.prot]", 1),
        ("\"%{ for it in list }${cuont}%{ endfor }\"", 1),
        ("false && cuont == 1", 0),
        ("cuont == 1 && false", 0),
        ("true ? 1 : cuont", 0),
        ("[cuont, asb(1), object.prot]", 3),
    ];
    for (text, kept) in cases {
        let diagnostics = ParseOptions::new()
            .evaluate_expression(text, &context())
            .diagnostics;
        assert_eq!(diagnostics.len(), kept, "{text}");
        assert!(diagnostics.iter().all(suggests_on_demand), "{text}");
    }
}

#[test]
fn decoding_suggests_names_on_demand() {
    for text in ["prot = 1", "prot = 1\nport = 2\n"] {
        let error = from_str::<Strict>(text).unwrap_err();
        assert!(error.diagnostics().iter().all(suggests_on_demand), "{text}");
    }
}
