//! Broken configurations of a reverse proxy, one for each kind of mistake, with the report that its author reads. Each
//! report says what is wrong and what to write, once, and nothing that follows from it.

use std::collections::BTreeMap;
use std::path::Path;

use expect_test::expect_file;
use hcl::function::stdlib;
use serde_derive::Deserialize;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Proxy {
    listen: String,
    workers: Option<u16>,
    gzip: Option<bool>,
    log_level: Option<LogLevel>,
    #[serde(default)]
    hosts: Vec<String>,
    #[serde(default)]
    headers: BTreeMap<String, String>,
    #[serde(default)]
    upstream: BTreeMap<String, Upstream>,
    #[serde(default)]
    route: Vec<Route>,
    tls: Option<Tls>,
    auth: Option<Auth>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Upstream {
    balance: Option<String>,
    server: Vec<Server>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Server {
    url: String,
    weight: Option<u32>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Route {
    #[serde(rename = "$label")]
    host: String,
    upstream: String,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Tls {
    cert: String,
    key: String,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum LogLevel {
    Info,
    Debug,
    Error,
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
#[expect(dead_code, reason = "only errors are looked at")]
enum Auth {
    Basic { user: String },
    Token { secret: String },
}

#[test]
fn reports_of_broken_configurations() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/interface/proxy");
    let files = std::fs::read_dir(folder).unwrap();
    let files = files.map(|it| it.unwrap().path());
    let files: Vec<_> = files
        .filter(|it| it.extension().is_some_and(|it| it == "hcl"))
        .collect();
    assert!(files.len() >= 40);
    let env = hcl::value!({ "port" = 80 }).unwrap();
    let ctx = hcl::EvalContext::new()
        .with_variable("env", env)
        .with_variable("port", 80)
        .with_function("upper", stdlib::upper())
        .with_function("max", stdlib::max());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let options = hcl::DecodeOptions::new().with_filename("proxy.hcl");
        let error = options
            .with_context(ctx.clone())
            .from_str::<Proxy>(&text)
            .unwrap_err();
        let mut codes = error.diagnostics().iter().map(hcl::Diagnostic::code);
        assert!(codes.all(|it| it != hcl::Code::Application));
        expect_file![file.with_extension("report")].assert_eq(&format!("{error:#}\n"));
    }
}
