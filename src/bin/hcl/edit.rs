//! `hcl set`, `rm`, `append`, `mv`, `rename`, `comment` and `edit`: change parts of files and leave the rest unchanged.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Parser as _;
use clap::error::ErrorKind;
use hcl::{Body, BodyItem, BodyPart, Path};

use crate::args::{
    self, AppendArgs, ChangeArgs, CommentArgs, EditArgs, Editing, MvArgs, NamingArgs, RenameArgs,
    RenamingArgs, RmArgs, SetArgs,
};
use crate::input::{Input, Replacements, Taken, place};
use crate::naming::Naming;
use crate::session::{Failure, Result, Session, Verdict};

/// Makes one change.
pub(crate) fn one<C>(args: &Editing<C>, session: &mut Session) -> Result<Verdict>
where
    C: clap::Args,
    Change: for<'c> TryFrom<&'c C, Error = Failure>,
{
    let change = Change::try_from(&args.change)?;
    make(&[change], &args.edited, &NamingArgs::default(), session)
}

/// Renames something.
pub(crate) fn rename(args: &RenamingArgs, session: &mut Session) -> Result<Verdict> {
    let change = Change::try_from(&args.change)?;
    make(&[change], &args.edited, &args.references, session)
}

/// Makes the changes that are given as texts.
pub(crate) fn several(args: &EditArgs, session: &mut Session) -> Result<Verdict> {
    let changes = args.edits.iter().map(|it| Change::parse(it));
    let changes = changes.collect::<Result<Vec<_>>>()?;
    make(&changes, &args.edited, &args.references, session)
}

/// Makes changes, one after the other, and writes the results.
fn make(
    changes: &[Change],
    edited: &args::Edited,
    references: &NamingArgs,
    session: &mut Session,
) -> Result<Verdict> {
    let moves_between_files = changes
        .iter()
        .any(|it| matches!(it, Change::MoveToFile { .. }));
    let naming = Naming::new(references)?;
    let mut files = Vec::new();
    let mut places = HashSet::new();
    for input in edited.files.read(Taken::Both, session)? {
        if input.path().is_some_and(|path| !places.insert(place(path))) {
            continue;
        }
        if let Some(body) = input.parse_or_report(session)? {
            files.push(EditedFile { input, body });
        }
    }
    if !edited.in_place && (files.len() > 1 || moves_between_files) {
        let reason = "several files are written only with --in-place";
        return Err(Failure::Call(reason.to_owned()));
    }
    for change in changes {
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
            Some(path) if text != file.input.text => replacements.write(path, text)?,
            Some(_) => {}
        }
    }
    replacements.finish()?;
    Ok(Verdict::Clean)
}

/// A change of one part.
pub(crate) enum Change {
    Set {
        address: Path,
        value: String,
        is_string: bool,
        with_parents: bool,
    },
    Remove(Path),
    Append {
        address: Path,
        value: String,
        is_string: bool,
    },
    Move {
        from: Path,
        to: Path,
    },
    MoveToFile {
        from: Path,
        file: PathBuf,
        to: Path,
    },
    Rename {
        from: Path,
        to: Path,
    },
    Comment {
        address: Path,
        text: String,
    },
}

struct EditedFile {
    input: Input,
    body: Body,
}

