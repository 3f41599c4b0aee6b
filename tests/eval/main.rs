//! Evaluation of expressions: through the handles of a tree, and properties of all expressions.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod handles;
mod heredocs;
mod operations;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod reduce;
mod sources;
mod user_functions;
