//! The search for wrong names and values, body by body:
//!
//! 1. The block without its items, in a body that has nothing else: its deserialization reveals the names of the
//!    fields, and the deserialization of its parent reveals which items are blocks that a field asks for.
//! 2. The block with the names that no field has, and if the type refuses one of them, with each name alone.
//! 3. The block with the remaining items, after the blocks in it have been searched: the type may miss a name, or
//!    refuse the value of an attribute. Such an attribute is left out, and the others are tried again.
//!
//! In addition, the block with each attribute alone that needs evaluation. Nothing is evaluated in the other steps.
//!
//! If something was left out of a block, an error of its type is not reported, unless it is about an unexpected name:
//! the cause may be what was left out. For the same reason, a name is not missing if the type may have taken something
//! that was left out for it, such as an alias; and no error is reported that follows from what was not evaluated.

use std::cell::Cell;
use std::mem;
use std::sync::Arc;

use foldhash::HashSet;

use super::record::{
    BodyFailure, BodyKey, Computed, OtherBodies, Purpose, ROOT, Record, Survey, SurveyedItem,
    VisitedBody,
};
use crate::de::guesses::FieldId;
use crate::de::item_nodes::ItemNode;
use crate::de::origin::ExpressionKey;
use crate::diagnostic::{Code, Diagnostic, is_misspelling};
use crate::error::{Category, Error, Found};
use crate::protocol::field::REST;

/// Number of times that the survey may read each byte of the sources.
const READS: usize = 32;

/// Number of additional bytes that it may read, so that it finishes for small sources.
const MIN_BYTES: usize = 1 << 20;

/// Cost of an attempt for each body on its route, in bytes.
const STEP_COST: usize = 32;

// A `Deserialize` implementation that decodes a text of its own gets only that text: it can learn from the thread alone
// that a survey is running. This determines only how many errors are reported.
thread_local! {
    /// Whether this thread is running a survey.
    static IS_RUNNING: Cell<bool> = const { Cell::new(false) };
}

/// Marks this thread as running a survey until it is dropped.
struct Running;

impl Running {
    /// Returns `None` if the thread is already running a survey: a type that decodes a body of its own fails in each of
    /// many attempts, and each level of such types would multiply the work.
    fn start() -> Option<Self> {
        let is_running = IS_RUNNING.replace(true);
        // No second `Running` is created: dropping it would clear the flag while the first one still exists.
        if is_running { None } else { Some(Running) }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        IS_RUNNING.set(false);
    }
}

/// Decodes what a survey gives, and returns the error.
pub(in crate::de) type Attempt<'t> = &'t mut dyn FnMut(&mut Survey) -> Option<Error>;

/// Adds the errors of all other names and values to an error. `items` and `bytes` are the items and the length of the
/// configuration. At most `max_reported` errors are reported.
pub(in crate::de) fn with_other_faults(
    error: Error,
    survey: Survey,
    items: Vec<SurveyedItem>,
    bytes: usize,
    max_reported: usize,
    attempt: Attempt<'_>,
) -> Error {
    let Some(_running) = Running::start() else {
        return error;
    };
    let mut search = Search {
        survey,
        attempt,
        route: Vec::new(),
        listed: HashSet::from_iter([ROOT]),
        found: Vec::new(),
        is_spent: false,
        bytes_left: READS.saturating_mul(bytes).saturating_add(MIN_BYTES),
        max_reported,
    };
    search.root(items);
    error.with_others(search.found, max_reported)
}

/// What was found in a body.
#[derive(Clone, Copy, Default)]
struct Findings {
    /// Whether it decodes without the items at fault.
    is_sound: bool,
    /// Whether nothing has been left out.
    is_whole: bool,
}

impl Findings {
    /// No error was found.
    const WITHOUT: Findings = Findings {
        is_sound: true,
        is_whole: true,
    };
}

/// What is known of the items of a body.
#[derive(Default)]
struct BodyState<'i> {
    /// The items that have not been left out.
    kept: Vec<&'i SurveyedItem>,
    /// The names that the type refuses.
    refused: HashSet<&'i str>,
    /// The items that were left out as a whole or in part.
    partial: Vec<&'i SurveyedItem>,
}

impl BodyState<'_> {
    /// Whether the failure may be due only to what was left out.
    fn is_partial(&self, failure: BodyFailure, failed: &SurveyedItem) -> bool {
        self.partial.iter().any(|item| match failure {
            BodyFailure::Block(_) => item.node == failed.node,
            BodyFailure::Labelled(_) => (&item.name, &item.label) == (&failed.name, &failed.label),
            _ => item.name == failed.name,
        })
    }
}

/// A body, and the items that an attempt gives it.
struct Given {
    body: BodyKey,
    items: Vec<ItemNode>,
}

