//! `hcl set`, `rm`, `append`, `mv`, `rename`, `comment` and `edit`: change parts of files and leave the rest unchanged.

use std::collections::HashSet;
use std::io::Write;
use std::path::PathBuf;

use clap::Parser as _;
use clap::error::ErrorKind;
use hcl::{Block, Body, BodyItem, BodyPart, Diagnostic, ExpressionKind, Path, PathStep};

use crate::args::{
    AppendArgs, ChangeArgs, CommentArgs, EditArgs, Edited, NamingArgs, RenamingArgs, SetArgs,
};
use crate::input::{Input, Replacements, Taken, place};
use crate::naming::Naming;
use crate::session::{Failure, Result, Session, Verdict};
use crate::unquoted::unquoted;

/// Makes one change.
pub(crate) fn one(args: ChangeArgs, edited: &Edited, session: &mut Session) -> Result<Verdict> {
    let change = Change::new(args)?;
    make(&[change], edited, &NamingArgs::default(), session)
}

/// Renames something.
pub(crate) fn rename(args: RenamingArgs, session: &mut Session) -> Result<Verdict> {
    let change = Change::new(ChangeArgs::Rename(args.change))?;
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
    edited: &Edited,
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
        match change {
            Change::InFiles(change) => change.make(&mut files, &naming, session)?,
            Change::MoveToFile { from, file, to } => {
                move_to_file(&mut files, from, file, to.as_ref())?;
            }
        }
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
enum Change {
    InFiles(ChangeInFiles),
    /// A move to another file, under the same address unless another one is given.
    MoveToFile {
        from: Path,
        file: PathBuf,
        to: Option<Path>,
    },
}

/// A change of the part at an address, in each file that it affects.
struct ChangeInFiles {
    address: Path,
    action: Action,
}

enum Action {
    Set(SetArgs),
    Rm,
    Append(AppendArgs),
    Mv(Path),
    Rename(Path),
    Comment(CommentArgs),
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
        Change::new(args)
    }

    fn new(args: ChangeArgs) -> Result<Change> {
        let (address, action) = match args {
            ChangeArgs::Set(args) => (args.address.parse()?, Action::Set(args)),
            ChangeArgs::Rm(args) => (args.address.parse()?, Action::Rm),
            ChangeArgs::Append(args) => (args.address.parse()?, Action::Append(args)),
            ChangeArgs::Mv(args) => {
                let from = args.from.parse()?;
                if let Some((file, to)) = file_and_address(&args.to) {
                    let file = file.into();
                    let to = Some(to).filter(|it| !it.is_empty());
                    let to = to.map(str::parse).transpose()?;
                    return Ok(Change::MoveToFile { from, file, to });
                }
                (from, Action::Mv(args.to.parse()?))
            }
            ChangeArgs::Rename(args) => (args.from.parse()?, Action::Rename(args.to.parse()?)),
            ChangeArgs::Comment(args) => (args.address.parse()?, Action::Comment(args)),
        };
        Ok(Change::InFiles(ChangeInFiles { address, action }))
    }
}

