//! Speed of parse + drop beside the peers, in one run: `cargo bench --manifest-path tests/bench/Cargo.toml --bench parse`.
//! The rounds of all parsers are interleaved, so that a busy moment of the machine hits them alike, and the fastest round
//! of each counts, because everything that disturbs a measurement only adds to it. Arguments after `--` choose what runs:
//! `--quick` for a rough answer, and words such as `terraform`, `8M` or `object/4K`, of which one must be part of the name.

use std::env;
use std::time::{Duration, Instant};

use hcl_bench::{Document, Input, Parser, Size};

fn main() {
    let plan = Plan::from_arguments();
    let mut verdicts = Vec::new();
    println!(
        "{:<16}{:<12}{:>12}{:>14}{:>10}{:>17}",
        "input", "parser", "text bytes", "parse + drop", "MB/s", "ours is faster"
    );
    for input in Input::ALL {
        for size in Size::ALL {
            let name = format!("{}/{}", input.name(), size.name());
            if plan.includes(&name) {
                let document = Document::generate(input, size);
                let contests = plan.measure(&document, size);
                print_contests(&name, &contests);
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
}

/// What runs and for how long.
struct Plan {
    filters: Vec<String>,
    quick: bool,
}

impl Plan {
    /// Cargo adds `--bench` of its own; other options than `--quick` have no meaning here and are passed over.
    fn from_arguments() -> Self {
        let (options, filters): (Vec<String>, Vec<String>) = env::args()
            .skip(1)
            .partition(|argument| argument.starts_with("--"));
        let quick = options.iter().any(|option| option == "--quick");
        Self { filters, quick }
    }

    fn includes(&self, name: &str) -> bool {
        self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| name.contains(filter.as_str()))
    }

    /// How many rounds there are, and how long each lasts at least for each parser.
    fn rounds(&self, size: Size) -> (u32, Duration) {
        let (rounds, milliseconds) = match (size, self.quick) {
            (Size::Large, true) => (2, 50),
            (Size::Large, false) => (7, 200),
            (_, true) => (15, 2),
            (_, false) => (120, 4),
        };
        (rounds, Duration::from_millis(milliseconds))
    }

    /// Runs the parsers in turn, all of them in every round: who had more rounds would have more luck.
    fn measure<'a>(&self, document: &'a Document, size: Size) -> Vec<Contest<'a>> {
        let (rounds, length) = self.rounds(size);
        let mut contests: Vec<Contest> = Parser::ALL
            .into_iter()
            .filter_map(|parser| {
                let text = parser.text(document)?;
                Some(Contest::prepare(parser, text, length))
            })
            .collect();
        for _ in 0..rounds {
            for contest in &mut contests {
                contest.run_round();
            }
        }
        contests
    }
}

/// One parser on one text.
struct Contest<'a> {
    parser: Parser,
    text: &'a str,
    /// How many times a round parses the text.
    repeats: u32,
    /// The time of one parse in the fastest round.
    best: Duration,
}

impl<'a> Contest<'a> {
    /// Warms up for the length of a round, and finds how many parses fill one.
    fn prepare(parser: Parser, text: &'a str, length: Duration) -> Self {
        let mut contest = Self {
            parser,
            text,
            repeats: 1,
            best: Duration::MAX,
        };
        let mut fastest = Duration::MAX;
        let start = Instant::now();
        while start.elapsed() < length {
            fastest = fastest.min(contest.time_round());
        }
        while fastest * contest.repeats < length {
            contest.repeats += 1;
        }
        contest
    }

    fn time_round(&self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeats {
            self.parser.parse_and_drop(self.text);
        }
        start.elapsed()
    }

    fn run_round(&mut self) {
        self.best = self.best.min(self.time_round() / self.repeats);
    }

    fn megabytes_per_second(&self) -> f64 {
        self.text.len() as f64 / 1e6 / self.best.as_secs_f64()
    }

    /// How many times faster than the other parser this one is.
    fn factor_over(&self, other: &Contest) -> f64 {
        other.best.as_secs_f64() / self.best.as_secs_f64()
    }
}

fn print_contests(name: &str, contests: &[Contest]) {
    let Some(ours) = contests.first() else { return };
    for contest in contests {
        let factor = match contest.parser {
            Parser::Ours => String::new(),
            _ => format!("{:.2} x", ours.factor_over(contest)),
        };
        println!(
            "{name:<16}{:<12}{:>12}{:>11.3} ms{:>10.1}{factor:>17}",
            contest.parser.name(),
            contest.text.len(),
            contest.best.as_secs_f64() * 1e3,
            contest.megabytes_per_second(),
        );
    }
}

/// The least factor by which ours is to be faster than a peer; none where nothing is promised.
fn floor(peer: Parser, size: Size) -> Option<f64> {
    match (peer, size) {
        (Parser::HclEdit, Size::Large) => Some(8.0),
        (Parser::HclEdit, Size::Small) => Some(4.0),
        (Parser::SerdeJson, Size::Large) => Some(1.5),
        _ => None,
    }
}

/// One line for each promise. A missed one is said, not punished: times of a busy machine must not fail a build.
fn verdicts_of(name: &str, size: Size, contests: &[Contest]) -> Vec<String> {
    let Some(ours) = contests.first() else {
        return Vec::new();
    };
    let verdict = |peer: &Contest| {
        let floor = floor(peer.parser, size)?;
        let factor = ours.factor_over(peer);
        let word = if factor >= floor { "holds " } else { "MISSED" };
        Some(format!(
            "{word} {name:<14} at least {floor:.1} x {}: {factor:.2} x",
            peer.parser.name()
        ))
    };
    contests.iter().filter_map(verdict).collect()
}
