//! The names of a body, as a tree.

use std::sync::Arc;

use foldhash::{HashSet, HashSetExt as _};

use super::blocks::{Declarations, Form, NamedBlocks, ValueOfBlock, schema};
use crate::analysis::DYNAMIC;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, limited, suggest};
use crate::eval::definitions_of;
use crate::eval::names::{
    Content, Duplicate, FunctionDefinition, Name, NameTree, NameTreeBuilder, NodeId, NodeKind, ROOT,
};
use crate::limits::MAX_REPORTED;
use crate::path::{Path, PathStep};
use crate::schema::BodySchema;
use crate::syntax::tree::handle::{Block, Body};
use crate::value::Value;

/// The names of a body.
pub(super) struct Layout<'r> {
    pub(super) names: NameTree,
    /// The named blocks.
    pub(super) blocks: Vec<NamedBlock<'r>>,
    pub(super) functions: Vec<Arc<FunctionDefinition>>,
    /// The rest of the body, without these blocks.
    pub(super) rest: Body,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// A block that has a name.
pub(super) struct NamedBlock<'r> {
    pub(super) block: Block,
    /// The declaration of the block.
    pub(super) named: &'r NamedBlocks,
    /// Its body without the blocks that have names of their own.
    pub(super) rest: Body,
    /// The node of the block, or the node that holds its attributes.
    pub(super) node: NodeId,
    /// The index of the enclosing block.
    pub(super) around: Option<usize>,
}

/// The names of a body, and the errors in them.
pub(super) fn layout<'r>(declared: &'r Declarations, body: &Body) -> Layout<'r> {
    let mut diagnostics = declared.wrong.clone();
    let content = body.partial_content(&declared.schema());
    let (blocks, rest) = content.reported_to(&mut diagnostics);
    let mut layout = LayoutBuilder {
        builder: NameTreeBuilder::new(),
        has_dynamic: declared.has_dynamic,
        blocks: Vec::new(),
        diagnostics,
    };
    for (variable, named) in &declared.blocks {
        let blocks = blocks.blocks_of_type(&named.block_type);
        let blocks = blocks.map(|block| (block, None));
        layout.blocks(ROOT, variable.as_deref(), named, blocks);
    }
    if declared.has_root_attributes {
        layout.attributes(ROOT, &rest);
    }
    if declared.has_dynamic {
        let named = declared.blocks.iter();
        layout.generated(ROOT, &rest, named.map(|(name, it)| (name.as_deref(), it)));
    }
    let functions = declared.functions.iter();
    let mut functions = functions.flat_map(|it| blocks.blocks_of_type(it));
    let mut function_diagnostics = Diagnostics::default();
    let functions = definitions_of(&mut functions, &mut function_diagnostics);
    layout.builder.add_functions(&functions);
    let mut given = HashSet::new();
    let values = declared.values.iter();
    let undeclared = values.filter_map(|(path, value)| layout.give(path, value, &mut given));
    let undeclared: Vec<Undeclared<'_>> = undeclared.collect();
    for undeclared in undeclared.iter().take(MAX_REPORTED + 1) {
        layout.diagnostics.push(layout.not_declared(undeclared));
    }
    let LayoutBuilder {
        builder,
        blocks,
        mut diagnostics,
        ..
    } = layout;
    let (names, duplicates) = builder.finish();
    for duplicate in duplicates.iter().take(MAX_REPORTED + 1) {
        diagnostics.push(duplicate_name(&names, &blocks, duplicate));
    }
    diagnostics.extend(function_diagnostics.into_reported());
    Layout {
        names,
        blocks,
        functions,
        rest,
        diagnostics: limited(diagnostics, MAX_REPORTED),
    }
}

/// A value for a name that is not declared.
struct Undeclared<'p> {
    path: &'p Path,
    /// The innermost object of the path that exists, and the name that it does not have.
    within: NodeId,
    name: &'p str,
}

