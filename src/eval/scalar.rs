//! Known bools and small numbers as plain data ("Literal Values", "Operations").
//!
//! Most operations work on these. A [`Scalar`] is two words and needs no allocation and no drop. Any other
//! value is stored in the evaluator.
//!
//! Knows nothing of the rules for operands.

use std::mem;

use super::{Evaluator, Scope};
use crate::number::{Small, parse_literal};
use crate::syntax::tree::{Node, NodeId, NodeKind};
use crate::value::Value;

/// The result of an expression: two words, which stay in registers.
#[derive(Clone, Copy)]
pub(super) struct Scalar {
    /// The coefficient of a number; 1 or 0 for a bool.
    word: i64,
    /// The decimal places of a number, at most 18; or [`BOOL`] or [`OTHER`].
    form: u8,
}

/// The tag of a bool.
const BOOL: u8 = u8::MAX - 1;

/// The tag of any other value. The evaluator holds that value until the next expression is evaluated.
const OTHER: u8 = u8::MAX;

impl Scalar {
    pub(super) const OTHER: Scalar = Scalar {
        word: 0,
        form: OTHER,
    };

    #[inline]
    pub(super) fn number(number: Small) -> Self {
        Scalar {
            word: number.coefficient,
            form: number.places,
        }
    }

    #[inline]
    pub(super) fn integer(word: i64) -> Self {
        Scalar { word, form: 0 }
    }

    #[inline]
    pub(super) fn bool(truth: bool) -> Self {
        Scalar {
            word: i64::from(truth),
            form: BOOL,
        }
    }

    /// A value as a scalar, if it is a known bool or a small number.
    #[inline]
    pub(super) fn of(value: &Value) -> Option<Scalar> {
        if let Some(number) = value.as_number() {
            return number.as_small().map(Scalar::number);
        }
        value.as_bool().map(Scalar::bool)
    }

    #[inline]
    pub(super) fn is_other(self) -> bool {
        self.form == OTHER
    }

    /// The scalar; `None` if the evaluator holds the value.
    #[inline]
    pub(super) fn known(self) -> Option<Scalar> {
        (!self.is_other()).then_some(self)
    }

    #[inline]
    pub(super) fn as_number(self) -> Option<Small> {
        (self.form < BOOL).then_some(Small {
            coefficient: self.word,
            places: self.form,
        })
    }

    /// Both numbers as integers, if both are integers. The check is a single branch.
    #[inline]
    pub(super) fn as_integers(left: Scalar, right: Scalar) -> Option<(i64, i64)> {
        (left.form | right.form == 0).then_some((left.word, right.word))
    }

    #[inline]
    pub(super) fn as_bool(self) -> Option<bool> {
        (self.form == BOOL).then_some(self.word != 0)
    }
}

impl Evaluator<'_> {
    /// The result of the expression `id`.
    pub(super) fn scalar(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let node = self.view.tree.node(id);
        if node.is_plain_operation() && !self.by_rules {
            return match self.plain_operation(id, scope).known() {
                Some(result) => result,
                None => self.operation_by_rules(id, scope),
            };
        }
        if !self.budget.take_steps(1) {
            return self.out_of_scalars(id);
        }
        match node.kind {
            NodeKind::Number => match node.small() {
                Some(small) => Scalar::number(small),
                None => self.long_literal(id),
            },
            NodeKind::True => Scalar::bool(true),
            NodeKind::False => Scalar::bool(false),
            NodeKind::Variable => match self.variable_scalar(&node, scope).known() {
                Some(scalar) => scalar,
                None => self.compound_scalar(id, scope),
            },
            NodeKind::Parentheses => self.scalar(NodeId(node.data), scope),
            NodeKind::Unary => self.unary(id, scope),
            NodeKind::Binary => self.binary(id, scope),
            kind if kind.is_postfix() => match self.simple_chain(id, 1, scope) {
                Some(value) => Scalar::of(value).unwrap_or_else(|| self.scalar_of(value.clone())),
                None => self.compound_scalar(id, scope),
            },
            _ => self.compound_scalar(id, scope),
        }
    }

    #[cold]
    fn out_of_scalars(&mut self, id: NodeId) -> Scalar {
        self.other = self.out_of_steps(self.span(id));
        Scalar::OTHER
    }

    /// The value of the variable `node` as a scalar; [`Scalar::OTHER`] if it has no value or the value is not
    /// a scalar.
    #[inline(never)]
    pub(super) fn variable_scalar(&self, node: &Node, scope: &Scope<'_>) -> Scalar {
        let value = self.variable(node, scope);
        value.and_then(Scalar::of).unwrap_or(Scalar::OTHER)
    }

    /// Evaluates a plain operation with an operand that is not a scalar. The fast path is not tried again for
    /// its parts.
    #[cold]
    fn operation_by_rules(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        self.by_rules = true;
        let result = self.scalar(id, scope);
        self.by_rules = false;
        result
    }

    #[inline(never)]
    fn compound_scalar(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let value = self.by_kind(id, scope);
        self.scalar_of(value)
    }

    #[cold]
    fn long_literal(&mut self, id: NodeId) -> Scalar {
        let span = self.span(id);
        if !self.produce(span.len() as usize, span) {
            self.other = Value::dynamic();
            return Scalar::OTHER;
        }
        let number = parse_literal(self.view.slice(span));
        self.scalar_of(number.unwrap_or_default().into())
    }

    /// Converts a value to a scalar. A value that is not a scalar is stored in the evaluator.
    #[inline]
    pub(super) fn scalar_of(&mut self, value: Value) -> Scalar {
        Scalar::of(&value).unwrap_or_else(|| {
            self.other = value;
            Scalar::OTHER
        })
    }

    /// Converts a scalar to a value. If the scalar is [`Scalar::OTHER`], it must be the result of the
    /// expression evaluated last.
    #[inline]
    pub(super) fn value_of(&mut self, scalar: Scalar) -> Value {
        match (scalar.as_number(), scalar.as_bool()) {
            (Some(number), _) => Value::from(number),
            (_, Some(truth)) => Value::from(truth),
            _ => mem::take(&mut self.other),
        }
    }
}
