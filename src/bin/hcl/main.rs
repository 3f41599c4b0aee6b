//! `hcl`: formats, checks, queries and changes configuration files.
//!
//! Uses only what the library makes public. Each command is a module; `session` has the output and the exit status,
//! `input` the files.

mod args;
mod check;
mod decode;
mod edit;
mod edits;
mod fmt;
mod get;
mod input;
mod ls;
mod naming;
mod pattern;
mod sarif;
mod session;

use std::process::ExitCode;

use clap::Parser as _;

use args::{Cli, Command};
use session::{Session, Stream};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let stream = match cli.command {
        Command::Check(_) => Stream::Output,
        _ => Stream::Error,
    };
    let mut session = Session::new(cli.format, stream);
    let result = match &cli.command {
        Command::Fmt(args) => fmt::run(args, &mut session),
        Command::Check(args) => check::run(args, &mut session),
        Command::Ls(args) => ls::run(args, &mut session),
        Command::Get(args) => get::run(args, &mut session),
        command @ (Command::Set(args::SetArgs { edited, .. })
        | Command::Rm(args::RmArgs { edited, .. })
        | Command::Append(args::AppendArgs { edited, .. })
        | Command::Mv(args::MvArgs { edited, .. })
        | Command::Rename(args::RenameArgs { edited, .. })
        | Command::Comment(args::CommentArgs { edited, .. })
        | Command::Edit(args::EditArgs { edited, .. })) => edit::run(command, edited, &mut session),
        Command::Decode(args) => return decode::main(args),
    };
    session.finish(result)
}
