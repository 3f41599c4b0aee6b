//! Bodies that are laid over each other: what a later layer says overrides what the earlier ones say.
//!
//! All layers of one level are read in one pass, so that the work is linear in their size. The items of each name are
//! an [`ItemsOfName`], to which one layer after the other is applied. Items that stand for one item of the result are
//! kept together until all layers are read; their bodies are then the layers of the next level. The item of the result
//! is that of the last layer, with what all of them say in it ([`Layered`]).

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::body::{Body, Selection};
use super::item::{ItemHandle, ItemRef, Layered};
use crate::syntax::tree::blocks::BlockRequest;
use crate::syntax::tree::{ExprId, ExprKind};

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

/// Lays the items of layers over each other, the lowest layer first.
pub(super) fn overlay(layers: Vec<Vec<ItemHandle>>, rules: &Rules) -> Vec<ItemHandle> {
    let mut level = Level::default();
    for layer in layers {
        level.add(layer, rules);
    }
    level.finish(rules)
}

/// The items of one body of the result.
#[derive(Default)]
struct Level {
    names: Vec<ItemsOfName>,
    /// The indexes of the names.
    indexes: HashMap<String, usize>,
    positions: Positions,
}

/// Gives the items of a level their positions. It is the number of positions that are given already.
#[derive(Default)]
struct Positions(usize);

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

/// An item, and the position that it has among the items of the result unless it takes that of another one.
struct PositionedItem {
    position: usize,
    item: ItemHandle,
}

/// The items of one name.
#[derive(Default)]
struct ItemsOfName {
    rule: OverlayRule,
    kind: ItemsKind,
    items: Vec<OverlaidItem>,
    /// The items by the labels of their blocks.
    by_labels: HashMap<Vec<String>, Vec<usize>>,
    /// What the current layer has.
    fresh: Vec<PositionedItem>,
}

/// An item of the result.
struct OverlaidItem {
    position: usize,
    /// The items that it is made of, the lowest layer first. None if other items have replaced it.
    parts: Vec<ItemHandle>,
}

impl Positions {
    /// A position after all others.
    fn next(&mut self) -> usize {
        self.0 += 1;
        self.0 - 1
    }
}

impl ItemsKind {
    /// What items of one name in one layer are.
    fn of(items: &[PositionedItem]) -> Self {
        let kind = |positioned: &PositionedItem| {
            let item = positioned.item.as_ref();
            match (item.is_block(), item.is_property()) {
                (true, _) => ItemsKind::Blocks(Some(item.label_count())),
                (_, true) => ItemsKind::Properties,
                _ => ItemsKind::Attributes,
            }
        };
        let kinds = items.iter().map(kind);
        kinds.reduce(ItemsKind::joined).unwrap_or_default()
    }

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

impl Level {
    /// Applies a layer.
    fn add(&mut self, layer: Vec<ItemHandle>, rules: &Rules) {
        let mut touched = Vec::new();
        for item in layer {
            let name = item.as_ref().name();
            let index = if let Some(index) = self.indexes.get(name) {
                *index
            } else {
                self.indexes.insert(name.to_owned(), self.names.len());
                self.names.push(ItemsOfName {
                    rule: rules.get(name).copied().unwrap_or_default(),
                    ..ItemsOfName::default()
                });
                self.names.len() - 1
            };
            let fresh = &mut self.names[index].fresh;
            if fresh.is_empty() {
                touched.push(index);
            }
            let position = self.positions.next();
            fresh.push(PositionedItem { position, item });
        }
        for index in touched {
            self.names[index].apply(&mut self.positions);
        }
    }

    /// The items, each in its position.
    fn finish(self, rules: &Rules) -> Vec<ItemHandle> {
        let mut result: Vec<Option<ItemHandle>> = vec![None; self.positions.0];
        for item in self.names.into_iter().flat_map(|name| name.items) {
            result[item.position] = resolved(item.parts, rules);
        }
        result.into_iter().flatten().collect()
    }
}

impl ItemsOfName {
    fn add(&mut self, PositionedItem { position, item }: PositionedItem) -> usize {
        self.items.push(OverlaidItem {
            position,
            parts: vec![item],
        });
        self.items.len() - 1
    }

