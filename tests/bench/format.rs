//! Speed of the formatter: `cargo bench --manifest-path tests/bench/Cargo.toml --bench format`. No peer has a formatter
//! that keeps comments; beside ours stand our own parser, and hcl-rs parsing a text and writing the tree, which is as
//! near as it comes. Arguments after `--` choose what runs: `--quick` for a rough answer, and words such as `terraform`
//! or `8M`, of which one must be part of the name.

use std::hint::black_box;

use hcl_bench::timing::{Arguments, Contestant, race, verdict};
use hcl_bench::{Document, Input, Size};

/// The minimum speed in MB/s, on the input that is most like real configurations.
const FLOOR: f64 = 50.0;

fn main() {
    let arguments = Arguments::read();
    let mut verdicts = Vec::new();
    println!(
        "{:<16}{:<20}{:>12}{:>12}{:>10}{:>17}",
        "input", "what", "text bytes", "time", "MB/s", "ours is faster"
    );
    for input in Input::ALL {
        for size in Size::ALL {
            let name = format!("{}/{}", input.name(), size.name());
            if !arguments.includes(&name) {
                continue;
            }
            let text = Document::generate(input, size).hcl;
            let contestants = measure(&arguments, &text, size);
            for contestant in &contestants {
                print(&name, &text, &contestants[0], contestant);
            }
            if input == Input::Terraform {
                let speed = megabytes_per_second(&text, &contestants[0]);
                let promise = format!("{name:<14} at least {FLOOR:.0} MB/s: {speed:.0} MB/s");
                verdicts.push(verdict(speed >= FLOOR, &promise));
            }
        }
    }
    println!();
    for verdict in verdicts {
        println!("{verdict}");
    }
}

/// Times all formatters on a text. Ours comes first.
fn measure<'a>(arguments: &Arguments, text: &'a str, size: Size) -> Vec<Contestant<'a>> {
    let rounds = match size {
        Size::Large => arguments.rounds((7, 200), (2, 50)),
        _ => arguments.rounds((120, 4), (15, 2)),
    };
    let mut contestants = vec![
        Contestant::new("ours", || drop(black_box(hcl::format(black_box(text))))),
        Contestant::new("our parse", || {
            drop(black_box(
                hcl::parse(black_box(text)).expect("hcl accepts the input"),
            ));
        }),
        Contestant::new("hcl-rs parse, write", || {
            let body = hcl_rs::parse(black_box(text)).expect("hcl-rs accepts the input");
            drop(black_box(
                hcl_rs::format::to_string(&body).expect("hcl-rs writes its own tree"),
            ));
        }),
    ];
    race(&mut contestants, rounds);
    contestants
}

fn print(name: &str, text: &str, ours: &Contestant, contestant: &Contestant) {
    let factor = match contestant.name() {
        "ours" => String::new(),
        _ => format!("{:.2} x", ours.factor_over(contestant)),
    };
    println!(
        "{name:<16}{:<20}{:>12}{:>9.3} ms{:>10.1}{factor:>17}",
        contestant.name(),
        text.len(),
        contestant.best().as_secs_f64() * 1e3,
        megabytes_per_second(text, contestant),
    );
}

fn megabytes_per_second(text: &str, contestant: &Contestant) -> f64 {
    text.len() as f64 / 1e6 / contestant.best().as_secs_f64()
}
