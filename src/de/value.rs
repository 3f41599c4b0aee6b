//! Values as data: what expressions are evaluated to, what an application has made itself, arguments of functions.

use std::borrow::Cow;

use serde::de::{DeserializeOwned, Deserializer, Visitor};

use super::capture;
use super::data::{
    Data, DataDeserializer, DataKind, Functions, ObjectData, SequenceData, SequenceForm, Structure,
};
use super::expression::ExpressionData;
use super::forward::forward_deserializer;
use super::number::{NumberText, Numeral};
use super::text::TextDeserializer;
use crate::diagnostic::Code;
use crate::error::{Category, Error, Result};
use crate::function::FromValue;
use crate::protocol::field::Fields;
use crate::source;
use crate::span::Span;
use crate::value::{Text, Type, Value, ValueError};

/// Decodes a value.
///
/// The value is converted to the requested type like a literal in a configuration: the string `"8080"` to a `u16`; a
/// list, set or tuple to a `Vec`; a map or object to a struct, where null counts as absent.
///
/// # Errors
///
/// If the value does not fit `T`, or if a part of it is unknown and `T` does not take that part as a [`Value`]. The
/// error has no location in a source, but it has the path to the part at fault.
///
/// ```
/// use std::collections::HashMap;
///
/// use hcl::Value;
///
/// #[derive(serde::Deserialize)]
/// struct Server {
///     name: String,
///     ports: Vec<u16>,
/// }
///
/// let ports = Value::from(vec![80, 443]);
/// let value = Value::object([("name", Value::from("web")), ("ports", ports)])?;
/// let server: Server = hcl::from_value(value.clone())?;
/// assert_eq!((server.name.as_str(), server.ports[1]), ("web", 443));
///
/// let error = hcl::from_value::<HashMap<String, String>>(value).unwrap_err();
/// assert_eq!(error.path(), "ports");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_value<T: DeserializeOwned>(value: Value) -> Result<T> {
    T::deserialize(value)
}

/// From an owned value; its strings are copied.
impl<'de> Deserializer<'de> for Value {
    type Error = Error;

    forward_deserializer!(owned);
}

/// From a borrowed value, whose strings can be borrowed.
impl<'de> Deserializer<'de> for &'de Value {
    type Error = Error;

    forward_deserializer!(borrowed);
}

fn owned<'de, T>(
    value: Value,
    decode: impl FnOnce(DataDeserializer<ValueData<'de, 'de>>) -> Result<T>,
) -> Result<T> {
    decode(DataDeserializer(ValueData::new(Cow::Owned(value))))
}

fn borrowed<'de, T>(
    value: &'de Value,
    decode: impl FnOnce(DataDeserializer<ValueData<'de, 'de>>) -> Result<T>,
) -> Result<T> {
    decode(DataDeserializer(ValueData::new(Cow::Borrowed(value))))
}

/// A value, or the error that evaluation has given in its place.
pub(super) struct ValueData<'de, 'a> {
    value: Result<Cow<'de, Value>>,
    /// What the value, or the one that it is a part of, has been evaluated from.
    expression: Option<ExpressionData<'de, 'a>>,
    is_part: bool,
    /// The number of levels that the value may have.
    levels: u32,
}

impl<'de, 'a> ValueData<'de, 'a> {
    fn new(value: Cow<'de, Value>) -> Self {
        ValueData {
            value: Ok(value),
            expression: None,
            is_part: false,
            levels: u32::MAX,
        }
    }

    /// What evaluation of the expression has given.
    pub(super) fn of_expression(
        result: Result<Value>,
        expression: ExpressionData<'de, 'a>,
    ) -> Self {
        ValueData {
            value: result.map(Cow::Owned),
            expression: Some(expression),
            is_part: false,
            levels: expression.input.levels_left(),
        }
    }

    /// What the value as a whole has been evaluated from.
    fn own_expression(&self) -> Option<ExpressionData<'de, 'a>> {
        self.expression.filter(|_| !self.is_part)
    }

    /// The expression, if the options leave it as text for types that accept anything: it has been evaluated only to
    /// see that it is not null.
    fn unevaluated(&self) -> Option<ExpressionData<'de, 'a>> {
        let expression = self.own_expression()?;
        let options = expression.input.shared.options;
        options.is_unevaluated.then_some(expression)
    }

    /// The elements or entries, which may have one level less.
    fn parts(self) -> Result<ValueParts<'de, 'a>> {
        let whole = self.value?;
        let levels = self.levels.checked_sub(1).ok_or_else(|| {
            let detail = "The value of this expression nests too deep for its place. Raise the limit of nesting, or \
                          use a value with fewer levels.";
            Error::of(Category::Limit, Code::NestingTooDeep, detail)
        })?;
        Ok(ValueParts {
            whole,
            expression: self.expression,
            levels,
        })
    }
}

