//! The record of a survey: what a deserialization is given of a configuration, and what happened in it.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::de::guesses::FieldId;
use crate::de::item_nodes::{BodyItems, ItemNode, Node};
use crate::de::origin::ExpressionKey;
use crate::function::{Budget, LentBudget};
use crate::protocol::field::Fields;
use crate::span::Span;

/// What a deserialization gets of a configuration, and what it has told.
#[derive(Debug, Default)]
pub(in crate::de) struct Survey {
    /// The items that bodies are given.
    pub(super) given: HashMap<BodyKey, Vec<ItemNode>>,
    pub(super) others: OtherBodies,
    /// The body that this attempt is about: only what fails in it can be left out.
    pub(super) current: Option<BodyKey>,
    /// Whether the error is reported, so that it needs its whole path, and must not tell secrets.
    pub(in crate::de) is_reported: bool,
    /// Whether this attempt evaluates what is asked for, unless it has been evaluated already.
    pub(super) evaluates: bool,
    /// What has been evaluated: no function is called twice.
    evaluated: Mutex<HashSet<ExpressionKey>>,
    /// The parts of lists, maps and structs that this attempt does without.
    pub(super) left_out: Arc<HashSet<ExpressionKey>>,
    /// Whether it does without those that have been evaluated as well.
    pub(super) leaves_out_evaluated: bool,
    /// What may still be spent on evaluation.
    budget: Option<LentBudget>,
    /// A body and a name: this attempt only asks which field of the body's type the name belongs to.
    pub(super) asked: Option<(BodyKey, String)>,
    told: Mutex<Told>,
}

/// What a deserialization has told.
#[derive(Debug, Default)]
struct Told {
    /// The bodies that have been given without items.
    bodies: Vec<VisitedBody>,
    /// Their keys.
    keys: HashSet<BodyKey>,
    /// The failures of bodies, in their order.
    failures: Vec<(BodyKey, BodyFailure)>,
    /// The parts of values that have failed in the current body, each before what it is in.
    failed_parts: Vec<ExpressionKey>,
    /// Whether something was asked for that has to be evaluated, and therefore was refused.
    is_unevaluated: bool,
    /// The field that the asked name belongs to.
    field: Option<FieldId>,
}

/// The survey that a deserialization belongs to.
#[derive(Clone, Copy)]
pub(in crate::de) struct SurveyRun<'a> {
    pub(in crate::de) survey: &'a Survey,
    /// All items of the root.
    pub(in crate::de) root: BodyItems<'a>,
    /// What the root covers.
    pub(in crate::de) root_span: Span,
}

/// The part of a survey in decoding; nothing in ordinary decoding. What it does is in the file of the folder.
#[derive(Clone, Copy, Default)]
pub(in crate::de) struct Hook<'a>(pub(in crate::de) Option<SurveyRun<'a>>);

/// What is wrong in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::de) enum BodyFailure {
    /// The name of an item is refused.
    Name(ItemNode),
    /// An item, or one of the blocks that have its name, for whatever reason.
    Item(ItemNode),
    /// One block of a list.
    Block(ItemNode),
    /// The blocks with the same label as this one, the first of them.
    Labelled(ItemNode),
    /// The body as a whole.
    Body,
}

impl BodyFailure {
    /// The item that has failed.
    pub(super) fn node(self) -> Option<ItemNode> {
        match self {
            BodyFailure::Name(node)
            | BodyFailure::Item(node)
            | BodyFailure::Block(node)
            | BodyFailure::Labelled(node) => Some(node),
            BodyFailure::Body => None,
        }
    }
}

/// What a body gets that is not listed in `given`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum OtherBodies {
    #[default]
    Nothing,
    All,
}

/// A body: that of a block, or in JSON syntax an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::de) struct BodyKey {
    /// The address of the origin.
    pub(in crate::de) origin: usize,
    /// Nothing for the body of the whole configuration.
    pub(in crate::de) block: Option<Node>,
}

/// The body of the whole configuration, which may be of several origins.
pub(super) const ROOT: BodyKey = BodyKey {
    origin: 0,
    block: None,
};

/// A body that was given without items.
#[derive(Debug)]
pub(super) struct VisitedBody {
    pub(super) key: BodyKey,
    /// The fields that are asked for, if that is known.
    pub(super) fields: Option<Fields>,
    /// All that it has.
    pub(super) items: Vec<SurveyedItem>,
    /// The parts that are left out to reach it: what the type refuses before it.
    pub(super) left_out: Arc<HashSet<ExpressionKey>>,
}

/// An item of a body.
#[derive(Clone, Debug)]
pub(in crate::de) struct SurveyedItem {
    pub(super) node: ItemNode,
    pub(super) name: String,
    /// The first label of a block.
    pub(super) label: Option<String>,
    /// The span of the name in its source.
    pub(super) name_span: Span,
    /// Its length in the source.
    pub(super) bytes: usize,
    /// Whether it is a block, or may be blocks.
    pub(super) has_body: bool,
    /// Whether it is a property of JSON, which may be several blocks.
    pub(super) is_property: bool,
    /// What of it has to be evaluated.
    pub(super) computed: Computed,
}

