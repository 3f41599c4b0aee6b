//! The values that variables are bound to in the tree itself ("dynamic Blocks": the iterator).
//!
//! The variables of a generated block that refer to its iterator are bound to the iterator's value, so that the block
//! can be evaluated later and in any context.

use std::fmt;

use super::node::BindingId;
use crate::value::{TypeKind, Value};

/// The values that the variables of a tree are bound to.
#[derive(Clone, Default)]
pub(crate) struct BoundValues {
    values: Vec<Value>,
    /// Whether one of them may depend on a secret.
    is_secret: bool,
}

impl BoundValues {
    pub(crate) fn get(&self, id: BindingId) -> Option<&Value> {
        self.values.get(id.index())
    }

    pub(crate) fn push(&mut self, value: Value) -> BindingId {
        self.values.push(value);
        BindingId::new(self.values.len() - 1)
    }

    pub(crate) fn set_secret(&mut self) {
        self.is_secret = true;
    }

    pub(crate) fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// The text of a value, or of one of its attributes, in native syntax. `None` if it is unknown.
    pub(super) fn text(&self, id: BindingId, attribute: Option<&str>) -> Option<String> {
        let value = self.get(id)?;
        let value = match attribute {
            Some(name) => value.get(name)?,
            None => value,
        };
        is_writable(value).then(|| value.to_string())
    }
}

/// Does not show the values, since some may be secret.
impl fmt::Debug for BoundValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoundValues").finish_non_exhaustive()
    }
}

/// Whether a value can be written in native syntax: all except unknown values and capsules.
fn is_writable(value: &Value) -> bool {
    let is_capsule = matches!(value.ty().kind(), TypeKind::Capsule(_));
    let mut elements = value.elements().into_iter().flatten();
    value.is_known() && !is_capsule && elements.all(|(_, element)| is_writable(element))
}
