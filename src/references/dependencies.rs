//! Dependencies between the parts of a body, found without evaluation ("Static Analysis").

use std::sync::Arc;

use foldhash::{HashMap, HashMapExt as _};

use super::blocks::{Declarations, Form, ValueOfBlock};
use super::layout::{NamedBlock, layout};
use crate::analysis::{DYNAMIC, iterator_of};
use crate::diagnostic::Diagnostic;
use crate::error::{Category, Error, Result};
use crate::eval::names::needs::{Target, components, name_of};
use crate::eval::names::{Hop, NameTree, NodeId, NodeKind, ROOT, cycle_diagnostic};
use crate::path::{Path, PathStep};
use crate::schema::BodySchema;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem, Traversal};

/// Which parts of a body need which other parts: the result of
/// [`References::dependencies`](super::References::dependencies).
///
/// The parts are the attributes of the body and of its blocks, or whole blocks (see
/// [`by_block`](Dependencies::by_block)). A part needs everything that its expressions refer to, including in templates
/// and in `for` expressions, except for the variables of the `for`. If a reference ends with an index that has to be
/// evaluated, it needs all parts that it could refer to. These can be more parts than an evaluation uses, because an
/// evaluation can skip branches and elements.
///
/// ```
/// use hcl::references::{NamedBlocks, References};
///
/// let body = hcl::parse(r#"
///     output "url" {
///       value = "http://${local.host}:${var.port}"
///     }
///     locals {
///       host = "${local.name}.example.com"
///       name = "shop"
///     }
///     variable "port" {
///       default = 80
///     }
/// "#)?;
/// let references = References::new()
///     .with("local", NamedBlocks::merged("locals"))
///     .with(
///         "var",
///         NamedBlocks::labelled("variable", ["name"]).with_value_of("default"),
///     );
/// let dependencies = references.dependencies(&body);
///
/// let needs = |part: &hcl::references::Part| {
///     let references = dependencies.references_of(part);
///     references
///         .map(|it| it.traversal().to_string())
///         .collect::<Vec<_>>()
/// };
/// let output = &dependencies.parts()[0];
/// assert_eq!(output.path(), "output[\"url\"].value");
/// assert_eq!(needs(output), ["local.host", "var.port"]);
///
/// let names = |parts: Vec<&hcl::references::Part>| {
///     parts
///         .iter()
///         .map(|it| it.path().to_string())
///         .collect::<Vec<_>>()
/// };
/// assert_eq!(
///     names(dependencies.order()?),
///     [
///         "local.name",
///         "local.host",
///         "var.port",
///         "output[\"url\"].value"
///     ]
/// );
/// let layers: Vec<_> = dependencies.layers()?.into_iter().map(names).collect();
/// assert_eq!(layers[0], ["local.name", "var.port"]);
/// # Ok::<(), hcl::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dependencies {
    names: Arc<NameTree>,
    /// In the order of the body.
    parts: Vec<Part>,
    /// The blocks that the parts are in, or the parts themselves, in the order of the body.
    blocks: Vec<Part>,
    /// In the order of the parts.
    references: Vec<PartReference>,
    /// For each node, the parts that its value consists of. A reference to a known name needs these.
    values: Vec<Vec<usize>>,
    /// For each node, all parts of its block. A reference to a name that is not known yet needs these.
    contents: Vec<Vec<usize>>,
    /// The nodes of blocks, each with the index of its block in `blocks`.
    named_blocks: Vec<(NodeId, usize)>,
}

/// A part of a body: an attribute, or a block.
#[derive(Clone, Debug)]
pub struct Part {
    index: usize,
    path: Path,
    item: BodyItem,
    /// The index of the enclosing block among all blocks.
    block: usize,
}

/// A reference of a part.
#[derive(Clone, Debug)]
struct PartReference {
    part: usize,
    traversal: Traversal,
    target: Target,
}

/// A reference of a part to others.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'d> {
    dependencies: &'d Dependencies,
    reference: &'d PartReference,
}

impl Part {
    /// The name of the part if it has one, such as `local.zone`; otherwise the path to it, such as
    /// `output["url"].value`.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The attribute or the block itself, with its location.
    pub fn item(&self) -> &BodyItem {
        &self.item
    }
}