impl ChangeInFiles {
    /// Makes the change in all files that it affects.
    fn make(&self, files: &mut [EditedFile], naming: &Naming, session: &mut Session) -> Result<()> {
        let address = &self.address;
        let has_address = |file: &EditedFile| file.body.at(address).is_ok();
        let is_anywhere = files.iter().any(has_address);
        let references = match &self.action {
            Action::Rename(to) => renamed_references(files, address, to, naming)?,
            _ => Vec::new(),
        };
        let around = |file: &EditedFile| steps_around(&file.body, address);
        let most_around = files.iter().map(around).max();
        let mut is_made = false;
        let mut errors = Vec::new();
        for file in files {
            let is_affected = match &self.action {
                Action::Rename(_) => true,
                _ if is_anywhere => has_address(file),
                Action::Set(args) if args.parents => Some(around(file)) == most_around,
                _ => true,
            };
            if !is_affected {
                continue;
            }
            match self.apply(&file.body, &references) {
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

    /// Makes the change in a file. `references` are the old and the new paths of references to what is renamed.
    fn apply(&self, body: &Body, references: &[(Path, Path)]) -> hcl::Result<Body> {
        let address = &self.address;
        let mut edit = body.edit();
        match &self.action {
            Action::Set(args) => {
                let value = &args.value;
                match (args.string, args.parents) {
                    (true, true) => edit.set_path_with_parents(body, address, value),
                    (true, false) => edit.set_path(body, address, value),
                    (false, true) => edit.set_path_expression_with_parents(body, address, value),
                    (false, false) => edit.set_path_expression(body, address, value),
                }
            }
            Action::Rm => edit.remove_path(body, address),
            Action::Append(args) if args.string => {
                edit.append_path(body, address, &args.value);
            }
            Action::Append(args) => {
                edit.append_path_expression(body, address, &args.value);
            }
            Action::Comment(args) => edit.set_comment(body.item(address)?, &args.text),
            Action::Mv(to) => edit.move_path(body, address, to),
            Action::Rename(to) => {
                if body.at(address).is_ok() {
                    edit.move_path(body, address, to);
                }
                for (from, to) in references {
                    edit.rename_references(from, to);
                }
            }
        }
        edit.finish()
    }
}

/// The number of steps at the beginning of an address that lead to the innermost existing block or object around it.
fn steps_around(body: &Body, address: &Path) -> usize {
    let steps = address.steps();
    let mut around = 0;
    // The innermost block so far, and where its own address begins and ends.
    let mut inner = None;
    let (mut start, mut end) = (0, 0);
    for count in 1..steps.len() {
        let path: Path = steps[..count].iter().cloned().collect();
        let is_around = match body.at(&path) {
            Ok(BodyPart::Block(block)) => {
                if inner.replace(block.span()) != Some(block.span()) {
                    start = end;
                }
                end = count;
                let own = steps[start..count].iter().map(PathStep::name);
                // Without its labels, the path of a new block can begin in the same way.
                matches!(steps[count - 1], PathStep::Index(_))
                    || own.eq(named(&block).iter().map(PathStep::name))
            }
            Ok(part) => part.expression().is_some_and(|it| {
                matches!(
                    it.kind(),
                    ExpressionKind::Object(_) | ExpressionKind::Tuple(_)
                )
            }),
            Err(_) => false,
        };
        if is_around {
            around = count;
        }
    }
    around
}

/// The old and the new paths of references to the parts at an address: none if no traversal can refer to them, several
/// if an index leads to blocks with other names in other files.
fn renamed_references(
    files: &[EditedFile],
    from: &Path,
    to: &Path,
    naming: &Naming,
) -> Result<Vec<(Path, Path)>> {
    let (holders, others): (Vec<&EditedFile>, Vec<_>) =
        files.iter().partition(|it| it.body.at(from).is_ok());
    if let ([], Some(first)) = (holders.as_slice(), files.first()) {
        first.body.at(from)?;
    }
    // The references of a file with several such blocks would be changed, but none of the blocks.
    if let Some(ambiguous) = others.iter().find(|it| has_named_block(&it.body, from)) {
        ambiguous.body.at(from)?;
    }
    let by_names = |block: &Option<(Block, Path)>, path: &Path| match block {
        Some((block, rest)) => named(block).into_iter().chain(rest.clone()).collect(),
        None => path.clone(),
    };
    let mut renamed = Vec::new();
    for EditedFile { body, .. } in holders {
        let from_block = indexed_block(body, from);
        let to_block = indexed_block(body, to);
        let references = (
            naming.reference(&by_names(&from_block, from)),
            naming.reference(&by_names(&to_block, to)),
        );
        let (Some(old), Some(new)) = references else {
            continue;
        };
        let references = (old, new);
        if renamed.contains(&references) {
            continue;
        }
        if let Some((block, rest)) = from_block {
            expect_no_other(files, from, &block, &rest, &references.0)?;
        }
        renamed.push(references);
    }
    Ok(renamed)
}

/// Fails if a block of a file has the same names and the same part as the block that an address gives by index, but is
/// not at this address: references do not say which of them they mean.
fn expect_no_other(
    files: &[EditedFile],
    address: &Path,
    block: &Block,
    part: &Path,
    reference: &Path,
) -> Result<()> {
    let names = named(block);
    let has_other = |EditedFile { body, .. }: &EditedFile| {
        let own = indexed_block(body, address).map(|(block, _)| block.span());
        let mut others = body.blocks().filter(|it| Some(it.span()) != own);
        others.any(|it| {
            named(&it) == names && (part.steps().is_empty() || it.body().at(part).is_ok())
        })
    };
    if !files.iter().any(has_other) {
        return Ok(());
    }
    let detail = format!(
        "References to \"{reference}\" do not say which of the \"{names}\" blocks they mean. To leave them unchanged, \
         use `hcl mv`."
    );
    let diagnostic = Diagnostic::error("Invalid path", detail);
    let diagnostic = diagnostic.at((block.header_span(), block.source()));
    Err(diagnostic.with_path(address.clone()).into())
}

/// Whether an address leads through the type and the labels of a block to something that the block has.
fn has_named_block(body: &Body, address: &Path) -> bool {
    let steps = address.steps();
    body.blocks().any(|block| {
        let names = named(&block);
        let Some((start, rest)) = steps.split_at_checked(names.steps().len()) else {
            return false;
        };
        let [start, rest] = [start, rest].map(|it| it.iter().cloned().collect::<Path>());
        have_same_names(&start, &names)
            && (rest.steps().is_empty() || block.body().at(&rest).is_ok())
    })
}

/// The block of the body that an address gives by index, and the rest of the address. References name it by type and
/// labels instead.
fn indexed_block(body: &Body, address: &Path) -> Option<(Block, Path)> {
    let steps = address.steps();
    let is_index = |it: &PathStep| matches!(it, PathStep::Index(_));
    let (around, rest) = steps.split_at(steps.iter().position(is_index)? + 1);
    let around: Path = around.iter().cloned().collect();
    let BodyPart::Block(found) = body.at(&around).ok()? else {
        return None;
    };
    let block = body.blocks().find(|it| it.span() == found.span())?;
    Some((block, rest.iter().cloned().collect()))
}

/// The type and the labels of a block, as a path.
fn named(block: &Block) -> Path {
    let labels = block.labels().map(|it| PathStep::Key(it.text().into()));
    labels.fold(Path::name(block.block_type()), Path::with)
}

/// Moves an item to another file from each file that has it. If the other file is in `files`, that entry is changed, so
/// that it keeps earlier changes. Otherwise the file is read and added to `files`.
fn move_to_file(
    files: &mut Vec<EditedFile>,
    from: &Path,
    to_file: &std::path::Path,
    to: Option<&Path>,
) -> Result<()> {
    let has_item = |it: &usize| files[*it].body.at(from).is_ok();
    let holders: Vec<usize> = (0..files.len()).filter(has_item).collect();
    if let ([], Some(first)) = (holders.as_slice(), files.first()) {
        first.body.at(from)?;
    }
    if let [_, second, ..] = holders.as_slice() {
        let item = files[*second].body.item(from)?;
        if !is_unlabelled_block(&item) {
            let detail = format!(
                "An earlier file has \"{from}\", too. Only one of the two can be moved to the same place."
            );
            let diagnostic = Diagnostic::error("Invalid path", detail).at(&item);
            return Err(diagnostic.with_path(from.clone()).into());
        }
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
fn moved_between(
    body: &Body,
    target: &Body,
    from: &Path,
    to: Option<&Path>,
) -> Result<(Body, Body)> {
    let moved = body.item(from)?;
    let old = match &moved {
        BodyItem::Attribute(attribute) => Path::name(attribute.name()),
        BodyItem::Block(block) => named(block),
    };
    let (around, new) = match to {
        Some(to) => around_and_names(target, to, old.steps().len())?,
        None => (around(body, from, &moved), old.clone()),
    };
    let end = match target.at(&around)? {
        BodyPart::Body(body) => body,
        BodyPart::Block(block) => block.body(),
        part => {
            let detail = "Only a file or a block can hold what is moved there.";
            let diagnostic = Diagnostic::error("Invalid path", detail).at(&part);
            return Err(Failure::Input(vec![diagnostic.with_path(around)]));
        }
    };
    let whole: Path = around.iter().chain(&new).cloned().collect();
    // By a label of the block around it, the address can lead to that block or to something in it. Blocks without
    // labels can be repeated.
    let is_around =
        |part: &BodyPart| matches!(part, BodyPart::Block(it) if it.body().span() == end.span());
    let found = target.at(&whole).ok();
    let found = found.filter(|part| !is_unlabelled_block(&moved) || is_around(part));
    let existing = found
        .map(|it| (it, new.clone()))
        .or_else(|| existing(&end, &moved, &new));
    if let Some((existing, within)) = existing {
        let path: Path = around.iter().chain(&within).cloned().collect();
        let detail = format!("There is already something at \"{path}\".");
        let diagnostic = Diagnostic::error("Invalid path", detail).at(&existing);
        return Err(diagnostic.with_path(path).into());
    }
    let copied = if have_same_names(&old, &new) {
        moved.clone()
    } else {
        with_names(&moved, &new)?
    };
    let mut edit = target.edit();
    match (&copied, end.attributes().last()) {
        (BodyItem::Attribute(_), Some(last)) => edit.after(&last).copy_item(copied),
        (BodyItem::Attribute(_), None) => edit.at_start(&end).copy_item(copied),
        (BodyItem::Block(_), _) => edit.at_end(&end).copy_item(copied),
    }
    let target = edit.finish()?;
    let mut edit = body.edit();
    edit.remove(moved);
    Ok((edit.finish()?, target))
}

/// The part of a body that prevents an item from being moved there with these names, and its path in the body. Blocks
/// without labels can be repeated.
fn existing(body: &Body, moved: &BodyItem, names: &Path) -> Option<(BodyPart, Path)> {
    let first = names.iter().take(1).cloned().collect::<Path>();
    if let Ok(attribute @ BodyPart::Attribute(_)) = body.at(&first) {
        return Some((attribute, first));
    }
    if is_unlabelled_block(moved) {
        return None;
    }
    // The index is for blocks that are already repeated.
    let paths = [names.clone(), names.clone().with(PathStep::Index(0))];
    let part = paths.iter().find_map(|path| body.at(path).ok())?;
    Some((part, names.clone()))
}

fn is_unlabelled_block(item: &BodyItem) -> bool {
    item.as_block().is_some_and(|it| it.labels().len() == 0)
}

/// Whether two paths have the same names, however these are written.
fn have_same_names(one: &Path, other: &Path) -> bool {
    let names = one.iter().map(PathStep::name);
    names.eq(other.iter().map(PathStep::name))
}

/// A copy of an item, in a body of its own, with these names: that of an attribute, or the type and the labels of a
/// block.
fn with_names(item: &BodyItem, names: &Path) -> Result<BodyItem> {
    let empty = hcl::parse("")?;
    let mut edit = empty.edit();
    edit.at_start(&empty).copy_item(item.clone());
    let alone = edit.finish()?;
    let mut edit = alone.edit();
    let mut names = names.iter().filter_map(PathStep::name);
    let first = names.next().unwrap_or_default();
    for copy in alone.items() {
        match copy {
            BodyItem::Attribute(attribute) => edit.rename_attribute(&attribute, first),
            BodyItem::Block(block) => {
                edit.set_block_type(&block, first);
                edit.set_labels(&block, names.by_ref());
            }
        }
    }
    let alone = edit.finish()?;
    Ok(alone.items().next().expect("the copy is its only item"))
}

/// Splits a new address into the path of the enclosing block and this number of names.
fn around_and_names(target: &Body, to: &Path, count: usize) -> Result<(Path, Path)> {
    let around = to.steps().len().checked_sub(count);
    let parts = around.map(|it| to.steps().split_at(it));
    let parts = parts.filter(|(_, names)| names.iter().all(|it| it.name().is_some()));
    let Some((around, names)) = parts else {
        let ending = if count == 1 { "" } else { "s" };
        let detail = format!(
            "The new address \"{to}\" must end with {count} name{ending}, as many as the moved item has."
        );
        let diagnostic = Diagnostic::error("Invalid path", detail);
        let diagnostic = diagnostic.with_source(target.source().clone());
        return Err(diagnostic.with_path(to.clone()).into());
    };
    Ok((
        around.iter().cloned().collect(),
        names.iter().cloned().collect(),
    ))
}

/// The path of the block around the item at an address.
fn around(body: &Body, address: &Path, item: &BodyItem) -> Path {
    let span = item.span();
    let mut path = address.clone();
    while let Some((_, outer)) = path.steps().split_last() {
        path = outer.iter().cloned().collect();
        if let Ok(BodyPart::Block(block)) = body.at(&path)
            && block.body().span().start() <= span.start()
            && span.end() <= block.body().span().end()
        {
            break;
        }
    }
    path
}

/// The parts of `FILE:ADDRESS`. A colon in quotes belongs to a label.
fn file_and_address(text: &str) -> Option<(&str, &str)> {
    let (at, _) = unquoted(text).filter(|(_, it)| *it == ':').last()?;
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
    let space = unquoted(text).find(|(_, it)| it.is_whitespace());
    space.map_or(text.len(), |(at, _)| at)
}
