//! What follows from a spec alone: the schemas of the bodies, the labels of the blocks, the type of the result.
//!
//! Knows nothing of bodies.

use hashbrown::HashMap;

use super::{Elements, Kind, LabelledElements, Nested, Presence, Spec, Transformation};
use crate::diagnostic::Diagnostic;
use crate::eval::EvalContext;
use crate::function::Budget;
use crate::schema::BodySchema;
use crate::value::{ObjectType, Type, Value};

impl Spec {
    /// The type of the values that decoding gives, as far as the spec says it: `any` where it
    /// depends on the body.
    ///
    /// ```
    /// use hcl::{Spec, Type};
    ///
    /// let spec = Spec::block_list("listener", .., Spec::attr("port", Type::NUMBER));
    /// assert_eq!(spec.implied_type(), Type::list(Type::NUMBER));
    /// ```
    pub fn implied_type(&self) -> Type {
        match &self.0.kind {
            Kind::Object(attributes) => {
                let attributes = attributes.iter();
                let object = attributes.fold(ObjectType::new(), |object, (name, spec)| {
                    object.with_attribute(name, spec.implied_type())
                });
                Type::from(object)
            }
            Kind::Tuple(specs) => Type::tuple(specs.iter().map(Spec::implied_type)),
            Kind::Attr { ty, .. } => ty.without_optional(),
            Kind::Block(nested, _) => nested.spec.implied_type(),
            Kind::Blocks(nested, _, elements) => elements.implied_type(nested),
            Kind::LabelledBlocks(nested, elements) => elements.implied_type(nested),
            Kind::BlockAttrs { element, .. } => Type::map(element.without_optional()),
            Kind::Literal(value) => value.ty(),
            Kind::Default(specs) => specs.first().map_or(Type::DYNAMIC, Spec::implied_type),
            Kind::Transform(spec, transformation) => {
                let (value, _) = transformation
                    .apply(&Value::unknown(&spec.implied_type()), &Budget::unlimited());
                value.ty()
            }
            Kind::Label { .. } => Type::STRING,
        }
    }

    /// The schema of the body that the spec is applied to.
    pub(super) fn implied_schema(&self) -> BodySchema {
        let mut requested = Requested::default();
        requested.add(self, Presence::Required);
        let mut schema = BodySchema::new();
        for (name, presence) in requested.attributes {
            schema = match presence {
                Presence::Required => schema.with_required_attribute(name),
                Presence::Optional => schema.with_attribute(name),
            };
        }
        for (block_type, labels) in requested.blocks {
            schema = schema.with_block(block_type, labels.iter().map(String::as_str));
        }
        schema
    }

    /// Adds the names of the labels that specs of the same body read, after those `own` that are
    /// there already.
    pub(super) fn label_names(&self, names: &mut Vec<String>, own: usize) {
        self.for_each_in_body(&mut |spec| {
            if let Kind::Label { index, name } = &spec.0.kind {
                // What is asked for beyond this limit is missing, which is reported in decoding.
                let index = own.saturating_add(*index);
                if index >= names.len() && index < MAX_LABELS {
                    names.resize_with(index + 1, || "label".to_owned());
                }
                if let Some(place) = names.get_mut(index) {
                    place.clone_from(name);
                }
            }
        });
    }

    /// Calls `visit` with the spec and those in it that are applied to the same body.
    fn for_each_in_body(&self, visit: &mut impl FnMut(&Spec)) {
        visit(self);
        match &self.0.kind {
            Kind::Object(attributes) => {
                for (_, spec) in attributes {
                    spec.for_each_in_body(visit);
                }
            }
            Kind::Tuple(specs) | Kind::Default(specs) => {
                for spec in specs {
                    spec.for_each_in_body(visit);
                }
            }
            Kind::Transform(spec, _) => spec.for_each_in_body(visit),
            _ => {}
        }
    }
}

/// No block has more labels than this.
const MAX_LABELS: usize = 256;

