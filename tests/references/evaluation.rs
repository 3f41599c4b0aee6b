//! The values of names: lazy, once each, in any order, at any depth.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hcl::function::Function;
use hcl::references::{NamedBlocks, References};
use hcl::{Body, Category, DecodeOptions, EvalContext, ParseOptions, Syntax, Type, Value};

use super::{add, check, evaluate, parse, references, scope_in, scope_of};

const SERVICES: &str = r#"
    service "web" {
      port = local.base + 80
      url  = "http://${local.host}:${service.web.port}"
      listener {
        port = service.web.port
      }
      listener {
        port = service.web.listener[0].port + 1
      }
      check {
        interval = "${var.interval}s"
      }
    }
    service "api" {
      port = service["web"].port + 1
    }
    locals {
      base  = 8000
      host  = "${var.name}.example.com"
      ports = { for name, it in service : name => it.port }
    }
    locals {
      key = "w${local.eb}"
      eb  = "eb"
    }
    variable "name" {
      default = "shop"
    }
    variable "interval" {
      type    = string
      default = 30
    }
    resource "aws_vpc" "main" {
      id   = "vpc-${local.base}"
      name = aws_vpc.main.id
    }
"#;

#[test]
fn names_have_values() {
    let scope = scope_of(SERVICES);
    check(
        &scope,
        &[
            ("local.base", "8000"),
            ("service.web.port", "8080"),
            ("service[\"web\"].port", "8080"),
            ("service[local.key].port", "8080"),
            ("service.api.port", "8081"),
            ("service.web.url", "\"http://shop.example.com:8080\""),
            ("local.ports", "{ api = 8081, web = 8080 }"),
            ("[for name, it in service : name]", "[\"api\", \"web\"]"),
            ("service.web.listener[1].port", "8081"),
            ("service.web.listener[*].port", "[8080, 8081]"),
            ("service.web.listener.*.port", "[8080, 8081]"),
            ("service.web.listener.1.port", "8081"),
            ("service.web.check.interval", "\"30s\""),
            ("service.api.listener", "[]"),
            ("service.api.check == null", "true"),
            (
                "service.api",
                "{ check = null, listener = [], port = 8081 }",
            ),
            ("var.interval", "\"30\""),
            ("aws_vpc.main.name", "\"vpc-8000\""),
            ("aws_vpc[\"main\"][\"id\"]", "\"vpc-8000\""),
            ("[for name, vpc in aws_vpc : name]", "[\"main\"]"),
            (
                "{ for k, v in local : k => 1 if k != \"ports\" }[\"eb\"]",
                "1",
            ),
        ],
    );
    scope.check().unwrap();
}

/// Returns a function that counts its calls, and the counter.
pub(super) fn counter() -> (Function, Arc<AtomicU64>) {
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let function = Function::new(Type::NUMBER, move |args| {
        counted.fetch_add(1, Ordering::Relaxed);
        Ok(args[0].clone())
    })
    .with_parameter(hcl::function::Parameter::new("value", Type::NUMBER));
    (function, count)
}

#[test]
fn only_requested_names_are_evaluated_and_only_once() {
    let (f, count) = counter();
    let ctx = EvalContext::new().with_function("f", f);
    let text = r#"
        service "web" {
          port  = f(80)
          other = f(81)
          wrong = nobody
        }
        locals {
          twice = [service.web.port, service.web.port]
        }
    "#;
    let scope = scope_in(text, &ctx);
    check(
        &scope,
        &[
            ("service.web.port", "80"),
            ("local.twice", "[80, 80]"),
            ("service.web.port", "80"),
        ],
    );
    assert_eq!(count.load(Ordering::Relaxed), 1);
    let clone = scope.clone();
    check(&clone, &[("service.web.other + service.web.other", "162")]);
    check(&scope, &[("service.web.other", "81")]);
    assert_eq!(count.load(Ordering::Relaxed), 2);
    assert!(evaluate("service.web", &scope).is_err());
}

