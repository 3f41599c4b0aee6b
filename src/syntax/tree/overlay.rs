//! Bodies of several layers as one body: a later layer overrides what the earlier ones say.
//!
//! All layers of one level are read in one pass, so that the work is linear in their size. The items of each name are
//! an [`ItemsOfName`], to which one layer after the other is applied. Items that stand for one item of the result are
//! kept together until all layers are read; their bodies are then the layers of the next level.

use foldhash::{HashMap, HashMapExt as _};

use super::blocks::{BlockRequest, JsonBlock};
use super::copy::{CopiedItems, NewBlock, NewLabel};
use super::join::{Joined, Offsets};
use super::view::{BlockView, View};
use super::{
    BodyNode, ExprId, ExprKind, GeneratedCount, ItemId, ItemKind, Owner, PropertyName, Root,
    Structure, Tree,
};
use crate::span::Span;

/// What becomes of the blocks of one type in the bodies that are laid over each other.
///
/// See [`Overlay`](crate::Overlay) for how one is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OverlayRule {
    /// Blocks with the same labels become one block, in which attributes and blocks are overlaid in turn. Where a body
    /// has several with the same labels, they are a list: it replaces what earlier bodies have, and what a later body
    /// has replaces it.
    #[default]
    Merge,
    /// The blocks of the last body that has any replace those of all earlier bodies, whatever their labels are.
    Replace,
    /// The blocks of all bodies, those of the first body first.
    Append,
}

/// The rules for block types, by their names.
pub(super) type Rules = HashMap<String, OverlayRule>;

/// Trees that are being joined, and what is known of each.
pub(super) struct Layers<'t> {
    joined: Joined<'t>,
}

impl<'t> Layers<'t> {
    pub(super) fn new() -> Self {
        Layers {
            joined: Joined::new(),
        }
    }

    /// Adds a tree whose text begins at a byte of the joined text. Returns how far its nodes were moved.
    pub(super) fn add(&mut self, tree: &'t Tree, text: u32) -> Offsets {
        self.joined.append(tree, text)
    }

    /// Lays the items of layers over each other. Returns the tree, and the items in it.
    pub(super) fn overlay(
        self,
        text: &str,
        rules: &Rules,
        layers: &[Vec<ItemId>],
    ) -> (Tree, Vec<ItemId>) {
        let mut overlay = Overlaying {
            text,
            rules,
            tree: self.joined.finish(),
        };
        let items = overlay.level(layers);
        let mut tree = overlay.tree;
        let list = tree.nodes_mut().list_items(&items);
        tree.set_root(Root::Body(BodyNode::of_items(list)));
        (tree, items)
    }
}

/// A joined tree to which overlaid blocks and objects are added.
struct Overlaying<'a> {
    text: &'a str,
    rules: &'a Rules,
    tree: Tree,
}

/// The kind of the items of one name in one layer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum ItemsKind {
    #[default]
    Nothing,
    /// Blocks, all of which have this number of labels if there is one.
    Blocks(Option<usize>),
    /// Properties of JSON, which may be attributes or blocks.
    Properties,
    /// Attributes, or an attribute and a block of one name, which is an error that somebody else reports.
    Attributes,
}

/// An item, and the place that it has among the items of the result unless it takes that of another one.
#[derive(Clone, Copy)]
struct PlacedItem {
    place: usize,
    id: ItemId,
}

/// The items of one name.
#[derive(Default)]
struct ItemsOfName {
    name: String,
    kind: ItemsKind,
    items: Vec<OverlaidItem>,
    /// The items by the labels of their blocks.
    by_labels: HashMap<Vec<String>, Vec<usize>>,
    /// What the current layer has.
    fresh: Vec<PlacedItem>,
}

/// An item of the result.
struct OverlaidItem {
    place: usize,
    /// The items that it is made of, the lowest layer first. None if other items have replaced it.
    parts: Vec<ItemId>,
}

impl ItemsKind {
    /// What items of both kinds are together.
    fn joined(self, other: ItemsKind) -> ItemsKind {
        match (self, other) {
            (ItemsKind::Nothing, kind) | (kind, ItemsKind::Nothing) => kind,
            (ItemsKind::Blocks(own), ItemsKind::Blocks(others)) => {
                ItemsKind::Blocks(own.filter(|_| own == others))
            }
            (ItemsKind::Properties, ItemsKind::Properties) => ItemsKind::Properties,
            _ => ItemsKind::Attributes,
        }
    }
}

impl ItemsOfName {
    fn add(&mut self, placed: PlacedItem) -> usize {
        self.items.push(OverlaidItem {
            place: placed.place,
            parts: vec![placed.id],
        });
        self.items.len() - 1
    }

