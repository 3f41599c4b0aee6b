//! Builders of bodies and blocks.
//!
//! Knows nothing of bodies that exist already.

use serde::ser::Serialize;

use super::piece;
use crate::error::{Error, Result};
use crate::format::format;
use crate::path::PathStepRef;
use crate::syntax::options::parse;
use crate::syntax::tree::handle::{Block, Body};
use crate::value::Value;

/// Builds a body from attributes and blocks.
///
/// All errors are reported together by `finish`. The macro [`body!`](crate::body) does the same in native
/// syntax.
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
    text: String,
    last: Last,
    errors: Vec<Error>,
}

/// The kind of the item that was added last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Last {
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
    /// Begins to build a body.
    pub fn builder() -> BodyBuilder {
        BodyBuilder::default()
    }
}

impl Block {
    /// Begins to build a block.
    pub fn builder(block_type: impl Into<String>) -> BlockBuilder {
        BlockBuilder {
            block_type: block_type.into(),
            labels: String::new(),
            body: BodyBuilder::default(),
        }
    }
}

impl BodyBuilder {
    /// Adds an attribute whose expression is data: anything that serde can serialize, such as a
    /// string, a number, a [`Value`](crate::Value) or a struct.
    pub fn attribute<T: Serialize>(self, name: &str, data: T) -> Self {
        self.with_attribute(name, piece::data(name, &data))
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
        self.with_attribute(name, piece::expression(name, text))
    }

    /// Adds a block.
    pub fn block(mut self, block: BlockBuilder) -> Self {
        let (text, errors) = block.into_text();
        self.errors.extend(errors);
        if !matches!(self.last, Last::Nothing | Last::Comment) {
            self.text.push('\n');
        }
        self.text.push_str(&text);
        self.last = Last::Block;
        self
    }

    /// Adds a comment before the next item, one line for each line of the text.
    ///
    /// ```
    /// let body = hcl::Body::builder().comment("How many?").attribute("count", 3).finish()?;
    /// assert_eq!(body.to_string(), "# How many?\ncount = 3\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn comment(mut self, text: &str) -> Self {
        if self.last == Last::Block {
            self.text.push('\n');
        }
        for line in text.lines() {
            // Some readers would take a carriage return as the end of the line.
            let line = line.replace('\r', " ");
            let space = if line.is_empty() { "" } else { " " };
            self.text.extend(["#", space, &line, "\n"]);
        }
        self.last = Last::Comment;
        self
    }

    /// The body, in the canonical form.
    ///
    /// # Errors
    ///
    /// If a name is not an identifier, if some data cannot be written as an expression, if a text is not an
    /// expression, if an attribute is added twice, or if blocks nest deeper than 256 levels.
    pub fn finish(self) -> Result<Body> {
        piece::all_errors(self.errors)?;
        parse(&format(&self.text))
    }

    fn append(mut self, other: BodyBuilder) -> Self {
        if self.text.is_empty() {
            self.text = other.text;
        } else if !other.text.is_empty() {
            self.text.push('\n');
            self.text.push_str(&other.text);
        }
        if other.last != Last::Nothing {
            self.last = other.last;
        }
        self.errors.extend(other.errors);
        self
    }

    fn with_attribute(mut self, name: &str, expression: Result<String>) -> Self {
        match expression {
            Ok(expression) => {
                if self.last == Last::Block {
                    self.text.push('\n');
                }
                self.text.extend([name, " = ", &expression, "\n"]);
                self.last = Last::Attribute;
            }
            Err(error) => self.errors.push(error),
        }
        self
    }

    /// Adds an attribute for a macro. The data may be an error.
    pub(crate) fn result(mut self, name: &str, data: Result<Value>) -> Self {
        match data {
            Ok(data) => self.attribute(name, data),
            Err(error) => {
                let error = error.prepend_step(PathStepRef::Attribute(name));
                self.errors.push(error);
                self
            }
        }
    }
}

impl BlockBuilder {
    /// Adds a label.
    pub fn label(mut self, label: impl AsRef<str>) -> Self {
        self.labels.push(' ');
        self.labels.push_str(&piece::quoted(label.as_ref()));
        self
    }

    /// Adds an attribute whose expression is data, as [`BodyBuilder::attribute`].
    pub fn attribute<T: Serialize>(self, name: &str, data: T) -> Self {
        self.with_body(|body| body.attribute(name, data))
    }

    /// Adds an attribute whose expression is given as text, as [`BodyBuilder::expression`].
    pub fn expression(self, name: &str, text: &str) -> Self {
        self.with_body(|body| body.expression(name, text))
    }

    /// Adds a block within this one.
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

    fn with_body(mut self, add: impl FnOnce(BodyBuilder) -> BodyBuilder) -> Self {
        self.body = add(self.body);
        self
    }

    /// The text of the block with its final newline, before formatting, and the errors in it.
    pub(super) fn into_text(self) -> (String, Vec<Error>) {
        let block_type = &self.block_type;
        let mut errors = Vec::new();
        errors.extend(piece::name(block_type).err());
        errors.extend(self.body.errors);
        let step = |error: Error| error.prepend_step(PathStepRef::Attribute(block_type));
        let errors = errors.into_iter().map(step).collect();
        let inner = &self.body.text;
        let open = if inner.is_empty() { "" } else { "\n" };
        let text = [block_type, self.labels.as_str(), " {", open, inner, "}\n"].concat();
        (text, errors)
    }
}
