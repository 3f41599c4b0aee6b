//! What is defined under names.
//!
//! A name in a source has been hashed when that was parsed, so that finding what it stands for takes little more than
//! one comparison of names. That is also why this is no table of a library: those are made for any number of names,
//! and take several times as long for the few that a context has.
//!
//! Knows nothing of what there is under the names.

use std::fmt;
use std::sync::Arc;

use crate::syntax::tree::Name;

/// A table of names with something under each. Clones share it until one of them changes.
#[derive(Clone)]
pub(super) struct Names<T>(
    /// Nothing before there is a name.
    Option<Arc<Table<T>>>,
);

#[derive(Clone)]
struct Table<T> {
    named: Vec<Named<T>>,
    /// Where in `named` each name is: at its hash, or in the next place that was free. Their number is a power of two,
    /// and most of them are free.
    places: Vec<u32>,
}

#[derive(Clone)]
struct Named<T> {
    hash: u32,
    name: Box<str>,
    what: T,
}

/// A place where no name is.
const FREE: u32 = u32::MAX;

/// The places of a table with a name in it, at least.
const LEAST: usize = 16;

impl<T> Default for Names<T> {
    fn default() -> Self {
        Names(None)
    }
}

impl<T> Names<T> {
    /// Puts something under a name, in the place of what was there.
    pub(super) fn insert(&mut self, name: String, what: T)
    where
        T: Clone,
    {
        let table = self.0.get_or_insert_default();
        Arc::make_mut(table).insert(name, what);
    }

    /// What is under a name, if that is at its hash, as nearly all are.
    #[inline]
    pub(super) fn at_hash(&self, name: Name<'_>) -> Option<&T> {
        self.0.as_deref()?.at_hash(name)
    }

    pub(super) fn get(&self, name: Name<'_>) -> Option<&T> {
        let table = self.0.as_deref()?;
        Some(&table.named[table.find(name)?].what)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.named().is_empty()
    }

    /// The names in an order that is the same each time: messages are made of them.
    pub(super) fn sorted(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.named().iter().map(|it| &*it.name).collect();
        names.sort_unstable();
        names
    }

    fn named(&self) -> &[Named<T>] {
        self.0.as_deref().map_or(&[], |table| &table.named)
    }
}

impl<T> Default for Table<T> {
    fn default() -> Self {
        Table {
            named: Vec::new(),
            places: Vec::new(),
        }
    }
}

impl<T> Table<T> {
    fn insert(&mut self, name: String, what: T) {
        let wanted = Name::new(&name);
        let hash = wanted.hash;
        if let Some(index) = self.find(wanted) {
            self.named[index].what = what;
            return;
        }
        let name = name.into_boxed_str();
        self.named.push(Named { hash, name, what });
        if self.named.len() * 3 > self.places.len() {
            let count = (self.places.len() * 2).max(LEAST);
            self.places = vec![FREE; count];
            (0..self.named.len()).for_each(|index| self.place(index));
        } else {
            self.place(self.named.len() - 1);
        }
    }

    /// Notes where a name is that has no place yet.
    fn place(&mut self, index: usize) {
        let mask = self.places.len() - 1;
        let mut at = self.named[index].hash as usize & mask;
        while self.places[at] != FREE {
            at = (at + 1) & mask;
        }
        self.places[at] = u32::try_from(index).unwrap_or(FREE);
    }

    #[inline]
    fn at_hash(&self, name: Name<'_>) -> Option<&T> {
        let mask = self.places.len().wrapping_sub(1);
        let index = *self.places.get(name.hash as usize & mask)?;
        let named = self.named.get(index as usize)?;
        name.is(named.hash, &named.name).then_some(&named.what)
    }

    /// Where a name is.
    fn find(&self, name: Name<'_>) -> Option<usize> {
        let mask = self.places.len().wrapping_sub(1);
        let mut at = name.hash as usize & mask;
        loop {
            // A free place is no index, and a table without names has no places.
            let index = *self.places.get(at)? as usize;
            let named = self.named.get(index)?;
            if name.is(named.hash, &named.name) {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }
}

impl<T: fmt::Debug> fmt::Debug for Names<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries = self.named().iter().map(|it| (&it.name, &it.what));
        f.debug_map().entries(entries).finish()
    }
}
