//! The spec blocks ("Spec Block Types").

use foldhash::{HashMap, HashMapExt as _};

use super::{SPEC_BLOCK_TYPES, SpecFileReader};
use crate::diagnostic::{Code, Diagnostic};
use crate::schema::{BodyContent, BodySchema};
use crate::spec::{BlockResult, Spec};
use crate::syntax::tree::handle::Block;
use crate::value::Value;

fn schema_of(block_type: &str) -> BodySchema {
    // `labels` are the labels of nested spec blocks; `None` if nested spec blocks are not allowed.
    let (required, optional, labels): (&[&str], &[&str], Option<&[&str]>) = match block_type {
        "object" => (&[], &[], Some(&["name"])),
        "attr" => (&[], &["name", "type", "required"], None),
        "block" => (&[], &["block_type", "required"], Some(&[])),
        "block_list" | "block_set" | "block_tuple" => {
            let optional = &["block_type", "min_items", "max_items"];
            (&[], optional, Some(&[]))
        }
        "block_map" | "block_object" => (&["labels"], &["block_type"], Some(&[])),
        "block_attrs" => {
            let optional = &["block_type", "required"];
            (&["element_type"], optional, None)
        }
        "literal" => (&["value"], &[], None),
        "transform" => (&["result"], &[], Some(&[])),
        _ => (&[], &[], Some(&[])),
    };
    let mut schema = BodySchema::new();
    for name in required {
        schema = schema.with_required_attribute(*name);
    }
    for name in optional {
        schema = schema.with_attribute(*name);
    }
    if let Some(labels) = labels {
        for name in SPEC_BLOCK_TYPES {
            schema = schema.with_block(name, labels.iter().copied());
        }
    }
    schema
}

impl SpecFileReader {
    /// The spec of a spec block. `default_name` is the name of the spec in an object.
    pub(super) fn spec(&mut self, block: &Block, default_name: Option<&str>) -> Spec {
        let content = block.body().content(&schema_of(block.block_type()));
        let is_whole = content.diagnostics.is_empty();
        self.report_content(content.diagnostics);
        let content = content.value;
        let before = self.diagnostics.count();
        let spec = match block.block_type() {
            "object" => self.object(&content),
            "array" | "tuple" => Spec::tuple(self.children(&content)),
            "attr" => {
                let name = self.name(block, &content, "name", default_name);
                let ty = self.ty(&content, "type");
                Spec::of_attr(name, ty, self.requirement(&content))
            }
            "block_attrs" => {
                let block_type = self.name(block, &content, "block_type", default_name);
                let element = self.ty(&content, "element_type");
                Spec::of_block_attrs(block_type, element, self.requirement(&content))
            }
            "literal" => self.literal(&content),
            "default" => self.default(block, &content, is_whole),
            "transform" => {
                let nested = self.only_child(block, &content, is_whole);
                match content.attribute("result") {
                    Some(result) => Spec::transform(nested, result.expression(), &self.ctx),
                    None => nested,
                }
            }
            _ => self.blocks(block, &content, is_whole, default_name),
        };
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

    fn default(&mut self, block: &Block, content: &BodyContent, is_whole: bool) -> Spec {
        let specs = self.children(content);
        if specs.is_empty() {
            if is_whole {
                let detail = "A default must have at least one spec block, each of which gives a \
                              value if those before it give none.";
                self.missing(
                    Diagnostic::of(Code::MissingSpecBlock, detail),
                    &block.body(),
                );
            }
            return Spec::literal(Value::NULL);
        }
        Spec::default(specs)
    }

    /// The only spec in a block. If the block is incomplete, a missing spec has been reported already.
    fn only_child(&mut self, block: &Block, content: &BodyContent, is_whole: bool) -> Spec {
        let block_type = block.block_type();
        let detail = match block_type {
            "transform" => "A transform must have exactly one spec block, which gives the value \
                            that is transformed."
                .to_owned(),
            _ => format!(
                "A {block_type} spec must have exactly one spec block, which says what value to \
                 make of the content of a block."
            ),
        };
        if let Some(second) = content.blocks().get(1) {
            let diagnostic = Diagnostic::of(Code::ExtraneousSpecBlock, detail);
            self.report_block(diagnostic, second);
        } else if content.blocks().is_empty() && is_whole {
            let diagnostic = Diagnostic::of(Code::MissingSpecBlock, detail);
            self.missing(diagnostic, &block.body());
        }
        let child = content.blocks().first();
        child.map_or_else(
            || Spec::literal(Value::NULL),
            |child| self.spec(child, None),
        )
    }

    /// Reads a spec that decodes the bodies of blocks with another spec.
    fn blocks(
        &mut self,
        block: &Block,
        content: &BodyContent,
        is_whole: bool,
        default_name: Option<&str>,
    ) -> Spec {
        let block_type = self.name(block, content, "block_type", default_name);
        let nested = self.only_child(block, content, is_whole);
        match block.block_type() {
            "block_list" | "block_set" | "block_tuple" => {
                let counts = self.counts(content);
                let result = match block.block_type() {
                    "block_list" => BlockResult::List,
                    "block_set" => BlockResult::Set,
                    _ => BlockResult::Tuple,
                };
                Spec::of_blocks(block_type, counts, result, nested)
            }
            "block_map" | "block_object" => {
                let labels = self.labels(content);
                let labels = labels.iter().map(String::as_str);
                let result = match block.block_type() {
                    "block_map" => BlockResult::Map,
                    _ => BlockResult::Object,
                };
                Spec::of_labelled(block_type, labels, result, nested)
            }
            _ => Spec::of_block(block_type, nested, self.requirement(content)),
        }
    }
}
