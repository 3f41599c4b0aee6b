//! Objects and tuples whose items or elements are added and removed ("Collection Values").
//!
//! The text between two elements is divided between them: the comma, and the comment after it on the same line, belong
//! to the element before; the following lines belong to the element after.

use std::collections::hash_map::Entry;
use std::ops::Range;

use foldhash::HashMap;

use super::change::ReplacementPart;
use super::layout;
use super::snippet;
use crate::nfc::normalize;
use crate::span::Span;
use crate::syntax::lexer::scan::{self, Newlines};
use crate::syntax::resolve::static_key;
use crate::syntax::tree::handle::{Expression, ExpressionKind};

/// An object or a tuple that is changed.
#[derive(Debug)]
pub(super) struct Container {
    kind: ContainerKind,
    /// The bytes of the expression, brackets included.
    range: Range<usize>,
    elements: Vec<SourceElement>,
    /// The indexes of the items of an object, by their keys. If the items of a key were removed, only the last one is
    /// listed.
    by_key: HashMap<String, Vec<usize>>,
    /// Number of removed elements.
    removed: usize,
    /// Whether commas follow elements.
    has_commas: bool,
    /// The bytes between the last element and the closing bracket.
    closing: Range<usize>,
    /// The texts of the new elements before each element of the source, and at the end.
    added: Vec<Vec<String>>,
    /// The new keys of an object, and what each of them belongs to.
    new_keys: HashMap<String, NewKey>,
    /// The indentation of a new element, if elements are on lines of their own.
    own_line_indent: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContainerKind {
    Object,
    Tuple,
}

/// An element of the source, or an item of an object.
#[derive(Debug)]
struct SourceElement {
    key: Option<SourceKey>,
    /// The bytes before it that belong to it.
    lead: Range<usize>,
    range: Range<usize>,
    /// What follows it.
    separator: Separator,
    value: Expression,
    is_removed: bool,
}

/// What a new key of an object belongs to.
#[derive(Debug)]
enum NewKey {
    /// A new item, by its index among those at the end.
    Added(usize),
    /// An item of the source.
    Renamed,
}

/// The key of an item, if it is known without evaluation.
#[derive(Debug)]
struct SourceKey {
    text: String,
    span: Span,
}

enum WrittenElement<'c> {
    Old(&'c SourceElement),
    New(&'c str),
}

impl Container {
    /// Reads an expression; `None` if it is neither an object nor a tuple.
    pub(super) fn read(expression: &Expression) -> Option<Container> {
        let (kind, elements) = match expression.kind() {
            ExpressionKind::Tuple(elements) => {
                let range = |it: Expression| (None, it.span().range(), it);
                (
                    ContainerKind::Tuple,
                    elements.into_iter().map(range).collect::<Vec<_>>(),
                )
            }
            ExpressionKind::Object(_) => {
                let pairs = expression.object_pairs()?.into_iter();
                let range = |(key, value): (Expression, Expression)| {
                    let span = key.span();
                    let range = span.range().start..value.span().range().end;
                    let key = static_key(&key).map(|text| SourceKey { text, span });
                    (key, range, value)
                };
                (ContainerKind::Object, pairs.map(range).collect())
            }
            _ => return None,
        };
        let text = expression.source().text();
        let range = expression.span().range();
        let mut container = Container {
            kind,
            closing: range.start + 1..range.end - 1,
            added: (0..=elements.len()).map(|_| Vec::new()).collect(),
            new_keys: HashMap::default(),
            elements: Vec::with_capacity(elements.len()),
            by_key: HashMap::default(),
            removed: 0,
            has_commas: false,
            own_line_indent: None,
            range,
        };
        let ends = elements.iter().skip(1).map(|it| it.1.start);
        let ends: Vec<usize> = ends.chain([container.range.end - 1]).collect();
        for ((key, range, value), end) in elements.into_iter().zip(ends) {
            let lead = container.closing.start..range.start;
            let separator = Separator::read(text, range.end..end);
            container.has_commas |= separator.has_comma;
            container.closing = separator.tail.end..end;
            if let Some(key) = &key {
                let known = container.by_key.entry(key.text.clone()).or_default();
                known.push(container.elements.len());
            }
            container.elements.push(SourceElement {
                key,
                lead,
                range,
                separator,
                value,
                is_removed: false,
            });
        }
        container.find_own_line_indent(text);
        Some(container)
    }

    /// Finds whether elements are on lines of their own, and the indentation of these lines.
    fn find_own_line_indent(&mut self, text: &str) {
        let indent = |lead: &Range<usize>| {
            let lead = &text[lead.clone()];
            let line = &lead[lead.rfind('\n')? + 1..];
            Some(layout::indent_of(line).to_owned())
        };
        self.own_line_indent = if self.elements.is_empty() {
            // The closing bracket is on a line of its own.
            indent(&self.closing).map(|it| it + "  ")
        } else {
            self.elements.iter().find_map(|it| indent(&it.lead))
        };
    }

    pub(super) fn kind(&self) -> ContainerKind {
        self.kind
    }

    pub(super) fn len(&self) -> usize {
        self.elements.len()
    }

    /// The index of the last item with this key.
    pub(super) fn find(&self, key: &str) -> Option<usize> {
        self.by_key.get(&*normalize(key))?.last().copied()
    }

    /// Records the new key of an item, and undoes the removal of the item. Returns false if another change already uses
    /// this key.
    pub(super) fn rename(&mut self, index: usize, key: &str) -> bool {
        let Entry::Vacant(new) = self.new_keys.entry(normalize(key).into_owned()) else {
            return false;
        };
        new.insert(NewKey::Renamed);
        self.keep(index);
        true
    }

    /// The spans of the keys of an item and of all other items with the same key.
    pub(super) fn key_spans(&self, index: usize) -> Vec<Span> {
        let key = self.elements.get(index).and_then(|it| it.key.as_ref());
        let same = key.and_then(|key| self.by_key.get(&key.text));
        let same = same.into_iter().flatten();
        let keys = same.filter_map(|at| self.elements[*at].key.as_ref());
        keys.map(|key| key.span).collect()
    }

    pub(super) fn value(&self, index: usize) -> Option<&Expression> {
        self.elements.get(index).map(|it| &it.value)
    }

    pub(super) fn indent(&self) -> Option<&str> {
        self.own_line_indent.as_deref()
    }

    /// Removes an element, or all items with the same key as an item: if only the last of them were removed, the one
    /// before it would take effect.
    pub(super) fn remove(&mut self, index: usize) {
        self.set_removed(index, true);
        let key = self.elements.get(index).and_then(|it| it.key.as_ref());
        let same = key.and_then(|key| self.by_key.get_mut(&key.text));
        for at in same
            .map(|it| std::mem::replace(it, vec![index]))
            .unwrap_or_default()
        {
            self.set_removed(at, true);
        }
    }

    /// Undoes the removal of an element.
    pub(super) fn keep(&mut self, index: usize) {
        self.set_removed(index, false);
    }

    fn set_removed(&mut self, index: usize, is_removed: bool) {
        if let Some(element) = self.elements.get_mut(index) {
            self.removed -= usize::from(element.is_removed);
            self.removed += usize::from(is_removed);
            element.is_removed = is_removed;
        }
    }

    /// Inserts a new element before the one with this index, or at the end.
    pub(super) fn insert(&mut self, index: usize, text: String) {
        if let Some(added) = self.added.get_mut(index) {
            added.push(text);
        }
    }

    /// Adds an item, or replaces the added item with this key. Returns false if an item of the source is renamed to
    /// this key.
    pub(super) fn set_item(&mut self, key: &str, value: &str) -> bool {
        let key = &*normalize(key);
        let is_first = self.removed == self.elements.len();
        let text = format!("{} = {value}", snippet::key(key, is_first));
        let Some(added) = self.added.last_mut() else {
            return true;
        };
        match self.new_keys.get(key) {
            Some(NewKey::Renamed) => return false,
            Some(NewKey::Added(known)) => added[*known] = text,
            None => {
                let new = NewKey::Added(added.len());
                self.new_keys.insert(key.to_owned(), new);
                added.push(text);
            }
        }
        true
    }

    /// Whether elements are added or removed. If not, every byte stays as it is, except where another change replaces
    /// it.
    pub(super) fn is_changed(&self) -> bool {
        self.removed > 0 || self.added.iter().any(|added| !added.is_empty())
    }

    /// The range of the expression and its replacement.
    pub(super) fn parts(&self, text: &str, newline: &str) -> (Range<usize>, Vec<ReplacementPart>) {
        let mut written = Vec::with_capacity(self.elements.len() + 1);
        for (index, added) in self.added.iter().enumerate() {
            written.extend(added.iter().map(|text| WrittenElement::New(text)));
            let old = self.elements.get(index).filter(|it| !it.is_removed);
            written.extend(old.map(WrittenElement::Old));
        }
        let mut writer = ContainerWriter {
            container: self,
            text,
            newline,
            parts: vec![ReplacementPart::Text(
                text[self.range.start..=self.range.start].to_owned(),
            )],
            needs_newline: false,
        };
        for (index, element) in written.iter().enumerate() {
            writer.element(element, index == 0, written.get(index + 1));
        }
        writer.close(written.is_empty());
        (self.range.clone(), writer.parts)
    }
}

/// The bytes after an element that belong to it.
#[derive(Debug)]
struct Separator {
    /// The bytes between the element and the comma.
    gap: Range<usize>,
    has_comma: bool,
    /// The bytes after the comma, or after the element if there is none.
    tail: Range<usize>,
}

impl Separator {
    fn read(text: &str, range: Range<usize>) -> Self {
        let bytes = &text.as_bytes()[..range.end];
        let comma = scan::space(bytes, range.end.min(range.start));
        let has_comma = bytes.get(comma) == Some(&b',');
        let from = if has_comma { comma + 1 } else { range.start };
        let after = scan::insignificant(bytes, from, Newlines::Significant);
        // A line comment belongs to the element if nothing else follows on the line.
        let end = match bytes.get(after) {
            Some(b'#' | b'/') => {
                let end = scan::line_comment(bytes, after).unwrap_or(after);
                from + text[from..end].trim_end_matches(['\n', '\r']).len()
            }
            _ if scan::newline_len(bytes, after) > 0 => after,
            _ => from,
        };
        Separator {
            gap: range.start..if has_comma { comma } else { range.start },
            has_comma,
            tail: from..end,
        }
    }
}

/// Writes the text of a changed object or tuple.
struct ContainerWriter<'c> {
    container: &'c Container,
    text: &'c str,
    newline: &'c str,
    parts: Vec<ReplacementPart>,
    /// Whether the text so far ends with a line comment or the end marker of a heredoc, which a newline must follow.
    needs_newline: bool,
}

impl ContainerWriter<'_> {
    fn push(&mut self, text: impl Into<String>) {
        self.parts.push(ReplacementPart::Text(text.into()));
    }

