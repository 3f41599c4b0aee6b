//! `hcl set`, `rm`, `append`, `mv`, `rename`, `comment` and `edit`: change parts of files and leave the rest unchanged.

use std::io::Write;

use crate::args::{self, Command};
use crate::edits::{Change, EditedFile, naming};
use crate::input::{Replacements, Taken};
use crate::session::{Failure, Result, Session, Verdict};

/// Makes the changes of a command, one after the other, and writes the results.
pub(crate) fn run(
    command: &Command,
    edited: &args::Edited,
    session: &mut Session,
) -> Result<Verdict> {
    let changes = match command {
        Command::Edit(args) => args
            .edits
            .iter()
            .map(|it| Change::parse(it))
            .collect::<Result<_>>()?,
        command => Vec::from_iter(Change::of(command)?),
    };
    let moves_between_files = changes
        .iter()
        .any(|it| matches!(it, Change::MoveToFile { .. }));
    let naming = naming(command)?;
    let mut files = Vec::new();
    for input in edited.files.read(Taken::Both, session)? {
        if let Some(body) = input.parse_or_report(session)? {
            files.push(EditedFile {
                input,
                body,
                is_new: false,
            });
        }
    }
    if !edited.in_place && (files.len() > 1 || moves_between_files) {
        let reason = "several files are written only with --in-place";
        return Err(Failure::Call(reason.to_owned()));
    }
    for change in &changes {
        if session.has_failed() {
            return Ok(Verdict::Clean);
        }
        change.make(&mut files, &naming, session)?;
    }
    if session.has_failed() {
        return Ok(Verdict::Clean);
    }
    let mut replacements = Replacements::default();
    for file in &files {
        let text = file.body.source().text();
        match file.input.path().filter(|_| edited.in_place) {
            None => session.out.write_all(text.as_bytes())?,
            Some(path) if file.is_new || text != file.input.text => {
                replacements.write(path, text)?;
            }
            Some(_) => {}
        }
    }
    replacements.finish()?;
    Ok(Verdict::Clean)
}
