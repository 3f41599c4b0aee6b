//! The variables that the expressions refer to, as the text of expressions.

use std::fmt::Write;

/// Number of elements of `numbers` and `names`.
const MANY: usize = 10_000;
/// Number of elements of `services`.
const SERVICES: usize = 100;
/// Number of objects around the innermost one of `deep`.
const LEVELS: usize = 8;

/// All variables, each after the variables that it refers to.
pub(super) fn variables() -> Vec<(&'static str, String)> {
    vec![
        ("a", "7".into()),
        ("b", "12".into()),
        ("c", "345".into()),
        ("x", "2.5".into()),
        ("y", "0.125".into()),
        ("enabled", "true".into()),
        ("region", "\"eu-central-1\"".into()),
        ("domain", "\"example.com\"".into()),
        ("host", "{ name = \"web\", zone = \"a\" }".into()),
        ("numbers", tuple(MANY, |n| n.to_string())),
        ("names", tuple(MANY, |n| format!("\"name-{n}\""))),
        ("services", tuple(SERVICES, service)),
        ("deep", deep()),
    ]
}

fn tuple(count: usize, element: impl Fn(usize) -> String) -> String {
    let mut text = String::from("[");
    for index in 0..count {
        write!(text, "{}, ", element(index)).expect("a String takes every write");
    }
    text.push(']');
    text
}

fn service(index: usize) -> String {
    format!(
        "{{ name = \"service-{index}\", port = {port}, index = {index}, ports = [{port}, 443] }}",
        port = 8000 + index
    )
}

/// Nested objects, with a few other items on each level, as in real configurations.
fn deep() -> String {
    let mut text = format!(
        "{{ list = {} }}",
        tuple(5, |n| format!("{{ item = {{ name = \"item-{n}\" }} }}"))
    );
    for level in (1..=LEVELS).rev() {
        text = format!("{{ id = {level}, kind = \"level\", l{level} = {text}, on = true }}");
    }
    text
}
