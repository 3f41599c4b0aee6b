//! Migrates configurations to a new version of a program: an attribute is renamed, and a block is moved into another
//! one. Comments, layout and everything else stay as they are.
//!
//! `cargo run --features edit --example migrate [FILE …]` changes files in place; without a file, it shows how an
//! example is changed.

#![allow(clippy::print_stdout, reason = "it is a command")]

use std::process::ExitCode;

use hcl::Body;

/// The example that is shown without a file.
pub(crate) const EXAMPLE: &str = r#"# The shop.

tls { # checked in March
  certificate = "/etc/shop/tls.pem"
}

server {
  address = "0.0.0.0"
}

service "web" {
  port   = 8080 # behind the proxy
  health = "http://localhost:${service.web.port}/health"
}
"#;

/// Returns the text of a configuration for the new version.
pub(crate) fn migrate(body: &Body) -> hcl::Result<String> {
    let mut edit = body.edit();
    // The attribute `port` of a service is now called `listen`.
    for service in body.blocks_of_type("service") {
        let Some(port) = service.body().attribute("port") else {
            continue;
        };
        edit.rename_attribute(&port, "listen");
        if let Some(label) = service.labels().next() {
            let label = label.text();
            let name = |attribute| hcl::Path::from(["service", &label, attribute]);
            edit.rename_references(name("port"), name("listen"));
        }
    }
    // `tls` is now inside `server`.
    if let Some(server) = body.blocks_of_type("server").next() {
        for tls in body.blocks_of_type("tls") {
            edit.at_end(&server.body()).move_item(&tls);
        }
    }
    edit.finish_text()
}

/// Migrates a file in place. Returns whether anything has changed.
fn migrate_file(path: &str) -> hcl::Result<bool> {
    let body = hcl::parse_file(path)?;
    let text = migrate(&body)?;
    let is_changed = text != body.source().text();
    if is_changed {
        std::fs::write(path, text)?;
    }
    Ok(is_changed)
}

#[allow(dead_code, reason = "a test calls what it calls")]
fn main() -> ExitCode {
    let paths: Vec<_> = std::env::args().skip(1).collect();
    let mut code = ExitCode::SUCCESS;
    if paths.is_empty() {
        match hcl::parse(EXAMPLE).and_then(|body| migrate(&body)) {
            Ok(text) => print!("{text}"),
            Err(error) => {
                println!("{error:#}");
                code = ExitCode::FAILURE;
            }
        }
    }
    for path in paths {
        match migrate_file(&path) {
            Ok(true) => println!("{path}: migrated"),
            Ok(false) => println!("{path}: unchanged"),
            Err(error) => {
                println!("{error:#}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
