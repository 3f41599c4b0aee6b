//! A tree of names, and looking at it.

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use foldhash::{HashMap, HashSet};

use super::definition::{Content, Definition, DefinitionId, LookUp, NamedFunction, NodeId};
use crate::function::call_log::Marks;
use crate::function::lookups::LookupId;
use crate::path::{Path, PathStep};
use crate::syntax::tree::handle::Expression;
use crate::syntax::tree::view::ExpressionView;
use crate::syntax::tree::{ExprId, Tree};
use crate::value::{Text, Value};

/// The number of trees that have been made.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The node that holds the names of variables.
pub(crate) const ROOT: NodeId = NodeId(0);

/// A tree of names, with the results of its definitions.
pub(crate) struct NameTree {
    /// A number that no other tree has.
    pub(super) number: usize,
    pub(super) nodes: Vec<Node>,
    /// The look-up of the variables that the root has no names for.
    pub(super) others: Option<NodeId>,
    pub(super) definitions: Vec<Arc<Definition>>,
    /// The nodes in which blocks may be generated that have other names.
    pub(super) generated: HashSet<NodeId>,
    /// The functions of the configuration, by name. They are called as those of a context; what they refer to is looked
    /// up here.
    pub(super) functions: HashMap<String, NamedFunction>,
    /// The first of the trees that this one was made of by adding look-ups. Functions of a configuration do not own the
    /// tree of its names, which owns them: it lives as long as this one.
    pub(super) extended: Option<Arc<NameTree>>,
    /// The definitions that look-ups of the application have added. Their numbers follow those of `definitions`.
    pub(super) looked_up: Mutex<Vec<Arc<Definition>>>,
    /// The definition of each expression: the address of its tree, and its node.
    pub(super) by_expression: HashMap<(usize, ExprId), DefinitionId>,
    /// For each definition, the number of its group: the definitions that need each other. Computed on first use.
    pub(super) components: OnceLock<Vec<usize>>,
}

pub(super) struct Node {
    /// The node around it; for the root itself.
    pub(super) parent: NodeId,
    /// The index among the entries or elements of that node, once the tree is finished. `None` if it has none.
    pub(super) place: Option<usize>,
    pub(super) kind: NodeKind,
}

/// What a name stands for.
pub(crate) enum NodeKind {
    /// A value that the application gives.
    Value(Value),
    Definition(DefinitionId),
    Object(ObjectNode),
    /// Elements by index.
    Tuple(TupleNode),
    /// Names that the application looks up one by one.
    LookUp(LookUpNode),
}

/// Names within a name.
#[derive(Default)]
pub(crate) struct ObjectNode {
    /// In the order of the names, once the tree is finished.
    pub(super) entries: Vec<(Text, NodeId)>,
    /// Whether there may be other names, whose values are not known yet.
    pub(super) is_open: bool,
    pub(super) whole: OnceLock<(Value, Marks)>,
    /// The names of the entries, for advice.
    pub(super) names: OnceLock<Arc<[Text]>>,
}

/// Elements within a name.
#[derive(Default)]
pub(crate) struct TupleNode {
    pub(super) elements: Vec<NodeId>,
    pub(super) whole: OnceLock<(Value, Marks)>,
}

/// Names that the application looks up.
pub(crate) struct LookUpNode {
    pub(super) look_up: Arc<LookUp>,
    /// The definitions of the names that have been asked for.
    found: Mutex<HashMap<Arc<str>, Arc<Definition>>>,
}

impl LookUpNode {
    pub(super) fn new(look_up: Arc<LookUp>) -> Self {
        LookUpNode {
            look_up,
            found: Mutex::default(),
        }
    }
}

impl ObjectNode {
    /// What a name stands for.
    pub(crate) fn get(&self, name: &str) -> Option<NodeId> {
        let place = self.entries.binary_search_by(|(it, _)| it.cmp_text(name));
        place.ok().map(|place| self.entries[place].1)
    }

    /// The names in their order, with what they stand for.
    pub(crate) fn entries(&self) -> &[(Text, NodeId)] {
        &self.entries
    }

    /// The names in their order, for advice.
    pub(in crate::eval) fn names(&self) -> Arc<[Text]> {
        let names = || self.entries.iter().map(|(name, _)| name.clone()).collect();
        Arc::clone(self.names.get_or_init(names))
    }

    /// Whether there may be other names.
    pub(crate) fn is_open(&self) -> bool {
        self.is_open
    }
}

impl TupleNode {
    /// The elements.
    pub(crate) fn elements(&self) -> &[NodeId] {
        &self.elements
    }
}

impl NameTree {
    /// A number that no other tree has.
    pub(super) fn new_number() -> usize {
        COUNT.fetch_add(1, Ordering::Relaxed)
    }

    /// What a node is.
    pub(crate) fn node(&self, id: NodeId) -> &NodeKind {
        &self.nodes[id.0].kind
    }

    fn root(&self) -> &ObjectNode {
        match self.node(ROOT) {
            NodeKind::Object(object) => object,
            _ => unreachable!("the builder makes the root an object"),
        }
    }

