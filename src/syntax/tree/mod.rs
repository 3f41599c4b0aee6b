//! The tree of a source: storage, views, and the handles that users hold.
//!
//! Knows nothing of values, evaluation and serde.

mod arena;
pub(crate) mod blocks;
pub(crate) mod copy;
mod embedded;
pub(crate) mod handle;
mod item;
mod leaf;
mod native;
mod operator;
pub(crate) mod text;
pub(crate) mod view;
mod written;

pub(crate) use super::node::{
    BODY_ITEMS, CLOSED, DISTINCT, ESCAPED, JSON, KEYED, NONE, Node, NodeId, NodeKind, PLAIN,
    UNKNOWN, UNKNOWN_LABELS, VERBATIM, ascii_fingerprint, fingerprint, name_flags, offset,
};
pub(crate) use arena::{Bindings, Strings, Tree};
pub(crate) use leaf::{AWAITED, CONTINUES_CHAIN, Name, WAITS};
pub use operator::{BinaryOperator, UnaryOperator};
