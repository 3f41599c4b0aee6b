//! Bodies, blocks and attributes as text in the canonical form.
//!
//! Knows nothing of how that form is made.

use std::fmt;

use crate::format::format;
use crate::syntax::tree::handle::{Attribute, Block, Body, BodyItem};

/// In the canonical form, as [`format`](crate::format) gives it, with all comments.
///
/// Of a body that holds a choice of items, such as a merged one, each item is written with the
/// comments in it. A block that a `dynamic` block has generated is written as that `dynamic` block.
impl fmt::Display for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(text) = self.text() {
            let text = text.trim_start_matches([' ', '\t']);
            let text = text
                .strip_prefix('\n')
                .or(text.strip_prefix("\r\n"))
                .unwrap_or(text);
            return write_lines(f, text);
        }
        let mut text = String::new();
        let mut before = None;
        for item in self.items() {
            let (source, span, is_block) = match &item {
                BodyItem::Attribute(it) => (it.source(), it.span(), false),
                BodyItem::Block(it) => (it.source(), it.span(), true),
            };
            let place = (source.text().as_ptr(), span);
            if before.is_some_and(|(before, _)| before == place) {
                continue;
            }
            if before.is_some_and(|(_, was_block)| is_block || was_block) {
                text.push('\n');
            }
            before = Some((place, is_block));
            text.push_str(&source.text()[span.range()]);
            text.push('\n');
        }
        write_lines(f, &text)
    }
}

/// In the canonical form.
impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format(&self.source().text()[self.span().range()]).trim_end())
    }
}

/// In the canonical form.
impl fmt::Display for Attribute {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format(&self.source().text()[self.span().range()]).trim_end())
    }
}

/// Writes whole lines in the canonical form; where there is something, the last line is ended.
fn write_lines(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    let text = text.trim_end_matches([' ', '\t']);
    f.write_str(&format(text))?;
    if text.is_empty() || text.ends_with('\n') {
        Ok(())
    } else {
        f.write_str("\n")
    }
}
