//! Bodies laid over each other: items of later layers override those of earlier ones.
//!
//! All layers of one level are read in one pass, so that the work is linear in their size. The items of each name are
//! an [`ItemsOfName`], to which one layer after the other is applied. Items that form one item of the result are kept
//! together until all layers are read; their bodies are then the layers of the next level. The resulting item is that
//! of the last layer, with the content of all of them ([`Layered`]).

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::body::{Body, Selection};
use super::forms::{BodyForms, ContentForm, ItemForm, LevelForm};
use super::item::{ItemHandle, Layered};
use super::removed::{RemovedBlocks, removed_blocks};
use super::spread::blocks_of_attribute;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::blocks::BlockRequest;

/// How the blocks of one type are combined when bodies are overlaid.
///
/// [`Overlay`](crate::Overlay) describes how to choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum OverlayRule {
    /// Blocks with the same labels become one block, in which attributes and blocks are overlaid in turn. If a body has
    /// several blocks with the same labels, they are a list, which replaces the blocks of earlier bodies and is
    /// replaced by the blocks of a later body.
    #[default]
    Merge,
    /// The last body with blocks of this type replaces the blocks of all earlier bodies, regardless of their labels.
    Replace,
    /// The blocks of all bodies, in the order of the bodies.
    Append,
}

/// The rules by which items are combined.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Rules {
    /// By block type.
    pub(super) by_type: HashMap<String, OverlayRule>,
    /// The forms of the type that the result is decoded into.
    pub(super) forms: Option<Arc<BodyForms>>,
    /// Whether all layers but the first are settings, which are laid over it.
    pub(super) is_of_settings: bool,
}

pub(super) struct Overlaid {
    pub(super) items: Vec<ItemHandle>,
    pub(super) replaced: Vec<ReplacedBlock>,
    /// Diagnostics about settings inside an attribute whose expression is not an object, so that it can only be set as
    /// a whole.
    pub(super) faults: Vec<Diagnostic>,
}

/// A block that an attribute of a later layer replaces.
#[derive(Clone)]
pub(crate) struct ReplacedBlock {
    pub(crate) block: ItemHandle,
    pub(crate) attribute: ItemHandle,
}

/// Lays bodies over each other, the lowest first.
pub(super) fn overlay(bodies: &[Body], rules: &Rules) -> Overlaid {
    let root = rules.forms.as_ref().map(|forms| forms.root);
    let mut overlaying = Overlaying {
        rules,
        replaced: Vec::new(),
        faults: Vec::new(),
    };
    let items = overlaying.items(bodies, root.unwrap_or(LevelForm::Unknown));
    Overlaid {
        items,
        replaced: overlaying.replaced,
        faults: overlaying.faults,
    }
}

/// The rules, and the diagnostics found while they are applied.
struct Overlaying<'r> {
    rules: &'r Rules,
    replaced: Vec<ReplacedBlock>,
    faults: Vec<Diagnostic>,
}

/// How the items with the same name are combined.
#[derive(Clone, Copy, Default)]
enum NameRule {
    /// Blocks with the same labels become one.
    #[default]
    Merge,
    /// Blocks of a later layer replace those with the same first `keys` labels. Blocks with fewer labels are merged.
    Replace { keys: usize },
    /// Like `Replace`, but a block is merged with one that has all labels in common: a setting changes the chosen
    /// variant, or chooses another one.
    Choose { keys: usize },
    /// Blocks of a later layer come after the others.
    Append,
}

/// The items of one body of the result.
#[derive(Default)]
struct Level {
    names: Vec<ItemsOfName>,
    /// The index in `names` of each name.
    indexes: HashMap<String, usize>,
    positions: Positions,
}

/// Assigns positions to the items of a level. Holds the number of positions assigned so far.
#[derive(Default)]
struct Positions(usize);

/// The kind of the items with the same name in one layer.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
enum ItemsKind {
    #[default]
    Nothing,
    /// Blocks, and their number of labels if all of them have the same.
    Blocks(Option<usize>),
    /// JSON properties, which may be attributes or blocks.
    Properties,
    /// Attributes, or an attribute and a block with the same name, which is an error that is reported elsewhere.
    Attributes,
}

/// An item, and its position among the items of the result, which is not used if the item replaces another one.
#[derive(Clone)]
struct PositionedItem {
    position: usize,
    item: ItemHandle,
}

