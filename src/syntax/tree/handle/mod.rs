//! The handles that users hold: they are cheap to clone and keep the source and the tree alive.

mod body;
mod comment;
mod equality;
mod expression;
pub(crate) mod forms;
mod item;
mod layers;
mod names;
mod overlay;
mod removed;
pub(crate) mod spread;
mod template;
mod traversal;
mod visit;

use std::sync::Arc;

pub(crate) use body::Selection;
pub use body::{Attribute, Block, Body, BodyItem, Label};
pub use comment::Comment;
pub(crate) use expression::{ChainPart, LayeredProperty};
pub use expression::{
    Expression, ExpressionKind, ForExpression, FunctionCall, ObjectItem, ObjectKey,
};
pub(crate) use item::{ItemHandle, ItemRef, Layered, documents_of};
pub use layers::Overlay;
use names::BodyNames;
pub use overlay::OverlayRule;
pub(crate) use overlay::ReplacedBlock;
pub(crate) use template::TemplateRef;
pub use template::{Template, TemplatePart};
pub use traversal::{Traversal, TraversalKey, TraversalStep};
pub use visit::{Visitor, WalkControl};

use super::arena::{Embedded, Tree};
use super::view::View;
use crate::limits::ParseLimits;
use crate::source::{Located, Source};
use crate::span::Span;

/// A source and its tree.
#[derive(Debug)]
pub(crate) struct Document {
    pub(crate) source: Source,
    pub(crate) tree: Arc<Tree>,
    /// The text of the tree, if it is native syntax in a string of the source.
    embedded: Option<Arc<Embedded>>,
    names: BodyNames,
    /// The limits for parsing text that is made from this source.
    pub(crate) limits: ParseLimits,
}

impl Document {
    pub(crate) fn new(source: Source, tree: impl Into<Arc<Tree>>) -> Arc<Self> {
        Document::parsed(source, tree.into(), ParseLimits::default())
    }

    /// A document of a source that was parsed with these limits.
    pub(crate) fn parsed(source: Source, tree: Arc<Tree>, limits: ParseLimits) -> Arc<Self> {
        Document::of(source, tree, None, limits)
    }

    fn of(
        source: Source,
        tree: Arc<Tree>,
        embedded: Option<Arc<Embedded>>,
        limits: ParseLimits,
    ) -> Arc<Self> {
        Arc::new(Document {
            source,
            tree,
            embedded,
            names: BodyNames::default(),
            limits,
        })
    }

    /// A document for native syntax in a string of this source, unless its text is invalid.
    fn with_embedded(&self, embedded: Arc<Embedded>) -> Option<Arc<Self>> {
        let tree = Arc::clone(embedded.tree()?);
        let source = self.source.clone();
        Some(Document::of(source, tree, Some(embedded), self.limits))
    }

    /// A document with another tree of the same text.
    fn with_tree(&self, tree: Tree) -> Arc<Self> {
        let (source, embedded) = (self.source.clone(), self.embedded.clone());
        Document::of(source, Arc::new(tree), embedded, self.limits)
    }

    pub(crate) fn view(&self) -> View<'_, '_> {
        let text = match &self.embedded {
            None => self.source.text(),
            Some(embedded) => embedded.text(),
        };
        View {
            text,
            tree: &self.tree,
        }
    }

    /// Converts a span of the text of the tree to a span of the source.
    pub(crate) fn place(&self, span: Span) -> Span {
        match &self.embedded {
            None => span,
            Some(embedded) => embedded.place(span),
        }
    }
}

macro_rules! located {
    ($($handle:ty)*) => {$(
        impl Located for $handle {
            fn span(&self) -> Span {
                <$handle>::span(self)
            }

            fn source(&self) -> Option<&Source> {
                Some(<$handle>::source(self))
            }
        }
    )*};
}

located! { Attribute Block Body BodyItem Comment Expression Label<'_> Template Traversal }

/// Lets functions that take any item also take attributes and blocks by reference: handles are cheap to clone.
macro_rules! items {
    ($($item:ident)*) => {$(
        impl From<$item> for BodyItem {
            fn from(item: $item) -> Self {
                BodyItem::$item(item)
            }
        }

        impl From<&$item> for BodyItem {
            fn from(item: &$item) -> Self {
                BodyItem::$item(item.clone())
            }
        }
    )*};
}

items! { Attribute Block }

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyItemKind {
    Attribute,
    Block,
}

impl BodyItem {
    pub(crate) fn kind(&self) -> BodyItemKind {
        match self {
            BodyItem::Attribute(_) => BodyItemKind::Attribute,
            BodyItem::Block(_) => BodyItemKind::Block,
        }
    }

    /// The name of an attribute, or the type of a block.
    pub(crate) fn name(&self) -> &str {
        match self {
            BodyItem::Attribute(attribute) => attribute.name(),
            BodyItem::Block(block) => block.block_type(),
        }
    }

    /// Whether the same `dynamic` block has generated both items, or one item occurs twice.
    pub(crate) fn is_of_one_dynamic_block(&self, other: &BodyItem) -> bool {
        let is_same_source = self.source().is(other.source());
        is_same_source && self.span() == other.span() && self.name() == other.name()
    }

    /// Whether it is a block with content from several layers.
    pub(crate) fn is_layered(&self) -> bool {
        self.as_block().is_some_and(Block::is_layered)
    }

    /// The attribute, if it is one.
    pub fn as_attribute(&self) -> Option<&Attribute> {
        match self {
            BodyItem::Attribute(attribute) => Some(attribute),
            BodyItem::Block(_) => None,
        }
    }

    /// The block, if it is one.
    pub fn as_block(&self) -> Option<&Block> {
        match self {
            BodyItem::Block(block) => Some(block),
            BodyItem::Attribute(_) => None,
        }
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        match self {
            BodyItem::Attribute(attribute) => attribute.document(),
            BodyItem::Block(block) => block.document(),
        }
    }
}

impl From<&BodyItem> for BodyItem {
    fn from(item: &BodyItem) -> Self {
        item.clone()
    }
}
