//! What holds of every source is checked for the cases and for the files of projects, and that JSON is the same
//! configuration.

use std::path::Path;

use hcl::json::{self, BlockForm, NativeBlocks};
use hcl::{Body, BodyPart, Expression, ExpressionKind, TemplatePart};

use crate::files;
use crate::projects;

#[path = "../support/addresses.rs"]
mod of_source;

use of_source::{Share, check_addresses, check_renames};

/// Numbers of sources for which each check was made.
#[derive(Default, Debug)]
struct Checked {
    sources: usize,
    renamed: usize,
    converted: usize,
}

#[test]
fn cases_have_the_properties_of_every_source() {
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

/// This test needs the files of projects, which are not part of the repository.
#[test]
#[ignore = "needs the files of real projects"]
fn files_of_projects_have_the_properties_of_every_source() {
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

/// Converts a body to JSON and back. Returns 1 if the body can be written in JSON, and 0 otherwise.
fn check_json(body: &Body) -> Result<usize, String> {
    // JSON names are compared in normal form (NFC), so such names might be repeated names.
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
                // The literal text before an interpolation can be escaped in several ways.
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

/// Whether two expressions have the same value. A template with only an interpolation counts as the interpolated
/// expression.
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
