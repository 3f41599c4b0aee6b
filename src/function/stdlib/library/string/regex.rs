//! Regular expressions. Each search takes time linear in the text.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use regex::{Captures, Regex, RegexBuilder};

use self::cost::CompileCost;
use self::dialect::translated;
use self::replacement::Replacement;
use super::parts;
use crate::function::stdlib::support::{string, text};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Text, Type, Value};

mod cost;
mod dialect;
mod replacement;

/// A maximum size of compiled patterns.
struct SizeLimit {
    bytes: usize,
    /// The cost factor of a search: 1 for small patterns. In the worst case, each byte of the text is compared with all
    /// parts of the pattern, and the parts of a large pattern do not fit into the caches of the processor.
    weight: usize,
}

impl SizeLimit {
    const fn new(bytes: usize, weight: usize) -> Self {
        SizeLimit { bytes, weight }
    }
}

/// The size limits, tried from small to large. The first sufficient limit determines the cost of a search.
const SIZES: [SizeLimit; 3] = [
    SizeLimit::new(1 << 14, 1),
    SizeLimit::new(1 << 17, 64),
    SizeLimit::new(1 << 20, 512),
];

/// The bytes of text that a search with a small pattern reads for one step.
const BYTES_PER_STEP: usize = 64;

/// The steps of compiling a small pattern.
const STEPS_TO_COMPILE: usize = 16;

/// The memory that compiling a pattern takes, as a multiple of the size of the result.
const BYTES_PER_SIZE: usize = 3;

/// `regex(pattern, string)`: the first match: a string, a tuple of the unnamed groups, or an object of the named ones.
///
/// The compiled pattern takes at most 1 MiB. Compiling it is charged in steps in advance, and is refused if the limit
/// of bytes leaves less than an eighth of the memory that it needs. A search takes time linear in the string and, in
/// the worst case, linear in the size of the compiled pattern.
///
/// Example: `regex("(\\d+)-(\\d+)", "2026-11")` → `["2026", "11"]`.
pub fn regex() -> Function {
    let patterns = LastRegex::default();
    let typed = patterns.clone();
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        let pattern = TypedRegex::read(&patterns, args, budget)?;
        pattern.compiled.charge(text(&args[1]), budget)?;
        let captures = pattern.compiled.regex.captures(text(&args[1]));
        let message = "the pattern does not match any part of the string";
        let captures = captures.ok_or_else(|| FunctionError::new(message))?;
        pattern.value(&captures, budget)
    })
    .with_result_type_within(move |args, budget| typed.result_type(args, budget))
    .with_parameter(string("pattern"))
    .with_parameter(string("string"))
    .with_description("Returns the first match of the regular expression.")
}

/// `regexall(pattern, string)`: a list of all matches, each as [`regex()`] gives it.
///
/// Each match is found by a search in the text after the previous match. Such a search usually ends with the match, so
/// that all searches together take time linear in the string. With some patterns, however, each search reads up to the
/// end of the string before it finds a match near its start, such as `.*[^a]|a` in a string of `a`: the time is then
/// quadratic in the string, as in the reference implementation. A limit of [steps](crate::EvalContext::with_max_steps)
/// bounds the time, because each search is charged for the whole rest of the string.
///
/// Example: `regexall("[a-z]+", "1234abcd5678efgh9")` → `["abcd", "efgh"]`.
pub fn regexall() -> Function {
    let patterns = LastRegex::default();
    let typed = patterns.clone();
    Function::within_budget(Type::DYNAMIC, move |args, budget| {
        let pattern = TypedRegex::read(&patterns, args, budget)?;
        let string = text(&args[1]);
        let mut values = Vec::new();
        pattern.compiled.charge(string, budget)?;
        for captures in pattern.compiled.regex.captures_iter(string) {
            let end = captures.get(0).map_or(string.len(), |it| it.end());
            pattern.compiled.charge(&string[end..], budget)?;
            values.push(pattern.value(&captures, budget)?);
        }
        Ok(Value::list(&pattern.result, values)?)
    })
    .with_result_type_within(move |args, budget| Ok(Type::list(typed.result_type(args, budget)?)))
    .with_parameter(string("pattern"))
    .with_parameter(string("string"))
    .never_null()
    .with_description("Returns all matches of the regular expression.")
}

