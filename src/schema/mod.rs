//! Schemas of bodies, and the content of a body according to a schema.
//!
//! "Body Schema and Content", "Dynamic Attributes" and "Partial Processing" of the information model: a
//! schema lists the attributes and the block types of one body; applied to a body, it gives the body's
//! content.

mod content;
mod report;

use std::fmt;
use std::sync::Arc;

use foldhash::{HashMap, HashSet, HashSetExt as _};

use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::tree::blocks::BlockRequest;

pub use content::BodyContent;

/// The expected items of a body: attributes by name, blocks by type and number of labels.
///
/// A schema describes one level. The bodies of the blocks have schemas of their own.
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
/// let content = body.content(&schema).into_result()?;
/// assert!(content.attribute("name").is_some());
/// assert!(content.attribute("port").is_none());
/// assert_eq!(content.blocks().len(), 1);
///
/// let body = hcl::parse("listener {}\nnmae = \"web\"\n")?;
/// let error = body.content(&schema).into_result().expect_err("three things are wrong");
/// assert_eq!(error.diagnostics().len(), 3);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct BodySchema {
    // Shared, because each diagnostic about an unexpected name keeps the names to search them for a similar one.
    names: Arc<SchemaNames>,
}

/// The names in a schema, with their entries.
#[derive(Clone, Debug, Default)]
struct SchemaNames {
    attributes: Vec<AttributeSchema>,
    blocks: Vec<BlockHeaderSchema>,
    /// The position of each name in the two lists.
    index: HashMap<String, SchemaEntry>,
    /// The errors of names that were added more than once.
    conflicts: Vec<Diagnostic>,
}

#[derive(Clone, Debug)]
struct AttributeSchema {
    name: String,
    is_required: bool,
}

/// An expected block type, with the meaning of its labels.
#[derive(Clone, Debug)]
struct BlockHeaderSchema {
    block_type: String,
    label_names: Vec<String>,
}

impl BlockHeaderSchema {
    fn request(&self) -> BlockRequest<'_> {
        BlockRequest::Named {
            block_type: &self.block_type,
            label_names: &self.label_names,
        }
    }
}

/// The index of a name among the attributes or the blocks of a schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SchemaEntry {
    Attribute(usize),
    Block(usize),
}

impl BodySchema {
    /// The block types with their numbers of labels.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = (&str, usize)> {
        let blocks = self.names.blocks.iter();
        blocks.map(|it| (it.block_type.as_str(), it.label_names.len()))
    }

    /// A schema for an empty body.
    pub fn new() -> Self {
        BodySchema::default()
    }

    /// Adds an optional attribute.
    ///
    /// A name can be added only once, as an attribute or as a block type. A schema with a repeated name is rejected
    /// when it is applied.
    #[must_use]
    pub fn with_attribute(mut self, name: impl Into<String>) -> Self {
        self.add_attribute(name.into(), false);
        self
    }

    /// Adds a required attribute.
    #[must_use]
    pub fn with_required_attribute(mut self, name: impl Into<String>) -> Self {
        self.add_attribute(name.into(), true);
        self
    }

    /// Adds a block type. A body may have any number of these blocks; each has as many labels as there are
    /// names.
    ///
    /// The label names, such as `["type", "name"]`, appear only in messages, where they describe the labels.
    #[must_use]
    pub fn with_block<'n>(
        mut self,
        block_type: impl Into<String>,
        label_names: impl IntoIterator<Item = &'n str>,
    ) -> Self {
        let label_names = label_names.into_iter().map(str::to_owned);
        self.add_block(block_type.into(), label_names.collect());
        self
    }

    /// Adds an attribute, unless it exists already. It is required if one of the requests is for a required one.
    pub(crate) fn request_attribute(&mut self, name: &str, is_required: bool) {
        match self.entry(name) {
            Some(SchemaEntry::Attribute(at)) => {
                Arc::make_mut(&mut self.names).attributes[at].is_required |= is_required;
            }
            _ => self.add_attribute(name.to_owned(), is_required),
        }
    }

    /// Adds a block type, unless it exists already with this number of labels.
    pub(crate) fn request_block(&mut self, block_type: &str, label_names: &[String]) {
        let is_known = match self.entry(block_type) {
            Some(SchemaEntry::Block(at)) => {
                self.names.blocks[at].label_names.len() == label_names.len()
            }
            _ => false,
        };
        if !is_known {
            self.add_block(block_type.to_owned(), label_names.to_vec());
        }
    }

    fn add_attribute(&mut self, name: String, is_required: bool) {
        let names = Arc::make_mut(&mut self.names);
        if names.enter(&name, SchemaEntry::Attribute(names.attributes.len())) {
            names.attributes.push(AttributeSchema { name, is_required });
        }
    }

    fn add_block(&mut self, block_type: String, label_names: Vec<String>) {
        let names = Arc::make_mut(&mut self.names);
        if names.enter(&block_type, SchemaEntry::Block(names.blocks.len())) {
            names.blocks.push(BlockHeaderSchema {
                block_type,
                label_names,
            });
        }
    }

    fn entry(&self, name: &str) -> Option<SchemaEntry> {
        self.names.index.get(name).copied()
    }

    /// The errors of the schema itself, each once.
    pub(crate) fn diagnostics(&self) -> impl Iterator<Item = Diagnostic> {
        let mut details = HashSet::new();
        let conflicts = self.names.conflicts.iter();
        let distinct = conflicts.filter(move |it| details.insert(it.detail()));
        distinct.cloned()
    }

    fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.names.attributes.iter().map(|it| it.name.as_str())
    }

    fn block_types(&self) -> impl Iterator<Item = &str> {
        self.names.blocks.iter().map(|it| it.block_type.as_str())
    }
}

impl fmt::Debug for BodySchema {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("BodySchema")
            .field("attributes", &self.names.attributes)
            .field("blocks", &self.names.blocks)
            .finish()
    }
}

impl SchemaNames {
    /// Adds a name, unless it exists already.
    fn enter(&mut self, name: &str, entry: SchemaEntry) -> bool {
        let Some(before) = self.index.get(name) else {
            self.index.insert(name.to_owned(), entry);
            return true;
        };
        let detail = match (before, entry) {
            (SchemaEntry::Attribute(_), SchemaEntry::Attribute(_)) => {
                format!("The schema contains the argument \"{name}\" twice. Add it once.")
            }
            (SchemaEntry::Block(_), SchemaEntry::Block(_)) => {
                format!("The schema contains the block type \"{name}\" twice. Add it once.")
            }
            _ => format!(
                "The schema contains both the block type and the argument \"{name}\". Arguments and blocks of one \
                 body need different names."
            ),
        };
        let conflict = Diagnostic::of(Code::InvalidBodySchema, detail);
        self.conflicts.push(conflict);
        false
    }
}
