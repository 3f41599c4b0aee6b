//! Captured constructs in wrappers: an `Option` only needs to know whether the value is null.

use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use hcl::function::{Function, FunctionError};
use hcl::{DecodeOptions, EvalContext, Expression, OneOrMany, Spanned, Template, Traversal, Type};
use hcl::{Value, parse_expression};
use serde::Deserialize as _;
use serde::de::{DeserializeOwned, Deserializer, Visitor};
use serde_derive::Deserialize;

use super::X;

/// A type that may contain a captured expression.
trait Wrapper: DeserializeOwned {
    fn text(&self) -> Option<&str>;
}

impl Wrapper for Expression {
    fn text(&self) -> Option<&str> {
        Some(Expression::text(self))
    }
}

macro_rules! wrappers {
    ($($wrapper:ident: $($method:ident)?;)*) => {$(
        impl<T: Wrapper> Wrapper for $wrapper<T> {
            fn text(&self) -> Option<&str> {
                T::text(self$(.$method())?)
            }
        }
    )*};
}

wrappers! { Box:; Rc:; Arc:; Spanned: value; }

impl<T: Wrapper> Wrapper for Option<T> {
    fn text(&self) -> Option<&str> {
        self.as_ref().and_then(T::text)
    }
}

impl<T: Wrapper> Wrapper for OneOrMany<T> {
    fn text(&self) -> Option<&str> {
        self.first().and_then(T::text)
    }
}

macro_rules! own_wrappers {
    ($($(#[$attribute:meta])* $wrapper:ident $field:tt $definition:tt)*) => {$(
        #[derive(Deserialize)]
        $(#[$attribute])*
        struct $wrapper $definition

        impl Wrapper for $wrapper {
            fn text(&self) -> Option<&str> {
                Wrapper::text(&self.$field)
            }
        }
    )*};
}

#[derive(Deserialize)]
struct Newtype<T>(T);

impl<T: Wrapper> Wrapper for Newtype<T> {
    fn text(&self) -> Option<&str> {
        self.0.text()
    }
}

own_wrappers! {
    #[serde(transparent)]
    Transparent inner { inner: Expression }
    #[serde(from = "Expression")]
    Converted inner { inner: Expression }
    #[serde(from = "Option<Expression>")]
    FromOption inner { inner: Option<Expression> }
}

impl From<Expression> for Converted {
    fn from(inner: Expression) -> Self {
        Converted { inner }
    }
}

impl From<Option<Expression>> for FromOption {
    fn from(inner: Option<Expression>) -> Self {
        FromOption { inner }
    }
}

/// A hand-written visitor that asks for an option.
struct OwnVisitor(Option<Expression>);

impl Wrapper for OwnVisitor {
    fn text(&self) -> Option<&str> {
        self.0.text()
    }
}

impl<'de> serde::Deserialize<'de> for OwnVisitor {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Perhaps;

        impl<'de> Visitor<'de> for Perhaps {
            type Value = OwnVisitor;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("anything")
            }

            fn visit_none<E>(self) -> Result<OwnVisitor, E> {
                Ok(OwnVisitor(None))
            }

            fn visit_some<D: Deserializer<'de>>(self, some: D) -> Result<OwnVisitor, D::Error> {
                Expression::deserialize(some).map(|it| OwnVisitor(Some(it)))
            }
        }

        deserializer.deserialize_option(Perhaps)
    }
}

/// A `with` module that uses an option.
#[derive(Deserialize)]
struct With {
    #[serde(with = "list", default)]
    x: Vec<Expression>,
}

mod list {
    use hcl::Expression;
    use serde::{Deserialize, Deserializer};

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<Expression>, D::Error> {
        let option = Option::<Expression>::deserialize(deserializer)?;
        Ok(option.into_iter().collect())
    }
}

/// Decodes the field `x` and returns the captured text.
type Decode = fn(&DecodeOptions, &str) -> hcl::Result<Option<String>>;

fn decode<T: Wrapper>(options: &DecodeOptions, text: &str) -> hcl::Result<Option<String>> {
    let decoded = options.from_str::<X<T>>(text)?;
    Ok(decoded.x.text().map(str::to_owned))
}

fn decode_ignoring<T: Wrapper>(options: &DecodeOptions, text: &str) -> hcl::Result<Option<String>> {
    let deserializer = options.deserializer(text)?;
    let decoded: X<T> = serde_ignored::deserialize(&deserializer, |_| ())?;
    Ok(decoded.x.text().map(str::to_owned))
}

