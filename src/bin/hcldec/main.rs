//! `hcldec`: decodes configuration files with a spec file and prints the value as JSON. It is `hcl decode` under the
//! name that it has in the reference implementation.

#[path = "../hcl/decode/mod.rs"]
mod decode;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    let args = decode::Args::parse();
    match decode::run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(&args),
    }
}