impl<'d> Reference<'d> {
    /// The part that refers to others.
    pub fn part(&self) -> &'d Part {
        &self.dependencies.parts[self.reference.part]
    }

    /// The reference as written, with its location.
    pub fn traversal(&self) -> &'d Traversal {
        &self.reference.traversal
    }

    /// The parts that are needed, in the order of the body. There are none if the variable is not declared, if the
    /// application has set the value of the name, or if the name does not exist.
    pub fn needed(&self) -> Vec<&'d Part> {
        let dependencies = self.dependencies;
        let parts = match self.reference.target {
            Target::Node(node) => dependencies.parts_within(node),
            Target::Unknown(node) => dependencies.contents[node.to_index()].clone(),
            Target::Elsewhere | Target::Undeclared { .. } => Vec::new(),
        };
        parts
            .into_iter()
            .map(|index| &dependencies.parts[index])
            .collect()
    }

    /// Whether the variable is declared.
    pub fn is_declared(&self) -> bool {
        self.reference.target != Target::Elsewhere
    }

    /// A diagnostic if the variable is declared, but the name after it does not exist.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse("locals {\n  a = local.abcd\n  abc = 1\n}\n")?;
    /// let references = References::new().with("local", NamedBlocks::merged("locals"));
    /// let dependencies = references.dependencies(&body);
    /// let undeclared = dependencies
    ///     .references()
    ///     .find_map(|it| it.undeclared())
    ///     .expect("there is one");
    /// assert!(undeclared.detail().ends_with("Did you mean \"abc\"?"));
    /// # Ok::<(), hcl::Error>(())
    /// ```
    pub fn undeclared(&self) -> Option<Diagnostic> {
        let Target::Undeclared { within, step } = self.reference.target else {
            return None;
        };
        let names = &self.dependencies.names;
        let step = self.reference.traversal.steps().get(step)?;
        let diagnostic = names.undeclared(within, &name_of(step));
        Some(diagnostic.at((step.span(), self.reference.traversal.source())))
    }
}

