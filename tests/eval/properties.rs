//! What holds for the evaluation of all expressions, tried on many.
//!
//! Each is evaluated with variables that are known, and with some of them unknown: what the second run says must not
//! contradict the first.

use std::ops::{Bound, RangeBounds as _};

use hcl::convert::convert;
use hcl::{EvalContext, Expression, Type, TypeKind, Value};

use super::sources::Random;

const ROUNDS: usize = 20_000;

/// Variables of every kind of type. What begins with `n` and has two letters is null.
fn variables(random: &mut Random) -> Vec<(&'static str, Value)> {
    let number = |random: &mut Random| Value::from(random.below(4));
    let word =
        |random: &mut Random| Value::from(["", "a", "b", "true", "7", "é x"][random.below(6)]);
    let collection =
        |ty: &Type, values: Vec<Value>| convert(&Value::tuple(values).unwrap(), ty).unwrap();
    let object =
        |random: &mut Random| Value::object([("a", number(random)), ("b", word(random))]).unwrap();
    let numbers: Vec<Value> = (0..random.below(4)).map(|_| number(random)).collect();
    let words: Vec<Value> = (0..random.below(4)).map(|_| word(random)).collect();
    let bools = vec![Value::from(random.below(2) == 0); random.below(3)];
    let objects = (0..random.below(3)).map(|_| object(random)).collect();
    let object_type = Type::object([("a", Type::NUMBER), ("b", Type::STRING)]);
    let map = [("a", number(random)), ("x", number(random))];
    vec![
        ("n", number(random)),
        ("s", word(random)),
        ("b", Value::from(random.below(2) == 0)),
        ("nn", Value::null(&Type::NUMBER)),
        ("ns", Value::null(&Type::STRING)),
        ("nb", Value::null(&Type::BOOL)),
        ("nl", Value::null(&Type::list(Type::STRING))),
        ("ln", collection(&Type::list(Type::NUMBER), numbers.clone())),
        ("ls", collection(&Type::list(Type::STRING), words.clone())),
        ("lb", collection(&Type::list(Type::BOOL), bools)),
        ("sn", collection(&Type::set(Type::NUMBER), numbers)),
        ("ss", collection(&Type::set(Type::STRING), words)),
        ("lo", collection(&Type::list(object_type), objects)),
        ("mn", Value::map(&Type::NUMBER, map).unwrap()),
        ("t", Value::tuple([number(random), word(random)]).unwrap()),
        ("o", object(random)),
    ]
}

/// An unknown that may turn out to be the value.
fn unknown(random: &mut Random, value: &Value) -> Value {
    let unknown = Value::unknown(&value.ty());
    if value.is_null() || random.below(3) > 0 {
        return unknown;
    }
    let range = value.range();
    let refined = unknown.refine().not_null();
    match value.ty().kind() {
        TypeKind::Number => refined.number_range(range.number().0.cloned(), Bound::Unbounded),
        TypeKind::String => refined.string_prefix(value.as_str().unwrap().get(..1).unwrap_or("")),
        TypeKind::List(_) | TypeKind::Map(_) | TypeKind::Set(_) => {
            refined.length_range(0, range.length().1)
        }
        _ => refined,
    }
    .finish()
}

