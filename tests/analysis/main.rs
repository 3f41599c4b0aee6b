//! Static analysis, by expressions and the diagnostics that they give.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod statics;
mod variables;
