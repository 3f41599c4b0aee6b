//! A tree of names, and access to it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use foldhash::HashMap;

use super::definition::{Content, Definition, FunctionDefinition, LookUp, NodeId};
use crate::function::lookups::{DefinitionId, LookupId, Marks, NameTreeId};
use crate::nfc::normalize;
use crate::path::{Path, PathStep};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::Expression;
use crate::syntax::tree::{ExprId, Tree};
use crate::value::{self, Text, Value};

/// The node that holds the names of variables.
pub(crate) const ROOT: NodeId = NodeId(0);

/// A tree of names, with the results of its definitions.
pub(crate) struct NameTree {
    /// Tells it apart from all other trees.
    pub(super) id: NameTreeId,
    pub(super) nodes: Vec<Node>,
    /// The look-up for variables that are not names in the root.
    pub(super) others: Option<NodeId>,
    pub(super) definitions: Vec<Arc<Definition>>,
    /// The functions of the configuration, by name. They are called like the functions of a context; the names that
    /// they refer to are looked up here.
    pub(super) functions: HashMap<String, Arc<FunctionDefinition>>,
    /// The original tree, if look-ups were added to it to make this one. It must live as long as this tree: functions
    /// of a configuration hold only a weak reference to the tree of its names, which owns them.
    pub(super) extended: Option<Arc<NameTree>>,
    pub(super) looked_up: Mutex<LookedUp>,
    /// The definition of each expression: the address of its tree, and its node.
    pub(super) by_expression: HashMap<(usize, ExprId), DefinitionId>,
    /// For each definition, the number of its component: the definitions that need each other. Lazily computed.
    pub(super) components: OnceLock<Vec<usize>>,
    /// For each definition, the first traversal that leads to each node that it needs. Lazily computed.
    pub(super) first_needs: Vec<OnceLock<HashMap<NodeId, FirstNeed>>>,
}

/// The first traversal of a definition that leads to a node.
pub(super) struct FirstNeed {
    /// Its index among the traversals of the definition.
    pub(super) index: usize,
    pub(super) span: Span,
    pub(super) source: Source,
}

/// The definitions added by look-ups of the application.
#[derive(Default)]
pub(super) struct LookedUp {
    /// Their ids continue those of `NameTree::definitions`.
    definitions: Vec<Arc<Definition>>,
    /// For the node of each look-up, the indices of its definitions, by name.
    by_look_up: HashMap<NodeId, HashMap<Arc<str>, usize>>,
}

pub(super) struct Node {
    /// The parent node; the root is its own parent.
    pub(super) parent: NodeId,
    /// The step from the parent to this node. `None` for the root, and for a look-up of variables.
    pub(super) step: Option<PathStep>,
    pub(super) kind: NodeKind,
    /// Whether generated blocks may add other names to it.
    pub(super) may_be_generated: bool,
    /// The whole value of an object or a tuple. Lazily computed.
    whole: OnceLock<(Value, Marks)>,
    /// The names of the entries of an object, for advice.
    names: OnceLock<Arc<[Text]>>,
}

/// The content of a node.
#[derive(Clone)]
pub(crate) enum NodeKind {
    /// A value from the application.
    Value(Value),
    Definition(DefinitionId),
    Object(ObjectNode),
    /// Elements by index.
    Tuple(Vec<NodeId>),
    /// Names that the application looks up one by one.
    LookUp(Arc<LookUp>),
}

/// An object of names.
#[derive(Clone, Default)]
pub(crate) struct ObjectNode {
    /// In the order of the names, once the tree is finished.
    pub(crate) entries: Vec<(Text, NodeId)>,
    /// Whether there may be other names, whose values are not known yet.
    pub(crate) is_open: bool,
}

impl Node {
    pub(super) fn new(parent: NodeId, step: Option<PathStep>, kind: NodeKind) -> Self {
        Node {
            parent,
            step,
            kind,
            may_be_generated: false,
            whole: OnceLock::new(),
            names: OnceLock::new(),
        }
    }

