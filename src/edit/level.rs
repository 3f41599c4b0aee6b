//! The same body of several configurations: as it is written, with the defaults, with the examples.
//!
//! Knows nothing of comments.

use foldhash::{HashMap, HashSet};

use crate::syntax::tree::handle::{Block, Body, BodyItem};

/// The same body in several configurations.
#[derive(Clone, Copy)]
pub(super) struct Level<'b> {
    /// As it is written.
    pub(super) body: &'b Body,
    /// As it is commented out. It has the same items.
    pub(super) plain: &'b Body,
    pub(super) defaults: Option<&'b Body>,
    pub(super) examples: Option<&'b Body>,
}

/// An item that is written or only shown.
pub(super) enum Shown {
    Own(usize),
    Absent(BodyItem),
}

/// The blocks of each type in the same body of several configurations.
#[derive(Default)]
pub(super) struct Groups {
    /// Texts of what is commented out and of the defaults, by name.
    plain: HashMap<String, Vec<String>>,
    defaults: HashMap<String, Vec<String>>,
    default_blocks: HashMap<String, Vec<Block>>,
    example_blocks: HashMap<String, Vec<Block>>,
    /// The places of the blocks among those of their type, by their start.
    indices: HashMap<u32, usize>,
    counts: HashMap<String, usize>,
}

impl Groups {
    pub(super) fn of(level: Level<'_>) -> Self {
        let mut groups = Groups::default();
        if level.defaults.is_some() {
            groups.plain = grouped(level.plain);
        }
        groups.defaults = level.defaults.map(grouped).unwrap_or_default();
        groups.default_blocks = level.defaults.map(blocks).unwrap_or_default();
        groups.example_blocks = level.examples.map(blocks).unwrap_or_default();
        for block in level.body.blocks() {
            let count = groups
                .counts
                .entry(block.block_type().to_owned())
                .or_default();
            groups.indices.insert(block.span().start(), *count);
            *count += 1;
        }
        groups
    }

    pub(super) fn index(&self, block: &Block) -> usize {
        self.indices
            .get(&block.span().start())
            .copied()
            .unwrap_or_default()
    }

    /// Whether everything of this name is as in the defaults.
    pub(super) fn is_default(&self, name: &str) -> bool {
        let defaults = self.defaults.get(name);
        defaults.is_some() && defaults == self.plain.get(name)
    }

    /// The blocks of the examples that show more than an empty list or map.
    pub(super) fn examples_of(&self, item: &BodyItem) -> Vec<BodyItem> {
        match item {
            BodyItem::Attribute(it) if matches!(it.expression().text(), "[]" | "{}") => {
                let blocks = self.example_blocks.get(it.name());
                blocks.into_iter().flatten().map(BodyItem::from).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The bodies of the defaults and of the examples that belong to that of a block: of the defaults if there is one
    /// block here and there, of the examples for the first block.
    pub(super) fn inner(&self, block: &Block) -> (Option<Body>, Option<Body>) {
        let name = block.block_type();
        let default = match self.default_blocks.get(name).map(Vec::as_slice) {
            Some([default])
                if self.counts.get(name) == Some(&1) && labels(default) == labels(block) =>
            {
                Some(default.body())
            }
            _ => None,
        };
        let is_first = self.indices.get(&block.span().start()) == Some(&0);
        let examples = self.example_blocks.get(name).filter(|_| is_first);
        (default, examples.and_then(|it| it.first()).map(Block::body))
    }
}

fn labels(block: &Block) -> Vec<String> {
    block.labels().map(|it| it.text().into_owned()).collect()
}

/// The texts of the items of each name.
fn grouped(body: &Body) -> HashMap<String, Vec<String>> {
    let mut groups: HashMap<String, Vec<String>> = HashMap::default();
    for item in body.items() {
        let text = item.source().text()[item.span().range()].to_owned();
        groups
            .entry(name_of(&item).to_owned())
            .or_default()
            .push(text);
    }
    groups
}

fn blocks(body: &Body) -> HashMap<String, Vec<Block>> {
    let mut groups: HashMap<String, Vec<Block>> = HashMap::default();
    for block in body.blocks() {
        groups
            .entry(block.block_type().to_owned())
            .or_default()
            .push(block);
    }
    groups
}

/// Collects the texts of all items by their paths of names.
pub(super) fn collect(body: &Body, path: &[String], texts: &mut HashMap<Vec<String>, Vec<String>>) {
    for item in body.items() {
        let path = [path, &[name_of(&item).to_owned()]].concat();
        let text = item.source().text()[item.span().range()].to_owned();
        if let BodyItem::Block(block) = &item {
            collect(&block.body(), &path, texts);
        }
        texts.entry(path).or_default().push(text);
    }
}

/// The items of a body in order, with those that only the defaults and the examples have at their place.
pub(super) fn shown(level: Level<'_>) -> Vec<Shown> {
    let mut last: HashMap<String, usize> = HashMap::default();
    let own: Vec<BodyItem> = level.body.items().collect();
    for (index, item) in own.iter().enumerate() {
        last.insert(name_of(item).to_owned(), index);
    }
    let mut absent: Vec<Vec<BodyItem>> = (0..=own.len()).map(|_| Vec::new()).collect();
    let mut known: HashSet<String> = last.keys().cloned().collect();
    for other in [level.defaults, level.examples].into_iter().flatten() {
        let mut place = 0;
        let mut new = HashSet::default();
        for item in other.items() {
            let name = name_of(&item);
            if let Some(index) = last.get(name) {
                place = index + 1;
            } else if !known.contains(name) {
                new.insert(name.to_owned());
                absent[place].push(item);
            }
        }
        known.extend(new);
    }
    let mut shown = Vec::new();
    for (index, absent) in absent.into_iter().enumerate() {
        shown.extend(absent.into_iter().map(Shown::Absent));
        if index < own.len() {
            shown.push(Shown::Own(index));
        }
    }
    shown
}

/// The name of an attribute, or the type of a block.
pub(super) fn name_of(item: &BodyItem) -> &str {
    match item {
        BodyItem::Attribute(it) => it.name(),
        BodyItem::Block(it) => it.block_type(),
    }
}
