//! What is added together with the blocks and objects around it, each of these once.

use super::build::{BlockBuilder, BodyBuilder};
use super::snippet;
use crate::syntax::tree::handle::{Block, Body, Expression};

/// An attribute or an item of an object that is set with what is missing around it.
#[derive(Debug)]
pub(super) enum WithParents {
    /// In blocks that are added to a body.
    Blocks {
        body: Body,
        blocks: Vec<Header>,
        name: String,
        expression: String,
    },
    /// In objects that are added to one.
    Objects {
        object: Expression,
        keys: Vec<String>,
        expression: String,
    },
}

/// The type and the labels of a block.
pub(super) type Header = Vec<String>;

/// An attribute with the headers of the blocks around it.
pub(super) type ItemInBlocks<'a> = (&'a [Header], &'a str, &'a str);

/// The keys to a value, and the value.
pub(super) type ItemInObjects<'a> = (&'a [String], &'a str);

impl WithParents {
    pub(super) fn is_at_place_of(&self, other: &Self) -> bool {
        match (self, other) {
            (WithParents::Blocks { body, .. }, WithParents::Blocks { body: other, .. }) => {
                body.span() == other.span()
            }
            (WithParents::Objects { object, .. }, WithParents::Objects { object: other, .. }) => {
                object.span() == other.span()
            }
            _ => false,
        }
    }

    pub(super) fn item_in_blocks(&self) -> Option<ItemInBlocks<'_>> {
        match self {
            WithParents::Blocks {
                blocks,
                name,
                expression,
                ..
            } => Some((blocks, name, expression)),
            WithParents::Objects { .. } => None,
        }
    }

    pub(super) fn item_in_objects(&self) -> Option<ItemInObjects<'_>> {
        match self {
            WithParents::Objects {
                keys, expression, ..
            } => Some((keys, expression)),
            WithParents::Blocks { .. } => None,
        }
    }
}

/// Attributes and the blocks around them, each block once.
pub(super) fn items_with_blocks(items: &[ItemInBlocks<'_>]) -> BodyBuilder {
    let mut builder = BodyBuilder::default();
    for (index, (_, name, expression)) in attributes(items) {
        // Of an attribute that is set twice, the last value counts.
        let is_last = !attributes(items).any(|(at, (_, other, _))| at > index && other == name);
        if is_last {
            builder = builder.expression(name, expression);
        }
    }
    let mut rest: Vec<ItemInBlocks<'_>> = items
        .iter()
        .filter(|it| !it.0.is_empty())
        .copied()
        .collect();
    while let Some(header) = rest.first().map(|it| &it.0[0]) {
        let (same, others) = rest
            .into_iter()
            .partition::<Vec<ItemInBlocks<'_>>, _>(|it| it.0[0] == *header);
        let inner: Vec<ItemInBlocks<'_>> = same.iter().map(|it| (&it.0[1..], it.1, it.2)).collect();
        let (block_type, labels) = header
            .split_first()
            .map_or(("", &[][..]), |it| (it.0, it.1));
        let mut block: BlockBuilder = Block::builder(block_type);
        for label in labels {
            block = block.label(label);
        }
        builder = builder.block(block.body(items_with_blocks(&inner)));
        rest = others;
    }
    builder
}

fn attributes<'i, 'a>(
    items: &'i [ItemInBlocks<'a>],
) -> impl Iterator<Item = (usize, &'i ItemInBlocks<'a>)> {
    items.iter().enumerate().filter(|(_, it)| it.0.is_empty())
}

/// The first keys, each with its value or an object of what is below it.
pub(super) fn items_with_objects(items: &[ItemInObjects<'_>]) -> Vec<(String, String)> {
    let mut result = Vec::new();
    let mut rest: Vec<ItemInObjects<'_>> = items.to_vec();
    while let Some(key) = rest.first().and_then(|it| it.0.first()) {
        let (same, others) = rest
            .into_iter()
            .partition::<Vec<ItemInObjects<'_>>, _>(|it| it.0.first() == Some(key));
        let inner: Vec<ItemInObjects<'_>> = same.iter().map(|it| (&it.0[1..], it.1)).collect();
        let value = if let Some(([], value)) = inner.last() {
            (*value).to_owned()
        } else {
            let below = items_with_objects(&inner).into_iter().enumerate();
            let below = below.map(|(at, (key, value))| {
                let key = snippet::key(&key, at == 0);
                format!("{key} = {value}")
            });
            format!("{{ {} }}", below.collect::<Vec<_>>().join(", "))
        };
        result.push((key.clone(), value));
        rest = others;
    }
    result
}
