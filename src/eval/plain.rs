//! Operations on nothing but variables and literals, which most operations are ("Operations").
//!
//! The nodes of such an operation stand in a row, each after its operands, as the parser made them. That is a
//! program for a machine with a stack, and it is run as it stands, without a call for each node. An operation may
//! bind less than what came to stand after it: it stands between its operands, and waits for the right one.
//!
//! What is no scalar has no scalar as its result, up to the end: the operation is evaluated by the rules then.
//!
//! Knows nothing of errors.

use super::operator::{combined, negated};
use super::scalar::Scalar;
use super::{Evaluator, Scope};
use crate::syntax::tree::{AWAITED, BinaryOperator, Node, NodeId, NodeKind, UnaryOperator};

/// The operands, and the operations, that may wait in a run.
const MOST_WAITING: usize = 8;

impl Evaluator<'_> {
    /// The result of the plain operation `id`; no scalar if it has to be evaluated by the rules.
    pub(super) fn plain_operation(&mut self, id: NodeId, scope: &Scope<'_>) -> Scalar {
        if self.budget.is_spent() {
            return Scalar::OTHER;
        }
        let nodes = self.view.tree.plain_nodes(id);
        let steps = self.steps_of(nodes);
        // No work is done that could not be paid for. What is evaluated by the rules after all is paid for then.
        if !self.budget.has_steps(steps) {
            return Scalar::OTHER;
        }
        let result = self.run_nodes(nodes, scope);
        if !result.is_other() {
            self.budget.take_steps(steps);
        }
        result
    }

    /// The steps that an operation takes: one for each node, but for operations that go on with the result of another.
    /// Those matter only to a budget with limits.
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
        // The last operand or result, and those before it, of which the first one is none.
        let mut last = Scalar::OTHER;
        let mut operands = [Scalar::OTHER; MOST_WAITING];
        let mut count: usize = 0;
        let mut waiting = [0; MOST_WAITING];
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
        // Of a part of an operation, what waits may belong to the whole.
        if count == 1 && waiting_count == 0 {
            last
        } else {
            Scalar::OTHER
        }
    }
}
