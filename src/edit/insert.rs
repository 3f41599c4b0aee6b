//! Insertion points: new items, moved and copied items, and the lines around them.

use std::ops::Range;
use std::sync::Arc;

use super::build::{BlockBuilder, BodyBuilder};
use super::change::{ChangeRank, MovedLines, Replacement};
use super::editor::Edit;
use super::insertion::{Insertion, NewItemText, Spacing};
use super::snippet;
use crate::diagnostic::Code;
use crate::error::Error;
use crate::format::format;
use crate::span::Span;
use crate::syntax::lines::SourceLines;
use crate::syntax::tree::handle::{Body, BodyItem, Document};

/// A place in a body to insert, move or copy items to, created by [`Edit::before`], [`Edit::after`],
/// [`Edit::at_start`] or [`Edit::at_end`].
///
/// If several calls use the same place, their items are in the order of the calls. Blocks are surrounded by blank
/// lines; attributes are aligned with the attributes on the lines above and below.
#[derive(Debug)]
#[must_use = "nothing is inserted before one of its methods is called"]
pub struct InsertionPoint<'e> {
    edit: &'e mut Edit,
    /// `None` if there is no such place; the edit then has an error.
    place: Option<InsertAt>,
}

#[derive(Clone, Debug)]
enum InsertAt {
    Before(BodyItem),
    After(BodyItem),
    End(Body),
}

impl Edit {
    /// The place before an attribute or a block, above its comments.
    ///
    /// ```
    /// use hcl::{Block, Body};
    ///
    /// let body = hcl::parse("# the port\nport = 80\n\nservice \"web\" {}\n")?;
    /// let port = body.attribute("port").expect("it is set");
    /// let web = body.blocks().next().expect("there is one");
    /// let mut edit = body.edit();
    /// edit.before(&port).insert(
    ///     Body::builder()
    ///         .comment("the name")
    ///         .attribute("name", "shop"),
    /// );
    /// edit.before(&web)
    ///     .insert(Block::builder("service").label("api"));
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"# the name
    /// name = "shop"
    /// ## the port
    /// port = 80
    ///
    /// service "api" {}
    ///
    /// service "web" {}
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn before(&mut self, item: impl Into<BodyItem>) -> InsertionPoint<'_> {
        let item = item.into();
        let place = self.is_own_item(&item).then_some(InsertAt::Before(item));
        InsertionPoint { edit: self, place }
    }

    /// The place after an attribute or a block, on the next line.
    ///
    /// ```
    /// use hcl::Body;
    ///
    /// let body = hcl::parse("name    = \"shop\" # as users see it\nversion = 1\n")?;
    /// let name = body.attribute("name").expect("it is set");
    /// let mut edit = body.edit();
    /// edit.after(&name).insert(Body::builder().attribute("zone", "eu"));
    /// let text = "name    = \"shop\" # as users see it\nzone    = \"eu\"\nversion = 1\n";
    /// assert_eq!(edit.finish_text()?, text);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn after(&mut self, item: impl Into<BodyItem>) -> InsertionPoint<'_> {
        let item = item.into();
        let place = self.is_own_item(&item).then_some(InsertAt::After(item));
        InsertionPoint { edit: self, place }
    }

    /// The place before the first item of a body.
    pub fn at_start(&mut self, body: &Body) -> InsertionPoint<'_> {
        let place = self.is_own_body(body).then(|| match body.items().next() {
            Some(first) => InsertAt::Before(first),
            None => InsertAt::End(body.clone()),
        });
        InsertionPoint { edit: self, place }
    }

    /// The place at the end of a body. If the body ends with comments, a blank line separates them from the new items.
    ///
    /// ```
    /// use hcl::Block;
    ///
    /// let body = hcl::parse("service \"web\" { port = 80 }\n")?;
    /// let web = body.blocks().next().expect("there is one");
    /// let mut edit = body.edit();
    /// edit.at_end(&web.body()).insert(Block::builder("check").attribute("path", "/"));
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"service "web" {
    ///   port = 80
    ///
    ///   check {
    ///     path = "/"
    ///   }
    /// }
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn at_end(&mut self, body: &Body) -> InsertionPoint<'_> {
        let place = self.is_own_body(body).then(|| InsertAt::End(body.clone()));
        InsertionPoint { edit: self, place }
    }

    /// The place after the last attribute of a body, or at its start if it has none.
    pub(super) fn after_last_attribute(&mut self, body: &Body) -> InsertionPoint<'_> {
        match self.body_index(body).last_attribute().cloned() {
            Some(last) => self.after(last),
            None => self.at_start(body),
        }
    }

    /// Adds a block at the end of a body.
    pub fn add_block(&mut self, body: &Body, block: BlockBuilder) {
        self.at_end(body).insert(block);
    }
}

