//! A tree: the storage of its nodes, and what is known of the tree besides.
//!
//! Knows nothing of grammar and the source text.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::diagnostic::Diagnostic;
use crate::span::Span;
use crate::syntax::json_string::StringOffsets;
use crate::syntax::lexer::SourceKind;
use crate::syntax::node::{BODY_ITEMS, NONE, Node, NodeId, NodeKind};
use crate::syntax::storage::Storage;

/// A whole tree.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    storage: Storage,
    root: u32,
    /// The labels that come from evaluation instead of the source.
    labels: Vec<Box<str>>,
    bindings: Option<Arc<dyn Bindings>>,
    /// What is known of the strings of a source in JSON syntax.
    strings: Option<Strings>,
    derived: Derived,
    /// The texts that the source was joined from; none for the text of one source.
    parts: Vec<TextPart>,
}

/// One of the texts that a source was joined from.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPart {
    pub(super) start: u32,
    pub(super) is_json: bool,
}

/// Data that evaluation has computed from a tree and keeps for the next evaluation. A copy of the tree may be
/// changed and begins without it.
#[derive(Default)]
struct Derived(OnceLock<Box<dyn Any + Send + Sync>>);

impl Clone for Derived {
    fn clone(&self) -> Self {
        Derived::default()
    }
}

impl fmt::Debug for Derived {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Derived")
    }
}

impl fmt::Debug for dyn Bindings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Bindings")
    }
}

/// The values that the variables of a tree are bound to. Evaluation puts them there and takes them out; the
/// tree knows only this trait.
pub(crate) trait Bindings: Any + Send + Sync {
    /// The value at `index` in native syntax, or an attribute of that value. `None` if it is unknown.
    fn text(&self, index: usize, attribute: Option<&str>) -> Option<String>;

    /// The number of values.
    fn len(&self) -> usize;

    /// These values, and after them those of others.
    fn followed_by(&self, others: &[&dyn Bindings]) -> Arc<dyn Bindings>;

    /// For evaluation, which knows the type.
    fn as_any(&self) -> &dyn Any;
}

impl Tree {
    /// The tree of the nodes in a storage, with this root.
    pub(crate) fn new(storage: Storage, root: NodeId) -> Self {
        Tree {
            storage,
            root: root.0,
            ..Tree::default()
        }
    }

    /// An empty tree for a source in JSON syntax.
    pub(crate) fn for_json(text: &str) -> Self {
        Tree {
            storage: Storage::for_json(text),
            ..Tree::default()
        }
    }

    /// The tree of a body without items.
    pub(crate) fn empty_body() -> Self {
        let mut tree = Tree::default();
        let items = tree.push_counted(&[]);
        let body = Node::leaf(NodeKind::Body, 0, Span::default());
        tree.push(Node {
            data: items,
            ..body
        });
        tree
    }

    #[inline]
    pub(crate) fn push(&mut self, node: Node) -> NodeId {
        self.storage.push(node)
    }

    /// Appends a list of words and returns where it begins.
    pub(crate) fn push_words(&mut self, words: &[u32]) -> u32 {
        self.storage.push_words(words)
    }

    /// Appends a counted list and returns where it begins.
    pub(crate) fn push_counted(&mut self, list: &[u32]) -> u32 {
        self.storage.push_counted(list)
    }

    /// Stores the text of a label that comes from evaluation.
    pub(crate) fn push_label(&mut self, text: Box<str>) -> u32 {
        let index = u32::try_from(self.labels.len()).unwrap_or(NONE);
        self.labels.push(text);
        index
    }

    /// The text of a label that comes from evaluation.
    pub(crate) fn label(&self, index: u32) -> &str {
        &self.labels[index as usize]
    }

    /// Sets the values that variables are bound to.
    pub(crate) fn bind(&mut self, bindings: Arc<dyn Bindings>) {
        self.bindings = Some(bindings);
    }

    /// The values that variables are bound to, if there are any.
    pub(crate) fn bindings(&self) -> Option<&dyn Bindings> {
        self.bindings.as_deref()
    }

    /// Sets what is known of the strings of a source in JSON syntax.
    pub(crate) fn set_strings(&mut self, strings: Strings) {
        self.strings = Some(strings);
    }

    /// What is known of those strings, to add to it.
    pub(super) fn strings_mut(&mut self) -> Option<&mut Strings> {
        self.strings.as_mut()
    }

    /// What is known of the strings of the source, if that is in JSON syntax.
    #[inline]
    pub(crate) fn strings(&self) -> Option<&Strings> {
        self.strings.as_ref()
    }

