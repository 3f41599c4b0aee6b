//! `hcldec`: decodes configuration files by a spec file and prints the value as JSON. It is `hcl decode` by the name that
//! the reference implementation gives it.

#[path = "../hcl/decode/mod.rs"]
mod decode;

use std::process::ExitCode;

use clap::Parser as _;

fn main() -> ExitCode {
    decode::main(&decode::Args::parse())
}
