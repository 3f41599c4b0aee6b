//! Captured source constructs: expressions, templates, traversals and bodies, and values with their spans.

use std::collections::{BTreeMap, HashMap};

use expect_test::expect;
use hcl::{Body, DecodeOptions, EvalContext, Expression, Spanned, Template, Traversal, Value};
use serde_derive::Deserialize;

use super::X;

fn texts<'e>(expressions: impl IntoIterator<Item = &'e Expression>) -> Vec<&'e str> {
    expressions.into_iter().map(Expression::text).collect()
}

#[test]
fn hcl_rs_137_expressions_in_own_types() {
    #[derive(Deserialize)]
    struct Rule {
        when: Expression,
        #[serde(default)]
        then: Vec<Expression>,
        tags: Option<BTreeMap<String, Expression>>,
        pair: Option<(Expression, u8)>,
        never: Option<Expression>,
    }
    let text = "rule {\n  when = a.b > 1\n  then = [upper(x), 2]\n  tags = { c = d, \"e\" = [f] }\n  pair = [g, 3]\n  never = null\n}\n";
    let options = DecodeOptions::new().with_filename("rules.hcl");
    let config: BTreeMap<String, Rule> = options.from_str(text).unwrap();
    let rule = &config["rule"];
    assert_eq!(rule.when.text(), "a.b > 1");
    assert_eq!(rule.when.span(), hcl::Span::new(16, 23));
    assert_eq!(rule.when.source().name(), Some("rules.hcl"));
    assert_eq!(texts(&rule.then), ["upper(x)", "2"]);
    assert_eq!(texts(rule.tags.as_ref().unwrap().values()), ["d", "[f]"]);
    assert_eq!(rule.pair.as_ref().unwrap().0.text(), "g");
    assert!(rule.never.is_none());

    let ctx = EvalContext::new().with_variable("x", "y");
    let error = rule.when.evaluate(&ctx).unwrap_err();
    expect![[r#"
        error: Unknown variable
         --> rules.hcl:2:10
          |
        2 |   when = a.b > 1
          |          ^
          |
          = note: There is no variable named "a".
    "#]]
    .assert_eq(&format!("{error}\n"));
}

#[test]
fn templates_and_traversals() {
    #[derive(Deserialize)]
    struct Config {
        greeting: Template,
        plain: Template,
        depends_on: Vec<Traversal>,
    }
    let text = "greeting = \"Hi ${name}\"\nplain = \"x\"\ndepends_on = [a.b[0], c]\n";
    let config: Config = hcl::from_str(text).unwrap();
    let ctx = EvalContext::new().with_variable("name", "Ada");
    assert_eq!(config.greeting.evaluate(&ctx).unwrap(), "Hi Ada");
    assert_eq!(config.plain.text(), "\"x\"");
    assert_eq!(config.depends_on[0].root(), "a");
    super::fails::<X<Traversal>>(
        "x = a + 1\n",
        expect![[r#"
            error: Invalid expression
             --> line 1, column 5
              |
            1 | x = a + 1
              |     ^^^^^
              |
              = note: A static variable reference is required here: a name, with access to attributes by name and to elements by literal keys. Write it without quotes, operators, function calls and templates.
              = path: x
        "#]],
    );
    super::fails::<X<Template>>(
        "x = a\n",
        expect![[r#"
        error: Template required
         --> line 1, column 5
          |
        1 | x = a
          |     ^
          |
          = note: A template is required here. Write it in quotes or as a heredoc.
          = path: x
    "#]],
    );
    super::fails::<X<Expression>>(
        "x {}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x {}
              | ^
              |
              = note: Expected an expression, but found a block; an attribute is written `x = …`.
              = path: x
        "#]],
    );
}

#[test]
fn other_formats_have_strings() {
    let x: X<Expression> = serde_json::from_str(r#"{ "x": "a + 1" }"#).unwrap();
    assert_eq!(x.x.text(), "a + 1");
    let x: X<Template> = serde_json::from_str(r#"{ "x": "a ${b}" }"#).unwrap();
    assert_eq!(x.x.text(), "a ${b}");
    let x: X<Traversal> = serde_json::from_str(r#"{ "x": "a[0]" }"#).unwrap();
    assert_eq!(x.x.steps().len(), 1);
    let x: X<Body> = serde_json::from_str(r#"{ "x": "a = 1" }"#).unwrap();
    assert_eq!(x.x.attributes().count(), 1);
    let x: X<Spanned<u8>> = serde_json::from_str(r#"{ "x": 1 }"#).unwrap();
    assert_eq!((*x.x.value(), x.x.span()), (1, hcl::Span::default()));
    let error = serde_json::from_str::<X<Expression>>(r#"{ "x": "a +" }"#).unwrap_err();
    assert!(error.to_string().contains("Missing expression"), "{error}");
    let value = Value::object([("x", Value::from(vec!["a", "b"]))]).unwrap();
    let x: X<Vec<Expression>> = hcl::from_value(value).unwrap();
    assert_eq!(texts(&x.x), ["\"a\"", "\"b\""]);
    let ctx = EvalContext::new().with_variable("list", vec![1, 2]);
    let x: X<Vec<Spanned<u8>>> = hcl::from_str_with("x = list", &ctx).unwrap();
    assert_eq!(x.x[1].span(), hcl::Span::new(4, 8));
}

#[derive(Deserialize, Debug)]
#[expect(dead_code, reason = "it is never built")]
struct Flat<T> {
    #[serde(flatten)]
    inner: X<T>,
}

#[test]
fn buffered_data_cannot_be_captured() {
    super::fails::<Flat<Expression>>(
        "x = \"a\"\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x = "a"
              | ^
              |
              = note: This cannot be kept as an expression.
        "#]],
    );
    super::fails::<Flat<Spanned<u8>>>(
        "x = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x = 1
              | ^
              |
              = note: The location of this value is no longer known.
        "#]],
    );
    super::fails::<Flat<u128>>(
        "x = 340282366920938463463374607431768211455\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 5
              |
            1 | x = 340282366920938463463374607431768211455
              |     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
              |
              = note: Expected a number of at most 64 bits, but found the number 340282366920938463463374607431768211455.
              = path: x
        "#]],
    );
    super::fails::<Flat<u128>>(
        "x = 5\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x = 5
              | ^
              |
              = note: A field here has a type whose numbers cannot be read.
        "#]],
    );
    super::fails::<Flat<Vec<X<u8>>>>(
        "x {\n  x = 1\n}\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x {
              | ^
              |
              = note: Expected a list, but found an object.
              = path: x
        "#]],
    );
    #[derive(Deserialize, Debug)]
    #[expect(dead_code, reason = "it is never built")]
    struct Rest {
        #[serde(flatten)]
        rest: Body,
    }
    super::fails::<Rest>(
        "x = 1\n",
        expect![[r#"
            error: Unsuitable value type
             --> line 1, column 1
              |
            1 | x = 1
              | ^
              |
              = note: This cannot be kept as a body.
        "#]],
    );
}

#[test]
fn hcl_306_725_the_rest_of_a_body() {
    #[derive(Deserialize, Debug)]
    struct Service {
        #[serde(rename = "$label")]
        name: String,
        port: Option<u16>,
        #[serde(rename = "$body")]
        rest: Body,
    }
    #[derive(Deserialize, Debug)]
    struct Rest {
        path: String,
        check: Vec<X<u8>>,
    }
    let text = "s \"a\" {\n  check {\n    x = 1\n  }\n  port = 1\n  path = nobody\n  check {\n    x = 2\n  }\n}\ns \"b\" {}\n";
    let options = DecodeOptions::new().with_filename("s.hcl");
    let config: BTreeMap<String, Vec<Service>> = options.from_str(text).unwrap();
    let [a, b] = config["s"].as_slice() else {
        panic!("there are two");
    };
    assert_eq!((a.name.as_str(), a.port), ("a", Some(1)));
    assert!(b.rest.is_empty());
    assert_eq!(a.rest.items().len(), 3);
    let ctx = EvalContext::new().with_variable("nobody", "/");
    let rest: Rest = DecodeOptions::new()
        .with_context(&ctx)
        .from_body(&a.rest)
        .unwrap();
    assert_eq!((rest.path.as_str(), rest.check.len()), ("/", 2));
    let error = hcl::from_body::<Rest>(&a.rest).unwrap_err();
    expect![[r#"
        error: Variables not allowed
         --> s.hcl:6:10
          |
        6 |   path = nobody
          |          ^^^^^^
          |
          = note: The variable "nobody" is not defined: there are no variables here. If a string is meant, write it in quotes: "nobody".
          = path: path
    "#]]
    .assert_eq(&format!("{error}\n"));
    let missing = hcl::from_body::<Rest>(&b.rest).unwrap_err();
    expect![[r#"
        error: Missing required argument
          --> s.hcl:11:8
           |
        11 | s "b" {}
           |        ^
           |
           = note: "path" is required here, but there is neither an argument nor a block of this name.
           = path: path
    "#]]
    .assert_eq(&format!("{missing}\n"));
}

#[test]
fn bodies() {
    let x: X<Body> = hcl::from_str("x {\n  a = b\n}\n").unwrap();
    assert_eq!(x.x.attribute("a").unwrap().expression().text(), "b");
    let x: X<Vec<Body>> = hcl::from_str("x {}\nx {\n  a = b\n}\n").unwrap();
    assert_eq!(x.x.len(), 2);
    let x: X<BTreeMap<String, Body>> = hcl::from_str("x \"l\" {\n  a = b\n}\n").unwrap();
    assert_eq!(x.x["l"].items().len(), 1);
    let root: Body = hcl::from_str("a = 1\nb {}\n").unwrap();
    assert_eq!(root.items().len(), 2);
    super::fails::<X<Body>>(
        "x = {}\n",
        expect![[r#"
        error: Unsuitable value type
         --> line 1, column 5
          |
        1 | x = {}
          |     ^^
          |
          = note: Expected a body, but found an attribute; only a block has a body.
          = path: x
    "#]],
    );
    super::fails::<X<Body>>(
        "x \"lost\" {}\n",
        expect![[r#"
            error: Extraneous label for x
             --> line 1, column 3
              |
            1 | x "lost" {}
              |   ^^^^^^
              |
              = note: A block of type "x" has no label here. Remove "lost".
              = path: x
        "#]],
    );
    super::fails::<X<Body>>(
        "x {}\nx {}\n",
        expect![[r#"
        error: Duplicate x block
         --> line 2, column 1
          |
        1 | x {}
          | -
        2 | x {}
          | ^
          |
          = note: Only one "x" block is allowed here, but there is already one before it. Remove one of the two, or merge them.
          = path: x
    "#]],
    );
}

#[derive(Deserialize, Debug, PartialEq)]
#[serde(rename_all = "snake_case")]
enum Step {
    Copy { from: String, to: String },
    Run(String),
    Wait,
    Group(Vec<X<u8>>),
}

/// The rest of a block's body has the span of that body, not of the file.
#[test]
fn the_rest_of_a_block_is_within_the_block() {
    #[derive(Deserialize, Debug)]
    struct Service {
        port: u16,
        #[serde(rename = "$body")]
        rest: Body,
    }
    let text = "# file\na = 1\ns {\n  # block\n  port = 1\n  path = 2\n}\n# end\n";
    let body = hcl::parse(text).unwrap();
    let block = body.blocks().next().unwrap();
    let service: Service = hcl::from_body(&block.body()).unwrap();
    assert_eq!((service.port, service.rest.items().len()), (1, 1));
    assert_eq!(service.rest.span(), block.body().span());
    let comments: Vec<_> = service
        .rest
        .comments()
        .map(|it| it.text().to_owned())
        .collect();
    assert_eq!(comments, ["# block"]);
}

#[test]
fn hcl_301_items_in_the_order_of_the_source() {
    #[derive(Deserialize, Debug, PartialEq)]
    struct Job {
        name: String,
        #[serde(rename = "$body")]
        steps: Vec<Step>,
    }
    let text = "copy {\n  from = \"a\"\n  to = \"b\"\n}\nname = \"j\"\nrun = \"make\"\nwait {}\ncopy {\n  from = \"c\"\n  to = \"d\"\n}\ngroup {\n  x = 1\n}\n";
    let copy = |from: &str, to: &str| Step::Copy {
        from: from.to_owned(),
        to: to.to_owned(),
    };
    let steps = vec![
        copy("a", "b"),
        Step::Run("make".to_owned()),
        Step::Wait,
        copy("c", "d"),
        Step::Group(vec![X { x: 1 }]),
    ];
    let job: Job = hcl::from_str(text).unwrap();
    assert_eq!(
        job,
        Job {
            name: "j".to_owned(),
            steps
        }
    );
    let steps: Vec<Step> = hcl::from_str("run = \"a\"\nwait {}\n").unwrap();
    assert_eq!(steps, [Step::Run("a".to_owned()), Step::Wait]);
    let items: Vec<HashMap<String, Value>> = hcl::from_str("b = 1\na = 2\n").unwrap();
    assert_eq!(items[1]["a"], 2);
    super::fails::<Vec<Step>>(
        "run = \"a\"\nsleep {}\n",
        expect![[r#"
            error: Unsupported value
             --> line 2, column 1
              |
            2 | sleep {}
              | ^^^^^
              |
              = note: "sleep" is not one of the choices here. Expected one of "copy", "run", "wait", "group".
              = path: sleep
        "#]],
    );
    super::fails::<Job>(
        "name = \"j\"\ncopy {\n  from = 1\n}\n",
        expect![[r#"
            error: Missing required argument
             --> line 2, column 1
              |
            2 | copy {
              | ^^^^
              |
              = note: "to" is required here, but there is neither an argument nor a block of this name.
              = path: copy.to
        "#]],
    );
}

#[test]
fn toml_302_spans_of_everything() {
    #[derive(Deserialize, Debug)]
    struct Service {
        #[serde(rename = "$label")]
        name: Spanned<String>,
        port: Spanned<u16>,
        tags: Spanned<Vec<Spanned<String>>>,
        host: Option<Spanned<String>>,
    }
    let text = "service \"web\" {\n  port = 40 * 2\n  tags = [\"a\", \"b\"]\n}\nservice \"x\" {\n  port = 1\n  tags = []\n}\n";
    let config: BTreeMap<Spanned<String>, Vec<Spanned<Service>>> = hcl::from_str(text).unwrap();
    let (key, services) = config.iter().next().unwrap();
    let at = |span: hcl::Span| &text[span.range()];
    assert_eq!(at(key.span()), "service");
    assert_eq!(
        at(services[1].span()),
        "service \"x\" {\n  port = 1\n  tags = []\n}"
    );
    let web = services[0].value();
    assert_eq!(at(web.name.span()), "\"web\"");
    assert_eq!((at(web.port.span()), *web.port.value()), ("40 * 2", 80));
    assert_eq!(at(web.tags.span()), "[\"a\", \"b\"]");
    assert_eq!(at(web.tags.value()[1].span()), "\"b\"");
    assert!(web.host.is_none());
    super::fails::<X<Spanned<u8>>>(
        "x = 256\n",
        expect![[r#"
            error: Number out of range
             --> line 1, column 5
              |
            1 | x = 256
              |     ^^^
              |
              = note: The number 256 is out of range; a whole number from 0 to 255 is required.
              = path: x
        "#]],
    );
}

#[test]
fn merged_bodies_name_their_files() {
    let parse = |name: &str, text: &str| {
        hcl::ParseOptions::new()
            .with_filename(name)
            .parse(text)
            .into_result()
            .unwrap()
    };
    let first = parse("a.hcl", "a = 1\nx \"l\" {\n  x = 1\n}\n");
    let second = parse("b.hcl", "b = nobody\nx \"m\" {\n  x = 2\n}\n");
    #[derive(Deserialize, Debug)]
    struct Config {
        a: u8,
        b: Value,
        x: BTreeMap<String, X<u8>>,
    }
    let merged = Body::merge([first.clone(), second]);
    let ctx = EvalContext::new().with_variable("nobody", 7);
    let config: Config = DecodeOptions::new()
        .with_context(&ctx)
        .from_body(&merged)
        .unwrap();
    assert_eq!(
        (config.a, &config.b, config.x["m"].x),
        (1, &Value::from(7), 2)
    );
    let error = hcl::from_body::<Config>(&merged).unwrap_err();
    expect![[r#"
        error: Variables not allowed
         --> b.hcl:1:5
          |
        1 | b = nobody
          |     ^^^^^^
          |
          = note: The variable "nobody" is not defined: there are no variables here. If a string is meant, write it in quotes: "nobody".
          = path: b
    "#]]
    .assert_eq(&format!("{error}\n"));
    let twice = Body::merge([first.clone(), first]);
    let error = hcl::from_body::<Config>(&twice).unwrap_err();
    expect![[r#"
        error: Attribute redefined
         --> a.hcl:1:1
          |
        1 | a = 1
          | ^
          |
          = note: The argument "a" is already set. Each argument may be set only once: remove one of the two.
          = path: a
    "#]]
    .assert_eq(&format!("{error}\n"));
}

#[test]
fn a_collection_of_expressions_is_not_evaluated_when_it_fails() {
    let error = hcl::from_str::<HashMap<char, Expression>>("ab = c\nd = e\n").unwrap_err();
    assert_eq!(error.diagnostics().len(), 1);
}

#[test]
fn tokens() {
    use serde_test::{Token, assert_de_tokens, assert_de_tokens_error};
    let spanned = Token::NewtypeStruct {
        name: "$hcl::Spanned",
    };
    assert_de_tokens(&Spanned::from(1_u8), &[spanned, Token::U8(1)]);
    let value = |tokens: &[Token]| {
        let mut all = vec![Token::NewtypeStruct {
            name: "$hcl::Value",
        }];
        all.extend(tokens);
        all
    };
    assert_de_tokens(&Value::from("a"), &value(&[Token::Str("a")]));
    assert_de_tokens(&Value::NULL, &value(&[Token::None]));
    let many = hcl::OneOrMany::from(vec![1_u8, 2]);
    let newtype = Token::NewtypeStruct {
        name: "$hcl::OneOrMany",
    };
    assert_de_tokens(
        &many,
        &[
            newtype,
            Token::Seq { len: Some(2) },
            Token::U8(1),
            Token::U8(2),
            Token::SeqEnd,
        ],
    );
    let expression = Token::NewtypeStruct {
        name: "$hcl::Expression",
    };
    assert_de_tokens_error::<X<Expression>>(
        &[
            Token::Map { len: None },
            Token::Str("x"),
            expression,
            Token::U8(1),
        ],
        "invalid type: integer `1`, expected an expression",
    );
}
