//! Source constructs are equal by structure.

use hcl::{Body, Expression, ExpressionKind, Template};

fn expression(text: &str) -> Expression {
    hcl::parse_expression(text).expect(text)
}

/// Constructs in one row are equal. Constructs in different rows are different.
const ROWS: &[&[&str]] = &[
    &["null"],
    &["true"],
    &["1", "1.0", " 10e-1 ", "1 # one"],
    &["a", "a // a\n"],
    &["\"\""],
    &["\"a\"", "\"\\u0061\""],
    &["\"a\\nb\\n\"", "<<-E\n  a\n  b\n  E\n"],
    &["\"${a}\"", "\"${ a }\"", "\"${~ a ~}\""],
    &["\"x${a}\\n\"", "<<E\nx${a}\nE\n"],
    &["\"x${b}\\n\""],
    &["\"%{ if a }b%{ endif }\"", "\"%{if a}\\u0062%{endif}\""],
    &["\"%{ if a }b%{ else }%{ endif }\""],
    &["\"%{ for k, v in a }${v}%{ endfor }\""],
    &["\"%{ for v in a }${v}%{ endfor }\""],
    &["(a)", "( a )"],
    &["-a"],
    &["!a"],
    &["a + b", "a+b", "a /* plus */ + b"],
    &["a - b"],
    &["b + a"],
    &["a ? b : c"],
    &["[]"],
    &["[a, b]", "[\n a,\n b,\n]"],
    &["[b, a]"],
    &["[a]"],
    &["{}"],
    &["{ a = b }", "{ a : b }", "{\n  a = b\n}"],
    &["{ \"a\" = b }"],
    &["{ (a) = b }"],
    &["{ a = c }"],
    &["f(a, b)", "f(a, b,)"],
    &["f(a, b...)"],
    &["s::f(a, b)", "s :: f(a, b)"],
    &["a.b", "a . b"],
    &["a[\"b\"]"],
    &["a[0]"],
    &["a.0"],
    &["a.*.b"],
    &["a[*].b"],
    &["[for v in a : v]"],
    &["[for k, v in a : v]"],
    &["[for v in a : v if v]"],
    &["{for v in a : v => v}"],
    &["{for v in a : v => v...}"],
];

#[test]
fn expressions_are_equal_by_their_parts() {
    for (at, row) in ROWS.iter().enumerate() {
        for (other_at, other_row) in ROWS.iter().enumerate() {
            for (one, other) in row
                .iter()
                .flat_map(|it| other_row.iter().map(move |o| (it, o)))
            {
                let one_kind = expression(one).kind();
                let are_equal = expression(one) == expression(other);
                assert_eq!(are_equal, at == other_at, "{one:?} and {other:?}");
                if are_equal {
                    assert_eq!(one_kind, expression(other).kind(), "{one:?} and {other:?}");
                }
            }
        }
    }
}

#[test]
fn the_operations_after_a_splat_are_compared() {
    let each = |text| match expression(text).kind() {
        hcl::ExpressionKind::Splat { each, .. } => each,
        kind => panic!("{kind:?}"),
    };
    assert_eq!(each("a[*].b"), each("c.d[*].b"));
    assert_ne!(each("a[*].b"), each("a[*].c"));
    assert_ne!(each("a[*].b"), each("a[*].b.b"));
    assert_ne!(each("a[*].b"), expression("a[*].b"));
    assert_eq!(each("a[*]"), each("b[*]"));
}

#[test]
fn bodies_are_equal_by_their_items() {
    let body = |text: &str| hcl::parse(text).expect(text);
    let text = "a = 1\nb \"x\" y {\n  c = [1, \"${d}\"]\n  e {}\n}\n";
    let other = "# comment\na=1.0\n\nb x \"y\" { # more\n c = [ 1, \"${ d }\" ]\n e {\n}\n}\n";
    let (one, two) = (body(text), body(other));
    assert_eq!(one, two);
    assert_eq!(one.attribute("a"), two.attribute("a"));
    assert_eq!(one.blocks().next(), two.blocks().next());
    assert!(one.items().eq(two.items()));
    assert_eq!(Body::merge([one.clone()]), two);
    assert_eq!(hcl::format(text).parse::<Body>().unwrap(), one);
    let changes = [
        ("a", "z"),
        ("1\n", "2\n"),
        ("x", "z"),
        (" y", ""),
        ("d", "z"),
        ("e {}", ""),
        ("e {}", "e = 1"),
        ("b ", "z "),
    ];
    for (from, to) in changes {
        let other = body(&text.replacen(from, to, 1));
        assert_ne!(one, other, "{from} to {to}");
    }
    assert_ne!(body("a = 1\nb = 2\n"), body("b = 2\na = 1\n"));
}

