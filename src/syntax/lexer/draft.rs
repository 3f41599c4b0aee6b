//! The tree that the lexer and the builder make together.
//!
//! Knows nothing of how tokens are found.

use crate::span::Span;
use crate::syntax::node::{Node, NodeKind};
use crate::syntax::storage::{Extent, Storage};

/// Number of words in the queue for which memory is reserved: enough for most sources.
const USUAL_WORDS: usize = 64;

/// A tree that the lexer and the builder are making together.
///
/// The lexer is one token ahead of the builder. The nodes of a run may therefore be stored before nodes that stand
/// before it in the source. Only a postfix operation must directly follow its source; no run begins between their tokens, so
/// that none is stored between them.
#[derive(Debug)]
pub(crate) struct Draft {
    pub(crate) storage: Storage,
    /// The queue between lexer and builder: the nodes of the items of each [`LiteralItems`](super::Token::LiteralItems) and
    /// the words before the items of each [`BlockStart`](super::Token::BlockStart), as the tree stores them. The lexer
    /// also keeps there what the open blocks of a run have so far.
    pub(crate) queue: Vec<u32>,
}

/// How much of a [`Draft`] there is at some time, so that what is added later can be removed.
#[derive(Clone, Copy)]
pub(super) struct Checkpoint {
    storage: Extent,
    queue: usize,
}

impl Draft {
    /// The beginning of a tree of a source.
    pub(crate) fn new(text: &str) -> Self {
        Draft {
            storage: Storage::for_source(text),
            queue: Vec::with_capacity(USUAL_WORDS),
        }
    }

    #[inline]
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            storage: self.storage.extent(),
            queue: self.queue.len(),
        }
    }

    /// Removes what has been added since then.
    #[inline]
    pub(super) fn roll_back(&mut self, checkpoint: Checkpoint) {
        self.storage.truncate(checkpoint.storage);
        self.queue.truncate(checkpoint.queue);
    }

    /// Adds an item with this name, whose value is the last node, and puts it into the queue.
    #[inline]
    pub(super) fn push_item(&mut self, kind: NodeKind, flags: u8, name: Span) {
        let data = self.storage.next_id() - 1;
        let item = Node::leaf(kind, flags, name);
        let id = self.storage.push(Node { data, ..item });
        self.queue.push(id.0);
    }
}