impl<'de, 'a> Data<'de> for ValueData<'de, 'a> {
    type Evaluated = Self;
    type Sequence = ValueParts<'de, 'a>;
    type Object = ValueParts<'de, 'a>;
    type Structure = NoStructure;

    fn kind(&self) -> DataKind {
        let Ok(value) = self.value.as_deref() else {
            return DataKind::Failed;
        };
        if value.as_str().is_some() {
            DataKind::String
        } else if value.as_number().is_some() {
            DataKind::Number
        } else if let Some(bool) = value.as_bool() {
            DataKind::Bool(bool)
        } else if value.is_null() {
            DataKind::Null
        } else if value.as_slice().is_some() {
            DataKind::Sequence
        } else if value.as_entries().is_some() {
            DataKind::Object
        } else {
            DataKind::Failed
        }
    }

    fn text(&self) -> Cow<'de, str> {
        match &self.value {
            Ok(Cow::Borrowed(value)) => Cow::Borrowed(value.as_str().unwrap_or_default()),
            Ok(Cow::Owned(value)) => Cow::Owned(value.as_str().unwrap_or_default().to_owned()),
            Err(_) => Cow::default(),
        }
    }

    fn number(&self) -> Numeral<'de> {
        match self.value.as_deref().ok().and_then(Value::as_number) {
            Some(number) => Numeral::Evaluated(number.clone()),
            None => Numeral::Text(NumberText::string("")),
        }
    }

    fn to_text(&self) -> Result<Cow<'de, str>> {
        let value = self.value.as_deref().ok();
        if let Some(bool) = value.and_then(Value::as_bool) {
            return Ok(Cow::Borrowed(if bool { "true" } else { "false" }));
        }
        let Some(number) = value.and_then(Value::as_number) else {
            return Ok(self.text());
        };
        Ok(Cow::Owned(match self.expression {
            Some(expression) => expression.input.number_text(number)?,
            None => number.to_string(),
        }))
    }

    fn sequence(self) -> Result<ValueParts<'de, 'a>> {
        self.parts()
    }

    fn object(self) -> Result<ValueParts<'de, 'a>> {
        self.parts()
    }

    fn error(self) -> Error {
        match self.value {
            Ok(value) => without_content(&value),
            Err(error) => error,
        }
    }

    fn evaluate(self) -> Self {
        self
    }

    fn may_be_null(&self, _functions: Functions) -> bool {
        self.kind() == DataKind::Null
    }

    fn span(&self) -> Option<Span> {
        self.expression.map(ExpressionData::place)
    }

    fn source(&self) -> Option<&source::Source> {
        let expression = self.expression?;
        Some(expression.input.origin.source())
    }

    fn capture(self, name: &'static str) -> Error {
        match (self.own_expression(), self.value) {
            (Some(expression), _) => expression.capture(name),
            (None, Ok(value)) => capture::hand_over_value(&value, name),
            (None, Err(error)) => error,
        }
    }

    fn visit_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        match self.unevaluated() {
            Some(expression) => expression.visit_any(visitor),
            None => DataDeserializer(self).visit(visitor),
        }
    }

    fn structure(&self) -> Option<NoStructure> {
        None
    }

    fn visit_value<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if let Some(expression) = self.unevaluated() {
            return expression.visit_value(visitor);
        }
        let value = self.value?.into_owned();
        Err(Error::handover(value))
    }
}

/// A value is no object or array of JSON: it has been evaluated.
pub(super) enum NoStructure {}

impl<'de> Structure<'de> for NoStructure {
    const EXISTS: bool = false;

    fn visit_struct<V: Visitor<'de>>(self, _: Fields, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_sequence<V: Visitor<'de>>(self, _: SequenceForm, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_one_or_many<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_body<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_unit<V: Visitor<'de>>(self, _: V) -> Result<V::Value> {
        match self {}
    }

    fn visit_enum<V: Visitor<'de>>(self, _: &'static [&'static str], _: V) -> Result<V::Value> {
        match self {}
    }
}

/// The elements or entries of a value.
pub(super) struct ValueParts<'de, 'a> {
    whole: Cow<'de, Value>,
    /// What the value has been evaluated from.
    expression: Option<ExpressionData<'de, 'a>>,
    /// The number of levels that each part may have.
    levels: u32,
}

impl<'de, 'a> ValueParts<'de, 'a> {
    fn elements(&self) -> &[Value] {
        self.whole.as_slice().unwrap_or_default()
    }

    fn entries(&self) -> &[(Text, Value)] {
        self.whole.as_entries().unwrap_or_default()
    }

