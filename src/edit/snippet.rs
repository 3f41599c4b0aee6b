//! Snippets of text from which a body is built: names, expressions, items and comments, each checked on its own.

use std::collections::BTreeMap;

use serde::ser::{Serialize, Serializer};

use super::layout::indent_of;
use crate::diagnostic::Code;
use crate::error::{Category, Error, Result};
use crate::format::format;
use crate::identifier::{is_bare_key, is_identifier};
use crate::nfc::normalize;
use crate::path::PathStep;
use crate::quote;
use crate::ser::{EncodeOptions, block as block_form};
use crate::span::Span;
use crate::syntax::comment::all_comment_spans;
use crate::syntax::options::{parse, parse_expression};
use crate::syntax::tree::handle::{
    Body, BodyItemKind, Expression, ExpressionKind, Visitor, WalkControl,
};

/// Checks that a name is an identifier.
pub(super) fn name(name: &str) -> Result<&str> {
    if is_identifier(name) {
        return Ok(name);
    }
    let detail = format!(
        "{} is not an identifier. A name begins with a letter or \"_\", followed by letters, digits, \"_\" and \"-\".",
        quoted(name)
    );
    Err(Error::of(Code::InvalidName, detail))
}

/// The key of an item of an object.
pub(super) fn key(key: &str, is_first: bool) -> String {
    if is_bare_key(key, is_first) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

/// An expression for use inside an object or a tuple, on a line with this indentation.
pub(super) fn inner(expression: &str, style: &SourceStyle, indent: &str) -> String {
    let attribute = attribute("x", expression);
    let is_heredoc = ends_with_heredoc(&attribute);
    let indented = style.indented(&attribute, indent);
    let (_, text) = indented.split_once("= ").unwrap_or_default();
    if is_heredoc {
        // A comma or a bracket must not stand after the end marker.
        return ["(", text, style.newline, ")"].concat();
    }
    text.to_owned()
}

/// An expression that a comma or a bracket may follow on the same line: in parentheses if it ends with a heredoc.
pub(super) fn before_bracket(expression: String) -> String {
    if ends_with_heredoc(&attribute("x", &expression)) {
        return ["(", &expression, "\n)"].concat();
    }
    expression
}

/// A string as a quoted template, in the normal form of string values.
pub(super) fn quoted(text: &str) -> String {
    quote::quoted(&normalize(text))
}

/// Rust data as the expression of an attribute. The path of an error begins with the attribute.
pub(super) fn attribute_data<T: Serialize + ?Sized>(name: &str, data: &T) -> Result<String> {
    of_attribute(name, || EncodeOptions::new().expression(name, data))
}

/// Rust data as an expression that can stand anywhere, without heredocs.
pub(super) fn data<T: Serialize + ?Sized>(data: &T) -> Result<String> {
    let options = EncodeOptions::new().without_heredocs();
    options.expression("value", data)
}

/// Checks the name of an attribute, and creates its expression. The path of an error begins with the attribute.
fn of_attribute(attribute: &str, expression: impl FnOnce() -> Result<String>) -> Result<String> {
    let expression = name(attribute).and_then(|_| expression());
    expression.map_err(|error| error.prepend_step(PathStep::from(attribute)))
}

pub(super) struct SerializedItems {
    pub(super) text: String,
    /// `None` if there are no items.
    pub(super) kinds: Option<EndKinds>,
}

/// The kinds of the first and the last item.
pub(super) struct EndKinds {
    pub(super) first: BodyItemKind,
    pub(super) last: BodyItemKind,
}

/// Rust data as the items of a body.
pub(super) fn items<T: Serialize + ?Sized>(data: &T) -> Result<SerializedItems> {
    let text = EncodeOptions::new().to_string(data)?;
    let kinds = kinds(&parse(&text)?);
    Ok(SerializedItems { text, kinds })
}

/// Rust data as the labels and the items of a block.
pub(super) fn block<T: Serialize + ?Sized>(data: &T) -> Result<(String, SerializedItems)> {
    let body = BTreeMap::from([("block", AsBlock(data))]);
    let text = EncodeOptions::new().to_string(&body)?;
    let body = parse(&text)?;
    let mut blocks = body.blocks();
    let (Some(block), None) = (blocks.next(), blocks.next()) else {
        let detail = "This data becomes several blocks, or none. Add each block separately.";
        return Err(Error::of(Code::NotOneBlock, detail));
    };
    let labels = Span::new(block.type_span().end(), block.header_span().end());
    let content = block.body();
    let content_text = content.text().unwrap_or_default().trim_start_matches('\n');
    let items = SerializedItems {
        text: outdented(content_text),
        kinds: kinds(&content),
    };
    Ok((text[labels.range()].to_owned(), items))
}

fn kinds(body: &Body) -> Option<EndKinds> {
    let mut kinds = body.items().map(|item| item.kind());
    let first = kinds.next()?;
    let last = kinds.last().unwrap_or(first);
    Some(EndKinds { first, last })
}

/// Rust data that is written as a block.
struct AsBlock<'a, T: ?Sized>(&'a T);

