//! Tuple and object constructors ("Collection Values").

use foldhash::{HashMap, HashMapExt as _};

use super::variable::Scope;
use super::{EvalContext, Evaluator, secret};
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::handle::{Expression, LayeredProperty};
use crate::syntax::tree::view::KeyView;
use crate::syntax::tree::{ExprId, ItemId, Structure, StructureContent};
use crate::value::{Text, Type, Value};

impl Evaluator<'_> {
    /// The value of an array or an object in JSON syntax.
    #[inline(never)]
    pub(super) fn structure(&mut self, id: ExprId, it: &Structure, scope: &Scope<'_>) -> Value {
        if it.is_unknown {
            return Value::dynamic();
        }
        let tree = self.view.tree;
        match it.content {
            StructureContent::Array(elements) => self.tuple(id, &tree[elements], scope),
            StructureContent::Object(items) => self.object(id, &tree[items], scope),
        }
    }

    #[inline(never)]
    pub(super) fn tuple(&mut self, id: ExprId, elements: &[ExprId], scope: &Scope<'_>) -> Value {
        let is_alone = self.alone == Some(id);
        let elements = elements
            .iter()
            .map(|id| self.part(*id, is_alone, scope))
            .collect();
        self.nested(Value::tuple_of(elements).within_depth(), self.span(id))
    }

    /// The value of an element or item. `is_alone` tells whether the collection is the whole source.
    fn part(&mut self, id: ExprId, is_alone: bool, scope: &Scope<'_>) -> Value {
        if is_alone {
            self.alone = Some(id);
        }
        self.expression(id, scope)
    }

    #[inline(never)]
    pub(super) fn object(&mut self, id: ExprId, items: &[ItemId], scope: &Scope<'_>) -> Value {
        let mut attributes = Vec::with_capacity(items.len());
        let mut all_known = true;
        let is_alone = self.alone == Some(id);
        // In JSON syntax, a repeated name is an error.
        let mut seen = self.view.is_json_structure(id).then(HashMap::new);
        for item in items {
            let (key, value) = self.view.object_item(*item);
            let key = match key {
                KeyView::Name(name) => Text::from(self.view.slice(name)),
                KeyView::Expression(key) => {
                    if let Some(key) = self.key(key, scope) {
                        key
                    } else {
                        self.part(value, is_alone, scope);
                        all_known = false;
                        continue;
                    }
                }
            };
            let value = self.part(value, is_alone, scope);
            let first = match &mut seen {
                Some(seen) => *seen.entry(key.clone()).or_insert(*item),
                None => *item,
            };
            if first == *item {
                attributes.push((key, value));
            } else {
                let [first, second] = [first, *item].map(|item| self.view.item_head(item).name);
                let repeated = Diagnostic::duplicate_attribute(&key, second).with_context(first);
                self.add_diagnostic(repeated, second);
            }
        }
        if !all_known {
            return Value::dynamic();
        }
        self.nested(Value::object_of(attributes).within_depth(), self.span(id))
    }

    /// The value of an object that is merged from several layers. Each name and each value is evaluated in its own
    /// document.
    pub(super) fn layered(
        &mut self,
        properties: impl Iterator<Item = LayeredProperty>,
        ctx: &EvalContext,
    ) -> Value {
        let mut attributes = Vec::new();
        let mut all_known = true;
        let mut seen: HashMap<Text, LayeredProperty> = HashMap::new();
        for property in properties {
            let view = property.value.view();
            let key = match property.key_expression() {
                None => Some(Text::from(view.item_text(property.id))),
                Some(key) => self.elsewhere(&key, ctx, |evaluator| {
                    evaluator.key(key.id(), &Scope::global(ctx))
                }),
            };
            let value = &property.value;
            let evaluated = self.elsewhere(value, ctx, |evaluator| evaluator.whole(value, ctx));
            let Some(key) = key else {
                all_known = false;
                continue;
            };
            let Some(first) = seen.get(&key) else {
                attributes.push((key.clone(), evaluated));
                seen.insert(key, property);
                continue;
            };
            let name = |it: &LayeredProperty| it.value.view().item_head(it.id).name;
            let repeated = Diagnostic::duplicate_attribute(&key, name(&property));
            let repeated = repeated.with_source(value.source().clone());
            let repeated = if first.value.source().is(value.source()) {
                repeated.with_context(name(first))
            } else {
                repeated
            };
            self.add_diagnostic(repeated, self.span(self.root));
        }
        if !all_known {
            return Value::dynamic();
        }
        let object = Value::object_of(attributes).within_depth();
        self.nested(object, self.span(self.root))
    }

    /// Evaluates a part of another document.
    fn elsewhere<T>(
        &mut self,
        expression: &Expression,
        ctx: &EvalContext,
        evaluate: impl FnOnce(&mut Evaluator<'_>) -> T,
    ) -> T {
        let (view, id) = (expression.view(), expression.id());
        let mut evaluator = Evaluator::new(view, id, self.work);
        let result = evaluate(&mut evaluator);
        if evaluator.interrupted_at.is_some() {
            self.interrupted_at = Some(self.span(self.root));
        }
        let mut diagnostics = evaluator.diagnostics;
        secret::conceal_of(view, id, ctx, &mut diagnostics);
        for diagnostic in &mut diagnostics {
            diagnostic.set_missing_source(expression.source());
        }
        self.diagnostics.extend(diagnostics);
        result
    }

    /// The value of an expression as a key, if it is known.
    pub(super) fn key(&mut self, key: ExprId, scope: &Scope<'_>) -> Option<Text> {
        let span = self.span(key);
        if self.view.is_reference(key) {
            let detail = "If this is meant as a reference, put it in parentheses. If it is meant as \
                          a literal name that contains dots, put it in quotes.";
            self.error(Code::AmbiguousAttributeKey, detail, span);
            return None;
        }
        let value = self.expression(key, scope);
        if value.is_null() {
            self.error(
                Code::NullValueAsKey,
                "A null value cannot be used as a key.",
                span,
            );
            return None;
        }
        if !self.paid(self.work.budget.take_conversion(&value, &Type::STRING), key) {
            return None;
        }
        match convert(&value, &Type::STRING) {
            Ok(key) => key.into_text(),
            Err(error) => {
                let detail = format!("This value cannot be used as a key: {error}.");
                self.error(Code::IncorrectKeyType, detail, span);
                None
            }
        }
    }
}
