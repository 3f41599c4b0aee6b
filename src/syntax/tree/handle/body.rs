//! Bodies, attributes, blocks and labels ("Structural Elements").

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, OnceLock};

use super::item::{ItemHandle, ItemRef, Layered, documents_of};
use super::layers::PendingOverlay;
use super::names::NameIndex;
use super::overlay::ReplacedBlock;
use super::{Comment, Document, Expression};
use crate::nfc::normalize;
use crate::source::Source;
use crate::span::{Span, offset};
use crate::syntax::comment::{all_comment_spans, comment_spans};
use crate::syntax::tree::view::{BlockView, LabelView};
use crate::syntax::tree::{BodyNode, ExprId, ItemId, Tree};

/// The maximum number of items of a body that is searched linearly for a name.
const MAX_SEARCHED: usize = 32;

/// A body: attributes and blocks in the order of the source.
///
/// Cloning is cheap: a body shares its source and its tree with everything taken from it.
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
    pub(super) document: Arc<Document>,
    pub(super) span: Span,
    pub(super) items: Items,
    /// The value in JSON syntax that is the body: an object, or an array of objects.
    pub(super) value: Option<ExprId>,
}

#[derive(Clone)]
pub(super) enum Items {
    /// All items of a body in the source.
    Written(BodyNode),
    /// Selected items of one or more bodies.
    Selected(Arc<Selection>),
    /// Bodies that are laid over each other at the first access to an item.
    Layers(Arc<PendingOverlay>),
}

/// The items of a body, after combining its layers.
enum ItemsRef<'b> {
    Written(BodyNode),
    Selected(&'b Arc<Selection>),
}

/// Selected items, and the bodies that they were selected from.
#[derive(Clone, Default)]
pub(crate) struct SelectedItems {
    pub(crate) origins: Vec<(Arc<Document>, Span)>,
    pub(crate) items: Vec<ItemHandle>,
    /// Placeholders for the blocks that `dynamic` blocks without elements would have generated.
    pub(crate) absent: Vec<ItemHandle>,
    /// The blocks that an attribute of a later layer replaces, including nested ones.
    pub(super) replaced: Vec<ReplacedBlock>,
}

/// Selected items that do not change any more, with an index of their names.
#[derive(Clone, Default)]
pub(crate) struct Selection {
    pub(crate) selected: SelectedItems,
    /// Created at the first lookup.
    names: OnceLock<Arc<NameIndex>>,
}

impl From<SelectedItems> for Selection {
    fn from(selected: SelectedItems) -> Self {
        let names = OnceLock::new();
        Selection { selected, names }
    }
}

/// An item of a body: an attribute or a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BodyItem {
    /// An attribute.
    Attribute(Attribute),
    /// A block.
    Block(Block),
}

/// An attribute definition: `name = expression`.
#[derive(Clone)]
pub struct Attribute {
    pub(super) document: Arc<Document>,
    pub(super) id: ItemId,
    pub(super) expression: ExprId,
    pub(super) layered: Option<Layered>,
}

/// A block: a type, labels and a body.
#[derive(Clone)]
pub struct Block {
    pub(super) document: Arc<Document>,
    pub(super) view: BlockView,
    pub(super) layered: Option<Layered>,
}

/// A label of a block, quoted or bare. It borrows from its block.
///
/// ```
/// let body = hcl::parse("service \"web\" {}\n")?;
/// let block = body.blocks().next().expect("there is one");
/// let name = block.labels().next().expect("it has a label").text();
/// assert_eq!(name, "web");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct Label<'b> {
    document: &'b Document,
    view: LabelView,
}

impl Body {
    /// The body of an empty source.
    pub(crate) fn empty() -> Self {
        Body::new(Document::new(Source::new(""), Tree::default()))
    }

    pub(crate) fn new(document: Arc<Document>) -> Self {
        let items = Items::Written(document.view().root_body());
        let value = document.tree.root_expression();
        let whole = Span::new(0, offset(document.view().text.len()));
        Body {
            span: value.map_or(whole, |value| document.tree.span(value)),
            document,
            items,
            value,
        }
    }

