//! Templates as text: between quotes, or without them. Without them, any expression can be written: `${a + b}` stands
//! for `a + b` ("Template Interpolation Unwrapping"), as in the strings of the JSON syntax.

use std::borrow::Cow;
use std::fmt::Write as _;

use crate::quote::{write_quoted, write_quoted_text};
use crate::source::BYTE_ORDER_MARK;
use crate::syntax::tree::ItemId;
use crate::syntax::tree::handle::{Expression, ExpressionKind, Template, TemplatePart};
use crate::syntax::tree::view::{ExpressionView, KeyView};

/// A template between quotes.
pub(crate) fn quoted(template: &Template) -> String {
    quoted_parts(template.parts())
}

/// A template of these parts between quotes.
pub(crate) fn quoted_parts(parts: Vec<TemplatePart>) -> String {
    let mut writer = TemplateWriter {
        text: String::from("\""),
        delimiters: Delimiters::Quoted,
    };
    writer.parts(parts, None);
    writer.text.push('"');
    writer.text
}

/// A template without quotes, as [`parse_template`](crate::parse_template) reads it.
pub(crate) fn bare(template: &Template) -> String {
    if template.is_bare() {
        return template.text().to_owned();
    }
    bare_parts(template.parts())
}

/// A template of these parts without quotes.
pub(crate) fn bare_parts(parts: Vec<TemplatePart>) -> String {
    let mut writer = TemplateWriter {
        text: String::new(),
        delimiters: Delimiters::Bare,
    };
    if seems_unwrapped(&parts) {
        writer.text.push_str("${\"\"}");
    }
    writer.parts(parts, None);
    writer.text
}

/// Whether writing the parts of a template would change its meaning. A template with several parts is a string. If
/// strip markers have left nothing of its literals, only one interpolation would be written, which is unwrapped to its
/// value.
fn seems_unwrapped(parts: &[TemplatePart]) -> bool {
    let is_empty =
        |part: &TemplatePart| matches!(part, TemplatePart::Literal(text) if text.is_empty());
    let written: Vec<_> = parts.iter().filter(|part| !is_empty(part)).collect();
    parts.len() > 1 && matches!(*written, [TemplatePart::Interpolation(_)])
}

/// A string as a template without quotes.
pub(crate) fn escaped(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains("${") && !text.contains("%{") {
        return text;
    }
    let mut writer = TemplateWriter {
        text: String::with_capacity(text.len()),
        delimiters: Delimiters::Bare,
    };
    writer.bare_text(&text);
    Cow::Owned(writer.text)
}

impl Expression {
    /// A template without quotes that has the value of the expression; `None` if the expression is unknown. In the JSON
    /// syntax, a string is such a template already.
    pub(crate) fn template_text(&self) -> Option<String> {
        let view = self.view();
        let inner = self.clone().without_parentheses();
        match inner.shape() {
            ExpressionView::Embedded => view.template_of_string(inner.id()).map(Cow::into_owned),
            ExpressionView::Literal(literal) => Some(escaped(view.literal(literal)).into_owned()),
            ExpressionView::Template(_) if self.written().is_some() => match inner.kind() {
                ExpressionKind::Template(template) => Some(bare(&template)),
                _ => None,
            },
            _ => {
                self.written()?;
                Some(format!("${{{inner}}}"))
            }
        }
    }

    /// The name of a property of JSON in an object as a template. Variables in it that are bound to values are replaced
    /// by the values; `None` if one of them is unknown.
    pub(crate) fn property_template(&self, item: ItemId) -> Option<String> {
        let view = self.view();
        match view.object_item(item).0 {
            KeyView::Expression(key)
                if matches!(view.expression(key), ExpressionView::Embedded) =>
            {
                view.template_of_string(key).map(Cow::into_owned)
            }
            _ => Some(view.item_text(item).to_owned()),
        }
    }

