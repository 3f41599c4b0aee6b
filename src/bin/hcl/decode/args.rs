//! The arguments of the command.

use std::path::PathBuf;

use clap::{ArgAction, Parser, ValueEnum};

/// Decode configuration files by a spec file, and print the value as JSON.
///
/// A spec file says which arguments and blocks the configuration has, of which types they are, and what value is made
/// of them. What the configuration has beyond that, and what it lacks, is reported with its place.
#[derive(Parser, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag on the command line"
)]
#[command(name = "hcldec", version, disable_version_flag = true, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The configuration files; they are read as one. Without any, the standard input is read.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) spec: Option<PathBuf>,

    /// Variables for the configuration: a JSON object such as '{"zone": "eu"}', or a file of
    /// variables in JSON (.json) or HCL. May be given several times; the last value of a variable
    /// counts, and any value here before those that the spec file predefines.
    #[arg(short = 'V', long, value_name = "JSON|FILE")]
    pub(crate) vars: Vec<String>,

    /// Write to this file instead of the standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Report what is wrong as JSON, on the standard error output.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) diags: Option<DiagnosticFormat>,

    /// Do not decode, but list the variables that the configuration refers to, with their places,
    /// as JSON.
    #[arg(long)]
    pub(crate) var_refs: bool,

    /// Replace "dynamic" blocks by the blocks that they generate before decoding.
    #[arg(long, conflicts_with = "var_refs")]
    pub(crate) dynamic: bool,

    /// Print an object with the value and its type, unless it is null of no type.
    #[arg(long)]
    pub(crate) with_type: bool,

    /// Print what is null, too, instead of leaving it out of the objects that it is in.
    #[arg(long)]
    pub(crate) keep_nulls: bool,

    /// Print the version.
    #[arg(short, long, action = ArgAction::Version)]
    version: Option<bool>,
}

/// How diagnostics are written, if not for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum DiagnosticFormat {
    /// One JSON object with the list "diagnostics".
    Json,
}

const EXAMPLES: &str = r#"Example:
  This spec file, service.hcldec, describes services with a name and any number of listeners:

    object {
      attr "name" {
        type     = string
        required = true
      }
      block_map "listener" {
        labels = ["protocol"]
        default {
          attr {
            name = "port"
            type = number
          }
          literal {
            value = 80
          }
        }
      }
    }

  By it, this configuration, web.hcl,

    name = "web-${zone}"
    listener "http" {}
    listener "https" { port = 443 }

  is decoded as follows:

    $ hcldec --spec service.hcldec --vars '{"zone": "eu"}' web.hcl
    {"listener":{"http":80,"https":443},"name":"web-eu"}

Spec blocks:
  object           an object; each spec block in it has a label, the name of the attribute
  array, tuple     a tuple of what the spec blocks in it give
  attr             the value of an argument: name, type, required
  block            what the spec block in it makes of a block: block_type, required
  block_list       a list of that for each block of a type: block_type, min_items, max_items
  block_set        a set of that: block_type, min_items, max_items
  block_tuple      a tuple of that: block_type, min_items, max_items
  block_map        a map of that by the labels of the blocks: block_type, labels
  block_object     an object of that by the labels of the blocks: block_type, labels
  block_attrs      a map of all arguments of a block: block_type, element_type, required
  literal          a value of its own: value
  default          the first value of those of the spec blocks in it that is not null
  transform        what an expression makes of the value nested: result
  variables        at the root: predefined variables
  function "name"  at the root: a function for the configuration: params, variadic_param, result

Types:
  string, number, bool, any, list(T), set(T), map(T), object({ name = T }), tuple([T])

Exit status:
  0  the value has been printed
  1  --spec is missing, or the output cannot be written
  2  the configuration, the spec file, the variables or the flags are wrong or cannot be read"#;