impl InsertionPoint<'_> {
    /// Inserts the items of a builder, with their comments. A single block can be passed directly.
    pub fn insert(self, items: impl Into<BodyBuilder>) {
        let mut builder = items.into();
        self.edit.errors.append(&mut builder.errors);
        let Some(place) = self.place else {
            return;
        };
        let insertion = place.insertion(self.edit);
        for (kind, text) in builder.items(&insertion.indent) {
            insertion.push(kind, NewItemText::New(format(&text)));
        }
    }

    /// Moves an attribute or a block here, with the comments that belong to it and with the changes inside it. Its
    /// indentation is adapted to the new place; heredocs are not changed. The item must be from the source of this
    /// edit: to move it to another file, [copy](InsertionPoint::copy_item) it there and remove it here.
    ///
    /// ```
    /// let body = hcl::parse("a {\n  # the port\n  port = 80\n}\n\nb {}\n")?;
    /// let (a, b) = (body.items().next().expect("a"), body.items().last().expect("b"));
    /// let mut edit = body.edit();
    /// edit.before(&a).move_item(&b);
    /// assert_eq!(edit.finish_text()?, "b {}\n\na {\n  # the port\n  port = 80\n}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn move_item(self, item: impl Into<BodyItem>) {
        let item = item.into();
        let Some(place) = self.place.filter(|_| self.edit.is_own_item(&item)) else {
            return;
        };
        let span = item.span();
        let new_indent = place.clone().insertion(self.edit).indent.clone();
        let lines = self.edit.lines();
        let moved = MovedLines {
            item: span,
            removed: lines.removal(span),
            inserted: lines.with_comments(span),
            old_indent: lines.indent(span.range().start).to_owned(),
            new_indent,
        };
        let number = self.edit.changes.move_lines(moved);
        let text = NewItemText::Moved(span.start(), number);
        place.insertion(self.edit).push(item.kind(), text);
    }

    /// Copies an attribute or a block here as it is in its source, with the comments that belong to it. It can come
    /// from another source in native syntax.
    ///
    /// ```
    /// let body = hcl::parse("# one of two\nserver \"a\" {\n  port = 80\n}\n")?;
    /// let server = body.blocks().next().expect("there is one");
    /// let mut edit = body.edit();
    /// edit.after(&server).copy_item(&server);
    /// let body = edit.finish()?;
    ///
    /// let copy = body.blocks().last().expect("there are two");
    /// let mut edit = body.edit();
    /// edit.set_labels(&copy, ["b"]);
    /// edit.set_comment(&copy, "two of two");
    /// assert_eq!(
    ///     edit.finish_text()?,
    ///     r#"# one of two
    /// server "a" {
    ///   port = 80
    /// }
    ///
    /// ## two of two
    /// server "b" {
    ///   port = 80
    /// }
    /// "#
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn copy_item(mut self, item: impl Into<BodyItem>) {
        let item = item.into();
        let Some((text, old)) = self.copied(&item) else {
            return;
        };
        if let Some(place) = self.place {
            let insertion = place.insertion(self.edit);
            let text = snippet::reindented(&text, &old, &insertion.indent);
            insertion.push(item.kind(), NewItemText::Copied(text));
        }
    }

    /// The lines of an item to copy and their indentation.
    fn copied(&mut self, item: &BodyItem) -> Option<(String, String)> {
        if self.edit.has_item(item) {
            return Some(lines_of(self.edit.lines(), item.span()));
        }
        let tree = &item.document().tree;
        if tree.is_json() || tree.is_bound() || item.is_layered() {
            let detail = "Only items from a source in native syntax can be copied.";
            let error = Error::of(Code::NotAPartOfASource, detail);
            self.edit.errors.push(error);
            return None;
        }
        let document = item.document();
        let is_other = |(known, _): &(Arc<Document>, _)| !Arc::ptr_eq(known, document);
        if self.edit.copied.as_ref().is_none_or(is_other) {
            let comments = Body::new(Arc::clone(document)).all_comments();
            self.edit.copied = Some((Arc::clone(document), comments));
        }
        let (_, comments) = self.edit.copied.as_ref()?;
        let lines = SourceLines::new(item.source(), comments);
        Some(lines_of(lines, item.span()))
    }
}

impl InsertAt {
    /// The insertion at this place.
    fn insertion(self, edit: &mut Edit) -> &mut Insertion {
        match self {
            InsertAt::Before(item) => edit.before_item(&item),
            InsertAt::After(item) => edit.after_item(&item, ChangeRank::After),
            InsertAt::End(body) => edit.end(&body, ChangeRank::End),
        }
    }
}

fn lines_of(lines: SourceLines<'_>, item: Span) -> (String, String) {
    let indent = lines.indent(item.range().start);
    let text = match lines.of_item(item) {
        Some(range) => lines.text[range].trim_end_matches(['\n', '\r']).to_owned(),
        None => [indent, &lines.text[lines.within_line(item)]].concat(),
    };
    (text, indent.to_owned())
}

impl Edit {
    /// Whether a body is that of a block on one line.
    pub(super) fn is_in_one_line(&self, body: &Body) -> bool {
        let Range { start, .. } = body.span().range();
        start > 0 && self.lines().end(start).is_none()
    }

