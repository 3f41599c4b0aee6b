//! Changes of one item of an object or one element of a tuple, by path.
//!
//! Knows nothing of the text around the expressions.

use std::borrow::Cow;
use std::collections::hash_map::Entry;

use serde::ser::Serialize;

use super::container::{Container, ContainerKind};
use super::editor::Edit;
use super::snippet;
use super::versions::name_of;
use crate::diagnostic::{Diagnostic, suggest};
use crate::error::{Category, Error, Result};
use crate::identifier::is_identifier;
use crate::nfc::normal;
use crate::path::{Path, PathStep};
use crate::syntax::path_text;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, Expression, ExpressionKind};

impl Body {
    /// The attribute or the block that a path names, in the body or in its blocks.
    ///
    /// The path is that of [`Edit::set_path`].
    ///
    /// # Errors
    ///
    /// If a text is not a path, or if the path names no item, or several blocks.
    ///
    /// ```
    /// let text = "service \"web\" {\n  port = 80\n}\n\nservice \"api\" {}\n";
    /// let body = hcl::parse(text)?;
    /// let port = body.item(r#"service["web"].port"#)?;
    /// assert_eq!(port.as_attribute().expect("it is one").expression().text(), "80");
    ///
    /// let error = body.item("service.port").expect_err("there are two services");
    /// assert!(error.to_string().contains("There are 2 such blocks"));
    ///
    /// let mut edit = body.edit();
    /// edit.set_comment(body.item("service[1]")?, "not used yet");
    /// edit.remove(port);
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     "service \"web\" {\n}\n\n# not used yet\nservice \"api\" {}\n"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn item(&self, path: impl Into<Path>) -> Result<BodyItem> {
        let path = path.into();
        find_item(self, path.steps()).map_err(|error| error.prepend_path(path.steps()))
    }
}

impl Edit {
    /// Sets what a path names to data: an attribute, an item of an object, an element of a tuple, in the body or in one
    /// of its blocks. An attribute or an item that is missing is added; what is around it must exist.
    ///
    /// The path has the form of the paths of errors: `name.name`, `name[0]` for an element or for one of several
    /// blocks, `name["key"]` for an item of any key or for the blocks with a label. Where there is one block of a type,
    /// its type alone names it. Indices are those of the source, whatever else is changed.
    ///
    /// Names and labels that come from data are best given as [steps of a path](Path#from-names-indices-and-text):
    /// `("module", PathStep::Key(name.into()), "version")`. A label may also be given as a name, as in
    /// `("module", name, "version")`, and as text in `module.vpc.version`; if the only block of a type has an item of
    /// the same name, this is an error, because it could be either.
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
    /// edit.set_path(&body, ("module", &label, "limits", "memory"), 512);
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
    pub fn set_path<T: Serialize>(&mut self, body: &Body, path: impl Into<Path>, data: T) {
        self.at_path(body, &path.into(), |edit, target| match target {
            Target::Attribute(body, name) => {
                edit.set_attribute(&body, &name, data);
                Ok(())
            }
            Target::Inner(container, step) => {
                let value = inner_data(&data)?;
                edit.set_inner(&container, &step, &value)
            }
            Target::Block(_) => Err(is_block()),
        });
    }

