//! The fast path for operations that consist only of variables and literals ("Operations").
//!
//! The nodes of such an operation are stored one after the other, each after its operands. They are a program
//! in postfix notation, which is run here with a small stack instead of a call for each node. There is one
//! exception to the order: an operation with a later operator of higher precedence in its right operand is
//! stored before that operand, and waits for it.
//!
//! An operand that is not a scalar makes the whole result not a scalar; the operation is then evaluated by
//! the general rules.
//!
//! Knows nothing of errors.

use super::operator::{combined, negated};
use super::scalar::Scalar;
use super::{Evaluator, Scope};
use crate::syntax::tree::{AWAITED, BinaryOperator, Node, NodeId, NodeKind, UnaryOperator};

/// Number of operands, and of waiting operations, that the stack holds.
const STACK_SIZE: usize = 8;

impl Evaluator<'_> {
    /// The result of the plain operation `id`; [`Scalar::OTHER`] if it has to be evaluated by the general
    /// rules.
    pub(super) fn plain_operation(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        if self.budget.is_spent() {
            return Scalar::OTHER;
        }
        let nodes = self.view.tree.plain_nodes(id);
        let steps = self.steps_of(nodes);
        // Work that the budget does not cover is not done. The steps are spent only if the fast path
        // succeeds.
        if !self.budget.has_steps(steps) {
            return Scalar::OTHER;
        }
        let result = self.run_nodes(nodes, scope);
        if !result.is_other() {
            self.budget.take_steps(steps);
        }
        result
    }

    /// The steps of an operation: one for each node except operations that continue a chain. They are counted
    /// only if the budget has limits.
    #[inline]
    fn steps_of(&self, nodes: &[Node]) -> u64 {
        let free = if self.budget.is_limited() {
            nodes.iter().filter(|node| node.continues_chain()).count()
        } else {
            0
        };
        (nodes.len() - free) as u64
    }

    #[inline(never)]
    fn run_nodes(&self, nodes: &[Node], scope: &Scope<'_>) -> Scalar {
        // The operand or result computed last, and the ones before it. The first of those is a placeholder.
        let mut last = Scalar::OTHER;
        let mut operands = [Scalar::OTHER; STACK_SIZE];
        let mut count: usize = 0;
        let mut waiting = [0; STACK_SIZE];
        let mut waiting_count: usize = 0;
        for node in nodes {
            let operand = match node.kind {
                NodeKind::Number => node.small().map_or(Scalar::OTHER, Scalar::number),
                NodeKind::Variable => self.variable_scalar(node, scope),
                NodeKind::Binary => {
                    let mut flags = node.flags;
                    if node.waits() {
                        let Some(place) = waiting.get_mut(waiting_count) else {
                            return Scalar::OTHER;
                        };
                        *place = flags;
                        waiting_count += 1;
                        continue;
                    }
                    loop {
                        count = count.wrapping_sub(1);
                        let Some(left) = operands.get(count) else {
                            return Scalar::OTHER;
                        };
                        last = combined(BinaryOperator::from_flags(flags), *left, last);
                        if flags & AWAITED == 0 {
                            break;
                        }
                        waiting_count = waiting_count.wrapping_sub(1);
                        let Some(next) = waiting.get(waiting_count) else {
                            return Scalar::OTHER;
                        };
                        flags = *next;
                    }
                    continue;
                }
                NodeKind::Unary => {
                    last = negated(UnaryOperator::from_flags(node.flags), last);
                    continue;
                }
                NodeKind::Parentheses => continue,
                kind => Scalar::bool(kind == NodeKind::True),
            };
            let (Some(place), false) = (operands.get_mut(count), operand.is_other()) else {
                return Scalar::OTHER;
            };
            *place = last;
            last = operand;
            count += 1;
        }
        // An operation that waits may belong to the expression around a part of an operation.
        if count == 1 && waiting_count == 0 {
            last
        } else {
            Scalar::OTHER
        }
    }
}
