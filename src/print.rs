//! Writes bodies, blocks and attributes in the canonical form.
//!
//! Unchanged items are written as in their source. Generated blocks are built from the text of their
//! `content` block and the values of their iterator.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use foldhash::HashMap;

use crate::format::format;
use crate::identifier::is_identifier;
use crate::nfc::normalize;
use crate::quote::quoted;
use crate::source::Source;
use crate::span::Span;
use crate::syntax::lines::CommentCache;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, Expression, ExpressionKind};

/// Writes the canonical form, as [`format`](crate::format()) does, with all comments.
///
/// A body in JSON syntax is written in native syntax, with each property as an attribute; to get blocks, use
/// `json::to_native`. A name that is not an identifier is quoted, so the text cannot be parsed again. Several
/// properties with the same name that are objects or arrays, as in an overlay that appends blocks, are written as one
/// list.
///
/// If the items of the body were selected, as in a merged body, each item is written with the comments in it, directly
/// above it and after it. Generated blocks are written with the values of their iterator instead of its name. The first
/// of them has the comments of the arguments of its `dynamic` block at the beginning. If something in them is unknown,
/// for which there is no syntax, the `dynamic` block is written instead.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.text()
            && !self.document().tree.is_bound()
            && !self.document().tree.is_json()
        {
            // Skips blank lines at the start: the body of a block begins with one, after the brace.
            return write_lines(f, text.trim_start_matches([' ', '\t', '\r', '\n']));
        }
        let mut printer = Printer::default();
        printer.other_comments(self, self.span());
        // Outside of generated blocks, everything can be written.
        let _ = printer.items(self, DynamicIterators::Defined);
        write_lines(f, &printer.text)
    }
}

/// Writes the canonical form. A generated block is written with the values of its iterator instead of its name. If
/// something in it is unknown, the `dynamic` block is written instead.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut printer = Printer::default();
        let tree = &self.document().tree;
        if !(tree.is_bound() || self.is_json() || self.is_layered())
            || printer
                .block(self, DynamicIterators::Defined, false)
                .is_err()
        {
            as_written(self.source(), self.span()).clone_into(&mut printer.text);
        }
        f.write_str(format(&printer.text).trim_end())
    }
}

/// Writes the canonical form, with the newline that a heredoc needs after it.
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        if write_attribute(&mut text, self).is_err() {
            as_written(self.source(), self.span()).clone_into(&mut text);
        }
        text.push('\n');
        f.write_str(format(&text).trim_end())?;
        let newline = if self.expression().ends_with_heredoc() {
            "\n"
        } else {
            ""
        };
        f.write_str(newline)
    }
}

/// Whether the iterators of `dynamic` blocks are defined where a block is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DynamicIterators {
    /// The block is written as a part of the source.
    Defined,
    /// The block is a part of a generated block, which is written without its `dynamic` block.
    Undefined,
}

/// The error for something unknown, for which there is no syntax.
struct NotWritable;

/// Whether the written text differs from the source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SourceText {
    Unchanged,
    Changed,
}

/// The text that is being built from items.
#[derive(Default)]
struct Printer {
    text: String,
    comments: CommentCache,
}

impl Printer {
    /// Writes the items of a body, with a blank line around each block.
    fn items(
        &mut self,
        body: &Body,
        iterators: DynamicIterators,
    ) -> Result<SourceText, NotWritable> {
        let items: Vec<BodyItem> = body.items().collect();
        // A list becomes `None` when it has been written.
        let mut repeated = repeated_lists(&items);
        let mut source_text = SourceText::Unchanged;
        let mut was_block = None;
        // The blocks that one `dynamic` block has generated are adjacent.
        for group in items.chunk_by(BodyItem::is_of_one_dynamic_block) {
            let before = self.text.len();
            let is_first = was_block.is_none();
            let mut is_whole = true;
            if let [BodyItem::Attribute(property), ..] = group
                && let Some(blocks) = repeated.get_mut(property.name())
            {
                if let Some(blocks) = blocks.take() {
                    let gap = if was_block == Some(true) { "\n" } else { "" };
                    was_block = Some(false);
                    let name = native_name(property.name());
                    self.text.extend([gap, &name, " = [", &*blocks, "]\n"]);
                }
                continue;
            }
            for (index, item) in group.iter().enumerate() {
                let is_block = matches!(item, BodyItem::Block(_));
                if was_block.is_some_and(|was_block| is_block || was_block) {
                    self.text.push('\n');
                }
                was_block = Some(is_block);
                match self.item(item, iterators, index > 0) {
                    Ok((text, item_text)) => {
                        if item_text == SourceText::Changed {
                            source_text = SourceText::Changed;
                        }
                        self.line(item, &text, index > 0);
                    }
                    Err(NotWritable) if iterators == DynamicIterators::Undefined => {
                        return Err(NotWritable);
                    }
                    Err(NotWritable) => is_whole = false,
                }
            }
            if !is_whole && let Some(first) = group.first() {
                self.text.truncate(before);
                if !is_first {
                    self.text.push('\n');
                }
                let source = as_written(first.source(), first.span());
                match first {
                    BodyItem::Attribute(property) if property.is_property() => {
                        let value = property.expression();
                        let value = as_written(property.source(), value.span());
                        let text = format!("{} = {value}", native_name(property.name()));
                        self.line(first, &text, false);
                    }
                    BodyItem::Block(block) if block.is_json() => {
                        self.line(first, &dynamic_as_written(block, source), false);
                    }
                    _ => self.line(first, source, false),
                }
            }
        }
        Ok(source_text)
    }

