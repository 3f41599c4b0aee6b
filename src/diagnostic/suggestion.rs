//! What to write instead of a part of the source, for programs that offer to do it.

use crate::quote;
use crate::source::Source;
use crate::span::Span;

/// What to write instead of a part of the source: the suggestion of a [`Diagnostic`](crate::Diagnostic).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    span: Span,
    replacement: String,
}

impl Suggestion {
    /// The part of the source to replace. It is in the source of the diagnostic.
    pub const fn span(&self) -> Span {
        self.span
    }

    /// The text to write there.
    pub fn replacement(&self) -> &str {
        &self.replacement
    }

    /// The same for the original that a source was made of. `None` if the span is not a part of it as it is written.
    pub(super) fn in_origin(self, source: &Source) -> Option<Self> {
        let span = source.verbatim_origin(self.span)?;
        Some(Suggestion { span, ..self })
    }
}

/// How to correct what a diagnostic is about. What it replaces is known once the diagnostic has a place.
#[derive(Clone, Debug)]
pub(crate) enum Correction {
    /// Another name. What is wrong may be part of something longer, such as an access.
    Name { given: String, name: String },
    /// Something else instead of the whole.
    Whole(&'static str),
    /// The same in brackets.
    InBrackets,
    /// The same without quotes.
    WithoutQuotes,
}

impl Correction {
    pub(crate) fn name(given: &str, name: &str) -> Self {
        Correction::Name {
            given: given.to_owned(),
            name: name.to_owned(),
        }
    }

    /// What to replace, if it stands in the source as it is named in the message.
    pub(super) fn at(&self, text: &str, subject: Span) -> Option<Suggestion> {
        let written = text.get(subject.range())?;
        let (span, replacement) = match self {
            Correction::Name { given, name } => {
                let start = subject.start() + offset_of(written, given)?;
                let span = Span::new(start, start + u32::try_from(given.len()).ok()?);
                let is_quoted = text[..span.range().start].ends_with('"');
                if !quote::is_plain(name) || !is_quoted && !name.chars().all(is_of_name) {
                    return None;
                }
                (span, name.clone())
            }
            Correction::Whole(replacement) => (subject, (*replacement).to_owned()),
            Correction::InBrackets => (subject, format!("[{written}]")),
            Correction::WithoutQuotes => {
                let inner = written.strip_prefix('"')?.strip_suffix('"')?;
                (subject, inner.to_owned())
            }
        };
        Some(Suggestion { span, replacement })
    }
}

/// Where a name stands in a text, if it stands there once.
fn offset_of(text: &str, name: &str) -> Option<u32> {
    let is_whole = |start: &usize| {
        let (before, rest) = text.split_at(*start);
        !before.ends_with(is_of_name) && !rest[name.len()..].starts_with(is_of_name)
    };
    let mut places = text
        .match_indices(name)
        .map(|(start, _)| start)
        .filter(is_whole);
    let place = places.next()?;
    match places.next() {
        None => u32::try_from(place).ok(),
        Some(_) => None,
    }
}

fn is_of_name(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '-' | ':')
}
