//! Builds the tree of a text in JSON syntax.
//!
//! An object or an array is added to the tree when it is opened, so that its content can refer to it, and completed
//! when it is closed.

use std::sync::Arc;

use super::COMMENT;
use crate::diagnostic::limited;
use crate::json_text::diagnose::{JsonFault, Problem};
use crate::json_text::string::{self, StringForm};
use crate::json_text::{self, Bracket, JsonBuilder, JsonString};
use crate::limits::ParseLimits;
use crate::number::parse_literal;
use crate::repeated::first_repeated;
use crate::span::{Span, offset};
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser::Failure;
use crate::syntax::tree::{
    BodyNode, Expr, ExprId, ExprKind, Item, ItemId, ItemKind, Nodes, Owner, PropertyName, Root,
    Strings, Structure, StructureContent, Tree, UnaryOperator,
};

/// Initial capacity for the elements and properties of open objects and arrays.
const USUAL_PENDING: usize = 128;

pub(crate) fn parse(
    text: &str,
    kind: SourceKind,
    limits: ParseLimits,
) -> Result<Arc<Tree>, Box<Failure>> {
    if let Some(failure) = Failure::too_long(text, limits) {
        return Err(failure);
    }
    let builder = TreeBuilder {
        text,
        nodes: Nodes::for_source(text.len()),
        strings: Strings::new(limits),
        open: Vec::new(),
        elements: Vec::new(),
        items: Vec::with_capacity(USUAL_PENDING),
        root: None,
    };
    // The object or array at the root does not count.
    let max_depth = limits.depth as usize + 1;
    let max_faults = limits.reported + 1;
    let (builder, faults) = json_text::read(text, max_depth, max_faults, builder);
    builder.finish(kind, faults, limits.reported)
}

/// An object or an array that is not closed yet.
struct OpenStructure {
    id: ExprId,
    content: OpenContent,
    /// The innermost property around it, and the object that has the property.
    owner: Option<Owner>,
}

/// The part of an object or an array that has been read.
#[derive(Clone, Copy)]
enum OpenContent {
    /// Number of pending elements when the array was opened; those after them are its own.
    Array { mark: usize },
    Object {
        /// Number of pending properties when the object was opened; those after them are its own.
        mark: usize,
        /// The property whose value is read next.
        property: Option<ItemId>,
        /// Whether any property is a comment if the object is read as a body.
        has_comments: bool,
        /// Whether any property has escape sequences in its name.
        has_escapes: bool,
    },
}

impl OpenStructure {
    /// The property around the next value, and the object that has the property.
    fn inner_owner(&self) -> Option<Owner> {
        match self.content {
            OpenContent::Object {
                property: Some(property),
                ..
            } => Some(Owner {
                property,
                object: Some(self.id),
            }),
            _ => self.owner,
        }
    }
}

struct TreeBuilder<'s> {
    text: &'s str,
    nodes: Nodes,
    strings: Strings,
    open: Vec<OpenStructure>,
    /// The elements of all open arrays, those of the innermost last.
    elements: Vec<ExprId>,
    /// The properties of all open objects, those of the innermost last.
    items: Vec<ItemId>,
    root: Option<ExprId>,
}