    /// Replaces the items at these indexes. As many of the new ones as possible take the positions of the old ones.
    fn replace(&mut self, old: &[usize], new: Vec<PositionedItem>) -> Vec<usize> {
        for at in old.iter().skip(new.len()) {
            self.items[*at].parts.clear();
        }
        let mut indexes = Vec::with_capacity(new.len());
        for (index, positioned) in new.into_iter().enumerate() {
            match old.get(index) {
                Some(at) => {
                    self.items[*at].parts = vec![positioned.item];
                    indexes.push(*at);
                }
                None => indexes.push(self.add(positioned)),
            }
        }
        indexes
    }

    /// Replaces all that earlier layers have.
    fn replace_all(&mut self, new: Vec<PositionedItem>) {
        self.kind = ItemsKind::of(&new);
        self.by_labels.clear();
        self.items.retain(|item| !item.parts.is_empty());
        let old: Vec<usize> = (0..self.items.len()).collect();
        self.replace(&old, new);
        if let ItemsKind::Blocks(_) = self.kind {
            for (index, item) in self.items.iter().enumerate() {
                for part in &item.parts {
                    let same = self.by_labels.entry(part.as_ref().labels());
                    same.or_default().push(index);
                }
            }
        }
    }

    /// Applies what the current layer has.
    fn apply(&mut self, positions: &mut Positions) {
        let fresh = std::mem::take(&mut self.fresh);
        match (self.kind, ItemsKind::of(&fresh)) {
            (ItemsKind::Blocks(_), ItemsKind::Blocks(_)) => self.add_blocks(fresh),
            (ItemsKind::Properties, ItemsKind::Properties) => self.add_properties(fresh),
            (ItemsKind::Blocks(Some(labels)), ItemsKind::Properties) => {
                match as_blocks(&fresh, labels, positions) {
                    Some(blocks) => self.add_blocks(blocks),
                    None => self.replace_all(fresh),
                }
            }
            (ItemsKind::Properties, ItemsKind::Blocks(Some(labels))) => {
                match self.layers_of_blocks(labels, positions) {
                    Some(layers) => {
                        *self = ItemsOfName {
                            rule: self.rule,
                            ..ItemsOfName::default()
                        };
                        for layer in layers {
                            self.add_blocks(layer);
                        }
                        self.add_blocks(fresh);
                    }
                    None => self.replace_all(fresh),
                }
            }
            _ => self.replace_all(fresh),
        }
    }

    /// Applies the blocks of a layer.
    fn add_blocks(&mut self, fresh: Vec<PositionedItem>) {
        self.kind = self.kind.joined(ItemsKind::of(&fresh));
        match self.rule {
            OverlayRule::Append => fresh.into_iter().for_each(|positioned| {
                self.add(positioned);
            }),
            OverlayRule::Replace => self.replace_all(fresh),
            OverlayRule::Merge => self.merge(fresh),
        }
    }

    /// Applies the blocks of a layer by their labels.
    fn merge(&mut self, fresh: Vec<PositionedItem>) {
        let mut order: Vec<Vec<String>> = Vec::new();
        let mut by_labels: HashMap<Vec<String>, Vec<PositionedItem>> = HashMap::new();
        for positioned in fresh {
            let labels = positioned.item.as_ref().labels();
            let same = by_labels.entry(labels.clone()).or_default();
            if same.is_empty() {
                order.push(labels);
            }
            same.push(positioned);
        }
        for labels in order {
            let mut fresh = by_labels.remove(&labels).unwrap_or_default();
            let old = self.by_labels.get(&labels).cloned().unwrap_or_default();
            if let ([old], 1) = (old.as_slice(), fresh.len()) {
                let parts = fresh.drain(..).map(|positioned| positioned.item);
                self.items[*old].parts.extend(parts);
            } else {
                let indexes = self.replace(&old, fresh);
                self.by_labels.insert(labels, indexes);
            }
        }
    }

    /// Applies the properties of a layer, of which nobody knows yet whether they are attributes or blocks.
    fn add_properties(&mut self, mut fresh: Vec<PositionedItem>) {
        let mut present = self.items.iter_mut().filter(|it| !it.parts.is_empty());
        let only = present.next().filter(|_| present.next().is_none());
        match (self.rule, only, fresh.len()) {
            (OverlayRule::Append, ..) => fresh.into_iter().for_each(|positioned| {
                self.add(positioned);
            }),
            (OverlayRule::Merge, Some(item), 1) => {
                let parts = fresh.drain(..).map(|positioned| positioned.item);
                item.parts.extend(parts);
            }
            _ => self.replace_all(fresh),
        }
    }

