//! The text of a configuration to start from, with the parts that are commented out.
//!
//! The parts become comments last: until then the text can be formatted as what it is when the marks are removed.
//!
//! Knows nothing of bodies.

use std::ops::Range;

use super::snippet;
use crate::format::format;
use crate::ser::EncodeOptions;

/// The spaces by which the formatter indents a level.
const CANONICAL_INDENT: usize = 2;

/// Lines, of which some are commented out.
#[derive(Default)]
pub(super) struct StarterText {
    /// All lines without the marks of what is commented out.
    text: String,
    /// What is commented out: ranges of whole lines, in order.
    commented_out: Vec<Range<usize>>,
}

impl From<String> for StarterText {
    fn from(text: String) -> Self {
        StarterText {
            text,
            commented_out: Vec::new(),
        }
    }
}

impl StarterText {
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(super) fn push_str(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub(super) fn push(&mut self, other: &StarterText) {
        let start = self.text.len();
        let ranges = other.commented_out.iter();
        let moved = ranges.map(|range| range.start + start..range.end + start);
        self.commented_out.extend(moved);
        self.text.push_str(&other.text);
    }

    /// Adds lines all of which are commented out.
    pub(super) fn push_commented_out(&mut self, lines: &StarterText) {
        let start = self.text.len();
        self.text.push_str(&lines.text);
        self.commented_out.push(start..self.text.len());
    }

    /// The same lines in the layout of the options: what is commented out gets their indentation, and the assignments
    /// of all consecutive lines are aligned if the options say so.
    pub(super) fn laid_out(&self, options: EncodeOptions) -> StarterText {
        let formatted = format(&self.text);
        let mut out = StarterText::default();
        let mut ranges = self.commented_out.iter().peekable();
        let (mut at, mut start) = (0, 0);
        // The formatter changes white space within lines alone, so that each line has one that it becomes.
        for (line, formatted) in lines(&self.text).zip(lines(&formatted)) {
            let (indent, content) = line.split_at(indent_of(line).len());
            let (canonical, aligned) = formatted.split_at(indent_of(formatted).len());
            match ranges.peek() {
                Some(range) if range.start <= at => {
                    if range.start == at {
                        start = out.text.len();
                    }
                    let level = canonical.len() / CANONICAL_INDENT;
                    out.text.push_str(&" ".repeat(level * options.indent()));
                }
                _ => out.text.push_str(indent),
            }
            let is_aligned = options.is_aligned();
            out.text
                .push_str(if is_aligned { aligned } else { content });
            at += line.len();
            if ranges.next_if(|range| range.end == at).is_some() {
                out.commented_out.push(start..out.text.len());
            }
        }
        out
    }

    /// The text with the marks of what is commented out.
    pub(super) fn commented(&self) -> String {
        let mut out = String::with_capacity(self.text.len() + self.text.len() / 8);
        let mut at = 0;
        for range in &self.commented_out {
            out.push_str(&self.text[at..range.start]);
            let part = &self.text[range.clone()];
            out.push_str(&snippet::commented(part, indent_of(part)));
            at = range.end;
        }
        out.push_str(&self.text[at..]);
        out
    }
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_inclusive('\n')
}

/// The blanks at the start of a line.
fn indent_of(line: &str) -> &str {
    let content = line.trim_start_matches([' ', '\t']);
    &line[..line.len() - content.len()]
}