impl JsonBuilder for TreeBuilder<'_> {
    #[inline]
    fn open(&mut self, bracket: Bracket, at: usize) {
        let owner = self.open.last().and_then(OpenStructure::inner_owner);
        let structure = self.nodes.push_structure(Structure::new(owner));
        let at = Span::between(at, at);
        let id = self.nodes.expression(ExprKind::Structure(structure), at);
        self.add(id);
        let content = match bracket {
            Bracket::Array => OpenContent::Array {
                mark: self.elements.len(),
            },
            Bracket::Object => OpenContent::Object {
                mark: self.items.len(),
                property: None,
                has_comments: false,
                has_escapes: false,
            },
        };
        self.open.push(OpenStructure { id, content, owner });
    }

    fn close(&mut self, end: usize) {
        let Some(open) = self.open.pop() else {
            return;
        };
        let (content, body) = match open.content {
            OpenContent::Array { mark } => self.array(mark),
            OpenContent::Object {
                mark,
                has_comments,
                has_escapes,
                ..
            } => self.object(mark, has_comments, has_escapes),
        };
        let expression = &mut self.nodes[open.id];
        expression.span = Span::new(expression.span.start(), offset(end));
        if let Some(structure) = self.nodes.structure_mut(open.id) {
            (structure.content, structure.body) = (content, body);
        }
    }

    #[inline]
    fn name(&mut self, name: JsonString) {
        let form = match name.form {
            StringForm::Verbatim => PropertyName::Verbatim,
            _ => self.property_name(name),
        };
        let Some(open) = self.open.last_mut() else {
            return;
        };
        // A placeholder, until the value is read.
        let kind = ItemKind::Property {
            name: form,
            value: open.id,
        };
        let span = name.inner();
        let id = self.nodes.push_item(Item { name: span, kind });
        let is_comment = is_comment(self.text, &self.nodes, id);
        if let OpenContent::Object {
            property,
            has_comments,
            has_escapes,
            ..
        } = &mut open.content
        {
            *property = Some(id);
            *has_comments |= is_comment;
            *has_escapes |= matches!(form, PropertyName::Escaped(_));
        }
    }

    #[inline]
    fn string(&mut self, string: JsonString) {
        let kind = self.string_kind(string);
        let id = self.nodes.expression(kind, string.span);
        self.add(id);
    }

    fn number(&mut self, span: Span) -> bool {
        let is_negative = self.text.as_bytes()[span.range().start] == b'-';
        let digits = Span::new(span.start() + u32::from(is_negative), span.end());
        let number = Expr::number(self.text, digits);
        let is_long = matches!(number.kind, ExprKind::LongNumber);
        if is_long && parse_literal(&self.text[digits.range()]).is_err() {
            return false;
        }
        let mut id = self.nodes.push_expression(number);
        if is_negative {
            let kind = ExprKind::Unary(UnaryOperator::Negate, id);
            id = self.nodes.expression(kind, span);
        }
        self.add(id);
        true
    }

    fn keyword(&mut self, span: Span) {
        let id = self
            .nodes
            .push_expression(Expr::identifier(self.text, span));
        self.add(id);
    }
}