    pub(crate) fn of_block(
        document: &Arc<Document>,
        block: &BlockView,
        layered: Option<&Layered>,
    ) -> Self {
        Body {
            document: Arc::clone(document),
            items: match layered {
                Some(layered) => Items::Selected(Arc::clone(&layered.body)),
                None => Items::Written(block.body),
            },
            span: document.view().content(block),
            value: block.json_body(),
        }
    }

    /// A body of selected items from these parts of documents, with these absent blocks.
    pub(crate) fn of_items(
        origins: Vec<(Arc<Document>, Span)>,
        items: Vec<ItemHandle>,
        absent: Vec<ItemHandle>,
    ) -> Option<Self> {
        let (document, span) = origins.first().cloned()?;
        let selected = SelectedItems {
            origins,
            items,
            absent,
            replaced: Vec::new(),
        };
        Some(Body {
            document,
            span,
            value: None,
            items: Items::Selected(Arc::new(selected.into())),
        })
    }

    /// A body of the same source with other items and other absent blocks. They need not be items of this
    /// body.
    pub(crate) fn select(&self, items: Vec<ItemHandle>, absent: Vec<ItemHandle>) -> Body {
        self.with_items(SelectedItems {
            origins: self.origins(),
            items,
            absent,
            replaced: self.replaced(),
        })
    }

    /// A selection of items that replace the items of this body.
    pub(crate) fn selection_of(
        &self,
        items: Vec<ItemHandle>,
        absent: Vec<ItemHandle>,
    ) -> Arc<Selection> {
        let selected = SelectedItems {
            origins: self.origins(),
            items,
            absent,
            replaced: Vec::new(),
        };
        Arc::new(selected.into())
    }

    /// A body with these items in place of its own.
    pub(super) fn with_items(&self, selected: SelectedItems) -> Body {
        Body {
            document: Arc::clone(&self.document),
            span: self.span,
            items: Items::Selected(Arc::new(selected.into())),
            value: self.value,
        }
    }

