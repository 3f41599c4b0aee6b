//! Known bools and small numbers, which most operations are about, evaluated as plain data
//! ("Literal Values", "Operations").
//!
//! A [`Scalar`] fits two registers, so that nothing is allocated, moved or dropped for it. What is no
//! scalar is left in the evaluator, as the value that it is: each expression is evaluated once, whatever
//! comes of it.
//!
//! Knows nothing of the rules for operands.

use std::mem;

use super::{Evaluator, Scope};
use crate::number::{Small, parse_literal};
use crate::syntax::tree::{NodeId, NodeKind, UnaryOperator};
use crate::value::Value;

/// What came of an expression.
#[derive(Clone, Copy)]
pub(super) enum Scalar {
    Bool(bool),
    /// The parts of a [`Small`], which with a tag of its own around it would take a third register.
    Number {
        coefficient: i64,
        places: u8,
    },
    /// Any other value: the evaluator has it, until the next expression is evaluated.
    Other,
}

impl Scalar {
    #[inline]
    pub(super) fn number(number: Small) -> Self {
        let Small {
            coefficient,
            places,
        } = number;
        Scalar::Number {
            coefficient,
            places,
        }
    }

    #[inline]
    pub(super) fn as_number(self) -> Option<Small> {
        match self {
            Scalar::Number {
                coefficient,
                places,
            } => Some(Small {
                coefficient,
                places,
            }),
            _ => None,
        }
    }
}

impl Evaluator<'_> {
    /// The result of the expression `id`.
    pub(super) fn scalar(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        if !self.budget.take_steps(1) {
            self.other = self.out_of_steps(self.span(id));
            return Scalar::Other;
        }
        let node = self.view.tree.node(id);
        match node.kind {
            NodeKind::Number => {
                let text = &self.view.text.as_bytes()[node.start as usize..node.end as usize];
                let small = Small::parse_literal(text).map(Scalar::number);
                small.unwrap_or_else(|| self.long_literal(id))
            }
            NodeKind::True => Scalar::Bool(true),
            NodeKind::False => Scalar::Bool(false),
            NodeKind::Variable => {
                let scalar = self.variable(id, scope).and_then(plain);
                scalar.unwrap_or_else(|| self.compound_scalar(id, scope))
            }
            NodeKind::Parentheses => self.scalar(NodeId(node.data), scope),
            NodeKind::Unary => {
                let operator = UnaryOperator::from_flags(node.flags);
                self.unary(id, (operator, NodeId(node.data)), scope)
            }
            NodeKind::Binary => self.binary(id, scope),
            _ => self.compound_scalar(id, scope),
        }
    }

    #[inline(never)]
    fn compound_scalar(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        let value = self.by_shape(id, scope);
        self.scalar_of(value)
    }

    #[cold]
    fn long_literal(&mut self, id: NodeId) -> Scalar {
        let number = parse_literal(self.view.slice(self.span(id)));
        self.scalar_of(number.unwrap_or_default().into())
    }

    /// A value as a scalar, if it is one.
    #[inline]
    pub(super) fn scalar_of(&mut self, value: Value) -> Scalar {
        plain(&value).unwrap_or_else(|| {
            self.other = value;
            Scalar::Other
        })
    }

    /// The value that a scalar is. Of one that is no scalar, it must be the last expression that was
    /// evaluated.
    #[inline]
    pub(super) fn value_of(&mut self, scalar: Scalar) -> Value {
        match scalar {
            Scalar::Bool(truth) => Value::from(truth),
            Scalar::Number {
                coefficient,
                places,
            } => Value::from(Small {
                coefficient,
                places,
            }),
            Scalar::Other => mem::take(&mut self.other),
        }
    }
}

#[inline]
fn plain(value: &Value) -> Option<Scalar> {
    if let Some(number) = value.as_number() {
        return number.as_small().map(Scalar::number);
    }
    value.as_bool().map(Scalar::Bool)
}
