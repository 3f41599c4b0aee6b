//! Finds the items of a list with the same name: blocks with one type, blocks with one label, keys of an object.

use foldhash::{HashMap, HashMapExt as _};

use crate::repeated::first_repeated;

/// The repeated names of a list, as the indexes of the items that have them.
#[derive(Debug, Default)]
pub(super) struct Repeats {
    /// One link for each item; empty if no name is repeated.
    links: Vec<Link>,
}

/// The items that share their name with this one.
#[derive(Clone, Copy, Debug, Default)]
struct Link {
    /// Whether an earlier item does.
    is_repeat: bool,
    /// The next item that does.
    next: Option<usize>,
}

/// The repeats of a list without repeated names, for code that needs a long-lived reference.
pub(super) static NO_REPEATS: Repeats = Repeats { links: Vec::new() };

impl Repeats {
    /// Finds the repeated names.
    pub(super) fn find(names: &[&str]) -> Self {
        let count = names.len();
        if first_repeated(count, |at| names[at].as_bytes()).is_none() {
            return Repeats::default();
        }
        let mut links = vec![Link::default(); count];
        // For each name, the last item of a run of equal names that has ended.
        let mut last = HashMap::new();
        for later in 1..count {
            let before = later - 1;
            // Blocks of one type are often adjacent.
            let earlier = if names[before] == names[later] {
                Some(before)
            } else {
                last.insert(names[before], before);
                last.get(names[later]).copied()
            };
            if let Some(earlier) = earlier {
                links[earlier].next = Some(later);
                links[later].is_repeat = true;
            }
        }
        Repeats { links }
    }

    /// Returns the repeats of a list of items that all have the same name.
    pub(super) fn all(count: usize) -> Self {
        if count < 2 {
            return Repeats::default();
        }
        let link = |at| Link {
            is_repeat: at > 0,
            next: Some(at + 1).filter(|next| *next < count),
        };
        Repeats {
            links: (0..count).map(link).collect(),
        }
    }

    /// Whether no name is repeated.
    pub(super) fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// Returns the first item that shares its name with a later one.
    pub(super) fn first(&self) -> Option<usize> {
        self.links.iter().position(|link| link.next.is_some())
    }

    /// Whether an earlier item has the name of this one.
    pub(super) fn is_repeat(&self, at: usize) -> bool {
        self.links.get(at).is_some_and(|link| link.is_repeat)
    }

    /// Returns the next item with the name of this one.
    pub(super) fn next(&self, at: usize) -> Option<usize> {
        self.links.get(at)?.next
    }

    /// Returns each repeated item together with the next item of the same name.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let links = self.links.iter().enumerate();
        links.filter_map(|(at, link)| Some((at, link.next?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(names: &[String]) -> Vec<&str> {
        names.iter().map(String::as_str).collect()
    }

    #[test]
    fn names_in_any_order_are_found() {
        for count in [0, 1, 2, 16, 17, 100] {
            // Runs of one name, some of which are repeated: 0 0 0 1 1 1 2 2 2 0 0 0 …
            let names: Vec<_> = (0..count).map(|at| (at / 3 % 7).to_string()).collect();
            let repeats = Repeats::find(&texts(&names));
            assert_eq!(repeats.is_empty(), count < 2);
            for at in 0..count {
                let later = names[at + 1..].iter().position(|name| *name == names[at]);
                assert_eq!(repeats.next(at), later.map(|ahead| at + 1 + ahead));
                assert_eq!(repeats.is_repeat(at), names[..at].contains(&names[at]));
            }
            let all = Repeats::all(count);
            assert_eq!(all.is_empty(), count < 2);
            assert!(all.pairs().eq((1..count).map(|at| (at - 1, at))));
            assert!((0..count).all(|at| all.is_repeat(at) == (at > 0)));
            let ascending: Vec<_> = (0..count).map(|at| format!("{at:03}")).collect();
            assert!(Repeats::find(&texts(&ascending)).is_empty());
        }
    }
}
