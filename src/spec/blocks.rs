//! Blocks to values.
//!
//! Knows nothing of attributes outside of `block_attrs`.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::Arc;

use super::decode::{Decoder, Place, attribute_value};
use super::{Counts, Elements, LabelledElements, Nested, Presence};
use crate::convert::unify;
use crate::diagnostic::Diagnostic;
use crate::syntax::tree::handle::Block;
use crate::value::{ObjectType, Type, TypeKind, Value, normalize};

/// Blocks by their labels: each is the index of its value.
enum Tree {
    Element(usize),
    Branch(Branch),
}

type Branch = BTreeMap<Arc<str>, Tree>;

impl Decoder<'_> {
    /// What the body of a block gives.
    fn block_value(&mut self, nested: &Nested, block: &Block) -> Value {
        let body = block.body();
        let (content, diagnostics) = body.content_recoverable(&nested.schema);
        self.diagnostics.extend(diagnostics);
        let place = Place {
            body: &body,
            content: &content,
            block: Some(block),
            own_labels: nested.own_labels,
            is_fallback: false,
        };
        self.value(&nested.spec, place)
    }

    pub(super) fn block(&mut self, nested: &Nested, presence: Presence, place: Place<'_>) -> Value {
        match self.only_block(&nested.block_type, presence, place) {
            Some(block) => self.block_value(nested, block),
            None => absent(&nested.spec.implied_type(), presence),
        }
    }

    /// The block of a type. More than one is an error.
    fn only_block<'p>(
        &mut self,
        block_type: &str,
        presence: Presence,
        place: Place<'p>,
    ) -> Option<&'p Block> {
        let mut blocks = place.content.blocks_of_type(block_type);
        let first = blocks.next();
        if let (Some(first), Some(second)) = (first, blocks.next()) {
            let line = first.source().position(first.span().start()).line();
            let detail = format!(
                "Only one block of type \"{block_type}\" is allowed here, and there is one on line \
                 {line} already. Remove one of the two."
            );
            let summary = format!("Duplicate {block_type} block");
            self.report_block(Diagnostic::error(summary, detail), second);
        }
        if first.is_none() && presence == Presence::Required {
            let detail = format!("A block of type \"{block_type}\" is required here.");
            let summary = format!("Missing {block_type} block");
            self.missing(Diagnostic::error(summary, detail), place);
        }
        first
    }

    pub(super) fn blocks(
        &mut self,
        nested: &Nested,
        (counts, elements): (Counts, Elements),
        place: Place<'_>,
    ) -> Value {
        let blocks: Vec<&Block> = place.content.blocks_of_type(&nested.block_type).collect();
        let mut values = Vec::with_capacity(blocks.len());
        for block in &blocks {
            values.push(self.block_value(nested, block));
        }
        self.check_count(nested, (counts, &blocks), place);
        if blocks.iter().any(|block| block.is_unknown()) {
            return Value::unknown(&elements.implied_type(nested));
        }
        let value = match elements {
            Elements::Tuple => Value::tuple_of(values),
            Elements::List | Elements::Set => {
                let Some((element, values)) = self.unified(nested, values, &blocks) else {
                    return Value::dynamic();
                };
                if elements == Elements::Set {
                    Value::set_of(element, values)
                } else {
                    Value::list_of(element, values)
                }
            }
        };
        self.within_depth(value, place)
    }

    fn check_count(
        &mut self,
        nested: &Nested,
        (counts, blocks): (Counts, &[&Block]),
        place: Place<'_>,
    ) {
        let block_type = &nested.block_type;
        let noun = |count| if count == 1 { "block" } else { "blocks" };
        // An unknown block stands for any number of blocks, be it none.
        let known = blocks.iter().copied().filter(|it| !it.is_unknown());
        let known: Vec<&Block> = known.collect();
        let is_counted = known.len() == blocks.len();
        let count = known.len();
        let there = match count {
            0 => "there is none".to_owned(),
            1 => "there is only one".to_owned(),
            _ => format!("there are only {count}"),
        };
        if is_counted && count < counts.min {
            let min = counts.min;
            let detail = format!(
                "At least {min} {} of type \"{block_type}\" must stand here, but {there}.",
                noun(min)
            );
            let summary = format!("Insufficient {block_type} blocks");
            self.missing(Diagnostic::error(summary, detail), place);
        }
        let Some((max, block)) = counts.max.and_then(|max| Some((max, known.get(max)?))) else {
            return;
        };
        let detail = format!(
            "At most {max} {} of type \"{block_type}\" may stand here, but there are {count}.",
            noun(max)
        );
        let summary = format!("Too many {block_type} blocks");
        self.report_value(Diagnostic::error(summary, detail), (nested, block));
    }

    /// The values of some blocks as values of one type.
    fn unified(
        &mut self,
        nested: &Nested,
        values: Vec<Value>,
        blocks: &[&Block],
    ) -> Option<(Type, Vec<Value>)> {
        if values.is_empty() {
            return Some((nested.spec.implied_type(), values));
        }
        match of_one_type(values) {
            Ok(unified) => Some(unified),
            Err((index, reason)) => {
                let block_type = &nested.block_type;
                let detail = format!(
                    "The values in all blocks of type \"{block_type}\" must be of one type, and \
                     {reason}."
                );
                let summary = format!("Unconsistent argument types in {block_type} blocks");
                self.report_value(Diagnostic::error(summary, detail), (nested, blocks[index]));
                None
            }
        }
    }

    pub(super) fn labelled_blocks(
        &mut self,
        nested: &Nested,
        elements: LabelledElements,
        place: Place<'_>,
    ) -> Value {
        let mut root = BTreeMap::new();
        let (mut values, mut blocks) = (Vec::new(), Vec::new());
        let mut is_unknown = false;
        for block in place.content.blocks_of_type(&nested.block_type) {
            let value = self.block_value(nested, block);
            if block.is_unknown() {
                is_unknown = true;
            } else if insert(&mut root, block, (nested.own_labels, values.len())) {
                values.push(value);
                blocks.push(block);
            } else {
                self.duplicate_labels(nested, block);
            }
        }
        if is_unknown {
            return Value::unknown(&elements.implied_type(nested));
        }
        let value = match elements {
            LabelledElements::Map => match self.unified(nested, values, &blocks) {
                Some((element, values)) => map(root, (&element, nested.own_labels), &values),
                None => Value::dynamic(),
            },
            LabelledElements::Object => object(root, &values),
        };
        self.within_depth(value, place)
    }

    fn duplicate_labels(&mut self, nested: &Nested, block: &Block) {
        let block_type = &nested.block_type;
        let labels = block.labels().take(nested.own_labels);
        let labels: Vec<_> = labels
            .map(|label| format!("\"{}\"", label.text()))
            .collect();
        let noun = if labels.len() == 1 { "label" } else { "labels" };
        let detail = format!(
            "There is a \"{block_type}\" block with the {noun} {} already. Change the {noun} of \
             one of the two.",
            labels.join(" ")
        );
        let summary = format!("Duplicate {block_type} block");
        self.report_block(Diagnostic::error(summary, detail), block);
    }

    pub(super) fn block_attrs(
        &mut self,
        block_type: &str,
        (element, presence): (&Type, Presence),
        place: Place<'_>,
    ) -> Value {
        let Some(block) = self.only_block(block_type, presence, place) else {
            return absent(&Type::map(element.clone()), presence);
        };
        let (attributes, diagnostics) = block.body().just_attributes_recoverable();
        self.diagnostics.extend(diagnostics);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for attribute in &attributes {
            let value = attribute_value(attribute, element, (self.ctx, &self.budget));
            values.push(value.unwrap_or_else(|diagnostics| {
                self.diagnostics.extend(diagnostics);
                Value::unknown(element)
            }));
            names.push(normalize::string(attribute.name()));
        }
        if values.is_empty() {
            return Value::map_of(element.without_optional(), Vec::new());
        }
        match of_one_type(values) {
            Ok((element, values)) => {
                let value = Value::map_of(element, names.into_iter().zip(values).collect());
                self.within_depth(value, place)
            }
            Err((index, reason)) => {
                let detail = format!("The values in this block must be of one type, and {reason}.");
                let summary = format!("Unconsistent argument types in {block_type} block");
                self.report(Diagnostic::error(summary, detail), &attributes[index]);
                Value::dynamic()
            }
        }
    }

    /// Reports that something is wrong with the value that a block gives.
    fn report_value(&mut self, diagnostic: Diagnostic, (nested, block): (&Nested, &Block)) {
        let body = block.body();
        let (content, _, _) = body.partial_content_recoverable(&nested.schema);
        let diagnostic = diagnostic.with_context(block.header_span());
        let diagnostic = nested.spec.at_value(diagnostic, &body, &content);
        self.diagnostics.push(diagnostic);
    }

    /// Reports that something is wrong with a block as a whole.
    fn report_block(&mut self, diagnostic: Diagnostic, block: &Block) {
        self.diagnostics
            .push(diagnostic.at((block.header_span(), block.source())));
    }
}

