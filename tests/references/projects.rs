//! The files of real projects, with the names of Terraform.
//!
//! Each file stands alone, though a module mostly has several. So names that another file declares are reported as
//! undeclared: every reference is either resolved or reported.

use std::collections::BTreeSet;

use hcl::references::{NamedBlocks, References};
use hcl::{Body, EvalContext, ParseOptions, Value};

#[path = "../support/projects.rs"]
mod support;

/// The names of Terraform. The values of a module's outputs are unknown without its files.
fn terraform() -> References {
    let variables = NamedBlocks::labelled("variable", ["name"]);
    let resource = ["type", "name"];
    let references = References::new()
        .with(
            "var",
            variables.with_value_of("default").with_type_of("type"),
        )
        .with("local", NamedBlocks::merged("locals"))
        .with(
            "data",
            NamedBlocks::labelled("data", resource).with_unknown_others(),
        )
        .with_root(NamedBlocks::labelled("resource", resource).with_unknown_others());
    let given = ["module", "each", "count", "self", "path", "terraform"].into_iter();
    given.fold(references, |it, name| it.with_value(name, Value::dynamic()))
}

/// Numbers of references in the files, by their outcome.
#[derive(Default, Debug)]
struct Counts {
    files: usize,
    parts: usize,
    resolved: usize,
    undeclared: usize,
    elsewhere: usize,
}

impl Counts {
    /// Counts the references of a body, and compares them with the variables of its attributes.
    fn add(&mut self, body: &Body, place: &str) {
        let references = terraform();
        let dependencies = references.dependencies(body);
        self.files += 1;
        self.parts += dependencies.parts().len();
        for it in dependencies.references() {
            match it.undeclared() {
                Some(diagnostic) => {
                    assert!(diagnostic.position().is_some(), "{place}: {diagnostic}");
                    self.undeclared += 1;
                }
                None if it.is_declared() => self.resolved += 1,
                None => self.elsewhere += 1,
            }
        }
        let found = dependencies.references();
        let found: BTreeSet<_> = found.map(|it| it.traversal().span()).collect();
        // Type expressions are not evaluated, so names in them are not references.
        let types = body.blocks_of_type("variable");
        let types = types.filter_map(|it| it.body().attribute("type"));
        let types: Vec<_> = types.flat_map(|it| it.expression().variables()).collect();
        let types: BTreeSet<_> = types.iter().map(hcl::Traversal::span).collect();
        let variables = body.variables();
        let wanted: BTreeSet<_> = variables.iter().map(hcl::Traversal::span).collect();
        let wanted: BTreeSet<_> = wanted.difference(&types).copied().collect();
        assert_eq!(found, wanted, "{place}: other references");
        // A block of Terraform may refer to itself, as a provisioner does.
        let cycles = dependencies.by_block().cycles();
        assert!(cycles.is_empty(), "{place}: {}", cycles[0].detail());
        let scope = references.scope(body, &EvalContext::new()).value;
        let _ = scope.check();
    }
}

/// Checks the files of real projects, in the folder that `HCL_CONFORMANCE` names.
#[test]
#[ignore = "needs the files that HCL_CONFORMANCE names; CI runs it where they are"]
fn files_of_projects() {
    let folder = support::folder();
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder can be read")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|it| it == "tf"))
        .collect();
    paths.sort();
    let mut counts = Counts::default();
    for path in paths {
        let text = std::fs::read(&path).expect("the file can be read");
        let Ok(text) = String::from_utf8(text) else {
            continue;
        };
        let name = path.display().to_string();
        if let Ok(body) = ParseOptions::new()
            .with_filename(&name)
            .parse(&text)
            .into_result()
        {
            counts.add(&body, &name);
        }
    }
    assert!(counts.resolved > counts.undeclared, "{counts:?}");
    assert!(counts.files > 0, "no file of {}", folder.display());
}
