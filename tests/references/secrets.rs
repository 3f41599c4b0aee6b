//! Whether a secret went into what a name stands for.

use hcl::EvalContext;
use hcl::function::stdlib;

use super::{evaluate, scope_in};

#[test]
fn only_what_a_secret_went_into_is_concealed() {
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
    ] {
        let message = message(secret);
        assert!(!message.contains("hunter2"), "{message}");
        assert!(message.contains("not shown"), "{message}");
    }
}
