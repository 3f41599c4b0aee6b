//! One pass over a text in JSON syntax, into a tree.
//!
//! Open objects and arrays are kept on a stack, so that nothing recurses. An object or an array is added to the tree
//! when it is opened, so that what stands in it can refer to it, and completed when it is closed. An item with an error
//! is left out: reading continues at the comma or the bracket after it.

mod recover;

use super::diagnose::{self, Problem, is_of_number};
use crate::diagnostic::{Diagnostic, MAX_REPORTED};
use crate::error::Category;
use crate::span::{Span, offset};
use crate::swar;
use crate::syntax::duplicate::{self, ItemName};
use crate::syntax::json_string::{self, Fault, StringForm};
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser::{Failure, Limits};
use crate::syntax::tree::{
    BodyNode, Expr, ExprId, ExprKind, Item, ItemId, ItemKind, List, Nodes, Owner, PropertyName,
    Root, Strings, Structure, StructureContent, StructureRole, Tree, UnaryOperator,
};

/// Initial capacity for open objects and arrays.
const USUAL_DEPTH: usize = 16;

/// Initial capacity for their elements and properties.
const USUAL_PENDING: usize = 128;

/// The name of the properties of a body that are comments.
const COMMENT: &str = "//";

/// Parses a text.
pub(super) fn parse(
    text: &str,
    kind: SourceKind,
    (limits, strings): (Limits, Strings),
) -> Result<Tree, Box<Failure>> {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        at: 0,
        nodes: Nodes::for_source(text.len()),
        strings,
        limits,
        open: Vec::with_capacity(USUAL_DEPTH),
        elements: Vec::new(),
        items: Vec::with_capacity(USUAL_PENDING),
        root: None,
        category: Category::Syntax,
        diagnostics: Vec::new(),
    };
    let mut next = Next::Value;
    while next != Next::End && parser.diagnostics.len() < MAX_REPORTED {
        next = match next {
            Next::Value => parser.value(),
            Next::First => parser.first(),
            Next::Name => parser.property(),
            Next::After => parser.after(),
            Next::Recover | Next::End => parser.recover(),
        };
    }
    parser.finish(kind)
}

/// What is read next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// A value.
    Value,
    /// The first item after an opening bracket, or the bracket that closes it.
    First,
    /// The name of a property, its colon and its value.
    Name,
    /// A comma or a closing bracket after a value.
    After,
    /// The rest of an item with an error, which is skipped.
    Recover,
    /// Nothing: the end of the text.
    End,
}

/// An object or an array that is not closed yet.
struct OpenStructure {
    id: ExprId,
    content: OpenContent,
    /// The innermost property around it, and the object with that property.
    owner: Option<Owner>,
}

/// What has been read of an object or an array.
#[derive(Clone, Copy)]
enum OpenContent {
    /// The number of pending elements when it was opened: those after them are its own.
    Array { mark: usize },
    Object {
        /// The number of pending properties when it was opened: those after them are its own.
        mark: usize,
        /// The property whose value is read next.
        property: Option<ItemId>,
        /// Whether a property is a comment if the object is a body.
        has_comments: bool,
        /// Whether the name of a property is written with escape sequences.
        has_escapes: bool,
    },
}

impl OpenStructure {
    fn is_object(&self) -> bool {
        matches!(self.content, OpenContent::Object { .. })
    }

    /// The property around what is read next, and the object with that property.
    fn inner_owner(&self) -> Option<Owner> {
        match self.content {
            OpenContent::Object {
                property: Some(property),
                ..
            } => Some(Owner {
                property,
                object: self.id,
            }),
            _ => self.owner,
        }
    }
}

struct Parser<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    nodes: Nodes,
    strings: Strings,
    limits: Limits,
    open: Vec<OpenStructure>,
    /// The elements of all open arrays, those of the innermost last.
    elements: Vec<ExprId>,
    /// The properties of all open objects, those of the innermost last.
    items: Vec<ItemId>,
    root: Option<ExprId>,
    category: Category,
    diagnostics: Vec<Diagnostic>,
}

