//! The conditional operator ("Conditional Operator").

use super::{Evaluator, Scope};
use crate::convert::{Disagreement, Unification, convert, difference, unification_of, unify};
use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::tree::view::Shape;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::value::{Type, Value};

/// A part of a conditional, with the diagnostics of its evaluation.
pub(super) struct Side {
    pub(super) value: Value,
    pub(super) errors: Vec<Diagnostic>,
}

impl Evaluator<'_> {
    /// The conditional `id`. Conditionals that are the false results of others nest to any depth:
    /// they are walked down first.
    #[inline(never)]
    pub(super) fn conditional(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let outer = self.pending.len();
        let start = self.diagnostics.len();
        let mut last = id;
        while let Shape::Conditional([_, _, no]) = self.view.shape(last)
            && self.view.tree.node(no).kind == NodeKind::Conditional
        {
            self.pending.push(last);
            last = no;
        }
        let mut value = self.select(last, None, scope);
        while self.pending.len() > outer
            && let Some(id) = self.pending.pop()
        {
            let errors = self.diagnostics_since(start);
            value = self.select(id, Some(Side { value, errors }), scope);
        }
        value
    }

    /// The conditional `id`; `no` is its false result, if that is there already.
    fn select(&mut self, id: NodeId, no: Option<Side>, scope: &Scope<'_>) -> Value {
        let Shape::Conditional([predicate, yes, no_id]) = self.view.shape(id) else {
            return Value::dynamic();
        };
        let start = self.diagnostics.len();
        let condition = self.scalar(predicate, scope);
        if no.is_none()
            && let Some(truth) = condition.as_bool()
            && self.diagnostics.len() == start
        {
            let (taken, other) = if truth { (yes, no_id) } else { (no_id, yes) };
            let value = self.expression(taken, scope);
            if self.is_literal_like(other, &value) && self.budget.take_steps(1) {
                return value;
            }
            let taken = Side {
                value,
                errors: self.diagnostics_since(start),
            };
            let other = self.side(|it| it.expression(other, scope));
            let sides = if truth {
                (taken, other)
            } else {
                (other, taken)
            };
            let condition = Side {
                value: Value::from(truth),
                errors: Vec::new(),
            };
            return self.choose((condition, predicate), sides, self.results_span(id));
        }
        let condition = Side {
            value: self.value_of(condition),
            errors: self.diagnostics_since(start),
        };
        let yes = self.side(|it| it.expression(yes, scope));
        let no = no.unwrap_or_else(|| self.side(|it| it.expression(no_id, scope)));
        self.choose((condition, predicate), (yes, no), self.results_span(id))
    }

    /// Where the two results of a conditional stand.
    fn results_span(&self, id: NodeId) -> Span {
        match self.view.shape(id) {
            Shape::Conditional([_, yes, no]) => self.span(yes).join(self.span(no)),
            _ => self.span(id),
        }
    }

    /// Whether `id` is a literal of the type of a value: no more has to be known of one that is not taken.
    #[inline]
    fn is_literal_like(&self, id: NodeId, value: &Value) -> bool {
        match self.view.tree.node(id).kind {
            NodeKind::True | NodeKind::False => value.as_bool().is_some(),
            NodeKind::Number => value.as_number().is_some(),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral => value.as_str().is_some(),
            _ => false,
        }
    }

    /// Evaluates something and keeps its diagnostics apart.
    pub(super) fn side(&mut self, evaluate: impl FnOnce(&mut Self) -> Value) -> Side {
        let start = self.diagnostics.len();
        let value = evaluate(self);
        let errors = self.diagnostics_since(start);
        Side { value, errors }
    }

    /// Takes away what has been reported since there were so many diagnostics.
    #[inline]
    pub(super) fn diagnostics_since(&mut self, start: usize) -> Vec<Diagnostic> {
        if self.diagnostics.len() == start {
            return Vec::new();
        }
        self.diagnostics.split_off(start)
    }

    /// The result that a condition selects, as the type that both have in common. `predicate` is
    /// the condition's expression, and `span` is that of the two results.
    pub(super) fn choose(
        &mut self,
        (condition, predicate): (Side, NodeId),
        (yes, no): (Side, Side),
        span: Span,
    ) -> Value {
        if !self.spend_parts(&yes.value, span) || !self.spend_parts(&no.value, span) {
            return Value::dynamic();
        }
        let Some(common) = common_type(&yes, &no) else {
            let detail = describe(&yes.value.ty(), &no.value.ty());
            return self.error("Inconsistent conditional result types", detail, span);
        };
        let subject = self.span(predicate);
        self.diagnostics.extend(condition.errors);
        let condition = condition.value;
        if condition.is_null() {
            let detail = "The condition is null. A condition must be true or false.";
            self.error("Null condition", detail, subject);
            return Value::unknown(common.ty());
        }
        if !condition.is_known() {
            return either(&yes.value, &no.value, &common);
        }
        let condition = match convert(&condition, &Type::BOOL) {
            Ok(condition) => condition.as_bool() == Some(true),
            Err(error) => {
                let detail = format!("The condition must be a bool: {error}.");
                self.error("Incorrect condition type", detail, subject);
                return Value::unknown(common.ty());
            }
        };
        let has_failed = !yes.errors.is_empty() || !no.errors.is_empty();
        let (side, name) = if condition {
            (yes, "true")
        } else {
            (no, "false")
        };
        self.diagnostics.extend(side.errors);
        // With the dynamic pseudo-type, what the other side will be is not known, so that nothing is
        // converted.
        if common.ty().is_dynamic() || side.value.is_of_type(common.ty()) {
            return side.value;
        }
        let converted = if has_failed {
            convert(&side.value, common.ty())
        } else {
            common.convert(&side.value)
        };
        match converted {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("The {name} result value has the wrong type: {error}.");
                self.error("Inconsistent conditional result types", detail, span);
                Value::unknown(common.ty())
            }
        }
    }
}

