//! Follows a path through a body, to an attribute, a part of an expression, blocks or their labels ("Structural
//! Elements", "Blocks").
//!
//! All paths through a body are followed here: for [`Body::at`], edits, an application's own checks and starter
//! files. [`Found`] is the target of a path and is followed step by step; [`Resolved`] follows a whole path as far as
//! possible. If a path must lead to a part of the body, [`Found::expect_step`] reports why it does not. [`BodyIndex`]
//! finds the items of a body by name; it is created once for each body. `path_text` reads a path from text.
//!
//! A step with a name is the next label of the blocks if one of them has that label; otherwise it names an item in the
//! only block. A [`PathStep::Key`] is a label as long as the blocks have labels. An index chooses one of the blocks; no
//! step after it is a label.

mod index;
mod parts;

use std::ops::Range;
use std::sync::Arc;

use index::{BlockNames, label_steps};
pub(crate) use index::{BodyIndex, FoundAttribute, IndexedItem};
pub(crate) use parts::Parts;
use parts::hint;
pub(crate) use parts::{invalid, no_name, no_part_of, not_a_container, static_key};

use super::tree::handle::{Block, Body, Expression, Label};
use crate::error::{Error, Result};
use crate::nfc;
use crate::path::{Path, PathStep};
use crate::protocol::field::PrivateField;
use crate::quote::{quote, quote_whole};
use crate::source::Source;
use crate::span::Span;

