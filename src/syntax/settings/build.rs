//! Builds the body of a setting: a tree over the text of the setting, so that errors show the text that was set.

use std::sync::Arc;

use super::plan::{BlockSteps, Plan, SetSteps};
use super::text::{SettingText, Step};
use crate::diagnostic::{Code, Diagnostic};
use crate::error::Error;
use crate::quote::quoted;
use crate::source::Source;
use crate::span::{Span, offset};
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::copy::{CopiedItems, NewLabel};
use crate::syntax::tree::handle::forms::{BodyForms, ContentForm, ItemForm, LevelForm};
use crate::syntax::tree::handle::spread::{label_of_key, name_of_key};
use crate::syntax::tree::handle::{Body, Document, Expression, ItemRef};
use crate::syntax::tree::view::{ExpressionView, View};
use crate::syntax::tree::{ExprId, ExprKind, GeneratedBlock, GeneratedCount, ItemId, Tree};

/// Whether the value of a setting may call functions.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Functions {
    Allowed,
    NotAllowed,
}

/// Makes the body of a setting: one item, or several blocks of a list.
pub(super) fn body(
    forms: Option<&BodyForms>,
    text: &SettingText,
    functions: Functions,
    plan: &Plan,
) -> Result<Body, Vec<Diagnostic>> {
    let value = SetValue::new(text, functions, &plan.set)?;
    let builder = Builder {
        forms,
        text,
        value: &value,
        tree: Tree::default(),
    };
    builder.body(plan).map_err(|it| vec![it])
}

/// A value and its source: the text of the setting, in which a raw value is quoted.
struct SetValue {
    source: Source,
    expression: Option<Expression>,
}

impl SetValue {
    /// The value: raw text where a string is expected, an expression everywhere else.
    fn new(
        text: &SettingText,
        functions: Functions,
        set: &SetSteps,
    ) -> Result<Self, Vec<Diagnostic>> {
        let raw = text.value();
        let is_raw = match set {
            SetSteps::Attribute { is_text, .. } => *is_text,
            SetSteps::Item { .. } => false,
            SetSteps::Variant(steps) => {
                let written = raw.trim();
                let is_name = written != "null" && !written.starts_with(['{', '"']);
                if is_name && !steps.labels.is_empty() {
                    // The name of the variant becomes a label.
                    return Ok(SetValue {
                        source: text.source.clone(),
                        expression: None,
                    });
                }
                is_name
            }
        };
        let source = if is_raw {
            let path = &text.source.text()[..text.value];
            let name = text.source.name().unwrap_or_default();
            Source::new([path, &quoted(raw)].concat()).with_name(name)
        } else {
            text.source.clone()
        };
        if !is_raw && raw.trim().is_empty() {
            let detail = "A value is missing: only a string may be empty.";
            return Err(vec![text.invalid(text.path_span(), detail)]);
        }
        let options = ParseOptions::new();
        let expression = options.parse_expression_in(source.clone(), text.value);
        let expression = expression.map_err(Error::into_diagnostics)?;
        if functions == Functions::NotAllowed {
            check_no_functions(&expression).map_err(|it| vec![it])?;
        }
        Ok(SetValue {
            source,
            expression: Some(expression),
        })
    }
}

fn check_no_functions(expression: &Expression) -> Result<(), Diagnostic> {
    let Some(call) = expression.function_calls().into_iter().next() else {
        return Ok(());
    };
    let span = call.name_span.join(call.arguments_span);
    let detail = "An environment variable cannot call functions.";
    let diagnostic = Diagnostic::of(Code::FunctionCallsNotAllowed, detail);
    Err(diagnostic.at((span, expression.source())))
}

struct Builder<'a> {
    forms: Option<&'a BodyForms>,
    text: &'a SettingText,
    value: &'a SetValue,
    tree: Tree,
}

