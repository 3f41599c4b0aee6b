//! The blocks that `dynamic` blocks generate ("dynamic Blocks").

use std::rc::Rc;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _, HashSet};

use super::read::{self, DYNAMIC, DynamicBlock, DynamicProperty, EnclosingObject};
use crate::convert::convert;
use crate::diagnostic::{Diagnostic, limited};
use crate::eval::{BoundValues, EvalContext, secret};
use crate::function::Budget;
use crate::schema::BodySchema;
use crate::span::Span;
use crate::syntax::tree::copy::{CopiedItems, CopiedVariable, NewBlock, NewLabel};
use crate::syntax::tree::handle::{
    Block, Body, BodyItem, Document, Expression, ExpressionKind, ItemHandle, ItemRef,
};
use crate::syntax::tree::view::Node;
use crate::syntax::tree::{BindingId, GeneratedCount, ItemId, Tree};
use crate::value::{Type, TypeKind, Value};

/// Replaces the `dynamic` blocks in a body.
pub(super) fn expand(body: &Body, ctx: &EvalContext) -> (Body, Vec<Diagnostic>) {
    let budget = ctx.budget();
    let mut diagnostics = UniqueDiagnostics::default();
    let written: Vec<_> = body.item_refs().map(ItemRef::to_handle).collect();
    let mut items = Vec::with_capacity(written.len());
    let mut absent = body.absent();
    // A merged body has items of several sources, but a tree belongs to one source.
    for group in written.chunk_by(|one, other| Arc::ptr_eq(&one.document, &other.document)) {
        if !read::has_dynamic(&body.select(group.to_vec(), Vec::new())) {
            items.extend_from_slice(group);
            continue;
        }
        let mut expansion = Expansion::new(&group[0].document, &budget, diagnostics);
        let scope = IteratorScope::new(ctx.clone());
        let copies = expansion.items(group.iter().map(ItemHandle::as_ref), &scope);
        let document = expansion.document();
        diagnostics = expansion.diagnostics;
        let item = |id| ItemHandle {
            document: Arc::clone(&document),
            node: Node::Item(id),
        };
        items.extend(copies.items.into_iter().map(item));
        absent.extend(copies.absent.into_iter().map(item));
    }
    let mut found = diagnostics.found;
    secret::conceal_in(body, ctx, &mut found);
    (body.select(items, absent), limited(found))
}

/// Diagnostics without repetitions: an error in a nested `dynamic` block occurs again in each iteration.
#[derive(Default)]
pub(super) struct UniqueDiagnostics {
    found: Vec<Diagnostic>,
    seen: HashSet<(Option<Span>, String, String)>,
}

impl UniqueDiagnostics {
    pub(super) fn extend(&mut self, diagnostics: Vec<Diagnostic>) {
        for diagnostic in diagnostics {
            self.push(diagnostic);
        }
    }

    fn push(&mut self, diagnostic: Diagnostic) {
        let summary = diagnostic.summary().to_owned();
        let detail = diagnostic.statement().to_owned();
        if self.seen.insert((diagnostic.subject(), summary, detail)) {
            self.found.push(diagnostic);
        }
    }
}

/// The iterators that are defined at a place.
pub(super) struct IteratorScope<'a> {
    parent: Option<&'a IteratorScope<'a>>,
    /// The name of the innermost iterator and the index of its value.
    pub(super) iterator: Option<(&'a str, usize)>,
    /// Whether everything here is unknown.
    pub(super) is_unknown: bool,
    /// Whether `dynamic` blocks in JSON syntax stay what is written.
    pub(super) is_as_written: bool,
    /// The context for `for_each` and `labels`.
    ctx: EvalContext,
}

impl IteratorScope<'_> {
    fn new(ctx: EvalContext) -> Self {
        IteratorScope {
            parent: None,
            iterator: None,
            is_unknown: false,
            is_as_written: false,
            ctx,
        }
    }

    /// The same iterators, for what stays as it is written.
    pub(super) fn as_written(&self) -> IteratorScope<'_> {
        IteratorScope {
            parent: Some(self),
            iterator: self.iterator,
            is_unknown: self.is_unknown,
            is_as_written: true,
            ctx: self.ctx.clone(),
        }
    }

    /// The index of the value of an iterator, if the name is that of one.
    pub(super) fn binding(&self, name: &str) -> Option<usize> {
        let mut scopes = std::iter::successors(Some(self), |scope| scope.parent);
        scopes.find_map(|scope| {
            scope
                .iterator
                .filter(|(own, _)| *own == name)
                .map(|it| it.1)
        })
    }
}

