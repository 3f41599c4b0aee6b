//! Changes to what a path names: attributes, blocks, items of objects and elements of tuples.
//!
//! `syntax::resolve` follows the path; `container` changes objects and tuples.

use std::collections::hash_map::Entry;
use std::ops::Range;

use serde::ser::Serialize;

use super::container::{Container, ContainerKind};
use super::editor::Edit;
use super::snippet;
use crate::error::{Error, Result};
use crate::identifier::is_identifier;
use crate::path::{Path, PathStep};
use crate::ser::to_value;
use crate::syntax::options::{parse, parse_expression};
use crate::syntax::resolve::{Found, LABELS_NAMED, invalid, no_name, no_part_of, not_a_container};
use crate::syntax::tree::handle::{Block, Body, Expression, ExpressionKind};
use crate::value::Value;

impl Edit {
    /// Writes data at a path: sets an attribute, an item of an object, or an element of a list, in the body or in one
    /// of its blocks. A missing attribute or item is added; the enclosing blocks and objects must exist.
    ///
    /// The path has the same notation as in errors: `name.name`, `name[0]` for an element or for one of several blocks,
    /// `name["key"]` for an item with any key or for the blocks with a label. If there is only one block of a type, the
    /// type alone names it. A key is a label as long as the blocks have labels. After an index, a key is never a label:
    /// the rest of the path is inside that block. Names and indices refer to the source, regardless of other changes.
    ///
    /// Pass names and labels that come from data as [steps of a path](Path#from-text-names-and-indices):
    /// `Path::name("module").with(PathStep::Key(name.into())).with("version")`. A label can also be passed as a name,
    /// as in `["module", name, "version"]`, or in text, as in `module.vpc.version`. This is an error if it is
    /// ambiguous: if the only block of a type also has an item with the name of the label.
    ///
    /// ```
    /// let body = hcl::parse(
    ///     r#"
    /// module "vpc" {
    ///   version = "5.1.0"
    ///   tags    = ["a", "b"]
    ///   limits = {
    ///     cpu = 1 # cores
    ///   }
    /// }
    /// "#,
    /// )?;
    /// let mut edit = body.edit();
    /// let label = String::from("vpc");
    /// edit.set_path(&body, "module.version", "5.2.0");
    /// edit.set_path(&body, r#"module["vpc"].tags[1]"#, "c");
    /// edit.set_path(&body, ["module", &label, "limits", "memory"], 512);
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"
    /// module "vpc" {
    ///   version = "5.2.0"
    ///   tags    = ["a", "c"]
    ///   limits = {
    ///     cpu    = 1 # cores
    ///     memory = 512
    ///   }
    /// }
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path<T: Serialize>(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        data: T,
    ) {
        self.at_path(body, path, |edit, target| match target {
            Target::Attribute(body, name) => {
                edit.set_attribute(&body, &name, data);
                Ok(())
            }
            Target::Inner(container, step) => {
                let value = snippet::data(&data)?;
                edit.set_inner(&container, &step, &value)
            }
            Target::Labels(block, indices) => {
                let labels = to_value(&data)?;
                edit.set_some_labels(&block, indices, &labels)
            }
            Target::Block(_) => Err(is_block()),
        });
    }

