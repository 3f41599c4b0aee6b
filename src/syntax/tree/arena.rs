//! The storage of a tree: one vector of nodes and one of lists.
//!
//! A node names its children by index, so that building and dropping a tree never recurses and
//! costs one allocation for each doubling. Names, numbers and text are not stored at all: they are spans of the source.
//!
//! Knows nothing of tokens, grammar and the source text.

use std::any::Any;
use std::fmt;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::span::Span;
use crate::syntax::node::{NONE, Node, NodeId, NodeKind};

/// A whole tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    nodes: Vec<Node>,
    words: Vec<u32>,
    root: u32,
    /// The length of the source.
    bytes: usize,
    /// The labels that are not written in the source, but come from evaluation.
    labels: Vec<Box<str>>,
    bound: Option<Arc<dyn Bound>>,
    derived: Derived,
}

/// What evaluation finds out about a tree and keeps for the next one. A copy of the tree, which may
/// be changed, begins without.
#[derive(Default)]
struct Derived(OnceLock<Box<dyn Any + Send + Sync>>);

impl Clone for Derived {
    fn clone(&self) -> Self {
        Derived::default()
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Derived")
    }
}

impl fmt::Debug for dyn Bound {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Bound")
    }
}

/// What the variables of a tree may be bound to. Evaluation puts it there and takes it out; that
/// it holds values is no business of a tree.
pub(crate) trait Bound: Any + Send + Sync {
    /// What a variable is bound to as native syntax, or an attribute of that. There is none for what is unknown.
    fn text(&self, index: usize, attribute: Option<&str>) -> Option<String>;

    /// For those who know what it is.
    fn as_any(&self) -> &dyn Any;
}

/// How much of a source is looked at to find out how many nodes it takes.
const SAMPLE: usize = 1 << 11;

/// Sources up to this length are not worth that.
const SMALL: usize = 1 << 15;

/// Most nodes that there is room for before there are any, and that room is made for at once when there are fewer: the
/// estimate may be far too high, and not every system gives memory only when it is used.
const MOST_RESERVED: usize = 1 << 20;

/// Whether the second of two bytes may be where a node begins: a word or an operator. In text and
/// comments that is too many.
fn begins_node(before: u8, byte: u8) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match byte {
        b'"' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'(' | b'[' => {
            byte != before
        }
        _ => is_word(byte) && !is_word(before),
    }
}

/// How many there are in `bytes` bytes if there are `count` in `sample` bytes.
fn extrapolate(count: usize, sample: usize, bytes: usize) -> usize {
    let estimate = count as u64 * bytes as u64 / sample.max(1) as u64;
    usize::try_from(estimate).unwrap_or(count)
}

impl Tree {
    /// An empty tree for a source, with the room that its beginning suggests.
    pub(crate) fn for_source(text: &str) -> Self {
        let bytes = text.len();
        let sample = &text.as_bytes()[..bytes.min(SAMPLE)];
        let words = sample
            .windows(2)
            .filter(|pair| begins_node(pair[0], pair[1]));
        let nodes = match bytes {
            0..=SMALL => bytes / 8,
            _ => extrapolate(words.count(), sample.len(), bytes).min(MOST_RESERVED),
        };
        Tree {
            nodes: Vec::with_capacity(nodes + 8),
            words: Vec::with_capacity(nodes / 3 + 16),
            root: 0,
            bytes,
            labels: Vec::new(),
            bound: None,
            derived: Derived::default(),
        }
    }

    /// The tree of a body without items.
    pub(crate) fn empty_body() -> Self {
        Tree {
            nodes: vec![Node {
                kind: NodeKind::Body,
                flags: 0,
                start: 0,
                end: 0,
                data: 0,
            }],
            words: vec![0],
            ..Tree::default()
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow(1);
        }
        let id = NodeId(u32::try_from(self.nodes.len()).unwrap_or(NONE));
        self.nodes.push(node);
        id
    }