impl Dependencies {
    /// The parts, in the order of the body.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The references of all parts, in the order of the body.
    pub fn references(&self) -> impl Iterator<Item = Reference<'_>> {
        self.references.iter().map(|reference| Reference {
            dependencies: self,
            reference,
        })
    }

    /// The references of a part, in the order of the body.
    pub fn references_of(&self, part: &Part) -> impl Iterator<Item = Reference<'_>> {
        let references = &self.references;
        let start = references.partition_point(|it| it.part < part.index);
        let own = references[start..].iter();
        let own = own.take_while(move |it| it.part == part.index);
        own.map(|reference| Reference {
            dependencies: self,
            reference,
        })
    }

    /// The dependencies of whole blocks: a block needs everything that any part of it needs. The attributes of the body
    /// itself, and of blocks that are [merged](super::NamedBlocks::merged), remain separate parts.
    ///
    /// ```
    /// use hcl::references::{NamedBlocks, References};
    ///
    /// let body = hcl::parse(
    ///     "job \"a\" {\n  b = job.b.c\n}\njob \"b\" {\n  c = 1\n  d = job.a.b\n}\n",
    /// )?;
    /// let references =
    ///     References::new().with("job", NamedBlocks::labelled("job", ["name"]));
    /// let dependencies = references.dependencies(&body);
    /// assert_eq!(dependencies.parts().len(), 3);
    /// let blocks = dependencies.by_block();
    /// assert_eq!(blocks.parts()[0].path(), "job.a");
    /// // `d` needs `b`, which needs `c`; so each block needs the other one.
    /// assert!(dependencies.order().is_ok() && blocks.order().is_err());
    /// # Ok::<(), hcl::Error>(())
    /// ```
    #[must_use]
    pub fn by_block(&self) -> Dependencies {
        let block_of = |part: &usize| self.parts[*part].block;
        let mut references = self.references.clone();
        for reference in &mut references {
            reference.part = block_of(&reference.part);
        }
        references.sort_by_key(|it| it.part);
        let of_blocks = |parts: &[Vec<usize>]| {
            let mut blocks = parts.to_vec();
            for part in blocks.iter_mut().flatten() {
                *part = block_of(part);
            }
            for (node, block) in &self.named_blocks {
                blocks[node.to_index()].push(*block);
            }
            for blocks in &mut blocks {
                blocks.sort_unstable();
                blocks.dedup();
            }
            blocks
        };
        Dependencies {
            names: Arc::clone(&self.names),
            parts: self.blocks.clone(),
            blocks: self.blocks.clone(),
            references,
            values: of_blocks(&self.values),
            contents: of_blocks(&self.contents),
            named_blocks: self.named_blocks.clone(),
        }
    }

    /// All parts, each after the parts that it needs. Apart from that, the order of the body is kept as far as
    /// possible, so the result is always the same.
    ///
    /// # Errors
    ///
    /// If parts depend on each other in a cycle, with one diagnostic per group of such parts.
    pub fn order(&self) -> Result<Vec<&Part>> {
        let graph = Graph::of(self);
        graph.without_cycles(self)?;
        let mut parts: Vec<&Part> = self.parts.iter().collect();
        parts.sort_by_key(|part| graph.components[part.index]);
        Ok(parts)
    }

    /// All parts in layers: each part needs only parts of earlier layers, so the parts of one layer can be processed in
    /// parallel. A part is in the earliest layer possible.
    ///
    /// # Errors
    ///
    /// If parts depend on each other in a cycle, with one diagnostic per group of such parts.
    pub fn layers(&self) -> Result<Vec<Vec<&Part>>> {
        let graph = Graph::of(self);
        graph.without_cycles(self)?;
        let mut layers: Vec<Vec<&Part>> = Vec::new();
        for (part, layer) in self.parts.iter().zip(graph.layers(self.parts.len())) {
            if layers.len() <= layer {
                layers.resize_with(layer + 1, Vec::new);
            }
            layers[layer].push(part);
        }
        Ok(layers)
    }

    /// The diagnostics of parts that depend on each other in a cycle: one per group of such parts, with the locations
    /// along a cycle.
    pub fn cycles(&self) -> Vec<Diagnostic> {
        Graph::of(self).cycles(self)
    }

    /// The vertex that a reference leads to.
    fn vertex(&self, target: Target) -> Option<usize> {
        match target {
            Target::Node(node) => Some(self.value_vertex(node)),
            Target::Unknown(node) => Some(self.content_vertex(node)),
            Target::Elsewhere | Target::Undeclared { .. } => None,
        }
    }

    fn value_vertex(&self, node: NodeId) -> usize {
        self.parts.len() + node.to_index()
    }

    fn content_vertex(&self, node: NodeId) -> usize {
        self.parts.len() + self.names.node_count() + node.to_index()
    }

    /// The parts in a node, in the order of the body.
    fn parts_within(&self, node: NodeId) -> Vec<usize> {
        let mut found = Vec::new();
        let mut pending = vec![node];
        while let Some(node) = pending.pop() {
            found.extend(&self.values[node.to_index()]);
            pending.extend(self.names.children(node));
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The graph of the parts and of the nodes that they refer to. Each edge leads to a vertex that is needed.
struct Graph {
    /// The edges of each vertex: first the parts, then the nodes as values, then the nodes as blocks with their whole
    /// content.
    edges: Vec<Vec<usize>>,
    /// The strongly connected component of each vertex.
    components: Vec<usize>,
}

impl Graph {
    fn of(dependencies: &Dependencies) -> Self {
        let Dependencies {
            names,
            parts,
            values,
            contents,
            ..
        } = dependencies;
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); parts.len() + 2 * names.node_count()];
        for it in &dependencies.references {
            edges[it.part].extend(dependencies.vertex(it.target));
        }
        for node in names.node_ids() {
            let value = dependencies.value_vertex(node);
            let children = names.children(node).into_iter();
            edges[value].extend(children.map(|it| dependencies.value_vertex(it)));
            edges[value].extend(&values[node.to_index()]);
            let content = dependencies.content_vertex(node);
            edges[content].extend(&contents[node.to_index()]);
        }
        let components = components(&edges);
        Graph { edges, components }
    }

    /// The layer of each part.
    fn layers(&self, parts: usize) -> Vec<usize> {
        let count = self.components.iter().max().map_or(0, |last| last + 1);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); count];
        for (vertex, component) in self.components.iter().enumerate() {
            members[*component].push(vertex);
        }
        // The number of layers before each component. A component leads only to earlier components.
        let mut before = vec![0; count];
        for component in 0..count {
            // The parts are the first vertices, and so the first members.
            let has_parts = |other: usize| members[other].first().is_some_and(|it| *it < parts);
            for vertex in &members[component] {
                for target in &self.edges[*vertex] {
                    let other = self.components[*target];
                    if other != component {
                        let layer = before[other] + usize::from(has_parts(other));
                        before[component] = layer.max(before[component]);
                    }
                }
            }
        }
        let parts = self.components[..parts].iter();
        parts.map(|component| before[*component]).collect()
    }

    fn without_cycles(&self, dependencies: &Dependencies) -> Result<()> {
        Error::unless(Category::Data, self.cycles(dependencies), ())
    }

    /// A diagnostic for each component with a cycle, in the order of their first parts.
    fn cycles(&self, dependencies: &Dependencies) -> Vec<Diagnostic> {
        let parts = &self.components[..dependencies.parts.len()];
        let mut counts = vec![0; self.edges.len()];
        for component in parts {
            counts[*component] += 1;
        }
        let mut found = Vec::new();
        for (part, component) in parts.iter().enumerate() {
            let count = std::mem::take(&mut counts[*component]);
            // A block may refer to its own content, which is not a cycle.
            let is_block = dependencies.parts[part].item.as_block().is_some();
            if count == 0 || (count == 1 && is_block) {
                continue;
            }
            if let Some(cycle) = self.cycle_from(part) {
                found.push(cycle_diagnostic(&hops(dependencies, &cycle)));
            }
        }
        found
    }

    /// The shortest cycle through a vertex.
    fn cycle_from(&self, start: usize) -> Option<Vec<usize>> {
        let component = self.components[start];
        let mut before: HashMap<usize, usize> = HashMap::new();
        let mut layer = vec![start];
        while !layer.is_empty() {
            let mut next = Vec::new();
            for vertex in layer {
                let targets = self.edges[vertex].iter();
                for target in targets.filter(|it| self.components[**it] == component) {
                    if *target == start {
                        let back =
                            std::iter::successors(Some(vertex), |it| before.get(it).copied());
                        let mut cycle: Vec<usize> = back.collect();
                        cycle.reverse();
                        return Some(cycle);
                    }
                    if !before.contains_key(target) {
                        before.insert(*target, vertex);
                        next.push(*target);
                    }
                }
            }
            layer = next;
        }
        None
    }
}