/// A variable that an expression refers to: its offset and its name.
pub(super) type VariableUse = (u32, String);

/// Copies the items of one source into a new tree.
pub(super) struct Expansion<'a> {
    /// The document that is copied from.
    pub(super) old: &'a Arc<Document>,
    /// The remaining budget for all evaluations and generated nodes.
    budget: &'a Budget,
    /// The number of nodes of the new tree that are already paid for.
    paid_nodes: usize,
    /// The number of nodes of the templates in strings of JSON, which have trees of their own.
    pub(super) template_nodes: usize,
    pub(super) tree: Tree,
    pub(super) values: BoundValues,
    pub(super) schema: BodySchema,
    /// The variables of each expression in a `content` block by its offset. It is searched only once.
    references: HashMap<u32, Rc<[VariableUse]>>,
    pub(super) diagnostics: UniqueDiagnostics,
    /// Whether it has been reported that there are too many blocks.
    is_full: bool,
}

impl<'a> Expansion<'a> {
    fn new(
        document: &'a Arc<Document>,
        budget: &'a Budget,
        diagnostics: UniqueDiagnostics,
    ) -> Self {
        Expansion {
            old: document,
            budget,
            paid_nodes: 0,
            template_nodes: 0,
            tree: Tree::for_copy_of(&document.tree),
            values: BoundValues::default(),
            schema: read::schema(),
            references: HashMap::new(),
            diagnostics,
            is_full: false,
        }
    }

    /// The source with its new tree.
    fn document(&mut self) -> Arc<Document> {
        let mut tree = std::mem::take(&mut self.tree);
        std::mem::take(&mut self.values).bind(&mut tree);
        Document::new(self.old.source.clone(), tree)
    }

    #[cold]
    #[inline(never)]
    fn error(&mut self, summary: &'static str, detail: impl Into<String>, subject: Span) {
        let source = self.old.source.clone();
        let diagnostic = Diagnostic::error(summary, detail);
        self.diagnostics
            .push(diagnostic.with_subject(subject).with_source(source));
    }

    /// The value of an expression; `None` if the evaluation fails.
    fn evaluate(&mut self, expression: &Expression, scope: &IteratorScope<'_>) -> Option<Value> {
        let (value, diagnostics) = expression.evaluate_within(&scope.ctx, self.budget);
        let is_valid = diagnostics.is_empty();
        self.diagnostics.extend(diagnostics);
        is_valid.then_some(value)
    }

