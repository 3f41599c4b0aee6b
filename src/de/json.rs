//! Objects and arrays of JSON: expressions or blocks, as the type that is asked for decides ("Blocks" of the JSON syntax).
//!
//! | asked for | an object gives | an array gives |
//! |---|---|---|
//! | struct | the body of a block, behind a level of objects for each field of a label | the one block in it |
//! | map | its properties, whether they are labels, attributes or keys | the properties of its objects |
//! | sequence | the one block that it is; a block for each label that its elements ask for, or for each variant | its elements, likewise |
//! | [`Body`](crate::Body) | the body of a block | that of the one block in it |
//! | anything else | what an object gives as an expression | what a tuple gives |
//!
//! A property that is repeated is all of its values one after the other.
//!
//! Knows nothing of scalars.

mod elements;

use serde::de::{Deserializer, Error as _, Expected, Unexpected, Visitor};

use self::elements::JsonElements;
pub(super) use self::elements::PropertyVariants;
use super::body::BodyDeserializer;
use super::content::{Content, EnclosingBlock};
use super::data::{Data as _, Structure};
use super::expression::{ExpressionData, TupleElements};
use super::forward::{scalars_are_unsuitable, tuples_are_sequences};
use super::input::Input;
use super::item_nodes::{BodyItems, ItemNode};
use super::items;
use super::label_fields::count_labels;
use super::object::ObjectAccess;
use super::object_items::ObjectItems;
use super::spanned::{SpannedAccess, ValuePlace};
use super::tuple::SequenceAccess;
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::protocol;
use crate::protocol::field::Fields;
use crate::span::Span;
use crate::syntax::tree::blocks::WrongPart;
use crate::syntax::tree::{NodeId, NodeKind};

/// An object or an array.
pub(super) struct JsonStructure<'de, 'a>(pub(super) ExpressionData<'de, 'a>);

/// The values of a property that is repeated.
pub(super) struct RepeatedDeserializer<'de, 'a>(pub(super) Vec<ExpressionData<'de, 'a>>);

/// Decodes the body of a block with this number of labels, which fields may ask for.
fn in_body<'de, 'a, T>(
    body: ExpressionData<'de, 'a>,
    labels: usize,
    decode: impl FnOnce(&Content<'de, 'a>) -> Result<T>,
) -> Result<T> {
    let view = body.input.view;
    if view.is_label_level(body.id) {
        return Err(wrong_part(WrongPart::TooManyLabels).at(body.place()));
    }
    let items = BodyItems::of_body(view, view.json_body(body.id));
    let content = Content {
        inputs: std::slice::from_ref(body.input),
        items: match body.input.shared.survey {
            None => items,
            Some(survey) => survey.items(body.input.key(body.id.0), items),
        },
        block: Some(EnclosingBlock {
            node: body.id.0,
            labels_read: 0,
            labels_left: labels,
        }),
        span: view.tree.span(body.id),
    };
    decode(&content)
}

/// The bodies of the blocks in values.
fn bodies<'de, 'a>(
    values: &[ExpressionData<'de, 'a>],
    labels: usize,
) -> Result<Vec<ExpressionData<'de, 'a>>> {
    let mut bodies = Vec::new();
    for value in values {
        let mut error = None;
        let view = value.input.view;
        let found = view.json_blocks(value.id, labels, &mut |wrong, id| {
            error.get_or_insert_with(|| wrong_part(wrong).at(view.tree.span(id)));
        });
        if let Some(error) = error {
            return Err(error.with_source(value.input.origin.source()));
        }
        let input = value.input;
        bodies.extend(found.into_iter().map(|id| ExpressionData { input, id }));
    }
    Ok(bodies)
}

#[cold]
fn wrong_part(wrong: WrongPart) -> Error {
    let (summary, detail) = match wrong {
        WrongPart::NotLabelled(_) => (
            "Incorrect JSON value type",
            "An object is required here, or an array of objects, whose properties are named by the label of each block.",
        ),
        WrongPart::NoLabel(_) => (
            "Missing block label",
            "Each block needs a label: an object with a property that is named by it.",
        ),
        WrongPart::NotBody => (
            "Incorrect JSON value type",
            "An object is required here, or an array of objects: what is in the blocks.",
        ),
        WrongPart::TooFewLabels(_) => (
            "Missing block label",
            "Each block needs one label more in the argument \"labels\" of the \"dynamic\" block.",
        ),
        WrongPart::TooManyLabels => (
            "Extraneous block label",
            "The argument \"labels\" of the \"dynamic\" block gives a label here that nothing asks for.",
        ),
    };
    Error::new(Category::Data, Diagnostic::error(summary, detail))
}

