//! The cases of evaluation and of types: bodies whose attributes are evaluated.
//!
//! Each attribute is evaluated with the variables that the block `variables` of the same body sets and with the
//! functions of `hcl::function::stdlib`. An attribute or variable that calls one of the following functions is read by
//! static analysis instead: `convert(value, type)`, `unify(type, …)`, `matches(value, type)`, `null_of(type)`,
//! `unknown(type)`, and `static_list`, `static_map`, `static_call` and `static_traversal`, which take an expression.
//! The result shows each value with its type, or the diagnostics.

use std::error::Error;
use std::fmt::Write as _;

use hcl::convert::{convert, unify};
use hcl::{BodyContent, BodySchema, EvalContext, Expression, Type, Value};

use super::case::{Case, Form};
use super::dump::Dump;
use super::options::options;

/// Returns the result of a case.
pub(crate) fn outcome(case: &Case) -> Result<String, Box<dyn Error>> {
    let body = options(case.form).parse(&case.source).into_result()?;
    let schema = BodySchema::new().with_block("variables", []);
    let (content, rest) = body.partial_content(&schema).into_result()?;
    let ctx = context(&content)?;
    let mut values = String::new();
    for attribute in rest.attributes() {
        let name = attribute.name();
        match special(&attribute.expression(), &ctx) {
            Some(Ok(text)) => writeln!(values, "{name} = {text}")?,
            Some(Err(message)) => writeln!(values, "{name}: {message}")?,
            None => {
                let hcl::Diagnosed {
                    value, diagnostics, ..
                } = attribute.expression().evaluate_diagnosed(&ctx);
                if diagnostics.is_empty() {
                    writeln!(values, "{name} = {}", typed(&value))?;
                }
                // In the literal-only mode, strings in JSON syntax have another meaning.
                let literal = attribute.expression().evaluate_literal();
                if case.form == Form::Json && literal.as_ref().ok() != Some(&value) {
                    match literal {
                        Ok(value) => writeln!(values, "{name}, literal only = {}", typed(&value))?,
                        Err(error) => writeln!(values, "{name}, literal only: {error}")?,
                    }
                }
                for diagnostic in diagnostics {
                    writeln!(values, "{name}: {diagnostic}")?;
                }
            }
        }
    }
    Ok(values)
}

fn context(content: &BodyContent) -> Result<EvalContext, Box<dyn Error>> {
    let mut ctx = EvalContext::new().with_functions(hcl::function::stdlib::functions());
    for block in content.blocks() {
        for attribute in block.body().attributes() {
            let value = match constructed(&attribute.expression(), &ctx) {
                Some(value) => value?,
                None => attribute.expression().evaluate(&ctx)?,
            };
            ctx.set_variable(attribute.name(), value);
        }
    }
    Ok(ctx)
}

fn typed(value: &Value) -> String {
    format!("{value}    # {}", value.ty())
}

/// Returns a value that cannot be written in HCL, if the expression is a call of a function that constructs one.
fn constructed(expression: &Expression, ctx: &EvalContext) -> Option<Result<Value, String>> {
    let call = expression.static_call().ok()?;
    let ty = call.arguments.last()?.type_constraint();
    let made = match call.name.as_str() {
        "null_of" => ty.map(|ty| Value::null(&ty)),
        "unknown" => ty.map(|ty| Value::unknown(&ty)),
        "convert" => {
            let value = match constructed(&call.arguments[0], ctx) {
                Some(value) => value,
                None => call.arguments[0].evaluate(ctx).map_err(|it| it.to_string()),
            };
            return Some(value.and_then(|value| {
                let ty = ty.map_err(|error| error.to_string())?;
                convert(&value, &ty).map_err(|error| error.to_string())
            }));
        }
        _ => return None,
    };
    Some(made.map_err(|error| error.to_string()))
}

/// Returns the result of a call that static analysis evaluates, if the expression is such a call.
fn special(expression: &Expression, ctx: &EvalContext) -> Option<Result<String, String>> {
    if let Some(value) = constructed(expression, ctx) {
        return Some(value.map(|value| typed(&value)));
    }
    let call = expression.static_call().ok()?;
    let first = call.arguments.first()?;
    let text = match call.name.as_str() {
        "unify" => unified(&call.arguments),
        "matches" => first.evaluate(ctx).and_then(|value| {
            let ty = call.arguments[1].type_constraint()?;
            Ok(value.ty().matches(&ty).to_string())
        }),
        "static_list" => first.static_list().map(|list| texts(&list)),
        "static_map" => first.static_map().map(|pairs| {
            let pairs = pairs
                .iter()
                .map(|(key, value)| format!("{} => {}", key.text(), value.text()));
            pairs.collect::<Vec<_>>().join(" | ")
        }),
        "static_call" => first
            .static_call()
            .map(|call| format!("{}: {}", call.name, texts(&call.arguments))),
        "static_traversal" => first.static_traversal().map(|it| {
            let mut dump = Dump::default();
            dump.traversal(&it);
            dump.finish()
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
        }),
        _ => return None,
    };
    Some(text.map_err(|error| error.to_string()))
}

fn unified(arguments: &[Expression]) -> hcl::Result<String> {
    let types = arguments.iter().map(Expression::type_constraint);
    let types = types.collect::<hcl::Result<Vec<Type>>>()?;
    let found = unify(&types);
    Ok(found.map_or_else(|| "nothing".to_owned(), |found| found.ty().to_string()))
}

fn texts(expressions: &[Expression]) -> String {
    let texts = expressions.iter().map(Expression::text);
    texts.collect::<Vec<_>>().join(" | ")
}