struct ItemsOfName {
    rule: NameRule,
    form: ItemForm,
    /// The number of labels with which JSON properties are read as blocks, if the type has blocks of this name.
    block_labels: Option<usize>,
    kind: ItemsKind,
    items: Vec<OverlaidItem>,
    /// The last property that stands for no block and removes none. It becomes an item if there is no other, so that a
    /// list is empty, not absent.
    empty: Option<PositionedItem>,
    /// The indexes in `items`, by the labels that identify the blocks.
    by_labels: HashMap<Vec<String>, Vec<usize>>,
    /// The items of the current layer.
    fresh: Vec<PositionedItem>,
}

/// Properties of a layer that are known to be blocks.
#[derive(Default)]
struct LayerOfBlocks {
    blocks: Vec<PositionedItem>,
    /// The last of the properties, if there are neither blocks nor removed ones.
    empty: Option<PositionedItem>,
    /// The blocks of earlier layers whose labels are null in this one.
    removed: RemovedBlocks,
}

struct OverlaidItem {
    position: usize,
    /// The items that it is made of, the lowest layer first. Empty if other items have replaced it.
    parts: Vec<ItemHandle>,
}

impl Positions {
    /// A position after all others.
    fn next(&mut self) -> usize {
        self.0 += 1;
        self.0 - 1
    }

    /// The position of the item at `index` of several that replace the one at `first`.
    fn nth(&mut self, first: usize, index: usize) -> usize {
        if index == 0 { first } else { self.next() }
    }
}

impl ItemsKind {
    /// The kind of the items with the same name in one layer.
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

    /// The kind of a group that has items of both kinds.
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

impl NameRule {
    fn new(rule: OverlayRule) -> Self {
        match rule {
            OverlayRule::Merge => NameRule::Merge,
            OverlayRule::Replace => NameRule::Replace { keys: 0 },
            OverlayRule::Append => NameRule::Append,
        }
    }

    /// The rule for a form of the type.
    fn of_form(form: ItemForm, rules: &Rules) -> Self {
        match form.content {
            ContentForm::Variant(_) if rules.is_of_settings => NameRule::Choose { keys: form.keys },
            ContentForm::List | ContentForm::Variant(_) => NameRule::Replace { keys: form.keys },
            ContentForm::Unknown
            | ContentForm::Text
            | ContentForm::Value
            | ContentForm::Body(_) => NameRule::Merge,
        }
    }

    /// The part of a block's labels that identifies it.
    fn key(self, mut labels: Vec<String>) -> Vec<String> {
        if let NameRule::Replace { keys } | NameRule::Choose { keys } = self {
            labels.truncate(keys);
        }
        labels
    }

    /// Whether blocks identified by these labels are replaced, even if there is only one.
    fn replaces(self, key: &[String]) -> bool {
        match self {
            NameRule::Replace { keys } | NameRule::Choose { keys } => key.len() == keys,
            NameRule::Merge | NameRule::Append => false,
        }
    }
}

impl Overlaying<'_> {
    /// The items of the level whose layers are these bodies.
    fn items(&mut self, bodies: &[Body], form: LevelForm) -> Vec<ItemHandle> {
        self.level(bodies, form).finish(self)
    }

    /// Reads the layers of a level. Out of line, because the stack frame of [`items`](Self::items) is repeated for each
    /// level of nesting.
    #[inline(never)]
    fn level(&mut self, bodies: &[Body], form: LevelForm) -> Level {
        let mut level = Level::default();
        for body in bodies {
            level.add(body, form, self);
        }
        for name in &mut level.names {
            if name.items.iter().all(|item| item.parts.is_empty())
                && let Some(empty) = name.empty.take()
            {
                name.add(empty);
            }
        }
        level
    }

    /// An empty list of items for a name at a level, with the rule for that name.
    fn items_of_name(&self, level: LevelForm, name: &str) -> ItemsOfName {
        let forms = self.rules.forms.as_ref();
        let form = forms.and_then(|forms| forms.item(level, name));
        let form = form.unwrap_or(ItemForm::UNKNOWN);
        // Labels are not block types.
        if let LevelForm::Keys(_) = level {
            return ItemsOfName::new(form, NameRule::of_form(form, self.rules));
        }
        let rule = self.rules.by_type.get(name);
        let rule = rule.map_or(NameRule::of_form(form, self.rules), |rule| {
            NameRule::new(*rule)
        });
        let block_labels = match form.content {
            ContentForm::Body(_) | ContentForm::List => Some(form.keys),
            ContentForm::Variant(_) => Some(form.keys).filter(|keys| *keys > 0),
            ContentForm::Unknown | ContentForm::Text | ContentForm::Value => None,
        };
        ItemsOfName {
            block_labels,
            ..ItemsOfName::new(form, rule)
        }
    }

