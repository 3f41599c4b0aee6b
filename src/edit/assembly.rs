//! The lines of a file to start from: the items of a configuration, and as comments those that only the defaults or the
//! examples have.
//!
//! The marks of comments are put last, when everything is laid out. [`Edit`](super::Edit) cannot do it, for three reasons:
//! what is commented out is laid out anew, so that the file is in the canonical form with the marks and without them,
//! while `Edit::comment_out` leaves each line as it is; an example may stand beside a setting of the same name, which no
//! body has; and a comment may stand above a part of an expression.

use std::ops::Range;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::snippet;
use crate::format::format;
use crate::path::PathStep;
use crate::ser::EncodeOptions;
use crate::span::Span;
use crate::syntax::resolve::{BodyIndex, Found, static_key};
use crate::syntax::tree::handle::{
    Block, Body, BodyItem, Document, Expression, ExpressionKind, ItemKind,
};

/// The spaces by which the defaults and the examples, and the formatter, indent a level.
const CANONICAL_INDENT: usize = 2;

/// One body in the versions of a configuration.
pub(super) struct Versions {
    pub(super) own: Body,
    pub(super) defaults: Option<Body>,
    pub(super) examples: Option<Body>,
}

/// The comments by the lines above which they stand: the document of a version, and the byte at which a line begins.
pub(super) struct PlacedComments {
    texts: Vec<String>,
    by_line: HashMap<(*const Document, usize), Vec<usize>>,
}

/// A configuration that is being put together.
pub(super) struct Assembly<'a> {
    comments: &'a PlacedComments,
    options: EncodeOptions,
    document: Arc<Document>,
    /// The items, by their start, that are not to be commented out.
    kept: &'a HashSet<u32>,
    lines: Lines,
    /// For each comment, whether it stands somewhere.
    pub(super) is_used: Vec<bool>,
    /// The items of the configuration that are commented out.
    pub(super) commented_out: Vec<Span>,
}

/// Lines, some of which are commented out.
#[derive(Default)]
struct Lines {
    /// The lines without the marks.
    text: String,
    marks: Vec<Mark>,
}

/// The column of the mark with which a line is commented out, if it is.
type Mark = Option<usize>;

/// An item that is shown.
struct ShownItem {
    /// The item that is written: of the configuration or, if it is commented out, of the defaults or the examples.
    item: BodyItem,
    /// The item of the configuration, if it has one.
    own: Option<BodyItem>,
    is_commented_out: bool,
    /// What a block is compared with, and what is shown in it besides.
    defaults: Option<Body>,
    examples: Option<Body>,
}

impl PlacedComments {
    pub(super) fn new(texts: Vec<String>) -> Self {
        PlacedComments {
            texts,
            by_line: HashMap::default(),
        }
    }

    /// Finds the lines of a version that a path names for a comment.
    pub(super) fn place(&mut self, comment: usize, path: &[PathStep], version: &Arc<BodyIndex>) {
        let document = version.body.document();
        for found in find(version, path) {
            let places: Vec<Span> = match &found {
                Found::Blocks(blocks) => blocks.iter().map(Block::span).collect(),
                found => found.place().into_iter().map(|(span, _)| span).collect(),
            };
            for place in places {
                let line = line_start(document.source.text(), place.range().start);
                let comments = self.by_line.entry((Arc::as_ptr(document), line));
                comments.or_default().push(comment);
            }
        }
    }
}

