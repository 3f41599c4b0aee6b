//! The conditional operator ("Conditional Operator").

use super::Evaluator;
use super::report::Operand;
use super::variable::Scope;
use crate::convert::{Disagreement, Unification, convert, difference, unification_of, unify};
use crate::diagnostic::Code;
use crate::quote::quote;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::view::ExpressionView;
use crate::value::{Type, Value};

const INCONSISTENT: Code = Code::InconsistentConditionalResultTypes;

/// The parts of a conditional.
#[derive(Clone, Copy)]
struct Conditional {
    predicate: ExprId,
    yes: ExprId,
    no: ExprId,
}

impl Evaluator<'_> {
    /// The value of a chain of conditionals, each of which is the false result of the previous one. Results are chosen
    /// from the last conditional to the first.
    #[inline(never)]
    pub(super) fn conditional(&mut self, parts: &[ExprId], scope: &Scope<'_>) -> Value {
        let Some((before, &[predicate, yes, no])) = parts.split_last_chunk() else {
            return Value::dynamic();
        };
        let last = Conditional { predicate, yes, no };
        if before.is_empty() {
            return self.select(last, scope);
        }
        self.chain(before, last, scope)
    }

    /// The value of several conditionals; `last` is the end of the chain. All conditions are evaluated first: they
    /// determine which results are needed only for their type.
    #[inline(never)]
    fn chain(&mut self, before: &[ExprId], last: Conditional, scope: &Scope<'_>) -> Value {
        let mut is_decided = false;
        let (before, _) = before.as_chunks();
        let all = before.iter().copied().chain([[last.predicate, last.yes]]);
        let mut branches = Vec::with_capacity(before.len() + 1);
        for [predicate, yes] in all {
            let condition = self.operand_for(predicate, !is_decided, scope);
            let truth = condition.value.as_bool();
            let truth = truth.filter(|_| condition.errors.is_empty());
            let is_needed = !is_decided && truth != Some(false);
            is_decided |= truth == Some(true);
            branches.push((predicate, yes, condition, is_needed));
        }
        let mut result = self.operand_for(last.no, !is_decided, scope);
        let end = self.span(last.no);
        let mut span = end;
        while let Some((predicate, yes, condition, is_needed)) = branches.pop() {
            let yes_value = self.operand_for(yes, is_needed, scope);
            let results = self.span(yes).join(span);
            result = self.choose(condition, predicate, yes_value, result, results);
            span = self.span(predicate).join(end);
        }
        self.report(result)
    }

    /// The value of an operand. Unless `is_needed`, only its type is needed.
    pub(super) fn operand_for(
        &mut self,
        id: ExprId,
        is_needed: bool,
        scope: &Scope<'_>,
    ) -> Operand {
        if is_needed {
            return self.operand(|this| this.expression(id, scope));
        }
        self.operand(|this| this.discarded(id, scope))
    }

    /// The value of an expression of which only the type is needed. A secret in it does not make the result secret.
    #[inline(never)]
    pub(super) fn discarded(&mut self, id: ExprId, scope: &Scope<'_>) -> Value {
        let work = self.work;
        let _discarded = work.calls.discard();
        match work.existing_lookups() {
            Some(lookups) => lookups.unmarked(|| self.expression(id, scope)),
            None => self.expression(id, scope),
        }
    }

    /// The value of a conditional whose false result is not a conditional. A known condition determines which result is
    /// evaluated first, and that the other one is needed only for its type.
    fn select(&mut self, it: Conditional, scope: &Scope<'_>) -> Value {
        let condition = self.operand_for(it.predicate, true, scope);
        let truth = condition.value.as_bool();
        let truth = truth.filter(|_| condition.errors.is_empty());
        let (first, second) = match truth {
            Some(false) => (it.no, it.yes),
            _ => (it.yes, it.no),
        };
        let value = self.operand_for(first, true, scope);
        if truth.is_some()
            && value.errors.is_empty()
            && self.is_literal_like(second, &value.value)
            && self.work.budget.take_steps(1)
        {
            return value.value;
        }
        let other = self.operand_for(second, truth.is_none(), scope);
        let (yes, no) = match truth {
            Some(false) => (other, value),
            _ => (value, other),
        };
        let results = self.span(it.yes).join(self.span(it.no));
        let chosen = self.choose(condition, it.predicate, yes, no, results);
        self.report(chosen)
    }

    /// Whether `id` is a literal of the type of a value. Its type is then known without evaluation.
    fn is_literal_like(&self, id: ExprId, value: &Value) -> bool {
        match self.view.expression(id) {
            ExpressionView::Bool(_) => value.as_bool().is_some(),
            ExpressionView::Number(_) => value.as_number().is_some(),
            ExpressionView::Literal(_) => value.as_str().is_some(),
            _ => false,
        }
    }

    /// The result that a condition selects, converted to the common type of both results. `predicate` is the
    /// condition's expression, `span` the span of the results.
    pub(super) fn choose(
        &mut self,
        condition: Operand,
        predicate: ExprId,
        yes: Operand,
        no: Operand,
        span: Span,
    ) -> Operand {
        let is_paid =
            self.work.budget.take_parts(&yes.value) && self.work.budget.take_parts(&no.value);
        if !self.paid_at(is_paid, span) {
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
            return unknown(condition.errors).with_error(Code::NullCondition, detail, subject);
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
                return failed.with_error(Code::IncorrectConditionType, detail, subject);
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
        let converted = match self.paid_at(
            self.work.budget.take_conversion(&chosen.value, common.ty()),
            span,
        ) {
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

    /// The result while the condition is unknown, with everything that is known about it.
    fn either(&mut self, results: [&Value; 2], common: &Unification, span: Span) -> Value {
        let mut values = results.into_iter();
        let is_paid = values.all(|it| self.work.budget.take_conversion(it, common.ty()));
        if !self.paid_at(is_paid, span) {
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
        Disagreement::Types { left, right } => {
            let (yes, no) = left.told_apart(&right);
            format!("the true value is {yes}, but the false value is {no}")
        }
        Disagreement::Lengths { left, right } => {
            format!("the true list has length {left}, but the false list has length {right}")
        }
        Disagreement::OnlyLeft(name) => {
            let name = quote(&name);
            format!("the attribute {name} is in the true value, but not in the false value")
        }
        Disagreement::OnlyRight(name) => {
            let name = quote(&name);
            format!("the attribute {name} is in the false value, but not in the true value")
        }
    };
    let mut how = how;
    if place.is_empty() {
        how.replace_range(..1, "T");
    }
    format!("{CONSISTENT}{place} {how}.")
}
