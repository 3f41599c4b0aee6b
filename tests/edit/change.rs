//! Changes of bodies that exist.

use expect_test::{Expect, expect};
use hcl::{Block, Body, Edit, EvalContext, ParseOptions};

/// Returns a text after a change.
#[track_caller]
pub(super) fn changed(text: &str, change: impl FnOnce(&Body, &mut Edit)) -> String {
    let body = hcl::parse(text).expect("it parses");
    let mut edit = body.edit();
    change(&body, &mut edit);
    let changed = edit.finish().expect("it can be changed");
    changed.source().text().to_owned()
}

#[track_caller]
pub(super) fn check(text: &str, change: impl FnOnce(&Body, &mut Edit), expected: &Expect) {
    expected.assert_eq(&changed(text, change));
}

#[track_caller]
fn check_errors(text: &str, change: impl FnOnce(&Body, &mut Edit), expected: &Expect) {
    let body = ParseOptions::new()
        .with_filename("a.hcl")
        .parse(text)
        .into_result()
        .expect("it parses");
    let mut edit = body.edit();
    change(&body, &mut edit);
    let error = edit.finish().expect_err("something is wrong");
    expected.assert_eq(&format!("{error:#}"));
}

pub(super) fn block(body: &Body, block_type: &str) -> Block {
    body.blocks_of_type(block_type)
        .next()
        .expect("there is one")
}

const TEXT: &str = "\
# The head.

# The name.
name   =   \"shop\"   # as users see it
list=[ 1,
  2 ]

service  \"web\"   {
    port=80 // the port
    # the last
}
one \"a\" b { x = 1 }
empty {}
";

#[test]
fn nothing_changes_if_nothing_is_changed() {
    let body = hcl::parse(TEXT).expect("it parses");
    let changed = body.edit().finish().expect("nothing is changed");
    assert_eq!(changed.source().text(), TEXT);
}

