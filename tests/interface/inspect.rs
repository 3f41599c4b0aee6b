//! The example that looks at a Terraform configuration.

use expect_test::expect;

#[path = "../../examples/inspect.rs"]
mod example;

fn text() -> String {
    std::fs::read_to_string("examples/infrastructure.tf").expect("it is there")
}

fn parse(text: &str) -> hcl::Body {
    let options = hcl::ParseOptions::new().with_filename("infrastructure.tf");
    options.parse(text).into_result().expect("it is valid")
}

#[test]
fn resources_modules_and_names_are_found() {
    let inspection = example::inspect(&parse(&text())).unwrap();
    expect![[r#"
        resource aws_instance web, one for each of toset(var.zones)
        resource aws_security_group web
        module network: example/network/aws (3.2.1)
        module database: example/database/aws (1.9.0)
        module dns: ./modules/dns (no version)

        warning: Unused name
          --> infrastructure.tf:25:1
           |
        25 | variable "bastion_key" {
           | ^^^^^^^^^^^^^^^^^^^^^^
           |
           = note: Nothing uses "var.bastion_key".

        error: Undeclared name
          --> infrastructure.tf:30:18
           |
        30 |   name = "shop-${var.environment}"
           |                  ^^^^^^^^^^^^^^^
           |
           = note: "var.environment" is not declared. Those are: bastion_key, region, zones.

        error: Undeclared name
          --> infrastructure.tf:48:13
           |
        48 |   size    = var.database_size
           |             ^^^^^^^^^^^^^^^^^
           |
           = note: "var.database_size" is not declared. Those are: bastion_key, region, zones.

        error: Undeclared name
          --> infrastructure.tf:53:12
           |
        53 |   names  = local.hosts
           |            ^^^^^^^^^^^
           |
           = note: "local.hosts" is not declared. Those are: name, tags.
    "#]]
    .assert_eq(&example::describe(&inspection));
    assert_eq!(inspection.resources.len(), 2);
    let versions: Vec<_> = inspection
        .modules
        .iter()
        .map(|it| (&*it.name, &*it.source, it.version.as_deref()))
        .collect();
    assert_eq!(versions[2], ("dns", "./modules/dns", None));
    assert_eq!(inspection.faults.len(), 4);
}

/// Terraform requires the source of a module to be a literal string.
#[test]
fn a_source_that_is_computed_is_an_error_at_its_place() {
    let broken = text().replace("\"./modules/dns\"", "\"./modules/${var.region}\"");
    let error = example::inspect(&parse(&broken)).err().unwrap();
    expect![[r#"
        error: Variables not allowed
          --> infrastructure.tf:52:25
           |
        52 |   source = "./modules/${var.region}"
           |                         ^^^
           |
           = note: The variable "var" is not defined: there are no variables here."#]]
    .assert_eq(&error.to_string());
}

#[test]
fn a_file_that_cannot_be_read_is_an_error_at_its_place() {
    let broken = text().replace("[\"a\", \"b\"]", "[\"a\", \"b\"");
    let options = hcl::ParseOptions::new().with_filename("infrastructure.tf");
    expect![[r#"
        error: Missing item separator
          --> infrastructure.tf:23:1
           |
        22 |   default     = ["a", "b"
           |                 -
        23 | }
           | ^
           |
           = note: A comma must separate the elements of a list, or "]" close it, but found "}"."#]]
    .assert_eq(
        &options
            .parse(&broken)
            .into_result()
            .unwrap_err()
            .to_string(),
    );
}

/// Only one version changes. Comments, layout and the other versions stay the same.
#[test]
fn a_version_is_changed_in_place() {
    let text = text();
    let changed = example::with_version(&parse(&text), "network", "3.3.0").unwrap();
    assert_eq!(changed, text.replace("\"3.2.1\"", "\"3.3.0\""));
    // A module without a version gets one, which is aligned with the other attributes.
    let changed = example::with_version(&parse(&text), "dns", "1.0.0").unwrap();
    let lines: Vec<_> = changed
        .lines()
        .filter(|line| !text.contains(*line))
        .collect();
    let expected = [
        "  source  = \"./modules/dns\"",
        "  names   = local.hosts",
        "  version = \"1.0.0\"",
    ];
    assert_eq!(lines, expected);
    let error = example::with_version(&parse(&text), "netwrk", "1.0.0").unwrap_err();
    assert!(error.message().contains("no module \"netwrk\""));
}
