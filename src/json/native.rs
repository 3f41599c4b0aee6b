//! Bodies in JSON syntax, written in native syntax ("Structural Elements").

#[cfg(feature = "spec")]
mod by_spec;

use std::fmt::Write as _;
use std::sync::Arc;

use foldhash::HashMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::format::format;
use crate::identifier::{begins_with_for, is_bare_key, is_identifier};
use crate::limits::MAX_DEPTH;
use crate::quote::{quote, quoted};
use crate::repeated::first_repeated;
use crate::schema::BodySchema;
use crate::ser::json::{may_be_blocks, unknown};
use crate::span::Span;
use crate::syntax::json::COMMENT;
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::blocks::not_an_object;
use crate::syntax::tree::handle::{
    Body, Expression, ExpressionKind, ObjectItem, ObjectKey, TemplatePart,
};
use crate::value::Value;

/// Which properties of a body in JSON syntax are blocks. It can also be made from a schema or a spec:
/// `NativeBlocks::from(&schema)`. Null is not a block, at any level of labels.
///
/// ```
/// use hcl::json::{self, NativeBlocks};
///
/// let body = json::parse(r#"{
///     "service": { "web": { "port": "${base + 80}", "tags": { "a": 1 } } }
/// }"#)?;
/// let rule = NativeBlocks::new().with_block("service", 1);
/// let text = "service \"web\" {\n  port = base + 80\n  tags = {\n    a = 1\n  }\n}\n";
/// assert_eq!(json::to_native(&body, &rule)?.source().text(), text);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct NativeBlocks(Rule);

#[derive(Clone, Debug)]
enum Rule {
    ByShape,
    ByType(HashMap<String, BlockRule>),
}

/// The rule for the blocks of one type.
#[derive(Clone, Debug)]
struct BlockRule {
    labels: usize,
    /// Which properties in the bodies of these blocks are blocks. `None` if the rule of the enclosing body applies.
    inside: Option<Arc<NativeBlocks>>,
}

/// By default, no property is a block.
impl Default for NativeBlocks {
    fn default() -> Self {
        NativeBlocks::new()
    }
}

impl NativeBlocks {
    /// No property is a block, except for those added with [`with_block`](NativeBlocks::with_block).
    pub fn new() -> Self {
        NativeBlocks(Rule::ByType(HashMap::default()))
    }

    /// Treats each property that is an object or an array of objects as blocks. Use this for text that
    /// [`from_native`](super::from_native) has written; in other JSON, objects can also be values. An object that
    /// contains only objects and arrays of objects is a level of labels, unless it has the property `"//"`. Null is the
    /// value of an attribute.
    pub fn by_shape() -> Self {
        NativeBlocks(Rule::ByShape)
    }

    /// Adds a block type with its number of labels. Properties that are blocks outside of these blocks are also blocks
    /// inside of them.
    #[must_use]
    pub fn with_block(self, block_type: impl Into<String>, labels: usize) -> Self {
        self.with_rule(block_type.into(), labels, None)
    }

    /// Adds a block type with its number of labels, and with the properties that are blocks inside of it.
    ///
    /// ```
    /// use hcl::json::{self, NativeBlocks};
    ///
    /// let text = r#"{
    ///   "service": { "check": { "path": "/" } },
    ///   "check": { "a": 1 }
    /// }"#;
    /// let body = json::parse(text)?;
    /// let checks = NativeBlocks::new().with_block("check", 0);
    /// let rule = NativeBlocks::new().with_nested_blocks("service", 0, checks);
    /// let text =
    ///     "service {\n  check {\n    path = \"/\"\n  }\n}\n\ncheck = {\n  a = 1\n}\n";
    /// assert_eq!(json::to_native(&body, &rule)?.source().text(), text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn with_nested_blocks(
        self,
        block_type: impl Into<String>,
        labels: usize,
        inside: NativeBlocks,
    ) -> Self {
        self.with_rule(block_type.into(), labels, Some(Arc::new(inside)))
    }

    fn with_rule(
        self,
        block_type: String,
        labels: usize,
        inside: Option<Arc<NativeBlocks>>,
    ) -> Self {
        let mut types = match self.0 {
            Rule::ByShape => HashMap::default(),
            Rule::ByType(types) => types,
        };
        types.insert(block_type, BlockRule { labels, inside });
        NativeBlocks(Rule::ByType(types))
    }

    /// How to read a property as blocks; `None` if it is an attribute.
    fn of(&self, name: &str, value: &Expression) -> Option<Blocks<'_>> {
        match &self.0 {
            Rule::ByShape => may_be_blocks(value).then_some(Blocks {
                labels: Labels::ByShape,
                inside: self,
            }),
            Rule::ByType(types) => types.get(name).map(|rule| Blocks {
                labels: Labels::Count(rule.labels),
                inside: rule.inside.as_deref().unwrap_or(self),
            }),
        }
    }
}

