//! Limits of depth and size.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::thread;

use serde_derive::Deserialize;
use serde_json::Value;

#[derive(Deserialize, Debug)]
struct Node {
    node: Option<Box<Node>>,
}

fn on_a_small_stack(check: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new()
        .stack_size(2 << 20)
        .spawn(check)
        .unwrap();
    thread.join().unwrap();
}

fn depth(mut node: &Node) -> usize {
    let mut depth = 0;
    while let Some(inner) = &node.node {
        node = inner;
        depth += 1;
    }
    depth
}

#[test]
fn hcl_rs_571_nesting_up_to_the_limit() {
    on_a_small_stack(|| {
        let blocks = format!("{}{}", "node {\n".repeat(256), "}\n".repeat(256));
        assert_eq!(depth(&hcl::from_str(&blocks).unwrap()), 256);
        assert!(hcl::from_str::<Value>(&blocks).is_ok());
        let labelled = format!("{}{}", "node \"a\" {\n".repeat(256), "}\n".repeat(256));
        assert!(hcl::from_str::<Value>(&labelled).is_ok());
        let objects = format!("node = {}{}", "{ node = ".repeat(255), "{}");
        let objects = format!("{objects}{}\n", " }".repeat(255));
        assert_eq!(depth(&hcl::from_str(&objects).unwrap()), 256);
        assert!(hcl::from_str::<Value>(&objects).is_ok());
        let tuples = format!("x = {}{}\n", "[".repeat(256), "]".repeat(256));
        assert!(hcl::from_str::<Value>(&tuples).is_ok());
        let parentheses = format!("x = {}1{}\n", "(".repeat(256), ")".repeat(256));
        assert!(hcl::from_str::<Value>(&parentheses).is_ok());
        let minuses = format!("x = {}1\n", "-".repeat(256));
        assert!(hcl::from_str::<Value>(&minuses).is_ok());
        let wrong = format!("x = {}a{}\n", "[".repeat(256), "]".repeat(256));
        let error = hcl::from_str::<Value>(&wrong).unwrap_err();
        assert_eq!(*error.path(), format!("x{}", "[0]".repeat(256)));
    });
}

#[derive(Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Chain {
    B(Box<Chain>),
    End {},
}

#[derive(Deserialize, Debug)]
struct Flat {
    #[serde(flatten)]
    rest: BTreeMap<String, Value>,
}

#[test]
fn labels_up_to_the_limit() {
    on_a_small_stack(|| {
        let labelled = |count| format!("a{} {{}}\n", " b".repeat(count));
        assert!(hcl::from_str::<Value>(&labelled(256)).is_ok());
        let flat: Flat = hcl::from_str(&labelled(256)).unwrap();
        assert_eq!(flat.rest.len(), 1);
        for count in [257, 10_000] {
            let text = labelled(count);
            let errors = [
                hcl::from_str::<Value>(&text).unwrap_err(),
                hcl::from_str::<Flat>(&text).unwrap_err(),
                hcl::from_str::<BTreeMap<String, Chain>>(&text).unwrap_err(),
            ];
            for error in errors {
                assert_eq!(error.classify(), hcl::Category::Limit);
                assert_eq!(error.diagnostics()[0].summary(), "Nesting too deep");
                assert_eq!(error.column(), Some(2 + 256 * 2 + 1));
            }
        }
        let chain = format!("a{} end {{}}\n", " b".repeat(255));
        let mut chains: BTreeMap<String, Chain> = hcl::from_str(&chain).unwrap();
        let mut chain = chains.remove("a").unwrap();
        while let Chain::B(next) = chain {
            chain = *next;
        }
        assert!(matches!(chain, Chain::End {}));
        // The limit counts the labels of a block and of the blocks around it, but not of the blocks beside it.
        let nested = "a b {\n".repeat(128) + &labelled(128) + &"}\n".repeat(128);
        assert!(hcl::from_str::<Value>(&nested).is_ok());
        let nested = "a b {\n".repeat(128) + &labelled(129) + &"}\n".repeat(128);
        let deepest = "a {\n".repeat(255) + &labelled(256) + &"}\n".repeat(255);
        assert!(hcl::from_str::<Value>(&deepest).is_ok());
        assert!(hcl::from_str::<Flat>(&deepest).is_ok());
        let error = hcl::from_str::<Value>(&nested).unwrap_err();
        assert_eq!((error.line(), error.column()), (Some(129), Some(259)));
        assert!(hcl::from_str::<Value>(&"a b c {}\n".repeat(1000)).is_ok());
        let options = hcl::DecodeOptions::new().with_max_depth(1);
        assert!(options.from_str::<Value>(&labelled(1)).is_ok());
        assert!(options.from_str::<Value>(&labelled(2)).is_err());
    });
}

// The benchmark `growth` shows how time grows with the number of items (`decode/…`).

#[test]
fn hcl_rs_0_20_many_blocks_keep_their_order() {
    let mut text = String::new();
    for at in 0..2_000 {
        let _ = writeln!(
            text,
            "same {{\n  a = {at}\n}}\nb{at} {{}}\nlabelled \"l{at}\" {{}}"
        );
    }
    let value: Value = hcl::from_str(&text).unwrap();
    assert_eq!(value["same"].as_array().unwrap().len(), 2_000);
    for at in 0..2_000 {
        assert_eq!(value["same"][at]["a"], at);
    }
    assert_eq!(value["labelled"].as_object().unwrap().len(), 2_000);
    assert_eq!(value.as_object().unwrap().len(), 2_002);
}

#[test]
fn many_attributes_and_keys() {
    let mut text = String::new();
    for at in 0..10_000 {
        let _ = writeln!(text, "a{at} = {at}");
    }
    let map: BTreeMap<&str, u32> = hcl::from_str(&text).unwrap();
    assert_eq!(map.len(), 10_000);
    assert_eq!(map["a9999"], 9_999);
    let value: Value = hcl::from_str(&format!("{text}b {{}}\nc = {{\n{text}}}\n")).unwrap();
    assert_eq!(value.as_object().unwrap().len(), 10_002);
    assert_eq!(value["c"].as_object().unwrap().len(), 10_000);
    assert_eq!(value["c"]["a9999"], 9_999);
}