#[test]
fn an_expensive_value_is_evaluated_once_for_many_references() {
    let (f, count) = counter();
    let ctx = EvalContext::new().with_function("f", f);
    let mut text = String::from("locals {\n  expensive = f(1)\n");
    for index in 0..1000 {
        add(
            &mut text,
            format_args!("  a{index} = local.expensive + {index}\n"),
        );
    }
    text += "}\n";
    let scope = scope_in(&text, &ctx);
    let many = EvalContext::child(&scope).with_variable("many", vec![0; 100_000]);
    assert_eq!(
        evaluate("[for i in many : local.expensive][99999]", &many).unwrap(),
        1
    );
    scope.check().unwrap();
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

#[test]
fn parts_of_blocks_may_refer_to_each_other() {
    let scope = scope_of(
        "service \"a\" {\n  x = service.b.y\n  z = 1\n}\nservice \"b\" {\n  y = service.a.z\n}\n",
    );
    check(
        &scope,
        &[
            ("service.a.x", "1"),
            ("service.b", "{ check = null, listener = [], y = 1 }"),
        ],
    );
}

#[test]
fn the_order_of_files_and_items_does_not_matter() {
    let parts = [
        "locals {\n  a = local.b + 1\n}\n",
        "locals {\n  b = var.c + 1\n}\n",
        "variable \"c\" {\n  default = 1\n}\n",
        "{ \"locals\": { \"d\": \"${local.a}-${var.c}\" } }",
    ];
    let parse = |text: &str| {
        let syntax = if text.starts_with('{') {
            Syntax::Json
        } else {
            Syntax::Native
        };
        ParseOptions::new()
            .with_syntax(syntax)
            .parse(text)
            .into_result()
            .unwrap()
    };
    for first in 0..parts.len() {
        let mut files: Vec<Body> = parts.iter().map(|text| parse(text)).collect();
        files.rotate_left(first);
        let body = Body::merge(files);
        let scope = references()
            .scope(&body, &EvalContext::new())
            .into_result()
            .unwrap();
        check(
            &scope,
            &[
                ("local.d", "\"3-1\""),
                ("local", "{ a = 3, b = 2, d = \"3-1\" }"),
            ],
        );
    }
}

#[test]
fn layers_are_overlaid_before_they_are_named() {
    let base = parse("locals {\n  a = local.b\n  b = 1\n}\n");
    let site = parse("locals {\n  b = 2\n}\n");
    let body = Body::overlay([base, site]).unwrap();
    let scope = references()
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(&scope, &[("local.a", "2")]);
}

#[test]
fn bodies_in_json_syntax_are_named_alike() {
    let text = r#"{
        "service": {
            "web": {
                "port": "${local.base + 80}",
                "listener": [{ "port": "${service.web.port}" }, { "port": 1 }],
                "check": { "interval": "${var.interval}" }
            }
        },
        "locals": [{ "base": 8000 }, { "ports": "${[for l in service.web.listener : l.port]}" }],
        "variable": { "interval": { "default": 30, "type": "string" } },
        "resource": { "aws_vpc": { "main": { "id": "vpc" } } }
    }"#;
    let body = hcl::json::parse(text).unwrap();
    let scope = references()
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(
        &scope,
        &[
            ("service.web.port", "8080"),
            ("local.ports", "[8080, 1]"),
            ("service.web.check.interval", "\"30\""),
            ("aws_vpc.main.id", "\"vpc\""),
        ],
    );
}

#[test]
fn decoding_uses_names() {
    #[derive(serde_derive::Deserialize, Debug, PartialEq)]
    struct Config {
        url: String,
        host: String,
        port: u16,
    }
    let body = parse("url = \"http://${host}:${port}\"\nhost = \"localhost\"\nport = 8000 + 80\n");
    let scope = References::new()
        .with_root_attributes()
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    let config: Config = DecodeOptions::new()
        .with_context(&scope)
        .from_body(&body)
        .unwrap();
    assert_eq!(config.url, "http://localhost:8080");
    assert_eq!((config.host.as_str(), config.port), ("localhost", 8080));
}

