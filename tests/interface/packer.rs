//! The example of a template with variables, locals, functions and dynamic blocks.
#![cfg(feature = "stdlib")]

#[allow(dead_code, reason = "the example is a command too")]
#[path = "../../examples/packer.rs"]
mod example;

#[test]
fn the_template_is_what_the_documentation_says() {
    let template = example::evaluate("examples/packer.pkr.hcl").unwrap();
    let locals = &template.locals;
    assert_eq!(locals["name"], "user-service-Prod-2026-11-22");
    assert_eq!(locals["upper"].to_string(), r#"["A", "B", ""]"#);
    assert_eq!(locals["by_name"].to_string(), r#"{ a = "A", b = "B" }"#);
    assert_eq!(locals["lengths"].to_string(), "[4, 7]");
    assert_eq!(
        locals["groups"].to_string(),
        r#"{ a = ["ab", "ac"], b = ["b"] }"#
    );

    let (attributes, tags) = &template.sources["amazon-ebs.example"];
    assert_eq!(
        attributes.to_string(),
        r#"{ ami_name = "user-service-Prod-2026-11-22", disk_size = 8, encrypted = true }"#
    );
    let tags: Vec<_> = tags.iter().map(ToString::to_string).collect();
    assert_eq!(
        tags,
        [
            r#"{ key = "Name", value = "example-asg-name" }"#,
            r#"{ key = "Component", value = "user-service" }"#,
            r#"{ key = "Environment", value = "production" }"#,
        ]
    );
}
