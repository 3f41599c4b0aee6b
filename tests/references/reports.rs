//! Errors that show the way.

use expect_test::{Expect, expect};
use hcl::EvalContext;
use hcl::function::stdlib;

use super::{evaluate, scope_in};

/// Checks the report of an expression in a scope.
#[track_caller]
fn check(text: &str, expression: &str, expected: &Expect) {
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let scope = scope_in(text, &ctx);
    let error = evaluate(expression, &scope).expect_err("something is wrong");
    expected.assert_eq(&error.render(hcl::RenderStyle::Plain));
}

const CYCLE: &str =
    "locals {\n  start = local.a\n  a = 1 + local.b\n  b = [local.c]\n  c = \"${local.a}\"\n}\n";

#[test]
fn cycles_show_each_hop() {
    check(
        CYCLE,
        "local.start",
        &expect![[r#"
            error: Circular reference
             --> main.hcl:3:11
              |
            3 |   a = 1 + local.b
              |           ^^^^^^^
              |
              = note: "local.a" at main.hcl:3:11 needs "local.b" at main.hcl:4:8, which needs "local.c" at main.hcl:5:10, which needs "local.a". Something that needs itself has no value."#]],
    );
}

/// The report of a cycle is the same for each name at which the evaluation enters it.
#[test]
fn cycles_are_reported_alike() {
    let report = |start: &str| {
        let ctx = EvalContext::new().with_functions(stdlib::terraform());
        let error = evaluate(start, &scope_in(CYCLE, &ctx)).unwrap_err();
        let first = &error.diagnostics()[0];
        (
            error.diagnostics().len(),
            first.detail().to_owned(),
            first.subject(),
        )
    };
    for start in [
        "local.b",
        "local.c",
        "try(local.a, 1)",
        "[local.a, local.c, local.start]",
    ] {
        assert_eq!(report(start), report("local.a"), "{start}");
    }
}

#[test]
fn errors_of_undeclared_names_list_the_declared_ones() {
    check(
        "locals {\n  zone = 1\n  size = 2\n}\n",
        "[local.zne, local.other, locl.zone, service.web]",
        &expect![[r#"
            error: Unknown name
             --> line 1, column 7
              |
            1 | [local.zne, local.other, locl.zone, service.web]
              |       ^^^^
              |
              = note: There is no "zne" in "local". Did you mean "zone"?

            error: Unknown name
             --> line 1, column 18
              |
            1 | [local.zne, local.other, locl.zone, service.web]
              |                  ^^^^^^
              |
              = note: There is no "other" in "local". Declared there: "size", "zone".

            error: Unknown variable
             --> line 1, column 26
              |
            1 | [local.zne, local.other, locl.zone, service.web]
              |                          ^^^^
              |
              = note: There is no variable named "locl". Did you mean "local"?

            error: Unknown name
             --> line 1, column 44
              |
            1 | [local.zne, local.other, locl.zone, service.web]
              |                                            ^^^^
              |
              = note: There is no "web" in "service". Nothing is declared there."#]],
    );
}

#[test]
fn an_error_is_reported_once_with_the_parts_that_need_it() {
    check(
        "locals {\n  broken = \"x\" * 2\n  a = local.broken\n  b = [local.a, local.broken]\n}\n",
        "[local.b, local.a, local.broken, 1 + nobody]",
        &expect![[r#"
            error: Invalid operand
             --> main.hcl:2:12
              |
            2 |   broken = "x" * 2
              |            ^^^
              |
              = note: The left operand is unsuitable: expected a number, but found the string "x".
              = needed by: local.a, main.hcl:3:7

            error: Unknown variable
             --> line 1, column 38
              |
            1 | [local.b, local.a, local.broken, 1 + nobody]
              |                                      ^^^^^^
              |
              = note: There is no variable named "nobody"."#]],
    );
}

/// The place is the first traversal that leads to the failed definition or to something around it.
#[test]
fn the_place_that_needs_an_error_is_the_first_one() {
    for (first, second) in [
        ("service.web", "service.web.port"),
        ("service.web.port", "service.web"),
    ] {
        let text = format!(
            "locals {{\n  ok = 1\n  a  = [local.ok, {first}, {second}]\n}}\nservice \"web\" {{\n  port = 2 * \"x\"\n}}\n"
        );
        check(
            &text,
            "local.a",
            &expect![[r#"
            error: Invalid operand
             --> main.hcl:6:14
              |
            6 |   port = 2 * "x"
              |              ^^^
              |
              = note: The right operand is unsuitable: expected a number, but found the string "x".
              = needed by: local.a, main.hcl:3:19"#]],
        );
    }
}

#[test]
fn functions_do_not_hide_errors_of_references() {
    check(
        "locals {\n  broken = \"x\" * 2\n}\n",
        "[try(local.broken, 1), can(local.broken)]",
        &expect![[r#"
            error: Invalid operand
             --> main.hcl:2:12
              |
            2 |   broken = "x" * 2
              |            ^^^
              |
              = note: The left operand is unsuitable: expected a number, but found the string "x".
              = needed by: 1:6"#]],
    );
    let scope = scope_in(
        "locals {\n  object = { a = 1 }\n}\n",
        &EvalContext::new().with_functions(stdlib::terraform()),
    );
    super::check(
        &scope,
        &[
            ("try(local.object.b, 7)", "7"),
            ("can(local.nothing)", "false"),
            ("try(local.object.a, 7)", "1"),
        ],
    );
}

/// Cycles are found through expressions of all kinds.
#[test]
fn cycles_lead_through_expressions_of_all_kinds() {
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    for locals in [
        "a = \"x${local.b}\"\n  b = \"${local.a}\"",
        "a = <<END\n%{ for it in local.b }${it}%{ endfor }\nEND\n  b = [local.a]",
        "a = local.b[*].c\n  b = [{ c = local.a }]",
        "a = local.b.*.c\n  b = [{ c = local.a }]",
        "a = [for it in local.b : it]\n  b = { for k in [1] : k => local.a }",
        "a = [for it in [1] : it if local.b]\n  b = length(local.a) > 0",
        "a = upper(local.b)\n  b = try(local.a, 1)",
        "a = local.b ? 1 : 2\n  b = local.a == 1",
        "a = [1, 2][local.b]\n  b = -local.a",
    ] {
        let scope = scope_in(&format!("locals {{\n  {locals}\n}}\n"), &ctx);
        for name in ["local.a", "local.b", "[for it in [1] : local.a]"] {
            let error = evaluate(name, &scope).unwrap_err();
            let first = &error.diagnostics()[0];
            assert_eq!(
                first.code(),
                hcl::Code::CircularReference,
                "{locals}: {error}"
            );
        }
    }
}
