//! What must hold of partial evaluation, for all expressions and templates of the cases.
//!
//! The variables of a case are split at random: with one part the source is reduced, and the result evaluated with the
//! other part. That must give what the evaluation of the source with all of them gives. Values that syntax cannot write
//! exactly are in both parts, because what refers to them stays as it is written.

use hcl::{Diagnostic, Error, EvalContext, Expression, Template, TypeKind, Value};

use crate::eval::{Case, typed_variables};
use crate::random::Random;

/// A source that is reduced and evaluated.
enum Source {
    Expression(Expression),
    Template(Template),
}

impl Source {
    fn of(case: &Case<'_>) -> Option<Self> {
        if case.kind == "template" {
            hcl::parse_template(&case.src).ok().map(Source::Template)
        } else {
            hcl::parse_expression(&case.src)
                .ok()
                .map(Source::Expression)
        }
    }

    fn reduce(&self, ctx: &EvalContext) -> Self {
        match self {
            Source::Expression(it) => Source::Expression(it.reduce(ctx)),
            Source::Template(it) => Source::Template(it.reduce(ctx)),
        }
    }

    fn evaluate(&self, ctx: &EvalContext) -> Result<Value, Error> {
        match self {
            Source::Expression(it) => it.evaluate(ctx),
            Source::Template(it) => it.evaluate(ctx),
        }
    }

    fn text(&self) -> String {
        match self {
            Source::Expression(it) => it.to_string(),
            Source::Template(it) => it.to_string(),
        }
    }

    /// Returns the result of parsing the displayed text again.
    fn parsed(&self) -> Result<Self, Error> {
        Ok(match self {
            Source::Expression(it) => Source::Expression(hcl::parse_expression(&it.to_string())?),
            Source::Template(it) if it.text().starts_with(['"', '<']) => {
                Source::Template(it.clone())
            }
            Source::Template(it) => Source::Template(hcl::parse_template(&it.to_string())?),
        })
    }
}

/// Checks the cases, a JSON text on each line. The variables of each case are split several times into known and
/// unknown ones. Returns how many expressions were reduced.
pub(crate) fn check<'c>(
    lines: impl Iterator<Item = &'c str>,
    functions: &EvalContext,
    splits: usize,
) -> usize {
    let mut random = Random(0x5eed);
    let mut reduced = 0;
    for line in lines {
        let case: Case<'_> = serde_json::from_str(line).unwrap();
        let Some(source) = Source::of(&case) else {
            continue;
        };
        let variables = typed_variables(&case).unwrap();
        for _ in 0..splits {
            reduced += usize::from(check_split(
                &case,
                &source,
                &variables,
                functions,
                &mut random,
            ));
        }
    }
    reduced
}

fn check_split(
    case: &Case<'_>,
    source: &Source,
    variables: &[(String, Value)],
    functions: &EvalContext,
    random: &mut Random,
) -> bool {
    let (mut first, mut second, mut all) =
        (functions.clone(), functions.clone(), functions.clone());
    for (name, value) in variables {
        let is_first = random.below(2) == 0;
        all.set_variable(name, value.clone());
        if is_first {
            first.set_variable(name, value.clone());
        }
        if !is_first || !is_writable(value) {
            second.set_variable(name, value.clone());
        }
    }
    let reduced = source.reduce(&first);
    let text = reduced.text();
    let about = || format!("{}: {:?} is reduced to {text:?}", case.id, case.src);
    let expected = outcome(source.evaluate(&all));
    assert_eq!(outcome(reduced.evaluate(&second)), expected, "{}", about());
    assert_eq!(outcome(reduced.evaluate(&all)), expected, "{}", about());
    // The displayed text has the same value.
    let parsed = reduced
        .parsed()
        .unwrap_or_else(|error| panic!("{}: {error}", about()));
    assert_eq!(
        value_of(parsed.evaluate(&second)),
        value_of(reduced.evaluate(&second)),
        "{}",
        about()
    );
    let again = reduced.reduce(&first);
    assert_eq!(again.text(), text, "{}", about());
    text != source.text()
}

/// Returns a value with its type, or the first error with its place. An error about an unknown name contains the names
/// that are known.
fn outcome(result: Result<Value, Error>) -> String {
    match result {
        Ok(value) => described(&value),
        Err(error) => {
            let first: &Diagnostic = &error.diagnostics()[0];
            let code = first.code();
            let detail = match format!("{code:?}").as_str() {
                "UnknownVariable" | "VariablesNotAllowed" => "unknown".to_owned(),
                _ => format!("{code:?}: {}", first.detail()),
            };
            format!("{detail} at {:?}", first.positions())
        }
    }
}

fn value_of(result: Result<Value, Error>) -> Option<String> {
    result.ok().map(|it| described(&it))
}

fn described(value: &Value) -> String {
    format!("{value:?}: {}", value.ty())
}

/// Whether native syntax has an expression for exactly this value.
fn is_writable(value: &Value) -> bool {
    let ty = value.ty();
    let is_exact = match ty.kind() {
        TypeKind::Dynamic => value.is_null(),
        _ if value.is_null() || !value.is_known() => false,
        TypeKind::Number => {
            value.as_f64().is_some() && value.as_number().is_some_and(hcl::Number::is_finite)
        }
        TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Map(_) | TypeKind::Capsule(_) => false,
        _ => true,
    };
    is_exact
        && value
            .elements()
            .into_iter()
            .flatten()
            .all(|(_, it)| is_writable(it))
}
