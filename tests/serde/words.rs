//! Reports are written for the author of a configuration, who need not know Rust.

/// Words that only make sense with knowledge of the program, wherever they occur.
const ANYWHERE: [&str; 17] = [
    "#[", "hcl::", "std::", "serde", "HashMap", "BTreeMap", "Vec<", "Option<", "u16", "u32", "u64",
    "u128", "i64", "i128", "f32", "f64", "usize",
];

/// Words that only make sense with knowledge of the program, unless they are quoted: attributes may have such
/// names.
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

/// Checks the texts of an error for the author of the configuration.
#[track_caller]
pub(crate) fn check(error: &hcl::Error) {
    for diagnostic in error.diagnostics() {
        check_text(diagnostic.summary());
        check_text(diagnostic.detail());
        check_private_names(diagnostic);
    }
}

/// The names of fields for labels are for developers. They stand in no report, unless they stand in the configuration.
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
    // Backslashes and quotes of the configuration are escaped.
    let text = &text.replace(r"\\", "").replace("\\\"", "");
    let unquoted = text.split('"').step_by(2);
    for part in unquoted {
        // Names of the configuration stand in examples of syntax, too.
        let part = part.split('{').next().unwrap_or_default();
        let mut words = part.split(|it: char| !it.is_alphanumeric() && it != '_');
        if let Some(word) = words.find(|word| UNQUOTED.contains(word)) {
            panic!("{word} in {text}");
        }
        assert!(!part.contains("::"), "{text}");
    }
}
