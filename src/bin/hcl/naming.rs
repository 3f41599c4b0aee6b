//! How expressions refer to a block: which name takes the place of its type, before its labels.

use std::collections::HashSet;

use hcl::references::{NamedBlocks, References};
use hcl::{Body, BodySchema, Diagnostic, Path, PathStep};

use crate::args::{NamingArgs, Preset};
use crate::decode;
use crate::session::Result;

/// For each block type, the name before the labels, if there is one. `None` means that it is always the type itself.
pub(crate) struct Naming(Option<Vec<(String, Path)>>);

const TERRAFORM: &[(&str, &str)] = &[
    ("variable", "var"),
    ("locals", "local"),
    ("resource", ""),
    ("data", "data"),
    ("module", "module"),
    ("ephemeral", "ephemeral"),
];

const PACKER: &[(&str, &str)] = &[
    ("variable", "var"),
    ("local", "local"),
    ("locals", "local"),
    ("data", "data"),
    ("source", "source"),
];

impl Naming {
    pub(crate) fn new(args: &NamingArgs) -> Result<Self> {
        if let Some(file) = &args.names {
            let mut names = Vec::new();
            let body = decode::input::file(file)?;
            for attribute in body.just_attributes().into_result()? {
                let expression = attribute.expression();
                let value = expression.evaluate_literal()?;
                let wrong = |detail| Diagnostic::error("Invalid names", detail).at(&expression);
                let Some(prefix) = value.as_str() else {
                    let detail =
                        "The name that precedes the labels must be a string, such as \"var\".";
                    return Err(wrong(detail).into());
                };
                let prefix: Path = prefix.parse()?;
                if !matches!(prefix.steps(), [] | [PathStep::Attribute(_)]) {
                    let detail = "Only one name can precede the labels, as in \"var\".";
                    return Err(wrong(detail).into());
                }
                names.push((attribute.name().to_owned(), prefix));
            }
            return Ok(Naming(Some(names)));
        }
        let names = match args.preset {
            None => return Ok(Naming(None)),
            Some(Preset::Terraform) => TERRAFORM,
            Some(Preset::Packer) => PACKER,
        };
        let names = names.iter().map(|(block_type, prefix)| {
            let prefix: hcl::Result<Path> = prefix.parse();
            Ok(((*block_type).to_owned(), prefix?))
        });
        Ok(Naming(Some(names.collect::<hcl::Result<_>>()?)))
    }

    /// The path of a traversal that refers to the part at an address; `None` if no traversal can refer to it.
    pub(crate) fn reference(&self, address: &Path) -> Option<Path> {
        let Some(names) = &self.0 else {
            return Some(address.clone());
        };
        let (block_type, rest) = address.steps().split_first()?;
        let is_type = |(it, _): &&(String, Path)| block_type.name() == Some(it);
        let (_, prefix) = names.iter().find(is_type)?;
        let steps = prefix.iter().chain(rest).cloned();
        Some(steps.collect::<Path>()).filter(|it: &Path| matches!(it.steps(), [_, ..]))
    }

    /// Declares what expressions in a body can refer to: without a list, each block type in the body, and the
    /// attributes of the body.
    ///
    /// All blocks of a type must have as many labels as the first. The diagnostics are about those that have not: they
    /// have no name and are missing in the dependencies.
    pub(crate) fn declared(&self, body: &Body) -> (References, Vec<Diagnostic>) {
        let mut references = References::new();
        let mut types: Vec<(String, Path)> = Vec::new();
        if let Some(names) = &self.0 {
            types.clone_from(names);
        } else {
            references = references.with_root_attributes();
            let mut known = HashSet::new();
            for block in body.blocks() {
                let block_type = block.block_type();
                if known.insert(block_type.to_owned()) {
                    types.push((block_type.to_owned(), Path::name(block_type)));
                }
            }
        }
        let mut schema = BodySchema::new();
        for (block_type, prefix) in types {
            let first = body.blocks_of_type(&block_type).next();
            let count = first.map_or(0, |block| block.labels().len());
            let labels = (1..=count).map(|number| format!("label {number}"));
            let labels: Vec<String> = labels.collect();
            schema = schema.with_block(&block_type, labels.iter().map(String::as_str));
            let blocks = if labels.is_empty() {
                NamedBlocks::merged(&block_type)
            } else {
                NamedBlocks::labelled(&block_type, labels).with_unknown_others()
            };
            references = match prefix.steps().first().and_then(PathStep::name) {
                Some(variable) => references.with(variable, blocks),
                None => references.with_root(blocks),
            };
        }
        (references, body.partial_content(&schema).diagnostics)
    }
}
