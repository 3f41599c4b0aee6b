//! Peak memory of parse on the 8 MB inputs, against a bound for each of them:
//! `cargo run --release --manifest-path tests/bench/Cargo.toml --bin memory`. Fails if a bound is missed. The input's
//! own bytes are not counted, nor is one more copy of them for our parser, whose tree owns its text. Each measurement
//! is a process of its own, since a peak outlives what caused it. Two accounts are kept: `in place` counts a
//! reallocation by what it adds, as where the system moves the pages of a large block; `copied` counts the old and the
//! new block at once, the most any allocator needs.
//!
//! Then what must stay within bounds whatever the input is: the patterns of `regex` within a budget of bytes, and the
//! report of a body whose names are all unknown to a schema with many names.

use std::env;
use std::fmt::Write as _;
use std::hint::black_box;
use std::io;
use std::process::{Command, ExitCode};

use cap::Cap;
use hcl::{BodySchema, EvalContext, SpecFile};
use hcl_bench::{Document, Input, Parser, Size};
use peak_alloc::PeakAlloc;

#[global_allocator]
static IN_PLACE: Cap<PeakAlloc> = Cap::new(PeakAlloc, usize::MAX);
static COPIED: PeakAlloc = PeakAlloc;

/// The maximum memory that `parse` may need by either method of counting, as a multiple of the input.
fn bound(input: Input) -> f64 {
    match input {
        // An operand takes sixteen bytes, a chain of operators 28, and an operator eight, while each can be as short as
        // two bytes in the text. In addition, the names of the attributes are compared.
        Input::Operators => 5.0,
        Input::Terraform | Input::Attributes | Input::Object => 3.0,
    }
}

/// Prints whether a bound holds.
fn check(name: &str, ratio: f64, bound: f64) -> bool {
    let holds = ratio <= bound;
    let verdict = if holds { "holds" } else { "MISSED" };
    println!("bound: {name} at most {bound:.2}: {verdict}, it is {ratio:.2}");
    holds
}
/// The argument with which this program calls itself. The names of an input and a parser follow.
const MEASURE: &str = "--measure";
/// The argument with which this program calls itself. The name of a case with a bound follows.
const MEASURE_BOUNDED: &str = "--measure-bounded";

/// The function that is measured.
type Run = Box<dyn FnOnce()>;

/// A case that must not need more memory than a multiple of a number of bytes.
struct Bounded {
    name: &'static str,
    /// The maximum memory, as a multiple of the bytes that `prepare` returns.
    bound: f64,
    /// Prepares the case. Returns the number of bytes for comparison, and the function to measure.
    prepare: fn() -> (usize, Run),
}

const BOUNDED: &[Bounded] = &[
    // The limit is eight times the budget for compiled patterns, and the same for their source.
    Bounded {
        name: "regex/patterns",
        bound: 16.0,
        prepare: patterns,
    },
    Bounded {
        name: "schema/unknown names",
        bound: 4.0,
        prepare: unknown_names,
    },
    // The result has a value for each name of the spec.
    Bounded {
        name: "spec/unknown names",
        bound: 8.0,
        prepare: unknown_names_of_spec,
    },
];

/// Patterns of all sizes. The budget of 1 MiB is the number of bytes for comparison.
fn patterns() -> (usize, Run) {
    let budget = 1 << 20;
    let run = move || {
        for part in [
            r"\pL",
            r"(?i:\pL)",
            r"(?i)[\u{0}-\u{10ffff}]",
            "a{90}",
            "(a|b)",
            "[a-z]",
        ] {
            for count in (0..14).map(|exponent| 1 << exponent) {
                let ctx = EvalContext::new()
                    .with_functions(hcl::function::stdlib::terraform())
                    .with_variable("pattern", part.repeat(count))
                    .with_max_bytes(budget);
                let expression = hcl::parse_expression("regex(pattern, \"a\")");
                let expression = expression.expect("it is an expression");
                // The pattern may match, not match, or be refused. Only the memory is measured.
                let _ = black_box(expression.evaluate(&ctx));
            }
        }
    };
    (1 << 20, Box::new(run))
}

/// The number of names in a body, and the number of other names in a schema.
const NAMES: usize = 20_000;

