//! Functions of strings. A character is a grapheme cluster: what a reader sees as one.

use std::ops::Bound;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::function::{Function, FunctionError, Parameter};
use crate::number::Number;
use crate::value::{Type, Value};

/// `lower(str)`: the string with all letters in lower case.
///
/// Each letter becomes one letter, by the simple case mappings of Unicode; one that only several
/// letters could stand for stays.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::lower().call(&["HÉLLO".into()])?, "héllo");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn lower() -> Function {
    of_string(Type::STRING, |text| mapped(text, simple_lower))
        .with_description("Converts all uppercase letters of the string to lowercase.")
}

/// `upper(str)`: the string with all letters in upper case.
///
/// Each letter becomes one letter, by the simple case mappings of Unicode; one that only several
/// letters could stand for stays.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::upper().call(&["héllo".into()])?, "HÉLLO");
/// assert_eq!(stdlib::upper().call(&["straße".into()])?, "STRAßE");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn upper() -> Function {
    of_string(Type::STRING, |text| mapped(text, simple_upper))
        .with_description("Converts all lowercase letters of the string to uppercase.")
}

/// `reverse(str)`: the characters of the string in reverse order.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::reverse().call(&["Héllo".into()])?, "olléH");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn reverse() -> Function {
    of_string(Type::STRING, |text| {
        text.graphemes(true).rev().collect::<String>().into()
    })
    .with_description("Returns the characters of the string in reverse order.")
}

/// `strlen(str)`: how many characters the string has.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::strlen().call(&["👩‍👩‍👦!".into()])?, 2);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn strlen() -> Function {
    Function::new(Type::NUMBER, |args| Ok(character_count(&args[0])))
        .with_parameter(Parameter::new("str", Type::STRING).allow_unknown())
        .never_null()
        .with_description("Returns the number of characters in the string.")
}

/// How many characters a string has. An unknown one has no fewer than what is known of its
/// beginning: whatever follows joins the last of them at most.
pub(super) fn character_count(string: &Value) -> Value {
    let count = |text: &str| text.graphemes(true).count();
    if let Some(text) = string.as_str() {
        return count(text).into();
    }
    let least = Number::from(count(string.range().string_prefix()));
    let unknown = Value::unknown(&Type::NUMBER).refine().not_null();
    let unknown = unknown.number_range(Bound::Included(least), Bound::Unbounded);
    unknown.finish()
}

/// `substr(str, offset, length)`: so many characters of the string, beginning at the
/// offset.
///
/// A negative offset counts from the end, and one before the beginning is the beginning;
/// a negative length takes everything that follows. With a negative offset a length of 0
/// does so too.
///
/// ```
/// use hcl::function::stdlib;
///
/// let substr = stdlib::substr();
/// assert_eq!(substr.call(&["Héllo".into(), 1.into(), 2.into()])?, "él");
/// assert_eq!(substr.call(&["Héllo".into(), (-2).into(), (-1).into()])?, "lo");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn substr() -> Function {
    Function::new(Type::STRING, |args| {
        let text = args[0].as_str().unwrap_or_default();
        let (offset, length) = (whole_number(&args[1])?, whole_number(&args[2])?);
        Ok(part(text, offset, length).into())
    })
    .with_parameter(Parameter::new("str", Type::STRING))
    .with_parameter(Parameter::new("offset", Type::NUMBER))
    .with_parameter(Parameter::new("length", Type::NUMBER))
    .never_null()
    .with_description("Returns a part of the string, by offset and length.")
}

/// A string with each character replaced by another.
fn mapped(text: &str, map: fn(char) -> char) -> Value {
    text.chars().map(map).collect::<String>().into()
}

/// The one character in lower case that a character has.
fn simple_lower(character: char) -> char {
    match character {
        // The only one of which the standard library knows no more than the full mapping, with a dot
        // that combines.
        'İ' => 'i',
        _ => only(character.to_lowercase()).unwrap_or(character),
    }
}

/// The one character in upper case that a character has.
///
/// The standard library has the full mappings. Where those give several characters there mostly is
/// no simple one, but Greek vowels with an iota subscript have one.
fn simple_upper(character: char) -> char {
    let distance = match character {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return only(character.to_uppercase()).unwrap_or(character),
    };
    char::from_u32(u32::from(character) + distance).unwrap_or(character)
}

/// The only one of several characters.
fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
    let first = characters.next();
    first.filter(|_| characters.next().is_none())
}

/// A function of a string.
fn of_string(result: Type, operation: fn(&str) -> Value) -> Function {
    Function::new(result, move |args| {
        Ok(operation(args[0].as_str().unwrap_or_default()))
    })
    .with_parameter(Parameter::new("str", Type::STRING))
    .never_null()
}

fn whole_number(value: &Value) -> Result<i64, FunctionError> {
    value.as_i64().ok_or_else(|| {
        FunctionError::new(format_args!(
            "{value} is not a whole number between {} and {}",
            i64::MIN,
            i64::MAX
        ))
    })
}

/// So many characters from an offset on.
fn part(text: &str, offset: i64, length: i64) -> &str {
    let magnitude = usize::try_from(offset.unsigned_abs()).unwrap_or(usize::MAX);
    let is_from_end = offset < 0;
    let offset = if is_from_end {
        text.graphemes(true).count().saturating_sub(magnitude)
    } else {
        magnitude
    };
    let rest = &text[byte_of(text, offset)..];
    match usize::try_from(length) {
        // The specification is silent here, and the reference takes everything.
        Ok(0) if is_from_end => rest,
        Ok(length) => &rest[..byte_of(rest, length)],
        Err(_) => rest,
    }
}

/// Where the character at an index begins; the end of the text if there is none.
fn byte_of(text: &str, index: usize) -> usize {
    let mut characters = text.grapheme_indices(true);
    characters.nth(index).map_or(text.len(), |(byte, _)| byte)
}
