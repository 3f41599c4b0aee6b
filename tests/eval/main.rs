//! Evaluation of expressions: by the handles of a tree, and what holds for all of them.

mod branches;
mod properties;
mod sources;
