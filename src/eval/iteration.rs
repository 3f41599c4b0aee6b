//! `for` expressions ("For Expressions").

use super::Evaluator;
use super::variable::Scope;
use crate::convert::convert;
use crate::diagnostic::Code;
use crate::limits::MAX_REPORTED;
use crate::quote::quote;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::ForNode;
use crate::value::{Text, Type, TypeKind, Value, sort_by_name};

/// The result of a `for` condition for one element.
enum ConditionResult {
    Taken,
    Skipped,
    /// The condition is unknown or has failed, so that the result of the `for` is unknown.
    Unknown,
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn for_expression(&mut self, id: ExprId, it: &ForNode, scope: &Scope<'_>) -> Value {
        let collection = self.expression(it.collection, scope);
        if !self.is_iterable(&collection, it.collection, "expression") {
            return Value::dynamic();
        }
        // In a condition that is checked, the conditions of known elements are only evaluated: with two evaluations at
        // each level, the time would be exponential in the depth.
        let has_elements = collection.elements().is_some_and(|it| it.len() > 0);
        if let Some(condition) = it.condition
            && !(scope.is_checked && has_elements)
            && !self.is_condition(condition, it, scope)
        {
            return Value::dynamic();
        }
        if !collection.is_known() || !self.pay_elements(&collection, it.collection) {
            return Value::dynamic();
        }
        match it.key_expression {
            Some(key) => self.for_object(id, it, key, &collection, scope),
            None => self.for_tuple(id, it, &collection, scope),
        }
    }

    /// Spends a step for each element of a collection. Returns `false` if fewer remain.
    pub(super) fn pay_elements(&mut self, collection: &Value, id: ExprId) -> bool {
        let count = collection.elements().map_or(0, |elements| elements.len());
        self.paid(self.work.budget.take_steps(count), id)
    }

    /// Whether a value has elements, known or unknown. Reports an error if it certainly has none.
    pub(super) fn is_iterable(&mut self, value: &Value, id: ExprId, what: &str) -> bool {
        if value.elements().is_some() {
            return true;
        }
        let ty = value.ty();
        if value.is_null() {
            let detail = format!("A \"for\" {what} cannot iterate over null.");
            self.error(Code::IterationOverNullValue, detail, self.span(id));
            return false;
        }
        if ty.is_dynamic() {
            return false;
        }
        let iterable = !ty.is_primitive() && !matches!(ty.kind(), TypeKind::Capsule(_));
        if !iterable {
            let detail = format!("A \"for\" {what} cannot iterate over {}.", ty.noun());
            self.error(Code::IterationOverNonIterableValue, detail, self.span(id));
        }
        iterable
    }

