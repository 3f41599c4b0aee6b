//! Bodies in the JSON syntax ("Structural Elements").
//!
//! Blocks are objects within objects: by their type, and by each of their labels. Where that would lose the order of
//! blocks of one type, or one of two with the same labels, there is an array of objects instead.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::expression;
use super::text::JsonText;
use crate::diagnostic::Code;
use crate::error::{Category, Error, Result};
use crate::nfc::normalize;
use crate::repeated::first_repeated;
use crate::span::Span;
use crate::syntax::tree::handle::{Block, Body, BodyItem, Document, Expression, ExpressionKind};

/// Writes a whole configuration with its comments.
pub(super) fn write(out: &mut JsonText, body: &Body, form: JsonForm) -> Result<()> {
    let mut context = BodyContext {
        comments: HashMap::default(),
        form,
    };
    write_content(out, body, BodyKind::Root, &mut context)
}

/// How blocks are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum JsonForm {
    /// In the shortest form.
    Shortest,
    /// So that blocks, labels and attributes can be told from each other without a schema.
    Unambiguous,
    /// In addition, with each body in an array.
    UnambiguousInLists,
}

/// What is the same for all bodies.
struct BodyContext {
    /// The comments of each source, found once.
    comments: HashMap<*const Document, Vec<Span>>,
    form: JsonForm,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum BodyKind {
    Root,
    OfBlock,
}

impl BodyContext {
    /// The text of the comments that stand in a body, but in none of its blocks.
    fn comments_of(&mut self, body: &Body) -> Option<String> {
        let source = body.text()?;
        if !source.contains(['#', '/']) {
            return None;
        }
        let comments = self.comments.entry(Arc::as_ptr(body.document()));
        let comments = comments.or_insert_with(|| body.all_comments());
        let mut text = String::new();
        let mut start = body.span().start();
        let blocks = body.blocks().map(|block| block.span());
        let end = Span::new(body.span().end(), body.span().end());
        for block in blocks.chain([end]) {
            let first = comments.partition_point(|comment| comment.start() < start);
            let before = comments[first..].iter();
            for comment in before.take_while(|comment| comment.end() <= block.start()) {
                if !text.is_empty() {
                    text.push('\n');
                }
                let comment = &body.source().text()[comment.range()];
                text.push_str(without_marks(comment));
            }
            start = block.end();
        }
        (!text.is_empty()).then_some(text)
    }
}

/// What a comment says.
fn without_marks(comment: &str) -> &str {
    let inner = match comment.strip_prefix("/*") {
        Some(inner) => inner.strip_suffix("*/").unwrap_or(inner),
        None => comment.trim_start_matches(['#', '/']),
    };
    inner.trim()
}

/// The object or the array of JSON that a body is, with its comments. Nothing if it is a selection of properties, or has
/// blocks that `dynamic` blocks have generated.
fn json_value(body: &Body) -> Option<Expression> {
    let value = body.json_value()?;
    let is_written = body.text().is_some() && body.blocks().next().is_none();
    is_written.then(|| Expression::new(Arc::clone(body.document()), value))
}

/// Fails if two names of a body are one in JSON: that of an attribute and of a block, or two with the same normal form,
/// which native syntax does not have.
fn check_names(items: &[BodyItem]) -> Result<()> {
    let mut types = HashSet::new();
    let mut new = Vec::with_capacity(items.len());
    for item in items {
        let is_new = match item {
            BodyItem::Attribute(attribute) => !attribute.is_property(),
            BodyItem::Block(block) => types.insert(block.block_type()),
        };
        if is_new {
            new.push(item);
        }
    }
    let names: Vec<_> = new.iter().map(|it| normalize(it.name())).collect();
    match first_repeated(names.len(), |index| names[index].as_bytes()) {
        Some((_, second)) => Err(repeated(new[second])),
        None => Ok(()),
    }
}

/// Writes the items of a body: each attribute where it stands, all blocks of a type where the first of them stands.
fn write_items(out: &mut JsonText, body: &Body, context: &mut BodyContext) -> Result<()> {
    let items: Vec<BodyItem> = body.items().collect();
    check_names(&items)?;
    let mut blocks: HashMap<String, Vec<Block>> = HashMap::new();
    for block in items.iter().filter_map(BodyItem::as_block) {
        let of_type = blocks.entry(block.block_type().to_owned());
        of_type.or_default().push(block.clone());
    }
    for item in items {
        match item {
            BodyItem::Attribute(attribute) => {
                out.begin_property(attribute.name());
                let expression = attribute.expression();
                if context.form != JsonForm::Shortest && may_be_blocks(&expression) {
                    expression::write_template(out, &expression)?;
                } else {
                    expression::write(out, &expression)?;
                }
            }
            BodyItem::Block(block) => {
                let of_type = blocks.get_mut(block.block_type());
                let blocks = of_type.map(std::mem::take).unwrap_or_default();
                if !blocks.is_empty() {
                    write_blocks(out, &blocks, context)?;
                }
            }
        }
    }
    Ok(())
}

/// Writes all blocks of a type as a property.
fn write_blocks(out: &mut JsonText, blocks: &[Block], context: &mut BodyContext) -> Result<()> {
    let first = &blocks[0];
    for block in blocks {
        if block.labels().len() != first.labels().len() {
            return Err(mixed(block));
        }
        if block.is_unknown() {
            return Err(unknown(block));
        }
    }
    out.begin_property(first.block_type());
    write_labelled(out, blocks, 0, context)
}

/// Writes blocks of which this number of labels is written already.
fn write_labelled(
    out: &mut JsonText,
    blocks: &[Block],
    labels_written: usize,
    context: &mut BodyContext,
) -> Result<()> {
    if labels_written == blocks[0].labels().len() {
        return match blocks {
            [block] if context.form != JsonForm::UnambiguousInLists => {
                write_content(out, &block.body(), BodyKind::OfBlock, context)
            }
            _ => out.array(|out| {
                for block in blocks {
                    out.begin_element();
                    write_content(out, &block.body(), BodyKind::OfBlock, context)?;
                }
                Ok(())
            }),
        };
    }
    let objects = by_label(blocks, labels_written);
    if let [object] = objects.as_slice() {
        return write_labels(out, object, labels_written, context);
    }
    out.array(|out| {
        for object in &objects {
            out.begin_element();
            write_labels(out, object, labels_written, context)?;
        }
        Ok(())
    })
}

/// Neighbouring blocks with the same label.
struct Labelled<'b> {
    label: String,
    blocks: &'b [Block],
}

