//! Functions as an application sees them: the call protocol, and the library.

#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod closure;
#[cfg(all(feature = "stdlib", feature = "stdlib-crypto"))]
mod documented;
#[cfg(feature = "stdlib")]
mod files;
mod json;
mod lazy;
mod library;
#[cfg(all(feature = "stdlib", feature = "stdlib-crypto"))]
mod page;
mod protocol;
#[cfg(all(feature = "stdlib", feature = "stdlib-crypto"))]
mod random;
#[cfg(feature = "stdlib")]
mod table;
#[cfg(feature = "stdlib")]
mod unknown;
