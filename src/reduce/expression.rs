//! Writes the reduced form of an expression.

use super::reducer::{Reducer, Selected};
use crate::convert::convert;
use crate::eval::result_type;
use crate::function::Parameter;
use crate::number::Number;
use crate::span::Span;
use crate::syntax::tree::handle::ChainPart;
use crate::syntax::tree::view::{ExpressionView, KeyView, OperationsView, TraversalView};
use crate::syntax::tree::{CallNode, ExprId, ItemId, StepKind, UnaryOperator};
use crate::value::{Type, TypeKind, Value};

/// The position of an expression, which determines how a literal is written there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Position {
    /// Any expression can be written here.
    Free,
    /// An operand.
    Operand,
    /// The source of steps.
    Source,
    /// The key of an item of an object.
    Key,
}

/// A step of writing.
pub(super) enum WriteStep<'a> {
    Expression(ExprId, Position),
    /// An interpolation, which may become literal text.
    Interpolation {
        span: Span,
        expression: ExprId,
        literal: LiteralText<'a>,
    },
    /// The text of a span, as written.
    Verbatim(Span),
    /// Text that is added to an expression.
    Added(&'static str, Span),
}

impl WriteStep<'_> {
    /// The text between two places, as written.
    pub(super) fn between(from: u32, to: u32) -> Self {
        WriteStep::Verbatim(Span::new(from, to))
    }
}

/// How literal text is written in a template.
#[derive(Clone, Copy)]
pub(super) enum LiteralText<'a> {
    /// Between quotes, with escape sequences.
    Quoted,
    /// As it is, up to the end marker.
    Heredoc { marker: &'a str, is_flush: bool },
    /// As it is.
    Bare,
}

