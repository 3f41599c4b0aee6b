//! Properties of the evaluation of all expressions.
//!
//! Each expression is evaluated with known variables, and again with some of them unknown. The second result
//! must not contradict the first.

use std::ops::{Bound, RangeBounds as _};

use hcl::convert::convert;
use hcl::{
    BinaryOperator, EvalContext, Expression, ExpressionKind, Number, TemplatePart, Type, TypeKind,
    Value, Visitor, WalkControl,
};

use super::random::Random;

const ROUNDS: usize = 10_000;

/// Variables with values of all kinds of types. A variable with a name of two letters that begins with `n` is null.
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

/// Returns a number of either sign. It may have decimal places, be large, or be an infinity.
fn arithmetic_operand(random: &mut Random) -> Value {
    const NUMBERS: [&str; 14] = [
        "0", "1", "-1", "2", "-3", "0.5", "-0.25", "1e20", "-1e-20", "1e200", "-1e200", "1e-200",
        "1e9000", "-1e9000",
    ];
    match random.below(16) {
        14 => Value::from(Number::INFINITY),
        15 => Value::from(Number::NEG_INFINITY),
        index => Value::from(NUMBERS[index].parse::<Number>().unwrap()),
    }
}

/// The bounds of the sum, difference, product or negation of unknown numbers hold for every number within the
/// bounds of the operands.
#[test]
fn arithmetic_stays_within_the_bounds_of_unknown_numbers() {
    // Numbers with thousands of digits are slow, so this test has fewer rounds.
    let rounds = ROUNDS / 10;
    let mut random = Random(0xa417);
    let expressions = ["x + y", "x - y", "x * y", "-x", "x * y - x", "(x + y) * -x"].map(parse);
    let (mut compared, mut bounded) = (0, 0);
    for _ in 0..rounds {
        let known = [
            arithmetic_operand(&mut random),
            arithmetic_operand(&mut random),
        ];
        let finite = |value: &Value| value.as_number().is_some_and(Number::is_finite);
        let replaced = [0, 1].map(|index| match random.below(3) {
            0 => known[index].clone(),
            1 if finite(&known[index]) => {
                let number = known[index].as_number().unwrap();
                let (lower, upper) = (
                    bound(&mut random, number, -1),
                    bound(&mut random, number, 1),
                );
                let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
                unknown.number_range(lower, upper).finish()
            }
            _ => Value::unknown(&Type::NUMBER),
        });
        let of = |[x, y]: [Value; 2]| context(&[("x", x), ("y", y)]);
        let (known, replaced) = (of(known), of(replaced));
        for expression in &expressions {
            let hcl::Diagnosed {
                value,
                diagnostics: errors,
                ..
            } = expression.evaluate_diagnosed(&known);
            if !errors.is_empty() {
                continue;
            }
            let hcl::Diagnosed {
                value: claim,
                diagnostics: errors,
                ..
            } = expression.evaluate_diagnosed(&replaced);
            assert!(errors.is_empty(), "{expression}");
            let reason = contradiction(&claim, &value);
            assert_eq!(
                reason, None,
                "{expression}: first {claim:?}, then {value:?}"
            );
            compared += 1;
            let is_unbounded = claim.range().number() == (Bound::Unbounded, Bound::Unbounded);
            bounded += usize::from(!claim.is_known() && !is_unbounded);
        }
    }
    assert!(
        compared > rounds && bounded > rounds / 2,
        "{compared} {bounded}"
    );
}

/// Returns an unknown value that may turn out to be the given value.
fn unknown(random: &mut Random, value: &Value) -> Value {
    let unknown = Value::unknown(&value.ty());
    if value.is_null() || random.below(3) > 0 {
        return unknown;
    }
    let range = value.range();
    let refined = unknown.refine().not_null();
    match value.ty().kind() {
        TypeKind::Number => {
            let number = value.as_number().unwrap();
            let (lower, upper) = (bound(random, number, -1), bound(random, number, 1));
            refined.number_range(lower, upper)
        }
        TypeKind::String => {
            let text = value.as_str().unwrap();
            let length = text.chars().count();
            let prefix = text.chars().take(random.below(length + 1));
            refined.string_prefix(&prefix.collect::<String>())
        }
        TypeKind::List(_) | TypeKind::Map(_) | TypeKind::Set(_) => {
            let (length, _) = range.length();
            let upper = [Some(length + random.below(2)), None][random.below(2)];
            refined.length_range(length.saturating_sub(random.below(2)), upper)
        }
        _ => refined,
    }
    .finish()
}

