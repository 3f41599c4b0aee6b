//! Unary and binary operators ("Operations").

use std::cmp::Ordering;
use std::ops::Bound;

use super::operand::{Errors, Operand};
use super::scalar::Scalar;
use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::number::{Number, NumberError, Small};
use crate::syntax::tree::{BinaryOperator, NodeId, NodeKind, UnaryOperator};
use crate::value::{Type, Value};

/// The operations that most chains have at most.
const USUAL_CHAIN: usize = 8;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn unary(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let node = self.view.tree.node(id);
        let given = self.scalar(NodeId(node.data), scope);
        match negated(UnaryOperator::from_flags(node.flags), given).known() {
            Some(result) => result,
            None => self.unary_of_other(id, given),
        }
    }

    #[cold]
    fn unary_of_other(&mut self, id: NodeId, given: Scalar) -> Scalar {
        let given = self.value_of(given);
        let value = self.unary_by_rules(id, &given);
        self.scalar_of(value)
    }

    /// The same for an operand that has to be converted, is unknown or null, or is not small.
    fn unary_by_rules(&mut self, id: NodeId, given: &Value) -> Value {
        let node = self.view.tree.node(id);
        let (operator, operand) = (UnaryOperator::from_flags(node.flags), NodeId(node.data));
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        let operand = match convert(given, &ty) {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("Unsuitable value for unary operand: {error}.");
                self.error("Invalid operand", detail, self.span(operand));
                return Value::unknown(&ty);
            }
        };
        if operand.is_null() {
            let detail = format!("The operand of \"{operator}\" must not be null.");
            self.error("Operation failed", detail, self.span(id));
            return Value::unknown(&ty);
        }
        match (operand.as_number(), operand.as_bool()) {
            (Some(number), _) => Value::from(-number),
            (_, Some(value)) => Value::from(!value),
            _ => Value::unknown(&ty).refine().not_null().finish(),
        }
    }

    /// The binary operation `id`. Its left operands are a chain of any length, which is walked down first; right
    /// operands nest by precedence alone.
    #[inline(never)]
    pub(super) fn binary(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let start = self.diagnostics.len();
        let mut chain = [id; USUAL_CHAIN];
        let mut length = 0;
        let mut left = NodeId(self.view.tree.node(id).data);
        while self.view.tree.node(left).kind == NodeKind::Binary {
            length += 1;
            let Some(link) = chain.get_mut(length) else {
                return self.long_chain(id, scope);
            };
            *link = left;
            left = NodeId(self.view.tree.node(left).data);
        }
        let mut result = self.scalar(left, scope);
        for link in chain[..=length].iter().rev() {
            result = self.apply(*link, result, start, scope);
        }
        result
    }

    /// The same for a chain of which only the evaluator has room for the links.
    #[cold]
    fn long_chain(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let outer = self.pending.len();
        let start = self.diagnostics.len();
        let mut left = id;
        while self.view.tree.node(left).kind == NodeKind::Binary {
            self.pending.push(left);
            left = NodeId(self.view.tree.node(left).data);
        }
        let mut result = self.scalar(left, scope);
        let mut errors = self.errors_since(start);
        while self.pending.len() > outer
            && let Some(link) = self.pending.pop()
        {
            if errors.is_empty() {
                result = self.apply(link, result, start, scope);
                errors = self.errors_since(start);
            } else {
                result = self.apply_to_left(link, result, &mut errors, scope);
            }
        }
        self.diagnostics.extend(errors);
        result
    }

    /// Applies the operator of the operation `id` to the left operand and the right one, which is
    /// evaluated here. What is wrong in the left operand has been reported since there were `start`
    /// diagnostics.
    #[expect(
        clippy::inline_always,
        reason = "nearly every operation goes this way, with no more to it than the operation itself"
    )]
    #[inline(always)]
    fn apply(&mut self, id: NodeId, left: Scalar, start: usize, scope: &Scope<'_>) -> Scalar {
        if left.is_other() || self.diagnostics.len() > start {
            return self.apply_to_other(id, left, start, scope);
        }
        let node = self.view.tree.node(id);
        let right = self.scalar(NodeId(node.end), scope);
        let result = combined(BinaryOperator::from_flags(node.flags), left, right);
        if result.is_other() || self.diagnostics.len() > start {
            return self.apply_to_both(id, (left, right), start);
        }
        result
    }

    /// The same for a left operand that is no scalar, or in which something is wrong.
    #[inline(never)]
    fn apply_to_other(
        &mut self,
        id: NodeId,
        left: Scalar,
        start: usize,
        scope: &Scope<'_>,
    ) -> Scalar {
        let mut errors = self.errors_since(start);
        let result = self.apply_to_left(id, left, &mut errors, scope);
        self.diagnostics.extend(errors);
        result
    }

    /// The same with what is wrong in the left operand, which becomes what is wrong in the result.
    fn apply_to_left(
        &mut self,
        id: NodeId,
        left: Scalar,
        errors: &mut Errors,
        scope: &Scope<'_>,
    ) -> Scalar {
        let left = self.value_of(left);
        let right = NodeId(self.view.tree.node(id).end);
        let right = self.operand(|it| it.expression(right, scope));
        let value = self.apply_by_rules(id, (&left, right), errors);
        self.scalar_of(value)
    }

    /// The same for operands that are both evaluated already; what is wrong in the right one has been reported.
    #[inline(never)]
    fn apply_to_both(
        &mut self,
        id: NodeId,
        (left, right): (Scalar, Scalar),
        start: usize,
    ) -> Scalar {
        let right = Operand {
            value: self.value_of(right),
            errors: self.errors_since(start),
        };
        let (left, mut errors) = (self.value_of(left), Errors::new());
        let value = self.apply_by_rules(id, (&left, right), &mut errors);
        self.diagnostics.extend(errors);
        self.scalar_of(value)
    }

    /// The same for operands that have to be converted, are unknown or null, or are in error. What is wrong in the
    /// left one is in `errors`, and in the end what is wrong in both as far as it matters.
    fn apply_by_rules(
        &mut self,
        id: NodeId,
        (left, mut right): (&Value, Operand),
        errors: &mut Errors,
    ) -> Value {
        let node = self.view.tree.node(id);
        let operator = BinaryOperator::from_flags(node.flags);
        let mut conversions = Errors::new();
        let mut converted = |value: &Value, id: u32, side: &str| {
            let result = convert(value, &operand_type(operator));
            result.map_err(|error| {
                let detail = format!("Unsuitable value for {side} operand: {error}.");
                let diagnostic = Diagnostic::error("Invalid operand", detail);
                conversions.push_back(diagnostic.with_subject(self.span(NodeId(id))));
            })
        };
        let operands = (
            converted(left, node.data, "left"),
            converted(&right.value, node.end, "right"),
        );
        if let (Ok(left_value), Ok(right_value)) = &operands
            && let Some(decided) = short_circuit(operator, left_value, right_value)
        {
            // What the side says that does not matter is not said.
            let matters = |value: &Value| value.as_bool() == Some(decided);
            if !matters(left_value) {
                errors.clear();
            }
            if matters(right_value) {
                errors.append(&mut right.errors);
            }
            return Value::from(decided);
        }
        // While the left operand of a logic operator is unknown, the right one may not be needed.
        let is_logic = operator.precedence() <= 2;
        let may_skip = is_logic && errors.is_empty() && !left.is_known();
        let failed = !errors.is_empty() || (!right.errors.is_empty() && !may_skip);
        conversions.append(errors);
        *errors = conversions;
        if !may_skip {
            errors.append(&mut right.errors);
        }
        let ty = result_type(operator);
        match operands {
            (Ok(left), Ok(right)) if !failed => self.operate(id, (left, right), operator),
            _ => Value::unknown(&ty),
        }
    }

    /// The result for operands that are of the right types.
    fn operate(
        &mut self,
        id: NodeId,
        (left, right): (Value, Value),
        operator: BinaryOperator,
    ) -> Value {
        match operator {
            BinaryOperator::Equal | BinaryOperator::NotEqual
                if !self.spend_parts(&left, self.span(id)) =>
            {
                return Value::unknown(&Type::BOOL);
            }
            BinaryOperator::Equal => return left.equals(&right),
            BinaryOperator::NotEqual => return not(&left.equals(&right)),
            _ => {}
        }
        let is_logic = operator.precedence() <= 2;
        let unknown_logic = is_logic && !(left.is_known() && right.is_known());
        if (left.is_null() || right.is_null()) && !unknown_logic {
            let side = if left.is_null() { "left" } else { "right" };
            let detail = format!("The {side} operand of \"{operator}\" must not be null.");
            self.error("Operation failed", detail, self.span(id));
            return Value::unknown(&result_type(operator));
        }
        if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
            return arithmetic(operator, left, right).unwrap_or_else(|error| {
                self.error("Operation failed", error.to_string(), self.span(id));
                Value::unknown(&Type::NUMBER)
            });
        }
        if let (Some(left), Some(right)) = (left.as_bool(), right.as_bool()) {
            return Value::from(match operator {
                BinaryOperator::And => left && right,
                _ => left || right,
            });
        }
        if let Some(known) = compare_ranges(operator, &left, &right) {
            return Value::from(known);
        }
        let unknown = Value::unknown(&result_type(operator));
        unknown.refine().not_null().finish()
    }
}

