//! What paths in a body lead to.
//!
//! Knows nothing of what is reported.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

use foldhash::HashMap;

use crate::diagnostic::Diagnostic;
use crate::nfc;
use crate::path::PathStep;
use crate::protocol::field::PrivateField;
use crate::span::Span;
use crate::syntax::tree::handle::{
    Attribute, Block, BlocksByNames, Body, BodyItem, Expression, ExpressionKind, ObjectItem,
    ObjectKey,
};

/// What a path in a body leads to.
#[derive(Clone)]
pub(super) enum PathTarget {
    Body(Arc<BodyIndex>),
    Blocks(BlocksTarget),
    /// The labels of a block with these numbers, counted from 0.
    Labels(Block, Range<usize>),
    Expression(Expression),
    /// Values in JSON syntax, which may be blocks or objects for their labels: those of all properties of one name.
    Values(Vec<Expression>),
}

/// What a step leads to.
pub(super) struct NextTarget {
    pub(super) target: PathTarget,
    /// The steps that a path has there.
    pub(super) steps: Vec<PathStep>,
}

/// The items of a body, to be found by name. They are collected when the first one is looked for.
pub(super) struct BodyIndex {
    body: Body,
    items: OnceLock<ItemsByName>,
}

#[derive(Default)]
struct ItemsByName {
    attributes: HashMap<String, Vec<Attribute>>,
    blocks: BlocksByNames<Arc<IndexedBlock>>,
}

/// A block and the items in it.
struct IndexedBlock {
    block: Block,
    body: OnceLock<Arc<BodyIndex>>,
}

/// Blocks of one type.
#[derive(Clone)]
pub(super) struct BlocksTarget {
    /// The body that they are in.
    around: Arc<BodyIndex>,
    /// Their type and the labels that have been followed.
    names: Vec<String>,
    /// The index of one of them, if the path has it. A name is not a label any more then.
    element: Option<usize>,
}

impl PathTarget {
    pub(super) fn of_body(body: &Body) -> Self {
        PathTarget::Body(BodyIndex::new(body.clone()))
    }

    /// A diagnostic at this place.
    pub(super) fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        match self {
            PathTarget::Body(index) => index.located(diagnostic),
            PathTarget::Blocks(target) => match target.blocks().first() {
                Some(it) => diagnostic.at((it.block.header_span(), it.block.source())),
                None => diagnostic,
            },
            PathTarget::Labels(block, numbers) => {
                let labels = block.labels().take(numbers.end).skip(numbers.start);
                let span = labels.map(|it| it.span()).reduce(Span::join);
                diagnostic.at((span.unwrap_or(block.header_span()), block.source()))
            }
            PathTarget::Expression(expression) => diagnostic.at(expression),
            PathTarget::Values(values) => match values.first() {
                Some(value) => diagnostic.at(value),
                None => diagnostic,
            },
        }
    }

    /// Whether it is certain that a step that leads nowhere names something that is not set. What a computed value
    /// contains is not known.
    pub(super) fn lacks(&self, step: &PathStep) -> bool {
        match self {
            PathTarget::Body(_) | PathTarget::Blocks(_) | PathTarget::Labels(..) => true,
            PathTarget::Expression(expression) => is_literal(expression),
            // The types alone tell how many of the objects are labels.
            PathTarget::Values(values) => {
                let is_label = step.name().is_some_and(PrivateField::is_label);
                !is_label && values.iter().all(|it| is_literal(it) && !may_be_labels(it))
            }
        }
    }

    /// The body that lacks a block, if that is what a step names: another block of a type.
    pub(super) fn body_without_block(&self, step: Option<&PathStep>) -> Option<&BodyIndex> {
        match (self, step) {
            (PathTarget::Blocks(blocks), Some(step)) if blocks.lack(step) => Some(&blocks.around),
            _ => None,
        }
    }

    /// The part that a step leads to.
    pub(super) fn part(&self, step: &PathStep) -> Option<NextTarget> {
        let target = match self {
            PathTarget::Body(index) => return index.part(step),
            PathTarget::Blocks(target) => return target.part(step),
            PathTarget::Labels(..) => return None,
            PathTarget::Expression(expression) => {
                PathTarget::Expression(part_of_expression(expression, step)?)
            }
            PathTarget::Values(values) => PathTarget::Values(part_of_values(values, step)?),
        };
        Some(NextTarget {
            target,
            steps: vec![step.clone()],
        })
    }
}

impl BodyIndex {
    fn new(body: Body) -> Arc<Self> {
        let items = OnceLock::new();
        Arc::new(BodyIndex { body, items })
    }

