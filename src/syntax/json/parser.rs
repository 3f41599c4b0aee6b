//! One pass over a text in JSON syntax, into a tree.
//!
//! Open objects and arrays are kept on a stack, so that nothing recurses. The node of an object or an array is added
//! when it is opened, so that the nodes in it can refer to it, and completed when it is closed. An item with an error
//! is left out: reading continues at the comma or the bracket after it.
//!
//! Knows nothing of messages.

mod recover;

use super::diagnose::{self, Problem, is_of_number};
use crate::diagnostic::{Diagnostic, MAX_REPORTED};
use crate::error::Category;
use crate::span::{Span, offset};
use crate::swar;
use crate::syntax::fingerprint::Fingerprints;
use crate::syntax::json_string::{self, Fault, StringForm};
use crate::syntax::lexer::SourceKind;
use crate::syntax::parser::{Failure, Limits};
use crate::syntax::tree::{
    BODY_ITEMS, DISTINCT, ESCAPED, JSON, KEYED, NONE, Node, NodeId, NodeKind, PLAIN, STORED,
    Strings, Tree, UnaryOperator, VERBATIM, name_flags,
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
        tree: Tree::for_json(text),
        strings,
        limits,
        open: Vec::with_capacity(USUAL_DEPTH),
        pending: Vec::with_capacity(USUAL_PENDING),
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
    id: NodeId,
    /// The number of pending nodes when it was opened: those after them are its elements or properties.
    mark: usize,
    is_object: bool,
    /// The names of its properties so far.
    names: Fingerprints,
    /// Whether a property is a comment if the object is a body.
    has_comments: bool,
    /// The innermost property around it, and the object with that property.
    owner: [u32; 2],
}

