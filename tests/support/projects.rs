//! The files of real projects, which are not in the repository. Tests that need them are ignored by default.

use std::path::PathBuf;

/// Returns the folder with the files of projects. It is inside the folder with the answers of the reference
/// implementation, which `HCL_CONFORMANCE` names.
pub(crate) fn folder() -> PathBuf {
    let conformance = std::env::var_os("HCL_CONFORMANCE");
    let conformance = conformance.unwrap_or_else(|| "../shared/conformance".into());
    PathBuf::from(conformance).join("corpus/files")
}
