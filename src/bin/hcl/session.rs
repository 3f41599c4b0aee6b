//! The output, the diagnostics and the exit status of one run of the command.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use hcl::{Diagnostic, RenderStyle};

use crate::args::Format;
use crate::decode::args::DiagnosticFormat;
pub(crate) use crate::decode::failure::Failure;
use crate::decode::report::{self, style};
use crate::sarif;

/// The output and the diagnostics of one run of the command.
pub(crate) struct Session {
    pub(crate) out: BufWriter<io::Stdout>,
    format: Format,
    stream: Stream,
    /// Diagnostics for a log that is written at the end.
    collected: Vec<Diagnostic>,
    /// Whether there was an error.
    has_failed: bool,
}

/// Where diagnostics go.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Stream {
    Output,
    Error,
}

/// The outcome of a command that did not fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    Clean,
    /// There are errors or differences, or there is nothing at the requested address. The exit status is 1.
    Issues,
}

impl Verdict {
    pub(crate) fn issues_if(has_issues: bool) -> Self {
        if has_issues {
            Verdict::Issues
        } else {
            Verdict::Clean
        }
    }
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Session {
    pub(crate) fn new(format: Format, stream: Stream) -> Self {
        Session {
            out: BufWriter::new(io::stdout()),
            format,
            stream,
            collected: Vec::new(),
            has_failed: false,
        }
    }

    /// Writes diagnostics. The command continues.
    pub(crate) fn report(&mut self, diagnostics: Vec<Diagnostic>) -> Result<()> {
        match self.format {
            Format::Sarif => self.collected.extend(diagnostics),
            Format::List => report::diagnostics(&diagnostics, Some(DiagnosticFormat::Json)),
            Format::Text => {
                let style = self.style();
                let reports = diagnostics.iter().map(|it| it.render(style) + "\n\n");
                self.write(&reports.collect::<String>())?;
            }
            Format::Json => {
                for diagnostic in &diagnostics {
                    let line = serde_json::to_string(diagnostic).map_err(std::io::Error::from)?;
                    self.write(&(line + "\n"))?;
                }
            }
        }
        Ok(())
    }

    /// Writes diagnostics of a file that is broken or cannot be read. The exit status will be 2.
    pub(crate) fn fail(&mut self, diagnostics: Vec<Diagnostic>) -> Result<()> {
        self.has_failed = true;
        self.report(diagnostics)
    }

    /// Whether a file was broken or could not be read.
    pub(crate) fn has_failed(&self) -> bool {
        self.has_failed
    }

    fn write(&mut self, text: &str) -> Result<()> {
        match self.stream {
            Stream::Output => self.out.write_all(text.as_bytes())?,
            Stream::Error => {
                self.out.flush()?;
                // An error while writing to standard error cannot be reported anywhere.
                let _ = io::stderr().lock().write_all(text.as_bytes());
            }
        }
        Ok(())
    }

    fn style(&self) -> RenderStyle {
        match self.stream {
            Stream::Output => style(&io::stdout()),
            Stream::Error => style(&io::stderr()),
        }
    }

    /// Completes the output, and returns the exit status.
    pub(crate) fn finish(mut self, result: Result<Verdict>) -> ExitCode {
        let result = result.or_else(|failure| match failure {
            Failure::Input(diagnostics) => self.fail(diagnostics).map(|()| Verdict::Clean),
            failure => Err(failure),
        });
        let result = result.and_then(|verdict| {
            self.log()?;
            self.out.flush()?;
            Ok(verdict)
        });
        match result {
            Ok(_) if self.has_failed => ExitCode::from(2),
            Ok(Verdict::Clean) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
            Ok(Verdict::Issues) => ExitCode::from(1),
            Err(Failure::Call(message)) => {
                let _ = self.out.flush();
                let _ = writeln!(io::stderr().lock(), "error: {message}");
                ExitCode::from(2)
            }
            Err(Failure::Input(_)) => ExitCode::from(2),
        }
    }

    /// Writes the log of all diagnostics, if the format has one.
    fn log(&mut self) -> Result<()> {
        if self.format == Format::Sarif {
            let log = sarif::log(&self.collected);
            self.write(&format!("{log:#}\n"))?;
        }
        Ok(())
    }
}
