//! Evaluation of expressions: by the handles of a tree, and what holds for all of them.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test does"
)]

mod handles;
mod heredocs;
mod operations;
mod properties;
mod reduce;
mod sources;
mod user_functions;
