//! A comment that is written is the comment that is read.

use hcl::{Body, BodyItem};

use super::cases::{bodies, with_inner};
use super::random::{Random, SOURCES};

/// Parts of comments: words, other comments, parts of templates, and line breaks.
const PARTS: [&str; 16] = [
    "word", " ", "  ", "\t", "\n", "\n\n", "#", "//", "/*", "*/", "*", "${", "<<EOT", "\"",
    "\u{e9}", "\u{2028}",
];

fn text(random: &mut Random) -> String {
    let parts = 1 + random.below(6);
    (0..parts).map(|_| random.pick(&PARTS)).collect()
}

/// Returns the lines of a text without the newline at the end.
fn lines(text: &str) -> String {
    text.lines().collect::<Vec<_>>().join("\n")
}

fn items(body: &Body) -> Vec<BodyItem> {
    let inner = with_inner(body);
    inner
        .iter()
        .flat_map(|it| it.items().collect::<Vec<_>>())
        .collect()
}

fn ends_with_heredoc(item: &BodyItem) -> bool {
    matches!(item, BodyItem::Attribute(it) if it.to_string().ends_with('\n'))
}

#[track_caller]
fn check(body: &Body, random: &mut Random) {
    let items_before = items(body);
    if items_before.is_empty() {
        return;
    }
    let index = random.below(items_before.len());
    let item = &items_before[index];
    let (above, after, head) = (
        text(random),
        lines(&text(random)).replace('\n', " "),
        text(random),
    );
    let mut edit = body.edit();
    edit.set_comment(item, "set twice");
    edit.set_comment(item, &above);
    edit.set_head_comment("set twice");
    edit.set_head_comment(&head);
    let has_line_comment = !ends_with_heredoc(item);
    if has_line_comment {
        edit.set_line_comment(item, "set twice");
        edit.set_line_comment(item, &after);
    }
    let others: Vec<_> = items_before
        .iter()
        .map(|it| (edit.comment(it), edit.line_comment(it)))
        .collect();
    let source = body.source().text();
    let changed = edit
        .finish()
        .unwrap_or_else(|error| panic!("{source}\n{above:?} {after:?} {head:?}\n{error}"));
    let told = format!(
        "{source}\n{above:?} {after:?} {head:?}\n{}",
        changed.source().text()
    );
    let edit = changed.edit();
    let items_after = items(&changed);
    assert_eq!(items_after.len(), items_before.len(), "{told}");
    assert_eq!(edit.head_comment(), lines(&head), "{told}");
    for (place, (found, expected)) in items_after.iter().zip(&others).enumerate() {
        let (mut comment, mut line_comment) = expected.clone();
        if place == index {
            comment = lines(&above);
            if has_line_comment {
                line_comment.clone_from(&after);
            }
        }
        assert_eq!(edit.comment(found), comment, "{told}");
        assert_eq!(edit.line_comment(found), line_comment, "{told}");
    }
}

#[test]
fn comments_of_every_item() {
    let mut random = Random(0x0123_4567_89ab_cdef);
    for source in SOURCES {
        let body = hcl::parse(source).expect("it parses");
        let with_carriage_returns = source.replace("\r\n", "\n").replace('\n', "\r\n");
        let other = hcl::parse(&with_carriage_returns).expect("it parses");
        for _ in 0..50 {
            check(&body, &mut random);
            check(&other, &mut random);
        }
    }
    for body in bodies() {
        check(&body, &mut random);
    }
}

#[test]
fn control_characters_are_refused() {
    let body = hcl::parse("a = 1\n").expect("it parses");
    let a = body.attribute("a").expect("it is set");
    for text in ["\r", "a\rb", "\0", "\u{1b}[31m", "\u{7f}", "\u{85}"] {
        let mut edit = body.edit();
        edit.set_comment(&a, text);
        edit.set_line_comment(&a, text);
        edit.set_head_comment(text);
        let error = edit.finish().expect_err(text);
        assert_eq!(error.diagnostics().len(), 3, "{error}");
    }
    let mut edit = body.edit();
    edit.set_line_comment(&a, "two\nlines");
    assert!(edit.finish().is_err());
}

