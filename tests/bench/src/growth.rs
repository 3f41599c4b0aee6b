//! The cases of the benchmark `growth`: evaluation over many elements, and decoding and encoding of bodies with many
//! items. A case is prepared for a number of elements and returns a closure; only the closure is timed.

mod handles;
mod names;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::hint::black_box;

use hcl::function::stdlib;
use hcl::{Body, EvalContext, Overlay, Type, Value};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use handles::{
    appended, block_types, copied, definitions, edited_object, edited_tuple, failing_calls,
    large_arguments, moved, named_attributes, named_blocks, paths, resolved, types_of_two_kinds,
    unknown_names, with_parents,
};

/// A closure that is timed repeatedly.
pub type Run = Box<dyn Fn()>;

/// A case whose time should grow in proportion to its size.
pub struct Case {
    /// The name that the table uses.
    pub name: &'static str,
    /// An expression, a link of a chain, or the kind of items in a body.
    pub text: &'static str,
    /// Prepares the case for a number of elements.
    pub prepare: fn(&str, usize) -> Run,
    /// The number of elements is divided by this.
    pub divisor: usize,
}

const fn expression(name: &'static str, text: &'static str) -> Case {
    Case {
        name,
        text,
        prepare: evaluation,
        divisor: 1,
    }
}

/// A chain of links, whose number is limited.
const fn chain(name: &'static str, link: &'static str) -> Case {
    Case {
        name,
        text: link,
        prepare: failures,
        divisor: 6,
    }
}

const fn body(name: &'static str, item: &'static str, prepare: fn(&str, usize) -> Run) -> Case {
    Case {
        name,
        text: item,
        prepare,
        divisor: if item.is_empty() { 1 } else { 6 },
    }
}