fn context(variables: &[(&'static str, Value)]) -> EvalContext {
    let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
    let variables = variables.iter().cloned();
    variables.fold(ctx, |ctx, (name, value)| ctx.with_variable(name, value))
}

fn parse(source: &str) -> Expression {
    hcl::parse_expression(source).unwrap_or_else(|error| panic!("{source}\n{error}"))
}

/// What the value that is partly unknown says against the one that is known.
fn contradiction(claim: &Value, known: &Value) -> Option<&'static str> {
    if known.is_null() && known.ty().is_dynamic() {
        // The side of a conditional that would give it a type fails, and is not needed.
        return claim.range().is_not_null().then_some("not null");
    }
    if !known.ty().matches(&claim.ty()) {
        // It was unified with what has no type yet, and takes the common type when that is known.
        return match convert(claim, &known.ty()) {
            Ok(converted) if claim.is_known() => contradiction(&converted, known),
            _ => Some("type"),
        };
    }
    if claim.is_known() {
        if claim.is_null() != known.is_null() {
            return Some("null");
        }
        if claim.is_wholly_known() {
            return (claim != known).then_some("value");
        }
        return match claim.ty().kind() {
            // Elements that are unknown may turn out equal.
            TypeKind::Set(_) => None,
            _ => within(claim, known),
        };
    }
    let (range, actual) = (claim.range(), known.range());
    if known.is_null() {
        return range.is_not_null().then_some("not null");
    }
    if !known
        .as_str()
        .unwrap_or("")
        .starts_with(range.string_prefix())
    {
        return Some("prefix");
    }
    if let Some(number) = known.as_number() {
        let (lower, upper) = range.number();
        if !(lower, upper).contains(number) {
            return Some("bounds");
        }
    }
    let (least, most) = range.length();
    let is_within = least <= actual.length().0 && most.is_none_or(|most| actual.length().0 <= most);
    (known.ty().is_collection() && !is_within).then_some("length")
}

fn within(claim: &Value, known: &Value) -> Option<&'static str> {
    if let (Some(claims), Some(values)) = (claim.as_slice(), known.as_slice()) {
        if claims.len() != values.len() {
            return Some("number of elements");
        }
        return claims
            .iter()
            .zip(values)
            .find_map(|(claim, known)| contradiction(claim, known));
    }
    let (Some(claims), Some(values)) = (claim.entries(), known.entries()) else {
        return Some("kind");
    };
    if claims.len() != values.len() {
        return Some("number of entries");
    }
    claims
        .zip(values)
        .find_map(|((name, claim), (other, known))| {
            if name == other {
                contradiction(claim, known)
            } else {
                Some("names")
            }
        })
}

#[test]
fn what_is_said_of_unknowns_holds_of_what_they_turn_out_to_be() {
    let mut random = Random(0x5eed);
    let (mut succeeded, mut eager, mut failures) = (0, 0, Vec::new());
    for _ in 0..ROUNDS {
        let known = variables(&mut random);
        let depth = 1 + random.below(3);
        let source = random.source(depth);
        let expression = parse(&source);
        let (value, errors) = expression.evaluate_recoverable(&context(&known));
        if errors.is_empty() && !value.is_wholly_known() {
            failures.push(format!("{source}\n  gives {value:?} without any unknown"));
        }
        let mut replaced = known.clone();
        for (_, value) in &mut replaced {
            if random.below(2) == 0 {
                *value = unknown(&mut random, value);
            }
        }
        let (claim, provable) = expression.evaluate_recoverable(&context(&replaced));
        if !errors.is_empty() {
            continue;
        }
        succeeded += 1;
        // These drop the error of an operand that turns out not to be needed, and its type with it.
        let lazy = ["?", "&&", "||", "coalesce", "%{ if"];
        if lazy.iter().any(|it| source.contains(it)) {
            let is_certain = provable.is_empty() && claim.is_wholly_known();
            if is_certain && contradiction(&claim, &value) == Some("value") {
                failures.push(format!("{source}\n  {claim:?}\n  {value:?}"));
            }
            continue;
        }
        eager += 1;
        let reason = match provable.first() {
            Some(diagnostic) => Some(diagnostic.to_string()),
            None => contradiction(&claim, &value).map(str::to_owned),
        };
        if let Some(reason) = reason {
            let of = |name: &str| expression.variables().iter().any(|it| it.root == name);
            let with: Vec<_> = replaced
                .iter()
                .zip(&known)
                .filter(|(it, _)| of(it.0))
                .collect();
            failures.push(format!(
                "{source}\n  {reason}: {claim:?} ({:?})\n  {value:?}\n  {with:?}",
                claim.range().is_not_null()
            ));
        }
    }
    failures.sort_by_key(String::len);
    assert!(
        failures.is_empty(),
        "{}: {}",
        failures.len(),
        failures[..failures.len().min(12)].join("\n")
    );
    assert!(
        succeeded > ROUNDS / 4 && eager > ROUNDS / 10,
        "{succeeded}, {eager}"
    );
}
