//! The example of a file with functions, inheritance and a matrix.

#[allow(dead_code, reason = "the example is a command too")]
#[path = "../../examples/bake.rs"]
mod example;

#[test]
fn targets_are_merged_and_multiplied() {
    let targets = example::targets("examples/bake.hcl").unwrap();
    let names: Vec<_> = targets.keys().map(String::as_str).collect();
    assert_eq!(
        names,
        [
            "app",
            "base",
            "check-lint-1-88",
            "check-lint-1-90",
            "check-test-1-88",
            "check-test-1-90"
        ]
    );
    let app = &targets["app"];
    assert_eq!(app["dockerfile"], "Dockerfile");
    assert_eq!(
        app["tags"].to_string(),
        r#"["registry.example.com/app:v1.2.0", "registry.example.com/app:latest"]"#
    );
    assert_eq!(
        app["args"].to_string(),
        r#"{ FEATURES = "cli,stdlib", PROFILE = "release", RUST = "1.88" }"#
    );
    let check = &targets["check-test-1-90"];
    assert_eq!(check["target"], "test");
    assert_eq!(
        check["args"].to_string(),
        r#"{ PROFILE = "release", RUST = "1.90" }"#
    );
}
