//! What holds of every source: addresses lead to what they are the addresses of, what is set to itself stays as it is,
//! renaming there and back is the identity, and JSON is the same configuration.

use std::path::Path;

use hcl::json::{self, BlockForm, NativeBlocks};
use hcl::{Body, BodyPart, Expression, ExpressionKind, PathStep, TemplatePart};

use crate::files;
use crate::projects;

/// How many of the parts of a source are looked at.
#[derive(Clone, Copy)]
struct Share {
    found: usize,
    set: usize,
    renamed: usize,
}

/// Numbers of sources of which something was checked.
#[derive(Default, Debug)]
struct Checked {
    sources: usize,
    renamed: usize,
    converted: usize,
}

#[test]
fn what_holds_of_every_source_holds_of_cases() {
    let share = Share {
        found: 200,
        set: 20,
        renamed: 3,
    };
    let checked = check_all(Path::new("tests/cases"), share);
    assert!(
        checked.sources > 200 && checked.renamed > 50 && checked.converted > 200,
        "{checked:?}"
    );
}

/// Needs the files of projects, which the repository does not have.
#[test]
#[ignore = "needs the files of real projects"]
fn files_of_projects_keep_what_holds_of_every_source() {
    let share = Share {
        found: 40,
        set: 4,
        renamed: 2,
    };
    let checked = check_all(&projects::folder(), share);
    assert!(
        checked.renamed > 1000 && checked.converted > 1500,
        "{checked:?}"
    );
}

fn check_all(folder: &Path, share: Share) -> Checked {
    let mut checked = Checked::default();
    let mut failures = Vec::new();
    for path in files::below(folder) {
        let Ok(text) = std::fs::read_to_string(&path) else {
            continue;
        };
        let Ok(body) = hcl::parse(&text) else {
            continue;
        };
        if body.is_empty() {
            continue;
        }
        checked.sources += 1;
        let result = check_addresses(&body, &text, share)
            .and_then(|()| check_renames(&body, &text, share))
            .and_then(|count| {
                checked.renamed += count;
                check_json(&body)
            });
        match result {
            Ok(count) => checked.converted += count,
            Err(failure) => failures.push(format!("{}: {failure}", path.display())),
        }
    }
    let count = failures.len();
    failures.truncate(8);
    assert!(
        failures.is_empty(),
        "{count} failures:\n{}",
        failures.join("\n")
    );
    checked
}

/// Evenly chosen elements of a list.
fn some<T>(list: &[T], count: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(count).max(1))
}

fn check_addresses(body: &Body, text: &str, share: Share) -> Result<(), String> {
    let parts = body.parts();
    for (path, part) in some(&parts, share.found) {
        let found = body.at(path.to_string().as_str());
        let found = found.map_err(|error| format!("{path}: {error}"))?;
        if found.span() != part.span() {
            return Err(format!("{path} leads to {found:?}"));
        }
    }
    for (path, part) in some(&parts, share.set) {
        let own = match part.expression() {
            Some(expression) => expression.text().to_owned(),
            None => text[part.span().range()].to_owned(),
        };
        let mut edit = body.edit();
        edit.set_path_expression(body, path, &own);
        let set = edit
            .finish_text()
            .map_err(|error| format!("{path}: {error}"))?;
        if set != text {
            return Err(format!("{path} set to itself:\n{set}"));
        }
    }
    Ok(())
}

