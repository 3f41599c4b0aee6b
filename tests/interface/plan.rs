//! The example of a plan: variables, locals, resources that need each other, outputs.
#![cfg(feature = "stdlib")]

#[allow(dead_code, reason = "the example is a command too")]
#[path = "../../examples/plan.rs"]
mod example;

fn plan(settings: &[&str]) -> hcl::Result<Vec<String>> {
    let settings: Vec<_> = settings.iter().map(|it| (*it).to_owned()).collect();
    example::plan("examples/plan", &settings)
}

#[test]
fn resources_are_planned_in_steps() {
    assert_eq!(
        plan(&[]).unwrap(),
        [
            r#"3: network.main = { cidr = "10.0.0.0/16", id = (unknown string), name = "shop-test" }"#,
            r#"4: server.web = { a = { id = (unknown string), name = "shop-test-a", network = (unknown string), size = 1 }, b = { id = (unknown string), name = "shop-test-b", network = (unknown string), size = 2 } }"#,
            r#"5: balancer.front = { id = (unknown string), name = "shop-test-front", targets = [(unknown string), (unknown string)] }"#,
            "address = (unknown string)",
            "sizes = { shop-test-a = 1, shop-test-b = 2 }",
        ]
    );
}

#[test]
fn settings_are_converted_and_checked() {
    let lines = plan(&["project=books", "is_production=true"]).unwrap();
    assert!(lines[0].contains("\"books-live\""), "{lines:?}");
    let error = plan(&["project=library-of-books"]).unwrap_err();
    assert!(
        error.message().ends_with("is longer than eight letters."),
        "{error}"
    );
    assert!(
        plan(&["is_production=often"])
            .unwrap_err()
            .to_string()
            .contains("bool")
    );
    let error = plan(&["projct=x"]).unwrap_err();
    assert!(
        error.message().ends_with("Did you mean \"project\"?"),
        "{error}"
    );
}

/// A cycle in a configuration is reported with all its steps.
#[test]
fn cycles_are_shown() {
    let folder = std::env::temp_dir().join(format!("hcl-plan-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let text = "resource \"a\" \"x\" {\n  size = b.y.size\n}\nresource \"b\" \"y\" {\n  size = a.x.size\n}\n";
    std::fs::write(folder.join("main.tf"), text).unwrap();
    let error = example::plan(folder.to_str().unwrap(), &[]).unwrap_err();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(error.diagnostics().len(), 1);
    assert!(
        error.message().starts_with("Circular reference: \"a.x\""),
        "{error}"
    );
}
