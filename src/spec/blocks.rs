//! Decodes blocks to values.

use std::collections::BTreeMap;

use foldhash::{HashSet, HashSetExt as _};

use super::decode::{Decoder, SpecInput};
use super::{BlockCounts, BlockResult, NestedSpec, Requirement};
use crate::convert::unify;
use crate::diagnostic::{Code, Diagnostic};
use crate::quote::{counted, quote};
use crate::syntax::tree::handle::Block;
use crate::value::{ObjectType, Text, Type, TypeKind, Value};

impl Decoder<'_> {
    fn block_value(&mut self, nested: &NestedSpec, block: &Block) -> Value {
        let body = block.body();
        let content = body.content(&nested.schema);
        let content = content.reported_to(&mut self.diagnostics);
        let input = SpecInput {
            body: &body,
            content: &content,
            block: Some(block),
            own_labels: nested.own_labels,
            is_fallback: false,
        };
        self.value(&nested.spec, input)
    }

    pub(super) fn blocks(
        &mut self,
        nested: &NestedSpec,
        result: BlockResult,
        input: SpecInput<'_>,
    ) -> Value {
        match result {
            BlockResult::Only(requirement) => {
                match self.only_block(&nested.block_type, requirement, input) {
                    Some(block) => self.block_value(nested, block),
                    None => absent(&nested.spec.implied_type(), requirement),
                }
            }
            BlockResult::List(counts) | BlockResult::Set(counts) | BlockResult::Tuple(counts) => {
                self.elements(nested, counts, result, input)
            }
            BlockResult::Map | BlockResult::Object => self.by_labels(nested, result, input),
        }
    }

    /// The only block of a type. Reports an error if there are several, or if a required one is missing.
    fn only_block<'p>(
        &mut self,
        block_type: &str,
        requirement: Requirement,
        input: SpecInput<'p>,
    ) -> Option<&'p Block> {
        let mut blocks = input.content.blocks_of_type(block_type);
        let first = blocks.next();
        if let (Some(first), Some(second)) = (first, blocks.next()) {
            let line = first.source().position(first.span().start()).line();
            let detail = format!(
                "Only one block of type \"{block_type}\" is allowed here, but there is already one on line {line}. \
                 Remove one of the two."
            );
            let title = Code::DuplicateBlock.titled(format!("Duplicate {block_type} block"));
            self.report_block(Diagnostic::of(title, detail), second);
        }
        if first.is_none() && requirement == Requirement::Required {
            let detail = format!("A block of type \"{block_type}\" is required here.");
            let title = Code::MissingBlock.titled(format!("Missing {block_type} block"));
            self.missing(Diagnostic::of(title, detail), input);
        }
        first
    }

    fn elements(
        &mut self,
        nested: &NestedSpec,
        counts: BlockCounts,
        result: BlockResult,
        input: SpecInput<'_>,
    ) -> Value {
        let blocks: Vec<&Block> = input.content.blocks_of_type(&nested.block_type).collect();
        let mut values = Vec::with_capacity(blocks.len());
        for block in &blocks {
            values.push(self.block_value(nested, block));
        }
        self.check_count(nested, counts, &blocks, input);
        if blocks.iter().any(|block| block.is_unknown()) {
            return Value::unknown(&result.implied_type(nested));
        }
        let value = if let BlockResult::Tuple(_) = result {
            Value::tuple_of(values)
        } else {
            match (self.unified(nested, values, &blocks), result) {
                (None, _) => return Value::unknown(&result.implied_type(nested)),
                (Some((element, values)), BlockResult::Set(_)) => Value::set_of(element, values),
                (Some((element, values)), _) => Value::list_of(element, values),
            }
        };
        self.within_depth(value, input)
    }

    fn check_count(
        &mut self,
        nested: &NestedSpec,
        counts: BlockCounts,
        blocks: &[&Block],
        input: SpecInput<'_>,
    ) {
        let block_type = &nested.block_type;
        // An unknown block represents any number of blocks, including none.
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
            let detail = format!(
                "At least {} of type \"{block_type}\" must be present here, but {there}.",
                counted(counts.min, "block")
            );
            let title = Code::TooFewBlocks.titled(format!("Insufficient {block_type} blocks"));
            self.missing(Diagnostic::of(title, detail), input);
        }
        let Some((max, block)) = counts.max.and_then(|max| Some((max, known.get(max)?))) else {
            return;
        };
        let detail = format!(
            "At most {} of type \"{block_type}\" may be present here, but there are {count}.",
            counted(max, "block")
        );
        let title = Code::TooManyBlocks.titled(format!("Too many {block_type} blocks"));
        self.report_value(Diagnostic::of(title, detail), nested, block);
    }

    /// Converts the values of several blocks to one type. Reports an error if that is not possible.
    fn unified(
        &mut self,
        nested: &NestedSpec,
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
                    "The values in all blocks of type \"{block_type}\" must have one type, but {reason}."
                );
                let title = Code::InconsistentArgumentTypes.titled(format!(
                    "Inconsistent argument types in {block_type} blocks"
                ));
                self.report_value(Diagnostic::of(title, detail), nested, blocks[index]);
                None
            }
        }
    }

    fn by_labels(
        &mut self,
        nested: &NestedSpec,
        result: BlockResult,
        input: SpecInput<'_>,
    ) -> Value {
        let own_labels = nested.own_labels;
        let mut seen = HashSet::new();
        let (mut labels, mut values, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
        let mut is_unknown = false;
        for block in input.content.blocks_of_type(&nested.block_type) {
            let value = self.block_value(nested, block);
            let own = block.labels().take(own_labels);
            let own: Vec<Text> = own.map(|label| label.text().into()).collect();
            if block.is_unknown() {
                is_unknown = true;
            } else if seen.insert(own.clone()) {
                labels.push(own);
                values.push(value);
                blocks.push(block);
            } else {
                self.duplicate_labels(nested, block);
            }
        }
        if is_unknown {
            return Value::unknown(&result.implied_type(nested));
        }
        let value = if let BlockResult::Object = result {
            by_labels(own_labels, labels, values, |_, entries| {
                Value::object_of(entries)
            })
        } else if let Some((element, values)) = self.unified(nested, values, &blocks) {
            by_labels(own_labels, labels, values, |level, entries| {
                let deeper = level + 1..own_labels;
                let element = deeper.fold(element.clone(), |ty, _| Type::map(ty));
                Value::map_of(element, entries)
            })
        } else {
            return Value::unknown(&result.implied_type(nested));
        };
        self.within_depth(value, input)
    }

    fn duplicate_labels(&mut self, nested: &NestedSpec, block: &Block) {
        let block_type = &nested.block_type;
        let labels = block.labels().take(nested.own_labels);
        let labels: Vec<_> = labels.map(|label| quote(&label.text())).collect();
        let noun = if labels.len() == 1 { "label" } else { "labels" };
        let detail = format!(
            "There is already a \"{block_type}\" block with the {noun} {}. Change the {noun} of one of the two.",
            labels.join(" ")
        );
        let title = Code::DuplicateBlock.titled(format!("Duplicate {block_type} block"));
        self.report_block(Diagnostic::of(title, detail), block);
    }

    pub(super) fn block_attrs(
        &mut self,
        block_type: &str,
        element: &Type,
        requirement: Requirement,
        input: SpecInput<'_>,
    ) -> Value {
        let ty = Type::map(element.without_optional());
        let Some(block) = self.only_block(block_type, requirement, input) else {
            return absent(&ty, requirement);
        };
        let attributes = block.body().just_attributes();
        let attributes = attributes.reported_to(&mut self.diagnostics);
        let (mut names, mut values) = (Vec::new(), Vec::new());
        for attribute in &attributes {
            values.push(self.attribute_value(attribute, element));
            names.push(Text::from(attribute.name()));
        }
        if values.is_empty() {
            return Value::map_of(element.without_optional(), Vec::new());
        }
        match of_one_type(values) {
            Ok((element, values)) => {
                let value = Value::map_of(element, names.into_iter().zip(values).collect());
                self.within_depth(value, input)
            }
            Err((index, reason)) => {
                let detail = format!("The values in this block must have one type, but {reason}.");
                let title = Code::InconsistentArgumentTypes
                    .titled(format!("Inconsistent argument types in {block_type} block"));
                self.report(Diagnostic::of(title, detail), &attributes[index]);
                Value::unknown(&ty)
            }
        }
    }

    /// Reports an error in the value of a block.
    fn report_value(&mut self, diagnostic: Diagnostic, nested: &NestedSpec, block: &Block) {
        let body = block.body();
        let (content, _) = body.partial_content(&nested.schema).value;
        let diagnostic = diagnostic.with_context(block.header_span());
        let diagnostic = nested.spec.at_value(diagnostic, &body, &content);
        self.diagnostics.push(diagnostic);
    }

    /// Reports an error of a block as a whole.
    fn report_block(&mut self, diagnostic: Diagnostic, block: &Block) {
        self.diagnostics
            .push(diagnostic.at((block.header_span(), block.source())));
    }
}