    fn line(&mut self) {
        let indent = self.container.own_line_indent.clone().unwrap_or_default();
        let newline = self.newline;
        self.push([newline, &indent].concat());
    }

    fn element(
        &mut self,
        element: &WrittenElement<'_>,
        is_first: bool,
        next: Option<&WrittenElement<'_>>,
    ) {
        match element {
            WrittenElement::Old(element) => {
                let separator = &element.separator;
                self.lead(element, is_first);
                self.parts
                    .push(ReplacementPart::Source(element.range.clone()));
                let after = &self.text[separator.tail.clone()];
                self.push(&self.text[separator.gap.clone()]);
                let ends_with_marker = !separator.has_comma && element.value.ends_with_heredoc();
                let is_object = self.container.kind == ContainerKind::Object;
                // The newline after the end marker of a heredoc separates the items of an object.
                let has_comma =
                    self.needs_comma(separator.has_comma, next) && !(ends_with_marker && is_object);
                if has_comma {
                    if ends_with_marker {
                        self.push(self.newline);
                    }
                    self.push(",");
                }
                self.push(after);
                self.needs_newline =
                    ends_with_marker && !has_comma || layout::ends_with_line_comment(after);
            }
            WrittenElement::New(new) => {
                let is_object = self.container.kind == ContainerKind::Object;
                if self.container.own_line_indent.is_some() || self.needs_newline {
                    self.line();
                } else if !is_first || is_object {
                    self.push(" ");
                }
                self.push(*new);
                if self.needs_comma(self.container.has_commas, next) {
                    self.push(",");
                }
                self.needs_newline = false;
            }
        }
    }