impl Given {
    fn new(body: BodyKey, items: &[&SurveyedItem]) -> Self {
        let items = nodes(items);
        Given { body, items }
    }
}

/// A body around the current one, and the item that leads there.
#[derive(Clone, Copy)]
struct Step {
    body: BodyKey,
    item: ItemNode,
    /// Number of bytes that each attempt reads of a JSON property, which holds other bodies, too; 0 for a block.
    bytes: usize,
}

/// The survey of a configuration.
struct Search<'t> {
    survey: Survey,
    attempt: Attempt<'t>,
    /// The path to the current body.
    route: Vec<Step>,
    /// The bodies that are being searched, or will be after the current one. A JSON property is always given as a
    /// whole, so the bodies after the current one are visited, too.
    listed: HashSet<BodyKey>,
    found: Vec<Diagnostic>,
    /// Whether the budget for evaluation is spent.
    is_spent: bool,
    /// Number of bytes that may still be read.
    bytes_left: usize,
    max_reported: usize,
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.bytes_left == 0 || self.found.len() > self.max_reported
    }

    /// Decodes the body at the end of the route with the items of `last`, and adds the first diagnostic that `select`
    /// accepts.
    fn attempt_to_add(
        &mut self,
        others: OtherBodies,
        last: Given,
        mut select: impl FnMut(&Diagnostic) -> bool,
    ) {
        let (error, _) = self.attempt(Purpose::Report, others, Some(last));
        let diagnostics = error.map_or(Vec::new(), Error::into_diagnostics);
        self.found
            .extend(diagnostics.into_iter().find(|it| select(it)));
    }

    /// Decodes with only the items on the route, and at its end with the items of `last`, if given. Unless the error is
    /// reported, its path is incomplete. Returns the error, and what the attempt has recorded.
    fn attempt(
        &mut self,
        purpose: Purpose,
        others: OtherBodies,
        last: Option<Given>,
    ) -> (Option<Error>, Record) {
        let route = self.route.clone();
        let on_route = route.iter().map(|step| Given {
            body: step.body,
            items: vec![step.item],
        });
        let survey = &mut self.survey;
        let mut before = Vec::new();
        for Given { body, items } in on_route.chain(last) {
            before.push((body, survey.given.insert(body, items)));
        }
        (survey.purpose, survey.others) = (purpose, others);
        survey.current = before.last().map(|(body, _)| *body);
        let error = (self.attempt)(survey);
        let record = mem::take(&mut *survey.record());
        for (body, items) in before {
            match items {
                Some(items) => survey.given.insert(body, items),
                None => survey.given.remove(&body),
            };
        }
        let route = self.route.iter();
        let bytes = route.fold(STEP_COST, |sum, step| {
            sum.saturating_add(STEP_COST).saturating_add(step.bytes)
        });
        self.spend(bytes);
        (error, record)
    }

    fn spend(&mut self, bytes: usize) {
        self.bytes_left = self.bytes_left.saturating_sub(bytes);
    }

    /// Returns the bodies of the last item of the route. If a JSON property has several, a type stops at the first one
    /// that it refuses without items: it is then decoded again without that one.
    #[inline(never)]
    fn visited(&mut self) -> Vec<VisitedBody> {
        // One property must not spend what all others need.
        let reserve = self.bytes_left / 2;
        let left_out = Arc::clone(&self.survey.left_out);
        let mut visited = Vec::new();
        loop {
            let (error, record) = self.attempt(Purpose::Record, OtherBodies::Nothing, None);
            visited.extend(record.bodies);
            let is_last = error.is_none() || self.bytes_left <= reserve;
            if is_last || !self.survey.leave_out(record.failed_parts) {
                break;
            }
        }
        self.survey.left_out = left_out;
        visited
    }

    fn root(&mut self, items: Vec<SurveyedItem>) {
        let fields = self.visited().into_iter().find(|body| body.key == ROOT);
        self.body(&VisitedBody {
            key: ROOT,
            fields: fields.and_then(|body| body.fields),
            items,
            left_out: Arc::default(),
        });
    }

    /// Searches a body and the bodies in it. The functions that it calls are out of line, because its stack frame is
    /// repeated for each level of nesting.
    fn body(&mut self, body: &VisitedBody) -> Findings {
        let has_field = |name: &str| {
            body.fields
                .is_none_or(|fields| fields.contains(&name) || fields.contains(&REST))
        };
        let may_refuse = self.refuses_any(body, has_field);
        let mut state = BodyState::default();
        for item in &body.items {
            if self.is_over() {
                return Findings::default();
            }
            if has_field(&item.name) {
                self.evaluate(body, item);
                let inner = if item.has_body {
                    self.blocks(body, item)
                } else {
                    Findings::WITHOUT
                };
                if !(inner.is_whole && inner.is_sound) {
                    state.partial.push(item);
                }
                if inner.is_sound {
                    state.kept.push(item);
                }
            } else if may_refuse
                && (state.refused.contains(&*item.name) || self.is_refused(body, item))
            {
                state.refused.insert(&*item.name);
            } else {
                state.kept.push(item);
            }
        }
        let is_sound = self.is_sound(body, &mut state);
        let is_whole = state.kept.len() == body.items.len();
        if !is_whole {
            self.survey.given.insert(body.key, nodes(&state.kept));
        }
        Findings {
            is_sound,
            is_whole: is_whole && state.partial.is_empty(),
        }
    }

    /// Whether a body refuses any name that no field has. Most types ignore them all.
    #[inline(never)]
    fn refuses_any(&mut self, body: &VisitedBody, has_field: impl Fn(&str) -> bool) -> bool {
        let mut names = HashSet::default();
        let items = body.items.iter().filter(|item| !has_field(&item.name));
        let items: Vec<&SurveyedItem> = items.filter(|item| names.insert(&*item.name)).collect();
        if items.is_empty() {
            return false;
        }
        let given = Given::new(body.key, &items);
        let (_, record) = self.attempt(Purpose::Record, OtherBodies::Nothing, Some(given));
        let mut failures = record.failures(body.key);
        failures.any(|it| matches!(it, BodyFailure::Name(_)))
    }

    /// Whether a body refuses the name of an item.
    #[inline(never)]
    fn is_refused(&mut self, body: &VisitedBody, item: &SurveyedItem) -> bool {
        let alone = || Given::new(body.key, &[item]);
        let (_, record) = self.attempt(Purpose::Record, OtherBodies::Nothing, Some(alone()));
        let mut failures = record.failures(body.key);
        let is_refused = failures.any(|it| it == BodyFailure::Name(item.node));
        if is_refused {
            let is_about = |it: &Diagnostic| it.parsed_subject() == Some(item.name_span);
            self.attempt_to_add(OtherBodies::Nothing, alone(), is_about);
        }
        is_refused
    }

    /// Evaluates what the type asks for in an attribute, unless that was already done. A type stops at the first part
    /// of a value that fails: it is then decoded again without that part.
    #[inline(never)]
    fn evaluate(&mut self, body: &VisitedBody, item: &SurveyedItem) {
        if item.computed == Computed::Nothing {
            return;
        }
        let left_out = Arc::clone(&self.survey.left_out);
        let mut only_rest = false;
        while !self.is_over()
            && !self.is_spent
            && let Some(failed) = self.evaluate_parts(body, item, only_rest)
            && self.survey.leave_out(failed)
        {
            only_rest = true;
        }
        self.survey.left_out = left_out;
    }

    /// Evaluates the parts of an attribute that are not left out. If there was an error, returns the parts that failed.
    fn evaluate_parts(
        &mut self,
        body: &VisitedBody,
        item: &SurveyedItem,
        only_rest: bool,
    ) -> Option<Vec<ExpressionKey>> {
        self.spend(item.bytes);
        let purpose = Purpose::Evaluate { only_rest };
        let given = Given::new(body.key, &[item]);
        let (error, record) = self.attempt(purpose, OtherBodies::Nothing, Some(given));
        let error = error?;
        self.is_spent |= error.classify() == Category::Limit;
        let first = record.failures(body.key).next();
        // An item that may be blocks was given without their content, and an error about the rest of a value may not
        // apply to the whole.
        let is_alone = !item.has_body && !only_rest || error.classify() == Category::Evaluation;
        let is_its = is_alone && first == Some(BodyFailure::Item(item.node));
        if is_its && !self.is_spent {
            let diagnostics = error.into_diagnostics().into_iter();
            self.found
                .extend(diagnostics.filter(|it| it.code() != Code::NotEvaluated));
        }
        Some(record.failed_parts)
    }

    /// Searches the bodies of an item's blocks.
    fn blocks(&mut self, body: &VisitedBody, item: &SurveyedItem) -> Findings {
        self.spend(item.bytes);
        self.route.push(Step {
            body: body.key,
            item: item.node,
            bytes: if item.is_property { item.bytes } else { 0 },
        });
        let mut all = Findings::WITHOUT;
        // One property must not spend what all others need.
        let reserve = self.bytes_left / 2;
        let mut bodies = self.visited();
        bodies.retain(|inner| self.listed.insert(inner.key));
        for inner in &bodies {
            if item.is_property && self.bytes_left < reserve {
                all.is_whole = false;
                break;
            }
            let left_out = mem::replace(&mut self.survey.left_out, inner.left_out.clone());
            let findings = self.body(inner);
            self.survey.left_out = left_out;
            all.is_sound &= findings.is_sound;
            all.is_whole &= findings.is_whole;
        }
        for inner in &bodies {
            self.listed.remove(&inner.key);
        }
        self.route.pop();
        all
    }

    /// Finds a missing name of a body and errors in its attributes. Items that fail are left out.
    #[inline(never)]
    fn is_sound<'i>(&mut self, body: &'i VisitedBody, state: &mut BodyState<'i>) -> bool {
        let computed = state
            .kept
            .extract_if(.., |item| item.computed == Computed::Whole);
        state.partial.extend(computed);
        while !self.is_over() {
            self.spend(state.kept.iter().map(|item| item.bytes).sum());
            let kept = Given::new(body.key, &state.kept);
            let (error, record) = self.attempt(Purpose::Record, OtherBodies::All, Some(kept));
            let Some(error) = error else {
                return true;
            };
            match record.failures(body.key).next() {
                // It is an error of an enclosing body, which has no other items.
                None => return true,
                // Serde has buffered the items. The enclosing body adds the place of the error, if it can be known.
                Some(BodyFailure::Body) if body.fields.is_none() => return true,
                Some(BodyFailure::Body) => {
                    let missing = error.facts().missing_field();
                    if missing.is_some_and(|name| self.is_missing(name, body, state)) {
                        let again = Given::new(body.key, &state.kept);
                        self.attempt_to_add(OtherBodies::All, again, |_| true);
                    }
                    return false;
                }
                Some(failure) => {
                    let is_unevaluated = record.is_unevaluated;
                    if !self.leave_out(failure, &error, is_unevaluated, body.key, state) {
                        return false;
                    }
                }
            }
        }
        false
    }

    /// Leaves out the items that have failed, and adds the error if it is about them alone. Returns whether there were
    /// any. `is_unevaluated` says whether an evaluation was refused in one of all items.
    fn leave_out(
        &mut self,
        failure: BodyFailure,
        error: &Error,
        is_unevaluated: bool,
        body: BodyKey,
        state: &mut BodyState<'_>,
    ) -> bool {
        let node = failure.node();
        let Some(failed) = state.kept.iter().copied().find(|it| Some(it.node) == node) else {
            return false;
        };
        let all = Given::new(body, &state.kept);
        let has_failed = |item: &mut &SurveyedItem| match failure {
            BodyFailure::Item(_) => item.name == failed.name,
            _ => item.node == failed.node,
        };
        let failing: Vec<&SurveyedItem> = state.kept.extract_if(.., has_failed).collect();
        let is_unexpected_name = matches!(error.facts().found(), Some(Found::Name(_)));
        let is_about_value = error.classify() == Category::Data
            && !state.is_partial(failure, failed)
            && !(is_unevaluated && self.are_unevaluated(body, &failing));
        if is_unexpected_name || is_about_value {
            self.attempt_to_add(OtherBodies::All, all, |_| true);
        }
        state.partial.extend(failing);
        true
    }

    /// Whether the items have failed because a part of them has to be evaluated. The refused request may have been in
    /// another item, whose type tolerated the refusal.
    fn are_unevaluated(&mut self, body: BodyKey, failing: &[&SurveyedItem]) -> bool {
        let given = Given::new(body, failing);
        let (_, record) = self.attempt(Purpose::Record, OtherBodies::All, Some(given));
        record.is_unevaluated
    }

    /// Whether a name is missing in a body. A name that was left out is not missing, nor is one that seems to be
    /// misspelled.
    fn is_missing(&mut self, name: &str, body: &VisitedBody, state: &BodyState<'_>) -> bool {
        let fields = body.fields.unwrap_or_default();
        let mut refused = state.refused.iter();
        if refused.any(|refused| is_misspelling(refused, name, fields)) {
            return false;
        }
        let kept: HashSet<ItemNode> = state.kept.iter().map(|item| item.node).collect();
        let left_out = body
            .items
            .iter()
            .filter(|item| !kept.contains(&item.node) && !state.refused.contains(&*item.name));
        let left_out: HashSet<&str> = left_out.map(|item| &*item.name).collect();
        if left_out.is_empty() || left_out.contains(name) {
            return left_out.is_empty();
        }
        let missing = self.field(body.key, name);
        let mut left_out = left_out.into_iter();
        missing.is_some()
            && left_out.all(|other| {
                let field = self.field(body.key, other);
                field.is_some() && field != missing && !self.is_over()
            })
    }

    /// Returns the field that a type takes a name of a body for, if the type can be asked.
    fn field(&mut self, body: BodyKey, name: &str) -> Option<FieldId> {
        let purpose = Purpose::AskField(body, name.to_owned());
        let given = Given::new(body, &[]);
        let (_, record) = self.attempt(purpose, OtherBodies::Nothing, Some(given));
        record.field
    }
}

fn nodes(items: &[&SurveyedItem]) -> Vec<ItemNode> {
    items.iter().map(|item| item.node).collect()
}