/// Writes an object with a property for each label.
fn write_labels(
    out: &mut JsonText,
    object: &[Labelled<'_>],
    labels_written: usize,
    context: &mut BodyContext,
) -> Result<()> {
    out.object(|out| {
        for Labelled { label, blocks } in object {
            out.begin_property(label);
            write_labelled(out, blocks, labels_written + 1, context)?;
        }
        Ok(())
    })
}

/// Divides blocks into objects by their next label, so that their order is kept, and no object has a label twice.
fn by_label(blocks: &[Block], labels_written: usize) -> Vec<Vec<Labelled<'_>>> {
    let label = |block: &Block| {
        let label = block.labels().nth(labels_written);
        label
            .map(|label| label.text().into_owned())
            .unwrap_or_default()
    };
    let mut objects = Vec::new();
    let mut object = Vec::new();
    let mut labels = HashSet::new();
    for blocks in blocks.chunk_by(|one, other| label(one) == label(other)) {
        let label = label(&blocks[0]);
        if !labels.insert(label.clone()) {
            objects.push(std::mem::take(&mut object));
            labels.clear();
            labels.insert(label.clone());
        }
        object.push(Labelled { label, blocks });
    }
    objects.push(object);
    objects
}

/// Writes a body, whole or of a block, with the comments in it.
fn write_content(
    out: &mut JsonText,
    body: &Body,
    kind: BodyKind,
    context: &mut BodyContext,
) -> Result<()> {
    if let Some(value) = json_value(body) {
        return expression::write(out, &value);
    }
    out.object(|out| {
        if let Some(comment) = context.comments_of(body) {
            out.begin_property("//");
            out.string(&comment);
        } else if kind == BodyKind::OfBlock
            && context.form != JsonForm::Shortest
            && !body.is_empty()
            && body.attributes().next().is_none()
        {
            // Only a body has comments: without one, this would be an object for labels.
            out.begin_property("//");
            out.string("");
        }
        write_items(out, body, context)
    })
}

/// Whether the JSON of an expression is, or would be, that of blocks: an object, or an array of objects.
pub(crate) fn may_be_blocks(expression: &Expression) -> bool {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => may_be_blocks(&inner),
        ExpressionKind::Object(_) => true,
        ExpressionKind::Tuple(elements) => {
            !elements.is_empty() && elements.iter().all(may_be_blocks)
        }
        _ => false,
    }
}

fn repeated(item: &BodyItem) -> Error {
    let detail = "Another attribute or block of this body has the same name. In JSON, both would be the same property.";
    Error::of(Category::Data, Code::RepeatedName, detail).at(item)
}

fn mixed(block: &Block) -> Error {
    let detail = format!(
        "The \"{}\" blocks of a body have different numbers of labels. In JSON, only the number of labels tells them \
         apart from attributes.",
        block.block_type()
    );
    Error::of(Category::Data, Code::InconsistentNumberOfLabels, detail).at(block)
}

fn unknown(block: &Block) -> Error {
    let detail =
        "The number of these blocks is not known yet, and unknown values cannot be written.";
    Error::of(Category::Data, Code::UnknownValue, detail).at(block)
}
