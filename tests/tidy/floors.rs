//! Checks which part of the crate imports from which.
//!
//! The parts are on floors, and a file imports from its own part or from lower floors. The lower floors have two
//! pillars: syntax, and operations on values. The pillars do not import from each other; they meet in `eval`.

use std::path::Path;

use proc_macro2::{Span, TokenStream, TokenTree};
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::{Report, Source};

/// The pillar to which a part belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Pillar {
    Syntax,
    Value,
    /// Below both pillars, or above both.
    Common,
}

/// The parts in ascending order: name, floor, pillar. Parts on the same floor do not import from each other, with two
/// exceptions: on floor 0, a part imports from the parts before it; and `convert` and `syntax` import from `value`.
const PARTS: &[(&str, usize, Pillar)] = &[
    ("identifier", 0, Pillar::Common),
    ("limits", 0, Pillar::Common),
    ("nfc", 0, Pillar::Common),
    ("swar", 0, Pillar::Common),
    ("repeated", 0, Pillar::Common),
    ("quote", 0, Pillar::Common),
    ("span", 0, Pillar::Common),
    ("source", 0, Pillar::Common),
    ("spanned", 0, Pillar::Common),
    ("protocol", 0, Pillar::Common),
    ("path", 0, Pillar::Common),
    ("diagnostic", 0, Pillar::Common),
    ("error", 0, Pillar::Common),
    ("file", 0, Pillar::Common),
    ("number", 0, Pillar::Common),
    ("json_text", 0, Pillar::Common),
    ("value", 1, Pillar::Common),
    ("syntax", 1, Pillar::Syntax),
    ("convert", 1, Pillar::Value),
    ("schema", 2, Pillar::Syntax),
    ("validation", 2, Pillar::Syntax),
    ("analysis", 2, Pillar::Syntax),
    ("format", 2, Pillar::Syntax),
    ("function", 2, Pillar::Value),
    ("eval", 3, Pillar::Common),
    ("print", 3, Pillar::Common),
    ("spec", 4, Pillar::Common),
    ("dynblock", 4, Pillar::Common),
    ("reduce", 5, Pillar::Common),
    ("references", 5, Pillar::Common),
    ("de", 5, Pillar::Common),
    ("ser", 5, Pillar::Common),
    ("json", 6, Pillar::Common),
    ("edit", 6, Pillar::Common),
    ("miette", 6, Pillar::Common),
    ("macros", 7, Pillar::Common),
    ("guide", 7, Pillar::Common),
    ("mapping", 7, Pillar::Common),
    ("lib", 7, Pillar::Common),
    ("main", 7, Pillar::Common),
    ("bin", 7, Pillar::Common),
];

/// The parts of `syntax`; each imports from those before it.
const SYNTAX: &[&str] = &[
    "lexer",
    "comment",
    "lines",
    "tree",
    "parser",
    "json",
    "options",
    "from_str",
    "path_text",
    "settings",
    "resolve",
    "address",
];

/// The recursion among the parts of `syntax`: a file, and the later part that it calls. JSON strings contain native
/// syntax, which is parsed when it is requested.
const RECURSION: (&str, &str) = ("syntax::tree::embedded", "syntax::parser");

/// Crates that only one file or folder may use.
const HIDDEN: &[(&str, &str)] = &[
    ("lalrpop_util", "src/syntax/parser/mod.rs"),
    ("bigdecimal", "src/number"),
    ("annotate_snippets", "src/diagnostic/render/tests.rs"),
];

/// Whether a part may import from another part.
fn may_see(part: &str, other: &str) -> bool {
    let place = |name: &str| PARTS.iter().position(|(part, ..)| *part == name);
    let (Some(here), Some(there)) = (place(part), place(other)) else {
        return false;
    };
    let ((_, floor, pillar), (_, other_floor, other_pillar)) = (PARTS[here], PARTS[there]);
    let same_pillar = pillar == other_pillar || [pillar, other_pillar].contains(&Pillar::Common);
    let lower = other_floor < floor || (floor <= 1 && other_floor == floor && there < here);
    lower && same_pillar
}