    fn items_ref(&self) -> ItemsRef<'_> {
        match &self.items {
            Items::Written(view) => ItemsRef::Written(*view),
            Items::Selected(selection) => ItemsRef::Selected(selection),
            Items::Layers(layers) => ItemsRef::Selected(layers.selection()),
        }
    }

    /// The selected items, or the combined items of layers; `None` for a body in the source.
    pub(super) fn selection(&self) -> Option<&Arc<Selection>> {
        match self.items_ref() {
            ItemsRef::Written(_) => None,
            ItemsRef::Selected(selection) => Some(selection),
        }
    }

    /// The parts of documents that the items come from.
    pub(crate) fn origins(&self) -> Vec<(Arc<Document>, Span)> {
        match self.selection() {
            None => vec![(Arc::clone(&self.document), self.span)],
            Some(selection) => selection.selected.origins.clone(),
        }
    }

    /// The documents of the body and of everything in it, that of the body first.
    pub(crate) fn documents(&self) -> Vec<&Arc<Document>> {
        let mut documents = documents_of(self.item_refs());
        documents.retain(|it| !Arc::ptr_eq(it, &self.document));
        documents.insert(0, &self.document);
        documents
    }

    /// Whether the items come from several sources.
    pub(crate) fn has_several_sources(&self) -> bool {
        let is_other = |item: ItemRef<'_>| !item.document.source.is(&self.document.source);
        self.origins().len() > 1 || self.item_refs().any(is_other)
    }

    /// The blocks that `dynamic` blocks without elements would have generated. The body has no items for
    /// them, but decoding checks them against the schema.
    pub(crate) fn absent(&self) -> Vec<ItemHandle> {
        let view = match self.items_ref() {
            ItemsRef::Written(view) => view,
            ItemsRef::Selected(selection) => return selection.selected.absent.clone(),
        };
        let absent = self.document.view().absent_ids(view).iter();
        absent
            .map(|id| ItemRef::of_tree(&self.document, *id).to_handle())
            .collect()
    }

    pub(crate) fn replaced(&self) -> Vec<ReplacedBlock> {
        let selection = self.selection();
        selection.map_or_else(Vec::new, |selection| selection.selected.replaced.clone())
    }

    /// The elements that are not objects in the sources in JSON syntax whose whole body it is.
    pub(crate) fn wrong_elements(&self) -> impl Iterator<Item = (Arc<Document>, ExprId)> {
        let origins = self.origins().into_iter();
        origins.flat_map(|(document, span)| {
            let view = document.view();
            let root = view.tree.root_expression();
            let body = root.filter(|root| view.tree.span(*root) == span);
            let wrong = body.into_iter().flat_map(|body| view.wrong_elements(body));
            let wrong: Vec<_> = wrong.map(|id| (Arc::clone(&document), id)).collect();
            wrong
        })
    }

    pub(crate) fn json_value(&self) -> Option<ExprId> {
        self.value
    }

    pub(super) fn len(&self) -> usize {
        match self.items_ref() {
            ItemsRef::Written(view) => self.document.view().item_ids(view).len(),
            ItemsRef::Selected(selection) => selection.selected.items.len(),
        }
    }

    /// The item at `index`, which must be less than [`Body::len`].
    pub(crate) fn item_ref(&self, index: usize) -> ItemRef<'_> {
        match self.items_ref() {
            ItemsRef::Written(view) => {
                let id = self.document.view().item_ids(view)[index];
                ItemRef::of_tree(&self.document, id)
            }
            ItemsRef::Selected(selection) => selection.selected.items[index].as_ref(),
        }
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The span of the body in the text of its tree.
    pub(crate) fn tree_span(&self) -> Span {
        self.span
    }

    /// The items, for callers that do not need the handles of [`Body::items`].
    pub(crate) fn item_refs(&self) -> impl ExactSizeIterator<Item = ItemRef<'_>> {
        (0..self.len()).map(|index| self.item_ref(index))
    }

    /// The attributes and blocks in the order of the source.
    pub fn items(&self) -> impl ExactSizeIterator<Item = BodyItem> {
        self.item_refs().map(ItemRef::item)
    }

    /// The attributes in the order of the source.
    pub fn attributes(&self) -> impl Iterator<Item = Attribute> {
        self.item_refs().filter_map(ItemRef::attribute)
    }

    /// The blocks in the order of the source.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        self.item_refs().filter_map(ItemRef::block)
    }

    /// The attribute with this name.
    pub fn attribute(&self, name: &str) -> Option<Attribute> {
        let mut indexes = self.indexes_of(name).into_iter();
        indexes.find_map(|index| self.item_ref(index).attribute())
    }

    /// The blocks of this type, in the order of the source.
    pub fn blocks_of_type(&self, block_type: &str) -> impl Iterator<Item = Block> {
        let indexes = self.indexes_of(block_type).into_iter();
        indexes.filter_map(|index| self.item_ref(index).block())
    }

    /// The indexes of the items that have a name, in the order of the source.
    fn indexes_of(&self, name: &str) -> Vec<usize> {
        let mut indexes = match self.name_index() {
            Some(index) => index.candidates(name),
            None => (0..self.len()).collect(),
        };
        indexes.retain(|index| self.item_ref(*index).name() == name);
        indexes
    }

    /// The index of the items by name, if there are many of them.
    fn name_index(&self) -> Option<Arc<NameIndex>> {
        if self.len() <= MAX_SEARCHED {
            return None;
        }
        let make = || NameIndex::new(self.item_refs().map(ItemRef::name));
        Some(match self.items_ref() {
            ItemsRef::Written(view) => self.document.names.of(view.items, make),
            ItemsRef::Selected(selection) => Arc::clone(selection.names.get_or_init(make)),
        })
    }

    /// Whether there is neither an attribute nor a block.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The comments in this body, including those in its blocks and expressions, in the order of the source.
    ///
    /// The body that remains after partial decoding has all comments of the original body. A body that was
    /// [overlaid](Body::overlay) has the comments of all layers, one layer after the other. If several layers contain a
    /// block, its body has the comments of the last of them.
    ///
    /// ```
    /// let body = hcl::parse("# the port\nport = 80 // of the web server\n")?;
    /// let comments: Vec<_> = body
    ///     .comments()
    ///     .map(|comment| comment.text().to_owned())
    ///     .collect();
    /// assert_eq!(comments, ["# the port", "// of the web server"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn comments(&self) -> impl Iterator<Item = Comment> {
        let origins = self.origins().into_iter();
        let origins = origins.filter(|(document, _)| !document.tree.is_json());
        origins.flat_map(|(document, span)| {
            let spans = comment_spans(document.source.text(), span);
            let spans = spans.into_iter();
            spans.map(move |span| Comment::new(Arc::clone(&document), span))
        })
    }

    /// The bytes of the source that the body covers: the whole source, or the text between the braces of a block. For a
    /// merged body, these are the bytes of the first body; for an overlaid one, the bytes of the last body.
    pub fn span(&self) -> Span {
        self.document().place(self.tree_span())
    }

    /// The text of the body as written. `None` if its items were selected, as in a merged or an overlaid body.
    /// [`Display`](fmt::Display) prints any body in the canonical form.
    ///
    /// ```
    /// let body = hcl::parse("a   = 1\nb { c=2 }\n")?;
    /// let block = body.blocks().next().expect("there is one");
    /// assert_eq!(block.body().text(), Some(" c=2 "));
    /// assert_eq!(block.body().to_string(), "c = 2\n");
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn text(&self) -> Option<&str> {
        match self.items {
            Items::Written(_) => Some(self.document.view().slice(self.span)),
            Items::Selected(_) | Items::Layers(_) => None,
        }
    }

    /// The source. For a merged body, this is the source of the first body; for an overlaid one, the source of the last
    /// body. Each item knows its own source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }

    /// The spans of the comments of the whole source.
    pub(crate) fn all_comments(&self) -> Vec<Span> {
        if self.document().tree.is_json() {
            return Vec::new();
        }
        all_comment_spans(self.document().source.text())
    }
}

