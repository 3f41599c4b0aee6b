//! A source text with its name, and the lines and columns of its bytes.
//!
//! Lines and columns are the specification's source positions: they count from 1, a line ends at LF or CRLF,
//! and a column is a grapheme cluster. They are computed on demand.

use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use unicode_segmentation::UnicodeSegmentation;

use crate::span::Span;

/// The character that marks the byte order of a text. HCL forbids it at the beginning of a source.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Minimum number of bytes between two [milestones](SourceData::milestones) of a line.
const MILESTONE_DISTANCE: usize = 1024;

/// A source text with its name in reports. Cloning is cheap.
///
/// ```
/// let source =
///     hcl::Source::new("name = \"\u{1f980}\"\nport = 80\n").with_name("app.hcl");
/// let position = source.position(14);
/// assert_eq!((position.line(), position.column()), (2, 1));
/// assert_eq!(source.name(), Some("app.hcl"));
/// ```
#[derive(Clone)]
pub struct Source {
    inner: Arc<SourceData>,
}

struct SourceData {
    name: Option<String>,
    text: String,
    /// The offsets of the starts of the lines, lazily computed.
    line_starts: OnceLock<Vec<u32>>,
    /// Positions in long lines, lazily computed for the first position that is far from the start of its line. Columns
    /// are counted from the last milestone, so that many errors in one long line are not each counted from its start.
    milestones: OnceLock<Vec<Position>>,
    /// The origins of the text, if it was made from other sources.
    origins: Option<Origins>,
}

/// The origins of a text that was made from other sources: its parts without gaps, in the order of the text.
#[derive(Clone, Default)]
pub(crate) struct Origins {
    parts: Vec<OriginPart>,
}

/// A part of a text, and its origin.
#[derive(Clone)]
struct OriginPart {
    /// The offset of its start in the text.
    start: u32,
    /// The source that it comes from, which was not itself made from others.
    source: Source,
    span: Span,
    /// Whether it is the text of that span. Otherwise it replaces the text of that span.
    is_verbatim: bool,
}

impl Origins {
    /// Records that the part of a text from `start` on comes from a span of a source.
    pub(crate) fn push(&mut self, start: usize, source: &Source, span: Span, is_verbatim: bool) {
        let start = to_u32(start);
        let Some(inner) = &source.inner.origins else {
            self.parts.push(OriginPart {
                start,
                source: source.clone(),
                span,
                is_verbatim,
            });
            return;
        };
        if !is_verbatim {
            let (span, source) = inner.place(span);
            self.push(start as usize, source, span, false);
            return;
        }
        let first = inner.index_of(span.start());
        for (index, part) in inner.parts.iter().enumerate().skip(first) {
            if part.start >= span.end() {
                break;
            }
            let from = part.start.max(span.start());
            let end = inner.end_of(index).min(span.end());
            let place = part.place(Span::new(from, end));
            let start = start + (from - span.start());
            self.push(start as usize, &part.source, place, part.is_verbatim);
        }
    }

    /// The index of the part that contains a byte.
    fn index_of(&self, byte: u32) -> usize {
        let next = self.parts.partition_point(|part| part.start <= byte);
        next.saturating_sub(1)
    }

    /// The offset of the end of a part.
    fn end_of(&self, index: usize) -> u32 {
        self.parts.get(index + 1).map_or(u32::MAX, |it| it.start)
    }

    /// The origin of a span. If the span covers parts of several sources, the origin is in the source in which it
    /// starts.
    fn place(&self, span: Span) -> (Span, &Source) {
        let first = self.index_of(span.start());
        let last = self.index_of(span.end().saturating_sub(1)).max(first);
        let part = &self.parts[first];
        let is_its = |it: &&OriginPart| it.source.is(&part.source);
        let last = self.parts[first..=last].iter().rev().find(is_its);
        let last = last.unwrap_or(part);
        let start = part.place(Span::new(span.start(), span.start())).start();
        let end = last.place(Span::new(last.start.max(span.start()), span.end()));
        (Span::new(start, end.end()), &part.source)
    }
}

impl OriginPart {
    /// The origin of a span that is in the part, or ends after it.
    fn place(&self, span: Span) -> Span {
        if !self.is_verbatim {
            return self.span;
        }
        let at = |byte: u32| {
            self.span
                .start()
                .saturating_add(byte - self.start)
                .min(self.span.end())
        };
        Span::new(at(span.start()), at(span.end()))
    }
}

impl Source {
    /// A source without a name.
    pub fn new(text: impl Into<String>) -> Self {
        Source::of(None, text.into(), None)
    }