    /// Sets what a path names to an expression that is given as text, as [`set_path`](Edit::set_path).
    ///
    /// ```
    /// let body = hcl::parse("ports = { http = 80 }\n")?;
    /// let mut edit = body.edit();
    /// edit.set_path_expression(&body, "ports.https", "base + 443");
    /// assert_eq!(edit.finish_text()?, "ports = { http = 80, https = base + 443 }\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_path_expression(&mut self, body: &Body, path: impl Into<Path>, text: &str) {
        self.at_path(body, &path.into(), |edit, target| match target {
            Target::Attribute(body, name) => {
                edit.set_expression(&body, &name, text);
                Ok(())
            }
            Target::Inner(container, step) => {
                let value = snippet::expression(NAME, text).map_err(without_name)?;
                edit.set_inner(&container, &step, &value)
            }
            Target::Block(_) => Err(is_block()),
        });
    }

    /// Removes what a path names: an attribute, a block, an item of an object or an element of a tuple. If the key of
    /// an item is repeated, all items with that key are removed.
    ///
    /// ```
    /// let body = hcl::parse("tags = [\n  \"a\", # first\n  \"b\",\n]\n")?;
    /// let mut edit = body.edit();
    /// edit.remove_path(&body, "tags[0]");
    /// assert_eq!(edit.finish_text()?, "tags = [\n  \"b\",\n]\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn remove_path(&mut self, body: &Body, path: impl Into<Path>) {
        self.at_path(body, &path.into(), |edit, target| match target {
            Target::Attribute(body, name) => {
                let attribute = edit.attribute(&body, &name);
                let attribute = attribute.ok_or_else(|| no_attribute(&name, &body))?;
                edit.remove(&attribute);
                Ok(())
            }
            Target::Block(block) => {
                edit.remove(&block);
                Ok(())
            }
            Target::Inner(expression, step) => {
                let container = edit.container(&expression)?;
                let index = index(container, &step)?;
                container.remove(index);
                Ok(())
            }
        });
    }

    /// Inserts an element before the one that a path names, or at the end of the tuple if the path names the place
    /// after its last element.
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
    pub fn insert_path<T: Serialize>(&mut self, body: &Body, path: impl Into<Path>, data: T) {
        self.at_path(body, &path.into(), |edit, target| {
            let Target::Inner(expression, step @ PathStep::Index(index)) = target else {
                return Err(invalid(
                    "Only elements of tuples are inserted by path, so it must end with an index.",
                ));
            };
            let value = inner_data(&data)?;
            let (newline, unit) = (edit.newline, edit.unit.clone());
            let outer = edit
                .lines()
                .indent(expression.span().range().start)
                .to_owned();
            let container = edit.container(&expression)?;
            if container.kind() != ContainerKind::Tuple || index > container.len() {
                return Err(no_element(container, &step));
            }
            let indent = container.indent().unwrap_or(&outer);
            let text = snippet::inner(&value, &unit, indent, newline);
            container.insert(index, text);
            Ok(())
        });
    }

    /// Calls `change` with what a path names. Its errors get the path.
    fn at_path(
        &mut self,
        body: &Body,
        path: &Path,
        change: impl FnOnce(&mut Edit, Target) -> Result<()>,
    ) {
        if !self.is_own_body(body) {
            return;
        }
        let target = self.target(body, path.steps());
        if let Err(error) = target.and_then(|target| change(self, target)) {
            self.errors.push(error.prepend_path(path.steps()));
        }
    }

    /// Follows a path through blocks and expressions.
    fn target(&mut self, body: &Body, steps: &[PathStep]) -> Result<Target> {
        let mut body = body.clone();
        let mut steps = steps;
        loop {
            let (name, rest) = first_name(steps)?;
            if let Some(attribute) = self.attribute(&body, name) {
                return self.inner_target(body, &attribute, rest);
            }
            let body_index = self.body_index(&body);
            let blocks = |names: &[String]| Cow::Borrowed(body_index.blocks.get(names));
            match find_block(&body, name, rest, blocks)? {
                Some((block, [])) => return Ok(Target::Block(block)),
                Some((block, rest)) => (body, steps) = (block.body(), rest),
                None if rest.is_empty() && is_identifier(name) => {
                    return Ok(Target::Attribute(body, name.to_owned()));
                }
                None => return Err(no_attribute(name, &body)),
            }
        }
    }

    /// What the rest of a path names in an attribute.
    fn inner_target(
        &self,
        body: Body,
        attribute: &Attribute,
        steps: &[PathStep],
    ) -> Result<Target> {
        let Some((last, steps)) = steps.split_last() else {
            return Ok(Target::Attribute(body, attribute.name().to_owned()));
        };
        let mut expression = self.readable(attribute.expression())?;
        for step in steps {
            let container =
                Container::read(&expression).ok_or_else(|| not_a_container(&expression))?;
            let inner = container.value(index(&container, step)?).cloned();
            expression = self.readable(inner.ok_or_else(|| no_element(&container, step))?)?;
        }
        Ok(Target::Inner(expression, last.clone()))
    }

    /// An expression without parentheses, unless it is replaced.
    fn readable(&self, mut expression: Expression) -> Result<Expression> {
        loop {
            if self.changes.is_replaced(expression.span().range()) {
                return Err(invalid(
                    "Another change of this edit replaces the expression, so that its parts cannot be changed.",
                ));
            }
            match expression.kind() {
                ExpressionKind::Parentheses(inner) => expression = inner,
                _ => return Ok(expression),
            }
        }
    }

    fn set_inner(&mut self, expression: &Expression, step: &PathStep, value: &str) -> Result<()> {
        let (newline, unit) = (self.newline, self.unit.clone());
        let outer = self
            .lines()
            .indent(expression.span().range().start)
            .to_owned();
        let container = self.container(expression)?;
        let found = index(container, step);
        if let (PathStep::Attribute(key) | PathStep::Key(key), Err(_), ContainerKind::Object) =
            (step, &found, container.kind())
        {
            let indent = container.indent().unwrap_or(&outer).to_owned();
            container.set_item(key, &snippet::inner(value, &unit, &indent, newline));
            return Ok(());
        }
        let index = found?;
        container.keep(index);
        let Some(span) = container.value(index).map(Expression::span) else {
            return Ok(());
        };
        let indent = self.lines().indent(span.range().start);
        let text = snippet::inner(value, &unit, indent, newline);
        self.replace(span, text);
        Ok(())
    }

    /// The changes of an object or a tuple.
    fn container(&mut self, expression: &Expression) -> Result<&mut Container> {
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

/// The name of the attribute with which data is written for the inside of an object or a tuple.
const NAME: &str = "value";

fn inner_data<T: Serialize + ?Sized>(data: &T) -> Result<String> {
    snippet::inner_data(NAME, data).map_err(without_name)
}

/// The error with its path inside of the data: without the attribute around it.
fn without_name(error: Error) -> Error {
    let category = error.classify();
    let diagnostics = error.into_diagnostics().into_iter().map(|mut it| {
        let path = it.path().iter().skip(1).cloned().collect();
        it.set_path(path);
        it
    });
    let error = Error::from_diagnostics(category, diagnostics.collect());
    error.unwrap_or_else(|| invalid("The data cannot be written."))
}

/// The item of a body that a path names.
fn find_item(body: &Body, steps: &[PathStep]) -> Result<BodyItem> {
    let mut body = body.clone();
    let mut steps = steps;
    loop {
        let (name, rest) = first_name(steps)?;
        match body.attribute(name) {
            Some(attribute) if rest.is_empty() => return Ok(attribute.into()),
            Some(_) => {
                return Err(invalid(
                    "The path names a part of an attribute, which is no item of a body.",
                ));
            }
            None => {}
        }
        let blocks = |names: &[String]| {
            let is_one = |it: &BodyItem| it.as_block().is_some_and(|it| has_names(it, names));
            let items = body.items().enumerate().filter(|(_, it)| is_one(it));
            Cow::Owned(items.map(|(index, _)| index).collect())
        };
        match find_block(&body, name, rest, blocks)? {
            Some((block, [])) => return Ok(block.into()),
            Some((block, rest)) => (body, steps) = (block.body(), rest),
            None => return Err(no_attribute(name, &body)),
        }
    }
}

/// The name at the beginning of a path, and the rest.
fn first_name(steps: &[PathStep]) -> Result<(&str, &[PathStep])> {
    let first = steps.split_first();
    let name = first.and_then(|(step, rest)| Some((step.name()?, rest)));
    name.ok_or_else(|| {
        invalid("A path begins with the name of an attribute or the type of a block.")
    })
}

/// What a path names.
enum Target {
    /// The attribute of a body, which may be missing.
    Attribute(Body, String),
    Block(Block),
    /// A part of an object or a tuple, which may be missing.
    Inner(Expression, PathStep),
}

/// The block of a type that the first steps of a path name, and the rest of the path. `None` if there is no block of the
/// type. `blocks_of` gives the indices of the items that have this type and these first labels.
fn find_block<'s, 'i>(
    body: &Body,
    block_type: &str,
    steps: &'s [PathStep],
    blocks_of: impl Fn(&[String]) -> Cow<'i, [usize]>,
) -> Result<Option<(Block, &'s [PathStep])>> {
    let mut names = vec![block_type.to_owned()];
    let mut blocks = blocks_of(&names);
    if blocks.is_empty() {
        return Ok(None);
    }
    let mut steps = steps;
    let mut is_indexed = false;
    while let Some((step, rest)) = steps.split_first() {
        match step {
            PathStep::Index(index) => {
                blocks = blocks.get(*index).copied().into_iter().collect();
                is_indexed = true;
            }
            PathStep::Key(name) | PathStep::Attribute(name) => {
                let is_name = matches!(step, PathStep::Attribute(_));
                let labelled = [names.as_slice(), &[normal(name).into_owned()]].concat();
                let with_label = blocks_of(&labelled);
                if is_name && (is_indexed || with_label.is_empty()) {
                    break;
                }
                if is_name && is_in_only_block(body, &blocks, name) {
                    return Err(ambiguous(name));
                }
                if is_indexed {
                    blocks.to_mut().retain(|it| with_label.contains(it));
                } else {
                    blocks = with_label;
                }
                names = labelled;
            }
            PathStep::Element => break,
        }
        steps = rest;
    }
    match &*blocks {
        [index] => Ok(block_at(body, *index).map(|block| (block, steps))),
        [] => Err(invalid("There is no such block.")),
        several => {
            let count = several.len();
            Err(invalid(format!(
                "There are {count} such blocks. Say which one by its labels or by its index, as in `name[\"label\"]` \
                 or `name[0]`."
            )))
        }
    }
}

/// Whether a block has this type and these first labels, which are in NFC.
fn has_names(block: &Block, names: &[String]) -> bool {
    let Some((block_type, names)) = names.split_first() else {
        return false;
    };
    let mut labels = block.labels();
    let is_next = |name: &String| labels.next().is_some_and(|it| normal(&it.text()) == **name);
    block.block_type() == block_type && names.iter().all(is_next)
}

fn block_at(body: &Body, index: usize) -> Option<Block> {
    match body.item_handle(index) {
        BodyItem::Block(block) => Some(block),
        BodyItem::Attribute(_) => None,
    }
}

/// Whether there is one block alone, with something of this name in it.
fn is_in_only_block(body: &Body, blocks: &[usize], name: &str) -> bool {
    let block = match blocks {
        [index] => block_at(body, *index),
        _ => None,
    };
    block.is_some_and(|it| it.body().items().any(|it| name_of(&it) == name))
}

fn ambiguous(name: &str) -> Error {
    invalid(format!(
        "\"{name}\" is a label of the block and the name of something in it. For the label, give a key, \
         `[\"{name}\"]`. For what is in the block, name the block by its label first."
    ))
}

/// The index of the item or the element that a step names.
fn index(container: &Container, step: &PathStep) -> Result<usize> {
    let index = match (container.kind(), step) {
        (ContainerKind::Object, PathStep::Attribute(key) | PathStep::Key(key)) => {
            container.find(key)
        }
        (ContainerKind::Tuple, PathStep::Index(index)) if *index < container.len() => Some(*index),
        _ => None,
    };
    index.ok_or_else(|| no_element(container, step))
}

/// A near name to suggest.
fn hint<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    let near = suggest(name, names);
    near.map_or(String::new(), |near| format!(" Did you mean \"{near}\"?"))
}

