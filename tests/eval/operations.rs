//! Operations ("Operations"): each part of an operation has the same value as on its
//! own, and the same number of steps.

use std::sync::Arc;

use hcl::{CapsuleType, EvalContext, Expression, ExpressionKind, Type, Value};

/// Operations in which the neighbours of an operator have higher, lower and equal precedence.
const OPERATIONS: [&str; 8] = [
    "1 + 2 * 3 - 4 / 2 % 3 > 5 && true || false == !true",
    "a || b && c == d + e * f",
    "-(x + 2) * 3 - -x % 7 >= 10 || !(x == 2 * 3) && true",
    "1 - (2 - (3 - (4 - (5 - (6 - (7 - (8 - (9 - 10))))))))",
    "1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 10 + 11 + 12 * 13 * 14",
    "x * 0.5 < 1.25 && x / 3 > 0 == true",
    "list[0] + 2 * x - [x, 1 + x * 2][1] * (x + list[1] * 2)",
    "x + 9223372036854775807 * 2 - \"7\" * x",
];

fn context() -> EvalContext {
    ["a", "b", "c"]
        .into_iter()
        .fold(EvalContext::new(), |ctx, name| {
            ctx.with_variable(name, name == "b")
        })
        .with_variable("d", 7)
        .with_variable("e", 2)
        .with_variable("f", 3)
        .with_variable("x", 5)
        .with_variable("list", vec![1, 2])
}

/// Calls `visit` with an operation and with all operations inside it.
fn each_part(expression: &Expression, visit: &mut dyn FnMut(&Expression)) {
    visit(expression);
    match expression.kind() {
        ExpressionKind::Binary { left, right, .. } => {
            each_part(&left, visit);
            each_part(&right, visit);
        }
        ExpressionKind::Unary { operand, .. } => each_part(&operand, visit),
        ExpressionKind::Parentheses(inner) => each_part(&inner, visit),
        _ => {}
    }
}

/// Returns the smallest number of steps that suffices to evaluate an expression.
fn steps(expression: &Expression) -> u64 {
    let suffice = |steps: &u64| {
        let ctx = context().with_max_steps(*steps);
        expression.evaluate(&ctx).is_ok()
    };
    (0..1000).find(suffice).unwrap()
}

#[test]
fn each_part_has_the_same_value_on_its_own() {
    let mut parts = 0;
    for text in OPERATIONS {
        let expression = hcl::parse_expression(text).unwrap();
        each_part(&expression, &mut |part| {
            parts += 1;
            let alone = hcl::parse_expression(part.text()).unwrap();
            let value = alone.evaluate_diagnosed(&context()).value;
            assert_eq!(
                part.evaluate_diagnosed(&context()).value,
                value,
                "{}",
                part.text()
            );
            if part.evaluate(&context()).is_ok() {
                assert_eq!(steps(part), steps(&alone), "{}", part.text());
            }
        });
    }
    assert!(parts > 100);
}

#[test]
fn each_operation_and_operand_takes_a_step() {
    // One of the steps is for the final result.
    for (text, expected) in [
        ("1", 2),
        ("x + 1", 4),
        ("x + 1 + 2", 5),
        ("x + 1 * 2", 6),
        ("(x + 1) * -2", 8),
        ("x > 1 && x < 9 || false", 8),
        ("list[0] + 2 * x", 9),
    ] {
        let expression = hcl::parse_expression(text).unwrap();
        assert_eq!(steps(&expression), expected, "{text}");
    }
}

#[test]
fn every_operation_binds_by_its_precedence() {
    let ctx = context();
    for (text, expected) in [
        ("1 + 2 * 3 - 4 / 2 % 3", Value::from(5)),
        ("1 - 2 - 3 * 2 * 2 - 1", Value::from(-14)),
        ("a || b && c == d > e * f", Value::from(false)),
        ("2 * 3 + 4 * 5 == 26 && 10 % 4 == 2", Value::from(true)),
        ("0.3 / 0.1 + 100 / 0.25", Value::from(403)),
    ] {
        let value = hcl::parse_expression(text).unwrap().evaluate(&ctx);
        assert_eq!(value.unwrap(), expected, "{text}");
    }
}

/// Returns the texts of the subjects of all errors, in the order in which they are reported.
fn faults(text: &str) -> String {
    let expression = hcl::parse_expression(text).unwrap();
    let diagnostics = expression.evaluate_diagnosed(&context()).diagnostics;
    let faults = diagnostics.iter().map(|it| {
        let subject = it.subject().unwrap();
        &text[subject.start() as usize..subject.end() as usize]
    });
    faults.collect::<Vec<_>>().join(" ")
}

