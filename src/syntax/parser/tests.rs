//! Joined tokens make the same tree as single tokens.

use std::fmt::{self, Write as _};

use super::*;
use crate::syntax::lexer::Token;
use crate::syntax::tree::{BodyNode, Item, ItemKind, Root};

/// Returns the result of parsing: the violations and the tree. Returns `None` if the source is invalid.
fn parsed(text: &str, limits: ParseLimits, is_joined: bool) -> Option<String> {
    let builder = Builder::shared(text, limits);
    let mut lexer = Lexer::new(text, SourceKind::Body, limits.depth);
    let accepted = if is_joined {
        accept(&builder, &mut JoinedTokens::new(text, lexer, &builder))
    } else {
        accept(&builder, &mut lexer)
    };
    if !accepted {
        return None;
    }
    let (tree, violations) = builder.into_inner().finish_source();
    let Root::Body(body) = tree.root else {
        panic!("the source is a body");
    };
    let mut result = format!("{violations:?}\n{:?}\n", tree.lengths());
    describe(&tree, body, &mut result).unwrap();
    Some(result)
}

/// Appends a description of a body that does not depend on the order in which its nodes were created.
fn describe(tree: &Tree, body: BodyNode, text: &mut String) -> fmt::Result {
    writeln!(text, "{{ {}", body.is_distinct)?;
    for id in &tree[body.items] {
        let Item { name, kind } = tree[*id];
        write!(text, "{name:?} ")?;
        match kind {
            ItemKind::Attribute(value) => {
                let mut copy = Tree::default();
                copy.copy_expression(tree, value, |_| None);
                writeln!(text, "{copy:?}")?;
            }
            ItemKind::Block(block) => {
                let block = &tree[block];
                let labels = &tree[block.labels];
                let end = (block.header_end, block.end, block.is_closed);
                write!(text, "{labels:?} {end:?} ")?;
                describe(tree, block.body, text)?;
            }
            other => panic!("{other:?} in a body of native syntax"),
        }
    }
    writeln!(text, "}}")
}

fn check(text: &str) -> bool {
    agrees(text, ParseLimits::default())
}

/// Checks that joined and single tokens give the same result for a source. Returns whether the source is
/// valid.
fn agrees(text: &str, limits: ParseLimits) -> bool {
    let joined = parsed(text, limits, true);
    assert_eq!(joined, parsed(text, limits, false), "{text:?}");
    joined.is_some()
}

const SIGNS: [&str; 8] = [
    "=",
    " = ",
    "\t=  ",
    ":",
    " == ",
    " => ",
    " /* c */ = ",
    "= /* c */ ",
];
const VALUES: &str = "1 1.5e3 1.2.3 1e99999999999 -1 0x1 true false trueish null \"\" \"text\" \"a\\nb\" \"$${x}\" \"${x}\" \
                      \"\u{e9}\" \"open 1+2 \"a\"[0] [1] {} x";
const ENDS: [&str; 9] = [
    "",
    "\n",
    "\r\n",
    "  \n",
    " # c\n",
    " /* c */\n",
    ",",
    " }",
    " x",
];

/// All combinations of names, signs, values and following text, as single items.
#[test]
fn joined_tokens_make_the_same_tree() {
    let long = "a".repeat(300);
    let names = ["a", "a-b_1", "\u{e9}t\u{e9}", "true", &long];
    let mut accepted = 0;
    for (name, sign) in names.iter().flat_map(|name| SIGNS.map(|sign| (name, sign))) {
        for (value, end) in VALUES
            .split(' ')
            .flat_map(|value| ENDS.map(|end| (value, end)))
        {
            let item = format!("{name}{sign}{value}{end}");
            for text in [
                item.clone(),
                format!("b \"l\" {{\n{item}}}\n{item}"),
                format!("b {{ {item}}}\n"),
                format!("o = {{\n{item}}}\n"),
                format!("o = {{ {item} {item}}}\n"),
            ] {
                accepted += usize::from(check(&text));
            }
        }
    }
    assert!(accepted > 2_000, "{accepted}");
}

const CLOSES: [&str; 18] = [
    "}\n",
    "}",
    "  }  \n",
    "} # c\n",
    "} x\n",
    "}}\n",
    "c {}\n}\n",
    "c {\n}\n}\n\n",
    "c {}\nd = 1\n}\n",
    "c { }  # c\n}\n",
    "c {\t} x\n}\n",
    "c \"l\" {}",
    "d = 1\n\n# c\n}\n",
    "d = 1\nd = 2\n}\n",
    "d = 1\nd {\n}\n}\n",
    "d = x\n}\n",
    "c {\nd = 1\ne = x\nf = 2\n}\ng = 3\n}\n",
    "",
];

