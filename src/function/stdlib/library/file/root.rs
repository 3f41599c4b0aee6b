//! The root directory that functions that read files cannot leave.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use crate::function::{Budget, FunctionError};

/// Maximum number of symbolic links that are followed in a path.
const MAX_LINKS: usize = 40;

pub(super) const NO_FILE: &str = "is a directory or a device, not a file";

/// A root directory: paths are relative to it, or begin with it.
///
/// Symbolic links are followed here, one by one, rather than by the operating system: nothing outside of the root is
/// ever looked at, not even to find out whether it exists.
#[derive(Clone)]
pub(super) struct Root(Arc<Path>);

impl Root {
    pub(super) fn new(root: impl Into<PathBuf>) -> Self {
        Root(root.into().into())
    }

    /// The name of a file in diagnostics.
    pub(super) fn shown(&self, path: &str) -> String {
        self.0.join(path).display().to_string()
    }

    /// The text of a file, whose bytes are charged to the budget.
    pub(super) fn text(&self, path: &str, budget: &Budget) -> Result<String, FunctionError> {
        let bytes = self.bytes(path, |length| budget.spend_bytes(length))?;
        String::from_utf8(bytes).map_err(|error| {
            let at = error.utf8_error().valid_up_to();
            let message = format!("the file is not text: byte {at} is not valid UTF-8");
            FunctionError::argument(0, message)
        })
    }

    /// The bytes of a file. Their number is charged before they are read.
    pub(super) fn bytes(
        &self,
        path: &str,
        charge: impl FnOnce(usize) -> Result<(), FunctionError>,
    ) -> Result<Vec<u8>, FunctionError> {
        let (file, length) = self.open(path, charge)?;
        let mut bytes = Vec::new();
        file.take(length.saturating_add(1))
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > length {
            return Err(FunctionError::argument(
                0,
                "the file grew while it was read",
            ));
        }
        Ok(bytes)
    }

    /// Opens a file, and returns it with its length, which is charged before the file is opened.
    pub(super) fn open(
        &self,
        path: &str,
        charge: impl FnOnce(usize) -> Result<(), FunctionError>,
    ) -> Result<(File, u64), FunctionError> {
        let found = self.find(path)?;
        let missing = || FunctionError::argument(0, "there is no such file");
        let found = found.ok_or_else(missing)?;
        // Checked before the file is opened: opening a pipe would block.
        let metadata = found.symlink_metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Err(FunctionError::argument(0, NO_FILE));
        }
        let length = metadata.len();
        charge(usize::try_from(length).unwrap_or(usize::MAX))?;
        Ok((File::open(found).map_err(unreadable)?, length))
    }

    /// Resolves a path. Returns `None` if nothing exists there. No part of the returned path is a symbolic link.
    ///
    /// # Errors
    ///
    /// If the path leads out of the root.
    pub(super) fn find(&self, path: &str) -> Result<Option<PathBuf>, FunctionError> {
        let path = Path::new(path);
        let root = self.0.canonicalize().map_err(unreadable)?;
        let below = if path.is_absolute() {
            // The application may have given the root by a path with symbolic links.
            let below = path.strip_prefix(&self.0).or(path.strip_prefix(&root));
            below.map_err(|_| not_below())?
        } else {
            path
        };
        let below = relative(below)?;
        let mut found = root.clone();
        let mut rest = VecDeque::new();
        push_front(&mut rest, below);
        let mut links = 0;
        while let Some(name) = rest.pop_front() {
            if name == ".." {
                if found == root {
                    return Err(leaves());
                }
                found.pop();
                continue;
            }
            found.push(name);
            let metadata = match found.symlink_metadata() {
                Ok(metadata) => metadata,
                Err(error) if is_absence(&error) => return Ok(None),
                Err(error) => return Err(unreadable(error)),
            };
            if !metadata.is_symlink() {
                continue;
            }
            links += 1;
            if links > MAX_LINKS {
                return Err(FunctionError::argument(0, "leads through too many links"));
            }
            let target = fs::read_link(&found).map_err(unreadable)?;
            if target.is_absolute() {
                found.clone_from(&root);
                let target = target.strip_prefix(&root).map_err(|_| leaves())?;
                push_front(&mut rest, target);
            } else {
                found.pop();
                push_front(&mut rest, &target);
            }
        }
        Ok(Some(found))
    }
}

/// Puts the components of a path before the remaining ones.
fn push_front(rest: &mut VecDeque<OsString>, path: &Path) {
    for component in path.components().rev() {
        if component != Component::CurDir {
            rest.push_front(component.as_os_str().to_owned());
        }
    }
}

/// Returns the path if it cannot leave the directory that it is relative to, and an error otherwise.
pub(super) fn relative(path: &Path) -> Result<&Path, FunctionError> {
    let is_below = |it: Component<'_>| matches!(it, Component::Normal(_) | Component::CurDir);
    if !path.components().all(is_below) {
        return Err(not_below());
    }
    Ok(path)
}

fn not_below() -> FunctionError {
    FunctionError::argument(0, "must be a path below the root, without \"..\"")
}

/// Whether an error means that nothing exists at a path.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

fn leaves() -> FunctionError {
    FunctionError::argument(0, "is a link that leads out of the root")
}

#[expect(clippy::needless_pass_by_value, reason = "it is what `map_err` takes")]
pub(super) fn unreadable(error: io::Error) -> FunctionError {
    FunctionError::argument(0, format_args!("cannot be read: {error}"))
}
