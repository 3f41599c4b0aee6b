//! Evaluation by the handles of a tree: what is evaluated, and at which cost.

use std::time::{Duration, Instant};

use expect_test::expect;
use hcl::{Category, Error, EvalContext, ExpressionKind, TemplatePart, Type, Value};

#[test]
fn a_branch_of_a_directive_is_read_as_the_template_around_it() {
    let expression = hcl::parse_expression(r#""%{ if on }a\tb%{ else }${1}%{ endif }""#).unwrap();
    let ExpressionKind::Template(template) = expression.kind() else {
        panic!("it is a template");
    };
    let parts = template.parts();
    let TemplatePart::If {
        true_branch,
        false_branch: Some(false_branch),
        ..
    } = &parts[0]
    else {
        panic!("it has both branches");
    };
    let ctx = EvalContext::new();
    assert_eq!(true_branch.evaluate(&ctx).unwrap(), Value::from("a\tb"));
    assert_eq!(false_branch.evaluate(&ctx).unwrap(), Value::from("1"));
}

#[test]
fn an_error_is_reported_once_for_all_elements() {
    let expression = hcl::parse_expression("[for x in [1, 2, 3] : undefined]").unwrap();
    let ctx = EvalContext::new().with_variable("defined", 1);
    let (_, diagnostics) = expression.evaluate_recoverable(&ctx);
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn what_fails_differently_is_reported_for_twenty_elements() {
    let ctx = EvalContext::new().with_variable("list", (0..20_000).collect::<Vec<_>>());
    let count = |text: &str| {
        let expression = hcl::parse_expression(text).unwrap();
        expression.evaluate_recoverable(&ctx).1.len()
    };
    assert_eq!(count("[for x in list : \"a${x}\" * 1]"), 20);
    assert_eq!(count("{for x in list : x => \"a${x}\" * 1}"), 20);
    assert_eq!(
        count("[for x in list : [for y in [1, 2] : \"a${x}\" * 1]]"),
        20
    );
    assert_eq!(
        count("\"%{ for x in list }${\"a${x}\" * 1}%{ endfor }\""),
        20
    );
    assert_eq!(count("list[*].x"), 1);
    assert_eq!(count("[for x in list : x > 9 ? undefined : x]"), 1);
    assert_eq!(
        count("[[for x in list : nothing], [for x in list : nothing], nothing]"),
        3
    );
}

#[test]
fn a_branch_that_is_not_taken_for_one_element_is_reported_for_another() {
    let expression = hcl::parse_expression("[for x in [1, 2] : x == 2 ? undefined : x]").unwrap();
    let (_, diagnostics) = expression.evaluate_recoverable(&EvalContext::new());
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn literal_only_mode_has_operators_but_no_names() {
    let evaluate = |text| hcl::parse_expression(text).unwrap().evaluate_literal();
    assert_eq!(
        evaluate("[for x in [1, 2] : \"${x * 2}s\"][1]").unwrap(),
        Value::from("4s")
    );
    let reports: Vec<_> = ["a.b", "upper(\"a\")"]
        .into_iter()
        .map(|text| evaluate(text).unwrap_err().to_string())
        .collect();
    expect![[r#"
        error: Variables not allowed
         --> line 1, column 1
          |
        1 | a.b
          | ^
          |
          = note: The variable "a" is not defined: there are no variables here.

        error: Function calls not allowed
         --> line 1, column 1
          |
        1 | upper("a")
          | ^^^^^
          |
          = note: The function "upper" cannot be called: there are none here."#]]
    .assert_eq(&reports.join("\n\n"));
    let template = hcl::parse_template("${1 + 1} left").unwrap();
    assert_eq!(template.evaluate_literal().unwrap(), Value::from("2 left"));
}

#[test]
fn a_string_result_is_never_unwrapped() {
    let ctx = EvalContext::new()
        .with_variable("null_value", Value::NULL)
        .with_variable("list", vec![1])
        .with_variable("unknown", Value::unknown(&Type::STRING));
    let text = |text| hcl::parse_template(text).unwrap().evaluate_to_string(&ctx);
    for (template, expected) in [
        ("${true}", "true"),
        ("${\"${1.50}\"}", "1.5"),
        ("plain\n", "plain\n"),
        ("", ""),
        ("%{ for x in list }${x}%{ endfor }", "1"),
    ] {
        assert_eq!(text(template).unwrap(), expected, "{template}");
    }
    let templates = ["${null_value}", "${list}", "a ${unknown}"];
    let reports = templates.map(|template| text(template).unwrap_err().to_string());
    expect![[r"
        error: Invalid template interpolation value
         --> line 1, column 3
          |
        1 | ${null_value}
          |   ^^^^^^^^^^
          |
          = note: The expression gives null, which a string template cannot hold.

        error: Invalid template interpolation value
         --> line 1, column 3
          |
        1 | ${list}
          |   ^^^^
          |
          = note: A string template cannot hold this value: string required, but have list of number.

        error: Unknown template result
         --> line 1, column 1
          |
        1 | a ${unknown}
          | ^^^^^^^^^^^^
          |
          = note: The template stands for a string that is not known yet, because something in it is unknown."]].assert_eq(&reports.join("\n\n"));

    let quoted = hcl::parse_expression("\"${true}\"").unwrap();
    let ExpressionKind::Template(template) = quoted.kind() else {
        panic!("it is a template");
    };
    assert_eq!(template.evaluate_to_string(&ctx).unwrap(), "true");
    assert_eq!(template.evaluate(&ctx).unwrap(), Value::from(true));
}

/// A context for strangers.
fn limited() -> EvalContext {
    EvalContext::new()
        .with_functions(hcl::function::stdlib::functions())
        .with_variable("x", (0..10_000).collect::<Vec<_>>())
        .with_max_steps(200_000)
        .with_max_bytes(1 << 20)
}

/// Evaluates something hostile, which must end soon.
fn refuse(text: &str) -> Error {
    let expression = hcl::parse_expression(text).unwrap();
    let start = Instant::now();
    let error = expression.evaluate(&limited()).expect_err(text);
    assert!(start.elapsed() < Duration::from_secs(10), "{text}");
    assert_eq!(error.classify(), Category::Limit, "{text}");
    assert_eq!(error.diagnostics().len(), 1, "{text}");
    error
}

#[test]
fn what_multiplies_itself_is_refused() {
    // Each of these takes hours, or all the memory there is, without a budget.
    refuse("[for a in x : [for b in x : [for c in x : c]]]");
    refuse("[for a in x : [for b in x : b if a == 1 && undefined]]");
    refuse("{for a in x : a => {for b in x : b => [for c in x : undefined]}}");
    refuse("\"%{ for a in x }%{ for b in x }%{ for c in x }%{ endfor }%{ endfor }%{ endfor }\"");
    refuse("\"%{ for a in x }%{ for b in x }text%{ endfor }%{ endfor }\"");
    refuse("[for a in x : [for b in x : x[*]]]");
    refuse("[for a in x : x == [for b in x : b]]");
    refuse("[for a in x : length(x)]");
    refuse("true || [for a in x : [for b in x : b]] == 1");
    refuse("true ? 1 : [for a in x : [for b in x : b]]");
    refuse(
        "[for a in x : \"a literal text of some length that is copied again and again and again, \
            which makes more and more bytes of it each time\"]",
    );
}

#[test]
fn what_doubles_itself_is_refused() {
    let names = || (0..60).map(|level| format!("v{level}"));
    let doubled = |pair: &str, first: &str, last: &str| {
        let mut text = String::new();
        for (level, name) in names().enumerate() {
            let from = if level == 0 {
                first.to_owned()
            } else {
                pair.replace('v', &format!("v{}", level - 1))
            };
            text.extend(["[for ", &name, " in [", &from, "] : "]);
        }
        text + &last.replace('v', "v59") + &"][0]".repeat(60)
    };
    refuse(&doubled("[v, v]", "1", "v"));
    refuse(&doubled("[v, v]", "1", "jsonencode(v)"));
    refuse(&doubled("[v, v]", "1", "v == v"));
    refuse(&doubled("{a = v, b = v}", "1", "true ? v : null"));
    refuse(&doubled("\"${v}${v}\"", "\"ab\"", "v"));
    refuse(&doubled("jsonencode([v, v])", "\"ab\"", "v"));
    refuse(&doubled("concat(v, v)", "[1, 2]", "v"));
}

#[test]
fn a_budget_that_suffices_changes_nothing() {
    let ctx = limited();
    for text in [
        "[for a in x : \"${a}\"]",
        "length(x)",
        "x[*] == x",
        "true ? x : []",
    ] {
        let expression = hcl::parse_expression(text).unwrap();
        let (value, diagnostics) = expression.evaluate_recoverable(&ctx);
        assert!(diagnostics.is_empty(), "{text}");
        let plain = EvalContext::new()
            .with_functions(hcl::function::stdlib::functions())
            .with_variable("x", (0..10_000).collect::<Vec<_>>());
        assert_eq!(value, expression.evaluate(&plain).unwrap(), "{text}");
    }
}

#[test]
fn the_innermost_limit_counts() {
    let expression = hcl::parse_expression("[1, 2, 3]").unwrap();
    let parent = EvalContext::new().with_max_steps(1);
    assert!(expression.evaluate(&parent).is_err());
    assert!(
        expression
            .evaluate(&EvalContext::child(parent.clone()))
            .is_err()
    );
    let child = EvalContext::child(parent).with_max_steps(10);
    assert!(expression.evaluate(&child).is_ok());
}

#[test]
fn a_refusal_says_where_and_what_to_do() {
    let steps = refuse("{\n  a = 1\n  b = [for a in x : [for b in x : b]]\n}");
    let bytes = refuse(
        "[for a in x : \"a${a} and a text that is rather long so that it is too much, \
                        and then it goes on and on until it really is\"]",
    );
    expect![[r#"
        error: Evaluation too expensive
         --> line 3, column 31
          |
        3 |   b = [for a in x : [for b in x : b]]
          |                               ^
          |
          = note: The evaluation has used up the number of steps that the application allows. Write less work, such as fewer or smaller "for" expressions in each other.

        error: Evaluation too expensive
         --> line 1, column 21
          |
        1 | [for a in x : "a${a} and a text that is rather long so that it is too much, and then it goes on and on until it really i...
          |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = note: The evaluation has made more bytes of text than the application allows. Write templates that make less."#]].assert_eq(&format!("{steps}\n\n{bytes}"));
}

/// What a budget is too small for costs no more than the budget: with all of the work done, this would take minutes.
#[test]
fn a_spent_budget_ends_the_work() {
    let (elements, links) = ("0,".repeat(50_000), "+ 1".repeat(60_000));
    let ctx = EvalContext::new().with_max_steps(150_000);
    for text in [
        format!("[for a in [{elements}] : 1 {links}]"),
        format!("[for a in [{elements}] : a if 1 {links} > 0]"),
        format!("{{for a in [{elements}] : (1 {links}) => a...}}"),
        format!("[{}][*][0 {links}]", "[0],".repeat(50_000)),
        format!(
            "\"%{{ for a in [{elements}] }}{}%{{ endfor }}\"",
            "${a} ".repeat(20_000)
        ),
    ] {
        let error = hcl::parse_expression(&text)
            .unwrap()
            .evaluate(&ctx)
            .unwrap_err();
        assert_eq!(error.classify(), Category::Limit);
        assert_eq!(error.diagnostics().len(), 1);
    }
}

/// What did not fit the budget once does not fit it the next time, and says the same.
#[test]
fn a_budget_holds_for_each_evaluation() {
    let expression = hcl::parse_expression(r#"["abcdef"]"#).unwrap();
    let ctx = EvalContext::new().with_max_bytes(1);
    let first = expression.evaluate(&ctx).unwrap_err();
    assert!(first.message().contains("bytes"), "{first}");
    let second = expression.evaluate(&ctx).unwrap_err();
    assert_eq!(second.message(), first.message());
    let more = EvalContext::new().with_max_bytes(1).with_max_steps(1_000);
    assert_eq!(
        expression.evaluate(&more).unwrap_err().message(),
        first.message()
    );
    assert_eq!(
        expression
            .evaluate(&EvalContext::new())
            .unwrap()
            .to_string(),
        r#"["abcdef"]"#
    );
}
