//! Trees as text: a line for each node with the bytes it covers, indented by depth.

use std::fmt::{Debug, Display, Write as _};

use hcl::{
    Attribute, Block, Body, BodyItem, Expression, ExpressionKind, ForExpression, ObjectItem,
    ObjectKey, Span, Template, TemplatePart, Traversal, TraversalKey, TraversalStep,
};

/// A text of indented lines that describes a tree.
#[derive(Default)]
pub(crate) struct Dump {
    text: String,
    depth: usize,
    has_no_places: bool,
}

impl Dump {
    /// Returns the structure of a body, without places.
    #[allow(dead_code, reason = "not every test that includes the file needs it")]
    pub(crate) fn structure(body: &Body) -> String {
        let mut dump = Dump {
            has_no_places: true,
            ..Dump::default()
        };
        dump.body(body);
        dump.finish()
    }

    /// Returns the structure of an expression, without places.
    #[allow(dead_code, reason = "not every test that includes the file needs it")]
    pub(crate) fn structure_of_expression(expression: &Expression) -> String {
        let mut dump = Dump {
            has_no_places: true,
            ..Dump::default()
        };
        dump.expression(expression);
        dump.finish()
    }

    /// Returns the text.
    pub(crate) fn finish(self) -> String {
        self.text
    }

    fn line(&mut self, words: impl Display, span: Option<Span>) {
        let _ = write!(self.text, "{:1$}{words}", "", self.depth * 2);
        if let Some(span) = span.filter(|_| !self.has_no_places) {
            let _ = write!(self.text, " {}", range(span));
        }
        self.text.push('\n');
    }

    fn range(&self, span: Span) -> String {
        if self.has_no_places {
            String::new()
        } else {
            range(span)
        }
    }

    /// Runs `write` one level deeper.
    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }

    /// Writes an expression, after a line that names its role.
    fn role(&mut self, role: &str, expression: &Expression) {
        self.line(format_args!("{role}:"), None);
        self.inside(|dump| dump.expression(expression));
    }

    /// Writes a whole body with its comments.
    pub(crate) fn document(&mut self, body: &Body) {
        self.body(body);
        for comment in body.comments() {
            self.line(
                format_args!("Comment {:?}", comment.text()),
                Some(comment.span()),
            );
        }
    }

    fn body(&mut self, body: &Body) {
        self.line("Body", Some(body.span()));
        self.inside(|dump| {
            for item in body.items() {
                match item {
                    BodyItem::Attribute(attribute) => dump.attribute(&attribute),
                    BodyItem::Block(block) => dump.block(&block),
                }
            }
        });
    }

    fn attribute(&mut self, attribute: &Attribute) {
        let name = self.range(attribute.name_span());
        let words = format!("Attribute {:?} at {name},", attribute.name());
        self.line(words, Some(attribute.span()));
        self.inside(|dump| dump.expression(&attribute.expression()));
    }

    fn block(&mut self, block: &Block) {
        let header = self.range(block.header_span());
        let words = format!("Block {:?} with header {header},", block.block_type());
        self.line(words, Some(block.span()));
        self.inside(|dump| {
            for label in block.labels() {
                dump.line(format_args!("Label {label:?}"), Some(label.span()));
            }
            dump.body(&block.body());
        });
    }

    /// Writes an expression.
    pub(crate) fn expression(&mut self, it: &Expression) {
        let kind = it.kind();
        self.line(words(&kind), Some(it.span()));
        self.inside(|dump| dump.operands(&kind));
    }

    fn operands(&mut self, kind: &ExpressionKind) {
        match kind {
            ExpressionKind::Template(template) => self.parts(template),
            ExpressionKind::Tuple(elements) => self.expressions(elements),
            ExpressionKind::Object(items) => items.iter().for_each(|item| self.object_item(item)),
            ExpressionKind::FunctionCall(call) => self.expressions(&call.arguments),
            ExpressionKind::For(it) => self.for_expression(it),
            ExpressionKind::GetAttr { source, .. } | ExpressionKind::LegacyIndex { source, .. } => {
                self.expression(source);
            }
            ExpressionKind::Index { source, key, .. } => self.expressions([source, key]),
            ExpressionKind::Splat { source, each, .. } => {
                self.expression(source);
                self.role("each", each);
            }
            ExpressionKind::Parentheses(inner) => self.expression(inner),
            ExpressionKind::Unary { operand, .. } => self.expression(operand),
            ExpressionKind::Binary { left, right, .. } => self.expressions([left, right]),
            ExpressionKind::Conditional {
                predicate,
                true_result,
                false_result,
                ..
            } => self.expressions([predicate, true_result, false_result]),
            _ => {}
        }
    }

    fn expressions<'a>(&mut self, list: impl IntoIterator<Item = &'a Expression>) {
        list.into_iter().for_each(|it| self.expression(it));
    }

    fn object_item(&mut self, item: &ObjectItem) {
        match &item.key {
            ObjectKey::Name(name) => self.line(format_args!("Item {name:?}:"), None),
            ObjectKey::Expression(key) => {
                self.line("Item with key:", None);
                self.inside(|dump| dump.expression(key));
                self.line("and value:", None);
            }
            other => self.line(format_args!("Item {other:?}:"), None),
        }
        self.inside(|dump| dump.expression(&item.value));
    }

    fn for_expression(&mut self, it: &ForExpression) {
        self.role("in", &it.collection);
        if let Some(key) = &it.key {
            self.role("key", key);
        }
        self.role("value", &it.value);
        if let Some(condition) = &it.condition {
            self.role("if", condition);
        }
    }

    /// Writes a template that is the whole source.
    pub(crate) fn template(&mut self, template: &Template) {
        self.line("Template", Some(template.span()));
        self.inside(|dump| dump.parts(template));
    }

    fn parts(&mut self, template: &Template) {
        for part in template.parts() {
            self.part(&part);
        }
    }

    fn part(&mut self, part: &TemplatePart) {
        match part {
            TemplatePart::Literal(text) => self.line(format_args!("Literal {text:?}"), None),
            TemplatePart::Interpolation(inner) => self.role("Interpolation", inner),
            TemplatePart::If {
                predicate,
                true_branch,
                false_branch,
                ..
            } => {
                self.role("If", predicate);
                self.branch("then", true_branch);
                if let Some(branch) = false_branch {
                    self.branch("else", branch);
                }
            }
            TemplatePart::For {
                key_variable,
                value_variable,
                collection,
                body,
                ..
            } => {
                let variables = variables(key_variable.as_deref(), value_variable);
                self.role(&format!("For {variables} in"), collection);
                self.branch("repeat", body);
            }
            other => self.line(format_args!("{other:?}"), None),
        }
    }

    fn branch(&mut self, role: &str, template: &Template) {
        self.line(format_args!("{role}:"), None);
        self.inside(|dump| dump.parts(template));
    }

    /// Writes a static traversal.
    pub(crate) fn traversal(&mut self, it: &Traversal) {
        self.line(
            format_args!("Traversal {:?}", it.root()),
            Some(it.root_span()),
        );
        self.inside(|dump| {
            for step in it.steps() {
                match step {
                    TraversalStep::GetAttr { name, span, .. } => {
                        dump.line(format_args!("GetAttr {name:?}"), Some(*span));
                    }
                    TraversalStep::Index { key, span, .. } => dump.index(key, *span),
                    other => dump.line(format_args!("{other:?}"), None),
                }
            }
        });
    }

    fn index(&mut self, key: &TraversalKey, span: Span) {
        match key {
            TraversalKey::Number(number) => self.line(format_args!("Index {number}"), Some(span)),
            TraversalKey::String(string) => self.line(format_args!("Index {string:?}"), Some(span)),
            other => self.line(format_args!("{other:?}"), Some(span)),
        }
    }

    /// Writes the items of a body, without the structure of their expressions.
    pub(crate) fn outline(&mut self, body: &Body) {
        for item in body.items() {
            match item {
                BodyItem::Attribute(attribute) => {
                    let (name, value) = (attribute.name(), attribute.expression());
                    self.line(format_args!("{name} = {:?}", value.text()), None);
                }
                BodyItem::Block(block) => {
                    let labels: Vec<String> =
                        block.labels().map(|label| format!(" {label:?}")).collect();
                    let (block_type, labels) = (block.block_type(), labels.concat());
                    self.line(format_args!("{block_type}{labels}"), None);
                    self.inside(|dump| dump.outline(&block.body()));
                }
            }
        }
    }
}

