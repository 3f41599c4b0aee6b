//! Addresses in which `*` stands for any step: `service.*.port`.

use hcl::{Body, BodyPart, Path, PathStep};

use crate::session::Result;
use crate::unquoted::unquoted;

/// The step that replaces `*` while a pattern is read as a path. No real label or name is likely to be equal to it.
const ANY: &str = "hcl-any-step";

/// An address, or a pattern of addresses.
pub(crate) enum Pattern {
    Address(Path),
    Steps(Vec<PatternStep>),
}

pub(crate) enum PatternStep {
    Any,
    One(PathStep),
}

impl Pattern {
    /// Reads an address in which `*` stands for any step.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let Some(with_names) = with_names(text) else {
            return Ok(Pattern::Address(text.parse::<Path>()?));
        };
        let path: Path = with_names.parse()?;
        let steps = path.into_iter().map(|step| match step.name() {
            Some(ANY) => PatternStep::Any,
            _ => PatternStep::One(step),
        });
        Ok(Pattern::Steps(steps.collect()))
    }

    /// The parts of a body that the pattern matches.
    ///
    /// An address that does not exist is an error; a pattern may match nothing.
    pub(crate) fn find(&self, body: &Body) -> hcl::Result<Vec<(Path, BodyPart)>> {
        match self {
            Pattern::Address(path) => Ok(vec![(path.clone(), body.at(path)?)]),
            Pattern::Steps(steps) => {
                let mut parts = body.parts();
                parts.retain(|(path, _)| matches(steps, path.steps()));
                Ok(parts)
            }
        }
    }
}

/// The pattern as a path, if there is a `*` outside of quotes.
fn with_names(text: &str) -> Option<String> {
    let mut path = String::with_capacity(text.len());
    let mut rest = 0;
    for (at, _) in unquoted(text).filter(|(_, character)| *character == '*') {
        path.push_str(&text[rest..at]);
        rest = at + 1;
        let is_key = path.ends_with('[') && text[rest..].starts_with(']');
        let quote = if is_key { "\"" } else { "" };
        path.extend([quote, ANY, quote]);
    }
    path.push_str(&text[rest..]);
    (rest > 0).then_some(path)
}

/// Whether the steps of a path match a pattern. The index of a block that has labels may be left out.
fn matches(pattern: &[PatternStep], path: &[PathStep]) -> bool {
    let (Some((first, pattern_rest)), Some((step, rest))) =
        (pattern.split_first(), path.split_first())
    else {
        return pattern.is_empty() && path.is_empty();
    };
    let is_match = match first {
        PatternStep::Any => true,
        PatternStep::One(one) => match (one.name(), step.name()) {
            (Some(one), Some(name)) => one == name,
            _ => one == step,
        },
    };
    if !is_match {
        return false;
    }
    let skips_index =
        matches!(step, PathStep::Key(_)) && matches!(rest.first(), Some(PathStep::Index(_)));
    matches(pattern_rest, rest) || skips_index && matches(pattern_rest, &rest[1..])
}
