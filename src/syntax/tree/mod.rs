//! The tree of a source: its storage, what its nodes mean, and the handles that users hold.
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

pub(crate) use super::node::{
    CLOSED, DISTINCT, NONE, Node, NodeId, NodeKind, PLAIN, VERBATIM, ascii_looks, looks, name_flags,
};
pub(crate) use arena::Tree;
pub(crate) use leaf::{AWAITED, CONTINUES_CHAIN, Name, WAITS};
pub use operator::{BinaryOperator, UnaryOperator};