/// Everything that a path names. Labels and indices may be left out, and a setting comes before a label.
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
            document: Arc::clone(versions.own.document()),
            kept,
            lines: Lines::default(),
            is_used: vec![false; comments.texts.len()],
            commented_out: Vec::new(),
        };
        assembly.body(versions, 0, None);
        assembly
    }

    /// The whole text.
    pub(super) fn text(&self) -> String {
        self.lines.commented(self.options)
    }

    /// Adds the items of a body, whose first line begins at `start`.
    fn body(&mut self, versions: &Versions, start: usize, outer: Mark) {
        let items = VersionedItems::of(versions);
        let mut end = start;
        let mut last = None;
        for shown in items.arranged(versions, self.kept) {
            let item = &shown.item;
            let column = || shown.is_commented_out.then(|| self.column(item));
            let mark = outer.or_else(column);
            if let Some(own) = &shown.own {
                let range = lines_of(own);
                if self.between(&versions.own, end..range.start, outer) {
                    last = None;
                }
                end = range.end;
                if shown.is_commented_out {
                    self.commented_out.push(own.span());
                }
                if mark.is_some() && items.examples_replace(item) {
                    continue;
                }
            }
            let this = (item.kind(), mark == outer);
            let is_apart = last.is_some_and(|last| {
                last != this || item.kind() == ItemKind::Block || self.has_comment(item)
            });
            if is_apart {
                self.lines.push("\n", outer);
            }
            last = Some(this);
            self.item(&shown, outer, mark);
        }
        let content = versions.own.span().range();
        let closing = line_start(versions.own.source().text(), content.end);
        self.between(&versions.own, end..closing.max(end), outer);
    }

    /// Adds what stands between two items, if it is more than blank lines. Returns whether it is.
    fn between(&mut self, body: &Body, range: Range<usize>, mark: Mark) -> bool {
        let between = body.source().text().get(range).unwrap_or_default();
        let has_text = !between.trim().is_empty();
        if has_text {
            for line in between.split_inclusive('\n') {
                self.lines.push(line, mark);
            }
        }
        has_text
    }

    /// Adds an item, and in a block also what the defaults and the examples of its body have.
    fn item(&mut self, shown: &ShownItem, outer: Mark, mark: Mark) {
        let (document, range) = (shown.item.document(), lines_of(&shown.item));
        let text = document.source.text();
        self.comment(document, range.start, outer);
        let block = shown.item.as_block().map(|block| Versions {
            own: block.body(),
            defaults: shown.defaults.clone(),
            examples: shown.examples.clone(),
        });
        let Some(versions) = block else {
            return self.source(document, range, mark);
        };
        let content = versions.own.span().range();
        if text[content.clone()].contains('\n') {
            let header = content.start + text[content.clone()].find('\n').map_or(0, |at| at + 1);
            let closing = line_start(text, content.end);
            self.source(document, range.start..header, mark);
            self.body(&versions, header, mark);
            self.source(document, closing..range.end, mark);
        } else if text[content.clone()].trim().is_empty() {
            let header = self.indented(document, &text[range.start..content.start]);
            let before = self.lines.marks.len();
            self.lines.push(&[&header, "\n"].concat(), mark);
            self.body(&versions, content.end, mark);
            if self.lines.marks.len() > before + 1 {
                let closing = [indent_of(&header), "}\n"].concat();
                self.lines.push(&closing, mark);
            } else {
                self.lines.text.pop();
                self.lines.text.push_str("}\n");
            }
        } else {
            self.source(document, range, mark);
        }
    }

    /// Adds lines of a source, with the comments that stand above them.
    fn source(&mut self, document: &Arc<Document>, range: Range<usize>, mark: Mark) {
        let mut at = range.start;
        for line in document.source.text()[range].split_inclusive('\n') {
            self.comment(document, at, mark);
            let line_in_layout = self.indented(document, line);
            self.lines.push(&line_in_layout, mark);
            at += line.len();
        }
    }

    /// Adds the comments that stand above a line.
    fn comment(&mut self, document: &Arc<Document>, line: usize, mark: Mark) {
        let comments = self.comments;
        let place = (Arc::as_ptr(document), line);
        let text = &document.source.text()[line..];
        let indent = self.indented(document, indent_of(text));
        for comment in comments.by_line.get(&place).into_iter().flatten() {
            if !std::mem::replace(&mut self.is_used[*comment], true) {
                for line in comments.texts[*comment].lines() {
                    self.lines.push(&[&indent, line, "\n"].concat(), mark);
                }
            }
        }
    }

    /// Whether a comment stands above an item.
    fn has_comment(&self, item: &BodyItem) -> bool {
        let place = (Arc::as_ptr(item.document()), lines_of(item).start);
        let mut comments = self.comments.by_line.get(&place).into_iter().flatten();
        comments.any(|it| !self.is_used[*it] && !self.comments.texts[*it].is_empty())
    }

    /// A line with the indentation of the options, which the configuration itself has.
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
}

