//! Growth of time with size: `cargo bench --manifest-path tests/bench/Cargo.toml --bench growth`. Each line times
//! something for n elements and for 2n: a factor of 2 is linear, one of 4 quadratic. Sorting adds a little to 2, and so
//! does data that outgrows a cache. Arguments after `--` choose what runs: `--quick` for a tenth of the size, and words
//! of which one must be part of the name.

use hcl_bench::growth::{CASES, Case};
use hcl_bench::timing::{Arguments, Contestant, race, verdict};

/// The size n in thorough and in quick measurements.
const SIZES: [usize; 2] = [100_000, 10_000];
/// A larger factor is more than linear growth, even on a busy machine and with the effects of caches.
const BOUND: f64 = 2.9;

fn main() {
    let arguments = Arguments::read();
    let n = SIZES[usize::from(arguments.is_quick())];
    let mut verdicts = Vec::new();
    println!("{:<28}{:>14}{:>14}{:>10}", "what", "n", "2n", "factor");
    for case in CASES {
        if !arguments.includes(case.name) {
            continue;
        }
        let n = n / case.divisor;
        let factor = measure(case, n, &arguments);
        let promise = format!("{:<27} grows linearly: {factor:.2}", case.name);
        verdicts.push(verdict(factor <= BOUND, &promise));
    }
    println!();
    for verdict in verdicts {
        println!("{verdict}");
    }
}

/// Times a case for n and 2n, prints both and returns the factor.
fn measure(case: &Case, n: usize, arguments: &Arguments) -> f64 {
    let mut contestants =
        [n, 2 * n].map(|size| Contestant::new(case.name, (case.prepare)(case.text, size)));
    race(&mut contestants, arguments.rounds((6, 100), (4, 10)));
    let [once, twice] = contestants;
    let factor = twice.factor_of(&once);
    println!(
        "{:<28}{:>11.2} ms{:>11.2} ms{factor:>10.2}",
        format!("{} ({n})", case.name),
        once.best().as_secs_f64() * 1e3,
        twice.best().as_secs_f64() * 1e3,
    );
    factor
}
