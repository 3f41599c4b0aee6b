//! The public deserializer, and the methods of the options that use it, for configurations and for one expression.

use std::io::Read;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::de::{Deserialize, DeserializeOwned};

use super::asked::SingleBlocks;
use super::body::BodyDeserializer;
use super::content::Content;
use super::data::Data;
use super::expression::ExpressionData;
use super::forward::forward_deserializer;
use super::input::{Input, Shared};
use super::item_nodes::BodyItems;
use super::json;
use super::layers::BodyLayers;
use super::options::DecodeOptions;
use super::origin::{ExpressionKey, Origin};
use super::replaced::with_replaced_blocks;
use super::survey::{self, Survey};
use super::value::from_value;
use crate::error::{Category, Error, Result};
use crate::eval::EvalContext;
use crate::eval::secret::{self, Secrets};
use crate::file;
use crate::source::Source;
use crate::span::{Span, offset};
use crate::syntax::tree::handle::{Body, Expression};

/// A parsed configuration from which serde can build values.
///
/// Use it with crates that work with any [`serde::Deserializer`], or to decode one configuration to several types. The
/// trait is implemented for `&Deserializer`. To evaluate in a context, make one with [`DecodeOptions::deserializer`].
///
/// In JSON syntax, `[]` and null stand for no block. That a field takes one block shows only when its type requests the
/// block. Then [`DecodeOptions::from_str`] decodes again without the property, whereas decoding with a `Deserializer`
/// fails the first time.
///
/// ```
/// use serde::Deserialize;
///
/// let deserializer = hcl::Deserializer::parse("http = 80\nhttps = 443\n")?;
/// let ports = std::collections::BTreeMap::<&str, u16>::deserialize(&deserializer)?;
/// assert_eq!(ports["http"], 80);
/// let json = serde_json::Value::deserialize(&deserializer)?;
/// assert_eq!(json, serde_json::json!({ "http": 80, "https": 443 }));
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Debug)]
pub struct Deserializer<'de> {
    /// The texts, and the items of a body that was parsed before. An error without a more specific place refers to the
    /// first text; a merged body has several.
    layers: BodyLayers<'de>,
    /// The span of the body in the first text.
    span: Span,
    /// The body, if it was parsed before.
    body: Option<&'de Body>,
    options: DecodeOptions,
    /// The current survey, if this decoding is part of one.
    survey: Option<Box<Survey>>,
    single_blocks: SingleBlocks,
    evaluated: Mutex<Vec<ExpressionKey>>,
}

impl<'de> Deserializer<'de> {
    /// Parses a configuration.
    ///
    /// # Errors
    ///
    /// If the text is not valid HCL.
    pub fn parse(text: &'de str) -> Result<Self> {
        DecodeOptions::new().deserializer(text)
    }

    fn of_text(text: &'de str, options: DecodeOptions) -> Result<Self> {
        let first = Origin::parse(text, &options.parse)?;
        let view = first.view();
        let span = match view.tree.root_expression() {
            Some(body) => view.tree.span(body),
            None => Span::new(0, offset(view.text.len())),
        };
        let layers = BodyLayers {
            origins: vec![first],
            ..BodyLayers::default()
        };
        Ok(Deserializer::new(layers, span, None, options))
    }

    fn of_body(body: &'de Body, options: DecodeOptions) -> Self {
        Deserializer::new(BodyLayers::of(body), body.tree_span(), Some(body), options)
    }

    fn new(
        layers: BodyLayers<'de>,
        span: Span,
        body: Option<&'de Body>,
        options: DecodeOptions,
    ) -> Self {
        Deserializer {
            layers,
            span,
            body,
            options,
            survey: None,
            single_blocks: SingleBlocks::default(),
            evaluated: Mutex::default(),
        }
    }