/// The body of the only block in values.
fn only_body<'de, 'a>(
    values: &[ExpressionData<'de, 'a>],
    labels: usize,
) -> Result<ExpressionData<'de, 'a>> {
    let bodies = bodies(values, labels)?;
    let place = |body: &ExpressionData<'_, '_>| {
        let block = body.input.view.json_block(body.id, labels);
        block.header
    };
    match bodies.as_slice() {
        [body] => Ok(*body),
        [] => {
            let detail = "One block is required here: an object with what is in it.";
            let diagnostic = Diagnostic::error("Missing block", detail);
            let error = Error::new(Category::Data, diagnostic);
            Err(match values.first() {
                Some(value) => error.at(value.place()),
                None => error,
            })
        }
        [first, second, ..] => {
            let detail = "Only one block is allowed here, and there is one before it. Remove one of them, or merge the two.";
            let places = [first, second].map(|body| (body.input, place(body)));
            Err(of_second(
                Diagnostic::error("Duplicate block", detail),
                places,
            ))
        }
    }
}

/// The error about the second of two places, which the first excludes. They may be in different sources.
#[cold]
fn of_second(mut diagnostic: Diagnostic, places: [(&Input<'_, '_>, Span); 2]) -> Error {
    let [(first, first_span), (second, second_span)] = places;
    let source = first.origin.source();
    if second.origin.source().is(source) {
        diagnostic.set_context(first_span);
    } else {
        let file = source.name().unwrap_or("another file");
        let line = source.position(first_span.start()).line();
        let detail = diagnostic.detail();
        let detail = format!("{detail} The other one is in {file} on line {line}.");
        diagnostic.set_detail(detail);
    }
    let error = Error::new(Category::Data, diagnostic.with_subject(second_span));
    error.with_source(second.origin.source())
}

/// Visits all properties of objects, or of arrays of objects, as a map.
fn visit_properties<'de, V: Visitor<'de>>(
    values: &[ExpressionData<'de, '_>],
    visitor: V,
) -> Result<V::Value> {
    let Some(first) = values.first() else {
        return visitor.visit_map(serde::de::value::MapDeserializer::new(std::iter::empty::<(
            (),
            (),
        )>()));
    };
    // In a merged body, the values may come from several sources.
    let inputs: Vec<_> = values.iter().map(|value| *value.input).collect();
    let mut places = Vec::new();
    for (input, value) in values.iter().enumerate() {
        let tree = value.input.view.tree;
        let node = tree.node(value.id);
        let alone = [value.id.0];
        let objects = match node.kind {
            NodeKind::Tuple => tree.counted(node.data),
            _ => alone.as_slice(),
        };
        for object in objects.iter().map(|id| NodeId(*id)) {
            let node = tree.node(object);
            if node.kind != NodeKind::Object {
                let error = wrong_part(WrongPart::NotLabelled(0)).at(tree.span(object));
                return Err(error.with_source(value.input.origin.source()));
            }
            let properties = tree.counted(node.data).iter();
            places.extend(properties.map(|node| ItemNode { input, node: *node }));
        }
    }
    let content = Content {
        inputs: &inputs,
        items: BodyItems::Selected(&places),
        block: None,
        span: first.place(),
    };
    items::visit(&content, None, visitor)
}

impl<'a> JsonStructure<'_, 'a> {
    fn kind(&self) -> NodeKind {
        self.0.input.view.tree.node(self.0.id).kind
    }

    /// The elements of an array, or the object alone.
    fn elements(&self) -> &'a [u32] {
        self.0.input.view.elements(self.0.id)
    }
}