    /// The key of an object, which is a string, as a template without quotes; `None` if it is unknown.
    pub(crate) fn key_template_text(&self) -> Option<String> {
        match self.clone().without_parentheses().kind() {
            ExpressionKind::Number(number) => Some(number.to_string()),
            ExpressionKind::Bool(bool) => Some(bool.to_string()),
            _ => self.template_text(),
        }
    }
}

/// How a template is delimited, which decides the escapes of literal text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Delimiters {
    Quoted,
    Bare,
}

struct TemplateWriter {
    text: String,
    delimiters: Delimiters,
}

impl TemplateWriter {
    /// Writes the parts of a template. If a sequence follows it, `next` is the marker of that sequence.
    fn parts(&mut self, parts: Vec<TemplatePart>, next: Option<char>) {
        let mut parts = parts.into_iter().peekable();
        while let Some(part) = parts.next() {
            let next = parts.peek().map_or(next, marker);
            match part {
                TemplatePart::Literal(literal) => self.literal(&literal, next),
                TemplatePart::Interpolation(expression) => {
                    self.push(format_args!("${{{expression}}}"));
                }
                TemplatePart::If {
                    predicate,
                    true_branch,
                    false_branch,
                } => {
                    self.push(format_args!("%{{ if {predicate} }}"));
                    self.parts(true_branch.parts(), Some('%'));
                    if let Some(false_branch) = false_branch {
                        self.text.push_str("%{ else }");
                        self.parts(false_branch.parts(), Some('%'));
                    }
                    self.text.push_str("%{ endif }");
                }
                TemplatePart::For {
                    key_variable,
                    value_variable,
                    collection,
                    body,
                } => {
                    let key = key_variable.map_or_else(String::new, |key| format!("{key}, "));
                    self.push(format_args!(
                        "%{{ for {key}{value_variable} in {collection} }}"
                    ));
                    self.parts(body.parts(), Some('%'));
                    self.text.push_str("%{ endfor }");
                }
            }
        }
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(text);
    }

    /// Writes literal text. If a sequence follows it, `next` is the marker of that sequence: the same markers at the
    /// end of the text would turn its beginning into an escape.
    fn literal(&mut self, text: &str, next: Option<char>) {
        let plain = next.map_or(text, |marker| text.trim_end_matches(marker));
        let markers = &text[plain.len()..];
        match self.delimiters {
            Delimiters::Quoted => {
                let _ = write_quoted_text(&mut self.text, plain);
                for marker in markers.chars() {
                    self.push(format_args!("\\u{:04x}", u32::from(marker)));
                }
            }
            Delimiters::Bare => {
                self.bare_text(plain);
                self.string(markers);
            }
        }
    }

    /// Writes literal text such that no sequence begins in it.
    fn bare_text(&mut self, text: &str) {
        let mut from = 0;
        // A template without quotes is a whole source.
        if self.text.is_empty() && text.starts_with(BYTE_ORDER_MARK) {
            from = BYTE_ORDER_MARK.len_utf8();
            self.string(&text[..from]);
        }
        for (at, _) in text
            .match_indices(['$', '%'])
            .filter(|(at, _)| text[at + 1..].starts_with('{'))
        {
            let before = &text[from..at];
            let marker = &text[at..=at];
            // More markers before this one would be taken for the escape.
            let plain = before.trim_end_matches(marker);
            self.text.push_str(plain);
            self.string(&before[plain.len()..]);
            self.text.extend([marker, marker]);
            from = at + 1;
        }
        self.text.push_str(&text[from..]);
    }

    /// Writes text, if there is any, as a sequence. The `$` signs before it become part of the sequence: outside of it,
    /// they would turn its beginning into an escape.
    fn string(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        let plain = self.text.trim_end_matches('$').len();
        let dollars = self.text.split_off(plain);
        self.text.push_str("${");
        let _ = write_quoted(&mut self.text, &format!("{dollars}{text}"));
        self.text.push('}');
    }
}

/// The marker that a part begins with, if it is a sequence.
fn marker(part: &TemplatePart) -> Option<char> {
    match part {
        TemplatePart::Literal(_) => None,
        TemplatePart::Interpolation(_) => Some('$'),
        _ => Some('%'),
    }
}