    /// What the name of a variable stands for, or may stand for.
    pub(in crate::eval) fn variable(&self, name: &str) -> Option<NodeId> {
        self.root().get(name).or(self.others)
    }

    /// The names of variables, in their order.
    pub(in crate::eval) fn root_names(&self) -> Arc<[Text]> {
        self.root().names()
    }

    /// Keeps the results of another tree, for the definitions whose expressions stand at the same places and do not depend
    /// on generated blocks.
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

    /// A definition of a tree without look-ups, or that a look-up has added.
    pub(crate) fn definition(&self, id: DefinitionId) -> Arc<Definition> {
        if let Some(definition) = self.definitions.get(id.0) {
            return Arc::clone(definition);
        }
        let looked_up = self.looked_up.lock();
        let looked_up = looked_up.unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&looked_up[id.0 - self.definitions.len()])
    }

    pub(super) fn lookup_id(&self, definition: &Definition) -> LookupId {
        LookupId {
            table: self.number,
            index: definition.id().0,
        }
    }

    /// The definition that an expression of a tree is the content of.
    pub(crate) fn definition_at(&self, tree: &Tree, id: ExprId) -> Option<&Definition> {
        let address = std::ptr::from_ref(tree) as usize;
        let DefinitionId(index) = *self.by_expression.get(&(address, id))?;
        Some(&self.definitions[index])
    }

    /// The definition of a name below a look-up.
    pub(super) fn looked_up(
        &self,
        node: NodeId,
        look_up: &LookUpNode,
        name: &str,
    ) -> Arc<Definition> {
        let mut found = look_up.found.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(definition) = found.get(name) {
            return Arc::clone(definition);
        }
        let mut looked_up = self
            .looked_up
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let id = DefinitionId(self.definitions.len() + looked_up.len());
        let name: Arc<str> = name.into();
        let content = Content::LookUp {
            look_up: Arc::clone(&look_up.look_up),
            name: Arc::clone(&name),
        };
        let definition = Arc::new(Definition::new(id, node, content, None));
        looked_up.push(Arc::clone(&definition));
        found.insert(name, Arc::clone(&definition));
        definition
    }

    /// The step from the node around a node to it. `None` for the root, and for a look-up of root names.
    fn step_of(&self, id: NodeId) -> Option<PathStep> {
        let node = &self.nodes[id.0];
        match self.node(node.parent) {
            NodeKind::Object(object) => {
                let (name, _) = object.entries.get(node.place?)?;
                Some(PathStep::Attribute(Arc::from(name)))
            }
            NodeKind::Tuple(_) => node.place.map(PathStep::Index),
            _ => None,
        }
    }

    /// The path to a node.
    pub(crate) fn path(&self, id: NodeId) -> Path {
        let mut steps = Vec::new();
        let mut at = id;
        while at != ROOT {
            steps.extend(self.step_of(at));
            at = self.nodes[at.0].parent;
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

    /// The look-up of variables that a node is, if it is that.
    pub(super) fn variables_look_up(&self, node: NodeId) -> Option<&LookUpNode> {
        match self.node(node) {
            NodeKind::LookUp(look_up) if self.others == Some(node) => Some(look_up),
            _ => None,
        }
    }

    /// The value of a node with everything in it, if it was asked for before.
    pub(super) fn kept_whole(&self, node: NodeId) -> Option<(Value, Marks)> {
        match self.node(node) {
            NodeKind::Object(object) => object.whole.get().cloned(),
            NodeKind::Tuple(tuple) => tuple.whole.get().cloned(),
            _ => None,
        }
    }

    /// Keeps the value of a node with everything in it.
    pub(super) fn keep_whole(&self, node: NodeId, value: &Value, marks: Marks) {
        let whole = match self.node(node) {
            NodeKind::Object(object) => &object.whole,
            NodeKind::Tuple(tuple) => &tuple.whole,
            _ => return,
        };
        whole.get_or_init(|| (value.clone(), marks));
    }

    /// Whether what these names lead to is known to hold a secret. What has not been evaluated holds none.
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
                NodeKind::Tuple(tuple) => {
                    pending.extend(&tuple.elements);
                    false
                }
                NodeKind::LookUp(look_up) => {
                    let found = look_up.found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.values().any(|it| it.is_secret())
                }
            };
            if is_secret {
                return true;
            }
        }
        false
    }
}

/// Whether an expression stands in a generated block and depends on the element that the block was generated for.
fn has_bound_variables(expression: &Expression) -> bool {
    let mut pending = vec![(expression.view(), expression.id())];
    while let Some((view, id)) = pending.pop() {
        if view.tree.binding(id).is_some() {
            return true;
        }
        match view.expression(id) {
            ExpressionView::Embedded => {
                pending.extend(view.embedded(id).and_then(|embedded| embedded.view()));
            }
            _ => view.for_each_child(id, &mut |child| pending.push((view, child))),
        }
    }
    false
}

/// Shows the names alone: trees do not differ in what has been found so far.
impl fmt::Debug for NameTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.root_names();
        formatter.debug_list().entries(names.iter()).finish()
    }
}