/// Returns the tokens that the generated parser receives, some of which are joined.
fn joined_tokens(text: &str) -> Vec<Token> {
    let builder = Builder::shared(text, ParseLimits::default());
    let lexer = Lexer::new(text, SourceKind::Body, ParseLimits::default().depth);
    let mut tokens = Vec::new();
    let mut joined = JoinedTokens::new(text, lexer, &builder);
    let mut kept = std::iter::from_fn(|| {
        let token = joined.next()?;
        tokens.push(token.token);
        Some(token)
    });
    assert!(accept(&builder, &mut kept));
    tokens
}

#[test]
fn literal_items_are_joined() {
    let text =
        "a = 1\nb = [true, \"x\"] # c\n\ns \"l\" {\n  o = { p = null }\n  t {\n    u = 1\n  }\n}\n";
    assert_eq!(joined_tokens(text), [Token::StartBody, Token::LiteralItems]);
}

#[test]
fn items_around_an_expression_are_joined() {
    let text = "s \"l\" {\n  o = 1\n  t {\n    u = 1\n  }\n  q = a\n  v {\n  }\n}\nw {\n}\n";
    let expected = [
        Token::StartBody,
        Token::BlockLine,
        Token::LiteralItems,
        // The block `t` was already read as part of `s`, so it is not tried again.
        Token::BlockLine,
        Token::LiteralItems,
        Token::BodyClose,
        Token::NameEqual,
        Token::Identifier,
        Token::Newline,
        Token::LiteralItems,
        Token::BodyClose,
        Token::LiteralItems,
    ];
    assert_eq!(joined_tokens(text), expected);
}

