//! Generates sources in native syntax from the grammar. Most of them are valid; some have a flaw.

#![allow(clippy::format_push_string, reason = "sources are easier to read")]

use std::borrow::Cow;

use super::choices::Choices;

/// A first byte that is not valid in UTF-8. The bytes after it are decisions of the generator.
pub const GENERATED: u8 = 0xff;

const NAMES: [&str; 24] = [
    "a", "b", "n", "s", "list", "map", "obj", "set", "tup", "unk", "x", "y", "k", "v", "for", "in",
    "if", "null", "true", "é", "e\u{301}", "a-b", "_c", "\u{ff9e}",
];

const VARIABLES: [&str; 20] = [
    "n", "s", "b", "nul", "list", "map", "obj", "set", "tup", "unk", "unks", "unkl", "n", "s",
    "list", "obj", "x", "v", "k", "missing",
];

const FUNCTIONS: [&str; 22] = [
    "upper",
    "lower",
    "length",
    "concat",
    "max",
    "min",
    "coalesce",
    "jsonencode",
    "jsondecode",
    "strlen",
    "substr",
    "reverse",
    "format",
    "abs",
    "int",
    "range",
    "merge",
    "flatten",
    "keys",
    "values",
    "hasindex",
    "csvdecode",
];

const NUMBERS: [&str; 20] = [
    "0",
    "1",
    "2",
    "3",
    "-1",
    "10",
    "0.5",
    "1.0",
    "1.50",
    "1e3",
    "80.25",
    "9007199254740993",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "0.1",
    "1e-7",
    "340282366920938463463374607431768211455",
    "9007199254740993.5",
    "1e30",
];

const PIECES: [&str; 26] = [
    "",
    "a",
    "b",
    " ",
    "text",
    "é",
    "e\u{301}",
    "\\n",
    "\\\"",
    "\\\\",
    "\\t",
    "\\u00e9",
    "\\U0001f600",
    "$${",
    "%%{",
    "$",
    "%",
    "{",
    "}",
    "7",
    "1.0",
    "true",
    "a b",
    "ß",
    "\u{37a}",
    "\u{200d}",
];

const COMMENTS: [&str; 7] = [
    "# c\n",
    "// d é\n",
    "/* e */",
    "/* f\n */",
    "#\n",
    "# ${a} %{ if\n",
    "/* $${b}\n\t # %%{c}*/",
];

/// A byte that is not valid in UTF-8. The bytes after it are decisions that do not concern the text.
pub const DECISIONS: u8 = 0xfe;

/// Splits the input into the source and other decisions, for example how to change the source.
pub fn split(data: &[u8]) -> (&[u8], &[u8]) {
    if data.first() == Some(&GENERATED) {
        return data.split_at(data.len().saturating_sub(16).max(1));
    }
    match data.iter().rposition(|byte| *byte == DECISIONS) {
        Some(at) => (&data[..at], &data[at + 1..]),
        None => (data, &data[..data.len().min(16)]),
    }
}

/// Texts that make a source invalid, or deeply nested if they are repeated.
const FLAWS: &str = "¦{¦}¦\"¦${¦%{¦[¦]¦(¦)¦=¦\n¦<<E\n¦,¦?¦:¦.¦\\¦~}¦é¦*¦\u{feff}¦\r¦\0¦'¦%{ else }¦...¦!¦-\
    ¦[{a=¦(\"${¦%{ if true }¦%{ for v in [1] }¦{for v in ¦a ? b : ¦[0]¦.a¦.*¦ + 1¦f(¦b {\n¦${[¦\"${\"¦#¦/*";

/// Returns the body for a fuzzer's input: the input itself if it is text, otherwise a generated body.
pub fn body_of(data: &[u8]) -> Cow<'_, str> {
    text_of(data, body)
}

/// Returns the expression for a fuzzer's input: the input itself if it is text, otherwise a generated expression.
pub fn expression_of(data: &[u8]) -> Cow<'_, str> {
    text_of(data, |choices| expression(choices, 4))
}

