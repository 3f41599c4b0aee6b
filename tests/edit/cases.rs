//! Every body of the cases, changed in every way.

use std::path::Path;

use hcl::{Attribute, Block, Body, BodyItem};

use crate::files;

#[path = "../support/case.rs"]
mod case;

/// Returns the bodies of the cases.
pub(super) fn bodies() -> Vec<Body> {
    let paths = files::below(Path::new("tests/cases"));
    let sources = paths
        .iter()
        .filter(|path| path.extension().is_some_and(|it| it == "hcl"));
    let bodies = sources.filter_map(|path| hcl::parse(&case::Case::read(path).ok()?.source).ok());
    bodies.collect()
}

/// Returns a body and the bodies of all blocks in it.
pub(super) fn with_inner(body: &Body) -> Vec<Body> {
    let mut found = vec![body.clone()];
    let mut next = 0;
    while next < found.len() {
        let inner: Vec<_> = found[next].blocks().map(|block| block.body()).collect();
        found.extend(inner);
        next += 1;
    }
    found
}

/// Returns the names and texts of all attributes, with the types of the blocks around them.
fn attributes(body: &Body) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => {
                let text = attribute.expression().text().to_owned();
                found.push((attribute.name().to_owned(), text));
            }
            BodyItem::Block(block) => {
                let inner = attributes(&block.body()).into_iter();
                let path = |name: String| format!("{}.{name}", block.block_type());
                found.extend(inner.map(|(name, text)| (path(name), text)));
            }
        }
    }
    found
}

pub(super) fn own(body: &Body) -> Vec<Attribute> {
    with_inner(body)
        .iter()
        .flat_map(|body| body.attributes().collect::<Vec<_>>())
        .collect()
}

#[test]
fn there_are_cases() {
    let bodies = bodies();
    assert!(bodies.len() > 50);
    assert!(bodies.iter().map(|body| own(body).len()).sum::<usize>() > 300);
}

#[test]
fn every_attribute_can_be_set() {
    for body in bodies() {
        let mut edit = body.edit();
        let expected = attributes(&body);
        for inner in with_inner(&body) {
            for attribute in inner.attributes() {
                edit.set_expression(&inner, attribute.name(), "[\n1,\n]");
            }
        }
        let changed = edit
            .finish()
            .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
        for (name, text) in attributes(&changed) {
            assert_eq!(
                text.split_whitespace().collect::<String>(),
                "[1,]",
                "{name}"
            );
        }
        let names = |attributes: Vec<(String, String)>| -> Vec<String> {
            attributes.into_iter().map(|(name, _)| name).collect()
        };
        assert_eq!(names(attributes(&changed)), names(expected));
        assert_eq!(
            changed.comments().count(),
            body.comments().count() - inner_comments(&body)
        );
    }
}

/// Returns the number of comments inside the expressions of a body, which are removed together with the expressions.
fn inner_comments(body: &Body) -> usize {
    let attributes = own(body);
    let is_inner = |comment: &hcl::Comment| {
        attributes.iter().any(|it| {
            let span = it.expression().span();
            span.start() <= comment.span().start() && comment.span().end() <= span.end()
        })
    };
    body.comments().filter(is_inner).count()
}

#[test]
fn every_attribute_can_be_removed_alone() {
    for body in bodies() {
        for attribute in own(&body) {
            let mut edit = body.edit();
            edit.remove(&attribute);
            let changed = edit
                .finish()
                .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
            let sorted = |body: &Body| {
                let own = own(body).into_iter();
                let mut own: Vec<_> = own.map(|it| it.to_string()).collect();
                own.sort();
                own
            };
            let mut expected = sorted(&body);
            let removed = expected.binary_search(&attribute.to_string());
            expected.remove(removed.expect("it was there"));
            let found = sorted(&changed);
            assert_eq!(found, expected, "{body:?}\nwithout {attribute:?}");
        }
    }
}

#[test]
fn attributes_can_be_removed_and_others_added() {
    for body in bodies() {
        let mut edit = body.edit();
        for attribute in own(&body) {
            edit.remove(&attribute);
        }
        for inner in with_inner(&body) {
            edit.set_attribute(&inner, "newcomer", 1);
            edit.add_block(&inner, Block::builder("newcomer_block"));
        }
        let changed = edit
            .finish()
            .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
        let found = attributes(&changed);
        assert_eq!(
            found.len(),
            with_inner(&body).len(),
            "{body:?}\n{changed:?}"
        );
        assert!(found.iter().all(|(name, _)| name.ends_with("newcomer")));
        assert_eq!(with_inner(&changed).len(), with_inner(&body).len() * 2);
    }
}

#[test]
fn items_can_be_added_to_each_body() {
    for body in bodies() {
        let mut edit = body.edit();
        for inner in with_inner(&body) {
            edit.add_block(&inner, Block::builder("newcomer_block").attribute("a", 1));
            edit.set_attribute(&inner, "newcomer", 1);
        }
        let changed = edit
            .finish()
            .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
        let mut kept = attributes(&changed);
        kept.retain(|(name, _)| !name.contains("newcomer"));
        // A block on one line is broken into several lines, and its expressions are then indented in the canonical
        // form.
        let words = |attributes: Vec<(String, String)>| -> Vec<(String, String)> {
            let words = |text: String| text.split_whitespace().collect();
            let it = attributes.into_iter();
            it.map(|(name, text)| (name, words(text))).collect()
        };
        assert_eq!(words(kept), words(attributes(&body)));
        assert_eq!(changed.comments().count(), body.comments().count());
        let printed = hcl::parse(&body.to_string()).expect("what is printed parses");
        assert_eq!(attributes(&printed).len(), attributes(&body).len());
    }
}