    /// A diagnostic at the end of the body, where what is not there can be added.
    pub(super) fn located(&self, diagnostic: Diagnostic) -> Diagnostic {
        let end = self.body.span().end();
        diagnostic.at((Span::new(end, end), self.body.source()))
    }

    fn items(&self) -> &ItemsByName {
        self.items.get_or_init(|| {
            let mut items = ItemsByName::default();
            for item in self.body.items() {
                match item {
                    BodyItem::Attribute(attribute) => {
                        let name = attribute.name().to_owned();
                        items.attributes.entry(name).or_default().push(attribute);
                    }
                    BodyItem::Block(block) => {
                        let body = OnceLock::new();
                        let indexed = IndexedBlock {
                            block: block.clone(),
                            body,
                        };
                        items.blocks.insert(&block, &Arc::new(indexed));
                    }
                }
            }
            items
        })
    }

    fn part(self: &Arc<Self>, step: &PathStep) -> Option<NextTarget> {
        let name = step.name()?;
        let items = self.items();
        let target = match items.attributes.get(name).map(Vec::as_slice) {
            Some([attribute, ..]) if !attribute.is_property() => {
                PathTarget::Expression(attribute.expression())
            }
            Some(properties) => {
                PathTarget::Values(properties.iter().map(Attribute::expression).collect())
            }
            None => {
                let names = vec![name.to_owned()];
                if items.blocks.get(&names).is_empty() {
                    return None;
                }
                PathTarget::Blocks(BlocksTarget {
                    around: Arc::clone(self),
                    names,
                    element: None,
                })
            }
        };
        Some(NextTarget {
            target,
            steps: vec![PathStep::from(name)],
        })
    }
}

impl IndexedBlock {
    fn body(&self) -> &Arc<BodyIndex> {
        self.body.get_or_init(|| BodyIndex::new(self.block.body()))
    }

    fn label_count(&self) -> usize {
        self.block.labels().len()
    }
}

impl BlocksTarget {
    /// The blocks with the type and the labels that have been followed: one or more.
    fn blocks(&self) -> &[Arc<IndexedBlock>] {
        let blocks = self.around.items().blocks.get(&self.names);
        match self.element {
            Some(index) => &blocks[index..=index],
            None => blocks,
        }
    }

    /// Number of labels that have been followed.
    fn followed(&self) -> usize {
        self.names.len() - 1
    }

    /// Whether what a step names is another block of this type, which is not there.
    fn lack(&self, step: &PathStep) -> bool {
        self.element.is_none()
            && match step {
                PathStep::Attribute(_) => self.blocks().len() > 1,
                PathStep::Key(_) => self.have_more_labels(),
                PathStep::Index(_) => true,
                PathStep::Element => false,
            }
    }

    fn have_more_labels(&self) -> bool {
        let blocks = self.blocks();
        blocks.iter().any(|it| it.label_count() > self.followed())
    }

    /// The part that a step leads to.
    fn part(&self, step: &PathStep) -> Option<NextTarget> {
        if let PathStep::Index(index) = step {
            return self.element(*index);
        }
        let name = step.name()?;
        if self.element.is_none()
            && let Some(labelled) = self.with_label(name)
        {
            return Some(labelled);
        }
        let [block] = self.blocks() else {
            return None;
        };
        // A key is a label as long as there are labels.
        let is_label =
            matches!(step, PathStep::Key(_)) && self.element.is_none() && self.have_more_labels();
        if is_label {
            return None;
        }
        block.body().part(step).or_else(|| {
            let labels = self.label_field(block, name)?;
            Some(NextTarget {
                target: PathTarget::Labels(block.block.clone(), labels),
                steps: vec![step.clone()],
            })
        })
    }

    /// The blocks whose next label is this one.
    fn with_label(&self, label: &str) -> Option<NextTarget> {
        let label = nfc::normal(label).into_owned();
        let step = PathStep::Key(label.as_str().into());
        let names = [self.names.as_slice(), &[label]].concat();
        if self.around.items().blocks.get(&names).is_empty() {
            return None;
        }
        Some(NextTarget {
            target: PathTarget::Blocks(BlocksTarget {
                around: Arc::clone(&self.around),
                names,
                element: None,
            }),
            steps: vec![step],
        })
    }

    /// One of several blocks.
    fn element(&self, index: usize) -> Option<NextTarget> {
        let blocks = self.blocks();
        let own = blocks.get(index).filter(|_| self.element.is_none())?;
        let steps = self.labels_and_index(own);
        let steps = steps.unwrap_or_else(|| vec![PathStep::Index(index)]);
        let target = PathTarget::Blocks(BlocksTarget {
            element: Some(index),
            ..self.clone()
        });
        Some(NextTarget { target, steps })
    }