    /// Creates a source from a text that was made from other sources, with the name of the first of them.
    pub(crate) fn made_of(text: String, origins: Origins) -> Self {
        let first = origins.parts.first();
        let name = first.and_then(|part| part.source.name().map(str::to_owned));
        let has_origins = first.is_some();
        Source::of(name, text, has_origins.then_some(origins))
    }

    fn of(name: Option<String>, text: String, origins: Option<Origins>) -> Self {
        Source {
            inner: Arc::new(SourceData {
                name,
                text,
                line_starts: OnceLock::new(),
                milestones: OnceLock::new(),
                origins,
            }),
        }
    }

    /// Gives the source a name, which is usually the path of its file.
    ///
    /// The text is copied if other handles to it exist, so name a source before you share it.
    #[must_use]
    pub fn with_name(self, name: impl Into<String>) -> Self {
        let (text, origins) = match Arc::try_unwrap(self.inner) {
            Ok(inner) => (inner.text, inner.origins),
            Err(shared) => (shared.text.clone(), shared.origins.clone()),
        };
        Source::of(Some(name.into()), text, origins)
    }

    /// The origin of a span of this source. This is the span itself, unless the source belongs to something that was
    /// [reduced](crate::Expression::reduce): then it is the corresponding span of the original, with the source of the
    /// original. Diagnostics show this location.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions};
    ///
    /// let options = ParseOptions::new().with_filename("app.hcl");
    /// let original = options.parse_expression("[60 * 60, limit]")?;
    /// let reduced = original.reduce(&EvalContext::new());
    /// assert_eq!(reduced.text(), "[3600, limit]");
    ///
    /// let limit = &reduced.static_list()?[1];
    /// let (span, source) = limit.source().origin(limit.span());
    /// assert_eq!(
    ///     (&source.text()[span.range()], source.name()),
    ///     ("limit", Some("app.hcl"))
    /// );
    /// assert_eq!(span.range(), 10..15);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn origin(&self, span: Span) -> (Span, &Source) {
        match &self.inner.origins {
            Some(origins) => origins.place(span),
            None => (span, self),
        }
    }

    /// The origin of a span, if it has exactly the same text.
    pub(crate) fn verbatim_origin(&self, span: Span) -> Option<Span> {
        let Some(origins) = &self.inner.origins else {
            return Some(span);
        };
        let index = origins.index_of(span.start());
        let part = &origins.parts[index];
        let is_within = part.is_verbatim && span.end() <= origins.end_of(index);
        is_within.then(|| part.place(span))
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.inner.text
    }

    /// The name of the source in reports.
    pub fn name(&self) -> Option<&str> {
        self.inner.name.as_deref()
    }

    /// The line and column of a byte.
    ///
    /// A byte inside a character has the position of the start of that character, LF after CR has the position of the
    /// CR, and a byte after the end has the position of the end.
    pub fn position(&self, byte: u32) -> Position {
        let byte = self.floor(byte as usize);
        let line = self.line_of(byte);
        let start = self.line_starts()[line - 1] as usize;
        let milestone = if byte - start < MILESTONE_DISTANCE {
            None
        } else {
            self.last_milestone(byte).filter(|it| it.line == line)
        };
        let known = milestone.unwrap_or(Position::line_start(line, start));
        known.after(&self.text()[known.byte..byte])
    }

    /// The last offset at or before `byte` that is neither inside a character nor inside a CRLF.
    pub(crate) fn floor(&self, byte: usize) -> usize {
        floor(self.text(), byte)
    }

    /// The positions at which a span starts and ends.
    pub(crate) fn positions(&self, span: Span) -> Range<Position> {
        self.position(span.start())..self.position(span.end())
    }

    /// The name of the source, if it has one, with the line and column at which a span starts: `app.hcl:3:7`.
    pub(crate) fn place_of(&self, span: Span) -> String {
        let position = self.position(span.start());
        let (line, column) = (position.line(), position.column());
        match self.name() {
            Some(name) => format!("{name}:{line}:{column}"),
            None => format!("{line}:{column}"),
        }
    }

    /// Whether both are handles of one source.
    pub(crate) fn is(&self, other: &Source) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// The line of a byte, counted from 1.
    pub(crate) fn line_of(&self, byte: usize) -> usize {
        let starts = self.line_starts();
        starts.partition_point(|start| *start as usize <= byte)
    }

    /// The start of the line that contains a byte.
    pub(crate) fn line_start(&self, byte: usize) -> usize {
        self.line_starts()[self.line_of(byte) - 1] as usize
    }

    /// The bytes of a line, counted from 1, without its newline; a line past the end is empty.
    pub(crate) fn line_range(&self, line: usize) -> Range<usize> {
        let starts = self.line_starts();
        let text = self.text();
        let start_of = |line: usize| starts.get(line).map(|start| *start as usize);
        let start = start_of(line - 1).unwrap_or(text.len());
        let Some(next) = start_of(line) else {
            return start..text.len();
        };
        let content = &text[start..next - 1];
        start..start + content.strip_suffix('\r').unwrap_or(content).len()
    }

    fn line_starts(&self) -> &[u32] {
        self.inner.line_starts.get_or_init(|| {
            let newlines = memchr::memchr_iter(b'\n', self.text().as_bytes());
            let starts = newlines.map(|newline| to_u32(newline + 1));
            std::iter::once(0).chain(starts).collect()
        })
    }

    /// The last milestone at or before a byte, in any line.
    fn last_milestone(&self, byte: usize) -> Option<Position> {
        let milestones = self.milestones();
        let next = milestones.partition_point(|it| it.byte <= byte);
        next.checked_sub(1).map(|last| milestones[last])
    }

    /// Positions at which a column starts, in the order of the text: those of a line are at least
    /// [`MILESTONE_DISTANCE`] bytes apart, and only long lines have any.
    fn milestones(&self) -> &[Position] {
        self.inner.milestones.get_or_init(|| {
            let mut milestones = Vec::new();
            for line in 1..=self.line_starts().len() {
                let range = self.line_range(line);
                if range.len() < MILESTONE_DISTANCE {
                    continue;
                }
                let mut last = Position::line_start(line, range.start);
                for (index, _) in self.text()[range.clone()].grapheme_indices(true) {
                    let byte = range.start + index;
                    if byte - last.byte >= MILESTONE_DISTANCE {
                        last = last.after(&self.text()[last.byte..byte]);
                        milestones.push(last);
                    }
                }
            }
            milestones
        })
    }
}

