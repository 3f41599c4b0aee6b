//! Building a tree of names.

use std::sync::{Arc, Mutex, OnceLock};

use foldhash::{HashMap, HashMapExt as _};

use super::definition::{Content, Definition, FunctionDefinition, LookUp, NodeId};
use super::tree::{NameTree, Node, NodeKind, ObjectNode, ROOT};
use crate::function::lookups::{DefinitionId, NameTreeId};
use crate::nfc::normalize;
use crate::path::PathStep;
use crate::syntax::tree::handle::Expression;
use crate::value::{Text, Value};

/// A tree of names that is being built.
pub(crate) struct NameTreeBuilder {
    nodes: Vec<Node>,
    others: Option<NodeId>,
    definitions: Vec<Arc<Definition>>,
    functions: HashMap<String, Arc<FunctionDefinition>>,
    /// The objects that have been added by name.
    objects: HashMap<(NodeId, Arc<str>), NodeId>,
    /// The first node of each name in the objects in which [`NameTreeBuilder::get`] has searched.
    first: HashMap<NodeId, HashMap<Text, NodeId>>,
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

/// Two nodes with the same name.
pub(crate) struct Duplicate {
    pub(crate) first: NodeId,
    pub(crate) second: NodeId,
}

impl NameTreeBuilder {
    pub(crate) fn new() -> Self {
        let root = NodeKind::Object(ObjectNode::default());
        NameTreeBuilder {
            nodes: vec![Node::new(ROOT, None, root)],
            others: None,
            definitions: Vec::new(),
            functions: HashMap::new(),
            objects: HashMap::new(),
            first: HashMap::new(),
            extended: None,
        }
    }

    /// A builder that starts with the nodes and definitions of another tree.
    pub(super) fn like(names: &Arc<NameTree>) -> Self {
        let extended = names.extended.as_ref().unwrap_or(names);
        NameTreeBuilder {
            nodes: names.nodes.iter().map(Node::for_other_tree).collect(),
            others: names.others,
            definitions: names.definitions.clone(),
            functions: names.functions.clone(),
            objects: HashMap::new(),
            first: HashMap::new(),
            extended: Some(Arc::clone(extended)),
        }
    }

    /// Returns the object with this name within another object, and adds it if it does not exist.
    pub(crate) fn object(&mut self, parent: NodeId, name: &str) -> NodeId {
        let key = (parent, Arc::from(name));
        if let Some(object) = self.objects.get(&key) {
            return *object;
        }
        let object = self.add_object(parent, Name::Of(name));
        self.objects.insert(key, object);
        object
    }

    /// Adds an object, even if there already is one with this name.
    pub(crate) fn add_object(&mut self, parent: NodeId, name: Name<'_>) -> NodeId {
        self.add(parent, name, NodeKind::Object(ObjectNode::default()))
    }

    /// Adds a tuple.
    pub(crate) fn add_tuple(&mut self, parent: NodeId, name: Name<'_>) -> NodeId {
        self.add(parent, name, NodeKind::Tuple(Vec::new()))
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
    pub(crate) fn get(&mut self, parent: NodeId, step: &PathStep) -> Option<NodeId> {
        match (&self.nodes[parent.0].kind, step) {
            (NodeKind::Object(object), step) => {
                let first = self.first.entry(parent).or_insert_with(|| {
                    // Of equal names, the one that is inserted last is kept.
                    object.entries.iter().rev().cloned().collect()
                });
                first.get(&*normalize(step.name()?)).copied()
            }
            (NodeKind::Tuple(elements), PathStep::Index(index)) => elements.get(*index).copied(),
            _ => None,
        }
    }

    /// Replaces the content of a node with a value.
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

    /// Whether an object may have other names, which are not known yet.
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
    pub(crate) fn add_functions(&mut self, functions: &[Arc<FunctionDefinition>]) {
        let functions = functions.iter();
        (self.functions).extend(functions.map(|it| (it.name.clone(), Arc::clone(it))));
    }

    /// Marks that generated blocks may add other names to a node.
    pub(crate) fn set_generated(&mut self, node: NodeId) {
        self.nodes[node.0].may_be_generated = true;
    }

    /// Marks that an object may have other names, which are not known yet.
    pub(crate) fn open(&mut self, object: NodeId) {
        if let NodeKind::Object(object) = &mut self.nodes[object.0].kind {
            object.is_open = true;
        }
    }

    /// Adds a look-up of the application: for the names below the root name `root`, or for all root names that are not
    /// defined otherwise. It replaces an earlier one.
    pub(super) fn add_look_up(&mut self, root: Option<&str>, look_up: Arc<LookUp>) {
        let look_up = NodeKind::LookUp(look_up);
        let Some(root) = root else {
            self.others = Some(NodeId(self.nodes.len()));
            self.nodes.push(Node::new(ROOT, None, look_up));
            return;
        };
        if let NodeKind::Object(object) = &mut self.nodes[ROOT.0].kind {
            let root = normalize(root);
            object.entries.retain(|(name, _)| **name != *root);
            self.first.remove(&ROOT);
        }
        self.add(ROOT, Name::Of(root), look_up);
    }

    fn add(&mut self, parent: NodeId, name: Name<'_>, kind: NodeKind) -> NodeId {
        let node = NodeId(self.nodes.len());
        let step = match (&mut self.nodes[parent.0].kind, name) {
            (NodeKind::Object(object), Name::Of(name)) => {
                let name = Text::from(name);
                let step = PathStep::Attribute(Arc::from(&name));
                if let Some(first) = self.first.get_mut(&parent) {
                    first.entry(name.clone()).or_insert(node);
                }
                object.entries.push((name, node));
                Some(step)
            }
            (NodeKind::Tuple(elements), Name::Element) => {
                elements.push(node);
                Some(PathStep::Index(elements.len() - 1))
            }
            _ => None,
        };
        self.nodes.push(Node::new(parent, step, kind));
        node
    }

    /// The tree, and the duplicate names. The first node of each name is used.
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
        let mut by_expression = HashMap::with_capacity(self.definitions.len());
        for definition in &self.definitions {
            // An object that is merged from several layers is not an expression of a single tree.
            let expression = definition.expression();
            if let Some(expression) = expression.filter(|it| it.layers().is_none()) {
                let tree = Arc::as_ptr(&expression.document().tree) as usize;
                by_expression.insert((tree, expression.id()), definition.id());
            }
        }
        let first_needs = self.definitions.iter().map(|_| OnceLock::new());
        let names = NameTree {
            id: NameTreeId::unique(),
            first_needs: first_needs.collect(),
            nodes: self.nodes,
            others: self.others,
            definitions: self.definitions,
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
    /// A tree like `others` with an additional look-up of the application: for the names below the root name `root`, or
    /// for all root names that are not defined otherwise.
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
