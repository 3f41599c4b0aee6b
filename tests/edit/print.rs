//! Bodies, blocks and attributes as text.

use expect_test::expect;
use hcl::{Body, EvalContext};

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
            .expect("one")
            .body()
            .to_string(),
        ""
    );
}

#[test]
fn merged_bodies_are_written_one_behind_the_other() {
    let one = hcl::parse(TEXT).expect("it parses");
    let two = hcl::parse("b {}\nz=1").expect("it parses");
    expect![[r#"
        a = 1

        b "x" { c = [1] }

        d {
          # in d
          e = <<EOT
            text
        EOT
        }

        b {}

        z = 1
    "#]]
    .assert_eq(&Body::merge([one, two]).to_string());
}

#[test]
fn generated_blocks_are_written_as_what_generates_them() {
    let text = "a=1\ndynamic \"b\" {\n  for_each=[1,2]\n  content {}\n}\n";
    let body = hcl::parse(text).expect("it parses");
    let expanded = hcl::expand_dynamic(&body, &EvalContext::new()).expect("it can be expanded");
    assert_eq!(expanded.blocks().count(), 2);
    expect![[r#"
        a = 1

        dynamic "b" {
          for_each = [1, 2]
          content {}
        }
    "#]]
    .assert_eq(&expanded.to_string());
}
