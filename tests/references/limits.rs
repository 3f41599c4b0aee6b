//! Many names and long chains: limits, budgets, threads, memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use hcl::function::{Function, stdlib};
use hcl::{Category, EvalContext, Value};

use super::evaluation::counter;
use super::{add, check, evaluate, parse, references, scope_in, scope_of};

/// Dense cycles in branches that are not taken are evaluated in less than exponential time.
#[test]
fn dense_cycles_in_branches_are_quick() {
    let all: Vec<String> = (0..60).map(|it| format!("local.x{it}")).collect();
    let mut text = String::from("locals {\n");
    for index in 0..60 {
        add(
            &mut text,
            format_args!("  x{index} = false ? {} : {index}\n", all.join(" + ")),
        );
    }
    text += "}\n";
    let scope = scope_of(&text);
    check(&scope, &[("local.x59", "59"), ("local.x0", "0")]);
    scope.check().unwrap();
}

fn chain(length: usize) -> String {
    let mut text = String::from("locals {\n  x0 = 1\n");
    for index in 1..=length {
        add(
            &mut text,
            format_args!("  x{index} = local.x{} + 1\n", index - 1),
        );
    }
    text + "}\n"
}

#[test]
fn long_chains_have_values() {
    let scope = scope_of(&chain(10_000));
    check(
        &scope,
        &[("local.x10000", "10001"), ("local.x9999", "10000")],
    );
    let scope = scope_of(&chain(10_000));
    scope.check().unwrap();
}

/// Returns the value at the end of a long chain of names, and the number of calls of `f`. `link` gives the expression
/// of a name from a reference to the previous one.
fn end_and_calls(link: impl Fn(&str) -> String) -> (Value, u64) {
    let (f, count) = counter();
    let mut text = String::from("locals {\n  x0 = f(1)\n");
    for index in 1..=2000 {
        let link = link(&format!("local.x{}", index - 1));
        add(&mut text, format_args!("  x{index} = {link}\n"));
    }
    text += "}\n";
    let ctx = EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_function("f", f);
    let scope = scope_in(&text, &ctx);
    let end = evaluate("local.x2000", &scope).unwrap_or_else(|error| panic!("{error}"));
    (end, count.load(Ordering::Relaxed))
}

/// The evaluation of a long chain is restarted many times, but calls each function only once.
#[test]
fn long_chains_call_each_function_once() {
    let (end, calls) = end_and_calls(|before| {
        format!("f(f(1)) + try(f(2), 0) + [for i in [1, 2] : f(i)][0] + {before} + f(1)")
    });
    assert_eq!(end, 1 + 2000 * 5);
    assert_eq!(calls, 1 + 2000 * 6);
}

/// If a call is interrupted because it needs another name, the completed calls inside it are kept.
#[test]
fn interrupted_calls_keep_the_calls_within_them() {
    let (end, calls) = end_and_calls(|before| {
        format!("f(1) + try(f(1) + try(f(1), 0) + try(f(1) + {before}, f(9)), f(9)) + f(1)")
    });
    assert_eq!(end, 1 + 2000 * 5);
    assert_eq!(calls, 1 + 2000 * 5);
}

#[test]
fn grids_and_fans_have_values() {
    let mut text = String::from("locals {\n");
    for row in 0..100 {
        for column in 0..100 {
            let before = [(row, column - 1), (row - 1, column)];
            let before = before
                .iter()
                .filter(|(row, column)| *row >= 0 && *column >= 0);
            let before: Vec<_> = before
                .map(|(row, column)| format!("local.x{row}_{column}"))
                .collect();
            let value = if before.is_empty() {
                "1".to_owned()
            } else {
                format!("max({})", before.join(", "))
            };
            add(&mut text, format_args!("  x{row}_{column} = {value}\n"));
        }
    }
    let all: Vec<_> = (0..100).map(|it| format!("local.x{it}_{it}")).collect();
    add(
        &mut text,
        format_args!("  fan = [{}]\n}}\n", all.join(", ")),
    );
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let scope = scope_in(&text, &ctx);
    check(&scope, &[("local.x99_99", "1"), ("local.fan[99]", "1")]);
}

/// A long chain whose expressions nest almost as deep as allowed.
#[test]
fn deep_expressions_in_long_chains_have_values() {
    let (open, close) = ("(".repeat(200), ")".repeat(200));
    let mut text = String::from("locals {\n  x0 = 1\n");
    for index in 1..=500 {
        add(
            &mut text,
            format_args!("  x{index} = {open}local.x{}{close} + 1\n", index - 1),
        );
    }
    let scope = scope_of(&(text + "}\n"));
    check(&scope, &[("local.x500", "501")]);
}

#[test]
fn the_budget_is_that_of_the_caller() {
    let text = "locals {\n  big = [for x in [1, 2, 3, 4, 5, 6, 7, 8] : \"${x}-${x}\"]\n  use = local.big[0]\n}\n";
    for limit in 1..200 {
        let scope = scope_in(text, &EvalContext::new().with_max_steps(limit));
        match evaluate("local.use", &scope) {
            Ok(value) => {
                assert_eq!(value, "1-1");
                assert!(limit > 30, "{limit}");
            }
            Err(error) => {
                assert_eq!(error.classify(), Category::Limit, "{error}");
                // The error is not kept: with a larger budget, the evaluation succeeds.
                let wide = EvalContext::child(&scope).with_max_steps(1000);
                assert_eq!(evaluate("local.use", &wide).unwrap(), "1-1");
                assert!(
                    limit < 10 || evaluate("local.use", &scope).is_ok(),
                    "{limit}"
                );
            }
        }
    }
    let scope = scope_in(text, &EvalContext::new().with_max_bytes(20));
    assert_eq!(
        evaluate("local.use", &scope).unwrap_err().classify(),
        Category::Limit
    );
    let text = chain(3000);
    let scope = scope_in(&text, &EvalContext::new().with_max_steps(2000));
    assert_eq!(scope.check().unwrap_err().classify(), Category::Limit);
}