    /// Calls a function for each element of a known value, in a scope with the variables of the `for`.
    pub(super) fn each(
        &mut self,
        collection: &Value,
        key_name: Option<Span>,
        value_name: Span,
        scope: &Scope<'_>,
        mut visit: impl FnMut(&mut Self, &Scope<'_>),
    ) {
        let view = self.view;
        let key_name = key_name.map(|name| view.slice(name));
        let value_name = view.slice(value_name);
        let Some(elements) = collection.elements() else {
            return;
        };
        let mut repeated = self.repeated();
        for (key, value) in elements {
            if self.is_interrupted() {
                break;
            }
            let key = key_name.map(|name| (name, &key));
            visit(self, &scope.child((value_name, value), key));
            self.drop_repeated(&mut repeated);
        }
    }

    /// Whether the condition may be a bool. It is evaluated for unknown elements.
    fn is_condition(&mut self, condition: ExprId, it: &ForNode, scope: &Scope<'_>) -> bool {
        let before = self.diagnostics.len();
        let view = self.view;
        let unknown = Value::dynamic();
        let named = |name| (view.slice(name), &unknown);
        let mut inner = scope.child(named(it.value), it.key.map(named));
        inner.is_checked = true;
        let value = self.expression(condition, &inner);
        if self.diagnostics.len() > before {
            return false;
        }
        if value.is_null() {
            let detail = "The value of the \"if\" clause must not be null.";
            self.error(Code::ConditionIsNull, detail, self.span(condition));
            return false;
        }
        self.bool(&value, condition).is_some()
    }

    fn bool(&mut self, value: &Value, condition: ExprId) -> Option<Value> {
        match convert(value, &Type::BOOL) {
            Ok(value) => Some(value),
            Err(error) => {
                let detail = format!("The value of the \"if\" clause is not a bool: {error}.");
                self.error(Code::InvalidForCondition, detail, self.span(condition));
                None
            }
        }
    }

    fn verdict(&mut self, it: &ForNode, scope: &Scope<'_>) -> ConditionResult {
        let Some(condition) = it.condition else {
            return ConditionResult::Taken;
        };
        let value = self.expression(condition, scope);
        let truth = value.as_bool().or_else(|| self.truth(&value, condition));
        match truth {
            Some(true) => ConditionResult::Taken,
            Some(false) => ConditionResult::Skipped,
            None => ConditionResult::Unknown,
        }
    }

    /// The condition as a bool, converted if necessary, if it is known.
    fn truth(&mut self, value: &Value, condition: ExprId) -> Option<bool> {
        if value.is_null() {
            let detail = "The value of the \"if\" clause must not be null.";
            self.error(Code::InvalidForCondition, detail, self.span(condition));
            return None;
        }
        self.bool(value, condition)?.as_bool()
    }

    fn for_tuple(
        &mut self,
        id: ExprId,
        it: &ForNode,
        collection: &Value,
        scope: &Scope<'_>,
    ) -> Value {
        let most = match it.condition {
            Some(_) => 0,
            None => collection.elements().map_or(0, |elements| elements.len()),
        };
        let mut results = Vec::with_capacity(most);
        let mut all_known = true;
        self.each(
            collection,
            it.key,
            it.value,
            scope,
            |this, inner| match this.verdict(it, inner) {
                ConditionResult::Taken => results.push(this.expression(it.value_expression, inner)),
                ConditionResult::Skipped => {}
                ConditionResult::Unknown => all_known = false,
            },
        );
        if !all_known {
            return Value::dynamic();
        }
        self.nested(Value::tuple_of(results).within_depth(), self.span(id))
    }

    fn for_object(
        &mut self,
        id: ExprId,
        it: &ForNode,
        key_expression: ExprId,
        collection: &Value,
        scope: &Scope<'_>,
    ) -> Value {
        let mut results = Vec::new();
        let mut all_known = true;
        self.each(collection, it.key, it.value, scope, |this, inner| {
            let name = match this.verdict(it, inner) {
                ConditionResult::Taken => this.for_key(key_expression, inner),
                ConditionResult::Skipped => return,
                ConditionResult::Unknown => None,
            };
            match name {
                Some(name) => results.push((name, this.expression(it.value_expression, inner))),
                None => all_known = false,
            }
        });
        sort_by_name(&mut results);
        if it.grouping {
            results = grouped(results);
        } else {
            self.refuse_duplicates(&mut results, self.span(key_expression));
        }
        if !all_known {
            return Value::dynamic();
        }
        self.nested(
            Value::object_of_sorted(results).within_depth(),
            self.span(id),
        )
    }

    /// Reports each key that is repeated among the sorted elements, and keeps its first element.
    fn refuse_duplicates(&mut self, results: &mut Vec<(Text, Value)>, key: Span) {
        let mut names: Vec<Text> = Vec::new();
        results.dedup_by(|(name, _), (kept, _)| {
            let is_duplicate = name == kept;
            if is_duplicate && names.len() <= MAX_REPORTED && names.last() != Some(name) {
                names.push(name.clone());
            }
            is_duplicate
        });
        for name in names.iter().take(MAX_REPORTED) {
            self.error(Code::DuplicateObjectKey, duplicate(name), key);
        }
        if names.len() > MAX_REPORTED
            && let Some(last) = self.diagnostics.last_mut()
        {
            last.set_has_more();
        }
    }

    /// The result of the key expression of an object `for`, if it is known.
    fn for_key(&mut self, key: ExprId, scope: &Scope<'_>) -> Option<Text> {
        const INVALID: Code = Code::InvalidObjectKey;
        let value = self.expression(key, scope);
        if value.is_null() {
            let detail = "The key of a \"for\" expression must not be null.";
            self.error(INVALID, detail, self.span(key));
            return None;
        }
        if !value.is_known() {
            return None;
        }
        if value.as_str().is_some() {
            return value.into_text();
        }
        if !self.paid(self.work.budget.take_conversion(&value, &Type::STRING), key) {
            return None;
        }
        match convert(&value, &Type::STRING) {
            Ok(name) => name.into_text(),
            Err(error) => {
                let detail =
                    format!("The result of the key expression cannot be used as a key: {error}.");
                self.error(INVALID, detail, self.span(key));
                None
            }
        }
    }
}

/// Groups the values of each key in a tuple. The elements must be sorted by their keys.
fn grouped(results: Vec<(Text, Value)>) -> Vec<(Text, Value)> {
    let mut groups: Vec<(Text, Vec<Value>)> = Vec::new();
    for (name, value) in results {
        match groups.last_mut() {
            Some((last, values)) if *last == name => values.push(value),
            _ => groups.push((name, vec![value])),
        }
    }
    let mut results = Vec::with_capacity(groups.len());
    for (name, values) in groups {
        results.push((name, Value::tuple_of(values)));
    }
    results
}

fn duplicate(name: &str) -> String {
    format!(
        "Two elements have the same key, {}. To collect the values of each key in a list, write \"...\" after the \
         value.",
        quote(name)
    )
}
