//! New items at a place in a body, and items that are moved or copied there.
//!
//! Knows nothing of how text is changed.

use std::sync::Arc;

use super::build::{BlockBuilder, BodyBuilder};
use super::change::ChangeRank;
use super::editor::Edit;
use super::insertion::{Insertion, NewItemText};
use super::layout::SourceLines;
use super::snippet;
use crate::format::format;
use crate::span::Span;
use crate::syntax::tree::handle::{Body, BodyItem};

/// A place in a body where items are inserted, moved or copied to: [`Edit::before`], [`Edit::after`],
/// [`Edit::at_start`] or [`Edit::at_end`].
///
/// What is put at the same place by several calls stands there in the order of the calls. A blank line is left around
/// blocks; attributes are aligned with the attributes on the lines above and below.
#[derive(Debug)]
#[must_use = "nothing is inserted before one of its methods is called"]
pub struct InsertionPoint<'e> {
    edit: &'e mut Edit,
    /// `None` if there is no such place; the edit has an error then.
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
    /// edit.before(&port).insert(Body::builder().comment("the name").attribute("name", "shop"));
    /// edit.before(&web).insert(Block::builder("service").label("api"));
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

    /// The place at the end of a body, a blank line below the comments there.
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

    /// Adds a block at the end of a body.
    pub fn add_block(&mut self, body: &Body, block: BlockBuilder) {
        self.at_end(body).insert(block);
    }
}

impl InsertionPoint<'_> {
    /// Inserts the items of a builder, with their comments. A single block may be given as it is.
    pub fn insert(self, items: impl Into<BodyBuilder>) {
        let (builder, errors) = items.into().split();
        self.edit.errors.extend(errors);
        let Some(place) = self.place else {
            return;
        };
        let insertion = place.insertion(self.edit);
        for (kind, text) in builder.items(&insertion.indent) {
            insertion.push(kind, NewItemText::New(format(&text)));
        }
    }

    /// Moves an attribute or a block here, with the comments that belong to it and with the changes that are made in
    /// it. Its indentation follows the new place; heredocs stay as they are.
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
        let new = place.clone().insertion(self.edit).indent.clone();
        let lines = self.edit.lines();
        let removed = lines.removal(span);
        let moved = lines
            .of_item(span)
            .unwrap_or_else(|| lines.within_line(span));
        let old = lines.indent(span.range().start).to_owned();
        let changes = &mut self.edit.changes;
        let number = changes.move_lines(span, removed, moved, (old, new));
        let text = NewItemText::Moved(span.start(), number);
        place.insertion(self.edit).push(item.kind(), text);
    }

    /// Copies an attribute or a block to here, with the comments that belong to it, as it stands in its source. It may
    /// come from another source in native syntax.
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
        if tree.is_json() || tree.is_expanded() || tree.is_overlay() {
            let detail = "What is copied must stand in a source in native syntax.";
            let error = snippet::error("Not a part of a source", detail);
            self.edit.errors.push(error);
            return None;
        }
        let text = item.source().text();
        let comments = Body::new(Arc::clone(item.document())).all_comments();
        let lines = SourceLines {
            text,
            comments: &comments,
        };
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
