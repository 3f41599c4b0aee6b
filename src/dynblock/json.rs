//! The blocks that `dynamic` blocks in JSON syntax generate: objects in the place of the property `dynamic`.
//!
//! Generated blocks have the form that an author would have written: a property for the type of the blocks, below it
//! one level of objects for each label, and in these the bodies. The expanded body is therefore read as any other body
//! in JSON. Only a schema knows whether an object is a body or an expression. An object with `dynamic` blocks is taken
//! for a body: [`read::dynamic_blocks`] has the rule.
//!
//! Knows nothing of how the arguments of a `dynamic` block are read.

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::expand::{Expansion, GeneratedLabel, IteratorScope};
use super::read::{self, DynamicBlock, EnclosingObject};
use crate::eval::BoundValues;
use crate::span::Span;
use crate::syntax::tree::copy::CopiedItems;
use crate::syntax::tree::copy_json::{Owner, StructureItems};
use crate::syntax::tree::handle::{Block, Expression};
use crate::syntax::tree::view::View;
use crate::syntax::tree::{
    DISTINCT, Embedded, GENERATED_BODY, KEYED, LABEL_LEVEL, NONE, Node, NodeId, NodeKind, OVERLAID,
    Tree, UNKNOWN_BODY,
};

/// The flags that an object or an array keeps in its copy. Some of them are of an earlier expansion.
const KEPT_FLAGS: u8 = DISTINCT | OVERLAID | LABEL_LEVEL | GENERATED_BODY | UNKNOWN_BODY;

/// A block that is to be generated.
struct PlannedBlock<'s> {
    scope: IteratorScope<'s>,
    labels: Vec<GeneratedLabel>,
}

/// The properties of a copied object.
#[derive(Default)]
struct CopiedProperties {
    /// The properties that are items if the object is a body.
    items: Vec<u32>,
    /// The items, and the properties that are comments.
    with_comments: Vec<u32>,
    absent: Vec<u32>,
    /// The properties whose values are generated blocks.
    generated: HashSet<u32>,
    /// Whether the object is known to be a body.
    is_body: bool,
}

