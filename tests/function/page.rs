//! The page of the documentation that lists all functions is what their definitions say.

use std::fmt::Write as _;

use expect_test::expect_file;
use hcl::EvalContext;
use hcl::function::stdlib::{self, Entry, Set};

/// The sets in which a function is, with its example evaluated.
fn row(entry: &Entry, ctx: &EvalContext) -> String {
    let function = entry.function();
    let example = entry.example();
    let result = hcl::parse_expression(example).unwrap().evaluate(ctx);
    let result = result.unwrap_or_else(|error| panic!("{example}: {error}"));
    let signature = function.signature(entry.name());
    format!(
        "| `{}` | {} | `{}` → `{}` |\n",
        escaped(&signature),
        escaped(function.description()),
        escaped(example),
        escaped(&result.to_string().replace('\n', " "))
    )
}

/// A text as it can stand in a table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// The functions of a set that another one does not have, or has with another meaning.
fn added(set: Set, other: Option<Set>) -> Vec<Entry> {
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
        "<!-- Written by `UPDATE_EXPECT=1 cargo test --features stdlib --test function page`. -->\n\n# All functions\n",
    );
    let sections = [
        ("The `hcldec` specification", Set::Specified, None),
        (
            "Also in the reference's library",
            Set::Reference,
            Some(Set::Specified),
        ),
        (
            "Only in, or different in Terraform's set",
            Set::Terraform,
            Some(Set::Reference),
        ),
    ];
    for (title, set, without) in sections {
        let functions: Vec<_> = match set {
            Set::Reference => stdlib::reference().collect(),
            Set::Terraform => stdlib::terraform().collect(),
            _ => stdlib::functions().collect(),
        };
        let ctx = EvalContext::new().with_functions(functions);
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

/// What tools show of a function is there: a description, and the parameters by name.
#[test]
fn every_function_describes_itself() {
    for entry in stdlib::entries(Set::Terraform) {
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
        assert!(parameters.clone().count() > 0, "{name}");
        assert!(
            parameters.into_iter().all(|it| !it.name().is_empty()),
            "{name}"
        );
        assert!(!entry.family().is_empty());
    }
}

/// Each set has its names once, and in order.
#[test]
fn sets_contain_one_another() {
    let names = |set| {
        stdlib::entries(set)
            .iter()
            .map(Entry::name)
            .collect::<Vec<_>>()
    };
    let (specified, reference, terraform) = (
        names(Set::Specified),
        names(Set::Reference),
        names(Set::Terraform),
    );
    assert_eq!(
        (specified.len(), reference.len(), terraform.len()),
        (15, 65, 108)
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