/// The value of an absent block: null, or unknown if the block is required, because then its absence is reported.
fn absent(ty: &Type, requirement: Requirement) -> Value {
    match requirement {
        Requirement::Optional => Value::null(ty),
        Requirement::Required => Value::unknown(ty),
    }
}

/// Converts one or more values to one type. If this is not possible, the error is the index of a value that prevents
/// it, and a clause that explains why.
fn of_one_type(mut values: Vec<Value>) -> Result<(Type, Vec<Value>), (usize, String)> {
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
    for (index, value) in values.iter_mut().enumerate() {
        let converted = unification.convert(value);
        *value = converted
            .map_err(|error| (index, format!("this one does not convert to it: {error}")))?;
    }
    Ok((unification.ty().clone(), values))
}

/// The types of values that are to be unified. A null without a type gets the unified type of the others, even within
/// objects.
fn types_of(values: &[&Value]) -> Vec<Type> {
    let has_type = |value: &&Value| !value.is_untyped_null();
    let others: Vec<&Value> = values.iter().copied().filter(has_type).collect();
    let types = types_by_attributes(&others);
    let types = types.unwrap_or_else(|| others.iter().map(|value| value.ty()).collect());
    if types.len() == values.len() {
        // Without a null, the common type is not needed. Computing it at each level would take time quadratic in the
        // depth.
        return types;
    }
    // If the others have no common type, the null gets the type of one of them. There is then still no common type, and
    // an error is reported. With the type `any`, the result would be unknown instead.
    let of_null = match unify(&types) {
        Some(unification) => unification.ty().clone(),
        None => types.first().cloned().unwrap_or(Type::DYNAMIC),
    };
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

/// The types of objects to be unified, in which [`types_of`] determines the types of each attribute. `None` unless all
/// values are objects with the same attributes.
fn types_by_attributes(values: &[&Value]) -> Option<Vec<Type>> {
    let is_object = |value: &&Value| matches!(value.ty().kind(), TypeKind::Object(_));
    if !values.iter().all(is_object) {
        return None;
    }
    let mut types = vec![ObjectType::new(); values.len()];
    let names = values.first()?.elements()?;
    let names: Vec<Value> = names.map(|(name, _)| name).collect();
    for name in names.iter().filter_map(Value::as_str) {
        let mut parts = Vec::with_capacity(values.len());
        for value in values {
            parts.push(value.get(name)?);
        }
        for (ty, part) in types.iter_mut().zip(types_of(&parts)) {
            *ty = std::mem::take(ty).with_attribute(name, part);
        }
    }
    let has_no_more = |value: &&Value| value.elements().is_some_and(|it| it.count() == names.len());
    let types = types.into_iter().map(Type::from).collect();
    values.iter().all(has_no_more).then_some(types)
}

/// Makes nested collections of values by their labels, with this number of levels: one for each label. `collect` gets a
/// level, which is 0 for the outermost collection, and makes a collection of entries.
fn by_labels(
    levels: usize,
    labels: Vec<Vec<Text>>,
    values: Vec<Value>,
    collect: impl Fn(usize, Vec<(Text, Value)>) -> Value,
) -> Value {
    let mut labelled: BTreeMap<_, _> = labels.into_iter().zip(values).collect();
    for level in (0..levels).rev() {
        let mut groups: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for (mut labels, value) in labelled {
            let last = labels.pop().expect("there is a label for each level");
            groups.entry(labels).or_default().push((last, value));
        }
        let collections = groups.into_iter();
        let collections = collections.map(|(labels, entries)| (labels, collect(level, entries)));
        labelled = collections.collect();
    }
    let outermost = labelled.into_values().next();
    outermost.unwrap_or_else(|| collect(0, Vec::new()))
}
