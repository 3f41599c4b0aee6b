//! Comments by the paths of what they are about.
//!
//! Knows nothing of bodies.

use foldhash::HashMap;

use super::snippet;
use crate::error::Result;
use crate::path::{Path, PathStep};

/// The comments by path.
pub(super) struct PathComments {
    pub(super) comments: Vec<PathComment>,
    /// The comments whose path ends with this name or key.
    by_name: HashMap<String, Vec<usize>>,
}

pub(super) struct PathComment {
    pub(super) path: Path,
    text: String,
    pub(super) is_used: bool,
}

/// A part of the path to an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ItemPathStep {
    Name(String),
    /// Parts that a path may leave out.
    Label(String),
    Index(usize),
}

impl PathComments {
    pub(super) fn parse(comments: &[(String, String)]) -> Result<Self> {
        let mut all = PathComments {
            comments: Vec::with_capacity(comments.len()),
            by_name: HashMap::default(),
        };
        for (path, text) in comments {
            let path: Path = path.parse()?;
            let index = all.comments.len();
            let names = path.iter().rev().filter_map(|step| match step {
                PathStep::Attribute(name) => Some((true, name)),
                PathStep::Key(key) => Some((false, key)),
                PathStep::Index(_) | PathStep::Element => None,
            });
            // The last steps may be labels of a block: they end with its type.
            for (is_attribute, name) in names {
                all.by_name.entry(name.to_string()).or_default().push(index);
                if is_attribute {
                    break;
                }
            }
            all.comments.push(PathComment {
                path,
                text: snippet::comment(text)?,
                is_used: false,
            });
        }
        Ok(all)
    }

    /// The comment for an item, which is used once.
    pub(super) fn take(&mut self, name: &str, item_path: &[ItemPathStep]) -> String {
        let mut text = String::new();
        for index in self.by_name.get(name).into_iter().flatten() {
            let comment = &mut self.comments[*index];
            if !comment.is_used && matches(comment.path.steps(), item_path) {
                comment.is_used = true;
                text.extend([&*comment.text, "\n"]);
            }
        }
        text
    }
}

/// Whether a path names an item.
fn matches(steps: &[PathStep], item_path: &[ItemPathStep]) -> bool {
    let mut item_path = item_path.iter();
    for step in steps {
        let is_found = loop {
            match (step, item_path.next()) {
                (
                    PathStep::Attribute(step) | PathStep::Key(step),
                    Some(ItemPathStep::Name(name)),
                ) => {
                    break **step == **name;
                }
                (PathStep::Key(key), Some(ItemPathStep::Label(label))) if **key == **label => {
                    break true;
                }
                (PathStep::Index(step), Some(ItemPathStep::Index(index))) if step == index => {
                    break true;
                }
                (_, Some(ItemPathStep::Label(_) | ItemPathStep::Index(_))) => {}
                _ => break false,
            }
        };
        if !is_found {
            return false;
        }
    }
    item_path.all(|it| !matches!(it, ItemPathStep::Name(_)))
}

/// The names on a path, without labels and indices.
pub(super) fn name_path(path: &Path) -> Vec<String> {
    let names = path.iter().filter_map(|step| match step {
        PathStep::Attribute(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}
