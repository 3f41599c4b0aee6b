//! The limits are those that the documentation says.

use std::fs::read_to_string;

use hcl::{Category, DecodeOptions, EvalContext, ParseOptions, Value};

/// The columns "default" and "`untrusted()`" of the tables of limits, by what the row is about.
fn documented(file: &str, row: &str) -> [Option<usize>; 2] {
    let text = read_to_string(file).expect("the file is there");
    let line = text
        .lines()
        .map(|line| line.trim_start_matches("//! "))
        .find(|line| line.starts_with(&format!("| {row}")))
        .unwrap_or_else(|| panic!("{file} has no row \"{row}\""));
    let cells: Vec<&str> = line.split('|').map(str::trim).collect();
    [cells[2], cells[3]].map(|cell| cell.replace(',', "").parse().ok())
}

/// What both documents say of a row.
fn row(name: &str) -> [Option<usize>; 2] {
    let guide = documented("src/guide/untrusted_input.rs", name);
    assert_eq!(documented("SECURITY.md", name), guide, "{name}");
    guide
}

/// Checks that a source within a limit is accepted, and one beyond it refused.
fn holds(options: &DecodeOptions, limit: usize, source: impl Fn(usize) -> String) {
    let category = |size: usize| {
        let result = options.from_str::<Value>(&source(size));
        result.err().map(|error| error.classify())
    };
    assert_ne!(category(limit), Some(Category::Limit), "{limit}");
    assert_eq!(category(limit + 1), Some(Category::Limit), "{limit} + 1");
}

/// Options and a context with the default limits, and with those for strangers, as the columns of the tables.
fn options() -> [DecodeOptions; 2] {
    [
        DecodeOptions::new().with_context(EvalContext::new()),
        DecodeOptions::untrusted().with_context(EvalContext::untrusted()),
    ]
}

#[test]
fn of_sources() {
    for (column, options) in options().iter().enumerate() {
        let nesting = row("nesting")[column].expect("it is a number");
        holds(options, nesting, |depth| {
            format!("a = {}{}\n", "[".repeat(depth), "]".repeat(depth))
        });
        let links = row("links")[column].expect("it is a number");
        holds(options, links, |links| {
            format!("a = 1{}\n", "+1".repeat(links))
        });
    }
    let [most, bytes] = row("bytes of a source");
    assert_eq!(most, Some(u32::MAX as usize));
    let [_, untrusted] = options();
    holds(&untrusted, bytes.expect("it is a number"), |bytes| {
        format!("{}a = 1\n", "\n".repeat(bytes - 6))
    });
}

#[test]
fn of_evaluation() {
    let [none, steps] = row("steps of evaluation");
    assert_eq!(none, None);
    let text = |count: usize| {
        let ctx = EvalContext::untrusted().with_variable("x", vec![0; count]);
        let value = hcl::parse_expression("[for a in x : a]")
            .unwrap()
            .evaluate(&ctx);
        value.err().map(|error| error.classify())
    };
    let steps = steps.expect("it is a number");
    assert_eq!(text(steps / 4), None);
    assert_eq!(text(steps), Some(Category::Limit));

    let [none, bytes] = row("bytes of text");
    assert_eq!(none, None);
    let bytes = bytes.expect("it is a number");
    let text = |length: usize| {
        let ctx = EvalContext::untrusted().with_variable("x", "a".repeat(length));
        let value = hcl::parse_template("b${x}").unwrap().evaluate(&ctx);
        value.err().map(|error| error.classify())
    };
    assert_eq!(text(bytes - 1), None);
    assert_eq!(text(bytes), Some(Category::Limit));
}

/// `ParseOptions` has the same settings, and each does what it says.
#[test]
fn of_parsing() {
    let parse = |options: ParseOptions, text: &str| {
        options
            .parse(text)
            .into_result()
            .err()
            .map(|error| error.classify())
    };
    let new = ParseOptions::new;
    assert_eq!(parse(new().with_max_length(6), "a = 1\n"), None);
    assert_eq!(
        parse(new().with_max_length(5), "a = 1\n"),
        Some(Category::Limit)
    );
    assert_eq!(parse(new().with_max_depth(1), "a = [1]\n"), None);
    assert_eq!(
        parse(new().with_max_depth(1), "a = [[1]]\n"),
        Some(Category::Limit)
    );
    let counts = documented("src/guide/untrusted_input.rs", "diagnostics");
    let many: Vec<String> = (0..50).map(|at| format!("a{at} = = 1\n")).collect();
    let many = many.concat();
    for (options, count) in options().iter().zip(counts) {
        let error = options.from_str::<Value>(&many).unwrap_err();
        assert_eq!(Some(error.diagnostics().len()), count);
        assert!(error.has_more());
    }
}

#[test]
fn of_files_and_readers() {
    let dir = std::env::temp_dir().join(format!("hcl-limits-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("long.hcl");
    std::fs::write(&path, "a = \"é\"\n").unwrap();
    // The limit is within a character.
    let error = DecodeOptions::new()
        .with_max_length(6)
        .from_path::<Value>(&path)
        .unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
    assert!(error.to_string().contains("long.hcl"), "{error}");
    let error = ParseOptions::new()
        .with_max_length(6)
        .parse_file(&path)
        .unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
    assert!(error.to_string().contains("long.hcl"), "{error}");
    assert!(
        DecodeOptions::new()
            .with_max_length(9)
            .from_path::<Value>(&path)
            .is_ok()
    );
    std::fs::remove_dir_all(&dir).unwrap();
}