#[test]
fn joined_block_headers_make_the_same_tree() {
    let long = format!("\"{}\"", "a".repeat(300));
    let labels = [
        "",
        " ",
        " a",
        " \"a\"",
        "\"a\"",
        " \"a\\n\"",
        " \"a${x}\"",
        " \"\u{e9}\"",
        " \u{e9}",
        " a b",
        " \"a\" b",
        " \"a\"\"b\" ",
        " a\t\"\"",
        " a /* c */ b",
        " a \"b\\n\"",
        " a b c",
        " a \"b\" c \"d\" e",
        " 1",
        " \"a",
        &long,
    ];
    let opens = [
        "{\n",
        " {\n",
        " {  \r\n",
        " { # c\n",
        " /* c */ {\n",
        " {",
        " {{\n",
        "\n{\n",
        " = {\n",
    ];
    let mut accepted = 0;
    for label in labels {
        for open in opens {
            for close in CLOSES {
                accepted += usize::from(check(&format!("b{label}{open}{close}x = 1\n")));
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
}

const PIECES: [&str; 51] = [
    "a = 1\n",
    "b = 1.50\r\n",
    "c = \"v\" # c\n",
    "d = [1, \"x\", true]\n",
    "e = {\n",
    "e = { k = 1 }\n",
    "f = {k: \"v\", l = [1]}\n",
    "g = {for = 1}\n",
    "g = {form = 1}\n",
    "h = [for x in y : x]\n",
    "i = [\n",
    "j = x\n",
    "l = \"${x}\"\n",
    "m = truex\n",
    "n = null\n",
    "o = 1 + 2\n",
    "p = {}\n",
    "q = []\n",
    "r = 12345678901234567890\n",
    "s = 1.2.3\n",
    "t = 9999999999999999999\n",
    "u = [9223372036854775808, 0.1234567890123456789]\n",
    "x {\n",
    "x \"l\" {\n",
    "x l {  \n",
    "x l \"m\" {\n",
    "x \"l\" \"m\" { # c\n",
    "x l m n {\n",
    "x \"l\" {\r\n  a = 1\n}\n",
    "x {\n  a = 1\n  y {\n    a = x\n  }\n}\n",
    "x {}\n",
    "}\n",
    "}",
    "]\n",
    "]",
    "{",
    "[",
    "k = true\n",
    "k: 2",
    "k = [1,\n2,]",
    "k = {l = [{}]}",
    "\u{e9} = 1\n",
    ",",
    ", ",
    "\n",
    "\n\n  ",
    "\t",
    "# c\n",
    "// c",
    "/* c\n */",
    "1",
];

/// Random sequences of lines. Some of them exceed the depth limit.
#[test]
fn joined_runs_make_the_same_tree() {
    let mut state = 1_u64;
    let mut random = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        usize::try_from(state >> 33).unwrap_or_default() % below
    };
    let mut accepted = 0;
    for _ in 0..40_000 {
        let mut text = String::new();
        for _ in 0..random(10) {
            text.push_str(PIECES[random(PIECES.len())]);
        }
        let depth = u32::try_from(random(6)).unwrap_or_default();
        let limits = ParseLimits {
            depth,
            ..ParseLimits::default()
        };
        accepted += usize::from(agrees(&text, limits));
    }
    assert!(accepted > 5_000, "{accepted}");
}

/// Long bodies and collections.
#[test]
fn long_runs_make_the_same_tree() {
    for count in [63, 64, 65, 600, 5_000] {
        let elements = "1, ".repeat(count);
        let items = "k = [1, 2]\n".repeat(count);
        for text in [
            items.clone(),
            format!("a = [{elements}]\n"),
            format!("a = {{\n{items}}}\n"),
            format!("a = {{ k = [{elements}] }}\n").repeat(70),
        ] {
            agrees(&text, ParseLimits::default());
        }
    }
}

#[test]
fn runs_beside_expressions_make_the_same_tree() {
    let expressions = "a a.b.c a.0.b a[0].b a[*].b a.*.b a[*].b[0] -a !a.b 1+a.b 1+2*a-b.c==d a?b.c:d.e f(a.b)[0].c f(a...) \
                       (a.b) \"${a.b}c\" \"%{if_a}b%{endif}\" [for_a_in_b:a.c] {for_a,b_in_c:a=>b.d...if_a} [a.b,{c=1,d=[2]}] \
                       {a=b.c,d=1,e=[2]} {(a.b)=1} <<E\n${a.b}\nE";
    let mut accepted = 0;
    for expression in expressions.split(' ') {
        let expression = expression.replace('_', " ");
        for before in ["", "x = 1\n", "x = y.z\n", "b {\n}\n"] {
            for after in [
                "",
                "n = 2\no = [1]\n",
                "c \"l\" {\nn = 2\n}\n",
                "c {\nn = 2\no = p.q\n}\n",
            ] {
                for (open, close) in [("", ""), ("d {\n", "}\ne = 3\n")] {
                    let text = format!("{open}{before}m = {expression}\n{after}{close}");
                    accepted += usize::from(check(&text));
                }
            }
        }
        accepted += usize::from(check(&format!(
            "m = {{\na = {expression}\nb = 1\nc = [2]\n}}\n"
        )));
    }
    assert!(accepted > 600, "{accepted}");
}

/// Nested blocks, up to the depth limit and with many items.
#[test]
fn nested_blocks_make_the_same_tree() {
    let mut accepted = 0;
    for deep in [1, 2, 15, 16, 17, 18, 33, 40] {
        for inner in ["", "c = 1\n", "c = x\n", "c = {\nd = [1]\n}\n", "c\n"] {
            let open = "a = 1\nb \"l\" {\n".repeat(deep);
            let close = "}\na = 2\n".repeat(deep);
            let other = "}\nd = x\n".repeat(deep);
            for close in [&close, &other] {
                let text = format!("{open}{inner}{}", close.replace("a =", "e ="));
                for depth in [deep, deep + 1, deep + 2, 256] {
                    let limits = ParseLimits {
                        depth: u32::try_from(depth).unwrap_or_default(),
                        ..ParseLimits::default()
                    };
                    accepted += usize::from(agrees(&text, limits));
                }
            }
        }
    }
    assert!(accepted > 100, "{accepted}");
    for count in [254, 255, 256, 257, 1_000] {
        let items: Vec<String> = (0..count).map(|item| format!("a{item} = 1\n")).collect();
        let items = items.concat();
        assert!(check(&format!("b {{\n{items}}}\nc = 1\n")));
        check(&format!("b {{\n{items}a1 = 2\n}}\nc = 1\n"));
        check(&format!("b {{\n{items}a1 {{\n}}\n}}\nc = 1\n"));
        let blocks = "b {\n}\n".repeat(count);
        assert!(check(&format!("b {{\n{blocks}}}\nc = 1\n")));
        assert!(check(&format!("b {{\n{blocks}c = x\n}}\n{blocks}")));
    }
}

/// The builder keeps one violation more than a report shows. Further ones, for example of repeated names, would take
/// more memory than the attributes do.
#[test]
fn violations_are_kept_as_far_as_they_are_reported() {
    let splats = format!("a = b{}\n", ".*".repeat(1_000));
    for text in ["a = 1\n".repeat(1_000), splats] {
        let builder = Builder::shared(&text, ParseLimits::default());
        let mut lexer = Lexer::new(&text, SourceKind::Body, ParseLimits::default().depth);
        assert!(accept(&builder, &mut lexer));
        let (_, violations) = builder.into_inner().finish_source();
        assert_eq!(violations.len(), crate::limits::MAX_REPORTED + 1);
    }
}