/// All cases. The variables are those of [`context`].
pub const CASES: &[Case] = &[
    expression("for/first", "[for x in pairs : x[0]]"),
    expression("for/index", "[for i, x in numbers : numbers[i] + x]"),
    expression("for/key", "[for k, v in object : object[k]]"),
    expression("for/condition", "[for x in numbers : x if x % 2 == 0]"),
    expression("for/object", "{for x in strings : x => x}"),
    expression("for/grouping", "{for x in numbers : x % 10 => x...}"),
    expression("for/many groups", "{for x in strings : x => x...}"),
    expression(
        "for/nested",
        "[for x in [for x in [for x in numbers : [x]] : [x]] : x[0][0]]",
    ),
    expression("for/conditional", "[for x in numbers : x > 5 ? [x] : [0]]"),
    expression(
        "object/nested",
        "{for x in strings : x => {a = {b = {c = x}}}}",
    ),
    expression("template/join", "\"%{for x in strings}${x},%{endfor}\""),
    expression(
        "template/join nested",
        "\"%{for x in pairs}%{for y in x}${y} %{endfor}\\n%{endfor}\"",
    ),
    expression("template/each", "[for x in strings : \"<${x}>\"]"),
    expression(
        "template/if",
        "\"%{for x in numbers}%{if x > 9}${x}%{endif}%{endfor}\"",
    ),
    expression(
        "merge/concat",
        "concat(strings, [for x in numbers : [x]], pairs)",
    ),
    expression("merge/list", "concat(list, list)"),
    expression("merge/expand", "concat([for x in numbers : [x]]...)"),
    expression(
        "merge/object",
        "{for x in concat(strings, strings) : x => 1...}",
    ),
    expression("call/max", "max(numbers...)"),
    expression(
        "call/coalesce",
        "coalesce(concat([for x in strings : null], [1])...)",
    ),
    Case {
        name: "call/large arguments",
        text: "function",
        prepare: large_arguments,
        divisor: 5,
    },
    Case {
        name: "conversion/two kinds",
        text: "",
        prepare: types_of_two_kinds,
        divisor: 10,
    },
    expression("set/for", "[for x in set : \"${x}!\"]"),
    expression("splat", "objects[*].a.b"),
    expression("splat/nested", "pairs[*][*]"),
    expression(
        "equality",
        "[for x in numbers : x] == [for x in numbers : x]",
    ),
    expression("json/encode", "jsonencode(objects)"),
    expression("json/decode", "jsondecode(json)"),
    expression("strings", "strlen(upper(strrev(text)))"),
    expression("functions/distinct", "distinct(concat(strings, strings))"),
    expression("functions/sort", "sort(strings)"),
    expression("functions/flatten", "flatten([strings, [pairs], numbers])"),
    expression(
        "functions/merge",
        "merge(object, {for x in strings : x => 1})",
    ),
    expression("functions/zipmap", "zipmap(strings, numbers)"),
    expression("functions/chunks", "chunklist(strings, 10)"),
    expression("functions/product", "setproduct(strings, [1, 2])"),
    expression(
        "functions/sets",
        "setsubtract(setunion(strings, strings), setintersection(strings, strings))",
    ),
    expression(
        "functions/join and split",
        "split(\",\", join(\",\", strings))",
    ),
    expression("functions/replace", "replace(text, \"a\", \"bb\")"),
    expression(
        "functions/format",
        "formatlist(\"%-20s %05d\", strings, numbers)",
    ),
    expression("functions/try", "[for x in numbers : try(x.nothing, x)]"),
    expression(
        "functions/csv",
        "csvdecode(join(\"\\n\", concat([\"a\"], strings)))",
    ),
    expression(
        "functions/match keys",
        "matchkeys(strings, strings, strings)",
    ),
    expression("functions/regex", "regexall(\"[a-z]+\", text)"),
    expression(
        "functions/regex replace",
        "regexreplace(text, \"[aeiou]+\", \"<$0>\")",
    ),
    expression(
        "functions/regex each",
        "[for x in strings : regex(\"[0-9]+\", x)]",
    ),
    expression(
        "functions/many sets",
        "setsymmetricdifference([for x in strings : [x]]...)",
    ),
    expression(
        "functions/transpose",
        "transpose({for x in strings : x => [x]})",
    ),
    expression("functions/gzip", "base64gunzip(base64gzip(text))"),
    expression("functions/hash", "sha256(text)"),
    expression("functions/characters", "split(\"\", text)"),
    expression("functions/indent", "indent(2, join(\"\\n\", strings))"),
    expression(
        "functions/subnets",
        "cidrsubnets(\"fd00::/8\", [for x in numbers : 32]...)",
    ),
    expression("functions/base64", "base64decode(base64encode(text))"),
    expression("functions/yaml", "yamldecode(yamlencode(strings))"),
    body(
        "decode/attributes to map",
        "",
        attributes::<BTreeMap<String, u64>>,
    ),
    body("decode/attributes to value", "", attributes::<Value>),
    body("decode/keys to value", "", keys),
    body("decode/blocks to vector", "server", blocks::<Servers>),
    body("decode/blocks to map", "pool", blocks::<Pools>),
    body("decode/blocks to value", "pool", blocks::<Value>),
    body("encode/late labels", "", late_labels),
    body("dynamic/blocks", "server", generated),
    body("layers/merge one by one", "layer", layers_merged),
    body("layers/overlay one by one", "layer", layers_overlaid),
    body("layers/settings", "typed", settings),
    body("layers/settings untyped", "untyped", settings),
    body("edit/many changes", "item", edited),
    body("edit/object", "\n", edited_object),
    body("edit/object on a line", ",", edited_object),
    body("edit/tuple", ",\n", edited_tuple),
    body("edit/tuple on a line", ",", edited_tuple),
    body("edit/appended", "item", appended),
    body("edit/added blocks", "block", with_parents),
    body("edit/added items", "item", with_parents),
    body("edit/moves", "item", moved),
    body("edit/copies", "item", copied),
    body("paths/native", "native", paths),
    body("paths/json", "json", paths),
    body("names/attribute", "attribute", named_attributes),
    body("names/blocks", "block", named_blocks),
    body("names/resolver", "variable", resolved),
    body("names/schema", "unknown", unknown_names),
    body("names/spec", "block", block_types),
    body("references/chain", "name", names::chain),
    body("references/fan", "name", names::fan),
    body("references/grid", "name", names::grid),
    body("references/order", "name", names::order),
    body("references/duplicates", "name", names::duplicates),
    body("references/types", "type", names::types),
    body("references/failures", "nobody", names::failures),
    body("references/cycles", "local.n0", names::failures),
    body("references/values", "n", names::values),
    body("references/undeclared", "m", names::values),
    body("failures/definitions", "function", definitions),
    Case {
        name: "failures/calls",
        text: "function",
        prepare: failing_calls,
        divisor: 5000,
    },
    body("failures/reports", "x +", reports),
    chain("failures/operators", "x + "),
    chain("failures/operands", "{} + "),
    chain("failures/conditionals", "[x, false][1] ? 0 : "),
];

fn evaluation(text: &str, size: usize) -> Run {
    let expression = hcl::parse_expression(text).expect("the text is an expression");
    let ctx = context(size);
    Box::new(move || {
        let value = black_box(&expression).evaluate(&ctx);
        drop(black_box(value.expect("the expression has a value")));
    })
}

/// Evaluates a chain of `size` links, each of which has an error.
fn failures(link: &str, size: usize) -> Run {
    let text = format!("{}0", link.repeat(size));
    let expression = hcl::parse_expression(&text).expect("the text is an expression");
    let ctx = EvalContext::new();
    Box::new(move || {
        let diagnostics = black_box(&expression).evaluate_diagnosed(&ctx).diagnostics;
        assert_eq!(black_box(diagnostics).len(), size);
    })
}

