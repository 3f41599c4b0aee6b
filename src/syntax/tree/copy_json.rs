//! Copies parts of a JSON tree into another tree of the same source.
//!
//! An object or an array is created before its content, and completed after it, as in the parser: the content refers to
//! it.

use std::sync::{Arc, OnceLock};

use super::arena::{Embedded, Strings};
use super::copy::CopiedItems;
use super::{
    BodyNode, Expr, ExprId, ExprKind, Item, ItemId, ItemKind, Owner, PropertyName, StringId,
    Structure, StructureContent, Tree,
};
use crate::span::Span;

impl Tree {
    /// Creates a tree for copies from `from`.
    pub(crate) fn for_copy_of(from: &Tree) -> Self {
        let strings = from.strings.as_ref();
        Tree {
            strings: strings.map(|strings| Strings::new(strings.limits)),
            ..Tree::default()
        }
    }

    /// Adds an object or an array, which [`Tree::close_object`] or [`Tree::close_array`] completes.
    pub(crate) fn open_structure(&mut self, span: Span, structure: Structure) -> ExprId {
        let structure = self.push_structure(structure);
        self.expression(ExprKind::Structure(structure), span)
    }

    /// Completes an object. `body` is its content as a body, if that differs from its properties, and `is_distinct`
    /// tells whether all items of the body are known to have different names.
    pub(crate) fn close_object(
        &mut self,
        id: ExprId,
        properties: &[ItemId],
        body: Option<&CopiedItems>,
        is_distinct: bool,
    ) {
        let properties = self.list_items(properties);
        let body = match body {
            Some(body) => self.push_body(body),
            None => BodyNode::of_items(properties),
        };
        if let Some(structure) = self.structure_mut(id) {
            structure.content = StructureContent::Object(properties);
            structure.body = BodyNode {
                is_distinct,
                ..body
            };
        }
    }

    pub(crate) fn close_array(&mut self, id: ExprId, elements: &[ExprId]) {
        let elements = self.list_expressions(elements);
        if let Some(structure) = self.structure_mut(id) {
            structure.content = StructureContent::Array(elements);
        }
    }

    /// Copies a property with another value. `template` is the template of a name with template sequences.
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
        self.push_item(Item { name, kind })
    }

    fn copy_key(&mut self, from: &Tree, key: ExprId, template: Option<Arc<Embedded>>) -> ExprId {
        match from[key].kind {
            ExprKind::JsonTemplate(string) => self.copy_template(from, key, string, template),
            _ => self.copy_expression(from, key, |_| None),
        }
    }

    /// Sets the property that an object or an array is written in.
    pub(crate) fn set_owner(&mut self, id: ExprId, owner: Owner) {
        if let Some(structure) = self.structure_mut(id) {
            structure.owner = Some(owner);
        }
    }

    /// Copies a string with template sequences; they are replaced by those of `template` if there is one.
    pub(crate) fn copy_template(
        &mut self,
        from: &Tree,
        id: ExprId,
        string: StringId,
        template: Option<Arc<Embedded>>,
    ) -> ExprId {
        let Expr { span, kind } = from[id];
        let slot = from
            .strings
            .as_ref()
            .and_then(|strings| strings.slot(string));
        let mut slot = slot.cloned().unwrap_or_default();
        if let Some(template) = template {
            slot.template = OnceLock::from(template);
        }
        let copy = match &mut self.strings {
            Some(strings) => ExprKind::JsonTemplate(strings.push_slot(slot)),
            None => kind,
        };
        self.expression(copy, span)
    }
}

impl Embedded {
    /// The same text with another tree.
    pub(crate) fn with_tree(&self, tree: Tree) -> Self {
        Embedded {
            parsed: Ok(Arc::new(tree)),
            ..self.clone()
        }
    }
}
