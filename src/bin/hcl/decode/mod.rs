//! Decodes configuration files with a spec file and prints the value as JSON: the command `hcldec`, and `hcl decode`.
//!
//! Uses only the public API of the library.

pub(crate) mod args;
pub(crate) mod failure;
pub(crate) mod input;
pub(crate) mod json;
mod references;
pub(crate) mod report;

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

use hcl::{EvalContext, SpecFile};

use args::Args;
use failure::Failure;

/// Decodes the files according to the arguments.
pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let Some(spec) = &args.spec else {
        let message = "the argument --spec <FILE> is required; see --help";
        return Err(Failure::Call(message.to_owned()));
    };
    let spec = spec_file(spec)?;
    let ctx = input::variables(&args.vars, spec.eval_context())?;
    let mut body = input::body(&args.files)?;
    if args.dynamic {
        body = hcl::dynblock::expand_dynamic(&body, &ctx).into_result()?;
    }
    if args.var_refs {
        return print(args, |out| references::write(spec.spec(), &body, &ctx, out));
    }
    decode(args, &spec, &body, &ctx)
}

pub(crate) fn spec_file(path: &Path) -> Result<SpecFile, Failure> {
    Ok(SpecFile::from_body(&input::file(path)?).into_result()?)
}

fn decode(
    args: &Args,
    spec: &SpecFile,
    body: &hcl::Body,
    ctx: &EvalContext,
) -> Result<(), Failure> {
    let value = spec.spec().decode(body, ctx).into_result()?;
    json::check(&value)?;
    let nulls = if args.keep_nulls {
        json::Nulls::Keep
    } else {
        json::Nulls::Omit
    };
    print(args, |out| {
        if args.with_type {
            json::write_with_type(&value, nulls, out)
        } else {
            json::write(&value, nulls, out)
        }
    })
}

/// Writes to the file or to standard output, and ends the line.
fn print(args: &Args, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let place = args.out.as_deref();
    let result = match place {
        Some(path) => File::create(path).and_then(|file| finish(BufWriter::new(file), write)),
        None => finish(BufWriter::new(io::stdout().lock()), write),
    };
    result.map_err(|error| Failure::output(place, &error))
}

fn finish(
    mut out: impl Write,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    write(&mut out)?;
    out.write_all(b"\n")?;
    out.flush()
}
