//! Copies parts of a tree of JSON into another tree of the same source, where objects for generated blocks are added.
//!
//! An object or an array is made before what stands in it, and completed after it, as the parser does: what stands in
//! it names it.

use std::sync::Arc;

use super::arena::{Embedded, Strings};
use super::copy::CopiedItems;
use super::{
    BodyNode, Expr, ExprId, ExprKind, Item, ItemId, ItemKind, Owner, PropertyName, StringId,
    Structure, StructureContent, Tree,
};
use crate::span::Span;

/// What stands in an object.
#[derive(Default)]
pub(crate) struct ObjectItems {
    pub(crate) properties: Vec<ItemId>,
    /// The properties of the body that it is, if those are not `properties`.
    pub(crate) body: Option<Vec<ItemId>>,
    /// The absent blocks of that body.
    pub(crate) absent: Vec<ItemId>,
    /// Whether all items of that body are known to have different names.
    pub(crate) is_distinct: bool,
}

impl Tree {
    /// Begins a tree for what is copied from `from`.
    pub(crate) fn for_copy_of(from: &Tree) -> Self {
        let mut tree = Tree::default();
        if let Some(strings) = from.strings() {
            tree.set_strings(strings.without_templates());
        }
        tree.set_parts(from.parts().to_vec());
        tree
    }

    /// Adds an object or an array, which [`Tree::close_object`] or [`Tree::close_array`] completes.
    pub(crate) fn open_structure(&mut self, span: Span, structure: Structure) -> ExprId {
        let nodes = self.nodes_mut();
        let structure = nodes.push_structure(structure);
        nodes.expression(ExprKind::Structure(structure), span)
    }

    /// Completes an object.
    pub(crate) fn close_object(&mut self, id: ExprId, items: &ObjectItems) {
        let nodes = self.nodes_mut();
        let properties = nodes.list_items(&items.properties);
        let body = BodyNode {
            items: match &items.body {
                Some(body) => nodes.list_items(body),
                None => properties,
            },
            is_distinct: items.is_distinct,
            absent: nodes.list_items(&items.absent),
        };
        if let Some(structure) = nodes.structure_mut(id) {
            structure.content = StructureContent::Object(properties);
            structure.body = Some(body);
        }
    }

    /// Completes an array. `body` is what it is as a body, if it is one.
    pub(crate) fn close_array(
        &mut self,
        id: ExprId,
        elements: &[ExprId],
        body: Option<&CopiedItems>,
    ) {
        let nodes = self.nodes_mut();
        let elements = nodes.list_expressions(elements);
        let body = body.map(|body| BodyNode {
            items: nodes.list_items(&body.items),
            is_distinct: false,
            absent: nodes.list_items(&body.absent),
        });
        if let Some(structure) = nodes.structure_mut(id) {
            structure.content = StructureContent::Array(elements);
            structure.body = body;
        }
    }

    /// Adds an array of these values. Each of them has the same owner.
    pub(crate) fn push_array(
        &mut self,
        span: Span,
        owner: Option<Owner>,
        elements: &[ExprId],
        is_unknown: bool,
    ) -> ExprId {
        let structure = Structure {
            is_unknown,
            ..Structure::new(owner)
        };
        let array = self.open_structure(span, structure);
        self.close_array(array, elements, None);
        array
    }

    /// Copies a property with this value, which [`Tree::set_value`] may change.
    ///
    /// `template` is what a name with template sequences is.
    pub(crate) fn copy_property(
        &mut self,
        from: &Tree,
        id: ItemId,
        value: ExprId,
        template: Option<Arc<Embedded>>,
    ) -> ItemId {
        let Item { name, kind } = from[id];
        let form = match kind {
            ItemKind::Property { name, .. } => name,
            _ => PropertyName::Verbatim,
        };
        let form = match form {
            PropertyName::Verbatim => PropertyName::Verbatim,
            PropertyName::Expression(key) => {
                PropertyName::Expression(self.copy_key(from, key, template))
            }
            PropertyName::Escaped(key) => PropertyName::Escaped(self.copy_key(from, key, template)),
        };
        let kind = ItemKind::Property { name: form, value };
        self.nodes_mut().push_item(Item { name, kind })
    }

    fn copy_key(&mut self, from: &Tree, key: ExprId, template: Option<Arc<Embedded>>) -> ExprId {
        match from[key].kind {
            ExprKind::JsonTemplate(string) => self.copy_template(from, key, string, template),
            _ => self.copy_expression(from, key, |_| None),
        }
    }

    /// Adds a property that is named as it is written at `name`, without its quotes.
    pub(crate) fn push_property(&mut self, name: Span, value: ExprId) -> ItemId {
        let kind = ItemKind::Property {
            name: PropertyName::Verbatim,
            value,
        };
        self.nodes_mut().push_item(Item { name, kind })
    }

    /// Adds a property that is named by a label. `span` is that of the expression that gives the label.
    pub(crate) fn push_label_property(&mut self, label: &str, span: Span, value: ExprId) -> ItemId {
        let nodes = self.nodes_mut();
        let text = Some(nodes.push_text(label.into()));
        let key = nodes.expression(ExprKind::JsonString { text }, span);
        let kind = ItemKind::Property {
            name: PropertyName::Escaped(key),
            value,
        };
        // The quotes are not part of the span of a property.
        let name = Span::new(span.start() + 1, span.end() - 1);
        nodes.push_item(Item { name, kind })
    }

    /// Sets the value of a property.
    pub(crate) fn set_value(&mut self, property: ItemId, to: ExprId) {
        if let ItemKind::Property { value, .. } = &mut self.nodes_mut()[property].kind {
            *value = to;
        }
    }

    /// Copies a string with template sequences, which are those of `template` if there is one.
    pub(crate) fn copy_template(
        &mut self,
        from: &Tree,
        id: ExprId,
        string: StringId,
        template: Option<Arc<Embedded>>,
    ) -> ExprId {
        let Expr { span, kind } = from[id];
        let slot = from.strings().and_then(|strings| strings.slot(string));
        let slot = slot.cloned().unwrap_or_default();
        let copy = match self.strings_mut() {
            Some(strings) => ExprKind::JsonTemplate(strings.push_slot(slot, template)),
            None => kind,
        };
        self.nodes_mut().expression(copy, span)
    }

    /// Adds an expression that is unknown in the place of the one at `span`. `blocks` is what it is as blocks.
    pub(crate) fn push_unknown_blocks(&mut self, span: Span, blocks: ExprId) -> ExprId {
        let kind = ExprKind::Unknown {
            blocks: Some(blocks),
        };
        self.nodes_mut().expression(kind, span)
    }
}

impl Embedded {
    /// The template of a string that stands so many bytes later in its source.
    pub(super) fn moved(&self, bytes: u32) -> Self {
        Embedded {
            offsets: self.offsets.moved(bytes),
            ..self.clone()
        }
    }

    /// The same text with another tree.
    pub(crate) fn with_tree(&self, tree: Tree) -> Self {
        Embedded {
            tree: Some(Arc::new(tree)),
            ..self.clone()
        }
    }
}

impl Strings {
    /// What is known of the strings of a source, for another tree of that source.
    pub(super) fn without_templates(&self) -> Self {
        Strings::new(self.reader, self.limits)
    }
}
