//! Functions as an application sees them: the call protocol, and the library.

#![expect(
    clippy::unwrap_used,
    reason = "a helper of a test fails as the test does"
)]

mod closure;
#[cfg(feature = "stdlib")]
mod documented;
#[cfg(feature = "stdlib")]
mod files;
mod json;
mod lazy;
mod library;
#[cfg(feature = "stdlib")]
mod page;
mod protocol;
#[cfg(feature = "stdlib")]
mod table;
