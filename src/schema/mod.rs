//! What an application expects in a body, and what it finds there.
//!
//! "Body Schema and Content", "Dynamic Attributes" and "Partial Processing" of the information model: a schema names the
//! attributes and the block types of one body; applied to a body it gives the body's content.
//!
//! Knows nothing of values and evaluation: an attribute stays an expression.

mod content;
mod report;

use hashbrown::HashMap;

use crate::diagnostic::Diagnostic;

pub use content::BodyContent;

/// What is expected in a body: attributes by name, blocks by type and number of labels.
///
/// It describes one level. The bodies of the blocks have schemas of their own.
///
/// ```
/// use hcl::BodySchema;
///
/// let schema = BodySchema::new()
///     .with_required_attribute("name")
///     .with_attribute("port")
///     .with_block("listener", ["protocol"])
///     .with_block("logging", []);
///
/// let body = hcl::parse("name = \"web\"\n\nlistener \"http\" {\n  port = 80\n}\n")?;
/// let content = body.content(&schema)?;
/// assert!(content.attribute("name").is_some());
/// assert!(content.attribute("port").is_none());
/// assert_eq!(content.blocks().len(), 1);
///
/// let body = hcl::parse("listener {}\nnmae = \"web\"\n")?;
/// let error = body.content(&schema).expect_err("three things are wrong");
/// assert_eq!(error.diagnostics().len(), 3);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BodySchema {
    attributes: Vec<AttributeSchema>,
    blocks: Vec<BlockHeaderSchema>,
    /// Where each name stands in the two lists.
    index: HashMap<String, Entry>,
    /// Names that were asked for twice.
    conflicts: Vec<Conflict>,
}

/// An attribute that is expected.
#[derive(Clone, Debug)]
struct AttributeSchema {
    name: String,
    is_required: bool,
}

/// A type of blocks that is expected, and what its labels mean.
#[derive(Clone, Debug)]
struct BlockHeaderSchema {
    block_type: String,
    label_names: Vec<String>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Attribute(usize),
    Block(usize),
}

/// A name that a schema asks for twice.
#[derive(Clone, Debug)]
struct Conflict {
    name: String,
    /// What it was asked for before, and what then.
    kinds: [&'static str; 2],
}

impl BodySchema {
    /// A schema that expects nothing: an empty body.
    pub fn new() -> Self {
        BodySchema::default()
    }

    /// Expects an attribute that may be absent.
    ///
    /// No name may be asked for twice, be it as an attribute or as a block type. The schema
    /// of which that is true is refused where it is applied.
    #[must_use]
    pub fn with_attribute(self, name: impl Into<String>) -> Self {
        self.entered_attribute(name.into(), false)
    }

    /// Expects an attribute, and reports its absence.
    #[must_use]
    pub fn with_required_attribute(self, name: impl Into<String>) -> Self {
        self.entered_attribute(name.into(), true)
    }

    /// Expects blocks of a type, any number of them, each with as many labels as there are names.
    ///
    /// The names of the labels are for messages: what the labels say, such as `["type", "name"]`.
    #[must_use]
    pub fn with_block<'n>(
        mut self,
        block_type: impl Into<String>,
        label_names: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let block_type = block_type.into();
        if self.enter(&block_type, Entry::Block(self.blocks.len())) {
            self.blocks.push(BlockHeaderSchema {
                block_type,
                label_names: label_names.into_iter().map(str::to_owned).collect(),
            });
        }
        self
    }

    fn entered_attribute(mut self, name: String, is_required: bool) -> Self {
        if self.enter(&name, Entry::Attribute(self.attributes.len())) {
            self.attributes.push(AttributeSchema { name, is_required });
        }
        self
    }

    /// Enters a name, unless it is there already.
    fn enter(&mut self, name: &str, entry: Entry) -> bool {
        let Some(before) = self.index.get(name) else {
            self.index.insert(name.to_owned(), entry);
            return true;
        };
        self.conflicts.push(Conflict {
            name: name.to_owned(),
            kinds: [before.kind(), entry.kind()],
        });
        false
    }

    /// What is wrong with the schema itself.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        self.conflicts.iter().map(|Conflict { name, kinds }| {
            let [before, after] = kinds;
            let detail = if before == after {
                format!("The {after} \"{name}\" is asked for twice. Ask for it once.")
            } else {
                format!(
                    "The {after} \"{name}\" and the {before} of that name are both asked for. \
                     Arguments and blocks of one body need different names."
                )
            };
            Diagnostic::error("Invalid body schema", detail)
        })
    }

    fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.attributes.iter().map(|it| it.name.as_str())
    }

    fn block_types(&self) -> impl Iterator<Item = &str> {
        self.blocks.iter().map(|it| it.block_type.as_str())
    }
}

impl Entry {
    fn kind(self) -> &'static str {
        match self {
            Entry::Attribute(_) => "argument",
            Entry::Block(_) => "block type",
        }
    }
}