struct LayoutBuilder<'r> {
    builder: NameTreeBuilder,
    has_dynamic: bool,
    blocks: Vec<NamedBlock<'r>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'r> LayoutBuilder<'r> {
    /// Adds blocks, each with the index of the block around it, to an object: under `name`, or directly if it is
    /// `None`.
    fn blocks<'b>(
        &mut self,
        parent: NodeId,
        name: Option<&str>,
        named: &'r NamedBlocks,
        blocks: impl Iterator<Item = (&'b Block, Option<usize>)>,
    ) {
        let own_name = Name::Of(name.unwrap_or(&named.block_type));
        match named.form {
            Form::Merged => {
                let object = name.map_or(parent, |name| self.builder.object(parent, name));
                let found: Vec<usize> = blocks
                    .map(|(block, around)| self.found(block, named, object, around))
                    .collect();
                self.content(object, named, &found);
            }
            Form::Labelled => {
                let object = name.map_or(parent, |name| self.builder.object(parent, name));
                for (block, around) in blocks {
                    self.labelled(object, named, block, around);
                }
            }
            Form::Listed => {
                let tuple = self.builder.add_tuple(parent, own_name);
                for (block, around) in blocks {
                    self.block(tuple, Name::Element, named, block, around);
                }
            }
            Form::Single => {
                let mut blocks = blocks.peekable();
                if blocks.peek().is_none() {
                    self.builder.add_value(parent, own_name, Value::NULL);
                }
                for (block, around) in blocks {
                    self.block(parent, own_name, named, block, around);
                }
            }
        }
    }

    /// Adds a block by its labels.
    fn labelled(
        &mut self,
        parent: NodeId,
        named: &'r NamedBlocks,
        block: &Block,
        around: Option<usize>,
    ) {
        let labels: Vec<_> = block.labels().map(|it| it.text()).collect();
        let Some((last, others)) = labels.split_last() else {
            return;
        };
        let parent = others
            .iter()
            .fold(parent, |it, label| self.builder.object(it, label));
        self.block(parent, Name::Of(last), named, block, around);
    }

    /// Adds the node of a block.
    fn block(
        &mut self,
        parent: NodeId,
        name: Name<'_>,
        named: &'r NamedBlocks,
        block: &Block,
        around: Option<usize>,
    ) {
        let body = block.body();
        let ty = named.ty.as_ref().and_then(|it| body.attribute(it));
        let ty = ty.map(|it| it.expression());
        let content = match &named.value {
            ValueOfBlock::Body => None,
            ValueOfBlock::Attribute(name) => Some(match body.attribute(name) {
                Some(attribute) => Content::Expression(attribute.expression()),
                None => Content::Missing(without_value(block, name)),
            }),
            ValueOfBlock::Application(value) => Some(Content::Block {
                block: block.clone(),
                value: Arc::clone(value),
            }),
        };
        if let Some(content) = content {
            let node = self.builder.add_definition(parent, name, content, ty);
            self.found(block, named, node, around);
        } else {
            let object = self.builder.add_object(parent, name);
            let index = self.found(block, named, object, around);
            self.content(object, named, &[index]);
        }
    }

    /// Keeps a named block, and returns its index.
    fn found(
        &mut self,
        block: &Block,
        named: &'r NamedBlocks,
        node: NodeId,
        around: Option<usize>,
    ) -> usize {
        self.blocks.push(NamedBlock {
            block: block.clone(),
            named,
            rest: block.body(),
            node,
            around,
        });
        self.blocks.len() - 1
    }

    /// Adds the content of blocks to the object that they have in common.
    fn content(&mut self, object: NodeId, named: &'r NamedBlocks, found: &[usize]) {
        if !named.nested.is_empty() {
            self.nested(object, &named.nested, found);
        }
        for index in found {
            let rest = self.blocks[*index].rest.clone();
            self.attributes(object, &rest);
            if self.has_dynamic {
                let nested = named.nested.iter();
                self.generated(
                    object,
                    &rest,
                    nested.map(|it| (Some(it.block_type.as_str()), it)),
                );
            }
        }
        for (name, ty) in &named.unknown {
            let is_set = |index: &usize| self.blocks[*index].rest.attribute(name).is_some();
            if !found.iter().any(is_set) {
                self.builder
                    .add_value(object, Name::Of(name), Value::unknown(ty));
            }
        }
        if named.has_unknown_others {
            self.builder.open(object);
        }
    }

    /// Adds the blocks within blocks to the object that they have in common.
    fn nested(&mut self, object: NodeId, nested: &'r [NamedBlocks], found: &[usize]) {
        let schema = schema(nested);
        let mut contents = Vec::with_capacity(found.len());
        for index in found {
            let content = self.blocks[*index].rest.partial_content(&schema);
            let (content, rest) = content.reported_to(&mut self.diagnostics);
            self.blocks[*index].rest = rest;
            contents.push((content, *index));
        }
        for named in nested {
            let blocks = contents.iter().flat_map(|(content, index)| {
                let blocks = content.blocks_of_type(&named.block_type);
                blocks.map(|block| (block, Some(*index)))
            });
            self.blocks(object, Some(&named.block_type), named, blocks);
        }
    }

    /// Notes in which nodes of an object the `dynamic` blocks of a body will generate blocks.
    fn generated<'n>(
        &mut self,
        object: NodeId,
        body: &Body,
        named: impl Iterator<Item = (Option<&'n str>, &'n NamedBlocks)>,
    ) {
        let types = generated_types(body);
        for (name, named) in named {
            if types.contains(&named.block_type) {
                let name = PathStep::from(name.unwrap_or(&named.block_type));
                if let Some(node) = self.builder.get(object, &name) {
                    self.builder.set_generated(node);
                }
            }
        }
    }

    /// Adds the attributes of a body to an object.
    fn attributes(&mut self, object: NodeId, body: &Body) {
        for attribute in body.attributes() {
            let name = Name::Of(attribute.name());
            let content = Content::Expression(attribute.expression());
            self.builder.add_definition(object, name, content, None);
        }
    }

    /// Sets the value of a name. Returns the name if it is not declared. `given` contains the objects that exist only
    /// for such values.
    fn give<'p>(
        &mut self,
        path: &'p Path,
        value: &Value,
        given: &mut HashSet<NodeId>,
    ) -> Option<Undeclared<'p>> {
        let mut node = ROOT;
        for (index, step) in path.iter().enumerate() {
            let is_last = index + 1 == path.steps().len();
            let name = step.name();
            node = match (self.builder.get(node, step), name) {
                (Some(next), _) => next,
                (None, Some(name)) if self.takes_names(node, given) => {
                    if is_last {
                        self.builder.add_value(node, Name::Of(name), value.clone());
                        return None;
                    }
                    let object = self.builder.object(node, name);
                    given.insert(object);
                    object
                }
                _ => {
                    let name = name.unwrap_or_default();
                    return Some(Undeclared {
                        path,
                        within: node,
                        name,
                    });
                }
            };
        }
        if node != ROOT {
            self.builder.give(node, value.clone());
        }
        None
    }

    /// Whether an object takes names that the configuration does not declare.
    fn takes_names(&self, object: NodeId, given: &HashSet<NodeId>) -> bool {
        object == ROOT || given.contains(&object) || self.builder.is_open(object)
    }

    /// The diagnostic about a value for a name that is not declared.
    fn not_declared(&self, undeclared: &Undeclared<'_>) -> Diagnostic {
        let Undeclared { path, within, name } = undeclared;
        let declared = self.builder.names_in(*within);
        let near = suggest(name, declared.iter().map(|it| &**it));
        let advice = near.map_or_else(String::new, |near| format!(" Did you mean \"{near}\"?"));
        let detail = format!(
            "The application gives \"{path}\" a value, but the configuration does not declare it.{advice}"
        );
        Diagnostic::of(Code::UndeclaredName, detail)
    }
}

