//! The edit of a parsed body: its state, changes of attributes and blocks, and `finish`.

use std::sync::Arc;

use foldhash::{HashMap, HashSet};
use serde::ser::Serialize;

use super::change::{ChangeRank, Changes, Replacement};
use super::container::Container;
use super::insertion::CanonicalLines;
use super::layout::is_visible;
use super::missing::Additions;
use super::snippet::{self, SourceStyle};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::{Category, Error, Result};
use crate::span::Span;
use crate::syntax::lines::SourceLines;
use crate::syntax::options::ParseOptions;
use crate::syntax::resolve::{BodyIndex, IndexedItem};
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, Document};

/// A set of changes to a source, which are applied together.
///
/// Pass bodies, attributes and blocks from [`parse`](crate::parse) or [`parse_file`](crate::parse_file). To change
/// items inside a block, pass [`Block::body`](crate::Block::body). Nothing changes before
/// [`finish`](Edit::finish), which parses the new text once and reports all errors together. Everything that you do not
/// change keeps its comments and [its layout](#unchanged-lines); without changes, the text stays the same. To reformat
/// the whole source, [`format`](crate::format()) the result.
///
/// Names, paths and indices refer to the source as it was parsed, regardless of other changes: to rename an attribute
/// and set its value, pass the old name to both. Changes inside a removed item have no effect.
///
/// | to change | call |
/// |---|---|
/// | attributes | [`set_attribute`](Edit::set_attribute) to data, [`set_expression`](Edit::set_expression) to text, [`rename_attribute`](Edit::rename_attribute) |
/// | blocks | [`add_block`](Edit::add_block), [`set_labels`](Edit::set_labels), [`set_block_type`](Edit::set_block_type) |
/// | anything that a path names, such as `module["vpc"].tags[0]` | [`set_path`](Edit::set_path), [`set_path_expression`](Edit::set_path_expression), [`set_path_with_parents`](Edit::set_path_with_parents), [`insert_path`](Edit::insert_path), [`append_path`](Edit::append_path), [`move_path`](Edit::move_path), [`remove_path`](Edit::remove_path) |
/// | references to something | [`rename_references`](Edit::rename_references) |
/// | comments | [`set_comment`](Edit::set_comment), [`set_line_comment`](Edit::set_line_comment), [`set_head_comment`](Edit::set_head_comment) |
/// | items, to delete them or comment them out | [`remove`](Edit::remove), [`comment_out`](Edit::comment_out) |
/// | items, to insert, move or copy them to a place | [`before`](Edit::before), [`after`](Edit::after), [`at_start`](Edit::at_start) and [`at_end`](Edit::at_end), then [`insert`](crate::InsertionPoint::insert), [`move_item`](crate::InsertionPoint::move_item) or [`copy_item`](crate::InsertionPoint::copy_item) |
///
/// New items are in the canonical form. The comments directly above an item, and after it on the same line, belong to
/// it.
///
/// # Unchanged lines
///
/// If the whole source is in [the canonical form](crate::format()), so is the result. Aligned lines can therefore move:
/// if a longer name is inserted, or a comment separates lines that were aligned with each other, the `=` of the
/// surrounding lines move. (Only the lines of a commented-out heredoc keep an indentation that is not canonical.)
///
/// In any other source, unchanged lines keep every byte, with one exception: in a group of consecutive lines that are
/// aligned as in the canonical form, a longer name moves the `=` of the whole group, and a longer line moves the
/// comments at the ends of its lines. Nothing else moves: a new line is aligned with the column that the surrounding
/// lines share, if it fits. A line that is not in the canonical form keeps its layout even if its value is set.
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
/// assert_eq!(
///     edit.finish_text()?,
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
    /// The body that is edited.
    edited: Body,
    /// The whole body of its source.
    root: Arc<BodyIndex>,
    comments: Vec<Span>,
    /// The other document from which an item was last copied, and the comments of that document.
    pub(super) copied: Option<(Arc<Document>, Vec<Span>)>,
    pub(super) style: SourceStyle,
    pub(super) changes: Changes,
    /// Changed objects and tuples, by their start.
    pub(super) containers: HashMap<u32, Container>,
    /// The starts of the attributes whose new expression ends with a heredoc.
    pub(super) heredocs: HashSet<u32>,
    /// Values that are set together with their missing parents.
    pub(super) additions: Additions,
    /// The values that were moved out of an object or a tuple, by the span of the new body or object and the new name.
    pub(super) moved_values: HashMap<(Span, String), Span>,
    pub(super) errors: Vec<Error>,
}

