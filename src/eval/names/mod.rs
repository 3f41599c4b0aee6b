//! Names whose values are computed on demand ("Evaluation context").
//!
//! A context may hold a tree of names. Its leaves are definitions: an expression of a configuration, or a function of
//! the application. The nodes above them are objects and tuples, which are walked step by step: `service.web.port`
//! evaluates one attribute; only a request for a whole object evaluates all definitions in it. A definition is
//! evaluated at most once; its result is kept, including the diagnostics of a failure.
//!
//! | file | holds |
//! |---|---|
//! | `definition` | the definition of a name, and its result |
//! | `tree` | the tree, and access to it |
//! | `builder` | building a tree |
//! | `demand` | evaluating a definition: cycles, depth, threads |
//! | `reference` | looking up a variable with its steps, for the evaluator |
//! | `needs` | the dependencies between definitions, found without evaluation |
//!
//! The application declares trees in `references`; look-ups that it implements come from `EvalContext`.

mod builder;
mod definition;
mod demand;
pub(crate) mod needs;
mod reference;
mod tree;

pub(crate) use builder::{Duplicate, Name, NameTreeBuilder};
pub(crate) use definition::{BlockValue, Content, FunctionDefinition, LookUp, NodeId};
pub(crate) use demand::{Hop, cycle_diagnostic};
pub(crate) use tree::{NameTree, NodeKind, ROOT};