    /// The data computed from the tree, made now if it does not exist. All callers use the same type; for any
    /// other, the result is `None`.
    pub(crate) fn derived<T: Any + Send + Sync>(&self, make: impl FnOnce() -> T) -> Option<&T> {
        let derived = self.derived.0.get_or_init(|| Box::new(make()));
        derived.downcast_ref()
    }

    /// Sets the texts that the source was joined from.
    pub(super) fn set_parts(&mut self, parts: Vec<TextPart>) {
        self.parts = parts;
    }

    /// The texts that the source was joined from; none for the text of one source.
    pub(super) fn parts(&self) -> &[TextPart] {
        &self.parts
    }

    /// Whether bodies were laid over each other for this tree.
    pub(crate) fn is_overlay(&self) -> bool {
        !self.parts.is_empty()
    }

    /// Whether what stands at a byte of the source is in JSON syntax.
    pub(crate) fn is_json_at(&self, byte: u32) -> bool {
        let before = self.parts.partition_point(|part| part.start <= byte);
        match before.checked_sub(1) {
            Some(at) => self.parts[at].is_json,
            None => self.strings().is_some(),
        }
    }

    /// All values that variables are bound to, as they are kept.
    pub(super) fn shared_bindings(&self) -> Option<&Arc<dyn Bindings>> {
        self.bindings.as_ref()
    }

    /// The labels that come from evaluation.
    pub(super) fn labels(&self) -> &[Box<str>] {
        &self.labels
    }

    /// The indexes of all nodes.
    pub(crate) fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.storage.next_id()).map(NodeId)
    }

    /// All nodes.
    pub(super) fn all_nodes(&self) -> &[Node] {
        self.storage.all_nodes()
    }

    /// All words of lists.
    pub(super) fn all_words(&self) -> &[u32] {
        self.storage.all_words()
    }

    /// The index of the value that the variable `id` is bound to, if it is bound.
    pub(crate) fn binding(&self, id: NodeId) -> Option<usize> {
        let node = self.node(id);
        let is_bound = node.kind == NodeKind::Variable && node.is_bound();
        is_bound.then_some(node.data as usize)
    }

    /// Number of nodes or words, whichever is greater. It stays below [`NONE`].
    pub(crate) fn len(&self) -> usize {
        self.all_nodes().len().max(self.all_words().len())
    }

    pub(crate) fn root(&self) -> NodeId {
        NodeId(self.root)
    }

    pub(crate) fn set_root(&mut self, root: NodeId) {
        self.root = root.0;
    }

    #[inline]
    pub(crate) fn node(&self, id: NodeId) -> Node {
        self.storage.node(id)
    }

    /// The nodes from `first` to `last`.
    #[inline]
    pub(crate) fn nodes(&self, first: NodeId, last: NodeId) -> &[Node] {
        self.storage.nodes(first, last)
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        self.storage.node_mut(id)
    }

    /// The word at `index` of the list storage.
    #[inline]
    pub(crate) fn word(&self, index: u32) -> u32 {
        self.storage.word(index)
    }

    /// `count` words from `index` on.
    #[inline]
    pub(crate) fn words(&self, index: u32, count: u32) -> &[u32] {
        self.storage.words(index, count)
    }

    /// The counted list at `index`.
    #[inline]
    pub(crate) fn counted(&self, index: u32) -> &[u32] {
        self.storage.counted(index)
    }

    /// The properties of the body that an object, or an array of objects, of JSON is. There are none if the node is not
    /// one.
    pub(crate) fn body_items(&self, id: NodeId) -> Option<&[u32]> {
        let list = self.body_list(id)?;
        Some(self.counted(list))
    }

    /// Where the list of those properties begins.
    pub(crate) fn body_list(&self, id: NodeId) -> Option<u32> {
        let node = self.node(id);
        match (node.kind, node.flags & BODY_ITEMS != 0) {
            (NodeKind::Object | NodeKind::Tuple, true) => {
                Some(node.data + 1 + self.word(node.data))
            }
            (NodeKind::Object, false) => Some(node.data),
            _ => None,
        }
    }

    /// The property whose value an object or an array of JSON is or stands in, and the object with that property.
    pub(crate) fn owner(&self, id: NodeId) -> Option<(NodeId, NodeId)> {
        let node = self.node(id);
        let (property, object) = (self.word(node.data - 2), self.word(node.data - 1));
        (property != NONE).then_some((NodeId(property), NodeId(object)))
    }

    /// The bytes of the source that a node covers.
    #[inline]
    pub(crate) fn span(&self, id: NodeId) -> Span {
        self.storage.span(id)
    }

    /// The number of words that precede the list of child nodes in the words of a node, and the number of
    /// child nodes. Both are 0 if the node has no list of child nodes.
    pub(crate) fn word_layout(&self, node: Node) -> (u32, u32) {
        match node.kind {
            NodeKind::Index => (0, 2),
            NodeKind::Conditional | NodeKind::TemplateIf => (0, 3),
            NodeKind::TemplateFor => (4, 2),
            NodeKind::ForTuple | NodeKind::ForObject => (4, 4),
            NodeKind::Tuple | NodeKind::Object => (1, self.word(node.data)),
            NodeKind::FunctionCall
            | NodeKind::QuotedTemplate
            | NodeKind::HeredocTemplate
            | NodeKind::BareTemplate => (2, self.word(node.data + 1)),
            _ => (0, 0),
        }
    }

    /// The node that directly precedes `id`: the source of a postfix operation.
    pub(crate) fn previous(id: NodeId) -> NodeId {
        NodeId(id.0 - 1)
    }
}

