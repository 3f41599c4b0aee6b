//! What is done to the layout of lines that no change is about.

use std::collections::BTreeMap;

use hcl::{Body, BodyItem, Edit};

use super::cases::{bodies, with_inner};
use super::random::SOURCES;

type BodyChange = fn(&Body, &mut Edit);
type ItemChange = fn(&Body, &mut Edit, BodyItem);

fn edited(text: &str, change: impl FnOnce(&Body, &mut Edit)) -> String {
    let body = hcl::parse(text).unwrap_or_else(|error| panic!("{text}\n{error}"));
    let mut edit = body.edit();
    change(&body, &mut edit);
    edit.finish_text().expect("it can be changed")
}

/// A source with aligned attributes, and one line in another layout.
const ALIGNED: &str =
    "r \"a\" {\n  for_each      = 1\n  ami           = 2\n  instance_type = 3\n}\nx   = 1\n";

#[test]
fn neighbours_keep_their_layout() {
    let item = |body: &Body, path: &str| body.item(path).expect("it is there");
    let changes: [(&str, ItemChange, &str, &str); 8] = [
        (
            "r.instance_type",
            |_, edit, item| edit.set_comment(item, "c"),
            "  instance_type = 3\n",
            "  # c\n  instance_type = 3\n",
        ),
        (
            "r.ami",
            |_, edit, item| {
                let new = Body::builder().comment("c").attribute("zone", 4);
                edit.after(item).insert(new);
            },
            "  instance_type = 3\n",
            "  # c\n  zone          = 4\n  instance_type = 3\n",
        ),
        (
            "r.for_each",
            |_, edit, item| edit.before(item).insert(Body::builder().attribute("b", 4)),
            "  for_each      = 1\n",
            "  b             = 4\n  for_each      = 1\n",
        ),
        (
            "r.instance_type",
            |_, edit, item| edit.remove(item),
            "  instance_type = 3\n",
            "",
        ),
        (
            "r.instance_type",
            |body, edit, item| {
                edit.remove(item);
                let inner = body.blocks().next().expect("there is one").body();
                edit.set_attribute(&inner, "type", 3);
            },
            "  instance_type = 3\n",
            "  type          = 3\n",
        ),
        (
            "r.ami",
            |_, edit, item| {
                let attribute = item.as_attribute().expect("it is an attribute");
                edit.rename_attribute(attribute, "image");
            },
            "  ami           = 2\n",
            "  image         = 2\n",
        ),
        (
            "x",
            |body, edit, _| edit.set_attribute(body, "x", "y"),
            "x   = 1\n",
            "x   = \"y\"\n",
        ),
        (
            "x",
            |_, edit, item| edit.after(item).insert(Body::builder().attribute("y", 1)),
            "x   = 1\n",
            "x   = 1\ny   = 1\n",
        ),
    ];
    for (path, change, old, new) in changes {
        let text = edited(ALIGNED, |body, edit| change(body, edit, item(body, path)));
        assert_eq!(text, ALIGNED.replace(old, new), "{path}");
    }
}

/// If lines are aligned and a longer line is added, they are aligned again. If they are not aligned, they stay
/// unchanged.
#[test]
fn aligned_lines_follow_a_longer_line() {
    let cases = [
        (
            "a   = 1 # x\nbcd = 2 # y\n",
            "a   = 1 # x\nbcd = 2 # y\ne   = 1\n",
        ),
        (
            "a   = 1 # x\nbcd = 2 # y\n",
            "a    = 1 # x\nbcd  = 2 # y\nlong = 1\n",
        ),
        ("a = 1\nbcd = 2\n", "a = 1\nbcd = 2\nlong = 1\n"),
        ("a   = 1\nbcd=2\n", "a   = 1\nbcd=2\nlong = 1\n"),
        (
            "a      = 1\nbcd    = 2\n",
            "a      = 1\nbcd    = 2\nlong   = 1\n",
        ),
        ("a = 1\n\nbcd = 2\n", "a = 1\n\nbcd  = 2\nlong = 1\n"),
    ];
    for (text, expected) in cases {
        let name = if expected.contains("long") {
            "long"
        } else {
            "e"
        };
        let source = |inner: &str| format!("y  =  1\nb {{\n{inner}}}\n");
        let text = edited(&source(text), |body, edit| {
            let block = body.blocks().next().expect("there is one");
            edit.set_attribute(&block.body(), name, 1);
        });
        assert_eq!(text, source(expected));
    }
    let lines = "y  =  1\n\na   = 1  # x\nbcd = 22 # y\n";
    let set = |value: u32| edited(lines, |body, edit| edit.set_attribute(body, "a", value));
    assert_eq!(set(3), "y  =  1\n\na   = 3  # x\nbcd = 22 # y\n");
    assert_eq!(set(333), "y  =  1\n\na   = 333 # x\nbcd = 22  # y\n");
    let shorter = edited(lines, |body, edit| edit.set_attribute(body, "bcd", 2));
    assert_eq!(shorter, "y  =  1\n\na   = 1  # x\nbcd = 2  # y\n");
}