    /// Makes room for as many nodes as the rest of the source takes if it is like what is behind
    /// us, but for `wanted` at least, and at most for twice the nodes. Always doubling would take up to twice the memory.
    #[cold]
    fn grow(&mut self, wanted: usize) {
        // How far the parser has got: where the last nodes end, as far as they say.
        let last = self.nodes.iter().rev().take(32);
        let ends = last
            .filter(|node| node.kind != NodeKind::Binary)
            .map(|node| node.end);
        let done = ends.max().unwrap_or_default() as usize;
        let left = self.bytes.saturating_sub(done);
        let count = self.nodes.len();
        let nodes = extrapolate(count + count / 32, done, left);
        let nodes = nodes.min(left).min(count.max(MOST_RESERVED));
        self.nodes
            .reserve_exact(nodes.max(count / 8 + 16).max(wanted));
    }

    /// Appends a list of words and returns where it begins.
    pub(crate) fn push_words(&mut self, words: &[u32]) -> u32 {
        let start = u32::try_from(self.words.len()).unwrap_or(NONE);
        self.words.extend_from_slice(words);
        start
    }

    /// Appends a counted list and returns where it begins.
    pub(crate) fn push_counted(&mut self, list: &[u32]) -> u32 {
        let start = self.push_words(&[u32::try_from(list.len()).unwrap_or(NONE)]);
        self.words.extend_from_slice(list);
        start
    }

    /// Appends nodes and returns the first.
    pub(crate) fn extend(&mut self, nodes: &[Node]) -> NodeId {
        if self.nodes.capacity() - self.nodes.len() < nodes.len() {
            self.grow(nodes.len());
        }
        let first = u32::try_from(self.nodes.len()).unwrap_or(NONE);
        self.nodes.extend_from_slice(nodes);
        NodeId(first)
    }

    /// Appends a counted list of successive nodes and returns where it begins.
    pub(crate) fn push_range(&mut self, nodes: Range<u32>) -> u32 {
        let start = self.push_words(&[nodes.end - nodes.start]);
        self.words.extend(nodes);
        start
    }

    /// Appends the words of a block that stand before its items, and returns where they begin. They are made of where its
    /// type ends, and where each of its labels begins and ends.
    pub(crate) fn push_header(&mut self, positions: &[u32]) -> u32 {
        let labels = u32::try_from(positions.len() / 2).unwrap_or(NONE);
        let data = self.push_words(&[positions[0], positions[positions.len() - 1], labels]);
        self.push_words(&positions[1..]);
        data
    }

    /// Keeps the text of a label that is not written in the source.
    pub(crate) fn push_label(&mut self, text: Box<str>) -> u32 {
        let index = u32::try_from(self.labels.len()).unwrap_or(NONE);
        self.labels.push(text);
        index
    }

    /// The text of such a label.
    pub(crate) fn label(&self, index: u32) -> &str {
        &self.labels[index as usize]
    }

    /// Sets what variables are bound to.
    pub(crate) fn bind(&mut self, bound: Arc<dyn Bound>) {
        self.bound = Some(bound);
    }

    /// What variables are bound to, if any is.
    pub(crate) fn bound(&self) -> Option<&dyn Bound> {
        self.bound.as_deref()
    }

