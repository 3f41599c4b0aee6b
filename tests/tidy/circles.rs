//! Files of one folder must not import from each other in a circle.
//!
//! A reader starts with the file that imports from no other: each file must be understandable with the files that it
//! imports from, and those without it. Two kinds of files cannot be ordered in this way: recursive descent, and data
//! types that refer to each other. Each such circle is listed in [`ALLOWED`]; any other must be broken up.

use std::collections::{BTreeMap, BTreeSet};

use syn::visit::{self, Visit};

use super::{Report, Source};

/// Why some files may import from each other.
#[derive(Clone, Copy, Debug)]
enum Kind {
    /// Functions for the parts of a nested structure, which call each other.
    Descent,
    /// Data types that refer to each other.
    Data,
}

/// The circles that are allowed: kind, reason and files.
const ALLOWED: &[(Kind, &str, &[&str])] = &[
    (
        Kind::Data,
        "a value has a type, and a type holds values: the defaults of optional attributes",
        &[
            "value",
            "value::capsule",
            "value::entries",
            "value::object_type",
            "value::range",
            "value::ty",
            "value::unknown",
        ],
    ),
    (
        Kind::Descent,
        "a value is converted part by part, by the same rules",
        &[
            "convert",
            "convert::known",
            "convert::mismatch",
            "convert::resolve",
            "convert::unify",
        ],
    ),
    (
        Kind::Descent,
        "the evaluator holds the state of all kinds of expressions, and they evaluate each other",
        &["eval", "eval::variable"],
    ),
    (
        Kind::Data,
        "a context has names, which stand for what is evaluated in the context",
        &[
            "eval::context",
            "eval::names::definition",
            "eval::names::tree",
        ],
    ),
    (
        Kind::Descent,
        "recovery parses the items around an error again, and one file alone names the generated parser",
        &["syntax::parser", "syntax::parser::recover"],
    ),
    (
        Kind::Data,
        "the handles give each other out: a body its items and the bodies that it is made of, an item what several layers say in it, an expression its templates",
        &[
            "syntax::tree::handle",
            "syntax::tree::handle::body",
            "syntax::tree::handle::comment",
            "syntax::tree::handle::expression",
            "syntax::tree::handle::item",
            "syntax::tree::handle::layers",
            "syntax::tree::handle::overlay",
            "syntax::tree::handle::removed",
            "syntax::tree::handle::spread",
            "syntax::tree::handle::template",
        ],
    ),
    (
        Kind::Descent,
        "a body is written item by item, an item can be blocks, and each of them has a body",
        &["ser::blocks", "ser::body", "ser::items"],
    ),
    (
        Kind::Descent,
        "a body is decoded item by item, an item can be blocks, and each of them has a body; a JSON expression can be blocks",
        &[
            "de::block",
            "de::block::labels",
            "de::body",
            "de::body::items",
            "de::json",
            "de::json::elements",
            "de::json::map",
        ],
    ),
];

/// The path of a module or of an item, from the root of the crate.
type Path = Vec<String>;

/// What a file declares and uses.
#[derive(Default)]
struct Module {
    /// The path of each name that a `use` item brings into scope, and whether that item exports the name.
    names: BTreeMap<String, (Path, bool)>,
    /// Paths with more than one segment.
    paths: BTreeSet<Path>,
    /// The first segment of all paths.
    first_segments: BTreeSet<String>,
}

/// Checks all files of the library. A file in [`ALLOWED`] that is not in a circle is reported, too.
pub(crate) fn check(sources: &[Source], report: &mut Report) {
    let circles = circles(sources);
    for files in &circles {
        let is_allowed = ALLOWED
            .iter()
            .any(|(_, _, group)| files.iter().all(|file| group.contains(&file.as_str())));
        if !is_allowed {
            let words = format!("these files import from each other in a circle: {files:?}");
            report.add(std::path::Path::new("src"), 1, words);
        }
    }
    for (kind, reason, group) in ALLOWED {
        for file in *group {
            if !circles.iter().flatten().any(|other| other == file) {
                let words =
                    format!("{file} is in no circle any more; it is listed as {kind:?}: {reason}");
                report.add(std::path::Path::new("tests/tidy/circles.rs"), 1, words);
            }
        }
    }
}

/// Returns the groups of files that import from each other.
pub(crate) fn circles(sources: &[Source]) -> Vec<Vec<String>> {
    let library = sources.iter().filter(|source| !source.is_test());
    let modules = library
        .map(|source| (module_path(source), Module::read(source)))
        .filter(|(path, _)| !path.is_empty() && path[0] != "bin")
        .collect();
    let graph = Graph { modules };
    let circles = graph.circles().into_iter();
    let names = |circle: Vec<&Path>| circle.iter().map(|path| path.join("::")).collect();
    circles.map(names).collect()
}

/// Returns the path of the module in a file. It is empty for the root of the crate.
fn module_path(source: &Source) -> Path {
    let file = source.path.with_extension("");
    let names = file.iter().skip(1).map(|name| name.to_string_lossy());
    let is_module = |name: &String| !matches!(name.as_str(), "mod" | "lib" | "main");
    names.map(String::from).filter(is_module).collect()
}

