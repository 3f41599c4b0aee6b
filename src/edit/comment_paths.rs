//! Comments by the paths of what they are about.
//!
//! Knows nothing of bodies.

use foldhash::HashMap;

use super::piece;
use crate::error::Result;
use crate::path::{Path, PathStep};

/// The comments by path.
pub(super) struct Comments {
    pub(super) comments: Vec<Comment>,
    /// The comments whose path ends with this name or key.
    by_name: HashMap<String, Vec<usize>>,
}

pub(super) struct Comment {
    pub(super) path: Path,
    text: String,
    pub(super) is_used: bool,
}

/// A part of the path to an item.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Token {
    Name(String),
    /// Parts that a path may leave out.
    Label(String),
    Index(usize),
}

impl Comments {
    pub(super) fn parse(comments: &[(String, String)]) -> Result<Self> {
        let mut all = Comments {
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
            all.comments.push(Comment {
                path,
                text: piece::comment(text)?,
                is_used: false,
            });
        }
        Ok(all)
    }

    /// The comment for an item, which is used once.
    pub(super) fn take(&mut self, name: &str, tokens: &[Token]) -> String {
        let mut text = String::new();
        for index in self.by_name.get(name).into_iter().flatten() {
            let comment = &mut self.comments[*index];
            if !comment.is_used && matches(comment.path.steps(), tokens) {
                comment.is_used = true;
                text.extend([&*comment.text, "\n"]);
            }
        }
        text
    }
}

/// Whether a path names an item.
fn matches(steps: &[PathStep], tokens: &[Token]) -> bool {
    let mut tokens = tokens.iter();
    for step in steps {
        let is_found = loop {
            match (step, tokens.next()) {
                (PathStep::Attribute(step) | PathStep::Key(step), Some(Token::Name(name))) => {
                    break **step == **name;
                }
                (PathStep::Key(key), Some(Token::Label(label))) if **key == **label => break true,
                (PathStep::Index(step), Some(Token::Index(index))) if step == index => break true,
                (_, Some(Token::Label(_) | Token::Index(_))) => {}
                _ => break false,
            }
        };
        if !is_found {
            return false;
        }
    }
    tokens.all(|it| !matches!(it, Token::Name(_)))
}

/// The names on a path, without labels and indices.
pub(super) fn name_path(path: &Path) -> Vec<String> {
    let names = path.iter().filter_map(|step| match step {
        PathStep::Attribute(name) => Some(name.to_string()),
        _ => None,
    });
    names.collect()
}
