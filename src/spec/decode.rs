//! Decodes a body to a value, as a spec describes.

use super::transformation::Transformation;
use super::{Requirement, Spec, SpecKind};
use crate::convert::convert;
use crate::diagnostic::{Code, Diagnostic, Diagnostics};
use crate::error::{Category, Diagnosed};
use crate::eval::{EvalContext, secret};
use crate::function::Work;
use crate::schema::{BodyContent, BodySchema};
use crate::syntax::options::ParseOptions;
use crate::syntax::tree::handle::{Attribute, Block, Body, ExpressionKind};
use crate::value::{Text, Type, Value};

impl Spec {
    /// Decodes a body. Anything that the spec does not declare is an error. Parts of the value that cannot be decoded
    /// are unknown.
    ///
    /// There is a diagnostic for each item that does not match the spec, and for each expression that cannot be
    /// evaluated or has a value of the wrong type.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let spec = Spec::object([("port", Spec::required_attr("port", Type::NUMBER))]);
    /// let ctx = EvalContext::new().with_variable("base", 8000);
    /// let value = spec.decode(&hcl::parse("port = base + 80\n")?, &ctx).into_result()?;
    /// assert_eq!(value["port"], 8080);
    ///
    /// let decoded = spec.decode(&hcl::parse("port = \"http\"\nhost = \"a\"\n")?, &ctx);
    /// assert!(!decoded.value["port"].is_known());
    /// assert_eq!(decoded.diagnostics.len(), 2);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn decode(&self, body: &Body, ctx: &EvalContext) -> Diagnosed<Value> {
        let schema = match self.valid_schema() {
            Ok(schema) => schema,
            Err(undecoded) => return undecoded,
        };
        let mut diagnostics = Diagnostics::default();
        let content = body.content(&schema);
        let content = content.reported_to(&mut diagnostics);
        self.decode_content(body, &content, ctx, diagnostics)
    }

    /// Decodes what the spec declares, and returns the value and a body of the remaining items, which other specs can
    /// decode. In the bodies of blocks, remaining items are errors.
    ///
    /// ```
    /// use hcl::{EvalContext, Spec, Type};
    ///
    /// let body = hcl::parse("kind = \"disk\"\nsize = 10\n")?;
    /// let ctx = EvalContext::new();
    /// let spec = Spec::attr("kind", Type::STRING);
    /// let (kind, rest) = spec.partial_decode(&body, &ctx).into_result()?;
    /// assert_eq!(kind, "disk");
    /// assert_eq!(Spec::attr("size", Type::NUMBER).decode(&rest, &ctx).into_result()?, 10);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn partial_decode(&self, body: &Body, ctx: &EvalContext) -> Diagnosed<(Value, Body)> {
        let schema = match self.valid_schema() {
            Ok(schema) => schema,
            Err(undecoded) => {
                let with_rest = |value| (value, body.clone());
                return undecoded.and_then(|value| {
                    Diagnosed::new(Category::Data, with_rest(value), Vec::new())
                });
            }
        };
        let mut diagnostics = Diagnostics::default();
        let content = body.partial_content(&schema);
        let (content, rest) = content.reported_to(&mut diagnostics);
        let decoded = self.decode_content(body, &content, ctx, diagnostics);
        Diagnosed::new(Category::Data, (decoded.value, rest), decoded.diagnostics)
    }

    /// The schema of the body to which the spec is applied. If the spec or the schema is invalid, the result of
    /// decoding: nothing can be decoded then, because blocks may have fewer labels than one of the specs needs.
    fn valid_schema(&self) -> Result<BodySchema, Diagnosed<Value>> {
        let schema = self.implied_schema();
        let problems: Vec<Diagnostic> = match self.problem() {
            Some(problem) => vec![problem],
            None => schema.diagnostics().collect(),
        };
        if problems.is_empty() {
            return Ok(schema);
        }
        let value = Value::unknown(&self.implied_type());
        Err(Diagnosed::new(Category::Data, value, problems))
    }

    fn decode_content(
        &self,
        body: &Body,
        content: &BodyContent,
        ctx: &EvalContext,
        diagnostics: Diagnostics,
    ) -> Diagnosed<Value> {
        let mut decoder = Decoder {
            ctx,
            work: ctx.work(),
            diagnostics,
        };
        let input = SpecInput {
            body,
            content,
            block: None,
            own_labels: 0,
            is_fallback: false,
        };
        let value = decoder.value(self, input);
        let mut diagnostics = decoder.diagnostics.into_reported();
        secret::conceal_in(body, ctx, &mut diagnostics);
        Diagnosed::new(Category::Data, value, diagnostics)
    }
}