/// The blocks of the schema.
impl From<&BodySchema> for NativeBlocks {
    fn from(schema: &BodySchema) -> Self {
        schema
            .blocks()
            .fold(NativeBlocks::new(), |rule, (block_type, labels)| {
                rule.with_block(block_type, labels)
            })
    }
}

/// Converts a body in JSON syntax to native syntax, in the canonical form. [`Body::source`] has the text. A body in
/// native syntax is returned unchanged.
///
/// A string that consists of a single interpolation, `"${…}"`, becomes its expression. Comments, which are properties
/// `"//"`, are placed at the beginning of their body. Attributes and blocks keep their order.
///
/// # Errors
///
/// If the name of an attribute or a block type is not an identifier, if the body is an array with elements that are not
/// objects, if a property that represents blocks is neither an object nor an array of objects, if a body sets an
/// attribute twice, if an object that is a value sets a name twice, if a string is a template with a syntax error, if
/// the body is unknown, or if bodies and expressions nest deeper than 256 levels. Also if the body has items in JSON
/// syntax, but is not written as a whole in its source, because it was merged, overlaid, expanded or partially decoded:
/// convert it before that.
///
/// ```
/// use hcl::BodySchema;
/// use hcl::json::{self, NativeBlocks};
///
/// let body = json::parse(r#"{ "name": "web", "port": 80 }"#)?;
/// let schema = BodySchema::new().with_attribute("name");
/// let (_, rest) = body.partial_content(&schema).into_result()?;
/// assert!(json::to_native(&rest, &NativeBlocks::new()).is_err());
///
/// let native = json::to_native(&body, &NativeBlocks::new())?;
/// let (_, rest) = native.partial_content(&schema).into_result()?;
/// assert_eq!(rest.to_string(), "port = 80\n");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn to_native(body: &Body, blocks: &NativeBlocks) -> Result<Body> {
    if !body.documents().iter().any(|it| it.tree.is_json()) {
        return Ok(body.clone());
    }
    let is_written = body.text().is_some();
    if !is_written && body.items().len() == 0 {
        return Ok(Body::empty());
    }
    let Some(value) = body.json_value().filter(|_| is_written) else {
        let detail = "A body in JSON syntax cannot be converted after it was merged, overlaid, expanded or partially \
                      decoded. Convert it before that.";
        return Err(Error::of(Code::NotAPartOfASource, detail));
    };
    let mut writer = NativeText {
        blocks,
        text: String::new(),
        depth: 0,
        ends_with_block: false,
        attributes: HashMap::default(),
    };
    writer.root(&Expression::new(Arc::clone(body.document()), value))?;
    let mut options = ParseOptions::for_text_of(body.document());
    if let Some(name) = body.source().name() {
        options = options.with_filename(name);
    }
    options.parse(&format(&writer.text)).into_result()
}

/// How a property is read as blocks.
#[derive(Clone, Copy)]
struct Blocks<'r> {
    labels: Labels,
    /// Which properties in the bodies of these blocks are blocks.
    inside: &'r NativeBlocks,
}

/// The levels of label objects around the bodies of blocks.
#[derive(Clone, Copy)]
enum Labels {
    ByShape,
    Count(usize),
}

struct NativeText<'r> {
    blocks: &'r NativeBlocks,
    text: String,
    depth: usize,
    /// Whether the last item written is a block.
    ends_with_block: bool,
    /// The names of the attributes of the body that is being written, and where they are in the source.
    attributes: HashMap<String, Span>,
}

impl<'r> NativeText<'r> {
    /// Writes the items of the root, which is an object or an array of objects.
    fn root(&mut self, value: &Expression) -> Result<()> {
        match value.kind() {
            ExpressionKind::Tuple(elements) => elements.iter().try_for_each(|it| self.body(it)),
            _ => self.body(value),
        }
    }

    /// Writes the items of a body, which is an object, and the comments in it.
    fn body(&mut self, value: &Expression) -> Result<()> {
        match value.kind() {
            ExpressionKind::Object(items) => {
                self.comments(&items);
                let view = value.document().view();
                let names = view.json_properties(value.id()).iter();
                let names = names.map(|id| value.document().place(view.item_head(*id).name));
                let mut properties = items.iter().zip(names).filter(|(it, _)| !is_comment(it));
                properties.try_for_each(|(it, name)| self.property(it, name))
            }
            ExpressionKind::Unknown => Err(unknown(value)),
            _ => Err(Error::new(Category::Data, not_an_object()).at(value)),
        }
    }

