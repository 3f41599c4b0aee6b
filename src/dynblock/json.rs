//! The blocks that `dynamic` blocks in JSON syntax generate: objects in the place of the property `dynamic`.
//!
//! Generated blocks have the form that an author would have written: a property for the type of the blocks, below it
//! one level of objects for each label, and in these the bodies. The expanded body is therefore read as any other body
//! in JSON. Only a schema knows whether an object is a body or an expression. An object with `dynamic` blocks is taken
//! for a body: [`read::dynamic_blocks`] has the rule.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::expand::{Expansion, IteratorScope};
use super::read::{self, DynamicBlock, EnclosingObject};
use crate::eval::BoundValues;
use crate::span::Span;
use crate::syntax::tree::copy::{CopiedItems, NewLabel};
use crate::syntax::tree::copy_json::ObjectItems;
use crate::syntax::tree::handle::{Block, Expression};
use crate::syntax::tree::view::View;
use crate::syntax::tree::{
    BindingId, Embedded, ExprId, ExprKind, Item, ItemId, ItemKind, Owner, Root, Structure,
    StructureContent, StructureRole, Tree,
};

/// A block that is to be generated.
struct PlannedBlock<'s> {
    scope: IteratorScope<'s>,
    labels: Vec<NewLabel>,
}

/// The properties of a copied object.
#[derive(Default)]
struct CopiedProperties {
    /// The properties that are items if the object is a body.
    items: Vec<ItemId>,
    /// The items, and the properties that are comments.
    with_comments: Vec<ItemId>,
    absent: Vec<ItemId>,
    /// The properties whose values are generated blocks.
    generated: HashSet<ItemId>,
    /// Whether the object is known to be a body.
    is_body: bool,
}

