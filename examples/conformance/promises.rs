//! Properties of every source and its canonical form.

use hcl::{
    Attribute, Block, Body, Expression, ExpressionKind, Span, TemplatePart, Visitor, WalkControl,
};

/// Describes the first property that does not hold of a source and the result of [`hcl::format`].
pub(crate) fn broken(source: &str, formatted: &str) -> Option<String> {
    if without_blanks(source) != without_blanks(formatted) {
        return Some("more than blanks has changed".to_owned());
    }
    if hcl::format(formatted) != formatted {
        return Some("formatting again changes it again".to_owned());
    }
    let before = hcl::parse(source).ok()?;
    match hcl::parse(formatted) {
        Err(error) => Some(format!("it does not parse any more: {error}")),
        Ok(after) if Outline::of(&before, source) != Outline::of(&after, formatted) => {
            Some("it is another tree".to_owned())
        }
        Ok(_) => None,
    }
}

fn without_blanks(text: &str) -> String {
    text.replace([' ', '\t'], "")
}

/// Everything in a tree with its position, counted in bytes that are not blanks.
struct Outline {
    /// For each byte, the number of bytes before it that are not blanks.
    ranks: Vec<u32>,
    things: Vec<(String, u32, u32)>,
}

impl Outline {
    /// The items of a body with their contents, and the comments.
    fn of(body: &Body, source: &str) -> Vec<(String, u32, u32)> {
        let mut rank = 0;
        let mut ranks = vec![rank];
        for byte in source.bytes() {
            rank += u32::from(!matches!(byte, b' ' | b'\t'));
            ranks.push(rank);
        }
        let mut outline = Outline {
            ranks,
            things: Vec::new(),
        };
        body.walk(&mut outline);
        for comment in body.comments() {
            outline.add(comment.text(), comment.span());
        }
        outline.things
    }

    fn add(&mut self, what: impl Into<String>, span: Span) {
        let rank = |byte: u32| self.ranks[byte as usize];
        self.things
            .push((what.into(), rank(span.start()), rank(span.end())));
    }

    /// The literal text of a template.
    fn literals(&mut self, parts: &[TemplatePart], span: Span) {
        for part in parts {
            match part {
                TemplatePart::Literal(text) => self.add(text, span),
                TemplatePart::If {
                    true_branch,
                    false_branch,
                    ..
                } => {
                    self.literals(&true_branch.parts(), true_branch.span());
                    if let Some(branch) = false_branch {
                        self.literals(&branch.parts(), branch.span());
                    }
                }
                TemplatePart::For { body, .. } => self.literals(&body.parts(), body.span()),
                _ => {}
            }
        }
    }
}

impl Visitor for Outline {
    fn attribute(&mut self, attribute: &Attribute) -> WalkControl {
        self.add(attribute.name(), attribute.name_span());
        WalkControl::Continue
    }

    fn block(&mut self, block: &Block) -> WalkControl {
        self.add(block.block_type(), block.span());
        for label in block.labels() {
            self.add(label.text(), label.span());
        }
        WalkControl::Continue
    }

    fn expression(&mut self, expression: &Expression) -> WalkControl {
        let kind = expression.kind();
        let what = format!("{:?}", std::mem::discriminant(&kind));
        self.add(what, expression.span());
        if let ExpressionKind::Template(template) = &kind {
            self.literals(&template.parts(), template.span());
        }
        WalkControl::Continue
    }
}
