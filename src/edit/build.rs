//! Builders of bodies and blocks.

use serde::ser::Serialize;

use super::snippet::{self, EndKinds, SerializedItems};
use crate::error::{Error, Result};
use crate::format::format;
use crate::path::PathStep;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::{Block, Body, BodyItemKind};

/// Builds a body from attributes and blocks.
///
/// `finish` reports all invalid names, values and texts together. The macro [`body!`](crate::body) builds the same from
/// native syntax.
///
/// ```
/// use hcl::Body;
///
/// let body = Body::builder()
///     .attribute("name", "shop")
///     .attribute("tags", ["eu", "web"])
///     .expression("zone", "var.region == \"eu\" ? 1 : 2")
///     .block(hcl::Block::builder("service").label("web").attribute("port", 8080))
///     .finish()?;
/// assert_eq!(
///     body.to_string(),
///     r#"name = "shop"
/// tags = ["eu", "web"]
/// zone = var.region == "eu" ? 1 : 2
///
/// service "web" {
///   port = 8080
/// }
/// "#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug, Default)]
#[must_use]
pub struct BodyBuilder {
    parts: Vec<BodyPart>,
    last: LastItem,
    pub(super) errors: Vec<Error>,
}

/// A part of the text of a body. Nested blocks are parts of the same flat list: recursion over nested builders could
/// overflow the stack.
#[derive(Debug)]
enum BodyPart {
    /// A comment, with its final newline.
    Comment(String),
    /// An attribute whose heredocs stay as they are.
    Given(String),
    /// Serialized items, whose heredocs are indented with them.
    Serialized(BodyItemKind, String),
    /// The header of a block and the opening brace.
    Open(String),
    Close,
    Blank,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum LastItem {
    #[default]
    Nothing,
    Comment,
    Attribute,
    Block,
}

/// Builds a block from a type, labels, attributes and blocks.
///
/// It becomes a part of a [`BodyBuilder`], of another block, or of a body that is
/// [edited](crate::Edit::add_block).
///
/// ```
/// use hcl::{Block, Body};
///
/// let listener = Block::builder("listener").label("http").attribute("port", 80);
/// let service = Block::builder("service").label("web").block(listener);
/// let body = Body::builder().block(service).finish()?;
/// assert_eq!(
///     body.to_string(),
///     "service \"web\" {\n  listener \"http\" {\n    port = 80\n  }\n}\n"
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct BlockBuilder {
    block_type: String,
    labels: String,
    body: BodyBuilder,
}

impl Body {
    /// Starts building a body.
    pub fn builder() -> BodyBuilder {
        BodyBuilder::default()
    }
}

impl Block {
    /// Starts building a block.
    pub fn builder(block_type: impl Into<String>) -> BlockBuilder {
        BlockBuilder {
            block_type: block_type.into(),
            labels: String::new(),
            body: BodyBuilder::default(),
        }
    }
}

impl BodyBuilder {
    /// Adds an attribute whose expression is data: anything that implements `Serialize`, such as a string, a number, a
    /// [`Value`](crate::Value) or a struct.
    pub fn attribute<T: Serialize>(self, name: &str, data: T) -> Self {
        let expression = snippet::attribute_data(name, &data);
        let text = expression.map(|it| format!("{name} = {it}\n"));
        self.with_attribute(text.map(|text| BodyPart::Serialized(BodyItemKind::Attribute, text)))
    }

    /// Adds an attribute whose expression is given as text. The expression is not evaluated.
    ///
    /// ```
    /// let body = hcl::Body::builder().expression("port", "base + 1").finish()?;
    /// assert_eq!(body.to_string(), "port = base + 1\n");
    ///
    /// let error = hcl::Body::builder().expression("port", "base +").finish().unwrap_err();
    /// assert_eq!(error.path(), "port");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn expression(self, name: &str, text: &str) -> Self {
        let expression = snippet::attribute_expression(name, text);
        let text = expression.map(|it| format!("{name} = {it}\n"));
        self.with_attribute(text.map(BodyPart::Given))
    }

    /// Adds everything that [`to_string`](crate::to_string) writes for data, such as the fields of a struct.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Log {
    ///     level: &'static str,
    ///     banner: &'static str,
    /// }
    ///
    /// let log = Log { level: "info", banner: "Hello,\nworld!\n" };
    /// let body = hcl::Body::builder()
    ///     .comment("How much?")
    ///     .data(&log)
    ///     .attribute("file", "app.log")
    ///     .finish()?;
    /// assert_eq!(
    ///     body.to_string(),
    ///     r#"# How much?
    /// level  = "info"
    /// banner = <<-EOT
    ///   Hello,
    ///   world!
    /// EOT
    /// file   = "app.log"
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn data<T: Serialize>(mut self, data: T) -> Self {
        match snippet::items(&data) {
            Ok(text) => self.serialized_items(text),
            Err(error) => self.errors.push(error),
        }
        self
    }

