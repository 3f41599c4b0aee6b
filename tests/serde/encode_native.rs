//! Expressions, templates, traversals and bodies, which are written as their text.

use std::collections::BTreeMap;

use expect_test::expect;
use serde_derive::Serialize;

use super::{X, cannot, writes};

#[derive(Serialize)]
struct Native {
    x: hcl::Expression,
    long: hcl::Expression,
    list: Vec<hcl::Expression>,
    template: hcl::Template,
    traversal: hcl::Traversal,
}

#[test]
fn expressions_are_written_unchanged() {
    let native = Native {
        x: hcl::parse_expression("1+var.a [ 0 ]").unwrap(),
        long: hcl::parse_expression("{\n a=1\n bcd=[for x in y:\n x]\n}").unwrap(),
        list: vec![
            hcl::parse_expression("a").unwrap(),
            hcl::parse_expression("f(x...)").unwrap(),
            hcl::parse_expression("<<EOT\nheredoc\nEOT\n").unwrap(),
        ],
        template: hcl::parse_template("Say \"${greeting}\"\n%{ if a ~}\n  $${x} %{ else }b%{ endif }%{for i, x in y}${x}%{endfor}").unwrap(),
        traversal: hcl::parse_traversal("a.b[0][\"c d\"]").unwrap(),
    };
    writes(
        &native,
        expect![[r#"
        x = 1 + var.a[0]
        long = {
          a = 1
          bcd = [for x in y :
          x]
        }
        list = [
          a,
          f(x...),
          (<<EOT
        heredoc
        EOT
          ),
        ]
        template  = "Say \"${greeting}\"\n%{if a}  $${x} %{else}b%{endif}%{for i, x in y}${x}%{endfor}"
        traversal = a.b[0]["c d"]
    "#]],
    );
    expect![[r#"
        {
          "x": "1+var.a [ 0 ]",
          "long": "{\n a=1\n bcd=[for x in y:\n x]\n}",
          "list": [
            "a",
            "f(x...)",
            "<<EOT\nheredoc\nEOT\n"
          ],
          "template": "Say \"${greeting}\"\n%{ if a ~}\n  $${x} %{ else }b%{ endif }%{for i, x in y}${x}%{endfor}",
          "traversal": "a.b[0][\"c d\"]"
        }"#]].assert_eq(&serde_json::to_string_pretty(&native).unwrap());
}

#[test]
fn bodies_are_written_unchanged() {
    let body = hcl::parse(
        "a=1\nblock \"x\" {\n  # comment\n  b=2\n\n  ccc   = <<EOT\n  text\nEOT\n}\nd=[\n1]\n",
    )
    .unwrap();
    writes(
        &body,
        expect![[r#"
            a = 1
            block "x" {
              # comment
              b = 2

              ccc = <<EOT
              text
            EOT
            }
            d = [
            1]
        "#]],
    );
    writes(
        &X { x: &body },
        expect![[r#"
            x {
              a = 1
              block "x" {
                # comment
                b = 2

                ccc = <<EOT
              text
            EOT
              }
              d = [
              1]
            }
        "#]],
    );
    #[derive(Serialize)]
    struct Rest {
        name: &'static str,
        #[serde(rename = "$body")]
        body: hcl::Body,
        port: Block,
    }
    #[derive(Serialize)]
    struct Block {
        number: u8,
    }
    let rest = Rest {
        name: "n",
        body: body.clone(),
        port: Block { number: 1 },
    };
    writes(
        &rest,
        expect![[r#"
            name = "n"
            a    = 1
            block "x" {
              # comment
              b = 2

              ccc = <<EOT
              text
            EOT
            }
            d = [
            1]

            port {
              number = 1
            }
        "#]],
    );
    expect![[r#""a = 1\nblock \"x\" {\n  # comment\n  b = 2\n\n  ccc = <<EOT\n  text\nEOT\n}\nd = [\n1]\n""#]].assert_eq(&serde_json::to_string(&body).unwrap());
}

#[test]
fn bodies_are_not_expressions() {
    let body = hcl::parse("a = 1\n").unwrap();
    cannot(
        &BTreeMap::from([("block", [Some(body), None])]),
        expect![[r#"
            error: Body without block
              A body is the content of a block, but the value around it is written as an attribute, because another element of the same sequence or map cannot be a block, or because an attribute is required.
              path: block[0]
        "#]],
    );
}

#[test]
fn bodies_keep_their_comments_and_have_generated_blocks() {
    let body = hcl::parse("# head\na = 1 # one\n# tail\n").unwrap();
    writes(
        &BTreeMap::from([("x", &body), ("y", &body)]),
        expect![[r#"
            x {
              # head
              a = 1 # one
              # tail
            }

            y {
              # head
              a = 1 # one
              # tail
            }
        "#]],
    );
    let text = "n = 1\ndynamic \"b\" {\n  for_each = [1, 2]\n  content {}\n}\n";
    let body = hcl::dynblock::expand_dynamic(&hcl::parse(text).unwrap(), &hcl::EvalContext::new())
        .into_result()
        .unwrap();
    assert_eq!(body.blocks().count(), 2);
    writes(
        &X { x: &body },
        expect![[r#"
            x {
              n = 1

              b {}

              b {}
            }
        "#]],
    );
    writes(
        &X {
            x: hcl::parse("# nothing else\n").unwrap(),
        },
        expect![[r#"
            x {
              # nothing else
            }
        "#]],
    );
    writes(
        &X {
            x: hcl::parse("").unwrap(),
        },
        expect![[r#"
            x {}
        "#]],
    );
}
