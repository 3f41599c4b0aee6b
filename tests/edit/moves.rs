//! Items that are inserted, moved and copied, and edits of inner bodies.

use expect_test::expect;
use hcl::{Block, Body, BodyItem, Edit};

use super::cases::{bodies, with_inner};
use super::change::{block, check};

#[test]
fn items_move_with_comments_changes_and_indentation() {
    check(
        "# of a\na {\n    # of x\n    x=1 # behind\n    /* of\n y */\n    y = <<EOT\ntext\n    EOT\n}\nb { z = 1 }\n\n# of c\nc {}\n",
        |body, edit| {
            let (a, b, c) = (block(body, "a"), block(body, "b"), block(body, "c"));
            let z = b.body().attribute("z").expect("it is set");
            for name in ["x", "y"] {
                let attribute = a.body().attribute(name).expect("it is set");
                edit.before(&c).move_item(&attribute);
                edit.rename_attribute(&attribute, &format!("{name}_renamed"));
            }
            edit.at_end(&a.body()).move_item(&z);
            edit.at_start(body).move_item(&c);
            edit.set_comment(&c, "of c, moved");
            edit.after(&b).copy_item(&a);
        },
        &expect![[r#"
            # of c, moved
            c {}

            # of a
            a {
                z = 1
            }
            b {}

            # of a
            a {
                # of x
                x=1 # behind
                /* of
             y */
                y = <<EOT
            text
                EOT
            }

            # of x
            x_renamed=1 # behind
            /* of
             y */
            y_renamed = <<EOT
            text
                EOT
        "#]],
    );
}

#[test]
fn moved_blocks_may_be_inside_of_each_other() {
    let body = hcl::parse("a {}\nb {}\nc {}\n").expect("it parses");
    let (a, b, c) = (block(&body, "a"), block(&body, "b"), block(&body, "c"));
    let mut edit = body.edit();
    edit.at_end(&b.body()).move_item(&a);
    edit.at_end(&c.body()).move_item(&b);
    let text = edit.finish().expect("it can be changed").to_string();
    assert_eq!(text, "c {\n  b {\n    a {}\n  }\n}\n");

    let mut circle = body.edit();
    circle.at_end(&b.body()).move_item(&a);
    circle.at_end(&a.body()).move_item(&b);
    assert!(circle.finish().is_err());

    let mut inside = body.edit();
    inside.at_end(&a.body()).move_item(&a);
    assert!(inside.finish().is_err());

    let mut removed = body.edit();
    removed.at_end(&b.body()).move_item(&a);
    removed.remove(&b);
    assert!(removed.finish().is_err());

    let mut moved_twice = body.edit();
    moved_twice.at_end(&b.body()).move_item(&a);
    moved_twice.after(&c).move_item(&a);
    let text = moved_twice.finish().expect("it can be changed").to_string();
    assert_eq!(text, "b {\n}\nc {}\n\na {}\n");
}

#[test]
fn items_are_copied_from_another_source() {
    let other =
        hcl::parse("x {\n    # of y\n    y {\n        z = 1\n    }\n}\n").expect("it parses");
    let y = block(&block(&other, "x").body(), "y");
    check(
        "a = 1\n",
        |body, edit| edit.at_end(body).copy_item(&y),
        &expect![[r#"
            a = 1

            # of y
            y {
              z = 1
            }
        "#]],
    );
    let json = hcl::json::parse("{\"a\": 1}").expect("it parses");
    let body = hcl::parse("").expect("it parses");
    let mut edit = body.edit();
    edit.at_end(&body)
        .copy_item(json.items().next().expect("there is one"));
    assert!(edit.finish().is_err());
}

#[test]
fn new_items_are_aligned_with_their_neighbours() {
    check(
        "name    = 1\nversion = 2\n\nunaligned=1\nx=2\n\nwide      = 3\ny         = 4\nb {}\n",
        |body, edit| {
            let item = |name: &str| body.attribute(name).expect("it is set");
            edit.after(item("name")).insert(
                Body::builder()
                    .attribute("zone", 1)
                    .attribute("a_longer_name", 2),
            );
            edit.after(item("unaligned"))
                .insert(Body::builder().attribute("id", 1));
            edit.before(item("y"))
                .insert(Body::builder().attribute("new", 1).attribute("other", 2));
            edit.before(item("y")).insert(Block::builder("c"));
        },
        &expect![[r#"
            name          = 1
            zone          = 1
            a_longer_name = 2
            version       = 2

            unaligned=1
            id        = 1
            x=2

            wide      = 3
            new       = 1
            other     = 2

            c {}

            y         = 4
            b {}
        "#]],
    );
}

/// The result of editing an inner body is that inner body, even if the edit also changes the text around it.
#[test]
fn the_edit_of_an_inner_body_returns_that_body() {
    for body in bodies() {
        for inner in with_inner(&body) {
            let mut edit = inner.edit();
            edit.set_attribute(&inner, "newcomer", 1);
            edit.set_head_comment("head");
            let first = body.items().next();
            if let Some(first) = &first {
                edit.before(first).insert(Block::builder("first"));
            }
            let changed = edit
                .finish()
                .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
            assert!(
                changed.attribute("newcomer").is_some(),
                "{body:?}\n{changed:?}"
            );
            let count = inner.items().len() + 1;
            let is_root = inner.span().start() == 0;
            let expected = count + usize::from(is_root && first.is_some());
            assert_eq!(changed.items().len(), expected, "{body:?}\n{changed:?}");
        }
    }
    let body = hcl::parse("a {\n  b { c = 1 }\n}\n").expect("it parses");
    let a = block(&body, "a");
    let inner = block(&a.body(), "b").body();
    let mut edit = inner.edit();
    edit.at_start(&body).move_item(block(&a.body(), "b"));
    edit.set_attribute(&inner, "d", 2);
    let changed = edit.finish().expect("it can be changed");
    assert_eq!(changed.to_string(), "c = 1\nd = 2\n");
    let mut edit = inner.edit();
    edit.remove(&a);
    assert!(edit.finish().is_err());
}

/// All items are moved to the end in one edit, in reverse order. None of them is lost or written twice.
#[test]
fn every_item_can_be_moved_to_the_end() {
    for body in bodies() {
        let items: Vec<BodyItem> = body.items().collect();
        let mut edit = body.edit();
        for item in items.iter().rev() {
            edit.at_end(&body).move_item(item);
        }
        let changed = edit
            .finish()
            .unwrap_or_else(|error| panic!("{body:?}\n{error}"));
        let mut expected: Vec<String> = items.iter().map(text).collect();
        expected.reverse();
        let found: Vec<String> = changed.items().map(|it| text(&it)).collect();
        assert_eq!(found, expected);
    }
}

fn text(item: &BodyItem) -> String {
    item.source().text()[item.span().range()]
        .split_whitespace()
        .collect()
}

/// A body of several sources cannot be edited. The edit is an error and does not panic.
#[test]
fn bodies_of_several_sources_are_refused() {
    let native = |text| hcl::parse(text).expect("it parses");
    let short = native("a = 1\n");
    let long = native("# of the block\nb \"x\" {\n  # of the attribute\n  c = 2 # behind\n}\n");
    let json = hcl::json::parse(r#"{ "b": { "x": { "c": 3, "d": [4] } } }"#).expect("it parses");
    let bodies = [short.clone(), long, json];
    for first in &bodies {
        for second in &bodies {
            let layers = || [first.clone(), second.clone()];
            let overlaid = Body::overlay(layers()).expect("it is shallow");
            for body in [Body::merge(layers()), overlaid] {
                let mut edit = body.edit();
                for item in body.items() {
                    edit.set_comment(&item, "new");
                    assert_eq!(edit.line_comment(&item), "");
                    edit.comment_out(&item);
                    edit.after(&item).copy_item(&item);
                    edit.remove(&item);
                }
                edit.set_path(&body, "b.x.c", 5);
                edit.set_attribute(&body, "a", 2);
                edit.set_head_comment("new");
                assert_eq!(edit.head_comment(), "");
                let error = edit.finish().expect_err("there are several sources");
                assert_eq!(error.diagnostics()[0].summary(), "Several sources");
            }
            // The edit ignores comments of items that belong to another source, and then fails.
            let mut edit = short.edit();
            for item in second.items() {
                assert_eq!(edit.comment(&item), "");
                assert_eq!(edit.line_comment(&item), "");
                edit.set_comment(&item, "new");
            }
            let is_own = std::ptr::eq(second, &raw const bodies[0]);
            assert_eq!(edit.finish().is_ok(), is_own);
        }
    }
}

/// Returns the text after a move, or the report of its error.
fn moved(text: &str, from: &str, to: &str) -> String {
    let body = hcl::parse(text).expect("it parses");
    let mut edit = body.edit();
    edit.move_path(&body, from, to);
    edit.finish_text().unwrap_or_else(|error| error.to_string())
}

#[test]
fn items_of_objects_move_by_their_paths() {
    let object = "o = {\n  # The port.\n  port = 1 # open\n  b    = { c = 2 }\n}\n";
    expect![[r#"
        o = {
          # The port.
          listen_on = 1 # open
          b         = { c = 2 }
        }
    "#]]
    .assert_eq(&moved(object, "o.port", "o.listen_on"));
    expect![[r#"
        o = {
          # The port.
          "two words" = 1 # open
          b           = { c = 2 }
        }
    "#]]
    .assert_eq(&moved(object, "o.port", "o[\"two words\"]"));
    expect![[r#"
        o = {
          b = { c = 2, port = 1 }
        }
    "#]]
    .assert_eq(&moved(object, "o.port", "o.b.port"));
    // The key `for` is written in quotes, because `for` would begin a `for` expression. If two items have one key, both
    // are renamed.
    assert_eq!(
        moved("o = { a = 1, a = 2 }\n", "o.a", "o.for"),
        "o = { \"for\" = 1, \"for\" = 2 }\n"
    );
    assert_eq!(
        moved("l = [1, 2]\no = {}\n", "l[0]", "o.a"),
        "l = [2]\no = { a = 1 }\n"
    );
}

/// A move does not overwrite anything. The path of an error about the new path is the new path.
#[test]
fn errors_of_moves_have_the_new_path() {
    let text = "o = {\n  a = 1\n  b = 2\n}\ntls {}\n";
    expect![[r#"
        error: Invalid path
          There is already something at "o.b".
          path: o.b"#]]
    .assert_eq(&moved(text, "o.a", "o.b"));
    expect![[r#"
        error: Invalid path
          There is no attribute or block named "server" here.
          path: server.tls"#]]
    .assert_eq(&moved(text, "tls", "server.tls"));
    expect![[r#"
        error: Invalid path
          There is already something at "o".
          path: o"#]]
    .assert_eq(&moved(text, "tls", "o"));
}

/// Several changes in one edit: a key must not be set twice, but an item that is removed can still be moved.
#[test]
fn moves_of_items_and_other_changes_of_one_edit() {
    let text = "o = {\n  a = 1 # one\n  b = 2\n}\np = {}\n";
    let edited = |change: fn(&Body, &mut Edit)| {
        let body = hcl::parse(text).expect("it parses");
        let mut edit = body.edit();
        change(&body, &mut edit);
        edit.finish_text().map_err(|error| error.to_string())
    };
    let twice: [fn(&Body, &mut Edit); 3] = [
        |body, edit| {
            edit.move_path(body, "o.a", "o.c");
            edit.move_path(body, "o.b", "o.c");
        },
        |body, edit| {
            edit.set_path(body, "o.c", 3);
            edit.move_path(body, "o.a", "o.c");
        },
        |body, edit| {
            edit.move_path(body, "o.a", "o.c");
            edit.set_path(body, "o.c", 3);
        },
    ];
    for change in twice {
        let error = edited(change).unwrap_err();
        assert!(error.contains("path: o.c"), "{error}");
    }
    let renamed = "o = {\n  c = 1 # one\n  b = 2\n}\np = {}\n";
    let removed_and_moved = edited(|body, edit| {
        edit.remove_path(body, "o.a");
        edit.move_path(body, "o.a", "o.c");
    });
    assert_eq!(removed_and_moved.as_deref(), Ok(renamed));
    // A path in a change names the item in the source, even if the same edit moves the item.
    let moved_and_set = edited(|body, edit| {
        edit.move_path(body, "o.a", "o.c");
        edit.set_path(body, "o.a", 5);
    });
    assert_eq!(moved_and_set, Ok(renamed.replace("c = 1", "c = 5")));
    let other_spelling = edited(|body, edit| edit.move_path(body, "o.a", r#"o["c"]"#));
    assert_eq!(other_spelling.as_deref(), Ok(renamed));
}

/// The new path of a block may not lead through an attribute, whose name would then be a block type as well.
#[test]
fn blocks_are_not_moved_into_objects() {
    let text = "o = {\n  a = {}\n}\nb \"x\" {}\nc \"x\" \"y\" {}\n";
    for (from, to) in [
        ("b.x", "o.y"),
        ("b.x", "o.a"),
        ("c.x.y", "o.a.z"),
        ("c.x.y", "o.z.z"),
    ] {
        let report = moved(text, from, to);
        assert!(report.contains("error: Invalid path"), "{report}");
        assert!(report.contains(&format!("path: {to}")), "{report}");
    }
}

/// One object can be named by paths with different spellings.
#[test]
fn items_of_nested_objects_are_renamed() {
    assert_eq!(
        moved("o = { x = { a = 1 /* one */ } }\n", "o.x.a", "o[\"x\"].b"),
        "o = { x = { b = 1 /* one */ } }\n"
    );
    let report = moved("a = 1\nl = [1]\n", "a", "l[0]");
    assert!(
        report.contains("Only a block can hold what is moved here."),
        "{report}"
    );
    assert!(report.contains("path: l[0]"), "{report}");
}

/// An item that was moved into its own value used to be lost.
#[test]
fn items_are_not_moved_into_their_own_value() {
    for (text, from, to) in [
        ("o = { a = { b = 1 } }\n", "o.a", "o.a.c"),
        ("o = { a = ({ b = [{}] }) }\n", "o.a", "o.a.b[0].c"),
        ("l = [{ a = 1 }]\n", "l[0]", "l[0].c"),
    ] {
        let report = moved(text, from, to);
        assert!(report.contains("cannot be moved into itself"), "{report}");
    }
}

/// A key after a block type is a label, here as in `set_path`. Nothing could be found at the new path afterwards.
#[test]
fn new_names_are_not_taken_for_labels() {
    let text = "a \"x\" {\n  b = 1\n}\n\nc {}\n";
    assert_eq!(
        moved(text, "a.x.b", "a.d"),
        "a \"x\" {\n  d = 1\n}\n\nc {}\n"
    );
    for from in ["a.x.b", "c"] {
        let report = moved(text, from, "a[\"d\"]");
        assert!(
            report.contains("There is no \"a\" block with the label \"d\""),
            "{report}"
        );
    }
}

/// The value that was moved first used to be replaced by the second.
#[test]
fn two_values_are_not_moved_to_one_place() {
    let body = hcl::parse("o = { a = 1, b = 2 }\np = {}\n").expect("it parses");
    for (one, other) in [("p.x", "p[\"x\"]"), ("x", "x")] {
        let mut edit = body.edit();
        edit.move_path(&body, "o.a", one);
        edit.move_path(&body, "o.b", other);
        let error = edit.finish().expect_err("one would be lost");
        assert!(error.message().contains("There is already something at"));
    }
    let mut edit = body.edit();
    edit.move_path(&body, "o.a", "p.x");
    edit.move_path(&body, "o.a", "p.x");
    let text = edit.finish_text().expect("it is the same move");
    assert_eq!(text, "o = { b = 2 }\np = { x = 1 }\n");
}