/// Native syntax in a string of JSON: a source of its own with a tree of its own.
#[derive(Clone, Debug)]
pub(crate) struct Embedded {
    /// What the string stands for, which is what the spans of the tree are about.
    pub(super) text: String,
    pub(super) offsets: StringOffsets,
    /// Nothing if the text is not what it was asked for.
    pub(super) tree: Option<Arc<Tree>>,
    /// What is wrong with it, in terms of the text.
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Parses native syntax. The numbers are the limits of nesting and of the links of a chain.
pub(crate) type EmbeddedParser = fn(&str, SourceKind, u32, u32) -> Result<Tree, Vec<Diagnostic>>;

/// What a tree knows of the strings in its source.
#[derive(Clone)]
pub(crate) struct Strings {
    pub(super) reader: EmbeddedParser,
    /// How deep constructs may nest, and how many links a chain may have.
    pub(super) limits: [u32; 2],
    pub(super) templates: Vec<StringSlot>,
}

/// A string with template sequences.
#[derive(Clone, Default)]
pub(super) struct StringSlot {
    /// How many objects and arrays are around it.
    pub(super) depth: u32,
    /// What it stands for, if it is written with escape sequences.
    text: Option<Box<str>>,
    pub(super) template: OnceLock<Arc<Embedded>>,
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Strings")
            .field("templates", &self.templates.len())
            .finish_non_exhaustive()
    }
}

impl Strings {
    pub(crate) fn new(reader: EmbeddedParser, limits: [u32; 2]) -> Self {
        Strings {
            reader,
            limits,
            templates: Vec::new(),
        }
    }

    /// Keeps a place for a string with template sequences, and gives its index.
    pub(crate) fn push(&mut self, depth: u32, text: Option<Box<str>>) -> u32 {
        let index = u32::try_from(self.templates.len()).unwrap_or(NONE);
        self.templates.push(StringSlot {
            depth,
            text,
            template: OnceLock::new(),
        });
        index
    }

    /// What is known of the string with template sequences at an index.
    pub(super) fn slot(&self, index: u32) -> Option<&StringSlot> {
        self.templates.get(index as usize)
    }

    /// Adds what is known of a string with template sequences, and gives its index. `template` replaces its template.
    pub(super) fn push_slot(
        &mut self,
        mut slot: StringSlot,
        template: Option<Arc<Embedded>>,
    ) -> u32 {
        if let Some(template) = template {
            slot.template = OnceLock::from(template);
        }
        let index = u32::try_from(self.templates.len()).unwrap_or(NONE);
        self.templates.push(slot);
        index
    }

    /// Adds the strings of another source, which begins at a byte of the joined text. Templates are parsed anew there,
    /// unless variables are bound in them.
    pub(super) fn append(&mut self, other: &Strings, text: u32) {
        for (own, others) in self.limits.iter_mut().zip(other.limits) {
            *own = others.max(*own);
        }
        for slot in &other.templates {
            let template = slot.template.get();
            let bound = template.filter(|it| it.tree().is_some_and(|tree| tree.is_expanded()));
            let slot = StringSlot {
                template: OnceLock::new(),
                ..slot.clone()
            };
            self.push_slot(slot, bound.map(|template| Arc::new(template.moved(text))));
        }
    }

    /// What a string with template sequences stands for, if it is written with escape sequences.
    pub(crate) fn text(&self, index: u32) -> Option<&str> {
        self.templates.get(index as usize)?.text.as_deref()
    }
}
