//! The guide: one page for each thing that programs do with configurations.
//!
//! These modules are pages of documentation: they hold no items. Each can be read alone; the first two are for
//! everybody. The pages [`mapping`](crate::mapping) are the reference beside them, with every rule.
//!
//! | page | answers |
//! |---|---|
//! | [`first_steps`] | What do I write to load a file? |
//! | [`labels_and_blocks`] | Which piece of the configuration becomes which piece of my struct? |
//! | [`errors_and_validation`] | What do users see when something is wrong, and how do I add checks of my own? |
//! | [`kept_expressions`] | How do I keep an expression and evaluate it later? |
//! | [`functions_and_scopes`] | How do I give variables and functions to a configuration? |
//! | [`a_language_of_your_own`] | How do parts of a configuration name each other, as in Terraform? |
//! | [`layers_and_files`] | How do I combine defaults and several files? |
//! | [`writing_and_editing`] | How do I write a configuration, or change one and keep its comments? |
//! | [`both_syntaxes`] | How do I read and write JSON? |
//! | [`untrusted_input`] | Which limits are there, and which do I set? |
//! | [`coming_from`] | I know hcl-rs, toml, `serde_yaml` or gohcl: what is it called here? |
//!
//! Some examples hide `use serde::Deserialize;`, which comes with serde's feature `derive`.

pub mod a_language_of_your_own;
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
