//! Unary and binary operators ("Operations").

use std::cmp::Ordering;
use std::mem;
use std::ops::Bound;

use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::number::{Number, NumberError};
use crate::syntax::tree::view::Shape;
use crate::syntax::tree::{BinaryOperator, NodeId, UnaryOperator};
use crate::value::{Type, Value};

/// An operand that has been evaluated.
struct Operand {
    value: Value,
    id: NodeId,
    /// What is wrong in it.
    errors: Vec<Diagnostic>,
}

impl Evaluator<'_> {
    pub(super) fn unary(
        &mut self,
        id: NodeId,
        (operator, operand): (UnaryOperator, NodeId),
        scope: &Scope<'_>,
    ) -> Value {
        let ty = match operator {
            UnaryOperator::Negate => Type::NUMBER,
            UnaryOperator::Not => Type::BOOL,
        };
        let given = self.expression(operand, scope);
        match (operator, given.as_number(), given.as_bool()) {
            (UnaryOperator::Negate, Some(number), _) => return Value::from(-number),
            (UnaryOperator::Not, _, Some(value)) => return Value::from(!value),
            _ => {}
        }
        let operand = match convert(&given, &ty) {
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

    /// The binary operation `id`. The left operands of a chain nest to any depth, so that they are
    /// walked down first; right operands nest by precedence alone.
    pub(super) fn binary(&mut self, id: NodeId, scope: &Scope<'_>) -> Value {
        let outer = self.pending.len();
        let mut first = id;
        while let Shape::Binary(_, left, _) = self.view.shape(first) {
            self.pending.push(first);
            first = left;
        }
        let mut left = self.operand(first, scope);
        while self.pending.len() > outer
            && let Some(id) = self.pending.pop()
            && let Shape::Binary(operator, _, right) = self.view.shape(id)
        {
            let right = self.operand(right, scope);
            self.apply((id, operator), &mut left, right);
        }
        self.diagnostics.extend(left.errors);
        left.value
    }

    fn operand(&mut self, id: NodeId, scope: &Scope<'_>) -> Operand {
        let start = self.diagnostics.len();
        let value = self.expression(id, scope);
        let errors = self.diagnostics_since(start);
        Operand { value, id, errors }
    }

    /// Applies an operator to its operands. The result takes the place of the left one.
    fn apply(
        &mut self,
        (id, operator): (NodeId, BinaryOperator),
        left: &mut Operand,
        right: Operand,
    ) {
        if left.errors.is_empty()
            && right.errors.is_empty()
            && let Some(value) = plain(operator, &left.value, &right.value)
        {
            left.value = value;
        } else {
            let start = self.diagnostics.len();
            left.value = self.apply_by_rules((id, operator), left, right);
            left.errors = self.diagnostics_since(start);
        }
        left.id = id;
    }

    /// The same for operands that have to be converted, are unknown or null, or are in error.
    fn apply_by_rules(
        &mut self,
        (id, operator): (NodeId, BinaryOperator),
        left: &mut Operand,
        right: Operand,
    ) -> Value {
        let left_errors = mem::take(&mut left.errors);
        let mut conversions = Vec::new();
        let mut converted = |operand: &Operand, side: &str| {
            let result = convert(&operand.value, &operand_type(operator));
            result.map_err(|error| {
                let detail = format!("Unsuitable value for {side} operand: {error}.");
                let diagnostic = Diagnostic::error("Invalid operand", detail);
                conversions.push(diagnostic.with_subject(self.span(operand.id)));
            })
        };
        let operands = (converted(left, "left"), converted(&right, "right"));
        if let (Ok(left_value), Ok(right_value)) = &operands
            && let Some(decided) = short_circuit(operator, left_value, right_value)
        {
            // What the side says that does not matter is not said.
            let matters = |value: &Value| value.as_bool() == Some(decided);
            if matters(left_value) {
                self.diagnostics.extend(left_errors);
            }
            if matters(right_value) {
                self.diagnostics.extend(right.errors);
            }
            return Value::from(decided);
        }
        // While the left operand of a logic operator is unknown, the right one may not be needed.
        let is_logic = operator.precedence() <= 2;
        let may_skip = is_logic && left_errors.is_empty() && !left.value.is_known();
        let failed = !left_errors.is_empty() || (!right.errors.is_empty() && !may_skip);
        self.diagnostics.extend(conversions);
        self.diagnostics.extend(left_errors);
        if !may_skip {
            self.diagnostics.extend(right.errors);
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

/// The result for known operands that need no conversion, as nearly all are; `None` if there is
/// more to it, an error for example.
#[inline]
fn plain(operator: BinaryOperator, left: &Value, right: &Value) -> Option<Value> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        return match operator {
            BinaryOperator::Or | BinaryOperator::And => None,
            BinaryOperator::Equal => Some(Value::from(left == right)),
            BinaryOperator::NotEqual => Some(Value::from(left != right)),
            _ => arithmetic(operator, left, right).ok(),
        };
    }
    let (left, right) = (left.as_bool()?, right.as_bool()?);
    let result = match operator {
        BinaryOperator::Or => left || right,
        BinaryOperator::And => left && right,
        BinaryOperator::Equal => left == right,
        BinaryOperator::NotEqual => left != right,
        _ => return None,
    };
    Some(Value::from(result))
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

#[inline]
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