/// The result for an operand that needs no conversion; no scalar if there is more to it.
#[inline]
pub(super) fn negated(operator: UnaryOperator, operand: Scalar) -> Scalar {
    let result = match operator {
        UnaryOperator::Not => operand.as_bool().map(|truth| Scalar::bool(!truth)),
        UnaryOperator::Negate => {
            let negative = operand.as_number().and_then(Small::checked_neg);
            negative.map(Scalar::number)
        }
    };
    result.unwrap_or(Scalar::OTHER)
}

/// The result for operands that need no conversion, as nearly all are; no scalar if there is more to it, an
/// error for example.
#[expect(
    clippy::inline_always,
    reason = "nearly every operation comes here, and is one instruction"
)]
#[inline(always)]
pub(super) fn combined(operator: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    if let Some((left, right)) = Scalar::as_integers(left, right) {
        return of_integers(operator, left, right);
    }
    match (left.as_bool(), right.as_bool()) {
        (Some(left), Some(right)) => of_bools(operator, left, right),
        _ => of_numbers(operator, left, right),
    }
}

/// The same for integers. A quotient that is none is left to the decimals.
#[expect(clippy::inline_always, reason = "as above")]
#[inline(always)]
fn of_integers(operator: BinaryOperator, left: i64, right: i64) -> Scalar {
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right),
        BinaryOperator::Subtract => left.checked_sub(right),
        BinaryOperator::Multiply => left.checked_mul(right),
        BinaryOperator::Remainder => left.checked_rem(right),
        BinaryOperator::Divide if left.checked_rem(right) == Some(0) => Some(left / right),
        BinaryOperator::Divide => {
            return of_numbers(operator, Scalar::integer(left), Scalar::integer(right));
        }
        BinaryOperator::Equal => return Scalar::bool(left == right),
        BinaryOperator::NotEqual => return Scalar::bool(left != right),
        BinaryOperator::Less => return Scalar::bool(left < right),
        BinaryOperator::LessEqual => return Scalar::bool(left <= right),
        BinaryOperator::Greater => return Scalar::bool(left > right),
        BinaryOperator::GreaterEqual => return Scalar::bool(left >= right),
        BinaryOperator::Or | BinaryOperator::And => None,
    };
    number.map_or(Scalar::OTHER, Scalar::integer)
}

