//! Functions of file paths, which use only the text of a path.
//!
//! The separator is `/` on every platform, so that a configuration gives the same result everywhere.

use crate::function::Function;
use crate::function::stdlib::support::{eager, string, text};
use crate::value::Type;

/// `basename(path)`: the last element of the path.
///
/// Example: `basename("foo/bar/baz.txt")` → `"baz.txt"`.
pub fn basename() -> Function {
    eager(Type::STRING, |args| {
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
///
/// Example: `dirname("foo/bar/baz.txt")` → `"foo/bar"`.
pub fn dirname() -> Function {
    eager(Type::STRING, |args| {
        let path = text(&args[0]);
        let end = path.rfind('/').map_or(0, |at| at + 1);
        Ok(cleaned(&path[..end]).into())
    })
    .with_parameter(string("path"))
    .never_null()
    .with_description("Returns the path without its last element.")
}

/// The shortest equivalent path: without empty elements, `.` and, where possible, `..`.
pub(super) fn cleaned(path: &str) -> String {
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
