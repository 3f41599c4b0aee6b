//! Changes comments and parts of objects and tuples, and inserts, moves, copies and removes items. The result is the
//! body with that change, and no other letter of the text changes.

use hcl::{Block, Body, BodyItem, Edit, InsertionPoint};

use super::choices::Choices;
use super::elements::{self, Parts};
use super::model::{self, Address, Item, Letters, Place, body_at, items_of, places, put, take};

/// The expected result of a change.
pub(super) struct Expected {
    pub(super) told: String,
    pub(super) items: Vec<Item>,
    pub(super) letters: Letters,
    pub(super) comments: Comments,
    /// The expected parts of an object or a tuple, if the change is inside the expression of an attribute.
    pub(super) parts: Option<(Address, Parts)>,
}

/// The comment that is expected after the change.
pub(super) enum Comments {
    Unknown,
    Above(Address, String),
    LineEnd(Address, String),
    Head(String),
}

/// Makes one change to a body, once in an edit of the whole body and once in an edit of an inner body.
pub(super) fn rearrange(text: &str, body: &Body, choices: &mut Choices) {
    let places = places(body);
    let is_of_elements = choices.below(3) == 0;
    let chosen: Vec<&Place> = places
        .iter()
        .filter(|it| !is_of_elements || elements::has_parts(it))
        .collect();
    if chosen.is_empty() {
        return;
    }
    let place = chosen[choices.long() % chosen.len()];
    let mut again = choices.clone();
    let mut edit = body.edit();
    let Some(expected) = change(body, &places, place, &mut edit, choices) else {
        return;
    };
    let told = format!("{text:?}\n{} at {:?}", expected.told, place.address);
    let changed = edit
        .finish()
        .unwrap_or_else(|error| panic!("{told}\n{error}"));
    check(text, &changed, &expected, &told);
    let mut inner = place.owner.edit();
    change(body, &places, place, &mut inner, &mut again);
    let inner = inner
        .finish()
        .unwrap_or_else(|error| panic!("inner: {told}\n{error}"));
    assert_eq!(inner.source().text(), changed.source().text(), "{told}");
    let same = body_at(&inner, inner.span());
    assert!(same.is_some_and(|it| it == inner), "inner: {told}");
}

fn check(text: &str, changed: &Body, expected: &Expected, told: &str) {
    let new = changed.source().text();
    let told = format!("{told}\nis {new:?}");
    let parsed = hcl::parse(new).unwrap_or_else(|error| panic!("{told}\n{error}"));
    assert_eq!(parsed, *changed, "{told}");
    let printed = hcl::parse(&changed.to_string());
    assert!(printed.is_ok_and(|it| it == *changed), "printed: {told}");
    let mut items = items_of(changed);
    let mut wanted = expected.items.clone();
    if let Some((address, parts)) = &expected.parts {
        let expression = put(&mut items, address, None).expect("the item is there");
        put(&mut wanted, address, None);
        parts.check(&expression, &told);
    }
    assert_eq!(items, wanted, "{told}");
    expected.letters.check(text, new, &told);
    if hcl::format(text) == text {
        assert_eq!(hcl::format(new), new, "{told}");
    }
    // The lines of a heredoc are data, so its newlines are not changed.
    let has_lf = |text: &str| text.replace("\r\n", "").contains('\n');
    if text.contains('\n') && !has_lf(text) && !expected.told.contains("<<-") {
        assert!(!has_lf(new), "{told}");
    }
    let edit = changed.edit();
    let item = |address: &Address| {
        let places = places(changed);
        let place = places.into_iter().find(|it| it.address == *address);
        place.expect("the item is there").item
    };
    match &expected.comments {
        Comments::Unknown => {}
        Comments::Above(address, comment) => {
            assert_eq!(edit.comment(item(address)), *comment, "{told}");
        }
        Comments::LineEnd(address, comment) => {
            assert_eq!(edit.line_comment(item(address)), *comment, "{told}");
        }
        Comments::Head(comment) => assert_eq!(edit.head_comment(), *comment, "{told}"),
    }
}

const COMMENTS: [&str; 10] = [
    "",
    "short",
    "two\nlines",
    "*/ not the end /*",
    "# é\n\n  indented ",
    "${x} <<EOT",
    "\ttab",
    "// a",
    "}",
    "a = 1",
];

