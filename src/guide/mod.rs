//! The guide: one page for each task.
//!
//! The modules are pages of documentation and contain no items. Each page can be read on its own; start with the first
//! two. [`mapping`](crate::mapping) is the reference, with every rule.
//!
//! | | page | answers |
//! |---|---|---|
//! | 1 | [`first_steps`] | How do I load a file? |
//! | 2 | [`labels_and_blocks`] | Which part of the configuration becomes which part of my struct? |
//! | 3 | [`errors_and_validation`] | What do users see when something is wrong, and how do I add my own checks? |
//! | 4 | [`kept_expressions`] | How do I keep an expression and evaluate it later? |
//! | 5 | [`functions_and_scopes`] | How do I provide variables and functions? |
//! | 6 | [`a_language_of_your_own`] | How do parts of a configuration refer to each other, as in Terraform? |
//! | 7 | [`layers_and_files`] | How do I combine defaults and several files? |
//! | 8 | [`writing_and_editing`] | How do I write a configuration, or edit one and keep its comments? |
//! | 9 | [`both_syntaxes`] | How do I read and write JSON? |
//! | 10 | [`untrusted_input`] | What are the limits, and which ones do I set? |
//! | 11 | [`coming_from`] | I know hcl-rs, toml, `serde_yaml` or gohcl: what are things called here? |
//!
//! Some examples hide `use serde::Deserialize;`, which needs serde's feature `derive`.

pub mod a_language_of_your_own;
#[cfg(feature = "json")]
pub mod both_syntaxes;
pub mod coming_from;
pub mod errors_and_validation;
pub mod first_steps;
pub mod functions_and_scopes;
pub mod kept_expressions;
pub mod labels_and_blocks;
pub mod layers_and_files;
pub mod untrusted_input;
pub mod writing_and_editing;
