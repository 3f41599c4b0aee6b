//! Puts the items of a configuration together with comments, and with settings that are commented out.
//!
//! Knows nothing of serde.

use std::ops::Range;
use std::sync::Arc;

use foldhash::{HashMap, HashSet};

use super::layout::SourceLines;
use super::path_comments::{ItemPathStep, PathComments};
use super::snippet;
use super::starter_text::StarterText;
use super::versions::{
    BodyVersions, InnerVersions, ItemsByName, ShownItem, collect, name_of, shown,
};
use crate::diagnostic::{Diagnostic, suggest};
use crate::error::{Category, Error, Result};
use crate::identifier::is_identifier;
use crate::path::{Path, PathStep};
use crate::span::Span;
use crate::syntax::options::parse;
use crate::syntax::path_text;
use crate::syntax::tree::handle::{
    Block, Body, BodyItem, Document, Expression, ExpressionKind, ItemKind,
};

/// What happens to comments whose path names nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum UnnamedPaths {
    #[default]
    Refused,
    Ignored,
}

/// Whether the text around an item is a comment already.
#[derive(Clone, Copy, PartialEq, Eq)]
enum EnclosingText {
    Active,
    CommentedOut,
}

/// A body that is being put together.
pub(super) struct Assembly {
    comments: PathComments,
    /// The path of the current item.
    steps: Vec<ItemPathStep>,
    /// The paths of names of settings that are commented out, and of those that must not be.
    commented_out: HashSet<Vec<String>>,
    kept: HashSet<Vec<String>>,
    /// Whether nothing is to be commented out.
    keeps_all: bool,
    /// The paths of names of all items.
    paths: HashSet<String>,
    /// The comments of each source.
    sources: HashMap<*const Document, Arc<[Span]>>,
}

/// Text of a body, with a blank line where one is needed.
#[derive(Default)]
struct BodyText {
    text: StarterText,
    last: Option<ItemLines>,
    /// The names whose examples stand in the place of an empty list or map.
    replaced: HashSet<String>,
}

/// What lines are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct ItemLines {
    kind: ItemKind,
    is_commented_out: bool,
}

impl BodyText {
    /// Adds lines with their comment.
    fn push(&mut self, line: ItemLines, comment: &str, lines: &StarterText) {
        let is_apart = match self.last {
            None => false,
            Some(last) => last != line || line.kind == ItemKind::Block || !comment.is_empty(),
        };
        if is_apart {
            self.text.push_str("\n");
        }
        self.text.push_str(comment);
        if line.is_commented_out {
            self.text.push_commented_out(lines);
        } else {
            self.text.push(lines);
        }
        self.last = Some(line);
    }

    /// Adds what stands between items of the source, if it is more than blank lines.
    fn push_between(&mut self, between: &str) {
        if !between.trim().is_empty() {
            self.text.push_str(between);
            self.last = None;
        }
    }
}

impl Assembly {
    pub(super) fn new(comments: PathComments) -> Self {
        Assembly {
            comments,
            steps: Vec::new(),
            commented_out: HashSet::default(),
            kept: HashSet::default(),
            keeps_all: false,
            paths: HashSet::default(),
            sources: HashMap::default(),
        }
    }

    pub(super) fn has_commented_out(&self) -> bool {
        !self.commented_out.is_empty()
    }

    /// The whole configuration.
    pub(super) fn assemble(&mut self, versions: BodyVersions<'_>) -> StarterText {
        self.commented_out.clear();
        for comment in &mut self.comments.comments {
            comment.is_used = false;
        }
        self.body(versions, "", EnclosingText::Active)
    }

