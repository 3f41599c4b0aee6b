//! Functions of strings. A character is a grapheme cluster: what a reader sees as one.

use unicode_segmentation::UnicodeSegmentation as _;

use crate::function::{Function, FunctionError, Parameter};
use crate::value::{Type, Value};

/// `lower(str)`: the string with all letters in lower case.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::lower().call(&["HÉLLO".into()])?, "héllo");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn lower() -> Function {
    of_string(Type::STRING, |text| text.to_lowercase().into())
        .with_description("Converts all uppercase letters of the string to lowercase.")
}

/// `upper(str)`: the string with all letters in upper case.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::upper().call(&["héllo".into()])?, "HÉLLO");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn upper() -> Function {
    of_string(Type::STRING, |text| text.to_uppercase().into())
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
    of_string(Type::NUMBER, |text| text.graphemes(true).count().into())
        .with_description("Returns the number of characters in the string.")
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
    .parameter(Parameter::new("str", Type::STRING))
    .parameter(Parameter::new("offset", Type::NUMBER))
    .parameter(Parameter::new("length", Type::NUMBER))
    .never_null()
    .with_description("Returns a part of the string, by offset and length.")
}

/// A function of a string.
fn of_string(result: Type, operation: fn(&str) -> Value) -> Function {
    Function::new(result, move |args| {
        Ok(operation(args[0].as_str().unwrap_or_default()))
    })
    .parameter(Parameter::new("str", Type::STRING))
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
