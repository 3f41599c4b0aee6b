//! The tree of a source (`Tree` in `arena`), views of its parts, and the handles that users hold.
//!
//! Knows nothing of values, evaluation and serde.

mod arena;
pub(crate) mod blocks;
pub(crate) mod copy;
pub(crate) mod copy_json;
mod embedded;
pub(crate) mod handle;
mod item;
mod join;
mod leaf;
mod native;
mod operator;
mod overlay;
pub(crate) mod text;
pub(crate) mod view;
mod written;

pub(crate) use super::node::{
    ABSENT, BODY_ITEMS, CLOSED, DISTINCT, ESCAPED, GENERATED_BODY, JSON, KEYED, LABEL_LEVEL, NONE,
    Node, NodeId, NodeKind, OVERLAID, PLAIN, STORED, UNKNOWN, UNKNOWN_BODY, UNKNOWN_LABELS,
    VERBATIM, name_flags,
};
pub(crate) use arena::{Bindings, Embedded, Strings, Tree};
pub(crate) use leaf::{AWAITED, CONTINUES_CHAIN, Name, WAITS};
pub use operator::{BinaryOperator, UnaryOperator};
pub use overlay::OverlayRule;
