//! The example of a job file.

use expect_test::expect;

#[path = "../../examples/job.rs"]
mod example;

fn report(path: &str, given: &[(&str, &str)]) -> String {
    let given: Vec<_> = given
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    example::report(path, &given).0
}

/// Writes a copy of the file with some texts replaced.
fn broken(name: &str, replacements: &[(&str, &str)]) -> String {
    let mut text = std::fs::read_to_string("examples/job.hcl").expect("it is there");
    for (from, to) in replacements {
        assert!(text.contains(from), "{from}");
        text = text.replacen(from, to, 1);
    }
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder is there");
    let path = path.to_str().expect("it is UTF-8");
    report(path, &[]).replace(path, name)
}

#[test]
fn the_job_is_described() {
    expect![[r#"
        shop: Service of priority 70 in eu-1 and eu-2
          build = v1.4.2
          chat = #shop
          team = storefront
          updates: 1 at a time, healthy for 10s, reverted if they fail
          1 of mail
            task sender: Exec, 100 MHz, 300 MiB
              args = ["--queue", "orders"]
              command = "/usr/bin/shop-mail"
          4 of web
            port http: any on the machine, 8080 inside
            port metrics: 9100 on the machine, the same inside
            service shop-web: GET /health each 10s, at the most 2s [public, v1.4.2]
            service shop-metrics: connected to each 60s []
            task server: Docker, 500 MHz, 256 MiB
              image = "registry.example.com/shop:1.4.2"
              ports = ["http", "metrics"]
              LOG_LEVEL=info
              WORKERS=8
              local/shop.ini: "[shop]\nzones = eu-1, eu-2\n"
    "#]]
    .assert_eq(&report("examples/job.hcl", &[]));
}

#[test]
fn variables_are_given() {
    let text = report("examples/job.hcl", &[("version", "2.0.0-rc.1")]);
    assert!(
        text.contains("image = \"registry.example.com/shop:2.0.0-rc.1\""),
        "{text}"
    );
    assert!(text.contains("build = v2.0.0-rc.1"), "{text}");
}

#[test]
fn names_are_checked() {
    let faults = broken(
        "misspelt.hcl",
        &[("max_parallel     =", "max_paralel     =")],
    );
    expect![[r#"
        error: Unsupported argument
          --> misspelt.hcl:23:5
           |
        23 |     max_paralel     = 1
           |     ^^^^^^^^^^^
           |
           = note: "max_paralel" is not expected here. Did you mean "max_parallel"? Expected one of "max_parallel", "min_healthy_time", "auto_revert".
           = path: job["shop"].update.max_paralel
    "#]].assert_eq(&faults);
    let faults = broken("duration.hcl", &[("\"1m\"", "\"1 minute\"")]);
    expect![[r#"
        error: Invalid value
          --> duration.hcl:57:20
           |
        57 |         interval = "1 minute"
           |                    ^^^^^^^^^^
           |
           = note: "1 minute" is not a duration: write a whole number of "s", "m" or "h".
           = path: job["shop"].group["web"].service[1].check["tcp"].interval
    "#]]
    .assert_eq(&faults);
}

#[test]
fn choices_and_expressions_are_checked() {
    let faults = broken("check.hcl", &[("check \"tcp\"", "check \"tpc\"")]);
    expect![[r#"
        error: Unsupported value
          --> check.hcl:56:13
           |
        56 |       check "tpc" {
           |             ^^^^^
           |
           = note: "tpc" is not one of the choices here. Did you mean "tcp"? Expected one of "http", "tcp".
           = path: job["shop"].group["web"].service[1].check["tpc"]
    "#]].assert_eq(&faults);
    let faults = broken(
        "variable.hcl",
        &[(
            "count = length(var.zones) * 2",
            "count = length(var.zone) * 2",
        )],
    );
    expect![[r#"
        error: Unsupported attribute
          --> variable.hcl:29:23
           |
        29 |     count = length(var.zone) * 2
           |                       ^^^^^
           |
           = note: This object does not have an attribute named "zone". Did you mean "zones"?
           = path: job["shop"].group["web"].count
    "#]]
    .assert_eq(&faults);
}

#[test]
fn conditions_beyond_types_are_checked() {
    let faults = broken(
        "faults.hcl",
        &[
            ("port = \"metrics\"", "port = \"metric\""),
            ("cpu = 100", "cpu = 10"),
        ],
    );
    expect![[r#"
        error: Too little CPU
           --> faults.hcl:98:7
            |
         98 | /       resources {
         99 | |         cpu = 10
        100 | |       }
            | |_______^
            |
            = note: A task that is run as a process needs 50 MHz at least.

        error: Unknown port
          --> faults.hcl:54:14
           |
        54 |       port = "metric"
           |              ^^^^^^^^
           |
           = note: The network of the group has the ports "http", "metrics".
    "#]]
    .assert_eq(&faults);
}

#[test]
fn variables_without_a_value_are_missing() {
    let faults = broken("missing.hcl", &[("default = \"1.4.2\"", "")]);
    expect![[r#"
        error: Missing value of a variable
         --> missing.hcl:3:1
          |
        3 | variable "version" {
          | ^^^^^^^^^^^^^^^^^^
          |
          = note: Give it a value: version=VALUE.
    "#]]
    .assert_eq(&faults);
}
