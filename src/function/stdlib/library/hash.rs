//! Hashes of strings (their bytes in UTF-8), and UUIDs (RFC 9562).

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher as _, Hasher as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha512};

use crate::function::stdlib::specified::string::of_string;
use crate::function::stdlib::support::{eager, shown, string, text};
use crate::function::{Function, FunctionError};
use crate::value::Type;

/// `md5(str)`: the MD5 hash in hexadecimal digits.
///
/// Example: `md5("hello")` → `"5d41402abc4b2a76b9719d911017c592"`.
pub fn md5() -> Function {
    in_hexadecimal::<Md5>().with_description("Returns the MD5 hash in hexadecimal digits.")
}

/// `sha1(str)`: the SHA-1 hash in hexadecimal digits.
///
/// Example: `sha1("hello")` → `"aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d"`.
pub fn sha1() -> Function {
    in_hexadecimal::<Sha1>().with_description("Returns the SHA-1 hash in hexadecimal digits.")
}

/// `sha256(str)`: the SHA-256 hash in hexadecimal digits.
///
/// Example: `sha256("hello")` → `"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"`.
pub fn sha256() -> Function {
    in_hexadecimal::<Sha256>().with_description("Returns the SHA-256 hash in hexadecimal digits.")
}

/// `sha512(str)`: the SHA-512 hash in hexadecimal digits.
///
/// Example: `substr(sha512("hello"), 0, 16)` → `"9b71d224bd62f378"`.
pub fn sha512() -> Function {
    in_hexadecimal::<Sha512>().with_description("Returns the SHA-512 hash in hexadecimal digits.")
}

/// `base64sha256(str)`: the SHA-256 hash in base64.
///
/// Example: `base64sha256("hello")` → `"LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ="`.
pub fn base64sha256() -> Function {
    in_base64::<Sha256>().with_description("Returns the SHA-256 hash in base64.")
}

/// `base64sha512(str)`: the SHA-512 hash in base64.
///
/// Example: `substr(base64sha512("hello"), 0, 16)` → `"m3HSJL1i83hdltRq"`.
pub fn base64sha512() -> Function {
    in_base64::<Sha512>().with_description("Returns the SHA-512 hash in base64.")
}

/// `uuidv5(namespace, name)`: the version 5 UUID of a name. The namespace is a UUID, or one of `dns`, `url`, `oid` and
/// `x500`.
///
/// Example: `uuidv5("dns", "example.com")` → `"cfbff0d1-9375-5685-968c-48ce8b15ae17"`.
pub fn uuidv5() -> Function {
    eager(Type::STRING, |args| {
        let namespace = match text(&args[0]) {
            "dns" => 0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8,
            "url" => 0x6ba7_b811_9dad_11d1_80b4_00c0_4fd4_30c8,
            "oid" => 0x6ba7_b812_9dad_11d1_80b4_00c0_4fd4_30c8,
            "x500" => 0x6ba7_b814_9dad_11d1_80b4_00c0_4fd4_30c8,
            other => read_uuid(other).ok_or_else(|| {
                let message = format!("{} is not a UUID", shown(&args[0]));
                FunctionError::argument(0, message)
            })?,
        };
        let hash = Sha1::new()
            .chain_update(namespace.to_be_bytes())
            .chain_update(text(&args[1]));
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        Ok(uuid(bytes, 5).into())
    })
    .with_parameter(string("namespace"))
    .with_parameter(string("name"))
    .never_null()
    .with_description("Returns the version 5 UUID of the name in the namespace.")
}

/// `uuidv4()`: a new version 4 UUID.
///
/// Its bits come from the random keys with which the standard library protects its hash tables: good for unique names,
/// not for secrets. On a target without such keys, such as WebAssembly without an operating system, the UUID is not
/// random either.
///
/// Example: `uuidv4()`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let uuid = stdlib::uuidv4();
/// assert_ne!(uuid.call(&[])?, uuid.call(&[])?);
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn uuidv4() -> Function {
    eager(Type::STRING, |_| {
        let mut bytes = [0; 16];
        for half in bytes.chunks_mut(8) {
            // Each `RandomState` has a key of its own.
            let random = RandomState::new().build_hasher().finish();
            half.copy_from_slice(&random.to_be_bytes());
        }
        Ok(uuid(bytes, 4).into())
    })
    .never_null()
    .impure()
    .with_description("Returns a random version 4 UUID.")
}

/// The text of a UUID of a version.
fn uuid(mut bytes: [u8; 16], version: u8) -> String {
    // The version and the variant replace some bits.
    bytes[6] = bytes[6] & 0x0f | version << 4;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let digits = hexadecimal(&bytes);
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
    parts.join("-")
}

fn read_uuid(text: &str) -> Option<u128> {
    let lengths = text.split('-').map(str::len);
    if !lengths.eq([8, 4, 4, 4, 12]) || text.contains('+') {
        return None;
    }
    u128::from_str_radix(&text.replace('-', ""), 16).ok()
}

fn in_hexadecimal<H: Digest>() -> Function {
    of_string(Type::STRING, |text| hexadecimal(&H::digest(text)).into())
}

fn in_base64<H: Digest>() -> Function {
    of_string(Type::STRING, |text| STANDARD.encode(H::digest(text)).into())
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    let digits = digits.map(|digit| b"0123456789abcdef"[usize::from(digit)]);
    digits.map(char::from).collect()
}