#[test]
fn diagnostics_have_the_same_order_in_chains_of_any_length() {
    // An operand that does not convert is reported before the errors of the operands to its left.
    assert_eq!(faults("u + {v = 1} + w"), "{v = 1} u w");
    let many = "u + {v = 1} + w + {b = 1} + 1 + 2 + 3 + 4 + 5 + 6 + t + {c = 1}";
    assert_eq!(faults(many), "{c = 1} {b = 1} {v = 1} u w t");
    // If one operand decides the result alone, the diagnostics of the operands before it are removed.
    let decided = "u || v || d == 8 || d == 9 || w || d == 10 || e == 9 || x == 5";
    assert_eq!(faults(decided), "");
    assert_eq!(faults(&format!("{decided} || t || {{b = 1}}")), "{b = 1}");
    // The diagnostics of a condition precede those of the selected result.
    let nested = "[u, a][1] ? 0 : [v, b][1] ? [w][0] : s";
    assert_eq!(faults(nested), "u v w");
    assert_eq!(faults(&format!("!b ? 0 : b && a ? 1 : {nested}")), "u v w");
    assert_eq!(faults(&format!("[t, b][1] ? r : {nested}")), "t r");
    assert_eq!(faults(&format!("q ? r : {nested}")), "q");
}

/// A splat treats a value that is not null as one element, whether the value is known or not.
#[test]
fn a_splat_takes_an_unknown_value_as_one_element() {
    let object = Type::object([("a", Type::NUMBER)]);
    let not_null = |ty: &Type| Value::unknown(ty).refine().not_null().finish();
    let ctx = EvalContext::new()
        .with_variable("number", not_null(&Type::NUMBER))
        .with_variable("object", not_null(&object))
        .with_variable("map", not_null(&Type::map(Type::STRING)))
        .with_variable("list", not_null(&Type::list(Type::STRING)))
        .with_variable("perhaps", Value::unknown(&Type::NUMBER))
        .with_variable("any", Value::dynamic());
    for (text, expected) in [
        ("number[*]", "[(unknown number)]"),
        ("number.*", "[(unknown number)]"),
        ("object[*].a", "[(unknown number)]"),
        ("map[*].x", "[(unknown string)]"),
        ("length(number[*])", "1"),
        ("(number + 1)[*]", "[(unknown number)]"),
        ("list[*]", "(unknown list(string))"),
        ("perhaps[*]", "(unknown any)"),
        ("any[*]", "(unknown any)"),
    ] {
        let ctx = ctx
            .clone()
            .with_functions(hcl::function::stdlib::functions());
        let value = hcl::parse_expression(text).unwrap().evaluate(&ctx).unwrap();
        assert_eq!(value.to_string(), expected, "{text}");
    }
    let error = hcl::parse_expression("object[*].b").unwrap().evaluate(&ctx);
    assert_eq!(
        error.unwrap_err().diagnostics()[0].summary(),
        "Unsupported attribute"
    );
}

/// When an operand decides a logical chain, the rest is not evaluated, even if operands before it are unknown.
#[test]
fn operands_after_a_decisive_one_are_not_needed() {
    let ctx = context().with_variable("u", Value::unknown(&Type::BOOL));
    let evaluate = |text: &str| {
        let expression = hcl::parse_expression(text).unwrap();
        expression.evaluate_diagnosed(&ctx)
    };
    for (text, expected) in [
        ("u && false && missing", Value::from(false)),
        ("u || true || missing", Value::from(true)),
        // An unknown operand may turn out to decide the chain, so the later operands report no errors.
        ("u && true && missing", Value::unknown(&Type::BOOL)),
        ("u || false || missing", Value::unknown(&Type::BOOL)),
    ] {
        let evaluated = evaluate(text);
        assert!(evaluated.diagnostics.is_empty(), "{text}");
        assert_eq!(evaluated.value.as_bool(), expected.as_bool(), "{text}");
    }
}

#[test]
fn a_null_operand_of_a_logical_operator_is_an_error() {
    let ctx = context().with_variable("n", Value::null(&Type::BOOL));
    for text in [
        "n && false",
        "n || true",
        "false || n",
        "true && n",
        "b && n",
        "!n",
    ] {
        let evaluated = hcl::parse_expression(text).unwrap().evaluate(&ctx);
        assert!(evaluated.is_err(), "{text}");
    }
}

