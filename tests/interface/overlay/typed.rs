//! Layers of which a type says what becomes of their blocks.

use std::collections::BTreeMap;

use expect_test::expect;
use hcl::{Body, OneOrMany, Overlay, OverlayRule, Spanned};
use serde_derive::Deserialize;

use super::layer;

#[derive(Deserialize, Debug, PartialEq, Clone)]
#[serde(deny_unknown_fields)]
struct Server {
    a: Option<u8>,
    b: Option<u8>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(deny_unknown_fields)]
struct Named {
    #[serde(rename = "$label")]
    name: String,
    a: Option<u8>,
    b: Option<u8>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
enum Store {
    Memory { a: Option<u8>, b: Option<u8> },
    Disk { a: Option<u8>, b: Option<u8> },
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Config {
    list: Vec<Server>,
    one_or_many: Option<OneOrMany<Server>>,
    pair: Option<(Server, Server)>,
    spanned: Vec<Spanned<Option<Box<Server>>>>,
    one: Option<Server>,
    map: BTreeMap<String, Server>,
    numbers: BTreeMap<u16, Option<Server>>,
    two: BTreeMap<String, BTreeMap<String, Server>>,
    lists: BTreeMap<String, Vec<Server>>,
    named: Vec<Named>,
    store: Option<Store>,
    stores: BTreeMap<String, Store>,
    steps: Vec<Store>,
    limits: BTreeMap<String, u8>,
    nested: Option<Nested>,
    tree: BTreeMap<String, Branch>,
}

#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Nested {
    list: Vec<Server>,
    map: BTreeMap<String, Server>,
}

/// A recursive type.
#[derive(Deserialize, Debug, PartialEq, Default)]
#[serde(default, deny_unknown_fields)]
struct Branch {
    a: Option<u8>,
    b: Option<u8>,
    list: Vec<Server>,
    tree: BTreeMap<String, Branch>,
}

fn typed(layers: &[Body]) -> Body {
    let overlay = Overlay::of::<Config>();
    overlay
        .overlay(layers.to_vec())
        .expect("there are no errors yet")
}

#[track_caller]
fn decoded(text: &str, body: &Body) -> Config {
    hcl::from_body(body).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Checks the result of two layers: both in native syntax, both in JSON syntax, and one in each.
#[track_caller]
fn check(low: &[&str; 2], high: &[&str; 2], expected: &str) {
    let expected: Config = hcl::from_str(expected).unwrap_or_else(|error| panic!("{error}"));
    for (low_json, high_json) in [(false, false), (true, true), (false, true), (true, false)] {
        let low = parsed("low", low, low_json);
        let high = parsed("high", high, high_json);
        let what = format!("JSON below: {low_json}, above: {high_json}\n{low}\n{high}");
        let body = typed(&[low.clone(), high.clone()]);
        assert_eq!(decoded(&what, &body), expected, "{what}\n{body}");
        // Empty layers at any position change nothing, and an overlay can be a layer of another overlay.
        let empty = layer("empty.hcl", "");
        let body = typed(&[typed(&[empty.clone(), low]), empty.clone(), high, empty]);
        assert_eq!(decoded(&what, &body), expected, "{what}\n{body}");
    }
}

fn parsed(name: &str, texts: &[&str; 2], is_json: bool) -> Body {
    if is_json {
        layer(&format!("{name}.json"), texts[1])
    } else {
        layer(&format!("{name}.hcl"), texts[0])
    }
}

/// Whether the blocks of a list are replaced does not depend on their number.
#[test]
fn lists_are_replaced() {
    let native = |count: usize, name: &str, attribute: &str| {
        format!("{name} {{\n  {attribute} = 1\n}}\n").repeat(count)
    };
    let json = |count: usize, name: &str, attribute: &str| {
        let block = format!("{{\"{attribute}\": 1}}");
        match count {
            0 => "{}".to_owned(),
            // One block may be an object, or an array with one object.
            1 => format!("{{\"{name}\": {block}}}"),
            _ => format!("{{\"{name}\": [{}]}}", vec![block; count].join(", ")),
        }
    };
    for name in ["list", "one_or_many", "spanned"] {
        for low in 0..=3 {
            for high in 0..=3 {
                let expected = match high {
                    0 => native(low, name, "a"),
                    _ => native(high, name, "b"),
                };
                let low = [native(low, name, "a"), json(low, name, "a")];
                let high = [native(high, name, "b"), json(high, name, "b")];
                check(&[&low[0], &low[1]], &[&high[0], &high[1]], &expected);
            }
        }
    }
    check(
        &["list { a = 1 }\n", "{\"list\": [{\"a\": 1}]}"],
        &["list { b = 1 }\n", "{\"list\": [{\"b\": 1}]}"],
        "list { b = 1 }\n",
    );
    let pair = "pair { a = 1 }\npair { a = 2 }\n";
    let over = "pair { b = 1 }\npair { b = 2 }\n";
    let body = typed(&[layer("1", pair), layer("2", over)]);
    assert_eq!(decoded("", &body), decoded("", &layer("", over)));
}

/// The blocks of a layer keep their order, even if they replace fewer blocks.
#[test]
fn lists_keep_their_order() {
    let blocks = |count: usize| {
        let native =
            (1..=count).map(|a| format!("list {{ a = {a} }}\nlists \"x\" {{ a = {a} }}\n"));
        let json: Vec<String> = (1..=count).map(|a| format!("{{\"a\": {a}}}")).collect();
        let json = json.join(", ");
        [
            native.collect::<String>(),
            format!("{{\"list\": [{json}], \"lists\": {{\"x\": [{json}]}}}}"),
        ]
    };
    for low in 1..=3 {
        let (low, high) = (blocks(low), blocks(4));
        check(
            &low.each_ref().map(String::as_str),
            &high.each_ref().map(String::as_str),
            &high[0],
        );
    }
}

/// In JSON, a variant of a list of enums can have several blocks.
#[test]
fn lists_of_variants_are_replaced() {
    check(
        &["steps \"memory\" {}\n", r#"{"steps": {"memory": {}}}"#],
        &[
            "steps \"disk\" { a = 1 }\nsteps \"disk\" { b = 2 }\n",
            r#"{"steps": {"disk": [{"a": 1}, {"b": 2}]}}"#,
        ],
        "steps \"disk\" { a = 1 }\nsteps \"disk\" { b = 2 }\n",
    );
}

#[test]
fn the_rest_is_merged() {
    let cases = [
        ("one", "", "{}"),
        ("map", " \"x\"", "{\"x\": {}}"),
        ("numbers", " \"7\"", "{\"7\": {}}"),
        ("two", " \"x\" \"y\"", "{\"x\": {\"y\": {}}}"),
        ("named", " \"x\"", "{\"x\": {}}"),
        ("tree", " \"x\"", "{\"x\": {}}"),
        ("limits", "", "{}"),
    ];
    for (name, labels, json) in cases {
        let native = |content: &str| format!("{name}{labels} {{\n{content}}}\n");
        let json = |content: &str| {
            let value = json.replace("{}", &format!("{{{content}}}"));
            format!("{{\"{name}\": {value}}}")
        };
        check(
            &[&native("a = 1\n"), &json("\"a\": 1")],
            &[&native("b = 2\n"), &json("\"b\": 2")],
            &native("a = 1\nb = 2\n"),
        );
    }
    // An array with one object is equal to that object, and each level of labels may be an array.
    check(
        &[
            "map \"x\" { a = 1 }\n",
            "{\"map\": [{\"x\": [{\"a\": 1}]}]}",
        ],
        &[
            "map \"x\" { b = 2 }\nmap \"y\" {}\n",
            "{\"map\": [{\"x\": {\"b\": 2}}, {\"y\": {}}]}",
        ],
        "map \"x\" {\n  a = 1\n  b = 2\n}\nmap \"y\" {}\n",
    );
    check(
        &["one { a = 1 }\n", "{\"one\": [{\"a\": 1}]}"],
        &["one { b = 2 }\n", "{\"one\": {\"b\": 2}}"],
        "one {\n  a = 1\n  b = 2\n}\n",
    );
}

#[test]
fn lists_and_enums_by_label_are_replaced_for_each_label() {
    check(
        &[
            "lists \"x\" { a = 1 }\nlists \"y\" { a = 1 }\nlists \"y\" { a = 2 }\n",
            "{\"lists\": {\"x\": {\"a\": 1}, \"y\": [{\"a\": 1}, {\"a\": 2}]}}",
        ],
        &[
            "lists \"y\" { b = 3 }\nlists \"z\" {}\n",
            "{\"lists\": {\"y\": {\"b\": 3}, \"z\": {}}}",
        ],
        "lists \"x\" { a = 1 }\nlists \"y\" { b = 3 }\nlists \"z\" {}\n",
    );
    check(
        &[
            "store \"memory\" { a = 1 }\n",
            "{\"store\": {\"memory\": {\"a\": 1}}}",
        ],
        &[
            "store \"disk\" { b = 1 }\n",
            "{\"store\": {\"disk\": {\"b\": 1}}}",
        ],
        "store \"disk\" { b = 1 }\n",
    );
    // The same variant is replaced as well, whichever way it is written.
    check(
        &[
            "store \"disk\" { a = 1 }\n",
            "{\"store\": {\"disk\": {\"a\": 1}}}",
        ],
        &[
            "store {\n  disk { b = 1 }\n}\n",
            "{\"store\": {\"disk\": {\"b\": 1}}}",
        ],
        "store \"disk\" { b = 1 }\n",
    );
    check(
        &[
            "stores \"x\" \"memory\" { a = 1 }\nstores \"y\" \"memory\" {}\n",
            "{\"stores\": {\"x\": {\"memory\": {\"a\": 1}}, \"y\": {\"memory\": {}}}}",
        ],
        &[
            "stores \"x\" \"disk\" { b = 1 }\n",
            "{\"stores\": {\"x\": {\"disk\": {\"b\": 1}}}}",
        ],
        "stores \"x\" \"disk\" { b = 1 }\nstores \"y\" \"memory\" {}\n",
    );
    check(
        &[
            "steps \"memory\" {}\nsteps \"disk\" { a = 1 }\n",
            "{\"steps\": [{\"memory\": {}}, {\"disk\": {\"a\": 1}}]}",
        ],
        &[
            "steps \"disk\" { b = 1 }\n",
            "{\"steps\": {\"disk\": {\"b\": 1}}}",
        ],
        "steps \"disk\" { b = 1 }\n",
    );
}

#[test]
fn types_determine_rules_at_every_level() {
    check(
        &[
            "nested {\n  list { a = 1 }\n  map \"x\" { a = 1 }\n}\n",
            "{\"nested\": {\"list\": {\"a\": 1}, \"map\": {\"x\": {\"a\": 1}}}}",
        ],
        &[
            "nested {\n  list { b = 1 }\n  map \"x\" { b = 1 }\n}\n",
            "{\"nested\": {\"list\": {\"b\": 1}, \"map\": {\"x\": {\"b\": 1}}}}",
        ],
        "nested {\n  list { b = 1 }\n  map \"x\" {\n    a = 1\n    b = 1\n  }\n}\n",
    );
    // A recursive type. A label is not a block type, even if it has the name of one.
    check(
        &[
            "tree \"list\" {\n  tree \"list\" {\n    a = 1\n    list { a = 1 }\n  }\n}\n",
            "{\"tree\": {\"list\": {\"tree\": {\"list\": {\"a\": 1, \"list\": {\"a\": 1}}}}}}",
        ],
        &[
            "tree \"list\" {\n  tree \"list\" {\n    b = 1\n    list { b = 1 }\n  }\n}\n",
            "{\"tree\": {\"list\": {\"tree\": {\"list\": {\"b\": 1, \"list\": {\"b\": 1}}}}}}",
        ],
        "tree \"list\" {\n  tree \"list\" {\n    a = 1\n    b = 1\n    list { b = 1 }\n  }\n}\n",
    );
}

#[test]
fn labelled_blocks_are_removed() {
    let low = [
        "map \"x\" { a = 1 }\nmap \"y\" { a = 2 }\ntwo \"x\" \"y\" {}\ntwo \"x\" \"z\" {}\ntwo \"y\" \"z\" {}\n",
        "{\"map\": {\"x\": {\"a\": 1}, \"y\": {\"a\": 2}}, \"two\": {\"x\": {\"y\": {}, \"z\": {}}, \"y\": {\"z\": {}}}}",
    ];
    let without_x = "map \"y\" { a = 2 }\ntwo \"x\" \"z\" {}\ntwo \"y\" \"z\" {}\n";
    check(
        &low,
        &[
            "map = { x = null }\ntwo = { x = { y = null } }\n",
            "{\"map\": {\"x\": null}, \"two\": {\"x\": {\"y\": null}}}",
        ],
        without_x,
    );
    check(
        &low,
        &[
            "map = { \"x\" = null, other = null }\ntwo = { x = null }\n",
            "{\"map\": [{\"x\": null}, {\"other\": null}], \"two\": [{\"x\": null}]}",
        ],
        "map \"y\" { a = 2 }\ntwo \"y\" \"z\" {}\n",
    );
    // A removed block can be set again, and removing a block that does not exist is allowed.
    let [low, removed, high] = [
        layer("low.hcl", "map \"x\" { a = 1 }\n"),
        layer(
            "removed.hcl",
            "map = { x = null, y = null }\nlists = { z = null }\n",
        ),
        layer("high.hcl", "map \"x\" { b = 1 }\n"),
    ];
    let body = typed(&[low, removed.clone(), high.clone()]);
    assert_eq!(body.to_string(), "map \"x\" { b = 1 }\n");
    assert_eq!(typed(&[removed, high]).to_string(), "map \"x\" { b = 1 }\n");
    // Lists of blocks, enums, and labels that are fields.
    let low = [
        "lists \"x\" {}\nlists \"x\" {}\nlists \"y\" {}\nnamed \"x\" {}\nnamed \"y\" {}\nstores \"x\" \"disk\" {}\n",
        "{\"lists\": {\"x\": [{}, {}], \"y\": {}}, \"named\": {\"x\": {}, \"y\": {}}, \"stores\": {\"x\": {\"disk\": {}}}}",
    ];
    let low = [parsed("low", &low, false), parsed("low", &low, true)];
    let high = layer(
        "high.hcl",
        "lists = { x = null }\nnamed = { x = null }\nstores = { x = null }\n",
    );
    for low in &low[..1] {
        let body = typed(&[low.clone(), high.clone()]);
        assert_eq!(body.to_string(), "lists \"y\" {}\n\nnamed \"y\" {}\n");
    }
    let high = layer(
        "high.json",
        "{\"lists\": {\"x\": null}, \"named\": {\"x\": null}, \"stores\": {\"x\": null}}",
    );
    for low in low {
        let config = decoded("", &typed(&[low, high.clone()]));
        assert_eq!(config.lists.keys().collect::<Vec<_>>(), ["y"]);
        assert_eq!(
            (config.named.len(), config.named[0].name.as_str()),
            (1, "y")
        );
        assert_eq!(config.stores, BTreeMap::new());
    }
}

/// Without a type, the lower layer shows which names are labels.
#[test]
fn labelled_blocks_are_removed_without_a_type() {
    let low = layer(
        "low.hcl",
        "u \"x\" {}\nu \"y\" {}\nv \"x\" \"y\" {}\nw {\n  a = 1\n}\n",
    );
    for high in [
        layer("high.json", r#"{"u": {"x": null}, "v": {"x": null}}"#),
        layer("high.hcl", "u = { x = null }\nv = { x = null }\n"),
    ] {
        let body = Body::overlay([low.clone(), high]).expect("they are small");
        assert_eq!(body.to_string(), "u \"y\" {}\n\nw {\n  a = 1\n}\n");
    }
    // Blocks without labels cannot be removed by label. Other objects replace all blocks.
    let high = layer(
        "high.hcl",
        "u = { x = null, y = 1 }\nv = {}\nw = { a = null }\n",
    );
    let body = Body::overlay([low, high.clone()]).expect("they are small");
    assert_eq!(body, high);
}

#[derive(Deserialize, Debug, PartialEq)]
struct Hidden {
    list: Vec<Server>,
    #[serde(flatten)]
    rest: BTreeMap<String, hcl::Value>,
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(untagged)]
enum Untagged {
    Server(Server),
    Servers(Vec<Server>),
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "only the type matters")]
struct Partly {
    any: hcl::Value,
    json: Option<serde_json::Value>,
    untagged: Untagged,
    hidden: Hidden,
    body: hcl::Body,
    bodies: Vec<hcl::Body>,
}

/// If the type leaves a name open, the rule is the same as without a type. Explicit rules override the type.
#[test]
fn names_that_types_leave_open() {
    let names = ["any", "json", "untagged", "hidden", "body", "bodies"];
    let text = |content: &str| -> String {
        let block = |name| format!("{name} {{\n  {content} = 1\n}}\n");
        names.map(block).concat()
    };
    let layers = [layer("low.hcl", &text("a")), layer("high.hcl", &text("b"))];
    let untyped = Body::overlay(layers.clone()).expect("they are small");
    let typed = Overlay::of::<Partly>()
        .overlay(layers.clone())
        .expect("they are small");
    for (name, is_merged) in names.iter().zip([true, true, true, true, true, false]) {
        let blocks = |body: &Body| {
            let mut blocks = body.blocks_of_type(name);
            let block = blocks.next().expect("there is one");
            assert!(blocks.next().is_none());
            block.body().attributes().count()
        };
        assert_eq!(blocks(&untyped), 2);
        assert_eq!(blocks(&typed), if is_merged { 2 } else { 1 }, "{name}");
    }
    for overlay in [
        Overlay::of::<Hidden>(),
        Overlay::of::<Untagged>(),
        Overlay::of::<u8>(),
    ] {
        assert_eq!(
            overlay.overlay(layers.clone()).expect("they are small"),
            untyped
        );
    }
    let overlay = Overlay::of::<Partly>().with_blocks("bodies", OverlayRule::Append);
    let overlay = overlay.with_blocks("any", OverlayRule::Replace);
    let body = overlay.overlay(layers).expect("they are small");
    assert_eq!(body.blocks_of_type("bodies").count(), 2);
    let any = body.blocks_of_type("any").next().expect("it is set");
    assert_eq!(any.body().attributes().count(), 1);
}

/// A configuration that is a map, and one that is a list of steps.
#[test]
fn roots() {
    let layers = [
        "s { a = 1 }\nt \"x\" { a = 1 }\n",
        "s { b = 1 }\nt \"x\" { b = 1 }\n",
    ];
    let layers = layers.map(|text| layer("", text));
    let overlay = |overlay: Overlay| {
        let body = overlay.overlay(layers.clone()).expect("they are small");
        body.to_string().replace(['\n', ' '], "")
    };
    let lists = overlay(Overlay::of::<BTreeMap<String, Vec<Server>>>());
    assert_eq!(lists, "s{b=1}t\"x\"{b=1}");
    let merged = overlay(Overlay::of::<BTreeMap<String, Server>>());
    assert_eq!(merged, "s{a=1b=1}t\"x\"{a=1b=1}");

    let layers = ["s \"disk\" { a = 1 }\n", "s \"disk\" { b = 1 }\n"];
    let layers = layers.map(|text| layer("", text));
    let lists = Overlay::of::<BTreeMap<String, Vec<Store>>>();
    let body = lists.overlay(layers).expect("they are small");
    assert_eq!(body.to_string(), "s \"disk\" { b = 1 }\n");

    let layers = ["memory { a = 1 }\ndisk { a = 1 }\n", "disk { b = 1 }\n"];
    let layers = layers.map(|text| layer("", text));
    let body = Overlay::of::<Vec<Store>>()
        .overlay(layers)
        .expect("they are small");
    assert_eq!(
        body.to_string().replace('\n', ""),
        "memory { a = 1 }disk { b = 1 }"
    );
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only its type matters")]
struct WithMaps {
    known: Option<u8>,
    #[serde(rename = "$body")]
    rest: BTreeMap<String, Server>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only its type matters")]
struct WithLists {
    known: Option<u8>,
    #[serde(rename = "$body")]
    rest: BTreeMap<String, Vec<Server>>,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only its type matters")]
struct WithSteps {
    known: Option<u8>,
    #[serde(rename = "$body")]
    steps: Vec<Store>,
}

/// The field for the rest of a body determines the rules for the names that the other fields leave.
#[test]
fn the_rest_of_a_body_is_overlaid_by_its_type() {
    let layers = [
        "outer {\n  known = 1\n  disk { a = 1 }\n  memory { a = 1 }\n}\n",
        "outer {\n  known = 2\n  disk { b = 1 }\n}\n",
    ];
    let layers = layers.map(|text| layer("", text));
    let overlay = |overlay: Overlay| {
        let body = overlay.overlay(layers.clone()).expect("they are small");
        body.to_string().replace(['\n', ' '], "")
    };
    assert_eq!(
        overlay(Overlay::of::<BTreeMap<String, WithMaps>>()),
        "outer{known=2disk{a=1b=1}memory{a=1}}"
    );
    assert_eq!(
        overlay(Overlay::of::<BTreeMap<String, WithLists>>()),
        "outer{known=2disk{b=1}memory{a=1}}"
    );
    assert_eq!(
        overlay(Overlay::of::<BTreeMap<String, WithSteps>>()),
        "outer{known=2disk{b=1}memory{a=1}}"
    );
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Proxy {
    server: Required,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Required {
    url: String,
    tls: Tls,
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "only errors are looked at")]
struct Tls {
    key: String,
}

#[test]
fn an_attribute_says_that_it_replaces_a_block() {
    let low = layer(
        "low.hcl",
        "\nserver {\n  url = \"a\"\n  tls { key = \"k\" }\n}\n",
    );
    let refused = |high: &str| {
        let layers = [low.clone(), layer("high.hcl", high)];
        let body = Overlay::of::<Proxy>()
            .overlay(layers)
            .expect("they are small");
        let error = hcl::from_body::<Proxy>(&body).expect_err("something is missing");
        error.to_string()
    };
    expect![[r#"
        error: Missing required argument
         --> high.hcl:1:10
          |
        1 | server = { url = "b" }
          |          ^^^^^^^^^^^^^
          |
          = note: "tls" is required here, but it is not set. The attribute "server" replaces the block "server" at low.hcl:2:1 and its whole content. To change only a part of it, write a block.
          = path: server.tls"#]].assert_eq(&refused("server = { url = \"b\" }\n"));
    expect![[r#"
        error: Missing required argument
         --> high.hcl:2:9
          |
        2 |   tls = {}
          |         ^^
          |
          = note: "key" is required here, but it is not set. The attribute "tls" replaces the block "tls" at low.hcl:4:3 and its whole content. To change only a part of it, write a block.
          = path: server.tls.key"#]].assert_eq(&refused("server {\n  tls = {}\n}\n"));
    // The note does not appear if something inside the block is missing.
    let error = refused("server = { url = \"b\", tls = { key = [] } }\n");
    assert!(!error.contains("replaces"), "{error}");
}

/// Layers in JSON syntax are read as blocks if a schema requests blocks.
#[test]
fn layers_of_json_are_blocks_for_a_schema() {
    let json = |text: &str| hcl::json::parse(text).expect("it is valid");
    let layers = [
        json(r#"{"b": {"x": {"a": 1}, "z": {"a": 3}}}"#),
        json(r#"{"b": {"x": {"c": 2}, "y": {}}}"#),
    ];
    let body = Body::overlay(layers).expect("they are small");
    let schema = hcl::BodySchema::new().with_block("b", ["name"]);
    let content = body
        .content(&schema)
        .into_result()
        .expect("they are blocks");
    let blocks = content.blocks().iter().map(|block| {
        let label = block.labels().next().expect("it has one");
        let body = block.body();
        let names: Vec<String> = body.attributes().map(|it| it.name().to_owned()).collect();
        (label.text().into_owned(), names.join(" "))
    });
    let expected = [("x", "a c"), ("z", "a"), ("y", "")];
    let expected = expected.map(|(label, names)| (label.to_owned(), names.to_owned()));
    assert_eq!(blocks.collect::<Vec<_>>(), expected);
}

/// An empty list or object in JSON sets nothing. Null removes the lower blocks.
#[test]
fn empty_json_replaces_nothing() {
    let low = layer("low.hcl", "list {\n  a = 1\n}\nmap \"x\" {\n  a = 1\n}\n");
    for (high, lists, maps) in [
        (r#"{"list": []}"#, 1, 1),
        (r#"{"list": null}"#, 0, 1),
        (r#"{"map": {}}"#, 1, 1),
        (r#"{"map": []}"#, 1, 1),
    ] {
        let high_layer = hcl::json::parse(high).expect("it is valid");
        let config = decoded(high, &typed(&[low.clone(), high_layer]));
        assert_eq!(
            (config.list.len(), config.map.len()),
            (lists, maps),
            "{high}"
        );
    }
}

/// A field without blocks is empty, and not absent, if a layer says so.
#[test]
fn empty_json_is_not_absent() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Required {
        list: Vec<Server>,
        map: BTreeMap<String, Server>,
        numbers: Vec<u8>,
    }
    #[derive(Deserialize, Debug, PartialEq)]
    struct Outer {
        inner: BTreeMap<String, Required>,
    }
    let json = |text: &str| hcl::json::parse(text).expect("it is valid");
    let empty = r#"{"list": [], "map": {}, "numbers": []}"#;
    let removing = r#"{"map": {"x": null}}"#;
    let full = r#"{"list": [], "map": {"x": {"a": 1}}, "numbers": [1]}"#;
    let overlay = Overlay::of::<Required>();
    for (layers, maps, numbers) in [
        (vec![empty, empty], 0, 0),
        (vec![empty, empty, empty], 0, 0),
        (vec![empty, full, removing], 0, 1),
        (vec![full, empty], 1, 0),
        (vec![empty, full], 1, 1),
    ] {
        let bodies = layers.iter().map(|text| json(text));
        let body = overlay.overlay(bodies).expect("they are small");
        let decoded: Required =
            hcl::from_body(&body).unwrap_or_else(|error| panic!("{layers:?}\n{error}"));
        assert_eq!(decoded.list, []);
        assert_eq!((decoded.map.len(), decoded.numbers.len()), (maps, numbers));
        let nested = layers
            .iter()
            .map(|text| json(&format!(r#"{{"inner": {{"x": {text}}}}}"#)));
        let body = Overlay::of::<Outer>()
            .overlay(nested)
            .expect("they are small");
        let outer: Outer =
            hcl::from_body(&body).unwrap_or_else(|error| panic!("{layers:?}\n{error}"));
        assert_eq!(outer.inner["x"], decoded);
    }
}
