//! Chains of accesses and splats after a source ("Index Operator", "Splat Operators").
//!
//! One access is done in [`access`](super::access).

use super::Evaluator;
use super::variable::Scope;
use crate::diagnostic::Code;
use crate::limits::MAX_DEPTH;
use crate::number::parse_literal;
use crate::span::Span;
use crate::syntax::tree::view::TraversalView;
use crate::syntax::tree::{ExprId, ExprKind, Step, StepKind};
use crate::value::{Type, TypeKind, Value};

/// A splat, and the steps that it applies to each element.
#[derive(Clone, Copy)]
struct Splat<'t> {
    step: Step,
    each: &'t [Step],
    /// The span of the value that the splat is applied to.
    source: Span,
}

impl Splat<'_> {
    /// The span of the splat and of the steps that it applies to each element.
    fn reach(self) -> Span {
        let last = self.each.last().unwrap_or(&self.step);
        self.step.span.join(last.span)
    }
}

impl Evaluator<'_> {
    /// The value of a source with steps. If `element` is the index of a splat, the result is the value of the steps
    /// after that splat for an unknown element.
    #[inline(never)]
    pub(super) fn traversal(
        &mut self,
        id: ExprId,
        traversal: TraversalView<'_>,
        element: Option<usize>,
        scope: &Scope<'_>,
    ) -> Value {
        let TraversalView { source, steps, .. } = traversal;
        let whole = self.span(source);
        if let Some(splat) = element {
            let steps = &steps[splat + 1..];
            self.paid(self.work.budget.take_steps(steps.len()), id);
            return self.follow(&Value::dynamic(), steps, whole, scope);
        }
        self.paid(self.work.budget.take_steps(steps.len()), id);
        if let ExprKind::Variable { bound } = self.view.tree[source].kind
            && self.paid(self.work.budget.take_steps(1), source)
        {
            if let Some(variable) = self.variable(source, bound, steps, scope) {
                return self.follow(variable, steps, whole, scope);
            }
            if bound.is_none()
                && let Some(value) = self.reference(self.view.slice(whole), steps, whole, scope)
            {
                return value;
            }
            let value = self.report_unknown(source, scope);
            return self.follow(&value, steps, whole, scope);
        }
        let value = self.expression(source, scope);
        self.follow(&value, steps, whole, scope)
    }

    /// Applies steps to a value, in the order of the source. `start` is where that value begins.
    pub(super) fn follow(
        &mut self,
        value: &Value,
        steps: &[Step],
        start: Span,
        scope: &Scope<'_>,
    ) -> Value {
        // The last value that is not a part of another one.
        let mut made;
        let mut value = value;
        let mut source = start;
        let mut rest = steps;
        while let [step, after @ ..] = rest {
            let step = *step;
            rest = after;
            let part = match step.kind {
                StepKind::GetAttr(_) => {
                    let name = self.view.accessed(step);
                    let part = value.get(name);
                    part.ok_or_else(|| self.get_attr(value, name, step.span))
                }
                StepKind::LegacyIndex(_) => {
                    let key = parse_literal(self.view.accessed(step)).unwrap_or_default();
                    self.element(value, &Value::from(key), step.span)
                }
                StepKind::Index(key) => {
                    let key = self.expression(key, scope);
                    self.element(value, &key, step.span)
                }
                StepKind::FullSplat(_) | StepKind::AttributeSplat(_) => {
                    let reach = match step.kind {
                        StepKind::AttributeSplat(_) => {
                            let accesses = after.iter();
                            accesses.take_while(|it| it.is_attribute_access()).count()
                        }
                        _ => after.len(),
                    };
                    let (each, others) = after.split_at(reach);
                    rest = others;
                    let splat = Splat { step, each, source };
                    Err(self.splat(value, splat, scope))
                }
            };
            value = match part {
                Ok(part) => part,
                Err(new) => {
                    made = new;
                    &made
                }
            };
            source = start.join(step.span);
        }
        value.clone()
    }

    /// The element of a value with this key, or a new value if there is no such element.
    fn element<'v>(
        &mut self,
        value: &'v Value,
        key: &Value,
        span: Span,
    ) -> Result<&'v Value, Value> {
        let element = value.known_element(key);
        element.ok_or_else(|| self.index(value, key, span))
    }

    fn splat(&mut self, value: &Value, splat: Splat<'_>, scope: &Scope<'_>) -> Value {
        if self.splats >= MAX_DEPTH {
            let detail = "Too many splats are nested here.";
            return self.error(Code::NestingTooDeep, detail, splat.step.span);
        }
        self.splats += 1;
        let result = match value.as_slice() {
            Some(elements) => self.splat_elements(value, elements, splat, scope),
            None => self.splat_other(value, splat, scope),
        };
        self.splats -= 1;
        result
    }

    /// The steps of a splat applied to an element, or to a value in its place.
    fn on_element(&mut self, element: &Value, splat: Splat<'_>, scope: &Scope<'_>) -> Value {
        let start = splat.source.join(splat.step.span);
        self.follow(element, splat.each, start, scope)
    }

    fn splat_elements(
        &mut self,
        value: &Value,
        elements: &[Value],
        splat: Splat<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let whole = splat.reach();
        let steps = elements.len().saturating_mul(splat.each.len() + 1);
        if !self.paid_at(self.work.budget.take_steps(steps), whole) {
            return Value::dynamic();
        }
        let mut repeated = self.repeated();
        let mut results = Vec::with_capacity(elements.len());
        for element in elements {
            if self.is_interrupted() {
                break;
            }
            self.drop_repeated(&mut repeated);
            results.push(self.on_element(element, splat, scope));
        }
        self.drop_repeated(&mut repeated);
        match value.element_type() {
            Some(element) => self.list_of(results, element, splat, scope),
            None => self.nested(Value::tuple_of(results).within_depth(), whole),
        }
    }

    /// The splat of anything but a known list, set or tuple.
    fn splat_other(&mut self, value: &Value, splat: Splat<'_>, scope: &Scope<'_>) -> Value {
        let ty = value.ty();
        if value.is_null() {
            // Null counts as no element where another value would count as one.
            if !ty.is_sequence() {
                return Value::tuple_of(Vec::new());
            }
            let detail = format!(
                "This value is null; a splat needs {} that is not null.",
                ty.noun()
            );
            return self.error(Code::SplatOfNullValue, detail, splat.source);
        }
        if ty.is_dynamic() {
            return Value::dynamic();
        }
        if !value.is_known() {
            return self.splat_unknown(value, splat, scope);
        }
        let element = self.on_element(value, splat, scope);
        self.nested(Value::tuple([element]), splat.reach())
    }

    /// The results of a splat over a list or set, as a list of one type.
    fn list_of(
        &mut self,
        results: Vec<Value>,
        element: &Type,
        splat: Splat<'_>,
        scope: &Scope<'_>,
    ) -> Value {
        let Some(first) = results.first() else {
            let result = self.on_element(&Value::unknown(element), splat, scope);
            return Value::list_of(result.ty(), Vec::new());
        };
        let ty = first.ty();
        if results.iter().all(|result| result.ty().is_dynamic()) {
            return Value::list_of(Type::DYNAMIC, results);
        }
        if results.iter().any(|result| result.ty().is_dynamic()) {
            return Value::dynamic();
        }
        if results.iter().all(|result| result.is_of_type(&ty)) {
            return self.nested(Value::list(&ty, results), splat.reach());
        }
        let detail = "The operations after this splat produce values of different types, but the splat of a list or \
                      a set needs a single type. Use a \"for\" expression instead.";
        self.error(Code::InvalidNestedSplatExpressions, detail, splat.reach())
    }

    /// The splat of an unknown value: unknown, with the type if that is certain.
    fn splat_unknown(&mut self, value: &Value, splat: Splat<'_>, scope: &Scope<'_>) -> Value {
        let ty = value.ty();
        if !ty.is_sequence() && value.range().is_not_null() {
            let element = self.on_element(value, splat, scope);
            return self.nested(Value::tuple([element]), splat.reach());
        }
        let mut result =
            |element: &Type| self.on_element(&Value::unknown(element), splat, scope).ty();
        match ty.kind() {
            TypeKind::List(element) | TypeKind::Set(element) => {
                let list = Type::list(result(element));
                let (shortest, longest) = value.range().length();
                let unknown = Value::unknown(&list).refine().not_null();
                unknown.length_range(shortest, longest).finish()
            }
            TypeKind::Tuple(elements) => {
                let tuple = Type::tuple(elements.iter().map(result));
                Value::unknown(&tuple).refine().not_null().finish()
            }
            _ => {
                result(&ty);
                Value::dynamic()
            }
        }
    }
}