#[test]
fn operations_on_truth_values() {
    for (text, expected) in [
        ("true == true", true),
        ("true == false", false),
        ("true != true", false),
        ("false != true", true),
        ("true && false", false),
        ("false || true", true),
        ("\"false\" || false", false),
        ("\"false\" || \"false\"", false),
        ("\"true\" && \"true\"", true),
        ("\"true\" == true", false),
    ] {
        let value = hcl::parse_expression(text).unwrap().evaluate(&context());
        assert_eq!(value.unwrap(), Value::from(expected), "{text}");
    }
}

/// A splat of an unknown tuple is an unknown tuple with known types of its elements.
#[test]
fn a_splat_of_an_unknown_tuple_has_its_types() {
    let element = |ty: Type| Type::object([("a", ty)]);
    let pair = Type::tuple([element(Type::NUMBER), element(Type::STRING)]);
    let ctx = EvalContext::new().with_variable("pair", Value::unknown(&pair));
    let value = hcl::parse_expression("pair[*].a").unwrap().evaluate(&ctx);
    let value = value.unwrap();
    assert_eq!(value.ty(), Type::tuple([Type::NUMBER, Type::STRING]));
    assert!(!value.is_known() && value.range().is_not_null());
}

/// Only the nesting of splats is limited, not their number.
#[test]
fn the_number_of_splats_is_not_limited() {
    let text = format!("[{}]", "list[*], ".repeat(1_000));
    let value = hcl::parse_expression(&text).unwrap().evaluate(&context());
    assert_eq!(value.unwrap().as_slice().unwrap().len(), 1_000);
}

#[test]
fn a_splat_without_a_common_list_type_is_shown_whole() {
    let ty = Type::list(Type::object([("a", Type::NUMBER)]));
    let some = hcl::value!([{ a = 1 }, null]).unwrap();
    let list = hcl::convert::convert(&some, &ty).unwrap();
    let ctx = EvalContext::new().with_variable("list", list);
    let text = "list[*][*].a";
    let error = hcl::parse_expression(text)
        .unwrap()
        .evaluate(&ctx)
        .unwrap_err();
    let subject = error.diagnostics()[0].subject().unwrap();
    assert_eq!(&text[subject.range()], "[*][*].a", "{error}");
}

/// An element of an unknown map is unknown. An element that a known map lacks is an error.
#[test]
fn elements_of_unknown_maps_have_a_type() {
    let ctx = EvalContext::new()
        .with_variable("unknown", Value::unknown(&Type::map(Type::NUMBER)))
        .with_variable(
            "known",
            Value::map(&Type::NUMBER, [("a", 1.into())]).unwrap(),
        )
        .with_variable("key", Value::unknown(&Type::STRING));
    for text in ["unknown.a", "unknown[\"a\"]", "unknown[key]", "known[key]"] {
        let value = hcl::parse_expression(text).unwrap().evaluate(&ctx);
        let value = value.unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(!value.is_known() && value.ty() == Type::NUMBER, "{text}");
    }
    for text in ["known.b", "known[\"b\"]"] {
        let value = hcl::parse_expression(text).unwrap().evaluate(&ctx);
        assert!(value.is_err(), "{text}");
    }
}

/// An error in a type that is an argument is reported at the wrong part of the type.
#[test]
fn errors_in_type_arguments_are_shown() {
    let text = "[1, convert(\"a\", list(strng))]";
    let ctx = EvalContext::new().with_function("convert", hcl::function::stdlib::convert());
    let error = hcl::parse_expression(text)
        .unwrap()
        .evaluate(&ctx)
        .unwrap_err();
    let subjects = error
        .diagnostics()
        .iter()
        .filter_map(hcl::Diagnostic::subject);
    let subjects: Vec<&str> = subjects.map(|span| &text[span.range()]).collect();
    assert_eq!(subjects, ["strng"], "{error}");
}

/// The links of a chain count through all levels of precedence.
#[test]
fn a_chain_of_several_levels_has_one_number_of_links() {
    for (text, links) in [
        ("a + b", 1),
        ("a * b + c * d", 3),
        ("a * b * c + d", 3),
        ("a + b * c - d", 3),
        ("a + b == c || d", 3),
        ("a || b && c == d + e * f", 5),
        ("a * b + c == d && e || f", 5),
    ] {
        let parse = |links| {
            let options = hcl::ParseOptions::new().with_max_links(links);
            options.parse_expression(text)
        };
        parse(links).unwrap();
        let error = parse(links - 1).unwrap_err();
        assert_eq!(
            error.diagnostics()[0].subject().unwrap().range(),
            0..text.len(),
            "{text}"
        );
    }
}