/// With a small budget, hostile names have the same value as without a budget, or their error is that of a limit.
#[test]
fn small_budgets_change_no_result() {
    let list: Vec<_> = (0..500).map(|it| format!("local.big[{it}]")).collect();
    let wide = format!(
        "big = [for i in range(500) : \"${{i}}-${{i}}-${{i}}\"]\n  use = [{}]\n",
        list.join(", ")
    );
    let bodies = [
        wide.as_str(),
        "a = \"${local.b}${local.b}\"\n  b = \"${local.c}${local.c}\"\n  c = join(\",\", range(200))\n  use = local.a\n",
        "use = [for x in local.use : x]\n",
        "use = local.a[*].b\n  a = [{ b = local.use }]\n",
        "use = upper(\"${local.a}\")\n  a = try(local.use, \"x\")\n",
        "use = true ? [for i in range(300) : { key = i }] : local.use\n",
        "use = { for i in range(300) : \"k${i}\" => local.big }\n  big = range(100)\n",
    ];
    let functions = EvalContext::new().with_functions(stdlib::terraform());
    let outcome = |text: &str, ctx: &EvalContext| {
        let scope = scope_in(text, ctx);
        let value = evaluate("local.use", &scope).map_err(|it| it.classify());
        let checked = scope.check().map_err(|it| it.classify());
        (value, checked)
    };
    for body in bodies {
        let text = format!("locals {{\n  {body}}}\n");
        let (value, checked) = outcome(&text, &functions);
        assert_ne!(value, Err(Category::Limit), "{text}");
        let mut is_refused = false;
        for bytes in [0, 100, 1_000, 4_000, 16_000] {
            let limited = [
                functions.clone().with_max_bytes(bytes),
                functions.clone().with_max_steps(bytes / 8),
            ];
            for ctx in limited {
                let (limited_value, limited_checked) = outcome(&text, &ctx);
                is_refused |= limited_value == Err(Category::Limit);
                let is_same = limited_value == value || limited_value == Err(Category::Limit);
                assert!(is_same, "{bytes}: {limited_value:?}: {text}");
                let is_same = limited_checked == checked || limited_checked == Err(Category::Limit);
                assert!(is_same, "{bytes}: {limited_checked:?}: {text}");
            }
        }
        assert!(is_refused, "{text}");
    }
}

#[test]
fn threads_may_need_names_of_each_other() {
    let mut text = String::from("locals {\n  a0 = 1\n  b0 = 1\n");
    for index in 1..300 {
        let before = index - 1;
        add(
            &mut text,
            format_args!("  a{index} = local.b{before} + 1\n  b{index} = local.a{before} + 1\n"),
        );
    }
    text += "}\n";
    for _ in 0..20 {
        let scope = scope_of(&text);
        std::thread::scope(|threads| {
            for name in ["local.a299", "local.b299", "local.a150", "local.b298"] {
                let scope = &scope;
                threads.spawn(move || evaluate(name, scope).unwrap());
            }
        });
        check(&scope, &[("local.a299", "300")]);
    }
}

/// A scope keeps data about its definitions, such as their errors. This data must not keep the scope itself alive.
#[test]
fn a_dropped_scope_is_released() {
    let token = Arc::new(());
    let held = Arc::clone(&token);
    let looked_up = Arc::clone(&token);
    let ctx = EvalContext::new()
        .with_functions(stdlib::functions())
        .with_function(
            "hold",
            Function::from_fn(move || Arc::strong_count(&held) as u64),
        )
        .with_object_resolver("x", move |name, ctx| {
            let _ = Arc::strong_count(&looked_up);
            hcl::parse_expression(&format!("{name} + 1"))?
                .evaluate(ctx)
                .map(Some)
        });
    let body = parse(
        "function \"wrong\" {\n  params = []\n  result = nobody\n}\n\
         locals {\n  good = hold()\n  variable = nobody\n  keyword = True\n  missing = local.god\n  function = holt()\n\
         namespace = a::b()\n  argument = upper([])\n  own = wrong()\n  failed = upper(local.variable)\n\
         cycle = [local.cycle]\n  for = [for each in [1] : eech]\n  object = { a = 1 }.b\n  index = [1][2]\n\
         template = \"${nobody}\"\n  found = x.nobody\n  type = x.unknown + x.other\n}\n",
    );
    let references = references().with_functions("function");
    let scope = references.scope(&body, &ctx).into_result().unwrap();
    let error = scope.check().unwrap_err();
    assert!(error.diagnostics().len() > 12, "{error:#}");
    for name in ["good", "variable", "missing", "function", "own", "found"] {
        let _ = evaluate(&format!("[local.{name}, x.local]"), &scope);
    }
    let more = EvalContext::from(&scope).with_resolver(|_, _| Ok(None));
    assert!(evaluate("[own(), local.own]", &more).is_err());
    let report = format!("{error:#}");
    drop((error, more, scope, ctx));
    assert_eq!(Arc::strong_count(&token), 1, "{report}");
}