/// The types of the blocks that the `dynamic` blocks of a body will generate.
fn generated_types(body: &Body) -> HashSet<String> {
    let request = BodySchema::new().with_block(DYNAMIC, ["type"]);
    let (content, _) = body.partial_content(&request).value;
    let types = content.blocks().iter();
    let types = types.filter_map(|it| Some(it.labels().next()?.text().into_owned()));
    types.collect()
}

/// The diagnostic about a block without the attribute that is its value.
fn without_value(block: &Block, attribute: &str) -> Diagnostic {
    let detail = format!(
        "This block has no value: \"{attribute}\" is not set in it, and the application does not provide a value."
    );
    let place = (block.header_span(), block.source());
    Diagnostic::of(Code::NoValue, detail).at(place)
}

/// The diagnostic about a name with two definitions.
fn duplicate_name(
    names: &NameTree,
    blocks: &[NamedBlock<'_>],
    duplicate: &Duplicate,
) -> Diagnostic {
    let block = |node: NodeId| blocks.iter().find(|it| it.node == node).map(|it| &it.block);
    let place = |node: NodeId| match (block(node), names.node(node)) {
        (Some(block), _) => Some((block.header_span(), block.source().clone())),
        (None, NodeKind::Definition(id)) => {
            let definition = names.definition(*id);
            let expression = definition.expression()?;
            Some((expression.span(), expression.source().clone()))
        }
        _ => None,
    };
    let path = names.path(duplicate.first);
    let first = match place(duplicate.first) {
        Some((span, source)) => format!(" The first one is at {}.", source.place_of(span)),
        None => String::new(),
    };
    let detail = format!("There are two definitions of \"{path}\".{first} Rename one of them.");
    let diagnostic = Diagnostic::of(Code::DuplicateName, detail);
    match place(duplicate.second) {
        Some((span, source)) => diagnostic.at((span, &source)),
        None => diagnostic,
    }
}