fn decode_with(options: &DecodeOptions, text: &str) -> hcl::Result<Option<String>> {
    let decoded = options.from_str::<With>(text)?;
    Ok(decoded.x.first().map(|it| it.text().to_owned()))
}

/// Options for which the decoder knows that the content is captured, so that it calls no functions.
const KNOWN: &[Decode] = &[
    decode::<Option<Expression>>,
    decode::<Option<Option<Expression>>>,
    decode::<Option<Box<Expression>>>,
    decode::<Option<Rc<Expression>>>,
    decode::<Option<Arc<Expression>>>,
    decode::<Option<Spanned<Expression>>>,
    decode::<FromOption>,
    decode_with,
];

/// Options for which the decoder does not know this in advance.
const OPTIONS: &[Decode] = &[
    decode::<Option<Newtype<Expression>>>,
    decode::<Option<Box<Newtype<Spanned<Expression>>>>>,
    decode::<Option<Transparent>>,
    decode::<Option<Converted>>,
    decode::<Option<FromOption>>,
    decode::<Option<OneOrMany<Expression>>>,
    decode::<OwnVisitor>,
    decode_ignoring::<Option<Expression>>,
    decode_ignoring::<Option<Spanned<Box<Expression>>>>,
];

/// Captured constructs that are required, in other wrappers.
const REQUIRED: &[Decode] = &[
    decode::<Expression>,
    decode::<Newtype<Option<Newtype<Expression>>>>,
    decode::<Spanned<Option<Box<Newtype<Expression>>>>>,
    decode::<OneOrMany<Expression>>,
    decode::<OneOrMany<Option<Expression>>>,
    decode_ignoring::<Expression>,
];

fn all() -> impl Iterator<Item = Decode> {
    KNOWN.iter().chain(OPTIONS).chain(REQUIRED).copied()
}

const CAPTURED: &[&str] = &[
    "a.b > 1",
    "a",
    "a.b",
    "a[0]",
    "a.0",
    "(a)",
    "a ? b : c",
    "\"${a}\"",
    "\"${a}!\"",
    "!a",
    "f(a)",
    "f(a).b",
    "a ? null : f(b)",
    "known ? a : null",
    "a.*.b",
    "1 + \"x\"",
    "known",
    "known + 1",
    "true",
    "80",
    "\"text\"",
    "{ a = b }",
    "{ for k, v in a : k => v }",
];

#[test]
fn expressions_are_captured_within_any_wrapper() {
    let ctx = EvalContext::new()
        .with_variable("known", true)
        .with_variable("nothing", Value::NULL);
    let options = DecodeOptions::new().with_context(ctx);
    for (index, decode) in all().enumerate() {
        for expression in CAPTURED {
            let text = decode(&options, &format!("x = {expression}\n"));
            let text = text.unwrap_or_else(|error| panic!("{index} of {expression}: {error}"));
            assert_eq!(text.as_deref(), Some(*expression), "{index}");
        }
    }
}

#[test]
fn only_null_is_none() {
    let ctx = EvalContext::new()
        .with_variable("known", true)
        .with_variable("nothing", Value::NULL);
    let options = DecodeOptions::new().with_context(ctx);
    for (index, decode) in KNOWN.iter().chain(OPTIONS).enumerate() {
        for expression in [
            "null",
            "(null)",
            "nothing",
            "(nothing)",
            "known ? nothing : null",
            "\"${nothing}\"",
        ] {
            let text = decode(&options, &format!("x = {expression}\n"));
            let text = text.unwrap_or_else(|error| panic!("{index} of {expression}: {error}"));
            assert_eq!(text, None, "{index} of {expression}");
        }
    }
}

/// Returns a context with functions that count their calls.
fn counting() -> (DecodeOptions, Arc<AtomicUsize>) {
    let calls = Arc::new(AtomicUsize::new(0));
    let function = |result: Result<Value, &'static str>| {
        let calls = Arc::clone(&calls);
        Function::new(Type::DYNAMIC, move |_| {
            calls.fetch_add(1, Ordering::Relaxed);
            result.clone().map_err(FunctionError::new)
        })
    };
    let ctx = EvalContext::new()
        .with_function("one", function(Ok(Value::from(1))))
        .with_function("never_null", function(Ok(Value::from(1))).never_null())
        .with_function("nothing", function(Ok(Value::NULL)))
        .with_function("failing", function(Err("it never works")));
    (DecodeOptions::new().with_context(ctx), calls)
}