impl Change {
    /// Parses a change such as `set service.web.port 80`.
    fn parse(text: &str) -> Result<Change> {
        let words = ["hcl".to_owned()].into_iter().chain(words(text));
        let wrong = |reason: &str| Failure::Call(format!("in the edit \"{text}\": {reason}"));
        let args = ChangeArgs::try_parse_from(words).map_err(|error| match error.kind() {
            ErrorKind::DisplayHelp
            | ErrorKind::InvalidSubcommand
            | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
                wrong("an edit begins with set, rm, append, mv, rename or comment")
            }
            _ => {
                // The first paragraph is the error, the others are advice for the command line.
                let error = error.to_string();
                let lines = error.lines().map(str::trim);
                let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
                wrong(lines.join(" ").trim_start_matches("error: "))
            }
        })?;
        match &args {
            ChangeArgs::Set(args) => args.try_into(),
            ChangeArgs::Rm(args) => args.try_into(),
            ChangeArgs::Append(args) => args.try_into(),
            ChangeArgs::Mv(args) => args.try_into(),
            ChangeArgs::Rename(args) => args.try_into(),
            ChangeArgs::Comment(args) => args.try_into(),
        }
    }

    /// The address of the part that is changed.
    fn address(&self) -> &Path {
        match self {
            Change::Set { address, .. }
            | Change::Remove(address)
            | Change::Append { address, .. }
            | Change::Comment { address, .. } => address,
            Change::Move { from, .. }
            | Change::MoveToFile { from, .. }
            | Change::Rename { from, .. } => from,
        }
    }

    /// Makes the change in all files that it affects.
    fn make(
        &self,
        files: &mut Vec<EditedFile>,
        naming: &Naming,
        session: &mut Session,
    ) -> Result<()> {
        if let Change::MoveToFile { from, file, to } = self {
            return move_to_file(files, from, file, to);
        }
        let has_address = |file: &EditedFile| file.body.at(self.address()).is_ok();
        let is_anywhere = files.iter().any(has_address);
        if let (Change::Rename { from, .. }, false, Some(first)) =
            (self, is_anywhere, files.first())
        {
            first.body.at(from)?;
        }
        let is_everywhere = matches!(self, Change::Rename { .. }) && is_anywhere;
        let mut is_made = false;
        let mut errors = Vec::new();
        for file in files.iter_mut() {
            let is_here = file.body.at(self.address()).is_ok();
            if is_anywhere && !is_here && !is_everywhere {
                continue;
            }
            let changed = match self {
                Change::Rename { from, to } => renamed(&file.body, from, to, naming),
                change => change.apply(&file.body),
            };
            match changed {
                Ok(body) => {
                    is_made = true;
                    file.body = body;
                }
                Err(error) => errors.push(error),
            }
        }
        if is_anywhere || !is_made {
            for error in errors {
                session.fail(error.into_diagnostics())?;
            }
        }
        Ok(())
    }

    fn apply(&self, body: &Body) -> hcl::Result<Body> {
        let mut edit = body.edit();
        match self {
            Change::Set {
                address,
                value,
                is_string,
                with_parents,
            } => match (is_string, with_parents) {
                (true, true) => edit.set_path_with_parents(body, address, value),
                (true, false) => edit.set_path(body, address, value),
                (false, true) => edit.set_path_expression_with_parents(body, address, value),
                (false, false) => edit.set_path_expression(body, address, value),
            },
            Change::Remove(address) => edit.remove_path(body, address),
            Change::Append {
                address,
                value,
                is_string: true,
            } => edit.append_path(body, address, value),
            Change::Append { address, value, .. } => {
                edit.append_path_expression(body, address, value);
            }
            Change::Move { from, to } => edit.move_path(body, from, to),
            Change::Comment { address, text } => edit.set_comment(body.item(address)?, text),
            Change::MoveToFile { .. } | Change::Rename { .. } => {}
        }
        edit.finish()
    }
}

/// Renames the part at an address, if this body has it, and all references to it.
fn renamed(body: &Body, from: &Path, to: &Path, naming: &Naming) -> hcl::Result<Body> {
    let mut edit = body.edit();
    if body.at(from).is_ok() {
        edit.move_path(body, from, to);
    }
    if let (Some(from), Some(to)) = (naming.reference(from), naming.reference(to)) {
        edit.rename_references(from, to);
    }
    edit.finish()
}

/// Moves an item to another file from each file that has it. If the other file is in `files`, that entry is changed, so
/// that it keeps earlier changes. Otherwise the file is read and added to `files`.
fn move_to_file(
    files: &mut Vec<EditedFile>,
    from: &Path,
    to_file: &std::path::Path,
    to: &Path,
) -> Result<()> {
    let has_item = |it: &usize| files[*it].body.at(from).is_ok();
    let holders: Vec<usize> = (0..files.len()).filter(has_item).collect();
    if let ([], Some(first)) = (holders.as_slice(), files.first()) {
        first.body.at(from)?;
    }
    let to_place = place(to_file);
    let is_target = |it: &EditedFile| it.input.path().is_some_and(|own| place(own) == to_place);
    let known = files.iter().position(is_target);
    if known.is_some_and(|known| holders.contains(&known)) {
        return Err(Failure::Call(format!(
            "{} is the file that contains \"{from}\"; give only the new address",
            to_file.display()
        )));
    }
    let target = if let Some(known) = known {
        known
    } else {
        let input = Input::read_or_new(to_file)?;
        let body = input.parse()?;
        files.push(EditedFile { input, body });
        files.len() - 1
    };
    for holder in holders {
        let (rest, target_body) =
            moved_between(&files[holder].body, &files[target].body, from, to)?;
        files[holder].body = rest;
        files[target].body = target_body;
    }
    Ok(())
}