    /// Decides which settings must not be commented out after all: those that decoding has missed, and those to which
    /// it has given another value. If there are none to be named, nothing is commented out any more.
    pub(super) fn keep(&mut self, again: &Result<String, Vec<String>>, plain: &Body) {
        let before = self.kept.len();
        match again {
            Ok(again) => {
                let (mut before, mut after) = (HashMap::default(), HashMap::default());
                collect(plain, &[], &mut before);
                if let Ok(again) = parse(again) {
                    collect(&again, &[], &mut after);
                }
                let differs = |path: &&Vec<String>| before.get(*path) != after.get(*path);
                let changed = self.commented_out.iter().filter(differs);
                self.kept.extend(changed.cloned());
            }
            Err(missing) => {
                // What is missing is the setting itself, or what it is in.
                let is_around = |path: &&Vec<String>| {
                    missing.starts_with(path)
                        || path.len() == missing.len() + 1 && path.starts_with(missing)
                };
                let around: Vec<_> = self
                    .commented_out
                    .iter()
                    .filter(is_around)
                    .cloned()
                    .collect();
                self.kept.extend(around);
            }
        }
        self.keeps_all |= self.kept.len() == before;
    }

    /// Lets the paths that have named nothing name labels without quotes. Returns whether there are such paths.
    pub(super) fn allow_unquoted_labels(&mut self) -> bool {
        self.comments.allow_unquoted_labels()
    }

