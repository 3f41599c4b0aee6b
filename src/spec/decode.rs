//! A body and a spec to a value.
//!
//! Knows nothing of how specs are written.

use std::sync::Arc;

use super::{Kind, Presence, Spec, Transformation};
use crate::convert::convert;
use crate::diagnostic::{Diagnostic, limited};
use crate::error::{Category, Error, Result};
use crate::eval::EvalContext;
use crate::function::Budget;
use crate::schema::BodyContent;
use crate::syntax::tree::handle::{Attribute, Block, Body};
use crate::value::{Type, Value};

impl Spec {
    /// Decodes a body. What the spec does not ask for is an error.
    ///
    /// # Errors
    ///
    /// If the body is not what the spec expects, if an expression has no value or one of another
    /// type. The error holds a diagnostic for each of these, twenty at the most.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::object([("port", Spec::required_attr("port", Type::NUMBER))]);
    /// let ctx = EvalContext::new().with_variable("base", 8000);
    /// let value = spec.decode(&hcl::parse("port = base + 80\n")?, &ctx)?;
    /// assert_eq!(value["port"], 8080);
    ///
    /// let body = hcl::parse("port = \"http\"\nhost = \"a\"\n")?;
    /// let error = spec.decode(&body, &ctx).expect_err("two things are wrong");
    /// assert_eq!(error.diagnostics().len(), 2);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn decode(&self, body: &Body, ctx: &EvalContext) -> Result<Value> {
        let (value, diagnostics) = self.decode_recoverable(body, ctx);
        Error::unless(Category::Data, diagnostics, value)
    }

    /// Decodes a body, whatever is wrong with it: what cannot be known is unknown. At most twenty diagnostics.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let port = |name| (name, Spec::attr(name, Type::NUMBER));
    /// let body = hcl::parse("http = 80\nhttps = \"x\"\n")?;
    /// let (value, diagnostics) = Spec::object([port("http"), port("https")]).decode_recoverable(&body, &EvalContext::new());
    /// assert_eq!(value["http"], 80);
    /// assert_eq!((value["https"].is_known(), diagnostics.len()), (false, 1));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn decode_recoverable(&self, body: &Body, ctx: &EvalContext) -> (Value, Vec<Diagnostic>) {
        if let Some(problem) = self.problem() {
            return (Value::unknown(&self.implied_type()), vec![problem]);
        }
        let (content, diagnostics) = body.content_recoverable(&self.implied_schema());
        self.decode_content(body, &content, (ctx, diagnostics))
    }

    /// Decodes what the spec asks for, and gives what remains as a body, which can be decoded by
    /// other specs.
    ///
    /// # Errors
    ///
    /// As [`Spec::decode`], except that what the spec does not ask for is no error in the body
    /// itself; in the bodies of its blocks it is.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let body = hcl::parse("kind = \"disk\"\nsize = 10\n")?;
    /// let ctx = EvalContext::new();
    /// let (kind, rest) = Spec::attr("kind", Type::STRING).partial_decode(&body, &ctx)?;
    /// assert_eq!(kind, "disk");
    /// assert_eq!(Spec::attr("size", Type::NUMBER).decode(&rest, &ctx)?, 10);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn partial_decode(&self, body: &Body, ctx: &EvalContext) -> Result<(Value, Body)> {
        let (value, rest, diagnostics) = self.partial_decode_recoverable(body, ctx);
        Error::unless(Category::Data, diagnostics, (value, rest))
    }

    /// Decodes what the spec asks for, whatever is wrong with it: the value, what remains, and the
    /// diagnostics.
    pub fn partial_decode_recoverable(
        &self,
        body: &Body,
        ctx: &EvalContext,
    ) -> (Value, Body, Vec<Diagnostic>) {
        if let Some(problem) = self.problem() {
            let value = Value::unknown(&self.implied_type());
            return (value, body.clone(), vec![problem]);
        }
        let schema = self.implied_schema();
        let (content, rest, diagnostics) = body.partial_content_recoverable(&schema);
        let (value, diagnostics) = self.decode_content(body, &content, (ctx, diagnostics));
        (value, rest, diagnostics)
    }

    fn decode_content(
        &self,
        body: &Body,
        content: &BodyContent,
        (ctx, diagnostics): (&EvalContext, Vec<Diagnostic>),
    ) -> (Value, Vec<Diagnostic>) {
        let mut decoder = Decoder {
            ctx,
            budget: ctx.budget(),
            diagnostics,
        };
        let place = Place {
            body,
            content,
            block: None,
            own_labels: 0,
            is_fallback: false,
        };
        let value = decoder.value(self, place);
        (value, limited(decoder.diagnostics))
    }
}

