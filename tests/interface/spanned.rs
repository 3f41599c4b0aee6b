//! Values with the place that they were read from.

use std::collections::BTreeMap;

use hcl::{Body, DecodeOptions, Diagnostic, EvalContext, Located, Spanned};

#[derive(serde_derive::Deserialize)]
struct Config {
    written: Spanned<u16>,
    computed: Spanned<u16>,
    list: Vec<Spanned<String>>,
    service: BTreeMap<String, Spanned<Service>>,
    other: Vec<Spanned<Service>>,
}

#[derive(serde_derive::Deserialize)]
struct Service {
    port: Spanned<u16>,
}

const TEXT: &str = "written = 80\ncomputed = base + 80\nlist = [\n  \"a\",\n  \"b\",\n]\n\nservice \"web\" {\n  port = 443\n}\n\nother {\n  port = 1\n}\n\nother {\n  port = 2\n}\n";

fn check(config: &Config, name: &str) {
    let place = |place: &dyn Located| {
        let text = Diagnostic::error("Wrong", "").at(place).to_string();
        let line = text.lines().nth(1).unwrap_or_default().trim().to_owned();
        assert_eq!(place.source().and_then(hcl::Source::name), Some(name));
        line
    };
    let places = [
        place(&config.written),
        place(&config.computed),
        place(&config.list[1]),
        place(&config.service["web"]),
        place(&config.service["web"].value().port),
        place(&config.other[1]),
        place(&config.other[1].value().port),
    ];
    let expected = ["1:11", "2:12", "5:3", "8:1", "9:10", "16:1", "17:10"];
    assert_eq!(places, expected.map(|it| format!("--> {name}:{it}")));
    let position = config.written.position().expect("its source is known");
    assert_eq!((position.line(), position.column()), (1, 11));
}

#[test]
fn a_spanned_value_can_be_reported_without_the_source() {
    let ctx = EvalContext::new().with_variable("base", 8000);
    let options = DecodeOptions::new()
        .with_filename("app.hcl")
        .with_context(ctx);
    let config: Config = options.from_str(TEXT).unwrap();
    check(&config, "app.hcl");
    let body = hcl::ParseOptions::new()
        .with_filename("body.hcl")
        .parse(TEXT)
        .into_result()
        .unwrap();
    check(&options.from_body(&body).unwrap(), "body.hcl");
}

/// In a merged body, each value has the source of its own file.
#[test]
fn values_have_the_source_of_their_file() {
    #[derive(serde_derive::Deserialize)]
    struct Merged {
        a: Spanned<u8>,
        b: Spanned<BTreeMap<String, Spanned<u8>>>,
    }
    let body = |name, text| {
        hcl::ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let body = Body::merge([
        body("a.hcl", "a = 1\n"),
        body("b.hcl", "\nb {\n  c = 2\n}\n"),
    ]);
    let merged: Merged = hcl::from_body(&body).unwrap();
    let name = |place: &dyn Located| {
        place
            .source()
            .and_then(hcl::Source::name)
            .map(str::to_owned)
    };
    assert_eq!(name(&merged.a).as_deref(), Some("a.hcl"));
    assert_eq!(name(&merged.b).as_deref(), Some("b.hcl"));
    assert_eq!(name(&merged.b.value()["c"]).as_deref(), Some("b.hcl"));
}

/// The place of an item in an ordered body is that of its attribute or block.
#[test]
fn items_of_ordered_bodies() {
    #[derive(serde_derive::Deserialize)]
    #[expect(dead_code, reason = "only the places are looked at")]
    enum Item {
        Wait(u8),
        Run { command: String },
        Stop,
    }

    #[derive(serde_derive::Deserialize)]
    struct Ordered {
        #[serde(rename = "$body")]
        items: Vec<Spanned<Item>>,
    }

    let native = "# first\nWait = 1 # second\nRun {\n  command = \"a\"\n}\nStop {}\n";
    let json =
        r#"{ "Wait": 1, "Run": [{ "command": "a" }, { "command": "b" }], "Stop": [{}, {}] }"#;
    let expected = ["Wait = 1", "Run {\n  command = \"a\"\n}", "Stop {}"];
    let expected_of_json = [
        r#""Wait": 1"#,
        r#""Run": [{ "command": "a" }, { "command": "b" }]"#,
        r#"{ "command": "b" }"#,
        r#""Stop": [{}, {}]"#,
        "{}",
    ];
    for (body, expected) in [
        (hcl::parse(native).unwrap(), &expected[..]),
        (hcl::json::parse(json).unwrap(), &expected_of_json[..]),
    ] {
        let items: Vec<Spanned<Item>> = hcl::from_body(&body).unwrap();
        let ordered: Ordered = hcl::from_body(&body).unwrap();
        for items in [items, ordered.items] {
            let text = body.source().text();
            let places: Vec<&str> = items.iter().map(|it| &text[it.span().range()]).collect();
            assert_eq!(places, expected);
        }
    }
    // Merged with native syntax, JSON has the same places as alone.
    let bodies = [hcl::parse(native).unwrap(), hcl::json::parse(json).unwrap()];
    let items: Vec<Spanned<Item>> = hcl::from_body(&Body::merge(bodies)).unwrap();
    let texts: Vec<&str> = items
        .iter()
        .map(|it| &it.source().unwrap().text()[it.span().range()])
        .collect();
    assert_eq!(texts, [&expected[..], &expected_of_json[..]].concat());
}

type Labels = BTreeMap<Spanned<String>, Service>;

#[test]
fn a_value_is_compared_and_changed_without_its_place() {
    let config: Service = hcl::from_str("port = 80\n").unwrap();
    assert_eq!(config.port, Spanned::from(80));
    let port = config.port.map(u32::from);
    assert_eq!((*port.value(), port.span().range()), (80, 7..9));
    assert!(port.source().is_some());
    assert_eq!(format!("{port:?}"), "Spanned { value: 80, span: 7..9 }");
    let elsewhere: Spanned<u16> = serde_json::from_str("80").unwrap();
    assert!(elsewhere.source().is_none() && elsewhere.span().is_empty());
    let labels: BTreeMap<String, Labels> = hcl::from_str("a b {\n  port = 1\n}\n").unwrap();
    let (label, _) = labels["a"].first_key_value().unwrap();
    assert_eq!(label.span().range(), 2..3);
}