/// The parts of a cycle, each with the place of its reference to the next one.
fn hops(dependencies: &Dependencies, cycle: &[usize]) -> Vec<Hop> {
    let hops = cycle.iter().enumerate();
    let hops = hops.filter_map(|(index, vertex)| {
        let part = dependencies.parts.get(*vertex)?;
        let next = cycle[(index + 1) % cycle.len()];
        let leads_there =
            |it: &Reference<'_>| dependencies.vertex(it.reference.target) == Some(next);
        let reference = dependencies.references_of(part).find(leads_there);
        Some(Hop {
            name: part.path.to_string(),
            place: reference.map(|it| {
                let traversal = it.traversal();
                (traversal.span(), traversal.source().clone())
            }),
        })
    });
    hops.collect()
}

/// The dependencies between the parts of a body.
pub(super) fn of(declared: &Declarations, body: &Body) -> Dependencies {
    let layout = layout(declared, body);
    let mut search = PartSearch {
        names: &layout.names,
        has_dynamic: declared.has_dynamic,
        found: Vec::new(),
        blocks: Vec::new(),
    };
    let mut block_of = Vec::with_capacity(layout.blocks.len());
    for named in &layout.blocks {
        let block = search.named(named, &layout.blocks, &block_of);
        block_of.push(block);
    }
    let blocks = declared.blocks.iter();
    let holders = blocks.map(|(name, it)| (name.as_deref(), it.block_type.as_str()));
    let place = Place {
        holders: search.holders(ROOT, holders),
        ..Place::default()
    };
    search.body(&layout.rest, &place);
    let PartSearch { found, blocks, .. } = search;
    let nodes = layout.blocks.iter().map(|it| it.node).zip(block_of);
    let named_blocks = nodes.filter_map(|(node, block)| Some((node, block?)));
    let named_blocks = named_blocks.collect();
    assemble(body, layout.names, found, &blocks, named_blocks)
}

/// A part that has been found.
struct FoundPart {
    attribute: Attribute,
    path: Path,
    /// The node to whose value it contributes.
    value: Option<NodeId>,
    /// The nodes of the enclosing blocks.
    around: Vec<NodeId>,
    block: usize,
    /// The iterators of the enclosing `dynamic` blocks.
    iterators: Vec<String>,
    /// Whether it is never evaluated, like the description of a type.
    is_static: bool,
}

/// The surroundings of the items of a body.
#[derive(Clone, Default)]
struct Place {
    path: Path,
    /// The node to whose value every attribute here contributes.
    value: Option<NodeId>,
    around: Vec<NodeId>,
    /// The index of the enclosing block among all blocks.
    block: Option<usize>,
    /// The nodes of generated blocks, by block type.
    holders: Vec<(String, NodeId)>,
    iterators: Vec<String>,
}