/// What a spec is applied to.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) body: &'a Body,
    pub(super) content: &'a BodyContent,
    /// The block that the body is of, and how many of its labels its spec has taken.
    pub(super) block: Option<&'a Block>,
    pub(super) own_labels: usize,
    /// Whether the schema of the body does not know what is required, because it may not be needed.
    pub(super) is_fallback: bool,
}

/// One decoding.
pub(super) struct Decoder<'a> {
    pub(super) ctx: &'a EvalContext,
    /// What is left of what the context allows, for all evaluations together.
    pub(super) budget: Budget,
    pub(super) diagnostics: Vec<Diagnostic>,
}

impl Decoder<'_> {
    /// The value that a spec gives.
    pub(super) fn value(&mut self, spec: &Spec, place: Place<'_>) -> Value {
        match &spec.0.kind {
            Kind::Object(attributes) => self.object(attributes, place),
            Kind::Tuple(specs) => self.tuple(specs, place),
            Kind::Attr { name, ty, presence } => self.attr(name, (ty, *presence), place),
            Kind::Block(nested, presence) => self.block(nested, *presence, place),
            Kind::Blocks(nested, counts, elements) => {
                self.blocks(nested, (*counts, *elements), place)
            }
            Kind::LabelledBlocks(nested, elements) => {
                self.labelled_blocks(nested, *elements, place)
            }
            Kind::BlockAttrs {
                block_type,
                element,
                presence,
            } => self.block_attrs(block_type, (element, *presence), place),
            Kind::Literal(value) => value.clone(),
            Kind::Default(specs) => self.default(specs, place),
            Kind::Transform(spec, transformation) => self.transform(spec, transformation, place),
            Kind::Label { index, name } => self.label((*index, name), place),
        }
    }

    fn object(&mut self, attributes: &[(Arc<str>, Spec)], place: Place<'_>) -> Value {
        let mut values = Vec::with_capacity(attributes.len());
        for (name, spec) in attributes {
            values.push((Arc::clone(name), self.value(spec, place)));
        }
        self.within_depth(Value::object_of(values), place)
    }

    fn tuple(&mut self, specs: &[Spec], place: Place<'_>) -> Value {
        let mut values = Vec::with_capacity(specs.len());
        for spec in specs {
            values.push(self.value(spec, place));
        }
        self.within_depth(Value::tuple_of(values), place)
    }

    /// The value, unless the values of attributes and the specs around them nest too deep together.
    pub(super) fn within_depth(&mut self, value: Value, place: Place<'_>) -> Value {
        match value.within_depth() {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("What is decoded here is too deep: {error}.");
                self.missing(Diagnostic::error("Nesting too deep", detail), place);
                Value::dynamic()
            }
        }
    }

    fn attr(&mut self, name: &str, (ty, presence): (&Type, Presence), place: Place<'_>) -> Value {
        let Some(attribute) = place.content.attribute(name) else {
            if presence == Presence::Optional {
                return Value::null(ty);
            }
            if place.is_fallback {
                let detail =
                    format!("The argument \"{name}\" is required here, but it is not set.");
                let diagnostic = Diagnostic::error("Missing required argument", detail);
                self.missing(diagnostic, place);
            }
            return Value::unknown(ty);
        };
        let value = attribute_value(attribute, ty, (self.ctx, &self.budget));
        value.unwrap_or_else(|diagnostics| {
            self.diagnostics.extend(diagnostics);
            Value::unknown(ty)
        })
    }

    /// The label of the block around a place. The schema of the body that has the block sees to it that the block has
    /// the label, but nothing sees to it that there is a block.
    fn label(&mut self, (index, name): (usize, &str), place: Place<'_>) -> Value {
        let index = place.own_labels.saturating_add(index);
        let mut labels = place.block.map(Block::labels).into_iter().flatten();
        let label = labels.nth(index);
        if let Some(label) = label {
            return Value::from(&*label.text());
        }
        let detail = format!(
            "The label \"{name}\" is asked for, but what is decoded here is not the body of a block with that label."
        );
        self.missing(Diagnostic::error("Missing label", detail), place);
        Value::unknown(&Type::STRING)
    }

    fn default(&mut self, specs: &[Spec], place: Place<'_>) -> Value {
        let mut value = Value::NULL;
        let mut place = place;
        for spec in specs {
            value = self.value(spec, place);
            if !value.is_null() {
                break;
            }
            place.is_fallback = true;
        }
        value
    }

    fn transform(
        &mut self,
        spec: &Spec,
        transformation: &Transformation,
        place: Place<'_>,
    ) -> Value {
        let before = self.diagnostics.len();
        let value = self.value(spec, place);
        if self.diagnostics.len() > before {
            // What is wrong with the value has been said already.
            return Value::dynamic();
        }
        let (value, diagnostics) = transformation.apply(&value, &self.budget);
        for diagnostic in diagnostics {
            self.diagnostics.push(match diagnostic.source() {
                Some(_) => diagnostic,
                None => spec.at_value(diagnostic, place.body, place.content),
            });
        }
        value
    }

    /// Reports that something is wrong with the expression of an attribute.
    pub(super) fn report(&mut self, diagnostic: Diagnostic, attribute: &Attribute) {
        let expression = attribute.expression();
        self.diagnostics.push(diagnostic.at(&expression));
    }

    /// Reports that something is missing in a body, or wrong with it as a whole.
    pub(super) fn missing(&mut self, diagnostic: Diagnostic, place: Place<'_>) {
        let body = place.body;
        self.diagnostics
            .push(diagnostic.at((body.missing_item_span(), body.source())));
    }
}