/// Decoding and references share the results of one evaluation.
#[test]
fn decoding_calls_no_function_again() {
    #[derive(serde_derive::Deserialize)]
    struct Config {
        id: u64,
        list: Vec<u64>,
        object: std::collections::BTreeMap<String, u64>,
        inner_list: Vec<u64>,
        inner_object: std::collections::BTreeMap<String, u64>,
        copies: Vec<u64>,
    }
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let next = Function::from_fn(move || counted.fetch_add(1, Ordering::Relaxed)).impure();
    let ctx = EvalContext::new().with_function("next", next);
    let body = parse(
        "copies = concat_all(id, list[0], list[1], object.a, inner_list[0], inner_object.a)\nid = next()\n\
         list = [next(), 5 + next()]\nobject = { a = next() }\ninner_list = ([next()])\n\
         inner_object = (({ a = next() }))\n",
    );
    let concat = Function::new(Type::DYNAMIC, |args| {
        Ok(Value::tuple(args.iter().cloned())?)
    })
    .with_variadic(hcl::function::Parameter::new("values", Type::DYNAMIC));
    let ctx = ctx.with_function("concat_all", concat);
    let scope = References::new()
        .with_root_attributes()
        .scope(&body, &ctx)
        .into_result()
        .unwrap();
    let config: Config = DecodeOptions::new()
        .with_context(&scope)
        .from_body(&body)
        .unwrap();
    assert_eq!(
        config.copies,
        [
            config.id,
            config.list[0],
            config.list[1],
            config.object["a"],
            config.inner_list[0],
            config.inner_object["a"]
        ]
    );
    assert_eq!(count.load(Ordering::Relaxed), 6);
}

#[test]
fn a_branch_that_is_not_taken_needs_nothing() {
    let scope = scope_of(
        "locals {\n  a = true ? 1 : local.a\n  b = local.c == 1 ? 2 : local.b\n  c = false ? local.b : 1\n  \
         d = false && local.d\n  e = true || local.e\n  f = false ? local.f : true ? 3 : local.f\n}\n",
    );
    let expected = [
        ("local.a", "1"),
        ("local.b", "2"),
        ("local.c", "1"),
        ("local.d", "false"),
        ("local.e", "true"),
        ("local.f", "3"),
    ];
    check(&scope, &expected);
    for index in 0..expected.len() {
        let scope = scope_of(
            "locals {\n  a = true ? 1 : local.a\n  b = local.c == 1 ? 2 : local.b\n  c = false ? local.b : 1\n  \
             d = false && local.d\n  e = true || local.e\n  f = false ? local.f : true ? 3 : local.f\n}\n",
        );
        check(&scope, &expected[index..=index]);
    }
}

/// The type of a branch that is not taken affects the type of the result.
#[test]
fn types_of_branches_are_unified() {
    let scope = scope_of("locals {\n  a = true ? 1 : local.b\n  b = \"x\"\n}\n");
    check(&scope, &[("local.a", "\"1\"")]);
}