#[test]
fn a_heredoc_has_no_comment_on_its_line() {
    let body = hcl::parse("a = <<EOT\ntext\nEOT\n").expect("it parses");
    let mut edit = body.edit();
    edit.set_line_comment(body.attribute("a").expect("it is set"), "text");
    let error = edit.finish().expect_err("the end marker is alone");
    assert!(error.to_string().contains("end marker"), "{error}");
}

/// Returns the changed text without the comment markers that `comment_out` added.
fn uncommented(source: &str, changed: &str) -> String {
    let mut text = String::new();
    let mut lines = source.split_inclusive('\n').peekable();
    for line in changed.split_inclusive('\n') {
        let original = lines.peek().copied().unwrap_or_default();
        let without = [line.replacen("# ", "", 1), line.replacen('#', "", 1)];
        let found = [line.to_owned()]
            .into_iter()
            .chain(without)
            .find(|it| it.trim_end() == original.trim_end());
        if let Some(found) = found {
            text += &found;
            lines.next();
        } else {
            text += line;
        }
    }
    text
}

#[test]
fn commented_out_items_can_be_uncommented() {
    for source in SOURCES {
        let body = hcl::parse(source).expect("it parses");
        for item in body.items() {
            let mut edit = body.edit();
            edit.comment_out(&item);
            let changed = edit
                .finish()
                .unwrap_or_else(|error| panic!("{source}\n{error}"));
            assert_eq!(changed.items().len(), body.items().len() - 1, "{source}");
            let text = changed.source().text();
            assert_eq!(
                uncommented(source, text).trim_end(),
                source.trim_end(),
                "{text}"
            );
        }
    }
}

/// The lines of a heredoc may be indented less than their attribute. They keep their indentation even if the source is
/// in the canonical form, although the formatter would indent them as comments.
#[test]
fn lines_of_heredocs_keep_their_indentation() {
    for heredoc in [
        "<<EOT\ntext\n  more\n\n    deep\nEOT",
        "<<-EOT\n   a\n# b\n   EOT",
    ] {
        for depth in 0..3 {
            let source = format!(
                "{}b = {heredoc}\n{}c = 1\n{}",
                ["", "a {\n  ", "a {\n  a {\n    "][depth],
                "  ".repeat(depth),
                ["", "}\n", "  }\n}\n"][depth]
            );
            assert_eq!(hcl::format(&source), source);
            let body = hcl::parse(&source).expect("it parses");
            let inner = with_inner(&body).pop().expect("it is a body");
            let mut edit = body.edit();
            edit.comment_out(inner.attribute("b").expect("it is set"));
            let text = edit.finish_text().expect("it can be commented out");
            assert_eq!(uncommented(&source, &text), source, "{text}");
        }
    }
}

/// An edit first comments out an attribute with a heredoc, and then the block that contains it.
#[test]
fn heredocs_in_nested_comments_keep_their_indentation() {
    let source = "a {\n  b {\n    c = <<EOT\ntext\n  more\nEOT\n  }\n}\n";
    assert_eq!(hcl::format(source), source);
    let body = hcl::parse(source).expect("it parses");
    let bodies = with_inner(&body);
    let block = bodies[1].blocks().next().expect("it is there");
    let mut edit = body.edit();
    edit.comment_out(bodies[2].attribute("c").expect("it is set"));
    edit.comment_out(block);
    let text = edit.finish_text().expect("it can be commented out");
    let expected = "a {\n  # b {\n  #   # c = <<EOT\n# # text\n  # # more\n# # EOT\n  # }\n}\n";
    assert_eq!(text, expected);
}