fn body_of_unknown_names() -> hcl::Body {
    let mut text = String::new();
    for index in 0..NAMES {
        let _ = writeln!(
            text,
            "unknown_name_{index} = \"a text that is long enough\""
        );
    }
    hcl::parse(&text).expect("it is a body")
}

fn unknown_names() -> (usize, Run) {
    let body = body_of_unknown_names();
    let names = (0..NAMES).map(|index| format!("known_name_{index}"));
    let schema = names.fold(BodySchema::new(), |schema, name| {
        schema.with_attribute(name)
    });
    let bytes = body.text().map_or(0, str::len);
    let run = move || {
        let content = black_box(&body).content(&schema);
        assert!(!black_box(content).diagnostics.is_empty());
    };
    (bytes, Box::new(run))
}

fn unknown_names_of_spec() -> (usize, Run) {
    let body = body_of_unknown_names();
    let mut spec = String::from("object {\n");
    for index in 0..NAMES {
        let _ = writeln!(
            spec,
            "  attr \"known_name_{index}\" {{\n    type = string\n  }}"
        );
    }
    spec.push_str("}\n");
    let spec = hcl::parse(&spec).expect("it is a body");
    let spec = SpecFile::from_body(&spec)
        .into_result()
        .expect("it is a spec");
    let bytes = body.text().map_or(0, str::len);
    let run = move || {
        let decoded = spec.spec().decode(black_box(&body), &EvalContext::new());
        assert!(!black_box(decoded).diagnostics.is_empty());
    };
    (bytes, Box::new(run))
}

/// Measures the cases with a bound, each in a child process, and prints the multiples.
fn check_bounded() -> io::Result<bool> {
    println!();
    let mut all_hold = true;
    for case in BOUNDED {
        let child = Command::new(env::current_exe()?)
            .args([MEASURE_BOUNDED, case.name])
            .output()?;
        let report = String::from_utf8_lossy(&child.stdout);
        let ratio: Option<f64> = report.trim().parse().ok();
        let Some(ratio) = ratio.filter(|_| child.status.success()) else {
            let report = String::from_utf8_lossy(&child.stderr).into_owned();
            return Err(io::Error::other(report));
        };
        all_hold &= check(case.name, ratio, case.bound);
    }
    Ok(all_hold)
}

/// Measures one case with a bound and prints the multiple.
fn measure_bounded(name: &str) {
    let case = BOUNDED.iter().find(|case| case.name == name);
    let (bytes, run) = (case.expect("the parent names a case").prepare)();
    let before = COPIED.current_usage();
    COPIED.reset_peak_usage();
    run();
    let peak = COPIED.peak_usage().saturating_sub(before);
    println!("{}", peak as f64 / bytes as f64);
}

fn main() -> io::Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    if let [MEASURE, input, parser] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        measure(input, parser);
        return Ok(ExitCode::SUCCESS);
    }
    if let [MEASURE_BOUNDED, name] = arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        measure_bounded(name);
        return Ok(ExitCode::SUCCESS);
    }
    println!(
        "peak memory of parse at {}, as a multiple of the parsed text",
        Size::Large.name()
    );
    println!(
        "{:<12}{:<12}{:>12}{:>10}{:>10}",
        "input", "parser", "text bytes", "in place", "copied"
    );
    let mut ours = Vec::new();
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
            if parser == Parser::Ours {
                ours.push((input, peak));
            }
        }
    }
    println!(
        "ours is counted without the one copy of the text that its tree owns; with it, add 1.00"
    );
    let mut all_hold = true;
    for (input, peak) in ours {
        for (account, ratio) in ["in place", "copied"].into_iter().zip(peak.ratios()) {
            let name = format!("{} ({account})", input.name());
            all_hold &= check(&name, ratio, bound(input));
        }
    }
    all_hold &= check_bounded()?;
    Ok(if all_hold {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Numbers of bytes: of the text, and of the peak memory by the two methods of counting.
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

/// Returns `None` if the input has no text for the parser.
fn measure_in_child(input: Input, parser: Parser) -> io::Result<Option<Peak>> {
    // The size does not affect which texts an input has.
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