/// Returns sources that are not in the canonical form.
fn sources() -> impl Iterator<Item = Body> {
    let sources = SOURCES.iter().map(|source| (*source).to_owned());
    let cases = bodies()
        .into_iter()
        .map(|body| body.source().text().to_owned());
    let sources = sources
        .chain(cases)
        .map(|source| format!("zz  =  1\n\n{source}"));
    sources.filter_map(|source| hcl::parse(&source).ok())
}

/// Returns the items that begin a line, unless a comment that began on an earlier line ends before them.
fn items(body: &Body) -> Vec<BodyItem> {
    let source = body.source().text();
    let begins_line = |item: &BodyItem| {
        let start = item.span().range().start;
        let line = source[..start].rfind('\n').map_or(0, |at| at + 1);
        source[line..start].trim().is_empty() && !source[..line].ends_with("*/\n")
    };
    let inner = with_inner(body);
    let items = inner.iter().flat_map(Body::items).filter(begins_line);
    items.collect()
}

/// Setting a comment adds lines and does not change the other lines.
#[test]
fn a_comment_changes_no_line() {
    for body in sources() {
        for item in items(&body) {
            let mut edit = body.edit();
            if !edit.comment(&item).is_empty() {
                continue;
            }
            edit.set_comment(&item, "the new one");
            let text = edit.finish_text().expect("it can be changed");
            let lines = text.split_inclusive('\n');
            let rest: String = lines
                .filter(|line| line.trim() != "# the new one")
                .collect();
            assert_eq!(rest, body.source().text());
        }
    }
}

/// An attribute whose name is no longer than the names around it adds a line and does not change the other lines.
#[test]
fn a_short_attribute_changes_no_line() {
    let mut count = 0;
    for body in sources() {
        for item in items(&body) {
            let mut edit = body.edit();
            edit.before(&item)
                .insert(Body::builder().attribute("q", 1234));
            // An attribute with this name may already exist.
            let Ok(text) = edit.finish_text() else {
                continue;
            };
            let is_old = |line: &&str| !line.trim().is_empty() && !line.ends_with("= 1234");
            let rest: Vec<&str> = text.lines().filter(is_old).collect();
            let source: Vec<&str> = body.source().text().lines().filter(is_old).collect();
            assert_eq!(rest, source);
            count += 1;
        }
    }
    assert!(count > 500, "{count}");
}

/// The head comment stays at the head of the file, whatever else the same edit changes.
#[test]
fn the_head_comment_is_at_the_head() {
    let changes: [(&str, BodyChange, &str); 10] = [
        ("", |_, _| {}, ""),
        (
            "",
            |body, edit| edit.set_attribute(body, "a", 1),
            "\na = 1\n",
        ),
        (
            "",
            |body, edit| edit.add_block(body, hcl::Block::builder("b")),
            "\nb {}\n",
        ),
        (
            "b {}\n",
            |body, edit| edit.set_attribute(body, "a", 1),
            "\na = 1\n\nb {}\n",
        ),
        (
            "a = 1\n",
            |body, edit| {
                let new = Body::builder().attribute("b", 2);
                edit.at_start(body).insert(new);
            },
            "\nb = 2\na = 1\n",
        ),
        (
            "a = 1\n",
            |body, edit| edit.set_comment(body.item("a").expect("it is set"), "of a"),
            "\n# of a\na = 1\n",
        ),
        (
            "a = 1\nb = 2\n",
            |body, edit| edit.remove(body.item("a").expect("it is set")),
            "\nb = 2\n",
        ),
        (
            "a = 1\n",
            |body, edit| edit.remove(body.item("a").expect("it is set")),
            "",
        ),
        (
            "# old\n",
            |body, edit| edit.set_attribute(body, "a", 1),
            "\na = 1\n",
        ),
        (
            "# old\n\n\na {}\n",
            |body, edit| edit.set_attribute(body, "b", 1),
            "\n\nb = 1\n\na {}\n",
        ),
    ];
    for (text, change, rest) in changes {
        let head_first = edited(text, |body, edit| {
            edit.set_head_comment("head");
            change(body, edit);
        });
        assert_eq!(head_first, format!("# head\n{rest}"), "{text}");
        let head_last = edited(text, |body, edit| {
            change(body, edit);
            edit.set_head_comment("head");
        });
        assert_eq!(head_last, head_first);
        let body = hcl::parse(&head_first).expect("it parses");
        assert_eq!(body.edit().head_comment(), "head");
    }
}

