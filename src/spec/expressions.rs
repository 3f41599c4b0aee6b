//! What of a body a decoding evaluates.
//!
//! Knows nothing of values.

use super::{Kind, Spec};
use crate::schema::BodyContent;
use crate::syntax::tree::handle::{Attribute, Body, Expression, Traversal};

impl Spec {
    /// The variables that a decoding of the body refers to, as
    /// [`Expression::variables`](crate::Expression::variables): to know what must be there, before
    /// it is there.
    ///
    /// ```
    /// use hcl::{Spec, Type};
    ///
    /// let spec = Spec::block("server", Spec::attr("port", Type::NUMBER));
    /// let body = hcl::parse("server {\n  port = base.port + offset\n}\n")?;
    /// let variables = spec.variables(&body);
    /// let roots: Vec<_> = variables.iter().map(|it| it.root()).collect();
    /// assert_eq!(roots, ["base", "offset"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn variables(&self, body: &Body) -> Vec<Traversal> {
        let expressions = self.expressions(body);
        expressions.iter().flat_map(Expression::variables).collect()
    }

    /// The expressions that a decoding of the body evaluates, in the order of the spec. What the
    /// spec does not ask for is not among them.
    pub fn expressions(&self, body: &Body) -> Vec<Expression> {
        let mut expressions = Vec::new();
        let (content, _, _) = body.partial_content_recoverable(&self.implied_schema());
        self.collect(&content, &mut expressions);
        expressions
    }

    fn collect(&self, content: &BodyContent, expressions: &mut Vec<Expression>) {
        match &self.0.kind {
            Kind::Object(attributes) => {
                for (_, spec) in attributes {
                    spec.collect(content, expressions);
                }
            }
            Kind::Tuple(specs) | Kind::Default(specs) => {
                for spec in specs {
                    spec.collect(content, expressions);
                }
            }
            Kind::Transform(spec, _) => spec.collect(content, expressions),
            Kind::Attr { name, .. } => {
                let attribute = content.attribute(name);
                expressions.extend(attribute.map(Attribute::expression));
            }
            Kind::BlockAttrs { block_type, .. } => {
                for block in content.blocks_of_type(block_type) {
                    let (attributes, _) = block.body().just_attributes_recoverable();
                    expressions.extend(attributes.iter().map(Attribute::expression));
                }
            }
            Kind::Block(nested, _) | Kind::Blocks(nested, ..) | Kind::LabelledBlocks(nested, _) => {
                for block in content.blocks_of_type(&nested.block_type) {
                    let (content, _, _) = block.body().partial_content_recoverable(&nested.schema);
                    nested.spec.collect(&content, expressions);
                }
            }
            Kind::Literal(_) | Kind::Label { .. } => {}
        }
    }
}
