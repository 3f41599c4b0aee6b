//! Decoded values: those that the application creates, and the results of expressions.

use std::borrow::Cow;

use crate::de::capture;
use crate::de::content::Site;
use crate::de::expression::ExpressionData;
use crate::de::kind::DataKind;
use crate::de::number::{NumberText, Numeral};
use crate::de::text::TextDeserializer;
use crate::diagnostic::Code;
use crate::error::{Error, Result};
use crate::source;
use crate::span::Span;
use crate::value::{Text, Value};

/// A value, or the error of its evaluation.
pub(in crate::de) struct ValueData<'de, 'a> {
    value: Result<Cow<'de, Value>>,
    /// The expression that the value, or the one that it is a part of, was evaluated from.
    expression: Option<ExpressionData<'de, 'a>>,
    is_part: bool,
    /// Maximum nesting depth of the value.
    levels: u32,
}

impl<'de, 'a> ValueData<'de, 'a> {
    pub(in crate::de) fn new(value: Cow<'de, Value>) -> Self {
        ValueData {
            value: Ok(value),
            expression: None,
            is_part: false,
            levels: u32::MAX,
        }
    }

    /// Returns the data for the result of evaluating an expression.
    pub(in crate::de) fn of_expression(
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

    /// Returns the expression that the value as a whole was evaluated from.
    pub(in crate::de) fn own_expression(&self) -> Option<ExpressionData<'de, 'a>> {
        self.expression.filter(|_| !self.is_part)
    }

    /// Returns the elements or entries, which may nest one level less.
    pub(in crate::de) fn parts(self) -> Result<ValueParts<'de, 'a>> {
        let whole = self.value?;
        let levels = self.levels.checked_sub(1).ok_or_else(|| {
            let detail = "The value of this expression nests too deep for its place. Raise the limit of nesting, or \
                          use a value with fewer levels.";
            Error::of(Code::NestingTooDeep, detail)
        })?;
        Ok(ValueParts {
            whole,
            expression: self.expression,
            levels,
        })
    }

    pub(in crate::de) fn kind(&self) -> DataKind {
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

    pub(in crate::de) fn text(&self) -> Cow<'de, str> {
        match &self.value {
            Ok(Cow::Borrowed(value)) => Cow::Borrowed(value.as_str().unwrap_or_default()),
            Ok(Cow::Owned(value)) => Cow::Owned(value.as_str().unwrap_or_default().to_owned()),
            Err(_) => Cow::default(),
        }
    }

    pub(in crate::de) fn number(&self) -> Numeral<'de> {
        match self.value.as_deref().ok().and_then(Value::as_number) {
            Some(number) => Numeral::Evaluated(number.clone()),
            None => Numeral::Text(NumberText::string("")),
        }
    }

    pub(in crate::de) fn to_text(&self) -> Result<Cow<'de, str>> {
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

    pub(in crate::de) fn error(self) -> Error {
        match self.value {
            Ok(value) => without_content(&value),
            Err(error) => error,
        }
    }

    pub(in crate::de) fn span(&self) -> Option<Span> {
        self.expression.map(|it| it.place())
    }

    pub(in crate::de) fn source(&self) -> Option<&source::Source> {
        let expression = self.expression?;
        Some(expression.input.origin.source())
    }

    pub(in crate::de) fn capture(self, name: &'static str) -> Error {
        match (self.own_expression(), self.value) {
            (Some(expression), _) => expression.capture(name),
            (None, Ok(value)) => capture::hand_over_value(&value, name),
            (None, Err(error)) => error,
        }
    }

    pub(in crate::de) fn into_value(self) -> Result<Value> {
        self.value.map(Cow::into_owned)
    }
}

/// The elements or entries of a value.
pub(in crate::de) struct ValueParts<'de, 'a> {
    whole: Cow<'de, Value>,
    /// The expression that the value was evaluated from.
    expression: Option<ExpressionData<'de, 'a>>,
    /// Maximum nesting depth of each part.
    levels: u32,
}

impl<'de, 'a> ValueParts<'de, 'a> {
    pub(in crate::de) fn elements(&self) -> &[Value] {
        self.whole.as_slice().unwrap_or_default()
    }

    pub(in crate::de) fn entries(&self) -> &[(Text, Value)] {
        self.whole.as_entries().unwrap_or_default()
    }

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

    pub(in crate::de) fn element(&self, index: usize) -> ValueData<'de, 'a> {
        self.part(|whole| match whole.as_slice() {
            Some(elements) => &elements[index],
            None => &Value::NULL,
        })
    }

    pub(in crate::de) fn key(&self, index: usize) -> TextDeserializer<'de, '_> {
        fn key(whole: &Value, index: usize) -> &str {
            whole.as_entries().map_or("", |entries| &entries[index].0)
        }
        TextDeserializer {
            text: match &self.whole {
                Cow::Borrowed(whole) => Cow::Borrowed(key(whole, index)),
                Cow::Owned(whole) => Cow::Owned(key(whole, index).to_owned()),
            },
            site: self.expression.map(|it| Site {
                origin: it.input.origin,
                span: it.place(),
            }),
            converted: None,
        }
    }

    pub(in crate::de) fn value(&self, index: usize) -> ValueData<'de, 'a> {
        self.part(|whole| match whole.as_entries() {
            Some(entries) => &entries[index].1,
            None => &Value::NULL,
        })
    }

    /// Returns the span of the whole expression.
    pub(in crate::de) fn span(&self) -> Option<Span> {
        self.expression.map(|it| it.place())
    }

    pub(in crate::de) fn is_exhaustive(&self) -> bool {
        let options = self.expression.map(|it| it.input.shared.options);
        options.is_some_and(|options| options.exhaustive)
    }
}

/// The error of a value whose content serde cannot represent.
fn without_content(value: &Value) -> Error {
    let ty = value.ty().description();
    if value.is_known() {
        let detail = format!("This is a value of the type {ty}, which cannot be read here.");
        return Error::of(Code::UnsuitableValueType, detail).with_note(
            "The type belongs to the application. Only \"hcl::Value\" accepts its values.",
        );
    }
    let detail = if value.ty().is_dynamic() {
        "The value here is not known yet, nor is its type.".to_owned()
    } else {
        format!("The value here, of the type {ty}, is not known yet.")
    };
    Error::of(Code::UnknownValue, detail)
        .with_note("Decode it once it is known; only \"hcl::Value\" accepts unknown values.")
}