impl Body {
    /// Starts an edit of the body, which must be in native syntax and from a single source. If it was
    /// [merged](Body::merge) or [overlaid](Body::overlay), [`Edit::finish`] fails. You can also edit the body of a
    /// block: this changes its source, and [`finish`](Edit::finish) returns the same body of the changed source.
    ///
    /// ```
    /// let body = hcl::parse("server {\n  limits {\n    cpu = 1 # cores\n  }\n}\n")?;
    /// let server = body.blocks_of_type("server").next().expect("there is one");
    /// let limits = server
    ///     .body()
    ///     .blocks_of_type("limits")
    ///     .next()
    ///     .expect("there is one")
    ///     .body();
    ///
    /// let mut edit = limits.edit();
    /// edit.set_attribute(&limits, "cpu", 2);
    /// let limits = edit.finish()?;
    /// assert_eq!(limits.to_string(), "cpu = 2 # cores\n");
    /// assert_eq!(
    ///     limits.source().text(),
    ///     "server {\n  limits {\n    cpu = 2 # cores\n  }\n}\n"
    /// );
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn edit(&self) -> Edit {
        let text = self.source().text();
        let is_cr_lf = text.find('\n').is_some_and(|at| text[..at].ends_with('\r'));
        let root = Body::new(Arc::clone(self.document()));
        let error = unsupported_source(self);
        let (comments, unit) = match error {
            Some(_) => (Vec::new(), None),
            None => (self.all_comments(), indent_unit(&root)),
        };
        Edit {
            edited: self.clone(),
            root: BodyIndex::new(root),
            comments,
            copied: None,
            style: SourceStyle {
                unit: unit.unwrap_or_else(|| "  ".to_owned()),
                newline: if is_cr_lf { "\r\n" } else { "\n" },
            },
            changes: Changes::default(),
            containers: HashMap::default(),
            heredocs: HashSet::default(),
            additions: Additions::default(),
            moved_values: HashMap::default(),
            errors: error.into_iter().collect(),
        }
    }
}

/// Returns an error if a body is not in native syntax or has several sources.
fn unsupported_source(body: &Body) -> Option<Error> {
    let error = |code, detail: &str| {
        let diagnostic = Diagnostic::of(code, detail);
        Some(Error::new(Category::Data, diagnostic.at(body)))
    };
    if body.has_several_sources() {
        let detail = "A merged or overlaid body cannot be edited, because it comes from several \
                      sources. Edit the body of one of them.";
        return error(Code::SeveralSources, detail);
    }
    if body.document().tree.is_json() {
        let detail =
            "A body in JSON syntax cannot be edited: the changes would be in native syntax.";
        return error(Code::UnsupportedSyntax, detail);
    }
    None
}

impl Edit {
    /// Sets an attribute of a body to data: replaces the expression of the attribute, or inserts an attribute after the
    /// last one. It takes the same data as [`BodyBuilder::attribute`].
    ///
    /// [`BodyBuilder::attribute`]: crate::BodyBuilder::attribute
    pub fn set_attribute<T: Serialize>(&mut self, body: &Body, name: &str, data: T) {
        self.set(
            body,
            name,
            snippet::attribute_data(name, &data),
            HeredocIndentation::Indented,
        );
    }

