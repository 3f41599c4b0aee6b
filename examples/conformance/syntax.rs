//! The mode `syntax`: trees with byte ranges.

use std::borrow::Cow;
use std::error::Error;
use std::path::Path;

use hcl::{
    Body, BodyItem, Expression, ExpressionKind, ForExpression, ObjectItem, ObjectKey, ParseOptions,
    Span, Template, TemplatePart,
};
use serde_json::Value;

use super::json::{array, diagnostic, null, object, string, tagged};

/// Parses the source of a case.
pub(crate) fn answer(case: &Value, root: &Path) -> Result<String, Box<dyn Error>> {
    let (key, name) = name(case)?;
    let source = source(case, root)?;
    let parsed = ParseOptions::new().parse(&source);
    let ok = parsed.diagnostics.is_empty();
    let outcome = if ok {
        ("body", body(&parsed.value))
    } else {
        ("diags", array(parsed.diagnostics.iter().map(diagnostic)))
    };
    Ok(object([
        (key, string(name)),
        ("ok", ok.to_string()),
        outcome,
    ]))
}

/// The key and the text of the name of a case.
pub(crate) fn name(case: &Value) -> Result<(&'static str, &str), Box<dyn Error>> {
    match (&case["id"], &case["file"]) {
        (Value::String(id), _) => Ok(("id", id)),
        (_, Value::String(file)) => Ok(("file", file)),
        _ => Err("a case needs an id or a file".into()),
    }
}

/// The source of a case, or of the file that it names.
pub(crate) fn source<'c>(case: &'c Value, root: &Path) -> Result<Cow<'c, str>, Box<dyn Error>> {
    match &case["src"] {
        Value::String(source) => Ok(source.into()),
        _ => Ok(std::fs::read_to_string(root.join(name(case)?.1))?.into()),
    }
}

fn range(span: Span) -> String {
    format!("[{},{}]", span.start(), span.end())
}

fn body(it: &Body) -> String {
    let mut attributes = Vec::new();
    let mut blocks = Vec::new();
    for item in it.items() {
        match item {
            BodyItem::Attribute(attribute) => attributes.push(object([
                ("name", string(attribute.name())),
                ("range", range(attribute.span())),
                ("expr", expression(&attribute.expression())),
            ])),
            BodyItem::Block(block) => blocks.push(object([
                ("type", string(block.block_type())),
                (
                    "labels",
                    array(block.labels().map(|label| string(&label.text()))),
                ),
                ("range", range(block.span())),
                ("header", range(block.header_span())),
                ("body", body(&block.body())),
            ])),
        }
    }
    object([("attributes", array(attributes)), ("blocks", array(blocks))])
}

/// An expression as the cases write it.
pub(crate) fn expression(it: &Expression) -> String {
    match it.kind() {
        ExpressionKind::Null => tagged("lit", [null()]),
        ExpressionKind::Bool(value) => tagged("lit", [value.to_string()]),
        ExpressionKind::Number(value) => tagged("lit", [value.to_string()]),
        ExpressionKind::Template(it) => template(&it),
        ExpressionKind::Tuple(elements) => tagged("tuple", [expressions(&elements)]),
        ExpressionKind::Object(items) => tagged("object", [array(items.iter().map(object_item))]),
        ExpressionKind::FunctionCall(call) => tagged(
            "call",
            [
                string(&call.name),
                expressions(&call.arguments),
                call.expand_final.to_string(),
            ],
        ),
        ExpressionKind::For(it) => for_expression(&it),
        ExpressionKind::Splat { source, each, .. } => {
            tagged("splat", [expression(&source), expression(&each)])
        }
        ExpressionKind::SplatElement => tagged("each", []),
        ExpressionKind::Parentheses(inner) => tagged("paren", [expression(&inner)]),
        ExpressionKind::Unary {
            operator, operand, ..
        } => tagged("unary", [string(operator.as_str()), expression(&operand)]),
        ExpressionKind::Binary {
            operator,
            left,
            right,
            ..
        } => tagged(
            "binary",
            [
                string(operator.as_str()),
                expression(&left),
                expression(&right),
            ],
        ),
        ExpressionKind::Conditional {
            predicate,
            true_result,
            false_result,
            ..
        } => tagged(
            "cond",
            [&predicate, &true_result, &false_result].map(expression),
        ),
        _ => traversal(it),
    }
}

