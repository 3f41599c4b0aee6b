//! Functions that take strings apart and put them together.

use crate::function::stdlib::support::{
    count, eager, elements, list, number, string, text, within_budget,
};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Type, Value};

/// `chomp(str)`: the string without the newlines at its end.
///
/// Example: `chomp("hello\n")` → `"hello"`.
pub fn chomp() -> Function {
    of_text(|text| text.trim_end_matches(['\r', '\n']))
        .with_description("Removes all newlines from the end of the string.")
}

/// `trimspace(str)`: the string without white space at both ends.
///
/// Example: `trimspace("  hello\n")` → `"hello"`.
pub fn trimspace() -> Function {
    of_text(str::trim).with_description("Removes white space from both ends of the string.")
}

/// `trim(str, cutset)`: the string without any of the characters of `cutset` at both ends.
///
/// Example: `trim("?!hello?!", "!?")` → `"hello"`.
pub fn trim() -> Function {
    of_two(Type::STRING, "cutset", |text, cutset| {
        text.trim_matches(|it| cutset.contains(it)).into()
    })
    .with_description("Removes the given characters from both ends of the string.")
}

/// `trimprefix(str, prefix)`: the string without the prefix, if it begins with it.
///
/// Example: `trimprefix("helloworld", "hello")` → `"world"`.
pub fn trimprefix() -> Function {
    of_two(Type::STRING, "prefix", |text, prefix| {
        text.strip_prefix(prefix).unwrap_or(text).into()
    })
    .with_description("Removes the prefix from the beginning of the string, if it is there.")
}

/// `trimsuffix(str, suffix)`: the string without the suffix, if it ends with it.
///
/// Example: `trimsuffix("helloworld", "world")` → `"hello"`.
pub fn trimsuffix() -> Function {
    of_two(Type::STRING, "suffix", |text, suffix| {
        text.strip_suffix(suffix).unwrap_or(text).into()
    })
    .with_description("Removes the suffix from the end of the string, if it is there.")
}

/// `startswith(str, prefix)`: whether the string begins with the prefix.
///
/// Example: `startswith("hello world", "hello")` → `true`.
pub fn startswith() -> Function {
    eager(Type::BOOL, |args| {
        let Some(prefix) = args[1].as_str() else {
            return Ok(Value::unknown_bool());
        };
        let known = args[0].as_str();
        Ok(match known {
            Some(text) => text.starts_with(prefix).into(),
            // The known beginning may be enough to decide.
            None => match args[0].range().string_prefix() {
                begin if begin.starts_with(prefix) => true.into(),
                begin if !prefix.starts_with(begin) => false.into(),
                _ => Value::unknown_bool(),
            },
        })
    })
    .with_parameter(string("str").allow_unknown())
    .with_parameter(string("prefix").allow_unknown())
    .never_null()
    .with_description("Tells whether the string begins with the prefix.")
}

/// `endswith(str, suffix)`: whether the string ends with the suffix.
///
/// Example: `endswith("hello world", "world")` → `true`.
pub fn endswith() -> Function {
    of_two(Type::BOOL, "suffix", |text, suffix| {
        text.ends_with(suffix).into()
    })
    .with_description("Tells whether the string ends with the suffix.")
}

/// `strcontains(str, substr)`: whether the string contains `substr`.
///
/// Example: `strcontains("hello world", "wor")` → `true`.
pub fn strcontains() -> Function {
    of_two(Type::BOOL, "substr", |text, part| {
        text.contains(part).into()
    })
    .with_description("Tells whether the string contains the other string.")
}

/// `split(separator, str)`: the parts of the string between the separators. An empty separator splits between all code
/// points.
///
/// Example: `split(",", "a,b,,c")` → `["a", "b", "", "c"]`.
pub fn split() -> Function {
    within_budget(Type::list(Type::STRING), |args, budget| {
        let (separator, text) = (text(&args[0]), text(&args[1]));
        let mut parts = Vec::new();
        let mut push = |part: &str| {
            budget.spend_steps(1)?;
            budget.spend_bytes(part.len())?;
            parts.push(Value::from(part));
            Ok::<(), FunctionError>(())
        };
        if separator.is_empty() {
            let ends = text.char_indices().map(|(at, it)| (at, at + it.len_utf8()));
            ends.into_iter()
                .try_for_each(|(start, end)| push(&text[start..end]))?;
        } else {
            text.split(separator).try_for_each(push)?;
        }
        Ok(Value::list(&Type::STRING, parts)?)
    })
    .with_parameter(string("separator"))
    .with_parameter(string("str"))
    .never_null()
    .with_description("Splits the string at each separator.")
}

