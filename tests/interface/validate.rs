//! The example of an application's own checks.

use expect_test::expect;

#[path = "../../examples/validate.rs"]
mod example;

#[test]
fn the_example_reports_all_faults_at_their_places() {
    let (text, _) = example::report("examples/validate.hcl");
    expect![[r#"
        error: Empty range
         --> examples/validate.hcl:2:8
          |
        2 | min  = 20
          |        ^^
          |
          = note: "min" must not be greater than "max", which is 10.

        error: Repeated zone
          --> examples/validate.hcl:10:10
           |
         9 | replica {
           | ---------
        10 |   zone = "eu-1"
           |          ^^^^^^
           |
           = note: Another replica is in the zone "eu-1" already.
    "#]]
    .assert_eq(&text);
}

#[test]
fn the_check_of_one_field_has_its_place_and_path() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("host.hcl");
    std::fs::write(&path, "host = \"DB\"\nmin = 1\nmax = 2\n").unwrap();
    let (text, _) = example::report(path.to_str().unwrap());
    assert!(text.contains("host.hcl:1:8"), "{text}");
    assert!(text.contains("\"DB\" is not a host name"), "{text}");
    assert!(text.contains("= path: host"), "{text}");
    std::fs::write(&path, "host = \"db\"\nmin = 1\nmax = 2\n").unwrap();
    assert_eq!(
        example::report(path.to_str().unwrap()).0,
        "db: 1 to 2 connections\n"
    );
}