impl TreeBuilder<'_> {
    /// Adds a value to the innermost object or array.
    #[inline]
    fn add(&mut self, id: ExprId) {
        match self.open.last_mut().map(|open| &mut open.content) {
            Some(OpenContent::Array { .. }) => self.elements.push(id),
            Some(OpenContent::Object { property, .. }) => {
                let Some(property) = property.take() else {
                    return;
                };
                if let ItemKind::Property { value, .. } = &mut self.nodes[property].kind {
                    *value = id;
                }
                self.items.push(property);
            }
            None => self.root = Some(id),
        }
    }

    /// Converts the name of a property that is not verbatim.
    fn property_name(&mut self, name: JsonString) -> PropertyName {
        let mut kind = self.string_kind(name);
        let mut is_escaped = false;
        match &mut kind {
            ExprKind::JsonString { text } => {
                let name = string::decode(&self.text[name.inner().range()]);
                is_escaped = true;
                *text = Some(self.nodes.push_text(name.into()));
            }
            ExprKind::JsonTemplate(id) => is_escaped = self.strings.text(*id).is_some(),
            _ => {}
        }
        let id = self.nodes.expression(kind, name.span);
        if is_escaped {
            PropertyName::Escaped(id)
        } else {
            PropertyName::Expression(id)
        }
    }

    /// The kind of the expression that a string becomes.
    #[inline]
    fn string_kind(&mut self, string: JsonString) -> ExprKind {
        match string.form {
            StringForm::Verbatim => ExprKind::QuotedLiteral { is_verbatim: true },
            StringForm::Text => ExprKind::QuotedLiteral { is_verbatim: false },
            StringForm::Escaped => ExprKind::JsonString { text: None },
            StringForm::Template { is_escaped } => {
                let inner = &self.text[string.inner().range()];
                let text = is_escaped.then(|| string::decode(inner));
                let depth = offset(self.open.len());
                ExprKind::JsonTemplate(self.strings.push(depth, text.map(Into::into)))
            }
        }
    }

    /// The properties of an object, and the body that they form.
    fn object(
        &mut self,
        mark: usize,
        has_comments: bool,
        has_escapes: bool,
    ) -> (StructureContent, BodyNode) {
        let properties = &self.items[mark..];
        let name = |index: usize| &self.text.as_bytes()[self.nodes[properties[index]].name.range()];
        // Names with escape sequences would have to be decoded to be compared.
        let is_distinct = !has_escapes && first_repeated(properties.len(), name).is_none();
        let properties = self.nodes.list_items(&self.items[mark..]);
        let items = if has_comments {
            let items = self.items[mark..].iter().copied();
            let items: Vec<ItemId> = items
                .filter(|id| !is_comment(self.text, &self.nodes, *id))
                .collect();
            self.nodes.list_items(&items)
        } else {
            properties
        };
        self.items.truncate(mark);
        let body = BodyNode {
            is_distinct,
            ..BodyNode::of_items(items)
        };
        (StructureContent::Object(properties), body)
    }

    /// The elements of an array, and the body that they form. An array is one body only at the root; as the value of a
    /// property, it is several.
    fn array(&mut self, mark: usize) -> (StructureContent, BodyNode) {
        let elements = self.nodes.list_expressions(&self.elements[mark..]);
        let mut body = BodyNode::EMPTY;
        if self.open.is_empty() {
            let mut items = Vec::new();
            for element in &self.elements[mark..] {
                if let Some(object) = self.nodes.structure(*element) {
                    items.extend_from_slice(&self.nodes[object.body.items]);
                }
            }
            body = BodyNode::of_items(self.nodes.list_items(&items));
        }
        self.elements.truncate(mark);
        (StructureContent::Array(elements), body)
    }

    /// The tree, or the errors. A body must be an object or an array.
    fn finish(
        self,
        kind: SourceKind,
        mut faults: Vec<JsonFault>,
        max_reported: usize,
    ) -> Result<Arc<Tree>, Box<Failure>> {
        let root = self.root.map(|root| self.nodes[root]);
        let is_body = root.is_some_and(|it| matches!(it.kind, ExprKind::Structure(_)));
        if kind == SourceKind::Body && !is_body && faults.is_empty() {
            let span = root.map_or(Span::new(0, 0), |root| root.span);
            faults.push(JsonFault::new(Problem::RootValue, span));
        }
        let root = self.root.map_or(Root::default(), Root::Expression);
        let mut tree = Tree::new(self.nodes, root);
        tree.strings = Some(self.strings);
        if self.root.is_some() && faults.is_empty() {
            return Ok(Arc::new(tree));
        }
        let tree = (kind == SourceKind::Body && is_body).then(|| Arc::new(tree));
        // Nesting that is too deep is always reported, because it decides the category of the error.
        if let Some(last) = faults.get(max_reported)
            && last.problem == Problem::TooDeep
        {
            faults.swap(max_reported - 1, max_reported);
        }
        let explain = |fault: &JsonFault| fault.diagnostic(self.text);
        let diagnostics = limited(faults.iter().map(explain).collect(), max_reported);
        Err(Box::new(Failure { tree, diagnostics }))
    }
}

/// Whether a property is a comment if its object is read as a body.
#[inline]
fn is_comment(text: &str, nodes: &Nodes, id: ItemId) -> bool {
    let Item { name, kind } = nodes[id];
    let ItemKind::Property {
        name: PropertyName::Escaped(key),
        ..
    } = kind
    else {
        return &text.as_bytes()[name.range()] == COMMENT.as_bytes();
    };
    match nodes[key].kind {
        ExprKind::JsonString { text: Some(text) } => nodes.text(text) == COMMENT,
        _ => false,
    }
}
