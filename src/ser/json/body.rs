//! Bodies in the JSON syntax ("Structural Elements").
//!
//! Blocks are nested objects, with a level for the type and one for each label. If this would lose the order of blocks
//! of the same type, or one of two blocks with the same labels, an array of objects is written instead.

use std::ops::Range;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::expression;
use super::text::JsonText;
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::nfc::normalize;
use crate::repeated::first_repeated;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::json::COMMENT;
use crate::syntax::lines::CommentCache;
use crate::syntax::tree::handle::{Block, Body, BodyItem, Expression, ExpressionKind, ItemRef};

/// Writes a whole configuration with its comments.
pub(super) fn write(out: &mut JsonText, body: &Body, form: JsonForm) -> Result<()> {
    let mut context = BodyContext {
        comments: CommentCache::default(),
        form,
    };
    write_content(out, body, None, &mut context)
}

/// How blocks are written.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JsonForm {
    /// Whether the body of a single block is in an array, too.
    pub(crate) in_lists: bool,
    /// Whether blocks, labels and attributes can be distinguished without a schema.
    pub(crate) unambiguous: bool,
}

/// The state shared by all bodies.
struct BodyContext {
    comments: CommentCache,
    form: JsonForm,
}

impl BodyContext {
    /// The text of the comments in a body but outside its blocks, and of those between the type of its block and the
    /// brace. The first block that a `dynamic` block generates has the comments of its arguments, too. A reader takes
    /// an empty text for no comment, and ignores a newline at the end. Therefore a text whose last line is empty ends
    /// with a newline.
    fn comments_of(&mut self, body: &Body, block: Option<&WrittenBlock>) -> Option<String> {
        let mut texts = Vec::new();
        let is_native = !body.document().tree.is_json();
        let Range { mut start, end } = body.span().range();
        let mut after = end..end;
        if let Some(WrittenBlock { block, is_repeated }) = block
            && is_native
            && body.source().is(block.source())
        {
            // The span of a generated block includes everything in the `dynamic` block.
            let around = block.span().range();
            let header = if block.is_generated() && *is_repeated {
                let brace = start - 1;
                let lines = self.comments.lines(block.source());
                lines.start_of_comments(brace)..brace
            } else {
                around.start..start
            };
            self.add_comments(block.source(), header, &mut texts);
            if block.is_generated() && !is_repeated {
                after.end = around.end;
            }
        }
        if body.text().is_none() {
            self.add_comments_of_items(body, &mut texts);
        } else if is_native {
            let end = Span::between(end, end);
            for block in body.blocks().map(|it| it.span()).chain([end]) {
                let Range { start: before, end } = block.range();
                self.add_comments(body.source(), start..before, &mut texts);
                start = end;
            }
        }
        self.add_comments(body.source(), after, &mut texts);
        let is_last_empty = texts.last()?.is_empty();
        let text = texts.join("\n");
        Some(if is_last_empty { text + "\n" } else { text })
    }

    /// Adds the comments of the items of a body that is not written as a whole in its source.
    fn add_comments_of_items(&mut self, body: &Body, texts: &mut Vec<String>) {
        let native = body.item_refs().filter(|it| !it.document.tree.is_json());
        let mut items: Vec<BodyItem> = native.map(ItemRef::item).collect();
        // The blocks that one `dynamic` block has generated are adjacent.
        items.dedup_by(|one, other| one.source().is(other.source()) && one.span() == other.span());
        for item in items {
            let source = item.source();
            let whole = self.comments.lines(source).with_comments(item.span());
            match &item {
                BodyItem::Attribute(_) => self.add_comments(source, whole, texts),
                BodyItem::Block(block) => {
                    let Range { start, end } = block.span().range();
                    self.add_comments(source, whole.start..start, texts);
                    self.add_comments(source, end..whole.end, texts);
                }
            }
        }
    }

    fn add_comments(&mut self, source: &Source, part: Range<usize>, texts: &mut Vec<String>) {
        let text = source.text();
        // Between two blocks that one `dynamic` block has generated, there is no part: they have the same span.
        if !text
            .get(part.clone())
            .is_some_and(|it| it.contains(['#', '/']))
        {
            return;
        }
        let comments = self.comments.lines(source).comments_in(part).iter();
        texts.extend(comments.map(|it| without_marks(&text[it.range()]).to_owned()));
    }
}

/// The text of a comment, without its marks. The text of a line keeps its indentation.
fn without_marks(comment: &str) -> &str {
    if let Some(inner) = comment.strip_prefix("/*") {
        return inner.strip_suffix("*/").unwrap_or(inner).trim();
    }
    let text = comment.strip_prefix('#').or(comment.strip_prefix("//"));
    let text = text.unwrap_or(comment);
    text.strip_prefix(' ').unwrap_or(text).trim_end()
}

/// A block to write.
struct WrittenBlock {
    block: Block,
    /// Whether one `dynamic` block has generated it and the block before it.
    is_repeated: bool,
}

