//! The tree of a source (`Tree` in `arena`), views of its parts, and the handles that users hold.

mod arena;
pub(crate) mod blocks;
mod bound;
pub(crate) mod copy;
pub(crate) mod copy_json;
mod embedded;
pub(crate) mod handle;
mod item;
mod native;
mod node;
mod operator;
pub(crate) mod text;
pub(crate) mod view;
mod written;

pub(crate) use arena::{Embedded, Nodes, NodesLengths, Root, Strings, Tree};
pub(crate) use bound::BoundValues;
pub(crate) use node::{
    BindingId, BlockNode, BodyNode, CallNode, Expr, ExprId, ExprKind, ForNode, GeneratedBlock,
    GeneratedCount, GeneratedLabel, IfId, IfNode, Item, ItemId, ItemKind, List, ObjectId,
    ObjectNode, Operation, OperationsId, OperationsNode, Owner, Part, PropertyName, Step,
    StepIndex, StepKind, StringId, Structure, StructureContent, TemplateForId, TemplateForNode,
    TemplateForm, TemplateId, TemplateNode, TextId, TraversalId, TraversalNode,
};
pub use operator::{BinaryOperator, UnaryOperator};
