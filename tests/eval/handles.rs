//! Evaluation by the handles of a tree: what is evaluated, and at which cost.

use std::ops::Bound;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use expect_test::expect;
use hcl::function::{Function, stdlib};
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
    let diagnostics = expression.evaluate_diagnosed(&ctx).diagnostics;
    assert_eq!(diagnostics.len(), 1);
}

#[test]
fn different_errors_are_reported_for_twenty_elements() {
    let ctx = EvalContext::new().with_variable("list", (0..20_000).collect::<Vec<_>>());
    let count = |text: &str| {
        let expression = hcl::parse_expression(text).unwrap();
        expression.evaluate_diagnosed(&ctx).diagnostics.len()
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
    let diagnostics = expression
        .evaluate_diagnosed(&EvalContext::new())
        .diagnostics;
    assert_eq!(diagnostics.len(), 1);
}

/// A report says whether it leaves errors out.
#[test]
fn a_report_says_that_it_leaves_errors_out() {
    for (count, has_more) in [(20, false), (21, true), (50, true)] {
        let ctx = EvalContext::new().with_variable("list", (0..count).collect::<Vec<i32>>());
        for text in [
            "[for x in list : \"a${x}\" * 1]",
            "{for x in concat(list, list) : x => x}",
        ] {
            let ctx = ctx.clone().with_functions(stdlib::functions());
            let error = hcl::parse_expression(text).unwrap().evaluate(&ctx);
            let error = error.unwrap_err();
            assert_eq!(error.diagnostics().len(), 20, "{text}");
            assert_eq!(error.has_more(), has_more, "{count}: {text}");
        }
    }
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
          = note: There are no functions here, so "upper" cannot be called."#]]
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
          = note: The value is null, which cannot be included in a string template.

        error: Invalid template interpolation value
         --> line 1, column 3
          |
        1 | ${list}
          |   ^^^^
          |
          = note: This value cannot be included in a string template: expected a string, but found a list of numbers.

        error: Unknown template result
         --> line 1, column 1
          |
        1 | a ${unknown}
          | ^^^^^^^^^^^^
          |
          = note: The result of the template is not known yet, because something in it is unknown."]].assert_eq(&reports.join("\n\n"));

    let quoted = hcl::parse_expression("\"${true}\"").unwrap();
    let ExpressionKind::Template(template) = quoted.kind() else {
        panic!("it is a template");
    };
    assert_eq!(template.evaluate_to_string(&ctx).unwrap(), "true");
    assert_eq!(template.evaluate(&ctx).unwrap(), Value::from(true));
}

/// The limit of steps in `limited`. With a much higher limit, some expressions below take hours.
const MAX_STEPS: u64 = 200_000;

/// Returns a context for untrusted input.
fn limited() -> EvalContext {
    EvalContext::new()
        .with_functions(hcl::function::stdlib::functions())
        .with_variable("x", (0..10_000).collect::<Vec<_>>())
        .with_max_steps(MAX_STEPS)
        .with_max_bytes(1 << 20)
}

/// Evaluates an expensive expression and checks that it exceeds a limit, with no more calls of `count` than steps.
fn refuse(text: &str) -> Error {
    let expression = hcl::parse_expression(text).unwrap();
    let calls = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&calls);
    let count = Function::from_fn(move |value: u64| {
        counter.fetch_add(1, Ordering::Relaxed);
        value
    });
    let ctx = limited().with_function("count", count);
    let error = expression.evaluate(&ctx).expect_err(text);
    let calls = calls.load(Ordering::Relaxed);
    assert!(calls <= MAX_STEPS, "{text}: {calls} calls");
    assert_eq!(calls > 0, text.contains("count("), "{text}");
    assert_eq!(error.classify(), Category::Limit, "{text}");
    assert_eq!(error.diagnostics().len(), 1, "{text}");
    error
}

#[test]
fn exponential_iterations_are_refused() {
    // Without a budget, each of these expressions takes hours or uses up all memory.
    refuse("[for a in x : [for b in x : [for c in x : c]]]");
    refuse("[for a in x : [for b in x : b if a == 1 && undefined]]");
    refuse("{for a in x : a => {for b in x : b => [for c in x : undefined]}}");
    refuse("\"%{ for a in x }%{ for b in x }%{ for c in x }%{ endfor }%{ endfor }%{ endfor }\"");
    refuse("\"%{ for a in x }%{ for b in x }text%{ endfor }%{ endfor }\"");
    refuse("[for a in x : [for b in x : x[*]]]");
    refuse("[for a in x : x == [for b in x : b]]");
    refuse("[for a in x : length(x)]");
    refuse("[for a in x : [for b in x : count(b)]]");
    refuse("{for a in x : a => {for b in x : b => [for c in x : count(c)]}}");
    refuse("\"%{ for a in x }%{ for b in x }${count(b)}%{ endfor }%{ endfor }\"");
    refuse("true || [for a in x : [for b in x : count(b)]] == 1");
    refuse("true ? 1 : [for a in x : [for b in x : b if count(b) < 0]]");
    refuse("true || [for a in x : [for b in x : b]] == 1");
    refuse("true ? 1 : [for a in x : [for b in x : b]]");
    refuse(
        "[for a in x : \"a literal text of some length that is copied again and again and again, \
            which makes more and more bytes of it each time\"]",
    );
}

