//! What can be named, and what is wrong with it.

use hcl::references::{NamedBlocks, References};
use hcl::{EvalContext, Value};

use super::{check, evaluate, parse};

#[test]
fn several_declarations_share_a_variable() {
    let body = parse("locals {\n  a = 1\n}\nconstants {\n  b = 2\n}\njob \"c\" {\n  d = 3\n}\n");
    let references = References::new()
        .with("local", NamedBlocks::merged("locals"))
        .with("local", NamedBlocks::merged("constants"))
        .with("local", NamedBlocks::labelled("job", ["name"]));
    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(&scope, &[("local", "{ a = 1, b = 2, c = { d = 3 } }")]);
}

#[test]
fn repeated_declarations_are_reported() {
    let body = parse(
        "locals {\n  a = 1\n}\nlocals {\n  a = 2\n}\nservice \"web\" {}\nservice \"web\" {}\nservice \"x\" \"y\" {}\n",
    );
    let references = References::new()
        .with("local", NamedBlocks::merged("locals"))
        .with("service", NamedBlocks::labelled("service", ["name"]));
    let error = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap_err();
    let found: Vec<_> = error
        .diagnostics()
        .iter()
        .map(|it| (it.position().unwrap().line(), it.summary().to_owned()))
        .collect();
    assert_eq!(
        found,
        [
            (9, "Extraneous label for service".to_owned()),
            (5, "Duplicate name".to_owned()),
            (8, "Duplicate name".to_owned()),
        ]
    );
    assert!(
        error
            .render(hcl::RenderStyle::Plain)
            .contains("The first one is at main.hcl:2:7."),
        "{error:#}"
    );
}

#[test]
fn blocks_without_labels_are_lists_at_the_root_too() {
    let body = parse(
        "rule {\n  port = 1\n}\nrule {\n  port = rule[0].port + 1\n}\nmain {\n  port = rule[1].port\n}\n",
    );
    let references = References::new()
        .with_root(NamedBlocks::listed("rule"))
        .with("entry", NamedBlocks::single("main"));
    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(&scope, &[("entry.port", "2"), ("rule[*].port", "[1, 2]")]);
}

#[test]
fn a_function_may_compute_the_value_of_a_block() {
    let body = parse(
        "disk \"a\" {\n  size = 1 + local.x\n}\nlocals {\n  x = 1\n  y = disk.a[1].size\n}\ndisk \"b\" {}\n",
    );
    let disks = NamedBlocks::labelled("disk", ["name"]).with_value_by(|block, ctx| {
        let size = block.body().attribute("size").ok_or_else(|| {
            hcl::Error::from(hcl::Diagnostic::error("No size", "A disk needs a size."))
        })?;
        let size = size.expression().evaluate(ctx)?;
        let disk = Value::object([("size", size)])?;
        Ok(Value::tuple([disk.clone(), disk])?)
    });
    let references = References::new()
        .with("disk", disks)
        .with("local", NamedBlocks::merged("locals"));
    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(&scope, &[("local.y", "2"), ("disk.a[*].size", "[2, 2]")]);
    let error = evaluate("disk.b", &scope).unwrap_err();
    assert_eq!(
        (error.line(), error.message().as_str()),
        (Some(8), "No size: A disk needs a size.")
    );
}

/// Locals whose blocks have names in the same object, and an attribute that is not known yet.
fn locals_with_blocks() -> References {
    let locals = NamedBlocks::merged("locals")
        .with_blocks(NamedBlocks::listed("rule"))
        .with_blocks(NamedBlocks::labelled("disk", ["name"]))
        .with_blocks(NamedBlocks::single("check"))
        .with_unknown("zone", hcl::Type::STRING)
        .with_unknown("id", hcl::Type::STRING);
    References::new().with("local", locals)
}

/// The values that the names of locals with blocks have in both syntaxes.
const LOCALS: [(&str, &str); 4] = [
    ("local.zone", "\"z\""),
    ("local.rule", "[{ port = 1 }, { port = 2 }]"),
    ("local.disk.a.size", "2"),
    ("local.check", "null"),
];

/// Blocks within blocks whose attributes form one object have names in this object, too.
#[test]
fn merged_blocks_have_nested_blocks_and_unknown_attributes() {
    let text = r#"
        locals {
          zone = "z"
          rule { port = 1 }
        }
        locals {
          rule { port = local.rule[0].port + 1 }
          disk "a" { size = local.rule[1].port }
        }
    "#;
    let body = parse(text);
    let references = locals_with_blocks();
    let scope = references.scope(&body, &EvalContext::new());
    let scope = scope.into_result().unwrap();
    check(&scope, &LOCALS);
    assert!(!scope.value("local.id").unwrap().is_known());
    let dependencies = references.dependencies(&body);
    let parts: Vec<String> = dependencies
        .parts()
        .iter()
        .map(|it| it.path().to_string())
        .collect();
    let expected = [
        "local.zone",
        "local.rule[0].port",
        "local.rule[1].port",
        "local.disk.a.size",
    ];
    assert_eq!(parts, expected);
    let blocks = dependencies.by_block();
    let order: Vec<String> = blocks
        .order()
        .unwrap()
        .iter()
        .map(|it| it.path().to_string())
        .collect();
    assert_eq!(
        order,
        [
            "local.zone",
            "local.rule[0]",
            "local.rule[1]",
            "local.disk.a"
        ]
    );
}

#[test]
fn merged_blocks_have_nested_blocks_in_json_and_from_dynamic_blocks() {
    let references = locals_with_blocks().with_dynamic_blocks();
    let scope = |body: &hcl::Body| references.scope(body, &EvalContext::new()).into_result();
    let json = r#"{"locals": [{"zone": "z", "rule": {"port": 1}}, {
        "rule": {"port": "${local.rule[0].port + 1}"}, "disk": {"a": {"size": "${local.rule[1].port}"}}
    }]}"#;
    check(&scope(&hcl::json::parse(json).unwrap()).unwrap(), &LOCALS);
    let twice = "locals {\n  check {}\n}\nlocals {\n  check {}\n}\n";
    let error = scope(&parse(twice)).unwrap_err();
    assert_eq!((error.line(), error.diagnostics().len()), (Some(5), 1));
    let dynamic = r#"
        locals {
          dynamic "rule" {
            for_each = [7, 8]
            content {
              port = rule.value
            }
          }
        }
    "#;
    let generated = scope(&parse(dynamic)).unwrap();
    check(&generated, &[("local.rule[1].port", "8")]);
}