    fn first(&self) -> &Origin<'de> {
        &self.layers.origins[0]
    }

    /// Returns the sources in order. An overlaid body has them from the lowest to the highest layer.
    fn sources(&self) -> Vec<Source> {
        match self.body {
            Some(body) => {
                let origins = body.origins().into_iter();
                origins
                    .map(|(document, _)| document.source.clone())
                    .collect()
            }
            None => vec![self.first().source().clone()],
        }
    }

    /// Decodes the body, and adds the source to errors.
    pub(super) fn decode<T>(
        &self,
        decode: impl FnOnce(BodyDeserializer<'de, '_>) -> Result<T>,
    ) -> Result<T> {
        let view = self.first().view();
        let root = match self.body {
            Some(_) => BodyItems::Selected(&self.layers.items),
            None => BodyItems::of_body(view, view.root_body()),
        };
        let survey = self.survey.as_deref();
        let shared = Shared::new(
            &self.options,
            &self.layers,
            self.body,
            root,
            survey,
            &self.single_blocks,
        );
        let content = Content {
            items: match survey {
                None => root,
                Some(survey) => survey.select(survey::ROOT, root),
            },
            origin: self.first(),
            shared: &shared,
            block: None,
            span: self.span,
        };
        if survey.is_none() {
            self.check_roots().map_err(|error| self.locate(error))?;
        }
        decode(BodyDeserializer(&content)).map_err(|error| {
            self.evaluated().extend(shared.take_evaluated());
            self.locate(content.locate(error, false))
        })
    }

    /// Fails if a source is a JSON array with an element that is not an object.
    fn check_roots(&self) -> Result<()> {
        let Some(body) = self.body else {
            return json::check_root(self.first().view());
        };
        match body.wrong_elements().next() {
            Some((document, wrong)) => {
                let error = json::wrong_element(document.view(), wrong);
                Err(error.with_source(&document.source))
            }
            None => Ok(()),
        }
    }

    /// Returns the expressions evaluated by failed attempts, if the context has functions.
    fn evaluated(&self) -> MutexGuard<'_, Vec<ExpressionKey>> {
        let evaluated = self.evaluated.lock();
        evaluated.unwrap_or_else(PoisonError::into_inner)
    }

    /// Decodes the whole input as a type. An error is reported together with the errors of all other names and values.
    fn decode_as<T: Deserialize<'de>>(self) -> Result<T> {
        let mut result = self.attempt::<T>();
        if let Err(error) = result {
            result = Err(self.with_other_faults(error, |again| again.attempt::<T>().err()));
        }
        result
    }

    /// Decodes the whole input as a type. Not inlined, so that it is compiled once per type for both callers.
    #[inline(never)]
    fn attempt<T: Deserialize<'de>>(&self) -> Result<T> {
        // An error that the type itself creates after decoding has not passed through the deserializer.
        let decode = || T::deserialize(self).map_err(|error| self.locate(error));
        self.single_blocks.attempt(decode)
    }

    /// Adds the errors of all other names and values to an error. With several sources, they are sorted by source; with
    /// one, they stay in the order in which the type read them or the survey found them.
    fn with_other_faults(
        self,
        error: Error,
        attempt: fn(&Deserializer<'de>) -> Option<Error>,
    ) -> Error {
        let (sources, body) = (self.sources(), self.body);
        let error = match error.classify() {
            Category::Data | Category::Evaluation => self.surveyed(error, attempt),
            _ => error,
        };
        let error = match sources.len() {
            0 | 1 => error,
            _ => error.in_order_of(&sources),
        };
        match body {
            Some(body) => with_replaced_blocks(error, body),
            None => error,
        }
    }

    fn surveyed(mut self, error: Error, attempt: fn(&Deserializer<'de>) -> Option<Error>) -> Error {
        let items = self.decode(|body| Ok(survey::items_of(body.0)));
        let bytes = self.sources().iter().map(|it| it.text().len()).sum();
        let max = self.options.parse.limits.reported;
        let evaluated = self.evaluated().drain(..).collect();
        let survey = Survey::new(self.span, evaluated, &self.options.ctx.work());
        let mut attempt = |survey: &mut Survey| {
            self.survey = Some(Box::new(std::mem::take(survey)));
            let error = attempt(&self);
            *survey = self.survey.take().map_or_else(Survey::default, |it| *it);
            error
        };
        let items = items.unwrap_or_default();
        survey::with_other_faults(error, survey, items, bytes, max, &mut attempt)
    }

    /// Adds the missing location to an error: the source, and the start of the body if there is no more specific place.
    fn locate(&self, error: Error) -> Error {
        let view = self.first().view();
        let first = match self.body {
            None => view.item_ids(view.root_body()).first(),
            Some(_) => None,
        };
        let start = match first {
            Some(item) => view.item_head(*item).name.start(),
            None => self.span.start(),
        };
        let error = self.concealed(error.at(Span::new(start, start)));
        error.with_source(self.first().source())
    }

    /// Conceals the secrets of the context in an error, unless a survey drops the error.
    fn concealed(&self, error: Error) -> Error {
        if self.survey.as_ref().is_some_and(|it| !it.is_reported()) {
            return error;
        }
        let ctx = &self.options.ctx;
        if !ctx.has_secrets() {
            return error;
        }
        error.concealed(|diagnostics| {
            let documents = match self.body {
                Some(body) => body.documents(),
                None => vec![self.first().document()],
            };
            let secrets = documents.iter().map(|it| Secrets::of(it.view(), ctx));
            let secrets: Vec<_> = secrets.collect();
            for diagnostic in diagnostics {
                let source = diagnostic.source();
                let origin = match source {
                    // A tree with generated blocks shares its source with another tree.
                    _ if secrets.iter().any(Secrets::is_generated) => None,
                    // With several documents, the one at fault is unknown.
                    None => (documents.len() == 1).then_some(0),
                    Some(source) => documents.iter().position(|it| it.source.is(source)),
                };
                match origin {
                    Some(at) => secrets[at].conceal(diagnostic),
                    None => secret::conceal_anywhere(&secrets, diagnostic),
                }
            }
        })
    }
}

impl<'de> serde::Deserializer<'de> for &Deserializer<'de> {
    type Error = Error;

    forward_deserializer!(Deserializer::decode);
}

