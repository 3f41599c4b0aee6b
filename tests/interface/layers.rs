//! The example of settings in layers.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the literals"
)]

use expect_test::expect;

#[path = "../../examples/layers.rs"]
mod example;

/// Returns the report on these files.
fn of_files(paths: &[&str]) -> String {
    let layers = example::Layers {
        paths,
        variables: Vec::new(),
        settings: &[],
    };
    example::report(&layers).0
}

/// Returns the report on the layers with one more layer on top.
fn with_layer(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder is there");
    let path = path.to_str().expect("it is UTF-8");
    let paths: Vec<_> = example::LAYERS.into_iter().chain([path]).collect();
    of_files(&paths).replace(path, name)
}

#[test]
fn later_files_override_earlier_ones() {
    expect![[r#"
        log Debug as json
        listen for http on 0.0.0.0 port 8080
        listen for https on 0.0.0.0 port 443 with /etc/shop/tls.pem and /etc/shop/tls.key
        listen for metrics on 127.0.0.1 port 9100
        2 to 64 connections for 30s
        5 requests a second for /login
        500 requests a second for /
    "#]]
    .assert_eq(&of_files(&example::LAYERS));
    let defaults = of_files(&example::LAYERS[..1]);
    assert!(defaults.contains("2 to 16 connections"), "{defaults}");
}

/// Each fault is shown in the file that causes it, even if another file has a part in it.
#[test]
fn faults_are_shown_in_the_right_files() {
    let faults = with_layer("40-broken.hcl", "log {\n  level = \"loud\"\n}\n");
    expect![[r#"
        error: Unsupported value
         --> 40-broken.hcl:2:11
          |
        2 |   level = "loud"
          |           ^^^^^^
          |
          = note: "loud" is not one of the choices here. Expected one of "debug", "info", "warn".
          = path: log.level
    "#]]
    .assert_eq(&faults);
    let faults = with_layer(
        "50-checks.hcl",
        "listener \"metrics\" {\n  port = 443\n}\n\npool {\n  min = 100\n}\n\nlimit {\n  path = \"login\"\n  rate = 1\n}\n",
    );
    expect![[r#"
        error: Repeated port
         --> 50-checks.hcl:2:10
          |
        2 |   port = 443
          |          ^^^
          |
          = note: The listener "https" has this port already.

        error: Empty range
          --> examples/layers/30-machine.hcl:12:9
           |
        12 |   max = 64
           |         ^^
           |
           = note: "max" must not be less than "min", which is 100.

        error: Invalid path
          --> 50-checks.hcl:10:10
           |
        10 |   path = "login"
           |          ^^^^^^^
           |
           = note: A path begins with "/".
    "#]]
    .assert_eq(&faults);
}

#[test]
fn the_environment_and_the_command_line_are_the_highest_layers() {
    let report = |variables: &[(&str, &str)], settings: &[&str]| {
        let variables = variables
            .iter()
            .map(|(name, value)| (name.into(), value.into()));
        let layers = example::Layers {
            paths: &example::LAYERS,
            variables: variables.collect(),
            settings,
        };
        example::report(&layers).0
    };
    let both = report(
        &[
            ("SHOP_POOL__MAX", "8"),
            ("SHOP_POOL__MIN", "1"),
            ("HOME", "/"),
        ],
        &["pool.max=9", "log.level=warn"],
    );
    assert!(both.starts_with("log Warn as json\n"), "{both}");
    assert!(both.contains("1 to 9 connections"), "{both}");
    expect![[r#"
        error: Empty range
         --> SHOP_POOL__MAX:1:10
          |
        1 | pool.max=1
          |          ^
          |
          = note: "max" must not be less than "min", which is 2.
    "#]]
    .assert_eq(&report(&[("SHOP_POOL__MAX", "1")], &[]));
    expect![[r#"
        error: Unknown setting
         --> --set pool.mix:1:6
          |
        1 | pool.mix=1
          |      ^^^
          |
          = note: There is no setting "mix" in "pool". Did you mean "max"?
    "#]]
    .assert_eq(&report(&[], &["pool.mix=1"]));
}