    /// Sets an attribute of a body to an expression, given as text. The expression is put in parentheses if it would
    /// otherwise end too early: if it contains a newline, or if it ends with a heredoc and a comment follows.
    pub fn set_expression(&mut self, body: &Body, name: &str, text: &str) {
        self.set(
            body,
            name,
            snippet::attribute_expression(name, text),
            HeredocIndentation::Fixed,
        );
    }

    /// Renames an attribute. Its value and its comments stay. References to it are not changed: use
    /// [`rename_references`](Edit::rename_references) as well.
    pub fn rename_attribute(&mut self, attribute: &Attribute, name: &str) {
        if self.is_own(attribute.document()) && self.checked(name) {
            self.replace(attribute.name_span(), name.to_owned());
        }
    }

    /// Changes the type of a block. References to it are not changed.
    pub fn set_block_type(&mut self, block: &Block, block_type: &str) {
        if self.is_own(block.document()) && self.checked(block_type) {
            self.replace(block.type_span(), block_type.to_owned());
        }
    }

    /// Changes the labels of a block. References to it are not changed.
    pub fn set_labels<L: AsRef<str>>(
        &mut self,
        block: &Block,
        labels: impl IntoIterator<Item = L>,
    ) {
        if self.is_own(block.document()) {
            let labels = labels.into_iter();
            let labels: String = labels
                .map(|label| [" ", &snippet::quoted(label.as_ref())].concat())
                .collect();
            let (header, block_type) = (block.header_span(), block.type_span());
            self.replace(Span::new(block_type.end(), header.end()), labels);
        }
    }

