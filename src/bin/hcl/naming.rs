//! What names a block in expressions: which names stand in the place of its type, before its labels.

use hcl::Path;

use crate::args::{Preset, References};
use crate::decode;
use crate::session::Result;

/// For each block type, the names that stand before the labels. Without a list, it is the type itself.
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
    pub(crate) fn new(args: &References) -> Result<Self> {
        if let Some(file) = &args.names {
            let mut names = Vec::new();
            let body = decode::input::file(file)?;
            for attribute in body.just_attributes().into_result()? {
                let value = attribute.expression().evaluate_literal()?;
                let prefix = value.as_str().unwrap_or_default().parse()?;
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

    /// The path of a traversal that names what stands at an address; `None` if nothing names it.
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
}