    /// Writes an expression, given as text, at a path, like [`set_path`](Edit::set_path). If the path names a block,
    /// the text must be a block. If the text does not change, every byte stays the same.
    ///
    /// ```
    /// let body = hcl::parse("ports = { http = 80 }\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_expression(&body, "ports.https", "base + 443");
    /// assert_eq!(edit.finish_text()?, "ports = { http = 80, https = base + 443 }\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_expression(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        text: &str,
    ) {
        self.at_path(body, path, |edit, target| match target {
            Target::Attribute(body, name) => {
                let old = edit.body_index(&body).attribute(&name);
                match old.map(|it| it.expression()) {
                    Some(old) if old.text() == text => edit.replace(old.span(), text.to_owned()),
                    _ => edit.set_expression(&body, &name, text),
                }
                Ok(())
            }
            Target::Inner(container, step) => {
                let inner = edit.container(&container)?;
                let old = index(inner, &step).and_then(|at| {
                    inner.keep(at);
                    inner.value(at)
                });
                let old = old.filter(|it| it.text() == text).map(Expression::span);
                if let Some(span) = old {
                    edit.replace(span, text.to_owned());
                    return Ok(());
                }
                let value = snippet::expression(text)?;
                edit.set_inner(&container, &step, &value)
            }
            Target::Labels(block, indices) => {
                edit.set_some_labels(&block, indices, &label_value(text)?)
            }
            Target::Block(block) => {
                edit.replace(block.span(), block_text(text)?.to_owned());
                Ok(())
            }
        });
    }

    /// Removes what a path names: an attribute, a block, an item of an object or an element of a list. If the key of an
    /// item is repeated, all items with that key are removed.
    ///
    /// ```
    /// let body = hcl::parse("tags = [\n  \"a\", # first\n  \"b\",\n]\n")?;
    /// let mut edit = body.edit();
    /// edit.remove_path(&body, "tags[0]");
    /// assert_eq!(edit.finish_text()?, "tags = [\n  \"b\",\n]\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn remove_path(&mut self, body: &Body, path: impl TryInto<Path, Error: Into<Error>>) {
        self.at_path(body, path, |edit, target| match target {
            Target::Attribute(body, name) => {
                let index = edit.body_index(&body);
                let attribute = index.attribute(&name);
                edit.remove(attribute.ok_or_else(|| index.no_item(&PathStep::from(&name)))?);
                Ok(())
            }
            Target::Block(block) => {
                edit.remove(&block);
                Ok(())
            }
            Target::Labels(..) => Err(invalid(LABELS_NAMED)),
            Target::Inner(expression, step) => {
                let container = edit.container(&expression)?;
                let index = index(container, &step);
                container.remove(index.ok_or_else(|| no_part_of(&expression, &step))?);
                Ok(())
            }
        });
    }

    /// Inserts an element before the one that a path names, or at the end of the list if the index is one past the last
    /// element.
    ///
    /// ```
    /// let body = hcl::parse("tags = [\"a\", \"b\"]\n")?;
    /// let mut edit = body.edit();
    /// edit.insert_path(&body, "tags[1]", "between");
    /// edit.insert_path(&body, "tags[2]", "last");
    /// let text = "tags = [\"a\", \"between\", \"b\", \"last\"]\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn insert_path<T: Serialize>(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        data: T,
    ) {
        self.at_path(body, path, |edit, target| {
            let Target::Inner(expression, PathStep::Index(index)) = target else {
                return Err(invalid(
                    "Only elements of lists can be inserted by path, so the path must end with an index.",
                ));
            };
            edit.insert_element(&expression, Some(index), &snippet::data(&data)?)
        });
    }

    /// Inserts an element into a tuple: at this index, or at the end if there is none.
    pub(super) fn insert_element(
        &mut self,
        expression: &Expression,
        index: Option<usize>,
        value: &str,
    ) -> Result<()> {
        let container = self.container(expression)?;
        let index = index.unwrap_or(container.len());
        if container.kind() != ContainerKind::Tuple || index > container.len() {
            return Err(no_part_of(expression, &PathStep::Index(index)));
        }
        let text = self.new_element(expression, value)?;
        self.container(expression)?.insert(index, text);
        Ok(())
    }

    /// The text of a new element of a tuple or a new value of an object.
    fn new_element(&mut self, expression: &Expression, value: &str) -> Result<String> {
        let around = self.lines().indent(expression.span().range().start);
        let around = around.to_owned();
        let container = self.container(expression)?;
        let indent = container.indent().map_or(around, str::to_owned);
        Ok(snippet::inner(value, &self.style, &indent))
    }

    /// Sets some of the labels of a block to a string or a list of strings.
    fn set_some_labels(&mut self, block: &Block, indices: Range<usize>, new: &Value) -> Result<()> {
        let new = match new.as_slice() {
            Some(elements) => elements.iter().map(Value::as_str).collect(),
            None => new.as_str().map(|label| vec![label]),
        };
        let new: Vec<&str> = new.ok_or_else(|| invalid("A label is a string."))?;
        let mut labels: Vec<String> = block.labels().map(|it| it.text().into_owned()).collect();
        labels.splice(indices, new.into_iter().map(str::to_owned));
        if labels.len() == block.labels().len() {
            self.rename_labels(block, &labels);
        } else {
            self.set_labels(block, labels);
        }
        Ok(())
    }

    /// Changes labels of a block. Unchanged labels keep their spelling. A label without quotes gets none if the new one
    /// is an identifier.
    pub(super) fn rename_labels(&mut self, block: &Block, new: &[String]) {
        for (label, new) in block.labels().zip(new) {
            if label.text() != *new {
                let is_quoted = block.source().text()[label.span().range()].starts_with('"');
                let text = if is_quoted || !is_identifier(new) {
                    snippet::quoted(new)
                } else {
                    new.clone()
                };
                self.replace(label.span(), text);
            }
        }
    }

    /// Calls `change` with the target of a path, and adds the path to its errors.
    pub(super) fn at_path(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
        change: impl FnOnce(&mut Edit, Target) -> Result<()>,
    ) {
        let Some(path) = self.checked_path(body, path) else {
            return;
        };
        let target = self.target(body, path.steps());
        if let Err(error) = target.and_then(|target| change(self, target)) {
            self.path_error(&path, error);
        }
    }

    /// Converts a path in a body of the source. Adds an error and returns `None` if it is not a path, or if the body is
    /// not one of the source.
    pub(super) fn checked_path(
        &mut self,
        body: &Body,
        path: impl TryInto<Path, Error: Into<Error>>,
    ) -> Option<Path> {
        if !self.is_own_body(body) {
            return None;
        }
        self.converted(path)
    }

    /// Converts a path. Adds an error and returns `None` if it is not a path.
    pub(super) fn converted(
        &mut self,
        path: impl TryInto<Path, Error: Into<Error>>,
    ) -> Option<Path> {
        let path = path.try_into().map_err(Into::into);
        path.map_err(|error| self.errors.push(error)).ok()
    }

    /// Adds an error about what a path names.
    pub(super) fn path_error(&mut self, path: &Path, error: Error) {
        let error = error.with_source(self.root().source());
        self.errors.push(error.prepend_path(path.steps()));
    }

    /// Follows a path through blocks and expressions.
    pub(super) fn target(&self, body: &Body, steps: &[PathStep]) -> Result<Target> {
        let (last, steps) = steps.split_last().ok_or_else(no_name)?;
        let mut found = Found::Body(self.body_index(body));
        for step in steps {
            if let Some(expression) = found.expression() {
                self.readable(expression)?;
            }
            found = found.expect_step(step)?;
        }
        if let Some(expression) = found.expression() {
            let expression = self.readable(expression)?;
            return Ok(Target::Inner(expression, last.clone()));
        }
        let owner = found.body_for(last).map(|index| index.body.clone());
        let attribute = owner.zip(last.name());
        let attribute = attribute.map(|(owner, name)| Target::Attribute(owner, name.to_owned()));
        if found.step(last).is_none()
            && last.name().is_some_and(is_identifier)
            && let Some(missing) = attribute
        {
            return Ok(missing);
        }
        let target = found.expect_step(last)?;
        match &target {
            Found::Blocks(blocks) => {
                let block = blocks.expect_one().map_err(|error| target.near(error))?;
                Ok(Target::Block(block))
            }
            Found::Labels(block, indices) => Ok(Target::Labels(block.clone(), indices.clone())),
            _ => attribute.ok_or_else(no_name),
        }
    }

    /// Returns an expression without the parentheses around it. Fails if another change replaces the expression.
    pub(super) fn readable(&self, mut expression: Expression) -> Result<Expression> {
        loop {
            if self.changes.is_replaced(expression.span().range()) {
                return Err(invalid(
                    "Another change in this edit replaces the whole expression, so its parts cannot be changed.",
                ));
            }
            match expression.in_parentheses() {
                Some(inner) => expression = inner,
                None => return Ok(expression),
            }
        }
    }

    pub(super) fn set_inner(
        &mut self,
        expression: &Expression,
        step: &PathStep,
        value: &str,
    ) -> Result<()> {
        let container = self.container(expression)?;
        if let Some(index) = index(container, step) {
            container.keep(index);
            if let Some(old) = container.value(index).cloned() {
                let text = if old.text() == value {
                    value.to_owned()
                } else {
                    let indent = self.lines().indent(old.span().range().start);
                    snippet::inner(value, &self.style, indent)
                };
                self.replace(old.span(), text);
            }
            return Ok(());
        }
        let (ContainerKind::Object, Some(key)) = (container.kind(), step.name()) else {
            return Err(no_part_of(expression, step));
        };
        let text = self.new_element(expression, value)?;
        if !self.container(expression)?.set_item(key, &text) {
            let detail = "Another change in this edit moves an item to this key.";
            return Err(invalid(detail));
        }
        Ok(())
    }

    /// The changes of an object or a tuple.
    pub(super) fn container(&mut self, expression: &Expression) -> Result<&mut Container> {
        let start = expression.span().start();
        match self.containers.entry(start) {
            Entry::Occupied(known) => Ok(known.into_mut()),
            Entry::Vacant(vacant) => {
                let container = Container::read(expression);
                Ok(vacant.insert(container.ok_or_else(|| not_a_container(expression))?))
            }
        }
    }
}

