//! The lines of a starter file: the items of a configuration and, commented out, the items that only the defaults or
//! the examples have.
//!
//! Comment marks are added last, when everything is laid out. [`Edit`](super::Edit) cannot do this, for three reasons:
//! commented-out items are laid out again, so that the file is in the canonical form with and without the marks, while
//! `Edit::comment_out` leaves each line as it is; an example may be next to a setting of the same name, which is not
//! possible in a body; and a comment may be above a part of an expression.

use std::ops::Range;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::layout::indent_of;
use super::snippet;
use crate::error::Result;
use crate::format::format;
use crate::path::{Path, PathStep};
use crate::ser::EncodeOptions;
use crate::span::Span;
use crate::syntax::resolve::{BodyIndex, Found, IndexedItem, static_key};
use crate::syntax::tree::handle::{
    Block, BodyItem, BodyItemKind, Document, Expression, ExpressionKind,
};

/// Spaces per level in the defaults, in the examples and in the output of the formatter.
const CANONICAL_INDENT: usize = 2;

/// The same body in each version of a configuration. It is empty in a version that does not have it.
pub(super) struct Versions {
    pub(super) own: Arc<BodyIndex>,
    pub(super) defaults: Arc<BodyIndex>,
    pub(super) examples: Arc<BodyIndex>,
}

/// The comments by the lines above which they are placed: the document of a version, and the offset of the line.
pub(super) struct PlacedComments {
    texts: Vec<String>,
    by_line: HashMap<(*const Document, usize), Vec<usize>>,
}

pub(super) struct Assembly<'a> {
    comments: &'a PlacedComments,
    options: EncodeOptions,
    document: Arc<Document>,
    /// The starts of the items that must not be commented out.
    kept: &'a HashSet<u32>,
    /// The lines without comment marks.
    text: String,
    /// The mark of each line.
    marks: Vec<Mark>,
    /// For each comment, whether it has been placed.
    pub(super) is_used: Vec<bool>,
    /// The items of the configuration that are commented out.
    pub(super) commented_out: Vec<Span>,
}

/// The column of the comment mark of a line; `None` if the line is not commented out.
type Mark = Option<usize>;

struct ShownItem<'v> {
    /// The item to write: of the configuration or, if it is commented out, of the defaults or the examples.
    item: &'v BodyItem,
    /// The item of the configuration, if it has one.
    own: Option<&'v BodyItem>,
    is_commented_out: bool,
    /// For a block, its body, with the defaults to compare it with and the examples to show in it.
    body: Option<Versions>,
}

impl PlacedComments {
    /// Finds the lines that the paths of comments name in each version.
    pub(super) fn new(comments: &[(Path, String)], versions: &Versions) -> Result<Self> {
        let texts = comments.iter().map(|(_, text)| snippet::comment(text));
        let texts = texts.collect::<Result<_>>()?;
        let mut by_line: HashMap<_, Vec<usize>> = HashMap::default();
        for version in [&versions.defaults, &versions.examples, &versions.own] {
            let document = version.body.document();
            for (comment, (path, _)) in comments.iter().enumerate() {
                for found in find(version, path.steps()) {
                    let places: Vec<Span> = match &found {
                        Found::Blocks(blocks) => blocks.iter().map(Block::span).collect(),
                        found => found.place().into_iter().map(|(span, _)| span).collect(),
                    };
                    for place in places {
                        let line = document.source.line_start(place.range().start);
                        let comments = by_line.entry((Arc::as_ptr(document), line));
                        comments.or_default().push(comment);
                    }
                }
            }
        }
        Ok(PlacedComments { texts, by_line })
    }

    /// The indexes of the comments above the line of a document that begins at this offset.
    fn above(&self, document: &Arc<Document>, line: usize) -> &[usize] {
        let place = (Arc::as_ptr(document), line);
        self.by_line.get(&place).map_or(&[], Vec::as_slice)
    }
}

/// Everything that a path names. Labels and indices may be omitted. A setting takes precedence over a label.
pub(super) fn find(body: &Arc<BodyIndex>, path: &[PathStep]) -> Vec<Found> {
    let mut all = Vec::new();
    find_from(Found::Body(Arc::clone(body)), path, &mut all);
    all
}

fn find_from(found: Found, path: &[PathStep], all: &mut Vec<Found>) {
    let before = all.len();
    match (path, &found) {
        ([], _) => all.push(found),
        ([step, rest @ ..], _) => {
            if let (Found::Blocks(blocks), PathStep::Attribute(_)) = (&found, step) {
                for next in blocks.each().filter_map(|it| Found::Blocks(it).step(step)) {
                    find_from(next.found, rest, all);
                }
            }
            if all.len() == before
                && let Some(next) = found.step(step)
            {
                find_from(next.found, rest, all);
            }
        }
    }
}