#[test]
fn exponential_values_are_refused() {
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
        let hcl::Diagnosed {
            value, diagnostics, ..
        } = expression.evaluate_diagnosed(&ctx);
        assert!(diagnostics.is_empty(), "{text}");
        let plain = EvalContext::new()
            .with_functions(hcl::function::stdlib::functions())
            .with_variable("x", (0..10_000).collect::<Vec<_>>());
        assert_eq!(value, expression.evaluate(&plain).unwrap(), "{text}");
    }
}

#[test]
fn contexts_share_their_content_until_one_changes() {
    let functions = hcl::function::stdlib::functions();
    let sum = hcl::parse_expression("a + b").unwrap();
    let upper = hcl::parse_expression("upper(\"a\")").unwrap();
    let mut one = EvalContext::new()
        .with_variable("a", 1)
        .with_variable("b", 2);
    let mut other = one.clone();
    let child = EvalContext::child(&one);
    one.set_variable("a", 10);
    other.set_variable("b", 20);
    other = other.with_functions(functions);
    assert_eq!(sum.evaluate(&one).unwrap(), Value::from(12));
    assert_eq!(sum.evaluate(&other).unwrap(), Value::from(21));
    assert_eq!(sum.evaluate(&child).unwrap(), Value::from(3));
    assert_eq!(upper.evaluate(&other).unwrap(), Value::from("A"));
    assert!(upper.evaluate(&one).is_err());
    assert!(one.function("upper").is_none());

    let many = (0..1000).fold(EvalContext::new(), |ctx, index| {
        ctx.with_variable(format!("name_{index}"), index)
    });
    let clone = many.clone();
    let [own, shared] = [&many, &clone].map(|ctx| ctx.variable("name_7").unwrap());
    assert_eq!(*own, Value::from(7));
    assert!(std::ptr::eq(own, shared), "a clone copies the variables");
    let changed = clone.clone().with_variable("name_8", 80);
    assert_eq!(changed.variable("name_7"), Some(own));
    assert_eq!(many.variable("name_8"), Some(&Value::from(8)));
}

#[test]
fn the_innermost_limit_counts() {
    let expression = hcl::parse_expression("[1, 2, 3]").unwrap();
    let parent = EvalContext::new().with_max_steps(1);
    assert!(expression.evaluate(&parent).is_err());
    assert!(expression.evaluate(&EvalContext::child(&parent)).is_err());
    let child = EvalContext::child(parent).with_max_steps(10);
    assert!(expression.evaluate(&child).is_ok());
}