/// What of an item has to be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Computed {
    Nothing,
    /// Something in it.
    Inside,
    Whole,
}

impl Survey {
    /// A survey after these expressions have been evaluated.
    pub(in crate::de) fn new(evaluated: HashSet<ExpressionKey>, budget: &Budget) -> Self {
        Survey {
            evaluated: Mutex::new(evaluated),
            budget: Some(budget.lend()),
            ..Survey::default()
        }
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forgets what has been told.
    pub(super) fn clear(&self) {
        *self.told() = Told::default();
    }

    /// The field that the type has taken the name for, if it was asked.
    pub(super) fn field(&self) -> Option<FieldId> {
        self.told().field
    }

    /// Whether something was asked for that has to be evaluated.
    pub(super) fn is_unevaluated(&self) -> bool {
        self.told().is_unevaluated
    }

    /// Leaves out the innermost part that has failed. Returns whether there is one that has not been left out before.
    pub(super) fn leave_out_failed(&mut self) -> bool {
        let failed = mem::take(&mut self.told().failed_parts);
        let left_out = Arc::make_mut(&mut self.left_out);
        failed.into_iter().any(|part| left_out.insert(part))
    }

    fn evaluated(&self) -> MutexGuard<'_, HashSet<ExpressionKey>> {
        self.evaluated
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The bodies that have been given without items.
    pub(super) fn take_visited(&self) -> Vec<VisitedBody> {
        mem::take(&mut self.told().bodies)
    }

    /// The failures of a body.
    pub(super) fn failures(&self, body: BodyKey) -> Vec<BodyFailure> {
        let told = self.told();
        let of_body = told.failures.iter().filter(|(key, _)| *key == body);
        of_body.map(|(_, failure)| *failure).collect()
    }
}

impl<'a> SurveyRun<'a> {
    /// The items that a body gets of all that it has.
    pub(in crate::de) fn items(self, key: BodyKey, all: BodyItems<'a>) -> BodyItems<'a> {
        match (self.survey.given.get(&key), self.survey.others) {
            (Some(items), _) => BodyItems::Selected(items),
            (None, OtherBodies::All) => all,
            (None, OtherBodies::Nothing) => BodyItems::Selected(&[]),
        }
    }

    /// Whether the error is reported.
    pub(in crate::de) fn is_reported(self) -> bool {
        self.survey.is_reported
    }

    /// The name that this attempt asks the type of the body about.
    pub(super) fn asked_name(self, body: BodyKey) -> Option<&'a str> {
        let (asked, name) = self.survey.asked.as_ref()?;
        (*asked == body).then_some(name)
    }

    /// Takes note of the field that the asked name is.
    pub(super) fn tell_field(self, field: FieldId) {
        self.survey.told().field = Some(field);
    }

    /// Whether an expression is evaluated, which happens once.
    pub(super) fn begin_evaluation(self, expression: ExpressionKey) -> bool {
        self.survey.evaluates && self.survey.evaluated().insert(expression)
    }

    /// Whether a part of a list, map or struct is left out.
    pub(super) fn leaves_out(self, part: ExpressionKey) -> bool {
        self.survey.left_out.contains(&part)
            || self.survey.leaves_out_evaluated && self.survey.evaluated().contains(&part)
    }

    /// Takes note of the failure of a part of a list, map or struct.
    pub(super) fn fail_part(self, part: ExpressionKey) {
        let mut told = self.survey.told();
        let current = self.survey.current;
        if told.failures.iter().all(|(key, _)| Some(*key) != current) {
            told.failed_parts.push(part);
        }
    }

    /// What may still be spent on evaluation.
    pub(super) fn budget(self) -> Option<Budget> {
        self.survey.budget.as_ref()?.budget()
    }

    /// Takes note that something was asked for that has to be evaluated.
    pub(in crate::de) fn refuse_evaluation(self) {
        self.survey.told().is_unevaluated = true;
    }

    /// Takes note of a body, if it is given without items because nothing is known of it yet.
    pub(super) fn visit(
        self,
        key: BodyKey,
        fields: Option<Fields>,
        items: impl Fn() -> Vec<SurveyedItem>,
    ) {
        let is_new = self.survey.others == OtherBodies::Nothing
            && !self.survey.given.contains_key(&key)
            && self.survey.told().keys.insert(key);
        if is_new {
            let items = items();
            let body = VisitedBody {
                key,
                fields,
                items,
                left_out: Arc::clone(&self.survey.left_out),
            };
            self.survey.told().bodies.push(body);
        }
    }

    /// Takes note of a failure.
    pub(super) fn fail(self, key: BodyKey, failure: BodyFailure) {
        self.survey.told().failures.push((key, failure));
    }
}