/// Renames blocks there and back. Gives 1 if there was a block to rename.
fn check_renames(body: &Body, text: &str, share: Share) -> Result<usize, String> {
    let blocks: Vec<hcl::Path> = body
        .parts()
        .into_iter()
        .filter(|(path, part)| {
            let is_labelled = matches!(path.steps(), [_, .., PathStep::Key(_)]);
            let is_plain = path.iter().all(|step| step.name().is_some());
            let is_outer = matches!(part, BodyPart::Block(block) if path.steps().len() == 1 + block.labels().len());
            // A label that has escapes or is not in NFC gets another spelling.
            let header = match part {
                BodyPart::Block(block) => &text[block.header_span().range()],
                _ => "",
            };
            let is_verbatim = !header.contains(['\\', '\u{301}', '$', '%']);
            is_labelled && is_plain && is_outer && is_verbatim
        })
        .map(|(path, _)| path)
        .collect();
    for from in some(&blocks, share.renamed) {
        let count = from.steps().len() - 1;
        let to: hcl::Path = from.iter().take(count).cloned().collect();
        let to = to.with(PathStep::Key("a_new_name_for_it".into()));
        let there = renamed(body, from, &to).map_err(|error| format!("{from}: {error}"))?;
        let is_old = |it: &hcl::Traversal| names(&it.path()).starts_with(&names(from));
        if there.variables().iter().any(is_old) {
            return Err(format!(
                "{from} is still referred to:\n{}",
                there.source().text()
            ));
        }
        let back = renamed(&there, &to, from).map_err(|error| format!("{from}: {error}"))?;
        if back.source().text() != text {
            return Err(format!("{from} there and back:\n{}", back.source().text()));
        }
    }
    Ok(usize::from(!blocks.is_empty()))
}

fn names(path: &hcl::Path) -> Vec<String> {
    let name = |step: &PathStep| {
        step.name()
            .map_or_else(|| format!("{step:?}"), str::to_owned)
    };
    path.iter().map(name).collect()
}

fn renamed(body: &Body, from: &hcl::Path, to: &hcl::Path) -> hcl::Result<Body> {
    let mut edit = body.edit();
    edit.move_path(body, from, to);
    edit.rename_references(from, to);
    edit.finish()
}

/// Converts to JSON and back. Gives 1 if the body can be written in JSON.
fn check_json(body: &Body) -> Result<usize, String> {
    // In JSON, names that are equal in NFC are equal.
    if body.source().text().contains('\u{301}') {
        return Ok(0);
    }
    for form in [BlockForm::Shortest, BlockForm::Lists] {
        let Ok(text) = json::from_native(body, form) else {
            return Ok(0);
        };
        let back =
            json::parse(&text).and_then(|it| json::to_native(&it, &NativeBlocks::by_shape()));
        let back = back.map_err(|error| format!("{error}\n{text}"))?;
        let (old, new) = (items(body), items(&back));
        let paths = |items: &[(String, BodyPart)]| {
            items
                .iter()
                .map(|(path, _)| path.clone())
                .collect::<Vec<_>>()
        };
        if paths(&old) != paths(&new) {
            return Err(format!("{:?}\n{:?}", paths(&old), paths(&new)));
        }
        for ((path, old), (_, new)) in old.iter().zip(&new) {
            let is_same = match (old.expression(), new.expression()) {
                // A mark before an interpolation has several spellings.
                (Some(old), Some(_)) if old.text().contains("$$") => true,
                (Some(old), Some(new)) => is_same(&old, &new),
                (old, new) => old.is_none() && new.is_none(),
            };
            if !is_same {
                return Err(format!("{path}: {old:?} became {new:?}"));
            }
        }
    }
    Ok(1)
}

fn items(body: &Body) -> Vec<(String, BodyPart)> {
    let items = body
        .parts()
        .into_iter()
        .filter(|(_, part)| part.item().is_some());
    let mut items: Vec<_> = items.map(|(path, part)| (path.to_string(), part)).collect();
    items.sort_by(|(one, _), (other, _)| one.cmp(other));
    items
}

/// Whether two expressions have the same value: a template that is one interpolation is what it interpolates.
fn is_same(one: &Expression, other: &Expression) -> bool {
    let (one, other) = (unwrapped(one), unwrapped(other));
    match (one.kind(), other.kind()) {
        (ExpressionKind::Tuple(one), ExpressionKind::Tuple(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(&other)
                    .all(|(one, other)| is_same(one, other))
        }
        _ => one == other,
    }
}

fn unwrapped(expression: &Expression) -> Expression {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => unwrapped(&inner),
        ExpressionKind::Template(template) => match template.parts().as_slice() {
            [TemplatePart::Interpolation(inner)] => unwrapped(inner),
            _ => expression.clone(),
        },
        _ => expression.clone(),
    }
}