#[allow(
    clippy::wrong_self_convention,
    reason = "the same names as the functions without options"
)]
impl DecodeOptions {
    /// Decodes a configuration, like [`from_str`](crate::from_str).
    ///
    /// # Errors
    ///
    /// The same as for [`from_str`](crate::from_str).
    pub fn from_str<'de, T: Deserialize<'de>>(&self, text: &'de str) -> Result<T> {
        self.deserializer(text)?.decode_as()
    }

    /// Decodes a configuration from bytes, like [`from_slice`](crate::from_slice).
    ///
    /// # Errors
    ///
    /// The same as for [`from_slice`](crate::from_slice).
    pub fn from_slice<'de, T: Deserialize<'de>>(&self, bytes: &'de [u8]) -> Result<T> {
        file::check_length(bytes, self.parse.filename(), self.parse.limits.length)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => self.from_str(text),
            Err(error) => {
                let name = self.parse.filename();
                Err(file::invalid_utf8(bytes, error.valid_up_to(), name))
            }
        }
    }

    /// Decodes a configuration from a reader, like [`from_reader`](crate::from_reader). If the source is longer than
    /// [the limit](DecodeOptions::with_max_length), reading stops there.
    ///
    /// # Errors
    ///
    /// The same as for [`from_reader`](crate::from_reader).
    pub fn from_reader<R: Read, T: DeserializeOwned>(&self, reader: R) -> Result<T> {
        self.from_slice(&file::read_start(reader, self.parse.limits.length)?)
    }

    /// Decodes a configuration file, like [`from_path`](crate::from_path). Errors name the file by its path, unless
    /// these options set another name.
    ///
    /// # Errors
    ///
    /// The same as for [`from_path`](crate::from_path).
    ///
    /// ```
    /// let options = hcl::DecodeOptions::new().exhaustive(true);
    /// let error = options.from_path::<hcl::Value>("examples/no_such.hcl").unwrap_err();
    /// assert!(error.to_string().contains("examples/no_such.hcl"));
    /// ```
    pub fn from_path<T: DeserializeOwned>(&self, path: impl AsRef<Path>) -> Result<T> {
        let (parse, text) = self.parse.open(path.as_ref())?;
        let mut options = self.clone();
        options.parse = parse;
        options.from_str(&text)
    }

    /// Decodes a parsed body, like [`from_body`](crate::from_body). The file name and the limits of parsing are those
    /// with which the body was parsed.
    ///
    /// # Errors
    ///
    /// The same as for [`from_body`](crate::from_body).
    pub fn from_body<'de, T: Deserialize<'de>>(&self, body: &'de Body) -> Result<T> {
        Deserializer::of_body(body, self.clone()).decode_as()
    }

    /// Decodes an expression, like [`Expression::decode`], in the context of these options.
    ///
    /// # Errors
    ///
    /// The same as for [`Expression::decode`].
    pub fn from_expression<T: DeserializeOwned>(&self, expression: &Expression) -> Result<T> {
        if expression.element().is_some() {
            // An expression after a splat starts from an element, whose value only evaluation knows.
            let value = expression.evaluate(&self.ctx)?;
            let decoded = from_value(value);
            return decoded.map_err(|error| concealed(error.at(expression), expression, &self.ctx));
        }
        let (layers, own) = BodyLayers::of_expression(expression);
        let root = BodyItems::Selected(&[]);
        let single_blocks = SingleBlocks::default();
        let decoded = single_blocks.attempt(|| {
            let shared = Shared::new(self, &layers, None, root, None, &single_blocks);
            let data = ExpressionData {
                layers: own,
                ..ExpressionData::new(Input::new(&layers.origins[0], &shared), expression.id())
            };
            T::deserialize(Data::Expression(data))
        });
        decoded.map_err(|error| concealed(error.at(expression), expression, &self.ctx))
    }

    /// Parses a configuration for serde, like [`Deserializer::parse`].
    ///
    /// # Errors
    ///
    /// The same as for [`Deserializer::parse`].
    pub fn deserializer<'de>(&self, text: &'de str) -> Result<Deserializer<'de>> {
        Deserializer::of_text(text, self.clone())
    }
}

