//! The content of a body according to a schema ("Body Schema and Content", "Dynamic Attributes", "Partial
//! Processing").

use foldhash::{HashMap, HashMapExt as _, HashSet};

use super::{AttributeSchema, BodySchema, SchemaEntry, report};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::error::{Category, Diagnosed};
use crate::span::Span;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, ItemHandle, ItemRef};

/// The attributes and blocks of a body that a schema declares.
#[derive(Clone, Debug, Default)]
pub struct BodyContent {
    /// Sorted by name.
    attributes: Vec<Attribute>,
    blocks: Vec<Block>,
    /// The indexes of the blocks of each type.
    blocks_by_type: HashMap<String, Vec<usize>>,
}

impl BodyContent {
    /// The content with these attributes and blocks, which are in the order of the source.
    fn new(mut attributes: Vec<Attribute>, blocks: Vec<Block>) -> Self {
        attributes.sort_by(|left, right| left.name().cmp(right.name()));
        let mut blocks_by_type: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, block) in blocks.iter().enumerate() {
            match blocks_by_type.get_mut(block.block_type()) {
                Some(indexes) => indexes.push(index),
                None => {
                    blocks_by_type.insert(block.block_type().to_owned(), vec![index]);
                }
            }
        }
        BodyContent {
            attributes,
            blocks,
            blocks_by_type,
        }
    }

    /// The attribute with this name, if it is set.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        let slot = self.attributes.binary_search_by(|it| it.name().cmp(name));
        slot.ok().map(|slot| &self.attributes[slot])
    }

    /// The attributes that are set, in the lexicographic order of their names.
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// The blocks, in the order of the source.
    pub fn blocks(&self) -> &[Block] {
        &self.blocks
    }

    /// The blocks of this type, in the order of the source.
    pub fn blocks_of_type(&self, block_type: &str) -> impl Iterator<Item = &Block> {
        let indexes = self.blocks_by_type.get(block_type);
        let indexes = indexes.map_or([].as_slice(), Vec::as_slice);
        indexes.iter().map(|index| &self.blocks[*index])
    }
}

