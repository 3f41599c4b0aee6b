//! Changes of a parsed body.
//!
//! Knows nothing of how text is changed.

use std::collections::HashMap;
use std::sync::Arc;

use serde::ser::Serialize;

use super::build::BlockBuilder;
use super::change::{Changes, Insertion};
use super::layout::Lines;
use super::piece;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::format::format;
use crate::span::Span;
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, Document};

/// A set of changes of a source, which are applied together.
///
/// The bodies, attributes and blocks to change are those that [`parse`](crate::parse) has returned. Nothing
/// changes before [`finish`](Edit::finish), which parses the new text once and reports all errors together.
/// Everything else keeps its comments and its layout. To lay out the whole source anew,
/// [`format`](crate::format) the result.
///
/// New items are in the canonical form. A new attribute is inserted after the existing attributes, a new
/// block at the end. The comments directly above an item and after it on its line belong to it.
///
/// ```
/// let body = hcl::parse(
///     r#"# Who we are.
/// name   =   "shop" # as users see it
///
/// service "web" {
///   port = 80
/// }
/// "#,
/// )?;
/// let mut edit = body.edit();
/// edit.set_attribute(&body, "name", "store");
/// for service in body.blocks_of_type("service") {
///     edit.set_attribute(&service.body(), "port", 8080);
///     edit.set_expression(&service.body(), "host", "local.host");
///     edit.set_labels(&service, ["front"]);
/// }
/// edit.add_block(&body, hcl::Block::builder("log").attribute("level", "info"));
///
/// let body = edit.finish()?;
/// assert_eq!(
///     body.source().text(),
///     r#"# Who we are.
/// name   =   "store" # as users see it
///
/// service "front" {
///   port = 8080
///   host = local.host
/// }
///
/// log {
///   level = "info"
/// }
/// "#
/// );
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct Edit {
    body: Body,
    comments: Vec<Span>,
    newline: &'static str,
    changes: Changes,
    /// Data about the bodies that get attributes, by their start.
    known: HashMap<u32, BodyLayout>,
    errors: Vec<Error>,
}

/// Data about a body that gets attributes.
#[derive(Debug, Default)]
struct BodyLayout {
    attributes: HashMap<String, Attribute>,
    last_attribute: Option<Span>,
    first_item: Option<Span>,
}

impl Body {
    /// Begins to change the source of the body, which must be in native syntax and one source: a body that was
    /// [overlaid](Body::overlay) is an error of [`Edit::finish`].
    pub fn edit(&self) -> Edit {
        let text = self.source().text();
        let is_cr_lf = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
        Edit {
            body: self.clone(),
            comments: self.all_comments(),
            newline: if is_cr_lf { "\r\n" } else { "\n" },
            changes: Changes::default(),
            known: HashMap::new(),
            errors: unsupported_syntax(self).into_iter().collect(),
        }
    }
}

/// The error of a body in JSON syntax, or of several sources.
fn unsupported_syntax(body: &Body) -> Option<Error> {
    let detail = "A body in JSON syntax cannot be edited: the changes would be in native syntax.";
    let diagnostic = Diagnostic::error("Unsupported syntax", detail).at(body);
    let tree = &body.document().tree;
    if tree.is_overlay() {
        let detail = "A body that was laid over others cannot be edited: it comes from several sources. Edit the body \
                      of one of them.";
        let diagnostic = Diagnostic::error("Several sources", detail).at(body);
        return Some(Error::new(Category::Data, diagnostic));
    }
    let is_json = tree.is_json();
    is_json.then(|| Error::new(Category::Data, diagnostic))
}

impl Edit {
    /// Sets an attribute of a body to data, which [`BodyBuilder::attribute`] takes too: gives the one
    /// that there is another expression, or inserts one.
    ///
    /// [`BodyBuilder::attribute`]: crate::BodyBuilder::attribute
    pub fn set_attribute<T: Serialize>(&mut self, body: &Body, name: &str, data: T) {
        self.set(body, name, piece::data(name, &data));
    }

    /// Sets an attribute of a body to an expression that is given as text. The expression is put in
    /// parentheses where it would otherwise end too early: if it has a newline, or if it ends with a heredoc
    /// and a comment follows.
    pub fn set_expression(&mut self, body: &Body, name: &str, text: &str) {
        self.set(body, name, piece::expression(name, text));
    }

    /// Renames an attribute.
    pub fn rename_attribute(&mut self, attribute: &Attribute, name: &str) {
        if self.is_own(attribute.document()) && self.checked(name) {
            self.replace(attribute.name_span(), name.to_owned());
        }
    }

    /// Removes an attribute.
    pub fn remove_attribute(&mut self, attribute: &Attribute) {
        if self.is_own(attribute.document()) {
            self.remove(attribute.span());
        }
    }

