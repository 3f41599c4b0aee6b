//! More functions of strings.

mod format;
mod parts;
#[cfg(feature = "stdlib-regex")]
mod regex;
mod verb;

use crate::function::Function;
use crate::function::stdlib::specified::string::{of_string, simple_upper};
use crate::value::Type;

pub use self::format::*;
pub use self::parts::*;
#[cfg(feature = "stdlib-regex")]
pub use self::regex::*;

/// `title(str)`: the string with the first letter of each word in title case.
///
/// A word begins after anything that is not a letter, a digit or an underscore.
///
/// Example: `title("hello world")` → `"Hello World"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// assert_eq!(stdlib::title().call(&["one two-three".into()])?, "One Two-Three");
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn title() -> Function {
    of_string(Type::STRING, |text| {
        let mut is_in_word = false;
        let map = |character: char| {
            let mapped = if is_in_word {
                character
            } else {
                simple_title(character)
            };
            is_in_word = is_of_word(character);
            mapped
        };
        text.chars().map(map).collect::<String>().into()
    })
    .with_description("Converts the first letter of each word of the string to title case.")
}

/// Whether the character is part of a word, so that no word begins after it. Beyond ASCII, only white space separates
/// words.
fn is_of_word(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_alphanumeric() || character == '_';
    }
    !character.is_whitespace()
}

/// The simple title case mapping of a character: its upper case mapping, except for digraphs, and for letters whose
/// capitals are used only in whole words.
fn simple_title(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        '\u{10d0}'..='\u{10fa}' | '\u{10fd}'..='\u{10ff}' => character,
        _ => simple_upper(character),
    }
}