    /// Adds a block.
    pub fn block(mut self, block: BlockBuilder) -> Self {
        let BlockBuilder {
            block_type,
            labels,
            body,
        } = block;
        let errors = snippet::name(&block_type).err().into_iter();
        let step = |error: Error| error.prepend_step(PathStep::from(&block_type));
        self.errors.extend(errors.chain(body.errors).map(step));
        self.separate(BodyItemKind::Block);
        let header = [&block_type, &*labels, " {"].concat();
        self.parts.push(BodyPart::Open(header));
        if !body.parts.is_empty() {
            self.parts.push(BodyPart::Blank);
        }
        self.parts.extend(body.parts);
        self.parts.push(BodyPart::Close);
        self.last = LastItem::Block;
        self
    }

    /// Adds a comment before the next item, one line per line of the text. Control characters other than tabs are an
    /// error.
    ///
    /// ```
    /// let body = hcl::Body::builder().comment("How many?").attribute("count", 3).finish()?;
    /// assert_eq!(body.to_string(), "# How many?\ncount = 3\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn comment(mut self, text: &str) -> Self {
        match snippet::comment(text) {
            Ok(comment) if comment.is_empty() => {}
            Ok(comment) => {
                if self.last == LastItem::Block {
                    self.parts.push(BodyPart::Blank);
                }
                self.parts.push(BodyPart::Comment(comment + "\n"));
                self.last = LastItem::Comment;
            }
            Err(error) => self.errors.push(error),
        }
        self
    }

    /// The body, in the canonical form.
    ///
    /// # Errors
    ///
    /// If a name is not an identifier, if some data cannot be written as an expression, if a text is not an expression,
    /// if a comment has control characters, if an attribute is added twice, or if blocks nest deeper than 256 levels.
    pub fn finish(self) -> Result<Body> {
        snippet::all_errors(self.errors)?;
        parse(&format(&text_of(&self.parts, "")))
    }

    /// The text of the body, in the canonical form.
    ///
    /// # Errors
    ///
    /// The same as for [`finish`](BodyBuilder::finish).
    ///
    /// ```
    /// let text = hcl::Body::builder()
    ///     .attribute("count", 3)
    ///     .attribute("on", true)
    ///     .finish_text()?;
    /// assert_eq!(text, "count = 3\non    = true\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn finish_text(self) -> Result<String> {
        Ok(self.finish()?.source().text().to_owned())
    }

    fn append(mut self, other: BodyBuilder) -> Self {
        if !self.parts.is_empty() && !other.parts.is_empty() {
            self.parts.push(BodyPart::Blank);
        }
        self.parts.extend(other.parts);
        if other.last != LastItem::Nothing {
            self.last = other.last;
        }
        self.errors.extend(other.errors);
        self
    }

    fn with_attribute(mut self, expression: Result<BodyPart>) -> Self {
        match expression {
            Ok(part) => {
                self.separate(BodyItemKind::Attribute);
                self.parts.push(part);
                self.last = LastItem::Attribute;
            }
            Err(error) => self.errors.push(error),
        }
        self
    }

    fn serialized_items(&mut self, text: SerializedItems) {
        let Some(EndKinds { first, last }) = text.kinds else {
            return;
        };
        self.separate(first);
        // Text that begins or ends with a block has blank lines around it.
        let kind = if first == BodyItemKind::Block {
            first
        } else {
            last
        };
        self.parts.push(BodyPart::Serialized(kind, text.text));
        self.last = match last {
            BodyItemKind::Attribute => LastItem::Attribute,
            BodyItemKind::Block => LastItem::Block,
        };
    }

    /// Leaves a blank line between a block and an item before or after it.
    fn separate(&mut self, next: BodyItemKind) {
        let is_apart = match self.last {
            LastItem::Nothing | LastItem::Comment => false,
            LastItem::Attribute => next == BodyItemKind::Block,
            LastItem::Block => true,
        };
        if is_apart {
            self.parts.push(BodyPart::Blank);
        }
    }

    /// The items with the comments above them, each without its final newline. Heredocs are indented for items at this
    /// indentation.
    pub(super) fn items(self, indent: &str) -> Vec<(BodyItemKind, String)> {
        let text = |parts: &[BodyPart]| text_of(parts, indent).trim_end_matches('\n').to_owned();
        let mut items = Vec::new();
        let mut depth = 0_usize;
        let mut item: Vec<BodyPart> = Vec::new();
        for part in self.parts {
            let kind = match &part {
                BodyPart::Blank if depth == 0 && item.is_empty() => continue,
                BodyPart::Open(_) => {
                    depth += 1;
                    None
                }
                BodyPart::Close => {
                    depth -= 1;
                    (depth == 0).then_some(BodyItemKind::Block)
                }
                BodyPart::Given(_) => (depth == 0).then_some(BodyItemKind::Attribute),
                BodyPart::Serialized(kind, _) => (depth == 0).then_some(*kind),
                BodyPart::Comment(_) | BodyPart::Blank => None,
            };
            item.push(part);
            if let Some(kind) = kind {
                items.push((kind, text(&std::mem::take(&mut item))));
            }
        }
        if !item.is_empty() {
            items.push((BodyItemKind::Attribute, text(&item)));
        }
        items
    }
}

