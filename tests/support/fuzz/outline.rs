//! A body as a list of its attributes, blocks and comments, for comparison.

use hcl::{Body, BodyItem};

/// Returns the attributes, blocks and comments of a body with their paths and texts, in the order of the source.
pub fn outline(body: &Body) -> Vec<String> {
    let mut lines = Vec::new();
    add(body, "", &mut lines);
    lines.extend(body.comments().map(|it| it.text().trim_end().to_owned()));
    lines
}

/// Returns the attributes and blocks of a body in the same form, without the comments.
pub fn items(body: &Body) -> Vec<String> {
    let mut lines = Vec::new();
    add(body, "", &mut lines);
    lines
}

fn add(body: &Body, path: &str, lines: &mut Vec<String>) {
    for item in body.items() {
        match item {
            BodyItem::Attribute(attribute) => {
                let (name, expression) = (attribute.name(), attribute.expression());
                lines.push(format!("{path}{name} = {}", expression.text()));
            }
            BodyItem::Block(block) => {
                let labels: Vec<String> = block.labels().map(|it| it.text().into_owned()).collect();
                let path = format!("{path}{}{labels:?}/", block.block_type());
                lines.push(path.clone());
                add(&block.body(), &path, lines);
            }
        }
    }
}