impl Lines {
    /// Adds a line.
    fn push(&mut self, line: &str, mark: Mark) {
        self.text.push_str(line);
        self.marks.push(mark);
    }

    /// The text with the marks. If the options say so, the assignments of consecutive lines are aligned.
    fn commented(&self, options: EncodeOptions) -> String {
        let formatted = if options.is_aligned() {
            format(&self.text)
        } else {
            self.text.clone()
        };
        let mut out = String::with_capacity(self.text.len() + self.text.len() / 8);
        // The formatter changes white space within lines alone, so that each line has one that it becomes.
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

/// The items of a body in the versions of a configuration.
struct VersionedItems {
    own: Arc<BodyIndex>,
    defaults: Option<Arc<BodyIndex>>,
    examples: Option<Arc<BodyIndex>>,
}

/// The items of a name in a version.
fn named<'v>(
    version: Option<&'v Arc<BodyIndex>>,
    name: &str,
) -> impl Iterator<Item = &'v BodyItem> {
    version.into_iter().flat_map(move |it| it.named(name))
}

/// The names of the items of a body, each once.
fn names(body: &BodyIndex) -> HashSet<&str> {
    body.items().iter().map(|it| it.item.name()).collect()
}

impl VersionedItems {
    fn of(versions: &Versions) -> Self {
        let index = |body: &Option<Body>| body.clone().map(BodyIndex::new);
        VersionedItems {
            own: BodyIndex::new(versions.own.clone()),
            defaults: index(&versions.defaults),
            examples: index(&versions.examples),
        }
    }

    /// The items of the defaults, by their names, where those of the configuration are equal.
    fn equal_defaults(&self) -> HashMap<&str, impl Iterator<Item = &BodyItem>> {
        let defaults = |name| named(self.defaults.as_ref(), name);
        let names = names(&self.own).into_iter();
        let equal = names.filter(|name| self.own.named(name).eq(defaults(name)));
        equal.map(|name| (name, defaults(name))).collect()
    }

    /// The items in order. Those that only the defaults or the examples have stand after the item that precedes them
    /// there, and examples that show something else than the items of their name after these.
    fn arranged(&self, versions: &Versions, kept: &HashSet<u32>) -> Vec<ShownItem> {
        let mut equal_defaults = self.equal_defaults();
        let mut example_bodies = example_bodies(versions.examples.as_ref());
        let mut own = versions.own.items().map(|own| {
            let default = equal_defaults.get_mut(own.name()).and_then(Iterator::next);
            let default = default.cloned();
            let is_kept = kept.contains(&own.span().start());
            let default = default.filter(|default| !is_kept && !has_heredoc(default));
            let block = own.as_block();
            ShownItem {
                is_commented_out: default.is_some(),
                defaults: block
                    .filter(|_| default.is_none())
                    .and_then(|it| self.only_default(it)),
                examples: block.and_then(|it| example_bodies.remove(&it.names())),
                item: default.unwrap_or_else(|| own.clone()),
                own: Some(own),
            }
        });
        let mut shown = Vec::new();
        for absent in self.absent(versions) {
            shown.extend(absent.into_iter().map(|item| ShownItem {
                item,
                own: None,
                is_commented_out: true,
                defaults: None,
                examples: None,
            }));
            shown.extend(own.next());
        }
        shown
    }

