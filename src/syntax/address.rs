//! The parts of a body: the part that a path leads to, and the path to each part ("Structural Elements").

use std::ops::Range;
use std::sync::Arc;

use foldhash::HashMap;

use crate::error::{Error, Result};
use crate::path::{Path, PathStep};
use crate::source::{Located, Source};
use crate::span::Span;
use crate::syntax::resolve::{BodyIndex, Found, LABELS_NAMED, invalid, labels_span, no_name};
use crate::syntax::tree::handle::{
    Attribute, Block, Body, BodyItem, Expression, ExpressionKind, ObjectItem, Traversal, Visitor,
    WalkControl,
};

/// A part of a body that has an address: a [`Path`] that [`Body::at`] follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BodyPart {
    /// The body itself, to which the empty path leads.
    Body(Body),
    /// An attribute. In JSON syntax, the first property of its name.
    Attribute(Attribute),
    /// A block.
    Block(Block),
    /// One or more labels of a block: the path ends with `["$label"]`, `["$label.1"]` or `["$labels"]`.
    #[non_exhaustive]
    Labels {
        /// The block.
        block: Block,
        /// The indexes of these labels, counted from 0.
        indices: Range<usize>,
    },
    /// A part of the expression of an attribute: an element of a tuple or the value of an item of an object.
    Expression(Expression),
}

impl Body {
    /// The attribute or the block that a path names, in the body or in its blocks.
    ///
    /// The path has the same form as in [`Edit::set_path`](crate::Edit::set_path).
    ///
    /// Each call takes time in proportion to the body. To find many items, go through [`items`](Body::items) once.
    ///
    /// # Errors
    ///
    /// If a text is not a path, or if the path names no item, or several blocks.
    ///
    /// ```
    /// # #[cfg(feature = "edit")] {
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
    /// # }
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn item(&self, path: impl TryInto<Path, Error: Into<Error>>) -> Result<BodyItem> {
        let path = path.try_into().map_err(Into::into)?;
        let part = part_at(BodyIndex::new(self.clone()), path.steps());
        let item = part.and_then(|part| match part {
            BodyPart::Attribute(attribute) => Ok(attribute.into()),
            BodyPart::Block(block) => Ok(block.into()),
            BodyPart::Body(_) => Err(no_name()),
            BodyPart::Labels { .. } => Err(invalid(LABELS_NAMED).at(&part)),
            BodyPart::Expression(expression) => {
                let detail =
                    "The path names a part of an attribute, which is not an item of a body.";
                Err(invalid(detail).at(&expression))
            }
        });
        item.map_err(|error| error.prepend_path(path.steps()))
    }

    /// The part that a path leads to: an attribute, a part of its expression, a block, or labels of a block. It is the
    /// part that [`Edit::set_path`](crate::Edit::set_path) would set.
    ///
    /// # Errors
    ///
    /// If a text is not a path, or if the path leads nowhere or to several blocks. The error has the file and the
    /// location of the nearest enclosing part that exists.
    ///
    /// ```
    /// use hcl::BodyPart;
    ///
    /// let text = "service \"web\" {\n  ports = [{ number = 80 }]\n}\n";
    /// let body = hcl::ParseOptions::new()
    ///     .with_filename("web.hcl")
    ///     .parse(text)
    ///     .into_result()?;
    /// let BodyPart::Expression(number) = body.at("service.web.ports[0].number")? else {
    ///     panic!("it is the value of an item");
    /// };
    /// assert_eq!(number.text(), "80");
    ///
    /// let error = body.at("service.web.port").unwrap_err();
    /// assert!(error.message().contains("Did you mean \"ports\"?"));
    /// assert!(error.to_string().contains("web.hcl:1:1"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn at(&self, path: impl TryInto<Path, Error: Into<Error>>) -> Result<BodyPart> {
        let path = path.try_into().map_err(Into::into)?;
        let part = part_at(BodyIndex::new(self.clone()), path.steps());
        part.map_err(|error| error.prepend_path(path.steps()))
    }

    /// All parts of the body with their addresses, in the order of the source: attributes, blocks and their content,
    /// and the elements and items of expressions.
    ///
    /// If several items of an object have the same key, only the last one counts; in JSON syntax, only the first of
    /// several properties. A block has no address if there is an attribute with the same name.
    ///
    /// ```
    /// let body = hcl::parse("service \"web\" {\n  ports = [80]\n}\nlog {}\nlog {}\n")?;
    /// let parts = body.parts();
    /// let addresses: Vec<String> =
    ///     parts.iter().map(|(path, _)| path.to_string()).collect();
    /// let expected = [
    ///     r#"service["web"]"#,
    ///     r#"service["web"].ports"#,
    ///     r#"service["web"].ports[0]"#,
    ///     "log[0]",
    ///     "log[1]",
    /// ];
    /// assert_eq!(addresses, expected);
    /// for (path, part) in parts {
    ///     assert_eq!(body.at(path)?, part);
    /// }
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn parts(&self) -> Vec<(Path, BodyPart)> {
        let mut parts = Vec::new();
        let mut pending = Vec::new();
        push_items(self, &Path::new(), &mut pending);
        while let Some((path, part)) = pending.pop() {
            push_parts_of(&part, &path, &mut pending);
            parts.push((path, part));
        }
        parts
    }
}