/// Makes a change. Returns `None` if this kind of change is not possible here.
fn change(
    body: &Body,
    places: &[Place],
    place: &Place,
    edit: &mut Edit,
    choices: &mut Choices,
) -> Option<Expected> {
    if elements::has_parts(place) && choices.once_in(2) {
        return elements::change(body, place, edit, choices);
    }
    match choices.below(7) {
        0 | 1 | 5 => comment(body, place, edit, choices),
        2 => insert(body, place, edit, choices),
        3 => move_item(body, places, place, edit, choices),
        4 => copy(body, places, place, edit, choices),
        _ => Some(remove(body, place, edit, choices)),
    }
}

fn comment(body: &Body, place: &Place, edit: &mut Edit, choices: &mut Choices) -> Option<Expected> {
    let text = choices.pick(&COMMENTS);
    let (item, address) = (&place.item, place.address.clone());
    let text_owned = text.to_owned();
    let (told, old, comments) = match choices.below(3) {
        0 => {
            let old = edit.comment(item);
            edit.set_comment(item, text);
            ("comment", old, Comments::Above(address, text_owned))
        }
        1 => {
            let has_heredoc = item
                .as_attribute()
                .is_some_and(|it| it.expression().text().contains("<<"));
            if text.contains('\n') || has_heredoc {
                return None;
            }
            let old = edit.line_comment(item);
            edit.set_line_comment(item, text);
            ("line comment", old, Comments::LineEnd(address, text_owned))
        }
        _ => {
            let old = edit.head_comment();
            edit.set_head_comment(text);
            ("head comment", old, Comments::Head(text_owned))
        }
    };
    Some(Expected {
        told: format!("{told} {text:?}"),
        items: items_of(body),
        letters: Letters::replaced(&old, text),
        comments,
        parts: None,
    })
}

/// Returns the address next to an item.
fn next_to(address: &Address, distance: usize) -> Address {
    let mut address = address.clone();
    if let Some(last) = address.last_mut() {
        *last += distance;
    }
    address
}

fn insert(body: &Body, place: &Place, edit: &mut Edit, choices: &mut Choices) -> Option<Expected> {
    let value = choices.pick(&[
        "1",
        "\"a\\nb\\n\"",
        "<<-EOT\n  a ${b}\n    c\n  EOT\n",
        "[\n  1, # one\n  2\n]",
    ]);
    let is_block = choices.once_in(2);
    let builder = || {
        let builder = Body::builder().comment("new");
        if is_block {
            builder.block(Block::builder("inserted").label("l").expression("x", value))
        } else {
            builder.expression("inserted", value)
        }
    };
    let has_inserted = place.owner.attribute("inserted").is_some()
        || place.owner.blocks_of_type("inserted").next().is_some();
    if has_inserted {
        return None;
    }
    let written = builder().finish().expect("the builder is valid");
    let mut address = place.address.clone();
    let mut new_comment = Comments::Unknown;
    let way = choices.below(4);
    match way {
        0 => {
            let old = edit.comment(&place.item);
            edit.before(&place.item).insert(builder());
            new_comment = Comments::Above(next_to(&address, 1), old);
        }
        1 => {
            edit.after(&place.item).insert(builder());
            address = next_to(&address, 1);
            new_comment = Comments::Above(address.clone(), "new".to_owned());
        }
        2 => {
            edit.at_start(&place.owner).insert(builder());
            *address.last_mut()? = 0;
        }
        _ => {
            edit.at_end(&place.owner).insert(builder());
            *address.last_mut()? = place.owner.items().len();
        }
    }
    let mut items = items_of(body);
    model::insert(&mut items, &address, items_of(&written).remove(0));
    Some(Expected {
        told: format!("insert {value:?} in way {way}"),
        items,
        letters: Letters::replaced("", written.source().text()),
        comments: new_comment,
        parts: None,
    })
}

