//! Evaluation of expressions: through the handles of a tree, and properties of all expressions.

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
