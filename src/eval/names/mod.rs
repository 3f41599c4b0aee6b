//! Names whose values are worked out when an expression asks for them ("Evaluation context").
//!
//! A context may hold a tree of names. Its leaves are definitions: an expression of a configuration, or a function of
//! the application. Around them are objects and tuples, which are walked step by step: `service.web.port` evaluates one
//! attribute, and only where a whole object is asked for are all definitions in it evaluated. A definition is evaluated
//! at most once; the result is kept, with the diagnostics if it has failed.
//!
//! | file | holds |
//! |---|---|
//! | `definition` | what a name stands for, and the result |
//! | `tree` | the tree, and looking at it |
//! | `builder` | making a tree |
//! | `demand` | evaluating a definition: cycles, depth, threads |
//! | `reference` | the evaluator asks: a variable with its steps |
//! | `needs` | which definition needs which other ones, without evaluation |
//!
//! The application declares trees in `references`; look-ups that it programs come from `EvalContext`.

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
