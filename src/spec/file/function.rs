//! Custom functions ("Custom Functions").
//!
//! Knows nothing of specs.

use hashbrown::HashSet;

use super::{Named, SpecFileReader, position};
use crate::diagnostic::{Diagnostic, clause};
use crate::eval::EvalContext;
use crate::function::{Budget, Function, FunctionError, Parameter};
use crate::schema::BodySchema;
use crate::source::Position;
use crate::syntax::tree::handle::{Block, Expression};
use crate::value::{Type, Value};

/// The names of the parameters of a function.
#[derive(Default)]
struct Parameters {
    positional: Vec<String>,
    variadic: Option<String>,
}

impl Parameters {
    /// The first name that is repeated.
    fn repeated(&self) -> Option<&str> {
        let mut seen = HashSet::new();
        let mut names = self.positional.iter().chain(&self.variadic);
        names.find_map(|name| (!seen.insert(name.as_str())).then_some(name.as_str()))
    }
}

impl SpecFileReader {
    pub(super) fn functions(&mut self, blocks: &[&Block]) -> Named<Function> {
        let mut functions = Vec::new();
        for block in blocks {
            let Some(label) = block.labels().next() else {
                continue;
            };
            let name = label.text().into_owned();
            let function = self.function(block);
            if let Err(index) = position(&functions, &name) {
                functions.insert(index, (name, function));
            } else {
                let detail =
                    format!("There is a function named \"{name}\" already. Remove one of the two.");
                self.report_block(Diagnostic::error("Duplicate function", detail), block);
            }
        }
        let functions = functions.into_iter();
        functions
            .filter_map(|(name, function)| Some((name, function?)))
            .collect()
    }

    fn function(&mut self, block: &Block) -> Option<Function> {
        let schema = BodySchema::new()
            .with_required_attribute("params")
            .with_attribute("variadic_param")
            .with_required_attribute("result");
        let (content, diagnostics) = block.body().content_recoverable(&schema);
        self.diagnostics.extend(diagnostics);
        let mut parameters = Parameters::default();
        if let Some(params) = content.attribute("params") {
            match params.expression().static_list() {
                Ok(names) => {
                    let names = names.iter().filter_map(|name| self.parameter(name));
                    parameters.positional = names.collect();
                }
                Err(error) => self.diagnostics.extend(error.into_diagnostics()),
            }
        }
        if let Some(variadic) = content.attribute("variadic_param") {
            parameters.variadic = self.parameter(&variadic.expression());
        }
        if let Some(twice) = parameters.repeated() {
            let detail =
                format!("Two parameters of this function are named \"{twice}\". Rename one.");
            self.report_block(Diagnostic::error("Duplicate parameter", detail), block);
        }
        let result = content.attribute("result")?.expression();
        Some(function(parameters, result, self.ctx.clone()))
    }

    /// The name of a parameter.
    fn parameter(&mut self, expression: &Expression) -> Option<String> {
        let name = expression.keyword();
        if name.is_none() {
            let detail = "A parameter is a name without quotes.";
            let diagnostic = Diagnostic::error("Invalid parameter", detail).at(expression);
            self.diagnostics.push(diagnostic);
        }
        name.map(str::to_owned)
    }
}

/// The function of an expression in which the parameters are variables.
fn function(parameters: Parameters, result: Expression, ctx: EvalContext) -> Function {
    // The expression itself decides what an unknown argument means for the result.
    let parameter = |name: &String| {
        Parameter::new(name.as_str(), Type::DYNAMIC)
            .allow_unknown()
            .allow_dynamic()
    };
    let positional: Vec<_> = parameters.positional.iter().map(parameter).collect();
    let variadic = parameters.variadic.as_ref().map(parameter);
    let function = Function::within_budget(Type::DYNAMIC, move |args, budget| {
        evaluate(&parameters, &result, args, &ctx, budget)
    });
    let function = positional
        .into_iter()
        .fold(function, Function::with_parameter);
    match variadic {
        Some(variadic) => function.with_variadic(variadic),
        None => function,
    }
}

fn evaluate(
    parameters: &Parameters,
    result: &Expression,
    args: &[Value],
    ctx: &EvalContext,
    budget: &Budget,
) -> Result<Value, FunctionError> {
    let mut ctx = EvalContext::child(ctx);
    let count = parameters.positional.len().min(args.len());
    let (positional, variadic) = args.split_at(count);
    for (name, value) in parameters.positional.iter().zip(positional) {
        ctx.set_variable(name, value.clone());
    }
    if let Some(name) = &parameters.variadic {
        let rest = Value::tuple(variadic.iter().cloned()).map_err(FunctionError::new)?;
        ctx.set_variable(name, rest);
    }
    let (value, diagnostics) = result.evaluate_within(&ctx, budget);
    match diagnostics.first() {
        None => Ok(value),
        Some(diagnostic) => {
            let line = diagnostic.position().map_or(1, Position::line);
            let file = result.source().name().unwrap_or("the spec file");
            let detail = clause(diagnostic.detail().to_owned());
            Err(FunctionError::new(format_args!(
                "{detail} ({file}, line {line})"
            )))
        }
    }
}
