//! Reports are written for the author of a configuration, who need not know Rust.

/// Words that only make sense to readers who know the program. They must not occur anywhere.
const ANYWHERE: [&str; 17] = [
    "#[", "hcl::", "std::", "serde", "HashMap", "BTreeMap", "Vec<", "Option<", "u16", "u32", "u64",
    "u128", "i64", "i128", "f32", "f64", "usize",
];

/// Words that only make sense to readers who know the program. They may occur in quotes, because they may be names of
/// attributes.
const UNQUOTED: [&str; 14] = [
    "Rust",
    "struct",
    "enum",
    "variant",
    "newtype",
    "u8",
    "i8",
    "i16",
    "i32",
    "isize",
    "tuple_struct",
    "deserialize",
    "flatten",
    "untagged",
];

/// Checks the texts of an error, which address the author of the configuration.
#[track_caller]
pub(crate) fn check(error: &hcl::Error) {
    for diagnostic in error.diagnostics() {
        check_text(diagnostic.summary());
        check_text(diagnostic.detail());
        check_private_names(diagnostic);
    }
}

/// The names of label fields are for developers. A report contains them only if the configuration contains them.
#[track_caller]
fn check_private_names(diagnostic: &hcl::Diagnostic) {
    let report = diagnostic.to_string();
    for name in ["$label", "$body"] {
        let is_written = diagnostic
            .source()
            .is_some_and(|it| it.text().contains(name));
        assert!(is_written || !report.contains(name), "{name} in {report}");
    }
}

/// Checks one text of a report.
#[track_caller]
pub(crate) fn check_text(text: &str) {
    for word in ANYWHERE {
        assert!(!text.contains(word), "{word} in {text}");
    }
    // Removes the escaped backslashes and quotes, so that the remaining quotes delimit quotations.
    let text = &text.replace(r"\\", "").replace("\\\"", "");
    let unquoted = text.split('"').step_by(2);
    for part in unquoted {
        // Examples of syntax contain names from the configuration, too, so the check stops at the first brace.
        let part = part.split('{').next().unwrap_or_default();
        let mut words = part.split(|it: char| !it.is_alphanumeric() && it != '_');
        if let Some(word) = words.find(|word| UNQUOTED.contains(word)) {
            panic!("{word} in {text}");
        }
        assert!(!part.contains("::"), "{text}");
    }
}
