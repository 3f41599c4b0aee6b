//! Entries of maps and objects, sorted by name.
//!
//! Maps and objects iterate in lexicographic order, as the specification demands of `for`. A sorted vector
//! iterates as fast as a list, and binary search finds a name in it.

use super::{ShortString, Text, Value};
use crate::nfc;

/// Maximum number of entries for a linear search. With few entries, it is faster: most names already differ in length,
/// whereas a binary search compares texts at each step.
const LINEAR_SEARCH_LIMIT: usize = 8;

/// Sorts by name, with a stable sort. Of several entries with the same name, the last one is kept.
pub(super) fn sorted<T>(mut entries: Vec<(Text, T)>) -> Vec<(Text, T)> {
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
pub(crate) fn sort_by_name<T>(entries: &mut [(Text, T)]) {
    entries.sort_by(|left, right| left.0.cmp(&right.0));
}

/// Finds a name in entries that are sorted by name.
pub(crate) fn find<'e, T>(entries: &'e [(Text, T)], name: &str) -> Option<&'e T> {
    // Short names are compared as integers. Otherwise, the benchmark `traversal` executes 60 % more instructions.
    let short = ShortString::new(name).map(Text::Short);
    if entries.len() > LINEAR_SEARCH_LIMIT {
        let place = entries.binary_search_by(|(own, _)| match &short {
            Some(name) => own.cmp(name),
            None => own.cmp_text(name),
        });
        return Some(&entries[place.ok()?].1);
    }
    let mut entries = entries.iter();
    let entry = match &short {
        Some(name) => entries.find(|(own, _)| own == name),
        None => entries.find(|(own, _)| **own == *name),
    };
    entry.map(|(_, value)| value)
}

/// The elements of a map or the attributes of an object.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Entries(Vec<(Text, Value)>);

impl Entries {
    pub(super) fn new(entries: Vec<(Text, Value)>) -> Self {
        Self(sorted(entries))
    }

    /// Entries that are already sorted by name, without repeated names.
    pub(super) fn from_sorted(entries: Vec<(Text, Value)>) -> Self {
        Self(entries)
    }

    pub(super) fn get(&self, name: &str) -> Option<&Value> {
        find(&self.0, name).or_else(|| {
            // Names are stored in NFC. The given name may be in another normal form.
            find(&self.0, &nfc::normalized(name)?)
        })
    }

    pub(super) fn as_slice(&self) -> &[(Text, Value)] {
        &self.0
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.iter().map(|(_, value)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_names_are_found() {
        let letters = ["a", "\u{e9}", "\u{1f600}"];
        let names = letters
            .iter()
            .flat_map(|it| (0..5).map(|count| it.repeat(count * 2 + 1)));
        let names: Vec<String> = names.collect();
        for count in 1..=names.len() {
            let entries = names[..count].iter();
            let entries = entries.map(|name| (Text::from(&**name), Value::from(&**name)));
            let entries = Entries::new(entries.collect());
            for (at, name) in names.iter().enumerate() {
                let expected = (at < count).then(|| Value::from(&**name));
                assert_eq!(entries.get(name), expected.as_ref(), "{name} of {count}");
                assert_eq!(entries.get(&format!("{name}b")), None, "{name} of {count}");
            }
        }
    }
}
