//! Comments by the paths of what they are about.
//!
//! Knows nothing of bodies.

use foldhash::HashMap;

use super::snippet;
use crate::error::Result;
use crate::nfc;
use crate::path::{Path, PathStep};

/// The comments by path.
pub(super) struct PathComments {
    pub(super) comments: Vec<PathComment>,
    /// The comments whose path has this name or key, in NFC.
    by_name: HashMap<String, Vec<usize>>,
}

pub(super) struct PathComment {
    pub(super) path: Path,
    text: String,
    pub(super) is_used: bool,
    /// Whether a name in the path may be that of a label.
    may_name_labels: bool,
}

/// A part of the path to an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum ItemPathStep {
    Name(String),
    /// The key of an item of an object.
    Key(String),
    /// Parts that a path may leave out.
    Label(String),
    Index(usize),
}

impl PathComments {
    pub(super) fn new(comments: &[(Path, String)]) -> Result<Self> {
        let mut all = PathComments {
            comments: Vec::with_capacity(comments.len()),
            by_name: HashMap::default(),
        };
        for (path, text) in comments {
            let index = all.comments.len();
            // The last steps may be labels of a block, whose path ends with its type.
            for name in path.iter().filter_map(PathStep::name) {
                let name = nfc::normal(name).into_owned();
                all.by_name.entry(name).or_default().push(index);
            }
            all.comments.push(PathComment {
                path: path.clone(),
                text: snippet::comment(text)?,
                is_used: false,
                may_name_labels: false,
            });
        }
        Ok(all)
    }

    /// Lets the names in the paths that have named nothing be labels, too. Returns whether there are such paths.
    pub(super) fn allow_unquoted_labels(&mut self) -> bool {
        let mut has_named_nothing = false;
        for comment in self.comments.iter_mut().filter(|it| !it.is_used) {
            comment.may_name_labels = true;
            has_named_nothing = true;
        }
        has_named_nothing
    }

    /// The comment for an item, which is used once.
    pub(super) fn take(&mut self, name: &str, item_path: &[ItemPathStep]) -> String {
        let mut text = String::new();
        let comments = self.by_name.get(&*nfc::normal(name));
        for index in comments.into_iter().flatten() {
            let comment = &mut self.comments[*index];
            if !comment.is_used && comment.is_about(item_path) {
                comment.is_used = true;
                if !comment.text.is_empty() {
                    text.extend([&*comment.text, "\n"]);
                }
            }
        }
        text
    }
}

impl PathComment {
    /// Whether the path names an item.
    fn is_about(&self, item_path: &[ItemPathStep]) -> bool {
        let mut item_path = item_path.iter();
        for step in &self.path {
            let is_found = loop {
                match (step, item_path.next()) {
                    (PathStep::Attribute(step), Some(ItemPathStep::Name(name))) => {
                        break **step == **name;
                    }
                    (
                        PathStep::Attribute(step) | PathStep::Key(step),
                        Some(ItemPathStep::Key(key)),
                    ) => {
                        break nfc::are_equal(step, key);
                    }
                    (step, Some(ItemPathStep::Label(label))) if self.is_label(step, label) => {
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
        item_path.all(|it| matches!(it, ItemPathStep::Label(_) | ItemPathStep::Index(_)))
    }

    fn is_label(&self, step: &PathStep, label: &str) -> bool {
        match step {
            PathStep::Key(key) => nfc::are_equal(key, label),
            PathStep::Attribute(name) => self.may_name_labels && nfc::are_equal(name, label),
            PathStep::Index(_) | PathStep::Element => false,
        }
    }
}

/// The names on a path, without labels and indices.
pub(super) fn name_path(path: &Path) -> Vec<String> {
    let names = path.iter().filter_map(|step| match step {
        PathStep::Attribute(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}
