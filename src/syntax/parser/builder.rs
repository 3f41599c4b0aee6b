//! The actions of the grammar: each makes one node of the tree, or keeps the parts of an open construct until its end
//! is read.
//!
//! The children of open constructs are kept on stacks, one for each type of children, those of the innermost construct
//! last. A construct holds only its mark, the position at which its children begin, so that the symbols of the
//! generated parser stay small.

mod joined;
mod template;

pub(super) use joined::JoinedTokens;

use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

use foldhash::HashMap;

use crate::limits::ParseLimits;
use crate::repeated::first_repeated;
use crate::span::{Span, offset};
use crate::syntax::tree::{
    BinaryOperator, BlockNode, BodyNode, CallNode, Expr, ExprId, ExprKind, ForNode, Item, ItemId,
    ItemKind, List, Nodes, ObjectId, ObjectNode, Operation, OperationsNode, Part, Root, Step,
    StepKind, TraversalNode, Tree, UnaryOperator,
};

/// The position in a stack at which the children of a construct begin.
pub(crate) type Mark = u32;

/// An expression term, which may be continued by further steps.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Term {
    /// A term without steps.
    Single(ExprId),
    /// A source and the mark of its steps.
    Traversal { source: ExprId, steps: Mark },
}

/// The names that a `for` defines.
#[derive(Clone, Copy, Debug)]
struct ForNames {
    key: Option<Span>,
    value: Span,
}

/// The result of an object `for`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForResult {
    pub(crate) key: ExprId,
    pub(crate) value: ExprId,
    pub(crate) grouping: bool,
}

/// The arguments of a call: the mark of their list, and whether the final argument is expanded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arguments {
    pub(crate) mark: Mark,
    pub(crate) expand_final: bool,
}

/// The builder, shared by the actions of the grammar and the reader of joined tokens. Each action borrows it once.
pub(crate) type SharedBuilder<'s> = RefCell<Builder<'s>>;

/// Builds the tree of one source, bottom-up.
pub(crate) struct Builder<'s> {
    text: &'s str,
    nodes: Nodes,
    root: Root,
    open: Open,
    limits: ParseLimits,
    /// The items of a joined token that the parser has not taken yet.
    read_items: Vec<ItemId>,
    /// The offset of the last item that was tried as part of a whole block. No block that begins before it is tried
    /// again, so that nested blocks are read in vain at most once.
    tried: usize,
    violations: Vec<Violation>,
}

/// The children of open constructs, those of the innermost construct last.
#[derive(Default)]
struct Open {
    /// Elements and arguments.
    elements: Vec<ExprId>,
    items: Vec<ItemId>,
    /// The spans of block types and labels.
    labels: Vec<Span>,
    steps: Vec<Step>,
    operations: Vec<Operation>,
    /// The open levels of all chains. Within a chain, each level binds tighter than the level before it, and begins
    /// with the last operand of that level.
    levels: Vec<OpenLevel>,
    /// The parts of conditionals from the last to the first.
    conditionals: Vec<ExprId>,
    parts: Vec<Part>,
    for_names: Vec<ForNames>,
}

/// Operators of one level of precedence, which ends before the next operator that binds less tightly.
#[derive(Clone, Copy)]
struct OpenLevel {
    precedence: u8,
    first: ExprId,
    /// The mark of its first operation. When the level is closed, it has all operations from there on.
    rest: Mark,
    /// In the outermost level, the number of operators in the whole chain so far; otherwise 0.
    links: u32,
}

/// A construct that the grammar accepts but HCL forbids.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Violation {
    /// The body already has an attribute with this name.
    Redefined { name: Span, first: Span },
    /// An attribute-only splat within another.
    NestedSplat(Span),
    /// A chain of operators with too many links.
    TooLong(Span),
}

/// The length of a stack as a mark. It fits: a source has less than 4 GiB, and each child takes at least one byte of
/// it.
fn mark<T>(stack: &[T]) -> Mark {
    offset(stack.len())
}

