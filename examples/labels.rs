//! Shows the ways to read block labels, and writes the same types again: `cargo run --example labels`.
//!
//! It reads `examples/labels.hcl`.

use std::collections::BTreeMap;
use std::io::Write as _;

use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Shop {
    /// `network "front" { … }`: the label is the key.
    network: BTreeMap<String, Network>,
    /// `rule "allow" "web" { … }`: the labels are fields, and the blocks keep their order.
    rule: Vec<Rule>,
    /// `check "http" { … }`: the label is the variant.
    check: Vec<Check>,
    /// `peering "front" "back" { … }`: one field takes any number of labels.
    peering: Option<Peering>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Network {
    range: String,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Rule {
    #[serde(rename = "$label")]
    action: Action,
    #[serde(rename = "$label.1")]
    name: String,
    from: String,
    ports: Vec<u16>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Action {
    Allow,
    Deny,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Check {
    Http { path: String },
    Tcp { port: u16 },
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Peering {
    #[serde(rename = "$labels")]
    networks: Vec<String>,
    is_open: bool,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = "examples/labels.hcl";
    let options = hcl::DecodeOptions::new().with_filename(path);
    let mut shop: Shop = options.from_str(&std::fs::read_to_string(path)?)?;
    let mut out = std::io::stdout();
    for rule in &shop.rule {
        let (name, ports) = (&rule.name, &rule.ports);
        writeln!(out, "# {name}: {:?} ports {ports:?}", rule.action)?;
    }
    shop.rule.reverse();
    let text = hcl::to_string(&shop)?;
    assert_eq!(hcl::from_str::<Shop>(&text)?, shop);
    out.write_all(text.as_bytes())?;
    Ok(())
}
