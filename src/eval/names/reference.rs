//! A variable with its steps, looked up in the names of a context.
//!
//! The steps are followed as long as they lead through objects and tuples of names. They end at a value, to which the
//! remaining steps are applied as to the value of any variable.

use std::sync::Arc;

use super::definition::{Definition, LookUp, NodeId};
use super::demand::Answer;
use super::tree::{NameTree, NodeKind};
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic, did_you_mean, suggest};
use crate::eval::context::Found;
use crate::eval::variable::Scope;
use crate::eval::{EvalContext, Evaluator};
use crate::function::lookups::Marks;
use crate::quote::{quote, quoted_names};
use crate::span::Span;
use crate::syntax::tree::{ExprId, Step, StepKind};
use crate::value::{Text, Type, Value};

/// The code of diagnostics about names that are not declared.
const UNKNOWN_NAME: Code = Code::UnknownName;

/// A variable with its steps, some of which have been followed.
#[derive(Clone, Copy)]
struct Walk<'a, 's> {
    found: Found<'a>,
    /// The remaining steps.
    steps: &'s [Step],
    /// The span of the variable and of the steps followed so far.
    span: Span,
}

/// The key of the next step.
enum Key {
    /// A name, or a number as text.
    Name(Text),
    /// A key that is unknown, or that is not a name.
    Other(Value),
    /// No step, or a splat: the whole node.
    Everything,
}

impl<'s> Walk<'_, 's> {
    /// Marks the next step as followed, and returns its span.
    fn follow_step(&mut self) -> Span {
        let steps: &'s [Step] = self.steps;
        let Some((step, rest)) = steps.split_first() else {
            return self.span;
        };
        self.steps = rest;
        self.span = self.span.join(step.span);
        step.span
    }
}

