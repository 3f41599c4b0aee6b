//! Functions of the paths of files, which look at the text alone, and functions that read files below a root.
//!
//! The separator is `/` wherever a configuration is read: the same configuration gives the same result.

use std::fs;
use std::io::Read as _;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use super::support::{string, text};
use crate::function::{Function, FunctionError};
use crate::value::{Type, Value};

/// `basename(path)`: the last element of the path.
pub fn basename() -> Function {
    Function::new(Type::STRING, |args| {
        let path = text(&args[0]);
        let trimmed = path.trim_end_matches('/');
        let name = match trimmed.rsplit('/').next() {
            Some("") | None if path.is_empty() => ".",
            Some("") | None => "/",
            Some(name) => name,
        };
        Ok(name.into())
    })
    .with_parameter(string("path"))
    .never_null()
    .with_description("Returns the last element of the path.")
}

/// `dirname(path)`: the path without its last element.
pub fn dirname() -> Function {
    Function::new(Type::STRING, |args| {
        let path = text(&args[0]);
        let end = path.rfind('/').map_or(0, |at| at + 1);
        Ok(cleaned(&path[..end]).into())
    })
    .with_parameter(string("path"))
    .never_null()
    .with_description("Returns the path without its last element.")
}

/// The shortest path that is the same: without empty elements, `.` and, where possible, `..`.
fn cleaned(path: &str) -> String {
    let is_rooted = path.starts_with('/');
    let mut elements: Vec<&str> = Vec::new();
    for element in path.split('/') {
        match (element, elements.last()) {
            ("" | ".", _) => {}
            ("..", Some(last)) if *last != ".." => {
                elements.pop();
            }
            ("..", None) if is_rooted => {}
            _ => elements.push(element),
        }
    }
    let joined = elements.join("/");
    match (is_rooted, joined.is_empty()) {
        (true, _) => format!("/{joined}"),
        (false, true) => String::from("."),
        (false, false) => joined,
    }
}

/// `file(path)`: the text of a file below the root that the application gives.
///
/// The path is relative to the root. One that leads out of it, by `..` or by a symbolic link, is an error.
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
    let root: Arc<Path> = root.into().into();
    Function::within_budget(Type::STRING, move |args, budget| {
        let path = below(&root, text(&args[0]))?;
        let failed = |error| FunctionError::argument(0, error);
        let file = fs::File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        budget.spend_bytes(usize::try_from(length).unwrap_or(usize::MAX))?;
        let mut content = String::new();
        // Not more than was taken, should the file grow.
        file.take(length)
            .read_to_string(&mut content)
            .map_err(failed)?;
        Ok(content.into())
    })
    .with_parameter(string("path"))
    .never_null()
    .with_description("Returns the text of the file.")
}

/// `fileexists(path)`: whether there is a file at the path below the root that the application gives.
pub fn fileexists(root: impl Into<PathBuf>) -> Function {
    let root: Arc<Path> = root.into().into();
    Function::new(Type::BOOL, move |args| {
        let is_there = root.join(relative(text(&args[0]))?).exists();
        if !is_there {
            return Ok(false.into());
        }
        Ok(Value::from(below(&root, text(&args[0]))?.is_file()))
    })
    .with_parameter(string("path"))
    .never_null()
    .with_description("Tells whether there is a file at the path.")
}

/// `env(name)`: the environment variable with this name; an error if it is not set.
pub fn env() -> Function {
    Function::new(Type::STRING, |args| {
        let name = text(&args[0]);
        if name.is_empty() || name.contains(['=', '\0']) {
            let message = "is not the name of an environment variable";
            return Err(FunctionError::argument(0, message));
        }
        let value = std::env::var(name).map_err(|error| FunctionError::argument(0, error))?;
        Ok(value.into())
    })
    .with_parameter(string("name"))
    .never_null()
    .with_description("Returns the environment variable with this name.")
}

/// A path that does not leave the directory that it is relative to.
fn relative(path: &str) -> Result<&Path, FunctionError> {
    let path = Path::new(path);
    let is_below = |it: Component<'_>| matches!(it, Component::Normal(_) | Component::CurDir);
    if !path.components().all(is_below) {
        let message = "must be a path below the root, without \"..\"";
        return Err(FunctionError::argument(0, message));
    }
    Ok(path)
}

/// The file at a path below a root, symbolic links followed.
fn below(root: &Path, path: &str) -> Result<PathBuf, FunctionError> {
    let failed = |error| FunctionError::argument(0, error);
    let found = root.join(relative(path)?).canonicalize().map_err(failed)?;
    let root = root.canonicalize().map_err(failed)?;
    if !found.starts_with(root) {
        let message = "is a link that leads out of the root";
        return Err(FunctionError::argument(0, message));
    }
    Ok(found)
}
