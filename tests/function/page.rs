//! The page of the documentation that lists all functions is what their definitions say.

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use expect_test::expect_file;
use hcl::EvalContext;
use hcl::function::stdlib::{self, Entry, FunctionSet};

/// Returns the row of a function in a table of the page.
fn row(entry: &Entry, ctx: &EvalContext) -> String {
    let function = entry.function();
    let signature = function.signature(entry.name());
    format!(
        "| `{}` | {} | {} |\n",
        escaped(&signature),
        escaped(function.description()),
        escaped(&shown(entry, ctx)),
    )
}

/// Returns the example of a function with its result.
fn shown(entry: &Entry, ctx: &EvalContext) -> String {
    let example = entry.example();
    let result = hcl::parse_expression(example).unwrap().evaluate(ctx);
    let result = result.unwrap_or_else(|error| panic!("{example}: {error}"));
    match entry.name() {
        // The result is different in each run.
        name if UNLIKE.contains(&name) => format!("`{example}`"),
        _ => format!("`{example}` → `{}`", result.to_string().replace('\n', " ")),
    }
}

/// Functions that read no files, but have a different result in each call.
pub(crate) const UNLIKE: [&str; 6] = [
    "uuidv4",
    "bcrypt",
    "legacy_isotime",
    "legacy_strftime",
    "timestamp",
    "env",
];

/// The sections of the page: a set of functions, and the set whose functions are omitted.
const SECTIONS: [(&str, FunctionSet, Option<FunctionSet>); 4] = [
    ("The `hcldec` specification", FunctionSet::Specified, None),
    (
        "Also in the reference's library",
        FunctionSet::Reference,
        Some(FunctionSet::Specified),
    ),
    (
        "Only in, or different in Terraform's set",
        FunctionSet::Terraform,
        Some(FunctionSet::Reference),
    ),
    (
        "In no set: files, the environment, the clock and what is random",
        FunctionSet::External,
        None,
    ),
];

/// Returns a context with the functions of a set.
fn context(set: FunctionSet) -> EvalContext {
    let functions: Vec<_> = match set {
        FunctionSet::Reference => stdlib::reference().collect(),
        FunctionSet::Terraform => stdlib::terraform().collect(),
        FunctionSet::External => {
            let others = stdlib::entries(FunctionSet::External).into_iter();
            let others = others.filter(|it| UNLIKE.contains(&it.name()));
            let others = others.map(|it| (it.name(), it.function()));
            others.chain(stdlib::files(FILES)).collect()
        }
        _ => stdlib::functions().collect(),
    };
    EvalContext::new().with_functions(functions)
}

/// The folder of the files that the examples read.
const FILES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/function/files");

/// Escapes a text for a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Returns the functions of a set that the other set does not have, or has with another meaning.
fn added(set: FunctionSet, other: Option<FunctionSet>) -> Vec<Entry> {
    let others = other.map(stdlib::entries).unwrap_or_default();
    let is_there = |entry: &Entry| {
        let same = others.iter().find(|it| it.name() == entry.name());
        same.is_some_and(|it| it.example() == entry.example())
    };
    let mut entries = stdlib::entries(set);
    entries.retain(|entry| !is_there(entry));
    entries
}

#[test]
fn the_page_of_functions_is_current() {
    let mut page = String::from(
        "<!-- Written by `UPDATE_EXPECT=1 cargo test --all-features --test function page`. -->\n\n# All functions\n",
    );
    for (title, set, without) in SECTIONS {
        let ctx = context(set);
        writeln!(page, "\n## {title}").unwrap();
        let mut family = "";
        for entry in added(set, without) {
            if entry.family() != family {
                family = entry.family();
                let heading = family[..1].to_uppercase() + &family[1..];
                write!(
                    page,
                    "\n### {heading}\n\n| function | what it does | example |\n|---|---|---|\n"
                )
                .unwrap();
            }
            page += &row(&entry, &ctx);
        }
    }
    expect_file!["../../src/function/stdlib/functions.md"].assert_eq(&page);
}