    /// Replaces the items at these indexes. As many of the new ones as possible take the places of the old ones.
    fn replace(&mut self, old: &[usize], new: &[PlacedItem]) -> Vec<usize> {
        let mut indexes = Vec::with_capacity(new.len());
        for (index, placed) in new.iter().enumerate() {
            match old.get(index) {
                Some(at) => {
                    self.items[*at].parts = vec![placed.id];
                    indexes.push(*at);
                }
                None => indexes.push(self.add(*placed)),
            }
        }
        for at in old.iter().skip(new.len()) {
            self.items[*at].parts.clear();
        }
        indexes
    }

    /// Replaces all items.
    fn replace_all(&mut self, new: &[PlacedItem]) {
        self.by_labels.clear();
        self.items.retain(|item| !item.parts.is_empty());
        let old: Vec<usize> = (0..self.items.len()).collect();
        self.replace(&old, new);
    }

    /// The items that nothing has replaced.
    fn present(&self) -> impl Iterator<Item = &OverlaidItem> {
        self.items.iter().filter(|item| !item.parts.is_empty())
    }
}

impl Overlaying<'_> {
    fn view(&self) -> View<'_, '_> {
        View {
            text: self.text,
            tree: &self.tree,
        }
    }

    /// The items of bodies that are laid over each other.
    fn level(&mut self, layers: &[Vec<ItemId>]) -> Vec<ItemId> {
        let mut entries: Vec<ItemsOfName> = Vec::new();
        let mut indexes: HashMap<String, usize> = HashMap::new();
        let mut places = 0;
        for layer in layers {
            let mut touched = Vec::new();
            for id in layer {
                let name = self.view().item_text(*id);
                let index = if let Some(index) = indexes.get(name) {
                    *index
                } else {
                    let name = name.to_owned();
                    indexes.insert(name.clone(), entries.len());
                    entries.push(ItemsOfName {
                        name,
                        ..ItemsOfName::default()
                    });
                    entries.len() - 1
                };
                let fresh = &mut entries[index].fresh;
                if fresh.is_empty() {
                    touched.push(index);
                }
                fresh.push(PlacedItem {
                    place: places,
                    id: *id,
                });
                places += 1;
            }
            for index in touched {
                self.apply(&mut entries[index], &mut places);
            }
        }
        let mut result = vec![None; places];
        for entry in entries {
            for item in entry.items {
                result[item.place] = self.resolved(&item.parts);
            }
        }
        result.into_iter().flatten().collect()
    }

    /// Applies what a layer has of a name.
    fn apply(&mut self, entry: &mut ItemsOfName, places: &mut usize) {
        let fresh = std::mem::take(&mut entry.fresh);
        let kind = self.kind(&fresh);
        let rule = self.rules.get(&entry.name).copied().unwrap_or_default();
        match (entry.kind, kind) {
            (ItemsKind::Blocks(_), ItemsKind::Blocks(_)) => self.blocks(entry, &fresh, rule),
            (ItemsKind::Properties, ItemsKind::Properties) => properties(entry, &fresh, rule),
            (ItemsKind::Blocks(Some(labels)), ItemsKind::Properties) => {
                match self.as_blocks(&fresh, labels, places) {
                    Some(blocks) => self.blocks(entry, &blocks, rule),
                    None => self.replace(entry, &fresh),
                }
            }
            (ItemsKind::Properties, ItemsKind::Blocks(Some(labels))) => {
                match self.layers_of_blocks(entry, labels, places) {
                    Some(layers) => {
                        *entry = ItemsOfName {
                            name: std::mem::take(&mut entry.name),
                            kind,
                            ..ItemsOfName::default()
                        };
                        for layer in layers {
                            self.blocks(entry, &layer, rule);
                        }
                        self.blocks(entry, &fresh, rule);
                    }
                    None => self.replace(entry, &fresh),
                }
            }
            _ => self.replace(entry, &fresh),
        }
    }

    /// What the nodes of one name in one layer are.
    fn kind(&self, fresh: &[PlacedItem]) -> ItemsKind {
        let view = self.view();
        let of = |placed: &PlacedItem| match (view.is_block(placed.id), view.is_property(placed.id))
        {
            (true, _) => ItemsKind::Blocks(Some(view.label_count(placed.id))),
            (_, true) => ItemsKind::Properties,
            _ => ItemsKind::Attributes,
        };
        let kinds = fresh.iter().map(of);
        kinds.reduce(ItemsKind::joined).unwrap_or_default()
    }

    /// Replaces all that earlier layers have of a name.
    fn replace(&self, entry: &mut ItemsOfName, fresh: &[PlacedItem]) {
        entry.replace_all(fresh);
        entry.kind = self.kind(fresh);
        if let ItemsKind::Blocks(_) = entry.kind {
            for (index, item) in entry.items.iter().enumerate() {
                for id in &item.parts {
                    let same = entry.by_labels.entry(self.labels(*id));
                    same.or_default().push(index);
                }
            }
        }
    }

    /// Applies the blocks of a layer.
    fn blocks(&mut self, entry: &mut ItemsOfName, fresh: &[PlacedItem], rule: OverlayRule) {
        entry.kind = entry.kind.joined(self.kind(fresh));
        match rule {
            OverlayRule::Append => fresh.iter().for_each(|placed| {
                entry.add(*placed);
            }),
            OverlayRule::Replace => self.replace(entry, fresh),
            OverlayRule::Merge => {
                let mut order: Vec<Vec<String>> = Vec::new();
                let mut by_labels: HashMap<Vec<String>, Vec<PlacedItem>> = HashMap::new();
                for placed in fresh {
                    let labels = self.labels(placed.id);
                    let same = by_labels.entry(labels.clone()).or_default();
                    if same.is_empty() {
                        order.push(labels);
                    }
                    same.push(*placed);
                }
                for labels in order {
                    let fresh = by_labels.remove(&labels).unwrap_or_default();
                    let old = entry.by_labels.get(&labels).cloned().unwrap_or_default();
                    if let ([old], [placed]) = (old.as_slice(), fresh.as_slice()) {
                        entry.items[*old].parts.push(placed.id);
                    } else {
                        let indexes = entry.replace(&old, &fresh);
                        entry.by_labels.insert(labels, indexes);
                    }
                }
            }
        }
    }

    fn labels(&self, id: ItemId) -> Vec<String> {
        let view = self.view();
        let block = view.block(id);
        let labels = view.labels(&block);
        labels
            .map(|label| view.normalized_label(label).into_owned())
            .collect()
    }

    /// The items of an entry, which are properties, as the blocks that they are layer by layer.
    fn layers_of_blocks(
        &mut self,
        entry: &ItemsOfName,
        labels: usize,
        places: &mut usize,
    ) -> Option<Vec<Vec<PlacedItem>>> {
        let items: Vec<&OverlaidItem> = entry.present().collect();
        if let [item] = items.as_slice() {
            let nodes = item.parts.iter().enumerate();
            return nodes
                .map(|(at, id)| {
                    let place = match at {
                        0 => item.place,
                        _ => new_place(places),
                    };
                    self.as_blocks(&[PlacedItem { place, id: *id }], labels, places)
                })
                .collect();
        }
        // Of several, each is of the last layer.
        let last = |item: &&OverlaidItem| {
            let (place, id) = (item.place, *item.parts.last()?);
            Some(PlacedItem { place, id })
        };
        let all: Vec<PlacedItem> = items.iter().filter_map(last).collect();
        Some(vec![self.as_blocks(&all, labels, places)?])
    }

    /// Properties of JSON as blocks with a number of labels, if all of them can be read as such.
    fn as_blocks(
        &mut self,
        properties: &[PlacedItem],
        labels: usize,
        places: &mut usize,
    ) -> Option<Vec<PlacedItem>> {
        let mut blocks = Vec::new();
        for property in properties {
            let ItemKind::Property { name, value } = self.tree[property.id].kind else {
                return None;
            };
            let is_right = !matches!(name, PropertyName::Escaped(_))
                && !matches!(self.tree[value].kind, ExprKind::Null);
            let request = BlockRequest::Labels(labels);
            let found = self.view().blocks_of_value(value, request);
            if !is_right || !found.diagnostics.is_empty() {
                return None;
            }
            for (index, block) in found.blocks.into_iter().enumerate() {
                let place = match index {
                    0 => property.place,
                    _ => new_place(places),
                };
                let id = self.block_of_json(block);
                blocks.push(PlacedItem { place, id });
            }
        }
        Some(blocks)
    }

    /// Adds a block with the body that an object of JSON is.
    fn block_of_json(&mut self, block: JsonBlock) -> ItemId {
        let block = self.view().json_block(block);
        let quoted = block.block_type;
        let block_type = Span::new(quoted.start() + 1, quoted.end().saturating_sub(1));
        let view = self.view();
        let items = CopiedItems {
            items: view.item_ids(block.body).to_vec(),
            absent: view.absent_ids(block.body).to_vec(),
        };
        self.push_block(&block, block_type, &items, count_of(&[block]))
    }

    /// Adds a block like another one, with other items.
    fn push_block(
        &mut self,
        block: &BlockView,
        block_type: Span,
        items: &CopiedItems,
        count: GeneratedCount,
    ) -> ItemId {
        let view = self.view();
        let labels = view.labels(block).map(|label| NewLabel {
            span: label.span,
            text: view.label(label).into(),
        });
        let block = NewBlock {
            span: block.span,
            block_type,
            header: block.header,
            content: view.content(block),
            labels: labels.collect(),
            count,
            is_overlaid: true,
        };
        self.tree.push_generated_block(block, items)
    }

    /// The one item that the items of several layers are.
    fn resolved(&mut self, items: &[ItemId]) -> Option<ItemId> {
        match items {
            [] => None,
            [item] => Some(*item),
            [first, ..] if self.view().is_block(*first) => Some(self.overlaid_block(items)),
            _ => Some(self.overlaid_property(items)),
        }
    }

    /// Adds the block that the blocks of several layers are. It stands where the last of them does.
    fn overlaid_block(&mut self, parts: &[ItemId]) -> ItemId {
        let view = self.view();
        let blocks: Vec<BlockView> = parts.iter().map(|id| view.block(*id)).collect();
        let layers: Vec<Vec<ItemId>> = blocks
            .iter()
            .map(|block| view.item_ids(block.body).to_vec())
            .collect();
        let mut items = CopiedItems::default();
        for block in &blocks {
            items.absent.extend(view.absent_ids(block.body));
        }
        items.items = self.level(&layers);
        let block = &blocks[blocks.len() - 1];
        self.push_block(block, block.block_type, &items, count_of(&blocks))
    }

    /// The property that the properties of several layers are: their objects are overlaid, anything else is replaced.
    fn overlaid_property(&mut self, parts: &[ItemId]) -> ItemId {
        let last = parts[parts.len() - 1];
        let view = self.view();
        let values: Vec<ExprId> = parts
            .iter()
            .filter_map(|id| view.property_value(*id))
            .collect();
        let replaced = values.iter().rposition(|id| !view.is_json_object(*id));
        let objects = &values[replaced.map_or(0, |at| at + 1)..];
        let Some(value) = objects.last().copied().filter(|_| objects.len() > 1) else {
            return last;
        };
        let layers: Vec<Vec<ItemId>> = objects
            .iter()
            .map(|id| view.object_items(*id).to_vec())
            .collect();
        let mut absent = Vec::new();
        let mut overlaid = Structure {
            is_overlaid: true,
            ..Structure::new(None)
        };
        let mut is_written = true;
        for id in objects {
            let body = view.json_body(*id);
            absent.extend(view.absent_ids(body));
            is_written &= view.item_ids(body) == view.object_items(*id);
            overlaid.is_unknown |= view.tree.is_unknown_blocks(*id);
        }
        // As bodies, they lack comments, and have the blocks that their `dynamic` blocks generate.
        let of_bodies = objects.iter().map(|id| {
            let body = view.json_body(*id);
            view.item_ids(body).to_vec()
        });
        let of_bodies: Vec<_> = of_bodies.collect();
        let properties = self.level(&layers);
        let body = CopiedItems {
            items: if is_written {
                properties.clone()
            } else {
                self.level(&of_bodies)
            },
            absent,
        };
        // The value is set when it is made: what stands in it names the property.
        let property = self.tree[last];
        let property = self.tree.nodes_mut().push_item(property);
        let around = self.tree.owner(value);
        overlaid.owner = around.map(|around| Owner { property, ..around });
        let object = self.tree.open_structure(self.tree.span(value), overlaid);
        self.tree
            .close_object(object, &properties, Some(&body), false);
        self.tree.set_value(property, object);
        property
    }
}

/// What a block stands for that these blocks were made into.
fn count_of(blocks: &[BlockView]) -> GeneratedCount {
    if blocks.iter().any(BlockView::is_unknown) {
        GeneratedCount::Unknown
    } else {
        GeneratedCount::One
    }
}

/// A place after all others.
fn new_place(places: &mut usize) -> usize {
    *places += 1;
    *places - 1
}

/// Applies the properties of a layer to properties, of which nobody knows yet whether they are attributes or blocks.
fn properties(entry: &mut ItemsOfName, fresh: &[PlacedItem], rule: OverlayRule) {
    let mut present = entry.items.iter_mut().filter(|it| !it.parts.is_empty());
    let only = present.next().filter(|_| present.next().is_none());
    match (rule, only, fresh) {
        (OverlayRule::Append, ..) => fresh.iter().for_each(|placed| {
            entry.add(*placed);
        }),
        (OverlayRule::Merge, Some(item), [placed]) => item.parts.push(placed.id),
        _ => entry.replace_all(fresh),
    }
}