/// Returns a bound of a number: a lower bound if `sign` is -1, and an upper bound if it is 1.
fn bound(random: &mut Random, number: &Number, sign: i32) -> Bound<Number> {
    let distance = Number::from(sign * i32::try_from(random.below(3)).unwrap());
    let bound = number.checked_add(&distance).unwrap();
    match random.below(3) {
        0 => Bound::Unbounded,
        1 if bound != *number => Bound::Excluded(bound),
        _ => Bound::Included(bound),
    }
}

fn context(variables: &[(&'static str, Value)]) -> EvalContext {
    let ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
    let variables = variables.iter().cloned();
    variables.fold(ctx, |ctx, (name, value)| ctx.with_variable(name, value))
}

fn parse(source: &str) -> Expression {
    hcl::parse_expression(source).unwrap_or_else(|error| panic!("{source}\n{error}"))
}

/// Returns how a partly unknown value contradicts the known value.
fn contradiction(claim: &Value, known: &Value) -> Option<&'static str> {
    if !known.ty().matches(&claim.ty()) {
        return Some("type");
    }
    if claim.is_known() {
        if claim.is_null() != known.is_null() {
            return Some("null");
        }
        if claim.is_wholly_known() {
            return (claim != known).then_some("value");
        }
        return match claim.ty().kind() {
            // Unknown elements of a set may turn out to be equal, so the sizes cannot be compared.
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

/// Finds operands that fail although the expression may succeed, because they are not needed. A failed operand has no
/// type, and its diagnostics are dropped.
struct Unneeded<'a> {
    ctx: &'a EvalContext,
    /// Whether such an operand is the result of a conditional. The type of the conditional would depend on it.
    result: bool,
    /// Whether such an operand belongs to a logical operator, or is in a branch of a template.
    operand: bool,
}

/// Finds conditionals whose result was selected before the type of the alternative is known.
///
/// "The dynamic pseudo-type unifies with any other type by selecting that other type": so `true ? 1 : unknown` is 1,
/// but it becomes `"1"` if the unknown value turns out to be a string.
struct Selected<'a> {
    ctx: &'a EvalContext,
    found: bool,
}

impl Selected<'_> {
    fn value(&self, expression: &Expression) -> Value {
        expression.evaluate_diagnosed(self.ctx).value
    }
}

impl Visitor for Selected<'_> {
    fn expression(&mut self, expression: &Expression) -> WalkControl {
        let is_open = |value: &Value| !value.is_known() && value.ty().is_dynamic();
        match expression.kind() {
            ExpressionKind::Conditional {
                predicate,
                true_result,
                false_result,
                ..
            } => {
                let is_decided = self.value(&predicate).is_known();
                let results = [true_result, false_result].map(|it| is_open(&self.value(&it)));
                self.found |= is_decided && results[0] != results[1];
            }
            ExpressionKind::FunctionCall(call) if call.name == "coalesce" => {
                let values = call.arguments.iter().map(|it| self.value(it));
                let (open, typed): (Vec<_>, Vec<_>) = values.partition(is_open);
                self.found |= !open.is_empty() && !typed.is_empty();
            }
            _ => {}
        }
        WalkControl::Continue
    }
}

impl<'a> Unneeded<'a> {
    fn of(expression: &Expression, ctx: &'a EvalContext) -> Self {
        let (result, operand) = (false, false);
        let mut unneeded = Self {
            ctx,
            result,
            operand,
        };
        expression.walk(&mut unneeded);
        unneeded
    }

