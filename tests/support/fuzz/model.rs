//! The items of a body as a tree that can be changed like the body, and the letters of a text.

use hcl::{Body, BodyItem, Expression, Path, PathStep, Span};

/// The indices of the blocks around an item and of the item, from the root.
pub(super) type Address = Vec<usize>;

/// An item of a source.
pub(super) struct Place {
    pub(super) address: Address,
    pub(super) path: Path,
    /// Whether the path names the item. It does not if an attribute has the name of a block in the path.
    pub(super) has_path: bool,
    pub(super) item: BodyItem,
    /// The body that contains the item.
    pub(super) owner: Body,
}

/// Returns all items of a body and of the blocks in it.
pub(super) fn places(body: &Body) -> Vec<Place> {
    let mut places = Vec::new();
    collect(body, &[], (&Path::new(), true), &mut places);
    places
}

fn collect(
    body: &Body,
    outer: &[usize],
    (outer_path, mut has_path): (&Path, bool),
    places: &mut Vec<Place>,
) {
    has_path &= body
        .blocks()
        .all(|it| body.attribute(it.block_type()).is_none());
    for (index, item) in body.items().enumerate() {
        let address = [outer, &[index]].concat();
        let mut path = outer_path.clone();
        match &item {
            BodyItem::Attribute(it) => path.push(PathStep::Attribute(it.name().into())),
            BodyItem::Block(block) => {
                let of_type = body.blocks_of_type(block.block_type());
                let before = of_type.take_while(|it| it.span() != block.span());
                path.push(PathStep::Attribute(block.block_type().into()));
                path.push(PathStep::Index(before.count()));
                collect(&block.body(), &address, (&path, has_path), places);
            }
        }
        places.push(Place {
            address,
            path,
            has_path,
            item,
            owner: body.clone(),
        });
    }
}

/// Returns the body with this span: the body itself or a body inside it.
pub(super) fn body_at(body: &Body, span: Span) -> Option<Body> {
    if body.span() == span {
        return Some(body.clone());
    }
    body.blocks().find_map(|it| body_at(&it.body(), span))
}

/// An item, as it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Item {
    Attribute(String, Option<Expression>),
    Block(String, Vec<String>, Vec<Item>),
}

/// Returns the items of a body.
pub(super) fn items_of(body: &Body) -> Vec<Item> {
    let item = |item| match item {
        BodyItem::Attribute(it) => Item::Attribute(it.name().to_owned(), Some(it.expression())),
        BodyItem::Block(it) => {
            let labels = it.labels().map(|it| it.text().into_owned()).collect();
            Item::Block(it.block_type().to_owned(), labels, items_of(&it.body()))
        }
    };
    body.items().map(item).collect()
}

/// Returns the items around an item, and its index among them.
fn level<'i>(items: &'i mut Vec<Item>, address: &[usize]) -> (&'i mut Vec<Item>, usize) {
    let (first, rest) = address.split_first().expect("an address has an index");
    if rest.is_empty() {
        return (items, *first);
    }
    match &mut items[*first] {
        Item::Block(_, _, inner) => level(inner, rest),
        Item::Attribute(..) => unreachable!("only blocks have items"),
    }
}

/// Removes an item and returns it.
pub(super) fn take(items: &mut Vec<Item>, address: &[usize]) -> Item {
    let (items, index) = level(items, address);
    items.remove(index)
}

/// Inserts an item at an address.
pub(super) fn insert(items: &mut Vec<Item>, address: &[usize], item: Item) {
    let (items, index) = level(items, address);
    items.insert(index, item);
}

/// Replaces the expression of an attribute and returns the previous one.
pub(super) fn put(
    items: &mut Vec<Item>,
    address: &[usize],
    expression: Option<Expression>,
) -> Option<Expression> {
    let (items, index) = level(items, address);
    match &mut items[index] {
        Item::Attribute(_, old) => std::mem::replace(old, expression),
        Item::Block(..) => None,
    }
}

/// The expected change of the letters of a text. White space and comment markers do not count as letters.
pub(super) enum Letters {
    /// One sequence of letters is replaced by another. All other letters stay.
    Replaced(String, String),
    /// The letters are in another order.
    Shuffled,
    Unknown,
}

impl Letters {
    pub(super) fn replaced(old: &str, new: &str) -> Self {
        Letters::Replaced(letters(old), letters(new))
    }

    pub(super) fn check(&self, before: &str, after: &str, told: &str) {
        let (before, after) = (letters(before), letters(after));
        match self {
            Letters::Replaced(old, new) => {
                assert!(is_replaced(&before, &after, old, new), "letters: {told}");
            }
            Letters::Shuffled => {
                let [before, after] = [before, after].map(|text| {
                    let mut bytes = text.into_bytes();
                    bytes.sort_unstable();
                    bytes
                });
                assert_eq!(before, after, "letters: {told}");
            }
            Letters::Unknown => {}
        }
    }
}

fn letters(text: &str) -> String {
    let is_letter = |it: &char| !it.is_whitespace() && !matches!(it, '#' | '/' | '*');
    text.chars().filter(is_letter).collect()
}

/// Whether `after` is `before` with one occurrence of `old` replaced by `new`, at any position.
fn is_replaced(before: &str, after: &str, old: &str, new: &str) -> bool {
    if before.len() + new.len() != after.len() + old.len() {
        return false;
    }
    let (before, after) = (before.as_bytes(), after.as_bytes());
    let same = before.iter().zip(after).take_while(|(l, r)| l == r);
    // The replaced text begins where the texts differ, or earlier if both texts start with the same letters.
    (0..=same.count()).rev().any(|at| {
        let (rest_before, rest_after) = (&before[at..], &after[at..]);
        rest_before
            .strip_prefix(old.as_bytes())
            .is_some_and(|it| rest_after.strip_prefix(new.as_bytes()) == Some(it))
    })
}
