//! Attributes and items that are added together with missing blocks and objects around them. Each of these parents is
//! added once.

use std::hash::Hash;

use foldhash::HashMap;

use super::build::BodyBuilder;
use super::snippet;
use crate::span::Span;
use crate::syntax::tree::handle::{Block, Body, Expression};

/// The place of an attribute, or of an item of an object, whose parents are not all present.
pub(super) enum MissingPlace {
    /// In blocks that are added to a body; `name` is that of the attribute.
    Blocks {
        body: Body,
        blocks: Vec<Header>,
        name: String,
    },
    /// In objects that are added to an object under these keys; `key` is that of the item.
    Objects {
        object: Expression,
        keys: Vec<String>,
        key: String,
    },
}

/// The type and the labels of a block.
pub(super) type Header = Vec<String>;

/// The additions to the bodies and objects of a source, by the span of the body or object.
#[derive(Debug, Default)]
pub(super) struct Additions {
    pub(super) bodies: Ordered<Span, (Body, AddedItems)>,
    pub(super) objects: Ordered<Span, (Expression, AddedObject)>,
}

impl Additions {
    /// Adds an expression. If something is added twice, the last expression counts.
    pub(super) fn add(&mut self, place: MissingPlace, expression: String) {
        match place {
            MissingPlace::Blocks { body, blocks, name } => {
                let added = || (body.clone(), AddedItems::default());
                let mut items = &mut self.bodies.entry(body.span(), added).1;
                for header in blocks {
                    items = items.blocks.entry(header, AddedItems::default);
                }
                *items.attributes.entry(name, String::new) = expression;
            }
            MissingPlace::Objects { object, keys, key } => {
                let added = || (object.clone(), AddedObject::default());
                let mut items = &mut self.objects.entry(object.span(), added).1;
                for key in keys {
                    items = items.entry(key, AddedValue::default).as_object();
                }
                *items.entry(key, AddedValue::default) = AddedValue::Expression(expression);
            }
        }
    }
}

/// A map that keeps its keys in the order in which they were first added.
#[derive(Debug)]
pub(super) struct Ordered<K, V> {
    entries: Vec<(K, V)>,
    places: HashMap<K, usize>,
}

impl<K, V> Default for Ordered<K, V> {
    fn default() -> Self {
        Ordered {
            entries: Vec::new(),
            places: HashMap::default(),
        }
    }
}

impl<K: Clone + Eq + Hash, V> Ordered<K, V> {
    fn entry(&mut self, key: K, new: impl FnOnce() -> V) -> &mut V {
        let place = *self.places.entry(key.clone()).or_insert(self.entries.len());
        if place == self.entries.len() {
            self.entries.push((key, new()));
        }
        &mut self.entries[place].1
    }
}

impl<K, V> IntoIterator for Ordered<K, V> {
    type Item = (K, V);
    type IntoIter = std::vec::IntoIter<(K, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

/// Attributes and blocks to add.
#[derive(Debug, Default)]
pub(super) struct AddedItems {
    attributes: Ordered<String, String>,
    blocks: Ordered<Header, AddedItems>,
}

impl AddedItems {
    pub(super) fn into_builder(self) -> BodyBuilder {
        let mut builder = BodyBuilder::default();
        for (name, expression) in self.attributes {
            builder = builder.expression(&name, &expression);
        }
        for (header, items) in self.blocks {
            let mut names = header.into_iter();
            let mut block = Block::builder(names.next().unwrap_or_default());
            for label in names {
                block = block.label(label);
            }
            builder = builder.block(block.body(items.into_builder()));
        }
        builder
    }
}

/// Items to add to an object.
pub(super) type AddedObject = Ordered<String, AddedValue>;

/// An expression, or an object with the items added to it.
#[derive(Debug)]
pub(super) enum AddedValue {
    Expression(String),
    Object(AddedObject),
}

impl Default for AddedValue {
    fn default() -> Self {
        AddedValue::Object(AddedObject::default())
    }
}

impl AddedValue {
    /// Returns the object. An expression is replaced by an empty object.
    fn as_object(&mut self) -> &mut AddedObject {
        loop {
            match self {
                AddedValue::Object(object) => return object,
                AddedValue::Expression(_) => *self = AddedValue::default(),
            }
        }
    }

    pub(super) fn into_text(self) -> String {
        match self {
            AddedValue::Expression(text) => text,
            AddedValue::Object(items) => {
                let items = items.into_iter().enumerate();
                let items = items.map(|(at, (key, value))| {
                    let key = snippet::key(&key, at == 0);
                    format!("{key} = {}", snippet::before_bracket(value.into_text()))
                });
                format!("{{ {} }}", items.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
