//! Evaluation of definitions on demand.
//!
//! A definition is evaluated within the evaluation that requests it, as a part of the same work. Up to a fixed depth,
//! this is recursion. Where the recursion would become too deep, the evaluation is suspended (`function::lookups`): all
//! calls return to the outermost look-up, which first evaluates the definition that is needed and then starts again. A
//! chain of any length takes about two evaluations per link.
//!
//! No thread waits for another: if two threads request the same definition at the same time, both evaluate it, and the
//! first result is kept.

use std::fmt::Write as _;
use std::sync::Arc;

use super::definition::{Content, Definition, Evaluated};
use super::tree::NameTree;
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic, limited};
use crate::error::{Category, Error, Result};
use crate::eval::EvalContext;
use crate::eval::report::interruption_diagnostic;
use crate::eval::user_function::nesting_of;
use crate::function::Work;
use crate::function::lookups::{LookupState, Marks};
use crate::limits::{MAX_LISTED, MAX_REPORTED};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::tree::handle::Expression;
use crate::value::Value;

/// Levels of nesting that a look-up reserves in addition to those of its expression, for the stack frames in between.
const LOOK_UP_NESTING: usize = 3;

/// Levels of nesting that a look-up of the application reserves.
const APPLICATION_NESTING: usize = 8;

/// Levels of nesting that the look-ups of one tree leave for look-ups of other trees that begin within them.
const RESERVED_NESTING: usize = 64;

/// The code of diagnostics about definitions that need each other.
pub(super) const CYCLE: Code = Code::CircularReference;

/// The answer to a request for the value of a definition.
pub(in crate::eval) enum Answer {
    Value(Value),
    /// There is no such name.
    Absent,
    /// The evaluation has failed.
    Failed(Vec<Diagnostic>),
    /// The work is interrupted: results computed now are not used.
    Interrupted,
}

impl NameTree {
    /// The value of a definition.
    pub(in crate::eval) fn demand(
        &self,
        definition: &Definition,
        ctx: &EvalContext,
        work: &Work,
    ) -> Answer {
        if let Some(evaluated) = definition.result() {
            return answer(evaluated, work);
        }
        if work.is_interrupted() {
            return Answer::Interrupted;
        }
        let lookups = work.lookups();
        let id = self.lookup_id(definition);
        if let Some(diagnostics) = lookups.failure(id) {
            lookups.add_marks(Marks::PASSING);
            return Answer::Failed(diagnostics);
        }
        if work.calls.are_discarded() && self.is_needed_by_itself(definition, lookups.last()) {
            // Where only the type is needed, a definition that needs itself is unknown instead of an error. The result
            // then depends on the requester, so it is not kept.
            work.calls.count_impure();
            return Answer::Value(Value::dynamic());
        }
        if let Some(start) = lookups.position(id) {
            return self.cycle(start, work);
        }
        if lookups.is_outermost(self.id) {
            return self.demand_outermost(definition, ctx, work);
        }
        let nesting = nesting(definition);
        let reserved = RESERVED_NESTING >> lookups.trees().saturating_sub(1).min(6);
        if !work.budget.has_depth(nesting + reserved) {
            work.suspend(id);
            return Answer::Interrupted;
        }
        self.evaluate(definition, LookupState::Nested, nesting, ctx, work)
    }

    /// Evaluates all definitions.
    ///
    /// # Errors
    ///
    /// If some of them fail, with their diagnostics.
    pub(crate) fn check(&self, ctx: &EvalContext) -> Result<()> {
        let work = ctx.work();
        let mut found: Vec<Diagnostic> = Vec::new();
        for definition in &self.definitions {
            let Answer::Failed(diagnostics) = self.demand(definition, ctx, &work) else {
                continue;
            };
            for diagnostic in diagnostics {
                if found.len() <= MAX_REPORTED && !found.iter().any(|it| it.is_same(&diagnostic)) {
                    found.push(diagnostic);
                }
            }
        }
        match work.interruption() {
            Some(interruption) => {
                let diagnostic = interruption_diagnostic(interruption);
                Err(Error::new(Category::Limit, diagnostic))
            }
            None => Error::unless(Category::Evaluation, limited(found, MAX_REPORTED), ()),
        }
    }

