//! Checks that each file is a module: the compiler ignores a file that no other file declares.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use super::{Report, Source};

/// Checks the files of a folder of sources.
pub(crate) fn check(sources: &[Source], report: &mut Report) {
    let declared: HashSet<PathBuf> = sources.iter().flat_map(declared_files).collect();
    for Source { path, .. } in sources {
        let is_root = path.ends_with("lib.rs") || path.ends_with("main.rs");
        if !is_root && !declared.contains(path) {
            report.add(path, 1, "no file declares this module");
        }
    }
}

/// Returns the possible files of the modules that a file declares.
fn declared_files(source: &Source) -> Vec<PathBuf> {
    let stem = source.path.file_stem().unwrap_or_default();
    let folder = source.path.parent().unwrap_or(Path::new(""));
    let folder = match stem.to_str() {
        Some("lib" | "main" | "mod") => folder.to_owned(),
        _ => folder.join(stem),
    };
    let mut files = Vec::new();
    for item in &source.file.items {
        if let syn::Item::Mod(module) = item
            && module.content.is_none()
        {
            let name = module.ident.to_string();
            files.push(folder.join(format!("{name}.rs")));
            files.push(folder.join(name).join("mod.rs"));
        }
    }
    files
}
