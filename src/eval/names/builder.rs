//! Making a tree of names.

use std::sync::{Arc, Mutex, OnceLock};

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::definition::{Content, Definition, DefinitionId, LookUp, NamedFunction, NodeId};
use super::tree::{LookUpNode, NameTree, Node, NodeKind, ObjectNode, ROOT, TupleNode};
use crate::path::PathStep;
use crate::syntax::tree::handle::Expression;
use crate::value::Value;

/// A tree of names that is being made.
pub(crate) struct NameTreeBuilder {
    nodes: Vec<Node>,
    others: Option<NodeId>,
    definitions: Vec<Arc<Definition>>,
    generated: HashSet<NodeId>,
    functions: HashMap<String, NamedFunction>,
    /// The objects that have been added by name.
    objects: HashMap<(NodeId, Arc<str>), NodeId>,
    /// See [`NameTree::extended`].
    extended: Option<Arc<NameTree>>,
}

/// The name of a new node.
#[derive(Clone, Copy)]
pub(crate) enum Name<'n> {
    /// A name in an object.
    Of(&'n str),
    /// The next element of a tuple.
    Element,
}

/// A name that stands for two things.
pub(crate) struct Duplicate {
    pub(crate) first: NodeId,
    pub(crate) second: NodeId,
}

impl NameTreeBuilder {
    pub(crate) fn new() -> Self {
        let root = Node {
            parent: ROOT,
            place: None,
            kind: NodeKind::Object(ObjectNode::default()),
        };
        NameTreeBuilder {
            nodes: vec![root],
            others: None,
            definitions: Vec::new(),
            generated: HashSet::new(),
            functions: HashMap::new(),
            objects: HashMap::new(),
            extended: None,
        }
    }

    /// A tree with the nodes and definitions of another one.
    pub(super) fn like(names: &Arc<NameTree>) -> Self {
        let kind = |kind: &NodeKind| match kind {
            NodeKind::Value(value) => NodeKind::Value(value.clone()),
            NodeKind::Definition(id) => NodeKind::Definition(*id),
            NodeKind::Object(object) => NodeKind::Object(ObjectNode {
                entries: object.entries.clone(),
                is_open: object.is_open,
                whole: OnceLock::new(),
                names: OnceLock::new(),
            }),
            NodeKind::Tuple(tuple) => NodeKind::Tuple(TupleNode {
                elements: tuple.elements.clone(),
                whole: OnceLock::new(),
            }),
            NodeKind::LookUp(it) => NodeKind::LookUp(LookUpNode::new(Arc::clone(&it.look_up))),
        };
        let node = |node: &Node| Node {
            parent: node.parent,
            place: node.place,
            kind: kind(&node.kind),
        };
        NameTreeBuilder {
            nodes: names.nodes.iter().map(node).collect(),
            others: names.others,
            definitions: names.definitions.clone(),
            generated: names.generated.clone(),
            functions: names.functions.clone(),
            objects: HashMap::new(),
            extended: Some(
                names
                    .extended
                    .as_ref()
                    .map_or_else(|| Arc::clone(names), Arc::clone),
            ),
        }
    }

    /// The object of a name within another object. It is added if it is not there.
    pub(crate) fn object(&mut self, parent: NodeId, name: &str) -> NodeId {
        let key = (parent, Arc::from(name));
        if let Some(object) = self.objects.get(&key) {
            return *object;
        }
        let object = self.add_object(parent, Name::Of(name));
        self.objects.insert(key, object);
        object
    }

    /// Adds an object, also if there is one of this name.
    pub(crate) fn add_object(&mut self, parent: NodeId, name: Name<'_>) -> NodeId {
        self.add(parent, name, NodeKind::Object(ObjectNode::default()))
    }

    /// Adds a tuple.
    pub(crate) fn add_tuple(&mut self, parent: NodeId, name: Name<'_>) -> NodeId {
        self.add(parent, name, NodeKind::Tuple(TupleNode::default()))
    }

    /// Adds a value.
    pub(crate) fn add_value(&mut self, parent: NodeId, name: Name<'_>, value: Value) -> NodeId {
        self.add(parent, name, NodeKind::Value(value))
    }

    /// Adds a definition, whose value is converted to the type that an expression describes.
    pub(crate) fn add_definition(
        &mut self,
        parent: NodeId,
        name: Name<'_>,
        content: Content,
        ty: Option<Expression>,
    ) -> NodeId {
        let id = DefinitionId(self.definitions.len());
        let node = self.add(parent, name, NodeKind::Definition(id));
        let definition = Definition::new(id, node, content, ty);
        self.definitions.push(Arc::new(definition));
        node
    }

    /// The node of a name in an object, or of an element of a tuple.
    pub(crate) fn get(&self, parent: NodeId, step: &PathStep) -> Option<NodeId> {
        match (&self.nodes[parent.0].kind, step) {
            (NodeKind::Object(object), step) => {
                let name = step.name()?;
                let mut entries = object.entries.iter();
                entries.find(|(it, _)| **it == *name).map(|it| it.1)
            }
            (NodeKind::Tuple(tuple), PathStep::Index(index)) => tuple.elements.get(*index).copied(),
            _ => None,
        }
    }

    /// Gives a node a value in place of what it is.
    pub(crate) fn give(&mut self, node: NodeId, value: Value) {
        match self.nodes[node.0].kind {
            NodeKind::Definition(id) => {
                let definition = &mut self.definitions[id.0];
                let ty = definition.ty().cloned();
                let given = Definition::new(id, node, Content::Given(value), ty);
                *definition = Arc::new(given);
            }
            _ => self.nodes[node.0].kind = NodeKind::Value(value),
        }
    }