/// The value of an attribute, converted to a type; or why there is none.
pub(super) fn attribute_value(
    attribute: &Attribute,
    ty: &Type,
    (ctx, budget): (&EvalContext, &Budget),
) -> Result<Value, Vec<Diagnostic>> {
    let expression = attribute.expression();
    let (value, mut diagnostics) = expression.evaluate_within(ctx, budget);
    if !diagnostics.is_empty() {
        return Err(diagnostics);
    }
    convert(&value, ty).map_err(|error| {
        let detail = format!(
            "Inappropriate value for attribute \"{}\": {error}.",
            attribute.name()
        );
        let diagnostic =
            Diagnostic::error("Incorrect attribute value type", detail).at(&expression);
        diagnostics.push(diagnostic);
        diagnostics
    })
}

impl Spec {
    /// Sets the subject of a diagnostic to the part of a body that the value of the spec comes from.
    pub(super) fn at_value(
        &self,
        diagnostic: Diagnostic,
        body: &Body,
        content: &BodyContent,
    ) -> Diagnostic {
        let attribute = match &self.0.kind {
            Kind::Attr { name, .. } => content.attribute(name),
            Kind::Transform(spec, _) => return spec.at_value(diagnostic, body, content),
            Kind::Default(specs) => {
                let Some(first) = specs.first() else {
                    return diagnostic;
                };
                return first.at_value(diagnostic, body, content);
            }
            _ => None,
        };
        match attribute.map(Attribute::expression) {
            Some(expression) => diagnostic.at(&expression),
            None => diagnostic.at((body.missing_item_span(), body.source())),
        }
    }
}