impl<'a> Reducer<'a, '_> {
    /// The text of a value, if it can be written exactly and the budget allows it.
    pub(super) fn literal(&self, value: &Value) -> Option<String> {
        if !is_writable(value) {
            return None;
        }
        let text = value.to_string();
        self.knowledge
            .work
            .budget
            .take_bytes(text.len())
            .then_some(text)
    }

    /// Writes an expression. `None` if it cannot be written at all, for example an unknown value of a `dynamic` block.
    /// Does not recurse, like [`Reducer::scan`].
    pub(super) fn write(&mut self, id: ExprId) -> Option<()> {
        self.write_all(vec![WriteStep::Expression(id, Position::Free)])
    }

    /// Performs these steps, the last one first, and the steps that they add.
    pub(super) fn write_all(&mut self, mut steps: Vec<WriteStep<'a>>) -> Option<()> {
        while let Some(step) = steps.pop() {
            let start = steps.len();
            match step {
                WriteStep::Expression(id, position) => self.write_step(id, position, &mut steps)?,
                WriteStep::Interpolation {
                    span,
                    expression,
                    literal,
                } => self.write_interpolation(span, expression, literal, &mut steps),
                WriteStep::Verbatim(span) => self.verbatim(span),
                WriteStep::Added(text, span) => self.output.added(text, (self.document, span)),
            }
            // The added steps are in the order of the source, and the last step is done first.
            steps[start..].reverse();
        }
        Some(())
    }

    fn write_step(
        &mut self,
        id: ExprId,
        position: Position,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> Option<()> {
        if position == Position::Key
            && let ExpressionView::Traversal(traversal) = self.view.expression(id)
        {
            return self.write_traversal_as_key(id, traversal, steps);
        }
        if self.are_known(id) {
            if self.is_written_literal(id) {
                self.verbatim(self.span(id));
                return Some(());
            }
            if let Some(value) = self.known_value(id) {
                if let Some(text) = self.literal(&value) {
                    self.write_literal(&text, self.span(id), position);
                    return Some(());
                }
                self.knowledge.spend_in_vain(self.span(id));
            }
        }
        match self.view.expression(id) {
            ExpressionView::Unknown | ExpressionView::Embedded => return None,
            ExpressionView::Variable(_) if self.view.tree.binding(id).is_some() => return None,
            ExpressionView::Number(_)
            | ExpressionView::Bool(_)
            | ExpressionView::Null
            | ExpressionView::Variable(_)
            | ExpressionView::Literal(_) => self.verbatim(self.span(id)),
            ExpressionView::Template(template) => self.write_template(id, template, steps)?,
            ExpressionView::Unary(_, operand) => {
                self.write_children(id, &[operand], Position::Operand, steps);
            }
            ExpressionView::Operations(it) => self.write_operations(id, it, steps),
            ExpressionView::Conditional(parts) => self.write_conditional(id, parts, steps),
            ExpressionView::Object(items) => self.write_object(id, items, steps),
            ExpressionView::FunctionCall(call) => self.write_call(id, call, steps),
            ExpressionView::Traversal(it) => self.write_traversal(id, it, steps)?,
            ExpressionView::Parentheses(_) | ExpressionView::Tuple(_) | ExpressionView::For(_) => {
                let mut children = Vec::new();
                self.view
                    .for_each_child(id, &mut |child| children.push(child));
                self.write_children(id, &children, Position::Free, steps);
            }
        }
        Some(())
    }

    /// Adds the steps for an expression with these children. The text between them stays as written.
    fn write_children(
        &self,
        id: ExprId,
        children: &[ExprId],
        position: Position,
        steps: &mut Vec<WriteStep<'a>>,
    ) {
        let span = self.span(id);
        let end = self.write_from(span.start(), children, position, steps);
        steps.push(WriteStep::between(end, span.end()));
    }

    /// Adds the steps for parts, each with the text before it, beginning at `start`. Returns the end of the last part.
    pub(super) fn write_from(
        &self,
        start: u32,
        children: &[ExprId],
        position: Position,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> u32 {
        let mut at = start;
        for child in children {
            let span = self.span(*child);
            steps.push(WriteStep::between(at, span.start()));
            steps.push(WriteStep::Expression(*child, position));
            at = span.end();
        }
        at
    }

    /// Writes a literal in the place of a part.
    pub(super) fn write_literal(&mut self, text: &str, span: Span, position: Position) {
        let needs_parentheses = match position {
            Position::Free => false,
            Position::Operand => text.starts_with('-'),
            Position::Source => !text.starts_with(['"', '[', '{']),
            // A bare word would be the key itself.
            Position::Key => !text.starts_with('"'),
        };
        if needs_parentheses {
            let text = ["(", text, ")"].concat();
            self.output.replaced(&text, self.document, span);
        } else {
            self.output.replaced(text, self.document, span);
        }
    }

    /// Whether an expression is already written as a literal.
    fn is_written_literal(&self, id: ExprId) -> bool {
        match self.view.expression(id) {
            ExpressionView::Number(_)
            | ExpressionView::Bool(_)
            | ExpressionView::Null
            | ExpressionView::Literal(_) => true,
            ExpressionView::Unary(UnaryOperator::Negate, operand) => {
                matches!(self.view.expression(operand), ExpressionView::Number(_))
            }
            ExpressionView::Tuple(elements) => {
                elements.iter().all(|it| self.is_written_literal(*it))
            }
            ExpressionView::Object(items) => items.iter().all(|item| {
                let (key, value) = self.view.object_item(*item);
                let is_literal = match key {
                    KeyView::Name(_) => true,
                    KeyView::Expression(key) => {
                        matches!(self.view.expression(key), ExpressionView::Literal(_))
                    }
                };
                is_literal && self.is_written_literal(value)
            }),
            _ => false,
        }
    }

    /// Writes a chain of operators. If its first operands are known, they become one literal together.
    fn write_operations(
        &mut self,
        id: ExprId,
        it: OperationsView<'_>,
        steps: &mut Vec<WriteStep<'a>>,
    ) {
        let operands: Vec<ExprId> = it.operands().collect();
        let known = operands.iter().take_while(|id| self.are_known(**id));
        let known = known.count();
        let (mut written, span) = (0, self.span(id));
        let mut start = span.start();
        if (2..operands.len()).contains(&known) {
            let first = self.root.at_part(id, ChainPart::Operators(known - 1));
            if let Some(text) = self.value_of(&first).and_then(|it| self.literal(&it)) {
                self.write_literal(&text, first.tree_span(), Position::Operand);
                (written, start) = (known, first.tree_span().end());
            }
        }
        let end = self.write_from(start, &operands[written..], Position::Operand, steps);
        steps.push(WriteStep::between(end, span.end()));
    }

    /// The part of a chain of conditionals that remains when those with known conditions are removed. `None` if the
    /// chain stays as it is, for example because the results are not known to have the same type: the selected one
    /// might then have to be converted.
    pub(super) fn selection_of(&self, parts: &[ExprId]) -> Option<Selected> {
        let (last, pairs) = parts.split_last()?;
        let (pairs, _) = pairs.as_chunks::<2>();
        let (mut kept, mut end) = (Vec::new(), *last);
        for [predicate, result] in pairs {
            let truth = self.known_value(*predicate).and_then(|it| it.as_bool());
            match truth {
                None => kept.push([*predicate, *result]),
                Some(false) => {}
                Some(true) => {
                    end = *result;
                    break;
                }
            }
        }
        // The end marker of a heredoc needs the newline after it.
        let needs_newline = end != *last && self.view.ends_with_heredoc(end);
        if kept.len() == pairs.len() || needs_newline {
            return None;
        }
        let first = self.type_of(*last)?;
        let mut results = pairs.iter().map(|[_, result]| *result);
        let has_one_type = results.all(|it| self.type_of(it).as_ref() == Some(&first));
        has_one_type.then_some(Selected { pairs: kept, end })
    }

    /// Writes a chain of conditionals.
    fn write_conditional(&mut self, id: ExprId, parts: &[ExprId], steps: &mut Vec<WriteStep<'a>>) {
        let Some(Selected { pairs, end }) = self.selections.remove(&id) else {
            self.write_children(id, parts, Position::Free, steps);
            return;
        };
        self.output.omit();
        let mut rest = parts.iter();
        for [predicate, result] in pairs {
            let start = self.span(predicate).start();
            let at = self.write_from(start, &[predicate, result], Position::Free, steps);
            // The text between the result and the part after it in the original chain.
            let next = rest.by_ref().skip_while(|it| **it != result).nth(1);
            let next = next.map_or(at, |next| self.span(*next).start());
            steps.push(WriteStep::between(at, next));
        }
        steps.push(WriteStep::Expression(end, Position::Free));
    }

    /// The type of a result, even if its value is not known. `None` if the type is not known in every part.
    fn type_of(&self, id: ExprId) -> Option<Type> {
        let ty = match self.view.expression(id) {
            ExpressionView::Parentheses(inner) => return self.type_of(inner),
            ExpressionView::Unary(UnaryOperator::Negate, _) => Type::NUMBER,
            ExpressionView::Unary(UnaryOperator::Not, _) => Type::BOOL,
            ExpressionView::Operations(it) => result_type(it.rest.first()?.operator),
            ExpressionView::Template(template) if self.is_text(template) => Type::STRING,
            ExpressionView::Conditional(parts) => {
                let (last, pairs) = parts.split_last()?;
                let (pairs, _) = pairs.as_chunks::<2>();
                let ty = self.type_of(*last)?;
                let mut types = pairs.iter().map(|[_, it]| self.type_of(*it));
                return types.all(|it| it.as_ref() == Some(&ty)).then_some(ty);
            }
            ExpressionView::Variable(_) if self.free.contains(&id) => {
                self.value_of(&self.root.at(id))?.ty()
            }
            ExpressionView::Traversal(it)
                if self.view.static_steps(it.steps) == it.steps.len()
                    && self.free.contains(&it.source) =>
            {
                self.value_of(&self.root.at(id))?.ty()
            }
            _ => self.known_value(id)?.ty(),
        };
        (!ty.has_dynamic()).then_some(ty)
    }

    /// Writes an object.
    fn write_object(&self, id: ExprId, items: &[ItemId], steps: &mut Vec<WriteStep<'a>>) {
        let span = self.span(id);
        let mut at = span.start();
        for item in items {
            let (key, value) = self.view.object_item(*item);
            if let KeyView::Expression(key) = key {
                at = self.write_from(at, &[key], Position::Key, steps);
            }
            at = self.write_from(at, &[value], Position::Free, steps);
        }
        steps.push(WriteStep::between(at, span.end()));
    }

    /// Writes a call. An argument that describes a type stays as written if the function may read it unevaluated.
    fn write_call(&self, id: ExprId, call: &CallNode, steps: &mut Vec<WriteStep<'a>>) {
        let span = self.span(id);
        let name = self.view.function_name(call);
        let function = self.knowledge.ctx.function(&name);
        let arguments = &self.view.tree[call.arguments];
        let mut at = span.start();
        for (index, argument) in arguments.iter().enumerate() {
            let may_be_read = function.is_none_or(|function| {
                let parameter = function.parameter_at(index);
                parameter.is_some_and(Parameter::is_lazy)
            });
            let is_type = || self.root.at(*argument).type_constraint().is_ok();
            if !(may_be_read && is_type()) {
                at = self.write_from(at, &[*argument], Position::Free, steps);
            }
        }
        steps.push(WriteStep::between(at, span.end()));
    }

    /// Writes a source with steps. A variable and as many of its steps as possible become one literal.
    fn write_traversal(
        &mut self,
        id: ExprId,
        it: TraversalView<'_>,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> Option<()> {
        let span = self.span(id);
        let is_variable = matches!(self.view.expression(it.source), ExpressionView::Variable(_));
        let (mut at, mut followed) = (span.start(), 0);
        if !is_variable {
            at = self.write_from(at, &[it.source], Position::Source, steps);
        } else if let Some((count, text)) = self.known_steps(id, it) {
            let end = match count.checked_sub(1) {
                Some(last) => it.steps[last].span,
                None => self.span(it.source),
            };
            self.write_literal(&text, Span::new(at, end.end()), Position::Source);
            (at, followed) = (end.end(), count);
        } else if self.view.tree.binding(it.source).is_some() {
            return None;
        }
        for step in &it.steps[followed..] {
            if let StepKind::Index(key) = step.kind {
                at = self.write_from(at, &[key], Position::Free, steps);
            }
        }
        steps.push(WriteStep::between(at, span.end()));
        Some(())
    }

    /// Writes a source with steps that is a key. A reference without parentheses is an error as a key, and stays one;
    /// any other traversal must not become such a reference.
    fn write_traversal_as_key(
        &mut self,
        id: ExprId,
        it: TraversalView<'_>,
        steps: &mut Vec<WriteStep<'a>>,
    ) -> Option<()> {
        let span = self.span(id);
        if self.view.is_reference(id) {
            self.verbatim(span);
            return Some(());
        }
        if let Some(text) = self.known_value(id).and_then(|it| self.literal(&it)) {
            self.write_literal(&text, span, Position::Key);
            return Some(());
        }
        self.output.added("(", (self.document, span));
        self.write_traversal(id, it, steps)?;
        steps.push(WriteStep::Added(")", span));
        Some(())
    }

    /// The number of steps that can become one literal with the variable before them, and that literal.
    fn known_steps(&self, id: ExprId, it: TraversalView<'_>) -> Option<(usize, String)> {
        if !self.free.contains(&it.source) {
            return None;
        }
        let most = self.view.static_steps(it.steps);
        // The whole value of a name may be much larger than the part that is used.
        let is_held = self.is_held(&self.root.at(it.source));
        let least = if is_held { 0 } else { most };
        (least..=most).rev().find_map(|count| {
            let (id, part) = ChainPart::with_steps(id, it, count);
            let value = self.value_of(&self.root.at_part(id, part))?;
            Some((count, self.literal(&value)?))
        })
    }

    /// The text of a known value in a template.
    pub(super) fn text_of(&self, id: ExprId) -> Option<String> {
        let value = self.known_value(id)?;
        if value.is_null() || !value.is_known() {
            return None;
        }
        let text = convert(&value, &Type::STRING).ok()?;
        let text = text.as_str()?;
        self.knowledge
            .work
            .budget
            .take_bytes(text.len())
            .then(|| text.to_owned())
    }
}

/// Whether native syntax can write exactly this value.
pub(super) fn is_writable(value: &Value) -> bool {
    let mut pending = vec![value];
    while let Some(value) = pending.pop() {
        let is_writable = match value.ty().kind() {
            TypeKind::Dynamic => value.is_null(),
            _ if value.is_null() || !value.is_known() => false,
            TypeKind::Number => value.as_number().is_some_and(Number::is_finite),
            TypeKind::String | TypeKind::Bool | TypeKind::Tuple(_) | TypeKind::Object(_) => true,
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) | TypeKind::Capsule(_) => false,
        };
        if !is_writable {
            return false;
        }
        if let Some(elements) = value.elements() {
            pending.extend(elements.map(|(_, it)| it));
        }
    }
    true
}