/// Changes to an item in a block on one line, and to its comments.
#[test]
fn comments_in_a_block_on_one_line() {
    let edited = |text: &str, change: fn(&mut hcl::Edit, &hcl::Body)| {
        let body = hcl::parse(text).expect("it parses");
        let mut edit = body.edit();
        change(&mut edit, &body);
        edit.finish_text().expect("it can be changed")
    };
    let x = |body: &hcl::Body| body.item("b.x").expect("it is set");
    for line in [
        "b { x = 1 }\n",
        "b { x = 1 /* d */ }\n",
        "b {x = 1/* d */}\n",
    ] {
        let text = edited(line, |edit, body| {
            let x = body.item("b.x").expect("it is set");
            edit.comment_out(&x);
            edit.set_line_comment(&x, "new");
        });
        assert_eq!(text.replace("1#", "1 #"), "b {\n  # x = 1 # new\n}\n");
        let text = edited(line, |edit, body| {
            let x = body.item("b.x").expect("it is set");
            edit.set_line_comment(&x, "");
            edit.comment_out(&x);
        });
        assert_eq!(text, "b {\n  # x = 1\n}\n");
        let text = edited(line, |edit, body| {
            let x = body.item("b.x").expect("it is set");
            edit.set_line_comment(&x, "new");
            edit.at_start(body).move_item(&x);
        });
        assert_eq!(text.replace("1#", "1 #"), "x = 1 # new\n\nb {\n}\n");
        let body = hcl::parse(line).expect("it parses");
        let mut edit = body.edit();
        edit.remove(x(&body));
        assert!(
            !edit
                .finish_text()
                .expect("it can be removed")
                .contains("/*")
        );
    }
}

/// A comment of several lines that ends on the line of an item belongs to the comments above the item.
#[test]
fn comments_of_several_lines_before_an_item() {
    let text = "b {\n  # one\n  /* two\n     three */ a = 1\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let a = body.item("b.a").expect("it is set");
    let set = |comment: &str| {
        let mut edit = body.edit();
        assert_eq!(edit.comment(&a), "one\ntwo\nthree");
        edit.set_comment(&a, comment);
        edit.finish_text().expect("it can be changed")
    };
    assert_eq!(set("new"), "b {\n  # new\n  a = 1\n}\n");
    assert_eq!(set(""), "b {\n  a = 1\n}\n");
    let mut edit = body.edit();
    edit.before(&a)
        .insert(hcl::Body::builder().attribute("c", 2));
    let expected = text.replace("  # one", "  c = 2\n  # one");
    assert_eq!(edit.finish_text().expect("it can be changed"), expected);
}

/// A brace inside a comment does not open a block.
#[test]
fn blank_lines_after_a_comment_with_a_brace() {
    for comment in ["# see {", "// {", "/* { */"] {
        let text = format!("a = 1 {comment}\nb = 2\n\nc = 3\n");
        let body = hcl::parse(&text).expect("it parses");
        let mut edit = body.edit();
        edit.remove(body.item("b").expect("it is set"));
        let expected = text.replace("b = 2\n", "");
        assert_eq!(edit.finish_text().expect("it can be removed"), expected);
    }
    let text = "/* x */ a {\n  b = 2\n\n  c = 3\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let mut edit = body.edit();
    edit.remove(body.item("a.b").expect("it is set"));
    let text = edit.finish_text().expect("it can be removed");
    assert_eq!(text, "/* x */ a {\n  c = 3\n}\n");
}

/// The end marker of a heredoc must be alone on its line. If the line has a comment when the heredoc is set, the
/// heredoc is put in parentheses. A comment that is set after the heredoc is an error.
#[test]
fn heredocs_and_comments_that_are_set_together() {
    for line in ["a = 1\n", "a = 1", "a = 1 # old\n", "a = <<EOT\nold\nEOT\n"] {
        let body = hcl::parse(line).expect("it parses");
        let a = body.item("a").expect("it is set");
        let mut edit = body.edit();
        edit.set_attribute(&body, "a", 1);
        edit.set_line_comment(&a, "new");
        edit.set_attribute(&body, "a", "two\nlines\n");
        let changed = edit.finish().expect("the heredoc is put in parentheses");
        let value = changed.attribute("a").expect("it is set").expression();
        let value = value
            .evaluate(&hcl::EvalContext::new())
            .expect("it has a value");
        assert_eq!(value, hcl::Value::from("two\nlines\n"));
        let a_again = changed.item("a").expect("it is set");
        assert_eq!(changed.edit().line_comment(&a_again), "new");

        let mut edit = body.edit();
        edit.set_attribute(&body, "a", "two\nlines\n");
        edit.set_line_comment(&a, "new");
        let result = edit.finish_text();
        if line.contains('#') {
            // The old value is already in parentheses because of the old comment.
            assert!(result.expect("it can be changed").ends_with(") # new\n"));
        } else {
            let error = result.expect_err("the end marker is there").to_string();
            assert!(error.contains("must be alone on its line"), "{error}");
        }
    }
}