/// `regexreplace(str, pattern, replace)`: the string with each match replaced. In the replacement `$1`, `$name` and
/// `${name}` stand for groups, and `$$` for a dollar sign. A group that does not exist is empty.
///
/// It takes as much time as [`regexall`].
///
/// Example: `regexreplace("a1b22", "[0-9]+", "<$0>")` → `"a<1>b<22>"`.
///
/// Example: `regex_replace("a1b22", "[0-9]+", "<$0>")` → `"a<1>b<22>"`.
pub fn regexreplace() -> Function {
    let patterns = LastRegex::default();
    Function::within_budget(Type::STRING, move |args, budget| {
        let pattern = patterns.compiled(text(&args[1]), 1, budget)?;
        replaced(&pattern, text(&args[0]), text(&args[2]), budget)
    })
    .with_parameter(string("str"))
    .with_parameter(string("pattern"))
    .with_parameter(string("replace"))
    .never_null()
    .with_description("Replaces each match of the regular expression.")
}

/// `replace(str, substr, replace)` as in Terraform and Packer: a `substr` between slashes is a regular expression,
/// whose matches are replaced as by [`regexreplace`].
///
/// Example: `replace("hello world", "/w.*d/", "everybody")` → `"hello everybody"`.
pub fn replace_pattern() -> Function {
    let patterns = LastRegex::default();
    Function::within_budget(Type::STRING, move |args, budget| {
        let wanted = text(&args[1]);
        let pattern = wanted.strip_prefix('/').and_then(|it| it.strip_suffix('/'));
        match pattern {
            Some(pattern) => {
                let pattern = patterns.compiled(pattern, 1, budget)?;
                replaced(&pattern, text(&args[0]), text(&args[2]), budget)
            }
            None => parts::replace_all(args, budget),
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
    pattern: &CompiledRegex,
    string: &str,
    replacement: &str,
    budget: &Budget,
) -> Result<Value, FunctionError> {
    pattern.charge(string, budget)?;
    let parts = Replacement::read(replacement, &pattern.names);
    let mut result = String::new();
    let mut last = 0;
    for captures in pattern.regex.captures_iter(string) {
        let Some(whole) = captures.get(0) else {
            continue;
        };
        pattern.charge(&string[whole.end()..], budget)?;
        // Each dollar sign in the replacement may stand for a group.
        let groups = captures.iter().flatten().map(|it| it.len()).max();
        let most = replacement
            .matches('$')
            .count()
            .saturating_mul(groups.unwrap_or(0));
        let kept = whole.start() - last;
        budget.spend_bytes(most.saturating_add(replacement.len() + kept))?;
        result.push_str(&string[last..whole.start()]);
        parts.expand(&captures, &mut result);
        last = whole.end();
    }
    budget.spend_bytes(string.len() - last)?;
    result.push_str(&string[last..]);
    Ok(result.into())
}

/// A cache of the last compiled pattern: an expression usually matches many strings with one pattern.
#[derive(Clone, Default)]
struct LastRegex(Arc<Mutex<Option<Arc<CompiledRegex>>>>);

impl LastRegex {
    /// Compiles the pattern of the argument at an index, or takes it from the cache. The cost of compiling is charged
    /// in either case, so that results do not depend on earlier calls.
    fn compiled(
        &self,
        pattern: &str,
        index: usize,
        budget: &Budget,
    ) -> Result<Arc<CompiledRegex>, FunctionError> {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = &*last
            && last.pattern == pattern
        {
            last.cost.charge(budget)?;
            return Ok(Arc::clone(last));
        }
        let compiled = CompiledRegex::new(pattern, index, budget)?;
        Ok(Arc::clone(last.insert(Arc::new(compiled))))
    }

    /// The type of the matches of the pattern in the first argument, which is needed only if the string is unknown.
    /// Otherwise, the result itself has the type.
    fn result_type(&self, args: &[Value], budget: &Budget) -> Result<Type, FunctionError> {
        if args[0].is_known() && !args[1].is_known() {
            Ok(TypedRegex::read(self, args, budget)?.result)
        } else {
            Ok(Type::DYNAMIC)
        }
    }
}

/// A regular expression that is ready for searches.
struct CompiledRegex {
    pattern: String,
    regex: Regex,
    /// The names of the groups, shared by all matches because they may be long.
    names: Vec<Option<Text>>,
    cost: CompileCost,
    /// The cost factor of a search.
    weight: usize,
}

impl CompiledRegex {
    /// Compiles the pattern of the argument at an index.
    fn new(pattern: &str, index: usize, budget: &Budget) -> Result<Self, FunctionError> {
        let refused = |reason: &str| {
            FunctionError::argument(index, format_args!("invalid regular expression: {reason}"))
        };
        let translated = translated(pattern).map_err(|reason| refused(&reason))?;
        let text = CompileCost::of_text(&translated.pattern);
        text.charge(budget)?;
        if text.is_too_large() {
            return Err(refused("it is too large"));
        }
        let reading = text.and(CompileCost::of_classes(&translated.pattern));
        if reading.is_too_large() {
            return Err(refused("it has too many large classes of characters"));
        }
        let mut builder = RegexBuilder::new(&translated.pattern);
        let mut cost = text;
        let mut failure = regex::Error::CompiledTooBig(0);
        for size in SIZES {
            // Each attempt reads the pattern again.
            let compiling = CompileCost {
                steps: size.bytes / SIZES[0].bytes * STEPS_TO_COMPILE,
                bytes: size.bytes * BYTES_PER_SIZE,
            };
            let attempt = reading.and(compiling);
            attempt.charge(budget)?;
            cost = CompileCost {
                steps: cost.steps + attempt.steps,
                bytes: attempt.bytes,
            };
            match builder.size_limit(size.bytes).build() {
                Ok(regex) => {
                    let names = translated.names.into_iter();
                    return Ok(CompiledRegex {
                        pattern: pattern.to_owned(),
                        names: names.map(|name| name.map(Text::from)).collect(),
                        regex,
                        cost,
                        weight: size.weight,
                    });
                }
                Err(error) => failure = error,
            }
            if !matches!(failure, regex::Error::CompiledTooBig(_)) {
                break;
            }
        }
        // The last line of the report says what is wrong.
        let report = failure.to_string();
        let reason = report.lines().last().unwrap_or_default();
        Err(refused(reason.trim_start_matches("error: ")))
    }

    /// Charges the steps of a search, which may read the whole text for each part of the pattern.
    fn charge(&self, text: &str, budget: &Budget) -> Result<(), FunctionError> {
        let steps = (text.len() / BYTES_PER_STEP + 1).saturating_mul(self.weight);
        budget.spend_steps(steps)
    }
}

/// A regular expression, and the type of its matches.
struct TypedRegex {
    compiled: Arc<CompiledRegex>,
    result: Type,
}

impl TypedRegex {
    /// Reads the pattern in the first argument.
    fn read(patterns: &LastRegex, args: &[Value], budget: &Budget) -> Result<Self, FunctionError> {
        let compiled = patterns.compiled(text(&args[0]), 0, budget)?;
        let names = compiled.names.iter().flatten();
        let attributes = names.map(|it| (&**it, Type::STRING));
        let attributes: BTreeMap<&str, Type> = attributes.collect();
        let result = match (compiled.regex.captures_len() - 1, attributes.len()) {
            (0, _) => Type::STRING,
            (count, 0) => Type::tuple(vec![Type::STRING; count]),
            (count, named_count) if count == named_count => Type::object(attributes),
            _ => {
                let reason = "the groups of a pattern must all have names, or none of them";
                return Err(FunctionError::argument(0, reason));
            }
        };
        Ok(TypedRegex { compiled, result })
    }

    /// The value of a match.
    fn value(&self, captures: &Captures<'_>, budget: &Budget) -> Result<Value, FunctionError> {
        budget.spend_bytes(captures.iter().flatten().map(|it| it.len()).sum())?;
        budget.spend_steps(captures.len())?;
        let group = |index: usize| Value::from(captures.get(index).map(|it| it.as_str()));
        let groups = 1..self.compiled.regex.captures_len();
        Ok(match self.result.as_object() {
            Some(_) => {
                let groups = self.compiled.names.iter().enumerate();
                let attributes =
                    groups.filter_map(|(index, name)| Some((name.clone()?, group(index))));
                Value::object_of(attributes.collect())
            }
            None if groups.is_empty() => group(0),
            None => Value::tuple(groups.map(group))?,
        })
    }
}
