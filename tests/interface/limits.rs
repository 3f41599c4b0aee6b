//! The limits are those that the documentation says.

use std::path::Path;

use hcl::function::stdlib;
use hcl::{Category, Code, DecodeOptions, EvalContext, ParseOptions, Syntax, Value};

use super::documented::{documented, in_guide};

/// Returns the limits in a row of the tables. The guide and `SECURITY.md` must agree.
fn row(name: &str) -> [Option<usize>; 2] {
    let guide = documented("src/guide/untrusted_input.rs", name);
    assert_eq!(documented("SECURITY.md", name), guide, "{name}");
    guide
}

/// Checks that a source within a limit is accepted, and that a larger one is refused.
fn holds(options: &DecodeOptions, limit: usize, source: impl Fn(usize) -> String) {
    let category = |size: usize| {
        let result = options.from_str::<Value>(&source(size));
        result.err().map(|error| error.classify())
    };
    assert_ne!(category(limit), Some(Category::Limit), "{limit}");
    assert_eq!(category(limit + 1), Some(Category::Limit), "{limit} + 1");
}

/// Returns the options of the two columns of the tables: with the default limits, and with those for untrusted input.
fn options() -> [DecodeOptions; 2] {
    [
        DecodeOptions::new().with_context(EvalContext::new()),
        DecodeOptions::untrusted().with_context(EvalContext::untrusted()),
    ]
}

