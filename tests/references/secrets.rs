//! Whether a secret went into what a name stands for.

use hcl::EvalContext;
use hcl::function::stdlib;

use super::{evaluate, scope_in};

#[test]
fn only_values_made_from_a_secret_are_concealed() {
    let ctx = EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_variable("token", "hunter2")
        .with_secret("token")
        .with_secret("var.password");
    let text = "locals {\n  open = \"plain\"\n  auth = \"Bearer ${token}\"\n  both = [local.open, local.auth]\n  \
                none = false ? local.auth : \"visible\"\n}\nvariable \"password\" {\n  default = \"hunter2!\"\n}\n";
    let scope = scope_in(text, &ctx);
    let message = |expression: &str| evaluate(expression, &scope).unwrap_err().to_string();
    assert!(
        message("local.open * 2").contains("plain"),
        "{}",
        message("local.open * 2")
    );
    assert!(message("local.none * 2").contains("visible"));
    for secret in [
        "local.auth * 2",
        "local.both[1] * 2",
        "var.password * 1",
        "[for x in local.both : x * 1]",
        "[token][0] * 2",
        "{ a = token }.a * 2",
        "(token) * 2",
        "[for x in [token] : x][0] * 2",
        "upper(token) * 2",
    ] {
        let message = message(secret);
        assert!(!message.contains("hunter2"), "{message}");
        assert!(message.contains("not shown"), "{message}");
    }
}

/// If a name is secret, values that are made from it are concealed as well.
#[test]
fn values_made_from_a_secret_name_are_concealed() {
    let ctx = EvalContext::new()
        .with_secret("local.password")
        .with_secret("var.token");
    let text = "locals {\n  password = \"hunter2\"\n  copy = local.password\n  all = { copy = local.copy, token = \
                var.token }\n  open = \"plain\"\n}\nvariable \"token\" {\n  default = \"hunter2!\"\n}\n";
    let scope = scope_in(text, &ctx);
    for secret in [
        "local.copy",
        "local.all.token",
        "local.all.copy",
        "var.token",
    ] {
        let marked = hcl::parse_expression(secret)
            .unwrap()
            .evaluate_marked(&scope)
            .unwrap();
        assert!(marked.is_secret(), "{secret}");
        assert!(marked.value().as_str().unwrap().starts_with("hunter2"));
        assert!(marked.into_value().is_known());
        let message = evaluate(&format!("{secret} * 2"), &scope)
            .unwrap_err()
            .to_string();
        assert!(!message.contains("hunter2"), "{message}");
        assert!(message.contains("not shown"), "{message}");
    }
    let message = evaluate("local.open * 2", &scope).unwrap_err().to_string();
    assert!(message.contains("plain"), "{message}");
}

#[test]
fn values_made_from_a_secret_are_marked() {
    let ctx = EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_variable("token", "hunter2")
        .with_secret("token");
    let text = "locals {\n  open = \"plain\"\n  auth = \"Bearer ${token}\"\n  both = [local.open, local.auth]\n  \
                none = false ? local.auth : \"visible\"\n}\nservice \"web\" {\n  port = length(local.both)\n  \
                name = local.none\n  listener {\n    key = upper(local.auth)\n  }\n}\n";
    let scope = scope_in(text, &ctx);
    let is_secret = |text: &str| {
        let expression = hcl::parse_expression(text).unwrap();
        expression.evaluate_marked(&scope).unwrap().is_secret()
    };
    for secret in [
        "local.auth",
        "local.both",
        "local.both[0]",
        "service.web.listener[0].key",
        "[for x in local.both : x]",
    ] {
        assert!(is_secret(secret), "{secret}");
        // The kept result of a name is marked, too.
        assert!(is_secret(secret), "{secret}, again");
    }
    for public in [
        // These names are defined by the expressions.
        "[for token in local.open[*] : token]",
        "{for token, name in { a = 1 } : token => name}",
        "[for token in local.open[*] : [for name in [1] : token]]",
        "\"%{ for token in local.open[*] }${token}%{ endfor }\"",
        "local.open",
        "local.none",
        "service.web.name",
        "local.open == \"x\" || true",
    ] {
        assert!(!is_secret(public), "{public}");
    }
    let paths = hcl::parse(text).unwrap().secret_paths(&scope);
    let paths: Vec<String> = paths.iter().map(ToString::to_string).collect();
    let expected = [
        "locals.auth",
        "locals.both",
        "service[\"web\"].port",
        "service[\"web\"].listener.key",
    ];
    assert_eq!(paths, expected);
    let marked = hcl::parse_expression("local.auth")
        .unwrap()
        .evaluate_marked(&scope);
    assert!(!format!("{:?}", marked.unwrap()).contains("hunter2"));
}