/// The bytes of some of the labels of a block.
pub(crate) fn labels_span(block: &Block, indices: &Range<usize>) -> Span {
    let labels = block.labels().take(indices.end).skip(indices.start);
    let span = labels.map(|it: Label<'_>| it.span()).reduce(Span::join);
    span.unwrap_or(block.header_span())
}

/// The message for a path to labels where an item is needed.
pub(crate) const LABELS_NAMED: &str =
    "The path names labels of a block, which are not an item of a body.";

/// The target of a path.
#[derive(Clone)]
pub(crate) enum Found {
    Body(Arc<BodyIndex>),
    Attribute(FoundAttribute),
    Blocks(FoundBlocks),
    /// The labels of a block at these indexes.
    Labels(Block, Range<usize>),
    /// A part of an attribute's expression, or of the values of properties.
    Parts(Arc<Parts>),
}

/// Blocks of one type: one or more.
#[derive(Clone)]
pub(crate) struct FoundBlocks {
    /// The body that contains them.
    pub(crate) around: Arc<BodyIndex>,
    /// The index of the node for their type and the labels followed so far.
    node: usize,
    /// Number of labels that have been followed.
    pub(crate) followed: usize,
    /// The index of one of them, if the path contains it. Names after an index are not labels.
    element: Option<usize>,
}

/// The target of one step.
pub(crate) struct NextFound {
    pub(crate) found: Found,
    /// The step as shown in the path of an error. The index of a block is replaced by its labels.
    steps: Vec<PathStep>,
}

/// The target of a path, or the nearest enclosing part that exists in the body.
#[derive(Clone)]
pub(crate) struct Resolved {
    pub(crate) found: Found,
    /// The path as shown in errors.
    pub(crate) path: Path,
    /// Number of steps at the end of the path that do not exist in the body.
    pub(crate) unset: usize,
}

impl Resolved {
    pub(crate) fn new(body: &Body) -> Self {
        Resolved {
            found: Found::Body(BodyIndex::new(body.clone())),
            path: Path::new(),
            unset: 0,
        }
    }

    /// Follows `path` from here.
    pub(crate) fn follow(&self, path: &Path) -> Self {
        let mut resolved = self.clone();
        for step in path {
            let next = match resolved.unset {
                0 => resolved.found.step(step),
                _ => None,
            };
            if let Some(next) = next {
                resolved.found = next.found;
                resolved.path.extend(next.steps);
            } else {
                resolved.unset += 1;
                resolved.path.push(step.clone());
            }
        }
        resolved
    }

    /// The first step that does not exist in the body.
    pub(crate) fn first_unset(&self) -> Option<&PathStep> {
        let written = self.path.steps().len() - self.unset;
        self.path.steps().get(written)
    }

    /// Whether the first missing step names a block.
    pub(crate) fn lacks_block(&self) -> bool {
        match (&self.found, self.first_unset()) {
            (Found::Blocks(blocks), Some(step)) => blocks.is_absent_block(step),
            _ => false,
        }
    }

    /// The location of the part found. If a block is missing, the end of the body to which it can be added.
    pub(crate) fn place(&self) -> Option<(Span, &Source)> {
        match &self.found {
            Found::Blocks(blocks) if self.lacks_block() => Some(blocks.around.end()),
            found => found.place(),
        }
    }

    /// Whether the first missing step certainly names something that is not set. The content of a computed value is not
    /// known.
    pub(crate) fn is_certain(&self) -> bool {
        let Some(step) = self.first_unset() else {
            return false;
        };
        match &self.found {
            Found::Body(_) | Found::Blocks(_) | Found::Labels(..) => true,
            Found::Attribute(found) => found.parts.is_certain(step),
            Found::Parts(parts) => parts.is_certain(step),
        }
    }
}

impl Found {
    /// The location: for a body its end, where items can be added, and for blocks the header of the first one.
    pub(crate) fn place(&self) -> Option<(Span, &Source)> {
        match self {
            Found::Body(index) => Some(index.end()),
            Found::Attribute(FoundAttribute { attribute, .. }) => {
                Some((attribute.expression().span(), attribute.source()))
            }
            Found::Blocks(blocks) => {
                let block = blocks.iter().next()?;
                Some((block.header_span(), block.source()))
            }
            Found::Labels(block, numbers) => Some((labels_span(block, numbers), block.source())),
            Found::Parts(parts) => parts.expression().map(|it| (it.span(), it.source())),
        }
    }

    /// The target of a step, if it exists.
    pub(crate) fn step(&self, step: &PathStep) -> Option<NextFound> {
        let found = match self {
            Found::Body(index) => return item_step(index, step),
            Found::Blocks(blocks) => return blocks.step(step),
            Found::Labels(..) => return None,
            Found::Attribute(found) => Found::Parts(found.parts.step(step)?),
            Found::Parts(parts) => Found::Parts(parts.step(step)?),
        };
        Some(NextFound {
            found,
            steps: vec![step.clone()],
        })
    }

    /// Follows steps from a body.
    ///
    /// # Errors
    ///
    /// Those of [`Found::expect_step`].
    pub(crate) fn follow(body: Arc<BodyIndex>, steps: &[PathStep]) -> Result<Found> {
        let mut found = Found::Body(body);
        for step in steps {
            found = found.expect_step(step)?;
        }
        Ok(found)
    }

    /// The target of a step.
    ///
    /// # Errors
    ///
    /// If it leads nowhere, or if a name could be both a label and an item in the block. The errors have the location
    /// of the part that the step starts from.
    pub(crate) fn expect_step(&self, step: &PathStep) -> Result<Found> {
        if let (Found::Blocks(blocks), PathStep::Attribute(name)) = (self, step)
            && blocks.may_be_label_or_item(name)
        {
            return Err(self.near(invalid(format!(
                "{name} is a label of the block and the name of an item in it. For the label, write a key, \
                 `[{name}]`. For the item, write the label of the block before it.",
                name = quote_whole(name)
            ))));
        }
        match self.step(step) {
            Some(next) => Ok(next.found),
            None => Err(self.near(self.no_part(step))),
        }
    }

    /// Adds the file to an error about a step from here and, except for a whole body, the location.
    pub(crate) fn near(&self, error: Error) -> Error {
        match (self, self.place()) {
            (Found::Body(index), _) => error.with_source(index.body.source()),
            (_, Some(place)) => error.at(place),
            (_, None) => error,
        }
    }

    /// The error for a step that leads nowhere.
    pub(crate) fn no_part(&self, step: &PathStep) -> Error {
        match self {
            Found::Body(index) => index.no_item(step),
            Found::Blocks(blocks)
                if blocks.is_absent_block(step) || blocks.is_absent_label(step) =>
            {
                blocks.no_block(step)
            }
            Found::Blocks(blocks) => match blocks.only_body() {
                Some(body) => body.no_item(step),
                None => blocks.too_many(),
            },
            Found::Labels(..) => invalid("A label has no parts."),
            Found::Attribute(_) | Found::Parts(_) => self
                .expression()
                .map_or_else(no_name, |it| no_part_of(&it, step)),
        }
    }

    /// The body in which a step names an item: the body itself, or the body of the only block.
    pub(crate) fn body_for(&self, step: &PathStep) -> Option<&Arc<BodyIndex>> {
        match self {
            Found::Body(index) => Some(index),
            Found::Blocks(blocks) if !blocks.is_absent_block(step) => blocks.only_body(),
            _ => None,
        }
    }

    /// The expression of an attribute or a part of it.
    pub(crate) fn expression(&self) -> Option<Expression> {
        match self {
            Found::Attribute(found) => found.parts.expression().cloned(),
            Found::Parts(parts) => parts.expression().cloned(),
            Found::Body(_) | Found::Blocks(_) | Found::Labels(..) => None,
        }
    }
}

/// The target of a step in a body.
fn item_step(body: &Arc<BodyIndex>, step: &PathStep) -> Option<NextFound> {
    let name = step.name()?;
    let found = match body.found_attribute(name) {
        Some(attribute) => Found::Attribute(attribute),
        None => Found::Blocks(FoundBlocks {
            around: Arc::clone(body),
            node: body.node(0).longer(name)?,
            followed: 0,
            element: None,
        }),
    };
    Some(NextFound {
        found,
        steps: vec![PathStep::from(name)],
    })
}

impl FoundBlocks {
    fn node(&self) -> &BlockNames {
        self.around.node(self.node)
    }

    fn items(&self) -> impl Iterator<Item = &IndexedItem> {
        let blocks = &self.node().blocks;
        let chosen = match self.element {
            Some(index) => &blocks[index..=index],
            None => blocks,
        };
        let all = self.around.items();
        chosen.iter().map(|index| &all[*index])
    }

    /// The blocks in the order of the source.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Block> {
        self.items().filter_map(|it| it.item.as_block())
    }

    /// Each block alone, in the order of the source.
    pub(crate) fn each(&self) -> impl Iterator<Item = FoundBlocks> {
        let indices = match self.element {
            Some(index) => index..index + 1,
            None => 0..self.node().blocks.len(),
        };
        indices.map(|index| FoundBlocks {
            element: Some(index),
            ..self.clone()
        })
    }

    fn only_item(&self) -> Option<&IndexedItem> {
        let mut items = self.items();
        items.next().filter(|_| items.next().is_none())
    }

    fn only_body(&self) -> Option<&Arc<BodyIndex>> {
        self.only_item()?.body()
    }

    /// The only block.
    ///
    /// # Errors
    ///
    /// If there are several.
    pub(crate) fn expect_one(&self) -> Result<Block> {
        let block = self.only_item().and_then(|it| it.item.as_block());
        block.cloned().ok_or_else(|| self.too_many())
    }

    /// Whether a step names another block of this type, which does not exist.
    fn is_absent_block(&self, step: &PathStep) -> bool {
        match step {
            PathStep::Index(_) => true,
            _ if self.element.is_some() => false,
            PathStep::Attribute(_) => self.only_item().is_none(),
            PathStep::Key(name) => PrivateField::parse(name).is_none() && self.have_more_labels(),
            PathStep::Element => false,
        }
    }

    /// Whether a step names a label that none of the blocks has, rather than an item in the only block.
    pub(crate) fn is_absent_label(&self, step: &PathStep) -> bool {
        let Some(name) = step.name() else {
            return false;
        };
        let is_new = || self.with_label(name).is_none();
        let is_item = || self.only_body().is_some_and(|body| body.has(name));
        let is_label = PrivateField::parse(name).is_none() && self.have_more_labels();
        self.element.is_none() && is_label && is_new() && !is_item()
    }

    /// Number of labels of the first of them.
    pub(crate) fn label_count(&self) -> usize {
        self.iter().next().map_or(0, |block| block.labels().len())
    }

    fn have_more_labels(&self) -> bool {
        match self.element {
            Some(_) => self.iter().any(|it| it.labels().len() > self.followed),
            None => self.node().whole.len() < self.node().blocks.len(),
        }
    }

    /// Whether a name is both a label of the only block and the name of an item in it.
    fn may_be_label_or_item(&self, name: &str) -> bool {
        let is_item = |body: &Arc<BodyIndex>| body.has(name);
        self.with_label(name).is_some() && self.only_body().is_some_and(is_item)
    }

    fn step(&self, step: &PathStep) -> Option<NextFound> {
        if let PathStep::Index(index) = step {
            return self.element(*index);
        }
        let name = step.name()?;
        if let Some((node, label)) = self.with_label(name) {
            return Some(NextFound {
                found: Found::Blocks(FoundBlocks {
                    node,
                    followed: self.followed + 1,
                    ..self.clone()
                }),
                steps: vec![PathStep::Key(label.into())],
            });
        }
        if self.is_absent_block(step) {
            return None;
        }
        let item = self.only_item()?;
        item_step(item.body()?, step).or_else(|| {
            let block = item.item.as_block()?;
            let labels = self.label_field(block, name)?;
            Some(NextFound {
                found: Found::Labels(block.clone(), labels),
                steps: vec![step.clone()],
            })
        })
    }

    /// The node of the blocks with `label` as their next label, and the label in NFC.
    fn with_label(&self, label: &str) -> Option<(usize, String)> {
        if self.element.is_some() {
            return None;
        }
        let label = nfc::normalize(label).into_owned();
        let node = self.node().longer(&label)?;
        Some((node, label))
    }

    /// One of several blocks.
    fn element(&self, index: usize) -> Option<NextFound> {
        if self.element.is_some() {
            return None;
        }
        let item = *self.node().blocks.get(index)?;
        let steps = self.labels_and_index(item);
        Some(NextFound {
            found: Found::Blocks(FoundBlocks {
                element: Some(index),
                ..self.clone()
            }),
            steps: steps.unwrap_or_else(|| vec![PathStep::Index(index)]),
        })
    }

    /// The steps to one of several blocks, as shown in errors: its labels, and its index if others have the same
    /// labels. `None` if it has no labels, or a label that is not verbatim in the source: a computed label may reveal a
    /// secret.
    fn labels_and_index(&self, item: usize) -> Option<Vec<PathStep>> {
        let items = self.around.items();
        let block = items[item].item.as_block()?;
        let names = block.names();
        let labels = &names[1 + self.followed..];
        if labels.is_empty() || !block.labels().all(|it| it.is_verbatim()) {
            return None;
        }
        let mut node = self.node();
        for label in labels {
            node = self.around.node(node.longer(label)?);
        }
        label_steps(labels, &node.whole, item)
    }

    /// The labels of a block for a field `$label`, `$label.1` or `$labels`: counted among the labels that the path does
    /// not name or, if it names all of them, among all labels.
    fn label_field(&self, block: &Block, field: &str) -> Option<Range<usize>> {
        let count = block.labels().len();
        let first = Some(self.followed).filter(|it| *it < count).unwrap_or(0);
        let labels = match PrivateField::parse(field)? {
            PrivateField::Labels => first..count,
            PrivateField::Label(number) => {
                let at = first.checked_add(number)?;
                at..at.checked_add(1)?
            }
            PrivateField::Rest => return None,
        };
        (!labels.is_empty() && labels.end <= count).then_some(labels)
    }

    /// The error for a step that names a block that does not exist.
    fn no_block(&self, step: &PathStep) -> Error {
        let Some(label) = step.name() else {
            return invalid("There is no such block.");
        };
        let may_be_item = matches!(step, PathStep::Attribute(_));
        let mut bodies = self.items().filter_map(IndexedItem::body);
        if !self.have_more_labels() || may_be_item && bodies.any(|body| body.has(label)) {
            return self.too_many();
        }
        // Computed labels may reveal a secret.
        let labels = self.iter().filter_map(|it| it.labels().nth(self.followed));
        let labels = labels.filter(Label::is_verbatim).map(|it| it.text());
        let mut names: Vec<_> = labels.collect();
        if let Some(body) = self.only_body().filter(|_| may_be_item) {
            names.extend(body.items().iter().map(|it| it.item.name().into()));
        }
        let hint = hint(label, names.iter().map(|it| &**it));
        let block_type = self.iter().next().map_or("", |it| it.block_type());
        let label = quote(label);
        invalid(match self.items().count() {
            1 if may_be_item => format!(
                "There is no \"{block_type}\" block with the label {label}, and the only one has no item of this \
                 name.{hint}"
            ),
            count if may_be_item && hint.is_empty() => format!(
                "There are {count} such blocks, none of them with the label {label}. Say which one by its labels or by \
                 its index, as in `name[\"label\"]` or `name[0]`."
            ),
            _ => format!("There is no \"{block_type}\" block with the label {label}.{hint}"),
        })
    }

    fn too_many(&self) -> Error {
        let count = self.items().count();
        invalid(format!(
            "There are {count} such blocks. Say which one by its labels or by its index, as in `name[\"label\"]` or \
             `name[0]`."
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::options::parse;

    #[test]
    fn blocks_are_found_by_their_first_names() {
        let text = "a {}\na \"x\" {}\na \"x\" \"y\" {}\nb \"x\" {}\na \"z\" {}\na x e\u{301} {}\n";
        let body = parse(text).expect("the text is valid");
        let blocks: Vec<_> = body.blocks().collect();
        let lists = blocks.iter().map(Block::names);
        for names in lists.chain([vec!["c".to_owned()], vec!["a".to_owned(), "w".to_owned()]]) {
            for count in 1..=names.len() {
                let names = &names[..count];
                let having = blocks.iter().filter(|it| it.names().starts_with(names));
                let having: Vec<Block> = having.cloned().collect();
                let path = names
                    .iter()
                    .map(|it| PathStep::Key(it.as_str().into()))
                    .collect::<Path>();
                let found = match Resolved::new(&body).follow(&path) {
                    Resolved {
                        found: Found::Blocks(blocks),
                        unset: 0,
                        ..
                    } => blocks.iter().cloned().collect(),
                    _ => Vec::new(),
                };
                assert_eq!(found, having, "{names:?}");
            }
        }
    }
}