#[inline(never)]
fn of_numbers(operator: BinaryOperator, left: Scalar, right: Scalar) -> Scalar {
    let result = match (left.as_number(), right.as_number()) {
        (Some(left), Some(right)) => of_decimals(operator, left, right),
        _ => None,
    };
    result.unwrap_or(Scalar::OTHER)
}

#[inline]
fn of_decimals(operator: BinaryOperator, left: Small, right: Small) -> Option<Scalar> {
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right)?,
        BinaryOperator::Subtract => left.checked_sub(right)?,
        BinaryOperator::Multiply => left.checked_mul(right)?,
        BinaryOperator::Divide => left.checked_div(right)?,
        BinaryOperator::Remainder => left.checked_rem(right)?,
        BinaryOperator::Equal => return Some(Scalar::bool(left == right)),
        BinaryOperator::NotEqual => return Some(Scalar::bool(left != right)),
        BinaryOperator::Or | BinaryOperator::And => return None,
        _ => return Some(Scalar::bool(compares(operator, left.checked_cmp(right)?))),
    };
    Some(Scalar::number(number))
}

#[inline]
fn of_bools(operator: BinaryOperator, left: bool, right: bool) -> Scalar {
    match operator {
        BinaryOperator::Or => Scalar::bool(left | right),
        BinaryOperator::And => Scalar::bool(left & right),
        BinaryOperator::Equal => Scalar::bool(left == right),
        BinaryOperator::NotEqual => Scalar::bool(left != right),
        _ => Scalar::OTHER,
    }
}

