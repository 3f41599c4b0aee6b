//! Timing that works on a busy machine: the rounds of all contestants are interleaved, so that a busy moment affects
//! all of them, and only the fastest round of each counts, because every disturbance of a measurement makes it longer.

use std::time::{Duration, Instant};
use std::{env, process};

/// The arguments after `--`: `--quick` for a rough answer, `--plot FILE` for a chart as SVG, and filters: names are
/// included if they contain one of them.
#[derive(Clone, Debug, Default)]
pub struct Arguments {
    filters: Vec<String>,
    quick: bool,
    plot: Option<String>,
}

/// The number of rounds, and the minimum length of each round for each contestant.
#[derive(Clone, Copy, Debug)]
pub struct Rounds {
    count: u32,
    length: Duration,
}

/// A function that is timed repeatedly.
pub struct Contestant<'a> {
    name: &'static str,
    run: Box<dyn Fn() + 'a>,
    /// Number of runs in a round.
    repeats: u32,
    /// The time of one run in the fastest round.
    best: Duration,
}

impl Arguments {
    /// The arguments of a benchmark that draws no chart: `--plot` ends the program with a message.
    pub fn read() -> Self {
        let arguments = Self::read_with_plot();
        if arguments.plot.is_some() {
            eprintln!("This benchmark draws no chart; `parse` and `serde` take --plot.");
            process::exit(2);
        }
        arguments
    }

    /// The arguments of a benchmark that draws a chart. Unknown options are ignored, such as `--bench`, which Cargo
    /// adds.
    ///
    /// # Panics
    ///
    /// If `--plot` is the last argument, without a file.
    pub fn read_with_plot() -> Self {
        let mut arguments = Self::default();
        let mut words = env::args().skip(1);
        while let Some(word) = words.next() {
            match word.as_str() {
                "--quick" => arguments.quick = true,
                "--plot" => arguments.plot = Some(words.next().expect("--plot needs a file")),
                _ if word.starts_with("--") => {}
                _ => arguments.filters.push(word),
            }
        }
        arguments
    }

    /// The file for a chart, relative to the folder of this package, where Cargo runs benchmarks.
    pub fn plot(&self) -> Option<&str> {
        self.plot.as_deref()
    }

    /// How thorough the run is, in words.
    pub const fn thoroughness(&self) -> &'static str {
        if self.quick {
            "the fastest of a few rounds"
        } else {
            "the fastest of many rounds"
        }
    }

    /// Whether a rough answer is enough.
    pub const fn is_quick(&self) -> bool {
        self.quick
    }

    /// Whether a contestant or case with this name is included in the run.
    pub fn includes(&self, name: &str) -> bool {
        self.filters.is_empty()
            || self
                .filters
                .iter()
                .any(|filter| name.contains(filter.as_str()))
    }

    /// The rounds, each a count and a length in milliseconds, for a thorough answer and for a quick one.
    pub fn rounds(&self, thorough: (u32, u64), quick: (u32, u64)) -> Rounds {
        let (count, milliseconds) = if self.quick { quick } else { thorough };
        Rounds {
            count,
            length: Duration::from_millis(milliseconds),
        }
    }
}

impl<'a> Contestant<'a> {
    /// A contestant with the name that the table uses.
    pub fn new(name: &'static str, run: impl Fn() + 'a) -> Self {
        Self {
            name,
            run: Box::new(run),
            repeats: 1,
            best: Duration::MAX,
        }
    }

    /// The name that the table uses.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// The time of one run in the fastest round.
    pub const fn best(&self) -> Duration {
        self.best
    }

    /// The time of this contestant divided by the time of the other.
    pub fn factor_of(&self, other: &Self) -> f64 {
        other.factor_over(self)
    }

    /// The time of the other contestant divided by the time of this one.
    pub fn factor_over(&self, other: &Self) -> f64 {
        other.best.as_secs_f64() / self.best.as_secs_f64()
    }

    /// Warms up for the length of a round, and finds the number of runs that fill a round.
    fn prepare(&mut self, length: Duration) {
        let mut fastest = Duration::MAX;
        let start = Instant::now();
        while start.elapsed() < length {
            fastest = fastest.min(self.time_round());
        }
        while fastest * self.repeats < length {
            // Increments grow, because counting runs of nanoseconds one by one would take long.
            self.repeats += 1 + self.repeats / 8;
        }
    }

    fn time_round(&self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeats {
            (self.run)();
        }
        start.elapsed()
    }

    fn run_round(&mut self) {
        self.best = self.best.min(self.time_round() / self.repeats);
    }
}

/// Runs the contestants in turn, all of them in every round: a contestant with more rounds would have an advantage.
pub fn race(contestants: &mut [Contestant<'_>], rounds: Rounds) {
    for contestant in &mut *contestants {
        contestant.prepare(rounds.length);
    }
    for _ in 0..rounds.count {
        contestants.iter_mut().for_each(Contestant::run_round);
    }
}

/// One line about a promise. A missed promise is only reported, because times on a busy machine must not fail a build.
pub fn verdict(holds: bool, promise: &str) -> String {
    format!("{} {promise}", if holds { "holds " } else { "MISSED" })
}
