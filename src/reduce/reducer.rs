//! The state of a reduction: the known values, and the inputs of each part of an expression.

use std::cell::Cell;

use foldhash::{HashMap, HashSet};

use super::output::Output;
use crate::eval::EvalContext;
use crate::function::Work;
use crate::span::Span;
use crate::syntax::tree::ExprId;
use crate::syntax::tree::handle::{Document, Expression};
use crate::syntax::tree::view::{ForNames, View};
use crate::value::Value;

/// The inputs that the evaluation of an expression needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inputs {
    /// The context has wholly known values for all variables, and all functions, none of which is impure.
    Known,
    /// Like `Known`, except for variables of surrounding `for` expressions. Has the level of the outermost of these,
    /// counted from 0 at the outside.
    OfFor(usize),
    Unknown,
}

impl Inputs {
    /// The inputs of two expressions together.
    pub(super) fn joined_with(self, other: Inputs) -> Inputs {
        match (self, other) {
            (Inputs::Unknown, _) | (_, Inputs::Unknown) => Inputs::Unknown,
            (Inputs::Known, inputs) | (inputs, Inputs::Known) => inputs,
            (Inputs::OfFor(one), Inputs::OfFor(other)) => Inputs::OfFor(one.min(other)),
        }
    }
}

/// How often each byte may be evaluated in vain. An expression that cannot become a literal as a whole is evaluated
/// again in parts, and so are these parts.
const READS: usize = 16;

/// Additional number of bytes that may be evaluated in vain, so that every part of a small input is tried.
const MIN_BYTES: usize = 1 << 16;

/// The known values of a context, and the limits of a reduction.
pub(super) struct Knowledge<'c> {
    /// Number of bytes of expressions that may still be evaluated in vain.
    in_vain: Cell<usize>,
    pub(super) ctx: &'c EvalContext,
    pub(super) work: Work,
    /// For each variable with its steps, as written: whether it has a known value.
    pub(super) variables: HashMap<String, bool>,
}

impl<'c> Knowledge<'c> {
    /// The knowledge of a context, for the reduction of an input of this number of bytes.
    pub(super) fn new(ctx: &'c EvalContext, bytes: usize) -> Self {
        let work = ctx.work();
        work.lookups().begin_tracking();
        Knowledge {
            in_vain: Cell::new(READS.saturating_mul(bytes).saturating_add(MIN_BYTES)),
            ctx,
            work,
            variables: HashMap::default(),
        }
    }

    /// The value of an expression, unless its evaluation fails, depends on a secret, or calls an impure function.
    pub(super) fn value_of(&self, expression: &Expression) -> Option<Value> {
        let work = &self.work;
        if work.is_interrupted() || self.in_vain.get() == 0 {
            return None;
        }
        let impure = work.calls.impure();
        let evaluate = || expression.evaluate_within(self.ctx, work);
        let (evaluated, marks) = work.lookups().marked(evaluate);
        let is_pure = work.calls.impure() == impure && !marks.is_secret;
        let is_done = evaluated.diagnostics.is_empty() && !work.is_interrupted();
        if is_pure && is_done {
            return Some(evaluated.value);
        }
        self.spend_in_vain(expression.tree_span());
        None
    }

    /// Counts the bytes of an expression that was evaluated in vain.
    pub(super) fn spend_in_vain(&self, span: Span) {
        let left = self.in_vain.get();
        self.in_vain.set(left.saturating_sub(span.range().len()));
    }
}

/// The remaining part of a chain of conditionals.
pub(super) struct Selected {
    /// The conditions that are not known, with their results.
    pub(super) pairs: Vec<[ExprId; 2]>,
    /// The result if none of them is true.
    pub(super) end: ExprId,
}

/// The reduction of an expression.
pub(super) struct Reducer<'a, 'c> {
    pub(super) root: &'a Expression,
    pub(super) document: &'a Document,
    pub(super) view: View<'a, 'a>,
    pub(super) knowledge: &'a mut Knowledge<'c>,
    pub(super) output: &'a mut Output,
    /// The inputs of each part.
    pub(super) inputs: HashMap<ExprId, Inputs>,
    /// The variables that are neither defined by a surrounding `for` nor reserved.
    pub(super) free: HashSet<ExprId>,
    /// The conditionals that are reduced because some of their conditions are known.
    pub(super) selections: HashMap<ExprId, Selected>,
    /// The names that the surrounding `for` expressions define, outermost first.
    pub(super) defined: Vec<ForNames<'a>>,
    /// Names that have another meaning here than in the context.
    pub(super) reserved: &'a [String],
}

impl<'a, 'c> Reducer<'a, 'c> {
    pub(super) fn new(
        root: &'a Expression,
        knowledge: &'a mut Knowledge<'c>,
        output: &'a mut Output,
    ) -> Self {
        Reducer {
            root,
            document: root.document(),
            view: root.view(),
            knowledge,
            output,
            inputs: HashMap::default(),
            free: HashSet::default(),
            selections: HashMap::default(),
            defined: Vec::new(),
            reserved: &[],
        }
    }

    /// Sets the names that have another meaning than in the context.
    pub(super) fn with_reserved(self, reserved: &'a [String]) -> Self {
        Reducer { reserved, ..self }
    }

    pub(super) fn span(&self, id: ExprId) -> Span {
        self.view.tree.span(id)
    }

    pub(super) fn verbatim(&mut self, span: Span) {
        self.output.verbatim(self.document, span);
    }

    /// Writes the text between two parts as it is.
    pub(super) fn gap(&mut self, from: u32, to: u32) {
        self.verbatim(Span::new(from, to));
    }

    pub(super) fn are_known(&self, id: ExprId) -> bool {
        self.inputs.get(&id) == Some(&Inputs::Known)
    }

    pub(super) fn value_of(&self, expression: &Expression) -> Option<Value> {
        self.knowledge.value_of(expression)
    }

    /// The value of a part whose inputs are known.
    pub(super) fn known_value(&self, id: ExprId) -> Option<Value> {
        self.are_known(id)
            .then(|| self.value_of(&self.root.at(id)))?
    }
}