/// What specs ask for in one body, each name once.
#[derive(Default)]
struct Requested<'s> {
    attributes: Vec<(&'s str, Presence)>,
    blocks: Vec<(&'s str, &'s [String])>,
    places: HashMap<&'s str, usize>,
    block_places: HashMap<&'s str, usize>,
}

impl<'s> Requested<'s> {
    /// Adds what a spec asks for. A fallback requires nothing: it may not be needed.
    fn add(&mut self, spec: &'s Spec, at_most: Presence) {
        match &spec.0.kind {
            Kind::Object(attributes) => {
                for (_, spec) in attributes {
                    self.add(spec, at_most);
                }
            }
            Kind::Tuple(specs) => specs.iter().for_each(|spec| self.add(spec, at_most)),
            Kind::Default(specs) => {
                for (index, spec) in specs.iter().enumerate() {
                    let at_most = if index == 0 {
                        at_most
                    } else {
                        Presence::Optional
                    };
                    self.add(spec, at_most);
                }
            }
            Kind::Transform(spec, _) => self.add(spec, at_most),
            Kind::Attr { name, presence, .. } => {
                let is_required = [*presence, at_most] == [Presence::Required; 2];
                let place = *self.places.entry(name).or_insert(self.attributes.len());
                if place == self.attributes.len() {
                    self.attributes.push((name, Presence::Optional));
                }
                if is_required {
                    self.attributes[place].1 = Presence::Required;
                }
            }
            Kind::Block(nested, _) | Kind::Blocks(nested, ..) | Kind::LabelledBlocks(nested, _) => {
                self.add_block(&nested.block_type, &nested.labels);
            }
            Kind::BlockAttrs { block_type, .. } => self.add_block(block_type, &[]),
            Kind::Literal(_) | Kind::Label { .. } => {}
        }
    }

    /// Adds a block type. Specs that want different numbers of labels ask for it twice, which is an
    /// error of the schema.
    fn add_block(&mut self, block_type: &'s str, labels: &'s [String]) {
        let places = &mut self.block_places;
        let place = *places.entry(block_type).or_insert(self.blocks.len());
        let is_known = self.blocks.get(place);
        if is_known.is_none_or(|(_, known)| known.len() != labels.len()) {
            self.blocks.push((block_type, labels));
        }
    }
}

impl Elements {
    pub(super) fn implied_type(self, nested: &Nested) -> Type {
        let element = nested.spec.implied_type();
        match self {
            Elements::List => Type::list(element),
            Elements::Set => Type::set(element),
            Elements::Tuple => Type::DYNAMIC,
        }
    }
}

impl LabelledElements {
    pub(super) fn implied_type(self, nested: &Nested) -> Type {
        match self {
            LabelledElements::Map => {
                let element = nested.spec.implied_type();
                (0..nested.own_labels).fold(element, |ty, _| Type::map(ty))
            }
            LabelledElements::Object => Type::DYNAMIC,
        }
    }
}

impl Transformation {
    /// What is made of a value, and the diagnostics.
    pub(super) fn apply(&self, value: &Value, budget: &Budget) -> (Value, Vec<Diagnostic>) {
        match self {
            Transformation::Expression(expression, ctx) => {
                // Limits that are set for the transformation itself come before those of the decoding.
                let own = ctx.is_limited().then(|| ctx.budget());
                let ctx = EvalContext::child(ctx).with_variable("nested", value.clone());
                expression.evaluate_within(&ctx, own.as_ref().unwrap_or(budget))
            }
            Transformation::Function(function) => {
                match function.call_within(std::slice::from_ref(value), budget) {
                    Ok(result) => (result, Vec::new()),
                    Err(error) => {
                        let detail = format!("The value is not what is needed here: {error}.");
                        let diagnostic = Diagnostic::error("Invalid value", detail);
                        (Value::dynamic(), vec![diagnostic])
                    }
                }
            }
        }
    }
}
