//! Tuple and object constructors ("Collection Values").

use std::sync::Arc;

use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::{KeyView, Shape};
use crate::value::{Type, Value};

impl Evaluator<'_> {
    pub(super) fn tuple(&mut self, id: NodeId, elements: &[u32], scope: &Scope<'_>) -> Value {
        let elements = elements
            .iter()
            .map(|id| self.expression(NodeId(*id), scope));
        let elements = elements.collect();
        self.nested(Value::tuple_of(elements).within_depth(), self.span(id))
    }

    pub(super) fn object(&mut self, id: NodeId, items: &[u32], scope: &Scope<'_>) -> Value {
        let mut attributes = Vec::with_capacity(items.len());
        let mut all_known = true;
        for item in items {
            let (key, value) = self.view.object_item(*item);
            let key = match key {
                KeyView::Name(name) => {
                    Some(self.string(NodeId(*item), |view| view.slice(name).into()))
                }
                KeyView::Expression(key) => self.key(key, scope),
            };
            let value = self.expression(value, scope);
            match key {
                Some(key) => attributes.push((key, value)),
                None => all_known = false,
            }
        }
        if !all_known {
            return Value::dynamic();
        }
        self.nested(Value::object_of(attributes).within_depth(), self.span(id))
    }

    /// The key that an expression gives, if it is known.
    pub(super) fn key(&mut self, key: NodeId, scope: &Scope<'_>) -> Option<Arc<str>> {
        let span = self.span(key);
        if self.is_reference(key) {
            let detail = "If this is meant as a reference, put it in parentheses. If it is meant as \
                          a literal name with points in it, put it in quotes.";
            self.error("Ambiguous attribute key", detail, span);
            return None;
        }
        let value = self.expression(key, scope);
        if value.is_null() {
            self.error(
                "Null value as key",
                "A null value cannot be used as a key.",
                span,
            );
            return None;
        }
        match convert(&value, &Type::STRING) {
            Ok(key) => key.into_shared_str(),
            Err(error) => {
                let detail = format!("This value cannot be used as a key: {error}.");
                self.error("Incorrect key type", detail, span);
                None
            }
        }
    }

    /// Whether a key looks like a name with points in it: a variable with accesses by name or by
    /// literal keys.
    fn is_reference(&self, mut id: NodeId) -> bool {
        let mut accesses = 0;
        loop {
            match self.view.shape(id) {
                Shape::Variable(_) => return accesses > 0,
                Shape::GetAttr(source, _) | Shape::LegacyIndex(source, _) => id = source,
                Shape::Index(source, key) if self.is_constant(key) => id = source,
                _ => return false,
            }
            accesses += 1;
        }
    }

    fn is_constant(&self, key: NodeId) -> bool {
        matches!(
            self.view.shape(key),
            Shape::Number(_) | Shape::Bool(_) | Shape::Null | Shape::Literal(_)
        )
    }
}