    /// Whether an object may have other names.
    pub(crate) fn is_open(&self, object: NodeId) -> bool {
        matches!(&self.nodes[object.0].kind, NodeKind::Object(object) if object.is_open)
    }

    /// The names of an object.
    pub(crate) fn names_in(&self, object: NodeId) -> Vec<Arc<str>> {
        match &self.nodes[object.0].kind {
            NodeKind::Object(object) => object.entries.iter().map(|it| Arc::from(&it.0)).collect(),
            _ => Vec::new(),
        }
    }

    /// Adds functions of the configuration.
    pub(crate) fn add_functions(&mut self, functions: Vec<NamedFunction>) {
        let functions = functions.into_iter();
        (self.functions).extend(functions.map(|it| (it.name.clone(), it)));
    }

    /// Says that blocks may be generated that have other names in a node.
    pub(crate) fn set_generated(&mut self, node: NodeId) {
        self.generated.insert(node);
    }

    /// Says that an object may have other names.
    pub(crate) fn open(&mut self, object: NodeId) {
        if let NodeKind::Object(object) = &mut self.nodes[object.0].kind {
            object.is_open = true;
        }
    }

    /// Adds names that the application looks up, below the root name `root`, or in place of all other root names. It
    /// replaces an earlier one.
    pub(super) fn add_look_up(&mut self, root: Option<&str>, look_up: Arc<LookUp>) {
        let node = self.add_kind(ROOT, NodeKind::LookUp(LookUpNode::new(look_up)));
        let NodeKind::Object(object) = &mut self.nodes[ROOT.0].kind else {
            return;
        };
        match root {
            Some(root) => {
                object.entries.retain(|(name, _)| **name != *root);
                object.entries.push((root.into(), node));
            }
            None => self.others = Some(node),
        }
    }

    fn add(&mut self, parent: NodeId, name: Name<'_>, kind: NodeKind) -> NodeId {
        let node = self.add_kind(parent, kind);
        match (&mut self.nodes[parent.0].kind, name) {
            (NodeKind::Object(object), Name::Of(name)) => object.entries.push((name.into(), node)),
            (NodeKind::Tuple(tuple), Name::Element) => tuple.elements.push(node),
            _ => {}
        }
        node
    }

    fn add_kind(&mut self, parent: NodeId, kind: NodeKind) -> NodeId {
        self.nodes.push(Node {
            parent,
            place: None,
            kind,
        });
        NodeId(self.nodes.len() - 1)
    }

    /// Notes where each node is among the others of the node around it.
    fn place_nodes(&mut self) {
        let mut places: Vec<Option<usize>> = vec![None; self.nodes.len()];
        for node in &self.nodes {
            match &node.kind {
                NodeKind::Object(object) => {
                    let entries = object.entries.iter().enumerate();
                    entries.for_each(|(index, (_, NodeId(id)))| places[*id] = Some(index));
                }
                NodeKind::Tuple(tuple) => {
                    let elements = tuple.elements.iter().enumerate();
                    elements.for_each(|(index, NodeId(id))| places[*id] = Some(index));
                }
                NodeKind::Value(_) | NodeKind::Definition(_) | NodeKind::LookUp(_) => {}
            }
        }
        for (node, place) in self.nodes.iter_mut().zip(places) {
            node.place = place;
        }
    }

    /// The tree, and the names that stand for two things, of which the first counts.
    pub(crate) fn finish(mut self) -> (NameTree, Vec<Duplicate>) {
        let mut duplicates = Vec::new();
        for node in &mut self.nodes {
            let NodeKind::Object(object) = &mut node.kind else {
                continue;
            };
            object
                .entries
                .sort_by(|(left, _), (right, _)| left.cmp(right));
            object.entries.dedup_by(|(name, second), (kept, first)| {
                let is_duplicate = name == kept;
                if is_duplicate {
                    duplicates.push(Duplicate {
                        first: *first,
                        second: *second,
                    });
                }
                is_duplicate
            });
        }
        self.place_nodes();
        let mut by_expression = HashMap::with_capacity(self.definitions.len());
        for definition in &self.definitions {
            // An object that several layers say is not an expression of one tree.
            let expression = definition.expression();
            if let Some(expression) = expression.filter(|it| it.layers().is_none()) {
                let tree = Arc::as_ptr(&expression.document().tree) as usize;
                by_expression.insert((tree, expression.id()), definition.id());
            }
        }
        let names = NameTree {
            number: NameTree::new_number(),
            nodes: self.nodes,
            others: self.others,
            definitions: self.definitions,
            generated: self.generated,
            functions: self.functions,
            extended: self.extended,
            looked_up: Mutex::default(),
            by_expression,
            components: OnceLock::new(),
        };
        (names, duplicates)
    }
}

impl NameTree {
    /// A tree like `others`, in which the application looks names up besides: those after the root name `root`, or all
    /// root names that there are none for.
    pub(in crate::eval) fn with_look_up(
        others: Option<&Arc<NameTree>>,
        root: Option<&str>,
        look_up: Arc<LookUp>,
    ) -> NameTree {
        let mut builder = others.map_or_else(NameTreeBuilder::new, NameTreeBuilder::like);
        builder.add_look_up(root, look_up);
        builder.finish().0
    }
}