    /// The value of a definition while no other definition of this tree is being evaluated. Definitions that would nest
    /// too deep are evaluated from here.
    fn demand_outermost(&self, definition: &Definition, ctx: &EvalContext, work: &Work) -> Answer {
        let lookups = work.lookups();
        if lookups.are_active() && !work.budget.has_depth(nesting(definition)) {
            if work.suspend_nested() {
                return Answer::Interrupted;
            }
            lookups.add_marks(Marks::PASSING);
            let detail = format!(
                "Look-ups nest too deep to look up \"{}\".",
                self.path_of(definition)
            );
            return Answer::Failed(vec![Diagnostic::of(Code::NestingTooDeep, detail)]);
        }
        lookups.begin_tree(self.id);
        // Each of these definitions waits for the next one. In the path of look-ups, suspended look-ups are between
        // them.
        let mut waiting = vec![(definition.id(), lookups.len())];
        let answer = loop {
            let Some((id, position)) = waiting.last().copied() else {
                break Answer::Interrupted;
            };
            lookups.truncate(position);
            let definition = self.definition(id);
            let nesting = nesting(&definition);
            let answer = self.evaluate(&definition, LookupState::Outermost, nesting, ctx, work);
            match work.wanted() {
                Some(wanted) if wanted.tree == self.id => {
                    work.resume();
                    waiting.push((wanted.definition, lookups.len()));
                }
                Some(_) => break answer,
                None => {
                    waiting.pop();
                    if waiting.is_empty() || work.is_interrupted() {
                        break answer;
                    }
                }
            }
        };
        lookups.end_tree();
        answer
    }

    /// Evaluates a definition that is not being evaluated yet. `nesting` is the nesting that it needs.
    fn evaluate(
        &self,
        definition: &Definition,
        state: LookupState,
        nesting: usize,
        ctx: &EvalContext,
        work: &Work,
    ) -> Answer {
        let lookups = work.lookups();
        if ctx.has_marked_secrets() {
            lookups.begin_tracking();
        }
        let id = self.lookup_id(definition);
        let position = lookups.len();
        lookups.push(id, state);
        let log = lookups.begin_log(id);
        let (result, marks) = {
            let (_needed, _alone) = (work.calls.need(), work.calls.count_alone());
            let _descent = work.budget.descend(nesting);
            lookups.marked(|| Self::value_of(definition, ctx, work))
        };
        let is_suspended = work.wanted().is_some();
        lookups.end_log(log, is_suspended.then_some(id));
        if is_suspended {
            lookups.set_suspended(position);
        } else {
            lookups.truncate(position);
        }
        if work.is_interrupted() {
            return Answer::Interrupted;
        }
        let is_marked = ctx.is_marked_secret(|| self.path_of(definition));
        if is_marked {
            lookups.add_marks(Marks::SECRET);
        }
        let result = result.map_err(|diagnostics| {
            let diagnostics = limited(diagnostics, MAX_REPORTED);
            self.with_requester(diagnostics, definition, position, work)
        });
        if marks.is_passing
            && let Err(diagnostics) = result
        {
            lookups.keep_failure(id, diagnostics.clone());
            return Answer::Failed(diagnostics);
        }
        let evaluated = definition.keep(Evaluated {
            result,
            is_secret: is_marked || marks.is_secret,
        });
        answer(evaluated, work)
    }

    /// The value of a definition, or the diagnostics of its evaluation; `None` if a look-up of the application does not
    /// find the name.
    fn value_of(
        definition: &Definition,
        ctx: &EvalContext,
        work: &Work,
    ) -> Result<Option<Value>, Vec<Diagnostic>> {
        let value = match definition.content() {
            Content::LookUp { look_up, name } => {
                // Not marked as an error of a reference: a function such as "try" may handle the errors of an
                // application.
                return of_application(ctx, work, |ctx| look_up(name, ctx));
            }
            Content::Expression(expression) => {
                let evaluated = expression.evaluate_directly(ctx, work);
                if evaluated.diagnostics.is_empty() {
                    Ok(evaluated.value)
                } else {
                    Err(evaluated.diagnostics)
                }
            }
            Content::Given(value) => Ok(value.clone()),
            Content::Block { block, value } => {
                let result = of_application(ctx, work, |ctx| value(block, ctx));
                result.map_err(|mut diagnostics| {
                    for diagnostic in &mut diagnostics {
                        if diagnostic.subject().is_none() {
                            diagnostic.set_missing_subject(block.header_span());
                            diagnostic.set_missing_source(block.source());
                        }
                    }
                    diagnostics
                })
            }
            Content::Missing(diagnostic) => Err(vec![diagnostic.clone()]),
        };
        let value = value.and_then(|value| match definition.ty() {
            Some(ty) => converted(&value, ty, definition.expression().unwrap_or(ty), work),
            None => Ok(value),
        });
        value.map(Some).map_err(|mut diagnostics| {
            for diagnostic in &mut diagnostics {
                diagnostic.set_of_reference();
            }
            diagnostics
        })
    }

    /// Adds to the diagnostics of a failed definition which definition requested it first. Diagnostics of the
    /// definitions that it needs have a requester already.
    fn with_requester(
        &self,
        mut diagnostics: Vec<Diagnostic>,
        definition: &Definition,
        position: usize,
        work: &Work,
    ) -> Vec<Diagnostic> {
        let Some(before) = position.checked_sub(1) else {
            return diagnostics;
        };
        let path = work.lookups().path_from(before);
        let Some(requester) = path.first().filter(|it| it.tree == self.id) else {
            return diagnostics;
        };
        let requester = self.definition(requester.definition);
        let place = self.place_of_need(&requester, definition);
        let Some((span, source)) = place else {
            return diagnostics;
        };
        let name = self.path_of(&requester);
        for diagnostic in &mut diagnostics {
            diagnostic.set_missing_requester(Some(&name), span, Some(&source));
        }
        diagnostics
    }