/// Variables with `size` elements, and the functions of the standard library.
fn context(size: usize) -> EvalContext {
    let numbers = || (0..size).map(Value::from);
    let strings = || (0..size).map(|n| Value::from(format!("element-{n}")));
    let tuple = |elements: Vec<Value>| Value::tuple(elements).expect("it does not nest deep");
    let object = |name: &str, value| Value::object([(name, value)]).expect("it does not nest deep");
    let keys = (0..size).map(|n| (format!("key-{n}"), Value::from(n)));
    let set = Value::set(&Type::STRING, strings()).expect("all are strings");
    let texts = strings().map(|text| text.to_string());
    let json = format!("[{}]", texts.collect::<Vec<_>>().join(","));
    EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_variable("numbers", tuple(numbers().collect()))
        .with_variable("strings", tuple(strings().collect()))
        .with_variable("list", (0..size).collect::<Value>())
        .with_variable("set", set)
        .with_variable(
            "object",
            Value::object(keys).expect("it does not nest deep"),
        )
        .with_variable(
            "pairs",
            tuple(numbers().map(|n| tuple(vec![n.clone(), n])).collect()),
        )
        .with_variable(
            "objects",
            tuple(numbers().map(|n| object("a", object("b", n))).collect()),
        )
        .with_variable("text", "word ".repeat(size))
        .with_variable("json", json)
}

/// Blocks, one after the other.
#[derive(Deserialize)]
pub struct Servers {
    /// The blocks.
    pub server: Vec<Server>,
}

/// Blocks by their labels.
#[derive(Deserialize)]
pub struct Pools {
    /// The blocks.
    pub pool: BTreeMap<String, Server>,
}

/// One block.
#[derive(Deserialize)]
pub struct Server {
    /// A string.
    pub name: String,
    /// A number.
    pub port: u16,
}

/// Decodes a body with `size` attributes.
fn attributes<T: DeserializeOwned>(_item: &str, size: usize) -> Run {
    let mut text = String::new();
    for index in 0..size {
        writeln!(text, "attribute_{index} = {index}").expect("a String takes every write");
    }
    decoding::<T>(text)
}

/// Decodes an attribute that is an object with `size` keys.
fn keys(_item: &str, size: usize) -> Run {
    let mut text = String::from("object = {\n");
    for index in 0..size {
        writeln!(text, "key_{index} = {index}").expect("a String takes every write");
    }
    text.push_str("}\n");
    decoding::<Value>(text)
}

/// Decodes a body with `size` blocks; blocks of type `pool` have labels.
fn blocks<T: DeserializeOwned>(block_type: &str, size: usize) -> Run {
    let mut text = String::new();
    for index in 0..size {
        let label = match block_type {
            "pool" => format!(" \"label-{index}\""),
            _ => String::new(),
        };
        let port = 1024 + index % 60_000;
        writeln!(
            text,
            "{block_type}{label} {{\n  name = \"n-{index}\"\n  port = {port}\n}}"
        )
        .expect("a String takes every write");
    }
    decoding::<T>(text)
}

/// Encodes `size` blocks as JSON. Each label follows a map of structs, whose keys are labels in JSON.
fn late_labels(_item: &str, size: usize) -> Run {
    #[derive(Serialize)]
    struct Servers {
        server: Vec<Server>,
    }
    #[derive(Serialize)]
    struct Server {
        size: usize,
        #[serde(with = "hcl::attribute")]
        disks: BTreeMap<String, Disk>,
        #[serde(rename = "$label")]
        name: String,
    }
    #[derive(Serialize)]
    struct Disk {
        path: String,
    }

    let server = |index| {
        let path = format!("/disk-{index}");
        Server {
            size: index,
            disks: BTreeMap::from([("main".to_owned(), Disk { path })]),
            name: format!("server-{index}"),
        }
    };
    let server = (0..size).map(server).collect();
    let servers = Servers { server };
    Box::new(move || {
        let text = hcl::json::to_string(black_box(&servers));
        drop(black_box(text.expect("it can be written")));
    })
}

/// Generates `size` blocks, each of which contains a generated block.
fn generated(block_type: &str, size: usize) -> Run {
    let text = format!(
        "dynamic \"{block_type}\" {{\n  for_each = numbers\n  labels = [{block_type}.key]\n  content {{\n    \
         a = {block_type}.value\n    b = 1\n    dynamic \"inner\" {{\n      for_each = [{block_type}.value]\n      \
         content {{\n        c = inner.value\n      }}\n    }}\n  }}\n}}\n"
    );
    let body = hcl::parse(&text).expect("the text is a body");
    let ctx = context(size);
    Box::new(move || {
        let expanded = hcl::dynblock::expand_dynamic(black_box(&body), &ctx);
        let expanded = expanded.into_result().expect("it can be expanded");
        assert_eq!(black_box(expanded).blocks().count(), size);
    })
}