/// The parts of a body at a byte of its source. Returned by [`Body::at_offset`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct AtOffset {
    /// The address of the innermost part that has one: an attribute, a block, or an element or item of an expression.
    /// Empty for the body itself.
    pub path: Path,
    /// The innermost attribute or block.
    pub item: Option<BodyItem>,
    /// The innermost block.
    pub block: Option<Block>,
    /// The innermost expression. In a traversal, it ends with the step at the byte.
    pub expression: Option<Expression>,
    /// The traversal, unless its variable is defined by a `for`.
    pub traversal: Option<Traversal>,
    /// The index of the step at the byte, in this traversal; `None` if the byte is in the variable.
    pub step: Option<usize>,
}

impl Body {
    /// The parts at a byte of the source, for editors: the innermost block, item and expression, the step of a
    /// traversal, and the address.
    ///
    /// In JSON syntax, expressions inside strings are not included.
    ///
    /// ```
    /// let text = "service \"web\" {\n  ports = [base.http + 80]\n}\n";
    /// let body = hcl::parse(text)?;
    /// let there = body.at_offset(text.find("http").expect("it is there"));
    /// assert_eq!(there.path.to_string(), r#"service["web"].ports[0]"#);
    /// assert_eq!(there.expression.expect("it is in one").text(), "base.http");
    /// assert_eq!(
    ///     (there.traversal.expect("it is one").root(), there.step),
    ///     ("base", Some(0))
    /// );
    /// assert_eq!(there.block.expect("it is in one").block_type(), "service");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn at_offset(&self, offset: usize) -> AtOffset {
        let mut there = AtOffset {
            path: Path::new(),
            item: None,
            block: None,
            expression: None,
            traversal: None,
            step: None,
        };
        let mut pending = Vec::new();
        push_items(self, &Path::new(), &mut pending);
        let is_there = |span: Span| span.range().contains(&offset);
        while let Some((path, part)) = pending.pop() {
            if !is_there(part.span()) {
                continue;
            }
            pending.clear();
            push_parts_of(&part, &path, &mut pending);
            there.path = path;
            if let Some(item) = part.item() {
                if let BodyItem::Block(block) = &item {
                    there.block = Some(block.clone());
                }
                there.item = Some(item);
            }
        }
        let Some(BodyItem::Attribute(attribute)) = &there.item else {
            return there;
        };
        let mut innermost = Innermost {
            offset,
            found: None,
        };
        attribute.expression().walk(&mut innermost);
        there.expression = innermost.found;
        let variables = attribute.expression().variables();
        there.traversal = variables.into_iter().find(|it| is_there(it.span()));
        if let Some(traversal) = &there.traversal {
            let steps = traversal.steps();
            there.step = steps.iter().position(|step| is_there(step.span()));
        }
        there
    }
}

/// Finds the innermost expression at an offset.
struct Innermost {
    offset: usize,
    found: Option<Expression>,
}

impl Visitor for Innermost {
    fn expression(&mut self, expression: &Expression) -> WalkControl {
        if !expression.span().range().contains(&self.offset) {
            return WalkControl::Skip;
        }
        self.found = Some(expression.clone());
        WalkControl::Continue
    }
}

/// The part that steps lead to from a body. The path of an error does not include these steps.
pub(crate) fn part_at(body: Arc<BodyIndex>, steps: &[PathStep]) -> Result<BodyPart> {
    let found = Found::follow(body, steps)?;
    Ok(match found {
        Found::Body(index) => BodyPart::Body(index.body.clone()),
        Found::Attribute(found) => BodyPart::Attribute(found.attribute),
        Found::Blocks(ref blocks) => {
            let block = blocks.expect_one().map_err(|error| found.near(error))?;
            BodyPart::Block(block)
        }
        Found::Labels(block, indices) => BodyPart::Labels { block, indices },
        Found::Parts(_) => BodyPart::Expression(found.expression().ok_or_else(no_name)?),
    })
}