    fn fails(&self, expression: &Expression) -> bool {
        !expression
            .evaluate_diagnosed(self.ctx)
            .diagnostics
            .is_empty()
    }

    fn branch_fails(&self, part: &TemplatePart) -> bool {
        let TemplatePart::If {
            true_branch,
            false_branch,
            ..
        } = part
        else {
            return false;
        };
        let mut branches = std::iter::once(true_branch).chain(false_branch);
        branches.any(|it| !it.evaluate_diagnosed(self.ctx).diagnostics.is_empty())
    }
}

impl Visitor for Unneeded<'_> {
    fn expression(&mut self, expression: &Expression) -> WalkControl {
        match expression.kind() {
            ExpressionKind::Conditional {
                true_result,
                false_result,
                ..
            } => self.result |= self.fails(&true_result) || self.fails(&false_result),
            ExpressionKind::Binary {
                operator: BinaryOperator::And | BinaryOperator::Or,
                left,
                right,
                ..
            } => self.operand |= self.fails(&left) || self.fails(&right),
            ExpressionKind::Template(template) => {
                self.operand |= template.parts().iter().any(|it| self.branch_fails(it));
            }
            _ => {}
        }
        WalkControl::Continue
    }
}

/// Compares the evaluation with unknown variables with the evaluation without them. The error describes a
/// contradiction. Returns `None` if the evaluation without unknown variables fails, or if the results cannot be
/// compared.
fn compare(
    expression: &Expression,
    (known, replaced): (&EvalContext, &EvalContext),
) -> Option<Result<(), String>> {
    let hcl::Diagnosed {
        value,
        diagnostics: errors,
        ..
    } = expression.evaluate_diagnosed(known);
    if !errors.is_empty() {
        return None;
    }
    if !value.is_wholly_known() {
        return Some(Err(format!("{value:?} without any unknown")));
    }
    let hcl::Diagnosed {
        value: claim,
        diagnostics: provable,
        ..
    } = expression.evaluate_diagnosed(replaced);
    let unneeded = Unneeded::of(expression, known);
    if unneeded.result || unneeded.operand && !provable.is_empty() {
        return None;
    }
    let mut selected = Selected {
        ctx: replaced,
        found: false,
    };
    expression.walk(&mut selected);
    if selected.found {
        return None;
    }
    let reason = match provable.first() {
        Some(diagnostic) => Some(diagnostic.to_string()),
        None => contradiction(&claim, &value).map(str::to_owned),
    };
    Some(reason.map_or(Ok(()), |reason| {
        Err(format!(
            "{reason}: first {claim:?} of type {},\n  then {value:?} of type {}",
            claim.ty(),
            value.ty()
        ))
    }))
}

#[test]
fn results_with_unknowns_agree_with_known_results() {
    let mut random = Random(0x5eed);
    let (mut compared, mut lazy, mut failures) = (0, 0, Vec::new());
    for _ in 0..ROUNDS {
        let known = variables(&mut random);
        let depth = 1 + random.below(3);
        let source = random.source(depth);
        let expression = parse(&source);
        let mut replaced = known.clone();
        for (_, value) in &mut replaced {
            if random.below(2) == 0 {
                *value = unknown(&mut random, value);
            }
        }
        let contexts = (&context(&known), &context(&replaced));
        let Some(result) = compare(&expression, contexts) else {
            continue;
        };
        compared += 1;
        let is_lazy = |it| source.contains(it);
        lazy += usize::from(
            ["?", "&&", "||", "coalesce", "%{ if"]
                .into_iter()
                .any(is_lazy),
        );
        if let Err(reason) = result {
            let of = |name: &str| expression.variables().iter().any(|it| it.root() == name);
            let with: Vec<_> = replaced
                .iter()
                .zip(&known)
                .filter(|(it, _)| of(it.0))
                .collect();
            failures.push(format!("{source}\n  {reason}\n  with {with:?}"));
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
        compared > ROUNDS / 2 && lazy > ROUNDS / 6,
        "{compared}, {lazy}"
    );
}
