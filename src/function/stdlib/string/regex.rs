//! Regular expressions, which are matched in time linear in the text.

use std::collections::BTreeMap;

use regex::{Captures, Regex, RegexBuilder};

use self::dialect::translated;
use super::super::support::{string, text};
use super::parts;
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Type, Value};

mod dialect;

/// How many bytes a compiled pattern may have.
const MAX_COMPILED: usize = 1 << 20;

/// `regex(pattern, string)`: the first match: a string, a tuple of the unnamed groups, or an object of the named ones.
pub fn regex() -> Function {
    Function::within_budget(Type::DYNAMIC, |args, budget| {
        let pattern = Pattern::read(args, 0)?;
        pattern.charge(text(&args[1]), budget)?;
        let captures = pattern.regex.captures(text(&args[1]));
        let message = "the pattern does not match any part of the string";
        let captures = captures.ok_or_else(|| FunctionError::new(message))?;
        pattern.value(&captures, budget)
    })
    .with_result_type(|args| {
        if args[0].is_known() {
            Ok(Pattern::read(args, 0)?.result)
        } else {
            Ok(Type::DYNAMIC)
        }
    })
    .with_parameter(string("pattern"))
    .with_parameter(string("string"))
    .with_description("Returns the first match of the regular expression.")
}

/// `regexall(pattern, string)`: a list of all matches, each as [`regex()`] gives it.
pub fn regexall() -> Function {
    Function::within_budget(Type::DYNAMIC, |args, budget| {
        let pattern = Pattern::read(args, 0)?;
        let string = text(&args[1]);
        let mut values = Vec::new();
        pattern.charge(string, budget)?;
        for captures in pattern.regex.captures_iter(string) {
            let end = captures.get(0).map_or(string.len(), |it| it.end());
            pattern.charge(&string[end..], budget)?;
            values.push(pattern.value(&captures, budget)?);
        }
        Ok(Value::list(&pattern.result, values)?)
    })
    .with_result_type(|args| {
        if args[0].is_known() {
            Ok(Type::list(Pattern::read(args, 0)?.result))
        } else {
            Ok(Type::list(Type::DYNAMIC))
        }
    })
    .with_parameter(string("pattern"))
    .with_parameter(string("string"))
    .never_null()
    .with_description("Returns all matches of the regular expression.")
}

/// `regexreplace(str, pattern, replace)`: the string with each match replaced. In the replacement `$1`, `$name` and
/// `${name}` stand for groups, and `$$` for a dollar sign.
pub fn regexreplace() -> Function {
    Function::within_budget(Type::STRING, |args, budget| {
        let pattern = Pattern::compile(text(&args[1]))
            .map_err(|reason| FunctionError::argument(1, reason))?;
        replaced(&pattern, text(&args[0]), text(&args[2]), budget)
    })
    .with_parameter(string("str"))
    .with_parameter(string("pattern"))
    .with_parameter(string("replace"))
    .never_null()
    .with_description("Replaces each match of the regular expression.")
}

/// `replace(str, substr, replace)` as Terraform and Packer know it: a `substr` between slashes is a regular expression.
pub fn replace_pattern() -> Function {
    let plain = parts::replace();
    Function::within_budget(Type::STRING, move |args, budget| {
        let wanted = text(&args[1]);
        let pattern = wanted.strip_prefix('/').and_then(|it| it.strip_suffix('/'));
        match pattern {
            Some(pattern) => {
                let pattern = Pattern::compile(pattern)
                    .map_err(|reason| FunctionError::argument(1, reason))?;
                replaced(&pattern, text(&args[0]), text(&args[2]), budget)
            }
            None => Ok(plain
                .call_within(args, budget)
                .map_err(FunctionError::new)?),
        }
    })
    .with_parameter(string("str"))
    .with_parameter(string("substr"))
    .with_parameter(string("replace"))
    .never_null()
    .with_description(
        "Replaces each occurrence of a string, or each match of a regular expression in slashes.",
    )
}

fn replaced(
    pattern: &Regex,
    string: &str,
    replacement: &str,
    budget: &Budget,
) -> Result<Value, FunctionError> {
    charge(pattern, string, budget)?;
    let mut result = String::new();
    let mut last = 0;
    for captures in pattern.captures_iter(string) {
        let Some(whole) = captures.get(0) else {
            continue;
        };
        charge(pattern, &string[whole.end()..], budget)?;
        // Each group may stand in the replacement as often as there is a dollar sign.
        let groups = captures.iter().flatten().map(|it| it.len()).max();
        let most = replacement
            .matches('$')
            .count()
            .saturating_mul(groups.unwrap_or(0));
        let kept = whole.start() - last;
        budget.spend_bytes(most.saturating_add(replacement.len() + kept))?;
        result.push_str(&string[last..whole.start()]);
        captures.expand(replacement, &mut result);
        last = whole.end();
    }
    budget.spend_bytes(string.len() - last)?;
    result.push_str(&string[last..]);
    Ok(result.into())
}

/// Takes the steps of a search, which may go through the whole text for each part of the pattern.
fn charge(pattern: &Regex, text: &str, budget: &Budget) -> Result<(), FunctionError> {
    let steps = (text.len() / 64 + 1).saturating_mul(pattern.as_str().len() / 16 + 1);
    budget.spend_steps(steps)
}

/// A regular expression, and the type of what it finds.
struct Pattern {
    regex: Regex,
    result: Type,
}

impl Pattern {
    fn read(args: &[Value], index: usize) -> Result<Self, FunctionError> {
        let failed = |reason: String| FunctionError::argument(index, reason);
        let regex = Self::compile(text(&args[index])).map_err(failed)?;
        let names = regex.capture_names().skip(1);
        let attributes = names.flatten().map(|it| (it, Type::STRING));
        let attributes: BTreeMap<&str, Type> = attributes.collect();
        let result = match (regex.captures_len() - 1, attributes.len()) {
            (0, _) => Type::STRING,
            (count, 0) => Type::tuple(vec![Type::STRING; count]),
            (count, named_count) if count == named_count => Type::object(attributes),
            _ => {
                let reason = "the groups of a pattern must all have names, or none of them";
                return Err(failed(String::from(reason)));
            }
        };
        Ok(Pattern { regex, result })
    }

    fn compile(pattern: &str) -> Result<Regex, String> {
        let mut builder = RegexBuilder::new(&translated(pattern));
        let regex = builder.size_limit(MAX_COMPILED).build();
        regex.map_err(|error| {
            // The last line of the report says what is wrong.
            let report = error.to_string();
            let reason = report.lines().last().unwrap_or_default();
            let reason = reason.trim_start_matches("error: ");
            format!("invalid regular expression: {reason}")
        })
    }

    fn charge(&self, text: &str, budget: &Budget) -> Result<(), FunctionError> {
        charge(&self.regex, text, budget)
    }

    /// What a match gives.
    fn value(&self, captures: &Captures<'_>, budget: &Budget) -> Result<Value, FunctionError> {
        budget.spend_bytes(captures.iter().flatten().map(|it| it.len()).sum())?;
        budget.spend_steps(captures.len())?;
        let group = |index: usize| Value::from(captures.get(index).map(|it| it.as_str()));
        let groups = 1..self.regex.captures_len();
        Ok(match self.result.as_object() {
            Some(_) => {
                let names = self.regex.capture_names().enumerate();
                Value::object(names.filter_map(|(index, name)| Some((name?, group(index)))))?
            }
            None if groups.is_empty() => group(0),
            None => Value::tuple(groups.map(group))?,
        })
    }
}
