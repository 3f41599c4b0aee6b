//! One body in several versions of a configuration: as it is written, with the defaults, with the examples.
//!
//! Knows nothing of comments.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use crate::syntax::tree::handle::{Block, Body, BodyItem, Document, Expression, ExpressionKind};

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

/// The bodies of other versions that correspond to the body of a block.
#[derive(Default)]
pub(super) struct InnerVersions {
    pub(super) defaults: Option<Body>,
    pub(super) examples: Option<Body>,
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
    examples_by_name: HashMap<String, Vec<BodyItem>>,
    /// The bodies of the examples that are shown in a block, by the start of the block.
    examples: HashMap<u32, Body>,
    /// The index of each block among those of its type in the same version.
    indices: HashMap<BlockKey, usize>,
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
        by_name.examples_by_name = versions.examples.map(items).unwrap_or_default();
        by_name.counts = by_name.count(versions.body);
        for other in [versions.defaults, versions.examples].into_iter().flatten() {
            by_name.count(other);
        }
        if let Some(examples) = versions.examples {
            by_name.choose_examples(versions.body, examples);
        }
        by_name
    }

    /// Counts the blocks of each type in a version of the body.
    fn count(&mut self, body: &Body) -> HashMap<String, usize> {
        let mut counts: HashMap<String, usize> = HashMap::default();
        for block in body.blocks() {
            let count = counts.entry(block.block_type().to_owned()).or_default();
            self.indices.insert(key_of(&block), *count);
            *count += 1;
        }
        counts
    }

    /// Chooses the blocks to show examples in: for the first example of each type and labels, the first block that has
    /// them. Another label may be another variant, whose settings have no place in this one.
    fn choose_examples(&mut self, body: &Body, examples: &Body) {
        let mut first_examples = HashMap::default();
        for example in examples.blocks() {
            let key = (example.block_type().to_owned(), labels(&example));
            first_examples.entry(key).or_insert(example);
        }
        for block in body.blocks() {
            let key = (block.block_type().to_owned(), labels(&block));
            // The next block with these labels has no example.
            if let Some(example) = first_examples.remove(&key) {
                self.examples.insert(block.span().start(), example.body());
            }
        }
    }

    pub(super) fn index(&self, block: &Block) -> usize {
        self.indices
            .get(&key_of(block))
            .copied()
            .unwrap_or_default()
    }

    /// Whether everything of this name is as in the defaults.
    pub(super) fn is_default(&self, name: &str) -> bool {
        let defaults = self.defaults.get(name);
        defaults.is_some() && defaults == self.plain.get(name)
    }

    /// The examples that show more than an empty list or map.
    pub(super) fn examples_of(&self, item: &BodyItem) -> Vec<BodyItem> {
        if !is_empty_collection(item) {
            return Vec::new();
        }
        let examples = self.examples_by_name.get(name_of(item));
        let examples = examples.into_iter().flatten();
        let examples = examples.filter(|it| !is_empty_collection(it));
        examples.cloned().collect()
    }

    /// The bodies in the defaults and in the examples that correspond to the body of a block. The defaults have one if
    /// the block is the only one of its type in both versions; the examples have one for one block of each type and
    /// labels.
    pub(super) fn inner(&self, block: &Block) -> InnerVersions {
        let name = block.block_type();
        let default = match self.default_blocks.get(name).map(Vec::as_slice) {
            Some([default])
                if self.counts.get(name) == Some(&1) && labels(default) == labels(block) =>
            {
                Some(default.body())
            }
            _ => None,
        };
        InnerVersions {
            defaults: default,
            examples: self.examples.get(&block.span().start()).cloned(),
        }
    }
}

/// The document and the start of a block.
type BlockKey = (*const Document, u32);

fn key_of(block: &Block) -> BlockKey {
    (Arc::as_ptr(block.document()), block.span().start())
}

