//! Finds, reads and replaces the input files of a command.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use hcl::{Body, Diagnostic, Syntax};

use crate::args::Files;
use crate::decode;
use crate::session::{Failure, Result, Session};

/// The argument that means standard input.
const STDIN: &str = "-";

/// The name endings of configuration files.
const ENDINGS: [&str; 4] = [".hcl", ".tf", ".tfvars", ".nomad"];

/// The name endings of configuration files in JSON syntax.
const JSON_ENDINGS: [&str; 5] = [
    ".hcl.json",
    ".tf.json",
    ".tfvars.json",
    ".nomad.json",
    ".pkr.json",
];

/// A file, or standard input.
pub(crate) struct Input {
    path: Option<PathBuf>,
    pub(crate) name: String,
    pub(crate) syntax: Syntax,
    pub(crate) text: String,
}

/// The syntaxes of the files that are taken from folders.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Taken {
    Native,
    Both,
}

impl Files {
    /// Reads all files. Files that cannot be read are reported.
    pub(crate) fn read(&self, taken: Taken, session: &mut Session) -> Result<Vec<Input>> {
        let mut inputs = Vec::new();
        self.each(taken, session, |input, _| {
            inputs.push(input);
            Ok(())
        })?;
        Ok(inputs)
    }

    /// Reads one file after the other. Files that cannot be read are reported.
    pub(crate) fn each(
        &self,
        taken: Taken,
        session: &mut Session,
        mut with: impl FnMut(Input, &mut Session) -> Result<()>,
    ) -> Result<()> {
        for path in self.paths(taken)? {
            match path.and_then(Input::read) {
                Ok(input) => with(input, session)?,
                Err(Failure::Input(diagnostics)) => session.fail(diagnostics)?,
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// The paths of all files, and the errors in folders. `None` is standard input.
    fn paths(&self, taken: Taken) -> Result<Vec<Result<Option<PathBuf>>>> {
        if self.paths.is_empty() {
            return Ok(vec![Ok(None)]);
        }
        let mut paths = Vec::new();
        for path in &self.paths {
            if path.as_os_str() == STDIN {
                paths.push(Ok(None));
            } else if !path.is_dir() {
                paths.push(Ok(Some(path.clone())));
            } else if self.recursive {
                below(path, taken, &mut paths);
            } else {
                let path = path.display();
                return Err(Failure::Call(format!(
                    "{path} is a directory; use --recursive to process the files in it"
                )));
            }
        }
        Ok(paths)
    }
}

/// Adds the configuration files in a folder and its subfolders, and an error for each folder that cannot be read. Links
/// to folders are not followed, so that there is no cycle.
fn below(folder: &Path, taken: Taken, paths: &mut Vec<Result<Option<PathBuf>>>) {
    let entries = match entries(folder) {
        Ok(entries) => entries,
        Err(error) => {
            let path = folder.display();
            let detail = format!("\"{path}\" could not be read: {error}.");
            paths.push(Err(
                Diagnostic::error("Failed to read directory", detail).into()
            ));
            return;
        }
    };
    for Entry { path, is_folder } in entries {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if is_folder {
            if !name.starts_with('.') {
                below(&path, taken, paths);
            }
        } else if ENDINGS.iter().any(|ending| name.ends_with(ending))
            || taken == Taken::Both && JSON_ENDINGS.iter().any(|ending| name.ends_with(ending))
        {
            paths.push(Ok(Some(path)));
        }
    }
}

/// A file or a folder in a folder.
struct Entry {
    path: PathBuf,
    is_folder: bool,
}

/// The files and folders in a folder, by name.
fn entries(folder: &Path) -> io::Result<Vec<Entry>> {
    let entries = fs::read_dir(folder)?.map(|entry| {
        let entry = entry?;
        Ok(Entry {
            path: entry.path(),
            is_folder: entry.file_type()?.is_dir(),
        })
    });
    let mut entries = entries.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by(|one, other| one.path.file_name().cmp(&other.path.file_name()));
    Ok(entries)
}

impl Input {
    /// Reads a file, or standard input.
    pub(crate) fn read(path: Option<PathBuf>) -> Result<Self> {
        let Some(path) = path else {
            let text = decode::input::standard_input()?;
            // A body in native syntax begins with a name.
            let is_json = text.trim_start().starts_with(['{', '[']);
            return Ok(Input {
                path: None,
                name: decode::input::STDIN_NAME.to_owned(),
                syntax: if is_json {
                    Syntax::Json
                } else {
                    Syntax::Native
                },
                text,
            });
        };
        let name = path.display().to_string();
        Ok(Input {
            text: decode::input::text(fs::read(&path), &name, "")?,
            syntax: Syntax::of_path(&path),
            name,
            path: Some(path),
        })
    }

    /// Reads a file. A file that does not exist yet is empty.
    pub(crate) fn read_or_new(path: &Path) -> Result<Self> {
        if path.exists() {
            return Input::read(Some(path.to_owned()));
        }
        Ok(Input {
            name: path.display().to_string(),
            syntax: Syntax::of_path(path),
            text: String::new(),
            path: Some(path.to_owned()),
        })
    }

    /// The body, or all its errors.
    pub(crate) fn parse(&self) -> hcl::Result<Body> {
        decode::input::parse(&self.text, &self.name, self.syntax)
    }

    /// The body; `None` if it has errors, which are reported.
    pub(crate) fn parse_or_report(&self, session: &mut Session) -> Result<Option<Body>> {
        match self.parse() {
            Ok(body) => Ok(Some(body)),
            Err(error) => {
                session.fail(error.into_diagnostics())?;
                Ok(None)
            }
        }
    }

    /// The file; `None` for standard input.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// The path without links and dots, so that different spellings are equal. The file need not exist.
pub(crate) fn place(path: &Path) -> PathBuf {
    let in_folder = || {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    fs::canonicalize(path)
        .ok()
        .or_else(in_folder)
        .unwrap_or_else(|| path.to_owned())
}

/// Parses files. Files with errors are reported and left out.
pub(crate) fn bodies(inputs: &[Input], session: &mut Session) -> Result<Vec<Body>> {
    let mut bodies = Vec::new();
    for input in inputs {
        bodies.extend(input.parse_or_report(session)?);
    }
    Ok(bodies)
}

/// New versions of files. All of them are first written next to the old files, then each is renamed over its old file.
#[derive(Default)]
pub(crate) struct Replacements(Vec<Replacement>);

struct Replacement {
    written: PathBuf,
    target: PathBuf,
}

impl Replacements {
    /// Writes the new text of a file next to the old file. Links are followed, and the permissions are kept.
    pub(crate) fn write(&mut self, path: &Path, text: &str) -> Result<()> {
        let written = self.write_beside(path, text);
        written.map_err(|error| Failure::Call(format!("cannot write {}: {error}", path.display())))
    }

    fn write_beside(&mut self, path: &Path, text: &str) -> io::Result<()> {
        // Renaming would replace a device, a pipe or a broken link with a file.
        let target = match fs::metadata(path) {
            Ok(metadata) if metadata.is_file() => fs::canonicalize(path)?,
            Ok(_) => return Err(io::Error::other("it is not a regular file")),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Err(_) if fs::symlink_metadata(path).is_ok() => {
                return Err(io::Error::other(
                    "it is a link to a file that does not exist",
                ));
            }
            Err(_) => path.to_owned(),
        };
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let name = format!(".{name}.{}-{}", std::process::id(), self.0.len());
        let written = target.with_file_name(name);
        let mut file = fs::File::create_new(&written)?;
        self.0.push(Replacement {
            written,
            target: target.clone(),
        });
        file.write_all(text.as_bytes())?;
        if let Ok(metadata) = fs::metadata(&target) {
            file.set_permissions(metadata.permissions())?;
        }
        file.sync_all()
    }

    /// Renames all new files over the old files.
    pub(crate) fn finish(mut self) -> Result<()> {
        while !self.0.is_empty() {
            let Replacement { written, target } = &self.0[0];
            fs::rename(written, target).map_err(|error| {
                Failure::Call(format!("cannot write {}: {error}", target.display()))
            })?;
            self.0.remove(0);
        }
        Ok(())
    }
}

impl Drop for Replacements {
    /// Removes the new files that were not renamed.
    fn drop(&mut self) {
        for replacement in &self.0 {
            let _ = fs::remove_file(&replacement.written);
        }
    }
}
