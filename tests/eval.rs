//! Evaluation by the handles of a tree.

use hcl::{EvalContext, ExpressionKind, TemplatePart, Value};

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
