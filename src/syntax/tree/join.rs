//! Joins trees of several sources into one tree of the joined text, in which bodies are laid over each other.
//!
//! Every node is copied, so that what belongs together stays next to each other, and all that a node says of places is
//! moved: offsets of the text, nodes, labels, strings and bindings.
//!
//! Knows nothing of why trees are joined.

use std::sync::Arc;

use super::arena::{Bindings, TextPart};
use super::{ABSENT, BODY_ITEMS, JSON, NONE, Node, NodeKind, STORED, Strings, Tree};
use crate::span::offset;

/// A tree of several sources that is being joined.
pub(super) struct Joined<'t> {
    tree: Tree,
    strings: Option<Strings>,
    parts: Vec<TextPart>,
    bindings: Vec<&'t Arc<dyn Bindings>>,
    binding_count: usize,
}

/// How far the references of a tree are moved when it is joined to others: to text, nodes, labels, strings and
/// bindings.
#[derive(Clone, Copy)]
struct NodeOffsets {
    text: u32,
    node: u32,
    label: u32,
    string: u32,
    binding: u32,
}

/// A word that may stand for nothing.
fn moved(word: u32, by: u32) -> u32 {
    match word {
        NONE => NONE,
        _ => word.saturating_add(by),
    }
}

impl<'t> Joined<'t> {
    pub(super) fn new() -> Self {
        Joined {
            tree: Tree::default(),
            strings: None,
            parts: Vec::new(),
            bindings: Vec::new(),
            binding_count: 0,
        }
    }

    /// Adds a tree whose text begins at `text` of the joined text. Returns what is to be added to the index of a node.
    pub(super) fn append(&mut self, other: &'t Tree, text: u32) -> u32 {
        let templates = |strings: &Strings| offset(strings.templates.len());
        let offsets = NodeOffsets {
            text,
            node: offset(self.tree.all_nodes().len()),
            label: offset(self.tree.labels().len()),
            string: self.strings.as_ref().map_or(0, templates),
            binding: offset(self.binding_count),
        };
        for node in other.all_nodes() {
            let node = self.node(other, *node, offsets);
            self.tree.push(node);
        }
        for label in other.labels() {
            self.tree.push_label(label.clone());
        }
        match (&mut self.strings, other.strings()) {
            (Some(strings), Some(more)) => strings.append(more, text),
            (None, Some(more)) => {
                let mut strings = more.without_templates();
                strings.append(more, text);
                self.strings = Some(strings);
            }
            (_, None) => {}
        }
        if let Some(bindings) = other.shared_bindings() {
            self.binding_count += bindings.len();
            self.bindings.push(bindings);
        }
        let own = [TextPart {
            start: 0,
            is_json: other.is_json(),
        }];
        let parts = match other.parts() {
            [] => &own,
            parts => parts,
        };
        self.parts.extend(parts.iter().map(|part| TextPart {
            start: part.start.saturating_add(text),
            ..*part
        }));
        offsets.node
    }

    /// The joined tree.
    pub(super) fn finish(self) -> Tree {
        let mut tree = self.tree;
        if let Some(strings) = self.strings {
            tree.set_strings(strings);
        }
        if let Some((first, others)) = self.bindings.split_first() {
            let others: Vec<&dyn Bindings> = others.iter().map(|it| &***it).collect();
            tree.bind(first.followed_by(&others));
        }
        tree.set_parts(self.parts);
        tree
    }

