//! What holds for all bodies: over itself a body stays what it is, the last one wins, and it does not matter in which
//! order layers are taken together.

use std::fmt::Write as _;
use std::path::Path;

use hcl::{Body, EvalContext, Overlay, OverlayRule};
use proptest::prelude::*;
use serde_json::Value as Json;

use super::{layer, options, points_into_its_sources};

#[path = "../../support/files.rs"]
mod files;
#[path = "../../support/projects.rs"]
mod projects;

#[test]
fn merged_bodies_are_not_changed() {
    let bodies: Vec<Body> = (0..5)
        .map(|at| layer("", &format!("a{at} = 1\n")))
        .collect();
    let at_once = Body::merge(bodies.clone());
    let folded = bodies
        .iter()
        .cloned()
        .reduce(|below, above| Body::merge([below, above]));
    assert_eq!(Some(at_once.clone()), folded);
    // A body that has another handle does not change.
    let kept = at_once.clone();
    assert_eq!(
        Body::merge([at_once, bodies[0].clone()])
            .attributes()
            .count(),
        6
    );
    assert_eq!(kept.attributes().count(), 5);
    let shared = Body::overlay([kept.clone(), bodies[1].clone()]).expect("they are small");
    let more = layer("", "b = 1\n");
    assert_eq!(
        Body::overlay([shared.clone(), more])
            .expect("they are small")
            .attributes()
            .count(),
        6
    );
    assert_eq!(shared.attributes().count(), 5);
}

/// The benchmark `growth` measures the time of this.
#[test]
fn many_layers_one_after_the_other() {
    const MANY: usize = 20_000;
    let bodies: Vec<Body> = (0..MANY)
        .map(|at| layer("", &format!("last = {at}\nserver \"s-{at}\" {{}}\n")))
        .collect();
    let merged = bodies
        .iter()
        .cloned()
        .reduce(|below, above| Body::merge([below, above]));
    assert_eq!(merged.expect("there is one").items().len(), 2 * MANY);
    let over = |below: Body, above: Body| Body::overlay([below, above]).expect("they are small");
    let laid = bodies.iter().cloned().reduce(over).expect("there is one");
    assert_eq!(laid.items().len(), MANY + 1);
    let last = laid.attribute("last").expect("it is set").expression();
    assert_eq!(last.text(), (MANY - 1).to_string());
    // Even if the options change each time, the layers do not nest.
    let options =
        [OverlayRule::Merge, OverlayRule::Append].map(|rule| Overlay::new().with_blocks("x", rule));
    let mut options = options.iter().cycle();
    let laid = bodies[..300].iter().cloned().reduce(|below, above| {
        let options = options.next().expect("they are repeated");
        options.overlay([below, above]).expect("they are small")
    });
    assert_eq!(laid.expect("there is one").items().len(), 301);
}

/// Checks properties that hold for any body.
fn is_its_own_overlay(body: &Body, name: &str) {
    let twice = Body::overlay([body.clone(), body.clone()]).expect("it is small");
    assert!(twice == *body, "{name}");
    points_into_its_sources(&twice);
    // With bodies of other sources below and above, the index of each node changes.
    let probes = ["overlay_probe_a = 1\n", "overlay_probe_b {}\n"].map(|it| layer("probe", it));
    let [low, high] = &probes;
    let all = Body::overlay([low.clone(), body.clone(), high.clone()]).expect("they are small");
    let parts = Body::merge([low.clone(), body.clone(), high.clone()]);
    assert!(all == parts, "{name}");
    points_into_its_sources(&all);
    let context = EvalContext::new();
    let options = hcl::DecodeOptions::new().with_context(&context);
    let [all, parts] = [&all, &parts].map(|it| options.from_body::<Json>(it));
    match (all, parts) {
        (Ok(all), Ok(parts)) => assert_eq!(all, parts, "{name}"),
        (Err(all), Err(parts)) => assert_eq!(
            all.diagnostics()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            parts
                .diagnostics()
                .iter()
                .map(ToString::to_string)
                .collect::<Vec<_>>(),
            "{name}"
        ),
        (all, parts) => panic!("{name}: {all:?} and {parts:?}"),
    }
}