fn text_of(data: &[u8], generate: impl FnOnce(&mut Choices) -> String) -> Cow<'_, str> {
    match data.strip_prefix(&[GENERATED]) {
        Some(rest) => {
            let mut choices = Choices::new(rest);
            let flawed = choices.once_in(4);
            let text = generate(&mut choices);
            Cow::Owned(if flawed {
                with_flaw(&mut choices, text)
            } else {
                text
            })
        }
        None => String::from_utf8_lossy(data),
    }
}

/// Returns the template for a fuzzer's input: the input itself if it is text, otherwise a generated template.
pub fn template_of(data: &[u8]) -> Cow<'_, str> {
    text_of(data, |choices| template_parts(choices, 3))
}

/// Removes, repeats or inserts a text at any position.
fn with_flaw(choices: &mut Choices, mut text: String) -> String {
    let tokens: Vec<&str> = FLAWS.split('¦').collect();
    let token = choices.pick(&tokens);
    let at = (usize::from(choices.byte()) << 8 | usize::from(choices.byte())) % (text.len() + 1);
    let at = (0..=at).rev().find(|at| text.is_char_boundary(*at));
    let at = at.expect("0 is the boundary of a character");
    if choices.once_in(3) {
        text.truncate(at);
    } else if choices.once_in(3) && at < text.len() {
        text.remove(at);
    }
    let count = if choices.once_in(6) {
        1 + choices.below(256) * 2
    } else {
        1
    };
    text.insert_str(at, &token.repeat(count));
    text
}

/// Returns a name. Some of the names are keywords or variables, and some contain letters beyond ASCII.
pub fn name(choices: &mut Choices) -> &'static str {
    choices.pick(&NAMES)
}

/// Returns a whole body.
pub fn body(choices: &mut Choices) -> String {
    let mut text = String::new();
    items(choices, 3, "", &mut text);
    text
}

fn items(choices: &mut Choices, depth: usize, indent: &str, text: &mut String) {
    let mut used: Vec<&str> = Vec::new();
    for _ in 0..choices.below(6) {
        let name = name(choices);
        if choices.once_in(8) {
            text.push_str(indent);
            text.push_str(choices.pick(&COMMENTS));
            if text.ends_with('/') {
                text.push('\n');
            }
        }
        if choices.once_in(8) {
            text.push_str(choices.pick(&["\n", "\n\n", "\r\n", " \n"]));
        }
        text.push_str(indent);
        if depth > 0 && choices.below(3) == 2 {
            block(choices, name, depth, indent, text);
        } else if !used.contains(&name) || choices.once_in(20) {
            used.push(name);
            text.push_str(name);
            text.push_str(choices.pick(&[" = ", "=", "  =   ", " =\t"]));
            text.push_str(&attribute_value(choices));
            if !text.ends_with('\n') {
                text.push_str(choices.pick(&["\n", "\n", " # z\n", " /* y */\n", "\r\n", " \n"]));
            }
        }
    }
}

fn block(choices: &mut Choices, name: &str, depth: usize, indent: &str, text: &mut String) {
    text.push_str(if choices.once_in(6) { "dynamic \"" } else { "" });
    let dynamic = text.ends_with('"');
    text.push_str(name);
    text.push_str(if dynamic { "\"" } else { "" });
    for _ in 0..if dynamic { 0 } else { choices.below(4) } {
        match choices.below(3) {
            0 => text.push_str(&[" \"", choices.pick(&PIECES[..20]), "\""].concat()),
            1 => text.push_str(&[" \"", choices.pick(&PIECES[..8]), "1\""].concat()),
            _ => text.push_str(&[" ", self::name(choices)].concat()),
        }
    }
    let inner = [indent, "  "].concat();
    if dynamic {
        let collection = expression(choices, 1);
        text.push_str(&format!(" {{\n{inner}for_each = {collection}\n"));
        if choices.once_in(3) {
            text.push_str(&format!("{inner}labels = [{}]\n", expression(choices, 1)));
        }
        if choices.once_in(4) {
            text.push_str(&format!("{inner}iterator = it\n"));
        }
        text.push_str(&format!("{inner}content {{\n"));
        items(choices, depth - 1, &inner, text);
        if choices.once_in(2) {
            let step = choices.pick(&["key", "value", "value.a", "value[0]"]);
            text.push_str(&format!("{inner}g = {name}.{step}\n"));
        }
        text.push_str(&format!("{inner}}}\n{indent}}}\n"));
    } else if choices.once_in(5) {
        let value = expression(choices, 1);
        text.push_str(&format!(" {{ {} = {value} }}\n", self::name(choices)));
    } else {
        text.push_str(" {\n");
        items(choices, depth - 1, &inner, text);
        text.push_str(&format!("{indent}}}\n"));
    }
}

