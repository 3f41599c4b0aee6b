//! Suggested replacements for parts of the source, for programs that offer to apply them.

use crate::quote;
use crate::source::Source;
use crate::span::Span;

/// A suggested replacement for a part of the source. Returned by
/// [`Diagnostic::suggestion`](crate::Diagnostic::suggestion).
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

    /// The text that replaces it.
    pub fn replacement(&self) -> &str {
        &self.replacement
    }

    /// Converts the span to one in the original source, for a source that was made from another. `None` if the text of
    /// the span is not copied verbatim from the original.
    pub(super) fn in_origin(self, source: &Source) -> Option<Self> {
        let span = source.verbatim_origin(self.span)?;
        Some(Suggestion { span, ..self })
    }
}

/// A correction of the part at fault. The span to replace is computed when the subject of the diagnostic is known.
#[derive(Clone, Debug)]
pub(crate) enum Correction {
    /// Replaces a name. The name may be a part of the subject, for example of an attribute access.
    Name { given: String, name: String },
    /// Replaces the whole subject.
    Whole(&'static str),
    /// Puts the subject in brackets.
    InBrackets,
    /// Removes the quotes around the subject.
    WithoutQuotes,
}

impl Correction {
    pub(crate) fn name(given: &str, name: &str) -> Self {
        Correction::Name {
            given: given.to_owned(),
            name: name.to_owned(),
        }
    }

    /// The suggestion for a subject in a text. `None` if the text of the subject is not as expected, for example if it
    /// does not contain the name from the message exactly once.
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

/// The offset of a name in a text, if the name occurs exactly once as a whole word.
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
