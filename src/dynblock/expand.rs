//! The blocks that `dynamic` blocks generate ("dynamic Blocks").

use std::rc::Rc;
use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::read::{self, DynamicBlock, DynamicProperty, EnclosingObject};
use crate::analysis::DYNAMIC;
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic, UniqueDiagnostics, limited};
use crate::eval::{EvalContext, secret};
use crate::function::{Budget, Work};
use crate::limits::MAX_REPORTED;
use crate::source::Located;
use crate::span::Span;
use crate::syntax::tree::copy::{CopiedItems, CopiedVariable, NewLabel};
use crate::syntax::tree::handle::{
    Block, Body, BodyItem, Document, Expression, ExpressionKind, ItemHandle, ItemRef, Layered,
    Selection,
};
use crate::syntax::tree::{
    BoundValues, ExprKind, GeneratedBlock, GeneratedCount, ItemId, TextId, Tree,
};
use crate::value::{Type, TypeKind, Value};

pub(super) fn expand(body: &Body, ctx: &EvalContext) -> (Body, Vec<Diagnostic>) {
    let work = ctx.work();
    let mut expander = Expander {
        work: &work,
        diagnostics: UniqueDiagnostics::default(),
        is_full: false,
    };
    let scope = IteratorScope::new(ctx.clone());
    let items = expander.items(body, EnclosingObject::Body, &scope);
    let mut found = expander.diagnostics.into_vec();
    secret::conceal_in(body, ctx, &mut found);
    (
        body.select(items.items, items.absent),
        limited(found, MAX_REPORTED),
    )
}

/// The items of an expanded body, of one or more documents.
struct ExpandedItems {
    items: Vec<ItemHandle>,
    absent: Vec<ItemHandle>,
}

/// An item of a body to expand. The items of one body may belong to several documents.
enum Part<'b> {
    Item(ItemRef<'b>),
    /// One of the `dynamic` blocks that a JSON property represents.
    Dynamic(Block),
}

/// The result of the expansion of a part.
enum ExpandedPart {
    Written(ItemHandle),
    /// A copy in a new tree, whose document is created when the tree is complete.
    New(ItemId),
}

/// State shared by all parts of an expansion.
pub(super) struct Expander<'a> {
    /// The work that all evaluations are part of. Its budget also limits the generated nodes.
    work: &'a Work,
    pub(super) diagnostics: UniqueDiagnostics,
    /// Whether too many blocks have already been reported.
    is_full: bool,
}

impl Part<'_> {
    fn document(&self) -> &Arc<Document> {
        match self {
            Part::Item(item) => item.document,
            Part::Dynamic(block) => block.document(),
        }
    }

    /// Whether the part is unchanged in a scope without iterators.
    fn is_static(&self, scope: &IteratorScope<'_>) -> bool {
        match self {
            Part::Item(item) => scope.is_as_written || !read::has_dynamic(*item),
            Part::Dynamic(_) => false,
        }
    }
}