impl<T: Serialize + ?Sized> Serialize for AsBlock<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        block_form::serialize(self.0, serializer)
    }
}

/// The content of a block without its indentation.
fn outdented(content: &str) -> String {
    const INDENT: &str = "  ";
    let is_indented = |line: &str| line.trim().is_empty() || line.starts_with(INDENT);
    let heredocs = heredocs(content);
    let is_fixed = |span: &&Span| {
        let heredoc = &content[span.range()];
        !heredoc.starts_with("<<-") || !heredoc.lines().skip(1).all(is_indented)
    };
    let fixed: Vec<Span> = heredocs.iter().filter(is_fixed).copied().collect();
    let mut text = String::with_capacity(content.len());
    for line in lines(content, &fixed) {
        let outdented = line.text.strip_prefix(INDENT);
        text.push_str(outdented.filter(|_| !line.is_inside).unwrap_or(line.text));
    }
    text
}

/// A comment of one line for each line of the text, without the final newline. Nothing if the text is empty.
pub(super) fn comment(text: &str) -> Result<String> {
    let lines: Vec<String> = text.lines().map(comment_line).collect::<Result<_>>()?;
    Ok(lines.join("\n"))
}

pub(super) fn comment_line(line: &str) -> Result<String> {
    let is_unsuitable = |it: char| it.is_control() && it != '\t';
    if let Some(character) = line.chars().find(|it| is_unsuitable(*it)) {
        let what = match character {
            '\n' => "several lines".to_owned(),
            _ => format!("the control character U+{:04X}", u32::from(character)),
        };
        let detail = format!(
            "This comment cannot contain {what}. A comment above an item may have several lines, one at the end of a \
             line must be a single line, and neither may contain control characters other than tabs."
        );
        return Err(Error::of(Code::InvalidComment, detail));
    }
    Ok(if line.is_empty() {
        "#".to_owned()
    } else {
        format!("# {line}")
    })
}

/// The text of comments without their marks, as [`comment`] takes it.
pub(super) fn comment_text<'a>(comments: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<String> = comments.map(without_marks).collect();
    texts.join("\n")
}

fn without_marks(comment: &str) -> String {
    if let Some(inner) = comment.strip_prefix("/*") {
        let inner = inner.strip_suffix("*/").unwrap_or(inner).trim();
        let line = |line: &str| {
            let line = line.trim();
            line.strip_prefix('*')
                .map_or(line, str::trim_start)
                .to_owned()
        };
        return inner.lines().map(line).collect::<Vec<_>>().join("\n");
    }
    let text = comment.strip_prefix('#').or(comment.strip_prefix("//"));
    let text = text.unwrap_or(comment);
    text.strip_prefix(' ').unwrap_or(text).to_owned()
}

/// Comments out each line. The mark is at the indentation of the item, or before the first character of a line that is
/// indented less.
pub(super) fn commented(text: &str, indent: &str) -> String {
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    for line in text.split_inclusive('\n') {
        let blanks = indent_of(line).len();
        let (before, after) = line.split_at(indent.len().min(blanks));
        let is_blank = after.trim().is_empty();
        out.extend([before, if is_blank { "#" } else { "# " }, after]);
    }
    out
}

/// An expression for an attribute, like [`expression`]. The path of an error begins with the attribute.
pub(super) fn attribute_expression(name: &str, text: &str) -> Result<String> {
    of_attribute(name, || expression(text))
}

/// Checks the text of an expression and makes it fit after the equals sign of an attribute.
pub(super) fn expression(text: &str) -> Result<String> {
    let expression = parse_expression(text).or_else(|error| {
        // The end marker of a heredoc needs a newline, which the given text may lack.
        parse_expression(&[text, "\n"].concat()).map_err(|_| error)
    })?;
    let text = expression.text();
    if !text.contains('\n') || is_whole(text) {
        return Ok(text.to_owned());
    }
    // A newline outside of brackets would end the attribute.
    Ok(format!("(\n{text}\n)"))
}

/// Whether the whole text is the expression of one attribute.
fn is_whole(text: &str) -> bool {
    parse(&format!("x = {text}\n")).is_ok_and(|body| {
        let mut items = body.attributes();
        let is_same = items
            .next()
            .is_some_and(|it| it.expression().text() == text);
        is_same && body.items().len() == 1
    })
}

/// An attribute in the canonical form, without its final newline.
pub(super) fn attribute(name: &str, expression: &str) -> String {
    let mut text = format(&format!("{name} = {expression}\n"));
    text.pop();
    text
}