impl BlockBuilder {
    /// Adds a label after the existing ones.
    pub fn label(mut self, label: impl AsRef<str>) -> Self {
        self.labels.push(' ');
        self.labels.push_str(&snippet::quoted(label.as_ref()));
        self
    }

    /// Adds an attribute whose expression is data, like [`BodyBuilder::attribute`].
    pub fn attribute<T: Serialize>(self, name: &str, data: T) -> Self {
        self.with_body(|body| body.attribute(name, data))
    }

    /// Adds an attribute whose expression is given as text, like [`BodyBuilder::expression`].
    pub fn expression(self, name: &str, text: &str) -> Self {
        self.with_body(|body| body.expression(name, text))
    }

    /// Adds a block inside this one.
    pub fn block(self, block: BlockBuilder) -> Self {
        self.with_body(|body| body.block(block))
    }

    /// Adds a comment before the next item in the block.
    pub fn comment(self, text: &str) -> Self {
        self.with_body(|body| body.comment(text))
    }

    /// Adds all items that a body builder has collected.
    ///
    /// ```
    /// let mut ports = hcl::Body::builder();
    /// for (name, port) in [("http", 80), ("https", 443)] {
    ///     ports = ports.attribute(name, port);
    /// }
    /// let block = hcl::Block::builder("ports").body(ports);
    /// let body = hcl::Body::builder().block(block).finish()?;
    /// assert_eq!(body.to_string(), "ports {\n  http  = 80\n  https = 443\n}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn body(self, body: BodyBuilder) -> Self {
        self.with_body(|own| own.append(body))
    }

    /// Adds the content of the block that [`to_string`](crate::to_string) writes for data, such as a struct. Fields
    /// renamed to `$label` and the like become labels, after those that were added before.
    ///
    /// ```
    /// #[derive(serde::Serialize)]
    /// struct Service {
    ///     #[serde(rename = "$label")]
    ///     name: &'static str,
    ///     port: u16,
    /// }
    ///
    /// let web = Service {
    ///     name: "web",
    ///     port: 80,
    /// };
    /// let block = hcl::Block::builder("service")
    ///     .data(&web)
    ///     .expression("host", "local.host");
    /// let body = hcl::Body::builder().block(block).finish()?;
    /// assert_eq!(
    ///     body.to_string(),
    ///     "service \"web\" {\n  port = 80\n  host = local.host\n}\n"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn data<T: Serialize>(mut self, data: T) -> Self {
        match snippet::block(&data) {
            Ok((labels, text)) => {
                self.labels.push_str(&labels);
                self.body.serialized_items(text);
            }
            Err(error) => self.body.errors.push(error),
        }
        self
    }

    fn with_body(mut self, add: impl FnOnce(BodyBuilder) -> BodyBuilder) -> Self {
        self.body = add(self.body);
        self
    }
}

/// A body of one block.
impl From<BlockBuilder> for BodyBuilder {
    fn from(block: BlockBuilder) -> Self {
        BodyBuilder::default().block(block)
    }
}

/// The text of parts before formatting. Heredocs are indented for items at this indentation.
fn text_of(parts: &[BodyPart], indent: &str) -> String {
    let mut text = String::new();
    let mut indent = indent.to_owned();
    for part in parts {
        match part {
            BodyPart::Comment(lines) | BodyPart::Given(lines) => text.push_str(lines),
            BodyPart::Serialized(_, lines) => {
                text.push_str(&snippet::with_indented_heredocs(lines, &indent));
            }
            BodyPart::Open(header) => {
                text.push_str(header);
                indent.push_str("  ");
            }
            BodyPart::Close => {
                text.push_str("}\n");
                indent.truncate(indent.len().saturating_sub(2));
            }
            BodyPart::Blank => text.push('\n'),
        }
    }
    text
}
