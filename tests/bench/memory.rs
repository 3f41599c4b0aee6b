//! Peak memory of parse on the 8 MB inputs, against the bound of 4 times the input:
//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin memory`. The input's own bytes are not counted, nor is
//! one more copy of them for our parser, whose tree owns its text. Each measurement is a process of its own, since a peak
//! outlives what caused it. Two accounts are kept: `in place` counts a reallocation by what it adds, as where the system
//! moves the pages of a large block; `copied` counts the old and the new block at once, the most any allocator needs.

use std::env;
use std::io;
use std::process::Command;

use cap::Cap;
use hcl_bench::{Document, Input, Parser, Size};
use peak_alloc::PeakAlloc;

#[global_allocator]
static IN_PLACE: Cap<PeakAlloc> = Cap::new(PeakAlloc, usize::MAX);
static COPIED: PeakAlloc = PeakAlloc;

/// The most that parse may need, as a multiple of the input.
const BOUND: f64 = 4.0;
/// The argument by which this program calls itself, before the names of an input and a parser.
const MEASURE: &str = "--measure";

fn main() -> io::Result<()> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [MEASURE, input, parser] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        measure(input, parser);
        return Ok(());
    }
    println!(
        "peak memory of parse at {}, as a multiple of the parsed text",
        Size::Large.name()
    );
    println!(
        "{:<12}{:<12}{:>12}{:>10}{:>10}",
        "input", "parser", "text bytes", "in place", "copied"
    );
    let mut worst = Peak {
        text: 1,
        in_place: 0,
        copied: 0,
    };
    for input in Input::ALL {
        for parser in Parser::ALL {
            let Some(peak) = measure_in_child(input, parser)? else {
                continue;
            };
            let [in_place, copied] = peak.ratios();
            println!(
                "{:<12}{:<12}{:>12}{in_place:>10.2}{copied:>10.2}",
                input.name(),
                parser.name(),
                peak.text
            );
            if parser == Parser::Ours && copied > worst.ratios()[1] {
                worst = peak;
            }
        }
    }
    println!(
        "ours is counted without the one copy of the text that its tree owns; with it, add 1.00"
    );
    let [in_place, copied] = worst.ratios();
    for (account, ratio) in [("in place", in_place), ("copied", copied)] {
        let verdict = if ratio <= BOUND { "holds" } else { "MISSED" };
        println!("bound: ours at most {BOUND:.2} ({account}): {verdict}, the worst is {ratio:.2}");
    }
    Ok(())
}

/// Bytes: of the text, and of the peaks by the two accounts.
struct Peak {
    text: usize,
    in_place: usize,
    copied: usize,
}

impl Peak {
    /// The peaks as multiples of the text.
    fn ratios(&self) -> [f64; 2] {
        [self.in_place, self.copied].map(|peak| peak as f64 / self.text as f64)
    }
}

/// None where the input has no text for the parser.
fn measure_in_child(input: Input, parser: Parser) -> io::Result<Option<Peak>> {
    // Which texts an input has does not depend on its size.
    let sample = Document::generate(input, Size::Small);
    if parser.text(&sample).is_none() {
        return Ok(None);
    }
    let child = Command::new(env::current_exe()?)
        .args([MEASURE, input.name(), parser.name()])
        .output()?;
    let report = String::from_utf8_lossy(&child.stdout);
    let numbers: Vec<usize> = report
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    match numbers[..] {
        [text, in_place, copied] if child.status.success() => Ok(Some(Peak {
            text,
            in_place,
            copied,
        })),
        _ => Err(io::Error::other(
            String::from_utf8_lossy(&child.stderr).into_owned(),
        )),
    }
}

/// Measures one parser on one input and prints the three numbers of a [`Peak`].
fn measure(input: &str, parser: &str) {
    let input = Input::ALL
        .into_iter()
        .find(|known| known.name() == input)
        .expect("the parent names an input");
    let parser = Parser::ALL
        .into_iter()
        .find(|known| known.name() == parser)
        .expect("the parent names a parser");
    let document = Document::generate(input, Size::Large);
    let text = parser
        .text(&document)
        .expect("the parent asks for texts that exist");
    let before = (IN_PLACE.allocated(), COPIED.current_usage());
    let earlier_peak = IN_PLACE.max_allocated();
    COPIED.reset_peak_usage();
    parser.parse_and_drop(text);
    let peak = IN_PLACE.max_allocated();
    assert!(
        peak > earlier_peak,
        "generating the input needed more memory than parsing it"
    );
    let own_copy = if parser == Parser::Ours {
        text.len()
    } else {
        0
    };
    let in_place = (peak - before.0).saturating_sub(own_copy);
    let copied = (COPIED.peak_usage() - before.1).saturating_sub(own_copy);
    println!("{} {in_place} {copied}", text.len());
}
