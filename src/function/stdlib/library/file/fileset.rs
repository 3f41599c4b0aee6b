//! The names of files that match a pattern.

use std::fs;
use std::path::{Path, PathBuf};

use foldhash::{HashSet, HashSetExt as _};
use globset::{GlobBuilder, GlobSet};

use super::super::path::cleaned;
use super::root::{Root, relative, unreadable};
use crate::function::stdlib::support::{string, text};
use crate::function::{Budget, Function, FunctionError};
use crate::value::{Type, Value};

/// Maximum length of a pattern in bytes.
const MAX_PATTERN: usize = 4096;

/// Bytes of a pattern that cost one step when the pattern is compiled.
const TEXT_PER_STEP: usize = 4;
/// Bytes of a pattern that cost one step when a name is matched.
const TEXT_PER_MATCH: usize = 64;

/// `fileset(path, pattern)`: the paths of the files below the directory at `path` that match the pattern, relative to
/// that directory, below the root that the application gives. A directory that does not exist has no files.
///
/// In the pattern, `*` stands for any characters except `/`, `**` for any number of directories, `?` for one character
/// except `/`, `[a-z]` for one of a class and `{a,b}` for one of several patterns. Names that begin with a dot are not
/// special. A symbolic link to a file below the root counts as a file; directories that are symbolic links are not
/// searched.
///
/// Example: `fileset("conf.d", "**/*.conf")` → `["a.conf", "sites/b.conf"]`.
///
/// ```
/// use hcl::function::stdlib;
///
/// let root = std::env::temp_dir().join("hcl-stdlib-fileset");
/// std::fs::create_dir_all(root.join("conf.d/sites"))?;
/// for name in [
///     "main.conf",
///     "conf.d/a.conf",
///     "conf.d/sites/b.conf",
///     "conf.d/sites/b.bak",
/// ] {
///     std::fs::write(root.join(name), "")?;
/// }
/// let names = stdlib::fileset(&root).call(&["conf.d".into(), "**/*.conf".into()])?;
/// assert_eq!(names.to_string(), r#"["a.conf", "sites/b.conf"]"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn fileset(root: impl Into<PathBuf>) -> Function {
    let root = Root::new(root);
    Function::within_budget(Type::set(Type::STRING), move |args, budget| {
        let pattern = GlobPattern::read(text(&args[1]), budget)?;
        let names = pattern.names(&root, text(&args[0]), budget)?;
        Ok(Value::set(
            &Type::STRING,
            names.into_iter().map(Value::from),
        )?)
    })
    .with_parameter(string("path"))
    .with_parameter(string("pattern"))
    .never_null()
    .impure()
    .with_description("Returns the paths of the files below a directory that match the pattern.")
}

struct GlobPattern {
    matcher: GlobSet,
    /// Maximum number of directories in the path of a match.
    depth: usize,
    /// Steps that each name in a searched directory costs.
    steps: usize,
}

impl GlobPattern {
    fn read(text: &str, budget: &Budget) -> Result<Self, FunctionError> {
        let failed = |message: &dyn std::fmt::Display| FunctionError::argument(1, message);
        if text.len() > MAX_PATTERN {
            return Err(failed(&format_args!(
                "must not have more than {MAX_PATTERN} bytes"
            )));
        }
        budget.spend_steps(text.len() / TEXT_PER_STEP)?;
        relative(Path::new(text)).map_err(|error| failed(&error))?;
        let text = cleaned(text);
        let mut builder = GlobBuilder::new(&text);
        builder.literal_separator(true).backslash_escape(true);
        // A set with a single pattern reports errors in the pattern, whereas `compile_matcher` panics.
        let glob = builder.build().map_err(|error| failed(error.kind()))?;
        let matcher = GlobSet::new([glob]).map_err(|error| failed(error.kind()))?;
        // Only `**` matches separators that are not written in the pattern.
        let depth = if text.contains("**") {
            usize::MAX
        } else {
            text.matches('/').count()
        };
        Ok(GlobPattern {
            matcher,
            depth,
            steps: 1 + text.len() / TEXT_PER_MATCH,
        })
    }

    /// The paths of the files that match, relative to the directory at a path.
    fn names(
        &self,
        root: &Root,
        path: &str,
        budget: &Budget,
    ) -> Result<HashSet<String>, FunctionError> {
        let mut names = HashSet::new();
        let Some(top) = root.find(path)? else {
            return Ok(names);
        };
        // Directories still to be searched: the path, the name relative to `path`, and the depth below it.
        let mut open = vec![(top, String::new(), 0)];
        while let Some((directory, name, depth)) = open.pop() {
            for entry in fs::read_dir(directory).map_err(unreadable)? {
                budget.spend_steps(self.steps)?;
                let entry = entry.map_err(unreadable)?;
                let own = entry.file_name();
                let own_name = own.to_string_lossy();
                let name = match &*name {
                    "" => own_name.to_string(),
                    name => format!("{name}/{own_name}"),
                };
                let kind = entry.file_type().map_err(unreadable)?;
                if kind.is_dir() {
                    if depth < self.depth {
                        open.push((entry.path(), name, depth + 1));
                    }
                    continue;
                }
                if !self.matcher.is_match(&name) {
                    continue;
                }
                if own.to_str().is_none() {
                    let message =
                        format!("has a file whose name is not UTF-8: {}", Value::from(name));
                    return Err(FunctionError::argument(0, message));
                }
                let is_file =
                    kind.is_file() || kind.is_symlink() && leads_to_file(root, path, &name);
                if is_file {
                    budget.spend_bytes(name.len())?;
                    names.insert(name);
                }
            }
        }
        Ok(names)
    }
}

/// Whether a link leads to a file below the root.
fn leads_to_file(root: &Root, path: &str, name: &str) -> bool {
    let path = Path::new(path).join(name);
    let found = path.to_str().map(|path| root.find(path));
    matches!(found, Some(Ok(Some(found))) if found.is_file())
}