impl ParseOptions {
    /// Parses a body and decodes it with a spec.
    ///
    /// If the syntax of the body is invalid, only syntax errors are reported: an item that seems to be missing may be
    /// in the part that could not be parsed.
    ///
    /// ```
    /// use hcl::{EvalContext, ParseOptions, Spec, Type};
    ///
    /// let spec = Spec::object([("port", Spec::attr("port", Type::NUMBER))]);
    /// let text = "port = \"8080\"\nhost = 1\n";
    /// let decoded = ParseOptions::new().evaluate_body(text, &spec, &EvalContext::new());
    /// assert_eq!(decoded.value["port"], 8080);
    /// assert_eq!(decoded.diagnostics[0].summary(), "Unsupported argument");
    /// ```
    pub fn evaluate_body(&self, text: &str, spec: &Spec, ctx: &EvalContext) -> Diagnosed<Value> {
        let parsed = self.parse(text);
        let is_whole = parsed.diagnostics.is_empty();
        parsed.and_then(|body| {
            let mut decoded = spec.decode(&body, ctx);
            if !is_whole {
                decoded.diagnostics.clear();
            }
            decoded
        })
    }
}

/// The body to which a spec is applied.
#[derive(Clone, Copy)]
pub(super) struct SpecInput<'a> {
    pub(super) body: &'a Body,
    pub(super) content: &'a BodyContent,
    /// The block of the body; `None` for the body passed to `decode`. `own_labels` is the number of its labels that its
    /// spec uses itself.
    pub(super) block: Option<&'a Block>,
    pub(super) own_labels: usize,
    /// Whether the spec is a fallback. The schema does not require its items, so the decoder reports missing ones.
    pub(super) is_fallback: bool,
}

pub(super) struct Decoder<'a> {
    pub(super) ctx: &'a EvalContext,
    /// The work that all evaluations are part of.
    pub(super) work: Work,
    pub(super) diagnostics: Diagnostics,
}

impl Decoder<'_> {
    pub(super) fn value(&mut self, spec: &Spec, input: SpecInput<'_>) -> Value {
        match &spec.0.kind {
            SpecKind::Object(attributes) => self.object(attributes, input),
            SpecKind::Tuple(specs) => self.tuple(specs, input),
            SpecKind::Attr {
                name,
                ty,
                requirement,
            } => self.attr(name, ty, *requirement, input),
            SpecKind::Blocks(nested, result) => self.blocks(nested, *result, input),
            SpecKind::BlockAttrs {
                block_type,
                element,
                requirement,
            } => self.block_attrs(block_type, element, *requirement, input),
            SpecKind::Literal(value) => value.clone(),
            SpecKind::Expression(expression) => {
                let evaluated = expression.evaluate_within(self.ctx, &self.work);
                evaluated.reported_to(&mut self.diagnostics)
            }
            SpecKind::Default(specs) => self.default(specs, input),
            SpecKind::Transform(spec, transformation) => {
                self.transform(spec, transformation, input)
            }
            SpecKind::Label { index, name } => self.label(*index, name, input),
        }
    }

    fn object(&mut self, attributes: &[(Text, Spec)], input: SpecInput<'_>) -> Value {
        let mut values = Vec::with_capacity(attributes.len());
        for (name, spec) in attributes {
            values.push((name.clone(), self.value(spec, input)));
        }
        self.within_depth(Value::object_of(values), input)
    }

    fn tuple(&mut self, specs: &[Spec], input: SpecInput<'_>) -> Value {
        let mut values = Vec::with_capacity(specs.len());
        for spec in specs {
            values.push(self.value(spec, input));
        }
        self.within_depth(Value::tuple_of(values), input)
    }

    /// Checks the depth of a value that a spec has built. Reports an error if it nests too deep.
    pub(super) fn within_depth(&mut self, value: Value, input: SpecInput<'_>) -> Value {
        match value.within_depth() {
            Ok(value) => value,
            Err(error) => {
                let detail = format!("The decoded value nests too deep: {error}.");
                self.missing(Diagnostic::of(Code::NestingTooDeep, detail), input);
                Value::dynamic()
            }
        }
    }

    fn attr(
        &mut self,
        name: &str,
        ty: &Type,
        requirement: Requirement,
        input: SpecInput<'_>,
    ) -> Value {
        let Some(attribute) = input.content.attribute(name) else {
            if requirement == Requirement::Optional {
                return Value::null(ty);
            }
            if input.is_fallback {
                let detail =
                    format!("The argument \"{name}\" is required here, but it is not set.");
                let diagnostic = Diagnostic::of(Code::MissingRequiredArgument, detail);
                self.missing(diagnostic, input);
            }
            return Value::unknown(ty);
        };
        self.attribute_value(attribute, ty)
    }

    /// The value of an attribute, converted to a type; unknown if there is an error, which is reported.
    pub(super) fn attribute_value(&mut self, attribute: &Attribute, ty: &Type) -> Value {
        let value = attribute_value(attribute, ty, self.ctx, &self.work);
        value.unwrap_or_else(|diagnostics| {
            self.diagnostics.extend(diagnostics);
            Value::unknown(ty)
        })
    }

    /// A label of the block. The schema of the enclosing body ensures that the block has the label, but the body passed
    /// to `decode` has no block.
    fn label(&mut self, index: usize, name: &str, input: SpecInput<'_>) -> Value {
        let index = input.own_labels.saturating_add(index);
        let mut labels = input.block.map(Block::labels).into_iter().flatten();
        let label = labels.nth(index);
        if let Some(label) = label {
            return Value::from(&*label.text());
        }
        let detail = format!(
            "The spec needs the label \"{name}\", but the body that is decoded here is not that of a block with this \
             label."
        );
        self.missing(Diagnostic::of(Code::MissingLabel, detail), input);
        Value::unknown(&Type::STRING)
    }

    fn default(&mut self, specs: &[Spec], input: SpecInput<'_>) -> Value {
        let mut value = Value::NULL;
        let mut input = input;
        for (index, spec) in specs.iter().enumerate() {
            value = self.value(spec, input);
            if !value.is_known() && !value.range().is_not_null() && index + 1 < specs.len() {
                // It may turn out to be null. Its limits do not hold for a fallback.
                return Value::unknown(&value.ty());
            }
            if !value.is_null() {
                break;
            }
            input.is_fallback = true;
        }
        value
    }

    fn transform(
        &mut self,
        spec: &Spec,
        transformation: &Transformation,
        input: SpecInput<'_>,
    ) -> Value {
        let failed = || Value::unknown(&transformation.implied_type(&spec.implied_type()));
        let before = self.diagnostics.count();
        let value = self.value(spec, input);
        if self.diagnostics.count() > before {
            // The error of the value has been reported already.
            return failed();
        }
        let (mut value, diagnostics) = transformation.apply(value, &self.work);
        if !diagnostics.is_empty() {
            value = failed();
        }
        for diagnostic in diagnostics {
            self.diagnostics.push(match diagnostic.source() {
                Some(_) => diagnostic,
                None => spec.at_value(diagnostic, input.body, input.content),
            });
        }
        value
    }

    /// Reports an error in the expression of an attribute.
    pub(super) fn report(&mut self, diagnostic: Diagnostic, attribute: &Attribute) {
        let expression = attribute.expression();
        self.diagnostics.push(diagnostic.at(&expression));
    }

    /// Reports an error in a body as a whole, such as a missing item.
    pub(super) fn missing(&mut self, diagnostic: Diagnostic, input: SpecInput<'_>) {
        let body = input.body;
        self.diagnostics
            .push(diagnostic.at((body.missing_item_span(), body.source())));
    }
}

