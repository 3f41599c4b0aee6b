//! A hash table from names to variables or functions.
//!
//! The hash of a name in a source is computed when it is parsed, so that a lookup costs little more than one
//! comparison of names. Hash tables of libraries are made for any number of entries and take several times as
//! long for the few names of a context.
//!
//! Knows nothing of what is stored under the names.

use std::fmt;
use std::sync::Arc;

use crate::sort;
use crate::syntax::tree::Name;

/// A table from names to `T`. Clones share it until one of them changes.
#[derive(Clone)]
pub(super) struct NameTable<T>(
    /// `None` as long as the table is empty.
    Option<Arc<HashTable<T>>>,
);

#[derive(Clone)]
struct HashTable<T> {
    entries: Vec<TableEntry<T>>,
    /// For each slot, the index of a name in `entries`. A name is in the slot of its hash or, if that is
    /// occupied, in the next free one. The number of slots is a power of two, and most of them are free.
    slots: Vec<u32>,
}

#[derive(Clone)]
struct TableEntry<T> {
    hash: u32,
    name: Box<str>,
    content: T,
}

/// The content of a free slot.
const FREE_SLOT: u32 = u32::MAX;

/// The smallest number of slots of a table that is not empty.
const MIN_SLOTS: usize = 16;

impl<T> Default for NameTable<T> {
    fn default() -> Self {
        NameTable(None)
    }
}

impl<T> NameTable<T> {
    /// Whether something holds for one of the contents.
    pub(super) fn any(&self, is: impl Fn(&T) -> bool) -> bool {
        self.entries().iter().any(|entry| is(&entry.content))
    }

    /// Stores something under a name and replaces what was there.
    pub(super) fn insert(&mut self, name: String, content: T)
    where
        T: Clone,
    {
        let table = self.0.get_or_insert_default();
        Arc::make_mut(table).insert(name, content);
    }

    /// The entry of a name, if it is in the slot of its hash, as nearly all are.
    #[inline]
    pub(super) fn at_hash(&self, name: Name<'_>) -> Option<&T> {
        self.0.as_deref()?.at_hash(name)
    }

    pub(super) fn get(&self, name: Name<'_>) -> Option<&T> {
        let table = self.0.as_deref()?;
        Some(&table.entries[table.find(name)?].content)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.entries().is_empty()
    }

    /// The names in a fixed order, for messages.
    pub(super) fn sorted(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.entries().iter().map(|it| &*it.name).collect();
        sort::by_name(&mut names, |name| name);
        names
    }

    fn entries(&self) -> &[TableEntry<T>] {
        self.0.as_deref().map_or(&[], |table| &table.entries)
    }
}

impl<T> Default for HashTable<T> {
    fn default() -> Self {
        HashTable {
            entries: Vec::new(),
            slots: Vec::new(),
        }
    }
}

impl<T> HashTable<T> {
    fn insert(&mut self, name: String, content: T) {
        let wanted = Name::new(&name);
        let hash = wanted.hash;
        if let Some(index) = self.find(wanted) {
            self.entries[index].content = content;
            return;
        }
        let name = name.into_boxed_str();
        self.entries.push(TableEntry {
            hash,
            name,
            content,
        });
        if self.entries.len() * 3 > self.slots.len() {
            let count = (self.slots.len() * 2).max(MIN_SLOTS);
            self.slots = vec![FREE_SLOT; count];
            (0..self.entries.len()).for_each(|index| self.place(index));
        } else {
            self.place(self.entries.len() - 1);
        }
    }

    /// Enters a new name into the slots.
    fn place(&mut self, index: usize) {
        let mask = self.slots.len() - 1;
        let mut at = self.entries[index].hash as usize & mask;
        while self.slots[at] != FREE_SLOT {
            at = (at + 1) & mask;
        }
        self.slots[at] = u32::try_from(index).unwrap_or(FREE_SLOT);
    }

    #[inline]
    fn at_hash(&self, name: Name<'_>) -> Option<&T> {
        let mask = self.slots.len().wrapping_sub(1);
        let index = *self.slots.get(name.hash as usize & mask)?;
        let entries = self.entries.get(index as usize)?;
        name.is(entries.hash, &entries.name)
            .then_some(&entries.content)
    }

    /// The index of a name in `entries`.
    fn find(&self, name: Name<'_>) -> Option<usize> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut at = name.hash as usize & mask;
        loop {
            // A free slot holds an invalid index; an empty table has no slots.
            let index = *self.slots.get(at)? as usize;
            let entry = self.entries.get(index)?;
            if name.is(entry.hash, &entry.name) {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for NameTable<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.entries().iter().map(|it| (&it.name, &it.content));
        f.debug_map().entries(entries).finish()
    }
}
