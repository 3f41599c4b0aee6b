//! Hashes of the bytes of files, which are read in parts.

use std::fs::File;
use std::io::{self, Read};
use std::path::PathBuf;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::Md5;
use sha1::Sha1;
use sha2::digest::Digest;
use sha2::{Sha256, Sha512};

use super::super::hash::hexadecimal;
use super::root::{Root, unreadable};
use crate::function::Function;
use crate::function::stdlib::support::{string, text};
use crate::value::Type;

/// Bytes of a file that cost one step.
const BYTES_PER_STEP: usize = 64;

/// `filemd5(path)`: the MD5 hash of a file below the root that the application gives, in hexadecimal digits.
///
/// Example: `filemd5("motd.txt")` → `"22b8e22e3ea77e2c2077f3b41d5a00b0"`.
pub fn filemd5(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Md5>, hexadecimal)
        .with_description("Returns the MD5 hash of the file in hexadecimal digits.")
}

/// `filesha1(path)`: the SHA-1 hash of a file below the root that the application gives, in hexadecimal digits.
///
/// Example: `filesha1("motd.txt")` → `"985303d2fa11b07174b641d7800dead05826f47f"`.
pub fn filesha1(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Sha1>, hexadecimal)
        .with_description("Returns the SHA-1 hash of the file in hexadecimal digits.")
}

/// `filesha256(path)`: the SHA-256 hash of a file below the root that the application gives, in hexadecimal digits.
///
/// Example: `filesha256("motd.txt")` → `"6e5f4f50ba5543098f6b2e7307b741f7c3bb42a05dd748308b1b218a7e8de8c1"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let root = std::env::temp_dir().join("hcl-stdlib-filesha256");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(root.join("motd"), "hello")?;
/// let of_file = stdlib::filesha256(&root).call(&["motd".into()])?;
/// assert_eq!(of_file, stdlib::sha256().call(&["hello".into()])?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn filesha256(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Sha256>, hexadecimal)
        .with_description("Returns the SHA-256 hash of the file in hexadecimal digits.")
}

/// `filesha512(path)`: the SHA-512 hash of a file below the root that the application gives, in hexadecimal digits.
///
/// Example: `filesha512("motd.txt")` →
/// `"95c1b40e2c9e4114596d5444378e12036d897320a36b1be0a9a81965f8c6c5a5572fa46fdb2d37601b00a3cbd8b2c290b190d8374f89b3fdbeb0baeb25d3038c"`.
pub fn filesha512(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Sha512>, hexadecimal)
        .with_description("Returns the SHA-512 hash of the file in hexadecimal digits.")
}

/// `filebase64sha256(path)`: the SHA-256 hash of a file below the root that the application gives, in base64.
///
/// Example: `filebase64sha256("motd.txt")` → `"bl9PULpVQwmPay5zB7dB98O7QqBd10gwixshin6N6ME="`.
pub fn filebase64sha256(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Sha256>, in_base64)
        .with_description("Returns the SHA-256 hash of the file in base64.")
}

/// `filebase64sha512(path)`: the SHA-512 hash of a file below the root that the application gives, in base64.
///
/// Example: `filebase64sha512("motd.txt")` →
/// `"lcG0DiyeQRRZbVREN44SA22JcyCjaxvgqagZZfjGxaVXL6Rv2y03YBsAo8vYssKQsZDYN0+Js/2+sLrrJdMDjA=="`.
pub fn filebase64sha512(root: impl Into<PathBuf>) -> Function {
    of_file(root, hash::<Sha512>, in_base64)
        .with_description("Returns the SHA-512 hash of the file in base64.")
}

fn of_file(
    root: impl Into<PathBuf>,
    hash: fn(&mut io::Take<File>) -> io::Result<Vec<u8>>,
    written: fn(&[u8]) -> String,
) -> Function {
    let root = Root::new(root);
    Function::within_budget(Type::STRING, move |args, budget| {
        let charge = |length: usize| budget.spend_steps(length / BYTES_PER_STEP);
        let (file, length) = root.open(text(&args[0]), charge)?;
        let hash = hash(&mut file.take(length)).map_err(unreadable)?;
        Ok(written(&hash).into())
    })
    .with_parameter(string("path"))
    .never_null()
    .impure()
}

fn in_base64(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

fn hash<H: Digest>(file: &mut io::Take<File>) -> io::Result<Vec<u8>> {
    let mut hash = H::new();
    let mut part = [0; 8192];
    loop {
        let count = file.read(&mut part)?;
        if count == 0 {
            return Ok(hash.finalize().to_vec());
        }
        hash.update(&part[..count]);
    }
}