    /// Writes what precedes an element of the source.
    fn lead(&mut self, element: &SourceElement, is_first: bool) {
        let mut lead = &self.text[element.lead.clone()];
        if self.needs_newline && !lead.contains('\n') {
            self.line();
            return;
        }
        if !lead.contains(['\n', '#', '/']) {
            let first = self.container.elements.first().map(|it| it.lead.clone());
            match (is_first, first) {
                (true, Some(first)) => lead = &self.text[first],
                (false, _) if lead.is_empty() => lead = " ",
                _ => {}
            }
            if is_first && lead.contains(['#', '/']) {
                lead = "";
            }
        }
        self.push(lead);
    }

    /// Whether to write a comma after an element: before another one, unless only a newline separates the items of an
    /// object; at the end, if the source has a comma there.
    fn needs_comma(&self, had_comma: bool, next: Option<&WrittenElement<'_>>) -> bool {
        let is_broken = match next {
            Some(WrittenElement::Old(next)) => self.text[next.lead.clone()].contains('\n'),
            Some(WrittenElement::New(_)) | None => self.container.own_line_indent.is_some(),
        };
        let is_tuple = self.container.kind == ContainerKind::Tuple;
        match next {
            Some(_) => is_tuple || had_comma || !is_broken,
            None => self
                .container
                .elements
                .last()
                .is_some_and(|it| it.separator.has_comma),
        }
    }

    /// Writes the text after the last element, and the closing bracket.
    fn close(&mut self, is_empty: bool) {
        let container = self.container;
        let end = container.range.end;
        let closing = &self.text[container.closing.clone()];
        if is_empty && closing.trim().is_empty() {
            // Nothing is left between the brackets.
        } else if self.needs_newline && !closing.contains('\n') {
            self.push(self.newline);
        } else if closing.trim_matches([' ', '\t']).is_empty() && container.elements.is_empty() {
            let is_object = container.kind == ContainerKind::Object;
            self.push(if is_object { " " } else { "" });
        } else {
            if closing.starts_with(['#', '/']) && !is_empty {
                self.push(" ");
            }
            self.push(closing);
        }
        self.push(&self.text[end - 1..end]);
    }
}