/// `join(separator, lists...)`: the strings of all lists with the separator between them.
///
/// Example: `join(", ", ["a", "b"], ["c"])` → `"a, b, c"`.
pub fn join() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let lists = &args[1..];
        if lists.is_empty() {
            return Err(FunctionError::new("at least one list is required"));
        }
        if !lists.iter().all(Value::is_wholly_known) {
            return Ok(Value::unknown(&Type::STRING));
        }
        let separator = text(&args[0]);
        let mut joined = String::new();
        let mut is_first = true;
        for (list, value) in lists.iter().enumerate() {
            for (index, element) in elements(value).iter().enumerate() {
                let part = element.as_str().ok_or_else(|| {
                    let message = format!("the element {index} is null, which cannot be joined");
                    FunctionError::argument(list + 1, message)
                })?;
                let separator = if is_first { "" } else { separator };
                is_first = false;
                budget.spend_bytes(separator.len() + part.len())?;
                joined.push_str(separator);
                joined.push_str(part);
            }
        }
        Ok(joined.into())
    })
    .with_parameter(string("separator"))
    .with_variadic(list("lists", Type::STRING).allow_unknown())
    .never_null()
    .with_description("Joins the strings of the lists, with the separator between them.")
}

/// `sort(list)`: the strings in the order of their code points.
///
/// Example: `sort(["b", "a", "C"])` → `["C", "a", "b"]`.
pub fn sort() -> Function {
    eager(Type::list(Type::STRING), |args| {
        if !args[0].is_wholly_known() {
            // The order is not known, but the number of elements is.
            let (least, most) = args[0].range().length();
            let unknown = Value::unknown(&Type::list(Type::STRING)).refine();
            return Ok(unknown.not_null().length_range(least, most).finish());
        }
        let mut strings = elements(&args[0]).to_vec();
        if let Some(index) = strings.iter().position(Value::is_null) {
            let message = format!("the element {index} is null, which cannot be sorted");
            return Err(FunctionError::argument(0, message));
        }
        strings.sort_by(|left, right| left.as_str().cmp(&right.as_str()));
        Ok(Value::list(&Type::STRING, strings)?)
    })
    .with_parameter(list("list", Type::STRING).allow_unknown())
    .never_null()
    .with_description("Sorts the strings of the list in lexicographic order.")
}

/// `indent(spaces, str)`: the string with this number of spaces at the beginning of each line except the first.
///
/// Example: `indent(2, "a:\nb")` → `"a:\n  b"`.
pub fn indent() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let (spaces, text) = (count(args, 0)?, text(&args[1]));
        let lines = text.matches('\n').count();
        budget.spend_bytes(lines.saturating_mul(spaces).saturating_add(text.len()))?;
        if spaces > MAX_INDENT {
            let message = format!("must not be greater than {MAX_INDENT}");
            return Err(FunctionError::argument(0, message));
        }
        let newline = format!("\n{}", " ".repeat(spaces));
        Ok(text.replace('\n', &newline).into())
    })
    .with_parameter(number("spaces"))
    .with_parameter(string("str"))
    .never_null()
    .with_description("Adds spaces to the beginning of each line of the string but the first.")
}

const MAX_INDENT: usize = 1_000_000;

/// `replace(str, substr, replace)`: the string with each occurrence of `substr` replaced.
///
/// An empty `substr` occurs between all code points and at both ends.
///
/// Example: `replace("1 + 2", "+", "-")` → `"1 - 2"`.
pub fn replace() -> Function {
    within_budget(Type::STRING, replace_all)
        .with_parameter(string("str"))
        .with_parameter(string("substr"))
        .with_parameter(string("replace"))
        .never_null()
        .with_description("Replaces each occurrence of one string with another.")
}

/// The first argument, with each occurrence of the second one replaced with the third one.
pub(super) fn replace_all(args: &[Value], budget: &Budget) -> Result<Value, FunctionError> {
    let (text, part, replacement) = (text(&args[0]), text(&args[1]), text(&args[2]));
    let count = match part {
        "" => text.chars().count() + 1,
        _ => text.matches(part).count(),
    };
    let added = count.saturating_mul(replacement.len());
    budget.spend_bytes(added.saturating_add(text.len()))?;
    Ok(text.replace(part, replacement).into())
}

/// A function that returns a part of a string.
fn of_text(part: fn(&str) -> &str) -> Function {
    Function::new(Type::STRING, move |args| Ok(part(text(&args[0])).into()))
        .with_parameter(string("str"))
        .never_null()
}

/// A function of two strings. `name` is the name of the second parameter.
fn of_two(result: Type, name: &'static str, operation: fn(&str, &str) -> Value) -> Function {
    Function::new(result, move |args| {
        Ok(operation(text(&args[0]), text(&args[1])))
    })
    .with_parameter(string("str"))
    .with_parameter(string(name))
    .never_null()
}