#[test]
fn a_budget_error_has_a_place_and_advice() {
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
          = note: The evaluation has used up all the steps that the application allows. Reduce the work, for example with fewer or smaller nested "for" expressions.

        error: Evaluation too expensive
         --> line 1, column 21
          |
        1 | [for a in x : "a${a} and a text that is rather long so that it is too much, and then it goes on and on until it really i...
          |                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
          |
          = note: The evaluation has produced more bytes of text than the application allows. Write templates that produce less text."#]].assert_eq(&format!("{steps}\n\n{bytes}"));
}

/// When the budget is exhausted, the evaluation stops. Without this, these expressions take minutes.
#[test]
fn an_exhausted_budget_ends_the_work() {
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

/// Each evaluation starts with the full budget. If an expression exceeds the budget once, it exceeds it each time, with
/// the same report.
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

/// The error in a chain of accesses is reported at the step that fails.
#[test]
fn errors_are_at_the_failing_step() {
    let ctx = EvalContext::new().with_variable(
        "a",
        Value::object([("b", 1)].map(|(k, v)| (k, Value::from(v)))).unwrap(),
    );
    for (text, step) in [
        ("a /* c */ .c", ".c"),
        ("a  .b  [ 0 ]", "[ 0 ]"),
        ("(a\n. b\n# c\n.c)", ".c"),
        ("[a] /**/ [ 9 ]", "[ 9 ]"),
        ("(a) . b .0", ".0"),
    ] {
        let error = hcl::parse_expression(text)
            .unwrap()
            .evaluate(&ctx)
            .unwrap_err();
        let subject = error.diagnostics()[0].subject().unwrap();
        assert_eq!(&text[subject.range()], step, "{text:?}");
    }
}

/// An index beyond the maximum length of an unknown list is an error that names the limit.
#[test]
fn an_index_of_an_unknown_list_is_checked_against_its_limits() {
    let list = |least, most| {
        let list = Value::unknown(&Type::list(Type::NUMBER)).refine();
        list.length_range(least, most).finish()
    };
    let evaluate = |list: &Value, index: &str| {
        let ctx = EvalContext::new().with_variable("l", list.clone());
        hcl::parse_expression(&format!("l[{index}]"))
            .unwrap()
            .evaluate(&ctx)
    };
    let element = Value::unknown(&Type::NUMBER);
    for (list, index) in [
        (list(0, None), "5"),
        (list(0, Some(6)), "5"),
        (list(3, Some(4)), "3"),
        (list(0, None), "1e15"),
    ] {
        assert_eq!(
            evaluate(&list, index).unwrap(),
            element,
            "{list:?}[{index}]"
        );
    }
    for (list, index, reason) in [
        (
            list(2, Some(5)),
            "5",
            "it has at most 5 elements, so the last index is 4",
        ),
        (
            list(0, Some(1)),
            "1",
            "it has at most 1 element, so the only index is 0",
        ),
        (
            list(5, Some(5)),
            "5",
            "it has 5 elements, so the last index is 4",
        ),
        (list(0, Some(0)), "0", "it has no elements"),
        (
            list(0, None),
            "-1",
            "the index -1 is negative; indices start at 0",
        ),
        (
            list(0, Some(5)),
            "0.5",
            "the index 0.5 is not a whole number",
        ),
        (
            list(0, None),
            "1e30",
            "the index 1000000000000000000000000000000 is too large",
        ),
    ] {
        let error = evaluate(&list, index).unwrap_err();
        let detail = format!("The key does not identify an element of this value: {reason}.");
        assert_eq!(error.diagnostics()[0].detail(), detail, "{list:?}[{index}]");
    }
}

/// The product of 0 and an unknown number is 0 if the unknown number has bounds. The specification says that it is
/// unknown if the other factor is an unknown number.
#[test]
fn a_product_with_zero_is_known_within_bounds() {
    let number = |lower: Option<i32>, upper: Option<i32>| {
        let bound =
            |bound: Option<i32>| bound.map_or(Bound::Unbounded, |it| Bound::Included(it.into()));
        let unknown = Value::unknown(&Type::NUMBER).refine();
        unknown.number_range(bound(lower), bound(upper)).finish()
    };
    for (factor, is_known) in [
        (number(Some(-2), Some(7)), true),
        (number(Some(0), Some(0)), true),
        (number(Some(2), None), false),
        (number(None, None), false),
        (Value::dynamic(), false),
    ] {
        let ctx = EvalContext::new().with_variable("n", factor.clone());
        for text in ["n * 0", "0 * n", "0 * -n", "(n - n) * 0"] {
            let product = hcl::parse_expression(text).unwrap().evaluate(&ctx).unwrap();
            assert_eq!(product.is_known(), is_known, "{text} with {factor:?}");
            assert_eq!(product.ty(), Type::NUMBER);
            assert!(!is_known || product == 0, "{text}");
        }
    }
}

#[test]
fn a_byte_order_mark_at_the_beginning_of_a_template_is_refused() {
    let error = hcl::parse_template("\u{feff}a${1}").unwrap_err();
    assert_eq!(
        error.diagnostics()[0].summary(),
        "Byte order mark not permitted"
    );
    assert_eq!(error.diagnostics()[0].subject().unwrap().range(), 0..3);
    let error = hcl::parse_template("\u{feff}a${1}").unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
    let template = hcl::parse_template("a\u{feff}${\"\u{feff}\"}").unwrap();
    assert_eq!(
        template.evaluate(&EvalContext::new()).unwrap(),
        "a\u{feff}\u{feff}"
    );
}

#[test]
fn strict_and_tolerant_evaluation_spend_alike() {
    let expression = hcl::parse_expression("[1, 12345678901234567890 * 10000000000]").unwrap();
    for bytes in 0..64 {
        let ctx = EvalContext::new().with_max_bytes(bytes);
        let strict = expression.evaluate(&ctx);
        let diagnostics = expression.evaluate_diagnosed(&ctx).diagnostics;
        assert_eq!(
            strict.is_ok(),
            diagnostics.is_empty(),
            "{bytes}: {strict:?}"
        );
    }
}
