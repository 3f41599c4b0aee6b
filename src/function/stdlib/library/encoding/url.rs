//! Text in the query of a URL (RFC 3986, with `+` for a space as in HTML forms).

use std::fmt::Write as _;

use crate::function::stdlib::support::{eager, string, text, within_budget};
use crate::function::{Function, FunctionError};
use crate::value::{Type, Value};

/// `urlencode(str)`: the string, escaped for the query of a URL.
///
/// Example: `urlencode("a:b&c d")` → `"a%3Ab%26c+d"`.
pub fn urlencode() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let text = text(&args[0]);
        let escaped = text
            .bytes()
            .filter(|byte| !is_plain(*byte) && *byte != b' ');
        budget.spend_bytes(text.len() + 2 * escaped.count())?;
        let mut encoded = String::with_capacity(text.len());
        for byte in text.bytes() {
            match byte {
                b' ' => encoded.push('+'),
                _ if is_plain(byte) => encoded.push(char::from(byte)),
                _ => write!(encoded, "%{byte:02X}").map_err(FunctionError::new)?,
            }
        }
        Ok(encoded.into())
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Escapes the string for the query of a URL.")
}

/// `urldecode(str)`: the string that is escaped for the query of a URL.
///
/// Example: `urldecode("a%3Ab%26c+d")` → `"a:b&c d"`.
pub fn urldecode() -> Function {
    eager(Type::STRING, |args| {
        let text = text(&args[0]);
        let mut decoded = Vec::with_capacity(text.len());
        let mut rest = text.as_bytes();
        while let [first, others @ ..] = rest {
            rest = others;
            match first {
                b'+' => decoded.push(b' '),
                b'%' => {
                    let escape = others.get(..2);
                    let byte = escape.and_then(|it| Some(digit(it[0])? << 4 | digit(it[1])?));
                    decoded.push(byte.ok_or_else(|| {
                        FunctionError::argument(
                            0,
                            "\"%\" must be followed by two hexadecimal digits",
                        )
                    })?);
                    rest = &others[2..];
                }
                _ => decoded.push(*first),
            }
        }
        let decoded = String::from_utf8(decoded);
        let decoded =
            decoded.map_err(|_| FunctionError::argument(0, "encodes text that is not UTF-8"))?;
        Ok(Value::from(decoded))
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Decodes a string that is escaped for the query of a URL.")
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte)
}

fn digit(byte: u8) -> Option<u8> {
    let digit = char::from(byte).to_digit(16)?;
    u8::try_from(digit).ok()
}
