//! Functions that fill the verbs of a format string with arguments.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation as _;

use super::verb::{FormatPart, FormatParts, Verb, plain_number};
use crate::convert::convert;
use crate::function::stdlib::specified::json;
use crate::function::stdlib::support::{anything, elements, string, text, within_budget};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Type, TypeKind, Value};

/// `format(format, args...)`: the format string with its verbs replaced by the arguments.
///
/// | verb | form of the argument |
/// |---|---|
/// | `%s` `%q` | a string; a string in quotes, as in JSON |
/// | `%d` `%b` `%o` `%x` `%X` | an integer in decimal, binary, octal, hexadecimal |
/// | `%e` `%E` `%f` `%g` `%G` | a number with an exponent, with a decimal point, whichever is shorter |
/// | `%t` | a bool |
/// | `%v` `%#v` | the usual form for its type; JSON |
/// | `%%` | a percent sign |
///
/// Before the letter, there may be flags (`+` always a sign, `-` left-aligned, `0` zeros instead of spaces, `#` a
/// prefix for the base, a space where a sign would be), the minimum width, a precision after a dot, and the position of
/// the argument in brackets: `%-8s`, `%05.1f`, `%[2]s`.
///
/// Example: `format("%s has %03d%%", "web", 7)` → `"web has 007%"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let format = stdlib::format();
/// assert_eq!(
///     format.call(&["%s has %03d".into(), "web".into(), 7.into()])?,
///     "web has 007"
/// );
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn format() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let format = text(&args[0]);
        if !args[1..].iter().all(Value::is_wholly_known) {
            // The text before the first verb is certain.
            let prefix = &format[..format.find('%').unwrap_or(0)];
            let unknown = Value::unknown(&Type::STRING).refine().not_null();
            return Ok(unknown.string_prefix(prefix).finish());
        }
        Ok(formatted(format, &args[1..], budget)?.into())
    })
    .with_parameter(string("format"))
    .with_variadic(anything("args"))
    .never_null()
    .with_description("Fills the verbs of the format string with the arguments.")
}

/// `formatlist(format, args...)`: a list of strings, each of which is the format string filled with one element of each
/// list among the arguments.
///
/// Example: `formatlist("%s.%s", ["a", "b"], "example.com")` → `["a.example.com", "b.example.com"]`.
///
/// ```
/// use hcl::Value;
/// use hcl::function::stdlib;
///
/// let names = Value::from(vec!["a", "b"]);
/// let hosts =
///     stdlib::formatlist().call(&["%s.%s".into(), names, "example.com".into()])?;
/// assert_eq!(hosts, Value::from(vec!["a.example.com", "b.example.com"]));
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn formatlist() -> Function {
    within_budget(Type::list(Type::STRING), |args, budget| {
        let (format, args) = (text(&args[0]), &args[1..]);
        let Some(count) = iterations(args)? else {
            return Ok(Value::unknown(&Type::list(Type::STRING)));
        };
        let mut strings = Vec::new();
        for index in 0..count {
            budget.spend_steps(1 + args.len())?;
            let args: Vec<Value> = args
                .iter()
                .map(|arg| match sequence_length(arg) {
                    Some(_) => elements(arg)[index].clone(),
                    None => arg.clone(),
                })
                .collect();
            if !args.iter().all(Value::is_wholly_known) {
                strings.push(Value::unknown(&Type::STRING).refine().not_null().finish());
                continue;
            }
            let string = formatted(format, &args, budget)
                .map_err(|error| FunctionError::new(format_args!("element {index}: {error}")))?;
            strings.push(string.into());
        }
        Ok(Value::list(&Type::STRING, strings)?)
    })
    .with_parameter(string("format"))
    .with_variadic(anything("args"))
    .never_null()
    .with_description("Makes a list of strings, each with one element of each given list.")
}

/// Number of elements of an argument that is iterated over; `None` if it is not known.
fn sequence_length(arg: &Value) -> Option<usize> {
    if arg.is_null() {
        return None;
    }
    match (arg.as_slice(), arg.ty().kind()) {
        // The number of elements of a set is not certain if some are unknown.
        (_, TypeKind::Set(_)) if !arg.is_wholly_known() => None,
        (Some(elements), _) => Some(elements.len()),
        (None, TypeKind::Tuple(types)) => Some(types.len()),
        _ => None,
    }
}

/// Number of strings in the result; `None` if it is not known.
fn iterations(args: &[Value]) -> Result<Option<usize>, FunctionError> {
    let mut chosen = None;
    let mut is_known = true;
    for (index, arg) in args.iter().enumerate() {
        let ty = arg.ty();
        let is_sequence = matches!(
            ty.kind(),
            TypeKind::List(_) | TypeKind::Set(_) | TypeKind::Tuple(_) | TypeKind::Dynamic
        );
        let Some(length) = sequence_length(arg) else {
            is_known &= arg.is_null() || !is_sequence;
            continue;
        };
        is_known &= arg.is_known();
        let (first, wanted) = *chosen.get_or_insert((index, length));
        if length != wanted {
            let message = format!(
                "has {length} elements, but the argument {} has {wanted}",
                first + 2
            );
            return Err(FunctionError::argument(index + 1, message));
        }
    }
    Ok(is_known.then_some(chosen.map_or(1, |(_, length)| length)))
}

