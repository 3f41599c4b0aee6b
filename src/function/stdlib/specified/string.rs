//! Functions of strings. A character is a grapheme cluster, which a reader sees as one character.

use std::ops::Bound;

use unicode_segmentation::UnicodeSegmentation as _;

use crate::function::stdlib::support::{eager, not_whole, number, string, text};
use crate::function::{Function, FunctionError};
use crate::number::Number;
use crate::value::{Type, Value};

/// `lower(str)`: the string with all letters in lower case.
///
/// Each letter becomes one letter, by the simple case mappings of Unicode. A letter without a simple mapping
/// stays as it is.
///
/// Example: `lower("HÉLLO")` → `"héllo"`.
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
/// Each letter becomes one letter, by the simple case mappings of Unicode. A letter without a simple mapping
/// stays as it is.
///
/// Example: `upper("héllo")` → `"HÉLLO"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::upper().call(&["straße".into()])?, "STRAßE");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn upper() -> Function {
    of_string(Type::STRING, |text| mapped(text, simple_upper))
        .with_description("Converts all lowercase letters of the string to uppercase.")
}

/// `reverse(str)`: the characters of the string in reverse order.
///
/// Example: `reverse("Héllo")` → `"olléH"`.
///
/// Example: `strrev("hello")` → `"olleh"`.
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

/// `strlen(str)`: the number of characters of the string.
///
/// Example: `strlen("héllo")` → `5`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::strlen().call(&["👩‍👩‍👦!".into()])?, 2);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn strlen() -> Function {
    eager(Type::NUMBER, |args| Ok(character_count(&args[0])))
        .with_parameter(string("str").allow_unknown())
        .never_null()
        .with_description("Returns the number of characters in the string.")
}

/// The number of characters of a string. For an unknown string, the characters of its known beginning are a
/// lower limit: what follows can only join the last of them.
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

/// `substr(str, offset, length)`: `length` characters of the string, beginning at `offset`.
///
/// A negative offset counts from the end; if it lies before the beginning, it is the beginning. A negative
/// length takes everything that follows. With a negative offset, a length of 0 does the same.
///
/// Example: `substr("héllo", 1, 2)` → `"él"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let substr = stdlib::substr();
/// assert_eq!(substr.call(&["Héllo".into(), (-2).into(), (-1).into()])?, "lo");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn substr() -> Function {
    eager(Type::STRING, |args| {
        let (offset, length) = (whole_number(&args[1])?, whole_number(&args[2])?);
        Ok(part(text(&args[0]), offset, length).into())
    })
    .with_parameter(string("str"))
    .with_parameter(number("offset"))
    .with_parameter(number("length"))
    .never_null()
    .with_description("Returns a part of the string, by offset and length.")
}

/// A string with each character replaced by another.
fn mapped(text: &str, map: fn(char) -> char) -> Value {
    text.chars().map(map).collect::<String>().into()
}

/// The simple lower case mapping of a character.
fn simple_lower(character: char) -> char {
    match character {
        // The only character for which the standard library has just the full mapping, which ends with a
        // combining dot.
        'İ' => 'i',
        _ => only(character.to_lowercase()).unwrap_or(character),
    }
}

/// The simple upper case mapping of a character.
///
/// The standard library has the full mappings. Where the full mapping has several characters, there is no
/// simple one, except for Greek vowels with an iota subscript.
pub(in crate::function::stdlib) fn simple_upper(character: char) -> char {
    let distance = match character {
        '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => 8,
        '\u{1fb3}' | '\u{1fc3}' | '\u{1ff3}' => 9,
        _ => return only(character.to_uppercase()).unwrap_or(character),
    };
    char::from_u32(u32::from(character) + distance).unwrap_or(character)
}

/// The only character of an iterator; `None` if there are several.
fn only(mut characters: impl Iterator<Item = char>) -> Option<char> {
    let first = characters.next();
    first.filter(|_| characters.next().is_none())
}

/// A function of a string.
pub(in crate::function::stdlib) fn of_string(
    result: Type,
    operation: fn(&str) -> Value,
) -> Function {
    Function::new(result, move |args| Ok(operation(text(&args[0]))))
        .with_parameter(string("str"))
        .never_null()
}

fn whole_number(value: &Value) -> Result<i64, FunctionError> {
    let number = value.as_i64();
    number.ok_or_else(|| FunctionError::new(not_whole(value)))
}

/// `length` characters from `offset` on.
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
        // The specification does not say what happens here. The reference implementation takes everything.
        Ok(0) if is_from_end => rest,
        Ok(length) => &rest[..byte_of(rest, length)],
        Err(_) => rest,
    }
}

/// The byte at which the character at an index begins; the end of the text if there is no such character.
fn byte_of(text: &str, index: usize) -> usize {
    let mut characters = text.grapheme_indices(true);
    characters.nth(index).map_or(text.len(), |(byte, _)| byte)
}
