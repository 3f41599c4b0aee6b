//! Time and memory of every entry point that takes text, for every construct, right and broken, doubled three times:
//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin doublings`. Fails if the median of the three
//! factors is more than 2.3 for time or for memory: one of the three may be larger where memory grows in steps or a
//! cache is too small. Arguments are words of which one must be part of the name of what is measured, and `--quick`,
//! which measures half of the size.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use hcl_bench::constructs::{CONSTRUCTS, Construct};
use hcl_bench::entries::{ENTRIES, Entry, Input};
use hcl_bench::timing::Arguments;
use peak_alloc::PeakAlloc;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The number of parts of the smallest text, in a thorough and in a quick measurement.
const COUNTS: [usize; 2] = [1_000, 500];
const DOUBLINGS: usize = 3;
/// The maximum factor by which time and memory may grow when the size doubles.
const BOUND: f64 = 2.3;
/// If the largest text takes less time, the growth is not checked: the clock and other processes would affect it too
/// much.
const MIN_TIME: Duration = Duration::from_micros(300);
/// If the call needs less memory in bytes, the growth is not checked: a report needs as much for any text.
const MIN_BYTES: f64 = 65_536.0;
/// How often a measurement that seems to grow too fast is repeated. Other processes can only make a call slower.
const ATTEMPTS: usize = 12;

/// A combination that may grow faster, with the reason. An empty name means all.
struct Exempt {
    entry: &'static str,
    construct: &'static str,
    reason: &'static str,
}

const EXEMPT: &[Exempt] = &[
    Exempt {
        entry: "patterns",
        construct: "",
        reason: "finding a pattern takes time in proportion to the pattern times the text, which is charged as steps, and \
                 memory up to a limit, which the program `memory` checks",
    },
    Exempt {
        entry: "",
        construct: "digits",
        reason: "a number is converted from decimal to binary digits, of which there is a limit",
    },
];

impl Exempt {
    fn includes(&self, entry: &Entry, construct: &Construct) -> bool {
        let is = |exempt: &str, name| exempt.is_empty() || exempt == name;
        is(self.entry, entry.name) && is(self.construct, construct.name)
    }
}

/// The time and memory of one call.
#[derive(Clone, Copy)]
struct Need {
    time: Duration,
    bytes: usize,
}

fn main() -> ExitCode {
    let arguments = Arguments::read();
    let count = COUNTS[usize::from(arguments.is_quick())];
    let (mut measured, mut missed) = (0, 0);
    for construct in CONSTRUCTS {
        for entry in ENTRIES {
            let name = format!("{} of {}", entry.name, construct.name);
            let is_readable = entry.reads_json || construct.syntax == hcl::Syntax::Native;
            let is_exempt = EXEMPT
                .iter()
                .any(|exempt| exempt.includes(entry, construct));
            if !is_readable || is_exempt || !arguments.includes(&name) {
                continue;
            }
            let as_body = |count| Some(construct.text(count));
            let as_expression = |count| construct.expression(count);
            let texts: [&dyn Fn(usize) -> Option<String>; 2] = [&as_body, &as_expression];
            for text in texts {
                let sizes = (0..=DOUBLINGS).map(|doubling| count << doubling);
                let Some(texts) = sizes.map(text).collect::<Option<Vec<String>>>() else {
                    continue;
                };
                measured += 1;
                if let Err(growth) = check(entry, construct, &texts) {
                    missed += 1;
                    println!("MISSED {name}, {} bytes: {growth}", texts[0].len());
                }
            }
        }
    }
    for Exempt {
        entry,
        construct,
        reason,
    } in EXEMPT
    {
        println!("exempt: {entry}{construct}: {reason}");
    }
    let verdict = if missed == 0 { "holds" } else { "MISSED" };
    println!(
        "{verdict} {measured} rows of {DOUBLINGS} doublings: {missed} grow by more than {BOUND} times"
    );
    ExitCode::from(u8::from(missed > 0 || measured == 0))
}

/// Checks the growth per doubling, and returns it as an error if it exceeds the bound.
fn check(entry: &Entry, construct: &Construct, texts: &[String]) -> Result<(), String> {
    let mut needs: Vec<Need> = texts
        .iter()
        .map(|text| need(entry, construct, text))
        .collect();
    for _ in 1..ATTEMPTS {
        if time_growth(&needs) <= BOUND {
            break;
        }
        for (need_before, text) in needs.iter_mut().zip(texts) {
            need_before.time = need_before.time.min(need(entry, construct, text).time);
        }
    }
    let growth = [time_growth(&needs), memory_growth(&needs)];
    if growth.iter().all(|growth| *growth <= BOUND) {
        return Ok(());
    }
    let listed = needs.iter().map(|need| {
        format!(
            "{:.2} ms, {} bytes",
            need.time.as_secs_f64() * 1e3,
            need.bytes
        )
    });
    let listed: Vec<String> = listed.collect();
    Err(format!(
        "time {:.2}, memory {:.2}: {}",
        growth[0],
        growth[1],
        listed.join("; ")
    ))
}

fn time_growth(needs: &[Need]) -> f64 {
    let times: Vec<f64> = needs.iter().map(|need| need.time.as_secs_f64()).collect();
    median_growth(&times, MIN_TIME.as_secs_f64())
}

fn memory_growth(needs: &[Need]) -> f64 {
    let bytes: Vec<f64> = needs.iter().map(|need| need.bytes as f64).collect();
    median_growth(&bytes, MIN_BYTES)
}

/// Returns the median of the factors between consecutive figures, or 1 if the last figure is below a minimum.
fn median_growth(figures: &[f64], minimum: f64) -> f64 {
    if figures.last().is_none_or(|last| *last < minimum) {
        return 1.0;
    }
    let mut factors: Vec<f64> = figures.windows(2).map(|pair| pair[1] / pair[0]).collect();
    factors.sort_by(f64::total_cmp);
    factors[factors.len() / 2]
}

/// Measures one call of the entry point.
fn need(entry: &Entry, construct: &Construct, text: &str) -> Need {
    let input = Input {
        bytes: text.as_bytes(),
        text,
        syntax: construct.syntax,
    };
    let before = ALLOCATED.current_usage();
    ALLOCATED.reset_peak_usage();
    let start = Instant::now();
    (entry.run)(&input);
    let time = start.elapsed();
    let bytes = ALLOCATED.peak_usage().saturating_sub(before);
    Need { time, bytes }
}
