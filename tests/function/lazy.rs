//! Functions that evaluate arguments themselves.

use hcl::function::{Function, FunctionError, LazyCall, Parameter, stdlib};
use hcl::{Category, Diagnostic, EvalContext, Type, Value};

fn context() -> EvalContext {
    EvalContext::new()
        .with_functions(stdlib::reference())
        .with_variable("list", vec![1, 2, 3])
        .with_variable("unknown", Value::unknown(&Type::list(Type::STRING)))
}

fn evaluate(text: &str, ctx: &EvalContext) -> Result<Value, hcl::Error> {
    hcl::parse_expression(text).unwrap().evaluate(ctx)
}

fn lazy(
    implementation: fn(&LazyCall<'_>) -> Result<Value, FunctionError>,
    parameters: usize,
) -> Function {
    let function = Function::lazy(Type::DYNAMIC, implementation);
    let parameters = (0..parameters).map(|index| Parameter::lazy(format!("p{index}")));
    parameters.fold(function, Function::with_parameter)
}

#[test]
fn arguments_are_evaluated_in_their_own_scope() {
    let ctx = context();
    for (text, expected) in [
        ("[for x in list : try(x.nothing, x * 2)]", "[2, 4, 6]"),
        (
            "{for k, x in list : k => can(list[k + 1])}",
            "{ \"0\" = true, \"1\" = true, \"2\" = false }",
        ),
        ("\"%{for x in list}${try(nobody, x)}%{endfor}\"", "\"123\""),
        ("list[*] == try(list, [])[*]", "true"),
        (
            "try([nobody], [for x in list : try(nobody, [x])])[1][0]",
            "2",
        ),
        ("try(list...)", "1"),
        ("1 + try(nobody, 2) * 3", "7"),
        ("can(unknown[0].x)", "false"),
        ("can(unknown[0])", "(unknown bool)"),
        ("try(unknown, 1)", "(unknown any)"),
    ] {
        let value = evaluate(text, &ctx).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value.to_string(), expected, "{text}");
    }
}

/// Errors of arguments that the function does not need are not reported. All other errors are reported as usual.
#[test]
fn errors_of_unneeded_arguments_are_not_reported() {
    let ctx = context();
    let error = evaluate("[try(a, 1), b, try(c, d)]", &ctx).unwrap_err();
    let summaries: Vec<_> = error
        .diagnostics()
        .iter()
        .map(Diagnostic::summary)
        .collect();
    assert_eq!(summaries, ["Unknown variable", "Error in function call"]);
    let detail = error.diagnostics()[1].detail();
    assert!(
        detail.contains("named \"c\"") && detail.contains("named \"d\""),
        "{detail}"
    );
}

/// If a function returns the error of an argument, the error is reported at the argument.
#[test]
fn errors_of_arguments_keep_their_places() {
    let ctx = context().with_function("same", lazy(|call| call.evaluate(0), 1));
    let error = evaluate("[1, same([nobody.x, list + 1])]", &ctx).unwrap_err();
    let columns: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| it.position().unwrap().column())
        .collect();
    assert_eq!(columns, [11, 21]);
    let error = evaluate("convert(1, object({ a = strng, b = list() }))", &ctx).unwrap_err();
    let columns: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| it.position().unwrap().column())
        .collect();
    assert_eq!(columns, [25, 40]);
    assert_eq!(
        error.diagnostics()[0].source().unwrap().text(),
        "convert(1, object({ a = strng, b = list() }))"
    );
}

#[test]
fn a_function_sees_the_expression() {
    let show = lazy(
        |call| {
            let text = call.text(0).unwrap_or("?").to_owned();
            let variables = call.variables(0).into_iter().map(Value::from);
            Ok(Value::tuple([text.into()].into_iter().chain(variables))?)
        },
        1,
    );
    let ctx = context().with_function("show", show);
    let value = evaluate("show([for x in list : x + a.b[0] + c])", &ctx).unwrap();
    let expected = r#"["[for x in list : x + a.b[0] + c]", "list", "a.b[0]", "c"]"#;
    assert_eq!(value.to_string(), expected);
    assert_eq!(
        evaluate("show(list[0]...)", &ctx).unwrap_err().classify(),
        Category::Evaluation
    );
    assert_eq!(
        evaluate("show([1]...)", &ctx).unwrap().to_string(),
        r#"["?"]"#
    );
}