struct Parser<'s> {
    text: &'s str,
    bytes: &'s [u8],
    at: usize,
    tree: Tree,
    strings: Strings,
    limits: Limits,
    open: Vec<OpenStructure>,
    /// The elements and properties of all open objects and arrays, those of the innermost last.
    pending: Vec<u32>,
    root: Option<NodeId>,
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
                Some(b'\n') => self.at = swar::spaces(self.bytes, self.at + 1),
                Some(b' ' | b'\t' | b'\r') => self.at += 1,
                _ => return byte,
            }
        }
    }

    /// Reads a value, or only the opening bracket of an object or an array.
    #[inline]
    fn value(&mut self) -> Next {
        let node = match self.peek() {
            Some(b'"') => match self.plain_string() {
                Some(span) => Node::leaf(NodeKind::QuotedLiteral, VERBATIM, span),
                None => match self.string(self.at) {
                    Ok(node) => node,
                    Err(fault) => return self.broken_string(fault),
                },
            },
            Some(b'{') => return self.open(NodeKind::Object),
            Some(b'[') => return self.open(NodeKind::Tuple),
            Some(b'-' | b'0'..=b'9' | b'+' | b'.') => return self.number(),
            _ => match self.keyword() {
                Some(node) => node,
                None => return self.missing_value(),
            },
        };
        let id = self.tree.push(node);
        self.add(id);
        Next::After
    }

    /// Adds a value to the innermost object or array.
    #[inline]
    fn add(&mut self, id: NodeId) {
        match (self.open.last(), self.pending.last()) {
            (Some(open), Some(property)) if open.is_object => {
                self.tree.node_mut(NodeId(*property)).data = id.0;
            }
            (Some(_), _) => self.pending.push(id.0),
            (None, _) => self.root = Some(id),
        }
    }

    /// Opens an object or an array.
    #[inline]
    fn open(&mut self, kind: NodeKind) -> Next {
        if self.open.len() > self.limits.depth as usize {
            self.category = Category::Limit;
            return self.stop(Problem::TooDeep);
        }
        let at = offset(self.at);
        let id = self.tree.push(Node::leaf(kind, JSON, Span::new(at, at)));
        let owner = match (self.open.last(), self.pending.last()) {
            (Some(open), Some(property)) if open.is_object => [*property, open.id.0],
            (Some(open), _) => open.owner,
            (None, _) => [NONE; 2],
        };
        self.add(id);
        self.at += 1;
        self.open.push(OpenStructure {
            id,
            mark: self.pending.len(),
            is_object: kind == NodeKind::Object,
            names: Fingerprints::default(),
            has_comments: false,
            owner,
        });
        Next::First
    }

    /// Reads the first item after an opening bracket, or the bracket that closes it.
    #[inline]
    fn first(&mut self) -> Next {
        let Some(open) = self.open.last() else {
            return Next::End;
        };
        let is_object = open.is_object;
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
        let property = match self.plain_string() {
            Some(quoted) => self.push_plain_property(quoted),
            None => match self.string(self.at) {
                Ok(key) => self.push_property(key),
                Err(fault) => return self.broken_string(fault),
            },
        };
        if self.peek() != Some(b':') {
            return self.missing_colon(property);
        }
        self.at += 1;
        self.pending.push(property.0);
        self.value()
    }

    /// Adds a property without its value, whose name is plain text between these quotes.
    #[inline]
    fn push_plain_property(&mut self, quoted: Span) -> NodeId {
        let span = Span::new(quoted.start() + 1, quoted.end() - 1);
        let name = &self.bytes[span.range()];
        if name == COMMENT.as_bytes()
            && let Some(open) = self.open.last_mut()
        {
            open.has_comments = true;
        }
        self.add_property(span, name_flags(name))
    }

    /// Adds a property without its value. If the name is not plain text, a node for it is added before.
    #[cold]
    fn push_property(&mut self, key: Node) -> NodeId {
        let span = Span::new(key.start + 1, key.end - 1);
        let flags = self.push_key(key, span);
        self.add_property(span, flags)
    }

    #[inline]
    fn add_property(&mut self, name: Span, flags: u8) -> NodeId {
        let property = Node::leaf(NodeKind::Property, flags, name);
        if let Some(open) = self.open.last_mut() {
            open.names.add(property.fingerprint());
        }
        self.tree.push(property)
    }

    /// Adds the node of a name and returns the flags of the property.
    #[cold]
    fn push_key(&mut self, mut key: Node, span: Span) -> u8 {
        let is_escaped = match key.kind {
            NodeKind::JsonString => {
                let name = json_string::decode(&self.text[span.range()]);
                key.data = self.tree.push_label(name.into());
                key.flags |= STORED;
                true
            }
            NodeKind::JsonTemplate => self.strings.text(key.data).is_some(),
            _ => false,
        };
        let name = match key.kind {
            NodeKind::JsonString => self.tree.label(key.data),
            NodeKind::JsonTemplate if is_escaped => self.strings.text(key.data).unwrap_or_default(),
            _ => &self.text[span.range()],
        };
        if name == COMMENT
            && let Some(open) = self.open.last_mut()
        {
            open.has_comments = true;
        }
        let flags = name_flags(name.as_bytes()) | KEYED | if is_escaped { ESCAPED } else { 0 };
        self.tree.push(key);
        flags
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
        let is_object = open.is_object;
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

    /// Completes the node of the innermost object or array, which ends here.
    fn complete(&mut self) {
        let Some(open) = self.open.pop() else {
            return;
        };
        self.tree.push_words(&open.owner);
        let data = self.tree.push_counted(&self.pending[open.mark..]);
        let mut flags = JSON;
        let is_in_array = self.open.last().is_none_or(|around| !around.is_object);
        if open.is_object {
            flags |= if open.names.are_distinct() {
                DISTINCT
            } else {
                0
            };
            if open.has_comments {
                let items = self.body_items(open.mark..self.pending.len());
                self.tree.push_counted(&items);
                flags |= BODY_ITEMS;
            }
        } else if is_in_array {
            // An array of objects is one body only at the root. As the value of a property, it is several.
            let mut items = Vec::new();
            for element in &self.pending[open.mark..] {
                let element = NodeId(*element);
                if self.tree.node(element).kind == NodeKind::Object {
                    items.extend(self.tree.body_items(element).unwrap_or_default());
                }
            }
            self.tree.push_counted(&items);
            flags |= BODY_ITEMS;
        }
        self.pending.truncate(open.mark);
        let node = self.tree.node_mut(open.id);
        (node.flags, node.end, node.data) = (flags, offset(self.at), data);
    }

    /// The properties without comments.
    fn body_items(&self, pending: std::ops::Range<usize>) -> Vec<u32> {
        let items = self.pending[pending].iter().copied();
        let is_comment = |id: u32| {
            let node = self.tree.node(NodeId(id));
            let key = self.tree.node(NodeId(id.saturating_sub(1)));
            match (node.flags & ESCAPED != 0, key.kind) {
                (true, NodeKind::JsonString) => self.tree.label(key.data) == COMMENT,
                _ => &self.text[node.start as usize..node.end as usize] == COMMENT,
            }
        };
        items.filter(|id| !is_comment(*id)).collect()
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
    fn string(&mut self, quote: usize) -> Result<Node, Fault> {
        let (form, close) = json_string::scan(self.text, quote + 1)?;
        self.at = close + 1;
        let span = Span::new(offset(quote), offset(close + 1));
        Ok(match form {
            StringForm::Plain => Node::leaf(NodeKind::QuotedLiteral, VERBATIM, span),
            StringForm::Text => Node::leaf(NodeKind::QuotedLiteral, 0, span),
            StringForm::Escaped => Node::leaf(NodeKind::JsonString, 0, span),
            StringForm::Template { is_escaped } => {
                let text = is_escaped.then(|| json_string::decode(&self.text[quote + 1..close]));
                let depth = u32::try_from(self.open.len()).unwrap_or(NONE);
                let index = self.strings.push(depth, text.map(Into::into));
                let node = Node::leaf(NodeKind::JsonTemplate, 0, span);
                Node {
                    data: index,
                    ..node
                }
            }
        })
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
        let number = Node::number(self.text, Span::new(offset(digits), offset(end)));
        if number.small().is_none() && !diagnose::keeps_limits(&self.text[digits..end]) {
            return self.broken_token(Problem::NumberOutOfRange, (start, end));
        }
        self.at = end;
        let mut id = self.tree.push(number);
        if digits > start {
            let flags = UnaryOperator::Negate as u8 | PLAIN;
            let span = Span::new(offset(start), offset(end));
            let negation = Node::leaf(NodeKind::Unary, flags, span);
            id = self.tree.push(Node {
                data: id.0,
                ..negation
            });
        }
        self.add(id);
        Next::After
    }

    /// Reads `true`, `false` or `null`, if one of them is next.
    #[inline]
    fn keyword(&mut self) -> Option<Node> {
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
        Some(Node::identifier(self.text, span))
    }

    /// The tree, or the errors. A body must be an object or an array.
    fn finish(mut self, kind: SourceKind) -> Result<Tree, Box<Failure>> {
        while !self.open.is_empty() {
            self.complete();
        }
        let root = self.root.map(|root| self.tree.node(root));
        let is_body = root.is_some_and(|it| matches!(it.kind, NodeKind::Object | NodeKind::Tuple));
        if kind == SourceKind::Body && !is_body && self.diagnostics.is_empty() {
            let span = root.map_or(Span::new(0, 0), |root| Span::new(root.start, root.end));
            let problem = diagnose::explain(self.text, Problem::RootValue, span);
            self.diagnostics.push(problem);
        }
        self.tree.set_strings(self.strings);
        if let Some(root) = self.root {
            self.tree.set_root(root);
            if self.diagnostics.is_empty() {
                return Ok(self.tree);
            }
        }
        let tree = (kind == SourceKind::Body && is_body).then_some(self.tree);
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
