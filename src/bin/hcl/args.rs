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

    /// The format of diagnostics: text for people, one JSON object per line, or SARIF for code hosts.
    #[arg(
        long,
        global = true,
        value_name = "FORMAT",
        default_value = "text",
        hide_default_value = true
    )]
    pub(crate) format: Format,
}

const EXIT_STATUS: &str = r#"Addresses are the paths that errors show: service["web"].ports[0].name. Labels that
are identifiers need no quotes: service.web.ports[0].name.

Exit status:
  0  success
  1  errors found (check), differences found (fmt --check, diff), no such address (get)
  2  wrong usage, or a file that is invalid or cannot be read or written"#;

/// How diagnostics are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Sarif,
    /// One JSON object with a list: `--diags json` of `hcl decode`, as in `hcldec`.
    #[value(skip)]
    List,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Command {
    Fmt(FmtArgs),
    Check(CheckArgs),
    Ls(LsArgs),
    Get(GetArgs),
    /// Set what is at an address: an attribute, an item of an object, an element of a list, or a block.
    ///
    /// Everything else stays the same, byte for byte. A missing attribute or item is added. If several files are given,
    /// those that contain the address are changed; if none does, those that contain the block or object around it. With
    /// --parents, blocks and objects around it may be missing, too: those that contain the longest part of the address
    /// are changed.
    Set(Editing<SetArgs>),
    /// Remove what is at an address, with its comments.
    Rm(Editing<RmArgs>),
    /// Add an element to a list, or attributes and blocks to a block.
    ///
    /// The empty address is the file itself.
    Append(Editing<AppendArgs>),
    /// Move an attribute or a block to another address, which can be in another file.
    ///
    /// The new address must not exist yet, except that blocks without labels can be repeated in another file.
    /// References are not changed; see `hcl rename`.
    Mv(Editing<MvArgs>),
    /// Rename a block or an attribute, and every reference to it in the given files.
    Rename(RenamingArgs),
    /// Set the comment above an attribute or a block. An empty text removes it.
    Comment(Editing<CommentArgs>),
    Edit(EditArgs),
    Json(JsonArgs),
    Native(NativeArgs),
    Eval(EvalArgs),
    Decode(decode::args::Args),
    Refs(RefsArgs),
    Diff(DiffArgs),
    Completions(CompletionsArgs),
    /// Write the man page to standard output.
    #[command(hide = true)]
    Man,
}

/// Where configurations are read.
#[derive(Args, Clone, Debug)]
pub(crate) struct Files {
    /// Files, or with --recursive also directories. "-" is standard input, which is the default.
    #[arg(value_name = "FILE")]
    pub(crate) paths: Vec<PathBuf>,

    /// Search directories for files that end in .hcl, .tf, .tfvars or .nomad, and their JSON forms. Hidden
    /// directories are skipped.
    #[arg(short, long)]
    pub(crate) recursive: bool,
}

/// Values of variables.
#[derive(Args, Clone, Debug)]
pub(crate) struct Variables {
    /// Variables: a JSON object such as '{"zone": "eu"}', or a file with variables in JSON (.json) or HCL. Can be
    /// repeated; the last value of a variable wins.
    #[arg(
        short = 'V',
        long,
        alias = "var-file",
        value_name = "JSON|FILE",
        help_heading = "Evaluation"
    )]
    pub(crate) vars: Vec<String>,
}

/// Format files in place, and print the names of those that changed.
///
/// Standard input is formatted to standard output.
#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Change nothing. Print the names of files that are not formatted; the exit status is 1 if there are any.
    #[arg(short, long)]
    pub(crate) check: bool,

    /// Change nothing. Print the changes as a diff.
    #[arg(short, long)]
    pub(crate) diff: bool,
}

/// Report errors in files.
///
/// With a spec, this includes unexpected names, missing arguments and blocks, and values of the wrong type. The exit
/// status is 1 if there are errors.
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

/// List attributes and blocks, one per line, with address, kind and location.
#[derive(Args, Debug)]
pub(crate) struct LsArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Also print values.
    #[arg(long)]
    pub(crate) values: bool,

    /// Also list the elements and items of expressions.
    #[arg(short, long)]
    pub(crate) parts: bool,

    /// Print a tree.
    #[arg(short, long)]
    pub(crate) tree: bool,
}

/// Print what is at an address: an attribute, a part of its expression, or a block.
///
/// Any name, label or index in an address can be "*". The exit status is 1 if nothing is found.
#[derive(Args, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag on the command line"
)]
pub(crate) struct GetArgs {
    /// The address, followed by files. With -a, only files.
    #[arg(value_name = "ADDRESS [FILE]", required_unless_present = "addresses")]
    pub(crate) words: Vec<String>,

    /// An address. Can be repeated.
    #[arg(short, long = "address", value_name = "ADDRESS")]
    pub(crate) addresses: Vec<String>,

    /// Search directories for files, as the other commands do.
    #[arg(short, long)]
    pub(crate) recursive: bool,

    /// Print the value: strings without quotes, everything else as HCL.
    #[arg(long, group = "what")]
    pub(crate) value: bool,

    /// Print JSON: the value, with templates in place of what cannot be evaluated; for a block, its body.
    #[arg(long, group = "what")]
    pub(crate) json: bool,

    /// Print the labels of blocks, one per line.
    #[arg(long, group = "what")]
    pub(crate) labels: bool,

    /// Print the comment above it.
    #[arg(long, group = "what")]
    pub(crate) comment: bool,

    /// Prefix each result with its address and a tab.
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

    /// Change the files instead of writing the result to standard output. All results are first written next to the
    /// files: if something fails before that is done, no file is changed.
    #[arg(short, long)]
    pub(crate) in_place: bool,
}

