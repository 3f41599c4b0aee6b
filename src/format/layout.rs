//! Lines of pieces: how far each is indented, and which cells it has.
//!
//! Knows nothing of the columns of other lines.

use super::alignment::Alignment;
use super::piece::{Kind, Piece};
use super::spacing::is_spaced;

/// The spaces for each level.
const INDENT: usize = 2;

/// Lines are indented no further than this, which is deeper than a source that is accepted nests:
/// what a line costs must not grow with its depth.
const MAX_LEVELS: usize = 256;

/// Takes pieces and lays out lines.
pub(super) struct Layout<'s> {
    text: &'s str,
    /// The pieces of the line at hand.
    line: Vec<Piece>,
    line_start: usize,
    levels: Levels,
    alignment: Alignment,
}

impl<'s> Layout<'s> {
    /// A layout of the pieces of `text`, to be written after what is in `out`.
    pub(super) fn new(text: &'s str, out: String) -> Self {
        Layout {
            text,
            line: Vec::new(),
            line_start: 0,
            levels: Levels::default(),
            alignment: Alignment::new(out),
        }
    }

    /// Takes the next piece.
    #[inline]
    pub(super) fn push(&mut self, piece: Piece) {
        if piece.kind == Kind::Newline {
            self.write_line(piece.start);
            self.alignment.end_line(&self.text[piece.start..piece.end]);
            self.line.clear();
            self.line_start = piece.end;
        } else {
            self.line.push(piece);
        }
    }

    /// Ends the last line and returns the text that has been laid out.
    pub(super) fn finish(mut self) -> String {
        let end = self.line.last().map_or(self.line_start, |last| last.end);
        self.write_line(end);
        // Without a newline, nothing says that these blanks are after a line.
        self.alignment.write_spaces(self.text.len() - end);
        self.alignment.finish()
    }

    /// Writes the line that ends at `end`, where its newline stands.
    fn write_line(&mut self, end: usize) {
        if self.line.is_empty() {
            return;
        }
        if self.line.iter().any(|piece| piece.kind == Kind::Bad) {
            self.levels.enter(before_unclosed_quote(&self.line));
            self.alignment.write(&self.text[self.line_start..end]);
            return;
        }
        let (assignment, comment) = cells(&self.line);
        let lead = &self.line[..assignment.unwrap_or(comment)];
        let level = self.levels.enter(lead);
        self.alignment.write_spaces(INDENT * level.min(MAX_LEVELS));
        for (index, piece) in self.line.iter().enumerate() {
            if assignment == Some(index) {
                self.alignment.begin_assignment();
            } else if comment == index {
                self.alignment.begin_comment();
            } else if index > 0 && is_spaced(self.text, &self.line, index - 1) {
                self.alignment.write_spaces(1);
            }
            self.alignment.write(&self.text[piece.start..piece.end]);
        }
    }
}

/// Where the assignment and the comment begin that are aligned with those of other lines. The
/// assignment is an `=` and a value that ends on the line; a comment is one after something else.
fn cells(line: &[Piece]) -> (Option<usize>, usize) {
    let comment = match line {
        [_, .., last] if last.kind == Kind::LineComment => line.len() - 1,
        _ => line.len(),
    };
    let code = &line[..comment];
    let equal = code.iter().skip(1).position(|it| it.kind == Kind::Equal);
    let assignment = equal.map(|after_first| after_first + 1);
    let is_whole = |start: &usize| brackets(&code[*start..]) == 0;
    (assignment.filter(is_whole), comment)
}

/// What stands before the first quote that the line does not close: the lexer gives up what is open
/// in there when the line ends.
fn before_unclosed_quote(line: &[Piece]) -> &[Piece] {
    let mut end = line.len();
    let mut open = 0_usize;
    for (index, piece) in line.iter().enumerate() {
        match piece.kind {
            Kind::QuoteOpen => {
                end = if open == 0 { index } else { end };
                open += 1;
            }
            Kind::TemplateClose => open = open.saturating_sub(1),
            _ => {}
        }
    }
    if open > 0 { &line[..end] } else { line }
}

/// How many more brackets open than close.
fn brackets(pieces: &[Piece]) -> isize {
    pieces.iter().map(|piece| piece.kind.brackets()).sum()
}

/// The lines that opened the brackets which are open.
#[derive(Default)]
struct Levels {
    /// For each of these lines, how many of its brackets are left.
    open: Vec<isize>,
}

impl Levels {
    /// Counts the brackets in what leads a line, and returns the level of the line. However many
    /// brackets a line opens, the lines in them are one level deeper.
    fn enter(&mut self, lead: &[Piece]) -> usize {
        let is_template = |piece: &Piece| piece.kind == Kind::HeredocOpen;
        let end = lead.iter().position(is_template).unwrap_or(lead.len());
        let balance = brackets(&lead[..end]);
        if balance > 0 {
            self.open.push(balance);
            return self.open.len() - 1;
        }
        let mut closed = -balance;
        while closed > 0
            && let Some(open) = self.open.last_mut()
        {
            let both = closed.min(*open);
            *open -= both;
            closed -= both;
            if *open == 0 {
                self.open.pop();
            }
        }
        self.open.len()
    }
}