impl Expression {
    /// Evaluates the expression and decodes its value, with the same rules as for the attribute of a field: null
    /// becomes `None` for an `Option`, and an [`Expression`] or a [`Spanned`](crate::Spanned) value in `T` is captured.
    ///
    /// # Errors
    ///
    /// If the expression cannot be evaluated, or if its value does not fit `T`. The error has a location.
    ///
    /// ```
    /// use hcl::EvalContext;
    ///
    /// #[derive(serde::Deserialize)]
    /// struct Rule {
    ///     when: hcl::Expression,
    /// }
    ///
    /// let rule: Rule = hcl::from_str("when = [for p in ports : p * 2]\n")?;
    /// let ctx = EvalContext::new().with_variable("ports", vec![1, 2]);
    /// assert_eq!(rule.when.decode::<Vec<u16>>(&ctx)?, [2, 4]);
    ///
    /// let error = rule.when.decode::<Vec<bool>>(&ctx).unwrap_err();
    /// assert_eq!((error.line(), error.column()), (Some(1), Some(8)));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn decode<T: DeserializeOwned>(&self, ctx: &EvalContext) -> Result<T> {
        DecodeOptions::new().with_context(ctx).from_expression(self)
    }
}

/// Conceals secrets in an error of an expression.
fn concealed(error: Error, expression: &Expression, ctx: &EvalContext) -> Error {
    error.concealed(|diagnostics| {
        secret::conceal_of(expression.view(), expression.id(), ctx, diagnostics);
    })
}