#[test]
fn values_are_given_and_converted() {
    let body = parse(
        "variable \"size\" {\n  type = number\n  default = 1\n}\nvariable \"list\" {\n  type = list(string)\n}\n\
         resource \"vm\" \"a\" {\n  size = var.size\n}\n",
    );
    let references = References::new()
        .with(
            "var",
            NamedBlocks::labelled("variable", ["name"])
                .with_value_of("default")
                .with_type_of("type"),
        )
        .with_root(
            NamedBlocks::labelled("resource", ["type", "name"])
                .with_unknown("id", Type::STRING)
                .with_unknown_others(),
        );
    let given = references
        .clone()
        .with_value("var.size", "20")
        .with_value("var.list", vec![1, 2])
        .with_value("each.key", "k")
        .with_value("vm.a.id", "i-1");
    let scope = given
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(
        &scope,
        &[
            ("vm.a.size + 1", "21"),
            ("var.list", "[\"1\", \"2\"]"),
            ("each.key", "\"k\""),
            ("vm.a.id", "\"i-1\""),
        ],
    );
    let unknown = evaluate("\"${vm.a.id}-${vm.a.zone.name}\"", &scope).unwrap();
    assert!(!unknown.is_known() && unknown.ty() == Type::STRING);
    let unknown = evaluate("vm.a.other", &scope).unwrap();
    assert!(!unknown.is_known() && unknown.ty() == Type::DYNAMIC);

    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    let error = evaluate("var.list", &scope).unwrap_err();
    assert_eq!(
        (error.line(), error.diagnostics()[0].summary()),
        (Some(5), "No value")
    );
    assert!(!evaluate("vm.a.id", &scope).unwrap().is_known());
    assert_eq!(evaluate("vm.a.id", &scope).unwrap().ty(), Type::STRING);

    let given = references.clone().with_value("var.size", "many");
    let scope = given
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    let error = evaluate("var.size", &scope).unwrap_err();
    assert_eq!(error.line(), Some(2));
}

#[test]
fn a_resolver_looks_up_below_a_variable() {
    let locals = hcl::parse("a = local.b + other.x\nb = 2\nc = local.d\nd = [local.c]\n").unwrap();
    let (f, count) = counter();
    let ctx = EvalContext::new()
        .with_function("f", f)
        .with_object_resolver("local", move |name, ctx| {
            let attribute = locals.attribute(name);
            attribute
                .map(|it| it.expression().evaluate(ctx))
                .transpose()
        })
        .with_object_resolver("other", |name, ctx| {
            let text = match name {
                "x" => "f(10)",
                _ => return Ok(None),
            };
            hcl::parse_expression(text)?.evaluate(ctx).map(Some)
        })
        .with_resolver(|name, ctx| match name {
            "root" => hcl::parse_expression("local.a + 1")?
                .evaluate(ctx)
                .map(Some),
            _ => Ok(None),
        });
    check(
        &ctx,
        &[
            ("local.a", "12"),
            ("local[\"a\"]", "12"),
            ("root", "13"),
            ("other.x", "10"),
        ],
    );
    assert_eq!(count.load(Ordering::Relaxed), 1);
    let error = evaluate("local.c", &ctx).unwrap_err();
    assert!(
        error
            .message()
            .contains("\"local.c\" needs \"local.d\", which needs \"local.c\""),
        "{error}"
    );
    let error = evaluate("nobody", &ctx).unwrap_err();
    assert_eq!(error.diagnostics()[0].summary(), "Unknown variable");
    let error = evaluate("local", &ctx).unwrap_err();
    assert!(error.message().contains("one by one"), "{error}");

    // A look-up is charged to the budget of the expression that needs it.
    let limited = EvalContext::new()
        .with_max_steps(100)
        .with_object_resolver("local", |_, ctx| {
            hcl::parse_expression("[for x in [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] : x][0]")?
                .evaluate(ctx)
                .map(Some)
        });
    assert!(evaluate("local.a", &limited).is_ok());
    let error = evaluate("[local.b, local.c, local.d, local.e, local.f]", &limited).unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
    assert!(evaluate("local.b", &limited).is_ok());
}

/// A look-up that fails is tried once in each evaluation.
#[test]
fn a_look_up_that_fails_is_tried_once() {
    let (f, count) = counter();
    let ctx = EvalContext::new()
        .with_functions(hcl::function::stdlib::terraform())
        .with_function("f", f)
        .with_object_resolver("x", |name, ctx| {
            let _ = hcl::parse_expression("f(1)")?.evaluate(ctx)?;
            Err(serde::de::Error::custom(format!("\"{name}\" is away")))
        });
    let text = "[try(x.a, 1), try(x.a, 2), try(x.a, 3)]";
    assert_eq!(evaluate(text, &ctx).unwrap().to_string(), "[1, 2, 3]");
    assert_eq!(count.load(Ordering::Relaxed), 1);
    let error = evaluate("[x.a, x.a, x.b]", &ctx).unwrap_err();
    let details = error.diagnostics().iter().map(hcl::Diagnostic::detail);
    let away = ["a", "a", "b"].map(|name| format!("\"{name}\" is away"));
    assert_eq!(details.collect::<Vec<_>>(), away);
    assert_eq!(count.load(Ordering::Relaxed), 3);
}

