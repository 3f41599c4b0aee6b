//! Bodies, blocks and attributes as text.

use expect_test::expect;
use hcl::{Body, EvalContext};

use super::random::Random;

const TEXT: &str = "\
# head
a=1 # behind
b \"x\"   { c=[ 1 ]}

d {
      # in d
  e = <<EOT
    text
EOT
}";

#[test]
fn bodies_are_written_in_the_canonical_form() {
    let body = hcl::parse(TEXT).expect("it parses");
    expect![[r##"
        # head
        a = 1 # behind
        b "x" { c = [1] }

        d {
          # in d
          e = <<EOT
            text
        EOT
        }
    "##]]
    .assert_eq(&body.to_string());
    let blocks: Vec<_> = body.blocks().collect();
    expect![[r#"b "x" { c = [1] }"#]].assert_eq(&blocks[0].to_string());
    expect![[r#"
        # in d
        e = <<EOT
            text
        EOT
    "#]]
    .assert_eq(&blocks[1].body().to_string());
    expect!["a = 1"].assert_eq(&body.attribute("a").expect("it is set").to_string());
    assert_eq!(hcl::parse("").expect("it parses").to_string(), "");
    assert_eq!(
        hcl::parse("a {}\n")
            .expect("it parses")
            .blocks()
            .next()
            .expect("there is one block")
            .body()
            .to_string(),
        ""
    );
}

#[test]
fn merged_bodies_are_written_one_after_the_other() {
    let one = hcl::parse(TEXT).expect("it parses");
    let two = hcl::parse("b {}\nz=1").expect("it parses");
    expect![[r##"
        # head
        a = 1 # behind

        b "x" { c = [1] }

        d {
          # in d
          e = <<EOT
            text
        EOT
        }

        b {}

        z = 1
    "##]]
    .assert_eq(&Body::merge([one, two]).to_string());
}

#[test]
fn generated_blocks_are_written_with_the_values_of_their_iterators() {
    let text = "a=1\ndynamic \"b\" {\n  for_each=[1,2]\n  content {}\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let expanded = hcl::dynblock::expand_dynamic(&body, &EvalContext::new())
        .into_result()
        .expect("it can be expanded");
    assert_eq!(expanded.blocks().count(), 2);
    expect![[r#"
        a = 1

        b {}

        b {}
    "#]]
    .assert_eq(&expanded.to_string());
}

#[track_caller]
fn check_expanded(text: &str, expected: &expect_test::Expect) {
    let ctx = EvalContext::new()
        .with_variable("unknown", hcl::Value::dynamic())
        .with_functions(hcl::function::stdlib::functions());
    let body = hcl::parse(text).expect("it parses");
    let expanded = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect("it can be expanded");
    expected.assert_eq(&expanded.to_string());
}

/// Comments of a `dynamic` block that belong to none of the printed items are in the first block that it generates.
#[test]
fn comments_of_dynamic_blocks_are_written() {
    check_expanded(
        r#"
/* 1 */ dynamic /* 2 */ "port" /* 3 */ { # 4
  # 5
  for_each /* 6 */ = /* 7 */ [80, 81] # 8

  # 9
  content /* 10 */ { # 11
    # 12

    # 13
    number = port.value # 14
    # 15
    inner /* 16 */ "a" /* 17 */ { # 18
      number = port.value
      # 19
    }
    dynamic "deep" {
      for_each = [port.value] # 20
      content { number = deep.value /* 21 */ }
    }
    dynamic "none" {
      for_each = [] # gone with its block
      content {}
    }
    # 22
  } # 23
  # 24
} # 25
"#,
        &expect![[r#"
            /* 1 */ port {
              /* 2 */
              /* 3 */
              # 4
              # 5
              /* 6 */
              /* 7 */
              # 8
              # 9
              /* 10 */
              # 11
              # 12
              # 22
              # 23
              # 24

              # 13
              number = 80 # 14

              # 15
              inner /* 16 */ "a" {
                /* 17 */
                # 18
                # 19

                number = 80
              }

              deep {
                # 20

                number = 80 /* 21 */
              }
            } # 25

            port {
              # 13
              number = 81 # 14

              # 15
              inner /* 16 */ "a" {
                /* 17 */
                # 18
                # 19

                number = 81
              }

              deep {
                # 20

                number = 81 /* 21 */
              }
            }
        "#]],
    );
    check_expanded(
        "dynamic \"a\" {\n  for_each = [1, 2]\n  content /* 1 */ {}\n}\n",
        &expect![[r#"
            a {
              /* 1 */
            }

            a {}
        "#]],
    );
}

/// Comments before an item on its line belong to it, too.
#[test]
fn comments_on_the_line_of_an_item_are_written_with_it() {
    let one = hcl::parse("/* 1 */ a = 1 /* 2 */ # 3\n").expect("it parses");
    let two = hcl::parse("/* 4 */\n/* 5 */ b {} /* 6 */\n# 7").expect("it parses");
    expect![[r#"
        /* 1 */ a = 1 /* 2 */ # 3

        /* 4 */
        /* 5 */ b {} /* 6 */
    "#]]
    .assert_eq(&Body::merge([one, two]).to_string());
}

const PORTS: &str = r#"
# The ports.
dynamic "port" { # open to all
  for_each = { http = 80, "h 2" = -1, any = null, "$${x}" = [1, { a = true }] }
  labels   = [port.key]
  content {
    # one
    number = port.value # its number
    text   = "${port.key} is ${port.value == null ? "no" : "a"} port"
    sum    = 2 - port.value * -port.value
    access = [port.value[0], port.value[*], port.value.x, port["value"]]
    heredoc = <<-EOT
      ${port.key}
    EOT
    own = [for port in [1]: port]
    key = { port = port.value, (port.key) = 1, (port) = port }
  }
} # done
"#;

#[test]
fn iterators_are_written_as_their_values() {
    check_expanded(
        PORTS,
        &expect![[r##"
            # The ports.
            port "$${x}" {
              # open to all

              # one
              number  = [1, { a = true }] # its number
              text    = "${"$${x}"} is ${[1, { a = true }] == null ? "no" : "a"} port"
              sum     = 2 - [1, { a = true }] * -[1, { a = true }]
              access  = [[1, { a = true }][0], [1, { a = true }][*], [1, { a = true }].x, { key = "$${x}", value = [1, { a = true }] }["value"]]
              heredoc = <<-EOT
                  ${"$${x}"}
                EOT
              own     = [for port in [1] : port]
              key     = { port = [1, { a = true }], ("$${x}") = 1, ({ key = "$${x}", value = [1, { a = true }] }) = { key = "$${x}", value = [1, { a = true }] } }
            } # done

            port "any" {
              # one
              number  = null # its number
              text    = "${"any"} is ${null == null ? "no" : "a"} port"
              sum     = 2 - null * -null
              access  = [(null)[0], (null)[*], (null).x, { key = "any", value = null }["value"]]
              heredoc = <<-EOT
                  ${"any"}
                EOT
              own     = [for port in [1] : port]
              key     = { port = null, ("any") = 1, ({ key = "any", value = null }) = { key = "any", value = null } }
            }

            port "h 2" {
              # one
              number  = -1 # its number
              text    = "${"h 2"} is ${(-1) == null ? "no" : "a"} port"
              sum     = 2 - (-1) * -(-1)
              access  = [(-1)[0], (-1)[*], (-1).x, { key = "h 2", value = -1 }["value"]]
              heredoc = <<-EOT
                  ${"h 2"}
                EOT
              own     = [for port in [1] : port]
              key     = { port = (-1), ("h 2") = 1, ({ key = "h 2", value = -1 }) = { key = "h 2", value = -1 } }
            }

            port "http" {
              # one
              number  = 80 # its number
              text    = "${"http"} is ${80 == null ? "no" : "a"} port"
              sum     = 2 - 80 * -80
              access  = [(80)[0], (80)[*], (80).x, { key = "http", value = 80 }["value"]]
              heredoc = <<-EOT
                  ${"http"}
                EOT
              own     = [for port in [1] : port]
              key     = { port = 80, ("http") = 1, ({ key = "http", value = 80 }) = { key = "http", value = 80 } }
            }
        "##]],
    );
}

#[test]
fn blocks_in_other_blocks_are_written() {
    check_expanded(
        r#"
outer {
  # above
  a = 1 # behind

  dynamic "inner" {
    for_each = [1, 2]
    content {
      b = inner.value

      dynamic "innermost" {
        for_each = [inner.value]
        content {
          c = innermost.value + inner.value
        }
      }
      dynamic "none" {
        for_each = []
        content {}
      }
    }
  }
}
dynamic "none" {
  for_each = []
  content {}
}
other {
  # stays

  as = 1
}
"#,
        &expect![[r#"
            outer {
              # above
              a = 1 # behind

              inner {
                b = 1

                innermost {
                  c = 1 + 1
                }
              }

              inner {
                b = 2

                innermost {
                  c = 2 + 2
                }
              }
            }

            other {
              # stays

              as = 1
            }
        "#]],
    );
}

const UNKNOWN: &str = r#"
dynamic "all" {
  for_each = unknown
  content {
    a = all.value
  }
}
# some
dynamic "some" {
  for_each = [1, unknown]
  content {
    a = some.value
  }
}
dynamic "only-keys" {
  for_each = [1, unknown]
  content {
    a = only-keys.key
  }
}
outer {
  dynamic "inner" {
    for_each = [1]
    content {
      dynamic "innermost" {
        for_each = unknown
        content {
          b = inner.value
        }
      }
    }
  }
}
"#;

#[test]
fn unknown_blocks_are_written_as_dynamic_blocks() {
    check_expanded(
        UNKNOWN,
        &expect![[r#"
            dynamic "all" {
              for_each = unknown
              content {
                a = all.value
              }
            }

            # some
            dynamic "some" {
              for_each = [1, unknown]
              content {
                a = some.value
              }
            }

            only-keys {
              a = 0
            }

            only-keys {
              a = 1
            }

            outer {
              dynamic "inner" {
                for_each = [1]
                content {
                  dynamic "innermost" {
                    for_each = unknown
                    content {
                      b = inner.value
                    }
                  }
                }
              }
            }
        "#]],
    );
}

#[test]
fn parts_of_generated_blocks_are_written_on_their_own() {
    let text = "dynamic \"a\" {\n  for_each = [\"x\"]\n  content {\n    b = <<EOT\n${a.value}\nEOT\n    c = \"${a.value}\"\n  }\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let body = hcl::dynblock::expand_dynamic(&body, &EvalContext::new())
        .into_result()
        .expect("it can be expanded");
    let block = body.blocks().next().expect("there is one");
    let attribute = |name| block.body().attribute(name).expect("it is set");
    let b = "<<EOT\n${\"x\"}\nEOT\n";
    assert_eq!(attribute("b").to_string(), format!("b = {b}"));
    assert_eq!(attribute("b").expression().to_string(), b);
    assert_eq!(attribute("b").expression().text(), "<<EOT\n${a.value}\nEOT");
    assert_eq!(attribute("c").to_string(), "c = \"${\"x\"}\"");
    assert_eq!(
        block.to_string(),
        format!("a {{\n  b = {b}  c = \"${{\"x\"}}\"\n}}")
    );
    assert_eq!(
        block.body().to_string(),
        format!("b = {b}c = \"${{\"x\"}}\"\n")
    );
    let written = hcl::to_string(&std::collections::BTreeMap::from([(
        "d",
        attribute("c").expression(),
    )]));
    assert_eq!(written.expect("it is written"), "d = \"${\"x\"}\"\n");
}

#[test]
fn unknown_values_cannot_be_serialized() {
    let text = "dynamic \"a\" {\n  for_each = unknown\n  content {\n    b = 1\n  }\n}\n";
    let ctx = EvalContext::new().with_variable("unknown", hcl::Value::dynamic());
    let body = hcl::parse(text).expect("it parses");
    let body = hcl::dynblock::expand_dynamic(&body, &ctx)
        .into_result()
        .expect("it can be expanded");
    let block = body.blocks().next().expect("there is one").body();
    let data = std::collections::BTreeMap::from([(
        "d",
        block.attribute("b").expect("it is set").expression(),
    )]);
    let error = hcl::to_string(&data).expect_err("there is no syntax for it");
    assert!(error.message().contains("An unknown value"), "{error}");
    assert!(serde_json::to_string(&data).is_err());
}

/// Block types in JSON can be any text. Like names of attributes, they are quoted if they are not identifiers.
#[test]
fn block_types_that_are_not_identifiers_are_quoted() {
    let body = hcl::json::parse(r#"{ "x y": {"a": 1} }"#).expect("it is JSON");
    let schema = hcl::BodySchema::new().with_block("x y", [""; 0]);
    let content = body.content(&schema).into_result().expect("it fits");
    assert_eq!(content.blocks()[0].to_string(), "\"x y\" {\n  a = 1\n}");
}

/// Returns a random JSON object whose properties are objects, arrays or other values.
fn random_json(random: &mut Random, depth: usize) -> String {
    let mut names = vec!["a", "b", "c", "é", "x y"];
    let properties: Vec<String> = (0..random.below(4))
        .map(|_| {
            let name = names.swap_remove(random.below(names.len()));
            format!("\"{name}\": {}", random_value(random, depth))
        })
        .collect();
    format!("{{{}}}", properties.join(", "))
}

fn random_value(random: &mut Random, depth: usize) -> String {
    match random.below(if depth == 0 { 2 } else { 6 }) {
        0 => random.below(9).to_string(),
        1 => random.pick(&["\"é\"", "true", "{}", "[]"]).to_owned(),
        2 => {
            let count = random.below(3);
            let elements: Vec<String> = (0..count)
                .map(|_| random_value(random, depth - 1))
                .collect();
            format!("[{}]", elements.join(", "))
        }
        _ => random_json(random, depth - 1),
    }
}

/// The display of overlaid JSON layers decodes to the same value as the layers, also if both layers are equal or the
/// same body.
#[test]
fn layers_of_json_can_be_read() {
    use hcl::OverlayRule::{Append, Merge, Replace};
    let mut random = Random(0x5851_f42d_4c95_7f2d);
    let mut count = 0;
    for _ in 0..3000 {
        let text = random_json(&mut random, 3);
        let below = hcl::json::parse(&text).expect("it is JSON");
        let above = match random.below(3) {
            0 => below.clone(),
            1 => hcl::json::parse(&text).expect("it is JSON"),
            _ => hcl::json::parse(&random_json(&mut random, 3)).expect("it is JSON"),
        };
        let mut overlay = hcl::Overlay::new();
        for name in ["a", "b", "c"] {
            let rule = [Append, Append, Merge, Replace][random.below(4)];
            overlay = overlay.with_blocks(name, rule);
        }
        let body = overlay.overlay([below, above]).expect("they are small");
        let displayed = body.to_string();
        // The overlaid body cannot be decoded if an attribute is set twice. Names that are not identifiers cannot be
        // read in native syntax.
        let Ok(value) = hcl::from_body::<hcl::Value>(&body) else {
            continue;
        };
        if displayed.lines().any(|line| line.starts_with('"')) {
            continue;
        }
        let again = hcl::from_str::<hcl::Value>(&displayed);
        assert_eq!(again.expect("it decodes"), value, "{text}\n{displayed}");
        count += 1;
    }
    assert!(count > 1000, "{count}");
}
