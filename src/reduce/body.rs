//! Writes the reduced form of a body ("Structural Elements").

use std::iter;
use std::sync::Arc;

use super::json::Keys;
use super::native;
use super::output::Output;
use super::reducer::{Knowledge, Reducer};
use crate::analysis::{DYNAMIC, iterator_name, iterator_of};
use crate::eval::EvalContext;
use crate::identifier::is_identifier;
use crate::quote::write_quoted;
use crate::span::{Span, offset};
use crate::syntax::lexer::SourceKind;
use crate::syntax::options::{ParseOptions, Syntax};
use crate::syntax::tree::ExprId;
use crate::syntax::tree::blocks::BlockRequest;
use crate::syntax::tree::handle::{
    Attribute, Block, Body, BodyItem, Document, Expression, ItemHandle, ItemRef, documents_of,
};
use crate::syntax::tree::view::{ExpressionView, KeyView, Node};

impl Body {
    /// Evaluates everything that is already known in all attributes of the body and of its blocks, like
    /// [`Expression::reduce`], with one budget. Everything else stays as written, including comments and layout.
    ///
    /// In `dynamic` blocks, the name of the iterator refers to the iterator even if the context has a variable with
    /// this name. In JSON syntax, strings are templates, and property names stay as written. Attributes that contain
    /// names rather than values, such as the parameters of a function, are reduced like all others: remove such blocks
    /// first with [`partial_content`](Body::partial_content), or do not provide variables with these names.
    ///
    /// If the body was merged, overlaid or expanded, or is what [`partial_content`](Body::partial_content) leaves, each
    /// item is reduced separately and written anew. An item that cannot be written stays as it is: if a part of it is
    /// unknown, or if it contains a `dynamic` block that has generated nothing. A generated or layered item also stays
    /// if it contains an object in JSON syntax that may be blocks.
    ///
    /// ```
    /// use hcl::{EvalContext, Value};
    ///
    /// let body = hcl::parse(
    ///     "# Listens on ${port}.\nurl = \"${host}:${port}\"\nretries = 2 + 1 # in all\n",
    /// )?;
    /// let ctx = EvalContext::new().with_variable("port", 80);
    /// let reduced = body.reduce(&ctx);
    /// assert_eq!(
    ///     reduced.text(),
    ///     Some("# Listens on ${port}.\nurl = \"${host}:80\"\nretries = 3 # in all\n")
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn reduce(&self, ctx: &EvalContext) -> Body {
        let origins = self.origins();
        let bytes = origins.iter().map(|(_, span)| span.range().len()).sum();
        let mut knowledge = Knowledge::new(ctx, bytes);
        self.reduced_as_written(&mut knowledge)
            .or_else(|| self.reduced_by_item(&mut knowledge))
            .unwrap_or_else(|| self.clone())
    }

    /// The reduced form of a body that is written in one source.
    fn reduced_as_written(&self, knowledge: &mut Knowledge<'_>) -> Option<Body> {
        self.text()?;
        let mut writer = BodyWriter {
            knowledge,
            output: Output::default(),
            reserved: Vec::new(),
        };
        let options = if let Some(value) = self.json_value() {
            writer.json(&Expression::new(Arc::clone(self.document()), value))?;
            ParseOptions::for_text_of(self.document()).with_syntax(Syntax::Json)
        } else {
            let span = self.tree_span();
            let end = writer.items(self, span.start())?;
            writer.gap(self.document(), end, span.end());
            ParseOptions::for_text_of(self.document())
        };
        if !writer.output.is_changed() {
            return Some(self.clone());
        }
        let source = writer.output.into_source();
        options.document_of(source, SourceKind::Body).map(Body::new)
    }

    /// The reduced form of a body that has no text as a whole, item by item.
    fn reduced_by_item(&self, knowledge: &mut Knowledge<'_>) -> Option<Body> {
        let items: Vec<ItemHandle> = self
            .item_refs()
            .map(|item| reduced_item(item, knowledge).unwrap_or_else(|| item.to_handle()))
            .collect();
        let documents = documents_of(items.iter().map(ItemHandle::as_ref));
        let origins = documents.into_iter().map(|document| {
            let whole = Span::new(0, offset(document.view().text.len()));
            (Arc::clone(document), whole)
        });
        Body::of_items(origins.collect(), items, self.absent())
    }
}