/// Expressions with a function call in different places. Each contains one call.
const CALLS: &[&str] = &[
    "one()",
    "failing()",
    "(one())",
    "\"${one()}\"",
    "one() == 1 ? 2 : null",
    "failing() ? 2 : null",
    "[one()][0]",
    "{ a = one() }.a",
];

#[test]
fn no_function_is_called_for_what_is_captured() {
    let (options, calls) = counting();
    for expression in CALLS.iter().chain(&["nothing()", "never_null()"]) {
        for decode in KNOWN {
            let text = decode(&options, &format!("x = {expression}\n")).unwrap();
            assert_eq!(text.as_deref(), Some(*expression));
        }
        assert_eq!(calls.swap(0, Ordering::Relaxed), 0, "{expression}");
    }
    // If the decoder does not know in advance that the content is captured, it may call a function to find out whether
    // the value is null.
    for (index, decode) in OPTIONS.iter().chain(REQUIRED).enumerate() {
        for expression in CALLS {
            let text = decode(&options, &format!("x = {expression}\n")).unwrap();
            assert_eq!(text.as_deref(), Some(*expression), "{index}");
            let calls = calls.swap(0, Ordering::Relaxed);
            assert!(calls <= 1, "{index} of {expression}: {calls}");
        }
    }
    for expression in [
        "never_null()",
        "one() + 1",
        "\"${one()}!\"",
        "upper(one())",
        "[for x in [one()] : x]",
    ] {
        let decoded: X<Option<Newtype<Expression>>> =
            options.from_str(&format!("x = {expression}\n")).unwrap();
        assert_eq!(decoded.x.text(), Some(expression));
        assert_eq!(calls.swap(0, Ordering::Relaxed), 0, "{expression}");
    }
}

#[test]
fn a_function_is_called_once_for_a_value() {
    fn check<T: DeserializeOwned>(options: &DecodeOptions, calls: &AtomicUsize) {
        for expression in CALLS.iter().chain(&["nothing()", "never_null()"]) {
            let list = format!("x = [{expression}]\n");
            let _ = options.from_str::<X<[T; 1]>>(&list);
            assert_eq!(calls.swap(0, Ordering::Relaxed), 1, "{list}");
        }
    }
    let (options, calls) = counting();
    check::<Option<u8>>(&options, &calls);
    check::<Option<Option<u8>>>(&options, &calls);
    check::<Option<Spanned<Option<f64>>>>(&options, &calls);
    check::<Option<Value>>(&options, &calls);
    check::<Option<OneOrMany<u8>>>(&options, &calls);
    check::<OneOrMany<Option<u8>>>(&options, &calls);
    check::<u8>(&options, &calls);
    check::<Value>(&options, &calls);
    check::<OneOrMany<u8>>(&options, &calls);
}

#[test]
fn templates_and_traversals_in_options() {
    let text = |x: &str| format!("x = {x}\n");
    let decoded: X<Option<Box<Template>>> = hcl::from_str(&text("\"${a}\"")).unwrap();
    assert_eq!(decoded.x.unwrap().text(), "\"${a}\"");
    let decoded: X<Option<Spanned<Traversal>>> = hcl::from_str(&text("a.b")).unwrap();
    assert_eq!(decoded.x.unwrap().value().root(), "a");
    let decoded: X<OneOrMany<Traversal>> = hcl::from_str(&text("[a.b, c]")).unwrap();
    assert_eq!(decoded.x.len(), 2);
    let decoded: X<OneOrMany<Traversal>> = hcl::from_str(&text("a.b")).unwrap();
    assert_eq!(decoded.x[0].root(), "a");
}

/// Buffered data and values are already evaluated. The captured expression is the one that writes the value.
#[test]
fn values_as_expressions() {
    let value = Value::object([("x", Value::from(vec![1, 2]))]).unwrap();
    let decoded: X<Option<Expression>> = hcl::from_value(value.clone()).unwrap();
    let expression = decoded.x.unwrap();
    let parsed = parse_expression(expression.text()).unwrap();
    assert_eq!(
        parsed.evaluate_literal().unwrap(),
        expression.evaluate_literal().unwrap()
    );
    let error = hcl::from_value::<X<Template>>(value.clone()).unwrap_err();
    assert!(
        error
            .message()
            .contains("There is no template for this value"),
        "{error}"
    );
    let error = hcl::from_value::<X<Option<Traversal>>>(value).unwrap_err();
    assert!(
        error
            .message()
            .contains("There is no traversal for this value"),
        "{error}"
    );
}
