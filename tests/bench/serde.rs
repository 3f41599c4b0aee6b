//! Speed of `from_str` and `to_string` with derived types beside hcl-rs, `serde_json` and `toml`, in one run: `cargo
//! bench --manifest-path tests/bench/Cargo.toml --bench serde`. The texts of `serde_json` are JSON of the same data,
//! pretty-printed and compact; the pretty one has the lines and the white space that native syntax has, as has TOML.
//! Arguments after `--` choose what runs: `--quick` for a rough answer, and words such as `from_str` or `blocks`, of
//! which one must be part of the name. `--plot FILE` draws the run as SVG; the folder of this package is the current
//! one, so that the picture of the README is made by `cargo bench --manifest-path tests/bench/Cargo.toml --bench serde
//! -- --plot plot.svg`.

use std::hint::black_box;

use hcl_bench::configuration::{Configuration, Extent, Texts};
use hcl_bench::plot::{self, Amount, Plot};
use hcl_bench::timing::{Arguments, Contestant, Rounds, race, verdict};

/// The minimum factor by which `from_str` must be faster than that of hcl-rs.
const DECODING_FLOOR: f64 = 8.0;
/// The maximum time of `from_str`, as a multiple of the time for pretty JSON.
const fn decoding_ceiling(extent: Extent) -> f64 {
    match extent {
        Extent::Service => 1.5,
        Extent::Blocks | Extent::Large => 1.3,
    }
}

/// The minimum factor by which `to_string` must be faster than that of hcl-rs.
const ENCODING_FLOOR: f64 = 3.5;

/// The maximum time of `to_string`, as a multiple of the time for pretty JSON.
const ENCODING_CEILING: f64 = 1.1;

fn main() {
    let arguments = Arguments::read_with_plot();
    let mut verdicts = Vec::new();
    let mut plot = new_plot(&arguments);
    println!(
        "{:<24}{:>14}{:>14}{:>14}{:>14}{:>14}{:>12}{:>13}{:>13}",
        "what",
        "ours",
        "hcl-rs",
        "pretty JSON",
        "JSON",
        "TOML",
        "to hcl-rs",
        "to pretty",
        "to JSON"
    );
    for extent in Extent::ALL {
        let names = ["from_str", "to_string"].map(|what| format!("{what}/{}", extent.name()));
        if !names.iter().any(|name| arguments.includes(name)) {
            continue;
        }
        let texts = Texts::of(extent);
        let rounds = match extent {
            Extent::Large => arguments.rounds((5, 200), (2, 50)),
            _ => arguments.rounds((60, 8), (12, 3)),
        };
        let [decoding, encoding] = names;
        if arguments.includes(&decoding) {
            let (to_hcl_rs, to_json) =
                measure(&decoding, from_str(&texts), rounds, &texts, &mut plot);
            let promise =
                format!("{decoding:<23} at least {DECODING_FLOOR:.1} x: {to_hcl_rs:.1} x");
            verdicts.push(verdict(to_hcl_rs >= DECODING_FLOOR, &promise));
            let ceiling = decoding_ceiling(extent);
            let promise =
                format!("{decoding:<23} at most {ceiling:.2} times pretty JSON's: {to_json:.2}");
            verdicts.push(verdict(to_json <= ceiling, &promise));
        }
        if arguments.includes(&decoding) {
            verdicts.push(decode_json(extent, &texts, rounds));
        }
        if arguments.includes(&encoding) {
            let (to_hcl_rs, to_json) =
                measure(&encoding, to_string(&texts), rounds, &texts, &mut plot);
            let promise =
                format!("{encoding:<23} at least {ENCODING_FLOOR:.1} x: {to_hcl_rs:.1} x");
            verdicts.push(verdict(to_hcl_rs >= ENCODING_FLOOR, &promise));
            let promise = format!(
                "{encoding:<23} at most {ENCODING_CEILING:.1} times pretty JSON's: {to_json:.2}"
            );
            verdicts.push(verdict(to_json <= ENCODING_CEILING, &promise));
        }
    }
    println!();
    for verdict in verdicts {
        println!("{verdict}");
    }
    plot.write(&arguments);
}

/// Returns a chart that describes the comparison, the machine and the date.
fn new_plot(arguments: &Arguments) -> Plot {
    let [serde_hcl, hcl_rs, serde_json, toml] =
        ["serde_hcl", "hcl-rs", "serde_json", "toml"].map(plot::with_version);
    let comparison = format!(
        "{serde_hcl}, {hcl_rs}, {serde_json} with pretty-printed JSON and {toml}, all of the same data. Each group has a scale \
         of its own."
    );
    Plot::new(
        "Derived types from text and to text: shorter is faster",
        comparison,
        arguments.thoroughness(),
    )
}

