//! What a name stands for, and the result of its evaluation.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::error::Result;
use crate::eval::EvalContext;
use crate::function::call_log::Marks;
use crate::syntax::tree::handle::{Block, Expression};
use crate::value::Value;

/// A node of a tree of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(super) usize);

/// A definition of a tree of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct DefinitionId(pub(super) usize);

/// Looks a name up for an application. `None` if there is no such name.
pub(crate) type LookUp = dyn Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync;

/// Works out the value of a block for an application.
pub(crate) type BlockValue = dyn Fn(&Block, &EvalContext) -> Result<Value> + Send + Sync;

/// What a name stands for.
pub(crate) struct Definition {
    id: DefinitionId,
    node: NodeId,
    content: Content,
    /// An expression that describes the type to which the value is converted.
    ty: Option<Expression>,
    result: OnceLock<Evaluated>,
}

/// How the value of a name is found.
pub(crate) enum Content {
    /// An expression of a configuration.
    Expression(Expression),
    /// A value that the application gives in place of such an expression.
    Given(Value),
    /// A look-up of the application.
    LookUp {
        look_up: Arc<LookUp>,
        name: Arc<str>,
    },
    /// A value that the application works out for a block.
    Block {
        block: Block,
        value: Arc<BlockValue>,
    },
    /// Nothing says what the value is, which is an error if somebody asks.
    Missing(Diagnostic),
}

/// A function of a configuration, as it is written. It may refer to names.
pub(crate) struct FunctionDefinition {
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) variadic: Option<String>,
    pub(crate) result: Option<Expression>,
    /// The nesting of the expression.
    pub(crate) nesting: usize,
    /// Whether a secret has gone into a result.
    pub(crate) has_met_secret: Arc<AtomicBool>,
}

/// The result of evaluating a definition.
#[derive(Clone)]
pub(super) struct Evaluated {
    /// `None` if the application has found no such name.
    pub(super) value: Option<Value>,
    /// Why it has failed, if it has.
    pub(super) diagnostics: Vec<Diagnostic>,
    pub(super) marks: Marks,
}

impl Definition {
    pub(super) fn new(
        id: DefinitionId,
        node: NodeId,
        content: Content,
        ty: Option<Expression>,
    ) -> Self {
        Definition {
            id,
            node,
            content,
            ty,
            result: OnceLock::new(),
        }
    }

    pub(crate) fn id(&self) -> DefinitionId {
        self.id
    }

    /// The node that stands for it; of a look-up, the node that the name is looked up in.
    pub(crate) fn node(&self) -> NodeId {
        self.node
    }

    pub(crate) fn content(&self) -> &Content {
        &self.content
    }

    /// The expression, if it is defined by one.
    pub(crate) fn expression(&self) -> Option<&Expression> {
        match &self.content {
            Content::Expression(expression) => Some(expression),
            _ => None,
        }
    }

    /// The expression that describes the type of the value.
    pub(crate) fn ty(&self) -> Option<&Expression> {
        self.ty.as_ref()
    }

    /// The result, if it has been evaluated.
    pub(super) fn result(&self) -> Option<&Evaluated> {
        self.result.get()
    }

    /// Keeps a result, unless there is one already, and returns the one that is kept.
    pub(super) fn keep(&self, evaluated: Evaluated) -> &Evaluated {
        self.result.get_or_init(|| evaluated)
    }

    /// Whether it has been evaluated, and a secret went into it.
    pub(super) fn is_secret(&self) -> bool {
        self.result().is_some_and(|it| it.marks.is_secret)
    }
}
