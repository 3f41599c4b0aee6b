//! Speed of evaluation beside hcl-rs, in one run: `cargo bench --manifest-path tests/bench/Cargo.toml --bench eval`.
//! Measured is the evaluation of an expression that is parsed already, in a context that is there already, with the drop of
//! the result. Arguments after `--` choose what runs: `--quick` for a rough answer, and words such as `for` or `template`, of
//! which one must be part of the name.

use std::hint::black_box;

use hcl_bench::evaluation::{CASES, Evaluation};
use hcl_bench::timing::{Arguments, Contestant, race, verdict};

/// The least factor by which ours is to be faster. The case `call` calls functions that the benchmark itself defines.
fn floor(case: &str) -> f64 {
    if case == "call" { 0.9 } else { 1.0 }
}

fn main() {
    let arguments = Arguments::read();
    let mut verdicts = Vec::new();
    println!(
        "{:<20}{:>14}{:>14}{:>17}",
        "expression", "ours", "hcl-rs", "ours is faster"
    );
    for case in CASES {
        if !arguments.includes(case.name) {
            continue;
        }
        let evaluation = Evaluation::prepare(case.text);
        let mut contestants = [
            Contestant::new("ours", || drop(black_box(evaluation.ours()))),
            Contestant::new("hcl-rs", || drop(black_box(evaluation.theirs()))),
        ];
        race(&mut contestants, arguments.rounds((40, 10), (10, 3)));
        let [ours, theirs] = contestants;
        let factor = ours.factor_over(&theirs);
        println!(
            "{:<20}{:>11.3} us{:>11.3} us{:>15.1} x",
            case.name,
            ours.best().as_secs_f64() * 1e6,
            theirs.best().as_secs_f64() * 1e6,
            factor
        );
        let floor = floor(case.name);
        let promise = format!("{:<19} at least {floor:.1} x: {factor:.1} x", case.name);
        verdicts.push(verdict(factor >= floor, &promise));
    }
    println!();
    for verdict in verdicts {
        println!("{verdict}");
    }
}