impl<'a> Assembly<'a> {
    pub(super) fn new(
        comments: &'a PlacedComments,
        options: EncodeOptions,
        kept: &'a HashSet<u32>,
        versions: &Versions,
    ) -> Self {
        let mut assembly = Assembly {
            comments,
            options,
            document: Arc::clone(versions.own.body.document()),
            kept,
            text: String::new(),
            marks: Vec::new(),
            is_used: vec![false; comments.texts.len()],
            commented_out: Vec::new(),
        };
        assembly.body(versions, 0, None);
        assembly
    }

    /// Adds the items of a body, whose first line begins at `start`.
    fn body(&mut self, versions: &Versions, start: usize, outer: Mark) {
        let document = versions.own.body.document();
        let mut end = start;
        let mut last = None;
        for shown in versions.arranged(self.kept) {
            let item = shown.item;
            let column = || shown.is_commented_out.then(|| self.column(item));
            let mark = outer.or_else(column);
            if let Some(own) = shown.own {
                let range = lines_of(own);
                if self.between(document, end..range.start, outer) {
                    last = None;
                }
                end = range.end;
                if shown.is_commented_out {
                    self.commented_out.push(own.span());
                }
                if mark.is_some() && versions.examples_replace(item) {
                    continue;
                }
            }
            let this = (item.kind(), mark == outer);
            let is_apart = last.is_some_and(|last| {
                last != this || item.kind() == BodyItemKind::Block || self.has_comment(item)
            });
            if is_apart {
                self.push("\n", outer);
            }
            last = Some(this);
            self.item(&shown, outer, mark);
        }
        let content = versions.own.body.span().range();
        let closing = document.source.line_start(content.end);
        self.between(document, end..closing.max(end), outer);
    }

    /// Adds the text between two items, unless it is blank. Returns whether it was added.
    fn between(&mut self, document: &Arc<Document>, range: Range<usize>, mark: Mark) -> bool {
        let between = document.source.text().get(range.clone());
        let has_text = !between.unwrap_or_default().trim().is_empty();
        if has_text {
            self.source(document, range, mark);
        }
        has_text
    }

    /// Adds an item. In a block, also adds the items that the defaults and the examples have there.
    fn item(&mut self, shown: &ShownItem<'_>, outer: Mark, mark: Mark) {
        let (document, range) = (shown.item.document(), lines_of(shown.item));
        let text = document.source.text();
        self.comment(document, range.start, outer);
        let Some(versions) = &shown.body else {
            return self.source(document, range, mark);
        };
        let content = versions.own.body.span().range();
        if let Some(newline) = text[content.clone()].find('\n') {
            let header = content.start + newline + 1;
            let closing = document.source.line_start(content.end);
            self.source(document, range.start..header, mark);
            self.body(versions, header, mark);
            self.source(document, closing..range.end, mark);
        } else if text[content.clone()].trim().is_empty() {
            let header = self.indented(document, &text[range.start..content.start]);
            let before = self.marks.len();
            self.push(&[&header, "\n"].concat(), mark);
            self.body(versions, content.end, mark);
            if self.marks.len() > before + 1 {
                self.push(&[indent_of(&header), "}\n"].concat(), mark);
            } else {
                self.text.pop();
                self.text.push_str("}\n");
            }
        } else {
            self.source(document, range, mark);
        }
    }

    /// Adds lines of a source, with the comments above them.
    fn source(&mut self, document: &Arc<Document>, range: Range<usize>, mark: Mark) {
        let mut at = range.start;
        for line in document.source.text()[range].split_inclusive('\n') {
            self.comment(document, at, mark);
            let line_in_layout = self.indented(document, line);
            self.push(&line_in_layout, mark);
            at += line.len();
        }
    }

    /// Adds the comments above a line, except those already placed.
    fn comment(&mut self, document: &Arc<Document>, line: usize, mark: Mark) {
        let comments = self.comments;
        let indent = self.indented(document, indent_of(&document.source.text()[line..]));
        for comment in comments.above(document, line) {
            if !std::mem::replace(&mut self.is_used[*comment], true) {
                for line in comments.texts[*comment].lines() {
                    self.push(&[&indent, line, "\n"].concat(), mark);
                }
            }
        }
    }

    /// Whether a comment will be placed above an item.
    fn has_comment(&self, item: &BodyItem) -> bool {
        let comments = self
            .comments
            .above(item.document(), lines_of(item).start)
            .iter();
        let mut texts = comments.filter(|it| !self.is_used[**it]);
        texts.any(|it| !self.comments.texts[*it].is_empty())
    }