/// After a point, there can be white space and comments, which are not a part of the name.
#[test]
fn a_name_can_stand_away_from_its_point() {
    let ctx = EvalContext::new()
        .with_function("a::f", hcl::function::Function::from_fn(|x: u32| x))
        .with_variable(
            "a",
            Value::object([("b-é", Value::from(7)), ("list", vec![8].into())]).unwrap(),
        );
    for (text, expected) in [
        ("a. b-é", "7"),
        ("a./* 1 */b-é", "7"),
        ("(a.\n  # of a\n  // é\n  b-é)", "7"),
        ("a.list. /*0*/ 0", "8"),
        ("[a].*. /**/ b-é", "[7]"),
        ("[a][*]. list", "[[8]]"),
        ("a /* 1 */ :: /* 2 */ f(9)", "9"),
    ] {
        let value = hcl::parse_expression(text).unwrap().evaluate(&ctx);
        assert_eq!(value.unwrap().to_string(), expected, "{text}");
        let json = serde_json::json!({ "x": format!("${{{text}}}") }).to_string();
        let body = hcl::json::parse(&json).unwrap();
        let value = body.attribute("x").unwrap().expression().evaluate(&ctx);
        assert_eq!(value.unwrap().to_string(), expected, "{json}");
    }
    let text = "dynamic \"b\" {\n  for_each = [1]\n  content {\n    x = b. /* 1 */ value + a. b-é\n  }\n}\n";
    let body = hcl::dynblock::expand_dynamic(&hcl::parse(text).unwrap(), &ctx);
    let body = body.into_result().unwrap();
    let block = body.blocks().next().unwrap();
    let x = block.body().attribute("x").unwrap();
    assert_eq!(x.expression().evaluate(&ctx).unwrap(), 8);
}

/// Comments between namespaces are read at each call, which takes steps.
#[test]
fn comments_in_the_name_of_a_function_take_steps() {
    let call = |blanks: usize| {
        let text = format!("[for x in [1, 2, 3] : a::{}f(x)]", " ".repeat(blanks));
        hcl::parse_expression(&text).unwrap()
    };
    let ctx = EvalContext::new()
        .with_function("a::f", hcl::function::Function::from_fn(|x: u32| x))
        .with_max_steps(100);
    assert!(call(64).evaluate(&ctx).is_ok());
    assert!(call(64 * 64).evaluate(&ctx).is_err());
}

/// The operands of an operator are dropped, whichever of them owns memory.
#[test]
fn operands_are_dropped() {
    let owned = Arc::new(());
    let capsule = CapsuleType::new("owned").value(Arc::clone(&owned));
    let ctx = EvalContext::new()
        .with_variable("c", capsule.clone())
        .with_variable("l", Value::tuple([capsule, 1.into()]).unwrap());
    let before = Arc::strong_count(&owned);
    for text in [
        "c == c",
        "1 == c || c == l",
        "l == l && l != 2",
        "1 == 1 == c",
        "true && c == c != false",
        "c + 1",
        "1 + 2 < l",
        "!l == l",
        "-c * 2 + 1",
    ] {
        let expression = hcl::parse_expression(text).unwrap();
        for limit in [None, Some(1_000)] {
            let ctx = match limit {
                Some(limit) => ctx.clone().with_max_steps(limit),
                None => ctx.clone(),
            };
            drop(expression.evaluate(&ctx));
        }
        assert_eq!(Arc::strong_count(&owned), before, "{text}");
    }
}

/// With two evaluations of each condition, this would take days.
#[test]
fn conditions_within_conditions_are_evaluated_in_time() {
    let nested = |levels: usize, inner_list: &str, innermost: &str| {
        (0..levels).fold(innermost.to_owned(), |inner, _| {
            let list = inner_list.replace("LIST", &format!("[for y in [x] : y if {inner}]"));
            format!("[for x in list : x if length({list}) == 1] != []")
        })
    };
    let ctx = EvalContext::new()
        .with_functions(hcl::function::stdlib::reference())
        .with_variable("list", vec![1]);
    let evaluated = |text: &str| hcl::parse_expression(text).unwrap().evaluate(&ctx);
    for list in ["LIST", "try(LIST, [])", "false ? [] : LIST"] {
        assert_eq!(
            evaluated(&nested(20, list, "y == 1")).unwrap(),
            true,
            "{list}"
        );
    }
    let error = evaluated(&nested(40, "LIST", "nobody")).unwrap_err();
    assert_eq!(error.diagnostics().len(), 1, "{error:#}");
    assert!(
        error.to_string().contains("no variable named \"nobody\""),
        "{error}"
    );
}