/// Evaluates an attribute and converts its value to a type.
pub(super) fn attribute_value(
    attribute: &Attribute,
    ty: &Type,
    ctx: &EvalContext,
    work: &Work,
) -> Result<Value, Vec<Diagnostic>> {
    let expression = attribute.expression();
    let evaluated = expression.evaluate_within(ctx, work);
    if !evaluated.diagnostics.is_empty() {
        return Err(evaluated.diagnostics);
    }
    let value = evaluated.value;
    // An interruption has already been reported.
    if !work.is_interrupted() && work.budget.spend_conversion(&value, ty).is_err() {
        let detail = "Converting the values of attributes costs more than the application allows. Write fewer or \
                      shorter values.";
        return Err(vec![
            Diagnostic::of(Code::EvaluationTooExpensive, detail).at(&expression),
        ]);
    }
    convert(&value, ty).map_err(|error| {
        let detail = format!(
            "Inappropriate value for attribute \"{}\": {error}.",
            attribute.name()
        );
        vec![Diagnostic::of(Code::IncorrectAttributeValueType, detail).at(&expression)]
    })
}

impl Spec {
    /// Sets the subject of a diagnostic to the part of the body from which the spec decodes its value.
    pub(super) fn at_value(
        &self,
        diagnostic: Diagnostic,
        body: &Body,
        content: &BodyContent,
    ) -> Diagnostic {
        match self.attribute(content).map(Attribute::expression) {
            Some(expression) => diagnostic.at(&expression),
            None => diagnostic.at((body.missing_item_span(), body.source())),
        }
    }

    /// The attribute from which the spec decodes its value, if it is set to another value than a literal null.
    fn attribute<'c>(&self, content: &'c BodyContent) -> Option<&'c Attribute> {
        match &self.0.kind {
            SpecKind::Attr { name, .. } => {
                let attribute = content.attribute(name)?;
                let is_null = matches!(attribute.expression().kind(), ExpressionKind::Null);
                (!is_null).then_some(attribute)
            }
            SpecKind::Transform(spec, _) => spec.attribute(content),
            SpecKind::Default(specs) => {
                // A part of another kind may give the value before the attributes after it.
                let mut attributes = specs.iter().take_while(|spec| spec.is_of_attribute());
                attributes.find_map(|spec| spec.attribute(content))
            }
            _ => None,
        }
    }

    /// Whether the value can only come from an attribute.
    fn is_of_attribute(&self) -> bool {
        match &self.0.kind {
            SpecKind::Attr { .. } => true,
            SpecKind::Transform(spec, _) => spec.is_of_attribute(),
            SpecKind::Default(specs) => specs.iter().all(Spec::is_of_attribute),
            _ => false,
        }
    }
}
