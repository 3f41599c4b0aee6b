//! The record of a survey: what a deserialization is given of a configuration, and what happened in it.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::de::guesses::FieldId;
use crate::de::item_nodes::{ItemNode, Node};
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
    /// What the root covers.
    pub(super) root_span: Span,
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
pub(super) struct Told {
    /// The bodies that have been given without items.
    pub(super) bodies: Vec<VisitedBody>,
    /// Their keys.
    pub(super) keys: HashSet<BodyKey>,
    /// The failures of bodies, in their order.
    pub(super) failures: Vec<(BodyKey, BodyFailure)>,
    /// The parts of values that have failed in the current body, each before what it is in.
    pub(super) failed_parts: Vec<ExpressionKey>,
    /// Whether something was asked for that has to be evaluated, and therefore was refused.
    pub(super) is_unevaluated: bool,
    /// The field that the asked name belongs to.
    pub(super) field: Option<FieldId>,
}

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
    pub(in crate::de) fn new(
        root_span: Span,
        evaluated: HashSet<ExpressionKey>,
        budget: &Budget,
    ) -> Self {
        Survey {
            root_span,
            evaluated: Mutex::new(evaluated),
            budget: Some(budget.lend()),
            ..Survey::default()
        }
    }

    pub(super) fn told(&self) -> MutexGuard<'_, Told> {
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

    pub(super) fn evaluated(&self) -> MutexGuard<'_, HashSet<ExpressionKey>> {
        self.evaluated
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// What may still be spent on evaluation.
    pub(in crate::de) fn budget(&self) -> Option<Budget> {
        self.budget.as_ref()?.budget()
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