    /// Removes an attribute or a block with the comments that belong to it: those directly above it and at the end of
    /// its line. One of the blank lines around it is kept.
    ///
    /// ```
    /// let body = hcl::parse("a {}\n\n# the second\nb {}\n\nc {}\n")?;
    /// let mut edit = body.edit();
    /// for block in body.blocks_of_type("b") {
    ///     edit.remove(&block);
    /// }
    /// assert_eq!(edit.finish_text()?, "a {}\n\nc {}\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn remove(&mut self, item: impl Into<BodyItem>) {
        let item = item.into();
        if self.is_own_item(&item) {
            let lines = self.lines().removal(item.span());
            self.changes.remove(item.span(), lines);
        }
    }

    /// Applies the changes and returns the changed body. If the body of a block was edited, this is that body in the
    /// changed source. The source keeps its name.
    ///
    /// # Errors
    ///
    /// If a change concerns a different source; if a name is not an identifier, some data cannot be written as an
    /// expression, or a text is not an expression; if a path leads nowhere; if a comment cannot be written; if an item
    /// is moved into itself; if a body now has two attributes with the same name; or if the edited body itself was
    /// removed.
    pub fn finish(mut self) -> Result<Body> {
        self.add_parents()?;
        snippet::all_errors(std::mem::take(&mut self.errors))?;
        let text = self.root.body.source().text();
        for container in self.containers.values().filter(|it| it.is_changed()) {
            let (range, parts) = container.parts(text, self.style.newline);
            let replacement = Replacement::Parts(parts);
            self.changes.replace(range, ChangeRank::Range, replacement);
        }
        let source = self.root.body.source();
        let edited = self.edited.span().range().start;
        let lines = CanonicalLines::new(source.text());
        let output = self.changes.apply(&lines, edited, &self.style)?;
        let text = match lines.is_canonical {
            _ if output.text() == source.text() => output.text().to_owned(),
            true => output.formatted(),
            false => output.laid_out(),
        };
        let mut options = ParseOptions::for_text_of(self.root.body.document());
        if let Some(name) = source.name() {
            options = options.with_filename(name);
        }
        let body = options.parse(&text).into_result()?;
        if edited == 0 {
            return Ok(body);
        }
        let inner = output.anchor.and_then(|anchor| inner_body(body, anchor));
        inner.ok_or_else(|| {
            let detail = "The body that is edited is a part of what was removed. Edit the body of the whole source.";
            Error::of(Code::NoBodyLeft, detail)
        })
    }

    /// Applies the changes and returns the text of the whole source, even if the body of a block was edited.
    ///
    /// # Errors
    ///
    /// The same as for [`finish`](Edit::finish).
    ///
    /// ```
    /// let body = hcl::parse("port = 80 # for everybody\n")?;
    /// let mut edit = body.edit();
    /// edit.set_attribute(&body, "port", 8080);
    /// assert_eq!(edit.finish_text()?, "port = 8080 # for everybody\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn finish_text(self) -> Result<String> {
        Ok(self.finish()?.source().text().to_owned())
    }

    /// Checks that a part belongs to the source and can be edited, and adds an error if it belongs to another source.
    /// Parts of a generated block do not belong to the source.
    pub(super) fn is_own(&mut self, document: &Arc<Document>) -> bool {
        let is_own = self.has(document);
        if !is_own {
            let detail = "Only parts of the body that is being edited can be changed. This one comes from another \
                          source, or was generated by a \"dynamic\" block.";
            self.errors
                .push(Error::of(Code::NotAPartOfThisSource, detail));
        }
        is_own && self.is_editable()
    }

    /// The whole body of the source.
    pub(super) fn root(&self) -> &Body {
        &self.root.body
    }

    fn has(&self, document: &Arc<Document>) -> bool {
        Arc::ptr_eq(document, self.root.body.document())
    }

    fn is_editable(&self) -> bool {
        !self.root.body.document().tree.is_json()
    }

    /// Whether an item is in the text that is edited.
    pub(super) fn has_item(&self, item: &BodyItem) -> bool {
        self.has(item.document()) && !item.is_layered() && self.is_editable()
    }

    pub(super) fn is_own_item(&mut self, item: &BodyItem) -> bool {
        if item.is_layered() {
            let detail = "The content of this block comes from several overlaid bodies. Change the block in \
                          one of them.";
            let error = Error::of(Code::NotAPartOfThisSource, detail);
            self.errors.push(error);
            return false;
        }
        self.is_own(item.document())
    }

    /// Checks that a body is a whole body of the source, and adds an error if it is not.
    pub(super) fn is_own_body(&mut self, body: &Body) -> bool {
        if body.text().is_some() {
            return self.is_own(body.document());
        }
        let detail = "This body is a selection of items, so new items cannot be added to it.";
        self.errors
            .push(Error::of(Code::NotAPartOfThisSource, detail));
        false
    }

    fn checked(&mut self, name: &str) -> bool {
        let error = snippet::name(name).err();
        let is_name = error.is_none();
        self.errors.extend(error);
        is_name
    }

    pub(super) fn replace(&mut self, span: Span, text: String) {
        self.containers.remove(&span.start());
        let replacement = Replacement::Text(text);
        self.changes
            .replace(span.range(), ChangeRank::Range, replacement);
    }

    pub(super) fn lines(&self) -> SourceLines<'_> {
        SourceLines::new(self.root.body.source(), &self.comments)
    }

    fn set(
        &mut self,
        body: &Body,
        name: &str,
        expression: Result<String>,
        heredocs: HeredocIndentation,
    ) {
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
        let text = snippet::attribute(name, &expression);
        if let Some(attribute) = self.body_index(body).attribute(name) {
            self.replace_expression(body, &attribute, &text, heredocs);
            return;
        }
        let insertion = self.after_attributes(body);
        let text = heredocs.indented(&text, &insertion.indent);
        insertion.set_attribute(name, text);
    }

    /// Replaces the expression of an existing attribute with one that is given as text.
    fn replace_expression(
        &mut self,
        body: &Body,
        attribute: &Attribute,
        text: &str,
        heredocs: HeredocIndentation,
    ) {
        self.changes.keep(attribute.span());
        let (start, end) = (attribute.span().range().start, attribute.span().range().end);
        let is_in_one_line = self.is_in_one_line(body);
        let lines = self.lines();
        let indent = lines.indent(start);
        let indented = (self.style).indented(&heredocs.indented(text, indent), indent);
        // In the canonical form, one space follows the equals sign.
        let expression = indented.split_once("= ");
        let mut expression = expression.map_or(String::new(), |(_, it)| it.to_owned());
        let mut ends_with_heredoc = false;
        if snippet::ends_with_heredoc(text) {
            let rest = lines.text[end..].trim_start_matches([' ', '\t']);
            let is_ended = rest.is_empty()
                || rest.starts_with(['\n', '\r'])
                || is_in_one_line && rest.starts_with('}');
            if !is_ended || self.changes.has_line_comment(end) {
                // A comment follows, which must not stand after the end marker.
                expression = ["(", &expression, self.style.newline, ")"].concat();
            } else {
                ends_with_heredoc = true;
                if rest.is_empty() {
                    expression.push_str(self.style.newline);
                }
            }
        }
        if ends_with_heredoc {
            self.heredocs.insert(attribute.span().start());
        } else {
            self.heredocs.remove(&attribute.span().start());
        }
        if expression.contains('\n') && is_in_one_line {
            self.break_one_line_block(body, ChangeRank::End);
        }
        self.replace(attribute.expression().span(), expression);
    }

    /// The index of a body of the source.
    pub(super) fn body_index(&self, body: &Body) -> Arc<BodyIndex> {
        let start = body.span().start();
        let mut index = &self.root;
        while index.body.span().start() != start {
            match index.item_at(start).and_then(|at| index.items()[at].body()) {
                Some(inner) => index = inner,
                // The body of a block that a "dynamic" block has generated.
                None => return BodyIndex::new(body.clone()),
            }
        }
        Arc::clone(index)
    }

    /// Returns the index of the body that contains an item, and the position of the item in that body.
    pub(super) fn owner(&self, item: Span) -> (Arc<BodyIndex>, usize) {
        let mut index = &self.root;
        loop {
            let at = index.item_at(item.start()).unwrap_or_default();
            let around = index.items().get(at);
            let around = around.filter(|it| it.span().start() < item.start());
            match around.and_then(IndexedItem::body) {
                Some(inner) => index = inner,
                None => return (Arc::clone(index), at),
            }
        }
    }
}