/// Moves an item from one body to another. Returns both bodies after the change.
fn moved_between(body: &Body, target: &Body, from: &Path, to: &Path) -> Result<(Body, Body)> {
    let moved = body.item(from)?;
    let names = match &moved {
        BodyItem::Attribute(_) => 1,
        BodyItem::Block(block) => 1 + block.labels().len(),
    };
    let around = to.steps().len().saturating_sub(names);
    let around: Path = to.steps()[..around].iter().cloned().collect();
    let end = match target.at(&around)? {
        BodyPart::Body(body) => body,
        BodyPart::Block(block) => block.body(),
        part => {
            let detail = "Only a file or a block can hold what is moved there.";
            let diagnostic = hcl::Diagnostic::error("Invalid path", detail).at(&part);
            return Err(Failure::Input(vec![diagnostic.with_path(around)]));
        }
    };
    let mut edit = target.edit();
    match (&moved, end.attributes().last()) {
        (BodyItem::Attribute(_), Some(last)) => edit.after(&last).copy_item(moved.clone()),
        (BodyItem::Attribute(_), None) => edit.at_start(&end).copy_item(moved.clone()),
        (BodyItem::Block(_), _) => edit.at_end(&end).copy_item(moved.clone()),
    }
    let mut target = edit.finish()?;
    let old = match &moved {
        BodyItem::Attribute(attribute) => around.clone().with(attribute.name()),
        BodyItem::Block(block) => {
            let path = around.clone().with(block.block_type());
            let labels = block
                .labels()
                .map(|it| hcl::PathStep::Key(it.text().into()));
            labels.fold(path, Path::with)
        }
    };
    let is_same = old
        .iter()
        .map(hcl::PathStep::name)
        .eq(to.iter().map(hcl::PathStep::name));
    if !is_same {
        let mut edit = target.edit();
        edit.move_path(&target, old, to);
        target = edit.finish()?;
    }
    let mut edit = body.edit();
    edit.remove(moved);
    Ok((edit.finish()?, target))
}

fn address(text: &str) -> Result<Path> {
    Ok(text.parse()?)
}

impl TryFrom<&SetArgs> for Change {
    type Error = Failure;

    fn try_from(args: &SetArgs) -> Result<Self> {
        Ok(Change::Set {
            address: address(&args.address)?,
            value: args.value.clone(),
            is_string: args.string,
            with_parents: args.parents,
        })
    }
}

impl TryFrom<&RmArgs> for Change {
    type Error = Failure;

    fn try_from(args: &RmArgs) -> Result<Self> {
        Ok(Change::Remove(address(&args.address)?))
    }
}

impl TryFrom<&AppendArgs> for Change {
    type Error = Failure;

    fn try_from(args: &AppendArgs) -> Result<Self> {
        Ok(Change::Append {
            address: address(&args.address)?,
            value: args.value.clone(),
            is_string: args.string,
        })
    }
}

impl TryFrom<&MvArgs> for Change {
    type Error = Failure;

    fn try_from(args: &MvArgs) -> Result<Self> {
        let from = address(&args.from)?;
        let Some((file, to)) = file_and_address(&args.to) else {
            return Ok(Change::Move {
                from,
                to: address(&args.to)?,
            });
        };
        Ok(Change::MoveToFile {
            to: if to.is_empty() {
                from.clone()
            } else {
                address(to)?
            },
            from,
            file: file.into(),
        })
    }
}

impl TryFrom<&RenameArgs> for Change {
    type Error = Failure;

    fn try_from(args: &RenameArgs) -> Result<Self> {
        Ok(Change::Rename {
            from: address(&args.from)?,
            to: address(&args.to)?,
        })
    }
}

impl TryFrom<&CommentArgs> for Change {
    type Error = Failure;

    fn try_from(args: &CommentArgs) -> Result<Self> {
        Ok(Change::Comment {
            address: address(&args.address)?,
            text: args.text.clone(),
        })
    }
}

/// The parts of `FILE:ADDRESS`. A colon in quotes belongs to a label.
fn file_and_address(text: &str) -> Option<(&str, &str)> {
    let unquoted = |(at, _): &(usize, _)| text[..*at].matches('"').count().is_multiple_of(2);
    let (at, _) = text.match_indices(':').rfind(unquoted)?;
    Some((&text[..at], &text[at + 1..]))
}

/// The words of an edit: the command with its flags, the address, and the rest as one word. For the commands that take
/// two addresses, the rest is the second address.
fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = text.trim();
    let mut count = 0;
    while !rest.is_empty() {
        let end = if count == 2 {
            rest.len()
        } else {
            end_of_word(rest)
        };
        let word = &rest[..end];
        if !(word.starts_with('-') && count < 2) {
            count += 1;
        }
        if count == 3 {
            // The following words are not flags.
            words.push("--".to_owned());
        }
        // The empty address can only be written in quotes.
        let is_empty = count == 2 && word == "\"\"";
        words.push(if is_empty { "" } else { word }.to_owned());
        rest = rest[end..].trim_start();
    }
    words
}

/// The end of the first word: white space outside of quotes.
fn end_of_word(text: &str) -> usize {
    let (mut is_quoted, mut is_escaped) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            '"' if !is_escaped => is_quoted = !is_quoted,
            it if it.is_whitespace() && !is_quoted => return at,
            _ => {}
        }
        is_escaped = character == '\\' && !is_escaped;
    }
    text.len()
}