/// The number of arguments and the types of the other parameters are checked as for any function.
#[test]
fn other_parameters_are_checked_as_usual() {
    let repeat = Function::lazy(Type::DYNAMIC, |call| {
        let count = call.evaluate(0)?.as_u64().unwrap_or_default();
        let values = (0..count).map(|_| call.evaluate(1));
        Ok(Value::tuple(values.collect::<Result<Vec<_>, _>>()?)?)
    })
    .with_parameter(Parameter::new("count", Type::NUMBER))
    .with_parameter(Parameter::lazy("value"));
    let ctx = context().with_function("repeat", repeat.clone());
    assert_eq!(
        evaluate("repeat(\"2\", 1 + 1)", &ctx).unwrap().to_string(),
        "[2, 2]"
    );
    for (text, summary) in [
        ("repeat(1)", "Not enough function arguments"),
        ("repeat(1, nobody, 2)", "Too many function arguments"),
        ("repeat(\"x\", nobody)", "Invalid function argument"),
        ("repeat(null, nobody)", "Invalid function argument"),
    ] {
        let error = evaluate(text, &ctx).unwrap_err();
        assert_eq!(error.diagnostics()[0].summary(), summary, "{text}");
        assert_eq!(error.diagnostics().len(), 1, "{text}");
    }
    // In a call from Rust, the argument is a value.
    assert_eq!(
        repeat.call(&[1.into(), "a".into()]).unwrap().to_string(),
        r#"["a"]"#
    );
    assert!(
        stdlib::convert()
            .call(&["a".into(), "string".into()])
            .is_err()
    );
}

/// The evaluation and the arguments share one budget.
#[test]
fn arguments_pay_from_the_budget_of_the_evaluation() {
    let ctx = context()
        .with_variable("many", vec![0; 1000])
        .with_max_steps(20_000);
    for text in [
        "try([for a in many : [for b in many : b]], 0)",
        "[for a in many : can([for b in many : b])]",
    ] {
        let error = evaluate(text, &ctx).unwrap_err();
        assert_eq!(error.classify(), Category::Limit, "{text}");
        assert_eq!(error.diagnostics().len(), 1);
    }
    assert!(evaluate("[for a in many : can(a)]", &ctx).is_ok());
}

/// A diagnostic of a function may refer to another source.
#[test]
fn diagnostics_of_functions_keep_their_source() {
    let include = Function::new(Type::DYNAMIC, |args| {
        let text = args[0].as_str().unwrap_or_default();
        Ok(hcl::parse_expression(text)?.evaluate(&EvalContext::new())?)
    })
    .with_parameter(Parameter::new("text", Type::STRING));
    let ctx = context().with_function("include", include);
    let error = evaluate("[include(\"1 +\"), include(\"x\"), list.y]", &ctx).unwrap_err();
    let sources: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| it.source().unwrap().text())
        .collect();
    assert_eq!(&sources[..2], ["1 +", "x"]);
    assert!(sources[2].starts_with("[include"));
}

/// Nested calls that evaluate their arguments lazily use more of the stack than other expressions, so they have a limit
/// of their own.
#[test]
fn arguments_within_arguments_are_bounded() {
    let ctx = context();
    let deep = |levels: usize| format!("{}1{}", "try(".repeat(levels), ")".repeat(levels));
    assert_eq!(evaluate(&deep(60), &ctx).unwrap(), 1);
    let error = evaluate(&deep(100), &ctx).unwrap_err();
    assert!(error.to_string().contains("too deep"), "{error}");
}

/// The first error of a type used to have the category of the type alone.
#[test]
fn errors_of_a_type_in_a_call_are_errors_of_the_evaluation() {
    let text = "convert(1, object({ a = strng, b = 1 }))";
    let error = evaluate(text, &context()).unwrap_err();
    let categories = error.diagnostics().iter().map(Diagnostic::category);
    assert_eq!(categories.collect::<Vec<_>>(), [Category::Evaluation; 2]);
    let places = error.diagnostics().iter().map(|it| it.subject().unwrap());
    let places: Vec<_> = places.map(|it| &text[it.range()]).collect();
    assert_eq!(places, ["strng", "1"]);
}