fn not(value: &Value) -> Value {
    match value.as_bool() {
        Some(value) => Value::from(!value),
        None => value.clone(),
    }
}

fn operand_type(operator: BinaryOperator) -> Type {
    match operator {
        BinaryOperator::Or | BinaryOperator::And => Type::BOOL,
        BinaryOperator::Equal | BinaryOperator::NotEqual => Type::DYNAMIC,
        _ => Type::NUMBER,
    }
}

fn result_type(operator: BinaryOperator) -> Type {
    match operator.precedence() {
        1..=4 => Type::BOOL,
        _ => Type::NUMBER,
    }
}

/// What one operand alone decides.
fn short_circuit(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    let decisive = match operator {
        BinaryOperator::And => false,
        BinaryOperator::Or => true,
        _ => return None,
    };
    let decides = |value: &Value| value.as_bool() == Some(decisive);
    // A null operand is an error, whatever the other one is.
    let is_null = left.is_null() || right.is_null();
    (!is_null && (decides(left) || decides(right))).then_some(decisive)
}

fn arithmetic(
    operator: BinaryOperator,
    left: &Number,
    right: &Number,
) -> Result<Value, NumberError> {
    let number = match operator {
        BinaryOperator::Add => left.checked_add(right)?,
        BinaryOperator::Subtract => left.checked_sub(right)?,
        BinaryOperator::Multiply => left.checked_mul(right)?,
        BinaryOperator::Divide => left.checked_div(right)?,
        BinaryOperator::Remainder => left.checked_rem(right)?,
        _ => return Ok(Value::from(compares(operator, left.cmp(right)))),
    };
    Ok(Value::from(number))
}

/// Whether a comparison holds for operands in that order.
fn compares(operator: BinaryOperator, ordering: Ordering) -> bool {
    match operator {
        BinaryOperator::Less => ordering.is_lt(),
        BinaryOperator::LessEqual => ordering.is_le(),
        BinaryOperator::Greater => ordering.is_gt(),
        _ => ordering.is_ge(),
    }
}

/// What the bounds of unknown numbers say about a comparison.
fn compare_ranges(operator: BinaryOperator, left: &Value, right: &Value) -> Option<bool> {
    let (lower, upper) = match operator {
        BinaryOperator::Less | BinaryOperator::LessEqual => (left, right),
        BinaryOperator::Greater | BinaryOperator::GreaterEqual => (right, left),
        _ => return None,
    };
    let strict = matches!(operator, BinaryOperator::Less | BinaryOperator::Greater);
    if surely_below(lower, upper, strict) {
        return Some(true);
    }
    surely_below(upper, lower, !strict).then_some(false)
}

/// Whether every number that `lower` may be is less than every one that `upper` may be; without
/// `strict`, or equal to it.
fn surely_below(lower: &Value, upper: &Value, strict: bool) -> bool {
    let (lower, upper) = (lower.range(), upper.range());
    let (highest, lowest) = (lower.number().1, upper.number().0);
    match (highest, lowest) {
        (Bound::Included(highest), Bound::Included(lowest)) if strict => highest < lowest,
        (
            Bound::Included(highest) | Bound::Excluded(highest),
            Bound::Included(lowest) | Bound::Excluded(lowest),
        ) => highest <= lowest,
        _ => false,
    }
}