/// Lists and objects keep their spaces and comments. A new element has the indentation of its neighbours.
#[test]
fn elements_that_stay_keep_their_layout() {
    let insert =
        |text: &str, path: &str| edited(text, |body, edit| edit.insert_path(body, path, 9));
    let remove = |text: &str, path: &str| edited(text, |body, edit| edit.remove_path(body, path));
    assert_eq!(
        insert("a = [1,   2,   3]\n", "a[1]"),
        "a = [1, 9,   2,   3]\n"
    );
    assert_eq!(insert("a = [1,2,3]\n", "a[1]"), "a = [1, 9, 2, 3]\n");
    assert_eq!(
        insert("a = [1 # one\n]\n", "a[1]"),
        "a = [1, # one\n  9\n]\n"
    );
    assert_eq!(remove("a = [1,   2,   3]\n", "a[0]"), "a = [2,   3]\n");
    assert_eq!(
        remove("a = [1, /* last */]\n", "a[0]"),
        "a = [/* last */]\n"
    );
    let deep = edited("a = [\n    1,\n  ]\n", |body, edit| {
        edit.insert_path(body, "a[1]", BTreeMap::from([("x", 1), ("y", 2)]));
    });
    assert_eq!(
        deep,
        "a = [\n    1,\n    {\n      x = 1\n      y = 2\n    },\n  ]\n"
    );
}

/// If the first key of an object is `for`, it is written in quotes, because it would begin a `for` expression.
#[test]
fn a_key_does_not_begin_a_for_expression() {
    let set = |body: &Body, edit: &mut Edit| edit.set_path(body, ["o", "for"], 1);
    assert_eq!(edited("o = {}\n", set), "o = { \"for\" = 1 }\n");
    assert_eq!(edited("o = { a = 1 }\n", set), "o = { a = 1, for = 1 }\n");
    let replaced = edited("o = { a = 1 }\n", |body, edit| {
        edit.remove_path(body, "o.a");
        set(body, edit);
    });
    assert_eq!(replaced, "o = { \"for\" = 1 }\n");
}

/// A comment at the beginning of a file or body does not become a comment of the first attribute.
#[test]
fn a_comment_of_the_file_is_set_apart() {
    let set = |path: &'static str| move |body: &Body, edit: &mut Edit| edit.set_path(body, path, 1);
    for (text, expected) in [
        ("# file\n", "# file\n\na = 1\n"),
        ("\n", "\na = 1\n"),
        ("\n\n# file\n\n", "\n\n# file\n\na = 1\n"),
    ] {
        assert_eq!(edited(text, set("a")), expected);
    }
    let inner = edited("b {\n  # inner\n}\n", set("b.a"));
    assert_eq!(inner, "b {\n  # inner\n\n  a = 1\n}\n");
    assert_eq!(edited("b {\n}\n", set("b.a")), "b {\n  a = 1\n}\n");
}