    /// The insertion for new attributes: after the existing ones, before the blocks.
    pub(super) fn after_attributes(&mut self, body: &Body) -> &mut Insertion {
        let index = self.body_index(body);
        if let Some(last) = index.last_attribute() {
            return self.after_item(last, ChangeRank::Attributes);
        }
        let Some(first) = index.items().first() else {
            return self.end(body, ChangeRank::Attributes);
        };
        let lines = self.lines();
        let at = lines.start_with_comments(first.span().range().start);
        let indent = lines.indent(first.span().range().start).to_owned();
        let insertion = Insertion::between(None, Some(first.kind().into()), indent);
        self.changes
            .insertion(at, ChangeRank::Attributes, insertion)
    }

    /// The insertion at the end of a body.
    pub(super) fn end(&mut self, body: &Body, rank: ChangeRank) -> &mut Insertion {
        if self.is_in_one_line(body) {
            return self.break_one_line_block(body, rank);
        }
        let index = self.body_index(body);
        let (first, last) = (index.items().first(), index.items().last());
        let lines = self.lines();
        let Range { start, end } = body.span().range();
        let content = &lines.text[start..end];
        let is_root = start == 0;
        let previous = match last {
            Some(last) => Some(last.kind().into()),
            None if is_root && !self.head_comments().is_empty() => Some(Spacing::FromAll),
            None => (!content.trim().is_empty()).then_some(Spacing::FromBlocks),
        };
        let closing = if is_root {
            end
        } else {
            start + content.trim_end_matches([' ', '\t']).len()
        };
        let first = first.map(|first| first.span().range().start);
        let indent = match first.filter(|first| lines.begins_line(*first)) {
            Some(first) => lines.indent(first).to_owned(),
            None if is_root => String::new(),
            None => [lines.indent(end), &self.style.unit].concat(),
        };
        let insertion = Insertion::between(previous, None, indent);
        self.changes.insertion(closing, rank, insertion)
    }

    /// Breaks a block on one line, so that lines can be inserted in it, and returns the insertion at its end.
    pub(super) fn break_one_line_block(&mut self, body: &Body, rank: ChangeRank) -> &mut Insertion {
        let index = self.body_index(body);
        let last = index.items().last();
        let lines = self.lines();
        let Range { start, end } = body.span().range();
        let content = &lines.text[start..end];
        let outer = lines.indent(start).to_owned();
        let indent = [&outer, &*self.style.unit].concat();
        let trimmed = content.trim_start();
        let first_byte = end - trimmed.len();
        let last_byte = first_byte + trimmed.trim_end().len();
        let is_empty = trimmed.is_empty();
        let changes = &mut self.changes;
        if is_empty {
            changes.replace(start..end, ChangeRank::Opening, Replacement::NewLine(outer));
            return changes.insertion(start, rank, Insertion::between(None, None, indent));
        }
        let first_line = Replacement::NewLine(indent.clone());
        changes.replace(start..first_byte, ChangeRank::Opening, first_line);
        if last_byte < end {
            let blanks = Replacement::Text(String::new());
            changes.replace(last_byte..end, ChangeRank::Opening, blanks);
        }
        changes.replace(end..end, ChangeRank::Opening, Replacement::NewLine(outer));
        let previous = last.map_or(Spacing::FromBlocks, |it| it.kind().into());
        changes.insertion(end, rank, Insertion::between(Some(previous), None, indent))
    }

    /// Breaks the block around an item if it is on one line, and gives the insertion at its end.
    pub(super) fn break_one_line_block_around(&mut self, item: Span) -> Option<&mut Insertion> {
        let body = &self.owner(item).0.body;
        let is_in_one_line = self.is_in_one_line(body);
        is_in_one_line.then(|| self.break_one_line_block(body, ChangeRank::End))
    }

    /// The insertion of this rank after an item.
    pub(super) fn after_item(&mut self, item: &BodyItem, rank: ChangeRank) -> &mut Insertion {
        let span = item.span();
        let (owner, index) = self.owner(span);
        if self.is_in_one_line(&owner.body) {
            return self.break_one_line_block(&owner.body, rank);
        }
        let next = owner.items().get(index + 1).map(|it| it.kind().into());
        let lines = self.lines();
        let at = lines.end(span.range().end).unwrap_or(span.range().end);
        let indent = lines.indent(span.range().start).to_owned();
        let insertion = Insertion::between(Some(item.kind().into()), next, indent);
        self.changes.insertion(at, rank, insertion)
    }

    /// The insertion before an item.
    pub(super) fn before_item(&mut self, item: &BodyItem) -> &mut Insertion {
        let span = item.span();
        let (owner, index) = self.owner(span);
        let next = Some(item.kind().into());
        let (at, previous, indent) = if self.is_in_one_line(&owner.body) {
            let insertion = self.break_one_line_block(&owner.body, ChangeRank::End);
            let indent = insertion.indent.clone();
            (owner.body.span().range().start, None, indent)
        } else {
            let lines = self.lines();
            let at = lines.start_with_comments(span.range().start);
            let previous = index.checked_sub(1).and_then(|at| owner.items().get(at));
            let indent = lines.indent(span.range().start).to_owned();
            (at, previous.map(|it| it.kind().into()), indent)
        };
        let insertion = Insertion::between(previous, next, indent);
        self.changes.insertion(at, ChangeRank::Before, insertion)
    }
}