impl Expansion<'_> {
    /// Copies properties that are items of a body.
    pub(super) fn properties_of_source(
        &mut self,
        ids: &[ItemId],
        scope: &IteratorScope<'_>,
    ) -> CopiedItems {
        let root = self.old.tree.root_expression();
        let span = root.map_or(Span::default(), |root| self.old.tree.span(root));
        let root = self.tree.open_structure(span, Structure::new(None));
        let list = ListedProperties {
            properties: ids,
            items: ids,
        };
        let properties = self.properties(list, root, EnclosingObject::Body, scope);
        let copies = CopiedItems {
            items: properties.items.clone(),
            absent: properties.absent.clone(),
        };
        let items = self.object_items(properties);
        self.tree.close_object(root, &items);
        self.tree.set_root(Root::Expression(root));
        copies
    }

    /// Copies properties into an object.
    fn properties(
        &mut self,
        list: ListedProperties<'_>,
        object: ExprId,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> CopiedProperties {
        let mut properties = CopiedProperties {
            is_body: enclosing == EnclosingObject::Body,
            ..CopiedProperties::default()
        };
        let mut items = list.items.iter().peekable();
        for id in list.properties {
            let is_comment = items.next_if_eq(&id).is_none();
            if !is_comment && let Some(blocks) = read::dynamic_blocks(self.old, *id, enclosing) {
                properties.is_body = true;
                self.diagnostics.extend(blocks.diagnostics);
                for block in blocks.blocks {
                    self.expand_property(&block, object, scope, &mut properties);
                }
                continue;
            }
            let copy = self.property(*id, object, scope);
            let view = self.old.view();
            let value = view.property_value(*id);
            if value.is_some_and(|value| view.has_generated_blocks(value)) {
                properties.generated.insert(copy);
            }
            properties.with_comments.push(copy);
            if !is_comment {
                properties.items.push(copy);
            }
        }
        properties
    }

    /// Adds the property that has the blocks that a `dynamic` block generates.
    fn expand_property(
        &mut self,
        block: &Block,
        object: ExprId,
        scope: &IteratorScope<'_>,
        properties: &mut CopiedProperties,
    ) {
        let mut wrong = Vec::new();
        let dynamic = read::dynamic_block(block, &self.schema, &mut wrong);
        self.diagnostics.extend(wrong);
        let Some(dynamic) = dynamic else {
            return;
        };
        let Some(planned) = self.planned(&dynamic, scope) else {
            return;
        };
        let view = block.view();
        if planned.is_empty() {
            let absent = self.absent(&dynamic, view.span, view.header, scope);
            properties.absent.push(absent);
            return;
        }
        // The value is set when it is made: what stands in it names the property.
        let property = self.tree.push_property(dynamic.block_type, object);
        let owner = Some(Owner { property, object });
        let elements = self.elements(&dynamic, &planned, owner);
        if elements.is_empty() {
            return;
        }
        let is_unknown = planned.iter().any(|block| block.scope.is_unknown);
        let value = if is_unknown {
            self.tree.push_array(view.span, owner, &elements, true)
        } else {
            self.one_or_many(&elements, view.span, owner)
        };
        self.tree.set_value(property, value);
        properties.items.push(property);
        properties.generated.insert(property);
    }

    /// The blocks that a `dynamic` block generates. `None` if something is wrong with all of them.
    fn planned<'s>(
        &mut self,
        dynamic: &'s DynamicBlock,
        scope: &'s IteratorScope<'s>,
    ) -> Option<Vec<PlannedBlock<'s>>> {
        let for_each = self.for_each(dynamic, scope)?;
        let mut planned = Vec::new();
        if !for_each.is_known() {
            let (scope, labels) = self.element(dynamic, None, scope)?;
            planned.push(PlannedBlock { scope, labels });
            return Some(planned);
        }
        let mut elements = for_each.elements().into_iter().flatten().peekable();
        let is_empty = elements.peek().is_none();
        for (key, value) in elements {
            if !self.has_room(dynamic) {
                break;
            }
            let element = self.element(dynamic, Some((key, value.clone())), scope);
            planned.extend(element.map(|(scope, labels)| PlannedBlock { scope, labels }));
        }
        (is_empty || !planned.is_empty()).then_some(planned)
    }

    /// Generated blocks as values: the objects for their first label, or their bodies.
    fn elements(
        &mut self,
        dynamic: &DynamicBlock,
        planned: &[PlannedBlock<'_>],
        owner: Option<Owner>,
    ) -> Vec<ExprId> {
        let count = |block: &PlannedBlock<'_>| block.labels.len();
        let groups = planned.chunk_by(|one, other| count(one) == count(other));
        let groups: Vec<_> = groups.collect();
        let mut elements = Vec::new();
        for group in groups {
            elements.extend(self.labelled(dynamic, group, 0, owner));
        }
        elements
    }

    /// Writes generated blocks with the same number of labels, from the label `level` on: those before it are written
    /// around them already. A label that is repeated begins a new object, so that the order of the blocks is kept.
    fn labelled(
        &mut self,
        dynamic: &DynamicBlock,
        planned: &[PlannedBlock<'_>],
        level: usize,
        owner: Option<Owner>,
    ) -> Vec<ExprId> {
        if planned[0].labels.len() == level {
            return self.bodies(dynamic, planned, owner);
        }
        let mut objects = Vec::new();
        let mut labels = HashSet::new();
        let mut open: Option<(ExprId, ObjectItems)> = None;
        let level_of_labels = Structure {
            role: StructureRole::LabelLevel,
            ..Structure::new(owner)
        };
        let label = |block: &PlannedBlock<'_>| block.labels[level].text.clone();
        for group in planned.chunk_by(|one, other| label(one) == label(other)) {
            let NewLabel { span, text: label } = &group[0].labels[level];
            if !labels.insert(&**label) {
                labels.clear();
                labels.insert(label);
                if let Some((object, items)) = open.take() {
                    self.tree.close_object(object, &items);
                }
            }
            let (object, items) = open.get_or_insert_with(|| {
                let object = self.tree.open_structure(*span, level_of_labels);
                objects.push(object);
                let items = ObjectItems {
                    is_distinct: true,
                    ..ObjectItems::default()
                };
                (object, items)
            });
            let property = self.tree.push_label_property(label, *span, *object);
            let owner = Some(Owner {
                property,
                object: *object,
            });
            let elements = self.labelled(dynamic, group, level + 1, owner);
            let value = self.one_or_many(&elements, *span, owner);
            self.tree.set_value(property, value);
            items.properties.push(property);
        }
        if let Some((object, items)) = open {
            self.tree.close_object(object, &items);
        }
        objects
    }

    fn bodies(
        &mut self,
        dynamic: &DynamicBlock,
        planned: &[PlannedBlock<'_>],
        owner: Option<Owner>,
    ) -> Vec<ExprId> {
        let Some(content) = dynamic.content.view().json_body() else {
            return Vec::new();
        };
        let mut bodies = Vec::with_capacity(planned.len());
        for PlannedBlock { scope, .. } in planned {
            if !self.has_room(dynamic) {
                break;
            }
            let body = self.value(content, owner, EnclosingObject::Body, scope);
            if let Some(structure) = self.tree.nodes_mut().structure_mut(body) {
                structure.role = StructureRole::GeneratedBody;
            }
            bodies.push(body);
        }
        bodies
    }

    /// A single object as it is, anything else in an array: a body that is an array itself must not be taken for
    /// several bodies.
    fn one_or_many(&mut self, elements: &[ExprId], span: Span, owner: Option<Owner>) -> ExprId {
        match elements {
            [element] if self.copied().is_json_object(*element) => *element,
            _ => self.tree.push_array(span, owner, elements, false),
        }
    }

    fn property(&mut self, id: ItemId, object: ExprId, scope: &IteratorScope<'_>) -> ItemId {
        let old = self.old;
        let ItemKind::Property { name, value } = old.tree[id].kind else {
            unreachable!("an item of an object of JSON is a property");
        };
        let key = name.expression();
        let template = key.and_then(|key| match old.tree[key].kind {
            ExprKind::JsonTemplate(_) => self.bound_template(key, scope),
            _ => None,
        });
        // The value is set when it is made: what stands in it names the property.
        let property = self.tree.copy_property(&old.tree, id, object, template);
        let owner = Some(Owner { property, object });
        let is_structure = old.view().is_json_structure(value);
        let mut copy = self.value(value, owner, EnclosingObject::Unknown, scope);
        if scope.is_unknown && is_structure {
            copy = self.tree.push_unknown_blocks(old.tree.span(value), copy);
        }
        self.tree.set_value(property, copy);
        property
    }

    /// Copies a value, in which objects may be bodies.
    fn value(
        &mut self,
        id: ExprId,
        owner: Option<Owner>,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> ExprId {
        let old = self.old;
        match old.tree[id].kind {
            ExprKind::Structure(structure) => match old.tree[structure].content {
                StructureContent::Object(_) => self.object(id, owner, enclosing, scope),
                StructureContent::Array(_) => self.array(id, owner, enclosing, scope),
            },
            // Of an earlier expansion.
            ExprKind::Unknown {
                blocks: Some(blocks),
            } => {
                let blocks = self.value(blocks, owner, enclosing, scope);
                let span = old.tree.span(id);
                self.tree.push_unknown_blocks(span, blocks)
            }
            _ if scope.is_unknown => self.tree.push_unknown(old.tree.span(id)),
            ExprKind::JsonTemplate(string) => {
                let template = self.bound_template(id, scope);
                self.tree.copy_template(&old.tree, id, string, template)
            }
            _ => self.tree.copy_expression(&old.tree, id, |_| None),
        }
    }

    fn object(
        &mut self,
        id: ExprId,
        owner: Option<Owner>,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> ExprId {
        let old = self.old;
        let object = self.open_copy(id, owner, scope);
        let list = ListedProperties {
            properties: old.view().object_items(id),
            items: old.tree.body_items(id).unwrap_or_default(),
        };
        let (list, enclosing) = match list.of_expanded_body() {
            Some(list) => (list, EnclosingObject::Body),
            None => (list, enclosing),
        };
        let properties = self.properties(list, object, enclosing, scope);
        let body = old.view().json_body(id);
        let is_distinct = body.is_distinct && !properties.is_body;
        let items = self.object_items(properties);
        let items = ObjectItems {
            is_distinct,
            ..items
        };
        self.tree.close_object(object, &items);
        object
    }

    /// Begins the copy of an object or an array. Some of what is known of it is of an earlier expansion.
    fn open_copy(&mut self, id: ExprId, owner: Option<Owner>, scope: &IteratorScope<'_>) -> ExprId {
        let old = &self.old.tree;
        let mut copy = Structure::new(owner);
        if let Some(original) = old.structure(id) {
            copy.role = original.role;
            copy.is_unknown = original.is_unknown || scope.is_unknown;
            copy.is_overlaid = original.is_overlaid;
        }
        self.tree.open_structure(old.span(id), copy)
    }

    fn array(
        &mut self,
        id: ExprId,
        owner: Option<Owner>,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> ExprId {
        let old = self.old;
        let array = self.open_copy(id, owner, scope);
        let mut elements = Vec::new();
        let mut body = CopiedItems::default();
        for element in old.view().elements(id) {
            let copy = self.value(*element, owner, enclosing, scope);
            elements.push(copy);
            let view = self.copied();
            if view.is_json_object(copy) {
                let object = view.json_body(copy);
                body.items.extend(view.item_ids(object));
                body.absent.extend(view.absent_ids(object));
            }
        }
        let is_body = old.tree.body_items(id).is_some();
        let body = is_body.then_some(&body);
        self.tree.close_array(array, &elements, body);
        array
    }

    /// The content of a copied object.
    fn object_items(&mut self, properties: CopiedProperties) -> ObjectItems {
        let has_comments = properties.with_comments.len() > properties.items.len();
        let (all, body) = if properties.is_body {
            (self.merged(&properties), Some(properties.items))
        } else {
            let body = has_comments.then_some(properties.items);
            (properties.with_comments, body)
        };
        ObjectItems {
            properties: all,
            body,
            absent: properties.absent,
            is_distinct: false,
        }
    }

    /// The properties of an expanded object if it is read as an expression, where each name may occur only once. The
    /// values of properties with one name are joined to one array, if one of these properties is generated.
    fn merged(&mut self, properties: &CopiedProperties) -> Vec<ItemId> {
        let mut of_name: HashMap<String, Vec<ItemId>> = HashMap::new();
        let mut names = Vec::new();
        for id in &properties.items {
            let name = self.copied().item_text(*id).to_owned();
            names.push(name.clone());
            of_name.entry(name).or_default().push(*id);
        }
        let mut merged = Vec::with_capacity(properties.items.len());
        for (id, name) in properties.items.iter().zip(names) {
            let same = of_name.get_mut(&name).map(std::mem::take);
            let same = same.unwrap_or_default();
            let generated = same.iter().find(|id| properties.generated.contains(id));
            match generated {
                Some(generated) if same.len() > 1 => merged.push(self.merge(*generated, &same)),
                // A property that is repeated stays so, for evaluation to report it.
                _ if generated.is_none() => merged.extend(same),
                _ => merged.push(*id),
            }
        }
        merged
    }

    /// A copy of the generated property, whose value is an array with the values of all given properties.
    fn merge(&mut self, generated: ItemId, properties: &[ItemId]) -> ItemId {
        let view = self.copied();
        let mut elements = Vec::new();
        let mut is_unknown = false;
        for value in properties.iter().filter_map(|id| view.property_value(*id)) {
            if view.is_json_array(value) {
                is_unknown |= self.tree.is_unknown_blocks(value);
                elements.extend_from_slice(view.elements(value));
            } else {
                elements.push(value);
            }
        }
        let value = view.property_value(generated);
        let owner = value.and_then(|value| self.tree.owner(value));
        let span = self.tree.item_span(generated);
        let array = self.tree.push_array(span, owner, &elements, is_unknown);
        let Item { name, kind } = self.tree[generated];
        let kind = match kind {
            ItemKind::Property { name, .. } => ItemKind::Property { name, value: array },
            kind => kind,
        };
        self.tree.nodes_mut().push_item(Item { name, kind })
    }

    /// The template in the string `id`, with its iterators bound to their values. `None` if it refers to no iterator.
    fn bound_template(&mut self, id: ExprId, scope: &IteratorScope<'_>) -> Option<Arc<Embedded>> {
        scope.iterator?;
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
        let all = &self.values;
        if all.is_secret() {
            values.set_secret();
        }
        let mut tree = Tree::default();
        let copy = tree.copy_expression(view.tree, root, |variable| {
            let start = embedded.place(variable.name).start();
            let reference = references.binary_search_by_key(&start, |it| it.0).ok()?;
            let value = all.get(scope.binding(&references[reference].1)?)?;
            Some(BindingId::of_index(values.push(value.clone())))
        });
        tree.set_root(Root::Expression(copy));
        self.template_nodes += tree.len();
        values.bind(&mut tree);
        Some(Arc::new(embedded.with_tree(tree)))
    }

    /// The new tree with its source.
    fn copied(&self) -> View<'_, '_> {
        View {
            text: self.old.source.text(),
            tree: &self.tree,
        }
    }
}

/// The properties of an object, and those of them that are not comments.
#[derive(Clone, Copy)]
struct ListedProperties<'a> {
    properties: &'a [ItemId],
    items: &'a [ItemId],
}

impl ListedProperties<'_> {
    /// The properties of an object in which an earlier expansion has joined properties for those who read it as an
    /// expression: the items as they were before.
    fn of_expanded_body(self) -> Option<Self> {
        let mut items = self.items.iter().peekable();
        for id in self.properties {
            items.next_if_eq(&id);
        }
        items.peek()?;
        Some(ListedProperties {
            properties: self.items,
            ..self
        })
    }
}