impl Builder<'_> {
    fn body(mut self, plan: &Plan) -> Result<Body, Diagnostic> {
        let mut items = Vec::new();
        self.add_set(&plan.set, &mut items)?;
        for block in plan.blocks.iter().rev() {
            let content = CopiedItems {
                items: std::mem::take(&mut items),
                absent: Vec::new(),
            };
            let labels = self.labels(block);
            items.push(self.block(self.text.steps[block.name].span, labels, &content));
        }
        let whole = self.whole();
        let document = Document::new(self.value.source.clone(), self.tree);
        let handles = items
            .iter()
            .map(|id| ItemRef::of_tree(&document, *id).to_handle());
        let handles = handles.collect();
        let body = Body::of_items(vec![(Arc::clone(&document), whole)], handles, Vec::new());
        Ok(body.expect("it has an origin"))
    }

    /// Adds the item, variant or attribute that is set.
    fn add_set(&mut self, set: &SetSteps, items: &mut Vec<ItemId>) -> Result<(), Diagnostic> {
        let Some(expression) = &self.value.expression else {
            if let SetSteps::Variant(steps) = set {
                let mut labels = self.labels(steps);
                labels.push(NewLabel {
                    span: self.value_span(),
                    text: self.text.value().trim().into(),
                });
                let name = self.text.steps[steps.name].span;
                items.push(self.block(name, labels, &CopiedItems::default()));
            }
            return Ok(());
        };
        let view = expression.view();
        match set {
            SetSteps::Attribute { name, .. } => {
                self.check_name(&self.text.steps[*name])?;
                let name = self.text.steps[*name].span;
                items.push(self.attribute(name, view, expression.id()));
                Ok(())
            }
            SetSteps::Item { steps, form } => self.add_item(
                steps,
                ItemForm {
                    keys: form.keys.saturating_sub(steps.labels.len()),
                    ..*form
                },
                expression,
                items,
            ),
            SetSteps::Variant(steps) => {
                if !steps.labels.is_empty()
                    && let ExpressionView::Object([id]) = view.expression(expression.id())
                    && let (key, value) = view.object_item(*id)
                    && let ExpressionView::Object(_) = view.expression(value)
                    && let Some(variant) = label_of_key(view, key)
                {
                    // All blocks of the name have the same number of labels.
                    let content = self.content(view, LevelForm::Unknown, value)?;
                    let mut labels = self.labels(steps);
                    labels.push(variant);
                    let name = self.text.steps[steps.name].span;
                    items.push(self.block(name, labels, &content));
                    return Ok(());
                }
                self.add_item(steps, ItemForm::UNKNOWN, expression, items)
            }
        }
    }

    /// Adds an item with labels; `form.keys` of them are still to be read.
    fn add_item(
        &mut self,
        steps: &BlockSteps,
        form: ItemForm,
        expression: &Expression,
        items: &mut Vec<ItemId>,
    ) -> Result<(), Diagnostic> {
        let view = expression.view();
        let name = self.text.steps[steps.name].span;
        if let ExpressionView::Null = view.expression(expression.id())
            && !steps.labels.is_empty()
        {
            let removed = self.removed(steps);
            items.push(self.tree.push_attribute(name, removed));
            return Ok(());
        }
        let labels = self.labels(steps);
        self.add_named(view, name, labels, form, expression.id(), items)
    }

    /// Adds a value under a name: as blocks if it is an object where blocks are expected, otherwise as an attribute.
    fn add_named(
        &mut self,
        view: View<'_, '_>,
        name: Span,
        labels: Vec<NewLabel>,
        form: ItemForm,
        value: ExprId,
        items: &mut Vec<ItemId>,
    ) -> Result<(), Diagnostic> {
        let is_block = matches!(form.content, ContentForm::Body(_) | ContentForm::List);
        match view.expression(value) {
            ExpressionView::Object(entries) if is_block && form.keys > 0 => {
                for id in entries {
                    let (key, value) = view.object_item(*id);
                    let Some(label) = label_of_key(view, key) else {
                        return Err(self.not_static(view.tree.span(value)));
                    };
                    if let ExpressionView::Null = view.expression(value) {
                        let detail = "To remove a block, use a separate setting: its path followed by `=null`.";
                        return Err(self.text.invalid(view.tree.span(value), detail));
                    }
                    let labels = labels.iter().cloned().chain([label]).collect();
                    let form = ItemForm {
                        keys: form.keys - 1,
                        ..form
                    };
                    self.add_named(view, name, labels, form, value, items)?;
                }
                Ok(())
            }
            ExpressionView::Object(_) if is_block || !labels.is_empty() => {
                let content = self.content(view, form.inside(form.keys), value)?;
                items.push(self.block(name, labels, &content));
                Ok(())
            }
            ExpressionView::Tuple(elements)
                if !labels.is_empty() && form.content == ContentForm::List && form.keys == 0 =>
            {
                for element in elements {
                    let labels = labels.clone();
                    self.add_named(view, name, labels, form, *element, items)?;
                }
                Ok(())
            }
            _ if labels.is_empty() => {
                items.push(self.attribute(name, view, value));
                Ok(())
            }
            _ => {
                let path = &self.text.source.text()[..self.text.path_span().end() as usize];
                let detail = if form.keys == 0 {
                    format!(
                        "\"{path}\" is a block. Set something in it by name, as in {path}.name=…, or the whole block \
                         in braces: {path}={{ name = … }}."
                    )
                } else {
                    format!(
                        "The \"{path}\" blocks have one more label. Write it after the path: {path}.label.name=…."
                    )
                };
                Err(self.text.invalid(self.text.path_span(), &detail))
            }
        }
    }

    /// Converts the content of an object to the items of a body.
    fn content(
        &mut self,
        view: View<'_, '_>,
        level: LevelForm,
        object: ExprId,
    ) -> Result<CopiedItems, Diagnostic> {
        let mut content = CopiedItems::default();
        for id in view.object_items(object) {
            let (key, value) = view.object_item(*id);
            let Some(name) = name_of_key(view, key) else {
                return Err(self.not_static(view.tree.span(value)));
            };
            let text = view.slice(name);
            let form = match self.forms {
                Some(forms) => forms.item(level, text).ok_or_else(|| {
                    let path = self.text.path_to(self.text.steps.len());
                    self.text.unknown(text, name, path, forms.names(level), "")
                })?,
                None => ItemForm::UNKNOWN,
            };
            let items = &mut content.items;
            self.add_named(view, name, Vec::new(), form, value, items)?;
        }
        Ok(content)
    }

    /// Adds an object that removes a block: its keys are the labels, each nested in the one before, and its value is
    /// null.
    fn removed(&mut self, steps: &BlockSteps) -> ExprId {
        let span = self.value_span();
        let mut object = self.tree.expression(ExprKind::Null, span);
        for step in self.text.steps[steps.labels.clone()].iter().rev() {
            object = self.tree.object_of_one(step.span, step.is_quoted, object);
        }
        object
    }

    fn attribute(&mut self, name: Span, view: View<'_, '_>, value: ExprId) -> ItemId {
        let value = self.tree.copy_unchanged(view.tree, value);
        self.tree.push_attribute(name, value)
    }

    fn block(&mut self, name: Span, labels: Vec<NewLabel>, content: &CopiedItems) -> ItemId {
        let end = labels.last().map_or(name, |label| label.span).end();
        let block = GeneratedBlock {
            span: self.whole(),
            block_type: name,
            escaped_type: None,
            header: Span::new(name.start(), end.max(name.end())),
            content: self.value_span(),
            labels: self.tree.push_labels(labels),
            body: self.tree.push_body(content),
            count: GeneratedCount::One,
        };
        self.tree.push_generated_block(block)
    }

    fn whole(&self) -> Span {
        Span::new(0, offset(self.value.source.text().len()))
    }

    fn value_span(&self) -> Span {
        Span::new(offset(self.text.value), self.whole().end())
    }

    fn labels(&self, steps: &BlockSteps) -> Vec<NewLabel> {
        let labels = self.text.steps[steps.labels.clone()].iter();
        let label = |step: &Step| NewLabel {
            span: step.span,
            text: step.text.as_str().into(),
        };
        labels.map(label).collect()
    }

    /// Fails if a step is not written as the name of an attribute.
    fn check_name(&self, step: &Step) -> Result<(), Diagnostic> {
        if !step.is_quoted && crate::identifier::is_identifier(&step.text) {
            return Ok(());
        }
        let detail = format!(
            "\"{}\" is not an identifier. Set the whole map to set such a key.",
            step.text
        );
        Err(self.text.invalid(step.span, &detail))
    }

    fn not_static(&self, value: Span) -> Diagnostic {
        let detail = "The names in the object of a setting must be literal, not computed.";
        self.text.invalid(value, detail)
    }
}