    fn property(&mut self, property: &ObjectItem, name_span: Span) -> Result<()> {
        let (name, value) = (plain_key(property)?, &property.value);
        if !is_identifier(&name) {
            let detail = format!(
                "The name of an attribute or a block type must be an identifier, but {} is not one.",
                quote(&name)
            );
            return Err(Error::of(Code::InvalidName, detail).at((name_span, value.source())));
        }
        match self.blocks.of(&name, value) {
            Some(_) if is_null(value) => Ok(()),
            Some(blocks) => self.written_blocks(&name, &mut Vec::new(), value, blocks),
            None => {
                self.add_attribute(&name, name_span, value)?;
                self.attribute(&name, value)
            }
        }
    }

    /// Fails if an attribute is repeated. Otherwise, the parser would report a place in the written text.
    fn add_attribute(&mut self, name: &str, span: Span, value: &Expression) -> Result<()> {
        let Some(first) = self.attributes.insert(name.to_owned(), span) else {
            return Ok(());
        };
        let diagnostic = Diagnostic::argument_redefined(name, "").with_context(first);
        Err(Error::new(Category::Data, diagnostic).at((span, value.source())))
    }

    fn attribute(&mut self, name: &str, value: &Expression) -> Result<()> {
        let text = self.expression(value)?;
        let is_bracketed = text.starts_with(['{', '[', '(']);
        if self.ends_with_block {
            self.text.push('\n');
            self.ends_with_block = false;
        }
        let _ = if text.contains('\n') && !is_bracketed {
            // A newline outside brackets would end the attribute.
            writeln!(self.text, "{name} = (\n{text}\n)")
        } else {
            writeln!(self.text, "{name} = {text}")
        };
        Ok(())
    }

    /// Writes a value as blocks. `known` has the labels of the enclosing levels.
    fn written_blocks(
        &mut self,
        block_type: &str,
        known: &mut Vec<String>,
        value: &Expression,
        blocks: Blocks<'r>,
    ) -> Result<()> {
        self.enter(value)?;
        match value.kind() {
            ExpressionKind::Tuple(elements) => {
                for element in elements {
                    self.enter(&element)?;
                    self.blocks_of_object(block_type, known, &element, blocks)?;
                    self.depth -= 1;
                }
            }
            _ => self.blocks_of_object(block_type, known, value, blocks)?,
        }
        self.depth -= 1;
        Ok(())
    }

    /// Writes an object as blocks: one for each label, or its body.
    fn blocks_of_object(
        &mut self,
        block_type: &str,
        known: &mut Vec<String>,
        value: &Expression,
        blocks: Blocks<'r>,
    ) -> Result<()> {
        let ExpressionKind::Object(items) = value.kind() else {
            let detail = format!(
                "\"{block_type}\" is a block type: an object is needed here, or an array of objects."
            );
            return Err(Error::of(Code::IncorrectJsonValueType, detail).at(value));
        };
        let (is_labels, labels) = match blocks.labels {
            Labels::ByShape => (is_labels(&items), Labels::ByShape),
            Labels::Count(count) => (count > 0, Labels::Count(count.saturating_sub(1))),
        };
        if !is_labels {
            let outer = std::mem::replace(&mut self.blocks, blocks.inside);
            let attributes = std::mem::take(&mut self.attributes);
            self.block(block_type, known, value)?;
            (self.blocks, self.attributes) = (outer, attributes);
            return Ok(());
        }
        let inner = Blocks { labels, ..blocks };
        for item in items.iter().filter(|it| !is_null(&it.value)) {
            known.push(plain_key(item)?);
            self.written_blocks(block_type, known, &item.value, inner)?;
            known.pop();
        }
        Ok(())
    }

    fn block(&mut self, block_type: &str, labels: &[String], value: &Expression) -> Result<()> {
        if !self.text.is_empty() && !self.text.ends_with("{\n") {
            self.text.push('\n');
        }
        self.text.push_str(block_type);
        for label in labels {
            self.text.extend([" ", &quoted(label)]);
        }
        self.text.push_str(" {\n");
        let start = self.text.len();
        self.ends_with_block = false;
        self.body(value)?;
        if self.text.len() == start {
            self.text.pop();
        }
        self.text.push_str("}\n");
        self.ends_with_block = true;
        Ok(())
    }

    /// Writes the comments of an object that is a body.
    fn comments(&mut self, items: &[ObjectItem]) {
        for item in items.iter().filter(|it| is_comment(it)) {
            for line in comment_text(&item.value).lines() {
                let line = line.replace(|it: char| it.is_control() && it != '\t', " ");
                let line = ["# ", &line].concat();
                self.text.extend([line.trim_end(), "\n"]);
            }
        }
    }