    /// Reports that a definition needs itself. All definitions from the index `start` of the path on fail, even if one
    /// of them does not use the value that it requests.
    fn cycle(&self, start: usize, work: &Work) -> Answer {
        let path = work.lookups().path_from(start);
        let mine = path.iter().filter(|it| it.tree == self.id);
        let mut members: Vec<_> = mine.map(|it| self.definition(it.definition)).collect();
        // Begin with the definition with the lowest id, so that the report is the same wherever the cycle is entered.
        let first = members.iter().enumerate().min_by_key(|(_, it)| it.id());
        let first = first.map_or(0, |(index, _)| index);
        members.rotate_left(first);
        let mut diagnostic = self.cycle_diagnostic(&members);
        diagnostic.set_of_reference();
        diagnostic.set_requester_in_detail();
        for member in &members {
            member.keep(Evaluated {
                result: Err(vec![diagnostic.clone()]),
                is_secret: false,
            });
        }
        Answer::Failed(vec![diagnostic])
    }

    /// The diagnostic about a cycle of definitions: each needs the next one, and the last needs the first.
    fn cycle_diagnostic(&self, members: &[Arc<Definition>]) -> Diagnostic {
        let next = members.iter().cycle().skip(1);
        let hops = members.iter().zip(next).map(|(member, next)| Hop {
            name: self.path_of(member).to_string(),
            place: self.place_of_need(member, next),
        });
        cycle_diagnostic(&hops.collect::<Vec<_>>())
    }
}

/// A definition in a cycle, and where it needs the next one.
pub(crate) struct Hop {
    pub(crate) name: String,
    pub(crate) place: Option<(Span, Source)>,
}

/// The diagnostic about a cycle.
pub(crate) fn cycle_diagnostic(hops: &[Hop]) -> Diagnostic {
    let named = |hop: &Hop| match &hop.place {
        Some((span, source)) => format!("\"{}\" at {}", hop.name, source.place_of(*span)),
        None => format!("\"{}\"", hop.name),
    };
    let first = hops.first().map_or_else(String::new, named);
    let mut detail = format!("{first} needs ");
    for (index, hop) in hops.iter().enumerate().skip(1) {
        if index == MAX_LISTED && hops.len() > MAX_LISTED + 1 {
            let rest = hops.len() - MAX_LISTED;
            let _ = write!(detail, "{rest} more in turn, the last of which needs ");
            break;
        }
        let _ = write!(detail, "{}, which needs ", named(hop));
    }
    let own = hops.first().map_or("", |hop| &hop.name);
    let _ = write!(
        detail,
        "\"{own}\". Something that needs itself has no value."
    );
    let diagnostic = Diagnostic::of(CYCLE, detail).without_values();
    match hops.first().and_then(|hop| hop.place.as_ref()) {
        Some((span, source)) => diagnostic.at((*span, source)),
        None => diagnostic,
    }
}

/// The answer for a definition that has been evaluated.
fn answer(evaluated: &Evaluated, work: &Work) -> Answer {
    if evaluated.is_secret {
        work.lookups().add_marks(Marks::SECRET);
    }
    match &evaluated.result {
        Ok(Some(value)) => Answer::Value(value.clone()),
        Ok(None) => Answer::Absent,
        Err(diagnostics) => Answer::Failed(diagnostics.clone()),
    }
}

/// The nesting that evaluating a definition needs.
fn nesting(definition: &Definition) -> usize {
    match definition.expression() {
        Some(expression) => LOOK_UP_NESTING + nesting_of(expression.view(), expression.id()),
        None => APPLICATION_NESTING,
    }
}

/// A value converted to the type that an expression describes.
fn converted(
    value: &Value,
    ty: &Expression,
    place: &Expression,
    work: &Work,
) -> Result<Value, Vec<Diagnostic>> {
    let result = ty.type_constraint().and_then(|ty| {
        // An interruption is reported by the requesting evaluation.
        if !work.budget.take_conversion(value, &ty) {
            return Ok(Value::dynamic());
        }
        convert(value, &ty).map_err(|error| Error::from(error).at(place))
    });
    result.map_err(Error::into_diagnostics)
}

/// Calls a function of the application, which may evaluate expressions with the rest of the work. A failure is marked
/// as temporary.
fn of_application<T>(
    ctx: &EvalContext,
    work: &Work,
    call: impl FnOnce(&EvalContext) -> Result<T>,
) -> Result<T, Vec<Diagnostic>> {
    let lent = work.lend();
    let result = call(&ctx.with_lent(&lent));
    work.take_back(&lent);
    result.map_err(|error| {
        work.lookups().add_marks(Marks::PASSING);
        error.into_diagnostics()
    })
}
