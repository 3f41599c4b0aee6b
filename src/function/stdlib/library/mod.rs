//! All other functions: those of the feature `stdlib-core`, which need no other crate, and one family for each further
//! feature.
//!
//! Every public function of a submodule is a function of the library; it is re-exported here with a glob.

mod collection;
mod conversion;
#[cfg(feature = "stdlib-crypto")]
mod crypto;
mod encoding;
mod environment;
mod file;
#[cfg(feature = "stdlib-hash")]
mod hash;
mod network;
mod number;
mod path;
mod set;
mod string;
#[cfg(feature = "stdlib-time")]
mod time;

use std::path::Path;

use super::catalogue::{self, FunctionSet};
use crate::function::Function;

pub use self::collection::*;
pub use self::conversion::*;
#[cfg(feature = "stdlib-crypto")]
pub use self::crypto::*;
pub use self::encoding::*;
pub use self::environment::*;
pub use self::file::*;
#[cfg(feature = "stdlib-hash")]
pub use self::hash::*;
pub use self::network::*;
pub use self::number::*;
pub use self::path::*;
pub use self::set::*;
pub use self::string::*;
#[cfg(feature = "stdlib-time")]
pub use self::time::*;

/// The functions of the reference implementation's library with their names, in the order of the names; those of
/// [`functions`](super::functions()) are among them.
///
/// ```
/// use hcl::{EvalContext, function::stdlib};
///
/// let ctx = EvalContext::new().with_functions(stdlib::reference());
/// let text =
///     hcl::parse_expression(r#"format("%-5s|", try(nobody, "x"))"#)?.evaluate(&ctx)?;
/// assert_eq!(text, "x    |");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn reference() -> impl Iterator<Item = (&'static str, Function)> {
    catalogue::functions(FunctionSet::Reference)
}

/// The functions of Terraform and Packer with their names, in the order of the names. They include the functions of
/// [`reference()`], but five names have another meaning.
///
/// `coalesce`, `index`, `lookup`, `replace` and `reverse` are not those of [`reference()`], but [`coalesce_text`],
/// [`index_of`], [`lookup_optional`], `replace_pattern` and [`reverselist`].
///
/// ```
/// use hcl::{EvalContext, function::stdlib};
///
/// let ctx = EvalContext::new().with_functions(stdlib::terraform());
/// let subnet =
///     hcl::parse_expression(r#"cidrsubnet("10.0.0.0/8", 8, 2)"#)?.evaluate(&ctx)?;
/// assert_eq!(subnet, "10.2.0.0/16");
/// # Ok::<(), hcl::Error>(())
/// ```
pub fn terraform() -> impl Iterator<Item = (&'static str, Function)> {
    catalogue::functions(FunctionSet::Terraform)
}

/// The functions that read files below a root directory, with their names: `file`, `fileexists`, `templatefile` and
/// those of the features `stdlib-encoding`, `stdlib-files` and `stdlib-hash`.
///
/// Paths are relative to the root. These rules apply to them:
///
/// * An absolute path must begin with the root, as the application gives it or without symbolic links. A path with `..`
///   is an error.
/// * Symbolic links are followed as long as they lead to a path below the root. A link that leads out of the root is an
///   error, whether or not its target exists: nothing outside of the root is accessed.
/// * The length of a file is charged to the budget before the file is opened: as bytes of text if the file becomes
///   text, as one step for each 64 bytes if it is hashed. Each name in a searched directory costs at least one step.
///   Directories and devices are not read.
/// * Finding a file and opening it are two separate operations. A program that puts a symbolic link below the root
///   between the two can cause another file to be read; only trusted programs should have write access to the root.
///
/// There is no `abspath` and no `pathexpand`: these functions cannot use a path outside of the root.
///
/// ```
/// use hcl::{EvalContext, function::stdlib};
///
/// let root = std::env::temp_dir().join("hcl-stdlib-files");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(root.join("motd"), "hello\n")?;
/// let ctx = EvalContext::new()
///     .with_functions(stdlib::terraform())
///     .with_functions(stdlib::files(&root));
/// let text = hcl::parse_expression("upper(chomp(file(\"motd\")))")?.evaluate(&ctx)?;
/// assert_eq!(text, "HELLO");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn files(root: impl AsRef<Path>) -> impl Iterator<Item = (&'static str, Function)> {
    catalogue::files(root.as_ref()).into_iter()
}
