//! The work of an edit grows with the source and the changes.

use super::change::STEPS;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::BodyItem;

/// The steps that many changes of a source take. A clock is no measure on a machine with other work.
fn steps(count: usize) -> usize {
    let lines = (0..count).map(|number| format!("# comment\na{number} = [1]\nb{number} {{}}\n"));
    let body = parse(&lines.collect::<String>()).expect("it parses");
    STEPS.with(|steps| steps.set(0));
    let mut edit = body.edit();
    for item in body.items() {
        edit.set_comment(&item, "new");
        match &item {
            BodyItem::Attribute(attribute) => {
                edit.insert_path(&body, (attribute.name(), 0), 1);
                edit.remove(&item);
                edit.set_attribute(&body, attribute.name(), "new");
            }
            BodyItem::Block(_) => edit.at_end(&body).move_item(&item),
        }
    }
    let changed = edit.finish().expect("it can be changed");
    assert_eq!(changed.items().len(), 2 * count);
    STEPS.with(std::cell::Cell::get)
}

#[test]
fn many_changes_take_steps_in_proportion() {
    let (few, many) = (steps(250), steps(2_000));
    assert!(many < few * 10, "{few} for 250 and {many} for 2,000");
}

#[test]
fn a_comment_ends_a_text_only_if_its_last_line_is_one() {
    for (text, expected) in [
        ("# c\n\n", true),
        ("/* c */\n", true),
        ("a = 1\n/* c\n   d */\n", true),
        ("a = 1 # x\n", false),
        ("a = 1 /* x */\n", false),
        ("a = 1 /* x\n y */\n", false),
        ("/* c */\na = 1 # x */\n", false),
        ("", false),
    ] {
        assert_eq!(super::layout::ends_with_comment(text), expected, "{text:?}");
    }
}
