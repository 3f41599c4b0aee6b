//! Sources that nest deep or have long chains: the stack must not grow with either.
//!
//! Each test runs on a stack of 512 KiB, or without optimization on one of 2 MiB less 128 KiB. The 128 KiB are a
//! reserve, because the size of stack frames depends on debug information and on the toolchain.

mod constructs;
mod wrappers;

use hcl::{
    Category, EvalContext, Expression, ExpressionKind, ParseOptions, Spec, SpecFile, Type, Visitor,
    WalkControl,
};

const DEEP: usize = 1_000_000;
const LINKS: usize = 100_000;

/// Runs a test on a small stack.
fn on_small_stack(test: impl FnOnce() + Send + 'static) {
    let size = if cfg!(debug_assertions) {
        (2 << 20) - (128 << 10)
    } else {
        512 << 10
    };
    let thread = std::thread::Builder::new().stack_size(size).spawn(test);
    let ended = thread.expect("a thread can be made").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// Returns an operand followed by `links` links.
fn chain(first: &str, link: &str, links: usize) -> String {
    [first, &link.repeat(links)].concat()
}

fn unlimited() -> ParseOptions {
    ParseOptions::new()
        .with_max_depth(u32::MAX)
        .with_max_links(u32::MAX)
}

/// Checks that the expression can be parsed, printed, walked and dropped.
fn is_long(text: &str, walked: usize) {
    let text = text.to_owned();
    on_small_stack(move || {
        let expression = hcl::parse_expression(&text).expect("it is within the limit");
        assert_eq!(expression.to_string(), text);
        assert_eq!(format!("{expression:?}"), text);
        let mut count = Count::default();
        expression.walk(&mut count);
        assert_eq!(count.0, walked);
        assert!(expression.variables().len() <= walked);
        let copy = expression.clone();
        drop(expression);
        assert!(!matches!(copy.kind(), ExpressionKind::Null));
    });
}

/// Checks that the expression is refused because of its length, with one diagnostic, and that it is accepted if the
/// limit is raised.
fn is_too_long(text: &str) {
    let text = text.to_owned();
    on_small_stack(move || {
        let error = hcl::parse_expression(&text).expect_err("it is over the limit");
        let summaries: Vec<_> = error
            .diagnostics()
            .iter()
            .map(hcl::Diagnostic::summary)
            .collect();
        assert_eq!(summaries, ["Expression too long"]);
        assert_eq!(error.classify(), Category::Limit);
        unlimited()
            .parse_expression(&text)
            .expect("the limit is raised");
    });
}

/// Counts the blocks and expressions that a walk visits.
#[derive(Default)]
struct Count(usize);

impl Visitor for Count {
    fn block(&mut self, _: &hcl::Block) -> WalkControl {
        self.0 += 1;
        WalkControl::Continue
    }

    fn expression(&mut self, _: &Expression) -> WalkControl {
        self.0 += 1;
        WalkControl::Continue
    }
}

#[test]
fn unclosed_constructs() {
    on_small_stack(|| {
        let alone = ["(", "[", "{", "{a = ", "f(", "a[", "\"${", "-", "a ? "];
        let alone = alone.map(|open| ("x = ", open));
        let in_text = ["%{ if a }", "%{ if a }%{ else }", "%{ for a in b }${c}"];
        let in_text = in_text.map(|open| ("x = \"", open));
        for (start, open) in alone.into_iter().chain(in_text) {
            let text = [start, &open.repeat(LINKS)].concat();
            let summary = |options: &ParseOptions| {
                let parsed = options.parse(&text);
                parsed.diagnostics[0].summary().to_owned()
            };
            assert_eq!(summary(&ParseOptions::new()), "Nesting too deep");
            assert_ne!(summary(&unlimited()), "Nesting too deep");
        }
    });
}

#[test]
fn operators() {
    is_long(&chain("a", " + b", LINKS), 2 * LINKS + 1);
    is_long(&chain("a", " * b + c", LINKS / 2), 2 * LINKS + 1);
    is_long(&chain("a", " || b && c", LINKS / 2), 2 * LINKS + 1);
    is_too_long(&chain("a", " + b", LINKS + 1));
}

#[test]
fn attribute_accesses() {
    is_long(&chain("a", ".b", LINKS), LINKS + 1);
    is_too_long(&chain("a", ".b", LINKS + 1));
}

#[test]
fn indexes_in_a_row() {
    is_long(&chain("a", "[0]", LINKS), 2 * LINKS + 1);
    is_too_long(&chain("a", "[0]", LINKS + 1));
}

#[test]
fn full_splats() {
    is_long(&chain("a", "[*]", LINKS), LINKS + 1);
    is_long(&chain("a", "[*].b", LINKS / 2), LINKS + 1);
    is_too_long(&chain("a", "[*]", LINKS + 1));
}

/// Gets the kind of each link of a chain, from the handles of a walk and from the handles in the kinds.
fn knows_its_links(text: &str) {
    struct Kinds(usize);

    impl Visitor for Kinds {
        fn expression(&mut self, expression: &Expression) -> WalkControl {
            self.0 += usize::from(matches!(expression.kind(), ExpressionKind::Splat { .. }));
            WalkControl::Continue
        }
    }

    let expression = hcl::parse_expression(text).expect("it is within the limit");
    let mut kinds = Kinds(0);
    expression.walk(&mut kinds);
    assert!(kinds.0 > 0);
    let mut links = 0;
    let mut at = expression;
    loop {
        at = match at.kind() {
            ExpressionKind::Splat { source, each, .. } if each.span() == source.span() => source,
            ExpressionKind::Splat { each, .. } if links == 0 => each,
            ExpressionKind::Splat { source, .. }
            | ExpressionKind::GetAttr { source, .. }
            | ExpressionKind::Index { source, .. } => source,
            _ => break,
        };
        links += 1;
    }
    assert!(links > 0);
}

#[test]
fn links_after_splats_are_known_in_linear_time() {
    knows_its_links(&chain("a[*]", ".b", LINKS - 2));
    knows_its_links(&chain("a.*", ".b", LINKS - 2));
    knows_its_links(&chain("a.*.b", "[0]", LINKS - 3));
    knows_its_links(&chain("a", ".*[0]", LINKS / 2));
    knows_its_links(&chain("a", "[*]", LINKS));
    knows_its_links(&(chain("a", ".b", LINKS - 2) + "[0].*"));
}

#[test]
fn the_kind_of_a_link_does_not_depend_on_how_it_is_reached() {
    /// Compares each expression with a separately parsed expression of the same text.
    struct Alone(usize);

    impl Visitor for Alone {
        fn expression(&mut self, expression: &Expression) -> WalkControl {
            let alone = hcl::parse_expression(expression.text()).expect("it is an expression");
            let kinds = (expression.kind(), alone.kind());
            assert_eq!(format!("{:?}", kinds.0), format!("{:?}", kinds.1));
            if let (ExpressionKind::Splat { each, .. }, ExpressionKind::Splat { each: other, .. }) =
                kinds
            {
                assert_eq!(format!("{:?}", each.kind()), format!("{:?}", other.kind()));
            }
            self.0 += 1;
            WalkControl::Continue
        }
    }

    let links = [".b", "[0]", ".*", "[*]"];
    let mut compared = Alone(0);
    for choice in 0..4_usize.pow(6) {
        let chain = (0..6).map(|link| links[choice / 4_usize.pow(link) % 4]);
        let text: String = std::iter::once("a").chain(chain).collect();
        if let Ok(expression) = hcl::parse_expression(&text) {
            expression.walk(&mut compared);
        }
    }
    assert!(compared.0 > 4000);
}

#[test]
fn conditionals() {
    is_long(&chain("a", " ? b : c", LINKS), 3 * LINKS + 1);
    is_too_long(&chain("a", " ? b : c", LINKS + 1));
}

#[test]
fn a_traversal() {
    on_small_stack(|| {
        let text = chain("a", ".b[0]", LINKS / 2);
        let traversal = hcl::parse_traversal(&text).expect("it is within the limit");
        assert_eq!(traversal.steps().len(), LINKS);
    });
}

/// Evaluates an expression that nests or is chained up to the default limits.
fn evaluates(text: String, expected: &'static str) {
    on_small_stack(move || {
        let ctx = EvalContext::new().with_variable("f", vec![false]);
        let value = hcl::parse_expression(&text)
            .and_then(|expression| expression.evaluate(&ctx))
            .map_or_else(|error| error.message(), |value| value.to_string());
        assert!(value.starts_with(expected), "{value:.200}");
    });
}

fn nested(open: &str, middle: &str, close: &str, levels: usize) -> String {
    open.repeat(levels) + middle + &close.repeat(levels)
}

#[test]
fn evaluation_of_nested_constructs() {
    evaluates(nested("(", "1", ")", 255), "1");
    evaluates(nested("[", "1", "]", 255), "[[[[");
    evaluates(nested("{a = ", "1", "}", 255), "{ a = { a");
    evaluates(nested("-", "1", "", 254), "1");
    evaluates(nested("\"a${", "1", "}\"", 127), "\"aaaa");
    evaluates(nested("\"%{ if true }", "b", "%{ endif }\"", 1), "\"b");
    evaluates(nested("[for x in [1] : ", "x", "]", 250), "[[[[");
    evaluates(
        nested("{for k, v in {a = 1} : k => ", "v", "}", 250),
        "{ a = {",
    );
    evaluates(nested("f[", "0", "]", 1), "false");
    evaluates(nested("true ? ", "1", " : 2", 250), "1");
}

#[test]
fn types_that_nest() {
    on_small_stack(|| {
        let text = nested("list(", "string", ")", 255);
        let ty: Type = text.parse().expect("it is within the limit");
        assert_eq!(ty.to_string(), text);
        let text = nested("object({ a = optional(", "any", ") })", 1000);
        let expression = unlimited().parse_expression(&text).expect("it parses");
        let error = expression.type_constraint().expect_err("it is too deep");
        assert_eq!(error.diagnostics().len(), 1);
    });
}

#[test]
fn evaluation_of_long_chains() {
    evaluates(chain("1", " + 1", 99_999), "100000");
    evaluates(chain("true", " && true", 99_999), "true");
    evaluates("false ? 1 : ".repeat(99_999) + "2", "2");
    evaluates(chain("f", "[*]", 99_999), "Nesting too deep");
    evaluates(chain("f", ".a", 99_999), "Unsupported attribute");
}

/// Checks that formatting returns and is idempotent.
fn formats(text: String) {
    on_small_stack(move || {
        let formatted = hcl::format(&text);
        assert!(hcl::format(&formatted) == formatted);
    });
}

#[test]
fn formatting_of_nested_constructs() {
    formats(["x = ", &nested("(", "1", ")", DEEP), "\n"].concat());
    formats(["x = ", &nested("\"${", "1", "}\"", DEEP / 2), "\n"].concat());
    formats(nested("a {\n", "b = 1\n", "}\n", LINKS / 4));
    formats("x = [\n".repeat(LINKS / 4));
}

#[test]
fn formatting_of_unclosed_constructs() {
    // If the formatter compared each token with all open constructs, each of these sources would be slow.
    formats(["x = ", &"(".repeat(DEEP / 4), &"~}".repeat(DEEP / 4)].concat());
    formats("x = \"${y\n".repeat(LINKS / 4));
    formats(["x = ", &"(".repeat(DEEP / 4), &"\"${a}\n".repeat(DEEP / 4)].concat());
    formats("x = <<A\n${<<B\n".repeat(LINKS / 4));
    formats("/*".repeat(DEEP / 4));
    formats("%{ ".repeat(DEEP / 4));
    formats("\"%{ ".repeat(DEEP / 4));
    formats("\"\\q".repeat(DEEP / 4));
    formats("1.2.3 ".repeat(DEEP / 4));
}

/// A spec and a configuration that nest as deep as allowed, with a block at each level.
#[test]
fn specs_and_bodies() {
    on_small_stack(|| {
        let ctx = EvalContext::new();
        let levels = 250;
        let text = [
            "a {\n".repeat(levels),
            "x = 1\n".into(),
            "}\n".repeat(levels),
        ]
        .concat();
        let body = hcl::parse(&text).expect("it is within the limit");
        let leaf = Spec::attr("x", Type::NUMBER);
        let lists = (0..levels).fold(leaf, |spec, _| Spec::block_list("a", 1..=1, spec));
        let value = lists.decode(&body, &ctx).into_result().expect("it fits");
        assert_eq!(value.ty(), lists.implied_type());
        assert_eq!(lists.variables(&body).len(), 0);

        let leaf = Spec::attr("y", Type::NUMBER);
        let blocks = (0..levels).fold(leaf, |spec, _| Spec::block("a", spec));
        let error = blocks
            .decode(&body, &ctx)
            .into_result()
            .expect_err("x is not expected");
        assert_eq!(error.diagnostics().len(), 1);
    });
}

#[test]
fn spec_files() {
    on_small_stack(|| {
        let levels = 120;
        let open = "block {\nblock_type = \"a\"\narray {\n".repeat(levels);
        let leaf = "attr {\nname = \"x\"\n}\n";
        let text = [&open, leaf, &"}\n}\n".repeat(levels)].concat();
        let file: SpecFile = text.parse().expect("it is within the limit");
        let text = [
            "a {\n".repeat(levels),
            "x = 1\n".into(),
            "}\n".repeat(levels),
        ]
        .concat();
        let body = hcl::parse(&text).expect("it is within the limit");
        let value = file.spec().decode(&body, &file.eval_context());
        assert!(value.into_result().is_ok());
    });
}

/// Specs that nest too deep can be built and dropped. Decoding with them reports the error.
#[test]
fn specs_that_nest_too_deep() {
    on_small_stack(|| {
        let leaf = Spec::literal(1);
        let tuples = (0..DEEP).fold(leaf.clone(), |spec, _| Spec::tuple([spec]));
        let blocks = (0..DEEP).fold(leaf, |spec, _| Spec::block("a", spec));
        let body = hcl::parse("").expect("it is empty");
        for spec in [tuples, blocks] {
            let error = spec.decode(&body, &EvalContext::new());
            let error = error.into_result().expect_err("it nests too deep");
            assert_eq!(error.diagnostics()[0].summary(), "Nesting too deep");
        }
    });
}

#[test]
fn decoding() {
    on_small_stack(|| {
        let blocks = nested("a \"b\" {\n", "", "}\n", 256);
        let tuples = format!("x = {}\n", nested("[", "1", "]", 256));
        let evaluated = format!("x = {}\n", nested("[", "1 + 1", "]", 256));
        let objects = format!("x = {}\n", nested("{ a = ", "1", " }", 256));
        let inner = format!("x = {}\n", nested("[for a in [1] : ", "a", "]", 128));
        for text in [blocks, tuples, evaluated, objects, inner] {
            assert!(hcl::from_str::<serde_json::Value>(&text).is_ok());
            assert!(hcl::from_str::<serde::de::IgnoredAny>(&text).is_ok());
            let value = hcl::from_str::<hcl::Value>(&text).expect("it is within the limit");
            constructs::handle_value(&value);
        }
        let around: [fn(hcl::Value) -> Result<hcl::Value, hcl::ValueError>; 2] = [
            |part| hcl::Value::tuple([part]),
            |part| hcl::Value::object([("a", part)]),
        ];
        for around in around {
            let mut deep = hcl::Value::from(1);
            for _ in 0..256 {
                deep = around(deep).expect("it is within the limit");
            }
            let ctx = EvalContext::new().with_variable("deep", deep.clone());
            let text = nested("a {\n", "x = deep\n", "}\n", 255);
            assert!(hcl::from_str_with::<serde_json::Value>(&text, &ctx).is_ok());
            assert!(hcl::from_value::<serde_json::Value>(deep).is_ok());
        }
        let chain = chain("x = 1", " + 1", LINKS - 1);
        assert!(hcl::from_str::<serde_json::Value>(&chain).is_ok());
    });
}

/// If an application raises the limit, the limit of values is raised, too.
#[test]
fn a_raised_limit() {
    let sources = [
        nested("a {\n", "", "}\n", 400),
        format!("x = {}\n", nested("[", "1", "]", 400)),
        format!("x = {}\n", nested("[", "1 + 1", "]", 400)),
        format!("x = {}\n", nested("{ a = ", "one", " }", 400)),
    ];
    let json = format!("{{\"x\": {}}}", nested("[", "1", "]", 399));
    let decode = move || {
        let ctx = EvalContext::new().with_variable("one", 1);
        let options = hcl::DecodeOptions::new().with_max_depth(400);
        let options = options.with_context(&ctx);
        for text in &sources {
            let value: hcl::Value = options.from_str(text).expect("it is within the limit");
            assert_eq!(
                hcl::from_value::<hcl::Value>(value.clone()).ok(),
                Some(value)
            );
            assert!(options.from_str::<serde_json::Value>(text).is_ok());
            assert!(hcl::from_str::<hcl::Value>(text).is_err());
        }
        let options = options.with_syntax(hcl::Syntax::Json);
        assert!(options.from_str::<hcl::Value>(&json).is_ok());
    };
    let thread = std::thread::Builder::new().stack_size(8 << 20);
    let ended = thread.spawn(decode).expect("a thread can be made").join();
    ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

/// A long chain of contexts can be searched, displayed and dropped.
#[test]
fn contexts() {
    on_small_stack(|| {
        let outermost = EvalContext::new()
            .with_variable("count", 1)
            .with_functions(hcl::function::stdlib::functions());
        let ctx = (0..LINKS).fold(outermost, |ctx, _| EvalContext::child(ctx));
        assert_eq!(ctx.variable("count"), Some(&hcl::Value::from(1)));
        assert!(ctx.function("abs").is_some());
        let evaluate = |text: &str| hcl::parse_expression(text).and_then(|it| it.evaluate(&ctx));
        assert_eq!(evaluate("abs(-count)").expect("both names are known"), 1);
        let error = evaluate("cuont + asb(1)").expect_err("neither name is known");
        let suggests = |it: &hcl::Diagnostic| it.detail().contains("Did you mean");
        assert!(error.diagnostics().len() == 2 && error.diagnostics().iter().all(suggests));
        assert!(format!("{ctx:?}").contains("abs"));
        let child = EvalContext::child(&ctx);
        drop(child);
        assert!(ctx.variable("count").is_some());
    });
}

/// Types and values that are built too deep are refused, or end with the type "any". The results can be displayed,
/// compared and dropped.
#[test]
fn built_types_and_values() {
    fn nested_value(wrap: impl Fn(hcl::Value) -> Result<hcl::Value, hcl::ValueError>) -> usize {
        let mut value = hcl::Value::from(1);
        for level in 0..1000 {
            match wrap(value.clone()) {
                Ok(outer) => value = outer,
                Err(error) => {
                    assert!(error.to_string().contains("513"), "{error}");
                    constructs::handle_value(&value);
                    return level;
                }
            }
        }
        1000
    }

    #[derive(serde_derive::Serialize)]
    struct Nested(Vec<Nested>);

    on_small_stack(|| {
        assert_eq!(nested_value(|it| hcl::Value::tuple([it])), 513);
        assert_eq!(nested_value(|it| hcl::Value::object([("a", it)])), 513);
        assert_eq!(nested_value(|it| hcl::Value::list(&it.ty(), [it])), 513);
        assert_eq!(
            nested_value(|it| hcl::Value::map(&it.ty(), [("a", it)])),
            513
        );
        assert_eq!(nested_value(|it| hcl::Value::set(&it.ty(), [it])), 513);
        let wraps: [fn(Type) -> Type; 4] = [
            Type::list,
            Type::map,
            |it| Type::tuple([it]),
            |it| Type::object([("a", it)]),
        ];
        for wrap in wraps {
            let ty = (0..LINKS).fold(Type::STRING, |ty, _| wrap(ty));
            assert!(ty == ty.clone() && format!("{ty} {ty:?}").contains("any"));
            assert!(std::collections::HashSet::from([ty.clone()]).contains(&ty));
            assert!(!hcl::Value::unknown(&ty).is_known() && ty.matches(&ty));
            assert!(hcl::convert::convert(&hcl::Value::null(&ty), &ty).is_ok());
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let decode = hcl::function::stdlib::jsondecode();
            let text = |levels| nested(open, "1", close, levels).into();
            let value = decode.call(&[text(513)]).expect("it is within the limit");
            constructs::handle_value(&value);
            for levels in [514, LINKS] {
                let error = decode.call(&[text(levels)]).expect_err("it is too deep");
                assert!(error.to_string().contains("513"), "{error}");
            }
        }
        let data = (0..1000).fold(Nested(Vec::new()), |data, _| Nested(vec![data]));
        let errors = [
            hcl::to_value(&data).err(),
            hcl::to_string(&std::collections::BTreeMap::from([("x", &data)])).err(),
        ];
        for error in errors {
            let error = error.expect("it is too deep").to_string();
            assert!(error.contains("256"), "{error}");
        }
        let blocks = (0..1000).fold(hcl::Block::builder("a"), |inner, _| {
            hcl::Block::builder("a").block(inner)
        });
        let body = hcl::Body::builder().block(blocks).finish();
        assert_eq!(
            body.expect_err("it is too deep").classify(),
            Category::Limit
        );
    });
}
