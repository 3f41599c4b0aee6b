//! The reasons why a command ends without its result.

use std::io;
use std::path::Path;

use hcl::Diagnostic;

/// Why a command ends without its result.
pub(crate) enum Failure {
    /// A file is broken or cannot be read.
    Input(Vec<Diagnostic>),
    /// The call is wrong, or the output cannot be written.
    Call(String),
    /// The reader of the output has closed it.
    ClosedPipe,
}

impl Failure {
    /// The failure of writing the output.
    pub(crate) fn output(path: Option<&Path>, error: &io::Error) -> Self {
        match path {
            None if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            None => Failure::Call(format!("cannot write the output: {error}")),
            Some(path) => Failure::Call(format!("cannot write {}: {error}", path.display())),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::output(None, &error)
    }
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Failure::Input(vec![diagnostic])
    }
}

impl From<hcl::Error> for Failure {
    fn from(error: hcl::Error) -> Self {
        Failure::Input(error.into_diagnostics())
    }
}