impl Evaluator<'_> {
    /// The value of the expression `id`, if it defines a name of the context (without its parents) and the definition
    /// has no type: with a type, the value of the name is a converted one.
    pub(in crate::eval) fn defined(&mut self, id: ExprId, ctx: &EvalContext) -> Option<Value> {
        let names = ctx.names()?;
        let definition = names.definition_at(self.view.tree, id)?;
        if definition.ty().is_some() {
            return None;
        }
        Some(match names.demand(definition, ctx, self.work) {
            Answer::Value(value) => value,
            Answer::Absent => Value::dynamic(),
            Answer::Failed(diagnostics) => {
                for diagnostic in diagnostics {
                    self.add_diagnostic(diagnostic, self.span(id));
                }
                Value::dynamic()
            }
            Answer::Interrupted => {
                self.paid(false, id);
                Value::dynamic()
            }
        })
    }

    /// The value of a variable with its steps, if a context has a name for the variable. `span` is the span of the
    /// variable.
    #[inline(never)]
    pub(in crate::eval) fn reference(
        &mut self,
        variable: &str,
        steps: &[Step],
        span: Span,
        scope: &Scope<'_>,
    ) -> Option<Value> {
        for found in scope.ctx.named(variable) {
            let mut walk = Walk { found, steps, span };
            if let Some(value) = self.walk(variable, &mut walk, scope) {
                return Some(self.follow(&value, walk.steps, walk.span, scope));
            }
        }
        None
    }

    /// Follows the steps to a value. `None` if there is no such variable.
    fn walk(
        &mut self,
        variable: &str,
        walk: &mut Walk<'_, '_>,
        scope: &Scope<'_>,
    ) -> Option<Value> {
        let names = walk.found.names;
        if let Some(look_up) = names.variables_look_up(walk.found.node) {
            let definition = names.definition_of_name(walk.found.node, look_up, variable);
            return self.demand(&definition, walk);
        }
        loop {
            let node = names.node(walk.found.node);
            match node {
                NodeKind::Value(value) => {
                    self.note_given(walk);
                    return Some(value.clone());
                }
                NodeKind::Definition(id) => return self.demand(&names.definition(*id), walk),
                NodeKind::Object(_) | NodeKind::Tuple(_) | NodeKind::LookUp(_) => {}
            }
            let name = match self.step_key(walk.steps.first(), scope) {
                Key::Name(name) => name,
                Key::Other(key) => {
                    let step = walk.follow_step();
                    return Some(self.index(&Value::object_of_sorted(Vec::new()), &key, step));
                }
                Key::Everything => return Some(self.everything(walk)),
            };
            let next = match node {
                NodeKind::Object(object) => match object.get(&name) {
                    None if object.is_open => {
                        walk.follow_step();
                        return Some(Value::dynamic());
                    }
                    None => return Some(self.undeclared(&name, walk)),
                    next => next,
                },
                NodeKind::Tuple(elements) => {
                    let index = name.parse().ok();
                    index.and_then(|it: usize| elements.get(it).copied())
                }
                NodeKind::LookUp(look_up) => return Some(self.looked_up(look_up, &name, walk)),
                NodeKind::Value(_) | NodeKind::Definition(_) => None,
            };
            match next {
                Some(next) => {
                    walk.follow_step();
                    walk.found.node = next;
                }
                // Applying the step to the whole value reports what is wrong with it.
                None => return Some(self.everything(walk)),
            }
        }
    }

    /// The key of a step.
    fn step_key(&mut self, step: Option<&Step>, scope: &Scope<'_>) -> Key {
        let Some(step) = step else {
            return Key::Everything;
        };
        let key = match step.kind {
            StepKind::GetAttr(_) | StepKind::LegacyIndex(_) => {
                return Key::Name(self.view.accessed(*step).into());
            }
            StepKind::FullSplat(_) | StepKind::AttributeSplat(_) => return Key::Everything,
            StepKind::Index(key) => self.expression(key, scope),
        };
        if key.is_null() || !key.is_known() || !key.ty().is_primitive() {
            return Key::Other(key);
        }
        let name = convert(&key, &Type::STRING).ok();
        match name.and_then(Value::into_text) {
            Some(name) => Key::Name(name),
            None => Key::Other(key),
        }
    }

    /// The value of a definition that a walk has reached. `None` if there is no such name.
    fn demand(&mut self, definition: &Definition, walk: &Walk<'_, '_>) -> Option<Value> {
        let Found { names, ctx, .. } = walk.found;
        match names.demand(definition, ctx, self.work) {
            Answer::Value(value) => return Some(value),
            Answer::Absent => return None,
            Answer::Failed(diagnostics) => {
                for mut diagnostic in diagnostics {
                    diagnostic.set_missing_subject(walk.span);
                    if diagnostic.is_of_reference() {
                        diagnostic.set_missing_requester(None, walk.span, None);
                    }
                    self.add_diagnostic(diagnostic, walk.span);
                }
            }
            Answer::Interrupted => {
                self.paid_at(false, walk.span);
            }
        }
        Some(Value::dynamic())
    }

    /// The value of the whole node that a walk has reached.
    fn everything(&mut self, walk: &Walk<'_, '_>) -> Value {
        let names = walk.found.names;
        match names.node(walk.found.node) {
            NodeKind::LookUp(_) => {
                let detail = format!(
                    "The names in \"{}\" are looked up one by one, so it has no value as a whole. Add the name of one \
                     of them.",
                    names.path(walk.found.node)
                );
                self.error(Code::UnsuitableReference, detail, walk.span)
            }
            _ => self.whole_node(walk.found.node, walk),
        }
    }

    /// The value of a node with everything in it.
    fn whole_node(&mut self, node: NodeId, walk: &Walk<'_, '_>) -> Value {
        let names = walk.found.names;
        if let Some((value, marks)) = names.kept_whole(node) {
            if marks != Marks::default() {
                self.work.lookups().add_marks(marks);
            }
            return value;
        }
        let (before, work) = (self.diagnostics.len(), self.work);
        let undecided = work.calls.impure();
        let (value, marks) = work
            .lookups()
            .marked(|| self.assembled(names.node(node), node, walk));
        let is_complete = self.diagnostics.len() == before && !work.is_interrupted();
        // Where only the type is needed, parts of the value may have been left out.
        if is_complete && work.calls.impure() == undecided {
            names.keep_whole(node, &value, marks);
        }
        value
    }

    fn assembled(&mut self, kind: &NodeKind, node: NodeId, walk: &Walk<'_, '_>) -> Value {
        match kind {
            NodeKind::Value(value) => {
                self.note_given(walk);
                value.clone()
            }
            NodeKind::Definition(id) => {
                let definition = walk.found.names.definition(*id);
                self.demand(&definition, walk)
                    .unwrap_or_else(Value::dynamic)
            }
            // The names that are not known yet may have any type.
            NodeKind::Object(object) if object.is_open => Value::dynamic(),
            NodeKind::Object(object) => {
                let mut entries = Vec::with_capacity(object.entries.len());
                for (name, inner) in &object.entries {
                    if !self.paid_at(self.work.budget.take_steps(1), walk.span) {
                        return Value::dynamic();
                    }
                    entries.push((name.clone(), self.whole_node(*inner, walk)));
                }
                self.nested(Value::object_of_sorted(entries).within_depth(), walk.span)
            }
            NodeKind::Tuple(elements) => {
                let mut values = Vec::with_capacity(elements.len());
                for inner in elements {
                    if !self.paid_at(self.work.budget.take_steps(1), walk.span) {
                        return Value::dynamic();
                    }
                    values.push(self.whole_node(*inner, walk));
                }
                self.nested(Value::tuple_of(values).within_depth(), walk.span)
            }
            NodeKind::LookUp(_) => {
                let at = Walk {
                    found: Found { node, ..walk.found },
                    ..*walk
                };
                self.everything(&at)
            }
        }
    }

    /// The value of a name below a look-up of the application.
    fn looked_up(&mut self, look_up: &Arc<LookUp>, name: &str, walk: &mut Walk<'_, '_>) -> Value {
        let Found { names, node, .. } = walk.found;
        let step = walk.follow_step();
        let definition = names.definition_of_name(node, look_up, name);
        if let Some(value) = self.demand(&definition, walk) {
            return value;
        }
        let detail = format!("There is no {} in \"{}\".", quote(name), names.path(node));
        self.unknown_name(UNKNOWN_NAME, detail, step, String::new)
    }

    /// Reports a name that an object does not have.
    fn undeclared(&mut self, name: &str, walk: &mut Walk<'_, '_>) -> Value {
        let Found { names, node, .. } = walk.found;
        let step = walk.follow_step();
        let diagnostic = names.undeclared(node, name);
        self.add_diagnostic(diagnostic.at(step), step);
        Value::dynamic()
    }

    /// Notes that a secret is used if the value from the application that the walk has reached is secret.
    fn note_given(&mut self, walk: &Walk<'_, '_>) {
        let Found { names, node, ctx } = walk.found;
        if ctx.is_marked_secret(|| names.path(node)) {
            self.work.lookups().add_marks(Marks::SECRET);
        }
    }
}

impl NameTree {
    /// The diagnostic about a name that an object does not have, without a place.
    pub(crate) fn undeclared(&self, object: NodeId, name: &str) -> Diagnostic {
        let detail = format!("There is no {} in \"{}\".", quote(name), self.path(object));
        let declared = self.names_in(object);
        let name = name.to_owned();
        let diagnostic = Diagnostic::of(UNKNOWN_NAME, detail).without_values();
        diagnostic.with_advice(move || {
            let near = suggest(&name, declared.iter().map(Text::as_ref));
            near.map_or_else(
                || listed(&declared).into(),
                |near| did_you_mean(&name, near),
            )
        })
    }
}

/// A sentence with the names that are declared.
fn listed(declared: &[Text]) -> String {
    if declared.is_empty() {
        return " Nothing is declared there.".to_owned();
    }
    let names = quoted_names(declared.iter().map(Text::as_ref));
    format!(" Declared there: {names}.")
}