    /// A line with the indentation of the options. Lines of the configuration already have it.
    fn indented(&self, document: &Arc<Document>, line: &str) -> String {
        if Arc::ptr_eq(document, &self.document) {
            return line.to_owned();
        }
        let indent = indent_of(line).len();
        let spaces = indent / CANONICAL_INDENT * self.options.indent();
        [&" ".repeat(spaces), &line[indent..]].concat()
    }

    /// The column in which an item begins.
    fn column(&self, item: &BodyItem) -> usize {
        let line = &item.source().text()[lines_of(item).start..];
        self.indented(item.document(), indent_of(line)).len()
    }

    fn push(&mut self, line: &str, mark: Mark) {
        self.text.push_str(line);
        self.marks.push(mark);
    }

    /// The text with the comment marks. If the options say so, the assignments of consecutive lines are aligned.
    pub(super) fn text(&self) -> String {
        let formatted = if self.options.is_aligned() {
            format(&self.text)
        } else {
            self.text.clone()
        };
        let mut out = String::with_capacity(self.text.len() + self.text.len() / 8);
        // The formatter changes white space only within lines, so the lines correspond one to one.
        let lines = self.text.split_inclusive('\n');
        let lines = lines.zip(formatted.split_inclusive('\n')).zip(&self.marks);
        for ((line, formatted), mark) in lines {
            let indent = indent_of(line);
            let content = &formatted[indent_of(formatted).len()..];
            match mark {
                None => out.extend([indent, content]),
                Some(column) if content.trim().is_empty() => {
                    out.extend([&" ".repeat(*column), "#", content]);
                }
                Some(column) => {
                    let (before, after) = indent.split_at((*column).min(indent.len()));
                    out.extend([before, "# ", after, content]);
                }
            }
        }
        out
    }
}

impl Versions {
    /// The items in order. An item that only the defaults or the examples have follows the item that precedes it there.
    /// Examples that show something else than the items of the same name follow these.
    fn arranged(&self, kept: &HashSet<u32>) -> Vec<ShownItem<'_>> {
        let names = names(&self.own).into_iter();
        let equal = names.filter(|name| is_same(&self.own, &self.defaults, name));
        let mut defaults: HashMap<&str, _> =
            equal.map(|it| (it, self.defaults.named(it))).collect();
        // Blocks with other labels may be other variants, whose settings do not belong in this block.
        let mut examples = HashMap::default();
        for example in self.examples.items() {
            if let (Some(block), Some(body)) = (example.item.as_block(), example.body()) {
                examples.entry(block.names()).or_insert(body);
            }
        }
        let mut own = self.own.items().iter().map(|own| {
            let default = defaults.get_mut(own.item.name()).and_then(Iterator::next);
            let is_kept = kept.contains(&own.span().start());
            let default = default.filter(|it| !is_kept && !has_heredoc(&it.item));
            let other = |body: Option<&Arc<BodyIndex>>| body.cloned().unwrap_or_default();
            let body = default.unwrap_or(own).body().zip(own.item.as_block());
            ShownItem {
                item: &default.unwrap_or(own).item,
                own: Some(&own.item),
                is_commented_out: default.is_some(),
                body: body.map(|(body, block)| Versions {
                    own: Arc::clone(body),
                    defaults: other(self.only_default(block).filter(|_| default.is_none())),
                    examples: other(examples.remove(&block.names())),
                }),
            }
        });
        let mut shown = Vec::new();
        for absent in self.absent() {
            shown.extend(absent.into_iter().map(|item| ShownItem {
                item: &item.item,
                own: None,
                is_commented_out: true,
                body: item.body().map(|body| Versions {
                    own: Arc::clone(body),
                    defaults: Arc::default(),
                    examples: Arc::default(),
                }),
            }));
            shown.extend(own.next());
        }
        shown
    }

    /// The items of the defaults and the examples that are shown before each item of the configuration, and after the
    /// last.
    fn absent(&self) -> Vec<Vec<&IndexedItem>> {
        let own = self.own.items();
        let labelled = own.iter().filter_map(|it| it.item.as_block());
        let labelled: HashSet<Vec<String>> = labelled.map(Block::names).collect();
        let after = own.iter().enumerate();
        let after: HashMap<&str, usize> = after.map(|(at, it)| (it.item.name(), at + 1)).collect();
        let mut absent = vec![Vec::new(); own.len() + 1];
        for (other, is_examples) in [(&self.defaults, false), (&self.examples, true)] {
            let mut at = 0;
            for indexed in other.items() {
                let item = &indexed.item;
                let is_shown = if let Some(after) = after.get(item.name()) {
                    at = *after;
                    is_examples && shows_more(item, &self.own, &labelled)
                } else {
                    !is_examples || !self.defaults.has(item.name())
                };
                if is_shown {
                    absent[at].push(indexed);
                }
            }
        }
        absent
    }

    /// The body of the block of this type in the defaults, if the defaults and the configuration have only one such
    /// block each, with the same labels.
    fn only_default(&self, block: &Block) -> Option<&Arc<BodyIndex>> {
        let only = |version: &BodyIndex| version.named(block.block_type()).nth(1).is_none();
        let default = self.defaults.named(block.block_type()).next()?;
        let is_same = default.item.as_block()?.names() == block.names();
        default
            .body()
            .filter(|_| is_same && only(&self.own) && only(&self.defaults))
    }

    /// Whether examples replace an item of the same name that is commented out: an empty list or map.
    fn examples_replace(&self, item: &BodyItem) -> bool {
        let mut examples = self.examples.named(item.name());
        is_empty_collection(item) && !examples.all(|it| is_empty_collection(&it.item))
    }
}