#[test]
fn missing_names_of_a_secret_are_reported() {
    let ctx = EvalContext::new()
        .with_variable("secrets", hcl::value!({ password = "hunter2" }).unwrap())
        .with_secret("secrets");
    let message = |text: &str| evaluate(text, &ctx).unwrap_err().to_string();
    let unknown = message("secrets.pasword");
    assert!(
        unknown.contains("pasword") && !unknown.contains("not shown"),
        "{unknown}"
    );
    let other = message("secrets.password * 1");
    assert!(
        other.contains("not shown") && !other.contains("hunter2"),
        "{other}"
    );
    let unknown = message("secret.password");
    assert!(
        unknown.contains("There is no variable named \"secret\""),
        "{unknown}"
    );
}

/// A label is the first to use the name, so only its evaluation shows that a secret is in it.
#[test]
fn labels_made_from_a_secret_are_concealed() {
    type Blocks = std::collections::BTreeMap<u8, u8>;
    let ctx = EvalContext::new()
        .with_variable("token", "hunter2")
        .with_secret("token");
    let native = "locals {\n  auth = \"Bearer ${token}\"\n}\n";
    let block = "dynamic \"b\" {\n  for_each = [1]\n  labels = [local.auth]\n  content {}\n}\n";
    let named =
        "dynamic \"b\" {\n  for_each = [local.auth]\n  labels = [b.value]\n  content {}\n}\n";
    let json = r#"{"locals": {"auth": "Bearer ${token}"},
        "dynamic": {"b": {"for_each": [1], "labels": ["${local.auth}"], "content": {}}}}"#;
    let bodies = [
        hcl::parse(&[native, block].concat()).unwrap(),
        hcl::parse(&[native, named].concat()).unwrap(),
        hcl::json::parse(json).unwrap(),
    ];
    for body in bodies {
        let references = super::references().with_dynamic_blocks();
        let scope = references.scope(&body, &ctx).value;
        let options = hcl::DecodeOptions::new().with_context(&scope);
        let error = options.from_body::<std::collections::BTreeMap<String, Blocks>>(scope.body());
        let error = error.unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
        assert!(error.contains("not shown"), "{error}");
    }
}

/// Names of attributes are compared in normal form C, so that another spelling does not reveal a secret.
#[test]
fn secrets_are_found_in_any_normal_form() {
    type Map<T> = std::collections::BTreeMap<String, T>;
    let spellings = ["\u{e9}", "e\u{301}"];
    for secret in spellings {
        for name in spellings {
            let value = hcl::Value::object([(name, "hunter2".into())]).unwrap();
            let ctx = EvalContext::new()
                .with_variable("vault", value)
                .with_secret(&format!("vault.{secret}"))
                .with_secret(&format!("local.{secret}"));
            let text = format!("locals {{\n  {name} = \"hunter2\"\n}}\n");
            let scope = scope_in(&text, &ctx);
            for reference in spellings {
                for expression in [
                    format!("vault.{reference}"),
                    format!("vault[\"{reference}\"]"),
                    format!("local.{reference}"),
                    format!("local[\"{reference}\"]"),
                ] {
                    let parsed = hcl::parse_expression(&expression).unwrap();
                    let marked = parsed.evaluate_marked(&scope).unwrap();
                    assert!(marked.is_secret(), "{secret} {name} {expression}");
                    let failing = evaluate(&format!("{expression} * 2"), &scope).unwrap_err();
                    let native =
                        hcl::from_str_with::<Map<u8>>(&format!("x = {expression}\n"), &scope);
                    let template = format!("${{{expression}}}").replace('"', "\\\"");
                    let json = format!("{{ \"x\": \"{template}\" }}");
                    let json = hcl::json::from_str_with::<Map<u8>>(&json, &scope);
                    for error in [failing, native.unwrap_err(), json.unwrap_err()] {
                        let error = error.to_string();
                        assert!(!error.contains("hunter2"), "{error}");
                        assert!(error.contains("not shown"), "{error}");
                    }
                }
            }
        }
    }
}
