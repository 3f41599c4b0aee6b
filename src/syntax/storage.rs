//! The storage of a tree: one vector of nodes, and one vector of words for lists.
//!
//! A node refers to its children by index. Building and dropping a tree therefore needs no recursion and few
//! allocations. Names, numbers and text are spans of the source and are not stored.
//!
//! Of the source text, it sees a sample from which it estimates the number of nodes.

use std::ops::Range;

use super::node::{Node, NodeId, NodeKind};
use crate::span::{Span, offset};

/// The nodes and the lists of a tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Storage {
    nodes: Vec<Node>,
    words: Vec<u32>,
    /// The length of the source in bytes.
    bytes: usize,
}

/// How much a [`Storage`] holds at some time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    nodes: usize,
    words: usize,
}

/// Number of bytes at the beginning of a source from which its number of nodes is estimated.
const SAMPLE_BYTES: usize = 1 << 10;

/// Up to this length, a source gets a fixed number of nodes per byte instead of an estimate.
const SMALL_SOURCE: usize = 1 << 15;

/// Maximum of nodes that memory is reserved for by estimate. The estimate may be far too high, and not every
/// system allocates memory only when it is used.
const MAX_RESERVED: usize = 1 << 20;

/// Whether a node may begin at `byte`, which follows `before`: at a word or an operator. Words in text and
/// comments make the estimate too high.
fn begins_node(before: u8, byte: u8) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    match byte {
        b'"' | b'+' | b'-' | b'*' | b'/' | b'%' | b'<' | b'>' | b'&' | b'|' | b'(' | b'[' => {
            byte != before
        }
        _ => is_word(byte) && !is_word(before),
    }
}

/// Extrapolates `count` occurrences in `sample` bytes to `bytes` bytes.
fn extrapolate(count: usize, sample: usize, bytes: usize) -> usize {
    let estimate = count as u64 * bytes as u64 / sample.max(1) as u64;
    usize::try_from(estimate).unwrap_or(count)
}

impl Storage {
    /// Empty storage for a source, with the capacity that the beginning of the source suggests.
    pub(crate) fn for_source(text: &str) -> Self {
        let bytes = text.len();
        let sample = &text.as_bytes()[..bytes.min(SAMPLE_BYTES)];
        let words = sample
            .windows(2)
            .filter(|pair| begins_node(pair[0], pair[1]));
        let nodes = match bytes {
            0..=SMALL_SOURCE => bytes / 8,
            _ => extrapolate(words.count(), sample.len(), bytes).min(MAX_RESERVED),
        };
        Storage {
            nodes: Vec::with_capacity(nodes + 8),
            words: Vec::with_capacity(nodes / 3 + 16),
            bytes,
        }
    }

    /// Empty storage for a source in JSON syntax, where nearly half of the nodes stand in a list.
    pub(crate) fn for_json(text: &str) -> Self {
        let mut storage = Storage::for_source(text);
        storage.words.reserve(storage.nodes.capacity() / 2);
        storage
    }

    /// How much is stored now.
    #[inline]
    pub(crate) fn extent(&self) -> Extent {
        Extent {
            nodes: self.nodes.len(),
            words: self.words.len(),
        }
    }

    /// Removes what has been added since then.
    #[inline]
    pub(crate) fn truncate(&mut self, extent: Extent) {
        self.nodes.truncate(extent.nodes);
        self.words.truncate(extent.words);
    }

    /// All nodes.
    pub(crate) fn all_nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// All words of lists.
    pub(crate) fn all_words(&self) -> &[u32] {
        &self.words
    }

    /// The index of the node that is added next.
    #[inline]
    pub(crate) fn next_id(&self) -> u32 {
        offset(self.nodes.len())
    }

    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        if self.nodes.len() == self.nodes.capacity() {
            self.grow();
        }
        let id = NodeId(self.next_id());
        self.nodes.push(node);
        id
    }

    /// Reserves room for as many nodes as the rest of the source needs if it is like the part already parsed,
    /// and at most for twice the nodes. Doubling the capacity each time would take up to twice the memory.
    #[cold]
    fn grow(&mut self) {
        // The last nodes that have an end say how far the parser has got.
        let last = self.nodes.iter().rev().take(32);
        let ends = last
            .filter(|node| node.kind != NodeKind::Binary)
            .map(|node| node.end);
        let done = ends.max().unwrap_or_default() as usize;
        let left = self.bytes.saturating_sub(done);
        let count = self.nodes.len();
        let nodes = extrapolate(count + count / 32, done, left);
        let nodes = nodes.min(left).min(count.max(MAX_RESERVED));
        self.nodes.reserve_exact(nodes.max(count / 8 + 16));
    }

    /// Appends a list of words and returns where it begins.
    pub(crate) fn push_words(&mut self, words: &[u32]) -> u32 {
        let start = offset(self.words.len());
        self.words.extend_from_slice(words);
        start
    }

    /// Appends a counted list and returns where it begins.
    pub(crate) fn push_counted(&mut self, list: &[u32]) -> u32 {
        let start = self.push_words(&[offset(list.len())]);
        self.words.extend_from_slice(list);
        start
    }

    /// Appends a counted list of successive nodes and returns where it begins.
    pub(crate) fn push_range(&mut self, nodes: Range<u32>) -> u32 {
        let start = self.push_words(&[nodes.end - nodes.start]);
        self.words.extend(nodes);
        start
    }

    /// Appends the words of a block that precede its items, and returns where they begin. `positions` holds
    /// the end of its type, then the start and the end of each label.
    pub(crate) fn push_header(&mut self, positions: &[u32]) -> u32 {
        let labels = offset(positions.len() / 2);
        let data = self.push_words(&[positions[0], positions[positions.len() - 1], labels]);
        self.push_words(&positions[1..]);
        data
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.nodes[id.0 as usize]
    }

    #[inline]
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
            NodeKind::Property => Span::new(node.start - 1, self.node(NodeId(node.data)).end),
            NodeKind::KeyedItem => Span::new(
                self.node(NodeId(node.start)).start,
                self.end_of(NodeId(node.data)),
            ),
            _ => Span::ordered(node.start, node.end),
        }
    }

    /// The end of an expression. A binary operation ends where its right operand does; the right operands of
    /// one chain nest no deeper than there are levels of precedence.
    fn end_of(&self, mut id: NodeId) -> u32 {
        loop {
            let node = self.node(id);
            if node.kind != NodeKind::Binary {
                return node.end;
            }
            id = NodeId(node.end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_memory_is_limited() {
        let comments = "# a b c d e f\n".repeat(1 << 18);
        let mut storage = Storage::for_source(&comments);
        assert!(storage.nodes.capacity() <= MAX_RESERVED + 8);
        // A dense beginning makes the rest of a source of 1 GiB look dense, too.
        storage.bytes = 1 << 30;
        let node = Node {
            kind: NodeKind::Null,
            flags: 0,
            start: 0,
            end: 1,
            data: 0,
        };
        while storage.nodes.len() < storage.nodes.capacity() {
            storage.push(node);
        }
        let count = storage.nodes.len();
        storage.push(node);
        assert!(storage.nodes.capacity() <= 2 * count.max(MAX_RESERVED));
    }
}