/// Pushes the direct parts of a block, an attribute or an expression in reverse order, so that the first is popped
/// first.
fn push_parts_of(part: &BodyPart, path: &Path, pending: &mut Vec<(Path, BodyPart)>) {
    if let BodyPart::Block(block) = part {
        push_items(&block.body(), path, pending);
    } else if let Some(expression) = part.expression() {
        push_inner(expression, path, pending);
    }
}

/// Pushes the items of a body in reverse order, so that the first is popped first.
fn push_items(body: &Body, around: &Path, pending: &mut Vec<(Path, BodyPart)>) {
    let index = BodyIndex::new(body.clone());
    for (number, item) in index.items().iter().enumerate().rev() {
        if let Some(steps) = index.steps_to(number) {
            let mut path = around.clone();
            path.extend(steps);
            pending.push((path, BodyPart::from(item.item.clone())));
        }
    }
}

/// Pushes the elements of a tuple or the items of an object in reverse order, so that the first is popped first.
fn push_inner(expression: Expression, around: &Path, pending: &mut Vec<(Path, BodyPart)>) {
    let expression = expression.without_parentheses();
    let start = pending.len();
    let mut push = |step: PathStep, value| {
        let path = around.clone().with(step);
        pending.push((path, BodyPart::Expression(value)));
    };
    match expression.kind() {
        ExpressionKind::Tuple(elements) => {
            for (index, element) in elements.into_iter().enumerate() {
                push(PathStep::Index(index), element);
            }
        }
        ExpressionKind::Object(items) => {
            for (key, value) in counting(items, expression.is_json()) {
                push(PathStep::from(&key), value);
            }
        }
        _ => {}
    }
    pending[start..].reverse();
}

/// The items in effect: the last one with each key, or in JSON syntax the first.
fn counting(items: Vec<ObjectItem>, is_json: bool) -> impl Iterator<Item = (String, Expression)> {
    let keys: Vec<Option<String>> = items.iter().map(ObjectItem::static_key).collect();
    let mut chosen: HashMap<String, usize> = HashMap::default();
    for (at, key) in keys.iter().enumerate() {
        let Some(key) = key else { continue };
        let known = chosen.entry(key.clone()).or_insert(at);
        if !is_json {
            *known = at;
        }
    }
    let keyed = keys.into_iter().zip(items).enumerate();
    keyed.filter_map(move |(at, (key, item))| {
        let key = key.filter(|key| chosen.get(key) == Some(&at))?;
        Some((key, item.value))
    })
}

impl From<BodyItem> for BodyPart {
    fn from(item: BodyItem) -> Self {
        match item {
            BodyItem::Attribute(attribute) => BodyPart::Attribute(attribute),
            BodyItem::Block(block) => BodyPart::Block(block),
        }
    }
}

impl BodyPart {
    /// The attribute's expression, or the part of one.
    pub fn expression(&self) -> Option<Expression> {
        match self {
            BodyPart::Attribute(attribute) => Some(attribute.expression()),
            BodyPart::Expression(expression) => Some(expression.clone()),
            BodyPart::Body(_) | BodyPart::Block(_) | BodyPart::Labels { .. } => None,
        }
    }

    /// The attribute or the block, if it is one.
    pub fn item(&self) -> Option<BodyItem> {
        match self {
            BodyPart::Attribute(attribute) => Some(attribute.clone().into()),
            BodyPart::Block(block) => Some(block.clone().into()),
            BodyPart::Body(_) | BodyPart::Labels { .. } | BodyPart::Expression(_) => None,
        }
    }

    /// The bytes of the source that it covers: for an attribute, from the name to the end of the expression.
    pub fn span(&self) -> Span {
        match self {
            BodyPart::Body(body) => body.span(),
            BodyPart::Attribute(attribute) => attribute.span(),
            BodyPart::Block(block) => block.span(),
            BodyPart::Labels { block, indices } => labels_span(block, indices),
            BodyPart::Expression(expression) => expression.span(),
        }
    }

    /// The source.
    pub fn source(&self) -> &Source {
        match self {
            BodyPart::Body(body) => body.source(),
            BodyPart::Attribute(attribute) => attribute.source(),
            BodyPart::Block(block) | BodyPart::Labels { block, .. } => block.source(),
            BodyPart::Expression(expression) => expression.source(),
        }
    }
}

impl Located for BodyPart {
    fn span(&self) -> Span {
        BodyPart::span(self)
    }

    fn source(&self) -> Option<&Source> {
        Some(BodyPart::source(self))
    }
}