/// The reduced form of an item, in a source of its own. `None` if it has no text.
fn reduced_item(item: ItemRef<'_>, knowledge: &mut Knowledge<'_>) -> Option<ItemHandle> {
    if let Some(value) = json_value(item) {
        return reduced_in_json(item, value, knowledge);
    }
    let mut writer = BodyWriter {
        knowledge,
        output: Output::default(),
        reserved: Vec::new(),
    };
    writer.new_item(item)?;
    let source = writer.output.into_source();
    let options = ParseOptions::for_text_of(item.document);
    let document = options.document_of(source, SourceKind::Body)?;
    let view = document.view();
    let id = view.item_ids(view.root_body()).first()?;
    Some(ItemRef::of_tree(&document, *id).to_handle())
}

/// The value of a property or of a block in JSON syntax whose text is that of its source: it is neither generated nor
/// made of several layers.
fn json_value(item: ItemRef<'_>) -> Option<ExprId> {
    if item.layered.is_some() || item.document.tree.is_bound() {
        return None;
    }
    match item.node {
        Node::Item(_) => item.value(),
        Node::Block(block) => Some(block.body),
    }
}

/// The reduced form of a property or of a block in JSON syntax, in the same syntax. In native syntax, a property could
/// not be blocks any more.
fn reduced_in_json(
    item: ItemRef<'_>,
    value: ExprId,
    knowledge: &mut Knowledge<'_>,
) -> Option<ItemHandle> {
    let document = item.document;
    let view = document.view();
    let names = match item.node {
        Node::Item(id) => vec![view.item_head(id).name],
        Node::Block(block) => {
            let labelled = view.json_block(block);
            let labels = view.labels(&labelled).map(|label| label.span);
            iter::once(labelled.block_type).chain(labels).collect()
        }
    };
    let span = view.tree.span(value);
    let place = (&**document, span);
    let mut alone = Output::default();
    for name in &names {
        alone.added("{", place);
        alone.verbatim(document, *name);
        alone.added(":", place);
    }
    alone.verbatim(document, span);
    alone.added(&"}".repeat(names.len()), place);
    let options = ParseOptions::for_text_of(document).with_syntax(Syntax::Json);
    let document = options.document_of(alone.into_source(), SourceKind::Body)?;
    let reduced = Body::new(document).reduced_as_written(knowledge)?;
    let property = reduced.item_refs().next()?;
    if let Node::Block(block) = item.node {
        let request = BlockRequest::Labels(block.labels);
        let (blocks, _) = property.blocks(request);
        blocks.first().map(|block| block.to_handle())
    } else {
        Some(property.to_handle())
    }
}

/// Writes the reduced forms of the items of a body.
struct BodyWriter<'k, 'c> {
    knowledge: &'k mut Knowledge<'c>,
    output: Output,
    /// The iterators of the enclosing `dynamic` blocks.
    reserved: Vec<String>,
}

impl BodyWriter<'_, '_> {
    fn gap(&mut self, document: &Document, from: u32, to: u32) {
        self.output.verbatim(document, Span::new(from, to));
    }

    /// Writes the items of a body, each with the text before it, beginning at `start`. Returns the end of the last
    /// expression. Recursion is as deep as the source nests.
    fn items(&mut self, body: &Body, start: u32) -> Option<u32> {
        let mut at = start;
        for item in body.items() {
            at = match item {
                BodyItem::Attribute(attribute) => self.attribute(&attribute, at)?,
                BodyItem::Block(block) if block.block_type() == DYNAMIC => {
                    self.dynamic(&block, at)?
                }
                BodyItem::Block(block) => self.items(&block.body(), at)?,
            };
        }
        Some(at)
    }

