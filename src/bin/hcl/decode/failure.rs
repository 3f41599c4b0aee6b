//! The reasons for a failure, with their exit status.

use std::io;
use std::path::Path;
use std::process::ExitCode;

use hcl::Diagnostic;

use super::args::Args;
use super::report;

/// The reason for a failure.
pub(crate) enum CommandFailure {
    /// The input is invalid or cannot be read.
    Input(Vec<Diagnostic>),
    /// The command cannot do its work.
    Command(String),
    /// The reader of the output has closed it.
    ClosedPipe,
}

impl CommandFailure {
    /// The command was called incorrectly.
    pub(crate) fn usage(message: &str) -> Self {
        CommandFailure::Command(message.to_owned())
    }

    /// The output could not be written.
    pub(crate) fn output(path: Option<&Path>, error: &io::Error) -> Self {
        match path {
            None if error.kind() == io::ErrorKind::BrokenPipe => CommandFailure::ClosedPipe,
            None => CommandFailure::Command(format!("cannot write the output: {error}")),
            Some(path) => {
                CommandFailure::Command(format!("cannot write {}: {error}", path.display()))
            }
        }
    }

    /// Reports the failure and returns the exit status.
    pub(crate) fn report(&self, args: &Args) -> ExitCode {
        match self {
            CommandFailure::Input(diagnostics) => {
                report::diagnostics(diagnostics, args.diags);
                ExitCode::from(2)
            }
            CommandFailure::Command(message) => {
                report::message(message);
                ExitCode::from(1)
            }
            CommandFailure::ClosedPipe => ExitCode::from(1),
        }
    }
}

impl From<Diagnostic> for CommandFailure {
    fn from(diagnostic: Diagnostic) -> Self {
        CommandFailure::Input(vec![diagnostic])
    }
}

impl From<hcl::Error> for CommandFailure {
    fn from(error: hcl::Error) -> Self {
        CommandFailure::Input(error.into_diagnostics())
    }
}