/// Returns the kind of an expression, without its children.
fn words(kind: &ExpressionKind) -> String {
    match kind {
        ExpressionKind::Null => String::from("Null"),
        ExpressionKind::Bool(value) => format!("Bool {value}"),
        ExpressionKind::Number(number) => format!("Number {number}"),
        ExpressionKind::Template(_) => String::from("Template"),
        ExpressionKind::Tuple(_) => String::from("Tuple"),
        ExpressionKind::Object(_) => String::from("Object"),
        ExpressionKind::Variable(name) => format!("Variable {name:?}"),
        ExpressionKind::FunctionCall(call) if call.expand_final => {
            format!("FunctionCall {:?} with expand_final", call.name)
        }
        ExpressionKind::FunctionCall(call) => format!("FunctionCall {:?}", call.name),
        ExpressionKind::For(it) => {
            let variables = variables(it.key_variable.as_deref(), &it.value_variable);
            let grouping = if it.grouping { " with grouping" } else { "" };
            let result = if it.key.is_some() { "object" } else { "tuple" };
            format!("For {variables} to {result}{grouping}")
        }
        ExpressionKind::GetAttr { name, .. } => format!("GetAttr {name:?}"),
        ExpressionKind::Index { .. } => String::from("Index"),
        ExpressionKind::LegacyIndex { key, .. } => format!("LegacyIndex {key}"),
        ExpressionKind::Splat { .. } => String::from("Splat"),
        ExpressionKind::SplatElement => String::from("SplatElement"),
        ExpressionKind::Parentheses(_) => String::from("Parentheses"),
        ExpressionKind::Unary { operator, .. } => format!("Unary {operator}"),
        ExpressionKind::Binary { operator, .. } => format!("Binary {operator}"),
        ExpressionKind::Conditional { .. } => String::from("Conditional"),
        other => debug(other),
    }
}

fn debug(it: &impl Debug) -> String {
    format!("{it:?}")
}

fn variables(key: Option<&str>, value: &str) -> String {
    match key {
        Some(key) => format!("{key:?}, {value:?}"),
        None => format!("{value:?}"),
    }
}

fn range(span: Span) -> String {
    format!("{}..{}", span.start(), span.end())
}
