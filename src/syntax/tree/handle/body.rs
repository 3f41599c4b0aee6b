//! Bodies, attributes, blocks and comments ("Structural Elements").

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use super::{Document, Expression};
use crate::source::Source;
use crate::span::Span;
use crate::syntax::comment::comment_spans;
use crate::syntax::tree::view::{AttributeView, BlockView, BodyView, ItemView};

/// A body: attributes and blocks in the order of the source.
///
/// Cloning it is cheap: it shares its source and its tree with everything that came from it.
///
/// ```
/// let body = hcl::parse("name = \"web\"\n\nport \"http\" {\n  number = 80\n}\n")?;
/// assert_eq!(body.attributes().count(), 1);
/// let port = body.blocks().next().expect("there is one block");
/// assert_eq!(port.block_type(), "port");
/// assert_eq!(port.labels().next().expect("it has a label").text(), "http");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone)]
pub struct Body {
    document: Arc<Document>,
    view: BodyView,
    span: Span,
}

/// An attribute or a block.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum BodyItem {
    /// An attribute.
    Attribute(Attribute),
    /// A block.
    Block(Block),
}

/// An attribute definition: `name = expression`.
#[derive(Clone)]
pub struct Attribute {
    document: Arc<Document>,
    view: AttributeView,
}

/// A block: a type, labels and a body.
#[derive(Clone)]
pub struct Block {
    document: Arc<Document>,
    view: BlockView,
}

/// A label of a block, quoted or bare.
#[derive(Clone)]
pub struct Label {
    document: Arc<Document>,
    span: Span,
}

/// A comment.
#[derive(Clone)]
pub struct Comment {
    document: Arc<Document>,
    span: Span,
}

impl Body {
    pub(crate) fn new(document: Arc<Document>) -> Self {
        let view = document.view().root_body();
        let span = document.tree.span(document.tree.root());
        Body {
            document,
            view,
            span,
        }
    }

    /// The attributes and blocks in the order of the source.
    pub fn items(&self) -> impl ExactSizeIterator<Item = BodyItem> {
        self.document.view().items(self.view).map(|item| {
            let document = Arc::clone(&self.document);
            match item {
                ItemView::Attribute(view) => BodyItem::Attribute(Attribute { document, view }),
                ItemView::Block(view) => BodyItem::Block(Block { document, view }),
            }
        })
    }

    /// The attributes in the order of the source.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> {
        self.items().filter_map(|item| match item {
            BodyItem::Attribute(attribute) => Some(attribute),
            BodyItem::Block(_) => None,
        })
    }

    /// The blocks in the order of the source.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.items().filter_map(|item| match item {
            BodyItem::Block(block) => Some(block),
            BodyItem::Attribute(_) => None,
        })
    }

    /// The attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let view = self.document.view();
        let mut attributes = view.attributes(self.view);
        let view = attributes.find(|attribute| view.slice(attribute.name) == name)?;
        Some(Attribute {
            document: Arc::clone(&self.document),
            view,
        })
    }

    /// The blocks of that type, in the order of the source.
    pub fn blocks_of_type(&self, block_type: &str) -> impl Iterator<Item = Block> {
        self.blocks()
            .filter(move |block| block.block_type() == block_type)
    }

    /// Whether there is neither an attribute nor a block.
    pub fn is_empty(&self) -> bool {
        self.items().len() == 0
    }

    /// The comments that stand in this body, those in its blocks and expressions included, in the
    /// order of the source.
    ///
    /// ```
    /// let body = hcl::parse("# the port\nport = 80 // of the web server\n")?;
    /// let comments: Vec<_> = body.comments().map(|comment| comment.text().to_owned()).collect();
    /// assert_eq!(comments, ["# the port", "// of the web server"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn comments(&self) -> impl Iterator<Item = Comment> {
        let spans = comment_spans(self.source().text(), self.span);
        spans.into_iter().map(|span| Comment {
            document: Arc::clone(&self.document),
            span,
        })
    }

    /// The bytes of the source that the body covers: all of it, or what stands between the braces
    /// of a block.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }

    pub(super) fn document(&self) -> &Arc<Document> {
        &self.document
    }
}

impl Attribute {
    /// The name.
    pub fn name(&self) -> &str {
        self.document.view().slice(self.view.name)
    }

    /// The bytes of the name.
    pub fn name_span(&self) -> Span {
        self.view.name
    }

    /// The expression that gives the attribute its value.
    pub fn expression(&self) -> Expression {
        Expression::new(Arc::clone(&self.document), self.view.expression)
    }

    /// The bytes from the name to the end of the expression.
    pub fn span(&self) -> Span {
        self.view.span
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }
}

impl Block {
    /// The block type.
    pub fn block_type(&self) -> &str {
        self.document.view().slice(self.view.block_type)
    }

    /// The bytes of the block type.
    pub fn type_span(&self) -> Span {
        self.view.block_type
    }

    /// The labels.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = Label> {
        let spans = self.document.view().labels(&self.view);
        spans.map(|span| Label {
            document: Arc::clone(&self.document),
            span,
        })
    }

    /// The body between the braces.
    pub fn body(&self) -> Body {
        Body {
            document: Arc::clone(&self.document),
            view: self.view.body,
            span: self.document.view().content(&self.view),
        }
    }

    /// The bytes from the block type to the closing brace.
    pub fn span(&self) -> Span {
        self.view.span
    }

    /// The bytes from the block type to the last label.
    pub fn header_span(&self) -> Span {
        self.view.header
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }
}

impl Label {
    /// The string that the label stands for, in NFC if it was quoted.
    pub fn text(&self) -> Cow<'_, str> {
        self.document.view().label(self.span)
    }

    /// The bytes of the label, quotes included.
    pub fn span(&self) -> Span {
        self.span
    }
}

impl Comment {
    /// The comment with its marks, without the newline that ends it.
    pub fn text(&self) -> &str {
        self.document.view().slice(self.span)
    }

    /// The bytes of that text.
    pub fn span(&self) -> Span {
        self.span
    }
}

/// Writes a part of the source: a tree may be deeper than the stack.
macro_rules! debug_as_written {
    ($($handle:ident)*) => {$(
        impl fmt::Debug for $handle {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.document.view().slice(self.span()))
            }
        }
    )*};
}

debug_as_written! { Body Attribute Block }

impl fmt::Debug for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}

impl fmt::Debug for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.text(), f)
    }
}
