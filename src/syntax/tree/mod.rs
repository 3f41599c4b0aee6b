//! The tree of a source: its storage, what its nodes mean, how it is written again, and the handles that users hold.
//!
//! Knows nothing of values, evaluation and serde.

mod arena;
pub(crate) mod copy;
pub(crate) mod handle;
mod item;
mod leaf;
mod operator;
pub(crate) mod text;
pub(crate) mod view;
mod written;

pub(crate) use super::node::{
    CLOSED, DISTINCT, NONE, Node, NodeId, NodeKind, PLAIN, UNKNOWN, UNKNOWN_LABELS, VERBATIM,
    ascii_looks, looks, name_flags,
};
pub(crate) use arena::{Bound, Tree};
pub(crate) use leaf::{AWAITED, CONTINUES_CHAIN, Name, WAITS};
pub use operator::{BinaryOperator, UnaryOperator};