    /// The items, which are properties, as the blocks that they are layer by layer.
    fn layers_of_blocks(
        &self,
        labels: usize,
        positions: &mut Positions,
    ) -> Option<Vec<Vec<PositionedItem>>> {
        let items = self.items.iter().filter(|item| !item.parts.is_empty());
        let items: Vec<&OverlaidItem> = items.collect();
        let at_position = |position, item: &ItemHandle| PositionedItem {
            position,
            item: item.clone(),
        };
        if let [item] = items.as_slice() {
            let mut layers = Vec::new();
            for (at, part) in item.parts.iter().enumerate() {
                let position = if at == 0 {
                    item.position
                } else {
                    positions.next()
                };
                layers.push(as_blocks(
                    &[at_position(position, part)],
                    labels,
                    positions,
                )?);
            }
            return Some(layers);
        }
        // Of several, each is of the last layer.
        let last = |item: &&OverlaidItem| Some(at_position(item.position, item.parts.last()?));
        let all: Vec<PositionedItem> = items.iter().filter_map(last).collect();
        Some(vec![as_blocks(&all, labels, positions)?])
    }
}

/// Properties of JSON as blocks with a number of labels, if all of them can be read as such. Null takes blocks away.
fn as_blocks(
    properties: &[PositionedItem],
    labels: usize,
    positions: &mut Positions,
) -> Option<Vec<PositionedItem>> {
    let mut all = Vec::new();
    for PositionedItem { position, item } in properties {
        let property = item.as_ref();
        let (blocks, diagnostics) = property.blocks(BlockRequest::Labels(labels));
        let is_null = |value: ExprId| matches!(item.document.tree[value].kind, ExprKind::Null);
        if property.value().is_none_or(is_null) || !diagnostics.is_empty() {
            return None;
        }
        for (index, item) in blocks.into_iter().enumerate() {
            let position = if index == 0 {
                *position
            } else {
                positions.next()
            };
            let item = item.to_handle();
            all.push(PositionedItem { position, item });
        }
    }
    Some(all)
}

/// The one item that the items of several layers are.
fn resolved(mut parts: Vec<ItemHandle>, rules: &Rules) -> Option<ItemHandle> {
    let last = parts.last()?.as_ref();
    if !last.is_block() {
        // Objects are laid over each other. Anything else replaces what was there.
        let is_object = |part: &ItemHandle| part.as_ref().is_json_object();
        let replaced = parts.iter().rposition(|part| !is_object(part));
        let objects = replaced.map_or(0, |at| (at + 1).min(parts.len() - 1));
        parts.drain(..objects);
    }
    if parts.len() == 1 {
        return parts.pop();
    }
    let last = parts.last()?.as_ref();
    let bodies: Vec<Body> = parts.iter().map(|part| part.as_ref().body()).collect();
    let body = selection(&bodies, rules)?;
    let is_written = parts
        .iter()
        .all(|part| part.as_ref().properties().is_none());
    let properties = if is_written {
        Arc::clone(&body)
    } else {
        let properties = |(part, body): (&ItemHandle, &Body)| {
            let properties = part.as_ref().properties();
            properties.unwrap_or_else(|| body.clone())
        };
        let properties: Vec<Body> = parts.iter().zip(&bodies).map(properties).collect();
        selection(&properties, rules)?
    };
    Some(last.with_layers(Layered {
        body,
        properties,
        is_unknown: parts.iter().any(|part| part.as_ref().is_unknown()),
    }))
}

/// What bodies are together, in the position of the last of them.
fn selection(bodies: &[Body], rules: &Rules) -> Option<Arc<Selection>> {
    let layers = bodies.iter();
    let layers = layers.map(|body| body.item_refs().map(ItemRef::to_handle).collect());
    let items = overlay(layers.collect(), rules);
    let absent = bodies.iter().flat_map(Body::absent).collect();
    Some(bodies.last()?.selection_of(items, absent))
}