impl<'de> Structure<'de> for JsonStructure<'de, '_> {
    fn visit_struct<V: Visitor<'de>>(self, fields: Fields, visitor: V) -> Result<V::Value> {
        let labels = count_labels(fields);
        let body = match (labels, self.kind()) {
            (0, NodeKind::Object) => self.0,
            _ => only_body(&[self.0], labels)?,
        };
        in_body(body, labels, |content| {
            items::visit(content, Some(fields), visitor)
        })
    }

    fn visit_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.kind() == NodeKind::Object {
            let items = ObjectItems::read(self.0, self.elements())?;
            if !items.has_repeats() {
                return ObjectAccess::visit(items, None, visitor);
            }
        }
        visit_properties(&[self.0], visitor)
    }

    fn visit_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if self.kind() == NodeKind::Object {
            return JsonElements::visit(&[self.0], visitor);
        }
        let elements = self.elements();
        let view = self.0.input.view;
        let are_scalar = |id: &u32| !view.is_json_structure(NodeId(*id));
        if elements.first().is_none_or(are_scalar) {
            return SequenceAccess::visit(TupleElements::new(self.0.input, elements), visitor);
        }
        JsonElements::visit(&[self.0], visitor)
    }

    fn visit_body<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_body(&[self.0], visitor)
    }

    fn is_empty_body(&self) -> bool {
        let tree = self.0.input.view.tree;
        let is_empty = |id: &u32| tree.body_items(NodeId(*id)).is_some_and(<[u32]>::is_empty);
        match self.kind() {
            NodeKind::Object => is_empty(&self.0.id.0),
            _ => matches!(self.elements(), [only] if is_empty(only)),
        }
    }
}

fn visit_body<'de, V: Visitor<'de>>(
    values: &[ExpressionData<'de, '_>],
    visitor: V,
) -> Result<V::Value> {
    in_body(only_body(values, 0)?, 0, |content| {
        BodyDeserializer(content).deserialize_newtype_struct(protocol::BODY, visitor)
    })
}

impl RepeatedDeserializer<'_, '_> {
    /// The error of a property that is set twice, but can be only one value.
    #[cold]
    fn unsuitable<T>(self, _expected: &dyn Expected) -> Result<T> {
        let [first, second, ..] = self.0.as_slice() else {
            return Err(Error::custom("the property is set twice"));
        };
        let detail = "The property is set twice, but only one value is expected here. Remove one of the two.";
        let places = [first, second].map(|value| (value.input, value.place()));
        Err(of_second(
            Diagnostic::error("Attribute redefined", detail),
            places,
        ))
    }
}

impl<'de> Deserializer<'de> for RepeatedDeserializer<'de, '_> {
    type Error = Error;

    scalars_are_unsuitable! {}

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        self.unsuitable(&visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        self.unsuitable(&visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _name: &'static str,
        _variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        self.unsuitable(&visitor)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        let is_block = |value: &ExpressionData<'_, '_>| value.structure().is_some();
        if self.0.iter().all(is_block) {
            self.deserialize_seq(visitor)
        } else {
            self.unsuitable(&visitor)
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        visitor: V,
    ) -> Result<V::Value> {
        match name {
            protocol::BODY => visit_body(&self.0, visitor),
            protocol::ONE_OR_MANY => self.deserialize_seq(visitor),
            protocol::SPANNED => {
                let places = self.0.iter().map(|value| value.place());
                let span = places.reduce(Span::join).unwrap_or_default();
                let source = self.0.first().map(|value| value.input.origin.source());
                SpannedAccess::visit(ValuePlace::new(span, source), self, visitor)
            }
            protocol::VALUE => self.deserialize_any(visitor),
            protocol::NUMBER | protocol::EXPRESSION | protocol::TEMPLATE | protocol::TRAVERSAL => {
                self.unsuitable(&visitor)
            }
            _ => visitor.visit_newtype_struct(self),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        JsonElements::visit(&self.0, visitor)
    }

    tuples_are_sequences! {}

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visit_properties(&self.0, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value> {
        let labels = count_labels(fields);
        in_body(only_body(&self.0, labels)?, labels, |content| {
            items::visit(content, Some(fields), visitor)
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        visitor.visit_unit()
    }
}

/// Fails if the root is an array with an element that is not an object.
pub(super) fn check_root(root: ExpressionData<'_, '_>) -> Result<()> {
    let tree = root.input.view.tree;
    let node = tree.node(root.id);
    if node.kind != NodeKind::Tuple {
        return Ok(());
    }
    let wrong = tree.counted(node.data).iter().map(|id| NodeId(*id));
    match wrong
        .into_iter()
        .find(|id| tree.node(*id).kind != NodeKind::Object)
    {
        Some(wrong) => {
            let found = Unexpected::Other("an element that is not an object");
            let expected =
                "objects only: a body in JSON syntax is one object, or an array of objects";
            Err(Error::invalid_type(found, &expected).at(tree.span(wrong)))
        }
        None => Ok(()),
    }
}