impl fmt::Debug for Source {
    /// Writes the name and the length. The text itself would be too long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name())
            .field("length", &self.text().len())
            .finish_non_exhaustive()
    }
}

/// Something that has a location in a source, for [`Diagnostic::at`](crate::Diagnostic::at) and
/// [`Error::at`](crate::Error::at).
///
/// Everything that is read from a configuration implements it. So does a span with its source, and a span
/// whose source is not known.
///
/// ```
/// use hcl::{Diagnostic, Located};
///
/// let body = hcl::parse("name = \"web\"\nport = 80\n")?;
/// let port = body.attribute("port").expect("it is set");
/// let position = port.position().expect("its source is known");
/// assert_eq!((position.line(), position.column()), (2, 1));
///
/// let at_name = (port.name_span(), port.source());
/// let detail = "Use \"listen\" instead.";
/// let diagnostic = Diagnostic::warning("Deprecated argument", detail).at(at_name);
/// assert_eq!(diagnostic.subject(), Some(port.name_span()));
/// # Ok::<(), hcl::Error>(())
/// ```
pub trait Located {
    /// The bytes of the source that it covers.
    fn span(&self) -> Span;

    /// The source, if it is known.
    fn source(&self) -> Option<&Source>;

    /// The position of its start, if its source is known.
    fn position(&self) -> Option<Position> {
        Some(self.source()?.position(self.span().start()))
    }
}

impl<T: Located + ?Sized> Located for &T {
    fn span(&self) -> Span {
        T::span(self)
    }

    fn source(&self) -> Option<&Source> {
        T::source(self)
    }
}

impl Located for Span {
    fn span(&self) -> Span {
        *self
    }

    fn source(&self) -> Option<&Source> {
        None
    }
}

impl Located for (Span, &Source) {
    fn span(&self) -> Span {
        self.0
    }

    fn source(&self) -> Option<&Source> {
        Some(self.1)
    }
}

/// A position in a source text, in the units that people and editors use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    line: usize,
    column: usize,
    character_column: usize,
    utf16_column: usize,
    byte: usize,
}

impl Position {
    /// The position of the first byte of a line.
    const fn line_start(line: usize, byte: usize) -> Self {
        Position {
            line,
            column: 1,
            character_column: 1,
            utf16_column: 1,
            byte,
        }
    }

    /// The position after `text`, the next part of the same line. A column must start at this position.
    fn after(self, text: &str) -> Self {
        Position {
            line: self.line,
            column: self.column + count_columns(text),
            character_column: self.character_column + text.chars().count(),
            utf16_column: self.utf16_column + text.encode_utf16().count(),
            byte: self.byte + text.len(),
        }
    }

