//! One attribute with one huge object, and the same data as JSON in the same layout. Regions contain services, services
//! contain settings. No object has more than a few hundred keys, because the peers search keys linearly while they
//! parse, which alone would decide the comparison.

use std::fmt::Write;

use super::random::Random;
use super::text_with_room;

/// The name of the only attribute.
pub(super) const ATTRIBUTE: &str = "config";
const SERVICES_PER_REGION: u32 = 128;
const NAMES: [&str; 8] = [
    "checkout",
    "search",
    "billing",
    "gateway",
    "inventory",
    "mail",
    "reports",
    "identity",
];
const STRINGS: [&str; 8] = [
    "eu-central-1",
    "registry.example.com/app:1.4.2",
    "info",
    "30s",
    "/healthz",
    "primary",
    "on-failure",
    "Nightly build of main",
];

/// The native syntax text and the JSON text.
pub(super) fn generate(bytes: usize) -> (String, String) {
    let mut twins = Twins {
        hcl: text_with_room(bytes),
        json: text_with_room(bytes),
        indent: 0,
    };
    let mut random = Random::new(0x0B7);
    twins.hcl.push_str(ATTRIBUTE);
    twins.hcl.push_str(" = ");
    twins.open('{');
    let mut service = 0;
    let mut first = true;
    while twins.hcl.len() < bytes {
        twins.key(&format!("region_{}", service / SERVICES_PER_REGION), first);
        first = false;
        twins.open('{');
        for number in 0..SERVICES_PER_REGION {
            if twins.hcl.len() >= bytes {
                break;
            }
            write_service(&mut twins, &mut random, service, number == 0);
            service += 1;
        }
        twins.close('}');
    }
    twins.close('}');
    twins.hcl.push('\n');
    twins.json.push('\n');
    (twins.hcl, twins.json)
}

fn write_service(twins: &mut Twins, random: &mut Random, index: u32, first: bool) {
    twins.key(&format!("{}_{index}", random.pick(&NAMES)), first);
    twins.open('{');
    twins.key("image", true);
    twins.string(random.pick(&STRINGS));
    twins.key("replicas", false);
    twins.literal(&random.below(20).to_string());
    twins.key("cpu_share", false);
    twins.literal(&format!("{}.{}", random.below(8), random.below(9) + 1));
    twins.key("public", false);
    twins.literal(if random.one_in(2) { "true" } else { "false" });
    twins.key("ports", false);
    let ports: Vec<String> = (0..=random.below(4))
        .map(|_| (1024 + random.below(60_000)).to_string())
        .collect();
    twins.literal(&format!("[{}]", ports.join(", ")));
    twins.key("environment", false);
    twins.open('{');
    for number in 0..=random.below(5) {
        twins.key(&format!("SETTING_{number}"), number == 0);
        twins.string(random.pick(&STRINGS));
    }
    twins.close('}');
    twins.key("volumes", false);
    twins.open('[');
    for number in 0..=random.below(3) {
        twins.element(number == 0);
        twins.open('{');
        twins.key("path", true);
        twins.string(&format!("/var/lib/volume-{number}"));
        twins.key("size_gb", false);
        twins.literal(&random.below(4000).to_string());
        twins.key("read_only", false);
        twins.literal(if random.one_in(4) { "true" } else { "null" });
        twins.close('}');
    }
    twins.close(']');
    twins.close('}');
}

/// Writes the same data as native syntax and as JSON. In both, items of objects are on lines of their own; only JSON
/// requires quotes around keys and a comma after each line.
struct Twins {
    hcl: String,
    json: String,
    indent: usize,
}

impl Twins {
    fn open(&mut self, bracket: char) {
        self.hcl.push(bracket);
        self.json.push(bracket);
        self.indent += 1;
    }

    fn close(&mut self, bracket: char) {
        self.indent -= 1;
        self.new_line();
        self.hcl.push(bracket);
        self.json.push(bracket);
    }

    fn key(&mut self, name: &str, first: bool) {
        if !first {
            self.json.push(',');
        }
        self.new_line();
        write!(self.hcl, "{name} = ").expect("a String takes every write");
        write!(self.json, "\"{name}\": ").expect("a String takes every write");
    }

    /// Begins an element of a tuple, where both languages require a comma.
    fn element(&mut self, first: bool) {
        if !first {
            self.hcl.push(',');
            self.json.push(',');
        }
        self.new_line();
    }

    fn string(&mut self, text: &str) {
        self.literal(&format!("\"{text}\""));
    }

    /// Writes text that is the same in both languages.
    fn literal(&mut self, text: &str) {
        self.hcl.push_str(text);
        self.json.push_str(text);
    }

    fn new_line(&mut self) {
        for text in [&mut self.hcl, &mut self.json] {
            text.push('\n');
            for _ in 0..self.indent {
                text.push_str("  ");
            }
        }
    }
}
