//! The record of a survey: what an attempt is given of a configuration, and what happened in it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use foldhash::{HashMap, HashSet};

use crate::de::guesses::FieldId;
use crate::de::item_nodes::{ItemNode, Node};
use crate::de::origin::ExpressionKey;
use crate::function::{LentWork, Work};
use crate::protocol::field::Fields;
use crate::span::Span;

/// What an attempt is given of a configuration, and what it has recorded.
#[derive(Debug, Default)]
pub(in crate::de) struct Survey {
    /// The items that bodies are given.
    pub(super) given: HashMap<BodyKey, Vec<ItemNode>>,
    pub(super) others: OtherBodies,
    pub(super) root_span: Span,
    /// The body that this attempt examines: only parts that fail in it can be left out.
    pub(super) current: Option<BodyKey>,
    pub(super) purpose: Purpose,
    /// The evaluated expressions. No function is called twice.
    evaluated: Mutex<HashSet<ExpressionKey>>,
    /// The parts of lists, maps and structs that this attempt leaves out.
    pub(super) left_out: Arc<HashSet<ExpressionKey>>,
    /// The work that evaluations of all attempts are part of.
    work: Option<LentWork>,
    record: Mutex<Record>,
}

/// What an attempt is made for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Purpose {
    /// To record which bodies, names and values fail.
    #[default]
    Record,
    /// To report the error.
    Report,
    /// To evaluate the requested expressions that have not been evaluated before, and to report the error.
    Evaluate {
        /// Whether the parts that have been evaluated are left out.
        only_rest: bool,
    },
    /// To ask which field of a body's type a name belongs to.
    AskField(BodyKey, String),
}

/// What an attempt has recorded.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The bodies that were given without items.
    pub(super) bodies: Vec<VisitedBody>,
    /// Their keys.
    pub(super) keys: HashSet<BodyKey>,
    /// The failures of bodies, in order.
    pub(super) failures: Vec<(BodyKey, BodyFailure)>,
    /// The parts of values that have failed in the current body, inner parts first.
    pub(super) failed_parts: Vec<ExpressionKey>,
    /// Whether something was requested that would have to be evaluated, and was therefore refused.
    pub(super) is_unevaluated: bool,
    /// The field that the asked name belongs to.
    pub(super) field: Option<FieldId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::de) enum BodyFailure {
    /// The type refuses the name of an item.
    Name(ItemNode),
    /// An item fails, or one of the blocks with its name, for any reason.
    Item(ItemNode),
    /// One block of a list fails.
    Block(ItemNode),
    /// The blocks with the same label as this one fail; this is the first of them.
    Labelled(ItemNode),
    /// The body fails as a whole.
    Body,
}

impl BodyFailure {
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

/// The items of a body that is not listed in `given`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum OtherBodies {
    #[default]
    Nothing,
    All,
}

/// Identifies a body: the one of a block, or an object in JSON syntax.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(in crate::de) struct BodyKey {
    /// The index of the origin.
    pub(in crate::de) origin: usize,
    /// `None` for the body of the whole configuration.
    pub(in crate::de) block: Option<Node>,
}

impl BodyKey {
    /// Returns the key of the body of a block, by the index of its origin.
    pub(in crate::de) fn of_block(origin: usize, block: Node) -> Self {
        BodyKey {
            origin,
            block: Some(block),
        }
    }
}

/// The body of the whole configuration, which may have several origins.
pub(in crate::de) const ROOT: BodyKey = BodyKey {
    origin: 0,
    block: None,
};

/// A body that was given without items.
#[derive(Debug)]
pub(super) struct VisitedBody {
    pub(super) key: BodyKey,
    /// The requested fields, if they are known.
    pub(super) fields: Option<Fields>,
    /// All of its items.
    pub(super) items: Vec<SurveyedItem>,
    /// The parts that were left out to reach it: those that the type refuses before it.
    pub(super) left_out: Arc<HashSet<ExpressionKey>>,
}

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
    /// Whether it is a JSON property, which may be several blocks.
    pub(super) is_property: bool,
    /// Which part of it has to be evaluated.
    pub(super) computed: Computed,
}

/// Which part of an item has to be evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Computed {
    Nothing,
    /// Something in it.
    Inside,
    Whole,
}

impl Survey {
    /// Creates a survey. `evaluated` are the expressions that have already been evaluated.
    pub(in crate::de) fn new(
        root_span: Span,
        evaluated: HashSet<ExpressionKey>,
        work: &Work,
    ) -> Self {
        Survey {
            root_span,
            evaluated: Mutex::new(evaluated),
            work: Some(work.lend()),
            ..Survey::default()
        }
    }

    /// Whether the error is reported: it then needs its whole path, and must not reveal secrets.
    pub(in crate::de) fn is_reported(&self) -> bool {
        matches!(self.purpose, Purpose::Report | Purpose::Evaluate { .. })
    }

    pub(super) fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves out the first of these parts that is not left out yet. Returns whether there is one.
    pub(super) fn leave_out(&mut self, failed_parts: Vec<ExpressionKey>) -> bool {
        let left_out = Arc::make_mut(&mut self.left_out);
        failed_parts.into_iter().any(|part| left_out.insert(part))
    }

    pub(super) fn evaluated(&self) -> MutexGuard<'_, HashSet<ExpressionKey>> {
        self.evaluated
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// The work that evaluations of an attempt are part of.
    pub(in crate::de) fn work(&self) -> Option<Work> {
        self.work.as_ref()?.work()
    }
}

impl Record {
    /// Returns the failures of a body, in order.
    pub(super) fn failures(&self, body: BodyKey) -> impl Iterator<Item = BodyFailure> {
        let of_body = self.failures.iter().filter(move |(key, _)| *key == body);
        of_body.map(|(_, failure)| *failure)
    }
}