/// Changes each item of a body: comments, elements, values and positions.
fn edited(_item: &str, size: usize) -> Run {
    let mut text = String::new();
    for index in 0..size / 4 {
        writeln!(text, "# comment\na{index} = [1]\nb{index} {{}}")
            .expect("a String takes every write");
    }
    let body = hcl::parse(&text).expect("the text is a body");
    Box::new(move || {
        let mut edit = body.edit();
        for item in body.items() {
            edit.set_comment(&item, "new");
            if let Some(attribute) = item.as_attribute() {
                edit.insert_path(&body, hcl::Path::name(attribute.name()).with(0), 1);
                edit.remove(&item);
                edit.set_attribute(&body, attribute.name(), "new");
            } else {
                edit.at_end(&body).move_item(&item);
            }
        }
        let changed = edit.finish().expect("it can be changed");
        assert_eq!(black_box(changed).items().len(), body.items().len());
    })
}

/// Reports an error in each of `size` lines, with an excerpt of the line.
fn reports(link: &str, size: usize) -> Run {
    let text = format!("(\n{}0\n)", format!("{link}\n").repeat(size));
    let expression = hcl::parse_expression(&text).expect("the text is an expression");
    Box::new(move || {
        let diagnostics = black_box(&expression)
            .evaluate_diagnosed(&EvalContext::new())
            .diagnostics;
        assert_eq!(diagnostics.len(), size);
        let reports = diagnostics.iter().map(|it| it.to_string().len());
        black_box(reports.sum::<usize>());
    })
}

/// `size` bodies, each with an attribute that all of them set, and a block that no other body has.
fn layers(size: usize) -> Vec<Body> {
    let layer = |index| {
        let text = format!("last = {index}\nserver \"s-{index}\" {{\n  port = 80\n}}\n");
        hcl::parse(&text).expect("the text is a body")
    };
    (0..size).map(layer).collect()
}

fn layers_merged(_item: &str, size: usize) -> Run {
    let layers = layers(size);
    Box::new(move || {
        let bodies = black_box(&layers).iter().cloned();
        let body = bodies.reduce(|below, above| Body::merge([below, above]));
        assert_eq!(
            black_box(body).expect("there is one").items().len(),
            2 * size
        );
    })
}

fn layers_overlaid(_item: &str, size: usize) -> Run {
    let layers = layers(size);
    Box::new(move || {
        let mut bodies = black_box(&layers).iter().cloned();
        let first = bodies.next().expect("there is one");
        let body = bodies.try_fold(first, |below, above| Body::overlay([below, above]));
        let body = black_box(body).expect("they are small");
        assert_eq!(body.items().len(), size + 1);
    })
}

/// Overlays `size` settings on a body with as many blocks. Without a type, the body determines what they mean.
fn settings(item: &str, size: usize) -> Run {
    let mut text = String::new();
    let mut settings = Vec::with_capacity(size);
    for index in 0..size {
        let _ = writeln!(text, "server \"s{index}\" {{\n  port = 80\n}}");
        settings.push(format!("server.s{index}.port=81"));
    }
    let body = hcl::parse(&text).expect("the text is a body");
    let overlay = match item {
        "typed" => Overlay::of::<BTreeMap<String, BTreeMap<String, BTreeMap<String, u16>>>>(),
        _ => Overlay::new(),
    };
    Box::new(move || {
        let body = black_box(&body).clone();
        let body = overlay.overlay_settings(body, "--set", &settings);
        let body = black_box(body).expect("they are known");
        assert_eq!(body.items().len(), size);
    })
}

fn decoding<T: DeserializeOwned>(text: String) -> Run {
    Box::new(move || {
        let decoded = hcl::from_str::<T>(black_box(&text));
        drop(black_box(decoded.expect("the text decodes")));
    })
}

#[cfg(test)]
mod tests {
    use super::{CASES, Pools, Servers};

    #[test]
    fn every_case_runs() {
        for case in CASES {
            (case.prepare)(case.text, 8)();
        }
    }

    #[test]
    fn blocks_decode_with_their_fields() {
        let servers: Servers =
            hcl::from_str("server {\nname = \"a\"\nport = 1\n}\n").expect("it decodes");
        assert_eq!((&*servers.server[0].name, servers.server[0].port), ("a", 1));
        let pools: Pools =
            hcl::from_str("pool \"x\" {\nname = \"a\"\nport = 2\n}\n").expect("it decodes");
        assert_eq!((&*pools.pool["x"].name, pools.pool["x"].port), ("a", 2));
    }
}
