//! Text in character sets other than UTF-8, as bytes in base64.
//!
//! The names are those of the WHATWG encoding standard, and a few more from the IANA registry.

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::base64::{decoded, encoded};
use crate::function::stdlib::support::{shown, string, text, within_budget};
use crate::function::{Function, FunctionError};
use crate::value::{Type, Value};

/// `textencodebase64(string, encoding)`: the string in the character set, in base64.
///
/// Example: `textencodebase64("Hi", "UTF-16LE")` → `"SABpAA=="`.
pub fn textencodebase64() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let (encoding, text) = (charset(&args[1])?, text(&args[0]));
        budget.spend_bytes(text.len().saturating_mul(2))?;
        if encoding == UTF_16LE || encoding == UTF_16BE {
            let is_little = encoding == UTF_16LE;
            let units = text.encode_utf16();
            let bytes = units.flat_map(|unit| {
                if is_little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            });
            return encoded(&bytes.collect::<Vec<_>>(), budget);
        }
        let (bytes, _, has_others) = encoding.encode(text);
        if has_others || text.chars().any(|it| is_control(encoding, it)) {
            let message = format!("has characters that {} does not have", encoding.name());
            return Err(FunctionError::argument(0, message));
        }
        encoded(&bytes, budget)
    })
    .with_parameter(string("string"))
    .with_parameter(string("encoding"))
    .never_null()
    .with_description("Encodes the string in the character set, and the result in base64.")
}

/// `textdecodebase64(source, encoding)`: the string whose bytes in the character set are given in base64.
///
/// Example: `textdecodebase64("SABpAA==", "UTF-16LE")` → `"Hi"`.
pub fn textdecodebase64() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let encoding = charset(&args[1])?;
        let bytes = decoded(&args[0], budget)?;
        budget.spend_bytes(bytes.len().saturating_mul(3))?;
        let text = encoding.decode_without_bom_handling_and_without_replacement(&bytes);
        let text = text.filter(|text| !text.chars().any(|it| is_control(encoding, it)));
        let text = text.ok_or_else(|| {
            let message = format!("has bytes that are not valid in {}", encoding.name());
            FunctionError::argument(0, message)
        })?;
        Ok(Value::from(&*text))
    })
    .with_parameter(string("source"))
    .with_parameter(string("encoding"))
    .never_null()
    .with_description("Decodes a string in the character set from base64.")
}

/// The character set with a name.
fn charset(name: &Value) -> Result<&'static Encoding, FunctionError> {
    let label = text(name);
    let label = match label.to_ascii_uppercase().as_str() {
        "CP936" | "MS936" | "WINDOWS-936" => "GBK",
        "CP949" | "MS949" => "EUC-KR",
        "CP950" => "Big5",
        "CP932" | "MS932" => "Shift_JIS",
        _ => label,
    };
    let encoding = Encoding::for_label_no_replacement(label.as_bytes());
    encoding.ok_or_else(|| {
        FunctionError::argument(1, format!("{} is not a known character set", shown(name)))
    })
}

/// Whether the standard maps a byte to this control character that the character set itself leaves unassigned.
fn is_control(encoding: &'static Encoding, character: char) -> bool {
    encoding.name().starts_with("windows-") && ('\u{80}'..='\u{9f}').contains(&character)
}