    /// What was derived from the tree, made now if nobody did so before. There is one type of it;
    /// `None` for any other.
    pub(crate) fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        let derived = self.derived.0.get_or_init(|| Box::new(make()));
        derived.downcast_ref()
    }

    /// The index of the value that the variable `id` is bound to, if it is.
    pub(crate) fn binding(&self, id: NodeId) -> Option<usize> {
        let node = self.node(id);
        let is_bound = node.kind == NodeKind::Variable && node.is_bound();
        is_bound.then_some(node.data as usize)
    }

    #[cfg(test)]
    pub(crate) fn node_count(&self) -> u32 {
        u32::try_from(self.nodes.len()).unwrap_or(NONE)
    }

    /// How many nodes or words there are, whichever is more; [`NONE`] cannot be reached.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len().max(self.words.len())
    }

    pub(crate) fn root(&self) -> NodeId {
        NodeId(self.root)
    }

    pub(crate) fn set_root(&mut self, root: NodeId) {
        self.root = root.0;
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    /// The nodes from one to another.
    #[inline]
    pub(crate) fn nodes(&self, first: NodeId, last: NodeId) -> &[Node] {
        &self.nodes[first.0 as usize..=last.0 as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The word at `index` of the list storage.
    #[inline]
    pub(crate) fn word(&self, index: u32) -> u32 {
        self.words[index as usize]
    }

    /// `count` words from `index` on.
    #[inline]
    pub(crate) fn words(&self, index: u32, count: u32) -> &[u32] {
        &self.words[index as usize..][..count as usize]
    }

    /// The counted list at `index`.
    #[inline]
    pub(crate) fn counted(&self, index: u32) -> &[u32] {
        self.words(index + 1, self.word(index))
    }

    /// The bytes of the source that a node covers.
    #[inline]
    pub(crate) fn span(&self, id: NodeId) -> Span {
        let node = self.node(id);
        match node.kind {
            NodeKind::Binary => Span::new(node.start, self.end_of(NodeId(node.end))),
            NodeKind::Attribute | NodeKind::NamedItem => {
                Span::new(node.start, self.end_of(NodeId(node.data)))
            }
            NodeKind::KeyedItem => Span::new(
                self.node(NodeId(node.start)).start,
                self.end_of(NodeId(node.data)),
            ),
            _ => Span::new(node.start, node.end),
        }
    }

    /// Where an expression ends. A binary operation ends where its right operand does; the right
    /// operands of one chain nest no deeper than there are levels of precedence.
    fn end_of(&self, mut id: NodeId) -> u32 {
        loop {
            let node = self.node(id);
            if node.kind != NodeKind::Binary {
                return node.end;
            }
            id = NodeId(node.end);
        }
    }

    /// The words of a node: how many stand before its list of nodes, and how many nodes there are.
    /// Both are 0 if the node has no words that name others.
    pub(crate) fn word_layout(&self, node: Node) -> (u32, u32) {
        match node.kind {
            NodeKind::Index => (0, 2),
            NodeKind::Conditional | NodeKind::TemplateIf => (0, 3),
            NodeKind::TemplateFor => (4, 2),
            NodeKind::ForTuple | NodeKind::ForObject => (4, 4),
            NodeKind::Tuple | NodeKind::Object => (1, self.word(node.data)),
            NodeKind::FunctionCall
            | NodeKind::QuotedTemplate
            | NodeKind::HeredocTemplate
            | NodeKind::BareTemplate => (2, self.word(node.data + 1)),
            _ => (0, 0),
        }
    }

    /// The node that directly precedes `id`: the source of a postfix operation.
    pub(crate) fn previous(id: NodeId) -> NodeId {
        NodeId(id.0 - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_for_nodes_does_not_follow_an_estimate_without_bound() {
        let comments = "# a b c d e f\n".repeat(1 << 18);
        let mut tree = Tree::for_source(&comments);
        assert!(tree.nodes.capacity() <= MOST_RESERVED + 8);
        // A dense beginning lets the rest of a source of 1 GiB look dense.
        tree.bytes = 1 << 30;
        let node = Node {
            kind: NodeKind::Null,
            flags: 0,
            start: 0,
            end: 1,
            data: 0,
        };
        while tree.nodes.len() < tree.nodes.capacity() {
            tree.push(node);
        }
        let count = tree.nodes.len();
        tree.push(node);
        assert!(tree.nodes.capacity() <= 2 * count.max(MOST_RESERVED));
    }
}