/// A change as a command of its own: what is changed, and in which files.
///
/// The help of the command is at its variant of [`Command`].
#[derive(Args, Clone, Debug)]
pub(crate) struct Editing<C: Args> {
    #[command(flatten)]
    pub(crate) change: C,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// A change in `hcl edit -e`, which has neither files nor options of its own that say how files are changed.
#[derive(Parser, Debug)]
#[command(name = "hcl")]
pub(crate) enum ChangeArgs {
    Set(SetArgs),
    Rm(RmArgs),
    Append(AppendArgs),
    Mv(MvArgs),
    Rename(RenameArgs),
    Comment(CommentArgs),
}

/// How expressions refer to blocks.
#[derive(Args, Clone, Default, Debug)]
pub(crate) struct NamingArgs {
    /// How expressions refer to blocks, if not by type and labels.
    #[arg(long, value_name = "LANGUAGE")]
    pub(crate) preset: Option<Preset>,

    /// A file that says how expressions refer to blocks: one attribute per block type, with the name that precedes the
    /// labels, as in `variable = "var"`; an empty string if no name precedes them.
    #[arg(long, value_name = "FILE", conflicts_with = "preset")]
    pub(crate) names: Option<PathBuf>,
}

/// A language whose naming of blocks is built in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Preset {
    Terraform,
    Packer,
}

/// What `set` sets.
#[derive(Args, Clone, Debug)]
pub(crate) struct SetArgs {
    /// The address.
    pub(crate) address: String,

    /// The new expression, written as in a file; for a block, the text of the block.
    #[arg(allow_hyphen_values = true)]
    pub(crate) value: String,

    /// The value is text, not an expression.
    #[arg(short, long)]
    pub(crate) string: bool,

    /// Add missing blocks and objects around the address.
    #[arg(short, long)]
    pub(crate) parents: bool,
}

/// What `rm` removes.
#[derive(Args, Clone, Debug)]
pub(crate) struct RmArgs {
    /// The address.
    pub(crate) address: String,
}

/// What `append` adds.
#[derive(Args, Clone, Debug)]
pub(crate) struct AppendArgs {
    /// The address of the list or the block.
    pub(crate) address: String,

    /// An expression, or attributes and blocks, written as in a file.
    #[arg(allow_hyphen_values = true)]
    pub(crate) value: String,

    /// The value is text, not an expression.
    #[arg(short, long)]
    pub(crate) string: bool,
}

/// What `mv` moves.
#[derive(Args, Clone, Debug)]
pub(crate) struct MvArgs {
    /// The address.
    pub(crate) from: String,

    /// The new address. For another file, write the name of the file and a colon before it; if nothing follows the
    /// colon, the address stays the same.
    pub(crate) to: String,
}

/// What `rename` renames.
#[derive(Args, Clone, Debug)]
pub(crate) struct RenameArgs {
    /// The address.
    pub(crate) from: String,

    /// The new address.
    pub(crate) to: String,
}

/// The arguments of `rename`.
#[derive(Args, Clone, Debug)]
pub(crate) struct RenamingArgs {
    #[command(flatten)]
    pub(crate) change: RenameArgs,

    #[command(flatten)]
    pub(crate) references: NamingArgs,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// The comment that `comment` sets.
#[derive(Args, Clone, Debug)]
pub(crate) struct CommentArgs {
    /// The address.
    pub(crate) address: String,

    /// The text, without comment marks.
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,
}

/// Make several edits in one call.
#[derive(Args, Clone, Debug)]
pub(crate) struct EditArgs {
    /// An edit: a command with its arguments, as in 'set service.web.port 80'. The last argument extends to the end and
    /// needs no quotes. Can be repeated; each edit sees the results of the previous ones.
    #[arg(short = 'e', long = "edit", value_name = "EDIT", required = true)]
    pub(crate) edits: Vec<String>,

    #[command(flatten)]
    pub(crate) references: NamingArgs,

    #[command(flatten)]
    pub(crate) edited: Edited,
}

/// Convert to the JSON syntax.
///
/// Attributes that look like blocks are written as templates. `hcl native` then restores the same configuration.
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
/// Without --blocks and --spec, every property that is an object or an array of objects becomes blocks, as `hcl json`
/// writes them.
#[derive(Args, Debug)]
pub(crate) struct NativeArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    /// The properties that are blocks, with their number of labels, as in service:1,locals:0.
    #[arg(short, long, value_name = "TYPE:LABELS", value_delimiter = ',')]
    pub(crate) blocks: Vec<String>,

    /// The spec file, as for `hcl decode`. It decides which properties are blocks.
    #[arg(short, long, value_name = "FILE", conflicts_with = "blocks")]
    pub(crate) spec: Option<PathBuf>,
}

/// Evaluate an expression. Without one, read expressions line by line, and print each value with its type.
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
    /// The functions of the specification.
    Specified,
    /// The functions of the reference implementation.
    Reference,
    /// The functions of Terraform.
    Terraform,
}

/// List references, one per line: the referring part, the reference and its location.
///
/// All files are read as one configuration. All blocks of a type must have the same number of labels; those that differ
/// from the first one are reported as errors and left out.
#[derive(Args, Debug)]
pub(crate) struct RefsArgs {
    #[command(flatten)]
    pub(crate) files: Files,

    #[command(flatten)]
    pub(crate) references: NamingArgs,

    /// Print a graph in the DOT language of Graphviz.
    #[arg(short, long, conflicts_with = "order")]
    pub(crate) dot: bool,

    /// Print the blocks and attributes in dependency order: each after those that it refers to.
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

/// Write shell completions to standard output.
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell.
    pub(crate) shell: clap_complete::Shell,
}