fn is_block() -> Error {
    invalid("The path names a block. Name an attribute in it, or use the methods for blocks.")
}

fn invalid(detail: impl Into<String>) -> Error {
    snippet::error("Invalid path", detail)
}

fn no_attribute(name: &str, body: &Body) -> Error {
    let items: Vec<BodyItem> = body.items().collect();
    let hint = hint(name, items.iter().map(name_of));
    if hint.is_empty() && !is_identifier(name) {
        // A text that is not a path has become a name.
        let hint = path_text::hint(name);
        return invalid(format!(
            "\"{name}\" is neither a path nor the name of an attribute or a block type here.{hint}"
        ));
    }
    invalid(format!(
        "There is no attribute or block named \"{name}\" here.{hint}"
    ))
}

fn no_element(container: &Container, step: &PathStep) -> Error {
    invalid(match (container.kind(), step) {
        (ContainerKind::Tuple, PathStep::Index(index)) => {
            let count = container.len();
            format!("The index {index} is out of range: the tuple has {count} elements.")
        }
        (ContainerKind::Tuple, _) => {
            "Here is a tuple, whose elements are named by their index.".to_owned()
        }
        (ContainerKind::Object, PathStep::Attribute(key) | PathStep::Key(key)) => {
            let hint = hint(key, container.keys());
            format!("The object has no item \"{key}\".{hint}")
        }
        (ContainerKind::Object, _) => {
            "Here is an object, whose items are named by their key.".to_owned()
        }
    })
}

fn not_a_container(expression: &Expression) -> Error {
    let detail = "Here is neither an object nor a tuple, so that no part of it can be changed.";
    let diagnostic = Diagnostic::error("Invalid path", detail);
    Error::new(Category::Data, diagnostic.at(expression))
}
