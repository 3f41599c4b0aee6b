//! One body in several versions of a configuration: as it is written, with the defaults, with the examples.
//!
//! Knows nothing of comments.

use foldhash::{HashMap, HashSet};

use crate::syntax::tree::handle::{Block, Body, BodyItem};

/// One body in several versions of a configuration.
#[derive(Clone, Copy)]
pub(super) struct BodyVersions<'b> {
    /// As it is written.
    pub(super) body: &'b Body,
    /// Without heredocs and alignment, for items that are commented out. Its items are those of `body`.
    pub(super) plain: &'b Body,
    pub(super) defaults: Option<&'b Body>,
    pub(super) examples: Option<&'b Body>,
}

/// An item of the result: one of the configuration, or one that is shown as a comment.
pub(super) enum ShownItem {
    Own(usize),
    Absent(BodyItem),
}

/// The items of each name in the versions of a body.
#[derive(Default)]
pub(super) struct ItemsByName {
    /// The texts of the items of `plain` and of the defaults.
    plain: HashMap<String, Vec<String>>,
    defaults: HashMap<String, Vec<String>>,
    default_blocks: HashMap<String, Vec<Block>>,
    example_blocks: HashMap<String, Vec<Block>>,
    /// The bodies of the examples that are shown in a block, by the start of the block.
    examples: HashMap<u32, Body>,
    /// The index of each block among those of its type, by the start of the block.
    indices: HashMap<u32, usize>,
    counts: HashMap<String, usize>,
}

impl ItemsByName {
    pub(super) fn of(versions: BodyVersions<'_>) -> Self {
        let mut by_name = ItemsByName::default();
        if versions.defaults.is_some() {
            by_name.plain = grouped(versions.plain);
        }
        by_name.defaults = versions.defaults.map(grouped).unwrap_or_default();
        by_name.default_blocks = versions.defaults.map(blocks).unwrap_or_default();
        by_name.example_blocks = versions.examples.map(blocks).unwrap_or_default();
        for block in versions.body.blocks() {
            let count = by_name
                .counts
                .entry(block.block_type().to_owned())
                .or_default();
            by_name.indices.insert(block.span().start(), *count);
            *count += 1;
        }
        if let Some(examples) = versions.examples {
            by_name.choose_examples(versions.body, examples);
        }
        by_name
    }

    /// Chooses one block of each type to show examples in: the first that has the labels of one of them. Another label
    /// may be another variant, whose settings have no place in this one.
    fn choose_examples(&mut self, body: &Body, examples: &Body) {
        let mut first_examples = HashMap::default();
        for example in examples.blocks() {
            let key = (example.block_type().to_owned(), labels(&example));
            first_examples.entry(key).or_insert(example);
        }
        let mut chosen = HashSet::default();
        for block in body.blocks() {
            let key = (block.block_type().to_owned(), labels(&block));
            if let Some(example) = first_examples.get(&key)
                && chosen.insert(key.0)
            {
                self.examples.insert(block.span().start(), example.body());
            }
        }
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

    /// The bodies in the defaults and in the examples that correspond to the body of a block. The defaults have one if
    /// the block is the only one of its type in both versions; the examples have one for one block of a type.
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
        let examples = self.examples.get(&block.span().start());
        (default, examples.cloned())
    }
}

fn labels(block: &Block) -> Vec<String> {
    block.labels().map(|it| it.text().into_owned()).collect()
}

/// The texts of the items of each name.
fn grouped(body: &Body) -> HashMap<String, Vec<String>> {
    let mut by_name: HashMap<String, Vec<String>> = HashMap::default();
    for item in body.items() {
        let text = item.source().text()[item.span().range()].to_owned();
        by_name
            .entry(name_of(&item).to_owned())
            .or_default()
            .push(text);
    }
    by_name
}

fn blocks(body: &Body) -> HashMap<String, Vec<Block>> {
    let mut by_name: HashMap<String, Vec<Block>> = HashMap::default();
    for block in body.blocks() {
        by_name
            .entry(block.block_type().to_owned())
            .or_default()
            .push(block);
    }
    by_name
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

/// The items of a body in order. Those that only the defaults or the examples have stand after the item that precedes
/// them there, and blocks of the examples with labels of their own after the blocks of their type.
pub(super) fn shown(versions: BodyVersions<'_>) -> Vec<ShownItem> {
    let mut last: HashMap<String, usize> = HashMap::default();
    let mut labelled = HashSet::default();
    let own: Vec<BodyItem> = versions.body.items().collect();
    for (index, item) in own.iter().enumerate() {
        last.insert(name_of(item).to_owned(), index);
        if let BodyItem::Block(block) = item {
            labelled.insert((block.block_type().to_owned(), labels(block)));
        }
    }
    let has_other_labels = |item: &BodyItem, index: usize| match (item, &own[index]) {
        (BodyItem::Block(example), BodyItem::Block(_)) => {
            let (name, labels) = (example.block_type(), labels(example));
            !labels.is_empty() && !labelled.contains(&(name.to_owned(), labels))
        }
        _ => false,
    };
    let mut absent: Vec<Vec<BodyItem>> = (0..=own.len()).map(|_| Vec::new()).collect();
    let mut known: HashSet<String> = last.keys().cloned().collect();
    let versions = [(versions.defaults, false), (versions.examples, true)];
    for (other, is_examples) in versions {
        let mut place = 0;
        let mut new = HashSet::default();
        for item in other.into_iter().flat_map(Body::items) {
            let name = name_of(&item);
            if let Some(index) = last.get(name) {
                place = index + 1;
                if is_examples && has_other_labels(&item, *index) {
                    absent[place].push(item);
                }
            } else if !known.contains(name) {
                new.insert(name.to_owned());
                absent[place].push(item);
            }
        }
        known.extend(new);
    }
    let mut shown = Vec::new();
    for (index, absent) in absent.into_iter().enumerate() {
        shown.extend(absent.into_iter().map(ShownItem::Absent));
        if index < own.len() {
            shown.push(ShownItem::Own(index));
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
