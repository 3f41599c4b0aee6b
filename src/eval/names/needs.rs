//! Dependencies between definitions, found without evaluation ("Static Analysis").
//!
//! A traversal is followed as far as its steps are known: `service.web.port` needs one attribute, `service[name].port`
//! everything in `service`. An evaluation may need less, because it may leave branches and elements out.

use foldhash::{HashMap, HashMapExt as _, HashSet, HashSetExt as _};

use super::definition::{Content, Definition, NodeId};
use super::tree::{FirstNeed, NameTree, NodeKind, ROOT};
use crate::function::lookups::{DefinitionId, LookupId};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::{Expression, Traversal, TraversalKey, TraversalStep};

/// Where a traversal leads to in a tree of names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// The variable is not in this tree.
    Elsewhere,
    /// A node; further steps may lead into its value. All definitions in it are needed.
    Node(NodeId),
    /// A value within this node that is not known yet.
    Unknown(NodeId),
    /// The step at this index is a name that the node does not have; at 0, the root has no such variable.
    Undeclared { within: NodeId, step: usize },
}

impl NameTree {
    /// Where a traversal leads to.
    pub(crate) fn target(&self, traversal: &Traversal) -> Target {
        let Some(mut node) = self.variable(traversal.root()) else {
            return Target::Elsewhere;
        };
        for (step, it) in traversal.steps().iter().enumerate() {
            let next = match self.node(node) {
                NodeKind::Object(object) => object.get(&name_of(it)),
                NodeKind::Tuple(elements) => index_of(it).and_then(|it| elements.get(it).copied()),
                NodeKind::Value(_) | NodeKind::Definition(_) | NodeKind::LookUp(_) => break,
            };
            let Some(next) = next else {
                return match self.node(node) {
                    _ if self.nodes[node.0].may_be_generated => Target::Unknown(node),
                    NodeKind::Object(object) if object.is_open => Target::Unknown(node),
                    NodeKind::Object(_) => Target::Undeclared { within: node, step },
                    _ => Target::Node(node),
                };
            };
            node = next;
        }
        match self.node(node) {
            NodeKind::Value(value) if !value.is_known() => {
                Target::Unknown(self.nodes[node.0].parent)
            }
            _ => Target::Node(node),
        }
    }

    /// The traversals of an expression, and of the functions of the configuration that it calls.
    pub(crate) fn references_of(&self, expression: &Expression) -> Vec<Traversal> {
        let mut found = expression.variables();
        if self.functions.is_empty() {
            return found;
        }
        let mut seen = HashSet::new();
        let mut pending = expression.function_calls();
        while let Some(call) = pending.pop() {
            let Some(function) = self.functions.get(&call.name) else {
                continue;
            };
            if let Some(result) = &function.result
                && seen.insert(call.name)
            {
                let parameters = || function.parameters.iter().chain(&function.variadic);
                let is_free = |it: &Traversal| !parameters().any(|name| name == it.root());
                found.extend(result.variables().into_iter().filter(is_free));
                pending.extend(result.function_calls());
            }
        }
        found
    }

    /// The traversals of a definition, each with the node that it leads to. A block may use all traversals in its body.
    fn needs(&self, definition: &Definition) -> Vec<(Traversal, NodeId)> {
        let traversals = match definition.content() {
            Content::Expression(expression) => self.references_of(expression),
            Content::Block { block, .. } => block.body().variables(),
            Content::Given(_) | Content::LookUp { .. } | Content::Missing(_) => Vec::new(),
        };
        let found = traversals
            .into_iter()
            .filter_map(|it| match self.target(&it) {
                Target::Node(node) => Some((it, node)),
                Target::Unknown(_) | Target::Elsewhere | Target::Undeclared { .. } => None,
            });
        found.collect()
    }

    /// The first traversal of a definition that leads to each node. `None` for a look-up, which has no traversals.
    fn first_needs(&self, definition: &Definition) -> Option<&HashMap<NodeId, FirstNeed>> {
        let kept = self.first_needs.get(definition.id().0)?;
        Some(kept.get_or_init(|| {
            let mut first = HashMap::new();
            for (index, (traversal, node)) in self.needs(definition).into_iter().enumerate() {
                first.entry(node).or_insert_with(|| FirstNeed {
                    index,
                    span: traversal.span(),
                    source: traversal.source().clone(),
                });
            }
            first
        }))
    }

    /// Where a definition needs another one: the first traversal that leads to it, or else the expression as a whole.
    pub(super) fn place_of_need(
        &self,
        definition: &Definition,
        needed: &Definition,
    ) -> Option<(Span, Source)> {
        let needs = self.first_needs(definition);
        let first_to = |node| needs.and_then(|it| it.get(&node));
        let mut around = needed.node();
        let mut found = first_to(around);
        while around != ROOT {
            around = self.nodes[around.0].parent;
            let both = found.into_iter().chain(first_to(around));
            found = both.min_by_key(|it| it.index);
        }
        match (found, definition.content()) {
            (Some(FirstNeed { span, source, .. }), _) => Some((*span, source.clone())),
            (None, Content::Expression(it)) => Some((it.span(), it.source().clone())),
            (None, Content::Block { block, .. }) => {
                Some((block.header_span(), block.source().clone()))
            }
            (None, Content::Given(_) | Content::LookUp { .. } | Content::Missing(_)) => None,
        }
    }

