//! Entries of maps and objects, sorted by name.
//!
//! Maps and objects iterate in lexicographic order, as the specification demands of `for`. A sorted vector
//! iterates as fast as a list, and binary search finds a name in it.

use std::sync::Arc;

use super::Value;
use crate::nfc;

/// Up to this many names are searched linearly. Most names differ in length, while binary search compares
/// texts at each step.
const LINEAR_SEARCH_LIMIT: usize = 8;

/// Sorts by name, with a stable sort. Of several entries with the same name, the last one is kept.
pub(super) fn sorted<T>(mut entries: Vec<(Arc<str>, T)>) -> Vec<(Arc<str>, T)> {
    if entries.is_sorted_by(|left, right| left.0 < right.0) {
        return entries;
    }
    // After reversing, the last of equal names comes first.
    entries.reverse();
    sort_by_name(&mut entries);
    entries.dedup_by(|later, kept| later.0 == kept.0);
    entries
}

/// Sorts by name. Entries with the same name keep their order.
pub(crate) fn sort_by_name<T>(entries: &mut [(Arc<str>, T)]) {
    entries.sort_by(|left, right| left.0.cmp(&right.0));
}

/// The elements of a map or the attributes of an object.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Entries(Vec<(Arc<str>, Value)>);

impl Entries {
    pub(super) fn new(entries: Vec<(Arc<str>, Value)>) -> Self {
        Self(sorted(entries))
    }

    /// Entries that are sorted already, each name once.
    pub(super) fn from_sorted(entries: Vec<(Arc<str>, Value)>) -> Self {
        Self(entries)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        self.find(name).or_else(|| {
            // Names are stored in NFC. A name that was not found may be in another form.
            self.find(&nfc::normalized(name)?)
        })
    }

    fn find(&self, name: &str) -> Option<&Value> {
        if self.0.len() <= LINEAR_SEARCH_LIMIT {
            let mut entries = self.0.iter();
            let found = entries.find(|(other, _)| **other == *name);
            return found.map(|(_, value)| value);
        }
        let index = self
            .0
            .binary_search_by(|(other, _)| (**other).cmp(name))
            .ok()?;
        Some(&self.0[index].1)
    }

    pub(super) fn as_slice(&self) -> &[(Arc<str>, Value)] {
        &self.0
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }
}
