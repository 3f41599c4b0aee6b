//! Checks that each section of the specification has a case, and each case has an expected result.

use std::collections::BTreeSet;
use std::path::Path;

use super::case::{Case, Form};
use super::{Report, files};

const CASES: &str = "tests/cases";

/// A specification and its sections. Sections that only contain other sections or explain the notation are omitted.
struct Specification {
    name: &'static str,
    with_cases: &'static [&'static str],
    /// Sections that have no case yet.
    without_cases: &'static [&'static str],
}

const SPECIFICATIONS: [Specification; 6] = [
    Specification {
        name: "native-syntax",
        with_cases: &SECTIONS_WITH_CASES,
        without_cases: &[],
    },
    Specification {
        name: "information-model",
        with_cases: &[
            "Structural Elements",
            "Body Schema and Content",
            "Dynamic Attributes",
            "Partial Processing",
            "Expressions and Evaluation",
            "Primitive Types",
            "Structural Types",
            "Collection Types",
            "Null Values",
            "Unknown Values and the Dynamic Pseudo-type",
            "Type Specifications",
            "Functions and Function Calls",
            "Type Conversions (primitive)",
            "Type Conversions (collection and structural)",
            "Type Unification",
            "Static Analysis",
        ],
        // Only applications create capsule types. They are tested in `build.rs`, `conversion.rs` and `serialize.rs` of
        // `tests/value`.
        without_cases: &["Capsule Types"],
    },
    Specification {
        name: "json-syntax",
        with_cases: &[
            "Structural Elements",
            "Attributes",
            "Blocks",
            "Expressions",
            "Objects",
            "Arrays",
            "Numbers",
            "Boolean Values",
            "The Null Value",
            "Strings",
            "Static List",
            "Static Map",
            "Static Call",
            "Static Traversal",
        ],
        without_cases: &[],
    },
    Specification {
        name: "hcldec-spec-format",
        with_cases: &[
            "Spec Format",
            "`object` spec blocks",
            "`array` spec blocks",
            "`attr` spec blocks",
            "`block` spec blocks",
            "`block_list` spec blocks",
            "`block_set` spec blocks",
            "`block_map` spec blocks",
            "`block_attrs` spec blocks",
            "`literal` spec blocks",
            "`default` spec blocks",
            "`transform` spec blocks",
            "Predefined Variables",
            "Custom Functions",
            "Spec Definition Functions",
            "Type Expressions",
        ],
        without_cases: &[],
    },
    Specification {
        name: "spec-language",
        with_cases: &[
            "Spec Format",
            "`object` spec blocks",
            "`tuple` spec blocks",
            "`attr` spec blocks",
            "`block` spec blocks",
            "`block_list` spec blocks",
            "`block_set` spec blocks",
            "`block_map` spec blocks",
            "`block_attrs` spec blocks",
            "`literal` spec blocks",
            "`default` spec blocks",
            "`transform` spec blocks",
            "Predefined Variables",
            "Custom Functions",
            "Type Expressions",
        ],
        without_cases: &[],
    },
    Specification {
        name: "packer-expressions",
        with_cases: &[
            "Types and Values",
            "Type Conversion",
            "Literals",
            "for",
            "Splat",
            "dynamic Blocks",
            "String Literals",
        ],
        without_cases: &[],
    },
];

/// The sections of the native syntax specification with cases.
const SECTIONS_WITH_CASES: [&str; 39] = [
    "Source Code Representation",
    "Comments and Whitespace",
    "Identifiers",
    "Keywords",
    "Operators and Delimiters",
    "Numeric Literals",
    "Structural Elements",
    "Configuration Files",
    "Bodies",
    "Attribute Definitions",
    "Blocks",
    "Expressions",
    "Expression Terms",
    "Literal Values",
    "Collection Values",
    "Template Expressions",
    "Variables and Variable Expressions",
    "Functions and Function Calls",
    "For Expressions",
    "Index Operator",
    "Attribute Access Operator",
    "Splat Operators",
    "Operations",
    "Comparison Operators",
    "Arithmetic Operators",
    "Logic Operators",
    "Conditional Operator",
    "Templates",
    "Template Literals",
    "Template Interpolations",
    "Template If Directive",
    "Template For Directive",
    "Template Interpolation Unwrapping",
    "Types",
    "Static Analysis",
    "Static List",
    "Static Map",
    "Static Call",
    "Static Traversal",
];

/// Checks that each section has a case, and that each case names an existing section. If several specifications have a
/// section with the same name, one case can be for all of them.
pub(crate) fn check(report: &mut Report) {
    let mut seen = BTreeSet::new();
    for path in files::below(Path::new(CASES)) {
        if Form::of(&path).is_none() {
            continue;
        }
        let case = Case::read(&path).unwrap_or_else(|error| panic!("{error}"));
        let (names, section) = case.section.split_once(": ").expect("a case names both");
        for name in names.split(", ") {
            check_section(&path, (name, section), report);
            seen.insert(format!("{name}: {section}"));
        }
    }
    for Specification {
        name, with_cases, ..
    } in SPECIFICATIONS
    {
        for section in with_cases {
            if !seen.contains(&format!("{name}: {section}")) {
                let words = format!("no case for {section:?} of {name}");
                report.add(Path::new(CASES), 0, words);
            }
        }
    }
}

/// Checks that a section exists and that it is listed among those with cases.
fn check_section(path: &Path, (name, section): (&str, &str), report: &mut Report) {
    let Some(specification) = SPECIFICATIONS.iter().find(|it| it.name == name) else {
        report.add(path, 1, format_args!("unknown specification: {name}"));
        return;
    };
    if specification.without_cases.contains(&section) {
        let words = format!("{section:?} has cases now: list it with them");
        report.add(path, 1, words);
    } else if !specification.with_cases.contains(&section) {
        report.add(path, 1, format_args!("{section:?} is not a section"));
    }
}

/// The file extensions of expected results.
const EXPECTED: [&str; 7] = [
    "tree",
    "report",
    "values",
    "content",
    "expansion",
    "formatted",
    "decoded",
];

/// Checks that each expected result belongs to one case, and that each case has an expected result.
pub(crate) fn check_expected(report: &mut Report) {
    let files = files::below(Path::new(CASES));
    let cases: Vec<_> = files
        .iter()
        .filter(|path| Form::of(path).is_some())
        .collect();
    for path in &files {
        let extension = path.extension().and_then(|it| it.to_str());
        let is_expected = extension.is_some_and(|it| EXPECTED.contains(&it));
        let is_of =
            |case: &&&std::path::PathBuf| case.with_extension("") == path.with_extension("");
        if is_expected && cases.iter().filter(is_of).count() != 1 {
            report.add(path, 1, "it does not belong to exactly one case");
        }
    }
    for case in cases {
        let expected = EXPECTED.map(|extension| case.with_extension(extension).exists());
        if expected.iter().filter(|exists| **exists).count() != 1 {
            let message = format!("a case needs one of {EXPECTED:?} beside it");
            report.add(case, 1, &message);
        }
    }
}