impl<'s> Builder<'s> {
    /// A builder for `text`.
    pub(crate) fn shared(text: &'s str, limits: ParseLimits) -> SharedBuilder<'s> {
        RefCell::new(Builder {
            text,
            nodes: Nodes::for_source(text.len()),
            root: Root::default(),
            open: Open::default(),
            limits,
            read_items: Vec::new(),
            tried: 0,
            violations: Vec::new(),
        })
    }

    /// The tree, after the parser has accepted the source, and the first violations in it.
    pub(crate) fn finish_source(self) -> (Arc<Tree>, Vec<Violation>) {
        debug_assert!(
            self.read_items.is_empty(),
            "each joined token is taken by an action"
        );
        let tree = Arc::new(Tree::new(self.nodes, self.root));
        (tree, self.violations)
    }

    fn expression(&mut self, kind: ExprKind, start: u32, end: u32) -> ExprId {
        self.nodes.expression(kind, Span::ordered(start, end))
    }

    fn start_of(&self, id: ExprId) -> u32 {
        self.nodes[id].span.start()
    }

    fn end_of(&self, id: ExprId) -> u32 {
        self.nodes[id].span.end()
    }

    /// Reports a chain as soon as it has too many links. `links` is the number of links so far, `first` the expression
    /// before the first link, and `end` the end of the last one.
    fn count_links(&mut self, links: usize, first: ExprId, end: u32) {
        if links == self.limits.links as usize + 1 {
            let chain = Span::new(self.start_of(first), end);
            self.violation(Violation::TooLong(chain));
        }
    }

    fn violation(&mut self, violation: Violation) {
        if self.violations.len() <= self.limits.reported {
            self.violations.push(violation);
        }
    }

    // ---- Structural Elements

    pub(crate) fn items_mark(&self) -> Mark {
        mark(&self.open.items)
    }

    /// Moves the items of a body into the tree, without repeated attributes.
    fn body(&mut self, mark: Mark) -> BodyNode {
        let is_distinct = self.have_different_names(mark);
        if !is_distinct {
            self.remove_redefined(mark as usize);
        }
        BodyNode {
            items: self.items(mark),
            is_distinct,
            absent: List::EMPTY,
        }
    }

    /// Whether the names of all items from `mark` on are different.
    fn have_different_names(&self, mark: Mark) -> bool {
        let items = &self.open.items[mark as usize..];
        let name = |index: usize| &self.text.as_bytes()[self.nodes[items[index]].name.range()];
        first_repeated(items.len(), name).is_none()
    }

    /// Reports and removes each attribute from `mark` on that repeats the name of an earlier one
    /// ("Attribute Definitions").
    fn remove_redefined(&mut self, mark: usize) {
        let text = self.text;
        let mut first_of: HashMap<&str, Span> = HashMap::default();
        for id in self.open.items.split_off(mark) {
            let Item { name, kind } = self.nodes[id];
            let first = match kind {
                ItemKind::Block(_) => name,
                _ => *first_of.entry(&text[name.range()]).or_insert(name),
            };
            if first == name {
                self.open.items.push(id);
            } else {
                self.violation(Violation::Redefined { name, first });
            }
        }
    }

    pub(crate) fn finish_body(&mut self, mark: Mark) {
        self.root = Root::Body(self.body(mark));
    }

    pub(crate) fn finish(&mut self, expression: ExprId) {
        self.root = Root::Expression(expression);
    }

    pub(crate) fn attribute(&mut self, start: u32, end: u32, value: ExprId) {
        let name = Span::ordered(start, end);
        let kind = ItemKind::Attribute(value);
        let item = self.nodes.push_item(Item { name, kind });
        self.open.items.push(item);
    }

    pub(crate) fn one_line_attribute(&mut self, start: u32, end: u32, value: ExprId) -> Mark {
        let mark = self.items_mark();
        self.attribute(start, end, value);
        mark
    }

    /// The type of a block. The result is the mark of the block's type and labels.
    pub(crate) fn block_type(&mut self, start: u32, end: u32) -> Mark {
        let header = mark(&self.open.labels);
        self.open.labels.push(Span::ordered(start, end));
        header
    }

    pub(crate) fn label(&mut self, header: Mark, start: u32, end: u32) -> Mark {
        self.open.labels.push(Span::ordered(start, end));
        header
    }

    pub(crate) fn empty_block(&mut self, header: Mark, brace: Span) {
        let body = self.items_mark();
        self.block(header, body, brace);
    }

    /// `header` is the mark of the type and the labels, `body` the mark of the items, and `brace` the span of the
    /// closing brace.
    pub(crate) fn block(&mut self, header: Mark, body: Mark, brace: Span) {
        let item = self.make_block(header, body, brace);
        self.open.items.push(item);
    }

    fn make_block(&mut self, header: Mark, body: Mark, brace: Span) -> ItemId {
        let body = self.body(body);
        let header = header as usize;
        let names = &self.open.labels[header..];
        let (name, header_end) = (names[0], names[names.len() - 1].end());
        let labels = self.nodes.list_labels(&names[1..]);
        self.open.labels.truncate(header);
        let block = self.nodes.push_block(BlockNode {
            labels,
            body,
            header_end,
            end: brace.end(),
            is_closed: !brace.is_empty(),
        });
        let kind = ItemKind::Block(block);
        self.nodes.push_item(Item { name, kind })
    }

    // ---- Expression Terms

    pub(crate) fn quoted_literal(&mut self, start: u32, end: u32) -> Term {
        let literal = Expr::quoted_literal(self.text, Span::ordered(start, end));
        Term::Single(self.nodes.push_expression(literal))
    }

    pub(crate) fn heredoc_literal(&mut self, start: u32, end: u32) -> Term {
        Term::Single(self.expression(ExprKind::HeredocLiteral, start, end))
    }

    pub(crate) fn number(&mut self, start: u32, end: u32) -> Term {
        let number = Expr::number(self.text, Span::ordered(start, end));
        Term::Single(self.nodes.push_expression(number))
    }

    /// A variable or one of the literals `true`, `false` and `null`.
    pub(crate) fn identifier(&mut self, start: u32, end: u32) -> Term {
        let identifier = Expr::identifier(self.text, Span::ordered(start, end));
        Term::Single(self.nodes.push_expression(identifier))
    }

    /// The mark of elements or arguments.
    pub(crate) fn elements_mark(&self) -> Mark {
        mark(&self.open.elements)
    }

    pub(crate) fn element(&mut self, mark: Mark, element: ExprId) -> Mark {
        self.open.elements.push(element);
        mark
    }

    /// Moves elements or arguments into the tree.
    fn elements(&mut self, mark: Mark) -> List<ExprId> {
        let list = self
            .nodes
            .list_expressions(&self.open.elements[mark as usize..]);
        self.open.elements.truncate(mark as usize);
        list
    }

    pub(crate) fn tuple(&mut self, mark: Mark, start: u32, end: u32) -> Term {
        let elements = self.elements(mark);
        let tuple = self.nodes.push_tuple(elements);
        Term::Single(self.expression(ExprKind::Tuple(tuple), start, end))
    }

    pub(crate) fn object(&mut self, mark: Mark, start: u32, end: u32) -> Term {
        let object = self.object_node(mark);
        Term::Single(self.expression(ExprKind::Object(object), start, end))
    }

    /// Moves the items of an object into the tree.
    fn object_node(&mut self, mark: Mark) -> ObjectId {
        let is_plain = |id: &ItemId| {
            let Item { name, kind } = self.nodes[*id];
            matches!(kind, ItemKind::Named(_)) && self.text[name.range()].is_ascii()
        };
        let items = &self.open.items[mark as usize..];
        let has_plain_keys = items.iter().all(is_plain) && self.have_different_names(mark);
        let items = self.items(mark);
        self.nodes.push_object(ObjectNode {
            items,
            has_plain_keys,
        })
    }

    /// Moves items into the tree.
    fn items(&mut self, mark: Mark) -> List<ItemId> {
        let list = self.nodes.list_items(&self.open.items[mark as usize..]);
        self.open.items.truncate(mark as usize);
        list
    }

    pub(crate) fn named_item(&mut self, mark: Mark, start: u32, end: u32, value: ExprId) -> Mark {
        let name = Span::ordered(start, end);
        let kind = ItemKind::Named(value);
        let item = self.nodes.push_item(Item { name, kind });
        self.open.items.push(item);
        mark
    }

    pub(crate) fn keyed_item(&mut self, key: ExprId, value: ExprId) -> ItemId {
        let Expr { span: name, kind } = self.nodes[key];
        let kind = match kind {
            // A bare word that the lexer could not join with the `=` or `:` after it.
            ExprKind::Variable { .. } | ExprKind::Bool(_) | ExprKind::Null => {
                ItemKind::Named(value)
            }
            _ => ItemKind::Keyed { key, value },
        };
        self.nodes.push_item(Item { name, kind })
    }

    pub(crate) fn item(&mut self, mark: Mark, item: ItemId) -> Mark {
        self.open.items.push(item);
        mark
    }

    pub(crate) fn call(
        &mut self,
        start: u32,
        name_end: u32,
        arguments: Arguments,
        end: u32,
    ) -> Term {
        let Arguments { mark, expand_final } = arguments;
        let arguments = self.elements(mark);
        let call = self.nodes.push_call(CallNode {
            name: Span::ordered(start, name_end),
            arguments,
            expand_final,
        });
        Term::Single(self.expression(ExprKind::FunctionCall(call), start, end))
    }

    pub(crate) fn parentheses(&mut self, inner: ExprId, start: u32, end: u32) -> Term {
        Term::Single(self.expression(ExprKind::Parentheses(inner), start, end))
    }

    // ---- Index, GetAttr, Splat

    pub(crate) fn index(&mut self, source: Term, start: u32, key: ExprId, end: u32) -> Term {
        self.step(source, StepKind::Index(key), start, end)
    }

    /// `.name`, which begins at `start`.
    pub(crate) fn get_attr(&mut self, source: Term, start: u32, end: u32) -> Term {
        self.step(source, StepKind::GetAttr(None), start, end)
    }

    /// `.0`, which begins at `start`.
    pub(crate) fn legacy_index(&mut self, source: Term, start: u32, end: u32) -> Term {
        self.step(source, StepKind::LegacyIndex(None), start, end)
    }

    pub(crate) fn splat(&mut self, source: Term, start: u32, end: u32) -> Term {
        let kind = match self.text.as_bytes()[start as usize] {
            b'.' => StepKind::AttributeSplat(None),
            _ => StepKind::FullSplat(None),
        };
        if matches!(kind, StepKind::AttributeSplat(_)) && self.is_in_attribute_splat(source) {
            self.violation(Violation::NestedSplat(Span::new(end - 1, end)));
        }
        self.step(source, kind, start, end)
    }

    fn step(&mut self, term: Term, kind: StepKind, start: u32, end: u32) -> Term {
        let (source, steps) = match term {
            Term::Single(source) => (source, mark(&self.open.steps)),
            Term::Traversal { source, steps } => (source, steps),
        };
        let span = Span::ordered(start, end);
        self.open.steps.push(Step { span, kind });
        let links = self.open.steps.len() - steps as usize;
        self.count_links(links, source, end);
        Term::Traversal { source, steps }
    }

    /// Whether only attribute access separates the end of a term from an attribute-only splat in it.
    fn is_in_attribute_splat(&self, term: Term) -> bool {
        let Term::Traversal { steps, .. } = term else {
            return false;
        };
        let steps = self.open.steps[steps as usize..].iter().rev();
        let mut steps = steps.skip_while(|step| step.is_attribute_access());
        matches!(
            steps.next().map(|step| step.kind),
            Some(StepKind::AttributeSplat(_))
        )
    }

    /// Converts a complete term to an expression. It must be the last term that was begun.
    #[inline]
    pub(crate) fn term(&mut self, term: Term) -> ExprId {
        match term {
            Term::Single(id) => id,
            Term::Traversal { source, steps } => self.traversal(source, steps as usize),
        }
    }

    fn traversal(&mut self, source: ExprId, mark: usize) -> ExprId {
        let start = self.start_of(source);
        let steps = &mut self.open.steps[mark..];
        let first_full_splat = Step::connect_splats(steps);
        let end = steps[steps.len() - 1].span.end();
        let steps = self.nodes.list_steps(steps);
        self.open.steps.truncate(mark);
        let traversal = self.nodes.push_traversal(TraversalNode {
            source,
            steps,
            first_full_splat,
        });
        self.expression(ExprKind::Traversal(traversal), start, end)
    }

    // ---- For Expressions

    pub(crate) fn for_value(&mut self, value: Span) {
        self.open.for_names.push(ForNames { key: None, value });
    }

    pub(crate) fn for_key_value(&mut self, key: Span, value: Span) {
        let key = Some(key);
        self.open.for_names.push(ForNames { key, value });
    }

    /// The names of the innermost `for`, which is complete.
    fn close_for(&mut self) -> ForNames {
        self.open
            .for_names
            .pop()
            .expect("the names of a for are read before the rest of it")
    }

    pub(crate) fn for_tuple(
        &mut self,
        span: Span,
        collection: ExprId,
        value_expression: ExprId,
        condition: Option<ExprId>,
    ) -> Term {
        let ForNames { key, value } = self.close_for();
        self.for_expression(
            span,
            ForNode {
                key,
                value,
                collection,
                key_expression: None,
                value_expression,
                condition,
                grouping: false,
            },
        )
    }

    pub(crate) fn for_object(
        &mut self,
        span: Span,
        collection: ExprId,
        result: ForResult,
        condition: Option<ExprId>,
    ) -> Term {
        let ForNames { key, value } = self.close_for();
        self.for_expression(
            span,
            ForNode {
                key,
                value,
                collection,
                key_expression: Some(result.key),
                value_expression: result.value,
                condition,
                grouping: result.grouping,
            },
        )
    }

    fn for_expression(&mut self, span: Span, node: ForNode) -> Term {
        let node = self.nodes.push_for(node);
        Term::Single(self.nodes.expression(ExprKind::For(node), span))
    }

    // ---- Operations

    /// The operator is at `start`.
    pub(crate) fn unary(&mut self, start: u32, operand: ExprId) -> Term {
        let operator = UnaryOperator::at(self.text, start);
        let end = self.end_of(operand);
        Term::Single(self.expression(ExprKind::Unary(operator, operand), start, end))
    }

    /// Begins a chain of binary operators with its first two operands. The operator between them is at the byte
    /// `operator`. Returns the mark of the chain.
    pub(crate) fn binary(&mut self, left: Term, operator: u32, right: Term) -> Mark {
        // The right term comes first, because it was begun last.
        let operand = self.term(right);
        let first = self.term(left);
        let operator = BinaryOperator::at(self.text, operator);
        let chain = mark(&self.open.levels);
        self.open_level(operator, first);
        self.add_operation(chain, Operation { operator, operand });
        chain
    }

    /// Adds an operator and an operand to a chain.
    pub(crate) fn extend_binary(&mut self, chain: Mark, operator: u32, right: Term) -> Mark {
        let operand = self.term(right);
        let operator = BinaryOperator::at(self.text, operator);
        let precedence = operator.precedence();
        let links = self.open.levels[chain as usize].links;
        loop {
            match self.innermost_level().precedence.cmp(&precedence) {
                Ordering::Equal => break,
                Ordering::Less => {
                    let last = self.last_operation().operand;
                    self.open_level(operator, last);
                    break;
                }
                Ordering::Greater => {
                    if let Some(whole) = self.close_level(chain) {
                        self.open_level(operator, whole);
                        break;
                    }
                }
            }
        }
        // The outermost level may have been replaced.
        self.open.levels[chain as usize].links = links;
        self.add_operation(chain, Operation { operator, operand });
        chain
    }

    /// Begins a level with the precedence of `operator` and the first operand `first`.
    fn open_level(&mut self, operator: BinaryOperator, first: ExprId) {
        self.open.levels.push(OpenLevel {
            precedence: operator.precedence(),
            first,
            rest: mark(&self.open.operations),
            links: 0,
        });
    }

    fn add_operation(&mut self, chain: Mark, operation: Operation) {
        self.open.operations.push(operation);
        let outermost = &mut self.open.levels[chain as usize];
        outermost.links += 1;
        let OpenLevel { first, links, .. } = *outermost;
        self.count_links(links as usize, first, self.end_of(operation.operand));
    }

    fn innermost_level(&self) -> OpenLevel {
        let level = self.open.levels.last();
        *level.expect("a chain of operators has a level until it is complete")
    }

    fn last_operation(&mut self) -> &mut Operation {
        let operation = self.open.operations.last_mut();
        operation.expect("each level has an operation")
    }

    /// Completes a chain of binary operators: makes one node for each level of precedence, and returns the outermost.
    pub(crate) fn operations(&mut self, chain: Mark) -> ExprId {
        loop {
            if let Some(whole) = self.close_level(chain) {
                return whole;
            }
        }
    }

    /// Makes a node of the innermost level. The node becomes the last operand of the level around it; the node of the
    /// outermost level of the chain is returned.
    fn close_level(&mut self, chain: Mark) -> Option<ExprId> {
        let OpenLevel { first, rest, .. } = self.innermost_level();
        self.open.levels.pop();
        let last = self.last_operation().operand;
        let operations = &self.open.operations[rest as usize..];
        let operations = self.nodes.list_operations(operations);
        self.open.operations.truncate(rest as usize);
        let node = self.nodes.push_operations(OperationsNode {
            first,
            rest: operations,
        });
        let (start, end) = (self.start_of(first), self.end_of(last));
        let expression = self.expression(ExprKind::Operations(node), start, end);
        if self.open.levels.len() == chain as usize {
            return Some(expression);
        }
        self.last_operation().operand = expression;
        None
    }

    /// The last conditional of a chain: `predicate ? yes : no`. Returns the mark of the chain.
    pub(crate) fn conditional(&mut self, predicate: ExprId, yes: ExprId, no: ExprId) -> Mark {
        let mark = mark(&self.open.conditionals);
        self.open.conditionals.push(no);
        self.extend_conditional(predicate, yes, mark)
    }

    /// `predicate ? yes : ` before a chain.
    pub(crate) fn extend_conditional(
        &mut self,
        predicate: ExprId,
        yes: ExprId,
        mark: Mark,
    ) -> Mark {
        self.open.conditionals.extend([yes, predicate]);
        let last = self.open.conditionals[mark as usize];
        let links = (self.open.conditionals.len() - mark as usize) / 2;
        self.count_links(links, predicate, self.end_of(last));
        mark
    }

    /// Completes a chain of conditionals.
    pub(crate) fn conditionals(&mut self, mark: Mark) -> ExprId {
        let mark = mark as usize;
        let parts = &mut self.open.conditionals[mark..];
        parts.reverse();
        let start = self.nodes[parts[0]].span.start();
        let end = self.nodes[parts[parts.len() - 1]].span.end();
        let list = self.nodes.list_expressions(parts);
        self.open.conditionals.truncate(mark);
        let conditional = self.nodes.push_conditional(list);
        self.expression(ExprKind::Conditional(conditional), start, end)
    }
}