impl Body {
    /// Reads the body with an exhaustive schema: items that are not in the schema are errors. The value is the valid
    /// content.
    ///
    /// There is a diagnostic for each item that is not in the schema, and for each required attribute that is missing;
    /// for a block with too many or too few labels; for an attribute and a block of the same name; for a name that the
    /// schema declares twice. For a `dynamic` block without elements, the type and the number of labels of its
    /// generated blocks are checked as well.
    ///
    /// ```
    /// let schema = hcl::BodySchema::new().with_attribute("capacity");
    /// let content = hcl::parse("capcity = 20\n")?.content(&schema);
    /// let error = content.into_result().expect_err("it is misspelt");
    /// assert!(error.message().ends_with("Did you mean \"capacity\"?"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn content(&self, schema: &BodySchema) -> Diagnosed<BodyContent> {
        let mut reading = ContentReader::new(self, schema);
        reading.report_rest();
        for absent in reading.read_absent() {
            let absent = absent.as_ref().block().map(BodyItem::Block);
            let unsupported = absent.map(|block| report::unsupported(&block, schema));
            reading.diagnostics.extend(unsupported);
        }
        let (content, diagnostics) = reading.finish();
        Diagnosed::new(Category::Data, content, diagnostics)
    }

    /// Reads the body with a schema that need not be exhaustive. The value is the valid content, and a body of the
    /// remaining items. The diagnostics are those of [`content`](Body::content), except that items that are not in the
    /// schema are not errors.
    ///
    /// The remaining body can be read again, any number of times. Reading a body in two steps gives the same result as
    /// reading it in one step with a schema that combines both. If the schema declares an attribute, a block of that
    /// name remains, and if it declares blocks, an attribute of that name remains: a later step may declare them.
    ///
    /// ```
    /// use hcl::BodySchema;
    ///
    /// let body = hcl::parse("name = \"web\"\nport = 80\n")?;
    /// let schema = BodySchema::new().with_attribute("name");
    /// let (ours, rest) = body.partial_content(&schema).into_result()?;
    /// assert!(ours.attribute("name").is_some());
    /// let theirs = rest.content(&BodySchema::new().with_attribute("port")).into_result()?;
    /// assert!(theirs.attribute("port").is_some());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn partial_content(&self, schema: &BodySchema) -> Diagnosed<(BodyContent, Body)> {
        let mut reading = ContentReader::new(self, schema);
        let absent = reading.read_absent();
        let item = |index: &usize| self.item_ref(*index).to_handle();
        let rest = self.select(reading.rest.iter().map(item).collect(), absent);
        let (content, diagnostics) = reading.finish();
        Diagnosed::new(Category::Data, (content, rest), diagnostics)
    }

    /// Reads the body as attributes with any names, in the order of the source. This is the dynamic attributes mode,
    /// for bodies whose author chooses the names. There is a diagnostic for each block, and for an array in JSON
    /// syntax.
    ///
    /// ```
    /// let body = hcl::parse("eu = \"fra1\"\nus = \"nyc3\"\n")?;
    /// let attributes = body.just_attributes().into_result()?;
    /// let names: Vec<_> = attributes.iter().map(|it| it.name()).collect();
    /// assert_eq!(names, ["eu", "us"]);
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn just_attributes(&self) -> Diagnosed<Vec<Attribute>> {
        let mut attributes: Vec<Attribute> = Vec::new();
        let mut diagnostics = Diagnostics::default();
        if let Some(diagnostic) = report::array_not_allowed(self) {
            return Diagnosed::new(Category::Data, attributes, vec![diagnostic]);
        }
        let mut slots = HashMap::new();
        for item in self.items() {
            match item {
                BodyItem::Attribute(attribute) => {
                    let name = attribute.name().to_owned();
                    let slot = *slots.entry(name).or_insert(attributes.len());
                    match attributes.get(slot) {
                        Some(first) => diagnostics.push(report::redefined(&attribute, first)),
                        None => attributes.push(attribute),
                    }
                }
                BodyItem::Block(block) => diagnostics.push(report::block_not_allowed(&block)),
            }
        }
        let absent = self.absent();
        let absent = absent.iter().filter_map(|it| it.as_ref().block());
        diagnostics.extend(absent.map(|block| report::block_not_allowed(&block)));
        Diagnosed::new(Category::Data, attributes, diagnostics.into_reported())
    }

    /// The span to report if something is missing from the body: its opening brace, or the beginning of the source; in
    /// JSON syntax, its closing brace, or the opening bracket of an array.
    pub(crate) fn missing_item_span(&self) -> Span {
        let (document, span) = (self.document(), self.tree_span());
        if !document.tree.is_json() {
            let brace = self.span().start().saturating_sub(1);
            return Span::new(brace, brace);
        }
        let view = document.view();
        let bracket = match self.json_value() {
            Some(array) if view.is_json_array(array) => view.tree.span(array).start(),
            Some(object) => view.closing_bracket(object),
            None => span.end(),
        };
        // After too many errors, the rest of the source is not read, so there may be something else at this offset.
        let byte = view.text.as_bytes().get(bracket as usize);
        let is_there = byte.is_some_and(|byte| b"[]}".contains(byte));
        Span::new(bracket, bracket + u32::from(is_there))
    }
}

struct ContentReader<'a> {
    body: &'a Body,
    schema: &'a BodySchema,
    /// For each attribute of the schema, the attribute that is set.
    attributes: Vec<Option<Attribute>>,
    blocks: Vec<Block>,
    /// The indexes of all other items.
    rest: Vec<usize>,
    diagnostics: Diagnostics,
}