fn expressions(list: &[Expression]) -> String {
    array(list.iter().map(expression))
}

fn object_item(item: &ObjectItem) -> String {
    let key = match &item.key {
        ObjectKey::Name(name) => tagged("name", [string(name)]),
        ObjectKey::Expression(key) => expression(key),
        _ => null(),
    };
    array([key, expression(&item.value)])
}

fn for_expression(it: &ForExpression) -> String {
    let optional = |part: &Option<Expression>| part.as_ref().map_or_else(null, expression);
    tagged(
        "for",
        [
            string(it.key_variable.as_deref().unwrap_or_default()),
            string(&it.value_variable),
            expression(&it.collection),
            optional(&it.key),
            expression(&it.value),
            optional(&it.condition),
            it.grouping.to_string(),
        ],
    )
}

/// A chain of accesses by constant keys is one traversal: absolute if it begins with a variable, otherwise
/// relative.
fn traversal(it: &Expression) -> String {
    let mut steps = Vec::new();
    let mut at = it.clone();
    let start = loop {
        let source = match at.kind() {
            ExpressionKind::GetAttr { source, name, .. } => {
                steps.push(tagged("attr", [string(&name)]));
                source
            }
            ExpressionKind::LegacyIndex { source, key, .. } => {
                steps.push(tagged("index", [key.to_string()]));
                source
            }
            ExpressionKind::Index { source, key, .. } => match constant(&key) {
                Some(key) => {
                    steps.push(tagged("index", [key]));
                    source
                }
                None if steps.is_empty() => {
                    return tagged("index", [expression(&source), expression(&key)]);
                }
                None => break at,
            },
            _ => break at,
        };
        at = source;
    };
    steps.reverse();
    match start.kind() {
        ExpressionKind::Variable(name) => {
            let root = tagged("root", [string(&name)]);
            tagged("traversal", [root].into_iter().chain(steps))
        }
        _ => tagged("relative", [expression(&start)].into_iter().chain(steps)),
    }
}

/// The key of an index, if it is a literal.
fn constant(key: &Expression) -> Option<String> {
    match key.kind() {
        ExpressionKind::Null => Some(null()),
        ExpressionKind::Bool(value) => Some(value.to_string()),
        ExpressionKind::Number(number) => Some(number.to_string()),
        ExpressionKind::Template(_) => key.literal_text().map(|text| string(&text)),
        _ => None,
    }
}

/// A template as the cases write it.
pub(crate) fn template(it: &Template) -> String {
    let parts = it.parts();
    if let [TemplatePart::Interpolation(inner)] = parts.as_slice() {
        return tagged("wrap", [expression(inner)]);
    }
    tagged("template", [template_parts(&parts)])
}

/// The parts of a template; one without parts has an empty literal.
fn template_parts(parts: &[TemplatePart]) -> String {
    if parts.is_empty() {
        return array([tagged("lit", [string("")])]);
    }
    array(parts.iter().map(template_part))
}

fn template_part(part: &TemplatePart) -> String {
    match part {
        TemplatePart::Literal(text) => tagged("lit", [string(text)]),
        TemplatePart::Interpolation(inner) => expression(inner),
        TemplatePart::If {
            predicate,
            true_branch,
            false_branch,
            ..
        } => {
            let no = false_branch
                .as_ref()
                .map(Template::parts)
                .unwrap_or_default();
            let branch = |parts: &[TemplatePart]| tagged("template", [template_parts(parts)]);
            let branches = [branch(&true_branch.parts()), branch(&no)];
            tagged("cond", [expression(predicate)].into_iter().chain(branches))
        }
        TemplatePart::For {
            key_variable,
            value_variable,
            collection,
            body,
            ..
        } => {
            let repeated = [
                string(key_variable.as_deref().unwrap_or_default()),
                string(value_variable),
                expression(collection),
                null(),
                tagged("template", [template_parts(&body.parts())]),
                null(),
                false.to_string(),
            ];
            tagged("join", [tagged("for", repeated)])
        }
        _ => null(),
    }
}
