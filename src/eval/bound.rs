//! The values that variables are bound to in the tree itself ("dynamic Blocks": the iterator).
//!
//! The variables of a generated block that mean its iterator are bound to the iterator's value, so that the
//! block can be evaluated later and in any context.

use std::any::Any;
use std::sync::Arc;

use crate::syntax::tree::{Bindings, Tree};
use crate::value::{TypeKind, Value};

/// The values that the variables of a tree are bound to, by index.
#[derive(Clone, Default)]
pub(crate) struct BoundValues {
    values: Vec<Value>,
    /// Whether one of them may tell a secret.
    is_secret: bool,
}

impl BoundValues {
    /// The values that are bound in a tree, if there are any.
    pub(crate) fn of(tree: &Tree) -> Option<&Self> {
        tree.bindings()?.as_any().downcast_ref()
    }

    /// The value at the index `binding`.
    pub(crate) fn get(&self, binding: usize) -> Option<&Value> {
        self.values.get(binding)
    }

    /// Adds a value and returns its index.
    pub(crate) fn push(&mut self, value: Value) -> usize {
        self.values.push(value);
        self.values.len() - 1
    }

    /// Notes that one of the values may tell a secret.
    pub(crate) fn set_secret(&mut self) {
        self.is_secret = true;
    }

    /// Whether one of the values may tell a secret.
    pub(crate) fn is_secret(&self) -> bool {
        self.is_secret
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
