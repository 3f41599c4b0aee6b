//! Walks through a tree.

use hcl::{Attribute, Block, Expression, ExpressionKind, Template, Visitor, WalkControl};

/// Records the visits, and then continues, skips or stops as set.
#[derive(Default)]
struct Notes {
    seen: Vec<String>,
    skip: Option<&'static str>,
    stop: Option<&'static str>,
}

impl Notes {
    fn note(&mut self, kind: &str, text: &str) -> WalkControl {
        let note = format!("{kind} {text}");
        let is = |wanted: Option<&str>| wanted == Some(note.as_str());
        let control = match (is(self.skip), is(self.stop)) {
            (true, _) => WalkControl::Skip,
            (_, true) => WalkControl::Stop,
            _ => WalkControl::Continue,
        };
        self.seen.push(note);
        control
    }
}

impl Visitor for Notes {
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        self.note("attribute", attribute.name())
    }

    fn block(&mut self, block: &Block) -> WalkControl {
        self.note("block", block.block_type())
    }

    fn expression(&mut self, expression: &Expression) -> WalkControl {
        self.note("expression", expression.text())
    }

    fn template(&mut self, template: &Template) -> WalkControl {
        self.note("template", template.text())
    }
}

const TEXT: &str =
    "a = [b, \"x${c}\"]\nd {\n  e = \"%{ if f }g${h}%{ else }i%{ endif }\"\n}\nj = k\n";

fn walk(notes: Notes) -> Vec<String> {
    let mut notes = notes;
    hcl::parse(TEXT).expect("it is a body").walk(&mut notes);
    notes.seen
}

const ALL: [&str; 16] = [
    "attribute a",
    "expression [b, \"x${c}\"]",
    "expression b",
    "expression \"x${c}\"",
    "template \"x${c}\"",
    "expression c",
    "block d",
    "attribute e",
    "expression \"%{ if f }g${h}%{ else }i%{ endif }\"",
    "template \"%{ if f }g${h}%{ else }i%{ endif }\"",
    "expression f",
    "template g${h}",
    "expression h",
    "template i",
    "attribute j",
    "expression k",
];

#[test]
fn everything_is_seen_in_order() {
    assert_eq!(walk(Notes::default()), ALL);
}

/// A walk that is stopped has visited the nodes up to the stop and no others.
#[test]
fn a_walk_stops_anywhere() {
    for (at, stop) in ALL.into_iter().enumerate() {
        let notes = Notes {
            stop: Some(stop),
            ..Notes::default()
        };
        assert_eq!(walk(notes), ALL[..=at]);
    }
}

/// Skipping a node omits its children. The walk then continues with the next node.
#[test]
fn a_walk_skips_children() {
    let ends = [6, 6, 3, 6, 6, 6, 14, 14, 14, 14, 11, 13, 13, 14, 16, 16];
    for (at, (skip, end)) in ALL.into_iter().zip(ends).enumerate() {
        let notes = Notes {
            skip: Some(skip),
            ..Notes::default()
        };
        let expected: Vec<_> = ALL[..=at].iter().chain(&ALL[end..]).collect();
        assert_eq!(walk(notes).iter().collect::<Vec<_>>(), expected, "{skip}");
    }
}

#[test]
fn templates_of_a_walk_are_equal_to_those_of_parts() {
    struct Branches(Vec<String>);
    impl Visitor for Branches {
        fn template(&mut self, template: &Template) -> WalkControl {
            let literals = template.parts().into_iter().filter_map(|part| match part {
                hcl::TemplatePart::Literal(text) => Some(text),
                _ => None,
            });
            self.0.push(literals.collect());
            WalkControl::Continue
        }
    }
    let mut branches = Branches(Vec::new());
    let text = "\"%{ if a }x\\ty%{ for b in c }\\n%{ endfor }%{ endif }\"";
    hcl::parse_expression(text)
        .expect("it is one")
        .walk(&mut branches);
    assert_eq!(branches.0, ["", "x\ty", "\n"]);
    let mut branches = Branches(Vec::new());
    hcl::parse_template("a%{ if b }\\n%{ endif }")
        .expect("it is one")
        .walk(&mut branches);
    assert_eq!(branches.0, ["a", "\\n"]);
}

#[test]
fn the_walk_of_splat_operations_ends_at_the_element() {
    struct Kinds(Vec<String>);
    impl Visitor for Kinds {
        fn expression(&mut self, expression: &Expression) -> WalkControl {
            let kind = format!("{:?}", expression.kind());
            self.0.push(
                kind.split([' ', '{', '('])
                    .next()
                    .unwrap_or_default()
                    .to_owned(),
            );
            WalkControl::Continue
        }
    }
    let expression = hcl::parse_expression("a[*].b.c").expect("it parses");
    let ExpressionKind::Splat { each, .. } = expression.kind() else {
        panic!("it is a splat");
    };
    let mut kinds = Kinds(Vec::new());
    each.walk(&mut kinds);
    assert_eq!(kinds.0, ["GetAttr", "GetAttr", "SplatElement"]);
}