    /// A copy of the node for another tree, without computed values.
    pub(super) fn for_other_tree(&self) -> Self {
        Node {
            may_be_generated: self.may_be_generated,
            ..Node::new(self.parent, self.step.clone(), self.kind.clone())
        }
    }
}

impl ObjectNode {
    /// The node of a name, which is compared in NFC like the name of an attribute.
    pub(crate) fn get(&self, name: &str) -> Option<NodeId> {
        value::find(&self.entries, &normalize(name)).copied()
    }
}

impl NameTree {
    /// The content of a node.
    pub(crate) fn node(&self, id: NodeId) -> &NodeKind {
        &self.nodes[id.0].kind
    }

    /// The node of a variable: the one with its name, or else the look-up for other variables, which may not know it.
    pub(in crate::eval) fn variable(&self, name: &str) -> Option<NodeId> {
        let named = match self.node(ROOT) {
            NodeKind::Object(object) => object.get(name),
            _ => unreachable!("the builder makes the root an object"),
        };
        named.or(self.others)
    }

    /// The names of variables, in their order.
    pub(in crate::eval) fn root_names(&self) -> Arc<[Text]> {
        self.names_in(ROOT)
    }

    /// The names in an object, in their order, for advice.
    pub(super) fn names_in(&self, object: NodeId) -> Arc<[Text]> {
        let node = &self.nodes[object.0];
        let names = || match &node.kind {
            NodeKind::Object(object) => object.entries.iter().map(|it| it.0.clone()).collect(),
            _ => Arc::default(),
        };
        Arc::clone(node.names.get_or_init(names))
    }

    /// Takes over the results of another tree, for definitions whose expressions are at the same places in the source
    /// and do not depend on generated blocks.
    pub(crate) fn keep_results_of(&self, other: &NameTree) {
        let place = |it: &Expression| (it.source().text().as_ptr() as usize, it.span());
        let expressions = other.definitions.iter();
        let evaluated = expressions.filter_map(|it| Some((place(it.expression()?), it.result()?)));
        let evaluated: HashMap<_, _> = evaluated.collect();
        for definition in &self.definitions {
            if let Some(expression) = definition.expression()
                && let Some(result) = evaluated.get(&place(expression))
                && !has_bound_variables(expression)
            {
                definition.keep((*result).clone());
            }
        }
    }