/// Returns the comments and blanks before an item on its line. Comments that begin on an earlier line belong to the
/// comments above the item.
fn own_comment(body: &Body, start: usize) -> &str {
    let text = body.source().text();
    let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
    let is_blank = |text: &str| text.trim_matches([' ', '\t']).is_empty();
    let mut rest = line;
    for comment in body.comments() {
        let range = comment.span().range();
        if rest <= range.start && range.end <= start && is_blank(&text[rest..range.start]) {
            rest = range.end;
        }
    }
    if is_blank(&text[rest..start]) {
        &text[line..start]
    } else {
        ""
    }
}

fn remove(body: &Body, place: &Place, edit: &mut Edit, choices: &mut Choices) -> Expected {
    let mut items = items_of(body);
    take(&mut items, &place.address);
    let is_comment = choices.once_in(2);
    let letters = if is_comment {
        edit.comment_out(&place.item);
        Letters::replaced("", "")
    } else {
        let range = place.item.span().range();
        let text = body.source().text();
        let (above, after) = (edit.comment(&place.item), edit.line_comment(&place.item));
        edit.remove(&place.item);
        let start = range.start - own_comment(body, range.start).len();
        Letters::replaced(&[&above, &text[start..range.end], &after].concat(), "")
    };
    Expected {
        told: if is_comment { "comment out" } else { "remove" }.to_owned(),
        items,
        letters,
        comments: Comments::Unknown,
        parts: None,
    }
}

/// Chooses an item as the target of a move: another item that is not inside the moved one.
fn target<'p>(places: &'p [Place], place: &Place, choices: &mut Choices) -> Option<&'p Place> {
    let target = &places[choices.long() % places.len()];
    let name = match &place.item {
        BodyItem::Attribute(it) => it.name().to_owned(),
        BodyItem::Block(_) => String::new(),
    };
    let is_elsewhere =
        target.address.split_last().map(|it| it.1) != place.address.split_last().map(|it| it.1);
    let is_repeated = is_elsewhere && target.owner.attribute(&name).is_some();
    let is_inside = target.address.starts_with(&place.address);
    (!is_inside && !is_repeated).then_some(target)
}

/// Returns the insertion point directly before or after an item.
fn beside<'e>(edit: &'e mut Edit, target: &Place, is_before: bool) -> InsertionPoint<'e> {
    if is_before {
        edit.before(&target.item)
    } else {
        edit.after(&target.item)
    }
}

fn move_item(
    body: &Body,
    places: &[Place],
    place: &Place,
    edit: &mut Edit,
    choices: &mut Choices,
) -> Option<Expected> {
    let target = target(places, place, choices)?;
    let mut items = items_of(body);
    let moved = take(&mut items, &place.address);
    let mut address = target.address.clone();
    // The moved item was before the target, so the index of the target is one less.
    let level = place.address.len() - 1;
    if address.len() > level
        && address[..level] == place.address[..level]
        && address[level] > place.address[level]
    {
        address[level] -= 1;
    }
    let comment = edit.comment(&place.item);
    let is_before = choices.once_in(2);
    beside(edit, target, is_before).move_item(&place.item);
    address = next_to(&address, usize::from(!is_before));
    model::insert(&mut items, &address, moved);
    Some(Expected {
        told: format!("move to {:?}, before {is_before}", target.address),
        items,
        letters: Letters::Shuffled,
        comments: Comments::Above(address, comment),
        parts: None,
    })
}

fn copy(
    body: &Body,
    places: &[Place],
    place: &Place,
    edit: &mut Edit,
    choices: &mut Choices,
) -> Option<Expected> {
    place.item.as_block()?;
    let target = &places[choices.long() % places.len()];
    let mut items = items_of(body);
    let copied = take(&mut items.clone(), &place.address);
    let comment = edit.comment(&place.item);
    let line_comment = edit.line_comment(&place.item);
    let is_before = choices.once_in(2);
    beside(edit, target, is_before).copy_item(&place.item);
    let address = next_to(&target.address, usize::from(!is_before));
    model::insert(&mut items, &address, copied);
    let text = &body.source().text()[place.item.span().range()];
    Some(Expected {
        told: format!("copy to {:?}, before {is_before}", target.address),
        items,
        letters: Letters::replaced("", &[&comment, text, &line_comment].concat()),
        comments: Comments::Above(address, comment),
        parts: None,
    })
}
