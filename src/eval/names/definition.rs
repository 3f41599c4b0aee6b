//! The definition of a name, and the result of its evaluation.

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::error::Result;
use crate::eval::EvalContext;
use crate::function::lookups::DefinitionId;
use crate::syntax::tree::handle::{Block, Expression};
use crate::value::Value;

/// A node of a tree of names.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) struct NodeId(pub(super) usize);

/// A look-up of the application. It returns `None` if there is no such name.
pub(crate) type LookUp = dyn Fn(&str, &EvalContext) -> Result<Option<Value>> + Send + Sync;

/// A function of the application that computes the value of a block.
pub(crate) type BlockValue = dyn Fn(&Block, &EvalContext) -> Result<Value> + Send + Sync;

/// The definition of a name, with the result of its evaluation.
pub(crate) struct Definition {
    id: DefinitionId,
    node: NodeId,
    content: Content,
    /// An expression that describes the type to which the value is converted.
    ty: Option<Expression>,
    result: OnceLock<Evaluated>,
}

/// How the value of a name is computed.
pub(crate) enum Content {
    /// An expression of a configuration.
    Expression(Expression),
    /// A value from the application that replaces the expression.
    Given(Value),
    /// A look-up of the application.
    LookUp {
        look_up: Arc<LookUp>,
        name: Arc<str>,
    },
    /// A value that the application computes from a block.
    Block {
        block: Block,
        value: Arc<BlockValue>,
    },
    /// No definition; evaluating it is an error.
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
    /// Whether a result has depended on a secret.
    pub(crate) has_met_secret: Arc<AtomicBool>,
}

/// The result of evaluating a definition.
#[derive(Clone)]
pub(super) struct Evaluated {
    /// The value, or `None` if the application has found no such name; or why the evaluation failed.
    pub(super) result: Result<Option<Value>, Vec<Diagnostic>>,
    /// Whether it depends on a secret.
    pub(super) is_secret: bool,
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

    /// The node of the definition; for a name that is looked up, the node of the look-up.
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

    /// Keeps a result unless there is one already, and returns the kept one.
    pub(super) fn keep(&self, evaluated: Evaluated) -> &Evaluated {
        self.result.get_or_init(|| evaluated)
    }

    /// Whether it has been evaluated and depends on a secret.
    pub(super) fn is_secret(&self) -> bool {
        self.result().is_some_and(|it| it.is_secret)
    }
}
