//! The values that variables are bound to in the tree itself ("dynamic Blocks": the iterator).
//!
//! The variables of a generated block that mean its iterator are bound to the iterator's value, so that the
//! block can be evaluated later and in any context.
//!
//! Knows nothing of how blocks are generated.

use std::any::Any;
use std::sync::Arc;

use super::Evaluator;
use crate::syntax::tree::{Bindings, Node, Tree};
use crate::value::{TypeKind, Value};

/// The values that the variables of a tree are bound to, by index.
#[derive(Clone, Default)]
pub(crate) struct BoundValues(Vec<Value>);

impl BoundValues {
    /// The values that are bound in a tree, if there are any.
    pub(crate) fn of(tree: &Tree) -> Option<&Self> {
        tree.bindings()?.as_any().downcast_ref()
    }

    /// The value at the index `binding`.
    pub(crate) fn get(&self, binding: usize) -> Option<&Value> {
        self.0.get(binding)
    }

    /// Adds a value and returns its index.
    pub(crate) fn push(&mut self, value: Value) -> usize {
        self.0.push(value);
        self.0.len() - 1
    }

    /// Stores the values in a tree.
    pub(crate) fn bind(self, tree: &mut Tree) {
        tree.bind(Arc::new(self));
    }
}

impl Bindings for BoundValues {
    fn text(&self, index: usize, attribute: Option<&str>) -> Option<String> {
        let value = self.get(index)?;
        let value = match attribute {
            Some(name) => value.get(name)?,
            None => value,
        };
        is_writable(value).then(|| value.to_string())
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    fn followed_by(&self, others: &[&dyn Bindings]) -> Arc<dyn Bindings> {
        let others = others.iter().filter_map(|it| it.as_any().downcast_ref());
        let others = others.flat_map(|it: &BoundValues| &it.0);
        Arc::new(BoundValues(self.0.iter().chain(others).cloned().collect()))
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Whether native syntax has an expression for a value: for all but unknown values and capsules.
fn is_writable(value: &Value) -> bool {
    let is_capsule = matches!(value.ty().kind(), TypeKind::Capsule(_));
    let mut elements = value.elements().into_iter().flatten();
    value.is_known() && !is_capsule && elements.all(|(_, element)| is_writable(element))
}

impl<'a> Evaluator<'a> {
    /// The value of a variable that is bound.
    #[cold]
    pub(super) fn bound(&self, node: Node) -> Option<&'a Value> {
        BoundValues::of(self.view.tree)?.get(node.data as usize)
    }
}
