//! Properties of every source: the address of a part leads to that part; setting a part to its own text, or renaming a
//! block and then renaming it back, changes nothing.

use hcl::{Body, BodyPart, PathStep};

/// How many parts of a source each check uses.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) found: usize,
    pub(crate) set: usize,
    pub(crate) renamed: usize,
}

/// Returns up to `count` elements of a list at equal distances.
fn some<T>(list: &[T], count: usize) -> impl Iterator<Item = &T> {
    list.iter().step_by(list.len().div_ceil(count).max(1))
}

pub(crate) fn check_addresses(body: &Body, text: &str, share: Share) -> Result<(), String> {
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

/// Renames blocks and then renames them back. Returns 1 if there was a block to rename, and 0 otherwise.
pub(crate) fn check_renames(body: &Body, text: &str, share: Share) -> Result<usize, String> {
    let blocks: Vec<hcl::Path> = body
        .parts()
        .into_iter()
        .filter(|(path, part)| {
            let is_labelled = matches!(path.steps(), [_, .., PathStep::Key(_)]);
            let is_plain = path.iter().all(|step| step.name().is_some());
            let is_outer = matches!(part, BodyPart::Block(block) if path.steps().len() == 1 + block.labels().len());
            // Renaming back would write a label with an unusual spelling in the usual spelling of this crate.
            let is_usual = |label: hcl::Label<'_>| {
                // A renamed label is written in NFC, like the strings of values.
                let meant = hcl::Value::from(&*label.text());
                let quoted = meant.to_string();
                let written = &text[label.span().range()];
                meant.as_str() == Some(written) || quoted == written
            };
            let is_usual = match part {
                BodyPart::Block(block) => block.labels().all(is_usual),
                _ => true,
            };
            is_labelled && is_plain && is_outer && is_usual
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