    /// Combines the items of several layers into one item.
    fn resolved(&mut self, mut parts: Vec<ItemHandle>, form: ItemForm) -> Option<ItemHandle> {
        let last = parts.last()?.as_ref();
        let labels = last.label_count();
        if !last.is_block() {
            // Objects are laid over each other. Any other value replaces the earlier ones.
            let is_object = |part: &ItemHandle| part.as_ref().is_json_object();
            let replaced = parts.iter().rposition(|part| !is_object(part));
            let objects = replaced.map_or(0, |at| (at + 1).min(parts.len() - 1));
            parts.drain(..objects);
        }
        if parts.len() == 1 {
            return parts.pop();
        }
        let level = form.inside(labels);
        // An item that settings change keeps its location.
        let base = if self.rules.is_of_settings {
            0
        } else {
            parts.len() - 1
        };
        let bodies: Vec<Body> = parts.iter().map(|part| part.as_ref().body()).collect();
        let body = self.selection(&bodies, base, level)?;
        let properties = parts.iter().map(|part| part.as_ref().properties());
        let properties: Vec<Option<Body>> = properties.collect();
        let properties = if properties.iter().all(Option::is_none) {
            None
        } else {
            let pairs = properties.into_iter().zip(bodies);
            let properties = pairs.map(|(properties, body)| properties.unwrap_or(body));
            Some(self.selection(&properties.collect::<Vec<_>>(), base, level)?)
        };
        Some(parts[base].as_ref().with_layers(Layered {
            body,
            own_properties: properties,
            is_unknown: parts.iter().any(|part| part.as_ref().is_unknown()),
        }))
    }

    /// Overlays bodies. The result replaces the items of the body at index `base`.
    fn selection(
        &mut self,
        bodies: &[Body],
        base: usize,
        level: LevelForm,
    ) -> Option<Arc<Selection>> {
        let items = self.items(bodies, level);
        let mut absent = Vec::new();
        for body in bodies {
            absent.extend(body.absent());
        }
        Some(bodies.get(base)?.selection_of(items, absent))
    }
}

impl Level {
    fn add(&mut self, layer: &Body, form: LevelForm, overlaying: &mut Overlaying<'_>) {
        let mut touched = Vec::new();
        for item in layer.item_refs() {
            let name = item.name();
            let index = if let Some(index) = self.indexes.get(name) {
                *index
            } else {
                self.indexes.insert(name.to_owned(), self.names.len());
                self.names.push(overlaying.items_of_name(form, name));
                self.names.len() - 1
            };
            let fresh = &mut self.names[index].fresh;
            if fresh.is_empty() {
                touched.push(index);
            }
            let position = self.positions.next();
            let item = item.to_handle();
            fresh.push(PositionedItem { position, item });
        }
        for index in touched {
            self.names[index].apply(&mut self.positions, overlaying);
        }
    }

    /// The items in order.
    fn finish(self, overlaying: &mut Overlaying<'_>) -> Vec<ItemHandle> {
        let mut result: Vec<Option<ItemHandle>> = vec![None; self.positions.0];
        for name in self.names {
            // Items of one name keep their order. If several of them were one property, they got their positions when
            // it was read as blocks, perhaps after those of later layers.
            let mut positions: Vec<usize> = name.items.iter().map(|it| it.position).collect();
            positions.sort_unstable();
            for (item, position) in name.items.into_iter().zip(positions) {
                result[position] = overlaying.resolved(item.parts, name.form);
            }
        }
        result.into_iter().flatten().collect()
    }
}

impl ItemsOfName {
    fn new(form: ItemForm, rule: NameRule) -> Self {
        ItemsOfName {
            rule,
            form,
            block_labels: None,
            kind: ItemsKind::default(),
            items: Vec::new(),
            empty: None,
            by_labels: HashMap::new(),
            fresh: Vec::new(),
        }
    }

    fn clear(&mut self) {
        *self = ItemsOfName {
            block_labels: self.block_labels,
            ..ItemsOfName::new(self.form, self.rule)
        };
    }

    fn add(&mut self, PositionedItem { position, item }: PositionedItem) -> usize {
        self.items.push(OverlaidItem {
            position,
            parts: vec![item],
        });
        self.items.len() - 1
    }