/// The indentation of the first item in a block, relative to the block.
fn indent_unit(root: &Body) -> Option<String> {
    let source = root.source();
    let indent = |at: usize| {
        let before = &source.text()[source.line_start(at)..at];
        Some(before).filter(|it| it.trim().is_empty())
    };
    let inner = |block: Block| {
        let first = block.body().items().next()?;
        let outer = indent(block.span().range().start)?;
        let unit = indent(first.span().range().start)?.strip_prefix(outer)?;
        (!unit.is_empty()).then(|| unit.to_owned())
    };
    root.blocks().find_map(inner)
}

/// Whether the heredocs of a new attribute are indented with it.
#[derive(Clone, Copy)]
enum HeredocIndentation {
    /// They were written by this crate's serializer.
    Indented,
    /// They were given by the caller and stay as they are.
    Fixed,
}

impl HeredocIndentation {
    fn indented(self, text: &str, indent: &str) -> String {
        match self {
            HeredocIndentation::Indented => snippet::with_indented_heredocs(text, indent),
            HeredocIndentation::Fixed => text.to_owned(),
        }
    }
}

/// Finds the body of a block by the number of bytes before it that are not white space.
fn inner_body(root: Body, visible: usize) -> Option<Body> {
    let text = root.source().text();
    let is_visible = |(_, byte): &(usize, u8)| is_visible(*byte);
    let mut bytes = text.bytes().enumerate().filter(is_visible);
    let (last, _) = bytes.nth(visible.checked_sub(1)?)?;
    let mut body = root;
    loop {
        let block = body.blocks().find(|it| it.span().range().contains(&last))?;
        body = block.body();
        if body.span().range().start == last + 1 {
            return Some(body);
        }
    }
}