fn attribute_value(choices: &mut Choices) -> String {
    match choices.below(8) {
        0 => choices.pick(&NUMBERS).to_owned(),
        1 => heredoc(choices),
        _ => {
            let depth = 1 + choices.below(3);
            expression(choices, depth)
        }
    }
}

fn heredoc(choices: &mut Choices) -> String {
    let flush = choices.once_in(2);
    let newline = if choices.once_in(6) { "\r\n" } else { "\n" };
    let mut text = [if flush { "<<-" } else { "<<" }, "EOT", newline].concat();
    for _ in 0..choices.below(5) {
        text.push_str(choices.pick(&["", "  ", "\t", "    ", " "]));
        text.push_str(&template_parts(choices, 1));
        text.push_str(newline);
    }
    text.push_str(choices.pick(&["EOT\n", "  EOT\n"]));
    text
}

/// Returns the parts of a template, as they are written between quotes.
pub fn template_parts(choices: &mut Choices, depth: usize) -> String {
    let mut text = String::new();
    for _ in 0..choices.below(4) {
        match choices.below(if depth == 0 { 3 } else { 8 }) {
            0..=2 => text.push_str(choices.pick(&PIECES)),
            3 | 4 => {
                let inner = expression(choices, depth - 1);
                let (left, right) = (strip(choices), strip(choices));
                text.push_str(&format!("${{{left}{inner}{right}}}"));
            }
            5 | 6 => {
                let predicate = expression(choices, depth - 1);
                let (left, right) = (strip(choices), strip(choices));
                text.push_str(&format!("%{{{left} if {predicate} {right}}}"));
                text.push_str(&template_parts(choices, depth - 1));
                if choices.once_in(2) {
                    text.push_str(choices.pick(&["%{ else }", "%{~ else ~}", "%{else}"]));
                    text.push_str(&template_parts(choices, depth - 1));
                }
                text.push_str(choices.pick(&["%{ endif }", "%{~ endif ~}"]));
            }
            _ => {
                let collection = expression(choices, depth - 1);
                let variables = choices.pick(&["v", "k, v"]);
                text.push_str(&format!("%{{ for {variables} in {collection} }}"));
                text.push_str(&template_parts(choices, depth - 1));
                text.push_str(choices.pick(&["%{ endfor }", "%{~ endfor ~}"]));
            }
        }
    }
    text
}

fn strip(choices: &mut Choices) -> &'static str {
    if choices.once_in(4) { "~" } else { "" }
}

/// Returns an expression that nests at most `depth` levels deep.
pub fn expression(choices: &mut Choices, depth: usize) -> String {
    if depth == 0 {
        return leaf(choices);
    }
    let depth = depth - 1;
    match choices.below(18) {
        0 | 1 => leaf(choices),
        2 => format!("\"{}\"", template_parts(choices, depth)),
        3 => sequence(choices, depth),
        4 | 5 => object(choices, depth),
        6 => call(choices, depth),
        7 | 8 => {
            let (left, right) = (expression(choices, depth), expression(choices, depth));
            let operator = choices.pick(&[
                "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||",
            ]);
            format!("{left} {operator} {right}")
        }
        9 => format!(
            "{}{}",
            choices.pick(&["!", "-"]),
            expression(choices, depth)
        ),
        10 => format!("({})", expression(choices, depth)),
        11 => {
            let predicate = expression(choices, depth);
            let (left, right) = (expression(choices, depth), expression(choices, depth));
            format!("{predicate} ? {left} : {right}")
        }
        12 => for_expression(choices, depth),
        13 | 14 => postfix(choices, depth),
        15 => format!("[{}][0]", expression(choices, depth)),
        16 => format!("{{k = {}}}.k", expression(choices, depth)),
        _ => heredoc_operand(choices),
    }
}