struct PartSearch<'n> {
    names: &'n NameTree,
    has_dynamic: bool,
    found: Vec<FoundPart>,
    blocks: Vec<(Path, BodyItem)>,
}

impl PartSearch<'_> {
    /// Adds the parts of a named block. Returns the index of the block, unless each of its attributes has its own.
    fn named(
        &mut self,
        it: &NamedBlock<'_>,
        all: &[NamedBlock<'_>],
        block_of: &[Option<usize>],
    ) -> Option<usize> {
        let NamedBlock {
            block, named, node, ..
        } = it;
        let path = self.names.path(*node);
        let around = it.around.and_then(|around| block_of[around]);
        let own = match around {
            None if named.form == Form::Merged => None,
            None => Some(self.block(path.clone(), block.clone().into())),
            around => around,
        };
        let outer = std::iter::successors(Some(it), |it| Some(&all[it.around?]));
        let place = Place {
            path,
            // The function of the application may use any attribute.
            value: matches!(named.value, ValueOfBlock::Application(_)).then_some(*node),
            around: outer.map(|it| it.node).collect(),
            block: own,
            holders: {
                let nested = named.nested.iter().map(|it| it.block_type.as_str());
                self.holders(*node, nested.map(|it| (Some(it), it)))
            },
            iterators: Vec::new(),
        };
        let before = self.found.len();
        self.body(&it.rest, &place);
        // The description of a type is not evaluated.
        let ty = named.ty.as_deref();
        let depth = place.path.steps().len() + 1;
        for part in &mut self.found[before..] {
            let is_direct = part.path.steps().len() == depth;
            part.is_static = is_direct && ty.is_some_and(|ty| part.attribute.name() == ty);
        }
        own
    }

    /// The child nodes for blocks of these types, by block type.
    fn holders<'t>(
        &self,
        node: NodeId,
        named: impl Iterator<Item = (Option<&'t str>, &'t str)>,
    ) -> Vec<(String, NodeId)> {
        let NodeKind::Object(object) = self.names.node(node) else {
            return Vec::new();
        };
        let holders = named.filter_map(|(name, block_type)| {
            let holder = object.get(name.unwrap_or(block_type))?;
            Some((block_type.to_owned(), holder))
        });
        holders.collect()
    }

    /// Adds the attributes of a body and of the blocks in it.
    fn body(&mut self, body: &Body, place: &Place) {
        if self.has_dynamic {
            let schema = BodySchema::new().with_block(DYNAMIC, ["type"]);
            let (content, rest) = body.partial_content(&schema).value;
            for block in content.blocks() {
                self.dynamic(block, place.clone());
            }
            self.written(&rest, place);
        } else {
            self.written(body, place);
        }
    }

    /// Adds the attributes of a body without `dynamic` blocks, and of the blocks in it.
    fn written(&mut self, body: &Body, place: &Place) {
        let numbers = numbers_of(body);
        for (item, number) in body.items().zip(numbers) {
            match item {
                BodyItem::Attribute(attribute) => self.attribute(attribute, place),
                BodyItem::Block(inner) => {
                    let place = self.within(&inner, number, place.clone());
                    self.body(&inner.body(), &place);
                }
            }
        }
    }

    /// The place within a block. `number` is its number among the blocks with the same type and labels.
    fn within(&mut self, block: &Block, number: Option<usize>, around: Place) -> Place {
        let mut place = around;
        place.path.push(PathStep::from(block.block_type()));
        let labels = block.labels().map(|it| PathStep::Key(it.text().into()));
        place.path.extend(labels);
        place.path.extend(number.map(PathStep::Index));
        if place.block.is_none() {
            place.block = Some(self.block(place.path.clone(), BodyItem::from(block)));
        }
        place
    }

    /// Adds the attributes of a `dynamic` block. The generated blocks get their values from them.
    fn dynamic(&mut self, block: &Block, around: Place) {
        let mut place = self.within(block, None, around);
        let label = block.labels().next();
        let block_type = label.map(|it| it.text().into_owned());
        let holders = std::mem::take(&mut place.holders).into_iter();
        let mut holders = holders.filter(|(it, _)| Some(it) == block_type.as_ref());
        if let Some((_, holder)) = holders.next() {
            place.value = Some(holder);
            place.around.push(holder);
        }
        let mut inner = place.clone();
        inner.iterators.extend(iterator_of(block));
        let schema = BodySchema::new().with_block("content", []);
        let (content, rest) = block.body().partial_content(&schema).value;
        for attribute in rest.attributes() {
            match attribute.name() {
                "for_each" => self.attribute(attribute, &place),
                "iterator" => {}
                _ => self.attribute(attribute, &inner),
            }
        }
        for block in content.blocks() {
            let inner = self.within(block, None, inner.clone());
            self.body(&block.body(), &inner);
        }
    }

    fn attribute(&mut self, attribute: Attribute, place: &Place) {
        let expression = attribute.expression();
        let tree = &expression.document().tree;
        let definition = self.names.definition_at(tree, expression.id());
        let (path, value) = if let Some(definition) = definition {
            (self.names.path(definition.node()), Some(definition.node()))
        } else {
            let mut path = place.path.clone();
            path.push(PathStep::from(attribute.name()));
            (path, place.value)
        };
        let block = place.block;
        let block = block.unwrap_or_else(|| self.block(path.clone(), BodyItem::from(&attribute)));
        self.found.push(FoundPart {
            attribute,
            path,
            value,
            around: place.around.clone(),
            block,
            iterators: place.iterators.clone(),
            is_static: false,
        });
    }

    fn block(&mut self, path: Path, item: BodyItem) -> usize {
        self.blocks.push((path, item));
        self.blocks.len() - 1
    }
}

