//! The variables that a body with `dynamic` blocks refers to, without iterators ("dynamic Blocks": the iterator is a
//! variable that the block itself defines).

use std::sync::Arc;

use super::read::{self, EnclosingObject};
use crate::analysis::{DYNAMIC, iterator_of};
use crate::syntax::tree::ExprId;
use crate::syntax::tree::handle::{
    Block, Body, BodyItem, Document, Expression, ItemRef, Traversal,
};
use crate::syntax::tree::view::{ExpressionView, KeyView};

/// The variables that a body with `dynamic` blocks refers to: like [`Body::variables`], but without the iterators.
///
/// ```
/// let body = hcl::parse(
///     r#"
///     dynamic "tag" {
///       for_each = local.tags
///       content {
///         value = "${prefix}-${tag.value}"
///       }
///     }
///     "#,
/// )?;
/// let variables = hcl::dynblock::variables(&body);
/// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
/// assert_eq!(roots, ["local", "prefix"]);
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn variables(body: &Body) -> Vec<Traversal> {
    find(body, SearchExtent::Everything)
}

/// The variables that [`expand_dynamic`](super::expand_dynamic) needs: those that the arguments
/// `for_each` and `labels` refer to, without iterators.
///
/// ```
/// let body = hcl::parse(
///     "dynamic \"a\" {\n  for_each = list\n  content {\n    b = c\n  }\n}\nd = e\n",
/// )?;
/// let variables = hcl::dynblock::expansion_variables(&body);
/// assert_eq!(variables.len(), 1);
/// assert_eq!(variables[0].root(), "list");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn expansion_variables(body: &Body) -> Vec<Traversal> {
    find(body, SearchExtent::Expansion)
}

/// Which expressions are searched for variables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SearchExtent {
    Everything,
    Expansion,
}

fn find(body: &Body, extent: SearchExtent) -> Vec<Traversal> {
    let mut search = BodyVariableSearch {
        extent,
        iterators: Vec::new(),
        found: Vec::new(),
    };
    search.body(body);
    search.found
}

struct BodyVariableSearch {
    extent: SearchExtent,
    /// The iterators that are in scope, from outermost to innermost.
    iterators: Vec<String>,
    found: Vec<Traversal>,
}

impl BodyVariableSearch {
    fn body(&mut self, body: &Body) {
        for item in body.items() {
            match item {
                BodyItem::Attribute(attribute) if attribute.is_property() => {
                    self.property(attribute.item_ref(), EnclosingObject::Body);
                }
                BodyItem::Attribute(attribute) => self.attribute(&attribute.expression()),
                BodyItem::Block(block) if block.block_type() == DYNAMIC => self.dynamic(&block),
                BodyItem::Block(block) => self.body(&block.body()),
            }
        }
    }

    /// Visits a JSON property. Objects and arrays in its value are visited recursively, because each object may contain
    /// `dynamic` blocks.
    fn property(&mut self, property: ItemRef<'_>, enclosing: EnclosingObject) {
        if let Some(dynamic) = read::dynamic_blocks(property, enclosing) {
            dynamic.blocks.iter().for_each(|block| self.dynamic(block));
            return;
        }
        let BodyItem::Attribute(attribute) = property.item() else {
            return;
        };
        let document = property.document;
        let (key, value) = document.view().object_item(attribute.id());
        if let KeyView::Expression(key) = key
            && enclosing == EnclosingObject::Unknown
        {
            self.attribute(&Expression::new(Arc::clone(document), key));
        }
        let Some(layered) = property.layered else {
            return self.value(document, value);
        };
        for property in layered.properties() {
            self.property(property, EnclosingObject::Unknown);
        }
    }

    fn value(&mut self, document: &Arc<Document>, id: ExprId) {
        match document.view().expression(id) {
            ExpressionView::Object(properties) => {
                for property in properties {
                    let property = ItemRef::of_tree(document, *property);
                    self.property(property, EnclosingObject::Unknown);
                }
            }
            ExpressionView::Tuple(elements) => {
                for element in elements {
                    self.value(document, *element);
                }
            }
            _ => self.attribute(&Expression::new(Arc::clone(document), id)),
        }
    }

    /// Visits the expression of an attribute, unless only the arguments for the expansion are searched.
    fn attribute(&mut self, expression: &Expression) {
        if self.extent == SearchExtent::Everything {
            self.expression(expression);
        }
    }

    /// Visits a `dynamic` block. An invalid block is visited as far as possible; its errors are reported when it is
    /// expanded.
    fn dynamic(&mut self, block: &Block) {
        let content = block.body().content(&read::SCHEMA).value;
        if let Some(for_each) = content.attribute("for_each") {
            self.expression(&for_each.expression());
        }
        let iterator = iterator_of(block);
        let depth = self.iterators.len();
        self.iterators.extend(iterator);
        if let Some(labels) = content.attribute("labels") {
            self.expression(&labels.expression());
        }
        for content in content.blocks() {
            self.body(&content.body());
        }
        self.iterators.truncate(depth);
    }

    fn expression(&mut self, expression: &Expression) {
        let variables = expression.variables().into_iter();
        let is_free = |it: &Traversal| !self.iterators.iter().any(|name| name == it.root());
        self.found.extend(variables.filter(is_free));
    }
}
