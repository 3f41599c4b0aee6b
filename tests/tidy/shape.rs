//! Checks sizes, parameters of type bool, headers, and that no time is measured.

use std::path::{Path, PathBuf};

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::{Report, Source};

const MAX_LINES_OF_FILE: usize = 600;
const MAX_LINES_OF_FUNCTION: usize = 60;

/// Public functions with a bool that is known from an attribute of serde.
const SWITCHES: [&str; 1] = ["exhaustive"];

/// Checks how long a file is.
pub(crate) fn check_length(source: &Source, report: &mut Report) {
    let lines = source.text.lines().count();
    if lines > MAX_LINES_OF_FILE {
        let words = format!("the file has {lines} lines, more than {MAX_LINES_OF_FILE}");
        report.add(&source.path, lines, words);
    }
}

/// Checks that a file begins with a header, and that the header of a part or folder says what it knows
/// nothing of: in the header itself, or in a comment after it where the header is documentation for users.
pub(crate) fn check_header(source: &Source, report: &mut Report) {
    let header: Vec<&str> = source
        .text
        .lines()
        .map_while(|line| line.strip_prefix("//!"))
        .map(str::trim)
        .collect();
    if header.first().is_none_or(|line| line.is_empty()) {
        report.add(
            &source.path,
            1,
            "the file does not begin with a \"//!\" header",
        );
    }
    let heads_folder = source.path.ends_with("mod.rs");
    let is_part = source
        .path
        .parent()
        .is_some_and(|folder| folder.ends_with("src"));
    let in_library = source.path.starts_with("src") && !source.path.ends_with("lib.rs");
    let says_limits = says_limits(&comments_before_items(&source.text));
    if in_library && (heads_folder || is_part) && !says_limits {
        report.add(
            &source.path,
            1,
            "the header does not say what it \"Knows nothing of\"",
        );
    }
}

/// The comments and attributes at the beginning of a file.
fn comments_before_items(text: &str) -> String {
    let is_before_items =
        |line: &&str| line.is_empty() || line.starts_with("//") || line.starts_with("#![");
    let lines: Vec<&str> = text.lines().take_while(is_before_items).collect();
    lines.join("\n")
}

fn says_limits(text: &str) -> bool {
    let words: Vec<&str> = text
        .lines()
        .map(|line| line.trim_start_matches(['/', '!', ' ']))
        .collect();
    words.join(" ").to_lowercase().contains("knows nothing of")
}

/// Checks that the documentation of public modules, which users read, has no notes on how the crate is built.
pub(crate) fn check_public_modules(sources: &[Source], report: &mut Report) {
    let mut public = vec![PathBuf::from("src/lib.rs")];
    while let Some(path) = public.pop() {
        let Some(source) = sources.iter().find(|it| it.path == path) else {
            continue;
        };
        let documentation = source.text.lines().filter(|line| line.starts_with("//!"));
        if says_limits(&documentation.collect::<Vec<_>>().join("\n")) {
            let words = "users read this header: say what it knows nothing of in a comment (\"//\") after it";
            report.add(&source.path, 1, words);
        }
        let folder = match path.file_stem() {
            Some(stem) if stem != "mod" && stem != "lib" => path.with_extension(""),
            _ => path.parent().unwrap_or(Path::new("")).to_owned(),
        };
        for item in &source.file.items {
            if let syn::Item::Mod(module) = item
                && matches!(module.vis, syn::Visibility::Public(_))
            {
                let name = module.ident.to_string();
                public.push(folder.join(format!("{name}.rs")));
                public.push(folder.join(name).join("mod.rs"));
            }
        }
    }
}

/// Checks the functions of a file, except those of its tests.
pub(crate) fn check_functions(source: &Source, report: &mut Report) {
    if !source.is_test() {
        Functions { source, report }.visit_file(&source.file);
    }
}

struct Functions<'a> {
    source: &'a Source,
    report: &'a mut Report,
}

impl Functions<'_> {
    fn check(&mut self, signature: &syn::Signature, is_public: bool, whole: Span) {
        let name = &signature.ident;
        let line = signature.span().start().line;
        let mut add = |words: String| self.report.add(&self.source.path, line, words);
        let lines = whole.end().line - line + 1;
        if lines > MAX_LINES_OF_FUNCTION {
            add(format!(
                "{name} has {lines} lines, more than {MAX_LINES_OF_FUNCTION}"
            ));
        }
        let parameters: Vec<&syn::PatType> = signature
            .inputs
            .iter()
            .filter_map(|input| match input {
                syn::FnArg::Typed(parameter) => Some(parameter),
                syn::FnArg::Receiver(_) => None,
            })
            .collect();
        let is_bool = |parameter: &&syn::PatType| match &*parameter.ty {
            syn::Type::Path(path) => path.path.is_ident("bool"),
            _ => false,
        };
        let is_switch = SWITCHES.iter().any(|switch| name == switch);
        if is_public && !is_switch && parameters.iter().any(is_bool) {
            add(format!("{name} is public and has a parameter of type bool"));
        }
    }
}

/// Whether something exists only in tests.
fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        if !is_test(&item.attrs) {
            visit::visit_item_mod(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        if !is_test(&item.attrs) {
            let is_public = matches!(item.vis, syn::Visibility::Public(_));
            self.check(&item.sig, is_public, item.span());
            visit::visit_item_fn(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        let is_public = matches!(item.vis, syn::Visibility::Public(_));
        self.check(&item.sig, is_public, item.span());
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.check(&item.sig, false, item.span());
        visit::visit_trait_item_fn(self, item);
    }

    fn visit_expr_method_call(&mut self, call: &'ast syn::ExprMethodCall) {
        if call.method == "unwrap" {
            let line = call.method.span().start().line;
            self.report
                .add(&self.source.path, line, "unwrap() outside of tests");
        }
        visit::visit_expr_method_call(self, call);
    }
}

/// Checks that a file measures no time: a test of time fails on a busy machine. How time grows, the benchmark `growth` shows.
pub(crate) fn check_clocks(source: &Source, report: &mut Report) {
    if !source.path.starts_with("tests/bench") {
        Clocks { source, report }.visit_file(&source.file);
    }
}

struct Clocks<'a> {
    source: &'a Source,
    report: &'a mut Report,
}

impl<'ast> Visit<'ast> for Clocks<'_> {
    fn visit_ident(&mut self, name: &'ast proc_macro2::Ident) {
        if name == "Instant" {
            let words = "Instant is for benchmarks: count steps, calls or bytes instead";
            let line = name.span().start().line;
            self.report.add(&self.source.path, line, words);
        }
    }
}