    /// What stands before each item of the configuration and after the last: items of the defaults and the examples.
    fn absent(&self, versions: &Versions) -> Vec<Vec<BodyItem>> {
        let items: Vec<BodyItem> = versions.own.items().collect();
        let labelled: HashSet<Vec<String>> = versions.own.blocks().map(|it| it.names()).collect();
        let indices = items.iter().enumerate();
        let after: HashMap<&str, usize> = indices.map(|(at, it)| (it.name(), at + 1)).collect();
        let mut absent: Vec<Vec<BodyItem>> = (0..=items.len()).map(|_| Vec::new()).collect();
        for (other, is_examples) in [(&versions.defaults, false), (&versions.examples, true)] {
            let mut place = 0;
            for item in other.iter().flat_map(Body::items) {
                let is_shown = if let Some(after) = after.get(item.name()) {
                    place = *after;
                    is_examples && shows_more(&item, &self.own, &labelled)
                } else {
                    let mut defaults = named(self.defaults.as_ref(), item.name());
                    !is_examples || defaults.next().is_none()
                };
                if is_shown {
                    absent[place].push(item);
                }
            }
        }
        absent
    }

    /// The body of the only block of a type in the defaults, for that of the only one in the configuration.
    fn only_default(&self, block: &Block) -> Option<Body> {
        let block_type = block.block_type();
        let mut own = self.own.named(block_type);
        let mut defaults = named(self.defaults.as_ref(), block_type);
        let default = defaults.next()?.as_block()?;
        let is_only = own.nth(1).is_none() && defaults.next().is_none();
        (is_only && default.names() == block.names()).then(|| default.body())
    }

    /// Whether the examples of its name take the place of an item that is commented out: of an empty list or map.
    fn examples_replace(&self, item: &BodyItem) -> bool {
        let mut examples = named(self.examples.as_ref(), item.name());
        is_empty_collection(item) && !examples.all(is_empty_collection)
    }
}

/// Collects the places of the items that differ from those of another body.
pub(super) fn differing(own: &Body, other: &Body, places: &mut Vec<Span>) {
    let (own, other) = (BodyIndex::new(own.clone()), BodyIndex::new(other.clone()));
    for name in names(&own) {
        if own.named(name).eq(other.named(name)) {
            continue;
        }
        let items: Vec<_> = own.named(name).collect();
        let others: Vec<_> = other.named(name).collect();
        match (items.as_slice(), others.as_slice()) {
            ([BodyItem::Block(own)], [BodyItem::Block(other)]) if own.names() == other.names() => {
                differing(&own.body(), &other.body(), places);
            }
            (items, _) => places.extend(items.iter().map(|it| it.span())),
        }
    }
}

/// The bodies of the first examples of each type and labels. Other labels may be another variant, whose settings have no
/// place in a block.
fn example_bodies(examples: Option<&Body>) -> HashMap<Vec<String>, Body> {
    let mut bodies = HashMap::default();
    for block in examples.into_iter().flat_map(Body::blocks) {
        bodies.entry(block.names()).or_insert_with(|| block.body());
    }
    bodies
}

/// Whether an example shows more than the items of its name, so that it is shown as a whole: a block with other labels,
/// another variant of an enum, or an attribute that has more.
fn shows_more(example: &BodyItem, own: &BodyIndex, labelled: &HashSet<Vec<String>>) -> bool {
    match (example, own.attribute(example.name())) {
        // What a block with these labels does not have is shown in it.
        (BodyItem::Block(example), None) => {
            example.labels().len() > 0 && !labelled.contains(&example.names())
        }
        (BodyItem::Attribute(example), Some(own)) => {
            has_more(&example.expression(), &own.expression())
        }
        _ => !is_empty_collection(example),
    }
}

/// Whether an expression has what another has not: elements where the other is empty, a key, a value for `null`, or a
/// collection in the place of text, or the reverse, which are variants of an enum.
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

/// The items of an object.
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

/// The lines of an item, with a comment at their end.
fn lines_of(item: &BodyItem) -> Range<usize> {
    let (text, range) = (item.source().text(), item.span().range());
    let end = text[range.end..].find('\n');
    line_start(text, range.start)..end.map_or(text.len(), |at| range.end + at + 1)
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

/// The blanks at the start of a line.
fn indent_of(line: &str) -> &str {
    let content = line.trim_start_matches([' ', '\t']);
    &line[..line.len() - content.len()]
}
