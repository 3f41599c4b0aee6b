//! `hcldec`: decodes configuration files with a spec file and prints the value as JSON. It is `hcl decode` under the
//! name that it has in the reference implementation.

#[path = "../hcl/decode/mod.rs"]
mod decode;

use std::io::{self, Write as _};
use std::process::ExitCode;

use clap::Parser;

use decode::args::{Args, EXAMPLES};
use decode::failure::Failure;

// Not documentation, which would replace the description of the command: the arguments of `hcl decode`, with the exit
// statuses of the reference implementation.
#[derive(Parser, Debug)]
#[command(name = "hcldec", after_long_help = [EXAMPLES, EXIT_STATUS].join("\n\n"))]
struct Cli {
    #[command(flatten)]
    args: Args,
}

const EXIT_STATUS: &str = "Exit status:
  0  success
  1  --spec is missing, or the output cannot be written
  2  the configuration, the spec file, the variables or the flags are invalid or cannot be read";

fn main() -> ExitCode {
    let Cli { args } = Cli::parse();
    match decode::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Input(diagnostics)) => {
            decode::report::diagnostics(&diagnostics, args.diags);
            ExitCode::from(2)
        }
        Err(Failure::Call(message)) => {
            let _ = writeln!(io::stderr().lock(), "error: {message}");
            ExitCode::from(1)
        }
        Err(Failure::ClosedPipe) => ExitCode::from(1),
    }
}
