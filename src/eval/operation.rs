//! Unary and binary operators ("Operations").

use std::cmp::Ordering;
use std::mem;
use std::ops::Bound;

use super::scalar::Scalar;
use super::{Evaluator, Scope};
use crate::convert::convert;
use crate::diagnostic::Diagnostic;
use crate::number::{Number, NumberError, Small};
use crate::syntax::tree::{BinaryOperator, Node, NodeId, NodeKind, UnaryOperator};
use crate::value::{Type, Value};

/// How many operations may wait on the stack for their left operands.
const MAX_CHAINED: usize = 16;

/// An operand that has been evaluated.
struct Operand {
    value: Value,
    id: NodeId,
    /// What is wrong in it.
    errors: Vec<Diagnostic>,
}

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn unary(
        &mut self,
        id: NodeId,
        (operator, operand): (UnaryOperator, NodeId),
        scope: &Scope<'_>,
    ) -> Scalar {
        let given = self.scalar(operand, scope);
        let result = match (operator, given) {
            (UnaryOperator::Not, Scalar::Bool(value)) => Some(Scalar::Bool(!value)),
            (UnaryOperator::Negate, _) => {
                let negative = given.as_number().and_then(Small::checked_neg);
                negative.map(Scalar::number)
            }
            _ => None,
        };
        result.unwrap_or_else(|| {
            let given = self.value_of(given);
            let value = self.unary_by_rules(id, (operator, operand), &given);
            self.scalar_of(value)
        })
    }

    /// The same for an operand that has to be converted, is unknown or null, or is not small.
    fn unary_by_rules(
        &mut self,
        id: NodeId,
        (operator, operand): (UnaryOperator, NodeId),
        given: &Value,
    ) -> Value {
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

    /// The binary operation `id`. The left operands of a chain nest to any depth; right operands nest
    /// by precedence alone.
    #[inline(never)]
    pub(super) fn binary(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        if self.chained == MAX_CHAINED {
            return self.long_chain(id, scope);
        }
        let start = self.diagnostics.len();
        let node = self.view.tree.node(id);
        let left = NodeId(node.data);
        let left = if self.view.tree.node(left).kind == NodeKind::Binary {
            self.chained += 1;
            let left = self.binary(left, scope);
            self.chained -= 1;
            left
        } else {
            self.scalar(left, scope)
        };
        self.apply((id, node), left, start, scope)
    }

    /// The same for a chain that may be long: it is walked down first.
    fn long_chain(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let outer = self.pending.len();
        let start = self.diagnostics.len();
        let (mut id, mut node) = (id, self.view.tree.node(id));
        loop {
            let left = self.view.tree.node(NodeId(node.data));
            if left.kind != NodeKind::Binary {
                break;
            }
            self.pending.push(id);
            (id, node) = (NodeId(node.data), left);
        }
        let mut left = self.scalar(NodeId(node.data), scope);
        loop {
            left = self.apply((id, node), left, start, scope);
            if self.pending.len() == outer {
                return left;
            }
            let Some(next) = self.pending.pop() else {
                return left;
            };
            (id, node) = (next, self.view.tree.node(next));
        }
    }

    /// Applies the operator of the operation `id`, of which `node` is the node, to the left operand
    /// and the right one, which is evaluated here. What is wrong in the left operand has been reported
    /// since there were `start` diagnostics.
    #[inline]
    fn apply(
        &mut self,
        (id, node): (NodeId, Node),
        left: Scalar,
        start: usize,
        scope: &Scope<'_>,
    ) -> Scalar {
        let operator = BinaryOperator::from_flags(node.flags);
        if matches!(left, Scalar::Other) || self.diagnostics.len() > start {
            let left = self.operand(left, NodeId(node.data), start);
            let before = self.diagnostics.len();
            let right = self.scalar(NodeId(node.end), scope);
            let right = self.operand(right, NodeId(node.end), before);
            return self.apply_to_values((id, operator), left, right);
        }
        let right = self.scalar(NodeId(node.end), scope);
        match plain(operator, left, right) {
            Some(result) if self.diagnostics.len() == start => result,
            _ => {
                let right = self.operand(right, NodeId(node.end), start);
                let left = self.operand(left, NodeId(node.data), start);
                self.apply_to_values((id, operator), left, right)
            }
        }
    }

    /// An operand for the rules; what has been reported since there were `start` diagnostics is wrong
    /// in it.
    #[cold]
    fn operand(&mut self, scalar: Scalar, id: NodeId, start: usize) -> Operand {
        let value = self.value_of(scalar);
        let errors = self.diagnostics_since(start);
        Operand { value, id, errors }
    }

    #[cold]
    fn apply_to_values(
        &mut self,
        operation: (NodeId, BinaryOperator),
        mut left: Operand,
        right: Operand,
    ) -> Scalar {
        let value = self.apply_by_rules(operation, &mut left, right);
        self.scalar_of(value)
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

/// The result for operands that need no conversion, as nearly all are; `None` if there is more to it,
/// an error for example.
#[inline]
fn plain(operator: BinaryOperator, left: Scalar, right: Scalar) -> Option<Scalar> {
    if let (Some(left), Some(right)) = (left.as_number(), right.as_number()) {
        let number = match operator {
            BinaryOperator::Add => left.checked_add(right),
            BinaryOperator::Subtract => left.checked_sub(right),
            BinaryOperator::Multiply => left.checked_mul(right),
            BinaryOperator::Divide => left.checked_div(right),
            BinaryOperator::Remainder => left.checked_rem(right),
            BinaryOperator::Equal => return Some(Scalar::Bool(left == right)),
            BinaryOperator::NotEqual => return Some(Scalar::Bool(left != right)),
            BinaryOperator::Or | BinaryOperator::And => return None,
            _ => return Some(Scalar::Bool(compares(operator, left.checked_cmp(right)?))),
        };
        return number.map(Scalar::number);
    }
    let (Scalar::Bool(left), Scalar::Bool(right)) = (left, right) else {
        return None;
    };
    let truth = match operator {
        BinaryOperator::Or => left || right,
        BinaryOperator::And => left && right,
        BinaryOperator::Equal => left == right,
        BinaryOperator::NotEqual => left != right,
        _ => return None,
    };
    Some(Scalar::Bool(truth))
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