/// The results of functions of the configuration are kept across look-ups of the application.
#[test]
fn look_ups_keep_the_results_of_functions() {
    let (f, count) = counter();
    let ctx = EvalContext::new()
        .with_function("f", f)
        .with_object_resolver("x", |_, ctx| {
            hcl::parse_expression("1 + 1")?.evaluate(ctx).map(Some)
        });
    let functions = parse(
        "function \"inner\" {\n  params = [n]\n  result = f(n)\n}\n\
         function \"outer\" {\n  params = [n]\n  result = [inner(n), n > 0 ? x.a : 0, inner(n)]\n}\n",
    );
    let (functions, _) = hcl::user_functions(&functions, "function", &ctx).unwrap();
    let ctx = EvalContext::child(&ctx).with_functions(functions);
    let value = evaluate("[outer(1), x.b, outer(1)]", &ctx).unwrap();
    assert_eq!(value.to_string(), "[[1, 2, 1], 2, [1, 2, 1]]");
    assert_eq!(count.load(Ordering::Relaxed), 1);
}

/// Look-ups that need other look-ups are charged, and a long chain of look-ups calls each function once.
#[test]
fn chains_of_look_ups_call_functions_once() {
    let (f, count) = counter();
    let ctx = EvalContext::new()
        .with_function("f", f)
        .with_object_resolver("x", |name, ctx| {
            let number: u64 = name[1..].parse().unwrap();
            let text = match number {
                0 => "f(0)".to_owned(),
                number => format!("f(1) + x.n{}", number - 1),
            };
            hcl::parse_expression(&text)?.evaluate(ctx).map(Some)
        });
    assert_eq!(evaluate("x.n2000", &ctx).unwrap(), 2000);
    assert_eq!(count.load(Ordering::Relaxed), 2001);
}

#[test]
fn a_scope_can_be_a_parent() {
    let scope = scope_of("locals {\n  a = 1\n  b = each.key\n}\n");
    let ctx = EvalContext::child(&scope)
        .with_variable("each", Value::object([("key", Value::from(7))]).unwrap());
    check(&ctx, &[("local.a + each.key", "8")]);
    // The definition behind a name does not see the variables of the child context.
    assert!(evaluate("local.b", &ctx).is_err());
    let inner = parse("x = local.a + 1\n");
    let inner = References::new()
        .with_root_attributes()
        .scope(&inner, &scope)
        .into_result()
        .unwrap();
    check(&inner, &[("x + local.a", "3")]);
}

const FUNCTIONS: &str = r#"
    function "scaled" {
      params = [n]
      result = n * local.factor + offset(n)
    }
    function "offset" {
      params = [factor]
      result = factor > 1 ? local.base : 0
    }
    locals {
      factor = 10
      base   = scaled(1)
      big    = scaled(5)
      own    = true ? 1 : indirect()
    }
    function "indirect" {
      params = []
      result = local.own
    }
"#;

#[test]
fn functions_of_the_configuration_use_names() {
    let body = parse(FUNCTIONS);
    let references = references().with_functions("function");
    let scope = references
        .scope(&body, &EvalContext::new())
        .into_result()
        .unwrap();
    check(
        &scope,
        &[
            ("local.big", "60"),
            ("local.base", "10"),
            ("scaled(2)", "30"),
            ("local.own", "1"),
        ],
    );
    assert!(
        scope
            .body()
            .blocks()
            .all(|it| it.block_type() != "function")
    );
    let text = FUNCTIONS.replace("base   = scaled(1)", "base = scaled(2)");
    let scope = references
        .scope(&parse(&text), &EvalContext::new())
        .into_result()
        .unwrap();
    let error = evaluate("local.big", &scope).unwrap_err();
    let cycle = "\"local.base\" at main.hcl:8:29 needs \"local.base\".";
    assert!(error.message().contains(cycle), "{error}");
}

