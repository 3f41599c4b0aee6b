//! The actions of the grammar: each makes one node of the tree.
//!
//! Knows nothing of the generated parser and of the text of diagnostics.

mod template;

use std::cell::{RefCell, RefMut};

use crate::diagnostic::MAX_REPORTED;
use crate::span::Span;
use crate::syntax::duplicate;
use crate::syntax::lexer::Draft;
use crate::syntax::storage::Storage;
use crate::syntax::tree::{
    AWAITED, BinaryOperator, CLOSED, CONTINUES_CHAIN, DISTINCT, NONE, Node, NodeId, NodeKind,
    PLAIN, Tree, UnaryOperator, WAITS, name_flags,
};

/// An expression and the number of links in its chain of operators, so that nobody walks the chain to count them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chain {
    pub(crate) root: NodeId,
    links: u32,
}

impl Chain {
    fn single(root: NodeId) -> Self {
        Chain { root, links: 0 }
    }
}

/// The offset in the stack of pending words at which the variables of a `for` begin: four words for the key
/// variable and the value variable, in most cases followed by the collection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForVariables(u32);

/// The result of an object `for`, with the flags of its node: whether values are grouped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForResult {
    key: NodeId,
    value: NodeId,
    flags: u8,
}

impl ForResult {
    pub(crate) fn single(key: Chain, value: Chain) -> Self {
        ForResult {
            key: key.root,
            value: value.root,
            flags: 0,
        }
    }

    pub(crate) fn grouped(key: Chain, value: Chain) -> Self {
        ForResult {
            flags: 1,
            ..ForResult::single(key, value)
        }
    }
}

/// The arguments of a call: the mark of their list, and the flags of the call's node, which say whether the final
/// argument is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments {
    mark: u32,
    flags: u8,
}

impl Arguments {
    pub(crate) fn plain(mark: u32) -> Self {
        Arguments { mark, flags: 0 }
    }

    pub(crate) fn expand_final(mark: u32) -> Self {
        Arguments { mark, flags: 1 }
    }
}

/// The start and the end of a range of bytes.
type ByteRange = (u32, u32);

/// Initial capacity of the stack of pending words: enough for most sources.
const PENDING: usize = 64;

/// Builds the tree of one source, bottom-up.
pub(crate) struct Builder<'s> {
    text: &'s str,
    /// The tree, to which the lexer adds, too.
    draft: &'s RefCell<Draft>,
    root: NodeId,
    /// The words of the lists that are still open, innermost list last.
    pending: Vec<u32>,
    max_links: u32,
    violations: Vec<Violation>,
}

/// What the grammar accepts and HCL forbids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Violation {
    /// The body has an attribute of the same name already.
    Redefined { name: Span, first: Span },
    /// An attribute-only splat within another.
    NestedSplat(Span),
    /// A chain of operators with too many links.
    TooLong(Span),
}

impl<'s> Builder<'s> {
    /// A builder for `text`, whose chains may have `max_links` links.
    pub(crate) fn new(text: &'s str, max_links: u32, draft: &'s RefCell<Draft>) -> Self {
        Builder {
            text,
            draft,
            root: NodeId(NONE),
            pending: Vec::with_capacity(PENDING),
            max_links,
            violations: Vec::new(),
        }
    }

    /// The root of the tree, after the parser has accepted the source, and the first violations in it.
    pub(crate) fn finish_source(self) -> (NodeId, Vec<Violation>) {
        (self.root, self.violations)
    }

