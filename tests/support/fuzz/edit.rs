//! An edit changes only the part that it names, and white space around that part.

use hcl::{Attribute, Block, Body, BodyItem, Edit, EvalContext, Value};

use super::choices::Choices;
use super::outline::outline;
use super::rearrange::rearrange;
use super::source;
use super::types::{Data, Shape};

/// Makes one change to a body.
pub fn edit(data: &[u8]) {
    let (text, choices) = source::split(data);
    let text = source::body_of(text);
    let Ok(body) = hcl::parse(&text) else {
        return;
    };
    let unchanged = body.edit().finish().expect("nothing is changed");
    assert_eq!(unchanged.source().text(), text);
    let mut places = Vec::new();
    collect(&body, &mut places);
    let mut choices = Choices::new(choices);
    if choices.once_in(2) {
        return rearrange(&text, &body, &mut choices);
    }
    let index = choices.long() % places.len();
    let mut edit = body.edit();
    match &places[index] {
        Place::Body(inner) => insert(&text, inner, edit, &mut choices),
        Place::Attribute(inner, attribute) => {
            let change = change_attribute(inner, attribute, &mut edit, &mut choices);
            check(&text, &change, edit);
        }
        Place::Block(block) => {
            let change = change_block(block, &mut edit, &mut choices);
            check(&text, &change, edit);
        }
    }
}

enum Place {
    Body(Body),
    Attribute(Body, Attribute),
    Block(Block),
}

fn collect(body: &Body, places: &mut Vec<Place>) {
    places.push(Place::Body(body.clone()));
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => {
                places.push(Place::Attribute(body.clone(), attribute));
            }
            BodyItem::Block(block) => {
                collect(&block.body(), places);
                places.push(Place::Block(block));
            }
        }
    }
}

/// The text that a change replaces, and the new text.
struct Change {
    span: hcl::Span,
    text: String,
    /// Whether the change may also remove comments.
    removes: bool,
}

fn change_attribute(
    body: &Body,
    attribute: &Attribute,
    edit: &mut Edit,
    choices: &mut Choices,
) -> Change {
    let (text, span) = match choices.below(4) {
        0 => {
            let name = choices.pick(&["renamed", "é", "a-b"]);
            edit.rename_attribute(attribute, name);
            (name.to_owned(), attribute.name_span())
        }
        1 => {
            edit.remove(attribute);
            return Change {
                span: attribute.span(),
                text: String::new(),
                removes: true,
            };
        }
        2 => {
            let data = choices.pick(&["text", "", "${a}", "80"]);
            edit.set_attribute(body, attribute.name(), data);
            let text = hcl::Value::from(data).to_string();
            (text, attribute.expression().span())
        }
        _ => {
            let text = source::expression(choices, 2);
            edit.set_expression(body, attribute.name(), &text);
            (text, attribute.expression().span())
        }
    };
    Change {
        span,
        text,
        removes: false,
    }
}

fn change_block(block: &Block, edit: &mut Edit, choices: &mut Choices) -> Change {
    match choices.below(3) {
        0 => {
            edit.set_block_type(block, "renamed");
            Change {
                span: block.type_span(),
                text: "renamed".to_owned(),
                removes: false,
            }
        }
        1 => {
            edit.remove(block);
            Change {
                span: block.span(),
                text: String::new(),
                removes: true,
            }
        }
        _ => {
            edit.set_labels(block, ["one", "two"]);
            let span = hcl::Span::new(block.type_span().end(), block.header_span().end());
            Change {
                span,
                text: "\"one\" \"two\"".to_owned(),
                removes: false,
            }
        }
    }
}

fn without_white_space(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Checks that the text before and after the change is unchanged, except for white space.
fn check(text: &str, change: &Change, edit: Edit) {
    let Ok(changed) = edit.finish() else {
        // The edit may refuse the expression or the name, for example if the name is already used.
        return;
    };
    let changed = changed.source().text();
    let range = change.span.range();
    let before = without_white_space(&text[..range.start]);
    let after = without_white_space(&text[range.end..]);
    let result = without_white_space(changed);
    let told = format!(
        "{text:?}\nwith {:?} at {range:?}\nis {changed:?}",
        change.text
    );
    if change.removes {
        // The comments above a removed item and at the end of its line are removed as well.
        assert!(result.len() <= before.len() + after.len(), "{told}");
        let kept = before
            .bytes()
            .zip(result.bytes())
            .take_while(|(left, right)| left == right);
        let rest = &result.as_bytes()[kept.count()..];
        assert!(after.as_bytes().ends_with(rest), "{told}");
        return;
    }
    assert!(
        result.starts_with(&before) && result.ends_with(&after),
        "{told}"
    );
    let inner = &result[before.len()..result.len() - after.len()];
    assert_eq!(inner, without_white_space(&change.text), "{told}");
}

/// Inserts an item and checks that nothing else has changed.
fn insert(text: &str, body: &Body, mut edit: Edit, choices: &mut Choices) {
    let mut value = Some(Value::from(1));
    match choices.below(3) {
        0 => {
            let block = Block::builder("inserted").label("l");
            edit.add_block(body, block.attribute("inserted", 1));
        }
        1 => edit.set_expression(body, "inserted", "1"),
        _ => {
            let data = Data::of(&Shape::any(choices, 2), choices);
            // Fields for labels are only valid in blocks, and this is an attribute.
            let has_label = format!("{data:?}").to_lowercase().contains("label");
            value = (hcl::to_value(&data).ok()).filter(|_| !has_label);
            edit.set_attribute(body, "inserted", data);
        }
    }
    let Some(value) = value else {
        return;
    };
    let changed = edit
        .finish()
        .unwrap_or_else(|error| panic!("{text:?}: {error}"));
    let mut places = Vec::new();
    collect(&changed, &mut places);
    let inserted = places.iter().find_map(|place| match place {
        Place::Attribute(_, attribute) if attribute.name() == "inserted" => Some(attribute),
        _ => None,
    });
    let expression = inserted.expect("it was inserted").expression();
    let hcl::Diagnosed {
        value: evaluated,
        diagnostics,
        ..
    } = expression.evaluate_diagnosed(&EvalContext::new());
    assert!(diagnostics.is_empty(), "{:?}", changed.source().text());
    assert_eq!(evaluated, value, "{:?}", changed.source().text());
    let before = hcl::parse(text).expect("it was parsed before");
    // A block on one line is broken into several lines, which are indented.
    let lines_of = |body: &Body| -> Vec<String> {
        let lines = outline(body).into_iter();
        let kept = lines.filter(|line| !line.contains("inserted"));
        kept.map(|line| without_white_space(&line)).collect()
    };
    let (lines, expected) = (lines_of(&changed), lines_of(&before));
    assert_eq!(
        lines,
        expected,
        "{text:?}\nis {:?}",
        changed.source().text()
    );
    let (old, new) = (
        without_white_space(text),
        without_white_space(changed.source().text()),
    );
    let prefix = old
        .bytes()
        .zip(new.bytes())
        .take_while(|(left, right)| left == right)
        .count();
    assert!(
        new.ends_with(&old[prefix..]) || !old.is_char_boundary(prefix),
        "{old}\n{new}"
    );
}