/// Whether an attribute in the canonical form ends with the end marker of a heredoc, which needs a newline
/// after it.
pub(super) fn ends_with_heredoc(attribute: &str) -> bool {
    attribute.contains("<<")
        && parse(&[attribute, "\n"].concat()).is_ok_and(|body| {
            body.attributes()
                .any(|it| it.expression().ends_with_heredoc())
        })
}

/// How the lines of a source are laid out.
#[derive(Clone, Debug)]
pub(super) struct SourceStyle {
    /// The indentation of nested lines, where the canonical form has two spaces.
    pub(super) unit: String,
    pub(super) newline: &'static str,
}

impl SourceStyle {
    /// Indents all lines but the first of a snippet in the canonical form, and gives them the newlines of the source.
    /// Heredocs stay as they are.
    pub(super) fn indented(&self, snippet: &str, indent: &str) -> String {
        if !snippet.contains('\n') {
            return snippet.to_owned();
        }
        let mut text = String::with_capacity(snippet.len() + indent.len() * 8);
        for (number, line) in lines(snippet, &heredocs(snippet)).enumerate() {
            let mut content = line.text;
            if number > 0 && !line.is_inside && !line.is_blank() {
                text.push_str(indent);
                while let Some(rest) = content.strip_prefix("  ") {
                    text.push_str(&self.unit);
                    content = rest;
                }
            }
            match content.strip_suffix('\n').filter(|_| !line.is_inside) {
                Some(content) => text.extend([content.trim_end_matches('\r'), self.newline]),
                None => text.push_str(content),
            }
        }
        text
    }
}

/// Indents the `<<-` heredocs of a snippet that the serializer has written, with their end markers. The line on which a
/// heredoc begins belongs to the attribute and stays.
pub(super) fn with_indented_heredocs(snippet: &str, indent: &str) -> String {
    if indent.is_empty() || !snippet.contains("<<-") {
        return snippet.to_owned();
    }
    let mut heredocs = heredocs(snippet);
    heredocs.retain(|span| snippet[span.range()].starts_with("<<-"));
    let mut text = String::with_capacity(snippet.len() + indent.len() * 8);
    for line in lines(snippet, &heredocs) {
        if line.is_inside && !line.is_blank() {
            text.push_str(indent);
        }
        text.push_str(line.text);
    }
    text
}

/// Gives the lines of items another indentation. Heredocs and comments of several lines stay as they are.
pub(super) fn reindented(text: &str, old: &str, new: &str) -> String {
    if old == new {
        return text.to_owned();
    }
    let mut fixed = heredocs(text);
    fixed.extend(all_comment_spans(text));
    fixed.sort_by_key(|span| span.start());
    let mut out = String::with_capacity(text.len());
    for line in lines(text, &fixed) {
        if line.is_inside || line.is_blank() {
            out.push_str(line.text);
        } else {
            let content = line.text.strip_prefix(old);
            let content = content.unwrap_or_else(|| line.text.trim_start_matches([' ', '\t']));
            out.extend([new, content]);
        }
    }
    out
}

/// A line with its newline.
struct Line<'a> {
    text: &'a str,
    /// Whether it begins inside one of the spans.
    is_inside: bool,
}

impl Line<'_> {
    fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }
}

/// The lines of a text, each with whether it begins inside one of the spans.
fn lines<'a>(text: &'a str, spans: &[Span]) -> impl Iterator<Item = Line<'a>> {
    let mut spans = spans.iter().peekable();
    let mut at = 0;
    text.split_inclusive('\n').map(move |text| {
        while spans.next_if(|span| span.range().end <= at).is_some() {}
        let is_inside = spans.peek().is_some_and(|span| span.range().start < at);
        at += text.len();
        Line { text, is_inside }
    })
}

/// Whether items contain a heredoc.
pub(super) fn has_heredoc(items: &str) -> bool {
    !heredocs(items).is_empty()
}

/// The spans of the heredocs in a snippet, in order, without heredocs inside another one.
fn heredocs(snippet: &str) -> Vec<Span> {
    struct HeredocSpans(Vec<Span>);

    impl Visitor for HeredocSpans {
        fn expression(&mut self, expression: &Expression) -> WalkControl {
            if expression.text().starts_with("<<")
                && matches!(expression.kind(), ExpressionKind::Template(_))
            {
                self.0.push(expression.span());
                return WalkControl::Skip;
            }
            WalkControl::Continue
        }
    }

    let mut heredocs = HeredocSpans(Vec::new());
    if snippet.contains("<<")
        && let Ok(body) = parse(&[snippet, "\n"].concat())
    {
        body.walk(&mut heredocs);
    }
    heredocs.0
}

/// Combines errors into one, if there are any.
pub(super) fn all_errors(errors: Vec<Error>) -> Result<()> {
    let category = errors.first().map_or(Category::Data, Error::classify);
    let mut diagnostics = Vec::new();
    for error in errors {
        diagnostics.extend(error.into_diagnostics());
    }
    Error::unless(category, diagnostics, ())
}
