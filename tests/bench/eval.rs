//! Speed of evaluation beside hcl-rs, in one run: `cargo bench --manifest-path tests/bench/Cargo.toml --bench eval`.
//! Measured is the evaluation of an expression that is parsed already, in a context that is there already, with the
//! drop of the result. Arguments after `--` choose what runs: `--quick` for a rough answer, and words such as `for` or
//! `template`, of which one must be part of the name.

use std::hint::black_box;

use hcl::EvalContext;
use hcl::references::{NamedBlocks, References};
use hcl_bench::evaluation::{CASES, Evaluation};
use hcl_bench::timing::{Arguments, Contestant, race, verdict};

/// The minimum factor by which our evaluator must be faster. The case `call` calls functions of the benchmark itself.
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
    if arguments.includes("references") {
        verdicts.push(references(&arguments));
    }
    println!();
    for verdict in verdicts {
        println!("{verdict}");
    }
}

/// The number of locals in a module.
const LOCALS: usize = 1_000;

/// The maximum time for a module whose locals refer to each other, relative to a module with literal values.
const MOST: f64 = 2.0;

/// Compares a module of locals that each refer to the previous one with the same module with literal values. The
/// measured time includes building the scope and evaluating all names in it.
fn references(arguments: &Arguments) -> String {
    let module = |value: &dyn Fn(usize) -> String| {
        let locals = (0..LOCALS).map(|index| format!("  a{index} = {}\n", value(index)));
        let text = format!("locals {{\n{}}}\n", locals.collect::<String>());
        hcl::parse(&text).expect("it is valid")
    };
    let literal = module(&|index| index.to_string());
    let linked = module(&|index| match index.checked_sub(1) {
        Some(before) => format!("local.a{before} + 1"),
        None => "0".to_owned(),
    });
    let declared = References::new().with("local", NamedBlocks::merged("locals"));
    let evaluate = |body: &hcl::Body| {
        let scope = declared.scope(body, &EvalContext::new());
        let scope = scope.into_result().expect("the names are sound");
        scope.check().expect("everything has a value");
        drop(black_box(scope));
    };
    let mut contestants = [
        Contestant::new("linked", || evaluate(&linked)),
        Contestant::new("literal", || evaluate(&literal)),
    ];
    race(&mut contestants, arguments.rounds((40, 10), (10, 3)));
    let [linked, literal] = contestants;
    let factor = literal.factor_over(&linked);
    println!(
        "{:<20}{:>11.3} us{:>11.3} us{:>15.1} x",
        "references",
        linked.best().as_secs_f64() * 1e6,
        literal.best().as_secs_f64() * 1e6,
        factor
    );
    let promise = format!(
        "{:<19} at most {MOST:.1} x the time of literals: {factor:.2} x",
        "references"
    );
    verdict(factor <= MOST, &promise)
}
