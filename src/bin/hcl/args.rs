//! The arguments of the command.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::decode;

/// Format, check, query and change HCL configuration files.
#[derive(Parser, Debug)]
#[command(name = "hcl", version, after_help = EXIT_STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    /// How diagnostics are written: for people, as one JSON object a line, or in the format SARIF for code hosts.
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "text",
        hide_default_value = true
    )]
    pub(crate) format: Format,
}

const EXIT_STATUS: &str = r#"Addresses are the paths that errors show: service["web"].ports[0].name. Labels may
stand without quotes where they are identifiers: service.web.ports[0].name.

Exit status:
  0  done
  1  something was found: errors (check), differences (fmt --check, diff), no such address (get)
  2  the call is wrong, or a file cannot be read or is broken"#;

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Fmt(FmtArgs),
    Check(CheckArgs),
    Ls(LsArgs),
    Get(GetArgs),
    Decode(decode::Args),
}

/// Where configurations are read.
#[derive(Args, Clone, Debug)]
pub(crate) struct Files {
    /// Files, and with --recursive folders. "-" is the standard input, which is read if there are none.
    #[arg(value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,

    /// Take the files in folders that end with .hcl, .tf, .tfvars or .nomad, and their JSON forms. Hidden folders
    /// are skipped.
    #[arg(short, long)]
    pub(crate) recursive: bool,
}

/// Values of variables.
#[derive(Args, Clone, Debug)]
pub(crate) struct Variables {
    /// Variables: a JSON object such as '{"zone": "eu"}', or a file of variables in JSON (.json) or HCL. May be
    /// given several times; the last value of a variable counts.
    #[arg(
        short = 'V',
        long,
        alias = "var-file",
        value_name = "JSON|FILE",
        help_heading = "Evaluation"
    )]
    pub(crate) vars: Vec<String>,
}

/// Bring files into the canonical form, and print their names.
///
/// Files are changed in place. The standard input is written to the standard output.
#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Change nothing. Print the names of files that are not in the canonical form; the exit status is 1 if there
    /// are any.
    #[arg(short, long)]
    pub(crate) check: bool,

    /// Change nothing. Print what would change.
    #[arg(short, long)]
    pub(crate) diff: bool,
}

/// Report the errors of files.
///
/// With a spec, also names that are not expected, what is missing, and values of wrong types. The exit status is 1
/// if there are errors.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// The spec file, as for `hcl decode`.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) spec: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) variables: Variables,
}

/// List attributes and blocks: a line each with address, kind and place.
#[derive(Args, Debug)]
pub(crate) struct LsArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Print values, too.
    #[arg(long)]
    pub(crate) values: bool,

    /// List the elements and items of expressions, too.
    #[arg(short, long)]
    pub(crate) parts: bool,

    /// Print a tree.
    #[arg(short, long)]
    pub(crate) tree: bool,
}

/// Print what stands at an address: an attribute, a part of its expression, a block.
///
/// Any name, label or index of an address may be "*". The exit status is 1 if there is nothing.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag on the command line"
)]
pub(crate) struct GetArgs {
    /// The address, then the files. If addresses are given by -a, all are files.
    #[arg(value_name = "ADDRESS [FILE]", required_unless_present = "addresses")]
    pub(crate) words: Vec<String>,

    /// An address. May be given several times.
    #[arg(short, long = "address", value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,

    /// Take the files in folders, as for the other commands.
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Print the value: a string as it is, without quotes, everything else as in HCL.
    #[arg(long, group = "what")]
    pub(crate) value: bool,

    /// Print JSON: the value, with templates for what cannot be evaluated; of a block, its body.
    #[arg(long, group = "what")]
    pub(crate) json: bool,

    /// Print the labels of blocks, a line each.
    #[arg(long, group = "what")]
    pub(crate) labels: bool,

    /// Print the comment above.
    #[arg(long, group = "what")]
    pub(crate) comment: bool,

    /// Begin each result with its address and a tab.
    #[arg(short = 'H', long)]
    pub(crate) with_address: bool,

    #[command(flatten)]
    pub(crate) variables: Variables,
}
