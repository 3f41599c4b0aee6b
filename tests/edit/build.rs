//! Bodies and blocks that a program makes.

use std::collections::BTreeMap;

use expect_test::{Expect, expect};
use hcl::{Block, Body, BodyBuilder, Type, Value};

#[track_caller]
fn check(builder: BodyBuilder, expected: &Expect) {
    let body = builder.finish().expect("it can be built");
    let text = body.source().text().to_owned();
    assert_eq!(hcl::format(&text), text, "it is in the canonical form");
    assert_eq!(body.to_string(), text);
    expected.assert_eq(&text);
}

#[track_caller]
fn check_errors(builder: BodyBuilder, expected: &Expect) {
    let error = builder.finish().expect_err("something is wrong");
    expected.assert_eq(&format!("{error:#}"));
}

#[test]
fn data_of_every_kind() {
    #[derive(serde_derive::Serialize)]
    struct Limits {
        cpu: f64,
        memory: Option<u32>,
    }

    let builder = Body::builder()
        .attribute("text", "two\nlines, ${not} a \"template\"")
        .attribute("number", -1.5)
        .attribute("large", u128::MAX)
        .attribute("list", ["a", "b"])
        .attribute("map", BTreeMap::from([("two words", 1), ("for", 2)]))
        .attribute(
            "limits",
            Limits {
                cpu: 0.5,
                memory: None,
            },
        )
        .attribute(
            "value",
            Value::set(&Type::NUMBER, [2, 1].map(Value::from)).expect("a set"),
        )
        .attribute("nothing", ());
    check(
        builder,
        &expect![[r#"
            text   = "two\nlines, $${not} a \"template\""
            number = -1.5
            large  = 340282366920938463463374607431768211455
            list   = ["a", "b"]
            map = {
              "for"       = 2
              "two words" = 1
            }
            limits = {
              cpu    = 0.5
              memory = null
            }
            value   = [1, 2]
            nothing = null
        "#]],
    );
}

#[test]
fn expressions_keep_their_text() {
    let builder = Body::builder()
        .expression("sum", "  a+b # and more ")
        .expression("tuple", "[\n1, # one\n2,\n]")
        .expression("lines", "a +\nb")
        .expression("heredoc", "<<-EOT\n    some text\n  EOT")
        .expression("within", "f(<<EOT\ntext\nEOT\n)")
        .attribute("last", 1);
    check(
        builder,
        &expect![[r#"
            sum = a + b
            tuple = [
              1, # one
              2,
            ]
            lines = (
              a +
              b
            )
            heredoc = <<-EOT
                some text
              EOT
            within = f(<<EOT
            text
            EOT
            )
            last = 1
        "#]],
    );
}

#[test]
fn blocks_are_separated_by_blank_lines() {
    let inner = Block::builder("inner").attribute("a", 1);
    let builder = Body::builder()
        .comment("The first.\n\nWith a blank line.")
        .block(Block::builder("empty"))
        .block(
            Block::builder("outer")
                .label("two words")
                .label("\"${x}\"")
                .block(inner)
                .attribute("b", 2),
        )
        .attribute("c", 3)
        .comment("The last.")
        .block(Block::builder("last"));
    check(
        builder,
        &expect![[r##"
            # The first.
            #
            # With a blank line.
            empty {}

            outer "two words" "\"$${x}\"" {
              inner {
                a = 1
              }

              b = 2
            }

            c = 3
            # The last.
            last {}
        "##]],
    );
}

#[test]
fn everything_wrong_is_reported_together() {
    let unknown = Value::tuple([Value::unknown(&Type::STRING)]).expect("a tuple");
    let deep = Block::builder("b").attribute("9", 1).expression("e", "1 +");
    let builder = Body::builder()
        .attribute("two words", 1)
        .attribute("", 1)
        .attribute("nan", f64::NAN)
        .attribute("infinite", f64::INFINITY)
        .attribute("unknown", unknown)
        .expression("injected", "1\nb = 2")
        .block(Block::builder("a.b").block(deep));
    check_errors(
        builder,
        &expect![[r#"
            error: Invalid name
              "two words" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: ["two words"]

            error: Invalid name
              "" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: [""]

            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: nan

            error: Invalid number
              Native syntax has no literal for a number that is infinite or not a number. Omit it, as an Option that is None, or write it as a string.
              path: infinite

            error: Invalid value
              An unknown value (string) cannot be serialized.
              path: unknown[0]

            error: Extra characters after expression
             --> line 2, column 1
              |
            2 | b = 2
              | ^
              |
              = note: The expression is complete before this, but found "b" after it.
              = path: injected

            error: Invalid name
              "a.b" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: ["a.b"]

            error: Invalid name
              "9" is not an identifier. A name begins with a letter or "_", followed by letters, digits, "_" and "-".
              path: ["a.b"].b["9"]

            error: Missing expression
             --> line 1, column 4
              |
            1 | 1 +
              |    ^
              |
              = note: An expression is expected here, but found the end of the text.
              = path: ["a.b"].b.e"#]],
    );
}

#[test]
fn an_attribute_is_added_once() {
    let builder = Body::builder().attribute("a", 1).attribute("a", 2);
    check_errors(
        builder,
        &expect![[r#"
        error: Attribute redefined
         --> line 2, column 1
          |
        1 | a = 1
          | -
        2 | a = 2
          | ^
          |
          = note: The argument "a" is already set on line 1. Each argument may be set only once: remove one of the two."#]],
    );
}

#[test]
fn comments_cannot_become_code() {
    let builder = Body::builder()
        .comment("a\r\n*/ c = 2 /*\n\td")
        .attribute("e", 1);
    check(
        builder,
        &expect![[r##"
            # a
            # */ c = 2 /*
            # 	d
            e = 1
        "##]],
    );
    for text in ["a\rb = 1", "\0", "\u{7f}", "\u{85}"] {
        let error = Body::builder().comment(text).finish().expect_err(text);
        assert!(error.to_string().contains("Invalid comment"), "{error}");
    }
}

#[test]
fn blocks_nest_as_deep_as_they_can_be_read() {
    let nested = |levels: usize| {
        let innermost = Block::builder("b").attribute("a", 1);
        let block = (1..levels).fold(innermost, |inner, _| Block::builder("b").block(inner));
        Body::builder().block(block).finish()
    };
    assert!(nested(250).is_ok());
    let error = nested(300).expect_err("it is too deep");
    assert_eq!(error.classify(), hcl::Category::Limit);
}

#[test]
fn an_expression_is_data_too() {
    let expression = hcl::parse_expression("[for port in ports : port + 1]").unwrap();
    let builder = Body::builder()
        .attribute("ports", &expression)
        .attribute("first", BTreeMap::from([("is", &expression)]));
    check(
        builder,
        &expect![[r#"
            ports = [for port in ports : port + 1]
            first = {
              is = [for port in ports : port + 1]
            }
        "#]],
    );
}

#[derive(serde_derive::Serialize)]
struct Config {
    name: &'static str,
    text: &'static str,
    tags: Vec<&'static str>,
    server: Vec<Server>,
    zone: BTreeMap<&'static str, Zone>,
}

#[derive(serde_derive::Serialize)]
struct Server {
    #[serde(rename = "$label")]
    name: &'static str,
    banner: &'static str,
    log: Log,
}

#[derive(serde_derive::Serialize)]
struct Log {
    format: &'static str,
}

#[derive(serde_derive::Serialize)]
struct Zone {
    port: u16,
}

const TEXT: &str = "first \"${a}\"\n\n  second\n";

fn server(name: &'static str) -> Server {
    Server {
        name,
        banner: TEXT,
        log: Log {
            format: " only\n indented\n",
        },
    }
}

#[test]
fn data_is_written_as_to_string_writes_it() {
    let config = Config {
        name: "a\tb",
        text: TEXT,
        tags: vec!["x"],
        server: vec![server("a"), server("b")],
        zone: BTreeMap::from([("eu", Zone { port: 1 })]),
    };
    let text = hcl::to_string(&config).expect("it can be written");
    let whole = Body::builder()
        .data(&config)
        .finish()
        .expect("it can be built");
    assert_eq!(whole.source().text(), text);

    let server_of = |name| Block::builder("server").data(server(name));
    let by_hand = Block::builder("server")
        .label("b")
        .attribute("banner", TEXT)
        .block(Block::builder("log").attribute("format", " only\n indented\n"));
    let parts = Body::builder()
        .attribute("name", config.name)
        .attribute("text", TEXT)
        .attribute("tags", &config.tags)
        .block(server_of("a"))
        .block(by_hand)
        .block(Block::builder("zone").label("eu").data(&config.zone["eu"]));
    let parts = parts.finish().expect("it can be built");
    assert_eq!(parts.source().text(), text);

    let body = hcl::parse("").expect("it parses");
    let mut edit = body.edit();
    edit.at_end(&body).insert(Body::builder().data(&config));
    assert_eq!(
        edit.finish().expect("it can be changed").source().text(),
        text
    );
}

#[test]
fn a_block_takes_the_data_of_one_block() {
    let builder = |block| Body::builder().block(block).finish();
    assert!(builder(Block::builder("server").data([server("a"), server("b")])).is_err());
    let error = builder(Block::builder("server").data(1)).expect_err("a number is not a block");
    assert_eq!(error.path(), "server.block");
    let two = Block::builder("x")
        .data(Zone { port: 1 })
        .data(Log { format: "a" });
    let two = builder(two).expect("it can be built");
    assert_eq!(two.to_string(), "x {\n  port   = 1\n  format = \"a\"\n}\n");
}