/// The JSON object or array that a body was read from, with its comments. `None` if the body is a selection of
/// properties, or has blocks generated by `dynamic` blocks.
fn json_value(body: &Body) -> Option<Expression> {
    let value = body.json_value()?;
    let is_written = body.text().is_some() && body.blocks().next().is_none();
    is_written.then(|| Expression::new(Arc::clone(body.document()), value))
}

/// Fails if two names in a body would be equal in JSON: the names of an attribute and a block, or two names with the
/// same normal form, which native syntax distinguishes.
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

/// Writes the items of a body in order. All blocks of a type are written in place of the first of them.
fn write_items(out: &mut JsonText, body: &Body, context: &mut BodyContext) -> Result<()> {
    let items: Vec<BodyItem> = body.items().collect();
    check_names(&items)?;
    let mut blocks: HashMap<String, Vec<WrittenBlock>> = HashMap::new();
    // The blocks that one `dynamic` block has generated are adjacent.
    for group in items.chunk_by(BodyItem::is_of_one_dynamic_block) {
        for (index, block) in group.iter().filter_map(BodyItem::as_block).enumerate() {
            let of_type = blocks.entry(block.block_type().to_owned());
            of_type.or_default().push(WrittenBlock {
                block: block.clone(),
                is_repeated: index > 0,
            });
        }
    }
    for item in items {
        match item {
            BodyItem::Attribute(attribute) => {
                out.begin_property(attribute.name());
                let expression = attribute.expression();
                if context.form.unambiguous && may_be_blocks(&expression) {
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
fn write_blocks(
    out: &mut JsonText,
    blocks: &[WrittenBlock],
    context: &mut BodyContext,
) -> Result<()> {
    let first = &blocks[0].block;
    for WrittenBlock { block, .. } in blocks {
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

/// Writes blocks whose first `labels_written` labels have been written.
fn write_labelled(
    out: &mut JsonText,
    blocks: &[WrittenBlock],
    labels_written: usize,
    context: &mut BodyContext,
) -> Result<()> {
    if labels_written == blocks[0].block.labels().len() {
        return match blocks {
            [block] if !context.form.in_lists => {
                write_content(out, &block.block.body(), Some(block), context)
            }
            _ => out.array(|out| {
                for block in blocks {
                    out.begin_element();
                    write_content(out, &block.block.body(), Some(block), context)?;
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
    blocks: &'b [WrittenBlock],
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
            if context.form.unambiguous && label == COMMENT {
                return Err(label_of_comment(&blocks[0].block));
            }
            out.begin_property(label);
            write_labelled(out, blocks, labels_written + 1, context)?;
        }
        Ok(())
    })
}

/// Divides blocks into objects by their next label, so that their order is kept, and no object has a label twice.
fn by_label(blocks: &[WrittenBlock], labels_written: usize) -> Vec<Vec<Labelled<'_>>> {
    let label = |block: &WrittenBlock| {
        let label = block.block.labels().nth(labels_written);
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

/// Writes the body of a block or, if there is no block, of the configuration, with the comments in it.
fn write_content(
    out: &mut JsonText,
    body: &Body,
    block: Option<&WrittenBlock>,
    context: &mut BodyContext,
) -> Result<()> {
    if let Some(value) = json_value(body) {
        return expression::write(out, &value);
    }
    out.object(|out| {
        if let Some(comment) = context.comments_of(body, block) {
            out.begin_property(COMMENT);
            out.string(&comment);
        } else if block.is_some()
            && context.form.unambiguous
            && !body.is_empty()
            && body.attributes().next().is_none()
        {
            // Only a body can have comments. Without this one, the object would be read as labels.
            out.begin_property(COMMENT);
            out.string("");
        }
        write_items(out, body, context)
    })
}

/// Whether the JSON of an expression could be read as blocks: an object, or an array of objects.
pub(crate) fn may_be_blocks(expression: &Expression) -> bool {
    let kind = |it: &Expression| it.clone().without_parentheses().kind();
    match kind(expression) {
        ExpressionKind::Object(_) => true,
        ExpressionKind::Tuple(elements) => {
            let mut elements = elements.iter();
            let is_object = |it: &Expression| matches!(kind(it), ExpressionKind::Object(_));
            elements.len() > 0 && elements.all(is_object)
        }
        _ => false,
    }
}

fn repeated(item: &BodyItem) -> Error {
    let detail = "Another attribute or block of this body has the same name. In JSON, both would be the same property.";
    Error::of(Code::RepeatedName, detail).at(item)
}

fn mixed(block: &Block) -> Error {
    let detail = format!(
        "The \"{}\" blocks of a body have different numbers of labels. In JSON, only the number of labels tells them \
         apart from attributes.",
        block.block_type()
    );
    Error::of(Code::InconsistentNumberOfLabels, detail).at(block)
}

fn label_of_comment(block: &Block) -> Error {
    let detail = "Without further information, JSON does not distinguish the label \"//\" from a comment. Change the \
                  label.";
    Error::of(Code::ReservedName, detail).at((block.header_span(), block.source()))
}

fn unknown(block: &Block) -> Error {
    let detail =
        "The number of these blocks is not known yet, and unknown values cannot be written.";
    Error::new(Category::Data, Diagnostic::of(Code::UnknownValue, detail)).at(block)
}