/// What both results convert to, as far as that is known. A literal null takes the type of the
/// other; beside a result that failed, and of which there is no type, anything goes.
fn common_type(yes: &Side, no: &Side) -> Option<Unification> {
    let ty = yes.value.ty();
    if no.value.is_of_type(&ty) {
        return Some(Unification::of(ty));
    }
    if yes.errors.is_empty() && no.errors.is_empty() {
        return unification_of([&yes.value, &no.value]);
    }
    if ty.is_dynamic() || no.value.ty().is_dynamic() {
        return Some(Unification::of(Type::DYNAMIC));
    }
    unify(&[ty, no.value.ty()])
}

/// What is known of the result while the condition is unknown.
fn either(yes: &Value, no: &Value, common: &Unification) -> Value {
    match (common.convert(yes), common.convert(no)) {
        (Ok(yes), Ok(no)) => Value::either(&yes, &no),
        _ => Value::unknown(common.ty()),
    }
}

/// Where and how two types differ.
fn describe(yes: &Type, no: &Type) -> String {
    const CONSISTENT: &str = "The true and false results must have consistent types.";
    let Some(difference) = difference(yes, no) else {
        return CONSISTENT.to_owned();
    };
    let place = if difference.path.is_empty() {
        String::new()
    } else {
        format!(" At {}:", difference.path)
    };
    let how = match difference.disagreement {
        Disagreement::Types { left, right } => format!(
            "the true value is {}, but the false value is {}",
            left.description(),
            right.description()
        ),
        Disagreement::Lengths { left, right } => {
            format!("the true tuple has length {left}, but the false tuple has length {right}")
        }
        Disagreement::OnlyLeft(name) => {
            format!("the attribute \"{name}\" is in the true value, but not in the false value")
        }
        Disagreement::OnlyRight(name) => {
            format!("the attribute \"{name}\" is in the false value, but not in the true value")
        }
    };
    let mut how = how;
    if place.is_empty() {
        how.replace_range(..1, "T");
    }
    format!("{CONSISTENT}{place} {how}.")
}