    /// Writes a `dynamic` block. Its iterator is a variable in the whole block except `for_each`.
    fn dynamic(&mut self, block: &Block, start: u32) -> Option<u32> {
        let iterator = iterator_of(block);
        let outer = self.reserved.len();
        let mut at = start;
        for item in block.body().items() {
            self.reserved.truncate(outer);
            at = match item {
                BodyItem::Attribute(attribute) => match attribute.name() {
                    "iterator" => at,
                    "for_each" => self.attribute(&attribute, at)?,
                    _ => {
                        self.reserved.extend(iterator.clone());
                        self.attribute(&attribute, at)?
                    }
                },
                BodyItem::Block(block) => {
                    self.reserved.extend(iterator.clone());
                    self.items(&block.body(), at)?
                }
            };
        }
        self.reserved.truncate(outer);
        Some(at)
    }

    fn attribute(&mut self, attribute: &Attribute, start: u32) -> Option<u32> {
        let expression = attribute.expression();
        let span = expression.tree_span();
        self.gap(expression.document(), start, span.start());
        self.expression(&expression)?;
        Some(span.end())
    }

    /// Writes an expression of native syntax.
    fn expression(&mut self, expression: &Expression) -> Option<()> {
        let mut reducer = Reducer::new(expression, self.knowledge, &mut self.output)
            .with_reserved(&self.reserved);
        reducer.scan(expression.id());
        reducer.write(expression.id())
    }

    /// Writes a body in JSON syntax.
    fn json(&mut self, root: &Expression) -> Option<()> {
        json_iterators(root, &mut self.reserved);
        let mut reducer =
            Reducer::new(root, self.knowledge, &mut self.output).with_reserved(&self.reserved);
        reducer.json(root.id(), Keys::Names)
    }

    /// Writes a new text for an item, in native syntax.
    fn new_item(&mut self, item: ItemRef<'_>) -> Option<()> {
        let view = item.document.view();
        let value = item.value();
        if value.is_some_and(|value| view.may_be_blocks_or_none(value)) {
            return None;
        }
        match item.item() {
            BodyItem::Attribute(attribute) => self.new_attribute(&attribute),
            BodyItem::Block(block) => self.new_block(&block),
        }
    }

    fn new_attribute(&mut self, attribute: &Attribute) -> Option<()> {
        let document = attribute.document();
        let name = attribute.name();
        if !is_identifier(name) {
            return None;
        }
        let expression = attribute.expression();
        let place = (&**document, expression.tree_span());
        self.output.added(&format!("{name} = "), place);
        self.expression(&native(&expression)?)?;
        self.output.added("\n", place);
        Some(())
    }

    fn new_block(&mut self, block: &Block) -> Option<()> {
        let document = block.document();
        let body = block.body();
        if block.is_unknown() || !body.absent().is_empty() || !is_identifier(block.block_type()) {
            return None;
        }
        let mut header = block.block_type().to_owned();
        for label in block.labels() {
            header.push(' ');
            write_quoted(&mut header, &label.text()).ok()?;
        }
        header.push_str(" {\n");
        let place = (&**document, body.tree_span());
        self.output.added(&header, place);
        let outer = self.reserved.len();
        if block.block_type() == DYNAMIC {
            self.reserved.extend(iterator_of(block));
        }
        for item in body.item_refs() {
            self.new_item(item)?;
        }
        self.reserved.truncate(outer);
        self.output.added("}\n", place);
        Some(())
    }
}

/// Adds all names that may be iterators of `dynamic` blocks in JSON. Which objects are blocks depends on the schema,
/// which is not known here.
fn json_iterators(root: &Expression, names: &mut Vec<String>) {
    let view = root.view();
    let mut pending = vec![(root.id(), false)];
    while let Some((id, is_dynamic)) = pending.pop() {
        if let ExpressionView::Object(items) = view.expression(id) {
            for item in items {
                let (key, value) = view.object_item(*item);
                let name = match key {
                    KeyView::Name(span) => view.slice(span).to_owned(),
                    KeyView::Expression(key) => view.raw_text(key).into_owned(),
                };
                if name == "iterator" {
                    names.extend(iterator_name(&root.at(value)));
                }
                pending.push((value, name == DYNAMIC));
                if is_dynamic {
                    names.push(name);
                }
            }
            continue;
        }
        for element in view.elements(id) {
            pending.push((*element, is_dynamic));
        }
    }
}
