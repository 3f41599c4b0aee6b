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
    Set(SetArgs),
    Rm(RmArgs),
    Append(AppendArgs),
    Mv(MvArgs),
    Rename(RenameArgs),
    Comment(CommentArgs),
    Edit(EditArgs),
    Json(JsonArgs),
    Native(NativeArgs),
    Eval(EvalArgs),
    Decode(decode::Args),
    Refs(RefsArgs),
    Diff(DiffArgs),
    Completions(CompletionsArgs),
    /// Write the man page to the standard output.
    #[command(hide = true)]
    Man,
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

/// Where the result of an edit goes.
#[derive(Args, Clone, Debug)]
pub(crate) struct Edited {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Change the files instead of writing the result to the standard output. All results are written beside their
    /// files first; what fails before that changes nothing.
    #[arg(short, long)]
    pub(crate) in_place: bool,
}

/// What names a block in expressions.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct References {
    /// What names a block in expressions, if not its type and labels.
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) preset: Option<Preset>,

    /// A file that says it: an attribute for each block type, with the names that stand before the labels, as in
    /// `variable = "var"`.
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    pub(crate) names: Option<PathBuf>,
}

/// A language of which it is known what names blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Preset {
    Terraform,
    Packer,
}

/// Set what stands at an address: an attribute, an item of an object, an element of a list, a block.
///
/// Everything else stays as it is, byte for byte. An attribute or an item that is missing is added. Of several files,
/// those are changed that have the address, or if none has it, those that have what is around it.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetArgs {
    /// The address.
    pub(crate) address: String,

    /// The expression to set it to, as it is written in a file; for a block, the text of the block.
    #[arg(allow_hyphen_values = true)]
    pub(crate) value: String,

    /// The value is text, not an expression.
    #[arg(short, long)]
    pub(crate) string: bool,

    /// Add the blocks and objects around the address that are missing.
    #[arg(short, long)]
    pub(crate) parents: bool,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Remove what stands at an address, with its comments.
#[derive(Args, Clone, Debug)]
pub(crate) struct RmArgs {
    /// The address.
    pub(crate) address: String,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Add an element to a list, or attributes and blocks to a block.
///
/// The empty address is the file itself.
#[derive(Args, Clone, Debug)]
pub(crate) struct AppendArgs {
    /// The address of the list or the block.
    pub(crate) address: String,

    /// An expression, or attributes and blocks as they are written in a file.
    #[arg(allow_hyphen_values = true)]
    pub(crate) value: String,

    /// The value is text, not an expression.
    #[arg(short, long)]
    pub(crate) string: bool,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Move an attribute or a block to another address, also in another file.
///
/// References stay as they are; see `hcl rename`.
#[derive(Args, Clone, Debug)]
pub(crate) struct MvArgs {
    /// The address.
    pub(crate) from: String,

    /// The new address; after the name of a file and a colon, one in that file. Without an address after the colon,
    /// it stays the same.
    pub(crate) to: String,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Rename a block or an attribute, and every reference to it in all files given.
#[derive(Args, Clone, Debug)]
pub(crate) struct RenameArgs {
    /// The address.
    pub(crate) from: String,

    /// The new address.
    pub(crate) to: String,

    #[command(flatten)]
    pub(crate) references: References,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Set the comment above an attribute or a block. An empty text removes it.
#[derive(Args, Clone, Debug)]
pub(crate) struct CommentArgs {
    /// The address.
    pub(crate) address: String,

    /// The text, without comment marks.
    pub(crate) text: String,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Make several edits in one call.
#[derive(Args, Clone, Debug)]
pub(crate) struct EditArgs {
    /// An edit: a command and its arguments, as in 'set service.web.port 80'. The last argument goes to the end and
    /// needs no quotes. May be given several times; each edit sees what those before it have done.
    #[arg(short = 'e', long = "edit", value_name = "EDIT", required = true)]
    pub(crate) edits: Vec<String>,

    #[command(flatten)]
    pub(crate) references: References,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Convert to the JSON syntax.
///
/// Attributes that look like blocks are written as templates, so that `hcl native` gives the same configuration back.
#[derive(Args, Debug)]
pub(crate) struct JsonArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Write the values of expressions instead of templates.
    #[arg(short, long)]
    pub(crate) evaluate: bool,

    /// Write the body of each block in an array.
    #[arg(short, long)]
    pub(crate) lists: bool,

    #[command(flatten)]
    pub(crate) variables: Variables,
}

/// Convert from the JSON syntax.
///
/// Without --blocks, each property that is an object or an array of objects is blocks, as `hcl json` writes them.
#[derive(Args, Debug)]
pub(crate) struct NativeArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Which properties are blocks, with their numbers of labels, as in service:1,locals:0.
    #[arg(short, long, value_name = "TYPE:LABELS", value_delimiter = ',')]
    pub(crate) blocks: Vec<String>,
}

/// Evaluate an expression. Without one, expressions are read line by line, and each value is shown with its type.
#[derive(Args, Debug)]
pub(crate) struct EvalArgs {
    /// The expression.
    #[arg(allow_hyphen_values = true)]
    pub(crate) expression: Option<String>,

    /// The functions that can be called.
    #[arg(short, long, value_name = "SET", default_value = "reference")]
    pub(crate) functions: Functions,

    /// Print the value as JSON.
    #[arg(short, long)]
    pub(crate) json: bool,

    #[command(flatten)]
    pub(crate) variables: Variables,
}

/// A set of functions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Functions {
    /// No functions.
    None,
    /// Those of the specification.
    Specified,
    /// Those of the reference implementation.
    Reference,
    /// Those of Terraform.
    Terraform,
}

/// List what needs what: a line for each reference, with the part that needs, the reference and its place.
///
/// All files are one configuration.
#[derive(Args, Debug)]
pub(crate) struct RefsArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    #[command(flatten)]
    pub(crate) references: References,

    /// Print a graph in the language of Graphviz.
    #[arg(short, long, conflicts_with = "order")]
    pub(crate) dot: bool,

    /// Print the blocks and attributes in an order in which each comes after what it needs.
    #[arg(short, long)]
    pub(crate) order: bool,
}

/// Print how two files differ in meaning, by address. Layout, comments and order do not matter.
///
/// The exit status is 1 if they differ.
#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    /// The first file.
    #[arg(value_name = "A")]
    pub(crate) old: PathBuf,

    /// The second file.
    #[arg(value_name = "B")]
    pub(crate) new: PathBuf,
}

/// Write the completions for a shell to the standard output.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: Shell,
}

/// A shell with completions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Shell {
    Bash,
    Zsh,
    Fish,
}
