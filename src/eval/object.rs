//! Tuple and object constructors ("Collection Values").
//!
//! Knows nothing of indexes and accesses.

use std::collections::hash_map::Entry;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::sort;
use crate::span::Span;
use crate::syntax::tree::view::{ExpressionView, KeyView};
use crate::syntax::tree::{JSON, NodeId};
use crate::value::{Type, Value};

/// The sorted attribute names of an object constructor whose names are literal and distinct. It is computed
/// once and used for each object that the constructor makes.
pub(super) struct ObjectNames {
    /// The names in the order of the object.
    names: Box<[Arc<str>]>,
    /// For each item in source order, the index of its name.
    name_indices: Box<[usize]>,
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn tuple(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let elements = self.view.elements(id);
        self.constructed(id, elements, |it| it.new_tuple(id, elements, scope))
    }

    #[inline(never)]
    pub(super) fn object(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let items = self.view.elements(id);
        self.constructed(id, items, |it| it.new_object(id, items, scope))
    }

    /// The value of an element or item. `is_alone` says whether the collection is the whole source.
    #[inline]
    fn part(&mut self, id: NodeId, is_alone: bool, scope: &Scope<'_>) -> Value {
        if is_alone {
            self.alone = id;
        }
        self.expression(id, scope)
    }

    fn new_tuple(&mut self, id: NodeId, elements: &[u32], scope: &Scope<'_>) -> Value {
        let is_alone = self.alone == id;
        let elements = elements
            .iter()
            .map(|id| self.part(NodeId(*id), is_alone, scope));
        let elements = elements.collect();
        self.nested(Value::tuple_of(elements).within_depth(), id)
    }

    fn new_object(&mut self, id: NodeId, items: &[u32], scope: &Scope<'_>) -> Value {
        if let Some(object_names) = self.object_names(id) {
            return self.object_with_names(id, items, object_names, scope);
        }
        let mut attributes = Vec::with_capacity(items.len());
        let mut all_known = true;
        let is_alone = self.alone == id;
        let is_json = self.view.tree.node(id).flags & JSON != 0;
        let mut seen = HashMap::new();
        for item in items {
            let (key, value) = self.view.object_item(*item);
            let key = match key {
                KeyView::Name(name) => Some(self.name(*item, name)),
                KeyView::Expression(key) => self.key(key, scope),
            };
            let value = self.part(value, is_alone, scope);
            match key {
                // In JSON syntax, a repeated name is an error.
                Some(key) if is_json => match seen.entry(Arc::clone(&key)) {
                    Entry::Vacant(place) => {
                        place.insert(*item);
                        attributes.push((key, value));
                    }
                    Entry::Occupied(place) => self.repeated_name(&key, [*place.get(), *item]),
                },
                Some(key) => attributes.push((key, value)),
                None => all_known = false,
            }
        }
        if !all_known {
            return Value::dynamic();
        }
        self.nested(Value::object_of(attributes).within_depth(), id)
    }

    /// Reports a name that two properties of one object have.
    #[cold]
    fn repeated_name(&mut self, name: &str, items: [u32; 2]) {
        let [first, second] = items.map(|item| self.view.item_head(item).name);
        let detail = format!(
            "The attribute \"{name}\" is already set in this object. Each name may be set only once: remove one of the two."
        );
        let diagnostic = Diagnostic::error("Duplicate object attribute", detail);
        self.diagnostics
            .push(diagnostic.with_subject(second).with_context(first));
    }

    /// The value of an object constructor whose layout is known.
    fn object_with_names(
        &mut self,
        id: NodeId,
        items: &[u32],
        object_names: &ObjectNames,
        scope: &Scope<'_>,
    ) -> Value {
        let names = object_names.names.iter();
        let mut attributes: Vec<_> = names.map(|name| (Arc::clone(name), Value::NULL)).collect();
        let is_alone = self.alone == id;
        for (item, place) in items.iter().zip(&object_names.name_indices) {
            let (_, value) = self.view.object_item(*item);
            attributes[*place].1 = self.part(value, is_alone, scope);
        }
        self.nested(Value::object_of_sorted(attributes).within_depth(), id)
    }

    /// The layout of the expression `id`, if it is an object with literal and distinct names.
    pub(super) fn object_names_of(&self, id: NodeId) -> Option<ObjectNames> {
        let ExpressionView::Object(items) = self.view.expression_inlined(id) else {
            return None;
        };
        let mut names = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            match self.view.object_item(*item).0 {
                KeyView::Name(name) => names.push((self.name(*item, name), index)),
                KeyView::Expression(_) => return None,
            }
        }
        sort::by_name(&mut names, |(name, _)| name);
        if names.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        let mut name_indices = vec![0; names.len()];
        let mut sorted = Vec::with_capacity(names.len());
        for (name_index, (name, index)) in names.into_iter().enumerate() {
            name_indices[index] = name_index;
            sorted.push(name);
        }
        Some(ObjectNames {
            names: sorted.into(),
            name_indices: name_indices.into(),
        })
    }

    /// The literal name of an item.
    fn name(&self, item: u32, name: Span) -> Arc<str> {
        self.string(NodeId(item), |view| view.slice(name).into())
    }

    /// The value of an expression as a key, if it is known.
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
        if !self.spend_conversion(&value, &Type::STRING, span) {
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

    /// Whether a key looks like a name with points: a variable with accesses by name or by literal keys.
    fn is_reference(&self, mut id: NodeId) -> bool {
        let mut accesses = 0;
        loop {
            match self.view.expression(id) {
                ExpressionView::Variable(_) => return accesses > 0,
                ExpressionView::GetAttr(source, _) | ExpressionView::LegacyIndex(source, _) => {
                    id = source;
                }
                ExpressionView::Index(source, key) if self.is_constant(key) => id = source,
                _ => return false,
            }
            accesses += 1;
        }
    }

    fn is_constant(&self, key: NodeId) -> bool {
        matches!(
            self.view.expression(key),
            ExpressionView::Number(_)
                | ExpressionView::Bool(_)
                | ExpressionView::Null
                | ExpressionView::Literal(_)
        )
    }
}
