//! The place of errors that serde reports about data that it has buffered.
//!
//! For structs with `#[serde(flatten)]`, for tagged and for untagged enums, serde reads all data first and finds out
//! later that a part of it does not fit. Its error states what was found, but not where. If exactly one part of the
//! data matches, it is the place of the error; if several match, all are listed and none is blamed.

use std::fmt::Write as _;
use std::ops::Range;

use super::content::Content;
use super::data::Data;
use super::expression::ExpressionData;
use super::kind::DataKind;
use crate::diagnostic::Code;
use crate::error::{Error, Found};
use crate::number::Exact;
use crate::path::{Path, PathStep};
use crate::protocol::field::PrivateField;
use crate::quote::quote_whole;
use crate::source::Source;
use crate::span::Span;

/// Maximum number of places that an error names.
const MAX_CANDIDATES: usize = 4;

/// The data that serde has buffered.
#[derive(Clone, Copy)]
pub(super) enum Within<'c, 'de, 'a> {
    Body(&'c Content<'de, 'a>),
    /// The block at an index.
    Block(&'c Content<'de, 'a>, usize),
    Expression(ExpressionData<'de, 'a>),
}

/// Adds the place of the data at fault to an error without a place, or all places if several parts of the data match.
pub(super) fn locate(error: Error, within: Within<'_, '_, '_>) -> Error {
    if error.span().is_some() {
        return error;
    }
    if let (Some(field), Within::Block(content, at)) = (error.facts().missing_field(), &within) {
        // The field is the tag of an enum, or belongs to one of its variants.
        return match PrivateField::parse(field) {
            None => error.prepend_step(PathStep::from(field)),
            // The error says already that labels or items are hidden.
            Some(_) if error.diagnostics()[0].code() != Code::MissingRequiredArgument => error,
            Some(PrivateField::Rest) => Error::hidden_body(),
            Some(PrivateField::Label(_) | PrivateField::Labels) => {
                Error::hidden_label(content.name(*at), field)
            }
        };
    }
    let Some(found) = error.facts().found() else {
        return error;
    };
    let search = Search::of(found, within);
    if search.is_uncertain {
        return error;
    }
    let hits = if search.values.is_empty() {
        search.names
    } else {
        search.values
    };
    // A part of a block or an expression has been buffered by serde.
    let error = if hits.iter().all(Hit::is_whole) {
        error
    } else {
        error.of_hidden()
    };
    match hits.as_slice() {
        [] => error,
        [hit] => {
            let path = hit.path.as_deref().unwrap_or_default();
            error
                .at(hit.span)
                .prepend_path(path)
                .with_source(&hit.source)
        }
        // Both an expression or block as a whole and a part of it match.
        hits if hits.iter().any(Hit::is_whole) => error,
        hits => at_any_of(error, within, hits),
    }
}

/// Adds the places at which the data at fault may be. If all are in one source, the span of the error covers them: none
/// of them alone is blamed.
fn at_any_of(error: Error, within: Within<'_, '_, '_>, hits: &[Hit]) -> Error {
    let first = &hits[0];
    let is_one_source = hits.iter().all(|hit| hit.source.is(&first.source));
    let mut places = String::new();
    for (at, hit) in hits.iter().enumerate() {
        let separator = if at == 0 { "" } else { ", " };
        if at == MAX_CANDIDATES {
            let _ = write!(places, "{separator}and {} more", hits.len() - at);
            break;
        }
        let path: Path = hit.path.clone().unwrap_or_default().into_iter().collect();
        let path = quote_whole(&path.to_string());
        let line = hit.source.position(hit.span.start()).line();
        let file = hit.source.name().filter(|_| !is_one_source);
        let file = file.map_or_else(String::new, |name| format!(" of {name}"));
        let _ = write!(places, "{separator}{path} (line {line}{file})");
    }
    let error = error.with_candidates(&places);
    if matches!(within, Within::Expression(_)) || !is_one_source {
        return error;
    }
    let span = hits.iter().fold(first.span, |all, hit| all.join(hit.span));
    error.at(span).with_source(&first.source)
}

impl Within<'_, '_, '_> {
    fn source(&self) -> &Source {
        match self {
            Within::Body(content) => content.own_input().origin.source(),
            Within::Block(content, at) => content.input(*at).origin.source(),
            Within::Expression(expression) => expression.input.origin.source(),
        }
    }
}

struct Search<'f> {
    found: &'f Found,
    path: Vec<PathStep>,
    /// The source of the data that is being searched.
    source: Source,
    values: Vec<Hit>,
    /// Hits among names and keys, which serde reports as strings too.
    names: Vec<Hit>,
    /// Whether a value is unknown without calling a function again.
    is_uncertain: bool,
}

struct Hit {
    span: Span,
    /// The path. `None` if there are enough earlier hits that the error only counts this one, unless the path is empty.
    path: Option<Vec<PathStep>>,
    source: Source,
}

impl Hit {
    /// Whether the hit is an expression or block as a whole.
    fn is_whole(&self) -> bool {
        self.path.as_ref().is_some_and(Vec::is_empty)
    }
}

impl<'f> Search<'f> {
    fn of(found: &'f Found, within: Within<'_, '_, '_>) -> Self {
        let mut search = Search {
            found,
            path: Vec::new(),
            source: within.source().clone(),
            values: Vec::new(),
            names: Vec::new(),
            is_uncertain: false,
        };
        match within {
            Within::Body(content) => search.items(content),
            Within::Block(content, at) => search.body(content, at),
            Within::Expression(expression) => search.attribute(expression),
        }
        search
    }