impl Expander<'_> {
    /// Replaces the `dynamic` blocks in a body, or in an object that several layers define. The items may belong to
    /// several documents. A tree belongs to one document, so consecutive items of a document are copied into one new
    /// tree.
    fn items(
        &mut self,
        body: &Body,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> ExpandedItems {
        let mut parts = Vec::new();
        for item in body.item_refs() {
            let dynamic = match enclosing {
                EnclosingObject::Unknown if scope.is_as_written => None,
                _ => read::dynamic_blocks(item, enclosing),
            };
            match dynamic {
                Some(dynamic) => {
                    self.diagnostics.extend(dynamic.diagnostics);
                    parts.extend(dynamic.blocks.into_iter().map(Part::Dynamic));
                }
                None => parts.push(Part::Item(item)),
            }
        }
        let mut expanded = ExpandedItems {
            items: Vec::with_capacity(parts.len()),
            absent: body.absent(),
        };
        let is_same =
            |one: &Part<'_>, other: &Part<'_>| Arc::ptr_eq(one.document(), other.document());
        for group in parts.chunk_by(is_same) {
            if scope.iterator.is_none() && group.iter().all(|part| part.is_static(scope)) {
                let written = group.iter().filter_map(|part| match part {
                    Part::Item(item) => Some(item.to_handle()),
                    Part::Dynamic(_) => None,
                });
                expanded.items.extend(written);
                continue;
            }
            let mut expansion = Expansion::new(group[0].document(), self);
            if scope.is_secret {
                expansion.values.set_secret();
            }
            let mut new = Vec::new();
            let mut absent = Vec::new();
            for part in group {
                expansion.part(part, scope, &mut new, &mut absent);
            }
            let document = expansion.document();
            let of_tree = |id| ItemRef::of_tree(&document, id).to_handle();
            expanded
                .items
                .extend(new.into_iter().map(|part| match part {
                    ExpandedPart::Written(item) => item,
                    ExpandedPart::New(id) => ItemHandle {
                        layered: expansion.layered.remove(&id),
                        ..of_tree(id)
                    },
                }));
            expanded.absent.extend(absent.into_iter().map(of_tree));
        }
        expanded
    }

    /// Expands the items of a body. Returns a selection that replaces them.
    fn selection(
        &mut self,
        body: &Body,
        enclosing: EnclosingObject,
        scope: &IteratorScope<'_>,
    ) -> Arc<Selection> {
        let ExpandedItems { items, absent } = self.items(body, enclosing, scope);
        body.selection_of(items, absent)
    }

    /// Replaces the `dynamic` blocks in a block or in the object of a property, if several layers define it. As an
    /// expression, the object remains unchanged.
    fn layered(&mut self, item: ItemRef<'_>, scope: &IteratorScope<'_>) -> Layered {
        let enclosing = if item.is_block() {
            EnclosingObject::Body
        } else {
            EnclosingObject::Unknown
        };
        let written = item.body();
        let body = self.selection(&written, enclosing, scope);
        let properties = match item.properties() {
            None if !read::has_dynamic(item) => None,
            properties => {
                let properties = properties.unwrap_or(written);
                Some(self.selection(&properties, enclosing, &scope.as_written()))
            }
        };
        Layered {
            body,
            own_properties: properties,
            is_unknown: item.is_unknown() || scope.is_unknown,
        }
    }

    fn error(&mut self, code: Code, detail: impl Into<String>, place: impl Located) {
        let diagnostic = Diagnostic::of(code, detail).at(place);
        self.diagnostics.push(diagnostic);
    }

    /// Evaluates an expression; `None` if the evaluation fails.
    fn evaluate(&mut self, expression: &Expression, scope: &IteratorScope<'_>) -> Option<Value> {
        let evaluated = expression.evaluate_within(&scope.ctx, self.work);
        let is_valid = evaluated.diagnostics.is_empty();
        let value = evaluated.reported_to(&mut self.diagnostics);
        is_valid.then_some(value)
    }

    /// Spends the cost of generated items. Returns `false` if the rest of the budget is not enough.
    fn spend(&mut self, take: impl FnOnce(&Budget) -> bool, place: impl Located) -> bool {
        let was_interrupted = self.work.is_interrupted();
        let is_paid = take(&self.work.budget) && !self.work.is_interrupted();
        if !is_paid && !was_interrupted {
            self.report_full(place);
        }
        is_paid
    }

    /// Reports once that there are too many blocks.
    fn report_full(&mut self, place: impl Located) {
        if !self.is_full {
            let detail = "The \"dynamic\" blocks generate more than the application allows. Iterate over fewer \
                          elements, or nest fewer of these blocks.";
            self.error(Code::TooManyGeneratedBlocks, detail, place);
            self.is_full = true;
        }
    }

    /// Evaluates the argument `for_each`. Reports an error if the value cannot have elements. The value or its elements
    /// may be unknown.
    fn for_each(&mut self, dynamic: &DynamicBlock, scope: &IteratorScope<'_>) -> Option<Value> {
        let value = self.evaluate(&dynamic.for_each, scope)?;
        let ty = value.ty();
        let detail = if value.is_null() {
            "The argument \"for_each\" must not be null.".to_owned()
        } else if ty.is_primitive() || matches!(ty.kind(), TypeKind::Capsule(_)) {
            let found = ty.noun();
            format!("\"for_each\" requires a list, a set or an object, but found {found}.")
        } else {
            return Some(value);
        };
        self.error(Code::InvalidDynamicForEachValue, detail, &dynamic.for_each);
        None
    }

    /// The scope and the labels of the block for one element of `for_each`, or for all elements if `for_each` is
    /// unknown (`None`).
    fn element<'s>(
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
                self.error(Code::NestingTooDeep, detail, &dynamic.for_each);
                return None;
            }
        };
        let mut ctx = EvalContext::child(&scope.ctx)
            .with_variable(dynamic.iterator.as_str(), iterator.clone());
        let is_secret = secret::refers_to_secret(&dynamic.for_each, &scope.ctx);
        if is_secret {
            ctx.set_secret(&dynamic.iterator);
        }
        let mut scope = IteratorScope {
            parent: Some(scope),
            iterator: Some((&dynamic.iterator, iterator)),
            is_unknown,
            is_as_written: false,
            is_secret: scope.is_secret || is_secret,
            ctx,
        };
        let labels = match &dynamic.labels {
            Some(labels) => {
                let texts = self.labels(dynamic, labels, &scope)?;
                // Whether the value of a name is made from a secret is known only after its evaluation.
                scope.is_secret |= secret::refers_to_secret(labels, &scope.ctx);
                texts
            }
            None => Vec::new(),
        };
        Some((scope, labels))
    }

    /// The labels of a generated block, each with the span of its expression.
    fn labels(
        &mut self,
        dynamic: &DynamicBlock,
        labels: &Expression,
        scope: &IteratorScope<'_>,
    ) -> Option<Vec<NewLabel>> {
        const INVALID: Code = Code::InvalidDynamicBlockLabel;
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
            self.error(INVALID, detail, labels);
            return None;
        };
        let places = match labels.kind() {
            ExpressionKind::Tuple(places) => places,
            _ => Vec::new(),
        };
        let places = places.iter().chain(std::iter::repeat(labels));
        let mut texts = Vec::with_capacity(elements.len());
        for (element, place) in elements.iter().zip(places) {
            let detail = match convert(element, &Type::STRING) {
                Ok(label) if label.is_null() => "A label must not be null.".to_owned(),
                Ok(label) => match label.as_str() {
                    Some(text) => {
                        if !self.spend(|it| it.take_bytes(text.len()), place) {
                            return None;
                        }
                        texts.push(NewLabel {
                            span: dynamic.span_here(place),
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
            self.error(INVALID, detail, place);
        }
        (texts.len() == elements.len()).then_some(texts)
    }
}

/// The iterators that are in scope.
pub(super) struct IteratorScope<'a> {
    parent: Option<&'a IteratorScope<'a>>,
    /// The name of the innermost iterator and its value.
    pub(super) iterator: Option<(&'a str, Value)>,
    /// Whether the `for_each` of this scope or of an enclosing one is unknown, so that all attributes are unknown.
    pub(super) is_unknown: bool,
    /// Whether `dynamic` blocks in JSON syntax are copied without expansion.
    pub(super) is_as_written: bool,
    /// Whether an iterator may depend on a secret.
    pub(super) is_secret: bool,
    /// The context for the evaluation of `for_each` and `labels`.
    ctx: EvalContext,
}

impl IteratorScope<'_> {
    fn new(ctx: EvalContext) -> Self {
        IteratorScope {
            parent: None,
            iterator: None,
            is_unknown: false,
            is_as_written: false,
            is_secret: false,
            ctx,
        }
    }

    /// The same iterators, for content that is copied without expansion.
    pub(super) fn as_written(&self) -> IteratorScope<'_> {
        IteratorScope {
            parent: Some(self),
            iterator: self.iterator.clone(),
            is_unknown: self.is_unknown,
            is_as_written: true,
            is_secret: self.is_secret,
            ctx: self.ctx.clone(),
        }
    }

    /// The value of the iterator that the variable at an offset refers to, if it is one of these uses.
    pub(super) fn value_at(&self, uses: &[VariableUse], start: u32) -> Option<&Value> {
        let index = uses.binary_search_by_key(&start, |it| it.0).ok()?;
        self.binding(&uses[index].1)
    }

    /// The value of the iterator with this name, if there is one.
    pub(super) fn binding(&self, name: &str) -> Option<&Value> {
        let scopes = std::iter::successors(Some(self), |scope| scope.parent);
        let mut iterators = scopes.filter_map(|scope| scope.iterator.as_ref());
        iterators.find(|(own, _)| *own == name).map(|it| &it.1)
    }
}

/// A variable that an expression refers to: its offset and its name.
pub(super) type VariableUse = (u32, String);

/// Copies the items of one document into a new tree.
pub(super) struct Expansion<'e, 'a> {
    /// The document to copy from.
    pub(super) old: &'e Arc<Document>,
    pub(super) expander: &'e mut Expander<'a>,
    /// Number of nodes of the new tree that are already charged to the budget.
    paid_nodes: usize,
    /// Number of nodes of the templates in JSON strings, which have separate trees.
    pub(super) template_nodes: usize,
    pub(super) tree: Tree,
    pub(super) values: BoundValues,
    /// The bodies of generated blocks whose content belongs to other documents.
    layered: HashMap<ItemId, Layered>,
    /// The types of blocks that are written with escape sequences, by their offset. Each text is stored only once,
    /// regardless of the number of blocks.
    escaped_types: HashMap<u32, TextId>,
    /// The variables of each expression in a `content` block, by its offset. Each expression is searched only once.
    references: HashMap<u32, Rc<[VariableUse]>>,
}

impl<'e, 'a> Expansion<'e, 'a> {
    fn new(document: &'e Arc<Document>, expander: &'e mut Expander<'a>) -> Self {
        Expansion {
            old: document,
            expander,
            paid_nodes: 0,
            template_nodes: 0,
            tree: Tree::for_copy_of(&document.tree),
            values: BoundValues::default(),
            layered: HashMap::new(),
            escaped_types: HashMap::new(),
            references: HashMap::new(),
        }
    }

    /// Creates a document from the source and the new tree.
    fn document(&mut self) -> Arc<Document> {
        let mut tree = std::mem::take(&mut self.tree);
        tree.bindings = Some(Arc::new(std::mem::take(&mut self.values)));
        Document::parsed(self.old.source.clone(), Arc::new(tree), self.old.limits)
    }

    /// Expands an item and adds the result. The items of its body may belong to several documents.
    fn part(
        &mut self,
        part: &Part<'_>,
        scope: &IteratorScope<'_>,
        new: &mut Vec<ExpandedPart>,
        absent: &mut Vec<ItemId>,
    ) {
        let mut copies = CopiedItems::default();
        match part {
            Part::Dynamic(block) => self.dynamic(block, scope, &mut copies),
            Part::Item(item) => match item.item() {
                BodyItem::Block(block) if block.block_type() == DYNAMIC => {
                    self.dynamic(&block, scope, &mut copies);
                }
                _ if !item.is_in_tree() => {
                    let layered = self.expander.layered(*item, scope);
                    new.push(ExpandedPart::Written(item.with_layers(layered)));
                }
                BodyItem::Attribute(attribute) if attribute.is_property() => {
                    let object = self.copy_object_around(attribute.id());
                    let copy = self.property(attribute.id(), object, scope);
                    copies.items.push(copy);
                }
                item => self.item(&item, scope, &mut copies),
            },
        }
        new.extend(copies.items.into_iter().map(ExpandedPart::New));
        absent.extend(copies.absent);
    }

    /// Copies an item of a body of this document.
    fn item(&mut self, item: &BodyItem, scope: &IteratorScope<'_>, copies: &mut CopiedItems) {
        match item {
            BodyItem::Block(block) if block.block_type() == DYNAMIC => {
                self.dynamic(block, scope, copies);
            }
            BodyItem::Block(block) => copies.items.push(self.block_as_written(block, scope)),
            BodyItem::Attribute(attribute) if attribute.is_property() => {
                match read::dynamic_blocks(attribute.item_ref(), EnclosingObject::Body) {
                    Some(property) => self.dynamic_property(property, scope, copies),
                    None => copies
                        .items
                        .push(self.property(attribute.id(), None, scope)),
                }
            }
            BodyItem::Attribute(attribute) => {
                let copy = self.attribute(attribute.id(), &attribute.expression(), scope);
                copies.items.push(copy);
            }
        }
    }

    /// Adds the items generated by the `dynamic` blocks that a JSON property represents.
    pub(super) fn dynamic_property(
        &mut self,
        property: DynamicProperty,
        scope: &IteratorScope<'_>,
        copies: &mut CopiedItems,
    ) {
        self.expander.diagnostics.extend(property.diagnostics);
        for block in &property.blocks {
            self.dynamic(block, scope, copies);
        }
    }

    /// Adds the items generated by a `dynamic` block.
    fn dynamic(&mut self, block: &Block, scope: &IteratorScope<'_>, copies: &mut CopiedItems) {
        let mut wrong = Vec::new();
        let dynamic = read::dynamic_block(block, &mut wrong);
        self.expander.diagnostics.extend(wrong);
        if let Some(dynamic) = dynamic {
            self.generate(&dynamic, scope, copies);
        }
    }

    pub(super) fn block_as_written(&mut self, block: &Block, scope: &IteratorScope<'_>) -> ItemId {
        let items = self.body(&block.body(), scope);
        let view = self.old.view();
        self.tree
            .copy_block(view, block.view(), &items, scope.is_unknown)
    }

    /// Copies a body of this document.
    fn body(&mut self, body: &Body, scope: &IteratorScope<'_>) -> CopiedItems {
        let mut copies = CopiedItems::default();
        for item in body.items() {
            self.item(&item, scope, &mut copies);
        }
        // Absent blocks from an earlier expansion.
        for absent in body.absent() {
            if let Some(block) = absent.as_ref().block() {
                copies.absent.push(self.block_as_written(&block, scope));
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
        let name = old[id].name;
        if scope.is_unknown {
            let span = expression.tree_span();
            let unknown = self.tree.expression(ExprKind::Unknown, span);
            return self.tree.push_attribute(name, unknown);
        }
        let references = match scope.iterator {
            Some(_) => self.references(expression),
            None => Rc::default(),
        };
        let bound_before = old.bindings.as_deref();
        let values = &mut self.values;
        let binding = |variable: CopiedVariable| {
            let before = variable.bound.and_then(|it| bound_before?.get(it));
            let value = before.or_else(|| scope.value_at(&references, variable.name.start()));
            value.map(|value| values.push(value.clone()))
        };
        let copy = self.tree.copy_expression(old, expression.id(), binding);
        self.tree.push_attribute(name, copy)
    }

    /// The variables that the expression of an attribute refers to, with their offsets.
    pub(super) fn references(&mut self, expression: &Expression) -> Rc<[VariableUse]> {
        let find = || {
            // The offsets of a traversal refer to its source, whose text may be only a part of the text of the tree.
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
        scope: &IteratorScope<'_>,
        copies: &mut CopiedItems,
    ) {
        let Some(for_each) = self.expander.for_each(dynamic, scope) else {
            return;
        };
        if !for_each.is_known() {
            copies.items.extend(self.block(dynamic, None, scope));
            return;
        }
        let mut elements = for_each.elements().into_iter().flatten().peekable();
        if elements.peek().is_none() && self.has_room(dynamic) {
            copies.absent.push(self.absent(dynamic, scope));
        }
        for (key, value) in elements {
            if !self.has_room(dynamic) {
                return;
            }
            let element = Some((key, value.clone()));
            copies.items.extend(self.block(dynamic, element, scope));
        }
    }

    /// Adds an absent block, which lets a schema check the type and labels of blocks that were not generated.
    fn absent(&mut self, dynamic: &DynamicBlock, scope: &IteratorScope<'_>) -> ItemId {
        let spans = spans_of_labels(dynamic, scope, self.expander.work);
        let count = match spans {
            Some(_) => GeneratedCount::One,
            None => GeneratedCount::NoneOfUnknownLabels,
        };
        let spans = spans.unwrap_or_default().into_iter();
        let label = |span| NewLabel {
            span,
            text: Box::default(),
        };
        let items = CopiedItems::default();
        self.push_block(dynamic, spans.map(label).collect(), &items, count)
    }

    /// Adds a block that a `dynamic` block generates.
    fn push_block(
        &mut self,
        dynamic: &DynamicBlock,
        labels: Vec<NewLabel>,
        items: &CopiedItems,
        count: GeneratedCount,
    ) -> ItemId {
        let view = dynamic.block.view();
        let content = if dynamic.has_content_here() {
            dynamic.content.body()
        } else {
            dynamic.block.body()
        };
        let block_type = &dynamic.block_type;
        let escaped_type = block_type.escaped.as_deref().map(|text| {
            let known = self.escaped_types.entry(block_type.span.start());
            *known.or_insert_with(|| self.tree.push_text(text.into()))
        });
        let block = GeneratedBlock {
            span: view.span,
            block_type: block_type.span,
            escaped_type,
            header: view.header,
            content: content.tree_span(),
            labels: self.tree.push_labels(labels),
            body: self.tree.push_body(items),
            count,
        };
        self.tree.push_generated_block(block)
    }

    /// Whether one more block can be added. Charges the new nodes to the budget.
    fn has_room(&mut self, dynamic: &DynamicBlock) -> bool {
        // An upper limit: each byte of the content produces at most 4 nodes or words.
        let most =
            u64::from(u32::MAX - 1).saturating_sub(u64::from(dynamic.content.span().len()) * 4);
        let nodes = self.tree.len() + self.template_nodes;
        let made = nodes.saturating_sub(self.paid_nodes);
        self.paid_nodes = nodes;
        let place = &dynamic.for_each;
        if !self.expander.spend(|it| it.take_steps(made), place) {
            return false;
        }
        let has_room = (nodes as u64) < most;
        if !has_room {
            self.expander.report_full(place);
        }
        has_room
    }

    /// Adds the block for one element of `for_each`, or for all elements if `for_each` is unknown (`None`).
    fn block(
        &mut self,
        dynamic: &DynamicBlock,
        element: Option<(Value, Value)>,
        scope: &IteratorScope<'_>,
    ) -> Option<ItemId> {
        let (scope, labels) = self.expander.element(dynamic, element, scope)?;
        if scope.is_secret {
            self.values.set_secret();
        }
        let body = dynamic.content.body();
        let (items, layered) = if dynamic.has_content_here() {
            (self.body(&body, &scope), None)
        } else {
            let enclosing = EnclosingObject::Body;
            let body = self.expander.selection(&body, enclosing, &scope);
            let layered = Layered {
                body,
                own_properties: None,
                is_unknown: scope.is_unknown,
            };
            (CopiedItems::default(), Some(layered))
        };
        let count = if scope.is_unknown {
            GeneratedCount::Unknown
        } else {
            GeneratedCount::One
        };
        let id = self.push_block(dynamic, labels, &items, count);
        self.layered.extend(layered.map(|layered| (id, layered)));
        Some(id)
    }
}

impl DynamicBlock {
    /// Whether the content is in the document of the block. It may be in another one, because the arguments may come
    /// from several layers.
    fn has_content_here(&self) -> bool {
        !self.content.is_layered() && Arc::ptr_eq(self.content.document(), self.block.document())
    }

    /// The span of an expression, or of the header if the expression is in another document.
    fn span_here(&self, expression: &Expression) -> Span {
        if Arc::ptr_eq(expression.document(), self.block.document()) {
            expression.tree_span()
        } else {
            self.block.view().header
        }
    }
}

/// The spans of the labels of an absent block. `None` if their number is not known without an element of `for_each`.
fn spans_of_labels(
    dynamic: &DynamicBlock,
    scope: &IteratorScope<'_>,
    work: &Work,
) -> Option<Vec<Span>> {
    let Some(labels) = &dynamic.labels else {
        return Some(Vec::new());
    };
    if let ExpressionKind::Tuple(elements) = labels.kind() {
        return Some(elements.iter().map(|it| dynamic.span_here(it)).collect());
    }
    let mut variables = labels.variables().into_iter();
    if variables.any(|it| it.root() == dynamic.iterator) {
        return None;
    }
    // Errors are reported for generated blocks only.
    let value = labels.evaluate_within(&scope.ctx, work).value;
    Some(vec![dynamic.span_here(labels); value.as_slice()?.len()])
}
