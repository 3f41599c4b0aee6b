//! Values, types, conversion and unification, as an application sees them.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod build;
mod conversion;
mod equality;
mod properties;
#[path = "../support/random.rs"]
mod random;
mod serialize;
mod text;
mod type_expressions;
mod types;
mod unification;
mod unknown;
