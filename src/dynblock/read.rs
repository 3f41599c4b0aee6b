//! Reads the arguments of a `dynamic` block ("dynamic Blocks").

use std::sync::LazyLock;

use crate::analysis::{DYNAMIC, iterator_name};
use crate::diagnostic::{Code, Diagnostic, Title};
use crate::identifier::is_identifier;
use crate::schema::{BodyContent, BodySchema};
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::blocks::BlockRequest;
use crate::syntax::tree::handle::{
    Attribute, Block, Body, BodyItem, Expression, ItemRef, Visitor, WalkControl,
};

/// The arguments of a `dynamic` block.
pub(super) struct DynamicBlock {
    pub(super) block: Block,
    pub(super) block_type: GeneratedType,
    /// The name of the variable for the current element.
    pub(super) iterator: String,
    pub(super) for_each: Expression,
    pub(super) labels: Option<Expression>,
    /// The block with the content of the generated blocks.
    pub(super) content: Block,
}

/// The type of the generated blocks.
pub(super) struct GeneratedType {
    /// The span without quotes.
    pub(super) span: Span,
    /// The decoded text, if it is written with escape sequences.
    pub(super) escaped: Option<String>,
}

/// Whether an item of a body is a `dynamic` block or contains one.
pub(crate) fn has_dynamic(item: ItemRef<'_>) -> bool {
    struct DynamicBlockSearch(bool);

    impl Visitor for DynamicBlockSearch {
        fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
            self.0 |= property_has_dynamic(attribute.item_ref(), EnclosingObject::Body);
            WalkControl::Skip
        }

        fn block(&mut self, block: &Block) -> WalkControl {
            self.0 |= block.block_type() == DYNAMIC;
            if self.0 {
                WalkControl::Skip
            } else {
                WalkControl::Continue
            }
        }
    }

    let mut search = DynamicBlockSearch(false);
    match item.item() {
        BodyItem::Attribute(attribute) => {
            search.attribute(&attribute);
        }
        BodyItem::Block(block) => {
            if search.block(&block) == WalkControl::Continue {
                block.body().walk(&mut search);
            }
        }
    }
    search.0
}

/// Whether an item is a JSON property that represents a `dynamic` block or contains one.
fn property_has_dynamic(item: ItemRef<'_>, enclosing: EnclosingObject) -> bool {
    if !item.is_property() || is_dynamic(item, enclosing) {
        return item.is_property();
    }
    if let Some(layered) = item.layered {
        let mut properties = layered.properties();
        return properties.any(|it| property_has_dynamic(it, EnclosingObject::Unknown));
    }
    let view = item.document.view();
    let mut pending: Vec<ExprId> = item.value().into_iter().collect();
    while let Some(value) = pending.pop() {
        if view.is_json_array(value) {
            pending.extend(view.elements(value));
        } else if view.is_json_object(value) {
            for id in view.object_items(value) {
                let item = ItemRef::of_tree(item.document, *id);
                if is_dynamic(item, EnclosingObject::Unknown) {
                    return true;
                }
                pending.extend(item.value());
            }
        }
    }
    false
}

/// The kind of the object around a JSON property.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum EnclosingObject {
    /// A body: the root of the source, or the `content` of a `dynamic` block.
    Body,
    /// A body, a level of labels or an expression.
    Unknown,
}

/// The `dynamic` blocks that a JSON property represents.
pub(super) struct DynamicProperty {
    pub(super) blocks: Vec<Block>,
    /// The errors for values that should be blocks but are not.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// The `dynamic` blocks that a JSON property represents; `None` if it represents none.
///
/// The property must be named `dynamic`. If it is in a body, its value must not be a scalar. Elsewhere, its value must
/// contain, where the arguments of a `dynamic` block would be, an object with a property `for_each`.
pub(super) fn dynamic_blocks(
    property: ItemRef<'_>,
    enclosing: EnclosingObject,
) -> Option<DynamicProperty> {
    if !is_dynamic(property, enclosing) {
        return None;
    }
    let request = BlockRequest::Named {
        block_type: DYNAMIC,
        label_names: &["type".to_owned()],
    };
    let (blocks, diagnostics) = property.blocks(request);
    Some(DynamicProperty {
        blocks: blocks.into_iter().filter_map(ItemRef::block).collect(),
        diagnostics,
    })
}

fn is_dynamic(property: ItemRef<'_>, enclosing: EnclosingObject) -> bool {
    if !property.is_property() || property.name() != DYNAMIC {
        return false;
    }
    if enclosing == EnclosingObject::Body {
        // A scalar is the value of an attribute.
        let view = property.document.view();
        let value = property.value();
        return value.is_none_or(|value| view.is_json_structure(value));
    }
    let (blocks, _) = property.blocks(BlockRequest::Labels(1));
    let has_for_each = |block: ItemRef<'_>| {
        let written = block.properties().unwrap_or_else(|| block.body());
        let mut items = written.item_refs();
        items.any(|item| item.name() == "for_each")
    };
    blocks.into_iter().any(has_for_each)
}