#[test]
fn limits_of_sources() {
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
fn limits_of_evaluation() {
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

/// The options for untrusted input limit evaluation even without a context, because `for` expressions need none.
#[test]
fn limits_of_evaluation_without_a_context() {
    let options = DecodeOptions::untrusted();
    let list = |count: usize| vec!["1"; count].join(", ");
    let nested = |count: usize| {
        let list = list(count);
        format!("a = [for x in [{list}] : [for y in [{list}] : [for z in [{list}] : z]]]\n")
    };
    let category = |text: &str| {
        let error = options.from_str::<Value>(text).err();
        error.map(|error| error.classify())
    };
    assert_eq!(category(&nested(10)), None);
    assert_eq!(category(&nested(100)), Some(Category::Limit));
    let body: hcl::Body = options.from_str(&nested(100)).unwrap();
    let decoded = options.from_body::<Vec<Value>>(&body);
    assert_eq!(decoded.unwrap_err().classify(), Category::Limit);
    let expression = hcl::parse_expression(nested(100).trim_start_matches("a = ")).unwrap();
    let decoded = options.from_expression::<Value>(&expression);
    assert_eq!(decoded.unwrap_err().classify(), Category::Limit);

    // This is still the literal-only mode, in which a JSON string is its text.
    let json = options.with_syntax(hcl::Syntax::Json);
    let value: Value = json.from_str(r#"{ "a": "${1 + 1}", "${b}": {} }"#).unwrap();
    assert_eq!(value["a"], "${1 + 1}");
    assert!(value.get("${b}").is_some());
}

/// The limits also count diagnostics, objects of all names under one root, and expressions that are kept as text.
#[test]
fn limits_of_other_results_of_evaluation() {
    let many = |item: &str| {
        (0..20_000)
            .map(|at| item.replace('@', &at.to_string()))
            .collect::<String>()
    };
    let limit = |error: Option<hcl::Error>| error.map(|error| error.classify());
    let options = DecodeOptions::untrusted();
    let unknown = format!("a = [{}]\n", many("n@, "));
    let decoded = options.from_str::<Value>(&unknown).err();
    assert_eq!(limit(decoded), Some(Category::Limit));

    let keys: String = (5_000..9_000)
        .map(|at| ["1e", &at.to_string(), " = 1\n"].concat())
        .collect();
    let keys = format!("a = {{\n{keys}}}\n");
    let untyped = options.clone().without_evaluation();
    let decoded = untyped.from_str::<serde_json::Value>(&keys).err();
    assert_eq!(limit(decoded), Some(Category::Limit));
    // A number that JSON readers cannot represent is kept as the text of the source, in both syntaxes.
    let native = untyped.from_str::<serde_json::Value>("a = [1e9000]\n");
    let json = untyped.with_syntax(hcl::Syntax::Json);
    let json = json.from_str::<serde_json::Value>(r#"{ "a": [1e9000] }"#);
    for data in [native, json] {
        assert_eq!(data.unwrap()["a"][0], "${1e9000}");
    }

    let body = ParseOptions::untrusted()
        .parse(&format!("locals {{\n{}}}\n", many("a@ = local\n")))
        .value;
    let references = hcl::references::References::new()
        .with("local", hcl::references::NamedBlocks::merged("locals"));
    let scope = references.scope(&body, &EvalContext::untrusted()).value;
    assert_eq!(limit(scope.check().err()), Some(Category::Limit));

    // Blocks that are named by their index form a list, whose parts are counted like those of an object.
    let listed =
        hcl::references::References::new().with_root(hcl::references::NamedBlocks::listed("b"));
    let body = ParseOptions::untrusted()
        .parse(&"b {\n  a = b[*].n\n}\n".repeat(4_000))
        .value;
    let scope = listed.scope(&body, &EvalContext::untrusted()).value;
    assert_eq!(limit(scope.check().err()), Some(Category::Limit));
}

/// `ParseOptions` has the same settings, and each of them has the documented effect.
#[test]
fn limits_of_parsing() {
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
    let nested = |depth: usize| format!("a = {}{}\n", "[".repeat(depth), "]".repeat(depth));
    let [_, depth] = row("nesting");
    let depth = depth.expect("it is a number");
    assert_eq!(parse(ParseOptions::untrusted(), &nested(depth)), None);
    assert_eq!(
        parse(ParseOptions::untrusted(), &nested(depth + 1)),
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

/// Returns a context with all functions, and with a function `call` that nests `n` calls of itself.
fn context(directory: &Path) -> EvalContext {
    let ctx = EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_functions(stdlib::files(directory));
    let text = "function \"call\" {\n  params = [n]\n  result = n == 1 ? 0 : call(n - 1)\n}\n";
    let body = hcl::parse(text).expect("it is valid");
    let (functions, _) = hcl::user_functions(&body, "function", &ctx).expect("they are valid");
    ctx.with_functions(functions)
}

/// Checks that the row of the guide names the limit: an expression of this size has a value, and a larger one is an
/// error.
fn is_fixed(ctx: &EvalContext, row: &str, expression: impl Fn(usize) -> String) {
    let limit = in_guide(row);
    let value = |size| {
        let expression = hcl::parse_expression(&expression(size))?;
        expression.evaluate(ctx)
    };
    if let Err(error) = value(limit) {
        panic!("{row}: {error}");
    }
    assert!(
        value(limit + 1).is_err(),
        "{row}: {} has a value",
        limit + 1
    );
}

#[test]
fn limits_without_a_setting() {
    let ctx = context(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/interface"
    )));
    is_fixed(&ctx, "levels of a", |levels| {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        format!("jsondecode(\"{open}{close}\")")
    });
    is_fixed(&ctx, "significant digits", |digits| {
        // This number has as many digits before the point as the limit of the exponent allows.
        format!("{}.{}", "7".repeat(10_000), "7".repeat(digits - 10_000))
    });
    is_fixed(&ctx, "decimal exponent", |exponent| format!("1e{exponent}"));
    is_fixed(&ctx, "decimal exponent", |exponent| {
        format!("1e-{exponent}")
    });
    is_fixed(&ctx, "nested calls", |calls| format!("call({calls})"));
    is_fixed(&ctx, "nesting of a template", |depth| {
        let (open, close) = ("(".repeat(depth - 1), ")".repeat(depth - 1));
        format!("templatestring(\"$${{{open}1{close}}}\", {{}})")
    });
    is_fixed(&ctx, "numbers that `range`", |count| {
        format!("range({count})")
    });
    is_fixed(&ctx, "width and precision", |width| {
        format!("format(\"%{width}d\", 1)")
    });
    is_fixed(&ctx, "width and precision", |precision| {
        format!("format(\"%.{precision}f\", 1)")
    });
    is_fixed(&ctx, "width and precision", |spaces| {
        format!("indent({spaces}, \"a\\nb\")")
    });
    is_fixed(&ctx, "bytes of a pattern", |bytes| {
        format!("fileset(\".\", \"{}\")", "z".repeat(bytes))
    });
}

/// Each file is a symbolic link to the previous one.
#[cfg(unix)]
#[test]
fn limits_of_symbolic_links() {
    let directory = std::env::temp_dir().join(format!("hcl-links-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("the directory is made");
    std::fs::write(directory.join("0"), "a").expect("the file is written");
    for link in 1..50 {
        let target = (link - 1).to_string();
        let link = directory.join(link.to_string());
        std::os::unix::fs::symlink(target, link).expect("the link is made");
    }
    is_fixed(&context(&directory), "symbolic links", |links| {
        format!("file(\"{links}\")")
    });
    std::fs::remove_dir_all(&directory).expect("the directory is removed");
}

/// These results take seconds to compute. A result beyond the limit is refused before it is computed.
#[test]
fn limits_without_a_setting_for_large_results() {
    let ctx = EvalContext::new().with_functions(stdlib::terraform());
    let is_refused = |row: &str, limit: usize, expression: &str| {
        assert_eq!(in_guide(row), limit, "{row}");
        let expression = hcl::parse_expression(expression).expect("it is valid");
        let error = expression.evaluate(&ctx).expect_err(row).to_string();
        assert!(error.contains(&format!("more than {limit}")), "{error}");
    };
    let tuples = "setproduct(range(57), range(57), range(57), range(57))";
    is_refused("elements that `setproduct`", 10_000_000, tuples);
    let (list, lists) = ("a, ".repeat(1_000), "*a, ".repeat(1_000));
    let yaml = format!("- &a [{list}]\n- [{lists}]\n");
    is_refused(
        "values that `yamldecode`",
        1_000_000,
        &format!("yamldecode({yaml:?})"),
    );
    is_refused(
        "bytes that `base64gunzip`",
        64 << 20,
        "base64gunzip(base64gzip(join(\"\", [for x in range(68) : format(\"%1000000d\", x)])))",
    );
}

#[test]
fn limits_of_files_and_readers() {
    let dir = std::env::temp_dir().join(format!("hcl-limits-{}", std::process::id()));
    std::fs::create_dir_all(&dir).unwrap();
    let path = dir.join("long.hcl");
    std::fs::write(&path, "a = \"é\"\n").unwrap();
    // The length limit is inside a character.
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

/// The limit error is reported even if another error is the last one that fits in the report.
#[test]
fn json_that_nests_too_deep_is_reported() {
    let options = ParseOptions::new().with_syntax(Syntax::Json);
    let options = options.with_max_depth(1).with_max_diagnostics(1);
    let parsed = options.parse(r#"{ "a": , "b": [[1]] }"#);
    let error = parsed.into_result().unwrap_err();
    assert_eq!(error.classify(), Category::Limit);
    assert_eq!(error.diagnostics()[0].code(), Code::NestingTooDeep);
    assert!(error.has_more());
}

/// Text that is made from a source is parsed with the limits of that source.
#[test]
fn limits_are_raised_for_edited_and_reduced_bodies_too() {
    let deep = format!("{}x{}", "[".repeat(300), "]".repeat(300));
    let long = format!("1{}", " + x".repeat(100_001));
    let options = ParseOptions::new()
        .with_max_depth(1000)
        .with_max_links(200_000);
    for value in [deep, long] {
        let body = options.parse(&format!("a = {value}\nb = y\n"));
        let body = body.into_result().expect("it is within the limits");
        let mut edit = body.edit();
        edit.set_attribute(&body, "b", 2);
        let edited = edit.finish_text().expect("it is within the limits");
        assert!(edited.starts_with("a = ") && edited.ends_with("\nb = 2\n"));
        let ctx = EvalContext::new().with_variable("y", 3);
        assert_eq!(
            body.reduce(&ctx).to_string(),
            edited.replace("b = 2", "b = 3")
        );
        let text = format!("[{value}, y]");
        let list = options
            .parse_expression(&text)
            .expect("it is within the limits");
        assert_eq!(list.reduce(&ctx).text(), format!("[{value}, 3]"));
        let json = options.clone().with_syntax(hcl::Syntax::Json);
        let body = json.parse(&format!("{{\"a\": \"${{{value}}}\", \"b\": \"${{y}}\"}}"));
        let body = body.into_result().expect("it is within the limits");
        assert!(body.reduce(&ctx).source().text().ends_with("\"b\": 3}"));
    }
}
