//! Random edits: text that no change is about keeps its bytes, and the result has the expected tree.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use hcl::{Block, Body, BodyItem, Edit};

use super::cases::bodies;
use super::editing::{Editing, Fate};

#[path = "../support/random.rs"]
mod generator;

pub(super) use generator::Random;

/// Number of random edits for each body.
const ROUNDS: usize = 12;

impl Random {
    pub(super) fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len())]
    }
}

/// Sources to edit, in addition to the cases.
pub(super) const SOURCES: [&str; 13] = [
    "a = 1 # behind\nb = 2 // behind\nc = 3 /* behind */\nd = 4",
    "a = 1   \nb = [\n  1, # one\n]   # behind\n",
    "a { b = 1 }\nc { d = 1 /* behind */ }\ne {}\nf { /* inside */ }\n",
    "a { b = 1 } # behind\n\n# above\nc \"d\" /* label */ {\n}\n",
    "a = <<EOT\n  text\nEOT\n# above\nb = <<-EOT\n  ${c} # text\n  EOT\n\nd { e = 1 }",
    "a {\n  b = <<EOT\n}\nEOT\n}\n",
    "a {\n\n  # first\n\n  b = 1\n  /* second\n     line */\n  c = 2\n\n  # last\n}\n",
    "a = 1\r\nb {\r\n  c = 2 # behind\r\n}\r\n",
    "# only a comment",
    "# a comment\n\na = (\n  1 +\n  2\n) # behind\n",
    "a = f(<<EOT\ntext\nEOT\n) # behind\nb = [<<EOT\ntext\nEOT\n, 2]\n",
    "/* of\n   a */ a = 1\n/* b */ b = 2\nc { /* of\n d */ d = 3 }\n",
    "\ta = 1\n\tb {\n\t\tc = 2\n\t}\n",
];

pub(super) const EXPRESSIONS: [&str; 12] = [
    "1",
    "\"text\"",
    "[\n  1, # one\n  2,\n]",
    "<<EOT\ntext ${x}\n  more # text\nEOT\n",
    "<<-EOT\n    text\n  EOT\n",
    "a ? b : <<EOT\ntext\nEOT\n",
    "a +\nb",
    "[<<EOT\ntext\nEOT\n, 2]",
    "f(<<EOT\n}\nEOT\n)",
    "{ a = <<EOT\ntext\nEOT\n}",
    "<<EOT\nEOT\n",
    "\"${<<EOT\ntext\nEOT\n}\"",
];

/// The expected content of a body. The order of attributes is not compared.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Expected {
    pub(super) attributes: BTreeMap<String, (String, Comments)>,
    pub(super) blocks: Vec<(String, Comments, Expected)>,
}

/// The comments of an item: those above it, and the one at the end of its line. `None` if they are not compared.
pub(super) type Comments = Option<(String, String)>;

impl Expected {
    pub(super) fn of(body: &Body, edit: &Edit) -> Self {
        let mut expected = Expected::default();
        for item in body.items() {
            let comments = Some((edit.comment(&item), edit.line_comment(&item)));
            match item {
                BodyItem::Attribute(it) => {
                    let text = normal(&it.expression().to_string());
                    let name = it.name().to_owned();
                    expected.attributes.insert(name, (text, comments));
                }
                BodyItem::Block(it) => {
                    let inner = Expected::of(&it.body(), edit);
                    expected.blocks.push((header(&it), comments, inner));
                }
            }
        }
        expected
    }

    /// Sets the comments to `None` where `other` does not compare them.
    fn forget_comments_of(&mut self, other: &Expected) {
        for (name, (_, comments)) in &mut self.attributes {
            if matches!(other.attributes.get(name), Some((_, None))) {
                *comments = None;
            }
        }
        for ((_, comments, inner), (_, others, other)) in self.blocks.iter_mut().zip(&other.blocks)
        {
            if others.is_none() {
                *comments = None;
            }
            inner.forget_comments_of(other);
        }
    }
}

pub(super) fn header(block: &Block) -> String {
    let labels: Vec<_> = block.labels().map(|it| it.text().into_owned()).collect();
    format!("{} {labels:?}", block.block_type())
}

/// Returns an expression in the canonical form, without the parentheses around it.
pub(super) fn normal(text: &str) -> String {
    let expression = hcl::parse_expression(text).expect("it parses");
    match expression.kind() {
        hcl::ExpressionKind::Parentheses(inner) => normal(&inner.to_string()),
        _ => hcl::format(&format!("x = (\n{expression})\n"))
            .lines()
            .map(str::trim)
            .collect::<Vec<_>>()
            .join("\n"),
    }
}

