//! Copies properties and values in JSON syntax for generated blocks.
//!
//! In a body, a property `dynamic` is replaced by the blocks that it generates. The syntax does not show whether an
//! object in a property is a body. If the object appears to have `dynamic` blocks ([`read::dynamic_blocks`]), its copy
//! is both: as a body, it has the generated blocks; as an expression, it is unchanged.

use std::sync::Arc;

use super::expand::{Expansion, IteratorScope};
use super::read::{self, EnclosingObject};
use crate::syntax::tree::copy::CopiedItems;
use crate::syntax::tree::handle::{Block, Expression, ItemRef};
use crate::syntax::tree::view::KeyView;
use crate::syntax::tree::{
    BoundValues, Embedded, ExprId, ExprKind, ItemId, Owner, Root, Structure, StructureContent, Tree,
};

impl Expansion<'_, '_> {
    /// Copies a property. `object` is the copy of the object that contains it.
    pub(super) fn property(
        &mut self,
        id: ItemId,
        object: Option<ExprId>,
        scope: &IteratorScope<'_>,
    ) -> ItemId {
        let old = self.old;
        let (key, value) = old.view().object_item(id);
        let template = match key {
            KeyView::Expression(key) => self.bound_template(key, scope),
            KeyView::Name(_) => None,
        };
        let copy = self.open(value, scope);
        let property = self.tree.copy_property(&old.tree, id, copy, template);
        self.fill(copy, value, Owner { property, object }, scope);
        property
    }

    /// Copies the objects around a property with their names, without other content. The names are needed for the types
    /// and labels of blocks in the property.
    pub(super) fn copy_object_around(&mut self, property: ItemId) -> Option<ExprId> {
        let old = self.old;
        let owner = old.tree.owner(old.view().property_value(property)?)?;
        self.copy_owner(owner.object?)
    }

    /// Copies an object without its content, if it is in a property.
    fn copy_owner(&mut self, object: ExprId) -> Option<ExprId> {
        let old = self.old;
        let Owner {
            property,
            object: around,
        } = old.tree.owner(object)?;
        let copy = (self.tree).open_structure(old.tree.span(object), Structure::new(None));
        let property = self.tree.copy_property(&old.tree, property, copy, None);
        let object = around.and_then(|around| self.copy_owner(around));
        self.tree.set_owner(copy, Owner { property, object });
        Some(copy)
    }

    /// Copies a value. The content of an object or an array is added by [`Expansion::fill`].
    fn open(&mut self, id: ExprId, scope: &IteratorScope<'_>) -> ExprId {
        let old = &self.old.tree;
        match old[id].kind {
            ExprKind::Structure(structure) => {
                let copy = Structure {
                    is_unknown: old[structure].is_unknown || scope.is_unknown,
                    ..Structure::new(None)
                };
                self.tree.open_structure(old.span(id), copy)
            }
            _ if scope.is_unknown => self.tree.expression(ExprKind::Unknown, old.span(id)),
            ExprKind::JsonTemplate(string) => {
                let template = self.bound_template(id, scope);
                let old = &self.old.tree;
                self.tree.copy_template(old, id, string, template)
            }
            _ => self.tree.copy_expression(old, id, |_| None),
        }
    }

    /// Sets the owner and the content of the copy of an array or an object. Copies of other values are complete.
    fn fill(&mut self, copy: ExprId, id: ExprId, owner: Owner, scope: &IteratorScope<'_>) {
        let old = self.old;
        let Some(structure) = old.tree.structure(id) else {
            return;
        };
        self.tree.set_owner(copy, owner);
        match structure.content {
            StructureContent::Array(elements) => {
                let mut copies = Vec::new();
                for element in &old.tree[elements] {
                    let copy = self.open(*element, scope);
                    self.fill(copy, *element, owner, scope);
                    copies.push(copy);
                }
                self.tree.close_array(copy, &copies);
            }
            StructureContent::Object(properties) => {
                self.object(copy, id, &old.tree[properties], scope);
            }
        }
    }

    /// Adds copies of the properties to the copy of an object.
    fn object(
        &mut self,
        copy: ExprId,
        id: ExprId,
        properties: &[ItemId],
        scope: &IteratorScope<'_>,
    ) {
        let old = self.old;
        let body = old.view().json_body(id);
        let as_written = scope.as_written();
        let mut copies = Vec::with_capacity(properties.len());
        let mut items = CopiedItems::default();
        let mut is_distinct = body.is_distinct;
        let mut of_body = old.view().item_ids(body).iter().peekable();
        for property in properties {
            let is_item = of_body.next_if_eq(&property).is_some();
            let dynamic = if is_item && !scope.is_as_written {
                let item = ItemRef::of_tree(old, *property);
                read::dynamic_blocks(item, EnclosingObject::Unknown)
            } else {
                None
            };
            let is_expanded = is_item && dynamic.is_none();
            let scope_of_it = if is_expanded { scope } else { &as_written };
            let written = self.property(*property, Some(copy), scope_of_it);
            copies.push(written);
            if is_expanded {
                items.items.push(written);
            }
            if let Some(dynamic) = dynamic {
                self.dynamic_property(dynamic, scope, &mut items);
                is_distinct = false;
            }
            // Items that an earlier expansion generated in place of the property.
            while let Some(block) = of_body.next_if(|id| old.view().is_block(**id)) {
                let block = Block::new(old, old.view().block(*block));
                items.items.push(self.block_as_written(&block, scope));
            }
        }
        for absent in old.view().absent_ids(body) {
            let absent = Block::new(old, old.view().block(*absent));
            items.absent.push(self.block_as_written(&absent, scope));
        }
        let is_written = items.items == copies && items.absent.is_empty();
        let body = (!is_written).then_some(&items);
        self.tree.close_object(copy, &copies, body, is_distinct);
    }

    /// Copies the template in the string `id` and binds its iterators to their values. `None` if it refers to no
    /// iterator.
    fn bound_template(&mut self, id: ExprId, scope: &IteratorScope<'_>) -> Option<Arc<Embedded>> {
        scope.iterator.as_ref()?;
        let old = self.old;
        let embedded = old.view().embedded(id)?;
        let (view, root) = embedded.view()?;
        let expression = Expression::new(Arc::clone(old), id);
        let references = self.references(&expression);
        let is_bound = |name: &str| scope.binding(name).is_some();
        if !references.iter().any(|(_, name)| is_bound(name)) {
            return None;
        }
        let mut values = BoundValues::default();
        if scope.is_secret {
            values.set_secret();
        }
        let mut tree = Tree::default();
        let copy = tree.copy_expression(view.tree, root, |variable| {
            let start = embedded.place(variable.name).start();
            let value = scope.value_at(&references, start)?;
            Some(values.push(value.clone()))
        });
        tree.root = Root::Expression(copy);
        self.template_nodes += tree.len();
        tree.bindings = Some(Arc::new(values));
        Some(Arc::new(embedded.with_tree(tree)))
    }
}