/// Whether a function nests too deep does not depend on where it is called.
#[test]
fn nesting_does_not_depend_on_the_caller() {
    let mut text = String::from(
        "function \"down\" {\n  params = [n]\n  result = n == 0 ? 0 : down(n - 1)\n}\nlocals {\n  x0 = down(30)\n",
    );
    for index in 1..=100 {
        add(
            &mut text,
            format_args!(
                "  x{index} = local.x{} + down({}) + 1\n",
                index - 1,
                index % 40
            ),
        );
    }
    text += "  deep = [local.x100, down(1000)]\n  deeper = local.deep\n}\n";
    let body = parse(&text);
    let references = references().with_functions("function");
    for name in ["local.x100", "[local.x3, local.x100]"] {
        let scope = references
            .scope(&body, &EvalContext::new())
            .into_result()
            .unwrap();
        let value = evaluate(name, &scope).unwrap().to_string();
        assert!(value.contains("100"), "{value}");
    }
    for name in ["local.deep", "local.deeper"] {
        let scope = references
            .scope(&body, &EvalContext::new())
            .into_result()
            .unwrap();
        let error = evaluate(name, &scope).unwrap_err();
        assert!(error.to_string().contains("too deep"), "{error}");
    }
}

#[test]
fn generated_blocks_are_named() {
    #[derive(serde_derive::Deserialize, Debug, PartialEq)]
    struct Listener {
        port: u16,
        id: u64,
    }
    #[derive(serde_derive::Deserialize)]
    struct Service {
        listener: Vec<Listener>,
        ids: Vec<u64>,
    }
    #[derive(serde_derive::Deserialize)]
    struct Config {
        service: std::collections::BTreeMap<String, Service>,
    }
    let native = r#"
        locals {
          ports = { a = local.start, b = local.start + 1 }
          start = next()
        }
        service "web" {
          listener {
            port = 1
            id   = next()
          }
          dynamic "listener" {
            for_each = local.ports
            content {
              port = listener.value
              id   = next()
            }
          }
          ids = [for it in service.web.listener : it.id]
        }
    "#;
    let json = r#"{
        "locals": { "ports": { "a": "${local.start}", "b": "${local.start + 1}" }, "start": "${next()}" },
        "service": { "web": {
            "dynamic": { "listener": {
                "for_each": "${local.ports}",
                "content": { "port": "${listener.value}", "id": "${next()}" }
            } },
            "ids": "${[for it in service.web.listener : it.id]}"
        } }
    }"#;
    let references = references().with_dynamic_blocks();
    for (body, expected) in [(parse(native), 3), (hcl::json::parse(json).unwrap(), 2)] {
        let count = Arc::new(AtomicU64::new(10));
        let counted = Arc::clone(&count);
        let next = Function::from_fn(move || counted.fetch_add(1, Ordering::Relaxed)).impure();
        let ctx = EvalContext::new().with_function("next", next);
        let scope = references.scope(&body, &ctx).into_result().unwrap();
        let config: Config = DecodeOptions::new()
            .with_context(&scope)
            .from_body(scope.body())
            .unwrap();
        let service = &config.service["web"];
        let ids: Vec<u64> = service.listener.iter().map(|it| it.id).collect();
        assert_eq!(ids, service.ids);
        assert_eq!(service.listener.len(), expected);
        assert_eq!(service.listener[expected - 1].port, 11);
        assert_eq!(count.load(Ordering::Relaxed), 11 + expected as u64);
        check(&scope, &[("local.start", "10")]);
        let graph = references.dependencies(&body);
        let ids = graph
            .parts()
            .iter()
            .find(|it| it.path() == "service.web.ids")
            .unwrap();
        let needed: Vec<_> = graph
            .references_of(ids)
            .flat_map(|it| it.needed())
            .collect();
        let paths: Vec<_> = needed.iter().map(|it| it.path().to_string()).collect();
        assert!(paths.iter().any(|it| it.ends_with("for_each")), "{paths:?}");
        graph.order().unwrap();
    }
}

