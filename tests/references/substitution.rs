//! What a name stands for is what its expression gives once the values of others are put into it, in the order of the
//! dependencies.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use hcl::{Body, EvalContext, Value};

use super::random::Random;
use super::{references, scope_of};

const NAMES: usize = 12;
const ROUNDS: u64 = 200;

impl Random {
    fn shuffled(&mut self, mut items: Vec<String>) -> Vec<String> {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
        items
    }
}

/// Returns a local that may refer to locals with smaller numbers.
fn local(index: usize, random: &mut Random) -> String {
    let mut other = || match index {
        0 => "3".to_owned(),
        _ => format!("local.n{}", random.below(index)),
    };
    let (one, two) = (other(), other());
    let value = match random.below(9) {
        0 => "7".to_owned(),
        1 => format!("{one} + 1"),
        2 => format!("\"${{{one}}}-${{{two}}}\""),
        3 => format!("[{one}, {two}]"),
        4 => format!("{{ a = {one}, (\"b\") = {two} }}"),
        5 => format!("{one} == {two} ? {one} : {one}"),
        6 => format!("[for it in [{one}, {two}] : it]"),
        7 => format!("<<END\n%{{ if {one} == {two} }}same%{{ else }}${{{two}}}%{{ endif }}\nEND"),
        _ => format!("{one}.a"),
    };
    format!("n{index} = {value}")
}

fn body_of(locals: &[String]) -> Body {
    let mut text = "locals {\n".to_owned();
    for local in locals {
        writeln!(text, "  {local}").expect("a string takes every write");
    }
    hcl::parse(&(text + "}\n")).expect("the module is valid")
}

/// Returns the values of all locals that have one.
fn by_references(body: &Body) -> BTreeMap<String, Value> {
    let scope = scope_of(body.text().expect("the module is written in one source"));
    let values = (0..NAMES).map(|index| {
        let name = format!("n{index}");
        let value = super::evaluate(&format!("local.{name}"), &scope);
        value.ok().map(|value| (name, value))
    });
    values.flatten().collect()
}

/// Returns the same values by partial evaluation, in the order of the dependencies: a local with a known value contains
/// no references.
fn by_substitution(body: &Body) -> BTreeMap<String, Value> {
    let dependencies = references().dependencies(body);
    let mut values = BTreeMap::new();
    for part in dependencies.order().expect("there is no cycle") {
        let attribute = part.item().as_attribute().expect("locals are attributes");
        let known = values
            .iter()
            .map(|(name, value): (&String, &Value)| (name.as_str(), value.clone()));
        let ctx = EvalContext::new()
            .with_variable("local", Value::object(known).expect("the names differ"));
        let reduced = attribute.expression().reduce(&ctx);
        if let Ok(value) = reduced.evaluate(&EvalContext::new()) {
            values.insert(attribute.name().to_owned(), value);
        }
    }
    values
}

#[test]
fn references_agree_with_substitution_in_any_order() {
    let mut random = Random(0x5eed);
    let mut count = 0;
    for _ in 0..ROUNDS {
        let locals: Vec<String> = (0..NAMES).map(|index| local(index, &mut random)).collect();
        let body = body_of(&random.shuffled(locals.clone()));
        let values = by_references(&body);
        assert_eq!(by_substitution(&body), values, "{body}");
        assert_eq!(
            by_references(&body_of(&random.shuffled(locals))),
            values,
            "{body}"
        );
        count += values.len();
    }
    assert!(count > NAMES * 50, "only {count} locals have a value");
}
