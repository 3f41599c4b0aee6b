//! The cases of schemas: bodies read by one schema or by several in turn.
//!
//! Each `body "name.hcl" { … }` of a case is a file of that name, and each `json "name.json" { text = … }` is a file in
//! JSON syntax; they are merged. Each `schema` block is a step: `optional` and `required` list attributes, and `blocks`
//! has the names of the labels for each block type. All steps but the last are partial. A block `just_attributes` adds
//! a last step that reads only attributes. The result has the content and the diagnostics of each step. Without such a
//! block, a single step with all schemas combined must find as many items, and have errors if and only if the steps do.

use std::error::Error;
use std::fmt::Write as _;

use hcl::{
    Attribute, Block, Body, BodyContent, BodySchema, Diagnostic, EvalContext, ParseOptions, Syntax,
    Value,
};

use super::case::Case;

/// Returns the result of a case.
pub(crate) fn outcome(case: &Case) -> Result<String, Box<dyn Error>> {
    let steps = hcl::parse(&case.source)?;
    let mut rest = body(&steps)?;
    let whole = rest.clone();
    let blocks: Vec<Block> = steps.blocks_of_type("schema").collect();
    let just_attributes = steps.blocks_of_type("just_attributes").next().is_some();
    let mut text = String::new();
    let mut all = BodySchema::new();
    let (mut count, mut complaints) = (0, 0);
    for (index, block) in blocks.iter().enumerate() {
        let schema = schema(block, BodySchema::new())?;
        all = self::schema(block, all)?;
        let is_last = !just_attributes && index + 1 == blocks.len();
        let mut diagnostics = Vec::new();
        let content = if is_last {
            rest.content(&schema).reported_to(&mut diagnostics)
        } else {
            let partial = rest.partial_content(&schema);
            let (content, remaining) = partial.reported_to(&mut diagnostics);
            rest = remaining;
            content
        };
        writeln!(text, "step {}", index + 1)?;
        write_content(&mut text, &content, &diagnostics)?;
        count += content.attributes().len() + content.blocks().len();
        complaints += diagnostics.len();
    }
    if just_attributes {
        let hcl::Diagnosed {
            value: attributes,
            diagnostics,
            ..
        } = rest.just_attributes();
        writeln!(text, "just attributes")?;
        write_attributes(&mut text, &attributes)?;
        write_reports(&mut text, &diagnostics)?;
    } else {
        let hcl::Diagnosed {
            value: content,
            diagnostics,
            ..
        } = whole.content(&all);
        assert_eq!(content.attributes().len() + content.blocks().len(), count);
        assert_eq!(diagnostics.is_empty(), complaints == 0);
    }
    Ok(text)
}

fn body(steps: &Body) -> Result<Body, Box<dyn Error>> {
    let mut files = Vec::new();
    for block in steps.blocks_of_type("json") {
        let name = block.labels().next().ok_or("a body has a name")?.text();
        let text = block.body().attribute("text").ok_or("a body has a text")?;
        let text = text.expression();
        let text = text.literal_text().ok_or("the text is literal")?;
        let options = ParseOptions::new().with_filename(name);
        files.push(
            options
                .with_syntax(Syntax::Json)
                .parse(&text)
                .into_result()?,
        );
    }
    for block in steps.blocks_of_type("body") {
        let name = block.labels().next().ok_or("a body has a name")?;
        let text = &block.source().text()[block.body().span().range()];
        // The line of the opening brace is not part of the file.
        let text = text.strip_prefix('\n').unwrap_or(text);
        files.push(
            ParseOptions::new()
                .with_filename(name.text())
                .parse(text)
                .into_result()?,
        );
    }
    Ok(if files.len() == 1 {
        files.remove(0)
    } else {
        Body::merge(files)
    })
}

fn schema(step: &Block, mut schema: BodySchema) -> Result<BodySchema, Box<dyn Error>> {
    for attribute in step.body().attributes() {
        let value = attribute.expression().evaluate(&EvalContext::new())?;
        match attribute.name() {
            "optional" => schema = strings(&value).fold(schema, BodySchema::with_attribute),
            "required" => {
                schema = strings(&value).fold(schema, BodySchema::with_required_attribute);
            }
            _ => {
                for (name, labels) in value.entries().into_iter().flatten() {
                    schema = schema.with_block(name, strings(labels));
                }
            }
        }
    }
    Ok(schema)
}

fn strings(list: &Value) -> impl Iterator<Item = &str> {
    let elements = list.elements().into_iter().flatten();
    elements.filter_map(|(_, element)| element.as_str())
}

fn write_content(
    text: &mut String,
    content: &BodyContent,
    diagnostics: &[Diagnostic],
) -> std::fmt::Result {
    write_attributes(text, content.attributes())?;
    for block in content.blocks() {
        if block
            .source()
            .name()
            .is_some_and(|name| Syntax::of_path(name) == Syntax::Json)
        {
            let labels: Vec<_> = block.labels().map(|it| it.text().into_owned()).collect();
            writeln!(
                text,
                "  {} {labels:?} {:?}",
                block.block_type(),
                block.body()
            )?;
        } else {
            writeln!(text, "  {block:?}")?;
        }
    }
    write_reports(text, diagnostics)
}

fn write_attributes(text: &mut String, attributes: &[Attribute]) -> std::fmt::Result {
    attributes
        .iter()
        .try_for_each(|it| writeln!(text, "  {it:?}"))
}

/// Writes each diagnostic, followed by an empty line.
pub(crate) fn write_reports(text: &mut String, diagnostics: &[Diagnostic]) -> std::fmt::Result {
    diagnostics
        .iter()
        .try_for_each(|it| writeln!(text, "{it}\n"))
}