    /// Whether a definition and its requester need each other, or are the same.
    pub(super) fn is_needed_by_itself(
        &self,
        definition: &Definition,
        asking: Option<LookupId>,
    ) -> bool {
        let Some(asking) = asking.filter(|it| it.tree == self.id) else {
            return false;
        };
        let components = self.components.get_or_init(|| self.components());
        let component = |id: DefinitionId| components.get(id.0).copied();
        let own = component(definition.id());
        own.is_some() && own == component(asking.definition)
    }

    /// The component of each definition. Objects and tuples are vertices too, so that a traversal to a whole object is
    /// one edge.
    fn components(&self) -> Vec<usize> {
        let mut edges: Vec<Vec<usize>> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let mut targets = Vec::new();
            match &node.kind {
                NodeKind::Value(_) | NodeKind::LookUp(_) => {}
                NodeKind::Definition(id) => {
                    let needs = self.needs(&self.definitions[id.0]);
                    targets.extend(needs.iter().map(|(_, it)| it.0));
                }
                NodeKind::Object(object) => {
                    targets.extend(object.entries.iter().map(|(_, it)| it.0));
                }
                NodeKind::Tuple(elements) => targets.extend(elements.iter().map(|it| it.0)),
            }
            edges.push(targets);
        }
        let components = components(&edges);
        let definitions = self.definitions.iter();
        definitions.map(|it| components[it.node().0]).collect()
    }

    /// The nodes within a node; none for the root, which no reference leads to.
    pub(crate) fn children(&self, node: NodeId) -> Vec<NodeId> {
        match self.node(node) {
            NodeKind::Object(object) if node != ROOT => {
                object.entries.iter().map(|(_, it)| *it).collect()
            }
            NodeKind::Tuple(elements) => elements.clone(),
            _ => Vec::new(),
        }
    }

    /// The number of nodes.
    pub(crate) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// All nodes.
    pub(crate) fn node_ids(&self) -> impl Iterator<Item = NodeId> {
        (0..self.nodes.len()).map(NodeId)
    }
}

impl NodeId {
    /// The index of the node in its tree.
    pub(crate) fn to_index(self) -> usize {
        self.0
    }
}

/// The name that a step accesses in an object.
pub(crate) fn name_of(step: &TraversalStep) -> String {
    match step {
        TraversalStep::GetAttr { name, .. } => name.clone(),
        TraversalStep::Index { key, .. } => match key {
            TraversalKey::String(key) => key.clone(),
            TraversalKey::Number(number) => number.to_string(),
        },
    }
}

/// The index that a step accesses in a tuple.
fn index_of(step: &TraversalStep) -> Option<usize> {
    match step.key()? {
        TraversalKey::Number(number) => usize::try_from(number.as_u64()?).ok(),
        TraversalKey::String(key) => key.parse().ok(),
    }
}

/// The number of the strongly connected component of each vertex, by Tarjan's algorithm without recursion. A component
/// has a greater number than the components that it leads to.
pub(crate) fn components(edges: &[Vec<usize>]) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = edges.len();
    let mut component = vec![UNSEEN; count];
    let mut order = vec![UNSEEN; count];
    let mut lowest = vec![0; count];
    let mut next_order = 0;
    let mut next_component = 0;
    // `open`: the visited vertices that have no component yet. `path`: the vertices whose edges are being followed,
    // each with its next edge.
    let mut open = Vec::new();
    let mut path: Vec<(usize, usize)> = Vec::new();
    for root in 0..count {
        if order[root] != UNSEEN {
            continue;
        }
        path.push((root, 0));
        while let Some((vertex, edge)) = path.last_mut() {
            let vertex = *vertex;
            if *edge == 0 && order[vertex] == UNSEEN {
                order[vertex] = next_order;
                lowest[vertex] = next_order;
                next_order += 1;
                open.push(vertex);
            }
            if let Some(target) = edges[vertex].get(*edge).copied() {
                *edge += 1;
                if order[target] == UNSEEN {
                    path.push((target, 0));
                } else if component[target] == UNSEEN {
                    lowest[vertex] = lowest[vertex].min(order[target]);
                }
                continue;
            }
            path.pop();
            if let Some((around, _)) = path.last() {
                lowest[*around] = lowest[*around].min(lowest[vertex]);
            }
            if lowest[vertex] == order[vertex] {
                while let Some(member) = open.pop() {
                    component[member] = next_component;
                    if member == vertex {
                        break;
                    }
                }
                next_component += 1;
            }
        }
    }
    component
}