impl Parser<'_> {
    /// Skips white space and returns the next byte.
    #[inline]
    fn peek(&mut self) -> Option<u8> {
        let mut byte = self.bytes.get(self.at).copied();
        if byte == Some(b' ') {
            self.at += 1;
            byte = self.bytes.get(self.at).copied();
        }
        match byte {
            Some(b'\0'..=b' ') => self.skip_white_space(),
            _ => byte,
        }
    }

    /// Skips white space of more than one space, which is mostly a newline and the indentation after it.
    fn skip_white_space(&mut self) -> Option<u8> {
        loop {
            let byte = self.bytes.get(self.at).copied();
            match byte {
                Some(b' ' | b'\n' | b'\t' | b'\r') => self.at += 1,
                _ => return byte,
            }
        }
    }

    /// Reads a value, or only the opening bracket of an object or an array.
    #[inline]
    fn value(&mut self) -> Next {
        let value = match self.peek() {
            Some(b'"') => match self.plain_string() {
                Some(span) => Expr::new(ExprKind::QuotedLiteral { is_verbatim: true }, span),
                None => match self.string(self.at) {
                    Ok(string) => string,
                    Err(fault) => return self.broken_string(fault),
                },
            },
            Some(b'{') => return self.open(StructureContent::Object(List::EMPTY)),
            Some(b'[') => return self.open(StructureContent::Array(List::EMPTY)),
            Some(b'-' | b'0'..=b'9' | b'+' | b'.') => return self.number(),
            _ => match self.keyword() {
                Some(value) => value,
                None => return self.missing_value(),
            },
        };
        let id = self.nodes.push_expression(value);
        self.add(id);
        Next::After
    }

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

    /// Opens an object or an array.
    #[inline]
    fn open(&mut self, content: StructureContent) -> Next {
        if self.open.len() > self.limits.depth as usize {
            self.category = Category::Limit;
            return self.stop(Problem::TooDeep);
        }
        let owner = self.open.last().and_then(OpenStructure::inner_owner);
        let structure = self.nodes.push_structure(Structure {
            content,
            body: None,
            owner,
            role: StructureRole::Written,
            is_unknown: false,
            is_overlaid: false,
        });
        let at = offset(self.at);
        let kind = ExprKind::Structure(structure);
        let id = self.nodes.expression(kind, Span::new(at, at));
        self.add(id);
        self.at += 1;
        let content = match content {
            StructureContent::Array(_) => OpenContent::Array {
                mark: self.elements.len(),
            },
            StructureContent::Object(_) => OpenContent::Object {
                mark: self.items.len(),
                property: None,
                has_comments: false,
                has_escapes: false,
            },
        };
        self.open.push(OpenStructure { id, content, owner });
        Next::First
    }

    /// Reads the first item after an opening bracket, or the bracket that closes it.
    #[inline]
    fn first(&mut self) -> Next {
        let Some(open) = self.open.last() else {
            return Next::End;
        };
        let is_object = open.is_object();
        match (self.peek(), is_object) {
            (Some(b'}'), true) | (Some(b']'), false) => self.close(),
            (_, true) => self.property(),
            (_, false) => self.value(),
        }
    }

    /// Reads the name of a property, its colon and its value.
    #[inline]
    fn property(&mut self) -> Next {
        if self.peek() != Some(b'"') {
            return self.missing_name();
        }
        match self.plain_string() {
            Some(quoted) => self.begin_property(quoted, PropertyName::Verbatim),
            None => match self.string(self.at) {
                Ok(key) => self.begin_named_property(key),
                Err(fault) => return self.broken_string(fault),
            },
        }
        if self.peek() != Some(b':') {
            return self.missing_colon();
        }
        self.at += 1;
        self.value()
    }

    /// Adds a property without its value, whose name stands between these quotes.
    #[inline]
    fn begin_property(&mut self, quoted: Span, form: PropertyName) {
        let Some(open) = self.open.last_mut() else {
            return;
        };
        let name = Span::new(quoted.start() + 1, quoted.end() - 1);
        // The value is set when it is read.
        let kind = ItemKind::Property {
            name: form,
            value: open.id,
        };
        let id = self.nodes.push_item(Item { name, kind });
        if let OpenContent::Object {
            property,
            has_comments,
            has_escapes,
            ..
        } = &mut open.content
        {
            *property = Some(id);
            *has_comments |= &self.bytes[name.range()] == COMMENT.as_bytes();
            *has_escapes |= matches!(form, PropertyName::Escaped(_));
        }
    }

    /// Adds a property without its value, whose name does not stand for exactly the text between its quotes.
    #[cold]
    fn begin_named_property(&mut self, mut key: Expr) {
        let name = Span::new(key.span.start() + 1, key.span.end() - 1);
        let mut escaped = None;
        match &mut key.kind {
            ExprKind::JsonString { text } => {
                let name = json_string::decode(&self.text[name.range()]);
                escaped = Some(name.to_string());
                *text = Some(self.nodes.push_text(name.into()));
            }
            ExprKind::JsonTemplate(id) => escaped = self.strings.text(*id).map(str::to_owned),
            _ => {}
        }
        let id = self.nodes.push_expression(key);
        let form = match &escaped {
            Some(_) => PropertyName::Escaped(id),
            None => PropertyName::Expression(id),
        };
        self.begin_property(key.span, form);
        if escaped.as_deref() == Some(COMMENT)
            && let Some(OpenContent::Object { has_comments, .. }) =
                self.open.last_mut().map(|open| &mut open.content)
        {
            *has_comments = true;
        }
    }

    /// Reads a comma and the next item after a value, or the bracket that closes the object or array.
    #[inline]
    fn after(&mut self) -> Next {
        let byte = self.peek();
        let Some(open) = self.open.last() else {
            return match byte {
                None => Next::End,
                Some(_) if self.skip_comment() => Next::After,
                Some(_) => self.stop(Problem::Extraneous),
            };
        };
        let is_object = open.is_object();
        match byte {
            Some(b',') => {
                let comma = self.at;
                self.at += 1;
                match (self.peek(), is_object) {
                    (Some(b'}'), true) | (Some(b']'), false) => {
                        self.report_at(Problem::TrailingComma { is_object }, comma);
                        self.close()
                    }
                    (_, true) => Next::Name,
                    (_, false) => Next::Value,
                }
            }
            Some(b'}') if is_object => self.close(),
            Some(b']') if !is_object => self.close(),
            Some(b'}' | b']') => {
                self.report(Problem::Mismatch { is_object });
                self.close()
            }
            Some(_) if self.skip_comment() => Next::After,
            Some(_) => self.broken(Problem::MissingComma { is_object }),
            None => self.unclosed(),
        }
    }

    /// Closes the innermost object or array at the next bracket.
    #[inline]
    fn close(&mut self) -> Next {
        self.at += 1;
        self.complete();
        Next::After
    }

    /// Completes the innermost object or array, which ends here.
    fn complete(&mut self) {
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
        expression.span = Span::new(expression.span.start(), offset(self.at));
        if let Some(structure) = self.nodes.structure_mut(open.id) {
            (structure.content, structure.body) = (content, body);
        }
    }

    /// The properties of an object, and what it is as a body.
    fn object(
        &mut self,
        mark: usize,
        has_comments: bool,
        has_escapes: bool,
    ) -> (StructureContent, Option<BodyNode>) {
        let items = &self.items[mark..];
        let names = items.iter().map(|id| ItemName {
            span: self.nodes[*id].name,
            is_block: false,
        });
        // Names with escape sequences would have to be decoded to be compared.
        let is_distinct = !has_escapes && duplicate::report_redefined(self.text, names, |_, _| {});
        let all = self.nodes.list_items(&self.items[mark..]);
        let items = if has_comments {
            let items = self.items[mark..].iter().copied();
            let items: Vec<ItemId> = items.filter(|id| !self.is_comment(*id)).collect();
            self.nodes.list_items(&items)
        } else {
            all
        };
        self.items.truncate(mark);
        let body = BodyNode {
            is_distinct,
            ..BodyNode::of_items(items)
        };
        (StructureContent::Object(all), Some(body))
    }

    /// The elements of an array, and what it is as a body. An array of objects is one body only at the root. As the value
    /// of a property, it is several.
    fn array(&mut self, mark: usize) -> (StructureContent, Option<BodyNode>) {
        let elements = self.nodes.list_expressions(&self.elements[mark..]);
        let is_in_array = self.open.last().is_none_or(|around| !around.is_object());
        let body = is_in_array.then(|| {
            let mut items = Vec::new();
            for element in &self.elements[mark..] {
                if let Some(Structure {
                    content: StructureContent::Object(_),
                    body: Some(body),
                    ..
                }) = self.nodes.structure(*element)
                {
                    items.extend_from_slice(&self.nodes[body.items]);
                }
            }
            BodyNode::of_items(self.nodes.list_items(&items))
        });
        self.elements.truncate(mark);
        (StructureContent::Array(elements), body)
    }

    /// Whether a property is a comment if its object is a body.
    fn is_comment(&self, id: ItemId) -> bool {
        let Item { name, kind } = self.nodes[id];
        let ItemKind::Property {
            name: PropertyName::Escaped(key),
            ..
        } = kind
        else {
            return &self.bytes[name.range()] == COMMENT.as_bytes();
        };
        match self.nodes[key].kind {
            ExprKind::JsonString { text: Some(text) } => self.nodes.text(text) == COMMENT,
            _ => false,
        }
    }

    /// Reads a string of plain text, if one comes next, and returns its span with its quotes.
    #[inline]
    fn plain_string(&mut self) -> Option<Span> {
        let quote = self.at;
        let close = swar::plain_text(self.bytes, quote + 1);
        if self.bytes.get(close) != Some(&b'"') {
            return None;
        }
        self.at = close + 1;
        Some(Span::new(offset(quote), offset(close + 1)))
    }

    /// Reads the string of any form whose opening quote is at a byte.
    #[inline(never)]
    fn string(&mut self, quote: usize) -> Result<Expr, Fault> {
        let (form, close) = json_string::scan(self.text, quote + 1)?;
        self.at = close + 1;
        let span = Span::new(offset(quote), offset(close + 1));
        let kind = match form {
            StringForm::Plain => ExprKind::QuotedLiteral { is_verbatim: true },
            StringForm::Text => ExprKind::QuotedLiteral { is_verbatim: false },
            StringForm::Escaped => ExprKind::JsonString { text: None },
            StringForm::Template { is_escaped } => {
                let text = is_escaped.then(|| json_string::decode(&self.text[quote + 1..close]));
                let depth = offset(self.open.len());
                ExprKind::JsonTemplate(self.strings.push(depth, text.map(Into::into)))
            }
        };
        Ok(Expr::new(kind, span))
    }

    /// Reads a number. A minus is a unary operation on the number after it.
    fn number(&mut self) -> Next {
        let start = self.at;
        let digits = start + usize::from(self.bytes[start] == b'-');
        let end = match number_end(self.bytes, digits) {
            Some(end) if !self.bytes.get(end).is_some_and(|byte| is_of_number(*byte)) => end,
            _ => {
                let end = self.bytes[start..].iter().position(|it| !is_of_number(*it));
                let end = end.map_or(self.bytes.len(), |length| start + length);
                return self.broken_token(Problem::InvalidNumber, (start, end));
            }
        };
        let number = Expr::number(self.text, Span::new(offset(digits), offset(end)));
        let is_short = matches!(number.kind, ExprKind::Number(Some(_)));
        if !is_short && !diagnose::keeps_limits(&self.text[digits..end]) {
            return self.broken_token(Problem::NumberOutOfRange, (start, end));
        }
        self.at = end;
        let mut id = self.nodes.push_expression(number);
        if digits > start {
            let kind = ExprKind::Unary(UnaryOperator::Negate, id);
            let span = Span::new(offset(start), offset(end));
            id = self.nodes.expression(kind, span);
        }
        self.add(id);
        Next::After
    }

    /// Reads `true`, `false` or `null`, if one of them is next.
    #[inline]
    fn keyword(&mut self) -> Option<Expr> {
        let rest = &self.bytes[self.at..];
        let length = match rest.first()? {
            b't' if rest.starts_with(b"true") => 4,
            b'n' if rest.starts_with(b"null") => 4,
            b'f' if rest.starts_with(b"false") => 5,
            _ => return None,
        };
        if rest
            .get(length)
            .is_some_and(|byte| diagnose::is_of_word(*byte))
        {
            return None;
        }
        let span = Span::new(offset(self.at), offset(self.at + length));
        self.at += length;
        Some(Expr::identifier(self.text, span))
    }

    /// The tree, or the errors. A body must be an object or an array.
    fn finish(mut self, kind: SourceKind) -> Result<Tree, Box<Failure>> {
        while !self.open.is_empty() {
            self.complete();
        }
        let root = self.root.map(|root| self.nodes[root]);
        let is_body = root.is_some_and(|it| matches!(it.kind, ExprKind::Structure(_)));
        if kind == SourceKind::Body && !is_body && self.diagnostics.is_empty() {
            let span = root.map_or(Span::new(0, 0), |root| root.span);
            let problem = diagnose::explain(self.text, Problem::RootValue, span);
            self.diagnostics.push(problem);
        }
        let root = self.root.map_or(Root::default(), Root::Expression);
        let mut tree = Tree::new(self.nodes, root);
        tree.set_strings(self.strings);
        if self.root.is_some() && self.diagnostics.is_empty() {
            return Ok(tree);
        }
        let tree = (kind == SourceKind::Body && is_body).then_some(tree);
        Err(Box::new(Failure::new(
            self.category,
            tree,
            self.diagnostics,
        )))
    }
}

/// The end of the number whose digits begin at a byte, if there is one (RFC 8259, section 6).
#[inline]
fn number_end(bytes: &[u8], digits: usize) -> Option<usize> {
    let mut at = digits_end(bytes, digits)?;
    if bytes[digits] == b'0' && at > digits + 1 {
        return None;
    }
    if bytes.get(at) == Some(&b'.') {
        at = digits_end(bytes, at + 1)?;
    }
    if let Some(b'e' | b'E') = bytes.get(at) {
        at += 1;
        if let Some(b'+' | b'-') = bytes.get(at) {
            at += 1;
        }
        at = digits_end(bytes, at)?;
    }
    Some(at)
}

/// The end of the digits that begin at a byte, if there is at least one.
#[inline]
fn digits_end(bytes: &[u8], at: usize) -> Option<usize> {
    let digits = bytes.get(at..)?;
    let length = digits
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    (length > 0).then_some(at + length)
}