    fn expression(&mut self, value: &Expression) -> Result<String> {
        self.enter(value)?;
        check_template(value)?;
        let text = match value.kind() {
            ExpressionKind::Tuple(elements) => {
                let elements = elements.iter().map(|it| self.expression(it));
                let mut elements = elements.collect::<Result<Vec<_>>>()?;
                // At the beginning of a tuple, `for` would begin a `for` expression.
                if let Some(first) = elements.first_mut().filter(|it| begins_with_for(it)) {
                    *first = format!("({first})");
                }
                format!("[{}]", elements.join(", "))
            }
            ExpressionKind::Object(items) if items.is_empty() => "{}".to_owned(),
            ExpressionKind::Object(items) => self.object(&items)?,
            ExpressionKind::Template(template) => match template.parts().as_slice() {
                [TemplatePart::Interpolation(inner)] => {
                    let text = inner.to_string();
                    if text.contains('\n') && !is_in_brackets(inner) {
                        format!("(\n{text}\n)")
                    } else {
                        text
                    }
                }
                _ => value.to_string(),
            },
            _ => value.to_string(),
        };
        self.depth -= 1;
        Ok(text)
    }

    fn object(&mut self, items: &[ObjectItem]) -> Result<String> {
        check_keys(items)?;
        let mut text = "{\n".to_owned();
        for (index, item) in items.iter().enumerate() {
            let is_first = index == 0;
            let key = match (item.key.literal_text(), &item.key) {
                (Some(key), _) if is_bare_key(&key, is_first) => key.into_owned(),
                (Some(key), _) => quoted(&key),
                (None, ObjectKey::Expression(key)) => key.to_string(),
                (None, ObjectKey::Name(name)) => quoted(name),
            };
            let value = self.expression(&item.value)?;
            let _ = writeln!(text, "{key} = {value}");
        }
        Ok(text + "}")
    }

    fn enter(&mut self, value: &Expression) -> Result<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let detail =
                format!("Bodies and expressions nest deeper than {MAX_DEPTH} levels here.");
            return Err(Error::of(Code::NestingTooDeep, detail).at(value));
        }
        Ok(())
    }
}

/// Fails if the value is a template with a syntax error. In native syntax, its text would silently become a literal.
fn check_template(value: &Expression) -> Result<()> {
    value.template_error().map_or(Ok(()), Err)
}

/// Fails if two keys of a JSON object are equal. In native syntax, the last one would silently take effect.
fn check_keys(items: &[ObjectItem]) -> Result<()> {
    let mut keys = Vec::with_capacity(items.len());
    for item in items {
        let place = match &item.key {
            ObjectKey::Name(_) => &item.value,
            ObjectKey::Expression(key) => {
                check_template(key)?;
                key
            }
        };
        keys.extend(item.key.literal_text().map(|name| (name, place)));
    }
    let Some((_, second)) = first_repeated(keys.len(), |index| keys[index].0.as_bytes()) else {
        return Ok(());
    };
    let (name, place) = &keys[second];
    let diagnostic = Diagnostic::duplicate_attribute(name, place.span());
    Err(Error::new(Category::Data, diagnostic).at(place))
}

/// Whether a value stands for no block.
fn is_null(value: &Expression) -> bool {
    matches!(value.kind(), ExpressionKind::Null)
}

/// Whether all newlines in an expression are within its brackets.
fn is_in_brackets(expression: &Expression) -> bool {
    matches!(
        expression.kind(),
        ExpressionKind::Object(_)
            | ExpressionKind::Tuple(_)
            | ExpressionKind::For(_)
            | ExpressionKind::Parentheses(_)
    )
}

/// The name of a property in a body, or a label: the text as it is, because names and labels are not templates.
fn plain_key(item: &ObjectItem) -> Result<String> {
    match &item.key {
        ObjectKey::Name(name) => Ok(name.clone()),
        ObjectKey::Expression(key) => {
            let value = key.evaluate_literal()?;
            Ok(value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned))
        }
    }
}

fn is_comment(item: &ObjectItem) -> bool {
    item.key.literal_text().is_some_and(|key| key == COMMENT)
}

/// The text of a comment: that of a string as it is, because comments are not templates, and any other value as JSON.
fn comment_text(comment: &Expression) -> String {
    let value = comment.evaluate_literal().ok();
    match value.as_ref().and_then(Value::as_str) {
        Some(text) => text.to_owned(),
        None if value.as_ref().is_some_and(Value::is_null) => String::new(),
        None => comment.text().to_owned(),
    }
}

/// Whether an object is a level of labels.
fn is_labels(items: &[ObjectItem]) -> bool {
    let is_label = |item: &ObjectItem| !is_comment(item) && may_be_blocks(&item.value);
    !items.is_empty() && items.iter().all(is_label)
}