    /// Replaces the items at these indexes. As many of the new ones as possible take the positions of the old ones; the
    /// new ones keep their order.
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

    /// Replaces all items of earlier layers.
    fn replace_all(&mut self, new: Vec<PositionedItem>) {
        self.kind = ItemsKind::of(&new);
        self.by_labels.clear();
        self.items.retain(|item| !item.parts.is_empty());
        let old: Vec<usize> = (0..self.items.len()).collect();
        self.replace(&old, new);
        if let ItemsKind::Blocks(_) = self.kind {
            for (index, item) in self.items.iter().enumerate() {
                for part in &item.parts {
                    let key = self.rule.key(part.as_ref().labels());
                    self.by_labels.entry(key).or_default().push(index);
                }
            }
        }
    }

    /// Applies the items of the current layer.
    fn apply(&mut self, positions: &mut Positions, overlaying: &mut Overlaying<'_>) {
        let fresh = std::mem::take(&mut self.fresh);
        let kind = ItemsKind::of(&fresh);
        match (self.kind, kind) {
            (ItemsKind::Blocks(_), ItemsKind::Blocks(_)) => return self.add_blocks(fresh),
            (ItemsKind::Blocks(_) | ItemsKind::Properties, ItemsKind::Properties)
                if self.is_replaced_by(&fresh, positions) =>
            {
                return self.replace_all(fresh);
            }
            (ItemsKind::Properties, ItemsKind::Properties) => {
                if let Some(labels) = self.block_labels
                    && let Some(blocks) = as_blocks(&fresh, labels, positions)
                    && self.become_blocks(labels, positions)
                {
                    return self.add_layer(blocks);
                }
                return self.add_properties(fresh);
            }
            (ItemsKind::Blocks(Some(labels)), ItemsKind::Properties) => {
                if let Some(blocks) = as_blocks(&fresh, labels, positions) {
                    return self.add_layer(blocks);
                }
            }
            (ItemsKind::Properties, ItemsKind::Blocks(Some(labels))) => {
                if self.become_blocks(labels, positions) {
                    return self.add_blocks(fresh);
                }
                self.check_setting(&fresh, overlaying);
            }
            (ItemsKind::Attributes, ItemsKind::Blocks(Some(labels)))
                if overlaying.rules.is_of_settings
                    && !matches!(self.rule, NameRule::Replace { keys: 0 }) =>
            {
                if self.spread(labels, positions) {
                    return self.add_blocks(fresh);
                }
                self.check_setting(&fresh, overlaying);
            }
            (_, ItemsKind::Attributes) => {
                if let [PositionedItem { item, .. }] = fresh.as_slice()
                    && let Some(removed) = self.removed_by(item, positions)
                {
                    return self.remove(&removed);
                }
            }
            _ => {}
        }
        if matches!(self.kind, ItemsKind::Blocks(_))
            && !matches!(kind, ItemsKind::Blocks(_))
            && let Some(PositionedItem { item, .. }) = fresh.first()
            && let Some(block) = self.items.iter().find_map(|item| item.parts.last())
        {
            overlaying.replaced.push(ReplacedBlock {
                block: block.clone(),
                attribute: item.clone(),
            });
        }
        self.replace_all(fresh);
    }

    /// Whether a layer with these properties replaces the items of all earlier layers. If so, the properties are not
    /// converted to blocks: only the type can distinguish the variants of a list of enums from attributes.
    fn is_replaced_by(&self, fresh: &[PositionedItem], positions: &mut Positions) -> bool {
        let blocks = match (self.rule, self.block_labels) {
            (NameRule::Replace { keys: 0 }, Some(labels)) => as_blocks(fresh, labels, positions),
            _ => None,
        };
        blocks.is_some_and(|layer| !layer.blocks.is_empty())
    }

    /// Converts properties to blocks with `labels` labels, if they can be read as such.
    fn become_blocks(&mut self, labels: usize, positions: &mut Positions) -> bool {
        let Some(layers) = self.layers_of_blocks(labels, positions) else {
            return false;
        };
        self.clear();
        for layer in layers {
            self.add_layer(layer);
        }
        true
    }

