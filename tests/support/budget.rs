//! Functions within a budget: no call takes much more memory than the budget allows, whatever its arguments are.

use std::collections::BTreeMap;

use hcl::function::stdlib::{self, Entry, FunctionSet};
use hcl::{Category, EvalContext, Type, TypeKind, Value};

use super::{MAX_ALLOCATED, MAX_BYTES, MAX_STEPS, peak, take_turn};

/// String arguments that make the results of some functions much larger than the arguments. [`context`] defines the
/// variables.
const STRINGS: &[&str] = &[
    "text",
    "strange",
    r#""%900000s%900000f""#,
    r#""(?:a?){500}""#,
    r#""""#,
    r#""UTF-16LE""#,
    "lines",
    r#""10.0.0.0/8""#,
];
const NUMBERS: &[&str] = &["1000000", "huge", "1", "-1", "62"];
const SEQUENCES: &[&str] = &["many", "long", "nested", "[nested, long]", "wide[*]"];
const MAPS: &[&str] = &["keyed", "wide", "{}"];
const OTHERS: &[&str] = &["many", "long", "nested", "keyed", "wide", "big", "huge"];

/// Short calls with huge results.
const HUGE: &[&str] = &[
    r#"format("%1000000s%1000000s", "a", "b")"#,
    r#"format("%1000000.1000000f%[1]1000000f", 1)"#,
    r#"format("%v%[1]v%[1]v", many)"#,
    r#"formatlist("%900000s", long)"#,
    r#"indent(1000000, "a\nb\nc")"#,
    r#"replace(big, "a", strange)"#,
    r#"replace(big, "/a/", strange)"#,
    r#"replace(big, "", big)"#,
    r#"regex_replace(big, "(a*)", join("", [for x in range(200) : "$1"]))"#,
    r#"regexall("(?P<a_name_that_is_long>a)", join("", many))"#,
    r#"[for x in long : regexall("(?:a?){500}", big)]"#,
    r#"regexall(".*[^a]|a", big)"#,
    r#"[for x in long : regex("(?:a?){${x}}", "a")]"#,
    "join(big, long)",
    r#"[for x in long : join("", many)]"#,
    "setproduct(long, long)",
    "setproduct(long, long, long, long, long, long, long, long, long, long, long, long)",
    "setunion([for x in long : long]...)",
    "merge([for x in long : wide]...)",
    "concat([for x in long : long]...)",
    "flatten([for x in long : long])",
    "flatten(deep)",
    "distinct([for x in long : long])",
    "transpose({for x in long : x => long})",
    "jsonencode(deep)",
    "jsonencode([many, many])",
    "yamlencode(deep)",
    "yamlencode([many, many])",
    "yamldecode(bomb)",
    "csvdecode(table)",
    "[for x in long : base64encode(big)]",
    "[for x in long : base64decode(base64encode(big))]",
    r#"[for x in long : textencodebase64(big, "UTF-16LE")]"#,
    "base64gunzip(compressed)",
    "[for x in long : urlencode(strange)]",
    r#"[for x in long : split("", big)]"#,
    "tolist([for x in long : true ? huge : \"\"])",
    "convert([for x in long : huge], list(string))",
    "convert([for x in long : {}], TYPE)",
    "[for x in long : can(convert(1, TYPE))]",
    r#"[for x in long : cidrsubnets("::/0", [for y in long : 64]...)]"#,
    "[for x in long : range(1000)]",
    "[for x in long : range(huge, 1, -1)]",
    "[for x in long : chunklist(long, 1)]",
    r#"templatestring("%%{ for x in long }$${many[0]}%%{ endfor }", { long = long, many = many })"#,
];

/// Patterns that are expensive to parse, whether or not they can be compiled.
const PATTERNS: &[&str] = &[
    r#"[for x in long : can(regex("${text}${x}", ""))]"#,
    r#"[for x in long : can(regexall("(?:\\pL{9}){${x + 500}}", ""))]"#,
    r#"[for x in long : can(regexreplace("", "(?i)[\\x{1}-\\x{10ffff}]{${x}}", ""))]"#,
    r#"[for x in long : can(replace("", "/(?i)${pl}${x}/", ""))]"#,
    r#"regex(join("", many), "")"#,
    r#"regex(join("", [for x in long : "\\pL\\pL"]), "")"#,
    r#"regexall(join("", [for x in long : "[^\\pN][^\\pL]"]), unknown)"#,
    r#"can(regex("(?i)${join("", [for x in long : "\\PL"])}", ""))"#,
    r#"[for x in long : can(regex("(${text}", ""))]"#,
];