impl Expansion<'_> {
    /// Copies properties that are items of a body.
    pub(super) fn properties_of_source(
        &mut self,
        ids: &[u32],
        scope: &IteratorScope<'_>,
    ) -> CopiedItems {
        let span = self.old.tree.span(self.old.tree.root());
        let root = self.tree.open_structure(NodeKind::Object, span);
        let list = ListedProperties {
            properties: ids,
            items: ids,
        };
        let properties = self.properties(list, (root, EnclosingObject::Body), scope);
        let copies = CopiedItems {
            items: properties.items.clone(),
            absent: properties.absent.clone(),
        };
        let items = self.structure(properties, 0);
        self.tree.close_structure(root, [NONE; 2], &items);
        self.tree.set_root(root);
        copies
    }

    /// Copies properties into an object.
    fn properties(
        &mut self,
        list: ListedProperties<'_>,
        (object, enclosing): (NodeId, EnclosingObject),
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
            let copy = self.property(NodeId(*id), object, scope);
            let value = NodeId(self.old.tree.node(NodeId(*id)).data);
            if self.old.view().has_generated_blocks(value) {
                properties.generated.insert(copy.0);
            }
            properties.with_comments.push(copy.0);
            if !is_comment {
                properties.items.push(copy.0);
            }
        }
        properties
    }

    /// Adds the property that has the blocks that a `dynamic` block generates.
    fn expand_property(
        &mut self,
        block: &Block,
        object: NodeId,
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
        let text = self.old.source.text();
        let property = self.tree.push_property(text, dynamic.block_type);
        let owner = [property.0, object.0];
        let elements = self.elements(&dynamic, &planned, owner);
        if elements.is_empty() {
            return;
        }
        let is_unknown = planned.iter().any(|block| block.scope.is_unknown);
        let value = if is_unknown {
            self.tree
                .push_array(view.span, owner, elements, UNKNOWN_BODY)
        } else {
            self.one_or_many(elements, view.span, owner)
        };
        self.tree.set_value(property, value);
        properties.items.push(property.0);
        properties.generated.insert(property.0);
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
        owner: Owner,
    ) -> Vec<u32> {
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
        owner: Owner,
    ) -> Vec<u32> {
        if planned[0].labels.len() == level {
            return self.bodies(dynamic, planned, owner);
        }
        let mut objects = Vec::new();
        let mut labels = HashSet::new();
        let mut open: Option<(NodeId, StructureItems)> = None;
        let label = |block: &PlannedBlock<'_>| block.labels[level].1.clone();
        for group in planned.chunk_by(|one, other| label(one) == label(other)) {
            let (span, label) = &group[0].labels[level];
            if !labels.insert(&**label) {
                labels.clear();
                labels.insert(label);
                if let Some((object, items)) = open.take() {
                    self.tree.close_structure(object, owner, &items);
                }
            }
            let (object, items) = open.get_or_insert_with(|| {
                let object = self.tree.open_structure(NodeKind::Object, *span);
                objects.push(object.0);
                let flags = LABEL_LEVEL | DISTINCT;
                let items = Vec::new();
                let items = StructureItems {
                    items,
                    flags,
                    ..StructureItems::default()
                };
                (object, items)
            });
            let property = self.tree.push_label_property(label, *span);
            let owner = [property.0, object.0];
            let elements = self.labelled(dynamic, group, level + 1, owner);
            let value = self.one_or_many(elements, *span, owner);
            self.tree.set_value(property, value);
            items.items.push(property.0);
        }
        if let Some((object, items)) = open {
            self.tree.close_structure(object, owner, &items);
        }
        objects
    }

    fn bodies(
        &mut self,
        dynamic: &DynamicBlock,
        planned: &[PlannedBlock<'_>],
        owner: Owner,
    ) -> Vec<u32> {
        let Some(content) = dynamic.content.view().json_body() else {
            return Vec::new();
        };
        let mut bodies = Vec::with_capacity(planned.len());
        for PlannedBlock { scope, .. } in planned {
            if !self.has_room(dynamic) {
                break;
            }
            let body = self.value(content, owner, EnclosingObject::Body, scope);
            self.tree.node_mut(body).flags |= GENERATED_BODY;
            bodies.push(body.0);
        }
        bodies
    }

    /// A single object as it is, anything else in an array: a body that is an array itself must not be taken for
    /// several bodies.
    fn one_or_many(&mut self, elements: Vec<u32>, span: Span, owner: Owner) -> NodeId {
        match elements.as_slice() {
            [element] if self.tree.node(NodeId(*element)).kind == NodeKind::Object => {
                NodeId(*element)
            }
            _ => self.tree.push_array(span, owner, elements, 0),
        }
    }

    fn property(&mut self, id: NodeId, object: NodeId, scope: &IteratorScope<'_>) -> NodeId {
        let old = self.old;
        let node = old.tree.node(id);
        let key = Tree::previous(id);
        let is_template =
            node.flags & KEYED != 0 && old.tree.node(key).kind == NodeKind::JsonTemplate;
        let template = if is_template {
            self.bound_template(key, scope)
        } else {
            None
        };
        let property = self.tree.copy_property(&old.tree, id, template);
        let owner = [property.0, object.0];
        let value = NodeId(node.data);
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
        id: NodeId,
        owner: Owner,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> NodeId {
        let old = self.old;
        let node = old.tree.node(id);
        match node.kind {
            NodeKind::Object => self.object(id, owner, enclosing, scope),
            NodeKind::Tuple => self.array(id, owner, enclosing, scope),
            // Of an earlier expansion.
            NodeKind::Unknown if node.data != 0 => {
                let blocks = self.value(NodeId(node.data), owner, enclosing, scope);
                let span = old.tree.span(id);
                self.tree.push_unknown_blocks(span, blocks)
            }
            _ if scope.is_unknown => self.tree.push_unknown(old.tree.span(id)),
            NodeKind::JsonTemplate => {
                let template = self.bound_template(id, scope);
                self.tree.copy_template(&old.tree, node, template)
            }
            _ => self.tree.copy_expression(&old.tree, id, |_| None),
        }
    }

    fn object(
        &mut self,
        id: NodeId,
        owner: Owner,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> NodeId {
        let old = self.old;
        let object = (self.tree).open_structure(NodeKind::Object, old.tree.span(id));
        let list = ListedProperties {
            properties: old.view().elements(id),
            items: old.tree.body_items(id).unwrap_or_default(),
        };
        let (list, enclosing) = match list.of_expanded_body() {
            Some(list) => (list, EnclosingObject::Body),
            None => (list, enclosing),
        };
        let properties = self.properties(list, (object, enclosing), scope);
        let mut flags = old.tree.node(id).flags & KEPT_FLAGS;
        if properties.is_body {
            flags &= !DISTINCT;
        }
        let items = self.structure(properties, flags | unknown_flag(scope));
        self.tree.close_structure(object, owner, &items);
        object
    }

    fn array(
        &mut self,
        id: NodeId,
        owner: Owner,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> NodeId {
        let old = self.old;
        let array = (self.tree).open_structure(NodeKind::Tuple, old.tree.span(id));
        let flags = old.tree.node(id).flags & KEPT_FLAGS;
        let mut items = StructureItems {
            flags: flags | unknown_flag(scope),
            ..StructureItems::default()
        };
        let mut body = Vec::new();
        for element in old.view().elements(id) {
            let copy = self.value(NodeId(*element), owner, enclosing, scope);
            items.items.push(copy.0);
            if self.tree.node(copy).kind == NodeKind::Object {
                let view = self.copied();
                let object = view.json_body(copy);
                body.extend(view.item_ids(object));
                items.absent.extend(view.absent_ids(object));
            }
        }
        items.body = old.tree.body_items(id).map(|_| body);
        if items.body.is_none() {
            items.absent.clear();
        }
        self.tree.close_structure(array, owner, &items);
        array
    }

    /// The content of a copied object.
    fn structure(&mut self, properties: CopiedProperties, flags: u8) -> StructureItems {
        let has_comments = properties.with_comments.len() > properties.items.len();
        let (items, body) = if properties.is_body {
            (self.merged(&properties), Some(properties.items))
        } else {
            let body = has_comments.then_some(properties.items);
            (properties.with_comments, body)
        };
        StructureItems {
            items,
            body,
            absent: properties.absent,
            flags,
        }
    }

    /// The properties of an expanded object if it is read as an expression, where each name may occur only once. The
    /// values of properties with one name are joined to one array, if one of these properties is generated.
    fn merged(&mut self, properties: &CopiedProperties) -> Vec<u32> {
        let mut of_name: HashMap<String, Vec<u32>> = HashMap::new();
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
    fn merge(&mut self, generated: u32, properties: &[u32]) -> u32 {
        let mut elements = Vec::new();
        let mut flags = 0;
        for property in properties {
            let value = self.tree.node(NodeId(*property)).data;
            let node = self.tree.node(NodeId(value));
            match node.kind {
                NodeKind::Tuple => {
                    flags |= node.flags & UNKNOWN_BODY;
                    elements.extend(self.copied().elements(NodeId(value)));
                }
                _ => elements.push(value),
            }
        }
        let node = self.tree.node(NodeId(generated));
        let owner = self.owner_of_value(node);
        let span = self.tree.span(NodeId(generated));
        let array = self.tree.push_array(span, owner, elements, flags);
        let data = array.0;
        self.tree.push(Node { data, ..node }).0
    }

    fn owner_of_value(&self, property: Node) -> Owner {
        let owner = self.tree.owner(NodeId(property.data));
        owner.map_or([NONE; 2], |(property, object)| [property.0, object.0])
    }

    /// The template in the string `id`, with its iterators bound to their values. `None` if it refers to no iterator.
    fn bound_template(&mut self, id: NodeId, scope: &IteratorScope<'_>) -> Option<Arc<Embedded>> {
        scope.iterator?;
        let old = self.old;
        let embedded = old.view().embedded(id)?;
        let (view, root) = embedded.view()?;
        let expression = Expression::new(Arc::clone(old), id);
        let references = self.references(id.0, &expression);
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
        let copy = tree.copy_expression(view.tree, root, |node| {
            let start = embedded.place(Span::new(node.start, node.end)).start();
            let reference = references.binary_search_by_key(&start, |it| it.0).ok()?;
            let value = all.get(scope.binding(&references[reference].1)?)?;
            u32::try_from(values.push(value.clone())).ok()
        });
        tree.set_root(copy);
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
    properties: &'a [u32],
    items: &'a [u32],
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

fn unknown_flag(scope: &IteratorScope<'_>) -> u8 {
    if scope.is_unknown { UNKNOWN_BODY } else { 0 }
}
