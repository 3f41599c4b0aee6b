//! The items of large bodies by name, so that a lookup does not go through all items of the body ("Structural
//! Elements").

use std::hash::BuildHasher as _;
use std::sync::{Arc, Mutex, PoisonError};

use foldhash::HashMap;
use foldhash::fast::RandomState;

use crate::span::offset;
use crate::syntax::tree::node::{ItemId, List};

/// The indexes of the bodies of a document, each created at the first lookup of a name in the body.
#[derive(Debug, Default)]
pub(super) struct BodyNames(Mutex<HashMap<List<ItemId>, Arc<NameIndex>>>);

/// The items of a body, ordered by the hashes of their names and then as in the source.
#[derive(Debug)]
pub(super) struct NameIndex {
    hasher: RandomState,
    items: Vec<(u64, u32)>,
}

impl BodyNames {
    /// The index of the body with these items. `make` creates it if there is none yet.
    pub(super) fn of(
        &self,
        items: List<ItemId>,
        make: impl FnOnce() -> Arc<NameIndex>,
    ) -> Arc<NameIndex> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(items).or_insert_with(make))
    }
}

impl NameIndex {
    /// The index of items with these names, in the order of the source.
    pub(super) fn new<'n>(names: impl Iterator<Item = &'n str>) -> Arc<Self> {
        let hasher = RandomState::default();
        let items = names.enumerate();
        let items = items.map(|(index, name)| (hasher.hash_one(name), offset(index)));
        let mut items: Vec<(u64, u32)> = items.collect();
        items.sort_unstable();
        Arc::new(NameIndex { hasher, items })
    }

    /// The indexes of the items that may have a name: those with the same hash.
    pub(super) fn candidates(&self, name: &str) -> Vec<usize> {
        let hash = self.hasher.hash_one(name);
        let first = self.items.partition_point(|(other, _)| *other < hash);
        let same = self.items[first..].iter();
        let same = same.take_while(|(other, _)| *other == hash);
        same.map(|(_, index)| *index as usize).collect()
    }
}
