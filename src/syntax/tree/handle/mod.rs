//! The handles that users hold: they are cheap to clone and keep the source and the tree alive.
//!
//! Knows nothing of how a tree is stored; that is the task of [`super::view`].

mod body;
mod equality;
mod expression;
mod template;
mod traversal;
mod visit;

use std::sync::Arc;

pub(crate) use body::ItemId;
pub use body::{Attribute, Block, Body, BodyItem, Comment, Label};
pub use expression::{
    Expression, ExpressionKind, ForExpression, FunctionCall, ObjectItem, ObjectKey,
};
pub use template::{Template, TemplatePart};
pub use traversal::{Traversal, TraversalKey, TraversalStep};
pub use visit::{Visitor, WalkControl};

use super::arena::Tree;
use super::view::View;
use crate::source::{Located, Source};
use crate::span::Span;

/// A source and its tree.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Source,
    pub(crate) tree: Arc<Tree>,
}

impl Document {
    pub(crate) fn new(source: Source, tree: impl Into<Arc<Tree>>) -> Arc<Self> {
        let tree = tree.into();
        Arc::new(Document { source, tree })
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        View {
            text: self.source.text(),
            tree: &self.tree,
        }
    }
}

macro_rules! located {
    ($($handle:ident)*) => {$(
        impl Located for $handle {
            fn span(&self) -> Span {
                $handle::span(self)
            }

            fn source(&self) -> Option<&Source> {
                Some($handle::source(self))
            }
        }
    )*};
}

located! { Attribute Block Body BodyItem Comment Expression Template Traversal }

impl Located for Label<'_> {
    fn span(&self) -> Span {
        Label::span(self)
    }

    fn source(&self) -> Option<&Source> {
        Some(Label::source(self))
    }
}