/// Labels that are not changed keep their spelling, and the header keeps its comment.
#[test]
fn labels_that_stay_keep_their_spelling() {
    let set = |path: &str, labels: &str| {
        edited("b \"x\" y { # kept\n  c = 1\n}\n", |body, edit| {
            edit.set_path_expression(body, path, labels);
        })
    };
    let block = |labels: &str| format!("b {labels} {{ # kept\n  c = 1\n}}\n");
    for (path, labels, expected) in [
        ("b[\"$label\"]", "\"z\"", "\"z\" y"),
        ("b[\"$label.1\"]", "z", "\"x\" z"),
        ("b[\"$labels\"]", "[\"u\", \"y\"]", "\"u\" y"),
        ("b[\"$labels\"]", "[\"x\", \"y\"]", "\"x\" y"),
        ("b[\"$labels\"]", "[\"u\"]", "\"u\""),
        ("b.x.y[\"$labels\"]", "[\"x\", \"q\"]", "\"x\" q"),
    ] {
        assert_eq!(set(path, labels), block(expected), "{path} {labels}");
    }
}

/// A comment after the last element stays in place when that element is removed.
#[test]
fn a_comment_after_the_last_element_stays() {
    for (text, path, expected) in [
        ("a = [1, 2 /* last */]\n", "a[1]", "a = [1 /* last */]\n"),
        ("a = [1, 2/* last */]\n", "a[1]", "a = [1 /* last */]\n"),
        ("a = [1, 2 # last\n]\n", "a[1]", "a = [1\n]\n"),
        (
            "o = { a = 1, b = 2 /* last */ }\n",
            "o.b",
            "o = { a = 1 /* last */ }\n",
        ),
        ("a = [1 /* last */]\n", "a[0]", "a = [/* last */]\n"),
    ] {
        let changed = edited(text, |body, edit| edit.remove_path(body, path));
        assert_eq!(changed, expected);
    }
}

/// A body that is built in parts has the same blank lines as one that is built at once.
#[test]
fn a_body_built_in_parts_has_the_same_blank_lines() {
    let built = |block: hcl::BlockBuilder| {
        let body = Body::builder().block(block);
        body.finish_text().expect("it can be built")
    };
    let inner = Body::builder().block(hcl::Block::builder("c"));
    let block = hcl::Block::builder("b").body(inner).attribute("x", 1);
    assert_eq!(built(block), "b {\n  c {}\n\n  x = 1\n}\n");
    let inner = Body::builder().attribute("y", 2);
    let block = hcl::Block::builder("b")
        .attribute("x", 1)
        .body(inner)
        .attribute("z", 1);
    assert_eq!(built(block), "b {\n  x = 1\n\n  y = 2\n  z = 1\n}\n");
}

/// A name after a block type is a new label, unless the only block has a label or an item with that name, or the path
/// ends with that name.
#[test]
fn parents_are_made_where_a_label_is_new() {
    let one = "b \"x\" {\n  c = 1\n}\n";
    for (text, path, expected) in [
        (
            one,
            "b.z.c",
            "b \"x\" {\n  c = 1\n}\n\nb \"z\" {\n  c = 7\n}\n",
        ),
        (one, "b.c", "b \"x\" {\n  c = 7\n}\n"),
        (one, "b.d", "b \"x\" {\n  c = 1\n  d = 7\n}\n"),
        (
            "b \"x\" {\n  z {\n  }\n}\n",
            "b.z.c",
            "b \"x\" {\n  z {\n    c = 7\n  }\n}\n",
        ),
        (
            "b \"x\" {\n}\n",
            "b.z.c",
            "b \"x\" {\n}\n\nb \"z\" {\n  c = 7\n}\n",
        ),
    ] {
        let changed = edited(text, |body, edit| edit.set_path_with_parents(body, path, 7));
        assert_eq!(changed, expected);
    }
}

/// An expression that is set to its own text keeps its layout. Another expression gets the indentation of its place.
#[test]
fn an_expression_that_is_set_again_keeps_its_layout() {
    let odd = "[\n        1,\n   ]";
    let text = |a: &str, x: &str| format!("b {{\n  a = {a}\n  o = {{ x = {x} }}\n}}\n");
    let before = text(odd, odd);
    let set = |path: &str, value: &str| {
        edited(&before, |body, edit| {
            edit.set_path_expression(body, path, value);
        })
    };
    for path in ["b.a", "b.o.x"] {
        assert_eq!(set(path, odd), before);
    }
    let new = "[\n  2,\n]";
    let indented = "[\n    2,\n  ]";
    assert_eq!(set("b.a", new), text(indented, odd));
    assert_eq!(set("b.o.x", new), text(odd, indented));
}