/// Whether an item is an attribute with an empty list or map.
fn is_empty_collection(item: &BodyItem) -> bool {
    let attribute = item.as_attribute();
    attribute.is_some_and(|it| matches!(it.expression().text(), "[]" | "{}"))
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

fn items(body: &Body) -> HashMap<String, Vec<BodyItem>> {
    let mut by_name: HashMap<String, Vec<BodyItem>> = HashMap::default();
    for item in body.items() {
        by_name
            .entry(name_of(&item).to_owned())
            .or_default()
            .push(item);
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
/// them there, and examples that show something else than the items of their name after these.
pub(super) fn shown(versions: BodyVersions<'_>) -> Vec<ShownItem> {
    let own: Vec<BodyItem> = versions.body.items().collect();
    let mut by_name: HashMap<&str, OwnItems> = HashMap::default();
    for (index, item) in own.iter().enumerate() {
        let items = by_name.entry(name_of(item)).or_default();
        items.last = index;
        match item {
            BodyItem::Attribute(it) => items.attribute = Some(it.expression()),
            BodyItem::Block(it) => {
                items.labels.insert(labels(it));
            }
        }
    }
    let mut absent: Vec<Vec<BodyItem>> = (0..=own.len()).map(|_| Vec::new()).collect();
    let mut known: HashSet<String> = by_name.keys().map(|name| (*name).to_owned()).collect();
    let versions = [(versions.defaults, false), (versions.examples, true)];
    for (other, is_examples) in versions {
        let mut place = 0;
        let mut new = HashSet::default();
        for item in other.into_iter().flat_map(Body::items) {
            let name = name_of(&item);
            if let Some(own) = by_name.get(name) {
                place = own.last + 1;
                if is_examples && own.have_less_than(&item) {
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

/// The items of one name.
#[derive(Default)]
struct OwnItems {
    /// The index of the last one.
    last: usize,
    attribute: Option<Expression>,
    /// The labels of the blocks.
    labels: HashSet<Vec<String>>,
}

impl OwnItems {
    /// Whether an example shows more, so that it is shown as a whole: a block with other labels, another variant of an
    /// enum, or an attribute that has more.
    fn have_less_than(&self, example: &BodyItem) -> bool {
        match (example, &self.attribute) {
            // What a block with these labels does not have is shown in it.
            (BodyItem::Block(example), None) => {
                let labels = labels(example);
                !labels.is_empty() && !self.labels.contains(&labels)
            }
            (BodyItem::Attribute(example), Some(own)) => has_more(&example.expression(), own),
            _ => !is_empty_collection(example),
        }
    }
}

/// Whether an expression has what another has not: elements where the other is empty, a key, a value for `null`, or a
/// collection in the place of text, or the reverse, which are variants of an enum.
fn has_more(example: &Expression, own: &Expression) -> bool {
    let is_text = |it: &Expression| it.literal_text().is_some();
    match (example.kind(), own.kind()) {
        (ExpressionKind::Tuple(example), ExpressionKind::Tuple(own)) => {
            own.is_empty() && !example.is_empty()
        }
        (ExpressionKind::Object(_), ExpressionKind::Object(_)) => {
            let own: HashMap<String, Expression> = pairs(own).collect();
            pairs(example).any(|(key, example)| match own.get(&key) {
                Some(own) => has_more(&example, own),
                None => true,
            })
        }
        (ExpressionKind::Null, _) => false,
        (_, ExpressionKind::Null) => true,
        (ExpressionKind::Tuple(_) | ExpressionKind::Object(_), _) => is_text(own),
        (_, ExpressionKind::Tuple(_) | ExpressionKind::Object(_)) => is_text(example),
        _ => false,
    }
}

/// The items of an object.
fn pairs(object: &Expression) -> impl Iterator<Item = (String, Expression)> {
    let pairs = object.object_pairs().unwrap_or_default().into_iter();
    pairs.map(|(key, value)| {
        let text = key.literal_text().map(Into::into);
        (text.unwrap_or_else(|| key.text().to_owned()), value)
    })
}

/// The name of an attribute, or the type of a block.
pub(super) fn name_of(item: &BodyItem) -> &str {
    match item {
        BodyItem::Attribute(it) => it.name(),
        BodyItem::Block(it) => it.block_type(),
    }
}