    /// Copies items of a body.
    fn items<'b>(
        &mut self,
        items: impl Iterator<Item = ItemRef<'b>>,
        scope: &IteratorScope<'_>,
    ) -> CopiedItems {
        let old = self.old;
        let mut copies = CopiedItems::default();
        for item in items {
            match item.item() {
                BodyItem::Block(block) if block.block_type() == DYNAMIC => {
                    self.dynamic(&block, scope, &mut copies);
                }
                BodyItem::Block(block) => copies.items.push(self.block_as_written(&block, scope)),
                BodyItem::Attribute(attribute) if attribute.is_property() => {
                    let id = attribute.id();
                    match read::dynamic_blocks(old, id, EnclosingObject::Body) {
                        Some(property) => self.dynamic_property(property, scope, &mut copies),
                        None => copies.items.push(self.property(id, None, scope)),
                    }
                }
                BodyItem::Attribute(attribute) => {
                    let copy = self.attribute(attribute.id(), &attribute.expression(), scope);
                    copies.items.push(copy);
                }
            }
        }
        copies
    }

    /// Adds what the `dynamic` blocks generate that a property of JSON is.
    pub(super) fn dynamic_property(
        &mut self,
        property: DynamicProperty,
        scope: &IteratorScope<'_>,
        copies: &mut CopiedItems,
    ) {
        self.diagnostics.extend(property.diagnostics);
        for block in &property.blocks {
            self.dynamic(block, scope, copies);
        }
    }

    /// Adds what a `dynamic` block generates.
    fn dynamic(&mut self, block: &Block, scope: &IteratorScope<'_>, copies: &mut CopiedItems) {
        let mut wrong = Vec::new();
        let dynamic = read::dynamic_block(block, &self.schema, &mut wrong);
        self.diagnostics.extend(wrong);
        if let Some(dynamic) = dynamic {
            let (span, header) = (block.view().span, block.view().header);
            self.generate(&dynamic, span, header, scope, copies);
        }
    }

    pub(super) fn block_as_written(&mut self, block: &Block, scope: &IteratorScope<'_>) -> ItemId {
        let items = self.body(&block.body(), scope);
        let view = self.old.view();
        self.tree
            .copy_block(view, block.view(), &items, scope.is_unknown)
    }

    fn body(&mut self, body: &Body, scope: &IteratorScope<'_>) -> CopiedItems {
        let mut copies = self.items(body.item_refs(), scope);
        // The absent blocks of an earlier expansion.
        for absent in body.absent() {
            if let Some(block) = absent.block() {
                let copy = self.block_as_written(&block, scope);
                copies.absent.push(copy);
            }
        }
        copies
    }

    fn attribute(
        &mut self,
        id: ItemId,
        expression: &Expression,
        scope: &IteratorScope<'_>,
    ) -> ItemId {
        let old = &self.old.tree;
        if scope.is_unknown {
            let unknown = self.tree.push_unknown(expression.tree_span());
            return self.tree.copy_attribute(old, id, unknown);
        }
        let references = match scope.iterator {
            Some(_) => self.references(expression),
            None => Rc::default(),
        };
        let bound_before = BoundValues::of(old);
        let values = &mut self.values;
        let mut binding = |variable: CopiedVariable| {
            let before = variable
                .bound
                .and_then(|it| bound_before?.get(it.to_index()));
            if let Some(value) = before {
                return Some(values.push(value.clone()));
            }
            let start = variable.name.start();
            let reference = references.binary_search_by_key(&start, |it| it.0);
            scope.binding(&references[reference.ok()?].1)
        };
        let binding = |variable| binding(variable).map(BindingId::of_index);
        let copy = self.tree.copy_expression(old, expression.id(), binding);
        self.tree.copy_attribute(old, id, copy)
    }

    /// The variables that the expression of an attribute refers to, with their offsets.
    pub(super) fn references(&mut self, expression: &Expression) -> Rc<[VariableUse]> {
        let find = || {
            // The offsets of a traversal are those in its source, whose text may be only a part of the text of the
            // tree.
            let before = expression.tree_span().start() - expression.span().start();
            let variables = expression.variables().into_iter();
            let mut references: Vec<VariableUse> = variables
                .map(|it| (before + it.root_span().start(), it.root().to_owned()))
                .collect();
            references.sort_by_key(|(start, _)| *start);
            references.into()
        };
        let start = expression.tree_span().start();
        Rc::clone(self.references.entry(start).or_insert_with(find))
    }

    /// Adds the blocks that a `dynamic` block generates.
    fn generate(
        &mut self,
        dynamic: &DynamicBlock,
        span: Span,
        header: Span,
        scope: &IteratorScope<'_>,
        copies: &mut CopiedItems,
    ) {
        let Some(for_each) = self.for_each(dynamic, scope) else {
            return;
        };
        if !for_each.is_known() {
            copies
                .items
                .extend(self.block(dynamic, span, header, None, scope));
            return;
        }
        let mut elements = for_each.elements().into_iter().flatten().peekable();
        if elements.peek().is_none() && self.has_room(dynamic) {
            copies
                .absent
                .push(self.absent(dynamic, span, header, scope));
        }
        for (key, value) in elements {
            if !self.has_room(dynamic) {
                return;
            }
            let element = Some((key, value.clone()));
            let block = self.block(dynamic, span, header, element, scope);
            copies.items.extend(block);
        }
    }

    /// The value of the argument `for_each`, if it can have elements. The value or its elements may be unknown.
    pub(super) fn for_each(
        &mut self,
        dynamic: &DynamicBlock,
        scope: &IteratorScope<'_>,
    ) -> Option<Value> {
        let for_each = self.evaluate(&dynamic.for_each, scope)?;
        let is_iterable = self.is_iterable(&for_each, dynamic.for_each.tree_span());
        is_iterable.then_some(for_each)
    }

    /// Adds an absent block, which lets a schema check the type and labels of blocks that were not generated.
    pub(super) fn absent(
        &mut self,
        dynamic: &DynamicBlock,
        span: Span,
        header: Span,
        scope: &IteratorScope<'_>,
    ) -> ItemId {
        let spans = spans_of_labels(dynamic, scope, self.budget);
        let count = match spans {
            Some(_) => GeneratedCount::One,
            None => GeneratedCount::NoneOfUnknownLabels,
        };
        let spans = spans.unwrap_or_default().into_iter();
        let label = |span| NewLabel {
            span,
            text: Box::default(),
        };
        let block = NewBlock {
            span,
            block_type: dynamic.block_type,
            header,
            content: dynamic.content.body().tree_span(),
            labels: spans.map(label).collect(),
            count,
            is_overlaid: false,
        };
        let items = CopiedItems::default();
        self.tree.push_generated_block(block, &items)
    }

    /// Whether one more block can be added.
    pub(super) fn has_room(&mut self, dynamic: &DynamicBlock) -> bool {
        // An upper limit: each byte of the content makes at most this many nodes or words.
        let most =
            u64::from(u32::MAX - 1).saturating_sub(u64::from(dynamic.content.span().len()) * 4);
        let nodes = self.tree.len() + self.template_nodes;
        let made = nodes.saturating_sub(self.paid_nodes);
        self.paid_nodes = nodes;
        let subject = dynamic.for_each.tree_span();
        if !self.spend(made as u64, 0, subject) {
            return false;
        }
        let has_room = (nodes as u64) < most;
        if !has_room {
            self.report_full(subject);
        }
        has_room
    }

    /// Spends the cost of what is generated. Returns `false` if not enough remains.
    fn spend(&mut self, steps: u64, bytes: u64, subject: Span) -> bool {
        let was_spent = self.budget.exceeded().is_some();
        let is_spent = self.budget.take(steps, bytes).is_some();
        if is_spent && !was_spent {
            self.report_full(subject);
        }
        !is_spent
    }

    /// Reports once that there are too many blocks.
    fn report_full(&mut self, subject: Span) {
        if !self.is_full {
            let detail = "The \"dynamic\" blocks generate more than the application allows. Go \
                          through fewer elements, or nest fewer of these blocks in each other.";
            self.error("Too many generated blocks", detail, subject);
            self.is_full = true;
        }
    }

    /// Whether a value can have elements. Reports an error if it cannot.
    fn is_iterable(&mut self, value: &Value, span: Span) -> bool {
        const INVALID: &str = "Invalid dynamic for_each value";
        let ty = value.ty();
        if value.is_null() {
            let detail = "The argument \"for_each\" must not be null.";
            self.error(INVALID, detail, span);
            return false;
        }
        let has_elements = !ty.is_primitive() && !matches!(ty.kind(), TypeKind::Capsule(_));
        if !ty.is_dynamic() && !has_elements {
            let detail = format!(
                "A value of type {} cannot be used in \"for_each\": a collection, a tuple or an \
                 object is required.",
                ty.description()
            );
            self.error(INVALID, detail, span);
            return false;
        }
        true
    }

    /// Adds the block for one element of a `for_each`, or for the elements of an unknown one.
    fn block(
        &mut self,
        dynamic: &DynamicBlock,
        span: Span,
        header: Span,
        element: Option<(Value, Value)>,
        scope: &IteratorScope<'_>,
    ) -> Option<ItemId> {
        let (scope, labels) = self.element(dynamic, element, scope)?;
        let body = dynamic.content.body();
        let items = self.body(&body, &scope);
        let block = NewBlock {
            span,
            block_type: dynamic.block_type,
            header,
            content: body.tree_span(),
            labels,
            count: if scope.is_unknown {
                GeneratedCount::Unknown
            } else {
                GeneratedCount::One
            },
            is_overlaid: false,
        };
        Some(self.tree.push_generated_block(block, &items))
    }

    /// The iterator and the labels of the block for one element of a `for_each`, or for the elements of an unknown one.
    pub(super) fn element<'s>(
        &mut self,
        dynamic: &'s DynamicBlock,
        element: Option<(Value, Value)>,
        scope: &'s IteratorScope<'s>,
    ) -> Option<(IteratorScope<'s>, Vec<NewLabel>)> {
        let is_unknown = scope.is_unknown || element.is_none();
        let unknown = || (Value::dynamic(), Value::dynamic());
        let (key, value) = element.unwrap_or_else(unknown);
        let iterator = match Value::object([("key", key), ("value", value)]) {
            Ok(iterator) => iterator,
            Err(error) => {
                let detail = format!("{error}.");
                self.error("Nesting too deep", detail, dynamic.for_each.tree_span());
                return None;
            }
        };
        let mut ctx = EvalContext::child(&scope.ctx)
            .with_variable(dynamic.iterator.as_str(), iterator.clone());
        let expressions = [Some(&dynamic.for_each), dynamic.labels.as_ref()];
        let is_secret = |it: &Expression| secret::refers_to_secret(it.view(), it.id(), &scope.ctx);
        if expressions.into_iter().flatten().any(is_secret) {
            ctx.set_secret(&dynamic.iterator);
            self.values.set_secret();
        }
        let scope = IteratorScope {
            parent: Some(scope),
            iterator: Some((&dynamic.iterator, self.values.push(iterator))),
            is_unknown,
            is_as_written: scope.is_as_written,
            ctx,
        };
        let labels = match &dynamic.labels {
            Some(labels) => self.labels(labels, &scope)?,
            None => Vec::new(),
        };
        Some((scope, labels))
    }

    /// The labels of a generated block, each with the span of its expression.
    fn labels(&mut self, labels: &Expression, scope: &IteratorScope<'_>) -> Option<Vec<NewLabel>> {
        const INVALID: &str = "Invalid dynamic block label";
        let value = self.evaluate(labels, scope)?;
        let is_list = matches!(value.ty().kind(), TypeKind::List(_) | TypeKind::Tuple(_));
        let elements = value.as_slice().filter(|_| is_list);
        let Some(elements) = elements else {
            let detail = if value.is_known() {
                "The argument \"labels\" must be a list of strings, one for each label."
            } else {
                "The argument \"labels\" is not known yet. Labels must be known when blocks are \
                 generated."
            };
            self.error(INVALID, detail, labels.tree_span());
            return None;
        };
        let spans: Vec<Span> = match labels.kind() {
            ExpressionKind::Tuple(it) => it.iter().map(Expression::tree_span).collect(),
            _ => Vec::new(),
        };
        let spans = spans
            .into_iter()
            .chain(std::iter::repeat(labels.tree_span()));
        let mut texts = Vec::with_capacity(elements.len());
        for (element, span) in elements.iter().zip(spans) {
            let detail = match convert(element, &Type::STRING) {
                Ok(label) if label.is_null() => "A label must not be null.".to_owned(),
                Ok(label) => match label.as_str() {
                    Some(text) => {
                        if !self.spend(0, text.len() as u64, span) {
                            return None;
                        }
                        texts.push(NewLabel {
                            span,
                            text: text.into(),
                        });
                        continue;
                    }
                    None => "This value is not known yet. Labels must be known when blocks are \
                             generated."
                        .to_owned(),
                },
                Err(error) => format!("This value cannot be a label: {error}."),
            };
            self.error(INVALID, detail, span);
        }
        (texts.len() == elements.len()).then_some(texts)
    }
}

/// The spans of the labels of an absent block, as far as they are known without an element.
fn spans_of_labels(
    dynamic: &DynamicBlock,
    scope: &IteratorScope<'_>,
    budget: &Budget,
) -> Option<Vec<Span>> {
    let Some(labels) = &dynamic.labels else {
        return Some(Vec::new());
    };
    if let ExpressionKind::Tuple(elements) = labels.kind() {
        return Some(elements.iter().map(Expression::tree_span).collect());
    }
    let mut variables = labels.variables().into_iter();
    if variables.any(|it| it.root() == dynamic.iterator) {
        return None;
    }
    // Errors are reported for generated blocks only.
    let (value, _) = labels.evaluate_within(&scope.ctx, budget);
    Some(vec![labels.tree_span(); value.as_slice()?.len()])
}