    /// A copy of a node of `other`, whose lists are copied as well.
    fn node(&mut self, other: &Tree, mut node: Node, by: NodeOffsets) -> Node {
        let child = |id: u32| moved(id, by.node);
        match node.kind {
            NodeKind::Binary => {
                (node.data, node.end) = (child(node.data), child(node.end));
                node.start = moved(node.start, by.text);
                return node;
            }
            NodeKind::KeyedItem => {
                (node.start, node.data) = (child(node.start), child(node.data));
                return node;
            }
            NodeKind::Attribute
            | NodeKind::NamedItem
            | NodeKind::Property
            | NodeKind::Interpolation
            | NodeKind::Parentheses
            | NodeKind::Unary
            | NodeKind::AttributeSplat
            | NodeKind::FullSplat => node.data = child(node.data),
            NodeKind::GetAttr | NodeKind::LegacyIndex => node.data = moved(node.data, by.text),
            NodeKind::Variable if node.is_bound() => node.data = moved(node.data, by.binding),
            NodeKind::JsonString => {
                if node.flags & STORED != 0 {
                    node.data = moved(node.data, by.label);
                }
            }
            // In JSON, it may name what it is as blocks.
            NodeKind::Unknown if node.data != 0 => node.data = child(node.data),
            NodeKind::JsonTemplate => node.data = moved(node.data, by.string),
            NodeKind::Number
            | NodeKind::True
            | NodeKind::False
            | NodeKind::Null
            | NodeKind::Variable
            | NodeKind::Unknown
            | NodeKind::QuotedLiteral
            | NodeKind::HeredocLiteral
            | NodeKind::TemplateLiteral => {}
            _ => node.data = self.words(other, node, by),
        }
        node.start = moved(node.start, by.text);
        node.end = moved(node.end, by.text);
        node
    }

    /// Copies the words of a node and returns where they begin.
    fn words(&mut self, other: &Tree, node: Node, by: NodeOffsets) -> u32 {
        let words = other.all_words().get(node.data as usize..);
        let mut copy = WordCopy {
            from: words.unwrap_or_default(),
            to: Vec::new(),
            by,
        };
        let mut before = 0;
        match node.kind {
            NodeKind::Block => {
                copy.texts(2);
                let labels = copy.plain();
                copy.texts(labels.saturating_mul(2));
                copy.nodes();
            }
            NodeKind::GeneratedBlock => {
                copy.texts(6);
                for _ in 0..copy.plain() {
                    copy.texts(2);
                    copy.take(1, by.label);
                }
                copy.nodes();
                copy.nodes();
            }
            NodeKind::QuotedTemplate | NodeKind::HeredocTemplate | NodeKind::BareTemplate => {
                copy.plain();
                copy.nodes();
            }
            NodeKind::FunctionCall => {
                copy.texts(1);
                copy.nodes();
            }
            NodeKind::TemplateIf | NodeKind::Conditional => copy.take(3, by.node),
            NodeKind::Index => copy.take(2, by.node),
            NodeKind::TemplateFor => {
                copy.texts(4);
                copy.take(2, by.node);
            }
            NodeKind::ForTuple | NodeKind::ForObject => {
                copy.texts(4);
                copy.take(4, by.node);
            }
            NodeKind::Tuple | NodeKind::Object if node.flags & JSON != 0 => {
                // The owner stands before the list.
                let at = (node.data as usize).saturating_sub(2);
                copy.from = other.all_words().get(at..).unwrap_or_default();
                copy.structure(node.flags);
                before = 2;
            }
            NodeKind::Body | NodeKind::Tuple | NodeKind::Object => copy.nodes(),
            _ => {}
        }
        self.tree.push_words(&copy.to) + before
    }
}

/// Words that are copied one after the other.
struct WordCopy<'w> {
    from: &'w [u32],
    to: Vec<u32>,
    by: NodeOffsets,
}

impl WordCopy<'_> {
    /// Copies some words, each of which is moved.
    fn take(&mut self, count: usize, by: u32) {
        let (words, rest) = self.from.split_at(count.min(self.from.len()));
        self.to.extend(words.iter().map(|word| moved(*word, by)));
        self.from = rest;
    }

    /// Copies offsets of the text.
    fn texts(&mut self, count: usize) {
        self.take(count, self.by.text);
    }

    /// Copies what an object or an array of JSON has.
    fn structure(&mut self, flags: u8) {
        self.take(2, self.by.node);
        self.nodes();
        for list in [BODY_ITEMS, ABSENT] {
            if flags & list != 0 {
                self.nodes();
            }
        }
    }

    /// Copies a word as it is, and returns it.
    fn plain(&mut self) -> usize {
        let word = self.from.first().copied();
        self.take(1, 0);
        word.unwrap_or_default() as usize
    }

    /// Copies a counted list of nodes.
    fn nodes(&mut self) {
        let count = self.plain();
        self.take(count, self.by.node);
    }
}
