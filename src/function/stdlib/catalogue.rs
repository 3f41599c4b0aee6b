//! The tables of all functions: name, family, and an example for the documentation.

mod entry;
mod external;
mod reference;
mod terraform;

use std::path::Path;

use super::Function;
use crate::sort;

pub use self::entry::Entry;
use self::entry::FAMILIES;
use self::external::EXTERNAL;
pub(super) use self::reference::{REFERENCE, SPECIFIED};
pub(super) use self::terraform::TERRAFORM;

/// The sets of functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Set {
    /// [`functions`](super::functions)
    Specified,
    /// [`reference`](super::reference())
    Reference,
    /// [`terraform`](super::terraform())
    Terraform,
    /// The functions whose results depend on more than their arguments: those of [`files`](super::files), and
    /// [`env`](super::env()) and `timestamp`. No other set has any of them.
    External,
}

/// The functions of a set with what is known about them, in the order of the families.
///
/// ```
/// use hcl::function::stdlib::{self, Set};
///
/// let substr = stdlib::entries(Set::Reference).into_iter().find(|it| it.name() == "substr");
/// let substr = substr.expect("the reference has it");
/// assert_eq!(substr.family(), "strings");
/// assert_eq!(substr.function().parameters()[1].name(), "offset");
/// ```
pub fn entries(set: Set) -> Vec<Entry> {
    match set {
        Set::Specified => by_family(&[SPECIFIED]),
        Set::Reference => by_family(&[SPECIFIED, REFERENCE]),
        Set::Terraform => by_family(&[SPECIFIED, REFERENCE, TERRAFORM]),
        Set::External => by_family(&[EXTERNAL]),
    }
}

/// The functions of several tables, in the order of their names. Of equal names the last table counts.
pub(super) fn of(tables: &[&[Entry]]) -> Vec<(&'static str, Function)> {
    let mut chosen = chosen(tables);
    sort::by_name(&mut chosen, |it| it.name);
    let functions = chosen.iter();
    functions
        .map(|entry| (entry.name, entry.function()))
        .collect()
}

/// The functions that read files below a root.
pub(super) fn files(root: &Path) -> impl Iterator<Item = (&'static str, Function)> {
    let function = |entry: &Entry| Some((entry.name, entry.function_below(root)?));
    EXTERNAL.iter().filter_map(function)
}

/// The functions of several tables, in the order of the families.
fn by_family(tables: &[&[Entry]]) -> Vec<Entry> {
    let chosen = chosen(tables);
    let mut entries = Vec::with_capacity(chosen.len());
    for family in FAMILIES {
        entries.extend(chosen.iter().filter(|it| it.family == family));
    }
    entries
}

/// The functions of several tables. Of equal names the last table counts.
fn chosen(tables: &[&[Entry]]) -> Vec<Entry> {
    let mut chosen: Vec<Entry> = Vec::new();
    for entry in tables.iter().copied().flatten() {
        match chosen.iter_mut().find(|it| it.name == entry.name) {
            Some(replaced) => *replaced = *entry,
            None => chosen.push(*entry),
        }
    }
    chosen
}
