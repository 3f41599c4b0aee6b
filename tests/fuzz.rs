//! The bodies of the fuzz targets (`tests/fuzz`), over every case and a fixed number of generated
//! inputs.

#[path = "support/fuzz/lib.rs"]
mod bodies;
#[path = "support/files.rs"]
mod files;

use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

use bodies::choices::random_bytes;
use bodies::source::{DECISIONS, GENERATED};

/// Returns the sources of all cases and examples.
fn seeds() -> Vec<Vec<u8>> {
    let folders = ["tests/cases", "examples"];
    let files = folders
        .iter()
        .flat_map(|folder| files::below(Path::new(folder)));
    let is_source = |path: &Path| {
        let extension = path.extension().and_then(|it| it.to_str());
        let kinds = [
            "hcl",
            "json",
            "hcldec",
            "expression",
            "template",
            "traversal",
            "content",
        ];
        extension.is_some_and(|it| kinds.contains(&it))
    };
    let sources: Vec<PathBuf> = files.filter(|path| is_source(path)).collect();
    let seeds = read(&sources);
    assert!(seeds.len() > 500, "the cases are missing");
    seeds
}

fn read(files: &[PathBuf]) -> Vec<Vec<u8>> {
    let read = |path| std::fs::read(path).expect("a listed file can be read");
    files.iter().map(read).collect()
}

/// Returns each source with several sets of decisions.
fn with_decisions(seeds: &[Vec<u8>]) -> impl Iterator<Item = Vec<u8>> {
    (1..=4).flat_map(move |set| {
        seeds.iter().zip(set * 1_000..).map(|(source, seed)| {
            let decisions = random_bytes(seed, 16);
            [source.as_slice(), &[DECISIONS], &decisions].concat()
        })
    })
}

/// Runs a target over all cases and `rounds` generated inputs. All failures are reported together, with the
/// shortest input of each kind.
fn check(name: &str, rounds: u64) {
    let (_, body) = bodies::TARGETS
        .iter()
        .find(|(target, _)| *target == name)
        .expect("the target exists");
    let generated = (1..=rounds).map(|round| {
        let size = 16 + usize::try_from(round % 200).expect("it is small");
        let mut bytes = random_bytes(round, size);
        if !["round_trip", "syntaxes", "settings"].contains(&name) {
            bytes.insert(0, GENERATED);
        }
        bytes
    });
    let inputs: Vec<Vec<u8>> = match std::env::var_os("HCL_FUZZ_INPUTS") {
        Some(folder) => read(&files::below(Path::new(&folder))),
        None if name == "edit" => with_decisions(&seeds()).chain(generated).collect(),
        None => seeds().into_iter().chain(generated).collect(),
    };
    let mut failures = BTreeMap::new();
    for input in inputs {
        if let Err(panic) = catch_unwind(|| body(&input)) {
            let message = panic.downcast_ref::<String>().cloned().unwrap_or_default();
            let kind: String = message.chars().take(40).collect();
            let shortest: &mut String = failures.entry(kind).or_insert_with(|| message.clone());
            if message.len() < shortest.len() {
                *shortest = message;
            }
        }
    }
    let messages: Vec<String> = failures.into_values().collect();
    assert!(
        messages.is_empty(),
        "{} kinds:\n\n{}\n",
        messages.len(),
        messages.join("\n\n")
    );
}

macro_rules! targets {
    ($($name:ident: $rounds:literal)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name), rounds($rounds));
        })*
    };
}

/// Returns the number of generated inputs. `HCL_FUZZ_ROUNDS` multiplies it.
fn rounds(rounds: u64) -> u64 {
    let factor = std::env::var("HCL_FUZZ_ROUNDS").ok();
    rounds * factor.and_then(|it| it.parse().ok()).unwrap_or(1)
}

targets! {
    parse: 500
    format: 500
    evaluate: 1000
    decode: 500
    differential: 1000
    round_trip: 12000
    edit: 1000
    spec: 500
    dynamic: 500
    syntaxes: 3000
    json: 2000
    reduce: 2000
    references: 1000
    addresses: 500
    convert: 1000
    settings: 1000
}