    fn storage(&self) -> RefMut<'s, Storage> {
        RefMut::map(self.draft.borrow_mut(), |draft| &mut draft.storage)
    }

    fn stored(&self, id: NodeId) -> Node {
        self.draft.borrow().storage.node(id)
    }

    fn node(&mut self, kind: NodeKind, (start, end): ByteRange, data: u32) -> NodeId {
        self.flagged(kind, (start, end), data, 0)
    }

    fn flagged(&mut self, kind: NodeKind, (start, end): ByteRange, data: u32, flags: u8) -> NodeId {
        self.storage().push(Node {
            kind,
            flags,
            start,
            end,
            data,
        })
    }

    fn start_of(&self, chain: Chain) -> u32 {
        self.stored(chain.root).start
    }

    /// Adds one link to a chain.
    fn link(&mut self, root: NodeId, links: u32) -> Chain {
        if links == self.max_links {
            self.violations
                .push(Violation::TooLong(self.storage().span(root)));
        }
        Chain {
            root,
            links: links + 1,
        }
    }

    // ---- Lists

    /// The position in the stack of pending words at which the next list begins.
    pub(crate) fn mark(&self) -> u32 {
        u32::try_from(self.pending.len()).unwrap_or(NONE)
    }

    /// Moves the list that begins at `mark` into the tree.
    fn counted(&mut self, mark: u32) -> u32 {
        let list = self.storage().push_counted(&self.pending[mark as usize..]);
        self.pending.truncate(mark as usize);
        list
    }

    pub(crate) fn item(&mut self, mark: u32, item: NodeId) -> u32 {
        self.pending.push(item.0);
        mark
    }

    pub(crate) fn element(&mut self, mark: u32, element: Chain) -> u32 {
        self.item(mark, element.root)
    }

    // ---- Structural Elements

    /// Moves the items of a body into the tree, without repeated attributes. Returns the list and its flag [`DISTINCT`].
    fn body(&mut self, mark: u32) -> (u32, u8) {
        let items = &self.pending[mark as usize..];
        let draft = self.draft.borrow();
        let storage = &draft.storage;
        let mut wrong = Vec::new();
        let is_distinct = duplicate::report_redefined(self.text, storage, items, |index, first| {
            let name = |id: NodeId| Span::new(storage.node(id).start, storage.node(id).end);
            let (name, first) = (name(NodeId(items[index])), name(first));
            let is_reported = self.violations.len() < MAX_REPORTED;
            self.violations
                .extend(is_reported.then_some(Violation::Redefined { name, first }));
            wrong.push(items[index]);
        });
        drop(draft);
        if !wrong.is_empty() {
            let mut wrong = wrong.into_iter().peekable();
            let mut kept = self.pending.split_off(mark as usize);
            kept.retain(|item| wrong.next_if_eq(item).is_none());
            self.pending.append(&mut kept);
        }
        let flags = if is_distinct { DISTINCT } else { 0 };
        (self.counted(mark), flags)
    }

    /// Moves the next `count` items of the queue to the items of the body or object around them.
    pub(crate) fn literal_items(&mut self, count: u16) {
        let queue = &mut self.draft.borrow_mut().queue;
        self.pending.extend(queue.drain(..usize::from(count)));
    }

    /// Moves the next `count` items of the queue to the items of the object that begin at `mark`.
    pub(crate) fn object_literal_items(&mut self, mark: u32, count: u16) -> u32 {
        self.literal_items(count);
        mark
    }

    pub(crate) fn finish_body(&mut self, mark: u32) {
        let (items, distinct) = self.body(mark);
        let end = u32::try_from(self.text.len()).unwrap_or(NONE);
        let body = self.flagged(NodeKind::Body, (0, end), items, distinct);
        self.root = body;
    }

    pub(crate) fn finish(&mut self, expression: Chain) {
        self.root = expression.root;
    }

    pub(crate) fn finish_template(&mut self, mark: u32) {
        let end = u32::try_from(self.text.len()).unwrap_or(NONE);
        let template = self.template(NodeKind::BareTemplate, mark, 0, end);
        self.root = template.root;
    }

    fn name_flags(&self, start: u32, end: u32) -> u8 {
        name_flags(&self.text.as_bytes()[start as usize..end as usize])
    }

    pub(crate) fn attribute(&mut self, start: u32, end: u32, value: Chain) {
        let flags = self.name_flags(start, end);
        let attribute = self.flagged(NodeKind::Attribute, (start, end), value.root.0, flags);
        self.pending.push(attribute.0);
    }

    pub(crate) fn one_line_attribute(&mut self, start: u32, end: u32, value: Chain) -> u32 {
        let mark = self.mark();
        self.attribute(start, end, value);
        mark
    }

    pub(crate) fn block_type(&mut self, start: u32, end: u32) -> u32 {
        let header = self.mark();
        self.pending.extend([start, end]);
        header
    }

    /// The type and the labels of a block whose header is one token: the next words of the queue.
    pub(crate) fn header(&mut self, start: u32) -> u32 {
        let mark = self.mark();
        let queue = &mut self.draft.borrow_mut().queue;
        let labels = queue[2] as usize;
        // The words are those of a block in the tree: the end of the type, the end of the header, the number of labels, the
        // labels, and the number of items. The second and the last are computed anew when the block is complete.
        self.pending.extend([start, queue[0]]);
        self.pending.extend(&queue[3..][..2 * labels]);
        queue.drain(..4 + 2 * labels);
        mark
    }

    pub(crate) fn label(&mut self, header: u32, start: u32, end: u32) -> u32 {
        self.pending.extend([start, end]);
        header
    }

    pub(crate) fn empty_block(&mut self, header: u32, brace: ByteRange) {
        let body = self.mark();
        self.block(header, body, brace);
    }

    /// `header` is where the positions of the type and the labels begin in the pending words, `body` where
    /// the items begin.
    pub(crate) fn block(&mut self, header: u32, body: u32, brace: ByteRange) {
        let positions = &self.pending[header as usize..body as usize];
        let (start, type_end) = (positions[0], positions[1]);
        let data = self.storage().push_header(&positions[1..]);
        let (_, distinct) = self.body(body);
        self.pending.truncate(header as usize);
        let (content_end, end) = brace;
        let closed = if content_end < end { CLOSED } else { 0 };
        let flags = closed | distinct | self.name_flags(start, type_end);
        let block = self.flagged(NodeKind::Block, (start, end), data, flags);
        self.pending.push(block.0);
    }

    // ---- Expression Terms

    pub(crate) fn leaf(&mut self, kind: NodeKind, start: u32, end: u32) -> Chain {
        Chain::single(self.node(kind, (start, end), 0))
    }

    pub(crate) fn number(&mut self, start: u32, end: u32) -> Chain {
        let node = Node::number(self.text, Span::new(start, end));
        Chain::single(self.storage().push(node))
    }

    /// A variable or one of the literals `true`, `false` and `null`.
    pub(crate) fn identifier(&mut self, start: u32, end: u32) -> Chain {
        let node = Node::identifier(self.text, Span::new(start, end));
        Chain::single(self.storage().push(node))
    }

    pub(crate) fn empty(&mut self, kind: NodeKind, start: u32, end: u32) -> Chain {
        let mark = self.mark();
        self.collection(kind, mark, start, end)
    }

    pub(crate) fn collection(&mut self, kind: NodeKind, mark: u32, start: u32, end: u32) -> Chain {
        let list = self.counted(mark);
        Chain::single(self.node(kind, (start, end), list))
    }

    pub(crate) fn named_item(&mut self, mark: u32, start: u32, end: u32, value: Chain) -> u32 {
        let item = self.node(NodeKind::NamedItem, (start, end), value.root.0);
        self.item(mark, item)
    }

    pub(crate) fn keyed_item(&mut self, key: Chain, value: Chain) -> NodeId {
        self.node(NodeKind::KeyedItem, (key.root.0, 0), value.root.0)
    }

    pub(crate) fn call(
        &mut self,
        start: u32,
        name_end: u32,
        arguments: Arguments,
        end: u32,
    ) -> Chain {
        let data = self.storage().push_words(&[name_end]);
        let Arguments { mark, flags } = arguments;
        self.counted(mark);
        Chain::single(self.flagged(NodeKind::FunctionCall, (start, end), data, flags))
    }

    pub(crate) fn parentheses(&mut self, inner: Chain, start: u32, end: u32) -> Chain {
        let flags = self.stored(inner.root).flags & PLAIN;
        Chain::single(self.flagged(NodeKind::Parentheses, (start, end), inner.root.0, flags))
    }

    // ---- Index, GetAttr, Splat

    pub(crate) fn index(&mut self, source: Chain, key: Chain, end: u32) -> Chain {
        let data = self.storage().push_words(&[source.root.0, key.root.0]);
        self.postfix(NodeKind::Index, source, end, data)
    }

    /// `dot` is the offset of the point. The source of the access must be the node made last.
    pub(crate) fn access(&mut self, kind: NodeKind, source: Chain, dot: u32, end: u32) -> Chain {
        let access = self.postfix(kind, source, end, dot);
        debug_assert_eq!(Tree::previous(access.root), source.root);
        access
    }

    /// `at` is the range of the splat operator itself.
    pub(crate) fn splat(&mut self, source: Chain, at: ByteRange) -> Chain {
        let kind = match self.text.as_bytes()[at.0 as usize] {
            b'.' => NodeKind::AttributeSplat,
            _ => NodeKind::FullSplat,
        };
        if kind == NodeKind::AttributeSplat && self.in_attribute_splat(source.root) {
            self.violations
                .push(Violation::NestedSplat(Span::new(at.1 - 1, at.1)));
        }
        self.postfix(kind, source, at.1, source.root.0)
    }

    fn postfix(&mut self, kind: NodeKind, source: Chain, end: u32, data: u32) -> Chain {
        let start = self.start_of(source);
        let is_splat = matches!(kind, NodeKind::AttributeSplat | NodeKind::FullSplat);
        let flags = u8::from(is_splat || self.follows_splat(source.root));
        let postfix = self.flagged(kind, (start, end), data, flags);
        self.link(postfix, source.links)
    }

    /// Whether an operation on `source` has a splat among its sources.
    fn follows_splat(&self, source: NodeId) -> bool {
        self.stored(source).follows_splat()
    }

    /// Whether nothing but attribute access stands between `source` and an attribute-only splat.
    fn in_attribute_splat(&self, mut source: NodeId) -> bool {
        while self.follows_splat(source) {
            match self.stored(source).kind {
                NodeKind::AttributeSplat => return true,
                NodeKind::GetAttr | NodeKind::LegacyIndex => source = Tree::previous(source),
                _ => return false,
            }
        }
        false
    }

    // ---- For Expressions

    pub(crate) fn for_value(&mut self, value: ByteRange) -> ForVariables {
        self.for_key_value((NONE, NONE), value)
    }

    pub(crate) fn for_key_value(&mut self, key: ByteRange, value: ByteRange) -> ForVariables {
        let variables = ForVariables(self.mark());
        self.pending.extend([key.0, key.1, value.0, value.1]);
        variables
    }

    pub(crate) fn for_intro(&mut self, variables: ForVariables, collection: Chain) -> ForVariables {
        self.pending.push(collection.root.0);
        variables
    }

    pub(crate) fn for_tuple(
        &mut self,
        range: ByteRange,
        variables: ForVariables,
        value: Chain,
        condition: Option<Chain>,
    ) -> Chain {
        let result = [NONE, value.root.0, condition.map_or(NONE, |it| it.root.0)];
        let data = self.close_for(variables, result);
        Chain::single(self.node(NodeKind::ForTuple, range, data))
    }

    pub(crate) fn for_object(
        &mut self,
        range: ByteRange,
        variables: ForVariables,
        result: ForResult,
        condition: Option<Chain>,
    ) -> Chain {
        let ForResult { key, value, flags } = result;
        let words = [key.0, value.0, condition.map_or(NONE, |it| it.root.0)];
        let data = self.close_for(variables, words);
        Chain::single(self.flagged(NodeKind::ForObject, range, data, flags))
    }

    /// Moves the pending variables and collection into the tree, followed by `rest`.
    fn close_for<const N: usize>(&mut self, variables: ForVariables, rest: [u32; N]) -> u32 {
        self.pending.extend(rest);
        let data = self
            .storage()
            .push_words(&self.pending[variables.0 as usize..]);
        self.pending.truncate(variables.0 as usize);
        data
    }

    // ---- Operations

    /// The operator stands at `start`.
    pub(crate) fn unary(&mut self, start: u32, operand: Chain) -> Chain {
        let operator = UnaryOperator::at(self.text, start) as u8;
        let end = self.stored(operand.root).end;
        let flags = operator | self.stored(operand.root).flags & PLAIN;
        let root = self.flagged(NodeKind::Unary, (start, end), operand.root.0, flags);
        Chain::single(root)
    }

    pub(crate) fn binary(&mut self, left: Chain, operator: u32, right: Chain) -> Chain {
        let operator = BinaryOperator::at(self.text, operator);
        let root = self.operation(left.root, operator, right.root);
        self.link(root, 0)
    }

    #[inline]
    fn operation(&mut self, left: NodeId, operator: BinaryOperator, right: NodeId) -> NodeId {
        let (first, second) = (self.stored(left), self.stored(right));
        // Computed without a branch: whether the left operand is an operation cannot be predicted.
        let continues = u8::from(first.kind == NodeKind::Binary) * CONTINUES_CHAIN;
        let plain = first.flags & second.flags & PLAIN;
        // In a binary operation, `end` holds the right operand.
        let fields = (first.start, right.0);
        self.flagged(
            NodeKind::Binary,
            fields,
            left.0,
            operator as u8 | continues | plain,
        )
    }

    /// Adds an operator and an operand to a chain, at the position that its precedence demands: the new operation takes
    /// over the right operand of the operations that bind less tightly, at most one for each level of precedence.
    pub(crate) fn extend_binary(&mut self, chain: Chain, operator: u32, right: Chain) -> Chain {
        let operator = BinaryOperator::at(self.text, operator);
        let kept = self.stored(right.root).flags | !PLAIN;
        let mut above = None;
        let mut left = chain.root;
        loop {
            let mut storage = self.storage();
            let node = storage.node_mut(left);
            let binds_less = node.kind == NodeKind::Binary
                && BinaryOperator::from_flags(node.flags).precedence() < operator.precedence();
            if !binds_less {
                break;
            }
            node.flags &= kept;
            above = Some(left);
            left = NodeId(node.end);
        }
        let operation = self.operation(left, operator, right.root);
        let root = match above {
            Some(above) => {
                self.defer(above, operation, left);
                chain.root
            }
            None => operation,
        };
        self.link(root, chain.links)
    }

    /// Makes an operation the right operand of `above`, in the place of `left`.
    fn defer(&mut self, above: NodeId, operation: NodeId, left: NodeId) {
        let mut storage = self.storage();
        storage.node_mut(operation).flags |= AWAITED;
        let above = storage.node_mut(above);
        above.end = operation.0;
        above.flags |= WAITS;
        let left = storage.node_mut(left);
        left.flags &= !(u8::from(left.kind == NodeKind::Binary) * AWAITED);
    }

    pub(crate) fn conditional(&mut self, predicate: Chain, yes: Chain, no: Chain) -> Chain {
        let start = self.start_of(predicate);
        let end = self.storage().span(no.root).end();
        let data = self
            .storage()
            .push_words(&[predicate.root.0, yes.root.0, no.root.0]);
        let root = self.node(NodeKind::Conditional, (start, end), data);
        let is_chain = self.stored(no.root).kind == NodeKind::Conditional;
        self.link(root, if is_chain { no.links } else { 0 })
    }
}
