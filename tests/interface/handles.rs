//! Handles on a tree.

use hcl::{Body, Diagnostic, Located, Severity, Span};

const TEXT: &str = "# first\na = b.c[0]\n\nservice \"web\" \"eu\" {\n  port = \"${p}\"\n}\n";

fn body() -> Body {
    let options = hcl::ParseOptions::new().with_filename("app.hcl");
    options.parse(TEXT).into_result().expect("it is a body")
}

/// Each kind of handle has a span and a source, and a diagnostic can take them from it.
#[test]
fn handles_know_their_place() {
    let body = body();
    let block = body.blocks().next().expect("there is one");
    let attribute = body.attribute("a").expect("it is set");
    let traversal = attribute
        .expression()
        .static_traversal()
        .expect("it is one");
    let port = block.body().attribute("port").expect("it is set");
    let hcl::ExpressionKind::Template(template) = port.expression().kind() else {
        panic!("it is a template");
    };
    let labels: Vec<_> = block.labels().collect();
    let item = body.items().next().expect("there are two");
    let comment = body.comments().next().expect("there is one");
    let expression = attribute.expression();
    let places: [(&dyn Located, &str); 10] = [
        (&body, TEXT),
        (&attribute, "a = b.c[0]"),
        (&item, "a = b.c[0]"),
        (&expression, "b.c[0]"),
        (&traversal, "b.c[0]"),
        (&block, &TEXT[20..TEXT.len() - 1]),
        (&labels[1], "\"eu\""),
        (&template, "\"${p}\""),
        (&comment, "# first"),
        (&&port, "port = \"${p}\""),
    ];
    for (place, text) in places {
        assert_eq!(&TEXT[place.span().range()], text);
        let source = place.source().expect("it is known");
        assert_eq!(source.name(), Some("app.hcl"));
        let diagnostic = Diagnostic::error("Wrong", "").at(place);
        assert_eq!(diagnostic.subject(), Some(place.span()));
        assert_eq!(diagnostic.position(), place.position());
        assert!(diagnostic.to_string().contains("--> app.hcl:"), "{text}");
    }
    assert_eq!(Span::new(1, 2).position(), None);
    let at = (traversal.root_span(), traversal.source());
    assert_eq!(at.position().map(hcl::Position::line), Some(2));
}

#[test]
fn the_text_of_a_label_lives_as_long_as_its_block() {
    let body = body();
    let block = body.blocks().next().expect("there is one");
    let names: Vec<_> = block.labels().map(|label| label.text()).collect();
    assert_eq!(names, ["web", "eu"]);
    let first = block.labels().next().expect("it has one").text();
    assert_eq!(first, "web");
}

#[test]
fn severities_are_words() {
    let words = [Severity::Error, Severity::Warning].map(|it| format!("{it:>8}"));
    assert_eq!(words, ["   error", " warning"]);
}

#[test]
fn traversals_are_equal_at_different_places() {
    let traversal = |text| hcl::parse_traversal(text).expect("it is a traversal");
    assert_eq!(traversal("a.b [0]"), traversal(" a . b.0"));
    assert_eq!(traversal("a[\"b\"]"), traversal("a[ \"\\u0062\" ]"));
    for other in ["a.b", "a.b[1]", "a.c[0]", "b.b[0]", "a[\"b\"][0]"] {
        assert_ne!(traversal("a.b[0]"), traversal(other));
    }
}

/// The names in a JSON object are written in quotes, and their spans include the quotes.
#[test]
fn spans_of_json_keys_include_the_quotes() {
    let text = r#" {"ab": 1, "c": 2}"#;
    let object = hcl::json::parse_expression(text).expect("it is valid");
    let pairs = object.static_map().expect("it is an object");
    let keys: Vec<&str> = pairs
        .iter()
        .map(|(key, _)| &text[key.span().range()])
        .collect();
    assert_eq!(keys, ["\"ab\"", "\"c\""]);
    assert_eq!(pairs[0].0.text(), "\"ab\"");
}

#[test]
fn names_are_found_after_a_later_merge() {
    let parse = |text: &str| hcl::parse(text).expect("the text is valid");
    let many: Vec<String> = (0..40).map(|at| format!("x{at} = {at}\n")).collect();
    let mut merged = Body::merge([parse(&many.concat()), parse("b {}\n")]);
    for at in 0..3 {
        assert!(merged.attribute("x39").is_some());
        let later = format!("later_{at} = 1\nc {{}}\n");
        merged = Body::merge([merged, parse(&later)]);
        assert!(merged.attribute(&format!("later_{at}")).is_some());
        assert_eq!(merged.blocks_of_type("c").count(), at + 1);
    }
    let layered = Body::overlay([merged.clone(), parse("on_top = 1\n")]).expect("it is one body");
    assert!(layered.attribute("x39").is_some());
    let more = Body::merge([layered.clone(), parse("last = 1\n")]);
    for body in [&layered, &more] {
        assert!(body.attribute("x39").is_some());
        assert!(body.attribute("on_top").is_some());
    }
    assert!(more.attribute("last").is_some());
    assert!(layered.attribute("last").is_none());
    assert!(merged.attribute("on_top").is_none());
}
