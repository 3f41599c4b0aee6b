//! The conditional operator ("Conditional Operator").
//!
//! Knows nothing of other operators.

use super::operand::Operand;
use super::{Evaluator, Scope};
use crate::convert::{Disagreement, Unification, convert, difference, unification_of, unify};
use crate::span::Span;
use crate::syntax::tree::view::ExpressionView;
use crate::syntax::tree::{NodeId, NodeKind};
use crate::value::{Type, Value};

const INCONSISTENT: &str = "Inconsistent conditional result types";

impl Evaluator<'_> {
    /// The value of the conditional `id`. Conditionals that are false results of others may form a chain of
    /// any length; the chain is collected first, without recursion.
    #[inline(never)]
    pub(super) fn conditional(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let outer = self.pending.len();
        let start = self.diagnostics.len();
        let mut last = id;
        while let ExpressionView::Conditional([_, _, no]) = self.view.expression(last)
            && self.view.tree.node(no).kind == NodeKind::Conditional
        {
            self.pending.push(last);
            last = no;
        }
        let value = self.select(last, scope);
        if self.pending.len() == outer {
            return value;
        }
        let errors = self.errors_since(start);
        let mut no = Operand { value, errors };
        while self.pending.len() > outer
            && let Some(id) = self.pending.pop()
        {
            no = self.select_before(id, no, scope);
        }
        self.report(no)
    }

    /// The value of the conditional `id`, whose false result is no conditional.
    fn select(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let ExpressionView::Conditional([predicate, yes, no]) = self.view.expression_inlined(id)
        else {
            return Value::dynamic();
        };
        let start = self.diagnostics.len();
        let condition = self.scalar(predicate, scope);
        let operands = if let Some(truth) = condition.as_bool()
            && self.diagnostics.len() == start
        {
            let (taken, other) = if truth { (yes, no) } else { (no, yes) };
            let value = self.expression(taken, scope);
            if self.is_literal_like(other, &value) && self.budget.take_steps(1) {
                return value;
            }
            let errors = self.errors_since(start);
            let taken = Operand { value, errors };
            let discarded = self.budget.discard();
            let other = self.operand(|it| it.expression(other, scope));
            drop(discarded);
            let results = if truth {
                (taken, other)
            } else {
                (other, taken)
            };
            (Operand::new(Value::from(truth)), results)
        } else {
            let condition = Operand {
                value: self.value_of(condition),
                errors: self.errors_since(start),
            };
            let yes = self.operand(|it| it.expression(yes, scope));
            let no = self.operand(|it| it.expression(no, scope));
            (condition, (yes, no))
        };
        let (condition, (yes, no)) = operands;
        let chosen = self.choose(condition, predicate, yes, no, self.results_span(id));
        self.report(chosen)
    }

    /// The value of the conditional `id`, whose false result is already evaluated.
    fn select_before(&mut self, id: NodeId, no: Operand, scope: &Scope<'_>) -> Operand {
        let ExpressionView::Conditional([predicate, yes, _]) = self.view.expression_inlined(id)
        else {
            return no;
        };
        let condition = self.operand(|it| it.expression(predicate, scope));
        let yes = self.operand(|it| it.expression(yes, scope));
        self.choose(condition, predicate, yes, no, self.results_span(id))
    }

    /// The span of both results of a conditional.
    fn results_span(&self, id: NodeId) -> Span {
        match self.view.expression(id) {
            ExpressionView::Conditional([_, yes, no]) => self.span(yes).join(self.span(no)),
            _ => self.span(id),
        }
    }

    /// Whether `id` is a literal of the type of a value. Its type is then known without evaluation.
    #[inline]
    fn is_literal_like(&self, id: NodeId, value: &Value) -> bool {
        match self.view.tree.node(id).kind {
            NodeKind::True | NodeKind::False => value.as_bool().is_some(),
            NodeKind::Number => value.as_number().is_some(),
            NodeKind::QuotedLiteral | NodeKind::HeredocLiteral => value.as_str().is_some(),
            _ => false,
        }
    }

    /// The result that a condition selects, converted to the common type of both results. `predicate` is the
    /// condition's expression, `span` the span of the results.
    pub(super) fn choose(
        &mut self,
        condition: Operand,
        predicate: NodeId,
        yes: Operand,
        no: Operand,
        span: Span,
    ) -> Operand {
        if !self.spend_parts(&yes.value, span) || !self.spend_parts(&no.value, span) {
            return Operand::new(Value::dynamic());
        }
        let Some(common) = common_type(&yes, &no) else {
            let detail = describe(&yes.value.ty(), &no.value.ty());
            return Operand::new(Value::dynamic()).with_error(INCONSISTENT, detail, span);
        };
        let subject = self.span(predicate);
        let unknown = |errors| Operand {
            value: Value::unknown(common.ty()),
            errors,
        };
        if condition.value.is_null() {
            let detail = "The condition is null. A condition must be true or false.".to_owned();
            return unknown(condition.errors).with_error("Null condition", detail, subject);
        }
        if !condition.value.is_known() {
            let value = self.either([&yes.value, &no.value], &common, span);
            return Operand { value, ..condition };
        }
        let truth = match convert(&condition.value, &Type::BOOL) {
            Ok(truth) => truth.as_bool() == Some(true),
            Err(error) => {
                let detail = format!("The condition must be a bool: {error}.");
                let failed = unknown(condition.errors);
                return failed.with_error("Incorrect condition type", detail, subject);
            }
        };
        let has_failed = !yes.errors.is_empty() || !no.errors.is_empty();
        let (mut chosen, name) = if truth { (yes, "true") } else { (no, "false") };
        let mut errors = condition.errors;
        errors.append(&mut chosen.errors);
        chosen.errors = errors;
        // If the common type is the dynamic pseudo-type, the type of the other result is not known yet, so
        // that nothing is converted.
        if common.ty().is_dynamic() || chosen.value.is_of_type(common.ty()) {
            return chosen;
        }
        let converted = match self.spend_conversion(&chosen.value, common.ty(), span) {
            false => Ok(Value::dynamic()),
            true if has_failed => convert(&chosen.value, common.ty()),
            true => common.convert(&chosen.value),
        };
        match converted {
            Ok(value) => Operand { value, ..chosen },
            Err(error) => {
                let detail = format!("The {name} result value has the wrong type: {error}.");
                unknown(chosen.errors).with_error(INCONSISTENT, detail, span)
            }
        }
    }

    /// What is known of the result while the condition is unknown.
    fn either(&mut self, results: [&Value; 2], common: &Unification, span: Span) -> Value {
        let mut paid = results.into_iter();
        if !paid.all(|value| self.spend_conversion(value, common.ty(), span)) {
            return Value::dynamic();
        }
        match results.map(|value| common.convert(value)) {
            [Ok(yes), Ok(no)] => Value::either(&yes, &no),
            _ => Value::unknown(common.ty()),
        }
    }
}

/// The common type of both results, as far as it is known. A literal null takes the type of the other result.
/// If one result has failed, its type is unknown and any type is accepted.
fn common_type(yes: &Operand, no: &Operand) -> Option<Unification> {
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

/// Describes where and how two types differ.
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