/// The names of the items of a body, each once.
fn names(body: &BodyIndex) -> HashSet<&str> {
    body.items().iter().map(|it| it.item.name()).collect()
}

/// Whether two bodies have the same items with this name.
fn is_same(own: &BodyIndex, other: &BodyIndex, name: &str) -> bool {
    let items = own.named(name).map(|it| &it.item);
    items.eq(other.named(name).map(|it| &it.item))
}

/// Collects the places of the items that differ from those of another body.
pub(super) fn differing(own: &BodyIndex, other: &BodyIndex, places: &mut Vec<Span>) {
    for name in names(own) {
        if is_same(own, other, name) {
            continue;
        }
        let (items, others): (Vec<_>, Vec<_>) =
            (own.named(name).collect(), other.named(name).collect());
        let names = |it: &IndexedItem| it.item.as_block().map(Block::names);
        let blocks = match (&*items, &*others) {
            ([own], [other]) if names(own) == names(other) => own.body().zip(other.body()),
            _ => None,
        };
        match blocks {
            Some((own, other)) => differing(own, other, places),
            None => places.extend(items.iter().map(|it| it.span())),
        }
    }
}

/// Whether an example shows more than the items of the same name, so that it is shown as a whole: a block with other
/// labels, another variant of an enum, or an attribute that has more.
fn shows_more(example: &BodyItem, own: &BodyIndex, labelled: &HashSet<Vec<String>>) -> bool {
    match (example, own.attribute(example.name())) {
        // Settings missing in a block with these labels are shown in that block.
        (BodyItem::Block(example), None) => {
            example.labels().len() > 0 && !labelled.contains(&example.names())
        }
        (BodyItem::Attribute(example), Some(own)) => {
            has_more(&example.expression(), &own.expression())
        }
        _ => !is_empty_collection(example),
    }
}

/// Whether an expression has something that another one lacks: elements where the other is empty, a key, a value
/// instead of `null`, or a collection instead of text, or the reverse, which are variants of an enum.
fn has_more(example: &Expression, own: &Expression) -> bool {
    let is_text = |it: &Expression| it.literal_text().is_some();
    match (example.kind(), own.kind()) {
        (ExpressionKind::Tuple(example), ExpressionKind::Tuple(own)) => {
            own.is_empty() && !example.is_empty()
        }
        (ExpressionKind::Object(_), ExpressionKind::Object(_)) => {
            let own: HashMap<String, Expression> = pairs(own).collect();
            pairs(example).any(|(key, example)| match own.get(&key) {
                Some(own) => has_more(&example, own),
                None => true,
            })
        }
        (ExpressionKind::Null, _) => false,
        (_, ExpressionKind::Null) => true,
        (ExpressionKind::Tuple(_) | ExpressionKind::Object(_), _) => is_text(own),
        (_, ExpressionKind::Tuple(_) | ExpressionKind::Object(_)) => is_text(example),
        _ => false,
    }
}

fn pairs(object: &Expression) -> impl Iterator<Item = (String, Expression)> {
    let pairs = object.object_pairs().unwrap_or_default().into_iter();
    pairs.map(|(key, value)| {
        (
            static_key(&key).unwrap_or_else(|| key.text().to_owned()),
            value,
        )
    })
}

/// Whether an item is an attribute with an empty list or map.
fn is_empty_collection(item: &BodyItem) -> bool {
    let attribute = item.as_attribute();
    attribute.is_some_and(|it| matches!(it.expression().text(), "[]" | "{}"))
}

fn has_heredoc(item: &BodyItem) -> bool {
    snippet::has_heredoc(&item.source().text()[item.span().range()])
}

/// The lines of an item, including a comment at the end of the last line.
fn lines_of(item: &BodyItem) -> Range<usize> {
    let (source, range) = (item.source(), item.span().range());
    let text = source.text();
    let end = text[range.end..].find('\n');
    source.line_start(range.start)..end.map_or(text.len(), |at| range.end + at + 1)
}
