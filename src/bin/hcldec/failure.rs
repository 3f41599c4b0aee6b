//! The reasons for a failure, with their exit status.
//!
//! Knows nothing of what was tried.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use hcl::Diagnostic;

use crate::args::Args;
use crate::report;

/// The reason for a failure.
pub(crate) enum Failure {
    /// The input is invalid or cannot be read.
    Input(Vec<Diagnostic>),
    /// The command cannot do its work.
    Command(String),
    /// The reader of the output has closed it.
    ClosedPipe,
}

impl Failure {
    /// The command was called incorrectly.
    pub(crate) fn usage(message: &str) -> Self {
        Failure::Command(message.to_owned())
    }

    /// The output could not be written.
    pub(crate) fn output(path: Option<&Path>, error: &io::Error) -> Self {
        match path {
            None if error.kind() == io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            None => Failure::Command(format!("cannot write the output: {error}")),
            Some(path) => Failure::Command(format!("cannot write {}: {error}", path.display())),
        }
    }

    /// Reports the failure and returns the exit status.
    pub(crate) fn report(&self, args: &Args) -> ExitCode {
        match self {
            Failure::Input(diagnostics) => {
                report::diagnostics(diagnostics, args.diags);
                ExitCode::from(2)
            }
            Failure::Command(message) => {
                report::message(message);
                ExitCode::from(1)
            }
            Failure::ClosedPipe => ExitCode::from(1),
        }
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