#[test]
fn a_body_over_itself_is_equal_to_the_body() {
    let count = files_are_their_own_overlays(Path::new("tests/cases"));
    assert!(count > 200, "{count}");
}

/// Checks all valid files below a folder. Returns their number.
fn files_are_their_own_overlays(folder: &Path) -> usize {
    let mut count = 0;
    for path in files::below(folder) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        if let Ok(body) = options(&path).parse(&text).into_result() {
            is_its_own_overlay(&body, &path.display().to_string());
            count += 1;
        }
    }
    count
}

/// Checks the files of real projects, in the folder that `HCL_CONFORMANCE` names.
#[test]
#[ignore = "needs the files that HCL_CONFORMANCE names; CI runs it where they are"]
fn files_of_projects() {
    let folder = projects::folder();
    let count = files_are_their_own_overlays(&folder);
    assert!(count > 0, "no file of {}", folder.display());
}

/// Returns a random body of attributes, and of blocks that have one label each, which is different for each block.
fn data(depth: u32) -> BoxedStrategy<Json> {
    let attributes = prop::collection::btree_map("[ab]", 0..9_i32, 0..3);
    if depth == 0 {
        return attributes.prop_map(|it| serde_json::json!(it)).boxed();
    }
    let labelled = prop::collection::btree_map("[xyz]", data(depth - 1), 1..3);
    let blocks = prop::collection::btree_map("[stu]", labelled, 0..3);
    let body = (attributes, blocks).prop_map(|(attributes, blocks)| {
        let Json::Object(mut all) = serde_json::json!(attributes) else {
            unreachable!("a map is an object");
        };
        let Json::Object(blocks) = serde_json::json!(blocks) else {
            unreachable!("a map is an object");
        };
        all.extend(blocks);
        Json::Object(all)
    });
    body.boxed()
}

/// Writes such a body in native syntax.
fn native(data: &Json, text: &mut String) {
    for (name, value) in data.as_object().into_iter().flatten() {
        match value {
            Json::Object(labelled) => {
                for (label, body) in labelled {
                    let _ = writeln!(text, "{name} \"{label}\" {{");
                    native(body, text);
                    text.push_str("}\n");
                }
            }
            _ => {
                let _ = writeln!(text, "{name} = {value}");
            }
        }
    }
}

/// Returns the expected overlay of two such bodies.
fn laid_over(low: Json, high: Json) -> Json {
    match (low, high) {
        (Json::Object(mut low), Json::Object(high)) => {
            for (name, value) in high {
                let value = match low.remove(&name) {
                    Some(below) => laid_over(below, value),
                    None => value,
                };
                low.insert(name, value);
            }
            Json::Object(low)
        }
        (_, high) => high,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn the_last_one_wins(layers in prop::collection::vec((data(2), any::<bool>()), 1..5)) {
        let expected = layers.iter().map(|(data, _)| data.clone()).reduce(laid_over);
        let layers: Vec<Body> = layers.iter().map(|(data, is_json)| {
            if *is_json {
                return layer("layer.json", &data.to_string());
            }
            let mut text = String::new();
            native(data, &mut text);
            layer("layer.hcl", &text)
        }).collect();
        let at_once = Body::overlay(layers.clone()).expect("they are small");
        points_into_its_sources(&at_once);
        let decoded: Json = hcl::from_body(&at_once).expect("it can be decoded");
        prop_assert_eq!(Some(decoded), expected);
        // The order in which the layers are combined makes no difference.
        let over = |below: Body, above: Body| Body::overlay([below, above]).expect("they are small");
        let from_left = layers.iter().cloned().reduce(over).expect("there is one");
        let from_right = layers.iter().rev().cloned().reduce(|above, below| over(below, above));
        prop_assert_eq!(&from_left, &at_once);
        prop_assert_eq!(&from_right.expect("there is one"), &at_once);
    }
}
