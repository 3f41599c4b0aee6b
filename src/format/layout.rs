//! Lines of pieces, with their indentation and their cells.

use super::alignment::{Alignment, LineCells};
use super::piece::{Piece, PieceKind};
use super::spacing::is_spaced;

use crate::limits::MAX_DEPTH;

/// Number of spaces per level.
const INDENT: usize = 2;

/// Collects pieces into lines and writes them.
pub(super) struct LineLayout<'s> {
    text: &'s str,
    line: Vec<Piece>,
    line_start: usize,
    levels: IndentLevels,
    alignment: Alignment,
}

impl<'s> LineLayout<'s> {
    /// Creates a layout of pieces of `text`, which appends its lines to `out`.
    pub(super) fn new(text: &'s str, out: String) -> Self {
        LineLayout {
            text,
            line: Vec::new(),
            line_start: 0,
            levels: IndentLevels::default(),
            alignment: Alignment::new(out),
        }
    }

    pub(super) fn push(&mut self, piece: Piece) {
        if piece.kind == PieceKind::Newline {
            self.write_line(piece.start);
            self.alignment.end_line(&self.text[piece.start..piece.end]);
            self.line.clear();
            self.line_start = piece.end;
        } else {
            self.line.push(piece);
        }
    }

    /// Ends the last line. Returns the formatted text and the cells of its lines.
    pub(super) fn finish(mut self) -> (String, Vec<LineCells>) {
        let end = self.line.last().map_or(self.line_start, |last| last.end);
        self.write_line(end);
        // Without a newline, these blanks are not at the end of a line.
        self.alignment.write_spaces(self.text.len() - end);
        self.alignment.finish()
    }

    /// Writes the current line, whose newline is at `end`.
    fn write_line(&mut self, end: usize) {
        if self.line.is_empty() {
            return;
        }
        if self.line.iter().any(|piece| piece.kind == PieceKind::Bad) {
            self.levels.enter(before_unclosed_quote(&self.line));
            self.alignment.write(&self.text[self.line_start..end]);
            return;
        }
        let (assignment, comment) = cells(&self.line);
        let lead = &self.line[..assignment.unwrap_or(comment)];
        let level = self.levels.enter(lead);
        self.alignment.write_spaces(INDENT * level.min(MAX_DEPTH));
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

/// The indexes at which the assignment and the comment of a line begin, which are aligned with other lines.
/// An assignment is an `=` with a value that ends on the same line; a comment counts if something precedes
/// it.
fn cells(line: &[Piece]) -> (Option<usize>, usize) {
    let comment = match line {
        [_, .., last] if last.kind == PieceKind::LineComment => line.len() - 1,
        _ => line.len(),
    };
    let code = &line[..comment];
    let equal = code
        .iter()
        .skip(1)
        .position(|it| it.kind == PieceKind::Equal);
    let assignment = equal.map(|after_first| after_first + 1);
    let is_whole = |start: &usize| brackets(&code[*start..]) == 0;
    (assignment.filter(is_whole), comment)
}

/// The pieces before the first quote that is not closed on this line. The lexer closes it at the end of the
/// line.
fn before_unclosed_quote(line: &[Piece]) -> &[Piece] {
    let mut end = line.len();
    let mut open = 0_usize;
    for (index, piece) in line.iter().enumerate() {
        match piece.kind {
            PieceKind::QuoteOpen => {
                end = if open == 0 { index } else { end };
                open += 1;
            }
            PieceKind::TemplateClose => open = open.saturating_sub(1),
            _ => {}
        }
    }
    if open > 0 { &line[..end] } else { line }
}

/// The number of opening minus the number of closing brackets.
fn brackets(pieces: &[Piece]) -> isize {
    pieces.iter().map(|piece| piece.kind.brackets()).sum()
}

/// The levels of indentation: the lines with brackets that are still open.
#[derive(Default)]
struct IndentLevels {
    /// For each of these lines, the number of its brackets that are still open.
    open: Vec<isize>,
}

impl IndentLevels {
    /// Counts the brackets of a line and returns its level. The lines inside the brackets of one line are one
    /// level deeper, however many brackets that line opens.
    fn enter(&mut self, lead: &[Piece]) -> usize {
        let is_template = |piece: &Piece| piece.kind == PieceKind::HeredocOpen;
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