/// Returns a heredoc in brackets, because its end marker needs a line of its own.
fn heredoc_operand(choices: &mut Choices) -> String {
    format!("[{}\n]", heredoc(choices).trim_end_matches('\n'))
}

fn leaf(choices: &mut Choices) -> String {
    match choices.below(6) {
        0 | 1 => choices.pick(&NUMBERS).to_owned(),
        2 => format!("\"{}{}\"", choices.pick(&PIECES), choices.pick(&PIECES)),
        3 => choices
            .pick(&["true", "false", "null", "[]", "{}"])
            .to_owned(),
        _ => choices.pick(&VARIABLES).to_owned(),
    }
}

fn sequence(choices: &mut Choices, depth: usize) -> String {
    let count = choices.below(4);
    let elements: Vec<String> = (0..count).map(|_| expression(choices, depth)).collect();
    match choices.below(3) {
        0 => format!("[\n{}\n]", elements.join(",\n")),
        _ => format!("[{}]", elements.join(", ")),
    }
}

fn object(choices: &mut Choices, depth: usize) -> String {
    let count = choices.below(4);
    let items: Vec<String> = (0..count)
        .map(|_| {
            let key = match choices.below(5) {
                0 => format!("\"{}\"", template_parts(choices, 0)),
                1 => format!("({})", expression(choices, depth)),
                2 => choices.pick(&NUMBERS[..4]).to_owned(),
                _ => name(choices).to_owned(),
            };
            let equals = choices.pick(&[" = ", "=", " : "]);
            format!("{key}{equals}{}", expression(choices, depth))
        })
        .collect();
    match choices.below(3) {
        0 => format!("{{\n{}\n}}", items.join("\n")),
        1 => format!("{{\n{},\n}}", items.join(",\n")).replace("{\n,\n}", "{}"),
        _ => format!("{{{}}}", items.join(", ")),
    }
}

fn call(choices: &mut Choices, depth: usize) -> String {
    let count = choices.below(4);
    let arguments: Vec<String> = (0..count).map(|_| expression(choices, depth)).collect();
    let expand = if count > 0 && choices.once_in(6) {
        "..."
    } else {
        ""
    };
    format!(
        "{}({}{expand})",
        choices.pick(&FUNCTIONS),
        arguments.join(", ")
    )
}

fn for_expression(choices: &mut Choices, depth: usize) -> String {
    let variables = choices.pick(&["v", "k, v", "x"]);
    let collection = expression(choices, depth);
    let condition = if choices.once_in(3) {
        format!(" if {}", expression(choices, depth))
    } else {
        String::new()
    };
    let value = expression(choices, depth);
    match choices.below(3) {
        0 => {
            let key = expression(choices, depth);
            let grouping = choices.pick(&["", "..."]);
            format!("{{for {variables} in {collection} : {key} => {value}{grouping}{condition}}}")
        }
        _ => format!("[for {variables} in {collection} : {value}{condition}]"),
    }
}

fn postfix(choices: &mut Choices, depth: usize) -> String {
    let source = match choices.below(3) {
        0 => format!("({})", expression(choices, depth)),
        _ => choices.pick(&VARIABLES).to_owned(),
    };
    let step = match choices.below(7) {
        0 => format!("[{}]", expression(choices, depth)),
        1 => "[*]".to_owned(),
        2 => ".*".to_owned(),
        3 => ".0".to_owned(),
        4 => "[*].a[0]".to_owned(),
        _ => format!(".{}", name(choices)),
    };
    format!("{source}{step}")
}