#[test]
fn templates_are_equal_by_their_parts() {
    let template = |text| hcl::parse_template(text).expect(text);
    let quoted = |text| match expression(text).kind() {
        hcl::ExpressionKind::Template(template) => template,
        kind => panic!("{kind:?}"),
    };
    assert_eq!(template("a${b}"), quoted("\"a${b}\""));
    assert_ne!(template("a${b}"), template("a${c}"));
    let branch = |template: Template| match template.parts().remove(0) {
        hcl::TemplatePart::If { true_branch, .. } => true_branch,
        part => panic!("{part:?}"),
    };
    let of_quoted = branch(quoted("\"%{ if a }x\\ty%{ endif }\""));
    assert_eq!(of_quoted, template("x\ty"));
    assert_ne!(of_quoted, branch(template("%{ if a }x\\ty%{ endif }")));
}

/// A chain of operators may have 100,000 links, and constructs may nest 256 levels deep. The comparison of such
/// constructs must not need more stack.
#[test]
fn long_chains_and_deep_trees_are_compared_on_a_small_stack() {
    let texts = [
        format!("a{}", " + a".repeat(90_000)),
        format!("a{}", ".b".repeat(90_000)),
        format!("{}a", "a ? b : ".repeat(90_000)),
        format!("{}1{}", "[".repeat(250), "]".repeat(250)),
        format!(
            "\"{}{}\"",
            "%{ if a }".repeat(250),
            "%{ endif }".repeat(250)
        ),
    ];
    let thread = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(move || {
            for text in texts {
                let (one, other) = (expression(&text), expression(&format!("{text} ")));
                assert!(one == other, "{}", &text[..20]);
            }
            let blocks = format!("{}{}", "a {\n".repeat(250), "}\n".repeat(250));
            assert!(hcl::parse(&blocks).unwrap() == hcl::parse(&format!("\n{blocks}")).unwrap());
        });
    thread.unwrap().join().unwrap();
}

/// A template in a string of JSON is equal to the same template in native syntax.
#[test]
fn templates_of_both_syntaxes_are_compared() {
    let template = |expression: &Expression| match expression.kind() {
        ExpressionKind::Template(template) => template,
        kind => panic!("{kind:?}"),
    };
    let texts = ["a${b}", "${b}a", "a${b}c${d}", "%{ if a }b%{ endif }x"];
    for (at, text) in texts.iter().enumerate() {
        for (other_at, other) in texts.iter().enumerate() {
            let json = hcl::json::parse_expression(&format!("\"{text}\"")).expect(text);
            let native = hcl::parse_template(other).expect(other);
            assert_eq!(template(&json) == native, at == other_at, "{text} {other}");
            assert_eq!(native == template(&json), at == other_at, "{text} {other}");
            let other = hcl::json::parse_expression(&format!("\"{other}\"")).expect(other);
            assert_eq!(
                template(&json) == template(&other),
                at == other_at,
                "{text}"
            );
        }
    }
}

#[test]
fn calls_and_labels_are_compared() {
    let calls = [
        "f(a)", "f(a...)", "f(b)", "g(a)", "f()", "f(a, a)", "g(a...)",
    ];
    for (at, one) in calls.iter().enumerate() {
        for (other_at, other) in calls.iter().enumerate() {
            let [one, other] = [one, other].map(|text| match expression(text).kind() {
                ExpressionKind::FunctionCall(call) => call,
                kind => panic!("{kind:?}"),
            });
            assert_eq!(one == other, at == other_at, "{one:?} {other:?}");
        }
    }
    let body = hcl::parse("a \"x\" y {}\n").expect("it is valid");
    let block = body.blocks().next().expect("there is one");
    let labels: Vec<_> = block.labels().collect();
    assert!(labels[0] == "x" && labels[0] == *"x" && labels[1] == "y");
    assert!(labels[0] != "y" && labels[0] != *"y" && labels[1] != "x");
}

/// A string in JSON syntax is a template, which never equals an expression of another kind.
#[test]
fn strings_of_json_are_compared_with_expressions() {
    let json = |text: &str| hcl::json::parse_expression(text).expect(text);
    for (string, native, is_equal) in [
        (r#""a${b}""#, r#""a${b}""#, true),
        (r#""a${b}""#, r#""a${ b }""#, true),
        (r#""${b}""#, "b", false),
        (r#""${b}""#, r#""${b}""#, true),
        (r#""a${b}""#, "b", false),
        (r#""a${b}""#, "[]", false),
        (r#""a$${b}""#, r#""a$${b}""#, true),
        (r#""a$${b}""#, r#""a${b}""#, false),
        (r#""""#, r#""""#, true),
        (r#""""#, r#""a""#, false),
        (r#""${a}""#, r#""""#, false),
    ] {
        let native = expression(native);
        assert_eq!(json(string) == native, is_equal, "{string} {native}");
        assert_eq!(native == json(string), is_equal, "{string} {native}");
    }
}