    /// Converts the existing attribute to blocks with `labels` labels, if its object can be written as such.
    fn spread(&mut self, labels: usize, positions: &mut Positions) -> bool {
        let mut present = self.items.iter().filter(|item| !item.parts.is_empty());
        let (Some(item), None) = (present.next(), present.next()) else {
            return false;
        };
        let attribute = item.parts.last().map(ItemHandle::as_ref);
        let blocks = attribute.and_then(|attribute| blocks_of_attribute(attribute, labels));
        let Some(blocks) = blocks else {
            return false;
        };
        let first = item.position;
        self.clear();
        let blocks = blocks.into_iter().enumerate();
        let blocks = blocks.map(|(index, item)| PositionedItem {
            position: positions.nth(first, index),
            item,
        });
        self.add_blocks(blocks.collect());
        true
    }

    /// Reports a setting inside an attribute that can only be set as a whole.
    fn check_setting(&self, fresh: &[PositionedItem], overlaying: &mut Overlaying<'_>) {
        let whole = self.items.iter().find_map(|item| item.parts.last());
        let (Some(whole), [setting]) = (whole, fresh) else {
            return;
        };
        let whole = whole.as_ref();
        let is_kept = matches!(self.rule, NameRule::Merge | NameRule::Replace { keys: 1.. });
        if !overlaying.rules.is_of_settings || whole.is_null() || !is_kept {
            return;
        }
        let name = setting.item.as_ref().name();
        let (whole, setting) = (whole.item(), setting.item.as_ref().item());
        let detail = format!(
            "\"{name}\" is set as a whole at {place}, and not by an object of names and values, so its parts cannot \
             be set separately. Set all of it: {name}={{ … }}.",
            place = whole.source().place_of(whole.span()),
        );
        let diagnostic = Diagnostic::of(Code::InvalidSetting, detail);
        let place = (setting.span(), setting.source());
        overlaying.faults.push(diagnostic.at(place));
    }

    /// The blocks that an attribute of native syntax removes. There must be blocks, or the type must allow them.
    fn removed_by(
        &mut self,
        attribute: &ItemHandle,
        positions: &mut Positions,
    ) -> Option<RemovedBlocks> {
        let labels = match self.kind {
            ItemsKind::Blocks(labels) => labels,
            ItemsKind::Nothing | ItemsKind::Properties => Some(self.block_labels?),
            ItemsKind::Attributes => return None,
        };
        let removed = removed_blocks(attribute.as_ref(), labels)?;
        let is_property = matches!(self.kind, ItemsKind::Properties);
        if is_property && !self.become_blocks(labels?, positions) {
            return None;
        }
        Some(removed)
    }

    /// Removes blocks by their first labels.
    fn remove(&mut self, removed: &RemovedBlocks) {
        if removed.is_empty() {
            return;
        }
        if let ItemsKind::Nothing = self.kind {
            self.kind = ItemsKind::Blocks(None);
        }
        let mut is_complete = true;
        for labels in removed.iter() {
            // Blocks identified by all of their labels need no search.
            let is_key = match (self.rule, self.kind) {
                (NameRule::Merge, ItemsKind::Blocks(Some(count))) => count == labels.len(),
                (NameRule::Replace { keys }, ItemsKind::Blocks(_)) => keys == labels.len(),
                _ => false,
            };
            if is_key {
                for index in self.by_labels.remove(labels).unwrap_or_default() {
                    self.items[index].parts.clear();
                }
            } else {
                is_complete = false;
            }
        }
        if is_complete {
            return;
        }
        for item in &mut self.items {
            let Some(part) = item.parts.last() else {
                continue;
            };
            let labels = part.as_ref().labels();
            if removed.removes(&labels) {
                item.parts.clear();
            }
        }
        for indexes in self.by_labels.values_mut() {
            indexes.retain(|index| !self.items[*index].parts.is_empty());
        }
    }

    /// Applies the properties of a layer that are known to be blocks.
    fn add_layer(&mut self, layer: LayerOfBlocks) {
        self.empty = layer.empty.or(self.empty.take());
        self.remove(&layer.removed);
        self.add_blocks(layer.blocks);
    }

    /// Applies the blocks of a layer.
    fn add_blocks(&mut self, fresh: Vec<PositionedItem>) {
        self.kind = self.kind.joined(ItemsKind::of(&fresh));
        match self.rule {
            NameRule::Append => fresh.into_iter().for_each(|positioned| {
                self.add(positioned);
            }),
            NameRule::Replace { keys: 0 } if !fresh.is_empty() => self.replace_all(fresh),
            NameRule::Replace { .. } | NameRule::Choose { .. } | NameRule::Merge => {
                self.merge(fresh);
            }
        }
    }

