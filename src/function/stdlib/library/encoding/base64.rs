//! Base64 (RFC 4648, with padding), also of data compressed with gzip.

use std::io::{Read as _, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::function::stdlib::support::{string, text, within_budget};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Type, Value};

/// `base64encode(str)`: the bytes of the string (UTF-8) in base64.
///
/// Example: `base64encode("Hello")` → `"SGVsbG8="`.
pub fn base64encode() -> Function {
    within_budget(Type::STRING, |args, budget| {
        encoded(text(&args[0]).as_bytes(), budget)
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Encodes the bytes of the string in base64.")
}

/// `base64decode(str)`: the string whose bytes (UTF-8) are given in base64.
///
/// Example: `base64decode("SGVsbG8=")` → `"Hello"`.
pub fn base64decode() -> Function {
    within_budget(Type::STRING, |args, budget| {
        of_utf8(decoded(&args[0], budget)?)
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Decodes a string from base64.")
}

/// `base64gzip(str)`: the bytes of the string, compressed with gzip, in base64.
///
/// Example: `base64gunzip(base64gzip("Hello"))` → `"Hello"`.
pub fn base64gzip() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        let compressed = encoder.write_all(text(&args[0]).as_bytes());
        let compressed = compressed.and_then(|()| encoder.finish())?;
        encoded(&compressed, budget)
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Compresses the string with gzip, and encodes the result in base64.")
}

/// `base64gunzip(str)`: the string that [`base64gzip`] has compressed.
///
/// At most 64 MiB are decompressed, even without a limit of bytes for the evaluation.
///
/// Example: `base64gunzip(base64gzip("Hello"))` → `"Hello"`.
pub fn base64gunzip() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let compressed = decoded(&args[0], budget)?;
        let mut reader = MultiGzDecoder::new(&*compressed).take(MAX_DECOMPRESSED + 1);
        let mut bytes = Vec::new();
        let mut chunk = [0; 4096];
        loop {
            let count = reader.read(&mut chunk).map_err(|error| {
                FunctionError::argument(0, format_args!("is not gzip: {error}"))
            })?;
            if count == 0 {
                break;
            }
            budget.spend_bytes(count)?;
            bytes.extend_from_slice(&chunk[..count]);
        }
        if bytes.len() as u64 > MAX_DECOMPRESSED {
            let message = format!("has more than {MAX_DECOMPRESSED} bytes when it is decompressed");
            return Err(FunctionError::argument(0, message));
        }
        of_utf8(bytes)
    })
    .with_parameter(string("str"))
    .never_null()
    .with_description("Decodes a string from base64, and decompresses it with gzip.")
}

/// Maximum number of bytes after decompression: a thousand compressed bytes may stand for a million.
const MAX_DECOMPRESSED: u64 = 64 << 20;

/// Bytes in base64.
pub(super) fn encoded(bytes: &[u8], budget: &Budget) -> Result<Value, FunctionError> {
    budget.spend_bytes(bytes.len().div_ceil(3).saturating_mul(4))?;
    Ok(STANDARD.encode(bytes).into())
}

/// The bytes that a string in base64 stands for. Line ends in the string are ignored.
pub(super) fn decoded(value: &Value, budget: &Budget) -> Result<Vec<u8>, FunctionError> {
    let text = text(value);
    budget.spend_bytes(text.len())?;
    let without_lines: Vec<u8> = text
        .bytes()
        .filter(|byte| !matches!(byte, b'\r' | b'\n'))
        .collect();
    STANDARD.decode(without_lines).map_err(|error| {
        let reason = error.to_string().to_lowercase();
        FunctionError::argument(0, format_args!("is not base64: {reason}"))
    })
}

fn of_utf8(bytes: Vec<u8>) -> Result<Value, FunctionError> {
    let message = "encodes bytes that are not UTF-8";
    let text = String::from_utf8(bytes).map_err(|_| FunctionError::argument(0, message))?;
    Ok(text.into())
}