    /// A part of the value.
    fn part(&self, part: impl for<'v> FnOnce(&'v Value) -> &'v Value) -> ValueData<'de, 'a> {
        ValueData {
            value: Ok(match &self.whole {
                Cow::Borrowed(whole) => Cow::Borrowed(part(whole)),
                Cow::Owned(whole) => Cow::Owned(part(whole).clone()),
            }),
            expression: self.expression,
            is_part: true,
            levels: self.levels,
        }
    }
}

impl<'de, 'a> SequenceData<'de> for ValueParts<'de, 'a> {
    type Element = ValueData<'de, 'a>;

    fn len(&self) -> usize {
        self.elements().len()
    }

    fn element(&self, index: usize) -> ValueData<'de, 'a> {
        self.part(|whole| match whole.as_slice() {
            Some(elements) => &elements[index],
            None => &Value::NULL,
        })
    }
}

impl<'de, 'a> ObjectData<'de> for ValueParts<'de, 'a> {
    type Value = ValueData<'de, 'a>;

    fn len(&self) -> usize {
        self.entries().len()
    }

    fn key(&self, index: usize) -> Option<TextDeserializer<'de, '_>> {
        fn key(whole: &Value, index: usize) -> &str {
            whole.as_entries().map_or("", |entries| &entries[index].0)
        }
        Some(TextDeserializer {
            text: match &self.whole {
                Cow::Borrowed(whole) => Cow::Borrowed(key(whole, index)),
                Cow::Owned(whole) => Cow::Owned(key(whole, index).to_owned()),
            },
            span: self.expression.map(ExpressionData::place),
            origin: self.expression.map(|it| it.input.origin),
        })
    }

    fn value(&self, index: usize) -> ValueData<'de, 'a> {
        self.part(|whole| match whole.as_entries() {
            Some(entries) => &entries[index].1,
            None => &Value::NULL,
        })
    }

    /// The span of the whole expression.
    fn span_of_missing(&self) -> Option<Span> {
        self.expression.map(ExpressionData::place)
    }

    fn is_exhaustive(&self) -> bool {
        let options = self.expression.map(|it| it.input.shared.options);
        options.is_some_and(|options| options.exhaustive)
    }
}

/// The error of a value whose content serde cannot represent.
fn without_content(value: &Value) -> Error {
    let ty = value.ty().description();
    if value.is_known() {
        let detail = format!("This is a value of the type {ty}, which cannot be read here.");
        return Error::of(Category::Data, Code::UnsuitableValueType, detail)
            .with_note("The value belongs to the application. Only \"hcl::Value\" takes it.");
    }
    let detail = if value.ty().is_dynamic() {
        "The value here is not known yet, nor is its type.".to_owned()
    } else {
        format!("The value here, of the type {ty}, is not known yet.")
    };
    Error::of(Category::Evaluation, Code::UnknownValue, detail)
        .with_note("Decode once it is known; only \"hcl::Value\" takes what is unknown.")
}

/// An argument of a [function made from a closure](crate::function::Function::from_fn) that serde decodes: a struct, an
/// enum, a `Vec` of structs.
///
/// The argument can have any type. If it does not fit, the call is an error at the argument, with the path to the part
/// at fault. The counterpart for results is [`Encoded`](crate::Encoded).
///
/// ```
/// use hcl::function::Function;
/// use hcl::{Decoded, Encoded, EvalContext};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(Deserialize, Serialize)]
/// struct Server {
///     name: String,
///     #[serde(default)]
///     ports: Vec<u16>,
/// }
///
/// let open = Function::from_fn(|server: Decoded<Server>, port: u16| {
///     let Decoded(mut server) = server;
///     server.ports.push(port);
///     Encoded(server)
/// })
/// .with_names(["server", "port"]);
/// let ctx = EvalContext::new().with_function("open", open);
///
/// let server = hcl::parse_expression("open({ name = \"web\" }, 443)")?.evaluate(&ctx)?;
/// assert_eq!(server.to_string(), r#"{ name = "web", ports = [443] }"#);
///
/// let error = hcl::parse_expression("open({ name = \"web\", ports = [80, -1] }, 443)")?
///     .evaluate(&ctx)
///     .unwrap_err();
/// assert_eq!(error.column(), Some(6));
/// assert!(error.message().contains("attribute \"ports\": element 1"), "{error}");
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decoded<T>(pub T);

impl<T: DeserializeOwned> FromValue for Decoded<T> {
    fn value_type() -> Type {
        Type::DYNAMIC
    }

    fn from_value(value: &Value) -> Result<Self, ValueError> {
        T::deserialize(value)
            .map(Decoded)
            .map_err(ValueError::of_error)
    }
}