impl<'a> ContentReader<'a> {
    fn new(body: &'a Body, schema: &'a BodySchema) -> Self {
        let mut reading = ContentReader {
            body,
            schema,
            attributes: vec![None; schema.names.attributes.len()],
            blocks: Vec::new(),
            rest: Vec::new(),
            diagnostics: Diagnostics::default(),
        };
        reading.diagnostics.extend(schema.diagnostics());
        (reading.diagnostics).extend(report::wrong_elements(body));
        let mut of_items = Diagnostics::default();
        for (index, item) in body.item_refs().enumerate() {
            let entry = schema.entry(item.name());
            match (entry, item.is_block()) {
                (Some(SchemaEntry::Block(slot)), false) if item.is_property() => {
                    let request = schema.names.blocks[slot].request();
                    let (blocks, wrong) = item.blocks(request);
                    let blocks = blocks.into_iter().filter_map(ItemRef::block);
                    reading.blocks.extend(blocks);
                    of_items.extend(wrong);
                }
                (Some(SchemaEntry::Attribute(slot)), false) => {
                    of_items.extend(reading.take_attribute(index, slot));
                }
                (Some(SchemaEntry::Block(slot)), true) => {
                    of_items.extend(reading.take_block(index, slot));
                }
                _ => reading.rest.push(index),
            }
        }
        let absent = schema.names.attributes.iter().zip(&reading.attributes);
        let is_missing = |(schema, found): &(&AttributeSchema, &Option<_>)| {
            schema.is_required && found.is_none()
        };
        let missing = absent.filter(is_missing);
        let missing = missing.map(|(schema, _)| report::missing(&schema.name, body));
        reading.diagnostics.extend(missing);
        reading.diagnostics.extend(of_items.into_reported());
        reading
    }

    fn take_attribute(&mut self, index: usize, slot: usize) -> Option<Diagnostic> {
        let BodyItem::Attribute(attribute) = self.body.item_ref(index).item() else {
            return None;
        };
        if let Some(first) = &self.attributes[slot] {
            return Some(report::redefined(&attribute, first));
        }
        self.attributes[slot] = Some(attribute);
        None
    }

    /// Takes a block, or returns a diagnostic if it has too few or too many labels.
    fn take_block(&mut self, index: usize, slot: usize) -> Option<Diagnostic> {
        let BodyItem::Block(block) = self.body.item_ref(index).item() else {
            return None;
        };
        let diagnostic = report::labels(&block, &self.schema.names.blocks[slot]);
        if diagnostic.is_none() {
            self.blocks.push(block);
        }
        diagnostic
    }

    /// Reports each remaining item: as a repeated name if an item of the other kind with this name was taken, or else
    /// as not expected.
    fn report_rest(&mut self) {
        if self.rest.is_empty() {
            return;
        }
        let block_types: HashSet<&str> = self.blocks.iter().map(Block::block_type).collect();
        for index in &self.rest {
            let item = self.body.item_ref(*index).item();
            let is_taken = match &item {
                BodyItem::Attribute(attribute) => block_types.contains(attribute.name()),
                BodyItem::Block(block) => match self.schema.entry(block.block_type()) {
                    Some(SchemaEntry::Attribute(slot)) => self.attributes[slot].is_some(),
                    _ => false,
                },
            };
            self.diagnostics.push(if is_taken {
                report::same_name(&item)
            } else {
                report::unsupported(&item, self.schema)
            });
        }
    }

    /// Checks the absent blocks of `dynamic` blocks without elements against the schema. Returns those whose
    /// types are not in the schema.
    fn read_absent(&mut self) -> Vec<ItemHandle> {
        let mut rest = Vec::new();
        for absent in self.body.absent() {
            let Some(block) = absent.as_ref().block() else {
                continue;
            };
            match self.schema.entry(block.block_type()) {
                Some(SchemaEntry::Block(slot)) => {
                    let schema = &self.schema.names.blocks[slot];
                    let has_known_labels = !block.view().has_unknown_labels();
                    let wrong = has_known_labels.then(|| report::labels(&block, schema));
                    self.diagnostics.extend(wrong.flatten());
                }
                _ => rest.push(absent),
            }
        }
        rest
    }

    fn finish(self) -> (BodyContent, Vec<Diagnostic>) {
        let attributes = self.attributes.into_iter().flatten().collect();
        let content = BodyContent::new(attributes, self.blocks);
        let diagnostics = self.diagnostics.into_reported().into_iter();
        (
            content,
            diagnostics.map(Diagnostic::without_values).collect(),
        )
    }
}
