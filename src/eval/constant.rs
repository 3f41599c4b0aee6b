//! A cache of values that are the same in every context ("Literal Values", "Collection Values").
//!
//! Literal strings, names in objects, and tuples and objects of literals are built once for each tree. All
//! evaluations share them, and so do all iterations of a `for`.
//!
//! Knows nothing of how values are made.

use std::array;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use super::Evaluator;
use super::budget::Cost;
use super::object::ObjectNames;
use crate::syntax::tree::view::{KeyView, LiteralView, View};
use crate::syntax::tree::{NodeId, NodeKind, Tree};
use crate::value::{self, Value};

/// Number of nodes whose slots are allocated together. Most of a large tree is never evaluated.
const CHUNK: usize = 32;

/// The slots for the constant nodes of a tree.
pub(super) struct Constants(Box<[OnceLock<Box<SlotChunk>>]>);

type SlotChunk = [ConstantSlot; CHUNK];

type ConstantSlot = OnceLock<CachedNode>;

/// The result of evaluating a node for the first time.
enum CachedNode {
    Constant(Constant),
    /// The value differs between evaluations. If the node is an object whose names are literal, its layout is
    /// cached.
    Varying(Option<ObjectNames>),
}

struct Constant {
    value: Value,
    /// The cost of making the value. Each use costs the same, so that the cost of an evaluation does not
    /// depend on earlier ones.
    cost: Cost,
}

impl Constants {
    fn of(tree: &Tree) -> &Self {
        let make = || {
            let chunks = tree.len() / CHUNK + 1;
            Constants((0..chunks).map(|_| OnceLock::new()).collect())
        };
        tree.derived(make)
            .expect("nothing else is derived from a tree")
    }

    fn slot(&self, id: NodeId) -> &ConstantSlot {
        let index = id.0 as usize;
        let chunk = &self.0[index / CHUNK];
        let chunk = chunk.get_or_init(|| Box::new(array::from_fn(|_| OnceLock::new())));
        &chunk[index % CHUNK]
    }
}

impl<'a> Evaluator<'a> {
    /// The value of the literal template `id`.
    #[inline(never)]
    pub(super) fn literal(&mut self, id: NodeId) -> Value {
        let value = self.literal_value(id, self.view.literal_of(id));
        if !self.budget.take_bytes(value.as_str().map_or(0, str::len)) {
            self.out_of_bytes(self.span(id));
        }
        value.clone()
    }

    #[inline]
    pub(super) fn literal_value(&self, id: NodeId, literal: LiteralView) -> &'a Value {
        self.string_value(id, |view| view.literal(literal))
    }

    /// The string written at the node `id`, in NFC.
    pub(super) fn string(
        &self,
        id: NodeId,
        decode: impl FnOnce(View<'a, 'a>) -> Cow<'a, str>,
    ) -> Arc<str> {
        let string = self.string_value(id, decode).clone().into_shared_str();
        string.expect("nothing but a string is put where a string is written")
    }

    #[inline]
    pub(super) fn string_value(
        &self,
        id: NodeId,
        decode: impl FnOnce(View<'a, 'a>) -> Cow<'a, str>,
    ) -> &'a Value {
        let make = || Constant {
            value: Value::from_shared(value::shared_string(&decode(self.view))),
            cost: Cost::default(),
        };
        match self.slot(id).get_or_init(|| CachedNode::Constant(make())) {
            CachedNode::Constant(constant) => &constant.value,
            CachedNode::Varying(_) => &Value::NULL,
        }
    }

    /// The value of the tuple or object `id` with these elements or items. `make` makes it.
    #[inline]
    pub(super) fn constructed(
        &mut self,
        id: NodeId,
        parts: &[u32],
        make: impl FnOnce(&mut Self) -> Value,
    ) -> Value {
        let slot = self.slot(id);
        match slot.get() {
            Some(CachedNode::Constant(it)) if self.budget.take(it.cost) => it.value.clone(),
            // A constant that exceeds the budget fails in the same place as it would without the cache.
            Some(_) => make(self),
            None => {
                let (budget, diagnostics) = (self.budget.left(), self.diagnostics.len());
                let value = make(self);
                let is_whole = self.diagnostics.len() == diagnostics && !self.budget.is_spent();
                if is_whole && value.is_wholly_known() {
                    let known = if self.are_constant(parts) {
                        let cost = budget.without(self.budget.left());
                        let value = value.clone();
                        CachedNode::Constant(Constant { value, cost })
                    } else {
                        CachedNode::Varying(self.object_names_of(id))
                    };
                    // If another thread was faster, its equal result stays.
                    let _ = slot.set(known);
                }
                value
            }
        }
    }

    /// The layout of the object `id`, if it was evaluated before and its names are literal.
    #[inline]
    pub(super) fn object_names(&self, id: NodeId) -> Option<&'a ObjectNames> {
        match self.slot(id).get() {
            Some(CachedNode::Varying(object_names)) => object_names.as_ref(),
            _ => None,
        }
    }

    /// Whether all elements or items were constant when they were evaluated.
    fn are_constant(&self, parts: &[u32]) -> bool {
        parts.iter().all(|part| {
            let node = self.view.tree.node(NodeId(*part));
            match node.kind {
                NodeKind::NamedItem => self.has_constant(NodeId(node.data)),
                NodeKind::Property => {
                    let (key, value) = self.view.object_item(*part);
                    let is_constant = match key {
                        KeyView::Name(_) => true,
                        KeyView::Expression(key) => self.has_constant(key),
                    };
                    is_constant && self.has_constant(value)
                }
                NodeKind::KeyedItem => {
                    self.has_constant(NodeId(node.start)) && self.has_constant(NodeId(node.data))
                }
                _ => self.has_constant(NodeId(*part)),
            }
        })
    }

    /// Whether an expression was constant when it was evaluated.
    fn has_constant(&self, mut id: NodeId) -> bool {
        loop {
            let node = self.view.tree.node(id);
            match node.kind {
                NodeKind::Parentheses | NodeKind::Unary => id = NodeId(node.data),
                NodeKind::Tuple | NodeKind::Object => {
                    return matches!(self.slot(id).get(), Some(CachedNode::Constant(_)));
                }
                _ => return node.kind.is_literal(),
            }
        }
    }

    fn slot(&self, id: NodeId) -> &'a ConstantSlot {
        self.constants
            .get_or_init(|| Constants::of(self.view.tree))
            .slot(id)
    }
}
