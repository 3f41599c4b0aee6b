//! Views of a tree and its source, which give the nodes their meaning and copy nothing.
//!
//! The public handles of [`super::handle`] and everything else that walks trees use these views. The views of bodies
//! are in [`super::item`].

use std::borrow::Cow;

use super::operator::UnaryOperator;
use super::text::{self, Notation};
use super::{
    CallNode, ExprId, ExprKind, ForNode, ItemId, ItemKind, Operation, OperationsId, OperationsNode,
    Part, PropertyName, Step, StepIndex, StepKind, StructureContent, TemplateForm, TemplateId,
    TemplateNode, TraversalId, Tree,
};
use crate::identifier::is_continue;
use crate::nfc::normalize;
use crate::span::{Span, offset};
use crate::syntax::lexer::scan::{self, Newlines};

pub(crate) use super::item::{BlockView, ItemHead, LabelView, Node};

/// A tree and the source that its spans point into.
#[derive(Clone, Copy)]
pub(crate) struct View<'s, 't> {
    pub(crate) text: &'s str,
    pub(crate) tree: &'t Tree,
}

/// The kind of an expression, with its parts.
#[derive(Clone, Copy)]
pub(crate) enum ExpressionView<'s, 't> {
    Number(&'s str),
    Bool(bool),
    Null,
    /// A variable. [`Tree::binding`] returns the value it is bound to, if any.
    Variable(&'s str),
    /// An unknown value, whatever the source text says.
    Unknown,
    /// A template without sequences, whose string [`View::literal`] returns.
    Literal(ExprId),
    /// A template with sequences.
    Template(TemplateId),
    /// A template with sequences in a source of its own, returned by [`View::embedded`]. Without an evaluation context
    /// it is literal text, [`View::raw_text`].
    Embedded,
    Parentheses(ExprId),
    Unary(UnaryOperator, ExprId),
    /// Operands with binary operators of one level of precedence between them.
    Operations(OperationsView<'t>),
    /// `p ? a : q ? b : c` as p, a, q, b, c.
    Conditional(&'t [ExprId]),
    Tuple(&'t [ExprId]),
    Object(&'t [ItemId]),
    For(&'t ForNode),
    FunctionCall(&'t CallNode),
    /// Accesses, indexes and splats after a source.
    Traversal(TraversalView<'t>),
}

/// A chain of binary operators of one level of precedence.
#[derive(Clone, Copy)]
pub(crate) struct OperationsView<'t> {
    pub(crate) first: ExprId,
    pub(crate) rest: &'t [Operation],
}

impl<'t> OperationsView<'t> {
    /// The operand at an index: the first one, or the one after an operator.
    #[inline]
    pub(crate) fn operand(self, index: usize) -> ExprId {
        match index.checked_sub(1) {
            Some(before) => self.rest[before].operand,
            None => self.first,
        }
    }

    pub(crate) fn operands(self) -> impl Iterator<Item = ExprId> + 't {
        (0..=self.rest.len()).map(move |index| self.operand(index))
    }

    /// The first operators of the chain, with the operands around them.
    pub(crate) fn up_to(self, operators: usize) -> Self {
        OperationsView {
            rest: &self.rest[..operators],
            ..self
        }
    }
}

/// A source with the steps after it.
#[derive(Clone, Copy)]
pub(crate) struct TraversalView<'t> {
    pub(crate) source: ExprId,
    pub(crate) steps: &'t [Step],
    pub(crate) first_full_splat: Option<StepIndex>,
}

impl<'t> TraversalView<'t> {
    /// The expressions in the brackets of indexes.
    pub(crate) fn keys(self) -> impl Iterator<Item = ExprId> + 't {
        self.steps.iter().filter_map(|step| match step.kind {
            StepKind::Index(key) => Some(key),
            _ => None,
        })
    }

    /// The splat that reaches the last step, if there is one. A full splat reaches itself and all steps after it; an
    /// attribute-only splat reaches itself and the attribute accesses directly after it. If there are several such
    /// splats, the result is the first one after the splat `outer`: the steps after `outer` apply to each of its
    /// elements.
    pub(crate) fn last_splat(&self, outer: Option<usize>) -> Option<usize> {
        let full = match outer.map(|outer| self.steps[outer].kind) {
            Some(StepKind::AttributeSplat(next) | StepKind::FullSplat(next)) => next,
            _ => self.first_full_splat,
        };
        let last = self.steps.len() - 1;
        let full = full.map(StepIndex::index).filter(|full| *full <= last);
        let reaching = || match self.steps[last].kind {
            StepKind::AttributeSplat(_) => Some(last),
            StepKind::GetAttr(splat) | StepKind::LegacyIndex(splat) => splat.map(StepIndex::index),
            StepKind::Index(_) | StepKind::FullSplat(_) => None,
        };
        full.or_else(|| reaching().filter(|splat| Some(*splat) > outer))
    }
}

/// The names that a `for` defines: for the key, if there is one, and for the value.
pub(crate) type ForNames<'s> = [Option<&'s str>; 2];

/// A part of an expression or of a template, or a limit of the scope of a `for`.
pub(crate) enum ScopedPart<'s> {
    Expression(ExprId),
    Template(TemplateId),
    /// The scope of these names begins.
    Define(ForNames<'s>),
    /// The scope of these names ends.
    Forget(ForNames<'s>),
}

/// A template with sequences.
#[derive(Clone, Copy)]
pub(crate) struct TemplateView<'t> {
    pub(crate) parts: &'t [Part],
    pub(crate) notation: Notation,
}

/// The key of an item of an object.
#[derive(Clone, Copy)]
pub(crate) enum KeyView {
    /// A bare identifier, or the name of a JSON property that needs no decoding: the key itself.
    Name(Span),
    Expression(ExprId),
}

impl<'s, 't> View<'s, 't> {
    #[inline]
    pub(crate) fn slice(self, span: Span) -> &'s str {
        &self.text[span.range()]
    }

    pub(crate) fn expression(self, id: ExprId) -> ExpressionView<'s, 't> {
        self.expression_inlined(id)
    }

    /// The expression without the parentheses around it.
    #[inline]
    pub(crate) fn without_parentheses(self, mut id: ExprId) -> ExprId {
        while let ExprKind::Parentheses(inner) = self.tree[id].kind {
            id = inner;
        }
        id
    }

    /// [`View::expression`] for the fast path of decoding. Inlined, so that the caller's `match` uses the variant
    /// without storing it.
    #[expect(clippy::inline_always, reason = "see above")]
    #[inline(always)]
    pub(crate) fn expression_inlined(self, id: ExprId) -> ExpressionView<'s, 't> {
        let tree = self.tree;
        let expression = &tree[id];
        match expression.kind {
            ExprKind::Null => ExpressionView::Null,
            ExprKind::Bool(value) => ExpressionView::Bool(value),
            ExprKind::ShortNumber { .. } | ExprKind::LongNumber => {
                ExpressionView::Number(self.slice(expression.span))
            }
            ExprKind::Variable { .. } => ExpressionView::Variable(self.slice(expression.span)),
            ExprKind::Unknown => ExpressionView::Unknown,
            ExprKind::QuotedLiteral { .. }
            | ExprKind::HeredocLiteral
            | ExprKind::JsonString { .. } => ExpressionView::Literal(id),
            ExprKind::JsonTemplate(_) => ExpressionView::Embedded,
            ExprKind::Template(template) => ExpressionView::Template(template),
            ExprKind::Parentheses(inner) => ExpressionView::Parentheses(inner),
            ExprKind::Unary(operator, operand) => ExpressionView::Unary(operator, operand),
            ExprKind::Operations(id) => ExpressionView::Operations(self.operations(id)),
            ExprKind::Conditional(id) => ExpressionView::Conditional(&tree[tree[id]]),
            ExprKind::Tuple(id) => ExpressionView::Tuple(&tree[tree[id]]),
            ExprKind::Object(id) => ExpressionView::Object(&tree[tree[id].items]),
            ExprKind::Structure(id) if tree[id].is_unknown => ExpressionView::Unknown,
            ExprKind::Structure(id) => match tree[id].content {
                StructureContent::Array(elements) => ExpressionView::Tuple(&tree[elements]),
                StructureContent::Object(items) => ExpressionView::Object(&tree[items]),
            },
            ExprKind::For(id) => ExpressionView::For(&tree[id]),
            ExprKind::FunctionCall(id) => ExpressionView::FunctionCall(&tree[id]),
            ExprKind::Traversal(id) => ExpressionView::Traversal(self.traversal(id)),
        }
    }

    #[inline]
    pub(crate) fn operations(self, id: OperationsId) -> OperationsView<'t> {
        let OperationsNode { first, rest } = self.tree[id];
        OperationsView {
            first,
            rest: &self.tree[rest],
        }
    }

    pub(crate) fn traversal(self, id: TraversalId) -> TraversalView<'t> {
        let node = &self.tree[id];
        TraversalView {
            source: node.source,
            steps: &self.tree[node.steps],
            first_full_splat: node.first_full_splat,
        }
    }

    /// The name or the digits of a step `.name` or `.0`.
    pub(crate) fn accessed(self, step: Step) -> &'s str {
        match step.kind {
            StepKind::GetAttr(_) | StepKind::LegacyIndex(_) => {
                // Searched from the end, since there can be much white space and many comments after the dot.
                let written = self.slice(step.span);
                let before = written.rfind(|character| !is_continue(character));
                &written[before.map_or(0, |at| at + 1)..]
            }
            _ => "",
        }
    }

