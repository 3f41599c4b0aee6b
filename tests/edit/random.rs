//! Random edits: text that no change is about keeps its bytes, and the result has the expected tree.

use std::collections::BTreeMap;
use std::ops::Range;

use hcl::{Attribute, Block, Body, BodyItem, Edit};

use super::cases::bodies;

/// Number of edits of each body.
const ROUNDS: usize = 12;

/// A small generator of pseudo-random choices, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        // Xorshift, as published by Marsaglia.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("it is small")
    }

    fn pick(&mut self, choices: &[&'static str]) -> &'static str {
        choices[self.below(choices.len())]
    }
}

/// Sources to edit besides the cases.
const SOURCES: [&str; 12] = [
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
    "\ta = 1\n\tb {\n\t\tc = 2\n\t}\n",
];

const EXPRESSIONS: [&str; 12] = [
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

/// The expected body: names and texts of attributes, and blocks by their headers.
#[derive(Debug, Default, PartialEq)]
struct Expected {
    attributes: BTreeMap<String, String>,
    blocks: Vec<(String, Expected)>,
}

impl Expected {
    fn of(body: &Body) -> Self {
        let mut expected = Expected::default();
        for item in body.items() {
            match item {
                BodyItem::Attribute(it) => {
                    let text = normal(&it.expression().to_string());
                    expected.attributes.insert(it.name().to_owned(), text);
                }
                BodyItem::Block(it) => {
                    let block = (header(&it), Expected::of(&it.body()));
                    expected.blocks.push(block);
                }
                _ => {}
            }
        }
        expected
    }
}

fn header(block: &Block) -> String {
    let labels: Vec<_> = block.labels().map(|it| it.text().into_owned()).collect();
    format!("{} {labels:?}", block.block_type())
}

/// An expression in the canonical form, without parentheses around it.
fn normal(text: &str) -> String {
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

/// One edit of a body and everything in it.
struct Editing<'a> {
    random: &'a mut Random,
    edit: Edit,
    /// The parts of the source that may change.
    touched: Vec<Range<usize>>,
    log: Vec<String>,
}

impl Editing<'_> {
    fn touch(&mut self, span: hcl::Span) {
        self.touched.push(span.range());
    }

    /// Edits a body and returns the expected result.
    fn body(&mut self, body: &Body, depth: usize) -> Expected {
        let mut expected = Expected::default();
        for item in body.items() {
            match item {
                BodyItem::Attribute(it) => self.attribute(body, &it, &mut expected),
                BodyItem::Block(it) => self.block(&it, depth, &mut expected),
                _ => {}
            }
        }
        if self.random.below(4) == 0 {
            let text = self.random.pick(&EXPRESSIONS);
            self.log.push(format!("insert {text:?}"));
            self.edit.set_expression(body, "newcomer", text);
            expected
                .attributes
                .insert("newcomer".to_owned(), normal(text));
            self.touch_header(body);
        }
        if self.random.below(4) == 0 {
            let text = self.random.pick(&EXPRESSIONS);
            self.log.push(format!("add a block with {text:?}"));
            let block = Block::builder("newcomer").label("l").expression("x", text);
            self.edit.add_block(body, block);
            let mut inner = Expected::default();
            inner.attributes.insert("x".to_owned(), normal(text));
            expected.blocks.push(("newcomer [\"l\"]".to_owned(), inner));
            self.touch_header(body);
        }
        expected
    }

    /// A block on one line is broken into lines when something is inserted.
    fn touch_header(&mut self, body: &Body) {
        let lines = body.text().map(|text| text.lines().next().unwrap_or(text));
        let is_open = body.span().start() == 0 || lines.is_some_and(|line| line.trim().is_empty());
        if !is_open || !body.text().is_some_and(|text| text.contains('\n')) {
            self.touch(body.span());
        }
    }

    fn attribute(&mut self, body: &Body, attribute: &Attribute, expected: &mut Expected) {
        let mut name = attribute.name().to_owned();
        let mut text = normal(&attribute.expression().to_string());
        match self.random.below(6) {
            0 => {
                let new = self.random.pick(&EXPRESSIONS);
                self.log.push(format!("set {name} to {new:?}"));
                self.edit.set_expression(body, &name, new);
                text = normal(new);
                self.touch(attribute.span());
                self.touch_header(body);
            }
            1 => {
                self.log.push(format!("rename {name}"));
                name.push_str("_renamed");
                self.edit.rename_attribute(attribute, &name);
                self.touch(attribute.span());
            }
            2 => {
                self.log.push(format!("remove {name}"));
                self.edit.remove_attribute(attribute);
                self.touch(attribute.span());
                return;
            }
            _ => {}
        }
        expected.attributes.insert(name, text);
    }

    fn block(&mut self, block: &Block, depth: usize, expected: &mut Expected) {
        let mut own = header(block);
        match self.random.below(8) {
            0 => {
                self.log.push(format!("remove {own}"));
                self.edit.remove_block(block);
                self.touch(block.span());
                return;
            }
            1 => {
                self.log.push(format!("retype {own}"));
                self.edit.set_block_type(block, "retyped");
                own = own.replacen(block.block_type(), "retyped", 1);
                self.touch(block.header_span());
            }
            2 => {
                self.log.push(format!("label {own}"));
                self.edit.set_labels(block, ["one", "$two"]);
                own = format!("{} [\"one\", \"$two\"]", block.block_type());
                self.touch(block.header_span());
            }
            _ => {}
        }
        let inner = if depth > 20 {
            Expected::of(&block.body())
        } else {
            self.body(&block.body(), depth + 1)
        };
        expected.blocks.push((own, inner));
    }
}

/// The lines of the source that no change is about. A comment is removed with the item below it.
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

#[track_caller]
fn check(source: &str, random: &mut Random) {
    let body = hcl::parse(source).expect("it parses");
    let mut editing = Editing {
        random,
        edit: body.edit(),
        touched: Vec::new(),
        log: Vec::new(),
    };
    let expected = editing.body(&body, 0);
    let Editing {
        edit, touched, log, ..
    } = editing;
    let what = || format!("{source}\n----\n{}\n----", log.join("\n"));
    let changed = edit
        .finish()
        .unwrap_or_else(|error| panic!("{}\n{error}", what()));
    let text = changed.source().text();
    assert_eq!(Expected::of(&changed), expected, "{}\n{text}", what());
    let mut found = text.lines();
    for line in untouched_lines(&body, &touched) {
        let line = line.trim_end_matches('\r');
        assert!(
            found.any(|it| it.trim_end_matches('\r') == line),
            "{line:?} is lost: {}\n{text}",
            what()
        );
    }
    if log.is_empty() {
        assert_eq!(text, source);
    }
}

#[test]
fn of_each_body() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for source in SOURCES {
        for _ in 0..ROUNDS * 20 {
            check(source, &mut random);
        }
    }
    for body in bodies() {
        let source = body.source().text();
        for _ in 0..ROUNDS {
            check(source, &mut random);
        }
    }
}
