//! A name that was probably meant is looked for only when a diagnostic is read.

#![allow(clippy::unwrap_used, reason = "a test")]

use serde_derive::Deserialize;

use crate::diagnostic::CALLS;
use crate::{Error, EvalContext, Value, evaluate_expression, from_str, from_str_with};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only whether it decodes is asked")]
struct Strict {
    port: u16,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
#[expect(dead_code, reason = "only whether it decodes is asked")]
enum Either {
    Strict(Strict),
    Text(String),
    Any { prot: u16 },
}

#[derive(Debug, Deserialize)]
#[expect(dead_code, reason = "only whether it decodes is asked")]
struct Config {
    #[serde(default)]
    either: Vec<Either>,
    #[serde(default)]
    x: Option<Value>,
}

/// How many suggestions are looked for while `work` is done.
fn suggestions<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = CALLS.get();
    let result = work();
    (CALLS.get() - before, result)
}

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(crate::function::stdlib::functions())
        .with_variable("count", 1)
        .with_variable("list", vec![0; 10_000])
        .with_variable("object", Value::object([("port", Value::from(1))]).unwrap())
}

/// What is reported of nothing costs nothing, and what is reported is completed when it is read.
#[test]
fn suggestions_are_made_for_what_is_read() {
    // An expression, and how many of its diagnostics are kept, each of which suggests a name.
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
        let (made, (_, diagnostics)) = suggestions(|| evaluate_expression(text, &context()));
        assert_eq!((made, diagnostics.len()), (0, kept), "{text}");
        let (made, whole) = suggestions(|| {
            let again = diagnostics.clone();
            let read = |it: &crate::Diagnostic| it.detail().contains("Did you mean");
            diagnostics.iter().chain(&again).all(read)
        });
        assert_eq!((made, whole), (kept, true), "{text}");
    }
}

#[test]
fn suggestions_are_made_for_the_type_that_is_refused() {
    let blocks = "either {\n  prot = 1\n}\n".repeat(1000);
    let (made, config) = suggestions(|| from_str::<Config>(&blocks));
    assert_eq!((made, config.unwrap().either.len()), (0, 1000));
    // Those that decide whether another name is missing: once in the body, and once in the survey.
    let (made, error) = suggestions(|| from_str::<Strict>("prot = 1").unwrap_err());
    assert_eq!(made, 2);
    let (made, _) = suggestions(|| from_str::<Strict>("prot = 1\nport = 2\n").unwrap_err());
    assert_eq!(made, 0);
    let (made, message) = suggestions(|| Error::message(&error));
    assert!(
        made == 1 && message.contains("Did you mean \"port\"?"),
        "{message}"
    );
    // Whether it is null cannot be seen, and then it is evaluated again.
    let (made, error) = suggestions(|| from_str_with::<Config>("x = cuont", &context()));
    assert_eq!(made, 0);
    assert!(
        error
            .unwrap_err()
            .message()
            .contains("Did you mean \"count\"?")
    );
}
