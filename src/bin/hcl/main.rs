//! `hcl`: formats, checks, queries and changes configuration files.
//!
//! Uses only the public API of the library. Each command is a module; `session` has the output and the exit status,
//! `input` the files.

mod args;
mod check;
mod convert;
mod decode;
mod diff;
mod edit;
mod eval;
mod fmt;
mod get;
mod input;
mod ls;
mod naming;
mod pattern;
mod refs;
mod sarif;
mod session;
mod unquoted;

use std::io::Write as _;
use std::process::ExitCode;

use clap::{CommandFactory as _, Parser as _};
use clap_complete::Shell;

use args::{ChangeArgs, Cli, Command, Format};
use session::{Result, Session, Stream, Verdict};

fn main() -> ExitCode {
    let cli = Cli::parse();
    let stream = match cli.command {
        Command::Check(_) => Stream::Output,
        _ => Stream::Error,
    };
    let format = match &cli.command {
        Command::Decode(args) if args.diags.is_some() => Format::List,
        _ => cli.format,
    };
    let mut session = Session::new(format, stream);
    let result = match cli.command {
        Command::Fmt(args) => fmt::run(&args, &mut session),
        Command::Check(args) => check::run(&args, &mut session),
        Command::Ls(args) => ls::run(&args, &mut session),
        Command::Get(args) => get::run(&args, &mut session),
        Command::Set(it) => edit::one(ChangeArgs::Set(it.change), &it.edited, &mut session),
        Command::Rm(it) => edit::one(ChangeArgs::Rm(it.change), &it.edited, &mut session),
        Command::Append(it) => edit::one(ChangeArgs::Append(it.change), &it.edited, &mut session),
        Command::Mv(it) => edit::one(ChangeArgs::Mv(it.change), &it.edited, &mut session),
        Command::Rename(args) => edit::rename(args, &mut session),
        Command::Comment(it) => edit::one(ChangeArgs::Comment(it.change), &it.edited, &mut session),
        Command::Edit(args) => edit::several(&args, &mut session),
        Command::Json(args) => convert::to_json(&args, &mut session),
        Command::Native(args) => convert::to_native(&args, &mut session),
        Command::Eval(args) => eval::run(&args, &mut session),
        Command::Refs(args) => refs::run(&args, &mut session),
        Command::Diff(args) => diff::run(&args, &mut session),
        Command::Completions(args) => completions(args.shell, &mut session),
        Command::Man => man(&mut session),
        Command::Decode(args) => decode::run(&args).map(|()| Verdict::Clean),
    };
    session.finish(result)
}

fn completions(shell: Shell, session: &mut Session) -> Result<Verdict> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "hcl", &mut text);
    session.out.write_all(&text)?;
    Ok(Verdict::Clean)
}

/// Writes the man page of the command, followed by the pages of its subcommands.
fn man(session: &mut Session) -> Result<Verdict> {
    let command = Cli::command();
    clap_mangen::Man::new(command.clone()).render(&mut session.out)?;
    for subcommand in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let page = clap_mangen::Man::new(subcommand.clone());
        writeln!(session.out, ".SH {}", subcommand.get_name().to_uppercase())?;
        page.render_description_section(&mut session.out)?;
        page.render_synopsis_section(&mut session.out)?;
        page.render_options_section(&mut session.out)?;
    }
    Ok(Verdict::Clean)
}