    /// The steps to one of several blocks, as in errors: its labels, and its index if others have the same. `None` if it
    /// has no labels, or one that is not written as it is: what has been computed may tell a secret.
    fn labels_and_index(&self, own: &Arc<IndexedBlock>) -> Option<Vec<PathStep>> {
        let names = own.block.names();
        let labels = &names[self.names.len()..];
        if labels.is_empty() || !own.block.labels().all(|it| it.is_verbatim()) {
            return None;
        }
        let alike = self.around.items().blocks.get(&names).iter();
        // Others have more labels.
        let mut alike = alike.filter(|it| it.label_count() == own.label_count());
        let number = alike.position(|it| Arc::ptr_eq(it, own))?;
        let is_alone = number == 0 && alike.next().is_none();
        let index = (!is_alone).then_some(PathStep::Index(number));
        let labels = labels.iter().map(|it| PathStep::Key(it.as_str().into()));
        Some(labels.chain(index).collect())
    }

    /// The labels of a block that a field `$label`, `$label.1` or `$labels` has: of those that the path does not name
    /// or, if it names all, of all.
    fn label_field(&self, block: &IndexedBlock, field: &str) -> Option<Range<usize>> {
        let count = block.label_count();
        let first = Some(self.followed()).filter(|it| *it < count).unwrap_or(0);
        let labels = match PrivateField::parse(field)? {
            PrivateField::Labels => first..count,
            PrivateField::Label(number) => {
                let at = first.checked_add(number)?;
                at..at.checked_add(1)?
            }
            PrivateField::Rest => return None,
        };
        (!labels.is_empty() && labels.end <= count).then_some(labels)
    }
}

fn is_literal(expression: &Expression) -> bool {
    match expression.kind() {
        ExpressionKind::Parentheses(inner) => is_literal(&inner),
        ExpressionKind::Null
        | ExpressionKind::Bool(_)
        | ExpressionKind::Number(_)
        | ExpressionKind::Tuple(_) => true,
        ExpressionKind::Object(items) => items.iter().all(|item| match &item.key {
            ObjectKey::Name(_) => true,
            ObjectKey::Expression(key) => key.literal_text().is_some(),
        }),
        _ => expression.literal_text().is_some(),
    }
}

/// Whether a value in JSON syntax may have objects for labels: objects of nothing but objects and arrays.
fn may_be_labels(value: &Expression) -> bool {
    match value.kind() {
        ExpressionKind::Tuple(elements) => elements.iter().any(may_be_labels),
        ExpressionKind::Object(items) => {
            !items.is_empty() && items.iter().all(|item| is_structure(&item.value))
        }
        _ => false,
    }
}

fn is_structure(value: &Expression) -> bool {
    matches!(
        value.kind(),
        ExpressionKind::Object(_) | ExpressionKind::Tuple(_)
    )
}

fn part_of_expression(expression: &Expression, step: &PathStep) -> Option<Expression> {
    match (expression.kind(), step) {
        (ExpressionKind::Parentheses(inner), _) => part_of_expression(&inner, step),
        (ExpressionKind::Tuple(elements), PathStep::Index(index)) => elements.get(*index).cloned(),
        // Of a repeated key, the last counts.
        (ExpressionKind::Object(items), _) => items_of_key(items, step.name()?).pop(),
        _ => None,
    }
}

/// The values in an object that have this key.
fn items_of_key(items: Vec<ObjectItem>, name: &str) -> Vec<Expression> {
    let is_named = |key: &ObjectKey| match key {
        ObjectKey::Name(key) => nfc::are_equal(key, name),
        ObjectKey::Expression(key) => key
            .literal_text()
            .is_some_and(|it| nfc::are_equal(&it, name)),
    };
    let items = items.into_iter().filter(|item| is_named(&item.key));
    items.map(|item| item.value).collect()
}

/// What a step leads to in values of JSON. An object is one block, and an array as many as it has elements.
fn part_of_values(values: &[Expression], step: &PathStep) -> Option<Vec<Expression>> {
    let mut elements = Vec::new();
    for value in values {
        match value.kind() {
            ExpressionKind::Tuple(inner) => elements.extend(inner),
            ExpressionKind::Object(_) => elements.push(value.clone()),
            _ => {}
        }
    }
    if let PathStep::Index(index) = step {
        return elements.get(*index).map(|it| vec![it.clone()]);
    }
    let name = step.name()?;
    let mut parts = Vec::new();
    for element in &elements {
        if let ExpressionKind::Object(items) = element.kind() {
            parts.append(&mut items_of_key(items, name));
        }
    }
    // A name in one of several objects is a label, below which there are bodies.
    let is_found = elements.len() == 1 || parts.iter().all(is_structure);
    (is_found && !parts.is_empty()).then_some(parts)
}