    pub(crate) fn elements(self, id: ExprId) -> &'t [ExprId] {
        match self.expression_inlined(id) {
            ExpressionView::Tuple(elements) => elements,
            _ => &[],
        }
    }

    /// Whether all keys of an object are known to be different names that consist of ASCII characters.
    pub(crate) fn has_plain_keys(self, id: ExprId) -> bool {
        match self.tree[id].kind {
            ExprKind::Object(object) => self.tree[object].has_plain_keys,
            _ => false,
        }
    }

    pub(crate) fn object_items(self, id: ExprId) -> &'t [ItemId] {
        match self.expression_inlined(id) {
            ExpressionView::Object(items) => items,
            _ => &[],
        }
    }

    /// The name of a function with its namespaces, without the blanks and comments between them.
    pub(crate) fn function_name(self, call: &CallNode) -> Cow<'s, str> {
        let written = self.slice(call.name);
        if written.bytes().all(|byte| byte != b':') {
            return Cow::Borrowed(written);
        }
        let mut name = String::with_capacity(written.len());
        let mut at = 0;
        while at < written.len() {
            let end = scan::identifier(written, at);
            name.push_str(&written[at..end]);
            at = scan::insignificant(written.as_bytes(), end, Newlines::Skipped);
            if written[at..].starts_with("::") {
                name.push_str("::");
                at = scan::insignificant(written.as_bytes(), at + 2, Newlines::Skipped);
            } else {
                break;
            }
        }
        Cow::Owned(name)
    }

    /// The parentheses of the call `id` with their content.
    pub(crate) fn arguments_span(self, id: ExprId, call: &CallNode) -> Span {
        let name_end = call.name.end() as usize;
        let open = scan::insignificant(self.text.as_bytes(), name_end, Newlines::Skipped);
        Span::new(offset(open), self.tree.span(id).end())
    }

    /// Calls `visit` for each direct child of the expression `id`, in the order of the source. Expressions in the parts
    /// of a template, however deep its directives nest, count as direct children.
    pub(crate) fn for_each_child(self, id: ExprId, visit: &mut dyn FnMut(ExprId)) {
        let mut all = |list: &[ExprId]| list.iter().for_each(|id| visit(*id));
        match self.expression(id) {
            ExpressionView::Number(_)
            | ExpressionView::Bool(_)
            | ExpressionView::Null
            | ExpressionView::Variable(_)
            | ExpressionView::Unknown
            | ExpressionView::Literal(_)
            | ExpressionView::Embedded => {}
            ExpressionView::Template(template) => self.for_each_in_template(template, visit),
            ExpressionView::Parentheses(inner) | ExpressionView::Unary(_, inner) => visit(inner),
            ExpressionView::Operations(it) => it.operands().for_each(visit),
            ExpressionView::Conditional(parts) => all(parts),
            ExpressionView::Tuple(elements) => all(elements),
            ExpressionView::FunctionCall(call) => all(&self.tree[call.arguments]),
            ExpressionView::Object(items) => {
                for item in items {
                    let (key, value) = self.object_item(*item);
                    if let KeyView::Expression(key) = key {
                        visit(key);
                    }
                    visit(value);
                }
            }
            ExpressionView::For(it) => {
                visit(it.collection);
                let results = [it.key_expression, Some(it.value_expression), it.condition];
                results.into_iter().flatten().for_each(visit);
            }
            ExpressionView::Traversal(traversal) => {
                visit(traversal.source);
                traversal.keys().for_each(visit);
            }
        }
    }

    /// Whether a condition holds for the expression `id` or for any part of it. Parts of a JSON string are those of its
    /// template.
    pub(crate) fn any_part(
        self,
        id: ExprId,
        holds: &mut dyn FnMut(View<'_, '_>, ExprId) -> bool,
    ) -> bool {
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            if holds(self, id) {
                return true;
            }
            match self.expression(id) {
                ExpressionView::Embedded => {
                    let embedded = self.embedded_view(id);
                    // The native syntax in a JSON string has no further JSON strings.
                    if embedded.is_some_and(|(view, root)| view.any_part(root, holds)) {
                        return true;
                    }
                }
                _ => self.for_each_child(id, &mut |child| pending.push(child)),
            }
        }
        false
    }

    /// Calls `visit` for each expression in the parts of a template, however deep its directives nest.
    pub(crate) fn for_each_in_template(self, id: TemplateId, visit: &mut dyn FnMut(ExprId)) {
        self.for_each_template_part(id, &mut |part| match part {
            ScopedPart::Expression(id) => visit(id),
            ScopedPart::Template(id) => self.for_each_in_template(id, visit),
            ScopedPart::Define(_) | ScopedPart::Forget(_) => {}
        });
    }

    /// Calls `visit` for each child of an expression, and where the scope of a `for` begins and ends.
    pub(crate) fn for_each_scoped_part(self, id: ExprId, visit: &mut dyn FnMut(ScopedPart<'s>)) {
        match self.expression(id) {
            ExpressionView::Template(template) => visit(ScopedPart::Template(template)),
            ExpressionView::For(it) => {
                let names = self.for_names(it.key, it.value);
                let results = [it.key_expression, Some(it.value_expression), it.condition];
                visit(ScopedPart::Expression(it.collection));
                visit(ScopedPart::Define(names));
                for id in results.into_iter().flatten() {
                    visit(ScopedPart::Expression(id));
                }
                visit(ScopedPart::Forget(names));
            }
            _ => self.for_each_child(id, &mut |child| visit(ScopedPart::Expression(child))),
        }
    }

    /// Calls `visit` for each part of a template other than literals, and where the scope of a `for` begins and ends.
    pub(crate) fn for_each_template_part(
        self,
        id: TemplateId,
        visit: &mut dyn FnMut(ScopedPart<'s>),
    ) {
        for part in &self.tree[self.tree[id].parts] {
            match *part {
                Part::Literal(_) => {}
                Part::Interpolation { expression, .. } => visit(ScopedPart::Expression(expression)),
                Part::If(id) => {
                    let it = self.tree[id];
                    visit(ScopedPart::Expression(it.predicate));
                    visit(ScopedPart::Template(it.yes));
                    if let Some(no) = it.no {
                        visit(ScopedPart::Template(no));
                    }
                }
                Part::For(id) => {
                    let it = self.tree[id];
                    let names = self.for_names(it.key, it.value);
                    visit(ScopedPart::Expression(it.collection));
                    visit(ScopedPart::Define(names));
                    visit(ScopedPart::Template(it.body));
                    visit(ScopedPart::Forget(names));
                }
            }
        }
    }

    fn for_names(self, key: Option<Span>, value: Span) -> ForNames<'s> {
        [key.map(|key| self.slice(key)), Some(self.slice(value))]
    }

    pub(crate) fn template(self, id: TemplateId) -> TemplateView<'t> {
        let TemplateNode { form, parts, .. } = self.tree[id];
        let notation = match form {
            TemplateForm::Quoted => Notation::Quoted,
            TemplateForm::Heredoc { indent } => Notation::Lines { indent },
            TemplateForm::Bare { .. } => Notation::Lines { indent: 0 },
        };
        TemplateView {
            parts: &self.tree[parts],
            notation,
        }
    }

    /// The template `id`, a branch of a directive in a template with this notation.
    pub(crate) fn branch(self, id: TemplateId, notation: Notation) -> TemplateView<'t> {
        TemplateView {
            notation,
            ..self.template(id)
        }
    }

    /// The string of literal text in a template.
    pub(crate) fn template_literal(self, span: Span, notation: Notation) -> Cow<'s, str> {
        text::template_literal(self.text, span, notation)
    }

    /// The string of the template `id` that is one literal.
    pub(crate) fn literal(self, id: ExprId) -> Cow<'s, str> {
        let expression = &self.tree[id];
        let span = expression.span;
        match expression.kind {
            ExprKind::QuotedLiteral { is_verbatim: true } => {
                Cow::Borrowed(self.slice(span.inner()))
            }
            ExprKind::JsonString { text: Some(text) } => {
                normalize(Cow::Owned(self.tree.text(text).to_owned()))
            }
            ExprKind::JsonString { text: None } => text::json_string(self.text, span),
            ExprKind::HeredocLiteral => text::heredoc_literal(self.text, span),
            _ => text::quoted_literal(self.text, span),
        }
    }

    /// The string of the embedded template `id` without an evaluation context: its text as it is, sequences included.
    pub(crate) fn raw_text(self, id: ExprId) -> Cow<'s, str> {
        text::json_string(self.text, self.tree.span(id))
    }

    /// The string of a quoted literal, if a fast check shows that it needs no decoding.
    #[inline]
    pub(crate) fn verbatim_literal(self, id: ExprId) -> Option<&'s str> {
        let expression = &self.tree[id];
        let ExprKind::QuotedLiteral { is_verbatim } = expression.kind else {
            return None;
        };
        let inner = self.slice(expression.span.inner());
        let is_verbatim = is_verbatim || text::is_verbatim(inner);
        is_verbatim.then_some(inner)
    }

    #[inline]
    pub(crate) fn object_item(self, id: ItemId) -> (KeyView, ExprId) {
        let item = &self.tree[id];
        match item.kind {
            ItemKind::Named(value) => (KeyView::Name(item.name), value),
            ItemKind::Keyed { key, value } => (KeyView::Expression(key), value),
            ItemKind::Property { name, value } => match name {
                PropertyName::Verbatim => (KeyView::Name(item.name), value),
                PropertyName::Expression(key) | PropertyName::Escaped(key) => {
                    (KeyView::Expression(key), value)
                }
            },
            ItemKind::Attribute(_) | ItemKind::Block(_) | ItemKind::Generated(_) => {
                unreachable!("an object has no items of a body")
            }
        }
    }

    /// The number of leading steps that a static traversal can have: accesses by name or by literal key.
    pub(crate) fn static_steps(self, steps: &[Step]) -> usize {
        let is_static = |step: &&Step| match step.kind {
            StepKind::GetAttr(_) | StepKind::LegacyIndex(_) => true,
            StepKind::Index(key) => matches!(
                self.expression(key),
                ExpressionView::Number(_) | ExpressionView::Literal(_)
            ),
            StepKind::AttributeSplat(_) | StepKind::FullSplat(_) => false,
        };
        steps.iter().take_while(is_static).count()
    }

    /// Whether a key looks like a name with dots: a variable with accesses by name or by literal keys.
    pub(crate) fn is_reference(self, key: ExprId) -> bool {
        let ExpressionView::Traversal(traversal) = self.expression(key) else {
            return false;
        };
        let is_variable = matches!(
            self.expression(traversal.source),
            ExpressionView::Variable(_)
        );
        is_variable
            && traversal.steps.iter().all(|step| match step.kind {
                StepKind::GetAttr(_) | StepKind::LegacyIndex(_) => true,
                StepKind::Index(key) => matches!(
                    self.expression(key),
                    ExpressionView::Number(_)
                        | ExpressionView::Bool(_)
                        | ExpressionView::Null
                        | ExpressionView::Literal(_)
                ),
                StepKind::AttributeSplat(_) | StepKind::FullSplat(_) => false,
            })
    }
}