/// The value of a block that is absent. If it is required, its absence has been reported, and the
/// value is not known.
fn absent(ty: &Type, presence: Presence) -> Value {
    match presence {
        Presence::Optional => Value::null(ty),
        Presence::Required => Value::unknown(ty),
    }
}

/// Values, of which there is at least one, as values of one type. If there is no such type, the
/// index of one that stands in the way, and a clause that says why.
fn of_one_type(values: Vec<Value>) -> Result<(Type, Vec<Value>), (usize, String)> {
    let first = values[0].ty();
    if values[1..].iter().all(|value| value.is_of_type(&first)) {
        return Ok((first, values));
    }
    let types = types_of(&values.iter().collect::<Vec<_>>());
    let unification = unify(&types).ok_or_else(|| {
        let other = types.iter().find(|ty| **ty != first).unwrap_or(&first);
        let (one, other) = (first.description(), other.description());
        (
            0,
            format!("there is none that both {one} and {other} convert to"),
        )
    })?;
    let converted = values.iter().enumerate().map(|(index, value)| {
        let converted = unification.convert(value);
        converted.map_err(|error| (index, format!("this one does not convert to it: {error}")))
    });
    let values = converted.collect::<Result<_, _>>()?;
    Ok((unification.ty().clone(), values))
}