impl BodyItem {
    /// The bytes of the attribute or block.
    pub fn span(&self) -> Span {
        match self {
            BodyItem::Attribute(attribute) => attribute.span(),
            BodyItem::Block(block) => block.span(),
        }
    }

    /// The source.
    pub fn source(&self) -> &Source {
        match self {
            BodyItem::Attribute(attribute) => attribute.source(),
            BodyItem::Block(block) => block.source(),
        }
    }
}

impl Attribute {
    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    /// The name.
    pub fn name(&self) -> &str {
        self.document.view().item_text(self.id)
    }

    pub(crate) fn id(&self) -> ItemId {
        self.id
    }

    pub(crate) fn item_ref(&self) -> ItemRef<'_> {
        ItemRef {
            layered: self.layered.as_ref(),
            ..ItemRef::of_tree(&self.document, self.id)
        }
    }

    /// Whether the attribute is a JSON property, which may be blocks as well.
    pub(crate) fn is_property(&self) -> bool {
        self.document.view().is_property(self.id)
    }

    /// The bytes of the name, including its quotes in JSON syntax.
    pub fn name_span(&self) -> Span {
        let head = self.document.view().item_head(self.id);
        self.document.place(head.name)
    }

    /// The expression that gives the attribute its value.
    pub fn expression(&self) -> Expression {
        let expression = Expression::new(Arc::clone(&self.document), self.expression);
        match &self.layered {
            Some(layered) => expression.of_layers(layered.clone()),
            None => expression,
        }
    }

    /// The bytes from the name to the end of the expression.
    pub fn span(&self) -> Span {
        self.document.place(self.document.tree.item_span(self.id))
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }
}

impl Block {
    pub(crate) fn new(document: &Arc<Document>, view: BlockView) -> Self {
        Block {
            document: Arc::clone(document),
            view,
            layered: None,
        }
    }

    pub(crate) fn document(&self) -> &Arc<Document> {
        &self.document
    }

    pub(crate) fn view(&self) -> &BlockView {
        &self.view
    }

    /// The block type.
    pub fn block_type(&self) -> &str {
        self.document.view().block_type(&self.view)
    }

    /// The bytes of the block type, including its quotes in JSON syntax.
    pub fn type_span(&self) -> Span {
        self.document.place(self.view.block_type)
    }

