//! Diagnostics for programs: codes, categories, positions, suggestions, and how many there are.

use expect_test::expect;
use hcl::{Category, Code, DecodeOptions, Diagnostic, ParseOptions, Source, Span, Syntax};
use serde_derive::Deserialize;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Config {
    #[serde(default)]
    port: u16,
    #[serde(default)]
    tls: bool,
    #[serde(default)]
    hosts: Vec<String>,
    #[serde(default)]
    level: Level,
}

#[derive(Deserialize, Debug, Default)]
#[serde(rename_all = "lowercase")]
enum Level {
    #[default]
    Info,
    Debug,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Blocks {
    block: Vec<Block>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Block {
    a: u8,
    b: Vec<u8>,
}

/// The text of a code is the name of its variant in lower case with hyphens. Both are part of the public interface.
#[test]
fn codes_have_texts_of_their_own() {
    for code in Code::ALL {
        let mut text = String::new();
        for character in format!("{code:?}").chars() {
            if character.is_uppercase() && !text.is_empty() {
                text.push('-');
            }
            text.extend(character.to_lowercase());
        }
        assert_eq!(code.as_str(), text);
    }
    assert!(Code::ALL.is_sorted_by(|first, second| first.as_str() < second.as_str()));
}

/// For each kind of operation, the code and the category of a diagnostic that it reports.
#[test]
fn each_part_gives_its_diagnostics_codes() {
    let ctx = hcl::EvalContext::new().with_variable("known", 1);
    let decoded = |text: &str| {
        let options = DecodeOptions::new().with_context(ctx.clone());
        options.from_str::<Config>(text).unwrap_err()
    };
    let schema = hcl::BodySchema::new().with_required_attribute("port");
    let fits = |text: &str| {
        hcl::parse(text)
            .unwrap()
            .content(&schema)
            .into_result()
            .unwrap_err()
    };
    let json = |text: &str| {
        ParseOptions::new()
            .with_syntax(Syntax::Json)
            .parse(text)
            .into_result()
    };
    let errors = [
        hcl::parse("a = = 1\n").unwrap_err(),
        hcl::parse("a = 1\na = 2\n").unwrap_err(),
        hcl::parse(&format!("a = {}1", "-".repeat(1_000))).unwrap_err(),
        json("{\"a\" 1}").unwrap_err(),
        decoded("prot = 1\n"),
        decoded("port = \"x\"\n"),
        decoded("port = unknown\n"),
        decoded("level = \"loud\"\n"),
        fits("prot = 1\n"),
        hcl::from_path::<Config>("no/such.hcl").unwrap_err(),
        hcl::to_string(&1).unwrap_err(),
        hcl::parse("").unwrap().item("a[").unwrap_err(),
        Diagnostic::error("Too late", "It is past six.").into(),
    ];
    let rows = errors.iter().map(|error| {
        let first = &error.diagnostics()[0];
        assert_eq!(first.category(), error.classify(), "{error}");
        format!("{} {}\n", first.category().as_str(), first.code())
    });
    expect![[r"
        syntax invalid-expression
        syntax attribute-redefined
        limit nesting-too-deep
        syntax missing-property-value-colon
        data unsupported-argument
        data unsuitable-value-type
        evaluation unknown-variable
        data unsupported-value
        data missing-required-argument
        io failed-to-read
        data unsuitable-value-type
        syntax invalid-path
        data application
    "]]
    .assert_eq(&rows.collect::<String>());
}

/// Graphemes, characters and UTF-16 code units have different positions after an emoji with a modifier.
#[test]
fn positions_count_in_three_units() {
    let source = Source::new("a = 1\nname = \"\u{1f44d}\u{1f3fd}\" + x\n");
    let start = u32::try_from(source.text().find('x').unwrap()).unwrap();
    let diagnostic = Diagnostic::error("Odd", "").at((Span::new(start, start + 1), &source));
    let positions = diagnostic.positions().unwrap();
    let columns = |it: hcl::Position| {
        (
            it.line(),
            it.column(),
            it.character_column(),
            it.utf16_column(),
        )
    };
    assert_eq!(columns(positions.start), (2, 14, 15, 17));
    assert_eq!(columns(positions.end), (2, 15, 16, 18));
}

/// Applying a suggestion makes the text valid.
#[test]
fn suggestions_can_be_applied() {
    let names = hcl::EvalContext::new()
        .with_variable(
            "limits",
            hcl::value!({ "largest" = 9, "host" = "a" }).unwrap(),
        )
        .with_function("upper", hcl::function::stdlib::upper());
    let options = DecodeOptions::new().with_context(names);
    let native = [
        "prot = 1\n",
        "tls = \"yes\"\n",
        "hosts = \"a\"\n",
        "level = \"debgu\"\n",
        "port = limit.largest\n",
        "port = limits.lagrest\n",
        "port = limits[\"lagrest\"]\n",
        "hosts = [uper(\"a\")]\n",
        "hosts = [\"%{ fi true }a%{ endif }\"]\n",
    ];
    let json = [
        "{\"prot\": 1}",
        "{\"tls\": \"on\"}",
        "{\"tls\": True}",
        "{\"tls\": fasel}",
        "{\"tls\": flue}",
        "{\"hosts\": \"a\"}",
    ];
    let apply = |text: &str, options: &DecodeOptions| {
        let error = options.from_str::<Config>(text).unwrap_err();
        let suggestion = error.diagnostics()[0]
            .suggestion()
            .unwrap_or_else(|| panic!("{error}"));
        let mut corrected = text.to_owned();
        corrected.replace_range(suggestion.span().range(), suggestion.replacement());
        options
            .from_str::<Config>(&corrected)
            .unwrap_or_else(|error| panic!("{corrected}: {error}"));
    };
    for text in native {
        apply(text, &options);
    }
    for text in json {
        apply(text, &options.clone().with_syntax(Syntax::Json));
    }
    // There is no suggestion for a name that occurs twice in the reported text, nor without a similar name.
    for text in ["port = limits.a\n", "other = 1\n"] {
        let error = options.from_str::<Config>(text).unwrap_err();
        assert_eq!(error.diagnostics()[0].suggestion(), None);
    }
}

#[test]
fn diagnostics_as_json() {
    let options = DecodeOptions::new().with_filename("app.hcl");
    let error = options
        .from_str::<Config>("/* \u{1f980} */ prot = 80\n")
        .unwrap_err();
    expect![[r#"
        {
          "category": "data",
          "diagnostics": [
            {
              "severity": "error",
              "code": "unsupported-argument",
              "category": "data",
              "summary": "Unsupported argument",
              "detail": "\"prot\" is not expected here. Did you mean \"port\"? Expected one of \"port\", \"tls\", \"hosts\", \"level\".",
              "path": "prot",
              "file": "app.hcl",
              "subject": {
                "start": {
                  "line": 1,
                  "column": 9,
                  "character_column": 9,
                  "utf16_column": 10,
                  "byte": 11
                },
                "end": {
                  "line": 1,
                  "column": 13,
                  "character_column": 13,
                  "utf16_column": 14,
                  "byte": 15
                }
              },
              "context": null,
              "suggestion": {
                "replaces": {
                  "start": {
                    "line": 1,
                    "column": 9,
                    "character_column": 9,
                    "utf16_column": 10,
                    "byte": 11
                  },
                  "end": {
                    "line": 1,
                    "column": 13,
                    "character_column": 13,
                    "utf16_column": 14,
                    "byte": 15
                  }
                },
                "replacement": "port"
              },
              "needed_by": null
            }
          ],
          "has_more": false
        }"#]].assert_eq(&serde_json::to_string_pretty(&error).unwrap());
}

/// A report contains a limited number of errors and then says how many more there are. It never gives a wrong number.
#[test]
fn reports_say_that_there_are_more_errors() {
    let repeated = |line: &str, count: usize| -> String {
        let lines = (0..count).map(|at| line.replace('#', &at.to_string()));
        lines.collect()
    };
    let last = |error: &hcl::Error| error.to_string().lines().last().unwrap().to_owned();
    for line in ["name# = 1\n", "port = = #\n"] {
        for (count, ends) in [
            (1, None),
            (2, Some("… and 1 more error")),
            (20, Some("… and 19 more errors")),
            (21, Some("… and at least 20 more errors")),
            (50, Some("… and at least 20 more errors")),
        ] {
            let error = hcl::from_str::<Config>(&repeated(line, count)).unwrap_err();
            assert_eq!(error.diagnostics().len(), count.min(20));
            assert_eq!(error.has_more(), count > 20);
            let end = last(&error);
            assert!(ends.is_none_or(|ends| end == ends), "{line}{count}: {end}");
            assert_eq!(
                format!("{error:#}").ends_with("… and at least 1 more error"),
                count > 20
            );
        }
        let text = repeated(line, 50);
        for (max, shown) in [(0, 1), (5, 5), (49, 49), (50, 50), (usize::MAX, 50)] {
            let options = DecodeOptions::new().with_max_diagnostics(max);
            let error = options.from_str::<Config>(&text).unwrap_err();
            assert_eq!(
                (error.diagnostics().len(), error.has_more()),
                (shown, shown < 50)
            );
        }
    }
    // The same limit applies to errors that the survey finds in other blocks and in parts of an attribute.
    let blocks = repeated("block {\n  a = nope#\n  b = [nope#, nope#]\n}\n", 50);
    for (max, shown) in [(1, 1), (5, 5), (149, 149), (150, 150), (1_000, 150)] {
        let options = DecodeOptions::new().with_max_diagnostics(max);
        let error = options.from_str::<Blocks>(&blocks).unwrap_err();
        assert_eq!(
            (error.diagnostics().len(), error.has_more()),
            (shown, shown < 150)
        );
    }
    let elements = repeated("[1 2],", 50);
    let json = format!("{{\"a\": [{elements} 1]}}");
    let parsed = ParseOptions::new()
        .with_syntax(Syntax::Json)
        .with_max_diagnostics(30)
        .parse(&json);
    assert_eq!((parsed.diagnostics.len(), parsed.has_more()), (30, true));
    let body = hcl::parse(&repeated("name# = 1\n", 50)).unwrap();
    let content = body.content(&hcl::BodySchema::new());
    assert_eq!((content.diagnostics.len(), content.has_more()), (20, true));
    assert_eq!(
        content.into_result().unwrap_err().diagnostics()[0].category(),
        Category::Data
    );
}

const SETTING: &str = "To set the argument, write a single equals sign.";
const JSON: &str = "This looks like the JSON syntax";
const BLOCK: &str = "Write the type of the block before its brace";
const COMPLETE: &str = "The \"for\" expression is complete";

/// A source, the text at the reported place, a part of the message, and whether the report contains that part. More
/// text follows the reported place, so that the test also checks where it ends.
const FAULTS: &[(&str, &str, &str, bool)] = &[
    ("a == 1\n", "a", SETTING, true),
    ("a + 1\n", "a", SETTING, false),
    ("a && 1\n", "a", SETTING, false),
    ("{\n  \"a\": 1\n}\n", "{", JSON, true),
    ("{}\n", "{", JSON, true),
    ("{ a = 1 }\n", "{", BLOCK, true),
    ("{ \"a\" }\n", "{", BLOCK, true),
    ("{\n \"a\" = 1\n}\n", "{", JSON, false),
    ("a = 1\n{}\n", "{", JSON, false),
    ("a = f(1\nb = 2\n", "b", "close the call", true),
    ("a = b[0\nc = 2\n", "c", "must end the index", true),
    (
        "a = [for a, : a]\n",
        ":",
        "must follow the comma of a \"for\" expression",
        true,
    ),
    ("a = [for : a]\n", ":", "must follow \"for\"", true),
    (
        "a = {for k, v in m : k ? a : b => v : c}\n",
        ":",
        COMPLETE,
        true,
    ),
    ("a = {b ? c : d : e : f}\n", ":", "separate the items", true),
    (
        "x = 1\na = \"%{ foo } and more\"\n",
        "foo",
        "Did you mean \"for\"?",
        true,
    ),
    (
        "x = 1\na = \"%{ unknownword } and more text\"\n",
        "unknownword",
        "if, else, endif, for and endfor are",
        true,
    ),
    (
        "x = 1\na = \"%{ 1 } and more text\"\n",
        "1",
        "One of the words if, else",
        true,
    ),
    (
        "x = 1\na = \"%{ else x } and more text\"\n",
        "x",
        "may follow \"else\" here",
        true,
    ),
    (
        "x = 1\na = \"%{ endif é } and more text\"\n",
        "é",
        "may follow \"endif\" here",
        true,
    ),
    (
        "x = 1\ny = \"abc\nz = 2\n",
        "\n",
        "must end on the line",
        true,
    ),
    ("x = \"a $${b\nz = 2\n", "\n", "must end on the line", true),
    (
        "a = \"${b\"\nc = 1\n",
        "${",
        "the next quote begins another string",
        true,
    ),
];

#[test]
fn faults_are_shown_with_advice() {
    for (text, subject, words, has_words) in FAULTS {
        let diagnostics = ParseOptions::new().parse(text).diagnostics;
        let [diagnostic] = diagnostics.as_slice() else {
            panic!("{text:?}: {diagnostics:?}");
        };
        let found = diagnostic.subject().expect("it has a place");
        assert_eq!(&text[found.range()], *subject, "{text:?}");
        let detail = diagnostic.detail();
        assert_eq!(detail.contains(words), *has_words, "{text:?}: {detail}");
    }
}
