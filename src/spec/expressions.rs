//! The expressions that decoding with a spec evaluates.

use super::{Spec, SpecKind};
use crate::schema::BodyContent;
use crate::syntax::tree::handle::{Attribute, Body, Expression, Traversal};

impl Spec {
    /// The variables that are needed to decode the body, like
    /// [`Expression::variables`](crate::Expression::variables). An application can provide them before it decodes.
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
        let mut variables = Vec::new();
        for expression in self.expressions(body) {
            variables.extend(expression.variables());
        }
        variables
    }

    /// The expressions that are evaluated to decode the body, in the order of the spec. Items that the spec does not
    /// request are left out.
    pub fn expressions(&self, body: &Body) -> Vec<Expression> {
        let mut expressions = Vec::new();
        let (content, _) = body.partial_content(&self.implied_schema()).value;
        self.collect(&content, &mut expressions);
        expressions
    }

    fn collect(&self, content: &BodyContent, expressions: &mut Vec<Expression>) {
        self.for_each_in_body(&mut |spec| match &spec.0.kind {
            SpecKind::Attr { name, .. } => {
                let attribute = content.attribute(name);
                expressions.extend(attribute.map(Attribute::expression));
            }
            SpecKind::BlockAttrs { block_type, .. } => {
                for block in content.blocks_of_type(block_type) {
                    let attributes = block.body().just_attributes().value;
                    expressions.extend(attributes.iter().map(Attribute::expression));
                }
            }
            SpecKind::Blocks(nested, _) => {
                for block in content.blocks_of_type(&nested.block_type) {
                    let (content, _) = block.body().partial_content(&nested.schema).value;
                    nested.spec.collect(&content, expressions);
                }
            }
            SpecKind::Expression(expression) => expressions.push(expression.clone()),
            _ => {}
        });
    }
}