    /// Creates a hit that `before` others precede.
    fn hit(&self, span: Option<Span>, before: usize) -> Option<Hit> {
        let has_path = before < MAX_CANDIDATES || self.path.is_empty();
        Some(Hit {
            span: span?,
            path: has_path.then(|| self.path.clone()),
            source: self.source.clone(),
        })
    }

    fn add_value(&mut self, span: Option<Span>) {
        let hit = self.hit(span, self.values.len());
        self.is_uncertain |= hit.is_none();
        self.values.extend(hit);
    }

    fn add_name(&mut self, name: &str, span: Option<Span>) {
        let (Found::Name(found) | Found::Text(found)) = self.found else {
            return;
        };
        if found == name {
            let hit = self.hit(span, self.names.len());
            self.names.extend(hit);
        }
    }

    fn within(&mut self, step: PathStep, search: impl FnOnce(&mut Self)) {
        self.path.push(step);
        search(self);
        self.path.pop();
    }

    fn items(&mut self, content: &Content<'_, '_>) {
        for at in 0..content.items.len() {
            self.source = content.input(at).origin.source().clone();
            let name = content.name(at);
            self.within(PathStep::Attribute(name.into()), |search| {
                search.add_name(name, Some(content.head(at).name));
                match content.expression(at) {
                    Some(expression) => search.attribute(expression),
                    None => search.labels(content, at),
                }
            });
        }
    }

    /// Searches a block after its type.
    fn labels(&mut self, content: &Content<'_, '_>, at: usize) {
        let view = content.input(at).view();
        let block = content.block_at(at);
        let before = self.path.len();
        for label in view.labels(&block) {
            let text = view.normalized_label(label);
            self.path.push(PathStep::Key(text.as_ref().into()));
            self.add_name(&text, Some(label.span));
        }
        let labels = before..self.path.len();
        let (first_value, first_name) = (self.values.len(), self.names.len());
        self.body(content, at);
        self.path.truncate(before);
        self.complete_paths(first_value, first_name, labels, || {
            let is_same = |other: &usize| content.name(*other) == content.name(at);
            let is_one_of_several = (0..content.items.len()).filter(is_same).count() > 1;
            is_one_of_several.then(|| content.element_steps(content.node(at), 0))
        });
    }

    /// Replaces the labels in the paths of hits, from these indexes on, with the steps to the block, if it is one of
    /// several of its type. Computing the steps reads all of these blocks, and is done only if a hit is listed.
    fn complete_paths(
        &mut self,
        first_value: usize,
        first_name: usize,
        labels: Range<usize>,
        steps: impl Fn() -> Option<Vec<PathStep>>,
    ) {
        for (hits, first) in [
            (&mut self.values, first_value),
            (&mut self.names, first_name),
        ] {
            let named = hits.len().min(MAX_CANDIDATES);
            let Some(hits) = hits.get_mut(first..named).filter(|hits| !hits.is_empty()) else {
                continue;
            };
            let Some(steps) = steps() else {
                return;
            };
            for path in hits.iter_mut().filter_map(|hit| hit.path.as_mut()) {
                path.splice(labels.clone(), steps.iter().cloned());
            }
        }
    }

    /// Searches a block after its header.
    fn body(&mut self, content: &Content<'_, '_>, at: usize) {
        if matches!(self.found, Found::Object) {
            self.add_value(Some(content.block_at(at).header));
        }
        let (input, block) = content.item(at);
        self.items(&Content::of_block(input, block, 0));
    }

    fn attribute(&mut self, expression: ExpressionData<'_, '_>) {
        if expression.calls_functions() {
            self.is_uncertain = true;
        } else if let Some(content) = Content::of_layers(expression) {
            if matches!(self.found, Found::Object) {
                self.add_value(Some(expression.place()));
            }
            self.items(&content);
        } else {
            self.data(expression.into());
        }
    }

    fn data(&mut self, data: Data<'_, '_>) {
        let span = data.span();
        match data.kind() {
            DataKind::Unevaluated => self.data(data.evaluate()),
            DataKind::Sequence => {
                let Ok(sequence) = data.sequence() else {
                    return;
                };
                let length = sequence.len();
                if matches!(self.found, Found::List) || *self.found == Found::Elements(length) {
                    self.add_value(span);
                }
                for index in 0..length {
                    let element = sequence.element(index);
                    self.within(PathStep::Index(index), |search| search.data(element));
                }
            }
            DataKind::Object => {
                let Ok(object) = data.object() else {
                    return;
                };
                if matches!(self.found, Found::Object) {
                    self.add_value(span);
                }
                for (key, value) in object.entries() {
                    self.within(PathStep::Attribute(key.text.as_ref().into()), |search| {
                        search.add_name(&key.text, key.span());
                        search.data(value);
                    });
                }
            }
            _ => {
                if self.is_found(&data) {
                    self.add_value(span);
                }
            }
        }
    }

    fn is_found(&self, scalar: &Data<'_, '_>) -> bool {
        match (scalar.kind(), self.found) {
            (DataKind::Null, Found::Null) => true,
            (DataKind::Bool(bool), Found::Bool(found)) => bool == *found,
            (DataKind::String, Found::Text(found)) => scalar.text() == *found,
            (DataKind::Number, found) => match (scalar.number().natural(), found) {
                (Ok(Exact::U64(number)), Found::Unsigned(found)) => number == *found,
                (Ok(Exact::I64(number)), Found::Signed(found)) => number == *found,
                (Ok(Exact::F64(number)), Found::Float(found)) => {
                    number.to_bits() == found.to_bits()
                }
                _ => false,
            },
            _ => false,
        }
    }
}