/// A block that may have other attributes is unknown as a whole, and so are values that are made from the whole block.
#[test]
fn a_block_with_unknown_others_is_unknown_as_a_whole() {
    let blocks = NamedBlocks::labelled("server", ["name"]).with_unknown_others();
    let references = References::new().with("server", blocks);
    let body = parse("server \"web\" {\n  size = 2\n}\n");
    let scope = references.scope(&body, &EvalContext::new());
    let scope = scope.into_result().unwrap();
    assert_eq!(evaluate("server.web.size", &scope).unwrap(), 2);
    for unknown in ["server.web", "server.web.other", "[server.web][0]"] {
        let value = evaluate(unknown, &scope).unwrap();
        assert!(!value.is_known() && value.ty().is_dynamic(), "{unknown}");
    }
    let all = evaluate("server", &scope).unwrap();
    assert!(!all.is_wholly_known());
}

/// The report of a long cycle lists only the first names.
#[test]
fn a_long_cycle_is_shortened() {
    let cycle = |length: usize| {
        let local = |at: usize| format!("  a{at} = local.a{}\n", (at + 1) % length);
        let text: String = (0..length).map(local).collect();
        let scope = scope_of(&format!("locals {{\n{text}}}\n"));
        evaluate("local.a0", &scope).unwrap_err().to_string()
    };
    assert!(!cycle(13).contains("more in turn"), "{}", cycle(13));
    let message = cycle(20);
    assert!(
        message.contains("8 more in turn, the last of which needs \"local.a0\""),
        "{message}"
    );
}

/// The names of a scope are separate from the names of the scope around it.
#[test]
fn scopes_within_each_other_do_not_mix_their_names() {
    let outer = scope_of("locals {\n  a = 1\n  b = local.a + 1\n}\n");
    let text = "variable \"a\" {\n  default = local.b\n}\nvariable \"b\" {\n  default = var.a + local.a\n}\n";
    let references = References::new().with(
        "var",
        NamedBlocks::labelled("variable", ["name"]).with_value_of("default"),
    );
    let inner = references
        .scope(&parse(text), &outer)
        .into_result()
        .unwrap();
    assert_eq!(evaluate("var.b", &inner).unwrap(), 3);
    assert_eq!(
        evaluate("[local.a, local.b, var.a]", &inner).unwrap(),
        hcl::value!([1, 2, 2]).unwrap()
    );
}

/// The functions of a scope still see its names after a context has added more names.
#[test]
fn functions_keep_the_names_of_their_scope() {
    const TEXT: &str =
        "locals {\n  k = 4\n}\nfunction \"f\" {\n  params = [n]\n  result = n * local.k\n}\n";
    let references = references().with_functions("function");
    let scope = || {
        let scope = references.scope(&parse(TEXT), &EvalContext::new());
        EvalContext::from(scope.into_result().expect("the names are right"))
    };
    let two = |name: &str| Ok((name == "two").then(|| Value::from(2)));
    let ctx = scope().with_variable("two", 2);
    check(&ctx, &[("f(two)", "8")]);
    let ctx = scope().with_resolver(move |name, _| two(name));
    check(&ctx, &[("f(two)", "8")]);
    let ctx = scope().with_object_resolver("more", move |name, _| two(name));
    check(&ctx, &[("f(more.two)", "8")]);
    let ctx = ctx.with_resolver(move |name, _| two(name));
    check(&ctx, &[("f(two) + f(more.two)", "16")]);
    check(&EvalContext::child(&ctx), &[("f(two)", "8")]);
}
