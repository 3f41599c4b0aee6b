//! Every entry point that takes text, with each input cut at each seventh byte and with one byte replaced there, in
//! both syntaxes: `cargo run --release --manifest-path tests/bench/Cargo.toml --bin cuts -- FOLDER…`. An input is a
//! file of the folder, or a text of a line of a `.jsonl` file. `--every N` takes one of N changes of each input. Fails
//! if a call panics, takes more than a second of the processor or has more than 64 MiB allocated at once, and if memory
//! stays allocated at the end.

use std::fs;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;
use hcl::Syntax;
use hcl_bench::entries::{ENTRIES, Entry, Input};
use peak_alloc::PeakAlloc;
use serde::Deserialize;

#[global_allocator]
static ALLOCATED: PeakAlloc = PeakAlloc;

/// The maximum processor time of a call.
const MAX_TIME: Duration = Duration::from_secs(1);
/// The maximum number of bytes that a call may have allocated at once.
const MAX_BYTES: usize = 64 << 20;
/// The maximum number of bytes that may stay allocated after all calls, in addition to those after the first inputs.
const MAX_KEPT: usize = 1 << 20;
/// The number of bytes from one change to the next.
const DISTANCE: usize = 7;
/// Number of inputs that are only used to initialize what stays allocated, such as the functions.
const FIRST_INPUTS: usize = 20;
/// Bytes that replace others: those that begin or end something, and some that are not valid in text.
const REPLACEMENTS: &[u8] = b"\"\\{}[]()<>$%#/*=:,.?!&|+-~_0e \n\r\t\0\x80\xff";

/// An entry point, and the maxima that were measured for it.
struct Account {
    entry: &'static Entry,
    calls: u64,
    panics: u64,
    slowest: (Duration, String),
    largest: (usize, String),
}

/// A line of a `.jsonl` file, with the texts that it may have.
#[derive(Deserialize)]
struct Case {
    id: Option<String>,
    src: Option<String>,
    spec: Option<String>,
    input: Option<String>,
}

fn main() -> ExitCode {
    let mut folders = Vec::new();
    let mut every = 1;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--every" {
            let number = arguments.next().and_then(|it| it.parse().ok());
            every = number.expect("--every takes a number");
        } else {
            folders.push(PathBuf::from(argument));
        }
    }
    let inputs: Vec<(String, Vec<u8>)> = folders.iter().flat_map(|it| texts_below(it)).collect();
    println!("{} inputs", inputs.len());
    // The hook prints nothing here, because a panic is printed together with its input.
    std::panic::set_hook(Box::new(|_| {}));
    let mut accounts: Vec<Account> = ENTRIES.iter().map(Account::new).collect();
    let mut allocated = 0;
    for (index, (name, text)) in inputs.iter().enumerate() {
        if index == FIRST_INPUTS {
            allocated = ALLOCATED.current_usage();
        }
        for changed in changes(name, text).skip(index % every).step_by(every) {
            for account in &mut accounts {
                account.call(name, &changed);
            }
        }
    }
    report(
        &accounts,
        ALLOCATED.current_usage().saturating_sub(allocated),
    )
}

/// Prints the table. `kept` is the number of bytes that have stayed allocated.
fn report(accounts: &[Account], kept: usize) -> ExitCode {
    println!(
        "{:<28}{:>12}{:>8}{:>12}{:>12}",
        "entry point", "calls", "panics", "slowest", "most bytes"
    );
    for Account {
        entry,
        calls,
        panics,
        slowest,
        largest,
    } in accounts
    {
        println!(
            "{:<28}{calls:>12}{panics:>8}{:>9.1} ms{:>12}   {}, {}",
            entry.name,
            slowest.0.as_secs_f64() * 1e3,
            largest.0,
            slowest.1,
            largest.1
        );
    }
    let calls: u64 = accounts.iter().map(|account| account.calls).sum();
    let panics: u64 = accounts.iter().map(|account| account.panics).sum();
    let slowest = accounts
        .iter()
        .map(|account| account.slowest.0)
        .max()
        .unwrap_or_default();
    let largest = accounts
        .iter()
        .map(|account| account.largest.0)
        .max()
        .unwrap_or_default();
    let holds =
        calls > 0 && panics == 0 && slowest <= MAX_TIME && largest <= MAX_BYTES && kept <= MAX_KEPT;
    println!(
        "{} {calls} calls: {panics} panics, none over {:.0} ms, at most {:.1} MiB, {} KiB kept",
        if holds { "holds" } else { "MISSED" },
        slowest.as_secs_f64() * 1e3,
        largest as f64 / f64::from(1 << 20),
        kept >> 10
    );
    if holds {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Returns the texts of a file, or of all files in a folder, each with a name.
fn texts_below(path: &Path) -> Vec<(String, Vec<u8>)> {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("the folder can be read");
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.expect("an entry").path())
            .collect();
        paths.sort();
        return paths.iter().flat_map(|path| texts_below(path)).collect();
    }
    let name = path.display().to_string();
    let text = fs::read(path).expect("the file can be read");
    if path.extension().is_none_or(|it| it != "jsonl") {
        return vec![(name, text)];
    }
    let cases = serde_json::Deserializer::from_slice(&text).into_iter::<Case>();
    let texts = cases.flat_map(|case| {
        let Case {
            id,
            src,
            spec,
            input,
        } = case.expect("a line is a case");
        let name = format!("{name} {}", id.unwrap_or_default());
        let texts = [src, spec, input].into_iter().flatten();
        texts.map(move |text| (name.clone(), text.into_bytes()))
    });
    texts.collect()
}

/// Returns a text unchanged, truncated at each place, and with the byte at each place replaced.
fn changes<'t>(name: &str, text: &'t [u8]) -> impl Iterator<Item = Vec<u8>> + use<'t> {
    let seed = BuildHasherDefault::<DefaultHasher>::default().hash_one(name);
    let places = (0..text.len()).step_by(DISTANCE);
    let changed = places.enumerate().flat_map(move |(number, place)| {
        let mut replaced = text.to_vec();
        let choice = (seed % 1_000) as usize + number;
        replaced[place] = REPLACEMENTS[choice % REPLACEMENTS.len()];
        [text[..place].to_vec(), replaced]
    });
    std::iter::once(text.to_vec()).chain(changed)
}

impl Account {
    const fn new(entry: &'static Entry) -> Self {
        Self {
            entry,
            calls: 0,
            panics: 0,
            slowest: (Duration::ZERO, String::new()),
            largest: (0, String::new()),
        }
    }

    /// Calls the entry point with these bytes, in each syntax that it reads.
    fn call(&mut self, name: &str, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        for syntax in [Syntax::Native, Syntax::Json] {
            if syntax == Syntax::Json && !self.entry.reads_json {
                continue;
            }
            let input = Input {
                bytes,
                text: &text,
                syntax,
            };
            let before = ALLOCATED.current_usage();
            ALLOCATED.reset_peak_usage();
            let start = ThreadTime::now();
            let outcome = catch_unwind(AssertUnwindSafe(|| (self.entry.run)(&input)));
            let time = start.elapsed();
            let peak = ALLOCATED.peak_usage().saturating_sub(before);
            self.calls += 1;
            if outcome.is_err() {
                self.panics += 1;
                println!("PANIC {} of {name} ({syntax:?}):\n{text}", self.entry.name);
            }
            if time > self.slowest.0 {
                self.slowest = (time, name.to_owned());
            }
            if peak > self.largest.0 {
                self.largest = (peak, name.to_owned());
            }
        }
    }
}
