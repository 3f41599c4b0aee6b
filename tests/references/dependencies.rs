//! Which part needs which other one.

use hcl::EvalContext;
use hcl::references::{Dependencies, NamedBlocks, References};

use super::parse;

fn names<'p>(parts: impl IntoIterator<Item = &'p hcl::references::Part>) -> Vec<String> {
    parts.into_iter().map(|it| it.path().to_string()).collect()
}

/// Each reference as a line with the part, the traversal and the names that it needs.
fn lines(dependencies: &Dependencies) -> Vec<String> {
    let line = |it: hcl::references::Reference<'_>| {
        format!(
            "{}: {} -> {}",
            it.part().path(),
            it.traversal(),
            names(it.needed()).join(", ")
        )
    };
    dependencies.references().map(line).collect()
}

const TEXT: &str = r#"
    output "all" {
      value = [for name, it in service : "${name}-${it.port}-${local.a}"]
    }
    locals {
      a = local.b["x"].c + local.zone[var.key]
      b = { x = { c = 1 } }
      zone = {}
    }
    variable "key" {
      type    = string
      default = "k"
      check {
        that = length(var.key) > other.thing
      }
    }
    service "web" {
      port = aws_vpc.main.id
      listener {
        port = service.web.port
      }
      unnamed {
        x = service[var.key].port
      }
    }
    resource "aws_vpc" "main" {
      name = "n"
    }
"#;

#[test]
fn references_are_found_without_evaluation() {
    let resources = NamedBlocks::labelled("resource", ["type", "name"]).with_unknown_others();
    let references = References::new()
        .with("local", NamedBlocks::merged("locals"))
        .with(
            "var",
            NamedBlocks::labelled("variable", ["name"])
                .with_value_of("default")
                .with_type_of("type"),
        )
        .with(
            "service",
            NamedBlocks::labelled("service", ["name"]).with_blocks(NamedBlocks::listed("listener")),
        )
        .with_root(resources);
    let dependencies = references.dependencies(&parse(TEXT));
    assert_eq!(
        names(dependencies.parts()),
        [
            "output[\"all\"].value",
            "local.a",
            "local.b",
            "local.zone",
            "var.key.type",
            "var.key",
            "var.key.check.that",
            "service.web.port",
            "service.web.listener[0].port",
            "service.web.unnamed.x",
            "aws_vpc.main.name",
        ]
    );
    assert_eq!(
        lines(&dependencies),
        [
            "output[\"all\"].value: service -> service.web.port, service.web.listener[0].port",
            "output[\"all\"].value: local.a -> local.a",
            "local.a: local.b[\"x\"].c -> local.b",
            "local.a: local.zone -> local.zone",
            "local.a: var.key -> var.key",
            "var.key.check.that: var.key -> var.key",
            "var.key.check.that: other.thing -> ",
            "service.web.port: aws_vpc.main.id -> aws_vpc.main.name",
            "service.web.listener[0].port: service.web.port -> service.web.port",
            "service.web.unnamed.x: service -> service.web.port, service.web.listener[0].port",
            "service.web.unnamed.x: var.key -> var.key",
        ]
    );
}

/// Only the attribute directly in the block describes its type.
#[test]
fn an_attribute_of_a_nested_block_is_not_the_type() {
    let variables = NamedBlocks::labelled("variable", ["name"]);
    let references = References::new().with("var", variables.with_type_of("type"));
    let text = "variable \"a\" {\n  type = map(b)\n  check {\n    type = var.a\n  }\n}\n";
    assert_eq!(
        lines(&references.dependencies(&parse(text))),
        ["var.a.check.type: var.a -> var.a.type"]
    );
}

/// By block, a merged block still has its attributes as parts, and each may be a cycle.
#[test]
fn only_a_block_may_refer_to_itself() {
    let references = References::new()
        .with("local", NamedBlocks::merged("locals"))
        .with("job", NamedBlocks::labelled("job", ["name"]));
    for (text, is_cycle) in [
        ("locals {\n  a = local.a\n}\n", true),
        ("job \"a\" {\n  b = 1\n  c = job.a.b\n}\n", false),
    ] {
        let blocks = references.dependencies(&parse(text)).by_block();
        assert_eq!(blocks.order().is_err(), is_cycle, "{text}");
        assert_eq!(blocks.cycles().len(), usize::from(is_cycle), "{text}");
    }
}

/// A name that is not declared has the same report here as in the evaluation.
#[test]
fn an_index_of_an_object_is_its_name() {
    for (text, name) in [("local[0]", "0"), ("local[\"c\"]", "c"), ("local.d", "d")] {
        let source = format!("locals {{\n  a = {text}\n}}\n");
        let body = parse(&source);
        let names = References::new().with("local", NamedBlocks::merged("locals"));
        let dependencies = names.dependencies(&body);
        let undeclared = dependencies.references().find_map(|it| it.undeclared());
        let undeclared = undeclared.expect("there is one");
        assert_eq!(
            undeclared.detail(),
            format!("There is no \"{name}\" in \"local\". Declared there: \"a\".")
        );
        let scope = names.scope(&body, &hcl::EvalContext::new()).value;
        let error = scope.value("local.a").expect_err("there is no such name");
        assert_eq!(error.diagnostics()[0].detail(), undeclared.detail());
    }
}

/// The path of a part is its name in normal form C, also if another part has the same name, which is an error.
#[test]
fn parts_have_the_paths_of_their_names() {
    let text = "locals {\n  e\u{301} = 1\n}\nlocals {\n  \u{e9} = 2\n}\n";
    let body = parse(text);
    let references = References::new().with("local", NamedBlocks::merged("locals"));
    let dependencies = references.dependencies(&body);
    assert_eq!(
        names(dependencies.parts()),
        ["local.\u{e9}", "local.\u{e9}"]
    );
}

/// Names of parts are compared in normal form C, in definitions and in references.
#[test]
fn names_are_found_in_any_normal_form() {
    let (composed, decomposed) = ("\u{e9}", "e\u{301}");
    for name in [composed, decomposed] {
        for reference in [composed, decomposed] {
            let body = parse(&format!("{name} = 1\nx = {reference}\n"));
            let references = References::new().with_root_attributes();
            assert_eq!(
                lines(&references.dependencies(&body)),
                [format!("x: {reference} -> {composed}")]
            );
            let scope = references.scope(&body, &EvalContext::new());
            assert_eq!(scope.value.value("x").expect("it has a value"), 1);
            let given = references.with_value([reference], 2);
            let scope = given.scope(&body, &EvalContext::new()).into_result();
            let scope = scope.expect("the name is declared");
            assert_eq!(scope.value("x").expect("it has a value"), 2);

            let body = parse(&format!(
                "locals {{\n  {name} = 1\n}}\nx = local.{reference}\n"
            ));
            let references = References::new()
                .with("local", NamedBlocks::merged("locals"))
                .with_root_attributes();
            assert_eq!(
                lines(&references.dependencies(&body)),
                [format!("x: local.{reference} -> local.{composed}")]
            );
        }
    }
}