/// The types of values that are to become values of one type. A null of no type is one of the type of the others, be it a
/// value or an attribute of one.
fn types_of(values: &[&Value]) -> Vec<Type> {
    let has_type = |value: &&Value| !value.is_null() || !value.ty().is_dynamic();
    let others: Vec<&Value> = values.iter().copied().filter(has_type).collect();
    let types = types_by_attributes(&others);
    let types = types.unwrap_or_else(|| others.iter().map(|value| value.ty()).collect());
    let of_null = unify(&types).map_or(Type::DYNAMIC, |unification| unification.ty().clone());
    let mut of_others = types.into_iter();
    let ty_of = |value: &&Value| {
        let of_other = if has_type(value) {
            of_others.next()
        } else {
            None
        };
        of_other.unwrap_or_else(|| of_null.clone())
    };
    values.iter().map(ty_of).collect()
}

/// These types if the values are objects of the same attributes.
fn types_by_attributes(values: &[&Value]) -> Option<Vec<Type>> {
    let is_object = |value: &&Value| matches!(value.ty().kind(), TypeKind::Object(_));
    if !values.iter().all(is_object) {
        return None;
    }
    let mut types = vec![ObjectType::new(); values.len()];
    let names = values.first()?.elements()?;
    let names: Vec<Value> = names.map(|(name, _)| name).collect();
    for name in names.iter().filter_map(Value::as_str) {
        let parts = values.iter().map(|value| value.get(name));
        let parts = types_of(&parts.collect::<Option<Vec<_>>>()?);
        for (ty, part) in types.iter_mut().zip(parts) {
            *ty = std::mem::take(ty).with_attribute(name, part);
        }
    }
    let has_no_more = |value: &&Value| value.elements().is_some_and(|it| it.count() == names.len());
    let types = types.into_iter().map(Type::from).collect();
    values.iter().all(has_no_more).then_some(types)
}

/// Puts the index of a value under the labels of its block, unless there is one already.
fn insert(root: &mut Branch, block: &Block, (own_labels, index): (usize, usize)) -> bool {
    let mut branch = root;
    let mut labels = block.labels().take(own_labels).peekable();
    while let Some(label) = labels.next() {
        let place = branch.entry(label.text().into());
        let is_last = labels.peek().is_none();
        let next = match place {
            Entry::Vacant(place) if is_last => {
                place.insert(Tree::Element(index));
                return true;
            }
            Entry::Vacant(place) => place.insert(Tree::Branch(BTreeMap::new())),
            Entry::Occupied(place) => place.into_mut(),
        };
        match next {
            Tree::Branch(next) => branch = next,
            Tree::Element(_) => return false,
        }
    }
    false
}

/// Nested maps of values of the element type, as many as there are labels.
fn map(branch: Branch, (element, labels): (&Type, usize), values: &[Value]) -> Value {
    let inner = (1..labels).fold(element.clone(), |ty, _| Type::map(ty));
    let entries = branch.into_iter().map(|(key, tree)| match tree {
        Tree::Element(index) => (key, values[index].clone()),
        Tree::Branch(branch) => (key, map(branch, (element, labels - 1), values)),
    });
    Value::map_of(inner, entries.collect())
}

/// Nested objects.
fn object(branch: Branch, values: &[Value]) -> Value {
    let entries = branch.into_iter().map(|(key, tree)| match tree {
        Tree::Element(index) => (key, values[index].clone()),
        Tree::Branch(branch) => (key, object(branch, values)),
    });
    Value::object_of(entries.collect())
}