pub(super) static SCHEMA: LazyLock<BodySchema> = LazyLock::new(|| {
    BodySchema::new()
        .with_required_attribute("for_each")
        .with_attribute("iterator")
        .with_attribute("labels")
        .with_block("content", [])
});

/// Reads a `dynamic` block. `None` if it is invalid.
pub(super) fn dynamic_block(
    block: &Block,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<DynamicBlock> {
    let before = diagnostics.len();
    let mut reading = DynamicBlockReader { block, diagnostics };
    let block_type = reading.block_type();
    let content = block.body().content(&SCHEMA);
    let content = content.reported_to(reading.diagnostics);
    let iterator = reading.iterator(&content);
    let content_block = reading.content_block(&content);
    if diagnostics.len() > before {
        return None;
    }
    Some(DynamicBlock {
        block: block.clone(),
        block_type: block_type?,
        iterator: iterator?,
        for_each: content.attribute("for_each")?.expression(),
        labels: content.attribute("labels").map(Attribute::expression),
        content: content_block?,
    })
}

struct DynamicBlockReader<'a> {
    block: &'a Block,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl DynamicBlockReader<'_> {
    /// Reports an error and returns `None`.
    fn error<T>(
        &mut self,
        title: impl Into<Title>,
        detail: impl Into<String>,
        subject: Span,
    ) -> Option<T> {
        let diagnostic = Diagnostic::of(title, detail).at(subject);
        let source = self.block.source().clone();
        self.diagnostics.push(diagnostic.with_source(source));
        None
    }

    /// The type of the generated blocks. It must be an identifier, as in the header of a block.
    fn block_type(&mut self) -> Option<GeneratedType> {
        const INVALID: Code = Code::InvalidDynamicBlockType;
        let mut labels = self.block.labels();
        let Some(label) = labels.next() else {
            let detail = "A \"dynamic\" block needs one label: the type of the blocks that it \
                          generates.";
            return self.error(
                Code::MissingLabel.titled("Missing type for dynamic"),
                detail,
                self.block.header_span(),
            );
        };
        if let Some(extraneous) = labels.next() {
            let detail = "A \"dynamic\" block takes only one label: the type of the blocks that it generates. Set \
                          the labels of those blocks with the argument \"labels\".";
            return self.error(
                Code::ExtraneousLabel.titled("Extraneous label for dynamic"),
                detail,
                extraneous.span(),
            );
        }
        let span = label.span();
        let written = &self.block.source().text()[span.range()];
        let unquoted = written.trim_matches('"');
        let escaped = unquoted.contains('\\').then(|| label.text().into_owned());
        let name = escaped.as_deref().unwrap_or(unquoted);
        if !is_identifier(name) {
            let detail = format!(
                "The label {written} must be an identifier: it is the type of the blocks to generate."
            );
            return self.error(INVALID, detail, span);
        }
        if name == DYNAMIC {
            let detail = "A \"dynamic\" block cannot generate \"dynamic\" blocks. Write one into \
                          its \"content\" block instead.";
            return self.error(INVALID, detail, span);
        }
        let quote = u32::from(written.len() > unquoted.len());
        let span = label.tree_span();
        let span = Span::new(span.start() + quote, span.end() - quote);
        Some(GeneratedType { span, escaped })
    }

    fn iterator(&mut self, content: &BodyContent) -> Option<String> {
        let Some(attribute) = content.attribute("iterator") else {
            let label = self.block.labels().next()?;
            return Some(label.text().into_owned());
        };
        let expression = attribute.expression();
        if let Some(name) = iterator_name(&expression) {
            return Some(name);
        }
        let detail = "The argument \"iterator\" must be a single name without quotes: that of the \
                      variable which holds the current element.";
        self.error(Code::InvalidDynamicIteratorName, detail, expression.span())
    }

    fn content_block(&mut self, content: &BodyContent) -> Option<Block> {
        let (code, detail, subject) = match content.blocks() {
            [content] => return Some(content.clone()),
            // An invalid `content` block has been reported already.
            [] if has_content(&self.block.body()) => return None,
            [] => (
                Code::MissingDynamicContentBlock,
                "A \"dynamic\" block needs a \"content\" block, whose content becomes the body of each \
                 generated block.",
                self.block.header_span(),
            ),
            [_, second, ..] => (
                Code::ExtraneousDynamicContentBlock,
                "A \"dynamic\" block can have only one \"content\" block. Merge the two, or write another \
                 \"dynamic\" block.",
                second.header_span(),
            ),
        };
        self.error(code, detail, subject)
    }
}

/// Whether a body has a block of any type, or a JSON property that represents the block `content`.
fn has_content(body: &Body) -> bool {
    body.items().any(|item| match item {
        BodyItem::Attribute(attribute) => attribute.is_property() && attribute.name() == "content",
        BodyItem::Block(_) => true,
    })
}
