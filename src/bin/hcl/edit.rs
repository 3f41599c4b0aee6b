//! `hcl set`, `rm`, `append`, `mv`, `rename`, `comment` and `edit`: change parts of files and leave the rest unchanged.

use std::io::Write;
use std::path::PathBuf;

use clap::Parser as _;
use hcl::{Body, BodyItem, BodyPart, Path};

use crate::args::{self, Cli, Command, MvArgs, NamingArgs};
use crate::input::{Input, Replacements, Taken};
use crate::naming::Naming;
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

enum Change {
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
    is_new: bool,
}

impl Change {
    /// The change that a command makes; `None` if the command is not a change.
    fn of(command: &Command) -> Result<Option<Change>> {
        Ok(Some(match command {
            Command::Set(args) => Change::Set {
                address: address(&args.address)?,
                value: args.value.clone(),
                is_string: args.string,
                with_parents: args.parents,
            },
            Command::Rm(args) => Change::Remove(address(&args.address)?),
            Command::Append(args) => Change::Append {
                address: address(&args.address)?,
                value: args.value.clone(),
                is_string: args.string,
            },
            Command::Mv(args) => moved(args)?,
            Command::Rename(args) => Change::Rename {
                from: address(&args.from)?,
                to: address(&args.to)?,
            },
            Command::Comment(args) => Change::Comment {
                address: address(&args.address)?,
                text: args.text.clone(),
            },
            _ => return Ok(None),
        }))
    }

    /// Parses a change such as `set service.web.port 80`.
    fn parse(text: &str) -> Result<Change> {
        let words = ["hcl".to_owned()].into_iter().chain(words(text));
        let wrong = |reason: &str| Failure::Call(format!("in the edit \"{text}\": {reason}"));
        let cli = Cli::try_parse_from(words).map_err(|error| {
            let error = error.to_string();
            let reason = error.lines().next().unwrap_or_default();
            wrong(reason.trim_start_matches("error: "))
        })?;
        match Change::of(&cli.command)? {
            Some(change) => Ok(change),
            None => Err(wrong(
                "an edit begins with set, rm, append, mv, rename or comment",
            )),
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
        let mut added = Vec::new();
        for file in files.iter_mut() {
            let is_here = file.body.at(self.address()).is_ok();
            if is_anywhere && !is_here && !is_everywhere {
                continue;
            }
            let changed = match self {
                Change::MoveToFile {
                    from,
                    file: to_file,
                    to,
                } => {
                    self.check_files(file, to_file)?;
                    let (rest, moved) = move_to_file(&file.body, from, to_file, to)?;
                    added.push(moved);
                    Ok(rest)
                }
                Change::Rename { from, to } => rename(&file.body, from, to, naming),
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
        for new in added {
            match files
                .iter_mut()
                .find(|it| it.input.path() == new.input.path())
            {
                Some(known) => known.body = new.body,
                None => files.push(new),
            }
        }
        Ok(())
    }

    fn check_files(&self, from: &EditedFile, to: &std::path::Path) -> Result<()> {
        if from.input.path() == Some(to) {
            return Err(Failure::Call(format!(
                "{} is the file that \"{}\" is in; give the new address alone",
                to.display(),
                self.address()
            )));
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
fn rename(body: &Body, from: &Path, to: &Path, naming: &Naming) -> hcl::Result<Body> {
    let mut edit = body.edit();
    if body.at(from).is_ok() {
        edit.move_path(body, from, to);
    }
    if let (Some(from), Some(to)) = (naming.reference(from), naming.reference(to)) {
        edit.rename_references(from, to);
    }
    edit.finish()
}

/// Moves an item to another file. Returns the body without the item, and the other file with it.
fn move_to_file(
    body: &Body,
    from: &Path,
    file: &std::path::Path,
    to: &Path,
) -> Result<(Body, EditedFile)> {
    let moved = body.item(from)?;
    let names = match &moved {
        BodyItem::Attribute(_) => 1,
        BodyItem::Block(block) => 1 + block.labels().len(),
    };
    let around = to.steps().len().saturating_sub(names);
    let around: Path = to.steps()[..around].iter().cloned().collect();
    let input = Input::read_or_new(file)?;
    let target = input.parse()?;
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
    let is_new = true;
    let edited = EditedFile {
        input,
        body: target,
        is_new,
    };
    Ok((edit.finish()?, edited))
}

fn address(text: &str) -> Result<Path> {
    Ok(text.parse()?)
}

fn moved(args: &MvArgs) -> Result<Change> {
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
        words.push(word.to_owned());
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

/// How expressions refer to blocks, for the commands that rename.
fn naming(command: &Command) -> Result<Naming> {
    match command {
        Command::Rename(args) => Naming::new(&args.references),
        Command::Edit(args) => Naming::new(&args.references),
        _ => Naming::new(&NamingArgs::default()),
    }
}
