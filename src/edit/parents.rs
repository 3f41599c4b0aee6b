//! Setting attributes and items together with the missing blocks and objects around them.

use std::hash::Hash;

use foldhash::HashMap;
use serde::ser::Serialize;

use super::build::BodyBuilder;
use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::limits::MAX_DEPTH;
use crate::path::{Path, PathStep};
use crate::span::Span;
use crate::syntax::resolve::{Found, FoundBlocks, invalid, no_part_of};
use crate::syntax::tree::handle::{Block, Body, Expression};

/// The place of an attribute, or of an item of an object, whose parents are not all present.
enum MissingPlace {
    /// In blocks that are added to a body; `name` is that of the attribute.
    Blocks {
        body: Body,
        blocks: Vec<Header>,
        name: String,
    },
    /// In objects that are added to an object; the last key is that of the item.
    Objects {
        object: Expression,
        keys: Vec<String>,
    },
}

/// The type and the labels of a block.
type Header = Vec<String>;

impl Edit {
    /// Sets what a path names to data, like [`set_path`](Edit::set_path), and adds missing blocks and objects around it.
    ///
    /// In the expression of an attribute, objects are added; everywhere else, blocks. A step that is a key is a label of
    /// the block before it. Names after a block type are labels, too: as many as the blocks of this type in the same body
    /// have. If several calls add to the same place, they add to the same block.
    ///
    /// ```
    /// let body = hcl::parse("service \"web\" {\n  port = 80\n}\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_with_parents(&body, "service.api.port", 443);
    /// edit.set_path_with_parents(&body, "service.api.check.path", "/");
    /// edit.set_path_with_parents(&body, "log[\"file\"].level", "info");
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"service "web" {
    ///   port = 80
    /// }
    ///
    /// service "api" {
    ///   port = 443
    ///
    ///   check {
    ///     path = "/"
    ///   }
    /// }
    ///
    /// log "file" {
    ///   level = "info"
    /// }
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_with_parents<T: Serialize>(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        data: T,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        match self.missing_around(body, path.steps()) {
            Ok(None) => self.set_path(body, path, data),
            Ok(Some(missing)) => self.add_missing(&path, missing, snippet::data(&data)),
            Err(error) => self.path_error(&path, error),
        }
    }

    /// Sets what a path names to an expression, given as text, like
    /// [`set_path_with_parents`](Edit::set_path_with_parents).
    ///
    /// ```
    /// let body = hcl::parse("tags = { a = 1 }\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_expression_with_parents(&body, "tags.team.name", "var.team");
    /// assert_eq!(edit.finish_text()?, "tags = { a = 1, team = { name = var.team } }\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_expression_with_parents(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        text: &str,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        match self.missing_around(body, path.steps()) {
            Ok(None) => self.set_path_expression(body, path, text),
            Ok(Some(missing)) => {
                self.add_missing(&path, missing, snippet::expression(text));
            }
            Err(error) => self.path_error(&path, error),
        }
    }

    fn add_missing(&mut self, path: &Path, place: MissingPlace, value: Result<String>) {
        match value {
            Ok(value) => self.additions.add(place, value),
            Err(error) => self.path_error(path, error),
        }
    }

    /// The place that a path names, with the blocks and objects missing around it; `None` if none is missing.
    fn missing_around(&self, body: &Body, steps: &[PathStep]) -> Result<Option<MissingPlace>> {
        if steps.len() > MAX_DEPTH {
            let detail = format!("What is added must not nest more than {MAX_DEPTH} levels deep.");
            return Err(invalid(detail));
        }
        let mut found = Found::Body(self.body_index(body));
        for (index, step) in steps.iter().enumerate() {
            let next = match &found {
                Found::Blocks(blocks) if blocks.lack_label(step) => None,
                _ => found.step(step),
            };
            let Some(next) = next else {
                return self.missing(&found, &steps[..index], &steps[index..]);
            };
            found = next.found;
        }
        Ok(None)
    }

    fn missing(
        &self,
        found: &Found,
        before: &[PathStep],
        steps: &[PathStep],
    ) -> Result<Option<MissingPlace>> {
        if let Some(object) = found.expression() {
            if steps.len() == 1 {
                return Ok(None);
            }
            let object = self.readable(object)?;
            return Ok(Some(MissingPlace::Objects {
                keys: names(steps).ok_or_else(|| no_part_of(&object, &steps[0]))?,
                object,
            }));
        }
        let lacking = match found {
            Found::Blocks(blocks) if blocks.lack_label(&steps[0]) => Some(blocks),
            _ => None,
        };
        let (body, first) = match (lacking, found.body_for(&steps[0])) {
            (Some(blocks), _) => (blocks.around(), before.len() - 1 - blocks.followed()),
            (None, Some(body)) => (body, before.len()),
            (None, None) => return Err(found.near(found.no_part(&steps[0]))),
        };
        if lacking.is_none() && steps.len() == 1 {
            return Ok(None);
        }
        let steps: Vec<PathStep> = before[first..].iter().chain(steps).cloned().collect();
        let error = || {
            invalid(
                "What is added must have a name, and each step before it must be a name or a label.",
            )
        };
        let (last, around) = steps.split_last().ok_or_else(error)?;
        let name = last.name().ok_or_else(error)?;
        let known = lacking.map(FoundBlocks::label_count);
        Ok(Some(MissingPlace::Blocks {
            body: body.body.clone(),
            blocks: headers(around, known.unwrap_or(0)).ok_or_else(error)?,
            name: name.to_owned(),
        }))
    }

    /// Adds all collected additions to their bodies and objects.
    pub(super) fn add_parents(&mut self) -> Result<()> {
        let additions = std::mem::take(&mut self.additions);
        for (_, (body, items)) in additions.bodies.entries {
            self.at_end(&body).insert(items.into_builder());
        }
        for (_, (object, items)) in additions.objects.entries {
            for (key, value) in items.into_items() {
                self.set_inner(&object, &PathStep::from(&key), &value)?;
            }
        }
        Ok(())
    }
}