/// Returns a context with Terraform's functions, and with variables from which functions can compute large results.
fn context() -> EvalContext {
    let big = "a".repeat(10_000);
    let doubled = |levels: usize| {
        let double =
            |value: Value, _| Value::tuple([value.clone(), value]).expect("it is not deep");
        (0..levels).fold(Value::from("a leaf of a tree"), double)
    };
    let wide = (0..1000).map(|index| (format!("attribute_{index}"), Value::from(index)));
    let names = ["x".repeat(10_000), "y".repeat(10_000)].join(",");
    let level = |(own, inner): (char, char)| {
        let aliases = vec![format!("*{inner}"); 9].join(",");
        format!("{own}: &{own} [{aliases}]\n")
    };
    let levels: String = ('b'..='j').zip('a'..).map(level).collect();
    let zeros = Value::from("\0".repeat(8 << 20));
    let compressed = stdlib::base64gzip().call(&[zeros]);
    let keyed = (0..100).map(|it| (it.to_string(), Value::from(&*big)));
    let many = vec![Value::from(&*big); 100];
    EvalContext::new()
        .with_functions(stdlib::terraform())
        .with_variable("long", (0..1000).collect::<Vec<i32>>())
        .with_variable(
            "many",
            Value::list(&Type::STRING, many).expect("all are strings"),
        )
        .with_variable(
            "keyed",
            Value::map(&Type::STRING, keyed).expect("all are strings"),
        )
        .with_variable("wide", Value::object(wide).expect("it is not deep"))
        .with_variable("nested", doubled(10))
        .with_variable("deep", doubled(40))
        .with_variable("text", "a".repeat(1_000))
        .with_variable("pl", "\\pL".repeat(10))
        .with_variable("unknown", Value::unknown(&Type::STRING))
        .with_variable("strange", "<\u{1}é日".repeat(500))
        .with_variable("lines", "\n".repeat(1_000))
        .with_variable("table", format!("{names}\n{}", "1,2\n".repeat(20_000)))
        .with_variable("compressed", compressed.expect("it can be compressed"))
        .with_variable(
            "huge",
            "1e9999".parse::<hcl::Number>().expect("it is a number"),
        )
        .with_variable(
            "bomb",
            format!("a: &a [x, x, x, x, x, x, x, x, x]\n{levels}"),
        )
        .with_variable("big", big)
        .with_max_steps(MAX_STEPS)
        .with_max_bytes(MAX_BYTES)
}

/// Returns a type with many optional attributes.
fn wide_type() -> String {
    let attributes = (0..500).map(|index| format!("a{index} = optional(string, \"x\")"));
    format!(
        "list(object({{ {} }}))",
        attributes.collect::<Vec<_>>().join(", ")
    )
}

#[test]
fn huge_results_are_refused_before_they_are_computed() {
    let _turn = take_turn();
    // Patterns take more time per step than anything else, so they get fewer steps.
    let huge = HUGE.iter().map(|text| (text, context()));
    let patterns = PATTERNS.iter();
    let patterns = patterns.map(|text| (text, context().with_max_steps(MAX_STEPS / 20)));
    for (text, ctx) in huge.chain(patterns) {
        let text = text.replace("TYPE", &wide_type());
        let expression = hcl::parse_expression(&text).expect("it is valid");
        let (allocated, result) = peak(|| expression.evaluate(&ctx));
        match result {
            Ok(_) => panic!("it has a value: {text:.200}"),
            Err(error) => assert_eq!(error.classify(), Category::Limit, "{text:.200}: {error}"),
        }
        assert!(allocated < MAX_ALLOCATED, "{allocated}: {text:.200}");
    }
}

/// Returns the arguments for a parameter of a type.
fn arguments(ty: &Type) -> &'static [&'static str] {
    match ty.kind() {
        TypeKind::String => STRINGS,
        TypeKind::Number => NUMBERS,
        TypeKind::List(_) | TypeKind::Set(_) => SEQUENCES,
        TypeKind::Map(_) => MAPS,
        _ => OTHERS,
    }
}

/// Returns calls of a function with arguments that may lead to large results.
fn calls(entry: &Entry) -> Vec<String> {
    let function = entry.function();
    let variadic = function.variadic_parameter().into_iter();
    let further = variadic.flat_map(|it| [it; 3]);
    let parameters: Vec<_> = function.parameters().iter().chain(further).collect();
    let call = |first: usize, step: usize| {
        let chosen = parameters.iter().enumerate().map(|(position, parameter)| {
            let arguments = arguments(parameter.ty());
            arguments[(first + position * step) % arguments.len()]
        });
        let chosen: Vec<_> = chosen.collect();
        format!("{}({})", entry.name(), chosen.join(", "))
    };
    let firsts = 0..STRINGS.len();
    let calls = firsts.flat_map(|first| [0, 1, 3].map(|step| call(first, step)));
    calls.collect()
}

/// This holds for any arguments, and even for functions that do not limit their results themselves.
#[test]
fn no_function_exceeds_the_budget() {
    let _turn = take_turn();
    let ctx = context();
    let mut outcomes: BTreeMap<bool, usize> = BTreeMap::new();
    for entry in stdlib::entries(FunctionSet::Terraform) {
        for text in calls(&entry) {
            let expression = hcl::parse_expression(&text).expect("it is valid");
            let (allocated, result) = peak(|| expression.evaluate(&ctx));
            assert!(allocated < MAX_ALLOCATED, "{allocated}: {text:.200}");
            *outcomes.entry(result.is_ok()).or_default() += 1;
        }
    }
    // Many of the calls must have a result.
    assert!(outcomes[&true] > 500, "{outcomes:?}");
}

/// Each byte of the text may be compared with all parts of the pattern.
#[test]
fn a_search_with_a_large_pattern_costs_more_steps() {
    let _turn = take_turn();
    let ctx = context().with_max_steps(MAX_STEPS);
    let search = |pattern: &str| {
        let text = format!("length(regexall({pattern}, substr(big, 0, 8192)))");
        hcl::parse_expression(&text).unwrap().evaluate(&ctx)
    };
    assert_eq!(search(r#""a{100}""#).unwrap(), 81);
    let error = search("substr(big, 0, 8192)").unwrap_err();
    assert_eq!(error.classify(), Category::Limit, "{error}");
}