    fn looked_up(&self) -> MutexGuard<'_, LookedUp> {
        let looked_up = self.looked_up.lock();
        looked_up.unwrap_or_else(PoisonError::into_inner)
    }

    /// A definition of the tree, or one that a look-up has added.
    pub(crate) fn definition(&self, id: DefinitionId) -> Arc<Definition> {
        match self.definitions.get(id.0) {
            Some(definition) => Arc::clone(definition),
            None => Arc::clone(&self.looked_up().definitions[id.0 - self.definitions.len()]),
        }
    }

    pub(super) fn lookup_id(&self, definition: &Definition) -> LookupId {
        LookupId {
            tree: self.id,
            definition: definition.id(),
        }
    }

    /// The definition whose content is the expression `id` of a tree.
    pub(crate) fn definition_at(&self, tree: &Tree, id: ExprId) -> Option<&Definition> {
        let address = std::ptr::from_ref(tree) as usize;
        let DefinitionId(index) = *self.by_expression.get(&(address, id))?;
        Some(&self.definitions[index])
    }

    /// Returns the definition of a name below a look-up, and adds it if it does not exist.
    pub(super) fn definition_of_name(
        &self,
        node: NodeId,
        look_up: &Arc<LookUp>,
        name: &str,
    ) -> Arc<Definition> {
        let LookedUp {
            definitions,
            by_look_up,
        } = &mut *self.looked_up();
        let by_name = by_look_up.entry(node).or_default();
        if let Some(index) = by_name.get(name) {
            return Arc::clone(&definitions[*index]);
        }
        let id = DefinitionId(self.definitions.len() + definitions.len());
        let name: Arc<str> = name.into();
        let content = Content::LookUp {
            look_up: Arc::clone(look_up),
            name: Arc::clone(&name),
        };
        let definition = Arc::new(Definition::new(id, node, content, None));
        by_name.insert(name, definitions.len());
        definitions.push(Arc::clone(&definition));
        definition
    }

    /// The path to a node.
    pub(crate) fn path(&self, id: NodeId) -> Path {
        let mut steps = Vec::new();
        let mut at = id;
        while at != ROOT {
            let node = &self.nodes[at.0];
            steps.extend(node.step.clone());
            at = node.parent;
        }
        steps.reverse();
        steps.into_iter().collect()
    }

    /// The path to a definition.
    pub(crate) fn path_of(&self, definition: &Definition) -> Path {
        let mut path = self.path(definition.node());
        if let Content::LookUp { name, .. } = definition.content() {
            path.push(PathStep::Attribute(Arc::clone(name)));
        }
        path
    }

    /// The look-up of a node, if the node is the look-up for variables.
    pub(super) fn variables_look_up(&self, node: NodeId) -> Option<&Arc<LookUp>> {
        match self.node(node) {
            NodeKind::LookUp(look_up) if self.others == Some(node) => Some(look_up),
            _ => None,
        }
    }

    /// The whole value of a node, if it has been kept.
    pub(super) fn kept_whole(&self, node: NodeId) -> Option<(Value, Marks)> {
        self.nodes[node.0].whole.get().cloned()
    }

    /// Keeps the whole value of an object or a tuple. Other nodes are not kept, because whether they are secret depends
    /// on the requesting context.
    pub(super) fn keep_whole(&self, node: NodeId, value: &Value, marks: Marks) {
        let node = &self.nodes[node.0];
        if let NodeKind::Object(_) | NodeKind::Tuple(_) = node.kind {
            node.whole.get_or_init(|| (value.clone(), marks));
        }
    }

    /// Whether the node that these names lead to is known to hold a secret. A definition that has not been evaluated
    /// counts as not secret.
    pub(in crate::eval) fn is_secret(&self, names: &[&str]) -> bool {
        let [variable, steps @ ..] = names else {
            return false;
        };
        let Some(mut node) = self.variable(variable) else {
            return false;
        };
        for name in steps {
            match self.node(node) {
                NodeKind::Object(object) => match object.get(name) {
                    Some(inner) => node = inner,
                    None => return false,
                },
                _ => break,
            }
        }
        self.holds_secret(node)
    }

    /// Whether a definition in a node, or the node itself, has been evaluated and holds a secret.
    fn holds_secret(&self, node: NodeId) -> bool {
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            let is_secret = match self.node(node) {
                NodeKind::Value(_) => false,
                NodeKind::Definition(id) => self.definitions[id.0].is_secret(),
                NodeKind::Object(object) => {
                    pending.extend(object.entries.iter().map(|(_, node)| *node));
                    false
                }
                NodeKind::Tuple(elements) => {
                    pending.extend(elements);
                    false
                }
                NodeKind::LookUp(_) => {
                    let looked_up = self.looked_up();
                    let found = looked_up.by_look_up.get(&node);
                    let mut found = found.into_iter().flat_map(HashMap::values);
                    found.any(|index| looked_up.definitions[*index].is_secret())
                }
            };
            if is_secret {
                return true;
            }
        }
        false
    }
}

/// Whether an expression in a generated block depends on the element that the block was generated for.
fn has_bound_variables(expression: &Expression) -> bool {
    let view = expression.view();
    view.any_part(expression.id(), &mut |view, id| {
        view.tree.binding(id).is_some()
    })
}

/// Shows only the names, so that the output does not depend on what has been evaluated so far.
impl fmt::Debug for NameTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.root_names();
        formatter.debug_list().entries(names.iter()).finish()
    }
}