fn names(steps: &[PathStep]) -> Option<Vec<String>> {
    let name = |step: &PathStep| step.name().map(str::to_owned);
    steps.iter().map(name).collect()
}

/// The headers of the blocks that steps name. The first block has at least `labels` labels.
fn headers(steps: &[PathStep], mut labels: usize) -> Option<Vec<Header>> {
    let mut headers: Vec<Header> = Vec::new();
    for step in steps {
        let name = step.name()?.to_owned();
        match headers.last_mut() {
            Some(header) if labels > 0 || matches!(step, PathStep::Key(_)) => {
                labels = labels.saturating_sub(1);
                header.push(name);
            }
            _ => headers.push(vec![name]),
        }
    }
    Some(headers)
}

/// The additions to the bodies and objects of a source, by the span of the body or object.
#[derive(Debug, Default)]
pub(super) struct Additions {
    bodies: Ordered<Span, (Body, AddedItems)>,
    objects: Ordered<Span, (Expression, AddedObject)>,
}

impl Additions {
    /// Adds an expression. If something is added twice, the last expression counts.
    fn add(&mut self, place: MissingPlace, expression: String) {
        match place {
            MissingPlace::Blocks { body, blocks, name } => {
                let added = || (body.clone(), AddedItems::default());
                let mut items = &mut self.bodies.entry(body.span(), added).1;
                for header in blocks {
                    items = items.blocks.entry(header, AddedItems::default);
                }
                *items.attributes.entry(name, String::new) = expression;
            }
            MissingPlace::Objects { object, keys } => {
                let added = || (object.clone(), AddedObject::default());
                let (_, object) = self.objects.entry(object.span(), added);
                object.add(keys, expression);
            }
        }
    }
}

/// A map that keeps its keys in the order in which they were first added.
#[derive(Debug)]
struct Ordered<K, V> {
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

/// Attributes and blocks to add.
#[derive(Debug, Default)]
struct AddedItems {
    attributes: Ordered<String, String>,
    blocks: Ordered<Header, AddedItems>,
}

impl AddedItems {
    fn into_builder(self) -> BodyBuilder {
        let mut builder = BodyBuilder::default();
        for (name, expression) in self.attributes.entries {
            builder = builder.expression(&name, &expression);
        }
        for (header, items) in self.blocks.entries {
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
#[derive(Debug, Default)]
struct AddedObject(Ordered<String, AddedValue>);

/// An expression, or an object with the items added to it.
#[derive(Debug)]
enum AddedValue {
    Expression(String),
    Object(AddedObject),
}

impl AddedObject {
    fn add(&mut self, keys: Vec<String>, expression: String) {
        let mut object = self;
        let mut keys = keys.into_iter().peekable();
        while let Some(key) = keys.next() {
            let new = || AddedValue::Object(AddedObject::default());
            let known = object.0.entry(key, new);
            if keys.peek().is_none() {
                *known = AddedValue::Expression(expression);
                return;
            }
            object = known.as_object();
        }
    }

    /// The items, each with the text of its value.
    fn into_items(self) -> impl Iterator<Item = (String, String)> {
        let items = self.0.entries.into_iter();
        items.map(|(key, value)| (key, value.into_text()))
    }
}

impl AddedValue {
    /// Returns the object. An expression is replaced by an empty object.
    fn as_object(&mut self) -> &mut AddedObject {
        loop {
            match self {
                AddedValue::Object(object) => return object,
                AddedValue::Expression(_) => *self = AddedValue::Object(AddedObject::default()),
            }
        }
    }

    fn into_text(self) -> String {
        match self {
            AddedValue::Expression(text) => text,
            AddedValue::Object(object) => {
                let items = object.into_items().enumerate();
                let items = items.map(|(at, (key, value))| {
                    let key = snippet::key(&key, at == 0);
                    format!("{key} = {value}")
                });
                format!("{{ {} }}", items.collect::<Vec<_>>().join(", "))
            }
        }
    }
}