/// Returns the contestants for decoding: ours, hcl-rs, `serde_json` with pretty and with compact JSON, and `toml`. Each
/// decodes its text and drops the data.
fn from_str(texts: &Texts) -> [Contestant<'_>; 5] {
    [
        Contestant::new("ours", || {
            let data = hcl::from_str::<Configuration>(black_box(&texts.hcl));
            drop(black_box(data.expect("hcl decodes the text")));
        }),
        Contestant::new("hcl-rs", || {
            let data = hcl_rs::from_str::<Configuration>(black_box(&texts.hcl));
            drop(black_box(data.expect("hcl-rs decodes the text")));
        }),
        Contestant::new("pretty JSON", || {
            let data = serde_json::from_str::<Configuration>(black_box(&texts.json));
            drop(black_box(data.expect("serde_json decodes the text")));
        }),
        Contestant::new("JSON", || {
            let data = serde_json::from_str::<Configuration>(black_box(&texts.compact_json));
            drop(black_box(data.expect("serde_json decodes the text")));
        }),
        Contestant::new("TOML", || {
            let data = toml::from_str::<Configuration>(black_box(&texts.toml));
            drop(black_box(data.expect("toml decodes the text")));
        }),
    ]
}

/// Times `json::from_str` and `serde_json` on the same text, prints a line, and returns the verdict.
fn decode_json(extent: Extent, texts: &Texts, rounds: Rounds) -> String {
    let mut contestants = [
        Contestant::new("ours, JSON", || {
            let data = hcl::json::from_str::<Configuration>(black_box(&texts.json));
            drop(black_box(data.expect("hcl decodes the text")));
        }),
        Contestant::new("pretty JSON", || {
            let data = serde_json::from_str::<Configuration>(black_box(&texts.json));
            drop(black_box(data.expect("serde_json decodes the text")));
        }),
    ];
    race(&mut contestants, rounds);
    let [ours, peer] = &contestants;
    let factor = ours.factor_of(peer);
    let name = format!("json::from_str/{}", extent.name());
    let times = [ours, peer].map(|it| it.best().as_secs_f64() * 1e3);
    println!(
        "{name:<24}{:>11.4} ms{:>25.4} ms{factor:>23.2} x",
        times[0], times[1]
    );
    let promise = format!("{name:<23} at most 1.60 times serde_json's: {factor:.2}");
    verdict(factor <= 1.6, &promise)
}

/// Returns the contestants for encoding: ours, hcl-rs, `serde_json` in its pretty and its compact form, and `toml`.
/// Each encodes the data and drops the text.
fn to_string(texts: &Texts) -> [Contestant<'_>; 5] {
    [
        Contestant::new("ours", || {
            let text = hcl::to_string(black_box(&texts.configuration));
            drop(black_box(text.expect("hcl encodes the data")));
        }),
        Contestant::new("hcl-rs", || {
            let text = hcl_rs::to_string(black_box(&texts.configuration));
            drop(black_box(text.expect("hcl-rs encodes the data")));
        }),
        Contestant::new("pretty JSON", || {
            let text = serde_json::to_string_pretty(black_box(&texts.configuration));
            drop(black_box(text.expect("serde_json encodes the data")));
        }),
        Contestant::new("JSON", || {
            let text = serde_json::to_string(black_box(&texts.configuration));
            drop(black_box(text.expect("serde_json encodes the data")));
        }),
        Contestant::new("TOML", || {
            let text = toml::to_string_pretty(black_box(&texts.configuration));
            drop(black_box(text.expect("toml encodes the data")));
        }),
    ]
}

/// Times the five contestants, prints a line, and adds all but compact JSON to the chart. Returns how many times faster
/// ours is than hcl-rs, and how many times longer it takes than pretty JSON.
fn measure(
    name: &str,
    mut contestants: [Contestant<'_>; 5],
    rounds: Rounds,
    texts: &Texts,
    plot: &mut Plot,
) -> (f64, f64) {
    race(&mut contestants, rounds);
    let [ours, hcl_rs, pretty, compact, toml] = &contestants;
    let to_hcl_rs = ours.factor_over(hcl_rs);
    let (to_pretty, to_compact) = (ours.factor_of(pretty), ours.factor_of(compact));
    let times = contestants
        .each_ref()
        .map(|it| format!("{:>11.4} ms", it.best().as_secs_f64() * 1e3));
    println!(
        "{name:<24}{}{to_hcl_rs:>10.1} x{to_pretty:>11.2} x{to_compact:>11.2} x",
        times.concat()
    );
    let sizes = [&texts.hcl, &texts.json, &texts.toml].map(|text| with_thousands(text.len()));
    let [hcl, json, toml_size] = sizes;
    let title = format!("{name} ({hcl} bytes of HCL, {json} of JSON, {toml_size} of TOML)");
    let bars = [
        ("serde_hcl", ours),
        ("hcl-rs", hcl_rs),
        ("serde_json, pretty", pretty),
        ("toml", toml),
    ];
    let bars = bars.map(|(name, it)| (name.to_owned(), Amount::time(it.best())));
    plot.group(&title, bars);
    (to_hcl_rs, to_pretty)
}

/// Formats a number with a comma before each group of three digits.
fn with_thousands(number: usize) -> String {
    let mut digits = number.to_string();
    for at in (1..digits.len()).rev() {
        if (digits.len() - at) % 4 == 3 {
            digits.insert(at, ',');
        }
    }
    digits
}
