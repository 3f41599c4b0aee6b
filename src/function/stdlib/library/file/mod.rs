//! Functions that read files below a root directory, which the application gives.
//!
//! | file | holds |
//! |---|---|
//! | `mod` | the contents of files, also as templates, and whether a file exists |
//! | `root` | which paths are allowed, and how their files are read |
//! | `fileset` | the names of files that match a pattern |
//! | `hash` | hashes of files |

#[cfg(feature = "stdlib-files")]
mod fileset;
#[cfg(feature = "stdlib-hash")]
mod hash;
mod root;

use std::path::PathBuf;

#[cfg(feature = "stdlib-encoding")]
use base64::Engine as _;

use crate::function::stdlib::support::{any, string, text};
use crate::function::{Function, FunctionError};
use crate::value::{Type, Value};

#[cfg(feature = "stdlib-files")]
pub use self::fileset::*;
#[cfg(feature = "stdlib-hash")]
pub use self::hash::*;
use self::root::Root;
use super::conversion::rendered;

/// `file(path)`: the text of a file below the root that the application gives.
///
/// [`files`](super::files) says which paths are allowed. A file that is not UTF-8 is an error.
///
/// Example: `file("motd.txt")` → `"Welcome!\n"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let root = std::env::temp_dir().join("hcl-stdlib-file");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(root.join("motd"), "hello\n")?;
/// let file = stdlib::file(&root);
/// assert_eq!(file.call(&["motd".into()])?, "hello\n");
/// assert!(file.call(&["../motd".into()]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn file(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::within_budget(Type::STRING, move |args, budget| {
        Ok(root.text(text(&args[0]), budget)?.into())
    })
    .with_parameter(string("path"))
    .never_null()
    .impure()
    .with_description("Returns the text of the file.")
}

/// `templatefile(path, vars)`: the text of a file below the root that the application gives, evaluated as a template
/// with the elements of `vars` as its variables.
///
/// The template has no other variables; it can call the functions that the call itself could. It cannot evaluate
/// another template by `templatefile` or `templatestring`. An error in it is reported with its location in the file and
/// the location of the call.
///
/// Example: `templatefile("hosts.tftpl", { name = "me", ips = ["::1"] })` → `"::1 me\n"`.
///
/// ```
/// use hcl::{EvalContext, function::stdlib};
///
/// let root = std::env::temp_dir().join("hcl-stdlib-templatefile");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(
///     root.join("hosts.tftpl"),
///     "%{ for ip in ips ~}\n${ip} ${name}\n%{ endfor ~}\n",
/// )?;
/// let ctx =
///     EvalContext::new().with_function("templatefile", stdlib::templatefile(&root));
/// let call =
///     r#"templatefile("hosts.tftpl", { ips = ["::1", "127.0.0.1"], name = "me" })"#;
/// let text = hcl::parse_expression(call)?.evaluate(&ctx)?;
/// assert_eq!(text, "::1 me\n127.0.0.1 me\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn templatefile(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::lazy(Type::DYNAMIC, move |call| {
        let (path, variables) = (call.evaluate(0)?, call.evaluate(1)?);
        let path = text(&path);
        let template = root.text(path, call.budget())?;
        rendered(call, Some(&root.shown(path)), &template, &variables)
    })
    .with_parameter(string("path"))
    .with_parameter(any("vars"))
    .impure()
    .with_description("Evaluates the file as a template with the given variables.")
}

/// `filebase64(path)`: the bytes of a file below the root that the application gives, in base64.
///
/// Example: `filebase64("motd.txt")` → `"V2VsY29tZSEK"`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let root = std::env::temp_dir().join("hcl-stdlib-filebase64");
/// std::fs::create_dir_all(&root)?;
/// std::fs::write(root.join("key"), [0xff, 0, 1])?;
/// assert_eq!(stdlib::filebase64(&root).call(&["key".into()])?, "/wAB");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[cfg(feature = "stdlib-encoding")]
pub fn filebase64(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::within_budget(Type::STRING, move |args, budget| {
        // Each three bytes become four.
        let charge =
            |length: usize| budget.spend_bytes((length.saturating_add(2) / 3).saturating_mul(4));
        let bytes = root.bytes(text(&args[0]), charge)?;
        Ok(base64::engine::general_purpose::STANDARD
            .encode(bytes)
            .into())
    })
    .with_parameter(string("path"))
    .never_null()
    .impure()
    .with_description("Returns the bytes of the file in base64.")
}

/// `fileexists(path)`: whether there is a file at the path below the root that the application gives.
///
/// Something other than a file, such as a directory, is an error.
///
/// Example: `fileexists("motd.txt")` → `true`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let root = std::env::temp_dir().join("hcl-stdlib-fileexists");
/// std::fs::create_dir_all(root.join("conf.d"))?;
/// std::fs::write(root.join("motd"), "hello\n")?;
/// let fileexists = stdlib::fileexists(&root);
/// assert_eq!(fileexists.call(&["motd".into()])?, true);
/// assert_eq!(fileexists.call(&["mtod".into()])?, false);
/// assert!(fileexists.call(&["conf.d".into()]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fileexists(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::new(Type::BOOL, move |args| {
        let Some(path) = root.find(text(&args[0]))? else {
            return Ok(false.into());
        };
        let kind = path
            .symlink_metadata()
            .map_err(|error| FunctionError::argument(0, error))?;
        if !kind.is_file() {
            return Err(FunctionError::argument(0, root::NO_FILE));
        }
        Ok(Value::from(true))
    })
    .with_parameter(string("path"))
    .never_null()
    .impure()
    .with_description("Tells whether there is a file at the path.")
}