#[test]
fn attributes_get_other_expressions() {
    check(
        TEXT,
        |body, edit| {
            edit.set_attribute(body, "name", ["a"]);
            edit.set_attribute(body, "name", "b");
            edit.set_expression(body, "list", "concat(a,\n[1])");
            edit.set_expression(&block(body, "service").body(), "port", "[\n1,\n]");
            edit.set_expression(&block(body, "one").body(), "x", "<<EOT\ntext\nEOT");
        },
        &expect![[r##"
            # The head.

            # The name.
            name   =   "b"   # as users see it
            list=concat(a,
            [1])

            service  "web"   {
                port=[
                    1,
                ] // the port
                # the last
            }
            one "a" b {
                x = <<EOT
            text
            EOT
            }
            empty {}
        "##]],
    );
}

#[test]
fn attributes_are_inserted_after_attributes() {
    check(
        TEXT,
        |body, edit| {
            edit.set_attribute(body, "new", 1);
            edit.set_expression(body, "other", "[\n1\n]");
            edit.set_attribute(body, "new", 2);
            for block in body.blocks() {
                edit.set_attribute(&block.body(), "new", 3);
                edit.set_attribute(&block.body(), "text", "t");
            }
        },
        &expect![[r##"
            # The head.

            # The name.
            name   =   "shop"   # as users see it
            list=[ 1,
              2 ]
            new = 2
            other = [
                1
            ]

            service  "web"   {
                port=80 // the port
                new  = 3
                text = "t"
                # the last
            }
            one "a" b {
                x    = 1
                new  = 3
                text = "t"
            }
            empty {
                new  = 3
                text = "t"
            }
        "##]],
    );
}

#[test]
fn attributes_are_inserted_before_blocks() {
    let text = "# The head.\n\n# first\na {\n  # only a comment\n}\n\nb {\n\n  c {}\n}";
    check(
        text,
        |body, edit| {
            edit.set_attribute(body, "new", 1);
            edit.set_attribute(&block(body, "a").body(), "new", 1);
            edit.set_attribute(&block(body, "b").body(), "new", 1);
        },
        &expect![[r#"
            # The head.

            new = 1

            # first
            a {
              # only a comment

              new = 1
            }

            b {

              new = 1

              c {}
            }"#]],
    );
    check(
        "",
        |body, edit| edit.set_attribute(body, "a", 1),
        &expect![[r#"
            a = 1
        "#]],
    );
    check(
        "a = 1",
        |body, edit| edit.set_attribute(body, "b", 1),
        &expect![[r#"
            a = 1
            b = 1
        "#]],
    );
    check(
        "# only a comment",
        |body, edit| edit.set_attribute(body, "b", 1),
        &expect![[r#"
            # only a comment

            b = 1
        "#]],
    );
}

#[test]
fn attributes_are_renamed_and_removed() {
    let text = "# head\n\n# of a\n// of a too\na = 1 # behind a\n# of b\nb = [\n  1, # one\n] /* behind b */\n\nc = 3\nd { e = 1 }\nf {\n  g = 1\n}\n";
    check(
        text,
        |body, edit| {
            let attribute = |name: &str| body.attribute(name).expect("it is set");
            edit.rename_attribute(&attribute("c"), "z");
            edit.remove(attribute("a"));
            edit.remove(attribute("b"));
            let inner = block(body, "d").body();
            edit.remove(inner.attribute("e").expect("it is set"));
            edit.set_attribute(&inner, "y", 1);
            let inner = block(body, "f").body();
            edit.remove(inner.attribute("g").expect("it is set"));
        },
        &expect![[r#"
            # head

            z = 3
            d {
              y = 1
            }
            f {
            }
        "#]],
    );
}

#[test]
fn an_attribute_can_be_set_after_it_was_removed() {
    check(
        "a = 1\nb = 2\n",
        |body, edit| {
            edit.remove(body.attribute("a").expect("it is set"));
            edit.set_attribute(body, "a", 3);
            edit.set_attribute(body, "b", 4);
            edit.remove(body.attribute("b").expect("it is set"));
        },
        &expect![[r#"
            a = 3
        "#]],
    );
}

#[test]
fn blocks_are_added_in_order() {
    check(
        "a {}\n",
        |body, edit| {
            edit.add_block(body, Block::builder("first"));
            edit.add_block(body, Block::builder("second"));
        },
        &expect![[r#"
            a {}

            first {}

            second {}
        "#]],
    );
}

#[test]
fn blocks_are_added_at_the_end() {
    check(
        "a=1\n\nb {\n    c = 1\n    # the last\n}\nd { e = 1 }\nf {}\n",
        |body, edit| {
            let new = || {
                let inner = Block::builder("inner").expression("text", "<<-EOT\n    lines\n  EOT");
                Block::builder("new").label("x").block(inner)
            };
            edit.add_block(body, new());
            edit.set_attribute(body, "last", 1);
            for block in body.blocks() {
                edit.add_block(&block.body(), new());
                edit.set_attribute(&block.body(), "z", 1);
            }
        },
        &expect![[r#"
            a=1
            last = 1

            b {
                c = 1
                z = 1
                # the last

                new "x" {
                    inner {
                        text = <<-EOT
                lines
              EOT
                    }
                }
            }
            d {
                e = 1
                z = 1

                new "x" {
                    inner {
                        text = <<-EOT
                lines
              EOT
                    }
                }
            }
            f {
                z = 1

                new "x" {
                    inner {
                        text = <<-EOT
                lines
              EOT
                    }
                }
            }

            new "x" {
                inner {
                    text = <<-EOT
                lines
              EOT
                }
            }
        "#]],
    );
}

#[test]
fn blocks_are_added_to_almost_empty_bodies() {
    check(
        "",
        |body, edit| edit.add_block(body, Block::builder("a")),
        &expect![[r#"
            a {}
        "#]],
    );
    check(
        "a = 1",
        |body, edit| edit.add_block(body, Block::builder("b")),
        &expect![[r#"
            a = 1

            b {}
        "#]],
    );
}

#[test]
fn blocks_get_other_types_and_labels() {
    check(
        TEXT,
        |body, edit| {
            let service = block(body, "service");
            edit.set_block_type(&service, "server");
            edit.set_labels(&service, ["two words", "${x}"]);
            edit.set_labels(&block(body, "one"), [""; 0]);
            edit.set_labels(&block(body, "empty"), ["new"]);
        },
        &expect![[r##"
            # The head.

            # The name.
            name   =   "shop"   # as users see it
            list=[ 1,
              2 ]

            server "two words" "$${x}"   {
                port=80 // the port
                # the last
            }
            one { x = 1 }
            empty "new" {}
        "##]],
    );
}

#[test]
fn blocks_are_removed_with_their_content() {
    let text = "a {}\n\n# of b\nb {\n  c = 1\n}\n\nd {}\n\ne {\n\n  f {}\n\n}\n\ng {}\n";
    check(
        text,
        |body, edit| {
            let b = block(body, "b");
            edit.set_attribute(&b.body(), "c", 2);
            edit.set_attribute(&b.body(), "new", 2);
            edit.remove(&b);
            edit.remove(block(&block(body, "e").body(), "f"));
            edit.remove(block(body, "g"));
        },
        &expect![[r#"
            a {}

            d {}

            e {
            }
        "#]],
    );
    check(
        text,
        |body, edit| {
            for block in body.blocks() {
                edit.remove(&block);
            }
            edit.add_block(body, Block::builder("new"));
            edit.set_attribute(body, "a", 1);
        },
        &expect![[r#"
            a = 1

            new {}
        "#]],
    );
}

#[test]
fn carriage_returns_stay() {
    let text = "# of a\r\na = 1 # behind\r\n\r\nb {\r\n  c = 1\r\n}\r\nd { e = 1 }\r\n";
    let body = hcl::parse(text).expect("it parses");
    let mut edit = body.edit();
    edit.remove(body.attribute("a").expect("it is set"));
    edit.set_attribute(&block(&body, "b").body(), "new", 1);
    edit.set_attribute(&block(&body, "d").body(), "new", 1);
    edit.add_block(&body, Block::builder("last"));
    let changed = edit.finish().expect("it can be changed");
    let expected = "b {\r\n  c   = 1\r\n  new = 1\r\n}\r\nd {\r\n  e   = 1\r\n  new = 1\r\n}\r\n\r\nlast {}\r\n";
    assert_eq!(changed.source().text(), expected);

    let body = hcl::parse("a = [\r\n  <<EOT\r\nx\r\nEOT\r\n]\r\n").expect("it parses");
    let mut edit = body.edit();
    edit.insert_path(&body, "a[1]", "y");
    let changed = edit.finish_text().expect("it can be changed");
    let expected = "a = [\r\n  <<EOT\r\nx\r\nEOT\r\n  ,\r\n  \"y\"\r\n]\r\n";
    assert_eq!(changed, expected);
}

#[test]
fn everything_wrong_is_reported_together() {
    check_errors(
        "a = 1\nb {}\n",
        |body, edit| {
            let other = hcl::parse("a = 1\n").expect("it parses");
            edit.set_attribute(&other, "a", 1);
            edit.remove(other.attribute("a").expect("it is set"));
            edit.set_attribute(body, "two words", 1);
            edit.set_attribute(body, "nan", f64::NAN);
            edit.set_expression(body, "x", "1 1");
            edit.rename_attribute(&body.attribute("a").expect("it is set"), "9");
            edit.set_block_type(&block(body, "b"), "");
            edit.add_block(body, Block::builder("c").attribute("?", 1));
            let merged = Body::merge([body.clone(), other]);
            edit.set_attribute(&merged, "b", 1);
        },
        &expect![[r#"
            error: Not a part of this source
              Only parts of the body that is being edited can be changed. This one comes from another source, or was generated by a "dynamic" block.

            error: Not a part of this source
              Only parts of the body that is being edited can be changed. This one comes from another source, or was generated by a "dynamic" block.

            error: Invalid name
              "two words" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: ["two words"]

            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: nan

            error: Extra characters after expression
             --> line 1, column 3
              |
            1 | 1 1
              |   ^
              |
              = note: The expression is complete before this, but found the number 1 after it.
              = path: x

            error: Invalid name
              "9" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".

            error: Invalid name
              "" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".

            error: Invalid name
              "?" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: c["?"]

            error: Not a part of this source
              This body is a selection of items, so new items cannot be added to it."#]],
    );
    check_errors(
        "a = 1\nb = 2\n",
        |body, edit| edit.rename_attribute(&body.attribute("a").expect("it is set"), "b"),
        &expect![[r#"
            error: Attribute redefined
             --> a.hcl:2:1
              |
            1 | b = 1
              | -
            2 | b = 2
              | ^
              |
              = note: The argument "b" is already set on line 1. Each argument may be set only once: remove one of the two."#]],
    );
}

#[test]
fn generated_blocks_are_not_edited() {
    let text = "dynamic \"a\" {\n  for_each = [1]\n  content {\n    b = a.value\n  }\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let expanded = hcl::dynblock::expand_dynamic(&body, &EvalContext::new())
        .into_result()
        .expect("it can be expanded");
    let mut edit = body.edit();
    edit.set_attribute(&block(&expanded, "a").body(), "b", 1);
    assert!(edit.finish().is_err());
}

#[test]
fn the_name_of_the_file_stays() {
    let body = ParseOptions::new()
        .with_filename("a.hcl")
        .parse("a = 1\n")
        .into_result()
        .expect("it parses");
    let changed = body.edit().finish().expect("nothing is changed");
    assert_eq!(changed.source().name(), Some("a.hcl"));
}

#[test]
fn a_heredoc_needs_a_newline_after_its_end_marker() {
    let heredoc = "<<EOT\ntext\nEOT\n";
    check(
        "a = 1 # one\nb {\n  c = 1 /* two */\n}\nd = 1   \ne { f = 1 }\ng { h = 1 /* three */ }\ni = 1",
        |body, edit| {
            for name in ["a", "d", "i"] {
                edit.set_expression(body, name, heredoc);
            }
            for (block_type, name) in [("b", "c"), ("e", "f"), ("g", "h")] {
                edit.set_expression(&block(body, block_type).body(), name, heredoc);
            }
        },
        &expect![[r#"
            a = (<<EOT
            text
            EOT
            ) # one
            b {
              c = (<<EOT
            text
            EOT
            ) /* two */
            }
            d = <<EOT
            text
            EOT   
            e {
              f = <<EOT
            text
            EOT
            }
            g {
              h = (<<EOT
            text
            EOT
            ) /* three */
            }
            i = <<EOT
            text
            EOT
        "#]],
    );
    check(
        "a = 1 # one",
        |body, edit| {
            edit.set_expression(body, "a", "b ? c : <<EOT\ntext\nEOT\n");
            edit.set_expression(body, "d", "[<<EOT\ntext\nEOT\n]");
        },
        &expect![[r#"
            a = (b ? c : <<EOT
            text
            EOT
            ) # one
            d = [<<EOT
            text
            EOT
            ]
        "#]],
    );
}

/// A path to a block can only be set to the text of exactly one block.
#[test]
fn a_block_is_set_to_the_text_of_a_block() {
    let body = hcl::parse("a = 1\nb \"x\" {\n  c = 1\n}\n").expect("it is valid");
    let set = |text: &str| {
        let mut edit = body.edit();
        edit.set_path_expression(&body, "b[\"x\"]", text);
        edit.finish_text().map_err(|error| error.to_string())
    };
    let changed = set(" b \"y\" {\n}\n").expect("it is one block");
    assert_eq!(changed, "a = 1\nb \"y\" {\n}\n");
    for text in [
        "c = 1",
        "b {}\nb {}",
        "b {}\nc = 1",
        "b {} # comment",
        "# comment\nb {}",
        "",
    ] {
        let error = set(text).expect_err(text);
        assert!(
            error.contains("must be exactly one block"),
            "{text}: {error}"
        );
    }
}

/// If a value in parentheses has no part with this path, the error describes the value inside the parentheses.
#[test]
fn errors_describe_the_value_inside_parentheses() {
    let body = hcl::parse("a = ([1])\nb = ({ x = 1 })\nc = (1)\n").expect("it is valid");
    let error = |path: &str| {
        let mut edit = body.edit();
        edit.set_path(&body, path, 1);
        edit.finish_text().expect_err(path).to_string()
    };
    for (path, expected) in [
        (
            "a[5]",
            "The index 5 is out of range: the list has 1 element.",
        ),
        (
            "a.x",
            "This is a list, whose elements are named by their index.",
        ),
        (
            "b[0]",
            "This is an object, whose items are named by their key.",
        ),
        ("c.x", "This is neither an object nor a list"),
        ("c[0]", "This is neither an object nor a list"),
    ] {
        let error = error(path);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn references_are_renamed_in_every_notation() {
    let check = |text: &str, (from, to): (&str, &str), expected: &str| {
        let body = hcl::parse(text).expect("it parses");
        let mut edit = body.edit();
        edit.rename_references(from, to);
        let changed = edit.finish_text().expect("it can be changed");
        assert_eq!(changed, expected);
    };
    // A point in a comment is not that of the access.
    check(
        "a = (x /* v1.0 */ . /* w.x */ b)\nc = (x // y.z\n  .b)\n",
        ("x.b", "x[\"two words\"]"),
        "a = (x /* v1.0 */ [\"two words\"])\nc = (x // y.z\n  [\"two words\"])\n",
    );
    check("a = x[(\"b\")]\n", ("x.b", "x.c"), "a = x[\"c\"]\n");
    // Names are compared in normal form C.
    check(
        "a = e\u{301}.e\u{301}.y\n",
        ("\u{e9}.\u{e9}", "b.c"),
        "a = b.c.y\n",
    );
    check("a = \u{e9}\n", ("e\u{301}", "b"), "a = b\n");
}

/// A renamed reference must not become the variable of a `for`.
#[test]
fn references_are_not_renamed_to_variables_of_a_for() {
    let renamed = |text: &str| {
        let body = hcl::parse(text).expect("it parses");
        let mut edit = body.edit();
        edit.rename_references("service", "front");
        edit.finish_text()
    };
    for text in [
        "a = [for front in l : service.web + front]\n",
        "a = [for front, x in l : x if service.web]\n",
        "a = {for x, front in l : service.web => x}\n",
        "a = [for front in l : [for x in service : x]]\n",
        "a = [for front in l : [for x in l : service]]\n",
        "a = \"%{ for front in l }${service.web}%{ endfor }\"\n",
        "a = <<EOT\n%{ for front, x in l ~}\n${service}\n%{ endfor ~}\nEOT\n",
        "b {\n  a = (true ? [for x in l : [for front in x : 1 + service[\"web\"]]] : 2)\n}\n",
    ] {
        let error = renamed(text).expect_err(text);
        let start = text.find("service").expect("it has the reference");
        let reference = error.span().expect("it has a place").range();
        assert_eq!(reference, start..start + "service".len(), "{error}");
        assert!(
            error
                .to_string()
                .contains("a \"for\" around it defines a variable"),
            "{error}"
        );
    }
    for (text, expected) in [
        (
            "a = [for front in service : front]\n",
            "a = [for front in front : front]\n",
        ),
        (
            "a = [[for front in l : front], service]\n",
            "a = [[for front in l : front], front]\n",
        ),
        (
            "a = \"%{ for front in service }${front}%{ endfor }${service}\"\n",
            "a = \"%{ for front in front }${front}%{ endfor }${front}\"\n",
        ),
    ] {
        assert_eq!(renamed(text).expect(text), expected);
    }
}