    /// Fails if a path is not one, or if it has named nothing and must.
    pub(super) fn check_paths(&self, unnamed: UnnamedPaths) -> Result<()> {
        let unused = self.comments.comments.iter().filter(|it| !it.is_used);
        let diagnostics = unused.filter_map(|comment| {
            // A text that is not a path has become a name.
            if let [PathStep::Attribute(name)] = comment.path.steps()
                && !is_identifier(name)
            {
                return Some(path_text::invalid(name));
            }
            (unnamed == UnnamedPaths::Refused).then(|| self.without_place(&comment.path))
        });
        match Error::from_diagnostics(Category::Data, diagnostics.collect()) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn without_place(&self, path: &Path) -> Diagnostic {
        let path = path.to_string();
        let near = suggest(&path, self.paths.iter().map(String::as_str));
        let hint = near.map_or(String::new(), |near| format!(" Did you mean \"{near}\"?"));
        let detail = format!(
            "The path \"{path}\" of a comment names nothing that is shown.{hint} An absent setting is shown if the \
             examples have it, in the first block with its labels."
        );
        Diagnostic::error("Comment without a place", detail)
    }

    /// The comments of the source of a body.
    fn comments_of(&mut self, body: &Body) -> Arc<[Span]> {
        let document = Arc::as_ptr(body.document());
        let comments = self.sources.entry(document);
        Arc::clone(comments.or_insert_with(|| body.all_comments().into()))
    }

    fn path(&self) -> Vec<String> {
        let names = self.steps.iter().filter_map(|step| match step {
            ItemPathStep::Name(name) | ItemPathStep::Key(name) => Some(name.clone()),
            ItemPathStep::Label(_) | ItemPathStep::Index(_) => None,
        });
        names.collect()
    }

    /// The lines of a body.
    fn body(
        &mut self,
        versions: BodyVersions<'_>,
        indent: &str,
        enclosing: EnclosingText,
    ) -> StarterText {
        let source = versions.body.source().text();
        let comments = self.comments_of(versions.body);
        let lines = SourceLines {
            text: source,
            comments: &comments,
        };
        let by_name = ItemsByName::of(versions);
        let own: Vec<BodyItem> = versions.body.items().collect();
        let plain: Vec<BodyItem> = versions.plain.items().collect();
        let mut out = BodyText::default();
        let mut end = first_line(versions.body, lines);
        for shown in shown(versions) {
            match shown {
                ShownItem::Own(index) => {
                    let item = &own[index];
                    let range = lines
                        .of_item(item.span())
                        .unwrap_or_else(|| item.span().range());
                    out.push_between(&source[end.min(range.start)..range.start]);
                    end = range.end;
                    let text = ItemSource {
                        lines,
                        range,
                        indent,
                    };
                    self.own(&mut out, item, &plain[index], &by_name, &text, enclosing);
                }
                ShownItem::Absent(item) if out.replaced.contains(name_of(&item)) => {}
                ShownItem::Absent(item) => {
                    self.absent(&mut out, &item, &by_name, indent, enclosing);
                }
            }
        }
        let rest = &source[end..versions.body.span().range().end];
        out.push_between(rest.trim_end_matches([' ', '\t']));
        out.text
    }

    /// An item of the configuration.
    fn own(
        &mut self,
        out: &mut BodyText,
        item: &BodyItem,
        plain: &BodyItem,
        by_name: &ItemsByName,
        text: &ItemSource<'_>,
        enclosing: EnclosingText,
    ) {
        let name = name_of(item);
        let before = self.enter(item, by_name);
        let is_default = enclosing == EnclosingText::Active && by_name.is_default(name);
        let is_commented_out = is_default
            && !self.keeps_all
            && !self.kept.contains(&self.path())
            && !snippet::has_heredoc(&plain.source().text()[plain.span().range()]);
        if is_commented_out {
            self.commented_out.insert(self.path());
        }
        let examples = if is_commented_out || enclosing == EnclosingText::CommentedOut {
            by_name.examples_of(plain)
        } else {
            Vec::new()
        };
        if !examples.is_empty() {
            out.replaced.insert(name.to_owned());
            for example in examples {
                self.steps.truncate(before);
                self.enter(&example, by_name);
                self.comment_out(out, &example, None, text.indent, enclosing);
            }
        } else if is_commented_out {
            let examples = item.as_block().map(|block| by_name.inner(block).examples);
            self.comment_out(out, plain, examples.flatten(), text.indent, enclosing);
        } else {
            let comment = self.take_comment(name, text.indent);
            let written = match item {
                BodyItem::Attribute(it) => self.attribute(&it.expression(), text),
                BodyItem::Block(block) => {
                    self.block(block, plain, &by_name.inner(block), text, enclosing)
                }
            };
            let line = ItemLines {
                kind: item.kind(),
                is_commented_out: false,
            };
            out.push(line, &comment, &written);
        }
        self.steps.truncate(before);
    }

    /// An item that only the defaults or the examples have.
    fn absent(
        &mut self,
        out: &mut BodyText,
        item: &BodyItem,
        by_name: &ItemsByName,
        indent: &str,
        enclosing: EnclosingText,
    ) {
        let before = self.enter(item, by_name);
        self.comment_out(out, item, None, indent, enclosing);
        self.steps.truncate(before);
    }

    /// Writes an item as a comment, with the comments in it. In a block, the examples for its body are shown.
    fn comment_out(
        &mut self,
        out: &mut BodyText,
        item: &BodyItem,
        examples: Option<Body>,
        indent: &str,
        enclosing: EnclosingText,
    ) {
        let source = item.source().text();
        let lines = SourceLines {
            text: source,
            comments: &[],
        };
        let range = lines
            .of_item(item.span())
            .unwrap_or_else(|| item.span().range());
        let text = ItemSource {
            lines,
            range,
            indent,
        };
        let comment = self.take_comment(name_of(item), indent);
        let written = match item {
            BodyItem::Attribute(it) => self.attribute(&it.expression(), &text),
            BodyItem::Block(block) => self.block(
                block,
                item,
                &InnerVersions {
                    defaults: None,
                    examples,
                },
                &text,
                EnclosingText::CommentedOut,
            ),
        };
        let line = ItemLines {
            kind: item.kind(),
            is_commented_out: enclosing == EnclosingText::Active,
        };
        out.push(line, &comment, &written);
    }

    /// The lines of an attribute, with the comments of the items of its objects.
    fn attribute(&mut self, expression: &Expression, text: &ItemSource<'_>) -> StarterText {
        let mut insertions = Vec::new();
        self.objects(expression, text.lines, &mut insertions);
        let source = text.lines.text;
        let mut out = String::new();
        let mut at = text.range.start;
        for (offset, comment) in insertions {
            out.extend([&source[at..offset], &comment]);
            at = offset;
        }
        out.push_str(&source[at..text.range.end]);
        if !out.ends_with('\n') {
            out.push('\n');
        }
        StarterText::from(out)
    }

    /// Finds the comments of the items of objects, and the lines before which they stand.
    fn objects(
        &mut self,
        expression: &Expression,
        lines: SourceLines<'_>,
        insertions: &mut Vec<(usize, String)>,
    ) {
        match expression.kind() {
            ExpressionKind::Tuple(elements) => {
                for (index, element) in elements.iter().enumerate() {
                    self.steps.push(ItemPathStep::Index(index));
                    self.objects(element, lines, insertions);
                    self.steps.pop();
                }
            }
            ExpressionKind::Object(_) => {
                for (key, value) in expression.object_pairs().unwrap_or_default() {
                    let name = match key.literal_text() {
                        Some(text) => text.into_owned(),
                        None => key.text().to_owned(),
                    };
                    self.steps.push(ItemPathStep::Key(name.clone()));
                    self.paths.insert(self.path().join("."));
                    let start = key.span().range().start;
                    if lines.begins_line(start) {
                        let comment = self.take_comment(&name, lines.indent(start));
                        if !comment.is_empty() {
                            insertions.push((lines.start(start), comment));
                        }
                    }
                    self.objects(&value, lines, insertions);
                    self.steps.pop();
                }
            }
            _ => {}
        }
    }

    /// The lines of a block.
    fn block(
        &mut self,
        block: &Block,
        plain: &BodyItem,
        inner: &InnerVersions,
        text: &ItemSource<'_>,
        enclosing: EnclosingText,
    ) -> StarterText {
        let source = text.lines.text;
        let body = block.body();
        let plain_body = match plain {
            BodyItem::Block(plain) => plain.body(),
            BodyItem::Attribute(_) => body.clone(),
        };
        let versions = BodyVersions {
            body: &body,
            plain: &plain_body,
            defaults: inner.defaults.as_ref(),
            examples: inner.examples.as_ref(),
        };
        let indent = [text.indent, &inner_indent(&body, text)].concat();
        let inner = self.body(versions, &indent, enclosing);
        let header = &source[text.range.start..body.span().range().start];
        let mut out = StarterText::default();
        out.push_str(header);
        if !inner.is_empty() {
            out.push_str("\n");
            out.push(&inner);
            out.push_str(text.indent);
        }
        out.push_str("}\n");
        out
    }

    /// Adds an item to the current path. Returns the number of steps that the path had before.
    fn enter(&mut self, item: &BodyItem, by_name: &ItemsByName) -> usize {
        let before = self.steps.len();
        self.steps
            .push(ItemPathStep::Name(name_of(item).to_owned()));
        if let BodyItem::Block(block) = item {
            let labels = block
                .labels()
                .map(|it| ItemPathStep::Label(it.text().into_owned()));
            self.steps.extend(labels);
            let index = by_name.index(block);
            self.steps.push(ItemPathStep::Index(index));
        }
        self.paths.insert(self.path().join("."));
        before
    }

    fn take_comment(&mut self, name: &str, indent: &str) -> String {
        let comment = self.comments.take(name, &self.steps);
        let mut text = String::new();
        for line in comment.lines() {
            text.extend([indent, line, "\n"]);
        }
        text
    }
}

/// The lines of an item in its source.
struct ItemSource<'a> {
    lines: SourceLines<'a>,
    /// The bytes of the item's lines.
    range: Range<usize>,
    indent: &'a str,
}

/// The byte at which the lines of a body begin.
fn first_line(body: &Body, lines: SourceLines<'_>) -> usize {
    let start = body.span().range().start;
    if start == 0 {
        0
    } else {
        lines.end(start).unwrap_or(start)
    }
}

/// The indentation of a body's items beyond that of its block.
fn inner_indent(body: &Body, text: &ItemSource<'_>) -> String {
    let first = body.items().next().map(|it| it.span().range().start);
    let indent = first.map(|at| text.lines.indent(at));
    let inner = indent.and_then(|it| it.strip_prefix(text.indent));
    inner.filter(|it| !it.is_empty()).unwrap_or("  ").to_owned()
}
