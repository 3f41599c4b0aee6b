//! The arguments of `hcldec` and `hcl decode`.

use std::path::PathBuf;

use clap::{ArgAction, ValueEnum};

/// Decode configuration files with a spec file, and print the value as JSON.
///
/// A spec file declares the arguments and blocks of the configuration, their types, and the value to make from them.
/// Anything unexpected or missing in the configuration is reported with its location.
#[derive(clap::Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag on the command line"
)]
#[command(version, disable_version_flag = true, after_long_help = EXAMPLES)]
pub(crate) struct Args {
    /// The configuration files, which are read as one. The default is standard input.
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// The spec file.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) spec: Option<PathBuf>,

    /// Variables for the configuration: a JSON object such as '{"zone": "eu"}', or a file with
    /// variables in JSON (.json) or HCL. Can be repeated; the last value of a variable wins, and
    /// any value here overrides those that the spec file predefines.
    #[arg(short = 'V', long, value_name = "JSON|FILE")]
    pub(crate) vars: Vec<String>,

    /// Write to this file instead of standard output.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Report diagnostics as JSON, on standard error.
    #[arg(long, value_name = "FORMAT")]
    pub(crate) diags: Option<DiagnosticFormat>,

    /// Instead of decoding, list the variables that the configuration refers to, with their
    /// locations and their values as far as they are known, as JSON.
    #[arg(long)]
    pub(crate) var_refs: bool,

    /// Expand "dynamic" blocks before decoding.
    #[arg(long, conflicts_with = "var_refs")]
    pub(crate) dynamic: bool,

    /// Print an object with the value and its type, unless the value is an untyped null.
    #[arg(long)]
    pub(crate) with_type: bool,

    /// Print null attributes of objects instead of omitting them.
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

pub(crate) const EXAMPLES: &str = r#"Example:
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

  With it, this configuration, web.hcl,

    name = "web-${zone}"
    listener "http" {}
    listener "https" { port = 443 }

  is decoded as follows:

    $ hcldec --spec service.hcldec --vars '{"zone": "eu"}' web.hcl
    {"listener":{"http":80,"https":443},"name":"web-eu"}

Spec blocks:
  object           an object; the label of each nested spec block is the name of an attribute
  array, tuple     a tuple of the values of the nested spec blocks
  attr             the value of an argument: name, type, required
  block            the value of a block, by the nested spec block: block_type, required
  block_list       a list of the values of all blocks of a type: block_type, min_items, max_items
  block_set        the same as a set: block_type, min_items, max_items
  block_tuple      the same as a tuple: block_type, min_items, max_items
  block_map        the same as a map by the labels of the blocks: block_type, labels
  block_object     the same as an object by the labels of the blocks: block_type, labels
  block_attrs      a map of all arguments of a block: block_type, element_type, required
  literal          a constant value: value
  default          the first value of the nested spec blocks that is not null
  transform        an expression of "nested", the value of the nested spec block: result
  variables        at the root: predefined variables
  function "name"  at the root: a function for the configuration: params, variadic_param, result

Types:
  string, number, bool, any, list(T), set(T), map(T), object({ name = T }), tuple([T])"#;