    /// The text of an item.
    fn item(
        &mut self,
        item: &BodyItem,
        iterators: DynamicIterators,
        is_repeated: bool,
    ) -> Result<(String, SourceText), NotWritable> {
        let mut written = Printer {
            text: String::new(),
            comments: std::mem::take(&mut self.comments),
        };
        let result = match item {
            BodyItem::Attribute(attribute) => write_attribute(&mut written.text, attribute),
            BodyItem::Block(block) => written.block(block, iterators, is_repeated),
        };
        self.comments = written.comments;
        Ok((written.text, result?))
    }

    /// Writes a block, without its final newline. The comments that belong to none of its items are written at the
    /// beginning of its body, and those of a `dynamic` block in the first block that it generates.
    fn block(
        &mut self,
        block: &Block,
        iterators: DynamicIterators,
        is_repeated: bool,
    ) -> Result<SourceText, NotWritable> {
        if block.is_unknown() {
            return Err(NotWritable);
        }
        let source = as_written(block.source(), block.span());
        let is_generated = block.is_generated() || block.is_spread() || block.is_json();
        // The source text of a block with a nested `dynamic` block would contain that block, too.
        let is_written = !is_generated && !block.is_layered() && !source.contains("dynamic");
        if is_written && iterators == DynamicIterators::Defined {
            self.text.push_str(source);
            return Ok(SourceText::Unchanged);
        }
        let iterators = if is_generated {
            DynamicIterators::Undefined
        } else {
            iterators
        };
        let start = self.text.len();
        let mut with_comments = block.span();
        if is_generated {
            self.text.push_str(&native_name(block.block_type()));
            for label in block.labels() {
                self.text.extend([" ", &quoted(&normalize(label.text()))]);
            }
        } else {
            let header = block.header_span();
            self.text.push_str(as_written(block.source(), header));
            with_comments = Span::new(header.end(), with_comments.end());
        }
        self.text.push_str(" {");
        let before_body = self.text.len();
        self.text.push('\n');
        let body = block.body();
        if !is_repeated {
            self.other_comments(&body, with_comments);
        }
        let source_text = self.items(&body, iterators)?;
        if self.text.len() == before_body + 1 {
            self.text.truncate(before_body);
        }
        self.text.push('}');
        if !is_written || source_text == SourceText::Changed {
            return Ok(SourceText::Changed);
        }
        self.text.truncate(start);
        self.text.push_str(source);
        Ok(SourceText::Unchanged)
    }