/// Returns the lines of the source that no change affects. A comment is removed together with the item below it.
fn untouched_lines<'a>(body: &'a Body, touched: &[Range<usize>]) -> Vec<&'a str> {
    let comments: Vec<_> = body.comments().map(|it| it.span().range()).collect();
    let text = body.source().text();
    let mut at = 0;
    let mut lines: Vec<(usize, &str)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let end = at + line.len();
        let is_touched = touched.iter().any(|it| it.start < end && at <= it.end);
        if is_touched {
            let is_comment = |(at, line): &(usize, &str)| {
                let is_in = |it: &Range<usize>| it.start < at + line.len() && *at < it.end;
                comments.iter().any(is_in)
            };
            while lines.last().is_some_and(is_comment) {
                lines.pop();
            }
        } else if !line.trim().is_empty() {
            lines.push((at, line.trim_end_matches('\n')));
        }
        at = end;
    }
    lines.into_iter().map(|(_, line)| line).collect()
}

/// Checks that the result contains the lines of the source that no change affects. Lines in the layout of the formatter
/// may have a new alignment, and the lines of moved items a new indentation.
fn check_untouched_lines(source: &str, text: &str, untouched: &[&str], is_moved: bool, what: &str) {
    let formatted = hcl::format(source);
    let lines = source.lines().zip(formatted.lines());
    let is_laid_out =
        |(line, formatted): &(&str, &str)| line.trim_start() == formatted.trim_start();
    let laid_out: BTreeSet<&str> = lines
        .filter(is_laid_out)
        .map(|(line, _)| line.trim_end_matches('\r'))
        .collect();
    let words = |line: &str| -> String { line.split_whitespace().collect() };
    let is_same = |found: &str, line: &str| {
        let line = line.trim_end_matches('\r');
        if is_moved || laid_out.contains(line) {
            words(found) == words(line)
        } else {
            found.trim_end_matches('\r') == line
        }
    };
    if is_moved {
        let mut found: Vec<&str> = text.lines().collect();
        for line in untouched {
            let place = found.iter().position(|it| is_same(it, line));
            let place = place.unwrap_or_else(|| panic!("{line:?} is lost: {what}\n{text}"));
            found.swap_remove(place);
        }
        return;
    }
    let mut found = text.lines();
    for line in untouched {
        assert!(
            found.any(|it| is_same(it, line)),
            "{line:?} is lost: {what}\n{text}"
        );
    }
}

#[track_caller]
pub(super) fn check(source: &str, random: &mut Random) {
    let body = hcl::parse(source).expect("it parses");
    let mut editing = Editing::new(&body, random);
    for _ in 0..editing.random.below(editing.nodes.len() * 2 + 2).min(40) {
        editing.step();
    }
    let mut head = editing.edit.head_comment();
    let has_none = !source.trim_start().starts_with(['#', '/']);
    if has_none && editing.random.below(4) == 0 {
        "the head".clone_into(&mut head);
        editing.log.push(head.clone());
        editing.edit.set_head_comment(&head);
    }
    let has_head = !head.is_empty() && !editing.has_comments_out;
    let expected = editing.expected(0);
    let is_moved = editing.nodes.iter().any(|it| it.fate == Fate::Moved);
    let Editing {
        edit, touched, log, ..
    } = editing;
    let what = format!("{source}\n----\n{}\n----", log.join("\n"));
    let changed = edit
        .finish()
        .unwrap_or_else(|error| panic!("{what}\n{error}"));
    let text = changed.source().text();
    if has_head {
        assert_eq!(changed.edit().head_comment(), head, "{what}\n{text}");
    }
    let mut found = Expected::of(&changed, &changed.edit());
    found.forget_comments_of(&expected);
    assert_eq!(found, expected, "{what}\n{text}");
    check_untouched_lines(
        source,
        text,
        &untouched_lines(&body, &touched),
        is_moved,
        &what,
    );
    if hcl::format(source) == source {
        check_canonical(text, &what);
    }
    if log.is_empty() {
        assert_eq!(text, source);
    }
}

/// Checks that a text is in the canonical form, except for lines of heredocs in comments, which keep their indentation.
fn check_canonical(text: &str, what: &str) {
    let formatted = hcl::format(text);
    for (line, formatted) in text.lines().zip(formatted.lines()) {
        let comment = line.trim_start();
        let is_comment = text.contains("<<") && comment.starts_with('#');
        let is_moved = is_comment && comment == formatted.trim_start();
        assert!(line == formatted || is_moved, "{what}\n{text}");
    }
}

#[test]
fn random_edits_of_each_body() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for source in SOURCES {
        let with_carriage_returns = source.replace("\r\n", "\n").replace('\n', "\r\n");
        for _ in 0..ROUNDS * 10 {
            check(source, &mut random);
            check(&with_carriage_returns, &mut random);
        }
    }
    for body in bodies() {
        let source = body.source().text();
        for _ in 0..ROUNDS {
            check(source, &mut random);
        }
    }
}

/// A byte order mark cannot be in the text of a body, so edits need not handle it.
#[test]
fn a_byte_order_mark_is_refused() {
    assert!(hcl::parse("\u{feff}a = 1\n").is_err());
}
