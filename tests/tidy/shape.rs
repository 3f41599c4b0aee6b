//! Checks sizes, parameters of type `bool`, headers, the width of examples and comments, and the use of clocks.

use proc_macro2::Span;
use syn::spanned::Spanned as _;
use syn::visit::{self, Visit};

use super::{Report, Source};

const MAX_LINES_OF_FILE: usize = 800;
const MAX_LINES_OF_FUNCTION: usize = 80;
const MAX_COLUMNS_OF_EXAMPLE: usize = 85;
const MAX_COLUMNS_OF_COMMENT: usize = 120;

/// Public functions with a parameter of type `bool` that readers know from an attribute of serde.
const SWITCHES: [&str; 1] = ["exhaustive"];

/// Checks the length of a file.
pub(crate) fn check_length(source: &Source, report: &mut Report) {
    let lines = source.text.lines().count();
    if lines > MAX_LINES_OF_FILE {
        let words = format!("the file has {lines} lines, more than {MAX_LINES_OF_FILE}");
        report.add(&source.path, lines, words);
    }
}

/// Checks that code in documentation is narrow enough for a phone, and that drawings are not cut off in a browser.
pub(crate) fn check_examples(source: &Source, report: &mut Report) {
    let mut is_code = false;
    for (index, line) in source.text.lines().enumerate() {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or(line.strip_prefix("//!"));
        let Some(text) = comment.map(|it| it.strip_prefix(' ').unwrap_or(it)) else {
            is_code = false;
            continue;
        };
        let width = text.chars().count();
        if text.starts_with("```") {
            is_code = !is_code;
        } else if is_code && width > MAX_COLUMNS_OF_EXAMPLE && !text.starts_with("# ") {
            let words = format!(
                "code in documentation has {width} columns, more than {MAX_COLUMNS_OF_EXAMPLE}"
            );
            report.add(&source.path, index + 1, words);
        }
    }
}

/// Checks the width of comment lines. Code and the rows of tables are allowed to be wider.
pub(crate) fn check_comments(source: &Source, report: &mut Report) {
    let mut is_code = false;
    for (index, line) in source.text.lines().enumerate() {
        let Some(text) = line.trim_start().strip_prefix("//") else {
            is_code = false;
            continue;
        };
        let text = text.trim_start_matches(['/', '!']).trim_start();
        if text.starts_with("```") {
            is_code = !is_code;
        }
        let columns = line.chars().count();
        let is_breakable = !is_code && !text.starts_with('|') && text.contains(' ');
        if is_breakable && columns > MAX_COLUMNS_OF_COMMENT {
            let words =
                format!("the comment has {columns} columns, more than {MAX_COLUMNS_OF_COMMENT}");
            report.add(&source.path, index + 1, words);
        }
    }
}

/// Checks that a file begins with a header.
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

/// Whether an item exists only in tests.
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

/// Checks that a file does not measure time: a test that measures time fails on a busy machine. The benchmark `growth`
/// measures how time grows.
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