/// The documentation of each constructor contains the example from the page, with its result.
#[test]
fn constructors_show_their_examples() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/function/stdlib");
    let mut source = String::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for file in fs::read_dir(folder).unwrap() {
            let path = file.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|it| it == "rs") {
                source += &fs::read_to_string(path).unwrap();
            }
        }
    }
    // Joins the lines of long examples, which are wrapped.
    let lines = source.replace("\n/// ", " ");
    for (_, set, without) in SECTIONS {
        let ctx = context(set);
        for entry in added(set, without) {
            let example = format!(" Example: {}.\n", shown(&entry, &ctx));
            assert!(lines.contains(&example), "{} lacks{example}", entry.name());
        }
    }
    // The text before each constructor, from which its documentation is taken.
    let documents: Vec<_> = source.split("\npub fn ").collect();
    for pair in documents.windows(2) {
        let signature = pair[1].lines().next().unwrap();
        let document = pair[0].rsplit("\n\n").next().unwrap();
        if signature.ends_with("-> Function {") {
            assert!(document.contains("/// Example: "), "{signature}");
        }
    }
}

/// Each function has what tools show: a description, and names of its parameters.
#[test]
fn every_function_describes_itself() {
    let external = stdlib::entries(FunctionSet::External);
    for entry in stdlib::entries(FunctionSet::Terraform)
        .into_iter()
        .chain(external)
    {
        let function = entry.function();
        let (name, description) = (entry.name(), function.description());
        assert!(
            description.ends_with('.') && description.len() > 10,
            "{name}"
        );
        let parameters = function
            .parameters()
            .iter()
            .chain(function.variadic_parameter());
        assert!(
            parameters.clone().count() > 0 || ["timestamp", "uuidv4"].contains(&name),
            "{name}"
        );
        assert!(
            parameters.into_iter().all(|it| !it.name().is_empty()),
            "{name}"
        );
        assert!(!entry.family().is_empty());
    }
}

/// Each set contains each name once, in order, and each larger set contains the smaller ones.
#[test]
fn sets_contain_one_another() {
    let names = |set| {
        stdlib::entries(set)
            .iter()
            .map(Entry::name)
            .collect::<Vec<_>>()
    };
    let (specified, reference, terraform) = (
        names(FunctionSet::Specified),
        names(FunctionSet::Reference),
        names(FunctionSet::Terraform),
    );
    assert_eq!(
        (specified.len(), reference.len(), terraform.len()),
        (15, 65, 111)
    );
    assert!(specified.iter().all(|it| reference.contains(it)));
    assert!(reference.iter().all(|it| terraform.contains(it)));
    for functions in [
        stdlib::functions()
            .map(|(name, _)| name)
            .collect::<Vec<_>>(),
        stdlib::reference().map(|(name, _)| name).collect(),
        stdlib::terraform().map(|(name, _)| name).collect(),
    ] {
        assert!(functions.is_sorted_by(|left, right| left < right));
    }
}

/// Functions that depend on files, the environment or the clock are impure, and only the external set contains them.
#[test]
fn external_functions_are_in_no_other_set() {
    let external = stdlib::entries(FunctionSet::External);
    assert_eq!(external.len(), 17);
    assert!(external.iter().all(|it| it.function().is_impure()));
    for entry in stdlib::entries(FunctionSet::Terraform) {
        assert!(!entry.function().is_impure(), "{}", entry.name());
        assert!(external.iter().all(|it| it.name() != entry.name()));
    }
    let below_root = stdlib::files(FILES).map(|(name, _)| name);
    let named = external
        .iter()
        .map(Entry::name)
        .filter(|it| !UNLIKE.contains(it));
    assert!(below_root.eq(named));
}

/// The entry of a function that reads files has no root, so it cannot read any file.
#[test]
fn entries_of_files_read_nothing() {
    for entry in stdlib::entries(FunctionSet::External) {
        let function = entry.function();
        if entry.name().starts_with("file") && function.parameters().len() == 1 {
            assert!(
                function.call(&["Cargo.toml".into()]).is_err(),
                "{}",
                entry.name()
            );
        }
    }
}