/// Checks that the table in `CONTRIBUTING.md` contains each part with its floor.
pub(crate) fn check_table(path: &Path, text: &str, report: &mut Report) {
    let mut missing = PARTS.to_vec();
    for (at, line) in text.lines().enumerate() {
        let mut cells = line.split('|').skip(1).map(str::trim);
        let Some(floor) = cells.next().and_then(|it| it.parse::<usize>().ok()) else {
            continue;
        };
        for name in cells.next().unwrap_or_default().split(", ") {
            let name = name.trim_matches('`');
            let known = missing.len();
            missing.retain(|part| (part.0, part.1) != (name, floor));
            if missing.len() == known {
                let words = format!("{name:?} is not a part of floor {floor}, or is repeated");
                report.add(path, at + 1, words);
            }
        }
    }
    for (name, floor, _) in missing {
        let words = format!("the part {name:?} of floor {floor} is not in the table");
        report.add(path, 1, words);
    }
}

/// Checks the imports of a file.
pub(crate) fn check(source: &Source, report: &mut Report) {
    let mut names: Vec<String> = source
        .path
        .with_extension("")
        .iter()
        .skip(1)
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names.last().is_some_and(|name| name == "mod") {
        names.pop();
    }
    if !PARTS.iter().any(|(part, ..)| *part == names[0]) {
        report.add(
            &source.path,
            1,
            format_args!("no floor is known for {:?}", names[0]),
        );
        return;
    }
    let is_roof = matches!(names[0].as_str(), "lib" | "main" | "bin");
    if is_roof || source.is_test() {
        return;
    }
    let mut imports = Imports {
        module: names,
        found: Vec::new(),
    };
    imports.visit_file(&source.file);
    let module = imports.module;
    for (path, span) in imports.found {
        let allowed = match (module[0] == path[0], module.get(1), path.get(1)) {
            (false, ..) => may_see(&module[0], &path[0]),
            (true, Some(here), Some(there)) if module[0] == "syntax" => {
                let place = |name: &String| SYNTAX.iter().position(|part| part == name);
                let (from, to) = RECURSION;
                let is_recursion = module.join("::") == from && path[..2].join("::") == to;
                is_recursion || place(there) <= place(here)
            }
            _ => true,
        };
        if !allowed {
            let (module, path) = (module.join("::"), path.join("::"));
            let words = format!("{module} must not know {path}");
            report.add(&source.path, span.start().line, words);
        }
    }
}

/// The paths in a file that begin with `crate` or `super`, converted to paths from the root of the crate.
struct Imports {
    module: Vec<String>,
    found: Vec<(Vec<String>, Span)>,
}

impl Imports {
    fn add(&mut self, path: &[String], span: Span) {
        let ups = path.iter().take_while(|name| *name == "super").count();
        let base = match path.first().map(String::as_str) {
            Some("crate") => &[][..],
            Some("super") if ups <= self.module.len() => &self.module[..self.module.len() - ups],
            _ => return,
        };
        let names = path
            .iter()
            .filter(|name| !matches!(name.as_str(), "crate" | "super"));
        let path: Vec<String> = base.iter().chain(names).cloned().collect();
        if !path.is_empty() {
            self.found.push((path, span));
        }
    }

    fn add_tree(&mut self, before: &[String], tree: &syn::UseTree) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.add_tree(&with(&path.ident), &path.tree),
            syn::UseTree::Name(name) => self.add(&with(&name.ident), name.span()),
            syn::UseTree::Rename(name) => self.add(&with(&name.ident), name.span()),
            syn::UseTree::Glob(glob) => self.add(before, glob.span()),
            syn::UseTree::Group(group) => {
                group
                    .items
                    .iter()
                    .for_each(|tree| self.add_tree(before, tree));
            }
        }
    }
}

impl<'ast> Visit<'ast> for Imports {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.add_tree(&[], &item.tree);
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path
            .segments
            .iter()
            .map(|segment| segment.ident.to_string())
            .collect();
        self.add(&names, path.span());
        visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        // Tests may import from any file, and the generated parser is not written by hand.
        let is_own = |name: &str| item.ident == name;
        if item.content.is_some() && !is_own("tests") && !is_own("grammar") {
            self.module.push(item.ident.to_string());
            visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }
}

/// Checks that a file does not use a crate that only another file may use.
pub(crate) fn check_hidden_crates(source: &Source, report: &mut Report) {
    let tokens: TokenStream = source.text.parse().expect("a file that parses has tokens");
    let mut streams = vec![tokens];
    while let Some(stream) = streams.pop() {
        for token in stream {
            match token {
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Ident(ident) => {
                    for (name, place) in HIDDEN {
                        if ident == name && !source.path.starts_with(place) {
                            let words = format!("only {place} may name {name}");
                            report.add(&source.path, ident.span().start().line, words);
                        }
                    }
                }
                _ => {}
            }
        }
    }
}