/// The target of a path.
pub(super) enum Target {
    /// The attribute of a body, which may be missing.
    Attribute(Body, String),
    Block(Block),
    /// Labels of a block, by their indices.
    Labels(Block, Range<usize>),
    /// A part of an object or a tuple, which may be missing.
    Inner(Expression, PathStep),
}

/// The index of the item or the element that a step names.
pub(super) fn index(container: &Container, step: &PathStep) -> Option<usize> {
    match (container.kind(), step) {
        (ContainerKind::Object, _) => container.find(step.name()?),
        (ContainerKind::Tuple, PathStep::Index(index)) if *index < container.len() => Some(*index),
        (ContainerKind::Tuple, _) => None,
    }
}

fn is_block() -> Error {
    invalid("The path names a block. Name an attribute in it, or use the methods for blocks.")
}

/// Returns the text without the white space around it. Fails if the text is not exactly one block.
fn block_text(text: &str) -> Result<&str> {
    let text = text.trim();
    let body = parse(text)?;
    let mut items = body.items();
    match (items.next(), items.next()) {
        (Some(item), None)
            if item.as_block().is_some() && item.span().range() == (0..text.len()) =>
        {
            Ok(text)
        }
        _ => Err(invalid(
            "The path names a block, so the new text must be exactly one block.",
        )),
    }
}

/// A label that is given as text: a string, a list of strings, or a name.
fn label_value(text: &str) -> Result<Value> {
    let expression = parse_expression(text)?;
    match expression.kind() {
        ExpressionKind::Variable(name) => Ok(Value::from(name.as_str())),
        _ => expression.evaluate_literal(),
    }
}
