//! `for` expressions ("For Expressions").

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::span::Span;
use crate::syntax::tree::NodeId;
use crate::syntax::tree::view::ForView;
use crate::value::{Type, TypeKind, Value};

/// What a predicate says about an element.
enum Verdict {
    Taken,
    Skipped,
    /// The predicate is unknown or wrong, and so is the result.
    Unknown,
}

impl Evaluator<'_> {
    pub(super) fn for_expression(&mut self, id: NodeId, it: ForView, scope: &Scope<'_>) -> Value {
        let collection = self.expression(it.collection, scope);
        if !self.is_iterable(&collection, it.collection, "expression") {
            return Value::dynamic();
        }
        if let Some(condition) = it.condition
            && !self.is_condition(condition, it, scope)
        {
            return Value::dynamic();
        }
        if !collection.is_known() || !self.spend_elements(&collection, it.collection) {
            return Value::dynamic();
        }
        match it.key_expression {
            Some(key) => self.for_object(id, (it, key), &collection, scope),
            None => self.for_tuple(id, it, &collection, scope),
        }
    }

    /// Whether a value has elements, be they known or not; says why not if that is certain.
    pub(super) fn is_iterable(&mut self, value: &Value, id: NodeId, what: &str) -> bool {
        let ty = value.ty();
        if value.is_null() {
            let detail = format!("A null value cannot be the collection of a \"for\" {what}.");
            self.error("Iteration over null value", detail, self.span(id));
            return false;
        }
        if ty.is_dynamic() {
            return false;
        }
        let iterable = !ty.is_primitive() && !matches!(ty.kind(), TypeKind::Capsule(_));
        if !iterable {
            let detail = format!(
                "A value of type {} cannot be the collection of a \"for\" {what}.",
                ty.description()
            );
            self.error("Iteration over non-iterable value", detail, self.span(id));
        }
        iterable
    }

    /// The scope of an iteration, with the variables that it defines.
    pub(super) fn iteration<'s>(
        &self,
        scope: &'s Scope<'_>,
        names: (Option<Span>, Span),
        (key, value): (Value, Value),
    ) -> Scope<'s>
    where
        Self: 's,
    {
        let view = self.view;
        let key = names.0.map(|name| (view.slice(name), key));
        scope.child([Some((view.slice(names.1), value)), key])
    }

    /// Whether the condition may be a condition at all, found with elements that are unknown.
    fn is_condition(&mut self, condition: NodeId, it: ForView, scope: &Scope<'_>) -> bool {
        let before = self.diagnostics.len();
        let unknown = (Value::dynamic(), Value::dynamic());
        let inner = self.iteration(scope, (it.key, it.value), unknown);
        let value = self.expression(condition, &inner);
        if self.diagnostics.len() > before {
            return false;
        }
        if value.is_null() {
            let detail = "The value of the \"if\" clause must not be null.";
            self.error("Condition is null", detail, self.span(condition));
            return false;
        }
        self.bool(&value, condition).is_some()
    }

    fn bool(&mut self, value: &Value, condition: NodeId) -> Option<Value> {
        match convert(value, &Type::BOOL) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("The value of the \"if\" clause is no bool: {error}.");
                self.error("Invalid 'for' condition", detail, self.span(condition));
                None
            }
        }
    }

    fn verdict(&mut self, it: ForView, scope: &Scope<'_>) -> Verdict {
        let Some(condition) = it.condition else {
            return Verdict::Taken;
        };
        let value = self.expression(condition, scope);
        if value.is_null() {
            let detail = "The value of the \"if\" clause must not be null.";
            self.error("Invalid 'for' condition", detail, self.span(condition));
            return Verdict::Unknown;
        }
        match self
            .bool(&value, condition)
            .and_then(|value| value.as_bool())
        {
            Some(true) => Verdict::Taken,
            Some(false) => Verdict::Skipped,
            None => Verdict::Unknown,
        }
    }

    fn for_tuple(
        &mut self,
        id: NodeId,
        it: ForView,
        collection: &Value,
        scope: &Scope<'_>,
    ) -> Value {
        let mut results = Vec::new();
        let mut all_known = true;
        let mut repetition = self.repetition();
        for (key, value) in collection.elements().into_iter().flatten() {
            self.drop_repeated(&mut repetition);
            let inner = self.iteration(scope, (it.key, it.value), (key, value.clone()));
            match self.verdict(it, &inner) {
                Verdict::Taken => results.push(self.expression(it.value_expression, &inner)),
                Verdict::Skipped => {}
                Verdict::Unknown => all_known = false,
            }
        }
        self.drop_repeated(&mut repetition);
        if !all_known {
            return Value::dynamic();
        }
        self.nested(Value::tuple(results), self.span(id))
    }

    fn for_object(
        &mut self,
        id: NodeId,
        (it, key_expression): (ForView, NodeId),
        collection: &Value,
        scope: &Scope<'_>,
    ) -> Value {
        let mut results: BTreeMap<Arc<str>, Vec<Value>> = BTreeMap::new();
        let mut all_known = true;
        let mut repetition = self.repetition();
        for (key, value) in collection.elements().into_iter().flatten() {
            self.drop_repeated(&mut repetition);
            let inner = self.iteration(scope, (it.key, it.value), (key, value.clone()));
            match self.verdict(it, &inner) {
                Verdict::Taken => {}
                Verdict::Skipped => continue,
                Verdict::Unknown => {
                    all_known = false;
                    continue;
                }
            }
            let Some(name) = self.for_key(key_expression, &inner) else {
                all_known = false;
                continue;
            };
            let value = self.expression(it.value_expression, &inner);
            match results.entry(name) {
                Entry::Vacant(place) => {
                    place.insert(vec![value]);
                }
                Entry::Occupied(mut place) if it.grouping => place.get_mut().push(value),
                Entry::Occupied(place) => {
                    let detail = duplicate(place.key());
                    self.error("Duplicate object key", detail, self.span(key_expression));
                }
            }
        }
        self.drop_repeated(&mut repetition);
        if !all_known {
            return Value::dynamic();
        }
        let attributes = results.into_iter().map(|(name, mut values)| {
            let value = if it.grouping {
                Value::tuple_of(values)
            } else {
                values.pop().unwrap_or_default()
            };
            (name, value)
        });
        self.nested(Value::object(attributes), self.span(id))
    }

    /// The name that the key expression of an object `for` gives, if it is known.
    fn for_key(&mut self, key: NodeId, scope: &Scope<'_>) -> Option<Arc<str>> {
        const INVALID: &str = "Invalid object key";
        let value = self.expression(key, scope);
        if value.is_null() {
            let detail = "The key expression of a \"for\" expression must not give null.";
            self.error(INVALID, detail, self.span(key));
            return None;
        }
        if !value.is_known() {
            return None;
        }
        match convert(&value, &Type::STRING) {
            Ok(name) => name.as_str().map(Arc::from),
            Err(error) => {
                let detail = format!("The key expression gives no key: {error}.");
                self.error(INVALID, detail, self.span(key));
                None
            }
        }
    }
}

fn duplicate(name: &str) -> String {
    format!(
        "Two elements give the key \"{name}\". To collect the values of each key in a tuple, write \
         \"...\" behind the value."
    )
}