    /// Writes an item, with the comments directly above it and after it, unless these have already been written.
    fn line(&mut self, item: &BodyItem, written: &str, is_repeated: bool) {
        if is_json(item) {
            self.text.extend([written, "\n"]);
            return;
        }
        let lines = self.comments.lines(item.source());
        let Range { start, end } = item.span().range();
        let whole = if is_repeated {
            start..end
        } else {
            lines.with_comments(item.span())
        };
        let (before, after) = (whole.start..start, end..whole.end);
        self.text
            .extend([&lines.text[before], written, &lines.text[after]]);
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Writes the comments in a part of the source around a body that belong to none of its items, and a blank line, so
    /// that they do not belong to the first item when they are read again.
    fn other_comments(&mut self, body: &Body, part: Span) {
        if body.text().is_none() || body.document().tree.is_json() {
            return;
        }
        let lines = self.comments.lines(body.source());
        let absent = body.absent();
        let items = body
            .items()
            .chain(absent.iter().map(|it| it.as_ref().item()));
        let mut spans: Vec<Span> = items.map(|it| it.span()).collect();
        spans.sort_by_key(|it| it.start());
        // The blocks that one `dynamic` block has generated have the same span.
        spans.dedup();
        let written = self.text.len();
        let Range { mut start, end } = part.range();
        let items = spans.into_iter().map(|it| lines.with_comments(it));
        for item in items.chain(std::iter::once(end..end)) {
            for comment in lines.comments_in(start..item.start) {
                self.text.extend([&lines.text[comment.range()], "\n"]);
            }
            start = item.end;
        }
        if self.text.len() > written && !body.is_empty() {
            self.text.push('\n');
        }
    }
}

/// Finds properties of JSON with the same name, which are the elements of one list, such as blocks of one type. They
/// are written as a list, because native syntax cannot set a name twice. Returns the elements of such lists by name.
fn repeated_lists(items: &[BodyItem]) -> HashMap<String, Option<String>> {
    let mut by_name: HashMap<&str, Vec<&Attribute>> = HashMap::default();
    let properties = items.iter().filter_map(BodyItem::as_attribute);
    for property in properties.filter(|it| it.is_property()) {
        by_name.entry(property.name()).or_default().push(property);
    }
    by_name.retain(|_, properties| properties.len() > 1);
    let lists = by_name.into_iter().filter_map(|(name, properties)| {
        let mut elements = Vec::new();
        for property in properties {
            push_elements(&property.expression(), &mut elements)?;
        }
        Some((name.to_owned(), Some(elements.join(", "))))
    });
    lists.collect()
}

/// Adds the text of the elements that a property of JSON stands for: those of an array, or a single object. `None` if
/// it is neither, or cannot be written.
fn push_elements(expression: &Expression, elements: &mut Vec<String>) -> Option<()> {
    let mut push = |element: &Expression| {
        elements.push(element.written()?.into_owned());
        Some(())
    };
    match expression.kind() {
        ExpressionKind::Object(_) => push(expression),
        ExpressionKind::Tuple(inner) => inner.iter().try_for_each(push),
        _ => None,
    }
}

/// Writes an attribute, without its final newline.
fn write_attribute(text: &mut String, attribute: &Attribute) -> Result<SourceText, NotWritable> {
    let expression = attribute.expression();
    let written = expression.written().ok_or(NotWritable)?;
    if attribute.is_property() {
        text.extend([&native_name(attribute.name()), " = ", &*written]);
        return Ok(SourceText::Changed);
    }
    let (name, value) = (attribute.name_span(), expression.span());
    let sign = as_written(attribute.source(), Span::new(name.end(), value.start()));
    if sign.trim_start().starts_with([':', '"']) {
        // It is an item of an object that is read as a body.
        text.extend([attribute.name(), " = ", &*written]);
        return Ok(SourceText::Changed);
    }
    let name = Span::new(name.start(), value.start());
    text.extend([as_written(attribute.source(), name), &*written]);
    Ok(match written {
        Cow::Borrowed(_) => SourceText::Unchanged,
        Cow::Owned(_) => SourceText::Changed,
    })
}

/// The property `dynamic` for a generated block. The source text of its `dynamic` block begins with the type of the
/// generated blocks, unless the type is outside of an array of such blocks.
fn dynamic_as_written(block: &Block, source: &str) -> String {
    if source.starts_with('{') {
        format!("dynamic = {{ {} = {source} }}", block.block_type())
    } else {
        format!("dynamic = {{ {source} }}")
    }
}

/// The name of a property, written as the name of an attribute or a block type.
fn native_name(name: &str) -> Cow<'_, str> {
    if is_identifier(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(quoted(&normalize(name)))
    }
}

fn as_written(source: &Source, span: Span) -> &str {
    &source.text()[span.range()]
}

/// Whether an item is written in JSON syntax.
fn is_json(item: &BodyItem) -> bool {
    match item {
        BodyItem::Attribute(it) => it.is_property(),
        BodyItem::Block(it) => it.is_json(),
    }
}

/// Writes whole lines in the canonical form, the last line with a newline.
fn write_lines(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let text = text.trim_end_matches([' ', '\t']);
    f.write_str(&format(text))?;
    if text.is_empty() || text.ends_with('\n') {
        Ok(())
    } else {
        f.write_str("\n")
    }
}