/// For each item of a body, its number among the blocks with the same type and labels, if there are several.
fn numbers_of(body: &Body) -> Vec<Option<usize>> {
    let mut same_names: HashMap<Vec<String>, Vec<usize>> = HashMap::new();
    let mut numbers = Vec::new();
    for (index, item) in body.items().enumerate() {
        if let BodyItem::Block(block) = item {
            same_names.entry(block.names()).or_default().push(index);
        }
        numbers.push(None);
    }
    for indexes in same_names.into_values().filter(|it| it.len() > 1) {
        for (number, index) in indexes.into_iter().enumerate() {
            numbers[index] = Some(number);
        }
    }
    numbers
}

/// Puts parts and blocks into the order of the body.
fn assemble(
    body: &Body,
    names: NameTree,
    mut found: Vec<FoundPart>,
    blocks: &[(Path, BodyItem)],
    mut named_blocks: Vec<(NodeId, usize)>,
) -> Dependencies {
    // The order of the sources, by the addresses of their texts.
    let address = |item: &BodyItem| item.source().text().as_ptr() as usize;
    let mut ranks: HashMap<usize, usize> = HashMap::new();
    for item in body.items() {
        let next = ranks.len();
        ranks.entry(address(&item)).or_insert(next);
    }
    let place = |item: &BodyItem| (ranks.get(&address(item)).copied(), item.span());
    let mut order: Vec<_> = (0..blocks.len()).collect();
    order.sort_by_cached_key(|index| place(&blocks[*index].1));
    let mut new_index = vec![0; blocks.len()];
    let mut block_parts = Vec::with_capacity(blocks.len());
    for (index, old) in order.into_iter().enumerate() {
        new_index[old] = index;
        let (path, item) = blocks[old].clone();
        block_parts.push(Part {
            index,
            path,
            item,
            block: index,
        });
    }
    found.sort_by_cached_key(|it| place(&BodyItem::from(&it.attribute)));
    let mut parts = Vec::with_capacity(found.len());
    let mut references = Vec::new();
    let mut values: Vec<Vec<usize>> = vec![Vec::new(); names.node_count()];
    let mut contents = values.clone();
    for (index, it) in found.into_iter().enumerate() {
        if !it.is_static {
            let mut traversals = names.references_of(&it.attribute.expression());
            traversals
                .retain(|traversal| !it.iterators.iter().any(|name| name == traversal.root()));
            let traversals = traversals.into_iter();
            references.extend(traversals.map(|traversal| PartReference {
                part: index,
                target: names.target(&traversal),
                traversal,
            }));
        }
        if let Some(node) = it.value {
            values[node.to_index()].push(index);
        }
        for node in it.around {
            contents[node.to_index()].push(index);
        }
        parts.push(Part {
            index,
            path: it.path,
            item: it.attribute.into(),
            block: new_index[it.block],
        });
    }
    for (_, block) in &mut named_blocks {
        *block = new_index[*block];
    }
    Dependencies {
        names: Arc::new(names),
        parts,
        blocks: block_parts,
        references,
        values,
        contents,
        named_blocks,
    }
}