    /// The line, counted from 1.
    pub const fn line(self) -> usize {
        self.line
    }

    /// The column, counted from 1 in grapheme clusters.
    pub const fn column(self) -> usize {
        self.column
    }

    /// The column, counted from 1 in characters: Unicode scalar values, as in a `char` of Rust.
    pub const fn character_column(self) -> usize {
        self.character_column
    }

    /// The column, counted from 1 in code units of UTF-16, as JavaScript and many editors count. The language server
    /// protocol counts lines and columns from 0.
    pub const fn utf16_column(self) -> usize {
        self.utf16_column
    }

    /// The byte, counted from 0.
    pub const fn byte(self) -> usize {
        self.byte
    }
}

/// The number of grapheme clusters in a part of one line. An ASCII character is always a cluster of its own here.
pub(crate) fn count_columns(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.graphemes(true).count()
    }
}

/// The last offset at or before `byte` that is neither inside a character nor inside a CRLF.
fn floor(text: &str, byte: usize) -> usize {
    let byte = floor_char_boundary(text, byte);
    if text[..byte].ends_with('\r') && text[byte..].starts_with('\n') {
        byte - 1
    } else {
        byte
    }
}

/// The last character boundary at or before `byte`.
pub(crate) fn floor_char_boundary(text: &str, byte: usize) -> usize {
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    byte
}

/// A byte offset in the type that spans use. Offsets beyond its range need no exact answer.
fn to_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, byte: u32, line_and_column: (usize, usize)) {
        let position = Source::new(text).position(byte);
        assert_eq!((position.line(), position.column()), line_and_column);
    }

    #[test]
    fn newlines_belong_to_the_line_they_end() {
        check("", 0, (1, 1));
        check("ab\ncd", 2, (1, 3));
        check("ab\ncd", 3, (2, 1));
        check("ab\n", 3, (2, 1));
        check("ab\r\ncd", 2, (1, 3));
        check("ab\r\ncd", 3, (1, 3));
        check("ab\r\ncd", 4, (2, 1));
        check("a\rb", 2, (1, 3));
        check("ab", 99, (1, 3));
    }

    #[test]
    fn columns_are_grapheme_clusters() {
        let family = "\u{1f468}\u{200d}\u{1f469}\u{200d}\u{1f467}";
        let text = format!("x = \"{family}\" e\u{301}!\n");
        let end = u32::try_from(text.find('!').unwrap()).unwrap();
        check(&text, end, (1, 10));
        check("é = 1", 1, (1, 1));
        check("é = 1", 2, (1, 2));
    }

    /// In a long line, columns are counted from a milestone.
    #[test]
    fn columns_of_long_lines_are_counted_as_from_the_start() {
        let parts = [
            "abc",
            "é",
            "e\u{301}\u{316}",
            "\u{1f1e9}\u{1f1ea}\u{1f1eb}",
            "\u{1f468}\u{200d}\u{1f469}",
            "\u{1100}\u{1161}",
            " ",
        ];
        let line = |length| {
            let mut line = String::new();
            for number in 0.. {
                if line.len() >= length {
                    break;
                }
                line.push_str(parts[number * number % parts.len()]);
            }
            line
        };
        for length in [0, MILESTONE_DISTANCE - 1, 2 * MILESTONE_DISTANCE + 3] {
            let text = format!("{}\n{}\r\n{}", "x".repeat(length), line(length), line(9));
            let source = Source::new(text.as_str());
            for byte in (0..=text.len()).step_by(3) {
                let position = source.position(to_u32(byte));
                let start = source.line_start(byte);
                let before = &text[start..position.byte()];
                let counted = Position {
                    line: source.line_of(byte),
                    column: 1 + count_columns(before),
                    character_column: 1 + before.chars().count(),
                    utf16_column: 1 + before.encode_utf16().count(),
                    byte: floor(&text, byte),
                };
                assert_eq!(position, counted);
            }
        }
        let source = Source::new("x".repeat(3 * MILESTONE_DISTANCE));
        assert_eq!(source.milestones().len(), 2);
    }

    #[test]
    fn line_ranges_leave_the_newline_out() {
        let source = Source::new("ab\r\n\ncd\n");
        let lines: Vec<_> = (1..=5).map(|line| source.line_range(line)).collect();
        assert_eq!(lines, [0..2, 4..4, 5..7, 8..8, 8..8]);
    }
}
