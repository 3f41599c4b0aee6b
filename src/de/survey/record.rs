//! The record of a survey: what a deserialization is given of a configuration, and what happened in it.
//!
//! Knows nothing of how the survey is done, and of trees.

use std::sync::{Mutex, MutexGuard, PoisonError};

use foldhash::HashMap;

use crate::de::item_nodes::{BodyItems, ItemNode};
use crate::protocol::field::Fields;
use crate::span::Span;

/// What a deserialization gets of a configuration, and what it has told.
#[derive(Debug, Default)]
pub(in crate::de) struct Survey {
    /// The items that bodies are given.
    pub(super) given: HashMap<BodyKey, Vec<ItemNode>>,
    pub(super) others: OtherBodies,
    /// Whether the steps of paths are found that take the other blocks of a body.
    pub(super) has_paths: bool,
    visited: Mutex<Vec<VisitedBody>>,
    /// The failures of bodies, in their order.
    failures: Mutex<Vec<(BodyKey, BodyFailure)>>,
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

/// What is wrong in a body.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::de) enum BodyFailure {
    /// The name of an item is refused.
    Name(ItemNode),
    /// An item, for whatever reason.
    Item(ItemNode),
    /// The body as a whole.
    Body,
}

/// What bodies get for which no items are listed.
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
    pub(in crate::de) node: u32,
}

/// The body of the whole configuration, which may be of several origins.
pub(super) const ROOT: BodyKey = BodyKey { origin: 0, node: 0 };

/// A body that was given without items.
#[derive(Debug)]
pub(super) struct VisitedBody {
    pub(super) key: BodyKey,
    /// The fields that are asked for, if that is known.
    pub(super) fields: Option<Fields>,
    /// All that it has.
    pub(super) items: Vec<Item>,
}

/// An item of a body.
#[derive(Clone, Debug)]
pub(in crate::de) struct Item {
    pub(super) node: ItemNode,
    pub(super) name: String,
    /// The span of the name in its source.
    pub(super) name_span: Span,
    /// Its length in the source.
    pub(super) bytes: usize,
    /// Whether it is a block, or may be blocks.
    pub(super) has_body: bool,
    /// Whether it has to be evaluated.
    pub(super) is_computed: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Survey {
    /// Forgets what has been told.
    pub(super) fn clear(&self) {
        locked(&self.visited).clear();
        locked(&self.failures).clear();
    }

    /// The bodies that have been given without items.
    pub(super) fn take_visited(&self) -> Vec<VisitedBody> {
        std::mem::take(&mut *locked(&self.visited))
    }

    /// The failures of a body.
    pub(super) fn failures(&self, body: BodyKey) -> Vec<BodyFailure> {
        let failures = locked(&self.failures);
        let of_body = failures.iter().filter(|(key, _)| *key == body);
        of_body.map(|(_, failure)| *failure).collect()
    }
}

impl<'a> SurveyRun<'a> {
    /// The items that a body gets of all that it has.
    #[cold]
    pub(in crate::de) fn items(self, key: BodyKey, all: BodyItems<'a>) -> BodyItems<'a> {
        match (self.survey.given.get(&key), self.survey.others) {
            (Some(items), _) => BodyItems::Selected(items),
            (None, OtherBodies::All) => all,
            (None, OtherBodies::Nothing) => BodyItems::Selected(&[]),
        }
    }

    /// The items that the root gets.
    pub(in crate::de) fn root_items(self) -> BodyItems<'a> {
        self.items(ROOT, self.root)
    }

    /// Whether the paths of errors are needed.
    pub(in crate::de) fn has_paths(self) -> bool {
        self.survey.has_paths
    }

    /// Takes note of a body, if it is given without items because nothing is known of it yet.
    pub(super) fn visit(self, key: BodyKey, fields: Option<Fields>, items: impl Fn() -> Vec<Item>) {
        let mut visited = locked(&self.survey.visited);
        let is_new = self.survey.others == OtherBodies::Nothing
            && !self.survey.given.contains_key(&key)
            && !visited.iter().any(|body| body.key == key);
        if is_new {
            let items = items();
            visited.push(VisitedBody { key, fields, items });
        }
    }

    /// Takes note of a failure.
    pub(super) fn fail(self, key: BodyKey, failure: BodyFailure) {
        locked(&self.survey.failures).push((key, failure));
    }
}
