//! How expressions refer to a block: which names take the place of its type, before its labels.

use hcl::references::NamedBlocks;
use hcl::{Body, Diagnostic, Path};

use crate::args::{NamingArgs, Preset};
use crate::decode;
use crate::session::Result;

/// For each block type, the names before the labels. `None` means that the only name is the type itself.
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
                let Some(prefix) = value.as_str() else {
                    let detail =
                        "The names that precede the labels must be a string, such as \"var\".";
                    let diagnostic = Diagnostic::error("Invalid names", detail);
                    return Err(diagnostic.at(&expression).into());
                };
                names.push((attribute.name().to_owned(), prefix.parse()?));
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
    pub(crate) fn declared(&self, body: &Body) -> hcl::references::References {
        let mut references = hcl::references::References::new();
        let mut types: Vec<(String, Path)> = Vec::new();
        if let Some(names) = &self.0 {
            types.clone_from(names);
        } else {
            references = references.with_root_attributes();
            for block in body.blocks() {
                let block_type = block.block_type();
                if types.iter().all(|(known, _)| known != block_type) {
                    types.push((block_type.to_owned(), Path::name(block_type)));
                }
            }
        }
        for (block_type, prefix) in types {
            let first = body.blocks_of_type(&block_type).next();
            let blocks = match first.map_or(0, |block| block.labels().len()) {
                0 => NamedBlocks::merged(&block_type),
                count => {
                    let labels = (1..=count).map(|number| format!("label {number}"));
                    NamedBlocks::labelled(&block_type, labels).with_unknown_others()
                }
            };
            references = match prefix.steps().first().and_then(hcl::PathStep::name) {
                Some(variable) => references.with(variable, blocks),
                None => references.with_root(blocks),
            };
        }
        references
    }
}
