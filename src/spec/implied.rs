//! Properties that follow from a spec without a body: the schemas of bodies, the labels of blocks, the type
//! of the result.

use super::{BlockResult, NestedSpec, Requirement, Spec, SpecKind};
use crate::limits::MAX_LABELS;
use crate::schema::BodySchema;
use crate::value::Type;

impl Spec {
    /// The type of the decoded values, as far as the spec determines it: `any` where it depends on the body.
    ///
    /// ```
    /// use hcl::{Spec, Type};
    ///
    /// let spec = Spec::block_list("listener", .., Spec::attr("port", Type::NUMBER));
    /// assert_eq!(spec.implied_type(), Type::list(Type::NUMBER));
    /// ```
    pub fn implied_type(&self) -> Type {
        match &self.0.kind {
            SpecKind::Object(attributes) => {
                let attributes = attributes.iter();
                Type::object(attributes.map(|(name, spec)| (name, spec.implied_type())))
            }
            SpecKind::Tuple(specs) => Type::tuple(specs.iter().map(Spec::implied_type)),
            SpecKind::Attr { ty, .. } => ty.without_optional(),
            SpecKind::Blocks(nested, result) => result.implied_type(nested),
            SpecKind::BlockAttrs { element, .. } => Type::map(element.without_optional()),
            SpecKind::Literal(value) => value.ty(),
            SpecKind::Default(specs) => specs.first().map_or(Type::DYNAMIC, Spec::implied_type),
            SpecKind::Transform(spec, transformation) => {
                transformation.implied_type(&spec.implied_type())
            }
            SpecKind::Expression(_) => Type::DYNAMIC,
            SpecKind::Label { .. } => Type::STRING,
        }
    }

    /// The schema of the body to which the spec is applied.
    pub(super) fn implied_schema(&self) -> BodySchema {
        let mut schema = BodySchema::new();
        self.request(&mut schema, true);
        schema
    }

    /// Adds the attributes and the block types of the spec to a schema. If the spec is not `needed`, it requires
    /// nothing.
    fn request(&self, schema: &mut BodySchema, needed: bool) {
        match &self.0.kind {
            SpecKind::Default(specs) => {
                // A fallback may not be needed.
                for (index, spec) in specs.iter().enumerate() {
                    spec.request(schema, needed && index == 0);
                }
            }
            SpecKind::Attr {
                name, requirement, ..
            } => schema.request_attribute(name, needed && *requirement == Requirement::Required),
            SpecKind::Blocks(nested, _) => schema.request_block(&nested.block_type, &nested.labels),
            SpecKind::BlockAttrs { block_type, .. } => schema.request_block(block_type, &[]),
            kind => kind.for_each_part(&mut |part| part.request(schema, needed)),
        }
    }

    /// The block types that specs of the same body request, with the number of labels and the specs for the bodies of
    /// the blocks. There are no such specs if the bodies have only attributes.
    pub(crate) fn block_types<'s>(specs: &[&'s Spec]) -> Vec<BlockType<'s>> {
        let mut types: Vec<BlockType<'s>> = Vec::new();
        let mut add = |name: &'s str, labels: usize, nested: Option<&'s Spec>| match types
            .iter_mut()
            .find(|it| it.name == name)
        {
            Some(known) => known.nested.extend(nested),
            None => types.push(BlockType {
                name,
                labels,
                nested: nested.into_iter().collect(),
            }),
        };
        for spec in specs {
            spec.for_each_in_body(&mut |spec| match &spec.0.kind {
                SpecKind::Blocks(nested, _) => {
                    add(&nested.block_type, nested.labels.len(), Some(&nested.spec));
                }
                SpecKind::BlockAttrs { block_type, .. } => add(block_type, 0, None),
                _ => {}
            });
        }
        types
    }

    /// Adds the names of the labels that specs of the same body use, after the first `own` ones.
    pub(super) fn label_names(&self, names: &mut Vec<String>, own: usize) {
        self.for_each_in_body(&mut |spec| {
            if let SpecKind::Label { index, name } = &spec.0.kind {
                // A label beyond this limit is reported as missing when a body is decoded.
                let index = own.saturating_add(*index);
                if index >= names.len() && index < MAX_LABELS as usize {
                    names.resize_with(index + 1, || "label".to_owned());
                }
                if let Some(entry) = names.get_mut(index) {
                    entry.clone_from(name);
                }
            }
        });
    }

    /// Calls `visit` with the spec and with the nested specs that are applied to the same body.
    pub(super) fn for_each_in_body<'s>(&'s self, visit: &mut dyn FnMut(&'s Spec)) {
        visit(self);
        let kind = &self.0.kind;
        kind.for_each_part(&mut |part| part.for_each_in_body(visit));
    }
}

impl SpecKind {
    /// Calls `visit` with each direct part of this spec that is applied to the same body.
    pub(super) fn for_each_part<'s>(&'s self, visit: &mut dyn FnMut(&'s Spec)) {
        match self {
            SpecKind::Object(attributes) => attributes.iter().for_each(|(_, spec)| visit(spec)),
            SpecKind::Tuple(specs) | SpecKind::Default(specs) => specs.iter().for_each(visit),
            SpecKind::Transform(spec, _) => visit(spec),
            _ => {}
        }
    }
}

/// A block type that specs request.
pub(crate) struct BlockType<'s> {
    pub(crate) name: &'s str,
    pub(crate) labels: usize,
    /// The specs for the bodies of the blocks.
    pub(crate) nested: Vec<&'s Spec>,
}

impl BlockResult {
    pub(super) fn implied_type(self, nested: &NestedSpec) -> Type {
        let element = nested.spec.implied_type();
        match self {
            BlockResult::Only(_) => element,
            BlockResult::List(_) => Type::list(element),
            BlockResult::Set(_) => Type::set(element),
            BlockResult::Map => (0..nested.own_labels).fold(element, |ty, _| Type::map(ty)),
            BlockResult::Tuple(_) | BlockResult::Object => Type::DYNAMIC,
        }
    }
}
