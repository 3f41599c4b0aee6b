//! Replacements of matches: text in which `$1`, `$name` and `${name}` stand for groups.
//!
//! The rules are those of the reference implementation. Those of the crate `regex` differ: a name consists of ASCII
//! characters there, unless it stands in braces, where it may contain anything.

use foldhash::HashMap;
use regex::Captures;

use crate::value::Text;

/// A replacement, taken apart.
pub(super) struct Replacement<'r>(Vec<Part<'r>>);

enum Part<'r> {
    Text(&'r str),
    /// The text that a group matches.
    Group(usize),
}

impl<'r> Replacement<'r> {
    /// Takes a replacement apart. `names` are the names of the groups.
    pub(super) fn read(replacement: &'r str, names: &[Option<Text>]) -> Self {
        let names = names.iter().enumerate();
        let names = names.filter_map(|(index, name)| Some((name.as_deref()?, index)));
        let names: HashMap<&str, usize> = names.collect();
        let mut parts = Vec::new();
        let mut rest = replacement;
        while let Some((before, after)) = rest.split_once('$') {
            parts.push(Part::Text(before));
            rest = after;
            if let Some(after) = rest.strip_prefix('$') {
                parts.push(Part::Text("$"));
                rest = after;
            } else if let Some((name, after)) = reference(rest) {
                parts.extend(group(name, &names).map(Part::Group));
                rest = after;
            } else {
                parts.push(Part::Text("$"));
            }
        }
        parts.push(Part::Text(rest));
        Replacement(parts)
    }

    /// Appends the replacement of a match.
    pub(super) fn expand(&self, captures: &Captures<'_>, result: &mut String) {
        for part in &self.0 {
            result.push_str(match part {
                Part::Text(text) => text,
                Part::Group(index) => captures.get(*index).map_or("", |it| it.as_str()),
            });
        }
    }
}

/// The name after a dollar sign, and the text after the name. Without braces, the name is as long as possible.
fn reference(text: &str) -> Option<(&str, &str)> {
    let in_braces = text.strip_prefix('{');
    let text = in_braces.unwrap_or(text);
    let is_letter = |it: char| it.is_alphabetic() && !it.is_numeric();
    let is_of_name = |it: char| is_letter(it) || it.is_ascii_digit() || it == '_';
    let end = text.find(|it| !is_of_name(it)).unwrap_or(text.len());
    let (name, rest) = text.split_at(end);
    let rest = match in_braces {
        Some(_) => rest.strip_prefix('}')?,
        None => rest,
    };
    (!name.is_empty()).then_some((name, rest))
}

/// The index of a group by its number, which has no leading zeros, or by its name. A group that does not exist matches
/// nothing.
fn group(name: &str, names: &HashMap<&str, usize>) -> Option<usize> {
    let is_number = name.bytes().all(|it| it.is_ascii_digit());
    if is_number && (name == "0" || !name.starts_with('0')) {
        return name.parse().ok();
    }
    names.get(name).copied()
}