/// The format string with its verbs filled.
fn formatted(format: &str, args: &[Value], budget: &Budget) -> Result<String, FunctionError> {
    let mut result = String::new();
    let mut next = 0;
    let mut used = 0;
    for part in FormatParts::of(format) {
        match part? {
            FormatPart::Literal(text) => {
                budget.spend_bytes(text.len())?;
                result.push_str(text);
            }
            FormatPart::Verb(verb) => {
                let position = verb.argument.unwrap_or(next);
                next = position + 1;
                used = used.max(next);
                let Some(arg) = args.get(position) else {
                    let message = format!(
                        "\"{}\" at byte {} needs {next} arguments, but there are {}",
                        verb.text,
                        verb.offset,
                        args.len()
                    );
                    return Err(FunctionError::argument(0, message));
                };
                result.push_str(&filled(&verb, arg, budget)?);
            }
        }
    }
    if used < args.len() {
        let message = match used {
            0 => String::from("there is an argument, but no verb in the format"),
            1 => String::from("the format uses only 1 argument"),
            _ => format!("the format uses only {used} arguments"),
        };
        return Err(FunctionError::argument(used + 1, message));
    }
    Ok(result)
}

/// A verb filled with its argument.
fn filled(verb: &Verb<'_>, arg: &Value, budget: &Budget) -> Result<String, FunctionError> {
    let failed = |message: &dyn std::fmt::Display| {
        let message = format!(
            "unsuitable for \"{}\" at byte {}: {message}",
            verb.text, verb.offset
        );
        FunctionError::new(message)
    };
    if arg.is_null() && verb.mode != 'v' {
        return Err(failed(&"the value is null"));
    }
    let converted = |ty: &Type| -> Result<Value, FunctionError> {
        budget.spend_conversion(arg, ty)?;
        convert(arg, ty).map_err(|error| failed(&error))
    };
    match verb.mode {
        'v' => {
            let shown = shown(verb, arg, budget)?;
            budget.spend_bytes(verb.most_bytes(shown.len()))?;
            Ok(verb.padded(&shown))
        }
        't' => {
            let value = converted(&Type::BOOL)?;
            budget.spend_bytes(verb.most_bytes(5))?;
            Ok(verb.padded(if value.as_bool() == Some(true) {
                "true"
            } else {
                "false"
            }))
        }
        'b' | 'd' | 'o' | 'x' | 'X' | 'e' | 'E' | 'f' | 'g' | 'G' => {
            let value = converted(&Type::NUMBER)?;
            let number = value.as_number().cloned().unwrap_or_default();
            // In binary there are three to four digits for each decimal one.
            let length = number.text_length().saturating_mul(4);
            budget.spend_bytes(verb.most_bytes(length))?;
            match verb.mode {
                'b' | 'd' | 'o' | 'x' | 'X' => verb
                    .integer(&number)
                    .ok_or_else(|| failed(&"an integer is required")),
                _ => Ok(verb.float(&number)),
            }
        }
        's' | 'q' => part_of(verb, text(&converted(&Type::STRING)?), budget),
        mode => {
            let message = format!("there is no verb \"{mode}\", as in \"{}\"", verb.text);
            Err(FunctionError::argument(0, message))
        }
    }
}

/// A string in the form of `%s` or `%q`: at most as many characters as the precision, for `%q` as JSON.
fn part_of(verb: &Verb<'_>, mut part: &str, budget: &Budget) -> Result<String, FunctionError> {
    if let Some(count) = verb.precision.filter(|count| *count > 0) {
        let mut ends = part.grapheme_indices(true);
        part = ends.nth(count).map_or(part, |(end, _)| &part[..end]);
    }
    let shown = match verb.mode {
        'q' => Cow::Owned(json::written(&part.into(), budget)?),
        _ => Cow::Borrowed(part),
    };
    budget.spend_bytes(verb.most_bytes(shown.len()))?;
    Ok(verb.padded(&shown))
}

/// A value in the form of `%v`: a string or number as plain text, anything else as JSON.
fn shown(verb: &Verb<'_>, arg: &Value, budget: &Budget) -> Result<String, FunctionError> {
    if !verb.has('#') {
        if let Some(text) = arg.as_str() {
            return Ok(text.to_owned());
        }
        if let Some(number) = arg.as_number() {
            budget.spend_bytes(number.text_length())?;
            return Ok(plain_number(number));
        }
    }
    json::written(arg, budget)
}
