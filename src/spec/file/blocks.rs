//! The spec blocks ("Spec Block Types").

use foldhash::{HashMap, HashMapExt as _};

use super::SpecFileReader;
use super::block_type::SpecBlockType;
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::BodyContent;
use crate::spec::{BlockCounts, BlockResult, Spec};
use crate::syntax::tree::handle::Block;
use crate::value::Value;

/// A spec block with its content.
struct SpecBlock<'b> {
    block: &'b Block,
    block_type: SpecBlockType,
    content: BodyContent,
    /// Whether the content fits the schema.
    is_whole: bool,
    /// The name of the spec in an object.
    default_name: Option<&'b str>,
}

impl SpecFileReader {
    /// The spec of a spec block. `default_name` is the name of the spec in an object.
    pub(super) fn spec(&mut self, block: &Block, default_name: Option<&str>) -> Spec {
        let Some(block_type) = SpecBlockType::of(block) else {
            return Spec::literal(Value::NULL);
        };
        let content = block.body().content(&block_type.schema());
        let is_whole = content.diagnostics.is_empty();
        self.report_content(content.diagnostics);
        let before = self.diagnostics.count();
        let spec = self.spec_of(&SpecBlock {
            block,
            block_type,
            content: content.value,
            is_whole,
            default_name,
        });
        match spec.problem() {
            // The error of the spec as a whole is reported only if none of its parts has an error.
            Some(problem) if self.diagnostics.count() == before && is_whole => {
                self.missing(problem, &block.body());
                Spec::literal(Value::NULL)
            }
            Some(_) => Spec::literal(Value::NULL),
            None => spec,
        }
    }

    fn spec_of(&mut self, it: &SpecBlock<'_>) -> Spec {
        let content = &it.content;
        match it.block_type {
            SpecBlockType::Object => self.object(content),
            SpecBlockType::Tuple => Spec::tuple(self.children(content)),
            SpecBlockType::Attr => {
                let name = self.name(it.block, content, "name", it.default_name);
                let ty = self.ty(content, "type");
                Spec::of_attr(name, ty, self.requirement(content))
            }
            SpecBlockType::Block => {
                let (name, nested) = (self.decoded_type(it), self.only_child(it));
                Spec::of_block(name, nested, self.requirement(content))
            }
            SpecBlockType::BlockList => self.blocks(it, BlockResult::List),
            SpecBlockType::BlockSet => self.blocks(it, BlockResult::Set),
            SpecBlockType::BlockTuple => self.blocks(it, BlockResult::Tuple),
            SpecBlockType::BlockMap => self.labelled(it, BlockResult::Map),
            SpecBlockType::BlockObject => self.labelled(it, BlockResult::Object),
            SpecBlockType::BlockAttrs => {
                let (name, element) = (self.decoded_type(it), self.ty(content, "element_type"));
                Spec::of_block_attrs(name, element, self.requirement(content))
            }
            SpecBlockType::Literal => self.literal(content),
            SpecBlockType::Default => self.default(it),
            SpecBlockType::Transform => {
                let nested = self.only_child(it);
                match content.attribute("result") {
                    Some(result) => Spec::transform(nested, result.expression(), &self.ctx),
                    None => nested,
                }
            }
        }
    }

    fn object(&mut self, content: &BodyContent) -> Spec {
        let mut attributes: Vec<(String, Spec)> = Vec::new();
        let mut indices: HashMap<String, usize> = HashMap::new();
        for child in content.blocks() {
            let Some(label) = child.labels().next() else {
                continue;
            };
            let name = label.text().into_owned();
            let spec = self.spec(child, Some(&name));
            if let Some(index) = indices.get(&name) {
                attributes[*index].1 = spec;
                let detail = format!(
                    "There is already a spec for the attribute \"{name}\" of this object. Remove one of the two, or \
                     change its label."
                );
                self.report_block(Diagnostic::of(Code::DuplicateAttributeSpec, detail), child);
            } else {
                indices.insert(name.clone(), attributes.len());
                attributes.push((name, spec));
            }
        }
        Spec::object(attributes)
    }

    fn children(&mut self, content: &BodyContent) -> Vec<Spec> {
        let children = content.blocks().iter();
        children.map(|child| self.spec(child, None)).collect()
    }

    fn literal(&mut self, content: &BodyContent) -> Spec {
        let Some(attribute) = content.attribute("value") else {
            return Spec::literal(Value::NULL);
        };
        let value = attribute.expression().evaluate_diagnosed(&self.ctx);
        Spec::literal(value.reported_to(&mut self.diagnostics))
    }

    fn default(&mut self, it: &SpecBlock<'_>) -> Spec {
        let specs = self.children(&it.content);
        if specs.is_empty() {
            if it.is_whole {
                let detail = "A default must have at least one spec block. Each of them is used only if those before \
                              it give no value.";
                let diagnostic = Diagnostic::of(Code::MissingSpecBlock, detail);
                self.missing(diagnostic, &it.block.body());
            }
            return Spec::literal(Value::NULL);
        }
        Spec::default(specs)
    }

    /// The only spec in a block. If the block is incomplete, a missing spec has been reported already.
    fn only_child(&mut self, it: &SpecBlock<'_>) -> Spec {
        let detail = match it.block_type {
            SpecBlockType::Transform => {
                "A transform must have exactly one spec block, which gives the value that is transformed.".to_owned()
            }
            _ => format!(
                "A {} spec must have exactly one spec block, which describes the value made from the content of a \
                 block.",
                it.block.block_type()
            ),
        };
        let children = it.content.blocks();
        if let Some(second) = children.get(1) {
            let diagnostic = Diagnostic::of(Code::ExtraneousSpecBlock, detail);
            self.report_block(diagnostic, second);
        } else if children.is_empty() && it.is_whole {
            let diagnostic = Diagnostic::of(Code::MissingSpecBlock, detail);
            self.missing(diagnostic, &it.block.body());
        }
        let child = children.first();
        child.map_or_else(
            || Spec::literal(Value::NULL),
            |child| self.spec(child, None),
        )
    }

    /// The type of the blocks that a spec decodes.
    fn decoded_type(&mut self, it: &SpecBlock<'_>) -> String {
        self.name(it.block, &it.content, "block_type", it.default_name)
    }

    /// Reads a spec that decodes any number of blocks, in order.
    fn blocks(&mut self, it: &SpecBlock<'_>, result: fn(BlockCounts) -> BlockResult) -> Spec {
        let (block_type, nested) = (self.decoded_type(it), self.only_child(it));
        Spec::of_blocks(block_type, self.counts(&it.content), result, nested)
    }

    /// Reads a spec that decodes blocks by their labels.
    fn labelled(&mut self, it: &SpecBlock<'_>, result: BlockResult) -> Spec {
        let (block_type, nested) = (self.decoded_type(it), self.only_child(it));
        let labels = self.labels(&it.content);
        let labels = labels.iter().map(String::as_str);
        Spec::of_labelled(block_type, labels, result, nested)
    }
}