    /// Applies the blocks of a layer by their labels.
    fn merge(&mut self, fresh: Vec<PositionedItem>) {
        let mut groups: Vec<(Vec<String>, Vec<PositionedItem>)> = Vec::new();
        let mut indexes: HashMap<Vec<String>, usize> = HashMap::new();
        for positioned in fresh {
            let key = self.rule.key(positioned.item.as_ref().labels());
            let index = *indexes.entry(key.clone()).or_insert(groups.len());
            if index == groups.len() {
                groups.push((key, Vec::new()));
            }
            groups[index].1.push(positioned);
        }
        for (key, fresh) in groups {
            let old = self.by_labels.get(&key).cloned().unwrap_or_default();
            let is_merged = !self.rule.replaces(&key) || self.is_same_variant(&old, &fresh);
            if let ([old], 1, true) = (old.as_slice(), fresh.len(), is_merged) {
                let parts = fresh.into_iter().map(|positioned| positioned.item);
                self.items[*old].parts.extend(parts);
            } else {
                let indexes = self.replace(&old, fresh);
                self.by_labels.insert(key, indexes);
            }
        }
    }

    /// Whether a setting belongs to the variant that is already chosen.
    fn is_same_variant(&self, old: &[usize], fresh: &[PositionedItem]) -> bool {
        let (NameRule::Choose { keys }, [old], [fresh]) = (self.rule, old, fresh) else {
            return false;
        };
        let labels = fresh.item.as_ref().labels();
        let part = self.items[*old].parts.last();
        labels.len() > keys && part.is_some_and(|part| part.as_ref().labels() == labels)
    }

    /// Applies the properties of a layer that may be attributes or blocks.
    fn add_properties(&mut self, fresh: Vec<PositionedItem>) {
        let mut present = self.items.iter_mut().filter(|it| !it.parts.is_empty());
        let only = present.next().filter(|_| present.next().is_none());
        match (self.rule, only, fresh.len()) {
            (NameRule::Append, ..) => fresh.into_iter().for_each(|positioned| {
                self.add(positioned);
            }),
            (
                NameRule::Merge | NameRule::Replace { keys: 1.. } | NameRule::Choose { keys: 1.. },
                Some(item),
                1,
            ) => {
                item.parts.extend(fresh.into_iter().map(|it| it.item));
            }
            _ => self.replace_all(fresh),
        }
    }

    /// Reads the items, which are properties, as blocks, layer by layer. `None` if one of them cannot be read as
    /// blocks.
    fn layers_of_blocks(
        &self,
        labels: usize,
        positions: &mut Positions,
    ) -> Option<Vec<LayerOfBlocks>> {
        let items = self.items.iter().filter(|item| !item.parts.is_empty());
        let items: Vec<&OverlaidItem> = items.collect();
        let at_position = |position, item: &ItemHandle| PositionedItem {
            position,
            item: item.clone(),
        };
        if let [item] = items.as_slice() {
            let mut layers = Vec::new();
            for (at, part) in item.parts.iter().enumerate() {
                let property = at_position(positions.nth(item.position, at), part);
                layers.push(as_blocks(&[property], labels, positions)?);
            }
            return Some(layers);
        }
        // If there are several items, each is from the last layer.
        let last = |item: &&OverlaidItem| Some(at_position(item.position, item.parts.last()?));
        let all: Vec<PositionedItem> = items.iter().filter_map(last).collect();
        Some(vec![as_blocks(&all, labels, positions)?])
    }
}

/// Reads JSON properties as blocks with `labels` labels, if all of them can be read as such.
fn as_blocks(
    properties: &[PositionedItem],
    labels: usize,
    positions: &mut Positions,
) -> Option<LayerOfBlocks> {
    let mut layer = LayerOfBlocks::default();
    for PositionedItem { position, item } in properties {
        let property = item.as_ref();
        let (blocks, diagnostics) = property.blocks(BlockRequest::Labels(labels));
        if property.value().is_none() || property.is_null() || !diagnostics.is_empty() {
            return None;
        }
        for (index, item) in blocks.into_iter().enumerate() {
            let position = positions.nth(*position, index);
            let item = item.to_handle();
            layer.blocks.push(PositionedItem { position, item });
        }
        layer.removed.add_property(property, labels);
    }
    if layer.blocks.is_empty() && layer.removed.is_empty() {
        layer.empty = properties.last().cloned();
    }
    Some(layer)
}
