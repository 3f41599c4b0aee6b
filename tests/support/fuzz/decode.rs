//! Decoding into a generated type has the same result for every form of input.

use std::fmt::Debug;
use std::rc::Rc;

use hcl::{DecodeOptions, Value};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::choices::Choices;
use super::types::{Data, Shape};
use super::{parse, scope, source};

/// Decodes text into a generated type, and into types that accept any data.
pub fn decode(data: &[u8]) {
    let (text, shape) = source::split(data);
    let text = source::body_of(text);
    let ctx = scope::limited(scope::STEPS, scope::BYTES);
    let options = DecodeOptions::new().with_context(&ctx);
    let shape = Shape::root(&mut Choices::new(shape));
    in_every_way::<Data>(&options, &text, &shape);
    in_every_way::<Value>(&options, &text, &shape);
    in_every_way::<serde_json::Value>(&options, &text, &shape);
    let ignored = options.from_str::<IgnoredAny>(&text);
    assert_eq!(ignored.is_ok(), hcl::parse(&text).is_ok(), "{text:?}");
    whole_body(&text);
}

fn in_every_way<T>(options: &DecodeOptions, text: &str, shape: &Rc<Shape>)
where
    T: DeserializeOwned + PartialEq + Clone + Debug,
{
    let decode = |decode: &dyn Fn() -> hcl::Result<T>| {
        // `T` can be any type, so this function sets the shape itself.
        shape.within(decode).map_err(|error| error.to_string())
    };
    let from_str = shape.within(|| options.from_str::<T>(text));
    if let Err(error) = &from_str {
        parse::check_diagnostics(text, error.diagnostics());
        assert!(!error.diagnostics().is_empty(), "{text:?}");
    }
    let from_str = from_str.map_err(|error| error.to_string());
    let others = [
        ("slice", decode(&|| options.from_slice(text.as_bytes()))),
        ("reader", decode(&|| options.from_reader(text.as_bytes()))),
        ("again", decode(&|| options.from_str(text))),
    ];
    for (way, other) in others {
        assert_eq!(other, from_str, "by {way}: {text:?} as {shape:?}");
    }
    // `T::deserialize` is called once here, so the deserializer cannot look for other unknown names.
    let first = |result: Result<T, String>| {
        result.map_err(|report| {
            let end = report.find("\n\n… and").unwrap_or(report.len());
            report[..end].to_owned()
        })
    };
    let other = decode(&|| T::deserialize(&options.deserializer(text)?));
    let (other, expected) = (first(other), first(from_str.clone()));
    assert_eq!(other, expected, "by deserializer: {text:?} as {shape:?}");
    let parsed = hcl::ParseOptions::new().parse(text);
    if parsed.diagnostics.is_empty() {
        let other = decode(&|| options.from_body(&parsed.value));
        assert_eq!(other, from_str, "by body: {text:?} as {shape:?}");
        let display = parsed.value.to_string();
        let other = shape.within(|| options.from_str::<T>(&display)).ok();
        assert_eq!(
            other,
            from_str.as_ref().ok().cloned(),
            "as it is displayed: {text:?} as {shape:?}"
        );
    }
    let exhaustive = options.clone().exhaustive(true);
    if let Ok(strict) = shape.within(|| exhaustive.from_str::<T>(text)) {
        assert_eq!(Ok(strict), from_str, "exhaustively: {text:?} as {shape:?}");
    }
}

/// Checks that a captured body contains everything from the source.
fn whole_body(text: &str) {
    let Ok(body) = hcl::from_str::<hcl::Body>(text) else {
        return;
    };
    let parsed = hcl::parse(text).expect("it was decoded");
    assert_eq!(body.to_string(), parsed.to_string(), "{text:?}");
    let again = hcl::from_body::<hcl::Body>(&parsed).expect("a body is a body");
    assert_eq!(again.to_string(), parsed.to_string(), "{text:?}");
}