    /// The type and the labels in the form in which they are compared: labels in NFC.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names = vec![self.block_type().to_owned()];
        names.extend(self.labels().map(|it| normalize(it.text()).into_owned()));
        names
    }

    /// The labels.
    pub fn labels(&self) -> impl ExactSizeIterator<Item = Label<'_>> {
        let document = &*self.document;
        let labels = document.view().labels(&self.view);
        labels.map(move |view| Label { document, view })
    }

    /// Whether the block represents an unknown number of blocks: it, or a block around it, was generated by a `dynamic`
    /// block with an unknown `for_each`. All values in it are unknown.
    ///
    /// ```
    /// # #[cfg(feature = "spec")] {
    /// use hcl::{EvalContext, Value};
    ///
    /// let body = hcl::parse("dynamic \"a\" {\n  for_each = list\n  content {}\n}\n")?;
    /// let ctx = EvalContext::new().with_variable("list", Value::dynamic());
    /// let body = hcl::dynblock::expand_dynamic(&body, &ctx).into_result()?;
    /// assert!(body.blocks().all(|block| block.is_unknown()));
    /// # }
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn is_unknown(&self) -> bool {
        self.view.is_unknown()
    }

    /// Whether a `dynamic` block has generated the block, so that its type is the label of the `dynamic`
    /// block.
    pub(crate) fn is_generated(&self) -> bool {
        if self.is_json() {
            return self.view.is_made();
        }
        self.view.header.start() != self.view.block_type.start()
    }

    /// Whether it is not written as a block, but as the object of an attribute or as a setting.
    pub(crate) fn is_spread(&self) -> bool {
        let view = self.document.view();
        let brace = Span::new(self.view.header.end(), view.content(&self.view).start());
        !self.is_json() && self.view.is_made() && view.slice(brace).trim() != "{"
    }

    pub(crate) fn is_json(&self) -> bool {
        self.document.tree.is_json()
    }

    /// Whether the body has content from several layers.
    pub(crate) fn is_layered(&self) -> bool {
        self.layered.is_some()
    }

    /// The body between the braces.
    pub fn body(&self) -> Body {
        Body::of_block(&self.document, &self.view, self.layered.as_ref())
    }

    /// The bytes from the block type to the closing brace. If several layers contain the block, these are the bytes in
    /// the last of them.
    pub fn span(&self) -> Span {
        self.document.place(self.view.span)
    }

    /// The bytes from the block type to the last label.
    pub fn header_span(&self) -> Span {
        self.document.place(self.view.header)
    }

    /// The source.
    pub fn source(&self) -> &Source {
        &self.document.source
    }
}

impl<'b> Label<'b> {
    /// The string that the label stands for, in NFC if it was quoted.
    pub fn text(&self) -> Cow<'b, str> {
        self.document.view().label(self.view)
    }

    /// Whether its text is verbatim in the source, so that it need not be computed.
    pub(crate) fn is_verbatim(&self) -> bool {
        self.document.view().is_verbatim(self.view)
    }

    /// The bytes of the label, quotes included, or of the expression that gives it.
    pub fn span(&self) -> Span {
        self.document.place(self.view.span)
    }

    /// The span of the label in the text of its tree.
    pub(crate) fn tree_span(&self) -> Span {
        self.view.span
    }

    /// The source.
    pub fn source(&self) -> &'b Source {
        &self.document.source
    }
}

/// Shows the source text: a tree may be deeper than the stack.
impl fmt::Debug for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let span = self.document.tree.item_span(self.id);
        f.write_str(self.document.view().slice(span))
    }
}

/// Shows the source text: a tree may be deeper than the stack.
impl fmt::Debug for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.document.view().slice(self.view.span))
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.items {
            Items::Written(_) => f.write_str(self.document.view().slice(self.span)),
            _ => f.debug_list().entries(self.items()).finish(),
        }
    }
}

impl fmt::Debug for Layered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let items = self.properties().map(ItemRef::item);
        f.debug_list().entries(items).finish()
    }
}

impl fmt::Debug for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text(), f)
    }
}
