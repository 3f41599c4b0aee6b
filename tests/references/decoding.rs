//! Decoding and references share the results of one evaluation.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use hcl::function::Function;
use hcl::references::References;
use hcl::{DecodeOptions, EvalContext, Type, Value};

use super::parse;

#[test]
fn decoding_calls_no_function_again() {
    #[derive(serde_derive::Deserialize)]
    struct Config {
        id: u64,
        list: Vec<u64>,
        object: std::collections::BTreeMap<String, u64>,
        inner_list: Vec<u64>,
        inner_object: std::collections::BTreeMap<String, u64>,
        copies: Vec<u64>,
    }
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let next = Function::from_fn(move || counted.fetch_add(1, Ordering::Relaxed)).impure();
    let ctx = EvalContext::new().with_function("next", next);
    let body = parse(
        "copies = concat_all(id, list[0], list[1], object.a, inner_list[0], inner_object.a)\nid = next()\n\
         list = [next(), 5 + next()]\nobject = { a = next() }\ninner_list = ([next()])\n\
         inner_object = (({ a = next() }))\n",
    );
    let concat = Function::new(Type::DYNAMIC, |args| {
        Ok(Value::tuple(args.iter().cloned())?)
    })
    .with_variadic(hcl::function::Parameter::new("values", Type::DYNAMIC));
    let ctx = ctx.with_function("concat_all", concat);
    let scope = References::new()
        .with_root_attributes()
        .scope(&body, &ctx)
        .into_result()
        .unwrap();
    let config: Config = DecodeOptions::new()
        .with_context(&scope)
        .from_body(&body)
        .unwrap();
    assert_eq!(
        config.copies,
        [
            config.id,
            config.list[0],
            config.list[1],
            config.object["a"],
            config.inner_list[0],
            config.inner_object["a"]
        ]
    );
    assert_eq!(count.load(Ordering::Relaxed), 6);
}

/// Of the values in JSON syntax, this holds for arrays that cannot be blocks.
#[test]
fn decoding_calls_no_function_in_a_json_array_again() {
    #[derive(serde_derive::Deserialize)]
    struct Config {
        list: Vec<u64>,
        copies: Vec<u64>,
        pair: (u64, Option<u64>),
    }
    let count = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&count);
    let next = Function::from_fn(move || counted.fetch_add(1, Ordering::Relaxed)).impure();
    let ctx = EvalContext::new().with_function("next", next);
    let text = r#"{"copies": ["${list[0]}", "${list[1]}", "${pair[0]}"], "list": ["${next()}", "${5 + next()}"],
        "pair": ["${next()}", null]}"#;
    let body = hcl::json::parse(text).unwrap();
    let scope = References::new()
        .with_root_attributes()
        .scope(&body, &ctx)
        .into_result()
        .unwrap();
    let config: Config = DecodeOptions::new()
        .with_context(&scope)
        .from_body(&body)
        .unwrap();
    let (first, second) = config.pair;
    assert_eq!(config.copies, [config.list[0], config.list[1], first]);
    assert_eq!(second, None);
    assert_eq!(count.load(Ordering::Relaxed), 3);
}
