//! The inputs of the parts of an expression, and whether they are known ("Static Analysis").

use crate::syntax::tree::ExprId;
use crate::syntax::tree::handle::{ChainPart, Expression};
use crate::syntax::tree::view::{ExpressionView, ForNames, ScopedPart};

use super::reducer::{Inputs, Reducer};

/// A step of a scan.
enum ScanStep<'a> {
    Enter(ScopedPart<'a>),
    /// All parts of the expression have been scanned.
    Leave(ExprId),
}

impl<'a> Reducer<'a, '_> {
    /// Finds the inputs of an expression and of its parts. Does not recurse, because an expression may have many levels
    /// of operators for each level of nesting.
    pub(super) fn scan(&mut self, id: ExprId) {
        let mut steps = vec![ScanStep::Enter(ScopedPart::Expression(id))];
        while let Some(step) = steps.pop() {
            let mut start = steps.len();
            match step {
                ScanStep::Enter(ScopedPart::Expression(id)) => {
                    steps.push(ScanStep::Leave(id));
                    start += 1;
                    self.enter(id, &mut |part| steps.push(ScanStep::Enter(part)));
                }
                ScanStep::Enter(ScopedPart::Template(id)) => {
                    let mut enter = |part| steps.push(ScanStep::Enter(part));
                    self.view.for_each_template_part(id, &mut enter);
                }
                ScanStep::Enter(ScopedPart::Define(names)) => self.defined.push(names),
                ScanStep::Enter(ScopedPart::Forget(_)) => {
                    self.defined.pop();
                }
                ScanStep::Leave(id) => {
                    let inputs = self.inputs_of(id);
                    self.inputs.insert(id, inputs);
                }
            }
            // The added steps are in the order of the source, and the last step is done first.
            steps[start..].reverse();
        }
    }

    /// Adds the parts of an expression that are to be scanned.
    fn enter(&mut self, id: ExprId, add: &mut dyn FnMut(ScopedPart<'a>)) {
        let view = self.view;
        match view.expression(id) {
            ExpressionView::Variable(name) => {
                let inputs = self.variable(id, name, ChainPart::Whole);
                self.inputs.insert(id, inputs);
            }
            ExpressionView::Traversal(it) => {
                if let ExpressionView::Variable(name) = view.expression(it.source) {
                    let (id, part) = ChainPart::with_steps(id, it, view.static_steps(it.steps));
                    let inputs = self.variable(id, name, part);
                    self.inputs.insert(it.source, inputs);
                } else {
                    add(ScopedPart::Expression(it.source));
                }
                it.keys().map(ScopedPart::Expression).for_each(add);
            }
            _ => view.for_each_scoped_part(id, add),
        }
    }

    /// The inputs of an expression whose parts have been scanned.
    fn inputs_of(&mut self, id: ExprId) -> Inputs {
        let view = self.view;
        let mut inputs = match view.expression(id) {
            ExpressionView::Unknown | ExpressionView::Embedded => Inputs::Unknown,
            ExpressionView::Variable(_) => return self.inputs[&id],
            ExpressionView::FunctionCall(call) => {
                match self.knowledge.ctx.function(&view.function_name(call)) {
                    Some(function) if !function.is_impure() => Inputs::Known,
                    _ => Inputs::Unknown,
                }
            }
            // If one side is selected, the other one does not count.
            ExpressionView::Conditional(parts) => match self.selection_of(parts) {
                Some(selected) => {
                    let kept = selected.pairs.iter().flatten().chain([&selected.end]);
                    let kept = kept.map(|id| self.inputs[id]);
                    let inputs = kept.fold(Inputs::Known, Inputs::joined_with);
                    self.selections.insert(id, selected);
                    return inputs;
                }
                None => Inputs::Known,
            },
            _ => Inputs::Known,
        };
        view.for_each_child(id, &mut |child| {
            inputs = inputs.joined_with(self.inputs[&child]);
        });
        match inputs {
            // Variables of a `for` in the expression are not inputs of it.
            Inputs::OfFor(level) if level >= self.defined.len() => Inputs::Known,
            inputs => inputs,
        }
    }

    /// The inputs of a variable with its steps, which is the part `part` of the expression `id`.
    fn variable(&mut self, id: ExprId, name: &str, part: ChainPart) -> Inputs {
        let is_it = |names: &ForNames<'_>| names.contains(&Some(name));
        let is_bound = self.is_bound(id);
        if !is_bound {
            if let Some(level) = self.defined.iter().rposition(is_it) {
                return Inputs::OfFor(level);
            }
            if self.reserved.iter().any(|it| it == name) {
                return Inputs::Unknown;
            }
        }
        self.free.insert(self.variable_of(id));
        let expression = self.root.at_part(id, part);
        let is_known = if is_bound {
            self.has_known_value(&expression)
        } else {
            let text = expression.text();
            if let Some(is_known) = self.knowledge.variables.get(text) {
                *is_known
            } else {
                let is_known = self.has_known_value(&expression);
                let text = text.to_owned();
                self.knowledge.variables.insert(text, is_known);
                is_known
            }
        };
        if is_known {
            Inputs::Known
        } else {
            Inputs::Unknown
        }
    }

    /// The variable at the start of a traversal, or the variable itself.
    fn variable_of(&self, id: ExprId) -> ExprId {
        match self.view.expression(id) {
            ExpressionView::Traversal(it) => it.source,
            _ => id,
        }
    }

    fn is_bound(&self, id: ExprId) -> bool {
        self.view.tree.binding(self.variable_of(id)).is_some()
    }

    /// Whether a variable with steps has a known value, or certainly fails: the variable has a known value, which does
    /// not have these steps.
    fn has_known_value(&self, expression: &Expression) -> bool {
        let is_known = |it: &Expression| {
            let value = self.value_of(it);
            value.is_some_and(|value| value.is_wholly_known())
        };
        if is_known(expression) {
            return true;
        }
        let ExpressionView::Traversal(it) = expression.shape() else {
            return false;
        };
        let source = self.root.at(it.source);
        self.is_held(&source) && is_known(&source)
    }

    /// Whether a variable has a value of its own, rather than only names under it.
    pub(super) fn is_held(&self, variable: &Expression) -> bool {
        self.is_bound(variable.id()) || self.knowledge.ctx.variable(variable.text()).is_some()
    }
}
