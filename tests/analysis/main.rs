//! Static analysis, by expressions and the diagnostics that they give.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test does"
)]

mod statics;
mod variables;