impl Module {
    fn read(source: &Source) -> Self {
        let mut reader = ModuleReader {
            path: module_path(source),
            module: Module::default(),
        };
        reader.visit_file(&source.file);
        reader.module
    }

    /// Returns the paths that the file needs. Names that it exports without using them are not needed.
    fn needed(&self) -> impl Iterator<Item = &Path> {
        let names = self.names.iter();
        let used = names.filter(|(name, (_, is_export))| {
            !is_export || self.first_segments.contains(name.as_str())
        });
        used.map(|(_, (path, _))| path).chain(&self.paths)
    }
}

struct ModuleReader {
    path: Path,
    module: Module,
}

impl ModuleReader {
    /// Returns the path from the root of the crate. A path that begins with neither `crate`, `self` nor `super` is
    /// interpreted relative to the module, although it may be a path to another crate.
    fn absolute(&self, path: &[String]) -> Path {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let base = match path[0].as_str() {
            "crate" => &[][..],
            _ => &self.path[..self.path.len().saturating_sub(ups)],
        };
        let is_name = |name: &&String| !matches!(name.as_str(), "crate" | "self" | "super");
        base.iter()
            .chain(path.iter().filter(is_name))
            .cloned()
            .collect()
    }

    fn add_tree(&mut self, before: &[String], tree: &syn::UseTree, is_export: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree, is_export),
            syn::UseTree::Name(name) => self.add_name(&with(&name.ident), None, is_export),
            syn::UseTree::Rename(name) => {
                self.add_name(&with(&name.ident), Some(&name.rename), is_export);
            }
            syn::UseTree::Glob(_) => {
                self.module.paths.insert(self.absolute(before));
            }
            syn::UseTree::Group(group) => {
                let trees = group.items.iter();
                trees.for_each(|tree| self.add_tree(before, tree, is_export));
            }
        }
    }

    fn add_name(&mut self, path: &[String], rename: Option<&syn::Ident>, is_export: bool) {
        let path = self.absolute(path);
        let name = rename
            .map(syn::Ident::to_string)
            .or_else(|| path.last().cloned());
        if let Some(name) = name {
            self.module.names.insert(name, (path, is_export));
        }
    }
}

impl<'ast> Visit<'ast> for ModuleReader {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_export = !matches!(item.vis, syn::Visibility::Inherited);
        self.add_tree(&[], &item.tree, is_export);
    }

    /// The path in `pub(in super)` is not an import.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let segments = path.segments.iter();
        let path_names: Vec<String> = segments.map(|it| it.ident.to_string()).collect();
        self.module.first_segments.insert(path_names[0].clone());
        if path_names.len() > 1 {
            self.module.paths.insert(self.absolute(&path_names));
        }
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests may import from any file, and the generated parser is not written by hand.
        let is_skipped = ["tests", "grammar"].iter().any(|name| item.ident == name);
        if item.content.is_some() && !is_skipped {
            self.path.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.path.pop();
        }
    }
}

/// The modules of the library and their imports.
struct Graph {
    modules: BTreeMap<Path, Module>,
}

impl Graph {
    /// Returns the module that declares the item at a path.
    fn resolve(&self, path: &[String]) -> Option<&Path> {
        let mut path = path.to_vec();
        // Exports may be exported again. The crate needs fewer than eight steps.
        for _ in 0..8 {
            let length = (1..=path.len())
                .rev()
                .find(|length| self.modules.contains_key(&path[..*length]))?;
            let (found, module) = self.modules.get_key_value(&path[..length])?;
            let export = path.get(length).and_then(|name| module.names.get(name));
            match export {
                Some((target, _)) if *target != path[..=length] => {
                    path = [target, &path[length + 1..]].concat();
                }
                _ => return Some(found),
            }
        }
        None
    }

    /// Returns the other modules of the same part that a module needs.
    fn needed_by(&self, path: &Path) -> BTreeSet<&Path> {
        let needed = self.modules[path].needed();
        needed
            .filter_map(|needed| self.resolve(needed))
            .filter(|other| other[0] == path[0] && *other != path)
            .collect()
    }

    /// Returns all modules that can be reached from a module.
    fn reachable<'g>(
        &self,
        edges: &BTreeMap<&Path, BTreeSet<&'g Path>>,
        from: &Path,
    ) -> BTreeSet<&'g Path> {
        let mut reached = BTreeSet::new();
        let mut rest: Vec<&Path> = edges[from].iter().copied().collect();
        while let Some(path) = rest.pop() {
            if reached.insert(path) {
                rest.extend(&edges[path]);
            }
        }
        reached
    }

    /// Returns the groups of modules in which each module reaches all others.
    fn circles(&self) -> BTreeSet<Vec<&Path>> {
        let paths = self.modules.keys();
        let edges: BTreeMap<&Path, BTreeSet<&Path>> =
            paths.map(|path| (path, self.needed_by(path))).collect();
        let reached: BTreeMap<&Path, BTreeSet<&Path>> = edges
            .keys()
            .map(|path| (*path, self.reachable(&edges, path)))
            .collect();
        let circle_of = |path: &&Path| -> Vec<&Path> {
            let others = reached[*path].iter().copied();
            others
                .filter(|other| reached[*other].contains(*path))
                .collect()
        };
        let circles = edges.keys().map(circle_of);
        circles.filter(|circle| !circle.is_empty()).collect()
    }
}
