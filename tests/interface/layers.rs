//! The example of settings in layers.

#![allow(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the literals"
)]

use expect_test::expect;

#[path = "../../examples/layers.rs"]
mod example;

/// What is to be said of the layers if there is one more on top.
fn with_layer(name: &str, text: &str) -> String {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("the folder is there");
    let path = path.to_str().expect("it is UTF-8");
    let paths: Vec<_> = example::LAYERS.into_iter().chain([path]).collect();
    example::report(&paths).0.replace(path, name)
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
    .assert_eq(&example::report(&example::LAYERS).0);
    let (defaults, _) = example::report(&example::LAYERS[..1]);
    assert!(defaults.contains("2 to 16 connections"), "{defaults}");
}

/// Each fault is shown in the file that says it, also if another one has a part in it.
#[test]
fn faults_are_shown_in_their_files() {
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
