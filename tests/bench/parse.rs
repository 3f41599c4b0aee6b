//! Speed of parse + drop beside the peers, in one run: `cargo bench --manifest-path tests/bench/Cargo.toml --bench
//! parse`. Arguments after `--` choose what runs: `--quick` for a rough answer, and words such as `terraform`, `8M` or
//! `object/4K`, of which one must be part of the name. `--plot FILE` draws the run as SVG, relative to the folder of
//! this package.

use hcl_bench::plot::{self, Amount, Plot};
use hcl_bench::timing::{Arguments, Contestant, race, verdict};
use hcl_bench::{Document, Input, Parser, Size};

fn main() {
    let arguments = Arguments::read_with_plot();
    let mut verdicts = Vec::new();
    let mut plot = new_plot(&arguments);
    println!(
        "{:<16}{:<12}{:>12}{:>14}{:>10}{:>17}",
        "input", "parser", "text bytes", "parse + drop", "MB/s", "ours is faster"
    );
    for input in Input::ALL {
        for size in Size::ALL {
            let name = format!("{}/{}", input.name(), size.name());
            if arguments.includes(&name) {
                let document = Document::generate(input, size);
                let contests = measure(&arguments, &document, size);
                print_contests(&name, &contests);
                let bars = contests.iter();
                let bars = bars.map(|it| (bar(it.parser), Amount::time(it.times.best())));
                plot.group(&name, bars);
                verdicts.extend(verdicts_of(&name, size, &contests));
            }
        }
    }
    println!();
    println!(
        "MB/s are of the text that the parser reads; \"faster\" compares times for the same data."
    );
    for verdict in verdicts {
        println!("{verdict}");
    }
    plot.write(&arguments);
}

/// Returns a chart that describes the comparison, the machine and the date.
fn new_plot(arguments: &Arguments) -> Plot {
    let [serde_hcl, hcl_edit, hcl_rs, serde_json] =
        ["serde_hcl", "hcl-edit", "hcl-rs", "serde_json"].map(plot::with_version);
    let comparison = format!(
        "{serde_hcl}, {hcl_edit}, {hcl_rs}, and {serde_json} with JSON of the same data. Each group has a scale of its own."
    );
    Plot::new(
        "Parse and drop: shorter is faster",
        comparison,
        arguments.thoroughness(),
    )
}

/// Returns the name of a bar. It must be more explicit than the name of a line in the table.
fn bar(parser: Parser) -> String {
    match parser {
        Parser::Ours => "serde_hcl".to_owned(),
        Parser::OursJson => "serde_hcl, JSON".to_owned(),
        _ => parser.name().to_owned(),
    }
}

/// One parser on one text.
struct Contest<'a> {
    parser: Parser,
    text: &'a str,
    times: Contestant<'a>,
}

/// Times all parsers on a document. Ours comes first.
fn measure<'a>(arguments: &Arguments, document: &'a Document, size: Size) -> Vec<Contest<'a>> {
    let rounds = match size {
        Size::Large => arguments.rounds((7, 200), (2, 50)),
        _ => arguments.rounds((120, 4), (15, 2)),
    };
    let texts: Vec<(Parser, &str)> = Parser::ALL
        .into_iter()
        .filter_map(|parser| Some((parser, parser.text(document)?)))
        .collect();
    let mut times: Vec<Contestant> = texts
        .iter()
        .map(|(parser, text)| {
            let (parser, text) = (*parser, *text);
            Contestant::new(parser.name(), move || parser.parse_and_drop(text))
        })
        .collect();
    race(&mut times, rounds);
    texts
        .into_iter()
        .zip(times)
        .map(|((parser, text), times)| Contest {
            parser,
            text,
            times,
        })
        .collect()
}

fn print_contests(name: &str, contests: &[Contest]) {
    let Some(ours) = contests.first() else { return };
    for contest in contests {
        let factor = match contest.parser {
            Parser::Ours => String::new(),
            _ => format!("{:.2} x", ours.times.factor_over(&contest.times)),
        };
        let seconds = contest.times.best().as_secs_f64();
        println!(
            "{name:<16}{:<12}{:>12}{:>11.3} ms{:>10.1}{factor:>17}",
            contest.times.name(),
            contest.text.len(),
            seconds * 1e3,
            contest.text.len() as f64 / 1e6 / seconds,
        );
    }
}

/// Returns the minimum factor by which our parser must be faster than another one, or `None` if there is no such
/// promise.
fn floor(peer: Parser, size: Size) -> Option<f64> {
    match (peer, size) {
        (Parser::HclEdit, Size::Large) => Some(8.0),
        (Parser::HclEdit, Size::Small) => Some(4.0),
        (Parser::SerdeJson, Size::Large) => Some(1.5),
        _ => None,
    }
}

/// Returns one line for each promise.
fn verdicts_of(name: &str, size: Size, contests: &[Contest]) -> Vec<String> {
    let Some(ours) = contests.first() else {
        return Vec::new();
    };
    let verdict = |peer: &Contest| {
        let floor = floor(peer.parser, size)?;
        let factor = ours.times.factor_over(&peer.times);
        let promise = format!(
            "{name:<14} at least {floor:.1} x {}: {factor:.2} x",
            peer.parser.name()
        );
        Some(verdict(factor >= floor, &promise))
    };
    let mut verdicts: Vec<String> = contests.iter().filter_map(verdict).collect();
    verdicts.extend(verdict_on_json(name, contests));
    verdicts
}

/// Checks the promise for the JSON syntax: we parse JSON text as fast as `serde_json`.
fn verdict_on_json(name: &str, contests: &[Contest]) -> Option<String> {
    let of = |parser: Parser| contests.iter().find(|it| it.parser == parser);
    let (ours, peer) = (of(Parser::OursJson)?, of(Parser::SerdeJson)?);
    let factor = ours.times.factor_over(&peer.times);
    let promise = format!("{name:<14} JSON syntax at least 1.0 x serde_json: {factor:.2} x");
    Some(verdict(factor >= 1.0, &promise))
}
