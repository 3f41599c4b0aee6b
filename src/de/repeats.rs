//! Which items of a list share their name with an earlier one: blocks of one type, blocks of one label, keys of an
//! object.
//!
//! Linear in the number of items. A short list is compared rather than hashed, a long one that ascends is only gone
//! through, and neither costs an allocation while all of its names differ.
//!
//! Knows nothing of serde.

use foldhash::{HashMap, HashMapExt as _};

use crate::syntax::fingerprint::{Fingerprints, fingerprint};

/// Lists up to this length are compared.
const SHORT: usize = 32;

/// The repeated names of a list, by the indexes of the items that bear them; nothing if no name is repeated. It is kept
/// for each level of nesting, on the stack, and is one pointer for that reason.
#[derive(Debug, Default)]
pub(super) struct Repeats(Option<Box<Links>>);

/// One link for each item.
#[derive(Debug)]
struct Links(Vec<Link>);

/// Which items share their name with this one.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// Whether an earlier one does.
    is_repeat: bool,
    /// The next one that does, or 0.
    next: usize,
}

/// Of a list in which no name is repeated, as [`Repeats::default`].
pub(super) static NO_REPEATS: Repeats = Repeats(None);

impl Repeats {
    /// Finds the repeated names among `count` items. Not inlined: its stack is given back before a level is entered.
    #[inline(never)]
    pub(super) fn find<'n>(count: usize, name: &dyn Fn(usize) -> &'n str) -> Self {
        let mut repeats = Repeats::default();
        let link = |earlier, later| repeats.link(earlier, later, count);
        if count <= SHORT {
            compare(count, name, link);
        } else if !ascends(count, name) {
            hash(count, name, link);
        }
        repeats
    }

    fn link(&mut self, earlier: usize, later: usize, count: usize) {
        let no_links = || Box::new(Links(vec![Link::default(); count]));
        let Links(links) = &mut **self.0.get_or_insert_with(no_links);
        links[earlier].next = later;
        links[later].is_repeat = true;
    }

    fn links(&self) -> &[Link] {
        self.0.as_ref().map_or(&[], |links| &links.0)
    }

    /// Whether no name is repeated.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The first item that shares its name with a later one.
    pub(super) fn first(&self) -> Option<usize> {
        self.links().iter().position(|link| link.next > 0)
    }

    /// Whether an earlier item has the name of this one.
    pub(super) fn is_repeat(&self, at: usize) -> bool {
        self.links().get(at).is_some_and(|link| link.is_repeat)
    }

    /// The next item with the name of this one.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        let next = self.links().get(at)?.next;
        (next > 0).then_some(next)
    }

    /// The pairs of an item and the next one that has its name.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let links = self.links().iter().enumerate();
        links.filter_map(|(at, link)| (link.next > 0).then_some((at, link.next)))
    }
}

/// Whether each name is greater than the one before it, as labels often are: then they all differ.
fn ascends<'n>(count: usize, name: &dyn Fn(usize) -> &'n str) -> bool {
    let mut before = name(0);
    (1..count).all(|at| {
        let this = name(at);
        let is_greater = before < this;
        before = this;
        is_greater
    })
}

fn compare<'n>(count: usize, name: &dyn Fn(usize) -> &'n str, mut link: impl FnMut(usize, usize)) {
    // Most names have a fingerprint that none before them has, so that they are not compared.
    let mut names = Fingerprints::default();
    let mut before = None;
    for later in 0..count {
        let this = name(later);
        if !names.add(fingerprint(this.as_bytes())) {
            let mut others = (0..later).rev();
            if before == Some(this) {
                link(later - 1, later);
            } else if let Some(earlier) = others.find(|earlier| name(*earlier) == this) {
                link(earlier, later);
            }
        }
        before = Some(this);
    }
}

fn hash<'n>(count: usize, name: &dyn Fn(usize) -> &'n str, mut link: impl FnMut(usize, usize)) {
    // Maps each name to the index of its last item. The current name is in `before` and `at` instead: blocks of one
    // type are usually adjacent, and then no name is looked up.
    let mut last = HashMap::with_capacity(count);
    let (mut before, mut at) = (name(0), 0);
    for later in 1..count {
        let this = name(later);
        if before == this {
            link(at, later);
        } else {
            if let Some(earlier) = last.get(this) {
                link(*earlier, later);
            }
            last.insert(std::mem::replace(&mut before, this), at);
        }
        at = later;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_lists_agree() {
        for modulus in [1, 3, 7, 30, 100] {
            let names: Vec<_> = (0..100).map(|at| (at % modulus).to_string()).collect();
            for count in [0, 1, 2, 20, 32, 33, 100] {
                let repeats = Repeats::find(count, &|at| names[at].as_str());
                assert_eq!(repeats.is_empty(), count <= modulus);
                for at in 0..count {
                    assert_eq!(repeats.is_repeat(at), at >= modulus);
                    let next = at + modulus;
                    assert_eq!(repeats.next(at), (next < count).then_some(next));
                }
            }
        }
    }
    #[test]
    fn names_in_any_order_are_found() {
        for count in [20, 100] {
            // Runs of one name, some of which are repeated: 0 0 0 1 1 1 2 2 2 0 0 0 …
            let names: Vec<_> = (0..count).map(|at| (at / 3 % 7).to_string()).collect();
            let repeats = Repeats::find(count, &|at| names[at].as_str());
            for at in 0..count {
                let later = names[at + 1..].iter().position(|name| *name == names[at]);
                assert_eq!(repeats.next(at), later.map(|ahead| at + 1 + ahead));
                assert_eq!(repeats.is_repeat(at), names[..at].contains(&names[at]));
            }
            let ascending: Vec<_> = (0..count).map(|at| format!("{at:03}")).collect();
            assert!(Repeats::find(count, &|at| ascending[at].as_str()).is_empty());
        }
    }
}
