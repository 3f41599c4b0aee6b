//! Comments of items, and commented-out items.

use std::ops::Range;

use super::change::{ChangeRank, Replacement};
use super::editor::Edit;
use super::snippet;
use crate::diagnostic::Code;
use crate::error::Error;
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::tree::handle::BodyItem;

impl Edit {
    /// The text of the comments directly above an attribute or a block, without comment marks, in the form that
    /// [`set_comment`](Edit::set_comment) takes. Empty if there are none.
    ///
    /// The text comes from the source: it does not include the changes of this edit. It is empty for an item that is
    /// not in the source.
    pub fn comment(&self, item: impl Into<BodyItem>) -> String {
        let item = item.into();
        if !self.has_item(&item) {
            return String::new();
        }
        let range = self.comments_above(item.span());
        self.text_of_comments(self.lines().comments_in(range))
    }

    /// Sets the comment directly above an attribute or a block: replaces existing comments, or inserts one, with one
    /// line per line of the text. Empty text removes them.
    ///
    /// Control characters other than tabs are an error.
    ///
    /// ```
    /// let body = hcl::parse("/* Old. */\nport = 80\nhost = \"a\"\n")?;
    /// let port = body.attribute("port").expect("it is set");
    /// let host = body.attribute("host").expect("it is set");
    /// let mut edit = body.edit();
    /// assert_eq!(edit.comment(&port), "Old.");
    /// edit.set_comment(&port, "The port.\nBelow 1024 for root only.");
    /// edit.set_comment(&host, "The host.");
    /// let text = edit.finish_text()?;
    /// let port = "# The port.\n# Below 1024 for root only.\nport = 80\n";
    /// assert!(text.starts_with(port));
    /// assert!(text.ends_with("# The host.\nhost = \"a\"\n"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_comment(&mut self, item: impl Into<BodyItem>, text: &str) {
        let item = item.into();
        let Some(comment) = self.checked_comment(&item, snippet::comment(text)) else {
            return;
        };
        let start = item.span().range().start;
        let range = self.comments_above(item.span());
        let newline = self.style.newline;
        let text = if let Some(insertion) = self.break_one_line_block_around(item.span()) {
            indented_lines(&comment, "", newline, &insertion.indent)
        } else {
            let indent = self.lines().indent(start);
            let lines = indented_lines(&comment, indent, newline, "");
            // The item keeps its line, or gets one of its own if a comment of several lines preceded it.
            let is_on_line_of_comment = range.end == start;
            lines + if is_on_line_of_comment { indent } else { "" }
        };
        let replacement = Replacement::Text(text);
        self.changes
            .replace(range, ChangeRank::Comment, replacement);
    }

    /// The text of the comments at the end of the line on which an attribute or a block ends, without comment marks, in
    /// the form that [`set_line_comment`](Edit::set_line_comment) takes. Empty if there are none, or if the item is not
    /// in the source.
    pub fn line_comment(&self, item: impl Into<BodyItem>) -> String {
        let item = item.into();
        if !self.has_item(&item) {
            return String::new();
        }
        let end = item.span().range().end;
        self.text_of_comments(self.lines().comments_after(end))
    }

    /// Sets the comment at the end of the line on which an attribute or a block ends: replaces existing comments, or
    /// inserts one. Empty text removes them.
    ///
    /// The text must be a single line without control characters other than tabs; anything else is an error. A comment
    /// after a heredoc is also an error, because the end marker must be alone on its line.
    ///
    /// ```
    /// let body = hcl::parse("port = 80\nhost = \"a\" // old\n")?;
    /// let port = body.attribute("port").expect("it is set");
    /// let host = body.attribute("host").expect("it is set");
    /// let mut edit = body.edit();
    /// edit.set_line_comment(&port, "for everybody");
    /// edit.set_line_comment(&host, "");
    /// assert_eq!(edit.finish_text()?, "port = 80 # for everybody\nhost = \"a\"\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_line_comment(&mut self, item: impl Into<BodyItem>, text: &str) {
        let item = item.into();
        let line = if text.is_empty() {
            Ok(String::new())
        } else {
            snippet::comment_line(text)
        };
        let Some(comment) = self.checked_comment(&item, line) else {
            return;
        };
        if !comment.is_empty() && self.ends_with_heredoc(&item) {
            let detail = "The end marker of a heredoc must be alone on its line. Put the comment above the attribute.";
            self.errors.push(Error::of(Code::InvalidComment, detail));
            return;
        }
        self.break_one_line_block_around(item.span());
        let end = item.span().range().end;
        let lines = self.lines();
        let comments = lines.comments_after(end);
        let (blanks_end, before) = match comments.first() {
            Some(first) => (first.range().start, &lines.text[end..first.range().start]),
            // Blanks between the item and the end of a block on one line belong to the block.
            None if lines.end(end).is_none() => (end, " "),
            None => (scan::blanks(lines.text.as_bytes(), end), " "),
        };
        let line_end = comments.last().map_or(blanks_end, |last| last.range().end);
        let text = match (comment.is_empty(), comments.is_empty()) {
            (true, true) => lines.text[end..blanks_end].to_owned(),
            (true, false) => String::new(),
            (false, _) => [before, &comment].concat(),
        };
        let (range, replacement) = (end..line_end, Replacement::Text(text));
        self.changes
            .replace(range, ChangeRank::LineEnd, replacement);
    }

    /// The text of the comment at the head of the file, without comment marks: the comments on the first lines, if a
    /// blank line or nothing follows them. Comments directly above an item belong to the item.
    pub fn head_comment(&self) -> String {
        self.text_of_comments(self.head_comments())
    }

    /// Sets the comment at the head of the file, followed by a blank line: replaces the existing one, or inserts one,
    /// with one line per line of the text. Empty text removes it.
    ///
    /// ```
    /// let body = hcl::parse("# The port.\nport = 80\n")?;
    /// let mut edit = body.edit();
    /// edit.set_head_comment("Made by a program.");
    /// let text = "# Made by a program.\n\n# The port.\nport = 80\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn set_head_comment(&mut self, text: &str) {
        let comment = match snippet::comment(text) {
            Ok(comment) => indented_lines(&comment, "", self.style.newline, ""),
            Err(error) => return self.errors.push(error),
        };
        let source = self.lines().text;
        let comments = self.head_comments();
        let bounds = comments.first().zip(comments.last());
        let range = bounds.map_or(0..0, |(first, last)| first.range().start..last.range().end);
        // The blank lines after the comment are removed with it.
        let rest = &source[range.end..];
        let blanks = rest.len() - rest.trim_start().len();
        let line = rest[..blanks].rfind('\n').map_or(0, |at| at + 1);
        let (end, gap) = if comments.is_empty() {
            (0, self.style.newline)
        } else {
            (range.end + line, &rest[..line])
        };
        let text = match comment.trim_end_matches(['\n', '\r']) {
            "" => String::new(),
            lines => [lines, gap].concat(),
        };
        let replacement = Replacement::Text(text);
        self.changes
            .replace(range.start..end, ChangeRank::Head, replacement);
    }

    /// Comments out an attribute or a block, with the changes inside it: each of its lines is prefixed with `# `. Its
    /// comments are kept.
    ///
    /// Removing these marks restores the lines.
    ///
    /// ```
    /// let body = hcl::parse("# the port\nport = 80\n\nlog {\n  level = \"info\"\n}\n")?;
    /// let mut edit = body.edit();
    /// for item in body.items() {
    ///     edit.comment_out(&item);
    /// }
    /// let text = "# the port\n# port = 80\n\n# log {\n#   level = \"info\"\n# }\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn comment_out(&mut self, item: impl Into<BodyItem>) {
        let item = item.into();
        if !self.is_own_item(&item) {
            return;
        }
        let Range { start, end } = item.span().range();
        let is_in_one_line = self.break_one_line_block_around(item.span()).is_some();
        let lines = self.lines();
        let indent = lines.indent(start).to_owned();
        let line_end = lines.end(end).filter(|_| !is_in_one_line);
        let line = lines.start(start);
        let first = scan::insignificant(lines.text.as_bytes(), line, Newlines::Significant);
        // A comment of several lines, or a brace, stays before the item.
        let line_start = if first < start { start } else { line };
        let range = line_start..line_end.unwrap_or_else(|| lines.within_line(item.span()).end);
        let replacement = Replacement::Comment(indent);
        self.changes.replace(range, ChangeRank::Range, replacement);
    }

    /// Whether an item ends with the end marker of a heredoc after the changes so far.
    fn ends_with_heredoc(&self, item: &BodyItem) -> bool {
        let Some(attribute) = item.as_attribute() else {
            return false;
        };
        let expression = attribute.expression();
        if self.changes.is_replaced(expression.span().range()) {
            self.heredocs.contains(&item.span().start())
        } else {
            expression.ends_with_heredoc()
        }
    }

    fn checked_comment(
        &mut self,
        item: &BodyItem,
        comment: crate::error::Result<String>,
    ) -> Option<String> {
        let is_own = self.is_own_item(item);
        match comment {
            Ok(comment) => is_own.then_some(comment),
            Err(error) => {
                self.errors.push(error);
                None
            }
        }
    }

    /// The lines of the comments directly above an item. If there is no line end between the last of them and the item,
    /// they end at the item.
    fn comments_above(&self, item: Span) -> Range<usize> {
        let lines = self.lines();
        let start = item.range().start;
        let first = lines.start_of_comments(start);
        if !lines.begins_line(first) {
            // In a block on one line, the comments before the item.
            return first..start;
        }
        let line = lines.start(start);
        let above = lines.start_with_comments(start);
        // A comment of several lines may end on the line of the item.
        above..if first < line { start } else { line }
    }

    /// The comments at the head of the file.
    pub(super) fn head_comments(&self) -> &[Span] {
        let lines = self.lines();
        let text = lines.text;
        let all = lines.comments;
        let mut count = 0;
        let mut end = text.len() - text.trim_start().len();
        for comment in all {
            let gap = &text[end..comment.range().start];
            let is_adjacent = count == 0 && gap.is_empty()
                || gap.matches('\n').count() == 1 && gap.trim().is_empty();
            if !is_adjacent {
                break;
            }
            count += 1;
            end = comment.range().end;
        }
        let rest = &text[end..];
        let after = rest.trim_start();
        let newlines = rest[..rest.len() - after.len()].matches('\n').count();
        let is_apart = after.is_empty() || newlines > 1;
        if is_apart { &all[..count] } else { &[] }
    }

    fn text_of_comments(&self, comments: &[Span]) -> String {
        let text = self.lines().text;
        snippet::comment_text(comments.iter().map(|it| &text[it.range()]))
    }
}

/// The lines of a comment, each after an indentation and before a newline and `after`. Empty if there are no lines.
fn indented_lines(comment: &str, indent: &str, newline: &str, after: &str) -> String {
    let mut text = String::new();
    for line in comment.lines() {
        text.extend([indent, line, newline, after]);
    }
    text
}
