//! Functions for everyday use, in three sets.
//!
//! No function is in scope unless the application adds it: a whole set with
//! [`EvalContext::with_functions`](crate::EvalContext::with_functions), or single functions, under any name, with
//! [`EvalContext::with_function`](crate::EvalContext::with_function).
//!
//! | set | functions |
//! |---|---|
//! | [`functions`] | the fifteen functions of the `hcldec` specification ("Spec Definition Functions"), which the command `hcldec` provides |
//! | [`reference()`] | those and all others of the reference implementation's library |
//! | [`terraform`] | those of Terraform and Packer: some names have a different meaning, and many are added |
//!
//! The result of every function in these sets depends only on its arguments. Functions that depend on anything else are
//! in no set; the application adds them by name:
//!
//! | function | reads | feature |
//! |---|---|---|
//! | [`env`](env()) | environment variables, with an optional default | `stdlib-core` |
//! | [`files`], or one of its functions | files below a root directory, which they cannot leave | `stdlib-core` |
//! | `timestamp`, `legacy_isotime`, `legacy_strftime` | the clock | `stdlib-time` |
//! | `uuidv4` | random numbers | `stdlib-hash` |
//! | `bcrypt` | random numbers | `stdlib-crypto` |
//!
//! The functions of the `hcldec` specification are always available. The others require a feature of this crate. The
//! feature `stdlib` enables all of them except `stdlib-crypto`, and each of them enables `stdlib-core`. A set has only
//! the functions whose features are enabled:
//!
//! | feature | functions |
//! |---|---|
//! | `stdlib-core` | those that need no other crate: strings, numbers, collections, sets, conversion, `can` and `try`, CSV, URLs, networks, paths, files, the environment |
//! | `stdlib-regex` | regular expressions |
//! | `stdlib-encoding` | base64, gzip, other character sets |
//! | `stdlib-files` | the names of files that match a pattern |
//! | `stdlib-yaml` | YAML |
//! | `stdlib-hash` | hashes and UUIDs |
//! | `stdlib-crypto` | password hashes, RSA decryption |
//! | `stdlib-time` | times and dates |
//!
#![doc = include_str!("functions.md")]

mod catalogue;
#[cfg(feature = "stdlib-core")]
mod library;
mod specified;
mod support;

use super::Function;

pub use self::catalogue::{Entry, FunctionSet, entries};
#[cfg(feature = "stdlib-core")]
pub use self::library::*;
pub use self::specified::*;

/// The functions of the `hcldec` specification with their names, in the order of the names.
///
/// ```
/// use hcl::function::stdlib;
///
/// let names: Vec<_> = stdlib::functions().map(|(name, _)| name).collect();
/// assert_eq!(names.len(), 15);
/// assert!(names.contains(&"substr"));
/// ```
pub fn functions() -> impl Iterator<Item = (&'static str, Function)> {
    catalogue::functions(FunctionSet::Specified)
}