    /// Adds a block at the end of a body.
    pub fn add_block(&mut self, body: &Body, block: BlockBuilder) {
        let (text, errors) = block.into_text();
        if !errors.is_empty() {
            self.errors.extend(errors);
        } else if self.is_own_body(body) {
            let insertion = self.end(body);
            let block = piece::indented(format(&text).trim_end(), &insertion.indent);
            insertion.blocks.push(block);
        }
    }

    /// Changes the type of a block.
    pub fn set_block_type(&mut self, block: &Block, block_type: &str) {
        if self.is_own(block.document()) && self.checked(block_type) {
            self.replace(block.type_span(), block_type.to_owned());
        }
    }

    /// Changes the labels of a block. Their number must stay the same.
    pub fn set_labels<L: AsRef<str>>(
        &mut self,
        block: &Block,
        labels: impl IntoIterator<Item = L>,
    ) {
        if self.is_own(block.document()) {
            let labels = labels.into_iter();
            let labels: String = labels
                .map(|label| [" ", &piece::quoted(label.as_ref())].concat())
                .collect();
            let (header, block_type) = (block.header_span(), block.type_span());
            self.replace(Span::new(block_type.end(), header.end()), labels);
        }
    }

    /// Removes a block.
    ///
    /// ```
    /// let body = hcl::parse("a {}\n\n# the second\nb {}\n\nc {}\n")?;
    /// let mut edit = body.edit();
    /// for block in body.blocks_of_type("b") {
    ///     edit.remove_block(&block);
    /// }
    /// assert_eq!(edit.finish()?.source().text(), "a {}\n\nc {}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn remove_block(&mut self, block: &Block) {
        if self.is_own(block.document()) {
            self.remove(block.span());
        }
    }

    /// The body of the changed source, which keeps its name.
    ///
    /// # Errors
    ///
    /// If a change is not about this source; if a name is not an identifier, if some data cannot be written
    /// as an expression, or if a text is not an expression; if a body now has two attributes with the same
    /// name.
    pub fn finish(self) -> Result<Body> {
        piece::all_errors(self.errors)?;
        let source = self.body.source();
        let options = match source.name() {
            Some(name) => ParseOptions::new().with_filename(name),
            None => ParseOptions::new(),
        };
        options.parse(&self.changes.apply(source.text()))
    }

    /// Whether something is a part of the source. A generated block is not.
    fn is_own(&mut self, document: &Arc<Document>) -> bool {
        let is_own = Arc::ptr_eq(document, self.body.document());
        if !is_own {
            let detail = "What is to be changed must come from the body that is edited. It comes \
                          from another source, or a \"dynamic\" block has generated it.";
            self.errors
                .push(piece::error("Not a part of this source", detail));
        }
        is_own
    }

    /// Whether a body is a whole body of the source.
    fn is_own_body(&mut self, body: &Body) -> bool {
        if body.text().is_some() {
            return self.is_own(body.document());
        }
        let detail = "This body is a choice of items, so there is no place in it for new ones.";
        self.errors
            .push(piece::error("Not a part of this source", detail));
        false
    }

    fn checked(&mut self, name: &str) -> bool {
        let error = piece::name(name).err();
        let is_name = error.is_none();
        self.errors.extend(error);
        is_name
    }

    fn replace(&mut self, span: Span, text: String) {
        let place = (span.range().start, span.range().end);
        self.changes.replace(place, text);
    }

    fn remove(&mut self, item: Span) {
        let part = self.lines().removal(item);
        self.changes.remove(item, part);
    }

    fn lines(&self) -> Lines<'_> {
        Lines {
            text: self.body.source().text(),
            comments: &self.comments,
        }
    }

    fn set(&mut self, body: &Body, name: &str, expression: Result<String>) {
        if !self.is_own_body(body) {
            return;
        }
        let expression = match expression {
            Ok(expression) => expression,
            Err(error) => {
                self.errors.push(error);
                return;
            }
        };
        let text = piece::attribute(name, &expression);
        let known = self.known(body).attributes.get(name).cloned();
        if let Some(attribute) = known {
            self.set_known(body, &attribute, &text);
            return;
        }
        let insertion = self.after_attributes(body);
        let text = piece::indented(&text, &insertion.indent);
        insertion.set_attribute(name, text);
    }

    /// Replaces the expression of an existing attribute with one that is given as text.
    fn set_known(&mut self, body: &Body, attribute: &Attribute, text: &str) {
        self.changes.keep(attribute.span());
        let (start, end) = (attribute.span().range().start, attribute.span().range().end);
        let lines = self.lines();
        let is_in_one_line = !lines.begins_line(start);
        let indented = piece::indented(text, lines.indent(start));
        // In the canonical form, one blank follows the equals sign.
        let expression = indented.split_once("= ");
        let mut expression = expression.map_or(String::new(), |(_, it)| it.to_owned());
        if piece::ends_with_heredoc(text) {
            let rest = lines.text[end..].trim_start_matches([' ', '\t']);
            let is_ended =
                rest.starts_with(['\n', '\r']) || is_in_one_line && rest.starts_with('}');
            if rest.is_empty() {
                expression.push_str(self.newline);
            } else if !is_ended {
                // A comment follows, which must not stand after the end marker.
                expression = ["(", &expression, self.newline, ")"].concat();
            }
        }
        if expression.contains('\n') && is_in_one_line {
            self.open(body);
        }
        self.replace(attribute.expression().span(), expression);
    }

    fn known(&mut self, body: &Body) -> &BodyLayout {
        self.known.entry(body.span().start()).or_insert_with(|| {
            let mut known = BodyLayout::default();
            for item in body.items() {
                let span = match item {
                    BodyItem::Attribute(attribute) => {
                        let span = attribute.span();
                        known.last_attribute = Some(span);
                        known
                            .attributes
                            .insert(attribute.name().to_owned(), attribute);
                        span
                    }
                    BodyItem::Block(block) => block.span(),
                };
                known.first_item.get_or_insert(span);
            }
            known
        })
    }

    /// The insertion of attributes: after the existing ones, before the blocks.
    fn after_attributes(&mut self, body: &Body) -> &mut Insertion {
        let known = self.known(body);
        let (last, first) = (known.last_attribute, known.first_item);
        let newline = self.newline;
        let lines = self.lines();
        if let Some(last) = last {
            let (start, end) = (last.range().start, last.range().end);
            let Some(at) = lines.end(end) else {
                return self.open(body);
            };
            let is_ended = lines.text[..at].ends_with('\n');
            let indent = lines.indent(start).to_owned();
            return self.changes.insertion(at, || Insertion {
                before: if is_ended {
                    String::new()
                } else {
                    newline.to_owned()
                },
                indent,
                is_block_apart: true,
                newline,
                ..Insertion::default()
            });
        }
        if let Some(first) = first {
            let at = lines.start_with_comments(first.range().start);
            let indent = lines.indent(first.range().start).to_owned();
            return self.changes.insertion(at, || Insertion {
                indent,
                is_rest_apart: true,
                newline,
                ..Insertion::default()
            });
        }
        self.end(body)
    }

    /// The insertion of blocks, at the end of a body.
    fn end(&mut self, body: &Body) -> &mut Insertion {
        let first = self.known(body).first_item;
        let newline = self.newline;
        let lines = self.lines();
        let (start, end) = (body.span().range().start, body.span().range().end);
        let content = &lines.text[start..end];
        let is_empty = content.trim().is_empty();
        if start == 0 {
            let is_ended = content.is_empty() || content.ends_with('\n');
            return self.changes.insertion(end, || Insertion {
                before: if is_ended {
                    String::new()
                } else {
                    newline.to_owned()
                },
                is_block_apart: !is_empty,
                newline,
                ..Insertion::default()
            });
        }
        let closing = start + content.trim_end_matches([' ', '\t']).len();
        if !lines.text[start..closing].ends_with('\n') {
            return self.open(body);
        }
        let first = first.filter(|first| lines.begins_line(first.range().start));
        let indent = match first {
            Some(first) => lines.indent(first.range().start).to_owned(),
            None => [lines.indent(end), "  "].concat(),
        };
        self.changes.insertion(closing, || Insertion {
            indent,
            is_block_apart: !is_empty,
            newline,
            ..Insertion::default()
        })
    }

    /// Breaks a block of one line, so that lines can be inserted in it.
    fn open(&mut self, body: &Body) -> &mut Insertion {
        let newline = self.newline;
        let lines = self.lines();
        let (start, end) = (body.span().range().start, body.span().range().end);
        let content = &lines.text[start..end];
        let outer = lines.indent(start).to_owned();
        let indent = [&outer, "  "].concat();
        let trimmed = content.trim_start();
        let first = end - trimmed.len();
        let last = first + trimmed.trim_end().len();
        let is_empty = trimmed.is_empty();
        if is_empty {
            self.changes.replace((start, end), String::new());
        } else {
            let line = [newline, &indent].concat();
            self.changes.replace((start, first), line);
            self.changes.replace((last, end), String::new());
        }
        self.changes.insertion(end, || Insertion {
            before: newline.to_owned(),
            after: outer,
            indent,
            is_block_apart: !is_empty,
            newline,
            ..Insertion::default()
        })
    }
}
