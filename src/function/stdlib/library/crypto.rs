//! Hashes of passwords, and decryption.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bcrypt::Version;
use rsa::PrivateKey;
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::DecodePrivateKey as _;

use crate::function::stdlib::support::{number, string, text, whole_number, within_budget};
use crate::function::{Function, FunctionError};
use crate::value::Type;

/// The cost of `bcrypt` if none is given.
const DEFAULT_COST: u32 = 10;

/// Maximum length of a password in bytes: bcrypt uses no more.
const MAX_PASSWORD: usize = 72;

/// `bcrypt(str, cost)`: the bcrypt hash of a password, with a new salt in each call. The cost is from 4 to 31; the
/// default is 10. Each increment doubles the time, which is about a twentieth of a second at a cost of 10.
///
/// Example: `bcrypt("hello")`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let hash = stdlib::bcrypt().call(&["hello".into(), 4.into()])?;
/// assert!(hash.as_str().is_some_and(|it| it.starts_with("$2a$04$")));
/// # Ok::<(), hcl::function::CallError>(())
/// ```
pub fn bcrypt() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let password = text(&args[0]);
        if password.len() > MAX_PASSWORD {
            let message =
                format!("has more than {MAX_PASSWORD} bytes, which is the most that bcrypt takes");
            return Err(FunctionError::argument(0, message));
        }
        let cost = match args.get(1) {
            Some(_) => u32::try_from(whole_number(args, 1)?).unwrap_or(u32::MAX),
            None => DEFAULT_COST,
        };
        if !(4..=31).contains(&cost) {
            return Err(FunctionError::argument(1, "must be from 4 to 31"));
        }
        // One of the `2^cost` rounds takes about 50 microseconds.
        budget.spend_steps(usize::try_from(8_u64 << cost).unwrap_or(usize::MAX))?;
        let parts = bcrypt::hash_with_result(password, cost).map_err(FunctionError::new)?;
        Ok(parts.format_for_version(Version::TwoA).into())
    })
    .with_parameter(string("str"))
    .with_parameter(number("cost").optional())
    .never_null()
    .impure()
    .with_description("Returns the bcrypt hash of the password.")
}

/// `rsadecrypt(ciphertext, privatekey)`: the text of a ciphertext in base64, encrypted with RSA and PKCS #1 v1.5
/// padding. The key is in the PEM form of PKCS #1 or PKCS #8, without a password.
///
/// Example: `can(rsadecrypt("", "not a key"))` → `false`.
pub fn rsadecrypt() -> Function {
    within_budget(Type::STRING, |args, budget| {
        let ciphertext = STANDARD.decode(text(&args[0]));
        let ciphertext = ciphertext
            .map_err(|error| FunctionError::argument(0, format_args!("is not base64: {error}")))?;
        let pem = text(&args[1]);
        // The time grows with the third power of the length.
        let length = pem.len() / 32;
        let steps = length.saturating_mul(length).saturating_mul(length) / 1_000;
        budget.spend_steps(steps)?;
        let key = PrivateKey::from_pkcs1_pem(pem.trim())
            .or_else(|_| PrivateKey::from_pkcs8_pem(pem.trim()))
            .map_err(|_| FunctionError::argument(1, "is not a private RSA key in PEM form"))?;
        let failed = || FunctionError::argument(0, "cannot be decrypted to text with this key");
        let decrypted = key.pkcs1v15_decrypt(&ciphertext).map_err(|_| failed())?;
        let decrypted = String::from_utf8(decrypted).map_err(|_| failed())?;
        budget.spend_bytes(decrypted.len())?;
        Ok(decrypted.into())
    })
    .with_parameter(string("ciphertext"))
    .with_parameter(string("privatekey"))
    .never_null()
    .with_description("Decrypts the text with RSA.")
}
