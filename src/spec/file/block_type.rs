//! The types of spec blocks, with their names and their schemas ("Spec Block Types").

use crate::schema::BodySchema;
use crate::syntax::tree::handle::Block;

/// The types of spec blocks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum SpecBlockType {
    Object,
    Tuple,
    Attr,
    Block,
    BlockList,
    BlockSet,
    BlockTuple,
    BlockMap,
    BlockObject,
    BlockAttrs,
    Literal,
    Default,
    Transform,
}

/// The names of the types of spec blocks.
const SPEC_BLOCK_TYPES: [(&str, SpecBlockType); 14] = [
    ("object", SpecBlockType::Object),
    ("array", SpecBlockType::Tuple),
    ("tuple", SpecBlockType::Tuple),
    ("attr", SpecBlockType::Attr),
    ("block", SpecBlockType::Block),
    ("block_list", SpecBlockType::BlockList),
    ("block_set", SpecBlockType::BlockSet),
    ("block_tuple", SpecBlockType::BlockTuple),
    ("block_map", SpecBlockType::BlockMap),
    ("block_object", SpecBlockType::BlockObject),
    ("block_attrs", SpecBlockType::BlockAttrs),
    ("literal", SpecBlockType::Literal),
    ("default", SpecBlockType::Default),
    ("transform", SpecBlockType::Transform),
];

/// Adds the types of spec blocks to a schema, with these labels.
pub(super) fn with_spec_blocks(schema: BodySchema, labels: &[&str]) -> BodySchema {
    let types = SPEC_BLOCK_TYPES.iter();
    types.fold(schema, |schema, (name, _)| {
        schema.with_block(*name, labels.iter().copied())
    })
}

impl SpecBlockType {
    /// The type of a block, if it is a spec block.
    pub(super) fn of(block: &Block) -> Option<Self> {
        let mut types = SPEC_BLOCK_TYPES.iter();
        let found = types.find(|(name, _)| *name == block.block_type());
        found.map(|(_, it)| *it)
    }

    /// The schema of a spec block.
    pub(super) fn schema(self) -> BodySchema {
        // `labels` are the labels of nested spec blocks; `None` if nested spec blocks are not allowed.
        let (required, optional, labels): (&[&str], &[&str], Option<&[&str]>) = match self {
            Self::Object => (&[], &[], Some(&["name"])),
            Self::Tuple | Self::Default => (&[], &[], Some(&[])),
            Self::Attr => (&[], &["name", "type", "required"], None),
            Self::Block => (&[], &["block_type", "required"], Some(&[])),
            Self::BlockList | Self::BlockSet | Self::BlockTuple => {
                (&[], &["block_type", "min_items", "max_items"], Some(&[]))
            }
            Self::BlockMap | Self::BlockObject => (&["labels"], &["block_type"], Some(&[])),
            Self::BlockAttrs => (&["element_type"], &["block_type", "required"], None),
            Self::Literal => (&["value"], &[], None),
            Self::Transform => (&["result"], &[], Some(&[])),
        };
        let mut schema = BodySchema::new();
        for name in required {
            schema = schema.with_required_attribute(*name);
        }
        for name in optional {
            schema = schema.with_attribute(*name);
        }
        match labels {
            Some(labels) => with_spec_blocks(schema, labels),
            None => schema,
        }
    }
}
